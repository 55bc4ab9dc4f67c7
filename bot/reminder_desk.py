"""What a person does with reminders in a chat: keep those of a planned trip, list them, stop them."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.protocol import Button, IncomingMessage, Reply, Text
from agent.aviation.quiet import QuietHours
from agent.protocol import Done
from agent.subjects.trip.reminding import TripReminders, proposed
from agent.subjects.trip.timeline import TripPlan
from bot.actions import KeepReminders, Proposal, StopReminders
from bot.reminders import Due, Reminders
from bot.reminding import moment_in_words
from bot.store import PersonRef, Store

MOST_LISTED = 10


@dataclass(frozen=True)
class ReminderDesk:
    """The reminders' part of the desk. `quiet_hours` as in the settings."""

    reminders: Reminders
    store: Store
    quiet_hours: str

    async def offered(self, done: Done, message: IncomingMessage) -> list[Button]:
        """The button that keeps the reminders of the trip in an answer; none where nobody could be reached."""
        if not message.reachable or message.person.anonymous:
            return []
        found = next(
            (self._proposal(r, message) for r in done.results if isinstance(r, TripPlan | TripReminders)), None
        )
        if found is None or not found.reminders:
            return []
        older = [due for due in await self.reminders.pending(message) if due.trip == found.trip]
        label = "Move the reminders" if older else "Remind me"
        keep = KeepReminders(proposal=found).model_dump_json()
        token = await self.store.put_button(message.chat, keep, person=PersonRef.of(message))
        return [Button(label, token, "primary")]

    def _proposal(self, result: TripPlan | TripReminders, message: IncomingMessage) -> Proposal | None:
        if isinstance(result, TripPlan):
            result = proposed(result, message.sent_at, QuietHours.parse(self.quiet_hours))
        if not result.found or not result.trip_id:
            return None
        return Proposal(
            trip=result.trip_id, version=result.version, heading=result.heading, reminders=result.reminders
        )

    async def tapped(self, action: KeepReminders | StopReminders, message: IncomingMessage) -> Reply:
        """Keep them or stop them."""
        if isinstance(action, StopReminders):
            count = await self.reminders.stop(message, action.trip)
            if not count:
                return Reply((Text("No reminder of yours was left here."),), ephemeral=True)
            return Reply((Text(f"{_counted(count)} stopped."),))
        heading = action.proposal.heading
        before = [due for due in await self.reminders.pending(message) if due.trip == action.proposal.trip]
        ahead = tuple(r for r in action.proposal.reminders if r.at > message.sent_at)
        kept = await self.reminders.keep(message, action.proposal.model_copy(update={"reminders": ahead}))
        if not kept:
            return Reply((Text("None of these moments lies ahead any more: plan the trip again."),))
        first = min(ahead, key=lambda reminder: reminder.at)
        moved = (
            f" They were for {before[0].heading}."
            if before and before[0].heading != action.proposal.heading
            else ""
        )
        where = "" if message.private else " They come to this chat, for everybody to read."
        if message.seen_when_open:
            where = " They appear on this page and nowhere else: keep it open, or look in before you fly."
        words = (
            f"**{_counted(kept)} set** for {heading}: the first "
            f"{moment_in_words(first.at, first.zone)}.{moved}{where} /reminders lists them."
        )
        stop = StopReminders(trip=action.proposal.trip).model_dump_json()
        token = await self.store.put_button(message.chat, stop, person=PersonRef.of(message))
        return Reply((Text(words),), (Button("Stop these", token),))

    async def listed(self, message: IncomingMessage) -> Reply:
        """What is still to come here, for this person."""
        found = await self.reminders.pending(message)
        if not found:
            return Reply((Text("No reminders are set here. Plan a trip and tap Remind me."),))
        lines = [f"**{_counted(len(found))}** to come:"]
        lines += [f"- {_line(due)}" for due in found[:MOST_LISTED]]
        if len(found) > MOST_LISTED:
            lines.append(f"{len(found) - MOST_LISTED} more.")
        token = await self.store.put_button(
            message.chat, StopReminders().model_dump_json(), person=PersonRef.of(message)
        )
        return Reply((Text("\n".join(lines)),), (Button("Stop all", token, "danger"),))


def _line(due: Due) -> str:
    return f"{moment_in_words(due.due, due.zone)} · {due.words.partition(':')[0]} · {due.heading}"


def _counted(count: int) -> str:
    return f"{count} reminder{'s' if count != 1 else ''}"
