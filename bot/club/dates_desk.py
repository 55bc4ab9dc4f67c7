"""`/currency`, in a direct message alone: a pilot's dates, kept with consent, and what they say of a day.

It says what the dates say that were given, and nothing of what was not: whether somebody may fly it never says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from adapters.protocol import Button, IncomingMessage, Reply, Text
from bot.actions import DropDates, KeepDate
from bot.club.dates import PilotDates
from bot.store import PersonRef, Store

PRIVATELY = "I answer that privately: write it to me in a direct message."
KINDS: Mapping[str, tuple[str, ...]] = {
    "medical": ("medical", "medical certificate", "class 1", "class 2", "lapl medical"),
    "licence": ("licence", "license", "ppl", "lapl", "cpl", "atpl"),
    "SEP rating": ("sep", "sep rating", "class rating", "single engine"),
    "MEP rating": ("mep", "mep rating", "multi engine"),
    "instrument rating": ("ir", "instrument rating", "ir(r)", "imc rating", "basic ir"),
    "night rating": ("night rating",),
    "club check": ("club check", "check flight", "checkout"),
    "passport": ("passport",),
    "radio licence": ("radio licence", "radio", "frtol", "bzf", "azf"),
}
HOW = "/currency medical 3 March 2027 keeps one; /currency medical off forgets it; /currency off forgets all."
NOT_KEPT = "Recent experience (such as three landings in 90 days) I do not keep: see your logbook."
CONSENT = (
    "I would keep this, sealed, to tell you (and nobody else) what it means for a day, and to remind you before "
    "an outing. Keep it?"
)


@dataclass(frozen=True)
class DatesDesk:
    """The part of the desk for private dates."""

    dates: PilotDates
    store: Store
    now: Callable[[], datetime]

    async def command(self, rest: str, day: date | None, message: IncomingMessage) -> Reply:
        """`/currency`, with nothing, a kind and a day, or "off"."""
        if not message.private or message.person.anonymous:
            return Reply((Text(PRIVATELY),), ephemeral=True)
        person = PersonRef.of(message)
        words = " ".join(rest.lower().split())
        if words == "off":
            return await self._offer_to_drop(message)
        kind = kind_of(words)
        if words.endswith(" off") and kind:
            await self.dates.drop(person, kind)
            return Reply((Text(f"Forgotten: your {kind}."),))
        if kind and day is not None:
            return await self._offered(kind, day, message)
        if words:
            names = ", ".join(KINDS)
            return Reply((Text(f"Say which and until when: /currency medical 3 March 2027. I know: {names}."),))
        return await self.on(None, message)

    async def on(self, day: date | None, message: IncomingMessage) -> Reply:
        """What the dates say of a day; without one, what they are."""
        if not message.private or message.person.anonymous:
            return Reply((Text(PRIVATELY),), ephemeral=True)
        found = await self.dates.of(PersonRef.of(message))
        if not found:
            return Reply((Text(f"**You gave me no dates**, so I know nothing of it. {HOW}"),))
        return Reply((Text(said(found, day)),))

    async def _offered(self, kind: str, day: date, message: IncomingMessage) -> Reply:
        """Nothing is kept before the tap; what waits for it is sealed, too."""
        if day < self.now().date():
            return Reply((Text(f"{_day(day)} is past: give the day until which your {kind} is valid."),))
        person = PersonRef.of(message)
        if kind in await self.dates.of(person):  # the consent for this one was given
            await self.dates.keep(person, message.chat, kind, day, self.now())
            return Reply((Text(f"Kept: {kind} until **{_day(day)}**."),))
        keep = KeepDate(what=kind, sealed=self.dates.sealed(day.isoformat()))
        token = await self.store.put_button(message.chat, keep.model_dump_json(), person=person, once=True)
        return Reply((Text(f"{kind.capitalize()} until **{_day(day)}**. {CONSENT}"),), (Button("Keep it", token),))

    async def _offer_to_drop(self, message: IncomingMessage) -> Reply:
        drop = DropDates().model_dump_json()
        token = await self.store.put_button(message.chat, drop, person=PersonRef.of(message), once=True)
        return Reply((Text("Forget all your dates?"),), (Button("Forget them", token, "danger"),))

    async def tapped(self, action: KeepDate | DropDates, message: IncomingMessage) -> Reply:
        """The consent, or the end of it."""
        person = PersonRef.of(message)
        if not message.private:
            return Reply((Text(PRIVATELY),), ephemeral=True)
        if isinstance(action, DropDates):
            await self.dates.drop(person)
            return Reply((Text("All your dates are forgotten."),))
        text = self.dates.opened(action.sealed)
        if not text:
            return Reply((Text("That button is too old: give it once more."),))
        day = date.fromisoformat(text)
        await self.dates.keep(person, message.chat, action.what, day, self.now())
        return Reply((Text(f"Kept: {action.what} until **{_day(day)}**. {HOW}"),))


def kind_of(words: str) -> str:
    """The kind that words name; "" for none. The longest name counts."""
    low = f" {words.lower()} "
    named = [(len(name), kind) for kind, called in KINDS.items() for name in called if f" {name} " in low]
    return max(named)[1] if named else ""


def said(found: Mapping[str, date], day: date | None) -> str:
    """What was given, and of a day what runs out before it; never that somebody may fly."""
    if day is None:
        lines = [f"- {kind}: until {_day(until)}" for kind, until in sorted(found.items(), key=lambda k: k[1])]
        return "\n".join(["**By the dates you gave**", *lines, NOT_KEPT, HOW])
    over = [f"- **{kind}: ends {_day(until)}, before that day**" for kind, until in found.items() if until < day]
    holds = [f"- {kind}: until {_day(until)}, that day included" for kind, until in found.items() if until >= day]
    absent = [kind for kind in ("medical", "licence") if kind not in found]
    unknown = [f"- {kind}: you gave no date, so I do not know" for kind in absent]
    return "\n".join([f"By the dates you gave, for {_day(day)}:", *over, *holds, *unknown, NOT_KEPT])


def _day(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b %Y}"
