"""The state machine of an outing: its rules one by one, and what holds after many random courses."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.outings.actions import (
    ACTION,
    CLOCK,
    Actor,
    Announced,
    Asked,
    Bring,
    Cancel,
    Decide,
    Deputy,
    Effect,
    Flying,
    Forget,
    Freeze,
    Leave,
    Move,
    OutingAction,
    Own,
    Poll,
    Post,
    Refused,
    Remove,
    Report,
    Rescheduled,
    Say,
    Seat,
    Settle,
    Silenced,
    Spend,
    Tick,
    Told,
    Unseat,
    Unspend,
    Vote,
    Withdraw,
)
from bot.outings.machine import apply
from bot.outings.outing import OVER, Flight, Job, Member, Outing

NOW = datetime(2027, 2, 8, 9, 0, tzinfo=UTC)
ANA, BEN, CY, DEE, EVE, FAY, GUS = (
    Actor(id=n.lower(), name=n) for n in ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus"]
)
PEOPLE = (ANA, BEN, CY, DEE, EVE, FAY, GUS)


def flight(off: datetime = datetime(2027, 2, 13, 10, tzinfo=UTC), *, report: str = "GAR") -> Flight:
    """EGTF to LFAT, two hours' notice for the report, so lists close three hours before."""
    return Flight(
        from_icao="EGTF",
        from_name="Fairoaks",
        to_icao="LFAT",
        to_name="Le Touquet",
        zone="Europe/London",
        off_blocks=off,
        back=off + timedelta(hours=5),
        home=off + timedelta(hours=6),
        report=report,
        report_hours=2,
        people_final=off - timedelta(hours=3) if report else None,
    )


def jobs() -> tuple[Job, ...]:
    return (Job(key="ppr", title="LFAT PPR"), Job(key="gar", title="GAR", each_pilot=True))


def outing(**more: object) -> Outing:
    made = Outing(
        id="o1", number=1, organiser=Member(id="ana", name="Ana"), made_at=NOW, flight=flight(), jobs=jobs()
    )
    return made.model_copy(update=more)


class Course:
    """An outing and what people do with it."""

    def __init__(self, start: Outing | None = None, now: datetime = NOW) -> None:
        self.now = now
        self.outing = start or outing()
        self.effects: tuple[Effect, ...] = ()

    def does(self, actor: Actor, action: OutingAction) -> Course:
        self.outing, self.effects = apply(self.outing, action, actor, self.now)
        self.now += timedelta(minutes=1)
        return self

    def said(self, kind: type[Effect]) -> str:
        return " | ".join(str(getattr(e, "words", "")) for e in self.effects if isinstance(e, kind))


@pytest.fixture
def posted() -> Course:
    return Course().does(ANA, Post())


def test_a_draft_takes_no_answers_and_only_its_organiser_posts_it() -> None:
    course = Course()
    assert "posts it first" in course.does(BEN, Say(state="in")).said(Refused)
    assert "Ana can change this" in course.does(BEN, Post()).said(Refused)
    assert course.does(ANA, Post()).outing.status == "open"
    dropped = Course().does(ANA, Cancel())
    assert dropped.outing.status == "cancelled" and not dropped.said(Announced)  # nobody has seen it


def test_three_are_seated_the_fourth_waits_and_moves_up(posted: Course) -> None:
    posted.does(BEN, Bring(registration="G-ABCD", seats=3))
    for who in (CY, DEE, EVE, FAY):
        posted.does(who, Say(state="in"))
    assert [a.member.name for a in posted.outing.aboard("G-ABCD")] == ["Cy", "Dee", "Eve"]
    assert [a.member.name for a in posted.outing.waiting] == ["Fay"]
    posted.does(DEE, Say(state="out"))
    assert posted.said(Announced) == "Fay has a seat with Ben now."
    assert not posted.outing.waiting and posted.outing.free_seats == 0


def test_a_party_sits_together_or_waits(posted: Course) -> None:
    posted.does(BEN, Bring(registration="G-ABCD", seats=2)).does(CY, Say(state="in", guests=2))
    assert [a.member.name for a in posted.outing.waiting] == ["Cy"]
    posted.does(DEE, Say(state="in"))
    assert [a.member.name for a in posted.outing.aboard("G-ABCD")] == ["Dee"]


def test_guests_are_at_most_three(posted: Course) -> None:
    before = posted.outing
    assert "At most 3" in posted.does(BEN, Say(state="in", guests=99)).said(Refused)
    assert posted.outing == before


