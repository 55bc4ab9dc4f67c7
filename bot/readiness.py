"""Whether the program can answer now: its memory, its data, its channels; each problem says what to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog

from agent.aviation.hours import holiday_name
from agent.compiled import DRAWER
from agent.deps import Deps
from agent.errors import AgentError
from agent.protocol import Conversation, Question
from agent.understanding import reader_of
from bot.store import StoreError

if TYPE_CHECKING:
    from bot.app import Program

PRACTICE = (
    "How far is EGTF from LFMD?",
    "airports near Annecy with avgas and customs",
    "what notice does LFAT need on Saturday from the UK?",
    "VFR rules in Germany",
    "Wie weit ist EDNY von LFAT?",
    "aéroports près de Lyon",
    "plan a trip from EGTF to LFAT on Saturday morning, back on Sunday",
    "asdf EGTFx",
)
"""One of each kind: what they do for the first time, the others find done."""
PRACTICE_FIELDS = {"FR": "LFAT", "CH": "LSGS", "DE": "EDNY", "GB": "EGKA", "BE": "EBAW"}

AGAIN_SECONDS = 30.0
"""What could not be read is tried again this often, at most."""

log = structlog.get_logger(__name__)


def read_tables(deps: Deps) -> None:
    """Read what the first questions need, so that no pilot waits for it. Raises AgentError."""
    _ = deps.airports, deps.places, deps.facts, deps.borders, deps.aircraft, deps.rule_countries
    reader_of(deps)


def read_rules(deps: Deps) -> None:
    """Build the rules' index where it is not up to date. Raises AgentError."""
    deps.rules.build()


def practise(deps: Deps) -> None:
    """Do once what a first question of its kind would keep everybody waiting for. Raises AgentError.

    Reading patterns, weights and calendars takes up to half a second each time, two seconds in all; here a thread
    does it, with pauses.
    """
    from agent.understanding.chat import plan_in_chat

    today = deps.now().date()
    reader = reader_of(deps)
    for text in PRACTICE:
        plan_in_chat(Question(text=text, at=deps.now()), Conversation(), reader)
    deps.facts.verdicts("point_of_entry", True)
    for country, icao in PRACTICE_FIELDS.items():
        for notice in deps.facts.of(icao).notices:
            _ = notice.rules
        holiday_name(today, country)
    _ = deps.areas
    DRAWER.add_to_file()


PARTS: dict[str, Callable[[Deps], None]] = {"data": read_tables, "rules": read_rules}


class Reading:
    """What of the data could be read, and what could not."""

    def __init__(self) -> None:
        self.problems: dict[str, str] = {}
        self.data = asyncio.Event()
        """Set once the data was read for the first time, or could not be."""
        self._tried = 0.0

    async def read(self, part: str, deps: Deps) -> bool:
        """Read one of `PARTS`; a failure is logged and remembered until it can be read."""
        self._tried = time.monotonic()
        try:
            await asyncio.to_thread(PARTS[part], deps)
        except AgentError as error:
            log.error(f"{part}_not_read", why=error.user_message)
            self.problems[part] = error.user_message
        else:
            self.problems.pop(part, None)
        if part == "data":
            self.data.set()
        return part not in self.problems

    async def again(self, deps: Deps) -> None:
        """Try once more what failed, when that was a while ago."""
        if time.monotonic() - self._tried >= AGAIN_SECONDS:
            for part in list(self.problems):
                await self.read(part, deps)


async def problems(program: Program) -> dict[str, str]:
    """What keeps the program from answering, by part; empty when it is ready."""
    found: dict[str, str] = {}
    try:
        await program.store.ready()
    except StoreError as error:
        found["memory"] = error.user_message
    await program.reading.again(program.desk.deps)
    found |= program.reading.problems
    for channel in program.channels:
        health = channel.health()
        if not health.ok:
            found[channel.name] = f"{health.says}. {health.do}".removesuffix(". ")
    return found
