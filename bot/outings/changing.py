"""What is done to an outing, and what is said of it: to who did it, and where all should know, to the group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from adapters.protocol import Button, IncomingMessage, Reply, Text
from agent.aviation.hours import zone_of
from bot.outings import card
from bot.outings.actions import (
    Announced,
    AnswerBy,
    Asked,
    Cancel,
    Decide,
    Deputy,
    Freeze,
    Move,
    OutingAction,
    Own,
    PlanB,
    Post,
    Refused,
    Report,
    Say,
    Seat,
    Settle,
    Told,
)
from bot.outings.evidence import reference
from bot.outings.ground import (
    NO_OUTING,
    Ground,
    actor_of,
    whisper,
)
from bot.outings.harmless import harmless
from bot.outings.machine import apply, ended_words
from bot.outings.outing import LIVE, OVER, Aircraft, Flight, Job, Outing, when_words
from bot.outings.reckoning import Missing, reckoned
from bot.outings.records import Changed, Held, heading_of
from bot.outings.taps import OutingTap
from bot.outings.way_back import too_late, wanted_back
from bot.outings.words import Heard
from bot.outings.writing import names_of
from bot.store import PersonRef
from tongue import later, say, speaking

ASK_PLAN_B = later("A plan B on the ground? /planb Old Warden by car")
LAST_ANSWERS = time(18)
"""The time of day until which answers are asked for, where only a day is said."""
COUNTED_IN = {
    "GB": "GBP", "IM": "GBP", "JE": "GBP", "GG": "GBP", "CH": "CHF", "LI": "CHF", "DK": "DKK", "SE": "SEK",
    "NO": "NOK", "IS": "ISK", "CZ": "CZK", "PL": "PLN", "HU": "HUF", "RO": "RON", "US": "USD",
}  # fmt: skip
"""Of countries without the euro."""
MOST_CHOICES = 6
SAID_TWICE_SECONDS = 900
"""So long "one hour later" of a second person may be the hour that was moved already."""
SURELY_WISHED = 0.8
"""From this share on a member's wish is put before who may do it: not "12 people would be better value"."""
MOST_AHEAD = 4
"""Outings that are named to who answers one that is over."""
OUT_ASKED = later("{leaders} can change this: {name} asks to move {flight} to {moment}.")
BACK_ASKED = later("{leaders} can change this: {name} asks to move the way back of {flight} to {moment}.")
OUT_MOVED = later("Move {flight} to {moment}?")
BACK_MOVED = later("Move the way back of {flight} to {moment}?")
UNDER_A_NAME = later("I cannot tell who you are here: write it under your own name.")


