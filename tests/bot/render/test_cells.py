"""The pieces of ground are what the basemap holds, cut at their edges and small."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.cells import EXTENT, MARGIN, ZOOMS, Cells

DATA = Path(__file__).resolve().parents[3] / "data"
CELLS = Cells.of(DATA)


def _at(zoom: int, lat: float, lon: float) -> tuple[int, int, float, float]:
    """The cell of a point, and where it lies in it (0 to EXTENT)."""
    sine = math.sin(math.radians(lat))
    x = (lon + 180) / 360 * 2**zoom
    y = (0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)) * 2**zoom
    return int(x), int(y), (x - int(x)) * EXTENT, (y - int(y)) * EXTENT


def _read(zoom: int, x: int, y: int) -> dict[str, Any]:
    found = CELLS.cell(zoom, x, y)
    assert found is not None
    return json.loads(gzip.decompress(found))


def _points(steps: list[int]) -> list[tuple[int, int]]:
    x = y = 0
    found: list[tuple[int, int]] = []
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        found.append((x, y))
    return found


def _inside(ring: list[tuple[int, int]], x: float, y: float) -> bool:
    """Whether a ray to the right crosses the ring an odd number of times."""
    odd = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def _on(zoom: int, lat: float, lon: float, *kinds: str) -> bool:
    x, y, across, down = _at(zoom, lat, lon)
    cell = _read(zoom, x, y)
    return any(_inside(_points(ring), across, down) for kind in kinds for ring in cell[kind])


@pytest.mark.parametrize("zoom", ZOOMS)
def test_land_is_land_and_sea_is_sea_at_every_zoom(zoom: int) -> None:
    for lat, lon in ((46.6, 2.4), (51.2, -1.2), (48.2, 11.5), (39.0, -3.5), (-25.0, 135.0), (66.5, -150.0)):
        assert _on(zoom, lat, lon, "land"), (lat, lon)
    for lat, lon in ((50.1, -1.5), (41.5, 5.0), (56.5, 3.0), (0.0, -30.0), (-55.0, -120.0)):
        assert not _on(zoom, lat, lon, "land"), (lat, lon)


@pytest.mark.parametrize("zoom", ZOOMS[2:])
def test_large_lakes_are_water(zoom: int) -> None:
    for lat, lon in ((46.45, 6.5), (47.6, 9.4), (58.9, 13.3)):  # Geneva, Constance, Vänern
        assert _on(zoom, lat, lon, "lakes"), (lat, lon)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(ZOOMS), st.floats(-78, 80), st.floats(-179.9, 179.9))
def test_nothing_reaches_out_of_a_cell_and_none_is_large(zoom: int, lat: float, lon: float) -> None:
    x, y, _, _ = _at(zoom, lat, lon)
    cell = _read(zoom, x, y)
    for kind in ("land", "sea", "lakes", "isles"):
        for ring in cell[kind]:
            for point in _points(ring):
                assert all(-MARGIN - 1 <= value <= EXTENT + MARGIN + 1 for value in point)
    people = [town[3] for town in cell["towns"]]
    assert people == sorted(people, reverse=True)
    assert all(0 <= town[1] <= EXTENT and 0 <= town[2] <= EXTENT for town in cell["towns"])
    assert len(CELLS.cell(zoom, x, y) or b"") < 110_000


def test_there_are_no_other_cells() -> None:
    for place in ((1, 0, 0), (2, 4, 0), (2, -1, 0), (8, 0, 256)):
        assert CELLS.cell(*place) is None


def test_a_country_is_named_on_its_own_ground_and_quarters_are_no_towns() -> None:
    cell = _read(0, 0, 0)
    assert {"France", "Germany", "Croatia", "Norway"} <= {name for name, *_ in cell["countries"]}
    x, y, _, _ = _at(8, 45.76, 4.83)
    names = [town[0] for town in _read(8, x, y)["towns"]]
    assert "Lyon" in names
    assert not any(name.startswith("Lyon 0") for name in names)
