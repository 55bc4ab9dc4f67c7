"""Checks every setting before anything starts: what is wrong with it, what that means, what to do."""

from __future__ import annotations

import difflib
import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import getsource
from urllib.parse import SplitResult, urlsplit

from agent.behaviour import load_behaviour
from agent.config import AgentSettings
from agent.errors import AgentError, why_unreadable
from bot.environ import SECRETS
from bot.reach import is_loopback
from bot.settings import Settings
from bot.tokens import SHORTEST

CHANNELS = frozenset({"telegram", "slack", "web"})
SHORTEST_KEY = 16
_TELEGRAM_TOKEN = re.compile(r"\d{5,}:[A-Za-z0-9_-]{30,}")
_WEBHOOK_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_OURS = ("FLYFUN_", "TELEGRAM_", "SLACK_", "AVIATION_AGENT_", "OPENAI_", "COHERE_", "DUFFEL_", "VECTOR_DB_")
_ELSEWHERE = frozenset({"OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ORGANIZATION"})
_NAMES_OF_CODE = re.compile(r'(?:text|path)\(\s*"([A-Z][A-Z0-9_]+)"')


@dataclass(frozen=True)
class Fault:
    """Something wrong with a setting. One that `stops` is refused at the start; others are told and lived with."""

    setting: str
    says: str
    do: str
    stops: bool = True

    def __str__(self) -> str:
        return f"{self.setting} {self.says}. {self.do}."


def faults(settings: Settings, environ: Mapping[str, str]) -> list[Fault]:
    """Everything wrong with the settings that can be seen without asking anybody."""
    found: list[Fault] = []
    for check in (_names, _data, _behaviour, _telegram, _slack, _access, _addresses, _keys):
        found += check(settings, environ)
    return found


@cache
def known_names() -> frozenset[str]:
    """Every name that the code reads."""
    names = {
        name
        for source in (getsource(Settings), getsource(AgentSettings))
        for name in _NAMES_OF_CODE.findall(source)
    }
    return frozenset(names | {f"{name}_FILE" for name in SECRETS})


