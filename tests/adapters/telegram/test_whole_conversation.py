"""A whole conversation on Telegram, through the program's own parts, without one breach of Telegram's rules."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from contracts.path import until
from servers.telegram import BotApi, Posted, Room

from adapters.protocol import AnswerInline, Button, ChatRef, IncomingMessage, MenuCommand, Reply, Status, Text
from adapters.telegram.channel import TelegramChannel, TelegramSettings
from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Question
from bot.app import NEXT_IN_LINE
from bot.commands import COMMANDS
from bot.conversation import Desk
from bot.inbox import Inbox
from bot.inline import inline_cards
from bot.keyvalue import StoredValues
from bot.outbox import Outbox
from bot.remembered import Remembered
from bot.render.painter import MapPainter
from bot.settings import Settings
from bot.store import Store
from bot.worker import Handler, OnSent, Worker

from .conftest import three_cards


@asynccontextmanager
async def answering(
    api: BotApi,
    store: Store,
    handler: Handler,
    inline: AnswerInline = three_cards,
    on_sent: OnSent | None = None,
    grace: float = 20.0,
    **settings: object,
) -> AsyncGenerator[TelegramChannel]:
    """The program around one handler: channel, inbox, worker, the sign for those who wait."""
    chosen = TelegramSettings(
        api.token,
        base_url=api.base_url,
        base_file_url=api.base_file_url,
        poll_seconds=5,
        first_pause=0.05,
        **settings,  # type: ignore[arg-type]
    )
    menu = [MenuCommand(command.name, command.summary) for command in COMMANDS]
    channel = TelegramChannel(chosen, StoredValues(store, "telegram"), menu, inline, Remembered(store))
    outbounds = {"telegram": channel.outbound}
    outbox = Outbox(store, outbounds)

    async def queued(message: IncomingMessage) -> None:
        await outbox.send(message, Reply((Status(NEXT_IN_LINE),), ephemeral=True))

    worker = Worker(store, outbounds, handler, on_queued=queued, on_sent=on_sent, lease_seconds=1.5)
    stop = asyncio.Event()
    receiving = asyncio.create_task(channel.run(Inbox(store).accept))
    working = asyncio.create_task(worker.run(stop, grace=grace))
    try:
        yield channel
    finally:
        stop.set()
        await working
        receiving.cancel()
        await asyncio.gather(receiving, return_exceptions=True)


@pytest.fixture(scope="session")
def deps(data_dir: Path) -> Deps:
    """The agent's data, loaded once."""
    loaded = Deps(settings=AgentSettings(data_dir=data_dir))
    asyncio.run(_ask_once(loaded))
    return loaded


async def _ask_once(deps: Deps) -> None:
    for text in ("How far is EGTF from LFMD?", "Tell me about LFAT", "airports near Annecy"):
        async for _ in answer(Question(text=text, at=deps.now()), Conversation(), deps):
            pass


Meets = Callable[[list[Posted]], bool]


async def shows(
    api: BotApi, room: Room, meets: Callable[[list[Posted]], bool], seconds: float = 15.0
) -> list[Posted]:
    """What the chat shows as soon as it meets a condition."""
    try:
        await until(lambda: meets(api.shown(room)), seconds)
    except AssertionError:
        raise AssertionError([(one.text, one.labels, bool(one.photo)) for one in api.shown(room)]) from None
    return api.shown(room)


def data_of(posted: Posted, label: str) -> str:
    return next(button["callback_data"] for button in posted.buttons if button["text"] == label)


def last_has(text: str) -> Meets:
    return lambda found: bool(found and text in found[-1].text and found[-1].labels)


