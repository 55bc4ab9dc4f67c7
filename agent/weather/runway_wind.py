"""What a wind is at each end of a field's runways, mean and gust, by the runways' true directions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from agent.protocol import Value
from agent.weather.report import Wind
from agent.weather.tables import RunwayHeading
from agent.weather.winds import Components, components, worst_in_sector

Side = Literal["left", "right", "either", "none"]
_NO_CROSS = 0.05


class RunwayEnd(Value):
    """The wind at one end: knots on the nose (negative: on the tail), across, and from which side.

    `worst_case` when the wind is variable: least head and most across within its sector. `heading_from` tells
    how the direction is known: thresholds, published, designator (±5°). Length and surface are the runway's.
    """

    runway: str
    heading_deg: float
    heading_from: str = "thresholds"
    head_kt: float
    cross_kt: float
    head_gust_kt: float | None = None
    cross_gust_kt: float | None = None
    from_: Side = Field(default="none", validation_alias="from", serialization_alias="from")
    worst_case: bool = False
    length_m: int | None = None
    surface: str = ""
    hard: bool | None = None
    short: bool = False

    @property
    def most_across_kt(self) -> float:
        """The gust across, or the mean where none is told."""
        return self.cross_gust_kt if self.cross_gust_kt is not None else self.cross_kt


def at_runways(ends: Sequence[RunwayHeading], wind: Wind) -> tuple[RunwayEnd, ...]:
    """The wind at each end; none when its speed or direction is unknown. A gust alone is reckoned as the wind."""
    if wind.speed_kt is None and wind.gust_kt is not None:
        wind = wind.model_copy(update={"speed_kt": wind.gust_kt, "gust_kt": None})
    if wind.speed_kt is None or (wind.direction_deg is None and not wind.variable and wind.from_deg is None):
        return ()
    return tuple(_at(end, wind) for end in ends)


def most_into_wind(ends: Sequence[RunwayEnd]) -> RunwayEnd | None:
    """The end with the most wind on the nose, and of those the least across: not "in use", only most into wind."""
    if not ends:
        return None
    best = max(ends, key=lambda end: (round(end.head_kt, 1), -abs(end.cross_kt)))
    same = len(ends) > 1 and len({(end.head_kt, end.cross_kt) for end in ends}) == 1
    return None if same or all(end.head_kt == 0 and end.cross_kt == 0 for end in ends) else best


def _at(end: RunwayHeading, wind: Wind) -> RunwayEnd:
    mean, side = _parts(end.true_deg, wind, wind.speed_kt or 0)
    gust = _parts(end.true_deg, wind, wind.gust_kt)[0] if wind.gust_kt is not None else None
    return RunwayEnd(
        runway=end.ident,
        heading_deg=round(end.true_deg, 1) % 360,
        heading_from=end.how,
        head_kt=_tenth(mean.head_kt),
        cross_kt=_tenth(abs(mean.cross_kt)),
        head_gust_kt=_tenth(gust.head_kt) if gust else None,
        cross_gust_kt=_tenth(abs(gust.cross_kt)) if gust else None,
        from_=side,
        worst_case=wind.variable or wind.from_deg is not None,
        length_m=end.length_m,
        surface=end.surface,
        hard=end.hard,
        short=end.short,
    )


def _parts(heading: float, wind: Wind, speed: float) -> tuple[Components, Side]:
    if wind.from_deg is not None and wind.to_deg is not None:
        found, side = worst_in_sector(heading, wind.from_deg, wind.to_deg, speed)
        return found, "left" if side == "left" else "right" if side == "right" else "either" if speed else "none"
    if wind.variable or wind.direction_deg is None:
        return Components(-speed, speed), "either" if speed else "none"
    found = components(heading, wind.direction_deg, speed)
    if abs(found.cross_kt) < _NO_CROSS:
        return found, "none"
    return found, "right" if found.cross_kt > 0 else "left"


def _tenth(value: float) -> float:
    return round(value, 1) + 0.0
