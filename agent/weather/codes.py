"""What one group of a report says by itself: "9999", "Q1012", "-SHRA", "BKN014"; for who asks what it means."""

from __future__ import annotations

from datetime import date, datetime

from agent import regex as re
from agent.protocol import Source
from agent.weather.decode import decode_metar, moment
from agent.weather.words import report_words
from tongue import later, say

SOURCE = Source(
    name="WMO-No. 306, FM 15 METAR and FM 51 TAF",
    url="https://docsbay.net/fm-15-xiv-metar",
    as_of=date(2026, 11, 23),
)
_GROUP = re.compile(r"[-+]?[A-Z0-9/]{2,14}")
_WORDS = {
    "FEW": later("one or two eighths of the sky covered"),
    "AUTO": later("made by instruments alone, without an observer"),
}
"""Groups that are words of every day too, so that no question is searched for them."""
_VISIBILITY, _CLOUD, _AIR = (
    re.compile(r"\d{4}"),
    re.compile(r"(?:FEW|SCT|BKN|OVC)\d{3}"),
    re.compile(r"M?\d\d/M?\d\d"),
)

_VALID = re.compile(r"(?P<d>[0-3]\d)(?P<h>[0-2]\d)/(?P<e>[0-3]\d)(?P<l>[0-2]\d)")
_FROM = re.compile(r"FM(?P<d>[0-3]\d)(?P<h>[0-2]\d)(?P<m>[0-5]\d)")
_MADE = re.compile(r"(?P<d>[0-3]\d)(?P<h>[0-2]\d)(?P<m>[0-5]\d)Z")
_EXTREME = re.compile(r"T(?P<x>[XN])(?P<t>M?\d\d)/(?P<d>[0-3]\d)(?P<h>[0-2]\d)Z")
_HOURS = re.compile(r"(?P<h>[01]\d|2[0-4])(?P<l>[01]\d|2[0-4])")
""" "0612" behind TEMPO, BECMG or PROB: the hours of a change, as forecasts wrote them before days stood there."""
_STEP_M = 50
"""A visibility is told in whole steps of so many metres."""
_CHANGE = re.compile(r"TEMPO|BECMG|INTER|PROB\d\d")
_VARIES = re.compile(r"(?P<a>[0-3]\d0)V(?P<b>[0-3]\d0)")


def hours_of(group: str, near: datetime) -> tuple[datetime, datetime | None] | None:
    """From when and until when a group of a forecast says, in the month nearest to `near`; None of any other."""
    if (valid := _VALID.fullmatch(group.strip().upper())) is not None:
        first = moment(int(valid["d"]), int(valid["h"]), 0, near)
        last = moment(int(valid["e"]), int(valid["l"]), 0, near)
        return (first, last) if first is not None and last is not None else None
    if (begins := _FROM.fullmatch(group.strip().upper())) is not None:
        first = moment(int(begins["d"]), int(begins["h"]), int(begins["m"]), near)
        return (first, None) if first is not None else None
    return None


def _time_words(group: str) -> str | None:
    """Groups that tell a time of a report, or of a forecast."""
    if (valid := _VALID.fullmatch(group)) is not None and int(valid["h"]) <= 24 and int(valid["l"]) <= 24:
        return say(
            "from day {first} of the month, {from_hour}:00 UTC, to day {last}, {to_hour}:00 UTC: of a whole TAF "
            "how long it is valid, behind TEMPO, BECMG or PROB the hours of that change",
            first=int(valid["d"]),
            from_hour=valid["h"],
            last=int(valid["e"]),
            to_hour=valid["l"],
        )
    if (begins := _FROM.fullmatch(group)) is not None:
        return say(
            "from day {day} of the month, {hour}:{minute} UTC, all that follows replaces what was before",
            day=int(begins["d"]),
            hour=begins["h"],
            minute=begins["m"],
        )
    if (made := _MADE.fullmatch(group)) is not None:
        return say(
            "made on day {day} of the month at {hour}:{minute} UTC",
            day=int(made["d"]),
            hour=made["h"],
            minute=made["m"],
        )
    if (extreme := _EXTREME.fullmatch(group)) is not None:
        temp, day, hour = int(extreme["t"].replace("M", "-")), int(extreme["d"]), extreme["h"]
        if extreme["x"] == "X":
            return say(
                "highest temperature {temp} °C, on day {day} about {hour}:00 UTC", temp=temp, day=day, hour=hour
            )
        return say("lowest temperature {temp} °C, on day {day} about {hour}:00 UTC", temp=temp, day=day, hour=hour)
    if (varies := _VARIES.fullmatch(group)) is not None:
        return say("the wind's direction varies from {first}° to {last}°", first=varies["a"], last=varies["b"])
    return None


def _hours_words(group: str, after: str) -> str | None:
    """Four figures behind a change as its hours; both readings where they could be a visibility too.

    `after` is the group behind them: a visibility there leaves them only the hours.
    """
    hours = _HOURS.fullmatch(group)
    if hours is None:
        return None
    if int(group) % _STEP_M or _VISIBILITY.fullmatch(after):
        return say(
            "the hours of that change, {first}:00 to {last}:00 UTC, written without the day as older TAFs do",
            first=hours["h"],
            last=hours["l"],
        )
    seen = group_words(group, in_report=True)
    return seen and say(
        "{visibility}; in an older TAF, which wrote no days, the hours {first}:00 to {last}:00 UTC",
        visibility=seen,
        first=hours["h"],
        last=hours["l"],
    )


def group_words(said: str, *, in_report: bool = False, before: str = "", after: str = "") -> str | None:
    """A group in words; None for what is none, or could be anything else (less so `in_report`).

    `before` and `after` are the groups around it: behind a change four figures are hours.
    """
    group = said.strip().upper()
    if _CHANGE.fullmatch(before.strip().upper()) and (hours := _hours_words(group, after)) is not None:
        return hours
    if group in _WORDS:
        return say(_WORDS[group])
    if (told := _time_words(group)) is not None:
        return told
    if not _GROUP.fullmatch(group) or (
        group.isdigit() and group != "9999" and not (in_report and len(group) == 4)
    ):
        return None
    if _VISIBILITY.fullmatch(group) and group != "9999" and int(group) % _STEP_M:
        return None
    report = decode_metar(f"METAR ZZZZ 010000Z {group}")
    if report.unread or report.trend or not (told := report_words(report)):
        return None
    if _VISIBILITY.fullmatch(group):
        return say("visibility {distance}", distance=told)
    if _CLOUD.match(group):
        return say("{cloud}, base above the aerodrome", cloud=told)
    return say("temperature and dew point {air}", air=told) if _AIR.fullmatch(group) else told
