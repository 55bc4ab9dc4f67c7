"""What a tap of a card, a draft or a question does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from pydantic import JsonValue

from adapters.protocol import Button, IncomingMessage, Reply, Text
from bot.outings import card
from bot.outings.actions import (
    Cancel,
    Flying,
    Freeze,
    Move,
    Own,
    Poll,
    Post,
    Remove,
    Say,
    Unseat,
    Vote,
    Withdraw,
)
from bot.outings.changing import job_name
from bot.outings.drafting import Drafting
from bot.outings.ground import (
    HOURS,
    PRIVATELY,
    actor_of,
    identity_of,
    whisper,
)
from bot.outings.machine import Refusal
from bot.outings.outing import Aircraft, Outing, day_words
from bot.outings.reckoning import Missing, reckoned
from bot.outings.records import Held, heading_of
from bot.outings.reopening import like, may_be_again
from bot.outings.taps import OutingTap
from bot.outings.words import Heard
from bot.outings.writing import names_of
from bot.store import PersonRef
from tongue import say, speak, speaking

ON_THE_CARD = frozenset(
    {*(do for do, _ in card.TAPS), "tasks", "private", "flying", "not_flying", "votes", "choose"}
)

MOST_TAKEN_OFF = 10
"""So many buttons with names: what is beyond is said in the group."""


@dataclass
class Tapping(Drafting):
    """The part that is tapped."""

    async def tapped(self, tap: OutingTap, message: IncomingMessage) -> Reply:
        """A tap of a card, a draft or a question. A card is everybody's: what one of them tapped is not marked."""
        reply = await self._tapped(tap, message)
        return replace(reply, marks=False) if tap.do in ON_THE_CARD else reply

    async def _tapped(self, tap: OutingTap, message: IncomingMessage) -> Reply:
        if tap.do == "unprivate" and self.club is not None:
            return await self.club.unremind(tap.outing, message)
        held = await self.records.get(tap.outing)
        mine = held is not None and message.private and held.outing.has(message.person.id)
        if held is None or (held.chat.room != message.chat.room and not mine):
            return whisper(say("That outing is not one of this chat."))
        outing = held.outing
        if (await self.store.profile(PersonRef.of(message))).language is None:
            speak(outing.language)  # a tap has no words of its own
        match tap.do.partition(":")[0]:
            case "in" | "maybe" | "out":
                state = "in" if tap.do == "in" else "out" if tap.do == "out" else "maybe"
                return await self._do(Say(state=state, schedule=tap.schedule), message, [held])
            case "plus":
                own = outing.answer_of(message.person.id)
                answer = Say(state="in", guests=(own.guests if own else 0) + 1, schedule=tap.schedule)
                return await self._do(answer, message, [held])
            case "bring":
                return whisper(say("Reply to the card: “I can take three in the Archer”, or /plane G-ABCD 3"))
            case "tasks":
                return await self._shown_tasks(outing, message)
            case "details":
                return Reply((Text(card.details(outing)),))
            case "change":
                return await self._shown_changes(held, message)
            case "private":
                return await self.club.remind(outing.id, message) if self.club else whisper(say(PRIVATELY))
            case "resume":
                await self.records.pause(message.chat, paused=False)
                self.woken()
                return whisper(say("I go on with this group's outings."))
            case "flying" | "not_flying":
                return await self._do(Flying(yes=tap.do == "flying"), message, [held])
            case "vote":
                return await self._vote(tap, outing, message, held)
            case "votes":
                return await self._voted(outing, message, held)
            case "choose":
                return await self._choose(held, message)
            case "days":
                return await self._which_day(held, message)
            case "day":
                return await self._day(tap, held, message)
            case "again":
                return await self._again_as_it_was(held, message)
            case "later" if tap.version != outing.version:
                return await self._do(Cancel(version=-1), message, [held])
            case "later":
                heard = Heard("move", minutes=int(tap.said))
                return await self._move(heard, message, [held])
            case "move":
                return await self._moved_as_asked(tap, message, held)
            case "aircraft":
                return await self._shown_aircraft(held, message)
            case "people":
                return await self._shown_people(held, message)
            case _:
                if tap.action is None:
                    return whisper(say("That button is too old."))
                return await self._do(tap.action, message, [held])

    async def _again_as_it_was(self, held: Held, message: IncomingMessage) -> Reply:
        """A new outing like the one that was called off; everybody reads who was in on its card."""
        if not (may_be_again(held.outing, self.now()) and await self._leads(held.outing, message)):
            return await self._do(Cancel(version=-1), message, [held])
        made = like(held.outing, identity_of(message), self.now())
        try:
            outing = await self.records.create(message.chat, made)
        except Refusal as refusal:
            return whisper(str(refusal))
        actor = actor_of(message).model_copy(update={"admin": True})
        await self.records.change(outing.id, Post(), actor, self.now(), message.id)
        self.woken()
        names = names_of([answer.member for answer in outing.coming])
        words = say(
            "**On again**: {flight}. In: {names}. Notices that were taken back have to be sent anew.",
            flight=heading_of(outing),
            names=names,
        )
        return Reply((Text(words),))

    async def _moved_as_asked(self, tap: OutingTap, message: IncomingMessage, held: Held) -> Reply:
        if tap.version != held.outing.version:
            return await self._do(Cancel(version=-1), message, [held])
        day, clock, minutes, leg = [*tap.said.split("|"), ""][:4]
        when = date.fromisoformat(day) if day else None
        heard = Heard("move", day=when, clock=clock, minutes=int(minutes), leg=leg)
        return await self._move(heard, message, [held])

    async def _vote(self, tap: OutingTap, outing: Outing, message: IncomingMessage, held: Held) -> Reply:
        day = date.fromisoformat(tap.do.partition(":")[2])
        mine = {o.day for o in outing.options if message.person.id in o.votes}
        return await self._do(Vote(days=tuple(sorted(mine ^ {day}))), message, [held])

    async def _voted(self, outing: Outing, message: IncomingMessage, held: Held) -> Reply:
        """A vote in the platform's own poll: the numbers of the days. It shows there; nothing is said."""
        numbers = {int(word) for word in message.text.split() if word.isdecimal()}
        days = tuple(option.day for number, option in enumerate(outing.options) if number in numbers)
        await self._do(Vote(days=days), message, [held])
        return Reply(())

    async def _which_day(self, held: Held, message: IncomingMessage) -> Reply:
        """The group is asked which day: that of the draft, the next one, or the same of the week after."""
        flight = held.outing.flight
        if flight is None:
            return whisper(say("It has no day yet: choose one first."))
        days = tuple(flight.day + timedelta(days=n) for n in (0, 1, 7))
        return await self._do(Poll(days=days), message, [held])

    async def _choose(self, held: Held, message: IncomingMessage) -> Reply:
        """The organiser takes one of the days, most votes first."""
        outing = held.outing
        if not await self._leads(outing, message):
            return await self._do(Cancel(version=-1), message, [held])
        days = [o.day for o in sorted(outing.options, key=lambda o: (-len(o.votes), o.day))]
        taps = [OutingTap(outing=outing.id, do="day", said=d.isoformat()) for d in days[:6]]
        tokens = await self._tokens(message, taps, own=True)
        labels = [day_words(d) for d in days[:6]]
        return Reply(
            (Text(say("Which day is it?")),),
            tuple(Button(n, t) for n, t in zip(labels, tokens, strict=True)),
            ephemeral=True,
        )

    async def _day(self, tap: OutingTap, held: Held, message: IncomingMessage) -> Reply:
        """A day, then a time; then the flight is reckoned."""
        outing = held.outing
        day, _, clock = tap.said.partition(" ")
        if not clock and outing.flight is None:
            taps = [OutingTap(outing=outing.id, do="day", said=f"{day} {hour}") for hour in HOURS]
            tokens = await self._tokens(message, taps, own=True)
            buttons = tuple(Button(n, t) for n, t in zip(HOURS, tokens, strict=True))
            return Reply((Text(say("Off blocks at what time, local?")),), buttons, ephemeral=True)
        if outing.flight is not None:
            wanted = Heard("move", day=date.fromisoformat(day))
            found = await self._shifted(outing, outing.flight, wanted, message)
        else:
            profile = await self.store.profile(PersonRef.of(message))
            arguments: dict[str, JsonValue] = {"to_location": outing.place, "day": day, "off_block": clock}
            with speaking(outing.language):
                made = await reckoned(arguments, self.deps(), self.now(), profile)
            found = made.words if isinstance(made, Missing) else Move(flight=made[0], jobs=made[1])
        if isinstance(found, str):
            return whisper(found)
        return await self._do(found, message, [held])

    async def _shown_tasks(self, outing: Outing, message: IncomingMessage) -> Reply:
        free = [j for j in outing.jobs if j.owner is None and j.state != "received" and not j.each_pilot][:4]
        taps = [OutingTap(outing=outing.id, do="act", action=Own(key=j.key)) for j in free]
        tokens = await self._tokens(message, taps)
        buttons = tuple(
            Button(say("I do: {task}", task=job_name(j))[:60], t) for j, t in zip(free, tokens, strict=True)
        )
        return Reply((Text(card.task_words(outing)),), buttons)

    async def _shown_changes(self, held: Held, message: IncomingMessage) -> Reply:
        outing = held.outing
        version = outing.version
        own = outing.aircraft_of(message.person.id)
        if not await self._leads(outing, message):
            if own is None:
                return await self._do(Cancel(version=-1), message, [held])
            return await self._offered_taps(held, message, self._of_an_aircraft(outing, own))
        closes = OutingTap(outing=outing.id, do="act", action=Freeze(version=version))
        taps = [
            (say("1 hour later"), OutingTap(outing=outing.id, do="later", said="60", version=version)),
            (say("1 hour earlier"), OutingTap(outing=outing.id, do="later", said="-60", version=version)),
            (say("Next day"), OutingTap(outing=outing.id, do="later", said="1440", version=version)),
            *([] if outing.status == "draft" else [(say("Close the lists"), closes)]),
            *([(say("My aircraft"), OutingTap(outing=outing.id, do="aircraft"))] if own else []),
            *([(say("Take somebody off"), OutingTap(outing=outing.id, do="people"))] if outing.coming else []),
            (say("Call it off"), OutingTap(outing=outing.id, do="act", action=Cancel(version=version))),
        ]
        return await self._offered_taps(held, message, taps)

    async def _shown_aircraft(self, held: Held, message: IncomingMessage) -> Reply:
        own = held.outing.aircraft_of(message.person.id)
        if own is None:
            return whisper(say("There is no such aircraft in this outing."))
        return await self._offered_taps(held, message, self._of_an_aircraft(held.outing, own))

    async def _shown_people(self, held: Held, message: IncomingMessage) -> Reply:
        """Whom the organiser may take off: people, and aircraft with their pilots."""
        outing = held.outing
        if not await self._leads(outing, message):
            return await self._do(Cancel(version=-1), message, [held])
        flown = {craft.pilot.id for craft in outing.aircraft}
        crafts = [(say("Withdraw {aircraft}", aircraft=c.label), Withdraw(registration=c.registration))
                  for c in outing.aircraft]  # fmt: skip
        people = [(a.member.name, Remove(person=a.member.id)) for a in outing.coming if a.member.id not in flown]
        taps = [(label, OutingTap(outing=outing.id, do="act", action=do)) for label, do in (*crafts, *people)]
        return await self._offered_taps(held, message, taps[:MOST_TAKEN_OFF])

    def _of_an_aircraft(self, outing: Outing, own: Aircraft) -> list[tuple[str, OutingTap]]:
        """What its pilot may do: another seat for each passenger, or the whole aircraft out."""
        out = OutingTap(outing=outing.id, do="act", action=Withdraw(registration=own.registration))
        moved = [
            (say("{name}: another seat", name=a.member.name), OutingTap(outing=outing.id, do="act",
                                                                        action=Unseat(person=a.member.id)))
            for a in outing.aboard(own.registration)[: MOST_TAKEN_OFF - 1]
        ]  # fmt: skip
        return [*moved, (say("Withdraw {aircraft}", aircraft=own.label), out)]

    async def _offered_taps(
        self, held: Held, message: IncomingMessage, taps: Sequence[tuple[str, OutingTap]]
    ) -> Reply:
        tokens = await self._tokens(message, [tap for _, tap in taps], own=True)
        buttons = tuple(Button(label[:60], token) for (label, _), token in zip(taps, tokens, strict=True))
        words = say("Change {flight}:", flight=heading_of(held.outing))
        return Reply((Text(words),), buttons, ephemeral=True)
