"""A question about one airfield is answered for that one, never silently for another some way off."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.deps import Deps
from agent.locate import NotLocated, one_field
from agent.protocol import Question
from agent.registry import ToolContext

AT = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "ident"),
    [("LFAT", "LFAT"), ("Dinard", "LFRD"), ("Cambridge", "EGSC"), ("Jersey", "EGJJ"), ("Redhill", "EGKR")],
)
def test_a_field_by_its_code_or_name(deps: Deps, said: str, ident: str) -> None:
    found = one_field(said, ToolContext(deps, Question(text=said, at=AT)))
    assert not isinstance(found, NotLocated) and found.ident == ident


@pytest.mark.parametrize(("said", "near"), [("Manston", "EGMD"), ("Étretat", "LFOH"), ("Windsor", "EGLM")])
def test_a_place_without_a_field_names_those_near_it(deps: Deps, said: str, near: str) -> None:
    found = one_field(said, ToolContext(deps, Question(text=said, at=AT)))
    assert isinstance(found, NotLocated)
    assert said in found.message and near in found.suggestions
