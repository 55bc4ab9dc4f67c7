"""A decoded report as plain JSON: the stable form of `flyfun weather decode --json`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from agent.weather.report import Conditions, Forecast, Group, Report, Wind


def as_plain(of: Report | Forecast) -> dict[str, Any]:
    """The keys that other programs may rely on. Absent is null, a blind sensor stands in `unknown`."""
    return _report(of) if isinstance(of, Report) else _forecast(of)


def _report(of: Report) -> dict[str, Any]:
    return {
        "kind": of.kind,
        "station": of.station,
        "time": _time(of.issued),
        "automatic": of.automatic,
        "corrected": of.corrected,
        "missing": of.missing,
        **_conditions(of, whole=True),
        "temperature_c": of.temperature_c,
        "dewpoint_c": of.dewpoint_c,
        "qnh_hpa": of.qnh_hpa,
        "rvr": [
            {
                "runway": item.runway,
                "min_m": item.min_m,
                "max_m": item.max_m,
                "less": item.less,
                "more": item.more,
                "tendency": item.tendency,
            }
            for item in of.rvr
        ],
        "minimum_visibility": list(of.minimum_visibility),
        "recent_weather": list(of.recent_weather),
        "runway_state": list(of.runway_state),
        "sea_state": of.sea_state,
        "colour": of.colour,
        "trend": of.trend,
        "trend_groups": [
            {
                "kind": item.kind,
                "times": list(item.times),
                **_conditions(item, whole=False),
                "colour": item.colour,
            }
            for item in of.trends
        ],
        "remarks": of.remarks,
        "unknown": list(of.unknown),
        "unread": list(of.unread),
        "raw": of.raw,
    }


def _forecast(of: Forecast) -> dict[str, Any]:
    return {
        "kind": "TAF",
        "station": of.station,
        "time": _time(of.issued),
        "from": _time(of.from_),
        "to": _time(of.to),
        "amended": of.amended,
        "corrected": of.corrected,
        "cancelled": of.cancelled,
        "missing": of.missing,
        "groups": [_group(group) for group in of.groups],
        "temperatures": list(of.temperatures),
        "remarks": of.remarks,
        "unknown": sorted({name for group in of.groups for name in group.unknown}),
        "unread": list(of.unread),
        "raw": of.raw,
    }


def _group(of: Group) -> dict[str, Any]:
    return {
        "kind": of.kind,
        "from": _time(of.from_),
        "to": _time(of.to),
        "probability": of.probability,
        **_conditions(of, whole=False),
        "unknown": list(of.unknown),
        "unread": list(of.unread),
        "raw": of.raw,
    }


def _conditions(of: Conditions, *, whole: bool) -> dict[str, Any]:
    """`whole` reports always list clouds and weather; in a change group null means: not spoken of."""
    wind = of.wind or (Wind() if whole else None)
    clouds = [layer.model_dump() for layer in of.clouds] if of.clouds is not None else [] if whole else None
    weather = list(of.weather) if of.weather is not None else [] if whole else None
    return {
        "wind": wind.model_dump() if wind is not None else None,
        "visibility_m": of.visibility_m,
        "vertical_visibility_ft": of.vertical_visibility_ft,
        "obscured": of.obscured,
        "cavok": of.cavok,
        "clouds": clouds,
        "sky": of.sky,
        "weather": weather,
        "no_significant_weather": of.no_significant_weather,
        "wind_shear": list(of.wind_shear),
        "icing_turbulence": list(of.icing_turbulence),
    }


def _time(at: datetime | None) -> str | None:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}" if at is not None else None
