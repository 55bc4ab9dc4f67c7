"""Messages that lean on what was said: answers to a question back, variations, "there", edits of a trip."""

from __future__ import annotations

from typing import Any

import pytest

from agent.protocol import Choice, MissingInfo

SPEED = MissingInfo(key="cruise_speed", reason="Required to calculate flight time", prompt="What is your cruise speed or aircraft?", examples=("120 knots", "Cessna 172", "SR22"))  # fmt: skip
ROUTE = {"from_location": "EGTF", "to_location": "LFMD"}


def last(plan: Any) -> tuple[str, dict[str, Any]]:
    assert len(plan.steps) == 1
    assert plan.made_by == "followup"
    return plan.steps[0].tool, dict(plan.steps[0].arguments)


@pytest.mark.parametrize(
    ("reply", "added"),
    [
        ("140 knots", {"cruise_speed_kts": 140}),
        ("140", {"cruise_speed_kts": 140}),
        ("about 95 kts", {"cruise_speed_kts": 95}),
        ("160 mph", {"cruise_speed_kts": 139}),
        ("C172", {"aircraft_type": "C172"}),
        ("my SR22", {"aircraft_type": "SR22"}),
        ("Cessna 172", {"aircraft_type": "Cessna 172"}),
        ("a Warrior", {"aircraft_type": "Warrior"}),
        ("the second one", {"aircraft_type": "Cessna 172"}),
        ("mit einer DR400", {"aircraft_type": "DR400"}),
        ("130 noeuds", {"cruise_speed_kts": 130}),
    ],
)
async def test_a_short_reply_completes_the_plan_that_asked(
    dialogue: Any, reply: str, added: dict[str, Any]
) -> None:
    await dialogue.say("How long to fly from EGTF to LFMD", asks=SPEED)
    assert last(await dialogue.say(reply)) == ("calculate_flight_distance", {**ROUTE, **added})


async def test_a_pending_question_is_dropped_when_something_else_is_asked(dialogue: Any) -> None:
    await dialogue.say("How long to fly from EGTF to LFMD", asks=SPEED)
    plan = await dialogue.say("airports near Annecy")
    assert [(s.tool, dict(s.arguments)) for s in plan.steps] == [
        ("find_airports_near_location", {"location_query": "Annecy"})
    ]


async def test_the_flow_of_the_first_issue(dialogue: Any) -> None:
    await dialogue.say("How long to fly from EGTF to LFMD", asks=SPEED)
    assert last(await dialogue.say("140 knots")) == (
        "calculate_flight_distance",
        {**ROUTE, "cruise_speed_kts": 140},
    )
    assert last(await dialogue.say("What about with a C172?")) == (
        "calculate_flight_distance",
        {**ROUTE, "aircraft_type": "C172"},
    )
    assert last(await dialogue.say("Where can I stop within 3h on the way?")) == (
        "find_airports_near_route",
        {**ROUTE, "max_leg_time_hours": 3, "aircraft_type": "C172"},
    )
    assert last(await dialogue.say("and at 100 knots"))[1]["cruise_speed_kts"] == 100
    assert last(await dialogue.say("other way round"))[1]["from_location"] == "LFMD"


async def test_limits_are_added_changed_and_taken_back(dialogue: Any) -> None:
    await dialogue.say("airports near Annecy")
    near = {"location_query": "Annecy"}
    tool = "find_airports_near_location"
    assert last(await dialogue.say("only with customs")) == (tool, {**near, "filters": {"point_of_entry": True}})
    assert last(await dialogue.say("and within 80 nm?")) == (
        tool,
        {**near, "filters": {"point_of_entry": True}, "max_distance_nm": 80},
    )
    assert last(await dialogue.say("avgas too")) == (
        tool,
        {**near, "filters": {"point_of_entry": True, "has_avgas": True}, "max_distance_nm": 80},
    )
    assert last(await dialogue.say("without customs")) == (
        tool,
        {**near, "filters": {"has_avgas": True}, "max_distance_nm": 80},
    )
    assert last(await dialogue.say("what about Dinard?")) == (
        tool,
        {"location_query": "Dinard", "filters": {"has_avgas": True}, "max_distance_nm": 80},
    )


async def test_show_more_goes_on_after_the_five_that_were_read(dialogue: Any) -> None:
    await dialogue.say("Show me airports in Germany")
    for said, offset in (("show more", 5), ("next", 10), ("more from 6", 5), ("mehr", 10), ("previous page", 5)):
        assert last(await dialogue.say(said)) == ("search_airports", {"query": "Germany", "offset": offset}), said
    assert last(await dialogue.say("previous page")) == ("search_airports", {"query": "Germany"})
    await dialogue.say("more")
    assert last(await dialogue.say("and in France")) == ("search_airports", {"query": "France"})


async def test_who_asked_for_three_goes_on_by_three(dialogue: Any) -> None:
    await dialogue.say("3 airports near Lyon")
    assert last(await dialogue.say("more"))[1] == {"location_query": "Lyon", "max_results": 3, "offset": 3}


async def test_the_way_back_and_another_wish_begin_a_list_anew(dialogue: Any) -> None:
    await dialogue.say("airports between EGTF and LFMD")
    await dialogue.say("more")
    back = last(await dialogue.say("and the way back"))
    assert back == ("find_airports_near_route", {"from_location": "LFMD", "to_location": "EGTF"})
    await dialogue.say("more")
    assert "offset" not in last(await dialogue.say("with avgas"))[1]


