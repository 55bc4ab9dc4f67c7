"""Reads an airfield's published hours for one day: only what is understood to the last word is turned into times.

"Mon-Fri 0630-2300 (0530-2200); Sat, Sun and PH 0800-2200 (0700-2100)." The figure in brackets is UTC while the
field's clocks are on summer time, the other UTC in winter. Without brackets the basis must be written out, or the
document must state one for all its figures. "SUM: … WIN: …" are two texts, and the season says which holds.
"0700-1800 or SS, the earlier" and "0900-SS" are told as they stand; "; PPR" stays beside its figures. What a text
says besides is taken off first (`opening_clauses`): other times, telephones, days that are closed or left open.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from agent import regex as re
from agent.aviation.notice_rules import TimeBasis
from agent.aviation.opening_clauses import DAY, DAYS_SAID, HOLIDAY, clauses_of, days_said

_CLOCK = r"(?:[01]\d|2[0-4]):?[0-5]\d"
_SUN = r"S[RS](?:[+-]\d{1,3})?\b"
_EDGE = rf"(?:{_CLOCK}(?:\s+OR\s+{_SUN},\s*THE\s+(?:EARLIER|LATER)\b)?|{_SUN})"
"""One end of the hours: a time, the sun's, or whichever of both comes first or last."""
_SPAN = re.compile(
    rf"(?:(?P<days>{DAYS_SAID})\s*:?\s*)?(?P<a>{_EDGE})\s*(?:\((?P<sa>{_CLOCK})\)\s*)?-\s*(?P<b>{_EDGE})"
    rf"(?:\s*\((?:(?P<sa2>{_CLOCK})\s*-\s*)?(?P<sb>{_CLOCK})\))?(?P<ppr>\s*(?:\(?UTC\)?)?\s*;\s*PPR(?=\s*(?:;|\.?$)))?"
)
_LIMITS = re.compile(
    r"\d|\b(?:EXC\w*|CLOSED|CLSD|SAUF|FERM\w*|AUSSER|ONLY|UNTIL|WIN|SUM|WINTER|SUMMER|ETE|HIV\w*|SR|SS|HJ|HN|HRH|"
    r"HX|HS|HO|NIGHT|DAY|MAX|PPR|PN|NOTAM|SKED|H24|UDP|INDICATIVE|UDP|INDICATIVE|"
    r"JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|" + DAY + r")\b"
)


_SEASON = re.compile(r"\(?\b(?:SUM(?:MER)?|WIN(?:TER)?|ETE|HIV(?:ER)?)\b(?:\s*/\s*(?:SUM|WIN)\b)?\)?\s*:?")
_BRACKETED = re.compile(r"\([\s,;.]*\)")
"""Where whole spans stood in brackets, "(Mon-Thu 0635-1730, Fri-Sun 0635-1830)": those of the other season."""
_SAME_DAYS = re.compile(r"\s*(?:,|/|&|AND|ET)\s*")


@dataclass(frozen=True, slots=True)
class Opening:
    """The published hours of one day. `figures` as printed; `spans` in UTC.

    No spans where the basis is not stated or the sun decides.
    `all_day` is H24, `closed` that the text says so. None of all: the text names other days only.
    `by_daylight`: the hours hold only within the daylight period.
    """

    figures: tuple[str, ...] = ()
    spans: tuple[tuple[datetime, datetime], ...] = ()
    all_day: bool = False
    closed: bool = False
    by_daylight: bool = False


