"""After `/forget`, or when a group takes the bot out, nothing is left: every key, row and line is looked through."""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import unquote

import pytest
from contracts.path import until
from pydantic import JsonValue

from adapters.protocol import ChatRef, Frame, IncomingMessage, Person, Reply
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Profile
from bot import valkey
from bot.conversation import Desk
from bot.conversation_log import ConversationLog, open_log
from bot.frames import StoredFrames
from bot.inbox import Inbox
from bot.keys import PersonRef, in_partition, partition
from bot.keyvalue import StoredValues
from bot.records import SqlRecords, open_records
from bot.remembered import Remembered
from bot.settings import Settings
from bot.store import Store, open_store

pytestmark = pytest.mark.thorough

NUMBERS = itertools.count(1)
NO_CONTENT = {"seen", "asked", "limit", "budget"}
"""Kinds of keys that may outlive `/forget`: digests that count or claim, without a word of anybody."""

FORUM = [ChatRef("telegram", "7000000001", "-1002222222222", thread) for thread in ("", "31", "4097")]
DM_TOPICS = [ChatRef("telegram", "7000000001", "555000111", thread) for thread in ("", "12")]
SLACK_CHANNEL = [
    ChatRef("slack", "T0AAAAAAA", "C0CLUBROOM", thread)
    for thread in ("1732240000.000100", "1732250000.000200", "c1732260000-123-abcdef")
]
SLACK_DM = [ChatRef("slack", "T0AAAAAAA", "D0PRIVATE1")]
WEB = [ChatRef("web", "local", "session: with % and *[a-z]?")]
SHAPES = {"forum": FORUM, "topics": DM_TOPICS, "slack": SLACK_CHANNEL, "dm": SLACK_DM, "web": WEB}


