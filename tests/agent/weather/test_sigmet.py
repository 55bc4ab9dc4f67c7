"""SIGMETs of every geometry the service sends; distances by plane geometry worked by hand."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from conftest import SAMPLES
from hypothesis import given
from hypothesis import strategies as st

from agent.weather.sigmet import distance_nm, read_sigmets, words

START, END = datetime(2026, 11, 22, 10, tzinfo=UTC), datetime(2026, 11, 22, 14, tzinfo=UTC)


def row(coords: Any, **more: Any) -> dict[str, Any]:
    return {
        "icaoId": "EGRR", "firId": "EGTT", "firName": "EGTT LONDON", "seriesId": "02", "hazard": "TURB",
        "qualifier": "SEV", "base": 6000, "top": 16000, "geom": "AREA", "coords": coords, "dir": "-", "spd": "0",
        "chng": "WKN", "validTimeFrom": int(START.timestamp()), "validTimeTo": int(END.timestamp()), **more,
    }  # fmt: skip


def spots(*points: tuple[float, float]) -> list[dict[str, float]]:
    return [{"lat": lat, "lon": lon} for lat, lon in points]


SQUARE = spots((50.0, 0.0), (51.0, 0.0), (51.0, 1.0), (50.0, 1.0), (50.0, 0.0))


def only(coords: Any, **more: Any) -> Any:
    found, unread = read_sigmets([row(coords, **more)])
    assert unread == 0
    return found[0]


def test_a_track_through_an_area_is_on_it() -> None:
    area = only(SQUARE)
    assert distance_nm(area.shapes, [(50.5, -1.0), (50.5, 2.0)]) == 0, "both ends lie outside"
    assert distance_nm(area.shapes, [(50.5, 0.5)]) == 0
    assert distance_nm(area.shapes, [(49.0, 0.5)]) == pytest.approx(60, abs=0.5)


def test_a_point_a_line_and_areas_of_areas() -> None:
    assert distance_nm(only(spots((50.0, 0.0))).shapes, [(51.0, 0.0)]) == pytest.approx(60, abs=0.1)
    line = only(spots((50.0, 0.0), (52.0, 0.0)))
    assert distance_nm(line.shapes, [(51.0, -1.0), (51.0, 1.0)]) == 0
    areas = only([SQUARE, spots((40.0, 0.0), (41.0, 0.0), (41.0, 1.0))], geom="AREAS")
    assert len(areas.shapes) == 2
    assert distance_nm(areas.shapes, [(50.5, 0.5)]) == 0


def test_an_area_across_the_date_line_is_near() -> None:
    area = only(spots((50.0, 179.0), (51.0, 179.0), (51.0, -179.0), (50.0, -179.0)))
    assert distance_nm(area.shapes, [(50.5, 180.0)]) == 0


def test_no_position_is_unknown_and_twins_are_one() -> None:
    assert distance_nm(only(None).shapes, [(50.0, 0.0)]) is None
    found, _ = read_sigmets([row(SQUARE), row(SQUARE), row(SQUARE, firId="EGPX")])
    assert [s.fir for s in found] == ["EGTT", "EGPX"]
    ash, later = read_sigmets([row(SQUARE, hazard="VA", seriesId="1"), row(SQUARE, hazard="VA", seriesId="1F")])[0]
    assert (ash.forecast_position, later.forecast_position) == (False, True)


def test_its_words_tell_heights_times_and_change() -> None:
    said = words(only(SQUARE))
    assert "SEV turbulence" in said
    assert "6,000 to 16,000 ft" in said
    assert "22 10:00–22 14:00 UTC" in said
    assert "weakening" in said
    assert "top not told" in words(only(SQUARE, top=None))


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda c: st.lists(c, max_size=3) | st.dictionaries(st.sampled_from(["lat", "lon", "x"]), c, max_size=3),
        max_leaves=12,
    )
)
def test_no_coordinates_make_it_fail(coords: Any) -> None:
    found, _ = read_sigmets([row(coords), {"hazard": coords, "validTimeFrom": coords}])
    for sigmet in found:
        distance_nm(sigmet.shapes, [(50.0, 0.0), (51.0, 1.0)])
        words(sigmet)


@pytest.mark.samples
def test_the_real_rows_are_read() -> None:
    rows = json.loads((SAMPLES / "weather" / "isigmet_real_2026-10-02.json").read_text("utf-8"))
    found, unread = read_sigmets(rows)
    assert unread == 0
    assert len(found) < len(rows), "one bulletin came over two circuits"
    assert any(len(s.shapes) > 1 for s in found)
