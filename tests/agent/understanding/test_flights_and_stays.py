"""A flight's stops and ends changed by what follows, the days of an airline's flight, and the hours of a stay."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, plans

DISTANCE, FUEL, AIRLINE, STAY, POIS, ITSELF = (
    "calculate_flight_distance",
    "get_fuel_plan",
    "search_flights",
    "build_itinerary",
    "search_pois",
    "about_flyfun",
)


@pytest.mark.parametrize(
    ("chat", "legs"),
    [
        (
            ("Shoreham to Old Buckenham", "and if one stops at Clacton on the way"),
            ["Shoreham", "Clacton", "Old Buckenham"],
        ),
        (("how far is it from Shoreham to Caen", "add a night in Deauville"), ["Shoreham", "Deauville", "Caen"]),
        (("wie weit ist es von Egelsbach nach Sylt mit Zwischenstopp auf Juist",), ["Egelsbach", "Juist", "Sylt"]),
        (
            ("How far is it to Alderney from Shobdon", "and to come home by way of Dunkeswell"),
            ["Alderney", "Dunkeswell", "Shobdon"],
        ),
        (
            ("Duxford to Sandown at 105 knots", "stopping at Popham for a bacon roll", "Popham's out"),
            ["Duxford", "Sandown"],
        ),
        (
            (
                "how far is it to Islay from Mull",
                "How far is it from Carlisle?",
                "I beg your pardon, I meant Prestwick.",
            ),
            ["Prestwick", "Islay"],
        ),
        (
            ("Von Wels nach Portorož und weiter nach Lošinj, dann zurück über Klagenfurt, wie weit insgesamt?",),
            ["Wels", "Portorož", "Lošinj", "Klagenfurt", "Wels"],
        ),
        (
            ("Lognes Deauville puis Jersey et retour par Dinard, combien au total ?",),
            ["Lognes", "Deauville", "Jersey", "Dinard", "Lognes"],
        ),
        (("how far from Gloucester to Brest", "sorry, I meant Quimper"), ["Gloucester", "Quimper"]),
    ],
)
def test_a_flight_goes_over_the_stops_that_are_meant(
    reader: Reader, chat: tuple[str, ...], legs: list[str]
) -> None:
    steps = plans(reader, *chat)[-1].steps
    assert [step.tool for step in steps] == [DISTANCE] * (len(legs) - 1)
    assert [steps[0].arguments["from_location"], *(step.arguments["to_location"] for step in steps)] == legs


@pytest.mark.parametrize(
    ("chat", "given"),
    [
        (
            (
                "from Flensburg to Wick on 12 December in a DA40, what do we need?",
                "how many miles is that and how long at 125 knots?",
            ),
            125,
        ),
        (("Lydd to Le Touquet", "how far is it, and how long at 95 kt"), 95),
    ],
)
def test_miles_and_hours_of_one_flight_are_one_sum(reader: Reader, chat: tuple[str, ...], given: int) -> None:
    steps = plans(reader, *chat)[-1].steps
    assert len(steps) == 1
    assert steps[0].arguments["cruise_speed_kts"] == given


@pytest.mark.parametrize(
    ("chat", "tool"),
    [
        (("how long from Kemble to Alderney at 100 knots with 20 on the nose", "and no wind"), DISTANCE),
        (("fuel from Kemble to Alderney at 100 knots 20 kt headwind 30 l/h", "ok without wind"), FUEL),
        (("distance Toussus Nantes à 100 kt avec 15 kt de face", "et sans vent ?"), DISTANCE),
    ],
)
def test_a_flight_without_its_wind_is_in_still_air(reader: Reader, chat: tuple[str, ...], tool: str) -> None:
    windy, still = (plan.steps[0] for plan in plans(reader, *chat))
    assert windy.tool == still.tool == tool
    winds = {"headwind_kts", "headwind_kt"}
    assert windy.arguments.keys() & winds
    assert windy.arguments.keys() - winds == still.arguments.keys()


def test_what_is_burnt_behind_a_headwind_is_no_wind(reader: Reader) -> None:
    call = last(reader, "fuel from Kemble to Alderney at 100 knots 20 kt headwind 30 l/h")
    assert (call.tool, call.arguments["headwind_kt"], call.arguments["burn_lph"]) == (FUEL, 20, 30)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Fogged in at Le Touquet and no better till Tuesday. Flights to London on 3 December for two?", ("Le Touquet", "London", "2026-12-03", None)),
        ("We stand in Cannes until 10 December. Airline Nice - Brussels on 11 December, coming back the 15th", ("Nice", "Brussels", "2026-12-11", "2026-12-15")),
        ("if we can't fly back on 6 December, is there an airline from Geneva to Gatwick, 2 adults", ("Geneva", "Gatwick", "2026-12-06", None)),
        ("retour de Corse annulé, avion bloqué à Ajaccio, un vol pour Paris le 4 décembre ?", ("Ajaccio", "Paris", "2026-12-04", None)),
        ("Should the weather strand us in Bordeaux, an airliner to Gatwick on 18 May 2027?", ("Bordeaux", "Gatwick", "2027-05-18", None)),
        ("airline nice→ams on 6 December", ("Nice", "ams", "2026-12-06", None)),
    ],
)  # fmt: skip
def test_an_airline_flies_on_the_day_and_from_the_place_that_is_meant(
    reader: Reader, text: str, given: tuple[str, str, str, str | None]
) -> None:
    (plan,) = plans(reader, text)
    assert [step.tool for step in plan.steps] == [AIRLINE]
    said = plan.steps[0].arguments
    assert tuple(said.get(name) for name in ("origin", "destination", "departure_date", "return_date")) == given


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("We land in Quiberon at 11h and want to be off again 16h30. Make us a nice afternoon", {"window": {"from": "11:00", "to": "16:30"}}),
        ("jersey mercredi on est 2, pose 11h repart 17h, un programme ?", {"window": {"from": "11:00", "to": "17:00"}, "people": 2}),
        ("A day in Alderney: we'd be down by 11 and away again at 4, two of us. What would you do with it?", {"window": {"from": "11:00", "to": "16:00"}}),
        ("We're off to Deauville Friday to Sunday, four of us. What would you do with the days?", {"duration_days": 3, "people": 4}),
        ("von Freitag bis Sonntag auf Sylt, was machen wir da?", {"duration_days": 3}),
    ],
)  # fmt: skip
def test_a_stay_lasts_as_long_as_it_is_said(reader: Reader, text: str, given: dict[str, object]) -> None:
    call = last(reader, text)
    assert call.tool == STAY
    assert {name: call.arguments.get(name) for name in given} == given


@pytest.mark.parametrize(
    "text", ["un bon petit resto pas loin de la piste à Ouessant", "a walk by the sea near Dieppe, nothing steep"]
)
def test_a_runway_named_in_passing_is_not_asked(reader: Reader, text: str) -> None:
    (plan,) = plans(reader, text)
    assert [step.tool for step in plan.steps] == [POIS]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("what are you no good at?", {"what": "limits"}),
        ("What are you not able to do?", {"what": "limits"}),
        ("Where do you get your airport information, FAA?", {"what": "data"}),
        ("How old is the data you give about aerodromes, and where does it come from?", {"what": "data"}),
        ("where do my messages go?", {"what": "privacy", "kept": "all"}),
        ("so what are you?", {"introduce": True}),
    ],
)
def test_what_is_asked_of_it_is_told_apart(reader: Reader, text: str, given: dict[str, object]) -> None:
    call = last(reader, text)
    assert (call.tool, call.arguments) == (ITSELF, given)


def test_a_type_is_no_danger_area(reader: Reader) -> None:
    call = last(reader, "you may take it I live at Shoreham, the Jodel is a D120 and does 90")
    assert (call.tool, call.arguments["home_base"]) == ("set_profile", "EGKA")


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("Telefonnummer von EDAH und EDBH", ["EDAH", "EDBH"]),
        ("Öffnungszeiten von Barth und Heringsdorf am Sonntag", ["EDBH", "EDAH"]),
        ("Gebühren von EDXH und EDWJ", ["EDXH", "EDWJ"]),
    ],
)
def test_von_with_two_names_is_of_both(reader: Reader, text: str, fields: list[str]) -> None:
    assert [step.arguments["icao_code"] for step in plans(reader, text)[0].steps] == fields


def test_von_with_two_names_and_a_goal_is_where_one_leaves(reader: Reader) -> None:
    steps = plans(reader, "wie weit ist es von Barth und von Heringsdorf nach Rügen")[0].steps
    assert {str(step.arguments["to_location"]) for step in steps} == {"Rügen"}


@pytest.mark.parametrize(
    ("chat", "countries"),
    [
        (("transition altitude in Switzerland", "and Austria", "and what squawk for VFR in both"), ("CH", ["AT"])),
        (
            ("VFR bei Nacht in Dänemark?", "und in Schweden?", "brauche ich in beiden einen Flugplan"),
            ("DK", ["SE"]),
        ),
    ],
)
def test_both_countries_are_those_asked_last(
    reader: Reader, chat: tuple[str, ...], countries: tuple[str, list[str]]
) -> None:
    call = last(reader, *chat)
    assert (call.arguments["country_code"], call.arguments["countries"]) == countries


def test_the_report_of_the_way_back_keeps_no_hour_of_the_way_out(reader: Reader) -> None:
    call = last(
        reader, "GAR for a flight landing at Lydd at 1400 tomorrow from Calais", "and leaving again on Tuesday"
    )
    assert (call.arguments["from_location"], call.arguments["to_location"]) == ("Lydd", "Calais")
    assert not call.arguments.keys() & {"landing", "time"}


def test_home_before_dark_from_another_field_is_a_flight_and_no_sunset(reader: Reader) -> None:
    call = last(
        reader,
        "plan a weekend to the Scillies from Weston 5-6 December",
        "opening hours of Land's End on the 6th",
        "what's the latest we can leave Land's End to be home before dark",
    )
    assert call.tool == "plan_trip"
    assert (call.arguments["from_location"], call.arguments["to_location"]) == ("Land's End", "Weston")
    assert (call.arguments["day"], call.arguments["about"]) == ("2026-12-06", "off_blocks")


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("am Samstag, 5. Dezember 2026, von Wels nach Portorož, 9 Uhr Lokalzeit, DA40", "Rückflug am Sonntag, wann muss ich spätestens abheben?"),
        ("Lydd to Le Touquet on 5 December at 10 in a PA28", "flying back on Sunday, what's the latest I can take off"),
    ],
)  # fmt: skip
def test_the_latest_hour_for_home_on_another_day_is_of_the_trip(reader: Reader, first: str, then: str) -> None:
    call = last(reader, first, then)
    assert (call.tool, call.arguments["about"]) == ("plan_trip", "off_blocks")
    assert (call.arguments["day"], call.arguments["return_day"]) == ("2026-12-05", "2026-12-06")
