"""Sending: each platform's pace, the last snapshot, and the final reply whole and once whatever it answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from contracts.paper import PaperChannel, paper_message
from contracts.path import Path as MessagePath
from contracts.path import until

from adapters.protocol import (
    Capabilities,
    ChannelError,
    ChatRef,
    Delivery,
    Fact,
    Facts,
    IncomingMessage,
    Pace,
    Reply,
    Sent,
    Status,
    Text,
)
from agent.protocol import Conversation, Turn
from bot.keys import in_partition, partition
from bot.outbox import TAKE_OF_ALL, Pacer
from bot.store import PersonRef, Store


def channel_with(path: MessagePath, **limits: float | int | None) -> MessagePath:
    """The same path with a channel that has these limits."""
    able = replace(path.channel.capabilities, **limits)  # pyright: ignore[reportArgumentType]
    return MessagePath(path.store, path.app, PaperChannel(path.app, able))


def times(path: MessagePath, room: str | None = None) -> list[float]:
    return [call["at"] for call in path.app.calls() if room in (None, call["room"])]


def gaps(moments: list[float]) -> list[float]:
    return [after - before for before, after in pairwise(moments)]


# --- pace --------------------------------------------------------------------------------------------


async def test_two_threads_of_a_room_share_its_pace_and_two_workers_too(path: MessagePath) -> None:
    path = channel_with(path, send_interval=0.2)
    began = time.time()
    async with path.working(workers=2):
        for number in range(6):
            await path.accept([paper_message("room", f"m{number}", "x", thread=f"t{number}")])
        await path.done()
    moments = sorted(times(path, "room"))
    assert len(moments) == 6
    # A busy machine sends late, which says nothing of the pace; too early it never does.
    assert all(moment - began > number * 0.2 - 0.02 for number, moment in enumerate(moments))


async def test_a_room_waits_for_its_own_turns_alone(path: MessagePath) -> None:
    able = replace(path.channel.capabilities, send_interval=60.0, edit_interval=60.0)

    async def wait(chat: str) -> float:
        room = ChatRef(channel="paper", tenant="t", chat=chat)
        return await Pacer(path.store, room, able, private=True).turn_now()

    assert [await wait("room"), await wait("other")] == [0, 0]
    assert await wait("room") > 30
    assert await wait("another") == 0


@pytest.mark.thorough
async def test_the_bots_overall_ceiling_holds_over_all_chats(path: MessagePath) -> None:
    path = channel_with(path, per_second=10)
    began = time.time()
    async with path.working(workers=2):
        await path.accept([paper_message(f"room{i}", f"m{i}", "x") for i in range(25)])
        await path.done()
    moments = sorted(times(path))
    assert len(moments) == 25
    # A busy machine sends late, which says nothing of the pace; too early it never does.
    assert all(moment - began > number * 0.1 - 0.02 for number, moment in enumerate(moments))


async def test_an_answer_waits_for_no_gap_after_what_nobody_asked_for(path: MessagePath) -> None:
    async def take(lane: str) -> int:
        keys = [in_partition(1, name, "t") for name in ("all", "block", lane)]
        return int(await path.store.line.run(TAKE_OF_ALL, keys, 400, 3, 60_000))

    assert (await take("unasked"), await take("asked")) == (0, 0)
    assert 0 < await take("asked") <= 400
    assert await take("unasked") > 50_000  # three turns of whichever lane were taken in the window


async def test_after_a_standstill_no_bunch_leaves(path: MessagePath) -> None:
    able = replace(path.channel.capabilities, per_second=20)
    rooms = [ChatRef(channel="paper", tenant="t", chat=f"room{number}") for number in range(40)]
    left: list[float] = []

    async def send(room: ChatRef) -> None:
        await Pacer(path.store, room, able, private=True).turn()
        left.append(time.monotonic())

    async with asyncio.TaskGroup() as group:
        for room in rooms:
            group.create_task(send(room))
        await asyncio.sleep(0.3)
        time.sleep(0.6)  # noqa: ASYNC251  the program stands still
    assert len(left) == 40
    assert max(sum(moment <= other < moment + 1 for other in left) for moment in left) <= 20


async def test_a_groups_minute_is_kept_and_a_private_chat_has_none(path: MessagePath) -> None:
    path = channel_with(path, group_per_minute=5)
    async with path.working(grace=0.1):
        await path.accept([paper_message("group", f"g{i}", "x", private=False) for i in range(8)])
        await path.accept([paper_message("dm", f"d{i}", "x") for i in range(8)])
        await until(lambda: len(times(path, "dm")) == 8)
        await until(lambda: len(times(path, "group")) == 5)
        await asyncio.sleep(0.3)
    assert len(times(path, "group")) == 5
    assert (await path.inbox.backlog()).waiting == 3  # kept for the next minute


@pytest.mark.parametrize("interval", [0.0, 0.01])
async def test_being_asked_to_slow_down_stops_that_room_alone_and_loses_nothing(
    path: MessagePath, interval: float
) -> None:
    path = channel_with(path, send_interval=interval)
    rooms = [paper_message(f"room{i}", f"m{i}", "x") for i in range(20)]
    blocked = [message.chat.chat for message in rooms[::10]]
    for message in rooms[::10]:
        path.channel.fault(message, "slow_down", seconds=3.0)
    began = time.time()
    async with path.working(lease_seconds=10.0):
        await path.accept(rooms)
        await until(lambda: len(path.sent()) >= 18)
        assert [room for room in blocked if path.sent(room)] == []
        await path.done()
    assert sorted(path.sent()) == sorted(f"re m{i}" for i in range(20))
    assert path.app.too_early == 0
    assert all(times(path, room)[0] - began >= 3.0 for room in blocked)


async def test_another_thread_of_a_blocked_room_waits_too(path: MessagePath) -> None:
    path = channel_with(path, send_interval=0.01)
    first, second = (paper_message("room", f"m{i}", "x", thread=f"t{i}") for i in range(2))
    path.channel.fault(first, "slow_down", seconds=1.0)
    async with path.working():
        await path.accept([first])
        await until(lambda: path.app.blocked.get("room", 0) > 0)
        await path.accept([second])
        await path.done()
    assert path.app.too_early == 0
    assert sorted(path.sent()) == ["re m0", "re m1"]


@dataclass
class Awkward:
    """A channel on paper whose first calls of `finish` fail with an error that no platform's words explain."""

    paper: PaperChannel
    failures: list[Exception]

    @property
    def capabilities(self) -> Capabilities:
        return self.paper.capabilities

    def noticed(self, message: IncomingMessage) -> None:
        """Shows no signs."""

    def open(self, message: IncomingMessage, pace: Pace) -> Delivery:
        delivery, failures = self.paper.open(message, pace), self.failures
        whole = delivery.finish

        async def finish(reply: Reply) -> Sent:
            if failures:
                raise failures.pop(0)
            return await whole(reply)

        delivery.finish = finish  # type: ignore[method-assign]
        return delivery


