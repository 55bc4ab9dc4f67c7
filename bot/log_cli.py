"""`flyfun log`: what was asked and how it was answered, where `FLYFUN_CONVERSATION_LOG` keeps it."""

from __future__ import annotations

import json
from datetime import date
from typing import Annotated, Any

import typer

from bot.environ import environ
from bot.settings import Settings

app = typer.Typer(name="log", help="What was asked and how it was answered.", no_args_is_help=True)


@app.callback()
def log() -> None:
    """What was asked and how it was answered."""


@app.command()
def show(
    day: Annotated[str | None, typer.Option(help="one day, like 2026-11-21; all days without it")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the lines as they are kept")] = False,
) -> None:
    """Print the log, oldest first."""
    from bot.conversation_log import open_log

    kept = open_log(Settings.from_environ(environ()))
    if kept is None:
        typer.echo("No log is kept here: set FLYFUN_CONVERSATION_LOG to a folder.", err=True)
        raise typer.Exit(1)
    shown = 0
    for line in kept.lines(_day(day)):
        shown += 1
        typer.echo(json.dumps(line, ensure_ascii=False) if as_json else _short(line))
    if not shown:
        typer.echo("Nothing was written then." if day else "Nothing was written yet.", err=True)


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        typer.echo(f"{text} is not a day: write it like 2026-11-21.", err=True)
        raise typer.Exit(1) from None


def _short(line: dict[str, Any]) -> str:
    """One line for the eye: when, where, what was asked, what ran, what it cost."""
    when, chat = str(line.get("at", ""))[:19], str(line.get("chat", ""))[:6]
    asked = " ".join(str(line.get("asked", "")).split())[:80]
    if line.get("kind") == "feedback":
        return f"{when}  {chat}  {'helpful' if line.get('good') else 'not helpful'}: {asked}"
    tools = ", ".join(f"{tool['name']} {tool['ms']:.0f} ms" for tool in line.get("tools", ())) or "no tool"
    plan: dict[str, Any] = line.get("plan") or {}
    model: dict[str, Any] = line.get("model") or {}
    tokens = model.get("tokens", 0)
    failure = f"  FAILED {line['failure']}" if line.get("failure") else ""
    return f"{when}  {chat}  {asked} · {plan.get('made_by', 'nobody')}: {tools} · {tokens} tokens{failure}"