class TestTheRealAgentOnTelegram:
    """Text, map, cards, buttons, a follow-up by button, a position, inline mode, a group's command, a topic."""

    async def test_a_pilot_talks_to_it_in_private_and_in_the_club(
        self, api: BotApi, store: Store, deps: Deps, tmp_path: Path
    ) -> None:
        desk = Desk(store, deps, MapPainter(Settings(agent=replace(deps.settings, data_dir=tmp_path))))
        ana = api.person("Ana")
        room, club = api.private(ana), api.group("Aero Club", forum=True)
        club.topics.add(77)
        async with answering(api, store, desk.replies, inline_cards(lambda: deps), sustained_seconds=1.0):
            api.write(room, ana, "/start")
            found = await shows(api, room, lambda all_: len(all_) == 2)
            assert "keyboard" in (found[-1].keyboard or {})
            assert found[0].labels

            api.write(room, ana, "How long from EGTF to LFMD?")
            found = await shows(api, room, last_has("559 nm"))
            assert [bool(one.photo) for one in found[2:]] == [True]
            asked = found[-1]

            api.tap(
                room,
                ana,
                next(label for label in asked.labels if "172" in label or "kt" in label or "knots" in label),
            )
            await shows(api, room, lambda all_: "h " in all_[-1].text and bool(all_[-1].labels))

            api.write(room, ana, "Tell me about LFAT")
            found = await shows(api, room, last_has("LFAT"))
            assert any("copy_text" in button for button in found[-1].buttons)
            assert any("openstreetmap" in button.get("url", "") for button in found[-1].buttons)

            before = len(api.shown(room))
            api.write(room, ana, location={"latitude": 50.5149, "longitude": 1.6275})
            await shows(api, room, lambda all_: len(all_) > before and bool(all_[-1].labels))

            api.write(room, ana, "Rules for France")
            listed = (await shows(api, room, last_has("Rules for France")))[-1]
            shown = int(re.findall(r"1–(\d+) of", listed.text)[0])
            api.tap(room, ana, "More")
            found = await shows(api, room, lambda all_: "Back" in all_[-1].labels)
            assert found[-1].number == listed.number and f"{shown + 1}–" in found[-1].text

            query = api.type_inline(ana, "EGTF LFMD c172")
            await until(lambda: query in api.inline)
            assert api.inline[query]["results"] and api.inline[query]["after"] < 0.3

            api.write(club, ana, "how far is EGTF from LFMD")  # not addressed: nobody answers
            asking = api.write(club, ana, "/fly@FlyFunBot how far is EGTF from LFMD", thread=77)["message"]
            told = (await shows(api, club, last_has("559 nm")))[-1]
            assert (told.thread, told.reply_to) == (77, asking["message_id"])
            await until(lambda: club.messages[asking["message_id"]].reactions == ())  # the eyes go again
            assert len(api.shown(club)) == 1 and not told.photo  # a plain line needs no picture among people
        assert api.violations == []
        await until(lambda: len(api.answered_queries) == 2)

    @pytest.mark.thorough
    async def test_a_reply_and_a_tap_in_the_club_mean_their_message(
        self, api: BotApi, store: Store, deps: Deps
    ) -> None:
        desk = Desk(store, deps)
        ana, ben, club = api.person("Ana"), api.person("Ben"), api.group("Aero Club")
        async with answering(api, store, desk.replies, on_sent=desk.sent, sustained_seconds=1.0):
            api.write(club, ana, "/fly@FlyFunBot LFAT")
            touquet = (await shows(api, club, last_has("LFAT")))[-1]
            api.write(club, ana, "/fly@FlyFunBot How long from EGTF to LFMD?")
            asked = (await shows(api, club, last_has("559 nm")))[-1]
            api.write(club, ben, "/fly@FlyFunBot LSGS")
            await shows(api, club, last_has("LSGS"))

            ours = api._message(club, touquet)  # pyright: ignore[reportPrivateUsage]
            api.write(club, ben, "what fuel do they have there?", reply_to_message=ours)
            count = len(api.shown(club))
            told = (await shows(api, club, lambda found: len(found) > count))[-1]
            assert "LFAT" in told.text and "LSGS" not in told.text

            for person, label, said in ((ben, "120 knots", "at 120 kt"), (ana, "SR22", "SR22")):
                count = len(api.shown(club))
                api.press(club, person, asked, data_of(asked, label))
                found = await shows(
                    api, club, lambda all_, count=count: len(all_) > count and "559" in all_[-1].text
                )
                assert said in found[-1].text and "EGTF" in found[-1].text
                await shows(api, club, lambda _, label=label: f"✓ {label}" in club.messages[asked.number].labels)
        assert api.violations == []

    async def test_a_button_that_is_somebody_elses_is_refused_over_the_chat_not_in_it(
        self, api: BotApi, store: Store
    ) -> None:
        async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
            if message.token:
                yield Reply((Text("That button belongs to somebody else here."),), ephemeral=True)
            else:
                yield Reply((Text("whose?"),), (Button("Mine", "abc"),))

        ana, ben, club = api.person("Ana"), api.person("Ben"), api.group("Aero Club")
        async with answering(api, store, handler):
            api.write(club, ana, "/fly@FlyFunBot x")
            await shows(api, club, last_has("whose?"))
            api.tap(club, ben, "Mine")
            await until(lambda: bool(api.answered_queries), 10)
            (told,) = api.answered_queries.values()
            assert "somebody else" in told["text"]
            assert len(api.shown(club)) == 1
        assert api.violations == []


