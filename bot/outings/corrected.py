"""A sum that was entered wrongly, corrected in words: "no, 52 not 48", "the landing should have been 38".

Which figure is the wrong one the entries tell: nothing is corrected that is not one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from bot.outings.evidence import Evidence
from bot.outings.outing import Expense

MOST_WORDS = 16
LATEST_HOUR = 2_400
"""Figures up to 24 may be hours, minor units."""
_NOT_THAT = re.compile(
    r"\b(?:not|no|nope|scrub|scrap|scratch|strike|instead of|rather than|sorry|oops|wrong|was|were|isn'?t|wasn'?t"
    r"|typo|nicht|kein|nein|statt|anstatt|sondern|falsch|waren?|sorry|vertippt|streich\w*"
    r"|non|pas|au lieu|plutôt que|c'était|était|erreur|faux|pardon|barre\w*|oublie\w*)\b",
    re.IGNORECASE,
)
_SHOULD_BE = re.compile(
    r"\b(?:i meant|meant|should (?:be|have been|say|read)|correction|typo|misread|mistyped|was (?:actually|really)"
    r"|were (?:actually|really)|(?:actually|really) (?:was|were|it was)|in fact|got it wrong|fat fingers"
    r"|meinte|sollte|richtig (?:ist|sind|wäre)|korrektur|waren? (?:eigentlich|doch|nur)|doch nur|vertippt|verlesen"
    r"|je voulais dire|voulais dire|aurait dû|en fait|en réalité|erreur|rectification|corrige\w*)\b",
    re.IGNORECASE,
)


def figures_corrected(e: Evidence) -> tuple[int, ...]:
    """The figures of a correction, minor units: the right and the wrong one in whatever order, or the right one
    alone where it is said of what or in which currency; nothing for any other message."""
    amounts = tuple(dict.fromkeys(amount for amount, _ in e.amounts))
    if len(e.words) > MOST_WORDS or e.text.rstrip().endswith("?"):
        return ()
    plain = not any(currency for _, currency in e.amounts)
    if plain and all(amount <= LATEST_HOUR for amount in amounts) and e.has("change.move", "change.instead"):
        return ()  # "make it 11, not 10"
    if len(amounts) == 2 and (_NOT_THAT.search(e.text) or _SHOULD_BE.search(e.text)):
        return amounts
    named = e.spent_on != ("costs",) or not plain
    return amounts if len(amounts) == 1 and named and _SHOULD_BE.search(e.text) else ()


def entry_meant(
    figures: Sequence[int], what: Sequence[str], entries: Sequence[Expense]
) -> tuple[Expense, int] | None:
    """The entry that is wrong and its right amount; None where it is not told which of several."""
    if len(figures) == 2:
        wrong = [one for one in entries if one.amount in figures]
        if len({one.amount for one in wrong}) != 1:
            return None
        return wrong[-1], next(figure for figure in figures if figure != wrong[-1].amount)
    named = [one for one in entries if one.what in what]
    wrong = named or (list(entries) if what == ("costs",) else [])
    right = figures[0] if figures else 0
    return (wrong[-1], right) if len(wrong) == 1 and right and wrong[-1].amount != right else None
