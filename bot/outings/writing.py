"""The sentences an outing says when something changes; no sentence ever says "go" or "confirmed"."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from bot.outings import seats
from bot.outings.actions import Actor
from bot.outings.outing import Flight, Member, Outing

NOT_WATCHED = "FlyFun is not a flight watch; close your flight plan."


def names_of(members: Iterable[Member], word: str = "and") -> str:
    """ "Ana", "Ana or Ben", "Ana, Ben and Cy"."""
    names = [m.name for m in members]
    if len(names) < 2:
        return names[0] if names else "Nobody"
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


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
        return "You have not answered yet."
    guests = f" +{answer.guests}" if answer.guests else ""
    if answer.state != "in":
        return f"You are noted as {answer.state}{guests}."
    if own is not None:
        return f"You are in{guests}, with {own.label}."
    craft = outing.craft(answer.aircraft) if answer.aircraft else None
    if craft is not None:
        return f"You are in{guests}, seat with {craft.pilot.name}."
    place = next((n for n, a in enumerate(outing.waiting, 1) if a.member.id == person), 0)
    return f"You are in{guests}; no seat yet" + (f", number {place} on the list." if place else ".")


def seat_words(before: Outing, after: Outing, actor: Actor) -> str:
    """Who got a seat and who lost one by what somebody else did, in one sentence; "" when nobody did."""
    said: list[str] = []
    for answer in seats.promoted(before, after):
        craft = after.craft(answer.aircraft)
        if answer.member.id != actor.id and craft is not None:
            said.append(f"{answer.member.name} has a seat with {craft.pilot.name} now.")
    lost = [a for a in seats.unseated(before, after) if a.member.id != actor.id]
    if lost:
        verb = "waits" if len(lost) == 1 else "wait"
        said.append(f"{names_of(a.member for a in lost)} {verb} for a seat again.")
    return " ".join(said)


def moved_words(before: Flight, after: Outing, again: bool) -> str:
    """The old and the new time, and who has to answer again."""
    flight = after.flight
    if flight is None:
        return ""
    words = f"**Moved**: {flight.route}, {before.when} → **{flight.when}** local ({at_zulu(flight.off_blocks)})."
    if again and any(a.was for a in after.answers):
        words += " Who was in: please tap In again."
    if flight.sums:
        words += f" {flight.sums[-1]}"
    return words


def late_terms(outing: Outing, now: datetime, name: str = "one", *, alone: bool = False) -> str:
    """What adding somebody means after the people lists were closed."""
    flight = outing.flight
    closed = "" if alone else "The people lists are closed"
    if flight is None or not flight.report:
        return f"{closed}." if closed else ""
    limit = flight.off_blocks - timedelta(hours=flight.report_hours)
    if now <= limit:
        words = f"adding {name} means a new {flight.report}: send it by {at_zulu(limit)}."
    else:
        wait = now + timedelta(hours=flight.report_hours)
        words = f"adding {name} means a new {flight.report} and take-off not before {at_zulu(wait)}."
    return f"{closed}; {words}" if closed else f"{words[0].upper()}{words[1:]}"


def own_words(outing: Outing) -> str:
    """What everybody has to call off themselves, and the plan B."""
    done = [f"{j.title} ({names_of([j.owner])})" for j in outing.jobs if j.state != "open" and j.owner]
    words = f"Yours to cancel: {'; '.join(done)}." if done else ""
    plans = " Flight plans that are filed: cancel yours." if outing.jobs else ""
    ground = f" Plan B: {outing.plan_b}." if outing.plan_b else ""
    return f"{words}{plans}{ground}".strip()
