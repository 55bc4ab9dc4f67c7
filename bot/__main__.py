"""`python -m bot` is the `flyfun` command."""

from __future__ import annotations

from bot.cli import main

main()
