"""One message becomes one reply: a command, a button, or a question for the agent, remembered afterwards."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import assert_never

import structlog

from adapters.markdown import escape
from adapters.protocol import (
    Block,
    Button,
    ChatRef,
    File,
    Frame,
    IncomingMessage,
    Reply,
    Sent,
    Sources,
    Status,
    Text,
    stop_key,
)
from agent.deps import Deps
from agent.language.courtesy import courtesy
from agent.language.said import Said
from agent.language.spoken import (
    is_wish_alone,
    language_of,
    tongue_of,
    tongues,
    wanted_language,
    wished,
)
from agent.pipeline import (
    ASK_ME,
    EMERGENCY,
    LONGEST_COURTESY,
    RADIO_FAILURE,
    answer,
    sources_line,
    welcome_examples,
)
from agent.pipeline import NOT_UNDERSTOOD as NOT_READ
from agent.protocol import (
    Conversation,
    Done,
    Event,
    Failed,
    Location,
    Plan,
    Planned,
    Question,
    Rows,
    TextDelta,
    Thinking,
    ToolFinished,
    ToolStarted,
    UiPayload,
    UiReady,
)
from agent.subjects.glossary.tool import TermExplained
from agent.subjects.trip.calendar_tool import TripCalendar
from agent.subjects.weather.minima import MinimaKept
from agent.understanding import reader_of
from agent.understanding.reader.asking import asks_where
from bot.actions import (
    Ask,
    CloseNote,
    DropDates,
    Feedback,
    Forget,
    KeepDate,
    KeepReminders,
    KeepWatch,
    SaveReport,
    StopReminders,
    StopWatches,
    TakeBack,
    UndoReport,
    ask,
    read_action,
)
from bot.answered import Answered, rejoined
from bot.club.desk import COMMANDS as CLUB_COMMANDS
from bot.club.desk import REMINDERS, ClubDesk
from bot.club.doors import PREFIX
from bot.command_words import answers, called_command, question_of, quote_of, typed_command, written_tongue
from bot.commands import (
    asks_whether_so,
    is_talk,
    looks_asked,
    run_command,
    says_nothing,
    split_command,
)
from bot.conversation_log import ConversationLog
from bot.forget_desk import Administers, ForgetDesk, nobody
from bot.keyvalue import StoredValues
from bot.murmurs import comes_late, is_to_the_others, murmurs
from bot.mydata_desk import MyDataDesk
from bot.nods import is_only_said
from bot.note_desk import NoteDesk
from bot.notes import Notes
from bot.outings.desk import COMMANDS as OUTING_COMMANDS
from bot.outings.desk import OutingDesk
from bot.outings.taps import OutingTap
from bot.overheard import after_call, overheard, pointed_at
from bot.pictures import Painter, pictures
from bot.progress import frame, working
from bot.remembered import Remembered
from bot.reminder_desk import ReminderDesk
from bot.render.buttons import MOST_BUTTONS, taps
from bot.render.cards import card_block, table_block
from bot.render.parts import opening, part_blocks
from bot.report_desk import NOT_KEPT, Records, ReportDesk
from bot.report_words import is_yes
from bot.slips import Slips
from bot.spending import Spending
from bot.store import NewButton, PersonRef, Store
from bot.tombstones import Tombstones
from bot.watch_desk import WatchDesk
from tongue import later, say, speak, spoken

log = structlog.get_logger(__name__)

STOP_LOOK_SECONDS = 0.25
"""How often it is looked whether who asked wants no more of an answer that is being written."""

QUESTIONS_PER_WINDOW, WINDOW_SECONDS = 20, 60
SLOW_DOWN = later("That is a lot at once. Give me a minute, then ask again.")
MORE = later("More")
"""The label of the tap for a list's next page."""

NOT_UNDERSTOOD = later("I did not understand “{text}”.")
LONGEST_QUOTED = 60

OLD_BUTTON = later("That button is too old. Here are fresh ones.")
OLD_BUTTON_HERE = later("That button is too old. Ask again.")


