"""Reads what Telegram reports: which updates are a question to us, and what the others are.

Pure: an update and the bot's own name in, one `Arrival` out, None for what is not meant for us.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from telegram import (
    CallbackQuery,
    Chat,
    ChatMember,
    ChatMemberRestricted,
    ChatMemberUpdated,
    MaybeInaccessibleMessage,
    Message,
    MessageEntity,
    MessageOriginUser,
    Update,
    User,
)
from telegram.constants import ChatMemberStatus, ChatType

from adapters.protocol import AddressedBy, ChatRef, IncomingMessage, Person, Position
from adapters.telegram.keyboards import BACK, TURN

CHANNEL = "telegram"
ALLOWED_UPDATES = ["message", "edited_message", "callback_query", "inline_query", "my_chat_member", "poll_answer"]
STOPPED = "stopped_message_generation"
"""Bot API 10.3: a person stops a draft; asked for only where drafts are shown."""


def allowed_updates(*, drafts: bool) -> list[str]:
    """The updates that are asked for."""
    return [*ALLOWED_UPDATES, STOPPED] if drafts else ALLOWED_UPDATES


QUESTION_COMMANDS = frozenset({"fly", "ask", "flyfun"})
"""Commands whose text is a question, for groups."""

GENERAL_TOPIC = 1
ALBUM_SECONDS = 1.5
"""A picture of an album without a caption waits this long for one with a caption."""

MOST_QUOTED = 500
"""Characters read of somebody else's message that is replied to."""

UNREAD_SECONDS = 60
"""Several voice messages within this time get one answer."""

_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@(\w+))?(?=\s|$)\s*(.*)", re.DOTALL)
_TOKEN = re.compile(r"[a-z0-9_]{1,32}")
_GROUP_START = ("", "start", "group", "hello")
_LEFT = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


@dataclass(frozen=True, slots=True)
class Arrived:
    """A message to answer. `after` seconds it may wait for a better one with the same id."""

    message: IncomingMessage
    after: float = 0.0
    kind: Literal["message", "edit", "hello"] = "message"


@dataclass(frozen=True, slots=True)
class Tapped:
    """A tapped button; `message` is None when it cannot be one of ours.

    `back` turns a page back: its chat, its message, and who tapped.
    """

    query: str
    message: IncomingMessage | None = None
    back: tuple[ChatRef, int, str] | None = None


@dataclass(frozen=True, slots=True)
class Queried:
    """Somebody types after the bot's name, in any chat."""

    query: str
    text: str
    person: Person


@dataclass(frozen=True, slots=True)
class Moved:
    """A group became a supergroup."""

    old: ChatRef
    new: ChatRef


@dataclass(frozen=True, slots=True)
class Returned:
    """A person who had blocked the bot lets it write again."""

    chat: ChatRef


