"""Changes to a trip: each touches what it names and leaves every other day and visit as it was.

Every edit keeps the version before it, so that `undo` brings it back exactly.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from agent.errors import InvalidQuestion
from agent.protocol import Value
from agent.travel.poi import MEALS, Poi
from agent.travel.trip import (
    BLOCKS,
    MOST_A_DAY,
    Activity,
    Block,
    Pace,
    Trip,
    TripDay,
    Window,
    minutes_at,
    plan,
    worth,
)
from tongue import later, say, say_many

Action = Literal["remove", "relax", "pack", "swap", "more", "undo", "redo"]
_HISTORY = 10
_PACES: tuple[Pace, ...] = ("relaxed", "moderate", "packed")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
KINDS: dict[str, tuple[str, ...]] = {
    "museum": ("museum",),
    "gallery": ("gallery",),
    "castle": ("castle", "fort", "palace", "manor"),
    "fort": ("fort", "castle"),
    "palace": ("palace",),
    "church": ("church", "cathedral", "place_of_worship"),
    "cathedral": ("cathedral",),
    "temple": ("temple", "place_of_worship"),
    "restaurant": ("restaurant", "pub", "fast_food"),
    "cafe": ("cafe", "bakery", "ice_cream"),
    "pub": ("pub", "bar"),
    "beach": ("beach", "beach_resort"),
    "park": ("park", "garden", "nature_reserve"),
    "market": ("marketplace",),
    "lighthouse": ("lighthouse",),
    "viewpoint": ("viewpoint",),
    "zoo": ("zoo", "aquarium"),
    "monument": ("monument", "memorial"),
    "ruins": ("ruins", "archaeological_site"),
}
"""Words for a kind of place, and the kinds of the map that they mean."""


class Edit(Value):
    """A change. `day` is its number, a weekday, an ISO date or "last"; without day or block it means all of them.

    `place` is a name on the trip or a word of `KINDS`, `kind` such a word for what is wanted instead.
    `everything`: all places of that name or kind; with undo, back to the first plan.
    """

    action: Action
    day: int | str | None = None
    block: Block | None = None
    place: str | None = None
    kind: str | None = None
    indoor: bool = False
    interest: str | None = None
    everything: bool = False


@dataclass(frozen=True)
class Edited:
    """A changed trip and what changed, in words."""

    trip: Trip
    said: str


class DatesNeeded(Exception):
    """A weekday was named, but the trip has no dates."""


class NothingFits(InvalidQuestion):
    """What is wanted instead was not found."""


class WhichPlace(Exception):
    """Several places of the trip may be meant; their names."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(", ".join(names))
        self.names = names


def apply(trip: Trip, edit: Edit, fresh: Sequence[Poi] = ()) -> Edited:
    """The trip after one change. `fresh` are more places to choose from.

    Raises `InvalidQuestion` when there is nothing to change, `DatesNeeded` when a weekday means nothing yet,
    `WhichPlace` when one of several places is meant.
    """
    if edit.action == "undo":
        return _undo(trip, every=edit.everything)
    if edit.action == "redo":
        return _redo(trip)
    pool = tuple({poi.id: poi for poi in (*trip.pool, *fresh)}.values())
    wider = trip.model_copy(update={"pool": pool})
    if edit.action in ("relax", "pack"):
        return _pace(trip, wider, edit)
    days = _days(wider, edit.day)
    if edit.place is not None:
        edit, days = _pinned(wider, edit, days)
    if edit.action == "remove":
        return _remove(trip, wider, days, edit)
    return _swap(trip, wider, days, edit) if edit.action == "swap" else _more(trip, wider, days, edit)


def day_number(trip: Trip, named: int | str) -> int:
    """The day a pilot means by 2, "2", "Saturday" or "2026-05-16"."""
    text = str(named).strip().lower()
    if text in ("first", "last"):
        text = "1" if text == "first" else str(len(trip.days))
    if text.isdigit():
        number = int(text)
        if not 1 <= number <= len(trip.days):
            raise InvalidQuestion(
                say_many(
                    "This trip has one day; there is no day {number}.",
                    "This trip has {count} days; there is no day {number}.",
                    len(trip.days),
                    number=number,
                )
            )
        return number
    dates = {day.date: day.day for day in trip.days if day.date is not None}
    if not dates:
        raise DatesNeeded(text)
    for when, number in dates.items():
        if text in (when.isoformat(), WEEKDAYS[when.weekday()], WEEKDAYS[when.weekday()][:3]):
            return number
    said = ", ".join(say("{when:%A %-d %b}", when=when) for when in dates)
    raise InvalidQuestion(
        say("{day} is not a day of this trip, which is {dates}.", day=str(named).strip(), dates=said)
    )


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
    history = (*edited.trip.history[:-1], before.version)
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


