"""What the operator sets, read from the environment once; names are listed in the README."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from agent.config import AgentSettings
from agent.errors import UnreadableSetting
from bot.tokens import Tokens


class SettingsError(ValueError):
    """A setting cannot be used; the message names it and says what it should be."""


@dataclass(frozen=True)
class Settings:
    """The program's settings. Secrets never appear in `repr`."""

    agent: AgentSettings
    host: str = "127.0.0.1"
    port: int = 8080
    secret_key: str = field(default="", repr=False)
    redis_url: str = field(default="", repr=False)
    database_url: str = field(default="", repr=False)
    map_tiles_url: str = ""
    telegram_token: str = field(default="", repr=False)
    telegram_webhook_url: str = ""
    telegram_webhook_secret: str = field(default="", repr=False)
    telegram_base_url: str = "https://api.telegram.org/bot"
    telegram_base_file_url: str = "https://api.telegram.org/file/bot"
    telegram_drafts: bool = False
    telegram_rich: bool = False
    slack_bot_token: str = field(default="", repr=False)
    slack_app_token: str = field(default="", repr=False)
    slack_signing_secret: str = field(default="", repr=False)
    slack_client_id: str = ""
    slack_client_secret: str = field(default="", repr=False)
    slack_base_url: str = "https://slack.com/api/"
    agent_enabled: bool = True
    api_token: str = field(default="", repr=False)
    tokens: Tokens = field(default_factory=Tokens, repr=False)
    oauth_issuer: str = ""
    allowed_chats: tuple[str, ...] = ()
    public_url: str = ""
    feed_hosts: frozenset[str] = frozenset()
    log_level: str = "INFO"
    conversation_log: str = ""
    traces_endpoint: str = ""

    @property
    def data_dir(self) -> Path:
        """The embedded server, databases, caches and indexes."""
        return self.agent.data_dir

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Settings:
        """Settings from environment variables. Raises `UnreadableSetting` for what cannot be read."""

        def text(name: str, default: str = "") -> str:
            return environ.get(name) or default

        defaults = cls(agent=AgentSettings())
        return cls(
            agent=AgentSettings.from_environ(environ),
            host=text("FLYFUN_HOST", defaults.host),
            port=_port(text("FLYFUN_PORT", str(defaults.port))),
            secret_key=text("FLYFUN_SECRET_KEY"),
            redis_url=text("REDIS_URL"),
            database_url=text("DATABASE_URL"),
            map_tiles_url=text("MAP_TILES_URL"),
            telegram_token=text("TELEGRAM_BOT_TOKEN"),
            telegram_webhook_url=text("TELEGRAM_WEBHOOK_URL"),
            telegram_webhook_secret=text("TELEGRAM_WEBHOOK_SECRET"),
            telegram_base_url=text("TELEGRAM_BASE_URL", defaults.telegram_base_url),
            telegram_base_file_url=text("TELEGRAM_BASE_FILE_URL", defaults.telegram_base_file_url),
            telegram_drafts=_flag("TELEGRAM_DRAFTS", text("TELEGRAM_DRAFTS", "0")),
            telegram_rich=_flag("TELEGRAM_RICH", text("TELEGRAM_RICH", "0")),
            slack_bot_token=text("SLACK_BOT_TOKEN"),
            slack_app_token=text("SLACK_APP_TOKEN"),
            slack_signing_secret=text("SLACK_SIGNING_SECRET"),
            slack_client_id=text("SLACK_CLIENT_ID"),
            slack_client_secret=text("SLACK_CLIENT_SECRET"),
            slack_base_url=text("SLACK_BASE_URL", defaults.slack_base_url),
            agent_enabled=_flag("AVIATION_AGENT_ENABLED", text("AVIATION_AGENT_ENABLED", "1")),
            api_token=text("FLYFUN_API_TOKEN"),
            tokens=_tokens(text("FLYFUN_API_TOKEN"), text("FLYFUN_API_TOKENS")),
            oauth_issuer=text("FLYFUN_OAUTH_ISSUER"),
            allowed_chats=tuple(c.strip() for c in text("FLYFUN_ALLOWED_CHATS").split(",") if c.strip()),
            public_url=text("FLYFUN_PUBLIC_URL").rstrip("/"),
            feed_hosts=frozenset(h.strip().lower() for h in text("FLYFUN_FEED_HOSTS").split(",") if h.strip()),
            log_level=_level(text("FLYFUN_LOG_LEVEL", defaults.log_level)),
            conversation_log=text("FLYFUN_CONVERSATION_LOG"),
            traces_endpoint=text("OTEL_EXPORTER_OTLP_ENDPOINT"),
        )


def _tokens(single: str, named: str) -> Tokens:
    try:
        return Tokens.of(single, named)
    except ValueError as error:
        raise UnreadableSetting(
            "FLYFUN_API_TOKENS",
            f"has {str(error)!r}, which is not name=sha256 of a token",
            "make one with flyfun mcp token NAME",
        ) from error


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise UnreadableSetting("FLYFUN_PORT", f"is {text!r}", "give a port number from 0 to 65535")
    return int(text)


def _flag(name: str, text: str) -> bool:
    match text.strip().lower():
        case "1" | "true" | "yes" | "on":
            return True
        case "0" | "false" | "no" | "off":
            return False
        case _:
            raise UnreadableSetting(name, f"is {text!r}", "give 1 or 0")


def _level(text: str) -> str:
    level = text.strip().upper()
    if level not in {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}:
        raise UnreadableSetting("FLYFUN_LOG_LEVEL", f"is {text!r}", "give DEBUG, INFO, WARNING or ERROR")
    return level
