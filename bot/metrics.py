"""What the operator watches: queue age, lanes, answer times by stage, failures by kind."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from adapters.protocol import IncomingMessage, Reply
from agent.protocol import Done
from agent.troubles import Trouble

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_LATE_BUCKETS = (5, 15, 30, 60, 120, 300, 900, 1_800, 3_600)

LAST_ERRORS = 20


@dataclass(frozen=True)
class LastError:
    """When something failed, and what."""

    at: datetime
    what: str


class Metrics:
    """One registry per program; labels never carry a chat, a person or a text."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.waiting = Gauge("flyfun_inbox_waiting", "Messages stored and not answered", registry=self.registry)
        self.queue_age = Gauge("flyfun_inbox_oldest_seconds", "Age of the oldest of them", registry=self.registry)
        self.dead = Gauge("flyfun_inbox_dead", "Messages given up after three tries", registry=self.registry)
        self.lanes = Gauge("flyfun_lanes", "Chats being answered now", registry=self.registry)
        self.answers = Counter("flyfun_answers_total", "Answers", ["channel", "tool"], registry=self.registry)
        self.failures = Counter("flyfun_failures_total", "Failures", ["kind"], registry=self.registry)
        self.outside = Counter(
            "flyfun_outside_failures_total",
            "Failures of outside services, after the last try",
            ["service", "kind"],
            registry=self.registry,
        )
        self.last: deque[LastError] = deque(maxlen=LAST_ERRORS)
        self.stage_seconds = Histogram(
            "flyfun_answer_seconds", "Answer time by stage", ["stage"], buckets=_BUCKETS, registry=self.registry
        )

        self.webhook_seconds = Histogram(
            "flyfun_webhook_seconds",
            "Time until a platform's delivery was acknowledged (ok), refused or failed",
            ["channel", "outcome"],
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self.overdue = Gauge(
            "flyfun_reminder_overdue_seconds", "How long the oldest due reminder waits", registry=self.registry
        )
        self.reminder_late = Histogram(
            "flyfun_reminder_late_seconds",
            "How long after its moment a reminder was sent",
            buckets=_LATE_BUCKETS,
            registry=self.registry,
        )
        self.after_deadline = Counter(
            "flyfun_reminder_after_deadline_total",
            "Reminders sent after the deadline they are of",
            registry=self.registry,
        )
        self.backup_at = Gauge(
            "flyfun_backup_last_timestamp_seconds",
            "When the last backup was whole, 0: never",
            registry=self.registry,
        )
        self.data_age = Gauge(
            "flyfun_data_age_days",
            "Age of a source; renewed: flyfun data update brings it",
            ["source", "renewed"],
            registry=self.registry,
        )
        self.job_at = Gauge(
            "flyfun_job_last_success_timestamp_seconds",
            "When the scheduler's job last ended well here",
            ["job"],
            registry=self.registry,
        )
        self.model_calls = Counter(
            "flyfun_model_calls_total", "Calls of the language model", registry=self.registry
        )
        self.model_tokens = Counter("flyfun_model_tokens_total", "Tokens, both ways", registry=self.registry)
        self.model_usd = Counter(
            "flyfun_model_usd_total", "US dollars, by the configured prices", registry=self.registry
        )
        self.model_notes = Counter(
            "flyfun_model_setbacks_total",
            "Calls that failed, and prose cut because its material does not hold it",
            ["kind"],
            registry=self.registry,
        )

    def count_model(self, done: Done) -> None:
        """Add what the language model did for one answer."""
        self.model_calls.inc(done.model_calls)
        self.model_tokens.inc(done.tokens)
        self.model_usd.inc(done.cost_usd)
        for note in done.notes:
            self.model_notes.labels("ungrounded" if note.startswith("ungrounded") else "failed").inc()

    def reminded(self, due: datetime, latest: datetime | None, at: datetime) -> None:
        """A reminder was sent: how late, and whether after the deadline it is of."""
        self.reminder_late.observe(max(0.0, (at - due).total_seconds()))
        if latest is not None and at > latest:
            self.after_deadline.inc()

    def trouble(self, trouble: Trouble) -> None:
        """Count a failure of an outside service, and keep it among the last errors."""
        self.outside.labels(trouble.service, trouble.kind).inc()
        status = trouble.status if trouble.status is not None else "no answer"
        self.keep(f"{trouble.service}: {trouble.kind}, status {status}")

    def keep(self, what: str) -> None:
        """Remember an error for the operator's page: its kind, never anybody's words."""
        self.last.append(LastError(datetime.now(UTC), what))

    def page(self) -> bytes:
        """The metrics in Prometheus' text format."""
        return generate_latest(self.registry)


Handler = Callable[[IncomingMessage], AsyncIterator[Reply]]


def counted(metrics: Metrics, handler: Handler) -> Handler:
    """The handler's replies, counted and timed; where a reply carries its steps, by stage and tool."""

    async def replies(message: IncomingMessage) -> AsyncIterator[Reply]:
        begun = time.perf_counter()
        waited = (datetime.now(UTC) - message.sent_at).total_seconds()
        metrics.stage_seconds.labels("queue").observe(max(0.0, waited))
        try:
            async for reply in handler(message):
                if reply.final:
                    metrics.stage_seconds.labels("answer").observe(time.perf_counter() - begun)
                    _count_steps(metrics, message, reply)
                yield reply
        except Exception as error:
            metrics.failures.labels(type(error).__name__).inc()
            metrics.keep(f"answer broke: {type(error).__name__}")
            raise

    return replies


def _count_steps(metrics: Metrics, message: IncomingMessage, reply: Reply) -> None:
    tool = "none"
    for frame in reply.frames:
        match frame.name, frame.data:
            case "tool_call_start", {"name": str(name)} if tool == "none":
                tool = name
            case "error", _:
                metrics.failures.labels("refused").inc()
            case "done", data:
                for stage, ms in cast("dict[str, float]", data.get("timings_ms", {})).items():
                    metrics.stage_seconds.labels(stage).observe(ms / 1000)
            case _:
                pass
    metrics.answers.labels(message.chat.channel, tool).inc()