class World:
    """The whole program's memory, and what is found in it."""

    def __init__(
        self, store: Store, desk: Desk, records: SqlRecords, diary: ConversationLog, folder: Path
    ) -> None:
        self.store, self.desk, self.records, self.diary, self.folder = store, desk, records, diary, folder

    def message(self, chat: ChatRef, person: str, text: str, token: str = "") -> IncomingMessage:
        return IncomingMessage(
            id=f"m{next(NUMBERS)}",
            chat=chat,
            person=Person(person, f"Name of {person}"),
            text=text,
            addressed_by="button" if token else "dm",
            sent_at=datetime.now(UTC),
            token=token,
            private=chat in (*DM_TOPICS, *SLACK_DM, *WEB),
            wants_feedback=True,
            wants_frames=chat.channel == "web",
        )

    async def ask(self, message: IncomingMessage) -> Reply:
        return [reply async for reply in self.desk.replies(message)][-1]

    async def live(self, chat: ChatRef, person: str, sign: str) -> None:
        """Everything that a person can leave in a chat; `sign` stands in all of their words."""
        await self.ask(self.message(chat, person, f"How far is it from EGTF to LFMD {sign}"))
        answered = await self.ask(self.message(chat, person, f"I paid 24 euros at LFAT today {sign}"))
        await self.store.save_profile(PersonRef(chat.channel, chat.tenant, person), Profile(aircraft=sign))
        await self.ask(self.message(chat, person, "", answered.thumbs[0].token))
        draft: dict[str, JsonValue] = {"icao": "LFAT", "kind": "fee", "text": sign, "reported_on": "2026-11-21"}
        await self.records.save_report(self.message(chat, person, "yes"), draft)
        waiting = self.message(chat, person, f"waits {sign}")
        await Inbox(self.store).accept(waiting)
        number = partition(chat)
        entry, fields = (await self.store.line.entries(in_partition(number, "in")))[-1]
        for kind in ("tries", "marks"):
            await self.store.line.call("HSET", in_partition(number, kind), entry, "1")
        words = [word for pair in fields.items() for word in pair]
        await self.store.line.call("XADD", in_partition(number, "dead"), "*", *words, "reason", "x")
        await self.store.hit("question", PersonRef(chat.channel, chat.tenant, person), limit=50, seconds=60)
        if chat.channel == "web":
            frames = StoredFrames(self.store)
            await frames.ask(chat, waiting.id, json.dumps({"text": sign}))
            await frames.publish(chat, waiting.id, [Frame("message", {"delta": sign})], first=0)
            await frames.answer(chat, waiting.id, json.dumps({"text": sign}), {"0" * 24: sign.encode()})
        values = StoredValues(self.store, chat.channel).of(chat)
        await values.set(f"page:{waiting.id}", f"<b>{sign}</b>", seconds=900, person=person)

    async def forget(self, chat: ChatRef, person: str, label: str) -> None:
        """`/forget`, confirmed; as the worker does it, with the tap's own entry taken out at the end."""
        if label == "this chat" and chat not in (*DM_TOPICS, *SLACK_DM, *WEB):
            await self.put_away(chat, person)
            await self.remembered.erase_due(datetime.now(UTC) + timedelta(days=1))
            return
        asked = await self.ask(self.message(chat, person, "/forget"))
        token = next(button.token for button in asked.buttons if label in button.label)
        tap = self.message(chat, person, "", token)
        await Inbox(self.store).accept(tap)
        reply = await self.ask(tap)
        assert "deleted" in str(reply.blocks)
        for entry, held in await self.store.line.entries(in_partition(partition(chat), "in")):
            if held["id"] == tap.id:
                await self.store.line.call("XDEL", in_partition(partition(chat), "in"), entry)

    @property
    def remembered(self) -> Remembered:
        return Remembered(self.store, self.records, self.diary)

    async def put_away(self, chat: ChatRef, person: str) -> Reply:
        """An admin names the group."""
        message = self.message(chat, person, "/forget everything")
        await Inbox(self.store).accept(message)
        reply = await self.ask(message)
        assert "put away" in str(reply.blocks)
        for entry, held in await self.store.line.entries(in_partition(partition(chat), "in")):
            if held["id"] == message.id:
                await self.store.line.call("XDEL", in_partition(partition(chat), "in"), entry)
        return reply

    async def keys(self) -> dict[str, str]:
        """Every key with what it holds, both as a person would read them."""
        read = {"string": ("GET",), "hash": ("HGETALL",), "set": ("SMEMBERS",), "stream": ("XRANGE",)}
        found: dict[str, str] = {}
        for name in await self.store.line.names("*"):
            kind = await self.store.line.call("TYPE", name)
            match kind:
                case "zset":
                    held = await self.store.line.call("ZRANGE", name, 0, -1)
                case "list":
                    held = await self.store.line.call("LRANGE", name, 0, -1)
                case "stream":
                    held = await self.store.line.entries(name)
                case _:
                    held = await self.store.line.call(read[kind][0], name)
            if held:
                found[unquote(name)] = unquote(str(held))
        return found

    def rows(self) -> str:
        with sqlite3.connect(self.folder / "records.sqlite") as database:
            tables = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
            return "\n".join(str(row) for table in tables for row in database.execute(f"select * from {table}"))

    def lines(self) -> str:
        return "\n".join(json.dumps(line) for line in self.diary.lines())

    async def traces(self, *signs: str) -> list[str]:
        """Where any of these words or ids still stands."""
        found = [f"{name} = {held}" for name, held in (await self.keys()).items()]
        found += [*self.rows().splitlines(), *self.lines().splitlines()]
        return [line for line in found if any(sign in line for sign in signs)]

    def digests(self, chats: Sequence[ChatRef], *people: PersonRef) -> list[str]:
        """How the log names these."""
        names = [*map(str, chats), *(str(chat.room) for chat in chats), *map(str, people)]
        return [self.diary.digest(name) for name in names]


async def everybody(message: IncomingMessage) -> bool:
    return message.person.id != "U0MEMBER"


@pytest.fixture
async def world(store: Store, data_dir: Path, tmp_path: Path) -> AsyncIterator[World]:
    settings = Settings(
        agent=AgentSettings(data_dir=tmp_path), conversation_log=str(tmp_path / "log"), secret_key="k" * 32
    )
    async with open_records(settings) as records:
        diary = open_log(settings)
        assert diary is not None
        deps = Deps(settings=AgentSettings(data_dir=data_dir), cache=store.cache("agent"), reports=records)
        desk = Desk(store, deps, records=records, diary=diary, administers=everybody)
        yield World(store, desk, records, diary, tmp_path)


async def left(world: World, before: set[str]) -> list[str]:
    """Keys that are new and hold more than a count or a claim."""
    return [name for name in await world.keys() if name not in before and name.split(":")[2] not in NO_CONTENT]


def own(name: str) -> bool:
    """Whether a key is a person's own: settings, and digests of what goes with them."""
    return name.split(":")[2] in ("profile", "kept")


def shown(name: str) -> bool:
    """Whether a key is a page in a browser: who said what on it cannot be told apart, so it goes whole."""
    return name.split(":")[2] in ("page", "pictures", "steps")


