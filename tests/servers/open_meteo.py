"""An Open-Meteo of the tests' own: counts weights as the real one does, refuses what it refuses, answers in its shape."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from servers.http import LocalServer, Request, Response

GROUND = {
    "temperature_2m", "dew_point_2m", "relative_humidity_2m", "pressure_msl", "surface_pressure", "wind_speed_10m",
    "wind_direction_10m", "wind_gusts_10m", "precipitation", "precipitation_probability", "weather_code", "visibility",
    "cape", "cloud_cover", "cloud_cover_low", "cloud_cover_mid", "cloud_cover_high", "cloud_cover_2m", "cloud_base",
    "convective_cloud_base", "freezing_level_height", "is_day",
}  # fmt: skip
LEVEL = re.compile(
    r"(temperature|relative_humidity|cloud_cover|wind_speed|wind_direction|geopotential_height)_(\d+)hPa"
)
MODELS = {
    "meteofrance_arome_france", "meteofrance_arome_france_hd", "icon_d2", "icon_eu", "icon_seamless", "gfs_global",
    "gfs_seamless", "ecmwf_ifs025", "ukmo_uk_deterministic_2km", "ukmo_global_deterministic_10km", "ukmo_seamless",
}  # fmt: skip
HEIGHTS = {
    1000: 110,
    975: 320,
    950: 540,
    925: 760,
    900: 990,
    850: 1457,
    800: 1949,
    700: 3012,
    600: 4206,
    500: 5574,
}
GROUND_M = {(46.2, 8.0): 2005.0}
"""Ground by its place, in metres: the Simplon; 20 m elsewhere."""
KNOWN = {
    "latitude",
    "longitude",
    "hourly",
    "models",
    "start_hour",
    "end_hour",
    "wind_speed_unit",
    "timezone",
    "apikey",
}
Weather = Callable[[str, str, datetime], float | None]


class OpenMeteoServer(LocalServer):
    """`tell` gives the value of a name in a model at a time; the default is a dry, light westerly day."""

    def __init__(self, tell: Weather | None = None) -> None:
        super().__init__()
        self.tell: Weather = tell or calm_day
        self.weights: list[float] = []
        self.allowance = 600.0
        self.run = datetime(2026, 11, 22, 6, tzinfo=UTC)
        self.down = False

    @property
    def endpoint(self) -> str:
        return f"{self.url}/v1/forecast"

    def asked(self) -> list[Request]:
        return [request for request in self.requests if request.path == "/v1/forecast"]

    def handle(self, request: Request) -> Response:
        if self.down:
            return Response(drop=True)
        if re.fullmatch(r"/data/[a-z0-9_]+/static/meta\.json", request.path):
            stamp = int(self.run.timestamp())
            return Response.of(
                {"last_run_initialisation_time": stamp, "last_run_availability_time": stamp + 9000,
                 "update_interval_seconds": 10800}
            )  # fmt: skip
        if request.path != "/v1/forecast" or request.method != "GET":
            return Response.of({"error": True, "reason": "Not Found"}, 404)
        return self.forecast(request.query)

    def forecast(self, query: dict[str, str]) -> Response:
        if set(query) - KNOWN:
            return self.bad(f"Unknown parameter {sorted(set(query) - KNOWN)}")
        lats, lons = query.get("latitude", "").split(","), query.get("longitude", "").split(",")
        names, models = query.get("hourly", "").split(","), query.get("models", "").split(",")
        if len(lats) != len(lons) or len(lats) > 1000:
            return self.bad("Parameter 'latitude' and 'longitude' must have the same number of elements")
        for name in names:
            if name not in GROUND and not LEVEL.fullmatch(name):
                return self.bad(f"Cannot initialize HourlyVariable from invalid String value {name}")
        for model in models:
            if model not in MODELS:
                return self.bad(f"Cannot initialize MultiDomains from invalid String value {model}")
        weight = max(1.0, len(names) * len(models) / 10) * len(lats)
        self.weights.append(weight)
        if sum(self.weights) > self.allowance:
            return Response.of(
                {"error": True, "reason": "Minutely API request limit exceeded. Please try again in one minute."},
                429,
            )
        start, end = (
            datetime.fromisoformat(query[name]).replace(tzinfo=UTC) for name in ("start_hour", "end_hour")
        )
        if end < start or (end - start) > timedelta(days=16):
            return self.bad("Parameter 'start_hour' is out of allowed range")
        hours = [start + timedelta(hours=i) for i in range(int((end - start).total_seconds() // 3600) + 1)]
        rows = [
            self.row(float(lat), float(lon), names, models, hours) for lat, lon in zip(lats, lons, strict=True)
        ]
        return Response.of(rows if len(rows) > 1 else rows[0])

    def row(
        self, lat: float, lon: float, names: list[str], models: list[str], hours: list[datetime]
    ) -> dict[str, Any]:
        hourly: dict[str, list[Any]] = {"time": [f"{hour:%Y-%m-%dT%H:%M}" for hour in hours]}
        for model in models:
            for name in names:
                key = name if len(models) == 1 else f"{name}_{model}"
                hourly[key] = [self.tell(name, model, hour) for hour in hours]
        return {
            "latitude": lat, "longitude": lon, "elevation": GROUND_M.get((round(lat, 1), round(lon, 1)), 20.0), "utc_offset_seconds": 0, "timezone": "GMT",
            "hourly_units": {}, "hourly": hourly,
        }  # fmt: skip

    def bad(self, why: str) -> Response:
        return Response.of({"error": True, "reason": why}, 400)


def calm_day(name: str, model: str, hour: datetime) -> float | None:
    """270/20 at every level, 250/10 on the ground, dry, no low cloud; some levels null as in the real service."""
    match = LEVEL.fullmatch(name)
    if match:
        level = int(match[2])
        if level in (950, 900, 800):
            return None
        return {"wind_speed": 20.0, "wind_direction": 270.0, "geopotential_height": float(HEIGHTS[level])}.get(
            match[1]
        )
    ukmo = model.startswith("ukmo")
    return {
        "temperature_2m": 12.0, "dew_point_2m": 6.0, "pressure_msl": 1020.0, "surface_pressure": 1017.6, "wind_speed_10m": 10.0,
        "wind_direction_10m": 250.0, "wind_gusts_10m": 14.0, "precipitation": 0.0, "weather_code": 1.0,
        "visibility": 20000.0 if ukmo else None, "cape": 0.0, "cloud_cover_low": 10.0, "cloud_cover_2m": 0.0,
        "cloud_base": 0.0 if ukmo else None, "freezing_level_height": 2000.0 if ukmo else None,
    }.get(name)  # fmt: skip
