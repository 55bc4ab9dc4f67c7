"""Slack's limits as a local server enforces them: every breach of one is refused by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markdown_it import MarkdownIt

MESSAGE_BLOCKS, VIEW_BLOCKS = 50, 100
MESSAGE_CHARS, MARKDOWN_CHARS, TABLE_CHARS = 13_200, 12_000, 10_000


class Breach(Exception):
    """What Slack would answer, and why."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code


def check_message(text: str, blocks: Sequence[Mapping[str, Any]], files: Mapping[str, Any]) -> None:
    """A message as chat.postMessage takes it. Top-level text is asked for: notifications need it."""
    if not text.strip():
        raise Breach("no_text", "no top-level text")
    if len(text) > 40_000:
        raise Breach("msg_too_long", "text")
    check_text(text)
    check_blocks(blocks, files, most=MESSAGE_BLOCKS, surface="message")
    kinds = [block["type"] for block in blocks]
    if kinds.count("table") > 1:
        raise Breach("invalid_blocks", "only one table is allowed")
    if sum(len(block["text"]) for block in blocks if block["type"] == "markdown") > MARKDOWN_CHARS:
        raise Breach("invalid_blocks", "markdown blocks over 12,000 characters in sum")
    if len(text) * bool(blocks) + sum(len(one) for one in texts_in(blocks)) > MESSAGE_CHARS:
        raise Breach("msg_blocks_too_long", "the whole message")


def check_text(text: str) -> None:
    """No mark of Slack's own may come from data: but for links in `mrkdwn`, every < is one too many."""
    text.encode()
    if "<" in text or re.search(r"&(?!amp;|lt;|gt;)[a-z]+;", text):
        raise Breach("unescaped", text[:60])


