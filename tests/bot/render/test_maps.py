"""Maps show what they should, where it lies, and nothing collides."""

from __future__ import annotations

import io
import math
from itertools import pairwise
from pathlib import Path
from typing import cast

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
    there_and_back,
)
from bot.render.maps import MapMaker
from bot.render.outlines import circle, corridor, great_circle
from bot.render.painter import MapPainter
from bot.render.palette import LIGHT, PALETTES, Theme
from bot.render.placing import Disc, along, apart, free_place
from bot.render.polar import fit_polar, reaches_a_pole
from bot.render.projection import fit
from bot.render.scene import scene_of
from bot.settings import Settings

DATA = Path(__file__).resolve().parents[3] / "data"
FAIROAKS = Endpoint(icao="EGTF", name="Fairoaks", lat=51.348, lon=-0.559)
CANNES = Endpoint(icao="LFMD", name="Cannes-Mandelieu", lat=43.542, lon=6.953)
LYDD = Endpoint(icao="EGMD", name="Lydd", lat=50.956, lon=0.939)


@pytest.fixture(scope="module")
def maker() -> MapMaker:
    return MapMaker(DATA)


def _route(start: Endpoint, end: Endpoint) -> RouteLine:
    return RouteLine.model_validate({"from": start, "to": end})


def _pixels(image: bytes) -> Image.Image:
    return Image.open(io.BytesIO(image)).convert("RGB")


def _near(pixel: object, colour: tuple[int, int, int], by: int = 24) -> bool:
    assert isinstance(pixel, tuple)
    found = cast("tuple[int, ...]", pixel)
    return all(abs(int(a) - b) <= by for a, b in zip(found, colour, strict=True))


def test_every_visualization_is_drawn_with_words_for_who_cannot_see_it(maker: MapMaker) -> None:
    fields = (Marker(icao="LFAT", name="Le Touquet", lat=50.517, lon=1.62),)
    shown = [
        (RouteView(route=_route(FAIROAKS, CANNES)), "EGTF Fairoaks to LFMD Cannes-Mandelieu"),
        (RouteMarkersView(route=_route(FAIROAKS, CANNES), markers=fields, radius_nm=30), "LFAT) within 30 nm"),
        (
            RouteMarkersView(route=_route(FAIROAKS, CANNES).model_copy(update={"via": (LYDD,)}), radius_nm=0),
            "EGTF Fairoaks to LFMD Cannes-Mandelieu by EGMD Lydd",
        ),
        (RouteView(route=there_and_back(FAIROAKS, CANNES)), "EGTF Fairoaks to LFMD Cannes-Mandelieu and back"),
        (
            PointView(point=PointLabel(label="Etaples", lat=50.5, lon=1.6), markers=fields, radius_nm=20),
            "of Etaples",
        ),
        (MarkersView(data=fields), "1 airfield (LFAT)"),
        (DetailView(marker=DetailMarker(icao="LFAT", lat=50.517, lon=1.62, name="Le Touquet")), "LFAT Le Touquet"),
        (StopsView(start=PointLabel(label="LFAT", lat=50.517, lon=1.62), stops=fields), "1 stop from LFAT"),
    ]
    for view, words in shown:
        picture = maker.draw(view, width=600, height=400)
        assert picture is not None
        assert words in picture.alt
        assert _pixels(picture.image).size == (600, 400)
        assert len(picture.image) < 120 * 1024


def test_the_legs_of_a_route_point_the_way_they_are_flown(maker: MapMaker) -> None:
    """A head is broad behind its middle and narrow before it; the way back has its own."""
    east = Endpoint(icao="XEAS", name="East", lat=50.0, lon=3.0)
    west = Endpoint(icao="XWES", name="West", lat=50.0, lon=0.0)
    picture = maker.draw(RouteView(route=there_and_back(west, east)), width=800, height=600)
    assert picture is not None
    image = _pixels(picture.image)
    red = [x for x in range(800) for y in range(600) if _near(image.getpixel((x, y)), LIGHT.route)]
    first, last = min(red) - 10, max(red) + 10  # the discs of the ends lie over the rest
    for share, on in ((0.62, 1), (0.38, -1)):
        middle = first + (last - first) * share
        behind, before = (sum(0 < (x - middle) * side <= 8 for x in red) for side in (-on, on))
        assert behind > 1.4 * before, (share, behind, before)


def test_nothing_to_show_is_no_picture(maker: MapMaker) -> None:
    assert maker.draw(MarkersView()) is None


def test_land_is_land_and_sea_is_sea(maker: MapMaker) -> None:
    view = fit([(51.5, -2.0), (48.0, 3.0)], 640, 480)
    ground, credit = maker.offline(view)
    x, y = view.pixel(51.0, -1.0)
    assert _near(ground.getpixel((int(x), int(y))), LIGHT.land)
    x, y = view.pixel(50.0, -1.0)  # mid Channel
    assert _near(ground.getpixel((int(x), int(y))), LIGHT.water)
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
    assert any(_near(pixel, LIGHT.route, 60) for pixel in around)


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


