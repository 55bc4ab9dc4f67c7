"""One message, one reply: questions, commands, buttons, reports, and what is remembered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.markdown import plain
from adapters.meaning import document
from adapters.protocol import (
    ChatRef,
    Headline,
    IncomingMessage,
    Map,
    Meaning,
    Person,
    Position,
    Reply,
    Sources,
    Status,
    Text,
)
from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import EMERGENCY
from bot.asking import answer_in_chat, chat_ref, message_of
from bot.conversation import QUESTIONS_PER_WINDOW, Desk
from bot.records import SqlRecords, open_records
from bot.render.painter import MapPainter
from bot.settings import Settings
from bot.slips import AFTER_ITS_ANSWER, Slips
from bot.store import PersonRef, Store

GROUP = ChatRef("telegram", "bot", "club")


class Chat:
    """A chat in which people write and tap."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.number = 0
        self.last = message_of("", "club", "")

    async def snapshots(
        self,
        text: str,
        *,
        person: str = "ana",
        token: str = "",
        position: Position | None = None,
        frames: bool = False,
        anonymous: bool = False,
    ) -> list[Reply]:
        self.number += 1
        message = IncomingMessage(
            id=str(self.number),
            chat=GROUP,
            person=Person(person, person.title(), anonymous=anonymous),
            text=text,
            addressed_by="button" if token else "command",
            sent_at=datetime.now(UTC),
            token=token,
            position=position,
            private=False,
            wants_frames=frames,
        )
        self.last = message
        return [reply async for reply in self.desk.replies(message)]

    async def say(self, text: str, **more: object) -> Reply:
        return (await self.snapshots(text, **more))[-1]  # type: ignore[arg-type]

    async def tap(self, reply: Reply, label: str, *, person: str = "ana") -> Reply:
        token = next(button.token for button in reply.buttons if label in button.label)
        return await self.say("", token=token, person=person)


def words(reply: Reply) -> str:
    told = [block.markdown for block in reply.blocks if isinstance(block, (Headline, Text))]
    meant = (block for block in reply.blocks if isinstance(block, Meaning))
    return "\n".join([*told, *(plain(document(block)) for block in meant if not isinstance(block, Headline))])


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[SqlRecords]:
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as opened:
        yield opened


@pytest.fixture
async def chat(store: Store, records: SqlRecords, data_dir: Path) -> Chat:
    settings = AgentSettings(data_dir=data_dir)
    deps = Deps(settings=settings, reports=records)
    return Chat(Desk(store, deps, MapPainter(Settings(agent=settings)), records))


async def test_what_start_has_said_is_not_said_again_under_the_first_answer(chat: Chat) -> None:
    async def alone(text: str) -> str:
        message = message_of(text, "cockpit", text)
        return str([reply async for reply in chat.desk.replies(message)][-1].blocks)

    assert "Not for operational use" in await alone("/start")
    assert "Not for operational use" not in await alone("LFAT")


async def test_a_question_gets_words_and_buttons_and_a_search_a_map_and_only_the_last_snapshot_is_final(
    chat: Chat,
) -> None:
    replies = await chat.snapshots("How long from EGTF to LFMD")
    assert [reply.final for reply in replies] == [False] * (len(replies) - 1) + [True]
    assert isinstance(replies[0].blocks[0], Status)
    last = replies[-1]
    assert not any(isinstance(block, Map) for block in last.blocks)  # a plain line, among people
    near = (await chat.snapshots("airports near Annecy"))[-1]
    assert isinstance(near.blocks[0], Map)
    assert "559 nm" in words(last)
    assert {"120 knots", "Cessna 172", "SR22"} <= {button.label for button in last.buttons}
    assert all(0 < len(button.token) <= 32 for button in last.buttons)


@pytest.mark.parametrize(
    ("asked", "label"),
    [("airports near Annecy", "More"), ("Flugplätze bei Annecy", "Mehr"), ("aéroports près d'Annecy", "Suite")],
)
async def test_the_next_page_takes_the_place_of_this_one_in_every_language(
    chat: Chat, asked: str, label: str
) -> None:
    listed = await chat.say(asked)
    assert [button.label for button in listed.buttons if button.turns] == [label]


