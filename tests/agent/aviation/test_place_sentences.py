"""Names of places in sentences, as pilots say them: how many lead where they are meant to."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from agent.deps import Deps
from agent.language.vocabulary import Vocabulary

TARGET = 0.97


@pytest.fixture(scope="module")
def score() -> ModuleType:
    spec = importlib.util.spec_from_file_location("place_score", Path(__file__).with_name("place_score.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("blind", [False, True], ids=["open", "blind"])
def test_97_of_100_names_lead_where_they_are_meant_to(score: ModuleType, deps: Deps, blind: bool) -> None:
    vocabulary = Vocabulary.load(deps.settings)
    half = [one for one in score.sentences() if one.blind is blind]
    right = sum(score.is_right(one, score.named(one, deps, vocabulary)) for one in half)
    assert len(half) >= 250
    assert right >= TARGET * len(half)
