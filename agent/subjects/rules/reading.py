"""Reads questions about rules: of which countries, on which subject."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.borders import Territory
from agent.language.burning import find_burning
from agent.language.carried import ABOARD, of_a_border_matter, of_the_parents, papers_asked
from agent.language.ends import country_of, field_of, speaks_for_country
from agent.language.lexicon import Mention, load_lexicon
from agent.language.nationality import REGISTRATION, of_credentials, of_people, peoples
from agent.language.said import Said
from agent.language.slots import Named, Spot
from agent.language.spoken import written_in
from agent.language.wording import words_of
from agent.registry import reads
from agent.rules.corpus import filed_under
from agent.subjects.rules.carried import of_goods
from agent.subjects.rules.licences import registered_in
from agent.subjects.rules.membership import AREA, asked_of, customs_asked, with_its_formalities
from agent.subjects.rules.nationals import EASA_STATES
from agent.subjects.rules.reading_over import is_flown_over
from agent.subjects.rules.reading_ranked import is_tabled, ranked_in
from agent.subjects.rules.reading_travellers import (
    PET,
    asks_of_them,
    asks_what_they_need,
    has_papers,
    of_people_aboard,
    of_pets,
)
from agent.subjects.rules.said import IN_EUROPE, OF_ALL_COUNTRIES, without_who_asks
from agent.subjects.trip.reading_takes import asked_for_all
from tongue import later

Given = dict[str, JsonValue]
MOST = 6


_OF_A_FIELD = (
    "contact",
    "website",
    "restaurant",
    "hotel",
    "camping",
    "transport",
    "iata_code",
    "metar",
    "taf",
    "fee",
    "parking",
)
_MOST_OF_A_FIELD = 6


def _asks_a_field(said: Said) -> bool:
    """ "Phone?", "do they have a restaurant": a fact of an airfield and nothing else, no subject of a rule."""
    if len(said.slots.words) > _MOST_OF_A_FIELD or said.slots.countries or not said.all_of(*_OF_A_FIELD):
        return False
    if _EMERGENCY_CODE.search(said.slots.low):
        return False
    return not said.all_of("rules", "flight_plan", "gar", "customs", "police")


_TRANSITION = re.compile(
    r"\btransition (?:altitude|level)s?\b|\b(?:altitude|niveau)x? de transition\b|\b(?:ü|ue?)bergangs(?:höhe|hoehe|fläche|flaeche)n?\b"
)
"""No height of a field, though a field is named: its state's rule tells it."""


def _memberships(said: Said) -> tuple[Territory, ...]:
    """The territories of which is asked how they stand to Schengen and the customs union, and what that means there."""
    of_it = with_its_formalities(said.slots.text, said.deps)
    return (of_it,) if of_it is not None else asked_of(said.slots.text, said.deps)


@reads(
    "answer_rules_question",
    "countries",
    called=later("The rules"),
    unless=_asks_a_field,
    claims=lambda said: (
        bool(_memberships(said))
        or customs_asked(said.slots.text, said.deps, needed=True) is not None
        or _is_of_travellers(said)
        or _is_of_a_rating(said)
        or bool(_crossed_shut(said))
        or of_goods(said.slots.low)
        or _SHARED.search(said.slots.low) is not None
        or _is_of_microlights(said)
        or _TRANSITION.search(said.slots.low) is not None
        or (bool(said.spots) and not said.slots.countries and _OBLIGED.search(said.slots.low) is not None)
        or (
            _CARRIED_OVER_WATER.search(said.slots.low) is not None
            and _LENT.search(said.slots.low) is None
            and not said.slots.days
        )
        or _is_of_papers_held(said)
        or is_flown_over(said)
        or bool(_at_the_border(said))
        or _is_since_then(said)
    ),
)
def question(said: Said) -> Given:
    """The countries, and the question itself."""
    if asked := _memberships(said):
        said.take_all()
        said.take([*said.slots.spots, *said.mentions])
        homes: list[JsonValue] = [*dict.fromkeys(territory.country for territory in asked)]
        return {"countries": homes[:MOST], "question": said.slots.text}
    said.take([*said.slots.quantities, *said.slots.days, *said.mentions])
    if shut := _crossed_shut(said):
        others: list[JsonValue] = [c for c in said.countries() if c not in shut]
        return {"countries": [*shut, *others][:MOST], "question": said.slots.text}
    if of_goods(said.slots.low):
        return {**_carried_into(said), "question": said.slots.text}
    flown = {spot.role for spot in said.slots.spots} >= {"from", "to"}
    if _is_of_travellers(said) or (flown and of_people_aboard(said.slots.low, said.slots.countries)):
        return _with_papers_aboard(said, {**_entered(said), "question": said.slots.text})
    if matter := _at_the_border(said):
        return _of_the_border(said, matter)
    if _BESIDE_EUROPE.search(said.slots.low) and (both := _against_europe(said)):
        sides: list[JsonValue] = [*both]
        return {"countries": sides, "question": said.slots.text}
    if len(subjects := _subjects(said)) > 1:
        return {**_countries(said), "question": subjects[0], "beside": {"question": [*subjects[1:]]}}
    return {**_countries(said), "question": _without_rating_held(said.slots.text)}


_KIT = (
    r"(?:life ?-?(?:jackets?|vests?|rafts?)|plbs?|elts?|transponders?|oxygen|survival (?:equipment|suits?)|gilets?(?: de sauvetage)?|canots?(?: de sauvetage)?"
    r"|radeaux?|balises?|transpondeurs?|oxygène|schwimmwesten?|rettungs(?:westen?|inseln?|floß)|transponder|sauerstoff)"
)
_DUE = r"(?:mandatory|compulsory|obligatory|required|obligatoires?|obligés?|exigée?s?|pflicht|vorgeschrieben|vorschrift)"
_OBLIGED = re.compile(rf"\b{_KIT}\b[^.?!]*\b{_DUE}\b|\b{_DUE}\b[^.?!]*\b{_KIT}\b")
""" "Gilets et canot obligatoires pour l'île d'Yeu ?": what must be carried, no place to visit."""
_HELD = frozenset(
    (
        "sep-revalidation",
        "differences-training",
        "airworthiness-review",
        "passenger-recency",
        "lapl-recency",
        "fuel-reserves",
    )
)
"""Questions of the corpus on what a pilot or an aircraft holds or carries, wherever they fly."""


_TAXED = "fuel-duty"


def _is_of_papers_held(said: Said) -> bool:
    """ "How do I revalidate my SEP?": words that mean one question on a licence, a rating or the aircraft's papers."""
    if _is_taxed(said):
        return True
    if any(spot.role in ("from", "to") for spot in said.spots):
        return False
    if said.slots.of("burn") or _OF_A_TANK.search(said.slots.low):
        return False
    meant = said.deps.rules.corpus.named_in(said.slots.text)
    return meant is not None and meant.id in _HELD


_OF_A_TANK = re.compile(
    r"\b(?:burn\w*|consum\w*|verbrauch\w*|consomm\w*|litres?|liter|l/h|gph|gallons?|usable|tanks?|with \d+|avec \d+|mit \d+)\b"
)
""" "Reserve with 96 l usable at 24 l/h": what is left is reckoned, and no rule asked."""


def _with_papers_aboard(said: Said, given: Given) -> Given:
    """The aircraft's and the pilot's papers before those of the people, where both are asked for."""
    held = said.deps.rules.corpus.questions.get(ABOARD) if _PAPERS_ABOARD.search(said.slots.low) else None
    asked = {name for name, _ in papers_asked(said.slots.low)} if held else set[str]()
    if held is None or ABOARD not in asked:
        return given
    return {**given, "question": held.text, "beside": {"question": [given["question"]]}}


_PAPERS_ABOARD = re.compile(
    r"\b(?:papers|documents|docs|papiere|dokumente|unterlagen|bordpapiere|papiers)\b.*\b(?:aboard|board|bord|carry|mitführen)\b"
    r"|\b(?:aboard|board|bord|carry)\b.*\b(?:papers|documents|papiere|unterlagen|papiers)\b"
)
_AT_THE_BORDER = frozenset(("minors-abroad", "short-stay", "carnet", "student-solo-abroad"))
"""Questions of the corpus on what people and goods need at a border, whatever flight they are told with."""
_OF_BOTH_STATES = frozenset(("minors-abroad",))
"""Those on which the state that is left has a word too."""