async def test_a_tapped_example_completes_the_question(chat: Chat) -> None:
    asked = await chat.say("How long from EGTF to LFMD")
    assert "4h 39m" in words(await chat.tap(asked, "Cessna 172"))


async def test_a_finger_that_slips_asks_once(chat: Chat) -> None:
    asked = await chat.say("How long from EGTF to LFMD")
    assert "4h 39m" in words(await chat.tap(asked, "Cessna 172"))
    assert (await chat.tap(asked, "Cessna 172")).blocks == ()
    assert "4h 39m" in words(await chat.tap(asked, "Cessna 172", person="ben"))
    await Slips(chat.desk.store).answered(replace(chat.last, sent_at=datetime.now(UTC)))
    await asyncio.sleep(AFTER_ITS_ANSWER)
    assert "4h 39m" in words(await chat.tap(asked, "Cessna 172", person="ben"))  # who has seen it means it


async def test_in_a_group_the_answer_of_another_person_does_not_complete_it(chat: Chat) -> None:
    await chat.say("How long from EGTF to LFMD", person="ana")
    other = await chat.say("140 knots", person="ben")
    assert "3h 59m" not in words(other)
    assert "3h 59m" in words(await chat.say("140 knots", person="ana"))


async def test_an_unknown_token_is_refused_to_who_tapped_it_alone(chat: Chat) -> None:
    reply = await chat.say("", token="f" * 24)
    assert "too old" in words(reply)
    assert reply.ephemeral and not reply.buttons  # among people; a direct message gets fresh ones


async def test_a_profile_is_kept_and_used(chat: Chat) -> None:
    assert "SR22" in words(await chat.say("/aircraft SR22"))
    assert "3h 17m" in words(await chat.say("how long from EGTF to LFMD"))
    assert "EGTF" in words(await chat.say("/home egtf"))
    assert "Kept" in words(await chat.say("/units metric"))
    assert "30 to 700" in words(await chat.say("/aircraft 5000 kt"))
    assert "I don't know" in words(await chat.say("/home ZZZZ"))


async def test_reset_in_a_group_drops_the_open_question_and_keeps_the_profile(chat: Chat) -> None:
    await chat.say("/aircraft SR22")
    await chat.say("how far from EGTF to LFMD")
    await chat.say("/reset")
    conversation, _ = await chat.desk.store.load(GROUP)
    assert not conversation.pending and conversation.turns  # the others' too
    assert (await chat.desk.store.profile(PersonRef("telegram", "bot", "ana"))).aircraft


async def test_help_names_every_command_and_fly_asks(chat: Chat) -> None:
    assert "/forget" in words(await chat.say("/help"))
    assert "559 nm" in words(await chat.say("/fly how far EGTF to LFMD"))
    assert "559 nm" in words(await chat.say("/fly@FlyFunBot how far EGTF to LFMD"))
    assert "Airports" in words(await chat.say("/sources"))


async def test_the_sources_are_one_message_and_a_name_tells_each(chat: Chat) -> None:
    together = words(await chat.say("/sources"))
    assert "AIP France (" in together and len(together) < 3_500
    named = words(await chat.say("/sources lfat"))
    assert "AD 2 LFAT" in named and "Austria" not in named
    assert "No source of mine" in words(await chat.say("/sources atlantis"))


async def test_distress_is_answered_alone(chat: Chat) -> None:
    reply = await chat.say("engine fire, low fuel, where?")
    assert words(reply) == f"> **{EMERGENCY}**"
    assert not reply.buttons
    assert len(reply.blocks) == 1


async def test_in_distress_the_fields_stand_in_a_block_of_their_own(chat: Chat) -> None:
    reply = await chat.say("engine rough near LFAT")
    first, fields = reply.blocks
    assert first == Text(f"> **{EMERGENCY}**")
    assert isinstance(fields, Text) and "LFAT" in fields.markdown
    assert not reply.buttons


async def test_a_shared_position_finds_the_fields_around(chat: Chat) -> None:
    reply = await chat.say("", position=Position(50.52, 1.62))
    assert "LFAT" in words(reply)


