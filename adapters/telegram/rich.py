"""Rich messages (Bot API 10.1 and 10.2): a table as a table, a place as a map that can be moved.

Old apps do not show them, so an operator asks for them (`TELEGRAM_RICH`); what Telegram refuses is sent as ever.
"""

from __future__ import annotations

from typing import Any

from adapters.cards import unsaid, words
from adapters.markdown import plain
from adapters.protocol import Block, Card, Compare, Facts, File, Map, Position, Reply, Table
from adapters.telegram.layout import is_place, pieces

MAX_CHARACTERS, MAX_BLOCKS, MAX_COLUMNS = 32_768, 500, 20
ZOOM, WIDTH, HEIGHT = 13, 640, 360

RichBlock = dict[str, Any]


def rich_blocks(reply: Reply) -> list[RichBlock] | None:
    """The blocks of a reply that says more as a rich message; None for every other, and a longer one."""
    place = _place(reply)
    tables = any(isinstance(block, (Table, Compare)) for block in reply.blocks)
    if any(isinstance(block, File) for block in reply.blocks):
        return None
    if not tables and place is None:
        return None
    if place is None and any(isinstance(block, Map) for block in reply.blocks):
        return None  # a route or a search is drawn: its picture comes first
    made: list[RichBlock] = []
    for block in reply.blocks:
        if not isinstance(block, Map):
            made += _of(block, reply)
    if place is not None:
        made.append(_map(place))
    size = sum(len(text) for block in made for text in _texts(block))
    wide = max((len(row) for block in made for row in block.get("cells", ())), default=0)
    return made if made and size <= MAX_CHARACTERS and len(made) <= MAX_BLOCKS and wide <= MAX_COLUMNS else None


def _place(reply: Reply) -> Position | None:
    """Where the one field of a reply is."""
    cards = [block for block in reply.blocks if isinstance(block, (Card, Facts))]
    place = cards[0].position if len(cards) == 1 else None
    return place if place is not None and is_place(place) else None


def _of(block: Block, reply: Reply) -> list[RichBlock]:
    match block:
        case Table():
            return [_table(block.columns, block.rows)]
        case Compare():
            rows = tuple((row.name, *(value or block.unknown for value in row.values)) for row in block.rows)
            return [_table(("", *block.columns), rows)]
        case Card():
            block = unsaid(block, words(reply.blocks))
        case _:
            pass
    lines = [line for piece in pieces(Reply((block,))) for line in plain(piece).split("\n")]
    return [{"type": "paragraph", "text": line} for line in lines if line.strip()]


def _table(columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> RichBlock:
    head = [_cell(name, head=True) for name in columns]
    body = [[_cell(text, head=not number) for number, text in enumerate(row)] for row in rows]
    return {"type": "table", "is_bordered": True, "is_striped": True, "cells": [head, *body]}


def _cell(text: str, *, head: bool) -> RichBlock:
    cell: RichBlock = {"align": "left", "valign": "top"}
    return {**cell, **({"text": text} if text else {}), **({"is_header": True} if head else {})}


def _map(place: Position) -> RichBlock:
    at = {"latitude": round(place.lat, 5), "longitude": round(place.lon, 5)}
    return {"type": "map", "location": at, "zoom": ZOOM, "width": WIDTH, "height": HEIGHT}


def _texts(block: RichBlock) -> list[str]:
    cells = [str(cell.get("text", "")) for row in block.get("cells", ()) for cell in row]
    return [*cells, str(block.get("text", ""))]
