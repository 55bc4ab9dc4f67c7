"""Reckons a trip there and back without its weather: every thing to do with its moments, and what is not known."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import cast

from pydantic import AliasChoices, Field, JsonValue, field_validator

from agent.aviation.airports import Airport
from agent.aviation.field_use import special_use
from agent.aviation.formalities import FlightEnd, Formalities, formalities
from agent.aviation.geometry import geodesic_nm
from agent.aviation.hours import resolve_day, zone_of
from agent.aviation.spelling import place_key
from agent.locate import Located, NotLocated, locate, which_reading
from agent.protocol import Choice, Endpoint, Marker, MissingInfo, RouteLine, RouteMarkersView, Source, ToolCall
from agent.registry import Arguments, ToolContext
from agent.subjects.border.ends import BorderPlace, border_place, fields_of
from agent.subjects.border.tool import BorderArguments, BorderBrief, BorderEnd, get_border_brief
from agent.subjects.measures import with_article
from agent.subjects.notice.tool import (
    AirfieldNotice,
    NoticeArguments,
    get_notification_for_airport,
    territory_name,
)
from agent.subjects.route.speed import ASSUMED, ASSUMED_KT, CruiseSpeed, format_hours, resolve_speed
from agent.subjects.trip.legs import Flight, chain, leg_of
from agent.subjects.trip.tasks import Asking, Found, asked_of
from agent.subjects.trip.timeline import (
    About,
    Detour,
    Direction,
    LatestOffBlocks,
    Task,
    TripLeg,
    TripPlan,
    Unknown,
)
from agent.subjects.trip.times import SAME_DAY
from tongue import country_name, later, say

MOST_STOPS = 6
_SOON = timedelta(hours=4)
"""What closes so soon is done before what names no lead time."""
_MOVED = re.compile(r"[+-]\d+ min")
_OWN_FIELD_NM = 10.0
"""So near to its town a field that bears its name needs no word of explanation."""


class TripArguments(Arguments):
    """Where from and to, when there and when back; all but where to can be left out."""

    from_location: str | None = Field(
        default=None,
        validation_alias=AliasChoices("from_location", "from", "departure"),
        description="code or town; without it the home base",
    )
    to_location: str = Field(
        validation_alias=AliasChoices("to_location", "to", "destination"), description="code or town"
    )
    day: str | None = Field(default=None, description="ISO date of the flight out")
    off_block: str | None = Field(default=None, description="local time off blocks of the flight out, HH:MM")
    return_day: str | None = Field(default=None, description='ISO date of the way back, or "same day"')
    return_off_block: str | None = Field(default=None, description="local time off blocks of the way back, HH:MM")
    via: tuple[str, ...] = Field(default=(), description="fields on the way out, in order")
    people: int | None = Field(default=None, ge=1, le=100, description="people on board, the pilot included")
    aircraft_type: str | None = Field(default=None, description='"C172", "SR22" …')
    cruise_speed_kts: float | None = Field(default=None, description="knots; wins over the aircraft type")
    about: About = Field(default="everything", description="what of the plan is asked first")

    @field_validator("to_location")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("say where to")
        return value.strip()[:200]

    @field_validator("via")
    @classmethod
    def _few(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if len(value) > MOST_STOPS:
            raise ValueError(f"give me at most {MOST_STOPS} stops on the way")
        return tuple(stop.strip()[:200] for stop in value if stop.strip())


@dataclass(frozen=True)
class _When:
    """The days and times as they were understood, and what was wrong with them."""

    day: date | None
    at: time | None
    back_day: date | None
    back_at: time | None
    returns: bool
    problems: tuple[str, ...]


async def planned(arguments: TripArguments, context: ToolContext) -> TripPlan:
    """The trip without its weather: customs, notice, reports, flight plans, latest off blocks, by their time."""
    fields = _fields(arguments, context)
    if isinstance(fields, TripPlan):
        return fields
    airports = [cast(Airport, located.airport) for located in fields]
    start, end = airports[0], airports[-1]
    zone = zone_of(start.time_zone)
    now = context.question.at.astimezone(UTC)
    when = _when(arguments, now.astimezone(zone or UTC).date())
    if when.day is not None and when.day < now.astimezone(zone or UTC).date():
        return _past(arguments, when.day, context)
    speed, ask_speed = resolve_speed(
        context, arguments.cruise_speed_kts, arguments.aircraft_type, say("Required for times on the way")
    )
    if speed is None and arguments.cruise_speed_kts is None:
        speed = CruiseSpeed(ASSUMED_KT, ASSUMED)
    flights, problems = _flights(airports, when, speed)
    margin = timedelta(minutes=context.question.profile.margin_minutes)
    looked = [await _look(flight, context) for flight in flights]
    closed = next((brief for brief, *_ in looked if brief.closed), None)
    found = [
        asked_of(Asking(flight, brief, _formalities(flight, context), arriving, leaving, context.deps, now))
        for flight, (brief, arriving, leaving) in zip(flights, looked, strict=True)
    ]
    legs = tuple(
        leg_of(flight, context.deps, margin, _border_words(brief), brief.crosses)
        for flight, (brief, *_) in zip(flights, looked, strict=True)
    )
    missing = () if closed else _missing(when, ask_speed)
    return TripPlan(
        icao=end.ident,
        arguments=arguments.canonical(),
        legs=legs,
        tasks=() if closed else _in_order([task for one in found for task in one.tasks], legs, now),
        detours=_detours(flights, looked, speed),
        facts=_each([f for one in found for f in one.facts]),
        unknown=tuple(dict.fromkeys([*_unknown_hours(legs, context), *(u for one in found for u in one.unknown)])),
        unsure_borders=_each([code for one in found for code in one.unsure_borders]),
        problems=_each(
            [
                *_other_fields(fields),
                *when.problems,
                *problems,
                *(p for one in found for p in one.problems),
            ]
        ),
        about=arguments.about,
        people=arguments.people,
        cruise_speed_kts=speed.knots if speed else None,
        cruise_speed_source=speed.source if speed else None,
        margin_minutes=context.question.profile.margin_minutes,
        closed=closed is not None,
        message=closed.warnings[0] if closed and closed.warnings else None,
        substitutions={f"{n}": loc.substitution for n, loc in enumerate(fields) if loc.substitution},
        flight_trip=_remembered(arguments, airports, context),
        choices=_choices(arguments, when, fields, now, context),
        missing_info=missing,
        sources=_sources(looked, legs, context),
        visualization=_view(airports, _detours(flights, looked, speed)),
    )


# --- ends ------------------------------------------------------------------------------------------------


def _fields(arguments: TripArguments, context: ToolContext) -> list[Located] | TripPlan:
    """Every field of the way out, or what to ask and say instead."""
    said = arguments.from_location or context.question.profile.home_base
    if not said:
        ask = MissingInfo(
            key="from_location",
            reason=say("Where the trip begins"),
            prompt=say("Where do you fly from? /home keeps it."),
            examples=("EGTF", "LFPN", "EDNY"),
            argument="from_location",
        )
        return TripPlan(found=False, message=ask.prompt, missing_info=(ask,), arguments=arguments.canonical())
    found: list[Located] = []
    standings: list[BorderPlace] = []
    along = (said, *arguments.via, arguments.to_location)
    for place in along:
        located = locate(place, context, snap=True, beside=[other for other in along if other != place])
        if isinstance(located, NotLocated):
            choices = tuple(_again(arguments, place, name) for name in located.suggestions)
            return TripPlan(found=False, message=located.message, choices=choices, arguments=arguments.canonical())
        if located.airport is None and not located.others:
            return TripPlan(
                found=False,
                message=say("I know no airfield near {place}: give me its code.", place=located.place.name),
                arguments=arguments.canonical(),
            )
        standing = border_place(located, context)
        if located.airport is None or standing.airport is None:
            return _no_field(arguments, place, located, standing, context)
        found.append(located)
        standings.append(standing)
    if (
        len({standing.territory.code for standing in standings}) > 1
    ):  # over a border a town's entry field, as it says
        found = [
            replace(one, airport=there.airport, others=there.others, substitution=there.substitution)
            for one, there in zip(found, standings, strict=True)
        ]
    ask = which_reading(found[0], "from_location", context, found[-1]) or which_reading(
        found[-1], "to_location", context, found[0]
    )
    if ask is not None:
        return TripPlan(found=False, message=ask.prompt, missing_info=(ask,), arguments=arguments.canonical())
    if len({located.airport.ident for located in found if located.airport}) < 2:
        prompt = say("{field} is both ends of that trip. Where do you want to go?", field=found[0].label)
        ask = MissingInfo(
            key="to_location",
            reason=say("Where the trip goes"),
            prompt=prompt,
            examples=(),
            argument="to_location",
        )
        return TripPlan(found=False, message=prompt, missing_info=(ask,), arguments=arguments.canonical())
    return found


def _no_field(
    arguments: TripArguments, place: str, located: Located, standing: BorderPlace, context: ToolContext
) -> TripPlan:
    """A territory without airfield: said, with the nearest ones elsewhere; a whole country: asked for one."""
    name = territory_name(standing.territory, context)
    if standing.is_whole and fields_of(standing.territory, context):
        return _which_field(
            arguments, place, located, say("Which airfield in {country}?", country=with_article(name))
        )
    fields = [airport for airport in (located.airport, *located.others) if airport is not None]
    near = [airport for airport in fields if special_use(airport) is None][:3] or fields[:1]
    choices = tuple(
        _again(arguments, place, airport.ident).model_copy(
            update={"label": f"{airport.ident} {airport.short_name}"}
        )
        for airport in near
    )
    listed = ", ".join(f"{a.ident} {a.short_name}" for a in near)
    note = standing.territory.note or ""
    note = "" if not note or "No airfield" in note else f" {say(note)}"
    known = say(" Nearest elsewhere: {fields}.", fields=listed) if listed else ""
    return TripPlan(
        found=False,
        message=say("{country}: I know no airfield there.", country=country_name(name)) + note + known,
        choices=choices,
        arguments=arguments.canonical(),
    )


def _which_field(arguments: TripArguments, place: str, located: Located, prompt: str) -> TripPlan:
    """A trip is planned between airfields: a country as its end is asked for one."""
    argument = "to_location" if place == arguments.to_location else "from_location"
    near = [a for a in (located.airport, *located.others) if a is not None and special_use(a) is None][:3]
    ask = MissingInfo(
        key=argument,
        reason=say("A trip is planned between airfields"),
        prompt=prompt,
        examples=tuple(f"{a.ident} {a.short_name}" for a in near),
        argument=argument,
    )
    return TripPlan(found=False, message=prompt, missing_info=(ask,), arguments=arguments.canonical())


def _again(arguments: TripArguments, place: str, instead: str) -> Choice:
    """The same trip with another reading of one of its places."""
    call = _trip(arguments)
    if place not in (arguments.from_location, arguments.to_location, *arguments.via):
        call = call.varied(from_location=instead)  # the home base
    for name in ("from_location", "to_location"):
        if call.arguments.get(name) == place:
            call = call.varied(**{name: instead})
    if place in arguments.via:
        call = call.varied(via=[instead if stop == place else stop for stop in arguments.via])
    return Choice(label=instead, text=instead, call=call)


def _trip(arguments: TripArguments) -> ToolCall:
    return ToolCall(tool="plan_trip", arguments=arguments.canonical())


def _on(day: date, call: ToolCall) -> Choice:
    """The same trip on another day."""
    label = f"{day:%a} {day.day} {day:%b}"
    return Choice(label=label, text=label, call=call.varied(day=day.isoformat()))


def _other_fields(fields: Sequence[Located]) -> list[str]:
    """Where a field stands for something else than itself: said in the first line."""
    said: list[str] = []
    for located in fields:
        airport, swap = located.airport, located.substitution
        if airport is None or swap is None:
            continue
        if swap.distance_nm > _OWN_FIELD_NM or not _is_called(airport, swap.original):
            names = ", ".join(a.ident for a in located.others[:3])
            others = say(" Others: {fields}.", fields=names) if names else ""
            took = say(
                "{original}: I took {resolved}{name}, {nm} away.",
                original=swap.original,
                resolved=airport.ident,
                name=f" {airport.short_name}",
                nm=f"{swap.distance_nm:.0f} nm",
            )
            said.append(f"{took}{others}")
    return said


def _is_called(airport: Airport, said: str) -> bool:
    """Is the field's own name what was said, so that the heading tells it already?"""
    return place_key(said.partition(",")[0]) in place_key(f"{airport.name} {airport.municipality}")


