"""Reads times of day that name no hour, in a message of which it is known that it plans a flight: "after lunch".

What hour is taken for them is FlyFun's own, and told with the plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from agent import regex as re

TOLD_ONCE = (
    ("off_block", "arrive_by"),
    ("arrive_by", "off_block"),
    ("return_off_block", "return_by"),
    ("return_by", "return_off_block"),
)
"""Times of a flight, of which who says the one takes the other back."""
SUNRISE = "sunrise"
"""Stands for the hour of the sunrise where and when one leaves."""
OPEN_OUT, OPEN_HOME, OPEN_EVENING = "?out", "?home", "?evening"
"""How the words of a trip keep a part of the day for which no hour is taken: of the way out, of the way home, its evening."""


def opened(taken: JsonValue) -> list[str]:
    """The times of a trip that are open again, where a part of the day was told for a way and no hour."""
    ends = [str(one).rpartition("|")[2] for one in taken] if isinstance(taken, list) else []
    out = ["off_block", "arrive_by"] if OPEN_OUT in ends else []
    return out + (["return_off_block", "return_by"] if {OPEN_HOME, OPEN_EVENING} & {*ends} else [])


_HOURS: tuple[tuple[str, str], ...] = (
    (
        SUNRISE,
        r"crack of dawn|first light|dawn|day ?break|sun-?up|sunrise|(?:im )?morgengrauen|(?:bei )?sonnenaufgang|"
        r"(?:bei )?tagesanbruch|l'aube|lever du (?:soleil|jour)|point du jour",
    ),
    (
        "08:00",
        r"first thing(?: in the morning)?(?! (?:to|i|we|that|is)\b)|bright and early|in aller (?:herrgotts)?frühe?|"
        r"gleich (?:in der früh|morgens|am morgen)|in der früh|(?:à la )?première heure|très tôt|tôt le matin",
    ),
    ("10:00", r"mid[- ]?morning|milieu de (?:la )?matinée"),
    ("11:00", r"late (?:in the )?morning|fin de matinée|am späten vormittag|kurz vor mittag"),
    ("11:00", r"before lunch|vor dem (?:mittag)?essen|avant (?:le )?(?:déjeuner|repas|manger)"),
    ("12:00", r"lunch[- ]?time|(?<=about )lunch|(?<=around )lunch|zur mittagszeit|l'heure du déjeuner"),
    ("14:00", r"after (?:a (?:\w+ )?)?lunch|nach dem (?:mittag)?essen|après (?:le )?(?:déjeuner|repas|manger)"),
    ("14:00", r"early afternoon|am frühen nachmittag|début d'après-midi|début de l'après-midi"),
    ("15:00", r"mid[- ]?afternoon|milieu d(?:e l)?'après-midi"),
    (
        "16:00",
        r"tea[- ]?time|(?<=for )tea\b|(?<=before )tea\b|kaffeezeit|l'heure du (?:thé|goûter)|(?<=pour le )goûter",
    ),
    ("17:00", r"late (?:in the )?afternoon|am späten nachmittag|fin d(?:e l)?'après-midi"),
)
_WORDS = tuple((at, re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)) for at, words in _HOURS)


@dataclass(frozen=True)
class VagueTime:
    """Words for a part of the day, where they stand, and the hour "HH:MM" taken for them, or `SUNRISE`."""

    start: int
    end: int
    words: str
    at: str


def vague_times(text: str) -> Iterator[VagueTime]:
    """The parts of the day that are said."""
    for at, pattern in _WORDS:
        for match in pattern.finditer(text):
            yield VagueTime(match.start(), match.end(), match[0], at)
