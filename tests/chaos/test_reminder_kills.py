"""A trip's reminders, kept by a tap in Telegram and in Slack, come though the program is killed with -9 five times.

None is lost, at most one batch a kill comes twice, and none was put into the quiet hours.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from contracts.path import until
from contracts.program import Program, fresh_folder
from servers.slack import APP_TOKEN, SlackServer
from servers.telegram import BotApi

from adapters.slack.channel import SCOPES
from adapters.slack.inbound import BOT_EVENTS
from bot import valkey
from bot.reminding import MOST_TOGETHER

pytestmark = pytest.mark.chaos
KILLS = 5
FLIGHT = datetime.now(UTC).date() + timedelta(days=9)
TRIP = f"Denham to Le Touquet on {FLIGHT.day} {FLIGHT:%B %Y} at 10:00, back at 13:00, 100 kt"
QUIET = ("06:00", "11:30")
"""Most deadlines of that trip lie in these hours."""


@dataclass
class Told:
    """A private chat with the running program: how to write and tap, and what the bot said."""

    program: Program
    write: Callable[[str], Awaitable[object]]
    tap: Callable[[str], Awaitable[object]]
    shown: Callable[[], list[str]]
    again: Callable[[], Awaitable[object]]

    def rows(self, query: str) -> list[tuple[str, ...]]:
        file = self.program.folder / "records.sqlite"
        with closing(sqlite3.connect(file, timeout=20)) as records:
            found = records.execute(query).fetchall()
            records.commit()
        return found


@asynccontextmanager
async def telegram(folder: Path) -> AsyncIterator[Told]:
    async with BotApi.running() as api:
        environ = {
            "TELEGRAM_BOT_TOKEN": api.token,
            "TELEGRAM_BASE_URL": api.base_url,
            "TELEGRAM_BASE_FILE_URL": api.base_file_url,
        }
        ana = api.person("Ana")
        room = api.private(ana)

        async def write(text: str) -> None:
            api.write(room, ana, text)

        async def tap(label: str) -> None:
            api.tap(room, ana, label)

        async def again() -> None:
            return None

        program = Program(folder, {**environ, "FLYFUN_QUIET_HOURS": "-".join(QUIET)})
        yield Told(program, write, tap, lambda: [one.text for one in api.shown(room)], again)


@asynccontextmanager
async def slack(folder: Path) -> AsyncIterator[Told]:
    async with SlackServer(set(SCOPES), set(BOT_EVENTS)) as server:
        server.retries, server.retry_pause = 40, 0.5
        team = server.workspace("T1")
        environ = {"SLACK_BOT_TOKEN": team.token, "SLACK_APP_TOKEN": APP_TOKEN, "SLACK_BASE_URL": server.url}
        room = team.dm("UANA")

        async def write(text: str) -> None:
            await until(lambda: bool(server.sockets), 60)
            await team.say("UANA", room, text)

        async def tap(label: str) -> None:
            under = [one for one in team.from_bot(room) if label in one.labels][-1]
            await team.tap("UANA", under, label)

        async def again() -> None:
            for one in server.sockets:
                await one.close()

        program = Program(folder, {**environ, "FLYFUN_QUIET_HOURS": "-".join(QUIET)})
        yield Told(program, write, tap, lambda: [one.shown for one in team.from_bot(room)], again)


@pytest.mark.parametrize("channel", [telegram, slack])
async def test_five_kills_lose_no_reminder_of_a_trip(
    channel: Callable[[Path], AsyncIterator[Told]], data_dir: Path, tmp_path: Path
) -> None:
    folder, dice = fresh_folder(tmp_path / "data", data_dir), random.Random(14)
    async with channel(folder) as chat:  # type: ignore[attr-defined]
        try:
            await asyncio.to_thread(chat.program.start)
            await chat.write(TRIP)
            await until(lambda: any("EGLD" in text and "GAR" in text for text in chat.shown()), 60)
            await chat.write("remind me of each")
            await until(lambda: any("reminders" in text and "for EGLD" in text for text in chat.shown()), 60)
            await chat.tap("Remind me")
            await until(lambda: any("set" in text and "for EGLD" in text for text in chat.shown()), 60)
            kept = chat.rows("SELECT id, due, zone FROM reminders WHERE state = 'pending'")
            assert len(kept) >= 8
            clocks = [
                datetime.fromisoformat(due).replace(tzinfo=UTC).astimezone(ZoneInfo(zone)) for _, due, zone in kept
            ]
            assert not [clock for clock in clocks if QUIET[0] <= f"{clock:%H:%M}" < QUIET[1]]
            for place, (reminder, *_) in enumerate(kept):  # their time comes now, one after another
                due = datetime.now(UTC).replace(tzinfo=None) + timedelta(seconds=4 + 2.5 * place)
                chat.rows(
                    f"UPDATE reminders SET due = '{due}', words = 'number-{reminder[:12]}' WHERE id = '{reminder}'"
                )
            for _ in range(KILLS):
                await asyncio.sleep(dice.uniform(1.0, 3.0))
                await asyncio.to_thread(chat.program.kill)
                await chat.again()
                await asyncio.to_thread(chat.program.start)
            await until(lambda: not chat.rows("SELECT id FROM reminders WHERE state = 'pending'"), 120)
            told = [sum(f"number-{reminder[:12]}" in text for text in chat.shown()) for reminder, *_ in kept]
            assert min(told) >= 1, told
            assert sum(count - 1 for count in told) <= KILLS * MOST_TOGETHER, told
            print(f"{len(kept)} reminders, {KILLS} kills, doubled {sum(count - 1 for count in told)}")
        finally:
            chat.program.close()
            valkey.stop(folder)
