"""`flyfun setup`: asks for what is needed, tries it, and writes `.env`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from bot.environ import dotenv, environ

ASKED = (
    ("TELEGRAM_BOT_TOKEN", "Telegram: the bot's token from @BotFather"),
    ("SLACK_BOT_TOKEN", "Slack: the Bot User OAuth Token (xoxb-…)"),
    ("SLACK_APP_TOKEN", "Slack: the app-level token for Socket Mode (xapp-…)"),
    ("OPENAI_API_KEY", "Language model: an API key (everything works without)"),
    ("FLYFUN_CONTACT", "Who runs this, for the services that ask (an address or a page)"),
)
_ONLY_WITH = {"SLACK_APP_TOKEN": "SLACK_BOT_TOKEN"}


def setup(file: Annotated[Path, typer.Option(help="where to write")] = Path(".env")) -> None:
    """Ask for what is needed, try it, and write it to .env. Empty skips; what is written already stays."""
    typer.echo("Each may be left empty: the web page needs nothing. What is there already is kept.")
    found = dotenv(file)
    for name, says in ASKED:
        if name in _ONLY_WITH and not found.get(_ONLY_WITH[name]):
            continue
        kept = " [kept]" if found.get(name) else ""
        given = typer.prompt(f"{says}{kept}", default="", show_default=False).strip()
        if given:
            found[name] = given
    _try(found)
    write(file, found)
    typer.echo(f"Written to {file}. Start with: flyfun serve")


def _try(found: Mapping[str, str]) -> None:
    """Say what is wrong with it, and what the platforms say; nothing is refused, for it may be mended later."""
    from bot.checks import read  # it reads the agent's behaviour: slow to import, and other commands need it not
    from bot.probes import channels

    said = {**environ(), **found}
    settings, found_wrong = read(said)
    for fault in found_wrong:
        typer.echo(f"{'FAIL' if fault.stops else 'note'} {fault}")
    for finding in asyncio.run(channels(settings)):
        if finding.ok is not None:
            typer.echo(f"{'ok  ' if finding.ok else 'FAIL'} {finding.name}: {finding.says}")


def write(file: Path, values: Mapping[str, str]) -> None:
    """The values as `NAME=value`, other lines of the file kept, readable for this user alone."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    kept = [line for line in lines if line.partition("=")[0].removeprefix("export ").strip() not in values]
    text = "\n".join([*kept, *(f"{name}={_quoted(value)}" for name, value in values.items())]) + "\n"
    fresh = file.with_name(f"{file.name}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as content:
        content.write(text)
    fresh.replace(file)


def _quoted(value: str) -> str:
    """In quotes where it would be read as less than it is: a "#" in it, blanks or quotes around it."""
    return f'"{value}"' if " #" in value or value.startswith("#") or value != value.strip(" '\"") else value
