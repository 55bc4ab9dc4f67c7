"""Forgetting: who deletes what."""

from __future__ import annotations

import re
from typing import Any

from platforms.behaviour.ground import (
    behaviour,
    has,
    lacks,
    last,
    somebody,
    words,
)
from platforms.driver import Seen


async def _ask_forget(app: Any, who: str, room: str, rest: str = "") -> list[Seen]:
    if app.name == "telegram":
        return await app.say(who, room, f"/forget@FlyFunBot {rest}".strip())
    before = app.seen(room)
    await app.team.command(app.person(who), room, f"forget {rest}".strip())
    return await app.settled(room, before)


@behaviour(5)
async def a_member_deletes_what_is_theirs(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    drafted = last(
        await app.say(ana, room, "landed at LFXX? no, at LFAT: note for LFAT: gate code changed 4711", call=True)
    )
    if "Save report" in drafted.labels:
        await app.tap(ana, drafted, "Save report")
    asked = last(await _ask_forget(app, ben, room))
    assert any(
        "mine" in label.lower() or "me" in label.lower() or "delete" in label.lower() for label in asked.labels
    ), asked
    lacks(" ".join(asked.labels), "group|chat|everything here")


@behaviour(5)
async def what_is_deleted_of_a_member_is_said_to_them_alone(app: Any, stage: Any) -> None:
    ana, room = somebody(), app.club()
    await app.say(ana, room, "Tell me about LFAT", call=True)
    asked = await _ask_forget(app, ana, room)
    gone = await app.tap(ana, last(asked), "Everything about me")
    has(words(gone), "deleted")
    assert all(one.toast for one in (*asked, *gone)), (asked, gone)


@behaviour(5)
async def only_an_admin_deletes_the_clubs_memory(app: Any, stage: Any) -> None:
    ana = somebody()
    room = app.club("Aero Club")
    await app.say(ana, room, "Tell me about LFAT", call=True)
    text = words(await _ask_forget(app, ana, room, "Aero Club"))
    lacks(text, "is deleted|set aside")


@behaviour(5)
async def reset_drops_only_the_askers_question(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    await app.say(ana, room, "Tell me about LFAT", call=True)
    if app.name == "telegram":
        has(words(await app.say(ben, room, "/reset@FlyFunBot")), "open question")
    else:
        has(words(await app.say(ben, room, "/reset", call=True)), "open question")


@behaviour(5)
async def forgetting_in_private_deletes(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "Tell me about LFAT")
    asked = last(await app.say(who, room, "forget"))
    label = next((one for one in asked.labels if re.search("delete|forget|about me", one, re.IGNORECASE)), "")
    assert label, asked
    has(words(await app.tap(who, asked, label)), "deleted|forgotten|gone")
    lacks(words(await app.say(who, room, "what fuel do they have there?")), "LFAT")
