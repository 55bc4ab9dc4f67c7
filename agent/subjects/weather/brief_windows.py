"""The hours of a day brief as a phone has room for them: alike ones told once, what has no room behind a tap."""

from __future__ import annotations

from collections.abc import Iterable

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.protocol import Moment
from agent.subjects.weather.day import DayBrief, WindowAt
from agent.subjects.weather.forecast_words import freezing_words, window_words
from agent.subjects.weather.place import clock
from agent.subjects.weather.taf_words import at_times_words
from agent.weather.fold import Around, Worst
from agent.weather.models import Lead
from agent.weather.words import visibility_words, weather_words
from tongue import later, say

PHONE_LINES, PHONE_LETTERS = 12, 42
"""What a phone shows of an answer before anything of it is opened."""

MOMENTS = {
    "leaving": later("leaving"),
    "arriving": later("arriving"),
    "leaving there": later("leaving there"),
    "coming home": later("coming home"),
}


def phone_lines(told: Iterable[str]) -> int:
    """The lines that a phone makes of these; the address of a link is not seen."""
    return sum(-(-len(_seen(line)) // PHONE_LETTERS) for line in told if line.strip())


def _seen(line: str) -> str:
    """A line without its marks and the addresses behind its words."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)|\*\*", r"\1", line)


def alike(result: DayBrief) -> bool:
    """Whether the same is forecast at every moment of the day."""
    notes = {window_note(one, result.lead or "days", short=True) for one in result.windows}
    return len(notes) == 1 and len(result.windows) > 1


def headed(goal: WindowAt, result: DayBrief) -> str:
    """What the answer opens with: the weather where one arrives, or of all moments where it is the same."""
    note = f"{window_note(goal, result.lead or 'days', short=True)}."
    if alike(result):
        where = say("Out and back") if result.is_local else say("At both ends")
        return say("{name}: {value}", name=where, value=note)
    moment = _moment(goal, result)
    return say("{name}: {value}", name=f"{moment.what} {moment.at}", value=note)


def shown_windows(result: DayBrief, goal: WindowAt | None, room: int) -> tuple[tuple[Moment, ...], list[str]]:
    """The moments of the day that `room` lines hold, with what is forecast then, and the others as full lines.

    What is forecast at several moments alike is said of the first; `goal` stands above. Arriving goes before.
    """
    bare = [_moment(one, result) for one in result.windows]
    if goal is not None and alike(result):
        return tuple(bare), []
    lead = result.lead or "days"
    before = {window_note(goal, lead, short=True): _named(goal)} if goal is not None else {}
    told: dict[int, Moment] = {}
    left: dict[int, str] = {}
    for place in sorted(range(len(bare)), key=lambda at: result.windows[at].label != "arriving"):
        one, note = result.windows[place], f"{window_note(result.windows[place], lead, short=True)}."
        if one is goal:
            continue
        like = before.get(note.removesuffix("."))
        moment = bare[place].model_copy(update={"note": say("as {place}.", place=like) if like else note})
        room -= phone_lines([_line(moment)])
        if room < 0 and (told or left):
            left[place] = _line(moment)
            continue
        before.setdefault(note.removesuffix("."), _named(one))
        told[place] = moment
    return tuple(told[place] for place in sorted(told)), [left[place] for place in sorted(left)]


def _line(one: Moment) -> str:
    return f"{one.at} {one.what} · {one.note}"


def _named(one: WindowAt) -> str:
    return f"{one.icao} {say(MOMENTS.get(one.label, one.label))}"


def _moment(one: WindowAt, result: DayBrief) -> Moment:
    """ "10:00 local (10:00Z) EGLD out"."""
    zone = zone_of(one.zone)
    day = one.at.astimezone(zone).date()
    at = clock(one.at, zone) if day == result.day else say("{day:%a} ", day=day) + clock(one.at, zone)
    return Moment(at=at, what=_named(one))


def window_note(one: WindowAt, lead: Lead, *, short: bool = False) -> str:
    """What TAF or models have at a field around a moment.

    `short`: without the end of its TAF and the freezing level (`taf_ends`, `freezing`).
    """
    if one.taf is not None and not one.taf.beyond and one.taf.prevailing is not None:
        away = say(", {nm:.0f} nm away", nm=one.taf_distance_nm) if one.taf_distance_nm else ""
        return say("{name}: {value}", name=f"TAF {one.taf_station}{away}", value=_around(one.taf))
    told = [say("no forecast seen") if one.window is None else window_words(one.window, lead, freezing=not short)]
    if one.taf is not None and one.taf_ends is not None and not short:
        told.append(
            say(
                "beyond the TAF of {station} (ends {ends:%a %H:%M} UTC)",
                station=one.taf_station,
                ends=one.taf_ends,
            )
        )
    return say("; ").join(told)


def taf_ends(result: DayBrief) -> list[str]:
    """Which TAFs end before the moment they are asked for, in one line."""
    ended = {
        one.taf_station: say("{station} ends {ends:%a %H:%M} UTC", station=one.taf_station, ends=one.taf_ends)
        for one in result.windows
        if one.taf_ends is not None and one.taf is not None and one.taf.beyond
    }
    return [say("Beyond the TAF: {told}.", told=say("; ").join(ended.values()))] if ended else []


def freezing(result: DayBrief) -> list[str]:
    """The freezing level at each moment, once where it is the same."""
    told: dict[str, list[str]] = {}
    for one in result.windows:
        if one.window is not None and result.lead != "week" and (words := freezing_words(one.window)):
            told.setdefault(words, []).append(_named(one))
    if len(told) == 1:
        return [f"{next(iter(told))}."]
    lines = (say("{name}: {value}", name=", ".join(where), value=words) for words, where in told.items())
    return [say("; ").join(lines) + "."] if told else []


def _around(of: Around) -> str:
    parts = [_worst(of.prevailing)] if of.prevailing else []
    parts += [at_times_words(item) for item, _ in of.at_times]
    if of.partly_beyond:
        parts.append(say("covers {since:%H:%M}–{to:%H:%M} UTC only", since=of.from_, to=of.to))
    return say("; ").join(part for part in parts if part)


def _worst(of: Worst) -> str:
    parts: list[str] = []
    if of.ceiling_ft is not None:
        parts.append(say("ceiling {feet:,} ft", feet=of.ceiling_ft))
    elif "ceiling" in of.unknown:
        parts.append(say("ceiling not told"))
    else:
        parts.append(say("no ceiling"))
    sight = visibility_words(of.visibility_m)
    parts.append(say("visibility {distance}", distance=sight) if sight else say("visibility not told"))
    if of.wind_kt is not None:
        gust = say(" gusting {knots}", knots=of.gust_kt) if of.gust_kt else ""
        parts.append(say("wind to {knots} kt{gust}", knots=of.wind_kt, gust=gust))
    if of.weather:
        parts.append(", ".join(map(weather_words, of.weather)))
    return " · ".join(parts)
