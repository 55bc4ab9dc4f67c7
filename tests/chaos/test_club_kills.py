"""Server (with the scheduler), worker and database, each a process of its own, killed with -9 in every step of an outing.

Nothing is lost or doubled.
"""

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
FORGET = "Everything about me"


class Kills:
    """A group, the program beside it, and what its records say."""

    def __init__(self, api: BotApi, folder: Path, dice: random.Random) -> None:
        self.api, self.folder, self.dice = api, folder, dice
        environ = {
            "TELEGRAM_BOT_TOKEN": api.token,
            "TELEGRAM_BASE_URL": api.base_url,
            "TELEGRAM_BASE_FILE_URL": api.base_file_url,
            "FLYFUN_QUIET_HOURS": "00:00-00:01",
        }
        self.program, self.worker = Program(folder, environ), Program(folder, environ, verb="worker")
        self.killed = {"server": 0, "worker": 0, "both": 0, "database": 0}
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

    def count(self, rows: str) -> int:
        """How many rows a table (and what stands behind it) has."""
        file = self.folder / "records.sqlite"
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=20)) as found:
            named = {"room": str(self.room.id)} if ":room" in rows else {}
            return int(found.execute(f"SELECT count(*) FROM {rows}", named).fetchone()[0])

    def cards(self) -> list[Posted]:
        return [
            one
            for one in self.api.shown(self.room)
            if "off blocks" in one.text and any(label.endswith("In") for label in one.labels)
        ]

    async def start(self) -> None:
        await asyncio.to_thread(self.program.start)
        await asyncio.to_thread(self.worker.start)

    async def kill(self) -> None:
        """The server with the scheduler, the worker, or both at once; and start what was killed again."""
        which = self.dice.choice(("server", "worker", "both"))
        self.killed[which] += 1
        gone = [*([self.worker] if which != "server" else []), *([self.program] if which != "worker" else [])]
        for one in gone:
            await asyncio.to_thread(one.kill)
        self.kills += len(gone)
        for one in reversed(gone):
            await asyncio.to_thread(one.start)

    def close(self) -> None:
        self.worker.close()
        self.program.close()

    async def step(
        self, name: str, act: Callable[[], Any], right: Callable[[], bool], *, database: bool = False
    ) -> None:
        """Do it, kill at a random moment, start again, and wait until it is so; then look again that it stays so."""
        act()
        await asyncio.sleep(self.dice.uniform(0.0, 1.2))
        if database:
            os.kill(int((self.folder / "valkey" / "valkey.pid").read_text()), signal.SIGKILL)
            self.killed["database"] += 1
            await asyncio.sleep(self.dice.uniform(0.0, 0.5))
        await self.kill()
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
            kills.close()
            valkey.stop(kills.folder)
    found = tally(STEPS, kills.held, note=f"{kills.kills} kills {kills.killed}, seed {seed}")
    print(found)
    assert (found.lost, found.doubled) == (0, 0), kills.held


STEPS = (
    "1 draft", "1 posted", "3 aircraft", "3 answers", "3 out", "7 sent", "7 received", "5 later", "10 paid", "4 deputy",
    "5 another day", "5 in again", "6 frozen", "6 late", "6 answered", "9 called off", "2 poll", "2 vote", "2 chosen",
    "8 clocks", "12 which", "12 answered", "11 private", "11 kept", "12 kicked", "12 back", "12 resumed", "12 forgotten",
)  # fmt: skip
"""Each with the number of its golden dialogue."""


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

    await kills.step("1 draft", lambda: write("Ana", f"/flyout LFAT {day} 10:00 back 15:30"), drafted)
    await kills.step(
        "1 posted",
        lambda: api.tap(room, kills.person("Ana"), "Post it"),
        lambda: first()["status"] == "open" and len(kills.cards()) == 1,
    )
    await kills.step(
        "3 aircraft",
        lambda: kills.reply("Ben", "I can take three in the Archer"),
        lambda: len(first()["aircraft"]) == 1,
    )

    def all_in() -> None:
        for name in ("Cy", "Dee", "Eve", "Fay"):
            kills.reply(name, "count me in")

    await kills.step(
        "3 answers", all_in, lambda: seated() == ["Cy", "Dee", "Eve"] and len(first()["answers"]) == 5
    )
    await kills.step(
        "3 out", lambda: kills.reply("Dee", "can't make it"), lambda: seated() == ["Cy", "Eve", "Fay"]
    )
    await kills.step(
        "7 sent",
        lambda: kills.reply("Ben", "PPR sent"),
        lambda: job("permission")["state"] == "sent",
        database=True,
    )
    await kills.step(
        "7 received",
        lambda: kills.reply("Ben", "PPR confirmed, ref 17"),
        lambda: (job("permission")["state"], job("permission")["reference"]) == ("received", "ref 17"),
    )
    await kills.step("5 later", lambda: kills.reply("Ana", "one hour later"), lambda: f"{day}T11:00" in at())
    await kills.step(
        "10 paid", lambda: kills.reply("Ben", "I paid 48 for landing"), lambda: len(first()["expenses"]) == 1
    )
    await kills.step("4 deputy", lambda: kills.reply("Ana", "/deputy Ben"), lambda: len(first()["deputies"]) == 1)
    await kills.step(
        "5 another day",
        lambda: write("Ana", f"/move {next_day}"),
        lambda: f"{next_day}T11:00" in at() and first()["schedule"] == 2,
        database=True,
    )
    await until(lambda: "was" in kills.cards()[-1].text, 40)
    await kills.step(
        "5 in again",
        lambda: api.tap(room, kills.person("Cy"), "In"),
        lambda: any(a["member"]["name"] == "Cy" and not a["was"] for a in first()["answers"]),
    )
    await kills.step("6 frozen", lambda: write("Ana", "/freeze"), lambda: first()["status"] == "frozen")
    kills.reply("Eve", "can't make it")
    await until(lambda: any(a["member"]["name"] == "Eve" and a["state"] == "out" for a in first()["answers"]), 40)

    def asked() -> list[Posted]:
        return [one for one in api.shown(room) if one.labels == ("Yes", "No")]

    await kills.step(
        "6 late",
        lambda: kills.reply("Gus", "count me in"),
        lambda: [r["member"]["name"] for r in first()["requests"]] == ["Gus"] and bool(asked()),
    )
    await kills.step(
        "6 answered",
        lambda: api.tap(room, kills.person("Ben"), "No"),
        lambda: not first()["requests"],
    )
    await kills.step(
        "9 called off",
        lambda: kills.reply("Ana", "call it off, weather"),
        lambda: first()["status"] == "cancelled" and not kills.cards(),
    )
    write("Ana", "@FlyFunBot let's fly somewhere next weekend")
    await until(lambda: "Where to" in api.shown(room)[-1].text, 40)
    last = api.shown(room)[-1]
    quoted = {"message_id": last.number, "date": 1, "chat": room.json, "from": api.bot, "text": last.text}
    await kills.step(
        "2 poll",
        lambda: api.write(room, kills.person("Ana"), "Le Touquet", reply_to_message=quoted),
        lambda: (
            [o["status"] for o in kills.outings()] == ["cancelled", "polling"]
            and any("which day?" in one.poll["question"] for one in api.shown(room) if one.poll)
        ),
    )
    await _afterwards(kills)
    assert len(first()["expenses"]) == 1 and first()["spent"] == 1
    assert len(first()["answers"]) == 5


