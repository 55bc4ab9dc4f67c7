"""What a trip asks to be done, in words: until when, how, whom to tell, and where it is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from agent.protocol import Deadline
from agent.subjects.measures import reach
from agent.subjects.route.speed import format_hours
from agent.subjects.trip.clock_words import full_moment, local_time, short_moment
from agent.subjects.trip.tasks import ASK_NOW, LEAD_UNKNOWN, TIME_OPEN, UNSURE
from agent.subjects.trip.timeline import Task
from agent.writing.citations import named
from tongue import later, say

_PILL = 48
"""Letters of a lead that stands beside what it is for, where no moment is known."""
_SHORT = 70
"""Letters of a demand's first words that stand in the open."""


def grouped(tasks: Sequence[Task]) -> list[list[Task]]:
    """The same thing for several flights, once, in the order in which the first is due."""
    groups: dict[tuple[str, str, str], list[Task]] = {}
    for task in tasks:
        groups.setdefault((task.kind, task.title, task.lead), []).append(task)
    return list(groups.values())


def deadline_of(
    group: Sequence[Task],
    now: datetime,
    whole: bool,
    *,
    alone: bool = False,
) -> Deadline:
    """One thing to do: until when in short, the first words of its text, whom to tell. `whole`: all its words.

    A trip of one flight `alone` says of no task which flight it is for.
    """
    group = sorted(group, key=lambda task: task.leg)
    first = group[0]
    late = any(task.standing == "passed" for task in group)
    told, *others = [_line_moments(group, now, number_beside=True)] if whole or late else (_until(group) or [""])
    asap = first.now and not late
    lead = first.lead.removeprefix(say(ASK_NOW)).lstrip(" ;\u00a0\u202f") if asap else first.lead
    counted = next((task.counted for task in group if task.counted), "")
    short = say(", counted from the latest off blocks") if counted else ""
    note = f"{lead}{counted}" if whole else f"{_first_words(lead)}{short if lead else ''}"
    if first.assumed and TIME_OPEN in first.assumed:
        note = f"{note} ({_assumed(first)})"
    part = first.part if len(group) == 1 and not alone else ""
    if not (whole or late or asap) and all_wait(
        group
    ):  # no hour is said: what the text asks, once for all of them
        part, told, others = _parts_of(group), "", []
        part = "" if alone else part
    if asap:
        by = say("; ").join(_until(group, by=True))
        asked = say("{name}: {value}", name=by, value=note) if by and note else by or note
        states_none = "" if lead.startswith(say(UNSURE)) else say("its own text states no lead time")
        note = say("; ").join(part for part in (asked, states_none) if part)
    elif others:
        more = ", ".join(others)
        note = say("; ").join(part for part in (f"{more[:1].upper()}{more[1:]}", note) if part)
    opening = say("open {hours} local", hours=first.opening) if whole and first.opening else ""
    latest = say("ask now") if asap else told
    if not latest and len(note) <= _PILL:
        latest, note = note, ""
    return Deadline(
        what=f"{first.title[:1].upper()}{first.title[1:]}{f' ({part})' if part else ''}",
        latest=latest,
        note=" · ".join(words for words in (note, opening) if words),
        whom=reach(phone=first.phone, email=first.email, country=first.country)
        if whole or first.now or late
        else (),
        passed=late,
    )


def _parts_of(group: Sequence[Task]) -> str:
    """Which flights they are of: "out, home", "out + LIMG → LFKC"."""
    parts = [*dict.fromkeys(task.part for task in group if task.part)]
    whole = [part for part in parts if "→" not in part]
    legs = [part for part in parts if part not in whole]
    bare = [part.split(", ")[-1] if part.split(", ")[0] in whole else part for part in legs]
    return " + ".join(one for one in (", ".join(whole), *bare) if one)


def passed(groups: Sequence[Sequence[Task]]) -> str:
    """What is due no more: "LFAT customs, GAR"."""
    gone = [group for group in groups if any(task.standing == "passed" for task in group)]
    return ", ".join(dict.fromkeys(group[0].title for group in gone))


def in_one_line(groups: Sequence[Sequence[Task]], now: datetime) -> str:
    """What a trip comes to: what it is too late for, else how many things are to be done and the first of them."""
    if gone := passed(groups):
        return say("Deadline passed: {what}.", what=gone)
    first = deadline_of(groups[0], now, False, alone=len({t.leg for group in groups for t in group}) == 1)
    what = say("{name}: {value}", name=first.what, value=first.latest or first.note).rstrip(".")
    if len(groups) == 1:
        return f"{what}."
    return say("{count} things to do, first {what}.", count=len(groups), what=what)


def _assumed(task: Task) -> str:
    return say("; ").join(say(one) for one in (task.assumed or "").split("; "))


