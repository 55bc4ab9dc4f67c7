"""Telegram: pilots ask in a private chat or in their club's group, by polling or by webhook."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from starlette.routing import BaseRoute
from telegram import WebhookInfo
from telegram.error import TelegramError

from adapters.protocol import Accept, AnswerInline, Health, KeyValue, Memories, MenuCommand, Outbound, SlowDown
from adapters.telegram.api import POLL_SECONDS, connect, outcome, said
from adapters.telegram.identity import Identity
from adapters.telegram.inbound import CHANNEL, allowed_updates
from adapters.telegram.limits import SUSTAINED_SECONDS
from adapters.telegram.menus import set_menus
from adapters.telegram.outbound import SIGN_AFTER_SECONDS, TelegramOutbound
from adapters.telegram.polling import Polling
from adapters.telegram.receiver import Receiver
from adapters.telegram.signs import Signs
from adapters.telegram.webhook import secret_of, webhook_route

WEBHOOK_CONNECTIONS = 40
CHECK_SECONDS = 300.0
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TelegramSettings:
    """What the operator sets. With a `webhook_url` updates are received, without one they are asked for."""

    token: str = field(repr=False)
    webhook_url: str = ""
    webhook_secret: str = field(default="", repr=False)
    base_url: str = "https://api.telegram.org/bot"
    base_file_url: str = "https://api.telegram.org/file/bot"
    drafts: bool = False
    rich: bool = False
    poll_seconds: int = POLL_SECONDS
    first_pause: float = FIRST_PAUSE
    sustained_seconds: float = SUSTAINED_SECONDS
    sign_after_seconds: float = SIGN_AFTER_SECONDS


class TelegramChannel:
    """Implements `adapters.protocol.Channel`."""

    name = CHANNEL

    def __init__(
        self,
        settings: TelegramSettings,
        values: KeyValue,
        menu: Sequence[MenuCommand],
        inline: AnswerInline,
        memories: Memories | None = None,
    ) -> None:
        self._settings = settings
        self._values = values
        self._menu = menu
        self._api = connect(settings.token, settings.base_url, settings.base_file_url)
        self._identity = Identity(self._api)
        self.signs = Signs(self._api)
        commands = [command.name for command in menu]
        self.receiver = Receiver(self._api, self._identity, values, self.signs, inline, commands, memories)
        self._polling = Polling(
            self._api,
            self.receiver,
            wait=settings.poll_seconds,
            pause=settings.first_pause,
            allowed=allowed_updates(drafts=settings.drafts),
        )
        self._webhook = Health(True, "setting the webhook")
        self._hooked = False
        self.outbound: Outbound = TelegramOutbound(
            self._api,
            values,
            self.signs,
            self._identity,
            drafts=settings.drafts,
            sustained=settings.sustained_seconds,
            sign_after=settings.sign_after_seconds,
            rich=settings.rich,
        )

    def routes(self, accept: Accept) -> Sequence[BaseRoute]:
        """The webhook's path, where one is set."""
        if not self._settings.webhook_url:
            return []
        secret = secret_of(self._settings.token, self._settings.webhook_secret)
        return [webhook_route(self._settings.webhook_url, secret, self.receiver, accept)]

    async def run(self, accept: Accept) -> None:
        """Poll, or keep the webhook set, until cancelled."""
        try:
            self.signs.start(self._introduce())
            if self._settings.webhook_url:
                await self._keep_webhook()
            else:
                await self._until_done("the webhook was not taken away", self._no_webhook)
                await self._polling.run(accept)
        finally:
            await self.close()

    def health(self) -> Health:
        return self._webhook if self._settings.webhook_url else self._polling.health()

    async def close(self) -> None:
        """Close the connections; for a channel that does not run."""
        await self.signs.settle()
        await self._api.disconnect()

    async def _introduce(self) -> None:
        """Learn the bot's name and tell Telegram its menus."""
        await self._until_done("the bot's name is not known", self._learn)
        await self._until_done("the menus were not set", self._set_menus)

    async def _learn(self) -> None:
        await self._identity.refresh()

    async def _set_menus(self) -> None:
        await set_menus(self._api, self._values, self._identity.id, self._menu)

    async def _no_webhook(self) -> None:
        await self._api.delete_webhook(drop_pending_updates=False)

    async def _keep_webhook(self) -> None:
        """Set the webhook, and look every few minutes whether it is still ours."""
        while True:
            await self._until_done("the webhook was not set", self._set_webhook)
            await asyncio.sleep(CHECK_SECONDS)

    async def _set_webhook(self) -> None:
        settings = self._settings
        found = await self._api.get_webhook_info()
        if not self._hooked or found.url != settings.webhook_url:
            await self._api.set_webhook(
                settings.webhook_url,
                secret_token=secret_of(settings.token, settings.webhook_secret),
                allowed_updates=allowed_updates(drafts=settings.drafts),
                max_connections=WEBHOOK_CONNECTIONS,
            )
            self._hooked = True
        self._webhook = _delivered(found)

    async def _until_done(self, problem: str, step: Callable[[], Awaitable[None]]) -> None:
        """Repeat a step until Telegram takes it, more and more slowly."""
        pause = self._settings.first_pause
        while True:
            try:
                await step()
            except TelegramError as error:
                meant = outcome(error)
                wait = max(pause, meant.retry_after) if isinstance(meant, SlowDown) else pause
                log.warning("%s; next try in %.1f s (%s)", problem, wait, said(error))
                if self._settings.webhook_url:
                    self._webhook = Health(False, problem, "Check TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_URL.")
                await asyncio.sleep(wait)
                pause = min(LONGEST_PAUSE, pause * 2)
            else:
                return


def _delivered(found: WebhookInfo) -> Health:
    """Whether Telegram gets its updates to us."""
    waiting, failed = found.pending_update_count, found.last_error_date
    if waiting and failed and datetime.now(UTC) - failed < timedelta(seconds=2 * CHECK_SECONDS):
        says = f"Telegram does not reach the webhook ({found.last_error_message}); {waiting} updates wait"
        return Health(False, says, "Check that TELEGRAM_WEBHOOK_URL leads here over HTTPS, from outside.")
    return Health(True, f"webhook set, {waiting} updates wait")
