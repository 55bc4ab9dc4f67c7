"""Answers questions of the command line: one alone, or one of a conversation that is remembered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from adapters.protocol import ChatRef, IncomingMessage, Person
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Answer, Choice, Conversation, Done, Event, Planned, Profile, Question, ToolCall
from agent.subjects.weather.minima import MinimaKept
from bot import footprint
from bot.command_words import typed_command, written_tongue
from bot.keys import PersonRef
from bot.transcript import Transcript, gather, reply_text
from tongue import SOURCE, say, speaking

if TYPE_CHECKING:
    from bot.conversation import Desk  # with the store, which is slow to import


async def answer_alone(text: str, deps: Deps) -> Transcript:
    """One question without any memory. "help" asks what FlyFun does; other commands need a conversation."""
    command = typed_command(text)
    if command in (text, "/sources") or not command.startswith("/"):
        return await gather(_light(answer(Question(text=text, at=deps.now()), Conversation(), deps)))
    language = written_tongue(text)
    if command in ("/help", "/start"):
        asked = ToolCall(tool="about_flyfun", arguments={"what": "abilities"})
        question = Question(text=text, at=deps.now(), profile=Profile(language=language), call=asked)
        return await gather(answer(question, Conversation(), deps))
    with speaking(language or SOURCE):
        told = say("{command} belongs to a conversation: begin one with `flyfun chat`.", command=command)
    return Transcript(None, (), None, Done(Conversation(), Answer(text=told)), None)


async def _light(events: AsyncIterator[Event]) -> AsyncIterator[Event]:
    """The events; what the plan alone read of mapped files is let go before the tools read theirs: 30 MB."""
    async for event in events:
        if isinstance(event, Planned):
            footprint.let_go_of_pages()
        yield event


async def answer_in_chat(text: str, name: str, desk: Desk) -> Transcript:
    """One question of a named conversation, which remembers it; "yes" and "undo" settle a report."""
    message = message_of(text, name, f"{datetime.now(UTC).timestamp()}")
    conversation, version = await desk.store.load(message.chat)
    reports = desk.reports
    settled = await reports.settle(message) if reports else None
    if settled is not None:
        # A tap cannot be made here: its label is the word that does the same.
        words = tuple(Choice(label=button.label, text=button.label) for button in settled.buttons)
        done = Done(conversation, Answer(text=reply_text(settled), choices=words))
        return Transcript(None, (), None, done, None)
    profile = await desk.store.profile(PersonRef.of(message))
    question = Question(text=text, at=desk.deps.now(), profile=profile, chat=str(message.chat.room))
    transcript = await gather(answer(question, conversation, desk.deps))
    if transcript.done is not None:
        if reports:
            await reports.keep_draft(transcript.done, message)
        await _keep_minima(transcript.done, message, desk)
        await desk.store.save(message.chat, transcript.done.conversation, version)
        return replace(transcript, spent=await _spent(desk, message, transcript.done))
    return transcript


async def _keep_minima(done: Done, message: IncomingMessage, desk: Desk) -> None:
    """The limits that were said to be kept."""
    told = next((one for one in done.results if isinstance(one, MinimaKept) and one.changed), None)
    if told is not None:
        person = PersonRef.of(message)
        profile = await desk.store.profile(person)
        await desk.store.save_profile(person, profile.model_copy(update={"minima": told.minima}))


async def _spent(desk: Desk, message: IncomingMessage, done: Done) -> str:
    """What the model was used today, by this conversation and by all; "" where none was asked."""
    if desk.spending is None or desk.deps.model is None:
        return ""
    await desk.spending.note(message.chat, done)
    own, everybody = await desk.spending.today(message.chat), await desk.spending.today()
    return (
        f"today: this conversation {own.tokens:,} tokens, {own.usd:.4f} USD; "
        f"all {everybody.tokens:,} tokens, {everybody.usd:.4f} USD"
    )


def message_of(text: str, name: str, identifier: str, token: str = "") -> IncomingMessage:
    return IncomingMessage(
        id=identifier,
        chat=chat_ref(name),
        person=Person("me"),
        text=text,
        addressed_by="button" if token else "dm",
        sent_at=datetime.now(UTC),
        token=token,
        reachable=False,
    )


def chat_ref(name: str) -> ChatRef:
    return ChatRef("console", "local", name)
