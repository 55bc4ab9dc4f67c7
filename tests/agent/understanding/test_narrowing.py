"""A list or a question in hand, narrowed in few words: what was wished before stays, and only what is said changes."""

from __future__ import annotations

from typing import Any

import pytest

from agent.protocol import Conversation, MissingInfo, Plan, ToolCall
from agent.understanding.in_hand.references import mentioned
from tests.agent.understanding.conftest import Dialogue


async def last_call(dialogue: Dialogue, *turns: str) -> tuple[str, dict[str, Any]]:
    plan = None
    for text in turns:
        plan = await dialogue.say(text, shown=("EGTB", "EGKA", "EGHR"))
    assert plan is not None and plan.steps
    return plan.steps[0].tool, dict(plan.steps[0].arguments)


@pytest.mark.parametrize(
    ("turns", "tool", "expected"),
    [
        (
            ("fuel stops between Shobdon and Stornoway", "only the last third or so"),
            "find_airports_near_route",
            {"to_location": "Stornoway", "position": "the last third"},
        ),
        (("border crossing points in Hesse",), "search_airports", {"filters": {"border_point": True}}),
        (("customs airfields in Hesse",), "search_airports", {"filters": {"point_of_entry": True}}),
        (("tell me about Bavaria",), "search_airports", {"query": "Bavaria"}),
        (("tell me about Sylt",), "get_airport_details", {"icao_code": "EDXW"}),
        (("how much do you know about airfields in Bavaria",), "about_flyfun", {"country_code": "DE"}),
        (
            ("open to the public airfields in Rhode Island",),
            "search_airports",
            {"filters": {"open_to_visitors": True}},
        ),
        (("can I clear at Cascais",), "get_airport_details", {"about": ["customs"]}),
        (("ok LFBD",), "get_airport_details", {"icao_code": "LFBD"}),
        (("fuel price at LFPN", "LFPN"), "get_airport_details", {"icao_code": "LFPN"}),
        (("can we pitch a tent at Compton Abbas",), "get_airport_details", {"about": ["camping"]}),
        (
            ("UL91 between Kemble and Luxembourg", "nah avgas then"),
            "find_airports_near_route",
            {"filters": {"has_avgas": True}},
        ),
        (
            ("fuel between Prestwick and Le Touquet", "avgas and tarmac only pls"),
            "find_airports_near_route",
            {"filters": {"has_avgas": True, "has_hard_runway": True}},
        ),
        (
            ("where to stop for fuel half way from Haverfordwest to Bilbao", "not the ones with no customs"),
            "find_airports_near_route",
            {"filters": {"has_fuel": True, "point_of_entry": True}},
        ),
        (
            ("customs fields in spain", "just north coast"),
            "search_airports",
            {"query": "Spain", "part": "north", "filters": {"point_of_entry": True, "near_what": "beach"}},
        ),
        (
            ("airports in France with avgas", "just the ones in Normandy"),
            "search_airports",
            {"query": "Normandy", "filters": {"has_avgas": True}},
        ),
        (
            ("UK fields with customs", "which of them are in Scotland?"),
            "search_airports",
            {"query": "Scotland", "filters": {"point_of_entry": True}},
        ),
        (
            ("lunch within 45 minutes of Headcorn at 105 kt", "only France"),
            "search_pois",
            {"near": "Headcorn", "interests": ["food"], "fly_within_hours": 0.75, "filters": {"country": "FR"}},
        ),
        (
            ("how far is Lydd to Le Mans in the DR400 120 kt", "and back with 15 kt headwind"),
            "calculate_flight_distance",
            {
                "from_location": "Le Mans",
                "to_location": "Lydd",
                "aircraft_type": "DR400",
                "cruise_speed_kts": 120,
                "headwind_kts": 15,
            },
        ),
        (
            ("wind 240/22 at Lydd which runway", "whats the crosswind"),
            "get_runway_wind",
            {"icao_code": "EGMD", "wind": "240/22"},
        ),
        (
            ("lunch within an hour of Calais at 100 kt", "not Belgium", "hard runways only"),
            "search_pois",
            {
                "near": "Calais",
                "interests": ["food"],
                "fly_within_hours": 1,
                "cruise_speed_kts": 100,
                "filters": {"not_country": ["BE"], "has_hard_runway": True},
            },
        ),
        (
            ("terrains à moins de 60 nm d'Annecy avec avgas", "enleve la suisse"),
            "find_airports_near_location",
            {
                "location_query": "Annecy",
                "max_distance_nm": 60,
                "filters": {"has_avgas": True, "not_country": ["CH"]},
            },
        ),
        (
            ("fields within 60 nm of Lydd with avgas", "take out France"),
            "find_airports_near_location",
            {
                "location_query": "Lydd",
                "max_distance_nm": 60,
                "filters": {"has_avgas": True, "not_country": ["FR"]},
            },
        ),
        (
            ("Plätze im Umkreis von 40 nm um Konstanz mit Avgas", "die Schweiz raus"),
            "find_airports_near_location",
            {
                "location_query": "Konstanz",
                "max_distance_nm": 40,
                "filters": {"has_avgas": True, "not_country": ["CH"]},
            },
        ),
        (
            ("terrains français avec UL91", "seulement ceux avec un restaurant"),
            "search_airports",
            {"query": "France", "filters": {"has_ul91": True, "restaurant": "vicinity"}},
        ),
        (
            ("Plätze in Frankreich mit UL91", "nur die in der Normandie"),
            "search_airports",
            {"query": "Normandie", "filters": {"has_ul91": True}},
        ),
        (("map of EGPK and EGPI", "add Tiree"), "show_map", {"places": ["EGPK", "EGPI", "Tiree"]}),
        (
            ("crosswind at EGMD with 160/15 on 21", "and if it goes round to 190 gusting 24"),
            "get_runway_wind",
            {"wind": "190/15G24", "runway": "21"},
        ),
        (
            ("haverfordwest to bilbao", "how long at 90"),
            "calculate_flight_distance",
            {"to_location": "bilbao", "cruise_speed_kts": 90},
        ),
        (
            ("weather at Sandown", "can you let me know if the weather changes on Sunday?"),
            "watch_flight",
            {"to_location": "Sandown", "day": "2026-11-22"},
        ),
        (
            ("show map of abbeville le touquet n calais",),
            "show_map",
            {"places": ["abbeville", "le touquet", "calais"]},
        ),
        (
            ("airports in Kent nearest the sea with customs",),
            "search_airports",
            {"query": "Kent", "filters": {"point_of_entry": True}, "priority_strategy": "sea"},
        ),
    ],
)
async def test_only_what_is_said_changes(
    turns: tuple[str, ...], tool: str, expected: dict[str, Any], dialogue: Dialogue
) -> None:
    called, arguments = await last_call(dialogue, *turns)
    assert called == tool
    assert {name: arguments.get(name) for name in expected} == expected
    assert arguments.get("priority_strategy") == expected.get("priority_strategy")


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("what are the night vfr rules around gloucester", "GB"),
        ("do i need a flight plan from gloucester to dinard", "GB"),
        ("what happens to my licence if I use Basic Service", None),
    ],
)
async def test_a_word_that_is_hardly_a_place_names_no_country(
    text: str, country: str | None, dialogue: Dialogue
) -> None:
    _, arguments = await last_call(dialogue, text)
    assert arguments.get("country_code") == country


