"""What a person may have deleted: what is theirs by a tap, what is a group's only by an admin who names it."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from adapters.markdown import escape
from adapters.protocol import Button, ChannelError, IncomingMessage, Reply, Text
from agent import regex as re
from bot.actions import Forget, TakeBack
from bot.remembered import Remembered
from bot.store import PersonRef, Store
from tongue import later, say

SECOND_THOUGHTS = timedelta(days=1)
"""How long an admin may take a deletion back."""

NAMELESS = "everything"
"""What is written to confirm where the chat's name is not known."""

NOT_AN_ADMIN = later("Only an admin of this group can do that.")

_ABOUT_ME = re.compile(
    r"(?:please )?(?:(?:everything|all|alles|tout)(?: of)? )?(?:about |über |sur |von )?"
    r"(?:me|myself|mine|my data|mich|mir|meine daten|moi|mes données)"
    r"(?: please| bitte)?[.!]?",
    re.IGNORECASE,
)
Administers = Callable[[IncomingMessage], Awaitable[bool]]


async def nobody(message: IncomingMessage) -> bool:
    """Where it cannot be known, only a private chat has somebody who decides for it."""
    return message.private


@dataclass(frozen=True)
class ForgetDesk:
    """The deleting part of the desk."""

    store: Store
    remembered: Remembered
    administers: Administers = nobody

    async def asked(self, rest: str, message: IncomingMessage) -> Reply:
        """`/forget`, with the name of a group behind it when that is to be deleted."""
        if message.private:
            return await self._offered(message)
        if rest and not (_ABOUT_ME.fullmatch(rest.strip()) and _plain(rest) != _plain(_name(message))):
            return await self._confirmed(rest, message)
        of_chat = say(
            "Everything of this group, with its topics and threads and the reports its members gave here: "
            "an admin writes /forget {group}, and can take it back for a day.",
            group=escape(_name(message)),
        )
        if message.person.anonymous:
            return Reply((Text(of_chat),), ephemeral=True)
        of_person = say("Everything about you: tap, and it is gone for good.")
        return Reply((Text(f"{of_person}\n{of_chat}"),), (await self._about_me(message),), ephemeral=True)

    async def _offered(self, message: IncomingMessage) -> Reply:
        person = PersonRef.of(message)
        chat = Forget(scope="chat").model_dump_json()
        token = await self.store.put_button(message.chat, chat, person=person, once=True)
        here = Button(say("Everything of this chat"), token, "danger")
        words = say("What should I delete? It cannot be undone.")
        return Reply((Text(words),), (await self._about_me(message), here))

    async def _about_me(self, message: IncomingMessage) -> Button:
        person, mine = PersonRef.of(message), Forget(scope="person").model_dump_json()
        token = await self.store.put_button(message.chat, mine, person=person, once=True)
        return Button(say("Everything about me"), token, "danger")

    async def tapped(self, action: Forget | TakeBack, message: IncomingMessage) -> Reply:
        """Delete what is the person's own, or bring back what was the group's."""
        if isinstance(action, TakeBack):
            return await self._taken_back(action, message)
        if action.scope == "chat" and not message.private:
            return await self.asked("", message)  # a button of before admins were asked
        if action.scope == "person":
            await self.remembered.forget_person(PersonRef.of(message), keep=message)
            if not message.private:
                return Reply((Text(say("Everything about you is deleted.")),), ephemeral=True)
        await self.remembered.forget_chat(message.chat, keep=message)  # what was said between us is theirs
        of_person = action.scope == "person"
        words = (
            say("Everything about you is deleted.") if of_person else say("Everything of this chat is deleted.")
        )
        return Reply((Text(words),))

    async def _confirmed(self, rest: str, message: IncomingMessage) -> Reply:
        name = _name(message)
        if _plain(rest) != _plain(name):
            words = say("To delete everything of this group, an admin writes /forget {group}", group=escape(name))
            return Reply((Text(words),), ephemeral=True)
        if not await self._may(message):
            return Reply((Text(say(NOT_AN_ADMIN)),), ephemeral=True)
        until = message.sent_at + SECOND_THOUGHTS
        said = f"{message.chat} {message.person.id} {message.id}"
        name = hashlib.blake2b(said.encode(), digest_size=8).hexdigest()  # the same where a message is done again
        aside = await self.remembered.set_aside(message.chat, until, keep=message, name=name)
        token = await self.store.put_button(message.chat, TakeBack(name=aside).model_dump_json())
        words = say(
            "**Everything of this group is put away**, and erased for good on {until:%a} {until.day} {until:%b} "
            "{until:%H:%M} UTC. Until then an admin can take that back.",
            until=until,
        )
        return Reply((Text(words),), (Button(say("Take it back"), token),))

    async def _taken_back(self, action: TakeBack, message: IncomingMessage) -> Reply:
        if not await self._may(message):
            return Reply((Text(say(NOT_AN_ADMIN)),), ephemeral=True)
        if not await self.remembered.bring_back(message.chat, action.name):
            return Reply((Text(say("That is erased already, or back.")),), ephemeral=True)
        return Reply((Text(say("Everything of this group is back.")),))

    async def _may(self, message: IncomingMessage) -> bool:
        try:
            return await self.administers(message)
        except ChannelError:
            return False  # the platform does not say: then nothing is deleted


def _name(message: IncomingMessage) -> str:
    return " ".join(message.chat_name.split()) or NAMELESS


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
