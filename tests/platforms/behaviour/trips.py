"""A trip's reminders, its calendar, and a watch."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from platforms.behaviour.ground import (
    behaviour,
    has,
    last,
    somebody,
    words,
)

TRIP = "EGTF to LFAT on {day} at 11:00, back at 15:00, 100 kt"


def _day(ahead: int) -> str:
    day = datetime.now(UTC).date() + timedelta(days=ahead)
    return f"{day.day} {day:%B %Y}"


def _commands(app: Any, name: str) -> str:
    return f"/{name}" if app.name == "telegram" else name


@behaviour(21)
async def a_trip_is_reminded_of_listed_and_stopped(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    plan = last(await app.say(who, room, TRIP.format(day=_day(9))))
    has(plan.text, "EGTF.*LFAT.*EGTF", "GAR")
    proposed = last(await app.say(who, room, "remind me of each"))
    has(proposed.text, r"\d+ reminders", "GAR")
    kept = words(await app.tap(who, proposed, next(one for one in proposed.labels if "emind" in one)))
    has(kept, "remind")
    listed = last(await app.say(who, room, _commands(app, "reminders")))
    has(listed.text, r"\d+ reminders.* to come", "EGTF")
    has(words(await app.tap(who, listed, "Stop all")), "stopped")
    has(words(await app.say(who, room, _commands(app, "reminders"))), "No reminders")


@behaviour(21)
async def a_trip_is_a_file_for_a_calendar(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    plan = last(await app.say(who, room, TRIP.format(day=_day(9))))
    given = await app.tap(who, plan, "Calendar")
    has(words(given), "flyfun-trip.ics", "entries")


@behaviour(21)
async def a_watch_is_kept_listed_and_stopped(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    asked = last(await app.say(who, room, f"watch EGTF to LFAT on {_day(2)}"))
    has(asked.text, "Watch EGTF – LFAT", "Nothing is watched until you keep it")
    has(words(await app.tap(who, asked, "Watch it")), "Watching EGTF – LFAT")
    listed = last(await app.say(who, room, _commands(app, "watches")))
    has(listed.text, "1 watch", "EGTF – LFAT")
    has(words(await app.tap(who, listed, "Stop all")), "1 watch stopped")
    has(words(await app.say(who, room, _commands(app, "watches"))), "Nothing is watched")
