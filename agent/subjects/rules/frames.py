"""The common text that leaves a matter to each state, beside what a state says: only what that leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent import regex as re
from agent.rules.corpus import RuleAnswer
from agent.writing.parts import SENTENCE

_MATTERS = (
    re.compile(r"\bflight plans?\b"),
    re.compile(r"\bradio\b"),
    re.compile(r"\bvisibility\b"),
    re.compile(r"\bceiling\b"),
    re.compile(r"\bsurface in sight\b"),
    re.compile(r"\bheights?\b|\babove (?:it|the highest)\b"),
)
_LEFT_OPEN = re.compile(r"\b(?:not held|not hold|not read)\b")
_DECIDES = re.compile(r"^Each state decides\b")
_ITS_TEXT = re.compile(r"^Paragraph\b|\bitself was not read\b")


def without_what_it_says(answers: Sequence[RuleAnswer]) -> list[RuleAnswer]:
    """A country's answers: of a frame only what no answer of its own speaks of."""
    own = [answer for answer in answers if not answer.frame]
    if not own or len(own) == len(answers):
        return list(answers)
    said = {
        place
        for answer in own
        for sentence in _sentences(answer.text)
        if not _LEFT_OPEN.search(sentence)
        for place in _matters(sentence)
    }
    left = [replace(one, text=_left(one.text, said), short="") if one.frame else one for one in answers]
    return [one for one in left if one.text]


def _left(text: str, said: set[int]) -> str:
    """The sentences of a frame that speak of more than what is said; "" where none does."""
    kept = [
        one
        for one in _sentences(text)
        if not _DECIDES.search(one) and not (_matters(one) and _matters(one) <= said)
    ]
    return " ".join(kept) if any(_matters(one) and not _ITS_TEXT.search(one) for one in kept) else ""


def _matters(sentence: str) -> set[int]:
    low = sentence.lower()
    return {place for place, matter in enumerate(_MATTERS) if matter.search(low)}


def _sentences(text: str) -> list[str]:
    return [one for one in SENTENCE.split(text) if one]
