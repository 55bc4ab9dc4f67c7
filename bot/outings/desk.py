"""A group's outings at the desk: commands, plain words and taps become actions, and what followed a reply.

reply = await desk.heard(message, text)     # None: it is not about an outing
reply = await desk.tapped(tap, message)
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Protocol

from pydantic import JsonValue

from adapters.protocol import Button, IncomingMessage, Reply, Text
from agent.aviation.hours import zone_of
from agent.deps import Deps
from agent.language.wording import word_set
from agent.understanding import reader_of
from bot.forget_desk import Administers, nobody
from bot.keyvalue import StoredValues
from bot.outings import card
from bot.outings.actions import (
    Actor,
    Announced,
    Asked,
    Bring,
    Cancel,
    Decide,
    Deputy,
    Flying,
    Freeze,
    Move,
    OutingAction,
    Own,
    Poll,
    Post,
    Refused,
    Report,
    Say,
    Seat,
    Settle,
    Spend,
    Told,
    Unspend,
    Vote,
    Withdraw,
)
from bot.outings.costs import cost_words
from bot.outings.machine import Refusal
from bot.outings.outing import LIVE, Job, Member, Outing
from bot.outings.reckoning import reckoned
from bot.outings.records import Changed, Held, OutingRecords, heading_of
from bot.outings.taps import OutingTap
from bot.outings.words import Ear, Heard, guests, reference, registration
from bot.store import NewButton, PersonRef, Store

PENDING_SECONDS = 900
CURRENT_TURN = timedelta(minutes=10)
ASKING = ("who", "todo", "seats", "done_by")
"""Questions that mean an outing and nothing else."""

HOURS = ("09:00", "10:00", "11:00")
IN_A_GROUP = "Outings belong to a group: add me to your club's, and say it there."
NO_OUTING = "No outing is open here. /flyout LFAT sat 10:00 back 15:30 drafts one."
PRIVATELY = "I answer that privately: write it to me in a direct message."
SHARING = "**Nothing is entered**: a price per guest is a matter of the cost-sharing rules."
COMMANDS = word_set(
    "flyout flyouts in maybe out plane seat task sent received move cancel freeze deputy cost settle"
)


class Club(Protocol):
    """What the club's desk does beside the outings."""

    async def heard(self, heard: Heard, message: IncomingMessage) -> Reply | None: ...

    async def remind(self, outing: str, message: IncomingMessage) -> Reply: ...

    async def unremind(self, outing: str, message: IncomingMessage) -> Reply: ...


