"""The names of the months as pilots write them, and the next day of a month."""

from __future__ import annotations

from datetime import date

from agent import regex as re
from agent.regex import longest_first

MONTHS: dict[str, int] = {}
for _names in (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janv fevrier maerz avr x x juil aout sept okt x dez",
    "jänner févr x x x x x x x x x decembre",
    "x fév x x x x juill x x x x déc",
):
    MONTHS.update({name: i for i, name in enumerate(_names.split(), start=1) if name != "x"})

MONTH = "|".join(longest_first(MONTHS))
YEAR = r"20[12]\d"
"""Behind a month these digits are a year; others ("28 Nov 2030" of a clock) may be a time."""


def next_date(month: int, day: int, today: date) -> date | None:
    for year in (today.year, today.year + 1, today.year + 2, today.year + 3, today.year + 4):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= today:
            return found
    return None


_BEHIND = (
    r"(?:in|during|throughout|for|of|next|this|early|late|mid|en|au mois de|début|fin|im|ab|anfang|ende|nächsten)"
)
_ALONE = re.compile(rf"\b{_BEHIND}[ -](?P<month>{MONTH})\b(?! ?\d)", re.IGNORECASE)


def month_said(text: str) -> int | None:
    """The month that is said without a day, 1 to 12: "customs at Caen in February"."""
    found = _ALONE.search(text)
    return MONTHS[found["month"].lower()] if found else None
