"""Changes to a trip: each touches what it names and leaves every other day and visit as it was.

Every edit keeps the version before it, so that `undo` brings it back exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from agent.errors import InvalidQuestion
from agent.protocol import Value
from agent.travel.poi import MEALS, Poi
from agent.travel.trip import (
    DAY_ENDS,
    MOST_A_DAY,
    Activity,
    Block,
    Pace,
    Trip,
    TripDay,
    Version,
    plan,
    worth,
)

Action = Literal["remove", "relax", "pack", "swap", "more", "undo"]
_HISTORY = 10
_BLOCKS: dict[Block, tuple[int, int]] = {
    "morning": (0, 719),
    "afternoon": (720, 1079),
    "evening": (1080, DAY_ENDS),
}
_PACES: tuple[Pace, ...] = ("relaxed", "moderate", "packed")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Edit(Value):
    """A change. `day` is its number, a weekday or an ISO date; without day or block it means all of them."""

    action: Action
    day: int | str | None = None
    block: Block | None = None
    place: str | None = None
    indoor: bool = False
    interest: str | None = None


@dataclass(frozen=True)
class Edited:
    """A changed trip and what changed, in words."""

    trip: Trip
    said: str


class DatesNeeded(Exception):
    """A weekday was named, but the trip has no dates."""


def apply(trip: Trip, edit: Edit, fresh: Sequence[Poi] = ()) -> Edited:
    """The trip after one change. `fresh` are more places to choose from.

    Raises `InvalidQuestion` when there is nothing to change, `DatesNeeded` when a weekday means nothing yet.
    """
    if edit.action == "undo":
        return _undo(trip)
    pool = tuple({poi.id: poi for poi in (*trip.pool, *fresh)}.values())
    wider = trip.model_copy(update={"pool": pool})
    if edit.action in ("relax", "pack"):
        return _pace(trip, wider, edit)
    days = _days(wider, edit.day)
    if edit.action == "remove":
        return _remove(trip, wider, days, edit)
    return _replace(trip, wider, days, edit)


def day_number(trip: Trip, named: int | str) -> int:
    """The day a pilot means by 2, "2", "Saturday" or "2026-05-16"."""
    text = str(named).strip().lower()
    if text.isdigit():
        number = int(text)
        if not 1 <= number <= len(trip.days):
            raise InvalidQuestion(f"This trip has {_count(len(trip.days))}; there is no day {number}.")
        return number
    dates = {day.date: day.day for day in trip.days if day.date is not None}
    if not dates:
        raise DatesNeeded(text)
    for when, number in dates.items():
        if text in (when.isoformat(), WEEKDAYS[when.weekday()], WEEKDAYS[when.weekday()][:3]):
            return number
    said = " and ".join(f"{when:%A %-d %b}" for when in dates)
    raise InvalidQuestion(f"{str(named).strip()} is not a day of this trip, which is {said}.")


def with_dates(trip: Trip, first: date) -> Trip:
    """The same trip, its days dated from `first` on."""
    days = tuple(
        day.model_copy(update={"date": date.fromordinal(first.toordinal() + index)})
        for index, day in enumerate(trip.days)
    )
    return trip.model_copy(update={"days": days})


def remembering(before: Trip, edited: Edited) -> Edited:
    """The same change, but undoing it goes back to `before`: dates that were assumed go with it."""
    if not edited.trip.history:
        return edited
    history = (*edited.trip.history[:-1], Version(pace=before.pace, days=before.days))
    return Edited(edited.trip.model_copy(update={"history": history}), edited.said)


def first_day_for(trip: Trip, weekday: str, today: date) -> date | None:
    """The date of day 1 that puts a weekday on an undated trip: the next one, a Sunday after its Saturday.

    None when the word is no weekday.
    """
    names = [name for name in WEEKDAYS if weekday.strip().lower() in (name, name[:3])]
    if not names:
        return None
    number = WEEKDAYS.index(names[0])
    start = 5 if number == 6 and len(trip.days) > 1 else number
    return date.fromordinal(today.toordinal() + (start - today.weekday()) % 7)


def _undo(trip: Trip) -> Edited:
    if not trip.history:
        raise InvalidQuestion("There is nothing to undo on this trip.")
    last = trip.history[-1]
    update = {"days": last.days, "pace": last.pace, "history": trip.history[:-1]}
    return Edited(trip.model_copy(update=update), "Undone.")


def _remove(trip: Trip, wider: Trip, days: list[int], edit: Edit) -> Edited:
    changed: dict[int, TripDay] = {}
    gone: list[str] = []
    for number in days:
        day = wider.days[number - 1]
        out = [activity for activity in day.activities if _meant(activity, edit)]
        if out:
            gone += [activity.poi.name for activity in out]
            kept = [activity for activity in day.activities if activity not in out]
            changed[number] = _again(wider, day, kept, ())
    if not changed:
        raise InvalidQuestion(f"There is nothing {_where(trip, edit)} to remove.")
    return Edited(
        _next(trip, wider, changed), f"Removed {', '.join(gone)} {_where(trip, edit)}.".replace("  ", " ")
    )


def _replace(trip: Trip, wider: Trip, days: list[int], edit: Edit) -> Edited:
    """Something else in a block (swap), or one visit exchanged for an interest (more)."""
    for number in days:
        day = wider.days[number - 1]
        for out in _replaceable(wider, day, edit):
            kept = [activity for activity in day.activities if activity not in out]
            candidates = [poi for poi in wider.unplaced if _suits(poi, edit)]
            bounds = _BLOCKS[edit.block] if edit.block else None
            new = _again(wider, day, kept, candidates, most=len(kept) + max(1, len(out)), within=bounds)
            names = [a.poi.name for a in new.activities if a.poi.id not in {k.poi.id for k in kept}]
            if names and len(new.activities) > len(kept):
                instead = f" instead of {', '.join(a.poi.name for a in out)}" if out else ""
                said = f"Day {number}: {', '.join(names)}{instead}."
                return Edited(_next(trip, wider, {number: new}), said)
    what = "indoors" if edit.indoor else edit.interest or "else"
    raise InvalidQuestion(
        f"I found nothing {what} that fits {_where(trip, edit) or 'this trip'}; it stays as it was."
    )


def _replaceable(trip: Trip, day: TripDay, edit: Edit) -> list[list[Activity]]:
    """Which visits may go, best try first: the block's; or none, then the least worth one."""
    if edit.action == "swap":
        block = [activity for activity in day.activities if _meant(activity, edit)]
        out = [activity for activity in block if not (edit.indoor and activity.poi.indoor)]
        if block and not out:
            raise InvalidQuestion(f"Everything {_where(trip, edit) or 'on this trip'} is indoors already.")
        return [out]
    others = [a for a in day.activities if not _suits(a.poi, edit) and _meant(a, edit)]
    others.sort(key=lambda a: worth(trip, a.poi))
    tries = [[activity] for activity in others]
    return [[], *tries] if len(day.activities) < MOST_A_DAY[trip.pace] else tries


