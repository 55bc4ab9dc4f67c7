"""Answers as they arrive in the chat, and what happens when Telegram refuses."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import deque
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from contracts.channel import png
from servers.telegram import BotApi, Room
from servers.telegram_rules import units

from adapters.protocol import (
    Button,
    Card,
    ChatGone,
    ChatRef,
    Delivery,
    File,
    IncomingMessage,
    Map,
    NotDelivered,
    Person,
    Position,
    Reply,
    SlowDown,
    Sources,
    Status,
    Text,
)
from adapters.telegram.api import MOST_CALLS
from adapters.telegram.layout import Picture
from adapters.telegram.limits import CAPABILITIES

from .conftest import Bench, bench_of

ANSWER = Reply((Text("**559 nm**"),))


async def at_once() -> None:
    """A pace that never waits."""


NUMBERS = itertools.count(1_000_000)


@dataclass
class Chat:
    """A chat and the answers sent to it."""

    bench: Bench
    room: Room
    asked: dict[str, Any]
    thread: int | None = None
    made: list[Delivery] = field(default_factory=list[Delivery])

    def message(self, text: str = "x", **more: Any) -> IncomingMessage:
        number = self.asked["message_id"]
        rest: dict[str, Any] = {"handle": {"message_id": str(number)}, **more}
        return IncomingMessage(
            id=f"u{number}",
            chat=ChatRef("telegram", "7000000001", str(self.room.id), str(self.thread or "")),
            person=Person("5"),
            text=text,
            addressed_by="dm",
            sent_at=datetime.now(UTC),
            private=self.room.type == "private",
            **rest,
        )

    def open(self, text: str = "x", **more: Any) -> Delivery:
        return self.bench.outbound.open(self.message(text, **more), at_once)

    async def send(self, reply: Reply, **more: Any) -> None:
        await self.open(**more).finish(reply)
        await self.bench.settle()

    async def send_to_another(self, reply: Reply) -> None:
        """The answer to another question."""
        message = replace(self.message(), id=f"u{next(NUMBERS)}")
        await self.bench.outbound.open(message, at_once).finish(reply)
        await self.bench.settle()


def chat_in(bench: Bench, room: Room, thread: int | None = None) -> Chat:
    return Chat(bench, room, bench.api.message(room, bench.api.person(), "x", thread=thread), thread)


@pytest.fixture
def private(bench: Bench, api: BotApi) -> Chat:
    return chat_in(bench, api.private(api.person()))


@pytest.fixture
def club(bench: Bench, api: BotApi) -> Chat:
    return chat_in(bench, api.group())


class TestLayout:
    async def test_picture_first_then_text_and_buttons_under_the_last(self, private: Chat, api: BotApi) -> None:
        buttons = tuple(Button(f"Question number {n}", f"t{n}") for n in range(10))
        reply = Reply((Map(png(), "map", "EGTF to LFMD"), Text("word " * 2000), Sources("OurAirports")), buttons)
        await private.send(reply)
        first, *texts = api.shown(private.room)
        assert first.photo and first.text == "EGTF to LFMD" and len(first.text) <= CAPABILITIES.max_caption
        assert len(texts) > 1 and len(texts[-1].labels) == 10
        assert not any(one.labels for one in (first, *texts[:-1]))

    async def test_a_long_caption_is_cut(self, private: Chat, api: BotApi) -> None:
        await private.send(Reply((Map(png(), "map", "😀 word " * 500), Text("x " * 1100))))
        assert 1000 < units(api.shown(private.room)[0].text) <= 1024

    async def test_a_card_has_its_code_to_copy_its_links_and_a_place(self, private: Chat, api: BotApi) -> None:
        links = (
            ("Map", "https://maps.example/LFAT"),
            ("Local", "http://localhost/x"),
            ("Mail", "mailto:a@b.example"),
        )
        card = Card("LFAT Le Touquet", (("Elevation", "36 ft"),), links, "LFAT", Position(50.5149, 1.6275))
        await private.send(Reply((Text("Here"), card), (Button("Airports near LFAT", "t1"),)))
        (text,) = api.shown(private.room)
        assert [button.get("copy_text") or button.get("url") or "tap" for button in text.buttons] == [
            "tap",
            {"text": "LFAT"},
            "https://maps.example/LFAT",
            "https://www.openstreetmap.org/?mlat=50.51490&mlon=1.62750#map=13/50.51490/1.62750",
        ]
        assert text.text == "Here\n\nLFAT Le Touquet\nElevation: 36 ft"

    async def test_what_a_card_repeats_is_said_once(self, private: Chat, api: BotApi) -> None:
        card = Card("LFAT", (("Elevation", "36 ft"), ("Fuel", "AVGAS")))
        await private.send(Reply((Text("**LFAT**\nElevation: 36 ft"), card)))
        assert api.shown(private.room)[0].text == "LFAT\nElevation: 36 ft\n\nLFAT\nFuel: AVGAS"

    async def test_a_group_gets_eyes_until_it_is_answered_and_one_message_that_quotes(
        self, club: Chat, api: BotApi
    ) -> None:
        await club.send(Reply((Map(png(), "a"), Map(png(), "b"), Text("**559 nm**"))))
        (told,) = api.shown(club.room)
        assert told.photo and told.text == "559 nm" and told.entities
        assert told.reply_to == club.asked["message_id"]
        given = [call.values.get("reaction") for call in api.made("setMessageReaction")]
        assert len(given) == 2 and "emoji" in str(given[0])
        assert club.room.messages[club.asked["message_id"]].reactions == ()

    async def test_an_airfield_is_one_message_and_a_long_one_goes_without_its_little_map(
        self, private: Chat, api: BotApi
    ) -> None:
        card = Card("LFAT", (("Elevation", "36 ft"),), (), "LFAT", Position(50.5, 1.6))
        for words in ("short", "long " * 300):
            await private.send(Reply((Map(png(), "a"), Text(words), card), (Button("Notice", "n1"),)))
        short, long = api.shown(private.room)
        assert short.photo and short.labels == ("Notice",) and not long.photo and long.labels == ("Notice",)

    def test_pictures_are_named_as_what_they_are(self) -> None:
        names = [Picture(image, "", "").name for image in (png(), b"\xff\xd8\xff\xe0 and so on")]
        assert names == ["map.png", "map.jpg"]

    async def test_a_group_sees_no_previews(self, club: Chat, api: BotApi) -> None:
        delivery = club.open()
        await delivery.snapshot(Reply((Text("so far"),), final=False))
        assert api.made("sendMessage", "sendMessageDraft") == []
        await delivery.finish(ANSWER)
        assert not CAPABILITIES.group_snapshots

    async def test_an_answer_stays_in_its_topic(self, bench: Bench, api: BotApi) -> None:
        forum = api.group(forum=True)
        forum.topics.add(77)
        for thread in (77, None):
            await chat_in(bench, forum, thread).send(Reply((Map(png(), "m"), Text(f"in {thread}"))))
        assert [one.thread for one in api.shown(forum)] == [77, None]

    async def test_where_topics_were_switched_off_it_answers_in_the_same_chat(
        self, bench: Bench, api: BotApi
    ) -> None:
        forum = api.group(forum=True)
        await chat_in(bench, forum, 78).send(Reply((Map(png(), "m"), Text("559 nm"))))
        assert [one.text for one in api.shown(forum)] == ["559 nm"]

    @pytest.mark.parametrize("fault", ["", "PHOTO_INVALID_DIMENSIONS"])
    async def test_several_pictures_are_one_album_and_one_by_one_where_it_is_refused(
        self, private: Chat, api: BotApi, fault: str
    ) -> None:
        reply = Reply((*(Map(png(), "m", name) for name in "abc"), Text("559 nm")), (Button("Wind", "w"),))
        if fault:
            api.fault(private.room, fault)
        sent = await private.open().finish(reply)
        assert [one.text for one in api.shown(private.room)] == ["a", "b", "c", "559 nm"]
        assert api.shown(private.room)[-1].labels == ("Wind",)
        assert len(api.made("sendMediaGroup")) == 1 and len(api.made("sendPhoto")) == (3 if fault else 0)
        assert sent.message_ids == tuple(str(one.number) for one in api.shown(private.room))

    async def test_an_album_is_sent_by_the_ids_of_its_photos_the_next_time(
        self, private: Chat, api: BotApi
    ) -> None:
        reply = Reply((Map(png(), "m", key="k1"), Map(png(), "n", key="k2"), Text("559 nm")))
        await private.send(reply)
        await private.send_to_another(reply)
        assert api.uploads == 2 and sum(bool(one.photo) for one in api.shown(private.room)) == 4

    async def test_start_offers_to_share_a_position_in_private_only(
        self, private: Chat, club: Chat, api: BotApi
    ) -> None:
        for chat in (private, club):
            await chat.send(replace(ANSWER, buttons=(Button("Try", "t1"),)), text="/start")
        assert [bool((one.keyboard or {}).get("keyboard")) for one in api.shown(private.room)] == [False, True]
        assert len(api.shown(club.room)) == 1

    async def test_where_a_pilot_is_asked_for_the_position_is_shared_under_the_question(
        self, private: Chat, club: Chat, api: BotApi
    ) -> None:
        for chat in (private, club):
            await chat.send(Reply((Text("Where are you?"),), asks_place=True))
        (asked,) = api.shown(private.room)
        assert asked.text == "Where are you?" and (asked.keyboard or {}).get("keyboard")
        assert not api.shown(club.room)[0].keyboard

    async def test_added_to_a_group_it_explains_privacy_in_one_message(self, club: Chat, api: BotApi) -> None:
        await club.send(Reply((Text("welcome"),), (Button("Try", "t1"),)), text="/start", handle={"hello": "1"})
        (told,) = api.shown(club.room)
        assert "/fly" in told.text and "@FlyFunBot" in told.text and "Telegram shows me nothing else" in told.text
        assert told.labels == ("Try",)
        assert told.buttons[-1]["url"] == "https://t.me/FlyFunBot?start=help"

    async def test_it_claims_no_privacy_that_it_does_not_have(self, club: Chat, api: BotApi) -> None:
        api.bot["can_read_all_group_messages"] = True
        await club.send(ANSWER, text="/start", handle={"hello": "1"})
        assert "nothing else" not in api.shown(club.room)[0].text

    async def test_voice_is_answered_politely(self, private: Chat, api: BotApi) -> None:
        await private.send(Reply((Text("help"),), (Button("Try", "t"),)), text="/help", handle={"unread": "1"})
        (told,) = api.shown(private.room)
        assert "not pictures, voice or files" in told.text and told.labels == ("Try",)

    async def test_a_forwarded_card_is_said_to_count_in_its_group_alone(self, private: Chat, api: BotApi) -> None:
        await private.send(Reply((Text("help"),), (Button("Try", "t"),)), text="/help", handle={"own": "1"})
        (told,) = api.shown(private.room)
        assert "counts in its own group alone" in told.text and not told.labels

    async def test_a_reply_without_blocks_sends_nothing(self, private: Chat, api: BotApi) -> None:
        await private.send(Reply(()))
        assert api.shown(private.room) == []


class TestPreviews:
    async def test_a_preview_becomes_the_answer(self, private: Chat, api: BotApi) -> None:
        delivery = private.open()
        await delivery.snapshot(Reply((Status("Looking along the route…"),), final=False))
        (shown,) = api.shown(private.room)
        await delivery.finish(ANSWER)
        assert [(one.number, one.text) for one in api.shown(private.room)] == [(shown.number, "559 nm")]

    async def test_a_preview_becomes_the_picture_of_an_answer_that_has_one(
        self, private: Chat, api: BotApi
    ) -> None:
        delivery = private.open()
        await delivery.snapshot(Reply((Status("Looking…"),), final=False))
        await delivery.finish(Reply((Map(png(), "m", "EGTF to LFMD"), Text("559 nm"))))
        assert [(bool(one.photo), one.text) for one in api.shown(private.room)] == [
            (True, "559 nm"),
        ]

    async def test_a_preview_that_was_deleted_does_not_cost_the_answer(self, private: Chat, api: BotApi) -> None:
        delivery = private.open()
        await delivery.snapshot(Reply((Text("so far"),), final=False))
        for one in api.shown(private.room):
            del private.room.messages[one.number]
        await delivery.finish(ANSWER)
        assert [one.text for one in api.shown(private.room)] == ["559 nm"]

    async def test_another_process_goes_on_with_the_preview_of_one_that_ended(
        self, private: Chat, api: BotApi
    ) -> None:
        await private.open().snapshot(Reply((Text("so far"),), final=False))
        await private.bench.settle()
        await private.open().finish(ANSWER)
        assert [one.text for one in api.shown(private.room)] == ["559 nm"]

    async def test_drafts_are_shown_where_they_are_wanted_and_the_answer_is_a_message(
        self, api: BotApi, bench: Bench
    ) -> None:
        async with bench_of(api, bench.store, drafts=True) as drafting:
            chat = chat_in(drafting, api.private(api.person()))
            delivery = chat.open()
            await delivery.snapshot(Reply((Text("so **far**"),), final=False))
            assert [text for _, text in chat.room.drafts] == ["so far"] and api.shown(chat.room) == []
            await delivery.finish(ANSWER)
            assert [one.text for one in api.shown(chat.room)] == ["559 nm"]
            club = chat_in(drafting, api.group())
            await club.open().snapshot(Reply((Text("so far"),), final=False))
            assert club.room.drafts == []

    async def test_who_waits_is_told_until_the_answer_comes(self, private: Chat, api: BotApi) -> None:
        await private.send(Reply((Status("this one is next"),), ephemeral=True))
        assert [one.text for one in api.shown(private.room)] == ["this one is next"]
        await private.send(ANSWER)
        assert [one.text for one in api.shown(private.room)] == ["559 nm"]

    async def test_no_sign_is_left_standing_when_the_answer_was_quicker(self, private: Chat, api: BotApi) -> None:
        await private.send(ANSWER)
        await private.send(Reply((Status("this one is next"),), ephemeral=True))
        assert [one.text for one in api.shown(private.room)] == ["559 nm"]

    async def test_in_a_group_the_sign_is_a_pair_of_eyes(self, club: Chat, api: BotApi) -> None:
        await club.send(Reply((Status("this one is next"),), ephemeral=True))
        assert api.shown(club.room) == []
        assert club.room.messages[club.asked["message_id"]].reactions == ("👀",)


class TestTyping:
    async def test_typing_is_shown_while_working_and_ends_with_the_answer(
        self, private: Chat, api: BotApi, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.telegram.signs.FIRST_SECONDS", 0.02)
        monkeypatch.setattr("adapters.telegram.signs.AGAIN_SECONDS", 0.05)
        delivery = private.open()
        await asyncio.sleep(0.2)
        assert len(private.room.actions) >= 2
        await delivery.finish(ANSWER)
        shown = len(private.room.actions)
        await asyncio.sleep(0.15)
        assert len(private.room.actions) == shown

    async def test_typing_ends_when_nobody_wants_the_answer_any_more(
        self, private: Chat, api: BotApi, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.telegram.signs.FIRST_SECONDS", 0.02)
        monkeypatch.setattr("adapters.telegram.signs.AGAIN_SECONDS", 0.03)
        private.open()  # and forgotten
        await asyncio.sleep(0.15)
        assert private.room.actions == []

    async def test_who_waits_to_be_worked_out_is_shown_typing_too(
        self, private: Chat, api: BotApi, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.telegram.signs.FIRST_SECONDS", 0.02)
        private.bench.channel.outbound.noticed(message := private.message())
        await asyncio.sleep(0.1)
        assert len(private.room.actions) == 1
        delivery = private.bench.channel.outbound.open(message, at_once)
        await delivery.finish(ANSWER)
        assert len(private.room.actions) == 1

    async def test_when_much_is_sent_the_first_sign_comes_late_but_comes(
        self, private: Chat, api: BotApi, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.telegram.signs.SPARE", 0)
        private.bench.channel.outbound.noticed(private.message())
        begun = time.monotonic()
        while not private.room.actions:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        assert 0.4 < time.monotonic() - begun < 5

    async def test_who_waits_behind_another_message_is_shown_typing_at_once_while_much_is_sent(
        self, private: Chat, api: BotApi, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.telegram.signs.FIRST_SECONDS", 0.02)
        monkeypatch.setattr("adapters.telegram.signs.CALM", 0)
        monkeypatch.setattr(private.bench.channel.outbound, "sign_after", 0.2)
        waits = asyncio.create_task(private.send(Reply((Status("this one is next"),), ephemeral=True)))
        await asyncio.sleep(0.1)
        assert len(private.room.actions) == 1
        await waits
        assert api.shown(private.room) == []

    async def test_a_quick_answer_needs_no_typing(self, private: Chat, api: BotApi) -> None:
        await private.send(ANSWER)
        assert private.room.actions == []

    async def test_a_flood_met_by_typing_holds_the_answer_back(
        self, private: Chat, api: BotApi, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.telegram.signs.FIRST_SECONDS", 0.0)
        delivery = private.open()
        api.method_faults["sendChatAction"] = deque(["slow_down"])
        await asyncio.sleep(0.1)
        with pytest.raises(SlowDown):
            await delivery.finish(ANSWER)
        assert api.shown(private.room) == []


class TestRefusals:
    async def test_unreadable_markup_is_sent_again_without_any_as_it_was_written(
        self, private: Chat, api: BotApi
    ) -> None:
        api.fault(private.room, "cannot_parse")
        await private.send(Reply((Text("**A & B** <x> [l](https://x.example/?a=1&b=2)"),), (Button("Go", "t"),)))
        (shown,) = api.shown(private.room)
        assert shown.text == "A & B <x> l (https://x.example/?a=1&b=2)"
        assert shown.labels == ("Go",)

    async def test_a_flood_is_no_reason_to_drop_the_markup(self, private: Chat, api: BotApi) -> None:
        api.fault(private.room, "slow_down", seconds=0.1)
        delivery = private.open()
        with pytest.raises(SlowDown):
            await delivery.finish(ANSWER)
        await asyncio.sleep(0.12)
        await delivery.finish(ANSWER)
        assert [one.markup for one in api.shown(private.room)] == ["<b>559 nm</b>"]

    async def test_a_refused_button_does_not_cost_the_answer(self, private: Chat, api: BotApi) -> None:
        for fault in ("BUTTON_URL_INVALID", "BUTTON_URL_INVALID"):
            api.fault(private.room, fault)
        card = Card("LFAT", (("Elevation", "36 ft"),), (("Map", "https://maps.example/"),), "LFAT")
        await private.send(Reply((card,), (Button("Go", "t"),)))
        (shown,) = api.shown(private.room)
        assert [button["text"] for button in shown.buttons] == ["Go"]

    @pytest.mark.parametrize("fault", ["not enough rights to send photos to the chat", "PHOTO_SAVE_FILE_INVALID"])
    async def test_a_picture_that_is_not_taken_is_left_out(self, club: Chat, api: BotApi, fault: str) -> None:
        api.fault(club.room, fault)
        await club.send(Reply((Map(png(), "m"), Text("559 nm"))))
        assert [one.text for one in api.shown(club.room)] == ["559 nm"]

    async def test_a_file_is_sent_byte_for_byte_with_its_words(self, private: Chat, api: BotApi) -> None:
        content = b"BEGIN:VCALENDAR\r\nSUMMARY:Flight EGLD \xe2\x86\x92 LFAT\r\nEND:VCALENDAR\r\n"
        await private.send(Reply((File(content, "trip.ics", "text/calendar"), Text("Nine entries"))))
        (sent,) = api.made("sendDocument")
        assert sent.values["document"] == content
        assert "Nine entries" in "".join(one.text or "" for one in api.shown(private.room))

    async def test_a_picture_of_the_wrong_shape_goes_as_a_file(self, private: Chat, api: BotApi) -> None:
        api.fault(private.room, "PHOTO_INVALID_DIMENSIONS")
        await private.send(Reply((Map(png(), "m", "EGTF"), Text("559 nm"))))
        assert [call.method for call in api.made("sendPhoto", "sendDocument", "sendMessage")] == [
            "sendPhoto",
            "sendDocument",
        ]

    async def test_a_picture_is_uploaded_once_and_again_when_its_id_is_gone(
        self, private: Chat, api: BotApi
    ) -> None:
        reply = Reply((Map(png(), "m", key="route-1"), Text("559 nm")))
        for _ in range(2):
            await private.send_to_another(reply)
        assert api.uploads == 1
        api.files.clear()
        await private.send_to_another(reply)
        assert api.uploads == 2
        assert sum(bool(one.photo) for one in api.shown(private.room)) == 3

    async def test_plain_text_that_fills_several_messages_is_cut_in_no_character(
        self, private: Chat, api: BotApi
    ) -> None:
        family, address = "👨\u200d👩\u200d👧\u200d👦", f"https://example.org/{'a' * 60}"
        api.fault(private.room, "cannot_parse")
        await private.send(Reply((Text(" ".join(f"[n{n} {family}]({address}/{n})" for n in range(60))),)))
        texts = [one.text for one in api.shown(private.room)]
        assert len(texts) > 1
        assert sum(text.count(family) for text in texts) == 60
        assert " ".join(texts).split() == [
            word for n in range(60) for word in (f"n{n}", family, f"({address}/{n})")
        ]

    @pytest.mark.parametrize("fault", ["gone", "kicked", "chat not found", "user is deactivated", "TOPIC_CLOSED"])
    async def test_a_chat_that_cannot_be_written_to_is_gone(self, private: Chat, api: BotApi, fault: str) -> None:
        api.fault(private.room, fault)
        with pytest.raises(ChatGone):
            await private.open().finish(ANSWER)

    @pytest.mark.parametrize("fault", ["refused", "bad_gateway"])
    async def test_a_failing_server_is_tried_again(self, private: Chat, api: BotApi, fault: str) -> None:
        api.fault(private.room, fault, after=1)
        reply = Reply((Map(png(), "m"), Text("559 nm" + LONG)))
        delivery = private.open()
        with pytest.raises(NotDelivered):
            await delivery.finish(reply)
        await delivery.finish(reply)
        assert [(bool(one.photo), one.text) for one in api.shown(private.room)] == [
            (True, ""),
            (False, "559 nm" + LONG),
        ]

    async def test_another_process_goes_on_where_one_that_was_killed_stopped(
        self, private: Chat, api: BotApi
    ) -> None:
        reply = Reply((Map(png(), "m"), Text("559 nm" + LONG)))
        api.fault(private.room, "refused", after=1)
        with pytest.raises(NotDelivered):
            await private.open().finish(reply)
        await private.open().finish(reply)
        sent = await private.open().finish(reply)  # once more after everything was sent and not yet marked
        assert [bool(one.photo) for one in api.shown(private.room)] == [True, False]
        assert len(sent.message_ids) == 2

    async def test_an_answer_to_a_deleted_question_still_arrives(self, club: Chat, api: BotApi) -> None:
        del club.room.messages[club.asked["message_id"]]
        await club.send(ANSWER)
        assert [(one.text, one.reply_to) for one in api.shown(club.room)] == [("559 nm", None)]

    async def test_a_long_answer_keeps_telegrams_pace(self, api: BotApi, bench: Bench) -> None:
        async with bench_of(api, bench.store, sustained_seconds=0.55) as paced:
            chat = chat_in(paced, api.private(api.person()))
            start = time.monotonic()
            await chat.open().finish(Reply((Text("word " * 3800),)))
            assert len(api.shown(chat.room)) == 5
            assert time.monotonic() - start >= 2 * 0.2


LONG = " and more" * 150
"""What makes an answer too long for one message with its picture."""


class TestPages:
    async def test_a_list_in_one_message_turns_its_page_there_and_back(self, bench: Bench, api: BotApi) -> None:
        ana = api.person()
        chat = chat_in(bench, api.private(ana))
        more = (Button("More", "t1", turns=True),)
        await chat.send(Reply((Map(png(), "m", key="k1"), Text("**fields** 1–5")), more))
        (pressed,) = await bench.take(api.tap(chat.room, ana, "More"))
        await bench.outbound.open(pressed, at_once).finish(
            Reply((Map(png(), "m", key="k2"), Text("**fields** 6–9")), more)
        )
        await bench.settle()
        (shown,) = api.shown(chat.room)
        assert shown.text == "fields 6–9" and shown.labels == ("More", "Back") and shown.photo
        shown.edited_at = 0.0
        assert await bench.take(api.tap(chat.room, ana, "Back")) == []
        await bench.settle()
        (shown,) = api.shown(chat.room)
        assert shown.text == "fields 1–5" and shown.labels == ("More",) and shown.photo

    @pytest.mark.thorough
    async def test_a_list_turns_its_page_in_place_and_back(self, bench: Bench, api: BotApi) -> None:
        ana = api.person()
        chat = chat_in(bench, api.private(ana))
        more = (Button("More", "t1", turns=True), Button("Other", "t2"))
        await chat.send(Reply((Map(png(), "m", "page 1", key="k1"), Text(f"**fields** 1–5{LONG}")), more))
        for page, key in ((2, "k2"), (3, "k3")):
            (pressed,) = await bench.take(api.tap(chat.room, ana, "More"))
            assert pressed.token == "t1"
            picture = Map(png(), "m", f"page {page}", key=key)
            await bench.outbound.open(pressed, at_once).finish(
                Reply((picture, Text(f"fields, page {page}{LONG}")), more)
            )
            await bench.settle()
            for one in api.shown(chat.room):
                one.edited_at = 0.0
            assert [one.text for one in api.shown(chat.room)] == [f"page {page}", f"fields, page {page}{LONG}"]
        assert api.shown(chat.room)[1].labels == ("More", "Other", "Back")
        for text in ("fields, page 2", "fields 1–5"):
            assert await bench.take(api.tap(chat.room, ana, "Back")) == []
            await bench.settle()
            for one in api.shown(chat.room):
                one.edited_at = 0.0
            assert api.shown(chat.room)[1].text == text + LONG
        assert [one.text for one in api.shown(chat.room)] == ["page 1", "fields 1–5" + LONG]
        assert api.shown(chat.room)[1].labels == ("More", "Other")

    async def test_another_button_answers_below(self, bench: Bench, api: BotApi) -> None:
        ana = api.person()
        chat = chat_in(bench, api.private(ana))
        await chat.send(Reply((Text("list"),), (Button("More", "t1", turns=True), Button("Other", "t2"))))
        (pressed,) = await bench.take(api.tap(chat.room, ana, "Other"))
        await bench.outbound.open(pressed, at_once).finish(ANSWER)
        await bench.settle()
        assert [one.text for one in api.shown(chat.room)] == ["list", "559 nm"]


def test_the_pace_is_within_telegrams_limits() -> None:
    assert CAPABILITIES.edit_interval >= 1.1
    assert CAPABILITIES.group_per_minute == 20
    assert CAPABILITIES.per_second is not None and CAPABILITIES.per_second <= MOST_CALLS < 30
    assert replace(CAPABILITIES).max_text == 4096
