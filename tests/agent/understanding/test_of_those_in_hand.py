"""What short messages ask of the list, the fields, the legs or the field that the last answer was about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from pydantic import JsonValue

from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.understanding.chat import plan_in_chat
from agent.understanding.in_hand import references
from agent.understanding.reader.reader import Reader

AT = datetime(2026, 11, 29, 10, 0, tzinfo=UTC)
CARD, DISTANCE = "get_airport_details", "calculate_flight_distance"
AROUND: dict[str, JsonValue] = {
    "location_query": "Cambridge",
    "max_distance_nm": 40,
    "filters": {"has_hard_runway": True},
}
LEGS: list[tuple[str, dict[str, JsonValue]]] = [
    (DISTANCE, {"from_location": "Sherburn", "to_location": "Sywell", "cruise_speed_kts": 105}),
    (DISTANCE, {"from_location": "Sywell", "to_location": "Duxford", "cruise_speed_kts": 105}),
]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


def chat(*plans: Sequence[tuple[str, dict[str, JsonValue]]], shown: tuple[str, ...] = ()) -> Conversation:
    """A chat in which these were asked one after the other."""
    before = Conversation()
    for calls in plans:
        plan = Plan(steps=tuple(ToolCall(tool=tool, arguments=arguments) for tool, arguments in calls))
        before = Conversation(last_plan=plan, shown=shown, mentioned=references.mentioned(plan, before.mentioned))
    return before


LISTED = chat([("find_airports_near_location", AROUND)], shown=("EGSC", "EGSU", "EGBF", "EGSF", "EGSR"))
ONE_BY_ONE = chat(
    [(CARD, {"icao_code": "EGPT", "about": ["avgas"]})], [(CARD, {"icao_code": "EGPJ", "about": ["avgas"]})]
)
SHEET = chat([(CARD, {"icao_code": "EGTH", "about": ["runway"]})], shown=("EGTH",))


def steps(reader: Reader, before: Conversation, text: str) -> list[tuple[str, dict[str, JsonValue]]]:
    plan = plan_in_chat(Question(text=text, at=AT, person="a"), before, reader)
    return [(step.tool, dict(step.arguments)) for step in plan.steps]


@pytest.mark.parametrize("text", ["compare the first and the third", "compare number 1 and 3"])
def test_two_of_the_list_are_compared(reader: Reader, text: str) -> None:
    assert steps(reader, LISTED, text) == [("compare_airfields", {"icao_codes": ["EGSC", "EGBF"]})]


@pytest.mark.parametrize("text", ["their phones?", "ring them for me, or give me the numbers"])
def test_the_telephones_of_a_list_are_those_of_its_fields(reader: Reader, text: str) -> None:
    plan = plan_in_chat(Question(text=text, at=AT, person="a"), LISTED, reader)
    assert [step.arguments for step in plan.steps] == [
        {"icao_code": code, "about": ["contact"]} for code in ("EGSC", "EGSU", "EGBF", "EGSF")
    ]
    assert plan.left_aside == ("EGSR",)  # an answer takes four questions


def test_to_ring_one_of_the_list_is_its_telephone(reader: Reader) -> None:
    assert steps(reader, LISTED, "ring the first") == [(CARD, {"icao_code": "EGSC", "about": ["contact"]})]


@pytest.mark.parametrize(
    ("text", "far"),
    [("within 25 only", 25), ("nur 20", 20), ("à moins de 20", 20), ("something further away", 80)],
)
def test_another_circle_is_said_by_its_figure_alone(reader: Reader, text: str, far: int) -> None:
    assert steps(reader, LISTED, text) == [("find_airports_near_location", {**AROUND, "max_distance_nm": far})]


@pytest.mark.parametrize("text", ["at 85 how long to each?", "wie lange zu jedem mit 85 kt?"])
def test_the_time_to_each_of_a_list_stands_in_it(reader: Reader, text: str) -> None:
    flown = {"measured_from": "Cambridge", "cruise_speed_kts": 85}
    assert steps(reader, LISTED, text) == [("find_airports_near_location", {**AROUND, **flown})]


@pytest.mark.parametrize(
    "text",
    ["how far are they from Fairoaks?", "how far is each from Fairoaks", "wie weit sind die von Fairoaks?",
     "à quelle distance sont-ils de Fairoaks ?"],
)  # fmt: skip
def test_how_far_each_is_from_another_place_is_told_of_all(reader: Reader, text: str) -> None:
    measured = {**AROUND, "measured_from": "Fairoaks"}
    assert steps(reader, LISTED, text) == [("find_airports_near_location", measured)]
    away = [(DISTANCE, {"from_location": "Fairoaks", "to_location": code}) for code in ("EGPT", "EGPJ")]
    assert steps(reader, ONE_BY_ONE, text) == away


def test_how_far_each_is_stands_beside_what_else_is_asked_of_them(reader: Reader) -> None:
    asked = steps(reader, chat(), "compare Lydd and Shoreham for fees. How far is each from Fairoaks?")
    assert [given.get("to_location") for tool, given in asked if tool == DISTANCE] == ["EGMD", "EGKA"]
    assert len(asked) == 4


@pytest.mark.parametrize(
    "text",
    ["which of them has the shortest notice?", "which one needs the least notice", "lequel a le préavis le plus court ?",
     "welcher hat die kürzeste Anmeldefrist?"],
)  # fmt: skip
def test_the_shortest_notice_is_told_of_each(reader: Reader, text: str) -> None:
    asked = steps(reader, LISTED, text)
    assert asked[:2] == [("get_notification_for_airport", {"icao_code": code}) for code in ("EGSC", "EGSU")]


@pytest.mark.parametrize(
    ("text", "area"), [("and in Kent?", "Kent"), ("und in Wales?", "Wales"), ("same for Scotland", "Scotland")]
)
def test_another_area_keeps_the_wishes(reader: Reader, text: str, area: str) -> None:
    assert steps(reader, LISTED, text) == [("search_airports", {"query": area, "filters": AROUND["filters"]})]


def test_the_cheapest_by_its_landing_fee_is_an_order(reader: Reader) -> None:
    ordered = {**AROUND, "priority_strategy": "cheapest"}
    assert steps(reader, LISTED, "which has the cheapest landing fee?") == [
        ("find_airports_near_location", ordered)
    ]


def test_fields_spoken_of_one_by_one_are_compared_and_asked_about_together(reader: Reader) -> None:
    assert steps(reader, ONE_BY_ONE, "compare them") == [("compare_airfields", {"icao_codes": ["EGPT", "EGPJ"]})]
    assert [given["icao_code"] for _, given in steps(reader, ONE_BY_ONE, "and their phones?")] == ["EGPT", "EGPJ"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("the former's runway", "EGPT"), ("the first one's elevation", "EGPT"), ("the latter's elevation", "EGPJ")],
)
def test_the_former_of_two_asked_one_by_one_is_the_first(reader: Reader, text: str, code: str) -> None:
    ((tool, given),) = steps(reader, ONE_BY_ONE, text)
    assert (tool, given["icao_code"]) == (CARD, code)


@pytest.mark.parametrize(
    "text",
    [
        "the nearest alternative with a longer runway",
        "gibt es in der Nähe was mit längerer Bahn?",
        "et un terrain proche avec une piste plus longue ?",
    ],
)
def test_a_longer_runway_is_longer_than_that_of_the_field_in_hand(reader: Reader, text: str) -> None:
    ((tool, given),) = steps(reader, SHEET, text)
    assert (tool, given["location_query"], given["filters"]) == (
        "find_airports_near_location",
        "EGTH",
        {"min_runway_length_ft": 2622},
    )


def test_others_nearby_lie_around_the_field_in_hand(reader: Reader) -> None:
    assert steps(reader, ONE_BY_ONE, "any others nearby") == [
        ("find_airports_near_location", {"location_query": "EGPJ", "filters": {"has_avgas": True}})
    ]


def test_an_hour_behind_opening_hours_asks_them_again(reader: Reader) -> None:
    asked: dict[str, JsonValue] = {"icao_code": "EGTH", "about": ["hours"], "date": "2026-12-05"}
    assert steps(reader, chat([(CARD, asked)]), "and after 6 pm") == [(CARD, asked)]


@pytest.mark.parametrize(
    "text", ["and how long is the second leg", "wie lang ist die zweite Etappe", "the shortest leg?"]
)
def test_one_leg_of_those_told_is_told_alone(reader: Reader, text: str) -> None:
    assert steps(reader, chat(LEGS), text) == [LEGS[1]]


def test_minutes_more_are_kept_on_top_of_a_flight(reader: Reader) -> None:
    flight: dict[str, JsonValue] = {"from_location": "Sherburn", "to_location": "Duxford", "burn_lph": 32}
    assert steps(reader, chat([("get_fuel_plan", flight)]), "and with 30 min more, 22 l/h") == [
        ("get_fuel_plan", {**flight, "burn_lph": 22, "reserve_minutes": 30})
    ]


NIGHT: dict[str, JsonValue] = {"question": "VFR minima at night in the UK", "country_code": "GB"}
COMPARED: dict[str, JsonValue] = {"countries": ["ES", "PT"], "topic": "night VFR"}


def of_countries(tool: str, arguments: dict[str, JsonValue], *codes: str) -> Conversation:
    return chat([(tool, arguments)]).model_copy(update={"countries": codes})


@pytest.mark.parametrize("text", ["and by day", "et de jour ?", "bei Tag?"])
def test_the_other_side_of_a_rule_stands_in_its_place(reader: Reader, text: str) -> None:
    rule = of_countries("answer_rules_question", NIGHT, "GB")
    assert steps(reader, rule, text) == [
        ("answer_rules_question", {**NIGHT, "question": "VFR minima by day in the UK"})
    ]


@pytest.mark.parametrize("text", ["only Portugal", "leave Spain out", "zurück zu Portugal", "sans l'Espagne"])
def test_one_of_those_compared_is_told_alone(reader: Reader, text: str) -> None:
    compared = of_countries("compare_rules_between_countries", COMPARED, "ES", "PT")
    assert steps(reader, compared, text) == [
        ("answer_rules_question", {"question": "night VFR", "country_code": "PT"})
    ]


def test_a_further_country_is_set_beside_those_asked_before(reader: Reader) -> None:
    asked: dict[str, JsonValue] = {"question": "transition altitude", "country_code": "AT"}
    before = of_countries("answer_rules_question", asked, "DE", "AT")
    assert steps(reader, before, "and Switzerland, which of the three is highest") == [
        ("compare_rules_between_countries", {"countries": ["DE", "AT", "CH"], "topic": "transition altitude"})
    ]


def test_another_end_of_a_rule_for_a_flight_keeps_where_it_starts(reader: Reader) -> None:
    asked: dict[str, JsonValue] = {
        "question": "Do I need a flight plan from the UK to Belgium?",
        "country_code": "GB",
        "countries": ["BE"],
    }
    ((_, given),) = steps(reader, of_countries("answer_rules_question", asked, "GB", "BE"), "what about Germany")
    assert (given["country_code"], given["countries"]) == ("GB", ["DE"])


SUM: dict[str, JsonValue] = {"burn_lph": 34, "speed_kts": 115.0, "distance_nm": 240.0}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("with 20 kt headwind", {"headwind_kts": 20}),
        ("mit 15 kt Gegenwind", {"headwind_kts": 15}),
        ("and 45 min reserve", {"reserve_minutes": 45}),
        ("at 105", {"speed_kts": 105}),
        ("make it 300 nm", {"distance_nm": 300}),
        ("et à 30 l/h ?", {"burn_lph": 30}),
    ],
)
def test_a_figure_behind_a_sum_changes_the_sum(reader: Reader, text: str, changed: dict[str, JsonValue]) -> None:
    assert steps(reader, chat([("work_out_figures", SUM)]), text) == [("work_out_figures", {**SUM, **changed})]


@pytest.mark.parametrize("text", ["at 1900", "and at 7 pm?", "um 19 Uhr"])
def test_a_clock_alone_is_the_time_of_what_was_asked(reader: Reader, text: str) -> None:
    asked: dict[str, JsonValue] = {"icao_code": "LFRG", "date": "2026-12-05", "from_country": "GB"}
    before = chat([("get_notification_for_airport", asked)])
    assert steps(reader, before, text) == [("get_notification_for_airport", {**asked, "time": "19:00"})]


def test_the_distance_from_one_of_those_compared_is_to_the_other(reader: Reader) -> None:
    before = chat([("compare_airfields", {"icao_codes": ["EGHN", "EGHJ"]})])
    assert steps(reader, before, "distance from Sandown") == [
        (DISTANCE, {"from_location": "EGHN", "to_location": "EGHJ"})
    ]
    assert [given["about"] for _, given in steps(reader, before, "and its phone")] == [["contact"], ["contact"]]


ROUTE: dict[str, JsonValue] = {"from_location": "Mainz", "to_location": "Colmar", "filters": {"has_avgas": True}}


@pytest.mark.parametrize("text", ["nur die in Frankreich", "only the ones in France", "seulement ceux en France"])
def test_only_those_of_a_country_are_fields_of_the_list(reader: Reader, text: str) -> None:
    assert steps(reader, chat([("find_airports_near_route", ROUTE)]), text) == [
        ("find_airports_near_route", {**ROUTE, "filters": {"has_avgas": True, "country": "FR"}})
    ]


def test_half_way_is_along_the_way_in_hand(reader: Reader) -> None:
    assert steps(reader, chat([("find_airports_near_route", ROUTE)]), "welcher davon liegt auf halbem Weg") == [
        ("find_airports_near_route", {**ROUTE, "position": "half way"})
    ]


def test_which_closes_later_is_of_both_asked_one_by_one(reader: Reader) -> None:
    before = chat(
        [(CARD, {"icao_code": "EBKT", "about": ["hours"]})], [(CARD, {"icao_code": "EBOS", "about": ["hours"]})]
    )
    assert steps(reader, before, "which closes later") == [
        ("compare_airfields", {"icao_codes": ["EBKT", "EBOS"], "about": ["hours"]})
    ]


def test_which_is_better_in_a_wind_is_of_both_fields(reader: Reader) -> None:
    wind = "get_runway_wind"
    before = chat(
        [(wind, {"icao_code": "EGHJ", "wind": "200/18"})], [(wind, {"icao_code": "EGHN", "wind": "200/18"})]
    )
    assert [given["icao_code"] for _, given in steps(reader, before, "which is better")] == ["EGHJ", "EGHN"]


def test_the_latest_take_off_behind_a_sunset_is_to_be_there_in_its_light(reader: Reader) -> None:
    before = chat([(CARD, {"icao_code": "LFRQ", "about": ["sun"], "date": "2026-11-30"})])
    assert steps(reader, before, "so latest takeoff from Exeter at 105 kt") == [
        (
            "plan_trip",
            {
                "from_location": "Exeter",
                "to_location": "LFRQ",
                "about": "off_blocks",
                "cruise_speed_kts": 105.0,
                "day": "2026-11-30",
            },
        )
    ]


@pytest.mark.parametrize("text", ["and for passengers?", "above 13000?"])
def test_who_and_how_high_narrow_the_rule_in_hand(reader: Reader, text: str) -> None:
    asked: dict[str, JsonValue] = {"question": "oxygen rules above 10000 ft", "country_code": "DE"}
    ((_, given),) = steps(reader, of_countries("answer_rules_question", asked, "DE"), text)
    assert given["question"] == f"oxygen rules above 10000 ft {text}"


def test_how_long_of_a_list_measured_from_a_place_is_from_there(reader: Reader) -> None:
    listed: dict[str, JsonValue] = {"query": "Normandy", "near": "Lydd"}
    assert steps(reader, chat([("search_airports", listed)]), "how long at 95") == [
        ("search_airports", {**listed, "cruise_speed_kts": 95})
    ]


def test_a_whole_sum_behind_a_sum_is_one_of_its_own(reader: Reader) -> None:
    ((_, given),) = steps(reader, chat([("work_out_figures", SUM)]), "290 nm in 2 h 15, what's the speed")
    assert (given["distance_nm"], given["hours"]) == (290, 2.25)
    assert "burn_lph" not in given


def test_its_telephone_behind_a_list_in_order_is_that_of_the_first(reader: Reader) -> None:
    nearest = chat([("find_airports_near_route", {**ROUTE, "measured_from": "Lyon"})], shown=("LFLY", "LFHV"))
    assert steps(reader, nearest, "son téléphone") == [(CARD, {"icao_code": "LFLY", "about": ["contact"]})]


def test_the_nearest_of_two_to_a_place_is_how_far_each_is(reader: Reader) -> None:
    assert [given["to_location"] for _, given in steps(reader, ONE_BY_ONE, "nearest of them to Cumbernauld")] == [
        "EGPT",
        "EGPJ",
    ]


def test_the_fuel_of_a_leg_is_reckoned_in_the_wind_in_hand(reader: Reader) -> None:
    legs = [(tool, {**given, "headwind_kts": 25}) for tool, given in LEGS]
    ((tool, given),) = steps(reader, chat(legs), "fuel for the second leg at 35 l/h")
    assert (tool, given["headwind_kt"], given["from_location"]) == ("get_fuel_plan", 25, "Sywell")


def test_the_second_of_one_is_none(reader: Reader) -> None:
    before = chat([("find_airports_near_location", AROUND)], shown=("EGBJ",))
    assert steps(reader, before, "the second: how far from Halfpenny Green") == []
