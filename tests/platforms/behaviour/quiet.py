"""Quiet among people: talk gets nothing, what is not understood one line."""

from __future__ import annotations

import asyncio
from typing import Any

from platforms.behaviour.ground import (
    behaviour,
    flight,
    has,
    last,
    same_flight,
    somebody,
    words,
)


async def _talk(app: Any, text: str) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    card = last(await app.say(ana, room, "Tell me about LFAT", call=True))
    assert not await app.say(ben, room, text, to=card, silent=True)


@behaviour(3)
async def lol_nice_gets_nothing(app: Any, stage: Any) -> None:
    await _talk(app, "lol nice")


@behaviour(3)
async def thanks_gets_nothing(app: Any, stage: Any) -> None:
    await _talk(app, "thanks a lot!")


@behaviour(3)
async def count_me_in_gets_nothing(app: Any, stage: Any) -> None:
    await _talk(app, "count me in")


@behaviour(3)
async def a_chat_about_lunch_gets_nothing(app: Any, stage: Any) -> None:
    await _talk(app, "Peter brings the sandwiches this time")


@behaviour(3)
async def talk_that_is_not_for_us_gets_nothing(app: Any, stage: Any) -> None:
    room = app.club()
    assert not await app.say(somebody(), room, "How far is EGTF from LFMD? who knows", silent=True)


@behaviour(3)
async def what_is_not_understood_gets_one_line(app: Any, stage: Any) -> None:
    room = app.club()
    seen = await app.say(somebody(), room, "asdf", call=True)
    has(words(seen), "did not understand .?asdf")
    assert len(seen) == 1 and seen[0].text.count("\n") <= 1, seen
    assert last(seen).labels == ("Help",), seen


@behaviour(3)
async def in_private_too_it_gets_one_line(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "Tell me about LFAT")
    for text in ("asdf", "qwertz uiop"):
        seen = await app.say(who, room, text)
        has(words(seen), "did not understand")
        assert len(seen) == 1 and seen[0].text.count("\n") <= 1, seen
        assert "Help" in last(seen).labels


@behaviour(3)
async def the_introduction_comes_at_start(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    has(words(await app.say(who, room, "/start" if app.name == "telegram" else "start")), "I plan with you")


@behaviour(3)
async def people_among_themselves_are_left_alone(app: Any, stage: Any) -> None:
    for text in (
        "can't, wife's birthday", "Tom are you in?", "did you fix the radio?", "let me check with the boss", "bin um 10 da",
        "Dave's buying", "Phil's sorting the car", "Kann leider nicht, Geburtstag", "trop loin pour moi", "qui vient avec moi ?", "hat jemand den Schlüssel?", "let's take G-ABCD",
    ):  # fmt: skip
        await _talk(app, text)


@behaviour(3)
async def what_is_asked_of_the_card_is_answered(app: Any, stage: Any) -> None:
    ana, ben = somebody(), somebody()
    room = app.club()
    card = last(await app.say(ana, room, "Tell me about LFAT", call=True))
    for text in ("what about the landing fee", "et le carburant ?", "gibt es dort Benzin?", "opening hours"):
        has(words(await app.say(ben, room, text, to=card)), "LFAT")


@behaviour(3)
async def to_see_each_other_is_not_for_us(app: Any, stage: Any) -> None:
    await _talk(app, "great, see you there at 10")


@behaviour(3)
async def who_drives_is_not_for_us(app: Any, stage: Any) -> None:
    await _talk(app, "who's driving?")


@behaviour(3)
async def a_clubmate_asked_by_name_is_not_us(app: Any, stage: Any) -> None:
    await _talk(app, "Ben, can you book G-ABCD for Saturday?")


@behaviour(3)
async def who_was_asked_back_may_talk_on(app: Any, stage: Any) -> None:
    who, room = somebody(), app.club()
    asked = await flight(app, who, room, call=True)
    for talk in (
        "I'll bring croissants",
        "wer fährt?",
        "need my passport renewed",
        "anyone got the keys to Juliet Mike?",
    ):
        assert not await app.say(who, room, talk, to=asked, silent=True), talk
    same_flight(await app.say(who, room, "120", to=asked))


@behaviour(3)
async def a_long_story_is_answered_by_the_question_at_its_end(app: Any, stage: Any) -> None:
    who = somebody()
    story = "We flew all summer and had a lovely time. " * 40
    has(words(await app.say(who, app.private(who), f"{story}What fuel does LFAT have?")), "LFAT.*AVGAS")


@behaviour(3)
async def thanks_to_us_among_people_are_nodded_at(app: Any, stage: Any) -> None:
    ana = somebody()
    room = app.club()
    await app.say(ana, room, "How far is EGTF from LFMD?", call=True)
    if app.name == "telegram":
        before = app.seen(room)
        number = await app.write(ana, room, "thanks", call=True)
        await asyncio.sleep(3)
        assert app.seen(room) == before
        assert app.room(room).messages[int(number)].reactions == ("👍",), app.room(room).messages[int(number)]
    else:
        seen = await app.say(ana, room, "thanks", call=True)
        assert all(one.toast for one in seen), seen
        has(words(seen), "welcome")


@behaviour(3)
async def nonsense_in_french_gets_one_line_too(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "Quelle distance entre LFPN et LFAT ?")
    seen = await app.say(who, room, "blorgl fnurz")
    assert len(seen) == 1 and "blorgl" in seen[0].text and len(last(seen).labels) == 1, seen
