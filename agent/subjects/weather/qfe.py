"""The QFE of a field: the QNH of the report that speaks for it, less the standard atmosphere up to the field."""

from __future__ import annotations

from typing import Final

from agent.deps import Deps
from agent.subjects.weather.reports import PlaceWeather, Weather
from tongue import say

_EXPONENT: Final = 0.190263
_PER_METRE: Final = 8.417286e-5
"""Of the standard atmosphere: hPa to the exponent less so much for each metre of elevation."""
_METRES: Final = 0.3048


def qfe_hpa(qnh_hpa: float, elevation_ft: float) -> float:
    """Hectopascals at the field, by the standard atmosphere."""
    return (qnh_hpa**_EXPONENT - _PER_METRE * elevation_ft * _METRES) ** (1 / _EXPONENT)


def qfe_lines(result: Weather, deps: Deps) -> list[str]:
    """A line for each field with its elevation and a QNH reported now."""
    return [line for place in result.places if (line := _of_place(place, deps))]


def _of_place(place: PlaceWeather, deps: Deps) -> str:
    field = deps.airports.get(place.icao) if place.icao else None
    told = (one for one in place.stations if one.report is not None and one.report.qnh_hpa is not None)
    station = next((one for one in told if one.freshness in ("current", "stale")), None)
    if field is None or field.elevation_ft is None:
        return say("No QFE for {place}: its elevation is not known.", place=place.label)
    if station is None or station.report is None or station.report.qnh_hpa is None:
        return say("No QFE for {place}: no QNH is reported near it now.", place=place.label)
    qnh = station.report.qnh_hpa
    figures = {
        "icao": field.ident,
        "qfe": qfe_hpa(qnh, field.elevation_ft),
        "elevation": field.elevation_ft,
        "qnh": qnh,
        "station": station.station.icao,
        "distance": station.station.distance_nm,
    }
    if station.station.own:
        return say("**QFE {icao}: about {qfe:.0f} hPa** (QNH {qnh:.0f}, field {elevation:,} ft).", **figures)
    return say(
        "**QFE {icao}: about {qfe:.0f} hPa** (QNH {qnh:.0f} of {station}, {distance:.0f} nm away, "
        "field {elevation:,} ft).",
        **figures,
    )
