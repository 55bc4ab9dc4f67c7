""" "Where best to stop for fuel and customs, in Holland or Belgium" behind a flight: its fields on the way in these countries."""

from __future__ import annotations

from typing import cast

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.said import Said
from agent.protocol import Conversation, ToolCall
from agent.understanding.in_hand.context import Given
from agent.understanding.reader.tool_names import BRIEF, DISTANCE, ENDS, FUEL_PLAN, SPEEDS, TRIP

_ROUTE = "find_airports_near_route"
_FLOWN = frozenset((DISTANCE, FUEL_PLAN, BRIEF, TRIP, "get_wind_plan", _ROUTE))
_STOPS = re.compile(
    r"\b(?:stop\w*|refuel\w*|fuel stop|break (?:it|the (?:trip|flight))|zwischen(?:zu)?land\w*|zwischenstopp?s?|tankstopp?s?|tanken|nachtanken|"
    r"escale|arr[êe]t\w*|ravitaill\w*|faire le plein|s['’]arrêter|se poser)\b"
)
_IN = ("in", "and", "near", "")


def stop_in_a_country(said: Said, conversation: Conversation) -> ToolCall | None:
    """The fields along the flight in hand that lie in the countries named; None where another way is asked about."""
    slots = said.slots
    if not slots.countries or not _STOPS.search(slots.low) or slots.days:
        return None
    if any(spot.kind != "country" or spot.role not in _IN for spot in slots.spots):
        return None
    plans = [plan for plan in (conversation.last_plan, *conversation.earlier) if plan is not None and plan.steps]
    flown = next((plan.steps[-1] for plan in plans[:2] if plan.steps[-1].tool in _FLOWN), None)
    if flown is None or not flown.arguments.keys() >= ENDS:
        return None
    read = registry.readings()[_ROUTE].read(said.again()).get("filters")
    wishes: Given = {**cast(Given, read)} if isinstance(read, dict) else {}
    codes: list[JsonValue] = [*dict.fromkeys(one.country.code for one in slots.countries)]
    wishes["country"] = codes[0] if len(codes) == 1 else codes
    ends: Given = {name: flown.arguments[name] for name in (*sorted(ENDS), *SPEEDS) if name in flown.arguments}
    said.take_all()
    return ToolCall(tool=_ROUTE, arguments={"filters": wishes, **ends})
