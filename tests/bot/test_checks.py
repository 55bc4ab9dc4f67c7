"""Planted faults: each is named in one line, with what to do."""

from __future__ import annotations

import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from servers.http import LocalServer, Request, Response
from servers.telegram import BotApi

from agent.errors import UnreadableSetting
from bot.checks import known_names, read
from bot.environ import dotenv, environ
from bot.faults import Fault
from bot.probes import slack, telegram
from bot.settings import Settings, SettingsError
from bot.setup_cli import write
from bot.tokens import hashed

TOKEN = "7000000001:AAEcanary_Token_that_must_never_be_logged"


def found(**given: str) -> list[Fault]:
    return read(given)[1]


PLANTED: list[tuple[str, dict[str, str], str]] = [
    ("FLYFUN_ROOT", {"FLYFUN_ROOT": "/nope"}, "is /nope, which holds no data/manifest.json"),
    ("AVIATION_AGENT_CONFIG", {"AVIATION_AGENT_CONFIG": "nofile.json"}, "Known: default"),
    ("FLYFUN_ALLOWED_CHATS", {"FLYFUN_ALLOWED_CHATS": "foo"}, "channel:tenant:chat"),
    ("FLYFUN_SECRET_KEY", {"FLYFUN_SECRET_KEY": "short"}, "16 or more"),
    ("FLYFUN_API_TOKEN", {"FLYFUN_API_TOKEN": "short", "FLYFUN_HOST": "0.0.0.0"}, "16 or more"),
    ("FLYFUN_API_TOKEN", {"FLYFUN_HOST": "0.0.0.0"}, "Set a token"),
    ("SLACK_BOT_TOKEN", {"SLACK_BOT_TOKEN": "xoxb-1-2-3"}, "SLACK_APP_TOKEN"),
    ("SLACK_BOT_TOKEN", {"SLACK_BOT_TOKEN": "xoxp-1", "SLACK_SIGNING_SECRET": "0" * 32}, "xoxb-"),
    ("SLACK_APP_TOKEN", {"SLACK_APP_TOKEN": "xapp-1"}, "SLACK_BOT_TOKEN"),
    ("SLACK_SIGNING_SECRET", {"SLACK_SIGNING_SECRET": "0" * 32}, "SLACK_BOT_TOKEN"),
    ("SLACK_CLIENT_ID", {"SLACK_CLIENT_ID": "1.2"}, "SLACK_CLIENT_SECRET"),
    ("TELEGRAM_BOT_TOKEN", {"TELEGRAM_BOT_TOKEN": "hello"}, "@BotFather"),
    ("TELEGRAM_WEBHOOK_URL", {"TELEGRAM_WEBHOOK_URL": "https://x.example/hook"}, "Set the token too"),
    ("TELEGRAM_WEBHOOK_URL", {"TELEGRAM_BOT_TOKEN": TOKEN, "TELEGRAM_WEBHOOK_URL": "http://x.example"}, "https"),
    (
        "TELEGRAM_WEBHOOK_SECRET",
        {"TELEGRAM_BOT_TOKEN": TOKEN, "TELEGRAM_WEBHOOK_SECRET": "abc"},
        "both, or neither",
    ),
    ("REDIS_URL", {"REDIS_URL": "localhost:6379"}, "redis://"),
    ("OVERPASS_URL", {"OVERPASS_URL": "overpass"}, "https://"),
    ("AWC_URL", {"AWC_URL": "https://aviationweather.gov/ api"}, "https://"),
    ("MAP_TILES_URL", {"MAP_TILES_URL": "https://tiles.example/1.png"}, "{x}"),
    ("RULES_JSON", {"RULES_JSON": "/nope.json"}, "does not exist"),
    ("AIRPORTS_DB", {"AIRPORTS_DB": __file__}, "OurAirports"),
    ("OPENAI_API_KEY", {"OPENAI_API_KEY": "sk-abc def"}, "without them"),
    ("DUFFEL_API_KEY", {"DUFFEL_API_KEY": "abc"}, "dashboard"),
    ("TELEGRAM_TOKEN", {"TELEGRAM_TOKEN": TOKEN}, "Did you mean TELEGRAM_BOT_TOKEN?"),
    ("OPENAI_API_BASE", {"OPENAI_API_BASE": "http://localhost:11434/v1"}, "Did you mean OPENAI_BASE_URL?"),
    (
        "FLYFUN_OAUTH_ISSUER",
        {"FLYFUN_OAUTH_ISSUER": "http://login.example", "FLYFUN_PUBLIC_URL": "https://f.example"},
        "no https address",
    ),
    ("FLYFUN_OAUTH_ISSUER", {"FLYFUN_OAUTH_ISSUER": "https://login.example"}, "without FLYFUN_PUBLIC_URL"),
    ("FLYFUN_PORT", {"FLYFUN_PORT": "eighty"}, "from 0 to 65535"),
    ("FLYFUN_LOG_LEVEL", {"FLYFUN_LOG_LEVEL": "LOUD"}, "WARNING"),
    ("TELEGRAM_DRAFTS", {"TELEGRAM_DRAFTS": "maybe"}, "Give 1 or 0"),
    ("FLYFUN_API_TOKENS", {"FLYFUN_API_TOKENS": "claude"}, "with flyfun mcp token NAME"),
    ("FLYFUN_DAILY_BUDGET_USD", {"FLYFUN_DAILY_BUDGET_USD": "-5"}, "0 for no limit"),
    ("FLYFUN_QUIET_HOURS", {"FLYFUN_QUIET_HOURS": "21:30"}, "two times"),
    ("FLYFUN_HOST", {"FLYFUN_HOST": "999.1.1.1"}, "127.0.0.1"),
    ("FLYFUN_HOST", {"FLYFUN_HOST": "http://127.0.0.1"}, "0.0.0.0"),
    ("FLYFUN_PUBLIC_URL", {"FLYFUN_PUBLIC_URL": "http://fly.example"}, "https"),
    ("FLYFUN_PUBLIC_URL", {"FLYFUN_PUBLIC_URL": "https://fly.example/page"}, "more than scheme and host"),
    ("FLYFUN_FEED_HOSTS", {"FLYFUN_FEED_HOSTS": "https://nas.lan/cal"}, "hosts alone"),
    ("FLYFUN_ALLOWED_CHATS", {"FLYFUN_ALLOWED_CHATS": ","}, "every chat would be served"),
    ("FLYFUN_ALLOWED_CHATS", {"FLYFUN_ALLOWED_CHATS": "telegram:my_bot:-1002"}, "are numbers"),
    (
        "TELEGRAM_WEBHOOK_URL",
        {"TELEGRAM_BOT_TOKEN": TOKEN, "TELEGRAM_WEBHOOK_URL": "https://x.example:8000/t"},
        "8443",
    ),
    (
        "TELEGRAM_WEBHOOK_URL",
        {"TELEGRAM_BOT_TOKEN": TOKEN, "TELEGRAM_WEBHOOK_URL": "https://10.0.0.4/t"},
        "to poll",
    ),
    ("SLACK_SIGNING_SECRET", {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "abc"}, "App Credentials"),
    (
        "SLACK_BOT_TOKEN",
        {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_CLIENT_ID": "1.2", "SLACK_SIGNING_SECRET": "0" * 32},
        "one of the two",
    ),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", {"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4317"}, "http://"),
    ("REDIS_URL", {"REDIS_URL": "redis://localhost/main"}, "/0"),
    ("OVERPASS_URL", {"OVERPASS_URL": "https://over pass.example"}, "https://"),
    ("MAP_TILES_URL", {"MAP_TILES_URL": "https://tiles.example/{z/{x}/{y}.png"}, "{x}"),
    ("MAP_TILES_URL", {"MAP_TILES_URL": "https://tiles.example/{z}/{x}/{y}.png?k={key}"}, "nothing fills"),
    ("VECTOR_DB_PATH", {"VECTOR_DB_URL": "http://c:8000", "VECTOR_DB_PATH": "/v"}, "one of the two"),
    ("AVIATION_AGENT_PLANNER_MODEL", {"AVIATION_AGENT_PLANNER_MODEL": "gpt-4o"}, "OPENAI_API_KEY"),
    ("AIP_DIR", {"AIP_DIR": "/nope"}, "folder of AIP pages"),
    ("TELEGRAM_BOT_TOKEN", {"TELEGRAM_BOT_TOKEN": TOKEN, "TELEGRAM_BOT_TOKEN_FILE": "/run/t"}, "one of the two"),
    ("COHERE_BASE_URL", {"COHERE_BASE_URL": "https://c.example"}, "Set the key too"),
    ("ROUTER_MODEL", {"ROUTER_MODEL": "gpt-4o"}, "OPENAI_API_KEY"),
    ("OPENAIP_COUNTRIES", {"OPENAIP_COUNTRIES": "de,ZZ"}, "ISO 3166"),
    ("FLYFUN_SECRET_KEY", {"FLYFUN_SECRET_KEY": "a" * 32}, "different signs"),
    ("OSM_COUNTRIES", {"OSM_COUNTRIES": "UK"}, "Did you mean GB"),
    ("OPENAI_API_KEY", {"OPENAI_API_KEY": "your-key-here"}, "as an example does"),
    ("COHERE_API_KEY", {"COHERE_API_KEY": "<your_api_key>"}, "as an example does"),
    ("VECTOR_DB_PATH", {"VECTOR_DB_PATH": "/etc/hosts"}, "no folder"),
    ("REDIS_URI", {"REDIS_URI": "redis://localhost"}, "Did you mean REDIS_URL"),
]


@pytest.mark.parametrize(("setting", "given", "says"), PLANTED, ids=lambda value: str(value)[:40])
def test_a_planted_fault_is_named_in_one_line_with_what_to_do(
    setting: str, given: dict[str, str], says: str
) -> None:
    lines = [str(fault) for fault in found(**given) if fault.setting == setting]
    assert len(lines) == 1, found(**given)
    assert says in lines[0] and "\n" not in lines[0]
    for name, value in given.items():  # a secret is never repeated
        if name.endswith(("_TOKEN", "_KEY", "_SECRET")) and len(value) > 6:
            assert value not in lines[0]


@pytest.mark.parametrize(
    ("setting", "content", "says"),
    [
        ("RULES_JSON", '{"questions": [', "not JSON, from line 1"),
        ("RULES_JSON", '{"a": 1}', "questions: this is missing"),
        ("AIRPORTS_DB", "", "not an SQLite database"),
        ("AIRPORTS_DB", "CREATE TABLE airports (icao)", "lacks runways"),
        ("FLYFUN_ROOT", "", "its data is not whole"),
    ],
)
def test_a_file_of_the_operators_that_cannot_serve_is_refused_before_the_start(
    setting: str, content: str, says: str, tmp_path: Path
) -> None:
    given = tmp_path / "given"
    if setting == "FLYFUN_ROOT":
        (given / "data").mkdir(parents=True)
        (given / "data" / "manifest.json").write_text("{}")
    elif content.startswith("CREATE"):
        with closing(sqlite3.connect(given)) as database:
            database.execute(content)
    else:
        given.write_text(content)
    (fault,) = found(**{setting: str(given)})
    assert fault.stops and fault.setting == setting and says in str(fault)


def test_a_setting_that_cannot_be_read_hides_no_other() -> None:
    assert {fault.setting for fault in found(FLYFUN_PORT="x", TELEGRAM_RICH="x", SLACK_BOT_TOKEN="xoxb-1")} == {
        "FLYFUN_PORT",
        "TELEGRAM_RICH",
        "SLACK_BOT_TOKEN",
    }
    with pytest.raises(UnreadableSetting, match="FLYFUN_PORT"):
        Settings.from_environ({"FLYFUN_PORT": "x"})


def test_settings_as_they_should_be_have_no_fault() -> None:
    assert found() == []
    assert (
        found(
            TELEGRAM_BOT_TOKEN=TOKEN,
            TELEGRAM_WEBHOOK_URL="https://club.example/telegram/webhook",
            TELEGRAM_WEBHOOK_SECRET="a-b_C1",
            SLACK_BOT_TOKEN="xoxb-1",
            SLACK_APP_TOKEN="xapp-1",
            FLYFUN_ALLOWED_CHATS="telegram:1:-1002,web:local:*",
            FLYFUN_SECRET_KEY="kq7Wm2xZ" * 4,
            FLYFUN_API_TOKENS=f"claude={hashed('x' * 30)}",
            REDIS_URL="rediss://user:pw@redis.example:6380/0",
            MAP_TILES_URL="https://tiles.example/{z}/{x}/{y}.png",
            AVIATION_AGENT_CONFIG="default.json",
            OPENAI_BASE_URL="http://localhost:11434/v1",
            OPENAIP_COUNTRIES="de,at",  # alone it reads the open daily export
        )
        == []
    )


def test_every_setting_of_the_code_is_known_to_the_checks() -> None:
    assert {
        "FLYFUN_HOST",
        "TELEGRAM_BOT_TOKEN",
        "AIRPORTS_DB",
        "FLYFUN_QUIET_HOURS",
        "SLACK_BASE_URL",
    } <= known_names()
    assert "TELEGRAM_BOT_TOKEN_FILE" in known_names()


# --- asking the platforms --------------------------------------------------------------------------


def told(**given: str) -> Settings:
    return Settings.from_environ(given)


async def test_telegram_says_who_the_bot_is_or_that_its_token_is_refused() -> None:
    async with BotApi.running() as api:
        good = await telegram(told(TELEGRAM_BOT_TOKEN=api.token, TELEGRAM_BASE_URL=api.base_url))
        assert good.ok and good.says.startswith("@") and "polling" in good.says
        wrong = await telegram(told(TELEGRAM_BOT_TOKEN=f"{api.token}x", TELEGRAM_BASE_URL=api.base_url))
        assert wrong.ok is False
        assert "TELEGRAM_BOT_TOKEN is refused" in wrong.says and "@BotFather" in wrong.says
        assert api.token not in wrong.says
        dead = await telegram(told(TELEGRAM_BOT_TOKEN=api.token, TELEGRAM_BASE_URL="http://127.0.0.1:9/bot"))
        assert dead.ok is False and "not reached at 127.0.0.1. Check TELEGRAM_BASE_URL" in dead.says


async def test_a_webhook_that_nothing_answers_is_told() -> None:
    async with BotApi.running() as api:
        settings = told(
            TELEGRAM_BOT_TOKEN=api.token,
            TELEGRAM_BASE_URL=api.base_url,
            TELEGRAM_WEBHOOK_URL="https://127.0.0.1:9/telegram/webhook",
        )
        finding = await telegram(settings)
    assert finding.ok is False and "nothing answers at TELEGRAM_WEBHOOK_URL" in finding.says


class SlackApi(LocalServer):
    """auth.test and apps.connections.open as Slack documents them: 200 always, `ok` says it, scopes in a header."""

    scopes = "app_mentions:read,channels:history,chat:write,commands,files:write,im:history"

    def handle(self, request: Request) -> Response:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        answer: dict[str, Any] = {"ok": False, "error": "invalid_auth"}
        if request.path.endswith("/auth.test") and token == "xoxb-good":
            answer = {"ok": True, "user": "flyfun", "team": "Aero Club"}
        if request.path.endswith("/apps.connections.open") and token == "xapp-good":
            answer = {"ok": True, "url": "wss://example"}
        return Response(
            body=json.dumps(answer).encode(),
            headers={"content-type": "application/json", "x-oauth-scopes": self.scopes},
        )


async def test_slack_says_who_the_bot_is_which_scope_is_missing_and_which_token_is_refused() -> None:
    async with SlackApi() as api:

        async def asked(bot: str = "xoxb-good", app: str = "xapp-good") -> Any:
            return await slack(told(SLACK_BOT_TOKEN=bot, SLACK_APP_TOKEN=app, SLACK_BASE_URL=f"{api.url}/api/"))

        good = await asked()
        assert good.ok and good.says == "@flyfun in Aero Club, Socket Mode"
        assert "SLACK_BOT_TOKEN is refused" in (await asked(bot="xoxb-old")).says
        assert "SLACK_APP_TOKEN is refused" in (await asked(app="xapp-old")).says
        api.scopes = "chat:write,commands"
        lacking = await asked()
        assert lacking.ok is False and "im:history" in lacking.says and "manifest.yaml" in lacking.says


# --- where settings come from ----------------------------------------------------------------------


def test_a_dotenv_file_is_read_and_the_environment_wins(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "# a club\nexport FLYFUN_PORT=8081\nFLYFUN_CONTACT='me # you'\nREDIS_URL= # none\n"
    )
    assert environ({"FLYFUN_PORT": "9000"}, tmp_path) == {
        "FLYFUN_PORT": "9000",
        "FLYFUN_CONTACT": "me # you",
        "REDIS_URL": "",
    }
    (tmp_path / ".env").write_text("FLYFUN_PORT 8081\n")
    with pytest.raises(SettingsError, match=r"line 1: write NAME=value"):
        environ({}, tmp_path)


def test_a_secret_may_be_a_file_of_its_own(tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_text(f"{TOKEN}\n")
    assert environ({"TELEGRAM_BOT_TOKEN_FILE": str(secret)}, tmp_path)["TELEGRAM_BOT_TOKEN"] == TOKEN
    assert found(**environ({"TELEGRAM_BOT_TOKEN_FILE": str(secret)}, tmp_path)) == []
    with pytest.raises(SettingsError, match="TELEGRAM_BOT_TOKEN_FILE"):
        environ({"TELEGRAM_BOT_TOKEN_FILE": str(tmp_path / "none")}, tmp_path)


def test_setup_writes_what_was_said_keeps_the_rest_and_lets_nobody_else_read_it(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("# ours\nFLYFUN_PORT=8081\nFLYFUN_CONTACT=old\n")
    write(file, {"TELEGRAM_BOT_TOKEN": TOKEN, "FLYFUN_CONTACT": "new"})
    assert dotenv(file) == {"FLYFUN_PORT": "8081", "TELEGRAM_BOT_TOKEN": TOKEN, "FLYFUN_CONTACT": "new"}
    assert file.read_text().startswith("# ours\n")
    for said in ('Anna O"Neil # Club, anna@club.example', "#club", '"club"', "it's Anna's", "a=b # c"):
        write(file, {"FLYFUN_CONTACT": said})
        assert dotenv(file)["FLYFUN_CONTACT"] == said
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