# --- days and times ----------------------------------------------------------------------------------------


def _when(arguments: TripArguments, today: date) -> _When:
    problems: list[str] = []

    def day_of(said: str | None) -> date | None:
        found = resolve_day(said, today) if said else None
        if said and found is None:
            problems.append(say("“{said}” is not a day I can place.", said=said[:20]))
        return found

    def time_of(said: str | None) -> time | None:
        if not said:
            return None
        if _MOVED.fullmatch(said):
            problems.append(say("No off-blocks time is named yet that could be moved: which time?"))
            return None
        try:
            return time.fromisoformat(said.strip() if len(said.strip()) > 4 else f"0{said.strip()}")
        except ValueError:
            problems.append(say("{said} is not a time of day.", said=said[:20]))
            return None

    day, at = day_of(arguments.day), time_of(arguments.off_block)
    same = arguments.return_day == SAME_DAY
    back_day, back_at = day if same else day_of(arguments.return_day), time_of(arguments.return_off_block)
    if back_day is None and arguments.return_off_block:
        back_day = day
    returns = bool(arguments.return_day or arguments.return_off_block)
    if day is not None and back_day is not None and back_day < day:
        problems.append(
            say("The return on {day:%a} {day.day} {day:%b} is before the flight out: which day?", day=back_day)
        )
        back_day, back_at = None, None
    return _When(day, at, back_day, back_at, returns, tuple(problems))


