"""Reckons a trip there and back without its weather: every thing to do with its moments, and what is not known."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

from pydantic import JsonValue

from agent.aviation.airports import Airport
from agent.aviation.formalities import FlightEnd, Formalities, formalities
from agent.aviation.geometry import geodesic_nm
from agent.aviation.hours import zone_of
from agent.locate import Located
from agent.protocol import Choice, Endpoint, Marker, MissingInfo, RouteLine, RouteMarkersView, Source
from agent.registry import ToolContext
from agent.subjects.border.tool import BorderArguments, BorderBrief, BorderEnd, get_border_brief
from agent.subjects.notice.tool import (
    AirfieldNotice,
    NoticeArguments,
    get_notification_for_airport,
)
from agent.subjects.route.speed import ASSUMED, ASSUMED_KT, CruiseSpeed, hours_said, resolve_speed
from agent.subjects.trip.arguments import TripArguments, call_of
from agent.subjects.trip.calendar import entries
from agent.subjects.trip.clock_words import local_time
from agent.subjects.trip.day_length import for_the_whole_way, in_the_evening
from agent.subjects.trip.ends import other_fields, trip_fields
from agent.subjects.trip.flown import When, flights_of, on_day, past_day, when_said
from agent.subjects.trip.holidays import holiday_lines
from agent.subjects.trip.leg_times import SIGN
from agent.subjects.trip.legs import STOP, Flight, expecting, leg_of, wish_of
from agent.subjects.trip.longest import stops_named, stops_within, too_long, within
from agent.subjects.trip.reading_goals import other_goals
from agent.subjects.trip.reading_open_day import begins
from agent.subjects.trip.tasks import Asking, Found, asked_of
from agent.subjects.trip.timeline import (
    Detour,
    LatestOffBlocks,
    Task,
    TripLeg,
    TripPlan,
    Unknown,
)
from agent.subjects.trip.travellers import nationals_told, travellers_told
from tongue import later, say

_SOON = timedelta(hours=4)
"""What closes so soon is done before what names no lead time."""


async def planned(arguments: TripArguments, context: ToolContext) -> TripPlan:
    """The trip without its weather: customs, notice, reports, flight plans, latest off blocks, by their time."""
    fields = trip_fields(arguments, context)
    if isinstance(fields, TripPlan):
        return fields
    airports = [cast(Airport, located.airport) for located in fields]
    goal = 1 + len(arguments.via)
    start, end = airports[0], airports[goal]
    zone = zone_of(start.time_zone)
    now = context.question.at.astimezone(UTC)
    when = when_said(arguments, now.astimezone(zone or UTC).date())
    if when.day is not None and when.day < now.astimezone(zone or UTC).date():
        return past_day(arguments, when.day, context)
    speed, ask_speed = resolve_speed(
        context, arguments.cruise_speed_kts, arguments.aircraft_type, say("Required for times on the way")
    )
    if speed is None and arguments.cruise_speed_kts is None:
        speed = CruiseSpeed(ASSUMED_KT, ASSUMED)
    winds = (arguments.headwind_kts or 0, arguments.return_headwind_kts or 0)
    if not when.returns and arguments.headwind_kts is None:
        winds = (winds[1], 0)  # "home from Lydd to Denham, 20 kt on the nose home": the one way there is
    stop = timedelta(minutes=arguments.ground_minutes) if arguments.ground_minutes else STOP
    flights, problems = flights_of(
        airports[: goal + 1],
        when,
        speed,
        over=airports[goal + 1 :],
        winds=winds,
        stop=stop,
        stay=stop if arguments.ground_minutes else None,
    )
    own_time = arguments.flight_minutes if len(flights) == 1 else None
    if own_time is not None:
        flights = [replace(flights[0], hours=own_time / 60, assumed_kts=None)]
        speed, ask_speed = None, None
    told = arguments.margin_minutes
    margin = timedelta(minutes=context.question.profile.margin_minutes if told is None else told)
    by = {"out": when.there_by, "home": when.home_by}
    wishes = [wish_of(flight, flights, by[flight.direction], stop) for flight in flights]
    flights = [expecting(one, wish, context.deps, margin) for one, wish in zip(flights, wishes, strict=True)]
    looked, found = await _looked_at(flights, context, now)
    earlier = [
        expecting(flight, wish, context.deps, margin, one.closing)
        for flight, wish, one in zip(flights, wishes, found, strict=True)
    ]
    if earlier != flights:  # customs close before the hour to be there: what is due is counted from that
        flights = earlier
        looked, found = await _looked_at(flights, context, now)
    closed = next((brief for brief, *_ in looked if brief.closed), None)
    legs = tuple(
        leg_of(flight, context.deps, margin, _border_words(brief), brief.crosses, wish, one.warnings, one.closing)
        for flight, (brief, *_), wish, one in zip(flights, looked, wishes, found, strict=True)
    )
    legs = in_the_evening(for_the_whole_way(legs, arguments.ground_minutes), arguments.taken)
    missing = () if closed else _missing(when, ask_speed)
    reckoned = speed or CruiseSpeed(ASSUMED_KT, ASSUMED)
    stops = await stops_named(arguments, flights, reckoned, context)
    landed = [(flight.end, brief) for flight, (brief, *_) in zip(flights, looked, strict=True)]
    people_papers, read = travellers_told(landed, context.deps)
    tasks = () if closed else _in_order([task for one in found for task in one.tasks], legs, now)
    return TripPlan(
        icao=end.ident,
        arguments=arguments.canonical(),
        legs=legs,
        tasks=tasks,
        detours=_detours(flights, looked, speed),
        facts=_each([f for one in found for f in one.facts]),
        travellers=people_papers,
        nationals=nationals_told(arguments.nationals, landed, context.deps),
        unknown=tuple(dict.fromkeys([*_unknown_hours(legs, context), *(u for one in found for u in one.unknown)])),
        unsure_borders=_each([code for one in found for code in one.unsure_borders]),
        problems=_each(
            [
                *other_fields(fields),
                *when.problems,
                *_gone(flights[0], now),
                *problems,
                *too_long(arguments, flights),
                *stops,
                *(p for one in found for p in one.problems),
            ]
        ),
        notes=(*when.notes, *within(arguments, flights)),
        about=arguments.about,
        holidays=holiday_lines(legs, context.deps, now.date()) if arguments.about == "holiday" else (),
        people=arguments.people,
        cruise_speed_kts=speed.knots if speed else None,
        cruise_speed_source=speed.source if speed else None,
        winds=winds,
        ground_minutes=arguments.ground_minutes,
        margin_minutes=round(margin.total_seconds() / 60),
        own_time=own_time is not None,
        closed=closed is not None,
        message=closed.warnings[0] if closed and closed.warnings else None,
        substitutions={f"{n}": loc.substitution for n, loc in enumerate(fields) if loc.substitution},
        flight_trip=_remembered(arguments, airports, legs, tasks, context),
        choices=(
            *stops_within(arguments, flights, reckoned),
            *_choices(arguments, when, fields, now, context),
        ),
        missing_info=missing,
        there_by=when.there_by,
        home_by=when.home_by,
        sources=tuple(
            dict.fromkeys([*(s for one in found for s in one.sources), *_sources(looked, legs, context), *read])
        ),
        visualization=_view(flights, _detours(flights, looked, speed)),
    )


def _gone(first: Flight, now: datetime) -> list[str]:
    """That the hour at which the trip would leave is over."""
    zone = zone_of(first.start.time_zone)
    if first.off_blocks is None or first.off_blocks >= now or zone is None:
        return []
    leaves = first.off_blocks.astimezone(zone)
    return [say("{leaves:%H:%M} today has passed at {icao}: which day?", leaves=leaves, icao=first.start.ident)]


def _missing(when: When, ask_speed: MissingInfo | None) -> tuple[MissingInfo, ...]:
    """The one question back: the day has buttons of its own, so the speed comes before it.

    One example is enough: the trip is planned all the same, and its own buttons want the room.
    """
    if ask_speed is None:
        return ()
    one = {"examples": ask_speed.examples[1:2], "fills": ask_speed.fills[1:2]}
    return (ask_speed.model_copy(update=one),)


# --- one flight --------------------------------------------------------------------------------------------


def _formalities(flight: Flight, context: ToolContext) -> Formalities:
    """What the border asks of the flight, from the one function that every tool asks."""
    deps = context.deps
    ends = [FlightEnd(deps.borders.territory(airport), airport) for airport in (flight.start, flight.end)]
    today = context.question.at.date()
    return formalities(deps.borders, deps.facts, ends[0], ends[1], today, day=flight.day)


def _origin(airport: Airport, context: ToolContext) -> str:
    """Where a flight comes from, as the notice of a field takes it: the territory's name where it has one."""
    territory = context.deps.borders.territory(airport)
    named = context.deps.borders.named(territory.name)
    return territory.name if named is not None and named.code == territory.code else airport.country


