"""How answers arrive: whole and once, pictures first, with a fallback for everything that Slack may refuse."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from contracts.channel import png
from servers.slack import UPLOADS
from servers.waiting import until

from adapters.protocol import (
    Button,
    ChatGone,
    File,
    IncomingMessage,
    Map,
    NotDelivered,
    Reply,
    SlowDown,
    Status,
    Text,
    Unanswered,
)
from adapters.slack import pictures
from adapters.slack.outbound import with_our_commands
from bot.commands import COMMANDS

THUMBS = (Button("Helpful", "g1"), Button("Not helpful", "b1"))
LONG = "\n\n".join(" ".join(f"w{i}" for i in range(n, n + 30)) for n in range(0, 2_400, 30))


async def now() -> None:
    """A pace without a pause."""


def open_delivery(rig: Any, message: IncomingMessage | None = None):
    return rig.channel.outbound.open(message or rig.accepted[-1], now)


async def asked(rig: Any, *, private: bool = True) -> tuple[str, str]:
    """A person's question: its room and ts."""
    room = rig.team.dm("U1") if private else rig.team.channel
    ts = await rig.team.say("U1", room, f"<@{rig.team.bot}> how far")
    return room, ts


# --- streams and previews -----------------------------------------------------------------------------


async def test_words_stream_in_a_direct_message_and_end_complete_with_their_buttons(rig: Any) -> None:
    room, ts = await asked(rig)
    delivery = open_delivery(rig)
    await delivery.snapshot(Reply((Status("Measuring the route"),), final=False))
    assert rig.team.said_statuses == ["is measuring the route…"]
    for end in (200, 400, 600, 800):
        await delivery.snapshot(Reply((Text(LONG[:end]),), final=False))
    await delivery.finish(Reply((Text(LONG[:1_000]),), (Button("120 knots", "k1"),), thumbs=THUMBS))
    (message,) = rig.team.from_bot(room, ts)
    assert message.shown.split() == LONG[:1_000].split()
    assert message.labels == ["120 knots"] and message.updates == 0
    assert len(rig.slack.called("chat.startStream")) == 1 and len(rig.slack.called("chat.appendStream")) == 3
    assert not rig.team.statuses and rig.slack.violations == []


async def test_a_channel_is_never_streamed_to_but_updated_in_place(rig: Any) -> None:
    room, ts = await asked(rig, private=False)
    delivery = open_delivery(rig)
    await delivery.snapshot(Reply((Status("Measuring the route"),), final=False))
    await delivery.snapshot(Reply((Text(LONG[:400]),), final=False))
    await delivery.finish(Reply((Text(LONG[:1_000]),)))
    (message,) = rig.team.from_bot(room, ts)
    assert message.shown.split() == LONG[:1_000].split()
    assert not rig.slack.called("chat.startStream") and message.updates == 2


async def test_an_answer_longer_than_a_stream_arrives_whole(rig: Any) -> None:
    room, ts = await asked(rig)
    delivery = open_delivery(rig)
    for end in range(1_000, len(LONG), 1_500):
        await delivery.snapshot(Reply((Text(LONG[:end]),), final=False))
    await delivery.finish(Reply((Text(LONG),)))
    assert " ".join(one.shown for one in rig.team.from_bot(room, ts)).split() == LONG.split()
    assert rig.slack.violations == []


@pytest.mark.parametrize("code", ["method_not_supported_for_channel_type", "missing_scope", "unknown_method"])
async def test_a_stream_that_slack_refuses_becomes_updates(rig: Any, code: str) -> None:
    room, ts = await asked(rig)
    rig.slack.fault(room, code)
    delivery = open_delivery(rig)
    for end in (400, 700):
        await delivery.snapshot(Reply((Text(LONG[:end]),), final=False))
    await delivery.finish(Reply((Text(LONG[:1_000]),)))
    (message,) = rig.team.from_bot(room, ts)
    assert message.shown.split() == LONG[:1_000].split()
    assert len(rig.slack.called("chat.startStream")) == 1 and rig.slack.called("chat.update")


async def test_a_stream_that_breaks_off_is_not_doubled(rig: Any) -> None:
    room, ts = await asked(rig)
    delivery = open_delivery(rig)
    await delivery.snapshot(Reply((Text(LONG[:400]),), final=False))
    rig.slack.fault(room, "internal_stream_error")
    for end in (700, 900):
        await delivery.snapshot(Reply((Text(LONG[:end]),), final=False))
    await delivery.finish(Reply((Text(LONG[:1_000]),)))
    assert [one.shown.split() for one in rig.team.from_bot(room, ts)] == [LONG[:1_000].split()]


