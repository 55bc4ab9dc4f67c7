"""Buttons under a message: questions to tap, codes to copy, links to open, a place to share."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from telegram import (
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    KeyboardButton,
    ReplyKeyboardMarkup,
)

from adapters.markdown import cleaned, utf16_length
from adapters.protocol import Button, Card, Facts
from adapters.telegram.limits import MAX_BUTTONS, MAX_COPY
from adapters.telegram.words import NEAR_ME, ON_THE_MAP, WHERE_TO_ASK
from tongue import say

TURN = "p:"
"""Marks the data of a button whose answer takes the place of the message under which it stands."""

BACK = "back:"
"""The data of the button that shows the page before."""

LABEL = 64
ROW = 36
"""Characters of a row of labels that a phone shows whole."""

PER_ROW = 4
STREET_MAP = "https://www.openstreetmap.org/?mlat={0:.5f}&mlon={1:.5f}#map=13/{0:.5f}/{1:.5f}"
STYLES = {"default": None, "primary": "primary", "danger": "danger"}

Rows = list[list[InlineKeyboardButton]]


def inline_keyboard(buttons: Sequence[Button], cards: Sequence[Card | Facts]) -> InlineKeyboardMarkup | None:
    """The questions to tap, then what belongs to a single card; None when there is nothing."""
    taps = [
        InlineKeyboardButton(
            label(button.label),
            callback_data=(TURN if button.turns else "") + button.token,
            style=STYLES[button.style],
        )
        for button in buttons[:MAX_BUTTONS]
    ]
    rows = in_rows(taps)
    if len(cards) == 1:
        rows += in_rows(_of_card(cards[0]))
    return InlineKeyboardMarkup(rows) if rows else None


def only_taps(keyboard: InlineKeyboardMarkup | None) -> InlineKeyboardMarkup | None:
    """The keyboard without links and copies, should Telegram refuse one of those."""
    if keyboard is None:
        return None
    rows = [[button for button in row if button.callback_data] for row in keyboard.inline_keyboard]
    kept = [row for row in rows if row]
    return InlineKeyboardMarkup(kept) if kept else None


def _of_card(card: Card | Facts) -> list[InlineKeyboardButton]:
    made: list[InlineKeyboardButton] = []
    if card.copy and utf16_length(card.copy) <= MAX_COPY:
        said = label(say("Copy {text}", text=card.copy))
        made.append(InlineKeyboardButton(said, copy_text=CopyTextButton(card.copy)))
    made += [InlineKeyboardButton(label(name), url=url) for name, url in card.links if opens(url)]
    place = card.position
    if place is not None and -90 <= place.lat <= 90 and -180 <= place.lon <= 180:
        made.append(InlineKeyboardButton(say(ON_THE_MAP), url=STREET_MAP.format(place.lat, place.lon)))
    return made


def opens(url: str) -> bool:
    """Whether Telegram opens such a link from a button: http(s), with a real host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    host = parts.hostname or ""
    return parts.scheme in ("http", "https") and "." in host and host != "127.0.0.1" and len(url) <= 2000


def label(text: str) -> str:
    """A label that Telegram takes: one line, not empty, not endless."""
    line = " ".join(cleaned(text).split())
    if utf16_length(line) > LABEL:
        while utf16_length(line) > LABEL - 1:
            line = line[:-1]
        line = line.rstrip() + "…"
    return line or "…"


def in_rows(buttons: Sequence[InlineKeyboardButton]) -> Rows:
    """As many beside each other as a phone shows whole."""
    rows: Rows = []
    width = ROW + 1
    for button in buttons:
        length = utf16_length(button.text) + 4
        if width + length > ROW or len(rows[-1]) >= PER_ROW:
            rows.append([])
            width = 0
        rows[-1].append(button)
        width += length
    return rows


def share_place() -> ReplyKeyboardMarkup:
    """The one button that sends the pilot's position; it goes away when it was tapped."""
    button = KeyboardButton(say(NEAR_ME), request_location=True)
    return ReplyKeyboardMarkup(
        [[button]], resize_keyboard=True, one_time_keyboard=True, input_field_placeholder=say(WHERE_TO_ASK)
    )
