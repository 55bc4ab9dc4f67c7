"""Checks the settings of the chat apps: tokens, pairs, and whether a webhook can be called at all."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping
from urllib.parse import SplitResult

from agent import regex as re
from bot.faults import Fault, address_of
from bot.reach import is_loopback
from bot.settings import Settings

_TELEGRAM_TOKEN = re.compile(r"\d{5,}:[A-Za-z0-9_-]{30,}")
_WEBHOOK_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_SIGNING_SECRET = re.compile(r"[0-9a-f]{32}")
WEBHOOK_PORTS = frozenset({443, 80, 88, 8443})
"""Telegram calls no other (Bot API, setWebhook)."""


def telegram(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
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
        address = address_of(url)
        if address is None or address.scheme != "https" or not address.path.strip("/"):
            yield Fault(
                "TELEGRAM_WEBHOOK_URL",
                "is not an https address with a path, so Telegram would not call it",
                "Give one like https://your.host/telegram/webhook",
            )
        elif settings.telegram_base_url == Settings.telegram_base_url:
            yield from _reachable_by_telegram(address)


def _reachable_by_telegram(address: SplitResult) -> Iterator[Fault]:
    """What Telegram's own servers can call: four ports, and a host of the open internet."""
    host = address.hostname or ""
    if (address.port or 443) not in WEBHOOK_PORTS:
        yield Fault(
            "TELEGRAM_WEBHOOK_URL",
            f"has port {address.port}, and Telegram calls 443, 80, 88 and 8443 alone",
            "Let one of these lead to this program",
        )
    try:
        inner = ipaddress.ip_address(host).is_private
    except ValueError:
        inner = is_loopback(host) or "." not in host
    if inner:
        yield Fault(
            "TELEGRAM_WEBHOOK_URL",
            f"names {host}, which Telegram cannot reach from outside",
            "Give the address by which the internet reaches this program, or leave it out to poll",
        )


def slack(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
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
    if many and settings.slack_bot_token:
        yield Fault(
            "SLACK_BOT_TOKEN",
            "is set beside SLACK_CLIENT_ID and is not used: each workspace that installs the app brings its own",
            "Leave one of the two out",
            stops=False,
        )
    secret = settings.slack_signing_secret
    if secret and (many or settings.slack_bot_token) and not _SIGNING_SECRET.fullmatch(secret):
        yield Fault(
            "SLACK_SIGNING_SECRET",
            "is not 32 signs of 0-9 a-f, so it is none of Slack's and every event would be refused",
            "Copy it from Basic Information, App Credentials",
            stops=False,
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
