"""The compiled places: whole, within their size, and lying where other data says."""

from __future__ import annotations

import gzip
import json
from typing import Any

import numpy as np
import pytest

from agent.aviation.countries import Countries
from agent.config import AgentSettings

DATA = AgentSettings().data
REGIONS: list[dict[str, Any]] = json.loads((DATA / "regions.json").read_text(encoding="utf-8"))
UNIT = 1e-4


def layer(name: str) -> list[tuple[np.ndarray[Any, Any], bool]]:
    with np.load(DATA / "basemap.npz") as basemap:
        x = np.cumsum(basemap[f"{name}_dx"], dtype=np.int64) * UNIT
        y = np.cumsum(basemap[f"{name}_dy"], dtype=np.int64) * UNIT
        starts, holes = basemap[f"{name}_starts"], basemap[f"{name}_hole"]
    points = np.stack([x, y], axis=1)
    return [(points[a:b], bool(hole)) for a, b, hole in zip(starts, starts[1:], holes, strict=False)]


def inside(ring: np.ndarray[Any, Any], lat: float, lon: float) -> bool:
    x0, y0, x1, y1 = ring[:-1, 0], ring[:-1, 1], ring[1:, 0], ring[1:, 1]
    crosses = (y0 > lat) != (y1 > lat)
    at = (x1 - x0)[crosses] * (lat - y0[crosses]) / (y1 - y0)[crosses] + x0[crosses]
    return int(np.count_nonzero(lon < at)) % 2 == 1


HALF_SEA = ("Somme Bay", "North Frisia")
GROUPS = ("Islands", "Hebrides", "Isles of Scilly", "Cyclades", "Dodecanese", "Sporades", "Azores")
LAND = layer("land_fine")


def on_land(lat: float, lon: float) -> bool:
    return sum(inside(ring, lat, lon) for ring, _ in LAND) % 2 == 1


def test_the_gazetteer_is_whole_and_small() -> None:
    path = DATA / "gazetteer.tsv.gz"
    assert path.stat().st_size < 9_000_000
    header, *lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    width = header.count("\t")
    assert len(lines) > 130_000
    assert all(line.count("\t") == width for line in lines)


@pytest.mark.parametrize(
    ("name", "lat", "lon"),
    [
        ("Paris", 48.86, 2.35),
        ("Bern", 46.95, 7.44),
        ("Kyiv", 50.45, 30.52),
        ("Isle of Man", 54.2, -4.5),
        ("Crete", 35.2, 24.9),
    ],
)
def test_land_is_where_it_is(name: str, lat: float, lon: float) -> None:
    assert on_land(lat, lon), name


def test_water_is_where_it_is() -> None:
    for lat, lon in ((50.2, -1.0), (43.0, 5.0), (56.0, 3.0), (38.0, 7.0), (58.0, 20.5)):
        assert not on_land(lat, lon)


def test_big_lakes_lie_in_the_lakes_of_the_basemap() -> None:
    lakes = [ring for ring, hole in layer("lakes_fine") if not hole]
    names = {"Lake Geneva", "Lake Constance", "Lake Garda", "Lake Balaton", "Vänern", "Lough Neagh", "IJsselmeer"}
    for row in REGIONS:
        if row["name"] in names:
            assert any(inside(ring, row["lat"], row["lon"]) for ring in lakes), row["name"]


@pytest.mark.parametrize(
    "row", [row for row in REGIONS if row["kind"] in ("mountains", "region")], ids=lambda row: row["name"]
)
def test_a_range_or_region_has_its_centre_on_land(row: dict[str, Any]) -> None:
    if row["lat"] < 72 and -32 < row["lon"] < 46 and row["name"] not in HALF_SEA:
        assert on_land(row["lat"], row["lon"])


def test_an_island_has_the_size_that_its_coast_has() -> None:
    rings = [ring for ring, hole in LAND if not hole]
    several = {
        "Shetland",
        "Saaremaa",
        "Åland",
        "Svalbard",
        "Isle of Sheppey",
        "Isle of Thanet",
        "Usedom",
        "Lofoten",
    }
    checked = 0
    for row in REGIONS:
        if row["kind"] != "island" or row["name"] in several or row["name"].endswith(GROUPS):
            continue
        found = next((ring for ring in rings if inside(ring, row["lat"], row["lon"])), None)
        if found is None or not 5 < row["extent_nm"] < 100:
            continue  # islets that the basemap lacks, and groups
        squeeze = np.cos(np.radians(row["lat"]))
        away = np.hypot((found[:, 0] - row["lon"]) * squeeze, found[:, 1] - row["lat"]).max() * 60
        if away < 100:
            assert 0.5 < row["extent_nm"] / away < 2.2, (row["name"], away)
            checked += 1
    assert checked >= 30


def test_every_region_belongs_to_known_countries() -> None:
    countries = Countries.load(AgentSettings())
    for row in REGIONS:
        assert all(countries.get(code) for code in row["countries"]), row["name"]


WANTED = (
    "Lake Geneva|Isle of Wight|Lake Como|Black Forest|Elba|Sylt|Champagne|Dalmatia|Alps|Provence|Isle of Skye|"
    "Lake Constance|Dolomites|Lake District|Cotswolds|French Riviera|Scottish Highlands|Lofoten|Burgundy|"
    "Algarve|Loch Ness|Santorini|Jersey|Alderney|Mallorca"
)


@pytest.mark.parametrize("name", WANTED.split("|"))
def test_the_regions_that_towns_alone_get_wrong_are_there(name: str) -> None:
    assert sum(row["name"] == name for row in REGIONS) == 1
