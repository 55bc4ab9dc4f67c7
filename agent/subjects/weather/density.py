"""Pressure and density altitude, humid where the dew point is known; true airspeed and cumulus base."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Literal

from pydantic import AliasChoices, AwareDatetime, Field, ValidationInfo, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.errors import InvalidQuestion, NotConfigured, UpstreamError
from agent.locate import NotLocated
from agent.protocol import Source, ToolCall, ToolResult
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.offered import instead
from agent.subjects.weather.place import Spot, find_moment, find_spot
from agent.subjects.weather.reports import StationWeather, sources_of, weather_of
from agent.weather.air import (
    STANDARD_QNH_HPA,
    altitude_of_level_ft,
    convective_base_ft,
    density_altitude_ft,
    pressure_altitude_ft,
    pressure_higher_up,
    qnh_of,
    standard_temperature_c,
    true_airspeed_kts,
)
from agent.weather.models import MINUTES_AT, first_told, lead_at, models_for
from agent.weather.open_meteo import SOURCE
from tongue import later, say

NO_FACTORS = later(
    "I hold no factors for wet or long grass, slope or a soft surface, and reckon no take-off or landing "
    "distance: your aircraft's handbook has them, else what your authority publishes on performance."
)

AIR = ("temperature_2m", "dew_point_2m", "surface_pressure")
"""The pressure at the ground: that at sea level is reduced through warm or cold air, which no altimeter knows."""

QNH_WITHIN_NM = 60.0
"""A neighbour's QNH is good enough for a density altitude; its temperature is not."""
From = Literal["given", "reported", "neighbour", "standard", "forecast"]
WARMEST = time(15)
"""The hour that is taken of a day whose hour is not said."""
AHEAD = timedelta(minutes=90)
"""From here on the air is forecast, not reported."""


_REACH = {
    "elevation_ft": (-1500, 20_000, "ft"),
    "qnh_hpa": (900, 1085, "hPa"),
    "temperature_c": (-60, 60, "°C"),
    "dewpoint_c": (-70, 40, "°C"),
}


class DensityArguments(Arguments):
    """A field or an elevation, and what is known of the air."""

    icao_code: str | None = Field(default=None, validation_alias=AliasChoices("icao_code", "icao", "airport"))
    elevation_ft: float | None = Field(default=None, ge=-1500, le=20000, description="instead of a field")
    qnh_hpa: float | None = Field(default=None, ge=900, le=1085, description="hPa; the reported one when left out")
    temperature_c: float | None = Field(
        default=None, ge=-60, le=60, description="°C; the reported one when left out"
    )
    dewpoint_c: float | None = Field(default=None, ge=-70, le=40, description="°C; dry air when it is not known")
    day: str | None = Field(default=None, description='"Saturday", ISO date: the air forecast for then')
    time: str | None = Field(default=None, description="local time HH:MM, or UTC with a Z; 15:00 of a later day")
    flight_level: float | None = Field(
        default=None, ge=5, le=600, description="65 for FL65: its height above the sea with that QNH is told"
    )
    indicated_kts: float | None = Field(
        default=None, ge=30, le=350, description="an indicated airspeed: the true one is told"
    )
    isa_deviation_c: float | None = Field(default=None, ge=-50, le=50, description="10 for ISA+10")
    spread_c: float | None = Field(
        default=None, ge=0, le=40, description="temperature less dew point, where only that is said"
    )
    cloud_base: bool = Field(default=False, description="the base of cumulus by the spread is asked for")
    as_level: bool = Field(default=False, description="the flight level of the elevation (an altitude) is asked")
    factors: bool = Field(
        default=False, description="what wet grass or a slope adds to a run was asked for: none is told"
    )
    distances: bool = Field(
        default=False, description="a take-off or landing distance was asked for: none is told"
    )
    qfe: SkipJsonSchema[bool] = Field(default=False, description="the QFE of the field is asked for too")

    @field_validator(*_REACH, mode="before")
    @classmethod
    def _in_reach(cls, value: object, info: ValidationInfo) -> object:
        low, high, unit = _REACH[info.field_name or ""]
        if isinstance(value, int | float) and not low <= value <= high:
            raise ValueError(
                say(
                    "{value:,g} {unit} is no air to reckon with: give me a figure from {low:,} to {high:,} {unit}",
                    value=value,
                    unit=unit,
                    low=low,
                    high=high,
                )
            )
        return value


