"""Reads which weekend is meant: "this weekend", "the weekend after next", "übernächstes Wochenende"."""

from __future__ import annotations

import re
from datetime import date, timedelta

_WEEKEND = r"(?:week-?ends?|wochenendes?)"
_AFTER_NEXT = re.compile(
    rf"\b(?:{_WEEKEND} after (?:next|this one|this|the next)|(?:next but one|second) {_WEEKEND}|"
    rf"(?:über|ueber)nächste[nrms]? {_WEEKEND}|in (?:zwei|2) {_WEEKEND}n?|"
    rf"{_WEEKEND} (?:d'après|suivant)|dans (?:deux|2) {_WEEKEND}|two {_WEEKEND} from now|in two {_WEEKEND})\b",
    re.IGNORECASE,
)


_NEXT = re.compile(
    rf"\b(?:next|coming|following|nächste[nrms]?|naechste[nrms]?|kommende[nrms]?|folgende[nrms]?) {_WEEKEND}\b|"
    rf"\b{_WEEKEND} prochain\b|\bprochain {_WEEKEND}\b",
    re.IGNORECASE,
)
""" "Next weekend" on a Saturday: not this one."""
_UNKNOWN = re.compile(rf"\b(?:bank[- ]holiday|feiertags|pont du) ?{_WEEKEND}\b", re.IGNORECASE)


def saturday_meant(text: str, today: date) -> date | None:
    """The Saturday of the weekend that `text` names; without more words the next one, None where it is another."""
    if _UNKNOWN.search(text):
        return None
    saturday = today + timedelta(days=(5 - today.weekday()) % 7)
    if _AFTER_NEXT.search(text) is None:
        return saturday + timedelta(days=7) if today == saturday and _NEXT.search(text) else saturday
    return saturday + timedelta(days=14 if today == saturday else 7)
