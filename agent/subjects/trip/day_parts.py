"""Takes an hour for "after lunch" or "the crack of dawn" in a trip, and keeps the words for the plan to say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.aviation.sun import sun_times
from agent.language.days import Day
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.vague_times import (
    OPEN_EVENING,
    OPEN_HOME,
    OPEN_OUT,
    SUNRISE,
    VagueTime,
    vague_times,
)
from agent.subjects.trip.leg_times import IDLE, SIGN, SPEED
from agent.subjects.trip.reading_goals import OR
from tongue import say

Given = dict[str, JsonValue]
_STEP = timedelta(minutes=5)
_BESIDE = re.compile(r"\W*(?:at|about|around|say|by|um|gegen|ab|so|à|vers)?\W*", re.IGNORECASE)
"""Between words for a part of the day and an hour that tells it: "after lunch at 14"."""
_NEVER = "never"
_OPEN_DAY = "day?"
_ON = "on "
_PLAIN = re.compile(
    r"(?<!good )(?<!guten )(?<!bonne )(?<!bon )\b"
    r"(?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)?(?:(?<=tag )früh|(?<=woch )früh|"
    r"(?P<evening>evening|abends?|soir(?:ée)?)|morning|"
    r"vormittags?|morgens|matin(?:ée)?|"
    r"afternoon|nachmittags?|après[- ]midi)\b(?! (?:before|vorher|davor))",
    re.IGNORECASE,
)
_GREETS = re.compile(
    r"\s*[.,!;]|\s+(?:all|everyone|everybody|folks|chaps|guys|team|gents|zusammen)\b", re.IGNORECASE
)
_HOME_TIMES, _OUT_TIMES = ("return_off_block", "return_by"), ("off_block", "arrive_by")


def open_parts(
    given: Given, said: Said, is_home: Callable[[int, int], bool], taken: Sequence[tuple[int, int]]
) -> None:
    """Keep "Sunday evening" of a way whose hour nobody says. `taken`: what is read already."""
    found: list[JsonValue] = []
    for match in _PLAIN.finditer(said.slots.text):
        a, b = match.span()
        if any(start < b and a < end for start, end in taken):
            continue
        if not said.slots.text[:a].strip() and _GREETS.match(said.slots.text, b):
            said.used.add((a, b))  # "Morning. Thinking of the Isle of Wight"
            continue
        home = is_home(a, b)
        if any(given.get(name) for name in (_HOME_TIMES if home else _OUT_TIMES)) or (
            home and not given.get("return_day")
        ):
            continue
        said.used.add((a, b))
        found.append(
            f"{match[0]}{SIGN}{OPEN_OUT if not home else OPEN_EVENING if match['evening'] else OPEN_HOME}"
        )
    kept = v if isinstance(v := given.get("taken"), list) else []
    if found:
        given["taken"] = [*kept, *found]


def parts_of_day(said: Said) -> list[VagueTime]:
    """Those that no hour beside them tells."""
    text, clocks = said.slots.text, said.clocks()

    def is_told(part: VagueTime) -> bool:
        gaps = [text[min(part.end, c.end) : max(part.start, c.start)] for c in clocks]
        return any(_BESIDE.fullmatch(gap) for gap in gaps)

    return [part for part in vague_times(text) if not is_told(part)]


def take_parts(given: Given, said: Said, way: Given, name_of: Callable[[VagueTime], str]) -> None:
    """Put the hours taken into `given`, each under the name that `name_of` says, and the words beside them."""
    taken: list[JsonValue] = []
    for part in parts_of_day(said):
        name = name_of(part)
        if name in given:
            continue
        said.used.add((part.start, part.end))
        at = _sunrise(given, said, way, name) if part.at == SUNRISE else part.at
        taken.append(f"{part.words}{SIGN}{at or ''}")
        if at is not None:
            given[name] = at
    if taken:
        given["taken"] = taken


def _sunrise(given: Given, said: Said, way: Given, name: str) -> str | None:
    """The next five minutes after the sunrise where that flight begins."""
    home = name.startswith("return")
    start = way.get("to_location") if home else way.get("from_location") or said.home
    days = [one.get(day) for day in (("return_day", "day") if home else ("day",)) for one in (given, way)]
    day = next((d for d in days if isinstance(d, str)), None)
    code = field_of(start, said.deps) if isinstance(start, str) else None
    airport = said.deps.airports.get(code) if code else None
    try:
        on = date.fromisoformat(day or "")
    except ValueError:
        return None
    rises = sun_times(airport.lat, airport.lon, on).sunrise if airport is not None else None
    if airport is None or rises is None:
        return None
    local = rises.astimezone(zone_of(airport.time_zone) or UTC)
    floor = datetime.combine(local.date(), datetime.min.time(), local.tzinfo)
    return f"{floor + -(-(local - floor) // _STEP) * _STEP:%H:%M}"


def no_day(words: str) -> str:
    """Kept for a day that no month has, until another is said: "30 feb"."""
    return f"{words.strip(' .')}{SIGN}{_NEVER}"


def which_day(words: str) -> str:
    """Kept for a season or month of which no day is told, until one is: "summer 2027"."""
    return f"{words.strip(' .')}{SIGN}{_OPEN_DAY}"


def no_such_weekday(day: Day, text: str) -> str:
    """Kept for a date that falls on another weekday than was said: "friday the 5th of june"."""
    return f"{text[day.start : day.end]}{SIGN}{_ON}{day.when.isoformat()}"


def told(
    taken: Sequence[str],
    times: Sequence[str | None],
    knots: float | None = None,
    *,
    dated: bool = True,
    days: Sequence[date | None] = (),
    goal: str = "",
) -> tuple[list[str], list[str]]:
    """What must be told first, and what is noted behind the plan: what was taken, for each part of the day that
    still stands in the trip, whose `times` and speed are told.

    A day that no month has is told as long as the trip has no other (`dated`), a date of another weekday as
    long as it is among the `days` of the trip.
    """
    lines: list[str] = []
    notes: list[str] = []
    open_ones: list[str] = []
    for words, _, at in (one.partition(SIGN) for one in taken):
        if at.startswith(OR):
            if goal == at.removeprefix(OR):
                lines.append(say("{goal} or {other}: this is the trip to {goal}", goal=goal, other=words[:40]))
        elif at == _NEVER:
            lines += [] if dated else [say("There is no {day}.", day=words[:20])]
        elif at == _OPEN_DAY:
            notes += [] if dated else [say("“{words}”: I took no day, which one?", words=words[:40])]
        elif at.startswith(_ON):
            falls = date.fromisoformat(at.removeprefix(_ON))
            if falls in days:
                lines.append(
                    say("“{words}” of {day:%Y} is a {day:%A}: I took the date.", words=words[:40], day=falls)
                )
        elif at in (OPEN_OUT, OPEN_HOME, OPEN_EVENING):
            if not any(times[:2] if at == OPEN_OUT else times[2:]):
                open_ones.append(words[:40])
        elif at == IDLE:
            notes.append(say("“{words}” is not reckoned with here", words=words[:40]))
        elif at.endswith(SPEED):
            if f"{knots or 0:g}{SPEED}" == at:
                lines.append(say("“{words}”: I took {clock}", words=words[:40], clock=at))
        elif at and at in times:
            notes.append(say("“{words}”: I took {clock}", words=words[:40], clock=at))
        elif not at and not any(times):
            notes.append(say("“{words}”: I took no time of day, which one?", words=words[:40]))
    if open_ones:
        words = ", ".join(dict.fromkeys(open_ones))
        notes.append(say("“{words}”: I took no time of day, which one?", words=words))
    return lines, notes
