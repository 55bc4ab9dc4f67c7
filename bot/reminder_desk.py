"""What a person does with reminders in a chat: keep those of a planned trip, list them, stop them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from adapters.markdown import escape
from adapters.protocol import Button, ChannelError, ChatRef, IncomingMessage, Reply, Text
from agent.aviation.hours import zone_of
from agent.aviation.names import fold
from agent.aviation.quiet import QuietHours
from agent.protocol import Done
from agent.subjects.trip.reminding import Reminder, TripReminders, at_own_moment, proposed
from agent.subjects.trip.timeline import TripPlan
from bot.actions import KeepReminders, Proposal, StopReminders
from bot.club.doors import Behind, Doors, Link, no_link
from bot.club.once import Wish, cancelled_by_name, is_cancelled, moved_to, read_move
from bot.keyvalue import StoredValues
from bot.outings.harmless import harmless
from bot.outings.outing import MOST_NAME
from bot.outings.words import Ear
from bot.reminders import MOST_PENDING, Due, Reminders
from bot.reminding import moment_in_words
from bot.store import PersonRef, Store
from tongue import later, say, say_many, speak, spoken

MOST_LISTED = 10
_LAST_OWN, _LAST_SECONDS = "own-reminder", 900
NONE_SET = later("No reminders are set here. Plan a trip and tap Remind me, or /remind fri 9:00 send GAR.")


@dataclass
class ReminderDesk:
    """The reminders' part of the desk. `quiet_hours` is of the settings, `link` set when channels are."""

    reminders: Reminders
    store: Store
    quiet_hours: str
    link: Link = no_link

    async def offered(self, done: Done, message: IncomingMessage) -> list[Button]:
        """The button that keeps the reminders of the trip in an answer; none where nobody could be reached."""
        if not message.reachable or message.person.anonymous:
            return []
        found = next(
            (self._proposal(r, message) for r in _asked_first(done) if isinstance(r, TripPlan | TripReminders)),
            None,
        )
        if found is None or not found.reminders:
            return []
        kept = await self.reminders.of_trip(message, found.trip)
        keep = KeepReminders(proposal=found)
        person = PersonRef.of(message)
        buttons: list[Button] = []
        if not kept:  # those that are kept follow the trip
            token = await self.store.put_button(message.chat, keep.model_dump_json(), person=person)
            buttons.append(Button(say("Remind me"), token, "primary"))
        if not message.private and all(one.chat.room == message.chat.room for one in kept):
            alone = keep.model_copy(update={"privately": True}).model_dump_json()
            token = await self.store.put_button(message.chat, alone, person=person)
            buttons.append(Button(say("Remind me privately"), token))
        return buttons

    async def followed(self, done: Done, message: IncomingMessage) -> tuple[str, list[Button]]:
        """The reminders of a trip that was changed go with it: what is said of that, and the taps that undo it.

        Of a trip that has no moment to remind of any more they stay as they are, and that is said.
        """
        plan = next((r for r in done.results if isinstance(r, TripPlan)), None)
        trip = str((plan.flight_trip or {}).get("id", "")) if plan is not None else ""
        if plan is None or not trip or not message.reachable or message.person.anonymous:
            return "", []
        before = await self.reminders.of_trip(message, trip)
        if not before:
            return "", []
        heading, found = before[0].heading, self._proposal(plan, message, next((one.moment for one in before), ""))
        if found is None or not found.reminders:
            return say("The reminders that are set are still those for {heading}.", heading=heading), []
        if {(one.due, one.words) for one in before} == {(one.at, one.words) for one in found.reminders}:
            return "", []
        for one in {one.room: one for one in before}.values():
            there = ChatRef.parse(one.room) if one.direct else one.chat
            asked = replace(message, chat=there, private=one.private)
            await self.reminders.keep(asked, found, one.chat if one.direct else None)
        first = min(found.reminders, key=lambda reminder: reminder.at)
        words = say(
            "**Your reminders follow this plan**: {reminders}, the first {moment}.",
            reminders=_counted(len(found.reminders)),
            moment=moment_in_words(first.at, first.zone),
        )
        words += say(" They were for {heading}.", heading=heading) if heading != found.heading else ""
        back = found.model_copy(update={"heading": heading, "reminders": _as_they_were(before)})
        keep = KeepReminders(proposal=back, privately=before[0].direct)
        stop = StopReminders(trip=trip, language=found.language)
        person = PersonRef.of(message)
        tokens = [
            await self.store.put_button(message.chat, action.model_dump_json(), person=person)
            for action in (keep, stop)
        ]
        return words, [Button(say("Reminders as before"), tokens[0]), Button(say("Stop these"), tokens[1])]

    def _proposal(
        self, result: TripPlan | TripReminders, message: IncomingMessage, moment: str = ""
    ) -> Proposal | None:
        """What may be kept; at the `moment` that a person chose, where one was."""
        quiet = QuietHours.parse(self.quiet_hours)
        if isinstance(result, TripPlan) and moment:
            result = at_own_moment(result, moment, message.sent_at, quiet)
        elif isinstance(result, TripPlan):
            result = proposed(result, message.sent_at, quiet)
        if not result.found or not result.trip_id:
            return None
        return Proposal(
            trip=result.trip_id,
            version=result.version,
            heading=result.heading,
            reminders=result.reminders,
            language=spoken(),
        )

    async def tapped(self, action: KeepReminders | StopReminders, message: IncomingMessage) -> Reply:
        """Keep them or stop them; a tap has no words, so the language is that of its question."""
        language = action.language if isinstance(action, StopReminders) else action.proposal.language
        profile = await self.store.profile(PersonRef.of(message))
        if profile.language is None and language:
            speak(language)
        if isinstance(action, StopReminders):
            count = await self.reminders.stop(message, action.trip)
            if not count:
                return Reply((Text(say("No reminder of yours was left here.")),), ephemeral=True)
            return Reply((Text(say("{reminders} stopped.", reminders=_counted(count))),))
        if action.privately and not message.private:
            return await self._privately(action.proposal, message)
        return await self._kept(action.proposal, message)

    async def _privately(self, proposal: Proposal, message: IncomingMessage) -> Reply:
        """Through a link into the private chat; where the channel needs none, to the person's own address."""
        behind = Behind(what="reminders", chat=str(message.chat), text=proposal.model_dump_json())
        try:
            link = await self.link(message.chat, await Doors(self.store).made(message, behind))
        except ChannelError:
            return Reply(
                (Text(say("I cannot open our private chat now. Tap again in a minute.")),), ephemeral=True
            )
        if link:
            words = say(
                "{heading}: [open our chat]({link}) and tap Start, then I remind you there alone.",
                heading=proposal.heading,
                link=link,
            )
            return Reply((Text(words),))
        direct = ChatRef(message.chat.channel, message.chat.tenant, message.person.id)
        return replace(await self._kept(proposal, message, direct), ephemeral=True)

    async def opened(self, behind: Behind, message: IncomingMessage) -> Reply:
        """Behind the link, in private: they are kept here, and those of the group are stopped."""
        try:
            proposal = Proposal.model_validate_json(behind.text)
        except ValidationError:
            return Reply((Text(say("That link is too old: plan the trip again.")),))
        if proposal.language and (await self.store.profile(PersonRef.of(message))).language is None:
            speak(proposal.language)
        await self.reminders.stop(replace(message, chat=ChatRef.parse(behind.chat)), proposal.trip)
        return await self._kept(proposal, message)

    async def _kept(self, proposal: Proposal, message: IncomingMessage, direct: ChatRef | None = None) -> Reply:
        heading = proposal.heading
        pending = await self.reminders.pending(message)
        before = [due for due in pending if due.trip == proposal.trip]
        ahead = tuple(r for r in proposal.reminders if r.at > message.sent_at)
        kept = await self.reminders.keep(message, proposal.model_copy(update={"reminders": ahead}), direct)
        if not kept and len(pending) >= MOST_PENDING:
            return Reply(
                (Text(say("{count} reminders of yours wait here: no more are kept.", count=len(pending))),)
            )
        if not kept:
            return Reply((Text(say("None of these moments lies ahead any more: plan the trip again.")),))
        first = min(ahead, key=lambda reminder: reminder.at)
        moved = (
            say(" They were for {heading}.", heading=before[0].heading)
            if before and before[0].heading != heading
            else ""
        )
        where = "" if message.private else say(" They come to this chat, for everybody to read.")
        if proposal.own and not message.private:
            where = say(" It comes to this chat, for everybody to read.")
        if direct:
            where = say(" They come to you alone, in a direct message.")
        if direct and proposal.own:
            where = say(" It comes to you alone, in a direct message.")
        if message.seen_when_open:
            where = say(" They appear on this page and nowhere else: keep it open, or look in before you fly.")
        if proposal.own:
            return await self._noted(proposal, where, message)
        words = say(
            "**{reminders} set** for {heading}: the first {moment}.{moved}{where} /reminders lists them.",
            reminders=_counted(kept),
            heading=heading,
            moment=moment_in_words(first.at, first.zone),
            moved=moved,
            where=where,
        )
        stop = StopReminders(trip=proposal.trip, language=proposal.language).model_dump_json()
        token = await self.store.put_button(message.chat, stop, person=PersonRef.of(message))
        return Reply((Text(words),), (Button(say("Stop these"), token),))

    async def own(self, wish: Wish, zone: str, message: IncomingMessage) -> Reply:
        """One of a person's own is kept at once: they said when, and of what."""
        if not message.reachable or message.person.anonymous:
            return Reply((Text(say("I could not reach you here: nothing is kept.")),), ephemeral=True)
        name = harmless(message.person.name, MOST_NAME)
        heading = say("Reminder") if message.private or not name else say("Reminder for {name}", name=name)
        reminder = Reminder(key="own", at=wish.at, zone=zone, words=wish.what)
        made = hashlib.blake2b(f"{message.chat} {message.person.id} {message.id}".encode(), digest_size=16)
        proposal = Proposal(
            trip=made.hexdigest(), version=0, heading=heading, reminders=(reminder,), own=True, language=spoken()
        )
        reply = await self._kept(proposal, message)
        if reply.buttons:
            _, version = await self.store.load(message.chat)
            last = StoredValues(self.store, _LAST_OWN, message.chat)
            person = message.person.id
            await last.set(person, f"{proposal.trip} {version}", seconds=_LAST_SECONDS, person=person)
        if message.private or not reply.buttons:
            return with_note(reply, wish.note)
        alone = KeepReminders(proposal=proposal, privately=True).model_dump_json()
        token = await self.store.put_button(message.chat, alone, person=PersonRef.of(message))
        privately = Button(say("Remind me privately"), token)
        return with_note(replace(reply, buttons=(*reply.buttons, privately)), wish.note)

    async def taken_up(self, text: str, ear: Callable[[], Ear], message: IncomingMessage) -> Reply | None:
        """ "Make it 5", "cancel it" as the next thing said after a reminder of one's own was kept; else None."""
        if named := cancelled_by_name(text):
            pending = await self.reminders.pending(message)
            meant = [one for one in pending if named & {fold(word) for word in one.words.split()}]
            if len({one.trip for one in meant}) != 1:
                return None
            await self.reminders.stop(message, meant[0].trip)
            return Reply((Text(say("Stopped: {line}", line=_line(meant[0]))),))
        rest = moved_to(text)
        if rest is None and not is_cancelled(text):
            return None
        kept = await StoredValues(self.store, _LAST_OWN, message.chat).get(message.person.id) or ""
        trip, _, version = kept.partition(" ")
        _, now = await self.store.load(message.chat)
        due = next((one for one in await self.reminders.pending(message) if trip and one.trip == trip), None)
        if due is None or version != str(now):
            return None
        if rest is None:
            await self.reminders.stop(message, trip)
            return Reply((Text(say("{reminders} stopped.", reminders=_counted(1))),))
        zone = zone_of(due.zone) or ZoneInfo("UTC")
        today = message.sent_at.astimezone(zone).date()
        wish = read_move(ear().figures(rest, today), due.due, due.words, message.sent_at, zone)
        if wish is None:
            return None
        reply = await self.own(wish, zone.key, message)
        if reply.buttons:
            await self.reminders.stop(message, trip)
        return reply

    async def _noted(self, proposal: Proposal, where: str, message: IncomingMessage) -> Reply:
        """What is said when one of a person's own is kept."""
        (reminder,) = proposal.reminders
        moment = moment_in_words(reminder.at, reminder.zone)
        words = say(
            "I remind you {moment}: **{what}**.{where}", moment=moment, what=escape(reminder.words), where=where
        )
        if reminder.zone == "UTC":
            words += say(" That is UTC, as I know no home base of yours: /home EGTF")
        stop = StopReminders(trip=proposal.trip, language=proposal.language).model_dump_json()
        token = await self.store.put_button(message.chat, stop, person=PersonRef.of(message))
        return Reply((Text(words),), (Button(say("Stop it"), token),))

    async def listed(self, message: IncomingMessage) -> Reply:
        """What is still to come here, for this person."""
        found = await self.reminders.pending(message)
        if not found:
            return Reply((Text(say(NONE_SET)),))
        lines = [say("**{reminders}** to come:", reminders=_counted(len(found)))]
        lines += [f"- {_line(due)}" for due in found[:MOST_LISTED]]
        if len(found) > MOST_LISTED:
            lines.append(say("{count} more.", count=len(found) - MOST_LISTED))
        token = await self.store.put_button(
            message.chat, StopReminders().model_dump_json(), person=PersonRef.of(message)
        )
        return Reply((Text("\n".join(lines)),), (Button(say("Stop all"), token, "danger"),))


