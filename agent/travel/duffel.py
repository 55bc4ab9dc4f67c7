"""The airline search: asks Duffel for offers, remembers them while they hold, and never books anything.

Contract: Duffel Flights API v2, `POST /air/offer_requests` and `GET /air/offers`.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal, cast

from pydantic import JsonValue, TypeAdapter, ValidationError

from agent.config import AgentSettings
from agent.errors import AgentError, InvalidQuestion, NotConfigured, UpstreamBusy, UpstreamRefused
from agent.protocol import Value
from agent.travel.flights import normalise_offers
from agent.travel.offers import FlightOffer
from agent.upstream import Failure, Fresh, Reply, Service, Upstream, asked_to_wait, cache_key
from tongue import later, say

Cabin = Literal["economy", "premium_economy", "business", "first"]
NAME = later("The airline search (Duffel)")
SEARCHES_PER_HOUR = 12
_INSTEAD = later("Everything else still works and nothing was booked; try again in a few minutes.")
_NOT_TAKEN = (
    "does not take this search, and does not say what is wrong with it. Check the places, the days and who "
    f"travels. {_INSTEAD}"
)
_SUPPLIER_SECONDS = 15
_PAGES = 5
_LONGEST = 1800.0
_EMPTY_SECONDS = 300.0
_SCHEMA = 1
_STORED = TypeAdapter(tuple[FlightOffer, ...])


class TimeWindow(Value):
    """Between two local times HH:MM, both included."""

    after: str
    before: str


class Way(Value):
    """One way of a journey: IATA codes of airports or cities, and a day."""

    origin: str
    destination: str
    day: date
    departure: TimeWindow | None = None
    arrival: TimeWindow | None = None


class OfferSearch(Value):
    """A whole search. Ages are on the day of the last way: children under 18, infants under 2."""

    ways: tuple[Way, ...]
    adults: int = 1
    ages: tuple[int, ...] = ()
    cabin: Cabin | None = None
    max_connections: int = 2


@dataclass(frozen=True)
class Offers:
    """What was found, seen at `at`. `live` is False for Duffel's test mode, whose offers are not real."""

    offers: tuple[FlightOffer, ...]
    at: datetime
    live: bool
    cached: bool = False


def request_body(search: OfferSearch) -> dict[str, JsonValue]:
    """The search as Duffel wants it. A connection limit of 0 is sent as 0."""
    slices: list[JsonValue] = []
    for way in search.ways:
        one: dict[str, JsonValue] = {
            "origin": way.origin,
            "destination": way.destination,
            "departure_date": way.day.isoformat(),
        }
        for name, window in (("departure_time", way.departure), ("arrival_time", way.arrival)):
            if window is not None:
                one[name] = {"from": window.after, "to": window.before}
        slices.append(one)
    adults: list[JsonValue] = [{"type": "adult"} for _ in range(search.adults)]
    young: list[JsonValue] = [{"age": age} for age in search.ages]
    data: dict[str, JsonValue] = {
        "slices": slices,
        "passengers": adults + young,
        "max_connections": search.max_connections,
    }
    if search.cabin is not None:
        data["cabin_class"] = search.cabin
    return {"data": data}


class Duffel:
    """The airline search of one operator's key."""

    def __init__(self, settings: AgentSettings, upstream: Upstream) -> None:
        self._key = settings.duffel_api_key
        self._upstream = upstream
        self._service = Service(
            name=NAME,
            url=settings.duffel_base_url,
            instead=_INSTEAD,
            timeout=_SUPPLIER_SECONDS + 10.0,
            headers={
                "Authorization": f"Bearer {self._key}",
                "Duffel-Version": "v2",
                "Accept": "application/json",
                "Accept-Encoding": "gzip",
            },
            judge=judge,
        )

    @property
    def configured(self) -> bool:
        """Whether there is a key."""
        return bool(self._key)

    @property
    def live(self) -> bool:
        """Whether the key is one for real offers."""
        return not self._key.startswith("duffel_test_")

    async def search(
        self,
        search: OfferSearch,
        now: datetime,
        *,
        again: bool = False,
        before_asking: Callable[[], Awaitable[None]] | None = None,
    ) -> Offers:
        """Offers for a search, cheapest first; those that have expired are left out.

        `before_asking` is called when Duffel is really asked, and may refuse by raising.

        Raises `NotConfigured` without a key, `InvalidQuestion` when Duffel finds the search itself wrong,
        and `UpstreamError` for the rest.
        """
        if not self.configured:
            raise NotConfigured(say("The airline search is not set up here: the operator has set no Duffel key."))

        async def fetch() -> Fresh:
            if before_asking is not None:
                await before_asking()
            return self.fresh(await self._fetch(search), now)

        found = await self._upstream.memory.remember(self.key(search), fetch, again=again)
        offers = tuple(o for o in _STORED.validate_json(found.text) if not expired(o, now))
        live = all(offer.live_mode is not False for offer in offers) and self.live
        return Offers(offers, found.at, live, found.cached)

    def key(self, search: OfferSearch) -> str:
        """Under which a search is remembered: all of it, and whether the offers are real."""
        return cache_key("flights", _SCHEMA, {"live": self.live, **request_body(search)})

    @staticmethod
    def fresh(offers: tuple[FlightOffer, ...], now: datetime) -> Fresh:
        """Offers as they are remembered, as long as they hold."""
        dumped = [offer.model_dump(mode="json", round_trip=True) for offer in offers]
        return Fresh(json.dumps(dumped), keeps_for(offers, now))

    async def _fetch(self, search: OfferSearch) -> tuple[FlightOffer, ...]:
        made = await self._upstream.ask(
            self._service,
            f"/air/offer_requests?return_offers=false&supplier_timeout={_SUPPLIER_SECONDS * 1000}",
            body=request_body(search),
        )
        request_id = _read(self._service, made, "data", "id")
        params: dict[str, str | int] = {
            "offer_request_id": str(request_id),
            "limit": 200,
            "sort": "total_amount",
        }
        offers: dict[str, FlightOffer] = {}
        for _ in range(_PAGES):
            page = await self._upstream.ask(self._service, "/air/offers", params=params)
            try:
                offers.update((offer.id, offer) for offer in normalise_offers(page.json()))
            except (ValidationError, ValueError) as error:
                raise self._service.unavailable(f"unreadable offers: {error}") from error
            after = _read(self._service, page, "meta", "after")
            if not after:
                break
            params["after"] = str(after)
        return tuple(offers.values())