async def test_a_stream_that_ended_by_itself_still_becomes_the_whole_answer(rig: Any) -> None:
    room, ts = await asked(rig)
    delivery = open_delivery(rig)
    await delivery.snapshot(Reply((Text(LONG[:400]),), final=False))
    (message,) = rig.team.from_bot(room, ts)
    message.streaming = False
    await delivery.finish(Reply((Text(LONG[:1_000]),), (Button("120 knots", "k1"),)))
    assert [one.shown.split() for one in rig.team.from_bot(room, ts)] == [LONG[:1_000].split()]


async def test_an_answer_that_differs_from_what_was_streamed_replaces_it(rig: Any) -> None:
    room, ts = await asked(rig)
    delivery = open_delivery(rig)
    await delivery.snapshot(Reply((Text(LONG[:400]),), final=False))
    await delivery.finish(Reply((Text("**559 nm**"),)))
    (message,) = rig.team.from_bot(room, ts)
    assert message.shown == "559 nm"


async def test_a_preview_that_somebody_deleted_does_not_lose_the_answer(rig: Any) -> None:
    room, ts = await asked(rig, private=False)
    delivery = open_delivery(rig)
    await delivery.snapshot(Reply((Text(LONG[:400]),), final=False))
    (message,) = rig.team.from_bot(room, ts)
    del rig.team.messages[room][message.ts]
    await delivery.finish(Reply((Text("**559 nm**"),)))
    assert [one.shown for one in rig.team.from_bot(room, ts)] == ["559 nm"]


async def test_blocks_that_slack_refuses_are_sent_as_text(rig: Any) -> None:
    for private in (True, False):
        for code in ("invalid_blocks", "msg_blocks_too_long"):
            room, ts = await asked(rig, private=private)
            rig.slack.fault(room, code)
            await open_delivery(rig).finish(Reply((Text("**559 nm** <b> & more"),)))
            (message,) = rig.team.from_bot(room, ts)
            assert message.shown == "559 nm <b> & more" and not message.blocks


async def test_no_status_is_left_when_there_is_nothing_to_say(rig: Any) -> None:
    room, _ = await asked(rig)
    delivery = open_delivery(rig)
    await delivery.snapshot(Reply((Status("Looking it up"),), final=False))
    await delivery.finish(Reply(()))
    assert set(rig.team.statuses.values()) <= {""} and rig.team.from_bot(room) == []


# --- limits and failures -------------------------------------------------------------------------------


async def test_a_rate_limit_says_for_how_long_and_nothing_is_posted_meanwhile(rig: Any) -> None:
    room, ts = await asked(rig, private=False)
    delivery = open_delivery(rig)
    rig.slack.fault(room, "slow_down", seconds=1)
    with pytest.raises(SlowDown) as slow:
        await delivery.finish(Reply((Text("Answer"),)))
    assert slow.value.retry_after == 1 and rig.team.from_bot(room, ts) == []
    assert "rate limited 1 times" in rig.channel.health().says
    await asyncio.sleep(1)
    await delivery.finish(Reply((Text("Answer"),)))
    assert [one.shown for one in rig.team.from_bot(room, ts)] == ["Answer"] and rig.slack.violations == []


async def test_reading_waits_out_a_rate_limit_by_itself(rig: Any) -> None:
    rig.slack.fault(rig.team.dm("U1"), "slow_down", seconds=1)
    began = asyncio.get_running_loop().time()
    await rig.team.open_home("U1", "messages")
    while rig.team.dm("U1") not in rig.team.prompts:
        await asyncio.sleep(0.02)
        assert asyncio.get_running_loop().time() - began < 8
    assert asyncio.get_running_loop().time() - began >= 1


async def test_what_slack_took_is_not_sent_again_when_a_later_part_fails(rig: Any) -> None:
    room, ts = await asked(rig, private=False)
    delivery = open_delivery(rig)
    rig.slack.fault(room, "refused", after=1)
    reply = Reply((Text(LONG * 2),), (Button("120 knots", "k1"),))
    with pytest.raises(NotDelivered):
        await delivery.finish(reply)
    await delivery.finish(reply)
    assert " ".join(one.shown for one in rig.team.from_bot(room, ts)).split() == (LONG * 2).split()


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("channel_not_found", ChatGone),
        ("not_in_channel", ChatGone),
        ("is_archived", ChatGone),
        ("token_revoked", ChatGone),
        ("refused", NotDelivered),
        ("internal_error", NotDelivered),
        ("lost_answer", Unanswered),
        ("something_new", NotDelivered),
    ],
)
async def test_every_failure_has_its_word(rig: Any, code: str, error: type[Exception]) -> None:
    room, _ = await asked(rig)
    rig.slack.fault(room, code)
    with pytest.raises(error):
        await open_delivery(rig).finish(Reply((Text("Answer"),)))


