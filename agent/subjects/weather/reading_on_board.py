"""Reads what is asked of hours of fuel once they are told: whether they take one somewhere."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.language.said import Said
from agent.protocol import ToolCall

Given = dict[str, JsonValue]
_COULD = re.compile(
    r"\b(?:could|can|would|will|do|does)\b[^?]*\b(?:get|make|reach|fly|do|go)\b|\benough\b|\breicht\b|\bkomm\w*\b|\bschaff\w*\b|"
    r"\b(?:peux|peut|puis|pourrais|suffit|assez|arrive|arriver|aller)\b"
)


def as_far_as_it_lasts(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "Could I get from Goodwood to Lyon on that?" of how long the fuel lasts: the flight beside those hours."""
    start, end = said.ends()
    if call.tool != "get_endurance" or end is None or said.slots.countries or said.slots.days:
        return None
    if not _COULD.search(said.slots.low) or said.has("customs", "flight_plan", "gar"):
        return None
    kept = call.arguments
    litres, burn, hours = kept.get("usable_l"), kept.get("burn_lph"), kept.get("endurance_hours")
    if isinstance(litres, int | float) and isinstance(burn, int | float):
        hours = litres / burn
    start = start or kept.get("from_location") or said.home
    if not isinstance(hours, int | float) or not isinstance(start, str):
        return None
    reserve = kept.get("reserve_minutes")
    lasts = hours - (reserve / 60 if isinstance(reserve, int | float) else 0)
    knots = said.amount("speed") or kept.get("true_airspeed_kts") or kept.get("cruise_speed_kts")
    way: Given = {"from_location": start, "to_location": end, "endurance_hours": round(lasts, 3)}
    if isinstance(knots, int | float):
        way["cruise_speed_kts"] = round(knots)
    if (craft := said.aircraft() or kept.get("aircraft_type")) is not None:
        way["aircraft_type"] = craft
    wind = said.amount("wind") or kept.get("headwind_kt")
    return ToolCall(
        tool="calculate_flight_distance",
        arguments={**way, **({"headwind_kts": round(wind)} if isinstance(wind, int | float) else {})},
    )
