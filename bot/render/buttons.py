"""The taps under an answer: other readings and examples first, then the next questions."""

from __future__ import annotations

from agent.protocol import Choice, Done, Folded, Rows

MOST_BUTTONS = 4
LONGEST_LABEL = 40
"""What every chat app shows whole on a phone; what is longer can be typed, a cut label cannot be understood."""


def taps(done: Done, *, folds: bool = True) -> tuple[Choice, ...]:
    """What can be tapped under an answer, each with what it stands for; no two alike, none that a row opens.

    Where a channel shows `folds`, none that a fold says.
    """
    opened = {
        _meaning(row.opens)
        for part in done.answer.parts
        if isinstance(part, Rows)
        for row in part.rows
        if row.opens is not None
    }
    offered = [
        *done.answer.choices,
        *(Choice(label=s.label, text=s.text, call=s.call) for s in done.suggestions),
    ]
    parts = done.answer.parts if folds else ()
    folded = {part.title for part in parts if isinstance(part, Folded) and part.tapped}
    offered = [c for c in offered if _meaning(c) not in opened and c.label not in folded]
    distinct = {_meaning(choice): choice for choice in reversed(offered)}
    ordered = [choice for choice in offered if distinct[_meaning(choice)] is choice]
    return tuple([choice for choice in ordered if len(choice.label) <= LONGEST_LABEL][:MOST_BUTTONS])


def _meaning(choice: Choice) -> str:
    return choice.call.model_dump_json() if choice.call else choice.text.casefold()


def labels(done: Done) -> tuple[str, ...]:
    """The labels of all that can be tapped under the text alone, those of a list's rows first."""
    rows = [row.opens for part in done.answer.parts if isinstance(part, Rows) for row in part.rows if row.opens]
    return tuple(choice.label for choice in (*rows, *taps(done, folds=False)))