_Looked = tuple[BorderBrief, AirfieldNotice, AirfieldNotice]


async def _looked_at(
    flights: Sequence[Flight], context: ToolContext, now: datetime
) -> tuple[list[_Looked], list[Found]]:
    """What the border and the fields ask of each flight, and what is to be done for it."""
    looked = [await _look(flight, context) for flight in flights]
    found = [
        asked_of(Asking(flight, brief, _formalities(flight, context), arriving, leaving, context.deps, now))
        for flight, (brief, arriving, leaving) in zip(flights, looked, strict=True)
    ]
    return looked, found


async def _look(flight: Flight, context: ToolContext) -> _Looked:
    """What the border and both fields ask, as their own tools tell it."""
    start, end = flight.start, flight.end
    day = flight.day.isoformat() if flight.day else None
    here, there = zone_of(start.time_zone), zone_of(end.time_zone)
    leaves = flight.counted.astimezone(here) if flight.counted and here else None
    reaches = flight.reached
    arrives = reaches.astimezone(there) if reaches and there else None
    brief = await get_border_brief(
        BorderArguments(
            from_location=start.ident,
            to_location=end.ident,
            date=f"{day} {leaves:%H:%M}" if leaves else day,
        ),
        context,
    )
    notices = [
        await get_notification_for_airport(
            NoticeArguments(
                icao_code=airport.ident,
                date=moment.date().isoformat() if moment else day,
                time=f"{moment:%H:%M}" if moment else None,
                from_country=_origin(other, context),
            ),
            context,
        )
        for airport, other, moment in ((end, start, arrives), (start, end, leaves))
    ]
    return brief, notices[0], notices[1]


