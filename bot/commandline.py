"""The groups of commands that live beside what they command."""

from __future__ import annotations

import typer

from bot.data_cli import group as data
from bot.inbox_cli import app as inbox
from bot.log_cli import app as log
from bot.mcp_cli import app as mcp
from bot.rules_cli import app as rules
from bot.weather_cli import app as weather

GROUPS: tuple[typer.Typer, ...] = (rules, data, inbox, log, weather, mcp)
"""Each with its own name: `flyfun rules …`, `flyfun data …`, `flyfun weather …` and so on."""
