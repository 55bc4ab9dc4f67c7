"""Writes down what was asked and how it was answered, where the operator wants that; one file of JSON lines a day.

Chats and people appear as digests under a key of this installation; telephone numbers, addresses and secrets
do not appear. `/forget` deletes the lines of who asks for it.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

import structlog
from filelock import FileLock
from pydantic import JsonValue

from adapters.protocol import ChatRef, IncomingMessage
from agent import regex as re
from agent.protocol import Done, Event, Failed, Planned, ToolFinished
from bot.keys import PersonRef
from bot.logs import HIDDEN, scrub
from bot.settings import Settings

LONGEST_TEXT = 2000
KEY_FILE = "conversation-log.key"

log = structlog.get_logger(__name__)

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<!\d)(?:(?:\+|00)\d(?:[\s().-]{0,2}\d){6,}|0\d(?:[\s./-]?\d){7,})(?!\d)")
_LONG_TOKEN = re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}\b")


class ConversationLog:
    """The log of one installation. Nothing here raises: a full disk costs a line, never an answer."""

    def __init__(self, folder: Path, key: str) -> None:
        self.folder = folder
        self._key = key.encode()

    async def answered(self, message: IncomingMessage, asked: str, events: Sequence[Event]) -> None:
        """One answer: its plan, tools, times and costs."""
        await self._write(message, {"kind": "answer", "asked": redacted(asked), **_told(events)})

    async def rated(self, message: IncomingMessage, good: bool, asked: str) -> None:
        """Thumbs up or down."""
        await self._write(message, {"kind": "feedback", "good": good, "asked": redacted(asked)})

    async def forget_chat(self, chat: ChatRef) -> None:
        """Delete the lines of every thread of a chat's room."""
        await asyncio.to_thread(self._delete, "room", self.digest(str(chat.room)))

    async def move_chat(self, old: ChatRef, new: ChatRef) -> None:
        """The platform gave a room a new id: its lines can be deleted by that."""
        was, now = (f'"room": "{self.digest(str(chat.room))}"'.encode() for chat in (old, new))
        await asyncio.to_thread(self._rewrite, lambda line: line.replace(was, now))

    async def forget_person(self, person: PersonRef) -> None:
        """Delete a person's lines."""
        await asyncio.to_thread(self._delete, "person", self.digest(str(person)))

    def digest(self, name: str) -> str:
        """What stands for a chat or person in the log."""
        return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=10, key=self._key[:64]).hexdigest()

    def lines(self, day: date | None = None) -> Iterator[dict[str, Any]]:
        """The lines of a day, or of all days, oldest first; what cannot be read is left out."""
        for file in sorted(self.folder.glob(f"{day or '*'}.jsonl")):
            for line in file.read_text("utf-8", "replace").splitlines():
                try:
                    yield json.loads(line)
                except ValueError:
                    continue

    async def _write(self, message: IncomingMessage, told: dict[str, Any]) -> None:
        now = datetime.now(UTC)
        who = {
            "at": now.isoformat(timespec="seconds"),
            "channel": message.chat.channel,
            "chat": self.digest(str(message.chat)),
            "room": self.digest(str(message.chat.room)),
            "person": self.digest(str(PersonRef.of(message))),
        }
        line = json.dumps({**who, **told}, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        await asyncio.to_thread(self._append, now.date(), line)

    def _append(self, day: date, line: bytes) -> None:
        def append() -> None:
            descriptor = os.open(self.folder / f"{day}.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(descriptor, "ab") as file:
                file.write(line)

        self._locked(append)

    def _delete(self, field: str, value: str) -> None:
        marked = f'"{field}": "{value}"'.encode()
        self._rewrite(lambda line: b"" if marked in line else line)

    def _rewrite(self, change: Callable[[bytes], bytes]) -> None:
        """Change every line; one that becomes empty goes."""

        def rewrite() -> None:
            for file in self.folder.glob("*.jsonl"):
                lines = file.read_bytes().splitlines(keepends=True)
                kept = [change(line) for line in lines]
                if kept == lines:
                    continue
                draft = file.with_suffix(".new")
                draft.write_bytes(b"".join(kept))
                draft.chmod(0o600)
                draft.replace(file)

        self._locked(rewrite)

    def _locked(self, work: Callable[[], None]) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with FileLock(self.folder / ".lock", timeout=10):
                work()
        except OSError as error:
            log.error("conversation_log_not_written", why=error.strerror or type(error).__name__)


def open_log(settings: Settings) -> ConversationLog | None:
    """The log of `FLYFUN_CONVERSATION_LOG`; None when that is not set."""
    if not settings.conversation_log:
        return None
    return ConversationLog(Path(settings.conversation_log).expanduser(), settings.secret_key or _key(settings))


def redacted(text: str) -> str:
    """`text` without telephone numbers, e-mail addresses, keys and tokens."""
    for hidden in (_MAIL, _PHONE, _LONG_TOKEN):
        text = hidden.sub(HIDDEN, text)
    return scrub(text)[:LONGEST_TEXT]


def _told(events: Sequence[Event]) -> dict[str, Any]:
    told: dict[str, Any] = {"tools": []}
    for event in events:
        match event:
            case Planned():
                told["plan"] = _clean(event.plan.to_json())
            case ToolFinished():
                told["tools"].append({"name": event.name, "ok": event.ok, "ms": round(event.ms, 1)})
            case Failed():
                told["failure"] = redacted(event.message)
            case Done():
                told["answer"] = redacted(event.answer.text)
                told["timings_ms"] = dict(event.timings_ms or {})
                told["model"] = {
                    "calls": event.model_calls,
                    "tokens": event.tokens,
                    "usd": round(event.cost_usd, 6),
                }
                told["notes"] = [redacted(note) for note in event.notes]
            case _:
                pass
    return told


def _clean(value: JsonValue) -> JsonValue:
    """A JSON value, redacted text by text."""
    match value:
        case str():
            return redacted(value)
        case dict():
            return {name: _clean(item) for name, item in value.items()}
        case list():
            return [_clean(item) for item in value]
        case _:
            return value


def _key(settings: Settings) -> str:
    """A key made once in the data folder; whoever comes first wins."""
    file = settings.data_dir / KEY_FILE
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        with FileLock(settings.data_dir / f"{KEY_FILE}.lock", timeout=10):
            if not file.exists():
                descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(descriptor, "w") as made:
                    made.write(secrets.token_urlsafe(32))
            return file.read_text().strip()
    except OSError as error:
        log.error("conversation_log_key_not_kept", why=error.strerror or type(error).__name__)
        return secrets.token_urlsafe(32)
