"""The last question asked again: of another country, of another subject, or how sure its answer is."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, plans

_NIGHT = "night vfr in Italy"


@pytest.mark.parametrize(
    ("then", "country"),
    [
        ("et pour la france c pareil ?", "FR"),
        ("is it the same in Spain?", "ES"),
        ("depuis l'Espagne ?", "ES"),
        ("gilt das auch in Polen?", "PL"),
        ("does that apply in Belgium too?", "BE"),
        ("ist es in Österreich anders?", "AT"),
    ],
)
def test_a_country_beside_words_that_ask_nothing_keeps_the_question(
    reader: Reader, then: str, country: str
) -> None:
    call = last(reader, _NIGHT, then)
    assert (call.arguments["question"], call.arguments["country_code"]) == (_NIGHT, country)


def test_a_country_behind_a_term_asks_the_rules_of_that_term(reader: Reader) -> None:
    call = last(reader, "what is class E?", "in France")
    assert (call.tool, call.arguments["country_code"]) == ("answer_rules_question", "FR")
    assert "class E" in str(call.arguments["question"])


@pytest.mark.parametrize("then", ["et le transpondeur ?", "und der Transponder?", "and the transponder?"])
def test_another_subject_is_a_question_of_its_own(reader: Reader, then: str) -> None:
    call = last(reader, "do I need a flight plan in France", then)
    assert (call.arguments["question"], call.arguments["country_code"]) == (then, "FR")


@pytest.mark.parametrize(
    "then", ["are you sure?", "who says so", "tu es sûr ?", "stimmt das?", "sure about that?", "how old is that"]
)
def test_a_doubt_tells_the_last_answer_with_all_it_stands_on(reader: Reader, then: str) -> None:
    first, again = plans(reader, "is Lydd open on sunday", then)
    assert (again.steps, again.answer_style) == (first.steps, "detailed")


@pytest.mark.parametrize("then", ["which one has avgas", "which has the longest runway"])
def test_which_one_is_of_all_that_were_compared(reader: Reader, then: str) -> None:
    call = last(reader, "compare Headcorn and Rochester", "and Lydd", then)
    assert call.arguments["icao_codes"] == ["EGKH", "EGTO", "EGMD"]


def test_how_long_before_is_of_the_report_that_was_asked_about(reader: Reader) -> None:
    call = last(reader, "do I need a GAR for Guernsey", "how long before")
    assert (call.tool, call.arguments.get("report")) == ("get_report_deadline", "GAR")


def test_a_country_behind_a_term_is_no_term(reader: Reader) -> None:
    call = last(reader, "was ist ein Flugleiter", "und in österreich?")
    assert (call.tool, call.arguments["country_code"]) == ("answer_rules_question", "AT")


@pytest.mark.parametrize("then", ["wie hoch liegen die beide", "how high are they both"])
def test_both_are_the_fields_spoken_of_one_by_one(reader: Reader, then: str) -> None:
    made = plans(reader, "avgas in Zell am See", "und St. Johann", then)[-1]
    assert [step.arguments["icao_code"] for step in made.steps] == ["LOWZ", "LOIJ"]


def test_if_it_is_in_german_is_no_village(reader: Reader) -> None:
    call = last(reader, "wie ist der wind auf texel", "und wenns 240 mit 25 ist, welche bahn")
    assert (call.arguments["icao_code"], call.arguments["wind"]) == ("texel", "240/25")


def test_a_wind_behind_one_is_no_condition_that_was_left_out(reader: Reader) -> None:
    asked = ("How far is Jersey from Shoreham", "at 110 kt", "with 20 kt headwind", "and back with it behind me")
    assert plans(reader, *asked)[-1].left_aside == ()


def test_knots_on_the_tail_are_no_speed(reader: Reader) -> None:
    call = last(reader, "how far from Fenland to Texel", "at 95 kts", "with 10 kts tail")
    assert (call.arguments["cruise_speed_kts"], call.arguments["headwind_kts"]) == (95, -10)


def test_a_level_adds_to_the_rule_that_was_asked(reader: Reader) -> None:
    call = last(reader, "can i fly vfr in class C in belgium", "above FL100?")
    assert call.arguments["question"] == "can i fly vfr in class C in belgium above FL100?"


@pytest.mark.parametrize("then", ["différences ?", "what are the differences", "vergleiche die beiden"])
def test_the_differences_are_those_of_the_countries_in_hand(reader: Reader, then: str) -> None:
    call = last(reader, "règles VFR spécial en France", "et en Suisse", then)
    assert (call.tool, call.arguments["countries"]) == ("compare_rules_between_countries", ["FR", "CH"])


def test_for_whom_is_no_rule_behind_a_fee(reader: Reader) -> None:
    made = plans(reader, "landing fee at Wellesbourne", "and for a helicopter", "Turweston?")
    assert "answer_rules_question" not in {step.tool for plan in made for step in plan.steps}


@pytest.mark.parametrize("then", ["welche ist am billigsten", "which is the cheapest"])
def test_the_cheapest_is_of_all_whose_fee_was_asked(reader: Reader, then: str) -> None:
    made = plans(reader, "landing fee at Norderney", "Juist?", "Wangerooge?", then)[-1]
    assert [step.arguments["icao_code"] for step in made.steps] == ["EDWY", "EDWJ", "EDWG"]


@pytest.mark.parametrize("then", ["laquelle est la meilleure", "which of them has the better weather?"])
def test_the_better_of_two_whose_weather_was_asked_is_of_the_weather(reader: Reader, then: str) -> None:
    call = last(reader, "météo à Cherbourg", "et à Caen demain", then)
    assert (call.tool, call.arguments["places"], call.arguments.get("day")) == (
        "get_weather",
        ["Cherbourg", "Caen"],
        "2026-11-24",
    )


def test_any_of_a_term_is_what_it_explains(reader: Reader) -> None:
    call = last(reader, "what does SIGMET mean", "are there any between Exeter and Brest")
    assert call.tool == "get_sigmets"


def test_both_of_those_aboard_are_no_places(reader: Reader) -> None:
    call = last(reader, "flying Stapleford to Calais next saturday 9am", "two passengers, both british")
    assert (call.tool, call.arguments["country_code"]) == ("answer_rules_question", "FR")
    assert "British passengers" in str(call.arguments["question"])


def test_a_way_is_never_reckoned_between_whole_countries(reader: Reader) -> None:
    made = plans(reader, "Flugplan von Mannheim nach Basel nötig?", "wann aufgeben", "wie weit ist es")[-1]
    assert not {"Germany", "Switzerland"} & {str(v) for step in made.steps for v in step.arguments.values()}


def test_fuel_behind_a_wind_on_the_nose_is_in_that_wind(reader: Reader) -> None:
    asked = ("how long Sandown to Cherbourg at 100kt", "what if it's 25 kt on the nose", "and fuel at 32 lph")
    assert last(reader, *asked).arguments["headwind_kt"] == 25


@pytest.mark.parametrize("then", ["la plus longue piste des trois", "which of the three has the longest runway"])
def test_one_of_three_is_of_the_three_spoken_of(reader: Reader, then: str) -> None:
    call = last(reader, "longueur de piste a Méribel", "et Courchevel", "et Megève", then)
    assert call.arguments["icao_codes"] == ["LFKX", "LFLJ", "LFHM"]


def test_which_of_those_is_cheaper_is_told_of_each(reader: Reader) -> None:
    made = plans(reader, "landing fee Compton Abbas", "and Bournemouth", "which of those is cheaper")[-1]
    assert [step.arguments["icao_code"] for step in made.steps] == ["EGHA", "EGHH"]
