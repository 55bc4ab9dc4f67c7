"""What is liked of a field ranks the list; what is asked for narrows it."""

from __future__ import annotations

from datetime import date

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.reader import Reader

SATURDAY = date(2026, 11, 28)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.mark.parametrize(
    ("question", "asked", "liked"),
    [
        ("fields within 40 nm of Popham with avgas, ideally with a cafe", "has_avgas", "restaurant"),
        ("avgas near Popham, grass preferred", "has_avgas", "has_soft_runway"),
        ("hard runway within 50 nm of EGLM, restaurant would be nice", "has_hard_runway", "restaurant"),
        ("avgas between EGTF and LFMD, customs if possible", "has_avgas", "point_of_entry"),
        ("Flugplätze um Augsburg mit Restaurant, am liebsten Gras", "restaurant", "has_soft_runway"),
        ("terrains autour de Dijon avec avgas, de préférence avec un restaurant", "has_avgas", "restaurant"),
    ],
)
def test_what_is_preferred_is_no_condition(question: str, asked: str, liked: str, reader: Reader) -> None:
    arguments = reader.readings(reader.said(question, SATURDAY), Known())[0].arguments
    filters, liking = arguments.get("filters"), arguments.get("liked")
    assert isinstance(filters, dict), arguments
    assert isinstance(liking, dict), arguments
    assert set(filters) == {asked}
    assert set(liking) == {liked}


def test_a_list_without_preferences_has_conditions_alone(reader: Reader) -> None:
    said = reader.said("grass strips near Popham with avgas", SATURDAY)
    arguments = reader.readings(said, Known())[0].arguments
    assert "liked" not in arguments
