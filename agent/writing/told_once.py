"""What a later one of several answers tells again is told once: lines, things to do, what is folded."""

from __future__ import annotations

from collections.abc import Sequence

from agent.protocol import Answer, Deadline, Deadlines, Folded, Part, Passage
from agent.writing.parts import text
from tongue import later, say

_SHORT_LINE = 12
"""Letters of a line that may stand in two answers of a message."""
_HOLDS, _HOLD = later("Point {points} above holds here too."), later("Points {points} above hold here too.")


def told_once(drafts: Sequence[Answer]) -> tuple[Answer, ...]:
    """The answers without what one before them has told.

    Of plain words, each longer line; of lists of what to do, each thing that the first list has, whose numbers are
    named instead, and each line behind their folds.
    """
    told: set[str] = set()
    folded: set[str] = set()
    first: tuple[Deadline, ...] = ()
    kept: list[Answer] = []
    for draft in drafts:
        if any(isinstance(part, Deadlines) for part in draft.parts):
            parts = tuple(part for whole in draft.parts for part in _left(whole, first, folded))
            changed = parts != draft.parts
            kept.append(draft.model_copy(update={"parts": parts, "text": text(parts)}) if changed else draft)
            first = first or next((part.deadlines for part in draft.parts if isinstance(part, Deadlines)), ())
            folded |= {line for part in draft.parts if isinstance(part, Folded) for line in _lines(part)}
            continue
        if draft.parts or draft.tables or draft.cards:
            kept.append(draft)
            continue
        lines = draft.text.split("\n")
        kept.append(draft.model_copy(update={"text": "\n".join(one for one in lines if one not in told)}))
        told |= {line for line in lines[1:] if len(line) > _SHORT_LINE}
    return tuple(kept)


def _left(part: Part, first: Sequence[Deadline], folded: set[str]) -> list[Part]:
    """What is left of a part behind those before it."""
    match part:
        case Deadlines():
            again = [number for number, one in enumerate(first, start=1) if one in part.deadlines]
            if not again:
                return [part]
            new = tuple(one for one in part.deadlines if one not in first)
            points = ", ".join(map(str, again))
            above = say(_HOLD if len(again) > 1 else _HOLDS, points=points)
            return [Passage(markdown=above), *([Deadlines(deadlines=new)] if new else [])]
        case Folded():
            lines = [line for line in _lines(part) if line not in folded]
            return [part.model_copy(update={"markdown": "\n".join(lines)})] if lines else []
        case _:
            return [part]


def _lines(part: Folded) -> list[str]:
    return [line for line in part.markdown.split("\n") if line.strip()]
