"""The groups of commands that live beside what they command."""

from __future__ import annotations

import typer

from bot.data_cli import group as data
from bot.inbox_cli import app as inbox
from bot.log_cli import app as log
from bot.rules_cli import app as rules

GROUPS: tuple[typer.Typer, ...] = (rules, data, inbox, log)
"""Each with its own name: `flyfun rules …`, `flyfun data …`, `flyfun inbox …`, `flyfun log …`."""
