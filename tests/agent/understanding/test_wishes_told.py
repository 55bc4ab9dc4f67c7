"""Wishes of a list as they are told: what is denied, what is all the same, what is no wish at all."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last

_TOLD: tuple[tuple[str, dict[str, object]], ...] = (
    ("fields near Sherburn with avgas, and none of them big airports neither", {"has_avgas": True, "exclude_large_airports": True}),
    ("fields in Scotland with avgas, leave out Edinburgh and the other big ones", {"has_avgas": True, "exclude_large_airports": True}),
    ("fields in Ireland with avgas, tower or no tower, grass or hard", {"has_avgas": True}),
    ("Plätze in Bayern mit Avgas, mit oder ohne Turm", {"has_avgas": True}),
    ("fields in Kent with avgas, leave out anything that is grass only", {"has_avgas": True, "has_hard_runway": True}),
    ("fields in Italy with grass, no big airport with handling please", {"has_soft_runway": True, "has_handling": False, "exclude_large_airports": True}),
    ("She is anxious about soft fields. Which hard runways are in Kent?", {"has_hard_runway": True}),
    ("we were charged 180 euros at Faro last year, fields in Portugal with avgas", {"has_avgas": True}),
    ("the bloke in the pub says there are strips in Argyll with mogas", {"has_mogas": True}),
    ("fields in Scotland with a hotel on the airfield or a stone's throw", {"hotel": "vicinity"}),
    ("Plätze in Bayern mit Lokal direkt am Platz", {"restaurant": "at_airport"}),
    ("airfields in Denmark where you fill up yourself with a card", {"self_service": True}),
)  # fmt: skip


@pytest.mark.parametrize(("text", "filters"), _TOLD)
def test_what_a_list_is_held_to(reader: Reader, text: str, filters: dict[str, object]) -> None:
    given = dict(last(reader, text).arguments)
    told = given["filters"]
    assert isinstance(told, dict)
    assert {name: value for name, value in told.items() if name not in ("not_fields",)} == filters


def test_any_island_is_none_of_iceland(reader: Reader) -> None:
    given = last(reader, "an island. any island. two hours from Wickenby at most in a Cherokee").arguments
    assert given["filters"] == {"near_what": "island"}


def test_wine_and_sun_is_no_sunday(reader: Reader) -> None:
    given = last(reader, "Good wine, sun, and an airfield with avgas in Burgundy").arguments
    assert "open_day" not in str(given)


@pytest.mark.parametrize(
    ("text", "ends", "position"),
    [
        ("where to land for 100LL after 300 nm on EKCH-LFBZ", ("EKCH", "LFBZ"), "after 300 nm"),
        ("Tanken unterwegs Magdeburg - Siófok, nach etwa 150 Meilen", ("Magdeburg", "Siófok"), "nach etwa 150 meilen"),
        ("stops about 200 nm after leaving Wellesbourne for Bergerac", ("Wellesbourne", "Bergerac"), "about 200 nm after"),
        ("fields with avgas on the way from Kassel to Roskilde hinter Hamburg", ("Kassel", "Roskilde"), "hinter Hamburg"),
    ],
)  # fmt: skip
def test_how_far_along_is_no_corridor(reader: Reader, text: str, ends: tuple[str, str], position: str) -> None:
    given = last(reader, text).arguments
    assert (given["from_location"], given["to_location"], given["position"]) == (*ends, position)
    assert "max_distance_nm" not in given


def test_two_areas_with_a_dash_are_a_way(reader: Reader) -> None:
    assert last(reader, "Tankstopps auf der Strecke Kassel - Zagreb").tool == "find_airports_near_route"


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("which english airfields near the south coast take customs from france", "England"),
        ("terrains avec mogas dans le Puy de Dome", "Puy de Dome"),
        ("terrains avec mogas dans les Alpes Maritimes", "Alpes Maritimes"),
        ("terrains dans le Pas de Calais avec restaurant", "Pas de Calais"),
        ("vol à voile dans les Alpes de Haute Provence : quels terrains ?", "Alpes de Haute Provence"),
    ],
)
def test_the_whole_area_that_is_named(reader: Reader, text: str, query: str) -> None:
    assert last(reader, text).arguments["query"] == query


def test_fields_of_a_country_are_of_it_where_it_is_flown_to_too(reader: Reader) -> None:
    text = "We want to take six students to France. Which French fields within 60 nm of Lydd have customs?"
    assert last(reader, text).arguments["filters"] == {"point_of_entry": True, "country": "FR"}


def test_a_centre_is_no_side_of_a_place(reader: Reader) -> None:
    text = "where is the nearest little airport to Center Parcs, I mean to Longleat?"
    assert "direction" not in last(reader, text).arguments


def test_around_oneself_is_where_one_is(reader: Reader) -> None:
    asked = last(reader, "Plätze um mich herum, 20 Meilen, mit Avgas").arguments  # where that is
    assert (asked["missing"], asked["tool"]) == ("here", "find_airports_near_location")
