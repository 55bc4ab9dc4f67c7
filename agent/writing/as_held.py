"""A text in the words it is held in, which are English: translated where all of it is, else marked as English."""

from __future__ import annotations

from agent import regex as re
from agent.writing.parts import SENTENCE, escaped
from tongue import SOURCE, held, later, say, spoken

_PLAIN = {
    "yes": later("Yes."),
    "no": later("No."),
    "keep out": later("Keep out."),
    "no entry": later("No entry."),
    "recommended": later("Recommended."),
    "required": later("Required."),
    "not required": later("Not required."),
    "english": later("English."),
    "english only": later("English only."),
    "usually not": later("Usually not."),
    "not strictly": later("Not strictly."),
    "aerodromes everywhere": later("aerodromes everywhere"),
}
"""Whole answers of so few words that a translation says all of them."""


def quoted(text: str) -> str:
    """Another's words, with the marks of the language spoken."""
    return say("“{text}”", text=text)


_ESCAPED = re.compile(r"\\([\\*`\[_])")


def translated(text: str) -> str | None:
    """A text of the tables in the language spoken, sentence by sentence; None where one is in English only."""
    bare = _ESCAPED.sub(r"\1", text)
    gaps = [found.span() for found in SENTENCE.finditer(bare)]
    starts, ends = [0, *(end for _, end in gaps)], [*(start for start, _ in gaps), len(bare)]
    told = [held(bare[start:end]) for start, end in zip(starts, ends, strict=True)]
    known = [one for one in told if one is not None]
    if len(known) < len(told):
        return None
    between = [*(bare[start:end] for start, end in gaps), ""]
    whole = "".join(f"{one}{gap}" for one, gap in zip(known, between, strict=True))
    return whole if bare == text else escaped(whole)


def as_held(text: str) -> str:
    """The text; in another language translated, or quoted and said to be English."""
    if spoken() == SOURCE:
        return text
    told = translated(text)
    if told is not None:
        return told
    plain = _PLAIN.get(text.strip().rstrip(".").casefold())
    if plain is None:
        return say("“{text}” (in English)", text=text)
    told = say(plain)
    return told if text.rstrip().endswith(".") else told.rstrip(".")
