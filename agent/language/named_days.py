"""Reads the days that have a name: "Christmas Day", "Boxing Day", "lundi de Pâques", "Pfingstmontag"."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from dateutil.easter import easter

from agent import regex as re
from agent.regex import longest_first

_FIXED = {
    r"christmas day|christmas(?! (?:eve|market|holiday|lunch|light|tree|break|dinner|shop))": (12, 25),
    r"weihnachtstag|weihnachten|(?<!marché de )(?<!marchés de )(?<!père )(?<!repas de )(?<!vacances de )(?<!courses de )(?<!fête de )(?<!fêtes de )no[eë]l|(?:le )?jour de no[eë]l": (
        12,
        25,
    ),
    r"christmas eve|heiligabend|heilig(?:er|en) abend|(?:la )?veille de no[eë]l|r[eé]veillon de no[eë]l": (12, 24),
    r"boxing day|zweite[rn]? weihnachts(?:feier)?tag|2\. weihnachts(?:feier)?tag|(?:st\.? )?stephen'?s'? day": (
        12,
        26,
    ),
    r"new year'?s'? day|neujahr(?:stag)?|(?:le )?(?:jour|nouvel) (?:de l')?an": (1, 1),
    r"new year'?s'? eve|silvester|saint[- ]sylvestre|hogmanay": (12, 31),
    r"bastille day": (7, 14),
    r"all saints'? day|toussaint|allerheiligen": (11, 1),
    r"armistice day": (11, 11),
    r"(?:st\.?|saint) nicholas(?:'s|')?(?: day)?|nikolaus(?:tag)?|samichlaus(?:tag)?|(?:la )?saint[- ]nicolas": (
        12,
        6,
    ),
    r"(?:st\.?|saint) patrick'?s? day": (3, 17),
    r"(?:st\.?|saint) martin'?s? day|martini(?:tag)|martinstag": (11, 11),
    r"halloween": (10, 31),
    r"guy fawkes(?: night)?|bonfire night": (11, 5),
    r"valentine'?s? day|valentinstag|(?:la )?saint[- ]valentin": (2, 14),
    r"tag der (?:deutschen )?einheit": (10, 3),
    r"swiss national day|bundesfeiertag": (8, 1),
    r"epiphany|épiphanie|dreikönigs(?:tag)?": (1, 6),
    r"(?:ki|koni)ngs?'?s? ?day|koningsdag": (4, 27),
    r"assumption day|assomption|mariä himmelfahrt": (8, 15),
}
_FROM_EASTER = {
    r"good friday|karfreitag|vendredi saint": -2,
    r"easter saturday|holy saturday|karsamstag": -1,
    r"(?:easter|oster)[- ]?(?:week-?end|wochenende)|week-?end de p[aâ]ques": -1,
    r"(?:whit|whitsun|pentecost|pfingst)[- ]?(?:week-?end|wochenende)|week-?end de (?:la )?pentec[oô]te": 48,
    r"ascension (?:week-?end)|week-?end de l'ascension|pont de l'ascension|himmelfahrtswochenende": 39,
    r"easter sunday|ostersonntag|dimanche de p[aâ]ques|easter(?![- ](?:week|eggs?|egg|bunny|holidays?|break|sunday|monday|saturday|island|term))|ostern|(?<!de )p[aâ]ques": 0,
    r"easter monday|ostermontag|lundi de p[aâ]ques": 1,
    r"ascension day|ascension thursday|christi himmelfahrt|jeudi de l'ascension": 39,
    r"whit sunday|pentecost sunday|pfingstsonntag|dimanche de pentec[oô]te|whitsun(?:tide)?(?![- ](?:week|monday|sunday))|pentecost(?![- ](?:week|monday|sunday))|pfingsten|(?<!de )(?<!de la )pentec[oô]te": 49,
    r"whit monday|pentecost monday|pfingstmontag|lundi de pentec[oô]te": 50,
    r"corpus christi|fronleichnam": 60,
}
_OF_A_WEEK = {
    r"thanksgiving(?: day)?": (11, 3, 4),
    r"memorial day": (5, 0, 5),
    r"labor day": (9, 0, 1),
}
"""Month, weekday and which one in it; of Memorial Day the last."""
_WHICH = {
    **dict.fromkeys(("1", "1st", "1er", "first", "erster", "ersten", "erste", "premier"), 1),
    **dict.fromkeys(("2", "2nd", "2e", "2ème", "second", "zweiter", "zweiten", "zweite", "deuxième"), 2),
    **dict.fromkeys(("3", "3rd", "3e", "3ème", "third", "dritter", "dritten", "dritte", "troisième"), 3),
    **dict.fromkeys(("4", "4th", "4e", "4ème", "fourth", "vierter", "vierten", "vierte", "quatrième"), 4),
}
_ADVENT = (
    rf"(?P<which>{'|'.join(longest_first(map(re.escape, _WHICH)))})\.?\s+"
    r"(?:advent(?:s?sonntag)?|sunday (?:of|in) advent|advent sunday|dimanche de l'avent)"
)
""" "2. Advent": the second of the four Sundays before Christmas."""
_YEAR = r"(?:,?\s+(?P<year>20[12]\d))?"


@cache
def _said(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})(?!\w){_YEAR}", re.IGNORECASE)


def find_named(text: str, today: date) -> Iterator[tuple[int, int, date]]:
    """Start, end and date of each: the next such day, or that of the year said."""
    for words, (month, day) in _FIXED.items():
        for match in _said(words).finditer(text):
            dates = [date(year, month, day) for year in _years(match, today)]
            yield match.start(), match.end(), next((d for d in dates if d >= today), dates[0])
    for words, offset in _FROM_EASTER.items():
        for match in _said(words).finditer(text):
            dates = [easter(year) + timedelta(days=offset) for year in _years(match, today)]
            yield match.start(), match.end(), next((d for d in dates if d >= today), dates[0])
    for match in _said(_ADVENT).finditer(text):
        dates = [_advent(year, _WHICH[match["which"].lower().rstrip(".")]) for year in _years(match, today)]
        yield match.start(), match.end(), next((d for d in dates if d >= today), dates[0])
    for words, (month, weekday, which) in _OF_A_WEEK.items():
        for match in _said(words).finditer(text):
            dates = [_of_a_week(year, month, weekday, which) for year in _years(match, today)]
            yield match.start(), match.end(), next((d for d in dates if d >= today), dates[0])


def _of_a_week(year: int, month: int, weekday: int, which: int) -> date:
    """The n-th such weekday of a month, the last one where there are fewer."""
    first = date(year, month, 1)
    found = first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (which - 1))
    return found if found.month == month else found - timedelta(days=7)


def _years(match: re.Match[str], today: date) -> tuple[int, ...]:
    return (int(match["year"]),) if match["year"] else (today.year, today.year + 1)


def _advent(year: int, which: int) -> date:
    """That Sunday of Advent; the fourth is the last before Christmas Day."""
    fourth = date(year, 12, 24) - timedelta(days=(date(year, 12, 24).weekday() + 1) % 7)
    return fourth - timedelta(weeks=4 - which)
