"""A group's outings at the desk: commands, plain words and taps become actions, and what followed a reply.

reply = await desk.heard(message, text)     # None: it is not about an outing
reply = await desk.tapped(tap, message)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from adapters.protocol import Button, IncomingMessage, Reply, Text
from agent import regex as re
from agent.language.wording import word_set
from bot.outings import card
from bot.outings.actions import (
    Bring,
    Cancel,
    Flying,
    Freeze,
    Post,
    Remove,
    Say,
    Seat,
    Settle,
    Withdraw,
)
from bot.outings.another import is_in_jest, is_of_another_outing, without_quotes
from bot.outings.changing import jobs_meant, territory_of
from bot.outings.costs import cost_words
from bot.outings.evidence import SOME, guests, registration
from bot.outings.ground import (
    ASKING,
    CURRENT_TURN,
    HOW_MANY_GUESTS,
    HOW_MANY_SEATS,
    IN_A_GROUP,
    IN_WHICH_AIRCRAFT,
    LISTS_CLOSED,
    LONGEST_COMMAND,
    MOST_ALONG,
    NO_OUTING,
    ON_A_DRAFT,
    PRIVATELY,
    SHARING,
    note_of,
    under,
    whisper,
)
from bot.outings.harmless import harmless
from bot.outings.home_by import home_words
from bot.outings.in_parts import parts_of
from bot.outings.leaning import NOTHING
from bot.outings.machine import ended_words
from bot.outings.meaning import is_of_another
from bot.outings.of_a_member import said_out
from bot.outings.outing import LIVE, MOST_GUESTS, Member, Outing
from bot.outings.records import Held, heading_of
from bot.outings.reopening import may_be_again
from bot.outings.supposing import QUESTIONS, Supposing
from bot.outings.taps import OutingTap
from bot.outings.words import Heard
from bot.store import PersonRef
from tongue import say, say_many

COMMANDS = word_set(
    "flyout flyouts in maybe out plane seat task sent received move answerby planb cancel freeze deputy cost"
    " settle"
)
LONGEST_REGISTRATION, MOST_BUTTONS = 16, 6
MEANT_BY_A_PART = 0.85
"""From here on a part that no rule reads says something of its own: "confirmed, and can we leave at eleven?"."""
LONGEST_ON_AGAIN = 14
"""Words of a message that says that an outing is on again."""
OF_ONESELF = "I can't make it"
"""What "Ben can't make it" says where Ben writes it."""
ALONE_IS_SAID = 4
"""So many words: "just me then"."""
_ASKS = re.compile(r"\?|^\W*(?:am|is|are|bin|ist|sind|suis|est|when|wann|quand)\b", re.IGNORECASE)
FOR_THE_CLUB = ("current", "booked", "remind", "note", "notes")
"""What the club's desk answers."""


