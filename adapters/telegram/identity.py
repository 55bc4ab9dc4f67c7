"""Who the bot is on Telegram: asked once, when it is first needed."""

from __future__ import annotations

import asyncio

from telegram import User

from adapters.telegram.api import Api


class Identity:
    """The bot's id is part of its token; its name and rights Telegram must tell."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._me: User | None = None
        self._asking = asyncio.Lock()
        self.id = api.token.partition(":")[0]

    async def me(self) -> User:
        """The bot's own account. Raises TelegramError while Telegram cannot be asked."""
        if self._me is None:
            async with self._asking:  # many updates at once ask together, not each for itself
                if self._me is None:
                    self._me = await self._api.get_me()
        return self._me

    async def refresh(self) -> User:
        """Ask again: its owner may have changed its name or its privacy."""
        self._me = await self._api.get_me()
        return self._me