def test_an_hour_later_nobody_answers_again_another_day_everybody_does(posted: Course) -> None:
    posted.does(BEN, Say(state="in")).does(ANA, Own(key="ppr")).does(
        ANA, Report(key="ppr", state="received", reference="17")
    )
    posted.does(ANA, Move(flight=flight(datetime(2027, 2, 13, 11, tzinfo=UTC)), jobs=jobs()))
    assert posted.outing.answers[0].was == "" and posted.outing.schedule == 1
    assert "Sat 13 Feb 10:00 → **Sat 13 Feb 11:00**" in posted.said(Announced)
    assert any(isinstance(e, Rescheduled) for e in posted.effects)
    ppr = posted.outing.jobs[0]
    assert (
        ppr.state == "open"
        and ppr.was == "received for Sat 13 Feb 10:00"
        and ppr.owner == Member(id="ana", name="Ana")
    )
    posted.does(ANA, Move(flight=flight(datetime(2027, 2, 14, 11, tzinfo=UTC)), jobs=jobs()))
    assert posted.outing.answers[0].was == "Sat 13 Feb 11:00" and posted.outing.heads == 0
    assert "It was moved" in posted.does(BEN, Say(state="in", schedule=0)).said(Refused)
    assert posted.does(BEN, Say(state="in", schedule=2)).outing.heads == 1


def test_a_day_that_is_past_is_refused(posted: Course) -> None:
    assert "is past" in posted.does(ANA, Move(flight=flight(NOW - timedelta(days=1)))).said(Refused)


def test_the_lists_close_by_the_hour_though_the_clocks_tick_is_late(posted: Course) -> None:
    early = flight(datetime(2027, 2, 13, 11, 45, tzinfo=UTC))
    posted.does(ANA, Move(flight=early, jobs=jobs())).does(BEN, Bring(registration="G-ABCD", seats=3))
    assert posted.outing.status == "open"
    posted.now = datetime(2027, 2, 13, 10, 25, tzinfo=UTC)
    posted.does(GUS, Say(state="in"))
    assert "Ben, take Gus?" in posted.said(Asked) and posted.outing.answer_of("gus") is None
    assert posted.outing.status == "frozen"


def test_after_the_lists_are_closed_a_pilot_decides(posted: Course) -> None:
    early = flight(datetime(2027, 2, 13, 11, 45, tzinfo=UTC))
    posted.does(ANA, Move(flight=early, jobs=jobs())).does(BEN, Bring(registration="G-ABCD", seats=3))
    posted.now = datetime(2027, 2, 13, 8, 45, tzinfo=UTC)
    posted.does(CLOCK, Tick())
    assert posted.outing.status == "frozen"
    posted.now = datetime(2027, 2, 13, 9, 30, tzinfo=UTC)
    in_time = Course(posted.outing, posted.now).does(GUS, Say(state="in"))
    assert "send it by 09:45Z" in in_time.said(Asked)
    posted.now = datetime(2027, 2, 13, 10, 25, tzinfo=UTC)
    posted.does(GUS, Say(state="in"))
    asked = (
        "The people lists are closed; adding Gus means a new GAR and take-off not before 12:25Z. Ben, take Gus?"
    )
    assert posted.said(Asked) == asked
    assert posted.outing.answer_of("gus") is None
    assert "Ben can say that" in posted.does(ANA, Decide(person="gus", yes=True)).said(Refused)
    posted.does(BEN, Decide(person="gus", yes=True))
    assert posted.outing.aboard("G-ABCD")[0].member.name == "Gus" and not posted.outing.requests
    full = posted.does(DEE, Say(state="in", guests=2)).said(Refused)
    assert full == "The people lists are closed, and no seat is free." and not posted.outing.requests


def test_ppr_is_open_until_the_answer_is_there(posted: Course) -> None:
    posted.does(BEN, Own(key="ppr"))
    assert "open until the answer" in posted.does(BEN, Report(key="ppr", state="sent")).said(Told)
    assert "with what reference" in posted.does(BEN, Report(key="ppr", state="received")).said(Refused)
    refused = posted.does(CY, Report(key="ppr", state="received", reference="1")).said(Refused)
    assert "Ben or Ana can change this" in refused
    posted.does(BEN, Report(key="ppr", state="received", reference="ref 17"))
    assert posted.outing.jobs[0].reference == "ref 17"


