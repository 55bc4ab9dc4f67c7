"""A trip of one to seven days: which places on which day, in blocks of morning, afternoon and evening.

Places are shared out over the days by where they lie, each day is then planned by `itinerary.plan_day`. A trip
is one value: it carries the places it was made from and its earlier versions, so that edits can be undone.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from datetime import date
from typing import Literal

from agent.protocol import Value
from agent.travel import transfer
from agent.travel.ground_stop import GroundStop
from agent.travel.itinerary import ANY_TIME, Day, Stop, Window, plan_day
from agent.travel.poi import MEALS, Poi, Spot, haversine_km, hhmm, open_windows, visit_minutes

Pace = Literal["relaxed", "moderate", "packed"]
Block = Literal["morning", "afternoon", "evening"]

MOST_A_DAY: dict[Pace, int] = {"relaxed": 3, "moderate": 4, "packed": 5}
BUFFER: dict[Pace, int] = {"relaxed": 30, "moderate": 15, "packed": 10}
MEALS_A_DAY: dict[Pace, int] = {"relaxed": 1, "moderate": 2, "packed": 2}
LUNCH, DINNER = (720, 840), (1140, 1260)
DAY_ENDS = 1260
LONGEST_LEG = 75
BLOCKS: dict[Block, Window] = {"morning": (0, 720), "afternoon": (720, 1080), "evening": (1080, 1800)}
"""When a visit starts that belongs to it, minutes since midnight; the end is not in it."""
_PER_DAY = 9
_POOL = 60


class Activity(Value):
    """A visit. `travel_time_minutes` is from the place before (first: from the base); times are local."""

    time_period: Block
    start_time: str
    end_time: str
    poi: Poi
    travel_time_minutes: int
    hours_known: bool = False


class TripDay(Value):
    """One day. `back_at` is when one is at the base again; the travel includes the way back.

    `free` are the blocks that the pilot emptied: later changes leave them empty.
    """

    day: int
    date: datetime.date | None = None
    activities: tuple[Activity, ...] = ()
    travel_minutes: int = 0
    back_at: str | None = None
    free: tuple[Block, ...] = ()


class Unplaced(Value):
    """A place that found no room, and why."""

    poi: Poi
    reason: str


class Version(Value):
    """What an edit replaces."""

    pace: Pace
    days: tuple[TripDay, ...]
    rejected: tuple[str, ...] = ()


class Trip(Value):
    """A trip. `base` is where each day starts and ends; `pool` are the places it was made from.

    `rejected` are ids of places that the pilot took out: later changes do not bring them back.
    """

    place: str
    base_name: str
    base: Spot
    country: str | None = None
    zone: str | None = None
    pace: Pace
    interests: tuple[str, ...] = ()
    window: tuple[int, int]
    mode: transfer.Mode = "auto"
    quick: bool = False
    days: tuple[TripDay, ...]
    pool: tuple[Poi, ...] = ()
    rejected: tuple[str, ...] = ()
    history: tuple[Version, ...] = ()
    undone: tuple[Version, ...] = ()
    ground_stop: GroundStop | None = None

    @property
    def unplaced(self) -> tuple[Poi, ...]:
        """Places of the pool that are on no day and were not taken out."""
        used = {activity.poi.id for day in self.days for activity in day.activities} | set(self.rejected)
        return tuple(poi for poi in self.pool if poi.id not in used)

    @property
    def version(self) -> Version:
        """What an edit may change, as it is now."""
        return Version(pace=self.pace, days=self.days, rejected=self.rejected)

    @property
    def buffer(self) -> int:
        """Minutes between a visit's end and leaving."""
        return 5 if self.quick else BUFFER[self.pace]


def block_of(start: int) -> Block:
    """The block in which a visit starts."""
    return "morning" if start < 720 else "afternoon" if start < 1080 else "evening"


def minutes_at(hhmm_text: str) -> int:
    """725 of "12:05"."""
    hours, minutes = hhmm_text.split(":")
    return int(hours) * 60 + int(minutes)


