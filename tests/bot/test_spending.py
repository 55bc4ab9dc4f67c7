"""What the language model may cost in a day, and what it did cost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from adapters.protocol import ChatRef
from agent.config import AgentSettings
from agent.errors import UnreadableSetting
from agent.protocol import Answer, Conversation, Done
from bot.metrics import Metrics
from bot.settings import Settings
from bot.spending import BriefSpending, Spending, Spent
from bot.store import Store

CHAT, OTHER = ChatRef("telegram", "1", "42"), ChatRef("telegram", "1", "43")


def _done(tokens: int, usd: float, *notes: str, calls: int = 1) -> Done:
    return Done(Conversation(), Answer(text="x"), model_calls=calls, tokens=tokens, cost_usd=usd, notes=notes)


async def test_ten_at_once_never_pass_the_days_cap(store: Store) -> None:
    spending = Spending(store, 1.0)
    allowed = await asyncio.gather(*(spending.reserve(0.3) for _ in range(10)))
    assert sum(allowed) == 3


async def test_what_was_not_spent_is_there_again(store: Store) -> None:
    spending = Spending(store, 1.0)
    assert await spending.reserve(0.9)
    assert not await spending.reserve(0.2)
    await spending.settle(0.9, 0.1)
    assert await spending.reserve(0.85)
    assert not await spending.reserve(0.1)


async def test_no_cap_means_no_limit(store: Store) -> None:
    assert await Spending(store, 0).reserve(1e6)


async def test_a_store_that_is_gone_allows_nothing_and_raises_nothing(tmp_path: Path) -> None:
    settings = Settings(
        agent=AgentSettings(data_dir=tmp_path, daily_budget_usd=1.0), redis_url="redis://127.0.0.1:1"
    )
    brief = BriefSpending(settings)
    assert not await brief.reserve(0.1)
    await brief.settle(0.1, 0.0)


async def test_tokens_and_dollars_are_counted_by_chat_and_day(store: Store) -> None:
    metrics = Metrics()
    spending = Spending(store, 5.0, metrics)
    await spending.note(CHAT, _done(1200, 0.01))
    await spending.note(CHAT, _done(300, 0.002, "ungrounded: rules", "failed: planner: deadline"))
    await spending.note(OTHER, _done(100, 0.001))
    await spending.note(OTHER, _done(0, 0.0, calls=0))
    assert await spending.today(CHAT) == Spent(1500, pytest.approx(0.012))
    assert await spending.today() == Spent(1600, pytest.approx(0.013))
    page = metrics.page().decode()
    assert "flyfun_model_calls_total 3.0" in page
    assert "flyfun_model_tokens_total 1600.0" in page
    assert 'flyfun_model_setbacks_total{kind="ungrounded"} 1.0' in page
    assert 'flyfun_model_setbacks_total{kind="failed"} 1.0' in page


@pytest.mark.parametrize("text", ["much", "-1", "nan", "inf"])
def test_a_budget_that_is_no_amount_is_named(text: str) -> None:
    with pytest.raises(UnreadableSetting, match="FLYFUN_DAILY_BUDGET_USD"):
        AgentSettings.from_environ({"FLYFUN_DAILY_BUDGET_USD": text})
