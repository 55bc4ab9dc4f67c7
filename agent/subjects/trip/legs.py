"""The flights of a trip: ends, days and times of each, how far, how long, and the sun over both ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from agent.aviation.airports import Airport
from agent.aviation.geometry import geodesic_nm
from agent.aviation.hours import zone_of
from agent.aviation.night import day_of
from agent.aviation.off_blocks import Limit, latest_off_blocks
from agent.aviation.opening import Opening
from agent.aviation.published_hours import hours_fact, opening_of
from agent.aviation.sun import sun_times
from agent.aviation.visiting import barred_by_fuel
from agent.deps import Deps
from agent.protocol import Endpoint
from agent.subjects.route.speed import time_in_wind
from agent.subjects.trip.timeline import Direction, LatestOffBlocks, Sky, TripLeg
from tongue import later, say

DIRECTIONS = {"out": later("out"), "home": later("home")}
"""Which way a flight of the trip goes."""

STOP = timedelta(minutes=60)
"""On the ground at a stop where nothing is said of it: shut down and fees, fuel, papers, pre-flight."""


@dataclass(frozen=True)
class Stayed:
    """When a stop is left: so many nights after the day of the flight out; the local time, where it is said."""

    nights: int = 0
    at: time | None = None


@dataclass(frozen=True)
class Flight:
    """One leg between two airfields. `leaves` is None without day or time.

    `chained`: it follows another leg; where nothing is said of when, it leaves when that one arrives at the
    earliest: deadlines are counted from there, so that none is too late. `stay` is the time on the ground that the
    stops before it are reckoned with.
    `assumed_kts`: the speed that `hours` are of where the pilot named none; nothing is asked later for it, so
    deadlines count as if the flights before took no time, and `delay` is the time they take at that speed.
    `told`: the pilot named the time, or the night, after which it leaves its stop.
    `expected`: the latest off blocks to be there at the hour that was named, where no time of leaving was: what is
    due is counted from it.
    """

    number: int
    direction: Direction
    start: Airport
    end: Airport
    day: date | None
    leaves: datetime | None
    hours: float | None
    chained: bool = False
    stay: timedelta = timedelta(0)
    assumed_kts: float | None = None
    delay: timedelta = timedelta(0)
    told: bool = False
    expected: datetime | None = None

    @property
    def distance_nm(self) -> float:
        return geodesic_nm(self.start.lat, self.start.lon, self.end.lat, self.end.lon)

    @property
    def arrives(self) -> datetime | None:
        """On blocks at the other end, in still air; None where the time or the pilot's speed is not known."""
        if self.leaves is None or self.hours is None or self.assumed_kts is not None:
            return None
        return self.leaves + self.lasts

    @property
    def counted(self) -> datetime | None:
        """The moment of leaving that what is due is counted from."""
        return self.leaves or self.expected

    @property
    def reached(self) -> datetime | None:
        """The moment of arriving that what is due is counted from: not later for a speed that was not told."""
        return self.arrives or self.leaves or (self.expected + self.lasts if self.expected else None)

    @property
    def lasts(self) -> timedelta:
        """Off blocks to on blocks, in still air; nothing without a speed."""
        return timedelta(minutes=round((self.hours or 0) * 60))

    @property
    def off_blocks(self) -> datetime | None:
        """When it leaves, the stops before it counted."""
        return self.leaves + self.stay + self.delay if self.leaves else None

    @property
    def on_blocks(self) -> datetime | None:
        """When it arrives, the stops before it counted, at the assumed speed where there is no other."""
        leaves = self.off_blocks
        return leaves + self.lasts if leaves is not None and self.hours is not None else None

    @property
    def name(self) -> str:
        return f"{self.start.ident} → {self.end.ident}"

    @property
    def part(self) -> str:
        """Which flight of the trip it is, in a word."""
        return (
            f"{say(DIRECTIONS[self.direction])}, {self.name}" if self.chained else say(DIRECTIONS[self.direction])
        )


@dataclass(frozen=True)
class Wish:
    """When its pilot wants to be somewhere, and how long it takes from off blocks to there, stops counted."""

    icao: str
    at: datetime
    through: timedelta


