"""What a message under a card most likely means, where no rule reads it: somebody is asked, and a tap does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from adapters.protocol import Button, IncomingMessage, Reply, Text
from agent import regex as re
from bot.outings.actions import AnswerBy, Bring, Own, PlanB, Say, Seat
from bot.outings.another import (
    OF_ITS_STATE,
    OF_PEOPLE,
    is_in_jest,
    is_of_another_outing,
    is_of_the_last,
    is_put_to_others,
    laughs,
    might_have_been,
)
from bot.outings.card import safe
from bot.outings.changing import LAST_ANSWERS, jobs_meant
from bot.outings.coming import too_many
from bot.outings.evidence import Evidence, registration
from bot.outings.ground import HOW_MANY_GUESTS, IN_WHICH_AIRCRAFT, under, whisper
from bot.outings.heard import Payment, in_each_currency
from bot.outings.leaning import NOTHING
from bot.outings.meaning import BOTH_OUT, begins_with_an_answer, ends_in, is_of_another
from bot.outings.naming import Naming
from bot.outings.outing import MOST_GUESTS, OVER, Outing, State, when_words
from bot.outings.records import Held
from bot.outings.seating import takes
from bot.outings.taps import OutingTap
from bot.outings.words import Heard, leaves_first
from tongue import say, say_many

SURE, SURE_OF_A_QUESTION, SURE_OF_TALK = 0.4, 0.5, 0.5
"""From here on somebody is asked; a question is answered; what asks nothing is left to the others."""
AGAINST, UNLIKELY, UNLIKELY_ANSWER, UNLIKELY_IF_WEAK = 0.5, 0.05, 0.25, 0.15
"""What the words say weakly is not so where its share is that small and another's that large; of who comes it is
asked first wherever the share is small."""
TALK_BEYOND_DOUBT, PERHAPS_AN_ANSWER, SURE_OF_AN_ANSWER = 0.45, 0.35, 0.47
"""Talk that may be an answer as well ("no time, sorry") is asked about; what no rule reads, from the last on. Of
the answers of seven writers that only their meaning tells nearly all have a share of .48 and more."""
WHOLE = 0.1
"""An organiser who does not come may mean that nobody does, where that has such a share."""
CHANGES = (
    "cancel",
    "move",
    "bring",
    "withdraw",
    "seat",
    "report",
    "mine",
    "paid",
    "plan_b",
    "answer_by",
    "guest_out",
)
"""What is looked at twice even where the words say it outright: "last time we cancelled it was glorious"."""
SURE_OF_TALK_OF_PEOPLE = 0.8
"""A question that names somebody who comes is put to them, where it is so surely of nothing here."""
SURE_WITHOUT_ASKING = 0.65
"""From here on what is not put as a question is one: "seats"."""
BEYOND_DOUBT = 0.9
"""A question so sure is of the outing, whatever else its words may mean."""
_SAID_BY = {"in": ("answer.in", "answer.in_short"), "out": ("answer.out", "answer.leave")}
"""An answer whose clause tells more than itself may be of something else: "pull out the chocks"."""
TOLD_FROM = 0.5
"""From here on somebody who may not move it or call it off is told so; below it is talk of something else."""
SURE_OF_A_CALL = 0.7
"""From here on what calls us beside no card, and no rule reads, is of the one outing that lies ahead."""
OUTRIGHT, SURE_TO_CANCEL = 0.8, 0.9
"""Below this share a move or a cost is asked back, however it is said; below the second a calling off, and a
cost of which nobody says what for."""
CERTAIN, CERTAIN_IF_WEAK = 0.6, 0.8
"""Below this share nothing that changes an outing is done by words alone; the second is for what could mean
something else."""
COSTS = ("paid", "cost")
"""What is still said of an outing that was flown."""
OF_PEOPLE_OR_SEATS = (*OF_PEOPLE, "bring")
QUESTIONS = ("who", "seats", "todo", "cost", "back", "leaves", "stands")
OF_WHO_FLIES = ("who", "seats", "stands", "leaves")


@dataclass
class Supposing(Naming):
    """The part that supposes."""

    async def _supposed(
        self, heard: Heard | None, text: str, message: IncomingMessage, held: Sequence[Held]
    ) -> Heard | Reply | None:
        """What is done with a message that no rule reads, or that one reads weakly: `heard`, a question back, or
        nothing. Under a card alone: elsewhere it is not said of an outing."""
        beneath = next((one.outing for one in held if under(one, message)), None)
        if text.lstrip().startswith("/"):
            return heard
        if beneath is None:
            if heard is not None and heard.kind in OF_PEOPLE_OR_SEATS:
                of_another = self.ear.evidence(text, self._today())
                if might_have_been(of_another) or is_put_to_others(of_another):
                    return None
            return await self._supposed_of_none(heard, text, message, held)
        said = self.ear.evidence(text, self._today())
        answers = heard is not None and heard.kind == "say"
        if heard is not None and answers and heard.state == "out" and leaves_first(said.text):
            return replace(heard, asked=True) if laughs(text) else heard
        if heard is not None and answers and heard.state == "in" and _is_of_a_thing(said):
            return await self._asked_whether("in", said, message, beneath)  # "yes, I'll bring them"
        mine = beneath.answer_of(message.person.id)
        comes_already = mine is not None and mine.state == "in"
        if comes_already and heard is not None and answers and _is_left_open(heard, said):
            return await self._asked_whether("maybe", said, message, beneath)  # "on verra", of whatever it is
        if not comes_already and might_have_been(said):
            return Reply(())
        if (heard is None or heard.kind in OF_PEOPLE) and is_put_to_others(said):
            return Reply(())
        if heard is not None and not (heard.weak or answers or heard.kind in (*CHANGES, *QUESTIONS, "start")):
            return heard
        if heard is not None and (heard.leg or heard.kind == "home"):
            return heard  # no other words say it: "back by 3", asked first or put before who may
        shares = self.ear.shares(_of_the_field(said, beneath), self._today())
        ours = (heard is None or heard.kind in OF_PEOPLE) and not said.asks
        if shares and ours and (is_of_another_outing(said, beneath) or is_in_jest(said)):
            return Reply(())
        if shares and heard is not None and heard.kind in OF_ITS_STATE:
            spent = heard.kind == "paid" and is_of_the_last(said)
            if spent or is_of_another_outing(said, beneath):
                return Reply(())
        if heard is not None and heard.kind == "start" and not heard.weak and not _moves_it(shares):
            return heard
        counts = heard is not None and heard.kind == "seats" and heard.weak and not said.asks and "?" not in text
        if counts and said.number is not None and beneath.aircraft_of(message.person.id) is not None:
            return await self._asked_of_seats(said, message, beneath)  # "il ne me reste qu'une place"
        kind, share = max(shares.items(), key=lambda pair: pair[1], default=("", 0.0))
        if heard is not None and heard.kind == "move" and heard.day:
            heard = replace(heard, day=_another_day(said, beneath))
        moves = heard is not None and heard.kind in ("cancel", "move") and not heard.asked
        told = max(shares.get("move", 0.0), shares.get("cancel", 0.0)) >= TOLD_FROM
        own = beneath.answer_of(message.person.id)
        led = beneath.leads(message.person.id)
        if (
            heard is not None
            and heard.kind == "cancel"
            and own is not None
            and not led
            and _I_MUST.search(said.text)
        ):
            return await self._asked_whether("out", said, message, beneath)
        if (
            heard is not None
            and heard.kind == "mine"
            and heard.what == "it"
            and await self._task_spoken_of(message)
        ):
            return heard  # "on it", of what was asked about a moment ago
        flown = beneath.aircraft_of(message.person.id)
        if heard is not None and heard.kind == "withdraw" and flown is not None and not _AGAIN.search(said.text):
            other = registration(heard.craft) not in ("", flown.registration)
            return Reply(()) if other else heard  # asked first, whatever is meant: "l'Archer est en révision"
        if heard is not None and heard.kind == "not_flying" and beneath.aircraft_of(message.person.id) is not None:
            return Heard("withdraw")  # asked first: "I'm not flying, that crosswind is too much for me"
        if heard is not None and heard.kind == "guest_out" and own is not None and own.guests:
            return await self._leant("guest_out", False, False, said, message, beneath)
        brought = heard is not None and heard.kind == "say" and heard.state == "in" and heard.guests
        if brought and kind == "bring" and beneath.aircraft_of(message.person.id) is None:
            return await self._asked_whether("in", said, message, beneath, heard.guests if heard else None)
        if heard is not None and heard.kind == "answer_by" and not led and not said.asks:
            return await self._asked_whether("maybe", said, message, beneath)  # "I'll say by Thursday"
        if (
            led
            and heard is not None
            and _is_said_to_all(heard, said)
            and not self._stands_by(heard, shares, share)
        ):
            return replace(heard, asked=True)
        if heard is not None and heard.kind == "say" and heard.asked:
            state = "in" if heard.state == "in" else "out" if heard.state == "out" else "maybe"
            return await self._asked_whether(state, said, message, beneath, heard.guests)
        if moves and not told and not led:
            heard = None
        elif heard is not None and own is not None and own.guests and _may_mean_the_guest(heard, said):
            return await self._asked_whether("in", said, message, beneath, guests=0)
        elif heard is not None and (_ends_in_an_answer(heard, said) or self._stands_by(heard, shares, share)):
            whole = (heard.kind, heard.state) == ("say", "out") and shares.get("cancel", 0.0) > WHOLE
            if whole and beneath.leads(message.person.id):
                return Heard("cancel", asked=True)
            if _is_outright(heard):
                return self._outright(heard, shares, text)
            return await self._once_certain(heard, shares, said, message, beneath)
        if beneath.status in OVER and not (beneath.status == "flown" and kind in COSTS):
            return heard
        if kind == NOTHING and share < TALK_BEYOND_DOUBT and not said.asks and not is_of_another(said):
            answer, likely = max((p for p in shares.items() if p[0].startswith("say.")), key=lambda pair: pair[1])
            kind, share = (answer, SURE_OF_AN_ANSWER) if likely >= PERHAPS_AN_ANSWER else (kind, share)
        comes = own is not None and own.state == "in" and not said.asks
        if comes and heard is not None and (heard.kind, heard.state) == ("say", "out"):
            return await self._asked_whether("out", said, message, beneath)  # who is in is not left out of hearing
        if comes and own is not None and own.guests and heard is not None and heard.kind == "alone":
            return await self._asked_whether("in", said, message, beneath, guests=0)
        if heard is None and kind == NOTHING and self.ear.is_of_the_own_flying(said.said):
            return None
        if kind == NOTHING:
            asks = "?" in text or (said.asks and not text.rstrip().endswith("!"))  # "what a landing!"
            if share >= SURE_OF_TALK_OF_PEOPLE and beneath.names_alone(
                spot.name for spot in said.said.slots.spots
            ):
                return Reply(())  # "can Ana see this?"
            known = said.places or said.said.slots.countries
            to_people = said.has("who.people") and not known and (not said.elsewhere or share >= BEYOND_DOUBT)
            return Reply(()) if share >= SURE_OF_TALK and (to_people or not asks) else None
        if heard is None and kind.startswith("say.") and said.has("else.thing") and not said.has("who.me"):
            return None  # "METAR please"
        if heard is None and kind in ("bring", "say.out") and laughs(text) and not said.has("who.me"):
            return Reply(())  # "two spare seats and still no mates, eh Martin 😂"
        if heard is None and kind.startswith("say.") and is_of_another(said) and not _HIM_TOO.search(said.text):
            return Reply(())
        if heard is None and kind in OF_WHO_FLIES and said.asks and said.has("what.fuel", "else.hours"):
            return None  # "which have fuel?": of the field
        if kind in QUESTIONS and not said.asks and "?" not in text and share < SURE_WITHOUT_ASKING:
            return Reply(())  # "ok ten works"
        sure = SURE_OF_AN_ANSWER if kind.startswith("say.") and not answers else SURE
        if share < (SURE_OF_A_QUESTION if kind in QUESTIONS or "?" in text else sure):
            return await self._asked_whether("maybe", said, message, beneath) if answers else None
        if heard is not None and (heard.kind, heard.state, kind) == ("say", "maybe", "say.in"):
            kind = "say.maybe"  # "if the babysitter turns up I'm there"
        known = said.places or said.said.slots.countries
        elsewhere = bool(said.elsewhere and (known or share < BEYOND_DOUBT))
        return await self._leant(kind, "?" in text, elsewhere, said, message, beneath)

    async def _supposed_of_none(
        self, heard: Heard | None, text: str, message: IncomingMessage, held: Sequence[Held]
    ) -> Heard | Reply | None:
        """The same of what is said beside no card: what may be meant otherwise is asked back there, too."""
        e = self.ear.evidence(text, self._today())
        outing = held[0].outing if len(held) == 1 else None
        if heard is not None and heard.kind == "cancel" and outing is not None and _I_MUST.search(e.text):
            own = outing.answer_of(message.person.id)
            if own is not None and not outing.leads(message.person.id):
                return await self._asked_whether("out", e, message, outing)  # "j'annule": the own place
        if heard is None and not (e.asks or e.places) and (might_have_been(e) or is_in_jest(e)):
            return Reply(())  # "hätte ich 35 Euro für jedes Mal …"
        if _is_outright(heard):
            return self._outright(heard, self.ear.shares(text, self._today()), text)
        if heard is None and outing is not None and message.addressed_by == "mention":
            return await self._called_with(e, text, message, held)
        if heard is None or heard.kind != "say" or outing is None:
            return heard
        says: dict[str, State] = {"say.in": "in", "say.out": "out", "say.maybe": "maybe"}
        shares = {name: share for name, share in self.ear.shares(text, self._today()).items() if name in says}
        likeliest = max(shares, key=lambda name: shares[name], default="")
        meant = likeliest != _class_of(heard) and shares.get(likeliest, 0.0) >= SURE_OF_A_QUESTION
        if not (heard.asked or meant):
            return heard
        state = says[likeliest] if meant else says.get(_class_of(heard), "maybe")
        return await self._asked_whether(state, e, message, outing, heard.guests)

    async def _called_with(
        self, e: Evidence, text: str, message: IncomingMessage, held: Sequence[Held]
    ) -> Heard | Reply | None:
        """What calls us beside no card, where one outing lies ahead and no rule reads it: what it surely means."""
        outing = held[0].outing
        shares = self.ear.shares(_of_the_field(e, outing), self._today())
        kind, share = max(shares.items(), key=lambda pair: pair[1], default=(NOTHING, 0.0))
        fields = e.said.slots.codes or e.countries or (e.places and kind != "bring")
        if kind == NOTHING or share < SURE_OF_A_CALL or fields or not await self._beside(held, message):
            return None
        if is_of_another(e) or is_of_another_outing(e, outing) or is_in_jest(e) or might_have_been(e):
            return None
        found = await self._leant(kind, "?" in text, False, e, message, outing)
        if isinstance(found, Reply) and not found.blocks:
            return whisper(say(IN_WHICH_AIRCRAFT)) if kind == "bring" else None
        return found

    def _stands_by(self, heard: Heard, shares: dict[str, float], most: float) -> bool:
        """Whether what the words say is not unlikely by what they mean."""
        name = _class_of(heard)
        of_it = shares.get(name, 1.0 - shares.get(NOTHING, 0.0) if heard.weak else 1.0)
        flown = max((shares.get(kind, 0.0) for kind in ("bring", "seat", "withdraw")), default=0.0)
        if heard.kind in QUESTIONS and of_it < UNLIKELY and flown >= OUTRIGHT:
            return False  # "bei mir sind nur noch zwei Plätze frei"
        if (
            heard.kind in QUESTIONS
            and not heard.weak
            and shares.get("say.in", 0.0) > max(of_it, SURE_OF_A_QUESTION)
        ):
            return False  # "schreib mich auf die Liste"
        if heard.kind == "start" and not heard.weak:
            return not _moves_it(shares)  # "the forecast's better on Sunday, so let's go then"
        if heard.kind == "alone":
            return shares.get(NOTHING, 0.0) < SURE_OF_TALK or of_it > UNLIKELY_ANSWER
        if heard.kind == "say":
            other = max((v for k, v in shares.items() if k.startswith("say.") and k != name), default=0.0)
            likely = of_it > (UNLIKELY_ANSWER if heard.weak else UNLIKELY) and of_it >= other
            return likely or heard.guests == 0
        if not heard.weak:
            return of_it > UNLIKELY or shares.get(NOTHING, 0.0) < AGAINST
        return of_it > UNLIKELY_IF_WEAK or most < AGAINST

    async def _once_certain(
        self, heard: Heard, shares: dict[str, float], e: Evidence, message: IncomingMessage, outing: Outing
    ) -> Heard | Reply | None:
        """What the words say, where the meaning is as sure of it; else a question that one tap answers: "let me
        know if you need a lift" is no maybe."""
        share = shares.get(_class_of(heard), 1.0)
        plainly = not e.beside(*_SAID_BY.get(heard.state, ())) if heard.kind == "say" else True
        first = plainly and begins_with_an_answer(e.text)
        short = heard.state == "maybe" and e.short and not e.asks  # "put me down as a prob"
        needed = CERTAIN_IF_WEAK if heard.weak and not (first or short) else CERTAIN
        if (plainly and share >= needed) or (heard.state != "out" and ends_in(e.text)):
            return heard
        match heard.kind:
            case "say":
                state = "in" if heard.state == "in" else "out" if heard.state == "out" else "maybe"
                return await self._asked_whether(state, e, message, outing, heard.guests)
            case "report":
                return replace(heard, asked=True)
            case "alone":
                own = outing.answer_of(message.person.id)
                if own is None or not own.guests:
                    return await self._asked_whether("in", e, message, outing)
                return await self._asked(say("Without guests?"), Say(state=own.state, guests=0), message, outing)
            case "mine" | "seat" | "bring" | "guest_out" | "answer_by" | "plan_b":
                return await self._leant(heard.kind, False, False, e, message, outing) or heard
            case _:
                return heard

    def _outright(self, heard: Heard | None, shares: dict[str, float], text: str) -> Heard | None:
        """A calling off, a move or a cost of which the meaning is less sure than the words is asked back, and
        so is a calling off that is thought of: "I was afraid we would have to cancel"."""
        if heard is None:
            return heard
        thought = _THOUGHT_OF.search(text) is not None
        vague = heard.kind == "paid" and heard.what == "costs"  # "j'ai payé mon loyer"
        sure = shares.get(heard.kind, 1.0) >= (SURE_TO_CANCEL if heard.kind == "cancel" or vague else OUTRIGHT)
        return heard if sure and not (heard.kind == "cancel" and thought) else replace(heard, asked=True)

    async def _leant(
        self, kind: str, asks: bool, elsewhere: bool, e: Evidence, message: IncomingMessage, outing: Outing
    ) -> Heard | Reply | None:
        """A question is answered, everything else asked back; what lacks its figures or its right is talk."""
        if kind == "done_by":
            task = e.task or "ppr"
            return Heard(kind, task=task) if jobs_meant(outing, task) else None
        if kind in QUESTIONS:
            if elsewhere and kind == "who":
                return Reply(())  # "who's coming to Scotland?" asks the others
            return Heard(kind) if not elsewhere or kind == "back" else None
        if kind == "on":
            return Heard(kind) if not elsewhere else None
        if kind == "plan_b" and asks:
            return Heard(kind)
        name, _, state = kind.partition(".")
        if asks and name not in ("seat", "say", "along"):
            return None
        if kind == "say.out" and (_YES.match(e.text) or e.has("answer.pleased")) and not _BUT.search(e.text):
            state = "in"  # "yes! need to get out of the house"
        match name:
            case "say" if state == "out" and e.number and outing.aircraft_of(message.person.id):
                return await self._asked_of_seats(e, message, outing)  # "only one seat now, the belt is broken"
            case "say":
                return await self._asked_whether("in" if state == "in" else "out" if state == "out" else "maybe",
                                                 e, message, outing)  # fmt: skip
            case "guest_out":
                own = outing.answer_of(message.person.id)
                if own is not None and not own.guests and own.state == "in" and not e.has("kin.one"):
                    return await self._asked_whether("out", e, message, outing)  # "count one fewer"
                if own is None or not own.guests:
                    return Reply(())
                if own.guests > 1:
                    return whisper(say(HOW_MANY_GUESTS))
                return await self._asked(say("Without guests?"), Say(state=own.state, guests=0), message, outing)
            case "along":
                return Heard("along", guests=e.guests or 1)
            case "bring":
                return await self._asked_of_seats(e, message, outing)
            case "seat":
                return await self._asked_of_a_seat(e, message, outing)
            case "withdraw" if _AGAIN.search(e.text):
                return Reply(())  # "the Archer's available again, annual done"
            case "withdraw":
                return Heard("withdraw", craft=e.craft)
            case "move" | "cancel" if not await self._leads(outing, message):
                return Reply(())
            case "move" if e.day or e.minutes or e.clock or _hour_of(e):
                day = _another_day(e, outing)
                minutes = -e.minutes if e.has("change.earlier") else e.minutes
                clock = e.clock or ("" if e.day or e.minutes else _hour_of(e))
                return Heard("move", asked=True, day=day, clock=clock, minutes=minutes)
            case "cancel":
                return Heard("cancel", asked=True)
            case "plan_b" if outing.leads(message.person.id):
                plan = e.text.rpartition(":")[2].strip()
                return await self._asked(
                    say("Plan B: {safe}.", safe=safe(plan, 120)), PlanB(text=plan), message, outing
                )
            case "mine" if not e.task and e.spent_on != ("costs",):
                return Reply(())  # "I'll pay the landing fees and we can sort it after"
            case "mine":
                jobs = [job for job in jobs_meant(outing, e.task or "ppr") if job.state != "received"]
                if not jobs:
                    return Reply(())
                own = Own(key=jobs[0].key, also=tuple(job.key for job in jobs[1:]))
                return await self._asked(say("I do: {task}", task=jobs[0].title) + "?", own, message, outing)
            case "report" if not elsewhere:
                return Heard("report", asked=True, task=e.task, state=state, reference=e.reference)
            case "paid" if e.money is not None:
                amount, currency = e.money
                first, *also = in_each_currency(e.payments) or (Payment(amount, currency, e.spent_on[0]),)
                return Heard(
                    "paid", asked=True, amount=first.amount, currency=first.currency, what=first.what,
                    also=tuple(also),
                )  # fmt: skip
            case "answer_by" if outing.flight is not None and (e.day or e.clock):
                if not await self._leads(outing, message):
                    return Reply(())
                at = time.fromisoformat(e.clock) if e.clock else LAST_ANSWERS
                by = datetime.combine(e.day or self._today(), at, outing.flight.clock)
                words = say("Answers by {moment}?", moment=when_words(by))
                return await self._asked(words, AnswerBy(at=by), message, outing)
            case _:
                return None

    async def _asked_whether(
        self, state: State, e: Evidence, message: IncomingMessage, outing: Outing, guests: int | None = None
    ) -> Reply:
        """In, maybe or out: what is likeliest stands first; who said so already said nothing new."""
        own = outing.answer_of(message.person.id)
        said = e.guests if e.guests is not None else _heads(e) - 1 or None
        if said is None and own is not None and own.state == "in" and _ONE_MORE.search(e.text):
            said = own.guests + 1
        said = said if state == "in" else None
        along = said if guests is None else guests
        if state == "in" and along is not None and along > MOST_GUESTS:
            return whisper(too_many(along))
        guests = said if guests is None and said is not None and 0 <= said <= MOST_GUESTS else guests
        if own is not None and own.state == state and not own.was and guests in (None, own.guests):
            return Reply(())
        come = say("In +{guests}", guests=guests) if guests else say("In")
        labels: dict[State, str] = {"in": come, "maybe": say("Maybe"), "out": say("{nothing}Out", nothing="")}
        states = sorted(labels, key=lambda one: one != state)
        taps = [OutingTap(outing=outing.id, do="act", schedule=outing.schedule,
                          action=Say(state=one, guests=guests if one == "in" else None, schedule=outing.schedule))
                for one in states]  # fmt: skip
        tokens = await self._tokens(message, taps, own=True)
        buttons = tuple(Button(labels[one], token) for one, token in zip(states, tokens, strict=True))
        return Reply((Text(say("In, maybe or out?")),), buttons, ephemeral=True)

    async def _asked_of_seats(self, e: Evidence, message: IncomingMessage, outing: Outing) -> Reply | None:
        own = outing.aircraft_of(message.person.id)
        craft = e.craft or e.craft_by_name or (own.registration if own else "")
        seats = e.number or (own.seats if own else None)
        offers = e.all("aircraft.bring", "aircraft.own") or (e.has("seat.carry") and takes(e))
        offers = offers or (e.has("aircraft.bring") and e.number is not None)
        if not craft and offers and not e.asks:
            return whisper(say(IN_WHICH_AIRCRAFT))  # "I'll take my microlight, one spare seat"
        if not craft or seats is None or seats > 19 or e.elsewhere:
            return Reply(()) if own is None else None
        if own is not None and e.has("seat.fewer"):
            seats = max(0, own.seats - seats)
        known = own if own is not None and own.is_named_in(craft) else None
        label = known.label if known else craft
        words = say_many("{count} seat in {label}?", "{count} seats in {label}?", seats, label=label)
        bring = Bring(registration=known.registration if known else craft[:16],
                      type=known.type if known else e.kind[:40], seats=seats)  # fmt: skip
        return await self._asked(words, bring, message, outing)

    async def _asked_of_a_seat(self, e: Evidence, message: IncomingMessage, outing: Outing) -> Reply | None:
        """Beside the pilot, or in the aircraft, that is named."""
        named = [c for c in outing.aircraft if c.pilot.id != message.person.id and c.is_named_in(e.text)]
        if len(named) != 1:
            return None
        if (reply := await self._asked_to_come(named[0], message, outing)) is not None:
            return reply
        words = say("A seat with {name}?", name=named[0].pilot.name)
        return await self._asked(words, Seat(registration=named[0].registration), message, outing)


