"""Reads a flight that somebody plans: where, when there and back, with whom, in what."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from agent import regex as re
from agent.language.days import no_days
from agent.language.ends import country_of, field_of, find_ends
from agent.language.nationality import peoples
from agent.language.said import Said
from agent.language.slots import Spot
from agent.language.stays import stays_for
from agent.language.stops_told import stop_told
from agent.language.winds import find_wind
from agent.language.wording import words_of
from agent.protocol import ToolCall
from agent.registry import always_follows, follows, goes_on, reads
from agent.subjects.trip.asked_again import about_reminders, speaks_of_none
from agent.subjects.trip.clocks import clocks_of
from agent.subjects.trip.day_parts import no_day, no_such_weekday, which_day
from agent.subjects.trip.flown_home import flown_home
from agent.subjects.trip.following import about_trip, of_trip_alone
from agent.subjects.trip.is_it_done import ASKS_IN_TIME, IN_TIME
from agent.subjects.trip.leg_times import ground_time, longest_leg, own_time_and_margin, speed_by_length
from agent.subjects.trip.nights import night_there
from agent.subjects.trip.reading_area import without_areas_around
from agent.subjects.trip.reading_asked import LATEST, OFF
from agent.subjects.trip.reading_goals import flown_places, with_the_weighed, without_the_day_it_is_for
from agent.subjects.trip.reading_goals import kept as kept_goals
from agent.subjects.trip.reading_home import home_from_elsewhere, over_on_the_way_home, with_way_home
from agent.subjects.trip.reading_home_by import home_by, with_the_hour_at_home
from agent.subjects.trip.reading_legs import legs_flown
from agent.subjects.trip.reading_named_again import asked_of_again, beside_a_person, stayed_at_again
from agent.subjects.trip.reading_open_day import open_day
from agent.subjects.trip.reading_overflown import without_overflown
from agent.subjects.trip.reading_paper import ABOUT, one_paper_asked
from agent.subjects.trip.reading_people import NOBODY_ELSE, passports_said
from agent.subjects.trip.reading_round import home_after_the_last
from agent.subjects.trip.reading_takes import (
    HOW_TO_FILE,
    UNDECIDED,
    asked_for_all,
    papers_clauses,
    without,
    without_asking,
)
from agent.subjects.trip.reading_told_freely import stop_somewhere
from agent.subjects.trip.reading_two_starts import of_the_others, starts_told
from agent.subjects.trip.reading_way import (
    FLYING,
    over_a_stop_told_apart,
    way_said,
    without_towns_of_fields,
)
from agent.subjects.trip.stops import PURPOSE
from agent.subjects.trip.timeline import About
from agent.subjects.trip.times import is_timed, is_told_one_way, is_turned, nights_of, when_flown
from agent.subjects.trip.topics import only_paper
from agent.subjects.trip.winds import blanked, wind_said
from tongue import later

Given = dict[str, JsonValue]
_ROAD = re.compile(r"\b(?:to|nach|vers|à|from|von|de|depuis|ab)\b|->|→|–|-")
_FLIGHTS = re.compile(r"\b(?:flights|flüge|vols)\b")
_CAN_WE = re.compile(
    r"\b(?:can|could|peut|pouvons|können|kann)\b"
    r"(?! (?:you|u|du|sie|tu|vous|on|me)? ?(?:please |bitte |mir |uns |me |nous )*(?:plan|prepare|set up|sort|work out|line up|planifier|préparer|organiser)\b)"
)
""" "Can we go …?"; "can you plan …?" asks for the trip."""


def is_bare_trip(said: Said) -> bool:
    """Is nothing said but a flight between two fields on a day, and what is to be done for it?"""
    slots = said.slots
    ends = [s for s in slots.spots if s.kind in ("code", "iata", "place", "here", "country")]
    names = {s.name for s in ends} | ({said.home} if said.home else set[str | None]())
    dated = slots.days or any(q.unit == "weekend" for q in slots.of("days"))
    if len(names) < 2 or not dated or not (is_timed(said) or said.people() or _ROAD.search(slots.low)):
        return False
    if _FLIGHTS.search(slots.low):
        return False  # "flights from London to Nice": those one buys, more likely
    if is_asked_of_days(said):
        return False
    if said.has("brief"):
        return False  # "can we go from … to … today at 11": the day and its weather
    if "wind" in slots.low:
        return False  # "Rückenwind von … nach …": the wind on the way
    if sum(s.kind == "country" for s in ends) > 1:
        return False  # rules of two countries, more likely
    known = [(s.start, s.end) for s in (*slots.spots, *slots.crafts, *slots.quantities, *slots.days)]
    known += [(m.start, m.end) for m in said.all_of("both_ways", "reverse", "via", "people")]
    papers = said.all_of("customs", "immigration", "flight_plan", "gar", "gendec", "notice", "police")
    alone = _one_paper_at_its_end(said) is not None  # "Annecy Aoste Saturday 10:00, customs?"
    if alone or len({m.concept for m in papers} - {"notice"}) > 1:  # "customs notice" is one
        known += [(m.start, m.end) for m in papers]  # "customs, a flight plan?": all of them, not one
    bare = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in known)]
    return all(w.key in FLYING or w.key.isdigit() for w in bare)


_OF_A_TRIP = frozenset(
    [
        "all",
        "formalities",
        "also",
        "and",
        "at_least",
        "at_most",
        "at_length",
        "both_ways",
        "calendar",
        "closing",
        "count",
        "deadline",
        "explain",
        "here",
        "home",
        "in_short",
        "instead",
        "more",
        "not",
        "only",
        "people",
        "reverse",
        "second",
        "share",
        "there",
        "time_zone",
        "via",
        "customs",
        "immigration",
        "flight_plan",
        "gar",
        "gendec",
        "police",
        "notice",
        "no_ppr",
    ]
)
"""What a message may speak of that tells a trip and asks what it takes; a meal only where one flies for it."""
_PAPERS = frozenset({"customs", "immigration", "flight_plan", "gar", "gendec", "police", "notice", "no_ppr"})
_ASKS_ELSE = re.compile(
    r"\b(?:how (?:far|long|much|many|fast|early|late)|distance|miles|when|which|where|why|who(?:'s| is) (?:coming|in|up)|should|"
    r"look\w*|heading\w*|enroute|en[- ]route|times|find (?:me )?(?:a |some )?flight|\w*wind|vent|notice|préavis|preavis|passe(?!nger|ports?\b|port)\w*|"
    r"border|brief\w*|grenze|frontière|map|karte|carte|is (?:it|there|that)|are there|does|cost|price|cheap\w*|book|ticket\w*|seats?|airlines?|train|ferry|wind\w*|airspace|"
    r"route|routing|frequenc\w*|flew|flown|went|"
    r"wie (?:weit|lange|viel|teuer|früh|spät|wird|sieht|ist)|how(?:'s| is| does| will)|comment|wann|welche\w*|warum|wo|gibt es|ist (?:es|das)|kostet|strecke|geflogen|war(?:en)?|"
    r"combien|quelle distance|quand|où|pourquoi|y a-t-il|est-ce qu'il|coûte|météo|volé)\b"
)
_GOES_ON = re.compile(r"\W*(?:and|und|et)\b(?=.*\?\W*$)")
""" "Und von Groningen weiter nach Southend am Donnerstag?": of what was asked before."""
BACK_BY_LIGHT = re.compile(
    r"\b(?:back|home|return\w*|zurück|heim|daheim|retour|rentr\w+)\b[^.;?!]{0,24}? (?:before|by|in|vor|bei|avant|de) "
    r"(?:the |it gets |it's |der |dem |la |le coucher du )?(?:dark|sunset|daylight|nightfall|dusk|dunkelheit|sonnenuntergang|nacht|nuit|soleil)\b|"
    r"\b(?:before|vor|bei|avant) (?:the |it gets |dem |der |la |le )?(?:dark|sunset|nightfall|dusk|sonnenuntergang|dunkelheit|"
    r"einbruch der dunkelheit|coucher du soleil|nuit)\b[^.;?!]{0,12}\b(?:home|back|daheim|zu ?hause|zurück|heim|rentr\w+|retour)\b|"
    r"\b(?:im hellen|bei tageslicht|in (?:the )?daylight|de jour)\b[^.;?!]{0,12}\b(?:home|back|daheim|zu ?hause|zurück|heim|rentr\w+|retour)\b"
)
""" "Back before dark": when one comes home, and no question about the sun."""
WHEN_TO_LEAVE = re.compile(
    r"\b(?:(?:what|which) time|when|by when|how late|how early|wann|um wie ?viel uhr|quand|à quelle heure)\b"
    r"(?:,? (?:is |are |do |must |should |have |need |can |muss |müssen |soll |sollte |kann |faut[- ]il |il faut |dois[- ]je |doit[- ]on |est-ce que je dois |"
    r"i |we |you |ich |wir |man |on |nous |que |je |to |we'd |i'd |at the latest |spätestens |au plus tard )*)?,?\s*"
    r"(?:leave|leaving|depart\w*|set off|off[- ]blocks?|take[- ]?off|wheels up|be off|get going|los(?:fliegen|gehen)?|abflieg\w*|starten|weg|abheben|partir|décoll\w*|pars|parte?|parten)\b"
)
""" "There for 11: what time off blocks?"."""
_THERE_BY_LIGHT = re.compile(
    r"\b(?:still |noch |encore )?(?:before|by|in|vor|bei|avant|de) (?:the |it gets |it's |der |dem |la |le coucher du |le )?"
    r"(?:dark|sunset|daylight|nightfall|dusk|dunkelheit|einbruch der dunkelheit|sonnenuntergang|nacht|nuit|soleil)\b"
)
""" "Am I in Mâcon before sunset?": the plan tells when one is there, and that it is dark."""
_BY_LIGHT = re.compile(
    r"\b(?:(?:all |both ways |entirely |still )?(?:in daylight|by day(?:light)?|in the light|during daylight)(?: hours)?|(?:bei|mit) tageslicht|(?:noch )?im hellen|"
    r"(?:can(?:['’]?t|not)|won['’]?t|no|not|never) (?:land(?:ing)?s? |fly(?:ing)? |be )?(?:after dark|at night|in the dark)|(?:no|keine?) (?:night (?:flying|landings?)|nachtlandung\w*|nachtflug)|"
    r"(?:pas|interdit)(?: de)? (?:vol|voler|atterrir)?\s?(?:de|la) nuit|nicht (?:bei|in der) (?:nacht|dunkelheit)(?: landen)?|nicht im dunkeln(?: landen)?|"
    r"am selben tag|am gleichen tag|gleichentags|(?:the )?same day|le même jour|de jour|day ?trip)\b"
)
""" "There and back in daylight": the plan tells it."""
_NEEDS = re.compile(
    r"\b(?:what (?:all |else )?do (?:i|we) need|what(?:'s| is) (?:needed|required)|was brauch\w* (?:ich|wir|man)|was braucht es|was muss (?:ich|man) (?:tun|machen|beachten)"
    r"|(?:que|qu['’]est[- ]ce qu['’]il) (?:me |nous )?faut(?:-il)?|de quoi (?:ai-je|a-t-on|j['’]ai) besoin)\b"
)
_ALL_OF_IT = re.compile(
    r"\b(?:deadlines?|paperwork|formalit\w+|fristen|papierkram|délais|échéances|démarches|what (?:do|must|should) (?:i|we) (?:file|send))\b"
)
_TO_FLY = re.compile(r"\b(?:fly|flying|flight|go|get|fliegen|flug|fliege|voler|vol|aller)\b")


def _is_what_a_field_takes(said: Said) -> bool:
    """ "What do I need to fly to Lelystad?", "to Jersey on Saturday, what paperwork?": a trip there, from where is asked or known."""
    slots = said.slots
    spots = [s for s in slots.spots if s.name != "home"]
    if len(spots) != 1 or spots[0].kind not in ("code", "iata", "place") or spots[0].is_area or slots.countries:
        return False
    if spots[0].role != "to":
        return False
    there_and_back = slots.days and is_turned(slots.text) and _ALL_OF_IT.search(slots.low)
    on_a_day = (
        slots.days and (asked_for_all(slots.low) or papers_clauses(slots.low)) and not is_asked_of_days(said)
    )
    if not (there_and_back or on_a_day) and not (_NEEDS.search(slots.low) and _TO_FLY.search(slots.low)):
        return False
    return not {m.concept for m in said.all_of(*said.concepts)} - _OF_A_TRIP - {"rules"}


_FOR_A_MEAL = re.compile(
    r"\b(?:for|after|before|at|to|a|zum|zur|nach|vor|auf|pour|après|avant|un|une|le)\s+(?:\w+\s+){0,2}?$"
)

FUEL_STOP = re.compile(
    r"\b(?:(?:a|one|some|ein\w*|une?|mit|avec|with)\s+)*(?:fuel(?:ling)? stops?|refuel(?:ling)? stops?|tank(?:stopp?s?|halt)|"
    r"stopp?s? (?:for (?:fuel|avgas)|to (?:refuel|fuel|fill up|tank)|zum (?:auf)?tanken|für sprit)|zwischenlandung zum tanken|"
    r"(?:needs?|wants?|get|brauch\w*|il (?:nous |me )?faut) (?:fuel|avgas|sprit|de l['’]essence|du carburant) (?:somewhere|en ?route|on the way|along the way|irgendwo|unterwegs|quelque part|en route|en chemin)|"
    r"where (?:(?:to|can|could|should|do|shall) )?(?:(?:we|i) )?(?:get |take |stop for |uplift )?(?:fuel|avgas)(?! (?:at|in|from)\b)|"
    r"(?:(?:quelles?|où) )?(?:les )?(?:escales?|arrêts?|stops?) (?:carburant|essence|ravitaillement|(?:pour )?(?:le plein|faire (?:le plein|de l['’]essence)|ravitailler)))\b"
)
KEPT_BESIDE = re.compile(
    r"\b(?:remind(?:ers?)?|erinner\w*|rappelle?\w*)(?:[- ](?:me|us|mich|uns|moi|nous))?(?: (?:of|daran|the|la|am|on) (?:veille|day before|evening before|vortag|vorabend))?|"
    rf"{FUEL_STOP.pattern}"
)
"""What stands beside the plan in an answer of its own: reminders, and fields with fuel on the way."""
_PAPER_WHEN = re.compile(
    r"\b(?:(?:gar|police|customs|flight ?plan|ppr|zoll|flugplan|douane|plan de vol),? (?:by |bis |pour )?(?:when|wann|quand|à quelle heure|what time)|"
    r"(?:when|wann|quand|à quelle heure|what time) (?:is |for |muss |ist |faut-il )?(?:the |der |die |das |le |la )?"
    r"(?:gar|police|customs|flight ?plan|zoll|flugplan|douane|plan de vol))\b"
)
_WHERE_TO_EAT = re.compile(
    r"\b(?:where|any|which|somewhere|place|wo|irgendwo|welche\w*|gibt es|où|y a[- ]t[- ]il|quel\w*)\b[^.;]*"
)
_A_MEAL = re.compile(r"lunch|breakfast|dinner|brunch|coffee|tea|mittagessen|frühstück|kaffee|déjeuner|café")
_MEAL_AT = re.compile(
    r"(?:lunch|breakfast|dinner|brunch|coffee|tea|cake|mittagessen|frühstück|abendessen|kaffee|déjeuner|dîner|café)\s+"
    r"(?:at|in|there|à|au|aux|bei|dort|là-bas)\b"
)
""" "Lunch at Abbeville": why one flies there."""


def is_whole_trip(said: Said) -> bool:
    """Is a flight told with its day and its times or its way home, and nothing asked but what it takes?"""
    slots = said.slots
    names = {said.name(s) for s in slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"}
    weekend = any(q.unit == "weekend" for q in slots.of("days"))
    names |= {said.home} if said.home else set[str]()
    whole = [s.name for s in slots.spots if s.kind == "country"]
    names |= {whole[0]} if len(whole) == 1 and whole[0] else set[str]()  # "Blackbushe to Isle of Man"
    turns = said.has("both_ways") or said.has("reverse") or is_turned(slots.text) or is_told_one_way(slots.low)
    turns = turns or _is_a_round(said)
    undated = turns and len(said.clocks()) > 1 and bool(asked_of_the_last_hour(slots.low))
    if len(names) < 2 or not (slots.days or weekend or undated):
        return False
    wants_it_all = bool(
        asked_for_all(slots.low) or papers_clauses(slots.low) or peoples(slots.countries, slots.low)
    )
    if (
        not (is_timed(said) or turns or weekend or wants_it_all)
        or _FLIGHTS.search(slots.low)
        or is_asked_of_days(said)
    ):
        return False
    rest = _IS_IT_DONE.sub(lambda m: " " * len(m[0]), slots.low)
    rest = _PAPER_WHEN.sub(lambda m: " " * len(m[0]), rest)
    rest = without_asking(KEPT_BESIDE.sub(lambda m: " " * len(m[0]), rest))
    if turns:
        rest = _CUSTOMS_NOTICE.sub(lambda m: " " * len(m[0]), rest)
    rest = without(rest, [*papers_clauses(slots.low), *asked_of_the_last_hour(slots.low), *stays_for(slots.low)])
    if turns:
        rest = _BY_LIGHT.sub(lambda m: " " * len(m[0]), rest)
    in_a_wind = slots.of("level") or find_wind(slots.text) is not None
    rest = blanked(rest, slots.of("wind"))
    if in_a_wind or _ASKS_ELSE.search(rest) or _GOES_ON.match(slots.low):
        return False
    eaten = [
        m
        for m in said.all_of("restaurant", "hotel")
        if rest[m.start : m.end].strip() and not _FOR_A_MEAL.search(slots.low[: m.start])
    ]
    meals = [m for m in eaten if not _MEAL_AT.match(slots.low, m.start)]
    if turns and not _WHERE_TO_EAT.search(slots.low):
        meals = [m for m in meals if not _A_MEAL.fullmatch(slots.low[m.start : m.end])]
    papers = {m.concept for m in said.all_of(*_PAPERS) if rest[m.start : m.end].strip()}
    rest = BACK_BY_LIGHT.sub(lambda m: " " * len(m[0]), rest)
    if is_timed(said):
        rest = _THERE_BY_LIGHT.sub(lambda m: " " * len(m[0]), rest)
    besides = {m.concept for m in said.all_of(*said.concepts) if rest[m.start : m.end].strip()}
    one_paper = len(papers) == 1 and not (turns and (is_timed(said) or _one_paper_at_its_end(said)))
    return not meals and besides - {"restaurant", "hotel"} <= _OF_A_TRIP and not one_paper


_CUSTOMS_NOTICE = re.compile(
    r"\b(?:customs notices?|notices? (?:for|to) customs|pr[ée]avis (?:de |à la )?douane|zoll(?:vor)?anmeldung)\b"
)
""" "Préavis de douane à chaque étape" of a flight there and back: the plan has it."""


def _is_a_round(said: Said) -> bool:
    """ "Cannes–Calvi–Bastia–Cannes": where one begins one ends."""
    fields = said.journey()
    return len(fields) > _ROUND_OVER and fields[0] == fields[-1]


def _one_paper_at_its_end(said: Said) -> About | None:
    """ "Bern to Friedrichshafen Saturday, back the same day. Customs?": the paper that a last clause asks alone."""
    low = said.slots.low.rstrip(" .?!")
    begin = max((m.end() for m in _PART.finditer(low)), default=0)
    papers = [m for m in said.again().all_of(*ABOUT) if m.start >= begin]
    words = [w for w in said.slots.words if w.start >= begin]
    alone = begin and len(papers) == 1 and len(words) <= _A_PAPER
    if not alone or _papers_asked_apart(said) > 1:
        return None
    return ABOUT[papers[0].concept]


def _papers_asked_apart(said: Said) -> int:
    """ "Flight plan? Customs?": how many papers are asked in short clauses of their own."""
    low = said.slots.low
    cuts = [0, *(at for m in _PART.finditer(low) for at in m.span()), len(low)]
    short = [
        (a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=True) if len(re.findall(r"\w+", low[a:b])) <= _A_PAPER
    ]
    papers = said.again().all_of(*ABOUT)
    return len({ABOUT[m.concept] for m in papers if any(a <= m.start < b for a, b in short)})


def _asked_behind(said: Said, given: Given) -> About | None:
    """The paper that is asked alone behind a flight there and back, or one with its hour."""
    told = {ABOUT[mention.concept] for mention in said.again().all_of(*ABOUT)}
    one = bool(given.get("return_day")) or (
        len(told) == 1 and (bool(given.get("off_block")) or is_told_one_way(said.slots.low))
    )
    return _one_paper_at_its_end(said) if one else None


_A_PAPER = 4
"""Words of a clause that asks one paper alone: "do we need customs"."""


def _is_over_a_stop(said: Said) -> bool:
    """ "With a stop at Lydd for customs, Denham to Abbeville": a flight over a field that is named, with or without a day."""
    if over_a_stop_told_apart(said) is None and not (
        said.names_a_stop() and len(said.journey()) > len(("from", "to"))
    ):
        return False
    low = said.slots.low
    for told in (m for spot in said.slots.spots if (m := stop_told(low[: spot.start])) is not None):
        low = f"{low[: told.start()]}{' ' * len(told[0])}{low[told.end() :]}"
    low = without_asking(PURPOSE.sub(lambda m: " " * len(m[0]), low))
    if _ASKS_ELSE.search(low) or said.slots.countries:
        return False
    besides = {m.concept for m in said.all_of(*said.concepts) if low[m.start : m.end].strip()}
    return besides <= _OF_A_TRIP | {"stop_it", "fuel", "parking", "hotel"}


def _is_home_another_day(said: Said) -> bool:
    """ "Can we do Derry to Islay Saturday, home Sunday": a trip of several days, and no question of one day's weather."""
    return len({day.when for day in said.slots.days}) > 1 and is_turned(said.slots.text)