def wish_of(flight: Flight, flights: Sequence[Flight], by: time | None, stop: timedelta) -> Wish | None:
    """The wish to be where the flights of its way end, `by` the clocks there; None where it is not of this one."""
    way = [one for one in flights if one.direction == flight.direction and one.number >= flight.number]
    at = moment_of(way[-1].day, by, way[-1].end)
    if at is None or any(one.hours is None for one in way):
        return None
    if len(way) > 1 and (flight.leaves is not None or any(one.leaves or one.told for one in way[1:])):
        return None
    through = sum((one.lasts for one in way), (len(way) - 1) * stop)
    leaves = at - through
    zone = zone_of(flight.start.time_zone) or UTC
    return Wish(way[-1].end.ident, at, through) if leaves.astimezone(zone).date() == flight.day else None


def expecting(
    flight: Flight, wish: Wish | None, deps: Deps, margin: timedelta, closing: Sequence[Limit] = ()
) -> Flight:
    """The flight with the off blocks that the wish allows, where it names no other."""
    if wish is None or flight.leaves is not None:
        return flight
    latest = latest_of(flight, deps, margin, wish, closing)
    return replace(flight, expected=latest.latest) if latest else flight


def moment_of(day: date | None, at: time | None, airport: Airport) -> datetime | None:
    """A day and a clock time at an airfield as a moment; the earlier one where the clocks go back over it."""
    zone = zone_of(airport.time_zone)
    if day is None or at is None or zone is None:
        return None
    return min(datetime.combine(day, at, zone).replace(fold=fold).astimezone(UTC) for fold in (0, 1))


def chain(
    fields: Sequence[Airport],
    direction: Direction,
    day: date | None,
    at: time | None,
    knots: float | None,
    first_number: int = 1,
    assumed: bool = False,
    stays: Sequence[Stayed] = (),
    headwind: float = 0,
    stop: timedelta = STOP,
) -> list[Flight]:
    """The flights along `fields`: each leaves when the one before has arrived, its `stay` beside it.

    `stays`: what is told of the stops, in their order; from a time that is told on, deadlines count from it.
    """
    flights: list[Flight] = []
    leaves, delay, nights, since = moment_of(day, at, fields[0]), timedelta(0), 0, 0
    taken = knots if assumed else None
    for index, (start, end) in enumerate(pairwise(fields)):
        distance = geodesic_nm(start.lat, start.lon, end.lat, end.lon)
        hours = time_in_wind(distance, knots, headwind) if knots else None
        told = stays[index - 1] if 0 < index <= len(stays) else None
        if told is not None and (told.at is not None or told.nights > nights):
            nights, since, delay = max(nights, told.nights), index, timedelta(0)
            leaves = moment_of(day + timedelta(days=nights) if day else None, told.at, start)
        stay = (index - since) * stop
        later = day + timedelta(days=nights) if day else None
        local = (leaves + stay + delay).astimezone(zone_of(start.time_zone)).date() if leaves else later
        number = first_number + index
        flight = Flight(
            number, direction, start, end, local, leaves, hours, index > 0, stay, taken, delay, since == index > 0
        )
        flights.append(flight)
        leaves, delay = (leaves, delay + flight.lasts) if assumed else (flight.arrives, delay)
    return flights


def leg_of(
    flight: Flight,
    deps: Deps,
    margin: timedelta,
    border: str,
    crosses: bool,
    wish: Wish | None = None,
    warned: Sequence[str] = (),
    closing: Sequence[Limit] = (),
) -> TripLeg:
    """The flight with the sun, the hours of both ends and the latest off blocks of its day, and its warnings.

    `closing`: when those close who clear it at the border.
    """
    skies, hours = _skies(flight, deps), _hours(flight, deps)
    latest = _latest(flight, skies, hours, margin, wish, closing)
    told = bool(warned) and latest is not None and latest.limit in {limit.name for limit in closing}
    late = [] if told else _late(flight, latest)
    return TripLeg(
        number=flight.number,
        direction=flight.direction,
        from_=_endpoint(flight.start),
        to=_endpoint(flight.end),
        from_zone=flight.start.time_zone,
        to_zone=flight.end.time_zone,
        from_country=flight.start.country,
        to_country=flight.end.country,
        day=flight.day,
        off_blocks=flight.off_blocks,
        arrival=flight.on_blocks,
        distance_nm=round(flight.distance_nm, 1),
        hours=round(flight.hours, 4) if flight.hours is not None else None,
        crosses=crosses,
        border=border,
        latest=latest,
        skies=skies,
        opening=tuple(
            _hours_in_words(airport, opening, flight.day)
            for airport, opening in zip((flight.start, flight.end), hours, strict=False)
            if opening is not None and flight.day is not None
        ),
        warnings=(
            *(_dark(flight, skies) or late or _by_the_hour(flight, wish, latest, margin)),
            *warned,
            *_barred(flight, deps),
        ),
        told=flight.told,
        expected=flight.expected is not None,
    )


