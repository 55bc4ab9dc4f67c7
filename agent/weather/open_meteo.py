"""Forecast models through Open-Meteo: several points and models in one request, its weight counted beforehand.

Times come without a zone and are UTC because they are asked for so. A level may be missing (null) in any model.
`cloud_base` 0 means no such cloud, or cloud on the ground: it is never a height.
"""

from __future__ import annotations

import asyncio
import json
import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, cast
from urllib.parse import urlsplit

from agent.aviation.geometry import geodesic_nm
from agent.errors import NotConfigured, UpstreamError
from agent.protocol import Source
from agent.upstream import Failure, Fresh, Remembered, Reply, Service, Upstream, cache_key, judge_status
from agent.weather.models import ForecastModel
from agent.weather.winds import Vector, at_height
from tongue import later

NAME = later("The forecast service (Open-Meteo)")
SOURCE = Source(name="Weather data by Open-Meteo.com", url="https://open-meteo.com/", licence="CC BY 4.0")
HEAVIEST = 60.0
"""The most one request may weigh: the free service allows 600 a minute."""
MOST_REQUESTS = 3
"""For one answer, so that three pilots a minute have theirs."""
WIDE_NM = 26.0
"""Points every 25 nm may lie so far apart once they are rounded."""
LEVELS_LOW, LEVELS_HIGH = (950, 925, 850, 700), (850, 700, 600, 500)
LOW_BELOW_FT, HIGHEST_FT = 9000, 18000
ALOFT = ("wind_speed", "wind_direction", "geopotential_height")
ALOFT_AND_COLD = (*ALOFT, "temperature")
GROUND = (
    "temperature_2m", "dew_point_2m", "pressure_msl", "wind_speed_10m", "wind_direction_10m", "wind_gusts_10m",
    "precipitation", "weather_code", "visibility", "cape", "cloud_cover_low", "cloud_cover_2m", "cloud_base",
    "freezing_level_height",
)  # fmt: skip
_HOUR = 3600.0
_FRESH, _KEPT = _HOUR, 18 * _HOUR
_RUN_FRESH = 0.5 * _HOUR
_SLEEPING = timedelta(hours=12)
_SCHEMA = 1

Point = tuple[float, float]


@dataclass(frozen=True)
class Series:
    """One model at one point, hour by hour."""

    point: Point
    model: ForecastModel
    times: tuple[datetime, ...]
    values: Mapping[str, tuple[float | None, ...]] = field(repr=False)
    elevation_m: float | None = None

    def at(self, name: str, when: datetime) -> float | None:
        """A value at a time, between the hours in a straight line; None where either hour has none."""
        low, share = self._place(when)
        row = self.values.get(name)
        if low is None or row is None:
            return None
        before = row[low]
        if share == 0 or before is None:
            return before
        after = row[low + 1] if low + 1 < len(row) else None
        return None if after is None else before + (after - before) * share

    def over(self, name: str, start: datetime, end: datetime) -> list[float]:
        """The known values of the whole hours from start to end, both included."""
        row = self.values.get(name, ())
        return [v for t, v in zip(self.times, row, strict=False) if start <= t <= end and v is not None]

    def wind_at(self, when: datetime, height_m: float, levels: Sequence[int]) -> Vector | None:
        """The wind at a height above the sea, between the levels and hours that are known, as a vector."""
        low, share = self._place(when)
        if low is None:
            return None
        before = self._aloft(low, height_m, levels)
        if before is None or share == 0 or low + 1 >= len(self.times):
            return before
        after = self._aloft(low + 1, height_m, levels)
        return before.towards(after, share) if after else None

    def temperature_at(self, when: datetime, height_m: float, levels: Sequence[int]) -> float | None:
        """The air at a height above the sea, in a straight line between two levels; None outside them."""
        told = (
            (self.at(f"geopotential_height_{n}hPa", when), self.at(f"temperature_{n}hPa", when)) for n in levels
        )
        known = sorted((height, celsius) for height, celsius in told if height is not None and celsius is not None)
        for (low, below), (high, above) in pairwise(known):
            if low <= height_m <= high:
                return below + (above - below) * ((height_m - low) / (high - low) if high > low else 0.0)
        return None

    def wind_on(self, level: int, when: datetime) -> Vector | None:
        """The wind on a pressure level, between hours as a vector; None where the model does not tell it."""
        low, share = self._place(when)
        if low is None:
            return None
        before, after = (self._on(level, i) for i in (low, min(low + 1, len(self.times) - 1)))
        return before.towards(after, share) if before and after else before if share == 0 else None

    def _on(self, level: int, index: int) -> Vector | None:
        speed, direction = (self._value(f"{name}_{level}hPa", index) for name in ("wind_speed", "wind_direction"))
        return Vector.of(direction, speed) if speed is not None and direction is not None else None

    def ground_wind(self, when: datetime) -> Vector | None:
        """The wind at 10 m, between hours as a vector."""
        low, share = self._place(when)
        if low is None:
            return None
        before, after = (self._surface(i) for i in (low, min(low + 1, len(self.times) - 1)))
        return before.towards(after, share) if before and after else before if share == 0 else None

    def _surface(self, index: int) -> Vector | None:
        speed, direction = self._value("wind_speed_10m", index), self._value("wind_direction_10m", index)
        return Vector.of(direction, speed) if speed is not None and direction is not None else None

    def _aloft(self, index: int, height_m: float, levels: Sequence[int]) -> Vector | None:
        known: list[tuple[float, Vector]] = []
        for level in levels:
            speed, direction, height = (self._value(f"{name}_{level}hPa", index) for name in ALOFT)
            if speed is not None and direction is not None and height is not None:
                known.append((height, Vector.of(direction, speed)))
        return at_height(known, height_m)

    def _value(self, name: str, index: int) -> float | None:
        row = self.values.get(name, ())
        return row[index] if index < len(row) else None

    def _place(self, when: datetime) -> tuple[int | None, float]:
        """Which hour a time follows, and how far it is to the next."""
        if not self.times or not self.times[0] <= when <= self.times[-1]:
            return None, 0.0
        low = bisect_right(self.times, when) - 1
        if low + 1 >= len(self.times):
            return low, 0.0
        step = (self.times[low + 1] - self.times[low]).total_seconds()
        return low, (when - self.times[low]).total_seconds() / step