class TestTheWholePath:
    """A small handler on the real store, inbox, worker and outbox."""

    @pytest.mark.thorough
    async def test_a_streamed_answer_is_edited_at_telegrams_pace_and_ends_complete(
        self, api: BotApi, store: Store
    ) -> None:
        async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
            text = ""
            for number in range(24):
                text += f"word{number} "
                yield Reply((Text(text),), final=False)
                await asyncio.sleep(0.12)
            yield Reply((Text(f"**{text.strip()}**"),), (Button("Go", "t1"),))

        ana = api.person()
        room = api.private(ana)
        async with answering(api, store, handler):
            api.write(room, ana, "tell me")
            (shown,) = await shows(api, room, lambda found: bool(found and found[-1].labels))
        assert shown.markup.startswith("<b>") and shown.text.endswith("word23")
        edits = [call.at for call in api.made("sendMessage", "editMessageText")]
        assert len(edits) >= 3
        assert all(later - earlier >= 1.0 for earlier, later in pairwise(edits))
        assert api.made("sendChatAction")

    async def test_a_quick_answer_shows_no_preview_and_a_group_never_does(self, api: BotApi, store: Store) -> None:
        async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
            yield Reply((Text("559"),), final=False)
            await asyncio.sleep(0.0 if message.private else 1.3)
            yield Reply((Text("559 nm"),), final=False)
            yield Reply((Text("559 nm in all"),))

        ana, club = api.person(), api.group()
        room = api.private(ana)
        async with answering(api, store, handler):
            api.write(room, ana, "q")
            api.write(club, ana, "/fly q")
            for place in (room, club):
                await shows(api, place, lambda found: [one.text for one in found] == ["559 nm in all"])
        assert len(api.made("sendMessage")) == 2
        assert api.made("editMessageText") == []

    async def test_redelivered_updates_are_answered_once_and_in_order(self, api: BotApi, store: Store) -> None:
        async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
            await asyncio.sleep(0.02)
            yield Reply((Text(f"re {message.text}"),))

        ana = api.person()
        room = api.private(ana)
        async with answering(api, store, handler, sign_after_seconds=30.0):
            updates = [api.write(room, ana, f"q{number}") for number in range(4)]
            await shows(api, room, lambda found: len(found) == 4)
            api.updates += updates  # an old session confirmed nothing
            api.write(room, ana, "last")
            await shows(api, room, lambda found: len(found) == 5)
        assert [one.text for one in api.shown(room)] == ["re q0", "re q1", "re q2", "re q3", "re last"]

    async def test_the_second_question_waits_with_a_sign_and_is_answered_after_the_first(
        self, api: BotApi, store: Store
    ) -> None:
        go = asyncio.Event()

        async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
            await go.wait()
            yield Reply((Text(f"re {message.text}"),))

        ana = api.person()
        room = api.private(ana)
        async with answering(api, store, handler, sign_after_seconds=0.1):
            api.write(room, ana, "first")
            await until(lambda: bool(room.actions))
            api.write(room, ana, "second")
            await shows(api, room, lambda found: [one.text for one in found] == [NEXT_IN_LINE])
            go.set()
            await shows(api, room, lambda found: [one.text for one in found] == ["re first", "re second"])

    @pytest.mark.thorough
    async def test_a_flood_in_one_chat_holds_up_that_chat_alone(self, api: BotApi, store: Store) -> None:
        async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
            yield Reply((Text(f"re {message.text}"),))

        people = [api.person(f"P{number}") for number in range(20)]
        rooms = [api.private(person) for person in people]
        for room, seconds in zip(rooms[:2], (3, 300), strict=True):
            api.fault(room, "slow_down", seconds=seconds)
        async with answering(api, store, handler, grace=0.5):  # one still waits at the end
            for room, person in zip(rooms, people, strict=True):
                api.write(room, person, "q")
            start = time.monotonic()
            await until(lambda: all(api.shown(room) for room in rooms[2:]), 60)
            await until(lambda: bool(api.shown(rooms[0])), 60)
            assert time.monotonic() - start >= 2.8
        assert [len(api.shown(room)) for room in rooms] == [1, 0] + [1] * 18
        assert api.violations == []

    @pytest.mark.thorough
    async def test_many_chats_at_once_stay_below_the_ceiling(self, api: BotApi, store: Store) -> None:
        async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
            yield Reply((Text("559 nm"),))

        rooms = [api.private(api.person()) for _ in range(70)]
        async with answering(api, store, handler):
            for room in rooms:
                api.write(room, {"id": room.id, "is_bot": False, "first_name": "P"}, "q")
            await until(lambda: all(api.shown(room) for room in rooms), 15)
        assert api.violations == []

    async def test_a_lost_answer_is_sent_at_most_twice(self, api: BotApi, store: Store) -> None:
        async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
            yield Reply((Text("559 nm"),))

        ana = api.person()
        room = api.private(ana)
        api.fault(room, "lost_answer")
        async with answering(api, store, handler):
            api.write(room, ana, "q")
            await shows(api, room, lambda found: len(found) == 2)
            await asyncio.sleep(0.3)
        assert len(api.shown(room)) == 2

    async def test_a_group_that_became_a_supergroup_is_followed_with_its_memory(
        self, api: BotApi, store: Store
    ) -> None:
        async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
            yield Reply((Text(f"re {message.text}"),))

        ana, club = api.person(), api.group(kind="group")
        old = ChatRef("telegram", str(api.bot["id"]), str(club.id))
        new = replace(old, chat=str(-1001000000000 - abs(club.id)))
        grown = api.rooms[int(new.chat)] = Room(int(new.chat), "supergroup", "Club")
        await store.save(old, (await store.load(old))[0], 0)
        api.fault(club, "moved")
        async with answering(api, store, handler):
            api.write(club, ana, "/fly q")
            await shows(api, grown, lambda found: [one.text for one in found] == ["re /fly q"])
            await until(lambda: _version(store, new))

    async def test_a_pilot_who_blocked_the_bot_is_left_alone(self, api: BotApi, store: Store) -> None:
        async def handler(message: IncomingMessage) -> AsyncIterator[Reply]:
            yield Reply((Text("559 nm"),))

        ana = api.person()
        room = api.private(ana)
        api.fault(room, "gone")
        chat = ChatRef("telegram", str(api.bot["id"]), str(room.id))
        async with answering(api, store, handler):
            api.write(room, ana, "q")
            await until(lambda: store.is_gone(chat))
        assert len(api.made("sendMessage")) == 1


async def _version(store: Store, chat: ChatRef) -> bool:
    return (await store.load(chat))[1] > 0
