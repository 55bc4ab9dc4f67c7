"""Writes docs/licences.md: what the locks install and what `data/` is made of, each with its terms."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
_LOCKED = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)
_LONGEST = 60


def licence_of(name: str) -> str:
    """What a package says of itself: the expression, else its classifiers, else the first line of its text."""
    about = metadata.metadata(name)
    expression = about.get("License-Expression")
    classifiers = [
        c.rpartition(" :: ")[2] for c in about.get_all("Classifier") or () if c.startswith("License ::")
    ]
    text = (about.get("License") or "").strip().partition("\n")[0]
    said = expression or ", ".join(c for c in classifiers if c != "OSI Approved") or text
    return said if said and len(said) <= _LONGEST else said[:_LONGEST].rstrip() or "not stated in the package"


def page() -> str:
    """The whole page."""
    server = (ROOT / "requirements-server.lock").read_text("utf-8")
    packages = [
        f"| {name} | {version.rstrip(chr(92)).strip()} | {licence_of(name)} |"
        for name, version in _LOCKED.findall(server)
    ]
    manifest = json.loads((ROOT / "data" / "manifest.json").read_text("utf-8"))
    rows: list[str] = []
    for name, told in sorted(manifest["files"].items()):
        said = (told.get(key) or "–" for key in ("source", "as_of", "licence"))
        rows.append(f"| {name} | {' | '.join(said)} |")
    return "\n".join(
        [
            "# Licences",
            "",
            "Written by `python docs/licences.py`. FlyFun itself: MIT (LICENSE).",
            "python-telegram-bot is LGPL-3: it is imported as it is, and may be replaced in any install.",
            "",
            "## Data",
            "",
            "| file | source | date | terms |",
            "|---|---|---|---|",
            *rows,
            "",
            "What is written by hand names its documents itself (`data/facts/read_*.toml`, `data/rules/` …).",
            "",
            "## Packages",
            "",
            "| package | version | licence, as the package says |",
            "|---|---|---|",
            *packages,
            "",
        ]
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