def _first_words(lead: str) -> str:
    """What a text asks, to its first joint; all of it is behind the fold."""
    short = re.split(r"[ \u00a0\u202f]?; ", lead, maxsplit=1)[0].rstrip()
    if short.startswith(say(UNSURE)):
        return lead  # with who is known to, and the field's own text on other days
    short = short if len(short) <= _SHORT else short.partition(" (")[0]
    return short if len(short) <= _SHORT else f"{short[: _SHORT - 1].rsplit(' ', 1)[0]} …"


UNSTATED = later("no lead time known, ask")
"""Of a flight plan beside another one: that a text was read for the other state alone."""


def due_in_short(group: Sequence[Task]) -> str:
    """ "by Sat 28 Nov 08:00 local (08:00Z)", for several flights each with its part; else how long before."""
    group = sorted(group, key=lambda task: task.leg)
    moments = _until(group, by=True)
    known = any(task.reach_by or task.latest for task in group)
    return say("; ").join(moments) if known else _first_words(group[0].lead)


def waits(task: Task) -> bool:
    """Whether it is the hour of the flight that is missing, and not a lead time that nobody stated."""
    return not task.now and not task.lead.startswith(say(LEAD_UNKNOWN))


def all_wait(group: Sequence[Task]) -> bool:
    """Whether one lead is known for all of them, and the hour of none."""
    return all(waits(task) and not (task.reach_by or task.latest) for task in group) and bool(group[0].lead)


def lead_in_short(group: Sequence[Task]) -> str:
    """The first words of what the text of the first asks."""
    return _first_words(group[0].lead)


def _until(group: Sequence[Task], *, by: bool = False) -> list[str]:
    """ "out Sun 29 Nov 08:00 local (08:00Z)", "home Sun 29 Nov 11:00 local (11:00Z)": each with its day."""
    told: list[str] = []
    for task in group:
        latest = task.reach_by or task.latest
        part = f"{task.part} " if len(group) > 1 else ""
        if latest is None:
            open_ = (
                say("when its time is named") if waits(task) else UNSTATED if task.kind == "flight_plan" else ""
            )
            told += [part + say(open_)] if part and open_ else []
            continue
        local = local_time(latest, task.zone)
        if local.time() == time.min:  # as of a flight whose time is open: the day says it all
            eve = local.date() - timedelta(days=1)
            moment = say("end of {day:%a} {day.day} {day:%b}", day=eve)
        else:
            moment = full_moment(latest, task.zone)
        told.append(part + (say("by {moments}", moments=moment) if by else moment))
    return told


def _line_moments(group: Sequence[Task], now: datetime, *, number_beside: bool = False) -> str:
    moments = [_moment(task, now, len(group) > 1, number_beside) for task in group]
    return say("; ").join(dict.fromkeys(m for m in moments if m))


def task_line(group: Sequence[Task], now: datetime) -> str:
    """All that is known of one thing to do."""
    group = sorted(group, key=lambda task: task.leg)
    first = group[0]
    told = _line_moments(group, now)
    part = f" ({first.part})" if len(group) == 1 and first.part else ""
    whom = " · ".join(one for one in (first.email, first.phone) if one)
    open_ = say(", open {hours} local", hours=first.opening) if first.opening and whom else ""
    by = say(" Latest: {told}.", told=told) if told else ""
    assumed = f" ({_assumed(first)})" if first.assumed else ""
    counted = next((task.counted for task in group if task.counted), "")
    old = say(", old: check")
    sources = dict.fromkeys(f"{named(t.source)}{old if t.stale else ''}" for t in group if t.source)
    source = f" [{'; '.join(sources)}]" if sources else ""
    return say(
        "{name}: {value}",
        name=f"{first.title}{part}",
        value=f"{first.lead}{counted}{assumed}{f' · {whom}{open_}' if whom else ''}.{by}{source}",
    ).replace("..", ".")


def _moment(task: Task, now: datetime, several: bool, number_beside: bool) -> str:
    """ "Fri 27 Nov 10:00 … Sun 29 Nov 08:00 local (08:00Z)"; a passed one says so, and what to do.

    A number that stands beside it, to be tapped, is not said again.
    """
    latest = task.reach_by or task.latest
    part = say("{name}: {value}", name=task.part, value="") if several else ""
    if latest is None:
        return part + say("when its time is named") if several and waits(task) else ""
    if task.standing == "passed" and task.latest is not None:
        ago = format_hours(max((now - task.latest).total_seconds(), 60) / 3600)
        number = task.phone if not number_beside else ""
        instead = say("phone {number}", number=number) if number else say("phone them")
        instead = say("send it now and leave later") if task.kind == "report" else instead
        return part + say(
            "passed {ago} ago ({moment}): {instead}",
            ago=ago,
            moment=full_moment(task.latest, task.zone),
            instead=instead,
        )
    opens = f"{short_moment(task.earliest, task.zone)} … " if task.earliest else ""
    early = say(" (the office closes then)") if task.reach_by else ""
    return f"{part}{opens}{full_moment(latest, task.zone)}{early}"
