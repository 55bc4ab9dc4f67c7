"""Reads what changes the trip in hand or is said of all of it; what else is asked of it is read in reading_asked."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.carried import CLOSING, NO_TOWER
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.asked_again import about_reminders, earlier, left_to_do
from agent.subjects.trip.flown_on import flown_on
from agent.subjects.trip.homeward import landing_home, of_the_way_home, told_home
from agent.subjects.trip.moved import back_on, moved, named_again
from agent.subjects.trip.own_moments import own_moment
from agent.subjects.trip.reading_asked import (
    FIRST,
    HOMEWARD,
    MOST_WORDS,
    WHOLE_PLAN,
    asked_in_few_words,
    asks_latest,
    countries_of_trip,
    home_by_light,
    home_from,
    latest_home_on,
    latest_off_blocks,
    trip_about,
)
from agent.subjects.trip.reading_deadlines import deadlines_asked, is_day_of
from agent.subjects.trip.reading_end import is_called_off
from agent.subjects.trip.reading_home import changed_way_home, flown_back
from agent.subjects.trip.reading_home_elsewhere import home_elsewhere, home_of_the_chain
from agent.subjects.trip.reading_hour_and_place import hour_and_place
from agent.subjects.trip.reading_journey import of_the_journey
from agent.subjects.trip.reading_leg import of_one_flight
from agent.subjects.trip.reading_paper import clauses_of_papers, paper_beside
from agent.subjects.trip.reading_paper_asked import paper_asked
from agent.subjects.trip.reading_people import joined_on_the_way, papers_of
from agent.subjects.trip.reading_takes import asked_for_all
from agent.subjects.trip.reading_told_freely import cleared_elsewhere, told_freely
from agent.subjects.trip.reading_without_start import without_start
from agent.subjects.trip.refined import made_another_hour, refined
from agent.subjects.trip.rerouted import (
    goes_elsewhere,
    is_one_way,
    leaves_out,
    only_countries,
    rerouted,
)
from agent.subjects.trip.sides import of_one_side
from agent.subjects.trip.timeline import About

_FEW_WORDS = 6
_LIT_BESIDE = re.compile(
    r"[,;.]\s*(?:(?:is|will|would|can|could|do|does|geht|schaff\w*|reicht|passt|klappt|komm\w*|ist|sind|wird|est-ce|c'est|ça|on|je|fait-il|il)\b)[^,;.?!]{0,40}?"
    r"\b(?:dark|light|daylight|by day|night(?:fall)?|sunset|dunkel\w*|hell\w*|tag|tageslicht|nacht|sonnenuntergang|nuit|jour|coucher)\W*$"
)
""" "…, geht das noch bei Tag?" behind a change of the way home: the plan that is changed tells the light."""
_REMIND_ME = re.compile(
    r"\W*(?:ok |please |und |bitte |et )*(?:remind (?:me|us)|erinner[e]? (?:mich|uns)|rappelle[- ](?:moi|nous)(?:-le)?)"
    r"(?: (?:of it|about it|please|daran|bitte|svp))*\W*"
)


def of_trip_alone(
    said: Said, trip: Mapping[str, JsonValue], before: Mapping[str, Mapping[str, JsonValue]]
) -> ToolCall | None:
    """What can be said of nothing but the trip, when another field was asked about meanwhile: "par quoi je commence"."""
    if _OF_THE_WHOLE.search(said.slots.low) and (moves := moved(said, trip)) is not None:
        return ToolCall(tool="plan_trip", arguments={**trip, **moves})
    if (asked := of_the_journey(said, trip) or deadlines_asked(said, trip)) is not None:
        return asked
    if len(said.slots.words) > MOST_WORDS:
        return None
    if (call := about_reminders(said)) is not None:
        return call
    if asks_of_holiday(said, trip):
        return trip_about(trip, "holiday")
    if is_one_way(said) or goes_elsewhere(said) or leaves_out(said, trip):
        return rerouted(said, trip)
    if _OF_FLYING.search(said.slots.low) and (times := named_again(said, trip)) is not None:
        return _at_times(times, trip)  # "back on Sunday at 14:00", whatever was asked of the field meanwhile
    if said.slots.spots or said.slots.days or said.slots.countries or said.slots.of("clock"):
        return None
    if WHOLE_PLAN.fullmatch(said.slots.low):
        return ToolCall(tool="plan_trip", arguments={**trip})
    if FIRST.search(said.slots.low):
        return trip_about(trip, "first")
    return left_to_do(said, trip)


def about_trip(
    said: Said, trip: Mapping[str, JsonValue], before: Mapping[str, Mapping[str, JsonValue]]
) -> ToolCall | None:
    """The call a short message means that names no place, day or time of its own. `before`: how the trip was planned."""
    slots = said.slots
    if _WHAT_IT_MEANS.match(slots.low):
        return None
    if is_called_off(slots.low) and not (said.has("undo") and before.get("last") and len(slots.words) <= _UNDONE):
        return ToolCall(tool="set_reminders", arguments={"called_off": True})
    if _WITH_IT.fullmatch(slots.low):
        return ToolCall(tool="plan_trip", arguments={n: v for n, v in trip.items() if n != "about"})
    if (due := deadlines_asked(said, trip)) is not None:
        return due
    if (asked := without_start(said, trip)) is not None:
        return asked
    if (stop := joined_on_the_way(said, trip) or hour_and_place(said, trip)) is not None:
        return stop
    if (closed := _closed_how(said, trip)) is not None:
        return closed
    if _OF_RESIDENCE.search(slots.low) and len(slots.words) <= MOST_WORDS:
        said.take_all()
        held = {name: value for name, value in trip.items() if name != "nationals"}
        return ToolCall(tool="plan_trip", arguments={**held, "about": "travellers"})
    if (papers := papers_of(said, trip, countries_of_trip(said, trip))) is not None:
        return papers
    if (both := _paper_of_both_ways(said, trip)) is not None:
        return both
    if (onward := flown_on(said, trip) or home_of_the_chain(said, trip, before)) is not None:
        return onward
    if _is_of_the_police(said, trip):
        return trip_about(trip, "report")
    if (asked := of_the_journey(said, trip)) is not None:
        return asked
    if (paper := paper_asked(said, trip)) is not None:
        return paper
    if (again := made_another_hour(said, trip)) is not None:
        return _at_times(again, trip)
    if (times := _told_beside(said, trip)) is not None:
        return _at_times(times, trip)
    if (call := about_reminders(said) or earlier(said, trip, before)) is not None:
        return call
    if (knots := said.amount("speed")) is not None and slots.of("speed"):
        trip = {**trip, "cruise_speed_kts": round(knots)}  # "when's the latest we can leave at 85 knots"
    if asks_of_holiday(said, trip):
        return trip_about(trip, "holiday")
    if _REMIND_ME.fullmatch(slots.low):
        return ToolCall(tool="set_reminders", arguments={})
    if (one := of_one_flight(said, trip)) is not None:
        return one
    if (homeward := changed_way_home(said, trip) or flown_back(said, trip)) is not None:
        return _at_times(homeward, trip)
    if (elsewhere := home_elsewhere(said, trip, before)) is not None:
        return elsewhere
    routed = said.with_weak() if len(slots.words) <= _FEW_WORDS else said  # "then caen"
    asked_of = paper_beside(said.again(), slots.low)
    changed = cleared_elsewhere(said, trip) or rerouted(routed, trip) or told_freely(said, trip)
    if changed is None and asked_of is not None:  # "and over Friedrichshafen, do I need a flight plan then?"
        changed = rerouted(said.without_parts(clauses_of_papers(said.again())), trip)
    if changed is not None:
        asked_of = asked_of if changed.tool == "plan_trip" else None
        return changed.varied(about=asked_of) if asked_of and "about" not in changed.arguments else changed
    times = of_the_way_home(said, trip, before) or named_again(said, trip)
    if times is None and (lit := [match.span() for match in _LIT_BESIDE.finditer(slots.low)]):
        times = of_the_way_home(said.without_parts(lit), trip, before) or named_again(
            said.without_parts(lit), trip
        )
    if times is None and (asked := asked_for_all(slots.low)):  # "and back on Sunday at 4, what do the French want"
        told = said.without_parts(asked)
        times = of_the_way_home(told, trip, before) or named_again(told, trip)
    if times is None:
        times = told_home(said, trip)
    if times is not None:
        return _at_times(landing_home(times, trip), trip)
    if (more := refined(said, trip)) is not None:
        return more
    if (side := of_one_side(said, trip)) is not None:
        return side
    over = trip.get("via")
    base = trip.get("from_location") or said.home
    of_it = [base, trip.get("to_location"), *(over if isinstance(over, list) else ())]
    ends = {field_of(str(name), said.deps) for name in of_it if name}
    others = [s for s in slots.spots if s.kind != "here" and field_of(s.name, said.deps) not in ends]
    other_days = [d for d in slots.days if not is_day_of(d, trip)]
    if (light := home_by_light(said, trip)) is not None:
        return light
    if not (others or other_days or slots.of("clock")) and asks_latest(said):
        return latest_off_blocks(said, trip)
    if (
        len(others) == 1
        and not (other_days or slots.of("clock"))
        and asks_latest(said)
        and HOMEWARD.search(slots.low)
    ):
        return home_from(said.name(others[0]), {**trip, "from_location": base})
    if (
        len(other_days) == 1
        and not others
        and not slots.of("clock")
        and asks_latest(said)
        and HOMEWARD.search(slots.low)
    ):
        return latest_home_on(other_days[0], trip)
    told_to = {one.country.code for one in slots.countries}
    if (
        told_to
        and _DECLARES.search(slots.low)
        and all(s.kind == "country" for s in slots.spots)
        and not other_days
    ):
        within = told_to <= {*map(str, countries_of_trip(said, {**trip, "from_location": base}))}
        if within and not said.has("pets", "goods", "cash"):
            return trip_about(trip, "border")  # "was muss ich in Dänemark anmelden"
    named = {one.country.code for one in only_countries(said)}
    if named and named <= {*map(str, countries_of_trip(said, {**trip, "from_location": base}))} and not other_days:
        return left_to_do(said, trip)  # "and what do the Irish want beforehand?"
    if others or named or other_days or slots.of("clock"):
        return None
    if (moves := moved(said, trip)) is not None:
        return ToolCall(tool="plan_trip", arguments={**trip, **moves})
    return asked_in_few_words(said, trip)


_PAPER_OF: tuple[tuple[str, About], ...] = (
    ("police", "report"),
    ("gar", "report"),
    ("gendec", "report"),
    ("customs", "border"),
    ("flight_plan", "flight_plan"),
)


def _paper_of_both_ways(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "And the police thing for both ways?" of a trip there and back: that paper, and no other day of the way home."""
    slots = said.slots
    if not (trip.get("return_day") and said.has("both_ways")) or len(slots.words) > MOST_WORDS:
        return None
    if slots.spots or slots.days or slots.of("clock") or slots.countries:
        return None
    asked: set[About] = {about for concept, about in _PAPER_OF if said.all_of(concept)}
    return trip_about(trip, asked.pop()) if len(asked) == 1 else None


