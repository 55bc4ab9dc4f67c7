"""Pictures: as wide as they should be, and named as a map."""

from __future__ import annotations

import asyncio
from typing import Any

from platforms.behaviour.ground import (
    TELEGRAM,
    behaviour,
    has,
    somebody,
    words,
)
from servers.telegram_wire import size_of


@behaviour(8)
async def pictures_are_1280_wide_and_named_as_a_map(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(
        who,
        room,
        "How long to fly from EGHH to LFMT" if app.name == "slack" else "How long to fly from EGHH to LFMP",
    )
    data, name = picture_of(app, room)
    assert size_of(data)[0] == 1280, size_of(data)
    assert name == "map.jpg", name


def picture_of(app: Any, room: str) -> tuple[bytes, str]:
    """The last picture that was uploaded for a room, and its name."""
    if app.name == "telegram":
        call = [
            one for one in app.api.calls
            if one.method in ("sendPhoto", "editMessageMedia") and one.values["chat_id"] == room and one.files
        ][-1]  # fmt: skip
        name, data = next(iter(call.files.values()))
        return data, name
    file = [one.picture for one in app.team.from_bot(room) if one.picture][-1]
    held = app.server.files[file]
    return held.data, held.name


@behaviour(8)
async def a_route_of_many_legs_is_drawn_whole(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    seen = await app.say(who, room, "How far is EGTF to LFAT to LSGS to LFMD")
    has(words(seen), "97 nm", "344 nm", "161 nm")
    if app.name == "slack":
        alt = next(one.text for one in seen if one.picture)
        has(alt, "EGTF", "LFAT", "LSGS", "LFMD")
    picture_of(app, room)


@behaviour(8, TELEGRAM)
async def uploading_shows_and_eyes_go(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    number = await app.write(who, room, "show me EGTF to LFMD on a map", call=True)
    held = app.room(room)
    await asyncio.sleep(8)
    assert any(action == "upload_photo" for action, _ in held.actions), held.actions
    assert not held.messages[int(number)].reactions
