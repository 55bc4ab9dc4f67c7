"""Calls Slack's Web API for one workspace, and says in the channel's own words what went wrong.

calls = Calls(base_url, workspaces, pulse)
await calls.send(tenant, "chat_postMessage", channel=…)   # never retried here: raises ChannelError
await calls.read(tenant, "files_info", file=…)            # waits out rate limits by itself
await calls.respond(url, body)                            # a response_url
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.protocol import ChannelError, ChatGone, NotDelivered, SlowDown, Unanswered
from adapters.slack.reading import text_at

SECONDS = 20
DEFAULT_RETRY_AFTER = 30.0

QUIET = logging.getLogger("slack_sdk.flyfun")
QUIET.setLevel(logging.ERROR)
"""For the library: below this it logs bodies and addresses."""

NO_UNFURL = {"unfurl_links": False, "unfurl_media": False}

NOT_A_MEMBER = frozenset({"not_in_channel", "channel_not_found", "restricted_action"})
DEAD_TOKEN = frozenset(
    {"token_revoked", "account_inactive", "invalid_auth", "token_expired", "not_authed", "app_uninstalled"}
)
GONE = frozenset(
    {
        *NOT_A_MEMBER,
        *DEAD_TOKEN,
        "is_archived",
        "user_disabled",
        "cannot_dm_bot",
        "messages_tab_disabled",
        "team_not_found",
        "team_access_not_granted",
        "access_denied",
    }
)
SLOW = frozenset({"ratelimited", "rate_limited", "message_limit_exceeded"})
BAD_BLOCKS = frozenset(
    {
        "invalid_blocks",
        "invalid_blocks_format",
        "msg_blocks_too_long",
        "msg_too_long",
        "invalid_arguments",
        "markdown_text_conflict",
        "unsupported_block_type",
        "slack_file_not_found",
        "invalid_slack_file",
    }
)


class Refused(ChannelError):
    """Slack answered with an error that this module has no other word for; `code` is Slack's."""

    def __init__(self, code: str) -> None:
        super().__init__(f"Slack answered {code}")
        self.code = code


class Workspaces(Protocol):
    """The tokens of the workspaces in which the app is installed."""

    async def token(self, tenant: str) -> str:
        """The bot token; empty when the app is not installed there."""
        ...

    async def lost(self, tenant: str, token: str) -> None:
        """Slack refuses this token for good: forget it."""
        ...

    async def erase(self, tenant: str, enterprise: str = "") -> None:
        """The app was removed from this workspace: forget its token."""
        ...


@dataclass
class Pulse:
    """What the health line says of the traffic. Times are of the monotonic clock, 0 for never."""

    heard: float = 0.0
    slow_downs: int = 0
    slowed: float = 0.0

    def beat(self) -> None:
        """Something arrived from Slack."""
        self.heard = time.monotonic()

    def slow_down(self) -> None:
        """Slack asked to wait."""
        self.slow_downs += 1
        self.slowed = time.monotonic()

    def says(self) -> str:
        """The traffic in words."""
        now = time.monotonic()
        told = [f"last heard {now - self.heard:.0f} s ago" if self.heard else "nothing heard yet"]
        if self.slow_downs:
            told.append(f"rate limited {self.slow_downs} times, last {now - self.slowed:.0f} s ago")
        return ", ".join(told)


class _Counting(AsyncRateLimitErrorRetryHandler):
    """Slack's own handler of rate limits, counted for the health line."""

    def __init__(self, pulse: Pulse) -> None:
        super().__init__(max_retry_count=2)
        self._pulse = pulse

    async def prepare_for_next_attempt_async(self, **given: Any) -> None:
        self._pulse.slow_down()
        await super().prepare_for_next_attempt_async(**given)


def web_client(
    base_url: str, token: str | None = None, *, pulse: Pulse | None = None, seconds: int = SECONDS
) -> AsyncWebClient:
    """A client of this server; with `pulse` it waits out rate limits, without it tries once only."""
    handlers = [_Counting(pulse)] if pulse else []
    return AsyncWebClient(
        token=token, base_url=base_url, timeout=seconds, logger=QUIET, retry_handlers=[*handlers]
    )


