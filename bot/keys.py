"""Where each chat's and each person's things are kept in the store: the names of the keys.

Every key carries the hash tag of its partition, `{p07}`, so that what changes together lives on one node of a
cluster. A chat's partition is that of its `ChatRef` with the thread; a person's that of the `PersonRef`.
A room's own string begins the name of everything that belongs to one of its threads, so that `/forget` finds
all of it by name (`names_of`). Keys that must outlive `/forget` for a while (claims of seen messages, limits,
pacing) carry a digest instead of an id, and no content.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from hashlib import blake2b
from urllib.parse import quote, unquote

from adapters.protocol import ChatRef, IncomingMessage

PARTITIONS = 32


@dataclass(frozen=True, slots=True)
class PersonRef:
    """A person as the store knows them: the platform's id inside channel and tenant."""

    channel: str
    tenant: str
    id: str

    @classmethod
    def of(cls, message: IncomingMessage) -> PersonRef:
        """Who wrote `message`."""
        return cls(message.chat.channel, message.chat.tenant, message.person.id)

    @classmethod
    def parse(cls, text: str) -> PersonRef:
        """The reverse of `str`. Raises ValueError for anything else."""
        parts = [unquote(part) for part in text.split(":")]
        if len(parts) != 3:
            raise ValueError(f"not a person: {text!r}")
        return cls(*parts)

    def __str__(self) -> str:
        return ":".join(quote(part, safe="") for part in (self.channel, self.tenant, self.id))


Owner = ChatRef | PersonRef


def partition(owner: Owner | str) -> int:
    """0 to 31, the same on every machine."""
    return zlib.crc32(str(owner).encode()) % PARTITIONS


def in_partition(number: int, *names: str) -> str:
    """A key of partition `number`."""
    return ":".join((f"flyfun:{{p{number:02d}}}", *names))


def key(owner: Owner, *names: str) -> str:
    """A key that belongs to a chat or person, in its partition."""
    return in_partition(partition(owner), *names, str(owner))


def digest(*parts: str) -> str:
    """A short stand-in for ids that must not be readable in the store."""
    return blake2b("\x00".join(parts).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def seen_key(chat: ChatRef, message_id: str) -> str:
    """The claim of a message that was accepted."""
    return in_partition(partition(chat), "seen", digest(chat.channel, chat.tenant, message_id))


def in_room(room: ChatRef, number: int, kind: str, *names: str) -> str:
    """A key of partition `number` that shows no id, about something in a room; forgotten with the room."""
    return in_partition(number, kind, digest(str(room.room)), *names)


def names_of(room: ChatRef) -> tuple[str, str]:
    """How the names of a room's keys go on after their kind: with the room's string, or with its digest."""
    return str(room.room), f"{digest(str(room.room))}:"


def aside_of(room: ChatRef, name: str) -> ChatRef:
    """What a room is called in records and log while it is set aside; no platform has such a chat."""
    return ChatRef(room.channel, room.tenant, f"{room.chat}~{name}")


def after_kind(name: str) -> str:
    """What a key's name says after its partition and kind."""
    return name.split(":", 3)[-1]


def hashed(owner: Owner | str, *names: str) -> str:
    """A key about a chat, person or anything named that shows neither."""
    return in_partition(partition(owner), *names, digest(str(owner)))
