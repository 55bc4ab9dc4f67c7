"""Reports of members."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from platforms.behaviour.ground import (
    behaviour,
    has,
    lacks,
    last,
    somebody,
    words,
)


@behaviour(11)
async def a_report_in_private_says_who_will_see_it(app: Any, stage: Any) -> None:
    who = somebody()
    seen = await app.say(who, app.private(who), "landed at LFAT yesterday, paid 24 euros")
    has(words(seen), "LFAT", "24", "only you|you alone")
    lacks(words(seen), "your club to see")


@behaviour(11)
async def a_report_among_people_says_who_will_see_it(app: Any, stage: Any) -> None:
    seen = await app.say(somebody(), app.club(), "landed at LFAT yesterday, paid 24 euros", call=True)
    has(words(seen), "LFAT", "24", "here|this (group|channel|chat)|club")


@behaviour(11)
async def a_report_keeps_the_day_of_the_visit(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    yesterday = f"{datetime.now(ZoneInfo('Europe/Paris')).date() - timedelta(days=1):%d %b %Y}"  # there
    drafted = last(await app.say(who, room, "landed at LFAT yesterday, paid 24 euros"))
    has(drafted.text, yesterday)
    saved = await app.tap(who, drafted, "Save report")
    lacks(words(saved), "today's date")
    has(words(saved), yesterday)
    has(words(await app.say(who, room, "landing fee at LFAT")), yesterday)


@behaviour(11)
async def a_report_of_days_ago_keeps_its_day(app: Any, stage: Any) -> None:
    who = somebody()
    day = f"{datetime.now(ZoneInfo('Europe/Paris')).date() - timedelta(days=3):%d %b %Y}"
    has(words(await app.say(who, app.private(who), "landed at LFAT three days ago, paid 24 euros")), day)


@behaviour(11)
async def what_was_paid_is_among_what_pilots_say(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    drafted = last(await app.say(who, room, "landed at LFAT yesterday, paid 24 euros, very friendly"))
    await app.tap(who, drafted, "Save report")
    has(words(await app.say(who, room, "what do pilots say about LFAT?")), "very friendly")


@behaviour(11)
async def a_report_names_every_part_it_keeps_or_leaves(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    text = "landed at LFAT yesterday, paid 24 euros, the restaurant was closed and the taxi cost 30 euros"
    drafted = last(await app.say(who, room, text))
    has(drafted.text, "24", "restaurant was closed", "30")


@behaviour(11)
async def a_report_is_filed_under_what_the_field_was_paid(app: Any, stage: Any) -> None:
    who = somebody()
    room = app.private(who)
    await app.say(who, room, "airports near Annecy")
    for text, paid in (
        ("was at Sandown on the 1st of November, taxi 10 pounds, landing 12 quid", "EGHN.*£12.*01 Nov"),
        ("vorgestern in LOWI, Landegebühr 80 Euro, das Personal war nett", "Gebühr, LOWI.*80 €"),
        ("avant-hier LFAT, taxi 20 euros, taxe 24 euros", "LFAT.*24 €"),
    ):
        has(words(answer := await app.say(who, room, text)), paid)
        has(words(answer), re.escape(text))


@behaviour(11)
async def a_report_of_the_club_is_its_authors_everywhere(app: Any, stage: Any) -> None:
    who = somebody()
    club, home = app.club(), app.private(who)
    drafted = last(await app.say(who, club, "note for LFAT: gate code changed to blue", call=True))
    await app.tap(who, drafted, "Save report")
    has(words(await app.say(who, home, "what do pilots say about LFAT?")), "blue")
