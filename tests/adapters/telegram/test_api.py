"""Every error of the library has a meaning for the message it met."""

from __future__ import annotations

import inspect

import httpx
import pytest
from telegram import error as library
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut

from adapters.protocol import ChatGone, NotDelivered, SlowDown, Unanswered
from adapters.telegram.api import OUTCOMES, outcome, said

ERRORS = [
    found
    for _, found in inspect.getmembers(library, inspect.isclass)
    if issubclass(found, TelegramError) and found.__module__ == library.__name__
]


@pytest.mark.parametrize("error", ERRORS)
def test_no_error_of_the_library_is_unmapped(error: type[TelegramError]) -> None:
    assert error in OUTCOMES


def caused(error: NetworkError, cause: Exception) -> NetworkError:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (NetworkError("Too Many Requests"), SlowDown),
        (Forbidden("Forbidden: bot was blocked by the user"), ChatGone),
        (BadRequest("Bad Request: chat not found"), ChatGone),
        (BadRequest("Bad Request: not enough rights to send text messages to the chat"), ChatGone),
        (BadRequest("Bad Request: TOPIC_CLOSED"), ChatGone),
        (BadRequest("Bad Request: something new"), NotDelivered),
        (NetworkError("Bad Gateway"), NotDelivered),
        (caused(NetworkError("x"), httpx.ConnectError("refused")), NotDelivered),
        (caused(TimedOut(), httpx.ConnectTimeout("slow")), NotDelivered),
        (caused(TimedOut(), httpx.PoolTimeout("full")), NotDelivered),
        (caused(TimedOut(), httpx.ReadTimeout("slow")), Unanswered),
        (caused(NetworkError("x"), httpx.ReadError("reset")), Unanswered),
        (caused(NetworkError("x"), httpx.RemoteProtocolError("gone")), Unanswered),
        (TelegramError("Invalid server response"), Unanswered),
    ],
    ids=str,
)
def test_what_a_refusal_means(error: TelegramError, meaning: type[Exception]) -> None:
    assert type(outcome(error)) is meaning


@pytest.mark.parametrize("opted_in", ["true", "false"])
@pytest.mark.filterwarnings("ignore:.*retry_after")
def test_how_long_to_wait_is_read_in_both_of_the_librarys_forms(
    opted_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", opted_in)
    meaning = outcome(RetryAfter(7))
    assert isinstance(meaning, SlowDown) and meaning.retry_after == 7.0


def test_a_log_line_never_holds_the_token() -> None:
    line = said(NetworkError("https://api.telegram.org/bot7000000001:AAEcanary_Token/sendMessage failed"))
    assert "canary" not in line and "sendMessage failed" in line
