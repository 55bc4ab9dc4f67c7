"""Words for a season, a month or a year in which a trip is to be flown, of which no day is told: "summer 2027", "en juin"."""

from __future__ import annotations

from datetime import date

from agent import regex as re
from agent.language.months import MONTH, MONTHS, YEAR, next_date

_SEASON = r"summer|spring|autumn|fall|winter|spring|sommer|frühling|frühjahr|herbst|spätsommer|été|printemps|automne|hiver"
_NEXT = r"(?:(?:next|this|coming|nächste[nrms]?|kommende[nrms]?|diese[nrms]?|cet|cette|prochaine?|the|the next|le|l['’])\s*)*"
_OPEN = re.compile(
    rf"\b(?:in|during|over|for|im|am|für|en|au|pour|pendant|d['’]ici|sometime in|irgendwann im)\s+{_NEXT}(?:{_SEASON})\b(?: (?:of |de )?{YEAR}| prochaine?)?|"
    rf"\b(?:next |nächste[nrms]? |kommende[nrms]? |this |diese[nrms]? |l['’]|cet )(?:{_SEASON})\b(?: prochaine?)?(?: (?:of |de )?{YEAR})?|"
    rf"\b(?:{_SEASON})\s+(?:of |de )?{YEAR}\b|"
    rf"\b(?:in|im|en|au mois (?:de |d['’])|sometime in|irgendwann im|early|mid|late|anfang|mitte|ende|début|mi|fin|end of|beginning of)[\s-]+"
    rf"{_NEXT}(?:{MONTH})\b(?! ?\d{{1,2}}\b)(?: (?:of |de )?{YEAR})?(?: prochain| next year)?|"
    rf"\b(?:next |coming |nächste[nrms]? |kommende[nrms]? |week-?end (?:de |d['’]|in |of |im )|(?:un|one|ein) (?:week-?end|wochenende) (?:de |d['’]|in |of |im )|courant |around |vers )(?:{MONTH})\b(?! ?\d{{1,2}}\b)(?: prochain)?|"
    r"\b(?:next (?:year|month|season)|nächste[ns]? (?:jahr|monat|saison)|l['’]an(?:née)? prochaine?|le mois prochain|la saison prochaine)\b",
    re.IGNORECASE,
)


_EARLY = re.compile(r"\b(?:early|beginning|anfang|début)\b", re.IGNORECASE)
_LATE = re.compile(r"\b(?:late|end|ende|fin)\b", re.IGNORECASE)
_A_MONTH = re.compile(rf"\b(?P<month>{MONTH})\b", re.IGNORECASE)


def begins(words: str, today: date) -> date | None:
    """The first day that such words may mean, of a month: "fin mai" the 21st; None for a season or a year."""
    named = _A_MONTH.search(words)
    if named is None:
        return None
    first = 1 if _EARLY.search(words) else 21 if _LATE.search(words) else 1
    month = MONTHS[named["month"].lower()]
    return next_date(month, first, today) or None


def open_day(text: str) -> re.Match[str] | None:
    """Where such words stand; None where there are none."""
    return _OPEN.search(text)