class Calls:
    """The outgoing side of every part of the channel."""

    def __init__(self, base_url: str, workspaces: Workspaces, pulse: Pulse) -> None:
        self.base_url = base_url
        self.pulse = pulse
        self._workspaces = workspaces

    async def send(self, tenant: str, method: str, **values: Any) -> Mapping[str, Any]:
        """One call that must not be made twice. Raises ChannelError, `Refused` for what is left."""
        token = await self._token(tenant)
        return await self._call(web_client(self.base_url, token), tenant, token, method, values)

    async def read(self, tenant: str, method: str, seconds: int = SECONDS, **values: Any) -> Mapping[str, Any]:
        """One call that may be made again. Raises ChannelError, `Refused` for what is left."""
        token = await self._token(tenant)
        client = web_client(self.base_url, token, pulse=self.pulse, seconds=seconds)
        return await self._call(client, tenant, token, method, values)

    async def respond(self, url: str, body: Mapping[str, Any]) -> None:
        """Post to a response URL. Raises ChannelError."""
        if not self._may_post_to(url):
            raise Refused("response_url_of_another_host")
        client = AsyncWebhookClient(url, timeout=SECONDS, logger=QUIET, retry_handlers=[])
        try:
            answer = await client.send_dict(dict(body))
        except aiohttp.ClientConnectorError as error:
            raise NotDelivered("Slack cannot be reached") from error
        except (TimeoutError, aiohttp.ClientError) as error:
            raise Unanswered("Slack's answer was lost") from error
        if answer.status_code == 429:
            raise self._slow_down(answer.headers)
        if answer.status_code >= 500:
            raise NotDelivered(f"Slack answered {answer.status_code}")
        if answer.status_code != 200:
            raise Refused(answer.body.strip()[:60] or str(answer.status_code))

    async def upload(self, url: str, content: bytes) -> None:
        """Send a file's bytes where Slack wants them. Raises ChannelError, `Refused` for what is left."""
        if not self._may_post_to(url):
            raise Refused("upload_url_of_another_host")
        seconds = aiohttp.ClientTimeout(total=SECONDS)
        try:
            async with (
                aiohttp.ClientSession(timeout=seconds, trust_env=True) as session,
                session.post(url, data=content) as answer,
            ):
                status = answer.status
        except (TimeoutError, aiohttp.ClientError) as error:  # nothing of it is seen before it is shared
            raise NotDelivered("a file could not be sent to Slack") from error
        if status >= 500 or status == 429:
            raise NotDelivered(f"Slack answered {status}")
        if status != 200:
            raise Refused(str(status))

    async def _token(self, tenant: str) -> str:
        token = await self._workspaces.token(tenant)
        if not token:
            raise ChatGone("the app is not installed in this workspace")
        return token

    async def _call(
        self, client: AsyncWebClient, tenant: str, token: str, method: str, values: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        try:
            answer = await getattr(client, method)(**values)
        except SlackApiError as error:
            raise await self._failure(error, tenant, token) from error
        except aiohttp.ClientConnectorError as error:
            raise NotDelivered("Slack cannot be reached") from error
        except (TimeoutError, aiohttp.ClientError) as error:
            raise Unanswered("Slack's answer was lost") from error
        except SlackClientError as error:  # the library's own checks, and an upload that was not taken
            raise Refused(type(error).__name__) from error
        return answer.data

    async def _failure(self, error: SlackApiError, tenant: str, token: str) -> ChannelError:
        status, code = _answered(error)
        if status == 429 or code in SLOW:
            return self._slow_down(cast(Any, error).response.headers)
        if status >= 500 or code in ("internal_error", "fatal_error", "service_unavailable", "request_timeout"):
            return NotDelivered(f"Slack answered {status} {code}".strip())
        if code in DEAD_TOKEN:
            await self._workspaces.lost(tenant, token)
        return ChatGoneBecause(code) if code in GONE else Refused(code or str(status))

    def _slow_down(self, headers: Mapping[str, Any]) -> SlowDown:
        self.pulse.slow_down()
        return SlowDown(retry_after(headers))

    def _may_post_to(self, url: str) -> bool:
        """Only to Slack, or to the server that stands in for it."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.scheme == "https" and (host == "slack.com" or host.endswith(".slack.com")):
            return True
        return parts.netloc == urlsplit(self.base_url).netloc


class ChatGoneBecause(ChatGone):
    """`ChatGone`, with Slack's own word for why."""

    def __init__(self, code: str) -> None:
        super().__init__(f"Slack answered {code}")
        self.code = code


def _answered(error: SlackApiError) -> tuple[int, str]:
    response: Any = cast(Any, error).response
    status = getattr(response, "status_code", 0) or getattr(response, "status", 0)
    return int(status or 0), code_of(error)


def code_of(error: SlackApiError) -> str:
    """Slack's word for what went wrong; empty when its answer was none of the API's."""
    data: object = getattr(cast(Any, error).response, "data", None)
    return text_at(cast(Mapping[str, Any], data), "error") if isinstance(data, Mapping) else ""


def retry_after(headers: Mapping[str, Any]) -> float:
    """The seconds of a Retry-After header, whatever its case."""
    for name, value in headers.items():
        if name.lower() == "retry-after" and str(value).strip().isdecimal():
            return max(1.0, float(value))
    return DEFAULT_RETRY_AFTER
