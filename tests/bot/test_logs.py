"""Logs tell what happened to the operator, and nothing about the pilots or the secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from bot import logs

TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"
CANARIES = [
    "CANARY-TEXT-77",
    "CANARY-PERSON-77",
    "+33 6 12 34 56 78",
    TOKEN,
    "xoxb-CANARY-77",
    "hidden-setting-77",
]


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.configure("DEBUG", stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_every_line_is_json_with_level_time_and_logger(out: io.StringIO) -> None:
    structlog.get_logger("bot.app").info("purged", dead_letters=3)
    logging.getLogger("bot.lanes").warning("partition %d was not read", 7)
    first, second = lines(out)
    assert (first["event"], first["dead_letters"], first["level"], first["logger"]) == (
        "purged",
        3,
        "info",
        "bot.app",
    )
    assert (second["event"], second["level"]) == ("partition 7 was not read", "warning")
    assert first["timestamp"].endswith("Z")


def test_texts_people_and_secrets_are_never_logged(out: io.StringIO) -> None:
    logs.hide("hidden-setting-77")
    log = structlog.get_logger("bot.app")
    log.warning(
        "trouble",
        text="CANARY-TEXT-77",
        person="CANARY-PERSON-77",
        phone="+33 6 12 34 56 78",
        chat="CANARY-PERSON-77",
        url=f"https://api.telegram.org/bot{TOKEN}/sendMessage",
        settings={"slack": "xoxb-CANARY-77", "key": "hidden-setting-77"},
    )
    logging.getLogger("somebody.else").error("failed for %s", f"https://api.telegram.org/bot{TOKEN}/getMe")
    for canary in CANARIES:
        assert canary not in out.getvalue()


def test_an_exception_tells_its_kind_and_place_but_not_its_words(out: io.StringIO) -> None:
    text, person = CANARIES[:2]

    def inner() -> None:
        raise ValueError(f"{text} is no number")

    try:
        try:
            inner()
        except ValueError as error:
            raise RuntimeError(person) from error
    except RuntimeError:
        structlog.get_logger("bot.app").exception("job_failed", job="purge")
        logging.getLogger("bot.lanes").exception("a message failed (ref %s)", "3f9a")
    for line in lines(out):
        assert "RuntimeError" in line["exception"] and "ValueError" in line["exception"]
        assert "test_logs.py" in line["exception"] and "inner" in line["exception"]
    assert "CANARY" not in out.getvalue()
    assert "3f9a" in out.getvalue()


def test_libraries_that_talk_of_themselves_are_quiet(out: io.StringIO) -> None:
    for name in ("httpx", "telegram.ext", "apscheduler.scheduler", "uvicorn.error", "alembic.runtime.migration"):
        logging.getLogger(name).info("CANARY-TEXT-77")
    assert out.getvalue() == ""


@pytest.mark.parametrize(
    "text",
    [
        f"GET https://api.telegram.org/bot{TOKEN}/getUpdates",
        "Authorization: Bearer abcdefgh.ijkl",
        "token xoxb-1-abc and xapp-1-def",
        "redis://user:sesame77@db:6379/0",
        "key duffel_live_abcdef and sk-abcdefghijk",
    ],
)
def test_secrets_are_recognised_in_any_text(text: str) -> None:
    scrubbed = logs.scrub(text)
    for secret in (
        TOKEN,
        "abcdefgh.ijkl",
        "xoxb-1-abc",
        "xapp-1-def",
        "sesame77",
        "duffel_live_abcdef",
        "sk-abcdefghijk",
    ):
        assert secret not in scrubbed


class _Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_a_line_is_for_a_person_and_keeps_the_same_silence(out: io.StringIO) -> None:
    screen = _Screen()
    logs.configure("DEBUG", screen)
    structlog.get_logger("bot.x").warning("lane stopped", waited=3, person=CANARIES[1], url=f"x/{TOKEN}")
    told = screen.getvalue()
    assert "lane stopped" in told and "waited" in told and not told.lstrip().startswith("{")
    assert not [canary for canary in CANARIES if canary in told]
    assert out.getvalue() == ""
