"""The adapters' vocabulary: chats, people, incoming messages, replies and what a channel can show.

Channels know no aviation: they turn a platform's updates into `IncomingMessage`s and `Reply`s into what
the platform accepts. Everything here is frozen and without logic, but for the two string forms of
`ChatRef`, which stand beside it so that they cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

AddressedBy = Literal["dm", "command", "mention", "reply", "thread", "button", "inline"]

# --- who and where ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChatRef:
    """A chat on a platform. `tenant` is the bot's or the workspace's id, `thread` empty outside one."""

    channel: str
    tenant: str
    chat: str
    thread: str = ""

    def __str__(self) -> str:
        """One string, `channel:tenant:chat:thread`, each part percent-encoded; see `parse`."""
        return ":".join(quote(part, safe="") for part in (self.channel, self.tenant, self.chat, self.thread))

    @classmethod
    def parse(cls, text: str) -> ChatRef:
        """The reverse of `str`. Raises ValueError for anything else."""
        parts = [unquote(part) for part in text.split(":")]
        if len(parts) != 4 or not all(parts[:3]):
            raise ValueError(f"not a chat reference: {text!r}")
        return cls(*parts)

    @property
    def room(self) -> ChatRef:
        """The chat without its thread: what the platform's rate limits count."""
        return ChatRef(self.channel, self.tenant, self.chat)


@dataclass(frozen=True, slots=True)
class Person:
    """Who wrote. `id` is unique inside channel and tenant; `name` is for greeting only.

    `anonymous` is somebody who writes as a group: a tap comes from the person, who is not known to be the same.
    """

    id: str
    name: str = ""
    language: str = ""
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """A shared location, degrees WGS84."""

    lat: float
    lon: float
    label: str = ""


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """One message of a person, whatever the platform calls it.

    `id` is the platform's own id of the delivery and deduplicates it inside channel and tenant. `token` is
    a tapped button's token; `text` is then empty. `handle` carries the few platform values that the answer
    needs (message id to reply to, response URL): strings only, opaque to everybody but the channel.
    `wants_frames` asks for the steps of the work beside the reply, `wants_feedback` for `Reply.thumbs`.
    `earlier` is what people said in the chat before the bot was called into it, oldest first: context only.
    `reachable`: can something be sent to the chat later, unasked? `seen_when_open`: it is read only by who looks.
    `reply_to` is the platform's id of the message that is replied to, or under which a button was tapped: one of
    `Sent`, if it was ours. `quoted` is the text of somebody else's message that is replied to: context only.
    `marked` is the part of our message that a reply quotes: what it is about.
    `chat_name` is what people call the chat, empty where that is not known.
    """

    id: str
    chat: ChatRef
    person: Person
    text: str
    addressed_by: AddressedBy
    sent_at: datetime
    position: Position | None = None
    token: str = ""
    handle: Mapping[str, str] = field(default_factory=dict[str, str])
    private: bool = True
    wants_frames: bool = False
    wants_feedback: bool = False
    earlier: tuple[str, ...] = ()
    reachable: bool = True
    seen_when_open: bool = False
    reply_to: str = ""
    quoted: str = ""
    marked: str = ""
    chat_name: str = ""


# --- what is sent ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown of the project's own small subset (`adapters.markdown`)."""

    markdown: str


@dataclass(frozen=True, slots=True)
class MapSpot:
    """A marker, in degrees WGS84; `number` is its place in the answer's list, 0 for none."""

    lat: float
    lon: float
    label: str
    kind: Literal["field", "customs", "end", "centre"] = "field"
    number: int = 0
    about: str = ""


@dataclass(frozen=True, slots=True)
class MapTrack:
    """A line of points (lat, lon) at equal distances, and its whole length; 0 where no length is told."""

    points: tuple[tuple[float, float], ...]
    nm: float = 0.0


