"""Which papers are carried, who is to be told, a field told twice, and a trip that is called off."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.language.carried import ABOARD, TRAVELLERS, papers_asked
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Question
from agent.subjects.trip.reading_end import is_called_off

AT = datetime(2026, 11, 28, 9, tzinfo=UTC)
TRIP = "EGTF to LFAT saturday 5 december 10:00 back 15:30"
Step = tuple[str, dict[str, Any]]


async def asked(deps: Deps, *texts: str) -> tuple[Done, list[Step]]:
    memory, done = Conversation(disclaimed=AT.date()), None
    for text in texts:
        *_, done = [e async for e in answer(Question(text=text, at=AT), memory, deps)]
        assert isinstance(done, Done)
        memory = done.conversation
    assert isinstance(done, Done) and memory.last_plan is not None
    return done, [(step.tool, dict(step.arguments)) for step in memory.last_plan.steps]


@pytest.mark.parametrize(
    ("said", "entries"),
    [
        ("what papers must be aboard", {ABOARD}),
        ("which documents do I carry", {ABOARD}),
        ("welche papiere muss ich mitführen", {ABOARD}),
        ("quels papiers à bord", {ABOARD}),
        ("do my two friends need passports", {TRAVELLERS}),
        ("what do my passengers need", {TRAVELLERS}),
        ("was brauchen meine mitflieger", {TRAVELLERS}),
        ("faut-il un passeport", {TRAVELLERS}),
        ("what papers do i need", {ABOARD, TRAVELLERS}),
        ("what paperwork", set[str]()),
        ("when do i have to send the gar", set[str]()),
        ("how many passengers", set[str]()),
    ],
)
def test_papers_are_known_by_their_words(said: str, entries: set[str]) -> None:
    assert {name for name, _ in papers_asked(said)} == entries


async def test_the_papers_stand_beside_the_trip_that_asks_for_them(deps: Deps) -> None:
    done, steps = await asked(
        deps, "EGBG to LFAT saturday 10:00 with 2 friends in a hired PA28, what papers must be aboard, passports?"
    )
    assert [tool for tool, _ in steps] == ["plan_trip", "answer_rules_question", "answer_rules_question"]
    assert steps[0][1]["people"] == 3
    assert "NCO.GEN.135" in done.answer.text and "at least 3 months after leaving" in done.answer.text
    assert "could not take account" not in done.answer.text


async def test_papers_asked_of_the_trip_in_hand_are_those_of_the_state_that_is_entered(deps: Deps) -> None:
    _, steps = await asked(deps, TRIP, "what papers must be aboard?")
    assert [(tool, given["country_code"]) for tool, given in steps] == [("answer_rules_question", "FR")]


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("EGTF to LFAT saturday, arrive 11, leave again at 15, what do I need", ("EGTF", "LFAT")),
        ("we go to Calais er Le Touquet I mean sunday 10:00 from Headcorn", ("Headcorn", "Le Touquet")),
        (
            "if I leave Le Touquet at 15:00 on sunday, do I make it home to EGBG before dark at 105 kt",
            ("Le Touquet", "EGBG"),
        ),
        (
            "Rochester to Lelystad friday 11 december 13:00 back sunday 15:00, when must the Dutch be told",
            ("Rochester", "Lelystad"),
        ),
        ("Grenchen nach Lydd Samstag 10:00, wann muss ich die Briten informieren", ("Grenchen", "Lydd")),
        ("Lognes Lydd samedi 10h retour 16h, faut-il prévenir les anglais", ("Lognes", "Lydd")),
    ],
)
async def test_a_trip_is_read_with_what_is_said_beside_it(deps: Deps, said: str, ends: tuple[str, str]) -> None:
    _, steps = await asked(deps, said)
    (tool, given), *_ = steps
    assert (tool, given["from_location"], given["to_location"]) == ("plan_trip", *ends)


async def test_what_is_known_of_the_garda_is_told(deps: Deps) -> None:
    done, _ = await asked(deps, "EGBG to Weston saturday 10:00, do I have to tell the Gardai")
    assert "no notice to the Garda with a lead time was read" in done.answer.text


@pytest.mark.parametrize(
    ("said", "off"),
    [
        ("cancel that, we're not going", True),
        ("forget it, we stay home", True),
        ("ok the trip is off", True),
        ("c'est annulé on n'y va plus", True),
        ("wir fliegen doch nicht", True),
        ("wir bleiben daheim", True),
        ("cancel that, just the outbound", False),
        ("we're not going before ten", False),
        ("we're not going to calais but le touquet", False),
        ("cancel the reminders", False),
    ],
)
def test_a_trip_is_called_off_by_its_words(said: str, *, off: bool) -> None:
    assert is_called_off(said) is off


async def test_a_trip_that_is_called_off_tells_what_to_take_back(deps: Deps) -> None:
    done, steps = await asked(deps, TRIP, "and if we leave at 11 instead?", "cancel that, we're not going")
    assert steps == [("set_reminders", {"called_off": True})]
    assert "not flown" in done.answer.text and "flight plan" in done.answer.text


async def test_the_last_change_alone_is_taken_back(deps: Deps) -> None:
    _, steps = await asked(deps, TRIP, "and if we leave at 11 instead?", "cancel that")
    assert [(tool, given["off_block"]) for tool, given in steps] == [("plan_trip", "10:00")]
