"""What somebody in a group most likely means, where no rule reads it: learnt from what clubs say.

A linear head over the encoder's figures of a text; `python -m data.build club_talk` teaches it. Nothing is ever
done by it alone: of what it hears somebody is asked first, or told what stands on the card.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from agent.language.apostrophes import with_apostrophes
from agent.language.wording import plain
from agent.understanding.encoder import LONGEST, load_encoder
from agent.understanding.heads import load_head

SCALE = 4.0
"""What a vector of length one is multiplied by before the head."""
NOTHING = "nothing"
FILE = "club_talk.npz"


def shares(text: str, folder: Path) -> dict[str, float]:
    """How likely each class is, by the weights of this folder. Raises `DataProblem` when they cannot be read."""
    head = load_head(folder / FILE, "what clubs say")
    meaning = load_encoder(folder / "encoder.npz").meaning(spoken_plainly(text))
    logits = head.of(meaning, SCALE)
    powers = np.exp(logits - logits.max())
    return dict(zip(head.classes, (powers / powers.sum()).tolist(), strict=True))


def spoken_plainly(text: str) -> str:
    """A text as the head was taught it."""
    return with_apostrophes(plain(text))[:LONGEST]
