"""Reads "et si on dort sur place ?", "and if we stay the night?" behind the brief of a day there and back."""

from __future__ import annotations

from datetime import date, timedelta

from agent import regex as re
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.times import nights_of

_STAYS = re.compile(
    r"\b(?:stay(?:ing)?(?: over| there| the night| a night| overnight)?|overnight|(?:a|one|the) night(?: there)?|"
    r"übernacht\w*|über nacht|eine nacht|dort schlafen|(?:on|je|nous) (?:y )?(?:dort|dors|dormons)|dormir|"
    r"passe\w* la nuit|une nuit|nuit sur place|couche\w* (?:sur place|là-bas))\b"
)
_ASKS_WHERE = re.compile(r"\b(?:where|hotels?|wo|hôtels?|où|camp\w*|zelt\w*|tente)\b")
_MOST_WORDS = 10
_KEPT = ("from_location", "to_location", "day", "cruise_speed_kts", "aircraft_type")


def night_there(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """The trip of that day with so many nights at its end; None where something else is asked."""
    slots, day = said.slots, call.arguments.get("day")
    if call.tool != "get_day_brief" or not isinstance(day, str) or len(slots.words) > _MOST_WORDS:
        return None
    if slots.spots or slots.days or slots.countries or slots.of("clock") or _ASKS_WHERE.search(slots.low):
        return None
    nights = nights_of(slots.low) or (1 if _STAYS.search(slots.low) else 0)
    try:
        back = date.fromisoformat(day) + timedelta(days=nights)
    except ValueError:
        return None
    if not nights:
        return None
    kept = {name: call.arguments[name] for name in _KEPT if name in call.arguments}
    off = {"off_block": off} if (off := call.arguments.get("time")) else {}
    said.take_all()
    return ToolCall(tool="plan_trip", arguments={**kept, **off, "return_day": back.isoformat()})