def _as_they_were(before: Sequence[Due]) -> tuple[Reminder, ...]:
    """What was set, once for each moment, so that a tap sets it again."""
    first = before[0]
    kept = [one for one in before if one.room == first.room]
    return tuple(
        Reminder(
            key=f"before {place}",
            at=one.due,
            latest=one.latest,
            zone=one.zone,
            words=one.words,
            moment=one.moment,
        )
        for place, one in enumerate(kept)
    )


def with_note(reply: Reply, note: str) -> Reply:
    """The reply with a remark behind its words."""
    blocks = [Text(f"{one.markdown}{note}") if isinstance(one, Text) else one for one in reply.blocks]
    return replace(reply, blocks=tuple(blocks))


def _line(due: Due) -> str:
    alone = say(" · to you alone") if due.direct else ""
    if due.kind == "own":
        return f"{moment_in_words(due.due, due.zone)} · {escape(due.words)}{alone}"
    return f"{moment_in_words(due.due, due.zone)} · {due.words.partition(':')[0]} · {due.heading}{alone}"


def _counted(count: int) -> str:
    return say_many("{count} reminder", "{count} reminders", count)


def _asked_first(done: Done) -> list[object]:
    """The results with the reminders that were asked for before the trip that they are of."""
    return sorted(done.results, key=lambda result: not isinstance(result, TripReminders))
