"""Reads what the air is like out of a message: temperatures, the dew point, the pressure set on the altimeter."""

from __future__ import annotations

from dataclasses import dataclass

from agent import regex as re
from agent.language.number_words import WORDS, spelt

_SIGNED = r"(?:minus |-|\+|plus )?(?<![\d.,])\d{1,2}(?:[.,]\d)?"
_DEGREES = re.compile(
    rf"(?P<n>{_SIGNED}|(?<!\d)\d{{3,4}})\s?(?:°\s?c?\b|°|degrees?(?: c(?:elsius)?)?|deg\b|c\b|celsius|grad|degr[eé]s?)",
    re.IGNORECASE,
)
_FAHRENHEIT = re.compile(r"(?P<n>-?\d{1,3})\s?(?:°\s?|degrees? |deg )?(?:f\b|fahrenheit)", re.IGNORECASE)
_DEW = r"(?:dew(?: ?points?)?|dp\b|dewpt|taupunkt|point de ros[ée]e|ros[ée]e)"
_DEW_POINT = re.compile(rf"{_DEW}\s*(?:of|is|von|de|:|=|à|at|bei)?\s*(?P<n>{_SIGNED})(?!\d|\s?%)", re.IGNORECASE)
_DEW_BEHIND = re.compile(rf"(?P<n>{_SIGNED})\s?(?:°\s?c?|c|degrees?)?\s+{_DEW}", re.IGNORECASE)
_BARE = re.compile(
    r"\b(?:oat|temp(?:erature|s)?|temperatur|température|it's|it is|(?:going to|gonna|will|to) be|bei|with|avec|mit|par)\s*"
    rf"(?:of|is|:|=|von|de|about|around|um)?\s*(?P<n>{_SIGNED})\b(?!\s*(?:kt|kn|/|:|%|h\b|nm|ft|m\b|people|uhr|am\b|pm\b|z\b|utc|o'clock|\d))|"
    r"\b(?:at|à|auf)\s+(?P<a>(?:minus |-|\+|plus )?\d{1,2})(?=\s*(?:$|[?!.;]|,(?!\d)))|"
    r"(?<![\w/])(?P<s>[+-]\d{1,2})\b(?!\s*(?:kt|kn|nm|h\b))|"
    rf"(?<![\w/])(?P<d>\d{{1,2}})(?=,?\s*(?:and |mit |und |et )?{_DEW})",
    re.IGNORECASE,
)
"""A bare figure where a temperature is expected: behind "OAT", with a sign, before the dew point."""
_PRESSURE = re.compile(r"\b(?:qnh\s*(?:of|is|:|=)?\s*|q)?(?P<n>9[4-9]\d|10[0-5]\d)\b", re.IGNORECASE)
_NAMED_PRESSURE = re.compile(r"\bqnh\s*(?:of|is|von|de|:|=)?\s*(?P<n>9[4-9]\d|10[0-5]\d)\b", re.IGNORECASE)
""" "1013 to QNH 998": the pressure is the one that is called so."""
_SET = re.compile(r"\bqnh\s*(?:of|is|von|de|:|=)?\s*(?P<n>\d{3,4})\b(?!\.\d)", re.IGNORECASE)
"""Any figure behind "QNH": one that no air has is told so, not left out."""
_INCHES = re.compile(r"\b(?:altimeter|qnh|baro\w*|pressure)?\s*(?P<n>(?:2[89]|3[01])\.\d\d)\b", re.IGNORECASE)
_HPA_PER_INCH = 33.8639


@dataclass(frozen=True)
class Air:
    """The air as it was said; None is what was not."""

    temperature_c: float | None = None
    dewpoint_c: float | None = None
    qnh_hpa: float | None = None


_SPELT_DEGREES = re.compile(rf"\b(?P<n>{WORDS})(?=\s+(?:degrees?|deg|grad|degr[eé]s?)\b)", re.IGNORECASE)
_SPELT_FIGURE = re.compile(
    rf"(?P<what>\b(?:plus|minus|oat|temp(?:erature)?|dew ?point|qnh|pressure)\s+(?:of |is |at |on )?)(?P<n>{WORDS})",
    re.IGNORECASE,
)


def find_air(text: str, clocks: tuple[tuple[int, int], ...] = ()) -> Air:
    """The air of a text; `clocks` are the spans of times of day, in which no temperature stands."""
    for start, end in clocks:
        text = text[:start] + "#" * (end - start) + text[end:]
    text = _SPELT_DEGREES.sub(lambda m: str(spelt(m["n"].lower()) or m["n"]), text)
    text = _SPELT_FIGURE.sub(lambda m: f"{m['what']}{spelt(m['n'].lower()) or m['n']}", text)
    dew = _DEW_POINT.search(text) or _DEW_BEHIND.search(text)
    rest = text if dew is None else text[: dew.start("n")] + " " * len(dew["n"]) + text[dew.end("n") :]
    warm = _temperatures(rest)
    return Air(
        temperature_c=warm[0] if warm else None,
        dewpoint_c=_signed(dew["n"]) if dew else None,
        qnh_hpa=_pressure(text),
    )


def _temperatures(text: str) -> list[float]:
    """Temperatures in °C: with their unit, in Fahrenheit, or bare where one is expected."""
    if found := _FAHRENHEIT.findall(text):
        return [round((float(n) - 32) / 1.8) for n in found]
    found = [_signed(m["n"]) for m in _DEGREES.finditer(text)]
    if found := [n for n in found if n <= _HOTTEST or not _DIRECTED.search(text)]:
        return found
    return [_signed(m["n"] or m["a"] or m["s"] or m["d"]) for m in _BARE.finditer(text)]


_HOTTEST = 99
_DIRECTED = re.compile(r"\b(?:wind|runway|rwy|heading|course|track|piste|bahn|vent|cap|kurs)\b", re.IGNORECASE)
"""Where these are said, three figures in degrees are a direction; else a temperature that is refused by the tool."""


def _pressure(text: str) -> float | None:
    if qnh := _NAMED_PRESSURE.search(text) or _PRESSURE.search(text):
        return int(qnh["n"])
    if inches := _INCHES.search(text):
        return round(float(inches["n"]) * _HPA_PER_INCH)
    if (odd := _SET.search(text)) is None:
        return None
    hundredths = int(odd["n"])  # "QNH 2992" is inches
    return round(hundredths / 100 * _HPA_PER_INCH) if 2800 <= hundredths <= 3199 else hundredths


def _signed(text: str) -> float:
    low = text.lower().replace("minus ", "-").replace("plus ", "").replace("+", "").replace(",", ".")
    value = float(low)
    return int(value) if value == int(value) else value
