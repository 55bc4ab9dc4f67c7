"""The journey in hand where no trip was planned: asked of its border, its fuel or its way, it is planned for what is asked next."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import country_of, field_of
from agent.language.said import Said
from agent.protocol import Conversation, ToolCall
from agent.subjects.trip.reading_deadlines import deadlines_asked
from agent.subjects.trip.reading_journey import asks_for_all, of_the_journey, passports_asked, speaks_of_somebody
from agent.understanding.in_hand.context import Given
from agent.understanding.reader.asking import CLARIFY, clarification
from agent.understanding.reader.reading import Reading
from agent.understanding.reader.tool_names import BORDER, DISTANCE, ENDS, FUEL_PLAN, RULE, TRIP

_FLOWN = frozenset(
    (
        TRIP,
        DISTANCE,
        FUEL_PLAN,
        BORDER,
        "get_report_deadline",
        "get_wind_plan",
        "get_day_brief",
        "find_airports_near_route",
    )
)
"""Tools that are asked about a flight between two ends."""
_SPEEDS = ("cruise_speed_kts", "true_airspeed_kts", "speed_kts")
_KEPT = ("aircraft_type", "people", "via", "off_block")
_MOMENT = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)(?:[T ](?P<at>\d\d:\d\d))?")


def asked_of_the_journey(said: Said, conversation: Conversation) -> ToolCall | None:
    """The trip that a message asks about, between the ends that were spoken of last; None where it asks no such thing."""
    if conversation.flight_trip is not None:
        return None
    if (journey := _journey(said, conversation)) is not None:
        return of_the_journey(said, journey) or deadlines_asked(said, journey)
    return _of_the_country(said, conversation)


def _is_a_country(name: str, said: Said) -> bool:
    return any((start, end) == (0, len(name)) for start, end, _ in said.deps.countries.find_all(name))


def _of_the_country(said: Said, conversation: Conversation) -> ToolCall | None:
    """What a flight from home into the country in hand takes, or somebody aboard: behind its fields, or its rules."""
    somebody = speaks_of_somebody(said)
    if conversation.last_plan is None or not (somebody or asks_for_all(said)):
        return None
    code = next((one for call in _calls(conversation) if (one := _country_of(call, said)) is not None), None)
    country = said.deps.countries.get(code) if code else None
    if code is None or country is None or (said.home and code == country_of(said.home, said.deps)):
        return None
    if not somebody:
        into: Given = {"to_location": country.name}
        if said.home is None:
            return clarification(Reading(BORDER, 0.9, arguments=into, missing="from_location"))
        return ToolCall(tool=BORDER, arguments={"from_location": said.home, **into})
    return ToolCall(tool=RULE, arguments={"question": passports_asked(said), "country_code": code})


def _country_of(call: ToolCall, said: Said) -> str | None:
    """The one country that a call is about: of its rules, of a list, of a field, of where a flight lands."""
    given = call.arguments
    filters = given.get("filters")
    named = [
        given.get("country_code"),
        given.get("country"),
        filters.get("country") if isinstance(filters, dict) else None,
    ]
    code = next((one for one in named if isinstance(one, str)), None)
    if code is not None:
        return None if given.get("countries") else code
    compared = given.get("icao_codes")
    if isinstance(compared, list) and compared:
        within = {country_of(str(one), said.deps) for one in compared}
        return within.pop() if len(within) == 1 else None
    for name in ("to_location", "icao_code", "query", "location_query"):
        if isinstance(place := given.get(name), str):
            return country_of(place, said.deps)
    return None


def _journey(said: Said, conversation: Conversation) -> Given | None:
    """The ends of the newest call that flies between two fields, and what was told of that flight since."""
    found: Given = {}
    since: list[ToolCall] = []
    for call in _calls(conversation):
        given = call.arguments
        since += [] if found else [call]
        if call.tool not in _FLOWN or not given.keys() >= ENDS:
            continue
        fields = [field_of(str(given[end]), said.deps) for end in sorted(ENDS)]
        if (
            None in fields
            or any(_is_a_country(str(given[end]), said) for end in ENDS)
            or len({*fields}) < len(ENDS)
        ):
            continue
        if found and fields != [field_of(str(found[end]), said.deps) for end in sorted(ENDS)]:
            continue
        told = {**given} if call.tool == TRIP else _told(given)
        found = {**{end: given[end] for end in ENDS}, **told, **found}
    if found and "day" not in found and (day := _day_of_an_end(since, found, said)):
        found["day"] = day
    return found or None


def _day_of_an_end(since: list[ToolCall], journey: Given, said: Said) -> str | None:
    """The day for which something of an end was asked since: "wind up there tomorrow"."""
    ends = {field_of(str(journey[end]), said.deps) for end in ENDS}
    for call in since:
        places = call.arguments.get("places")
        named = [call.arguments.get("icao_code"), *(places if isinstance(places, list) else [])]
        day = call.arguments.get("day") or call.arguments.get("date")
        if isinstance(day, str) and {field_of(str(one), said.deps) for one in named if one} & ends:
            return day if _MOMENT.fullmatch(day) and len(day) == len("2026-11-28") else None
    return None


def _calls(conversation: Conversation) -> Iterator[ToolCall]:
    """What was asked, the newest first; of what was only offered the likeliest."""
    for plan in (conversation.last_plan, *conversation.earlier):
        for step in reversed(plan.steps if plan is not None else ()):
            meanings = step.arguments.get("meanings")
            if step.tool != CLARIFY or not isinstance(meanings, list) or not meanings:
                yield step
            elif isinstance(first := meanings[0], dict) and isinstance(call := first.get("call"), dict):
                arguments = call.get("arguments")
                yield ToolCall(
                    tool=str(call.get("tool")), arguments=arguments if isinstance(arguments, dict) else {}
                )


def _told(given: dict[str, JsonValue]) -> Given:
    """When, in what, how fast and over which stops the flight of a call goes, in the words of a trip."""
    kept: Given = {name: given[name] for name in _KEPT if given.get(name)}
    speed = next((value for name in _SPEEDS if (value := given.get(name))), None)
    kept |= {"cruise_speed_kts": speed} if speed else {}
    for name in ("day", "date", "off_block"):
        if moment := _MOMENT.fullmatch(str(given.get(name) or "")):
            kept["day"] = moment["day"]
            kept |= {"off_block": moment["at"]} if moment["at"] else {}
    if isinstance(at := given.get("time"), str) and "day" in kept:
        kept["off_block"] = at
    return kept
