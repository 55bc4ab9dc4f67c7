"""`flyfun mcp`: the tools for another program on stdio, and tokens for those that come over HTTP."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

import typer

from bot.environ import environ
from bot.settings import Settings

app = typer.Typer(
    name="mcp", help="Offer the tools to other programs (Model Context Protocol).", add_completion=False
)


@app.callback(invoke_without_command=True)
def stdio(
    context: typer.Context,
    everything: Annotated[
        bool, typer.Option("--all", help="all tools that only read, not the eight usual ones")
    ] = False,
) -> None:
    """Serve one client on stdin and stdout; `flyfun serve` offers the same at /mcp."""
    if context.invoked_subcommand is not None:
        return
    from agent.deps import Deps
    from bot import logs
    from bot.mcp.server import on_stdio

    settings = Settings.from_environ(environ())
    logs.configure(settings.log_level)
    asyncio.run(on_stdio(Deps(settings=settings.agent), "all" if everything else "core"))


@app.command()
def token(name: Annotated[str, typer.Argument(help="whose it is, such as claude")]) -> None:
    """Make a token: the token once, and the line for FLYFUN_API_TOKENS, which holds only its hash."""
    from bot.tokens import Tokens, hashed

    made = secrets.token_urlsafe(32)
    line = f"{name}={hashed(made)}"
    try:
        Tokens.of("", line)
    except ValueError:
        typer.echo("A name has 1 to 40 letters, digits, dots, dashes.", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"token, shown once: {made}\nadd to FLYFUN_API_TOKENS: {line}")