def _at_the_border(said: Said) -> str:
    """The question of the corpus that words mean on a child, days of stay or goods; "" where they mean another."""
    if said.has("gar", "distance") or not of_a_border_matter(said.slots.low):
        return ""
    if find_burning(said.slots.low).usable_l is not None or len(said.slots.of("mass")) > 0:
        return ""  # "how long can we stay in the air on 90 litres", "how much fuel with 90, 80 and 70 kg"
    meant = said.deps.rules.corpus.named_in(said.slots.text)
    if meant is None or meant.id not in _AT_THE_BORDER:
        return ""
    if meant.id == _OF_A_STUDENT and not _goes_over_a_border(said):
        return ""
    return meant.id if meant.id not in _OF_BOTH_STATES or of_the_parents(said.slots.low) else ""


_OF_A_STUDENT = "student-solo-abroad"


def _goes_over_a_border(said: Said) -> bool:
    """Whether a message names two states' places, or a state alone: "can I go solo to Jersey as a student"."""
    lands = {code for spot in said.slots.spots if (code := _land_of(spot, said))}
    return len(lands) > 1 or bool(said.slots.countries) or not said.slots.spots


def _of_the_border(said: Said, matter: str) -> Given:
    """It, of the country that is entered; of the one that is left too where both have a word."""
    entered = _entered(said)
    codes = entered.get("countries")
    started = [code for spot in said.slots.spots if spot.role == "from" and (code := _land_of(spot, said))]
    left = started[0] if started else country_of(said.home, said.deps) if said.home else None
    if matter in _OF_BOTH_STATES and isinstance(codes, list) and codes and left and left not in codes:
        entered = {**entered, "countries": [*codes, left][:MOST]}
    return {**entered, "question": said.slots.text}


_OVER_WATER = (
    r"(?:life ?-?(?:jackets?|vests?|rafts?)|rafts?|ding(?:hy|hies)|gilets?(?: de sauvetage)?|canots?(?: de sauvetage)?|radeaux?"
    r"|schwimmwesten?|rettungs(?:westen?|inseln?|floß)|raft)"
)
_HOW_CARRIED = (
    r"(?:worn|wear(?:ing)?|carr(?:y|ied)|need(?:ed)?|how far|what distance|(?:miles?|nm|km) (?:off|out|from)|beyond glid\w*"
    r"|port[ée]{1,2}s?|porter|à bord|faut|à partir|distance|getragen|tragen|angelegt|dabei|mitführen|mitnehmen|an bord|brauch\w*|ab wann"
    r"|(?:meilen|seemeilen) (?:vor|drau(?:ß|ss)en))"
)
_CARRIED_OVER_WATER = re.compile(rf"\b{_OVER_WATER}\b.*\b{_HOW_CARRIED}\b|\b{_HOW_CARRIED}\b.*\b{_OVER_WATER}\b")
""" "Lifejackets, worn or carried, single engine 25 miles off": a rule, and no list around a place."""
_LENT = re.compile(
    r"\b(?:hire|rent\w*|borrow|lend|buy|price|cost\w*|lou\w*|prêt\w*|achet\w*|miet\w*|leih\w*|ausleih\w*|kauf\w*|pack\w*|liste?|checklist)\b"
)
_RATING_HELD = re.compile(
    r",?\s*\b(?:and|with|on|holding|mit|und|avec|et)\s+(?:(?:an?|my|the|einer?|meiner?|une?|ma|la)\s+)?(?:(?:valid|current)\s+)?"
    r"(?:night[- ](?:rating|qualification)|nacht(?:flug)?(?:berechtigung|qualifikation)|(?:vol de nuit|qualification (?:de )?(?:vol de )?nuit))\b",
    re.IGNORECASE,
)
_MAY_AT_NIGHT = re.compile(
    r"\b(?:can|may|could|allowed|permitted|legal|darf|kann|puis|peux|peut)\b.*\b(?:at night|night vfr|nachts?|bei nacht|de nuit)\b",
    re.IGNORECASE,
)


_NIGHT_ALLOWED = re.compile(
    r"\b(?:at night|night vfr|vfr night|nvfr|nachts?|vfr de nuit|vol de nuit)\b.*\b(?:allowed|permitted|legal|ok|okay|possible|erlaubt|zulässig|möglich|autorisé\w*|permis|possible)\b",
    re.IGNORECASE,
)


def _without_rating_held(text: str) -> str:
    """ "Can I fly VFR at night in the UK with a night rating": who has it asks about the flight, not the rating."""
    flight = _RATING_HELD.sub("", text)
    may = _MAY_AT_NIGHT.search(flight) or _NIGHT_ALLOWED.search(flight)
    return flight if may and flight != text else text


_OF_A_NAMED_FIELD = re.compile(
    r"\b(?:info\w*|details?|airfields?|airports?|aerodromes?|flugplatz|flughafen|aérodrome|terrain)\b"
)


def _is_of_a_field(said: Said) -> bool:
    """ "Stauning Denmark info": one airfield in its country, and no subject of a rule."""
    spots = [s for s in said.slots.spots if s.kind != "country"]
    one = len(spots) == 1 and not spots[0].is_area and _OF_A_NAMED_FIELD.search(said.slots.low) is not None
    if not one or said.all_of("rules", "flight_plan", "gar", "customs", "police"):
        return False
    return said.again().field_of_spot(spots[0], far=False) is not None


@reads(
    "browse_rules",
    "countries",
    leans=("topic",),
    called=later("List rules"),
    unless=lambda said: _asks_a_field(said) or _is_of_a_field(said),
    claims=lambda said: bool(_whole_topic(said) or _classes(said)) or _is_the_whole_book(said),
)
def browse(said: Said) -> Given:
    """The countries, and the subject when one is said."""
    if classes := _classes(said):
        said.take_all()
        others: list[JsonValue] = [*classes[1:]]
        return {**_countries(said), "topic": classes[0], "beside": {"topic": others}}
    topic = _topic(said)
    if filed := _whole_topic(said):
        topic["topic"] = filed
    return {**_countries(said), **topic}


_A_CLASS = re.compile(r"\b(?:class(?:e[ns]?)?|klassen?|luftra(?:um|ums|äume))\s+([a-g])\b")
_CLASSES = re.compile(
    _A_CLASS.pattern
    + r"(?:\s*(?:,|/|and|or|to|from|than|vs\.?|versus|und|oder|zu|gegen|et|ou|de|par rapport à)+\s*"
    r"(?:(?:in|the|la|der|den|dem|im)\s+)*(?:(?:class(?:e[ns]?)?|klassen?|luftra(?:um|ums))\s+)?([a-g])\b)"
)
_SET_APART = re.compile(
    r"\b(?:differen\w+|differs?|vs|versus|compared?|comparison|what changes|unterschied\w*|vergleich\w*|différen\w+|compare[rz]?|change)\b"
)


def _classes(said: Said) -> tuple[str, ...]:
    """ "Class D" and "class E" of a country, where what sets two classes of airspace apart is asked."""
    both = _CLASSES.search(said.slots.low)
    if both is None or len(said.slots.countries) != 1 or not _SET_APART.search(said.slots.low):
        return ()
    return tuple(f"class {letter.upper()}" for letter in both.groups()) if both[1] != both[2] else ()


def _whole_topic(said: Said) -> str:
    """ "What are the flight plan rules in France?": the subject as the rules are filed by it, nothing else being asked."""
    again = said.again()
    if not again.has("rules") or len(again.slots.countries) != 1 or _FLOWN.search(again.slots.low):
        return ""
    if _A_CLASS.search(again.slots.low):
        return ""
    tags = {filed_under(tag): tag for tag in said.deps.rules.corpus.tags}
    tags["ppr"] = "PPR"
    left = {word.lower() for word in str(_topic(again).get("topic", "")).split()}
    named = [m for m in again.mentions if m.concept != "rules"]
    if len(named) == 1 and left <= set(re.findall(r"\w+", again.slots.low[named[0].start : named[0].end])):
        return tags.get(filed_under(named[0].concept), "")
    topic = " ".join(word.lower() for word in str(_topic(said.again()).get("topic", "")).split())
    return tags.get(topic) or tags.get(topic.removesuffix("s"), "")


def _is_the_whole_book(said: Said) -> bool:
    """ "Rules in Norway for VFR visitors": a country, the word for rules, and nothing beside who flies there."""
    if len(said.slots.countries) != 1 or not said.has("rules") or said.spots or said.slots.days:
        return False
    left = _unframed(said.again().slots.outside).split()
    return all(word.lower() in ("vfr", "me", "us", "moi", "mich", "-") for word in left)


