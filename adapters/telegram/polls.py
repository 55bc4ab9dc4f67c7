"""Telegram's own polls: sent with what a vote in one means, and closed.

A vote names the poll and never the chat, so that both are kept under the poll's id.
"""

from __future__ import annotations

import json
import logging

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import TelegramError

from adapters.protocol import Ballot, ChatRef, KeyValue, Pace, Sent
from adapters.telegram.api import Api, outcome, said, says

QUESTION, ANSWER = 300, 100
"""Letters of a question and of an answer."""
KEPT_SECONDS = 30 * 86_400
"""As long a poll may stay open."""

log = logging.getLogger(__name__)


def poll_key(poll: str) -> str:
    """The name under which a poll is kept."""
    return f"poll:{poll}"


async def send_poll(api: Api, values: KeyValue, chat: ChatRef, ballot: Ballot, pace: Pace) -> Sent:
    """Send it, seen with names, several answers each. Raises `ChannelError`."""
    rows = [[InlineKeyboardButton(b.label, callback_data=b.token)] for b in ballot.buttons]
    await pace()
    try:
        sent = await api.send_poll(
            chat.chat,
            ballot.question[:QUESTION],
            [answer[:ANSWER] for answer in ballot.answers],
            is_anonymous=False,
            allows_multiple_answers=True,
            message_thread_id=int(chat.thread) if chat.thread else None,
            reply_markup=InlineKeyboardMarkup(rows) if rows else None,
        )
    except TelegramError as error:
        raise outcome(error) from None
    if sent.poll is not None:
        key, held = poll_key(sent.poll.id), {"token": ballot.token, "message": sent.message_id}
        await values.of(chat).set(key, json.dumps(held), seconds=KEPT_SECONDS)
        await values.set(key, str(chat), seconds=KEPT_SECONDS)
    return Sent((str(sent.message_id),))


async def close_poll(api: Api, chat: ChatRef, sent: Sent) -> None:
    """Close it, its buttons too. Raises `ChannelError`."""
    for number in sent.message_ids[:1]:
        try:
            await api.stop_poll(chat.chat, int(number))
        except TelegramError as error:
            if not says(error, "poll has already been closed", "message with poll to stop not found"):
                raise outcome(error) from None
            log.info("a poll is closed already: %s", said(error))