NO_LANGUAGE = ("start", "language", "club", "fleet", "home")
"""Commands whose words are of no language: a link's, names and codes, what is set."""


@dataclass
class Desk:
    """What answering a message needs. `painter`, `records` and `diary` are absent where they are not set up.

    `deps` alone is ever replaced: when newer data is put in use; `administers` is set once the channels are there.
    """

    store: Store
    deps: Deps
    painter: Painter | None = None
    records: Records | None = None
    spending: Spending | None = None
    diary: ConversationLog | None = None
    reminders: ReminderDesk | None = None
    watches: WatchDesk | None = None
    administers: Administers = nobody
    outings: OutingDesk | None = None
    notes: Notes | None = None
    club: ClubDesk | None = None
    _answers: dict[tuple[ChatRef, str], Conversation] = field(
        default_factory=dict[tuple[ChatRef, str], Conversation]
    )

    async def sent(self, message: IncomingMessage, sent: Sent) -> None:
        """Keep what an answer stands for behind its messages, so that a reply to one of them means it."""
        if message.token:
            await Slips(self.store).answered(message)
        memory = self._answers.get((message.chat, message.id))
        if memory is not None:
            await Answered(self.store).keep(message.chat, sent, memory, message.person.id)

    async def replies(self, message: IncomingMessage) -> AsyncIterator[Reply]:
        """Snapshots of the reply, the final one last. Raises only for bugs and a store that fails."""
        async with aclosing(self._replies(message)) as said:
            async for reply in said:
                yield replace(reply, language=spoken())

    async def _replies(self, message: IncomingMessage) -> AsyncGenerator[Reply]:
        person = PersonRef.of(message)
        window = await self.store.hit("question", person, limit=QUESTIONS_PER_WINDOW, seconds=WINDOW_SECONDS)
        if window != "ok":
            speak(message.person.language[:2].lower())
            yield Reply((Text(say(SLOW_DOWN)),) if window == "first_over" else ())
            return
        text = message.text
        if not message.token and not message.quoted and not message.marked:
            quote, text = quote_of(text)
            message = replace(message, text=text, quoted=quote, marked=quote) if quote else message
        await self._listen(text, message, person)
        if message.token:
            tapped = await self._tap(message, person)
            if isinstance(tapped, Reply):
                yield tapped
                return
            if not message.wants_frames and await Slips(self.store).is_one(message):
                yield Reply(())
                return
            if tapped.call is not None:
                async for reply in self._ask(tapped, message, person):
                    yield reply
                return
            text = tapped.text
        settling = None if message.token else self.reports
        saved = await settling.settle(message) if settling else None
        if saved is not None:
            yield saved
            return
        if self.reminders is not None and self.club is not None:
            taken_up = await self.reminders.taken_up(question_of(text), self.club.ear, message)
            if taken_up is not None:
                yield taken_up
                return
        remark = split_command(text)[0] == "note"  # its words are of an aircraft, whatever they say
        if (
            self.outings is not None
            and not remark
            and (about := await self.outings.heard(message, question_of(text))) is not None
        ):
            yield about
            return
        beside = message.addressed_by in ("reply", "thread") and not message.private
        if beside and (is_talk(text) or (said_kindly(text) and is_to_the_others(text))):
            yield Reply(())
            return
        if not (message.private or beside or message.quoted or message.token or text.startswith("/")):
            asked_before = (await self.store.load(message.chat))[0].pending.get(message.person.id)
            if asked_before is None and is_only_said(text, self._said(text)):
                yield Reply((Text(say("You are welcome.")),), ephemeral=True, slight=True)
                return
        # Called upon somebody's question or claim: that is what is asked.
        if message.quoted and (says_nothing(text) or asks_whether_so(text)):
            text, message = message.quoted, replace(message, quoted="")
        if is_wish_alone(text):
            yield replace(await self._choose_language(wished(text), person), ephemeral=not message.private)
            return
        if message.earlier and (says_nothing(text) or asks_whether_so(text)):
            text, message = message.earlier[-1], replace(message, earlier=message.earlier[:-1])
        alone = message.private and message.addressed_by == "dm"
        command = typed_command(text) if alone else called_command(text, message.addressed_by)
        asked = (await self.store.load(message.chat))[0].pending.get(message.person.id)
        if asked is None or not answers(command, asked):
            text = command
        name, rest = split_command(text)
        if name == "start" and self.club is not None and rest.startswith((PREFIX, REMINDERS)):
            opened = await self.club.opened(rest, message)
            if isinstance(opened, Reply):
                yield opened
                return
            about = await self.outings.heard(message, opened) if self.outings is not None else None
            if about is not None:
                yield about
                return
            name, rest = split_command(opened)
        if name == "start" and rest:
            name, rest = "", rest.replace("_", " ")
        if name == "reminders" and self.reminders is not None:
            yield await self.reminders.listed(message)
            return
        if name in CLUB_COMMANDS and self.club is not None:
            yield await self.club.command(name, rest, message)
            return
        if name in OUTING_COMMANDS and self.outings is not None:
            yield await self.outings.command(name, rest, message)
            return
        if name == "watches" and self.watches is not None:
            yield await self.watches.listed(message)
            return
        if name == "note" and (notes := self._notes) is not None:
            yield await notes.command(rest, message)
            return
        if name == "language":
            wanted = wanted_language(rest)
            yield replace(await self._choose_language(wanted, person), ephemeral=not message.private)
            return
        if name == "mydata":
            yield await MyDataDesk(self.store, self.records, self.diary).told(message)
            return
        if name == "forget":
            yield await self._forgets.asked(rest, message)
            return
        if name:
            yield await run_command(name, rest, message, self.store, self.deps)
            return
        if not rest and message.position is None:
            yield await run_command("help", "", message, self.store, self.deps)
            return
        async for reply in self._ask(Ask(text=rest or "airports near me"), message, person):
            yield reply

    async def _choose_language(self, code: str | None, person: PersonRef) -> Reply:
        """Keep the language a person has chosen; "" is the language of each question again, None is not known."""
        known = tongues()
        if code is None:
            names = ", ".join(f"{tongue.name} ({tongue.code})" for tongue in known.values())
            return Reply(
                (Text(say("Which language? I speak {names}; /language auto follows each question.", names=names)),)
            )
        profile = await self.store.profile(person)
        await self.store.save_profile(person, profile.model_copy(update={"language": code or None}))
        if not code:
            return Reply((Text(say("I answer each question in its own language.")),))
        speak(code)
        return Reply((Text(known[code].said),))

    async def _listen(self, text: str, message: IncomingMessage, person: PersonRef) -> None:
        """Speak the language of this message from here on: the person's, the words', else the chat's."""
        profile = await self.store.profile(person)
        if profile.language is not None:
            speak(profile.language)
            return
        said = question_of(text)
        if said.startswith("/"):  # the name of a command is of no language, what is written behind it is
            name, said = split_command(said)
            said = "" if name in NO_LANGUAGE else said
        found = None if message.token else written_tongue(said)
        chat, _ = await self.store.load(message.chat)
        speak(found or tongue_of(chat, message.person.language))

    # --- questions ----------------------------------------------------------------------------------

    async def _ask(self, asked: Ask, message: IncomingMessage, person: PersonRef) -> AsyncIterator[Reply]:
        chat, version = await self.store.load(message.chat)
        if message.earlier and not version:
            await self.recall(message.chat, message.earlier, message.person.id)
            chat, version = await self.store.load(message.chat)
        behind = await self._behind(message, chat)
        taken = _taken_up(chat, message)
        conversation = behind or taken
        place = Location(lat=message.position.lat, lon=message.position.lon) if message.position else None
        question = Question(
            text=asked.text,
            call=asked.call,
            at=message.sent_at,
            person=message.person.id,
            chat=str(message.chat.room),
            alone=message.private,
            speaks=message.person.language,
            profile=asked.profile if asked.call else await self.store.profile(person),
            place=asked.place if asked.call else place,
        )
        speak(language_of(question, conversation))
        written = ""
        payload: UiPayload | None = None
        plan: Plan | None = None
        frames: tuple[Frame, ...] = ()
        told: list[Event] = []
        looked = time.monotonic()
        async for event in answer(question, conversation, self.deps):
            told.append(event)
            if message.wants_frames:
                frames = (*frames, frame(event, message.chat))
            match event:
                case ToolStarted():
                    status = Status(f"{working(event.name)}…")
                    yield Reply((status,), final=False, frames=frames)
                case TextDelta():
                    written += event.delta
                    calls_for_help = plan is not None and plan.emergency
                    long_ago = time.monotonic() - looked > STOP_LOOK_SECONDS  # only a model takes its time
                    looked = time.monotonic() if long_ago else looked
                    if message.private and not calls_for_help and long_ago and await self._is_stopped(message):
                        stopped = say("Stopped here.")
                        yield Reply((Text(f"{written.rstrip()}\n\n{stopped}"),), frames=frames)
                        break
                    if not message.private and plan is not None and not plan.steps and not calls_for_help:
                        continue  # "You are welcome" is for the asker alone: nobody sees it being written
                    yield Reply((Text(written),), final=False, frames=frames)
                case UiReady():
                    payload = event.payload
                case Failed():
                    yield Reply((Text(event.message),), frames=frames, ephemeral=True)
                    if event.conversation is not None:
                        after = rejoined(chat, behind, event.conversation) if behind else event.conversation
                        if taken is not chat and not behind:
                            after = _given_back(chat, after, plan)
                        if not await self.store.save(message.chat, after, version, message.id):
                            await self._save_again(message, after, version)
                case Done():
                    lost = plan is not None and not plan.steps and event.answer.text.startswith(say(NOT_READ))
                    lost = lost or (not asked.call and not looks_asked(asked.text) and _is_no_term(event))
                    if plan is not None and not plan.steps and not message.private and said_kindly(asked.text):
                        whole = Reply((Text(event.answer.text),), ephemeral=True, slight=True)
                    elif lost and not message.wants_frames:
                        whole = await self._not_understood(asked.text, message)
                    else:
                        whole = await self._whole(event, payload, question, message, plan)
                    after = rejoined(chat, behind, event.conversation) if behind else event.conversation
                    if taken is not chat and not behind:
                        after = _given_back(chat, after, plan)
                    self._answers[message.chat, message.id] = event.conversation
                    try:
                        thumbs = await self._thumbs(asked.text, message)
                        where = plan is not None and asks_where(plan)
                        yield replace(whole, frames=frames, thumbs=thumbs, back=say("Back"), asks_place=where)
                    finally:
                        del self._answers[message.chat, message.id]
                    # Resumed after the reply was sent: only now is it part of the chat's memory.
                    if not await self.store.save(message.chat, after, version, message.id):
                        await self._save_again(message, after, version)
                    await self._keep_minima(event, message)
                    if self.spending is not None:
                        await self.spending.note(message.chat, event)
                case Planned():
                    plan = event.plan
                    await asyncio.sleep(0)  # here others may go on: reading it took a while, so will the tools
                    beside = message.addressed_by in ("reply", "thread") and not message.private
                    if (
                        beside
                        and event.plan.emergency
                        and comes_late(asked.text, self.deps.settings.data / "language")
                    ):
                        yield Reply(())
                        break
                    if message.private or event.plan.emergency or message.token:
                        continue
                    if not event.plan.steps and said_kindly(asked.text):
                        continue  # its word is in the answer
                    # What another was asked here is answered by few; who was asked answers, or talks on.
                    told_back = event.plan.made_by == "followup" and event.plan.confidence == 1.0
                    waits = message.person.id in chat.pending and told_back
                    if beside and not waits and murmurs(asked.text, event.plan, self._said(asked.text)):
                        yield Reply(())  # talk that goes on under an answer, whatever can be read into it
                        break
                    if not event.plan.steps:
                        yield await self._not_understood(asked.text, message)
                        break
                case ToolFinished():
                    await asyncio.sleep(0)  # and here
                case Thinking():
                    pass
                case _:
                    assert_never(event)
        if self.diary is not None:
            await self.diary.answered(message, asked.text, told)

    def _said(self, text: str) -> Said:
        """What a message says by itself."""
        return reader_of(self.deps).said(text, self.deps.now().date())

    async def _is_stopped(self, message: IncomingMessage) -> bool:
        """Whether who asked wants no more of the answer that is being written."""
        values = StoredValues(self.store, message.chat.channel, message.chat)
        return await values.get(stop_key(message.id)) is not None

    async def _not_understood(self, text: str, message: IncomingMessage) -> Reply:
        """Among people: one line to who asked for us alone, nothing to talk that goes on under an answer."""
        beside = message.addressed_by in ("reply", "thread")
        if beside and (not looks_asked(text) or is_to_the_others(text)):
            return Reply(())
        shown = text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 1].rstrip()}…"
        help_ = Ask(text="/help").model_dump_json()
        token = await self.store.put_button(message.chat, help_)
        words = f"{say(NOT_UNDERSTOOD, text=escape(shown))} {say(ASK_ME)}"
        return Reply((Text(words),), (Button(say("Help"), token),), ephemeral=not message.private)

    async def _behind(self, message: IncomingMessage, chat: Conversation) -> Conversation | None:
        """The memory that a message goes on from, when it replies to another than the last word of the chat."""
        behind: Conversation | None = None
        if message.reply_to:
            answered = Answered(self.store)
            behind = await answered.as_of(message.chat, message.reply_to, message.person.id, message.sent_at)
        if message.marked:
            behind = await pointed_at(behind, message.marked, message.person.id, self.deps)
        if behind is None and message.quoted:
            behind = await overheard(Conversation(), (message.quoted,), message.person.id, self.deps)
        if behind is None and self.outings is not None and (message.reply_to or chat.last_plan is None):
            flight = await self.outings.flight_beneath(message)
            person = message.person.id
            behind = await after_call(flight, Conversation(), person, self.deps) if flight else None
            behind = (
                behind.model_copy(update={"pending": {}}) if behind else None
            )  # nobody was asked anything there
        if behind is None:
            return None
        return behind.model_copy(update={"disclaimed": chat.disclaimed})

    async def recall(self, chat: ChatRef, texts: Sequence[str], person: str) -> None:
        """Give a new chat the memory that these earlier questions would have left, oldest first."""
        conversation, version = await self.store.load(chat)
        await self.store.save(chat, await overheard(conversation, texts, person, self.deps), version)

    async def _keep_minima(self, done: Done, message: IncomingMessage) -> None:
        """The limits a person has set are theirs in every chat; an anonymous person keeps none."""
        told = next((r for r in done.results if isinstance(r, MinimaKept) and r.changed), None)
        if told is None or message.person.anonymous:
            return
        person = PersonRef.of(message)
        profile = await self.store.profile(person)
        await self.store.save_profile(person, profile.model_copy(update={"minima": told.minima}))

    async def _save_again(self, message: IncomingMessage, conversation: Conversation, before: int) -> None:
        """Somebody wrote in between (a settings button in another process): the newer answer wins."""
        for _ in range(3):
            _, version = await self.store.load(message.chat)
            if before and not version:
                return  # forgotten in between, and so it stays
            if await self.store.save(message.chat, conversation, version, message.id):
                return
        log.warning("memory_not_saved", reference=secrets.token_hex(2))

    async def _whole(
        self,
        done: Done,
        payload: UiPayload | None,
        question: Question,
        message: IncomingMessage,
        plan: Plan | None,
    ) -> Reply:
        if done.answer.text.startswith((say(EMERGENCY), say(RADIO_FAILURE))):
            return _set_apart(done.answer.text)
        blocks = await pictures(self.painter, done, payload, message, plan)
        told, taps_of_told = await self.reminders.followed(done, message) if self.reminders else ("", [])
        buttons = (*taps_of_told, *await self._buttons(done, question, message))[:MOST_BUTTONS]
        note = [Text(told)] if told else []
        if done.answer.parts:
            taps = await self._rows(done, question, message)
            blocks += self._files(done)
            return Reply((*blocks, *part_blocks(done.answer.parts, taps), *note), buttons)
        sheets: list[Block] = [table_block(table) for table in done.answer.tables]
        sheets += [card_block(card) for card in done.answer.cards]
        text, sources = sources_apart(done) if sheets else (done.answer.text, "")
        blocks += self._files(done)
        blocks += [Text(text), *sheets, *note]
        if sources:
            blocks.append(Sources(sources))
        return Reply(tuple(blocks), buttons)

    def _files(self, done: Done) -> list[Block]:
        files = [r for r in done.results if isinstance(r, TripCalendar) and r.found]
        return [File(r.text.encode(), r.name, "text/calendar; charset=utf-8") for r in files]

    async def _rows(self, done: Done, question: Question, message: IncomingMessage) -> dict[str, Button]:
        """The taps of an answer's rows, by what they open."""
        opened = {
            opening(row.opens): row.opens
            for part in done.answer.parts
            if isinstance(part, Rows)
            for row in part.rows
            if row.opens is not None and row.opens.call is not None
        }
        asker = PersonRef.of(message)
        kept = [NewButton(ask(choice, question).model_dump_json(), about=asker) for choice in opened.values()]
        tokens = await self.store.put_buttons(message.chat, kept) if kept else []
        return {
            name: Button(choice.label, token) for (name, choice), token in zip(opened.items(), tokens, strict=True)
        }

    async def _buttons(self, done: Done, question: Question, message: IncomingMessage) -> tuple[Button, ...]:
        buttons: list[Button] = []
        reports = self.reports
        save = await reports.keep_draft(done, message) if reports else None
        if save is not None and not message.person.anonymous:  # their "yes" saves it
            person = PersonRef.of(message)
            token = await self.store.put_button(message.chat, save.model_dump_json(), person=person, once=True)
            buttons.append(Button(say("Save report"), token, "primary"))
        if self.reminders is not None:
            buttons += await self.reminders.offered(done, message)
        if self.watches is not None:
            buttons += await self.watches.offered(done, message)
        # A draft is saved by its own button, which is its author's; a "yes" tapped by anybody is none.
        offered = [choice for choice in taps(done) if save is None or not is_yes(choice.text)]
        offered = offered[: MOST_BUTTONS - len(buttons)]
        tokens = await self.store.put_buttons(
            message.chat,
            [
                NewButton(ask(choice, question).model_dump_json(), about=PersonRef.of(message))
                for choice in offered
            ],
        )
        buttons += [
            Button(choice.label, token, turns=choice.label == say(MORE))
            for choice, token in zip(offered, tokens, strict=True)
        ]
        return tuple(buttons)

    async def _thumbs(self, text: str, message: IncomingMessage) -> tuple[Button, ...]:
        """Good or bad, where the channel has a place for it and the answer is kept."""
        if not message.wants_feedback or self.records is None:
            return ()
        asker = PersonRef.of(message)
        kept = [
            NewButton(Feedback(good=good, question=text[:500]).model_dump_json(), about=asker)
            for good in (True, False)
        ]
        good, bad = await self.store.put_buttons(message.chat, kept)
        return (Button(say("Helpful"), good), Button(say("Not helpful"), bad))

    async def _tap(self, message: IncomingMessage, person: PersonRef) -> Reply | Ask:
        """The reply to a button, or what it asks."""
        tap = await self.store.take_button(message.chat, person, message.token, message.id)
        if tap.outcome == "not_yours":
            return Reply((Text(say("That button belongs to somebody else here.")),), ephemeral=True)
        action = read_action(tap.action) if tap.outcome == "ok" else None
        match action:
            case None if not message.private:
                return Reply((Text(say(OLD_BUTTON_HERE)),), ephemeral=True)
            case None:
                asks = [NewButton(ask(example).model_dump_json()) for example in welcome_examples()]
                tokens = await self.store.put_buttons(message.chat, asks)
                fresh = tuple(Button(e.label, k) for e, k in zip(welcome_examples(), tokens, strict=True))
                return Reply((Text(say(OLD_BUTTON)),), fresh)
            case Ask():
                return action
            case Forget() | TakeBack():
                return await self._forgets.tapped(action, message)
            case KeepReminders() | StopReminders():
                return (
                    await self.reminders.tapped(action, message)
                    if self.reminders
                    else Reply((Text(say(OLD_BUTTON)),))
                )
            case KeepWatch() | StopWatches():
                return (
                    await self.watches.tapped(action, message) if self.watches else Reply((Text(say(OLD_BUTTON)),))
                )
            case CloseNote():
                notes = self._notes
                return await notes.tapped(action, message) if notes else Reply((Text(say(OLD_BUTTON)),))
            case KeepDate() | DropDates():
                return await self.club.tapped(action, message) if self.club else Reply((Text(say(OLD_BUTTON)),))
            case OutingTap():
                return (
                    await self.outings.tapped(action, message) if self.outings else Reply((Text(say(OLD_BUTTON)),))
                )
            case SaveReport() | UndoReport() | Feedback():
                reports = self.reports
                return await reports.tapped(action, message) if reports else Reply((Text(say(NOT_KEPT)),))
            case _:
                assert_never(action)

    @property
    def _remembered(self) -> Remembered:
        return Remembered(self.store, self.records, self.diary, Tombstones(self.deps.settings.data_dir))

    @property
    def reports(self) -> ReportDesk | None:
        """Members' reports and what is said of answers; None where nothing keeps them."""
        return ReportDesk(self.store, self.deps, self.records, self.diary) if self.records is not None else None

    @property
    def _notes(self) -> NoteDesk | None:
        return NoteDesk(self.notes, self.store, self.administers) if self.notes is not None else None

    @property
    def _forgets(self) -> ForgetDesk:
        return ForgetDesk(self.store, self._remembered, self.administers)