_DENIED = re.compile(r"\W*(?:not|no|nicht|pas|kein\w*)\s+(?:in )?(?:the |la |le |l')?")


def _is_instead(said: Said) -> bool:
    """ "Not England, France please": one country in the place of another and no word of rules: nothing is compared."""
    countries = said.slots.countries
    return (
        len(countries) > 1
        and bool(_DENIED.fullmatch(said.slots.low[: countries[0].start]))
        and not said.has("rules")
    )


@reads(
    "compare_rules_between_countries",
    "countries",
    leans=("other_countries", "topic"),
    unless=lambda said: (
        _asks_a_field(said)
        or _is_instead(said)
        or _tells_who_they_are(said)
        or _names_two_fields_alone(said)
        or _is_since_then(said)
        or said.has("highest", "lowest")  # of airfields, and of no rule
    ),
    called=later("Compare rules"),
    claims=lambda said: (
        (
            len(said.slots.countries) > 1
            and (_RANKS.search(said.slots.low) is not None or _is_a_table_of_rules(said))
        )
        or bool(_against_europe(said))
    ),
)
def compare(said: Said) -> Given:
    """The countries that are compared, and on what; not the one a flight comes from."""
    given = _countries(said)
    compared = given.get("countries")
    come = [c.country.code for c in said.slots.countries if _COMES_FROM.search(said.slots.low[: c.start])]
    kept: list[JsonValue] = [code for code in compared if code not in come] if isinstance(compared, list) else []
    ranked = ranked_in(said.slots.low)
    asked: Given = {"ranked": ranked} if ranked else {}
    if both := _against_europe(said):
        topic = _topic(said)
        about = _OF_EUROPE.sub(" ", str(topic.get("topic", ""))).strip(" ,/")
        states: list[JsonValue] = [*both]
        return {**given, "countries": states, **({"topic": " ".join(about.split())} if about else {}), **asked}
    return {**given, **({"countries": kept} if len(kept) > 1 else {}), **_topic(said), **asked}


_RANKS = re.compile(
    r"\b(?:stricter|strictest|more strict|strenger|am strengsten|strikter|lockerer|plus (?:stricte?s?|sévères?|souples?)|less hassle|least hassle)\b"
)
""" "Where is a flight plan stricter, Norway or Sweden": they are set side by side."""


def _is_a_table_of_rules(said: Said) -> bool:
    """ "Tabelle CH DE AT mit Flugplan, Zoll, Transponder": subjects of rules of several countries, set side by side."""
    low = said.slots.low
    if not is_tabled(low) or any(spot.kind != "country" for spot in said.spots) or said.slots.days:
        return False
    return bool(
        _RULED.search(low) or _OF_PAPERS.search(low) or said.all_of("rules", "flight_plan", "customs", "ppr")
    )


_EUROPEAN = re.compile(r"\beasa\b(?!-)", re.IGNORECASE)
_EUROPE_SAID = r"(?:the eu|eu|europe|l['’]europe|europa|ue|sera)"
_OF_EUROPE = re.compile(rf"\beasa\b(?!-)|\b{_EUROPE_SAID}\b", re.IGNORECASE)
_OUTSIDE = r"(?:the uk|uk|u\.k\.|gb|britain|england|united kingdom|royaume-uni|angleterre|großbritannien|vereinigte[sn]? königreich)"
_SET = r"\s*(?:and|or|vs\.?|versus|/|,|&|und|oder|et|ou|compared (?:to|with)|in)\s*(?:in |en |dans )?"
_BESIDE_EUROPE = re.compile(rf"\b{_OUTSIDE}\b{_SET}\b{_EUROPE_SAID}\b|\b{_EUROPE_SAID}\b{_SET}\b{_OUTSIDE}\b")
""" "Fuel reserves UK and Europe": both are asked for, where no flight from one into the other is said."""
_SET_AGAINST = re.compile(
    r"\b(?:vs|versus|or|und|oder|ou|et|and|compared?|differen\w*|différen\w*|unterschied\w*|same|gleich|pareil|même|than|als|contre)\b"
)


def _against_europe(said: Said) -> tuple[str, ...]:
    """ "EASA vs UK night VFR": the state outside, and the pilot's own state of EASA (else that of the language) for EASA."""
    low = said.slots.low
    beside = (
        _BESIDE_EUROPE.search(low) is not None and said.deps.rules.corpus.named_in(said.slots.text) is not None
    )
    if not (_EUROPEAN.search(low) and _SET_AGAINST.search(low)) and not beside:
        return ()
    if _OF_A_LICENCE.search(low):
        return ()
    named = {c.country.code for c in said.slots.countries}
    if _CAA.search(low):
        named.add("GB")
    if len(named) != 1 or named & EASA_STATES or any(spot.kind != "country" for spot in said.spots):
        return ()
    home = country_of(said.home, said.deps) if said.home else None
    own = home if home in EASA_STATES else {"de": "DE"}.get(written_in(low) or "", "FR")
    return (*named, own)


_CAA = re.compile(r"\b(?:uk )?caa\b")


_SINCE = re.compile(r"\b(?:since|seit(?: dem)?|depuis(?: le)?) brexit\b|\bbrexit\b")


def _is_since_then(said: Said) -> bool:
    """ "What changed since Brexit for a UK pilot in France": what holds there now, no two countries side by side."""
    return _SINCE.search(said.slots.low) is not None and not _RANKS.search(said.slots.low)


def _names_two_fields_alone(said: Said) -> bool:
    """ "Compare Sandown with Bembridge": two places in no country that is named, and nothing of rules."""
    fields = [s for s in said.spots if s.kind in ("code", "iata", "place") and not s.is_area]
    return len(fields) > 1 and not said.slots.countries and not said.all_of("rules", "flight_plan", "transponder")


_WHO_IS = re.compile(
    r"\b(?:pass?engers?|pax|friends?|guests?|wife|husband|one|two|both|s?he|they|we|i|passagiere?|gäste?|freunde?|einer|eine|"
    r"er|sie|wir|ich|passagers?|amie?s?|invitée?s?|l['’]une?|l['’]autre|elles?|ils?|je|nous)(?: of (?:us|them|my \w+))?"
    r"(?: (?:is|are|am|ist|sind|bin|est|sont|suis|sommes)|['’](?:s|m|re))\s+(?:(?:an?|also|both|all|un|une|auch|alle|tous) )*$"
)


def _tells_who_they_are(said: Said) -> bool:
    """ "One passenger is Irish and one is American": no countries to compare."""
    low, named = said.slots.low, said.slots.countries
    if not named or said.all_of("rules") or any(spot.kind != "country" for spot in said.slots.spots):
        return False
    return all(of_people(one, low) and _WHO_IS.search(low[: one.start]) for one in named)


_COMES_FROM = re.compile(
    r"\b(?:venant|provenance|arrivant|en partant|coming|arriving|flying in|kommend|komme\w*)\s+(?:de|d['’]|from|aus|von)\s*(?:the |la |le |l['’])?$"
)


@reads("get_answers_for_questions", "question_ids", called=later("Rules by number"))
def answers(said: Said) -> Given:
    """The ids of questions of the corpus."""
    ids: list[JsonValue] = list(said.slots.ids)
    countries = _countries(said).get("countries")
    return {**({"question_ids": ids} if ids else {}), **({"country_codes": countries} if countries else {})}


_OF_TOPICS = re.compile(
    r"rule|regulation|heading|law\b|topic|categor|\btags?\b|subject|section|th[eè]me|sujet|thema|themen|regel|vorschr|r[eè]gle|r[eé]glement",
    re.IGNORECASE,
)


@reads(
    "list_rule_categories_and_tags",
    called=later("Topics of rules"),
    unless=lambda said: not _OF_TOPICS.search(said.slots.low),
)
def topics(said: Said) -> Given:
    """Nothing is needed."""
    return {}


_OF_A_RULE = re.compile(
    r"\b(?:allow\w*|permit\w*|accept\w*|recogni[sz]\w*|forbid\w*|bann?\w*|prohibit\w*|requir\w*|needs?|demand\w*|insist\w*"
    r"|(?:can|may) (?:i|we|you) (?:fly|land|take|use|go|visit)|autoris\w*|accept\w*|interdi\w*|exig\w*|obligatoires?"
    r"|erlaub\w*|verbiet\w*|verboten|verlang\w*|brauch\w*|anerkenn\w*|anerkannt|pflicht)\b",
    re.IGNORECASE,
)
"""Words of leave and duty: "which countries allow microlights" asks a rule of them, not which are held."""


