"""The app's manifest says what the code does, in the fields and lengths that Slack documents."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from servers.slack import SCOPE_OF, SCOPE_OF_EVENT

from adapters.protocol import IncomingMessage
from adapters.slack import calls, channel, home, inbound, outbound, pictures, progress
from adapters.slack.channel import EVENTS, REDIRECT, SCOPES, SlackChannel, SlackSettings
from adapters.slack.home import PROMPTS
from adapters.slack.inbound import BOT_EVENTS, COMMAND, FLYOUT_SHORTCUT, SHORTCUT

MANIFEST: dict[str, Any] = yaml.safe_load((Path(channel.__file__).parent / "manifest.yaml").read_text())
PUBLIC_URL = "https://flyfun.example.org"

# Field: what it holds. From Slack's manifest reference.
DOCUMENTED: dict[str, Any] = {
    "display_information": {"name": 35, "description": 140, "long_description": 4000, "background_color": 7},
    "features": {
        "app_home": {
            "home_tab_enabled": bool,
            "messages_tab_enabled": bool,
            "messages_tab_read_only_enabled": bool,
        },
        "bot_user": {"display_name": 80, "always_online": bool},
        "agent_view": {"agent_description": 300, "suggested_prompts": [{"title": 75, "message": 2000}]},
        "shortcuts": [{"name": 24, "type": 7, "callback_id": 255, "description": 150}],
        "slash_commands": [
            {"command": 32, "url": 3000, "description": 2000, "usage_hint": 1000, "should_escape": bool}
        ],
    },
    "oauth_config": {"redirect_urls": [3000], "scopes": {"bot": [100]}},
    "settings": {
        "event_subscriptions": {"request_url": 3000, "bot_events": [100]},
        "interactivity": {"is_enabled": bool, "request_url": 3000},
        "org_deploy_enabled": bool,
        "socket_mode_enabled": bool,
        "token_rotation_enabled": bool,
    },
}


def check(value: Any, allowed: Any, where: str = "manifest") -> None:
    """Only documented fields, of their kind and length."""
    if isinstance(allowed, dict):
        assert isinstance(value, dict), where
        fields = cast("dict[str, Any]", value)
        assert fields.keys() <= cast("dict[str, Any]", allowed).keys(), where
        for name, inner in fields.items():
            check(inner, allowed[name], f"{where}.{name}")
    elif isinstance(allowed, list):
        assert isinstance(value, list), where
        for inner in cast("list[Any]", value):
            check(inner, allowed[0], where)
    elif allowed is bool:
        assert isinstance(value, bool), where
    else:
        assert isinstance(value, str) and 1 <= len(value) <= allowed, where


def test_the_manifest_has_documented_fields_only() -> None:
    check(MANIFEST, DOCUMENTED)
    assert set(MANIFEST) == set(DOCUMENTED)
    assert len(MANIFEST["features"]["agent_view"]["suggested_prompts"]) == 4


def test_a_field_that_is_not_documented_would_be_noticed() -> None:
    with pytest.raises(AssertionError):
        check({**MANIFEST, "features": {**MANIFEST["features"], "assistant_view": {}}}, DOCUMENTED)


async def nobody(message: IncomingMessage) -> bool:
    return True


def listening() -> Any:
    """The Bolt app with its listeners."""
    settings = SlackSettings(bot_token="xoxb-1", signing_secret="s")
    return SlackChannel(settings, None, None).app(nobody)  # type: ignore[arg-type]


def test_every_listener_has_its_place_in_the_manifest() -> None:
    source = ast.parse(inspect.getsource(inbound))
    registered: dict[str, set[str]] = {}
    for node in ast.walk(source):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        if isinstance(node.func.value, ast.Name) and node.func.value.id == "app":
            first = node.args[0]
            name = first.value if isinstance(first, ast.Constant) else getattr(first, "id", "")
            registered.setdefault(node.func.attr, set()).add(str(name))
    assert len(listening()._async_listeners) == sum(
        len(names) for kind, names in registered.items() if kind != "error"
    )
    events = MANIFEST["settings"]["event_subscriptions"]["bot_events"]
    assert tuple(events) == BOT_EVENTS
    assert {event.split(".")[0] for event in events} == registered["event"]
    features = MANIFEST["features"]
    assert [one["command"] for one in features["slash_commands"]] == [COMMAND] and registered["command"] == {
        "COMMAND"
    }
    shortcuts = [(one["callback_id"], one["type"]) for one in features["shortcuts"]]
    assert shortcuts == [(SHORTCUT, "message"), (FLYOUT_SHORTCUT, "message")]
    assert registered["message_shortcut"] == {"SHORTCUT", "FLYOUT_SHORTCUT"}
    assert MANIFEST["settings"]["interactivity"]["is_enabled"] and registered["action"] and registered["view"]


def test_the_scopes_are_those_that_the_calls_and_events_need_and_no_more() -> None:
    assert tuple(MANIFEST["oauth_config"]["scopes"]["bot"]) == SCOPES
    methods: set[str] = set()
    for module in (outbound, pictures, progress, home, inbound, calls):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                methods.add(node.value.replace("_", "."))
    needed = {scope for method, scope in SCOPE_OF.items() if method in methods}
    needed |= {"files:write"} if "files.upload.v2" in methods else set()
    needed |= {SCOPE_OF_EVENT[event] for event in BOT_EVENTS if event in SCOPE_OF_EVENT}
    needed |= {"groups:read"} if "member_left_channel" in BOT_EVENTS else set()  # of private channels
    assert needed | {"commands"} == set(SCOPES)


def test_the_prompts_are_those_that_the_code_sets() -> None:
    prompts = MANIFEST["features"]["agent_view"]["suggested_prompts"]
    assert tuple((one["title"], one["message"]) for one in prompts) == PROMPTS


def test_the_public_url_is_the_only_edit() -> None:
    settings = SlackSettings(client_id="1", client_secret="2", signing_secret="3", secret_key="k")
    served = {route.path for route in SlackChannel(settings, None, None).routes(nobody)}  # type: ignore[arg-type, attr-defined]
    urls = [
        MANIFEST["settings"]["event_subscriptions"]["request_url"],
        MANIFEST["settings"]["interactivity"]["request_url"],
        MANIFEST["features"]["slash_commands"][0]["url"],
        *MANIFEST["oauth_config"]["redirect_urls"],
    ]
    assert {url.removeprefix(PUBLIC_URL) for url in urls} == {EVENTS, REDIRECT} <= served
