"""What the platforms have new."""

from __future__ import annotations

from typing import Any

from platforms.behaviour.ground import (
    TELEGRAM,
    behaviour,
    last,
    somebody,
)


@behaviour(10, TELEGRAM)
async def codes_are_copied_by_a_button(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    seen = last(await app.say(who, room, "Tell me about LFAT"))
    buttons = app.room(room).messages[int(seen.id)].buttons
    assert any("copy_text" in button for button in buttons), buttons


@behaviour(10, TELEGRAM)
async def start_offers_to_be_added_to_a_group(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    seen = await app.say(who, room, "/start")
    buttons = [b for one in seen for b in app.room(room).messages[int(one.id)].buttons]
    assert any("startgroup" in button.get("url", "") for button in buttons), buttons


@behaviour(10)
async def help_among_people_is_for_the_asker(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    if app.name == "telegram":
        await app.say(who, room, "/help@FlyFunBot")
        calls = [
            one for one in app.api.calls if one.values.get("chat_id") == room and "Ask me here" in str(one.values)
        ]
        assert calls and "ephemeral" in str(calls[-1].values) + calls[-1].method, calls
    else:
        before = app.seen(room)
        await app.team.command(app.person(who), room, "help")
        assert all(one.toast for one in await app.settled(room, before))
