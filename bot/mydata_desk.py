"""`/mydata`: what is kept about a person, in private and for that person alone."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from adapters.markdown import escape
from adapters.protocol import IncomingMessage, Reply, Text
from agent.protocol import Profile
from agent.subjects.weather.minima import minima_words
from bot.conversation_log import ConversationLog
from bot.store import PersonRef, Store
from tongue import later, say

PRIVATELY = later("I answer that privately: write /mydata to me in a direct message.")
LONGEST_QUOTED = 80
NOT_LISTED = later(
    "Not listed: buttons under my answers and drafts (35 days at most), a conversation's page in the browser, "
    "what belongs to a group. "
    "/forget deletes what is yours; that you asked for it is noted for 14 days, so that no backup brings it back."
)


_UNITS = {"metric": later("metres"), "aviation": later("feet and metres")}


class Rows(Protocol):
    """Records that tell a person what they hold."""

    async def of_person(self, person: PersonRef) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class MyDataDesk:
    """The telling part of the desk. `records` and `diary` are absent where they are not set up."""

    store: Store
    records: Rows | None = None
    diary: ConversationLog | None = None

    async def told(self, message: IncomingMessage) -> Reply:
        """Everything that is kept about who asks; nothing of it among people."""
        if not message.private or message.person.anonymous:
            return Reply((Text(say(PRIVATELY)),), ephemeral=True)
        person = PersonRef.of(message)
        rows = await self.records.of_person(person) if self.records is not None else ()
        set_ = _set(await self.store.profile(person))
        lines = [say("**What I keep about you**"), *set_, *await self._said(person)]
        lines += ["", say("**In the records**"), *(rows or (say("nothing"),))]
        shown = [line if line.startswith("**") or not line else f"- {escape(line)}" for line in lines]
        return Reply((Text("\n".join([*shown, "", say(NOT_LISTED)])),))

    async def _said(self, person: PersonRef) -> list[str]:
        """What was said between us, chat by chat, and the lines of the operator's log."""
        lines: list[str] = []
        for chat in await self.store.chats_of(person):
            conversation, _ = await self.store.load(chat)
            turns = [turn.text for turn in conversation.turns if turn.person == person.id]
            if turns:
                last = " ".join(turns[-1].split())[:LONGEST_QUOTED]
                lines.append(_messages(len(turns), last))
            if person.id in conversation.pending:
                lines.append(say("A question of mine that waits for your answer"))
        if self.diary is not None:
            count = await asyncio.to_thread(self._logged, self.diary, person)
            lines.append(
                say("Lines in the operator's log of conversations, without your name: {count}", count=count)
            )
        return lines

    @staticmethod
    def _logged(diary: ConversationLog, person: PersonRef) -> int:
        mine = diary.digest(str(person))
        return sum(1 for line in diary.lines() if line.get("person") == mine)


def _set(profile: Profile) -> list[str]:
    """What the person has set; what is as for everybody is left out."""
    usual, lines = Profile(), list[str]()
    if profile.home_base:
        lines.append(say("Home base: {home_base}", home_base=profile.home_base))
    if profile.aircraft:
        lines.append(say("Aircraft: {aircraft}", aircraft=profile.aircraft))
    if profile.cruise_speed_kts:
        lines.append(say("Cruise speed: {knots:g} kt", knots=profile.cruise_speed_kts))
    if profile.burn_lph:
        lines.append(say("Burn: {burn:g} l/h", burn=profile.burn_lph))
    if profile.units != usual.units:
        lines.append(say("Lengths: {units}", units=say(_UNITS[profile.units])))
    if profile.margin_minutes != usual.margin_minutes:
        lines.append(say("Margin before sunset and closing hours: {minutes} min", minutes=profile.margin_minutes))
    if profile.minima.any:
        lines.append(say("Your minima: {minima}", minima=minima_words(profile.minima)))
    return lines or [say("No settings")]


def _messages(count: int, last: str) -> str:
    if count == 1:
        return say("1 message of yours in a chat: “{last}”", last=last)
    return say("{count} messages of yours in a chat, the last: “{last}”", count=count, last=last)
