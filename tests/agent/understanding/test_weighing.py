"""How the ways to read a message are weighed against each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.understanding.reader.weighing import Weighing, load_weighing

SHIPPED = load_weighing(AgentSettings.from_environ({}).data / "understanding" / "weighing.json")


@given(st.lists(st.dictionaries(st.sampled_from([*SHIPPED.weights, "unheard of"]), st.floats(-9, 9)), max_size=9))
def test_shares_are_probabilities_that_leave_room_for_none(options: list[dict[str, float]]) -> None:
    shares = SHIPPED.shares(options)
    assert len(shares) == len(options)
    assert all(0 <= share <= 1 for share in shares)
    assert sum(shares) <= 1 + 1e-9


def test_who_finds_what_it_needs_and_leaves_nothing_aside_wins() -> None:
    good, lacking, wasteful = (
        {"likely": -0.7},
        {"likely": -0.7, "lacks": 1.0},
        {"likely": -0.7, "unused places": 2.0},
    )
    first, second, third = SHIPPED.shares([good, lacking, wasteful])
    assert first > second and first > third


def test_a_larger_share_is_surer() -> None:
    sure = [SHIPPED.sure(share) for share in (0.0, 0.1, 0.5, 0.9, 1.0)]
    assert sure == sorted(sure) and sure[0] > 0 and sure[-1] < 1


def test_damaged_weights_say_what_to_do(tmp_path: Path) -> None:
    for text in ("", "{}", '{"weights": {"likely": "x"}, "trust": [1, 0]}'):
        path = tmp_path / f"{len(text)}.json"
        path.write_text(text)
        with pytest.raises(DataProblem) as caught:
            load_weighing(path)
        assert "make reader" in caught.value.user_message


def test_without_weights_nothing_is_preferred() -> None:
    assert Weighing({}, (1.0, 0.0)).shares([{"likely": -1.0}, {"likely": -3.0}]) == pytest.approx([1 / 3, 1 / 3])