async def test_the_second_one_and_there_are_what_was_shown(dialogue: Any) -> None:
    await dialogue.say("airports near Annecy", shown=("LFLP", "LFLI", "LSGG"))
    assert last(await dialogue.say("tell me about number 2")) == ("get_airport_details", {"icao_code": "LFLI"})
    assert last(await dialogue.say("PPR there on Sunday?")) == (
        "get_notification_for_airport",
        {"icao_code": "LFLI", "day_of_week": "Sunday"},
    )
    assert last(await dialogue.say("from Switzerland")) == (
        "get_notification_for_airport",
        {"icao_code": "LFLI", "day_of_week": "Sunday", "from_country": "CH"},
    )
    assert last(await dialogue.say("landing fee?")) == ("get_airport_pricing", {"icao_code": "LFLI"})
    assert last(await dialogue.say("how far is it from EGKB")) == (
        "calculate_flight_distance",
        {"from_location": "EGKB", "to_location": "LFLI"},
    )
    assert last(await dialogue.say("the first one")) == ("get_airport_details", {"icao_code": "LFLP"})


async def test_a_rules_question_is_asked_of_another_country(dialogue: Any) -> None:
    await dialogue.say("Do I need a flight plan for VFR in France?")
    assert last(await dialogue.say("same for Germany")) == (
        "answer_rules_question",
        {"country_code": "DE", "question": "Do I need a flight plan for VFR in Germany?"},
    )
    assert last(await dialogue.say("compare with Belgium")) == (
        "compare_rules_between_countries",
        {"countries": ["BE", "DE"]},
    )
    assert last(await dialogue.say("and Italy?")) == (
        "compare_rules_between_countries",
        {"countries": ["BE", "DE", "IT"]},
    )


async def test_the_next_page_of_rules(dialogue: Any) -> None:
    await dialogue.say("rules for France")
    assert last(await dialogue.say("next page")) == ("browse_rules", {"country_code": "FR", "offset": 10})
    assert last(await dialogue.say("next page")) == ("browse_rules", {"country_code": "FR", "offset": 20})


async def test_a_question_that_was_too_short_is_completed(dialogue: Any) -> None:
    ask = MissingInfo(key="other", reason="Needed to answer", prompt="Which airfield?")
    await dialogue.say("how much to land with my C172?", asks=ask)
    assert last(await dialogue.say("LFAT")) == (
        "get_airport_pricing",
        {"icao_code": "LFAT", "aircraft_type": "C172"},
    )


async def test_an_ambiguous_place_is_chosen_by_tap_number_or_name(dialogue: Any) -> None:
    names = ("Newport, Wales, United Kingdom", "Newport, Rhode Island, United States")
    missing = MissingInfo(
        key="location_clarification",
        reason="Several places are called Newport",
        prompt="Which Newport do you mean?",
        examples=names,
    )
    for reply, chosen in (
        (names[1], names[1]),
        ("the second one", names[1]),
        ("Wales", names[0]),
        ("the first", names[0]),
    ):
        dialogue.memory = type(dialogue.memory)()
        await dialogue.say("How far from Newport to Santiago", asks=missing)
        assert last(await dialogue.say(reply)) == (
            "calculate_flight_distance",
            {"from_location": chosen, "to_location": "Santiago"},
        )


async def test_a_tapped_choice_is_the_question_it_stands_for(dialogue: Any) -> None:
    choices = (Choice(label="LFPN Toussus", text="How far from LFPN to Nice"),)
    missing = MissingInfo(
        key="location_clarification", reason="Several", prompt="Which Paris do you mean?", examples=()
    )
    await dialogue.say("How far from Paris to Nice", asks=missing, choices=choices)
    assert last(await dialogue.say("LFPN Toussus")) == (
        "calculate_flight_distance",
        {"from_location": "LFPN", "to_location": "Nice"},
    )


@pytest.mark.parametrize(
    ("text", "edit"),
    [
        ("remove day 1 morning", {"action": "remove", "day": 1, "block": "morning"}),
        ("more relaxed", {"action": "relax"}),
        (
            "swap Saturday afternoon for indoors",
            {"action": "swap", "day": "Saturday", "block": "afternoon", "indoor": True},
        ),
        ("swap for indoors", {"action": "swap", "indoor": True}),
        ("more food", {"action": "more", "interest": "food"}),
        ("undo", {"action": "undo"}),
    ],
)
async def test_a_trip_is_edited_in_words(dialogue: Any, text: str, edit: dict[str, Any]) -> None:
    await dialogue.say("Plan a 2-day trip to Jaipur, history and food, relaxed")
    tool, arguments = last(await dialogue.say(text))
    assert tool == "build_itinerary"
    assert arguments["edit"] == edit


async def test_airline_searches_are_varied(dialogue: Any) -> None:
    await dialogue.say("Airline flights SFO to CDG on 10 May, business")
    first = {"origin": "SFO", "destination": "CDG", "departure_date": "2027-05-10", "cabin_class": "business"}
    assert last(await dialogue.say("return 17 May")) == ("search_flights", {**first, "return_date": "2027-05-17"})
    assert last(await dialogue.say("direct only"))[1]["max_connections"] == 0
    assert last(await dialogue.say("for two people"))[1]["adults"] == 2
    assert last(await dialogue.say("a day later"))[1]["departure_date"] == "2027-05-11"


async def test_small_talk_between_questions_plans_nothing(dialogue: Any) -> None:
    await dialogue.say("airports near Annecy")
    plan = await dialogue.say("thanks")
    assert plan.steps == ()


async def test_a_whole_question_is_no_answer_to_a_question_back(dialogue: Any) -> None:
    ask = MissingInfo(key="other", reason="Needed to answer", prompt="Which airfield?")
    await dialogue.say("fuel price?", asks=ask)
    plan = await dialogue.say("how far EGTF LFMD")
    assert [(s.tool, dict(s.arguments)) for s in plan.steps] == [("calculate_flight_distance", ROUTE)]
