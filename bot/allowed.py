"""Which chats are served, where the operator limits them."""

from __future__ import annotations

from adapters.protocol import ChatRef


class Allowed:
    """`channel:tenant:chat` of `FLYFUN_ALLOWED_CHATS`, `*` for any; with none, every chat is served.

    The page's chats have names nobody can know before: `web:local:*` serves the page.
    """

    def __init__(self, chats: tuple[str, ...]) -> None:
        self._chats = frozenset(chats)

    def __call__(self, chat: ChatRef) -> bool:
        if not self._chats:
            return True
        whole, any_chat = f"{chat.channel}:{chat.tenant}:{chat.chat}", f"{chat.channel}:{chat.tenant}:*"
        return whole in self._chats or any_chat in self._chats
