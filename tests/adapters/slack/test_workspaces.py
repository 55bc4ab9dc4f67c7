"""Workspaces: installed by themselves, tokens encrypted, erased when they leave, and never mixed."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from slack_sdk.oauth.installation_store import Installation

from adapters.protocol import ChatGone, Reply, Text
from adapters.slack.channel import SCOPES, SlackChannel, SlackSettings
from adapters.slack.installations import StoredInstallations, StoredStates, vault
from bot.keyvalue import StoredValues

# The SDK's own way to send client id and secret, deprecated by aiohttp 3.14.
pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")


async def now() -> None:
    """A pace without a pause."""


async def install(rig: Any, team: Any, code: str = "code1") -> int:
    """A person installs the app, as a browser does."""
    rig.slack.codes[code] = team.id
    page = await rig.client.get("/slack/install")
    assert page.status_code == 200
    state = page.cookies["slack-app-oauth-state"]
    assert f"state={state}" in page.text.replace("&amp;", "&")
    answer = await rig.client.get(
        "/slack/oauth_redirect",
        params={"code": code, "state": state},
        headers={"cookie": f"slack-app-oauth-state={state}"},
    )
    return answer.status_code


@pytest.fixture
async def many(make_rig: Any):
    rig = make_rig(many=True)
    async with rig.connected():
        yield rig


async def everything_stored(store: Any) -> str:
    """Every key and value of the store, as text."""
    found: list[str] = []
    for key in await store.line.call("KEYS", "*"):
        if await store.line.call("TYPE", key) == "string":
            found.append(f"{key}={await store.line.call('GET', key)}")
    return "\n".join(found)


async def test_a_workspace_installs_the_app_and_is_answered_with_its_own_token(many: Any) -> None:
    assert await install(many, many.team) == 200
    ts = await many.team.say("U1", many.team.channel, f"<@{many.team.bot}> how far")
    await many.channel.outbound.open(many.only, now).finish(Reply((Text("559 nm"),)))
    assert [one.shown for one in many.team.from_bot(many.team.channel, ts)] == ["559 nm"]
    assert many.slack.violations == []


async def test_the_install_page_asks_for_the_manifests_scopes_at_this_server(many: Any) -> None:
    page = (await many.client.get("/slack/install")).text.replace("&amp;", "&")
    address: str = next(part.split('"', maxsplit=1)[0] for part in page.split('href="') if "authorize?" in part)
    asked = parse_qs(urlsplit(address).query)
    assert address.startswith(many.slack.url.replace("/api/", "/oauth/v2/authorize"))
    assert asked["scope"] == [",".join(SCOPES)] and asked["client_id"] == ["11.22"]


async def test_an_installation_needs_its_own_fresh_state(many: Any) -> None:
    many.slack.codes["c"] = "T1"
    answer = await many.client.get("/slack/oauth_redirect", params={"code": "c", "state": "x"})
    assert answer.status_code == 400
    cookie = {"cookie": "slack-app-oauth-state=x"}
    answer = await many.client.get("/slack/oauth_redirect", params={"code": "c", "state": "x"}, headers=cookie)
    assert answer.status_code == 401
    assert await install(many, many.team, "d") == 200


async def test_a_state_works_once(store: Any) -> None:
    states = StoredStates(StoredValues(store, "slack"))
    state = await states.async_issue()
    assert [await states.async_consume(state) for _ in range(2)] == [True, False]
    assert not await states.async_consume("")


async def test_tokens_are_not_readable_in_the_store(many: Any) -> None:
    await install(many, many.team)
    kept = await everything_stored(many.store)
    assert many.team.token not in kept and "xoxb" not in kept
    assert not [name for name in await many.store.line.names("*") if "U1" in name]


async def test_another_key_reads_nothing(store: Any, tmp_path: Path) -> None:
    values = StoredValues(store, "slack")
    mine = StoredInstallations(values, vault("one", tmp_path))
    await mine.async_save(
        Installation(team_id="T1", user_id="U1", bot_token="xoxb-1", bot_id="B1", bot_user_id="U2")
    )
    found = await mine.async_find_bot(enterprise_id=None, team_id="T1")
    assert found is not None and found.bot_token == "xoxb-1"
    other = StoredInstallations(values, vault("two", tmp_path))
    assert await other.async_find_bot(enterprise_id=None, team_id="T1") is None
    assert await mine.async_find_bot(enterprise_id=None, team_id="T2") is None


def test_the_key_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    sealed = vault("", tmp_path).encrypt(b"xoxb-1")
    assert vault("", tmp_path).decrypt(sealed) == b"xoxb-1"
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]


async def test_uninstalling_erases_the_token(many: Any) -> None:
    await install(many, many.team)
    await many.team.say("U1", many.team.dm("U1"), "how far")
    await many.team.uninstall()
    assert "installation" not in await everything_stored(many.store)
    many.team.installed = True
    await many.team.say("U1", many.team.dm("U1"), "and back")
    assert len(many.accepted) == 1
    with pytest.raises(ChatGone):
        await many.channel.outbound.open(many.only, now).finish(Reply((Text("559 nm"),)))


async def test_revoked_tokens_are_erased_and_a_persons_own_are_not_ours(many: Any) -> None:
    await install(many, many.team)
    await many.team.happens({"type": "tokens_revoked", "tokens": {"oauth": ["U1"], "bot": []}})
    await many.team.say("U1", many.team.dm("U1"), "still here")
    await many.team.happens({"type": "tokens_revoked", "tokens": {"oauth": [], "bot": ["UBOT"]}})
    await many.team.say("U1", many.team.dm("U1"), "not any more")
    assert [message.text for message in many.accepted] == ["still here"]


async def test_a_token_that_slack_refuses_is_erased_but_not_a_newer_one(many: Any) -> None:
    await install(many, many.team)
    await many.team.say("U1", many.team.dm("U1"), "how far")
    many.team.installed = False
    with pytest.raises(ChatGone):
        await many.channel.outbound.open(many.only, now).finish(Reply((Text("x"),)))
    calls = len(many.slack.calls)
    with pytest.raises(ChatGone):
        await many.channel.outbound.open(many.only, now).finish(Reply((Text("x"),)))
    assert len(many.slack.calls) == calls


async def test_nothing_crosses_workspaces(many: Any) -> None:
    one, two = many.team, many.slack.workspace("T2", installed=False)
    await install(many, one, "c1")
    await install(many, two, "c2")
    # The same question at the same moment in both.
    stamps = [await team.say("U1", team.channel, f"<@{team.bot}> how far") for team in (one, two)]
    assert {message.chat.tenant for message in many.accepted} == {"T1", "T2"}
    # Team T1 names everything of T2 in its own event: it stays T1's, and Slack refuses what T1 may not.
    event = {"type": "app_mention", "user": "U1", "channel": two.channel, "ts": stamps[1], "thread_ts": stamps[1]}
    before = len(many.accepted)
    await one.happens({**event, "team": "T2", "text": f"<@{one.bot}> tell me"})
    (message,) = many.accepted[before:]
    assert message.chat.tenant == "T1"
    with pytest.raises(ChatGone):
        await many.channel.outbound.open(message, now).finish(Reply((Text("secret"),)))
    assert two.from_bot(two.channel) == []
    # A thread of T2 is no thread of T1, though it has the same names.
    base = {"type": "message", "user": "U1", "channel_type": "channel", "channel": two.channel, "text": "go on"}
    await one.happens({**base, "ts": "9.1", "thread_ts": stamps[1] + "1"}, "message.channels")
    assert len(many.accepted) == before + 1


async def test_a_workspace_that_did_not_install_is_not_answered(many: Any) -> None:
    await many.team.say("U1", many.team.dm("U1"), "how far")
    assert many.accepted == [] and {status for _, status in many.slack.answers} == {200}


async def test_one_workspaces_token_answers_no_other(rig: Any) -> None:
    other = rig.slack.workspace("T2")
    await other.say("U1", other.dm("U1"), "how far")
    assert rig.accepted == []


@pytest.mark.parametrize(
    ("settings", "missing"),
    [
        (SlackSettings(bot_token="xoxb-1"), "SLACK_SIGNING_SECRET"),
        (SlackSettings(client_id="1", signing_secret="s", secret_key="k"), "SLACK_CLIENT_SECRET"),
        (
            SlackSettings(client_id="1", client_secret="c", app_token="xapp", secret_key="k"),
            "SLACK_SIGNING_SECRET",
        ),
        (SlackSettings(app_token="xapp-1"), "SLACK_BOT_TOKEN"),
    ],
)
def test_a_missing_setting_is_named(settings: SlackSettings, missing: str) -> None:
    nothing: Any = None
    health = SlackChannel(settings, nothing, nothing).health()
    assert not health.ok and missing in health.says


def test_settings_show_no_secret() -> None:
    shown = repr(SlackSettings("xoxb-1", "xapp-1", "sign", "11.22", "clientsecret", secret_key="kkk"))
    assert not any(secret in shown for secret in ("xoxb", "xapp", "sign'", "clientsecret", "kkk"))


async def test_bolt_takes_nothing_from_the_environment(make_rig: Any, monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("BOT_TOKEN", "CLIENT_ID", "CLIENT_SECRET", "SIGNING_SECRET", "VERIFICATION_TOKEN"):
        monkeypatch.setenv(f"SLACK_{name}", "xoxb-elsewhere")
    rig = make_rig(many=True)
    async with rig.connected():
        assert await install(rig, rig.team) == 200
        await rig.team.say("U1", rig.team.dm("U1"), "how far")
        assert rig.only.text == "how far"
    assert not list(tmp_path.glob(".bolt*"))


async def test_the_base_url_may_lack_its_last_slash(make_rig: Any) -> None:
    rig = make_rig()
    settings = SlackSettings(bot_token=rig.team.token, signing_secret="s", base_url=rig.slack.url.rstrip("/"))
    nowhere: Any = None
    channel = SlackChannel(settings, StoredValues(rig.store, "slack"), nowhere)
    answer = await channel._calls.read("T1", "auth_test")  # pyright: ignore[reportPrivateUsage]
    assert answer["team_id"] == "T1"
