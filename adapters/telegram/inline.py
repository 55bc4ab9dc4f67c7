"""Answers what is typed after the bot's name in any chat with a list of cards."""

from __future__ import annotations

import asyncio
import logging

from telegram import (
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    LinkPreviewOptions,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest

from adapters.markdown import parse, plain, split
from adapters.protocol import AnswerInline, InlineCard
from adapters.telegram.api import Api, said
from adapters.telegram.inbound import Queried
from adapters.telegram.limits import MAX_INLINE_ID_BYTES, MAX_TEXT
from adapters.telegram.markup import html, units
from adapters.telegram.words import ASK_IN_PRIVATE
from tongue import say, speaking

MOST_CARDS = 10
CACHE_SECONDS, EMPTY_CACHE_SECONDS = 300, 10
DEADLINE_SECONDS = 8.0
"""Telegram forgets a query after about ten seconds; a program that has just started reads its tables first."""

THUMBNAIL = "https://t.me/i/userpic/160/{}.jpg"
"""The bot's own picture, which Telegram shows to everybody: it needs no public address of ours."""

log = logging.getLogger(__name__)


async def answer_query(api: Api, asked: Queried, inline: AnswerInline, username: str = "") -> None:
    """Answer one query; without cards it offers to go on in private. `username` is the bot's, for its picture."""
    empty = EMPTY_CACHE_SECONDS
    try:
        async with asyncio.timeout(DEADLINE_SECONDS):
            cards = await inline(asked.text, asked.person)
    except TimeoutError:
        log.warning("an inline query took too long")
        cards, empty = (), 0  # it is there at the next letter
    results = [_article(number, card, username) for number, card in enumerate(cards[:MOST_CARDS])]
    with speaking(asked.person.language[:2].lower()):
        button = None if results else InlineQueryResultsButton(say(ASK_IN_PRIVATE), start_parameter="help")
    try:
        await api.answer_inline_query(
            asked.query,
            results,
            cache_time=CACHE_SECONDS if results else empty,
            is_personal=True,
            button=button,
        )
    except BadRequest as error:  # mostly: the query is too old
        log.info("an inline query was not answered: %s", said(error))


def _article(number: int, card: InlineCard, username: str) -> InlineQueryResultArticle:
    document = split(parse(card.markdown), MAX_TEXT, units)[:1]
    text = html(document[0]) if document else ""
    if not document or not plain(document[0]).strip():
        text = html(parse("\\" + card.title if card.title else "FlyFun"))
    return InlineQueryResultArticle(
        id=f"{number}:{card.key}".encode()[:MAX_INLINE_ID_BYTES].decode("utf-8", "ignore"),
        title=card.title or "FlyFun",
        description=card.description,
        thumbnail_url=THUMBNAIL.format(username) if username else None,
        input_message_content=InputTextMessageContent(
            text, parse_mode=ParseMode.HTML, link_preview_options=LinkPreviewOptions(is_disabled=True)
        ),
    )