def _undo(trip: Trip, *, every: bool) -> Edited:
    if not trip.history:
        raise InvalidQuestion(say("There is nothing to undo on this trip."))
    last = trip.history[0] if every else trip.history[-1]
    later = tuple(reversed(trip.history[1:])) if every else ()
    update = {
        "days": last.days,
        "pace": last.pace,
        "rejected": last.rejected,
        "history": () if every else trip.history[:-1],
        "undone": (*trip.undone, trip.version, *later)[-_HISTORY:],
    }
    return Edited(trip.model_copy(update=update), say("Back to the first plan.") if every else say("Undone."))


def _redo(trip: Trip) -> Edited:
    if not trip.undone:
        raise InvalidQuestion(say("Nothing was undone on this trip, so there is nothing to bring back."))
    last = trip.undone[-1]
    update = {
        "days": last.days,
        "pace": last.pace,
        "rejected": last.rejected,
        "history": (*trip.history, trip.version)[-_HISTORY:],
        "undone": trip.undone[:-1],
    }
    return Edited(trip.model_copy(update=update), say("The change is back."))


def _pinned(trip: Trip, edit: Edit, days: list[int]) -> tuple[Edit, list[int]]:
    """The edit with the place's exact name, and the days it is on. A name goes before a kind of place."""
    there = [(n, a.poi) for n in days for a in trip.days[n - 1].activities if _in_block(a, edit)]
    said = (edit.place or "").casefold()
    found = [(n, poi) for n, poi in there if said in poi.name.casefold()]
    if edit.everything or not found:
        kinds = KINDS.get(said, ())
        found += [(n, poi) for n, poi in there if poi.category in kinds and (n, poi) not in found]
    if not found:
        raise InvalidQuestion(
            say(
                "There is no {place} {where}; it stays as it was.",
                place=say(said) if said in KINDS else edit.place,
                where=_where(trip, edit) or say("on this trip"),
            )
        )
    if edit.everything:
        return edit, sorted({n for n, _ in found})
    if len(found) > 1:
        raise WhichPlace(tuple(poi.name for _, poi in found))
    return edit.model_copy(update={"place": found[0][1].name}), [found[0][0]]


def _remove(trip: Trip, wider: Trip, days: list[int], edit: Edit) -> Edited:
    changed: dict[int, TripDay] = {}
    gone: list[Poi] = []
    for number in days:
        day = wider.days[number - 1]
        out = [activity for activity in day.activities if _meant(activity, edit)]
        if out:
            gone += [activity.poi for activity in out]
            kept = [activity for activity in day.activities if activity not in out]
            emptied: tuple[Block, ...] = (edit.block,) if edit.block else tuple(BLOCKS)
            emptied = () if edit.place else emptied
            free = tuple(dict.fromkeys((*day.free, *emptied)))
            changed[number] = _again(wider, day, kept, (), free=free)
    if not changed:
        where = _where(trip, edit) or say("on this trip")
        raise InvalidQuestion(say("There is nothing {where} to remove.", where=where))
    named = ", ".join(poi.name for poi in gone)
    after = _next(trip, wider, changed, gone)
    if where := _where(trip, edit):
        return Edited(after, say("Removed {names} {where}.", names=named, where=where))
    return Edited(after, say("Removed {names}.", names=named))


def _swap(trip: Trip, wider: Trip, days: list[int], edit: Edit) -> Edited:
    """Something else instead of a place, a block or a day: at the same time of day where that is possible."""
    already = False
    for number in days:
        day = wider.days[number - 1]
        there = [activity for activity in day.activities if _meant(activity, edit)]
        out = [activity for activity in there if not (edit.indoor and activity.poi.indoor)]
        if there and not out:
            already = True
            continue
        kept = [activity for activity in day.activities if activity not in out]
        block = edit.block or (out[0].time_period if edit.place and out else None)
        for bounds in dict.fromkeys((block, None if edit.block is None else block)):
            done = _filled(trip, wider, day, kept, out, edit, bounds)
            if done is not None:
                return done
    if already:
        where = _where(trip, edit) or say("on this trip")
        raise InvalidQuestion(say("Everything {where} is indoors already.", where=where))
    raise _found_nothing(trip, edit)


