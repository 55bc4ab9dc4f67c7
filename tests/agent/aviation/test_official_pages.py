"""The official page of a field: its own where its address is known or follows its publisher's pattern."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agent.aviation.official_pages import airac_cycle


@pytest.mark.parametrize(
    ("day", "cycle"),
    [
        (date(2020, 7, 16), date(2020, 7, 16)),
        (date(2020, 8, 12), date(2020, 7, 16)),
        (date(2026, 9, 2), date(2026, 8, 6)),
        (date(2026, 11, 26), date(2026, 11, 26)),
        (date(2026, 11, 25), date(2026, 10, 29)),
    ],
)
def test_a_cycle_holds_for_28_days(day: date, cycle: date) -> None:
    assert airac_cycle(day) == cycle


def test_a_british_field_with_a_tower_has_its_page_and_a_strip_the_publication(deps: Any) -> None:
    def page(icao: str, day: date) -> Any:
        return deps.official_pages.of(deps.airports.get(icao), deps.facts, day)

    own = page("EGKA", date(2020, 7, 20))  # the page that was read
    assert own.of_field
    assert own.url == (
        "https://www.aurora.nats.co.uk/htmlAIP/Publications/2020-07-16-AIRAC/html/eAIP/EG-AD-2.EGKA-en-GB.html"
    )
    strip = page("EGHS", date(2026, 11, 23))
    assert not strip.of_field and "nats-uk" in strip.url
    assert page("EDAZ", date(2026, 11, 23)).url.startswith("https://aip.dfs.de/BasicVFR/pages/")
