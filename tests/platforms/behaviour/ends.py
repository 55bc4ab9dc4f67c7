"""Speaking first, and ends of chats."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Any

from platforms.behaviour.ground import (
    SLACK,
    TELEGRAM,
    behaviour,
    flight,
    has,
    numbers,
    somebody,
    words,
)
from servers.telegram_rules import Refused


@behaviour(12, TELEGRAM)
async def a_blocked_chat_is_left_alone(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "/start")
    app.api.fault(app.room(room), "gone")
    await app.say(who, room, "How far is EGTF from LFMD?", silent=True)
    app.room(room).faults.clear()
    app.api.membership(app.room(room), app.person(who), "kicked", "member")
    await asyncio.sleep(0.5)
    has(words(await app.say(who, room, "How far is EGTF from LFMD?")), "559")


@behaviour(12, TELEGRAM)
async def a_group_that_moved_is_answered_in_its_new_place(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    held = app.room(room)
    new = -1001000000000 - abs(held.id)
    app.api.rooms[new] = type(held)(new, "supergroup", held.title)
    app._rooms[str(new)] = app.api.rooms[new]
    app.api.fault(held, "moved")
    await app.write(who, room, "How far is EGTF from LFMD?", call=True)
    has(words(await app.settled(str(new), {})), "559")


@behaviour(12, TELEGRAM)
async def a_bot_that_lost_its_rights_speaks_again_when_it_has_them(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    held = app.room(room)
    held.closed = Refused(400, "Bad Request: not enough rights to send text messages to the chat")
    await app.write(who, room, "How far is EGTF from LFMD?", call=True)
    await asyncio.sleep(6)
    assert not app.seen(room)
    held.closed = None
    has(words(await app.say(who, room, "How far is EGTF from LSGS?", call=True)), "LSGS")


@behaviour(12, SLACK)
async def a_channel_that_put_the_bot_out_is_left_alone_and_answered_when_it_is_back(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    await app.say(who, room, "How far is EGTF from LFMD?", call=True)
    before = app.seen(room)
    app.team.members[room] = False
    await app.write(who, room, "How far is EGTF from LSGS?", call=True)
    await asyncio.sleep(6)
    assert app.seen(room) == before
    app.team.members[room] = True
    has(words(await app.say(who, room, "How far is EGTF from LFAT?", call=True)), "LFAT")


@behaviour(12, SLACK)
async def another_app_in_the_channel_is_not_talked_to(app: Any, stage: Any) -> None:
    room = app.club()
    event = {"type": "message", "bot_id": "BOTHER", "user": "UOTHER", "channel": room, "channel_type": "channel",
             "text": f"<@{app.team.bot}> How far is EGTF from LFMD?", "ts": app.server.new_ts()}  # fmt: skip
    await app.server.deliver("events_api", app.team.event(event))
    await asyncio.sleep(3)
    assert not app.seen(room)


@behaviour(12, SLACK)
async def an_event_of_another_time_is_answered(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    for year in (2001, 2039):
        before = app.seen(room)
        ts = f"{int(datetime(year, 1, 1, tzinfo=UTC).timestamp())}.{next(numbers):06d}"
        said = app.team.add(room, app.person(who), "How far is EGTF from LFMD?", [])
        del app.team.messages[room][said.ts]
        said.ts = ts
        app.team.messages[room][ts] = said
        event = {**app.team.as_event(said), "channel": room, "channel_type": "im"}
        await app.server.deliver("events_api", app.team.event(event))
        has(words(await app.settled(room, before)), "559")


@behaviour(12)
async def a_flood_of_marks_as_a_name_harms_nobody(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club("a" + "\u0301" * 100)
    has(words(await app.say(who, room, "How far is EGTF from LFMD?", call=True)), "559")


@behaviour(12)
async def combining_marks_harm_nobody(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    seen = await app.say(who, room, "a" + "\u0301\u0323" * 2047)
    assert len(seen) == 1, len(seen)
    has(words(await app.say(who, room, "How far is EGTF from LFMD?")), "559")


@behaviour(12, TELEGRAM)
async def a_clock_that_jumps_harms_nobody(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    for at in (0, 946_684_800, int(time.time()) + 400 * 86_400):
        has(words(await app.say(who, room, "How far is EGTF from LFMD?", date=at)), "559")


@behaviour(12)
async def forged_taps_of_any_kind_are_toasts(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    asked = await flight(app, ana, room, call=True)
    for data in ("x", "é" * 30, "a" * 64, "{}", "back"):
        before = app.seen(room)
        await app.press_data(ben, asked, data)
        seen = await app.settled(room, before)
        assert seen and all(one.toast for one in seen), (data, seen)


@behaviour(12, TELEGRAM)
async def two_bots_in_a_group_do_not_talk_to_each_other(app: Any, stage: Any) -> None:
    room = app.club()
    other = app.person(somebody())
    other |= {"is_bot": True, "username": "OtherBot"}
    name = next(key for key, value in app._people.items() if value is other)
    assert not await app.say(name, room, "How far is EGTF from LFMD?", call=True, silent=True)