async def _afterwards(kills: Kills) -> None:
    """The poll's winner, the night of the clocks, two outings at once, what is private, and leaving."""
    api, room = kills.api, kills.room
    poll = next(one for one in api.shown(room) if one.poll)

    def second() -> dict[str, Any]:
        return kills.outings()[1]

    await kills.step(
        "2 vote",
        lambda: api.vote(poll, kills.person("Ben"), 0),
        lambda: [len(option["votes"]) for option in second()["options"]] == [1, 0, 0],
    )
    assert poll.poll is not None
    day = str(poll.poll["options"][0]["text"])
    api.tap(room, kills.person("Ana"), "Choose")
    await until(lambda: any(day in one.labels for one in api.shown(room)), 40)
    api.tap(room, kills.person("Ana"), day)
    await until(lambda: any("10:00" in one.labels for one in api.shown(room)), 40)
    await kills.step(
        "2 chosen",
        lambda: api.tap(room, kills.person("Ana"), "10:00"),
        lambda: second()["status"] == "open" and len(kills.cards()) == 1,
    )
    year = datetime.now(UTC).year + 1
    night = max(day for day in range(25, 32) if datetime(year, 3, day, tzinfo=UTC).weekday() == 6)
    api.write(room, kills.person("Ana"), f"/flyout LFAT {year}-03-{night} 01:30 back 15:30")
    await until(lambda: any("does not exist that night" in one.text for one in api.shown(room)), 40)
    await kills.step(
        "8 clocks",
        lambda: api.tap(room, kills.person("Ana"), "Post it"),
        lambda: kills.outings()[2]["status"] == "open" and len(kills.cards()) == 2,
    )
    await kills.step(
        "12 which",
        lambda: api.write(room, kills.person("Ben"), "/in"),
        lambda: any("Which outing" in one.text for one in api.shown(room)),
    )
    label = next(one.labels[0] for one in api.shown(room) if "Which outing" in one.text)
    await kills.step(
        "12 answered",
        lambda: api.tap(room, kills.person("Ben"), label),
        lambda: [len(one["answers"]) for one in kills.outings()[1:]] == [1, 0],
    )
    direct = api.private(kills.person("Ben"))
    await kills.step(
        "11 private",
        lambda: api.write(direct, kills.person("Ben"), f"/currency medical 3 March {year}"),
        lambda: any("Keep it" in one.labels for one in api.shown(direct)),
    )
    await kills.step(
        "11 kept", lambda: api.tap(direct, kills.person("Ben"), "Keep it"), lambda: kills.count("pilot_dates") == 1
    )
    await kills.step(
        "12 kicked",
        lambda: api.membership(room, kills.person("Ana"), "member", "kicked"),
        lambda: kills.count("outings WHERE room LIKE '%:' || :room || ':%'") == 0,
    )
    await kills.step(
        "12 back",
        lambda: api.membership(room, kills.person("Ana"), "kicked", "member"),
        lambda: kills.count("outings WHERE room LIKE '%:' || :room || ':%' AND paused") == 3,
    )
    api.write(room, kills.person("Ana"), "/flyouts")
    await until(lambda: any("Go on" in one.labels for one in api.shown(room)), 40)
    await kills.step(
        "12 resumed",
        lambda: api.tap(room, kills.person("Ana"), "Go on"),
        lambda: kills.count("outings WHERE room LIKE '%:' || :room || ':%' AND NOT paused") == 3,
    )
    api.write(direct, kills.person("Ben"), "/forget")
    await until(lambda: any(FORGET in one.labels for one in api.shown(direct)), 40)
    await kills.step(
        "12 forgotten",
        lambda: api.tap(direct, kills.person("Ben"), FORGET),
        lambda: '"Ben"' not in json.dumps(kills.outings()) and kills.count("pilot_dates") == 0,
    )
