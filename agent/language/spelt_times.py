"""Reads times of day that are said in words, in a message of which it is known that it plans a flight.

"Ten thirty", "neuf heures et demie", "neun Uhr dreißig", "mittags", "at nine": elsewhere such words may be a length
of time or a number of people, so that only what knows its subject asks here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agent import regex as re
from agent.regex import longest_first

_ENGLISH = "one two three four five six seven eight nine ten eleven twelve"
_FRENCH = (
    "une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit "
    "dix-neuf vingt"
)
_GERMAN = (
    "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn zwanzig"
)


def _numbered(words: str, first: int = 1) -> dict[str, int]:
    return {word: number for number, word in enumerate(words.split(), start=first)}


_HOURS = {
    "en": _numbered(_ENGLISH),
    "fr": _numbered(_FRENCH),
    "de": _numbered(_GERMAN) | {"eins": 1, "fuenf": 5, "zwoelf": 12},
}
_HUNDREDS = {
    **{f"{zero} {word}": hour for word, hour in _HOURS["en"].items() if hour < 10 for zero in ("zero", "oh")},
    **{word: hour for word, hour in _HOURS["en"].items() if hour > 9},
    **_numbered("thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty", 13),
    "twenty one": 21,
    "twenty two": 22,
}
"""Hours as they are said on the radio: "fifteen hundred"."""
_LATE_HOURS = {word: hour for word, hour in _HUNDREDS.items() if hour > 12}
_MOVED = {"five": 5, "ten": 10, "quarter": 15, "a quarter": 15, "twenty": 20, "twenty five": 25, "half": 30}
"""Minutes past or to the hour: "ten past four", "twenty to five"."""
_MINUTES = {
    "en": {"oh five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "twenty five": 25, "thirty": 30, "forty": 40}
    | {"forty five": 45, "fifty": 50, "fifty five": 55},
    "fr": {"cinq": 5, "dix": 10, "quinze": 15, "vingt": 20, "vingt-cinq": 25, "trente": 30, "quarante": 40}
    | {"quarante-cinq": 45, "cinquante": 50, "et quart": 15, "et demie": 30, "et demi": 30, "moins le quart": -15},
    "de": {"fünf": 5, "zehn": 10, "fünfzehn": 15, "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40}
    | {"fünfundvierzig": 45, "fünfzig": 50},
}
_NO_LENGTH = r"(?!\s*(?:de vol|d'autonomie|de route|avant|plus tard|lang|vorher|später|flug))"
_NO_AMOUNT = (
    r"(?![^\W_])(?![:.,/-]\d)(?!\s*(?:[-/]\s*\d|kts?|kn|knots?|n[mœ]\w*|ft|feet|fl|km|m\b|mi\w*|min\w*|h\b|hours?|"
    r"hrs?|hundred|thousand|people|persons?|personen|personnes|pax|pob|passag\w+|of us|seats?|up\b|kg|lit\w*|%|€|£|"
    r"days?|nights?|tagen?|nächte|jours?|nuits?|heures?|stunden?|uhr|nœuds|meilen|fields?|airfields?))"
)
_LATE = r"(?:\s+(?:in the |this |du |de l'|am )?(?P<late>afternoon|evening|abends?|nachmittags?|soir|après-midi))?"


def _of(words: dict[str, int]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"[ -]") for word in longest_first(words))


_TIMES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (tongue, re.compile(pattern, re.IGNORECASE))
    for tongue, pattern in (
        ("fr", r"(?<![\w-])midi(?:\s+(?P<m>et quart|et demie?))?(?P<noon>)(?![\w-])"),
        ("de", r"(?<![\w-])mittags?(?P<noon>)(?![\w-])"),
        ("en", r"(?<![\w-])(?:noon|midday)(?P<noon>)(?![\w-])"),
        (
            "en",
            rf"(?<![\w-])(?P<moved>{_of(_MOVED)})(?: minutes)?\s+(?P<way>past|after|to|before)\s+"
            rf"(?P<h>{_of(_HOURS['en'])}){_NO_AMOUNT}{_LATE}",
        ),
        ("de", rf"(?<![\w-])dreiviertel\s+(?P<three>)(?P<h>{_of(_HOURS['de'])}|\d{{1,2}})(?![\w-]){_LATE}"),
        (
            "fr",
            rf"(?<![\w-])(?P<h>{_of(_HOURS['fr'])})\s+heures?(?:\s+(?P<m>{_of(_MINUTES['fr'])}))?(?![\w-]){_NO_LENGTH}{_LATE}",
        ),
        (
            "de",
            rf"(?<![\w-])(?P<h>{_of(_HOURS['de'])}|\d{{1,2}})\s+uhr\s+(?P<m>{_of(_MINUTES['de'])})(?![\w-]){_LATE}",
        ),
        ("de", rf"(?<![\w-])(?P<h>{_of(_HOURS['de'])})\s+uhr(?![\w-]){_LATE}"),
        (
            "en",
            rf"(?<![\w.,:/-])(?P<h>{_of(_HOURS['en'])})[ -](?P<m>{_of(_MINUTES['en'])}){_NO_AMOUNT}{_LATE}",
        ),
        ("en", rf"(?<![\w-])(?P<h>{_of(_LATE_HOURS)})[ -](?P<m>{_of(_MINUTES['en'])}){_NO_AMOUNT}(?P<whole>)"),
        (
            "en",
            rf"(?<![\w-])(?P<h>{_of(_HOURS['en'])}|1[0-2]|[1-9])\s+in the (?:morning(?P<early>)|(?P<late>afternoon|evening))"
            r"(?![\w-])",
        ),
        (
            "en",
            rf"(?<![\w-])(?P<h>{_of(_HUNDREDS)})[ -]hundred(?P<hundred>)(?![\w-])(?!\s*(?:f(?:ee|oo)?t|rpm|metres|kilos|people))",
        ),
        ("en", rf"(?<![\w-])(?P<h>{_of(_HOURS['en'])}|\d{{1,2}})[ -]?ish(?![\w-]){_LATE}"),
        (
            "en",
            rf"(?:at|off|by|around|about|leaving|departing|airborne|wheels up)\s+(?P<h>{_of(_HOURS['en'])}|\d{{1,2}}){_NO_AMOUNT}{_LATE}",
        ),
        ("de", rf"(?:um|gegen|ab)\s+(?P<h>{_of(_HOURS['de'])}|\d{{1,2}}){_NO_AMOUNT}{_LATE}"),
    )
)
_LASTS = re.compile(
    r"\b(?:in|takes?|for|pendant|dans|dauert|après|nach|flight of|vol de|stay|about an?)\s+$", re.IGNORECASE
)
_AFTERNOON_BEFORE = 6
"""Who says "back at three" means the afternoon."""


@dataclass(frozen=True)
class SpeltTime:
    """A local time of day "HH:MM" and where its words stand."""

    start: int
    end: int
    at: str


def spelt_times(text: str) -> Iterator[SpeltTime]:
    """The times of day said in words, none within another; what is no time of day ("at 31") is left."""
    taken: list[tuple[int, int]] = []
    for tongue, pattern in _TIMES:
        for match in pattern.finditer(text):
            start = match.start() if match.start() == 0 or not text[match.start() - 1].isalnum() else -1
            if start < 0 or any(a < match.end() and start < b for a, b in taken) or _LASTS.search(text[:start]):
                continue
            at = _at(match, tongue)
            if at is not None:
                taken.append((start, match.end()))
                yield SpeltTime(start, match.end(), at)


def _at(match: re.Match[str], tongue: str) -> str | None:
    groups = match.groupdict()
    said = re.sub(r"\s+", " ", (groups.get("m") or "").lower())
    minutes = _MINUTES[tongue].get(said, _MINUTES[tongue].get(said.replace(" ", "-"), 0)) if said else 0
    if "noon" in groups:
        hour = 12
    elif "hundred" in groups or "whole" in groups:
        hour = _HUNDREDS[match["h"].lower().replace("-", " ")]
    else:
        word = match["h"].lower()
        hour = int(word) if word.isdigit() else _HOURS[tongue][word.replace(" ", "-")]
        afternoon = hour < _AFTERNOON_BEFORE and not word.startswith("0") and groups.get("early") is None
        if hour < 12 and (groups.get("late") or afternoon):
            hour += 12
    if moved := groups.get("moved"):
        before = groups["way"].lower() in ("to", "before")
        minutes = _MOVED[re.sub(r"[ -]+", " ", moved.lower())] * (-1 if before else 1)
    minutes -= 15 if "three" in groups else 0
    total = hour * 60 + minutes
    return f"{total // 60:02d}:{total % 60:02d}" if 0 <= total < 24 * 60 else None
