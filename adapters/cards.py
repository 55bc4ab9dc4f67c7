"""What a fact sheet adds to the words above it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adapters.markdown import parse, plain
from adapters.protocol import Block, Card, Text


def words(blocks: Sequence[Block]) -> str:
    """All the text of a reply, without marks."""
    return "\n".join(plain(parse(block.markdown)) for block in blocks if isinstance(block, Text))


def unsaid(card: Card, said: str) -> Card:
    """The card without the facts that these words tell already."""
    return replace(card, facts=tuple((name, fact) for name, fact in card.facts if f"{name}: {fact}" not in said))