def _more(trip: Trip, wider: Trip, days: list[int], edit: Edit) -> Edited:
    """One visit more of an interest; only where there is no room for it, the least worth one makes way."""
    for number in days:
        day = wider.days[number - 1]
        if len(day.activities) < MOST_A_DAY["packed"]:
            done = _filled(trip, wider, day, list(day.activities), [], edit, edit.block)
            if done is not None:
                return done
    for number in days:
        day = wider.days[number - 1]
        others = [a for a in day.activities if not _suits(a.poi, edit) and _in_block(a, edit)]
        for out in sorted(others, key=lambda a: worth(wider, a.poi)):
            kept = [activity for activity in day.activities if activity is not out]
            done = _filled(trip, wider, day, kept, [out], edit, edit.block)
            if done is not None:
                return done
    raise _found_nothing(trip, edit)


def _filled(
    trip: Trip,
    wider: Trip,
    day: TripDay,
    kept: Sequence[Activity],
    out: Sequence[Activity],
    edit: Edit,
    block: Block | None,
) -> Edited | None:
    """The trip with new places in a day beside those kept; None when none fits."""
    candidates = [poi for poi in wider.unplaced if _suits(poi, edit)]
    free: tuple[Block, ...] = tuple(b for b in day.free if b != edit.block)
    if block is None and edit.day is not None and not kept and not out:
        free = ()  # the day was emptied, and now something is wanted on it
    new = _again(
        wider,
        day,
        kept,
        candidates,
        most=len(kept) + max(1, len(out)),
        within=BLOCKS[block] if block else None,
        free=free,
    )
    stays = {activity.poi.id for activity in kept}
    names = [activity.poi.name for activity in new.activities if activity.poi.id not in stays]
    if not names or len(new.activities) <= len(kept):
        return None
    told = {"day": day.day, "names": ", ".join(names)}
    if out:
        before = ", ".join(a.poi.name for a in out)
        said = say("Day {day}: {names} instead of {before}.", **told, before=before)
    else:
        said = say("Day {day}: {names}.", **told)
    return Edited(_next(trip, wider, {day.day: new}, [a.poi for a in out]), said)


def _found_nothing(trip: Trip, edit: Edit) -> NothingFits:
    where = _where(trip, edit) or say("into this trip")
    wanted = edit.kind or edit.interest
    if wanted and edit.indoor:
        told = say(
            "I found nothing indoors for {wanted} that fits {where}; it stays as it was.",
            wanted=say(wanted),
            where=where,
        )
    elif edit.kind:
        told = say("I found no {kind} that fits {where}; it stays as it was.", kind=say(edit.kind), where=where)
    elif wanted:
        told = say(
            "I found nothing for {wanted} that fits {where}; it stays as it was.", wanted=say(wanted), where=where
        )
    elif edit.indoor:
        told = say("I found nothing else indoors that fits {where}; it stays as it was.", where=where)
    else:
        told = say("I found nothing else that fits {where}; it stays as it was.", where=where)
    return NothingFits(told)


def _pace(trip: Trip, wider: Trip, edit: Edit) -> Edited:
    slower = edit.action == "relax"
    position = _PACES.index(trip.pace) + (-1 if slower else 1)
    pace = _PACES[max(0, min(len(_PACES) - 1, position))]
    paced = wider.model_copy(update={"pace": pace})
    changed: dict[int, TripDay] = {}
    for number in _days(wider, edit.day):
        day = wider.days[number - 1]
        further = edit.day is not None or pace == trip.pace
        new = _slower(paced, day, further=further) if slower else _fuller(paced, day)
        if new != day and (len(new.activities) <= len(day.activities)) == slower:
            changed[number] = new
            days = tuple(changed.get(d.day, d) for d in paced.days)
            paced = paced.model_copy(update={"days": days})  # what one day takes, the next cannot
    if not changed:
        if slower:
            raise InvalidQuestion(say("This trip cannot be more relaxed."))
        raise InvalidQuestion(say("This trip cannot be fuller with what I know."))
    # A single day that changes says nothing of the pace of the others.
    after = _next(trip, paced if edit.day is None else wider, changed)
    if edit.day is None:
        return Edited(after, say("More relaxed: all of it.") if slower else say("Fuller: all of it."))
    day = next(iter(changed))
    told = say("More relaxed: day {day}.", day=day) if slower else say("Fuller: day {day}.", day=day)
    return Edited(after, told)


