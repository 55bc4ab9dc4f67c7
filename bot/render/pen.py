"""Draws what a reply shows: maps on the offline ground, and sheets of weather. What it needs is read once."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from agent.protocol import Value, Visualization
from bot.render.maps import MapMaker, Picture
from bot.render.palette import Theme

if TYPE_CHECKING:
    from bot.render.charts import ChartMaker
    from bot.render.sections import SectionMaker
    from bot.render.strips import StripMaker

What = Literal["map", "sheet"]


class Pen:
    """Not for two threads at once."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.maker = MapMaker(data)

    def draw(self, what: What, /, *given: Any) -> Any:
        """What `map` or `sheet` makes of it."""
        return self.map(*given) if what == "map" else self.sheet(*given)

    def map(self, shown: Visualization, found: int, key: str, theme: Theme) -> Picture | None:
        """A map of `found` airfields in all; None when there is nothing to show."""
        return self.maker.draw(shown, found=found, key=key, theme=theme)

    def sheet(self, of: Value, theme: Theme) -> bytes:
        """A day's strip, a flight from the side, or its weather on a map."""
        from agent.weather.chart import WeatherChart
        from agent.weather.section import RouteSection
        from agent.weather.strip import DayStrip

        match of:
            case DayStrip():
                return self._strips.draw(of, theme)
            case RouteSection():
                return self._sections.draw(of, theme)
            case WeatherChart():
                return self._charts.draw(of, theme)
            case _:
                raise TypeError(f"nobody draws a {type(of).__name__}")

    @cached_property
    def _strips(self) -> StripMaker:
        from bot.render.strips import StripMaker

        return StripMaker(self._data)

    @cached_property
    def _sections(self) -> SectionMaker:
        from bot.render.sections import SectionMaker

        return SectionMaker(self._data)

    @cached_property
    def _charts(self) -> ChartMaker:
        from bot.render.charts import ChartMaker
        from bot.render.sprites import Sprites

        return ChartMaker(self.maker.offline, Sprites(self._data))
