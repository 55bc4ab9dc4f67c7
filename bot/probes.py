"""Asks the platforms whether they know us (is the token good, who is the bot, is it reached?), and the model."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import httpx

from bot.settings import Settings

ASK_SECONDS = 8.0
SCOPES = frozenset(
    {"app_mentions:read", "channels:history", "chat:write", "commands", "files:write", "im:history"}
)
"""Without one of these something that is promised does not work; the manifest asks for them and more."""


@dataclass(frozen=True)
class Finding:
    """One line of a report. `ok` is None for something optional that is not set up."""

    name: str
    ok: bool | None
    says: str


async def telegram(settings: Settings) -> Finding:
    """Whether Telegram takes the token, who the bot is, and whether Telegram reaches us."""
    if not settings.telegram_token:
        return Finding("Telegram", None, "not set up; set TELEGRAM_BOT_TOKEN to use it")
    base = f"{settings.telegram_base_url}{settings.telegram_token}"
    async with _client() as client:
        me = await _asked(client, f"{base}/getMe")
        if me is None:
            return Finding(
                "Telegram", False, _unreached("Telegram", settings.telegram_base_url, Settings.telegram_base_url)
            )
        if not me.get("ok"):
            if me.get("error_code") in (401, 404):
                return Finding(
                    "Telegram",
                    False,
                    "TELEGRAM_BOT_TOKEN is refused by Telegram: it was revoked or is mistyped. "
                    "Ask @BotFather for /token and set the new one.",
                )
            return Finding("Telegram", False, f"getMe is refused: {me.get('description', 'no reason given')}.")
        user = cast("Mapping[str, Any]", me["result"])
        name = f"@{user.get('username', '?')}"
        hook = await _asked(client, f"{base}/getWebhookInfo")
        told = cast("Mapping[str, Any]", (hook or {}).get("result") or {})
        if not settings.telegram_webhook_url:
            return Finding("Telegram", True, f"{name}, asks for its messages (polling)")
        if trouble := str(told.get("last_error_message") or ""):
            return Finding(
                "Telegram",
                False,
                f"{name}: Telegram cannot deliver to TELEGRAM_WEBHOOK_URL ({trouble}). "
                "Make that address reach this program, with a valid certificate.",
            )
        if not await _answers(client, settings.telegram_webhook_url):
            return Finding(
                "Telegram",
                False,
                f"{name}: nothing answers at TELEGRAM_WEBHOOK_URL, so no message would arrive. "
                "Point that address at this program, or leave it out to poll.",
            )
        return Finding("Telegram", True, f"{name}, receives webhooks")


async def slack(settings: Settings) -> Finding:
    """Whether Slack takes the tokens, who the bot is, and what it is not allowed."""
    if settings.slack_client_id:
        return Finding("Slack", True, "for many workspaces, installed at /slack/install")
    if not settings.slack_bot_token:
        return Finding(
            "Slack", None, "not set up; set SLACK_BOT_TOKEN and SLACK_APP_TOKEN (or SLACK_SIGNING_SECRET)"
        )
    base = settings.slack_base_url.rstrip("/")
    async with _client() as client:
        try:
            reply = await client.post(f"{base}/auth.test", headers=_bearer(settings.slack_bot_token))
            who = cast("Mapping[str, Any]", reply.json())
        except (httpx.HTTPError, ValueError):
            return Finding("Slack", False, _unreached("Slack", settings.slack_base_url, Settings.slack_base_url))
        if not who.get("ok"):
            return Finding(
                "Slack",
                False,
                f"SLACK_BOT_TOKEN is refused by Slack ({who.get('error', 'no reason given')}). "
                "Install the app again and copy the Bot User OAuth Token.",
            )
        granted = {scope.strip() for scope in reply.headers.get("x-oauth-scopes", "").split(",") if scope.strip()}
        missing = sorted(SCOPES - granted) if granted else []
        name = f"@{who.get('user', '?')} in {who.get('team', '?')}"
        if missing:
            return Finding(
                "Slack",
                False,
                f"{name} lacks the scope {', '.join(missing)}. Add what adapters/slack/manifest.yaml lists under "
                "OAuth & Permissions and install the app again.",
            )
        if settings.slack_app_token:
            opened = await _asked(client, f"{base}/apps.connections.open", _bearer(settings.slack_app_token))
            if opened is not None and not opened.get("ok"):
                return Finding(
                    "Slack",
                    False,
                    f"{name}: SLACK_APP_TOKEN is refused by Slack ({opened.get('error', 'no reason given')}). "
                    "Make an app-level token with connections:write.",
                )
            return Finding("Slack", True, f"{name}, Socket Mode")
    return Finding("Slack", True, f"{name}, HTTP at /slack/events")


async def channels(settings: Settings) -> list[Finding]:
    """Every chat app, asked at the same time."""
    return list(await asyncio.gather(telegram(settings), slack(settings)))


async def language_model(settings: Settings) -> Finding:
    """Whether the models that are set answer."""
    agent = settings.agent
    if not (agent.openai_api_key or agent.openai_base_url):
        return Finding(
            "language model", None, "not set up; everything works without. Set OPENAI_API_KEY or OPENAI_BASE_URL"
        )
    from agent.llm.probe import probe  # slow to import

    problem = await asyncio.wait_for(probe(agent), timeout=20)
    return Finding("language model", not problem, problem or "answers")


def _client() -> httpx.AsyncClient:
    return httpx.AsyncClient(timeout=ASK_SECONDS)


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def _asked(
    client: httpx.AsyncClient, url: str, headers: Mapping[str, str] | None = None
) -> Mapping[str, Any] | None:
    """A reply as JSON, None where none came."""
    try:
        return cast("Mapping[str, Any]", (await client.post(url, headers=headers)).json())
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return None


async def _answers(client: httpx.AsyncClient, url: str) -> bool:
    """Whether anything but an empty house answers there: our own path refuses a GET, and that is an answer."""
    try:
        return (await client.get(url)).status_code not in (404, 502, 503, 504, 530)
    except (httpx.HTTPError, httpx.InvalidURL):
        return False


def _unreached(platform: str, base: str, usual: str) -> str:
    host = httpx.URL(base).host or base
    what = "this machine's way out (proxy, firewall)" if base.startswith(usual) else f"{platform.upper()}_BASE_URL"
    return f"{platform} is not reached at {host}. Check {what} and try again."
