"""A stop on the way home of a flight there and back whose fuel was asked."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.reading_asked import HOMEWARD
from agent.subjects.trip.stops import over_stops
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.tool_names import FUEL_PLAN

_STOPS = re.compile(
    r"\b(?:stop\w*|via|over|land\w*|refuel\w*|call(?:ing)? (?:in )?at|halt\w*|über|zwischen(?:stop\w*|land\w*|halt)|tank\w*|escale|arrêt\w*|par|pos\w+|passer|en passant)\b"
)
_MOST_WORDS = 12


def stop_on_the_way_home(said: Said, memory: Known) -> ToolCall | None:
    """ "Stop at Caen on the way back" behind the fuel there and back: that stop on the way home alone."""
    call, slots = memory.call, said.slots
    if call is None or memory.tool != FUEL_PLAN or not call.arguments.get("return") or slots.days:
        return None
    if len(slots.words) > _MOST_WORDS or not (HOMEWARD.search(slots.low) and _STOPS.search(slots.low)):
        return None
    stops = [said.name(s) for s in slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    if len(stops) != 1 or stops[0] in (call.arguments.get("from_location"), call.arguments.get("to_location")):
        return None
    said.take_all()
    return over_stops(call, {"via": call.arguments.get("via"), "return_via": [*stops]})