def test_nothing_happens_after_it_is_called_off(posted: Course) -> None:
    posted.does(ANA, Cancel(why="weather"))
    assert posted.said(Announced).startswith("**Called off** (weather): EGTF → LFAT, Sat 13 Feb 10:00.")
    assert any(isinstance(e, Silenced) for e in posted.effects)
    before = posted.outing
    for action in (
        Say(state="in"),
        Bring(registration="G-X", seats=1),
        Post(),
        Tick(),
        Spend(amount=1, currency="GBP", what="x"),
    ):
        posted.does(ANA, action)
        assert posted.outing == before


def test_an_organisers_button_of_an_older_card_is_refused(posted: Course) -> None:
    version = posted.outing.version
    posted.does(BEN, Say(state="in"))
    assert "has changed since" in posted.does(ANA, Cancel(version=version)).said(Refused)
    assert "has changed since" in posted.does(ANA, Freeze(version=version)).said(Refused)


def test_toggling_is_heard_but_not_announced(posted: Course) -> None:
    posted.does(BEN, Bring(registration="G-ABCD", seats=1)).does(CY, Say(state="in")).does(DEE, Say(state="in"))
    announced = 0
    for n in range(10):
        posted.does(CY, Say(state="in" if n % 2 else "out"))
        announced += bool(posted.said(Announced))
    assert announced <= 3


def test_the_organiser_who_leaves_hands_over(posted: Course) -> None:
    posted.does(BEN, Bring(registration="G-ABCD", seats=1)).does(CLOCK, Leave(person="ana"))
    assert posted.outing.organiser.name == "Ben"


def test_who_leaves_after_the_flight_shares_its_costs(posted: Course) -> None:
    posted.does(BEN, Bring(registration="G-ABCD", seats=1)).does(CY, Say(state="in"))
    assert posted.outing.flight is not None
    posted.now = posted.outing.flight.ends
    posted.does(CLOCK, Tick()).does(BEN, Spend(amount=100, currency="GBP", what="fuel"))
    posted.does(CLOCK, Leave(person="cy"))
    assert posted.outing.status == "flown" and [a.member.name for a in posted.outing.coming] == ["Ben", "Cy"]


def test_who_is_forgotten_leaves_no_name(posted: Course) -> None:
    posted.does(BEN, Bring(registration="G-ABCD", seats=1)).does(BEN, Own(key="ppr"))
    posted.does(BEN, Spend(amount=100, currency="GBP", what="landing")).does(CLOCK, Forget(person="ben"))
    assert "Ben" not in posted.outing.model_dump_json() and '"ben"' not in posted.outing.model_dump_json()
    assert posted.outing.expenses[0].by.name == "a member"


def test_late_votes_change_nothing() -> None:
    course = Course(outing(flight=None))
    days = (date(2027, 2, 13), date(2027, 2, 14))
    course.does(ANA, Poll(days=days)).does(BEN, Vote(days=days[:1])).does(ANA, Move(flight=flight(), jobs=jobs()))
    assert course.outing.status == "open" and course.outing.options[0].votes == ("ben",)
    before = course.outing
    assert "late votes" in course.does(CY, Vote(days=days)).said(Told)
    assert course.outing == before


def test_one_pilots_no_to_flying_lets_the_passengers_wait_without_blame(posted: Course) -> None:
    posted.does(BEN, Bring(registration="G-ABCD", seats=2)).does(CY, Say(state="in"))
    posted.does(BEN, Flying(yes=False))
    assert [a.member.name for a in posted.outing.waiting] == ["Cy"]
    assert posted.said(Announced) == "Ben does not fly. Cy waits for a seat again."


# --- ten thousand courses ---------------------------------------------------------------------------------


def random_action(chance: random.Random, course: Course) -> tuple[Actor, OutingAction]:
    """Anything anybody might do, sensible or not."""
    who, other = chance.choice(PEOPLE), chance.choice(PEOPLE)
    names = ["G-A", "G-B", "ARCHER"]
    off = chance.choice(
        [NOW, *(datetime(2027, 2, 13, 10, tzinfo=UTC) + timedelta(hours=h) for h in (0, 1, 24, -200))]
    )
    common: list[OutingAction] = [
        Say(state=chance.choice(["in", "maybe", "out"]), guests=chance.choice([None, 0, 1, 3, 99])),
        Say(state="in", schedule=chance.choice([None, 0, 1])),
        Bring(registration=chance.choice(names), seats=chance.choice([-1, 0, 1, 2, 3])),
        Seat(registration=chance.choice(names)),
    ]
    rare: list[OutingAction] = [
        Post(), Tick(), Freeze(version=chance.choice([None, course.outing.version])), Settle(),
        Move(flight=flight(off, report=chance.choice(["GAR", ""])), jobs=jobs()),
        Withdraw(registration=chance.choice(["", *names])), Unseat(person=other.id),
        Own(key=chance.choice(["ppr", "gar", "x"]), owner=chance.choice([None, Member(id=other.id, name=other.name)])),
        Report(key="ppr", state=chance.choice(["open", "sent", "received"]), reference=chance.choice(["", "17"])),
        Decide(person=other.id, yes=chance.random() < 0.7), Flying(yes=chance.random() < 0.5),
        Spend(amount=chance.choice([-5, 0, 4800]), currency=chance.choice(["GBP", "EUR"]), what="landing"),
        Unspend(number=chance.randint(1, 3)), Deputy(member=Member(id=other.id, name=other.name)),
        Remove(person=other.id), Leave(person=other.id), Poll(days=(date(2027, 2, 13),)),
        Vote(days=(date(2027, 2, 13),)),
    ]  # fmt: skip
    final: list[OutingAction] = [Cancel(why="weather"), Forget(person=other.id)]
    action = chance.choice(common if chance.random() < 0.6 else rare if chance.random() < 0.95 else final)
    return (CLOCK if isinstance(action, Tick | Leave | Forget) else who), action


