"""What later turns of a chat go on from: several in hand, the legs of a flight, the rule asked last, an earlier question."""

from __future__ import annotations

from datetime import date

import pytest

from agent.protocol import ToolCall
from agent.subjects.sums.reading import of_the_fuel_told
from agent.understanding.in_hand.turning import clock_of_a_country
from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import MONDAY, last, plans

LISTED = ("LFRB", "LFRD", "LFRN")


def test_the_first_two_of_a_list_are_asked_for(reader: Reader) -> None:
    chat = ("fields in Brittany with customs", "how far apart are the first two at 100 kt")
    call = last(reader, *chat, shown=LISTED)
    assert call.arguments == {"from_location": "LFRB", "to_location": "LFRD", "cruise_speed_kts": 100}
    both = plans(reader, chat[0], "phones of the first two", shown=LISTED)[-1]
    assert [step.arguments["icao_code"] for step in both.steps] == ["LFRB", "LFRD"]


def test_how_far_two_fields_are_apart_at_a_speed(reader: Reader) -> None:
    call = last(reader, "Runway lengths at Shobdon.", "Sleap?", "How far apart are they? At 85.")
    assert call.arguments == {"from_location": "EGBS", "to_location": "EGCV", "cruise_speed_kts": 85}


def test_one_of_two_that_were_compared_is_asked_about_alone(reader: Reader) -> None:
    call = last(reader, "compare Dinard and Vannes", "and the first one's phone")
    assert (call.tool, call.arguments) == ("get_airport_details", {"icao_code": "LFRD", "about": ["contact"]})


def test_what_no_comparison_holds_is_asked_of_each(reader: Reader) -> None:
    made = plans(reader, "sunset at Dijon on Saturday", "and at Colmar", "which of the two is earlier")[-1]
    assert [step.arguments["icao_code"] for step in made.steps] == ["LFSD", "LFGA"]
    assert {str(step.arguments["date"]) for step in made.steps} == {"2026-11-28"}


def test_the_fuel_of_a_flight_in_legs_is_over_its_stops(reader: Reader) -> None:
    call = last(
        reader,
        "distance LFFI LFKJ",
        "et avec une escale a Montpellier ?",
        "combien de litres a 36 l/h et 115 kt ?",
    )
    assert (call.tool, call.arguments["via"]) == ("get_fuel_plan", ["Montpellier"])
    call = last(
        reader,
        "dreieck elchingen mengen giebelstadt elchingen wie weit ist das",
        "und wieviel sprit bei achtzehn liter die stunde",
    )
    assert (call.tool, call.arguments["via"], call.arguments["burn_lph"]) == (
        "get_fuel_plan",
        ["mengen", "giebelstadt"],
        18,
    )


@pytest.mark.parametrize(
    ("before", "then", "arguments"),
    [
        ("do i need a flight plan from ireland to france", "and to Spain?", {"country_code": "IE", "countries": ["ES"]}),
        ("What is the VFR minimum in class G in England?", "below 3000 feet I meant, at 100 knots", {"country_code": "GB"}),
        ("what do I need to fly from the UK to Belgium", "and in a microlight", {"country_code": "BE"}),
        ("Was brauche ich von Deutschland in die Schweiz", "und mit einem UL?", {"country_code": "CH"}),
    ],
)  # fmt: skip
def test_a_rule_stays_in_hand(reader: Reader, before: str, then: str, arguments: dict[str, object]) -> None:
    call = last(reader, before, then)
    assert call.tool == "answer_rules_question"
    assert {name: call.arguments[name] for name in arguments} == arguments
    assert "knots" not in str(call.arguments["question"])


def test_countries_asked_one_by_one_are_compared_for_a_flight_from_a_third(reader: Reader) -> None:
    call = last(
        reader, "Is VFR at night allowed in Austria please", "same for Italy",
        "which of them needs a flight plan when coming from Germany?",
    )  # fmt: skip
    assert (call.tool, call.arguments["countries"]) == ("compare_rules_between_countries", ["AT", "IT"])


@pytest.mark.parametrize("then", ["and in a C152 at 85 kt", "und mit 85 Knoten", "what if it is 85 knots instead"])
def test_a_flight_stays_in_hand_behind_a_fact_of_its_end(reader: Reader, then: str) -> None:
    call = last(reader, "how far is it from Leicester to Alderney", "is there avgas there", then)
    assert call.tool == "calculate_flight_distance"
    assert (call.arguments["from_location"], call.arguments["cruise_speed_kts"]) == ("Leicester", 85)


def test_litres_in_the_tanks_are_held_against_a_flight(reader: Reader) -> None:
    call = last(
        reader,
        "endurance with 100 litres at 25 litres an hour",
        "could I get from Goodwood to Lyon on that at 95 kt",
    )
    assert call.tool == "get_fuel_plan"
    assert call.arguments == {
        "from_location": "Goodwood", "to_location": "Lyon", "usable_l": 100, "burn_lph": 25, "true_airspeed_kts": 95,
    }  # fmt: skip


def test_a_field_that_bears_the_name_of_an_area_is_asked_the_same(reader: Reader) -> None:
    call = last(reader, "what is the phone number at Perth?", "how about Fife?")
    assert call.arguments == {"icao_code": "EGPJ", "about": ["contact"]}
    call = last(reader, "does Perth have avgas?", "what about Angus?")
    assert call.arguments == {"query": "Angus", "filters": {"has_avgas": True}}


