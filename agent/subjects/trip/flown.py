"""Understands when a trip is flown, and lays its flights out, there and home, by the stops of each way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, time, timedelta
from itertools import pairwise

from agent import regex as re
from agent.aviation.airports import Airport
from agent.aviation.hours import resolve_day, zone_of
from agent.protocol import Choice, MissingInfo, ToolCall
from agent.registry import ToolContext
from agent.subjects.route.speed import ASSUMED, CruiseSpeed
from agent.subjects.trip.arguments import TripArguments, call_of
from agent.subjects.trip.clock_words import day_words
from agent.subjects.trip.day_parts import told
from agent.subjects.trip.legs import STOP, Flight, Stayed, chain
from agent.subjects.trip.stops import stays_of
from agent.subjects.trip.timeline import TripPlan
from agent.subjects.trip.times import SAME_DAY
from tongue import say

_THIS_YEAR = timedelta(days=300)
"""A day further ahead than this was hardly meant for next year."""
NIGHTS_AWAY = re.compile(r"\+(\d{1,2})")
"""How a trip of no day keeps how long it is away: "+2"."""
_MOVED = re.compile(r"[+-]\d+ min")


@dataclass(frozen=True)
class When:
    """The days and times as they were understood, and what was wrong with them."""

    day: date | None
    at: time | None
    back_day: date | None
    back_at: time | None
    returns: bool
    there_by: time | None
    home_by: time | None
    stays: tuple[Stayed, ...]
    home_stays: tuple[Stayed, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    """What was said and is left open."""


def when_said(arguments: TripArguments, today: date) -> When:
    problems: list[str] = []

    def day_of(said: str | None) -> date | None:
        found = resolve_day(said, today) if said and not NIGHTS_AWAY.fullmatch(said) else None
        if said and NIGHTS_AWAY.fullmatch(said):
            return None
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
    if day is not None and day > today + _THIS_YEAR:
        problems.append(say("I took {day:%a} {day.day} {day:%b %Y}: that date has passed this year.", day=day))
    same = arguments.return_day == SAME_DAY
    back_day, back_at = day if same else day_of(arguments.return_day), time_of(arguments.return_off_block)
    if nights_away := NIGHTS_AWAY.fullmatch(arguments.return_day or ""):
        back_day = day + timedelta(days=int(nights_away[1])) if day else None
    if back_day is None and arguments.return_off_block:
        back_day = day
    home_by = time_of(arguments.return_by)
    stays, home_stays = (
        tuple(Stayed(stay.nights, time_of(stay.at)) for stay in stays_of(stops, arguments.via_off_block))
        for stops in (arguments.via, arguments.return_via)
    )
    nights = max((stay.nights for stay in stays), default=0)
    if same and day is not None:
        back_day = day + timedelta(days=nights)
    times = (arguments.off_block, arguments.arrive_by, arguments.return_off_block, arguments.return_by)
    first, notes = told(
        arguments.taken,
        times,
        arguments.cruise_speed_kts,
        dated=day is not None,
        days=(day, back_day),
        goal=arguments.to_location,
    )
    problems += first
    if back_day is None and home_by is not None:
        back_day = day
    returns = bool(arguments.return_day or arguments.return_off_block or home_by or arguments.return_via)
    if day is not None and back_day is not None and back_day < day + timedelta(days=nights):
        problems.append(
            say("The return on {day:%a} {day.day} {day:%b} is before the flight out: which day?", day=back_day)
            if back_day < day
            else say(
                "The return on {day:%a} {day.day} {day:%b} is before the last flight out, on {last:%a} {last.day} "
                "{last:%b}: which day?",
                day=back_day,
                last=day + timedelta(days=nights),
            )
        )
        back_day, back_at = None, None
    there_by = time_of(arguments.arrive_by)
    return When(
        day, at, back_day, back_at, returns, there_by, home_by, stays, home_stays, tuple(problems), tuple(notes)
    )


def past_day(arguments: TripArguments, day: date, context: ToolContext) -> TripPlan:
    """A day that is over: said, with the same weekday to come."""
    today = context.question.at.date()
    ahead = today + timedelta(days=(day.weekday() - today.weekday()) % 7 or 7)
    shift = ahead - day
    call = call_of(arguments)
    said = arguments.return_day
    back = resolve_day(said, today) if said and said != SAME_DAY else None
    if back is not None:
        call = call.varied(return_day=(back + shift).isoformat())
    choice = on_day(ahead, call)
    return TripPlan(
        found=False,
        message=say("{day:%a} {day.day} {day:%b %Y} is past. Which day do you fly?", day=day),
        choices=(choice,),
        arguments=arguments.canonical(),
        missing_info=(
            MissingInfo(key="date", reason=say("That day is past"), prompt=say("Which day do you fly?")),
        ),
    )


def flights_of(
    airports: Sequence[Airport],
    when: When,
    speed: CruiseSpeed | None,
    *,
    over: Sequence[Airport] = (),
    winds: tuple[float, float] = (0, 0),
    stop: timedelta = STOP,
    stay: timedelta | None = None,
) -> tuple[list[Flight], list[str]]:
    """The flights along `airports`, and home `over` the stops on that way; and what was wrong with their times.

    `winds`: the headwind out and home, `stop` the time on the ground at each, as the pilot said them.
    """
    knots, assumed = (speed.knots, speed.source == ASSUMED) if speed else (None, False)
    wind_out, wind_home = winds
    out = chain(
        airports, "out", when.day, when.at, knots, assumed=assumed, stays=when.stays, headwind=wind_out, stop=stop
    )
    early = _left_too_early(out)
    if early is not None:
        out = chain(airports, "out", when.day, when.at, knots, assumed=assumed, headwind=wind_out, stop=stop)
    problems = [early] if early else []
    if not when.returns:
        return out, problems

    def homeward(at: time | None) -> list[Flight]:
        ends = [airports[-1], *over, airports[0]]
        return chain(
            ends, "home", when.back_day, at, knots, len(out) + 1, assumed, when.home_stays, wind_home, stop
        )

    home = homeward(when.back_at or _after_the_stay(out[-1], when, airports[-1], stay))
    if (early := _left_too_early(home)) is not None:
        when, problems = replace(when, home_stays=()), [*problems, early]
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
        return [*out, *homeward(None)], [*problems, said]
    return [*out, *home], problems


def _after_the_stay(last: Flight, when: When, goal: Airport, stay: timedelta | None) -> time | None:
    """When the way home begins on the same day, so long after the flight out arrives; None without a stay."""
    zone, arrives = zone_of(goal.time_zone), last.arrives  # not at a speed that was assumed
    if stay is None or arrives is None or zone is None or when.home_by is not None:
        return None
    leaves = (arrives + last.stay + stay).astimezone(zone)
    return leaves.time().replace(second=0, microsecond=0) if leaves.date() == when.back_day else None


def _left_too_early(out: Sequence[Flight]) -> str | None:
    """What to say where a stop is left before the flight there arrives."""
    for before, flight in pairwise(out):
        arrives = before.on_blocks or before.off_blocks
        if not flight.told or arrives is None or flight.leaves is None or flight.leaves >= arrives:
            continue
        zone = zone_of(flight.start.time_zone) or UTC
        return say(
            "Leaving {icao} at {leaves:%H:%M} is before the arrival there at {there:%H:%M}: which time?",
            icao=flight.start.ident,
            leaves=flight.leaves.astimezone(zone),
            there=arrives.astimezone(zone),
        )
    return None


def on_day(day: date, call: ToolCall) -> Choice:
    """The same trip on another day."""
    label = day_words(day)
    return Choice(label=label, text=label, call=call.varied(day=day.isoformat()))