def _past(arguments: TripArguments, day: date, context: ToolContext) -> TripPlan:
    """A day that is over: said, with the same weekday to come."""
    today = context.question.at.date()
    ahead = today + timedelta(days=(day.weekday() - today.weekday()) % 7 or 7)
    shift = ahead - day
    call = _trip(arguments)
    said = arguments.return_day
    back = resolve_day(said, today) if said and said != SAME_DAY else None
    if back is not None:
        call = call.varied(return_day=(back + shift).isoformat())
    choice = _on(ahead, call)
    return TripPlan(
        found=False,
        message=say("{day:%a} {day.day} {day:%b %Y} is past. Which day do you fly?", day=day),
        choices=(choice,),
        arguments=arguments.canonical(),
        missing_info=(
            MissingInfo(key="date", reason=say("That day is past"), prompt=say("Which day do you fly?")),
        ),
    )


def _flights(
    airports: Sequence[Airport], when: _When, speed: CruiseSpeed | None
) -> tuple[list[Flight], list[str]]:
    knots, assumed = (speed.knots, speed.source == ASSUMED) if speed else (None, False)
    out = chain(airports, "out", when.day, when.at, knots, assumed=assumed)
    if not when.returns:
        return out, []

    def homeward(at: time | None) -> list[Flight]:
        ends = [airports[-1], airports[0]]
        return chain(ends, "home", when.back_day, at, knots, len(out) + 1, assumed)

    home = homeward(when.back_at)
    arrives, leaves = out[-1].on_blocks or out[-1].off_blocks, home[0].leaves
    if arrives is not None and leaves is not None and leaves < arrives:
        zone = zone_of(airports[-1].time_zone) or UTC
        back, there = leaves.astimezone(zone), arrives.astimezone(zone)
        said = (
            say(
                "The return at {back:%H:%M} is before the arrival there at {there:%H:%M} "
                "at {knots:g} kt (assumed): which time, or which speed?",
                back=back,
                there=there,
                knots=knots,
            )
            if assumed
            else say(
                "The return at {back:%H:%M} is before the arrival there at {there:%H:%M}: which time?",
                back=back,
                there=there,
            )
        )
        return [*out, *homeward(None)], [said]
    return [*out, *home], []