@dataclass(frozen=True, slots=True)
class Removed:
    """The bot was taken out of a group, or blocked by a person."""

    chat: ChatRef
    private: bool


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody left a group, or was taken out of it."""

    chat: ChatRef
    person: str


@dataclass(frozen=True, slots=True)
class Voted:
    """Somebody chose in a poll of ours, or took it back; the update does not say in which chat."""

    update: int
    poll: str
    person: Person
    answers: tuple[int, ...]


Arrival = Arrived | Tapped | Queried | Moved | Removed | Returned | Left | Voted


@dataclass(frozen=True, slots=True)
class Reader:
    """Knows who the bot is: its id, its name, the commands it has."""

    bot: str
    username: str
    commands: Collection[str]

    def read(self, update: Update) -> Arrival | None:
        """What an update means for us."""
        if update.message is not None:
            return self._message(update.update_id, update.message)
        if update.edited_message is not None:
            return self._edited(update.update_id, update.edited_message)
        if update.callback_query is not None:
            return self._tapped(update.update_id, update.callback_query)
        if update.inline_query is not None:
            query = update.inline_query
            return Queried(query.id, query.query, _person(query.from_user))
        if update.my_chat_member is not None:
            return self._membership(update.update_id, update.my_chat_member)
        if (vote := update.poll_answer) is not None:
            person = _person(vote.user) if vote.user else None
            if person is None and vote.voter_chat is not None:
                person = Person(str(vote.voter_chat.id), vote.voter_chat.title or "", anonymous=True)
            return Voted(update.update_id, vote.poll_id, person, tuple(vote.option_ids)) if person else None
        return None

    # --- messages -------------------------------------------------------------------------------------

    def _message(self, update: int, message: Message) -> Arrival | None:
        chat = self._chat(message.chat, message)
        if message.migrate_to_chat_id:
            return Moved(chat, ChatRef(CHANNEL, self.bot, str(message.migrate_to_chat_id)))
        if message.migrate_from_chat_id:
            return Moved(ChatRef(CHANNEL, self.bot, str(message.migrate_from_chat_id)), chat)
        if message.left_chat_member is not None and not message.left_chat_member.is_bot:
            return Left(chat, str(message.left_chat_member.id))
        person = _writer(message)
        if person is None or (message.via_bot and str(message.via_bot.id) == self.bot):
            return None
        text, position = message.text or message.caption or "", _position(message)
        if not text and position is None and message.effective_attachment is None:
            return None  # somebody joined, a title changed: nothing was said
        meant = self._meant(message, text)
        if meant is None:
            return None
        addressed_by, text = meant
        private = message.chat.type == ChatType.PRIVATE
        if not private and message.forward_origin is not None:
            return None  # somebody else's words, or of another day: no order of who forwards them
        handle = {"message_id": str(message.message_id)}
        kind: Literal["message", "hello"] = "message"
        number, after = f"u{update}", 0.0
        if message.media_group_id:
            number, after = f"album:{chat.chat}:{message.media_group_id}", 0.0 if text else ALBUM_SECONDS
        if not text and position is None:
            handle, text = handle | {"unread": "1"}, "/help"
            if not message.media_group_id:
                number = f"unread:{chat.chat}:{int(message.date.timestamp()) // UNREAD_SECONDS}"
        elif private and self._is_our_own(message):
            handle, text = handle | {"own": "1"}, "/help"
        elif not private and _is_group_start(text):
            handle, text, kind = handle | {"hello": "1"}, "/start", "hello"
        reply_to, quoted = self._replied(message)
        said = IncomingMessage(
            id=number,
            chat=chat,
            person=person,
            text=text,
            addressed_by=addressed_by,
            sent_at=message.date,
            position=position,
            handle=handle,
            private=private,
            reply_to=reply_to,
            quoted=quoted,
            marked=message.quote.text[:MOST_QUOTED] if reply_to and message.quote is not None else "",
            chat_name=message.chat.title or "",
        )
        return Arrived(said, after, kind)

    def _edited(self, update: int, message: Message) -> Arrival | None:
        """A corrected question. A moving live position is not one."""
        if message.location is not None or message.media_group_id:
            return None
        found = self._message(update, message)
        if (
            not isinstance(found, Arrived)
            or found.kind == "hello"
            or found.message.handle.keys() & {"unread", "own"}
        ):
            return None
        return Arrived(replace(found.message, handle={**found.message.handle, "edited": "1"}), kind="edit")

    def _meant(self, message: Message, text: str) -> tuple[AddressedBy, str] | None:
        """How the message is meant for us, and its text without our name; None when it is not."""
        command = _COMMAND.match(text.lstrip())
        if command:
            name, target, rest = command[1].lower(), (command[2] or "").lower(), command[3]
            unknown = not self.username and message.chat.type == ChatType.PRIVATE
            if target and target != self.username.lower() and not unknown:
                return None
            plain = f"/{name} {rest}".rstrip()
            if message.chat.type == ChatType.PRIVATE:
                return "dm", plain
            if target or name in self.commands or name in QUESTION_COMMANDS:
                return "command", plain
        if message.chat.type == ChatType.PRIVATE:
            return "dm", text
        if message.chat.type == ChatType.CHANNEL or command:
            return None
        if self._replied(message)[0]:
            return "reply", self._without_name(text)
        if self._named(message, text):
            return "mention", self._without_name(text)
        return None

    def _replied(self, message: Message) -> tuple[str, str]:
        """The id of our message that is replied to, or the text of somebody else's."""
        replied = message.reply_to_message
        if replied is None or replied.forum_topic_created is not None:
            return "", ""  # every message of a topic "replies" to its beginning
        if replied.from_user and str(replied.from_user.id) == self.bot:
            return str(replied.message_id), ""
        return "", (replied.text or replied.caption or "")[:MOST_QUOTED]

    def _is_our_own(self, message: Message) -> bool:
        """Whether it is a message of ours that somebody forwards: a card, an answer."""
        origin = message.forward_origin
        return isinstance(origin, MessageOriginUser) and str(origin.sender_user.id) == self.bot

    def _named(self, message: Message, text: str) -> bool:
        if self.username and re.search(rf"(?<!\w)@{re.escape(self.username)}\b", text, re.IGNORECASE):
            return True
        entities = (*message.entities, *message.caption_entities)
        return any(
            entity.type == MessageEntity.TEXT_MENTION and entity.user and str(entity.user.id) == self.bot
            for entity in entities
        )

    def _without_name(self, text: str) -> str:
        if not self.username:
            return text
        return re.sub(rf"(?<!\w)@{re.escape(self.username)}\b[,:]?\s*", "", text, flags=re.IGNORECASE).strip()

    # --- buttons --------------------------------------------------------------------------------------

    def _tapped(self, update: int, query: CallbackQuery) -> Tapped:
        under, data = query.message, query.data or ""
        if under is None:
            return Tapped(query.id)
        chat = self._chat(under.chat, under)
        if data == BACK:
            return Tapped(query.id, back=(chat, under.message_id, str(query.from_user.id)))
        token = data.removeprefix(TURN)
        if not _TOKEN.fullmatch(token):
            return Tapped(query.id)
        handle = {"message_id": str(under.message_id), "query": query.id}
        if data.startswith(TURN):
            handle["turn"] = str(under.message_id)
        elif isinstance(under, Message) and under.reply_markup is not None:
            handle |= {"keyboard": under.reply_markup.to_json(), "data": data}
        tapped = IncomingMessage(
            id=f"u{update}",
            chat=chat,
            person=_person(query.from_user),
            text="",
            addressed_by="button",
            sent_at=datetime.now(UTC),
            token=token,
            handle=handle,
            private=under.chat.type == ChatType.PRIVATE,
            reply_to=str(under.message_id),
            chat_name=under.chat.title or "",
        )
        return Tapped(query.id, tapped)

    # --- membership -----------------------------------------------------------------------------------

    def _membership(self, update: int, change: ChatMemberUpdated) -> Arrival | None:
        chat = self._chat(change.chat, None)
        private = change.chat.type == ChatType.PRIVATE
        was, is_now = _inside(change.old_chat_member), _inside(change.new_chat_member)
        if was and not is_now:
            return Removed(chat, private)
        if was or not is_now or change.chat.type == ChatType.CHANNEL:
            return None
        if private:
            return Returned(chat)
        added = IncomingMessage(
            id=f"u{update}",
            chat=chat,
            person=_person(change.from_user),
            text="/start",
            addressed_by="command",
            sent_at=change.date,
            handle={"hello": "1"},
            private=False,
        )
        return Arrived(added, kind="hello")

    def _chat(self, chat: Chat, message: Message | MaybeInaccessibleMessage | None) -> ChatRef:
        """The chat, with its topic: General and replies in groups without topics have none."""
        thread = ""
        if isinstance(message, Message) and message.is_topic_message and message.message_thread_id:
            thread = str(message.message_thread_id) if message.message_thread_id != GENERAL_TOPIC else ""
        return ChatRef(CHANNEL, self.bot, str(chat.id), thread)


def fingerprint(message: IncomingMessage) -> str:
    """What a question says, to know an edit that changed nothing."""
    return hashlib.blake2b(message.text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _inside(member: ChatMember) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in _LEFT


def _is_group_start(text: str) -> bool:
    name, _, rest = text.partition(" ")
    return name == "/start" and rest.strip() in _GROUP_START


def _person(user: User) -> Person:
    return Person(str(user.id), user.full_name, user.language_code or "")


def _writer(message: Message) -> Person | None:
    """Who wrote; None for other bots and for posts that a channel repeats in its group."""
    if message.sender_chat is not None:
        if message.is_automatic_forward:
            return None
        return Person(str(message.sender_chat.id), message.sender_chat.title or "", anonymous=True)
    if message.from_user is None or message.from_user.is_bot:
        return None
    return _person(message.from_user)


def _position(message: Message) -> Position | None:
    """A shared position, finite and on Earth."""
    venue = message.venue
    location = venue.location if venue else message.location
    if location is None:
        return None
    lat, lon = location.latitude, location.longitude
    if not (math.isfinite(lat) and math.isfinite(lon) and abs(lat) <= 90 and abs(lon) <= 180):
        return None
    return Position(lat, lon, venue.title if venue else "")
