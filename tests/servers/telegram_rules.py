"""Telegram's methods with their parameters, its limits, and how it reads the marks of a text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

# --- the methods: required parameters, optional ones that are used --------------------------------------

_SEND = "message_thread_id reply_parameters reply_markup disable_notification"
METHODS: dict[str, tuple[str, str]] = {
    "getMe": ("", ""),
    "getUpdates": ("", "offset limit timeout allowed_updates"),
    "setWebhook": ("url", "secret_token allowed_updates max_connections drop_pending_updates"),
    "deleteWebhook": ("", "drop_pending_updates"),
    "getWebhookInfo": ("", ""),
    "setMyCommands": ("commands", "scope language_code"),
    "sendMessage": ("chat_id text", f"parse_mode link_preview_options ephemeral_message_parameters {_SEND}"),
    "sendPoll": ("chat_id question options", f"is_anonymous allows_multiple_answers {_SEND}"),
    "stopPoll": ("chat_id message_id", ""),
    "pinChatMessage": ("chat_id message_id", "disable_notification"),
    "unpinChatMessage": ("chat_id", "message_id"),
    "sendMessageDraft": ("chat_id draft_id", "text parse_mode message_thread_id can_stop keep_on_stop"),
    "sendPhoto": ("chat_id photo", f"caption parse_mode {_SEND}"),
    "sendMediaGroup": ("chat_id media", "message_thread_id reply_parameters disable_notification"),
    "sendDocument": ("chat_id document", f"caption parse_mode {_SEND}"),
    "sendVenue": ("chat_id latitude longitude title address", _SEND),
    "sendRichMessage": ("chat_id rich_message", _SEND),
    "sendChatAction": ("chat_id action", "message_thread_id"),
    "setMessageReaction": ("chat_id message_id", "reaction is_big"),
    "editMessageText": ("", "chat_id message_id text parse_mode link_preview_options reply_markup"),
    "editMessageMedia": ("media", "chat_id message_id reply_markup"),
    "editMessageReplyMarkup": ("", "chat_id message_id reply_markup"),
    "deleteMessage": ("chat_id message_id", ""),
    "getChatMember": ("chat_id user_id", ""),
    "answerCallbackQuery": ("callback_query_id", "text show_alert"),
    "answerInlineQuery": ("inline_query_id results", "cache_time is_personal next_offset button"),
}
SENDING = {
    "sendMessage", "sendRichMessage", "sendPhoto", "sendMediaGroup", "sendDocument", "sendVenue", "sendPoll", "editMessageText",
    "editMessageMedia", "editMessageReplyMarkup",
}  # fmt: skip
ACTIONS = {"typing", "upload_photo", "find_location", "upload_document"}
REACTIONS = set("👀✍👍👎❤🔥🎉🤔🙏👌⚡🫡🤝💯")
STYLES = {"primary", "success", "danger"}
UPDATES = {
    "message",
    "edited_message",
    "callback_query",
    "inline_query",
    "my_chat_member",
    "message_reaction",
    "poll_answer",
    "stopped_message_generation",
}

MAX_TEXT, MAX_CAPTION, MAX_RAW, MAX_ENTITIES = 4096, 1024, 32 * 1024, 100
PER_SECOND, GROUP_PER_MINUTE = 30, 20
EDIT_SECONDS = 1.0
PHOTO_BYTES = 10 * 1024 * 1024


class Refused(Exception):
    """An answer with ok: false. `breach` when a correct bot never makes the call."""

    def __init__(self, code: int, description: str, *, breach: bool = False, **parameters: Any) -> None:
        super().__init__(description)
        self.code, self.description, self.breach, self.parameters = code, description, breach, parameters


class Dropped(Exception):
    """The connection ends without an answer."""


def breach(description: str) -> Refused:
    return Refused(400, f"Bad Request: {description}", breach=True)


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


# --- entities ---------------------------------------------------------------------------------------------

_TAGS = {"b", "strong", "i", "em", "u", "s", "code", "pre", "a", "blockquote"}
_NAMED = {"lt", "gt", "amp", "quot"}
_STYLES = {"b", "strong", "i", "em", "u", "s"}


class _Html(HTMLParser):
    """Telegram's HTML: text and entities. Raises Refused as Telegram does, with a breach for bad nesting."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.text = ""
        self.entities: list[tuple[str, str]] = []
        self._open: list[tuple[str, str, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in _TAGS:
            raise self._bad(f'unsupported start tag "{tag}"')
        allowed = {"a": {"href"}, "code": {"class"}, "blockquote": {"expandable"}}.get(tag, set())
        if set(given) - allowed:
            raise self._bad(f'attribute in tag "{tag}"')
        around = [name for name, _, _ in self._open]
        language = tag == "code" and around == ["pre"] and str(given.get("class", "")).startswith("language-")
        if not language and ({"code", "pre"} & set(around) or (tag in ("code", "pre") and around)):
            raise breach(f"{tag} stands in {around}: code neither holds nor stands in other entities")
        if tag in around or (tag == "a" and "a" in around):
            raise breach(f"{tag} stands in itself")
        if tag == "a" and urlsplit(str(given.get("href"))).scheme not in ("http", "https", "tg"):
            raise breach(f"a link to {given.get('href')!r}")
        self._open.append((tag, str(given.get("href") or ""), len(self.text)))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            raise self._bad(f'unmatched end tag "{tag}"')
        name, href, start = self._open.pop()
        if self.text[start:].strip():
            self.entities.append((name, href))

    def handle_data(self, data: str) -> None:
        if "<" in data:
            raise self._bad("unescaped <")
        self.text += data

    def handle_entityref(self, name: str) -> None:
        if name not in _NAMED:
            raise self._bad(f"unknown entity &{name};")
        self.text += {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}[name]

    def handle_charref(self, name: str) -> None:
        number = int(name[1:], 16) if name[0] in "xX" else int(name)
        self.text += chr(number)

    def handle_comment(self, data: str) -> None:
        raise self._bad("a comment")

    def handle_decl(self, decl: str) -> None:
        raise self._bad("a declaration")

    def handle_pi(self, data: str) -> None:
        raise self._bad("an instruction")

    def close(self) -> None:
        super().close()
        if self._open:
            raise self._bad(f'can\'t find end tag corresponding to start tag "{self._open[-1][0]}"')

    @staticmethod
    def _bad(why: str) -> Refused:
        return breach(f"can't parse entities: {why}")


def parse_html(markup: str) -> tuple[str, list[tuple[str, str]]]:
    """The text that is shown, and its entities."""
    if re.search(r"&(?!(?:lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);)", markup):
        raise breach("can't parse entities: a bare &")
    parser = _Html()
    parser.feed(markup)
    parser.close()
    return parser.text, parser.entities
