"""The tests' own Bot API server refuses what Telegram refuses: each limit is tried here before the adapter is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from contracts.channel import png
from servers.telegram import METHODS, BotApi
from telegram import Bot, ReactionTypeEmoji
from telegram.error import BadRequest, Conflict, InvalidToken, TelegramError

from adapters.telegram.api import connect

REFERENCE = "reference/telegram_bot_api_spec.json"
NEWER = "reference/telegram_bot_api_10_3_params.json"


@pytest.fixture
async def api() -> Any:
    async with BotApi.running() as server:
        yield server


@pytest.fixture
async def bot(api: BotApi) -> Any:
    made = connect(api.token, api.base_url, api.base_file_url)
    yield made
    await made.disconnect()


def keys(*rows: list[dict[str, Any]]) -> str:
    return json.dumps({"inline_keyboard": rows})


def button(**action: Any) -> dict[str, Any]:
    return {"text": "x", **action}


TOO_MANY = [[button(callback_data="a")] for _ in range(101)]
TOO_LATE = {"message_id": 5, "allow_sending_without_reply": False}

BREACHES: dict[str, tuple[str, dict[str, Any]]] = {
    "no text": ("sendMessage", {}),
    "an empty text": ("sendMessage", {"text": " "}),
    "4097 characters": ("sendMessage", {"text": "x" * 4097}),
    "4097 units of emoji": ("sendMessage", {"text": "✈" + "😀" * 2048}),
    "32 KiB before parsing": ("sendMessage", {"text": "&amp;" * 7000, "parse_mode": "HTML"}),
    "101 entities": ("sendMessage", {"text": "<b>x</b>" * 101, "parse_mode": "HTML"}),
    "an open tag": ("sendMessage", {"text": "<b>x", "parse_mode": "HTML"}),
    "crossed tags": ("sendMessage", {"text": "<b><i>x</b></i>", "parse_mode": "HTML"}),
    "an unknown tag": ("sendMessage", {"text": "<h1>x</h1>", "parse_mode": "HTML"}),
    "a bare ampersand": ("sendMessage", {"text": "a & b", "parse_mode": "HTML"}),
    "another named entity": ("sendMessage", {"text": "a&nbsp;b", "parse_mode": "HTML"}),
    "code in bold": ("sendMessage", {"text": "<b><code>x</code></b>", "parse_mode": "HTML"}),
    "a quote in a quote": (
        "sendMessage",
        {"text": "<blockquote>a<blockquote>b</blockquote></blockquote>", "parse_mode": "HTML"},
    ),
    "a javascript link": ("sendMessage", {"text": '<a href="javascript:x">x</a>', "parse_mode": "HTML"}),
    "another parse mode": ("sendMessage", {"text": "x", "parse_mode": "Markdown"}),
    "text that turns around": ("sendMessage", {"text": "a\u202eb"}),
    "General by its id": ("sendMessage", {"text": "x", "message_thread_id": 1}),
    "a reply to nothing": ("sendMessage", {"text": "x", "reply_parameters": json.dumps(TOO_LATE)}),
    "an unknown parameter": ("sendMessage", {"text": "x", "disable_web_page_preview": True}),
    "65 bytes of data": ("sendMessage", {"text": "x", "reply_markup": keys([button(callback_data="é" * 33)])}),
    "no data": ("sendMessage", {"text": "x", "reply_markup": keys([button(callback_data="")])}),
    "two actions": (
        "sendMessage",
        {"text": "x", "reply_markup": keys([button(callback_data="a", url="https://a.b")])},
    ),
    "no action": ("sendMessage", {"text": "x", "reply_markup": keys([button()])}),
    "a local link": ("sendMessage", {"text": "x", "reply_markup": keys([button(url="http://localhost/x")])}),
    "nine in a row": ("sendMessage", {"text": "x", "reply_markup": keys([button(callback_data="a")] * 9)}),
    "101 buttons": ("sendMessage", {"text": "x", "reply_markup": json.dumps({"inline_keyboard": TOO_MANY})}),
    "257 to copy": ("sendMessage", {"text": "x", "reply_markup": keys([button(copy_text={"text": "c" * 257})])}),
    "an unknown style": (
        "sendMessage",
        {"text": "x", "reply_markup": keys([button(callback_data="a", style="red")])},
    ),
    "a place asked of a group": (
        "sendMessage",
        {"text": "x", "reply_markup": json.dumps({"keyboard": [[{"text": "x", "request_location": True}]]})},
    ),
    "a caption of 1025": ("sendPhoto", {"photo": png(), "caption": "x" * 1025}),
    "no picture": ("sendPhoto", {"photo": b"not a picture"}),
    "11 MB": ("sendPhoto", {"photo": png() + b"\0" * 11 * 1024 * 1024}),
    "no address": ("sendVenue", {"latitude": 1, "longitude": 1, "title": "x", "address": ""}),
    "off the Earth": ("sendVenue", {"latitude": 91, "longitude": 1, "title": "x", "address": "x"}),
    "an unknown action": ("sendChatAction", {"action": "thinking"}),
    "a draft in a group": ("sendMessageDraft", {"draft_id": 1, "text": "x"}),
}


@pytest.mark.parametrize("name", BREACHES)
async def test_it_refuses_and_records(api: BotApi, bot: Bot, name: str) -> None:
    method, values = BREACHES[name]
    club = api.group()
    given = {"chat_id": club.id} | values
    files = {key: value for key, value in given.items() if isinstance(value, bytes)}
    with pytest.raises(BadRequest):
        if files:
            await bot.send_photo(club.id, files["photo"], caption=given.get("caption"))
        else:
            await bot._post(method, given)
    assert len(api.violations) == 1
    assert api.shown(club) == []


async def test_it_takes_what_is_within_the_limits(api: BotApi, bot: Bot) -> None:
    chat = api.private(api.person()).id
    await bot.send_message(chat, "😀" * 2048)
    await bot.send_message(chat, "<b>x</b>" * 100, parse_mode="HTML")
    await bot.send_message(chat, "&amp;" * 4096, parse_mode="HTML")
    await bot.send_photo(chat, png(), caption="x" * 1024)
    assert api.violations == []


async def test_a_reaction_is_one_of_telegrams_own(api: BotApi, bot: Bot) -> None:
    ana = api.person()
    number = api.write(api.private(ana), ana, "x")["message"]["message_id"]
    await bot.set_message_reaction(ana["id"], number, [ReactionTypeEmoji("👀")])
    with pytest.raises(BadRequest):
        await bot._post(
            "setMessageReaction",
            {"chat_id": ana["id"], "message_id": number, "reaction": '[{"type": "emoji", "emoji": "✈"}]'},
        )


async def test_a_tap_is_answered_once(api: BotApi, bot: Bot) -> None:
    ana = api.person()
    room = api.private(ana)
    await bot.send_message(room.id, "x", reply_markup=keys([button(callback_data="a")]))
    query = api.tap(room, ana, "x")["callback_query"]["id"]
    await bot.answer_callback_query(query)
    with pytest.raises(BadRequest):
        await bot.answer_callback_query(query)
    assert len(api.violations) == 1


async def test_an_equal_edit_and_an_edit_of_what_is_gone_are_errors_but_no_breach(api: BotApi, bot: Bot) -> None:
    room = api.private(api.person())
    sent = await bot.send_message(room.id, "x")
    for text, number in (("x", sent.message_id), ("y", 99)):
        with pytest.raises(BadRequest):
            await bot.edit_message_text(text, room.id, number)
    assert api.violations == []


async def test_a_pictures_text_cannot_be_edited(api: BotApi, bot: Bot) -> None:
    room = api.private(api.person())
    sent = await bot.send_photo(room.id, png())
    with pytest.raises(BadRequest):
        await bot.edit_message_text("y", room.id, sent.message_id)
    assert len(api.violations) == 1


async def test_too_many_calls_are_recorded_and_the_channels_own_keep_to_the_limit(api: BotApi, bot: Bot) -> None:
    for _ in range(31):
        await bot.send_message(api.private(api.person()).id, "x")
    assert not api.violations
    async with Bot(api.token, api.base_url, api.base_file_url) as own:
        for _ in range(31):
            await own.send_message(api.private(api.person()).id, "x")
        assert "calls within one second" in api.violations[0]
        api.violations.clear()
        club = api.group()
        for _ in range(21):
            await own.send_message(club.id, "x")
    assert any("21 messages to a group within a minute" in one for one in api.violations)


async def test_a_call_before_the_wait_is_over_is_recorded(api: BotApi, bot: Bot) -> None:
    room = api.private(api.person())
    api.fault(room, "slow_down", seconds=5)
    for _ in range(2):
        try:
            await bot.send_message(room.id, "x")
        except TelegramError:
            continue
    assert "before retry_after ended" in api.violations[0]


@pytest.mark.parametrize(
    ("method", "values"),
    [
        ("setMyCommands", {"commands": json.dumps([{"command": "Fly-Fun", "description": "x"}])}),
        ("setMyCommands", {"commands": json.dumps([{"command": "fly", "description": "x" * 257}])}),
        ("setWebhook", {"url": "http://fly.example/", "allowed_updates": '["message"]'}),
        ("setWebhook", {"url": "https://fly.example/", "secret_token": "a b", "allowed_updates": '["message"]'}),
        ("answerInlineQuery", {"inline_query_id": "i", "results": "[]"}),
        ("getUpdates", {"allowed_updates": '["massage"]'}),
    ],
)
async def test_it_refuses_calls_without_a_chat(api: BotApi, bot: Bot, method: str, values: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        await bot._post(method, values)


async def test_two_pollers_and_a_wrong_token_are_refused(api: BotApi, bot: Bot) -> None:
    await bot.set_webhook("https://fly.example/x", secret_token="s", allowed_updates=["message"])
    with pytest.raises(Conflict):
        await bot.get_updates(allowed_updates=["message"])
    with pytest.raises(InvalidToken):
        async with Bot("1:wrong", api.base_url):
            pass


@pytest.mark.samples
def test_the_table_of_methods_is_telegrams_own(pytestconfig: pytest.Config) -> None:
    shared = pytestconfig.rootpath.parent / "shared"
    methods = json.loads((shared / REFERENCE).read_text())["methods"]
    newer: dict[str, dict[str, bool]] = json.loads((shared / NEWER).read_text())
    for method, (required, optional) in METHODS.items():
        of_old = {one["name"]: one["required"] for one in methods[method].get("fields", [])}
        fields = newer.get(method, of_old)
        assert {name for name, needed in fields.items() if needed} == set(required.split()), method
        assert set(optional.split()) <= fields.keys() - set(required.split()), method