def check(before: Outing, after: Outing, actor: Actor, action: OutingAction, effects: tuple[Effect, ...]) -> None:
    """What holds after every step."""
    assert after.version == before.version + (after != before)
    if any(isinstance(e, Refused) for e in effects):
        assert after == before
    if before.status in ("cancelled", "expired") and not isinstance(action, Forget):
        assert after == before
    if before.status == "flown" and not isinstance(action, Forget | Spend | Unspend | Settle | Leave):
        assert after == before
    assert after.schedule >= before.schedule
    people = [a.member.id for a in after.answers if a.member.id]
    assert len(people) == len(set(people)), "one answer each"
    names = [c.registration for c in after.aircraft]
    assert len(names) == len(set(names))
    if after.status in OVER:
        return
    pilots = {c.pilot.id for c in after.aircraft}
    for craft in after.aircraft:
        assert after.taken(craft.registration) <= craft.seats, "no seat twice"
        assert not (craft.flying is False and after.aboard(craft.registration))
    for answer in after.answers:
        assert 0 <= answer.guests <= 3
        assert not answer.aircraft or (answer.state == "in" and answer.member.id not in pilots)
        assert not answer.aircraft or after.craft(answer.aircraft) is not None, (
            "a seat in an aircraft that is there"
        )
    if before.status == after.status == "frozen":
        was = {a.member.id for a in before.coming}
        new = {a.member.id for a in after.coming} - was
        assert not new or isinstance(action, Decide | Bring), "closed lists grow by a pilot's word alone"
    if isinstance(action, Say) and after != before and not after.requests:
        held = after.answer_of(actor.id)
        assert held is not None and held.state == action.state, "no answer is lost"
    if not isinstance(action, Say | Bring | Remove | Leave | Forget | Decide):
        kept = {(a.member.id, a.state, a.guests) for a in before.answers}
        assert kept == {(a.member.id, a.state, a.guests) for a in after.answers}, "no answer is lost"
    if after.status == "open" and after != before:
        for waiting in after.waiting:
            rooms = [c.registration for c in after.aircraft if c.registration not in waiting.not_with]
            assert all(after.free(name) < waiting.heads for name in rooms), "no seat is left while somebody waits"


def run(chance: random.Random, steps: int) -> None:
    course = Course()
    course.does(ANA, Post())
    for _ in range(steps):
        if chance.random() < 0.05:
            course.now += timedelta(hours=chance.choice([1, 30, 60]))
        actor, action = random_action(chance, course)
        before = course.outing
        course.does(actor, action)
        check(before, course.outing, actor, action, course.effects)
    again = Outing.model_validate_json(course.outing.model_dump_json())
    assert again == course.outing


@pytest.mark.parametrize("courses", [600, pytest.param(10_000, marks=pytest.mark.chaos)])
@pytest.mark.thorough
def test_random_courses_keep_every_rule(courses: int) -> None:
    for seed in range(courses):
        try:
            run(random.Random(seed), 14)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error


@pytest.mark.thorough
@settings(max_examples=150)
@example(90624)  # who asked late for a seat brings the own aircraft before the pilots say yes
@given(st.integers(min_value=0, max_value=2**40))
def test_long_courses_keep_every_rule(seed: int) -> None:
    run(random.Random(seed), 60)


def test_every_action_goes_through_a_button_and_back() -> None:
    for seed in range(300):
        _, action = random_action(random.Random(seed), Course())
        assert ACTION.validate_json(action.model_dump_json()) == action
