"""What Telegram reports, replayed: what is a question to us, and what is not."""

from __future__ import annotations

from typing import Any

import pytest
from servers.telegram import BotApi

from adapters.protocol import ChatRef, Position
from adapters.telegram.inbound import ALBUM_SECONDS

from .conftest import Bench

BOT = {"id": 7000000001, "is_bot": True, "first_name": "FlyFun", "username": "FlyFunBot"}
PHOTO = [{"file_id": "p", "file_unique_id": "u", "width": 9, "height": 9}]
VOICE = {"file_id": "v", "file_unique_id": "u", "duration": 3}


async def test_a_private_message(bench: Bench, api: BotApi) -> None:
    ana = api.person("Ana", "fr")
    (said,) = await bench.take(api.write(api.private(ana), ana, "How far is EGTF from LFMD?"))
    assert said.chat == ChatRef("telegram", "7000000001", str(ana["id"]))
    assert (said.text, said.addressed_by, said.private) == ("How far is EGTF from LFMD?", "dm", True)
    assert (said.person.id, said.person.name, said.person.language) == (str(ana["id"]), "Ana", "fr")
    assert said.sent_at.utcoffset() is not None


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("how far is EGTF from LFMD", None),
        ("/fly how far is EGTF from LFMD", ("command", "/fly how far is EGTF from LFMD")),
        ("/fly@FlyFunBot EGTF LFMD", ("command", "/fly EGTF LFMD")),
        ("/FLY@flyfunbot EGTF LFMD", ("command", "/fly EGTF LFMD")),
        ("/ask@Other how far", None),
        ("/weather EGLL", None),
        ("/help", ("command", "/help")),
        ("@FlyFunBot, how far is EGTF from LFMD", ("mention", "how far is EGTF from LFMD")),
        ("mail to a@flyfunbot.example", None),
        ("@FlyFunBotty hi", None),
        ("/", None),
    ],
)
async def test_in_a_group_only_what_is_meant_for_us(
    bench: Bench, api: BotApi, text: str, heard: tuple[str, str] | None
) -> None:
    found = await bench.take(api.write(api.group(), api.person(), text))
    assert [(one.addressed_by, one.text) for one in found] == ([heard] if heard else [])
    assert not any(one.private for one in found)


async def test_a_reply_to_us_is_heard_and_one_to_somebody_else_is_not(bench: Bench, api: BotApi) -> None:
    club, ana, bob = api.group(), api.person(), api.person("Bob")
    ours = api.message(club, BOT, "559 nm")
    theirs = api.message(club, bob, "hello")
    (heard,) = await bench.take(api.write(club, ana, "with a C172", reply_to_message=ours))
    assert (heard.addressed_by, heard.text) == ("reply", "with a C172")
    assert await bench.take(api.write(club, ana, "and you", reply_to_message=theirs)) == []