async def test_a_report_is_kept_after_its_authors_tap_shown_later_and_taken_back(chat: Chat) -> None:
    draft = await chat.say("I paid 24 euros at LFAT today for my SR22")
    refused = await chat.tap(draft, "Save report", person="ben")
    assert "somebody else" in words(refused)
    assert not await chat.desk.deps.reports.for_airfield("LFAT", str(GROUP.room))
    saved = await chat.tap(draft, "Save report")
    assert "Saved" in words(saved)
    assert "24" in words(await chat.say("landing fee LFAT for an SR22", person="ben"))
    assert "taken back" in words(await chat.tap(saved, "Undo"))
    assert not await chat.desk.deps.reports.for_airfield("LFAT", str(GROUP.room))


async def test_a_yes_saves_the_draft_once(chat: Chat) -> None:
    await chat.say("I paid 24 euros at LFAT today for my SR22")
    assert "Saved" in words(await chat.say("Save report"))  # the words of its button
    assert "Saved" not in words(await chat.say("yes"))
    assert len(await chat.desk.deps.reports.for_airfield("LFAT", str(GROUP.room))) == 1


async def kept(chat: Chat) -> int:
    return len(await chat.desk.deps.reports.for_airfield("LFAT", str(GROUP.room)))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        *((said, "taken back") for said in ("undo", "Undo!", "take it back", "please forget my report")),
        ("annule", "est retiré"),
        ("rückgängig", "taken back"),
    ],
)
async def test_a_word_takes_back_the_report_just_saved(chat: Chat, said: str, told: str) -> None:
    await chat.say("I paid 24 euros at LFAT today for my SR22")
    await chat.say("yes")
    assert "taken back" not in words(await chat.say(said, person="ben"))
    await chat.say("I paid 25 euros at LFAT today for my SR22")
    await chat.say("yes")
    assert await kept(chat) == 2
    assert told in words(await chat.say(said))
    assert await kept(chat) == 1
    assert "taken back" not in words(await chat.say("undo"))


async def test_after_another_answer_undo_is_no_longer_the_reports_unless_it_says_so(chat: Chat) -> None:
    draft = await chat.say("I paid 24 euros at LFAT today for my SR22")
    await chat.tap(draft, "Save report")
    await chat.say("plan a day in Jaipur")
    assert "taken back" not in words(await chat.say("undo"))
    assert await kept(chat) == 1
    assert "no report" in words(await chat.say("forget my report", person="ben"))
    assert "taken back" in words(await chat.say("forget my report"))
    assert await kept(chat) == 0
    assert "no report" in words(await chat.say("forget my report"))


async def test_the_undo_of_a_trip_stays_the_trips(chat: Chat) -> None:
    await chat.say("plan a day in Jaipur")
    await chat.say("more relaxed")
    changed, _ = await chat.desk.store.load(GROUP)
    await chat.say("undo")
    undone, _ = await chat.desk.store.load(GROUP)
    assert changed.trip != undone.trip


async def test_a_report_is_taken_back_by_the_name_of_its_field_and_no_other(chat: Chat) -> None:
    await chat.say("I paid 24 euros at LFAT today")
    await chat.say("yes")
    assert "of LFAT" in words(await chat.say("delete my report about Sandown"))
    assert "taken back" in words(await chat.say("delete my report about Le Touquet"))


async def test_forget_is_asked_first_and_then_leaves_nothing_of_the_person(chat: Chat) -> None:
    await chat.say("/aircraft SR22")
    await chat.say("How long from EGTF to LFMD")
    await chat.say("I paid 24 euros at LFAT today")
    await chat.say("yes")
    asked = await chat.say("/forget")
    assert "deleted" in words(await chat.tap(asked, "Everything about me"))
    assert (await chat.desk.store.profile(PersonRef("telegram", "bot", "ana"))).aircraft is None
    assert not await chat.desk.deps.reports.for_airfield("LFAT", str(GROUP.room))
    conversation, _ = await chat.desk.store.load(GROUP)
    assert "ana" not in conversation.pending
    assert not [turn for turn in conversation.turns if turn.person == "ana"]


