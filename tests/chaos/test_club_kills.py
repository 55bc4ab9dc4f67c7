"""`flyfun serve` and its database killed with -9 in the middle of every step of an outing: nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from contracts.path import until
from contracts.program import Program, fresh_folder
from contracts.tally import tally
from servers.telegram import BotApi, Posted, Room

from bot import valkey

pytestmark = pytest.mark.chaos
STEP_SECONDS = 60.0


class Kills:
    """A group, the program beside it, and what its records say."""

    def __init__(self, api: BotApi, folder: Path, dice: random.Random) -> None:
        self.api, self.folder, self.dice = api, folder, dice
        self.program = Program(
            folder,
            {
                "TELEGRAM_BOT_TOKEN": api.token,
                "TELEGRAM_BASE_URL": api.base_url,
                "TELEGRAM_BASE_FILE_URL": api.base_file_url,
                "FLYFUN_QUIET_HOURS": "00:00-00:01",
            },
        )
        self.room: Room = api.group("Flying club")
        self.people: dict[str, dict[str, Any]] = {}
        self.kills = 0
        self.held: list[str] = []
        self.doubled: list[str] = []

    def person(self, name: str) -> dict[str, Any]:
        return self.people.setdefault(name, self.api.person(name))

    def outings(self) -> list[dict[str, Any]]:
        """The outings as the records hold them, the oldest first."""
        file = self.folder / "records.sqlite"
        if not file.exists():
            return []
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=20)) as found:
            rows = found.execute("SELECT state FROM outings ORDER BY number").fetchall()
        return [json.loads(state) for (state,) in rows]

    def cards(self) -> list[Posted]:
        return [
            one
            for one in self.api.shown(self.room)
            if "off blocks" in one.text and any(label.endswith("In") for label in one.labels)
        ]

    async def start(self) -> None:
        await asyncio.to_thread(self.program.start)

    async def step(
        self, name: str, act: Callable[[], Any], right: Callable[[], bool], *, database: bool = False
    ) -> None:
        """Do it, kill at a random moment, start again, and wait until it is so; then look again that it stays so."""
        act()
        await asyncio.sleep(self.dice.uniform(0.0, 1.2))
        if database:
            os.kill(int((self.folder / "valkey" / "valkey.pid").read_text()), signal.SIGKILL)
            await asyncio.sleep(self.dice.uniform(0.0, 0.5))
        await asyncio.to_thread(self.program.kill)
        self.kills += 1
        await self.start()
        begin = time.monotonic()
        while not right():
            if time.monotonic() - begin > STEP_SECONDS:
                shown = [one.text[:90] for one in self.api.shown(self.room)][-6:]
                raise AssertionError(f"{name}: {json.dumps(self.outings())[-1500:]} {shown}")
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.5)
        if right():
            self.held.append(name)

    def reply(self, name: str, text: str) -> None:
        shown = [(one.number, one.text[:70], one.labels) for one in self.api.shown(self.room)]
        assert self.cards(), json.dumps(shown[-5:])
        card = self.cards()[-1]
        quoted = {
            "message_id": card.number,
            "date": 1,
            "chat": self.room.json,
            "from": self.api.bot,
            "text": card.text,
        }
        self.api.write(self.room, self.person(name), text, reply_to_message=quoted)


async def test_a_club_loses_nothing_to_kills_in_the_middle_of_each_step(data_dir: Path, tmp_path: Path) -> None:
    seed = int(os.environ.get("FLYFUN_TEST_SEED", "0")) or random.SystemRandom().randrange(1, 10**6)
    day = (datetime.now(UTC) + timedelta(days=6)).date()
    async with BotApi.running() as api:
        kills = Kills(api, fresh_folder(tmp_path / "club", data_dir), random.Random(seed))
        try:
            await _outing(kills, day.isoformat(), (day + timedelta(days=1)).isoformat())
        finally:
            kills.program.close()
            valkey.stop(kills.folder)
    found = tally(STEPS, kills.held, note=f"{kills.kills} kills, seed {seed}")
    print(found)
    assert (found.lost, found.doubled) == (0, 0), kills.held


STEPS = (
    "draft", "posted", "aircraft", "answers", "out", "sent", "received", "later", "paid", "deputy", "another day", "in again",
    "frozen", "called off", "poll",
)  # fmt: skip


async def _outing(kills: Kills, day: str, next_day: str) -> None:
    api, room = kills.api, kills.room

    def first() -> dict[str, Any]:
        found = kills.outings()
        return found[0] if found else {}

    def seated() -> list[str]:
        return sorted(a["member"]["name"] for a in first()["answers"] if a["aircraft"])

    def job(kind: str) -> dict[str, Any]:
        return next(j for j in first()["jobs"] if j["kind"] == kind)

    def at() -> str:
        return str(first()["flight"]["off_blocks"])

    await kills.start()
    api.write(api.private(kills.person("Ana")), kills.person("Ana"), "/home EGTF")
    api.write(api.private(kills.person("Ana")), kills.person("Ana"), "/aircraft PA28")
    await until(lambda: len(api.shown(api.private(kills.person("Ana")))) >= 2, 40)

    def write(name: str, text: str) -> None:
        api.write(room, kills.person(name), text)

    def drafted() -> bool:
        buttons = [one for one in api.shown(room) if "Post it" in one.labels]
        return len(kills.outings()) == 1 and len(buttons) >= 1

    await kills.step("draft", lambda: write("Ana", f"/flyout LFAT {day} 10:00 back 15:30"), drafted)
    await kills.step(
        "posted",
        lambda: api.tap(room, kills.person("Ana"), "Post it"),
        lambda: first()["status"] == "open" and len(kills.cards()) == 1,
    )
    await kills.step(
        "aircraft",
        lambda: kills.reply("Ben", "I can take three in the Archer"),
        lambda: len(first()["aircraft"]) == 1,
    )

    def all_in() -> None:
        for name in ("Cy", "Dee", "Eve", "Fay"):
            kills.reply(name, "count me in")

    await kills.step("answers", all_in, lambda: seated() == ["Cy", "Dee", "Eve"] and len(first()["answers"]) == 5)
    await kills.step("out", lambda: kills.reply("Dee", "can't make it"), lambda: seated() == ["Cy", "Eve", "Fay"])
    await kills.step(
        "sent", lambda: kills.reply("Ben", "PPR sent"), lambda: job("permission")["state"] == "sent", database=True
    )
    await kills.step(
        "received",
        lambda: kills.reply("Ben", "PPR confirmed, ref 17"),
        lambda: (job("permission")["state"], job("permission")["reference"]) == ("received", "ref 17"),
    )
    await kills.step("later", lambda: kills.reply("Ana", "one hour later"), lambda: f"{day}T11:00" in at())
    await kills.step(
        "paid", lambda: kills.reply("Ben", "I paid 48 for landing"), lambda: len(first()["expenses"]) == 1
    )
    await kills.step("deputy", lambda: kills.reply("Ana", "/deputy Ben"), lambda: len(first()["deputies"]) == 1)
    await kills.step(
        "another day",
        lambda: write("Ana", f"/move {next_day}"),
        lambda: f"{next_day}T11:00" in at() and first()["schedule"] == 2,
        database=True,
    )
    await until(lambda: "was" in kills.cards()[-1].text, 40)
    await kills.step(
        "in again",
        lambda: api.tap(room, kills.person("Cy"), "In"),
        lambda: any(a["member"]["name"] == "Cy" and not a["was"] for a in first()["answers"]),
    )
    await kills.step("frozen", lambda: write("Ana", "/freeze"), lambda: first()["status"] == "frozen")
    await kills.step(
        "called off",
        lambda: kills.reply("Ana", "call it off, weather"),
        lambda: first()["status"] == "cancelled" and not kills.cards(),
    )
    write("Ana", "@FlyFunBot let's fly somewhere next weekend")
    await until(lambda: "Where to" in api.shown(room)[-1].text, 40)
    asked = api.shown(room)[-1]
    quoted = {"message_id": asked.number, "date": 1, "chat": room.json, "from": api.bot, "text": asked.text}
    await kills.step(
        "poll",
        lambda: api.write(room, kills.person("Ana"), "Le Touquet", reply_to_message=quoted),
        lambda: (
            [o["status"] for o in kills.outings()] == ["cancelled", "polling"]
            and any("which day?" in one.poll["question"] for one in api.shown(room) if one.poll)
        ),
    )
    assert len(first()["expenses"]) == 1 and first()["spent"] == 1
    assert len(first()["answers"]) == 5