@dataclass(frozen=True)
class Run:
    """When a model was last started; `sleeping` when that is more than half a day ago."""

    at: datetime | None
    sleeping: bool = False


@dataclass(frozen=True)
class Forecasts:
    """What was fetched: a series for each model and point; `stale` when the service failed and this is older.

    `weight` is that of the heaviest request.
    """

    series: tuple[Series, ...]
    runs: Mapping[str, Run]
    fetched: datetime
    stale: bool
    weight: float

    def of(self, model: ForecastModel) -> list[Series]:
        """One model's points in the order they were asked for."""
        return [one for one in self.series if one.model.key == model.key]


def weight_of(variables: int, models: int, points: int, days: float = 1.0) -> float:
    """What the service counts for a request, by its own rule."""
    return max(1.0, variables * models / 10 * max(1.0, days / 14)) * points


def levels_for(height_ft: float) -> tuple[int, ...]:
    """The pressure levels around a cruising height."""
    return LEVELS_LOW if height_ft < LOW_BELOW_FT else LEVELS_HIGH


def aloft_names(levels: Iterable[int], names: Sequence[str] = ALOFT) -> list[str]:
    """The names of wind and height, or of others, on these levels."""
    return [f"{name}_{level}hPa" for level in levels for name in names]


def carried(variables: int, models: int) -> int:
    """How many points one request may carry."""
    return max(1, int(HEAVIEST / weight_of(variables, models, 1)))


def thinned(points: Sequence[Point], variables: int, models: int, requests: int = 1) -> list[Point]:
    """As many of the points, ends included, as so many requests may carry."""
    most = max(2, requests * carried(variables, models))
    if len(points) <= most:
        return list(points)
    step = (len(points) - 1) / (most - 1)
    return [points[round(i * step)] for i in range(most)]


def wide_apart_nm(points: Sequence[Point]) -> int | None:
    """How far apart neighbours are at most, where the requests could not carry one every 25 nm; else None."""
    apart = max((geodesic_nm(*one, *other) for one, other in pairwise(points)), default=0.0)
    return round(apart) if apart > WIDE_NM else None