def _border_words(brief: BorderBrief) -> str:
    """What the border asks in few words, for the line of the leg; between parts of the UK that no GAR is."""
    asked = _asked_in_words(brief)
    return say("{asked}; no GAR, it stays in the UK", asked=asked) if brief.inside_uk and brief.crosses else asked


def _asked_in_words(brief: BorderBrief) -> str:
    if not brief.found:
        return say("what the border asks is not known, ask both fields")
    if not brief.crosses or brief.arrival is None or brief.departure is None:
        return say("no border")
    asked = [
        name
        for name in (later("customs"), later("immigration"))
        if any(getattr(end, name) != "no" for end in (brief.departure, brief.arrival))
    ]
    if not asked:
        return say("no customs, no immigration")
    both = len(asked) > 1
    if not any(getattr(end, name) == "yes" for name in asked for end in (brief.departure, brief.arrival)):
        ask = say("assume needed, ask")
        return f"{', '.join(say(name) for name in asked)}: {ask}"
    return say("customs and immigration apply") if both else say("{service} applies", service=say(asked[0]))


# --- together ----------------------------------------------------------------------------------------------


def _in_order(tasks: list[Task], legs: Sequence[TripLeg], now: datetime) -> tuple[Task, ...]:
    """What is due first stands first; what names no moment is for now, behind what closes within hours."""
    for leg in legs:
        if leg.latest is None:
            continue
        icao, latest = leg.from_.icao or "", leg.latest
        tasks = [
            *tasks,
            Task(
                key=f"off_blocks:{leg.number}",
                kind="off_blocks",
                leg=leg.number,
                title=say("latest off blocks {icao}", icao=icao),
                part=say(leg.direction),
                lead=_sum(latest),
                zone=leg.from_zone,
                latest=latest.latest,
                standing="open",
                rests_on=latest.limit,
            ),
        ]
    end = datetime.max.replace(tzinfo=UTC)
    return tuple(sorted(tasks, key=lambda t: (_rank(t, now), t.reach_by or t.latest or end, t.leg)))