async def test_a_server_that_is_not_there_is_not_delivered(make_rig: Any) -> None:
    rig = make_rig()
    async with rig.connected():
        room, _ = await asked(rig)
    port = rig.slack._port
    await rig.slack._runner.cleanup()
    with pytest.raises(NotDelivered):
        await open_delivery(rig).finish(Reply((Text("Answer"),)))
    assert port and room


# --- pictures ------------------------------------------------------------------------------------------


async def test_a_picture_stands_above_its_words_in_one_message_though_slack_has_it_late(rig: Any) -> None:
    rig.slack.work_delay = 0.5
    room, ts = await asked(rig, private=False)
    delivery = open_delivery(rig)
    await delivery.snapshot(Reply((Status("Measuring the route"),), final=False))
    picture = Map(png(), "Route <EGTF>", caption="EGTF & LFMD", key="egtf-lfmd")
    await delivery.finish(Reply((picture, Text("**559 nm**"))))
    (answer,) = rig.team.from_bot(room, ts)
    assert answer.shown.split() == ["EGTF", "&", "LFMD", "559", "nm"]
    assert rig.slack.files[answer.picture].data == png() and rig.slack.violations == []


async def test_a_picture_that_slack_works_on_too_long_is_shared_before_its_words(
    rig: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "READY_SECONDS", 0.2)
    rig.slack.work_delay = 60
    room, ts = await asked(rig, private=False)
    delivery = open_delivery(rig)
    await delivery.snapshot(Reply((Status("Measuring the route"),), final=False))
    await delivery.finish(Reply((Map(png(), "Route", caption="EGTF & LFMD", key="k"), Text("**559 nm**"))))
    shown = rig.team.from_bot(room, ts)
    assert [one.shown for one in shown] == ["EGTF & LFMD", "559 nm"] and shown[0].file
    assert rig.slack.violations == []


async def test_a_picture_that_slack_refuses_among_words_is_shared_before_them(rig: Any) -> None:
    room, ts = await asked(rig, private=False)
    rig.slack.fault(room, "invalid_blocks")
    picture = Map(png(), "Route", caption="EGTF & LFMD", key="k")
    await open_delivery(rig).finish(Reply((picture, Text("**559 nm**")), (Button("120 knots", "k1"),)))
    first, words = rig.team.from_bot(room, ts)
    assert first.file and words.shown.startswith("559 nm") and words.labels == ["120 knots"]


async def test_the_picture_stays_when_a_button_under_it_is_marked(rig: Any) -> None:
    room, ts = await asked(rig, private=False)
    reply = Reply((Map(png(), "Route", key="k"), Text("**559 nm**")), (Button("120 knots", "k1"),))
    await open_delivery(rig).finish(reply)
    (answer,) = rig.team.from_bot(room, ts)
    await rig.team.tap("U1", answer, "120 knots")
    await open_delivery(rig).finish(Reply((Text("4h 39m"),), marks=True))
    assert answer.labels == ["✓ 120 knots"] and answer.picture and rig.slack.violations == []


async def test_the_picture_stays_while_the_pages_under_it_turn(rig: Any) -> None:
    room, ts = await asked(rig, private=False)
    picture, more = Map(png(), "Fields", key="k"), Button("5 more", "m1", turns=True)
    await open_delivery(rig).finish(Reply((picture, Text("fields 1 to 5")), (more,)))
    (page,) = rig.team.from_bot(room, ts)
    await rig.team.tap("U1", page, "5 more")
    await open_delivery(rig).finish(Reply((Text("fields 6 to 10"),), back="Back"))
    assert page.picture and page.shown == "fields 6 to 10"
    await rig.team.tap("U1", page, "Back")
    await until(lambda: page.shown == "fields 1 to 5")
    assert page.picture and len(rig.team.from_bot(room, ts)) == 1 and rig.slack.violations == []


async def test_a_file_is_shared_byte_for_byte_with_its_words(rig: Any) -> None:
    room, ts = await asked(rig, private=False)
    content = b"BEGIN:VCALENDAR\r\nSUMMARY:Flight EGLD \xe2\x86\x92 LFAT\r\nEND:VCALENDAR\r\n"
    await open_delivery(rig).finish(Reply((File(content, "trip.ics", "text/calendar"), Text("Nine entries"))))
    await until(lambda: any(one.file for one in rig.team.from_bot(room, ts)))
    (shared,) = [one.file for one in rig.team.from_bot(room, ts) if one.file]
    assert rig.slack.files[shared].data == content
    assert rig.slack.violations == []


