"""What is said of the list in hand alone: nearest to another place, or within another circle."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, plans

AROUND = "find_airports_near_location"
_CLOSE_BY = (
    ("airfields in Normandy with customs", "the nearest to Caen", "Caen", {"point_of_entry": True}),
    ("how many fields in Kent have a hard runway", "which is the nearest to Rochester", "Rochester", {"has_hard_runway": True}),
    ("terrains en Bourgogne avec avgas", "celui le plus près de Beaune", "Beaune", {"has_avgas": True}),
    ("Flugplätze in Bayern mit Restaurant", "welcher ist am nächsten an Augsburg", "Augsburg", {"restaurant": "vicinity"}),
    ("fields in Wales with a cafe", "which is nearest to Shobdon", "Shobdon", {"restaurant": "vicinity"}),
    ("fields in brittany with avgas", "how far is the nearest from Weston at 160 kts", "Weston", {"has_avgas": True}),
    ("airfields in Belgium with avgas", "the one closest to Ghent", "Ghent", {"has_avgas": True, "country": "BE"}),
)  # fmt: skip


@pytest.mark.parametrize(("asked", "then", "place", "wishes"), _CLOSE_BY)
def test_the_nearest_to_a_place_of_a_list_keeps_what_the_list_wished(
    reader: Reader, asked: str, then: str, place: str, wishes: dict[str, object]
) -> None:
    call = last(reader, asked, then)
    given = dict(call.arguments)
    assert given["filters"] == wishes
    if "country" in wishes:
        assert (call.tool, given["location_query"], given["priority_strategy"]) == (AROUND, place, "distance")
    else:
        assert (call.tool, given["near"]) == ("search_airports", place)  # of that area, nothing else


@pytest.mark.parametrize(
    ("then", "name", "value"),
    [("the one closest to Dijon", "measured_from", "Dijon"), ("near Dijon", "position", "abeam Dijon")],
)
def test_the_nearest_to_a_place_of_a_list_along_a_route_leaves_its_ends(
    reader: Reader, then: str, name: str, value: str
) -> None:
    call = last(reader, "airfields between Oxford and Cannes with avgas", then)
    assert (call.arguments["to_location"], call.arguments[name]) == ("Cannes", value)


@pytest.mark.parametrize(
    ("then", "radius"),
    [("closer", 25), ("nearer please", 25), ("further away", 100), ("a bigger radius", 100), ("closer in", 25)],
)
def test_closer_and_further_away_change_the_circle_of_a_list(reader: Reader, then: str, radius: float) -> None:
    call = last(reader, "airfields near Cambridge with avgas", then)
    assert call.arguments["max_distance_nm"] == radius
    assert call.arguments["filters"] == {"has_avgas": True}


@pytest.mark.parametrize("then", ["plus loin", "weiter weg"])
def test_a_circle_in_minutes_of_flight_is_doubled_in_minutes(reader: Reader, then: str) -> None:
    call = last(reader, "airfields I can reach in an hour from Popham at 100 kt", then)
    assert call.arguments["within_minutes"] == 120


def test_closer_of_two_places_is_no_circle(reader: Reader) -> None:
    made = plans(reader, "compare Headcorn and Rochester", "which is closer to Biggin Hill")[-1]
    assert {step.tool for step in made.steps} == {"calculate_flight_distance"}


def test_a_country_behind_a_list_in_reach_is_no_question_of_rules(reader: Reader) -> None:
    made = plans(reader, "what can I reach in an hour at 100 kt from Redhill", "only in France", "and in Belgium?")
    assert "answer_rules_question" not in {step.tool for step in made[-1].steps}


def test_what_is_in_reach_and_in_a_country_is_both(reader: Reader) -> None:
    call = last(
        reader,
        "My plane is a DR400, 115 kt, 34 l/h, based Shoreham",
        "What can I reach in an hour with customs in France",
    )
    assert call.arguments["location_query"] == "EGKA"
    assert call.arguments["filters"] == {"point_of_entry": True, "country": "FR"}


@pytest.mark.parametrize("then", ["how much fuel to the second one", "combien de litres pour aller au deuxième"])
def test_fuel_to_one_of_a_list_is_that_of_the_flight(reader: Reader, then: str) -> None:
    asked = "airfields within 50 nm of Lydd with avgas"
    call = last(reader, asked, then, shown=("LFAT", "EGKB"))
    assert (call.tool, call.arguments["to_location"]) == ("get_fuel_plan", "EGKB")


@pytest.mark.parametrize("then", ["the nearest one", "welcher davon ist am nächsten"])
def test_the_nearest_of_a_list_keeps_its_wishes(reader: Reader, then: str) -> None:
    call = last(reader, "UL91 within 60 nm of EDLN", then)
    assert (call.arguments["filters"], call.arguments["priority_strategy"]) == ({"has_ul91": True}, "distance")


def test_the_nearest_of_a_country_is_looked_for_in_all_of_it(reader: Reader) -> None:
    call = last(reader, "Danish airfields near a beach with avgas", "how far is the closest from EDLN")
    assert (call.arguments["location_query"], call.arguments["max_distance_nm"]) == ("EDLN", 600)


@pytest.mark.parametrize("then", ["no grass", "sans piste en herbe", "without grass runways", "kein Gras"])
def test_what_a_list_never_wished_and_is_denied_is_a_wish(reader: Reader, then: str) -> None:
    call = last(reader, "airfields near Cambridge with avgas", then)
    assert call.arguments["filters"] == {"has_avgas": True, "has_soft_runway": False}


def test_the_farthest_of_a_list_is_no_wider_circle(reader: Reader) -> None:
    asked = "terrains avec restaurant à moins de 30 minutes de Toussus à 110 kt"
    assert all("within_minutes" not in s.arguments for s in plans(reader, asked, "le plus loin")[-1].steps)


def test_which_of_them_is_nearer_is_how_far_each_is(reader: Reader) -> None:
    made = plans(reader, "fuel at Shobdon?", "Welshpool?", "which of them is nearer to Oswestry")[-1]
    assert [step.arguments["to_location"] for step in made.steps] == ["EGBS", "EGCW"]


@pytest.mark.parametrize("then", ["That is a thin list. Make it sixty.", "Rather few. Would you make it 60?"])
def test_a_bare_figure_is_how_far_around_a_list_goes(reader: Reader, then: str) -> None:
    call = last(reader, "airfields near Biarritz with a hard runway", then)
    assert call.arguments["max_distance_nm"] == 60
    assert call.arguments["filters"] == {"has_hard_runway": True}


@pytest.mark.parametrize("then", ["take that last bit off again", "undo that", "scrap the last one", "wie vorher"])
def test_the_last_wish_of_a_list_is_taken_back(reader: Reader, then: str) -> None:
    call = last(reader, "airfields near Annecy with avgas", "with a hard runway", then)
    assert call.arguments["filters"] == {"has_avgas": True}
    around = last(reader, "airfields near Annecy with avgas", "make it sixty", then)
    assert "max_distance_nm" not in around.arguments
    assert around.arguments["filters"] == {"has_avgas": True}


_ELSEWHERE = (
    ("airfields within 40 nm of Annecy with avgas", "which of those is nearest to Dijon", {"measured_from": "Dijon"}),
    ("airfields within 40 nm of Annecy with avgas", "sorted by distance from Chambéry", {"measured_from": "Chambéry"}),
    ("fields in Brittany with customs", "how far is the nearest from Weston at 160 kts", {"near": "Weston", "cruise_speed_kts": 160}),
    ("fields in Brittany with customs", "within 3 hours of Dijon at 110 kt", {"near": "Dijon", "reach_minutes": 180, "cruise_speed_kts": 110}),
    ("Flugplätze im Umkreis von 40 nm um Kassel mit Restaurant", "nach Entfernung von Paderborn sortiert", {"measured_from": "Paderborn"}),
    ("terrains en Alsace avec avgas", "à moins de 60 nm de Dole", {"near": "Dole", "reach_nm": 60}),
    ("Flugplätze im Umkreis von 50 nm um Bern mit Restaurant", "welcher davon ist am nächsten bei Grenchen und wie lang ist die Piste", {"measured_from": "Grenchen"}),
)  # fmt: skip


@pytest.mark.parametrize(("asked", "then", "more"), _ELSEWHERE)
def test_a_list_is_told_from_another_place_and_stays_the_list(
    reader: Reader, asked: str, then: str, more: dict[str, object]
) -> None:
    first, call = last(reader, asked), last(reader, asked, then)
    assert call.tool == first.tool
    assert call.arguments == {**first.arguments, **more}


def test_two_areas_in_hand_stay_two(reader: Reader) -> None:
    made = plans(
        reader, "fields in Devon or Cornwall with a café", "under 90 minutes from Compton Abbas at 85 knots"
    )
    assert [step.arguments["query"] for step in made[-1].steps] == ["Devon", "Cornwall"]
    assert [step.arguments["reach_minutes"] for step in made[-1].steps] == [90, 90]
