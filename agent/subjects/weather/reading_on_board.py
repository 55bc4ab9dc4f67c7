"""Reads what is asked of the fuel once it is told: whether it takes one somewhere, and what is left then."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.weather.reading_winds import WEIGHS, fuel_plan, is_both_ways

Given = dict[str, JsonValue]
_COULD = re.compile(
    r"\b(?:could|can|would|will|do|does)\b[^?]*\b(?:get|make|reach|fly|do|go)\b|\benough\b|\breicht\b|\bkomm\w*\b|\bschaff\w*\b|"
    r"\b(?:peux|peut|puis|pourrais|suffit|assez|arrive|arriver|aller)\b"
)
_TANKS = (
    *("usable_l", "burn_lph", "reserve_minutes", "headwind_kt", "wind"),
    *("true_airspeed_kts", "cruise_speed_kts", "aircraft_type"),
)
_LEFT = re.compile(
    r"\b(?:left|remain\w*|(?:to spare|in hand|over)\W*$|übrig|verbleib\w*|bleib\w*|reste\w*|restant\w*)\b"
    r"(?! ?(?:hand|turn|circuit|base|downwind|kurve|platzrunde))"
)


def as_far_as_it_lasts(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "Could I get from Goodwood to Lyon on that?" of how long the fuel lasts: that flight on what is in the tanks."""
    start, end = said.ends()
    if call.tool != "get_endurance" or end is None or said.slots.countries or said.slots.days:
        return None
    if not _COULD.search(said.slots.low) or said.has("customs", "flight_plan", "gar"):
        return None
    kept = call.arguments
    start = start or kept.get("from_location") or said.home
    if not isinstance(start, str):
        return None
    if kept.get("usable_l") is not None:
        tanks = {name: kept[name] for name in _TANKS if kept.get(name) is not None}
        read = fuel_plan(said)
        if any(name in read for name in ("true_airspeed_kts", "aircraft_type")):
            tanks.pop("cruise_speed_kts", None)
        return ToolCall(
            tool="get_fuel_plan", arguments={**tanks, **read, "from_location": start, "to_location": end}
        )
    hours = kept.get("endurance_hours")
    if not isinstance(hours, int | float):
        return None
    reserve = kept.get("reserve_minutes")
    lasts = hours - (reserve / 60 if isinstance(reserve, int | float) else 0)
    knots = said.amount("speed") or kept.get("true_airspeed_kts") or kept.get("cruise_speed_kts")
    way: Given = {"from_location": start, "to_location": end, "endurance_hours": round(lasts, 3)}
    if is_both_ways(said):
        way["both_ways"] = True
    if isinstance(knots, int | float):
        way["cruise_speed_kts"] = round(knots)
    if (craft := said.aircraft() or kept.get("aircraft_type")) is not None:
        way["aircraft_type"] = craft
    wind = said.amount("wind") or kept.get("headwind_kt")
    return ToolCall(
        tool="calculate_flight_distance",
        arguments={**way, **({"headwind_kts": round(wind)} if isinstance(wind, int | float) else {})},
    )


def what_is_left(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "What would I have left?" of a flight with what is in the tanks: its sum again, which begins with it."""
    if call.tool != "get_fuel_plan" or "usable_l" not in call.arguments or not _LEFT.search(said.slots.low):
        return None
    if said.spots or said.slots.countries or said.slots.days or said.slots.quantities or said.has("runway", "fee"):
        return None
    return call


def how_heavy_it_is(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "How heavy is the fuel alone?" of how long what is in the tanks lasts: the litres as kilograms."""
    litres = call.arguments.get("usable_l")
    if call.tool != "get_endurance" or litres is None or WEIGHS.search(said.slots.low) is None:
        return None
    if said.spots or said.slots.countries or said.slots.quantities:
        return None
    said.take_all()
    return ToolCall(tool="convert_units", arguments={"value": litres, "unit": "l", "to": "kg"})
