"""What is said unasked arrives once, follows a chat to its new place, and ends where nobody can be reached."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from contracts.paper import PaperApp, PaperChannel, shown_text

from adapters.protocol import ChatGone, ChatRef, NotDelivered, Reply, SlowDown, Text, Unanswered
from bot.remembered import Remembered
from bot.store import Store
from bot.voice import Voice

CHAT = ChatRef("paper", "club", "room")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[PaperApp]:
    yield PaperApp(tmp_path / "calls")


@pytest.fixture
def voice(app: PaperApp, store: Store) -> Voice:
    return Voice(store, {"paper": PaperChannel(app)}, Remembered(store))


def reply(text: str) -> Reply:
    return Reply((Text(text),))


def texts(app: PaperApp) -> list[str]:
    return [shown_text(call["text"]) for call in app.calls()]


async def test_a_named_post_is_sent_once_and_tells_again_where_it_stands(voice: Voice, app: PaperApp) -> None:
    first = await voice.post(CHAT, reply("GAR by 0800Z"), name="reminder-1")
    assert await voice.post(CHAT, reply("GAR by 0800Z"), name="reminder-1") == first
    assert first.message_ids and texts(app) == ["GAR by 0800Z"]
    await voice.post(CHAT, reply("GAR by 0800Z"), name="reminder-2")
    assert len(texts(app)) == 2


async def test_a_lost_answer_is_tried_once_more_and_never_a_third_time(voice: Voice, app: PaperApp) -> None:
    app.faults[CHAT.chat] = [("lost_answer", 0.0), ("lost_answer", 0.0)]
    for _ in range(2):
        with pytest.raises(Unanswered):
            await voice.post(CHAT, reply("once"), name="n")
    for _ in range(2):
        await voice.post(CHAT, reply("once"), name="n")
    assert texts(app) == ["once", "once"]


async def test_what_was_refused_is_not_taken_for_sent(voice: Voice, app: PaperApp) -> None:
    app.faults[CHAT.chat] = [("refused", 0.0)]
    with pytest.raises(NotDelivered):
        await voice.post(CHAT, reply("now"), name="n")
    await voice.post(CHAT, reply("now"), name="n")
    assert texts(app) == ["now"]


async def test_a_short_slow_down_is_waited_out_and_a_long_one_is_the_callers(voice: Voice, app: PaperApp) -> None:
    app.faults[CHAT.chat] = [("slow_down", 0.2)]
    await voice.post(CHAT, reply("soon"))
    assert texts(app) == ["soon"] and app.too_early == 0
    app.faults[CHAT.chat] = [("slow_down", 300.0)]
    with pytest.raises(SlowDown):
        await voice.post(CHAT, reply("later"))


async def test_a_chat_that_is_gone_is_called_once_and_again_when_somebody_writes_from_there(
    voice: Voice, app: PaperApp, store: Store
) -> None:
    app.faults[CHAT.chat] = [("gone", 0.0)]
    for _ in range(2):
        with pytest.raises(ChatGone):
            await voice.post(CHAT, reply("anybody"))
    assert await store.is_gone(CHAT) and texts(app) == []
    await store.mark_back(CHAT)
    await voice.post(CHAT, reply("anybody"))
    assert texts(app) == ["anybody"]


async def test_a_group_that_moved_takes_what_is_kept_along(voice: Voice, app: PaperApp, store: Store) -> None:
    app.faults[CHAT.chat] = [("moved", 0.0)]
    moved: list[tuple[ChatRef, ChatRef]] = []

    class Moving(Remembered):
        async def move_chat(self, old: ChatRef, new: ChatRef, *, same_messages: bool = False) -> None:
            moved.append((old, new))
            await super().move_chat(old, new, same_messages=same_messages)

    voice = Voice(store, {"paper": PaperChannel(app)}, Moving(store))
    await voice.post(CHAT, reply("here"))
    new = ChatRef("paper", "club", "room-new")
    assert moved == [(CHAT, new)]
    assert [call["room"] for call in app.calls()] == ["room-new"]


async def test_a_card_is_edited_in_its_place_and_posted_where_it_never_was(voice: Voice, app: PaperApp) -> None:
    sent = await voice.post(CHAT, reply("Outing: nobody yet"))
    again = await voice.edit(CHAT, sent, reply("Outing: Ana"))
    assert again == sent
    assert [call["id"] for call in app.calls()] == [*sent.message_ids] * 2
    (fresh,) = (await voice.edit(CHAT, type(sent)(), reply("Outing: Ana"))).message_ids
    assert fresh not in sent.message_ids
