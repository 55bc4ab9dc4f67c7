"""A number of miles is a number of miles without the word: "within 80 of LFAT"; a part of a country is an area."""

from __future__ import annotations

from typing import Any

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Plan, Planned, Question


async def plans(deps: Deps, *texts: str) -> list[Plan]:
    """What each message of a chat is read as."""
    conversation, read = Conversation(), list[Plan]()
    for text in texts:
        async for event in answer(Question(text=text, at=deps.now()), conversation, deps):
            match event:
                case Planned():
                    read.append(event.plan)
                case Done():
                    conversation = event.conversation
                case _:
                    pass
    return read


@pytest.mark.parametrize(
    ("text", "place", "miles"),
    [
        ("airfields within 80 of Lyon with a restaurant", "Lyon", 80),
        ("less than 60 from Ghent with avgas", "Ghent", 60),
        ("airfields within 100 of Colmar with customs", "Colmar", 100),
    ],
)
async def test_miles_need_no_word(deps: Deps, text: str, place: str, miles: int) -> None:
    (plan,) = await plans(deps, text)
    arguments: dict[str, Any] = plan.steps[0].arguments
    assert (arguments["location_query"], arguments["max_distance_nm"]) == (place, miles)


@pytest.mark.parametrize(
    ("first", "then", "miles"),
    [
        ("airports near Le Touquet with avgas", "within 80", 80),
        ("terrains près de Nantes avec restaurant", "dans un rayon de 80", 80),
        ("Plätze bei Straubing", "im Umkreis von 80", 80),
    ],
)
async def test_a_list_is_widened_by_a_bare_number(deps: Deps, first: str, then: str, miles: int) -> None:
    one, two = await plans(deps, first, then)
    assert two.steps[0].arguments == {**one.steps[0].arguments, "max_distance_nm": miles}


@pytest.mark.parametrize(
    ("text", "area"),
    [
        ("airfields in the canton of Vaud", "Vaud"),
        ("airfields in the province of Girona", "Girona"),
        ("airfields in the Var department", "Var"),
        ("terrains du Var avec carburant", "Var"),
        ("airfields in the Lot", "Lot"),
        ("airfields in Canton", "Canton"),
    ],
)
async def test_a_part_of_a_country_is_asked_by_its_name(deps: Deps, text: str, area: str) -> None:
    (plan,) = await plans(deps, text)
    assert [(s.tool, s.arguments["query"]) for s in plan.steps] == [("search_airports", area)]


async def test_what_is_known_of_a_field_is_asked_in_a_chat_as_alone(deps: Deps) -> None:
    _, two = await plans(deps, "customs at LFQA", "fuel at EGBJ")
    assert two.steps[0].arguments == {"icao_code": "EGBJ", "about": ["fuel"]}


async def test_a_card_that_one_pays_with_is_no_paper_of_the_border(deps: Deps) -> None:
    (plan,) = await plans(deps, "can I buy 100LL at Quimper with a Visa card")
    assert (plan.steps[0].tool, plan.steps[0].arguments["icao_code"]) == ("get_airport_details", "LFRQ")


async def test_where_one_can_eat_is_no_question_of_all_countries(deps: Deps) -> None:
    (plan,) = await plans(deps, "where can I eat without leaving the airfield around Etretat")
    assert plan.steps[0].tool == "find_airports_near_location"
