"""When an outing reminds of what: notice in the night, both nights of the clock change, lists and late ones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.aviation.quiet import QuietHours
from bot.outings.actions import Actor, Move, Post
from bot.outings.due import FLYING, PILOTS, in_hours, remindings
from bot.outings.machine import apply
from bot.outings.outing import Flight, Job, Member, Outing

PARIS, LONDON = ZoneInfo("Europe/Paris"), ZoneInfo("Europe/London")
ANA = Member(id="ana", name="Ana")
QUIET = QuietHours()


def outing(off: datetime, *jobs: Job, back: timedelta = timedelta(hours=5)) -> Outing:
    flight = Flight(from_icao="EGTF", from_name="Fairoaks", to_icao="LFAT", to_name="Le Touquet", zone="Europe/London",
                    to_zone="Europe/Paris", off_blocks=off, back=off + back)  # fmt: skip
    made = off - timedelta(days=20)
    draft = Outing(id="o1", number=1, organiser=ANA, flight=flight, jobs=jobs, made_at=made)
    return apply(draft, Post(), Actor(id="ana"), made)[0]


def due(held: Outing, key: str = "", now: datetime | None = None) -> list[str]:
    found = remindings(held, now or held.made_at, QUIET)
    return [f"{r.at.astimezone(PARIS):%a %d %b %H:%M}" for r in found if r.key.startswith(key)]


def test_notice_in_the_night_is_asked_for_while_the_office_is_open() -> None:
    friday = datetime(2027, 2, 12, tzinfo=PARIS)
    ppr = Job(key="ppr", kind="permission", title="LFAT PPR", zone="Europe/Paris", owner=ANA,
              latest=friday.replace(hour=22).astimezone(UTC), reach_by=friday.replace(hour=17).astimezone(UTC),
              opening="09:00–17:00")  # fmt: skip
    held = outing(datetime(2027, 2, 13, 10, tzinfo=UTC), ppr)
    assert due(held, "ppr") == ["Thu 11 Feb 16:00", "Fri 12 Feb 15:00"]
    assert all(r.owner == "ana" for r in remindings(held, held.made_at, QUIET) if r.key.startswith("ppr"))


def test_where_no_lead_is_known_it_says_so_three_days_and_one_before_at_nine() -> None:
    phone = Job(
        key="ppr", kind="permission", title="LFAT PPR", zone="Europe/Paris", lead="no lead time is known: phone"
    )
    held = outing(datetime(2027, 2, 13, 10, tzinfo=UTC), phone)
    assert due(held, "ppr") == ["Wed 10 Feb 09:00", "Fri 12 Feb 09:00"]
    words = next(r.words for r in remindings(held, held.made_at, QUIET) if r.key.startswith("ppr"))
    assert "no lead time is known: phone" in words


@pytest.mark.parametrize(
    ("off", "eve"),
    [
        (
            datetime(2027, 3, 28, 8, tzinfo=UTC),
            datetime(2027, 3, 27, 19, tzinfo=UTC),
        ),  # 09:00 local, one hour less
        (datetime(2027, 10, 31, 9, tzinfo=UTC), datetime(2027, 10, 30, 18, tzinfo=UTC)),  # the night has one more
    ],
)
def test_on_both_nights_of_the_clock_the_evening_before_is_seven_by_the_clock_on_the_wall(
    off: datetime, eve: datetime
) -> None:
    held = outing(off)
    found = [r for r in remindings(held, held.made_at, QUIET) if r.key == "briefing eve"]
    assert [r.at for r in found] == [eve]
    names = [r.name(held) for r in remindings(held, held.made_at, QUIET)]
    assert len(names) == len(set(names))


def test_pilots_hear_of_reports_and_those_who_fly_of_the_last_off_blocks() -> None:
    off = datetime(2027, 2, 13, 10, tzinfo=UTC)
    gar = Job(key="gar", kind="report", title="GAR", zone="Europe/London", each_pilot=True,
              latest=off - timedelta(hours=2), earliest=off - timedelta(hours=48))  # fmt: skip
    held = outing(off, gar)
    assert held.flight is not None
    more: dict[str, object] = {"latest_back": off + timedelta(hours=6), "people_final": off - timedelta(hours=3)}
    more["suns"] = "Sunset LFAT 16:57Z, EGTF 17:13Z"
    held = held.model_copy(update={"flight": held.flight.model_copy(update=more)})
    found = remindings(held, held.made_at, QUIET)
    assert {r.owner for r in found if r.key.startswith("gar")} == {PILOTS}
    assert all("People lists close Sat 13 Feb 07:00 local" in r.words for r in found if r.key.startswith("gar 2"))
    leaving = [r for r in found if r.key.startswith("off blocks")]
    assert {r.owner for r in leaving} == {FLYING}
    assert all("EGTF 17:13Z. Night begins by each country's own rule." in r.words for r in leaving)


def test_the_head_count_is_not_too_late_at_its_moment_and_closing_names_its_own() -> None:
    off = datetime(2027, 2, 13, 10, tzinfo=UTC)
    lunch = Job(
        key="lunch", kind="lunch", title="LFAT lunch", zone="Europe/Paris", latest=off + timedelta(minutes=16)
    )
    plan = Job(
        key="plan", kind="flight_plan", title="flight plan", each_pilot=True, latest=off - timedelta(hours=1)
    )
    held = outing(off, lunch, plan)
    assert held.flight is not None
    flight = held.flight.model_copy(update={"arrival": off + timedelta(minutes=46)})
    found = {r.key: r for r in remindings(held.model_copy(update={"flight": flight}), held.made_at, QUIET)}
    assert found["lunch 0"].latest is None  # a tick of the clock later it is still to be told
    assert found["close out"].at == off + timedelta(minutes=76)
    assert found["close out"].words.startswith(  # it may be told beside another before the flight
        "After landing at LFAT: close your flight plan where no tower does, by Sat 13 Feb 12:16 local (11:16Z)."
    )


def test_a_report_that_is_due_says_what_it_costs_to_be_late_and_wakes_nobody() -> None:
    for hour, told in ((10, ["Sat 13 Feb 09:00"]), (6, [])):
        off = datetime(2027, 2, 13, hour, tzinfo=UTC)
        gar = Job(key="gar", kind="report", title="GAR", zone="Europe/London", each_pilot=True,
                  latest=off - timedelta(hours=2), earliest=off - timedelta(hours=48))  # fmt: skip
        assert due(outing(off, gar), "gar late") == told
    words = next(r.words for r in remindings(outing(off.replace(hour=10), gar.model_copy(
        update={"latest": off.replace(hour=8)})), off - timedelta(days=9), QUIET) if r.key == "gar late")  # fmt: skip
    assert words == (  # it may be told beside another an hour before
        "each pilot: GAR is due Sat 13 Feb 08:00 local (08:00Z)."
        " Sent later, you leave 2 h after sending at the earliest."
    )


def test_a_move_names_every_reminder_anew_and_a_lead_that_is_past_is_left_out() -> None:
    off = datetime(2027, 2, 13, 10, tzinfo=UTC)
    held = outing(off, Job(key="ppr", kind="permission", title="PPR", latest=off - timedelta(hours=24), owner=ANA))
    assert held.flight is not None
    later = held.flight.model_copy(update={"off_blocks": off + timedelta(hours=1), "back": None})
    moved, _ = apply(held, Move(flight=later, jobs=held.jobs), Actor(id="ana"), held.made_at)
    before = {r.name(held) for r in remindings(held, held.made_at, QUIET)}
    assert before.isdisjoint({r.name(moved) for r in remindings(moved, held.made_at, QUIET)})
    assert due(held, "ppr", off - timedelta(hours=23)) == []


@settings(max_examples=200, deadline=None)
@given(
    st.integers(0, 3 * 365 * 24 * 60).map(
        lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    ),
    st.integers(0, 72),
    st.sampled_from(["", "09:00–17:00", "08:00–24:00"]),
)
def test_a_deadline_comes_never_later_than_its_limit_and_never_at_night(
    off: datetime, lead: int, opening: str
) -> None:
    start = off
    job = Job(key="ppr", kind="permission", title="PPR", zone="Europe/Paris", owner=ANA, opening=opening,
              latest=start - timedelta(hours=lead))  # fmt: skip
    held = outing(start, job)
    for one in remindings(held, held.made_at, QUIET):
        if one.key.startswith("ppr"):
            local = one.at.astimezone(PARIS)
            assert one.at <= start - timedelta(hours=lead)
            assert not (local.hour < 7 or (local.hour, local.minute) > (21, 30)), local
    moment = start - timedelta(hours=lead)
    assert in_hours(moment, opening, PARIS) <= moment
