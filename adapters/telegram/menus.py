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

LANGUAGES = ("", "fr", "de")
"""The first is for everybody whose language is not listed."""

MAX_COMMANDS = 100
MAX_DESCRIPTION = 256
KEPT_SECONDS = 30 * 86_400
_NAME = re.compile(r"[a-z0-9_]{1,32}")

FLY = MenuCommand("fly", "Ask a question: /fly How far is EGTF from LFMD")
IN_GROUPS = (
    "help", "flyout", "flyouts", "in", "maybe", "out", "plane", "task", "received", "move", "cancel", "cost",
    "note", "remind", "reminders", "watches", "sources", "reset", "forget",
)  # fmt: skip
"""Settings are a person's own: they are made in private."""

TRANSLATED: dict[str, dict[str, str]] = {
    "fly": {
        "fr": "Poser une question : /fly How far is EGTF from LFMD",
        "de": "Eine Frage stellen: /fly How far is EGTF from LFMD",
    },
    "start": {"fr": "Ce que je sais faire", "de": "Was ich kann"},
    "help": {"fr": "Comment demander, et les commandes", "de": "Wie man fragt, und die Befehle"},
    "aircraft": {
        "fr": "Votre avion ou vitesse de croisière : /aircraft SR22, /aircraft 140 kt",
        "de": "Ihr Flugzeug oder Reisegeschwindigkeit: /aircraft SR22, /aircraft 140 kt",
    },
    "home": {"fr": "Votre terrain de base : /home EGTF", "de": "Ihr Heimatplatz: /home EGTF"},
    "units": {
        "fr": "Mètres ou pieds d'abord : /units metric, /units aviation",
        "de": "Meter oder Fuß zuerst: /units metric, /units aviation",
    },
    "language": {
        "fr": "La langue de mes réponses : /language fr, /language auto",
        "de": "Die Sprache meiner Antworten: /language de, /language auto",
    },
    "sources": {
        "fr": "D'où viennent les données, et leur âge",
        "de": "Woher die Daten kommen, und wie alt sie sind",
    },
    "reset": {
        "fr": "Oublier cette conversation, garder vos réglages",
        "de": "Dieses Gespräch vergessen, Einstellungen behalten",
    },
    "mydata": {
        "fr": "En privé : ce qui est gardé sur vous",
        "de": "Im privaten Chat: was über Sie gespeichert ist",
    },
    "forget": {
        "fr": "Tout effacer sur vous ou sur ce groupe",
        "de": "Alles über Sie oder diesen Chat löschen",
    },
}


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
    summary = TRANSLATED.get(command.name, {}).get(language, command.summary)
    return BotCommand(command.name, summary[:MAX_DESCRIPTION])


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
