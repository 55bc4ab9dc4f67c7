"""Knows a call for help: by its words, and where they leave it open by what the message means.

`data/understanding/distress.npz` holds what `python -m data.build distress` learnt of sentences that are such a call
("the far shore looks too far, no lift anywhere") and of those that only share its words ("wheels off the ground at
9.30"). Words alone decide where the question's own words are of something else beyond doubt.
"""

from __future__ import annotations

import math

from agent import regex as re
from agent import registry
from agent.errors import DataProblem
from agent.language.distress import load_distress
from agent.language.said import Said
from agent.understanding.reader.classifier import features
from agent.understanding.reader.encoder import after
from agent.understanding.reader.heads import load_head
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.reading import DISTRESS

FILE = "distress.npz"
LOOKED_AT_FROM = 0.007
"""From this share of the words' own guess on, what is meant is looked at: some 28 ms of CPU in one message of six."""
FEWEST_WORDS = 3
"""Words of a message that may call for help by its meaning alone: two that no table knows are a name ("hallfpenny green")."""
STANDS_FROM, MEANT_FROM = 0.17, 0.65
"""How sure the meaning must be where the words say that it is a call, and where they do not: a call that is missed is
worse than one too many ("flat tyre in the air" stands at .18; of 340 blind sentences that only share the words none more is taken for a call than at .2)."""

_SUM = "work_out_figures"
_MASSES = re.compile(r"\b(?:mto[mw]|max\w*|empty|leer\w*|vide)\W+(?:\w+\W+)?\d{3,4}\b.*\b\d{3,4}\b")


def is_call_for_help(said: Said, last: str, reader: Reader, *, by_words: bool) -> bool:
    """Whether a message is one, after a tool's answer ("" for none); `by_words` is what its words alone say.

    Where the weights cannot be read the words decide: nobody in trouble is told of a file.
    """
    if not by_words and len(said.slots.words) < FEWEST_WORDS:
        return False
    if last == _SUM and _MASSES.search(said.slots.low) and registry.is_calm(said):
        return False  # "max 1111 leer 720, tank 200 l", told of an aircraft behind its load
    if not by_words and load_distress(reader.deps.settings.data / "language").is_from_the_ground(said.slots.text):
        return False  # "prop damaged at Le Touquet, how do we get home"
    guess = reader.classifier.quick(features(said, last, reader.vocabulary.corrected))
    if not by_words and (guess.of(DISTRESS) < LOOKED_AT_FROM or registry.is_calm(said)):
        return False  # "temperature at 5,000 ft over Bristol", "Gewitter über den Alpen"
    try:
        head = load_head(reader.deps.settings.data / "understanding" / FILE, "calls for help")
        vector = reader.encoder.meaning(after("", said.slots.ordinary))
    except DataProblem:
        return by_words
    told = float(head.of(vector)) + head.by_words * by_words
    return 1 / (1 + math.exp(-told)) >= (STANDS_FROM if by_words else MEANT_FROM)