_PART = re.compile(r"[.?!;:,]+|\b(?:and|und|et)\b")
_IS_IT_DONE = re.compile(
    r"\b(?:is it possible to (?:do|fly|go|make|get)|(?:does|will|would|can|could) (?:it|that|this) work|(?:is|would) (?:it|that|this) (?:be )?(?:doable|feasible|possible|ok)|"
    r"can (?:we|i) make it|enough (?:light|daylight|time)|(?:geht|klappt|reicht|ginge) (?:das|es)|geht sich das aus|machbar|"
    r"(?:ça|cela) (?:passe|marche|colle|le fait)|faisable|jouable|"
    r"(?:is|are|will|would) (?:that|this|it|they|he|she|there) (?:be )?(?:an? )?(?:problems?|issues?|trouble)|does (?:it|that|this) matter|"
    r"(?:ist|wäre|gibt|macht) (?:das|es|da) (?:denn |ein |was |etwas |irgendwelche )*(?:probleme?|aus|was)|"
    r"(?:c['’]est|est-ce|ça|cela) (?:un |pose (?:un )?|fait (?:un )?)?probl[èe]me)\b"
)


def asked_of_the_last_hour(low: str) -> list[tuple[int, int]]:
    """ "Does it work, and when must I leave Abbeville at the latest?": the parts that ask how late one may leave."""
    cuts = [0, *(at for m in _PART.finditer(low) for at in m.span()), len(low)]
    parts = list(zip(cuts[::2], cuts[1::2], strict=True))
    latest = [(a, b) for a, b in parts if LATEST.search(low[a:b]) and OFF.search(low[a:b])]
    return [*latest, *((a, b) for a, b in parts if latest and _IS_IT_DONE.search(low[a:b]))]


