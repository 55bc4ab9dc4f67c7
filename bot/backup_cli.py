"""`flyfun backup` and `flyfun restore`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from bot.environ import environ
from bot.settings import Settings


def backup(target: Annotated[Path, typer.Argument(help="a folder; the copy gets one of its own in it")]) -> None:
    """Copy what cannot be made again, while the program runs. It holds keys and people's words."""
    from bot.backup import back_up, newest

    copied = asyncio.run(back_up(Settings.from_environ(environ()), target))
    rows = sum(copied.rows.values())
    typer.echo(f"{rows:,} rows and {len(copied.files)} files in {copied.seconds:.1f} s, in {newest(target)}")
    for part in copied.elsewhere:
        typer.echo(f"not in it: {part}")


def restore(
    source: Annotated[
        Path,
        typer.Argument(help="a folder that flyfun backup made, or the one that it was given: the newest counts"),
    ],
) -> None:
    """Put a backup in the place of what is there. Stop the program first. Who was forgotten stays forgotten."""
    from bot.backup import restore as put_back

    done = asyncio.run(put_back(source, Settings.from_environ(environ())))
    typer.echo(f"{sum(done.rows.values()):,} rows are back from {done.source}; forgotten again: {done.forgotten}")
    if done.aside:
        typer.echo(f"What was there is in {done.aside}; delete it when all is well.")
