"""Commands where they are typed."""

from __future__ import annotations

import asyncio
from typing import Any

from platforms.behaviour.ground import (
    SLACK,
    TELEGRAM,
    behaviour,
    has,
    lacks,
    somebody,
    words,
)


@behaviour(4)
async def help_in_private(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    text = words(await app.say(who, room, "/help@FlyFunBot" if app.name == "telegram" else "help"))
    has(text, "Ask as you would", "Commands")
    if app.name == "slack":
        has(text, "/flyfun home")
        lacks(text, r"(?m)^\W*/(?!flyfun)\w+")


@behaviour(4)
async def plain_words_are_commands_in_private(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    has(words(await app.say(who, room, "settings")), "Home base")
    has(words(await app.say(who, room, "home")), "home base")
    has(words(await app.say(who, room, "forget")), "delete|forget")
    if app.name == "slack":
        text = words(await app.say(who, room, "settings"))
        has(text, "/flyfun home")
        lacks(text, r"(?<!flyfun )/home")


@behaviour(4)
async def commands_are_called_in_french_and_german_and_answered_so(app: Any, stage: Any) -> None:
    for question, called, base, commands, deleted in (
        ("Quelle est la distance de LFPN à LFAT ?", "paramètres", "Base\\s:", "Commandes", "effacer"),
        ("Wie weit ist EDAZ von EDDF?", "meine Einstellungen", "Heimatplatz", "Befehle", "löschen"),
    ):
        who = somebody()
        room = app.private(who)
        has(words(await app.say(who, room, called)), base)
        await app.say(who, room, question)
        for plain in ("settings", "help", "forget"):  # their names are of no language: the chat's
            expected = {"settings": base, "help": commands, "forget": deleted}[plain]
            has(words(await app.say(who, room, plain)), expected)


@behaviour(4)
async def a_home_base_is_kept(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    if app.name == "telegram":
        has(words(await app.say(who, room, "/home EGTF")), "Kept.*EGTF")
    else:
        before = app.seen(room)
        await app.team.command(app.person(who), room, "home EGTF")
        has(words(await app.settled(room, before)), "Kept.*EGTF")
    has(words(await app.say(who, room, "settings")), "EGTF")


@behaviour(4)
async def help_among_people_says_how_to_ask_there(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    if app.name == "telegram":
        text = words(await app.say(who, room, "/help@FlyFunBot"))
        has(text, "/fly")
    else:
        text = words(await app.say(who, room, "help", call=True))
        has(text, "/flyfun")
    has(text, "here")


@behaviour(4, TELEGRAM)
async def another_bots_command_is_ignored(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    assert not await app.say(who, room, "/help@OtherBot", silent=True)
    assert not await app.say(who, room, "/fly@OtherBot How far is EGTF from LFMD?", silent=True)
    home = app.private(who)
    assert not await app.say(who, home, "/help@OtherBot", silent=True)


@behaviour(4)
async def the_sources_are_one_message(app: Any, stage: Any) -> None:
    who = somebody()
    seen = await app.say(who, app.private(who), "/sources" if app.name == "telegram" else "sources")
    has(words(seen), "AIP France")
    assert len(seen) == 1, len(seen)


@behaviour(4, SLACK)
async def home_offers_whole_questions_again(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "How far is EGTF from LFMD?")
    await app.say(who, room, "and LFAT?")
    await asyncio.sleep(1)
    await app.team.open_home(app.person(who))
    await asyncio.sleep(1)
    view = str(app.team.homes[app.person(who)])
    has(view, "How far is EGTF from LFMD")
    lacks(view, "and LFAT")


@behaviour(4, TELEGRAM)
async def joining_a_group_says_how_to_ask(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.club()
    before = app.seen(room)
    app.api.membership(app.room(room), app.person(who), "left", "member")
    has(words(await app.settled(room, before)), "/fly")
