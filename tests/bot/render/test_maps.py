"""Maps show what they should, where it lies, and nothing collides."""

from __future__ import annotations

import io
import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from agent.config import AgentSettings
from agent.protocol import (
    DetailMarker,
    DetailView,
    Endpoint,
    Marker,
    MarkersView,
    PointLabel,
    PointView,
    RouteLine,
    RouteMarkersView,
    RouteView,
    StopsView,
    UiPayload,
)
from bot.render import sprites
from bot.render.basemap import LAND, WATER
from bot.render.maps import MapMaker
from bot.render.outlines import circle, corridor, great_circle
from bot.render.painter import MapPainter
from bot.render.projection import fit
from bot.settings import Settings

DATA = Path(__file__).resolve().parents[3] / "data"
FAIROAKS = Endpoint(icao="EGTF", name="Fairoaks", lat=51.348, lon=-0.559)
CANNES = Endpoint(icao="LFMD", name="Cannes-Mandelieu", lat=43.542, lon=6.953)


@pytest.fixture(scope="module")
def maker() -> MapMaker:
    return MapMaker(DATA)


def _route(start: Endpoint, end: Endpoint) -> RouteLine:
    return RouteLine.model_validate({"from": start, "to": end})


def _pixels(image: bytes) -> Image.Image:
    return Image.open(io.BytesIO(image)).convert("RGB")


def _near(pixel: object, colour: tuple[int, int, int], by: int = 24) -> bool:
    assert isinstance(pixel, tuple)
    return all(abs(int(a) - b) <= by for a, b in zip(pixel, colour, strict=True))


def test_every_visualization_is_drawn_with_words_for_who_cannot_see_it(maker: MapMaker) -> None:
    fields = (Marker(icao="LFAT", name="Le Touquet", lat=50.517, lon=1.62),)
    shown = [
        (RouteView(route=_route(FAIROAKS, CANNES)), "EGTF Fairoaks to LFMD Cannes-Mandelieu"),
        (RouteMarkersView(route=_route(FAIROAKS, CANNES), markers=fields, radius_nm=30), "LFAT) within 30 nm"),
        (
            PointView(point=PointLabel(label="Etaples", lat=50.5, lon=1.6), markers=fields, radius_nm=20),
            "of Etaples",
        ),
        (MarkersView(data=fields), "1 airfield (LFAT)"),
        (DetailView(marker=DetailMarker(icao="LFAT", lat=50.517, lon=1.62, name="Le Touquet")), "LFAT Le Touquet"),
        (StopsView(start=PointLabel(label="LFAT", lat=50.517, lon=1.62), stops=fields), "1 stops from LFAT"),
    ]
    for view, words in shown:
        picture = maker.draw(view, width=600, height=400)
        assert picture is not None
        assert words in picture.alt
        assert _pixels(picture.image).size == (600, 400)
        assert len(picture.image) < 120 * 1024


def test_nothing_to_show_is_no_picture(maker: MapMaker) -> None:
    assert maker.draw(MarkersView()) is None


def test_land_is_land_and_sea_is_sea(maker: MapMaker) -> None:
    view = fit([(51.5, -2.0), (48.0, 3.0)], 640, 480)
    ground, credit = maker.offline(view)
    x, y = view.pixel(51.0, -1.0)
    assert _near(ground.getpixel((int(x), int(y))), LAND)
    x, y = view.pixel(50.0, -1.0)  # mid Channel
    assert _near(ground.getpixel((int(x), int(y))), WATER)
    assert credit == "Natural Earth"