_HIM_TOO = re.compile(r"\b(?:me|my|mir|mich|moi|mon|ma|mein\w*)\b", re.IGNORECASE)
"""Who writes may be meant beside somebody else: "work has put me on shift"."""
_ONE_MORE = re.compile(
    r"\b(?:add(?:ing)?|one more|another|plus one|rajoute|ajoute|de plus|noch (?:jemand|eine[nr]?|wen))\b",
    re.IGNORECASE,
)


_OF_TWO_MINDS = re.compile(r"\b(?:two|both) (?:minds|ways|hands|left feet)\b", re.IGNORECASE)
"""A figure that counts nobody."""


def _another_day(e: Evidence, outing: Outing) -> date | None:
    """The day it is moved to: of "Saturday's no good, Sunday it is" the one that is not the outing's."""
    days = [day.when for day in e.said.slots.days]
    return next((day for day in reversed(days) if day not in outing.days), e.day)


_BEGINS_TO_CANCEL = re.compile(
    r"\W*(?:(?:ok|okay|right|so|well|guys|folks|all|sorry|hi|bon|alors|donc|désolée?|leute|also|gut|tja|so|we're|we"
    r"|on|nous|wir|ich|i'm|it's|let's)\b\W*)*$",
    re.IGNORECASE,
)


