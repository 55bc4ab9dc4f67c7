"""What every part of the outings' desk stands on: which outing is meant, by whom, and what was asked of whom."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Protocol

from adapters.protocol import Button, ChatRef, IncomingMessage, Reply, Text
from agent.deps import Deps
from agent.protocol import ToolCall
from agent.understanding import reader_of
from bot.club.wishes import Wishes
from bot.forget_desk import Administers, nobody
from bot.keyvalue import StoredValues
from bot.outings.actions import (
    Actor,
)
from bot.outings.harmless import harmless
from bot.outings.outing import LIVE, MOST_NAME, MOST_NOTE, Outing
from bot.outings.records import Held, OutingRecords
from bot.outings.taps import OutingTap
from bot.outings.words import Ear, Heard
from bot.store import NewButton, PersonRef, Store
from tongue import later, spoken

PENDING_SECONDS = 900
CURRENT_TURN = timedelta(minutes=10)
ASKING = ("who", "organiser", "todo", "seats", "done_by")
"""Questions that mean an outing and nothing else."""
ON_A_DRAFT = ("plan_b", "move", "answer_by", "cancel")
"""What is said of the draft that one has just made."""
HOURS = ("09:00", "10:00", "11:00")
IN_A_GROUP = later("Outings belong to a group: add me to your club's, and say it there.")
LISTS_CLOSED = later("The people lists are closed: say it in the group, where the pilots can answer.")
NO_OUTING = later("No outing is open here. /flyout LFAT sat 10:00 back 15:30 drafts one.")
LONGEST_COMMAND = 300
"""Letters behind a command: what is longer is refused."""
IN_WHICH_AIRCRAFT = later("In which aircraft? “I can take three in the Archer”, or /plane G-ABCD 3")
HOW_MANY_GUESTS = later("How many come with you? “I'm in +2”, or /in +2")
MOST_ALONG = later("Up to {count} guests can come with one person.")
HOW_MANY_SEATS = later("How many seats do you offer, without your own? “I can take three in the Archer”")
PRIVATELY = later("I answer that privately: write it to me in a direct message.")
STARTED_BY_ADMINS = later("Fly-outs are started by an admin here.")
SHARING = later("**Nothing is entered**: a price per guest is a matter of the cost-sharing rules.")


class Club(Protocol):
    """What the club's desk does beside the outings."""

    async def heard(self, heard: Heard, message: IncomingMessage) -> Reply | None: ...

    async def may_start(self, message: IncomingMessage) -> bool: ...

    async def remind(self, outing: str, message: IncomingMessage) -> Reply: ...

    async def unremind(self, outing: str, message: IncomingMessage) -> Reply: ...

    async def wishes(self, chat: ChatRef) -> Wishes: ...


@dataclass
class Ground:
    """Where the desk stands: records, store, what the agent knows.

    `woken` is called after a change, so that the card follows; `club` is the desk of fleet, calendar and dates.
    """

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

    # --- which one, and by whom -----------------------------------------------------------------------

    async def _meant(
        self, message: IncomingMessage, *, over: bool = False, drafts: bool = False
    ) -> tuple[Held, ...]:
        """The outing under whose card it is said, else those of the group that lie ahead.

        `over`: the one that was flown last, where none lies ahead; `drafts`: before these what this person has
        drafted just now.
        """
        held = await self.records.in_room(message.chat, over=True)
        beneath = [one for one in held if under(one, message)]
        if beneath:
            return tuple(beneath[:1])
        if drafts and (own := await self._draft_of(message)) is not None:
            return (own,)
        live = tuple(one for one in held if one.outing.status in LIVE)
        flown = [one for one in held if one.outing.status == "flown" and not one.outing.settled]
        return tuple(flown[-1:]) if over and flown and not live else live[:1] if over else live

    async def _draft_of(self, message: IncomingMessage) -> Held | None:
        """What this person has drafted here just now."""
        drafts = [
            one
            for one in await self.records.in_room(message.chat)
            if one.outing.status == "draft" and one.outing.organiser.id == message.person.id
        ]
        newest = max(drafts, key=lambda one: one.outing.made_at, default=None)
        return newest if newest and self.now() - newest.outing.made_at <= CURRENT_TURN else None

    async def _turned(self, message: IncomingMessage) -> None:
        """This person's last word here was about an outing."""
        await self._values(message).set(
            f"last {message.person.id}",
            self.now().isoformat(),
            seconds=int(CURRENT_TURN.total_seconds()),
            person=message.person.id,
        )

    async def flight_beneath(self, message: IncomingMessage) -> ToolCall | None:
        """The flight of the outing under whose card something is asked, as the trip's tool takes it."""
        if message.private:
            return None
        held = await self.records.in_room(message.chat, over=True)
        flight = next((one.outing.flight for one in held if under(one, message)), None)
        return (
            ToolCall(tool="plan_trip", arguments=dict(flight.arguments)) if flight and flight.arguments else None
        )

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
            await values.set(key, f"{spoken()}~{pending}"[:500], seconds=PENDING_SECONDS, person=message.person.id)
        else:
            await self._values(message).delete(key)

    async def _pending(self, message: IncomingMessage) -> str:
        return await self._values(message).get(f"{message.chat.thread} {message.person.id}") or ""

    def _today(self) -> date:
        return self.now().date()


def under(held: Held, message: IncomingMessage) -> bool:
    """Whether a message replies to an outing's card or stands in its thread."""
    ids = {*held.card.message_ids, held.card.thread} - {""}
    return bool(ids & {message.reply_to, message.chat.thread, message.handle.get("thread", "")})


def actor_of(message: IncomingMessage) -> Actor:
    return Actor(id=message.person.id, name=name_of(message))


def name_of(message: IncomingMessage) -> str:
    return harmless(message.person.name, MOST_NAME) or "a pilot"


def identity_of(message: IncomingMessage) -> str:
    """The same for the same message, so that a draft that is tried again is one."""
    said = f"{message.chat} {message.person.id} {message.id}"
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


def note_of(rest: str) -> str:
    return harmless(" ".join(word for word in rest.split() if not word.startswith("+")), MOST_NOTE)


def whisper(words: str, *, slight: bool = False) -> Reply:
    return Reply((Text(words),), ephemeral=True, slight=slight)