@dataclass
class OutingDesk(Supposing):
    """The outings' part of the desk: commands and plain words."""

    async def command(self, name: str, rest: str, message: IncomingMessage) -> Reply:
        """One of `COMMANDS`."""
        if message.private and name != "flyouts":
            return Reply((Text(say(IN_A_GROUP)),))
        if len(rest) > LONGEST_COMMAND:
            return whisper(
                say(
                    "That is too long: I read {longest_command} letters behind /{name}. Nothing is changed.",
                    longest_command=LONGEST_COMMAND,
                    name=name,
                )
            )
        match name:
            case "flyout":
                if rest.isdecimal():
                    return await self._again(int(rest), message)
                return await self._draft(rest, message)
            case "flyouts":
                return await self._listed(message)
            case "in" | "maybe" | "out":
                bare = rest.strip().isdecimal() or any(word.startswith("+") for word in rest.split())
                if guests(rest) is None and bare:
                    return whisper(say(HOW_MANY_GUESTS))
                return await self._act(Say(state=name, guests=guests(rest), note=note_of(rest)), message)
            case "plane":
                count = next((w for w in rest.split() if w.isdecimal()), "")
                craft = registration(rest) or next((w.upper() for w in rest.split() if not w.isdecimal()), "")
                if not (count and craft) or len(craft) > LONGEST_REGISTRATION:
                    return whisper(say("Say the registration and the seats you offer: /plane G-ABCD 3"))
                return await self._act(Bring(registration=harmless(craft, 16), seats=int(count[:3])), message)
            case "seat" if not rest.strip():
                return whisper(say("In which aircraft? /seat G-ABCD"))
            case "seat":
                return await self._act(Seat(registration=rest.upper()[:16]), message)
            case "answerby" | "planb":
                return await self._set(name, rest, message)
            case "task" | "sent" | "received":
                return await self._task(name, rest, message)
            case "move":
                heard = self.ear.heard(rest, self._today()) or self.ear.heard(f"move it to {rest}", self._today())
                if heard is None or heard.kind != "move":
                    return whisper(say("Move it to when? /move sunday, /move 11:00, /move one hour later"))
                return await self._said(heard, message, await self._meant(message, drafts=True))
            case "cancel":
                held = await self._meant(message, drafts=True)
                return await self._do(Cancel(why=harmless(rest, 80)), message, held)
            case "freeze":
                return await self._act(Freeze(), message)
            case "deputy":
                return await self._deputy(rest, message)
            case "cost":
                heard = self.ear.heard(f"I paid {rest}", self._today())
                if heard is None or heard.kind != "paid":
                    return whisper(say("Say the amount and for what: /cost 186.40 fuel G-ABCD"))
                return await self._said(heard, message, await self._meant(message, over=True))
            case _:
                held = await self._meant(message, over=True)
                if len(held) == 1 and not await self._leads(held[0].outing, message):
                    return await self._said(
                        Heard("cost"), message, held
                    )  # who may not close it reads what is owed
                return await self._do(Settle(), message, held)

    async def heard(self, message: IncomingMessage, text: str) -> Reply | None:
        """The reply to plain words about an outing; None when they are for somebody else."""
        if message.private:
            heard = None if text.lstrip().startswith("/") else self.ear.heard(text, self._today())
            return await self._heard_privately(heard, message) if heard is not None else None
        if (pending := await self._pending(message)) and (reply := await self._completed(pending, text, message)):
            return reply
        text = _WHY_NOT.sub("", without_quotes(text))
        if (again := await self._on_again(text, message)) is not None:
            return again
        if (corrected := await self._repaid(text, message)) is not None:
            return corrected
        if (off := await self._said_of_a_member(text, message)) is not None:
            return off
        return await self._heard_in_parts(text, message) or await self._heard_whole(text, message)

    async def _said_of_a_member(self, text: str, message: IncomingMessage) -> Reply | None:
        """ "Ben can't make it": a tap for who may take him off the list, one line to everybody else."""
        held = await self._meant(message)
        writer = Member(id=message.person.id, name=message.person.name)
        said = said_out(text, held[0].outing, writer) if len(held) == 1 else None
        if said is None:
            return None
        if said.own and len(said.answers) < len(("one", "other")):
            return await self._heard_whole(OF_ONESELF, message)
        if not said.answers:
            nobody = say("Nobody called {name} is on this list.", name=card.safe(said.name))
            return whisper(nobody) if self.ear.is_a_name(said.name) else None
        outing, (first, *others) = held[0].outing, said.answers
        name = card.safe(first.member.name)
        if others and await self._leads(outing, message):
            off = [(one.member.name, Remove(person=one.member.id)) for one in said.answers]
            return await self._asked_which_of(say("Who is off the list?"), off, message, outing)
        if others:
            count = len(said.answers)
            return whisper(
                say("{count} here are called {name}: who is out says so, or taps Out.", count=count, name=name)
            )
        if outing.aircraft_of(first.member.id) is not None or not await self._leads(outing, message):
            return whisper(say("{name} says that, or taps Out under the card.", name=name))
        return await self._asked(
            say("Take {name} off the list?", name=name), Remove(person=first.member.id), message, outing
        )

    async def _on_again(self, text: str, message: IncomingMessage) -> Reply | None:
        """ "No wait, it's on": what was called off is posted anew by one tap of who may."""
        if text.lstrip().startswith("/"):
            return None
        said = self.ear.evidence(text, self._today())
        if said.asks or len(said.words) > LONGEST_ON_AGAIN or not said.has("change.on_again"):
            return None
        held = await self.records.in_room(message.chat, over=True)
        off = [one for one in held if may_be_again(one.outing, self.now())]
        off = [one for one in off if under(one, message)] or off[-1:]
        if not off or any(one.outing.status in LIVE for one in held if under(one, message)):
            return None
        outing = off[0].outing
        if not await self._leads(outing, message):
            return await self._do(Cancel(version=-1), message, off[:1])
        (token,) = await self._tokens(message, [OutingTap(outing=outing.id, do="again")], own=True)
        words = say("{flight} is called off. Post it again, with who was in?", flight=heading_of(outing))
        return Reply((Text(words),), (Button(say("Post it again"), token, "primary"),), ephemeral=True)

    async def _heard_in_parts(self, text: str, message: IncomingMessage) -> Reply | None:
        """The replies to each of several things said in one message under a card, as one."""
        beneath = next((one.outing for one in await self._meant(message) if under(one, message)), None)
        if beneath is None or text.lstrip().startswith("/"):
            return None
        said = self.ear.evidence(text, self._today())
        if is_of_another_outing(said, beneath) or is_in_jest(said) or is_of_another(said):
            return None
        replies: list[Reply] = []
        for number, part in enumerate(parts_of(text, self._heard_or_meant)):
            own = replace(message, id=f"{message.id}/{number}", text=part)
            reply = await self._heard_whole(part, own)
            if reply is None or not reply.blocks:
                reply = await self._told_who_may(part, own)
            replies += [reply] if reply is not None else []
        if not replies:
            return None
        blocks = tuple(dict.fromkeys(block for reply in replies for block in reply.blocks))
        buttons = tuple(button for reply in replies for button in reply.buttons)
        return Reply(blocks, buttons[:MOST_BUTTONS], ephemeral=all(reply.ephemeral for reply in replies))

    async def _told_who_may(self, part: str, message: IncomingMessage) -> Reply | None:
        """Who moves it, beside another thing that was said: it is not passed over in silence."""
        heard = self._heard_or_meant(part)
        held = await self._meant(message)
        if heard is None or heard.kind != "move" or not held or await self._leads(held[0].outing, message):
            return None
        return await self._proposed(heard, message, held)

    def _heard_or_meant(self, part: str) -> Heard | None:
        """What the words of a part say, or what it means beyond doubt."""
        if heard := self.ear.heard(part, self._today()):
            return heard
        shares = self.ear.shares(part, self._today())
        kind, share = max(shares.items(), key=lambda pair: pair[1], default=(NOTHING, 0.0))
        name, _, state = kind.partition(".")
        return Heard(name, weak=True, state=state) if kind != NOTHING and share >= MEANT_BY_A_PART else None

    async def _heard_whole(self, text: str, message: IncomingMessage) -> Reply | None:
        """The reply to a message that says one thing."""
        heard = None if text.lstrip().startswith("/") else self.ear.heard(text, self._today())
        named: Sequence[Held] = ()
        if heard is None and not text.lstrip().startswith("/"):
            heard, named = await self._heard_of_a_place(text, message)
        if heard is not None and heard.kind in ("cancel", "move") and await self._is_among_others(message):
            heard = replace(heard, asked=True)  # beneath what a clubmate wrote it may be of that: the pub dinner
        supposed = await self._supposed(heard, text, message, named or await self._meant(message))
        if isinstance(supposed, Reply):
            return supposed
        heard = supposed
        if heard is None:
            return await self._put_otherwise(text, message)
        if heard.kind == "post":
            draft = await self._draft_of(message)
            return await self._do(Post(), message, [draft]) if draft else None
        if heard.kind in FOR_THE_CLUB:
            if heard.kind == "current" and heard.day is None and _in_passing(message, text):
                return None
            if self.club is not None:
                return await self.club.heard(heard, message)
            return Reply((Text(say(PRIVATELY)),)) if heard.kind == "current" else None
        if heard.kind == "start":
            return await self._invited(heard, text, message)
        if heard.kind == "on":
            return await self._listed(message, heard)
        if heard.kind == "stands":
            return await self._stands(heard, message)
        over, drafts = heard.kind in ("paid", "cost", "profit"), heard.kind in ON_A_DRAFT
        held = named or await self._meant(message, over=over, drafts=drafts)
        if not named and len(held) > 1:
            held = self._of_what_is_named(heard, text, message, held)
        called = message.addressed_by in ("command", "mention")  # under another answer it is said to the others
        bare = heard.kind == "done_by" and heard.weak  # "customs?" of a clubmate's "off to Calais on Sunday"
        if (
            not held
            and called
            and ((heard.kind in ASKING and not bare) or (heard.kind == "say" and not heard.weak))
        ):
            return whisper(say(NO_OUTING))
        if not held or (heard.weak and not await self._beside(held, message)):
            return None
        if heard.kind in QUESTIONS and (ended := held[0].outing).status in ("cancelled", "expired"):
            return whisper(ended_words(ended))
        if heard.kind == "plan_b" and heard.asked and not await self._leads(held[0].outing, message):
            return Reply(())  # a thought of somebody who does not decide it
        if heard.kind == "say" and heard.state == "in" and self._is_another_day(text, held):
            return whisper(say("Nothing of that day: {flight}.", flight=heading_of(held[0].outing)))
        if heard.kind == "report" and not heard.task and heard.state == "received":
            spoken = await self._task_spoken_of(message)
            waits = any(job.state == "sent" for job in held[0].outing.jobs)
            heard = replace(heard, task=spoken) if spoken and not waits else heard
        if heard.kind == "mine" and not heard.task:
            heard = await self._of_the_task_spoken_of(heard, message)
            if not jobs_meant(held[0].outing, heard.task):
                return None
        await self._turned(message)
        return await self._said(heard, message, held)

    async def _is_among_others(self, message: IncomingMessage) -> bool:
        """Whether it stands beneath what somebody else began, and no card."""
        if message.quoted or message.earlier:
            return True
        held = await self._meant(message) if message.addressed_by == "thread" else ()
        return bool(held) and not any(under(one, message) for one in held)

    async def _heard_privately(self, heard: Heard, message: IncomingMessage) -> Reply | None:
        """What is said in a direct chat means the outings that this person has a part in."""
        if heard.kind in FOR_THE_CLUB:
            return await self.club.heard(heard, message) if self.club is not None else None
        over = heard.kind in ("paid", "cost", "profit")
        held = await self.records.of_person(PersonRef.of(message), flown=over)
        if heard.kind == "on":
            return await self._listed(message, heard) if held or not heard.weak else None
        if heard.kind == "home" or (heard.kind == "start" and not heard.anywhere):
            return None  # a trip that is planned
        if heard.kind != "start" and not held and heard.weak:
            return None
        if heard.kind == "cancel" and not held:
            return None  # what was asked, it may be
        if not held or heard.kind == "start":
            return Reply((Text(say(IN_A_GROUP)),))
        if heard.weak and not await self._beside((), message):
            return None
        if heard.kind == "say" and heard.state == "in" and any(h.outing.status == "frozen" for h in held):
            return Reply((Text(say(LISTS_CLOSED)),))
        return await self._said(heard, message, held)

    async def _said(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """What was heard, done to the outing that is meant."""
        if not held:
            return whisper(say(NO_OUTING))
        match heard.kind:
            case "say":
                if heard.guests == SOME:
                    return whisper(say(HOW_MANY_GUESTS))
                state = "in" if heard.state == "in" else "out" if heard.state == "out" else "maybe"
                return await self._do(Say(state=state, guests=heard.guests), message, held)
            case "alone":
                return await self._alone(message, held)
            case "guest_out":
                own = held[0].outing.answer_of(message.person.id)
                if len(held) > 1 or own is None or own.guests != 1:
                    return whisper(say(HOW_MANY_GUESTS))
                return await self._do(Say(state=own.state, guests=0), message, held)
            case "flying" | "not_flying":
                own = any(one.outing.aircraft_of(message.person.id) for one in held)
                answer = Say(state="in" if heard.kind == "flying" else "out")
                return await self._do(Flying(yes=heard.kind == "flying") if own else answer, message, held)
            case "along":
                return await self._along(heard.guests or 0, message, held[0].outing)
            case "answer_by":
                return await self._answer_by(heard, message, held)
            case "plan_b":
                return await self._plan_b(heard.why, message, held)
            case "bring" if heard.seats < 0:
                return whisper(say(HOW_MANY_SEATS))
            case "bring" if not heard.craft:
                return await self._offered(heard, message, held)
            case "withdraw":
                return await self._withdrawn(heard, message, held)
            case "bring":
                bring = Bring(registration=heard.craft[:16], type=heard.what[:40], seats=heard.seats)
                return await self._do(bring, message, held)
            case "seat":
                return await self._seat(heard, message, held)
            case "cancel" if heard.day and held[0].outing.flight and heard.day != held[0].outing.flight.day:
                return whisper(say("Nothing of that day: {flight}.", flight=heading_of(held[0].outing)))
            case "cancel" | "move" if len(held) == 1 and not await self._leads(held[0].outing, message):
                return await self._proposed(heard, message, held)
            case "cancel" | "move" if heard.asked and held[0].outing.status != "draft":
                return await self._asked_back(heard, message, held)
            case "cancel":
                return await self._do(Cancel(why=harmless(heard.why, 80)), message, held)
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

    async def _alone(self, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """Who comes with guests comes without them; who was not in says so in as many words."""
        one = next((h for h in held if h.outing.answer_of(message.person.id)), None)
        own = one.outing.answer_of(message.person.id) if one else None
        if one is not None and own is not None and own.state != "out":
            return await self._do(Say(state=own.state, guests=0), message, [one])
        if len(message.text.split()) > ALONE_IS_SAID:
            return Reply(())
        return await self._do(Say(state="in", guests=0), message, held)

    async def _offered(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """Seats of the aircraft that somebody brings already: so many, or so many more."""
        one = next((h for h in held if h.outing.aircraft_of(message.person.id)), None)
        own = one.outing.aircraft_of(message.person.id) if one else None
        if one is None or own is None:
            return Reply(()) if heard.asked else whisper(say(IN_WHICH_AIRCRAFT))
        seats = own.seats + heard.seats if heard.more else heard.seats
        bring = Bring(registration=own.registration, type=own.type, seats=seats)
        if heard.asked:
            words = say_many("{count} seat in {label}?", "{count} seats in {label}?", seats, label=own.label)
            return await self._asked(words, bring, message, one.outing)
        return await self._do(bring, message, [one])

    async def _withdrawn(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """An aircraft that does not come is taken out by a tap of who may; of others it is talk."""
        person = message.person.id
        for one in held:
            outing = one.outing
            craft = outing.craft_like(heard.craft) if heard.craft else None
            craft = craft or (
                outing.aircraft_of(person) if "-" not in heard.craft else None
            )  # a type of one's own
            if craft is None or not (craft.pilot.id == person or await self._leads(outing, message)):
                continue
            tap = OutingTap(outing=outing.id, do="act", action=Withdraw(registration=craft.registration))
            (token,) = await self._tokens(message, [tap], own=True)
            asks = say("Does {aircraft} not come?", aircraft=card.safe(craft.label))
            label = say("Withdraw {aircraft}", aircraft=craft.label)[:60]
            return Reply((Text(asks),), (Button(label, token),), ephemeral=True)
        return Reply(())

    async def _stands(self, heard: Heard, message: IncomingMessage) -> Reply | None:
        """Whether it is still on: what lies ahead, and what was called off of it."""
        held = await self.records.in_room(message.chat, over=True)
        off = self.now()
        beneath = [one for one in held if under(one, message)]
        ahead = [
            one for one in held
            if one.outing.status in LIVE
            or (one.outing.status == "cancelled" and one.outing.flight and one.outing.flight.off_blocks > off)
        ]  # fmt: skip
        named = [one for one in ahead if heard.day in one.outing.days]
        meant = [one for one in beneath or named or ahead if one.outing.is_of(heard.name)]
        if not meant or not await self._beside(meant, message):
            return None
        await self._turned(message)
        return Reply((Text("\n".join(card.stands_words(one.outing) for one in meant[:4])),))

    async def _along(self, guests: int, message: IncomingMessage, outing: Outing) -> Reply:
        """Who asks whether somebody may come along: how many can, which seats are free, and a tap that says so."""
        words = f"{say(MOST_ALONG, count=MOST_GUESTS)} {card.seats_words(outing)}"
        if guests == SOME or guests > MOST_GUESTS:
            return Reply((Text(words if guests != SOME else f"{words} {say(HOW_MANY_GUESTS)}"),))
        answer = Say(state="in", guests=guests, schedule=outing.schedule)
        (token,) = await self._tokens(message, [OutingTap(outing=outing.id, do="act", action=answer)], own=True)
        return Reply((Text(words),), (Button(say("In +{guests}", guests=guests), token),))

    async def _invited(self, heard: Heard, text: str, message: IncomingMessage) -> Reply | None:
        """An invitation starts an outing; who asks under a card who comes there, asks of that one."""
        held = await self._meant(message)
        if heard.weak and any(under(one, message) for one in held):
            return await self._said(Heard("who"), message, held)
        if heard.weak and not await self._beside((), message):
            return None
        return await self._started(heard, text, message)

    async def _told(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """A question about an outing; of several about the next one."""
        outing = held[0].outing
        if heard.kind == "done_by":
            seconds = int(CURRENT_TURN.total_seconds())
            await self._values(message).set(f"task {message.chat.thread}", heard.task, seconds=seconds)
        words = self._told_of(outing, heard)
        named = message.private and heard.kind != "who"  # in a direct chat no card says which is meant
        return Reply((Text(f"**{heading_of(outing)}**\n{words}" if named else words),))

    def _told_of(self, outing: Outing, heard: Heard) -> str:
        match heard.kind:
            case "who":
                return card.who_words(outing)
            case "organiser":
                return card.organiser_words(outing)
            case "seats":
                return card.seats_words(outing)
            case "todo":
                return card.task_words(outing)
            case "cost":
                return cost_words(outing)
            case "stands":
                return card.stands_words(outing)
            case "leaves":
                return card.head_of(outing)
            case "leg":
                return card.leg_words(outing)
            case "home" if words := home_words(heard, outing.flight):
                return words
            case "done_by":
                lines = [f"- {card.job_line(job)}" for job in jobs_meant(outing, heard.task)]
                return "\n".join(lines) or say("That is no task of this outing.")
            case _:
                sums = outing.flight.sums if outing.flight else ()
                latest = "\n".join(sums) or say("I could not reckon a latest time: no speed is known.")
                return f"{card.head_of(outing)}\n{latest}" if outing.flight else latest

    def _sharing(self, outing: Outing) -> str:
        """The cost-sharing entry of the country the outing leaves from, with its source and day."""
        country = territory_of(outing)
        found = self.deps().rules.corpus.answers("cost-sharing", country) if country else ()
        found = found or self.deps().rules.corpus.answers("cost-sharing", "EU")
        if not found:
            said = say("I have no entry on them: ask your authority.")
            return f"{say(SHARING)} {said}"
        first = found[0]
        read = say(", read {day:%d} {day:%b} {day:%Y}", day=first.reviewed) if first.reviewed else ""
        return f"{say(SHARING)}\n> {first.text}\n{first.reference}{read}"

    async def _again(self, number: int, message: IncomingMessage) -> Reply:
        """Show an outing's card again."""
        held = next((h for h in await self.records.in_room(message.chat) if h.outing.number == number), None)
        if held is None or held.outing.status not in LIVE:
            return whisper(say("There is no open outing {number} here.", number=number))
        await self.records.pause(message.chat, paused=False)
        await self.records.undraw(held.outing.id)
        self.woken()
        return whisper(say("Here it is again."), slight=True)

    async def _listed(self, message: IncomingMessage, heard: Heard | None = None) -> Reply:
        """The outings that lie ahead; of the days that were asked about, where any were."""
        held = (
            await self.records.of_person(PersonRef.of(message))
            if message.private
            else [h for h in await self.records.in_room(message.chat) if h.outing.status in LIVE]
        )
        if not held:
            return Reply(
                (Text(say(NO_OUTING) if not message.private else say("You are in no outing that lies ahead.")),)
            )
        count = len(held)
        if heard is not None and heard.day and heard.until:
            first, last = heard.day, heard.until
            held = [h for h in held if any(first <= day <= last for day in h.outing.days)]
            if not held:
                return Reply((Text(_nothing_on(first, last, count)),))
        lines = [f"- {h.outing.number}: {card.head_of(h.outing).replace('**', '')}" for h in held[:5]]
        rest = say("and {count} more", count=len(held) - 5)
        more = [f"- {rest}"] if len(held) > 5 else []
        paused = any(h.paused for h in held) and not message.private
        away = say("I was away from this group; until you say so I keep quiet about these.")
        words = [away] if paused else []
        others = count - len(held)
        if others:
            words.append(
                say_many(
                    "{count} more lies ahead on other days: /flyouts",
                    "{count} more lie ahead on other days: /flyouts",
                    others,
                )
            )
        head = say_many("**{count} ahead**", "**{count} ahead**", len(held))
        if others:
            head = say_many("**{count} then**", "**{count} then**", len(held))
        text = "\n".join([head, *lines, *more, *words])
        if not paused:
            return Reply((Text(text),))
        first = next(one for one in held if one.paused)
        (token,) = await self._tokens(message, [OutingTap(outing=first.outing.id, do="resume")])
        return Reply((Text(text),), (Button(say("Go on"), token),))


def _nothing_on(first: date, last: date, others: int) -> str:
    """Said of days on which nothing is planned."""
    words = (
        say("Nothing is planned here on {day:%a} {day.day} {day:%b}.", day=first)
        if first == last
        else say(
            "Nothing is planned here from {first:%a} {first.day} {first:%b} to {last:%a} {last.day} {last:%b}.",
            first=first, last=last,
        )
    )  # fmt: skip
    ahead = say_many(
        "{count} lies ahead on another day: /flyouts", "{count} lie ahead on other days: /flyouts", others
    )
    return f"{words} {ahead}"


_WHY_NOT = re.compile(r"^\W*(?:why not|warum (?:denn )?nicht|pourquoi pas)\s*[,!.;:…–-]+\s*(?=\w)", re.IGNORECASE)
""" "Why not, I'll come" says yes."""


def _in_passing(message: IncomingMessage, text: str) -> bool:
    """Whether somebody tells the others of their papers, and asks us nothing."""
    return message.addressed_by in ("reply", "thread") and not _ASKS.search(text)


__all__ = ["COMMANDS", "OutingDesk"]
