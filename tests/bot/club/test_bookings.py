"""What a club's calendar says of an aircraft: repeated, moved, whole days, both nights of the clocks, and nonsense."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.club.bookings import AHEAD, NotCalendar, bookings_of, names

LONDON = ZoneInfo("Europe/London")
NOW = datetime(2027, 2, 12, tzinfo=UTC)


def calendar(*events: str, head: str = "") -> bytes:
    body = "\r\n".join(f"BEGIN:VEVENT\r\nDTSTAMP:20270101T000000Z\r\n{e}\r\nEND:VEVENT" for e in events)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//\r\n{head}{body}\r\nEND:VCALENDAR\r\n".encode()


def spans(content: bytes, registration: str = "G-ABCD", now: datetime = NOW) -> list[tuple[str, str]]:
    found = bookings_of(content, registration, now, now + AHEAD, LONDON)
    return [(f"{b.start:%d %b %H:%M}", f"{b.end:%d %b %H:%M}") for b in found.bookings]


def test_times_without_a_zone_are_the_clubs_and_utc_is_utc() -> None:
    summer = calendar(
        "UID:1\r\nSUMMARY:Ben\r\nDTSTART:20270403T090000\r\nDTEND:20270403T130000",
        "UID:2\r\nSUMMARY:Ben\r\nDTSTART:20270404T090000Z\r\nDTEND:20270404T130000Z",
        "UID:3\r\nSUMMARY:Ben\r\nDTSTART;TZID=Europe/Paris:20270405T090000\r\nDURATION:PT2H",
    )
    assert spans(summer) == [
        ("03 Apr 08:00", "03 Apr 12:00"),
        ("04 Apr 09:00", "04 Apr 13:00"),
        ("05 Apr 07:00", "05 Apr 09:00"),
    ]


def test_a_weekly_booking_keeps_its_hour_on_the_wall_over_the_change_of_clocks() -> None:
    weekly = calendar("UID:1\r\nSUMMARY:x\r\nDTSTART;TZID=Europe/London:20270221T090000\r\nDURATION:PT1H\r\n"
                      "RRULE:FREQ=WEEKLY;COUNT=8\r\nEXDATE;TZID=Europe/London:20270307T090000")  # fmt: skip
    found = [start for start, _ in spans(weekly)]
    assert found == [
        "21 Feb 09:00", "28 Feb 09:00", "14 Mar 09:00", "21 Mar 09:00", "28 Mar 08:00", "04 Apr 08:00", "11 Apr 08:00",
    ]  # fmt: skip
    autumn = datetime(2027, 10, 20, tzinfo=UTC)
    nights = calendar("UID:1\r\nSUMMARY:x\r\nDTSTART;TZID=Europe/London:20271030T220000\r\n"
                      "DTEND;TZID=Europe/London:20271031T060000")  # fmt: skip
    assert spans(nights, now=autumn) == [("30 Oct 21:00", "31 Oct 06:00")]


def test_a_moved_one_a_cancelled_one_a_free_one_and_whole_days() -> None:
    series = calendar(
        "UID:1\r\nSUMMARY:x\r\nDTSTART:20270213T090000Z\r\nDTEND:20270213T100000Z\r\nRRULE:FREQ=DAILY;COUNT=3",
        "UID:1\r\nRECURRENCE-ID:20270214T090000Z\r\nSUMMARY:x\r\nDTSTART:20270214T150000Z\r\nDTEND:20270214T160000Z",
        "UID:2\r\nSUMMARY:x\r\nSTATUS:CANCELLED\r\nDTSTART:20270216T090000Z\r\nDTEND:20270216T100000Z",
        "UID:3\r\nSUMMARY:x\r\nTRANSP:TRANSPARENT\r\nDTSTART:20270217T090000Z\r\nDTEND:20270217T100000Z",
        "UID:4\r\nSUMMARY:check\r\nDTSTART;VALUE=DATE:20270218\r\nDTEND;VALUE=DATE:20270220",
    )
    assert spans(series) == [
        ("13 Feb 09:00", "13 Feb 10:00"), ("14 Feb 15:00", "14 Feb 16:00"), ("15 Feb 09:00", "15 Feb 10:00"),
        ("18 Feb 00:00", "20 Feb 00:00"),
    ]  # fmt: skip


def test_of_a_whole_fleets_calendar_only_what_names_the_aircraft_counts() -> None:
    fleet = calendar(
        "UID:1\r\nSUMMARY:G-ABCD Ben\r\nDTSTART:20270213T090000Z\r\nDTEND:20270213T100000Z",
        "UID:2\r\nSUMMARY:G-WXYZ Cy\r\nDTSTART:20270214T090000Z\r\nDTEND:20270214T100000Z",
        "UID:3\r\nSUMMARY:Committee\r\nDTSTART:20270215T090000Z\r\nDTEND:20270215T100000Z",
        "UID:4\r\nSUMMARY:Dee\r\nLOCATION:GABCD\r\nDTSTART:20270216T090000Z\r\nDTEND:20270216T100000Z",
    )
    assert [start for start, _ in spans(fleet)] == ["13 Feb 09:00", "16 Feb 09:00"]
    other = bookings_of(fleet, "D-EFGH", NOW, NOW + AHEAD, LONDON)
    assert other.of_others and not other.bookings


@pytest.mark.parametrize(
    ("words", "named"),
    [("G-ABCD", True), ("gabcd Ben", True), ("G ABCD", True), ("G-ABCDE", False), ("XG-ABCD", False), ("", False)],
)
def test_a_registration_is_named_in_any_writing(words: str, named: bool) -> None:
    assert names("G-ABCD", words) is named


def test_what_would_take_forever_is_left_out_and_counted() -> None:
    busy = calendar(
        "UID:1\r\nSUMMARY:x\r\nDTSTART:20270213T090000Z\r\nDTEND:20270213T100000Z\r\nRRULE:FREQ=SECONDLY",
        "UID:2\r\nSUMMARY:x\r\nDTSTART:16010101T090000Z\r\nDTEND:16010101T100000Z\r\nRRULE:FREQ=DAILY",
        "UID:3\r\nSUMMARY:x\r\nDTSTART:20270213T090000Z\r\nDTEND:20270213T100000Z\r\nRRULE:FREQ=DAILY;BYSECOND=1,2",
        "UID:4\r\nSUMMARY:x\r\nDTSTART:20270213T090000Z\r\nDTEND:20270213T110000Z",
    )
    found = bookings_of(busy, "G-ABCD", NOW, NOW + AHEAD, LONDON)
    assert found.left_out == 3 and len(found.bookings) == 1
    one = "UID:{0}\r\nSUMMARY:x\r\nDTSTART:20270213T090000Z\r\nDTEND:20270213T100000Z"
    with pytest.raises(NotCalendar, match="5000"):
        bookings_of(calendar(*(one.format(n) for n in range(5001))), "G-ABCD", NOW, NOW + AHEAD, LONDON)


@pytest.mark.parametrize(
    "content", [b"", b"<html>login</html>", b"\xff\xfe", b"BEGIN:VCALENDAR", b"BEGIN:VEVENT\r\n"]
)
def test_what_is_no_calendar_is_refused(content: bytes) -> None:
    with pytest.raises(NotCalendar):
        bookings_of(content, "G-ABCD", NOW, NOW + AHEAD, LONDON)


@settings(max_examples=120, deadline=None)
@given(st.binary(max_size=300), st.text(max_size=60))
def test_nothing_in_a_feed_breaks_the_reader(raw: bytes, text: str) -> None:
    for content in (raw, calendar(f"UID:1\r\nSUMMARY:{text}\r\nDTSTART:{text}"), calendar(f"RRULE:{text}")):
        try:
            found = bookings_of(content, "G-ABCD", NOW, NOW + AHEAD, LONDON)
        except NotCalendar:
            continue
        assert all(b.start < b.end for b in found.bookings)


def test_a_day_has_what_touches_it() -> None:
    night = calendar("UID:1\r\nSUMMARY:x\r\nDTSTART:20270213T220000Z\r\nDTEND:20270214T020000Z")
    found = bookings_of(night, "G-ABCD", NOW, NOW + timedelta(days=9), LONDON)
    days = [date(2027, 2, n) for n in range(12, 17) if found.on(date(2027, 2, n), LONDON)]
    assert days == [date(2027, 2, 13), date(2027, 2, 14)]
