"""What arrives from Slack and what does not: who is addressed, where, and in which conversation."""

from __future__ import annotations

from typing import Any

import pytest
from servers.waiting import until

from adapters.protocol import Button, IncomingMessage, Reply, Text
from adapters.slack.reading import command_text, said


async def nothing() -> None:
    """No pace."""


async def test_a_mention_is_one_message_though_slack_sends_two_events(rig: Any) -> None:
    ts = await rig.team.say("U1", rig.team.channel, f"<@{rig.team.bot}> how far is EGTF from LFMD")
    assert [kind for kind, _ in rig.slack.answers] == ["events_api", "events_api"]
    message = rig.only
    assert message.text == "how far is EGTF from LFMD"
    assert (message.addressed_by, message.chat.thread, message.private) == ("mention", ts, False)
    assert message.chat.tenant == "T1" and message.person.id == "U1"


async def test_a_direct_message_is_one_conversation_whatever_its_threads(rig: Any) -> None:
    dm = rig.team.dm("U1")
    first = await rig.team.say("U1", dm, "how far")
    await rig.team.say("U1", dm, "and at 140 knots", thread=first)
    one, two = rig.accepted
    assert one.chat == two.chat and one.private and one.addressed_by == "dm"
    assert one.handle["thread"] == two.handle["thread"] == first


async def test_a_channel_message_without_a_mention_is_not_for_us(rig: Any) -> None:
    other = await rig.team.say("U1", rig.team.channel, "nice weather")
    await rig.team.say("U2", rig.team.channel, "indeed", thread=other)
    await rig.team.say("U2", rig.team.channel, "<@U3> look")
    assert rig.accepted == []


async def test_a_thread_of_ours_goes_on_without_a_mention(rig: Any) -> None:
    ts = await rig.team.say("U1", rig.team.channel, f"<@{rig.team.bot}> how far")
    await rig.team.say("U2", rig.team.channel, "and back?", thread=ts)
    first, second = rig.accepted
    assert second.addressed_by == "thread" and second.chat == first.chat and second.person.id == "U2"


async def test_who_talks_to_somebody_else_in_our_thread_is_left_alone(rig: Any) -> None:
    ts = await rig.team.say("U1", rig.team.channel, f"<@{rig.team.bot}> how far")
    await rig.team.say("U2", rig.team.channel, "<@U3> shall we go?", thread=ts)
    assert len(rig.accepted) == 1


async def test_the_bots_own_and_other_bots_messages_are_ignored(rig: Any) -> None:
    team = rig.team
    ts = await team.say("U1", team.channel, f"<@{team.bot}> how far")
    base = {"type": "message", "channel": team.channel, "channel_type": "channel", "thread_ts": ts, "text": "x"}
    await team.happens({**base, "user": team.bot, "ts": "5.1"}, "message.channels")
    await team.happens({**base, "bot_id": "B7", "subtype": "bot_message", "ts": "5.2"}, "message.channels")
    await team.happens({**base, "user": "U8", "bot_id": "B8", "ts": "5.3"}, "message.channels")
    await team.happens({**base, "subtype": "message_changed", "hidden": True, "ts": "5.4"}, "message.channels")
    await team.happens({**base, "user": "U1", "subtype": "channel_join", "ts": "5.5"}, "message.channels")
    assert len(rig.accepted) == 1


async def test_a_corrected_message_is_read_anew_and_an_unfurled_link_is_not(rig: Any) -> None:
    team = rig.team
    root = await team.say("U1", team.channel, f"<@{team.bot}> how far")
    ts = await team.say("U1", team.channel, "I paid 48", thread=root)
    base = {"type": "message", "user": "U1", "ts": ts, "thread_ts": root}
    edited = {"edited": {"user": "U1", "ts": f"{float(ts) + 60:.6f}"}}
    event = {
        "type": "message", "subtype": "message_changed", "hidden": True, "channel": team.channel, "ts": "9.1",
        "channel_type": "channel", "previous_message": {**base, "text": "I paid 48"},
    }  # fmt: skip
    await team.happens({**event, "message": {**base, "text": "I paid 48"}}, "message.channels")
    assert len(rig.accepted) == 2
    await team.happens({**event, "message": {**base, **edited, "text": "I paid 38"}}, "message.channels")
    corrected, first = rig.accepted[-1], rig.accepted[-2]
    assert corrected.text == "I paid 38" and corrected.chat == first.chat and corrected.id != first.id
    assert corrected.handle["edited"] and corrected.handle["message_id"] == first.id


