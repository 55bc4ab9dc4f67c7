"""A whole conversation in Slack, with every real part of the program between question and answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from contracts.channel import png
from servers.quick import Quick
from servers.waiting import until

from adapters.protocol import (
    Button,
    Card,
    IncomingMessage,
    Map,
    Reply,
    Status,
    Table,
    Text,
)
from bot.worker import Worker


async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
    """Answers like the desk, without knowing aviation: the words of the question say what is wanted."""
    if message.token:
        yield Reply((Text(f"tapped {message.token}"),), thumbs=(message.wants_feedback and THUMBS) or ())
        return
    text = message.text
    if not text or text.startswith("/"):
        yield Reply((Text("Ask as you would a briefing officer."),), (Button("Airports near Annecy", "ask1"),))
        return
    yield Reply((Status("Measuring the route"),), final=False)
    if "slowly" in text:
        words = ["**559 nm** great circle.", "EGTF to LFMD.", "Climb not included.", "No wind assumed."]
        for number in range(1, 5):
            yield Reply((Text("\n\n".join(words[:number]) + "\n"),), final=False)
            await asyncio.sleep(0.25)
        yield Reply((Text("\n\n".join(words)),), (Button("120 knots", "kt120"),), thumbs=THUMBS)
        return
    if "map" in text:
        picture = Map(png(), "Route EGTF to LFMD", caption="EGTF to LFMD", key="k1")
        card = Card("LFMD Cannes-Mandelieu", (("Elevation", "13 ft"), ("Runways", "1610 m asphalt")))
        table = Table(("Field", "Distance"), (("LFMD", "559 nm"),))
        yield Reply((picture, Text("**559 nm**"), card, table), (Button("120 knots", "kt120"),), thumbs=THUMBS)
        return
    yield Reply((Text(f"answer to: {text}"),), (Button("120 knots", "kt120"),), thumbs=THUMBS)


THUMBS = (Button("Helpful", "good1"), Button("Not helpful", "bad1"))


@asynccontextmanager
async def answering(rig: Any, handle: Any = handler) -> AsyncGenerator[None]:
    stop = asyncio.Event()
    quick: Any = Quick(rig.channel.outbound)
    worker = Worker(rig.store, {"slack": quick}, handle, lease_seconds=1.5)
    task = asyncio.create_task(worker.run(stop, grace=5))
    try:
        yield
    finally:
        stop.set()
        await task


@pytest.mark.parametrize("mode", ["http", "socket"])
async def test_a_whole_conversation_passes_without_one_breach_of_a_limit(make_rig: Any, mode: str) -> None:
    rig = make_rig(mode)
    team, slack = rig.team, rig.slack
    async with rig.connected(mode), answering(rig):
        bot, room = team.bot, team.channel
        dm, foreign = team.dm("U1"), team.foreign

        # The slash command: on it, the question in the channel, the answer in its thread.
        status, body = await team.command("U1", room, "how far with a map")
        assert status == 200 and body["response_type"] == "ephemeral" and body["text"] == "On it."
        await until(lambda: any("559 nm" in one.shown for one in team.from_bot(room)))
        (root,) = team.from_bot(room, "")
        assert "how far with a map" in root.shown
        (card,) = team.from_bot(room, root.ts)
        assert card.picture and card.labels == ["120 knots"]
        assert "LFMD Cannes-Mandelieu" in card.shown and "Elevation\n13 ft" in card.shown

        # A follow-up in that thread, without a mention: the command's own conversation.
        await team.say("U2", room, "and at 140 knots?", thread=root.ts)
        await until(
            lambda: any("answer to: and at 140 knots?" in one.shown for one in team.from_bot(room, root.ts))
        )
        assert rig.accepted[-1].chat == rig.accepted[0].chat
        assert rig.accepted[-1].addressed_by == "thread"

        # A mention: one answer for its two events.
        ts = await team.say("U2", room, f"<@{bot}> hello there")
        await until(lambda: bool(team.from_bot(room, ts)))

        # A direct message, streamed.
        asked = await team.say("U1", dm, "slowly please")
        await until(lambda: any("No wind assumed." in one.shown for one in team.from_bot(dm, asked)))
        (streamed,) = team.from_bot(dm, asked)
        assert streamed.shown.count("559 nm") == 1 and not streamed.streaming and streamed.updates == 0
        assert slack.called("chat.appendStream") and slack.called("chat.stopStream")

        # Buttons and thumbs.
        status, _ = await team.tap("U2", card, "120 knots")
        assert status == 200
        await until(lambda: any("tapped kt120" in one.shown for one in team.from_bot(room, root.ts)))
        assert rig.accepted[-1].chat == rig.accepted[0].chat
        await team.thumb("U2", card, good=True)
        await until(lambda: any("tapped good1" in one.shown for one in team.from_bot(room, root.ts)))

        # The shortcut on a message in the same thread.
        question = team.add(room, "U3", "what about a map of Annecy", [], thread_ts=root.ts)
        await team.shortcut("U1", question)
        await until(lambda: team.from_bot(room, root.ts)[-1].labels == ["120 knots"])

        # Home, its modal, and the prompts of the messages tab.
        await team.open_home("U1")
        await until(lambda: "U1" in team.homes)
        await team.open_home("U1", "messages")
        await until(lambda: dm in team.prompts)
        await team.home_tap("U1", "Edit")
        await until(lambda: bool(team.modals))
        status, body = await team.submit("U1", "ZZZZ", "", "metric")
        assert status == 200 and "ZZZZ" in body["errors"]["home_base"]
        status, body = await team.submit("U1", "EGTF", "SR22", "metric")
        assert status == 200 and not body
        await until(lambda: "EGTF" in str(team.homes["U1"]))

        # Where the bot is no member, everything goes through the response URL.
        await team.command("U1", foreign, "how far")
        await until(lambda: bool(team.from_bot(foreign)))
        (answer,) = team.from_bot(foreign)
        assert "> " not in answer.shown and "answer to: how far" in answer.shown and not answer.only_for

        # Help is for the asker alone.
        before = len(team.from_bot(room))
        await team.command("U1", room, "help")
        await until(lambda: len(team.from_bot(room)) > before)
        assert team.from_bot(room)[-1].only_for == "U1"

    assert slack.violations == []
    assert max(slack.slow_acks) < 1.0
    assert not any(team.statuses.values())
    assert {status for _, status in slack.answers} == {200}
