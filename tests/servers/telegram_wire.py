"""What goes over the wire to Telegram: forms, values, files and buttons, as it takes them apart."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from email.parser import BytesParser
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from servers.telegram_rules import STYLES, Refused, breach


def check_button(button: Mapping[str, Any]) -> None:
    if not str(button.get("text", "")).strip():
        raise breach("text buttons are unallowed to be empty")
    actions = {"callback_data", "url", "copy_text", "switch_inline_query", "web_app"} & button.keys()
    if len(actions) != 1 or button.keys() - actions - {"text", "style"}:
        raise breach(f"a button has exactly one action: {button}")
    if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= 64:
        raise breach("BUTTON_DATA_INVALID")
    if "copy_text" in button and not 1 <= len(button["copy_text"]["text"]) <= 256:
        raise breach("copy text is 1-256 characters")
    if button.get("style", "primary") not in STYLES:
        raise breach(f"style {button['style']}")
    if "url" in button:
        parts = urlsplit(str(button["url"]))
        if parts.scheme not in ("http", "https", "tg") or "." not in (parts.hostname or ""):
            raise breach("BUTTON_URL_INVALID")


def form_parts(kind: str, body: bytes) -> Iterator[tuple[str, str | None, bytes]]:
    """The parts of an uploaded form: name, file name where it is a file, and content."""
    for part in BytesParser().parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body).walk():
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            yield str(part.get_param("name", header="content-disposition")), part.get_filename(), content


def values_of(kind: str, body: bytes) -> dict[str, Any]:
    if kind.startswith("multipart/form-data"):
        return {name: content if file else content.decode() for name, file, content in form_parts(kind, body)}
    if kind.startswith("application/json"):
        return json.loads(body)
    return dict(parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=bool(body)))


def rich_texts(block: dict[str, Any]) -> list[str]:
    """The words of a block of a rich message, which is checked."""
    match block:
        case {"type": "paragraph", "text": str(text), **rest} if text and not rest:
            return [text]
        case {"type": "map", "location": {"latitude": lat, "longitude": lon}, "zoom": int(zoom), **rest}:
            if abs(lat) > 90 or abs(lon) > 180 or not 13 <= zoom <= 20 or set(rest) != {"width", "height"}:
                raise breach(f"a map block {block}")
            return []
        case {"type": "table", "cells": [*rows], **rest} if rows and not set(rest) - {"is_bordered", "is_striped"}:
            if len({len(row) for row in rows}) != 1 or not 1 <= len(rows[0]) <= 20:
                raise breach("a table's rows are of 1 to 20 cells, as many in each")
            for cell in (cell for row in rows for cell in row):
                if cell.get("align") not in ("left", "center", "right") or set(cell) - _CELL:
                    raise breach(f"a cell {cell}")
            return [cell.get("text", "") for row in rows for cell in row]
        case _:
            raise breach(f"a rich block {block}")


_CELL = {"text", "is_header", "align", "valign", "colspan", "rowspan"}


def files_of(kind: str, body: bytes) -> dict[str, tuple[str, bytes]]:
    """What was uploaded: its file name and content, by the name of its part."""
    if not kind.startswith("multipart/form-data"):
        return {}
    return {name: (file, content) for name, file, content in form_parts(kind, body) if file}


def parsed(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def failed(refused: Refused) -> bytes:
    answer: dict[str, Any] = {"ok": False, "error_code": refused.code, "description": refused.description}
    if refused.parameters:
        answer["parameters"] = refused.parameters
    return json.dumps(answer).encode()


def size_of(photo: bytes) -> tuple[int, int]:
    """Width and height of a PNG or JPEG."""
    if photo[:8] == b"\x89PNG\r\n\x1a\n":
        return struct.unpack(">II", photo[16:24])
    at = 2
    while photo[:2] == b"\xff\xd8" and at + 9 < len(photo):
        marker, length = photo[at + 1], struct.unpack(">H", photo[at + 2 : at + 4])[0]
        if 0xC0 <= marker <= 0xC3:
            height, width = struct.unpack(">HH", photo[at + 5 : at + 9])
            return width, height
        at += 2 + length
    raise breach("IMAGE_PROCESS_FAILED: no picture")
