"""Telegram's Bot API as this channel calls it, and what each of its refusals means for a message."""

from __future__ import annotations

import logging
import os
import re
import ssl
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import Any

import httpx
from telegram import Bot
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    PassportDecryptionError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.request import HTTPXRequest

from adapters.protocol import ChannelError, ChatGone, NotDelivered, SlowDown, Unanswered
from adapters.telegram.gate import Gate

POLL_SECONDS = 25
CONNECTIONS = 64
MOST_CALLS = 29
"""Telegram takes 30 calls a second of a bot."""

SIGNS = frozenset({"sendChatAction", "setMessageReaction"})
"""They go before what waits: who asks for one has looked whether there is room, or cannot wait any more."""

FLOOD_SECONDS = 5.0
"""To wait after a "too many requests" that does not say how long."""

# Permanent: nothing more can be written there by this bot.
_CLOSED = re.compile(
    r"chat not found|bot was (?:kicked|blocked)|user is deactivated|peer_id_invalid|chat_write_forbidden"
    r"|have no rights to send a message|not enough rights to send text|group chat was deactivated"
    r"|topic_closed|chat_restricted|bot is not a member|bot can't initiate",
    re.IGNORECASE,
)
_SECRET = re.compile(r"(?:bot)?\d{3,}:[\w-]{6,}")
# The connection was never made, so nothing was sent.
_NOT_SENT = ("ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError", "UnsupportedProtocol")


class Api(Bot):
    """python-telegram-bot's calls, and some of its own: updates as they came, so that one bad update cannot
    hold up the others, and no more calls within a second than Telegram takes of a bot."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._gate = Gate(MOST_CALLS)

    def busy(self) -> int:
        """How many calls left or arrived within the last second, or wait to leave."""
        return self._gate.busy()

    async def _do_post(self, endpoint: str, data: dict[str, Any], **more: Any) -> Any:
        if "chat_id" not in data:
            return await super()._do_post(endpoint, data, **more)
        await self._gate.enter(urgent=endpoint in SIGNS)
        try:
            return await super()._do_post(endpoint, data, **more)
        finally:
            self._gate.leave()

    async def raw_updates(self, offset: int | None, wait: int, allowed: list[str]) -> list[Any]:
        """Updates from `offset` on, waiting up to `wait` seconds for the first. Raises TelegramError."""
        asked = {"offset": offset, "timeout": wait, "limit": 100, "allowed_updates": allowed}
        found = await self._post("getUpdates", asked, read_timeout=wait + 10.0)
        return found if isinstance(found, list) else []  # pyright: ignore[reportUnknownVariableType]

    async def send_rich(self, chat: str, blocks: Sequence[Mapping[str, Any]], **more: Any) -> int:
        """Send a rich message; its id. Raises TelegramError, of a server older than 10.1 `InvalidToken`."""
        given = {name: value for name, value in more.items() if value is not None}
        body = {"chat_id": chat, "rich_message": {"blocks": [*blocks]}, **given}
        sent = await self._post("sendRichMessage", body)
        return int(sent["message_id"]) if isinstance(sent, dict) else 0  # pyright: ignore[reportUnknownArgumentType]

    async def disconnect(self) -> None:
        """Close the connections."""
        for request in self._request:
            await request.shutdown()


@cache
def _trusted() -> ssl.SSLContext:
    """Reading the world's certificates takes a quarter of a second: once is enough."""
    return httpx.create_ssl_context()


def connect(token: str, base_url: str, base_file_url: str) -> Api:
    """The calls of one bot. Opens no connection yet."""
    # Without this the library answers a "retry after" with a deprecation warning.
    os.environ.setdefault("PTB_TIMEDELTA", "true")
    # At lower levels these log addresses, which contain the token, and what people wrote.
    for name in ("httpx", "httpcore", "telegram"):
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.level, logging.WARNING))
    request = HTTPXRequest(
        connection_pool_size=CONNECTIONS,
        connect_timeout=5.0,
        read_timeout=15.0,
        write_timeout=15.0,
        pool_timeout=5.0,
        media_write_timeout=30.0,
        httpx_kwargs={"verify": _trusted()},
    )
    polling = HTTPXRequest(
        connection_pool_size=1,
        connect_timeout=5.0,
        read_timeout=POLL_SECONDS + 10.0,
        httpx_kwargs={"verify": _trusted()},
    )
    return Api(token, base_url, base_file_url, request=request, get_updates_request=polling)


# --- what a refusal means -----------------------------------------------------------------------------


def _retry_after(error: TelegramError) -> ChannelError:
    waited = error.retry_after if isinstance(error, RetryAfter) else FLOOD_SECONDS
    return SlowDown(waited.total_seconds() if isinstance(waited, timedelta) else float(waited))


def _migrated(error: TelegramError) -> ChannelError:
    moved_to = str(error.new_chat_id) if isinstance(error, ChatMigrated) else ""
    return ChatGone("the group became a supergroup", moved_to)


def _gone(error: TelegramError) -> ChannelError:
    return ChatGone(said(error))


def _bad_request(error: TelegramError) -> ChannelError:
    return ChatGone(said(error)) if _CLOSED.search(error.message) else NotDelivered(said(error))


def _not_taken(error: TelegramError) -> ChannelError:
    return NotDelivered(said(error))


def _network(error: TelegramError) -> ChannelError:
    if "Too Many Requests" in error.message:
        return SlowDown(FLOOD_SECONDS)
    cause = error.__cause__
    if cause is None or isinstance(cause, TelegramError) or type(cause).__name__ in _NOT_SENT:
        return NotDelivered(said(error))  # an answer with an error code, or no connection at all
    return Unanswered(said(error))


def _unreadable(error: TelegramError) -> ChannelError:
    return Unanswered(said(error))


OUTCOMES: dict[type[TelegramError], Callable[[TelegramError], ChannelError]] = {
    RetryAfter: _retry_after,
    ChatMigrated: _migrated,
    Forbidden: _gone,
    BadRequest: _bad_request,
    TimedOut: _network,
    NetworkError: _network,
    Conflict: _not_taken,
    InvalidToken: _not_taken,
    EndPointNotFound: _not_taken,
    PassportDecryptionError: _not_taken,
    TelegramError: _unreadable,  # an answer that is no JSON
}
"""Every error of the library, by its own class."""


def outcome(error: TelegramError) -> ChannelError:
    """What a refused or failed call means for the message it carried."""
    return OUTCOMES.get(type(error), _unreadable)(error)


def said(error: Exception) -> str:
    """The error in one line for a log, without the token."""
    return _SECRET.sub("…", f"{type(error).__name__}: {error}")[:200]


def says(error: TelegramError, *words: str) -> bool:
    """Whether Telegram refused a request in one of these words."""
    return isinstance(error, BadRequest) and any(word in error.message.lower() for word in words)
