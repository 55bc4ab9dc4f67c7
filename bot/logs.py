"""Logs as JSON lines on stderr, readable on a terminal, without what people wrote, who they are, or any secret."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any, TextIO, cast

import structlog

from agent import regex as re

HIDDEN = "…"
PERSONAL = frozenset(
    {"text", "question", "answer", "markdown", "chat", "person", "name", "phone", "email", "token", "handle"}
)
"""Fields that carry what people wrote or who they are; never logged."""

# A Telegram token in an URL, Slack tokens, bearer headers, keys of the services, addresses with passwords.
_SECRETS = re.compile(
    r"bot\d{5,}:[\w-]{20,}|\b\d{6,}:[A-Za-z0-9_-]{30,}|xox[a-z]-[\w-]+|xapp-[\w-]+|(?i:bearer)\s+[\w.~+/=-]+"
    r"|duffel_(?:test|live)_[\w-]+|sk-[\w-]{8,}|://[^\s/:@]+:[^\s/@]+@"
)

_added: set[str] = set()


def hide(secret: str) -> None:
    """Never log this value: a token or key of the settings."""
    if len(secret) >= 6:
        _added.add(secret)


def scrub(text: str) -> str:
    """`text` without anything that looks like a secret, or that was given to `hide`."""
    for secret in _added:
        text = text.replace(secret, HIDDEN)
    return _SECRETS.sub(HIDDEN, text)


def configure(level: str, stream: TextIO | None = None) -> None:
    """One JSON line per event on `stream` (stderr), for structlog and the standard library alike.

    On a terminal a line is for a person: time, level, what happened, and its fields in colours.
    """
    chosen = stream or sys.stderr
    renderer = _for_a_person() if chosen.isatty() else structlog.processors.JSONRenderer(ensure_ascii=False)
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _where_it_broke,
        _without_people,
        _without_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(chosen)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _without_secrets,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # These name full addresses, bodies or tokens at their lower levels, or talk of themselves.
    for noisy in (
        "httpx",
        "aiosqlite",
        "filelock",
        "httpcore",
        "telegram",
        "slack_sdk",
        "slack_bolt",
        "openai",
        "chromadb",
        "asyncio",
        "urllib3",
        "uvicorn",
        "apscheduler",
        "alembic",
    ):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True


def _for_a_person() -> Any:
    return structlog.dev.ConsoleRenderer(colors=sys.platform != "win32", pad_event_to=0)


def _where_it_broke(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The kind and place of an exception, without its words: they may be a pilot's."""
    error = _exception(event.pop("exc_info", None))
    told: list[str] = []
    while error is not None and len(told) < 5:
        stack = "".join(traceback.format_tb(error.__traceback__))
        told.append(f"{type(error).__module__}.{type(error).__qualname__}\n{stack}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if told:
        event["exception"] = "after ".join(told)
    return event


def _exception(given: object) -> BaseException | None:
    """What `exc_info` stands for, in each of its forms."""
    if isinstance(given, tuple):
        given = cast("tuple[object, ...]", given)[1]
    if given is True:
        given = sys.exc_info()[1]
    return given if isinstance(given, BaseException) else None


def _without_people(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for field in PERSONAL & event.keys():
        event[field] = HIDDEN
    return event


def _without_secrets(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for field, value in event.items():
        if isinstance(value, str):
            event[field] = scrub(value)
        elif isinstance(value, (list, tuple, dict)):
            event[field] = scrub(str(value))  # pyright: ignore[reportUnknownArgumentType]
    return event
