"""From a wish to a draft: what is missing is asked of who wrote, once; a day may be asked of the group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from pydantic import JsonValue

from adapters.protocol import IncomingMessage, Reply, Text
from agent import regex as re
from agent.subjects.trip.day_parts import told
from bot.outings.actions import Move, Poll
from bot.outings.changing import LAST_ANSWERS
from bot.outings.ground import (
    HOURS,
    STARTED_BY_ADMINS,
    actor_of,
    identity_of,
    name_of,
    whisper,
)
from bot.outings.machine import Refusal
from bot.outings.outing import Member, Outing
from bot.outings.paying import Paying
from bot.outings.reckoning import Missing, reckoned
from bot.outings.words import Heard
from bot.store import PersonRef
from tongue import say, speak, speaking, spoken

FAR_AWAY = "Ushuaia"
"""Stands for any destination where only the departure was said."""
_ANSWER_BY = re.compile(
    r"[,;]?\s*\b(?:answers?|repl(?:y|ies)|rsvp|antwort(?:en)?|réponses?)\s+(?:by|until|before|bis|avant)\s+([^,;]{1,40}?)(?=$|[,;.]\s|[,;.]?$|\s+(?:back|from|to|home|zurück|retour|plan)\b)",
    re.IGNORECASE,
)


_COMMAND = re.compile(
    r"(?:help|hilfe|aide|settings|einstellungen|réglages|my data|meine daten|mes données)\W*", re.IGNORECASE
)
"""What is no answer to where or when."""


@dataclass
class Drafting(Paying):
    """The part that drafts."""

    async def _started(self, heard: Heard, text: str, message: IncomingMessage) -> Reply | None:
        if not heard.anywhere:
            return await self._draft(text, message)
        if not await self._may_start(message):
            return whisper(say(STARTED_BY_ADMINS))
        await self._ask(message, f"poll|{text}")
        return Reply((Text(say("Where to? A field, or how far: the group then chooses the day.")),))

    async def _may_start(self, message: IncomingMessage) -> bool:
        return self.club is None or await self.club.may_start(message)

    async def _completed(self, pending: str, text: str, message: IncomingMessage) -> Reply | None:
        """An answer to what was asked of this person; None when it is something else."""
        language, _, asked = pending.partition("~")
        what, _, before = asked.partition("|")
        if len(text.split()) > 6 or text.endswith("?") or text.startswith("/"):
            return None
        if _COMMAND.fullmatch(text.strip()):
            return None
        heard = self.ear.heard(text, self._today())
        if heard is not None and (heard.kind == "start" or not heard.weak):
            return None  # said of an outing, and no place or day
        said = self.ear.said(text, self._today())
        if self.ear.is_of_the_own_flying(said) and (what != "from" or not said.slots.spots):
            return None
        if what == "poll" and not self._says_where(text):
            return None
        speak(language)  # "Le Touquet" alone is no French
        await self._ask(message, "")
        if what == "poll":
            return await self._poll(before, text, message)
        if what == "from":
            start = self.ear.trip(f"from {text} to {FAR_AWAY}", self._today()).get("from_location")
            return await self._draft(before, message, str(start or text))
        return await self._draft(f"{before} {text}", message)

    def _says_where(self, text: str) -> bool:
        """Whether a place or how far is said: "Deauville", "within 100 nm", "anywhere"; not "ok thanks"."""
        e = self.ear.evidence(text, self._today())
        slots = e.said.slots
        told = bool(slots.spots or slots.countries or slots.of("distance") or slots.of("duration"))
        sought = any(mention.concept != "not" for mention in e.said.free_mentions)
        return told or sought or e.has("outing.somewhere", "start.anywhere")

    async def _draft(self, text: str, message: IncomingMessage, start: str = "") -> Reply:
        """A draft with what was reckoned; what is missing is asked of who wrote, once. `start` was asked for."""
        if not await self._may_start(message):
            return whisper(say(STARTED_BY_ADMINS))
        text, answers = answer_by_of(text)
        until = self.ear.figures(answers, self._today()) if answers else None
        arguments = self.ear.trip(text, self._today())
        if start:
            arguments["from_location"] = start
        elif arguments.get("from_location") == "home":
            del arguments["from_location"]  # "home for 3": where one lives is known, and near that places lie
        if not arguments.get("to_location"):
            await self._ask(message, f"more|{text}")
            return Reply((Text(say("Where to, and when? /flyout LFAT sat 10:00 back 15:30")),))
        if (wrong := wrong_day(arguments, self._today())) is not None:
            return whisper(wrong)
        person = PersonRef.of(message)
        profile = await self.store.profile(person)
        found = await reckoned(arguments, self.deps(), self.now(), profile)
        if isinstance(found, Missing):
            return await self._missing(found, f"{text} from {start}" if start else text, message)
        flight, jobs = found
        if flight.off_blocks <= self.now():
            return whisper(say("{when} is past.", when=flight.when))
        member = Member(id=message.person.id, name=name_of(message))
        due = None
        if until is not None and (until.day or until.clock):
            at = time.fromisoformat(until.clock) if until.clock else LAST_ANSWERS
            due = datetime.combine(until.day or self._today(), at, flight.clock)
            if not self.now() < due < flight.off_blocks:
                return whisper(
                    say("Answers are due before the flight: /flyout LFAT sat 10:00 answer by fri 18:00")
                )
        made = Outing(
            id=identity_of(message), number=0, organiser=member, flight=flight, jobs=jobs,
            place=flight.to_icao, made_at=self.now(), answer_by=due,
            language=await self._language(message),
        )  # fmt: skip
        try:
            outing = await self.records.create(message.chat, made)
        except Refusal as refusal:
            return whisper(str(refusal))
        await self._turned(message)
        return await self._shown_draft(outing, message)

    async def _language(self, message: IncomingMessage) -> str:
        """What the group is told in: its own language where one is set, else that of who drafts."""
        wishes = await self.club.wishes(message.chat) if self.club is not None else None
        return (wishes.language if wishes else "") or spoken()

    async def _put_otherwise(self, text: str, message: IncomingMessage) -> Reply | None:
        """Another field or way home of the draft that one has just made; None for anything else."""
        draft = None if text.lstrip().startswith("/") else await self._draft_of(message)
        flight = draft.outing.flight if draft else None
        found = self.ear.put_otherwise(text, self._today()) if flight else {}
        if draft is None or flight is None or not found:
            return None
        profile = await self.store.profile(PersonRef.of(message))
        arguments = {"from_location": flight.from_icao, **flight.arguments, **found}
        with speaking(draft.outing.language):
            made = await reckoned(arguments, self.deps(), self.now(), profile)
        await self._turned(message)
        if isinstance(made, Missing):
            return whisper(made.words)
        return await self._do(Move(flight=made[0], jobs=made[1]), message, [draft])

    async def _missing(self, missing: Missing, text: str, message: IncomingMessage) -> Reply:
        """Ask for what is missing; the answer is this person's."""
        if missing.asks == "time":
            await self._ask(message, f"more|{text}")
            asks = [f"/flyout {text.removeprefix('/flyout').strip()} {hour}" for hour in HOURS]
            return Reply((Text(missing.words),), await self._asks(message, asks, HOURS))
        if missing.asks:
            await self._ask(message, f"{'from' if missing.asks == 'from' else 'more'}|{text}")
        return Reply((Text(missing.words),))

    async def _poll(self, before: str, place: str, message: IncomingMessage) -> Reply:
        """A place is known: the group says which day."""
        days = weekends(self.ear.trip(before, self._today()).get("day"), self._today())
        member = Member(id=message.person.id, name=name_of(message))
        made = Outing(
            id=identity_of(message),
            number=0,
            organiser=member,
            place=place[:60],
            made_at=self.now(),
            language=await self._language(message),
        )
        try:
            outing = await self.records.create(message.chat, made)
        except Refusal as refusal:
            return whisper(str(refusal))
        done = await self.records.change(outing.id, Poll(days=days), actor_of(message), self.now())
        self.woken()
        return await self._reply(done, message)