@pytest.mark.thorough
@pytest.mark.parametrize("shape", SHAPES)
async def test_everything_of_a_chat_means_every_thread_of_it(world: World, shape: str) -> None:
    chats = SHAPES[shape]
    elsewhere = [
        replace(chats[0], tenant="T0BBBBBBB"),
        replace(chats[0], chat=f"{chats[0].chat}1"),
        replace(chats[0], chat="other", thread=chats[0].chat),
    ]
    for number, other in enumerate(elsewhere):
        await world.live(other, "U0OTHER", f"elsewhere{number}")
    kept = {name for name in await world.keys() if name.split(":")[2] not in NO_CONTENT}
    rows, lines = world.rows(), world.lines()

    for number, chat in enumerate(chats):
        await world.live(chat, f"U0CANARY{number}", "canarywords")
    assert len(await world.traces("canarywords")) > 5 * len(chats)
    await world.forget(chats[-1], "U0CANARY0", "this chat")

    found = await world.traces("canarywords", str(chats[0].room), *world.digests(chats))
    assert [line for line in found if not own(line)] == []
    assert [name for name in await left(world, kept) if not own(name)] == []
    assert kept <= set(await world.keys())
    assert (world.rows(), world.lines()) == (rows, lines)


@pytest.mark.parametrize("shape", SHAPES)
async def test_everything_about_a_person_means_every_chat_they_wrote_in(world: World, shape: str) -> None:
    chats = SHAPES[shape]
    canary = PersonRef(chats[0].channel, chats[0].tenant, "U0CANARY")
    shared = replace(chats[0], chat="C0SHARED", thread="1")
    for chat in (*chats, shared):
        if chat == shared:
            await world.live(shared, "U0BEN", "benswords")
        await world.live(chat, "U0CANARY", "canarywords")
    twin = replace(shared, tenant="T0BBBBBBB")  # the same ids in another workspace are somebody else
    await world.live(twin, "U0CANARY", "twinwords")
    bens = [line for line in await world.traces("benswords") if not shown(line)]

    await world.forget(shared, "U0CANARY", "about me")

    assert await world.traces("canarywords", str(canary), *world.digests([], canary)) == []
    ids = [line for line in await world.traces("U0CANARY") if "T0BBBBBBB" not in line]
    assert ids == []
    assert len([line for line in await world.traces("benswords") if not shown(line)]) == len(bens)
    assert len(await world.traces("twinwords")) > 5
    memory, _ = await world.store.load(shared)
    assert {turn.person for turn in memory.turns} == {"U0BEN"} and memory.last_plan is None


@pytest.mark.parametrize("shape", ["topics", "dm", "web"])
async def test_in_a_private_chat_everything_about_me_is_the_whole_chat(world: World, shape: str) -> None:
    chats = SHAPES[shape]
    for chat in chats:
        await world.live(chat, "U0CANARY", "canarywords")
    await world.forget(chats[-1], "U0CANARY", "about me")
    assert await world.traces("canarywords", "U0CANARY", chats[0].chat, *world.digests(chats)) == []
    assert await left(world, set()) == []


async def test_a_group_that_takes_the_bot_out_leaves_reports_and_log_lines_neither(world: World) -> None:
    for chat in FORUM:
        await world.live(chat, "U0CANARY", "canarywords")
    await Remembered(world.store, world.records, world.diary).forget_chat(FORUM[0])
    traces = await world.traces("canarywords", FORUM[0].chat, *world.digests(FORUM))
    assert [line for line in traces if not own(line)] == []


async def test_a_group_that_becomes_a_supergroup_takes_its_reports_along(world: World) -> None:
    old, new = ChatRef("telegram", "7000000001", "-4001"), FORUM[0]
    await world.live(old, "U0CANARY", "canarywords")
    await world.records.share(old, True)
    remembered = Remembered(world.store, world.records, world.diary)
    await remembered.move_chat(old, new)
    await remembered.move_chat(old, new)  # both groups report it
    assert {report.text for report in await world.records.for_airfield("LFAT", str(new.room))} == {"canarywords"}
    assert await world.records.shares(new) and not await world.records.shares(old)
    await remembered.forget_chat(new)
    assert world.rows().count("canarywords") == 0 and world.lines() == ""


async def test_an_answer_under_way_elsewhere_does_not_bring_the_memory_back(world: World) -> None:
    here, there = FORUM[1:]
    await world.live(there, "U0BEN", "bens")
    question = world.message(there, "U0BEN", "and at 140 knots?")
    async for reply in world.desk.replies(question):
        if reply.final:
            await world.forget(here, "U0CANARY", "this chat")
    assert (await world.store.load(there))[1] == 0