def opening_on(
    text: str, day: date, *, holiday: bool, zone: ZoneInfo | None, clock: TimeBasis = "unknown"
) -> Opening | None:
    """The hours that `text` publishes for `day`; None when any of it is not understood.

    `clock` is the basis that the document states for figures without one of their own.
    """
    clauses = clauses_of(text, day, holiday=holiday)
    plain = _of_season(clauses.plain, day, zone) if clauses is not None else None
    if clauses is None or plain is None or clauses.left_open:
        return None
    if clauses.closed:
        return Opening(closed=True)
    if clauses.unnamed:
        return Opening()
    if re.fullmatch(r"\s*(?:DAILY )?H ?24\W*", plain):
        return Opening(all_day=True)
    found = list(_SPAN.finditer(plain))
    rest = _SPAN.sub(lambda match: " UTC " if "UTC" in (match["ppr"] or "") else " ", plain)
    in_utc, local = bool(re.search(r"\bUTC\b", rest)), bool(re.search(r"\b(?:LT|LMT|LOCAL(?: TIMES?)?)\b", rest))
    if not found or _LIMITS.search(rest) or (in_utc and local) or _BRACKETED.search(rest):
        return None
    bracketed = [match["sb"] is not None for match in found]
    if (any(bracketed) and not all(bracketed)) or any((m["sb"] is None) != _no_start(m) for m in found):
        return None
    wanted = _that_apply(found, day.isoweekday(), holiday, plain)
    if wanted is None:
        return None
    figures = tuple(re.sub(r"\s+", " ", match.group()).strip() for match in wanted)
    basis = None
    if zone is not None:
        basis = "brackets" if all(bracketed) and not local else "utc" if in_utc else "local" if local else None
        if basis is None and clock != "unknown":
            basis = clock
    by_the_clock = all(re.fullmatch(_CLOCK, match[end]) for match in wanted for end in ("a", "b"))
    if not by_the_clock:
        told = tuple(f"{figure.removesuffix(' (UTC)')} (UTC)" for figure in figures)
        return Opening(figures=told, by_daylight=clauses.by_daylight) if basis == "utc" else None
    spans = tuple(_span(match, day, zone, basis) for match in wanted) if zone and basis else ()
    return Opening(figures=figures, spans=spans, by_daylight=clauses.by_daylight)


def _no_start(match: re.Match[str]) -> bool:
    return match["sa"] is None and match["sa2"] is None


def _of_season(plain: str, day: date, zone: ZoneInfo | None) -> str | None:
    """The part of a text that holds in the day's season; the whole of one that names none.

    None when it names seasons otherwise than at the head of its parts, or the zone has none.
    """
    heads = list(_SEASON.finditer(plain))
    if not heads:
        return plain
    names = ["summer" if re.match(r"\W*(?:SUM|ETE)", head[0]) else "winter" for head in heads]
    if plain[: heads[0].start()].strip(" (:-") or sorted(names) != ["summer", "winter"] or zone is None:
        return None
    wanted = names.index("summer" if datetime.combine(day, time(12), zone).dst() else "winter")
    end = heads[wanted + 1].start() if wanted == 0 else len(plain)
    return plain[heads[wanted].end() : end].strip(" .;:()")


def _that_apply(found: list[re.Match[str]], weekday: int, holiday: bool, plain: str) -> list[re.Match[str]] | None:
    """The spans for a weekday or a public holiday; None when the text leaves the holiday open."""
    named: list[frozenset[int] | None] = []
    for index, match in enumerate(found):
        between = plain[found[index - 1].end() : match.start()] if index else ""
        goes_on = bool(index) and match["days"] is None and _SAME_DAYS.fullmatch(between) is not None
        named.append(named[-1] if goes_on else days_said(match["days"]))
    if all(days is None for days in named) and all(
        _SAME_DAYS.fullmatch(plain[a.end() : b.start()]) for a, b in pairwise(found)
    ):
        return None if holiday else found
    if any(days is None for days in named) and len(found) > 1:
        return None
    on_holidays = any(days and HOLIDAY in days for days in named)
    everyday = any(match["days"] in ("DAILY", "EVERY DAY") for match in found)
    if holiday and not on_holidays and not everyday:
        return None
    today = HOLIDAY if holiday and on_holidays else weekday
    return [match for match, days in zip(found, named, strict=True) if days is None or today in days]


def _span(match: re.Match[str], day: date, zone: ZoneInfo, basis: str) -> tuple[datetime, datetime]:
    summer = bool(datetime.combine(day, time(12), zone).dst())
    first, last = match["a"], match["b"]
    if basis == "brackets" and summer:
        first, last = match["sa"] or match["sa2"], match["sb"]
    start, end = (_moment(figure, day, zone if basis == "local" else None) for figure in (first, last))
    if basis == "utc_summer" and summer:
        start, end = start - timedelta(hours=1), end - timedelta(hours=1)
    return (start, end) if end > start else (start, end + timedelta(days=1))


def _moment(figure: str, day: date, zone: ZoneInfo | None) -> datetime:
    digits = figure.replace(":", "")
    hour, minute = int(digits[:2]), int(digits[2:])
    ahead = timedelta(days=hour // 24)
    return datetime.combine(day + ahead, time(hour % 24, minute), zone or UTC).astimezone(UTC)
