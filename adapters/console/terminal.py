"""A chat in the terminal: type a question, or the number of a button."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence

from rich.console import Console
from rich.markdown import Markdown

from adapters.protocol import Button, Reply, Sources, Status, Table, Text

Ask = Callable[[str, str], AsyncIterator[Reply]]
"""Takes the typed text or a tapped button's token, yields snapshots of the reply."""

_AFTER_A_LIST = re.compile(r"(?m)^((?:[-*+]|\d+[.)]) .*)\n(?=[^\s])(?!(?:[-*+]|\d+[.)]) )")

GREETING = "FlyFun. Ask a question, tap a number, /help for more, /quit to leave."
LEAVE = frozenset({"/quit", "/exit", "quit", "exit"})


async def converse(ask: Ask) -> None:
    """Read lines until the end of input."""
    console = Console(soft_wrap=True)
    console.print(GREETING, style="dim")
    buttons: Sequence[Button] = ()
    while True:
        try:
            line = await asyncio.to_thread(console.input, "[bold]> [/bold]")
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
        typed = line.strip()
        if not typed:
            continue
        if typed.casefold() in LEAVE:
            return
        token = ""
        if typed.isdecimal() and 1 <= int(typed) <= len(buttons):
            token, typed = buttons[int(typed) - 1].token, ""
        async for reply in ask(typed, token):
            if not reply.final:
                _progress(console, reply)
                continue
            _print(console, reply)
            buttons = reply.buttons


def print_reply(text: str, labels: Sequence[str]) -> None:
    """One answer with its numbered buttons."""
    console = Console(soft_wrap=True)
    console.print(_markdown(text))
    _print_labels(console, labels)


def _print(console: Console, reply: Reply) -> None:
    for block in reply.blocks:
        match block:
            case Text() | Sources():
                console.print(_markdown(block.markdown))
            case Table():
                console.print(_table(block))
            case _:
                pass  # pictures and cards say nothing that the text does not
    _print_labels(console, [button.label for button in reply.buttons])


def _print_labels(console: Console, labels: Sequence[str]) -> None:
    if labels:
        console.print(
            "  ".join(f"[{number}] {label}" for number, label in enumerate(labels, 1)), style="cyan", markup=False
        )


def _progress(console: Console, reply: Reply) -> None:
    for block in reply.blocks:
        if isinstance(block, Status) and console.is_terminal:
            console.print(block.text, style="dim")


def _markdown(text: str) -> Markdown:
    # A single line break is a line break in a chat, and what follows a list is no part of its last item.
    apart = _AFTER_A_LIST.sub(r"\1\n\n", text)
    return Markdown(apart.replace("\n", "  \n"))


def _table(table: Table) -> Markdown:
    head = "| " + " | ".join(table.columns) + " |"
    rule = "|" + "---|" * len(table.columns)
    rows = ["| " + " | ".join(row) + " |" for row in table.rows]
    return Markdown("\n".join([head, rule, *rows]))
