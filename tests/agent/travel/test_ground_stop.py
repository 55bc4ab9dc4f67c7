"""The sum of the time on the ground, recomputed by hand in each test."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from agent.protocol import Endpoint
from agent.travel.ground_stop import Border, GroundStop, Limits, NextLeg, Report, ground_stop, sunset

PARIS = ZoneInfo("Europe/Paris")
LFAT = Endpoint(icao="LFAT", name="Le Touquet", lat=50.517, lon=1.62)
EGTF = Endpoint(icao="EGTF", name="Fairoaks", lat=51.348, lon=-0.559)
UK = Border(formalities_in=True, formalities_out=True, reports=(Report("GAR (GB)", 2, 48),))


def at(text: str, day: int = 12, month: int = 5) -> datetime:
    hours, minutes = map(int, text.split(":"))
    return datetime(2026, month, day, hours, minutes, tzinfo=PARIS)


def stop(landing: str = "11:00", off: str | None = "14:00", **more: object) -> GroundStop:
    planned = at(off) if off else None
    return ground_stop(LFAT, "Europe/Paris", at(landing), planned_off=planned, transfer_minutes=15, **more)  # type: ignore[arg-type]


def clock(when: datetime) -> str:
    return when.astimezone(PARIS).strftime("%H:%M")


def test_the_sum_is_shown_line_by_line() -> None:
    found = stop()
    # 11:00 landing, 11:10 on blocks, 14:00 off: 170 − 15 − 45 − 2 × 15 = 80
    assert clock(found.on_block) == "11:10"
    assert clock(found.latest_off_block) == "14:00"
    assert [line.minutes for line in found.lines] == [170, -15, -45, -30]
    assert found.usable_minutes == 80 == sum(line.minutes for line in found.lines)
    assert found.limited_by == "your plan"
    assert found.window == (11 * 60 + 25, 13 * 60 + 15)


def test_an_on_block_time_needs_no_time_to_taxi() -> None:
    assert stop(said="on_block").usable_minutes == 90


def test_police_and_customs_take_their_time_each_way_and_bring_deadlines() -> None:
    found = stop(border=UK)
    assert found.usable_minutes == 80 - 20 - 20
    assert [(d.label, clock(d.at)) for d in found.deadlines] == [("GAR (GB)", "12:00"), ("flight plan", "13:00")]
    assert "48 h" in found.deadlines[0].note
    assert found.at_field_only


def test_what_is_not_known_is_said() -> None:
    unknown = " ".join(stop().unknown)
    assert "opening hours" in unknown
    assert "border" in unknown
    assert "next leg" in unknown
    assert "hours of police and customs" in stop(border=UK).unknown


def test_the_earliest_limit_decides() -> None:
    found = stop(off=None, limits=Limits(closing_here=at("17:00"), border_here=at("16:00")))
    assert (clock(found.latest_off_block), found.limited_by) == ("15:50", "border hours here")


def test_closing_there_counts_back_over_the_leg() -> None:
    # 60 min in still air and unknown wind: 69, and 10 of taxi and circuit: 79 before 15:00.
    leg = NextLeg(EGTF, "Europe/London", 60)
    found = stop(off=None, leg=leg, limits=Limits(closing_there=at("15:00")))
    assert leg.minutes == 79
    assert (clock(found.latest_off_block), found.limited_by) == ("13:41", "closing there")


def test_a_known_headwind_replaces_the_allowance() -> None:
    assert NextLeg(EGTF, None, 60, with_headwind_minutes=75).minutes == 85


def test_dark_at_the_earlier_end_decides() -> None:
    # 12 December: the sun sets in Le Touquet about 16:45 local and at Fairoaks about 16:53 local, 15:53 UTC.
    here = ground_stop(LFAT, "Europe/Paris", at("11:00", 12, 12), planned_off=None, transfer_minutes=15)
    assert here.limited_by == "sunset here"
    assert here.sunset is not None
    assert abs((here.sunset - at("16:45", 12, 12)).total_seconds()) < 300
    leg = NextLeg(EGTF, "Europe/London", 120)
    there = ground_stop(LFAT, "Europe/Paris", at("11:00", 12, 12), planned_off=None, transfer_minutes=15, leg=leg)
    assert there.limited_by == "sunset there"
    assert there.latest_off_block < here.latest_off_block


def test_there_is_never_less_than_no_time() -> None:
    assert stop(off="11:30").usable_minutes == 0


def test_a_summer_without_night_is_not_an_error() -> None:
    tromso = Endpoint(icao="ENTC", name="Tromsø", lat=69.68, lon=18.92)
    assert sunset(tromso, datetime(2026, 6, 20, tzinfo=PARIS).date(), "Europe/Oslo") is None


def test_a_night_when_clocks_change_keeps_its_real_length() -> None:
    # 25 October 2026: the hour from 02:00 to 03:00 comes twice, so 01:00 to 08:00 is eight hours.
    night = ground_stop(
        LFAT,
        "Europe/Paris",
        at("01:00", 25, 10),
        said="on_block",
        planned_off=at("08:00", 25, 10),
        transfer_minutes=0,
    )
    assert night.lines[0].minutes == 480