def wrong_day(arguments: Mapping[str, JsonValue], today: date) -> str | None:
    """Why there can be no outing on the day that was said; None where there can be, or none was said."""
    day, taken = arguments.get("day"), arguments.get("taken")
    if not isinstance(day, str):
        first, _ = told([str(one) for one in taken], (), dated=False) if isinstance(taken, list) else ([], [])
        return next(iter(first), None)
    when = date.fromisoformat(day)
    return say("{fromisoformat:%a %d %b} is past.", fromisoformat=when) if when < today else None


def answer_by_of(text: str) -> tuple[str, str]:
    """What is said of the flight, and until when answers are asked for: "… answer by thu 18:00"."""
    match = _ANSWER_BY.search(text)
    return (text, "") if match is None else (text[: match.start()] + text[match.end() :], match[1].strip())


def weekends(day: object, today: date) -> tuple[date, ...]:
    """Three dates to choose from: the weekend that was said or the next one, and the days behind it. Today is one
    only where it was said: on a Saturday afternoon "a weekend" is the Sunday or the next one."""
    first = date.fromisoformat(day) if isinstance(day, str) else today + timedelta(days=(5 - today.weekday()) % 7)
    if first.weekday() == 6:
        first -= timedelta(days=1)
    ahead = (first + timedelta(days=n) for n in (0, 1, 7, 8, 14))
    return tuple(one for one in ahead if one > today or day == one.isoformat())[:3]
