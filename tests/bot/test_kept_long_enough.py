"""A tap or a reply of the last thirty days finds what it means."""

from __future__ import annotations

from bot.answered import KEPT_SECONDS
from bot.store import BUTTON_SECONDS

THIRTY_DAYS = 30 * 86_400


def test_buttons_and_answers_are_kept_for_thirty_days() -> None:
    assert KEPT_SECONDS >= THIRTY_DAYS
    assert BUTTON_SECONDS >= KEPT_SECONDS
