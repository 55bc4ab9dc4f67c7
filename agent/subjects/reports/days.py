"""Which day a member's report speaks of, in the three languages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from agent import regex as re

_MONTHS = (
    r"jan(?:uar[iy]?|v(?:ier)?)?|feb(?:ruar[iy]?)?|f[ée]v(?:rier)?|mar(?:ch|s)?|märz|apr(?:il)?|avr(?:il)?|mai|may|jun[ei]?|juin"
    r"|jul[iy]?|juil(?:let)?|aug(?:ust)?|ao[ûu]t|sept?(?:ember|embre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?"
    r"|de[cz](?:ember)?|d[ée]c(?:embre)?"
)
_MONTH_STARTS = (
    ("jan",), ("feb", "fév", "fev"), ("mar", "mär"), ("apr", "avr"), ("mai", "may"), ("jun", "juin"),
    ("jul", "juil"), ("aug", "aoû", "aou"), ("sep",), ("oct", "okt"), ("nov",), ("dec", "dez", "déc"),
)  # fmt: skip
_WEEKDAYS = (
    ("monday", "montag", "lundi"), ("tuesday", "dienstag", "mardi"), ("wednesday", "mittwoch", "mercredi"),
    ("thursday", "donnerstag", "jeudi"), ("friday", "freitag", "vendredi"),
    ("saturday", "samstag", "samedi", "sonnabend"),
    ("sunday", "sonntag", "dimanche"),
)  # fmt: skip
_COUNTS = {
    word: number
    for number, words in enumerate(
        ("", "a an one un une ein einem einer", "two deux zwei", "three trois drei", "four quatre vier",
         "five cinq fünf", "six sechs", "seven sept sieben", "eight huit acht", "nine neuf neun", "ten dix zehn")
    )
    for word in words.split()
}  # fmt: skip
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})"
_UNITS = r"(?P<unit>days?|jours?|tag(?:en?)?|weeks?|semaines?|wochen?)"
_NAMES = "|".join(name for names in _WEEKDAYS for name in names)
_DAY = re.compile(
    rf"\b(?:(?P<today>today|aujourd.?hui|heute|this (?:morning|afternoon|evening))"
    rf"|(?P<before>(?:the )?day before yesterday|avant-hier|vorgestern)|(?P<yesterday>yesterday|hier|gestern)"
    rf"|(?:{_COUNT}\s+{_UNITS}\s+ago"
    rf"|(?:il y a|vor)\s+{_COUNT.replace('count', 'count2')}\s+{_UNITS.replace('unit', 'unit2')})"
    rf"|(?P<last>last |letzte[nrms]? )?(?P<weekday>{_NAMES})(?P<past> dernier)?"
    rf"|(?P<iso>\d{{4}}-\d\d-\d\d)|(?P<numbers>\d{{1,2}}[./]\d{{1,2}}[./](?:\d{{4}}|\d\d))"
    rf"|(?P<date>\d{{1,2}})(?:st|nd|rd|th|er|\.)? (?:of )?(?P<month>{_MONTHS})\b\.?(?: (?P<year>\d{{4}}))?"
    rf"|(?P<month2>{_MONTHS}) (?P<date2>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year2>\d{{4}}))?"
    rf"|(?:on|am|le|vom|du) (?P<short>\d{{1,2}}[./]\d{{1,2}})(?![./]?\d)"
    rf"|(?:the |on the )(?P<alone>\d{{1,2}})(?:st|nd|rd|th)(?! (?:runway|time|hole|floor|of a\b|hour|attempt))"
    rf"|(?:am |vom )(?P<alone2>\d{{1,2}})(?=\.)"
    rf"|le (?P<alone3>\d{{1,2}})(?!\s?(?:[./:h€\d]|euros?|heures?|kn|km|nm|ft|m\b)))"
    r"(?![^\W_])",
    re.IGNORECASE,
)
_BEFORE_THE_LAST = re.compile(r"\W+before last\b", re.IGNORECASE)
_VORLETZT = re.compile(r"(?:vorletzte[nrms]?|avant-dernière?) $", re.IGNORECASE)
_A_MONTH = re.compile(
    rf"\b(?:in|im|en|back in|last|letzten|au mois d[e'])\s?(?P<month>{_MONTHS})\b(?!\W+\d)",
    re.IGNORECASE,
)
""" "In August": about its middle."""
_WEEKEND = re.compile(
    r"\b(?:(?:last|at the|over the|this|on the) week-?end|(?:am|letztes|voriges) wochenende"
    r"|(?:le |ce )week-?end(?: dernier)?)\b",
    re.IGNORECASE,
)
_PERIODS = {
    14: "a fortnight ago|the other week|il y a quinze jours|vor vierzehn tagen",
    7: "last week|la semaine derni[èe]re|letzte woche|vorige woche",
    30: "last month|le mois dernier|letzten monat|vorigen monat|a month ago|il y a un mois|vor einem monat",
    365: "last year|l.an dernier|l.ann[ée]e derni[èe]re|letztes jahr|a year ago|il y a un an|vor einem jahr",
}


_OF_EACH_WEEK = re.compile(
    r"\b(?:(?:closed|shuts?|opens?|opened|except|busy|quiet|ferm\w+|ouvert\w*|sauf|geschlossen|zu|offen|geöffnet|ruhetag|außer|ausser)"
    r"\W+(?:on |all |le |les |am |an |immer )*|(?:every|each|jeden|chaque|tous les|immer) )$",
    re.IGNORECASE,
)
""" "Fermé le lundi", "closed on Monday": of no visit."""


def _said(text: str) -> re.Match[str] | None:
    """The day that a visit was on, and not the one on which something is closed each week."""
    days = (m for m in _DAY.finditer(text) if not (m["weekday"] and _OF_EACH_WEEK.search(text[: m.start()])))
    return next(days, None)


def is_about(text: str) -> bool:
    """Whether a report says no day but about when it was: "last month"."""
    return _said(text) is None and bool(_ago(text) > 0 or _A_MONTH.search(text) or _was_at_a_weekend(text))


def _ago(text: str) -> int:
    return next(
        (days for days, words in _PERIODS.items() if re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)), 0
    )


def report_day(text: str, today: date) -> date:
    """The day a report speaks of, never after today: of weekdays and of dates without a year the last."""
    match = _said(text)
    if not match:
        return _about(text, today)
    if match["weekday"] and (_BEFORE_THE_LAST.match(text, match.end()) or _VORLETZT.search(text[: match.start()])):
        today -= timedelta(days=7)  # "the Sunday before last"
    said = {name: value.lower() for name, value in match.groupdict().items() if value}
    day = _before(said, today) or _dated(said, today)
    return day if day is not None and day <= today else today


def _was_at_a_weekend(text: str) -> bool:
    """ "Closed at the weekend" is of each one."""
    match = _WEEKEND.search(text)
    return match is not None and not _OF_EACH_WEEK.search(text[: match.start()])


def _about(text: str, today: date) -> date:
    """About when it was: the Saturday of a weekend, the middle of a month; today where nothing is said."""
    if _was_at_a_weekend(text):
        return today - timedelta(days=(today.weekday() - 5) % 7)
    if match := _A_MONTH.search(text):
        month = next(n for n, starts in enumerate(_MONTH_STARTS, 1) if match["month"].lower().startswith(starts))
        middle = date(today.year, month, 15)
        if month == today.month:
            return min(middle, today)
        return middle if middle <= today else middle.replace(year=today.year - 1)
    return today - timedelta(days=_ago(text))


def _alone(number: int, today: date) -> date | None:
    """The last day of that number: "on the 14th"."""
    for back in range(3):
        months = today.year * 12 + today.month - 1 - back
        try:
            day = date(months // 12, months % 12 + 1, number)
        except ValueError:
            continue
        if day <= today:
            return day
    return None


def _before(said: Mapping[str, str], today: date) -> date | None:
    """The day of "yesterday", "two weeks ago", "on Saturday"."""
    if "yesterday" in said:
        return today - timedelta(days=1)
    if "before" in said:
        return today - timedelta(days=2)
    if count := said.get("count") or said.get("count2"):
        number = int(count) if count.isdecimal() else _COUNTS[count]
        unit = said.get("unit") or said["unit2"]
        return today - timedelta(days=number * (7 if unit[0] in "ws" else 1))
    if name := said.get("weekday"):
        number = next(n for n, names in enumerate(_WEEKDAYS) if name in names)
        ago = (today.weekday() - number) % 7
        return today - timedelta(days=ago or (7 if {"last", "past"} & said.keys() else 0))
    return None


def _dated(said: Mapping[str, str], today: date) -> date | None:
    """The day of "2026-11-12", "12.11.2026", "12 November", "November 12th"; None where there is no such day."""
    try:
        if "iso" in said:
            return date.fromisoformat(said["iso"])
        if "numbers" in said:
            number, month, year = (int(part) for part in re.split(r"[./]", said["numbers"]))
            return date(year + 2_000 if year < 100 else year, month, number)
        if short := said.get("short"):
            number, month = (int(part) for part in re.split(r"[./]", short))
            this = date(today.year, month, number)
            return this if this <= today else this.replace(year=today.year - 1)
        if alone := said.get("alone") or said.get("alone2") or said.get("alone3"):
            return _alone(int(alone), today)
        if name := said.get("month") or said.get("month2"):
            month = next(n for n, starts in enumerate(_MONTH_STARTS, 1) if name.startswith(starts))
            number = int(said.get("date") or said["date2"])
            if year := said.get("year") or said.get("year2"):
                return date(int(year), month, number)
            this = date(today.year, month, number)
            return this if this <= today else this.replace(year=today.year - 1)
    except ValueError:
        return None
    return None