async def test_what_an_admin_had_deleted_is_out_of_sight_at_once_and_comes_back_whole(world: World) -> None:
    for chat in FORUM:
        await world.live(chat, "U0CANARY", "canarywords")
    number = partition(FORUM[0])
    hidden = {in_partition(n, kind) for n in range(32) for kind in ("in", "dead", "tries", "marks")}
    before = {
        name: held for name, held in (await world.keys()).items() if name not in hidden and own(name) is False
    }
    rows = world.rows()
    reply = await world.put_away(FORUM[0], "U0ADMIN")
    assert number is not None and not await world.records.for_airfield("LFAT", str(FORUM[0].room))
    assert not (await world.store.load(FORUM[1]))[0].turns
    refused = await world.ask(world.message(FORUM[0], "U0MEMBER", "", reply.buttons[0].token))
    assert refused.ephemeral and not await world.records.for_airfield("LFAT", str(FORUM[0].room))
    back = await world.ask(world.message(FORUM[0], "U0ADMIN2", "", reply.buttons[0].token))
    assert "is back" in str(back.blocks)
    after = await world.keys()
    assert {name: after.get(name) for name in before if name.split(":")[2] not in NO_CONTENT} == {
        name: held for name, held in before.items() if name.split(":")[2] not in NO_CONTENT
    }
    assert sorted(world.rows().splitlines()) == sorted(rows.splitlines())
    assert await world.remembered.erase_due(datetime.now(UTC) + timedelta(days=2)) == 0


async def test_a_member_deletes_what_is_theirs_and_a_wrong_name_deletes_nothing(world: World) -> None:
    chat = FORUM[0]
    await world.live(chat, "U0CANARY", "canarywords")
    asked = await world.ask(world.message(chat, "U0MEMBER", "/forget"))
    assert [button.label for button in asked.buttons] == ["Everything about me"]
    for person, words in (("U0MEMBER", "/forget everything"), ("U0ADMIN", "/forget Aero Club")):
        refused = await world.ask(world.message(chat, person, words))
        assert refused.ephemeral
    assert await world.records.for_airfield("LFAT", str(chat.room))


async def test_a_member_who_leaves_is_in_nothing_that_can_come_back(world: World) -> None:
    await world.live(FORUM[0], "U0CANARY", "canarywords")
    reply = await world.put_away(FORUM[0], "U0ADMIN")
    await world.remembered.forget_person(PersonRef("telegram", "7000000001", "U0CANARY"))
    gone = await world.ask(world.message(FORUM[0], "U0ADMIN", "", reply.buttons[0].token))
    assert "too old" in str(gone.blocks) or "erased" in str(gone.blocks)
    assert await world.traces("canarywords") == []


async def test_reset_among_people_drops_the_askers_question_alone(world: World) -> None:
    for person in ("U0ANA", "U0BEN"):
        await world.ask(world.message(FORUM[0], person, "How long to fly from EGTF to LFMD"))
    await world.ask(world.message(FORUM[0], "U0ANA", "/reset"))
    memory, _ = await world.store.load(FORUM[0])
    assert set(memory.pending) == {"U0BEN"} and memory.turns


async def test_what_was_said_is_on_no_disk_afterwards(data_dir: Path, tmp_path: Path) -> None:
    """Every file of the data folder is read: the store's own, the records, the log."""
    settings = Settings(
        agent=AgentSettings(data_dir=tmp_path), conversation_log=str(tmp_path / "log"), secret_key="k" * 32
    )

    def on_disk() -> list[str]:
        found: list[str] = []
        for file in tmp_path.rglob("*"):
            if file.is_file() and b"canarywords" in file.read_bytes():
                found.append(file.name)
        return found

    try:
        async with open_store("", tmp_path) as store, open_records(settings) as records:
            diary = open_log(settings)
            assert diary is not None
            deps = Deps(settings=AgentSettings(data_dir=data_dir), cache=store.cache("agent"), reports=records)
            desk = Desk(store, deps, records=records, diary=diary, administers=everybody)
            world = World(store, desk, records, diary, tmp_path)
            for person in ("U0CANARY", "U0BEN"):
                words = "canarywords" if person == "U0CANARY" else "benswords"
                for chat in (FORUM[0], DM_TOPICS[0]):
                    await world.live(chat, person, words)
            await asyncio.sleep(1.2)  # the file is written every second
            assert len(on_disk()) >= 2 + (tmp_path / "records.sqlite").exists()  # a server keeps its own files
            await world.forget(FORUM[0], "U0CANARY", "about me")
            await until(lambda: not on_disk(), 10)
            await world.live(FORUM[1], "U0BEN", "canarywords")
            await store.save_profile(
                PersonRef("telegram", "7000000001", "U0BEN"), Profile()
            )  # a person's own stays
            await world.forget(FORUM[0], "U0ADMIN", "this chat")
            await until(lambda: not on_disk(), 10)
    finally:
        valkey.stop(tmp_path)
