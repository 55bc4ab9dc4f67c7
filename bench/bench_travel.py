"""The time on the ground: a week's itinerary, a full page of airline offers, answers from memory."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from agent.deps import MemoryCache
from agent.travel.flights import normalise_offers
from agent.travel.itinerary import Stop, plan_day
from agent.travel.poi import Poi, Spot
from agent.travel.trip import Trip, build
from agent.upstream import Fresh, Upstream
from bench.rows import Row, cpu_median_ms

NOW = datetime(2026, 5, 10, 8, tzinfo=UTC)
_KINDS = ("museum", "castle", "restaurant", "cafe", "viewpoint", "marketplace", "gallery", "park")


def run() -> list[Row]:
    """Median CPU time of each, beside its target."""
    pool = _pois(60)
    return [
        Row("7 days from 60 places", cpu_median_ms(lambda: _week(pool), repeat=15), "ms", 300),
        Row("a day of 9 with windows, all visited", cpu_median_ms(_nine(), repeat=21), "ms"),
        Row("a day of 20, order only", cpu_median_ms(_twenty(), repeat=5), "ms"),
        Row("order only, 12 places: mean gap to the optimum", _gap()[0], "%", 1),
        Row("order only, 12 places: worst gap", _gap()[1], "%", 5),
        Row("229 offers normalised", cpu_median_ms(_offers(229), repeat=21), "ms", 100),
        Row("229 offers from memory", cpu_median_ms(_from_memory(229), repeat=15), "ms", 50),
    ]


def _pois(count: int) -> tuple[Poi, ...]:
    chance = random.Random(60)
    return tuple(
        Poi(
            id=f"node/{n}",
            name=f"Place {n}",
            location=Spot(lat=26.9 + chance.uniform(-0.05, 0.05), lon=75.8 + chance.uniform(-0.05, 0.05)),
            category=_KINDS[n % len(_KINDS)],
            visit_duration_minutes=60,
            distance_km=1.0,
            interests=("food",) if _KINDS[n % len(_KINDS)] in ("restaurant", "cafe") else ("culture",),
            opening_hours=chance.choice([None, "Mo-Su 10:00-18:00", "Tu-Su 09:00-12:00,14:00-19:00"]),
            notable=n % 5 == 0,
        )
        for n in range(count)
    )


def _week(pool: tuple[Poi, ...]) -> Trip:
    draft = Trip(
        place="X",
        base_name="X",
        base=Spot(lat=26.9, lon=75.8),
        country="IN",
        zone="Asia/Kolkata",
        pace="packed",
        interests=("culture", "food"),
        window=(540, 1260),
        days=(),
        pool=pool,
    )
    return build(draft, [date(2026, 5, 11) + timedelta(days=n) for n in range(7)])


def _table(count: int, seed: int) -> list[list[int]]:
    chance = random.Random(seed)
    points = [(chance.random() * 60, chance.random() * 60) for _ in range(count + 1)]
    return [[round(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5) for b in points] for a in points]


def _nine() -> Callable[[], object]:
    travel = _table(9, 9)
    stops = [Stop(str(n), 1 + n % 3, 30, ((540 + 40 * n, 900 + 40 * n),)) for n in range(9)]
    return lambda: plan_day(stops, travel, (540, 1260), 9, 10)


def _twenty() -> Callable[[], object]:
    travel = _table(20, 20)
    stops = [Stop(str(n), 1, 10) for n in range(20)]
    return lambda: plan_day(stops, travel, (0, 3000), 20, 0)


def _gap() -> tuple[float, float]:
    """(mean, worst) excess over the shortest tour, in percent, on four instances."""
    gaps: list[float] = []
    for seed in range(4):
        travel = _table(12, 100 + seed)
        day = plan_day([Stop(str(n), 1, 10) for n in range(12)], travel, (0, 3000), 12, 0)
        gaps.append(100 * (day.travel_minutes / _shortest(travel) - 1))
    return sum(gaps) / len(gaps), max(gaps)


def _shortest(travel: list[list[int]]) -> int:
    """The shortest tour (Held and Karp)."""
    count = len(travel) - 1
    reach = {(1 << n, n): travel[0][n + 1] for n in range(count)}
    for _ in range(count - 1):
        longer: dict[tuple[int, int], int] = {}
        for (mask, last), gone in reach.items():
            for n in range(count):
                if not mask >> n & 1:
                    key, value = (mask | 1 << n, n), gone + travel[last + 1][n + 1]
                    longer[key] = min(value, longer.get(key, value))
        reach = longer
    return min(gone + travel[last + 1][0] for (_, last), gone in reach.items())


def _body(count: int) -> dict[str, Any]:
    """A reply in Duffel's form: two ways of two flights each."""
    zones = {"SFO": "America/Los_Angeles", "KEF": "Atlantic/Reykjavik", "CDG": "Europe/Paris"}
    bags = [{"type": "checked", "quantity": 1}, {"type": "carry_on", "quantity": 1}]
    carrier = {"iata_code": "ZZ", "name": "Duffel Airways"}

    def segment(start: str, end: str, leaves: str, arrives: str, number: int) -> dict[str, Any]:
        return {
            "origin": {"iata_code": start, "name": start, "time_zone": zones[start]},
            "destination": {"iata_code": end, "name": end, "time_zone": zones[end]},
            "departing_at": leaves,
            "arriving_at": arrives,
            "marketing_carrier": carrier,
            "operating_carrier": carrier,
            "marketing_carrier_flight_number": str(number),
            "aircraft": {"name": "Airbus A320"},
            "stops": [],
            "passengers": [{"passenger_id": "p", "cabin_class": "economy", "baggages": bags}],
        }

    def offer(number: int) -> dict[str, Any]:
        there = [
            segment("SFO", "KEF", "2026-05-10T15:05:00", "2026-05-11T06:05:00", number),
            segment("KEF", "CDG", "2026-05-11T07:40:00", "2026-05-11T13:05:00", number + 1),
        ]
        back = [
            segment("CDG", "KEF", "2026-05-17T13:05:00", "2026-05-17T14:35:00", number + 2),
            segment("KEF", "SFO", "2026-05-17T17:05:00", "2026-05-17T19:05:00", number + 3),
        ]
        return {
            "id": f"off_{number}",
            "owner": carrier,
            "base_amount": "900.00",
            "base_currency": "USD",
            "tax_amount": "100.00",
            "tax_currency": "USD",
            "total_amount": "1000.00",
            "total_currency": "USD",
            "total_emissions_kg": "300",
            "expires_at": "2026-05-10T08:20:00Z",
            "live_mode": True,
            "conditions": {"change_before_departure": None, "refund_before_departure": None},
            "passengers": [{"id": "p", "type": "adult"}],
            "slices": [{"duration": None, "segments": there}, {"duration": "PT15H", "segments": back}],
        }

    return {"data": {"offers": [offer(n) for n in range(count)]}}


def _offers(count: int) -> Callable[[], object]:
    body = _body(count)
    return lambda: normalise_offers(body)


def _from_memory(count: int) -> Callable[[], object]:
    """A remembered search as the airline search reads it back."""
    from agent.config import AgentSettings
    from agent.travel.duffel import Duffel, OfferSearch, Way

    settings = AgentSettings(duffel_api_key="duffel_test_bench", duffel_base_url="http://127.0.0.1:9")
    upstream = Upstream([settings.duffel_base_url], MemoryCache(), now=lambda: NOW)
    duffel = Duffel(settings, upstream)
    offers = normalise_offers(_body(count))
    search = OfferSearch(ways=(Way(origin="SFO", destination="CDG", day=date(2026, 5, 10)),))

    async def fill() -> None:
        await upstream.memory.remember(duffel.key(search), lambda: _fresh(duffel, offers))

    async def _fresh(duffel: Duffel, offers: Any) -> Fresh:
        return duffel.fresh(offers, NOW)

    async def once() -> object:
        return await duffel.search(search, NOW)

    loop = asyncio.new_event_loop()
    loop.run_until_complete(fill())
    return lambda: loop.run_until_complete(once())
