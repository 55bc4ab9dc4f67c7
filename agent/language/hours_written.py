"""Writes an hour or a length of time in the one way that is read: "14 h 30" is 14h30, "dreieinhalb Std" is 3,5 Std."""

from __future__ import annotations

from agent import regex as re
from agent.language.spoken import written_in

_FIGURES = {
    "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10,
    "onze": 11, "ein": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
}  # fmt: skip
_NO_AMOUNT = (
    r"(?![.,:/]?\d)(?!\s*(?:l\b|l/|lit\w+|lph|k?ts?\b|kn\b|knots?|knoten|n(?:œ|oe)uds?|nds?\b|nm\b|nautiques?|seemeilen|km|kg|ft|pieds?|"
    r"gal\w*|usg|gph|°|%|€|euros?|pers\w*|pax|heures?|h\b|uhr|std|stunden))"
)
_SPACED = re.compile(
    rf"(?<![\w.,:/-])(?P<h>[01]?\d|2[0-4]) ?h(?:eures?)? (?P<m>[0-5]\d)(?: ?(?:min(?:utes?)?|mn)\b)?(?!\w){_NO_AMOUNT}"
)
""" "14 h 30", "2 heures 30", "2 h 05 min": how French prints a time."""
_QUARTERS = re.compile(
    r"(?<![\w.,:/-])(?P<h>[01]?\d|2[0-4]) ?h(?:eures?)? (?:(?P<half>et demie?|1/2)|(?P<quarter>et quart)|(?P<less>moins (?:le )?quart))(?![^\W_])"
)
_AND_A_HALF = re.compile(
    rf"(?<![^\W_])(?P<n>{'|'.join(_FIGURES)})einhalb(?= ?(?:std|h\b|stunden?|flugstunden))", re.IGNORECASE
)
_AND_A_QUARTER = re.compile(rf"(?<![^\W_])(?P<n>{'|'.join(_FIGURES)}) heures? et quart(?![^\W_])", re.IGNORECASE)
_LATE = re.compile(
    r"(?<![\w.,:/-])(?P<h>[1-9]|1[01])(?: ?h(?:eures?)? ?(?P<m>[0-5]\d)?|(?: ?uhr)(?: (?P<n>[0-5]\d))?) "
    r"(?:de l['’](?:apr[èe]s[- ]midi|aprem)|du soir|nachmittags?|am nachmittag|abends?|am abend)(?![^\W_])",
    re.IGNORECASE,
)
""" "À 3 heures de l'après-midi", "um 3 Uhr nachmittags"."""
_DAY_AND_PART = re.compile(
    r"(?<![^\W_])(?P<day>montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)"
    r"(?P<part>morgen|früh|vormittag|mittag|nachmittag|abend)s?(?![^\W_])",
    re.IGNORECASE,
)
""" "Sonntagabend" is Sunday, and its evening."""
_PART_CALLED = {"morgen": "vormittag", "früh": "vormittag"}
"""Apart from its day "morgen" would be tomorrow."""


def _at(hour: int, minutes: int) -> str:
    return f"{hour}h{minutes:02d}"


def _quarter(match: re.Match[str]) -> str:
    hour = int(match["h"])
    if match["less"]:
        return _at(hour - 1, 45) if hour else match[0]
    return _at(hour, 30 if match["half"] else 15)


def with_hours_written(text: str) -> str:
    """The text with such times in figures, run together."""
    text = _DAY_AND_PART.sub(
        lambda m: f"{m['day']} {_PART_CALLED.get(m['part'].lower(), m['part'].lower())}", text
    )
    text = _LATE.sub(lambda m: _at(int(m["h"]) + 12, int(m["m"] or m["n"] or 0)), text)
    if not any(letter.isdigit() for letter in text) and "einhalb" not in text and "quart" not in text:
        return text
    if _SPACED.search(text) and written_in(text) != "de":
        text = _SPACED.sub(lambda m: _at(int(m["h"]), int(m["m"])), text)
    text = _QUARTERS.sub(_quarter, text)
    text = _AND_A_HALF.sub(lambda m: f"{_FIGURES[m['n'].lower()]},5", text)
    return _AND_A_QUARTER.sub(lambda m: f"{_FIGURES[m['n'].lower()]}h15", text)
