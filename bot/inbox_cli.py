"""`flyfun inbox …`: messages that could not be answered, and another try for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

import typer

from bot.environ import environ
from bot.settings import Settings

app = typer.Typer(name="inbox", help="Messages that could not be answered.", no_args_is_help=True)


@app.callback()
def inbox() -> None:
    """Messages that could not be answered."""


@app.command()
def dead(
    replay: Annotated[
        list[str] | None, typer.Option("--replay", help="Answer the message of this line again.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Answer all of them again.")] = False,
) -> None:
    """List them, or put them back in line. Oldest first, without what was written."""
    from bot.store import StoreError

    try:
        asyncio.run(_dead(replay or (), everything))
    except StoreError as error:
        typer.echo(error.user_message, err=True)
        raise typer.Exit(1) from None


async def _dead(refs: Sequence[str], everything: bool) -> None:
    from bot.inbox import Inbox
    from bot.store import open_store

    settings = Settings.from_environ(environ())
    async with open_store(settings.redis_url, settings.data_dir) as store:
        box = Inbox(store)
        letters = await box.dead()
        if not refs and not everything:
            for letter in letters:
                channel = letter.message.chat.channel if letter.message else "unreadable"
                when = f"{letter.at:%Y-%m-%d %H:%M}Z"
                typer.echo(f"{letter.ref}  {when}  {channel}  tries {letter.tries}  {letter.reason}")
            if not letters:
                typer.echo("Every message was answered.")
            return
        chosen = [letter.ref for letter in letters] if everything else list(refs)
        missing = [ref for ref in chosen if not await box.replay(ref)]
        back = len(chosen) - len(missing)
        typer.echo(f"{back} {'message is' if back == 1 else 'messages are'} back in line.")
        if missing:
            typer.echo(f"Not there any more: {', '.join(missing)}. List them with flyfun inbox dead.", err=True)
            raise typer.Exit(1)
