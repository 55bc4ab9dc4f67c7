"""A sentence in the words of an example is read as the example says; what a tool claims by its words does not overrule it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from pydantic import JsonValue

from agent.protocol import Conversation, Question
from agent.understanding.chat import plan_in_chat
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.taught import says_enough, words_of

AT = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "tool", "said"),
    [
        ("Scheint in Lübeck die Sonne?", "get_weather", {"places": ["Lübeck"]}),
        ("please draw the route from Lydd to Caen", "show_map", {}),
        ("and zeichne die Strecke EDAZ EDDE EDDM", "show_map", {}),
    ],
)
def test_the_words_of_an_example_say_what_it_is(
    reader: Reader, text: str, tool: str, said: Mapping[str, JsonValue]
) -> None:
    (step,) = plan_in_chat(Question(text=text, at=AT), Conversation(), reader).steps
    assert (step.tool, {name: step.arguments.get(name) for name in said}) == (tool, dict(said))


def test_places_figures_and_courtesy_are_no_words_of_it(reader: Reader) -> None:
    one, other = (
        words_of(reader.said(text, AT.date()))
        for text in ("hi, how far is Lydd from Popham please?", "How far is EGKB from Caen")
    )
    assert one == other
    assert says_enough(one)
    assert not says_enough(words_of(reader.said("EGKB to LFAT please", AT.date())))


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("what can I reach inside 50 minutes of Sleap with avgas", "find_airports_near_location"),
        ("airline seats Edinburgh to Bremen on the 30th, two adults", "search_flights"),
        ("Taking the Arrow to Rügen on Saturday, wife and dog, back Sunday afternoon about 14", "plan_trip"),
        ("Which airfields in Denmark are a port of entry when you come from outside Schengen, from Scotland", "search_airports"),
        ("the best seat on a Ryanair", "about_flyfun"),
        ("was können wir in 3 Stunden in Annecy machen", "build_itinerary"),
    ],
)  # fmt: skip
def test_a_claim_takes_no_other_question(reader: Reader, text: str, tool: str) -> None:
    assert [step.tool for step in plan_in_chat(Question(text=text, at=AT), Conversation(), reader).steps] == [tool]


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("We are stuck in La Rochelle with fog. Is there any airline to Gatwick tomorrow, two adults?", ["search_flights"]),
        ("Christmas market in Colmar, is it worth it? what is the town like", ["retrieve_city_guidance"]),
        ("Any NOTAM about jet a or avgas shortage at Gloucester", ["get_notams"]),
        ("notams for EGBJ, and is there fuel", ["get_notams", "get_airport_details"]),
        ("ça coûte combien de se poser à Toussus en DR400", ["get_airport_pricing"]),
        ("Meine Minima: 1500 ft Untergrenze, 8 km Sicht, nicht mehr als 12 Knoten quer.", ["set_minima"]),
    ],
)  # fmt: skip
def test_what_is_only_told_is_no_question(reader: Reader, text: str, tools: list[str]) -> None:
    plan = plan_in_chat(Question(text=text, at=AT), Conversation(), reader)
    assert [step.tool for step in plan.steps] == tools


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Wie viel ist 1013 hPa in inHg, und 5500 ft in Metern?", [1013, 5500]),
        ("1500 m in ft and 90 l avgas in kg", [1500, 90]),
        ("convertis moi 110 litres d avgas en kg stp", [110]),
    ],
)
def test_each_figure_is_put_into_another_unit(reader: Reader, text: str, figures: list[float]) -> None:
    plan = plan_in_chat(Question(text=text, at=AT), Conversation(), reader)
    assert [(step.tool, step.arguments["value"]) for step in plan.steps] == [("convert_units", n) for n in figures]
    assert not plan.left_aside


def test_the_152_at_85_knots_is_an_aircraft_and_its_speed_and_no_wind(reader: Reader) -> None:
    plan = plan_in_chat(Question(text="Leicester to Sandown in the 152 at 85kt", at=AT), Conversation(), reader)
    (step,) = plan.steps
    assert (step.tool, step.arguments["cruise_speed_kts"], step.arguments["aircraft_type"]) == (
        "calculate_flight_distance",
        85,
        "C152",
    )


def test_a_reserve_that_is_reckoned_is_not_said_to_be_left_out(reader: Reader) -> None:
    text = "DA40 braucht 28 l/h, Grenchen - Bad Vöslau 130 kt, wieviel Sprit mit Reserve 45 min?"
    plan = plan_in_chat(Question(text=text, at=AT), Conversation(), reader)
    assert plan.steps[0].arguments["reserve_minutes"] == 45
    assert not plan.left_aside


def test_the_length_of_a_runway_is_no_distance_from_the_field(reader: Reader) -> None:
    text = "somewhere for lunch within 45 min of Leicester at 90 kt, hard runway at least 600m"
    (step,) = plan_in_chat(Question(text=text, at=AT), Conversation(), reader).steps
    assert "radius_km" not in step.arguments
