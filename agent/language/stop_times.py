"""Reads the times of a stop: when one lands, is off blocks, or has to be home, in UTC or local, today or later."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from agent import regex as re
from agent.language import leisure
from agent.language.slots import Slots
from agent.regex import longest_first

_LAND = re.compile(
    r"\b(?:land(?:ing|ed)?|arriv\w+|touch(?:ing)? down|(?:be|get|we're|i'm|are) (?:down|in)|down (?=by|at|around|about)|on[- ]?blocks?|"
    r"atterri\w+|pos(?:e|es|ons|ez|er|ée?s?)|lande\w*|landung|ankunft|ankomm\w+|(?:da|dort) sein|on the ground)\b"
)
_LEAVE = re.compile(
    r"\b(?:off[- ]?blocks?|(?:off|away|out|gone) (?=again|at|by|before)|back in the air|leav\w+|depart\w*|take[- ]?off|taking off|until|till|fly(?:ing)? (?:home|back|on)|"
    r"départ|repart\w*|décoll\w*|retour|return(?:ing)?|jusqu'à|abflug|rückflug|heimflug|abflieg\w*|weiterflug|weiter|start(?:en)? wieder|wieder (?:weg|los|ab)|(?:weg|los) (?=um|gegen|vor|spätestens)|bis)\b|"
    r"(?:\bto|-|–)\s*$"
)
_THERE = re.compile(
    r"\b(?:home|back|reach|be (?:in|at)|rentr\w*|retour|zurück|zu hause|daheim)\b[^.?!]*"
    r"\b(?:by|before|for|no later than|avant|pour|vor|bis|spätestens(?: um)?)\s*$"
)
_RELATIVE = re.compile(r"\b(?:in|dans)\s+(?:about |around |environ |etwa )?$")
_ON_THE_GROUND = re.compile(
    r"\W*(?:on the ground|there|ashore|in town|am boden|vor ort|aufenthalt|sur place|au sol|à terre)\b"
)
"""A span of time that one has: "in four hours on the ground" is no hour of landing."""
_NOON = re.compile(r"\b(?:noon|midday|midi|mittags)\b")
_HOUR_ALONE = re.compile(r"\d{1,2}\s?h(?:\s?\d\d)?")
_OF_AN_HOUR = re.compile(
    r"\b(?:départ|(?:re)?part(?:s|ons|ir)?|décoll\w*|retour|pos(?:e|es|ons|ez|er|ée?s?)|atterri\w*|arriv\w+|abflug|rückflug|ankunft|landung|"
    r"off[- ]?blocks?|(?:off|away|out) again|landing)\b\W*$"
)
""" "Pose 11h repart 17h": hours of the day, and no durations."""


_LANDS_THEN = re.compile(rf"{_LAND.pattern}(?!.*(?:\d|\bpour\b|\bpendant\b|\bdurant\b|\ben\b))[^.?!;]*$")
"""Before "10h30": the hour of landing, a place between them ("atterrissage à Deauville 10h30")."""
_MORNING = 5
_DONE_IN = re.compile(
    r"\b(?:see|do|visit|manage|fit in|explore|cover|voir|faire|visiter|découvrir)\b(?: \w+){0,3}? (?:in|within|en|dans)\s*$"
)
_IN_IT_ONE = re.compile(
    r"\W*(?:alles |da |dort )?(?:sehen|machen|anschauen|ansehen|unternehmen|schaffen|besichtigen|besuchen)\b"
)
""" "What can we see in four hours": how long it takes, and no time from now."""


@dataclass(frozen=True)
class StopTimes:
    """Times as "11:00" local, "09:00Z" in UTC or "+120", minutes from now; None is not said.

    `start` is when a day begins that is no stop at a field.
    """

    landing: str | None = None
    off_block: str | None = None
    there_by: str | None = None
    start: str | None = None
    leave_date: date | None = None
    stay_hours: float | None = None
    """How long one is there, where no hour of it is said: "three hours at Le Touquet"."""


@dataclass(frozen=True)
class _Time:
    start: int
    end: int
    text: str


def read_stop_times(slots: Slots) -> StopTimes:
    """The times of a stop at a field; without a landing it is none."""
    times, stays = _times(slots)
    found: dict[str, str] = {}
    at = 0
    for time in times:
        role = _role(slots.low[at : time.start], time, found, several=len(times) > 1)
        found.setdefault(role, time.text)
        at = time.end
    if "off_block" not in found and "there_by" not in found and stays and _LAND.search(slots.low):
        found |= _after(found.get("landing"), stays[0])
    if "landing" not in found and ("off_block" in found or "there_by" in found) and not slots.days:
        found["landing"] = "+0"  # nobody said when one lands: one is there
    stay = next((hours for hours in stays if SHORTEST_STAY <= hours <= LONGEST_STAY), None)
    bare = None if found.keys() & {"landing", "off_block", "there_by"} else stay
    return StopTimes(**found, leave_date=_leave_date(slots, times), stay_hours=bare)


SHORTEST_STAY, LONGEST_STAY = 0.5, 12.0


def _times(slots: Slots) -> tuple[list[_Time], list[float]]:
    """Times of day and times from now in order; and durations, in hours."""
    times = [
        # Some amounts begin with their cue: "by 17:00". The words before the digits say what a time is.
        _Time(_digits(slots.low, q.start, q.end), q.end, leisure.clock(q.value) + ("Z" if q.unit == "utc" else ""))
        for q in slots.of("clock")
    ]
    read = [(time.start, time.end) for time in times]
    times += [
        _Time(m.start(), m.end(), "12:00")
        for m in _NOON.finditer(slots.low)
        if not any(a < m.end() and m.start() < b for a, b in read)
    ]
    stays: list[float] = []
    for quantity in slots.of("duration"):
        before = slots.low[: quantity.start]
        said = slots.low[quantity.start : quantity.end].strip()
        takes = _DONE_IN.search(before) or _IN_IT_ONE.match(slots.low, quantity.end)
        if _RELATIVE.search(before) and not takes and not _ON_THE_GROUND.match(slots.low, quantity.end):
            times.append(_Time(quantity.start, quantity.end, f"+{round(quantity.value * 60)}"))
        elif _is_an_hour(said, before, quantity.value):
            times.append(_Time(quantity.start, quantity.end, leisure.clock(quantity.value)))
        else:
            stays.append(quantity.value)
    return sorted(times, key=lambda time: time.start), stays


def _is_an_hour(said: str, before: str, hours: float) -> bool:
    """Whether "16h", "10h30" is an hour of the day, and no time that one has."""
    if _HOUR_ALONE.fullmatch(said) is None:
        return False
    to_the_minute = hours >= _MORNING and re.search(r"h\s?\d", said) is not None
    lands = to_the_minute and _LANDS_THEN.search(before) is not None
    return lands or hours > LONGEST_STAY or _OF_AN_HOUR.search(before) is not None


def _digits(low: str, start: int, end: int) -> int:
    match = re.search(r"\d|noon|midday|midi|mittag|half|quarter", low[start:end])
    return start + match.start() if match else start


def _role(before: str, time: _Time, found: dict[str, str], *, several: bool) -> str:
    """What a time is, by the last cue in the words between it and the time before."""
    if _THERE.search(before):
        return "there_by"
    leaves = [match.start() for match in _LEAVE.finditer(before)]
    lands = [match.start() for match in _LAND.finditer(before)]
    if leaves and (not lands or leaves[-1] > lands[-1]):
        return "off_block"
    if lands or time.text.startswith("+"):
        return "landing"
    if several:
        return "off_block" if "landing" in found else "landing"
    return "start"


def _after(landing: str | None, hours: float) -> dict[str, str]:
    """The off-block time of a stay of some hours."""
    minutes = round(hours * 60)
    if landing is None:
        return {}
    if landing.startswith("+"):
        return {"off_block": f"+{int(landing[1:]) + minutes}"}
    total = int(landing[:2]) * 60 + int(landing[3:5]) + minutes
    return {"off_block": f"{total // 60:02d}:{total % 60:02d}{landing[5:]}"} if total < 1440 else {}


def _leave_date(slots: Slots, times: list[_Time]) -> date | None:
    """The day of leaving, when another day than that of landing is said beside it."""
    if len(slots.days) != 2 or len(times) != 2:
        return None
    first, last = slots.days[0].when, slots.days[1].when
    if last < first and slots.days[1].weekday:
        last += timedelta(days=7)  # the Tuesday after that Monday, though today is a Tuesday
    return last if last > first else None


_IN_WORDS = (
    {
        word: hour
        for words in (
            "one two three four five six seven eight nine ten eleven twelve",
            "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
            "une deux trois quatre cinq six sept huit neuf dix onze midi",
        )
        for hour, word in enumerate(words.split(), start=1)
    }
    | {
        word: hour
        for words in (
            "treize quatorze quinze seize dix-sept dix-huit dix-neuf",
            "dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
        )
        for hour, word in enumerate(words.split(), start=13)
    }
    | {"noon": 12, "midday": 12, "mittags": 12, "mittag": 12}
)
_PART = r"(?:half past |quarter past |quarter to |halb |viertel nach |viertel vor )"
_AN_HOUR = rf"{_PART}?(?:{'|'.join(longest_first(_IN_WORDS))}|1\d|2[0-3]|[1-9])(?: heures?(?: et demie)?| uhr|h\d{{0,2}}| ?[ap]m)?"
_STRETCH = re.compile(
    rf"\b(?:from|between|at|around|about|von|zwischen|um|ab|de|entre|à|dès)?\s*(?<![\d.,:])\b(?P<a>{_AN_HOUR})"
    rf"(?:\s*(?:and )?(?:we )?(?:have |we've |we have )?(?:got |free )?)\s*(?:until|untill|till|til|to|through to|bis|jusqu['’]à|à|and|und|et|–|-)\s*(?P<b>{_AN_HOUR})\b"
    r"(?!\s*(?:people|of us|persons?|personen|personnes|hours?|stunden|days?|tage|jours?|nights?|adults?|kids?|children|minutes?|min\b|kt|nm|ft|km|[:./]\d))"
)
_BEFORE_NOON = 6


def stretch_in_words(low: str) -> tuple[str, str] | None:
    """From when to when one is at a place, the hours in words or bare: "from eleven until half past four", "11 till 4"."""
    for match in _STRETCH.finditer(low):
        between = low[match.end("a") : match.start("b")]
        begun = re.match(r"(?:between|zwischen|entre)\b", match[0].lstrip()) is not None
        if re.search(r"\b(?:and|und|et)\b|[–-]|\bto\b|à", between) and not begun:
            led = re.match(r"(?:from|von|de|dès|ab)\b", match[0].lstrip())
            if led is None or re.search(r"\b(?:and|und|et)\b", between):
                continue  # "one and two", "two to three people"
        first, last = _of_the_day(match["a"]), _of_the_day(match["b"])
        if first is None or last is None:
            continue
        first += 12 * 60 if first < _BEFORE_NOON * 60 and "am" not in match["a"] else 0
        last += 12 * 60 if last <= first and last < 12 * 60 else 0
        if first < last < 24 * 60:
            return leisure.clock(first / 60), leisure.clock(last / 60)
    return None


def _of_the_day(said: str) -> int | None:
    """Minutes after midnight of an hour in words or figures, as it is said."""
    part, rest = re.match(_PART, said), re.sub(_PART, "", said)
    found = re.match(r"[^\W\d_]+(?:-[^\W\d_]+)?|\d+", rest)
    hour = None if found is None else int(found[0]) if found[0].isdigit() else _IN_WORDS.get(found[0])
    if hour is None:
        return None
    minutes = int(more[1]) if (more := re.search(r"\dh(\d\d)$", rest)) else 30 if "demie" in rest else 0
    if part is not None:
        kind = part[0].strip()
        minutes = {"half past": 30, "halb": -30, "quarter past": 15, "viertel nach": 15}.get(kind, -15)
    hour += 12 if rest.endswith("pm") and hour < 12 else 0
    return 60 * hour + minutes


_ENDS_AT = re.compile(
    r"\b(?:(?:un)?till?|til|bis|jusqu['’]à|by|before|(?:be )?(?:away|off|gone|out|back) (?:again )?(?:at|by|before)|(?:leave|leaving|go|depart) (?:at|by|before)|"
    rf"spätestens(?: um)?|weg um|los um|au plus tard (?:à)?|repart\w* (?:à|avant)|avant|vor)\s+(?P<h>{_AN_HOUR})(?![\w:.])"
    rf"|(?<![\d:.])\b(?P<max>{_AN_HOUR})\s*(?:max\w*|at the latest|au plus tard|spätestens|latest)\b"
)
_BEGINS_AT = re.compile(
    rf"\b(?:not before|from|ab|à partir de|pas avant|nicht vor|erst (?:ab|um)|landing at|we land at|landen um|arriving at|posé à)\s+(?P<h>{_AN_HOUR})(?![\w:.])"
)


def moved_stretch(low: str, window: tuple[str, str]) -> tuple[str, str] | None:
    """A stretch at a place with another end or begin: "till five", "we must be away at 16", "not before noon"."""
    first, last = window
    begun = _BEGINS_AT.search(low)
    ended = _ENDS_AT.search(low if begun is None else low[: begun.start()] + low[begun.end() :])
    if begun is not None and (at := _of_the_day(begun["h"])) is not None:
        first = leisure.clock(at / 60)
    if ended is not None and (at := _of_the_day(ended["h"] or ended["max"])) is not None:
        at += 12 * 60 if at < 12 * 60 and leisure.clock(at / 60) <= first else 0
        last = leisure.clock(at / 60)
    changed = (first, last)
    return changed if changed != window and first < last else None