def is_asked_of_days(said: Said) -> bool:
    """ "Can we go on Saturday?": the weather decides, and the brief of the day tells it."""
    slots = said.slots
    turned = said.has("both_ways") or said.has("reverse") or _is_home_another_day(said)
    asks = said.has("brief") or _CAN_WE.search(slots.low)
    if asked_for_all(slots.low) or peoples(slots.countries, slots.low):
        return False
    return bool(asks) and not slots.of("clock") and not turned


_ROUND_OVER = 3
"""Fields of a "Rundflug" that is a trip."""


def _hour_of_the_first_leg(given: Given, said: Said) -> None:
    """ "To Helgoland and back to Bremen, off at 10": where the turn is the last leg, no way home has an hour."""
    end = next((s for s in said.slots.spots if said.name(s) == given.get("to_location")), None)
    if (
        end is None
        or not given.get("via")
        or given.get("off_block")
        or given.get("return_day") != given.get("day")
    ):
        return
    if given.get("return_off_block") and _TURN_TO.search(said.slots.low[: end.start]):
        given["off_block"] = given.pop("return_off_block")
        del given["return_day"]


def _home_in_the_afternoon(given: Given) -> None:
    """ "Off at twenty past ten, home for quarter past six": one is home after leaving."""
    off, home = given.get("off_block"), given.get("return_by")
    same = given.get("return_day") in (given.get("day"), "same day")
    if not (same and isinstance(off, str) and isinstance(home, str)):
        return
    if len(home) == len("06:15") and home < off[:5] < "12:00":
        given["return_by"] = f"{int(home[:2]) + 12:02d}{home[2:]}"


