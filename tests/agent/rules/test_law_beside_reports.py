"""What pilots report is never left alone where the corpus holds the regulation on the same subject."""

from __future__ import annotations

import pytest
from contracts.tool_use import use

from agent.deps import Deps
from agent.subjects.rules.tool import RulesAnswer


@pytest.mark.parametrize(
    ("country", "question", "reported", "law"),
    [
        ("GB", "Do I need a flight plan for VFR?", "vfr-flight-plan-required", "flight-plan-by-regulation"),
        ("DE", "Must I file a flight plan to fly VFR?", "vfr-flight-plan-required", "flight-plan-by-regulation"),
        (
            "CH",
            "do I need a take-off clearance at a towered airport?",
            "atc-airfield-permissions",
            "airspace-class-clearance",
        ),
        ("GB", "arriving from outside Schengen: customs and immigration?", "non-schengen-arrival", "gar-notice"),
    ],
)
async def test_what_pilots_report_is_followed_by_the_law(
    deps: Deps, country: str, question: str, reported: str, law: str
) -> None:
    result = await use(deps, "answer_rules_question", country_code=country, question=question)
    assert isinstance(result, RulesAnswer)
    assert [rule.question_id for rule in result.rules[:2]] == [reported, law]


async def test_the_law_is_not_said_twice_nor_for_a_country_without_it(deps: Deps) -> None:
    held = await use(deps, "answer_rules_question", country_code="IE", question="Do I need a flight plan for VFR?")
    assert isinstance(held, RulesAnswer)
    assert held.rules[0].answers[0].basis == "authority"
    jersey = await use(
        deps, "answer_rules_question", country_code="JE", question="Do I need a flight plan for VFR?"
    )
    assert isinstance(jersey, RulesAnswer)
    assert "flight-plan-by-regulation" not in [rule.question_id for rule in jersey.rules]


async def test_a_flight_plan_to_a_country_says_the_law_too(deps: Deps) -> None:
    asked = "Do I need a flight plan to fly VFR to Germany?"
    result = await use(deps, "answer_rules_question", country_code="DE", question=asked)
    assert isinstance(result, RulesAnswer)
    assert [rule.question_id for rule in result.rules] == [
        "fpl-border-crossing",
        "vfr-flight-plan-required",
        "flight-plan-by-regulation",
    ]
