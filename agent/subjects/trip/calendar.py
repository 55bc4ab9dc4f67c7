"""A trip as a calendar file: the flights and every deadline, each in the local time of its field."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from pydantic import JsonValue

from agent.aviation.hours import zone_of
from agent.subjects.trip.timeline import Task, TripLeg, TripPlan
from tongue import say

SHOWN = timedelta(minutes=15)
"""How long a deadline is in a calendar: it ends at the latest moment."""
NAME = "flyfun-trip.ics"


def entries(
    legs: Sequence[TripLeg], tasks: Sequence[Task], before: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    """How often each entry of the calendar was changed, with a mark of what it says: what the chat keeps of it.

    One that is left out is kept, so that its number goes on when it comes back.
    """
    kept = dict(before)
    for key, mark in (*((_key(leg), _mark(_moments(leg))) for leg in legs), *_marks(tasks)):
        number, last = cast("list[Any]", kept.get(key) or [0, mark])
        kept[key] = [int(number) + (last != mark), mark]
    return kept


def _marks(tasks: Sequence[Task]) -> list[tuple[str, str]]:
    return [(_key(t), _mark((t.reach_by or t.latest, t.zone, t.phone, t.email))) for t in tasks if t.latest]


def _moments(leg: TripLeg) -> tuple[object, ...]:
    return leg.off_blocks, leg.arrival, leg.from_.icao, leg.to.icao


def _mark(told: Sequence[object]) -> str:
    return hashlib.blake2s(repr([str(one) for one in told]).encode(), digest_size=6).hexdigest()


def _key(entry: TripLeg | Task) -> str:
    if isinstance(entry, TripLeg):
        return f"leg-{entry.number}"
    return entry.key.replace(":", "-").replace(" ", "-")


def calendar_of(plan: TripPlan, now: datetime) -> bytes:
    """The file, with time zones. A thing keeps its UID when the trip is moved; SEQUENCE rises where it changed."""
    from icalendar import Calendar  # three megabytes that few ask for

    trip = plan.flight_trip or {}
    identity, changed = str(trip.get("id", "trip")), cast("dict[str, Any]", trip.get("entries") or {})
    calendar: Any = Calendar()  # its methods have no types
    calendar.add("prodid", "-//FlyFun//trip//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for leg in plan.legs:
        if leg.off_blocks is not None:
            calendar.add_component(_flight(leg, identity, changed, now))
    for task in plan.tasks:
        if task.latest is not None:
            calendar.add_component(_deadline(task, task.reach_by or task.latest, identity, changed, now))
    calendar.add_missing_timezones()
    return calendar.to_ical()


def _flight(leg: TripLeg, identity: str, changed: Mapping[str, Any], now: datetime) -> Any:
    event = _event(_key(leg), identity, changed, now)
    begins = leg.off_blocks or now
    event.add("summary", say("Flight {start} → {end}", start=leg.from_.icao, end=leg.to.icao))
    event.add("dtstart", _at(begins, leg.from_zone))
    event.add("dtend", _at(leg.arrival or begins + timedelta(hours=1), leg.to_zone))
    still = say("in still air") if leg.arrival else say("arrival not reckoned: no speed known")
    event.add(
        "description",
        say("{distance:,.0f} nm, {still}. Not for operational use.", distance=leg.distance_nm, still=still),
    )
    event.add("location", f"{leg.from_.icao} {leg.from_.name}")
    return event


def _deadline(task: Task, latest: datetime, identity: str, changed: Mapping[str, Any], now: datetime) -> Any:
    event = _event(_key(task), identity, changed, now)
    event.add(
        "summary",
        say("By {clock:%H:%M}Z: {task} ({part})", clock=latest.astimezone(UTC), task=task.title, part=task.part),
    )
    event.add("dtstart", _at(latest - SHOWN, task.zone))
    event.add("dtend", _at(latest, task.zone))
    said = [f"{task.lead}{task.counted}", task.email or "", task.phone or "", task.source]
    if task.earliest is not None:
        said.insert(1, say("not before {moment:%d %b %H:%M}Z", moment=task.earliest.astimezone(UTC)))
    event.add("description", "\n".join(part for part in said if part))
    event.add("transp", "TRANSPARENT")
    return event


def _event(key: str, identity: str, changed: Mapping[str, Any], now: datetime) -> Any:
    from icalendar import Event

    event: Any = Event()
    event.add("uid", f"{key}-{identity}@flyfun")
    event.add("sequence", int(changed.get(key, [0])[0]))
    event.add("dtstamp", now.astimezone(UTC))
    event.add("status", "CONFIRMED")
    return event


def _at(moment: datetime, zone: str | None) -> datetime:
    return moment.astimezone(zone_of(zone) or UTC)
