"""Which path a question takes, and which countries it touches."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.deps import Deps
from agent.protocol import Conversation, Question, ToolCall
from agent.understanding import make_plan, routing

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "path", "countries"),
    [
        ("VFR rules in France", "rules", ("FR",)),
        ("Do I need a flight plan for VFR to Germany?", "rules", ("DE",)),
        ("airports with avgas near EDNY", "database", ("DE",)),
        ("customs from EGTF to LFAT?", "database", ("GB", "FR")),
        ("German fields with customs", "database", ("DE",)),
        ("Find airports near Lyon and tell me the PPR rules there", "both", ("FR",)),
        ("route from EGHH to LFBH and do I need a flight plan in France", "both", ("GB", "FR")),
        ("ist Nacht-VFR in Österreich erlaubt", "rules", ("AT",)),
        ("règles pour l'Italie", "rules", ("IT",)),
        ("Jersey to Guernsey how far", "database", ("JE", "GG")),
        ("what notice does EGNS need", "database", ("IM",)),
        ("PPR at lfat", "database", ("FR",)),
        ("compare FR and GB", "rules", ("FR", "GB")),
    ],
)
async def test_path_and_countries_of_a_question(
    deps: Deps, text: str, path: str, countries: tuple[str, ...]
) -> None:
    plan = await make_plan(Question(text=text, at=NOW), Conversation(), deps)
    assert plan.path == path
    assert set(plan.countries) == set(countries)


@pytest.mark.parametrize(
    ("code", "country"),
    [
        ("EGJJ", "JE"),
        ("EGJB", "GG"),
        ("EGNS", "IM"),
        ("GCXO", "ES"),
        ("ETNL", "DE"),
        ("BKPR", "XK"),
        ("UKKK", "UA"),
        ("LOWI", "AT"),
        ("ENBR", "NO"),
    ],
)
def test_the_country_of_an_icao_code(deps: Deps, code: str, country: str) -> None:
    assert routing.countries_in(f"Can I land at {code}?", deps.countries) == (country,)


def test_ordinary_words_are_no_countries(deps: Deps) -> None:
    for text in ("is it ok to land", "at noon it is be no", "no idea, so be it"):
        assert routing.countries_in(text, deps.countries) == ()


def test_the_last_messages_give_the_countries_when_the_question_names_none(deps: Deps) -> None:
    earlier = ["rules for Spain", "and Portugal?", "thanks"]
    assert routing.countries_of([*earlier, "is night VFR allowed there"], deps.countries) == ("PT",)
    assert routing.countries_of(["rules for Spain", *["thanks"] * 5, "and there?"], deps.countries) == ()


def test_the_keywords_decide_first(deps: Deps) -> None:
    assert routing.keyword_path("is a transponder mandatory") == "rules"
    assert routing.keyword_path("find avgas near Lyon") == "database"
    assert routing.keyword_path("hello") is None


def test_a_decision_says_why_and_how_sure(deps: Deps) -> None:
    steps = [ToolCall(tool="answer_rules_question", arguments={"country_code": "FR"})]
    decision = routing.route("is night VFR allowed in France", [], steps, 0.8, deps.countries)
    assert (decision.path, decision.countries) == ("rules", ("FR",))
    assert decision.confidence >= 0.8
    assert decision.reasoning