_TURN_TO = re.compile(r"\b(?:zurück|back|retour)\s+(?:nach|to|in|into|à|a|vers|sur)\s+$")


def _is_a_trip(said: Said) -> bool:
    return (
        is_bare_trip(said)
        or is_whole_trip(said)
        or _last_way_home(said) is not None
        or _is_what_a_field_takes(said)
        or _is_over_a_stop(said)
    )


@reads(
    "plan_trip",
    "to_location",
    leans=("from_location",),
    unless=lambda said: said.has("local_flight") and len({spot.name for spot in said.spots}) < _ROUND_OVER,
    claims=lambda said: _is_a_trip(without_areas_around(with_the_weighed(without_overflown(said)))),
    called=later("Plan the trip"),
)
def trip(said: Said) -> Given:
    """Both ends and what lies between, days and times there and back, people, aircraft, speed.

    "Popham – Granville – Jersey – Popham" is there over Granville, and back.
    """
    said = without_areas_around(with_the_weighed(without_overflown(said)))
    if (last := _last_way_home(said)) is not None:
        return last
    family = [spot for spot in said.slots.spots if said.slots.text[spot.start : spot.end] in _FAMILY]
    said = said.without([*countries_of_stops(said), *family, *beside_a_person(said), *asked_of_again(said)])
    said, two = flown_places(without_the_day_it_is_for(said))
    if (by := home_by(said)) is not None:
        said.used.add(by.span)
        said = said.without_parts([by.span])
    starts = starts_told(said)
    given = _there_for_a_night(home_after_the_last(_of_the_flown(said.without(starts))))
    given = with_the_hour_at_home(given, by)
    if by is not None and not given.get("about") and (asked := WHEN_TO_LEAVE.search(said.slots.low)):
        said.used.add(asked.span())
        given["about"] = "off_blocks"
    if starts and given.get("to_location"):
        given = {**{n: v for n, v in given.items() if n != "aircraft_type"}, **of_the_others(said, starts)}
    if other_goals := kept_goals(two, given.get("to_location"), said):
        before = v if isinstance(v := given.get("taken"), list) else []
        given["taken"] = [*before, *other_goals]
    return given