def _is_said_to_all(heard: Heard, e: Evidence) -> bool:
    """Whether the words leave an organiser hardly another meaning: "nine would be nicer", "a quarter of an hour
    later please", "bon, on annule, avis de coup de vent"."""
    if _THOUGHT_OF.search(e.text) and not e.has("change.better"):
        return False
    if heard.kind == "move":
        return e.has("change.better") or bool(heard.minutes and not e.beside("change.later", "change.earlier"))
    before = e.text[: e.first("change.cancel")]
    begins = _BEGINS_TO_CANCEL.match(re.split(r"[.,;:!–]", before)[-1]) is not None
    return heard.kind == "cancel" and begins and not e.asks and not e.has("not.not")


_AGAIN = re.compile(
    r"\b(?:again|back (?:on ?line|in service|flying)|fixed|repaired|wieder|repariert|de nouveau|réparée?)\b",
    re.IGNORECASE,
)
_THOUGHT_OF = re.compile(
    r"\b(?:would|might|may|could|if|unless|hope|hate|afraid we'?d|were|was|last|nearly|almost"
    r"|wenn|falls|hätten?|müssten?"
    r"|würden?|war|wäre|si|aurai[st]|aurions|était|failli|dernière?)\b",
    re.IGNORECASE,
)
_YES = re.compile(r"\W*(?:yes|yep|yeah|oui|ja|jawohl|klar)\b\s*[!,.:]", re.IGNORECASE)
_BUT = re.compile(
    r"\b(?:but|however|unfortunately|sadly|can'?t(?! wait)|cannot(?! wait)|not|aber|leider|nicht|mais"
    r"|malheureusement|pas)\b",
    re.IGNORECASE,
)
_I_MUST = re.compile(
    r"\bi(?:'\w+)?(?: (?!we\b|they\b|he\b|she\b|hope|thought|heard)\w+){0,3} cancel\b"
    r"|\bich\b[^.!?]{0,30}\babsagen|\bich sage?\b[^.!?]{0,20}\bab\b"
    r"|\bje (?:dois|vais|suis obligée? d')[^.!?]{0,12}annul|\bj'annule",
    re.IGNORECASE,
)
""" "I have to cancel", of one who does not lead: it is that one who does not come."""
_ENDS_OUT = re.compile(
    r"[.,;!–-]\s*(?:so )?(?:i'?m |i am |ich bin |je suis )?(?:not coming|not joining|count me out"
    r"|can'?t (?:come|make it)|out|raus|nicht dabei|ohne mich|je ne viens pas|sans moi)[.! ]*$",
    re.IGNORECASE,
)
""" "I'd only slow you down, not coming"."""