def build(draft: Trip, dates: Sequence[date | None]) -> Trip:
    """The trip with its days planned from its pool, one day per date (None: the date is not known)."""
    pool = sorted(draft.pool, key=lambda poi: (-worth(draft, poi), poi.id))[:_POOL]
    groups = _share_out(draft, pool, dates)
    days: list[TripDay] = []
    used: set[str] = set()
    spare = [poi for poi in pool if not any(poi in group for group in groups)]
    for number, (when, group) in enumerate(zip(dates, groups, strict=True), start=1):
        day = plan(draft, number, when, [*group, *spare][:_PER_DAY])
        used |= {activity.poi.id for activity in day.activities}
        spare = [poi for poi in [*spare, *group] if poi.id not in used]
        days.append(day)
    for index, day in enumerate(days):
        if len(day.activities) < MOST_A_DAY[draft.pace] and spare:
            kept = [activity.poi for activity in day.activities]
            again = plan(draft, day.day, day.date, [*kept, *spare][:_PER_DAY])
            if len(again.activities) > len(day.activities):
                days[index] = again
                placed = {activity.poi.id for activity in again.activities}
                spare = [poi for poi in [*spare, *kept] if poi.id not in placed]
    return draft.model_copy(update={"days": tuple(days), "pool": tuple(pool)})


def plan(
    trip: Trip,
    number: int,
    when: date | None,
    pois: Sequence[Poi],
    *,
    kept: Sequence[Activity] = (),
    most: int | None = None,
    starts: Callable[[Poi], Window | None] | None = None,
    free: Sequence[Block] = (),
) -> TripDay:
    """One day from these places. `kept` activities stay at their times, the blocks of `free` stay empty.

    `starts` says between which minutes a visit may begin; None leaves it open.
    """
    fixed = {a.poi.id: (minutes_at(a.start_time), minutes_at(a.end_time)) for a in kept}
    chosen = _one_a_meal(trip, [poi for poi in pois if poi.id not in fixed], when, kept)
    places = [*(activity.poi for activity in kept), *(poi for poi, _ in chosen)]
    stops = [
        Stop(a.poi.id, 1000.0, end - start, ((start, end),)) for a in kept for start, end in [fixed[a.poi.id]]
    ]
    for poi, windows in chosen:
        minutes = visit_minutes(poi.category, quick=trip.quick)
        begins = starts(poi) if starts else None
        allowed = windows if begins is None else _cut(windows, (begins[0], begins[1] - 1 + minutes))
        stops.append(Stop(poi.id, worth(trip, poi), minutes, _without(allowed, free)))
    minutes_between = transfer.table(trip.base, [poi.location for poi in places], trip.mode)
    cap = most if most is not None else MOST_A_DAY[trip.pace]
    day = plan_day(stops, minutes_between, trip.window, cap, trip.buffer)
    if not trip.quick and not kept and starts is None and not free:
        day = _with_a_morning(trip, stops, minutes_between, day)
    known = {poi.id: poi for poi in places}
    planned = _trip_day(trip, number, when, day, known, {a.poi.id: a for a in kept})
    return planned.model_copy(update={"free": tuple(free)})


def worth(trip: Trip, poi: Poi) -> float:
    """What a visit is worth: interests met, how well known, hours known, how near."""
    met = len(set(poi.interests) & set(trip.interests))
    value = 1.0 + 0.3 * max(0, met - 1) + (0.4 if poi.notable else 0) + (0.1 if poi.opening_hours else 0)
    if poi.category in MEALS and "food" in trip.interests:
        value += 1.0
    elif poi.category not in MEALS and set(poi.interests) & set(trip.interests) == {"food"}:
        value -= 0.4  # a bakery is no substitute for a castle
    near = haversine_km(trip.base.lat, trip.base.lon, poi.location.lat, poi.location.lon)
    return round(max(0.1, value - 0.03 * near), 4)


def windows_of(trip: Trip, poi: Poi, when: date | None) -> tuple[Window, ...] | None:
    """When a place is open on a day of the trip; None is unknown."""
    if when is None:
        return None
    return open_windows(poi.opening_hours, when, zone=trip.zone, country=trip.country, at=poi.location)


