"""Reads what is asked of a sum of fuel once it is told: whether it is enough, how far that takes one, in other units."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.language.burning import find_burning
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


_ENOUGH = re.compile(
    r"\benough\b|\breich\w*\b|\bgenug\b|\bsuffi\w*\b|\bassez\b|\b(?:make|do) it\b|\bon board\b|\bin (?:the )?tanks?\b"
)


def is_it_enough(said: Said, call: ToolCall, answer: str) -> ToolCall | None:
    """ "I have 90 litres on board, enough?" behind a fuel plan: its flight beside the hours that they last."""
    burn = call.arguments.get("burn_lph")
    on_board = find_burning(said.slots.low).usable_l
    if call.tool != "get_fuel_plan" or said.spots or on_board is None or not isinstance(burn, int | float):
        return None
    if not _ENOUGH.search(said.slots.low) or find_burning(said.slots.low).burn_lph is not None:
        return None
    kept: Given = {n: v for n in ("from_location", "to_location") if (v := call.arguments.get(n))}
    knots = call.arguments.get("true_airspeed_kts") or call.arguments.get("cruise_speed_kts")
    speed: Given = {"cruise_speed_kts": knots} if knots else {}
    if craft := call.arguments.get("aircraft_type"):
        speed["aircraft_type"] = craft
    back: Given = {"return": True} if call.arguments.get("return") else {}
    return ToolCall(
        tool="calculate_flight_distance",
        arguments={**kept, **speed, **back, "endurance_hours": round(on_board / burn, 3)},
    )
