"""A chat in the terminal: type a question, or the number of a button."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.style import Style
from rich.text import Text as Words

from adapters.console.drawing import show, tree_of
from adapters.console.files import written
from adapters.console.typing import Read, lines
from adapters.markdown import parse
from adapters.meaning import numbered, taps
from adapters.protocol import Button, Reply, Status

Ask = Callable[[str, str], AsyncIterator[Reply]]
"""Takes the typed text or a tapped button's token, yields snapshots of the reply."""

GREETING = "FlyFun. Ask a question, tap a number, /help for more, /quit to leave."
LEAVE = frozenset({"/quit", "/exit", "quit", "exit"})


async def converse(
    ask: Ask, *, read: Read | None = None, folder: Path | None = None, console: Console | None = None
) -> None:
    """Read lines until the end of input. Maps and files are written to `folder`, where there is one."""
    console = console or Console()
    read = read or lines(console)
    console.print(GREETING, style="dim")
    buttons: Sequence[Button] = ()
    while True:
        try:
            typed = (await read()).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
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
            buttons = _reachable(reply)
            show(console, tree_of(reply.blocks))
            _files(console, reply, folder)
            _labels(console, [button.label for button in buttons])


def print_reply(text: str, labels: Sequence[str], console: Console | None = None) -> None:
    """One answer with its numbered buttons."""
    console = console or Console()
    show(console, parse(text))
    _labels(console, labels)


def _reachable(reply: Reply) -> tuple[Button, ...]:
    """What a number taps: the rows of a list first, so that their numbers are those of its first page."""
    return tuple({button.token: button for button in (*taps(reply.blocks), *reply.buttons)}.values())


def _labels(console: Console, labels: Sequence[str]) -> None:
    if labels:
        console.print(Words(numbered(labels), style="cyan", overflow="fold"), soft_wrap=not console.is_terminal)


def _files(console: Console, reply: Reply, folder: Path | None) -> None:
    if folder is None:
        return
    try:
        for what, file in written(reply.blocks, folder):
            # Unbroken, so that it can be copied where a terminal follows no link.
            console.print(
                Words.assemble((f"{what}: ", "dim"), (str(file), Style(link=file.as_uri()))), soft_wrap=True
            )
    except OSError as error:
        console.print(f"The map could not be written to {folder}: {error.strerror}.", style="dim", markup=False)


def _progress(console: Console, reply: Reply) -> None:
    for block in reply.blocks:
        if isinstance(block, Status) and console.is_terminal:
            console.print(block.text, style="dim", markup=False)
