"""What the alerts of the operator rest on: acknowledged deliveries, late reminders, the last backup, ages of data."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from contracts.reminded import NOW, Sent, message_of, proposal
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from adapters.protocol import WEBHOOK, NotStored
from agent.config import AgentSettings
from agent.deps import Deps, MemoryCache
from bot.health import http_app, tell_ages
from bot.metrics import Metrics
from bot.records import SqlRecords, open_records
from bot.reminders import Reminders
from bot.reminding import Postman
from bot.settings import Settings
from bot.store import Store


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


async def test_a_delivery_is_timed_by_how_it_ends_and_other_paths_are_not() -> None:
    async def webhook(request: Request) -> Response:
        status = int(request.query_params["status"])
        if status == 599:
            raise NotStored("no")
        return Response(status_code=status)

    async def page(request: Request) -> Response:
        return Response()

    metrics = Metrics()
    told = [Route("/hook", webhook, methods=["POST"], name=WEBHOOK), Route("/", page)]
    channel = SimpleNamespace(name="telegram", routes=lambda accept: told)
    program: Any = SimpleNamespace(channels=[channel], accept=None, metrics=metrics)
    app = httpx.ASGITransport(app=http_app(program))
    async with httpx.AsyncClient(transport=app, base_url="http://here") as client:
        ended = [(await client.post(f"/hook?status={status}")).status_code for status in (200, 200, 401, 503, 599)]
        await client.get("/")
    assert ended == [200, 200, 401, 503, 503]
    counts = {
        outcome: value(metrics, "flyfun_webhook_seconds_count", channel="telegram", outcome=outcome)
        for outcome in ("ok", "refused", "failed")
    }
    assert counts == {"ok": 2, "refused": 1, "failed": 2}
    assert value(metrics, "flyfun_webhook_seconds_bucket", channel="telegram", outcome="ok", le="0.5") == 2


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[SqlRecords]:
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as opened:
        yield opened


async def test_the_oldest_due_reminder_is_told_unless_it_is_held_for_a_quiet_hour(records: SqlRecords) -> None:
    reminders = Reminders(records)
    await reminders.keep(message_of(), proposal(1, 2))
    assert await reminders.overdue(NOW) == 0
    late = NOW + timedelta(hours=1, minutes=5)
    assert await reminders.overdue(late) == 300
    (claimed,) = await reminders.claim(late)
    assert await reminders.overdue(late) == 300  # somebody tries, nothing is sent yet
    await reminders.hold(claimed.id, late + timedelta(hours=6))
    assert await reminders.overdue(late) == 0
    assert await reminders.overdue(NOW + timedelta(hours=2, minutes=1)) == 60
    (other,) = await reminders.claim(NOW + timedelta(hours=2, minutes=1))
    await reminders.sent(other.id, NOW)
    assert await reminders.overdue(NOW + timedelta(hours=2, minutes=1)) == 0


async def test_how_late_a_reminder_goes_out_is_counted_and_whether_after_its_deadline(
    records: SqlRecords, store: Store
) -> None:
    reminders, metrics = Reminders(records), Metrics()
    await reminders.keep(message_of(), proposal(1, latest=2))
    await reminders.keep(message_of("ben"), proposal(3, latest=3))
    for moment in (NOW + timedelta(hours=1, seconds=10), NOW + timedelta(hours=3, minutes=4)):
        await Postman(reminders, store, Sent(), lambda at=moment: at, metrics.reminded).tick()
    assert value(metrics, "flyfun_reminder_late_seconds_count") == 2
    assert value(metrics, "flyfun_reminder_late_seconds_bucket", le="60.0") == 1
    assert value(metrics, "flyfun_reminder_after_deadline_total") == 1


def test_the_age_of_each_dated_source_is_told_and_whether_an_update_brings_it(
    data_dir: Path, tmp_path: Path
) -> None:
    deps = Deps(AgentSettings(data_dir=data_dir), cache=MemoryCache())
    folder = tmp_path / "updates" / "20260301"
    folder.mkdir(parents=True)
    (folder.parent / "current").write_text("20260301")
    (folder / "manifest.json").write_text('{"files": {}}')
    (folder / "summary.json").write_text(json.dumps({"VAC France (SIA)": "12 facts"}))
    metrics = Metrics()
    settings = replace(deps.settings, data_dir=tmp_path)
    day = datetime(2026, 11, 6, 12, tzinfo=UTC)
    known: Any = SimpleNamespace(
        settings=settings, airports=deps.airports, all_sources=deps.all_sources, now=lambda: day
    )
    tell_ages(known, metrics)
    of = deps.airports.source
    assert of.as_of is not None
    name = "flyfun_data_age_days"
    assert value(metrics, name, source=of.name, renewed="yes") == (day.date() - of.as_of).days
    assert value(metrics, name, source="VAC France (SIA)", renewed="yes") == 92
    assert value(metrics, name, source="FAA NASR, 6 Aug 2026", renewed="no") == 92


def test_ages_that_cannot_be_read_leave_the_program_running(tmp_path: Path) -> None:
    metrics = Metrics()
    tell_ages(Deps(AgentSettings(root=tmp_path, data_dir=tmp_path), cache=MemoryCache()), metrics)
    assert "flyfun_data_age_days{" not in metrics.page().decode()
