"""What a text on hours says beside its figures: parts of the year, days closed or left open, other times, numbers.

Each is taken off whole, so that what remains can be read to its last word or not at all. Which part of the year
holds is said at the head of its part ("01/11-31/03: 0800-1600; 01/04-31/10: 0600-1700") or behind it ("0800-1800
from 01 NOV to 31 MAR; 0700-1900 from 01 APR to 31 OCT"). A day left to a request is left open.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from agent import regex as re
from agent.aviation.notice_seasons import month_number

_WEEK = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
HOLIDAY = 8
"""Public holidays, beside the weekdays 1 to 7."""
_WORKING = r"WORKING DAYS?|WORK DAYS?"
DAY = r"(?:MON|TUES?|WED(?:NES)?|THU(?:RS)?|FRI|SAT(?:UR)?|SUN)(?:DAYS?)?|PH|HOL"
DAYS_SAID = rf"(?:DAILY|EVERY DAY|{_WORKING}|(?:{DAY})(?:\s*(?:-|,|AND|&|\+|/)\s*(?:{DAY}))*)"

_MONTH = (
    r"(?:JAN(?:UARY)?|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|MAY|JUNE?|JULY?|AUG(?:UST)?|SEPT?(?:EMBER)?|"
    r"OCT(?:OBER)?|NOV(?:EMBER)?|DEC(?:EMBER)?)"
)
_DATE = rf"(?:\d{{1,2}}(?:ST|ND|RD|TH)? {_MONTH}|{_MONTH} \d{{1,2}}(?:ST|ND|RD|TH)?|\d{{2}}/\d{{2}}|{_MONTH})"
_STRETCH = rf"(?:FROM )?\b{_DATE}\b\s*(?:TO|UNTIL|-)\s*{_DATE}\b"
_YEAR_PART = re.compile(
    rf"(?:\b(?:SUMMER|WINTER)\s*)?\(?(?P<part>{_STRETCH}(?:\s+AND\s+{_STRETCH})*)\)?\s*:?", re.IGNORECASE
)
_CLOCK = r"(?:[01]\d|2[0-4]):?[0-5]\d"

_EXCEPT_HOLIDAYS = re.compile(r",?\s*\(?\bEXCEPT HOL\b\)?\s*,?")
_EXCEPT_DATES = re.compile(rf"\(?\bEXCEPT (?P<dates>\d{{1,2}} {_MONTH}(?:\s*(?:,|AND)\s*\d{{1,2}} {_MONTH})*)\)?")
_CLOSED_WORDS = r"(?:CLOSED|CLSD|NOT PROVIDED|FERME)"
_CLOSED = re.compile(
    rf"(?:\b(?P<days>{DAYS_SAID})\s*[:,]?\s*{_CLOSED_WORDS}\b|\bCLOSED (?:ON )?(?P<on>{DAYS_SAID}))"
    r"(?=\s*(?:[;,.)]|$))"
)
_LEFT_OPEN = re.compile(
    rf"\b(?P<days>{DAYS_SAID})\s*[:,]?\s*(?:SPECIAL OPENING|DEPENDING ON|(?:OPENING )?ACCORDING TO|"
    r"ON REQ(?:UEST)?|O/R|PPR|POSSIBLE|PROVIDED ONLY|ONLY (?:WITH|ON) PPR|A/A)\b[^;.]*"
)

_OTHER_TIMES = re.compile(
    r"\b(?:POSSIBLE )?(?:EXTENSIONS?|RE-?OPENING)\s*:(?:[^.]|\.(?=\w))*|"
    r"(?:\bAT )?\b(?:(?:POSSIBLE )?(?<!\bIN )(?:EXTENSIONS?|RE-?OPENING)\b|POSSIBLE MODIFICATIONS?\b|"
    r"OUT(?:SIDE)?(?: OF)? (?:THESE|THOSE|OPENING|PUBLISHED|ATS|AFIS|TWR|TERMINAL|SKED|THE)\b|"
    r"OTHER (?:TIMES?|SKED|HOURS)\b|O/T\b|EARLIER HOR\b|H24 O/R\b|(?:EVERY DAY|EVERYDAY),? (?:O/R|POSSIBLE)\b)"
    r"(?:[^;.]|\.(?=\w)|(?<=TEL)\.)*"
)
_DAYLIGHT = re.compile(
    r",?\s*(?:\bBUT\s+)?\bWITHIN UDP\b|\s*\bOR END OF UDP, WHICHEVER IS (?:THE )?EARLIER\b|\bUDP BTN\b"
)
"""The uniform daylight period of the Dutch AIP: the figures hold as far as it goes."""
_CONTACT = re.compile(
    r"(?:(?<=[;.,])|(?<=\. )|(?<=; )|(?<=, )|^)\s*(?:[A-Z-]+ ?: ?)?(?:(?:ON[ -]CALL(?: DUTY)?|SPARE) )?"
    r"(?:TEL|FAX|E-?MAIL|MAIL|PHONE|ADDRESS|AERODROME)\b(?:[^;.]|\.(?=\w))*"
)


@dataclass(frozen=True, slots=True)
class Clauses:
    """A text on hours for one day: `plain` is what is left to read.

    `closed`: it says that the field is closed then. `left_open`: it leaves that day's hours to a request.
    `unnamed`: its hours are those of other days, "except public holidays".
    `by_daylight`: what it says holds within the daylight period.
    """

    plain: str
    closed: bool = False
    left_open: bool = False
    unnamed: bool = False
    by_daylight: bool = False


def clauses_of(text: str, day: date, *, holiday: bool) -> Clauses | None:
    """The text's part that holds on a day, in capitals; None where none of its parts of the year is that day's."""
    plain = _in_capitals(text)
    plain = _CONTACT.sub(" ", _OTHER_TIMES.sub(" ", plain))
    if (dates := _EXCEPT_DATES.search(plain)) is not None:
        if any(_day_of(said) == (day.month, day.day) for said in re.split(r"\s*(?:,|\bAND\b)\s*", dates["dates"])):
            return Clauses("", closed=True)
        plain = _EXCEPT_DATES.sub(" ", plain)
    held = _of_the_year(plain, day)
    if held is None:
        return None
    today = HOLIDAY if holiday else day.isoweekday()
    closed, left_open = (_days_of(pattern, held) for pattern in (_CLOSED, _LEFT_OPEN))
    rest = _DAYLIGHT.sub(" ", _LEFT_OPEN.sub(" ", _CLOSED.sub(" ", held)))
    spared = _EXCEPT_HOLIDAYS.sub(" ", rest)
    none_on_holidays = spared != rest and not re.search(r"\b(?:HOL|PH)\b", spared)
    return Clauses(
        spared.strip(" ;,.-"),
        closed=today in closed,
        unnamed=holiday and none_on_holidays and today not in left_open,
        left_open=today in left_open,
        by_daylight=_DAYLIGHT.search(held) is not None,
    )


def days_said(said: str | None) -> frozenset[int] | None:
    """ "MON-FRI, PH" → 1 to 5 and `HOLIDAY`; None when no day is said."""
    if not said:
        return None
    if said in ("DAILY", "EVERY DAY"):
        return frozenset(range(1, 8))
    if re.fullmatch(_WORKING, said):
        return frozenset(range(1, 6))
    days: set[int] = set()
    for part in re.split(r",|&|\+|/|\bAND\b", said):
        ends = [_number(name) for name in part.split("-")]
        first, last = ends[0], ends[-1]
        if HOLIDAY in ends:
            days |= set(ends)
        else:
            days |= {(first - 1 + ahead) % 7 + 1 for ahead in range((last - first) % 7 + 1)}
    return frozenset(days)


def _in_capitals(text: str) -> str:
    plain = re.sub(r"[–—]", "-", text).upper().replace("É", "E")
    plain = re.sub(r"\b(?:PUBLIC|BANK) HOL(?:IDAY)?S?\b|\bHOLIDAYS?\b", "HOL", plain)
    plain = re.sub(r"\bWE\b|\bWEEK-?ENDS?\b", "SAT, SUN", plain)
    return re.sub(rf"(\b{_CLOCK}(?:\s*\({_CLOCK}\))?)\s+TO\s+(?={_CLOCK})", r"\1-", plain)


def _number(name: str) -> int:
    short = name.strip()[:3]
    return _WEEK.index(short) + 1 if short in _WEEK else HOLIDAY


def _days_of(pattern: re.Pattern[str], plain: str) -> frozenset[int]:
    """The days that such clauses name; a public holiday is none of the weekdays."""
    found: set[int] = set()
    for match in pattern.finditer(plain):
        found |= days_said(match.groupdict().get("days") or match.groupdict().get("on")) or frozenset()
    return frozenset(found)


def _of_the_year(plain: str, day: date) -> str | None:
    """The part that holds on a day: the whole where none is named; None where those named leave it out.

    A part without days beside one that names some says less than it seems: None too.
    """
    named = list(_YEAR_PART.finditer(plain))
    if not named:
        return plain
    before = plain[: named[0].start()]
    behind = not plain[named[-1].end() :].strip(" ;,.)-")
    if behind and before.strip(" ;,.(-"):
        starts = [0, *(match.end() for match in named)]
        parts = [(match, plain[start : match.start()]) for start, match in zip(starts, named, strict=False)]
        default = ""
    else:
        ends = [*(match.start() for match in named[1:]), len(plain)]
        parts = [(match, plain[match.end() : end]) for match, end in zip(named, ends, strict=True)]
        if any(plain[: match.start()].rstrip(" (-:")[-1:] not in ("", ";", ",", ".") for match in named):
            return None  # "SUN from 01/04 to 31/10: …" is of Sundays alone
        default = before
    texts = [text for _, text in parts] + ([default] if default.strip(" ;,.:-") else [])
    named_days = [_named_days(text) for text in texts]
    if not all(named_days) and any(days and not days >= set(range(1, 8)) for days in named_days):
        return None
    holds = [text for match, text in parts if _falls_in(match["part"], day)]
    if len(holds) > 1 or (not holds and not default.strip(" ;,.:-")):
        return None
    return (holds[0] if holds else default).strip(" ;,.:-")


def _named_days(plain: str) -> frozenset[int]:
    found: set[int] = set()
    for match in re.finditer(rf"\b(?:{DAYS_SAID})\b", plain):
        found |= days_said(match.group()) or frozenset()
    return frozenset(found)


def _falls_in(part: str, day: date) -> bool:
    now = (day.month, day.day)
    for stretch in re.findall(_STRETCH, part):
        said = re.findall(_DATE, stretch)
        first, last = (_day_of(said[0]), _day_of(said[-1], end=True))
        if (first <= now <= last) if first <= last else (now >= first or now <= last):
            return True
    return False


def _day_of(said: str, *, end: bool = False) -> tuple[int, int]:
    """ "01 NOV", "NOV 1ST", "01/11" and "NOV" as month and day: a month alone from its first day, to its last."""
    if match := re.fullmatch(r"(\d{2})/(\d{2})", said):
        return int(match[2]), int(match[1])
    month = month_number(re.sub(r"\d+(?:ST|ND|RD|TH)|[^A-Z]", "", said))
    figure = re.search(r"\d{1,2}", said)
    number = int(figure[0]) if figure else 31 if end else 1
    return month, 29 if end and month == 2 and number == 28 else number