_FAMILY = frozenset(
    (
        "dad",
        "mum",
        "mom",
        "gran",
        "nan",
        "papa",
        "mama",
        "maman",
        "opa",
        "oma",
        "Mutter",
        "Vater",
        "Tochter",
        "Tante",
    )
)
"""Who is aboard, though a village somewhere bears the name."""


def _there_for_a_night(given: Given) -> Given:
    """ "We want a night in Bruges this weekend": the one field that is named is where one flies to."""
    over = given.get("via")
    if given.get("to_location") or given.get("from_location") or not isinstance(over, list) or len(over) != 1:
        return given
    return {"to_location": over[0], **{k: v for k, v in given.items() if k not in ("via", "via_off_block")}}


_STOPS_SOMEWHERE = re.compile(
    r"\b(?:stop(?:p?s|ping|p)?|refuel\w*|fuel|land(?:ing)?|tank\w*|zwischen\w+|halt|escale|arrêt|plein|ravitaill\w+)\b[^.;!?]{0,24}$"
)
_ALSO = re.compile(r"\s*(?:,|/|or|and|oder|und|ou|et)\s*(?:in |en |the )?")


def countries_of_stops(said: Said) -> list[Spot]:
    """ "With a fuel stop in Belgium or Luxembourg": the countries in which one stops, which are no end of the flight."""
    found: list[Spot] = []
    for spot in (s for s in said.slots.spots if s.kind == "country"):
        joined = found and _ALSO.fullmatch(said.slots.low[found[-1].end : spot.start])
        if joined or (spot.role == "in" and _STOPS_SOMEWHERE.search(said.slots.low[: spot.start])):
            found.append(spot)
    return found


