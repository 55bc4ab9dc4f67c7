"""What somebody in a group most likely means, where no rule reads it: learnt from what clubs say.

A linear head over the encoder's figures of a text and over the concepts that stand in its words;
`python -m data.build club_talk` teaches it. Nothing is ever done by it alone: of what it hears somebody is asked
first, or told what stands on the card.
"""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

import numpy as np

from agent.language.apostrophes import with_apostrophes
from agent.language.wording import plain
from agent.understanding.reader.encoder import LONGEST, Floats, load_encoder
from agent.understanding.reader.heads import load_head
from bot.outings.evidence import Evidence

SCALE = 4.0
"""What a vector of length one is multiplied by before the head."""
SIGN = 0.125
"""What a concept that is said counts beside it: one says about as much as the whole vector's direction."""
NOTHING = "nothing"
FILE = "club_talk.npz"


def shares(text: str, said: Evidence, folder: Path) -> dict[str, float]:
    """How likely each class is, by the weights of this folder. Raises `DataProblem` when they cannot be read."""
    head = load_head(folder / FILE, "what clubs say")
    meaning = load_encoder(folder / "encoder.npz").meaning(spoken_plainly(text))
    logits = head.of(with_signs(meaning, signs_of(said), head.signs), SCALE)
    powers = np.exp(logits - logits.max())
    return dict(zip(head.classes, (powers / powers.sum()).tolist(), strict=True))


def with_signs(meaning: Floats, found: Set[str], known: tuple[str, ...]) -> Floats:
    """The figures of a text, and behind them which of the known signs stand in it."""
    return np.concatenate([meaning, [SIGN * (name in found) for name in known]]).astype(np.float32)


def signs_of(e: Evidence) -> frozenset[str]:
    """What stands in a text: its concepts, that it asks, and which figures it names."""
    figures = {
        "a question": e.asks, "a question mark": "?" in e.text, "a day": e.day is not None,
        "a time": bool(e.clock), "a span": e.minutes > 0, "money": e.money is not None,
        "a currency": e.money is not None and bool(e.money[1]),
        "an aircraft": bool(e.craft), "a number": e.number is not None, "a field": bool(e.places),
        "a place": bool(e.said.slots.spots), "guests": e.guests is not None, "a reference": bool(e.reference),
        f"{min(4, len(e.words) // 4) * 4} words or more": True,
    }  # fmt: skip
    return e.names | {name for name, found in figures.items() if found}


def spoken_plainly(text: str) -> str:
    """A text as the head was taught it."""
    return with_apostrophes(plain(text))[:LONGEST]
