"""A follow-up that moves the day of a trip keeps how long it is."""

from __future__ import annotations

from pydantic import JsonValue

from agent.understanding.in_hand.context import changed

SUNDAY: dict[str, JsonValue] = {"to_location": "LFAT", "day": "2026-11-29", "return_day": "2026-11-29"}


def test_back_the_same_day_stays_the_same_day() -> None:
    assert changed(SUNDAY, {"day": "2026-11-27"})["return_day"] == "2026-11-27"


def test_one_night_stays_one_night_over_the_end_of_a_month() -> None:
    overnight: dict[str, JsonValue] = {**SUNDAY, "return_day": "2026-11-30"}
    assert changed(overnight, {"day": "2026-12-31"})["return_day"] == "2027-01-01"


def test_a_return_that_is_named_is_taken_as_named() -> None:
    assert changed(SUNDAY, {"day": "2026-11-27", "return_day": "2026-11-28"})["return_day"] == "2026-11-28"
    without: dict[str, JsonValue] = {"to_location": "LFAT", "return_day": "2026-11-29"}
    assert changed(without, {"day": "2026-11-27"})["return_day"] == "2026-11-29"