class DensityAltitude(ToolResult):
    """Feet; without a temperature the pressure altitude alone. `dry_density_altitude_ft` leaves humidity out.

    `…_from` tell where QNH and temperature come from. `at` is the hour of a forecast, `models` who told it,
    `density_range_ft` the least and most among them. Of an indicated airspeed `true_airspeed_kts` at the pressure
    altitude, with `standard_c` for the standard temperature there; `cloud_base_ft` is above the station.
    """

    icao: str | None = None
    name: str | None = None
    elevation_ft: float | None = None
    qnh_hpa: float | None = None
    qnh_from: From = "given"
    temperature_c: float | None = None
    temperature_from: From = "given"
    dewpoint_c: float | None = None
    pressure_altitude_ft: int | None = None
    density_altitude_ft: int | None = None
    dry_density_altitude_ft: int | None = None
    flight_level: float | None = None
    level_height_ft: int | None = None
    as_level: bool = False
    station: StationWeather | None = None
    at: AwareDatetime | None = None
    at_assumed: bool = False
    time_zone: str | None = None
    models: tuple[str, ...] = ()
    density_range_ft: tuple[int, int] | None = None
    indicated_kts: float | None = None
    true_airspeed_kts: int | None = None
    standard_c: float | None = None
    cloud_base_ft: int | None = None
    spread_c: float | None = None


@tool(kind="airport", outside=True)
async def get_density_altitude(arguments: DensityArguments, context: ToolContext) -> DensityAltitude:
    """Density and pressure altitude at a field or elevation; a level; true airspeed; cumulus base."""
    if arguments.factors:
        return DensityAltitude(found=False, message=say(NO_FACTORS))
    if arguments.indicated_kts is not None:
        return _true_airspeed(arguments, arguments.indicated_kts)
    if arguments.cloud_base:
        return _cloud_base(arguments, context)
    if arguments.flight_level is not None and (arguments.qnh_hpa is not None or not arguments.icao_code):
        return _level(arguments.flight_level, arguments.qnh_hpa)
    if not (arguments.icao_code or "").strip():
        if arguments.elevation_ft is None:
            raise InvalidQuestion(say("Density altitude where? Give me a field, or an elevation in feet."))
        if arguments.as_level and arguments.qnh_hpa is None:
            ask = say("An altitude is a flight level only with a QNH: give me one, like QNH 1003.")
            return DensityAltitude(found=False, elevation_ft=arguments.elevation_ft, message=ask)
        return _reckon(
            arguments, DensityAltitude(elevation_ft=arguments.elevation_ft, as_level=arguments.as_level)
        )
    spot = find_spot(arguments.icao_code or "", context)
    if isinstance(spot, NotLocated):
        asked = ToolCall(tool="get_density_altitude", arguments=arguments.canonical())
        choices = instead(spot, asked, "icao_code", lambda code: say("Density altitude at {field}", field=code))
        return DensityAltitude(found=False, message=spot.message, choices=choices)
    height = arguments.elevation_ft
    if height is None and spot.airport is not None:
        height = spot.airport.elevation_ft
    if height is None:
        raise InvalidQuestion(say("I know no elevation of {label}: give me one in feet.", label=spot.label))
    base = DensityAltitude(
        icao=spot.code,
        name=spot.airport.short_name if spot.airport else spot.label,
        elevation_ft=height,
        sources=(context.deps.airports.source,),
    )
    if arguments.qnh_hpa is not None and arguments.temperature_c is not None:
        return _reckon(arguments, base)
    moment = find_moment(arguments.day, arguments.time, spot.zone, context)
    if moment is not None and arguments.temperature_c is None:
        assumed = moment.at is None
        at = moment.at or datetime.combine(moment.day, WARMEST, spot.zone or UTC).astimezone(UTC)
        if at - context.deps.now() > AHEAD:
            return await _forecast(arguments, base, spot, at, context, assumed=assumed)
        if context.deps.now() - at > AHEAD and not assumed:
            raise InvalidQuestion(say("That time has passed. Give me one from now on."))
    try:
        (weather,) = await weather_of([spot], context, kind="metar", at=None)
    except (UpstreamError, NotConfigured):
        return _reckon(arguments, base)
    told = next((s for s in weather.stations if s.report and s.freshness != "history"), None)
    if arguments.flight_level is not None:
        qnh = told.report.qnh_hpa if told and told.report else None
        near = told is not None and told.station.distance_nm <= QNH_WITHIN_NM
        found = _level(arguments.flight_level, float(qnh) if qnh is not None and near else None)
        return found.model_copy(
            update={"icao": base.icao, "station": told, "sources": sources_of((weather,), context)}
        )
    sources: tuple[Source, ...] = (*sources_of((weather,), context), *base.sources) if told else base.sources
    return _reckon(arguments, base.model_copy(update={"station": told, "sources": sources}))


