"""What is remembered of chats and people: kept, changed by one at a time, bound, limited and forgotten."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from contracts.paper import paper_message

from adapters.protocol import ChatRef
from agent.protocol import Conversation, MissingInfo, Pending, Plan, Profile, ToolCall, Turn
from bot import valkey
from bot.inbox import Inbox
from bot.keys import PARTITIONS, in_partition, partition
from bot.keyvalue import StoredValues
from bot.store import NewButton, PersonRef, Store, StoreError, open_store

CHAT = ChatRef("paper", "club", "room")
ANA = PersonRef("paper", "club", "ana")
BEN = PersonRef("paper", "club", "ben")


@pytest.fixture(params=["embedded", "cluster"])
def any_store(request: pytest.FixtureRequest) -> Store:
    """The same tests on the embedded server and on one in cluster mode."""
    return request.getfixturevalue("store" if request.param == "embedded" else "cluster_store")


def turn(text: str) -> Conversation:
    return Conversation(turns=(Turn(text=text, answer="559 nm", at=datetime(2026, 2, 14, tzinfo=UTC)),))


def asked(*people: str) -> Conversation:
    plan = Plan(steps=(ToolCall(tool="calculate_flight_distance", arguments={"from_location": "EGTF"}),))
    missing = MissingInfo(
        key="cruise_speed", reason="to know the time", prompt="How fast?", examples=("140 knots",)
    )
    return Conversation(
        pending={name: Pending(plan=plan, missing=missing, asked_at=datetime.now(UTC)) for name in people}
    )


async def everything(store: Store) -> str:
    """Every key of the server with what it holds, as one text."""
    written: list[str] = []
    for name in sorted(await store.line.call("KEYS", "*")):
        held = {
            "string": ["GET", name],
            "hash": ["HGETALL", name],
            "zset": ["ZRANGE", name, "0", "-1"],
            "set": ["SMEMBERS", name],
            "list": ["LRANGE", name, "0", "-1"],
            "stream": ["XRANGE", name, "-", "+"],
        }[await store.line.call("TYPE", name)]
        written.append(f"{name} = {await store.line.call(*held)}")
    return "\n".join(written)


# --- memory ------------------------------------------------------------------------------------------


async def test_an_unknown_chat_starts_empty(any_store: Store) -> None:
    assert await any_store.load(CHAT) == (Conversation(), 0)


async def test_a_conversation_comes_back_as_it_was_saved(any_store: Store) -> None:
    memory = turn("How far 🛩 EGTF?").model_copy(update={"pending": asked("ana").pending})
    assert await any_store.save(CHAT, memory, 0)
    assert await any_store.load(CHAT) == (memory, 1)


async def test_half_a_character_in_a_text_does_not_cost_the_memory(store: Store) -> None:
    assert await store.save(CHAT, turn("half \ud800 emoji"), 0)
    assert (await store.load(CHAT))[0].turns[0].text == "half ? emoji"


async def test_of_fifty_changes_at_once_none_is_lost(any_store: Store) -> None:
    async def add(number: int) -> None:
        while True:
            memory, version = await any_store.load(CHAT)
            longer = memory.model_copy(update={"shown": (*memory.shown, str(number))})
            if await any_store.save(CHAT, longer, version):
                return

    await asyncio.gather(*(add(number) for number in range(50)))
    memory, version = await any_store.load(CHAT)
    assert sorted(map(int, memory.shown)) == list(range(50))
    assert version == 50


async def test_a_change_to_an_old_version_is_refused(store: Store) -> None:
    assert await store.save(CHAT, turn("a"), 0)
    assert not await store.save(CHAT, turn("b"), 0)
    assert (await store.load(CHAT))[0] == turn("a")


async def test_two_threads_of_a_chat_have_two_memories(store: Store) -> None:
    other = ChatRef("paper", "club", "room", "t1")
    await store.save(CHAT, turn("a"), 0)
    assert await store.load(other) == (Conversation(), 0)


async def test_a_memory_that_cannot_be_read_starts_anew_and_can_be_saved(store: Store) -> None:
    await store.save(CHAT, turn("a"), 0)
    await store.line.call("HSET", f"flyfun:{{p{partition(CHAT):02d}}}:chat:{CHAT}", "state", '{"turns": 5')
    memory, version = await store.load(CHAT)
    assert (memory, version) == (Conversation(), 1)
    assert await store.save(CHAT, turn("b"), version)


async def test_memory_profile_and_buttons_expire_some_day_and_buttons_last_a_month(store: Store) -> None:
    await store.save(CHAT, asked("ana"), 0)
    await store.save_profile(ANA, Profile(aircraft="C172"))
    await store.put_buttons(CHAT, [NewButton("x", ANA), NewButton("y")])
    for name in await store.line.call("KEYS", "*"):
        assert await store.line.call("TTL", name) >= 30 * 86_400, name


async def test_it_is_known_which_message_was_remembered_last(store: Store) -> None:
    assert await store.saved_by(CHAT) == ""
    await store.save(CHAT, turn("a"), 0, "m7")
    assert await store.saved_by(CHAT) == "m7"


async def test_a_profile_belongs_to_a_person_of_a_tenant(any_store: Store) -> None:
    await any_store.save_profile(ANA, Profile(aircraft="C172", cruise_speed_kts=120))
    assert await any_store.profile(ANA) == Profile(aircraft="C172", cruise_speed_kts=120)
    assert await any_store.profile(PersonRef("paper", "other club", "ana")) == Profile()


# --- buttons -----------------------------------------------------------------------------------------


async def test_a_button_means_its_action_to_everybody_in_its_chat(any_store: Store) -> None:
    token = await any_store.put_button(CHAT, '{"ask": "120 knots"}')
    for person in (ANA, BEN, ANA):
        tap = await any_store.take_button(CHAT, person, token)
        assert (tap.outcome, tap.action) == ("ok", '{"ask": "120 knots"}')


async def test_tokens_fit_every_platform_and_are_never_the_same(store: Store) -> None:
    tokens = await store.put_buttons(CHAT, [NewButton("x")] * 200)
    assert len(set(tokens)) == 200
    assert all(
        token.isascii() and token.isalnum() and token == token.lower() and len(token) <= 32 for token in tokens
    )


async def test_a_button_works_in_the_thread_its_answer_opened_but_in_no_other_chat(store: Store) -> None:
    token = await store.put_button(CHAT, "x")
    assert (await store.take_button(ChatRef("paper", "club", "room", "t1"), ANA, token)).outcome == "ok"
    for other in (
        ChatRef("paper", "club", "room2"),
        ChatRef("paper", "club2", "room"),
        ChatRef("web", "club", "room"),
    ):
        assert (await store.take_button(other, ANA, token)).outcome == "old"


async def test_a_button_that_saves_or_deletes_is_its_persons(store: Store) -> None:
    token = await store.put_button(CHAT, "delete", person=ANA)
    assert (await store.take_button(CHAT, BEN, token)).outcome == "not_yours"
    assert (await store.take_button(CHAT, ANA, token)).outcome == "ok"


async def test_a_once_button_works_for_one_message_and_for_its_retry(store: Store) -> None:
    token = await store.put_button(CHAT, "save", once=True)
    assert (await store.take_button(CHAT, ANA, token, "m1")).outcome == "ok"
    assert (await store.take_button(CHAT, ANA, token, "m1")).outcome == "ok"
    assert (await store.take_button(CHAT, ANA, token, "m2")).outcome == "old"


async def test_a_once_button_pressed_by_ten_at_once_works_for_one(store: Store) -> None:
    token = await store.put_button(CHAT, "save", once=True)
    taps = await asyncio.gather(*(store.take_button(CHAT, ANA, token, f"m{i}") for i in range(10)))
    assert sorted(tap.outcome for tap in taps) == ["ok"] + ["old"] * 9


@pytest.mark.parametrize("token", ["", "f" * 24, "x" * 64, "'; FLUSHALL", "a:b:{p00}", "é", "../../chat"])
async def test_a_forged_or_expired_token_is_old(store: Store, token: str) -> None:
    await store.put_button(CHAT, "x")
    assert (await store.take_button(CHAT, ANA, token)).outcome == "old"


# --- caches and limits -------------------------------------------------------------------------------


async def test_a_cache_gives_back_what_was_set_until_it_expires(any_store: Store) -> None:
    cache = any_store.cache("places")
    assert await cache.get("Annecy") is None
    await cache.set("Annecy", "[1]", seconds=1)
    assert await cache.get("Annecy") == "[1]"
    assert await any_store.cache("other").get("Annecy") is None
    await asyncio.sleep(1.1)
    assert await cache.get("Annecy") is None


async def test_the_first_message_over_the_limit_is_told_and_the_rest_is_not(any_store: Store) -> None:
    uses = [await any_store.hit("question", ANA, limit=3, seconds=60) for _ in range(6)]
    assert uses == ["ok", "ok", "ok", "first_over", "over", "over"]
    assert await any_store.hit("question", BEN, limit=3, seconds=60) == "ok"


async def test_a_limits_window_ends(store: Store) -> None:
    assert await store.hit("question", ANA, limit=1, seconds=1) == "ok"
    assert await store.hit("question", ANA, limit=1, seconds=1) == "first_over"
    await asyncio.sleep(1.1)
    assert await store.hit("question", ANA, limit=1, seconds=1) == "ok"


async def test_ten_at_once_cannot_spend_more_than_the_budget(any_store: Store) -> None:
    spent = await asyncio.gather(*(any_store.reserve("usd", 0.3, cap=1.0, seconds=60) for _ in range(10)))
    assert spent.count(True) == 3


# --- forgetting --------------------------------------------------------------------------------------


async def fill(store: Store, chat: ChatRef, person: PersonRef, *, name: str) -> None:
    """Something of a person in a chat, in every place where something can be."""
    await store.save(chat, asked(person.id), 0)
    await store.save_profile(person, Profile(aircraft=f"aircraft of {person.id}"))
    await store.put_buttons(chat, [NewButton(f"delete for {person.id}", person), NewButton("open")])
    await store.hit("question", person, limit=5, seconds=60)
    message = paper_message(chat.chat, name, f"text of {person.id}", person=person.id, thread=chat.thread)
    await Inbox(store).accept(message)
    number = partition(chat)
    ((entry, fields),) = await store.line.entries(in_partition(number, "in"))
    await store.line.call(
        "XADD", in_partition(number, "dead"), entry, *[word for pair in fields.items() for word in pair]
    )
    await store.line.call("HSET", in_partition(number, "tries"), entry, 1)
    await store.line.call("HSET", in_partition(number, "marks"), entry, "sending")


async def test_a_forgotten_chat_leaves_no_key_and_others_keep_theirs(any_store: Store) -> None:
    secret, other = ChatRef("paper", "club", "canaryroom"), ChatRef("paper", "club", "room")
    assert partition(secret) != partition(other)
    await fill(any_store, other, BEN, name="m1")
    before = await everything(any_store)
    await fill(any_store, secret, PersonRef("paper", "club", "canaryana"), name="m2")
    assert "canaryroom" in await everything(any_store)
    await any_store.forget_chat(secret)
    await any_store.forget_person(PersonRef("paper", "club", "canaryana"))
    after = await everything(any_store)
    assert "canary" not in after
    assert set(before.split("\n")) <= set(after.split("\n"))
    left = set(after.split("\n")) - set(before.split("\n"))
    assert all(":limit:" in line or ":seen:" in line or line.endswith("= []") for line in left), left


async def test_a_forgotten_person_leaves_groups_their_memory_without_them(any_store: Store) -> None:
    group = ChatRef("paper", "club", "group")
    canary = PersonRef("paper", "club", "canaryana")
    await fill(any_store, group, canary, name="m1")
    at = datetime.now(UTC)
    turns = tuple(Turn(text=f"of {who}", answer="a", at=at, person=who) for who in ("ben", "canaryana", ""))
    await any_store.save(group, asked("canaryana", "ben").model_copy(update={"turns": turns}), 1)
    kept = await any_store.put_button(group, "ben's", person=BEN)
    await any_store.forget_person(canary)
    memory, _ = await any_store.load(group)
    assert set(memory.pending) == {"ben"}
    assert [turn.person for turn in memory.turns] == ["ben", ""]
    assert (await any_store.take_button(group, BEN, kept)).outcome == "ok"
    assert "canary" not in await everything(any_store)


async def test_the_message_that_asks_to_forget_and_later_ones_stay_until_answered(store: Store) -> None:
    inbox = Inbox(store)
    messages = [paper_message("room", f"m{i}", text) for i, text in enumerate(["old", "/forget", "new"])]
    for message in messages:
        await inbox.accept(message)
    await store.forget_chat(CHAT, keep=messages[1])
    await store.forget_person(ANA, keep=messages[1])
    left = await store.line.entries(in_partition(partition(CHAT), "in"))
    assert [fields["id"] for _, fields in left] == ["m1", "m2"]


async def test_a_chat_that_moves_takes_memory_and_buttons_along(any_store: Store) -> None:
    new = ChatRef("paper", "club", "supergroup")
    await any_store.save(CHAT, turn("a"), 0)
    token = await any_store.put_button(CHAT, "x", person=ANA)
    await any_store.move_chat(CHAT, new)
    assert (await any_store.load(new))[0] == turn("a")
    assert (await any_store.take_button(new, ANA, token)).outcome == "ok"
    assert (await any_store.take_button(new, BEN, token)).outcome == "not_yours"
    assert await any_store.load(CHAT) == (Conversation(), 0)


async def test_a_room_that_moves_takes_threads_and_small_values_along(any_store: Store) -> None:
    new, thread = ChatRef("paper", "club", "supergroup"), ChatRef("paper", "club", "room", "t1")
    await any_store.save(thread, turn("in a thread"), 0)
    token = await any_store.put_button(thread, "x")
    values = StoredValues(any_store, "paper")
    await values.of(CHAT).set("poll:77", "asked", seconds=900, person=ANA.id)
    answered = StoredValues(any_store, "answered", CHAT)
    await answered.set("9", "of the old message 9", seconds=900)
    await any_store.move_chat(CHAT, new)
    await any_store.move_chat(CHAT, new)  # both groups report it
    assert (await any_store.load(ChatRef("paper", "club", "supergroup", "t1")))[0] == turn("in a thread")
    assert (await any_store.take_button(new, BEN, token)).outcome == "ok"
    assert await values.where_now(thread) == ChatRef("paper", "club", "supergroup", "t1")
    assert await values.where_now(new) == new
    assert await values.of(CHAT).get("poll:77") is None and await values.of(new).get("poll:77") == "asked"
    assert await StoredValues(any_store, "answered", new).get("9") is None  # the new room counts from one
    await any_store.forget_person(ANA)
    assert await values.of(new).get("poll:77") is None


async def test_a_room_whose_messages_stay_takes_what_is_known_of_them_along(any_store: Store) -> None:
    new = ChatRef("paper", "club", "shared")
    await StoredValues(any_store, "answered", CHAT).set("9", "kept", seconds=900)
    await any_store.move_chat(CHAT, new, same_messages=True)
    assert await StoredValues(any_store, "answered", new).get("9") == "kept"


async def test_a_chat_that_is_gone_is_remembered_as_gone(store: Store) -> None:
    assert not await store.is_gone(CHAT)
    await store.mark_gone(ChatRef("paper", "club", "room", "t1"))
    assert await store.is_gone(CHAT)
    assert not await store.is_gone(ChatRef("paper", "club", "room2"))


# --- the server --------------------------------------------------------------------------------------


async def test_a_restarted_server_is_found_again_by_the_next_call(tmp_path: Path) -> None:
    async with open_store("", tmp_path) as store:
        await store.save(CHAT, turn("a"), 0)
        os.kill(int((tmp_path / "valkey" / "valkey.pid").read_text()), signal.SIGKILL)
        assert (await store.load(CHAT))[0] == turn("a")
    valkey.stop(tmp_path)


async def test_two_processes_data_folders_are_two_stores(tmp_path: Path, store: Store) -> None:
    await store.save(CHAT, turn("a"), 0)
    async with open_store("", tmp_path) as other:
        assert await other.load(CHAT) == (Conversation(), 0)
    valkey.stop(tmp_path)


@pytest.fixture
async def silent_port() -> AsyncIterator[int]:
    """A port where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


