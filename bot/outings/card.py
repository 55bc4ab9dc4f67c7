"""The one card of an outing, edited for life: who comes, seats, tasks; the same blocks in every channel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.markdown import escape
from agent.aviation.hours import zone_of
from bot.outings.due import moment_words
from bot.outings.harmless import harmless
from bot.outings.outing import MOST_NOTE, OVER, STATES, Answer, Flight, Job, Outing, day_words
from bot.outings.writing import NOT_WATCHED, at_zulu, names_of
from tongue import later, say, say_many

MOST_NAMES = 40
MOST_JOBS = 6
LONGEST_NAME = 40

TAPS: tuple[tuple[str, str], ...] = (
    ("in", later("In")),
    ("maybe", later("Maybe")),
    ("out", later("{nothing}Out")),
    ("plus", "+1"),
    ("bring", later("I bring an aircraft")),
    ("details", later("Details")),
    ("change", later("{nothing}Change")),
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
        taps = tuple((f"vote:{o.day.isoformat()}", day_words(o.day)) for o in outing.options)
        return Drawn("\n".join(lines), (*taps, ("choose", say("Choose"))))
    if outing.moved and outing.status not in OVER:
        lines.append(say("Moved: {moved}", moved=outing.moved))
    if outing.status in OVER:
        lines += _over(outing)
        return Drawn("\n".join(lines), ())
    lines += _people(outing)
    if outing.answer_by is not None and outing.flight is not None and outing.status == "open":
        lines.append(say("Answer by {moment}.", moment=moment_words(outing.answer_by, outing.flight.zone)))
    lines += _tasks(outing)
    if outing.plan_b:
        lines.append(say("Plan B: {plan}.", plan=safe(outing.plan_b, MOST_NOTE)))
    if outing.flight is not None:
        if outing.status == "frozen":
            lines.append(say("People lists are closed: whoever comes now, a pilot says yes first."))
        elif outing.flight.people_final is not None:
            moment = moment_words(outing.flight.people_final, outing.flight.zone)
            lines.append(say("People lists close {moment}.", moment=moment))
    lines.append(say("Going is each pilot's own decision. {not_watched}", not_watched=say(NOT_WATCHED)))
    open_jobs = sum(j.state != "received" for j in outing.jobs)
    tasks = (("tasks", say("Tasks {count} open", count=open_jobs)),) if outing.jobs else ()
    flying = (("flying", say("I'm flying")), ("not_flying", say("I'm not"))) if outing.status == "frozen" else ()
    private = (("private", say("Private reminders")),) if tap_for_private else ()
    always = [(do, say(label, nothing="")) for do, label in TAPS]  # "Out" alone is a flight out
    return Drawn("\n".join(lines), (*always[:5], *tasks, *flying, *always[5:6], *private, *always[6:]))


def head_of(outing: Outing) -> str:
    """ "**EGTF → LFAT · Sat 13 Feb, off blocks 10:00 local (10:00Z)** · 7 in · 2 seats free"."""
    flight = outing.flight
    if flight is None or outing.status == "polling":
        place = safe(outing.place) if outing.place else say("Somewhere")
        return say("**{place}: which day?** Tap every day you could.", place=place)
    local = flight.off_blocks.astimezone(flight.clock)
    title = say(
        "**{route} · {day}, off blocks {time:%H:%M} local ({zulu})**",
        route=flight.route, day=day_words(local), time=local, zulu=at_zulu(flight.off_blocks),
    )  # fmt: skip
    back = _home(flight)
    if outing.status in OVER:
        return f"{title}{back}"
    coming = say("{count} in", count=outing.heads)
    return f"{title}{back} · {coming} · {free_words(outing.free_seats)}"


def _home(flight: Flight) -> str:
    """ " · back 15:30 local (14:30Z)"; "" without a way home."""
    if flight.back is None:
        return ""
    there = flight.back.astimezone(zone_of(flight.to_zone) or flight.clock)
    said = say("back {time:%H:%M} local ({zulu})", time=there, zulu=at_zulu(flight.back))
    return f" · {said}"


def plain_head(outing: Outing) -> str:
    """The same without marks, and with who the person is to look for: its number."""
    return f"{outing.number}: {head_of(outing).replace('**', '')}"


def _options(outing: Outing) -> list[str]:
    names = {a.member.id: a.member.name for a in outing.answers}
    lines = [f"- {day_words(o.day)}: {len(o.votes)}" for o in outing.options]
    name = safe(names.get(outing.organiser.id, outing.organiser.name))
    return [*lines, say("{name} chooses.", name=name)]


def _over(outing: Outing) -> list[str]:
    if outing.status == "cancelled":
        why = f": {safe(outing.why, MOST_NOTE)}" if outing.why else ""
        ground = [say("Plan B: {plan}.", plan=safe(outing.plan_b, MOST_NOTE))] if outing.plan_b else []
        return [say("**Called off**{why}.", why=why), *ground]
    if outing.status == "flown":
        without_seat = outing.waiting if outing.aircraft else ()
        count = sum(a.heads for a in outing.coming if a not in without_seat)
        return [say("**Flown** · {count} aboard.", count=count), say("Costs: “I paid 48 for landing”.")]
    return [say("This one was never posted.")]


def _people(outing: Outing) -> list[str]:
    """Aircraft with who sits in them, who waits, who may come, who cannot: forty names at most."""
    budget = MOST_NAMES
    lines: list[str] = []

    def named(answers: Sequence[Answer]) -> str:
        nonlocal budget
        shown, budget_before = answers[: max(0, budget)], budget
        budget = budget_before - len(shown)
        more = len(answers) - len(shown)
        said = [_name(a) for a in shown] + ([say("and {count} more", count=more)] if more else [])
        return ", ".join(said)

    for craft in outing.aircraft:
        aboard = outing.aboard(craft.registration)
        own = outing.answer_of(craft.pilot.id)
        budget -= 1
        pilot = safe(craft.pilot.name) + (f" +{own.guests}" if own and own.guests else "")
        kind = f" {safe(craft.type)}" if craft.type and craft.type.upper() != craft.registration else ""
        own = say("does not fly") if craft.flying is False else say("says: flying") if craft.flying else ""
        flies = f" · {own}" if own else ""
        who = say("{pilot} with {names}", pilot=pilot, names=named(aboard)) if aboard else pilot
        free = say("{free} of {seats} free", free=outing.free(craft.registration), seats=craft.seats)
        lines.append(f"- {safe(craft.label)}{kind}: {who} · {free}{flies}")
    waiting = outing.waiting
    if waiting:
        lines.append(say("In, no seat yet: {names}", names=named(waiting)))
    maybe = [a for a in outing.answers if a.state == "maybe"]
    if maybe:
        lines.append(say("Maybe: {names}", names=named(maybe)))
    out = [a for a in outing.answers if a.state == "out"]
    if out:
        lines.append(say("Out: {names}", names=named(out)))
    for request in outing.requests[:3]:
        lines.append(say("Asks to come: {name}", name=safe(request.member.name)))
    return lines or [say("Nobody has answered yet: In, Maybe or Out.")]


def _name(answer: Answer) -> str:
    guests = f" +{answer.guests}" if answer.guests else ""
    was = say("(was {when})", when=answer.was) if answer.was else ""
    return f"{safe(answer.member.name)}{guests}{' ' if was else ''}{was}"


def _tasks(outing: Outing) -> list[str]:
    ordered = sorted(
        outing.jobs, key=lambda j: (j.state == "received", j.latest is None, j.latest or outing.made_at)
    )
    lines = [f"- {job_line(j)}" for j in ordered[:MOST_JOBS]]
    more = len(ordered) - MOST_JOBS
    left = [f"- {_more(more)}"] if more > 0 else []
    return [*([say("Tasks:")] if lines else []), *lines, *left]


def _more(count: int) -> str:
    return say("and {count} more", count=count)


def job_line(job: Job) -> str:
    """ "LFAT PPR: open, Ana, by Fri 12 Feb 17:00 local (16:00Z)"."""
    part = f" ({job.part})" if job.part else ""
    state = say(STATES[job.state]) + (f" ({safe(job.reference)})" if job.reference else "")
    was = f", {job.was}" if job.was else ""
    nobody = say("each pilot") if job.each_pilot else say("nobody yet")
    owner = f", {safe(job.owner.name) if job.owner else nobody}"
    limit = job.reach_by or job.latest
    by = (
        ""
        if job.state == "received"
        else say(", by {moment}", moment=moment_words(limit, job.zone))
        if limit
        else say(", no lead time: phone")
    )
    return say("{name}: {value}", name=f"{job.title}{part}", value=f"{state}{was}{owner}{by}")


def details(outing: Outing) -> str:
    """All that was reckoned, with sources."""
    if outing.flight is None:
        return say("Nothing is reckoned before a day is chosen.")
    flight, more = outing.flight, list[str]()
    if outing.answer_by is not None:
        more.append(say("Answer by {moment}.", moment=moment_words(outing.answer_by, flight.zone)))
    if outing.plan_b:
        more.append(say("Plan B: {plan}", plan=safe(outing.plan_b, MOST_NOTE)))
    lines = [f"**{flight.route}, {flight.when}**{_home(flight)}", *(f"- {f}" for f in (*flight.facts, *more))]
    sources = " · ".join(flight.sources)
    return "\n".join([*lines, sources, say("Not for operational use: check AIP, NOTAM and weather.")])


def who_words(outing: Outing) -> str:
    """Who is coming, in one answer."""
    return "\n".join([head_of(outing), *_people(outing)])


def organiser_words(outing: Outing) -> str:
    """Who leads it."""
    said = [say("{name} organises it.", name=safe(outing.organiser.name))]
    if outing.deputies:
        said.append(say("Stands in: {names}.", names=safe(names_of(outing.deputies), 200)))
    return " ".join(said)


def stands_words(outing: Outing) -> str:
    """Whether it is still on. That it goes is nobody's to say."""
    if outing.status in OVER:
        return "\n".join([head_of(outing), *_over(outing)])
    return "\n".join([head_of(outing), say("It is not called off. Going is each pilot's own decision.")])


