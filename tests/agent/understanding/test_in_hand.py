"""What a follow-up leans on: the plan's week, the paper spoken of, the countries named, the fields in hand."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from agent.config import AgentSettings
from agent.deps import Deps
from agent.language.days_in_hand import way_home
from agent.language.ends import field_of
from agent.protocol import Conversation, MissingInfo, Pending, Plan, Profile, Question, ToolCall
from agent.understanding.chat import plan_in_chat
from agent.understanding.reader.asking import CLARIFY, doubtful
from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import MONDAY, only, plans


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


def test_a_weekday_is_that_of_the_week_in_hand(reader: Reader) -> None:
    trip = plans(reader, "trip Wellesbourne to La Rochelle Friday 4 December, back Monday", "make it Saturday")
    assert only(trip[1]).arguments["day"] == "2026-12-05"
    assert only(trip[1]).arguments["return_day"] == "2026-12-07"
    sun = plans(reader, "sunset at LFAT on 12 December", "and on Sunday?", "and next Sunday?")
    assert only(sun[1]).arguments["date"] == "2026-12-13"
    assert only(sun[2]).arguments["date"] == "2026-11-29"


@pytest.mark.parametrize(
    ("out", "back", "new", "home"),
    [
        ("2026-12-04", "2026-12-07", "2026-12-05", "2026-12-07"),  # the hotel is booked to Monday
        ("2026-11-28", "2026-11-28", "2026-11-27", "2026-11-27"),  # a day trip stays one
        ("2026-11-28", "2026-11-29", "2026-12-05", "2026-12-06"),  # the weekend after
        ("2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"),  # not home before one has left
    ],
)
def test_the_way_home_when_the_way_out_moves(out: str, back: str, new: str, home: str) -> None:
    assert way_home(out, back, new) == home


def test_it_is_the_paper_that_was_asked_about(reader: Reader) -> None:
    chat = plans(
        reader, "do I need a flight plan from the UK to France", "and coming back", "how early do I file it"
    )
    assert only(chat[1]).arguments["question"] == only(chat[0]).arguments["question"]
    assert only(chat[1]).arguments["country_code"] == "FR"
    due = only(chat[2])
    assert due.tool == "get_report_deadline"
    assert due.arguments["report"] == "flight_plan"
    assert {str(due.arguments[end]) for end in ("from_location", "to_location")} == {"France", "United Kingdom"}


@pytest.mark.parametrize("text", ["do I need to file a GAR to fly to France", "is there a GAR for Germany"])
def test_the_report_of_one_state_is_asked_of_that_state(reader: Reader, text: str) -> None:
    assert only(plans(reader, text)[0]).arguments["country_code"] == "GB"


def test_nothing_is_kept_that_may_not_have_been_meant(reader: Reader) -> None:
    minima: dict[str, JsonValue] = {"crosswind_kt": 20}
    unsure = Plan(steps=(ToolCall(tool="set_minima", arguments=minima),), confidence=0.03)
    asked = only(doubtful(unsure, reader.deps.countries))
    assert asked.tool == CLARIFY
    assert [m["call"]["tool"] for m in asked.arguments["meanings"]] == ["set_minima"]  # type: ignore[index,union-attr]


@pytest.mark.parametrize(("sure", "tool"), [(0.02, CLARIFY), (0.3, "retrieve_city_guidance")])
def test_what_is_hardly_meant_is_offered_and_not_answered(reader: Reader, sure: float, tool: str) -> None:
    plan = Plan(steps=(ToolCall(tool="retrieve_city_guidance", arguments={"city": "Lydd"}),), confidence=sure)
    assert only(doubtful(plan, reader.deps.countries)).tool == tool


def test_a_reply_to_a_question_back_is_in_the_form_its_tool_takes(reader: Reader) -> None:
    asked = Plan(
        steps=(
            ToolCall(
                tool=CLARIFY,
                arguments={
                    "question": "For which country?",
                    "tool": "answer_rules_question",
                    "arguments": {"question": "who gives a special VFR clearance"},
                    "missing": "countries",
                },
            ),
        )
    )
    pending = Pending(plan=asked, missing=MissingInfo(key="country", reason="", prompt=""), asked_at=MONDAY)
    plan = plan_in_chat(
        Question(text="and in Ireland", at=MONDAY, person="a"), Conversation(pending={"a": pending}), reader
    )
    assert only(plan).arguments["country_code"] == "IE"


def test_which_is_closer_is_how_far_it_is_to_each(reader: Reader) -> None:
    chat = plans(reader, "Wellesbourne to Deauville", "and to Cherbourg", "which is closer to Lydd?")
    legs = [(step.arguments["from_location"], step.arguments["to_location"]) for step in chat[2].steps]
    assert legs == [("Lydd", "Deauville"), ("Lydd", "Cherbourg")]


def test_which_has_is_of_both_fields_in_hand(reader: Reader) -> None:
    chat = plans(reader, "fuel at LFAT", "and Calais", "which has cheaper fuel", "and card payment, self serve?")
    assert [step.arguments["icao_code"] for step in chat[2].steps] == ["LFAT", "LFAC"]
    assert [s.arguments["icao_code"] for s in chat[3].steps] == ["LFAT", "LFAC"]
    assert all(s.arguments["about"] == ["fuel", "self_service"] for s in chat[3].steps)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("36 litres an hour, 2h40 flight, how much do I need with 45 min reserve",),
         {"burn_lph": 36, "flight_minutes": 160, "reserve_minutes": 45.0}),
        (("fuel for 240nm at 120 kt, 34 litres an hour plus 45 min reserve",),
         {"burn_lph": 34, "distance_nm": 240, "reserve_minutes": 45.0, "speed_kts": 120}),
        (("how much fuel Wellesbourne to Bergerac at 36 l/h 105 kt", "with a stop at Le Touquet for customs?"),
         {"from_location": "Wellesbourne", "to_location": "Bergerac", "via": ["Le Touquet"], "burn_lph": 36}),
        (("what can we do at Honfleur for an afternoon if we land at Deauville",), {"near": "Honfleur"}),
        (("do I have to wear a lifejacket crossing the Channel",), {"country_code": "GB", "countries": ["FR"]}),
        (("wie lange von Bremgarten nach Samedan mit 150 Knoten",),
         {"from_location": "Bremgarten", "to_location": "Samedan", "cruise_speed_kts": 150, "aircraft_type": None}),
        (("Remember: no grass, min 700 m for me",), {"visibility_m": None}),
        (("my minimums are 1500ft cloud and 8k vis",), {"ceiling_ft": 1500, "visibility_m": 8000}),
    ],
)  # fmt: skip
def test_what_is_said_is_taken(reader: Reader, texts: tuple[str, ...], expected: dict[str, JsonValue]) -> None:
    taken = only(plans(reader, *texts)[-1]).arguments
    assert {name: taken.get(name) for name in expected} == expected


def test_what_is_said_of_two_places_in_hand_is_asked_of_both(reader: Reader) -> None:
    two = plans(reader, "Swansea or Pembrey for a day out with the wife", "how far are they from Weston")[1]
    assert [step.arguments["to_location"] for step in two.steps] == ["EGFH", "EGFP"]
    assert all(step.arguments["from_location"] == "Weston" for step in two.steps)
    fuel = plans(
        reader,
        "fuel needed from Weston to Dinard at 34 l/h and 105 kt",
        "and to Morlaix?",
        "if I carry 150 litres which of them could I do with an hour left in the tanks",
    )[2]
    assert [step.arguments["to_location"] for step in fuel.steps] == ["Dinard", "Morlaix"]
    assert all(step.arguments["reserve_minutes"] == 60.0 for step in fuel.steps)


def test_a_trip_goes_elsewhere_instead_after_something_else_was_asked(reader: Reader) -> None:
    moved = plans(
        reader,
        "Weston to Dinard on 11 December, leaving at half nine, coming home on the 13th",
        "could we go to Saint-Malo town from there",
        "what if we go to Morlaix instead",
    )[2]
    arguments = only(moved).arguments
    assert (arguments["from_location"], arguments["to_location"]) == ("Weston", "Morlaix")
    assert (arguments["off_block"], arguments["return_day"]) == ("09:30", "2026-12-13")


def test_one_of_several_fuels_and_a_field_that_is_left_out(reader: Reader) -> None:
    either = only(plans(reader, "airfields near Le Mans with avgas or mogas")[0]).arguments["filters"]
    assert either == {"any_fuel": ["avgas", "mogas"]}
    both = only(plans(reader, "airfields near Le Mans with avgas and jet a1")[0]).arguments["filters"]
    assert both == {"has_avgas": True, "has_jet_a": True}
    but = only(plans(reader, "fields with avgas in Belgium except Ostend")[0]).arguments
    assert but["filters"] == {"has_avgas": True, "not_fields": ["EBOS"]}


@pytest.mark.parametrize(
    ("texts", "tool", "expected"),
    [
        (("Wellesbourne to Le Touquet on Saturday for lunch, two of us", "can we still get back before dark"),
         "plan_trip", {"return_day": "2026-11-28", "about": "off_blocks"}),
        (("Wellesbourne to Lelystad Saturday, what do we need", "when do I send each form"),
         "get_border_brief", {"from_location": "Wellesbourne", "to_location": "Lelystad"}),
        (("airfields with ils approach between Le Havre and Bordeaux",),
         "find_airports_near_route", {"filters": {"has_procedures": True, "approach_type": "ILS"}}),
    ],
)  # fmt: skip
def test_what_is_leant_on(
    reader: Reader, texts: tuple[str, ...], tool: str, expected: dict[str, JsonValue]
) -> None:
    call = only(plans(reader, *texts)[-1])
    assert call.tool == tool
    assert {name: call.arguments.get(name) for name in expected} == expected


def test_home_before_dark_is_the_latest_time_off_blocks_from_the_field_in_hand(reader: Reader) -> None:
    asked = "could I get back to Weston before sunset if I left at 2 local"
    chat = plans(reader, "Is Vannes open on Saturday", asked, "no, at 100 knots")
    arguments = only(chat[1]).arguments
    assert (arguments["from_location"], arguments["to_location"]) == ("LFRV", "Weston")
    assert (arguments["day"], arguments["off_block"], arguments["about"]) == ("2026-11-28", "14:00", "off_blocks")
    assert only(chat[2]).arguments == {**arguments, "cruise_speed_kts": 100}


def test_who_is_told_on_the_way_home_is_of_the_same_flight_the_other_way(reader: Reader) -> None:
    home = plans(
        reader, "What do I need to go from Weston to Ronaldsway", "and on the way home to Ireland, who do I tell"
    )[1]
    assert only(home) == ToolCall(
        tool="get_border_brief", arguments={"from_location": "Ronaldsway", "to_location": "Weston"}
    )


def test_fees_after_two_distances_are_those_of_both(reader: Reader) -> None:
    fees = plans(reader, "how far are Swansea and Pembrey from Weston", "and the landing fees?")[1]
    assert [field_of(str(step.arguments["icao_code"]), reader.deps) for step in fees.steps] == ["EGFH", "EGFP"]


def test_each_runway_that_is_named_is_asked_of(reader: Reader) -> None:
    for text in ("crosswind 240/22 runway 27 and 29", "wind 240/22, how is it on 27 or 29"):
        assert [step.arguments["runway"] for step in plans(reader, text)[0].steps] == ["27", "29"]


def test_which_of_the_two_is_of_where_two_flights_went(reader: Reader) -> None:
    chat = plans(reader, "how far from Popham to Alderney", "and to Cherbourg", "which of the two has customs")
    codes = only(chat[2]).arguments["icao_codes"]
    assert isinstance(codes, list)
    assert [field_of(str(code), reader.deps) for code in codes] == ["EGJA", "LFRC"]


def test_a_number_of_the_list_alone_is_that_field(reader: Reader) -> None:
    listed = Plan(steps=(ToolCall(tool="search_airports", arguments={"query": "Denmark"}),))
    chat = Conversation(last_plan=listed, shown=("EKAH", "EKBI"))
    for text in ("the first one please", "ok, number 1", "le premier svp", "1st"):
        plan = plan_in_chat(Question(text=text, at=MONDAY, person="a"), chat, reader)
        assert only(plan) == ToolCall(tool="get_airport_details", arguments={"icao_code": "EKAH"})


def test_which_country_of_several_is_the_last_rule_side_by_side(reader: Reader) -> None:
    chat = plans(
        reader,
        "Can I fly VFR at night in France",
        "and in the Netherlands?",
        "what about the UK",
        "so which of the three is the easiest",
    )
    arguments = only(chat[3]).arguments
    assert arguments == {
        "countries": ["FR", "NL", "GB"],
        "topic": "Can I fly VFR at night in France",
        "ranked": "easier",
    }


def test_a_place_of_the_weather_is_there(reader: Reader) -> None:
    wind = plans(reader, "METAR Shoreham", "crosswind there on 20 with 240/18")[1]
    assert field_of(str(only(wind).arguments["icao_code"]), reader.deps) == "EGKA"


def test_a_trip_begins_at_the_base_told_and_else_where_the_last_flight_began(reader: Reader) -> None:
    way = ("how far from Biarritz to Bergerac", "plan me Dax for 12 December at 9")
    assert only(plans(reader, *way)[1]).arguments["from_location"] == "Biarritz"
    plan = plan_in_chat(
        Question(text=way[1], at=MONDAY, person="a", profile=Profile(home_base="EICK")),
        Conversation(last_plan=plans(reader, way[0])[0]),
        reader,
    )
    assert only(plan).arguments.get("from_location", "EICK") == "EICK"


def test_a_clause_is_no_term(reader: Reader) -> None:
    plan = plans(reader, "can I fly to Jersey with an EASA LAPL", "what papers do they want")[1]
    assert only(plan).tool == "answer_rules_question"


@pytest.mark.parametrize(
    "text", ["nearest field with ul91", "what can I reach in 1 hour", "any airfields nearby with food?"]
)
def test_what_is_near_without_a_place_is_near_the_home_base(reader: Reader, text: str) -> None:
    question = Question(text=text, at=MONDAY, profile=Profile(home_base="EGPT"))
    found = only(plan_in_chat(question, Conversation(), reader))
    assert found.tool == "find_airports_near_location"
    assert found.arguments["location_query"] == "EGPT"


def test_customs_of_two_fields_are_no_flight_between_them(reader: Reader) -> None:
    asked = plans(reader, "customs at Dinard and Caen")[-1].steps
    assert [(step.tool, step.arguments) for step in asked] == [
        ("get_airport_details", {"icao_code": code, "about": ["customs"]}) for code in ("LFRD", "LFRK")
    ]
    both = only(plans(reader, "dinard or caen", "customs at both")[-1])
    assert (both.tool, both.arguments) == (
        "compare_airfields",
        {"icao_codes": ["LFRD", "LFRK"], "about": ["customs"]},
    )


def test_the_report_in_hand_is_that_of_the_term_or_the_deadline_before(reader: Reader) -> None:
    chat = plans(reader, "whats a GAR", "who do i send it to", "how early")
    assert only(chat[2]) == ToolCall(tool="get_report_deadline", arguments={"report": "GAR"})


def test_what_changes_nothing_is_a_question_of_its_own_on_the_place_in_hand(reader: Reader) -> None:
    chat = plans(
        reader, "stornoway or benbecula", "landing fees", "ok benbecula. husband wants a hotel", "and fuel"
    )
    found = only(chat[3])
    assert found.tool == "get_airport_details"
    assert field_of(str(found.arguments["icao_code"]), reader.deps) == "EGPL"


@pytest.mark.parametrize(
    ("texts", "tool", "arguments"),
    [
        (("where would you clear out of the uk", "what about Esbjerg instead"),
         "get_airport_details", {"icao_code": "EKEB", "about": ["customs"]}),
        (("which Danish airfields have customs", "and Billund?"),
         "get_airport_details", {"icao_code": "EKBI", "about": ["customs"]}),
        (("which Danish airfields have customs", "and in Sweden?"),
         "get_border_crossing_airports", {"country": "SE"}),
    ],
)  # fmt: skip
def test_after_the_fields_with_customs_one_field_or_another_country(
    reader: Reader, texts: tuple[str, ...], tool: str, arguments: dict[str, JsonValue]
) -> None:
    assert only(plans(reader, *texts)[-1]) == ToolCall(tool=tool, arguments=arguments)


@pytest.mark.parametrize("nothing", ["asdf", "blorgl fnurz", "hjkl", "zorgblatt?"])
def test_letters_without_sense_ask_nothing_again(reader: Reader, nothing: str) -> None:
    for before in ("Tell me about LFAT", "VFR rules in Germany"):
        assert plans(reader, before, nothing)[1].steps == ()


_OVER = "calculate_flight_distance"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (
            ("Shoreham to Le Touquet", "via Lydd please", "no, via Deauville instead"),
            [("Shoreham", "Deauville"), ("Deauville", "Le Touquet")],
        ),
        (
            ("Calais to Dieppe", "with a stop at Abbeville", "make it Le Touquet instead"),
            [("Calais", "Abbeville"), ("Abbeville", "Le Touquet")],
        ),
        (("Calais to Dieppe", "with a stop at Abbeville", "without the stop"), [("Calais", "Dieppe")]),
        (
            ("EGKA to EGJB at 120 knots", "what about EGJJ", "which is nearer", "and from Bembridge"),
            [("Bembridge", "EGJB"), ("Bembridge", "EGJJ")],
        ),
        (
            ("runway at Sandown", "and Bembridge", "which one is nearer to Lydd"),
            [("Lydd", "EGHN"), ("Lydd", "EGHJ")],
        ),
        (
            ("from Rochester or Headcorn to Abbeville, which is closer",),
            [("Rochester", "Abbeville"), ("Headcorn", "Abbeville")],
        ),
        (("how far is it from Rochester or Headcorn to Abbeville", "ok rochester"), [("Rochester", "Abbeville")]),
        (
            ("Sleap to Caernarfon", "via Welshpool", "Shobdon rather than Welshpool"),
            [("Sleap", "Shobdon"), ("Shobdon", "Caernarfon")],
        ),
        (
            ("Lognes Biscarrosse à 115 kt", "via Poitiers", "pas Poitiers, Limoges"),
            [("Lognes", "Limoges"), ("Limoges", "Biscarrosse")],
        ),
        (("Leeds East to Perth", "what about Dundee", "sorry, I meant from Sleap"), [("Sleap", "Dundee")]),
    ],
)
def test_a_flight_in_legs_and_several_ends_are_one_thing_in_hand(
    reader: Reader, texts: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    steps = plans(reader, *texts)[-1].steps
    assert [(s.tool, (s.arguments["from_location"], s.arguments["to_location"])) for s in steps] == [
        (_OVER, ends) for ends in expected
    ]


_TRIP = "Lydd via Le Touquet to Dieppe Saturday 10:00, back Sunday 15:00"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("avgas near Nantes", "mogas is fine too"), {"filters": {"any_fuel": ["avgas", "mogas"]}}),
        (("Avgas bei Nantes", "Mogas geht auch"), {"filters": {"any_fuel": ["avgas", "mogas"]}}),
        (("avgas près de Nantes", "SP98 ça va aussi"), {"filters": {"any_fuel": ["avgas", "mogas"]}}),
        (("hard runways with customs near Popham", "grass is ok"), {"filters": {"point_of_entry": True}}),
        (("fields near Popham with a restaurant", "forget the restaurant"), {"filters": None}),
        (("fields near Popham with 900 m", "shorter is fine, 400 m"), {"filters": {"min_runway_length_ft": 1312}}),
        (("avgas near Shoreham", "not Gatwick"), {"filters": {"has_avgas": True, "not_fields": ["EGKK"]}}),
        ((_TRIP, "last leg at 5 instead"), {"return_off_block": "17:00", "off_block": "10:00"}),
        ((_TRIP, "second leg at 14:00"), {"via_off_block": {"Le Touquet": "14:00"}}),
        ((_TRIP, "leave Dieppe at 11"), {"return_off_block": "11:00", "off_block": "10:00"}),
        ((_TRIP, "what do I need"), {"return_off_block": "15:00", "off_block": "10:00"}),
        ((_TRIP, "and if we skip Dieppe"), {"to_location": "Le Touquet", "via": None}),
        ((_TRIP, "not Sunday, Monday"), {"day": "2026-11-28", "return_day": "2026-11-30"}),
        ((_TRIP, "cancel the return"), {"return_day": None, "return_off_block": None}),
        (
            ("Stapleford to Ostend Saturday at 9", "and back Sunday, home before sunset"),
            {"return_day": "2026-11-29"},
        ),
        (
            ("which has the longer runway, Glenforsa or Oban", "no I meant Tiree"),
            {"icao_codes": ["GB-ULL", "EGPU"]},
        ),
        (("compare night VFR in France and Spain", "sorry I meant Italy"), {"countries": ["FR", "IT"]}),
        (("crosswind EGPU 23 wind 270/22", "what about EGEO 19 same wind"), {"wind": "270/22", "runway": "19"}),
        (("within 1 hour of Denham at 110 kt", "further is fine"), {"within_minutes": 90}),
        (("avgas near Nantes", "on the map"), {"filters": {"has_avgas": True}}),
        (
            ("brief me for EGTK to EGFF saturday at 10", "what about 12", "and if I go sunday"),
            {"day": "2026-11-29", "time": "12:00"},
        ),
        (("my plane is a PA28, it burns 34 l/h", "base Denham"), {"home_base": "EGLD"}),
        (
            ("fuel from EGTF to LFAT in a PA28 at 36 l/h", "make it 2 hours reserve"),
            {"reserve_minutes": 120, "flight_minutes": None},
        ),
    ],
)
def test_only_what_is_said_of_the_last_answer_changes(
    reader: Reader, texts: tuple[str, ...], expected: dict[str, JsonValue]
) -> None:
    first, *_, now = plans(reader, *texts)
    assert only(now).tool == only(first).tool
    assert {name: only(now).arguments.get(name) for name in expected} == expected


def test_a_term_that_was_asked_for_is_not_what_goes_on_with_the_last_answer(reader: Reader) -> None:
    asked = ToolCall(tool=CLARIFY, arguments={"tool": "explain_term", "arguments": {}, "missing": "term"})
    missing = MissingInfo(key="other", reason="", prompt="Which term?")
    chat = Conversation(
        last_plan=Plan(steps=(ToolCall(tool="get_weather", arguments={"places": ["Alderney"], "kind": "metar"}),)),
        pending={"a": Pending(plan=Plan(steps=(asked,)), missing=missing, asked_at=MONDAY)},
    )
    plan = plan_in_chat(Question(text="and for Guernsey", at=MONDAY, person="a"), chat, reader)
    assert only(plan) == ToolCall(tool="get_weather", arguments={"places": ["Guernsey"], "kind": "metar"})


def test_what_a_flight_into_a_country_takes_is_its_papers(reader: Reader) -> None:
    for text in ("England by private plane what do I need", "France by light aircraft, what papers"):
        asked = only(plans(reader, text)[0])
        assert (asked.arguments["tool"], asked.arguments["missing"]) == ("get_border_brief", "from_location")


def test_the_other_end_of_a_flight_is_changed_where_a_rule_was_asked_of_it(reader: Reader) -> None:
    chat = plans(reader, "do I need a flight plan from Lydd to Ostend", "and Kortrijk?", "and Rennes?")
    for plan, entered in zip(chat[1:], ("BE", "FR"), strict=True):
        assert (only(plan).arguments["country_code"], only(plan).arguments["countries"]) == ("GB", [entered])


def test_the_first_two_countries_are_those_the_thread_began_with(reader: Reader) -> None:
    chat = plans(reader, "night VFR in Spain", "and Portugal", "and Italy", "compare the first two")
    assert only(chat[-1]).arguments["countries"] == ["ES", "PT"]


def test_one_before_the_last_and_the_first_of_the_nearest(reader: Reader) -> None:
    shown = ("EGKH", "EGTO", "EGKB")
    (_, last_but_one) = plans(reader, "airfields in Kent with grass", "the one before the last", shown=shown)
    assert only(last_but_one).arguments["icao_code"] == "EGTO"
    chat = plans(reader, "fields in Kent", "which is nearest to Redhill", "tell me more about it", shown=shown)
    assert only(chat[-1]).arguments["icao_code"] == "EGKH"


@pytest.mark.parametrize("text", ["no wait 270", "sorry, I meant 270"])
def test_a_wind_is_corrected_by_its_direction(reader: Reader, text: str) -> None:
    (_, plan) = plans(reader, "crosswind at White Waltham runway 25, wind 290 at 18", text)
    assert only(plan).arguments["wind"] == "270/18"


def test_a_word_that_is_no_term_is_asked_of_the_last_answer(reader: Reader) -> None:
    chat = plans(reader, "Welche Papiere brauche ich für einen Flug nach Kroatien", "was ist mit dem Hund")
    assert (only(chat[1]).tool, only(chat[1]).arguments["country_code"]) == ("answer_rules_question", "HR")


def test_how_long_before_is_no_length_of_a_runway(reader: Reader) -> None:
    chat = plans(reader, "Zoll in Friedrichshafen", "wie lang vorher muss ich das anmelden")
    assert only(chat[1]).tool == "get_notification_for_airport"


def test_a_reserve_is_no_notice(reader: Reader) -> None:
    chat = plans(reader, "fields between Perth and Wick with fuel", "with 45 min reserve")
    assert "max_hours_notice" not in only(chat[1]).arguments


def test_the_nearest_of_what_was_counted_is_of_that_area(reader: Reader) -> None:
    chat = plans(reader, "how many fields in Kent have avgas", "the nearest to Calais?")
    assert (only(chat[1]).tool, only(chat[1]).arguments["query"]) == ("search_airports", "Kent")


@pytest.mark.parametrize("text", ["cancel that, we're not going", "ok the trip is off", "wir fliegen doch nicht"])
def test_a_flight_that_is_called_off_is_not_planned_anew(reader: Reader, text: str) -> None:
    (_, plan) = plans(reader, "fly to Le Touquet tomorrow from Headcorn at 10", text)
    assert [(step.tool, step.arguments) for step in plan.steps] == [("set_reminders", {"called_off": True})]


def test_what_tells_the_speed_that_was_asked_for_answers_it(reader: Reader) -> None:
    asked = Plan(steps=(ToolCall(tool="search_pois", arguments={"near": "Denham", "fly_within_hours": 0.75}),))
    missing = MissingInfo(key="cruise_speed", reason="", prompt="What is your cruise speed or aircraft?")
    waiting = Pending(plan=asked, missing=missing, asked_at=MONDAY)
    chat = Conversation(last_plan=asked, pending={"a": waiting})
    plan = plan_in_chat(Question(text="my speed is 100 kt", at=MONDAY, person="a"), chat, reader)
    assert only(plan).tool == "search_pois"
    assert only(plan).arguments["cruise_speed_kts"] == 100


def test_what_is_left_undone_is_what_was_asked_about(reader: Reader) -> None:
    chat = plans(reader, "how do I close a flight plan in France", "what happens if I forget")
    assert only(chat[1]).arguments["question"] == "what happens if I forget flight plan"


def test_a_stop_instead_of_the_straight_way(reader: Reader) -> None:
    (_, plan) = plans(reader, "EKRK to LOWS at 155 kt", "via EDAZ instead of direct")
    assert [step.arguments["to_location"] for step in plan.steps] == ["EDAZ", "LOWS"]


def test_the_ones_are_those_that_were_explained(reader: Reader) -> None:
    chat = plans(reader, "what's a notam", "get me the ones for Leeds", "and Humberside")
    assert [(only(plan).tool, only(plan).arguments["icao_code"]) for plan in chat[1:]] == [
        ("get_notams", "EGNM"),
        ("get_notams", "EGNJ"),
    ]


def test_both_the_same_compares_the_countries_and_where_it_is_cheaper_the_fees(reader: Reader) -> None:
    chat = plans(reader, "night rating needed in France?", "and Belgium", "both the same?")
    assert (only(chat[-1]).tool, only(chat[-1]).arguments["countries"]) == (
        "compare_rules_between_countries",
        ["FR", "BE"],
    )
    fees = plans(reader, "was kostet die Landung in Mainz", "und in Egelsbach", "wo ist es billiger")
    assert [step.arguments["icao_code"] for step in fees[-1].steps] == ["EDFZ", "EDFE"]


def test_a_wind_from_a_side_is_none_on_the_nose(reader: Reader) -> None:
    (_, plan) = plans(reader, "Blackbushe to Alderney at 120 kt", "into 25 knots from the west")
    assert (only(plan).tool, only(plan).arguments["wind"]) == ("get_wind_plan", "270/25")


@pytest.mark.parametrize(
    ("first", "then", "wind", "knots"),
    [
        ("Sywell to Alderney, how far?", "with 25 kt from 240 at 135 kt TAS?", "240/25", 135),
        ("Sywell to Alderney, how far?", "and at 110 with a wind of 30 kt out of 330", "330/30", 110),
        ("Sywell to Alderney, how far?", "with 25 kt from 240 at 110 kt", "240/25", 110),
        ("Wie weit ist es von Lydd nach Ostende", "bei 110 kt mit 20 kt Wind aus 240", "240/20", 110),
        ("Combien de temps de Calais à Lydd à 95 kt", "et avec 20 nœuds du 320", "320/20", 95),
    ],
)
def test_a_wind_told_of_a_flight_in_hand_is_no_cruising_speed(
    reader: Reader, first: str, then: str, wind: str, knots: int
) -> None:
    (_, plan) = plans(reader, first, then)
    given = only(plan).arguments
    assert (only(plan).tool, given["wind"]) == ("get_wind_plan", wind)
    assert given.get("true_airspeed_kts", given.get("cruise_speed_kts")) == knots


def test_minutes_on_top_are_a_reserve_and_no_flight(reader: Reader) -> None:
    chat = plans(
        reader,
        "Sywell to Alderney, how far?",
        "with 25 kt from 240 at 135 kt TAS?",
        "and the way back",
        "what fuel at 40 l/h for both legs plus 45 min",
    )
    fuel = only(chat[-1])
    assert fuel.tool == "get_fuel_plan"
    assert (fuel.arguments["reserve_minutes"], fuel.arguments["wind"], fuel.arguments["return"]) == (
        45,
        "240/25",
        True,
    )
    assert "flight_minutes" not in fuel.arguments
    (_, still) = plans(reader, "EHMZ to EGMD at 90 kt", "avgas for there and back at 22 l/h plus 30 minutes")
    assert only(still).arguments["reserve_minutes"] == 30
    assert "flight_minutes" not in only(still).arguments


def test_fuel_in_a_wind_goes_over_the_stop(reader: Reader) -> None:
    chat = plans(
        reader,
        "Sywell to Alderney via Shoreham, how far?",
        "with 25 kt from 240 at 135 kt TAS?",
        "fuel at 40 l/h plus 45 min",
    )
    assert (only(chat[1]).arguments["wind"], only(chat[1]).arguments["via"]) == ("240/25", ["Shoreham"])
    assert only(chat[2]).arguments["via"] == ["Shoreham"]


def test_far_to_each_is_told_of_all_fields_in_hand(reader: Reader) -> None:
    compared = plans(reader, "compare LESO, LEXJ and LEBB", "distance from Biarritz to each at 130 kt")[-1]
    assert [(s.arguments["to_location"], s.arguments["cruise_speed_kts"]) for s in compared.steps] == [
        ("LESO", 130),
        ("LEXJ", 130),
        ("LEBB", 130),
    ]
    (_, both) = plans(reader, "compare Headcorn and Lydd", "how far is it from Ostend to both")
    assert [s.arguments["to_location"] for s in both.steps] == ["EGKH", "EGMD"]


@pytest.mark.parametrize(
    ("then", "day"),
    [
        ("make it the Sunday after", "2027-03-21"),
        ("the following Saturday", "2027-03-20"),
        ("rather the Friday before", "2027-03-12"),
    ],
)
def test_a_weekday_after_or_before_is_counted_from_the_trip(reader: Reader, then: str, day: str) -> None:
    first = (
        "Plan me a trip Sywell - Le Touquet on 14 March 2027, off blocks 0900, back the same day off 1600 local"
    )
    (_, plan) = plans(reader, first, then)
    given = only(plan).arguments
    assert (only(plan).tool, given["day"], given["return_day"], given["off_block"]) == (
        "plan_trip",
        day,
        day,
        "09:00",
    )


@pytest.mark.parametrize(
    "said", ["five people on board? no - three", "vier Personen, nein drei", "4 pob, sorry 3"]
)
def test_a_number_of_people_that_is_taken_back_counts_as_corrected(reader: Reader, said: str) -> None:
    (_, plan) = plans(reader, "Plan a trip Lydd - Ostend on Saturday off blocks 10", said)
    assert only(plan).arguments["people"] == 3


def test_which_of_two_and_the_same_question_stay_with_the_rule(reader: Reader) -> None:
    chat = plans(
        reader,
        "rules for foreign microlights in Belgium",
        "And Germany?",
        "which of two needs a permit in advance",
    )
    assert (only(chat[-1]).tool, only(chat[-1]).arguments["countries"]) == (
        "compare_rules_between_countries",
        ["BE", "DE"],
    )
    same = plans(reader, "microlight rules of Belgium", "same question for england")[-1]
    assert only(same).arguments == {"question": "microlight rules of Belgium", "country_code": "GB"}


def test_another_country_behind_a_gar_leaves_its_state_in_place(reader: Reader) -> None:
    chat = plans(
        reader,
        "GAR rules for leaving the UK to France?",
        "and for coming back?",
        "to Ireland instead",
        "and what about Guernsey",
        "from Belgium instead",
    )
    assert [(only(p).arguments["from_location"], only(p).arguments["to_location"]) for p in chat] == [
        ("UK", "France"),
        ("France", "UK"),
        ("UK", "Ireland"),
        ("UK", "Guernsey"),
        ("Belgium", "UK"),
    ]


@pytest.mark.parametrize(
    ("asked", "closes"),
    [
        ("Flugplan nach Slowenien nötig?", "und wie schließ ich den dort"),
        ("plan de vol pour la Slovénie ?", "et comment je le clôture là-bas"),
        ("flight plan to Slovenia needed?", "and how do I close it there"),
    ],
)
def test_closing_it_is_closing_the_flight_plan_in_hand(reader: Reader, asked: str, closes: str) -> None:
    call = only(plans(reader, asked, closes)[1])
    assert call.tool == "get_report_deadline"
    assert call.arguments == {"report": "closing", "country_code": "SI"}
