"""An answer's fact sheets, tables and sources as the blocks of a reply."""

from __future__ import annotations

from adapters.protocol import Card, Position, Table
from agent.protocol import AnswerCard, AnswerTable


def card_block(card: AnswerCard) -> Card:
    """One fact sheet; its code is what a copy button copies."""
    return Card(
        title=card.title,
        facts=tuple(card.facts.items()),
        links=card.links,
        copy=card.icao or "",
        position=Position(card.place.lat, card.place.lon, card.title) if card.place else None,
    )


def table_block(table: AnswerTable) -> Table:
    """One table."""
    return Table(columns=table.columns, rows=table.rows)