async def test_a_picture_that_is_there_already_is_shown_again_without_an_upload(rig: Any) -> None:
    picture = Map(png(), "Route", caption="EGTF to LFMD", key="egtf-lfmd")
    room = ts = ""
    for _ in range(2):
        room, ts = await asked(rig, private=False)
        await open_delivery(rig).finish(Reply((picture, Text("**559 nm**"))))
    assert len(rig.slack.files) == 1
    (again,) = rig.team.from_bot(room, ts)
    assert again.blocks[0]["slack_file"] and "559 nm" in again.shown
    # Not ready, or gone: sent anew, and never shown before it is ready.
    rig.slack.files[next(iter(rig.slack.files))].ready = False
    room, ts = await asked(rig, private=False)
    await open_delivery(rig).finish(Reply((picture, Text("**559 nm**"))))
    assert len(rig.slack.files) == 2 and rig.slack.violations == []


async def test_a_picture_that_slack_does_not_take_does_not_keep_the_words(rig: Any) -> None:
    room, ts = await asked(rig)
    for place in (UPLOADS, room):
        rig.slack.fault(place, "storage_limit_reached")
    await open_delivery(rig).finish(Reply((Map(png(), "Route"), Text("**559 nm**"))))
    assert [one.shown for one in rig.team.from_bot(room, ts)] == ["559 nm"]


# --- commands ------------------------------------------------------------------------------------------


async def test_a_commands_question_is_posted_once_even_when_the_answer_is_tried_again(rig: Any) -> None:
    team = rig.team
    await team.command("U1", team.channel, "How long from <!here> EGTF to LFMD")
    rig.slack.fault(team.channel, "refused", after=1)
    with pytest.raises(NotDelivered):
        await open_delivery(rig).finish(Reply((Text("Answer"),)))
    await open_delivery(rig).finish(Reply((Text("Answer"),)))  # by another process: a delivery of its own
    question, answer = team.from_bot(team.channel)
    assert "ana asks" in question.shown and "How long from @here EGTF to LFMD" in question.shown
    assert answer.thread_ts == question.ts and rig.slack.violations == []


async def test_a_commands_thread_carries_on_its_conversation(rig: Any) -> None:
    team = rig.team
    await team.command("U1", team.channel, "how far")
    await open_delivery(rig).finish(Reply((Text("Answer"),)))
    question = team.from_bot(team.channel)[0]
    await team.say("U2", team.channel, "and back?", thread=question.ts)
    await team.say("U2", team.channel, f"<@{team.bot}> and at 140 knots?", thread=question.ts)
    assert {message.chat for message in rig.accepted} == {rig.accepted[0].chat}


async def test_where_the_bot_is_no_member_five_messages_are_all(rig: Any) -> None:
    team = rig.team
    await team.command("U1", team.foreign, "how far")
    await open_delivery(rig).finish(Reply((Text(LONG * 10),), (Button("120 knots", "k1"),)))
    shown = team.from_bot(team.foreign)
    assert len(shown) == 5 and all(one.response and not one.only_for for one in shown)
    assert "how far" in shown[0].shown and "direct message" in shown[-1].shown and shown[-1].labels
    with pytest.raises(ChatGone):
        await open_delivery(rig).finish(Reply((Text("once more"),)))
    assert rig.slack.violations == []


async def test_a_tap_where_the_bot_is_no_member_is_answered_by_its_own_response_url(rig: Any) -> None:
    team = rig.team
    await team.command("U1", team.foreign, "how far")
    await open_delivery(rig).finish(Reply((Text("Speed?"),), (Button("120 knots", "k1"),)))
    await team.tap("U2", team.from_bot(team.foreign)[-1], "120 knots")
    assert rig.accepted[-1].chat == rig.accepted[0].chat
    await open_delivery(rig).finish(Reply((Text("4h 39m"),), thumbs=THUMBS))
    assert "4h 39m" in team.from_bot(team.foreign)[-1].shown and rig.slack.violations == []


async def test_help_and_errors_of_a_command_are_for_the_asker_alone(rig: Any) -> None:
    team = rig.team
    await team.command("U1", team.channel, "help")
    await open_delivery(rig).finish(Reply((Text("Ask as you would"),), (Button("Airports near Annecy", "a1"),)))
    await team.command("U1", team.channel, "airports near Annecy")
    await open_delivery(rig).finish(Reply((Text("The map service is not answering."),), ephemeral=True))
    shown = team.from_bot(team.channel)
    assert [one.only_for for one in shown] == ["U1", "U1"]
    # An example tapped under the help is a question: its answer is for everybody, like that of a command.
    await team.tap("U1", shown[0], "Airports near Annecy")
    await open_delivery(rig).finish(Reply((Text("4 fields"),), thumbs=THUMBS))
    question, answer = team.from_bot(team.channel)[2:]
    assert "Airports near Annecy" in question.shown and answer.thread_ts == question.ts
    assert rig.slack.violations == []


