"""What a first message tells of a whole trip: where it begins, when one is home, who is aboard, in which month."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agent.deps import Deps
from agent.language.people import find_people
from agent.subjects.trip.reading import trip
from agent.understanding.reader.reader import Reader

TUESDAY = date(2026, 12, 1)


@pytest.fixture(scope="module")
def reader(deps: Deps) -> Reader:
    return Reader(deps)


@pytest.mark.parametrize(
    ("text", "home", "wanted"),
    [
        ("channel islands, out friday, back sunday, alderney or guernsey?", "EGBT", {"from_location": None, "to_location": "alderney"}),
        ("tagesausflug morgen nach danzig, um 8 los, im hellen zurück. geht das oder lieber stettin?", "EDHM", {"from_location": None, "to_location": "danzig"}),
        ("brauche morgen nach sønderborg und weiter nach malmö", "EDHM", {"from_location": None, "via": ["sønderborg"], "to_location": "malmö"}),
        ("fly to stornoway saturday, back at strathaven before sunset", "EGPG", {"from_location": "strathaven", "return_day": "2026-12-05"}),
        ("freitag in wangerooge, sonntag bis 15:30 wieder in hartenholm", "EDHM", {"to_location": "wangerooge", "return_day": "2026-12-06", "return_by": "15:30"}),
        ("samedi Granville, 3h sur place, rentrés à 17h maxi", "LFPZ", {"return_by": "17:00", "return_off_block": None}),
        ("aller à Lausanne mercredi et rentrer seul, arrivée là-bas vers 14h", "LFLI", {"arrive_by": "14:00", "return_off_block": None}),
        ("sat to Sandown, leaving there at 14:30, home at 5", "EGTF", {"return_off_block": "14:30", "return_by": "17:00", "arrive_by": None}),
        ("on va à Losinj fin mai prochain pour 3 jours, rentré le dimanche à 18h", "LFGI", {"day": None, "return_day": "+2", "return_by": "18:00"}),
        ("samstag egelsbach - speyer - heim, um 16 uhr muss der flieger wieder da sein", "EDFE", {"return_by": "16:00", "return_off_block": None}),
        ("lunch at le touquet thursday, home before dark, 2.5 hours there", "EGHR", {"to_location": "le touquet", "ground_minutes": 150}),
        ("morgen nach innsbruck, dort 3 stunden, vor sunset heim", "EDNY", {"ground_minutes": 180}),
        ("mi-août dix jours au Portugal, Cascais, à trois", "LFBI", {"from_location": None, "to_location": "Cascais", "return_day": "+9"}),
        ("Carlisle to Isle of Man Friday 10z back at 1500z", "EGPG", {"from_location": "Carlisle", "to_location": "Isle of Man"}),
        ("nach zell am see am 12.12., wenn's nicht passt wie komm ich mit der linie heim", "EDHM", {"return_day": None}),
    ],
)  # fmt: skip
def test_a_trip_is_read_as_it_is_told(reader: Reader, text: str, home: str, wanted: dict[str, Any]) -> None:
    given = trip(reader.said(text, TUESDAY, None, home))
    found = {name: given.get(name) for name in wanted}
    assert {name: None if value == "home" else value for name, value in found.items()} == wanted


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("emmener ma femme et les 2 gosses", 4),
        ("on emmène mes parents à Pau, mon mari et moi", 4),
        ("mit oma und opa", 3),
        ("avec ma soeur", 2),
        ("on est trois plus un bébé", 4),
        ("me, Sue and her mum", 3),
    ],
)
def test_everybody_aboard_is_counted(text: str, number: int) -> None:
    people = find_people(text)
    assert people is not None
    assert people.number == number
