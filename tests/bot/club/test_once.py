"""What is said of a reminder right after it was kept."""

from __future__ import annotations

import pytest

from bot.club.once import is_cancelled


@pytest.mark.parametrize(
    "text",
    ["cancel it", "cancel that reminder", "stop my reminder", "lösche diese Erinnerung", "annule ce rappel"],
)
def test_a_reminder_just_kept_is_called_off_by_its_name_too(text: str) -> None:
    assert is_cancelled(text)


@pytest.mark.parametrize("text", ["cancel all reminders", "cancel the outing", "annule le vol"])
def test_what_names_something_else_calls_off_no_reminder(text: str) -> None:
    assert not is_cancelled(text)
