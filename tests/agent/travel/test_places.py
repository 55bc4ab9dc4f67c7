"""Places from the map: asked politely, read with care, and our own notes when the map is away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from servers.http import Response
from servers.overpass import TOWN, OverpassServer, node

from agent.aviation.geometry import geodesic_nm
from agent.config import AgentSettings
from agent.deps import MemoryCache
from agent.errors import UpstreamBusy, UpstreamRefused, UpstreamUnavailable
from agent.pipeline import sources_line
from agent.protocol import Source
from agent.travel.interests import Interests
from agent.travel.overpass import MapPlaces, Overpass, query
from agent.travel.places import Wishes, find_places
from agent.travel.poi import OSM_CREDIT, Spot, open_windows, own_note
from agent.travel.starter import Starter
from agent.upstream import Upstream

DATA = AgentSettings().data
HERE = Spot(lat=TOWN[0], lon=TOWN[1])
NOW = datetime(2026, 5, 10, 8, tzinfo=UTC)
SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "samples" / "overpass"


class Asker:
    """The map service as the agent has it, with a clock that only moves by hand."""

    def __init__(self, server: OverpassServer) -> None:
        self.now = NOW
        self.seconds = 0.0
        self.upstream = Upstream(
            [server.url], MemoryCache(), now=lambda: self.now, sleep=self.sleep, clock=lambda: self.seconds
        )
        self.overpass = Overpass(AgentSettings(overpass_url=server.endpoint), self.upstream, Interests.load(DATA))

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds

    async def __call__(self, *wanted: str, radius_m: int = 3000, at: Spot = HERE) -> MapPlaces:
        return await self.overpass.places([at], wanted, radius_m, self.now)


@pytest.fixture
async def server() -> AsyncIterator[OverpassServer]:
    async with OverpassServer() as running:
        yield running


@pytest.fixture
async def ask(server: OverpassServer) -> AsyncIterator[Asker]:
    asker = Asker(server)
    yield asker
    await asker.upstream.aclose()


async def test_ways_and_beaches_without_a_name_are_found(ask: Asker) -> None:
    found = await ask("beach", "culture")
    names = {poi.name: poi for poi in found.pois}
    assert names["Beach"].id == "way/5"
    assert names["Town Museum"].source_url == "https://www.openstreetmap.org/way/7"
    assert names["Town Museum"].visit_duration_minutes == 90


async def test_a_nameless_restaurant_is_not_shown(ask: Asker) -> None:
    assert "node/12" not in {poi.id for poi in (await ask("food")).pois}


async def test_a_place_drawn_twice_is_one_place(ask: Asker) -> None:
    cafes = [poi for poi in (await ask("food")).pois if poi.name == "Grand Café"]
    assert [poi.id for poi in cafes] == ["node/13"]
    assert cafes[0].opening_hours


async def test_the_distance_is_from_the_point_that_was_asked(ask: Asker) -> None:
    for poi in (await ask("food")).pois:
        km = geodesic_nm(HERE.lat, HERE.lon, poi.location.lat, poi.location.lon) * 1.852
        assert poi.distance_km == pytest.approx(km, abs=0.02)


async def test_a_link_that_is_no_web_address_is_dropped(ask: Asker) -> None:
    gallery = next(poi for poi in (await ask("culture")).pois if poi.name == "Gallery Gamma")
    assert gallery.website is None


async def test_the_query_holds_numbers_and_our_own_words_only() -> None:
    table = Interests.load(DATA)
    text = query([HERE], [table[name] for name in table.names()], 3000)
    assert "around:3000,50.52400,1.58600" in text
    assert text.startswith("[out:json][timeout:25]")
    assert text.count("nwr[") > 20


async def test_all_interests_are_understood_by_the_server(ask: Asker, server: OverpassServer) -> None:
    await ask(*Interests.load(DATA).names())
    assert len(server.requests) == 1


async def test_the_map_is_asked_once_a_week(ask: Asker, server: OverpassServer) -> None:
    await ask("food")
    ask.now = NOW + timedelta(days=6)
    assert (await ask("food")).stale is False
    assert len(server.requests) == 1
    server.base = "2026-05-17T00:00:00Z"
    ask.now = NOW + timedelta(days=8)
    await ask("food")
    assert len(server.requests) == 2


async def test_twenty_pilots_at_once_are_one_request(ask: Asker, server: OverpassServer) -> None:
    await asyncio.gather(*(ask("food") for _ in range(20)))
    assert len(server.requests) == 1


async def test_different_questions_are_asked_one_after_the_other(ask: Asker, server: OverpassServer) -> None:
    await asyncio.gather(*(ask("food", radius_m=1000 + n) for n in range(5)))
    assert len(server.requests) == 5
    assert server.most_at_once == 1


@pytest.mark.parametrize(
    "remark",
    [
        'runtime error: Query timed out in "query" at line 3 after 26 seconds.',
        'runtime error: Query run out of memory in "query" at line 2 using about 2048 MB of RAM.',
    ],
)
async def test_a_reply_that_lies_is_a_failure_and_is_not_kept(
    ask: Asker, server: OverpassServer, remark: str
) -> None:
    server.faults.append(server.reply([node(1, *TOWN, name="Half", amenity="cafe")], remark))
    with pytest.raises(UpstreamUnavailable):
        await ask("food")
    assert (await ask("food")).pois


async def test_a_harmless_remark_is_harmless(ask: Asker, server: OverpassServer) -> None:
    server.faults.append(server.reply([node(1, *TOWN, name="Whole", amenity="cafe")], "runtime remark: Test"))
    assert [poi.name for poi in (await ask("food")).pois] == ["Whole"]


async def test_nothing_there_is_an_answer(ask: Asker, server: OverpassServer) -> None:
    server.elements = []
    assert (await ask("food")).pois == ()


@pytest.mark.parametrize(
    ("status", "error"), [(400, UpstreamRefused), (406, UpstreamRefused), (504, UpstreamUnavailable)]
)
async def test_a_page_instead_of_data_is_a_failure(
    ask: Asker, server: OverpassServer, status: int, error: type[Exception]
) -> None:
    server.faults += [Response.html("<p>Error</p>", status)] * 3
    with pytest.raises(error):
        await ask("food")


async def test_a_page_with_status_200_is_a_failure_too(ask: Asker, server: OverpassServer) -> None:
    server.faults += [Response.html("<html>maintenance</html>", 200)] * 3
    with pytest.raises(UpstreamUnavailable):
        await ask("food")


async def test_after_too_many_requests_there_is_silence_for_half_a_minute(
    ask: Asker, server: OverpassServer
) -> None:
    server.faults.append(Response.html("rate_limited", 429))
    with pytest.raises(UpstreamBusy):
        await ask("food")
    with pytest.raises(UpstreamBusy):
        await ask("culture")
    assert len(server.requests) == 1
    ask.seconds += 31
    assert (await ask("culture")).pois


async def test_an_old_copy_serves_while_the_map_is_away_and_says_so(ask: Asker, server: OverpassServer) -> None:
    await ask("food")
    ask.now = NOW + timedelta(days=10)
    server.faults += [Response.html("down", 503)] * 3
    found = await ask("food")
    assert found.pois
    assert found.stale


async def test_a_mirror_that_has_fallen_behind_is_marked(ask: Asker, server: OverpassServer) -> None:
    server.base = "2026-03-01T00:00:00Z"
    assert (await ask("food")).stale


# --- wishes -----------------------------------------------------------------------------------------


async def find(ask: Asker, *wanted: str, **wishes: Any) -> Any:
    return await find_places(
        ask.overpass, Starter.load(DATA), [HERE], wanted, radius_km=3, wishes=Wishes(**wishes), now=ask.now
    )


async def test_every_answer_names_openstreetmap(ask: Asker) -> None:
    (source,) = (await find(ask, "food")).sources
    assert source.name == "© OpenStreetMap contributors"
    assert source.url == "https://www.openstreetmap.org/copyright"
    assert source.as_of == date(2026, 5, 10)


async def test_step_free_places_come_best_first_and_the_unknown_are_counted(ask: Asker) -> None:
    found = await find(ask, "food", accessible=True)
    assert [poi.wheelchair for poi in found.pois] == ["yes", "yes", "limited"]
    assert any("no wheelchair data" in note for note in found.notes)


async def test_indoors_means_known_to_be_indoors(ask: Asker) -> None:
    found = await find(ask, "culture", "shopping", "beach", indoor_only=True)
    assert {poi.name for poi in found.pois} == {"Town Museum", "Gallery Gamma", "Covered Market"}


async def test_a_budget_is_a_weak_hint_and_says_so(ask: Asker) -> None:
    assert any("no prices" in note for note in (await find(ask, "food", budget="budget")).notes)


async def test_on_a_budget_what_takes_a_fee_comes_last_of_its_interest(ask: Asker) -> None:
    fees = [poi.fee for poi in (await find(ask, "culture", budget="budget")).pois]
    assert "yes" in fees and fees == sorted(fees, key=lambda fee: fee == "yes")


async def test_without_a_limit_of_money_plain_kinds_come_last_and_at_a_slow_pace_the_nearest_first(
    ask: Asker,
) -> None:
    kinds = [poi.category for poi in (await find(ask, "food", budget="luxury")).pois]
    assert kinds == sorted(kinds, key=lambda kind: kind in {"fast_food", "bakery", "marketplace"})
    far = [poi.distance_km for poi in (await find(ask, "food", near_first=True)).pois]
    assert far == sorted(far) and len(far) > 2


async def test_interests_take_turns(ask: Asker) -> None:
    found = await find(ask, "culture", "food")
    assert "culture" in found.pois[0].interests
    assert "food" in found.pois[1].interests


async def test_own_notes_answer_when_the_map_is_away(ask: Asker, server: OverpassServer) -> None:
    server.faults += [Response.html("down", 503)] * 3
    found = await find(ask, "food")
    assert {poi.source for poi in found.pois} == {"own note, unverified"}
    assert all(poi.opening_hours is None and poi.note for poi in found.pois)
    assert found.problem is not None
    assert found.problem == "OpenStreetMap is not answering. Ask again in a minute for its places."


# --- opening hours ----------------------------------------------------------------------------------


def hours(text: str | None, day: str = "2026-05-12") -> Any:
    return open_windows(text, date.fromisoformat(day), zone="Europe/Paris", country="FR", at=HERE)


def test_hours_of_the_day_are_read() -> None:
    assert hours("Tu-Su 12:00-14:00,19:00-22:00") == ((720, 840), (1140, 1320))


def test_a_closed_day_is_closed() -> None:
    assert hours("Th,Sa 08:00-13:00") == ()


def test_a_public_holiday_is_known_where_the_country_is() -> None:
    assert hours("Mo-Su 10:00-18:00; PH off", "2026-07-14") == ()
    assert hours("Mo-Su 10:00-18:00; PH off", "2026-07-15") == ((600, 1080),)


def test_a_country_without_a_calendar_keeps_the_weekdays() -> None:
    at = Spot(lat=26.92, lon=75.82)
    found = open_windows("Mo-Su 09:00-17:00", date(2026, 5, 12), zone="Asia/Kolkata", country="IN", at=at)
    assert found == ((540, 1020),)


def test_hours_past_midnight_belong_to_the_evening_they_began() -> None:
    assert hours("17:00-02:00") == ((0, 120), (1020, 1560))


@pytest.mark.parametrize(
    "text", ["by appointment", '"by appointment"', 'Mo-Su 09:00-18:00 "on call"', "unknown", "", None]
)
def test_what_cannot_be_read_is_unknown_and_not_closed(text: str | None) -> None:
    assert hours(text) is None


# --- own data ---------------------------------------------------------------------------------------


def test_the_starter_set_has_twenty_destinations_whose_places_are_near_them() -> None:
    starter = Starter.load(DATA)
    assert len(starter.destinations) == 20
    for destination in starter.destinations:
        assert destination.places
        for place in destination.places:
            nm = geodesic_nm(destination.lat, destination.lon, place.lat, place.lon)
            assert nm * 1.852 < 25, (destination.name, place.name)
            assert place.note.endswith(".")
            assert place.note.count(".") <= 2
    pois = starter.pois(Spot(lat=26.92, lon=75.82), ())
    assert {"Hawa Mahal", "Amber Fort", "City Palace"} <= {poi.name for poi in pois}
    assert all(poi.interests for d in starter.destinations for poi in starter.pois(Spot(lat=d.lat, lon=d.lon), ()))


def test_words_a_pilot_says_find_their_interest() -> None:
    table = Interests.load(DATA)
    assert table.read(["Lunch", "museums", "castles", "spaceships"]) == (
        ("food", "culture", "history"),
        ("spaceships",),
    )


@pytest.mark.samples
async def test_real_replies_are_read_whole(ask: Asker, server: OverpassServer) -> None:
    body = json.loads((SAMPLES / "halle_saale_food_REAL.json").read_bytes())
    server.base = "2026-05-10T00:00:00Z"
    server.faults.append(Response.of(body))
    found = await ask("food", "nightlife", "stay", at=Spot(lat=51.48, lon=11.97))
    named = [e for e in body["elements"] if e["tags"].get("name")]
    assert len(found.pois) >= 0.9 * len(named)
    read = [
        open_windows(p.opening_hours, date(2026, 5, 12), zone="Europe/Berlin", country="DE", at=p.location)
        for p in found.pois
    ]
    assert sum(windows is not None for windows in read) >= 0.9 * len(read)


@pytest.mark.samples
@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("err_200_oom_remark.json", 200),
        ("err_200_partial_remark.json", 200),
        ("err_200_timeout_remark.json", 200),
        ("err_400.html", 400),
        ("err_406.html", 406),
        ("err_429.html", 429),
        ("err_504.html", 504),
    ],
)
async def test_every_recorded_failure_is_a_failure(
    ask: Asker, server: OverpassServer, name: str, status: int
) -> None:
    server.faults += [Response(status, (SAMPLES / name).read_bytes())] * 3
    with pytest.raises((UpstreamUnavailable, UpstreamRefused, UpstreamBusy)):
        await ask("food")


@pytest.mark.samples
async def test_recorded_good_replies_are_good(ask: Asker, server: OverpassServer) -> None:
    for name, count in (("ok_200_info_remark.json", 1), ("err_200_true_empty.json", 0)):
        server.faults.append(Response(200, (SAMPLES / name).read_bytes()))
        ask.now += timedelta(days=40)
        assert len((await ask("food")).pois) == count


def test_the_credit_of_the_map_carries_its_link() -> None:
    linked = "[© OpenStreetMap contributors](https://www.openstreetmap.org/copyright)"
    assert sources_line((OSM_CREDIT, own_note())) == f"{linked} · FlyFun's own notes, unverified"
    documents = tuple(Source(name=f"Document {n}") for n in range(6))
    line = sources_line((*documents, OSM_CREDIT))
    assert line.startswith(f"{linked} · ")
    assert line.endswith("3 more documents")
