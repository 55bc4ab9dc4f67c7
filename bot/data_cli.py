"""`flyfun data`: newer data where there is internet, what is in use, and the way back."""

from __future__ import annotations

import asyncio
import sys

import typer

from agent.errors import AgentError
from bot.environ import environ
from bot.settings import Settings

group = typer.Typer(
    name="data", help="Update the reference data, see what is in use, go back.", no_args_is_help=True
)

LEFT_OUT = 3
"""The exit code of an update that is in use, but without some documents that could not be read."""


@group.command()
def update() -> None:
    """Fetch newer data and put it in use. Every source that is set up, all of it or nothing.

    Ends with 0, with 1 when nothing was changed, with 3 when AIP documents had to be left out.
    """
    from agent.importers.update import update as run_update

    settings = Settings.from_environ(environ())
    try:
        summary = asyncio.run(run_update(settings.agent, _progress))
    except AgentError as error:
        typer.echo(error.user_message, err=True)
        raise typer.Exit(1) from None
    typer.echo(f"In use: {summary.name}")
    for source, line in summary.lines.items():
        typer.echo(f"  {source}: {line}")
    for message in summary.left_out:
        typer.echo(f"Left out: {message}", err=True)
    if summary.left_out:
        raise typer.Exit(LEFT_OUT)


@group.command()
def status() -> None:
    """Say which data is in use, and how old it is. What should be checked is marked."""
    from agent.deps import Deps
    from agent.importers.generations import Generations

    settings = Settings.from_environ(environ())
    sets = Generations(settings.data_dir)
    typer.echo(f"In use: {sets.current.name if sets.current else 'the shipped data'}")
    for source, line in sets.summary().items():
        typer.echo(f"  {source}: {line}")
    for source in Deps(settings=settings.agent).all_sources():
        when = f"{source.as_of:%d %b %Y}" if source.as_of else "no date"
        typer.echo(f"  {source.name}: {when}{' (old: check)' if source.stale else ''}")


@group.command()
def rollback() -> None:
    """Go back to the set before the one in use."""
    from agent.importers.generations import Generations

    try:
        typer.echo(f"In use: {Generations(Settings.from_environ(environ()).data_dir).rollback()}")
    except AgentError as error:
        typer.echo(error.user_message, err=True)
        raise typer.Exit(1) from None


def _progress(label: str, share: float) -> None:
    """A bar on stderr, at a terminal only."""
    if sys.stderr.isatty():
        filled = round(30 * min(1.0, share))
        end = "\n" if share >= 1 else ""
        sys.stderr.write(f"\r{label:<24} [{'#' * filled}{'.' * (30 - filled)}] {share:4.0%}{end}")
        sys.stderr.flush()
