"""The picture of a day and its barbs: drawn where the values are, by day and by night."""

from __future__ import annotations

import io
import math
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from agent.config import AgentSettings
from agent.weather.strip import DayStrip, StripModel
from bot.render.barbs import strokes
from bot.render.painter import MapPainter
from bot.render.palette import PALETTES, Theme
from bot.render.strips import StripMaker
from bot.settings import Settings

DATA = Path(__file__).resolve().parents[3] / "data"
HOURS = tuple(datetime(2026, 11, 28, hour, tzinfo=UTC) for hour in range(6, 21))


def strip(**more: object) -> DayStrip:
    fifteen = range(15)
    model = StripModel(
        model="ICON-EU",
        rain_mm=tuple(2.0 if n == 8 else 0.0 for n in fifteen),
        wind_from_deg=tuple(270 for _ in fifteen),
        wind_kt=tuple(15.0 for _ in fifteen),
        gust_kt=tuple(25.0 for _ in fifteen),
        base=tuple(1500 for _ in fifteen),
        visibility_m=tuple(None for _ in fifteen),
    )
    values = {"label": "LFAT Le Touquet", "day": date(2026, 11, 28), "time_zone": "UTC", "hours": HOURS}
    return DayStrip.model_validate({**values, "models": (model,), **more})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_strip_is_1280_by_720_small_and_in_its_colours(theme: Theme) -> None:
    made = StripMaker(DATA).draw(strip(), theme)
    image = Image.open(io.BytesIO(made)).convert("RGB")
    assert image.size == (1280, 720)
    assert len(made) < 80_000
    paper = PALETTES[theme].paper
    corner = image.getpixel((1270, 710))
    assert isinstance(corner, tuple) and all(abs(a - b) <= 6 for a, b in zip(corner, paper, strict=True))


def test_rain_stands_in_the_hour_before_its_mark() -> None:
    image = Image.open(io.BytesIO(StripMaker(DATA).draw(strip()))).convert("RGB")
    blue = PALETTES["light"].field
    step = (1250 - 262) / 14

    def rains(hour: float) -> bool:
        pixel = image.getpixel((round(262 + hour * step), 478))
        return isinstance(pixel, tuple) and all(abs(a - b) < 30 for a, b in zip(pixel, blue, strict=True))

    assert [rains(n + 0.5) for n in range(14)] == [n == 7 for n in range(14)]


@pytest.mark.parametrize("more", [{"models": ()}, {"ceilings": False}, {"label": "x" * 300}])
def test_little_or_much_is_drawn_whole(more: dict[str, object]) -> None:
    assert len(StripMaker(DATA).draw(strip(**more))) > 2_000


@given(st.floats(0, 359.9), st.floats(3, 120))
def test_a_barb_points_to_where_the_wind_comes_from_and_its_feathers_add_up(from_deg: float, speed: float) -> None:
    found = strokes((0.0, 0.0), from_deg, speed)
    (x, y) = found[0][1]
    assert math.degrees(math.atan2(x, -y)) % 360 == pytest.approx(from_deg % 360, abs=1e-6)
    told = 0
    for stroke in found[1:]:
        length = math.dist(stroke[0], stroke[1])
        told += 50 if len(stroke) > 2 else 10 if length > 12 else 5
    assert abs(told - speed) <= 2.5


def test_a_west_wind_has_its_feathers_to_the_north() -> None:
    shaft, feather = strokes((0.0, 0.0), 270.0, 10.0)
    assert shaft[1][0] < 0
    assert feather[1][1] < feather[0][1], "up on the picture"


async def test_the_painter_tells_its_words_and_draws_once() -> None:
    painter = MapPainter(Settings(agent=AgentSettings()))
    first, again = await painter.strip(strip(), live=True), await painter.strip(strip(), live=True)
    assert first is again
    assert first.dark and first.alt.startswith("LFAT Le Touquet, Sat 28 Nov")
    assert first.caption == "LFAT Le Touquet, Saturday 28 November"