async def test_a_mention_inside_an_old_thread_brings_what_was_said_there(rig: Any) -> None:
    team = rig.team
    root = await team.say("U1", team.channel, "how far is EGTF from LFMD?", quiet=True)
    await team.say("U2", team.channel, "no idea &amp; <@U1> neither", thread=root, quiet=True)
    await team.say("U2", team.channel, f"<@{team.bot}> and at 140 knots?", thread=root)
    message = rig.only
    assert message.earlier == ("how far is EGTF from LFMD?", "no idea & someone neither")
    assert message.chat.thread == root and message.text == "and at 140 knots?"
    await team.say("U2", team.channel, f"<@{team.bot}> and back?", thread=root)
    assert rig.accepted[-1].earlier == ()  # its memory has them now


async def test_of_a_very_long_thread_only_its_question_is_taken(rig: Any) -> None:
    team = rig.team
    root = await team.say("U1", team.channel, "how far is EGTF from LFMD?", quiet=True)
    for number in range(220):
        await team.say("U2", team.channel, f"chatter {number}", thread=root, quiet=True)
    await team.say("U2", team.channel, f"<@{team.bot}> and at 140 knots?", thread=root)
    assert rig.only.earlier == ("how far is EGTF from LFMD?",)


async def test_a_thread_that_cannot_be_read_does_not_keep_the_question(rig: Any) -> None:
    team = rig.team
    root = await team.say("U1", team.channel, "before", quiet=True)
    for _ in ("the message", "the mention"):  # Slack tells both, at once
        rig.slack.fault(team.channel, "missing_scope")
    await team.say("U2", team.channel, f"<@{team.bot}> how far", thread=root)
    assert rig.only.earlier == ()


async def test_who_only_writes_has_a_name_too_and_it_is_asked_for_once(rig: Any) -> None:
    team = rig.team
    team.names["U2"] = "Ben"
    for text in ("how far is EGTF from LFMD?", "and at 140 kt?"):
        await team.say("U2", team.channel, f"<@{team.bot}> {text}")
    assert [message.person.name for message in rig.accepted] == ["Ben", "Ben"]
    assert [name for name, _ in rig.slack.calls].count("users.info") == 1


async def test_a_command_is_taken_at_once_and_says_so_to_its_asker_alone(rig: Any) -> None:
    status, body = await rig.team.command("U1", rig.team.channel, "How long from EGTF to LFMD")
    assert (status, body) == (200, {"text": "On it.", "response_type": "ephemeral"})
    assert rig.only.text == "How long from EGTF to LFMD" and rig.only.addressed_by == "command"
    assert rig.slack.slow_acks[-1] < 0.5


async def test_a_channel_that_is_not_served_says_so(make_rig: Any) -> None:
    rig = make_rig()

    async def accept(message: IncomingMessage) -> bool:
        return False

    rig.accept = accept
    async with rig.connected():
        _, body = await rig.team.command("U1", rig.team.channel, "how far")
    assert "not set up" in body["text"]


async def test_a_tap_carries_its_token_and_its_conversation(rig: Any) -> None:
    team = rig.team
    await team.command("U1", team.channel, "how far")
    delivery = rig.channel.outbound.open(rig.only, nothing)
    await delivery.finish(Reply((Text("What is your cruise speed"),), (Button("120 knots", "tok1"),)))
    under = team.from_bot(team.channel)[-1]
    await team.tap("U2", under, "120 knots")
    tap = rig.accepted[-1]
    assert (tap.token, tap.text, tap.addressed_by, tap.person.id) == ("tok1", "", "button", "U2")
    assert tap.chat == rig.accepted[0].chat