def _rank(task: Task, now: datetime) -> int:
    """Too late comes first, then what closes within hours, then what is for now, then the rest by its time."""
    if task.kind != "off_blocks":
        due = task.reach_by or task.latest
        if task.standing == "passed":
            return 0
        if due is not None and due <= now + _SOON:
            return 1
    return 2 if task.now else 3


def _sum(latest: LatestOffBlocks) -> str:
    """ "sunset EGLD 15:58Z − 1h 02m − 30 min margin"."""
    flight = f" − {hours_said(latest.flight_minutes / 60)}" if latest.on_arrival else ""
    if flight and latest.assumed_kts is not None:
        flight += say(" at {knots:g} kt (assumed)", knots=latest.assumed_kts)
    if latest.stay_minutes:
        stay = {
            "at": f"{latest.limit} {latest.limit_at:%H:%M}Z{flight}",
            "stay": hours_said(latest.stay_minutes / 60),
        }
        return (
            say("{at} − {stay} there", **stay)
            if latest.stay_told
            else say("{at} − {stay} there (assumed)", **stay)
        )
    margin = say("{minutes} min margin", minutes=latest.margin_minutes)
    return f"{latest.limit} {latest.limit_at:%H:%M}Z{flight} − {margin}"


def _detours(
    flights: Sequence[Flight],
    looked: Sequence[_Looked],
    speed: CruiseSpeed | None,
) -> tuple[Detour, ...]:
    """For each end that cannot clear the flight, the known field that lengthens the way least."""
    found: list[Detour] = []
    for flight, (brief, *_) in zip(flights, looked, strict=True):
        for end in (brief.departure, brief.arrival):
            if end is not None and end.can_clear is False and end.nearby:
                found.append(_detour(flight, end, speed))
    return tuple({(one.end, one.icao): one for one in reversed(found)}.values())[::-1]


def _detour(flight: Flight, end: BorderEnd, speed: CruiseSpeed | None) -> Detour:
    def extra(lat: float, lon: float) -> float:
        ways = [geodesic_nm(a.lat, a.lon, lat, lon) for a in (flight.start, flight.end)]
        return sum(ways) - flight.distance_nm

    best = min(end.nearby, key=lambda f: extra(f.lat, f.lon))
    miles = extra(best.lat, best.lon)
    return Detour(
        leg=flight.number,
        end=end.icao or end.name,
        icao=best.icao,
        name=best.name,
        lat=best.lat,
        lon=best.lon,
        extra_nm=round(miles, 1),
        extra_minutes=round(miles / speed.knots * 60) if speed else None,
        says=best.notice or "",
    )


def _unknown_hours(legs: Sequence[TripLeg], context: ToolContext) -> list[Unknown]:
    """The fields whose hours are not in what was read."""
    codes = dict.fromkeys(end.icao for leg in legs for end in (leg.from_, leg.to) if end.icao)
    silent = [code for code in codes if context.deps.facts.of(code).first("hours") is None]
    if not silent:
        return []
    fields = (
        say("{first} and {last}", first=", ".join(silent[:-1]), last=silent[-1]) if len(silent) > 1 else silent[0]
    )
    words = say("hours of {fields}", fields=fields) + "".join(_phone(code, context) for code in silent)
    return [Unknown(kind="hours", icaos=tuple(silent), words=words)]


def _phone(code: str, context: ToolContext) -> str:
    phone = context.deps.facts.of(code).contact("phone")
    return say(": phone {icao} {number}", icao=code, number=phone) if phone else ""