_OF_FIELDS = re.compile(
    r"\b(?:air(?:ports?|fields?|strips?)|fields?|strips?|places?|runways?|hotels?|flugpl[aä]tze\w*|terrains?|a[ée]rodromes?|weather|wetter|m[ée]t[ée]o)\b"
)
"""Fields are looked for, or the weather, and no rule."""
_EUROPE = re.compile(
    r"\b(?:europ[ae]|europäisch\w*|european|européen\w*|easa(?![- ](?:licen|lizenz|l?a?ppl|pilot|medical|part|aircraft|state|reg)))\b"
)
_RULED = re.compile(
    r"\b(?:oxygen|oxygène|sauerstoff\w*|speed limit|250 ?k(?:no)?ts?|squawks?|transpondeu?r\w*|licen[cs]es?|ppl|lapl|basic ?med|medicals?|fuel reserves?|vfr minim(?:a|ums?)"
    r"|weather minim(?:a|ums?)|cruising (?:levels?|altitudes?)|hemispheric(?:al)?|semi-?circular|insurance|life ?-?jackets?|schwimmwesten?|gilets?|elt|plb|cost[- ]sharing"
    r"|right[- ]of[- ]way|radio (?:failure|licen[cs]e)|flight plans?|flugplan\w*|plans? de vol|temporary admission|vfr at night|night vfr|nacht-?vfr|vfr de nuit|on top"
    r"|light signals?|minimum heights?|mindesth[öo]he\w*|hauteurs? minimales?|funkpflicht|sprechfunk\w*|vols? de nuit|nachtflug\w*|ads-?b)\b"
)
"""Subjects of rules that are asked of Europe as a whole: "oxygen rules Europe, above what altitude"."""

_LIKENED = re.compile(
    r"\b(?:like|same as|similar to|as|than|wie|comme)\s+(?:in|over|at|back in|bei|aux?|en|chez)?\s*(?:the |den |der |die |la |les |l['’])?$"
)
"""Before the country that another is likened to: "mandatory in Europe like in the US"."""


def _of_the_corpus(text: str, said: Said) -> tuple[Mention, ...]:
    """What speaks of what is held, or looks for something: [corpus.rules] and [corpus.sought] of data/language."""
    return load_lexicon(said.deps.settings.data / "language", "corpus").mentions(words_of(text))


def _is_sought(said: Said) -> bool:
    """What is looked for, and no rule: "where in Europe is avgas cheap"."""
    found = _of_the_corpus(said.slots.low, said)
    asked = [mention.start for mention in found if mention.concept == "sought.where"]
    return bool(asked) and any(m.concept == "sought.thing" and m.start > asked[0] for m in found)


def _is_left(text: str, said: Said) -> bool:
    """Whether a word is left that is not said of what is held: "which countries are covered"."""
    held = [(m.start, m.end) for m in _of_the_corpus(text, said) if m.concept == "rules.held"]
    return any(len(word.text) > 2 and not any(a <= word.start < b for a, b in held) for word in words_of(text))


def _asks_all(said: Said) -> bool:
    """ "which countries allow VFR at night": a rule asked of all of them, none named."""
    low = said.slots.low
    tongue = _SPOKEN.search(low) is not None or re.search(r"\benglish\b", low) is not None
    flown = [
        c
        for c in said.slots.countries
        if not of_credentials(c, low)
        and not of_people(c, low)
        and not _LIKENED.search(low[: c.start])
        and not (tongue and c.demonym and _LANGUAGE.fullmatch(low[c.start : c.end]))
    ]
    if flown:
        return False
    if not OF_ALL_COUNTRIES.search(low):
        a_rule = _OF_A_RULE.search(low) or _OF_TOPICS.search(low) or _RULED.search(low)
        europe = IN_EUROPE.search(low) or (_RULED.search(low) and _EUROPE.search(low))
        return bool(europe and a_rule and not _OF_FIELDS.search(low))
    if _is_sought(said) and not _OF_A_RULE.search(low):
        return False
    left = _is_left(_unframed(low), said)
    return bool(left or _OF_A_RULE.search(low) or AREA.search(low))


@reads(
    "list_rule_countries",
    called=later("Countries with rules"),
    unless=lambda said: bool(_OF_A_RULE.search(said.slots.low)) and not _asks_all(said),
    claims=_asks_all,
)
def known_countries(said: Said) -> Given:
    """Nothing is needed; the question itself where a rule is asked of all countries."""
    if not _asks_all(said):
        return {}
    said.take([*said.slots.quantities, *said.slots.days, *said.mentions, *said.slots.spots])
    return {"question": said.slots.text}


_LANGUAGE = re.compile(
    r"(?:english|french|german|italian|spanish|portuguese|englisch|französisch|deutsch|italienisch|spanisch|anglais|français|"
    r"allemand|italien|espagnol)"
)
_SPOKEN = re.compile(
    r"\b(?:speak|spoken|talk|radio|r/t|language|phraseology|understand|funk(?:e|en|t)?|sprechen|sprache|parler|langue"
    r"|(?:english|french|german|italian|spanish) (?:is |be )?(?:accepted|enough|sufficient|possible|only|understood|okay|ok)"
    r"|bzf|azf|frtol|sprechfunk\w*|funksprech\w*|funkzeugnis\w*|(?:icao )?level [4-6])\b"
)
_ARTICLE_BEFORE = ("the ", "les ", "chez les ")
"""Before those who speak, not before what they speak: "do the French speak English"."""
_ITS_LAND = re.compile(
    r"\s*(?:\w+ )?(?:fields?|airfields?|airports?|airspace|rules?|border|skies|controllers?|atc|fis|authorit\w+|waters|law|"
    r"plätze\w*|luftraum|lotsen?|fluglotsen?|behörden?|terrains?|contrôleurs?|autorités?)\b"
)

_CHANNEL_ISLANDS = re.compile(r"\b(?:channel islands|îles anglo[- ]normandes|kanalinseln)\b")


_INSTEAD_OF = re.compile(
    r"\b(?:instead of|rather than|in place of|statt|anstelle von|au lieu de(?: l['’]| la)?|plutôt que)\s+(?:the )?$"
)


_ITS_BORDER = re.compile(r"\s+(?:state )?(?:border|frontier|grenze|staatsgrenze|frontière)\b")
_BORDER_WITH = re.compile(
    r"\b(?:border|frontier|boundary|grenze|frontière)\s+(?:with|of|to|zu[rm]?|nach|mit|avec|de|du|des|d['’])\s*(?:the |la |le |l['’]|der |dem )?$"
)


def _is_beyond_a_border(named: Named, low: str) -> bool:
    """ "The Belarusian border in Lithuania": which border it is, where the rules of another are asked."""
    return bool(_ITS_BORDER.match(low, named.end) or _BORDER_WITH.search(low[: named.start]))


_ASKED_ALREADY = re.compile(
    r"\b(?:(?:i|we) (?:have |had )?(?:already )?(?:asked|read|looked|did|had|know)|nothing to do with|never mind|forget|apart from|not (?:about |for |in )?"
    r"|(?:habe?|hatte) ich (?:schon|gestern|bereits)|nicht(?: für| in)?|vergiss|außer|abgesehen von|j['’]ai déjà|rien à voir avec|oublie|à part|pas (?:pour |en |la |le )?)\b"
)
_ASIDE_ENDS = re.compile(r"[:;.?!–]|,(?! (?:and|or|und|oder|et|ou) )|\bbut\b|\bsondern\b|\bmais\b")


def _is_told_aside(named: Named, low: str) -> bool:
    """ "I asked about Ireland last week: …": a country of a clause that says that it is not asked of."""
    begin = max((m.end() for m in _ASIDE_ENDS.finditer(low, 0, named.start)), default=0)
    cut = _ASIDE_ENDS.search(low, named.end)
    if cut is None or not re.search(r"\w", low[cut.end() :]):
        return False
    return _ASKED_ALREADY.search(low[begin : named.start]) is not None