def _level(flight_level: float, qnh_hpa: float | None) -> DensityAltitude:
    """How high a flight level is above the sea with a QNH."""
    base = DensityAltitude(flight_level=flight_level, qnh_hpa=qnh_hpa)
    if qnh_hpa is None:
        ask = say("FL{level:g} is a height only with a QNH: give me one, like QNH 1003.", level=flight_level)
        return base.model_copy(update={"found": False, "message": ask})
    return base.model_copy(update={"level_height_ft": round(altitude_of_level_ft(flight_level, qnh_hpa))})


def _true_airspeed(said: DensityArguments, indicated: float) -> DensityAltitude:
    """By the pressure altitude and the temperature; what was not said is that of the standard atmosphere."""
    if said.flight_level is not None:
        height: float | None = said.flight_level * 100
    elif said.elevation_ft is not None and said.qnh_hpa is not None:
        height = pressure_altitude_ft(said.elevation_ft, said.qnh_hpa)
    else:
        height = said.elevation_ft
    base = DensityAltitude(indicated_kts=indicated)
    if height is None:
        ask = say("At which altitude or level? Say it with the temperature: FL85, minus 5.")
        return base.model_copy(update={"found": False, "message": ask})
    standard = standard_temperature_c(height)
    warmth, warmth_from = said.temperature_c, "given"
    if warmth is None:
        warmth_from = "standard" if said.isa_deviation_c is None else "given"
        warmth = standard + (said.isa_deviation_c or 0)
    return base.model_copy(
        update={
            "flight_level": said.flight_level,
            "elevation_ft": said.elevation_ft,
            "qnh_hpa": said.qnh_hpa,
            "pressure_altitude_ft": round(height),
            "temperature_c": warmth,
            "temperature_from": warmth_from,
            "standard_c": standard,
            "true_airspeed_kts": round(true_airspeed_kts(indicated, height, warmth)),
        }
    )


def _cloud_base(said: DensityArguments, context: ToolContext) -> DensityAltitude:
    """Of cumulus above the station by the spread; above the sea where the field is named."""
    spread = said.spread_c
    if said.temperature_c is not None and said.dewpoint_c is not None:
        spread = said.temperature_c - said.dewpoint_c
        if spread < 0:
            raise InvalidQuestion(
                say(
                    "The dew point ({dew:g} °C) cannot be above the temperature ({warmth:g} °C).",
                    dew=said.dewpoint_c,
                    warmth=said.temperature_c,
                )
            )
    base = DensityAltitude(temperature_c=said.temperature_c, dewpoint_c=said.dewpoint_c, spread_c=spread)
    if spread is None:
        ask = say("Give me temperature and dew point, like 22 and 14, or their spread.")
        return base.model_copy(update={"found": False, "message": ask})
    update: dict[str, object] = {"cloud_base_ft": convective_base_ft(spread, 0)}
    field = (said.icao_code or "").strip()
    spot = find_spot(field, context) if field else None
    if isinstance(spot, Spot) and spot.airport is not None and spot.airport.elevation_ft is not None:
        update |= {
            "icao": spot.code,
            "name": spot.airport.short_name,
            "elevation_ft": spot.airport.elevation_ft,
            "sources": (context.deps.airports.source,),
        }
    return base.model_copy(update=update)


