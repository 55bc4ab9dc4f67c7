"""The menus of commands: one for private chats, one for groups, each in English, French and German."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from telegram import (
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)

from adapters.protocol import KeyValue, MenuCommand
from adapters.telegram.api import Api
from tongue import later, say, speaking

LANGUAGES = ("", "fr", "de")
"""The first is for everybody whose language is not listed."""

MAX_COMMANDS = 100
MAX_DESCRIPTION = 256
KEPT_SECONDS = 30 * 86_400
_NAME = re.compile(r"[a-z0-9_]{1,32}")

FLY = MenuCommand("fly", later("Ask a question: /fly How far is EGTF from LFMD"))
IN_GROUPS = (
    "help", "flyout", "flyouts", "in", "maybe", "out", "plane", "task", "received", "move", "cancel", "cost",
    "note", "remind", "reminders", "watches", "sources", "reset", "forget",
)  # fmt: skip
"""Settings are a person's own: they are made in private."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The commands of one kind of chat, in one language."""

    scope: BotCommandScope
    language: str
    commands: tuple[BotCommand, ...]


def menus(commands: Sequence[MenuCommand]) -> list[Menu]:
    """Every menu, from the program's commands."""
    in_groups = [FLY, *(command for command in commands if command.name in IN_GROUPS)]
    kinds: list[tuple[BotCommandScope, list[MenuCommand]]] = [
        (BotCommandScopeDefault(), list(commands)),
        (BotCommandScopeAllPrivateChats(), list(commands)),
        (BotCommandScopeAllGroupChats(), in_groups),
    ]
    return [
        Menu(scope, language, tuple(_command(command, language) for command in shown[:MAX_COMMANDS]))
        for scope, shown in kinds
        for language in LANGUAGES
    ]


def _command(command: MenuCommand, language: str) -> BotCommand:
    if not _NAME.fullmatch(command.name):
        raise ValueError(f"Telegram takes no command {command.name!r}")
    with speaking(language):
        return BotCommand(command.name, say(command.summary)[:MAX_DESCRIPTION])


async def set_menus(api: Api, values: KeyValue, bot: str, commands: Sequence[MenuCommand]) -> None:
    """Tell Telegram the menus, unless it was told the same before. Raises TelegramError."""
    wanted = menus(commands)
    said = "\n".join(f"{menu.scope.type} {menu.language} {menu.commands}" for menu in wanted)
    mark = hashlib.blake2b(said.encode(), digest_size=12).hexdigest()
    if await values.get(f"menus:{bot}") == mark:
        return
    for menu in wanted:
        await api.set_my_commands(menu.commands, scope=menu.scope, language_code=menu.language or None)
    await values.set(f"menus:{bot}", mark, seconds=KEPT_SECONDS)
