"""Tells a message that only changes something ("and with customs?") from a question of its own."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.language.slots import Slots
from agent.language.wording import word_set
from agent.planning import leisure
from agent.planning.references import places_of

LISTS = frozenset({"search_airports", "find_airports_near_location", "find_airports_near_route"})
ROUTES = frozenset({"find_airports_near_route", "calculate_flight_distance", "get_border_brief"})

_ARTICLE_WORDS = word_set(
    "a an the my our your his it its is im i am we our at in on with by to from for of about "
    "around and or then so please pls thanks ok okay yes well "
    "um uh hmm make take use using fly flying flies plane aircraft airplane aeroplane cruise "
    "cruises cruising speed kts say roughly approx "
    "approximately let lets go would like rather want mean meant that be do does did what "
    "how whats hows same again also too "
    "only just but instead now this one ones other others another there here number no not "
    "without within under over than more less "
    "le la les l un une des de du d mon ma mes en avec pour par et ou a au aux je c est ce "
    "plutot aussi seulement meme que qu si sur "
    "der die das den dem des ein eine einen einem einer mein meine meinen meinem meiner mit "
    "fur von nach in im und oder es ich nur auch "
    "stattdessen lieber bitte next coming ja wie sieht aus ware bei unter uber nicht statt "
    "dann noch gleich gleiche dasselbe "
    "quid qu'en les gleichen should need needs has have having ok airfields airports fields "
    "ones results radius limit max maximum min "
    "minimum at least first second leg legs runway long longer miles nm km change set try "
    "limited drop remove forget add include including show me find "
    "country countries plz thx cheers hello hi umm er actually sorry ah oh right maybe perhaps"
)
MARK = re.compile(
    (
        r"^(?:and|but|also|or|then|so|ok(?:ay)?|now|what about|how about|what if|same|only|just|"
        r"with|without|within|in|from|to|for|at|on|instead|rather|make (?:it|that)|try|et|mais|"
        r"aussi|pareil|même chose|idem|seulement|avec|sans|dans|depuis|pour|und|aber|auch|oder|"
        r"nur|mit|ohne|wie (?:ist|sieht|wäre) es|innerhalb|das(?:selbe| gleiche)|gleiche[sn]?|"
        r"jetzt|nach|von|für|qu'en est-il|drop|remove|add)\b[, ]*"
    ),
    re.IGNORECASE,
)
SAME = re.compile(
    r"^\W*(?:and |ok(?:ay)? )?(?:the |exactly the |do the |le |la |das |die )?(?:same|idem|pareil|même chose|"
    r"dasselbe|das ?gleiche|gleiche[sn]?)\b",
    re.IGNORECASE,
)
"""A message that leans on another question, and means nothing without one."""
_WISH_WORDS = (
    re.compile(
        r"\bavgas\b|\b100 ?ll\b|\bjet ?a?-?1?\b|\bjet fuel\b|\bul ?91\b|\bmogas\b|\bfuel\b|"
        r"\bcustoms\b|\bdouane\b|\bzoll\b|\bimmigration\b|\bhard\b|\bgrass\b|\basphalt\w*\b|"
        r"\btarmac\b|\bpaved\b|\bsoft\b|\bherbe\b|\bgras\w*|\bdur\b|\bhart\w*|\blights?\b|\bils\b|"
        r"\brnp\b|\bvor\b|\binstrument approach\w*|\bhotels?\b|\brestaurants?\b|\bcafe\b|"
        r"\bnearby\b|\bon the (?:field|airfield)|\blarge\b|\bsmall\b|\bbig\b|\bbetter\b|"
        r"\bnotice\b|\bppr\b|\bpréavis\b|\bvoranmeldung\b|\blanding fee\b|\bfees?\b|\brunways?\b|"
        r"\bpistes?\b|\bbahn\b|\bstrips?\b"
    ),
    re.compile(
        r"\b(?:round trip|one[- ]?way|single|aller simple|nur hin|any ?time|whenever|cheaper|earlier|earliest|"
        r"later|latest|sooner|morning|afternoon|evening|tonight|tomorrow|matin|soir|child(?:ren)?|kids?|bab(?:y|ies)|"
        r"infants?|aged?|years?|old|wife|husband|moins chers?|plus (?:tôt|tard)|billiger|günstiger|früher|später|"
        r"arriv\w+|before|after|return(?:ing)?|coming back|back|retour|zurück|rückflug|business|economy|"
        r"premium|first|class|direct|cheapest|shortest|fastest|quickest|by price|by duration|"
        r"non-?stop|stops?|adults?|people|of us|persons?)\b"
    ),
    re.compile(
        r"\b(?:relaxed|packed|moderate|busy|easy|indoors?|indoor|cheap\w*|wheelchair|accessible|"
        r"pace|days?|start\w*|museums?|food|history|beach\w*|nature|shopping|culture|golf|bikes?|"
        r"family|kids|nightlife|architecture)\b"
    ),
    re.compile(r"\b(?:closer|nearer|further|wider|narrower|plus (?:loin|près)|näher|weiter)\b"),
)
_GROUND_WORDS = re.compile(
    "|".join([_WISH_WORDS[2].pattern, *(pattern.pattern for _, pattern in leisure.INTERESTS)])
)


def leftover(slots: Slots, tool: str, pattern: re.Pattern[str] | None = None) -> int:
    """How many words are neither spans nor wishes of the tool nor little words: a question of its own has some."""
    spans = [
        (s.start, s.end) for s in (*slots.spots, *slots.crafts, *slots.countries, *slots.quantities, *slots.days)
    ]
    patterns = [p for p in (pattern, _wish_words(tool)) if p is not None]
    spans += [m.span() for p in patterns for m in p.finditer(slots.low)]
    count = 0
    for word in slots.words:
        if (
            any(start <= word.start < end for start, end in spans)
            or word.key in _ARTICLE_WORDS
            or word.text.isdigit()
        ):
            continue
        if tool in ROUTES and word.key in (
            "route",
            "track",
            "corridor",
            "line",
            "way",
            "leg",
            "legs",
            "strecke",
            "trajet",
        ):
            continue
        count += 1
    return count


def _wish_words(tool: str) -> re.Pattern[str] | None:
    if tool in LISTS:
        return _WISH_WORDS[0]
    if tool == "search_flights":
        return _WISH_WORDS[1]
    return _GROUND_WORDS if tool in ("search_pois", "build_itinerary") else None


def with_weak(slots: Slots) -> Slots:
    """The slots with names in small letters taken for places: a short message means them."""
    if not slots.weak or places_of(slots) or len(slots.words) > 6:
        return slots
    return replace(slots, spots=(*slots.spots, *slots.weak), weak=())
