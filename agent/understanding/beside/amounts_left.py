"""Finds the amounts that a reckoning was given and does not hold: a leg of "3 h 20" in a sum of fuel for one hour.

What is reckoned without a figure that was said is a wrong figure, so it is named before the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from agent import regex as re
from agent.language.quantities import FT_PER_M, KM_PER_NM, Quantity
from agent.language.said import Said
from agent.protocol import ToolCall

RECKONS = frozenset(
    (
        "calculate_flight_distance",
        "get_day_brief",
        "get_density_altitude",
        "get_endurance",
        "get_fuel_plan",
        "get_runway_wind",
        "get_wind_plan",
        "work_out_figures",
        "plan_trip",
    )
)
"""Tools whose answer is reckoned from the amounts they are given."""
_OF_AN_AREA = frozenset(("search_airports", "get_airport_statistics"))
"""Tools that list a whole area: "within an hour" narrows none of them."""
_COUNTED = frozenset(("speed", "wind", "wind aloft", "blowing", "duration", "distance", "level", "mass"))
_OF_A_RATE = re.compile(
    r"(?:per|an?|the|die|pro|l['’]|par|une?|eine[rn]?)?\s*(?:hours?|hrs?|h|heure|stunde|std)", re.IGNORECASE
)
""" "36 litres an hour": of a burn, and no time."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_KT_PER_M_S = 1.94384
_FACTORS: dict[str, tuple[float, ...]] = {
    "duration": (1.0, 60.0),
    "speed": (1.0, 1 / KM_PER_NM, _KT_PER_M_S),
    "distance": (1.0, KM_PER_NM, 1 / KM_PER_NM),
    "level": (1.0, 0.01, 100.0, FT_PER_M),
}
"""What an amount may have been multiplied by on its way into an argument: minutes of hours, feet of metres."""
_NEAR = 0.02


def amounts_left(steps: Sequence[ToolCall], said: Said) -> tuple[str, ...]:
    """The amounts that a reckoning was told and no argument of a plan holds, in the pilot's words."""
    reckoned = any(step.tool in RECKONS for step in steps)
    if not reckoned and not any(step.tool in _OF_AN_AREA for step in steps):
        return ()
    if not reckoned:
        return () if any("reach_minutes" in step.arguments for step in steps) else tuple(_reaches(said))
    amounts = [q for q in said.slots.quantities if q.kind in _COUNTED]
    held = [number for step in steps for number in (*_numbers([*step.arguments.values()]), *_flown(step, amounts))]
    text = said.slots.text
    return tuple(
        text[q.start : q.end]
        for q in amounts
        if not _OF_A_RATE.fullmatch(text[q.start : q.end]) and not _is_held(q, text[q.start : q.end], held)
    )


_WITHIN = re.compile(
    r"\b(?:within|in under|inside|less than|innerhalb (?:von )?|binnen|en moins d['’e]|à moins d['’e])\s*$"
)


def _reaches(said: Said) -> Iterator[str]:
    """ "Within an hour" of a list of an area."""
    for time in said.slots.of("duration"):
        if (within := _WITHIN.search(said.slots.low[: time.start])) is not None:
            yield said.slots.text[within.start() : time.end]


def _is_held(amount: Quantity, words: str, held: Sequence[float]) -> bool:
    if amount.kind in ("wind", "wind aloft"):  # "250/18G27": each of its figures
        found = [float(number.replace(",", ".")) for number in _NUMBER.findall(words)]
        if found:
            return all(
                any(abs(number - abs(one)) < 1 for one in held) for number in found
            )  # behind it is below zero
    values = [amount.value * factor for factor in _FACTORS.get(amount.kind, (1.0,))]
    return any(abs(value - one) <= max(_NEAR * abs(one), 0.6) for value in values for one in held)


def _flown(call: ToolCall, amounts: Sequence[Quantity]) -> list[float]:
    """The amounts of which one that is held was reckoned: a distance and a speed of a time, two levels of a height."""
    if "max_kg" in call.arguments:  # those of people and bags are added up
        return [q.value for q in amounts if q.kind == "mass"]
    if "rate_fpm" in call.arguments:
        return [q.value for q in amounts if q.kind == "level"]
    minutes = call.arguments.get("flight_minutes")
    if not isinstance(minutes, (int, float)):
        return []
    ways, speeds = ([q.value for q in amounts if q.kind == kind] for kind in ("distance", "speed"))
    winds = [q.value for q in amounts if q.kind == "wind"]
    for way in ways:
        for speed in speeds:
            for along in (0.0, *winds, *(-wind for wind in winds)):
                if speed - along > 0 and abs(way / (speed - along) * 60 - minutes) <= 1:
                    return [way, speed, abs(along)]
    return []


def _numbers(values: Sequence[JsonValue]) -> Iterator[float]:
    for value in values:
        if isinstance(value, bool):
            continue
        if isinstance(value, (int, float)):
            yield float(value)
        elif isinstance(value, str):
            yield from (float(number.replace(",", ".")) for number in _NUMBER.findall(value))
        elif isinstance(value, list):
            yield from _numbers(value)
        elif isinstance(value, dict):
            yield from _numbers([*value.values()])
