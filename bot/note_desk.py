"""`/note G-ABCD left brake soft`: a group's remarks about its aircraft; none is an entry of a tech log."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.markdown import escape
from adapters.protocol import Button, ChannelError, IncomingMessage, Reply, Text
from bot.actions import CloseNote
from bot.forget_desk import Administers
from bot.notes import MOST_OPEN, Note, Notes
from bot.outings.evidence import registration
from bot.store import NewButton, PersonRef, Store
from tongue import later, say

LONGEST = 300
MOST_LISTED = 10
MOST_BUTTONS = 5
NOT_A_LOG = later("Tell the owner too: this is not a tech-log entry.")
IN_A_GROUP = later("Notes belong to a group: write them in your club's.")
HOW = later("Say the registration first: /note G-ABCD left brake soft")


@dataclass(frozen=True)
class NoteDesk:
    """The notes' part of the desk."""

    notes: Notes
    store: Store
    administers: Administers

    async def command(self, rest: str, message: IncomingMessage) -> Reply:
        """Keep what is said of an aircraft; without a text, list what is open."""
        if message.private:
            return Reply((Text(say(IN_A_GROUP)),))
        first, _, text = " ".join(rest.split()).partition(" ")
        craft = registration(first)
        if first and craft != first.upper().rstrip(":,"):
            return _refused(say(HOW))
        if not text:
            return await self._listed(craft, message)
        if len(text) > LONGEST:
            return _refused(say("A note has at most {most} letters; nothing is kept.", most=LONGEST))
        if not await self.notes.add(message, craft, text):
            return _refused(
                say("{count} notes are open here; close some first: /note lists them.", count=MOST_OPEN)
            )
        noted = say("Noted for **{craft}**: {text}", craft=craft, text=escape(text))
        return Reply((Text(f"{noted}\n{say(NOT_A_LOG)}"),))

    async def _listed(self, craft: str, message: IncomingMessage) -> Reply:
        found = await self.notes.open(message.chat, craft)
        if not found:
            none = say("No note of {craft} is open here.", craft=craft) if craft else say("No note is open here.")
            unknown = say("That says nothing of the aircraft: see its tech log.")
            return Reply((Text(f"{none} {unknown}"),))
        title = say("**Open notes of {craft}**", craft=craft) if craft else say("**Open notes**")
        lines = [title, *(f"- {_line(note)}" for note in found[:MOST_LISTED])]
        if len(found) > MOST_LISTED:
            more = len(found) - MOST_LISTED
            lines.append(say("{count} more: /note and a registration lists one aircraft's.", count=more))
        ends = [NewButton(CloseNote(note=note.id).model_dump_json()) for note in found[:MOST_BUTTONS]]
        tokens = await self.store.put_buttons(message.chat, ends)
        buttons = [
            Button(say("Done: {note}", note=f"{note.registration} {note.text[:20]}").strip(), token)
            for note, token in zip(found, tokens, strict=False)
        ]
        return Reply((Text("\n".join([*lines, say(NOT_A_LOG)])),), tuple(buttons))

    async def tapped(self, action: CloseNote, message: IncomingMessage) -> Reply:
        """Whoever wrote it, or an admin, says that it is seen to."""
        note = next((one for one in await self.notes.open(message.chat) if one.id == action.note), None)
        if note is None:
            return _refused(say("That note is closed already."))
        if note.person != str(PersonRef.of(message)) and not await self._may(message):
            return _refused(say("Only {who} or an admin of this group can close that.", who=escape(note.by)))
        await self.notes.close(message.chat, note.id)
        closed = say("Closed: **{craft}** {text}", craft=note.registration, text=escape(note.text))
        return Reply((Text(closed),))

    async def _may(self, message: IncomingMessage) -> bool:
        try:
            return await self.administers(message)
        except ChannelError:
            return False  # the platform does not say


def _line(note: Note) -> str:
    when = say("{day:%d} {day:%b} {day:%Y}", day=note.made_at)
    return say("{name}: {value}", name=note.registration, value=f"{escape(note.text)} ({escape(note.by)}, {when})")


def _refused(words: str) -> Reply:
    return Reply((Text(words),), ephemeral=True)
