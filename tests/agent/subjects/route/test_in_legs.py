"""A journey in legs, each a call of its own: the last one says the sum."""

from __future__ import annotations

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Question
from agent.subjects.route.tool import FlightDistance


async def test_a_journey_in_legs_says_its_sum_once(deps: Deps) -> None:
    asked = Question(text="distance EGBP - EGCK - EGNS - EGNH at 100 knots", at=deps.now())
    done = [event async for event in answer(asked, Conversation(), deps) if isinstance(event, Done)][-1]
    legs = [leg for leg in done.results if isinstance(leg, FlightDistance)]
    total = sum(leg.distance_nm or 0 for leg in legs)
    assert legs[0].total_nm is None
    assert legs[-1].total_nm == round(total, 1)
    assert done.answer.text.count("In all: ") == 1
    assert f"In all: **{total:,.0f} nm**" in done.answer.text


async def test_a_name_of_a_chain_that_no_place_has_is_said_to_be_left_out(deps: Deps) -> None:
    asked = Question(text="distance EGBP - EGCK - dishes - EGNS at 100 knots", at=deps.now())
    done = [event async for event in answer(asked, Conversation(), deps) if isinstance(event, Done)][-1]
    assert done.answer.text.startswith("I could not take account of “dishes”")