_WHAT_IT_MEANS = re.compile(
    r"\W*(?:and |so |but |und |et )*(?:what(?:['’]?s| is| are) an? \w+|what does (?:an? )?\w+ (?:mean|stand for)|"
    r"was (?:ist|heißt|bedeutet) (?:denn )?(?:ein\w* )?\w+|qu['’]est[- ]ce qu['’](?:une? |est )?\w+|c['’]est quoi,? une? \w+)"
    r"(?: (?:form|again|eigentlich|überhaupt|nochmal|déjà|exactly|genau))*\W*$"
)
""" "What is a GAR?": what the word means, and no part of the plan."""
_UNDONE = 2
"""Words of "cancel that", which takes back the last change where there was one."""
_HOLIDAY = re.compile(
    r"\b(?:(?:bank|public|national|legal) holidays?|(?:is|it's|that's|that is|it is|be) (?:a )?holidays?|a holiday|holiday there|feiertags?|feiertage|jours? fériés?|férié)\b"
)


def asks_of_holiday(said: Said, trip: Mapping[str, JsonValue]) -> bool:
    """ "What if it's a bank holiday in France?": of the days in hand, whatever country of the trip is named."""
    slots = said.slots
    if len(slots.words) > MOST_WORDS or slots.of("clock") or not _HOLIDAY.search(slots.low):
        return False
    ends = {field_of(str(trip.get(name)), said.deps) for name in ("from_location", "to_location")}
    return all(s.kind in ("country", "here") or field_of(said.name(s), said.deps) in ends for s in slots.spots)


