"""An answer whose acknowledgement was lost is recognised in the conversation, and not posted again."""

from __future__ import annotations

import pytest

from adapters.protocol import Button, Reply, Text, Unanswered

ANSWER = Reply((Text("**559 nm** from EGTF to LFMD"),), (Button("120 knots", "kt120"),))


async def at_once() -> None:
    """A pace that never waits."""


async def test_a_second_try_finds_what_the_first_one_posted(rig) -> None:
    team, room = rig.team, rig.team.channel
    await team.say("U1", room, f"<@{team.bot}> how far")
    delivery = rig.channel.outbound.open(rig.only, at_once)
    rig.slack.fault(room, "lost_answer")
    with pytest.raises(Unanswered):
        await delivery.finish(ANSWER)
    sent = await delivery.finish(ANSWER)
    (posted,) = team.from_bot(room)
    assert sent.message_ids == (posted.ts,)


async def test_another_process_finds_it_too(rig) -> None:
    team, room = rig.team, rig.team.channel
    await team.say("U1", room, f"<@{team.bot}> how far")
    rig.slack.fault(room, "lost_answer")
    with pytest.raises(Unanswered):
        await rig.channel.outbound.open(rig.only, at_once).finish(ANSWER)
    sent = await rig.channel.outbound.open(rig.only, at_once).finish(ANSWER)
    (posted,) = team.from_bot(room)
    assert sent.message_ids == (posted.ts,)


async def test_one_that_never_arrived_is_posted(rig) -> None:
    team, room = rig.team, rig.team.channel
    await team.say("U1", room, f"<@{team.bot}> how far")
    delivery = rig.channel.outbound.open(rig.only, at_once)
    rig.slack.fault(room, "lost_answer")
    with pytest.raises(Unanswered):
        await delivery.finish(ANSWER)
    team.remove(room, team.from_bot(room)[0].ts)
    await delivery.finish(ANSWER)
    assert len(team.from_bot(room)) == 1