def _barred(flight: Flight, deps: Deps) -> list[str]:
    """Where an end of the flight does not take aircraft of a fuel: its restriction, beside the code."""
    return [
        say("{name}: {value}", name=end.ident, value=words)
        for end in (flight.start, flight.end)
        for words in barred_by_fuel(end.ident, deps.facts)
    ]


def latest_of(
    flight: Flight, deps: Deps, margin: timedelta, wish: Wish | None = None, closing: Sequence[Limit] = ()
) -> LatestOffBlocks | None:
    """The latest off blocks of the flight's day, by light, the hours told of both ends and a wish to be there."""
    return _latest(flight, _skies(flight, deps), _hours(flight, deps), margin, wish, closing)


def _skies(flight: Flight, deps: Deps) -> tuple[Sky, ...]:
    return tuple(sky(airport, flight.day, deps) for airport in (flight.start, flight.end)) if flight.day else ()


def _hours(flight: Flight, deps: Deps) -> list[Opening | None]:
    return [published(airport, flight.day, deps) for airport in (flight.start, flight.end)] if flight.day else []


def sky(airport: Airport, day: date, deps: Deps) -> Sky:
    """Sun and legal night over an airfield."""
    sun = sun_times(airport.lat, airport.lon, day)
    night = deps.nights.of(airport.country)
    daylight = day_of(night, airport.lat, airport.lon, day) if night is not None else None
    rule = daylight.ends_by if daylight else None
    return Sky(
        icao=airport.ident,
        zone=airport.time_zone,
        sunrise=sun.sunrise,
        sunset=sun.sunset,
        night_begins=daylight.ends if daylight else None,
        night_rule=rule.holds_for if rule else None,
        night_source=rule.source.name if rule else None,
    )


def published(airport: Airport, day: date | None, deps: Deps) -> Opening | None:
    """The hours a document publishes for the field on a day; None where none are known or understood."""
    fact = hours_fact(deps.facts.of(airport.ident))
    return opening_of(fact, airport, day) if fact is not None and day is not None else None


def _latest(
    flight: Flight,
    skies: Sequence[Sky],
    hours: Sequence[Opening | None],
    margin: timedelta,
    wish: Wish | None,
    closing: Sequence[Limit] = (),
) -> LatestOffBlocks | None:
    """The latest off blocks by day; None without a speed, or where nothing limits the day."""
    if flight.hours is None or flight.day is None:
        return None
    ends = zip((flight.start, flight.end), skies, strict=True)
    if any(_no_day(airport, under, flight.day) for airport, under in ends):
        return None
    limits = [*closing]
    for place, (under, opening) in enumerate(zip(skies, hours, strict=True)):
        on_arrival, icao = place == 1, under.icao
        if under.sunset is not None:
            limits.append(Limit(say("sunset {icao}", icao=icao), under.sunset, on_arrival))
        if under.night_begins is not None:
            limits.append(Limit(say("night begins {icao}", icao=icao), under.night_begins, on_arrival))
        if opening is not None and opening.spans:
            limits.append(Limit(say("{icao} closes", icao=icao), max(end for _, end in opening.spans), on_arrival))
    limits = [replace(limit, at=limit.at.replace(second=0, microsecond=0)) for limit in limits]
    found = latest_off_blocks(limits, timedelta(minutes=round(flight.hours * 60)), margin)
    if wish is not None:
        there = Limit(say("{icao} by", icao=wish.icao), wish.at, on_arrival=True)
        wished = latest_off_blocks([there], wish.through, margin)
        found = min((one for one in (found, wished) if one is not None), key=lambda one: one.latest)
    if found is None:
        return None
    return LatestOffBlocks(
        latest=found.latest,
        limit=found.limit.name,
        limit_at=found.limit.at,
        flight_minutes=round(found.flight.total_seconds() / 60),
        margin_minutes=round(margin.total_seconds() / 60),
        assumed_kts=flight.assumed_kts,
        on_arrival=found.limit.on_arrival,
    )