def test_the_line_is_the_great_circle_not_the_rhumb_line(maker: MapMaker) -> None:
    shannon = Endpoint(icao="EINN", name="Shannon", lat=52.702, lon=-8.925)
    st_johns = Endpoint(icao="CYYT", name="St. John's", lat=47.619, lon=-52.752)
    view_ = RouteView(route=_route(shannon, st_johns))
    picture = maker.draw(view_, width=640, height=480)
    assert picture is not None
    line = great_circle((shannon.lat, shannon.lon), (st_johns.lat, st_johns.lon))
    middle = line[len(line) // 2]
    assert middle[0] > (shannon.lat + st_johns.lat) / 2 + 1.0  # the great circle bulges to the north
    view = fit(line, 640, 480)
    x, y = view.pixel(*middle)
    image = _pixels(picture.image)
    around = [image.getpixel((int(x) + dx, int(y) + dy)) for dx in range(-3, 4) for dy in range(-3, 4)]
    assert any(_near(pixel, sprites.ROUTE, 60) for pixel in around)


def test_a_route_over_the_antimeridian_takes_the_short_way(maker: MapMaker) -> None:
    line = great_circle((64.51, -165.4), (64.38, -173.2 + 360 - 360))
    view = fit([(64.0, 178.0), (64.0, -178.0)], 640, 480)
    left, right = view.pixel(64.0, 178.0), view.pixel(64.0, -178.0)
    assert 0 < left[0] < right[0] < 640
    assert view.zoom > 4
    assert len(line) >= 2


@settings(max_examples=60, deadline=None)
@given(
    st.floats(-80, 80),
    st.floats(-180, 180),
    st.floats(-80, 80),
    st.floats(-180, 180),
    st.sampled_from([360, 640, 1024]),
)
def test_both_ends_are_always_in_the_picture(a: float, b: float, c: float, d: float, width: int) -> None:
    line = great_circle((a, b), (c, d))
    view = fit(line, width, 480)
    for x, y in (view.line(line)[0], view.line(line)[-1]):
        assert -1 <= x <= width + 1
        assert -1 <= y <= 481


@settings(max_examples=60, deadline=None)
@given(st.floats(-80, 80), st.floats(-180, 180), st.floats(1, 300))
def test_a_circle_keeps_its_distance(lat: float, lon: float, radius: float) -> None:
    def nm(a: tuple[float, float], b: tuple[float, float]) -> float:
        la, lb = math.radians(a[0]), math.radians(b[0])
        turn = math.radians(b[1] - a[1])
        return 3440.065 * math.acos(
            max(-1.0, min(1.0, math.sin(la) * math.sin(lb) + math.cos(la) * math.cos(lb) * math.cos(turn)))
        )

    for point in circle((lat, lon), radius)[::15]:
        assert nm((lat, lon), point) == pytest.approx(radius, rel=0.002, abs=0.05)


def test_a_corridor_closes(maker: MapMaker) -> None:
    outline = corridor(great_circle((51.0, 0.0), (43.0, 7.0)), 30)
    assert outline[0] == pytest.approx(outline[-1])
    assert len(outline) > 30


def test_labels_do_not_lie_on_each_other(maker: MapMaker) -> None:
    from bot.render.maps import _free_place  # pyright: ignore[reportPrivateUsage]

    taken: list[tuple[float, float, float, float]] = []
    for n in range(40):
        x, y = 300 + (n % 7) * 9, 200 + (n // 7) * 9
        spot = _free_place(x, y, 11, (44, 16), taken, (640, 480))
        if spot is None:
            continue
        box = (spot[0], spot[1], spot[0] + 44, spot[1] + 16)
        assert all(box[0] >= r or box[2] <= l or box[1] >= b or box[3] <= t for l, t, r, b in taken)  # noqa: E741
        taken.append(box)
    assert 4 <= len(taken) < 40


async def test_the_same_question_gets_the_same_picture_without_drawing_again() -> None:
    painter = MapPainter(Settings(agent=AgentSettings()))
    payload = UiPayload(kind="route", visualization=RouteView(route=_route(FAIROAKS, CANNES)))
    first, second = await painter.picture(payload), await painter.picture(payload)
    assert first is not None
    assert first is second
    assert first.caption == "EGTF Fairoaks to LFMD Cannes-Mandelieu"


async def test_a_tile_server_that_fails_leaves_the_offline_map() -> None:
    settings_ = Settings(agent=AgentSettings(), map_tiles_url="http://127.0.0.1:9/{z}/{x}/{y}.png")
    payload = UiPayload(kind="route", visualization=RouteView(route=_route(FAIROAKS, CANNES)))
    picture = await MapPainter(settings_).picture(payload)
    assert picture is not None
    assert len(picture.image) > 5_000