def _missing(when: _When, ask_speed: MissingInfo | None) -> tuple[MissingInfo, ...]:
    """The one question back: the day has buttons of its own, so the speed comes before it."""
    return (ask_speed,) if ask_speed is not None else ()


# --- one flight --------------------------------------------------------------------------------------------


def _formalities(flight: Flight, context: ToolContext) -> Formalities:
    """What the border asks of the flight, from the one function that every tool asks."""
    deps = context.deps
    ends = [FlightEnd(deps.borders.territory(airport), airport) for airport in (flight.start, flight.end)]
    return formalities(deps.borders, deps.facts, ends[0], ends[1], context.question.at.date())


def _origin(airport: Airport, context: ToolContext) -> str:
    """Where a flight comes from, as the notice of a field takes it: the territory's name where it has one."""
    territory = context.deps.borders.territory(airport)
    named = context.deps.borders.named(territory.name)
    return territory.name if named is not None and named.code == territory.code else airport.country


async def _look(flight: Flight, context: ToolContext) -> tuple[BorderBrief, AirfieldNotice, AirfieldNotice]:
    """What the border and both fields ask, as their own tools tell it."""
    start, end = flight.start, flight.end
    day = flight.day.isoformat() if flight.day else None
    here, there = zone_of(start.time_zone), zone_of(end.time_zone)
    leaves = flight.leaves.astimezone(here) if flight.leaves and here else None
    reaches = flight.arrives or flight.leaves
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
    """What the border asks in four words, for the line of the leg."""
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
    return 2 if task.now or task.latest is None else 3