async def test_a_forged_tap_is_told_in_one_line_to_who_tapped_and_nothing_is_stored(rig: Any) -> None:
    team = rig.team
    message = team.add(team.channel, team.bot, "x", [])
    for value in ("", "A" * 10, "x" * 33, "tok 1", "../etc"):
        button = {"type": "button", "action_id": "tap_0", "value": value, "block_id": "taps|x"}
        status, _ = await team._act("U1", message, button)
        assert status == 200
    assert rig.accepted == []
    await until(lambda: len(team.from_bot(team.channel)) >= 6)
    told = [one for one in team.from_bot(team.channel) if one.ts != message.ts]
    assert all(one.only_for == "U1" and one.shown == "That button is too old. Ask again." for one in told)


async def test_the_same_tap_twice_is_two_taps_and_one_tap_repeated_is_one(rig: Any) -> None:
    team = rig.team
    button = {"type": "button", "action_id": "tap_0", "value": "tok1", "block_id": "taps|x", "action_ts": "7.1"}
    body = team.interaction(
        "block_actions",
        "U1",
        channel={"id": team.channel},
        actions=[button],
        message={"ts": "1.1"},
        container={"type": "message"},
    )
    for _ in range(2):
        await rig.slack.deliver("interactive", body)
    assert len(rig.accepted) == 1
    button["action_ts"] = "7.2"
    await rig.slack.deliver("interactive", body)
    assert len(rig.accepted) == 2


async def test_the_shortcut_asks_the_message_it_was_used_on(rig: Any) -> None:
    team = rig.team
    asked = team.add(team.channel, "U3", "airports near <https://x.example|Annecy>", [])
    await team.shortcut("U1", asked)
    assert rig.only.text == "airports near Annecy" and rig.only.handle["thread"] == asked.ts
    empty = team.add(team.channel, "U3", "", [])
    await team.shortcut("U1", empty)
    await until(lambda: bool(rig.slack.called("response_url")))
    assert len(rig.accepted) == 1


async def test_home_shows_settings_and_what_was_asked_and_a_tap_is_answered_in_the_direct_message(
    rig: Any,
) -> None:
    team = rig.team
    await team.open_home("U1")
    await until(lambda: "U1" in team.homes)
    assert "Home base\nnot set" in str(team.homes["U1"]["blocks"]).replace("\\n", "\n")
    await team.home_tap("U1", "Edit")
    await until(lambda: bool(team.modals))
    await team.submit("U1", "egtf", "SR22", "metric")
    await until(lambda: "EGTF" in str(team.homes["U1"]))
    assert "Metres first" in str(team.homes["U1"])


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<@UBOT> hi", "hi"),
        ("hi <@UBOT>", "hi"),
        ("<@UBOT|flyfun>: how far?", "how far?"),
        ("<@U2|ana> said <#C1|general> &lt;b&gt; &amp;amp;", "@ana said #general <b> &amp;"),
        ("see <https://x.example/a?b=1&amp;c=2>", "see https://x.example/a?b=1&c=2"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("<!here> <!subteam^S1|@club> <!date^1^{date}|today>", "@here @club today"),
        ("a\n\nb", "a\n\nb"),
    ],
)
def test_slacks_marks_are_read_as_people_read_them(raw: str, text: str) -> None:
    assert said(raw, "UBOT") == text


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("help", "/help"),
        ("home EGTF", "/home EGTF"),
        ("aircraft SR22", "/aircraft SR22"),
        ("units metric", "/units metric"),
        ("in +-3", "/in +-3"),
        ("club quiet 22:00-07:00", "/club quiet 22:00-07:00"),
        pytest.param(f"in {'x' * 2500}", f"/in {'x' * 2500}", id="a long name"),
        pytest.param(f"remind fri 9:00 {'x' * 2500}", f"/remind fri 9:00 {'x' * 2500}", id="a long reminder"),
        ("/forget", "/forget"),
        ("", ""),
        ("home to LFAT how far", "home to LFAT how far"),
        ("How far EGKB to LFAT", "How far EGKB to LFAT"),
        ("sources of avgas in Kent", "sources of avgas in Kent"),
    ],
)
def test_a_slash_command_knows_its_own_few_words(typed: str, text: str) -> None:
    assert command_text(typed) == text
