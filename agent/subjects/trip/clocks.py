"""Reads the times of day in a message of which it is known that it plans a flight, in local time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time

from pydantic import JsonValue

from agent import regex as re
from agent.language.days import WEEKDAYS
from agent.language.months import YEAR
from agent.language.quantities import UTC_BEHIND, Quantity
from agent.language.said import Said
from agent.language.spelt_times import spelt_times
from agent.subjects.trip.leg_times import lengths, limits_of_legs

Given = dict[str, JsonValue]
OUT_AT, BACK_AT = time(10), time(15)
"""Local hours of a day trip where none are said."""
TURN = (
    r"back|bk(?= (?:by|at|on|for|\d))|return(?:s|ing|ed)?|rtn|ret(?=\W+\d)|"
    r"(?<!from )(?<!at )(?<!my )home(?! base)|"
    r"(?<!aller[- ])retour(?:s|ner|nons)?|"
    r"(?:leav(?:e|es|ing)|off|away|fly(?:ing)?|start(?:en)?) (?:again|wieder)|leav(?:e|es|ing) there(?: again)?|"
    r"(?:wheels up|take[- ]?off|airborne|off[- ]blocks|dep(?:art(?:ing|ure)?)?|lift[- ]?off) again|"
    r"(?:starten|abheben) wieder|"
    r"wieder (?:dort |da )?(?:los|weg|ab|heim|starten|abheben)|re(?:décoll|part)\w+|"
    r"stay(?:ing)? (?:there )?(?:till|until|to)|bleib\w* bis|rest\w* jusqu['’]?(?:à|au)?|rtb|"
    r"reven\w+|revien\w*|repart\w*|"
    r"rentr\w+|zurück\w*|zurueck\w*|wieder (?:daheim|zu ?hause)|"
    r"(?<!hin- und )(?<!hin und )rück(?:flug|kehr|reise|weg)|rueckflug|heim(?:flug|reise|weg|wärts)?"
)
"""What turns a trip round: what is said behind it belongs to the way home."""
_CUE = (
    r"(?:at|by|um|ab|à|vers|gegen|around|about|leav(?:e|es|ing)|off|depart\w*|dep|etd|départ|abflug|start\w*|los|"
    rf"blocks|take[- ]?off|wheels up|airborne|until|before|{TURN})"
)
_NO_UNIT = r"(?!\s?(?:kts?|kn|knots|nm|ft|feet|m|met(?:re|er)s?|kg|lbs?|km|hpa|mb|rpm|l|lit(?:re|er)s?|mhz|€|£)\b)"
_MORE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # "9h", "14 h 30", "16 heures"
        r"(?<![\w.,:/-])(?P<t>(?P<h>\d{1,2})\s?(?:h|heures?)(?:\s?(?P<m>\d\d))?)(?![\w]|[.,:/]\d)"
        r"(?!\s?(?:flight|de vol|d'autonomie|flug|endurance|notice|before|avant|vorher|préavis)\b)",
        # "home 3ish", "0930ish"
        r"(?<![\w.,:/-])(?P<t>(?P<h>[01]?\d|2[0-3])(?:[:.]?(?P<m>[0-5]\d))?\s?-?ish)\b",
        # "25:00", "9.30 Uhr", "1 o'clock pm"
        r"(?<![\w.,:/-])(?P<t>(?P<h>\d{1,2}):(?P<m>\d\d)(?:\s?(?P<x>am|pm)\b)?)(?![\w]|[.,:/]\d)",
        r"(?<![\w.,:/-])(?P<t>(?P<h>\d{1,2})(?:[.:](?P<m>\d\d))?\s?(?:uhr|o'?\s?clock)(?:\s?(?P<x>am|"
        r"pm))?)(?![\w])",
        # "0930/1500", "out 0930 in 1530"
        r"(?<![\w.,:/-])(?P<t>(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d))(?=\s?/\s?(?:[01]\d|2[0-3])[0-5]\d(?!\d))",
        r"(?<=\d\d\d\d/)(?P<t>(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d))(?!\d)",
        # "leaving 8.30"
        rf"\b{_CUE}\s+(?P<t>(?P<h>\d{{1,2}})[.](?P<m>[0-5]\d)(?:\s?(?P<x>am|pm)\b)?)(?![\w]|[.,:/]\d|\s?(?:kt|"
        rf"nm|km|h\b))",
        # "at 25", "off 2530"
        rf"\b{_CUE}\s+(?P<t>(?P<h>2[4-9]|[345]\d)(?P<m>\d\d)?)(?=\s*(?:$|[?!;,)]|local|lt|z\b|uhr|h\b|back|and))",
        # "10h-16h", "0900-1600"
        r"\d{1,2}h(?:\d\d)?\s?-\s?(?P<t>(?P<h>[01]?\d|2[0-3])h(?P<m>[0-5]\d)?)(?!\w)",
        r"(?<![\w.,:/-])(?P<t>(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d))(?=\s?-\s?(?:[01]\d|2[0-3])[0-5]\d(?!\d))",
        r"(?<!\d)(?:[01]\d|2[0-3])[0-5]\d\s?-\s?(?P<t>(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d))(?!\d)",
        # "monday 9 local"
        r"(?<![\w.,:/-])(?P<t>(?P<h>[01]?\d|2[0-3])(?:[.:](?P<m>[0-5]\d))?)(?=\s?(?:local|lt|lcl|lokal|ortszeit|locales?)\b)",
        # "11 out 3.30 back", "10 off", "hin 10, zurück 15 Uhr"
        r"(?<![\w.,:/-])(?<!the )(?P<t>(?P<h>[01]?\d|2[0-3])(?:[.:](?P<m>[0-5]\d))?)"
        rf"(?=\s+(?:out|off|hin|{TURN})\b)",
        r"\b(?:hin|out|abflug|up|start(?:ing|en)?|leaving|setting off|départ|partant)\s+"
        r"(?:at\s+|um\s+|à\s+)?(?P<t>(?P<h>[6-9]|1\d|2[0-3]))"
        r"(?=\s*(?:[,;]|$|und\b|and\b|on\b|am\b|le\b|local\b|lokal\b|tomorrow\b|morgen\b|demain\b))",
        # "Saturday 10 back 3"
        rf"\b(?:{'|'.join(WEEKDAYS)})\s+(?P<t>(?P<h>[6-9]|1\d|2[0-3]))(?=\s+(?:{TURN})\b)",
        # "… to Ronaldsway sunday 10"
        rf"\b(?:{'|'.join(WEEKDAYS)})\s+(?P<t>(?P<h>[6-9]|1\d|2[0-3]))(?=\s*(?:$|[,;?!]))",
        # "back sun 3"
        rf"\b(?:{TURN})\s+(?:on\s+|am\s+|le\s+)?(?:{'|'.join((*WEEKDAYS, *(day[:3] for day in WEEKDAYS)))})\s+"
        r"(?P<t>(?P<h>[1-9]|1\d|2[0-3]))(?=\s*(?:$|[,;?!)]|in the|with|and|mit|und|avec|et)\b|\s*$)",
        # "sat 9.30"
        rf"\b(?:{'|'.join((*WEEKDAYS, *(day[:3] for day in WEEKDAYS)))})\s+"
        r"(?P<t>(?P<h>\d{1,2})[.](?P<m>[0-5]\d))(?![\w]|[.,:/]\d)",
        # "am 5.12. um 10", "le 5/12 vers 14"
        rf"\b(?:at|um|à|gegen|vers)\s+(?P<t>(?P<h>[6-9]|1\d|2[0-3]))(?![\w]|[.,:/-]\d|\s?(?:%|min|years|ans|jahre|people|persons?|pers)){_NO_UNIT}",
        # "wheels up 0900", "rtn 1600", "Boxing Day 0930"
        rf"(?<![\w.,:/-])(?<!squawk )(?<!qnh )(?<!fl )(?!{YEAR}\b)(?P<t>(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d))"
        rf"(?![\w]|[.,:/-]\d){_NO_UNIT}",
    )
)
_BEHIND_A_DAY = re.compile(
    r",?\s+(?:at\s+|um\s+|à\s+|ab\s+)?(?P<t>(?P<h>[01]?\d|2[0-3])[.](?P<m>[0-5]\d))(?![\w]|[.,:/]\d)"
)
""" "Sa 10.00", "Friday, 9.30"."""
_BARE_BEHIND_A_DAY = re.compile(
    r"\s+(?P<t>(?P<h>[6-9]|1\d|2[0-3]))(?=\s+(?:to|from|nach|von|ab|vers|de|depuis|pour|what(?:'s)?|which|was|welche\w*|quoi|que|quel\w*|with|mit|avec|in|and|und|et|please|bitte)\s+(?!\d))",
    re.IGNORECASE,
)
""" "Saturday 10 to Sandown", "Samstag 9 von Egelsbach"."""
_LASTS = re.compile(r"\b(?:in|takes?|for|pendant|dans|dauert|flight of|vol de|stay|about an?)\s+$", re.IGNORECASE)


_HOURS = r"\d{1,2}\s?(?:h|heures?|hours?|hrs?|std|stunden)(?:\s?[0-5]\d)?"
_AT_MOST = re.compile(
    rf"\b(?:plus de|maxi(?:mum)?|max\.?|no (?:more|longer) than|at most|höchstens|maximal|"
    rf"nicht (?:mehr|länger) als|moins de|less than)\s+{_HOURS}\b|\b{_HOURS}\s+"
    r"(?:max\w*\s+)?(?:par|per|pro|je|each)\s+"
    r"(?:étape|leg|vol|etappe|flug|tronçon|branche|hop|stretch|flight)\b"
)
""" "Pas plus de 2h30 par étape": how long, and no hour."""


@dataclass(frozen=True)
class At:
    """A time of day that was said, and where."""

    start: int
    end: int
    at: str
    back: str
    """The same by the clocks where the way home begins, and the way out ends."""


_REMINDED = re.compile(
    r"\b(?:remind|nudge|erinner|rappel)\w*"
    r"(?:(?!\b(?:for|für|pour)\b(?!\s*\d)|\b(?:before|vor|avant)\b(?=[^.;?!,]{1,30}\b(?:flight|flug|abflug|departure|vol|départ)\b))"
    r"[^.;?!,])*"
)
"""When one wants to be reminded: no hour of the flight, "for" or before which one is."""


def reminders(low: str) -> list[tuple[int, int]]:
    """Where it is told when one wants to be reminded."""
    return [match.span() for match in _REMINDED.finditer(low)]


def clocks_of(said: Said, way: Given, *, reminded: bool = False) -> list[At]:
    """The times of day, as they stand; those that are none ("25:00") as they are said, for the plan to say so."""
    others = [(one.start, one.end) for one in lengths(said.slots.text)]
    others += limits_of_legs(said.slots.text)
    others += [] if reminded else reminders(said.slots.low)
    others += [match.span() for match in _AT_MOST.finditer(said.slots.low)]
    clocks = _clocks(said, way)
    told = (c for c in clocks if not any(start < c.end and c.start < end for start, end in others))
    return sorted(told, key=lambda clock: clock.start)


def _clocks(said: Said, way: Given) -> Iterator[At]:
    slots = said.slots
    start, goal = way.get("from_location") or said.home, way.get("to_location")
    spelt = list(spelt_times(slots.text))
    # "neuf heures" of "neuf heures et demie" and "9 h" of "9 h 15" are no times of their own
    longer = [(s.start, s.end) for s in spelt] + [m.span("t") for p in _MORE for m in p.finditer(slots.text)]
    told = [c for c in said.clocks() if not any(_is_part(c, a, b, slots.low) for a, b in longer)]
    for clock in told:
        at, back = (said.clock(clock, end if isinstance(end, str) else None) for end in (start, goal))
        if at is not None or back is not None:
            yield At(clock.start, clock.end, at or str(back), back or str(at))
    known = [(q.start, q.end) for q in told] + [(d.start, d.end) for d in slots.days]
    known += [(q.start, q.end) for q in slots.quantities if q.kind not in ("clock", "duration", "count")]
    known += [span for span in slots.taken_back if any(span[1] == clock.end for clock in told)]
    bare = (
        m
        for day in slots.days
        if not any(letter.isdigit() for letter in slots.text[day.start : day.end])
        and (m := _BARE_BEHIND_A_DAY.match(slots.text, day.end)) is not None
    )
    behind_days = (m for day in slots.days if (m := _BEHIND_A_DAY.match(slots.text, day.end)) is not None)
    for matches in (behind_days, bare, *(pattern.finditer(slots.text) for pattern in _MORE)):
        for match in matches:
            a, b = match.span("t")
            lasts = _LASTS.search(slots.text[:a]) and not re.fullmatch(r"\d{4}", match["t"])
            if lasts or any(x < b and a < y for x, y in known):
                continue
            known.append((a, b))
            said.used.add((a, b))
            said.take([q for q in slots.quantities if a <= q.start and q.end <= b])
            groups = match.groupdict()
            if (utc := UTC_BEHIND.match(slots.text, b)) is not None:
                yield from _of_utc(said, (a, utc.end()), match, (start, goal))
                continue
            at = hour_said(match["h"], groups.get("m"), groups.get("x") or "")
            yield At(a, b, at, at)
    for one in spelt:
        if any(x < one.end and one.start < y for x, y in known):
            continue
        said.used.add((one.start, one.end))
        said.take([q for q in slots.quantities if one.start <= q.start and q.end <= one.end])
        yield At(one.start, one.end, one.at, one.at)


def _of_utc(
    said: Said, span: tuple[int, int], match: re.Match[str], ends: tuple[JsonValue, JsonValue]
) -> Iterator[At]:
    """A time in UTC by the clocks of both ends: "15h utc"."""
    hour = int(match["h"]) + int(match.groupdict().get("m") or 0) / 60
    clock = Quantity("clock", *span, hour, "utc", said.slots.text[slice(*span)])
    said.used.add(span)
    at, back = (said.clock(clock, end if isinstance(end, str) else None) for end in ends)
    if at is not None or back is not None:
        yield At(*span, at or str(back), back or str(at))


_COUNTED_FROM = re.compile(r"\b(?:past|after|to|before|dreiviertel)\s+$")


def _is_part(clock: Quantity, start: int, end: int, low: str) -> bool:
    """Whether a time stands in a longer one from `start` to `end`: "four" in "ten past four"."""
    if not start <= clock.start:
        return False
    return clock.end < end or (clock.end == end and _COUNTED_FROM.search(low[start : clock.start]) is not None)


def hour_said(hour: str, minute: str | None, half: str) -> str:
    """ "8" and "30" as 08:30; a single figure before seven without minutes is the afternoon."""
    value = int(hour)
    afternoon = not half and minute is None and not hour.startswith("0") and value < 7
    if afternoon or (half.lower() == "pm" and value < 12):
        value += 12
    return f"{value:02d}:{minute or '00'}"
