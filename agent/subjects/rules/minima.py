"""VFR minima of the class of airspace and the height that a question names: the line that it asks for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from agent import regex as re
from agent.subjects.rules.shapes import RuleEntry
from tongue import country_name, later, say

QUESTION = "vfr-minima"
Band = Literal["low", "middle", "high"]

_CLASS = re.compile(
    r"\b(?:class(?:es?)?|klassen?|luftr(?:aum|äume|aeume)|airspaces?|espaces?(?: aériens?)?(?: de)?(?: classe)?) "
    r"((?:[a-g]|alpha|bravo|charlie|delta|echo|foxtrot|golf)(?:(?:\s*(?:,|/|and|or|und|oder|et|ou)\s*)(?:[a-g]|alpha|bravo|charlie|delta|echo|foxtrot|golf))*)\b"
    r"|\b(?:in|en) ([b-g])\b(?! ?[a-z])"
)
_LETTER = re.compile(r"\b(?:alpha|bravo|charlie|delta|echo|foxtrot|golf|[a-g])\b")
_LEVEL = re.compile(r"\bfl ?(\d{2,3})\b")
_FEET = re.compile(r"\b(\d{1,2}[ .,’']?\d{3})(?: ?(?:ft|feet|fuss|fuß|pieds|'))?")
_BELOW = re.compile(
    r"\b(?:below|under|beneath|up to|unter(?:halb)?(?: von)?|bis|sous|(?:en[ -]|au-)dessous de|jusqu['’]à)\s*$"
)
_LOW, _HIGH = 3000, 10000

_FROM_CLOUD = later("5 km, 1 500 m horizontally and 1 000 ft vertically from cloud")
_HIGH_UP = later("8 km, 1 500 m horizontally and 1 000 ft vertically from cloud")
_CLEAR = later("5 km, clear of cloud with the surface in sight")
_CLEAR_LOW = later("1 500 m, clear of cloud with the surface in sight (by day, 140 kt IAS or less; faster 5 km)")
_EUROPEAN: dict[str, dict[Band, str]] = {
    **{letter: {"low": _FROM_CLOUD, "middle": _FROM_CLOUD, "high": _HIGH_UP} for letter in "BCDE"},
    **{letter: {"low": _CLEAR, "middle": _FROM_CLOUD, "high": _HIGH_UP} for letter in "FG"},
}
_OF_STATES: dict[str, dict[str, dict[Band, str]]] = {
    "GB": {
        "C": {"low": _FROM_CLOUD, "middle": _FROM_CLOUD},
        "D": {
            "low": later("5 km, clear of cloud with the surface in sight (by day, 140 kt IAS or less)"),
            "middle": _FROM_CLOUD,
        },
        "E": {"low": _FROM_CLOUD, "middle": _FROM_CLOUD},
        "F": {"low": _CLEAR_LOW},
        "G": {"low": _CLEAR_LOW},
    },
    "CZ": {letter: {"low": _FROM_CLOUD, "middle": _FROM_CLOUD, "high": _HIGH_UP} for letter in "CDE"},
}
"""Figures of the entries `vfr-minima`, the European one and those of states with words of their own."""
_REDUCED = frozenset(("BE", "LU"))
"""States whose text permits the lower visibility in F and G that the European one leaves to states."""

_BANDS: dict[Band, str] = {
    "low": later("up to 3 000 ft AMSL or 1 000 ft above ground, whichever is higher"),
    "middle": later("above that and below 10 000 ft (FL 100)"),
    "high": later("from 10 000 ft (FL 100)"),
}


def minima(question: str, told: Iterable[RuleEntry]) -> str:
    """The minima of the classes that are named, in a line each; "" where none is, or its text is not told."""
    entry = next((one for one in told if one.question_id == QUESTION), None)
    low = question.lower()
    letters = _classes(low)
    if entry is None or not letters:
        return ""
    european = any(answer.regime == "EU" for answer in entry.answers) or entry.country in _REDUCED
    table = _EUROPEAN if european else _OF_STATES.get(entry.country, {})
    band = _band(low)
    lines = [_line(letter, band, table[letter], entry, european) for letter in letters if letter in table]
    return "\n".join(line for line in lines if line)


def _line(letter: str, band: Band | None, rows: dict[Band, str], entry: RuleEntry, european: bool) -> str:
    """One class: of the height that was named, or of all heights, those that are alike together."""
    if band is not None and band not in rows:
        return say(
            "**Class {letter} {band}: not in the text I hold for {country}.**",
            letter=letter,
            band=say(_BANDS[band]),
            country=country_name(entry.country_name),
        )
    low, middle, high = (rows.get(one, "") for one in _BANDS)
    if band in (None, "low", "middle") and low == middle:
        first = say("**Class {letter} below 10 000 ft (FL 100): {minima}.**", letter=letter, minima=say(low))
        above = say("From 10 000 ft (FL 100) {minima}.", minima=say(high)) if high and band is None else ""
        return f"{first} {above}".strip()
    asked: list[Band] = [band] if band is not None else [one for one in _BANDS if one in rows]
    told = "; ".join(_of_band(one, rows[one]) for one in asked)
    line = say("**Class {letter}: {minima}.**", letter=letter, minima=told)
    if letter not in "FG" or not european or asked[0] != "low":
        return line
    lower = (
        say("1 500 m are permitted at 140 kt IAS or less.")
        if entry.country in _REDUCED
        else say("A state may allow down to 1 500 m at 140 kt IAS or less: see its AIP.")
    )
    return f"{line} {lower}"


def _of_band(band: Band, minima: str) -> str:
    height = _BANDS[band]
    return say("{height}: {minima}", height=say(height), minima=say(minima))


def _classes(low: str) -> list[str]:
    found = [letter[0].upper() for said in _CLASS.finditer(low) for letter in _LETTER.findall(said[1] or said[2])]
    return list(dict.fromkeys(found))


def _band(low: str) -> Band | None:
    """The height that is named: a level, or feet; "above 3000 ft" is the middle band, "at 3000 ft" the low one."""
    if level := _LEVEL.search(low):
        height, start = int(level[1]) * 100, level.start()
    elif feet := _FEET.search(low):
        height, start = int(re.sub(r"\D", "", feet[1])), feet.start()
    else:
        return None
    below = _BELOW.search(low[:start]) is not None
    above = (
        re.search(r"\b(?:above|over|über|oberhalb(?: von)?|au[- ]dessus de|plus de)\s*$", low[:start]) is not None
    )
    if height >= _HIGH and not below:
        return "high"
    if height > _LOW or (height == _LOW and above):
        return "middle"
    return "low"
