"""Pilots in Slack and the real desk: memory, follow-ups, commands, maps, thumbs, old threads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from servers.quick import Quick
from servers.waiting import until

from agent.deps import Deps
from bot.conversation import Desk
from bot.records import SqlRecords, open_records
from bot.render.painter import MapPainter
from bot.settings import Settings
from bot.slips import SLIPPED
from bot.store import Store
from bot.tables import FeedbackRow
from bot.worker import Worker


@pytest.fixture
async def desk(make_rig: Any, store: Store, deps: Deps, tmp_path: Path) -> AsyncIterator[tuple[Any, SqlRecords]]:
    """A rig whose messages the real desk answers."""
    rig = make_rig("http")
    settings = Settings(agent=replace(deps.settings, data_dir=tmp_path))
    async with open_records(settings) as records:
        answering = Desk(store, deps, MapPainter(settings), records)
        stop = asyncio.Event()
        quick: Any = {"slack": Quick(rig.channel.outbound)}
        worker = Worker(
            store,
            quick,
            answering.replies,
            on_sent=answering.sent,
            lease_seconds=1.5,
        )
        async with rig.connected():
            task = asyncio.create_task(worker.run(stop, grace=5))
            yield rig, records
            stop.set()
            await task
    assert rig.slack.violations == []


async def test_a_club_plans_a_flight(desk: tuple[Any, SqlRecords]) -> None:
    rig, records = desk
    team, room = rig.team, rig.team.channel

    await team.command("U1", room, "How long from EGTF to LFMD?")
    await until(lambda: any("559" in one.shown for one in team.from_bot(room)), 30)
    root = team.from_bot(room, "")[0]
    assert "How long from EGTF to LFMD?" in root.shown
    answers = team.from_bot(room, root.ts)
    assert [bool(one.file) for one in answers] == [False] and answers[0].labels  # a plain line needs no picture

    # She goes on in the thread, without a mention: the command's conversation is known there.
    await team.say("U1", room, "at 140 knots", thread=root.ts)
    await until(lambda: any("140 kt" in one.shown for one in team.from_bot(room, root.ts)), 30)
    assert "559" in team.from_bot(room, root.ts)[-1].shown

    # A thumb is kept, with the question.
    await team.thumb("U2", answers[0], good=False)
    await until(lambda: any(one.only_for == "U2" for one in team.from_bot(room, root.ts)), 30)
    async with records.sessions() as session:
        from sqlalchemy import select

        (row,) = (await session.scalars(select(FeedbackRow))).all()
    assert not row.good and row.question == "How long from EGTF to LFMD?"

    # Settings and help are nobody else's.
    await team.command("U1", room, "home EGTF")
    await until(
        lambda: any("EGTF Fairoaks" in one.shown and one.only_for == "U1" for one in team.from_bot(room)), 30
    )
    await team.open_home("U1")
    await until(lambda: "EGTF" in str(team.homes.get("U1")))


async def test_a_question_of_before_is_asked_again_from_home(desk: tuple[Any, SqlRecords]) -> None:
    rig, _ = desk
    team = rig.team
    dm = team.dm("U1")
    ts = await team.say("U1", dm, "How far is it from EGTF to LFMD?")
    await until(lambda: any("559" in one.shown for one in team.from_bot(dm, ts)), 30)
    await team.say("U1", dm, "/units metric")
    await until(lambda: any("Kept" in one.shown for one in team.from_bot(dm)), 30)
    await team.open_home("U1")
    await until(lambda: "How far is it" in str(team.homes.get("U1")))
    await team.home_tap("U1", "How far is it from EGTF to LFMD?")
    await until(lambda: any("How far is it from EGTF to LFMD?" in one.shown for one in team.from_bot(dm, "")), 30)
    question = team.from_bot(dm, "")[-1]
    await until(lambda: any("559" in one.shown for one in team.from_bot(dm, question.ts)), 30)


async def test_two_questions_at_once_are_answered_in_their_order(desk: tuple[Any, SqlRecords]) -> None:
    rig, _ = desk
    team = rig.team
    dm = team.dm("U1")
    stamps = [await team.say("U1", dm, f"How far is it from EGTF to {to}?") for to in ("LFMD", "LFAT", "EGKB")]
    await until(lambda: all(team.from_bot(dm, ts) for ts in stamps), 30)
    firsts = [team.from_bot(dm, ts)[0].ts for ts in stamps]
    assert firsts == sorted(firsts)


async def test_a_mention_in_an_old_thread_knows_what_was_asked_there(desk: tuple[Any, SqlRecords]) -> None:
    rig, _ = desk
    team, room = rig.team, rig.team.channel
    root = await team.say("U1", room, "How far is it from EGTF to LFMD?", quiet=True)
    await team.say("U2", room, f"<@{team.bot}> and how long at 140 knots?", thread=root)
    await until(lambda: any("140 kt" in one.shown for one in team.from_bot(room, root)), 30)
    assert "559" in team.from_bot(room, root)[-1].shown


async def test_a_reply_in_a_thread_of_a_direct_message_goes_on_from_that_thread(
    desk: tuple[Any, SqlRecords],
) -> None:
    rig, _ = desk
    team = rig.team
    dm = team.dm("U1")
    touquet = await team.say("U1", dm, "LFAT")
    await until(lambda: bool(team.from_bot(dm, touquet)), 30)
    sion = await team.say("U1", dm, "LSGS")
    await until(lambda: bool(team.from_bot(dm, sion)), 30)
    before = len(team.from_bot(dm, touquet))
    await team.say("U1", dm, "what fuel do they have there?", thread=touquet)
    await until(lambda: len(team.from_bot(dm, touquet)) > before, 30)
    told = team.from_bot(dm, touquet)[-1].shown
    assert "LFAT" in told and "LSGS" not in told
    await team.say("U1", dm, "and the opening hours there?", thread=sion)
    await until(lambda: "LSGS" in team.from_bot(dm, sion)[-1].shown.split("hours")[0], 30)


async def test_taps_under_one_question_are_one_flight_by_whomever(desk: tuple[Any, SqlRecords]) -> None:
    rig, _ = desk
    team, room = rig.team, rig.team.channel
    await team.command("U1", room, "How long from EGTF to LFMD?")
    await until(lambda: any("559" in one.shown for one in team.from_bot(room)), 30)
    root = team.from_bot(room, "")[0]
    asked = next(one for one in team.from_bot(room, root.ts) if one.labels)
    await team.say("U2", room, "EGKB to LFAT at 90 knots", thread=root.ts)
    await until(lambda: "90 kt" in team.from_bot(room, root.ts)[-1].shown, 30)
    for user, label, said in (
        ("U2", "120 knots", "120 kt"),
        ("U1", "SR22", "SR22"),
        ("U2", "120 knots", "120 kt"),
    ):
        before = len(team.from_bot(room, root.ts))
        await asyncio.sleep(SLIPPED)  # sooner it would be a finger that slips
        await team.tap(user, asked, label)
        await until(lambda before=before: len(team.from_bot(room, root.ts)) > before, 30)
        await until(lambda said=said: said in team.from_bot(room, root.ts)[-1].shown, 30)
        assert "559" in team.from_bot(room, root.ts)[-1].shown
        await until(lambda label=label: f"✓ {label}" in asked.labels, 30)
    assert [label.startswith("✓ ") for label in asked.labels].count(True) == 2


async def test_a_page_turns_in_place_and_back_below_the_picture_that_stands_there(
    desk: tuple[Any, SqlRecords],
) -> None:
    rig, _ = desk
    team, room = rig.team, rig.team.channel
    root = await team.say("U1", room, f"<@{team.bot}> VFR rules in Germany")
    await until(lambda: any("More" in one.labels for one in team.from_bot(room, root)), 30)
    page = team.from_bot(room, root)[-1]
    shown = [page.shown]
    for _ in range(2):
        await team.tap("U2", page, "More")
        await until(lambda: page.shown not in shown, 30)
        assert page.labels.count("Back") == 1 and "of 17" in page.shown
        shown.append(page.shown)
    assert len(team.from_bot(room, root)) == 1
    for before in (shown[1], shown[0]):
        await team.tap("U3", page, "Back")
        await until(lambda: page.shown == before, 30)  # noqa: B023
    assert "Back" not in page.labels and "More" in page.labels

    dm = team.dm("U1")
    asked = await team.say("U1", dm, "airports near Annecy")
    await until(lambda: any("More" in one.labels for one in team.from_bot(dm, asked)), 30)
    sent = len(team.from_bot(dm, asked))
    fields = team.from_bot(dm, asked)[-1]
    for numbers in ("6–10 of", "11–15 of", "16–20 of"):  # the map of the first ten stays above them
        await team.tap("U1", fields, "More")
        await until(lambda: numbers in fields.shown, 30)  # noqa: B023
    assert len(team.from_bot(dm, asked)) == sent
    await team.tap("U1", fields, "Back")
    await until(lambda: "11–15 of" in fields.shown, 30)
