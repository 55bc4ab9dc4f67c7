"""What a question says and must not be passed over in silence: limits, times, names, kinds, and what nobody can do."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agent.deps import Deps
from agent.language.ends import field_of, speaks_for_country

CLARIFY = "ask_clarifying_question"


def only(plan: Any) -> tuple[str, dict[str, Any]]:
    assert len(plan.steps) == 1, [step.tool for step in plan.steps]
    return plan.steps[0].tool, dict(plan.steps[0].arguments)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Landing EGKB 11:00 from LFAT, off blocks 12:00. Lunch?", "EGKB"),
        ("Arriving LFAT at 10:30 from EGKB, off blocks 15:00, lunch and a museum", "LFAT"),
        ("landing at LFAT 11:00, off blocks 14:00 for EGKB, lunch", "LFAT"),
        ("Landing LFAT 11:00, off blocks 14:00 to EGKB, lunch", "LFAT"),
        ("From EGTF we land at LFAT at 11:00, off blocks 14:00. Something to see?", "LFAT"),
    ],
)
async def test_a_stop_is_planned_where_one_lands(ask: Any, text: str, near: str) -> None:
    tool, arguments = only(await ask(text))
    assert tool == "build_itinerary"
    assert arguments["near"] == near
    assert "window" in arguments
    assert near not in (arguments.get("coming_from"), arguments.get("going_to"))
    assert arguments.get("coming_from") or arguments.get("going_to")


@pytest.mark.parametrize(
    ("words", "least", "most"),
    [
        ("over 1500 m and under 800 m", 4921, 2625),
        ("under 800 m and over 1500 m", 4921, 2625),
        ("over 800 m and under 1500 m", 2625, 4921),
        ("between 800 and 1500 m", 2625, 4921),
        ("between 2000 and 4000 ft", 2000, 4000),
        ("between 800 m and 1500 m", 2625, 4921),
        ("of 600 to 900 m", 1969, 2953),
        ("of 600-900 m", 1969, 2953),
    ],
)
async def test_two_limits_of_a_runway_are_both_kept(ask: Any, words: str, least: int, most: int) -> None:
    tool, arguments = only(await ask(f"airports in France with a runway {words}"))
    assert tool == "search_airports"
    assert arguments["filters"] == {"min_runway_length_ft": least, "max_runway_length_ft": most}


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("border brief LFAT to EGTF Saturday 10:00", "2026-11-21 10:00"),
        ("GAR deadline LFAT to EGTF on 28 November at 10:00", "2026-11-28 10:00"),
        ("border brief LFAT to EGTF 28 November 10:00z", "2026-11-28 11:00"),  # CET in winter
        ("border brief LFAT to EGTF 28 June 10:00z", "2027-06-28 12:00"),  # CEST in summer
        ("border brief LFAT to EGTF on 28 November", "2026-11-28"),
    ],
)
async def test_a_border_brief_is_given_day_and_local_time(ask: Any, text: str, when: str) -> None:
    assert only(await ask(text)) == (
        "get_border_brief",
        {"from_location": "LFAT", "to_location": "EGTF", "date": when},
    )


async def test_the_time_of_a_border_brief_and_of_a_notice_is_changed_by_a_short_message(dialogue: Any) -> None:
    await dialogue.say("border brief LFAT to EGTF on 28 November")
    assert only(await dialogue.say("at 14:00"))[1]["date"] == "2026-11-28 14:00"
    assert only(await dialogue.say("29 November at 9:30"))[1]["date"] == "2026-11-29 09:30"
    await dialogue.say("what notice does LFAT need on Saturday")
    assert only(await dialogue.say("at 14:00"))[1]["time"] == "14:00"


async def test_utc_is_not_taken_for_the_local_time_of_an_arrival(ask: Any) -> None:
    arguments = only(await ask("what notice does LFAT need on 28 June at 10:00z"))[1]
    assert (arguments["date"], arguments["time"]) == ("2027-06-28", "12:00")


@pytest.mark.parametrize(("name", "code"), [("Ramstein", "ETAR"), ("Lossiemouth", "EGQS"), ("Northolt", "EGWU")])
async def test_a_field_that_bears_the_name_is_the_field_of_that_name(ask: Any, name: str, code: str) -> None:
    assert only(await ask(f"can I land at {name}?")) == ("get_airport_details", {"icao_code": code})


def test_a_town_whose_field_bears_another_name_keeps_its_field(deps: Deps) -> None:
    assert field_of("Nice", deps) == "LFMN"
    assert field_of("Cannes", deps) == "LFMD"
    assert field_of("Le Touquet", deps) == "LFAT"


async def test_an_airfield_s_name_of_two_words_is_not_cut_to_a_town_of_one(ask: Any) -> None:
    assert only(await ask("tell me about Full Sutton"))[1] == {"icao_code": "EGNU"}
    assert only(await ask("may I land at Brize Norton"))[1] == {"icao_code": "EGVN"}


async def test_a_day_trip_is_planned_at_its_end(ask: Any) -> None:
    assert only(await ask("day trip from EGTF to LFAT"))[1]["near"] == "LFAT"


async def test_flights_between_two_fields_on_a_day_are_airline_flights(ask: Any) -> None:
    assert only(await ask("flights EGLL to LFPG tomorrow")) == (
        "search_flights",
        {"origin": "EGLL", "destination": "LFPG", "departure_date": "2026-11-22"},
    )
    assert only(await ask("how far is the flight from EGLL to LFPG"))[0] == "calculate_flight_distance"
    assert only(await ask("customs for flights from EGTF to LFAT tomorrow"))[0] == "get_border_brief"


async def test_new_york_is_not_york(ask: Any) -> None:
    assert only(await ask("flights from London to New York on 3 December"))[1]["destination"] == "New York"
    assert only(await ask("how far from London to New York"))[1]["to_location"] == "New York"


async def test_someone_who_is_stuck_is_understood_after_another_search_of_flights(dialogue: Any) -> None:
    await dialogue.say("flights from Paris to Nice on 3 December, business")
    assert only(await dialogue.say("stuck at Abbeville, three of us to London tonight")) == (
        "search_flights",
        {
            "origin": "Abbeville",
            "destination": "London",
            "departure_date": date(2026, 11, 21).isoformat(),
            "adults": 3,
        },
    )


async def test_the_taps_of_a_trip_are_understood_as_written(dialogue: Any) -> None:
    await dialogue.say("a day in Le Touquet")
    for tap, edit in (
        ("more relaxed", {"action": "relax"}),
        ("swap for indoors", {"action": "swap", "indoor": True}),
        ("more food", {"action": "more", "interest": "food"}),
        ("undo", {"action": "undo"}),
    ):
        tool, arguments = only(await dialogue.say(tap))
        assert (tool, arguments["edit"]) == ("build_itinerary", edit)


async def test_the_taps_of_a_search_of_flights_are_understood_as_written(dialogue: Any) -> None:
    await dialogue.say("flights from Paris to Nice on 3 December")
    assert only(await dialogue.say("shortest first"))[1]["sort"] == "duration"
    assert only(await dialogue.say("cheapest first"))[1]["sort"] == "price"
    assert only(await dialogue.say("direct only"))[1]["max_connections"] == 0


async def test_without_a_trip_there_is_nothing_to_undo(dialogue: Any) -> None:
    await dialogue.say("how far EGTF to LFAT")
    plan = await dialogue.say("undo")
    assert plan.steps == ()
    assert plan.confidence < 1
    assert "undo" in plan.reasoning


async def test_same_for_germany_alone_is_asked_about(ask: Any) -> None:
    assert only(await ask("Same for Germany"))[0] == CLARIFY


async def test_a_question_back_does_not_end_the_thread_of_the_chat(dialogue: Any) -> None:
    await dialogue.say("how far EGTF to LFAT")
    assert only(await dialogue.say("Same for Germany"))[0] == CLARIFY
    assert only(await dialogue.say("with a C172")) == (
        "calculate_flight_distance",
        {"from_location": "EGTF", "to_location": "LFAT", "aircraft_type": "C172"},
    )


@pytest.mark.parametrize("text", ["airfields near me", "airports near me with avgas", "how far from here to LFAT"])
async def test_here_without_a_position_is_asked_about(ask: Any, text: str) -> None:
    tool, arguments = only(await ask(text))
    assert tool == CLARIFY
    assert arguments["question"].startswith("Where are you?")


async def test_a_hamlet_does_not_stand_for_its_country(ask: Any, deps: Deps) -> None:
    assert only(await ask("what licence do I need in Mars"))[0] == CLARIFY
    assert not speaks_for_country("Mars", deps)
    assert speaks_for_country("Bavaria", deps)
    assert speaks_for_country("Lyon", deps)


async def test_an_aircraft_beside_two_codes_is_a_distance(ask: Any) -> None:
    assert only(await ask("my Mooney EGTF to LFAT")) == (
        "calculate_flight_distance",
        {"from_location": "EGTF", "to_location": "LFAT", "aircraft_type": "Mooney"},
    )


async def test_how_many_have_something_is_a_search_with_that_filter(ask: Any) -> None:
    assert only(await ask("how many airports in France have avgas")) == (
        "search_airports",
        {"query": "France", "filters": {"has_avgas": True}},
    )
    assert only(await ask("how many airports in France"))[0] == "get_airport_statistics"


async def test_how_many_have_something_anywhere_is_asked_about(ask: Any) -> None:
    assert only(await ask("how many airports have avgas"))[0] == CLARIFY


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("closed airfields in France", "not in my table"),
        ("heliports in Germany", "not in my table"),
        ("private strips near Nice", '"private"'),
    ],
)
async def test_a_kind_of_field_that_no_list_can_be_limited_to_is_said(ask: Any, text: str, said: str) -> None:
    plan = await ask(text)
    assert said in plan.reasoning
    assert plan.confidence < 1


async def test_police_notice_of_a_leg_is_a_border_brief(ask: Any) -> None:
    assert only(await ask("EGPH to EGAD do I need to notify police")) == (
        "get_border_brief",
        {"from_location": "EGPH", "to_location": "EGAD"},
    )


async def test_the_vfr_rules_of_a_country_are_browsed(ask: Any) -> None:
    assert only(await ask("VFR rules in Turkey")) == ("browse_rules", {"country_code": "TR"})
    assert only(await ask("night VFR rules in Spain"))[0] == "answer_rules_question"


@pytest.mark.parametrize(
    "text",
    ["weather at LFAT", "METAR EGLL", "NOTAMs for LFAT", "should I fly tonight?", "is the weather ok in Nice"],
)
async def test_weather_and_notams_are_refused_in_one_sentence(ask: Any, text: str) -> None:
    plan = await ask(text)
    assert plan.steps == ()
    assert plan.confidence < 1
    assert plan.reasoning == "I cannot see weather or NOTAMs: use your official briefing."


async def test_the_weather_at_a_field_is_not_answered_with_its_details(dialogue: Any) -> None:
    await dialogue.say("tell me about EGKB")
    assert (await dialogue.say("weather at LFAT")).steps == ()


async def test_thanks_are_answered(ask: Any) -> None:
    assert (await ask("thanks")).reasoning == "You are welcome."


async def test_a_country_nobody_knows_is_named_in_a_comparison(ask: Any) -> None:
    tool, arguments = only(await ask("compare PPR in France and Narnia"))
    assert (tool, arguments["countries"]) == ("compare_rules_between_countries", ["FR", "Narnia"])


@pytest.mark.parametrize("text", ["GAR notice for the UK", "what notice does France want for customs"])
async def test_the_notice_of_a_country_is_a_question_on_its_rules(ask: Any, text: str) -> None:
    assert only(await ask(text))[0] == "answer_rules_question"


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("tell me about Bigin Hill", {"icao_code": "EGKB"}),
        ("things to see in Jaipurr", {"near": "Jaipurr"}),
        ("how far Zurik Bordeux", {"from_location": "Zurik", "to_location": "Bordeux"}),
    ],
)
async def test_a_name_in_capitals_that_is_nearly_right_is_a_place(
    ask: Any, text: str, arguments: dict[str, str]
) -> None:
    assert arguments.items() <= only(await ask(text))[1].items()


@pytest.mark.parametrize("text", ["Hello There", "Thanks Peter", "Please Explain", "Good Morning Everybody"])
async def test_words_that_are_no_places_stay_none(ask: Any, text: str) -> None:
    assert not (await ask(text)).steps


@pytest.mark.parametrize("text", ["transponder in Frnace", "What are the rules for Frnace"])
async def test_a_misspelt_country_is_taken_and_said(ask: Any, text: str) -> None:
    plan = await ask(text)
    assert plan.steps[0].arguments["country_code"] == "FR"
    assert plan.reasoning == "I know no country “Frnace”: I took France."


@pytest.mark.parametrize(
    "text", ["airports near Toulouse longer than 2 km", "airports near Toulouse, runway over 2 km"]
)
async def test_kilometres_of_a_runway_are_no_radius(ask: Any, text: str) -> None:
    plan = await ask(text)
    arguments = only(plan)[1]
    assert "max_distance_nm" not in arguments
    assert "Left aside" not in plan.reasoning
    assert arguments["filters"]["min_runway_length_ft"] == 6562


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("RMZ in Germany", "answer_rules_question"),
        ("TMZ rules in Italy", "answer_rules_question"),
        ("what does SERA.5005 say in France", "answer_rules_question"),
    ],
)
async def test_zones_and_articles_are_rules(ask: Any, text: str, tool: str) -> None:
    assert [step.tool for step in (await ask(text)).steps] == [tool]


@pytest.mark.parametrize(
    ("text", "field", "country"),
    [
        ("EGKB to LFAT Saturday 10:00 what notice", "LFAT", "GB"),
        ("EGJJ to LFRC tomorrow 10:00, what notice?", "LFRC", "JE"),
        ("notice for LFAT-EGHR on Sunday", "EGHR", "FR"),
    ],
)
async def test_the_notice_of_a_flight_is_that_of_its_destination(
    ask: Any, text: str, field: str, country: str
) -> None:
    plan = await ask(text)
    tool, arguments = only(plan)
    assert (tool, arguments["icao_code"], arguments["from_country"]) == (
        "get_notification_for_airport",
        field,
        country,
    )
    assert "Left aside" not in plan.reasoning


@pytest.mark.parametrize(
    "text", ["do I need a flight plan from EGKB to LFAT", "transponder needed from EGKB to LFAT?"]
)
async def test_a_rule_of_a_flight_is_asked_of_both_countries(ask: Any, text: str) -> None:
    steps = (await ask(text)).steps
    assert [(s.tool, s.arguments["country_code"]) for s in steps] == [
        ("answer_rules_question", "GB"),
        ("answer_rules_question", "FR"),
    ]


@pytest.mark.parametrize(
    ("text", "miles"),
    [
        ("airports within 1 hour of EGTF with my C172", 120),
        ("how far can I fly in 2 hours from EGTF in a SR22", 340),
        ("airports within 45 minutes of EGTF at 120 kt", 90),
    ],
)
async def test_a_flying_time_around_a_place_is_a_distance(ask: Any, text: str, miles: int) -> None:
    tool, arguments = only(await ask(text))
    assert (tool, arguments["location_query"], arguments["max_distance_nm"]) == (
        "find_airports_near_location",
        "EGTF",
        miles,
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("file my flight plan EGTF LFAT", "I cannot file"),
        ("book me a slot at LFAT", "I cannot book"),
        ("mass and balance for a C172", "mass, balance"),
    ],
)
async def test_what_nobody_here_can_do_is_said(ask: Any, text: str, why: str) -> None:
    plan = await ask(text)
    assert plan.steps == ()
    assert why in plan.reasoning


@pytest.mark.parametrize(
    "text",
    [
        "sunset at LFAT on Saturday",
        "when does civil twilight end at EGKB on Saturday",
        "can I make it to LFAT before sunset if I leave at 1500?",
        "Sonnenuntergang in EDNY morgen",
    ],
)
async def test_the_sun_over_a_field_is_asked_of_the_field(ask: Any, text: str) -> None:
    assert only(await ask(text))[0] == "get_airport_details"


async def test_a_mistyped_code_alone_is_looked_up_as_one(ask: Any) -> None:
    assert only(await ask("EGKBB")) == ("search_airports", {"query": "EGKBB"})


@pytest.mark.parametrize("text", ["EGKB to LFMD PA28 Arrow", "EGKB to LFMD 120 kt"])
async def test_two_places_and_an_aeroplane_are_a_flight(ask: Any, text: str) -> None:
    assert only(await ask(text))[0] == "calculate_flight_distance"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("airports near Lyon without customs", "without customs"),
        ("airfields in France with no landing fee", "no landing fee"),
        ("IFR airports near Lyon", "ifr"),
        ("airfields in Germany with fire service", "fire service"),
        ("airports near London open at night", "open at night"),
    ],
)
async def test_a_wish_that_no_filter_holds_is_told(ask: Any, text: str, said: str) -> None:
    assert f'"{said}"' in (await ask(text)).reasoning


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wind 270/30 EGKB to LFAT 110 kt", "wind 270/30"),
        ("EGKB to LFAT at 110 kt wind 300/25", "wind 300/25"),
        ("EGKB to LFAT at 110 kt, wind 270 at 30", "wind 270 at 30"),
    ],
)
async def test_a_wind_by_its_direction_is_left_aside_and_the_distance_given(
    ask: Any, text: str, said: str
) -> None:
    plan = await ask(text)
    tool, arguments = only(plan)
    assert tool == "calculate_flight_distance"
    assert arguments["cruise_speed_kts"] == 110
    assert "headwind_kts" not in arguments
    assert plan.reasoning == f"Left aside: {said}."


async def test_a_day_and_a_time_that_no_tool_takes_are_told(ask: Any) -> None:
    plan = await ask("airports near Lyon on Tuesday at 10:00")
    assert "Tuesday" in plan.reasoning
    assert "10:00" in plan.reasoning