def _of_the_flown(said: Said) -> Given:
    """What is told of the trip between the places that are flown to."""
    said.used.update([*asked_for_all(said.slots.low), *papers_clauses(said.slots.low)])  # the plan answers that
    said.used.update(m.span() for told in (UNDECIDED, NOBODY_ELSE) for m in told.finditer(said.slots.low))
    said.take(said.all_of(*_PAPERS))  # each of them is in the plan
    way = way_said(said.without(stayed_at_again(said)))
    if way.get("via"):  # "with a fuel stop at Cherbourg"
        said.used.update(match.span() for match in KEPT_BESIDE.finditer(said.slots.low))
    over_home = _not_told_twice(over_on_the_way_home(said), said)
    elsewhere = home_from_elsewhere(said, over_home)
    if over_home or elsewhere:
        way = {**with_way_home(way, said, over_home, elsewhere), "return": True}
    returns = bool(way.pop("return", False))
    without_towns_of_fields(way, said)
    if "via" not in way and (unknown := _unknown_stop(said)) is not None:
        unheard: Given = {"via": [unknown]}
        way |= unheard
    flown = {name: value for name, value in way.items() if name != "via"} if elsewhere else way
    legs = None if elsewhere or over_home else legs_flown(said, way, returns=returns)
    given = way | (legs if legs is not None else when_flown(said, flown, returns=returns))
    given = _of_an_open_month(given, said)
    if not returns:
        _hour_of_the_first_leg(given, said)
    given = flown_home(given, said)
    _home_in_the_afternoon(given)
    if given.get("off_block") and not given.get("day") and BACK_BY_LIGHT.search(said.slots.low):
        home = given.get(
            "return_day"
        )  # "back before dark, leaving at 15:00": of this day's light, or that of the day said
        given["day"] = home if home not in (None, "same day") else said.today.isoformat()
        if given.get("return_day") == "same day":
            given["return_day"] = given["day"]
    if not given.get("day") and (never := no_days(said.slots.text)):
        kept: list[JsonValue] = [no_day(never[0][0])]
        given["taken"] = kept
    elif not given.get("day") and (season := open_day(said.slots.text)):
        said.used.add(season.span())
        before = v if isinstance(v := given.get("taken"), list) else []
        given["taken"] = [*before, which_day(season[0])]
    if (people := said.people()) is not None:
        given["people"] = people
    if aboard := passports_said(said):
        given |= aboard
        said.used.update(
            match.span() for match in _IS_IT_DONE.finditer(said.slots.low)
        )  # "is that a problem": told
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    if (knots := said.amount("speed")) is not None:
        given["cruise_speed_kts"] = round(knots)
    if not given.get("day") and given.get("return_day") and asked_of_the_last_hour(said.slots.low):
        given |= {"day": said.today.isoformat(), "return_day": said.today.isoformat()}
    told_only = given.get("return_by") and not _ASKS_WHEN.search(said.slots.low)  # "spätestens 15 Uhr daheim"
    last_hour = asked_of_the_last_hour(said.slots.low) and not told_only
    if given.get("return_day") and last_hour and not given.get("return_off_block"):
        said.used.update(asked_of_the_last_hour(said.slots.low))
        papers = {m.concept for m in said.all_of(*_PAPERS)}
        if len(papers) < _SEVERAL_PAPERS and not asked_for_all(said.slots.low):
            given["about"] = "off_blocks"
    due = given.get("arrive_by") or given.get("return_by")
    if due and (asked := WHEN_TO_LEAVE.search(said.slots.low)):
        said.used.add(asked.span())
        if not said.all_of(*_PAPERS) and not asked_for_all(said.slots.low):
            given["about"] = "off_blocks"
    if given.get("return_day"):
        said.used.update(m.span() for told in (_BY_LIGHT, BACK_BY_LIGHT) for m in told.finditer(said.slots.low))
    if (alone := only_paper(said.slots.low)) is not None:
        said.used.add(alone[1])
        given["about"] = alone[0]
    elif (about := one_paper_asked(said) or _asked_behind(said, given)) is not None:
        given.setdefault("about", about)
    elif not given.get("about") and (judged := ASKS_IN_TIME.search(said.slots.low)):
        said.used.add(judged.span())
        given["about"] = IN_TIME
    if (minutes := ground_time(said)) is not None:
        given["ground_minutes"] = minutes
    if (longest := longest_leg(said)) is not None:
        given["longest_leg_minutes"] = longest
    given |= wind_said(said, returns=bool(given.keys() & {"return_day", "return_off_block", "return_by"}))
    given |= speed_by_length(said, given)
    return _with_other_weekdays(given, said)


def _of_an_open_month(given: Given, said: Said) -> Given:
    """ "End of May for three days, home on Sunday by 18:00": no weekday of this week, and so many nights away."""
    season = open_day(said.slots.text)
    if season is None or any(day.weekday is None for day in said.slots.days):
        return given
    weekend = any(q.unit == "weekend" for q in said.slots.of("days")) or "week-end" in season[0].lower()
    if not (given.get("day") or given.get("return_day") or weekend) and not nights_of(said.slots.low):
        return given
    nights = nights_of(said.slots.low) or (1 if weekend or given.get("day") != given.get("return_day") else 0)
    away = bool(given.get("return_day") or nights)
    kept = {name: value for name, value in given.items() if name not in ("day", "return_day")}
    return {**kept, **({"return_day": f"+{nights}" if nights else "same day"} if away else {})}


_ASKS_WHEN = re.compile(
    r"\b(?:wann|when|what time|how (?:late|early)|what(?:['’]s| is) the latest|quand|quelle heure|dernier délai|wie spät|wie früh)\b|\?"
)


def _not_told_twice(over: Sequence[Spot], said: Said) -> list[Spot]:
    """ "EGKR LFAT EGMD EGKR, clearing customs at Lydd on the way home": the stop that is in the way already is no second one."""
    codes = [field_of(said.name(s), said.deps) for s in said.slots.spots if s.name and s.kind != "country"]
    return [spot for spot in over if codes.count(field_of(said.name(spot), said.deps)) == 1]


_SEVERAL_PAPERS = 2
""" "Customs, flight plan, latest take-off": the whole plan, and not the last hour alone."""


def _with_other_weekdays(given: Given, said: Said) -> Given:
    """The trip with each date that falls on another weekday than was said beside it."""
    other_days: list[JsonValue] = [
        no_such_weekday(d, said.slots.text) for d in said.slots.days if _NOT_A in d.note
    ]
    if not other_days:
        return given
    kept = v if isinstance(v := given.get("taken"), list) else []
    return {**given, "taken": [*kept, *other_days]}


_NOT_A = ", not a "
"""In the note of a day whose weekday and date disagree."""


_VIA_A_NAME = re.compile(r"\b(?:via|über|by way of|with a stop (?:at|in))\s+(?P<name>[A-ZÀ-Ý][\w'-]{3,})")


def _unknown_stop(said: Said) -> str | None:
    """A name behind "via" that no list holds: the plan says so, and flies nowhere without it."""
    match = _VIA_A_NAME.search(said.slots.text)
    if match is None:
        return None
    a, b = match.span("name")
    known = [(one.start, one.end) for one in (*said.slots.spots, *said.slots.days, *said.slots.countries)]
    return None if any(x < b and a < y for x, y in known) else match["name"]


