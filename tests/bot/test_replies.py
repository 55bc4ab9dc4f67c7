"""A reply means the message replied to, and a tap its question: whoever asked what since."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.protocol import AddressedBy, ChatRef, Headline, IncomingMessage, Person, Reply, Sent, Text
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation
from bot.answered import Answered
from bot.conversation import Desk
from bot.records import open_records
from bot.remembered import Remembered
from bot.settings import Settings
from bot.store import PersonRef, Store

CLUB = ChatRef("telegram", "bot", "club")
OTHER = ChatRef("telegram", "bot", "other")
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Said:
    """An answer as it stands in the chat."""

    id: str
    reply: Reply

    @property
    def text(self) -> str:
        return "\n".join(block.markdown for block in self.reply.blocks if isinstance(block, (Text, Headline)))


class Group:
    """A group in which everything that is sent gets an id, as on a platform."""

    addressed_by: AddressedBy = "reply"
    private = False

    def __init__(self, desk: Desk, chat: ChatRef = CLUB) -> None:
        self.desk, self.chat = desk, chat
        self.number = 0

    async def says(
        self,
        text: str,
        *,
        by: str = "ana",
        to: Said | None = None,
        quoted: str = "",
        earlier: tuple[str, ...] = (),
        token: str = "",
        later: timedelta = timedelta(),
    ) -> Said:
        self.number += 1
        message = IncomingMessage(
            id=str(self.number),
            chat=self.chat,
            person=Person(by, by.title()),
            text=text,
            addressed_by="button" if token else self.addressed_by,
            sent_at=NOON + timedelta(minutes=self.number) + later,
            token=token,
            private=self.private,
            reply_to=to.id if to else "",
            quoted=quoted,
            earlier=earlier,
        )
        number, reply = f"m{self.number}", Reply(())
        async for reply in self.desk.replies(message):
            if reply.final:
                await self.desk.sent(message, Sent((f"{number}-picture", number)))
        return Said(number, reply)

    async def taps(self, under: Said, label: str, *, by: str = "ana") -> Said:
        token = next(button.token for button in under.reply.buttons if label in button.label)
        return await self.says("", token=token, by=by, to=under)


@pytest.fixture
async def group(store: Store, tmp_path: Path, data_dir: Path) -> AsyncIterator[Group]:
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as records:
        yield Group(Desk(store, Deps(settings=AgentSettings(data_dir=data_dir)), None, records))


async def test_a_reply_is_about_the_field_of_the_message_replied_to(group: Group) -> None:
    touquet = await group.says("LFAT")
    await group.says("LSGS", by="ben")
    fuel = await group.says("what fuel do they have there?", by="cem", to=touquet)
    assert "LFAT" in fuel.text and "LSGS" not in fuel.text
    by_picture = await group.says(
        "and the runway there?", by="ben", to=Said(f"{touquet.id}-picture", touquet.reply)
    )
    assert "LFAT" in by_picture.text


async def test_what_comes_after_a_reply_goes_on_from_it(group: Group) -> None:
    touquet = await group.says("LFAT")
    await group.says("LSGS")
    await group.says("what fuel do they have there?", to=touquet)
    assert "LFAT" in (await group.says("and the opening hours there?")).text


async def test_without_a_reply_the_last_answer_is_meant(group: Group) -> None:
    await group.says("LFAT")
    await group.says("LSGS")
    assert "LSGS" in (await group.says("what fuel do they have there?")).text


async def test_whoever_replies_to_a_question_back_answers_that_question(group: Group) -> None:
    asked = await group.says("How long to fly from EGTF to LFMD")
    await group.says("How long to fly from EGKB to LFAT", by="ben")
    told = await group.says("140 knots", by="cem", to=asked, later=timedelta(days=2))
    assert "559 nm" in told.text
    assert "EGTF" in told.text and "LFMD" in told.text


async def test_a_reply_leaves_what_others_were_asked(group: Group) -> None:
    touquet = await group.says("LFAT")
    await group.says("How long to fly from EGTF to LFMD", by="ben")
    await group.says("what fuel do they have there?", by="cem", to=touquet)
    assert "559 nm" in (await group.says("140 knots", by="ben")).text


async def test_every_tap_under_a_question_is_the_same_flight_whoever_taps_and_what_was_asked(group: Group) -> None:
    asked = await group.says("How long to fly from EGTF to LFMD")
    await group.says("EGKB to LFAT with a C152", by="ben")
    for by in ("ana", "ben", "cem"):
        for label in ("120 knots", "SR22", "Cessna 172"):
            told = await group.taps(asked, label, by=by)
            assert "EGTF Fairoaks → LFMD" in told.text and "559 nm" in told.text
            assert label.split()[-1] in f"{told.text} knots"
            await group.says("Airports near Annecy", by=by)


async def test_a_tap_reckons_with_the_aeroplane_of_who_was_answered(group: Group) -> None:
    await group.says("/aircraft SR22", by="ana")
    first = await group.says("airports within 2h between EGTF and LFMD", by="ana")
    assert "More" in [button.label for button in first.reply.buttons]
    mine = await group.taps(first, "More", by="ana")
    await group.says("/aircraft C152", by="ben")
    assert (await group.taps(first, "More", by="ben")).text == mine.text


async def test_somebody_elses_message_is_the_context_of_a_call_upon_it(group: Group) -> None:
    await group.says("LSGS")
    told = await group.says("what fuel do they have there?", quoted="shall we go to LFAT on Saturday?")
    assert "LFAT" in told.text


async def test_a_remark_that_asks_nothing_is_context_by_the_field_it_names_last(group: Group) -> None:
    told = await group.says("what fuel do they have?", quoted="Meet at EGTF at 9, then on to LFAT for lunch folks")
    assert "LFAT" in told.text
    told = await group.says("what fuel do they have?", quoted="I'd rather take Shoreham, nice cafe")
    assert "EGKA" in told.text


async def test_the_way_a_remark_speaks_of_is_the_flight_that_is_asked_about(group: Group) -> None:
    asked = "how long would that take at 105 knots?"
    for remark in ("What about Fairoaks to Deauville?", "We could fly from Fairoaks to Deauville"):
        told = await group.says(asked, quoted=remark)
        assert "EGTF" in told.text and "LFRG" in told.text and "h " in told.text


async def test_of_what_people_said_in_turn_the_last_field_is_meant_and_nothing_we_would_have_asked(
    group: Group,
) -> None:
    for said in (
        ("I'd rather go to Sandown",),
        ("Shall we go to LFAT on Saturday?", "I'd rather go to Sandown", "sounds good"),
    ):
        talk = Group(group.desk, ChatRef("slack", "team", "club", f"thread{len(said)}"))
        told = await talk.says("what fuel do they have there?", earlier=said)
        assert "EGHN" in told.text and "LFAT" not in told.text
    talk = Group(group.desk, ChatRef("slack", "team", "club", "speed"))
    assert "559 nm" in (await talk.says("at 140 knots", earlier=("How long from EGTF to LFMD?",))).text


async def test_the_bot_called_upon_a_question_answers_it(group: Group) -> None:
    for call in ("", "/fly"):
        told = await group.says(call, quoted="how far is it from EGTF to LFMD?")
        assert "559 nm" in told.text


async def test_a_reply_to_what_is_not_kept_is_read_in_the_chat(group: Group) -> None:
    await group.says("LSGS")
    gone = Said("never sent", Reply(()))
    assert "LSGS" in (await group.says("what fuel do they have there?", to=gone)).text


async def test_another_room_cannot_reach_what_is_kept(group: Group) -> None:
    touquet = await group.says("LFAT")
    elsewhere = Group(group.desk, OTHER)
    told = await elsewhere.says("what fuel do they have there?", to=touquet)
    assert "LFAT" not in told.text


async def test_what_is_kept_goes_with_the_chat_and_with_the_person(group: Group, store: Store) -> None:
    remembered = Remembered(store, None, None)
    mine, hers = await group.says("LFAT", by="ana"), await group.says("LSGS", by="ben")
    answered = Answered(store)

    async def kept(said: Said) -> Conversation | None:
        return await answered.as_of(CLUB, said.id, "cem", NOON)

    assert await kept(mine) and await kept(hers)
    await remembered.forget_person(PersonRef("telegram", "bot", "ana"))
    assert await kept(mine) is None and await kept(hers)
    await remembered.forget_chat(CLUB)
    assert await kept(hers) is None


async def test_talk_under_an_answer_gets_nothing_and_a_question_one_line(group: Group) -> None:
    touquet = await group.says("LFAT")
    for talk in ("lol nice", "thanks!", "count me in", "ha ha, good one"):
        told = await group.says(talk, by="ben", to=touquet)
        assert len(told.text.splitlines()) <= 1, talk
    lost = await group.says("how do I boil an egg for the crew?", by="ben", to=touquet)
    assert len(lost.text.splitlines()) <= 1


async def test_who_was_asked_back_may_talk_on_and_is_answered_once_they_answer(group: Group) -> None:
    asked = await group.says("How long to fly from EGTF to LFMD")
    for talk in ("I'll bring croissants", "wer fährt?", "what do you all think?"):
        assert not (await group.says(talk, to=asked)).reply.blocks, talk
    assert "559 nm" in (await group.says("120", to=asked)).text


async def test_what_a_clubmate_claims_is_looked_up_when_we_are_asked_whether_it_is_so(group: Group) -> None:
    group.addressed_by = "mention"
    claim = "No flight plan is needed for VFR in France"
    assert "flight plan" in (await group.says("is that right?", quoted=claim)).text
    assert "vorher" in (await group.says("Stimmt das?", quoted="LFRD braucht 24 Stunden Voranmeldung")).text


async def test_plain_words_in_a_direct_message_are_commands_unless_they_answer_a_question(group: Group) -> None:
    private = Private(group.desk, ChatRef("slack", "team", "D1"))
    assert "Commands" in (await private.says("help")).text
    assert "Home base" in (await private.says("Settings.")).text
    await private.says("/home EGTF")
    assert "EGTF" in (await private.says("home")).text
    assert "Everything about me" in [button.label for button in (await private.says("forget")).reply.buttons]


class Private(Group):
    """A direct message."""

    addressed_by, private = "dm", True