def _where(said: Said) -> list[str]:
    """The countries whose rules are meant: that of a licence or of pilots is not, beside one where they fly."""
    low = said.slots.low
    named = [
        c
        for c in said.slots.countries
        if not _INSTEAD_OF.search(low[: c.start])
        and not _is_beyond_a_border(c, low)
        and not _is_told_aside(c, low)
    ] or list(said.slots.countries)
    people = {c.country.code for c in named if of_people(c, low)}
    papers = {c.country.code for c in named if of_credentials(c, low)}
    of_others = (people | papers) - {
        c.country.code for c in named if not of_people(c, low) and not of_credentials(c, low)
    }
    spoken: set[str] = set()
    if _SPOKEN.search(low):  # "is English enough on the radio": a language, not a country
        spoken = {
            c.country.code
            for c in named
            if c.demonym
            and _LANGUAGE.fullmatch(low[c.start : c.end])
            and not _ITS_LAND.match(low[c.end :])
            and not low[: c.start].endswith(_ARTICLE_BEFORE)
        } - {c.country.code for c in named if not c.demonym or _ITS_LAND.match(low[c.end :])}
    kept = {c.country.code for c in named}
    named_lands = [c for c in said.countries() if c not in spoken and c in kept]
    others = [c for c in named_lands if c not in of_others]
    if others or not of_others:
        return others
    return said.countries_of_places()[:1] or [c for c in named_lands if c not in people]


_CROSSED = re.compile(
    r"\b(?:overfl\w+|over|across|cross\w*|through|via|transit\w*|survol\w*|travers\w*|par|überflieg\w*|überflug|über|durch)\s+"
    r"(?:the |la |le |l['’]|die |den |das )?$"
)


def _crossed_shut(said: Said) -> list[str]:
    """The closed countries that a flight would cross: "overflying Belarus from Poland to Lithuania"."""
    named = [c for c in said.slots.countries if _CROSSED.search(said.slots.low[: c.start])]
    codes = [c.country.code for c in named] + [
        code
        for s in said.slots.spots
        if _CROSSED.search(said.slots.low[: s.start]) and (code := _land_of(s, said))
    ]
    return [code for code in dict.fromkeys(codes) if said.deps.borders.closed(code)]


def _is_of_travellers(said: Said) -> bool:
    """Whether people or an animal aboard are asked about, and no flight of which they are only told."""
    low = said.slots.low
    theirs = [(one.start, one.end) for one in peoples(said.slots.countries, low)]
    spots = [s for s in said.slots.spots if not any(a <= s.start < b for a, b in theirs)]
    roles = {spot.role for spot in spots}  # "mon passager est algérien": nobody comes from there
    if of_pets(low) or (PET.search(low) and len(said.slots.countries) > 1):
        return not ("to" in roles and said.slots.days)  # "to Rügen on Saturday, wife and dog": a trip with a dog
    if said.has("gar"):
        return False  # "he has a French passport, does he go on the GAR"
    if _IDENTITY.search(low) and _MUST.search(low) and not roles >= {"from", "to"} and not said.slots.days:
        return True
    of_them = asks_of_them(low, said.slots.countries) and not said.slots.days
    told = roles >= {"from", "to"} and not of_them and (not has_papers(low) or _asks_for_the_flight_too(low))
    told = told or (len(said.spots) > 1 and bool(said.slots.days) and not asks_what_they_need(low))
    return not told and of_people_aboard(low, said.slots.countries)


def _asks_for_the_flight_too(low: str) -> bool:
    """ "What papers and notices do we need and by when", of a flight with an Irish passport aboard: all that it takes."""
    return any(not _PAPERS_ALONE.fullmatch(low[start:end]) for start, end in asked_for_all(low))


_PAPERS_ALONE = re.compile(
    r"\w+ (?:sont les |other |all |kind of |of )?(?:papers?|papiere?s?|documents?|dokumente?|unterlagen)"
)


_IDENTITY = re.compile(
    r"\b(?:visas?(?! card)|visum|passports?|passeports?|reisep[aä]ss\w*|(?:personal)?ausweise?|perso|(?:einen|ihren|keinen|welchen) pass|pass oder|p[äa]sse|(?:identity|id) cards?"
    r"|cartes? d['’ ]?identit[ée])\b"
)
"""What one shows of oneself."""
_MUST = re.compile(
    r"\b(?:needs?|needed|must|have to|required|enough|muss|müssen|brauch\w*|reich(?:t|en)|nötig|pflicht|faut|dois|doit|devons|suffi(?:t|sent)|besoin)\b"
)
_OF_A_RATING = re.compile(
    r"\b(?:qualif\w* montagne|mountain (?:rating|qualification)s?|gebirgs(?:flug)?berechtigung\w*)\b"
)


def _is_of_a_rating(said: Said) -> bool:
    """ "Altiport de Megève, do I need a mountain rating?": the rule, and not the field's sheet."""
    return _OF_A_RATING.search(said.slots.low) is not None


_BACK = re.compile(
    r"\b(?:(?:come|coming|get|bring\w*|tak(?:e|ing)|fly\w*) (?:\w+ ){0,3}?(?:back|home)|back (?:home )?from|return\w*|ramener|revenir|retour|zurück\w*)\b"
)


def _entered(said: Said) -> Given:
    """The country that is entered: the one flown to, else those that are named, else that of the place."""
    pets = [match.span() for match in PET.finditer(said.slots.low)]
    towards = [
        s for s in said.slots.spots if s.role == "to" and not any(a < s.end and s.start < b for a, b in pets)
    ]
    found = [c for s in towards if (c := _land_of(s, said))]
    left = [c for s in said.slots.spots if s not in towards and (c := _land_of(s, said))]
    left += [c.country.code for c in said.slots.countries]
    if pets and not found and left and _BACK.search(said.slots.low):  # home, of which only what is left is named
        home = country_of(said.home, said.deps) if said.home else None
        said.take(said.slots.spots)
        codes: list[JsonValue] = [home] if home else [*dict.fromkeys(["GB", *left])]
        return {"countries": codes[:MOST]}
    if pets and found and left and said.has("both_ways"):  # "from England to France and back": each is entered
        said.take(said.slots.spots)
        both: list[JsonValue] = [*dict.fromkeys([*found, *left])]
        return {"countries": both[:MOST]}
    if (
        not found and len(said.spots) > 1 and (end := said.ends()[1])
    ):  # "Yverdon Ajaccio avec un passager algérien"
        found = [code] if (code := country_of(end, said.deps)) else []
    said.take(said.slots.spots)
    named = _where(said)
    departed = {c.country.code for c in said.slots.countries if _CARRIED_FROM.search(said.slots.low[: c.start])}
    named = [code for code in named if code not in departed] or named
    entered: list[JsonValue] = [*dict.fromkeys(found or named or said.countries_of_places())]
    return {"countries": entered[:MOST]} if entered else _countries(said)


_CODE = r"(?:squawk\w*|transponder\w*|transponderkennung|codes?|7[567]00|transpondeur)"
_PLIGHT = (
    r"(?:radio (?:failure|fails?|failed)|lost comm\w*|comms? failure|no radio|nordo|emergenc\w*|mayday|distress|hijack\w*"
    r"|unlawful interference|radio (?:quits|dies|is dead|goes dead|stops)|panne (?:de )?radio|funk (?:ausfällt|fällt aus|geht nicht|tot)|urgence|détresse|détournement|funkausfall|notfall|notlage|entführung)"
)
_EMERGENCY_CODE = re.compile(rf"\b{_CODE}\b.*\b{_PLIGHT}|\b{_PLIGHT}.*\b{_CODE}\b")
_SAME_CODES = ("FR", "GB")
"""The codes in distress are the same wherever the corpus holds them: the EU's text and the UK's are told."""