@pytest.mark.parametrize("then", ["nur deutsche", "only the German ones", "seulement les allemands"])
def test_only_those_of_a_country_stay_in_the_area(reader: Reader, then: str) -> None:
    call = last(
        reader, "Plätze an der Nordsee mit Restaurant am Platz", then, "sortier nach Entfernung von Jesenwang"
    )
    assert str(call.arguments["query"]).casefold() == "nordsee"
    assert call.arguments["filters"] == {"restaurant": "at_airport", "country": "DE"}
    assert call.arguments["near"] == "Jesenwang"


def test_the_speed_of_a_flight_stays_behind_its_burn(reader: Reader) -> None:
    call = last(reader, "Flugstrecke EDMJ - LIPV 120 kt", "Verbrauch 35 l/h DR400")
    assert (call.tool, call.arguments["cruise_speed_kts"], call.arguments["burn_lph"]) == (
        "get_fuel_plan",
        120,
        35,
    )


@pytest.mark.parametrize(
    ("then", "price"),
    [
        ("und was kostet das bei 2,95 der Liter", 2.95),
        ("what does that cost at 2.10 a litre?", 2.1),
        ("ça coûte combien à 2,60 € le litre", 2.6),
    ],
)
def test_the_litres_of_a_fuel_plan_are_priced(reader: Reader, then: str, price: float) -> None:
    asked = ToolCall(tool="get_fuel_plan", arguments={"flight_minutes": 86, "burn_lph": 35})
    call = of_the_fuel_told(reader.said(then, MONDAY.date()), asked, "**67,9 l** für 86 min.")
    assert call is not None
    assert (call.arguments["volume"], call.arguments["money"]) == (67.9, price)
    assert of_the_fuel_told(reader.said("and at 40 litres an hour?", MONDAY.date()), asked, "**67.9 l**") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("In British time, please, not Norwegian.", "UTC+1"),
        ("and in German time?", "UTC+2"),
        ("à l'heure française", "UTC+2"),
        ("in finnischer Zeit bitte", "UTC+3"),
        ("and sunset in Norway?", None),
        ("do I need a flight plan in Norway", None),
    ],
)
def test_the_clock_of_a_country(reader: Reader, text: str, told: str | None) -> None:
    answer = "sunset 22:08 local (20:08 UTC)"
    clock = clock_of_a_country(reader.said(text, MONDAY.date()), answer, date(2027, 6, 20))
    assert clock is None if told is None else clock is not None and told in clock


@pytest.mark.parametrize(
    "then",
    ["Is that within the limits of a Super Cub?", "is that too much for a C172?", "ist das im Limit einer C172?"],
)
def test_the_limit_of_a_type_is_not_held(reader: Reader, then: str) -> None:
    call = last(reader, "crosswind runway 36 wind 310/20G28", then)
    assert (call.tool, call.arguments["verdict"]) == ("get_runway_wind", True)


def test_the_latest_off_blocks_in_a_long_sentence(reader: Reader) -> None:
    call = last(
        reader,
        "plan Oban to Dinard on Friday and home on Sunday",
        "What is the latest I may leave Dinard on the Sunday if I am to be home before dark?",
    )
    assert (call.tool, call.arguments["about"]) == ("plan_trip", "off_blocks")


@pytest.mark.parametrize(
    ("then", "minutes"),
    [("nur 1 Stunde", 60), ("and if we only have 90 minutes there", 90), ("seulement 2 heures", 120)],
)
def test_a_time_alone_behind_sights_is_spent_there(reader: Reader, then: str, minutes: int) -> None:
    call = last(reader, "what is there to eat and see in Portoroz", then)
    assert (call.tool, call.arguments["stay_minutes"]) == ("build_itinerary", minutes)
    assert str(call.arguments["near"]).casefold() == "portoroz"
    call = last(reader, "what is there to eat and see in Portoroz", then, "und in Losinj?")
    assert (call.tool, call.arguments["near"], call.arguments["stay_minutes"]) == (
        "build_itinerary",
        "Losinj",
        minutes,
    )


@pytest.mark.parametrize(
    "then", ["and if it rains?", "und wenns regnet", "et s'il pleut ?", "And if it were raining?"]
)
def test_rain_behind_sights_is_spent_indoors(reader: Reader, then: str) -> None:
    call = last(reader, "what is there to see in Annecy", then)
    assert (call.tool, call.arguments["constraints"]) == ("search_pois", {"indoor_only": True})


def test_all_deadlines_with_the_one_that_is_named(reader: Reader) -> None:
    chat = "on part samedi à 10h locale de Strasbourg pour Headcorn, retour dimanche"
    for then in ("donne moi les délais, GAR compris", "all the deadlines including the GAR please"):
        call = last(reader, chat, then)
        assert call.tool == "plan_trip"
        assert "about" not in call.arguments


def test_sigmets_on_the_way_from_a_field_are_of_the_flight_to_the_one_in_hand(reader: Reader) -> None:
    call = last(reader, "hows the weather in Prestwick", "any sigmets on the way from Sligo")
    assert (call.tool, call.arguments) == ("get_sigmets", {"from_location": "Sligo", "to_location": "Prestwick"})


def test_the_demonstrated_maximum_of_a_type_is_its_wind_across(reader: Reader) -> None:
    call = last(reader, "Wind 310/18 runway 26 crosswind?", "whats the demonstrated max for a 172")
    assert (call.tool, call.arguments) == ("get_aircraft_figures", {"aircraft_type": "C172", "crosswind": True})