async def test_a_server_that_refuses_is_one_clear_sentence_without_the_password(
    silent_port: int, tmp_path: Path
) -> None:
    with pytest.raises(StoreError) as refused:
        async with open_store(f"redis://:secret@127.0.0.1:{silent_port}/0", tmp_path):
            pass
    assert refused.value.user_message == (
        f"The database at redis://127.0.0.1:{silent_port}/0 does not answer: check that it runs and try again."
    )


async def test_an_address_that_is_none_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"REDIS_URL cannot be read: write it as"):
        async with open_store("http://example", tmp_path):
            pass


async def test_a_wrong_password_is_one_clear_sentence(server_dir: Path, store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"refuses the name or password: correct REDIS_URL"):
        async with open_store(f"unix://ana:wrong@{valkey.socket_path(server_dir)}", tmp_path):
            pass


async def test_a_server_without_memory_left_is_one_clear_sentence_and_recovers(store: Store) -> None:
    await store.line.call("CONFIG", "SET", "maxmemory", "1")
    try:
        with pytest.raises(StoreError, match=r"has no memory left"):
            await store.save(CHAT, turn("a"), 0)
        await store.cache("x").set("a", "b", seconds=5)  # a cache misses, it does not fail
    finally:
        await store.line.call("CONFIG", "SET", "maxmemory", "0")
    assert await store.save(CHAT, turn("a"), 0)


def test_partitions_are_spread_and_the_same_on_every_machine() -> None:
    chats = [ChatRef("telegram", "1", str(number)) for number in range(3200)]
    counts = [0] * PARTITIONS
    for chat in chats:
        counts[partition(chat)] += 1
    assert min(counts) > 50
    assert partition(ChatRef("telegram", "1", "42", "7")) == 15  # CRC-32 0x1186780F, by gzip