def texts_in(value: object, key: str = "") -> Iterator[str]:
    """Every text that a person may read of blocks."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from texts_in(inner, name)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts_in(inner, key)
    elif isinstance(value, str) and key in ("text", "title", "alt_text", "subtitle", "body"):
        yield value


def check_blocks(
    blocks: Sequence[Mapping[str, Any]], files: Mapping[str, Any], *, most: int, surface: str
) -> None:
    """Every block, alone and together."""
    if len(blocks) > most:
        raise Breach("invalid_blocks", f"{len(blocks)} blocks")
    ids = [block["block_id"] for block in blocks if "block_id" in block]
    if len(ids) != len(set(ids)) or any(not 1 <= len(one) <= 255 for one in ids):
        raise Breach("invalid_blocks", "block ids")
    for block in blocks:
        _check_block(block, files, surface)


def _need(condition: object, why: str) -> None:
    if not condition:
        raise Breach("invalid_blocks", why)


def _check_block(block: Mapping[str, Any], files: Mapping[str, Any], surface: str) -> None:
    match block.get("type"):
        case "section":
            _need("text" in block or block.get("fields"), "a section without text")
            if "text" in block:
                _text(block["text"], 3_000)
            _need(len(block.get("fields", ())) <= 10, "fields")
            for one in block.get("fields", ()):
                _text(one, 2_000)
            if "accessory" in block:
                _element(block["accessory"])
        case "header":
            _text(block["text"], 150, plain=True)
        case "markdown":
            _need(1 <= len(block["text"]) <= MARKDOWN_CHARS, "markdown text")
            check_text(block["text"])
        case "divider":
            pass
        case "context":
            _need(1 <= len(block["elements"]) <= 10, "context elements")
            for one in block["elements"]:
                _text(one, 2_000)
        case "actions":
            _need(1 <= len(block["elements"]) <= 25, "actions")
            names = [one["action_id"] for one in block["elements"]]
            _need(len(names) == len(set(names)), "action ids in one block")
            for one in block["elements"]:
                _element(one)
        case "context_actions":
            _need(surface == "message" and 1 <= len(block["elements"]) <= 5, "context actions")
            for one in block["elements"]:
                _need(one["type"] == "feedback_buttons" and one["action_id"], "feedback buttons")
                for side in ("positive_button", "negative_button"):
                    _text(one[side]["text"], 75, plain=True)
                    _need(1 <= len(one[side]["value"]) <= 2_000, "feedback value")
        case "image":
            known = {"type", "block_id", "alt_text", "title", "image_url", "slack_file"}
            _need(set(block) <= known and block.get("block_id") != "", "what an image block takes")
            _need(1 <= len(block.get("alt_text", "")) <= 2_000, "alt_text")
            if "slack_file" in block:
                _need(set(block["slack_file"]) in ({"id"}, {"url"}), "one of id and url")
                file = files.get(block["slack_file"].get("id", ""))
                _need(file is not None and file.ready, "invalid slack file")
            else:
                _need(str(block.get("image_url", "")).startswith("https://"), "image_url is not public https")
            if "title" in block:
                _text(block["title"], 2_000, plain=True)
        case "table":
            _need(surface == "message", "a table outside a message")
            _table(block)
        case "input":
            _need(surface == "modal", "an input outside a modal")
            _text(block["label"], 2_000, plain=True)
            _element(block["element"])
        case "card":
            for name, most in (("title", 150), ("subtitle", 150), ("body", 200)):
                if name in block:
                    _text(block[name], most)
        case "carousel":
            _need(1 <= len(block["elements"]) <= 10, "cards of a carousel")
        case kind:
            raise Breach("invalid_blocks", f"unsupported block type {kind!r}")


def _table(block: Mapping[str, Any]) -> None:
    rows = block["rows"]
    _need(1 <= len(rows) <= 100, "table rows")
    _need(all(1 <= len(row) <= 20 for row in rows), "table columns")
    _need(len({len(row) for row in rows}) == 1, "rows of one length")
    _need(len(block.get("column_settings", ())) <= 20, "column settings")
    cells = [cell for row in rows for cell in row]
    _need(all(cell["type"] == "raw_text" and cell["text"] for cell in cells), "cells")
    for cell in cells:
        check_text(cell["text"])
    _need(sum(len(cell["text"]) for cell in cells) <= TABLE_CHARS, "table characters")


def _text(text: Mapping[str, Any], most: int, *, plain: bool = False) -> None:
    _need(text.get("type") in (("plain_text",) if plain else ("plain_text", "mrkdwn")), "text type")
    _need(isinstance(text.get("text"), str) and 1 <= len(text["text"]) <= most, f"text over {most} or empty")
    check_text(_LINK.sub(r"\2", text["text"]) if text["type"] == "mrkdwn" else text["text"])


_LINK = re.compile(r"<((?:https?://|mailto:|tel:\+)[^<>|\s]+)\|([^<>|\n]+)>")
_BOLD = re.compile(r"(?<!\w)\*([^*\n]+)\*(?!\w)")


def read_object(text: Mapping[str, Any]) -> str:
    """The words of a text object."""
    words = str(text["text"])
    return unescaped(_BOLD.sub(r"\1", _LINK.sub(r"\2", words)) if text["type"] == "mrkdwn" else words)


def _element(element: Mapping[str, Any]) -> None:
    _need(1 <= len(element.get("action_id", "")) <= 255, "action_id")
    match element.get("type"):
        case "button":
            _text(element["text"], 75, plain=True)
            _need(1 <= len(element.get("value", "x")) <= 2_000, "button value")
            _need(1 <= len(element.get("accessibility_label", "x")) <= 75, "accessibility label")
            _need(element.get("style", "primary") in ("primary", "danger"), "button style")
        case "static_select":
            _need(1 <= len(element["options"]) <= 100, "options")
            for option in element["options"]:
                _text(option["text"], 75, plain=True)
                _need(1 <= len(option["value"]) <= 150, "option value")
            chosen = element.get("initial_option")
            _need(chosen is None or chosen in element["options"], "initial option")
        case "plain_text_input":
            _need(len(element.get("initial_value", "x")) >= 1, "initial value")
            if "placeholder" in element:
                _text(element["placeholder"], 150, plain=True)
        case "datepicker" | "timepicker":
            _need("placeholder" not in element, "no hint is used in a picker")
        case kind:
            raise Breach("invalid_blocks", f"unsupported element {kind!r}")


def check_view(view: Mapping[str, Any]) -> None:
    """A Home tab or a modal."""
    check_blocks(view["blocks"], {}, most=VIEW_BLOCKS, surface=view["type"])
    if view["type"] == "modal":
        for name, most in (("title", 24), ("submit", 24), ("close", 24)):
            _text(view[name], most, plain=True)
        _need(len(view.get("private_metadata", "")) <= 3_000, "private_metadata")
        _need(1 <= len(view["callback_id"]) <= 255, "callback_id")


# --- what a person reads -----------------------------------------------------------------------------

_READER = MarkdownIt("commonmark", {"html": False})


def unescaped(text: str) -> str:
    """Slack's three entities as characters."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def read_markdown(text: str) -> str:
    """The words of a markdown block."""
    words: list[str] = []
    for token in _READER.parse(text):
        for child in token.children or ():
            match child.type:
                case "text" | "text_special":
                    words.append(child.content)
                case "code_inline":
                    words.append(unescaped(child.content))
                case "softbreak" | "hardbreak":
                    words.append("\n")
                case "html_inline":
                    raise Breach("unescaped", child.content)
                case _:
                    pass
        if token.type in ("fence", "code_block"):
            words.append(unescaped(token.content))
        elif token.type in ("inline", "paragraph_close"):
            words.append("\n")
    return "".join(words).strip()


def read_blocks(blocks: Sequence[Mapping[str, Any]]) -> str:
    """The words of a message's blocks, buttons left out."""
    parts: list[str] = []
    for block in blocks:
        match block["type"]:
            case "markdown":
                parts.append(read_markdown(block["text"]))
            case "section":
                parts += [read_object(one) for one in [block.get("text"), *block.get("fields", ())] if one]
            case "header":
                parts.append(unescaped(block["text"]["text"]))
            case "table":
                parts += [" | ".join(unescaped(cell["text"]) for cell in row) for row in block["rows"]]
            case "image":
                parts.append(unescaped(block["title"]["text"]) if "title" in block else "")
            case "context":
                parts += [read_object(one) for one in block["elements"]]
            case _:
                pass
    return "\n".join(part for part in parts if part)
