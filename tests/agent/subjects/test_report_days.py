"""The day that a member's report speaks of."""

from __future__ import annotations

from datetime import date

import pytest

from agent.subjects.reports.days import report_day

MONDAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("resto fermé le lundi", "2026-11-23"), ("closed on Tuesday, was there on Saturday", "2026-11-21"),
        ("landed at LFAT yesterday", "2026-11-22"), ("two days ago", "2026-11-21"), ("a week ago", "2026-11-16"),
        ("il y a deux jours", "2026-11-21"), ("vor 3 Tagen", "2026-11-20"), ("vorgestern gelandet", "2026-11-21"),
        ("avant-hier", "2026-11-21"), ("hier", "2026-11-22"), ("samedi dernier", "2026-11-21"),
        ("letzten Samstag", "2026-11-21"), ("on Saturday", "2026-11-21"), ("last Monday", "2026-11-16"),
        ("le 12 novembre", "2026-11-12"), ("am 12. November", "2026-11-12"), ("November 12th", "2026-11-12"),
        ("on 12.11.2026", "2026-11-12"), ("on 24 December", "2025-12-24"), ("20 juillet 2025", "2025-07-20"),
        ("paid 24 euros", "2026-11-23"), ("31 Feb", "2026-11-23"), ("last month", "2026-10-24"), ("letzte Woche", "2026-11-16"), ("1 January 2027", "2026-11-23"),
        ("was there on the 14th with two kids", "2026-11-14"), ("on the 30th", "2026-10-30"), ("le 14, taxe 12 euros", "2026-11-14"),
        ("am 14. gelandet", "2026-11-14"), ("am 14.11. gelandet", "2026-11-14"), ("le 14/11", "2026-11-14"), ("for the 3rd time, 12 pounds", "2026-11-23"),
        ("the Sunday before last", "2026-11-15"), ("vorletzten Sonntag", "2026-11-15"), ("a fortnight ago", "2026-11-09"), ("at the weekend", "2026-11-21"),
        ("letztes Wochenende", "2026-11-21"), ("le week-end dernier", "2026-11-21"), ("in August", "2026-08-15"), ("en décembre", "2025-12-15"), ("cafe closed at the weekend", "2026-11-23"), ("le 14 euros", "2026-11-23"),
        ("landed on the 21, runway 08/26 closed", "2026-11-23"),
    ],
)  # fmt: skip
def test_the_day_is_the_one_that_is_said_and_never_ahead(said: str, day: str) -> None:
    assert report_day(said, MONDAY) == date.fromisoformat(day)