def test_labels_lie_neither_on_each_other_nor_nearer_to_another_marker() -> None:
    discs = [Disc(300 + (n % 7) * 30, 200 + (n // 7) * 30, 13) for n in range(28)]
    taken = [disc.box for disc in discs]
    placed = 0
    for own, disc in enumerate(discs):
        place = free_place(own, discs, (44, 16), taken, (), (640, 480))
        if place is None:
            continue
        box = (place[0], place[1], place[0] + 44, place[1] + 16)
        assert all(box[0] >= r or box[2] <= l or box[1] >= b or box[3] <= t for l, t, r, b in taken)  # noqa: E741
        middle = (max(box[0], min(box[2], other.x)) for other in discs)
        far = [
            math.dist((x, max(box[1], min(box[3], other.y))), (other.x, other.y))
            for x, other in zip(middle, discs, strict=True)
        ]
        assert min(far) == far[own], disc
        taken.append(box)
        placed += 1
    assert 4 <= placed < 28


def test_a_label_keeps_off_the_line_where_it_can() -> None:
    disc = Disc(300, 200, 13)
    line = along([(300, 200), (600, 200)])
    left, _ = free_place(0, [disc], (60, 18), [disc.box], line, (640, 480)) or (0, 0)
    assert left + 60 < 300
    everywhere = [(float(x), float(y)) for x in range(0, 640, 5) for y in range(0, 480, 5)]
    assert free_place(0, [disc], (60, 18), [disc.box], everywhere, (640, 480)) is not None


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 800), st.floats(0, 600)), min_size=1, max_size=12))
def test_markers_part_until_each_can_be_read_and_remember_where_they_belong(at: list[tuple[float, float]]) -> None:
    discs = apart([Disc(x, y, 13) for x, y in at], (800, 600))
    for disc, home in zip(discs, at, strict=True):
        assert disc.home == pytest.approx(home, abs=1e-6)
    for n, one in enumerate(discs):
        for other in discs[:n]:
            assert math.dist((one.x, one.y), (other.x, other.y)) >= 15, "one number covers another"


def test_thirty_fields_at_one_place_can_all_be_read() -> None:
    centre = Disc(400, 300, 8, pinned=True)
    discs = apart([centre, *(Disc(400, 300, 13) for _ in range(30))], (800, 600))
    assert discs[0] == centre
    near = min(math.dist((a.x, a.y), (b.x, b.y)) for n, a in enumerate(discs[1:]) for b in discs[1 : n + 1])
    assert near > 18
    assert max(math.hypot(*disc.moved) for disc in discs) < 140


def test_a_map_says_of_how_many_it_shows_some(maker: MapMaker) -> None:
    fields = (Marker(icao="LFAT", name="Le Touquet", lat=50.517, lon=1.62),)
    around = PointView(point=PointLabel(label="Etaples", lat=50.5, lon=1.6), markers=fields, radius_nm=20)
    some, all_ = maker.draw(around, found=38), maker.draw(around, found=1)
    assert some is not None and all_ is not None
    assert some.caption == "1 of 38 airfields (LFAT) within 20 nm of Etaples"
    assert all_.caption == "1 airfield (LFAT) within 20 nm of Etaples"
    assert some.key != all_.key


def test_a_long_name_is_cut_with_a_sign(maker: MapMaker) -> None:
    from bot.render.scene import short

    assert short("Restaurant at Le Touquet airport", 28) == "Restaurant at Le Touquet…"
    assert short("Restaurationsbetriebsgesellschaft", 28) == "Restaurationsbetriebsgesell…"
    assert short("Beach", 28) == "Beach"


def test_a_code_that_only_a_list_gave_is_replaced_by_the_name() -> None:
    strip = Marker(icao="GB-0954", name="Headcorn Farm Strip", lat=51.2, lon=0.7)
    scene = scene_of(MarkersView(data=(strip, Marker(icao="LFAT", name="Le Touquet", lat=50.5, lon=1.6))))
    assert scene is not None
    assert [spot.label for spot in scene.spots] == ["Headcorn Farm Strip", "LFAT"]
    assert "GB-0954" not in scene.alt + scene.caption


def test_the_length_of_a_track_is_the_geodesic_and_its_points_are_equally_far_apart() -> None:
    scene = scene_of(RouteView(route=_route(FAIROAKS, CANNES)))
    assert scene is not None
    assert scene.nm == pytest.approx(559, abs=0.6)  # the checked figure of EGTF to LFMD
    track = scene.shown().tracks[0].points
    nm = [
        math.dist((a[0], a[1] * math.cos(math.radians(a[0]))), (b[0], b[1] * math.cos(math.radians(a[0]))))
        for a, b in pairwise(track)
    ]
    assert max(nm) < 1.03 * min(nm)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("lat", "lon"), [(50.517, 1.62), (58.9, -29.0), (0.0, 0.0), (46.0, 2.5), (68.0, 20.0)])
