"""Times of day in words, as pilots say them when they plan a flight."""

from __future__ import annotations

from datetime import date

import pytest

from agent.language.days import find_days
from agent.language.quantities import find_quantities
from agent.language.spelt_times import spelt_times


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("tomorrow ten thirty to Lydd", "10:30"),
        ("off at nine, two of us", "09:00"),
        ("back at three", "15:00"),
        ("leaving at six forty five", "06:45"),
        ("on the 6th at three in the afternoon", "15:00"),
        ("at seven in the evening", "19:00"),
        ("samedi à neuf heures et demie", "09:30"),
        ("dimanche onze heures moins le quart", "10:45"),
        ("on rentre à quinze heures trente", "15:30"),
        ("départ dix-sept heures", "17:00"),
        ("dimanche midi et demi", "12:30"),
        ("Freitag mittags", "12:00"),
        ("Abflug neun Uhr dreißig", "09:30"),
        ("los um zehn", "10:00"),
        ("Sonntag fünfzehn Uhr", "15:00"),
        ("Friday noon", "12:00"),
        ("home fifteen hundred", "15:00"),
        ("ten-ish", "10:00"),
    ],
)
def test_a_time_in_words_is_read(said: str, at: str) -> None:
    assert [time.at for time in spelt_times(said)] == [at]


@pytest.mark.parametrize(
    "said",
    [
        "deux heures de vol",
        "at 95 knots",
        "at 31",
        "after two nights",
        "cet après-midi",
        "am Nachmittag",
        "at two thousand feet",
        "about four people",
        "dans trois heures",
        "at ten hundred metres",
    ],
)
def test_a_length_a_level_or_a_number_of_people_is_no_time(said: str) -> None:
    assert list(spelt_times(said)) == []


def test_a_quarter_past_before_the_word_off_is_a_time() -> None:
    found = [q.value for q in find_quantities("on Saturday, quarter past nine off") if q.kind == "clock"]
    assert found == [9.25]


def test_two_ordinals_are_a_range_of_days() -> None:
    days = [day.when for day in find_days("Cambridge to Texel, 28th to 29th, two people", date(2026, 11, 24))]
    assert days == [date(2026, 11, 28), date(2026, 11, 29)]
