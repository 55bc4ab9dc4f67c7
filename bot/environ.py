"""Where settings come from: the environment, a `.env` file beside it, and files that hold one secret each."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from agent import regex as re
from bot.settings import SettingsError

_LINE = re.compile(r"(?:export\s+)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)\s*=\s*(?P<value>.*)")
_LARGEST_SECRET = 65_536
SECRETS = frozenset(
    {
        "FLYFUN_SECRET_KEY",
        "FLYFUN_API_TOKEN",
        "FLYFUN_API_TOKENS",
        "REDIS_URL",
        "DATABASE_URL",
        "TELEGRAM_BOT_TOKEN",
        "TELEGRAM_WEBHOOK_SECRET",
        "SLACK_BOT_TOKEN",
        "SLACK_APP_TOKEN",
        "SLACK_SIGNING_SECRET",
        "SLACK_CLIENT_SECRET",
        "OPENAI_API_KEY",
        "COHERE_API_KEY",
        "DUFFEL_API_KEY",
        "OPEN_METEO_API_KEY",
        "OPENAIP_API_KEY",
    }
)
"""Each may also be given as `NAME_FILE`: a file that holds it, as container platforms hand secrets over."""


def environ(given: Mapping[str, str] | None = None, folder: Path | None = None) -> dict[str, str]:
    """The settings by name. What the environment says wins over `.env`, a file of a secret over nothing.

    Raises `SettingsError` for a file that cannot be read.
    """
    said = dict(os.environ if given is None else given)
    found = {**dotenv((folder or Path.cwd()) / ".env"), **{name: value for name, value in said.items() if value}}
    for name in SECRETS:
        file = found.get(f"{name}_FILE")
        if file and not found.get(name):
            found[name] = _secret(f"{name}_FILE", Path(file).expanduser())
            del found[f"{name}_FILE"]  # one that stays is not read, and the checks tell so
    return found


def dotenv(file: Path) -> dict[str, str]:
    """The lines `NAME=value` of a file, quotes around a value taken off; empty where there is no file."""
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} cannot be read: make it readable for this user, or take it away.") from error
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise SettingsError(f"{file}, line {number}: write NAME=value.")
        found[match["name"]] = _unquoted(match["value"].strip())
    return found


def _unquoted(value: str) -> str:
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return "" if value.startswith("#") else value.partition(" #")[0].rstrip()


def _secret(name: str, file: Path) -> str:
    try:
        with file.open("rb") as content:
            return content.read(_LARGEST_SECRET).decode().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{name} is {file}, and that cannot be read: give a file that this user may read."
        ) from error