_REMINDS = re.compile(r"\b(?:remind\w*|erinner\w*|rappel\w*)\b")


def _told_beside(said: Said, trip: Mapping[str, JsonValue]) -> Mapping[str, JsonValue] | None:
    """ "Wir fliegen erst Sonntag zurück, erinner mich dran": the way home is planned before one is reminded of it."""
    if _REMINDS.search(said.slots.low) is None:
        return None
    days = said.slots.days
    named = any(spot.name != "home" for spot in said.slots.spots)
    if "on" in own_moment(said):
        return None  # "remind me Sunday morning of the GAR home"
    if len(days) != 1 or named or said.slots.of("clock") or not HOMEWARD.search(said.slots.low):
        return None
    return {"return_day": back_on(said, trip)}


def _at_times(times: Mapping[str, JsonValue], trip: Mapping[str, JsonValue]) -> ToolCall:
    """The trip at these times; what is None is not said any more."""
    dropped = {name for name, value in times.items() if value is None}
    return ToolCall(tool="plan_trip", arguments={**trip, **times}).varied(**dict.fromkeys(dropped))


_WITH_IT = re.compile(
    r"\W*(?:(?:and|und|et|ok|please|bitte|so|now|alors|then|dann|me|us|mir|uns|moi|nous|tous|toutes|all|alle|the|die|les|my|our|tell|give|show|send|list|what|are|which|donne|dis|montre|gib|zeig|nenn|sag|welche|quels|quelles|sont|sind)\W+)*"
    r"(?:deadlines?|time limits|délais?|delais?|échéances?|fristen|termine)\b[^.?!]{0,12}"
    r"\b(?:(?:including|incl\.?|with|inklusive|inkl\.?|samt|mit|einschließlich|inclus|y compris|avec)\W+(?:the |das |dem |der |le |la )?gar|(?:the |le |das )?gar (?:too|included|as well|compris|inclus|inklusive|auch))\W*(?:please|bitte|stp|svp)?\W*"
)
""" "Donne-moi les délais, GAR compris": all of them, not the one that is named."""
_OF_THE_WHOLE = re.compile(
    r"\b(?:(?:the|our|this) (?:whole|entire) (?:trip|thing|journey|flight|plan|lot)|the trip|everything|"
    r"(?:die|der) (?:ganze )?(?:reise|ausflug|trip)|das ganze|alles|(?:le |tout le )?(?:voyage|vol)|tout)\b"
)
""" "We must move the whole thing one week later": the trip, whatever was asked meanwhile."""
_OF_FLYING = re.compile(
    r"\b(?:return\w*|back|home|leav\w+|depart\w*|take[- ]?off|off[- ]?blocks|rück(?:flug|kehr|weg)|zurück|heim\w*|abflug|"
    r"starten|losfliegen|retour|rentr\w+|reven\w+|repart\w+|départ|décoll\w+)\b"
)
"""Words that a time of day is of a flight, not of a field's hours."""


