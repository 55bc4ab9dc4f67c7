"""A trip as a calendar file: the flights and every deadline, each in the local time of its field."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from agent.aviation.hours import zone_of
from agent.subjects.trip.timeline import Task, TripLeg, TripPlan
from tongue import say

SHOWN = timedelta(minutes=15)
"""How long a deadline is in a calendar: it ends at the latest moment."""
NAME = "flyfun-trip.ics"


def calendar_of(plan: TripPlan, now: datetime) -> bytes:
    """The file, with time zones. The same thing keeps its UID when the trip is moved; SEQUENCE is the version."""
    from icalendar import Calendar  # three megabytes that few ask for

    trip = plan.flight_trip or {}
    identity, version = str(trip.get("id", "trip")), int(str(trip.get("version", 0)))
    calendar: Any = Calendar()  # its methods have no types
    calendar.add("prodid", "-//FlyFun//trip//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for leg in plan.legs:
        if leg.off_blocks is not None:
            calendar.add_component(_flight(leg, identity, version, now))
    for task in plan.tasks:
        if task.latest is not None:
            calendar.add_component(_deadline(task, task.reach_by or task.latest, identity, version, now))
    calendar.add_missing_timezones()
    return calendar.to_ical()


def _flight(leg: TripLeg, identity: str, version: int, now: datetime) -> Any:
    event = _event(f"leg-{leg.number}-{identity}", version, now)
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


def _deadline(task: Task, latest: datetime, identity: str, version: int, now: datetime) -> Any:
    event = _event(f"{task.key.replace(':', '-').replace(' ', '-')}-{identity}", version, now)
    event.add(
        "summary",
        say("By {clock:%H:%M}Z: {task} ({part})", clock=latest.astimezone(UTC), task=task.title, part=task.part),
    )
    event.add("dtstart", _at(latest - SHOWN, task.zone))
    event.add("dtend", _at(latest, task.zone))
    said = [task.lead, task.email or "", task.phone or "", task.source]
    if task.earliest is not None:
        said.insert(1, say("not before {moment:%d %b %H:%M}Z", moment=task.earliest.astimezone(UTC)))
    event.add("description", "\n".join(part for part in said if part))
    event.add("transp", "TRANSPARENT")
    return event


def _event(key: str, version: int, now: datetime) -> Any:
    from icalendar import Event

    event: Any = Event()
    event.add("uid", f"{key}@flyfun")
    event.add("sequence", version)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("status", "CONFIRMED")
    return event


def _at(moment: datetime, zone: str | None) -> datetime:
    return moment.astimezone(zone_of(zone) or UTC)