class OpenMeteo:
    """The forecast service of one address."""

    def __init__(self, url: str, key: str, upstream: Upstream, now: Callable[[], datetime]) -> None:
        self._url = url
        self._key = key
        self._upstream = upstream
        self._now = now
        instead = later(
            "Reports, distances and everything else still work; try the forecast again in a few minutes."
        )
        self._service = Service(
            name=NAME, url=url, instead=instead, timeout=15.0, silence=60.0, serial=True, judge=judge
        )
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}" if url else ""
        self._runs = Service(name=NAME, url=origin, instead=instead, timeout=5.0)

    async def forecasts(
        self,
        points: Sequence[Point],
        names: Sequence[str],
        models: Sequence[ForecastModel],
        start: datetime,
        end: datetime,
    ) -> Forecasts:
        """The hours from start to end at these points in these models, and when each model was run.

        More points than one request may carry are asked for one request after another.
        Raises `UpstreamError` when there is neither an answer nor a kept one.
        """
        if not self._url:
            raise NotConfigured("The forecast service is not set up here: the operator has set no OPEN_METEO_URL.")
        rounded = [(round(lat, 2), round(lon, 2)) for lat, lon in points]
        hours = _whole_hours(start, end)
        runs, told = await asyncio.gather(self.runs(models), self._in_requests(rounded, names, models, hours))
        series = [one for kept, some in told for one in _series(json.loads(kept.text), some, names, models)]
        if not series:
            raise self._service.unavailable("no hours in the answer")
        days = (hours[1] - hours[0]).total_seconds() / 86400
        weight = max(weight_of(len(names), len(models), len(some), days) for _, some in told)
        fetched, stale = min(kept.at for kept, _ in told), any(kept.stale for kept, _ in told)
        return Forecasts(tuple(series), runs, fetched, stale, weight)

    async def _in_requests(
        self,
        points: Sequence[Point],
        names: Sequence[str],
        models: Sequence[ForecastModel],
        hours: tuple[datetime, datetime],
    ) -> list[tuple[Remembered, Sequence[Point]]]:
        """The answers, each with its points."""
        most = carried(len(names), len(models))
        told: list[tuple[Remembered, Sequence[Point]]] = []
        for first in range(0, len(points), most):
            some = points[first : first + most]
            told.append((await self._request(some, names, models, hours), some))
        return told

    async def _request(
        self,
        points: Sequence[Point],
        names: Sequence[str],
        models: Sequence[ForecastModel],
        hours: tuple[datetime, datetime],
    ) -> Remembered:
        params: dict[str, str | int | float] = {
            "latitude": ",".join(f"{lat:.2f}" for lat, _ in points),
            "longitude": ",".join(f"{lon:.2f}" for _, lon in points),
            "hourly": ",".join(names),
            "models": ",".join(model.key for model in models),
            "start_hour": f"{hours[0]:%Y-%m-%dT%H:%M}",
            "end_hour": f"{hours[1]:%Y-%m-%dT%H:%M}",
            "wind_speed_unit": "kn",
            "timezone": "GMT",
        }
        key = cache_key("open-meteo", _SCHEMA, {"url": self._url, **params})

        async def fetch() -> Fresh:
            secret = {"apikey": self._key} if self._key else {}
            reply = await self._upstream.ask(self._service, params={**params, **secret})
            return Fresh(json.dumps(reply.json()), _FRESH, keep=_KEPT)

        return await self._upstream.memory.remember(key, fetch)

    async def runs(self, models: Sequence[ForecastModel]) -> dict[str, Run]:
        """When each model was last run; unknown where the service does not tell."""
        found = await asyncio.gather(*(self._run(model) for model in models))
        return {model.key: run for model, run in zip(models, found, strict=True)}

    async def _run(self, model: ForecastModel) -> Run:
        key = cache_key("open-meteo-run", _SCHEMA, {"url": self._url, "model": model.runs})

        async def fetch() -> Fresh:
            reply = await self._upstream.ask(self._runs, f"/data/{model.runs}/static/meta.json")
            return Fresh(str(float(reply.json()["last_run_initialisation_time"])), _RUN_FRESH, keep=6 * _HOUR)

        try:
            told = await self._upstream.memory.remember(key, fetch)
            at = datetime.fromtimestamp(float(told.text), UTC)
        except (UpstreamError, ValueError, KeyError, TypeError, OverflowError, OSError):
            return Run(None)
        return Run(at, sleeping=self._now() - at > _SLEEPING)


def _whole_hours(start: datetime, end: datetime) -> tuple[datetime, datetime]:
    first = start.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    last = end.astimezone(UTC)
    up = last.replace(minute=0, second=0, microsecond=0)
    return first, up if up == last else up + timedelta(hours=1)


def judge(service: Service, reply: Reply, now: datetime) -> Failure | None:
    """429 tells which allowance is used up, not how long to wait; 200 must be JSON with hours."""
    if reply.status == 429:
        wait = {b"Daily": 3600.0, b"Hourly": 900.0}
        seconds = next((s for word, s in wait.items() if word in reply.content), 60.0)
        return Failure(service.busy(seconds, f"HTTP 429: {reply.content[:120]!r}"), wait=seconds)
    failure = judge_status(service, reply, now)
    if failure is not None:
        return failure
    try:
        body: Any = reply.json()
    except ValueError:
        return Failure(service.unavailable(f"not JSON: {reply.content[:120]!r}"), tries=2)
    rows = cast("list[Any]", body) if isinstance(body, list) else [body]
    if not rows or not all(isinstance(row, dict) and "hourly" in row for row in rows):
        return Failure(service.unavailable(f"no hours: {reply.content[:120]!r}"), tries=1)
    return None


def _series(
    body: Any, points: Sequence[Point], names: Sequence[str], models: Sequence[ForecastModel]
) -> list[Series]:
    rows = cast("list[dict[str, Any]]", body if isinstance(body, list) else [body])
    found: list[Series] = []
    for point, row in zip(points, rows, strict=False):
        hourly = cast("dict[str, list[Any]]", row["hourly"])
        times = tuple(_time(text) for text in hourly.get("time", []))
        for model in models:
            suffix = f"_{model.key}" if len(models) > 1 else ""
            values = {name: tuple(map(_number, hourly.get(f"{name}{suffix}", []))) for name in names}
            if any(value is not None for column in values.values() for value in column):
                found.append(Series(point, model, times, values, _number(row.get("elevation"))))
    return found


def _time(text: object) -> datetime:
    return datetime.fromisoformat(str(text)).replace(tzinfo=UTC)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)
