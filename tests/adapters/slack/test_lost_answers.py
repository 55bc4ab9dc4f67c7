"""An answer whose acknowledgement was lost is recognised in the conversation, and not posted again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from contracts.channel import png

from adapters.protocol import Button, Map, Reply, Text, Unanswered
from adapters.slack import pictures

ANSWER = Reply((Text("**559 nm** from EGTF to LFMD"),), (Button("120 knots", "kt120"),))


async def at_once() -> None:
    """A pace that never waits."""


async def test_a_second_try_finds_what_the_first_one_posted(rig: Any) -> None:
    team, room = rig.team, rig.team.channel
    await team.say("U1", room, f"<@{team.bot}> how far")
    delivery = rig.channel.outbound.open(rig.only, at_once)
    rig.slack.fault(room, "lost_answer")
    with pytest.raises(Unanswered):
        await delivery.finish(ANSWER)
    sent = await delivery.finish(ANSWER)
    (posted,) = team.from_bot(room)
    assert sent.message_ids == (posted.ts,)


async def test_another_process_finds_it_too(rig: Any) -> None:
    team, room = rig.team, rig.team.channel
    await team.say("U1", room, f"<@{team.bot}> how far")
    rig.slack.fault(room, "lost_answer")
    with pytest.raises(Unanswered):
        await rig.channel.outbound.open(rig.only, at_once).finish(ANSWER)
    sent = await rig.channel.outbound.open(rig.only, at_once).finish(ANSWER)
    (posted,) = team.from_bot(room)
    assert sent.message_ids == (posted.ts,)


async def test_one_that_never_arrived_is_posted(rig: Any) -> None:
    team, room = rig.team, rig.team.channel
    await team.say("U1", room, f"<@{team.bot}> how far")
    delivery = rig.channel.outbound.open(rig.only, at_once)
    rig.slack.fault(room, "lost_answer")
    with pytest.raises(Unanswered):
        await delivery.finish(ANSWER)
    team.remove(room, team.from_bot(room)[0].ts)
    await delivery.finish(ANSWER)
    assert len(team.from_bot(room)) == 1


def _killed_after(rig: Any, method: str) -> Callable[[], None]:
    """The program ends when Slack has done what `method` asks and before it is noted anywhere."""
    send = rig.channel.outbound._calls.send

    async def sent(tenant: str, called: str, **values: Any) -> Any:
        answer = await send(tenant, called, **values)
        if called == method:
            raise ProgramEnded
        return answer

    rig.channel.outbound._calls.send = sent
    return lambda: setattr(rig.channel.outbound._calls, "send", send)


class ProgramEnded(BaseException):
    """Stands for kill -9."""


PICTURED = Reply((Map(png(), "a route", key="k"), Text("**559 nm**")))


async def test_a_picture_that_was_shown_when_the_program_ended_is_not_shown_again(rig: Any) -> None:
    team, room = rig.team, rig.team.channel
    await team.say("U1", room, f"<@{team.bot}> how far")
    alive_again = _killed_after(rig, "chat_postMessage")
    with pytest.raises(ProgramEnded):
        await rig.channel.outbound.open(rig.only, at_once).finish(PICTURED)
    alive_again()
    await rig.channel.outbound.open(rig.only, at_once).finish(PICTURED)
    assert [bool(one.picture) for one in team.from_bot(room)] == [True] and len(rig.slack.files) == 1


async def test_a_picture_that_was_shared_by_itself_when_the_program_ended_is_not_shared_again(
    rig: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "READY_SECONDS", 0.2)
    rig.slack.work_delay = 60
    team, room = rig.team, rig.team.channel
    await team.say("U1", room, f"<@{team.bot}> how far")
    alive_again = _killed_after(rig, "files_completeUploadExternal")
    with pytest.raises(ProgramEnded):
        await rig.channel.outbound.open(rig.only, at_once).finish(PICTURED)
    alive_again()
    await rig.channel.outbound.open(rig.only, at_once).finish(PICTURED)
    assert [bool(one.picture) for one in team.from_bot(room)] == [True, False]


async def test_a_picture_shown_again_when_the_program_ended_is_not_shown_a_third_time(rig: Any) -> None:
    team, room = rig.team, rig.team.channel
    await team.say("U1", room, f"<@{team.bot}> how far")
    await rig.channel.outbound.open(rig.only, at_once).finish(PICTURED)
    await team.say("U1", room, f"<@{team.bot}> how far again")
    again = rig.accepted[-1]
    alive_again = _killed_after(rig, "chat_postMessage")
    with pytest.raises(ProgramEnded):
        await rig.channel.outbound.open(again, at_once).finish(PICTURED)
    alive_again()
    await rig.channel.outbound.open(again, at_once).finish(PICTURED)
    shown = [one for one in team.from_bot(room) if any(b["type"] == "image" for b in one.blocks)]
    assert len(shown) == 2  # one for each question


async def test_an_answer_at_the_end_of_a_long_thread_is_recognised(rig: Any) -> None:
    team, room = rig.team, rig.team.channel
    root = await team.say("U1", room, f"<@{team.bot}> how far")
    old = time.time() - 3_600
    for number in range(70):
        said = team.add(room, "U2", f"talk {number}", [], thread_ts=root)
        del team.messages[room][said.ts]
        said.ts = f"{old + number:.6f}"
        team.messages[room][said.ts] = said
    rig.slack.fault(room, "lost_answer")
    with pytest.raises(Unanswered):
        await rig.channel.outbound.open(rig.only, at_once).finish(ANSWER)
    await rig.channel.outbound.open(rig.only, at_once).finish(ANSWER)
    assert len(team.from_bot(room)) == 1


WRITTEN = Reply((Text("**559 nm** from EGTF to LFMD.\n\nThe rest of it is still to come"),))


async def _begun_and_killed(rig: Any, private: bool, method: str) -> Any:
    """The room of an answer whose program ended when Slack had taken the first words of it, unnoted."""
    team = rig.team
    room = team.dm("U1") if private else team.channel
    await team.say("U1", room, "how far" if private else f"<@{team.bot}> how far")
    alive_again = _killed_after(rig, method)
    with pytest.raises(ProgramEnded):
        await rig.channel.outbound.open(rig.accepted[-1], at_once).snapshot(WRITTEN)
    alive_again()
    return room


@pytest.mark.parametrize(("private", "method"), [(True, "chat_startStream"), (False, "chat_postMessage")])
async def test_what_was_begun_to_be_shown_when_the_program_ended_becomes_the_answer(
    rig: Any, private: bool, method: str
) -> None:
    room = await _begun_and_killed(rig, private, method)
    (begun,) = rig.team.from_bot(room)
    assert begun.streaming is private
    sent = await rig.channel.outbound.open(rig.accepted[-1], at_once).finish(ANSWER)
    (shown,) = rig.team.from_bot(room)
    assert (sent.message_ids, shown.streaming, shown.labels) == ((begun.ts,), False, ["120 knots"])
    assert "559 nm" in shown.shown and "still to come" not in shown.shown


async def test_a_stream_left_open_is_shown_on_before_it_is_finished(rig: Any) -> None:
    room = await _begun_and_killed(rig, True, "chat_startStream")
    delivery = rig.channel.outbound.open(rig.accepted[-1], at_once)
    await delivery.snapshot(WRITTEN)
    await delivery.finish(ANSWER)
    (shown,) = rig.team.from_bot(room)
    assert not shown.streaming and "559 nm" in shown.shown


async def test_another_answer_in_the_thread_is_not_taken_for_the_stream_left_open(rig: Any) -> None:
    team, room = rig.team, rig.team.dm("U1")
    root = await team.say("U1", room, "how far")
    first = rig.channel.outbound.open(rig.accepted[-1], at_once)
    await first.snapshot(WRITTEN)
    await first.finish(ANSWER)
    (before,) = team.from_bot(room)
    await team.say("U1", room, "and back", thread=root)
    rig.channel.outbound._calls.send, send = _never, rig.channel.outbound._calls.send
    with pytest.raises(ProgramEnded):
        await rig.channel.outbound.open(rig.accepted[-1], at_once).snapshot(WRITTEN)
    rig.channel.outbound._calls.send = send
    await rig.channel.outbound.open(rig.accepted[-1], at_once).finish(Reply((Text("**another**"),)))
    assert [one.shown for one in team.from_bot(room)] == [before.shown, "another"]


async def _never(*_: Any, **__: Any) -> Any:
    """The program ends before Slack has heard of it."""
    raise ProgramEnded


async def test_a_stream_whose_beginning_was_not_acknowledged_is_gone_on_with(rig: Any) -> None:
    team, room = rig.team, rig.team.dm("U1")
    await team.say("U1", room, "how far")
    delivery = rig.channel.outbound.open(rig.accepted[-1], at_once)
    rig.slack.fault(room, "lost_answer")
    with pytest.raises(Unanswered):
        await delivery.snapshot(WRITTEN)
    await delivery.finish(ANSWER)
    (shown,) = team.from_bot(room)
    assert not shown.streaming and "559 nm" in shown.shown
