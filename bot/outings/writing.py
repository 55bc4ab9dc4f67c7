"""The sentences an outing says when something changes; no sentence ever says "go" or "confirmed"."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from bot.outings import seats
from bot.outings.actions import Actor
from bot.outings.outing import Flight, Member, Outing
from bot.outings.way_back import back_words
from tongue import later, say

NOT_WATCHED = later("FlyFun is not a flight watch; close your flight plan.")
ONE_BY = later("Adding one means a new {report}: send it by {limit}.")
ONE_WAITS = later("Adding one means a new {report} and take-off not before {wait}.")
NAMED_BY = later("The people lists are closed; adding {name} means a new {report}: send it by {limit}.")
NAMED_WAITS = later(
    "The people lists are closed; adding {name} means a new {report} and take-off not before {wait}."
)
IN, MAYBE, OUT = later("in"), later("maybe"), later("not coming")
STATES = {"in": IN, "maybe": MAYBE, "out": OUT}
JOINED = {"and": later("and"), "or": later("or")}


def names_of(members: Iterable[Member], word: str = "and") -> str:
    """ "Ana", "Ana or Ben", "Ana, Ben and Cy"."""
    names = [m.name for m in members]
    if len(names) < 2:
        return names[0] if names else say("Nobody")
    return f"{', '.join(names[:-1])} {say(JOINED[word])} {names[-1]}"


def pilots_of(outing: Outing) -> tuple[Member, ...]:
    """The pilots who have not said that they do not fly."""
    return tuple(c.pilot for c in outing.aircraft if c.flying is not False)


def at_zulu(moment: datetime) -> str:
    """ "12:25Z"."""
    return f"{moment.astimezone(UTC):%H:%M}Z"


def already(outing: Outing, person: str) -> str:
    """What is held of a person, for that person."""
    answer, own = outing.answer_of(person), outing.aircraft_of(person)
    if answer is None:
        return say("You have not answered yet.")
    guests = f" +{answer.guests}" if answer.guests else ""
    if answer.state != "in":
        return say("You are noted as {state}{guests}.", state=say(STATES[answer.state]), guests=guests)
    if own is not None:
        return say("You are in{guests}, with {aircraft}.", guests=guests, aircraft=own.label)
    craft = outing.craft(answer.aircraft) if answer.aircraft else None
    if craft is not None:
        return say("You are in{guests}, seat with {pilot}.", guests=guests, pilot=craft.pilot.name)
    place = next((n for n, a in enumerate(outing.waiting, 1) if a.member.id == person), 0)
    if place:
        return say("You are in{guests}; no seat yet, number {place} on the list.", guests=guests, place=place)
    return say("You are in{guests}; no seat yet.", guests=guests)


def seat_words(before: Outing, after: Outing, actor: Actor) -> str:
    """Who got a seat and who lost one by what somebody else did, in one sentence; "" when nobody did."""
    said: list[str] = []
    for answer in seats.promoted(before, after):
        craft = after.craft(answer.aircraft)
        if answer.member.id != actor.id and craft is not None:
            said.append(
                say("{name} has a seat with {pilot} now.", name=answer.member.name, pilot=craft.pilot.name)
            )
    lost = [a for a in seats.unseated(before, after) if a.member.id != actor.id]
    if lost:
        names = names_of(a.member for a in lost)
        said.append(
            say("{names} waits for a seat again.", names=names)
            if len(lost) == 1
            else say("{names} wait for a seat again.", names=names)
        )
    return " ".join(said)


def moved_words(before: Flight, after: Outing, again: bool) -> str:
    """The old and the new time, and who has to answer again."""
    flight = after.flight
    if flight is None:
        return ""
    if flight.off_blocks == before.off_blocks and flight.back is not None:
        values = {"route": flight.route, "now": back_words(flight), "zulu": at_zulu(flight.back)}
        words = (
            say(
                "**Way back moved**: {route}, {before} → **{now}** local ({zulu}).",
                before=back_words(before),
                **values,
            )
            if before.back
            else say("**Way back**: {route}, **{now}** local ({zulu}).", **values)
        )
        return f"{words} {flight.sums[-1]}" if flight.sums else words
    words = say(
        "**Moved**: {route}, {before} → **{now}** local ({zulu}).",
        route=flight.route, before=before.when, now=flight.when, zulu=at_zulu(flight.off_blocks),
    )  # fmt: skip
    if flight.clocks:
        words += f" {flight.clocks}."
    if again and any(a.was for a in after.answers):
        words = " ".join((words, say("Who was in: please tap In again.")))
    if flight.sums:
        words += f" {flight.sums[-1]}"
    return words


def late_terms(outing: Outing, now: datetime, name: str = "", *, alone: bool = False) -> str:
    """What adding somebody means after the people lists were closed."""
    flight = outing.flight
    if flight is None or not flight.report:
        return "" if alone else say("The people lists are closed.")
    limit = flight.off_blocks - timedelta(hours=flight.report_hours)
    wait = now + timedelta(hours=flight.report_hours)
    values = {"name": name, "report": flight.report, "limit": at_zulu(limit), "wait": at_zulu(wait)}
    if now <= limit:
        return say(ONE_BY if alone else NAMED_BY, **values)
    return say(ONE_WAITS if alone else NAMED_WAITS, **values)


def own_words(outing: Outing) -> str:
    """What everybody has to call off themselves, and the plan B."""
    done = [f"{j.title} ({names_of([j.owner])})" for j in outing.jobs if j.state != "open" and j.owner]
    words = [say("Yours to cancel: {tasks}.", tasks="; ".join(done))] if done else []
    reports = " / ".join(dict.fromkeys(j.title for j in outing.jobs if j.kind == "report"))
    if reports:
        words.append(say("Flight plans and {reports} that are filed: cancel yours.", reports=reports))
    elif outing.jobs:
        words.append(say("Flight plans that are filed: cancel yours."))
    words += [say("Plan B: {plan}.", plan=outing.plan_b)] if outing.plan_b else []
    return " ".join(words)