def _last_way_home(said: Said) -> Given | None:
    """ "What's the latest we can get off Le Touquet on Sunday to be home before dark?": from there to the base.

    "Latest departure from Le Touquet to Biggin before sunset": both ends are said. Without a day, today's light is meant.
    """
    fields = [s for s in said.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    low = said.slots.low
    by = [clock for clock in said.clocks() if said.is_arrival(clock) is True]
    there_by = len(by) == len(said.clocks()) == 1 and len(fields) == len(_ENDS_SAID)
    if not (LATEST.search(low) and OFF.search(low) and (there_by or _DARK.search(low))):
        return None
    ends = find_ends(said.slots) if len(fields) == len(_ENDS_SAID) else None
    if len({day.when for day in said.slots.days}) > 1 and not there_by and not WHEN_TO_LEAVE.search(low):
        return None  # "hin samstag um 9, sonntag spätestens 15 uhr landen zuhause": both ways
    told_there = [
        part for part in asked_of_the_last_hour(low) if any(part[0] <= s.start < part[1] for s in fields)
    ]
    if not told_there and is_turned(low) and (said.slots.days or said.slots.of("clock")):
        return None  # "Lydd to Le Touquet at ten, how late can we leave to be home before dark": both ways
    if ends is not None and {ends.start.kind, ends.end.kind} <= {"code", "iata", "place"}:
        way: Given = {"from_location": said.name(ends.start), "to_location": said.name(ends.end)}
    elif len(fields) == len(_ENDS_SAID) and _TO_BE_THERE.search(low[fields[0].end : fields[1].start]):
        way = dict(zip(_ENDS_SAID, (said.name(field) for field in fields), strict=True))
    elif said.home is not None and len(fields) == 1:
        one, there = said.name(fields[0]), _is_flown_to(fields[0], low)
        way = dict(zip(_ENDS_SAID, (said.home, one) if there else (one, said.home), strict=True))
    else:
        return None
    when = said.slots.days[0].when if said.slots.days else said.today
    day: Given = {"day": when.isoformat()}
    if there_by and (at := said.clock(by[0], str(way["to_location"]))) is not None:
        day["arrive_by"] = at
    if (craft := said.aircraft()) is not None:
        day["aircraft_type"] = craft
    if (knots := said.amount("speed")) is not None:
        day["cruise_speed_kts"] = round(knots)
    papers = said.all_of(*_PAPERS)
    day |= wind_said(said, returns=False) | own_time_and_margin(said)
    said.take_all()
    alone: Given = {} if papers else {"about": "off_blocks"}  # "when's the GAR due and when must I be off": all
    return _with_other_weekdays({**way, **day, **alone}, said)


def _is_flown_to(field: Spot, low: str) -> bool:
    """ "How long to Le Touquet, and when must I leave to be there before sunset": no way home is asked of."""
    towards = field.role == "to" or _TO_BE_THERE.search(low[: field.start])
    return bool(towards) and not _HOMEWARD.search(low)


_HOMEWARD = re.compile(
    r"\b(?:back|home|return\w*|heim\w*|daheim|zu ?hause|zurück|rück\w*|maison|retour\w*|rentr\w+|reven\w+)\b"
)
_ENDS_SAID = ("from_location", "to_location")
_DARK = re.compile(
    r"\b(?:home|dark|dusk|sunset|last light|daylight|night|nightfall|heim|zuhause|zu hause|dunkel\w*|sonnenuntergang|ss|ece?t|"
    r"hell|im hellen|(?:bei|am) tage?|tageslicht|by day|nacht|maison|nuit|coucher(?: du soleil)?|de jour|rentrer)\b"
)
_TO_BE_THERE = re.compile(
    r"\b(?:to (?:be|land|get|arrive)|so (?:that )?(?:i|we)|and (?:be|land|get)|um|damit|pour (?:être|etre|arriver|rentrer|se poser))\b"
)
""" "Leave Sandown to be home at Leicester": what stands between where one leaves and where one is by then."""


follows(about_trip)
goes_on(night_there)
goes_on(stop_somewhere)
always_follows(of_trip_alone)
_THERE = frozenset(word.key for word in words_of("there dorthin dahin hin là-bas y là down across over"))


@goes_on
def flight_there(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "Fly there on Saturday from Barton at 11", "on y va de Lognes samedi": to the one field in hand."""
    slots, field = said.slots, call.arguments.get("icao_code")
    if not isinstance(field, str) or len(slots.spots) != 1 or slots.countries or not slots.days:
        return None
    start = slots.spots[0]
    known = [(one.start, one.end) for one in (start, *slots.crafts, *slots.quantities, *slots.days)]
    bare = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in known)]
    if start.kind not in ("code", "iata", "place") or start.name == field:
        return None
    if not any(w.key in _THERE for w in bare) or not all(w.key in _THERE | FLYING for w in bare):
        return None
    way: Given = {"from_location": said.name(start), "to_location": field}
    return ToolCall(tool="plan_trip", arguments={**way, **when_flown(said, way, returns=said.has("both_ways"))})


@goes_on
def latest_from_there(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "So latest off blocks Cherbourg at 110 kt", behind the sun of White Waltham: from there to the field of the sun."""
    field, spots = call.arguments.get("icao_code"), said.spots
    of_the_sun = call.tool == "get_airport_details" and call.arguments.get("about") == ["sun"]
    if not of_the_sun or not isinstance(field, str) or len(spots) != 1 or said.slots.countries:
        return None
    if not (LATEST.search(said.slots.low) and OFF.search(said.slots.low)) or said.field() == field:
        return None
    day = said.day() if said.slots.days else call.arguments.get("date")
    craft, knots = said.aircraft(), said.amount("speed")
    flown: Given = {"aircraft_type": craft} if craft else {}
    flown |= {"cruise_speed_kts": round(knots)} if knots else {}
    flown |= wind_said(said, returns=False)
    start = said.name(spots[0])
    said.take_all()
    way: Given = {"from_location": start, "to_location": field, **({"day": day} if day else {})}
    return ToolCall(tool="plan_trip", arguments={**way, **flown, "about": "off_blocks"})


_PAPERS_OF_A_TRIP = {"flight_plan": "How do I file a flight plan?", "report": "How do I submit the GAR?"}


@goes_on
def how_to_file(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "How do I file it?" of the one paper that was asked about."""
    question = _PAPERS_OF_A_TRIP.get(str(call.arguments.get("about") or call.arguments.get("report")))
    if question is None or said.slots.spots or not HOW_TO_FILE.fullmatch(said.slots.low):
        return None
    start = call.arguments.get("from_location") or said.home
    country = country_of(start, said.deps) if isinstance(start, str) else None
    if country is None:
        return None
    return ToolCall(tool="answer_rules_question", arguments={"question": question, "country_code": country})


_BEFORE_DARK = re.compile(
    r"\b(?:before|by|ahead of|vor|avant)\s+(?:it (?:is|gets) |the |dem |der |le |la |l')?(?:sunset|dark|night|nightfall|last light|dusk|"
    r"sonnenuntergang|dunkelheit|einbruch|nacht|coucher|nuit)|\bin (?:the )?daylight\b|\bbei tageslicht\b|\bvor dem dunkelwerden\b"
)


@goes_on
def home_before_dark(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "Could I get back to Weston before sunset if I left at 2?": from the field in hand, on the day in hand or today."""
    low, field = said.slots.low, _in_hand(call)
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place", "here")]
    if field is None or len(spots) > 1:
        return None
    by_light = _BEFORE_DARK.search(low) is not None
    if not by_light and not (LATEST.search(low) and _SETS_OFF.search(low) and not said.slots.of("clock")):
        return None
    if not said.all_of("reverse", "both_ways") and not any(s.name == "home" for s in spots):
        return None
    named = spots[0] if spots and spots[0].name != "home" else None
    if named is not None and field_of(said.name(named), said.deps) == field_of(field, said.deps):
        named = None  # "when must I leave Shoreham to be back in daylight"
    start = call.arguments.get("from_location")
    goal = said.name(named) if named else said.home or (start if isinstance(start, str) else None)
    if goal is None or field_of(goal, said.deps) == field_of(field, said.deps):
        return None
    way: Given = {"from_location": field, "to_location": goal}
    clocks = clocks_of(said, way)
    kept = {name: call.arguments[name] for name in ("cruise_speed_kts", "aircraft_type") if name in call.arguments}
    if isinstance(ahead := call.arguments.get("headwind_kts"), int | float):
        kept["headwind_kts"] = -ahead  # the other way
    day = said.day() or call.arguments.get("date") or call.arguments.get("day") or said.today.isoformat()
    flown: Given = {**kept, "day": day, **({"off_block": _by_day(clocks[0].at)} if clocks else {})}
    if (knots := said.amount("speed")) is not None:
        flown["cruise_speed_kts"] = round(knots)
    return ToolCall(tool="plan_trip", arguments={**way, **flown, "about": "off_blocks"})


_SETS_OFF = re.compile(
    r"\b(?:leave|leaving|set off|get away|depart\w*|take ?off|head (?:home|back)|weg|los\w*|abflieg\w*|starten|partir|repartir|décoller)\b"
)
_FLOWN_TO = frozenset(("calculate_flight_distance", "get_fuel_plan", "get_wind_plan"))


def _in_hand(call: ToolCall) -> str | None:
    """The field a call is of: its own, where it flies to, or the one whose weather was asked."""
    given = call.arguments
    places = given.get("places")
    one = places[0] if isinstance(places, list) and len(places) == 1 else None
    there = given.get("to_location") if call.tool in _FLOWN_TO else None
    field = given.get("icao_code") or given.get("near") or there or one
    return field if isinstance(field, str) else None


_EARLIEST = 6


def _by_day(clock: str) -> str:
    """Who asks for sunset and leaves "at 2" leaves in the afternoon."""
    hour = int(clock[:2])
    return f"{hour + 12:02d}{clock[2:]}" if 0 < hour < _EARLIEST else clock


_ENDS = ("from_location", "to_location", "via", "cruise_speed_kts", "aircraft_type")


@goes_on
def day_of_distance(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """ "Denham to Le Touquet", then "next Saturday": the distance becomes the trip of that day."""
    slots = said.slots
    if call.tool != "calculate_flight_distance" or slots.spots or slots.countries or not slots.days:
        return None
    known = [(one.start, one.end) for one in (*slots.quantities, *slots.days)]
    known += [(one.start, one.end) for one in said.all_of("both_ways", "reverse")]
    bare = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in known)]
    if not all(w.key in FLYING or w.key.isdigit() for w in bare):
        return None
    way: Given = {name: call.arguments[name] for name in _ENDS if name in call.arguments}
    when = when_flown(said, way, returns=bool(call.arguments.get("return")))
    return ToolCall(tool="plan_trip", arguments={**way, **when})


@reads(
    "set_reminders",
    claims=lambda said: about_reminders(said) is not None,
    called=later("Remind me"),
    unless=speaks_of_none,
)
def reminders(said: Said) -> Given:
    """Nothing is needed: it is about the trip in hand, or about those that are kept."""
    return dict(call.arguments) if (call := about_reminders(said)) is not None else {}


_PUTS = re.compile(
    r"\W*(?:(?:and|can|could|would|will|you|please|und|bitte|kannst|könntest|du|et|peux|pourrais|tu|svp)\W+)*"
    r"(?:put|stick|pop|enter|note|add|write|trag\w*|schreib\w*|setz\w*|notier\w*|mets?|mettre|note[rz]?|ajoute[rz]?|inscri\w*)\b"
)
""" "Put in my diary that …", whatever is to stand there."""


@reads(
    "get_trip_calendar",
    claims=lambda said: (
        said.has("calendar")
        and (len(said.slots.words) <= 12 or (not said.slots.spots and _PUTS.match(said.slots.low) is not None))
    ),
    called=later("Calendar file"),
)
def calendar(said: Said) -> Given:
    """Nothing is needed: it is about the trip in hand."""
    return {}
