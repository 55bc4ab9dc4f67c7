"""What a later one of several answers tells again is told once: lines, things to do, what is folded."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.protocol import Answer, Deadline, Deadlines, Folded, Headline, Part, Passage
from agent.writing.parts import sentences, text
from tongue import later, say

_SHORT_LINE = 12
"""Letters of a line that may stand in two answers of a message."""
_AS_ABOVE = later("As above, here too: {points}.")
_WORDS_OF_A_POINT = 60
"""Letters by which a thing to do is named again: the numbers of the next list begin anew."""


def told_once(drafts: Sequence[Answer]) -> tuple[Answer, ...]:
    """The answers without what one before them has told.

    Of plain words, each longer line; of lists of what to do, each thing that the first list has, which is only
    named, and each line behind their folds.
    """
    told: set[str] = set()
    folded: set[str] = set()
    sentences_told: set[str] = set()
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
        if draft.parts and not draft.tables and not draft.cards:
            parts = _untold(draft.parts, sentences_told)
            kept.append(
                draft if parts == draft.parts else draft.model_copy(update={"parts": parts, "text": text(parts)})
            )
            sentences_told |= {one for part in draft.parts for one in _long_sentences(part)}
            continue
        if draft.tables or draft.cards:
            kept.append(draft)
            continue
        lines = draft.text.split("\n")
        kept.append(draft.model_copy(update={"text": "\n".join(one for one in lines if one not in told)}))
        told |= {line for line in lines[1:] if len(line) > _SHORT_LINE}
    return tuple(kept)


def _untold(parts: Sequence[Part], told: set[str]) -> tuple[Part, ...]:
    """The parts without each whole matter, from a headline to the next, whose sentences were all told before."""
    matters: list[list[Part]] = [[]]
    for part in parts:
        if isinstance(part, Headline) and any(isinstance(one, Headline) for one in matters[-1]):
            matters.append([])
        matters[-1].append(part)
    kept = [matter for matter in matters if not _is_told(matter, told)]
    return tuple(part for matter in kept for part in matter) or tuple(parts)


def _is_told(matter: Sequence[Part], told: set[str]) -> bool:
    """Whether the sentences of a matter's texts are all told: not its headline nor where it stands."""
    said = [one for part in matter if isinstance(part, Passage | Folded) for one in _long_sentences(part)]
    plain = all(isinstance(part, Headline | Passage | Folded) for part in matter)
    return plain and bool(said) and all(one in told for one in said)


def _long_sentences(part: Part) -> list[str]:
    """The sentences of a text that is no mere source."""
    if not isinstance(part, Passage | Folded):
        return []
    said = [one.strip() for line in part.markdown.split("\n") if _STANDS not in line for one in sentences(line)]
    return [one for one in said if len(one) > _SHORT_SENTENCE]


_STANDS = "](http"
"""What a line has that tells where a text stands."""
_SHORT_SENTENCE = 40


def _left(part: Part, first: Sequence[Deadline], folded: set[str]) -> list[Part]:
    """What is left of a part behind those before it."""
    match part:
        case Deadlines():
            again = [_named(one) for one in first if one in part.deadlines]
            if not again:
                return [part]
            new = tuple(one for one in part.deadlines if one not in first)
            above = say(_AS_ABOVE, points="; ".join(dict.fromkeys(again)))
            return [Passage(markdown=above), *([Deadlines(deadlines=new)] if new else [])]
        case Folded():
            lines = [line for line in _lines(part) if line not in folded]
            return [part.model_copy(update={"markdown": "\n".join(lines)})] if lines else []
        case _:
            return [part]


def _named(one: Deadline) -> str:
    """A thing to do by its first words."""
    words = _END_OF_WORDS.split(one.what, maxsplit=1)[0].rstrip(".:")
    return words if len(words) <= _WORDS_OF_A_POINT else f"{words[:_WORDS_OF_A_POINT].rsplit(' ', 1)[0]} …"


_END_OF_WORDS = re.compile(r"(?<=\w)(?:[.:;] | \(| · )")


def _lines(part: Folded) -> list[str]:
    return [line for line in part.markdown.split("\n") if line.strip()]
