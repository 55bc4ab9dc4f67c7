"""The numbers that Telegram's Bot API holds everybody to, and the pace FlyFun keeps."""

from __future__ import annotations

from adapters.protocol import Capabilities

MAX_TEXT = 4096
MAX_CAPTION = 1024
MOST_TOGETHER = 10
"""Photos in one album."""
MAX_ENTITIES = 100
MAX_RAW_BYTES = 32 * 1024
"""Of a text with its markup, before Telegram parses it."""

MAX_PHOTO_BYTES = 10 * 1024 * 1024
MAX_CALLBACK_BYTES = 64
MAX_BUTTONS = 100
MAX_COPY = 256
MAX_INLINE_ID_BYTES = 64
MAX_DEEP_LINK = 64

DRAFT_SECONDS = 1.1
"""Between two edits of one message in a private chat."""

FIRST_PREVIEW_SECONDS = 1.0
"""An answer that takes less shows no preview: it would only flicker."""

FIRST_STATUS_SECONDS = 4.0
"""Until then "typing" says as much, without a message that comes and goes."""

BURST, SUSTAINED_SECONDS = 3, 1.0
"""Telegram lets a few messages through at once, then about one a second to a chat."""

CAPABILITIES = Capabilities(
    max_text=MAX_TEXT,
    max_caption=MAX_CAPTION,
    buttons=MAX_BUTTONS,
    edit_interval=DRAFT_SECONDS,
    streaming=True,
    tables=True,
    cards=True,
    images=True,
    send_interval=0.35,
    group_per_minute=20,
    per_second=28,
    first_snapshot=FIRST_PREVIEW_SECONDS,
    first_status=FIRST_STATUS_SECONDS,
    group_snapshots=False,
    topics=True,
    resumes=True,
    polls=True,
)
