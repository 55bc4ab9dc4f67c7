"""A flight from the side and the weather map: drawn at their size by day and night, whole with little or much."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent.config import AgentSettings
from agent.weather.chart import MapNotam, MapSigmet, MapStation, WeatherChart
from agent.weather.section import Column, Layer, RouteSection
from bot.render.painter import MapPainter
from bot.render.palette import Theme
from bot.render.sections import BOTTOM, TOP, SectionMaker
from bot.settings import Settings
from tongue import speaking

DATA = Path(__file__).resolve().parents[3] / "data"
TEN = datetime(2026, 11, 28, 10, tzinfo=UTC)


def section(**more: Any) -> RouteSection:
    layers = tuple(
        Layer(height_ft=feet, cloud_percent=cover, wind_from_deg=270, wind_kt=20)
        for feet, cover in ((2000, 0.0), (4000, 100.0), (6000, 0.0))
    )
    columns = tuple(
        Column(distance_nm=nm, at=TEN + timedelta(minutes=nm / 2), layers=layers, freezing_ft=(5000,))
        for nm in (0.0, 50.0, 100.0)
    )
    values = {
        "start": "EGTF",
        "end": "LFAT",
        "distance_nm": 100,
        "level_ft": 3000,
        "leaves": TEN,
        "model": "ICON-EU",
    }
    return RouteSection.model_validate({**values, "columns": columns, **more})


def chart(**more: Any) -> WeatherChart:
    values: dict[str, Any] = {
        "label": "EGTF – LFAT",
        "ends": ("EGTF", "LFAT"),
        "track": ((51.35, -0.56), (50.52, 1.62)),
        "stations": (
            MapStation(icao="EGKK", lat=51.15, lon=-0.19, ceiling="1,200", wind_from_deg=250, wind_kt=14),
            MapStation(icao="EGMD", lat=50.96, lon=0.94, ceiling="ceiling ?"),
        ),
        "at": TEN,
    }
    return WeatherChart.model_validate({**values, **more})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cloud_stands_at_its_height_and_nowhere_else(theme: Theme) -> None:
    image = Image.open(io.BytesIO(SectionMaker(DATA).draw(section(), theme))).convert("L")
    assert image.size == (1280, 720)

    def grey(feet: float) -> int:
        found = image.getpixel((540, round(BOTTOM - (BOTTOM - TOP) * feet / 7000)))
        assert isinstance(found, int | float)
        return int(found)

    inside, under, over = grey(4300), grey(1600), grey(5600)
    assert abs(inside - under) > 60 and abs(inside - over) > 60


@pytest.mark.parametrize("more", [{"columns": ()}, {"distance_nm": 0.0}, {"level_ft": 12000}])
def test_a_section_with_little_or_much_is_drawn_whole(more: dict[str, Any]) -> None:
    assert len(SectionMaker(DATA).draw(section(**more))) > 2_000


AREA = ((51.2, -1.5), (51.4, 0.9), (50.6, 1.0))


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"stations": ()},
        {"track": ((51.35, -0.56),), "ends": ("EGTF",)},
        {
            "sigmets": (
                MapSigmet(number=1, label="TURB", shapes=(AREA, ((50.0, 0.0),), ((50.0, 0.0), (51.0, 1.0)))),
            )
        },
        {"notams": (MapNotam(number=1, id="H1/26", lat=51.0, lon=0.5, radius_nm=5),)},
    ],
)
async def test_a_weather_map_is_drawn_whole_once_and_told_in_words(more: dict[str, Any]) -> None:
    painter = MapPainter(Settings(agent=AgentSettings()))
    first, again = await painter.chart(chart(**more)), await painter.chart(chart(**more))
    assert first is again
    assert Image.open(io.BytesIO(first.image)).size == (1280, 720)
    assert first.alt.startswith("Weather map: EGTF – LFAT, 28 Nov 10:00 UTC")


async def test_pictures_and_their_words_are_in_the_language_that_is_spoken() -> None:
    painter = MapPainter(Settings(agent=AgentSettings()))
    english = await painter.chart(chart())
    with speaking("de"):
        german = await painter.chart(chart())
        side = await painter.section(section())
    await painter.aclose()
    assert english.image != german.image and english.key != german.key
    assert german.caption == "EGTF – LFAT: Wetterkarte"
    assert "EGKK Hauptwolkenuntergrenze 1.200 ft" in german.alt
    assert "im Schnitt" in side.alt and "from the side" not in side.alt
