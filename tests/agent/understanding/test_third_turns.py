"""What the third and fourth turns of a chat go on from: the light and the flight, the one replaced, each of a list."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, only, plans

LISTED = ("LFJR", "LFOU", "LFOV")
FAIROAKS = "how far is it from Fairoaks to Deauville at 105 kt"


@pytest.mark.parametrize(
    ("light", "way", "asked"),
    [
        ("sunset at Lelystad on Friday", "how long from Southend at 100 kt", "so when do I have to leave Southend"),
        ("coucher du soleil à Quiberon samedi", "combien de temps depuis Saumur à 110 kt", "et donc je pars quand au plus tard"),
    ],
)  # fmt: skip
def test_the_light_that_was_asked_says_when_to_leave(reader: Reader, light: str, way: str, asked: str) -> None:
    made = plans(reader, light, way, asked)
    call, day = only(made[-1]), only(made[0]).arguments["date"]
    assert (call.tool, call.arguments["about"], call.arguments["day"]) == ("plan_trip", "off_blocks", day)


def test_the_latest_take_off_of_a_day_is_by_its_light(reader: Reader) -> None:
    call = last(reader, FAIROAKS, "what's the latest I can take off tomorrow")
    assert (call.tool, call.arguments["day"]) == ("plan_trip", "2026-11-24")


@pytest.mark.parametrize(
    ("way", "asked", "off"),
    [
        (FAIROAKS, "what time would I get there leaving at 10 local", "10:00"),
        ("Wie weit ist es von Egelsbach nach Baden-Baden mit 100 Knoten", "wann wäre ich da wenn ich um 14 Uhr starte", "14:00"),
    ],
)  # fmt: skip
def test_when_one_is_there_of_the_flight_in_hand(reader: Reader, way: str, asked: str, off: str) -> None:
    call = last(reader, way, asked)
    assert (call.tool, call.arguments["off_block"]) == ("calculate_flight_distance", off)
    assert "cruise_speed_kts" in call.arguments


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        ("and at 55", {"burn_lph": 55}),
        ("at 40", {"burn_lph": 40}),
        ("and 120", {"true_airspeed_kts": 120}),
        ("und mit 42", {"burn_lph": 42}),
    ],
)
def test_a_figure_alone_is_of_the_fuel_in_hand(reader: Reader, said: str, changed: dict[str, int]) -> None:
    call = last(reader, "fuel from Denham to Alderney at 110 kt and 45 l/h", said)
    assert call.tool == "get_fuel_plan"
    assert changed.items() <= call.arguments.items()


def test_the_stop_that_is_skipped_leaves_the_flight_as_it_was(reader: Reader) -> None:
    flown = "how far is Elstree from Wevelgem at 115 kt"
    fuel = "how much fuel would that be at 40 litres an hour"
    call = last(reader, flown, "with a stop in Calais", fuel, "what if we skip Calais")
    assert (call.arguments["from_location"], call.arguments["to_location"]) == ("Wevelgem", "Elstree")
    assert "via" not in call.arguments


def test_the_one_that_is_replaced_says_which_question_is_meant(reader: Reader) -> None:
    chat = ("compare Calais and Ostend for customs", "phone of the first")
    call = last(reader, *chat, "what about Midden-Zeeland instead of Ostend")
    assert (call.tool, call.arguments["about"]) == ("compare_airfields", ["customs"])
    assert "EBOS" not in call.arguments["icao_codes"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("what do they charge to land", "get_airport_pricing"),
        ("do they need ppr", "get_airport_details"),
        ("what are their landing fees", "get_airport_pricing"),
    ],
)
def test_what_belongs_to_one_field_is_told_of_each_that_was_listed(reader: Reader, said: str, tool: str) -> None:
    made = plans(reader, "airfields near Angers with a restaurant", said, shown=LISTED)[-1]
    assert [(step.tool, step.arguments["icao_code"]) for step in made.steps] == [(tool, code) for code in LISTED]


@pytest.mark.parametrize(
    ("first", "said", "wish"),
    [
        ("can I use UL91 at Sandtoft", "where's the nearest that has it", "has_ul91"),
        ("gibt es in Aachen Mogas", "wo ist der nächste Platz der das hat", "has_mogas"),
        ("Il y a de l'avgas à Quiberon ?", "quel est le plus proche qui en a", "has_avgas"),
    ],
)
def test_the_nearest_that_has_it_has_what_was_asked(reader: Reader, first: str, said: str, wish: str) -> None:
    call = last(reader, first, said)
    assert (call.tool, call.arguments["filters"]) == ("find_airports_near_location", {wish: True})


@pytest.mark.parametrize("said", ["compare it with Bembridge", "compare that one to Bembridge"])
def test_the_field_in_hand_is_compared_with_another(reader: Reader, said: str) -> None:
    call = last(reader, "tell me about Sandown", said)
    assert (call.tool, call.arguments) == ("compare_airfields", {"icao_codes": ["EGHN", "EGHJ"]})


def test_two_fields_are_compared_with_each_other(reader: Reader) -> None:
    call = last(reader, "compare Lydd with Shoreham for fuel")
    assert (call.tool, call.arguments) == (
        "compare_airfields",
        {"icao_codes": ["EGMD", "EGKA"], "about": ["fuel"]},
    )


def test_no_before_a_comma_denies_no_place(reader: Reader) -> None:
    call = last(reader, "strips in Norfolk with grass over 600 metres", "no, Suffolk I mean")
    assert (call.tool, call.arguments["query"]) == ("search_airports", "Suffolk")
    assert call.arguments["filters"] == {"has_soft_runway": True, "min_runway_length_ft": 1969}


def test_a_wish_that_is_dropped_is_no_call_for_help(reader: Reader) -> None:
    made = plans(reader, "airfields within 40 nm of Le Touquet with avgas", "drop the avgas")[-1]
    assert not made.emergency
    assert "filters" not in only(made).arguments


def test_the_notice_of_another_field_is_for_the_same_flight(reader: Reader) -> None:
    call = last(reader, "what notice does Le Touquet need from the UK on Saturday", "and Deauville?")
    assert call.arguments == {"icao_code": "LFRG", "date": "2026-11-28", "from_country": "GB"}


def test_a_day_for_two_fields_is_kept_of_each(reader: Reader) -> None:
    chat = ("est-ce que Propriano a de l'essence", "et Figari", "lequel est ouvert le samedi")
    made = plans(reader, *chat)[-1]
    assert [s.arguments["date"] for s in made.steps] == ["2026-11-28"] * 2
    customs = plans(reader, *chat, "et la douane")[-1]
    codes = [str(s.arguments.get("icao_codes") or s.arguments.get("icao_code")) for s in customs.steps]
    assert all(code in "".join(codes) for code in ("LFKO", "LFKF"))


@pytest.mark.parametrize("said", ["how do I get it", "who do I ask for permission"])
def test_how_to_get_a_permission_is_whom_to_ask(reader: Reader, said: str) -> None:
    call = last(reader, "what notice does Kemble need", said)
    assert (call.tool, call.arguments["about"]) == ("get_airport_details", ["contact", "access"])


def test_a_question_of_how_gets_no_whole_sheet(reader: Reader) -> None:
    made = plans(reader, "what can we do in Honfleur for 4 hours", "how do we get there from the airfield?")[-1]
    assert [step.arguments for step in made.steps if step.tool == "get_airport_details"] == []


def test_a_limit_is_held_against_the_wind_at_each_of_two(reader: Reader) -> None:
    chat = ("crosswind at Compton Abbas with 180/15", "and at Old Sarum", "which is better", "what about 210/20")
    made = plans(reader, *chat, "ok and my max is 12")[-1]
    assert [s.arguments.get("icao_code") for s in made.steps] == [None, "EGHA", "EGLS"]
    assert not any("beside" in step.arguments for step in made.steps)


@pytest.mark.parametrize(
    ("chat", "via"),
    [
        (("distance Lognes Berck à 90 kt", "et en passant par Abbeville", "combien d'essence à 20 l/h", "et si je saute Abbeville"), ("Lognes", "Berck")),
        (("Wie weit ist es von Egelsbach nach Sylt mit 100 Knoten", "über Bremen", "Sprit bei 25 l/h", "und wenn wir Bremen auslassen"), ("Egelsbach", "Sylt")),
    ],
)  # fmt: skip
def test_a_stop_is_left_out_in_french_and_german(
    reader: Reader, chat: tuple[str, ...], via: tuple[str, str]
) -> None:
    call = last(reader, *chat)
    assert (call.arguments["from_location"], call.arguments["to_location"]) == via
    assert "via" not in call.arguments


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("quels terrains entre Lyon et Nice avec restaurant", "seulement sur la première moitié"),
        ("Plätze zwischen Köln und Sylt mit Avgas", "nur in der ersten Hälfte"),
    ],
)
def test_half_of_a_way_is_a_position(reader: Reader, first: str, said: str) -> None:
    assert "position" in last(reader, first, said).arguments


def test_any_of_them_is_each_that_was_asked_one_by_one(reader: Reader) -> None:
    chat = ("avgas price at Lydd", "and Headcorn", "is it cheaper at Rochester")
    made = plans(reader, *chat, "do any of them take visiting aircraft on Sunday")[-1]
    assert all(code in str(made.steps) for code in ("EGMD", "EGKH", "EGTO"))
    both = plans(reader, "fuel at Kemble", "what about Bicester", "are either closed on mondays")[-1]
    assert [s.arguments["icao_code"] for s in both.steps] == ["EGBP", "GB-1269"]


def test_one_more_person_adds_to_the_rule_that_was_asked(reader: Reader) -> None:
    asked = "what ID do my passengers need for Jersey"
    call = last(reader, asked, "what about a child of 5")
    assert str(call.arguments["question"]).startswith(asked)


def test_only_in_a_country_of_a_sea_keeps_the_sea(reader: Reader) -> None:
    call = last(reader, "Flugplätze an der Ostsee mit Avgas", "nur in Polen")
    assert call.arguments == {"query": "Ostsee", "filters": {"has_avgas": True, "country": "PL"}}


def test_not_a_field_of_what_is_in_reach_leaves_it_out(reader: Reader) -> None:
    call = last(reader, "I want lunch within 45 minutes of Wellesbourne at 100 knots", "not Popham")
    assert (call.tool, call.arguments["filters"]) == ("search_pois", {"not_fields": ["EGHP"]})


def test_where_one_comes_from_is_no_country_of_the_list(reader: Reader) -> None:
    chat = (
        "airfields in Portugal near the beach with avgas",
        "which of them has customs, because I come from Morocco",
    )
    call = last(reader, *chat)
    assert (call.arguments["query"], call.arguments["filters"]["point_of_entry"]) == ("Portugal", True)  # type: ignore[index, call-overload]


def test_another_end_behind_a_sunset_is_of_the_flight(reader: Reader) -> None:
    chat = ("how far from Roskilde to Lübeck at 105 knots", "sunset in Roskilde on Sunday")
    call = last(reader, *chat, "what if I go to Hamburg instead")
    assert (call.tool, call.arguments["to_location"]) == ("calculate_flight_distance", "Hamburg")


def test_which_one_is_near_is_another_field_with_the_wish(reader: Reader) -> None:
    chat = (
        "what is fuel at Groningen Eelde",
        "is it open on Saturday",
        "then which one is near with avgas and open late",
    )
    call = last(reader, *chat)
    assert call.tool == "find_airports_near_location"
    assert call.arguments["filters"] == {"has_avgas": True, "open_day": "2026-11-28"}


@pytest.mark.parametrize(
    "said", ["and for Guernsey is it the same as Jersey", "is Guernsey different from Jersey"]
)
def test_whether_it_is_the_same_is_asked_of_the_other(reader: Reader, said: str) -> None:
    call = last(reader, "customs from Compton Abbas to Jersey", said)
    assert (call.tool, call.arguments["to_location"]) == ("get_border_brief", "Guernsey")
    assert call.arguments["from_location"] == "Compton Abbas"


def test_both_ends_and_a_bare_speed_tell_when_one_is_there(reader: Reader) -> None:
    chat = ("What time is sunset at Exeter next Saturday?", "and at Alderney")
    assert last(reader, *chat).arguments["about"] == ["sun"]
    asked = "if I leave Alderney at 3 pm what time am I at Exeter, I do 95"
    call = last(reader, *chat, asked)
    assert (call.arguments["off_block"], call.arguments["cruise_speed_kts"]) == ("2026-11-28T15:00", 95)
    latest = last(reader, *chat, asked, "what's the latest I could go")
    assert (latest.tool, latest.arguments["day"]) == ("plan_trip", "2026-11-28")


def test_numbers_for_them_are_of_both_that_were_asked(reader: Reader) -> None:
    made = plans(reader, "what notice does Duxford need", "and Old Buckenham?", "phone numbers for them please")[
        -1
    ]
    assert [s.arguments["icao_code"] for s in made.steps] == ["EGSU", "EGSV"]


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("airfields between Stapleford and Bergerac with fuel", "not the ones with less than 1000 m"),
        ("Plätze um Kassel mit Avgas", "keine unter 1000 m"),
        ("terrains autour d'Angers", "pas ceux avec moins de 1000 m"),
    ],
)
def test_not_those_with_less_are_those_with_more(reader: Reader, first: str, said: str) -> None:
    filters = last(reader, first, said).arguments["filters"]
    assert isinstance(filters, dict)
    assert filters["min_runway_length_ft"] == 3281
    assert "max_runway_length_ft" not in filters


def test_what_is_lost_behind_a_fact_is_of_the_question_before_it(reader: Reader) -> None:
    stay = ("What is there to see near Le Touquet airport, we have 3 hours", "How do we get into town?")
    call = last(reader, *stay, "And what if it rains")
    assert (call.tool, call.arguments["constraints"]) == ("build_itinerary", {"indoor_only": True})
    fuel = ("fuel from Denham to Alderney at 110 kt and 35 l/h", "customs there")
    assert last(reader, *fuel, "and with 45 minutes reserve").arguments["reserve_minutes"] == 45
    listed = ("airfields within 40 nm of Angers", "sunset at Saumur on Friday")
    assert last(reader, *listed, "cut it to 20 nm").arguments == {
        "location_query": "Angers",
        "max_distance_nm": 20,
    }
    rule = last(reader, "night VFR in Spain", "what is ENAIRE", "and in Portugal?")
    assert (rule.arguments["question"], rule.arguments["country_code"]) == ("night VFR in Spain", "PT")


def test_the_burn_of_a_sum_is_changed_by_a_figure_an_hour(reader: Reader) -> None:
    call = last(reader, "how much fuel for 220 nm at 105 kt burning 30 litres", "what if it's 27 an hour")
    assert (call.tool, call.arguments["burn_lph"]) == ("work_out_figures", 27)


def test_the_whole_of_a_flight_in_legs_keeps_its_stop(reader: Reader) -> None:
    chat = ("distance Friedrichshafen to Venice Lido", "in our 130 kt Arrow", "what about via Innsbruck")
    made = plans(reader, *chat, "how long is that in total")[-1]
    assert [s.arguments["to_location"] for s in made.steps] == ["Innsbruck", "Venice Lido"]


def test_before_that_is_the_light_of_the_field_in_hand(reader: Reader) -> None:
    chat = ("I'm at Sandown, when is last light today", "could I get to Shoreham before that leaving at 3")
    call = last(reader, *chat)
    assert (call.arguments["from_location"], call.arguments["off_block"]) == ("EGHN", "2026-11-23T15:00")


@pytest.mark.parametrize("said", ["source please", "Quelle dafür?", "source stp"])
def test_a_source_is_asked_for_politely_too(reader: Reader, said: str) -> None:
    assert str(last(reader, "is night VFR ok in Ireland", said).arguments["question"]).startswith("is night")


def test_home_again_at_an_hour_is_the_other_way(reader: Reader) -> None:
    chat = (
        "how far Shobdon to Kirkbride",
        "107 kt",
        "and with 12 kt tailwind",
        "if I go off at 9 when do I get there",
    )
    call = last(reader, *chat, "and home again before dark if I leave by 3?")
    assert (call.arguments["from_location"], call.arguments["to_location"]) == ("Kirkbride", "Shobdon")
    assert (call.arguments["off_block"], call.arguments["headwind_kts"]) == ("15:00", 12)


def test_each_of_two_is_asked_once(reader: Reader) -> None:
    made = plans(reader, "fuel prices at Compton Abbas and Thruxton", "which is cheaper then")[-1]
    assert [s.arguments["icao_code"] for s in made.steps] == ["EGHA", "EGHO"]