@dataclass
class Changing(Ground):
    """The part that changes outings."""

    async def _act(self, action: OutingAction, message: IncomingMessage, *, over: bool = False) -> Reply:
        return await self._do(action, message, await self._meant(message, over=over))

    async def _do(self, action: OutingAction, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """Do it to the one outing that is meant; of two ask which."""
        if not held:
            return whisper(say(NO_OUTING))
        if len(held) > 1:
            return await self._which(action, message, held[:6])
        if message.person.anonymous and not isinstance(action, Move | Cancel | Freeze | Post | PlanB | AnswerBy):
            return whisper(say(UNDER_A_NAME))
        aloud = not (message.token or message.private)  # what was not said in the group is told to it
        outing = held[0].outing.id
        actor = actor_of(message)
        if isinstance(action, Move | Cancel | Freeze | Deputy | Settle):
            actor = actor.model_copy(update={"admin": await self._admin(held[0].outing, message)})
        done = await self.records.change(outing, action, actor, self.now(), message.id, aloud=aloud)
        self.woken()
        if done is not None and isinstance(action, Say) and done.outing.status in OVER:
            return await self._ahead_instead(action, done.outing, message)
        return await self._reply(done, message)

    async def _ahead_instead(self, action: Say, over: Outing, message: IncomingMessage) -> Reply:
        """Who answers an outing that is over is told so, and shown what lies ahead."""
        ahead = [one for one in await self.records.in_room(message.chat) if one.outing.status in LIVE][:MOST_AHEAD]
        words = ended_words(over)
        if not ahead:
            return whisper(words)
        named = ", ".join(heading_of(one.outing) for one in ahead)
        there = say("Ahead: {flights}.", flights=named)
        words = f"{words} {there}"
        if message.token or action.state != "in":
            return whisper(words)
        taps = [
            OutingTap(outing=one.outing.id, do="act", action=Say(state="in", schedule=one.outing.schedule))
            for one in ahead
        ]
        tokens = await self._tokens(message, taps, own=True)
        labels = [say("In: {flight}", flight=heading_of(one.outing))[:60] for one in ahead]
        return Reply((Text(words),), tuple(map(Button, labels, tokens)), ephemeral=True)

    async def _asked(self, words: str, action: OutingAction, message: IncomingMessage, outing: Outing) -> Reply:
        """A question to who wrote, which a tap answers."""
        (token,) = await self._tokens(message, [OutingTap(outing=outing.id, do="act", action=action)], own=True)
        return Reply((Text(words),), (Button(say("Yes"), token),), ephemeral=True)

    async def _asked_which_of(
        self, words: str, each: Sequence[tuple[str, OutingAction]], message: IncomingMessage, outing: Outing
    ) -> Reply:
        """Which of several is meant: a tap for each, by its name."""
        taps = [OutingTap(outing=outing.id, do="act", action=action) for _, action in each[:MOST_CHOICES]]
        tokens = await self._tokens(message, taps, own=True)
        labels = [harmless(label, 60) for label, _ in each[:MOST_CHOICES]]
        return Reply((Text(words),), tuple(map(Button, labels, tokens)), ephemeral=True)

    async def _which(self, action: OutingAction, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """Ask which outing is meant; what each of them refuses is refused at once."""
        tried = [apply(one.outing, action, actor_of(message), self.now())[1] for one in held]
        refused = [next((e.words for e in effects if isinstance(e, Refused)), "") for effects in tried]
        if all(refused):
            return whisper(refused[0])
        taps = [OutingTap(outing=one.outing.id, do="act", action=action) for one in held]
        tokens = await self._tokens(message, taps, own=True)
        labels = [f"{one.outing.number} {heading_of(one.outing)}"[:60] for one in held]
        buttons = tuple(Button(n, t) for n, t in zip(labels, tokens, strict=True))
        return Reply((Text(say("Which outing?")),), buttons, ephemeral=True)

    async def _reply(self, done: Changed | None, message: IncomingMessage) -> Reply:
        """What followed, in words for who wrote and, where all should read it, for the group."""
        if done is None:
            return whisper(say("That outing is gone."))
        refused = next((e for e in done.effects if isinstance(e, Refused)), None)
        if refused is not None:
            return whisper(refused.words)
        asked = next((e for e in done.effects if isinstance(e, Asked)), None)
        if asked is not None:
            taps = [
                OutingTap(outing=done.outing.id, do="act", action=Decide(person=asked.person, yes=yes))
                for yes in (True, False)
            ]
            yes, no = await self._tokens(message, taps)
            return Reply((Text(asked.words),), (Button(say("Yes"), yes), Button(say("No"), no)))
        if done.outing.status == "draft":
            return await self._shown_draft(done.outing, message)
        announced = " ".join(e.words for e in done.effects if isinstance(e, Announced))
        if announced and not (message.token or message.private):
            return Reply((Text(announced),))
        told = " ".join(e.words for e in done.effects if isinstance(e, Told))
        return whisper(told or say("Done: it is on the card."), slight=True)

    async def _shown_draft(self, outing: Outing, message: IncomingMessage) -> Reply:
        """What was reckoned, for who drafted it alone, until it is posted."""
        taps = [
            OutingTap(outing=outing.id, do="post", action=Post()),
            OutingTap(outing=outing.id, do="change"),
            OutingTap(outing=outing.id, do="days"),
        ]
        post, change, days = await self._tokens(message, taps, own=True)
        asks = "" if outing.plan_b else f"\n{say(ASK_PLAN_B)}"
        return Reply(
            (Text(f"{card.details(outing)}{asks}"),),
            (
                Button(say("Post it"), post, "primary"),
                Button(say("{nothing}Change", nothing=""), change),
                Button(say("Which day?"), days),
            ),
            ephemeral=True,
        )

    async def _seat(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        craft = held[0].outing.craft_of(heard.name, heard.craft)
        if craft is None and not heard.craft:
            return whisper(say("{name} brings no aircraft here.", name=card.safe(heard.name)))
        wanted = craft.registration if craft else heard.craft
        if craft is not None and (reply := await self._asked_to_come(craft, message, held[0].outing)):
            return reply
        return await self._do(Seat(registration=wanted[:16]), message, held[:1])

    async def _asked_to_come(self, craft: Aircraft, message: IncomingMessage, outing: Outing) -> Reply | None:
        """Who wishes for a seat and has not said yet that they come says both by one tap."""
        own = outing.answer_of(message.person.id)
        if (own is not None and own.state == "in") or outing.aircraft_of(message.person.id) is not None:
            return None
        words = say(
            "Are you in, with a seat in {label} ({name})?", label=card.safe(craft.label), name=craft.pilot.name
        )
        answer = Say(state="in", wish=craft.registration, schedule=outing.schedule)
        return await self._asked(words, answer, message, outing)

    async def _move(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """Another day or time: the flight is reckoned anew, both ways keep their distance in time."""
        one = held[0]
        outing, flight = one.outing, one.outing.flight
        if not await self._leads(outing, message):
            return await self._do(Cancel(version=-1), message, held[:1])  # refused in the machine's own words
        if flight is None:
            return whisper(say("Choose a day first."))
        key, said = f"moved {heard.leg}{outing.id}", f"{heard.minutes} "
        before = await self._values(message).get(key) or ""
        if (
            heard.minutes
            and not message.token
            and before.startswith(said)
            and before != f"{said}{message.person.id}"
        ):
            return await self._asked_back(heard, message, held)  # two may mean the same hour
        found = await self._shifted(outing, flight, heard, message)
        if isinstance(found, str):
            return whisper(found)
        if heard.minutes and not heard.leg and (note := _clocks_between(flight, found.flight, heard.minutes)):
            clocks = f"{found.flight.clocks} {note}".strip()
            found = found.model_copy(update={"flight": found.flight.model_copy(update={"clocks": clocks})})
        await self._values(message).set(key, f"{said}{message.person.id}", seconds=SAID_TWICE_SECONDS)
        return await self._do(found, message, held[:1])

    async def _proposed(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """A move or a calling off by who may not is put before who may, who does it by one tap."""
        outing, flight = held[0].outing, held[0].outing.flight
        shares = {} if heard.leg else self.ear.shares(message.text, self._today())
        sure = shares.get(heard.kind, 1.0) >= SURELY_WISHED
        if message.token or message.private or flight is None or outing.status not in LIVE or not sure:
            return await self._do(Cancel(version=-1), message, held[:1])
        leaders = names_of((outing.organiser, *outing.deputies), "or")
        name, named = card.safe(message.person.name, 40), heading_of(outing)
        tap, label = self._change_tap(heard, outing)
        if heard.kind == "cancel":
            words = say(
                "{leaders} can change this: {name} asks to call off {flight}.",
                leaders=leaders,
                name=name,
                flight=named,
            )
        else:
            asks = BACK_ASKED if heard.leg else OUT_ASKED
            words = say(
                asks,
                leaders=leaders,
                name=name,
                flight=named,
                moment=_moment_of(heard, flight),
            )
            words = f"{words} {too_late(heard, flight)}".rstrip()
        (token,) = await self._tokens(message, [tap])
        return Reply((Text(words),), (Button(label, token),))

    def _change_tap(self, heard: Heard, outing: Outing) -> tuple[OutingTap, str]:
        """The button that moves an outing or calls it off, as it is now, and its label."""
        if heard.kind == "cancel":
            action = Cancel(why=harmless(heard.why, 80), version=outing.version)
            return OutingTap(outing=outing.id, do="act", action=action), say("Call it off")
        said = f"{heard.day or ''}|{heard.clock}|{heard.minutes}|{heard.leg}"
        return OutingTap(outing=outing.id, do="move", said=said, version=outing.version), say("Move it")

    async def _shifted(self, outing: Outing, flight: Flight, heard: Heard, message: IncomingMessage) -> Move | str:
        arguments = dict(flight.arguments)
        if not arguments.get("from_location"):
            arguments["from_location"] = flight.from_icao  # whoever moves it, and wherever they are at home
        wanted = flight.off_blocks.astimezone(flight.clock) if heard.leg else _wanted(heard, flight)
        arguments |= {"day": wanted.date().isoformat(), "off_block": f"{wanted:%H:%M}"}
        back = wanted_back(heard, flight) if heard.leg else flight.back
        if back is not None:
            back = back if heard.leg else back + (wanted - flight.off_blocks)
            if back <= wanted:
                return say("That is before you leave.")
            there = back.astimezone(zone_of(flight.to_zone) or flight.clock)
            arguments |= {"return_day": there.date().isoformat(), "return_off_block": f"{there:%H:%M}"}
        organiser = replace(PersonRef.of(message), id=outing.organiser.id)
        profile = await self.store.profile(organiser)
        with speaking(outing.language):  # what stands on the card is the group's
            found = await reckoned(arguments, self.deps(), self.now(), profile)
        return found.words if isinstance(found, Missing) else Move(flight=found[0], jobs=found[1])

    async def _asked_back(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """What could be a question to the others is done by a tap alone; who may not is told so at once."""
        outing = held[0].outing
        if not await self._leads(outing, message):
            return await self._proposed(heard, message, held)
        tap, label = self._change_tap(heard, outing)
        (token,) = await self._tokens(message, [tap], own=True)
        flight, there = heading_of(outing), outing.flight
        if heard.kind == "cancel":
            words = say("Call off {flight}?", flight=flight)
        elif there is None:
            words = say("Move {flight}?", flight=flight)
        else:
            asks = BACK_MOVED if heard.leg else OUT_MOVED
            words = say(asks, flight=flight, moment=_moment_of(heard, there))
            words = f"{words} {too_late(heard, there)}".rstrip()
        return Reply((Text(words),), (Button(label, token),), ephemeral=True)

    async def _set(self, name: str, rest: str, message: IncomingMessage) -> Reply:
        """ "/answerby thu 18:00", "/planb Old Warden by car"."""
        held = await self._meant(message, drafts=True)
        if name == "planb":
            return await self._plan_b(rest, message, held)
        said = self.ear.figures(rest, self._today())
        return await self._answer_by(Heard("answer_by", day=said.day, clock=said.clock), message, held)

    async def _answer_by(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        if not held:
            return whisper(say(NO_OUTING))
        flight = held[0].outing.flight
        if heard.day is None and not heard.clock:
            return whisper(say("By when? /answerby thu 18:00"))
        if flight is None:
            return whisper(say("Choose a day first."))
        at = time.fromisoformat(heard.clock) if heard.clock else LAST_ANSWERS
        day = heard.day or self.now().astimezone(flight.clock).date()
        return await self._do(AnswerBy(at=datetime.combine(day, at, flight.clock)), message, held)

    async def _plan_b(self, words: str, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        if not words and len(held) == 1:
            known = held[0].outing.plan_b
            return Reply(
                (
                    Text(
                        say("Plan B: {safe}.", safe=card.safe(known, 120))
                        if known
                        else say("There is no plan B. /planb Old Warden by car")
                    ),
                )
            )
        off = words.strip().lower() in ("off", "none", "keiner", "aucun")
        return await self._do(PlanB(text="" if off else words), message, held)

    async def _reported(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        """Who does a task, and how far it is; of several that may be meant it is asked which."""
        outing, person = held[0].outing, message.person.id
        jobs = jobs_meant(outing, heard.task) if heard.task else answered_of(outing)
        if not jobs:
            return whisper(say("That is no task of this outing."))
        if heard.kind == "mine":
            await self._values(message).delete(f"task {message.chat.thread}")
            free = [j.key for j in jobs if j.owner is None or j.owner.id == person] or [jobs[0].key]
            return await self._do(Own(key=free[0], also=tuple(free[1:])), message, held[:1])
        refused = heard.state == "open"
        answer = say("not needed") if heard.what == "unneeded" else heard.reference
        said = Report(
            key="",
            state="open" if refused else "received" if heard.state == "received" else "sent",
            reference=say("refused") if refused else answer,
        )
        waiting = waiting_of(jobs, said.state, person)
        if not waiting[1:] and not heard.asked:
            return await self._do(said.model_copy(update={"key": waiting[0].key}), message, held[:1])
        keys = [j.key for j in waiting[:6]]
        each = [(job_name(j), said.model_copy(update={"key": j.key})) for j in waiting[:6]]
        if keys[1:]:
            each.append((say("All of them"), said.model_copy(update={"key": keys[0], "also": tuple(keys[1:])})))
        taps = [OutingTap(outing=outing.id, do="act", action=action) for _, action in each]
        tokens = await self._tokens(message, taps, own=True)
        buttons = tuple(Button(label[:60], token) for (label, _), token in zip(each, tokens, strict=True))
        asks = say("What did they refuse?") if refused else say("What did they say yes to?")
        words = say("Which one?") if heard.task or said.state == "sent" else asks
        return Reply((Text(words),), buttons, ephemeral=True)

    async def _task(self, name: str, rest: str, message: IncomingMessage) -> Reply:
        """ "/task ppr", "/sent ppr", "/received ppr ref 17"."""
        kind, _, more = rest.strip().partition(" ")
        held = await self._meant(message)
        if not held:
            return whisper(say(NO_OUTING))
        if not kind:
            return Reply((Text(card.task_words(held[0].outing)),))
        state = {"sent": "sent", "received": "received"}.get(name, "")
        said = reference(more) or more.strip()[:60]
        heard = Heard("report" if state else "mine", task=kind.lower(), state=state, reference=said)
        return await self._reported(heard, message, held)

    async def _deputy(self, rest: str, message: IncomingMessage) -> Reply:
        held = await self._meant(message)
        if not held:
            return whisper(say(NO_OUTING))
        name = rest.strip().lstrip("@").lower()
        known = [a.member for a in held[0].outing.answers if name and a.member.name.lower().startswith(name)]
        if not known:
            return whisper(say("Name somebody who has answered on the card: /deputy Ben"))
        if known[1:]:
            each = [(one.name, Deputy(member=one)) for one in known]
            return await self._asked_which_of(say("Who is the deputy?"), each, message, held[0].outing)
        return await self._do(Deputy(member=known[0]), message, held[:1])


def _clocks_between(before: Flight, after: Flight, minutes: int) -> str:
    """What to say where "one hour later" by the clock on the wall is two hours in that night."""
    real = round((after.off_blocks - before.off_blocks).total_seconds() / 60)
    if real == minutes or minutes % 1440 == 0 or after.clocks:
        return ""
    return say("The clocks change in between: from the old time that is {minutes} minutes", minutes=abs(real))


def jobs_meant(outing: Outing, task: str) -> tuple[Job, ...]:
    """The tasks that a word means."""
    kinds = {"ppr": "permission", "customs": "border", "gar": "report", "fpl": "flight_plan"}
    kind = kinds.get(task, task)
    return tuple(j for j in outing.jobs if j.kind == kind or j.key == task)


def job_name(job: Job) -> str:
    """ "LFAT PPR (out)"."""
    return f"{job.title} ({job.part})" if job.part else job.title


def waiting_of(jobs: tuple[Job, ...], state: str, person: str) -> tuple[Job, ...]:
    """Those that may be reported so: what is sent was open, what is answered was sent; first one's own."""
    left = [j for j in jobs if j.state != "received"] or list(jobs[:1])
    before = "open" if state == "sent" else "sent"
    fitting = [j for j in left if j.state == before] or left
    return tuple([j for j in fitting if j.owner and j.owner.id == person] or fitting)


def answered_of(outing: Outing) -> tuple[Job, ...]:
    """The tasks that a "yes" may answer: those that were sent, else those that somebody there is asked for."""
    waiting = [j for j in outing.jobs if j.state != "received" and not j.each_pilot]
    sent = [j for j in waiting if j.state == "sent"]
    return tuple(sent or [j for j in waiting if j.kind in ("permission", "border")])


def territory_of(outing: Outing) -> str:
    """The ISO code of the country the outing leaves from."""
    return outing.flight.home_country if outing.flight else ""


def currency_of(outing: Outing) -> str:
    """What is counted in where none is said: the departure's."""
    return COUNTED_IN.get(territory_of(outing), "EUR")


def _moment_of(heard: Heard, flight: Flight) -> str:
    """When it is wished that they leave, or that they fly home."""
    return when_words(wanted_back(heard, flight) if heard.leg else _wanted(heard, flight))


def _wanted(heard: Heard, flight: Flight) -> datetime:
    """The off blocks that are wished, by the clock of the field that is left."""
    local = flight.off_blocks.astimezone(flight.clock)
    at = time.fromisoformat(heard.clock) if heard.clock else local.time()
    return datetime.combine(heard.day or local.date(), at, flight.clock) + timedelta(minutes=heard.minutes)