def _pace(trip: Trip, wider: Trip, edit: Edit) -> Edited:
    slower = edit.action == "relax"
    position = _PACES.index(trip.pace) + (-1 if slower else 1)
    pace = _PACES[max(0, min(len(_PACES) - 1, position))]
    paced = wider.model_copy(update={"pace": pace})
    changed: dict[int, TripDay] = {}
    for number in _days(wider, edit.day):
        day = wider.days[number - 1]
        pois = [activity.poi for activity in day.activities]
        if slower:
            most = min(MOST_A_DAY[pace], max(2, len(pois) - (pace == trip.pace)))
            new = plan(paced, number, day.date, pois, most=most)
        else:
            new = plan(paced, number, day.date, [*pois, *paced.unplaced][:9])
        if new != day and (len(new.activities) <= len(pois) if slower else len(new.activities) >= len(pois)):
            changed[number] = new
    if not changed:
        raise InvalidQuestion("This trip cannot be " + ("more relaxed." if slower else "fuller with what I know."))
    named = "all of it" if edit.day is None else f"day {next(iter(changed))}"
    after = _next(trip, paced, changed)
    return Edited(after, f"{'More relaxed' if slower else 'Fuller'}: {named}.")


def _again(
    trip: Trip,
    day: TripDay,
    kept: Sequence[Activity],
    candidates: Sequence[Poi],
    *,
    most: int | None = None,
    within: tuple[int, int] | None = None,
) -> TripDay:
    """A day with its kept visits where they were and others around them."""
    best = sorted(candidates, key=lambda poi: (-worth(trip, poi), poi.id))[: 9 - len(kept)]
    limit = most if most is not None else len(kept)
    return plan(trip, day.day, day.date, best, kept=kept, most=limit, within=within)


def _next(before: Trip, after: Trip, changed: dict[int, TripDay]) -> Trip:
    days = tuple(changed.get(day.day, day) for day in before.days)
    history = (*before.history, Version(pace=before.pace, days=before.days))[-_HISTORY:]
    return after.model_copy(update={"days": days, "history": history})


def _days(trip: Trip, named: int | str | None) -> list[int]:
    return [day_number(trip, named)] if named is not None else [day.day for day in trip.days]


def _meant(activity: Activity, edit: Edit) -> bool:
    if edit.place is not None and edit.place.casefold() not in activity.poi.name.casefold():
        return False
    return edit.block is None or activity.time_period == edit.block


def _suits(poi: Poi, edit: Edit) -> bool:
    if edit.indoor and poi.indoor is not True:
        return False
    if edit.interest is not None and edit.interest not in poi.interests:
        return False
    return edit.interest == "food" or not edit.indoor or poi.category not in MEALS


def _where(trip: Trip, edit: Edit) -> str:
    day = f"on day {day_number(trip, edit.day)}" if edit.day is not None else ""
    block = f"in the {edit.block}" if edit.block else ""
    return " ".join(part for part in (day, block) if part)


def _count(days: int) -> str:
    return "one day" if days == 1 else f"{days} days"