def _no_day(airport: Airport, under: Sky, day: date) -> bool:
    """Is it dark there all day: no sunrise, no twilight, in the winter of its half of the earth?"""
    winter = day.month in (10, 11, 12, 1, 2, 3)
    return under.sunset is None and under.night_begins is None and winter == (airport.lat > 0)


def _dark(flight: Flight, skies: Sequence[Sky]) -> list[str]:
    """What of the flight lies outside the time from sunrise to sunset."""
    said: list[str] = []
    moments = (flight.off_blocks, flight.on_blocks)
    for under, moment, what in zip(skies, moments, (later("off blocks"), later("arrival")), strict=False):
        if moment is None:
            continue
        zone = zone_of(under.zone) or UTC
        at = f"{say(what)} {under.icao} {_clock(moment, zone)}"
        if under.sunrise is not None and moment < under.sunrise:
            said.append(say("{at} is before sunrise ({clock})", at=at, clock=_clock(under.sunrise, zone)))
        elif under.sunset is not None and moment > under.sunset:
            said.append(say("{at} is after sunset ({clock})", at=at, clock=_clock(under.sunset, zone)))
        elif under.sunset is None and under.sunrise is None:
            said.append(say("{icao}: the sun neither rises nor sets that day", icao=under.icao))
    return said


def _late(flight: Flight, latest: LatestOffBlocks | None) -> list[str]:
    """Off blocks planned so late that the margin is gone, by daylight or by the hours of a field."""
    leaves, zone = flight.off_blocks, zone_of(flight.start.time_zone) or UTC
    if leaves is None or latest is None or leaves <= latest.latest:
        return []
    there = leaves + timedelta(minutes=latest.flight_minutes)
    if latest.limit == say("{icao} by", icao=flight.end.ident) and there <= latest.limit_at:
        return []  # both hours were told, and they agree
    return [
        say(
            "off blocks {icao} {clock} is after the latest, {latest} ({limit}, {minutes} min margin)",
            icao=flight.start.ident,
            clock=_clock(leaves, zone),
            latest=_clock(latest.latest, zone),
            limit=latest.limit,
            minutes=latest.margin_minutes,
        )
    ]


def _by_the_hour(
    flight: Flight, wish: Wish | None, latest: LatestOffBlocks | None, margin: timedelta
) -> list[str]:
    """When one leaves for the hour that was named, where the day's light or a field's hours allow only less."""
    if wish is None or latest is None or wish.at - wish.through - margin <= latest.latest:
        return []
    there, here = (zone_of(end.time_zone) or UTC for end in (flight.end, flight.start))
    return [
        say(
            "{icao} by {clock} alone: off blocks by {latest}, {minutes} min margin; the day allows less",
            icao=wish.icao,
            clock=_clock(wish.at, there),
            latest=_clock(wish.at - wish.through - margin, here),
            minutes=round(margin.total_seconds() / 60),
        )
    ]


def _hours_in_words(airport: Airport, opening: Opening, day: date) -> str:
    zone = zone_of(airport.time_zone)
    if opening.all_day:
        return f"{airport.ident} H24"
    if opening.spans and zone:
        spans = ", ".join(f"{_clock(a, zone)}–{_clock(b, zone)}" for a, b in opening.spans)
        told = say("{icao} {spans} local", icao=airport.ident, spans=spans)
        return say("{hours}, within the daylight period", hours=told) if opening.by_daylight else told
    if opening.figures:
        figures = ", ".join(opening.figures)
        return say("{icao} {spans} (time basis not stated)", icao=airport.ident, spans=figures)
    if opening.closed:
        return say("{icao}: published as closed on a {day:%A}", icao=airport.ident, day=day)
    return say("{icao}: no hours published for a {day:%A}", icao=airport.ident, day=day)


def _clock(moment: datetime, zone: ZoneInfo | object) -> str:
    return f"{moment.astimezone(zone):%H:%M}"  # pyright: ignore[reportArgumentType]


def _endpoint(airport: Airport) -> Endpoint:
    return Endpoint(icao=airport.ident, name=airport.short_name, lat=airport.lat, lon=airport.lon)
