"""The same on Slack, and another dialogue: a form, threads, a reminder of one's own; each step killed with -9 once.

An event that was not acknowledged is sent again, as Slack does; a command or a tap that timed out, its person repeats.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from contracts.path import until
from contracts.program import Program, fresh_folder
from contracts.tally import tally
from servers.slack import APP_TOKEN, Message, SlackServer, Team

from adapters.slack.channel import SCOPES
from adapters.slack.inbound import BOT_EVENTS
from bot import valkey

pytestmark = pytest.mark.chaos
STEP_SECONDS = 60.0
STEPS = (
    "draft", "posted", "aircraft", "in", "in +1", "out", "sent", "received", "later", "paid", "reminder", "note",
    "another day", "in again", "called off", "forgotten",
)  # fmt: skip


class Channel:
    """A channel with the bot, the program beside it, and what its records say."""

    def __init__(self, server: SlackServer, team: Team, folder: Path, dice: random.Random) -> None:
        self.server, self.team, self.folder, self.dice = server, team, folder, dice
        environ = {
            "SLACK_BOT_TOKEN": team.token,
            "SLACK_APP_TOKEN": APP_TOKEN,
            "SLACK_BASE_URL": server.url,
            "FLYFUN_QUIET_HOURS": "00:00-00:01",
        }
        self.program, self.worker = Program(folder, environ), Program(folder, environ, verb="worker")
        self.kills, self.held = 0, list[str]()

    def rows(self, query: str) -> list[Any]:
        file = self.folder / "records.sqlite"
        if not file.exists():
            return []
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=20)) as found:
            return found.execute(query).fetchall()

    def outing(self) -> dict[str, Any]:
        found = self.rows("SELECT state FROM outings ORDER BY number")
        return json.loads(found[0][0]) if found else {}

    def posted(self) -> list[Message]:
        return self.team.from_bot(self.team.channel)

    def card(self) -> Message:
        return [one for one in self.posted() if "off blocks" in one.shown and "In" in one.labels][-1]

    def under(self, label: str) -> Message:
        return [one for one in self.posted() if label in one.labels][-1]

    async def start(self) -> None:
        open_before = len(self.server.sockets)
        await asyncio.to_thread(self.program.start)
        await asyncio.to_thread(self.worker.start)
        await until(lambda: len(self.server.sockets) > open_before, 60)

    async def kill(self) -> None:
        which = self.dice.choice(("server", "worker", "both"))
        if which != "server":
            await asyncio.to_thread(self.worker.kill)
            self.kills += 1
        if which != "worker":
            await asyncio.to_thread(self.program.kill)
            self.kills += 1
            for one in self.server.sockets:
                await one.close()
            before = len(self.server.sockets)
            await asyncio.to_thread(self.program.start)
            await until(lambda: len(self.server.sockets) > before, 60)
        if which != "server":
            await asyncio.to_thread(self.worker.start)

    def close(self) -> None:
        self.worker.close()
        self.program.close()

    async def step(self, name: str, act: Callable[[], Awaitable[Any]], right: Callable[[], bool]) -> None:
        """Do it, kill at a random moment, let it be repeated where it was not taken, and wait until it is so."""

        async def done() -> bool:
            try:
                answer = await act()
            except (AssertionError, ConnectionError):  # the app was not there
                return False
            return not isinstance(answer, tuple) or answer[0] == 200

        doing = asyncio.create_task(done())
        await asyncio.sleep(self.dice.uniform(0.0, 1.0))
        await self.kill()
        taken = await doing
        for _ in range(10):  # a program that has just begun may be too slow for Slack
            taken = taken or await done()
        assert taken, name
        began = time.monotonic()
        while not right():
            if time.monotonic() - began > STEP_SECONDS:
                raise AssertionError(
                    f"{name}: {json.dumps(self.outing())[-900:]} {[m.shown[:90] for m in self.posted()][-5:]}"
                )
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.5)
        if right():
            self.held.append(name)


async def test_a_channel_loses_nothing_to_kills_in_the_middle_of_each_step(data_dir: Path, tmp_path: Path) -> None:
    seed = int(os.environ.get("FLYFUN_TEST_SEED", "0")) or random.SystemRandom().randrange(1, 10**6)
    async with SlackServer(set(SCOPES), set(BOT_EVENTS)) as server:
        server.retries, server.retry_pause = 40, 0.5
        channel = Channel(
            server, server.workspace("T1"), fresh_folder(tmp_path / "slack", data_dir), random.Random(seed)
        )
        try:
            await _dialogue(channel)
        finally:
            channel.close()
            valkey.stop(channel.folder)
    found = tally(STEPS, channel.held, note=f"{channel.kills} kills, seed {seed}")
    print(found)
    assert (found.lost, found.doubled) == (0, 0), channel.held


async def _dialogue(club: Channel) -> None:
    team, first = club.team, club.outing
    day = (datetime.now(UTC) + timedelta(days=6)).date()
    next_day = day + timedelta(days=1)
    await club.start()
    for text in ("home EGTF", "aircraft PA28"):
        await team.command("UANA", team.dm("UANA"), text, "ana")
        await until(lambda: bool(team.from_bot(team.dm("UANA"))), 40)
    await until(lambda: len([m for m in team.from_bot(team.dm("UANA")) if "Kept" in m.shown]) == 2, 40)
    await team.command("UANA", team.channel, "flyout", "ana")
    await until(lambda: bool(team.modals), 20)
    said = {"to": ("value", "LFAT"), "day": ("selected_date", day.isoformat()), "out": ("selected_time", "10:00")}

    def command(user: str, text: str) -> Callable[[], Awaitable[Any]]:
        return lambda: team.command(user, team.channel, text, user[1:].lower())

    def thread(user: str, text: str) -> Callable[[], Awaitable[Any]]:
        return lambda: team.say(user, team.channel, text, thread=club.card().ts)

    def job(kind: str) -> dict[str, Any]:
        return next(j for j in first()["jobs"] if j["kind"] == kind)

    def states() -> dict[str, str]:
        return {a["member"]["id"]: a["state"] for a in first().get("answers", ())}

    def one_draft() -> bool:
        return len(club.rows("SELECT id FROM outings")) == 1 and any("Post it" in m.labels for m in club.posted())

    await club.step("draft", lambda: team.submit_form("UANA", **said), one_draft)
    await club.step(
        "posted",
        lambda: team.tap("UANA", club.under("Post it"), "Post it"),
        lambda: first()["status"] == "open" and any("In" in m.labels for m in club.posted()),
    )
    await club.step(
        "aircraft", thread("UBEN", "I can take two in the Archer"), lambda: len(first()["aircraft"]) == 1
    )
    await club.step("in", lambda: team.tap("UCY", club.card(), "In"), lambda: states().get("UCY") == "in")
    await club.step("in +1", thread("UDEE", "I'm in +1"), lambda: states().get("UDEE") == "in")
    await club.step("out", command("UCY", "out"), lambda: states().get("UCY") == "out")
    await club.step("sent", thread("UBEN", "PPR sent"), lambda: job("permission")["state"] == "sent")
    await club.step(
        "received", thread("UBEN", "PPR confirmed, ref 17"), lambda: job("permission")["state"] == "received"
    )
    await club.step(
        "later", thread("UANA", "one hour later"), lambda: f"{day}T11:00" in first()["flight"]["off_blocks"]
    )
    await club.step("paid", thread("UBEN", "I paid 48 for landing"), lambda: len(first()["expenses"]) == 1)
    await club.step(
        "reminder",
        command("UANA", f"remind {day} 9:00 send GAR"),
        lambda: club.rows("SELECT count(*) FROM reminders WHERE kind = 'own' AND state = 'pending'")[0][0] >= 1,
    )
    await club.step(
        "note",
        command("UANA", "note G-ABCD left brake soft"),
        lambda: club.rows("SELECT count(*) FROM aircraft_notes")[0][0] >= 1,
    )
    await club.step(
        "another day",
        command("UANA", f"move {next_day}"),
        lambda: f"{next_day}T11:00" in first()["flight"]["off_blocks"],
    )
    await until(lambda: "was" in club.card().shown, 40)
    await club.step(
        "in again",
        lambda: team.tap("UDEE", club.card(), "In"),
        lambda: any(a["member"]["id"] == "UDEE" and not a["was"] for a in first()["answers"]),
    )
    await club.step("called off", thread("UANA", "call it off, weather"), lambda: first()["status"] == "cancelled")
    assert len(first()["expenses"]) == 1 and first()["spent"] == 1
    direct = team.dm("UDEE")
    await team.command("UDEE", direct, "forget", "dee")
    everything = "Everything about me"
    await until(lambda: any(everything in m.labels for m in team.from_bot(direct)), 40)
    shown = next(m for m in team.from_bot(direct) if everything in m.labels)
    await club.step(
        "forgotten", lambda: team.tap("UDEE", shown, everything), lambda: "UDEE" not in json.dumps(first())
    )