_SHORES = tuple(
    (re.compile(rf"\b(?:{names})\b"), shores)
    for names, shores in (
        (r"(?<!comms )(?:the|english) channel|la manche|ärmelkanal", ("GB", "FR")),
        (r"irish sea|mer d[’']irlande|irische see", ("GB", "IE")),
        (r"north sea|mer du nord|nordsee", ("GB", "NL", "DE", "DK")),
        (r"baltic sea|mer baltique|ostsee", ("DE", "DK", "SE", "PL")),
        (r"mediterranean(?: sea)?|méditerranée|mittelmeer", ("FR", "IT", "ES")),
    )
)
"""Over which sea one flies names whose rules are meant, where no country is: those of its shores."""
_ETA = re.compile(
    r"\b(?:(?:need|needs|require[sd]?|have|has|get|apply for|without|is) (?:an |the )?eta(?! (?:at|for|is|of)\b)|eta (?:visa|permit|fee)s?"
    r"|electronic travel authori[sz]ations?|(?:une|l['’]|d['’]une) eta\b(?! prévue)|(?:eine|ein|kein\w*) eta\b)"
    r"|\b(?:papers|papiers|papiere|visas?|visum|passports?|passeports?|pass|documents?|dokumente)\b[^.?!]*\beta\b(?! (?:at|for|is|of)\b)"
)
"""The electronic travel authorisation of the United Kingdom; the estimated time of arrival is reckoned, not needed."""
_OF_ONE_STATE = (
    (
        re.compile(
            r"\b(?:pmd|pilot medical declaration|nppl|matz|lars|cap ?413|laa permit|skyway code|the caa|border force|hmrc|ho ?60|duty drawback)\b"
        ),
        "GB",
    ),
    (
        re.compile(
            r"\b(?:altiports?|altisurfaces?|qualif(?:ication|\.)? montagne|siv|dgac|dsac|ffplum|tic|ticpe)\b"
        ),
        "FR",
    ),
    (re.compile(r"\b(?:bzf|azf|lba|dulv|daec|luftfahrt-?bundesamt)\b"), "DE"),
    (re.compile(r"\b(?:waddenzee|wadden ?islands?|ijsselmeer)\b"), "NL"),
    (re.compile(r"\b(?:vanoise|[ée]crins|mercantour)\b"), "FR"),
    (re.compile(r"\b(?:bazl|ofac)\b"), "CH"),
    (re.compile(r"\b(?:austro ?control|austrocontrol)\b"), "AT"),
    (re.compile(r"\b(?:irish aviation authority|the iaa)\b"), "IE"),
)
"""What one state alone has names whose rules are meant, where no country is said."""
GAR_STATES = ("GB", "IM")
"""The states whose rules on a General Aviation Report are held, first the one whose it is."""


_LEFT = re.compile(r"\b(?:(?:from|depuis|de|aus|von)\s+|d['’]\s*)(?:the |la |le |l['’]|der |dem )?$")
_LANDED = re.compile(
    r"\b(?:lands?|landing|landed|arriv\w*|return\w*|(?:come|coming|get|flying|fly|brings?|bringing|bring things|take|taking|carry) (?:\w+ )?(?:back|home)|bring\w* back|atterri\w*|poser|rentr\w*|retour"
    r"|revenir|landen|lande|landung|ankunft|zurück\w*)\b"
)


def _where_landed(said: Said, countries: list[str]) -> list[str]:
    """Where a flight ends, of which only the country it leaves is named: "landing in Kent from France".

    The home's where no place is said; nothing where there is no home either.
    """
    named = [c for c in said.slots.countries if c.country.code in countries]
    left = bool(named) and all(_LEFT.search(said.slots.low[: c.start]) for c in named)
    if not left or not _LANDED.search(said.slots.low):
        return countries
    home = country_of(said.home, said.deps) if said.home else None
    return [c for c in said.countries_of_places() if c not in countries] or ([home] if home else [])


_OF_A_LICENCE = re.compile(r"\b(?:licen[cs]es?|l?ppl|lapl|nppl|\w*lizenz\w*|\w*schein\w*|medicals?|licences?)\b")


def _of_its_register(said: Said) -> list[str]:
    """ "UK PPL in an F-reg, legal?": a licence on a foreign aircraft, and no country to fly in: the register's."""
    low, found = said.slots.low, REGISTRATION.search(said.slots.text)
    if found is None or not _OF_A_LICENCE.search(low) or said.spots:
        return []
    if any(not of_credentials(c, low) for c in said.slots.countries):
        return []
    code = said.deps.borders.registry(found["m"])
    return [code] if code is not None and code in said.deps.rules.corpus.countries else []


_IN_A_STATE = re.compile(
    r"\b(?:in|en|au|aux|dans|has|have|hat|haben|do(?:es)?|ont|chez)\s+(?:the |den |der |die |dem |la |le |les |l['’])?$"
)


def _report_there(said: Said) -> bool:
    """Whether a report of another state is asked for: "do they need a GAR in the Netherlands, or something like it?"."""
    countries = said.slots.countries
    return bool(countries) and all(
        c.country.code not in GAR_STATES and _IN_A_STATE.search(said.slots.low[: c.start]) for c in countries
    )


def _where_filled(said: Said) -> list[str]:
    """The state whose tax is on the fuel: where it is bought, which is home where only the way abroad is told."""
    bought = [c.country.code for c in said.slots.countries if not _FLOWN_TO.search(said.slots.low[: c.start])]
    bought += [c for s in said.spots if s.kind != "country" and s.role != "to" and (c := _land_of(s, said))]
    own = [code for words, code in _OF_ONE_STATE if words.search(said.slots.low)]
    home = country_of(said.home, said.deps) if said.home else None
    return [*dict.fromkeys(bought)] or own[:1] or ([home] if home else [])


_FLOWN_TO = re.compile(
    r"\b(?:to|into|for|towards|vers|pour|nach|richtung)\s+(?:the |la |le |les |l['’]|den |die )?$"
)


_TAX = re.compile(r"\b(?:duty|drawback|tax|vat|tva|tic|ticpe|accise|taxes?|détax\w*|detax\w*|mwst|\w*steuer\w*)\b")


def _is_taxed(said: Said) -> bool:
    """ "VAT on avgas in Germany, can I get it back": the tax on fuel, no list of fields and no price."""
    if not _TAX.search(said.slots.low):  # before the corpus is read
        return False
    meant = said.deps.rules.corpus.named_in(said.slots.text)
    return meant is not None and meant.id == _TAXED


def _countries(said: Said) -> Given:
    if _is_taxed(said):
        filled: list[JsonValue] = [*_where_filled(said)]
        said.take([*said.slots.spots, *said.mentions])
        return {"countries": filled[:MOST]} if filled else {}
    countries: list[JsonValue] = [*(_of_its_register(said) or _where_landed(said, _where(said)))]
    if said.has("gar") and not _report_there(
        said
    ):  # the report of one state, whatever other is named: "a GAR to fly to France"
        own: list[JsonValue] = [code for code in countries if code in GAR_STATES]
        countries = own or list(GAR_STATES[:1])
    if not countries and not said.spots:
        countries = [*(code for sea, shores in _SHORES if sea.search(said.slots.low) for code in shores)]
    if not countries and _ETA.search(said.slots.low):
        countries = ["GB"]
    if not countries and (not said.spots or is_flown_over(said)):
        countries += [code for own, code in _OF_ONE_STATE if own.search(said.slots.low)][:1]
    if _CHANNEL_ISLANDS.search(said.slots.low):
        countries = ["JE", "GG", *(c for c in countries if c not in ("JE", "GG"))]
    if not countries and not said.spots and _LICENSED.search(said.slots.low):
        countries = [*filter(None, (registered_in(said.slots.low),))]
    if not countries:
        known = any(_is_sure_of_country(spot, said) for spot in said.spots)
        countries = list(said.countries_of_places()) if known else []
        countries = [*(countries or [code for own, code in _OF_ONE_STATE if own.search(said.slots.low)][:1])]
    # A town in closed airspace ("from Kharkiv to Poland"): its country is asked too, so that it is warned of first.
    there = _of_sure_places(said)
    shut = [c for c in there if said.deps.borders.closed(c) and c not in countries]
    countries = [*shut, *countries]
    if not countries and not said.home and _EMERGENCY_CODE.search(said.slots.low):
        countries = list(_SAME_CODES)
    return {"countries": countries[:MOST]} if countries else {}


_LICENSED = re.compile(r"\b(?:l?a?ppl|faa|licen[cs]es?|brevets?|\w*lizenz\w*|pilotenschein\w*)\b")
""" "May he fly my F-GABC with an FAA licence": the aircraft's state is the one whose word counts."""


def _of_sure_places(said: Said) -> list[str]:
    """The countries of the places that are surely places."""
    sure = [spot for spot in said.spots if _is_sure_of_country(spot, said)]
    return [c for spot in sure if (c := _land_of(spot, said))]


def _land_of(spot: Spot, said: Said) -> str | None:
    """The country in which a place lies: "home" is where the pilot is at home, no town of that name."""
    if spot.kind == "here":
        return country_of(said.home, said.deps) if said.home else None
    return spot.country or country_of(spot.name, said.deps)


_CITY = 20_000


