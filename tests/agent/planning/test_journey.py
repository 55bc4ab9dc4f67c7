"""Who travels by airline, when, and what a short message changes of it."""

from __future__ import annotations

from typing import Any

import pytest

START = "airline flights from London to Nice on 12 June"
ENDS = {"origin": "London", "destination": "Nice", "departure_date": "2027-06-12"}


@pytest.mark.parametrize(
    ("more", "arguments"),
    [
        ("2 adults and 2 children aged 4 and 9", {"adults": 2, "children": 2, "child_ages": [4, 9]}),
        ("for me, my wife and a baby", {"adults": 2, "infants": 1}),
        ("two adults, one child (7)", {"adults": 2, "children": 1, "child_ages": [7]}),
        ("4 people including 2 kids", {"adults": 2, "children": 2}),
        ("one adult and our son, 5 years old", {"children": 1, "child_ages": [5]}),
        ("zwei Erwachsene und ein Kind", {"adults": 2, "children": 1}),
        ("2 adultes et un bébé", {"adults": 2, "infants": 1}),
        ("leaving before 10am", {"departure_time": {"before": "10:00"}}),
        ("after 18:00", {"departure_time": {"after": "18:00"}}),
        ("arriving before 18:00", {"arrival_time": {"before": "18:00"}}),
        ("in the evening", {"departure_time": {"after": "17:00", "before": "23:59"}}),
        ("the earliest please", {"sort": "earliest"}),
    ],
)
async def test_people_and_times_are_read(ask: Any, more: str, arguments: dict[str, Any]) -> None:
    plan = await ask(f"{START}, {more}")
    assert [(step.tool, dict(step.arguments)) for step in plan.steps] == [
        ("search_flights", {**ENDS, **arguments})
    ]


async def test_short_messages_change_what_they_name(dialogue: Any) -> None:
    await dialogue.say(f"{START}, business, back on 19 June")
    known = {**ENDS, "cabin_class": "business", "return_date": "2027-06-19"}
    for said, change in (
        ("return a day later", {"return_date": "2027-06-20"}),
        ("a day earlier", {"departure_date": "2027-06-11"}),
        ("two adults", {"adults": 2}),
        ("economy instead", {"cabin_class": "economy"}),
        ("direct only", {"max_connections": 0}),
        ("cheaper", {"sort": "price"}),
        ("earlier", {"sort": "earliest"}),
        ("before noon: before 12:00", {"departure_time": {"before": "12:00"}}),
        ("any time", {"departure_time": None}),
        ("no return", {"return_date": None}),
    ):
        known |= change
        plan = await dialogue.say(said)
        expected = {name: value for name, value in known.items() if value is not None}
        assert [(step.tool, dict(step.arguments)) for step in plan.steps] == [("search_flights", expected)], said


@pytest.mark.parametrize(
    ("said", "back"), [("return in a week", "2027-06-19"), ("back 3 days later", "2027-06-15"), ("return", None)]
)
async def test_a_return_after_some_days_is_counted_from_the_way_there(
    ask: Any, said: str, back: str | None
) -> None:
    plan = await ask(f"{START}, {said}")
    assert plan.steps[0].arguments.get("return_date") == back


async def test_how_one_gets_about_is_no_interest(dialogue: Any) -> None:
    await dialogue.say("Landing LFAT 11:00 local on Tuesday, off blocks 16:00. Lunch and something to see?")
    plan = await dialogue.say("by bike")
    assert plan.steps[0].arguments["transfer"] == "bike"
    assert plan.steps[0].arguments["interests"] == ["food", "culture"]


@pytest.mark.parametrize(
    ("text", "leaves", "back"),
    [  # asked on Saturday 21 November 2026
        ("airline flights London to Nice tomorrow returning Saturday", "2026-11-22", "2026-11-28"),
        ("airline flights London to Nice tomorrow returning Sunday", "2026-11-22", "2026-11-22"),
        ("airline flights London to Nice on 27 November, back on Monday", "2026-11-27", "2026-11-30"),
        ("flights from London to Nice next Friday, return on Sunday", "2026-11-27", "2026-11-29"),
        ("vols Londres Nice demain, retour samedi", "2026-11-22", "2026-11-28"),
        ("airline flights London to Nice on 12 June, back on 10 June", "2027-06-12", "2027-06-10"),
    ],
)
async def test_a_weekday_of_return_is_the_first_one_from_the_departure_on(
    ask: Any, text: str, leaves: str, back: str
) -> None:
    arguments = (await ask(text)).steps[0].arguments
    assert (arguments["departure_date"], arguments["return_date"]) == (leaves, back)


async def test_a_weekday_of_return_said_later_follows_the_departure_too(dialogue: Any) -> None:
    await dialogue.say("airline flights from London to Nice on 27 November")
    plan = await dialogue.say("returning on Sunday")
    assert plan.steps[0].arguments["return_date"] == "2026-11-29"


@pytest.mark.parametrize("who", ["for nobody", "for no one", "for 0 people", "pour personne", "0 adults"])
async def test_nobody_is_not_one_adult(ask: Any, who: str) -> None:
    plan = await ask(f"{START} {who}")
    assert [step.tool for step in plan.steps] == ["search_flights"]
    assert plan.steps[0].arguments.get("adults") == 0
    assert not plan.steps[0].arguments.get("children")