def _ends_in_an_answer(heard: Heard, e: Evidence) -> bool:
    """Whether the answer stands by itself at the end, whatever is told before it."""
    leaves = (heard.kind, heard.state) == ("say", "out") and _ENDS_OUT.search(e.text) is not None
    return leaves or (heard.state != "out" and ends_in(e.text))


def _may_mean_the_guest(heard: Heard, e: Evidence) -> bool:
    """Whether "out" may be said of the guest alone: "my friend is sick, so I come by myself"."""
    of_a_guest = e.has("kin.one", "kin.many", "answer.alone")
    return (heard.kind, heard.state) == ("say", "out") and of_a_guest and not BOTH_OUT.search(e.text)


def _class_of(heard: Heard) -> str:
    """What the learnt meaning calls it."""
    if heard.kind in ("say", "report"):
        return f"{heard.kind}.{heard.state}"
    return "guest_out" if heard.kind == "alone" else heard.kind


_PAST_THE_HOUR = re.compile(r"\b(thirty|fifteen|forty-five|dreißig|trente|quinze)\b", re.IGNORECASE)
_PAST = {"thirty": 30, "fifteen": 15, "forty-five": 45, "dreißig": 30, "trente": 30, "quinze": 15}


_HOURS = (
    ("seven", "sieben", "sept"), ("eight", "acht", "huit"), ("nine", "neun", "neuf"), ("ten", "zehn", "dix"),
    ("eleven", "elf", "onze"), ("twelve", "zwölf", "douze"),
)  # fmt: skip
_HOUR = {word: hour for hour, words in enumerate(_HOURS, start=7) for word in words}