def keeps_for(offers: tuple[FlightOffer, ...], now: datetime) -> float:
    """Seconds to remember offers: until a minute before the first one ends, half an hour at most."""
    ends = [offer.expires_at for offer in offers if offer.expires_at is not None]
    if not ends:
        return _EMPTY_SECONDS if not offers else 0.0
    return max(0.0, min(_LONGEST, (min(ends) - now - timedelta(seconds=60)).total_seconds()))


def expired(offer: FlightOffer, now: datetime) -> bool:
    """Whether the airline no longer stands by it."""
    return offer.expires_at is not None and offer.expires_at <= now


def _read(service: Service, reply: Reply, *path: str) -> JsonValue:
    value: Any = reply.json()
    for name in path:
        value = cast(dict[str, Any], value).get(name) if isinstance(value, dict) else None
    if value is None and path[0] == "data":
        raise service.unavailable(f"no {'.'.join(path)} in the reply")
    return value


# --- what its errors mean --------------------------------------------------------------------------


def judge(service: Service, reply: Reply, now: datetime) -> Failure | None:
    """Duffel's replies: HTTP status first, then the type of the first error; the body's status may lie."""
    try:
        body: Any = reply.json()
    except ValueError:
        body = None
    if 200 <= reply.status < 300:
        if isinstance(body, dict) and "data" in body:
            return None
        return Failure(service.unavailable("not a Duffel reply"), tries=2)
    first = _first_error(body)
    kind, code = str(first.get("type", "")), str(first.get("code", ""))
    detail = f"HTTP {reply.status} {kind} {code} request {reply.headers.get('x-request-id', '?')}"
    if reply.status == 429 or kind in ("rate_limit_error", "rate_limit_exceeded"):
        wait = asked_to_wait(reply.headers, now)
        return Failure(service.busy(wait, detail), wait=wait)
    if reply.status in (401, 403) or kind == "authentication_error":
        return Failure(_refused("refused our key; the operator has to check it.", detail), tries=1)
    if code in ("offer_no_longer_available", "offer_expired"):
        return Failure(_refused("says that this offer is gone. Search again.", detail), tries=1)
    if kind == "validation_error" or code == "invalid_airport_code":
        return Failure(_wrong_question(body, detail), tries=1)
    if code in ("bad_request", "malformed_data_param"):
        return Failure(_refused(_NOT_TAKEN, detail), tries=1)
    if kind in ("airline_error", "api_error") and reply.status < 500:
        return Failure(service.unavailable(detail), tries=2)
    if reply.status == 503:
        return Failure(service.unavailable(detail))
    if reply.status >= 500:
        return Failure(service.unavailable(detail), tries=2)
    return Failure(service.refused(detail), tries=1)


def too_many(now: datetime) -> UpstreamBusy:
    """The error of a person who has searched enough for this hour: Duffel charges for idle searching."""
    minutes = 60 - now.minute
    return UpstreamBusy(
        f"That is {SEARCHES_PER_HOUR} airline searches in an hour, which is all I may ask for you. "
        f"Try again in {minutes} min.",
        service=NAME,
        retry_after=minutes * 60.0,
    )


def _first_error(body: Any) -> dict[str, Any]:
    errors = _errors(body)
    return errors[0] if errors else {}


def _errors(body: Any) -> list[dict[str, Any]]:
    found = cast(dict[str, Any], body).get("errors") if isinstance(body, dict) else None
    return [e for e in cast(list[Any], found) if isinstance(e, dict)] if isinstance(found, list) else []


def _refused(what: str, detail: str) -> AgentError:
    return UpstreamRefused(f"{NAME} {what}", service=NAME, detail=detail)


_FIELDS = {
    "origin": "the place of departure",
    "destination": "the destination",
    "departure_date": "the date",
    "departure_time": "the hours of departure",
    "arrival_time": "the hours of arrival",
    "/age": "an age",
    "passengers": "who travels",
    "cabin_class": "the cabin",
    "max_connections": "the number of changes",
    "slices": "the ways of the journey",
}
"""What a field of Duffel's is to a pilot; the inner ones first."""


def _wrong_question(body: Any, detail: str) -> AgentError:
    """Duffel's complaint about a field, in a pilot's words where we know the field."""
    wrong: list[str] = []
    for error in _errors(body):
        source = error.get("source")
        pointer = str(cast(dict[str, Any], source).get("pointer", "")) if isinstance(source, dict) else ""
        name = next((words for part, words in _FIELDS.items() if part in pointer), "")
        if error.get("code") == "invalid_airport_code":
            name = name or "one of the airport codes"
        wrong.append(name or "a part of the search")
    said = "; ".join(str(error.get("message") or "") for error in _errors(body))
    detail = f"{detail}: {said[:300]}"
    listed = ", ".join(dict.fromkeys(wrong)) or "the search"
    return InvalidQuestion(f"{NAME} does not accept {listed}. Please say it another way.", detail=detail)
