"""From the platform's delivery to the answer: each message once, in its chat's order, whatever fails."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from contracts.paper import PaperApp, PaperChannel, paper_message
from contracts.path import Path as MessagePath
from contracts.path import echo, until

from adapters.protocol import ChatRef, IncomingMessage, NotStored, Person, Position, Reply, Text
from agent.protocol import Conversation
from bot import valkey
from bot.inbox import Inbox, decode, encode
from bot.keys import PARTITIONS, PersonRef, in_partition, partition
from bot.lanes import LIVES
from bot.leases import lease_key
from bot.store import Store, open_store
from bot.worker import Worker

CHAT = ChatRef("paper", "club", "room")


def entry_fields(message: IncomingMessage) -> dict[str, str]:
    return {"id": message.id, "chat": str(message.chat), "person": "x", "body": encode(message)}


async def only_entry(store: Store, chat: ChatRef = CHAT) -> str:
    ((entry, _),) = await store.line.entries(in_partition(partition(chat), "in"))
    return entry


# --- storing -----------------------------------------------------------------------------------------


def test_a_message_is_read_as_it_was_stored() -> None:
    message = IncomingMessage(
        id="m:1/é",
        chat=ChatRef("slack", "T1", "C 1", "17.5"),
        person=Person("U1", "Ana 🛩", "fr"),
        text="half \ud800 zalgo z\u0335 NUL \x00 ＬＦＡＴ \u202e",
        addressed_by="mention",
        sent_at=datetime(2026, 2, 14, 9, 30, tzinfo=UTC),
        position=Position(45.9, 6.1, "Annecy"),
        token="a1",
        handle={"response_url": "https://x"},
        private=False,
    )
    assert decode(entry_fields(message)) == message


@pytest.mark.parametrize("body", ["", "{", "[]", "{}", '{"text": 1}', "null"])
def test_an_entry_that_cannot_be_read_is_no_message(body: str) -> None:
    assert decode({"id": "1", "chat": "a:b:c:", "person": "x", "body": body}) is None


async def test_an_id_that_is_delivered_three_times_to_two_receivers_is_stored_once(path: MessagePath) -> None:
    receivers = [Inbox(path.store), Inbox(path.store)]
    messages = [paper_message(f"room{i % 7}", f"m{i}", "x") for i in range(60)] * 3
    random.Random(1).shuffle(messages)
    stored = await asyncio.gather(*(receivers[i % 2].accept(m) for i, m in enumerate(messages)))
    assert stored.count(True) == 60
    async with path.working():
        await path.done()
    assert sorted(path.sent()) == sorted(f"re m{i}" for i in range(60))


async def test_the_same_id_of_another_tenant_is_another_message(path: MessagePath) -> None:
    one = paper_message("room", "m1", "x")
    other = IncomingMessage("m1", ChatRef("paper", "club2", "room"), one.person, "x", "dm", one.sent_at)
    assert await path.inbox.accept(one)
    assert await path.inbox.accept(other)


async def test_an_answered_message_delivered_again_is_not_answered_again(path: MessagePath) -> None:
    message = paper_message("room", "m1", "x")
    async with path.working():
        await path.accept([message])
        await path.done()
        assert not await path.inbox.accept(message)
        await asyncio.sleep(0.1)
    assert path.sent() == ["re m1"]


async def test_a_full_partition_refuses_and_loses_nothing_it_took(path: MessagePath) -> None:
    inbox = Inbox(path.store, capacity=20)
    messages = [paper_message("room", f"m{i}", "x") for i in range(30)]
    for message in messages[:20]:
        assert await inbox.accept(message)
    for message in messages[20:]:
        with pytest.raises(NotStored, match="Too many"):
            await inbox.accept(message)
    elsewhere = next(f"r{i}" for i in range(99) if partition(ChatRef("paper", "club", f"r{i}")) != partition(CHAT))
    assert await inbox.accept(paper_message(elsewhere, "other", "x"))
    async with path.working():
        await path.done()
        for message in messages[20:]:  # refused is not seen: the platform's redelivery is taken
            assert await inbox.accept(message)
        await path.done()
    assert path.sent("room") == [f"re m{i}" for i in range(30)]


async def test_while_the_server_is_away_nothing_is_accepted_and_afterwards_everything(tmp_path: Path) -> None:
    socket = valkey.ensure_running(tmp_path)
    message = paper_message("room", "m1", "x")
    async with open_store(f"unix://{socket}", tmp_path) as store:
        inbox = Inbox(store)
        assert await inbox.accept(paper_message("room", "m0", "x"))
        valkey.stop(tmp_path)
        for _ in range(3):
            with pytest.raises(NotStored, match="does not answer"):
                await inbox.accept(message)
        valkey.ensure_running(tmp_path)
        began = time.monotonic()
        assert await inbox.accept(message)
        assert time.monotonic() - began < 2
        assert (await inbox.backlog()).waiting == 2
    valkey.stop(tmp_path)


async def test_the_backlog_says_how_much_waits_and_since_when(path: MessagePath) -> None:
    assert (await path.inbox.backlog()).waiting == 0
    await path.accept([paper_message(f"room{i}", f"m{i}", "x") for i in range(5)])
    await asyncio.sleep(0.2)
    backlog = await path.inbox.backlog()
    assert (backlog.waiting, backlog.dead) == (5, 0)
    assert 0.15 < backlog.oldest_seconds < 10


# --- order -------------------------------------------------------------------------------------------


async def test_each_chats_answers_keep_its_order_with_two_workers_and_parallel_posts(path: MessagePath) -> None:
    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        await asyncio.sleep(random.random() * 0.03)
        yield Reply((Text(message.text),))

    async def post(room: int) -> None:
        for number in range(10):
            await path.accept([paper_message(f"room{room}", f"{room}-{number}", str(number))])

    async with path.working(answer, workers=2, lease_seconds=10.0):  # a busy machine may stand still for a while
        await asyncio.gather(*(post(room) for room in range(40)))
        await path.done()
    for room in range(40):
        assert path.sent(f"room{room}") == [str(number) for number in range(10)]


async def test_slow_chats_do_not_hold_up_the_others(path: MessagePath) -> None:
    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        await asyncio.sleep(3.0 if message.text == "slow" else 0.0)
        yield Reply((Text(message.id),))

    messages = [paper_message(f"room{i}", f"m{i}", "slow" if i % 20 == 0 else "x") for i in range(100)]
    async with path.working(answer):
        began = time.monotonic()
        await path.accept(messages)
        await until(lambda: len(path.sent()) >= 95)
        assert time.monotonic() - began < 2.5
        await path.done()
    assert len(path.sent()) == 100


async def test_a_second_message_while_one_is_answered_gets_a_sign_and_its_turn(path: MessagePath) -> None:
    signs: list[str] = []
    busy = asyncio.Event()

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        busy.set()
        await asyncio.sleep(0.3)
        yield Reply((Text(message.id),))

    async def on_queued(message: IncomingMessage) -> None:
        signs.append(message.id)

    async with path.working(answer, on_queued=on_queued) as (worker,):
        await until(lambda: len(worker.lanes.partitions) == PARTITIONS)
        await path.accept([paper_message("room", "m1", "x")])
        await busy.wait()
        await path.accept([paper_message("room", "m2", "x"), paper_message("other", "m3", "x")])
        await path.done()
    assert path.sent("room") == ["m1", "m2"]
    assert signs == ["m2"]


# --- failures ----------------------------------------------------------------------------------------


async def test_a_message_that_always_fails_is_set_aside_after_three_tries_and_the_chat_goes_on(
    path: MessagePath, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[str] = []

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        if message.text == "poison":
            tries.append(message.id)
            raise RuntimeError("bug")
        yield Reply((Text(message.id),))

    async with path.working(answer):
        await path.accept([paper_message("room", "m1", "poison"), paper_message("room", "m2", "x")])
        await path.accept([paper_message("other", "m3", "x")])
        await until(lambda: len(path.sent("room")) == 2, seconds=5)
    assert tries == ["m1"] * 3
    assert path.sent("other") == ["m3"]
    told, answered = path.sent("room")
    assert told.startswith("Something broke (ref ")
    ref = told.split("ref ")[1][:4]
    assert f"ref {ref}" in caplog.text
    assert answered == "m2"
    (letter,) = await path.inbox.dead()
    assert letter.message and letter.message.id == "m1"
    assert (letter.tries, letter.reason) == (3, f"RuntimeError (ref {ref})")


async def test_a_dead_letter_can_be_replayed_once_and_old_ones_are_purged(path: MessagePath) -> None:
    broken = True

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        if broken:
            raise RuntimeError("bug")
        yield Reply((Text("now it works"),))

    async with path.working(answer):
        await path.accept([paper_message("room", "m1", "x")])
        await path.done()
        broken = False
        (letter,) = await path.inbox.dead()
        assert await path.inbox.replay(letter.ref)
        assert not await path.inbox.replay(letter.ref)
        await path.done()
    assert path.sent()[-1] == "now it works"
    assert await path.inbox.dead() == []
    for forged in ("", "p99-1-0", "x", "p01-*"):
        assert not await path.inbox.replay(forged)


async def test_old_dead_letters_are_purged(path: MessagePath) -> None:
    dead = in_partition(partition(CHAT), "dead")
    fields = [word for pair in entry_fields(paper_message("room", "m1", "x")).items() for word in pair]
    await path.store.line.call("XADD", dead, "1000-0", *fields)
    await path.store.line.call("XADD", dead, "*", *fields)
    assert await path.inbox.purge_dead(86_400) == 1
    assert len(await path.inbox.dead()) == 1


async def test_a_handler_that_hangs_and_will_not_be_cancelled_does_not_stop_its_chat(path: MessagePath) -> None:
    release = asyncio.Event()

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        while message.text == "hang" and not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue
        yield Reply((Text(message.id),))

    async with path.working(answer, deadline=0.1, stubborn_seconds=0.1):
        await path.accept([paper_message("room", "m1", "hang"), paper_message("room", "m2", "x")])
        await until(lambda: "m2" in path.sent("room"), seconds=8)
        release.set()
    (letter,) = await path.inbox.dead()
    assert letter.reason.startswith("HandlerTooSlow")


async def test_an_entry_that_cannot_be_read_is_set_aside(path: MessagePath) -> None:
    stream = in_partition(partition(CHAT), "in")
    await path.store.line.call("XADD", stream, "*", "id", "m1", "chat", str(CHAT), "person", "x", "body", "{junk")
    async with path.working():
        await path.accept([paper_message("room", "m2", "x")])
        await path.done()
    assert path.sent() == ["re m2"]
    (letter,) = await path.inbox.dead()
    assert (letter.message, letter.reason) == (None, "it cannot be read")


async def test_a_message_during_which_the_process_ended_every_time_is_set_aside(path: MessagePath) -> None:
    await path.accept([paper_message("room", "m1", "x")])
    entry = await only_entry(path.store)
    await path.store.line.call("HSET", in_partition(partition(CHAT), "tries"), entry, LIVES)
    async with path.working():
        await path.accept([paper_message("room", "m2", "x")])
        await path.done()
    (letter,) = await path.inbox.dead()
    assert letter.message and letter.message.id == "m1"
    assert path.sent()[-1] == "re m2"


async def test_a_message_without_an_answer_is_done(path: MessagePath) -> None:
    async def silent(message: IncomingMessage) -> AsyncIterator[Reply]:
        if message.text:
            return
        yield Reply(())

    async with path.working(silent):
        await path.accept([paper_message("room", "m1", "x")])
        await path.done()
    assert path.sent() == [] and await path.inbox.dead() == []


@pytest.mark.thorough
async def test_a_killed_server_comes_back_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    app = PaperApp(tmp_path / "calls.jsonl")
    async with open_store("", tmp_path) as store:
        path = MessagePath(store, app, PaperChannel(app))

        async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
            await asyncio.sleep(0.05)
            yield Reply((Text(message.id),))
            memory, version = await store.load(message.chat)
            longer = memory.model_copy(update={"shown": (*memory.shown, message.id)})
            assert await store.save(message.chat, longer, version, message.id)

        async with path.working(answer):
            await path.accept([paper_message(f"room{i % 5}", f"m{i}", "x") for i in range(40)])
            for _ in range(2):
                await asyncio.sleep(0.15)
                os.kill(int((tmp_path / "valkey" / "valkey.pid").read_text()), signal.SIGKILL)
            await path.done()
        for room in range(5):
            mine = [f"m{i}" for i in range(40) if i % 5 == room]
            assert list(dict.fromkeys(path.sent(f"room{room}"))) == mine
            assert (await store.load(ChatRef("paper", "club", f"room{room}")))[0].shown == tuple(mine)
        assert len(app.calls()) <= 40 + 10  # one in flight in each chat at each kill may be sent twice
        assert await path.inbox.dead() == []
    valkey.stop(tmp_path)


# --- what a former try left ---------------------------------------------------------------------------


async def answered_with_mark(path: MessagePath, mark: str) -> list[str]:
    await path.accept([paper_message("room", "m1", "x")])
    await path.store.line.call("HSET", in_partition(partition(CHAT), "marks"), await only_entry(path.store), mark)
    async with path.working():
        await path.done()
    return path.sent()


async def test_a_reply_marked_as_sent_is_not_sent_again(path: MessagePath) -> None:
    assert await answered_with_mark(path, "sent") == []


async def test_a_reply_that_may_have_been_sent_is_sent_once_more(path: MessagePath) -> None:
    assert await answered_with_mark(path, "sending") == ["re m1"]


async def test_a_reply_that_may_have_been_sent_twice_is_left_at_that(
    path: MessagePath, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert await answered_with_mark(path, "again") == []
    assert "left at that" in caplog.text


async def test_a_message_sent_and_remembered_but_not_done_is_not_handled_again(path: MessagePath) -> None:
    handled: list[str] = []

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        handled.append(message.id)
        yield Reply((Text(message.id),))

    for name, saved_by in (("m1", "m1"), ("m2", "m1")):
        await path.accept([paper_message("room", name, "x")])
        marks = in_partition(partition(CHAT), "marks")
        await path.store.line.call("HSET", marks, await only_entry(path.store), "sent")
        _, version = await path.store.load(CHAT)
        await path.store.save(CHAT, Conversation(), version, saved_by)
        async with path.working(answer):
            await path.done()
    assert handled == ["m2"]
    assert path.sent() == []


async def test_the_handler_goes_on_only_after_its_reply_was_sent(path: MessagePath) -> None:
    seen: list[list[str]] = []

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        yield Reply((Text("answer"),))
        seen.append(path.sent())

    async with path.working(answer):
        await path.accept([paper_message("room", "m1", "x")])
        await path.done()
    assert seen == [["answer"]]


# --- sharing the work ---------------------------------------------------------------------------------


async def test_two_workers_share_the_partitions_and_one_takes_over_what_the_other_gives_back(
    path: MessagePath,
) -> None:
    async with path.working(echo) as (first,):
        await until(lambda: len(first.lanes.partitions) == PARTITIONS)
        async with path.working(echo) as (second,):
            await until(lambda: len(first.lanes.partitions) == len(second.lanes.partitions) == PARTITIONS // 2)
            assert not first.lanes.partitions & second.lanes.partitions
        await until(lambda: len(first.lanes.partitions) == PARTITIONS, seconds=5)


async def test_a_worker_that_lost_its_lease_sends_nothing_and_the_new_owner_answers(path: MessagePath) -> None:
    started = asyncio.Event()
    lease = in_partition(partition(CHAT), "lease")

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        started.set()
        await asyncio.sleep(0.1)
        yield Reply((Text("from the old owner" if not stolen else "from the new owner"),))

    stolen = ""
    async with path.working(answer, lease_seconds=6.0):  # its next beat is a second away
        await path.accept([paper_message("room", "m1", "x")])
        await started.wait()
        await path.store.line.call("SET", lease, "somebody else", "PX", 1500)
        await asyncio.sleep(0.5)
        assert path.sent() == []
        stolen = "yes"
        await path.done()
    assert path.sent() == ["from the new owner"]


async def test_no_message_overtakes_one_that_was_refused_while_the_lease_was_away(path: MessagePath) -> None:
    lease = lease_key(partition(paper_message("room", "m0", "x").chat))
    team: list[Worker] = []
    away = False

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        nonlocal away
        if away:
            yield Reply((Text(message.id),))
            return
        away = True
        await path.store.line.call("SET", lease, "somebody else", "PX", 6_000)
        try:
            yield Reply((Text("never sent"),))
        finally:  # who had it meanwhile has given it back
            await path.store.line.call("SET", lease, team[0].lanes._leases.worker, "PX", 6_000)

    await path.accept([paper_message("room", f"m{number}", "x") for number in range(3)])
    async with path.working(answer, lease_seconds=6.0) as team:  # noqa: F811 -- the handler above needs it
        await path.done()
    assert path.sent() == ["m0", "m1", "m2"]


@pytest.mark.thorough
async def test_a_program_that_stands_still_longer_than_its_lease_answers_once_and_buries_nothing(
    path: MessagePath,
) -> None:
    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        time.sleep(0.9)  # noqa: ASYNC251 -- as a machine that is too busy does
        yield Reply((Text(message.id),))

    await path.accept([paper_message(f"room{number}", f"m{number}", "x") for number in range(4)])
    async with path.working(answer, lease_seconds=0.6):
        await path.done(seconds=30)
    assert sorted(path.sent()) == ["m0", "m1", "m2", "m3"]
    assert await path.inbox.dead() == []


@pytest.mark.thorough
async def test_tries_that_end_because_another_worker_has_the_lease_are_not_counted(path: MessagePath) -> None:
    lease = lease_key(partition(paper_message("room", "m", "x").chat))
    tries = 0

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        nonlocal tries
        tries += 1
        if tries <= 5:
            await path.store.line.call("SET", lease, "somebody else", "PX", 300)
        yield Reply((Text("answered"),))

    await path.accept([paper_message("room", "m", "x")])
    async with path.working(answer, lease_seconds=1.5):
        await path.done(seconds=30)
    assert (path.sent(), tries) == (["answered"], 6)
    assert await path.inbox.dead() == []


@pytest.mark.thorough
async def test_told_to_stop_a_worker_finishes_what_it_began_and_leaves_the_rest_in_order(
    path: MessagePath,
) -> None:
    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        await asyncio.sleep(0.4)
        yield Reply((Text(message.id),))

    await path.accept([paper_message(f"room{i}", f"{i}-{n}", "x") for n in range(2) for i in range(50)])
    async with path.working(answer, lease_seconds=10.0) as (worker,):
        await until(lambda: worker.lanes.active == 50)
    assert sorted(path.sent()) == sorted(f"{i}-0" for i in range(50))
    assert (await path.inbox.backlog()).waiting == 50
    async with path.working():
        await path.done(seconds=5)
    assert len(path.sent()) == 100
    assert await path.store.line.call("KEYS", "*lease*") == []


async def test_what_is_not_finished_in_the_grace_time_is_answered_by_the_next_worker(path: MessagePath) -> None:
    async def slow(message: IncomingMessage) -> AsyncIterator[Reply]:
        await asyncio.sleep(30)
        yield Reply((Text("too late"),))

    await path.accept([paper_message("room", "m1", "x")])
    async with path.working(slow, grace=0.2) as (worker,):
        await until(lambda: worker.lanes.active == 1)
    async with path.working():
        await path.done()
    assert path.sent() == ["re m1"]


async def test_forgetting_a_chat_from_within_takes_its_dead_letters_and_keeps_the_answer(
    path: MessagePath,
) -> None:
    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        if message.text == "poison":
            raise RuntimeError("bug")
        if message.text == "/forget":
            await path.store.forget_chat(message.chat, keep=message)
            await path.store.forget_person(PersonRef.of(message), keep=message)
        yield Reply((Text(message.id),))

    async with path.working(answer):
        await path.accept([paper_message("room", "m1", "poison"), paper_message("room", "m2", "/forget")])
        await path.accept([paper_message("room", "m3", "x")])
        await path.done()
    assert path.sent()[-2:] == ["m2", "m3"]
    assert await path.inbox.dead() == []


async def test_where_somebody_writes_the_bot_can_write_too(path: MessagePath) -> None:
    message = paper_message("room", "m1", "hello again")
    await path.store.mark_gone(message.chat)
    assert await path.inbox.accept(message)
    assert not await path.store.is_gone(message.chat)


@pytest.mark.thorough
async def test_the_path_works_on_a_cluster(cluster_store: Store, tmp_path: Path) -> None:
    app = PaperApp(tmp_path / "calls.jsonl")
    path = MessagePath(cluster_store, app, PaperChannel(app))

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        if message.text == "poison":
            raise RuntimeError("bug")
        yield Reply((Text(message.id),))

    async with path.working(answer, workers=2):
        await path.accept([paper_message(f"room{i % 10}", f"m{i}", "x") for i in range(50)])
        await path.accept([paper_message("room1", "bad", "poison")])
        await path.done()
    for room in range(10):
        mine = [text for text in path.sent(f"room{room}") if not text.startswith("Something")]
        assert mine == [f"m{i}" for i in range(50) if i % 10 == room]
    assert len(await path.inbox.dead()) == 1
