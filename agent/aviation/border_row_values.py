"""The values of a customs row: how long before, when it is open, in which months."""

from __future__ import annotations

from dataclasses import dataclass

from agent import regex as re
from agent.aviation.border_row_words import Word
from agent.aviation.notice_days import days
from agent.aviation.notice_figures import WORD_NUMBERS, clock
from agent.aviation.notice_rules import NoticeKind
from agent.aviation.notice_seasons import MONTH, month_number

_OPERATOR = re.compile(r"EXPLOITANT|OPERATOR|GESTIONNAIRE|ADMINISTRATOR")
_DAY_OF_MONTH = re.compile(r"\d{1,2}")
_MONTH = re.compile(MONTH)
_LAST_DAYS = {2: 28, 4: 30, 6: 30, 9: 30, 11: 30}


def to_operator(folded: str) -> bool:
    """Is the notice of this line given to the airfield's operator, not to the customs?"""
    return _OPERATOR.search(folded) is not None


@dataclass(frozen=True, slots=True)
class Lead:
    """How long before: hours, or a time of day on a day."""

    kind: NoticeKind
    hours: float | None = None
    offset: int | None = None
    cut_off: str | None = None
    weekday: int | None = None

    def as_update(self) -> dict[str, object]:
        """The fields of a rule."""
        return {
            "kind": self.kind,
            "hours": self.hours,
            "business_day_offset": self.offset,
            "cut_off": self.cut_off,
            "deadline_weekday": self.weekday,
        }


@dataclass(frozen=True, slots=True)
class Opening:
    """Hours of service: two times of day, or words where the sun decides."""

    start: str | None
    end: str | None
    words: str = ""

    def as_update(self) -> dict[str, object]:
        """The fields of a rule."""
        return {"open_from": self.start, "open_to": self.end, "opening_words": self.words}


def leads_of(word: Word) -> list[Lead]:
    """What a token asks; a number of hours, or a day and a time."""
    said = word.figures
    match word.kind:
        case "HOURS":
            return [Lead("hours", hours=_number(said["ho"]))]
        case "EVE":
            at = _time(said, "e1", "e2")
            return [Lead("specific_time", offset=1, cut_off=at) if at else Lead("hours", hours=24.0)]
        case "LASTDAY":
            return [Lead("business_day", offset=1, cut_off=_time(said, "l1", "l2"))]
        case "DAYBACK":
            kind: NoticeKind = "business_day" if said.get("jw") else "specific_time"
            return [Lead(kind, offset=int(said["jb"]), cut_off=_time(said, "jc"))]
        case "CUTOFF":
            return [Lead("specific_time", cut_off=clock(said["co"]))]
        case _:
            place = next(k[1] for k in said if k.startswith("d"))
            weekday = next(d for d in days(said[f"d{place}"]) if isinstance(d, int))
            working = weekday == 5
            return [
                Lead(
                    "business_day" if working else "specific_time",
                    offset=1 if working else None,
                    cut_off=clock(said[f"c{place}"]),
                    weekday=weekday,
                )
            ]


def opening_of(word: Word, words: str) -> Opening:
    """The hours of a token; in words where one of them is the sun's."""
    said = word.figures
    ends = [clock(said[k]) if k in said and said[k][0].isdigit() else None for k in _ends(word)]
    if word.kind == "SUNHOURS" or None in ends:
        return Opening(None, None, words)
    return Opening(ends[0], ends[1])


def months_of(word: Word) -> tuple[frozenset[int], bool]:
    """The months of a span of dates, and whether it begins or ends inside one."""
    (first, begin), (last, end) = (_date(word.figures[k]) for k in ("m1", "m2"))
    months, month = {first}, first
    while month != last:
        month = month % 12 + 1
        months.add(month)
    inside = (begin or 1) != 1 or (end is not None and end < _LAST_DAYS.get(last, 31))
    return frozenset(months), inside


def _ends(word: Word) -> tuple[str, str]:
    return ("a1", "a2") if word.kind == "ARRIVALS" else ("r1", "r2")


def _time(said: dict[str, str], *names: str) -> str | None:
    found = next((said[n] for n in names if n in said), None)
    return clock(found) if found else None


def _number(text: str) -> float:
    return float(text) if text.isdigit() else WORD_NUMBERS[re.sub(r"[\s-]+", " ", text)]


def _date(text: str) -> tuple[int, int | None]:
    """The month and the day of "01/11", "1ER JUILLET", "JULY, 1ST", "MAI"."""
    if "/" in text:
        day, month = text.split("/")
        return int(month), int(day)
    name = _MONTH.search(text)
    day = _DAY_OF_MONTH.search(text)
    return month_number(name[0]) if name else 1, int(day[0]) if day else None