@pytest.mark.parametrize("words", ["me", "about me", "everything about me please", "mich", "moi"])
async def test_forget_me_in_a_group_offers_what_is_the_members_own(chat: Chat, words: str) -> None:
    asked = await chat.say(f"/forget {words}")
    assert len(asked.buttons) == 1 and "admin" not in asked.buttons[0].label


async def test_too_many_questions_get_one_notice_and_then_silence(chat: Chat) -> None:
    replies = [await chat.say("hello") for _ in range(QUESTIONS_PER_WINDOW + 3)]
    assert "a lot at once" in words(replies[QUESTIONS_PER_WINDOW])
    assert [reply.blocks for reply in replies[QUESTIONS_PER_WINDOW + 1 :]] == [(), ()]
    assert words(await chat.say("hello", person="ben"))


async def test_frames_are_whole_and_in_order_when_asked_for(chat: Chat) -> None:
    last = (await chat.snapshots("how far from EGTF to LFMD", frames=True))[-1]
    names = [frame.name for frame in last.frames if frame.name != "message"]
    assert names == ["plan", "thinking", "tool_call_start", "tool_call_end", "ui_payload", "done"]
    text = "".join(str(frame.data["delta"]) for frame in last.frames if frame.name == "message")
    sources = last.blocks[-1]
    assert isinstance(sources, Sources)
    assert text == f"{words(last)}\n\n{sources.markdown}\n\n{sources.note}".replace("nm**\n", "nm**\n\n")


async def test_a_history_gives_a_new_chat_its_memory(chat: Chat) -> None:
    await chat.desk.recall(GROUP, ["How long from EGTF to LFMD"], "ana")
    conversation, _ = await chat.desk.store.load(GROUP)
    assert conversation.last_plan is not None


async def test_the_sources_stand_below_a_card_and_nothing_is_said_twice_or_lost(chat: Chat) -> None:
    reply = await chat.say("Tell me about LFAT")
    kinds = [type(block) for block in reply.blocks]
    assert kinds[0] is Map and kinds.count(Sources) == 1
    last = reply.blocks[-1]
    assert isinstance(last, Sources) and last.markdown.startswith("OurAirports")
    assert "OurAirports" not in words(reply) and "Elevation" in words(reply)
    plain = await chat.say("How far from EGTF to LFMD")
    assert [type(block) for block in plain.blocks] == [Headline, Text, Sources]
    assert "OurAirports" not in words(plain)


async def test_who_writes_as_the_group_is_offered_no_tap_that_could_not_be_theirs(chat: Chat) -> None:
    asked = await chat.say("/forget", person="-100", anonymous=True)
    assert asked.buttons == () and "about you" not in words(asked)
    drafted = await chat.say("I paid 24 euros at LFAT today", person="-100", anonymous=True)
    assert not [button for button in drafted.buttons if "Save" in button.label]
    own = await chat.say("I paid 30 euros at LFAT today")
    assert [button.label for button in own.buttons if "Save" in button.label] == ["Save report"]
    saved = await chat.say("yes", person="-100", anonymous=True)
    assert "Saved" in words(saved) and saved.buttons == ()


async def test_on_the_command_line_a_saved_report_is_taken_back_by_a_word(chat: Chat) -> None:
    desk = chat.desk
    await answer_in_chat("I paid 24 euros at LFAT today for my SR22", "home", desk)
    saved = await answer_in_chat("yes", "home", desk)
    assert saved.done is not None
    assert [choice.text for choice in saved.done.answer.choices] == ["Undo"]
    assert "taken back" in (await answer_in_chat("undo", "home", desk)).text
    assert not await desk.deps.reports.for_airfield("LFAT", str(chat_ref("home").room))


async def test_on_the_command_line_minima_that_are_kept_are_compared_with(chat: Chat) -> None:
    kept = await answer_in_chat("my minima: ceiling 1500, crosswind 12", "home", chat.desk)
    assert "Kept" in kept.text
    person = message_of("", "home", "1")
    assert (await chat.desk.store.profile(PersonRef.of(person))).minima.ceiling_ft == 1500
