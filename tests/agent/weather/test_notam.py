"""The open bulletin, on a format-true page of our own: entries once, schedules read or kept, ranked for VFR."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.weather.notam import Notam, active, for_field, for_track, is_folded, read_bulletin

SATURDAY = datetime(2026, 11, 28, 10, tzinfo=UTC)


def entry(number: int, subject: str, text: str, **more: str) -> str:
    told = {
        "place": "EGKB", "start": "2611200600", "end": "2612202359", "schedule": "", "lower": "000", "upper": "050",
        "spot": "5120N00002E", "radius": "005", "condition": "CA", **more,
    }  # fmt: skip
    schedule = f"<ItemD>{told['schedule']}</ItemD>" if told["schedule"] else ""
    return f"""<Notam><NOF>EGGN</NOF><Series>H</Series><Number>{number}</Number><Year>26</Year><Type>N</Type>
    <QLine><FIR>EGTT</FIR><Code23>{subject}</Code23><Code45>{told["condition"]}</Code45><Traffic>IV</Traffic>
    <Purpose>BO</Purpose><Scope>A</Scope><Lower>{told["lower"]}</Lower><Upper>{told["upper"]}</Upper></QLine>
    <Coordinates>{told["spot"]}</Coordinates><Radius>{told["radius"]}</Radius><ItemA>{told["place"]}</ItemA>
    <StartValidity>{told["start"]}</StartValidity><EndValidity>{told["end"]}</EndValidity>{schedule}
    <ItemE>{text}</ItemE></Notam>"""


def bulletin(*entries: str) -> bytes:
    body = "".join(entries)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><AreaPIBHeader><Issued>2026-11-28T09:00:00Z</Issued>'
        f"<FIRSection><Aerodrome>{body}</Aerodrome></FIRSection></AreaPIBHeader>"
    ).encode()


PAGE = bulletin(
    entry(12, "FA", "AD CLOSED TO VISITORS"),
    entry(12, "FA", "AD CLOSED TO VISITORS"),
    entry(13, "RT", "RESTRICTED AREA (TEMPO)", schedule="SAT-SUN 0900-1700"),
    entry(14, "WP", "PARACHUTING", schedule="MON-FRI 0800-1600"),
    entry(15, "OB", "CRANE"),
    entry(16, "MR", "RWY 11/29 CLOSED", end="PERM"),
    entry(17, "WA", "AIR DISPLAY", schedule="28 NOV SR-SS"),
    entry(18, "RD", "DANGER AREA HIGH", lower="100", upper="200"),
    entry(19, "WG", "GLIDERS", spot="5500N00300W"),
)


def only(text: str = "X", **more: str) -> Notam:
    (notam,) = read_bulletin(bulletin(entry(1, "FA", text, **more))).notams
    return notam


def test_each_notam_stands_once_with_its_own_time() -> None:
    found = read_bulletin(PAGE)
    assert found.issued == datetime(2026, 11, 28, 9, tzinfo=UTC)
    assert len(found.notams) == 8
    assert found.notams[0].id == "H0012/26"
    assert found.notams[0].lat == pytest.approx(51 + 20 / 60)
    assert found.notams[0].lon == pytest.approx(2 / 60)


def test_a_field_is_told_in_the_order_of_a_vfr_brief() -> None:
    shown = [n for n, _ in for_field(read_bulletin(PAGE).notams, "EGKB", SATURDAY, SATURDAY) if not is_folded(n)]
    assert [n.subject for n in shown] == ["RT", "RD", "WA", "WG", "FA", "MR"], "parachuting is on weekdays only"


def test_a_schedule_that_is_not_understood_is_kept() -> None:
    states = {n.subject: state for n, state in for_field(read_bulletin(PAGE).notams, "EGKB", SATURDAY, SATURDAY)}
    assert states["WA"] == "schedule not read"
    assert states["RT"] == "yes"


@pytest.mark.parametrize(
    ("schedule", "at", "expected"),
    [
        ("SAT-SUN 0900-1700", (28, 12), "yes"),
        ("SAT-SUN 0900-1700", (28, 18), "no"),
        ("SAT-SUN 0900-1700", (27, 12), "no"),
        ("0900-1700", (27, 12), "yes"),
        ("DAILY 2200-0400", (28, 3), "yes"),
        ("DAILY 2200-0400", (28, 12), "no"),
        ("FRI-MON H24", (28, 12), "yes"),
        ("MON WED FRI 0900-1000, SAT 1100-1300", (28, 12), "yes"),
        ("MON WED FRI 0900-1000, SAT 1100-1300", (27, 12), "no"),
        ("HJ", (28, 12), "schedule not read"),
        ("SR-SS", (28, 3), "schedule not read"),
        ("NOV 28 0900-1700", (28, 12), "schedule not read"),
    ],
)
def test_schedules(schedule: str, at: tuple[int, int], expected: str) -> None:
    moment = datetime(2026, 11, *at, tzinfo=UTC)
    assert active(only(schedule=schedule), moment, moment) == expected


def test_outside_its_validity_it_is_not_active() -> None:
    early = datetime(2026, 11, 1, tzinfo=UTC)
    assert active(only(), early, early) == "no"
    assert active(only(end="PERM"), SATURDAY.replace(year=2030), SATURDAY.replace(year=2030)) == "yes"


def test_a_track_meets_circles_near_it_and_below_its_height() -> None:
    notams = read_bulletin(PAGE).notams
    track = [(51.35, -0.56), (51.30, 0.05), (50.52, 1.62)]
    found = [n.subject for n, _ in for_track(notams, track, 3000, SATURDAY, SATURDAY, set())]
    assert "RT" in found
    assert "RD" not in found, "its floor is 10,000 ft"
    assert "WG" not in found, "it lies in Scotland"


@pytest.mark.parametrize("page", [b"", b"<html><body>Sorry</body>", b"not xml at all", b"<a><b></a>"])
def test_what_is_no_xml_is_said_to_be_none(page: bytes) -> None:
    with pytest.raises(ValueError, match="XML"):
        read_bulletin(page)


def test_an_entry_without_its_times_is_counted_as_unread() -> None:
    found = read_bulletin(bulletin(entry(1, "FA", "X", start="soon")))
    assert (found.notams, found.unread) == ((), 1)