def closing_told(question: str, countries: list[JsonValue]) -> ToolCall:
    """How a flight plan is closed where no tower is, in each of the countries."""
    if len(countries) == 1:
        return ToolCall(
            tool="answer_rules_question", arguments={"question": question, "country_code": countries[0]}
        )
    return ToolCall(
        tool="get_answers_for_questions", arguments={"question_ids": [CLOSING], "country_codes": countries}
    )


def _closed_how(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "How do I close it when there is no tower": by the rule of each state in which the trip lands."""
    held = said.deps.rules.corpus.questions.get(CLOSING)
    if held is None or not said.all_of("closing") or said.slots.countries or not NO_TOWER.search(said.slots.low):
        return None
    start, *lands = countries_of_trip(said, trip)
    back = [start] if trip.get("return_day") or not lands else []
    return closing_told(held.text, [*lands, *back])


_OF_RESIDENCE = re.compile(
    r"\b(?:non[- ]?|no |not (?:an? )?|isn['’]?t (?:an? )?|aren['’]?t |without (?:an? )?|kein\w* |nicht |ohne |pas (?:un |une |de |d['’])?|sans )(?:[a-z]{2,12}[- ])?"
    r"(?:residents?|citizens?|nationals?|passport|bürger\w*|staatsbürger\w*|staatsangehörig\w*|pass|citoyen\w*|ressortissante?s?|résidente?s?|passeport)\b|"
    r"\b[a-z]{2,12} residents?\b|\bwohnsitz\b|\brésidente?s? (?:en|au|aux)\b"
)
""" "One of them is non UK resident": somebody aboard whose nationality is not said, and no other end."""
_DECLARES = re.compile(
    r"\b(?:what|whom?|was|wen|wem|wo|que|qui|quoi|qu['’]est-ce que|anything|etwas)\b[^.?!]{0,40}\b(?:declare|report|notify|tell|inform|anmelden|melden|anzumelden|anzeigen|déclarer|annoncer|prévenir|notifier)\b"
)


def _is_of_the_police(said: Said, trip: Mapping[str, JsonValue]) -> bool:
    """ "Do I have to tell the Irish police", "what about the UK police": of the trip, in a country of it."""
    slots = said.slots
    if not said.has("police") or not slots.countries or len(slots.words) > MOST_WORDS:
        return False
    named = {one.country.code for one in slots.countries}
    others = any(s.kind != "country" for s in slots.spots)
    return not (others or slots.days or slots.of("clock")) and named <= {*map(str, countries_of_trip(said, trip))}
