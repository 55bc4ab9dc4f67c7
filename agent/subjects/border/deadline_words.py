"""Words for the deadline of a report: the moment first, then what it rests on, then what is not covered."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime

from agent import regex as re
from agent.aviation.aip_words import shortened
from agent.protocol import Answer, Suggestion
from agent.subjects.border.report_time import REPORT_NAMES, ReportDeadline, ReportTime, Sending
from agent.subjects.measures import with_article
from agent.subjects.notice.words import lead_in_words
from agent.subjects.offered import border
from agent.writing.as_held import as_held, quoted, translated
from agent.writing.write import Talk, suggest, write
from tongue import SOURCE, country_name, later, say, spoken

_SHOWN, _QUOTES, _QUOTED_SHOWN = 5, 2, 420
_A_REPORT = re.compile(r"\bGARs?\b|\b[Dd]eclarations?\b")


@write.register
def _(result: ReportDeadline, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or say("Which flight?"), choices=result.choices)
    lines = [f"**{say(warning)}**" for warning in result.warnings[:1]]
    if result.warnings and not result.times and not result.free and not result.not_covered and not result.quoted:
        return Answer(text="\n".join(lines))
    lines += [result.conclusion] if result.conclusion else []
    name = say(REPORT_NAMES[result.report])
    if result.within:
        inside = with_article(country_name(result.within))
        none = say("{report}: not for this flight, which is within {state}.", report=name, state=inside)
        lines.append(f"**{none}**")
    now = talk.question.at
    lines += [
        say("{name}: {value}", name=f"**{name}, {country_name(q.country)}**", value=_in_its_language(q.text))
        for q in result.told
    ]
    others = result.report == "GAR" and result.times and not result.within
    if others and not any("GAR" in f"{t.name} {t.text}" for t in result.times):
        lines.append(_whose(result, _all([t.side for t in result.times])))  # a general declaration is no GAR
    lines += [_sent(one) for one in result.sending if one.report == result.report or one.verdict != "in_time"]
    told = [_told(entry, now) for entry in result.times[:_SHOWN]]
    lines += list(dict.fromkeys(told))
    if len(result.times) > _SHOWN:
        left = len(result.times) - _SHOWN
        lines.append(say("{count} more in the fields' texts: ask me for the notice of one.", count=left))
    if not result.times and result.free and not result.within and _is_spoken_of(result):
        sides = _all(result.free)
        lines.append(say("**{report}: I have no figure for {sides}.** What I have:", report=name, sides=sides))
        lines.append(_whose(result, sides))
    elif not result.times and result.free and not result.within:
        none = say("{report}: I know of none here.", report=name)
        lines.append(f"**{none}** {_whose(result, _all(result.free))}")
    elif result.free and not result.within:
        free = ", ".join(country_name(side) for side in result.free)
        lines.append(say("{sides}: no customs or immigration on this flight.", sides=free))
    if result.instead:
        asked = dict.fromkeys(_told(entry, now) for entry in result.instead[:_SHOWN])
        lines += [say("What the border asks of this flight:"), *asked]
    lines += [say("{name}: {value}", name=field, value=say(text)) for field, text in result.spared]
    if result.not_covered and not result.quoted:
        lines.append(
            say(
                "{report}: I know no time limit for {sides}. Ask there.",
                report=_bold(name, result),
                sides=_all(result.not_covered),
            )
        )
    for quote in result.quoted[:_QUOTES]:
        words, origin = _quoted(quote.text), shortened(quote.origin, 90)
        lines.append(say("{name}: {value}", name=country_name(quote.country), value=f"{words} ({origin})"))
    if result.not_covered and result.quoted and not any(_is_of(result.report, t) for t in result.times):
        none = say(
            "**{report}: I have no figure for {sides}.** What I have:", report=name, sides=_all(result.not_covered)
        )
        lines.insert(len(result.warnings[:1]), none)
    if result.times and result.landing_local and _counts(result):
        counts = say(
            "It counts from the take-off, not from the landing at {time}: tell me when you take off.",
            time=result.landing_local,
        )
        lines.append(counts)
    elif (
        result.times
        and not result.told
        and result.day is None
        and result.takeoff_local is None
        and _counts(result)
    ):
        lines.append(say("Tell me the day and the time of take-off and I reckon the moments."))
    return Answer(text="\n".join(lines), choices=result.choices)


def _is_of(report: str, time: ReportTime) -> bool:
    """Whether a deadline is one of what was asked, and no GAR beside the customs of the other state."""
    return report != "customs" or "GAR" not in f"{time.name} {time.text}"


def _quoted(text: str) -> str:
    """A state's or field's words, in the language of the answer where somebody has put them in it."""
    if spoken() == SOURCE:
        return shortened(text, _QUOTED_SHOWN)
    told = translated(text)
    return shortened(told, _QUOTED_SHOWN) if told is not None else as_held(shortened(text, _QUOTED_SHOWN))


_SENT = {
    "early": later("**{report} on {day}: too early.**"),
    "in_time": later("**{report} on {day}: yes, in time.**"),
    "late": later("**{report} on {day}: too late.**"),
    "partly": later("**{report} on {day}: in a part of that day, see the hours.**"),
    "depends": later("**{report} on {day}: that hangs on the hour of take-off.**"),
}


def _sent(one: Sending) -> str:
    """Whether the report is taken when it would be sent, before the hours that decide it."""
    day, _, hour = one.at.partition(" ")
    on = date.fromisoformat(day)
    told = say("{day:%a} {day.day} {day:%b}", day=on)
    name = say(one.report)
    return say(_SENT[one.verdict], report=f"{name[:1].upper()}{name[1:]}", day=f"{told} {hour}".strip())


def _in_its_language(text: str) -> str:
    return as_held(text)


def _bold(name: str, result: ReportDeadline) -> str:
    return name if result.times else f"**{name}**"


def _is_spoken_of(result: ReportDeadline) -> bool:
    """Whether a text that is quoted speaks of the report itself: then "none known" must not stand above it."""
    return any(_A_REPORT.search(quote.text) for quote in result.quoted[:_QUOTES])


def _whose(result: ReportDeadline, sides: str) -> str:
    if result.report == "GAR":
        told = say("The GAR I know is the United Kingdom's, for flights to and from it; asked about:")
        return f"{told} {sides}."
    return say("Looked at: {sides}.", sides=sides)


def _all(sides: Iterable[str]) -> str:
    named = [with_article(side) for side in dict.fromkeys(sides)]
    return say("{first} and {last}", first=", ".join(named[:-1]), last=named[-1]) if len(named) > 1 else named[0]


def _counts(result: ReportDeadline) -> bool:
    return any((entry.latest_hours or 0) > 0 and entry.demand is None for entry in result.times)


def _told(entry: ReportTime, now: datetime) -> str:
    """One deadline in a line: when, then the words it rests on."""
    side = country_name(entry.side)
    if entry.demand is not None:
        lead = lead_in_words(entry.demand, now) or say("no lead time that I can read: ask")
        services = _all(say(service) for service in entry.demand.services)
        return say(
            "{name}: {value}",
            name=f"**{side}**, {services}",
            value=f"{lead} {quoted(shortened(entry.demand.raw, 110))}",
        )
    when = _when(entry, now)
    text = say(entry.text)
    if entry.with_others:
        *first, last = (country_name(name) for name in entry.with_others)
        others = say("{first} and {last}", first=", ".join(first), last=last) if first else last
        text = say("Between here and {others}: {text}", others=others, text=text)
    return (
        say("{name}: {value}", name=f"**{side}, {say(entry.name)}", value=f"{when}** {text}")
        if when
        else f"**{side}**: {text}"
    )


def _when(entry: ReportTime, now: datetime) -> str:
    if entry.until_local and entry.until_utc:
        until, utc = datetime.fromisoformat(entry.until_local), datetime.fromisoformat(entry.until_utc)
        call = say("That has passed: call.")
        passed = f" {call}" if utc < now else ""
        told = say("{day:%a} {day.day} {day:%b %H:%M} local ({utc:%H:%M} UTC)", day=until, utc=utc)
        if not entry.from_local:
            return say("by {moment}", moment=told) + f".{passed}"
        first = datetime.fromisoformat(entry.from_local)
        since = say("{day:%a} {day.day} {day:%b %H:%M}", day=first)
        return say("from {since} to {until}", since=since, until=told) + f".{passed}"
    if entry.until_local:
        return _where_one_leaves(datetime.fromisoformat(entry.until_local), entry.from_local, now)
    if entry.clock:
        return f"{_by_clock(entry.clock)}."
    if entry.latest_hours is None:
        return ""
    if entry.latest_hours < 0:
        return say("within {minutes:.0f} min of landing.", minutes=-entry.latest_hours * 60)
    last = f"{entry.latest_hours:g} h" if entry.latest_hours >= 1 else f"{entry.latest_hours * 60:.0f} min"
    if entry.earliest_hours:
        return say("from {first:g} h to {last} before departure.", first=entry.earliest_hours, last=last)
    return say("at least {last} before.", last=last)


def _where_one_leaves(until: datetime, since: str | None, now: datetime) -> str:
    """The moments of a take-off whose place was not said."""
    told = say("{day:%a} {day.day} {day:%b %H:%M} by the clock of the field you leave", day=until)
    call = say("That has passed: call.")
    passed = f" {call}" if until.replace(tzinfo=UTC) < now else ""
    if since is None:
        return say("by {moment}", moment=told) + f".{passed}"
    first = say("{day:%a} {day.day} {day:%b %H:%M}", day=datetime.fromisoformat(since))
    return say("from {since} to {until}", since=first, until=told) + f".{passed}"


_CLOCK = re.compile(r"(\d\d:\d\d) (on the day|the day before|two days before|(\d+) days before)")


def _by_clock(told: str) -> str:
    """ "between 10:00 two days before and 08:00 on the day local", as the result tells it, in the language."""

    def moment(found: re.Match[str]) -> str:
        if found.group(3):
            return say("{clock} {days} days before", clock=found.group(1), days=found.group(3))
        return say(_DAYS[found.group(2)], clock=found.group(1))

    moments = [moment(found) for found in _CLOCK.finditer(told)]
    if len(moments) == 2:
        return say("between {first} and {last} local", first=moments[0], last=moments[1])
    return say("by {last} local", last=moments[0]) if moments else told


_DAYS = {
    "on the day": later("{clock} on the day"),
    "the day before": later("{clock} the day before"),
    "two days before": later("{clock} two days before"),
}


@suggest.register
def _(result: ReportDeadline, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or len(result.ends) < 2:
        return ()
    start, end = result.ends
    return (border(start, end),)
