"""What is asked of the place where one is stuck, behind a way home: its weather, a bed, the aeroplane."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.registry import goes_on
from agent.subjects.airline.stays import asks_cost, improves

_LONGEST = 8
_THERE = re.compile(
    r"\bthere\b|\bl[àa][ -]?bas\b|\bdort\b|\bsur place\b|\bvor ort\b|\bon arrival\b|\bà l['’ ]arrivée\b"
)


def of_where_one_is_stuck(said: Said, last: ToolCall, told: str) -> ToolCall | None:
    """ "When will it lift?", "any hotels" of who asked how to get home; None for anything else."""
    place, slots = _where(said, last), said.slots
    if last.tool != "search_flights" or not isinstance(place, str) or said.spots or slots.countries:
        return None
    if len(slots.words) > _LONGEST:
        return None
    if said.has("hotel"):
        return ToolCall(tool="search_pois", arguments={"near": place, "interests": ["stay"]})
    if said.has("parking") and not asks_cost(said):
        return ToolCall(tool="get_airport_details", arguments={"icao_code": place, "about": ["parking"]})
    if said.has("airline") and slots.days:
        return last.varied(departure_date=slots.days[0].when.isoformat(), new_search=None)
    if improves(said):
        day = {"day": slots.days[0].when.isoformat()} if slots.days else {}
        return ToolCall(tool="get_weather", arguments={"places": [place], "kind": "taf", **day})
    return None


def _where(said: Said, last: ToolCall) -> JsonValue:
    """Where one is stuck; who travels from home, or asks of "there", means the place that the airline goes to."""
    start, end = last.arguments.get("origin"), last.arguments.get("destination")
    if (stays := last.arguments.get("stays")) is not None or not isinstance(end, str) or end == "home":
        return start if stays is None else stays
    from_home = said.home is not None and isinstance(start, str)
    from_home = from_home and field_of(str(start), said.deps) == field_of(said.home or "", said.deps)
    return end if from_home or _THERE.search(said.slots.low) else start


goes_on(of_where_one_is_stuck)
