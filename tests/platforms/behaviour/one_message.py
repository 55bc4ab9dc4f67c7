"""One message where one will do."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from platforms.behaviour.ground import (
    TELEGRAM,
    behaviour,
    has,
    somebody,
    words,
)


@behaviour(6)
async def picture_words_and_buttons_are_one_message(app: Any, stage: Any) -> None:
    who = somebody()
    seen = await app.say(who, app.private(who), "How long to fly from EGTF to LFMD")
    assert len(seen) == 1 and seen[0].picture and seen[0].labels and "559" in seen[0].text, seen


@behaviour(6, TELEGRAM)
async def a_field_in_private_is_one_message(app: Any, stage: Any) -> None:
    who = somebody()
    seen = await app.say(who, app.private(who), "Tell me about EGKA")
    assert len(seen) == 1, seen


@behaviour(6, TELEGRAM)
async def a_position_is_asked_for_in_the_question_itself(app: Any, stage: Any) -> None:
    for text, asked in (("airports near me", "Where are you"), ("aéroports près de moi", "Où êtes-vous")):
        who = somebody()
        room = app.private(who)
        (shown,) = await app.say(who, room, text)
        has(shown.text, asked)
        keyboard: dict[str, Any] = app.room(room).messages[int(shown.id)].keyboard or {}
        assert keyboard.get("keyboard"), shown


@behaviour(6)
async def a_plain_distance_has_no_picture_in_a_club(app: Any, stage: Any) -> None:
    seen = await app.say(somebody(), app.club(), "How far is EGTF from LFMD?", call=True)
    assert not any(one.picture for one in seen), seen
    has(words(seen), "559")


@behaviour(6)
async def a_map_that_is_asked_for_comes_in_a_club(app: Any, stage: Any) -> None:
    seen = await app.say(somebody(), app.club(), "show me EGTF to LFMD on a map", call=True)
    assert any(one.picture for one in seen), seen


@behaviour(6)
async def ten_questions_in_a_minute_are_answered_in_twenty_seconds(app: Any, stage: Any) -> None:
    room = app.club()
    fields = ["EGTF", "EGKB", "LFAT", "LSGS", "LFMD", "EDNY", "LOWI", "EGKA", "LFLP", "LSZH"]
    before = app.seen(room)
    since = time.monotonic()
    await asyncio.gather(
        *(app.write(somebody(), room, f"How far is {code} from EGLL?", call=True) for code in fields)
    )
    while time.monotonic() - since < 45:
        text = words([one for key, one in app.seen(room).items() if key not in before])
        if all(code in text for code in fields):
            break
        await asyncio.sleep(0.1)
    took = time.monotonic() - since
    assert took <= 20, f"{took:.1f} s"


@behaviour(6)
async def buttons_are_six_at_most_and_never_cut(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    for text in ("How long to fly from EGTF to LFMD", "VFR rules in Germany", "airports near Annecy",
                 "customs airports on the way from EGTF to LFMD"):  # fmt: skip
        for one in await app.say(who, room, text):
            assert len(one.labels) <= (6 if app.name == "telegram" else 12), one.labels
            assert not any(label.endswith("…") for label in one.labels), one.labels
