"""Buttons: a tap means its question."""

from __future__ import annotations

import asyncio
from typing import Any

from platforms.behaviour.ground import (
    TAPPED,
    behaviour,
    flight,
    has,
    last,
    same_flight,
    somebody,
    words,
)
from platforms.driver import QUIET


@behaviour(1)
async def a_tap_means_its_question(app: Any, stage: Any) -> None:
    who = somebody()
    asked = await flight(app, who, app.private(who))
    same_flight(answer := await app.tap(who, asked, "120 knots"))
    has(words(answer), r"4h (39|40)m")


@behaviour(1)
async def each_tap_twice_is_the_same_flight(app: Any, stage: Any) -> None:
    who = somebody()
    asked = await flight(app, who, app.private(who))
    for label in (*TAPPED, *TAPPED):
        same_flight(await app.tap(who, asked, label))


@behaviour(1)
async def a_finger_that_slips_asks_once(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    asked = await flight(app, who, room)
    before = app.seen(room)
    await app.press(who, asked, "120 knots")
    await asyncio.sleep(0.15)
    await app.press(who, asked, "120 knots")
    same_flight(await app.settled(room, before))
    await asyncio.sleep(QUIET)
    answers = [one for key, one in app.seen(room).items() if key not in before and "4h" in one.text]
    assert len(answers) == 1, answers


@behaviour(1)
async def a_tap_after_other_questions_is_the_same_flight(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    asked = await flight(app, who, room)
    await app.say(who, room, "Tell me about LSGS")
    await app.say(who, room, "How far is LFAT from LSZH")
    same_flight(await app.tap(who, asked, "SR22"))


@behaviour(1)
async def others_in_the_group_tap_the_same_flight(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    asked = await flight(app, ana, room, call=True)
    await app.say(ben, room, "Tell me about LSGS", call=True)
    same_flight(await app.tap(ben, asked, "120 knots"))
    same_flight(await app.tap(ana, asked, "Cessna 172"))


@behaviour(1)
async def the_used_button_is_marked(app: Any, stage: Any) -> None:
    who = somebody()
    asked = await flight(app, who, app.private(who))
    await app.tap(who, asked, "120 knots")
    await asyncio.sleep(2.5)
    assert app.marked(asked)


@behaviour(1)
async def a_forged_tap_is_refused_over_the_chat(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    asked = await flight(app, ana, room, call=True)
    before = app.seen(room)
    await app.press_data(ben, asked, "zzzzzzzzzzzzzzzz")
    seen = await app.settled(room, before)
    assert seen and all(one.toast for one in seen), seen
    has(words(seen), "too old")


@behaviour(1)
async def a_tap_from_another_chat_is_refused(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    home, club = app.private(ana), app.club()
    own = await flight(app, ana, home)
    asked = await flight(app, ben, club, call=True)
    before, mine = app.seen(club), app.seen(home)
    await app.press_data(ben, asked, app.data(own, "120 knots"))
    seen = await app.settled(club, before)
    assert seen and all(one.toast for one in seen), seen
    assert app.seen(home) == mine


@behaviour(1)
async def a_save_button_is_its_authors(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    drafted = last(await app.say(ana, room, "landed at LFAT yesterday, paid 24 euros", call=True))
    seen = await app.tap(ben, drafted, "Save report")
    assert seen and all(one.toast for one in seen), seen


@behaviour(1)
async def an_old_button_in_private_brings_fresh_ones(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    asked = await flight(app, who, room)
    before = app.seen(room)
    await app.press_data(who, asked, "abcdefghijklmnop")
    seen = await app.settled(room, before)
    has(words(seen), "too old")
    assert last(seen).labels


@behaviour(1)
async def a_list_turns_its_page_in_place(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    shown = last(await app.say(who, room, "airports near Annecy"))
    assert "More" in shown.labels, shown.labels
    turned = await app.tap(who, shown, "More")
    assert [one.id for one in turned] == [shown.id], turned
    back = await app.tap(who, turned[0], "Back")
    assert [(one.id, one.text) for one in back] == [(shown.id, shown.text)], back


@behaviour(1)
async def a_lists_further_pages_turn_in_place_too(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    page = last(await app.say(who, room, "airports near Toulouse", call=True))
    sent = len(app.seen(room))
    for shown in ("6–10", "11–15", "16–20"):
        (page,) = await app.tap(somebody(), page, "More")
        has(page.text, shown)
    (page,) = await app.tap(who, page, "Back")
    has(page.text, "11–15")
    assert len(app.seen(room)) == sent


@behaviour(1)
async def the_way_back_is_called_in_the_lists_language(app: Any, stage: Any) -> None:
    for text, more, back in (
        ("Flugplätze bei Kassel", "Mehr", "Zurück"),
        ("aéroports près de Lyon", "Suite", "Retour"),
    ):
        who = somebody()
        shown = last(await app.say(who, app.private(who), text))
        assert back in last(await app.tap(who, shown, more)).labels