async def test_a_remark_to_one_person_in_a_thread_is_seen_by_them_alone(rig: Any) -> None:
    room, ts = await asked(rig, private=False)
    await open_delivery(rig).finish(Reply((Text("That button belongs to somebody else here."),), ephemeral=True))
    await open_delivery(rig).finish(
        Reply((Status("I am on an earlier question; this one is next."),), ephemeral=True)
    )
    assert [one.only_for for one in rig.team.from_bot(room, ts)] == ["U1", "U1"]


async def test_what_one_person_alone_sees_waits_for_no_turn_of_the_channel(rig: Any) -> None:
    room, ts = await asked(rig, private=False)
    turns: list[str] = []

    async def pace() -> None:
        turns.append("taken")

    delivery = rig.channel.outbound.open(rig.accepted[-1], pace)
    await delivery.finish(Reply((Text("You are in, seat with Ben."),), ephemeral=True))
    assert not turns and [one.only_for for one in rig.team.from_bot(room, ts)] == ["U1"]


async def test_a_second_question_shows_that_it_waits(rig: Any) -> None:
    await asked(rig)
    await open_delivery(rig).finish(
        Reply((Status("I am on an earlier question; this one is next."),), ephemeral=True)
    )
    assert list(rig.team.statuses.values()) == ["I am on an earlier question; this one is next."]


async def test_links_never_unfurl_and_no_mention_is_made_of_text(rig: Any) -> None:
    room, _ = await asked(rig)
    await open_delivery(rig).finish(Reply((Text("[x](https://x.example) @here #general"),)))
    (call,) = rig.slack.called("chat.postMessage")
    assert call["unfurl_links"] is False and call["unfurl_media"] is False
    assert "link_names" not in call and "parse" not in call and room


def test_commands_are_named_as_they_are_typed_in_slack() -> None:

    said = "Set it with /home and its code. Or /units metric, see https://x.example/help and /homepage"
    (block,) = with_our_commands(Reply((Text(said),))).blocks
    assert isinstance(block, Text)
    assert block.markdown == (
        "Set it with /flyfun home and its code. Or /flyfun units metric, see https://x.example/help and /homepage"
    )


async def test_another_process_goes_on_where_one_that_was_killed_stopped(rig: Any) -> None:
    reply = Reply((Map(png(), "m", key="k"), Text("**559 nm**")))
    await asked(rig)
    first = open_delivery(rig)
    await first.snapshot(Reply((Text("The first words, and\n"),), final=False))
    assert [one.streaming for one in rig.team.from_bot(rig.team.dm("U1"))] == [True]
    for _ in range(2):  # killed while it streamed; and again after everything was sent and not yet marked
        await open_delivery(rig).finish(reply)
    shown = rig.team.from_bot(rig.team.dm("U1"))
    assert [bool(one.picture) for one in shown] == [True]
    assert "559 nm" in shown[0].shown and not any(one.streaming for one in shown)


def test_every_command_is_named_as_it_is_typed_in_slack() -> None:
    named = "\n".join(f"/{command.name} x" for command in COMMANDS)
    (block,) = with_our_commands(Reply((Text(named),))).blocks
    assert isinstance(block, Text)
    assert [line for line in block.markdown.splitlines() if not line.startswith("/flyfun ")] == []


async def test_a_question_that_waits_to_be_worked_out_shows_a_status_until_it_is_answered(
    rig: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.waiting.AFTER_SECONDS", 0.02)
    room = rig.team.dm("U1")
    await rig.team.say("U1", room, "How far is it?")
    rig.channel.outbound.noticed(rig.only)
    await until(lambda: any(rig.team.statuses.values()))
    await rig.channel.outbound.open(rig.only, now).finish(Reply(()))
    assert set(rig.team.statuses.values()) <= {""}


async def test_a_quick_answer_needs_no_status(rig: Any) -> None:
    room = rig.team.dm("U1")
    await rig.team.say("U1", room, "How far is it?")
    rig.channel.outbound.noticed(rig.only)
    await rig.channel.outbound.open(rig.only, now).finish(Reply((Text("Far."),)))
    assert rig.team.said_statuses == []
