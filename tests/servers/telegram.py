"""A strict local Bot API server: every call is checked against Telegram's rules, and any call can be made to fail.

    async with BotApi.running() as api:
        api.base_url, api.base_file_url, api.token      # for the channel's settings
        ana = api.person("Ana"); chat = api.private(ana); club = api.group("Club", forum=True)
        api.write(chat, ana, "hello")                   # an update that waits for getUpdates or `take_updates`
        api.fault(chat, "slow_down", seconds=7)         # the next call that sends there
        api.violations                                  # breaches of the rules, in words; must stay empty
        api.shown(chat)                                 # what the chat shows now

A refused call that a correct bot would never make is a violation; one that a good bot may meet (a chat that is
gone, a message that was deleted) is only an error.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from servers.telegram_rules import (
    ACTIONS,
    EDIT_SECONDS,
    GROUP_PER_MINUTE,
    MAX_CAPTION,
    MAX_ENTITIES,
    MAX_RAW,
    MAX_TEXT,
    METHODS,
    PER_SECOND,
    PHOTO_BYTES,
    REACTIONS,
    SENDING,
    UPDATES,
    Dropped,
    Refused,
    breach,
    parse_html,
    units,
)
from servers.telegram_wire import check_button, failed, files_of, parsed, rich_texts, size_of, values_of

# --- chats ------------------------------------------------------------------------------------------------


@dataclass
class Posted:
    """A message in a chat. `mine` is the bot's."""

    number: int
    text: str = ""
    markup: str = ""
    entities: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    keyboard: dict[str, Any] | None = None
    photo: str = ""
    venue: dict[str, Any] | None = None
    mine: bool = True
    thread: int | None = None
    reply_to: int | None = None
    edited_at: float = 0.0
    reactions: tuple[str, ...] = ()
    only_for: int = 0
    rich: bool = False
    poll: dict[str, Any] | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of buttons that call back."""
        return tuple(button["text"] for button in self.buttons if "callback_data" in button)

    @property
    def buttons(self) -> list[dict[str, Any]]:
        rows = (self.keyboard or {}).get("inline_keyboard", [])
        return [button for row in rows for button in row]


@dataclass
class Room:
    """A chat as the server knows it."""

    id: int
    type: str
    title: str = ""
    forum: bool = False
    topics: set[int] = field(default_factory=set[int])
    messages: dict[int, Posted] = field(default_factory=dict[int, Posted])
    faults: deque[tuple[str, float]] = field(default_factory=deque[tuple[str, float]])
    closed: Refused | None = None
    blocked_until: float = 0.0
    taken: list[float] = field(default_factory=list[float])
    admins: set[int] = field(default_factory=set[int])
    drafts: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    actions: list[tuple[str, int | None]] = field(default_factory=list[tuple[str, int | None]])
    may_pin: bool = False
    pinned: list[int] = field(default_factory=list[int])

    @property
    def json(self) -> dict[str, Any]:
        held: dict[str, Any] = {"id": self.id, "type": self.type}
        held |= {"first_name": self.title} if self.type == "private" else {"title": self.title}
        return held | ({"is_forum": True} if self.forum else {})


@dataclass
class Call:
    """One call as it arrived; `error` is the description of its refusal."""

    method: str
    values: dict[str, Any]
    at: float
    error: str = ""
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict[str, tuple[str, bytes]])


class BotApi:
    """The server of one bot."""

    def __init__(self) -> None:
        self.token = "7000000001:AAEcanary_Token_that_must_never_be_logged"
        self.bot = {
            "id": 7000000001,
            "is_bot": True,
            "first_name": "FlyFun",
            "username": "FlyFunBot",
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": True,
        }
        self.calls: list[Call] = []
        self.violations: list[str] = []
        self.rooms: dict[int, Room] = {}
        self.files: dict[str, int] = {}
        self.uploads = 0
        self.webhook: dict[str, Any] = {"url": ""}
        self.menus: dict[tuple[str, str], list[str]] = {}
        self.queries: dict[str, float] = {}
        self.answered_queries: dict[str, dict[str, Any]] = {}
        self.inline: dict[str, dict[str, Any]] = {}
        self.method_faults: dict[str, deque[str]] = {}
        self.updates: list[dict[str, Any]] = []
        self.confirmed = 0
        self.polls = 0
        self.ephemeral = True
        self.takes_rich = True
        self.webhook_trouble: dict[str, Any] = {}
        self.port = 0
        self._numbers = count(101)
        self._update_ids = count(900_001)
        self._people = count(5_001)
        self._arrival = asyncio.Condition()
        self._polling = 0
        self._overall: deque[float] = deque()

    # --- running ------------------------------------------------------------------------------------------

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncGenerator[BotApi]:
        """A server on a free port of this machine."""
        api = cls()
        connections: set[asyncio.StreamWriter] = set()

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connections.add(writer)
            try:
                await api._serve(reader, writer)
            except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                pass  # gone, or the test is over
            finally:
                connections.discard(writer)
                writer.close()

        server = await asyncio.start_server(connected, "127.0.0.1", 0, limit=2**26)
        api.port = server.sockets[0].getsockname()[1]
        try:
            yield api
        finally:
            server.close()
            for writer in list(connections):
                writer.close()
            await asyncio.sleep(0)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/bot"

    @property
    def base_file_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/file/bot"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readuntil(b"\r\n\r\n"):
            first, *lines = head.decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            status, answer = await self._answer(first.split(" ")[1], headers.get("content-type", ""), body)
            if not status:
                return
            kind = "content-type: application/json"
            start = f"HTTP/1.1 {status} X\r\n{kind}\r\ncontent-length: {len(answer)}\r\n\r\n"
            writer.write(start.encode() + answer)
            await writer.drain()

    async def _answer(self, path: str, kind: str, body: bytes) -> tuple[int, bytes]:
        method = path.rpartition("/")[2]
        if path != f"/bot{self.token}/{method}":
            return 401, failed(Refused(401, "Unauthorized"))
        call = Call(method, values_of(kind, body), time.monotonic(), files=files_of(kind, body))
        self.calls.append(call)
        try:
            result = await self._handle(call)
        except Dropped:
            return 0, b""
        except Refused as refused:
            call.error = refused.description
            if refused.breach:
                self.violations.append(f"{method}: {refused.description}")
            if refused.code == 502:
                return 502, b"<html>Bad Gateway</html>"
            return refused.code, failed(refused)
        return 200, json.dumps({"ok": True, "result": result}).encode()

    async def _handle(self, call: Call) -> Any:
        if call.method not in METHODS:
            raise Refused(404, "Not Found: method not found", breach=True)
        required, optional = (set(names.split()) for names in METHODS[call.method])
        if missing := required - call.values.keys():
            raise breach(f"parameters {sorted(missing)} are missing")
        files = {name for name, value in call.values.items() if isinstance(value, bytes)}
        if unknown := call.values.keys() - required - optional - files:
            raise breach(f"parameters {sorted(unknown)} are not in the table")
        if (waiting := self.method_faults.get(call.method)) and (fault := waiting.popleft()):
            self._meet(fault, 1.0, None)
        handler: Callable[[Call], Any] = getattr(self, "_" + re.sub(r"(?<!^)([A-Z])", r"_\1", call.method).lower())
        room = self._room(call) if "chat_id" in call.values else None
        if room is None:
            result = handler(call)
            return await result if asyncio.iscoroutine(result) else result
        self._count(call, room)
        fault, seconds = ("", 0.0)
        if call.method in SENDING and room.faults:
            fault, seconds = room.faults.popleft()
            if fault != "lost_answer":
                self._meet(fault, seconds, room)
        if room.closed is not None:
            raise room.closed
        result = handler(call)
        if fault == "lost_answer":
            raise Dropped
        return result

    def _meet(self, fault: str, seconds: float, room: Room | None) -> None:
        match fault:
            case "slow_down":
                if room is not None:
                    room.blocked_until = time.monotonic() + seconds
                wait = int(seconds) or 1
                raise Refused(429, f"Too Many Requests: retry after {wait}", retry_after=seconds or 1)
            case "refused":
                raise Refused(500, "Internal Server Error")
            case "bad_gateway":
                raise Refused(502, "Bad Gateway")
            case "lost":
                raise Dropped
            case "conflict":
                raise Refused(409, "Conflict: terminated by other getUpdates request")
            case "gone":
                raise Refused(403, "Forbidden: bot was blocked by the user")
            case "kicked":
                raise Refused(403, "Forbidden: bot was kicked from the supergroup chat")
            case "moved":
                new = -1001000000000 - (abs(room.id) if room else 0)
                text = "Bad Request: group chat was upgraded to a supergroup chat"
                raise Refused(400, text, migrate_to_chat_id=new)
            case "cannot_parse":
                raise Refused(400, "Bad Request: can't parse entities: unsupported start tag")
            case "":
                pass
            case _:
                raise Refused(400, f"Bad Request: {fault}")

    def _room(self, call: Call) -> Room:
        try:
            room = self.rooms[int(call.values["chat_id"])]
        except (KeyError, ValueError):
            raise Refused(400, "Bad Request: chat not found") from None
        return room

    def _count(self, call: Call, room: Room) -> None:
        now = time.monotonic()
        if now < room.blocked_until - 0.01:
            early = room.blocked_until - now
            self.violations.append(f"{call.method}: called {early:.2f} s before retry_after ended")
        self._overall.append(now)
        while self._overall[0] < now - 1.0:
            self._overall.popleft()
        if len(self._overall) > PER_SECOND:
            self.violations.append(f"{call.method}: {len(self._overall)} calls within one second")
        if call.method in SENDING and room.type != "private":
            room.taken = [at for at in room.taken if at > now - 60] + [now]
            if len(room.taken) > GROUP_PER_MINUTE:
                self.violations.append(f"{call.method}: {len(room.taken)} messages to a group within a minute")

    # --- account, updates ---------------------------------------------------------------------------------

    def _get_me(self, call: Call) -> dict[str, Any]:
        return self.bot

    def _set_webhook(self, call: Call) -> bool:
        url = str(call.values["url"])
        if not url.startswith("https://"):
            raise breach("bad webhook: An HTTPS URL must be provided for webhook")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", str(call.values.get("secret_token", ""))):
            raise breach("secret token contains unallowed characters")
        self._allowed(call)
        self.webhook = dict(call.values)
        return True

    def _delete_webhook(self, call: Call) -> bool:
        if call.values.get("drop_pending_updates") in (True, "true"):
            raise breach("pending updates would be lost")
        self.webhook = {"url": ""}
        return True

    def _get_webhook_info(self, call: Call) -> dict[str, Any]:
        return {
            "url": self.webhook["url"],
            "has_custom_certificate": False,
            "pending_update_count": len(self.updates),
        } | self.webhook_trouble

    def _allowed(self, call: Call) -> None:
        asked = set(parsed(call.values.get("allowed_updates", "[]")))
        if not asked or asked - UPDATES:
            raise breach(f"allowed_updates {sorted(asked)}")

    async def _get_updates(self, call: Call) -> list[dict[str, Any]]:
        self._allowed(call)
        if self.webhook["url"]:
            raise Refused(409, "Conflict: can't use getUpdates method while webhook is active", breach=True)
        if self._polling:
            raise Refused(409, "Conflict: terminated by other getUpdates request")
        self._polling += 1
        self.polls += 1
        try:
            offset = int(call.values.get("offset", 0))
            if offset:
                self.confirmed = max(self.confirmed, offset)
                self.updates = [one for one in self.updates if one["update_id"] >= offset]
            end = time.monotonic() + float(call.values.get("timeout", 0))
            async with self._arrival:
                while not self.updates and time.monotonic() < end:
                    try:
                        await asyncio.wait_for(self._arrival.wait(), end - time.monotonic())
                    except TimeoutError:
                        break
            return self.updates[:100]
        finally:
            self._polling -= 1

    def _set_my_commands(self, call: Call) -> bool:
        commands = parsed(call.values["commands"])
        if len(commands) > 100:
            raise breach("BOT_COMMANDS_TOO_MUCH")
        for one in commands:
            if not re.fullmatch(r"[a-z0-9_]{1,32}", one["command"]) or not 1 <= len(one["description"]) <= 256:
                raise breach(f"BOT_COMMAND_INVALID {one}")
        scope = parsed(call.values.get("scope", '{"type": "default"}'))["type"]
        if not re.fullmatch(r"default|all_private_chats|all_group_chats|all_chat_administrators", scope):
            raise breach(f"scope {scope}")
        language = str(call.values.get("language_code", ""))
        if not re.fullmatch(r"(?:[a-z]{2})?", language):
            raise breach(f"language {language}")
        self.menus[scope, language] = [one["command"] for one in commands]
        return True

    # --- sending ------------------------------------------------------------------------------------------

    def _send_message(self, call: Call) -> dict[str, Any]:
        posted = self._new(call)
        self._write(posted, call, "text", MAX_TEXT)
        if not posted.text.strip():
            raise breach("message text is empty")
        if asked := parsed(call.values.get("ephemeral_message_parameters", "{}")):
            posted.only_for = self._receiver(call, asked)
        return self._post(call, posted)

    def _receiver(self, call: Call, asked: dict[str, Any]) -> int:
        """Who alone receives an ephemeral message: Bot API 10.2, groups only, unknown to an older server."""
        if not self.ephemeral:
            raise Refused(400, "Bad Request: ephemeral messages are not supported")
        if self._room(call).type == "private":
            raise breach("ephemeral messages can be sent only to groups and supergroups")
        if set(asked) - {"receiver_user_id", "callback_query_id", "replace_callback_query_message"}:
            raise breach(f"ephemeral_message_parameters {asked}")
        if not isinstance(asked.get("receiver_user_id"), int) or asked["receiver_user_id"] <= 0:
            raise breach("receiver_user_id")
        return asked["receiver_user_id"]

    def _send_message_draft(self, call: Call) -> bool:
        room = self._room(call)
        if room.type != "private":
            raise breach("TEXTDRAFT_PEER_INVALID")
        if int(call.values["draft_id"]) == 0:
            raise breach("draft_id must be non-zero")
        posted = Posted(0)
        if call.values.get("text"):
            self._write(posted, call, "text", MAX_TEXT)
        room.drafts.append((int(call.values["draft_id"]), posted.text))
        return True

    def _send_photo(self, call: Call) -> dict[str, Any]:
        posted = self._new(call)
        self._write(posted, call, "caption", MAX_CAPTION)
        posted.photo = self._picture(call.values["photo"])
        return self._post(call, posted)

    def _send_media_group(self, call: Call) -> list[dict[str, Any]]:
        """2 to 10 photos, each a message; none is posted where one is refused. Replies and topic are of all."""
        media = parsed(call.values["media"])
        if not 2 <= len(media) <= 10:
            raise breach("a media group is of 2 to 10")
        album: list[Posted] = []
        for one in media:
            if one.get("type") != "photo":
                raise breach(f"media of type {one.get('type')}")
            if set(one) - {"type", "media", "caption", "parse_mode"}:
                raise breach(f"a photo of an album {one}")
            posted = self._new(call)
            said = {name: one[name] for name in ("caption", "parse_mode") if name in one}
            self._write(posted, Call("", said, 0), "caption", MAX_CAPTION)
            name = str(one["media"])
            uploaded = name.startswith("attach://")
            posted.photo = self._picture(call.values.get(name.removeprefix("attach://")) if uploaded else name)
            album.append(posted)
        return [self._post(call, posted) for posted in album]

    def _send_rich_message(self, call: Call) -> dict[str, Any]:
        """Bot API 10.1 and 10.2: one of html, markdown or blocks; what is used of the blocks is checked."""
        if not self.takes_rich:
            raise Refused(404, "Not Found: method not found")
        posted, asked = self._new(call), parsed(call.values["rich_message"])
        if set(asked) != {"blocks"} or not 1 <= len(asked["blocks"]) <= 500:
            raise breach("exactly one of html, markdown and blocks, with 1 to 500 blocks")
        texts = [text for block in asked["blocks"] for text in rich_texts(block)]
        if sum(map(units, texts)) > 32_768 or not any(text.strip() for text in texts):
            raise breach("a rich message is too long or empty")
        posted.text, posted.rich = "\n".join(text for text in texts if text), True
        return self._post(call, posted)

    def _send_document(self, call: Call) -> dict[str, Any]:
        posted = self._new(call)
        self._write(posted, call, "caption", MAX_CAPTION)
        if not isinstance(call.values["document"], bytes):
            raise breach("a document is uploaded")
        return self._post(call, posted)

    def _send_venue(self, call: Call) -> dict[str, Any]:
        posted = self._new(call)
        values = call.values
        lat, lon = float(values["latitude"]), float(values["longitude"])
        if not (abs(lat) <= 90 and abs(lon) <= 180) or not values["title"] or not values["address"]:
            raise breach("a venue needs a place, a title and an address")
        posted.venue = {"title": values["title"], "location": {"latitude": lat, "longitude": lon}}
        return self._post(call, posted)

    def _send_poll(self, call: Call) -> dict[str, Any]:
        posted = self._new(call)
        values = call.values
        options = [str(one["text"]) for one in parsed(values["options"])]
        if not 1 <= len(options) <= 12 or any(not 1 <= len(text) <= 100 for text in options):
            raise breach("a poll has 1 to 12 answers of 1 to 100 letters")
        if not 1 <= len(str(values["question"])) <= 300:
            raise breach("a poll's question has 1 to 300 letters")
        posted.poll = {
            "id": f"{posted.number}00",
            "question": str(values["question"]),
            "options": [
                {"text": text, "voter_count": 0, "persistent_id": str(n)} for n, text in enumerate(options)
            ],
            "total_voter_count": 0,
            "is_closed": False,
            "is_anonymous": str(values.get("is_anonymous", "true")).lower() == "true",
            "type": "regular",
            "allows_multiple_answers": str(values.get("allows_multiple_answers", "false")).lower() == "true",
            "allows_revoting": True,
            "members_only": False,
        }
        return self._post(call, posted)

    def _stop_poll(self, call: Call) -> dict[str, Any]:
        posted = self._room(call).messages.get(int(call.values["message_id"]))
        if posted is None or posted.poll is None:
            raise Refused(400, "Bad Request: message with poll to stop not found")
        if posted.poll["is_closed"]:
            raise Refused(400, "Bad Request: poll has already been closed")
        posted.poll["is_closed"], posted.keyboard = True, None
        return posted.poll

    def _new(self, call: Call) -> Posted:
        room, values = self._room(call), call.values
        thread = int(values["message_thread_id"]) if "message_thread_id" in values else None
        self._thread(room, thread)
        replied = parsed(values.get("reply_parameters", "{}"))
        number = replied.get("message_id")
        if number and number not in room.messages:
            if not replied.get("allow_sending_without_reply"):
                raise breach("message to be replied not found")
            number = None
        posted = Posted(next(self._numbers), thread=thread, reply_to=number)
        posted.keyboard = self._keyboard(room, values.get("reply_markup"), inline_only=False)
        return posted

    def _thread(self, room: Room, thread: int | None) -> None:
        if thread is None:
            return
        if thread == 1:
            raise breach("the General topic is sent to without its id")
        if thread not in room.topics:
            raise Refused(400, "Bad Request: message thread not found")

    def _write(self, posted: Posted, call: Call, name: str, limit: int) -> None:
        raw = str(call.values.get(name, ""))
        try:
            size = len(raw.encode())
        except UnicodeEncodeError:
            raise breach("strings must be encoded in UTF-8") from None
        if size > MAX_RAW:
            raise breach("message is too long before its entities are parsed")
        mode = call.values.get("parse_mode")
        if mode not in (None, "HTML"):
            raise breach(f"parse mode {mode}")
        text, entities = parse_html(raw) if mode == "HTML" else (raw, [])
        if re.search("[\u202a-\u202e\u2066-\u2069\x00]", text):
            raise breach("the text holds characters that turn it around")
        if len(entities) > MAX_ENTITIES:
            raise breach(f"{len(entities)} entities: those after the first 100 are lost")
        if units(text.strip()) > limit:
            raise breach(f"{'message' if name == 'text' else 'message caption'} is too long")
        posted.text, posted.markup, posted.entities = text.strip(), raw, entities

    def _picture(self, photo: Any) -> str:
        if isinstance(photo, str):
            if photo not in self.files:
                raise Refused(400, "Bad Request: wrong remote file identifier specified: wrong padding")
            return photo
        if len(photo) > PHOTO_BYTES:
            raise breach("file is too big for a photo")
        width, height = size_of(photo)
        if width + height > 10_000 or max(width, height) > 20 * min(width, height):
            raise Refused(400, "Bad Request: PHOTO_INVALID_DIMENSIONS")
        self.uploads += 1
        name = f"AgACAgQAAx{self.uploads:04d}"
        self.files[name] = len(photo)
        return name

    def _keyboard(self, room: Room, markup: Any, *, inline_only: bool) -> dict[str, Any] | None:
        if markup is None:
            return None
        keyboard = parsed(markup)
        if "keyboard" in keyboard and not inline_only:
            for button in (button for row in keyboard["keyboard"] for button in row):
                if not button.get("text"):
                    raise breach("a keyboard button without a text")
                if button.get("request_location") and room.type != "private":
                    raise breach("location can be requested in private chats only")
            if len(keyboard.get("input_field_placeholder", "")) > 64:
                raise breach("placeholder is longer than 64")
            return keyboard
        if keyboard.get("remove_keyboard") and not inline_only:
            return keyboard
        if "inline_keyboard" not in keyboard:
            raise breach("inline keyboard expected")
        rows = keyboard["inline_keyboard"]
        if any(not 1 <= len(row) <= 8 for row in rows) or sum(map(len, rows)) > 100:
            raise breach("reply markup is too long")
        for row in rows:
            for button in row:
                check_button(button)
        return keyboard

    def _post(self, call: Call, posted: Posted) -> dict[str, Any]:
        room = self._room(call)
        room.messages[posted.number] = posted
        return self._message(room, posted)

    def _message(self, room: Room, posted: Posted) -> dict[str, Any]:
        made: dict[str, Any] = {"message_id": posted.number, "date": int(time.time()), "chat": room.json}
        made["from"] = self.bot
        if posted.photo:
            size = {"file_id": posted.photo, "file_unique_id": f"u{posted.photo}", "width": 60, "height": 40}
            made |= {"photo": [size], "caption": posted.text}
        elif posted.poll:
            made["poll"] = posted.poll
        elif posted.venue:
            made |= {"venue": posted.venue | {"address": "-"}, "location": posted.venue["location"]}
        else:
            made["text"] = posted.text
        if posted.thread:
            made |= {"message_thread_id": posted.thread, "is_topic_message": True}
        if posted.keyboard and "inline_keyboard" in posted.keyboard:
            made["reply_markup"] = posted.keyboard
        return made

    # --- editing ------------------------------------------------------------------------------------------

    def _edited(self, call: Call) -> Posted:
        if "message_id" not in call.values:
            raise breach("chat_id and message_id are required")
        posted = self._room(call).messages.get(int(call.values["message_id"]))
        if posted is None:
            raise Refused(400, "Bad Request: message to edit not found")
        if not posted.mine:
            raise breach("message can't be edited")
        now = time.monotonic()
        if now - posted.edited_at < EDIT_SECONDS - 0.05:
            self.violations.append(f"{call.method}: edited again after {now - posted.edited_at:.2f} s")
        return posted

    def _edit_message_text(self, call: Call) -> dict[str, Any]:
        posted = self._edited(call)
        if posted.photo or posted.venue or posted.poll:
            raise breach("there is no text in the message to edit")
        new = Posted(posted.number)
        self._write(new, call, "text", MAX_TEXT)
        new.keyboard = self._keyboard(self._room(call), call.values.get("reply_markup"), inline_only=True)
        if not new.text:
            raise breach("message text is empty")
        if (new.text, new.entities, new.keyboard) == (posted.text, posted.entities, posted.keyboard):
            raise Refused(
                400,
                "Bad Request: message is not modified: specified new message content and reply markup are exactly "
                "the same as a current content and reply markup of the message",
            )
        posted.edited_at, posted.text, posted.markup = time.monotonic(), new.text, new.markup
        posted.entities, posted.keyboard = new.entities, new.keyboard
        return self._message(self._room(call), posted)

    def _edit_message_media(self, call: Call) -> dict[str, Any]:
        posted = self._edited(call)
        media = parsed(call.values["media"])
        if media.get("type") != "photo":
            raise breach(f"media of type {media.get('type')}")
        name = str(media["media"])
        photo = call.values.get(name.removeprefix("attach://")) if name.startswith("attach://") else name
        new = Posted(posted.number)
        said = {name: media[name] for name in ("caption", "parse_mode") if name in media}
        self._write(new, Call("", {"caption": "", **said}, 0), "caption", MAX_CAPTION)
        posted.photo, posted.text, posted.entities = self._picture(photo), new.text, new.entities
        posted.edited_at = time.monotonic()
        posted.keyboard = self._keyboard(self._room(call), call.values.get("reply_markup"), inline_only=True)
        return self._message(self._room(call), posted)

    def _edit_message_reply_markup(self, call: Call) -> dict[str, Any]:
        posted = self._edited(call)
        keyboard = self._keyboard(self._room(call), call.values.get("reply_markup"), inline_only=True)
        if keyboard == posted.keyboard:
            raise Refused(400, "Bad Request: message is not modified")
        posted.edited_at, posted.keyboard = time.monotonic(), keyboard
        return self._message(self._room(call), posted)

    def _pin_chat_message(self, call: Call) -> bool:
        room, number = self._room(call), int(call.values["message_id"])
        if not room.may_pin:
            raise Refused(400, "Bad Request: not enough rights to manage pinned messages in the chat")
        if number not in room.messages:
            raise Refused(400, "Bad Request: message to pin not found")
        room.pinned.append(number)
        return True

    def _unpin_chat_message(self, call: Call) -> bool:
        room, number = self._room(call), int(call.values["message_id"])
        if number not in room.pinned:
            raise Refused(400, "Bad Request: message to unpin not found")
        room.pinned.remove(number)
        return True

    def _delete_message(self, call: Call) -> bool:
        if self._room(call).messages.pop(int(call.values["message_id"]), None) is None:
            raise Refused(400, "Bad Request: message to delete not found")
        return True

    def _get_chat_member(self, call: Call) -> dict[str, Any]:
        room, user = self._room(call), int(call.values["user_id"])
        if user <= 0:
            raise Refused(400, "Bad Request: invalid user_id specified")
        person = {"id": user, "is_bot": False, "first_name": "P"}
        if user not in room.admins:
            return {"user": person, "status": "member"}
        return {"user": person, "status": "administrator"} | dict.fromkeys(_RIGHTS, False)

    # --- signs and queries --------------------------------------------------------------------------------

    def _send_chat_action(self, call: Call) -> bool:
        room = self._room(call)
        thread = int(call.values["message_thread_id"]) if "message_thread_id" in call.values else None
        if thread != 1:
            self._thread(room, thread)
        if call.values["action"] not in ACTIONS:
            raise breach(f"action {call.values['action']}")
        room.actions.append((call.values["action"], thread))
        return True

    def _set_message_reaction(self, call: Call) -> bool:
        posted = self._room(call).messages.get(int(call.values["message_id"]))
        if posted is None:
            raise Refused(400, "Bad Request: message to react not found")
        reactions = parsed(call.values.get("reaction", "[]"))
        if len(reactions) > 1 or any(one.get("emoji") not in REACTIONS for one in reactions):
            raise breach(f"REACTION_INVALID {reactions}")
        posted.reactions = tuple(one["emoji"] for one in reactions)
        return True

    def _answer_callback_query(self, call: Call) -> bool:
        query = str(call.values["callback_query_id"])
        if query in self.answered_queries or query not in self.queries:
            raise breach("query is too old and response timeout expired or query ID is invalid")
        if len(str(call.values.get("text", ""))) > 200:
            raise breach("MESSAGE_TOO_LONG")
        self.answered_queries[query] = call.values | {"after": time.monotonic() - self.queries[query]}
        return True

    def _answer_inline_query(self, call: Call) -> bool:
        query, results = str(call.values["inline_query_id"]), parsed(call.values["results"])
        if query not in self.queries:
            raise Refused(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
        ids = [result["id"] for result in results]
        if len(results) > 50 or len(set(ids)) != len(ids) or any(not 1 <= len(i.encode()) <= 64 for i in ids):
            raise breach("RESULT_ID_INVALID or too many results")
        for result in results:
            if not result.get("title"):
                raise breach("ARTICLE_TITLE_EMPTY")
            content = result["input_message_content"]
            values = {"text": content["message_text"], "parse_mode": content.get("parse_mode")}
            posted = Posted(0)
            self._write(posted, Call("", values, 0), "text", MAX_TEXT)
            if not posted.text:
                raise breach("MESSAGE_EMPTY")
        self.inline[query] = {
            "results": results,
            "after": time.monotonic() - self.queries[query],
            "cache_time": int(call.values.get("cache_time", 300)),
            "button": parsed(call.values.get("button", "null")),
        }
        return True

    # --- what people do -----------------------------------------------------------------------------------

    def person(self, name: str = "Ana", language: str = "en") -> dict[str, Any]:
        """A person."""
        return {"id": next(self._people), "is_bot": False, "first_name": name, "language_code": language}

    def private(self, person: Mapping[str, Any]) -> Room:
        """The person's own chat with the bot."""
        return self.rooms.setdefault(person["id"], Room(person["id"], "private", str(person["first_name"])))

    def group(self, title: str = "Club", *, forum: bool = False, kind: str = "supergroup") -> Room:
        """A group with the bot in it."""
        number = -next(self._people) - (1_000_000_000_000 if kind == "supergroup" else 0)
        room = self.rooms[number] = Room(number, kind, title, forum)
        return room

    def fault(self, room: Room, kind: str, *, seconds: float = 0.0, after: int = 0) -> None:
        """The sending call after `after` good ones meets this fault."""
        room.faults += [("", 0.0)] * (after - len(room.faults))
        room.faults.append((kind, seconds))

    def write(self, room: Room, person: Mapping[str, Any], text: str = "", **more: Any) -> dict[str, Any]:
        """Somebody writes; the update."""
        message = self.message(room, person, text, **more)
        return self.update(message=message)

    def message(self, room: Room, person: Mapping[str, Any], text: str = "", **more: Any) -> dict[str, Any]:
        number = next(self._numbers)
        thread = more.pop("thread", None)
        made: dict[str, Any] = {"message_id": number, "date": int(time.time()), "chat": room.json, "from": person}
        made |= {"text": text} if text else {}
        if thread:
            made |= {"message_thread_id": thread, "is_topic_message": True}
        room.messages[number] = Posted(number, text, mine=False, thread=thread)
        return made | more

    def tap(self, room: Room, person: Mapping[str, Any], label: str) -> dict[str, Any]:
        """Somebody presses the button with that label, under the newest message that has it; the update."""
        for posted in sorted(room.messages.values(), key=lambda one: -one.number):
            for button in posted.buttons:
                if button["text"] == label and "callback_data" in button:
                    return self.press(room, person, posted, button["callback_data"])
        raise AssertionError(f"no button {label!r}")

    def press(self, room: Room, person: Mapping[str, Any], posted: Posted, data: str) -> dict[str, Any]:
        query = f"q{next(self._numbers)}"
        self.queries[query] = time.monotonic()
        under = self._message(room, posted)
        body = {"id": query, "from": person, "chat_instance": "1", "data": data, "message": under}
        return self.update(callback_query=body)

    def vote(self, posted: Posted, person: Mapping[str, Any], *answers: int) -> dict[str, Any]:
        """Somebody chooses in a poll that sees names, or takes it back; the update, which names no chat."""
        assert posted.poll is not None and not posted.poll["is_closed"] and not posted.poll["is_anonymous"]
        chosen = {"option_ids": [*answers], "option_persistent_ids": [str(n) for n in answers]}
        return self.update(poll_answer={"poll_id": posted.poll["id"], "user": person} | chosen)

    def type_inline(self, person: Mapping[str, Any], text: str) -> str:
        """Somebody types after the bot's name; the query's id."""
        query = f"i{next(self._numbers)}"
        self.queries[query] = time.monotonic()
        self.update(inline_query={"id": query, "from": person, "query": text, "offset": ""})
        return query

    def membership(self, room: Room, person: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
        """The bot's own place in a chat changes; the update."""
        extra = {"kicked": {"until_date": 0}, "administrator": dict.fromkeys(_RIGHTS, False)}
        members = [{"user": self.bot, "status": status} | extra.get(status, {}) for status in (old, new)]
        change = {"chat": room.json, "from": person, "date": int(time.time())}
        return self.update(my_chat_member=change | {"old_chat_member": members[0], "new_chat_member": members[1]})

    def update(self, **content: Any) -> dict[str, Any]:
        """A new update with this content; it waits to be fetched."""
        update = {"update_id": next(self._update_ids)} | content
        self.updates.append(update)
        task = asyncio.ensure_future(self._notify())
        task.add_done_callback(lambda _: None)
        return update

    async def _notify(self) -> None:
        async with self._arrival:
            self._arrival.notify_all()

    def shown(self, room: Room) -> list[Posted]:
        """The bot's messages in the chat, oldest first."""
        return [room.messages[number] for number in sorted(room.messages) if room.messages[number].mine]

    def made(self, *methods: str) -> list[Call]:
        """The calls of these methods, in order."""
        return [call for call in self.calls if call.method in methods]


_RIGHTS = [
    "can_be_edited",
    "is_anonymous",
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
]
