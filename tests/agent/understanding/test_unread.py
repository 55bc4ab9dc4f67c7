"""What a wish for airfields says and no argument holds is named, and what only carries the wish is not."""

from __future__ import annotations

from datetime import date

import pytest

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import ToolCall
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.unread import unread

SUNDAY = date(2026, 11, 22)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


def left(reader: Reader, tool: str, text: str) -> tuple[str, ...]:
    said = reader.said(text, SUNDAY).again()
    given = registry.readings()[tool].read(said)
    return unread(ToolCall(tool=tool, arguments=given), said)


@pytest.mark.parametrize(
    ("tool", "text", "wish"),
    [
        ("search_airports", "fields in Burgundy with a tennis court and avgas", "tennis court"),
        ("search_airports", "which Suffolk airfields have a café that allows dogs", "allows dogs"),
        ("find_airports_near_location", "haunted airfields near York", "haunted"),
        ("find_airports_near_location", "terrains près de Pau avec une piscine", "piscine"),
        ("find_airports_near_location", "Plätze bei Fulda mit Schwimmbad", "Schwimmbad"),
        ("get_airport_details", "do they play chess at Abbeville", "play chess"),
        ("search_pois", "lunch within 45 min of Shoreham at 120 kt on grass that is not bumpy", "bumpy"),
        ("calculate_flight_distance", "how long from Lydd to Calais at 100 kt avoiding clouds", "avoiding clouds"),
        ("get_airport_details", "fuel at Calais for my helicopter school", "for my helicopter school"),
        ("get_border_brief", "Lydd to Ostend with a rifle, customs?", "with a rifle"),
        ("plan_trip", "am Samstag von Mainz nach Straßburg, mit zwei Ballons", "mit zwei Ballons"),
        ("plan_trip", "samedi de Dinard à Jersey avec une arme à bord", "avec une arme à bord"),
    ],
)
def test_a_condition_that_no_argument_takes_is_named(reader: Reader, tool: str, text: str, wish: str) -> None:
    assert left(reader, tool, text) == (wish,)


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("find_airports_near_location", "airfields within 30 nm of Dijon with avgas please"),
        ("find_airports_near_location", "I need somewhere with a hard runway longer than 800 m near York"),
        ("find_airports_near_location", "My dad loves Spitfires. Any airfields near Duxford with a café?"),
        ("search_airports", "quels terrains en Bretagne vendent de l'avgas ?"),
        ("search_airports", "Welche Plätze in Bayern haben Mogas?"),
        ("get_airport_details", "tell me about Lydd"),
        ("get_airport_details", "what fuel does Lydd sell"),
        ("calculate_flight_distance", "how far from Lydd to haunted Calais"),
        ("plan_trip", "Lydd to Calais on Saturday at 10, what must we prepare"),
        ("plan_trip", "Freitag 13 Uhr von Straubing nach Zell am See und zurück, was brauchen wir?"),
        ("get_wind_plan", "Lydd to Calais at 3000 ft with the wind of tomorrow at 10, 100 kt"),
    ],
)
def test_a_wish_that_is_held_leaves_nothing(reader: Reader, tool: str, text: str) -> None:
    assert left(reader, tool, text) == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("how far is Norwich Cathedral from Headcorn", ("Norwich Cathedral",)),
        ("how far is Sutton Bank from Fairoaks", ("Sutton Bank",)),
        ("how far is Leeds from Headcorn", ()),
        ("how far is Corfe Castle from Compton Abbas", ()),
    ],
)
def test_a_sight_that_was_taken_for_its_town_is_named(reader: Reader, text: str, named: tuple[str, ...]) -> None:
    assert left(reader, "calculate_flight_distance", text) == named


def test_compare_only_carries_what_is_asked(reader: Reader) -> None:
    assert left(reader, "compare_airfields", "compare Lydd and Shoreham") == ()