async def test_the_part_of_ours_that_a_reply_quotes_is_marked(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    ours = api.message(api.private(ana), BOT, "1. LFOP\n2. LFPD Bernay")
    quote = {"text": "2. LFPD Bernay", "position": 8, "is_manual": True}
    (heard,) = await bench.take(api.write(api.private(ana), ana, "fuel?", reply_to_message=ours, quote=quote))
    assert (heard.text, heard.marked) == ("fuel?", "2. LFPD Bernay")


async def test_a_topic_that_we_opened_is_not_a_reply_to_us(bench: Bench, api: BotApi) -> None:
    club, ana = api.group(forum=True), api.person()
    opened = api.message(club, BOT, forum_topic_created={"name": "Trips", "icon_color": 1})
    assert await bench.take(api.write(club, ana, "chatter", thread=77, reply_to_message=opened)) == []


async def test_topics_are_kept_and_general_has_none(bench: Bench, api: BotApi) -> None:
    club, ana = api.group(forum=True), api.person()
    threads = [(await bench.take(api.write(club, ana, "/fly x", thread=t)))[0].chat.thread for t in (77, 1, None)]
    assert threads == ["77", "", ""]
    in_thread = api.message(club, ana, "/fly x") | {"message_thread_id": 5}  # a reply thread, no topic
    assert (await bench.take(api.update(message=in_thread)))[0].chat.thread == ""


async def test_other_bots_our_own_inline_cards_and_repeated_channel_posts_are_not_heard(
    bench: Bench, api: BotApi
) -> None:
    ana = api.person()
    room, club = api.private(ana), api.group()
    other = api.person("Weather") | {"is_bot": True}
    channel = {"id": -1005, "type": "channel", "title": "News"}
    assert await bench.take(api.write(club, other, "/fly x")) == []
    assert await bench.take(api.write(room, ana, "EGLL Heathrow", via_bot=BOT)) == []
    assert await bench.take(api.write(club, other, "/fly x", sender_chat=channel, is_automatic_forward=True)) == []
    anonymous = {"sender_chat": club.json}
    (heard,) = await bench.take(api.write(club, other, "/fly x", **anonymous))
    assert heard.person.id == str(club.id)


async def test_positions_shared_forwarded_and_as_venues(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    room, place = api.private(ana), {"latitude": 50.5, "longitude": 1.6}
    origin = {"type": "hidden_user", "date": 1, "sender_user_name": "Bob"}
    venue = {"location": place, "title": "Le Touquet", "address": "-"}
    found = [
        await bench.take(api.write(room, ana, location=place)),
        await bench.take(api.write(room, ana, location=place, forward_origin=origin)),
        await bench.take(api.write(room, ana, venue=venue, location=place)),
    ]
    assert [one.position for (one,) in found] == [
        Position(50.5, 1.6),
        Position(50.5, 1.6),
        Position(50.5, 1.6, "Le Touquet"),
    ]
    assert await bench.take(api.write(api.group(), ana, location=place)) == []


async def test_a_live_position_is_one_question(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    live = api.message(api.private(ana), ana, location={"latitude": 50.5, "longitude": 1.6, "live_period": 900})
    assert len(await bench.take(api.update(message=live))) == 1
    moved = live | {"edit_date": 5, "location": {"latitude": 51, "longitude": 1.6, "live_period": 900}}
    assert await bench.take(api.update(edited_message=moved)) == []


async def test_a_corrected_question_is_asked_again_and_an_equal_one_is_not(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    first = api.message(api.private(ana), ana, "EGTF to LFMX")
    await bench.take(api.update(message=first))
    await bench.settle()
    assert await bench.take(api.update(edited_message=first | {"edit_date": 5})) == []
    (corrected,) = await bench.take(api.update(edited_message=first | {"edit_date": 6, "text": "EGTF to LFMD"}))
    assert corrected.text == "EGTF to LFMD"
    old = first | {"edit_date": 7, "text": "other", "message_id": 5, "date": 1}
    assert await bench.take(api.update(edited_message=old)) == []


async def test_captions_are_read_for_commands(bench: Bench, api: BotApi) -> None:
    club, ana = api.group(), api.person()
    (heard,) = await bench.take(api.write(club, ana, photo=PHOTO, caption="/fly@FlyFunBot what is EGLL"))
    assert (heard.addressed_by, heard.text) == ("command", "/fly what is EGLL")
    assert await bench.take(api.write(club, ana, photo=PHOTO, caption="nice")) == []


async def test_an_album_is_one_turn_and_keeps_its_caption(
    bench: Bench, api: BotApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = api.person()
    room = api.private(ana)
    assert ALBUM_SECONDS > 1
    monkeypatch.setattr("adapters.telegram.inbound.ALBUM_SECONDS", 0.05)
    for caption in ({}, {"caption": "What is this field near Annecy"}, {}):
        await bench.take(api.write(room, ana, photo=PHOTO, media_group_id="g1", **caption))
    await bench.settle()
    assert [one.text for one in bench.accepted] == ["What is this field near Annecy"]


async def test_a_card_of_ours_that_is_forwarded_is_no_question(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    sent = {"forward_origin": {"type": "user", "date": 1_800_000_000, "sender_user": api.bot}}
    await bench.take(api.write(api.private(ana), ana, "EGTF → LFAT · Sat 13 Feb, off blocks 10:00 local", **sent))
    await bench.take(api.write(api.group("Club"), ana, "EGTF → LFAT · Sat 13 Feb, off blocks 10:00 local", **sent))
    await bench.settle()
    assert [(one.handle.get("own"), one.text) for one in bench.accepted] == [("1", "/help")]


async def test_an_album_without_words_and_voice_are_answered_politely_once(
    bench: Bench, api: BotApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = api.person()
    room = api.private(ana)
    monkeypatch.setattr("adapters.telegram.inbound.ALBUM_SECONDS", 0.05)
    for _ in range(3):
        await bench.take(api.write(room, ana, photo=PHOTO, media_group_id="g2"))
    await bench.settle()
    assert [one.handle.get("unread") for one in bench.accepted] == ["1"]
    now: Any = {"date": 1_800_000_000}
    for _ in range(3):
        await bench.take(api.write(room, ana, voice=VOICE, **now))
    assert len(bench.accepted) == 2
    assert await bench.take(api.write(api.group(), ana, voice=VOICE)) == []


@pytest.mark.parametrize(
    "content",
    [
        {"new_chat_members": [BOT]},
        {"new_chat_title": "x"},
        {"pinned_message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}}},
        {"group_chat_created": True},
    ],
    ids=str,
)
async def test_service_messages_are_not_questions(bench: Bench, api: BotApi, content: dict[str, Any]) -> None:
    assert await bench.take(api.write(api.group(), api.person(), **content)) == []


async def test_a_deep_link_asks(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    (asked,) = await bench.take(api.write(api.private(ana), ana, "/start How_far_is_EGTF_from_LFMD"))
    assert asked.text == "/start How_far_is_EGTF_from_LFMD"
    (invited,) = await bench.take(api.write(api.group(), ana, "/start@FlyFunBot group"))
    assert invited.handle["hello"]


async def test_a_tap_brings_its_token_and_is_answered_at_once(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    room = api.group(forum=True)
    under = api.message(room, BOT, "which", thread=77)
    query = {"id": "q1", "from": ana, "chat_instance": "1", "data": "abc_1", "message": under}
    api.queries["q1"] = 0.0
    tapped = api.update(callback_query=query)
    (pressed,) = await bench.take(tapped)
    assert await bench.take(tapped) == []  # delivered twice
    await bench.settle()
    assert (pressed.token, pressed.text, pressed.addressed_by, pressed.chat.thread) == (
        "abc_1",
        "",
        "button",
        "77",
    )
    assert list(api.answered_queries) == ["q1"]


@pytest.mark.parametrize("data", ["UPPER", "a" * 33, "é", "a b", "", "x" * 64, "../../etc"])
async def test_forged_button_data_is_refused_and_still_answered(bench: Bench, api: BotApi, data: str) -> None:
    ana = api.person()
    room = api.private(ana)
    query = {"id": "q2", "from": ana, "chat_instance": "1", "data": data, "message": api.message(room, BOT, "x")}
    api.queries["q2"] = 0.0
    assert await bench.take(api.update(callback_query=query)) == []
    await bench.settle()
    assert "too old" in api.answered_queries["q2"]["text"]


async def test_a_button_under_a_message_that_telegram_no_longer_shows_us(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    gone = {"message_id": 5, "date": 0, "chat": api.private(ana).json}
    api.queries["q3"] = 0.0
    query = {"id": "q3", "from": ana, "chat_instance": "1", "data": "abc", "message": gone}
    (pressed,) = await bench.take(api.update(callback_query=query))
    assert pressed.token == "abc" and pressed.private
    await bench.settle()


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        "x",
        {},
        {"update_id": 5},
        {"update_id": 5, "stopped_message_generation": {"chat": {"id": 1, "type": "private"}}},
        {"update_id": 5, "message": 7},
        {"update_id": 5, "message": {"message_id": 1}},
        {"update_id": "five", "message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}}},
        {"update_id": 5, "message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "new"}, "text": "x"}},
        {"update_id": 5, "callback_query": {"id": "1"}},
        {"update_id": 5, "inline_query": {"id": "1", "query": "x"}},
        {"update_id": 5, "my_chat_member": {"chat": {"id": 1, "type": "group"}}},
    ],
    ids=str,
)
async def test_malformed_and_unknown_updates_are_dropped(bench: Bench, raw: Any) -> None:
    await bench.channel.receiver.take(raw, bench.accept)
    assert bench.accepted == []


@pytest.mark.parametrize(
    "text",
    [
        "Z̷͉͆a̶l̵g̸o̷" * 200,
        "a\u202eb",
        "👩🏽\u200d✈️ LFAT",
        "\ud83d half",
        "nul\x00",
        "ＬＦＡＴ",
        "\u0301\u0302",
        "x" * 4096,
    ],
    ids=range(8),
)
async def test_strange_text_is_taken_in_as_it_is(bench: Bench, api: BotApi, text: str) -> None:
    ana = api.person()
    (said,) = await bench.take(api.write(api.private(ana), ana, text))
    assert said.text == text


async def test_coordinates_off_the_earth_are_no_position(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    for lat in (float("nan"), float("inf"), 91.0):
        found = await bench.take(api.write(api.private(ana), ana, location={"latitude": lat, "longitude": 1.0}))
        assert all(one.position is None for one in found)


async def test_it_explains_itself_once_when_added(bench: Bench, api: BotApi) -> None:
    club, ana = api.group(), api.person()
    (hello,) = await bench.take(api.membership(club, ana, "left", "member"))
    assert (hello.text, hello.handle, hello.private) == ("/start", {"hello": "1"}, False)
    assert await bench.take(api.write(club, ana, "/start@FlyFunBot")) == []  # what an invitation link writes
    assert await bench.take(api.membership(club, ana, "member", "administrator")) == []


async def test_it_leaves_no_trace_when_removed(bench: Bench, api: BotApi) -> None:
    club, ana = api.group(forum=True), api.person()
    places = [ChatRef("telegram", "7000000001", str(club.id), thread) for thread in ("", "77")]
    for place, thread in zip(places, (None, 77), strict=True):
        await bench.take(api.write(club, ana, f"/fly {thread}", thread=thread))
        await bench.settle()
        await bench.store.put_button(place, "ask")
        await bench.store.save(place, (await bench.store.load(place))[0], 0)
    await bench.take(api.membership(club, ana, "member", "kicked"))
    assert [(await bench.store.load(place))[1] for place in places] == [0, 0]
    assert await bench.store.is_gone(places[0])


async def test_a_person_who_unblocks_the_bot_is_not_gone_any_more(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    private = api.private(ana)
    chat = ChatRef("telegram", "7000000001", str(private.id))
    await bench.take(api.membership(private, ana, "member", "kicked"))
    assert await bench.store.is_gone(chat)
    assert await bench.take(api.membership(private, ana, "kicked", "member")) == []
    assert not await bench.store.is_gone(chat)


async def test_a_supergroup_keeps_the_groups_memory(bench: Bench, api: BotApi) -> None:
    club, ana = api.group(kind="group"), api.person()
    old, new = (ChatRef("telegram", "7000000001", str(chat)) for chat in (club.id, -100123))
    conversation, _ = await bench.store.load(old)
    await bench.store.save(old, conversation, 0)
    assert await bench.take(api.write(club, ana, migrate_to_chat_id=-100123)) == []
    assert (await bench.store.load(new))[1] == 1
    assert (await bench.store.load(old))[1] == 0


async def test_inline_mode_lists_cards_quickly(bench: Bench, api: BotApi) -> None:
    ana = api.person()
    for text in ("EGLL", ""):
        api.type_inline(ana, text)
        await bench.take(api.updates[-1])
    await bench.settle()
    full, empty = api.inline.values()
    assert [one["title"] for one in full["results"]] == ["EGLL 0", "EGLL 1", "EGLL 2"]
    assert full["results"][0]["input_message_content"]["message_text"] == "<b>EGLL</b> &lt;0&gt; &amp; more"
    assert full["cache_time"] >= 60
    assert empty["results"] == [] and empty["button"]["start_parameter"] == "help"
