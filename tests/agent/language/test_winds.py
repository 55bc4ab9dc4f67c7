"""Winds as pilots say them: by degrees, by the points of the compass, in three languages."""

from __future__ import annotations

import pytest

from agent.language.winds import find_calm, find_sector, find_wind


@pytest.mark.parametrize(
    ("text", "wind"),
    [
        ("with a 20kt westerly", "270/20"),
        ("25 knots from the north-east, how long", "045/25"),
        ("a south westerly at 12 knots", "225/12"),
        ("wind from the east at 8", "090/08"),
        ("18 kt gusting 27 northerly", "360/18G27"),
        ("vent d'ouest 20 kt", "270/20"),
        ("mit 30 Knoten Südwestwind", "225/30"),
        ("wind 240/18G25", "240/18G25"),
        ("210 at 14 gusting 22", "210/14G22"),
        ("there and back at 100 kt with 25 from the west", "270/25"),
        ("with 25 kt from 240 at 110 kt", "240/25"),
        ("avec 20 nœuds du 320", "320/20"),
    ],
)
def test_a_wind_is_read_by_where_it_comes_from(text: str, wind: str) -> None:
    found = find_wind(text)
    assert found is not None
    assert found[2] == wind


@pytest.mark.parametrize(
    "text",
    [
        "20 nm west of Lydd",
        "at 90 knots from North Weald to Lydd",
        "110 kt from East Fortune to Barton",
        "within 20 miles of the south coast",
        "with 25 knots on the nose",
        "the 15:30 from Southend",
    ],
)
def test_no_wind_is_read_where_none_is_said(text: str) -> None:
    assert find_wind(text) is None


@pytest.mark.parametrize(
    ("text", "wind"),
    [
        ("350V040 12 knots at Bembridge", "VRB/12 350V040"),
        ("24018G28KT 200V280 at Le Touquet", "240/18G28 200V280"),
        ("wind 240/18G25", None),
    ],
)
def test_the_sector_of_a_wind_is_kept(text: str, wind: str | None) -> None:
    assert (found[2] if (found := find_sector(text)) else None) == wind


def test_calm_is_told_and_not_asked() -> None:
    assert find_calm("wind calm, which runway at Sandown")
    assert find_calm("Windstille in Speyer, welche Bahn")
    assert not find_calm("is the wind calm at Sandown?")