def _hour_of(e: Evidence) -> str:
    """The hour that a move to a bare figure means: "11 instead", "ten thirty instead"; "" for none."""
    worded = next((_HOUR[word.text.lower()] for word in e.words if word.text.lower() in _HOUR), None)
    hour = worded or e.number
    if hour is None or not 5 <= hour < 24 or (e.money is not None and e.money[1]):
        return ""
    past = _PAST_THE_HOUR.search(e.text)
    return f"{hour:02d}:{_PAST[past[1].lower()] if past else 0:02d}"


def _moves_it(shares: dict[str, float]) -> bool:
    return shares.get("move", 0.0) >= SURE_OF_A_QUESTION


def _is_outright(heard: Heard | None) -> bool:
    return heard is not None and heard.kind in ("cancel", "move", "paid") and not heard.asked


def _heads(e: Evidence) -> int:
    """How many places somebody who comes asks for: "two places please"; who names none comes alone."""
    several = e.number is not None and 1 < e.number <= 1 + MOST_GUESTS and not _OF_TWO_MINDS.search(e.text)
    figures = e.day is None and not e.clock and not e.minutes and e.money is None and not e.craft
    return e.number or 1 if several and figures else 1


def _of_the_field(said: Evidence, outing: Outing) -> str:
    """The text with "the field" for where the outing goes: what is meant is the same of every place."""
    text = said.text
    for spot in sorted(said.said.slots.spots, key=lambda one: -one.start):
        if outing.goes_to(spot.name):
            text = f"{text[: spot.start]}the field{text[spot.end :]}"
    return text


def _is_left_open(heard: Heard, e: Evidence) -> bool:
    """Whether all that is said is that it will be seen: no seat is given up for that."""
    return heard.state not in ("in", "out") and e.has("answer.unsure") and not e.has("answer.maybe")


_BARE_YES = re.compile(r"(?:yes|yeah|yep|yup|sure|ja|jo|klar|oui|ouais|ok|okay|d'accord)", re.IGNORECASE)


def _is_of_a_thing(e: Evidence) -> bool:
    """Whether a yes tells that something is brought, and nobody: of what a clubmate asked for."""
    people = e.has("kin.one", "kin.many", "aircraft.own") or e.guests is not None or e.craft
    comes = any(m.concept in _SAID_BY["in"] and not _BARE_YES.fullmatch(e.text[m.start : m.end]) for m in e.found)
    brought = (e.text[m.start : m.end] for m in e.found if m.concept == "come.bring")
    return not (people or comes) and any(_BRINGS.match(said) for said in brought)


_BRINGS = re.compile(r"bring|take|mitbring|nehme|mitnehm|apport|am[eè]n|emport", re.IGNORECASE)
"""A thing is brought; "come along" is said of who comes."""
