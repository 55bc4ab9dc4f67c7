"""What a part of a message asks beside the parts before it: the same again, what a list tells, a fact of fields yet to be found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent import regex as re
from agent.deps import Deps
from agent.language.ends import field_of
from agent.protocol import ToolCall
from agent.understanding.clauses.clauses import asks
from agent.understanding.reader.reading import PLAIN_CLASSES, Reading
from agent.understanding.reader.unread import CARD, LISTS
from agent.understanding.reader.varying import AS_A_WISH

_ABOUT_IT = re.compile(
    r"\b(?:about|tell me|show me|details?|info\w*|know of|was weißt|was weisst|über|sur|parle\w*|dis-moi)\b",
    re.IGNORECASE,
)
"""What asks for the whole sheet."""
_HAVE_IT = re.compile(
    r"\b(?:ha(?:ve|s)|offers?|sells?|do(?:es)?|haben|hat|bieten|ont|proposent|vendent) (?:it|that|this|one|das|es|sowas|ça|cela)\b|"
    r"\b(?:en (?:ont|ont-ils|vendent)|(?:das|es) (?:haben|hat|gibt))\b|\bl['’]ont\b",
    re.IGNORECASE,
)

_ABOUT_ITSELF = "about_flyfun"
_COVERS = re.compile(
    r"\b(?:do(?:es)?|is|are) (?:it|they|these|those|that|you|the data) (?:also )?(?:cover\w*|includ\w*|good for|there for)\b|"
    r"\b(?:enthalten|umfassen|decken|gelten) (?:sie|die daten) auch\b|\b(?:couvrent|comprennent)[- ](?:elles|ils)\b"
)


def with_what_it_points_at(part: Reading, before: Sequence[Reading]) -> Reading:
    """ "Do I need customs to Norway, and which airports have it": a list with what the part before it asked about.

    "How old are your data, and does it cover Spain": what of Spain is known.
    """
    if before and before[-1].tool == _ABOUT_ITSELF and part.said is not None:
        countries = part.said.countries()
        if len(countries) == 1 and _COVERS.search(part.said.slots.low):
            return replace(part, tool=_ABOUT_ITSELF, arguments={"country_code": countries[0], "what": "coverage"})
    of_all = part.tool in LISTS and not part.arguments.get("filters") and part.said is not None and before
    if not of_all or part.said is None or _HAVE_IT.search(part.said.slots.text) is None:
        return part
    told = before[-1].said
    wishes = [AS_A_WISH[m.concept] for m in (told.mentions if told else ()) if m.concept in AS_A_WISH]
    return replace(part, arguments={**part.arguments, "filters": {**wishes[-1]}}) if wishes else part


def is_asked_already(part: Reading, parts: Sequence[Reading]) -> bool:
    """Whether a part only asks what one before it asks: "I fly a Robin. What's its cruise speed?"."""
    names = part.said is not None and (part.said.slots.spots or part.said.slots.countries)
    return part.tool not in PLAIN_CLASSES and not names and any(one.tool == part.tool for one in parts)


def is_told_in_the_list(part: Reading, calls: Sequence[ToolCall]) -> bool:
    """ "Airfields around Bath with a cafe, and how long is the runway": a list tells each runway."""
    listed_before = bool(calls) and calls[-1].tool in LISTS
    of_it = part.tool == CARD and part.arguments.get("about") == ["runway"]
    return listed_before and of_it and part.said is not None and not part.said.spots


_STATION = re.compile(r"\b(?:stations?|messstation\w*|wetterstation\w*)\b")
_TRAINS = re.compile(r"\b(?:trains?|railway|rail|bus|metro|taxi|bahn\w*|zug|gare)\b")


def is_told_in_the_report(part: Reading, calls: Sequence[ToolCall]) -> bool:
    """ "METAR for Sywell and nearest station": a report names the nearest that has one."""
    reported = bool(calls) and calls[-1].tool == "get_weather"
    if not reported or part.said is None or part.arguments.get("about") not in (["transport"], None):
        return False
    low = part.said.slots.low
    return not part.said.spots and _STATION.search(low) is not None and _TRAINS.search(low) is None


_LATEST_OFF = re.compile(
    r"\b(?:when|what time|how late|the latest|by when)\b.*\b(?:left|leave|depart|take[ -]?off|off blocks|set off)\b|"
    r"\bspätestens\b.*\b(?:los|starten|abfliegen|abheben|weg)\b|\bau plus tard\b|\bà quelle heure\b.*\b(?:partir|quitter|décoller)\b"
)
_TRIP = "plan_trip"


def by_the_sun_there(part: Reading, calls: Sequence[ToolCall]) -> Reading:
    """ "Sunset at Oban tomorrow, and when must I have left Prestwick": the latest off blocks of the flight to where the sun sets."""
    last, said = calls[-1] if calls else None, part.said
    if last is None or last.tool != CARD or last.arguments.get("about") != ["sun"] or said is None:
        return part
    goal, day = last.arguments.get("icao_code"), last.arguments.get("date")
    flown = part.tool in (_TRIP, "calculate_flight_distance", "get_day_brief") and len(said.spots) == 1
    if (
        not flown
        or _LATEST_OFF.search(said.slots.low) is None
        or ({"from_location", "to_location"} <= part.arguments.keys() and part.tool == _TRIP)
    ):
        return part
    given = {
        name: part.arguments[name] for name in ("cruise_speed_kts", "aircraft_type") if name in part.arguments
    }
    when = {"day": day if isinstance(day, str) else said.today.isoformat(), "about": "off_blocks"}
    way = {"from_location": said.name(said.spots[0]), "to_location": goal, **when, **given}
    return replace(part, tool=_TRIP, arguments=way, missing="", sure=max(part.sure, _SURE), varied=False)


_SURE = 0.6


def is_of_what_is_listed(part: Reading, calls: Sequence[ToolCall], deps: Deps) -> bool:
    """Whether a fact is asked of fields that are yet to be found: "somewhere near Leicester, then tell me the fee"."""
    last = calls[-1] if calls else None
    code = part.arguments.get("icao_code")
    if last is None or last.tool not in LISTS or not isinstance(code, str) or part.said is None or part.said.spots:
        return False
    around = last.arguments.get("location_query") or last.arguments.get("query")
    return isinstance(around, str) and code in (around, field_of(around, deps))


def is_a_sheet_for_a_question(call: ToolCall, text: str) -> bool:
    """Whether nothing but the whole sheet of an airfield would answer a question: "and is there a club?"."""
    return call.tool == CARD and not call.arguments.get("about") and asks(text) and _ABOUT_IT.search(text) is None


_THEM = re.compile(r"\b(?:they|those|them|these|sie|die|solche|ils|elles|y en a)\b", re.IGNORECASE)


def lists_a_term(part: Reading) -> bool:
    """ "…, and where are they in Germany?" of what a term means: no list of airfields answers it."""
    text = part.said.slots.text if part.said else ""
    return part.tool in LISTS and not part.arguments.get("filters") and _THEM.search(text) is not None