def _slower(trip: Trip, day: TripDay, *, further: bool) -> TripDay:
    """Fewer of the day's visits, or longer pauses between them; each stays in its block of the day.

    `further`: a day that was named loses a visit, even one that is calm enough for the pace.
    """
    count, cap = len(day.activities), MOST_A_DAY[trip.pace]
    calm = count <= cap and _pauses(day) >= trip.buffer
    if calm and (not further or count <= 2):
        return day
    most = max(2, count - 1) if further else cap
    blocks: dict[str, Block] = {activity.poi.id: activity.time_period for activity in day.activities}
    pois = [activity.poi for activity in day.activities]
    return plan(trip, day.day, day.date, pois, most=most, starts=lambda poi: BLOCKS[blocks[poi.id]], free=day.free)


def _pauses(day: TripDay) -> int:
    """The shortest time between a visit's end and leaving for the next."""
    gaps = [
        minutes_at(b.start_time) - b.travel_time_minutes - minutes_at(a.end_time)
        for a, b in itertools.pairwise(day.activities)
    ]
    return min(gaps, default=24 * 60)


def _fuller(trip: Trip, day: TripDay) -> TripDay:
    """The day's visits as they are, and others around them."""
    return _again(trip, day, day.activities, trip.unplaced, most=MOST_A_DAY[trip.pace], free=day.free)


def _again(
    trip: Trip,
    day: TripDay,
    kept: Sequence[Activity],
    candidates: Sequence[Poi],
    *,
    most: int | None = None,
    within: Window | None = None,
    free: tuple[Block, ...] = (),
) -> TripDay:
    """A day with its kept visits where they were and others around them, which start inside `within`."""
    best = sorted(candidates, key=lambda poi: (-worth(trip, poi), poi.id))[: 9 - len(kept)]
    limit = most if most is not None else len(kept)
    return plan(trip, day.day, day.date, best, kept=kept, most=limit, starts=lambda _: within, free=free)


def _next(before: Trip, after: Trip, changed: dict[int, TripDay], out: Sequence[Poi] = ()) -> Trip:
    days = tuple(changed.get(day.day, day) for day in before.days)
    there = {activity.poi.id for day in days for activity in day.activities}
    rejected = tuple(dict.fromkeys((*before.rejected, *(poi.id for poi in out if poi.id not in there))))
    history = (*before.history, before.version)[-_HISTORY:]
    return after.model_copy(update={"days": days, "history": history, "rejected": rejected, "undone": ()})


def _days(trip: Trip, named: int | str | None) -> list[int]:
    return [day_number(trip, named)] if named is not None else [day.day for day in trip.days]


def _meant(activity: Activity, edit: Edit) -> bool:
    if edit.place is not None:
        said = edit.place.casefold()
        named = said in activity.poi.name.casefold()
        if not named and not (edit.everything and activity.poi.category in KINDS.get(said, ())):
            return False
    return _in_block(activity, edit)


def _in_block(activity: Activity, edit: Edit) -> bool:
    return edit.block is None or activity.time_period == edit.block


def _suits(poi: Poi, edit: Edit) -> bool:
    if edit.indoor and poi.indoor is not True:
        return False
    if edit.kind is not None and poi.category not in KINDS.get(edit.kind, (edit.kind,)):
        return False
    if edit.interest is not None and edit.interest not in poi.interests:
        return False
    wants_food = edit.interest == "food" or edit.kind is not None
    return wants_food or not edit.indoor or poi.category not in MEALS


_IN_BLOCK: dict[Block, str] = {
    "morning": later("in the morning"),
    "afternoon": later("in the afternoon"),
    "evening": later("in the evening"),
}
_ON_DAY_IN_BLOCK: dict[Block, str] = {
    "morning": later("on day {day} in the morning"),
    "afternoon": later("on day {day} in the afternoon"),
    "evening": later("on day {day} in the evening"),
}


def _where(trip: Trip, edit: Edit) -> str:
    """The day and its part that an edit names; empty where it names none."""
    if edit.day is None:
        return say(_IN_BLOCK[edit.block]) if edit.block else ""
    day = day_number(trip, edit.day)
    return say(_ON_DAY_IN_BLOCK[edit.block], day=day) if edit.block else say("on day {day}", day=day)
