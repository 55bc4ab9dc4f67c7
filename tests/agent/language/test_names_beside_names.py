"""Names that stand beside other names, or that telephones wrote in pieces, and people who are no airfields."""

from __future__ import annotations

from datetime import date

import pytest

from agent.deps import Deps
from agent.language.wording import plain
from agent.understanding.reader import Reader


@pytest.fixture(scope="module")
def reader(deps: Deps) -> Reader:
    return Reader(deps)


def _named(reader: Reader, text: str) -> list[str]:
    slots = reader.said(plain(text), date(2026, 11, 23)).slots
    return [spot.name for spot in (*slots.spots, *slots.weak)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("landing fee at Block Island for a 3100 lb single", ["KBID"]),
        ("Is Pagosa Springs open on Friday?", ["KPSO"]),
        ("Is Palma's Son Bonet open to me, with avgas?", ["Son Bonet"]),
        ("Is Son Bonet open to me, with avgas? LESB", ["LESB"]),
        ("what's the radio frequency? Going there with Steve on Wednesday", []),
        ("compare welsh pool and shobdon for runway and fuel", ["welshpool", "shobdon"]),
        ("is pop ham open", ["popham"]),
        ("What are the hours in January, the 9th", []),
    ],
)
def test_what_is_named(reader: Reader, text: str, names: list[str]) -> None:
    assert _named(reader, text) == names


def test_a_day_behind_its_month_and_a_comma_is_a_day(reader: Reader) -> None:
    days = reader.said("hours in January, the 9th", date(2026, 11, 23)).slots.days
    assert [day.when for day in days] == [date(2027, 1, 9)]
