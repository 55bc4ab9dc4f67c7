"""A text in the words it is held in, which are English: marked in another language; "Yes." is translated."""

from __future__ import annotations

from tongue import SOURCE, later, say, spoken

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


def as_held(text: str) -> str:
    """The text; in another language quoted and said to be English."""
    if spoken() == SOURCE:
        return text
    plain = _PLAIN.get(text.strip().rstrip(".").casefold())
    if plain is None:
        return say("“{text}” (in English)", text=text)
    told = say(plain)
    return told if text.rstrip().endswith(".") else told.rstrip(".")
