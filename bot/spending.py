"""Keeps what the language model may cost in a day, and counts what it did cost, for the day and for each chat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import structlog

from adapters.protocol import ChatRef
from agent.protocol import Done
from bot.keys import digest
from bot.metrics import Metrics
from bot.settings import Settings
from bot.store import Store, StoreError, open_store

TWO_DAYS = 2 * 86_400
NO_CAP = 1e15

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens and US dollars of one day (UTC)."""

    tokens: int = 0
    usd: float = 0.0


class Spending:
    """Implements `agent.llm.model.Budget` on the store, for all processes. A cap of 0 is no cap."""

    def __init__(self, store: Store, cap_usd: float, metrics: Metrics | None = None) -> None:
        self._store = store
        self._cap = cap_usd
        self._metrics = metrics

    async def reserve(self, usd: float) -> bool:
        """Set an amount aside. Where the store fails nothing may be spent: the template answers."""
        if self._cap <= 0:
            return True
        try:
            return await self._store.reserve(_today("model-usd"), usd, cap=self._cap, seconds=TWO_DAYS)
        except StoreError as error:
            log.warning("budget_not_read", why=error.user_message)
            return False

    async def settle(self, reserved: float, spent: float) -> None:
        """Put back what was set aside and not spent."""
        if self._cap > 0:
            await self._add(_today("model-usd"), spent - reserved)

    async def note(self, chat: ChatRef, done: Done) -> None:
        """Count what the model did for one answer."""
        if self._metrics is not None:
            self._metrics.count_model(done)
        if not done.model_calls:
            return
        for name in (_today("all"), _today(digest(str(chat)))):
            await self._add(f"{name}-tokens", done.tokens)
            await self._add(f"{name}-usd", done.cost_usd)

    async def today(self, chat: ChatRef | None = None) -> Spent:
        """What was used today, by one chat or by all."""
        name = _today("all" if chat is None else digest(str(chat)))
        tokens, usd = await self._store.reserved(f"{name}-tokens"), await self._store.reserved(f"{name}-usd")
        return Spent(round(tokens), usd)

    async def _add(self, name: str, amount: float) -> None:
        try:
            await self._store.reserve(name, amount, cap=NO_CAP, seconds=TWO_DAYS)
        except StoreError as error:
            log.warning("spending_not_counted", why=error.user_message)


class BriefSpending:
    """The same budget for a command that opens the store only when a model is to be asked."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._cap = settings.agent.daily_budget_usd

    async def reserve(self, usd: float) -> bool:
        """Set an amount aside; see `Spending.reserve`."""
        if self._cap <= 0:
            return True
        try:
            async with open_store(self._settings.redis_url, self._settings.data_dir) as store:
                return await Spending(store, self._cap).reserve(usd)
        except StoreError as error:
            log.warning("budget_not_read", why=error.user_message)
            return False

    async def settle(self, reserved: float, spent: float) -> None:
        """Put back what was set aside and not spent."""
        if self._cap <= 0:
            return
        try:
            async with open_store(self._settings.redis_url, self._settings.data_dir) as store:
                await Spending(store, self._cap).settle(reserved, spent)
        except StoreError as error:
            log.warning("spending_not_counted", why=error.user_message)


def _today(name: str) -> str:
    return f"{name}-{datetime.now(UTC):%Y-%m-%d}"
