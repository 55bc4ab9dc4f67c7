"""A club's outings as a calendar that members subscribe to, at an address that only its owner knows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from agent.aviation.hours import zone_of
from bot.club.settings import ClubSettings
from bot.outings.card import free_words
from bot.outings.outing import Flight, Outing
from bot.outings.records import OutingRecords
from bot.outings.writing import NOT_WATCHED
from tongue import later, say, speaking

SHOWN: frozenset[str] = frozenset({"open", "frozen", "flown", "cancelled"})
PATH = "/calendar"
NOT_OPERATIONAL = later("Not for operational use: check AIP, NOTAM and weather.")
_HEADERS = {
    "cache-control": "private, max-age=300",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
}


def calendar_of(outings: Sequence[Outing], now: datetime) -> bytes:
    """The file, with time zones. A flight keeps its UID when it is moved; SEQUENCE is the outing's version."""
    from icalendar import Calendar

    calendar: Any = Calendar()  # its methods have no types
    calendar.add("prodid", "-//FlyFun//club//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", "Club outings")
    calendar.add("refresh-interval;value=duration", "PT1H")
    for outing in outings:
        if outing.flight is not None and outing.status in SHOWN:
            with speaking(outing.language):
                for event in _events(outing, outing.flight, now):
                    calendar.add_component(event)
    calendar.add_missing_timezones()
    return calendar.to_ical()


def _events(outing: Outing, flight: Flight, now: datetime) -> list[Any]:
    """The flight out and the flight home, each in the local time of the field it leaves from."""
    out = _event(outing, "out", now)
    out.add("summary", f"{flight.from_icao} → {flight.to_icao}")
    out.add("dtstart", _at(flight.off_blocks, flight.zone))
    out.add("dtend", _at(flight.arrival or flight.off_blocks + timedelta(hours=1), flight.to_zone))
    out.add("location", f"{flight.from_icao} {flight.from_name}")
    if flight.back is None:
        return [out]
    home = _event(outing, "home", now)
    home.add("summary", f"{flight.to_icao} → {flight.from_icao}")
    home.add("dtstart", _at(flight.back, flight.to_zone))
    home.add("dtend", _at(flight.home or flight.back + timedelta(hours=1), flight.zone))
    home.add("location", f"{flight.to_icao} {flight.to_name}")
    return [out, home]


def _event(outing: Outing, leg: str, now: datetime) -> Any:
    from icalendar import Event

    event: Any = Event()
    event.add("uid", f"{leg}-{outing.id}@flyfun")
    event.add("sequence", outing.version)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("status", "CANCELLED" if outing.status == "cancelled" else "CONFIRMED")
    said = say(
        "Outing {number}. {coming}, {seats}.",
        number=outing.number, coming=say("{count} in", count=outing.heads), seats=free_words(outing.free_seats),
    )  # fmt: skip
    event.add("description", f"{said} {say(NOT_WATCHED)} {say(NOT_OPERATIONAL)}")
    return event


def _at(moment: datetime, zone: str | None) -> datetime:
    return moment.astimezone(zone_of(zone) or UTC)


def calendar_routes(clubs: ClubSettings, outings: OutingRecords, now: Any) -> Sequence[BaseRoute]:
    """`/calendar/SECRET.ics`."""

    async def calendar(request: Request) -> Response:
        name = str(request.path_params["secret"])
        room = await clubs.room_of(name.removesuffix(".ics")) if name.endswith(".ics") else None
        if room is None:
            return Response("There is no such calendar.", 404, _HEADERS)
        held = await outings.in_room(room, over=True)
        content = calendar_of([one.outing for one in held], now())
        return Response(content, 200, _HEADERS, media_type="text/calendar; charset=utf-8")

    return [Route(f"{PATH}/{{secret}}", calendar)]