def leg_words(outing: Outing) -> str:
    """How far and how long one way is, as it was reckoned; else when it leaves and is there."""
    facts = outing.flight.facts if outing.flight else ()
    return next((f"**{fact}**" for fact in facts if re.match(r"[\d.,\s]+nm\b", fact)), head_of(outing))


def task_words(outing: Outing) -> str:
    """What is left to do."""
    left = [j for j in outing.jobs if j.state != "received"]
    if not left:
        return say("**Nothing is left to do** of what I know.")
    titles = ", ".join(j.title for j in outing.jobs if j.state == "received")
    done = [say("Done: {tasks}.", tasks=titles)]
    head = say_many("**{count} task open**", "**{count} tasks open**", len(left))
    lines = [head, *(f"- {job_line(j)}" for j in left)]
    return "\n".join([*lines, *(done if len(left) < len(outing.jobs) else [])])


def seats_words(outing: Outing) -> str:
    """The seats that are free, and who waits."""
    free = [
        say("{seats} with {pilot} ({aircraft})", seats=outing.free(c.registration), pilot=safe(c.pilot.name),
            aircraft=safe(c.label))
        for c in outing.aircraft
        if outing.free(c.registration)
    ]  # fmt: skip
    names = safe(names_of([a.member for a in outing.waiting][:10]), 400)
    without = say("{count} without a seat: {names}.", count=len(outing.waiting), names=names)
    waiting = f" {without}"
    if not outing.aircraft:
        return say("**Nobody brings an aircraft yet.**") + (waiting if outing.waiting else "")
    where = f": {', '.join(free)}" if free else ""
    return f"**{free_words(outing.free_seats)}**{where}." + (waiting if outing.waiting else "")


def free_words(count: int) -> str:
    """ "2 seats free"."""
    return say_many("{count} seat free", "{count} seats free", count)


def safe(text: str, most: int = LONGEST_NAME) -> str:
    """A name or note of a person, harmless and short."""
    return escape(harmless(text, most))
