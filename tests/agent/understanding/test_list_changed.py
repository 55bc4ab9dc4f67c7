"""What a few words change of a list in hand: its country, order, number, circle, stretch, one wish more."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, plans

_AROUND = "fields within 40 nm of Basel with avgas"
_ALONG = "fields between Oxford and Biarritz with avgas"
_SHOWN = ("EDTF", "LFGB", "LFGA", "LSZG")


@pytest.mark.parametrize(
    ("then", "filters"),
    [
        ("not in Germany", {"not_country": ["DE"]}),
        ("but nothing in Germany", {"not_country": ["DE"]}),
        ("without Germany", {"not_country": ["DE"]}),
        ("ohne Frankreich", {"not_country": ["FR"]}),
        ("pas en France", {"not_country": ["FR"]}),
        ("Switzerland only", {"country": "CH"}),
        ("davon nur die in Frankreich", {"country": "FR"}),
        ("que la France", {"country": "FR"}),
        ("what about only those across the border in France?", {"country": "FR"}),
    ],
)
def test_a_country_alone_narrows_the_list_around_a_place(
    reader: Reader, then: str, filters: dict[str, object]
) -> None:
    call = last(reader, _AROUND, then)
    assert (call.tool, call.arguments["location_query"]) == ("find_airports_near_location", "Basel")
    assert call.arguments["filters"] == {"has_avgas": True, **filters}


@pytest.mark.parametrize(
    ("then", "changed"),
    [
        ("cheapest 1st", {"priority_strategy": "cheapest"}),
        ("les moins chers en premier", {"priority_strategy": "cheapest"}),
        ("die günstigsten zuerst", {"priority_strategy": "cheapest"}),
        ("shortest 1st", {"priority_strategy": "shortest_runway"}),
        ("sort it by runway, long first", {"priority_strategy": "longest_runway"}),
        ("just give me the top 3", {"max_results": 3}),
        ("only show the first five", {"max_results": 5}),
        ("fifty then", {"max_distance_nm": 50}),
        ("pull it in to 25", {"max_distance_nm": 25}),
        ("auf 60 erweitern", {"max_distance_nm": 60}),
        ("élargis à 60", {"max_distance_nm": 60}),
        ("not that far, 25", {"max_distance_nm": 25}),
        ("in an hour flying, with 115 knots", {"within_minutes": 60, "cruise_speed_kts": 115}),
    ],
)
def test_an_order_a_number_and_a_figure_change_the_list_alone(
    reader: Reader, then: str, changed: dict[str, object]
) -> None:
    made = plans(reader, _AROUND, then, shown=_SHOWN)[-1]
    given = dict(made.steps[0].arguments)
    assert (given["location_query"], given["filters"]) == ("Basel", {"has_avgas": True})
    assert given.items() >= changed.items()


@pytest.mark.parametrize(
    "then",
    [
        "I mean on the field itself, I'm not walking in these shoes",
        "on the airfield, not a taxi away",
        "direkt am Platz, nicht im Dorf",
        "sur place, pas en ville",
    ],
)
def test_on_the_field_is_where_the_list_has_its_restaurant(reader: Reader, then: str) -> None:
    assert last(reader, "fields in Norfolk with a restaurant", then).arguments == {
        "query": "Norfolk",
        "filters": {"restaurant": "at_airport"},
    }


@pytest.mark.parametrize(
    ("then", "filters"),
    [
        ("and none of this PPR faff", {"no_ppr": True}),
        ("not the big airline places, though", {"exclude_large_airports": True, "max_runway_length_ft": 5906}),
        ("no gliding sites", {"gliding": False}),
        ("with lights too", {"has_lights": True}),
    ],
)
def test_one_wish_and_nothing_else_is_added_to_the_list(
    reader: Reader, then: str, filters: dict[str, object]
) -> None:
    assert last(reader, "fields in Norfolk with avgas", then).arguments["filters"] == {
        "has_avgas": True,
        **filters,
    }


def test_one_approach_stands_in_the_place_of_the_other(reader: Reader) -> None:
    for then in ("no wait, ILS rather than RNP", "ach nein, ILS statt RNP"):
        assert last(reader, "fields near Carlisle with RNP", then).arguments["filters"] == {
            "has_procedures": True,
            "approach_type": "ILS",
        }


def test_no_hard_sets_a_list_of_grass_right(reader: Reader) -> None:
    assert last(reader, "grass strips in Somerset", "no, hard!").arguments["filters"] == {"has_hard_runway": True}


@pytest.mark.parametrize(
    ("then", "position"),
    [
        ("rather after Nantes", "after Nantes"),
        ("plutôt après Nantes", "après Nantes"),
        ("after the first 200 miles", "after the first 200 miles"),
        ("nach etwa 150 Meilen", "nach etwa 150 meilen"),
        ("before the Spanish border", "before the spanish border"),
    ],
)
def test_where_along_the_way_leaves_its_ends(reader: Reader, then: str, position: str) -> None:
    given = last(reader, _ALONG, then).arguments
    assert (given["from_location"], given["to_location"]) == ("Oxford", "Biarritz")
    assert (given["position"], given["filters"]) == (position, {"has_avgas": True})
    assert "max_distance_nm" not in given
