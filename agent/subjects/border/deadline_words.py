"""Words for the deadline of a report: the moment first, then what it rests on, then what is not covered."""

from __future__ import annotations

from datetime import datetime

from agent.aviation.aip_words import shortened
from agent.protocol import Answer, Suggestion
from agent.subjects.border.report_time import REPORT_NAMES, ReportDeadline, ReportTime
from agent.subjects.measures import with_article
from agent.subjects.notice.words import lead_in_words
from agent.subjects.offered import border
from agent.writing.write import Talk, suggest, write

_SHOWN, _QUOTED_SHOWN = 5, 420


@write.register
def _(result: ReportDeadline, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or "Which flight?", choices=result.choices)
    lines = [f"**{warning}**" for warning in result.warnings[:1]]
    if result.warnings and not result.times and not result.free and not result.not_covered and not result.quoted:
        return Answer(text="\n".join(lines))
    name = REPORT_NAMES[result.report]
    now = talk.question.at
    told = [_told(entry, now) for entry in result.times[:_SHOWN]]
    lines += list(dict.fromkeys(told))
    if len(result.times) > _SHOWN:
        lines.append(f"{len(result.times) - _SHOWN} more in the fields' texts: ask me for the notice of one.")
    if not result.times and result.free:
        between = " and ".join(with_article(side) for side in dict.fromkeys(result.free))
        lines.append(f"**{name}: none known to me here.** {_whose(result)}{between}.")
    elif result.free:
        lines.append(f"{', '.join(result.free)}: no customs or immigration on this flight.")
    if result.not_covered and not result.quoted:
        lines.append(f"{_bold(name, result)}: no time limit known to me for {_sides(result)}. Ask there.")
    for quote in result.quoted[:2]:
        lines.append(f"{quote.country}: {shortened(quote.text, _QUOTED_SHOWN)} ({shortened(quote.origin, 90)})")
    if result.not_covered and result.quoted and not result.times:
        lines.insert(len(result.warnings[:1]), f"**{name}: I have no figure for {_sides(result)}.** What I have:")
    if result.times and result.day is None and result.takeoff_local is None and _counts(result):
        lines.append("Tell me the day and the time of take-off and I reckon the moments.")
    return Answer(text="\n".join(lines), choices=result.choices)


def _bold(name: str, result: ReportDeadline) -> str:
    return name if result.times else f"**{name}**"


def _whose(result: ReportDeadline) -> str:
    return (
        "The GAR I know is the United Kingdom's, for flights to and from it; asked about: "
        if result.report == "GAR"
        else "Looked at: "
    )


def _sides(result: ReportDeadline) -> str:
    return " and ".join(with_article(side) for side in dict.fromkeys(result.not_covered))


def _counts(result: ReportDeadline) -> bool:
    return any((entry.latest_hours or 0) > 0 and entry.demand is None for entry in result.times)


def _told(entry: ReportTime, now: datetime) -> str:
    """One deadline in a line: when, then the words it rests on."""
    if entry.demand is not None:
        lead = lead_in_words(entry.demand, now) or "no lead time that I can read: ask"
        services = " and ".join(entry.demand.services)
        return f"**{entry.side}**, {services.lower()}: {lead} “{shortened(entry.demand.raw, 110)}”"
    when = _when(entry, now)
    return f"**{entry.side}, {entry.name}: {when}** {entry.text}" if when else f"**{entry.side}**: {entry.text}"


def _when(entry: ReportTime, now: datetime) -> str:
    if entry.until_local and entry.until_utc:
        until, utc = datetime.fromisoformat(entry.until_local), datetime.fromisoformat(entry.until_utc)
        first = datetime.fromisoformat(entry.from_local) if entry.from_local else None
        start = f"from {first:%a} {first.day} {first:%b %H:%M} " if first else ""
        passed = " That has passed: call." if utc < now else ""
        limit = "to" if first else "by"
        return f"{start}{limit} {until:%a} {until.day} {until:%b %H:%M} local ({utc:%H:%M} UTC).{passed}"
    if entry.clock:
        return f"{entry.clock}."
    if entry.latest_hours is None:
        return ""
    if entry.latest_hours < 0:
        return f"within {-entry.latest_hours * 60:.0f} min of landing."
    last = f"{entry.latest_hours:g} h" if entry.latest_hours >= 1 else f"{entry.latest_hours * 60:.0f} min"
    if entry.earliest_hours:
        return f"from {entry.earliest_hours:g} h to {last} before departure."
    return f"at least {last} before."


@suggest.register
def _(result: ReportDeadline, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or len(result.ends) < 2:
        return ()
    start, end = result.ends
    return (border(start, end),)