async def test_the_other_one_is_the_field_spoken_of_before(dialogue: Dialogue) -> None:
    spoken_of: tuple[str, ...] = ()
    for text in ("is waterford open saturday", "and kilkenny"):
        spoken_of = mentioned(await dialogue.say(text), spoken_of)
    dialogue.memory = dialogue.memory.model_copy(update={"mentioned": spoken_of})
    called, arguments = await last_call(dialogue, "no the other one, is it open sundays")
    assert (called, arguments["icao_code"]) == ("get_airport_details", "EIWF")


async def test_after_the_reminders_the_chat_is_still_about_the_trip(dialogue: Dialogue) -> None:
    flown: dict[str, Any] = {
        "from_location": "EGLD",
        "to_location": "LFAT",
        "day": "2026-11-29",
        "off_block": "10:00",
    }
    dialogue.memory = Conversation(
        last_plan=Plan(steps=(ToolCall(tool="set_reminders", arguments={}),)),
        flight_trip={"id": "t1", "version": 1, "arguments": flown},
    )
    called, arguments = await last_call(dialogue, "what about Calais instead?")
    assert called == "plan_trip"
    assert (arguments["from_location"], arguments["to_location"], arguments["off_block"]) == (
        "EGLD",
        "Calais",
        "10:00",
    )


@pytest.mark.parametrize(
    "asked", ["so it's safe?", "would you go?", "go or no-go?", "ist es sicher?", "on y va ?"]
)
async def test_a_verdict_is_asked_of_the_facts_in_hand(asked: str, dialogue: Dialogue) -> None:
    called, arguments = await last_call(dialogue, "can we go from Denham to Le Touquet on Saturday?", asked)
    assert called == "get_day_brief"
    assert (arguments["to_location"], arguments["verdict"]) == ("Le Touquet", True)


async def test_another_field_after_a_verdict_is_a_report_alone(dialogue: Dialogue) -> None:
    called, arguments = await last_call(dialogue, "metar LFAT", "too windy?", "and EGKB?")
    assert (called, arguments["places"]) == ("get_weather", ["EGKB"])
    assert "verdict" not in arguments


@pytest.mark.parametrize(
    ("reply", "tool", "argument"),
    [
        ("NOTAM at EGKB", "get_notams", ("icao_code", "EGKB")),
        ("customs at Dinard?", "get_airport_details", ("icao_code", "LFRD")),
        ("to Dinard please", "watch_flight", ("to_location", "Dinard")),
        ("EGKB", "watch_flight", ("to_location", "EGKB")),
    ],
)
async def test_a_question_that_waits_for_a_place_takes_names_and_no_questions(
    reply: str, tool: str, argument: tuple[str, str], dialogue: Dialogue
) -> None:
    asked = MissingInfo(key="to_location", reason="", prompt="Which flight shall I watch: to where?")
    await dialogue.say("watch Saturday for me", asks=asked)
    called, arguments = await last_call(dialogue, reply)
    assert (called, arguments.get(argument[0])) == (tool, argument[1])


@pytest.mark.parametrize(
    ("text", "field"),
    [("last light at Fairoaks", "EGTF"), ("last light", "EGMD"), ("and first light?", "EGMD")],
)
async def test_the_last_light_is_no_last_field_of_a_list(dialogue: Dialogue, text: str, field: str) -> None:
    await dialogue.say("density altitude at Lydd", shown=("EGMD",))
    plan = await dialogue.say(text)
    assert plan is not None
    (step,) = plan.steps
    assert (step.tool, step.arguments["icao_code"], step.arguments["about"]) == (
        "get_airport_details",
        field,
        ["sun"],
    )