def reasons(trip: Trip) -> tuple[Unplaced, ...]:
    """Why the places that are on no day are not."""
    found: list[Unplaced] = []
    for poi in trip.unplaced:
        closed = [windows_of(trip, poi, day.date) == () for day in trip.days]
        if closed and all(closed):
            found.append(Unplaced(poi=poi, reason="closed then"))
        elif _too_far(trip, poi):
            found.append(Unplaced(poi=poi, reason="too far for the time"))
        else:
            found.append(Unplaced(poi=poi, reason="no room at this pace"))
    return tuple(found)


def faults(trip: Trip) -> tuple[str, ...]:
    """Everything that is wrong with a trip: empty before one is shown, and what tests look at."""
    found: list[str] = []
    seen: set[str] = set()
    pool = {poi.id for poi in trip.pool}
    start, end = trip.window
    for day in trip.days:
        now, here, buffer = start, trip.base, 0
        for activity in day.activities:
            begins, ends = minutes_at(activity.start_time), minutes_at(activity.end_time)
            name = f"day {day.day} {activity.poi.name}"
            travel = transfer.way(here, activity.poi.location, trip.mode)[0]
            windows = windows_of(trip, activity.poi, day.date)
            if activity.travel_time_minutes != travel:
                found.append(f"{name}: wrong travel time")
            if begins < now + buffer + travel:
                found.append(f"{name}: starts before one can be there")
            if windows is not None and not any(o <= begins and ends <= c for o, c in windows):
                found.append(f"{name}: closed")
            if activity.poi.id in seen:
                found.append(f"{name}: twice")
            if activity.poi.id not in pool:
                found.append(f"{name}: not among the places found")
            seen.add(activity.poi.id)
            now, here, buffer = ends, activity.poi.location, min(trip.buffer, 10)
        if day.activities and now + transfer.way(here, trip.base, trip.mode)[0] > end:
            found.append(f"day {day.day}: back too late")
        if len(day.activities) > MOST_A_DAY["packed"]:
            found.append(f"day {day.day}: too many")
    return tuple(found)


# --- one day ---------------------------------------------------------------------------------------


def _trip_day(
    trip: Trip, number: int, when: date | None, day: Day, pois: dict[str, Poi], kept: dict[str, Activity]
) -> TripDay:
    activities: list[Activity] = []
    for stop in day.stops:
        poi = pois[stop.id]
        before = kept.get(stop.id)
        if before is not None:
            activities.append(before.model_copy(update={"travel_time_minutes": stop.travel_minutes}))
            continue
        activities.append(
            Activity(
                time_period=block_of(stop.start),
                start_time=hhmm(stop.start),
                end_time=hhmm(stop.end),
                poi=poi,
                travel_time_minutes=stop.travel_minutes,
                hours_known=windows_of(trip, poi, when) is not None,
            )
        )
    return TripDay(
        day=number,
        date=when,
        activities=tuple(activities),
        travel_minutes=day.travel_minutes,
        back_at=hhmm(day.back_at) if activities else None,
    )


def _with_a_morning(trip: Trip, stops: Sequence[Stop], between: Sequence[Sequence[int]], day: Day) -> Day:
    """The same visits with one of them before noon, when the day would only begin with lunch."""
    if not day.stops or day.stops[0].start < 720 or trip.window[0] > 600:
        return day
    index = {stop.id: position for position, stop in enumerate(stops)}
    chosen = [index[planned.id] for planned in day.stops]
    table = [[between[a][b] for b in (0, *(i + 1 for i in chosen))] for a in (0, *(i + 1 for i in chosen))]
    tries: list[Day] = []
    for early in chosen:
        same = [
            Stop(
                stop.id,
                stop.score,
                stop.visit_minutes,
                _cut(stop.windows, (0, 720)) if i == early else stop.windows,
            )
            for i in chosen
            for stop in [stops[i]]
        ]
        again = plan_day(same, table, trip.window, len(chosen), trip.buffer)
        if len(again.stops) == len(day.stops):
            tries.append(again)
    return min(tries, key=lambda d: d.travel_minutes, default=day)