async def _forecast(
    said: DensityArguments,
    base: DensityAltitude,
    spot: Spot,
    at: datetime,
    context: ToolContext,
    *,
    assumed: bool,
) -> DensityAltitude:
    """By the models' air at an hour to come: the middle one of them, and the least and most."""
    zone = spot.zone.key if spot.zone else None
    base = base.model_copy(update={"at": at, "at_assumed": assumed, "time_zone": zone})
    point = [(spot.lat, spot.lon)]
    ahead = at - context.deps.now()
    lead = lead_at(at, context.deps.now(), spot.zone)
    models = models_for(point, ahead) if lead in MINUTES_AT else ()
    if not models:
        opens = first_told(at, "days").astimezone(spot.zone or UTC).date()
        when = say("Too early for the air of that day; from {opens:%a %d %b} I can.", opens=opens)
        return base.model_copy(update={"found": False, "message": when})
    told = await context.deps.open_meteo.forecasts(
        point, AIR, models, at - timedelta(hours=1), at + timedelta(hours=1)
    )
    found: list[tuple[str, DensityAltitude]] = []
    for series in (one for model in models for one in told.of(model)):
        warmth, dew, pressure = (series.at(name, at) for name in AIR)
        if warmth is None or pressure is None:
            continue
        height = base.elevation_ft or 0.0
        higher = height * 0.3048 - series.elevation_m if series.elevation_m is not None else 0.0
        qnh = qnh_of(pressure_higher_up(pressure, higher, warmth), height)
        one = said.model_copy(
            update={
                "temperature_c": round(warmth, 1),
                "dewpoint_c": min(round(dew, 1), round(warmth, 1)) if dew is not None else said.dewpoint_c,
                "qnh_hpa": said.qnh_hpa if said.qnh_hpa is not None else float(round(qnh)),
            }
        )
        found.append((series.model.name, _reckon(one, base)))
    if not found:
        message = say("No model tells the temperature at that hour. Give me one, like 30 °C.")
        return base.model_copy(update={"found": False, "message": message})
    ranked = sorted(found, key=lambda pair: pair[1].density_altitude_ft or 0)
    feet = [one.density_altitude_ft or 0 for _, one in ranked]
    source = SOURCE.model_copy(update={"stale": told.stale, "as_of": told.fetched.date()})
    return ranked[len(ranked) // 2][1].model_copy(
        update={
            "qnh_from": "given" if said.qnh_hpa is not None else "forecast",
            "temperature_from": "forecast",
            "models": tuple(name for name, _ in found),
            "density_range_ft": (feet[0], feet[-1]),
            "sources": (source, *base.sources),
        }
    )


def _reckon(said: DensityArguments, base: DensityAltitude) -> DensityAltitude:
    """What was said wins; a field's own report fills the rest; a neighbour's fills the QNH alone."""
    report = base.station.report if base.station else None
    own = base.station.station.own if base.station else False
    qnh, qnh_from = said.qnh_hpa, "given"
    if qnh is None and report is not None and report.qnh_hpa is not None:
        near = base.station is not None and base.station.station.distance_nm <= QNH_WITHIN_NM
        qnh, qnh_from = (float(report.qnh_hpa), "reported" if own else "neighbour") if near else (None, "")
    if qnh is None:
        qnh, qnh_from = STANDARD_QNH_HPA, "standard"
    warmth, warmth_from = said.temperature_c, "given"
    dew = said.dewpoint_c
    if warmth is None and report is not None and own:
        warmth, warmth_from = report.temperature_c, "reported"
        dew = dew if dew is not None or report.dewpoint_c is None else float(report.dewpoint_c)
    height = base.elevation_ft or 0.0
    base = base.model_copy(
        update={
            "qnh_hpa": qnh,
            "qnh_from": qnh_from,
            "pressure_altitude_ft": round(pressure_altitude_ft(height, qnh)),
        }
    )
    if warmth is None:
        where = base.icao or say("{elevation_ft:,.0f} ft", elevation_ft=height)
        lacking = say("I have no temperature at {where}: give me one, like 30 °C.", where=where)
        return base.model_copy(update={"found": qnh_from != "standard", "message": lacking})
    if dew is not None and dew > warmth:
        raise InvalidQuestion(
            say(
                "The dew point ({dew:g} °C) cannot be above the temperature ({warmth:g} °C).",
                dew=dew,
                warmth=warmth,
            )
        )
    return base.model_copy(
        update={
            "temperature_c": warmth,
            "temperature_from": warmth_from,
            "dewpoint_c": dew,
            "density_altitude_ft": round(density_altitude_ft(height, qnh, warmth, dew)),
            "dry_density_altitude_ft": round(density_altitude_ft(height, qnh, warmth)),
        }
    )
