"""Asks Telegram for updates and never gives up: an update is confirmed only after it was stored."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, cast

from telegram.error import Conflict, InvalidToken, TelegramError

from adapters.protocol import Accept, Health, NotStored, SlowDown
from adapters.telegram.api import Api, outcome, said
from adapters.telegram.receiver import Receiver

LONGEST_PAUSE = 30.0
SILENT_SECONDS = 90.0
"""Without an answer from Telegram for this long, the bot is deaf."""

TAKEN = "another program polls with this bot's token, or its webhook is set"
UNKNOWN = "Telegram does not know this bot's token"
NOT_STORED = "updates cannot be stored"
SILENT = "Telegram is not answering"
TO_DO = {
    TAKEN: "Stop the other program, or give this one a bot of its own.",
    UNKNOWN: "Set TELEGRAM_BOT_TOKEN to the token that BotFather shows.",
    NOT_STORED: "See to the memory first.",
    SILENT: "Check that this machine reaches TELEGRAM_BASE_URL; polling goes on by itself.",
}

log = logging.getLogger(__name__)


class Polling:
    """One consumer of the bot's updates."""

    def __init__(self, api: Api, receiver: Receiver, *, wait: int, pause: float, allowed: list[str]) -> None:
        self._api = api
        self._receiver = receiver
        self._wait = wait
        self._allowed = allowed
        self._first_pause = self._pause = pause
        self._offset: int | None = None
        self._heard = time.monotonic()
        self._trouble = ""

    async def run(self, accept: Accept) -> None:
        """Until cancelled."""
        while True:
            try:
                await self._once(accept)
            except TelegramError as error:
                await self._rest(error)
            except Exception as error:
                log.exception("polling failed and goes on: %s", type(error).__name__)
                await self._rest(error)
            else:
                self._pause = self._first_pause

    async def _once(self, accept: Accept) -> None:
        updates = await self._api.raw_updates(self._offset, self._wait, self._allowed)
        self._heard, self._trouble = time.monotonic(), ""
        lines: dict[str, list[dict[str, Any]]] = {}
        for raw in updates:
            if not isinstance(raw, dict):
                await self._receiver.take(raw, accept)  # dropped, with a word in the log
                continue
            update = cast("dict[str, Any]", raw)
            lines.setdefault(_room(update), []).append(update)
        stored: dict[int, bool] = {}
        outcomes = await asyncio.gather(
            *(self._take(line, accept, stored) for line in lines.values()), return_exceptions=True
        )
        for number in sorted(stored):
            if not stored[number]:
                break
            self._offset = number + 1  # confirmed by the next request
        for error in outcomes:
            if error is not None:
                raise error

    async def _take(self, line: list[dict[str, Any]], accept: Accept, stored: dict[int, bool]) -> None:
        """Take the updates of one room in, one after another, until one is not stored."""
        for update in line:
            number = update.get("update_id")
            if isinstance(number, int):
                stored[number] = False
            await self._receiver.take(update, accept)
            if isinstance(number, int):
                stored[number] = True

    async def _rest(self, error: Exception) -> None:
        pause = self._pause
        self._pause = min(LONGEST_PAUSE, self._pause * 2)
        match error:
            case Conflict():
                self._trouble = TAKEN
            case InvalidToken():
                self._trouble = UNKNOWN
            case NotStored():
                self._trouble = NOT_STORED
            case TelegramError():
                self._trouble = SILENT
                if isinstance(meant := outcome(error), SlowDown):
                    pause = max(pause, meant.retry_after)
            case _:
                self._trouble = "an update cannot be taken in"
        log.warning("%s; next try in %.1f s (%s)", self._trouble, pause, said(error))
        await asyncio.sleep(pause)

    def health(self) -> Health:
        """Not well when nothing was heard for a while."""
        silent = time.monotonic() - self._heard
        if (self._trouble and silent > SILENT_SECONDS / 3) or silent > SILENT_SECONDS:
            says = f"{self._trouble or 'polling hangs'}; last heard {silent:.0f} s ago"
            return Health(False, says, TO_DO.get(self._trouble, "Restart the program."))
        return Health(True, f"polling, last heard {silent:.0f} s ago")


def _room(update: dict[str, Any]) -> str:
    """Whose turn an update waits for: that of its chat, else of its person."""
    for given in update.values():
        if not isinstance(given, dict):
            continue
        one = cast("dict[str, Any]", given)
        inside = one["message"] if isinstance(one.get("message"), dict) else one
        for name in ("chat", "from", "user"):
            if isinstance(found := inside.get(name), dict):
                return f"{name} {cast('dict[str, Any]', found).get('id')}"
    return ""
