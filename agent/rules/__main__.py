"""Builds the index of the rules: `python -m agent.rules --build [--rules-json FILE]`."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from pathlib import Path

from agent.config import AgentSettings
from agent.errors import AgentError
from agent.rules.book import open_rulebook


def main() -> int:
    """Build both collections; 0 when they are complete, 1 with one sentence on stderr when not."""
    parser = argparse.ArgumentParser(prog="python -m agent.rules", description="Build the index of the rules.")
    parser.add_argument("--build", action="store_true", required=True, help="build what is not up to date")
    parser.add_argument("--rules-json", type=Path, help="a rules file instead of RULES_JSON and data/rules")
    arguments = parser.parse_args()
    settings = AgentSettings.from_environ(os.environ)
    if arguments.rules_json:
        settings = dataclasses.replace(settings, rules_json=arguments.rules_json)

    def progress(name: str, done: int, all_: int) -> None:
        sys.stderr.write(f"\r{name}: {done} of {all_} texts read")
        if done == all_:
            sys.stderr.write("\n")
        sys.stderr.flush()

    try:
        book = open_rulebook(settings)
        number = book.build(progress)
    except AgentError as error:
        sys.stderr.write(f"{error.user_message}\n")
        return 1
    sys.stdout.write(
        f"{len(book.corpus.questions)} questions, {number} answers of {len(book.corpus.countries)} countries "
        f"indexed from {book.corpus.origin}.\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
