"""Takes along what the store holds of a room whose platform gave it a new id, and remembers where it went.

await move_values(line, old, new);  await remember(line, old, new)
await where_now(line, chat)      # the chat under its room's newest id
"""

from __future__ import annotations

from dataclasses import replace

from adapters.protocol import ChatRef
from bot.connection import Line
from bot.keys import after_kind, hashed, in_partition, names_of, partition

MOVED_SECONDS = 90 * 86_400
BY_MESSAGE = "answered"
"""The values that are named by messages alone."""
MOST_MOVES = 4
"""A room gets a new id once in its life; more would be a circle."""


async def threads_of(line: Line, room: ChatRef) -> list[ChatRef]:
    """The threads of a room that have a memory, the room itself among them."""
    own = str(room.room)
    found = [after_kind(name) for name in await line.names(f"flyfun:{{p*:chat:{own}*")]
    return [ChatRef.parse(name) for name in found if name.startswith(own)]


async def tokens_of(line: Line, room: ChatRef) -> list[str]:
    """The tokens of a room's buttons."""
    begins = in_partition(partition(room.room), "button", str(room.room), "")
    return [name.removeprefix(begins) for name in await line.names(f"{begins}*") if name.startswith(begins)]


async def move_values(line: Line, old: ChatRef, new: ChatRef, *, same_messages: bool) -> None:
    """A room's small values get the new room's names, in the lists of the people they are about too.

    Without `same_messages` the room counts its messages anew: what is known of one would be said of another.
    """
    before, after = names_of(old)[1], names_of(new)[1]
    for name in await line.names(f"flyfun:{{p*:value:{before}*"):
        rest = after_kind(name)
        if rest.startswith(before) and (same_messages or rest.removeprefix(before).split(":")[0] != BY_MESSAGE):
            await line.call("RENAME", name, name.replace(f":value:{before}", f":value:{after}", 1))
    for kept in await line.names("flyfun:{p*:kept:*"):
        for name in await line.call("ZRANGE", kept, 0, -1):
            if f":value:{before}" in name:
                until = await line.call("ZSCORE", kept, name)
                await line.call("ZADD", kept, until, name.replace(f":value:{before}", f":value:{after}", 1))
                await line.call("ZREM", kept, name)


async def remember(line: Line, old: ChatRef, new: ChatRef) -> None:
    """What still names the old id is asked for where the room is now."""
    await line.call("SET", hashed(old.room, "moved"), str(new.room), "EX", MOVED_SECONDS)


async def where_now(line: Line, chat: ChatRef) -> ChatRef:
    """The chat under its room's newest id; itself where none is known."""
    for _ in range(MOST_MOVES):
        moved = await line.call("GET", hashed(chat.room, "moved"))
        if not moved:
            break
        chat = replace(ChatRef.parse(moved), thread=chat.thread)
    return chat