def _names(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    """A name that is nearly one of ours sets nothing, in silence."""
    for name in sorted(environ):
        if name in known_names() or name in _ELSEWHERE or not name.startswith(_OURS):
            continue
        near = difflib.get_close_matches(name, known_names(), n=1, cutoff=0.6)
        do = f"Did you mean {near[0]}" if near else "The README lists every setting"
        yield Fault(name, "is no setting of FlyFun and does nothing", do, stops=False)


def _data(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    agent = settings.agent
    if not (agent.data / "manifest.json").is_file():
        where = f"is {agent.root}" if environ.get("FLYFUN_ROOT") else f"is not set, and {agent.root}"
        yield Fault(
            "FLYFUN_ROOT",
            f"{where} holds no data/manifest.json",
            "Leave it out, or name the folder of data and configs",
        )
    for name, file in (("AIRPORTS_DB", agent.airports_db), ("RULES_JSON", agent.rules_json)):
        if file is None:
            continue
        try:
            with file.open("rb") as content:
                start = content.read(64)
        except OSError as error:
            yield Fault(name, f"is {file}, and {why_unreadable(error)}", "Give a file that this user may read")
            continue
        if name == "RULES_JSON" and start.lstrip()[:1] not in (b"{", b"[", b"\xef"):
            yield Fault(name, f"is {file}, which is not JSON", "Give a file of rules as JSON")
        if name == "AIRPORTS_DB" and not start.startswith(b"SQLite format 3\0"):
            yield Fault(
                name, f"is {file}, which is not an SQLite database", "Give one with the OurAirports tables"
            )


def _behaviour(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    try:
        load_behaviour(settings.agent)
    except AgentError as error:
        said = error.user_message.rstrip(".").replace(" (AVIATION_AGENT_CONFIG)", "")
        yield Fault(
            "AVIATION_AGENT_CONFIG",
            f"is {settings.agent.behaviour}: {said}",
            f"Name a file of {settings.agent.configs / 'aviation_agent'}, or mend this one",
        )


def _telegram(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    token, url, secret = settings.telegram_token, settings.telegram_webhook_url, settings.telegram_webhook_secret
    if token and not _TELEGRAM_TOKEN.fullmatch(token):
        yield Fault(
            "TELEGRAM_BOT_TOKEN", "is no bot token (those look like 123456:ABC-…)", "Copy it whole from @BotFather"
        )
    for name, value in (("TELEGRAM_WEBHOOK_URL", url), ("TELEGRAM_WEBHOOK_SECRET", secret)):
        if value and not token:
            yield Fault(name, "is set without TELEGRAM_BOT_TOKEN, so Telegram does not run", "Set the token too")
    if secret and token and not url:
        yield Fault(
            "TELEGRAM_WEBHOOK_SECRET",
            "is set without TELEGRAM_WEBHOOK_URL and does nothing",
            "Set both, or neither",
        )
    if secret and not _WEBHOOK_SECRET.fullmatch(secret):
        yield Fault(
            "TELEGRAM_WEBHOOK_SECRET", "has other signs than A-Z a-z 0-9 _ -", "Make one of these, at most 256"
        )
    if url:
        address = _split(url)
        if address is None or address.scheme != "https" or not address.path.strip("/"):
            yield Fault(
                "TELEGRAM_WEBHOOK_URL",
                "is not an https address with a path, so Telegram would not call it",
                "Give one like https://your.host/telegram/webhook",
            )


def _slack(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    many = bool(settings.slack_client_id)
    if settings.slack_bot_token and not (settings.slack_app_token or settings.slack_signing_secret):
        yield Fault(
            "SLACK_BOT_TOKEN",
            "is set alone, so Slack can send but never receives",
            "Add SLACK_APP_TOKEN (Socket Mode) or SLACK_SIGNING_SECRET (HTTP)",
        )
    if many and not (settings.slack_client_secret and settings.slack_signing_secret):
        yield Fault(
            "SLACK_CLIENT_ID",
            "is set without its pair, so nobody can install the app",
            "Set SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET too",
        )
    if not (many or settings.slack_bot_token):
        for name, value in (
            ("SLACK_APP_TOKEN", settings.slack_app_token),
            ("SLACK_SIGNING_SECRET", settings.slack_signing_secret),
            ("SLACK_CLIENT_SECRET", settings.slack_client_secret),
        ):
            if value:
                yield Fault(
                    name, "is set alone, so Slack does not run", "Set SLACK_BOT_TOKEN (or SLACK_CLIENT_ID) too"
                )
    for name, value, begins, where in (
        ("SLACK_BOT_TOKEN", settings.slack_bot_token, "xoxb-", "OAuth & Permissions"),
        ("SLACK_APP_TOKEN", settings.slack_app_token, "xapp-", "Basic Information, App-Level Tokens"),
    ):
        if value and not value.startswith(begins):
            yield Fault(
                name, f"does not begin with {begins}: it is another kind of token", f"Copy it from {where}"
            )


def _access(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    for chat in settings.allowed_chats:
        parts = chat.split(":")
        if len(parts) != 3 or not all(parts) or parts[0] not in CHANNELS:
            yield Fault(
                "FLYFUN_ALLOWED_CHATS",
                f"has {chat!r}, which names no chat, so nobody would be served by it",
                "Write channel:tenant:chat, like telegram:123456:-100200 or web:local:*",
            )
    key = min((part.strip() for part in settings.secret_key.split(",")), key=len)
    if settings.secret_key and len(key) < SHORTEST_KEY:
        yield Fault(
            "FLYFUN_SECRET_KEY",
            f"has {len(key)} signs: a key that short is guessed",
            f"Give {SHORTEST_KEY} or more at random, or leave it out: one is made in the data folder",
        )
    if settings.api_token and len(settings.api_token) < SHORTEST:
        yield Fault(
            "FLYFUN_API_TOKEN",
            f"has {len(settings.api_token)} signs: a token that short is guessed",
            f"Give {SHORTEST} or more at random (flyfun mcp token NAME makes one)",
            stops=not is_loopback(settings.host),
        )
    if settings.oauth_issuer:
        issuer = _split(settings.oauth_issuer)
        inner = issuer is not None and is_loopback(issuer.hostname or "")
        if issuer is None or not issuer.hostname or (issuer.scheme != "https" and not inner):
            says = "is no https address: a token that anybody on the way can read or forge lets all in"
            yield Fault("FLYFUN_OAUTH_ISSUER", says, "Write it as the server's own metadata names it")
        if not settings.public_url:
            says = "is set without FLYFUN_PUBLIC_URL: no token can be meant for this FlyFun"
            yield Fault("FLYFUN_OAUTH_ISSUER", says, "Set FLYFUN_PUBLIC_URL to the address that clients use")
    if not is_loopback(settings.host) and not settings.tokens and not settings.oauth_issuer:
        yield Fault(
            "FLYFUN_API_TOKEN",
            f"is not set and FLYFUN_HOST is {settings.host}: /mcp stays closed, the page is open to all",
            "Set a token, or keep the address behind your own door",
            stops=False,
        )


def _addresses(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    """Each address is one: a scheme that is spoken there, and a host."""
    for name, value in environ.items():
        if not value or name not in known_names() or not name.endswith(("_URL", "_BASE_FILE_URL")):
            continue
        schemes = {"REDIS_URL": {"redis", "rediss", "unix"}, "DATABASE_URL": None}.get(name, {"http", "https"})
        if schemes is None:  # the database says for itself what it cannot read
            continue
        address = _split(value)
        if address is None or address.scheme not in schemes or not (address.hostname or address.scheme == "unix"):
            spoken = " or ".join(f"{scheme}://" for scheme in sorted(schemes))
            yield Fault(name, "is no address", f"Begin with {spoken}, then the host")
    tiles = settings.map_tiles_url
    if tiles:
        blanks = {field for _, field, _, _ in string.Formatter().parse(tiles) if field}
        if not {"x", "y", "z"} <= blanks:
            yield Fault("MAP_TILES_URL", "has no {z}, {x} and {y}, so every tile is the same", "Put them in")


def _keys(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    """Keys that cannot be right: blanks inside, quotes around, another service's."""
    for name in sorted(SECRETS):
        value = environ.get(name, "")
        if value != value.strip() or any(sign in value for sign in "\n\r\t\"'") or " " in value.strip():
            yield Fault(name, "has blanks or quotes in it", "Copy it again, without them")
    duffel = settings.agent.duffel_api_key
    if duffel and not duffel.startswith("duffel_"):
        yield Fault(
            "DUFFEL_API_KEY", "does not begin with duffel_", "Copy the access token from Duffel's dashboard"
        )


def _split(url: str) -> SplitResult | None:
    try:
        address = urlsplit(url)
        _ = address.port
    except ValueError:
        return None
    return address
