"""Steps of an answer on their way from worker to browser, and the pages that are kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from adapters.protocol import ChatRef, Frame, NotStored
from bot import frames as module
from bot.frames import StoredFrames
from bot.store import Store, open_store

CHAT = ChatRef("web", "local", "s1")
PLAN, WORDS, MORE = (
    Frame("plan", {"steps": []}),
    Frame("message", {"delta": "559"}),
    Frame("message", {"delta": " nm"}),
)
DONE = Frame("done", {"session_id": "s1"})


async def heard(bus: StoredFrames, message: str = "m1", seconds: float = 10.0) -> list[Frame]:
    """The steps as a follower sees them, remarks left out."""
    return [frame async for frame in bus.follow(CHAT, message, seconds=seconds) if frame.name]


async def test_steps_reach_another_process_as_they_are_made(store: Store, server_dir: Path) -> None:
    async with open_store("", server_dir) as elsewhere:
        follower = asyncio.create_task(heard(StoredFrames(elsewhere)))
        bus = StoredFrames(store)
        for number, frame in enumerate([PLAN, WORDS, MORE, DONE]):
            await bus.publish(CHAT, "m1", [frame], first=number)
            await asyncio.sleep(0.01)
        assert await follower == [PLAN, WORDS, MORE, DONE]


async def test_who_comes_late_hears_everything_from_the_first_step(store: Store) -> None:
    bus = StoredFrames(store)
    await bus.publish(CHAT, "m1", [PLAN, WORDS], first=0)
    first = [frame async for frame in bus.follow(CHAT, "m1", seconds=0.05) if frame.name]
    await bus.publish(CHAT, "m1", [MORE, DONE], first=2)
    assert first == [PLAN, WORDS]
    assert await heard(bus) == [PLAN, WORDS, MORE, DONE]


async def test_a_second_try_repeats_no_step(store: Store) -> None:
    bus = StoredFrames(store)
    await bus.publish(CHAT, "m1", [PLAN, WORDS], first=0)
    follower = asyncio.create_task(heard(bus))
    await asyncio.sleep(0.05)
    await bus.publish(CHAT, "m1", [PLAN, WORDS, MORE, DONE], first=0)  # another worker starts over
    assert await follower == [PLAN, WORDS, MORE, DONE]


async def test_a_second_try_that_fails_early_still_ends(store: Store) -> None:
    bus, failed = StoredFrames(store), Frame("error", {"message": "Something broke", "ref": "3f9a"})
    await bus.publish(CHAT, "m1", [PLAN, WORDS, MORE], first=0)
    await bus.publish(CHAT, "m1", [failed], first=0)
    assert await heard(bus) == [PLAN, WORDS, MORE, failed]


async def test_remarks_pass_between_the_steps(store: Store) -> None:
    bus = StoredFrames(store)
    await bus.publish(CHAT, "m1", [Frame("", {"text": "You are next."})], first=0)
    await bus.publish(CHAT, "m1", [Frame("", {"text": "Measuring"}), PLAN, DONE], first=0)
    everything = [frame async for frame in bus.follow(CHAT, "m1", seconds=5)]
    assert [frame.data.get("text", frame.name) for frame in everything] == [
        "You are next.",
        "Measuring",
        "plan",
        "done",
    ]


async def test_answers_do_not_hear_each_other(store: Store) -> None:
    bus = StoredFrames(store)
    await bus.publish(CHAT, "m1", [WORDS, DONE], first=0)
    await bus.publish(CHAT, "m2", [MORE, DONE], first=0)
    assert await heard(bus, "m1") == [WORDS, DONE]
    assert await heard(bus, "m2") == [MORE, DONE]


async def test_many_may_wait_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.05)
    bus = StoredFrames(store)
    followers = [asyncio.create_task(heard(bus, f"m{number}", seconds=30)) for number in range(200)]
    await asyncio.sleep(0.1)
    for number in range(200):
        await bus.publish(CHAT, f"m{number}", [WORDS, DONE], first=0)
    assert await asyncio.gather(*followers) == [[WORDS, DONE]] * 200


async def test_steps_are_gone_a_minute_after_the_last(store: Store) -> None:
    bus = StoredFrames(store)
    await bus.publish(CHAT, "m1", [PLAN], first=0)
    (name,) = await store.line.call("KEYS", "*steps*")
    assert await store.line.call("TTL", name) > 60
    await bus.publish(CHAT, "m1", [DONE], first=1)
    assert 0 < await store.line.call("TTL", name) <= 60


async def test_the_page_joins_question_and_answer_and_keeps_their_order(store: Store) -> None:
    bus = StoredFrames(store)
    assert await bus.ask(CHAT, "m1", "one")
    assert await bus.ask(CHAT, "m2", "two")
    assert not await bus.ask(CHAT, "m1", "one")
    await bus.answer(CHAT, "m2", "2!", {})
    await bus.answer(CHAT, "m1", "1?", {})
    await bus.answer(CHAT, "m1", "1!", {})
    assert [(turn.id, turn.asked, turn.shown) for turn in await bus.turns(CHAT)] == [
        ("m1", "one", "1!"),
        ("m2", "two", "2!"),
    ]
    assert await bus.turns(ChatRef("web", "local", "s2")) == []


async def test_what_was_withdrawn_can_be_asked_again(store: Store) -> None:
    bus = StoredFrames(store)
    await bus.ask(CHAT, "m1", "one")
    await bus.withdraw(CHAT, "m1")
    assert await bus.turns(CHAT) == []
    assert await bus.ask(CHAT, "m1", "one")


async def test_what_the_program_ended_over_before_it_was_stored_is_not_on_the_page(store: Store) -> None:
    from contracts.paper import paper_message

    from bot.inbox import Inbox

    bus, message = StoredFrames(store), paper_message("s1", "m2", "two")
    await bus.ask(message.chat, "m1", "one")  # and then it was killed
    await bus.ask(message.chat, "m2", "two")
    assert await Inbox(store).accept(message)
    assert [(turn.id, turn.shown) for turn in await bus.turns(message.chat)] == [("m2", "")]
    assert not await bus.ask(message.chat, "m1", "one")  # sent again, it is taken as the same message


async def test_a_long_conversation_keeps_its_end(store: Store) -> None:
    bus = StoredFrames(store)
    for number in range(300):
        await bus.ask(CHAT, f"m{number}", "q" * 50)
        await bus.answer(CHAT, f"m{number}", "a" * 50, {})
    turns = await bus.turns(CHAT)
    assert turns[-1].id == "m299" and turns[-1].shown
    assert 50 <= len(turns) <= 200  # the server cuts in blocks


async def test_the_last_pictures_are_kept(store: Store) -> None:
    bus = StoredFrames(store)
    for number in range(20):
        await bus.answer(CHAT, f"m{number}", "{}", {f"{number:024x}": bytes([number, 0, 255])})
    assert await bus.picture(CHAT, f"{0:024x}") is None
    assert [await bus.picture(CHAT, f"{n:024x}") for n in range(8, 20)] == [
        bytes([n, 0, 255]) for n in range(8, 20)
    ]


async def test_everything_works_on_a_cluster(cluster_store: Store) -> None:
    bus = StoredFrames(cluster_store)
    await bus.ask(CHAT, "m1", "one")
    await bus.answer(CHAT, "m1", "1!", {"0" * 24: b"png"})
    await bus.publish(CHAT, "m1", [PLAN, DONE], first=0)
    assert await heard(bus) == [PLAN, DONE]
    assert await bus.picture(CHAT, "0" * 24) == b"png"
    await cluster_store.forget_chat(CHAT)
    assert await bus.turns(CHAT) == [] and await bus.picture(CHAT, "0" * 24) is None


async def test_a_store_that_is_away_refuses_and_is_waited_for(tmp_path: Path) -> None:
    from bot import valkey

    async with open_store("", tmp_path) as opened:
        bus = StoredFrames(opened)
        await bus.ask(CHAT, "m1", "one")
        follower = asyncio.create_task(heard(bus, seconds=20))
        await asyncio.sleep(0.05)
        valkey.stop(tmp_path)  # the next connection starts it again
        await bus.publish(CHAT, "m1", [DONE], first=0)
        assert await follower == [DONE]
    async with open_store("", tmp_path) as opened:
        bus = StoredFrames(opened)
        await opened.line.call("CONFIG", "SET", "maxmemory", "1")
        with pytest.raises(NotStored):
            await bus.ask(CHAT, "m2", "two")
    valkey.stop(tmp_path)
