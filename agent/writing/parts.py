"""The parts of an answer as lines of Markdown: the same answer for whoever shows text alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from agent import regex as re
from agent.protocol import (
    Answer,
    AnswerCard,
    Choice,
    Compare,
    Contacts,
    Deadline,
    Deadlines,
    Facts,
    Folded,
    Headline,
    Moment,
    Part,
    Passage,
    Reach,
    Row,
    Rows,
    SourceList,
    Timeline,
)
from tongue import later, say

NOT_KNOWN = later("not known")
LONG_VALUE = 20
"""Letters of a compared value from which it is a sentence of its own."""


def answer(
    parts: Iterable[Part | None], *, choices: Sequence[Choice] = (), cards: Sequence[AnswerCard] = ()
) -> Answer:
    """An answer of these parts, its text the same in lines. None and empty parts are left out."""
    kept = tuple(part for part in parts if part is not None and lines(part))
    return Answer(text=text(kept), parts=kept, choices=tuple(choices), cards=tuple(cards))


def text(parts: Iterable[Part]) -> str:
    """All parts in lines; what a tap opens is left behind it."""
    open_ = (part for part in parts if not (isinstance(part, Folded) and part.tapped))
    return "\n".join(line for part in open_ for line in _spaced(part)).strip()


def lines(part: Part) -> list[str]:
    """One part in lines, its title left out: a phone screen has few. None when it says nothing."""
    match part:
        case Passage():
            return part.markdown.split("\n") if part.markdown.strip() else []
        case Headline():
            return [line for line in (part.markdown, part.about) if line]
        case Contacts():
            told = [_reach(one) for one in part.contacts]
            return [" · ".join([*told, part.note] if part.note else told)] if told or part.note else []
        case Deadlines():
            return [_deadline(number, one) for number, one in enumerate(part.deadlines, start=1)]
        case Timeline():
            return [_moment(one) for one in part.moments]
        case Compare():
            return [_compared(part, place) for place in range(len(part.rows))]
        case Facts():
            return [say("{name}: {value}", name=fact.name, value=fact.value) for fact in part.facts]
        case Rows():
            return [_row(row) for row in part.rows]
        case Folded():
            return part.markdown.split("\n") if part.markdown.strip() else []
        case SourceList():
            return [line for line in (part.markdown, part.note) if line]
        case _:
            assert_never(part)


def opening(words: str, most: int) -> tuple[str, str]:
    """The first sentences of at most so many characters, and what is left; one sentence at least."""
    ends = [found.end() for found in SENTENCE.finditer(words)]
    end = max((end for end in ends if end <= most), default=ends[0] if ends else len(words))
    if len(words) <= most or len(words) - end < 20:
        return words, ""
    return words[:end].strip(), words[end:].strip()


def escaped(text: str) -> str:
    """Text of a file, in which nothing is Markdown: no bold, no code and no link it does not show."""
    plain = re.sub(r"([\\*`\[])", r"\\\1", text)
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", plain)


SENTENCE = re.compile(r"(?<![A-Z(][.])(?<=[.!?])\s+(?=[A-Z(“])|\n+")
"""What stands between two sentences."""


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return SENTENCE.split(text)


def _spaced(part: Part) -> list[str]:
    """A list stands between empty lines, so that no line becomes part of its last item."""
    return ["", *lines(part), ""] if isinstance(part, Rows) else lines(part)


def _deadline(number: int, one: Deadline) -> str:
    when = f" · **{one.latest}**" if one.latest else ""
    whom = " · ".join(_reach(reach) for reach in one.whom)
    told = f"{number} {one.what}{when}"
    for more in (one.note, whom):
        goes_on = more[:1].islower() or more.startswith(("“", "«", "„"))
        if more and goes_on and not told.endswith("."):
            told = say("{name}: {value}", name=told, value=more)
        elif more:
            told += f"{'' if told.rstrip('*').endswith('.') else '.'} {more}"
    return told


def _moment(one: Moment) -> str:
    return f"{one.at} {one.what}{f' · {one.note}' if one.note else ''}"


def _compared(part: Compare, place: int) -> str:
    row = part.rows[place]
    values = [escaped(value) if value else say(NOT_KNOWN) for value in row.values]
    long = max(map(len, values), default=0) > LONG_VALUE
    names: dict[str, list[str]] = {}  # long values that are the same stand once, with all whose they are
    for at, (name, value) in enumerate(zip(part.columns, values, strict=True)):
        names.setdefault(value if long else f"{at}", []).append(name)
    told = [
        say("{name}: {value}", name=", ".join(whose), value=value) if long else f"{whose[0]} {values[int(value)]}"
        for value, whose in names.items()
    ]
    told = values[0] if len(set(values)) == 1 else " · ".join(told)
    if not row.name:
        return told
    if row.name.endswith(("?", "?)")):
        return f"{row.name} {f'**{told}**' if row.differs else told}"
    return say("{name}: {value}", name=row.name, value=f"**{told}**" if row.differs else told)


def _row(row: Row) -> str:
    number = f"{row.number}. " if row.number else ""
    return number + " · ".join(part for part in (row.title, row.lead, row.note) if part)


def _reach(one: Reach) -> str:
    return f"{one.label} {one.value}" if one.label else one.value
