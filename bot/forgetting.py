"""Deletes what the store holds of a room or a person, wherever it lies.

    await forget_room(line, chat, keep=message)        # every thread of the room
    await forget_page(line, chat, keep=message)        # as a browser shows it, with its answers' steps
    await forget_messages(line, wanted, keep=message)  # stored messages and dead letters
    await set_room_aside(line, chat, name, keep=message)   # out of everybody's sight, until …
    await bring_room_back(line, name)                      # … it is wanted back, or …
    await forget_aside(line, name)                         # … the day is over

A key's name says whose it is (`bot.keys`), so nothing has to be listed while it is made and nothing is
overlooked. `keep` is the message that asks: it and what came after it stay until they are answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from adapters.protocol import ChatRef, IncomingMessage
from bot.connection import Line
from bot.keys import PARTITIONS, after_kind, digest, in_partition, in_room, key, names_of, partition

Wanted = Callable[[Mapping[str, str]], bool]


async def forget_room(line: Line, chat: ChatRef, *, keep: IncomingMessage | None = None) -> None:
    """Delete memory, people, pages, pictures, buttons, steps and small values of every thread of a room."""
    mark = step_mark(keep.chat, keep.id) if keep else None
    for owner in names_of(chat):
        for name in await line.names(f"flyfun:{{p*:{owner}*"):
            rest = after_kind(name)
            if rest.startswith(owner) and not (mark and rest.endswith(mark)):
                await _forget_people(line, name, rest)
                await line.call("DEL", name)


ASIDE = "aside"


async def set_room_aside(line: Line, chat: ChatRef, name: str, *, keep: IncomingMessage | None = None) -> None:
    """Rename what belongs to a room, so that nothing finds it but `name`. Each key stays in its partition."""
    mark = step_mark(keep.chat, keep.id) if keep else None
    for owner in names_of(chat):
        for found in await line.names(f"flyfun:{{p*:{owner}*"):
            rest = after_kind(found)
            if rest.startswith(owner) and not (mark and rest.endswith(mark)):
                tag, _, after = found.removeprefix("flyfun:").partition(":")
                await line.call("RENAME", found, f"flyfun:{tag}:{ASIDE}:{name}:{after}")


async def bring_room_back(line: Line, name: str) -> int:
    """Give what was set aside its own names again; how many there were. What came meanwhile gives way."""
    found = await line.names(f"flyfun:{{p*:{ASIDE}:{name}:*")
    for one in found:
        await line.call("RENAME", one, one.replace(f":{ASIDE}:{name}:", ":", 1))
    return len(found)


async def forget_aside(line: Line, name: str) -> None:
    """Delete what was set aside; who spoke there since is still known to."""
    for one in await line.names(f"flyfun:{{p*:{ASIDE}:{name}:*"):
        now = one.replace(f":{ASIDE}:{name}:", ":", 1)
        if now.split(":", 3)[2] == "people":
            chat = after_kind(now)
            for person in await line.call("SMEMBERS", one):
                if not await line.call("SISMEMBER", now, person):
                    await line.call("SREM", in_partition(partition(person), "chats", person), chat)
        await line.call("DEL", one)


async def _forget_people(line: Line, name: str, chat: str) -> None:
    """Where a key lists a chat's people, take the chat off each person's own list."""
    if name.split(":", 3)[2] == "people":
        for person in await line.call("SMEMBERS", name):
            await line.call("SREM", in_partition(partition(person), "chats", person), chat)


async def forget_page(line: Line, chat: ChatRef, *, keep: IncomingMessage | None = None) -> None:
    """Delete a conversation's page and its answers' steps: who said what on it cannot be told apart."""
    page = key(chat, "page")
    for _, held in await line.entries(page):
        if keep is None or (chat, held.get("id")) != (keep.chat, keep.id):
            await line.call("DEL", steps_key(chat, held.get("id", "")))
    await line.call("DEL", page, key(chat, "pictures"))


def steps_key(chat: ChatRef, message_id: str) -> str:
    """The stream of an answer's steps."""
    return in_room(chat, partition(chat), "steps", step_mark(chat, message_id))


def step_mark(chat: ChatRef, message_id: str) -> str:
    """How the name of an answer's stream of steps ends."""
    return digest(str(chat), message_id)


def of_room(chat: ChatRef) -> Wanted:
    """The messages of every thread of a room."""
    own = str(chat.room)
    return lambda held: held.get("chat", "").startswith(own)


async def forget_messages(
    line: Line,
    wanted: Wanted,
    *,
    keep: IncomingMessage | None = None,
    partitions: Iterable[int] = range(PARTITIONS),
) -> None:
    """Delete stored messages and dead letters; those that came after `keep` stay."""
    until = await _arrival(line, keep) if keep else None
    for number in partitions:
        for stream in (in_partition(number, "in"), in_partition(number, "dead")):
            waiting = stream == in_partition(number, "in")
            for entry, held in await line.entries(stream):
                if not wanted(held) or (waiting and until is not None and _moment(entry) >= until):
                    continue
                await line.call("XDEL", stream, entry)
                await line.call("HDEL", in_partition(number, "tries"), entry)
                await line.call("HDEL", in_partition(number, "marks"), entry)


async def _arrival(line: Line, message: IncomingMessage) -> tuple[int, int] | None:
    """When a stored message arrived, as the streams count; None when it is not there."""
    for entry, held in await line.entries(in_partition(partition(message.chat), "in")):
        if held.get("chat") == str(message.chat) and held.get("id") == message.id:
            return _moment(entry)
    return None


def _moment(entry: str) -> tuple[int, int]:
    milliseconds, _, number = entry.partition("-")
    return int(milliseconds), int(number)
