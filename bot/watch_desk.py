"""What a person does with watches in a chat: keep one, list them, stop them."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.protocol import Button, IncomingMessage, Reply, Text
from agent.protocol import Done
from agent.subjects.weather.watch import FlightWatch
from agent.weather.watching import Memory
from bot.actions import KeepWatch, StopWatches, WatchProposal
from bot.store import PersonRef, Store
from bot.watches import MOST_WATCHES, Watches
from tongue import say, say_many, spoken

SHOWN = 5


@dataclass(frozen=True)
class WatchDesk:
    """The watches' part of the desk."""

    watches: Watches
    store: Store

    async def offered(self, done: Done, message: IncomingMessage) -> list[Button]:
        """The button that keeps the watch of an answer; none where nobody could be reached."""
        if not message.reachable or message.person.anonymous:
            return []
        found = next((r for r in done.results if isinstance(r, FlightWatch) and r.found), None)
        proposal = proposed(found) if found else None
        if proposal is None:
            return []
        keep = KeepWatch(proposal=proposal).model_dump_json()
        token = await self.store.put_button(message.chat, keep, person=PersonRef.of(message))
        return [Button(say("Watch it"), token, "primary")]

    async def tapped(self, action: KeepWatch | StopWatches, message: IncomingMessage) -> Reply:
        """Keep it or stop it."""
        if isinstance(action, StopWatches):
            count = await self.watches.stop(message, action.watch)
            if not count:
                return Reply((Text(say("Nothing of yours is watched here.")),), ephemeral=True)
            return Reply((Text(say_many("{count} watch stopped.", "{count} watches stopped.", count)),))
        if action.proposal.ends <= message.sent_at:
            return Reply((Text(say("That flight is over.")),))
        if not await self.watches.keep(message, action.proposal):
            return Reply(
                (Text(say("You have {most} watches here already: /watches stops them.", most=MOST_WATCHES)),)
            )
        words = say(
            "**Watching {flight}** until {ends:%a %d %b %H:%M} UTC. "
            "I speak when a line is crossed. /watches lists them.",
            flight=action.proposal.heading,
            ends=action.proposal.ends,
        )
        where = "" if message.private else say(" It comes to this chat, for everybody to read.")
        if message.seen_when_open:
            where = say(" It appears on this page and nowhere else: keep it open, or look in before you fly.")
        return Reply((Text(words + where),))

    async def listed(self, message: IncomingMessage) -> Reply:
        """What is watched here for this person."""
        found = await self.watches.mine(message)
        if not found:
            return Reply((Text(say("Nothing is watched here. Say: watch Saturday for me.")),))
        lines = [say_many("**{count} watch**:", "**{count} watches**:", len(found))]
        lines += [
            "- "
            + say(
                "{flight}, {count} told{blind}",
                flight=one.heading,
                count=one.sent,
                blind=_blind(one.failing_since is not None),
            )
            for one in found[:SHOWN]
        ]
        lines += [say("{count} more.", count=len(found) - SHOWN)] if len(found) > SHOWN else []
        stops = [
            (say("Stop {flight}", flight=one.heading.partition(",")[0]), StopWatches(watch=one.id))
            for one in found[:SHOWN]
        ]
        if len(stops) == 1:
            stops = []
        buttons = [
            Button(label, await self.store.put_button(message.chat, stop.model_dump_json(), person=who), "danger")
            for who in (PersonRef.of(message),)
            for label, stop in (*stops, (say("Stop all"), StopWatches()))
        ]
        return Reply((Text("\n".join(lines)),), tuple(buttons))


def proposed(found: FlightWatch) -> WatchProposal | None:
    """What the button keeps; None where the flight has no times."""
    if not (found.from_icao and found.to_icao and found.day and found.leaves and found.ends):
        return None
    return WatchProposal(
        flight=found.flight,
        heading=found.heading,
        zone=found.zone,
        leaves=found.leaves,
        ends=found.ends,
        memory=Memory(told=found.lines, language=spoken()),
    )


def _blind(failing: bool) -> str:
    return say(" (no weather source answers now)") if failing else ""