@dataclass
class OutingDesk:
    """The outings' part of the desk. `woken` is called after a change, so that the card follows soon."""

    records: OutingRecords
    store: Store
    deps: Callable[[], Deps]
    woken: Callable[[], None] = lambda: None
    administers: Callable[[], Administers] = lambda: nobody
    club: Club | None = None
    _ears: list[Ear] = field(default_factory=list[Ear])

    @property
    def ear(self) -> Ear:
        """Made on first use: its tables take a moment."""
        if not self._ears:
            self._ears.append(Ear(reader_of(self.deps())))
        return self._ears[0]

    def now(self) -> datetime:
        """The clock."""
        return self.deps().now()

    # --- what is said -------------------------------------------------------------------------------

    async def command(self, name: str, rest: str, message: IncomingMessage) -> Reply:
        """One of `COMMANDS`."""
        if message.private and name != "flyouts":
            return Reply((Text(IN_A_GROUP),))
        match name:
            case "flyout":
                if rest.isdecimal():
                    return await self._again(int(rest), message)
                return await self._draft(rest, message)
            case "flyouts":
                return await self._listed(message)
            case "in" | "maybe" | "out":
                return await self._act(Say(state=name, guests=guests(rest), note=_note(rest)), message)
            case "plane":
                count = next((w for w in rest.split() if w.isdecimal()), "")
                craft = registration(rest) or next((w.upper() for w in rest.split() if not w.isdecimal()), "")
                if not (count and craft):
                    return _whisper("Say the registration and the seats you offer: /plane G-ABCD 3")
                return await self._act(Bring(registration=craft[:16], seats=int(count[:3])), message)
            case "seat":
                return await self._act(Seat(registration=rest.upper()[:16]), message)
            case "task" | "sent" | "received":
                return await self._task(name, rest, message)
            case "move":
                heard = self.ear.heard(rest, self._today()) or self.ear.heard(f"move it to {rest}", self._today())
                if heard is None or heard.kind != "move":
                    return _whisper("Move it to when? /move sunday, /move 11:00, /move one hour later")
                return await self._said(heard, message, await self._meant(message))
            case "cancel":
                return await self._act(Cancel(why=rest[:80]), message)
            case "freeze":
                return await self._act(Freeze(), message)
            case "deputy":
                return await self._deputy(rest, message)
            case "cost":
                heard = self.ear.heard(f"I paid {rest}", self._today())
                if heard is None or heard.kind != "paid":
                    return _whisper("Say the amount and for what: /cost 186.40 fuel G-ABCD")
                return await self._said(heard, message, await self._meant(message, over=True))
            case _:
                return await self._act(Settle(), message, over=True)

    async def heard(self, message: IncomingMessage, text: str) -> Reply | None:
        """The reply to plain words about an outing; None when they are for somebody else."""
        if message.private:
            heard = self.ear.heard(text, self._today()) if self.club is not None else None
            if heard is not None and heard.kind == "on":
                mine = await self.records.of_person(PersonRef.of(message))
                return await self._listed(message) if mine else None
            return await self.club.heard(heard, message) if heard is not None and self.club is not None else None
        if (pending := await self._pending(message)) and (reply := await self._completed(pending, text, message)):
            return reply
        heard = self.ear.heard(text, self._today())
        if heard is None:
            return None
        if heard.kind in ("current", "booked"):
            if self.club is not None:
                return await self.club.heard(heard, message)
            return Reply((Text(PRIVATELY),)) if heard.kind == "current" else None
        if heard.kind == "start":
            return await self._started(heard, text, message)
        if heard.kind == "on":
            return await self._listed(message)
        held = await self._meant(message, over=heard.kind in ("paid", "cost", "profit"))
        if not held and heard.kind in ASKING:
            return _whisper(NO_OUTING)
        if not held or (heard.weak and not await self._beside(held, message)):
            return None
        await self._values(message).set(
            f"last {message.person.id}",
            self.now().isoformat(),
            seconds=int(CURRENT_TURN.total_seconds()),
            person=message.person.id,
        )
        return await self._said(heard, message, held)

    async def _beside(self, held: Sequence[Held], message: IncomingMessage) -> bool:
        """Whether a message that could mean a question's flight means the outing: under its card, or nothing
        else was asked here lately by this person."""
        if any(_under(one, message) for one in held):
            return True
        conversation, _ = await self.store.load(message.chat)
        last = conversation.turns[-1] if conversation.turns else None
        if last is None or self.now() - last.at > CURRENT_TURN:
            return True
        spoken = await self._values(message).get(f"last {message.person.id}")
        return spoken is not None and datetime.fromisoformat(spoken) >= last.at

    async def _said(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """What was heard, done to the outing that is meant."""
        if not held:
            return _whisper(NO_OUTING)
        match heard.kind:
            case "say":
                state = "in" if heard.state == "in" else "out" if heard.state == "out" else "maybe"
                return await self._do(Say(state=state, guests=heard.guests), message, held)
            case "bring":
                bring = Bring(registration=heard.craft[:16], type=heard.what[:40], seats=heard.seats)
                return await self._do(bring, message, held)
            case "seat":
                return await self._seat(heard, message, held)
            case "cancel":
                return await self._do(Cancel(why=heard.why), message, held)
            case "move":
                return await self._move(heard, message, held)
            case "paid":
                return await self._paid(heard, message, held)
            case "profit":
                return Reply((Text(self._sharing(held[0].outing)),))
            case "report" | "mine":
                return await self._reported(heard, message, held)
            case _:
                return await self._told(heard, message, held)

    async def _told(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """A question about an outing; of several about the next one."""
        outing = held[0].outing
        match heard.kind:
            case "who":
                return Reply((Text(card.who_words(outing)),))
            case "seats":
                return Reply((Text(card.seats_words(outing)),))
            case "todo":
                return Reply((Text(card.task_words(outing)),))
            case "cost":
                return Reply((Text(cost_words(outing)),))
            case "done_by":
                jobs = _jobs(outing, heard.task)
                lines = [f"- {card.job_line(job)}" for job in jobs]
                return Reply((Text("\n".join(lines) or "That is no task of this outing."),))
            case _:
                sums = outing.flight.sums if outing.flight else ()
                return Reply((Text("\n".join(sums) or "I could not reckon a latest time: no speed is known."),))

    # --- drafts -------------------------------------------------------------------------------------

    async def _started(self, heard: Heard, text: str, message: IncomingMessage) -> Reply | None:
        if not heard.anywhere:
            return await self._draft(text, message)
        await self._ask(message, f"poll|{text}")
        return Reply((Text("Where to? A field, or how far: the group then chooses the day."),))

    async def _completed(self, pending: str, text: str, message: IncomingMessage) -> Reply | None:
        """An answer to what was asked of this person; None when it is something else."""
        what, _, before = pending.partition("|")
        if len(text.split()) > 6 or text.endswith("?") or text.startswith("/"):
            return None
        await self._ask(message, "")
        if what == "poll":
            return await self._poll(before, text, message)
        return await self._draft(f"{before} from {text}" if what == "from" else f"{before} {text}", message)

    async def _draft(self, text: str, message: IncomingMessage) -> Reply:
        """A draft with what was reckoned; what is missing is asked of who wrote, once."""
        arguments = self.ear.trip(text, self._today())
        if not arguments.get("to_location"):
            await self._ask(message, f"more|{text}")
            return Reply((Text("Where to, and when? /flyout LFAT sat 10:00 back 15:30"),))
        if "day" in arguments and date.fromisoformat(str(arguments["day"])) < self._today():
            return _whisper(f"{date.fromisoformat(str(arguments['day'])):%a %d %b} is past.")
        person = PersonRef.of(message)
        profile = await self.store.profile(person)
        found = await reckoned(arguments, self.deps(), self.now(), profile)
        if isinstance(found, str):
            return await self._missing(found, text, message)
        flight, jobs = found
        if flight.off_blocks <= self.now():
            return _whisper(f"{flight.when} is past.")
        member = Member(id=message.person.id, name=_name(message))
        made = Outing(
            id=_identity(message), number=0, organiser=member, flight=flight, jobs=jobs,
            place=flight.to_icao, made_at=self.now(),
        )  # fmt: skip
        try:
            outing = await self.records.create(message.chat, made)
        except Refusal as refusal:
            return _whisper(str(refusal))
        taps = [OutingTap(outing=outing.id, do="post", action=Post()), OutingTap(outing=outing.id, do="days")]
        tokens = await self._tokens(message, taps, own=True)
        return Reply(
            (Text(card.details(outing)),),
            (Button("Post it", tokens[0], "primary"), Button("Which day?", tokens[1])),
        )

    async def _missing(self, words: str, text: str, message: IncomingMessage) -> Reply:
        """Ask for what is missing; the answer is this person's."""
        if words.startswith("Off blocks"):
            await self._ask(message, f"more|{text}")
            asks = [f"/flyout {text.removeprefix('/flyout').strip()} {hour}" for hour in HOURS]
            return Reply((Text(words),), await self._asks(message, asks, HOURS))
        if words.startswith("Where do you fly from"):
            await self._ask(message, f"from|{text}")
            return Reply((Text(words),))
        if words.startswith("On which day"):
            await self._ask(message, f"more|{text}")
        return Reply((Text(words),))

    async def _poll(self, before: str, place: str, message: IncomingMessage) -> Reply:
        """A place is known: the group says which day."""
        days = weekends(self.ear.trip(before, self._today()).get("day"), self._today())
        member = Member(id=message.person.id, name=_name(message))
        made = Outing(id=_identity(message), number=0, organiser=member, place=place[:60], made_at=self.now())
        try:
            outing = await self.records.create(message.chat, made)
        except Refusal as refusal:
            return _whisper(str(refusal))
        done = await self.records.change(outing.id, Poll(days=days), _actor(message), self.now())
        self.woken()
        return await self._reply(done, message)

    # --- doing --------------------------------------------------------------------------------------

    async def _act(self, action: OutingAction, message: IncomingMessage, *, over: bool = False) -> Reply:
        return await self._do(action, message, await self._meant(message, over=over))

    async def _do(self, action: OutingAction, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """Do it to the one outing that is meant; of two ask which."""
        if not held:
            return _whisper(NO_OUTING)
        if len(held) > 1:
            taps = [OutingTap(outing=one.outing.id, do="act", action=action) for one in held[:6]]
            tokens = await self._tokens(message, taps, own=True)
            labels = [f"{one.outing.number} {heading_of(one.outing)}"[:60] for one in held[:6]]
            return Reply(
                (Text("Which outing?"),), tuple(Button(n, t) for n, t in zip(labels, tokens, strict=True))
            )
        aloud = not message.token
        outing = held[0].outing.id
        actor = _actor(message)
        if isinstance(action, Move | Cancel | Freeze | Deputy | Settle):
            actor = actor.model_copy(update={"admin": await self._admin(held[0].outing, message)})
        done = await self.records.change(outing, action, actor, self.now(), message.id, aloud=aloud)
        self.woken()
        return await self._reply(done, message)

    async def _reply(self, done: Changed | None, message: IncomingMessage) -> Reply:
        """What followed, in words for who wrote and, where all should read it, for the group."""
        if done is None:
            return _whisper("That outing is gone.")
        refused = next((e for e in done.effects if isinstance(e, Refused)), None)
        if refused is not None:
            return _whisper(refused.words)
        asked = next((e for e in done.effects if isinstance(e, Asked)), None)
        if asked is not None:
            taps = [
                OutingTap(outing=done.outing.id, do="act", action=Decide(person=asked.person, yes=yes))
                for yes in (True, False)
            ]
            yes, no = await self._tokens(message, taps)
            return Reply((Text(asked.words),), (Button("Yes", yes), Button("No", no)))
        announced = " ".join(e.words for e in done.effects if isinstance(e, Announced))
        if announced and not message.token:
            return Reply((Text(announced),))
        told = " ".join(e.words for e in done.effects if isinstance(e, Told))
        return _whisper(told or "Done: it is on the card.", slight=True)

    def _sharing(self, outing: Outing) -> str:
        """The cost-sharing entry of the country the outing leaves from, with its source and day."""
        country = territory_of(outing)
        found = self.deps().rules.corpus.answers("cost-sharing", country) if country else ()
        found = found or self.deps().rules.corpus.answers("cost-sharing", "EU")
        if not found:
            return f"{SHARING} I have no entry on them: ask your authority."
        first = found[0]
        read = f", read {first.reviewed:%d %b %Y}" if first.reviewed else ""
        return f"{SHARING}\n> {first.text}\n{first.reference}{read}"

    async def _seat(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        outing = held[0].outing
        named = heard.name.lower()
        craft = next((c for c in outing.aircraft if named and named in c.pilot.name.lower()), None)
        wanted = craft.registration if craft else heard.craft or heard.name.upper()
        return await self._do(Seat(registration=wanted[:16]), message, held[:1])

    async def _move(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """Another day or time: the flight is reckoned anew, both ways keep their distance in time."""
        one = held[0]
        outing, flight = one.outing, one.outing.flight
        if not await self._leads(outing, message):
            return await self._do(Cancel(version=-1), message, held[:1])  # refused in the machine's own words
        if flight is None:
            return _whisper("Choose a day first.")
        local = flight.off_blocks.astimezone(flight.clock)
        at = time.fromisoformat(heard.clock) if heard.clock else local.time()
        wanted = datetime.combine(heard.day or local.date(), at, flight.clock) + timedelta(minutes=heard.minutes)
        found = await self._shifted(outing, wanted, message)
        if isinstance(found, str):
            return _whisper(found)
        return await self._do(found, message, held[:1])

    async def _shifted(self, outing: Outing, wanted: datetime, message: IncomingMessage) -> Move | str:
        flight = outing.flight
        arguments = dict(flight.arguments) if flight else {}
        arguments |= {"day": wanted.date().isoformat(), "off_block": f"{wanted:%H:%M}"}
        if flight is not None and flight.back is not None:
            back = flight.back + (wanted - flight.off_blocks)
            there = back.astimezone(zone_of(flight.to_zone) or flight.clock)
            arguments |= {"return_day": there.date().isoformat(), "return_off_block": f"{there:%H:%M}"}
        profile = await self.store.profile(PersonRef.of(message))
        found = await reckoned(arguments, self.deps(), self.now(), profile)
        return found if isinstance(found, str) else Move(flight=found[0], jobs=found[1])

    async def _paid(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        outing = held[0].outing
        known = outing.expenses[0].currency if outing.expenses else _currency(outing)
        spend = Spend(
            amount=heard.amount, currency=heard.currency or known, what=heard.what, aircraft=heard.craft[:16]
        )
        done = await self.records.change(outing.id, spend, _actor(message), self.now(), message.id, aloud=True)
        self.woken()
        if done is None or any(isinstance(e, Refused) for e in done.effects):
            return await self._reply(done, message)
        undo = OutingTap(outing=outing.id, do="act", action=Unspend(number=done.outing.spent))
        (token,) = await self._tokens(message, [undo], own=True)
        return Reply((Text(cost_words(done.outing)),), (Button("Take it back", token),))

    async def _reported(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        jobs = _jobs(held[0].outing, heard.task)
        if not jobs:
            return _whisper("That is no task of this outing.")
        job = next((j for j in jobs if j.state != "received"), jobs[0])
        if heard.kind == "mine":
            return await self._do(Own(key=job.key), message, held[:1])
        state = "received" if heard.state == "received" else "sent"
        return await self._do(Report(key=job.key, state=state, reference=heard.reference), message, held[:1])

    async def _task(self, name: str, rest: str, message: IncomingMessage) -> Reply:
        """ "/task ppr", "/sent ppr", "/received ppr ref 17"."""
        kind, _, more = rest.strip().partition(" ")
        held = await self._meant(message)
        if not held:
            return _whisper(NO_OUTING)
        if not kind:
            return Reply((Text(card.task_words(held[0].outing)),))
        state = {"sent": "sent", "received": "received"}.get(name, "")
        said = reference(more) or more.strip()[:60]
        heard = Heard("report" if state else "mine", task=kind.lower(), state=state, reference=said)
        return await self._reported(heard, message, held)

    async def _deputy(self, rest: str, message: IncomingMessage) -> Reply:
        held = await self._meant(message)
        if not held:
            return _whisper(NO_OUTING)
        name = rest.strip().lstrip("@").lower()
        known = [a.member for a in held[0].outing.answers if name and a.member.name.lower().startswith(name)]
        if len(known) != 1:
            return _whisper("Name somebody who has answered on the card: /deputy Ben")
        return await self._do(Deputy(member=known[0]), message, held[:1])

    async def _again(self, number: int, message: IncomingMessage) -> Reply:
        """Show an outing's card again."""
        held = next((h for h in await self.records.in_room(message.chat) if h.outing.number == number), None)
        if held is None or held.outing.status not in LIVE:
            return _whisper(f"There is no open outing {number} here.")
        await self.records.pause(message.chat, paused=False)
        await self.records.undraw(held.outing.id)
        self.woken()
        return _whisper("Here it is again.", slight=True)

    async def _listed(self, message: IncomingMessage) -> Reply:
        """The outings that lie ahead."""
        held = (
            await self.records.of_person(PersonRef.of(message))
            if message.private
            else [h for h in await self.records.in_room(message.chat) if h.outing.status in LIVE]
        )
        if not held:
            return Reply((Text(NO_OUTING if not message.private else "You are in no outing that lies ahead."),))
        lines = [f"- {h.outing.number}: {card.head_of(h.outing).replace('**', '')}" for h in held[:5]]
        more = [f"- and {len(held) - 5} more"] if len(held) > 5 else []
        paused = any(h.paused for h in held) and not message.private
        words = ["I was away from this group; until you say so I keep quiet about these."] if paused else []
        text = "\n".join([f"**{len(held)} ahead**", *lines, *more, *words])
        if not paused:
            return Reply((Text(text),))
        first = next(one for one in held if one.paused)
        (token,) = await self._tokens(message, [OutingTap(outing=first.outing.id, do="resume")])
        return Reply((Text(text),), (Button("Go on", token),))

    # --- taps ---------------------------------------------------------------------------------------

    async def tapped(self, tap: OutingTap, message: IncomingMessage) -> Reply:
        """A tap of a card, a draft or a question."""
        if tap.do == "unprivate" and self.club is not None:
            return await self.club.unremind(tap.outing, message)
        held = await self.records.get(tap.outing)
        if held is None or held.chat.room != message.chat.room:
            return _whisper("That outing is not one of this chat.")
        outing = held.outing
        match tap.do.partition(":")[0]:
            case "in" | "maybe" | "out":
                state = "in" if tap.do == "in" else "out" if tap.do == "out" else "maybe"
                return await self._do(Say(state=state, schedule=tap.schedule), message, [held])
            case "plus":
                own = outing.answer_of(message.person.id)
                say = Say(state="in", guests=(own.guests if own else 0) + 1, schedule=tap.schedule)
                return await self._do(say, message, [held])
            case "bring":
                return _whisper("Reply to the card: “I can take three in the Archer”, or /plane G-ABCD 3")
            case "tasks":
                return await self._shown_tasks(outing, message)
            case "details":
                return Reply((Text(card.details(outing)),))
            case "change":
                return await self._shown_changes(held, message)
            case "private":
                return await self.club.remind(outing.id, message) if self.club else _whisper(PRIVATELY)
            case "resume":
                await self.records.pause(message.chat, paused=False)
                self.woken()
                return _whisper("I go on with this group's outings.")
            case "flying" | "not_flying":
                return await self._do(Flying(yes=tap.do == "flying"), message, [held])
            case "vote":
                return await self._vote(tap, outing, message, held)
            case "choose" | "days":
                return await self._choose(tap, held, message)
            case "day":
                return await self._day(tap, held, message)
            case "later":
                heard = Heard("move", minutes=int(tap.said))
                return await self._said(heard, message, [held])
            case "withdraw":
                return await self._do(Withdraw(), message, [held])
            case _:
                if tap.action is None:
                    return _whisper("That button is too old.")
                return await self._do(tap.action, message, [held])

    async def _vote(self, tap: OutingTap, outing: Outing, message: IncomingMessage, held: Held) -> Reply:
        day = date.fromisoformat(tap.do.partition(":")[2])
        mine = {o.day for o in outing.options if message.person.id in o.votes}
        return await self._do(Vote(days=tuple(sorted(mine ^ {day}))), message, [held])

    async def _choose(self, tap: OutingTap, held: Held, message: IncomingMessage) -> Reply:
        """The organiser takes one of the days, most votes first."""
        outing = held.outing
        if not await self._leads(outing, message):
            return await self._do(Cancel(version=-1), message, [held])
        days = [o.day for o in sorted(outing.options, key=lambda o: (-len(o.votes), o.day))]
        if tap.do == "days":
            start = outing.flight.day if outing.flight else self._today()
            days = [start + timedelta(days=n) for n in range(3)]
        taps = [OutingTap(outing=outing.id, do="day", said=d.isoformat()) for d in days[:6]]
        tokens = await self._tokens(message, taps, own=True)
        labels = [f"{d:%a} {d.day} {d:%b}" for d in days[:6]]
        return Reply((Text("Which day is it?"),), tuple(Button(n, t) for n, t in zip(labels, tokens, strict=True)))

    async def _day(self, tap: OutingTap, held: Held, message: IncomingMessage) -> Reply:
        """A day, then a time; then the flight is reckoned."""
        outing = held.outing
        day, _, clock = tap.said.partition(" ")
        if not clock and outing.flight is None:
            taps = [OutingTap(outing=outing.id, do="day", said=f"{day} {hour}") for hour in HOURS]
            tokens = await self._tokens(message, taps, own=True)
            buttons = tuple(Button(n, t) for n, t in zip(HOURS, tokens, strict=True))
            return Reply((Text("Off blocks at what time, local?"),), buttons)
        if outing.flight is not None:
            local = outing.flight.off_blocks.astimezone(outing.flight.clock)
            wanted = datetime.combine(date.fromisoformat(day), local.time(), outing.flight.clock)
            found = await self._shifted(outing, wanted, message)
        else:
            profile = await self.store.profile(PersonRef.of(message))
            arguments: dict[str, JsonValue] = {"to_location": outing.place, "day": day, "off_block": clock}
            made = await reckoned(arguments, self.deps(), self.now(), profile)
            found = made if isinstance(made, str) else Move(flight=made[0], jobs=made[1])
        if isinstance(found, str):
            return _whisper(found)
        return await self._do(found, message, [held])

    async def _shown_tasks(self, outing: Outing, message: IncomingMessage) -> Reply:
        free = [j for j in outing.jobs if j.owner is None and j.state != "received" and not j.each_pilot][:4]
        taps = [OutingTap(outing=outing.id, do="act", action=Own(key=j.key)) for j in free]
        tokens = await self._tokens(message, taps)
        buttons = tuple(Button(f"I do: {j.title}"[:60], t) for j, t in zip(free, tokens, strict=True))
        return Reply((Text(card.task_words(outing)),), buttons)

    async def _shown_changes(self, held: Held, message: IncomingMessage) -> Reply:
        outing = held.outing
        if not await self._leads(outing, message):
            return await self._do(Cancel(version=-1), message, [held])
        version = outing.version
        taps = [
            ("1 hour later", OutingTap(outing=outing.id, do="later", said="60", version=version)),
            ("1 hour earlier", OutingTap(outing=outing.id, do="later", said="-60", version=version)),
            ("Next day", OutingTap(outing=outing.id, do="later", said="1440", version=version)),
            ("Close the lists", OutingTap(outing=outing.id, do="act", action=Freeze(version=version))),
            ("Call it off", OutingTap(outing=outing.id, do="act", action=Cancel(version=version))),
        ]
        tokens = await self._tokens(message, [tap for _, tap in taps], own=True)
        buttons = tuple(Button(label, token) for (label, _), token in zip(taps, tokens, strict=True))
        return Reply((Text(f"Change {heading_of(outing)}:"),), buttons)

    # --- which one, and by whom -----------------------------------------------------------------------

    async def _meant(self, message: IncomingMessage, *, over: bool = False) -> tuple[Held, ...]:
        """The outing under whose card it is said, else those of the group that lie ahead.

        `over`: the one that was flown last, where none lies ahead.
        """
        held = await self.records.in_room(message.chat, over=True)
        under = [one for one in held if _under(one, message)]
        if under:
            return tuple(under[:1])
        live = tuple(one for one in held if one.outing.status in LIVE)
        flown = [one for one in held if one.outing.status == "flown" and not one.outing.settled]
        return tuple(flown[-1:]) if over and flown and not live else live[:1] if over else live

    async def _leads(self, outing: Outing, message: IncomingMessage) -> bool:
        return outing.leads(message.person.id) or await self._admin(outing, message)

    async def _admin(self, outing: Outing, message: IncomingMessage) -> bool:
        """An admin of the group may do what the organiser may; the platform is asked only where it matters."""
        return not outing.leads(message.person.id) and await self.administers()(message)

    async def _tokens(
        self, message: IncomingMessage, taps: Sequence[OutingTap], *, own: bool = False
    ) -> list[str]:
        person = PersonRef.of(message)
        buttons = [NewButton(tap.model_dump_json(), person=person if own else None, about=person) for tap in taps]
        return await self.store.put_buttons(message.chat, buttons)

    async def _asks(
        self, message: IncomingMessage, texts: Sequence[str], labels: Sequence[str]
    ) -> tuple[Button, ...]:
        from bot.actions import Ask

        person = PersonRef.of(message)
        new = [NewButton(Ask(text=text).model_dump_json(), person=person, about=person) for text in texts]
        tokens = await self.store.put_buttons(message.chat, new)
        return tuple(Button(label, token) for label, token in zip(labels, tokens, strict=True))

    def _values(self, message: IncomingMessage) -> StoredValues:
        return StoredValues(self.store, "outing-asked", message.chat)

    async def _ask(self, message: IncomingMessage, pending: str) -> None:
        """Remember what was asked of this person here; "" for nothing any more."""
        key = f"{message.chat.thread} {message.person.id}"
        if pending:
            values = self._values(message)
            await values.set(key, pending[:500], seconds=PENDING_SECONDS, person=message.person.id)
        else:
            await self._values(message).delete(key)

    async def _pending(self, message: IncomingMessage) -> str:
        return await self._values(message).get(f"{message.chat.thread} {message.person.id}") or ""

    def _today(self) -> date:
        return self.now().date()


def _under(held: Held, message: IncomingMessage) -> bool:
    """Whether a message replies to an outing's card or stands in its thread."""
    ids = {*held.card.message_ids, held.card.thread} - {""}
    return bool(ids & {message.reply_to, message.chat.thread, message.handle.get("thread", "")})


def _actor(message: IncomingMessage) -> Actor:
    return Actor(id=message.person.id, name=_name(message))


def _name(message: IncomingMessage) -> str:
    return " ".join(message.person.name.split())[:60] or "a pilot"


def _identity(message: IncomingMessage) -> str:
    """The same for the same message, so that a draft that is tried again is one."""
    said = f"{message.chat} {message.person.id} {message.id}"
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


def _note(rest: str) -> str:
    return " ".join(word for word in rest.split() if not word.startswith("+"))[:120]


def _whisper(words: str, *, slight: bool = False) -> Reply:
    return Reply((Text(words),), ephemeral=True, slight=slight)


def _jobs(outing: Outing, task: str) -> tuple[Job, ...]:
    """The tasks that a word means."""
    kinds = {"ppr": "permission", "customs": "border", "gar": "report", "fpl": "flight_plan"}
    kind = kinds.get(task, task)
    return tuple(j for j in outing.jobs if j.kind == kind or j.key == task)


def territory_of(outing: Outing) -> str:
    """The ISO code of the country the outing leaves from."""
    return outing.flight.home_country if outing.flight else ""


def _currency(outing: Outing) -> str:
    """What is counted in where none is said: the departure's."""
    return "GBP" if territory_of(outing) == "GB" else "CHF" if territory_of(outing) == "CH" else "EUR"


def weekends(day: object, today: date) -> tuple[date, ...]:
    """Three dates to choose from: the weekend that was said or the next one, and the Saturday behind it."""
    first = date.fromisoformat(day) if isinstance(day, str) else today + timedelta(days=(5 - today.weekday()) % 7)
    if first.weekday() == 6:
        first -= timedelta(days=1)
    return (first, first + timedelta(days=1), first + timedelta(days=7))
