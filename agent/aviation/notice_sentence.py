"""The parts of one sentence of a notice: its values, what each is about, and what they come to."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from agent import regex as re
from agent.aviation.notice_days import days
from agent.aviation.notice_figures import clock, number
from agent.aviation.notice_rules import FlightClass, Service, TimeBasis, Weekday
from agent.aviation.notice_scan import Token
from agent.aviation.notice_seasons import months_of

NAMED: dict[str, tuple[Service, ...]] = {
    "CUSTOMS": ("customs",),
    "BORDER_FORCE": ("customs", "immigration"),
    "CIQ": ("customs", "immigration"),
    "IMMIGRATION": ("immigration",),
    "POLICE": ("police",),
    "HANDLING": ("handling",),
    "FUEL": ("fuel",),
}
DURATIONS = frozenset({"HOURS", "MINUTES", "WEEKS", "DAYS", "MONTHS", "RANGE_LEAD", "HOURS_MIN", "H_MINUS", "WINDOW", "EARLIEST", "WORK_HOURS", "HOURS_IN_WORKDAYS"})  # fmt: skip  # noqa: E501
DAY_REFERENCES = frozenset({"PREV_DAY", "PREV_WORKDAY", "WORK_DAYS", "DAY_MINUS", "DAYS", "SAME_DAY"})
LEADS = DURATIONS | DAY_REFERENCES | {"CUT_OFF", "DEADLINE_DAY", "DAY_REF"}
STATES = frozenset(
    {"OR", "H24", "AD_HOURS", "NO_HOURS", "SUN_HOURS", "NOT_AVAILABLE", "NOT_NEEDED", "CLOCK_RANGE"}
)
DAY_QUALIFIERS = frozenset({"WEEKDAYS", "GERMAN_DAYS", "OTHER_DAYS", "EXCEPT_DAYS", "WORKDAY_SET", "OTHER_TIMES"})
CONDITIONS = frozenset({"CONDITION", "KIND_OF_FLIGHT", "OTHER_TIMES", "SEASON"})
KEYWORDS = frozenset({"PPR", "PN", "OR", "MUST", "AFTER_BEFORE"})
VALUES = DURATIONS | DAY_REFERENCES | STATES | {"CUT_OFF", "DEADLINE_DAY", "DAY_REF", "PPR", "PN"}
WORKDAYS: tuple[Weekday, ...] = (1, 2, 3, 4, 5)
_DAYS_BACK = re.compile(r"[JDT]\s?-\s?(\d+)")
_WORKING = re.compile(r"OUVR|WORKING|LABORABL|HABIL|LAVORATIV|WERKTAG")
_COLON = re.compile(r"\s*:")
_LOOSE = re.compile(r"[,;\n]|\(\s*(?!ONLY|NUR|SEULEMENT|FOR|FUR|POUR|FLIGHT|VOL|FLUG|VUELO|ACFT)[^\s()]")
CUT = re.compile(r"[,;()\n]")
_BREAK = re.compile(r"[,;:()\n]")
_EXPLICIT_LATEST = re.compile(
    r"MIN(?:IMUM)?\b|LATEST|NOT? LATER|AT LEAST|SPATESTENS|AU PLUS TARD|NON OLTRE|COMO MINIMO|AU MOINS|MINDESTENS|ALMENO|AL MENOS"  # noqa: E501
)


_LOCAL_TIME = re.compile(
    r"\b(?:LT|LOC|LOCAL(?! (?:CUSTOMS|OFFICES?|AUTHORIT|FLIGHTS?|TRAFFIC|POLICE|CLUBS?|USERS?|ACFT|AIRCRAFT))|LCL|"
    r"HL|HEURES? LOCALES?|ORTSZEIT|ORA LOCALE|MEZ|MESZ|CET|CEST)\b"
)
"""Not "the local customs office"."""


@dataclass(frozen=True)
class Item:
    """One value of a sentence (a lead, a state) and what it is about."""

    token: Token
    day: Token | None = None
    services: tuple[Service, ...] | None = None
    classes: tuple[FlightClass, ...] | None = None
    weekdays: tuple[Weekday, ...] = ()
    months: tuple[int, ...] = ()
    condition: str = ""
    spans: tuple[Token, ...] = ()


def services_of(tokens: Iterable[Token]) -> tuple[Service, ...]:
    found: list[Service] = list(dict.fromkeys(s for t in tokens for s in NAMED.get(t.name, ())))
    if "customs" in found and "police" in found and "immigration" not in found:
        found.append("immigration")  # "Douanes et police" is the row of customs and immigration
    return tuple(found)


def weekdays_of(tokens: Iterable[Token]) -> tuple[Weekday, ...]:
    found: set[Weekday] = set()
    for token in tokens:
        if token.name in ("OTHER_DAYS", "OTHER_TIMES", "EXCEPT_DAYS"):
            return ()
        if token.name == "WORKDAY_SET":
            found |= {1, 2, 3, 4, 5}
        else:
            found |= set(cast(tuple[Weekday, ...], days(token.text)))
    numbers = sorted(d for d in found if isinstance(d, int))
    return (*numbers, *(("holiday",) if "holiday" in found else ()))


def months_named(tokens: Iterable[Token]) -> tuple[int, ...]:
    """The months that all these phrases allow; none (the whole year) once the text speaks of other times."""
    named = list(tokens)
    if any(t.name == "OTHER_TIMES" for t in named):
        return ()
    months = [months_of(t.text) for t in named]
    return tuple(sorted({m for found in months for m in found})) if all(months) else ()


def qualify(
    places: list[tuple[int, int]],
    qualifiers: list[Token],
    folded: str,
    *,
    joins: bool = False,
    crosses: bool = False,
    stays: bool = True,
) -> list[list[Token]]:
    """For each value the qualifiers it belongs to: one that leads it, or one that trails right behind it.

    Between two values the comma or bracket decides; without one, the habit of the sentence's beginning.
    A trailing one replaces the leading one, or with `joins` joins it; it `crosses` a comma or does not.
    A leading one holds for the values after it too, if it `stays` or has a colon.
    """
    leading: list[list[Token]] = [[] for _ in places]
    trailing: list[list[Token]] = [[] for _ in places]
    habit = bool(qualifiers) and bool(places) and qualifiers[0].start < places[0][0]
    for token in qualifiers:
        before = max((i for i, (_, end) in enumerate(places) if end <= token.start), default=None)
        after = min((i for i, (start, _) in enumerate(places) if start >= token.end), default=None)
        forward = before is None
        if before is not None and after is not None:
            cut_before = bool(_BREAK.search(folded, places[before][1], token.start))
            cut_after = bool(CUT.search(folded, token.end, places[after][0]))
            heads = _COLON.match(folded, token.end) is not None
            leads = heads or (token.name == "OTHER_TIMES" and not cut_after)  # "0800-1900, extension PPR 24 HR"
            forward = leads or (habit if cut_before == cut_after else cut_before)
        elif before is not None and not crosses and _LOOSE.search(folded, places[before][1], token.start):
            continue  # days or flights that nothing understood follows: narrow nothing by them
        if forward and after is not None:
            leading[after].append(token)
        elif before is not None:
            trailing[before].append(token)
    result: list[list[Token]] = []
    current: list[Token] = []
    for lead, trail in zip(leading, trailing, strict=True):
        held = lead or current
        result.append([*held, *trail] if joins else trail or held)
        if lead:
            current = lead if stays or _COLON.match(folded, lead[-1].end) else []
    return result


def paired(tokens: list[Token]) -> dict[int, Token]:
    """Each cut-off with the day it belongs to ("the day before … until 1500", "before 1100 on the last …")."""
    relevant = [t for t in tokens if t.name in VALUES and t.name not in ("PPR", "PN", "OR")]
    pairs: dict[int, Token] = {}
    taken: set[int] = set()
    for index, token in enumerate(relevant):
        if token.name != "CUT_OFF":
            continue
        for other in (
            relevant[index - 1] if index else None,
            relevant[index + 1] if index + 1 < len(relevant) else None,
        ):
            if other is not None and other.name in DAY_REFERENCES and other.start not in taken:
                pairs[token.start] = other
                taken.add(other.start)
                break
    return pairs


def grouped(items: list[Item]) -> list[list[Item]]:
    groups: dict[tuple[object, ...], list[Item]] = {}
    for item in items:
        about = (
            item.services,
            item.classes,
            item.weekdays,
            item.months,
            item.condition,
            tuple(t.start for t in item.spans),
        )
        groups.setdefault(about, []).append(item)
    return list(groups.values())


def keywords_of(groups: list[list[Item]], tokens: list[Token], folded: str) -> list[set[str]]:
    """The notice words of each group: a word belongs to the value it stands before, else to the one after which."""  # noqa: E501
    words: list[set[str]] = [set() for _ in groups]
    owners = sorted((*place_of(item), index) for index, group in enumerate(groups) for item in group)
    if not owners:
        return words
    for token in tokens:
        if token.name not in KEYWORDS:
            continue
        before = [(end, index) for start, end, index in owners if end <= token.start or start <= token.start < end]
        after = [index for start, _, index in owners if start >= token.start]
        trailing = bool(before) and not CUT.search(folded[before[-1][0] : token.start])
        if token.name in ("PPR", "PN") and after and before:
            trailing = trailing and bool(CUT.search(folded[token.end : _start_of(owners, token.end)]))
        words[before[-1][1] if before and (trailing or not after) else after[0]].add(token.name)
    everywhere = {w for group in words for w in group}
    return [w if w or len(groups) > 1 else everywhere for w in words]


def _start_of(owners: list[tuple[int, int, int]], place: int) -> int:
    return min((start for start, _, _ in owners if start >= place), default=place)


def place_of(item: Item) -> tuple[int, int]:
    tokens = [item.token, *([item.day] if item.day else [])]
    return min(t.start for t in tokens), max(t.end for t in tokens)


def first_value(values: list[Token]) -> int:
    return values[0].start


def about_opening(folded: str) -> bool:
    return bool(
        re.search(r"CLOS(?:E|ING|URE)|OPENING|AFTER|SUNSET|FERMETURE|SCHLIESS|CHIUSURA|CIERRE|PARKING", folded)
    )


def duration_of(tokens: list[Token], folded: str) -> tuple[float | None, float | None]:
    """The longest lead among the durations, and the earliest moment when the text gives one."""
    leads: list[float] = []
    earliest: list[float] = []
    for token in tokens:
        values = token.groups
        match token.name:
            case "WINDOW":
                a, b = number(values["wa"]), number(values["wb"])
                leads.append(min(a, b))
                earliest.append(max(a, b))
            case "EARLIEST":
                bounded = not token.text.startswith(("MAX", "NOT MORE", "NO MORE")) or _EXPLICIT_LATEST.search(
                    folded
                )
                unit = values.get("eu", "")
                factor = 1 if not unit else 168 if re.match("WEEK|SEMA|WOCHE|SETTI", unit) else 24
                (earliest if bounded else leads).append(factor * number(values["ea"]))
            case "HOURS":
                leads.append(number(values["ho"]))
            case "WORK_HOURS" | "HOURS_IN_WORKDAYS":
                leads.append(number(values.get("oh") or values["ow"]))
            case "MINUTES":
                leads.append(round(number(values["mi"]) / 60, 3))
            case "DAYS":
                leads.append(24 * number(values["da"]))
            case "WEEKS":
                leads.append(168 * number(values["we"]))
            case "MONTHS":
                leads.append(744 * number(values["mo"]))
            case "HOURS_MIN":
                hour, minute = re.findall(r"\d+", token.text)[:2]
                leads.append(int(hour) + int(minute) / 60)
            case "RANGE_LEAD":
                factor = 24 if re.search(r"(?:DAY|JOUR|TAG|GIORN|DIA|J)[A-Z]*$", token.text) else 1
                leads.append(factor * max(float(n) for n in re.findall(r"\d+", token.text)))
            case _:
                leads.append(float(re.findall(r"\d+", token.text)[0]))
    if not leads:
        return (max(earliest), None) if earliest else (None, None)
    lead = max(leads)
    later = [e for e in earliest if e > lead]
    return lead, max(later) if later else None


def day_count(token: Token) -> int:
    if token.name == "WORK_DAYS":
        return max(1, math.ceil(number(token.groups["wd"])))
    if token.name == "DAYS":
        return max(1, math.ceil(number(token.groups["da"])))
    if token.name == "SAME_DAY":
        return 0
    if token.name == "DAY_MINUS":
        return max(1, int(_DAYS_BACK.findall(token.text)[0]))
    return 1


def only_working_days(tokens: list[Token], folded: str) -> bool:
    """Are weekends or holidays left out of the time before the flight: "24 HR (excluding weekends)"?"""
    for index, token in enumerate(tokens):
        if (
            token.name != "EXCEPT_DAYS"
            or token.text[-1].isdigit()
            or not set(days(token.text)) & {6, 7, "holiday"}
        ):
            continue
        before = next((t for t in reversed(tokens[:index]) if t.name in VALUES - {"PPR", "PN", "OR"}), None)
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        own = after is not None and after.name in LEADS and not CUT.search(folded, token.end, after.start)
        if before is not None and before.name in DURATIONS | {"DAYS"} and not own:
            return True
    return False


def in_working_days(token: Token) -> bool:
    """Does it count working days: "the last working day", "J-2 ouvrés"?"""
    return token.name in ("PREV_WORKDAY", "WORK_DAYS") or _WORKING.search(token.text) is not None


def open_hours(token: Token) -> tuple[str, str] | None:
    start, end = clock(token.groups["f"]), clock(token.groups["t"])
    return (start, end) if start and end else None


def basis_of(folded: str, spans: list[Token]) -> TimeBasis:
    for span in spans:
        groups = span.groups
        if span.name == "CLOCK_RANGE":
            summer_from, summer_to = (
                groups.get("f2") or groups.get("f3"),
                groups.get("t3") or groups.get("f3"),
            )
            if summer_from and summer_to:
                same = _earlier(groups["f"], summer_from) and _earlier(groups["t"], summer_to)
                return "utc_summer" if same else "unknown"
    if re.search(r"\bUTC\b|\b\d{2}:?\d{2}\s?Z\b", folded):
        return "utc"
    if _LOCAL_TIME.search(folded):
        return "local"
    return "unknown"


def _earlier(winter: str, summer: str) -> bool:
    a, b = (int(t.replace(":", "")) for t in (winter, summer))
    return (a // 100 * 60 + a % 100) - (b // 100 * 60 + b % 100) == 60
