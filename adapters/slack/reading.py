"""Reads what people write in Slack: its own marks back into plain text, and who is addressed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

_MARK = re.compile(r"<([^<>]*)>")
_COMMAND_WORD = re.compile(
    r"(?:help|sources|reset|settings|reminders|watches|mydata|start|flyouts|freeze|settle|calendar)"
    r"|forget(?: .+)?|currency(?: (?:off|medical|licence|license|sep|mep|ir|night|club|passport|radio)\b.{0,60})?"
    r"|(?:home|units|margin|language)(?: \S+)?|aircraft(?: \S+)?(?: \d+ ?(?:kts?|knots?))?"
    r"|(?:in|maybe|out)(?: (?:\d{1,3}|\+\S*(?: .+)?|.{300,}))?"
    r"|fleet(?: (?:[a-z]{1,2}-[a-z0-9]{3,5}|n\d{1,5}[a-z]{0,2})(?: .{1,1100})?)?"
    r"|(?:flyout|digest|plane|seat|task|sent|received|move|answerby|planb|cancel|deputy|cost)(?: .+)?"
    r"|remind(?: .+)?|club(?: (?:create|language|currency|quiet)\b.{0,60})?"
    r"|note(?: (?:[a-z]{1,2}-[a-z0-9]{3,5}|n\d{1,5}[a-z]{0,2}):?(?: .{1,400})?)?",
    re.IGNORECASE,
)
_FIRST_MENTION = re.compile(r"^\s*<@([UW][A-Z0-9]+)(?:\|[^>]*)?>")

SUBTYPES = frozenset({"", "file_share", "thread_broadcast", "me_message"})
"""Kinds of a message event that a person wrote just now."""


def text_at(body: Mapping[str, Any], *path: str) -> str:
    """A string deep inside a payload; empty when it is absent or something else."""
    found = _at(body, path)
    return found if isinstance(found, str) else ""


def flag_at(body: Mapping[str, Any], *path: str) -> bool:
    """Whether something deep inside a payload is true."""
    return _at(body, path) is True


def _at(body: Mapping[str, Any], path: tuple[str, ...]) -> object:
    found: object = body
    for name in path:
        if not isinstance(found, Mapping):
            return None
        found = cast(Mapping[str, object], found).get(name)
    return found


def said(text: str, bot: str = "") -> str:
    """What a person reads: the bot's own mention left out, other marks as their labels, entities as characters."""

    def mark(match: re.Match[str]) -> str:
        inside, _, name = match.group(1).partition("|")
        if inside.startswith("@"):
            return "" if inside[1:] == bot else f"@{name}" if name else "someone"
        if inside.startswith("#"):
            return f"#{name}" if name else "the channel"
        if inside.startswith("!"):
            return name or "@" + inside[1:].split("^", 1)[0]
        return name or inside.removeprefix("mailto:").removeprefix("tel:")

    plain = _MARK.sub(mark, text).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return re.sub(r"[^\S\n]+", " ", plain).strip(" ,:\n")


def mentions(text: str, user: str) -> bool:
    """Whether a message names this user."""
    return bool(user) and re.search(rf"<@{re.escape(user)}(?:\|[^>]*)?>", text) is not None


def addressed_to_another(text: str, bot: str) -> bool:
    """Whether a message begins by naming somebody else."""
    first = _FIRST_MENTION.match(text)
    return first is not None and first.group(1) != bot


def command_text(text: str) -> str:
    """A slash command's words: `home EGTF` is the command /home, everything else is a question."""
    plain = said(text)
    return f"/{plain}" if _COMMAND_WORD.fullmatch(plain) else plain


def moment(ts: str) -> datetime:
    """When a message was sent, from its ts; now when that is no time."""
    try:
        return datetime.fromtimestamp(float(ts), UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.now(UTC)