def _sum(latest: LatestOffBlocks) -> str:
    """ "sunset EGLD 15:58Z − 1h 02m − 30 min margin"."""
    flight = f" − {format_hours(latest.flight_minutes / 60)}" if latest.on_arrival else ""
    if flight and latest.assumed_kts is not None:
        flight += say(" at {knots:g} kt (assumed)", knots=latest.assumed_kts)
    margin = say("{minutes} min margin", minutes=latest.margin_minutes)
    return f"{latest.limit} {latest.limit_at:%H:%M}Z{flight} − {margin}"


def _detours(
    flights: Sequence[Flight],
    looked: Sequence[tuple[BorderBrief, AirfieldNotice, AirfieldNotice]],
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
    looked: Sequence[tuple[BorderBrief, AirfieldNotice, AirfieldNotice]],
    legs: Sequence[TripLeg],
    context: ToolContext,
) -> tuple[Source, ...]:
    found = [
        s for brief, arriving, leaving in looked for s in (*arriving.sources, *leaving.sources, *brief.sources)
    ]
    return tuple(dict.fromkeys([*found, context.deps.airports.source]))


def _choices(
    arguments: TripArguments, when: _When, fields: Sequence[Located], now: datetime, context: ToolContext
) -> tuple[Choice, ...]:
    """Without a day, the next Saturday and the next Sunday."""
    if when.day is not None:
        return ()
    today = now.astimezone(zone_of(cast(Airport, fields[0].airport).time_zone) or UTC).date()
    found: list[Choice] = []
    for weekday in (5, 6):
        day = today + timedelta(days=(weekday - today.weekday()) % 7 or 7)
        found.append(_on(day, _trip(arguments)))
    return tuple(found)


def _remembered(
    arguments: TripArguments, airports: Sequence[Airport], context: ToolContext
) -> dict[str, JsonValue]:
    """The trip as the chat keeps it: a change of one end, day or time is the same trip, one version on."""
    values = {name: value for name, value in arguments.canonical().items() if name != "about"}
    fields: list[JsonValue] = [airport.ident for airport in airports]
    kept = context.conversation.flight_trip or {}
    before = cast("dict[str, JsonValue]", kept.get("arguments") or {})
    same_end = any(before.get(name) == values.get(name) for name in ("from_location", "to_location"))
    if kept and same_end:
        version = cast(int, kept.get("version", 0)) + (0 if before == values else 1)
        return {"id": kept["id"], "version": version, "arguments": values, "fields": fields}
    seed = f"{context.question.chat} {context.question.person} {context.question.at.isoformat()}"
    return {"id": uuid.uuid5(uuid.NAMESPACE_OID, seed).hex, "version": 0, "arguments": values, "fields": fields}


def _view(airports: Sequence[Airport], detours: Sequence[Detour]) -> RouteMarkersView:
    """Both ends joined; stops on the way and the fields to clear at as markers."""
    ends = [Endpoint(icao=a.ident, name=a.short_name, lat=a.lat, lon=a.lon) for a in (airports[0], airports[-1])]
    markers = [Marker(icao=a.ident, name=a.short_name, lat=a.lat, lon=a.lon) for a in airports[1:-1]]
    markers += [Marker(icao=d.icao, name=d.name, lat=d.lat, lon=d.lon, note=say("clear here")) for d in detours]
    return RouteMarkersView(route=RouteLine(from_=ends[0], to=ends[1]), markers=tuple(markers), radius_nm=0.0)


__all__ = ["Direction", "Found", "TripArguments", "planned"]
