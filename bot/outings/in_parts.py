"""Cuts a message under a card where it says two things: "count me in, and I'll do the PPR"."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from agent import regex as re
from bot.outings.heard import Heard

_CUTS = re.compile(
    r"(?<=[.!?;])\s+|\s*[;\n]+\s*|\s+[-–—]\s+"
    r"|\s*,\s*(?:(?:and|und|et|also|puis|then|dann)\b\s*)?"
    r"|\s+(?:and|und|et)\s+(?=(?:I|ich|je|who|when|what|where|is|can|could|any|wer|wann|was|gibt|kann|qui|quand|on"
    r"|PPR|the PPR|le PPR|die PPR|we|wir|nous)\b|I'|j'|c'est)",
    re.IGNORECASE,
)
_OF_ITS_OWN = frozenset(
    {
        "say", "bring", "withdraw", "seat", "report", "mine", "paid", "move", "answer_by", "plan_b", "who",
        "seats", "todo", "done_by", "back", "leaves", "cost", "cancel",
    }
)  # fmt: skip
"""What may stand beside something else in one message."""
_TOGETHER = (
    frozenset({"paid", "cost"}),
    frozenset({"who", "seats"}),
    frozenset({"say", "cancel"}),
    frozenset({"move", "cancel"}),
    frozenset({"back", "leaves"}),
)
"""What is one thing said twice, or weighed as one."""
MOST = 3
_ASKED = re.compile(
    r"\?|^\W*(?:any|how many|are there|is there|gibt|wie viele|reste|il reste|y a) \w+ \w", re.IGNORECASE
)


_HAD_IT_BEEN = re.compile(
    r"\b(?:would|could|might|should)(?:n't)? have\b|'d (?:have|be|been)\b|\bhätten?\b|\bwären?\b"
    r"|\baurai(?:s|t|ent)\b|\baurions\b",
    re.IGNORECASE,
)
""" "Half an hour later and we'd have been in the soup": one thought."""


def parts_of(text: str, hear: Callable[[str], Heard | None]) -> tuple[str, ...]:
    """The parts of a message, each with what was said around it; nothing where it says one thing alone."""
    if _HAD_IT_BEEN.search(text):
        return ()
    cuts = [0, *(m.end() for m in _CUTS.finditer(text)), len(text)]
    ends = [*(m.start() for m in _CUTS.finditer(text)), len(text)]
    said: list[tuple[str, Heard]] = []
    before = ""
    for (begins, _), ends_at in zip(pairwise(cuts), ends, strict=True):
        clause = text[begins:ends_at].strip()
        if before:
            clause, before = f"{before}, {clause}", ""
        heard = hear(clause) if clause else None
        if heard is not None and heard.kind == "seats" and not _ASKED.search(clause):
            heard = None  # "count me in, any seat", "I'll take my microlight, one spare seat"
        if heard is not None and (not said or not _same(said[-1][1], heard)):
            said.append((clause, heard))
        elif said:
            whole = f"{said[-1][0]}, {clause}"  # why, or more of the same
            again = hear(whole)
            said[-1] = (
                whole if again is not None and again.kind == said[-1][1].kind else said[-1][0],
                said[-1][1],
            )
        else:
            before = clause  # what it begins with is read with what follows
    kinds = [heard.kind for _, heard in said]
    if not 1 < len(said) <= MOST or len(set(kinds)) < len(kinds) or not _OF_ITS_OWN.issuperset(kinds):
        return ()
    leaves = any(heard.kind == "say" and heard.state != "in" for _, heard in said)  # "not ten, eleven would do"
    if any(pair <= set(kinds) for pair in _TOGETHER) or (leaves and {"seat", "bring", "move"} & set(kinds)):
        return ()
    return tuple(clause for clause, _ in said)


def _same(one: Heard, other: Heard) -> bool:
    return (one.kind, one.task if other.task else "") == (other.kind, other.task if one.task else "")
