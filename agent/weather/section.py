"""A flight seen from the side, as one model has it: cloud, 0 °C and wind over the track at the hour of passing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from pydantic import AwareDatetime

from agent.aviation.geometry import geodesic_nm
from agent.protocol import Value
from agent.weather.air import freezing_heights_m
from agent.weather.models import ForecastModel, Lead
from agent.weather.open_meteo import Forecasts, Point, Series
from tongue import say

FT_PER_M = 1 / 0.3048
CLOUDY = 50.0
"""Percent of cover from which a level is told as cloud."""
COLDEST_ICING_C = -15.0
"""Cloud from 0 °C down to here is told as a band in which ice is known to form."""
AT_AN_END_NM = 2.0
"""Points are asked for by hundredths of a degree."""
SHOWN_AT: frozenset[Lead] = frozenset({"now", "day", "next", "days"})
"""Leads at which heights of cloud may be shown."""
SECTION = ("wind_speed", "wind_direction", "geopotential_height", "temperature", "cloud_cover")
"""What a section asks of every level."""


class Layer(Value):
    """One pressure level over a point: its height above the sea, and what the model tells there."""

    height_ft: float
    cloud_percent: float | None = None
    wind_from_deg: float | None = None
    wind_kt: float | None = None
    temperature_c: float | None = None


class Column(Value):
    """The air over a point of the track when it is passed; `freezing_ft` are all heights of 0 °C.

    `cloud_ft` are bands: a base lies somewhere between the level that is clear and the one that is not.
    `ground_ft` is the ground at that point alone, not the highest on the way.
    """

    distance_nm: float
    at: AwareDatetime
    layers: tuple[Layer, ...] = ()
    freezing_ft: tuple[float, ...] = ()
    ground_ft: float | None = None
    cloud_on_ground: bool | None = None

    @property
    def cloud_ft(self) -> tuple[tuple[float | None, float, float, float | None], ...]:
        """Each cloud as (base not below, base not above, top not below, top not above); None beyond the levels."""
        told = [layer for layer in self.layers if layer.cloud_percent is not None]
        found: list[tuple[float | None, float, float, float | None]] = []
        first: int | None = None
        for number, layer in enumerate([*told, None]):
            cloudy = layer is not None and (layer.cloud_percent or 0) >= CLOUDY
            if cloudy and first is None:
                first = number
            if not cloudy and first is not None:
                under = told[first - 1].height_ft if first else None
                over = layer.height_ft if layer is not None else None
                found.append((under, told[first].height_ft, told[number - 1].height_ft, over))
                first = None
        return tuple(found)

    @property
    def icing_ft(self) -> tuple[float, float] | None:
        """The lowest and the highest level with cloud from 0 to −15 °C; None where none has it."""
        cold = [
            layer.height_ft
            for layer in self.layers
            if (layer.cloud_percent or 0) >= CLOUDY
            and layer.temperature_c is not None
            and COLDEST_ICING_C <= layer.temperature_c <= 0
        ]
        return (min(cold), max(cold)) if cold else None


class RouteSection(Value):
    """A track from the side in one model, out only. Columns from the start, a few of them: no more was asked."""

    start: str
    end: str
    distance_nm: float
    level_ft: float
    leaves: AwareDatetime
    time_zone: str | None = None
    model: str
    run: AwareDatetime | None = None
    columns: tuple[Column, ...]


def section_of(
    forecasts: Forecasts,
    models: Sequence[ForecastModel],
    levels: Sequence[int],
    ends: tuple[str, str],
    start: Point,
    distance_nm: float,
    level_ft: float,
    leaves: datetime,
    minutes: float,
    zone: str | None,
) -> RouteSection | None:
    """The section in the model that tells most of its levels; None where none tells cloud or wind at any."""
    best: tuple[int, ForecastModel, tuple[Column, ...]] | None = None
    for model in models:
        columns = _columns(forecasts.of(model), levels, start, distance_nm, leaves, minutes)
        told = sum(
            (layer.cloud_percent is not None) * 2 + (layer.wind_kt is not None)
            for column in columns
            for layer in column.layers
        )
        if told and (best is None or told > best[0]):
            best = (told, model, columns)
    if best is None:
        return None
    _, model, columns = best
    run = forecasts.runs.get(model.key)
    return RouteSection(
        start=ends[0],
        end=ends[1],
        distance_nm=round(distance_nm, 1),
        level_ft=level_ft,
        leaves=leaves,
        time_zone=zone,
        model=model.name,
        run=run.at if run else None,
        columns=columns,
    )


def _columns(
    series: Sequence[Series],
    levels: Sequence[int],
    start: Point,
    distance_nm: float,
    leaves: datetime,
    minutes: float,
) -> tuple[Column, ...]:
    found: list[Column] = []
    for one in series:
        flown = geodesic_nm(*start, *one.point)
        flown = distance_nm if flown > distance_nm - AT_AN_END_NM else 0.0 if flown < AT_AN_END_NM else flown
        passed = leaves + timedelta(minutes=minutes * flown / (distance_nm or 1.0))
        found.append(_column(one, levels, flown, passed))
    return tuple(found)


def _column(one: Series, levels: Sequence[int], distance_nm: float, at: datetime) -> Column:
    layers: list[Layer] = []
    for level in levels:
        height = one.at(f"geopotential_height_{level}hPa", at)
        if height is None:
            continue
        wind = one.wind_on(level, at)
        layer = Layer(
            height_ft=round(height * FT_PER_M),
            cloud_percent=_rounded(one.at(f"cloud_cover_{level}hPa", at)),
            wind_from_deg=round(wind.from_deg) if wind else None,
            wind_kt=round(wind.speed_kt, 1) if wind else None,
            temperature_c=_rounded(one.at(f"temperature_{level}hPa", at)),
        )
        if layer.cloud_percent is not None or layer.wind_kt is not None or layer.temperature_c is not None:
            layers.append(layer)
    layers.sort(key=lambda layer: layer.height_ft)
    cover = one.at("cloud_cover_2m", at)
    return Column(
        distance_nm=round(distance_nm, 1),
        at=at,
        layers=tuple(layers),
        freezing_ft=_freezing(one, layers, at),
        ground_ft=round(one.elevation_m * FT_PER_M) if one.elevation_m is not None else None,
        cloud_on_ground=None if cover is None else cover >= 90,
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _freezing(one: Series, layers: Sequence[Layer], at: datetime) -> tuple[float, ...]:
    """Every height of 0 °C between the levels, else the one that the model tells itself."""
    known = [(layer.height_ft, layer.temperature_c) for layer in layers if layer.temperature_c is not None]
    crossings = freezing_heights_m(known)
    if crossings:
        return tuple(round(feet) for feet in crossings)
    own = one.at("freezing_level_height", at)
    return (round(own * FT_PER_M),) if own is not None else ()


# --- the same in words -----------------------------------------------------------------------------


def section_words(of: RouteSection) -> str:
    """What the picture shows, for who does not see it."""
    zone = ZoneInfo(of.time_zone) if of.time_zone else None
    run = (
        say("{model} run {at:%d %b %H} UTC{old}", model=of.model, at=of.run, old="")
        if of.run
        else say("{model} run time not told", model=of.model)
    )
    flight = say(
        "{start} to {end} from the side, {nm:.0f} nm, cruise {feet:,.0f} ft",
        start=of.start,
        end=of.end,
        nm=of.distance_nm,
        feet=of.level_ft,
    )
    parts = [f"{flight}, {run}"]
    before = ""
    for column in of.columns:
        told = column_words(column, of.level_ft)
        same = say("the same") if told == before else told
        parts.append(f"{_where(of, column)} {column.at.astimezone(zone):%H:%M}: {same}")
        before = told
    return "; ".join(parts) + "."


def _where(of: RouteSection, column: Column) -> str:
    if column.distance_nm < 3:
        return of.start
    return of.end if column.distance_nm > of.distance_nm - 3 else f"{column.distance_nm:.0f} nm"


def icing_words(of: RouteSection) -> str:
    """Between which levels the model has cloud from 0 to −15 °C; "" where it tells nothing of it."""
    told = [
        layer.height_ft
        for column in of.columns
        for layer in column.layers
        if layer.cloud_percent is not None and layer.temperature_c is not None
    ]
    if not told:
        return ""
    bands = [band for column in of.columns if (band := column.icing_ft)]
    figures = {"model": of.model, "low": _feet(min(told)), "high": _feet(max(told))}
    if not bands:
        return say("No cloud from 0 to −15 °C on the way at levels from {low} to {high} ft ({model}).", **figures)
    figures |= {"base": _feet(min(low for low, _ in bands)), "top": _feet(max(high for _, high in bands))}
    return say(
        "Cloud from 0 to −15 °C on the way: {base} to {top} ft, of levels from {low} to {high} ft ({model}).",
        **figures,
    )


def column_words(of: Column, level_ft: float) -> str:
    """Cloud as bands, every 0 °C, the wind at the nearest level."""
    parts: list[str] = []
    if of.cloud_on_ground:
        parts.append(say("cloud on the ground"))
    told = any(layer.cloud_percent is not None for layer in of.layers)
    clouds = [_cloud_words(*band) for band in of.cloud_ft]
    if clouds:
        parts += clouds
    else:
        parts.append(say("no cloud on its levels") if told else say("cloud not told"))
    if of.freezing_ft:
        heights = ", ".join(f"{_feet(feet)} ft" for feet in of.freezing_ft)
        parts.append(say("0 °C at {heights}", heights=heights))
    elif any(layer.temperature_c is not None for layer in of.layers):
        parts.append(say("no 0 °C on its levels"))
    winds = [layer for layer in of.layers if layer.wind_kt is not None]
    if winds:
        near = min(winds, key=lambda layer: abs(layer.height_ft - level_ft))
        direction = f"{round(near.wind_from_deg or 360) or 360:03d}°"
        parts.append(
            say(
                "wind {direction} {knots:.0f} kt at {height} ft",
                direction=direction,
                knots=near.wind_kt,
                height=_feet(near.height_ft),
            )
        )
    return ", ".join(parts)


def _cloud_words(under: float | None, base: float, top: float, over: float | None) -> str:
    low = (
        say("below {feet}", feet=_feet(base))
        if under is None
        else say("between {low} and {high}", low=_feet(under), high=_feet(base))
    )
    high = (
        say("above {feet}", feet=_feet(top))
        if over is None
        else say("between {low} and {high}", low=_feet(top), high=_feet(over))
    )
    return say("cloud base {low} ft, top {high} ft", low=low, high=high)


def _feet(value: float) -> str:
    return say("{feet:,}", feet=round(value / 100) * 100)


def bounds_ft(of: RouteSection) -> tuple[float, float]:
    """The lowest and the highest height of which anything is told."""
    heights = [layer.height_ft for column in of.columns for layer in column.layers]
    return (min(heights), max(heights)) if heights else (0.0, 0.0)


def edges(heights: Sequence[float]) -> list[tuple[float, float]]:
    """What each level stands for: half the way to its neighbours, and as far beyond the last as before it."""
    if len(heights) < 2:
        return [(height - 500, height + 500) for height in heights]
    middles = [(a + b) / 2 for a, b in pairwise(heights)]
    low, high = 2 * heights[0] - middles[0], 2 * heights[-1] - middles[-1]
    return list(pairwise([max(0.0, low), *middles, high]))
