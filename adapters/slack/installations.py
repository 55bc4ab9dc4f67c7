"""Keeps the workspaces that installed the app: their tokens encrypted, gone when they uninstall it."""

from __future__ import annotations

import json
import logging
import secrets
import time
from pathlib import Path
from typing import Any

from cryptography.fernet import InvalidToken
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore

from adapters import sealing
from adapters.protocol import KeyValue
from adapters.slack.calls import web_client

INSTALLATION_SECONDS = 400 * 86_400
RENEW_SECONDS = 86_400
STATE_SECONDS = 600

log = logging.getLogger(__name__)


def vault(secret_key: str, data_dir: Path) -> sealing.Vault:
    """What encrypts tokens: from `FLYFUN_SECRET_KEY`, else from a key made once in the data folder."""
    return sealing.vault("flyfun slack tokens", secret_key, data_dir)


class StoredInstallations(AsyncInstallationStore):
    """Bolt's installation store over the channel's values. Only the bot's side is kept, no person's token."""

    def __init__(self, values: KeyValue, locked: sealing.Vault) -> None:
        self._values = values
        self._vault = locked
        self._renewed: dict[str, float] = {}

    @property
    def logger(self) -> logging.Logger:
        return log

    async def async_save(self, installation: Installation) -> None:
        await self.async_save_bot(installation.to_bot())

    async def async_save_bot(self, bot: Bot) -> None:
        where = _where(bot.enterprise_id, bot.team_id, bot.is_enterprise_install)
        body = {
            "app_id": bot.app_id,
            "enterprise_id": bot.enterprise_id,
            "team_id": bot.team_id,
            "team_name": bot.team_name,
            "bot_token": bot.bot_token,
            "bot_id": bot.bot_id,
            "bot_user_id": bot.bot_user_id,
            "bot_scopes": list(bot.bot_scopes),
            "is_enterprise_install": bot.is_enterprise_install,
            "installed_at": bot.installed_at,
        }
        await self._put(where, json.dumps(body))

    async def async_find_bot(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        is_enterprise_install: bool | None = False,
    ) -> Bot | None:
        where = _where(enterprise_id, team_id, bool(is_enterprise_install))
        locked = await self._values.get(where)
        if locked is None:
            return None
        try:
            body: dict[str, Any] = json.loads(self._vault.decrypt(locked.encode()))
            bot = Bot(**body)
        except (InvalidToken, ValueError, TypeError):
            log.error("an installation cannot be read with this FLYFUN_SECRET_KEY; install the app again")
            return None
        if time.monotonic() - self._renewed.get(where, -RENEW_SECONDS) >= RENEW_SECONDS:
            await self._put(where, json.dumps(body))
        return bot

    async def async_find_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,
        is_enterprise_install: bool | None = False,
    ) -> Installation | None:
        bot = await self.async_find_bot(
            enterprise_id=enterprise_id, team_id=team_id, is_enterprise_install=is_enterprise_install
        )
        if bot is None:
            return None
        return Installation(**bot.to_dict_for_copying(), user_id=user_id or "")

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        await self._values.delete(_where(enterprise_id, team_id, False))
        if enterprise_id and not team_id:
            await self._values.delete(_where(enterprise_id, None, True))

    async def async_delete_installation(
        self, *, enterprise_id: str | None, team_id: str | None, user_id: str | None = None
    ) -> None:
        """A person's own part of an installation: nothing of it is kept."""

    async def async_delete_all(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        await self.async_delete_bot(enterprise_id=enterprise_id, team_id=team_id)

    async def _put(self, where: str, body: str) -> None:
        locked = self._vault.encrypt(body.encode()).decode()
        await self._values.set(where, locked, seconds=INSTALLATION_SECONDS)
        self._renewed[where] = time.monotonic()


def _where(enterprise_id: str | None, team_id: str | None, whole_enterprise: bool) -> str:
    return f"installation:{enterprise_id if whole_enterprise else team_id}"


class StoredStates(AsyncOAuthStateStore):
    """The states of installations under way: each works once, for ten minutes."""

    def __init__(self, values: KeyValue) -> None:
        self._values = values

    @property
    def logger(self) -> logging.Logger:
        return log

    async def async_issue(self, *args: Any, **kwargs: Any) -> str:
        state = secrets.token_urlsafe(24)
        await self._values.set(f"oauth:{state}", "open", seconds=STATE_SECONDS)
        return state

    async def async_consume(self, state: str) -> bool:
        if not state or await self._values.get(f"oauth:{state}") is None:
            return False
        first = await self._values.claim(f"oauth-used:{state}", seconds=STATE_SECONDS * 2)
        await self._values.delete(f"oauth:{state}")
        return first


class OneWorkspace(AsyncAuthorize):
    """The workspace of `SLACK_BOT_TOKEN`. Who the bot is there is asked once."""

    def __init__(self, token: str, base_url: str) -> None:
        super().__init__()
        self._token = token
        self._base_url = base_url
        self._identity: AuthorizeResult | None = None
        self.refused = ""

    async def identity(self) -> AuthorizeResult:
        """The bot of the token. Raises what the Web API client raises."""
        if self._identity is None:
            client: Any = web_client(self._base_url, self._token)
            answer: Any = await client.auth_test()
            self._identity = AuthorizeResult(
                enterprise_id=answer.get("enterprise_id"),
                team_id=answer.get("team_id"),
                bot_id=answer.get("bot_id"),
                bot_user_id=answer.get("user_id"),
                bot_token=self._token,
            )
            self.refused = ""
        return self._identity

    async def __call__(self, *, team_id: str | None = None, **_: Any) -> AuthorizeResult | None:
        found = await self.identity()
        return found if team_id in (None, found.team_id) else None

    async def token(self, tenant: str) -> str:
        """Implements `Workspaces`: the token, for its own workspace only."""
        if self.refused or (self._identity is not None and tenant != self._identity.team_id):
            return ""
        return self._token

    async def lost(self, tenant: str, token: str) -> None:
        """Implements `Workspaces`: said in the health line until the program is started with another token."""
        self.refused = "Slack refuses SLACK_BOT_TOKEN"

    async def erase(self, tenant: str, enterprise: str = "") -> None:
        """The app was removed from the workspace."""
        self.refused = "the app was removed from the workspace"


class ManyWorkspaces(AsyncAuthorize):
    """The workspaces that installed the app by themselves."""

    def __init__(self, installations: StoredInstallations) -> None:
        super().__init__()
        self._installations = installations
        self.refused = ""

    async def __call__(
        self, *, context: Any, enterprise_id: str | None, team_id: str | None, **_: Any
    ) -> AuthorizeResult | None:
        bot = await self._installations.async_find_bot(
            enterprise_id=enterprise_id, team_id=team_id, is_enterprise_install=context.is_enterprise_install
        )
        if bot is None:
            return None
        return AuthorizeResult(
            enterprise_id=bot.enterprise_id,
            team_id=team_id or bot.team_id,
            bot_user_id=bot.bot_user_id,
            bot_id=bot.bot_id,
            bot_token=bot.bot_token,
            bot_scopes=bot.bot_scopes,
        )

    async def token(self, tenant: str) -> str:
        """Implements `Workspaces`."""
        bot = await self._installations.async_find_bot(enterprise_id=None, team_id=tenant)
        return bot.bot_token if bot else ""

    async def lost(self, tenant: str, token: str) -> None:
        """Implements `Workspaces`: erase the token, unless a newer one took its place."""
        if await self.token(tenant) == token:
            await self.erase(tenant)

    async def erase(self, tenant: str, enterprise: str = "") -> None:
        """The app was removed from the workspace, or its token revoked."""
        await self._installations.async_delete_all(enterprise_id=enterprise or None, team_id=tenant or None)