def _taken_up(chat: Conversation, message: IncomingMessage) -> Conversation:
    """The chat as who writes into a thread goes on from it: anybody may answer what was asked last there."""
    if message.addressed_by != "thread" or not chat.pending or message.person.id in chat.pending:
        return chat
    who, asked = max(chat.pending.items(), key=lambda one: one[1].asked_at)
    others = {person: one for person, one in chat.pending.items() if person != who}
    return chat.model_copy(update={"pending": {**others, message.person.id: asked}})


def _given_back(chat: Conversation, after: Conversation, plan: Plan | None) -> Conversation:
    """The chat after an answer in a thread: who was asked there still is, unless another has answered it."""
    done = {call.tool for call in plan.steps} if plan is not None else set[str]()
    waiting = {
        person: asked
        for person, asked in chat.pending.items()
        for call in (asked.plan.steps[asked.step],)
        if person not in after.pending and not done & {call.tool, str(call.arguments.get("tool", ""))}
    }
    return after.model_copy(update={"pending": {**waiting, **after.pending}})


def said_kindly(text: str) -> bool:
    """Whether somebody who calls us only thanks or greets: that is nodded at."""
    return is_talk(text) or (len(text.split()) <= LONGEST_COURTESY and courtesy(text) is not None)


def _is_no_term(done: Done) -> bool:
    """Whether a word was taken for a term that nobody knows: "asdf" asks for no meaning."""
    return len(done.results) == 1 and isinstance(done.results[0], TermExplained) and not done.results[0].found


def _set_apart(text: str) -> Reply:
    """An answer to a call for help: its first words as a quote in bold, which no other answer is."""
    first = next(words for words in (say(EMERGENCY), say(RADIO_FAILURE)) if text.startswith(words))
    fields = text.removeprefix(first).strip()
    return Reply((Text(f"> **{first}**"), *([Text(fields)] if fields else [])))


def sources_apart(done: Done) -> tuple[str, str]:
    """An answer's words, and its last lines from the sources on: these stand below cards and tables too."""
    line = sources_line(tuple(dict.fromkeys(source for result in done.results for source in result.sources)))
    text, found, rest = done.answer.text.rpartition(f"\n\n{line}") if line else ("", "", "")
    return (text, f"{line}{rest}") if found else (done.answer.text, "")
