"""Of which place and day a list is, where others are told beside; bounds that are set right."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ("We'd a conference in Harrogate. From Weston, anything near there under 20 pound to land?", "Harrogate"),
        ("one with a hotel and avgas near the Loire, say fifty miles of Tours", "Tours"),
        ("My dad is in Annecy this summer, somewhere within 30 miles of Annecy with grass?", "Annecy"),
    ],
)
def test_the_place_around_which_one_looks(reader: Reader, asked: str, place: str) -> None:
    assert last(reader, asked).arguments["location_query"] == place


def test_the_last_question_says_the_country(reader: Reader) -> None:
    asked = "We were stung for 180 euros of handling in Faro. Are there fields in Portugal without handling?"
    assert last(reader, asked).arguments == {"query": "Portugal", "filters": {"has_handling": False}}


def test_the_side_of_the_place_and_no_other(reader: Reader) -> None:
    asked = "The south is forecast to be dreadful, so look only to the north of Enstone, up to 70 nm, for fuel"
    assert last(reader, asked).arguments["direction"] == "north"


@pytest.mark.parametrize(
    ("asked", "filters"),
    [
        ("fields in Suffolk under 600 metres, no wait, over 600", {"min_runway_length_ft": 1969}),
        ("airfields near Chartres, hard, 700 plus", {"has_hard_runway": True, "min_runway_length_ft": 2297}),
        ("airfields in Maine with self service avgas and lights all night", {"self_service": True, "has_avgas": True, "has_lights": True}),
        ("airfields near Lyon with lunch, not pubs", {"restaurant": "vicinity"}),
        ("terrain dans le Jura pour pique-niquer, en herbe", {"has_soft_runway": True}),
        ("halfway between Oxford and Rennes, hard runway, sleep included", {"has_hard_runway": True, "hotel": "vicinity"}),
    ],
)  # fmt: skip
def test_wishes_are_kept_and_none_is_made(reader: Reader, asked: str, filters: dict[str, object]) -> None:
    assert last(reader, asked).arguments["filters"] == filters


def test_a_fuel_on_a_day_is_of_fields_open_then(reader: Reader) -> None:
    wished = last(reader, "which fields near Lyon have avgas on Saturday").arguments["filters"]
    assert "open_day" in str(wished)
    kept = last(reader, "fuel stop for christmas, nothing under two hours, between Lydd and Bergerac").arguments
    assert "open_day" not in str(kept)


@pytest.mark.parametrize(
    ("asked", "hours"),
    [
        ("fields in Brittany I can book inside three hours, not places that need a day's notice", 3),
        ("hard fields in the Netherlands that take visitors at a weekend without PPR", None),
    ],
)
def test_hours_of_notice(reader: Reader, asked: str, hours: int | None) -> None:
    assert last(reader, asked).arguments.get("max_hours_notice") == hours


@pytest.mark.parametrize(
    ("asked", "position"),
    [
        ("fuel stop between Oxford and Biarritz, ideally near Rennes", "abeam Rennes"),
        ("Tankstopp zwischen Kassel und Zagreb, am liebsten bei Linz", "abeam Linz"),
        ("du SP98 quelque part entre Lyon et Cannes, plutôt vers Valence", "abeam Valence"),
    ],
)
def test_a_place_liked_on_the_way_is_where_and_no_end(reader: Reader, asked: str, position: str) -> None:
    call = last(reader, asked)
    assert (call.tool, call.arguments["position"]) == ("find_airports_near_route", position)
    assert "filters" in call.arguments


def test_where_ones_wife_is_is_no_base(reader: Reader) -> None:
    asked = "Meine Frau ist in Meran, ich stehe in Kempten. Welcher Platz ist am nächsten an Meran?"
    assert last(reader, asked).arguments["location_query"] == "Meran"


def test_an_area_asked_last_is_meant(reader: Reader) -> None:
    asked = "My mate swears there's a field near Hay with mogas. Anything in Herefordshire?"
    assert last(reader, asked).arguments == {"query": "Herefordshire", "filters": {"has_mogas": True}}