def test_no_picture_is_a_blank_rectangle_however_close(
    maker: MapMaker, lat: float, lon: float, theme: Theme
) -> None:
    centre = PointView(point=PointLabel(label="", lat=lat, lon=lon), markers=(), radius_nm=2)
    picture = maker.draw(centre, theme=theme)
    assert picture is not None
    image = _pixels(picture.image)
    palette = PALETTES[theme]
    ink = 0
    for box in (
        (0, 0, 800, 130),
        (0, 130, 150, 520),
        (650, 130, 800, 520),
    ):  # outside circle, scale bar and credit
        part = image.crop(box)
        pixels = [part.getpixel((x, y)) for x in range(0, part.width, 2) for y in range(0, part.height, 2)]
        ink += sum(_near(pixel, palette.soft, 60) or _near(pixel, palette.faint, 60) for pixel in pixels)
    assert ink > 12, "no word and no name beside the circle"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_and_marks_are_read_on_their_ground(theme: Theme) -> None:
    palette = PALETTES[theme]
    for ground in (palette.land, palette.water):
        for name in ("ink", "soft", "route", "field", "customs", "end"):
            assert _contrast(getattr(palette, name), ground) >= 4.5, (name, ground)
        assert _contrast(palette.faint, ground) >= 4.0
        assert _contrast(palette.ink, palette.halo) >= 7


def _contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The contrast of two colours after WCAG 2."""

    def light(colour: tuple[int, int, int]) -> float:
        parts = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


async def test_a_page_that_draws_it_itself_gets_the_scene_and_a_dark_picture() -> None:
    painter = MapPainter(Settings(agent=AgentSettings()))
    payload = UiPayload(kind="route", visualization=RouteView(route=_route(FAIROAKS, CANNES)))
    plain, live = await painter.picture(payload), await painter.picture(payload, live=True)
    assert plain is not None and live is not None
    assert (plain.dark, plain.scene) == (b"", None)
    assert live.scene is not None and [spot.label for spot in live.scene.spots] == ["EGTF", "LFMD"]
    day, night = (sum(_pixels(image).convert("L").histogram()[128:]) for image in (live.image, live.dark))
    assert day > 5 * night


# --- near a pole ---------------------------------------------------------------------------------------


def test_a_route_over_the_pole_is_a_straight_line_and_not_torn(maker: MapMaker) -> None:
    line = great_circle((61.17, -150.0), (55.97, 37.4))  # Anchorage to Moscow
    assert reaches_a_pole(line)
    pixels = fit_polar(line, 800, 600).line(line)
    lengths = [math.dist(a, b) for a, b in pairwise(pixels)]
    assert max(lengths) < 2 * min(lengths)
    assert math.dist(pixels[0], pixels[-1]) == pytest.approx(sum(lengths), rel=0.01)
    assert not reaches_a_pole(great_circle((51.47, -0.45), (-37.0, 174.8)))  # Heathrow to Auckland, up to 80°


@pytest.mark.parametrize("lat", [90.0, 84.0, 78.25, -78.2, -90.0])
def test_a_circle_near_a_pole_is_round_and_has_its_size(lat: float) -> None:
    outline = circle((lat, 15.0), 400)
    view = fit_polar(outline, 800, 600)
    centre = view.pixel(lat, 15.0)
    for x, y in view.line(outline):
        assert 0 <= x <= 800 and 0 <= y <= 600
        assert math.dist(centre, (x, y)) * view.nm_per_pixel() == pytest.approx(400, rel=0.03)


def test_north_is_up_and_east_is_right_around_the_middle_of_a_polar_map() -> None:
    for lat in (80.0, -80.0):
        view = fit_polar(circle((lat, 15.0), 300), 800, 600)
        x, y = view.pixel(lat, 15.0)
        assert view.pixel(lat + 1, 15.0)[1] < y
        assert view.pixel(lat, 16.0)[0] > x


def test_land_is_land_and_sea_is_sea_around_the_poles(maker: MapMaker) -> None:
    north = fit_polar(circle((90.0, 0.0), 900), 600, 600)
    south = fit_polar(circle((-90.0, 0.0), 1500), 600, 600)
    for view, lat, lon, colour in (
        (north, 90.0, 0.0, LIGHT.water),
        (north, 80.5, -40.0, LIGHT.land),  # Greenland
        (north, 79.0, 16.0, LIGHT.land),  # Svalbard
        (north, 80.0, 0.0, LIGHT.water),  # Fram Strait
        (south, -90.0, 0.0, LIGHT.land),
        (south, -75.0, 179.9, LIGHT.water),  # Ross Sea
        (south, -80.0, 120.0, LIGHT.land),
        (south, -66.0, -170.0, LIGHT.water),
    ):
        ground, _ = maker.offline(view)
        x, y = view.pixel(lat, lon)
        assert _near(ground.getpixel((int(x), int(y))), colour), (lat, lon)


def test_the_bar_of_a_map_of_the_world_says_where_it_holds() -> None:
    from bot.render.maps import _bar_latitude  # pyright: ignore[reportPrivateUsage]

    world = fit(great_circle((51.47, -0.45), (-37.0, 174.8)), 800, 600)
    assert _bar_latitude(world) == f" at {round(world.latitude)}°N"
    assert _bar_latitude(fit([(51.3, -0.6), (43.5, 7.0)], 800, 600)) == ""


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
