"""Inline mode on Telegram."""

from __future__ import annotations

import asyncio
from typing import Any

from platforms.behaviour.ground import (
    TELEGRAM,
    behaviour,
    has,
    lacks,
    somebody,
)


async def inline(app: Any, text: str) -> list[dict[str, Any]]:
    query = app.api.type_inline(app.person(somebody()), text)
    for _ in range(120):
        if query in app.api.inline:
            break
        await asyncio.sleep(0.1)
    return app.api.inline[query]["results"]


def _said(result: dict[str, Any]) -> str:
    return f"{result['title']} {result.get('description', '')} {result['input_message_content']['message_text']}"


@behaviour(9, TELEGRAM)
async def inline_notice_is_the_notice(app: Any, stage: Any) -> None:
    results = await inline(app, "LFAT notice")
    assert results
    has(_said(results[0]), "LFAT", "customs|notice|prior")
    lacks(_said(results[0]), "Elevation")


@behaviour(9, TELEGRAM)
async def inline_near_a_town_is_its_fields(app: Any, stage: Any) -> None:
    results = await inline(app, "airports near annecy")
    assert results
    has(_said(results[0]), "LFLP", "Annecy")


@behaviour(9, TELEGRAM)
async def inline_weather_is_weather_or_nothing(app: Any, stage: Any) -> None:
    for one in await inline(app, "EGKB wx"):
        lacks(_said(one), "Elevation")


@behaviour(9, TELEGRAM)
async def inline_talk_is_nothing(app: Any, stage: Any) -> None:
    for text in ("asdf qwertz", "see you at the pub tonight", "EGKB blah blub", "count me in"):
        assert not await inline(app, text), text


@behaviour(9, TELEGRAM)
async def inline_cards_have_a_thumbnail_and_the_disclaimer(app: Any, stage: Any) -> None:
    (card, *_) = await inline(app, "LFAT")
    assert card.get("thumbnail_url", "").startswith("https://"), card
    has(_said(card), "Not for operational use")