def _one_a_meal(
    trip: Trip, pois: Sequence[Poi], when: date | None, kept: Sequence[Activity]
) -> list[tuple[Poi, tuple[Window, ...]]]:
    """The places with their windows; of those where one eats, the best for each meal, at its time."""
    chosen: list[tuple[Poi, tuple[Window, ...]]] = []
    eaten = [minutes_at(a.start_time) for a in kept if a.poi.category in MEALS]
    meals = [m for m in _meals(trip) if not any(m[0] - 60 <= start < m[1] for start in eaten)]
    left = MEALS_A_DAY[trip.pace] - len(eaten)
    for poi in sorted(pois, key=lambda p: (-worth(trip, p), p.id)):
        known = windows_of(trip, poi, when)
        windows = ANY_TIME if known is None else known
        if poi.category not in MEALS:
            chosen.append((poi, windows))
            continue
        minutes = visit_minutes(poi.category, quick=trip.quick)
        for meal in meals if left > 0 else ():
            fitting = _cut(_cut(windows, meal), trip.window)
            if any(closes - opens >= minutes for opens, closes in fitting):
                chosen.append((poi, fitting))
                meals.remove(meal)
                left -= 1
                break
    return chosen


def _meals(trip: Trip) -> list[Window]:
    """Lunch and dinner; on a short stop that touches neither, any time."""
    meals = [meal for meal in (LUNCH, DINNER) if _cut([trip.window], meal)]
    return meals if meals or not trip.quick else [trip.window]


def _cut(windows: Sequence[Window], limit: Window) -> tuple[Window, ...]:
    cut = ((max(o, limit[0]), min(c, limit[1])) for o, c in windows)
    return tuple((o, c) for o, c in cut if o < c)


def _without(windows: Sequence[Window], free: Sequence[Block]) -> tuple[Window, ...]:
    """The windows without the blocks that stay empty."""
    left = tuple(windows)
    for block in free:
        begins, ends = BLOCKS[block]
        left = (*_cut(left, (0, begins)), *_cut(left, (ends, 2880)))
    return left


def _too_far(trip: Trip, poi: Poi) -> bool:
    minutes = transfer.way(trip.base, poi.location, trip.mode)[0]
    return minutes > LONGEST_LEG or 2 * minutes > (trip.window[1] - trip.window[0]) * 2 / 3


# --- several days ----------------------------------------------------------------------------------


def _share_out(trip: Trip, pool: Sequence[Poi], dates: Sequence[date | None]) -> list[list[Poi]]:
    """A group of near places for every day: seeds far apart, then each place to the nearest day with room.

    Places to eat go to the days in turn, so that no day takes them all.
    """
    count = len(dates)
    usable = [poi for poi in pool if not _too_far(trip, poi)]
    eat = [poi for poi in usable if poi.category in MEALS]
    see = [poi for poi in usable if poi.category not in MEALS]
    groups: list[list[Poi]] = [[] for _ in range(count)]
    seeds = _seeds(see, count)
    room = max(1, min(_PER_DAY - 2, -(-len(see) // count)))
    for poi in see:
        order = sorted(range(count), key=lambda d: (_km(poi, seeds[d]), d))
        for d in order:
            if len(groups[d]) < room and windows_of(trip, poi, dates[d]) != ():
                groups[d].append(poi)
                break
    for poi in eat:
        open_days = [d for d in range(count) if windows_of(trip, poi, dates[d]) != ()]
        if not open_days:
            continue
        d = min(open_days, key=lambda d: (sum(p.category in MEALS for p in groups[d]), _km(poi, seeds[d]), d))
        if sum(p.category in MEALS for p in groups[d]) < 2:
            groups[d].append(poi)
    return groups


def _seeds(pois: Sequence[Poi], count: int) -> list[Poi | None]:
    """Places far from one another, the best one first."""
    seeds: list[Poi] = list(pois[:1])
    while seeds and len(seeds) < min(count, len(pois)):
        rest = [poi for poi in pois[: 4 * count] if poi not in seeds] or [p for p in pois if p not in seeds]
        seeds.append(max(rest, key=lambda poi: (min(_km(poi, seed) for seed in seeds), poi.id)))
    return [seeds[i] if i < len(seeds) else None for i in range(count)]


def _km(a: Poi, b: Poi | None) -> float:
    return haversine_km(a.location.lat, a.location.lon, b.location.lat, b.location.lon) if b else 0.0
