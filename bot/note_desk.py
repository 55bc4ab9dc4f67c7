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

LONGEST = 300
MOST_LISTED = 10
MOST_BUTTONS = 5
NOT_A_LOG = "Tell the owner too: this is not a tech-log entry."
IN_A_GROUP = "Notes belong to a group: write them in your club's."
HOW = "Say the registration first: /note G-ABCD left brake soft"


@dataclass(frozen=True)
class NoteDesk:
    """The notes' part of the desk."""

    notes: Notes
    store: Store
    administers: Administers

    async def command(self, rest: str, message: IncomingMessage) -> Reply:
        """Keep what is said of an aircraft; without a text, list what is open."""
        if message.private:
            return Reply((Text(IN_A_GROUP),))
        first, _, text = " ".join(rest.split()).partition(" ")
        craft = registration(first)
        if first and craft != first.upper().rstrip(":,"):
            return _refused(HOW)
        if not text:
            return await self._listed(craft, message)
        if len(text) > LONGEST:
            return _refused(f"A note has at most {LONGEST} letters; nothing is kept.")
        if not await self.notes.add(message, craft, text):
            return _refused(f"{MOST_OPEN} notes are open here; close some first: /note lists them.")
        return Reply((Text(f"Noted for **{craft}**: {escape(text)}\n{NOT_A_LOG}"),))

    async def _listed(self, craft: str, message: IncomingMessage) -> Reply:
        found = await self.notes.open(message.chat, craft)
        about = f" of {craft}" if craft else ""
        if not found:
            return Reply(
                (Text(f"No note{about} is open here. That says nothing of the aircraft: see its tech log."),)
            )
        lines = [f"**Open notes{about}**", *(f"- {_line(note)}" for note in found[:MOST_LISTED])]
        if len(found) > MOST_LISTED:
            lines.append(f"{len(found) - MOST_LISTED} more: /note and a registration lists one aircraft's.")
        ends = [NewButton(CloseNote(note=note.id).model_dump_json()) for note in found[:MOST_BUTTONS]]
        tokens = await self.store.put_buttons(message.chat, ends)
        buttons = [
            Button(f"Done: {note.registration} {note.text[:20]}".strip(), token)
            for note, token in zip(found, tokens, strict=False)
        ]
        return Reply((Text("\n".join([*lines, NOT_A_LOG])),), tuple(buttons))

    async def tapped(self, action: CloseNote, message: IncomingMessage) -> Reply:
        """Whoever wrote it, or an admin, says that it is seen to."""
        note = next((one for one in await self.notes.open(message.chat) if one.id == action.note), None)
        if note is None:
            return _refused("That note is closed already.")
        if note.person != str(PersonRef.of(message)) and not await self._may(message):
            return _refused(f"Only {escape(note.by)} or an admin of this group can close that.")
        await self.notes.close(message.chat, note.id)
        return Reply((Text(f"Closed: **{note.registration}** {escape(note.text)}"),))

    async def _may(self, message: IncomingMessage) -> bool:
        try:
            return await self.administers(message)
        except ChannelError:
            return False  # the platform does not say


def _line(note: Note) -> str:
    return f"{note.registration}: {escape(note.text)} ({escape(note.by)}, {note.made_at:%d %b %Y})"


def _refused(words: str) -> Reply:
    return Reply((Text(words),), ephemeral=True)
