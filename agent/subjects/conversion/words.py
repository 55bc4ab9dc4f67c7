"""Words for a conversion: the figure first, then what it was reckoned with."""

from __future__ import annotations

import math

from agent.protocol import Answer
from agent.subjects.conversion.tool import Conversion, Converted
from agent.writing.write import Talk, write
from tongue import say

_DIGITS, _MOST = 4, 6
"""Figures that count in an answer; whole ones are never cut."""
_AS_LONG = tuple(f"{{value:,.{behind}f}}" for behind in range(_MOST + 1))
"""How a figure with so many digits behind its point is said."""
_PRESSURES = ("hPa",)


def plain(value: float) -> str:
    """A figure with at most four digits that count, all of them before the point: 181.7, 29.92, 1,013."""
    return exact(_to_four_digits(value))


def _to_four_digits(value: float) -> float:
    before = math.floor(math.log10(abs(value))) + 1 if value else 1
    return round(value, min(_MOST, max(0, _DIGITS - before)))


def _value(value: float, unit: str, *, rounded: bool) -> str:
    """A figure in its unit: a pressure is written as it is set, 1013 hPa."""
    if unit not in _PRESSURES:
        return plain(value) if rounded else exact(value)
    return say("{value:g}", value=_to_four_digits(value) if rounded else value)


def exact(value: float) -> str:
    """A figure as it was said, without a needless point."""
    behind = 0 if float(value).is_integer() else len(f"{value:.{_MOST}f}".rstrip("0").partition(".")[2])
    return say(_AS_LONG[behind], value=value)


@write.register
def _(result: Conversion, talk: Talk) -> Answer:
    lines = [_line(one, an_hour=result.an_hour) for one in result.lines]
    densities = {one.fuel: one.kg_per_litre for one in result.lines if one.fuel and one.kg_per_litre}
    if densities:
        held = ", ".join(
            say("{fuel} {density:.2f} kg/L", fuel=fuel, density=density) for fuel, density in densities.items()
        )
        lines.append(
            say(
                "Reckoned with {held} at 15 °C, a standard figure: your fuel's differs with batch and "
                "temperature.",
                held=held,
            )
        )
    return Answer(text="\n".join(lines))


def _line(one: Converted, *, an_hour: bool) -> str:
    if an_hour and not one.fuel:
        return say(
            "**{value} {unit} an hour = {result} {to} an hour**",
            value=exact(one.value), unit=one.unit, result=plain(one.result), to=one.to,
        )  # fmt: skip
    if an_hour:
        return say(
            "**{value} {unit} of {fuel} an hour is about {result} {to} an hour**",
            value=exact(one.value), unit=one.unit, fuel=one.fuel, result=plain(one.result), to=one.to,
        )  # fmt: skip
    if one.fuel:
        return say(
            "**{value} {unit} of {fuel} is about {result} {to}**",
            value=exact(one.value), unit=one.unit, fuel=one.fuel, result=plain(one.result), to=one.to,
        )  # fmt: skip
    return say(
        "**{value} {unit} = {result} {to}**",
        value=_value(one.value, one.unit, rounded=False), unit=one.unit,
        result=_value(one.result, one.to, rounded=True), to=one.to,
    )  # fmt: skip