@dataclass(frozen=True, slots=True)
class MapArea:
    """A closed ring of points (lat, lon)."""

    points: tuple[tuple[float, float], ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class MapScene:
    """What a map shows, for a channel that draws it itself; `deepest` is the closest zoom to begin with."""

    spots: tuple[MapSpot, ...] = ()
    tracks: tuple[MapTrack, ...] = ()
    areas: tuple[MapArea, ...] = ()
    deepest: float = 10.0


@dataclass(frozen=True, slots=True)
class Map:
    """A picture: `image` is the file's bytes (PNG or JPEG), `key` names the same picture for re-use.

    `dark` is the same for a dark page, `scene` what it shows; both only where the channel has use for them.
    """

    image: bytes
    alt: str
    caption: str = ""
    key: str = ""
    dark: bytes = b""
    scene: MapScene | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file to keep, such as a calendar's. `name` ends in its kind; the words of the reply say what it is."""

    content: bytes
    name: str
    media_type: str


@dataclass(frozen=True, slots=True)
class Card:
    """A fact sheet. `copy` is what a copy button copies; `links` are (label, https URL)."""

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    copy: str = ""
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows of plain text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


# Blocks with meaning, drawn by each channel in its best form. Their words are plain text but where said otherwise.


@dataclass(frozen=True, slots=True)
class Headline:
    """The answer in one line, Markdown; `about` says what it is about, on a smaller line."""

    markdown: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Contact:
    """Whom to call or write, or where to read: a telephone number, a mail address, an https address.

    `value` is as published; `dialled` ("+33…") is what a tap on a number calls, "" where none may.
    """

    kind: Literal["phone", "email", "page"]
    value: str
    label: str = ""
    dialled: str = ""


@dataclass(frozen=True, slots=True)
class Contacts:
    """Ways to reach somebody; `note` says when they answer."""

    contacts: tuple[Contact, ...]
    title: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Deadline:
    """One thing to do: `what`, until when at the latest, whom to tell. `passed`: it is too late for it."""

    what: str
    latest: str = ""
    note: str = ""
    whom: tuple[Contact, ...] = ()
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Deadlines:
    """What to do, in its order."""

    deadlines: tuple[Deadline, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """One time of a day and what happens then."""

    at: str
    what: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Moments in their order."""

    moments: tuple[Moment, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """One attribute of things side by side; a value of None is not known."""

    name: str
    values: tuple[str | None, ...]
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Compare:
    """Things side by side: `columns` are their names, as many as each row has values.

    `unknown` is how the pilot's language says that a value is not known.
    """

    columns: tuple[str, ...]
    rows: tuple[Compared, ...]
    unknown: str = "not known"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of three values: it is so, it is known not to be so, or it is not known."""

    name: str
    value: str
    known: Literal["yes", "no", "unknown"] = "yes"


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one thing. `copy` is what a copy button copies; `links` are (label, https URL).

    `numbers` are telephone numbers in the facts: (as it stands there, what is dialled).
    """

    facts: tuple[Fact, ...]
    title: str = ""
    links: tuple[tuple[str, str], ...] = ()
    copy: str = ""
    position: Position | None = None
    numbers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: its name, the few facts of it, and what a tap on it does."""

    title: str
    lead: str = ""
    note: str = ""
    number: int = 0
    tap: Button | None = None


@dataclass(frozen=True, slots=True)
class Rows:
    """A list whose rows open what they name."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """What stands behind a tap, under its title; Markdown."""

    title: str
    markdown: str


@dataclass(frozen=True, slots=True)
class SourceLink:
    """A document that was read: its name, address, day, and whether it is older than it should be."""

    name: str
    url: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True)
class Sources:
    """The last lines of an answer, Markdown; `documents` are all of them, for a channel that lists them.

    `note` is what stands under them, Markdown: what FlyFun is not for.
    """

    markdown: str
    documents: tuple[SourceLink, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """What is being done right now; never part of a final reply."""

    text: str


@dataclass(frozen=True, slots=True)
class Button:
    """A tap. `token` matches `[a-z0-9_]{1,32}` and means something to `bot` alone; `style` is a hint.

    The answer to a button that `turns` the page may take the place of the message under which it stands.
    """

    label: str
    token: str
    style: Literal["default", "primary", "danger"] = "default"
    turns: bool = False


Meaning = Headline | Contacts | Deadlines | Timeline | Compare | Facts | Rows | Folded
"""Blocks that say what their words are. `adapters.meaning` has each in plain lines."""

Block = Text | Map | File | Card | Table | Sources | Status | Meaning


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of the work, by name, for channels that show the work itself (the web's event stream)."""

    name: str
    data: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Reply:
    """The whole reply so far. Each snapshot replaces the last; the one with `final` is never skipped.

    A final reply without blocks sends nothing; one of a `Status` alone is a passing sign ("you are next").
    `frames` are all steps so far, in order, and only there when the message asked for them: a channel sends
    those it has not sent yet, so that a skipped snapshot loses none. `thumbs` are two buttons, for a good and a
    bad answer, and only there when the message asked for them. An `ephemeral` reply is for the asker alone where
    the channel can show it so, and like any other where it cannot. A `slight` one is a nod: where the channel
    cannot say it to the asker alone, a sign on their message is enough. One that `marks` puts a tick on the button
    that was tapped; a message that is everybody's and is drawn anew is left as it is. `back` is what the way back
    from a turned page is called. One that `asks_place` asks where the pilot is, who may share a position.
    `language` is the one it is in, by its code, for what a channel says beside it; "" where it is not known.
    """

    blocks: tuple[Block, ...]
    buttons: tuple[Button, ...] = ()
    final: bool = True
    ephemeral: bool = False
    slight: bool = False
    marks: bool = True
    frames: tuple[Frame, ...] = ()
    thumbs: tuple[Button, ...] = ()
    back: str = "Back"
    asks_place: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a channel can show. Lengths in the platform's own counting unit, intervals in seconds.

    `send_interval` is kept between two calls to one room, `edit_interval` between a call and a snapshot,
    `group_per_minute` in rooms that are not private, `per_second` over all chats of a tenant. An answer is
    not shown before it is `first_snapshot` old, what is being done not before `first_status`, and in rooms that
    are not private only with `group_snapshots`.
    A channel that `resumes` goes on after the last message that an earlier process sent of a reply; one that
    `recognises` also finds the one whose acknowledgement was lost.
    With `topics` a thread is a part of the room that people go to, not the answers below one message.
    `polls`: the platform asks questions of several answers itself.
    """

    max_text: int
    max_caption: int
    buttons: int
    edit_interval: float
    streaming: bool
    tables: bool
    cards: bool
    images: bool
    send_interval: float = 0.0
    group_per_minute: int | None = None
    per_second: int | None = None
    first_snapshot: float = 0.0
    first_status: float = 0.0
    group_snapshots: bool = True
    topics: bool = False
    resumes: bool = False
    recognises: bool = False
    polls: bool = False


def stop_key(message: str) -> str:
    """Among a chat's values of its channel: set when who asked this message wants no more of its answer."""
    return f"stop:{message}"


# --- the ports -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of a reply: the platform's ids of its messages, for later edits and for replies to them.

    `thread` is where they stand, where a reply names that and no message. Made of strings alone, so that it can be
    kept: `Sent(tuple(ids), thread)`.
    """

    message_ids: tuple[str, ...] = ()
    thread: str = ""


Accept = Callable[[IncomingMessage], Awaitable[bool]]
"""Claims and stores a message; False when it was seen before. Raises `NotStored` when it cannot."""


Pace = Callable[[], Awaitable[None]]
"""Awaited before every platform call of a final reply: returns when the room's turn has come."""


class Delivery(Protocol):
    """The sending of one answer. Calls come one after another; a snapshot is at most one platform call."""

    async def snapshot(self, reply: Reply) -> None:
        """Show progress; may raise `ChannelError`, which the caller may ignore."""
        ...

    async def finish(self, reply: Reply) -> Sent:
        """Send the final reply, whole and in order. Raises `ChannelError` when it was not delivered.

        Called again after `SlowDown` or `NotDelivered`, it goes on with what was not sent yet.
        """
        ...


@dataclass(frozen=True, slots=True)
class Ballot:
    """A question to everybody with several answers, each of whom may choose more than one.

    A vote comes back as a tap of `token`, whose text are the numbers of the answers chosen ("0 2"), "" for none.
    """

    question: str
    answers: tuple[str, ...]
    token: str
    buttons: tuple[Button, ...] = ()


class Outbound(Protocol):
    """The sending side of a channel."""

    @property
    def capabilities(self) -> Capabilities: ...

    def open(self, message: IncomingMessage, pace: Pace) -> Delivery:
        """A delivery that answers `message`, awaiting `pace` before each call of its final reply."""
        ...

    def noticed(self, message: IncomingMessage) -> None:
        """Begin to show that a message was seen, without waiting; `open` goes on with it. Never fails."""
        ...

    def is_private(self, chat: ChatRef) -> bool:
        """Whether one person alone reads this chat."""
        ...

    async def administers(self, message: IncomingMessage) -> bool:
        """Whether who wrote or tapped decides for the chat; False where that is not known.

        Raises `ChannelError`.
        """
        ...

    async def private_link(self, token: str) -> str:
        """An address that opens a private chat with the bot, which is then told `/start token`.

        "" where an ephemeral reply is as private. Raises `ChannelError`.
        """
        ...

    async def post(self, chat: ChatRef, reply: Reply, pace: Pace) -> Sent:
        """Say something that nobody asked for; `chat` with a thread means that thread. Raises `ChannelError`."""
        ...

    async def poll(self, chat: ChatRef, ballot: Ballot, pace: Pace) -> Sent:
        """Ask it as the platform's own poll, where it has some (`capabilities.polls`). Raises `ChannelError`."""
        ...

    async def end_poll(self, chat: ChatRef, sent: Sent) -> None:
        """Close a poll: nobody votes any more. One that is gone is closed."""
        ...

    async def pin(self, chat: ChatRef, sent: Sent, on: bool) -> None:
        """Pin what was sent, without a sound, or take the pin away; where that is not allowed nothing happens."""
        ...

    async def edit(self, chat: ChatRef, sent: Sent, reply: Reply, pace: Pace) -> Sent:
        """Put `reply` in the place of what was `sent` there; where it stands now. Raises `ChannelError`.

        What was deleted meanwhile is sent anew, what is left over is taken away, an equal reply changes nothing.
        """
        ...


@dataclass(frozen=True, slots=True)
class Health:
    """How a channel is. `ok` is False when it is not receiving; `says` and `do` are for the operator."""

    ok: bool
    says: str
    do: str = ""


WEBHOOK = "webhook"
"""The name of a route on which a platform delivers: the time to its acknowledgement is watched."""


class Channel(Protocol):
    """A chat app: how its messages come in, how replies go out."""

    @property
    def name(self) -> str:
        """The `channel` of its `ChatRef`s."""
        ...

    @property
    def outbound(self) -> Outbound: ...

    def routes(self, accept: Accept) -> Sequence[BaseRoute]:
        """The HTTP paths it answers: web pages, webhooks. Empty when it has none."""
        ...

    async def run(self, accept: Accept) -> None:
        """Poll or hold a socket until cancelled; survives every failure of the network."""
        ...

    def health(self) -> Health: ...


class KeyValue(Protocol):
    """A small durable store of a channel's own: file ids, threads it is part of, offsets."""

    async def get(self, key: str) -> str | None: ...

    async def set(self, key: str, value: str, *, seconds: int, person: str = "") -> None:
        """Keep a value; what is `of` a room and about a person of it is forgotten with either."""
        ...

    async def delete(self, key: str) -> None: ...

    async def claim(self, key: str, *, seconds: int) -> bool:
        """Set the key if it is not there; False when it was."""
        ...

    def of(self, room: ChatRef) -> KeyValue:
        """The same for what belongs to one room, and is forgotten with it."""
        ...

    async def where_now(self, room: ChatRef) -> ChatRef:
        """The chat under the newest id of its room, where the platform gave it another since."""
        ...


class Memories(Protocol):
    """What is remembered of chats, for a channel that is told of their end or their new id."""

    async def move_chat(self, old: ChatRef, new: ChatRef, *, same_messages: bool = False) -> None:
        """`same_messages`: those of the chat keep their ids under its new one."""
        ...

    async def forget_chat(self, chat: ChatRef) -> None:
        """Every thread of the chat's room."""
        ...

    async def mark_gone(self, chat: ChatRef) -> None: ...

    async def mark_back(self, chat: ChatRef) -> None: ...

    async def removed(self, chat: ChatRef) -> None:
        """The bot was taken out of a group: all of it is out of sight, and erased unless it is called back."""
        ...

    async def called_back(self, chat: ChatRef) -> None:
        """The bot is in the group again: what was out of sight is there again."""
        ...

    async def left(self, chat: ChatRef, person: str) -> None:
        """Somebody left a group, by their id."""
        ...


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """A command of the chat's menu."""

    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class InlineCard:
    """One result of an inline query: what is listed, and the Markdown that is sent when it is chosen."""

    key: str
    title: str
    description: str
    markdown: str
    position: Position | None = None


AnswerInline = Callable[[str, Person], Awaitable[tuple[InlineCard, ...]]]
"""At most ten cards for what was typed, in well under 300 ms."""


@dataclass(frozen=True, slots=True)
class HomeView:
    """A person's home page: settings, what they asked lately (tap to ask again), what is set up."""

    home_base: str
    aircraft: str
    units: str
    recent: tuple[Button, ...]
    setup: tuple[tuple[str, bool], ...]
    outings: tuple[str, ...] = ()


class Homes(Protocol):
    """A person's settings, shown and changed outside a conversation."""

    async def view(self, chat: ChatRef, person: Person) -> HomeView: ...

    async def language(self, chat: ChatRef, person: Person) -> str:
        """The language a person has chosen; "" for none."""
        ...

    async def change(self, chat: ChatRef, person: Person, *, home_base: str, aircraft: str, units: str) -> str:
        """Store the settings; the problem in words when one of them is not understood, else ""."""
        ...


# --- what can go wrong -----------------------------------------------------------------------------


class ChannelError(Exception):
    """Base of a channel's failures.

    ├── NotStored       the message could not be stored: the platform must send it again
    ├── SlowDown        the platform asks this chat to wait `retry_after` seconds
    ├── ChatGone        blocked, kicked, deleted or moved: nothing more is sent there
    ├── NotDelivered    the platform did not take it this time: try again
    └── Unanswered      the platform's answer was lost: it may or may not have taken it
    """


class NotStored(ChannelError):
    """The message could not be stored, so it must not be acknowledged."""


class SlowDown(ChannelError):
    """The platform asks us to leave this chat alone for `retry_after` seconds."""

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"asked to wait {retry_after:g} s")
        self.retry_after = retry_after


class ChatGone(ChannelError):
    """The chat cannot be written to any more. `moved_to` is set when the platform gave a new id."""

    def __init__(self, why: str, moved_to: str = "") -> None:
        super().__init__(why)
        self.moved_to = moved_to


class NotDelivered(ChannelError):
    """The platform did not take the message this time."""


class NotWanted(ChannelError):
    """When its turn came, nobody wanted it any more: the outing it tells of was called off."""


class Unanswered(ChannelError):
    """The platform's answer was lost: the message may or may not have been sent."""
