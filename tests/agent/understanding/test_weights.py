"""The shipped weights are learnt from the shipped sentences, and the blind hands are a third of all and train nothing."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from data.build import club_talk
from data.build.reader import made_of

UNDERSTANDING = Path(__file__).resolve().parents[3] / "data" / "understanding"
BLIND = Path(__file__).resolve().parent / "blind"


def test_the_weights_are_of_the_sentences_that_ship() -> None:
    with np.load(UNDERSTANDING / "classifier.npz", allow_pickle=False) as weights:
        assert str(weights["made_of"]) == made_of(UNDERSTANDING), "run `make reader`"


def test_what_clubs_say_is_learnt_from_the_sentences_that_ship() -> None:
    with np.load(UNDERSTANDING / "club_talk.npz", allow_pickle=False) as weights:
        assert str(weights["made_of"]) == club_talk.made_of(UNDERSTANDING), "run `python -m data.build club_talk`"


def test_a_third_of_the_hands_is_blind_and_none_is_in_both() -> None:
    learnt, blind = (
        {json.loads(p.read_text("utf-8").splitlines()[0])["set"] for p in f.glob("*.jsonl")}
        for f in (UNDERSTANDING / "hands", BLIND)
    )
    assert not learnt & blind
    assert 2 * len(blind) >= len(learnt)
