"""Reports and forecasts from aviationweather.gov: asked for many stations at once, remembered for minutes.

A station that sends nothing is simply missing from the answer, and nothing at all is status 204: both are "no
report", never an error. Only the raw text is believed: the service's own visibility is in statute miles and
turns 9999 into "6+", its flight category is a national one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from agent.errors import NotConfigured, UpstreamBusy, UpstreamUnavailable
from agent.protocol import Source
from agent.upstream import Failure, Fresh, Reply, Service, TextCache, Upstream, cache_key, judge_status
from agent.weather.decode import decode_metar, decode_taf
from agent.weather.report import Forecast, Report
from tongue import later

NAME = later("The weather service (aviationweather.gov)")
SOURCE = Source(
    name="aviationweather.gov", url="https://aviationweather.gov", licence="public domain (US government)"
)
Product = Literal["metar", "taf"]
FRESH = {"metar": timedelta(minutes=5), "taf": timedelta(minutes=15)}
KEPT = timedelta(hours=12)
SIGMETS_FRESH_SECONDS = 600.0
STALE = timedelta(minutes=75)
"""A METAR older than this is marked; over `HISTORY` it says nothing of now."""
HISTORY = timedelta(hours=2)
MOST_STATIONS = 90
"""In one request: the service answers at most 400 entries."""
_SILENCE = 60.0
_SCHEMA = 1
_ROSTER_LASTS = timedelta(days=1)


class _Row(BaseModel):
    model_config = ConfigDict(extra="ignore")

    station: str = Field(alias="icaoId")
    report: str | None = Field(default=None, alias="rawOb")
    forecast: str | None = Field(default=None, alias="rawTAF")
    observed: float | None = Field(default=None, alias="obsTime")
    valid_from: float | None = Field(default=None, alias="validTimeFrom")


class _Kept(BaseModel):
    """What the board holds of one station: raw texts, each with a time near which it was issued."""

    at: datetime
    rows: list[tuple[str, float | None]]


@dataclass(frozen=True)
class Told:
    """What one station sent, newest first; empty means: no report. `stale`: the service fails, this is older."""

    station: str
    reports: tuple[Report, ...] = ()
    forecasts: tuple[Forecast, ...] = ()
    fetched: datetime | None = None
    stale: bool = False
    failed: bool = False

    @property
    def report(self) -> Report | None:
        """The newest report."""
        return self.reports[0] if self.reports else None

    @property
    def forecast(self) -> Forecast | None:
        """The newest forecast."""
        return self.forecasts[0] if self.forecasts else None


@dataclass
class _Roster:
    """Stations asked for lately: they are renewed together, so that a club's fifty fields cost one request."""

    asked: dict[str, datetime] = field(default_factory=dict[str, datetime])

    def note(self, stations: Iterable[str], now: datetime) -> None:
        self.asked |= dict.fromkeys(stations, now)
        self.asked = {name: at for name, at in self.asked.items() if now - at < _ROSTER_LASTS}


