"""The models' winds along a track: a point for every piece of it, and what flying it in one model takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from agent.errors import InvalidQuestion
from agent.registry import ToolContext
from agent.weather.models import ForecastModel, models_for
from agent.weather.open_meteo import (
    MOST_REQUESTS,
    Forecasts,
    Point,
    aloft_names,
    carried,
    levels_for,
    thinned,
    wide_apart_nm,
)
from agent.weather.route import Piece, WindAt, nearest_point
from agent.weather.section import SECTION
from agent.weather.winds import Vector
from tongue import say

SECTION_GROUND = ("freezing_level_height", "cloud_cover_2m")


@dataclass(frozen=True)
class WindsAlong:
    """What was asked of the models for a track at one height."""

    forecasts: Forecasts
    models: tuple[ForecastModel, ...]
    level_ft: float
    points: tuple[Point, ...]

    @property
    def apart_nm(self) -> int | None:
        """How far apart its points are, where the requests could not carry one every 25 nm."""
        return wide_apart_nm(self.points)

    def wind_of(self, model: ForecastModel) -> WindAt:
        """One model's wind at the height: at the point nearest to a place, between levels and hours."""
        series = {one.point: one for one in self.forecasts.of(model)}
        levels, height = levels_for(self.level_ft), self.level_ft * 0.3048

        def wind_at(place: Point, when: datetime) -> Vector | None:
            lat, lon = self.points[nearest_point(self.points, place)]
            one = series.get((round(lat, 2), round(lon, 2)))
            return one.wind_at(when, height, levels) if one else None

        return wind_at


async def winds_along(
    pieces: Sequence[Piece],
    level_ft: float,
    start: datetime,
    end: datetime,
    context: ToolContext,
    requests: int = MOST_REQUESTS,
    *,
    seen_from_the_side: bool = True,
) -> WindsAlong:
    """The models' winds over the track, in requests that each weigh no more than they may.

    With them what a view from the side needs, where there is room for it.
    """
    middles = [piece.middle for piece in pieces]
    models = models_for(middles, end - context.deps.now())
    if not models:
        raise InvalidQuestion(say("That day is beyond the forecast models. Ask again nearer to it."))
    levels = levels_for(level_ft)
    names = [*aloft_names(levels, SECTION), *SECTION_GROUND]
    if not seen_from_the_side or len(middles) > requests * carried(len(names), len(models)):
        names = aloft_names(levels)  # on a long way the wind needs its points more than the picture
    points = thinned(middles, len(names), len(models), requests)
    found = await context.deps.open_meteo.forecasts(points, names, models, start, end)
    return WindsAlong(found, models, level_ft, tuple(points))
