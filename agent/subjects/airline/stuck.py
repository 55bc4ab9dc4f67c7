"""What is asked of the place where one is stuck, behind a way home: its weather, a bed, the aeroplane."""

from __future__ import annotations

from agent.language.said import Said
from agent.protocol import ToolCall
from agent.registry import goes_on
from agent.subjects.airline.stays import asks_cost, improves

_LONGEST = 8


def of_where_one_is_stuck(said: Said, last: ToolCall, told: str) -> ToolCall | None:
    """ "When will it lift?", "any hotels" of who asked how to get home; None for anything else."""
    place, slots = last.arguments.get("stays", last.arguments.get("origin")), said.slots
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


goes_on(of_where_one_is_stuck)