class AviationWeather:
    """The reports of one address."""

    def __init__(self, url: str, upstream: Upstream, cache: TextCache, now: Callable[[], datetime]) -> None:
        self._url = url
        self._upstream = upstream
        self._cache = cache
        self._now = now
        self._rosters: dict[Product, _Roster] = {"metar": _Roster(), "taf": _Roster()}
        self._locks: dict[tuple[Product, asyncio.AbstractEventLoop], asyncio.Lock] = {}
        self._service = Service(
            name=NAME,
            url=url,
            instead=later("Everything that needs no weather still works; try again in a few minutes."),
            timeout=12.0,
            silence=_SILENCE,
            judge=judge,
        )

    async def metars(self, stations: Sequence[str]) -> dict[str, Told]:
        """The reports of the last two hours of each station."""
        return await self._told("metar", stations)

    async def tafs(self, stations: Sequence[str]) -> dict[str, Told]:
        """The forecasts in force of each station."""
        return await self._told("taf", stations)

    async def sigmets(self) -> tuple[list[dict[str, JsonValue]], datetime, bool]:
        """Every international SIGMET in force: rows as sent, when fetched, whether the copy is an old one."""
        self._configured()
        key = cache_key("awc-isigmet", _SCHEMA, {"url": self._url})

        async def fetch() -> Fresh:
            reply = await self._upstream.ask(self._service, "/isigmet", params={"format": "json"})
            return Fresh(json.dumps(_listed(self._service, reply)), SIGMETS_FRESH_SECONDS, keep=6 * 3600)

        found = await self._upstream.memory.remember(key, fetch)
        return json.loads(found.text), found.at, found.stale

    # --- the board ---------------------------------------------------------------------------------

    async def _told(self, product: Product, stations: Sequence[str]) -> dict[str, Told]:
        self._configured()
        wanted = list(dict.fromkeys(code.upper() for code in stations))
        now = self._now()
        self._rosters[product].note(wanted, now)
        lock = self._locks.setdefault((product, asyncio.get_running_loop()), asyncio.Lock())
        error: Exception | None = None
        async with lock:
            kept = await self._kept(product, wanted)
            old = [code for code in wanted if not self._is_fresh(product, kept.get(code), now)]
            if all((one := kept.get(code)) is not None and self._may_wait(product, one, now) for code in old):
                old = []  # only stations that sent nothing lately: they come with the next request
            if old:
                try:
                    kept |= await self._renew(product, old, now)
                except (UpstreamUnavailable, UpstreamBusy) as failure:
                    error = failure
        if error is not None and not any(code in kept for code in wanted):
            raise error
        return {code: self._of(product, code, kept.get(code), now) for code in wanted}

    async def _kept(self, product: Product, stations: Sequence[str]) -> dict[str, _Kept]:
        texts = await asyncio.gather(*(self._cache.get(self._key(product, code)) for code in stations))
        found: dict[str, _Kept] = {}
        for code, text in zip(stations, texts, strict=True):
            try:
                if text:
                    found[code] = _Kept.model_validate_json(text)
            except ValidationError:
                continue
        return found

    async def _renew(self, product: Product, needed: list[str], now: datetime) -> dict[str, _Kept]:
        """Ask for what is needed, and in the same request for whatever else was asked for lately."""
        others = [code for code in self._rosters[product].asked if code not in needed]
        if len(needed) < MOST_STATIONS and others:
            kept = await self._kept(product, others)
            aged = [code for code in others if not self._is_fresh(product, kept.get(code), now, share=0.5)]
            aged.sort(key=lambda code: not (code in kept and kept[code].rows))  # those that send something first
            needed = [*needed, *aged[: MOST_STATIONS - len(needed)]]
        batches = [needed[start : start + MOST_STATIONS] for start in range(0, len(needed), MOST_STATIONS)]
        found: dict[str, _Kept] = {code: _Kept(at=now, rows=[]) for code in needed}
        for rows in await asyncio.gather(*(self._fetch(product, batch) for batch in batches)):
            for row in rows:
                raw = row.report if product == "metar" else row.forecast
                if raw and row.station in found:
                    near = row.observed if product == "metar" else row.valid_from
                    found[row.station].rows.append((raw, near))
        seconds = int((FRESH[product] + KEPT).total_seconds())
        await asyncio.gather(
            *(
                self._cache.set(self._key(product, c), k.model_dump_json(), seconds=seconds)
                for c, k in found.items()
            )
        )
        return found

    async def _fetch(self, product: Product, stations: list[str]) -> list[_Row]:
        params = {"ids": ",".join(sorted(stations)), "format": "json"}
        if product == "metar":
            params["hours"] = "2"
        reply = await self._upstream.ask(self._service, f"/{product}", params=params)
        found: list[_Row] = []
        rows = _listed(self._service, reply)
        for row in rows:
            try:
                found.append(_Row.model_validate(row))
            except ValidationError:
                continue
        if rows and not any(row.report or row.forecast for row in found):
            raise self._service.unavailable("no row holds a report")  # unread is never "none"
        return found

    def _of(self, product: Product, station: str, kept: _Kept | None, now: datetime) -> Told:
        if kept is None:
            return Told(station, failed=True)
        stale = now - kept.at >= FRESH[product] + timedelta(seconds=1)
        near = [(raw, datetime.fromtimestamp(at, UTC) if at else kept.at) for raw, at in kept.rows]
        if product == "metar":
            reports = [decode_metar(raw, at) for raw, at in near]
            reports.sort(key=lambda r: r.issued or kept.at - KEPT, reverse=True)
            return Told(station, reports=tuple(reports), fetched=kept.at, stale=stale)
        forecasts = [decode_taf(raw, at) for raw, at in near]
        forecasts.sort(key=lambda f: f.issued or kept.at - KEPT, reverse=True)
        return Told(station, forecasts=tuple(forecasts), fetched=kept.at, stale=stale)

    def _is_fresh(self, product: Product, kept: _Kept | None, now: datetime, share: float = 1.0) -> bool:
        return kept is not None and now - kept.at < FRESH[product] * share

    def _may_wait(self, product: Product, kept: _Kept, now: datetime) -> bool:
        """A station that sent nothing is asked for again with others, by itself only after twice the time."""
        return not kept.rows and self._is_fresh(product, kept, now, share=2.0)

    def _key(self, product: Product, station: str) -> str:
        return cache_key(f"awc-{product}", _SCHEMA, {"url": self._url, "station": station})

    def _configured(self) -> None:
        if not self._url:
            raise NotConfigured("The weather service is not set up here: the operator has set no AWC_URL.")


def judge(service: Service, reply: Reply, now: datetime) -> Failure | None:
    """204 is an answer without entries; what is not JSON is a failure; 429 tells no time, so wait a minute."""
    failure = judge_status(service, reply, now)
    if failure is not None or reply.status == 204:
        return failure
    try:
        body: Any = reply.json()
    except ValueError:
        return Failure(service.unavailable(f"not JSON: {reply.content[:120]!r}"), tries=2)
    if isinstance(body, dict) and "error" in body:
        return Failure(service.refused(json.dumps(body)[:200]), tries=1)
    return None


def _listed(service: Service, reply: Reply) -> list[dict[str, JsonValue]]:
    if reply.status == 204:
        return []
    body = reply.json()
    if not isinstance(body, list):
        raise service.unavailable("not a list")
    sent = cast("list[object]", body)
    rows = [cast("dict[str, JsonValue]", row) for row in sent if isinstance(row, dict)]
    if sent and not rows:
        raise service.unavailable("a list without rows")
    return rows
