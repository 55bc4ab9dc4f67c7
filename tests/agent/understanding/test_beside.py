"""What is asked of several things at once is asked of each: areas, countries, types, airfields."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Question, ToolCall
from agent.understanding.chat import plan_in_chat
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.each import each
from agent.understanding.reader.plan_of_readings import plan_of_readings
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.reading import Reading

SUNDAY = date(2026, 11, 22)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


def calls(reader: Reader, tool: str, text: str) -> list[dict[str, Any]]:
    given = registry.readings()[tool].read(reader.said(text, SUNDAY).again())
    return [dict(one.arguments) for one in each(ToolCall(tool=tool, arguments=given), reader.deps)]


@pytest.mark.parametrize(
    ("text", "areas"),
    [
        ("anything in Devon or Somerset with avgas", ["Devon", "Somerset"]),
        ("Plätze in Bayern, Tirol und Salzburg mit Avgas", ["Bayern", "Tirol", "Salzburg"]),
        ("airfields in Belgium and the Netherlands with avgas", ["Belgium", "Netherlands"]),
        ("terrains en Vorarlberg ou Liechtenstein, avgas", ["Vorarlberg", "Liechtenstein"]),
        ("grass strips in Normandy, France", ["Normandy, France"]),
        ("airfields in Belgium with avgas that are far from France", ["Belgium"]),
    ],
)
def test_a_list_of_several_areas_is_a_list_of_each(reader: Reader, text: str, areas: list[str]) -> None:
    found = calls(reader, "search_airports", text)
    assert [one["query"] for one in found] == areas
    assert all("beside" not in one for one in found)
    assert len({str(one.get("filters")) for one in found}) == 1


def test_entry_airfields_of_two_countries_are_listed_for_both(reader: Reader) -> None:
    assert calls(reader, "get_border_crossing_airports", "Entry airports for Sweden & Finland") == [
        {"country": "SE"},
        {"country": "FI"},
    ]
    assert calls(reader, "get_border_crossing_airports", "airports in France near the German border") == [
        {"country": "FR"}
    ]


def test_figures_of_two_types_are_given_for_both(reader: Reader) -> None:
    found = calls(reader, "get_aircraft_figures", "cruise speed of a DA40 and of a TB20")
    assert [one["aircraft_type"] for one in found] == ["DA40", "TB20"]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("is there an ILS at Dundee and is there an ILS at Humberside", ["EGPN", "EGNJ"]),
        ("fuel at Calais, fuel at Lille?", ["LFAC", "LFQQ"]),
        ("avgas at EGMD coming back from Lille", []),
    ],
)
def test_a_question_said_again_is_asked_of_both_fields(reader: Reader, text: str, fields: list[str]) -> None:
    assert reader.said(text, SUNDAY).again().asked_of() == fields


def test_two_questions_on_one_airfield_are_one_answer(reader: Reader) -> None:
    said = reader.said("runway at EGHN, and is there a cafe there", SUNDAY)
    readings = [
        Reading("get_airport_details", 0.9, {"icao_code": "EGHN", "about": ["runway"]}),
        Reading("get_airport_details", 0.9, {"icao_code": "EGHN", "about": ["restaurant"]}),
        Reading("get_airport_details", 0.9, {"icao_code": "EGHJ", "about": ["fuel"]}),
    ]
    plan = plan_of_readings(readings, said, Known(), Conversation(), reader)
    assert [(s.arguments["icao_code"], s.arguments["about"]) for s in plan.steps] == [
        ("EGHN", ["runway", "restaurant"]),
        ("EGHJ", ["fuel"]),
    ]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "night VFR in Ireland allowed? transponder mandatory in France?",
            [{"country_code": "IE"}, {"country_code": "FR"}],
        ),
        ("Is VFR at night allowed in France? And in Germany?", [{"country_code": "FR", "countries": ["DE"]}]),
        (
            "weather at Lydd and customs at Le Touquet and avgas at Calais",
            [{}, {"icao_code": "LFAT"}, {"icao_code": "LFAC"}],
        ),
        ("Lelystad, Teuge or Rotterdam? Which of them has Jet A?", [{"icao_codes": ["EHLE", "EHTE", "EHRD"]}]),
        (
            "Cherbourg. What's the landing fee, and the notice for customs on Tuesday?",
            [{"icao_code": "Cherbourg"}] * 2,
        ),
        (
            "compare Shoreham and Lydd, and landing fees at both",
            [{"icao_codes": ["EGKA", "EGMD"]}, {"icao_code": "EGKA"}, {"icao_code": "EGMD"}],
        ),
        (
            "Avgas price at Calais, avgas price at Le Touquet; which of the two has longer hours?",
            [{"icao_code": "LFAC"}, {"icao_code": "LFAT"}, {"icao_codes": ["LFAC", "LFAT"]}],
        ),
        (
            "Where can I get avgas near Innsbruck. Do they speak English on the radio in Austria? Is a mountain rating required?",
            [{}, {"country_code": "AT"}, {"country_code": "AT"}],
        ),
        ("do they do jet A at Connaught, same question for Kerry", [{"icao_code": "EIKN"}, {"icao_code": "EIKY"}]),
        (
            "Wind is 250/18G28 at Fairoaks - what crosswind on 24? and their hours today",
            [{"icao_code": "EGTF"}, {"icao_code": "EGTF"}],
        ),
    ],
)
def test_a_message_is_cut_between_its_questions_alone(
    reader: Reader, text: str, asked: list[dict[str, Any]]
) -> None:
    question = Question(text=text, at=datetime(2026, 11, 22, 10, 0, tzinfo=UTC))
    plan = plan_in_chat(question, Conversation(), reader)
    kept = ("country_code", "countries", "icao_code", "icao_codes")
    assert [{k: v for k, v in step.arguments.items() if k in kept} for step in plan.steps] == asked


@pytest.mark.parametrize(
    ("text", "legs"),
    [
        (
            "customs Shoreham to Le Touquet then on to Antwerp on Saturday at 9am",
            [("Shoreham", "Le Touquet", "2026-11-28 09:00"), ("Le Touquet", "Antwerp", "2026-11-28")],
        ),
        (
            "Do I need customs from Lausanne via Strasbourg to Luxembourg?",
            [("Lausanne", "Strasbourg", None), ("Strasbourg", "Luxembourg", None)],
        ),
        ("customs for EGKA LFAT", [("EGKA", "LFAT", None)]),
    ],
)
def test_each_border_of_a_journey_is_asked_about_and_the_hour_is_the_first_leg_s(
    reader: Reader, text: str, legs: list[tuple[str, str, str | None]]
) -> None:
    found = calls(reader, "get_border_brief", text)
    assert [(one["from_location"], one["to_location"], one.get("date")) for one in found] == legs


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Cranfield to Le Mans 24 June, back on the 26th: plan it, and where do we sleep", ("where do we sleep",)),
        (
            "is there fuel at Lydd? what are the hours at Shoreham? landing fee at Goodwood? notams for Redhill? "
            "weather at Southend? Is there a hotel at Le Touquet?",
            ("weather at Southend", "Is there a hotel at Le Touquet"),
        ),
        ("Leadville at 24 degrees, QNH 1020, what's the density altitude going to be?", ()),
        ("Is Duxford open Sunday, no sorry, Saturday, and what's the landing fee", ()),
        ("wind 240/18 which runway at Goodwood and how much crosswind, and is there avgas", ()),
        (
            "landing fee at Sandown, is there a bowling club, and what is the phone number",
            ("is there a bowling club",),
        ),
    ],
)
def test_a_question_that_stays_unanswered_is_named(reader: Reader, text: str, left: tuple[str, ...]) -> None:
    question = Question(text=text, at=datetime(2026, 11, 22, 10, 0, tzinfo=UTC))
    plan = plan_in_chat(question, Conversation(), reader)
    assert plan.steps
    assert plan.left_aside == left
