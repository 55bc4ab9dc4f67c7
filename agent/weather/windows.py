"""What several models say of one place in a window of hours: ranges and agreement, never one figure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pydantic import AwareDatetime

from agent.protocol import Value
from agent.weather.models import agreement, ceiling_band
from agent.weather.open_meteo import Series
from agent.weather.winds import Vector
from tongue import say

DRY_MM = 0.2
SHOWERS_CAPE = 500.0
FOG_COVER, CLEAR_COVER, FOG_SIGHT_M = 90.0, 25.0, 1000.0
FT_PER_M = 1 / 0.3048


class ModelSays(Value):
    """One model in a window. None: the model does not tell. `base_ft` is the lowest, above ground."""

    model: str
    rain_mm: float | None = None
    wind_from_deg: int | None = None
    wind_kt: int | None = None
    most_wind_kt: int | None = None
    gust_kt: int | None = None
    base_ft: int | None = None
    no_low_cloud: bool = False
    on_the_ground: bool = False
    visibility_m: int | None = None
    freezing_ft: int | None = None
    cape: float | None = None
    pressure_change_hpa: float | None = None
    pressure_hpa: float | None = None
    temperature_c: float | None = None
    dewpoint_c: float | None = None


class Window(Value):
    """All models in a window of hours at one place."""

    from_: AwareDatetime
    to: AwareDatetime
    models: tuple[ModelSays, ...]

    def numbers(self, name: str) -> list[float]:
        """What the models tell of one element, unknown left out."""
        return [float(v) for m in self.models if (v := getattr(m, name)) is not None]

    def spread(self, name: str) -> tuple[float, float] | None:
        """The least and the most of it."""
        values = self.numbers(name)
        return (min(values), max(values)) if values else None

    @property
    def dry(self) -> tuple[int, int]:
        """How many models are dry, of how many that tell."""
        told = self.numbers("rain_mm")
        return sum(value < DRY_MM for value in told), len(told)

    @property
    def showers(self) -> tuple[int, int]:
        """How many models have the energy for showers and rain in them, of how many that tell."""
        told = [m for m in self.models if m.cape is not None]
        return sum((m.cape or 0) > SHOWERS_CAPE and (m.rain_mm or 0) >= DRY_MM for m in told), len(told)

    @property
    def wind_agreement(self) -> str:
        """Whether the models agree on the wind."""
        return agreement("wind", self.numbers("wind_kt"))


def window_of(series: Sequence[Series], start: datetime, end: datetime) -> Window:
    """Each model's summary of the hours from start to end."""
    return Window(from_=start, to=end, models=tuple(_says(one, start, end) for one in series))


def _says(of: Series, start: datetime, end: datetime) -> ModelSays:
    middle = start + (end - start) / 2
    wind = of.ground_wind(middle)
    strongest = of.over("wind_speed_10m", start, end)
    gusts = of.over("wind_gusts_10m", start, end)
    rain = of.over("precipitation", start, end)
    sights = of.over("visibility", start, end)
    freezing = of.over("freezing_level_height", start, end)
    cape = of.over("cape", start, end)
    pressures = of.over("pressure_msl", start, end)
    base, empty, ground = cloud_base(of, start, end)
    return ModelSays(
        model=of.model.name,
        rain_mm=round(sum(rain), 1) if rain else None,
        wind_from_deg=_direction(wind),
        wind_kt=round(wind.speed_kt) if wind else None,
        most_wind_kt=round(max(strongest)) if strongest else None,
        gust_kt=round(max(gusts)) if gusts else None,
        base_ft=base,
        no_low_cloud=empty,
        on_the_ground=ground,
        visibility_m=round(min(sights)) if sights else None,
        freezing_ft=round(min(freezing) * FT_PER_M) if freezing else None,
        cape=round(max(cape)) if cape else None,
        pressure_change_hpa=round(pressures[-1] - pressures[0], 1) if len(pressures) > 1 else None,
        pressure_hpa=of.at("pressure_msl", middle),
        temperature_c=of.at("temperature_2m", middle),
        dewpoint_c=of.at("dew_point_2m", middle),
    )


def _direction(wind: Vector | None) -> int | None:
    return round(wind.from_deg) if wind else None


def cloud_base(of: Series, start: datetime, end: datetime) -> tuple[int | None, bool, bool]:
    """The lowest base in ft above ground; whether there is no low cloud; whether cloud lies on the ground.

    0 is the service's word for none as well as for the surface: what the model has near the ground decides,
    and where that is silent too the base stays unknown.
    """
    bases: list[float] = []
    empty, ground, hours = 0, False, 0
    for when in (t for t in of.times if start <= t <= end):
        base = of.at("cloud_base", when)
        if base is None:
            continue
        hours += 1
        if base > 0:
            bases.append(base * FT_PER_M)
            continue
        near, low, sight = (of.at(name, when) for name in ("cloud_cover_2m", "cloud_cover_low", "visibility"))
        if (near is not None and near >= FOG_COVER) or (sight is not None and sight < FOG_SIGHT_M):
            ground = True
        elif low is not None and low <= CLEAR_COVER:
            empty += 1
    if ground or bases:
        return (round(min(bases)) if bases else None), False, ground
    return None, hours > 0 and empty == hours, False


def base_words(of: ModelSays) -> str | None:
    """A model's cloud base as a band, in words; None where it does not tell."""
    if of.on_the_ground:
        return say("cloud on the ground")
    if of.base_ft is not None:
        return say("cloud {band}", band=say(ceiling_band(of.base_ft)))
    return say("no low cloud") if of.no_low_cloud else None


def span(low: float, high: float, unit: str = "") -> str:
    """ "8–22 kt", or one figure where both are the same; below zero "-3 to 1"."""
    a, b = round(low), round(high)
    if a == b:
        return f"{a}{unit}"
    return say("{low} to {high}", low=a, high=b) + unit if a < 0 else f"{a}–{b}{unit}"
