"""The one card of an outing, edited for life: who comes, seats, tasks; the same blocks in every channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.markdown import escape
from agent.aviation.hours import zone_of
from bot.outings.due import moment_words
from bot.outings.harmless import harmless
from bot.outings.outing import MOST_NOTE, OVER, Answer, Job, Outing
from bot.outings.writing import NOT_WATCHED, at_zulu, names_of

MOST_NAMES = 40
MOST_JOBS = 6
LONGEST_NAME = 40

TAPS: tuple[tuple[str, str], ...] = (
    ("in", "In"),
    ("maybe", "Maybe"),
    ("out", "Out"),
    ("plus", "+1"),
    ("bring", "I bring an aircraft"),
    ("details", "Details"),
    ("change", "Change"),
)


@dataclass(frozen=True)
class Drawn:
    """A card in words, and the taps under it: (what it does, its label)."""

    text: str
    taps: tuple[tuple[str, str], ...]


def drawn(outing: Outing, *, tap_for_private: bool = False) -> Drawn:
    """The card as it is now."""
    lines = [head_of(outing)]
    if outing.status == "polling":
        lines += _options(outing)
        taps = tuple((f"vote:{o.day.isoformat()}", f"{o.day:%a} {o.day.day} {o.day:%b}") for o in outing.options)
        return Drawn("\n".join(lines), (*taps, ("choose", "Choose")))
    if outing.moved and outing.status not in OVER:
        lines.append(f"Moved: {outing.moved}")
    if outing.status in OVER:
        lines += _over(outing)
        return Drawn("\n".join(lines), ())
    lines += _people(outing)
    if outing.answer_by is not None and outing.flight is not None and outing.status == "open":
        lines.append(f"Answer by {moment_words(outing.answer_by, outing.flight.zone)}.")
    lines += _tasks(outing)
    if outing.plan_b:
        lines.append(f"Plan B: {safe(outing.plan_b, MOST_NOTE)}.")
    if outing.flight is not None:
        if outing.status == "frozen":
            lines.append("People lists are closed: whoever comes now, a pilot says yes first.")
        elif outing.flight.people_final is not None:
            lines.append(f"People lists close {moment_words(outing.flight.people_final, outing.flight.zone)}.")
    lines.append(f"Going is each pilot's own decision. {NOT_WATCHED}")
    open_jobs = sum(j.state != "received" for j in outing.jobs)
    tasks = (("tasks", f"Tasks {open_jobs} open"),) if outing.jobs else ()
    flying = (("flying", "I'm flying"), ("not_flying", "I'm not")) if outing.status == "frozen" else ()
    private = (("private", "Private reminders"),) if tap_for_private else ()
    return Drawn("\n".join(lines), (*TAPS[:5], *tasks, *flying, *TAPS[5:6], *private, *TAPS[6:]))


def head_of(outing: Outing) -> str:
    """ "**EGTF → LFAT · Sat 13 Feb, off blocks 10:00 local (10:00Z)** · 7 in · 2 seats free"."""
    flight = outing.flight
    if flight is None:
        return f"**{safe(outing.place or 'Somewhere')}: which day?** Tap every day you could."
    local = flight.off_blocks.astimezone(flight.clock)
    day = f"{local:%a} {local.day} {local:%b}"
    title = f"**{flight.route} · {day}, off blocks {local:%H:%M} local ({at_zulu(flight.off_blocks)})**"
    back = ""
    if flight.back is not None:
        there = flight.back.astimezone(zone_of(flight.to_zone) or flight.clock)
        back = f" · back {there:%H:%M} local ({at_zulu(flight.back)})"
    if outing.status in OVER:
        return f"{title}{back}"
    seats = outing.free_seats
    return f"{title}{back} · {outing.heads} in · {seats} seat{'' if seats == 1 else 's'} free"


def plain_head(outing: Outing) -> str:
    """The same without marks, and with who the person is to look for: its number."""
    return f"{outing.number}: {head_of(outing).replace('**', '')}"


def _options(outing: Outing) -> list[str]:
    names = {a.member.id: a.member.name for a in outing.answers}
    lines = [f"- {o.day:%a} {o.day.day} {o.day:%b}: {len(o.votes)}" for o in outing.options]
    return [*lines, f"{safe(names.get(outing.organiser.id, outing.organiser.name))} chooses."]


def _over(outing: Outing) -> list[str]:
    if outing.status == "cancelled":
        why = f": {safe(outing.why, MOST_NOTE)}" if outing.why else ""
        ground = [f"Plan B: {safe(outing.plan_b, MOST_NOTE)}."] if outing.plan_b else []
        return [f"**Called off**{why}.", *ground]
    if outing.status == "flown":
        count = sum(a.heads for a in outing.coming)
        return [f"**Flown** · {count} aboard.", "Costs: “I paid 48 for landing”."]
    return ["This one was never posted."]


def _people(outing: Outing) -> list[str]:
    """Aircraft with who sits in them, who waits, who may come, who cannot: forty names at most."""
    budget = MOST_NAMES
    lines: list[str] = []

    def named(answers: Sequence[Answer]) -> str:
        nonlocal budget
        shown, budget_before = answers[: max(0, budget)], budget
        budget = budget_before - len(shown)
        more = len(answers) - len(shown)
        said = [_name(a) for a in shown] + ([f"and {more} more"] if more else [])
        return ", ".join(said)

    for craft in outing.aircraft:
        aboard = outing.aboard(craft.registration)
        own = outing.answer_of(craft.pilot.id)
        budget -= 1
        pilot = safe(craft.pilot.name) + (f" +{own.guests}" if own and own.guests else "")
        kind = f" {safe(craft.type)}" if craft.type and craft.type.upper() != craft.registration else ""
        flies = " · does not fly" if craft.flying is False else " · says: flying" if craft.flying else ""
        with_ = f" with {named(aboard)}" if aboard else ""
        free = outing.free(craft.registration)
        lines.append(f"- {safe(craft.label)}{kind}: {pilot}{with_} · {free} of {craft.seats} free{flies}")
    waiting = outing.waiting
    if waiting:
        lines.append(f"In, no seat yet: {named(waiting)}")
    maybe = [a for a in outing.answers if a.state == "maybe"]
    if maybe:
        lines.append(f"Maybe: {named(maybe)}")
    out = [a for a in outing.answers if a.state == "out"]
    if out:
        lines.append(f"Out: {named(out)}")
    for request in outing.requests[:3]:
        lines.append(f"Asks to come: {safe(request.member.name)}")
    return lines or ["Nobody has answered yet: In, Maybe or Out."]


def _name(answer: Answer) -> str:
    guests = f" +{answer.guests}" if answer.guests else ""
    was = f" (was {answer.was})" if answer.was else ""
    return f"{safe(answer.member.name)}{guests}{was}"


def _tasks(outing: Outing) -> list[str]:
    ordered = sorted(
        outing.jobs, key=lambda j: (j.state == "received", j.latest is None, j.latest or outing.made_at)
    )
    lines = [f"- {job_line(j)}" for j in ordered[:MOST_JOBS]]
    more = len(ordered) - MOST_JOBS
    return [*(["Tasks:"] if lines else []), *lines, *([f"- and {more} more"] if more > 0 else [])]


def job_line(job: Job) -> str:
    """ "LFAT PPR: open, Ana, by Fri 12 Feb 17:00 local (16:00Z)"."""
    part = f" ({job.part})" if job.part else ""
    state = job.state + (f" ({safe(job.reference)})" if job.reference else "")
    was = f", {job.was}" if job.was else ""
    owner = f", {safe(job.owner.name)}" if job.owner else ", each pilot" if job.each_pilot else ", nobody yet"
    limit = job.reach_by or job.latest
    by = (
        ""
        if job.state == "received"
        else f", by {moment_words(limit, job.zone)}"
        if limit
        else ", no lead time: phone"
    )
    return f"{job.title}{part}: {state}{was}{owner}{by}"


def details(outing: Outing) -> str:
    """All that was reckoned, with sources."""
    if outing.flight is None:
        return "Nothing is reckoned before a day is chosen."
    ground = [f"- Plan B: {safe(outing.plan_b, MOST_NOTE)}"] if outing.plan_b else []
    lines = [f"**{outing.flight.route}, {outing.flight.when}**", *(f"- {f}" for f in outing.flight.facts), *ground]
    sources = " · ".join(outing.flight.sources)
    return "\n".join([*lines, sources, "Not for operational use: check AIP, NOTAM and weather."])


def who_words(outing: Outing) -> str:
    """Who is coming, in one answer."""
    return "\n".join([head_of(outing), *_people(outing)])


def task_words(outing: Outing) -> str:
    """What is left to do."""
    left = [j for j in outing.jobs if j.state != "received"]
    if not left:
        return "**Nothing is left to do** of what I know."
    done = [f"Done: {', '.join(j.title for j in outing.jobs if j.state == 'received')}."]
    lines = [f"**{len(left)} task{'' if len(left) == 1 else 's'} open**", *(f"- {job_line(j)}" for j in left)]
    return "\n".join([*lines, *(done if len(left) < len(outing.jobs) else [])])


def seats_words(outing: Outing) -> str:
    """The seats that are free, and who waits."""
    free = [
        f"{outing.free(c.registration)} with {safe(c.pilot.name)} ({safe(c.label)})"
        for c in outing.aircraft
        if outing.free(c.registration)
    ]
    names = names_of([a.member for a in outing.waiting][:10])
    waiting = f" {len(outing.waiting)} without a seat: {safe(names)}." if outing.waiting else ""
    if not outing.aircraft:
        return f"**Nobody brings an aircraft yet.**{waiting}"
    count = outing.free_seats
    where = f": {', '.join(free)}" if free else ""
    return f"**{count} seat{'' if count == 1 else 's'} free**{where}.{waiting}"


def safe(text: str, most: int = LONGEST_NAME) -> str:
    """A name or note of a person, harmless and short."""
    return escape(harmless(text, most))