def _is_sure_of_country(spot: Spot, said: Said) -> bool:
    """Whether a place means its country: "donk" and "Basic Service", which are hardly places, mean none."""
    if said.deps.glossary.meanings(spot.name) and spot.kind != "place":
        return False  # "PMD": an abbreviation, and Palmdale's code
    if spot not in said.slots.weak:
        known = spot.kind == "code" or speaks_for_country(spot.name, said.deps)
        return known or (_AT_A_FIELD.search(said.slots.low[: spot.start]) is not None and _has_field(spot, said))
    place = said.deps.places.resolve(spot.name).best if spot.kind == "place" else None
    return place is not None and (place.airport is not None or place.population >= _CITY)


_AT_A_FIELD = re.compile(r"\b(?:for|at|into|in|to|à|pour|sur|bei|für|nach|in)\s+$")


def _has_field(spot: Spot, said: Said) -> bool:
    """Whether an airfield bears the name: "a mountain rating for Courchevel"."""
    code = field_of(spot.name, said.deps) if spot.name[:1].isupper() else None
    airport = said.deps.airports.get(code) if code else None
    return airport is not None and spot.name.casefold() in airport.name.casefold()


_FRAME = re.compile(
    r"\b(?:(?:dans un|en|sous forme d[e'’]? ?(?:un )?)? ?tableau|(?:in einer |als )?tabelle|par rapport (?:à|a|aux?)|comparée?s? (?:à|a|aux?)|c est quoi|qu est ce que?|im vergleich (?:zu[mr]?|mit)|verglichen mit|pour un (?:avion|ulm)(?: l[ée]ger)?(?: venant)?|for a light aircraft(?: coming)?|etc|(?:for|as) (?:an? |us )?(?:(?:visiting|private|foreign|gliding|hobby|weekend|ppl|vfr|ga|light) )*(?:pilots?|visitors?|guests?|foreigners?|planes?|aircraft|aeroplanes?|flights?)(?: from abroad)?|pour (?:une? |les |des )?(?:pilotes?|visiteu(?:rs?|ses?))(?: (?:étranger\w*|privée?s?|de passage|vfr|en visite))*|für (?:einen? )?(?:(?:ausländische[nr]?|besuchende[nr]?|private[nr]?|fremde[nr]?) )*(?:(?:privat|gast)?piloten?|besucher|gäste)|and (?:so on|so forth|the like|such)|und so weiter|usw|et cetera|et ainsi de suite|(?:may|might|shall) i|as regards|with regard to|in terms of|list|show|give|tell|browse|display|read|find|compare|compared|contrast|what|which|are|is|the|all|every|any|me|us|you|have|for|of|in|on|"
    r"about|between|and|or|with|to|do|does|please|pls|plz|use|own|our|ones|three|four|trois|drei|vier|quatre|else|rest|lying|generally|overall|kit|caboodle|rules?|regulations?|laws?|law|regs|requirements?|differences?|different|differ|"
    r"difference|versus|vs|v|how|from|if|know|your|got|can|i|we|one|main|page|next|everything|full|complete|a|an|(?<!mode )s|whats|"
    r"liste|montre|donne|règles?|regles?|réglementations?|reglementations?|toutes?|tous|les|la|le|des|du|de|en|et|au|aux|sur|pour|entre|"
    r"quelles?|quels?|sont|différences?|differences?|compare[rz]?|"
    r"zeig|zeige|liste|alle|regeln?|vorschriften|vergleich\w*|vergleiche|unterschiede?|zwischen|und|in|für|fuer|der|die|das|den|bitte|mir|"
    r"als|than|tout|ce|que|tu|as|comme|sors|moi|mets|liste|l|d|qu|pareil|ok|ve|carry|see|should|must|before|going|whole|things?|stuff|graag|regels|voor|mal|komplette[nr]?|"
    r"(?:s )?il (?:vous|te) pla[iî]t|want|wants|need|send|dump|print|email|rule ?books?|handbook|schick\w*|envoie\w*|veux|voudrais|möchte|"
    r"alles|sämtliche|gesamte|anything|us|mean|flying|those|these|two|both|side|by|put|countries|pays|länder|lot|entire|there|changes?|diffs?|"
    r"works?|working|functions?|appl(?:y|ies)|handled|fonctionnent?|funktionier\w*|gehandhabt|normally|usually|mostly|always|fly|used|will|would|surprises?|surprising|surprised|expect|catch|differently|home|where|"
    r"then|again|them|they|closer|svp|merci|stp|thanks|ta|danke|thank|"
    r"bon|côte|cote|dessus|là|avec|place|à|stell|gegenüber|plus|beide[ns]?|just|last|nimm|noch|dazu|dazunehmen|so|nutshell|dann|beim|thema|auch|ajoute|rajoute|"
    r"add|put|also|too|same|strict(?:er|est)|strenger\w*|strengste\w*|lockerer|strikter|einfacher|leichter|easier|easiest|simpler|plus (?:sévères?|strictes?|souples?|simples?|faciles?)|strictes?|sévères?|souples?|où|elles|ils|est|unterscheide[nt]*|même|identiques?|wo|es|oder|dem|il|hassle|less|more|who|whose|c|instead|statt|länder[n]?|country|land|short|brief|kurz|bref|table|next|each|other|another|wait|"
    r"normalement|habitude|surprend\w*|vole|normalerweise|fliege|sonst|überrasch\w*|anders|"
    r"welche[rsn]?|gelten|sich|bei|im|mit|von|über|ueber|was|ist|hat|has|needs|make|mach|mache|erstell\w*|fais|faites|fait|check-?list(?:e|s)?|overview|übersicht\w*"
    r"|ne|nen|eine?n?|longest|shortest|längste\w*|kürzeste\w*|davon|ich|man|muss|dois|doit|je|brauche?|voranmelden|anmelden|pilots|piloten|pilotes|lequel|laquelle|lesquel(?:le)?s|deux|une?|demande(?:nt)?|exige(?:nt)?|verlang(?:t|en)|fordert?|zeigen|anzeigen|montrer|gegenüber\w*|nebeneinander|anders|differs|unterscheide[nt]|qui change)\b",
    re.IGNORECASE,
)


_LONGEST_TOPIC = 6
_ABOUT = re.compile(
    r"\b(?:about|on|regarding|concerning|handle|when it comes to|über|zum?|zur|bei|sur|pour|concernant|au sujet d\w+)\s+([^.?!,:;]+)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\b(?:he|she|they|my|his|her|mein\w*|mon|ma)\b")


def _unframed(text: str) -> str:
    return " ".join(_FRAME.sub(" ", re.sub(r"[^\w\s-]", " ", text)).split())


_FLIGHT_RULES = re.compile(r"[vi]fr", re.IGNORECASE)
""" "VFR rules: flight plan, transponder": by which rules one flies, and no subject beside the others."""
_COMPOUND = re.compile(
    r"\b(?!(?:flug|luft|luftverkehrs|verkehrs)regeln?\b)(\w{3,}?)s?(?:regeln?|vorschriften)\b", re.IGNORECASE
)
_NO_TOPIC = re.compile(
    r"forth|like|such|ainsi(?: suite)?|weiter|same|now|maintenant|jetzt|make|it|sais|sait|connais|connaissez|savez|kennst|kennt|kennen|weißt|weisst|wissen|one|ones|second|first|third|back|not|only|just|why|many|that|much|day|week|pareil|gleiche|deuxième|zweite|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|samstag|sonntag|freitag|samedi|dimanche|vendredi|\d+(?:am|pm|h)?",
    re.IGNORECASE,
)
"""A word that lists, moves or points and is no subject of a rule: "same for Germany", "what about Saturday"."""


_ENTERING = re.compile(
    r"into|inbound|enter(?:ing)?|entry|arriv(?:al|ing)|entrer|entrée|einflug|einfliegen|einreise|nach|vers|dans",
    re.IGNORECASE,
)
"""Words that say no more than that one flies in: what is filed as international is meant."""

_SENTENCES = re.compile(r"[^.?!;]+[.?!;]*")
_TELLS = re.compile(r"\b(?:i|we|ich|wir|je|j'|nous)\b(?!.*\?)")


def _of_the_sentence(said: Said) -> str:
    """The words outside of names, without the sentences in which the pilot only tells something: "I shall print them"."""
    whole = without_who_asks(said.slots.outside)
    marks = [c.start for c in said.slots.countries] + [m.start for m in said.all_of("rules")]
    asking = [
        m[0]
        for m in _SENTENCES.finditer(whole)
        if any(m.start() <= at < m.end() for at in marks) or not _TELLS.search(m[0].lower())
    ]
    return " ".join(asking) or whole