async def test_a_refusal_without_a_word_for_it_is_tried_again_until_the_reply_is_there(path: MessagePath) -> None:
    refusals: list[Exception] = [ChannelError("teapot"), ChannelError("teapot")]
    path = MessagePath(path.store, path.app, Awkward(path.channel, refusals))  # type: ignore[arg-type]
    async with path.working():
        await path.accept([paper_message("room", "m1", "x")])
        await path.done()
    assert path.sent() == ["re m1"] and await path.inbox.dead() == []


async def test_a_defect_while_sending_becomes_a_dead_letter_that_the_pilot_hears_of(path: MessagePath) -> None:
    defects: list[Exception] = [KeyError("layout") for _ in range(3)]
    path = MessagePath(path.store, path.app, Awkward(path.channel, defects))  # type: ignore[arg-type]
    async with path.working():
        await path.accept([paper_message("room", "m1", "x")])
        await path.done()
        await until(lambda: bool(path.sent()))
    (letter,) = await path.inbox.dead()
    assert letter.message is not None and letter.message.id == "m1"
    assert len(path.sent()) == 1 and path.sent()[0].startswith("Something broke (ref ")


# --- snapshots ---------------------------------------------------------------------------------------


async def test_of_many_snapshots_the_latest_are_shown_at_the_pace_and_the_final_reply_is_last(
    path: MessagePath,
) -> None:
    path = channel_with(path, edit_interval=0.2, send_interval=0.05)

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        for number in range(50):
            yield Reply((Text(f"piece {number}"),), final=False)
            await asyncio.sleep(0.02)
        yield Reply((Text("the whole answer"),))

    begun = time.monotonic()
    async with path.working(answer):
        await path.accept([paper_message("room", "m1", "x")])
        await path.done()
        took = time.monotonic() - begun  # a second where nothing else runs; a busy machine says the pieces slower
        await asyncio.sleep(0.4)  # nothing comes after the final reply
    shown = path.sent()
    assert 3 <= len(shown) <= 3 + took / 0.2
    assert shown[-1] == "the whole answer"
    numbers = [int(text.split()[1]) for text in shown[:-1]]
    assert numbers == sorted(set(numbers))
    between = sorted(gaps(times(path)[:-1]))  # one that was sent late stands nearer to the next
    assert between[len(between) // 2] > 0.15
    (seen,) = path.channel.seen(paper_message("room", "m1", "x"))
    assert seen.text == "the whole answer"


async def test_a_snapshot_that_fails_costs_nothing(path: MessagePath) -> None:
    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        yield Reply((Status("working"),), final=False)
        await asyncio.sleep(0.05)
        yield Reply((Text("answer"),))

    message = paper_message("room", "m1", "x")
    path.channel.fault(message, "refused")
    async with path.working(answer):
        await path.accept([message])
        await path.done()
    assert path.sent() == ["answer"]


async def test_a_snapshot_asked_to_slow_down_makes_the_final_reply_wait(path: MessagePath) -> None:
    path = channel_with(path, send_interval=0.01, edit_interval=0.01)

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        yield Reply((Status("working"),), final=False)
        await asyncio.sleep(0.1)
        yield Reply((Text("answer"),))

    message = paper_message("room", "m1", "x")
    path.channel.fault(message, "slow_down", seconds=0.6)
    async with path.working(answer):
        await path.accept([message])
        await path.done()
    assert path.sent() == ["answer"]
    assert path.app.too_early == 0


# --- what the platform answers -----------------------------------------------------------------------


async def test_a_refused_reply_is_tried_again_until_it_is_taken(path: MessagePath) -> None:
    message = paper_message("room", "m1", "x")
    path.channel.fault(message, "refused")
    path.channel.fault(message, "refused")
    async with path.working():
        await path.accept([message])
        await path.done()
    assert path.sent() == ["re m1"]
    assert await path.inbox.dead() == []


@pytest.mark.thorough
async def test_a_platform_that_takes_nothing_for_long_leaves_a_dead_letter(path: MessagePath) -> None:
    message = paper_message("room", "m1", "x")
    for _ in range(20):
        path.channel.fault(message, "refused")
    async with path.working(give_up_seconds=0.1):
        await path.accept([message, paper_message("other", "m2", "x")])
        await path.done()
    (letter,) = await path.inbox.dead()
    assert letter.message and letter.message.id == "m1" and letter.reason.startswith("NotDelivered")
    assert path.sent() == ["re m2"]


async def test_a_lost_answer_is_sent_once_more_and_never_a_third_time(path: MessagePath) -> None:
    for name, losses, sent in (("m1", 1, 2), ("m2", 2, 2), ("m3", 0, 1)):
        message = paper_message(f"room-{name}", name, "x")
        for _ in range(losses):
            path.channel.fault(message, "lost_answer")
        async with path.working():
            await path.accept([message])
            await path.done()
        assert path.sent(f"room-{name}") == [f"re {name}"] * sent
    assert await path.inbox.dead() == []


async def test_a_long_reply_that_is_interrupted_goes_on_and_is_not_begun_again(path: MessagePath) -> None:
    words = [f"word{i}" for i in range(300)]

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        yield Reply((Text(" ".join(words)),))

    message = paper_message("room", "m1", "x")
    path.channel.fault(message, "slow_down", seconds=0.2, after=2)
    path.channel.fault(message, "refused", after=1)
    async with path.working(answer):
        await path.accept([message])
        await path.done()
    assert " ".join(path.sent()).split() == words


async def test_a_chat_that_is_gone_is_noted_and_nothing_is_left_to_do(path: MessagePath) -> None:
    message = paper_message("room", "m1", "x")
    path.channel.fault(message, "gone")
    async with path.working():
        await path.accept([message])
        await path.done()
    assert await path.store.is_gone(message.chat)
    assert await path.inbox.dead() == [] and path.sent() == []


async def test_a_chat_that_moved_is_answered_in_its_new_place_with_its_memory(path: MessagePath) -> None:
    store, message = path.store, paper_message("room", "m1", "x")
    await store.save(message.chat, Conversation(shown=("LFAT",)), 0)
    token = await store.put_button(message.chat, "more")

    async def answer(incoming: IncomingMessage) -> AsyncIterator[Reply]:
        memory, version = await store.load(incoming.chat)
        yield Reply((Text(f"remembering {memory.shown[0]}"),))
        turn = Turn(text="x", answer="y", at=incoming.sent_at)
        assert await store.save(incoming.chat, memory.model_copy(update={"turns": (turn,)}), version, incoming.id)

    path.channel.fault(message, "moved")
    async with path.working(answer):
        await path.accept([message])
        await path.done()
    new = ChatRef("paper", "club", "room-new")
    assert path.sent("room-new") == ["remembering LFAT"] and path.sent("room") == []
    memory, _ = await store.load(new)
    assert memory.shown == ("LFAT",) and len(memory.turns) == 1
    assert (await store.take_button(new, PersonRef("paper", "club", "ana"), token)).action == "more"


async def test_a_message_of_a_channel_that_does_not_run_here_becomes_a_dead_letter(path: MessagePath) -> None:
    message = replace(paper_message("room", "m1", "x"), chat=ChatRef("pigeon", "club", "room"))
    async with path.working():
        await path.accept([message])
        await path.done()
    (letter,) = await path.inbox.dead()
    assert letter.reason.startswith("NotDelivered")


async def test_nothing_about_a_chat_is_left_when_its_message_is_done(path: MessagePath, store: Store) -> None:
    path = channel_with(path, send_interval=0.01)
    async with path.working():
        await path.accept([paper_message("canaryroom", "m1", "canarytext", person="canaryana")])
        await path.done()
    chat = ChatRef("paper", "club", "canaryroom")
    for name in await store.line.call("KEYS", "*"):
        assert "canary" not in name
    for kind in ("in", "tries", "marks", "dead"):
        assert not await store.line.call("EXISTS", in_partition(partition(chat), kind)) or kind == "in"


async def test_a_channel_without_limits_costs_no_turns(path: MessagePath) -> None:
    async with path.working():
        await path.accept([paper_message("room", "m1", "x")])
        await path.done()
    assert await path.store.line.call("KEYS", "*:pace:*") == []


@pytest.mark.parametrize(("resumes", "mark", "sent"), [
    (True, "again 5", ["re m1"]), (True, "again 6", []), (False, "again", []), (True, "again", ["re m1"]),
])  # fmt: skip
async def test_a_channel_that_knows_what_it_sent_goes_on_for_a_few_programs_that_end(
    path: MessagePath, resumes: bool, mark: str, sent: list[str]
) -> None:
    path = channel_with(path, resumes=resumes)
    chat = paper_message("room", "m1", "x").chat
    await path.accept([paper_message("room", "m1", "x")])
    ((entry, _),) = await path.store.line.entries(in_partition(partition(chat), "in"))
    await path.store.line.call("HSET", in_partition(partition(chat), "marks"), entry, mark)
    async with path.working():
        await path.done()
    assert path.sent() == sent


async def test_what_a_channel_adds_to_an_answer_is_in_the_answers_language(path: MessagePath) -> None:
    async def answered(message: IncomingMessage) -> AsyncIterator[Reply]:
        yield Reply((Facts((Fact("Carburant", "AVGAS 100LL"),)),), language="fr")

    async with path.working(answered):
        await path.accept([paper_message("room", "m1", "x")])
        await path.done()
    assert path.sent() == ["Carburant\u00a0: AVGAS 100LL"]
