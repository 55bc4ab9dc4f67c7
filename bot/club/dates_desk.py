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
from tongue import later, say, speak, spoken

PRIVATELY = later("I answer that privately: write it to me in a direct message.")
OTHERS = later(
    "Such dates I keep and tell for their owner alone: nothing of others', not even whether I hold any."
)
NAMES: Mapping[str, str] = {
    "medical": later("medical"), "licence": later("licence"), "SEP rating": later("SEP rating"),
    "MEP rating": later("MEP rating"), "instrument rating": later("instrument rating"),
    "night rating": later("night rating"), "club check": later("club check"), "passport": later("passport"),
    "radio licence": later("radio licence"),
}  # fmt: skip
HOW = later(
    "/currency medical 3 March 2027 keeps one; /currency medical off forgets it; /currency off forgets all."
)
NOT_KEPT = later("Recent experience (such as three landings in 90 days) I do not keep: see your logbook.")
CONSENT = later(
    "I would keep this, sealed, to tell you (and nobody else) what it means for a day, and to remind you before an"
    " outing. Keep it?"
)


@dataclass(frozen=True)
class DatesDesk:
    """The part of the desk for private dates."""

    dates: PilotDates
    store: Store
    now: Callable[[], datetime]

    async def command(self, rest: str, kind: str, day: date | None, message: IncomingMessage) -> Reply:
        """`/currency`, with nothing, a kind and a day, or "off"; `kind` is the one that the words name."""
        if not message.private or message.person.anonymous:
            return Reply((Text(say(PRIVATELY)),), ephemeral=True)
        person = PersonRef.of(message)
        words = " ".join(rest.lower().split())
        if words == "off":
            return await self._offer_to_drop(message)
        if words.endswith(" off") and kind:
            await self.dates.drop(person, kind)
            return Reply((Text(say("Forgotten: your {kind}.", kind=named(kind))),))
        if kind and day is not None:
            return await self._offered(kind, day, message)
        if words:
            names = ", ".join(named(kind) for kind in NAMES)
            words = say("Say which and until when: /currency medical 3 March 2027. I know: {names}.", names=names)
            return Reply((Text(words),))
        return await self.on(None, message)

    async def on(self, day: date | None, message: IncomingMessage) -> Reply:
        """What the dates say of a day; without one, what they are."""
        if not message.private or message.person.anonymous:
            return Reply((Text(say(PRIVATELY)),), ephemeral=True)
        found = await self.dates.of(PersonRef.of(message))
        if not found:
            return Reply((Text(say("**You gave me no dates**, so I know nothing of it. {how}", how=say(HOW))),))
        return Reply((Text(said(found, day)),))

    async def _offered(self, kind: str, day: date, message: IncomingMessage) -> Reply:
        """Nothing is kept before the tap; what waits for it is sealed, too."""
        if day < self.now().date():
            words = say("{day} is past: until which day is it valid: {kind}?", day=day_of(day), kind=named(kind))
            return Reply((Text(words),))
        person = PersonRef.of(message)
        if kind in await self.dates.of(person):  # the consent for this one was given
            await self.dates.keep(person, message.chat, kind, day, self.now())
            return Reply((Text(say("Kept: {kind} until **{day}**.", kind=named(kind), day=day_of(day))),))
        keep = KeepDate(what=kind, sealed=self.dates.sealed(day.isoformat()), language=spoken())
        token = await self.store.put_button(message.chat, keep.model_dump_json(), person=person, once=True)
        head = say("{kind} until **{day}**.", kind=_begun(named(kind)), day=day_of(day))
        return Reply((Text(f"{head} {say(CONSENT)}"),), (Button(say("Keep it"), token),))

    async def _offer_to_drop(self, message: IncomingMessage) -> Reply:
        drop = DropDates(language=spoken()).model_dump_json()
        token = await self.store.put_button(message.chat, drop, person=PersonRef.of(message), once=True)
        return Reply((Text(say("Forget all your dates?")),), (Button(say("Forget them"), token, "danger"),))

    async def tapped(self, action: KeepDate | DropDates, message: IncomingMessage) -> Reply:
        """The consent, or the end of it."""
        person = PersonRef.of(message)
        if not message.private:
            return Reply((Text(say(PRIVATELY)),), ephemeral=True)
        if action.language:
            speak(action.language)  # a tap has no words of its own
        if isinstance(action, DropDates):
            await self.dates.drop(person)
            return Reply((Text(say("All your dates are forgotten.")),))
        text = self.dates.opened(action.sealed)
        if not text:
            return Reply((Text(say("That button is too old: give it once more.")),))
        day = date.fromisoformat(text)
        await self.dates.keep(person, message.chat, action.what, day, self.now())
        kept = say("Kept: {kind} until **{day}**.", kind=named(action.what), day=day_of(day))
        return Reply((Text(f"{kept} {say(HOW)}"),))


def said(found: Mapping[str, date], day: date | None) -> str:
    """What was given, and of a day what runs out before it; never that somebody may fly."""
    if day is None:
        ordered = sorted(found.items(), key=lambda one: one[1])
        lines = [say("- {kind}: until {day}", kind=named(kind), day=day_of(until)) for kind, until in ordered]
        return "\n".join([say("**By the dates you gave**"), *lines, say(NOT_KEPT), say(HOW)])
    over = [
        say("- **{kind}: ends {day}, before that day**", kind=named(kind), day=day_of(until))
        for kind, until in found.items()
        if until < day
    ]
    holds = [
        say("- {kind}: until {day}, that day included", kind=named(kind), day=day_of(until))
        for kind, until in found.items()
        if until >= day
    ]
    absent = [kind for kind in ("medical", "licence") if kind not in found]
    unknown = [say("- {kind}: you gave no date, so I do not know", kind=named(kind)) for kind in absent]
    return "\n".join(
        [say("By the dates you gave, for {day}:", day=day_of(day)), *over, *holds, *unknown, say(NOT_KEPT)]
    )


def named(kind: str) -> str:
    """A kind in the language that is spoken."""
    return say(NAMES[kind]) if kind in NAMES else kind


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def day_of(day: date) -> str:
    """ "Sat 13 Feb 2027"."""
    return say("{day:%a} {number} {day:%b} {day:%Y}", day=day, number=day.day)