_ALSO = re.compile(r"\s*(?:[,:]|\b(?:and|und|et|sowie|ainsi que|as well as|plus)\b)\s*", re.IGNORECASE)
_MOST_SUBJECTS, _LONGEST_SUBJECT = 5, 4


_OF_PAPERS = re.compile(
    r"\b(?:documents?|papers|papiers|dokumente|papiere|customs|zoll|douane|microlights?|ulms?|ultraleicht\w*|gar|ppr"
    r"|versicherung\w*|assurances?|kostenteilung|partage (?:de|des) frais|lizenz\w*|außenlandung\w*|alcohol|alkohol|alcool"
    r"|transpondeurs?|oxygène|hauteurs? minimales?|svfr|special vfr|permit aircraft|rmz|tmz)\b"
)


_SHARED = re.compile(
    r"\b(?:passengers?|passagiere?n?|passagers?)\b.*\b(?:shar\w+|partag\w+|beteilig\w+) .*\b(?:costs?|kosten|frais)\b"
    r"|\b(?:passagiere?n?|mitflieger\w*|gast|gäste?n?)\b.*\b(?:kosten|sprit|benzin|spritgeld)\b.*\b(?:mit)?(?:be)?zahl\w*"
    r"|\b(?:pass?engers?|friends?|mates?)\b.*\b(?:chip in|contribut\w+|pay\w*|split\w*)\b.*\b(?:costs?|fuel|hire|rental|hour)\b"
    r"|\b(?:passagers?|amis?)\b.*\b(?:particip\w+|pay\w+|contribu\w+)\b.*\b(?:frais|essence|coûts?|carburant)\b"
    r"|\b(?:who|may|can|allowed|legal|how many)\b.*\b(?:shar\w+|split\w*) (?:the |my |our )?(?:\w+ )?costs?\b"
)
"""Passengers who share the costs: a rule, and no count of anything."""
_OF_MICROLIGHTS = re.compile(
    r"\b(?:my|our|an?) (?:\w+ )?(?:mla|ulm)\b.*\b(?:to|into|abroad|ok|okay|allowed|permission)\b|\b(?:mla|ulm)\b.*\b(?:ok|okay|allowed|permission)\b|"
    r"\b(?:mit|in)\s+(?:dem|meinem|einem|unserem)\s+(?:ul|ultraleicht\w*)\s+(?:nach|in die|ins?)\b.*\b(?:was brauch\w*|darf|erlaub\w*|genehmig\w*)"
    r"|\b(?:my|our|a|uk|british|foreign)\s+(?:\w+ )?(?:microlight|ultralight)\b.*\b(?:allowed|permission|permit|legal|authoris\w*)\b"
    r"|\b(?:ulm|ul)\b.*\b(?:autoris\w*|erlaubt|genehmig\w*)\b"
    r"|\b(?:autogyro|gyrocopter|microlight|ultralight|flexwing|trike|homebuilt|permit aircraft)s?\b.*\b(?:allowed|permission|legal)\b"
)
"""A microlight abroad and leave for it: a rule, and no way to anywhere."""
_MICROLIGHT = re.compile(r"\b(?:ulm|ul|ultraleicht\w*|micro-?lights?|ultra-?lights?)\b")
_MAY = re.compile(
    r"\b(?:(?:je|on|il|nous) (?:peux|peut|pouvons)|peut[- ](?:on|il)|puis[- ]je|autorisations?|permis(?:sion)?|sans (?:rien )?demander"
    r"|darf|dürfen|erlaub\w*|genehmig\w*|(?:can|may) (?:i|we|my|a)|permission|allowed)\b"
)


def _is_of_microlights(said: Said) -> bool:
    """ "J'ai un ULM, je peux aller en Espagne avec": whether a microlight may, in a country that is named."""
    low = said.slots.low
    if _OF_MICROLIGHTS.search(low):
        return True
    if not said.slots.countries or not _MICROLIGHT.search(low):
        return False
    if not _MAY.search(low) and not said.has("rules"):
        return False
    return not said.has("runway", "fuel", "avgas", "mogas", "microlight_field", "near")


_CARRIED_FROM = re.compile(
    r"\b(?:(?:from|out of|aus|von|depuis|de|bought in|gekauft in)\s+|d['’]\s*)(?:the |der |den |la |le |l['’])?$"
)


_CARRIED_TO = re.compile(r"(?:\b(?:to|into|nach|vers)|->|→)\s*(?:the |der |den |die |la |le |l['’])?$")


def _carried_into(said: Said) -> Given:
    """The country into which goods are brought; not the one that they come from: "24 bottles from Saumur"."""
    low = said.slots.low
    into = [c.country.code for c in said.slots.countries if not _CARRIED_FROM.search(low[: c.start])]
    towards = [c.country.code for c in said.slots.countries if _CARRIED_TO.search(low[: c.start])]
    into = towards or into  # "France to UK": the one that is left has no word before it
    spots = (
        []
        if towards
        else [s for s in said.slots.spots if s.role != "from" and not _CARRIED_FROM.search(low[: s.start])]
    )
    spots = [s for s in spots if s.kind != "iata"]  # "la TVA" is a tax
    into += [code for s in spots if (code := _land_of(s, said))]
    said.take([*said.slots.spots, *said.mentions])
    home = country_of(said.home, said.deps) if said.home else None
    left = {c.country.code for c in said.slots.countries}
    if not into and home is None and left:  # the Union's limits are alike in its states
        home = {"de": "DE", "fr": "FR"}.get(written_in(low) or "")
    codes: list[JsonValue] = [*dict.fromkeys(into or ([home] if home and home not in left else []))]
    return {"countries": codes[:MOST]} if codes else {}


_FLOWN = re.compile(r"\b(?:between|from|entre|zwischen|von|depuis|nach|vers)\b", re.IGNORECASE)


def _subjects(said: Said) -> list[JsonValue]:
    """The questions of a bare list of subjects, each on its countries: "night VFR, oxygen and documents in Germany"."""
    countries, text = said.slots.countries, said.slots.text
    states = {country.country.code for country in countries}
    if not countries or any(country_of(spot.name, said.deps) not in states for spot in said.spots):
        return []
    first, last = countries[0].start, countries[-1].end
    bare = text[:first] + " " * (last - first) + text[last:]
    if _FLOWN.search(bare):
        return []
    said_so = _ALSO.split(bare)
    parts = [_unframed(one).strip(" -–") for one in said_so]
    if not 1 < len(parts) <= _MOST_SUBJECTS or any(len(part.split()) > _LONGEST_SUBJECT for part in parts):
        return []
    if not all(_RULED.search(one.lower()) or _OF_PAPERS.search(one.lower()) for one in said_so):
        return []
    return [f"{part} {text[first:last]}" for part in parts]


def subject_of(said: Said) -> str:
    """The subject of rules that a message names in its own words; "" where it names none."""
    if not said.all_of("rules", "flight_plan", "customs", "ppr") and not (
        _RULED.search(said.slots.low) or _OF_PAPERS.search(said.slots.low)
    ):
        return ""
    return str(_topic(said.again()).get("topic", ""))


def _topic(said: Said) -> Given:
    """What is left of a sentence without its frame and its countries: the subject, in the pilot's words."""
    whole = _of_the_sentence(said)
    several = [
        part
        for one in _ALSO.split(whole)
        if len(part := _unframed(one).strip(" -–")) > 2 and not _NO_TOPIC.fullmatch(part)
    ]
    if 1 < len(several) <= _MOST_SUBJECTS and all(len(part.split()) <= _LONGEST_SUBJECT for part in several):
        said.take(said.mentions)
        several = [part for part in several if not _FLIGHT_RULES.fullmatch(part)] or several
        return {"topic": ", ".join(_COMPOUND.sub(r"\1", part) for part in several)}
    words = _unframed(whole)
    if all(_NO_TOPIC.fullmatch(word.strip("-")) for word in words.split()):
        return {}
    if all(_ENTERING.fullmatch(word) for word in words.split()):
        said.take(said.mentions)
        return {"topic": "international"}
    if len(words.split()) > _LONGEST_TOPIC or _ASIDE.search(words):
        about = _ABOUT.search(_of_the_sentence(said))
        words = " ".join(_unframed(about[1]).split()[:_LONGEST_TOPIC]) if about else ""
    words = _COMPOUND.sub(r"\1", words.strip(" -–"))  # "VFR-Regeln", "Funkregeln"
    if len(words) < 3:
        return {}
    said.take(said.mentions)
    return {"topic": words}