def _each(said: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(said))


def _sources(
    looked: Sequence[_Looked],
    legs: Sequence[TripLeg],
    context: ToolContext,
) -> tuple[Source, ...]:
    found = [
        s for brief, arriving, leaving in looked for s in (*arriving.sources, *leaving.sources, *brief.sources)
    ]
    return tuple(dict.fromkeys([*found, context.deps.airports.source]))


def _choices(
    arguments: TripArguments, when: When, fields: Sequence[Located], now: datetime, context: ToolContext
) -> tuple[Choice, ...]:
    """The goals it was weighed against; without a day, the next Saturday and the next Sunday."""
    call = call_of(arguments)
    others = [
        Choice(label=say("to {field}", field=other), text=other, call=call.varied(to_location=other))
        for other in other_goals(arguments.taken, arguments.to_location)
    ]
    if when.day is not None:
        return tuple(others)
    today = now.astimezone(zone_of(cast(Airport, fields[0].airport).time_zone) or UTC).date()
    months = (begins(words, today) for words, _, _ in (one.partition(SIGN) for one in arguments.taken))
    today = next((day - timedelta(days=1) for day in months if day), today)
    found = others
    for weekday in (5, 6):
        day = today + timedelta(days=(weekday - today.weekday()) % 7 or 7)
        found.append(on_day(day, call))
    return tuple(found)


_CLOCKS = ("off_block", "return_off_block")
"""Times of which one that only moves another is not kept: no other was named."""


def _remembered(
    arguments: TripArguments,
    airports: Sequence[Airport],
    legs: Sequence[TripLeg],
    tasks: Sequence[Task],
    context: ToolContext,
) -> dict[str, JsonValue]:
    """The trip as the chat keeps it: a change of one end, day or time is the same trip, one version on."""
    told = {name: value for name, value in arguments.canonical().items() if name != "about"}
    values = {
        name: value for name, value in told.items() if not (name in _CLOCKS and str(value).startswith(("+", "-")))
    }
    fields: list[JsonValue] = [airport.ident for airport in airports]
    kept = context.conversation.flight_trip or {}
    before = cast("dict[str, JsonValue]", kept.get("arguments") or {})
    old, new = ({str(one[n]) for n in ("from_location", "to_location") if one.get(n)} for one in (before, values))
    same_end = bool(old & new)
    made: dict[str, JsonValue] = {"arguments": values, "fields": fields}
    out = [leg for leg in legs if leg.direction == "out"][-1:]
    if out and out[0].arrival is not None and not out[0].expected:
        made["lands"] = f"{out[0].to.icao} {local_time(out[0].arrival, out[0].to_zone):%Y-%m-%d %H:%M}"
    if kept and same_end:
        version = cast(int, kept.get("version", 0)) + (0 if before == values else 1)
        past = {"first": kept.get("first") or before, "last": kept.get("last") if before == values else before}
        changed = entries(legs, tasks, cast("dict[str, JsonValue]", kept.get("entries") or {}))
        return {"id": kept["id"], "version": version, **made, "entries": changed, **past}
    seed = f"{context.question.chat} {context.question.person} {context.question.at.isoformat()}"
    identity = uuid.uuid5(uuid.NAMESPACE_OID, seed).hex
    return {"id": identity, "version": 0, **made, "entries": entries(legs, tasks, {})}


def _view(flights: Sequence[Flight], detours: Sequence[Detour]) -> RouteMarkersView:
    """All legs, those of the way home too; the fields to clear at as markers."""
    airports = (flights[0].start, *(flight.end for flight in flights))
    start, *via, end = (Endpoint(icao=a.ident, name=a.short_name, lat=a.lat, lon=a.lon) for a in airports)
    markers = [Marker(icao=d.icao, name=d.name, lat=d.lat, lon=d.lon, note=say("clear here")) for d in detours]
    route = RouteLine(from_=start, to=end, via=tuple(via))
    return RouteMarkersView(route=route, markers=tuple(markers), radius_nm=0.0)


__all__ = ["TripArguments", "planned"]
