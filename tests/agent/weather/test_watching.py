"""A watch speaks when a line is crossed and stays crossed, not in the night, and not too often."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from agent.aviation.quiet import QuietHours
from agent.weather.watching import Line, Memory, Unseen, crossed, may_speak, next_look

LONDON = ZoneInfo("Europe/London")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
LOW = {"ceiling LFAT": Line(grade="most", words="Ceiling below 1,500 ft")}


def test_one_report_that_flaps_is_not_told_and_two_are() -> None:
    changes, memory = crossed(Memory(), LOW)
    assert changes == []
    flapped, back = crossed(memory, {})
    assert (flapped, back.waiting) == ([], {})
    (change,), memory = crossed(memory, LOW)
    assert (change.before, change.after, change.worse) == ("nothing against it", "Ceiling below 1,500 ft", True)
    assert crossed(memory, LOW)[0] == [], "told once"


def test_what_gets_better_is_told_too() -> None:
    memory = Memory(told=LOW)
    _, memory = crossed(memory, {})
    (change,), memory = crossed(memory, {})
    assert (change.worse, change.after, memory.told) == (False, "no longer", {})


def test_a_sigmet_is_told_at_once() -> None:
    (change,), _ = crossed(Memory(), {"sigmet": Line(grade="yes", words="SIGMET", sudden=True)})
    assert change.worse


def test_a_source_that_does_not_answer_makes_nothing_better() -> None:
    sigmet = {"sigmet EGTT 02": Line(grade="yes", words="SIGMET", sudden=True)}
    assert crossed(Memory(told=sigmet), {}, [Unseen(begins="sigmet ")]) == ([], Memory(told=sigmet))
    taf = {"arriving LFAT ceiling": Line(grade="yes", words="by the TAF", source="TAF")}
    models = {"arriving LFAT ceiling": Line(grade="some", words="by models", source="models")}
    silent = [Unseen(begins="arriving LFAT ", source="TAF")]
    memory = Memory(told=taf)
    for _ in range(3):
        changes, memory = crossed(memory, models, silent)
        assert (changes, memory.told) == ([], taf)
    _, memory = crossed(memory, {})
    assert crossed(memory, {})[0], "a new TAF without it is better"


def test_a_class_of_agreement_must_change_not_a_figure() -> None:
    again = {"ceiling LFAT": Line(grade="most", words="Ceiling below 1,500 ft in 3 of 3")}
    assert crossed(Memory(told=LOW), again)[0] == []


@given(st.lists(st.sampled_from(["none", "some", "most"]), max_size=30))
def test_never_more_messages_than_half_the_looks(grades: list[str]) -> None:
    memory, told = Memory(), 0
    for grade in grades:
        seen = {} if grade == "none" else {"x": Line(grade=grade, words=grade)}  # type: ignore[arg-type]
        changes, memory = crossed(memory, seen)
        told += len(changes)
    assert told <= len(grades) / 2


def test_quiet_hours_hold_unless_the_flight_is_near_and_six_are_enough() -> None:
    quiet, night = QuietHours(), datetime(2026, 11, 22, 23, tzinfo=UTC)
    assert not may_speak(night, night + timedelta(hours=10), LONDON, quiet)
    assert may_speak(night, night + timedelta(hours=3), LONDON, quiet)
    assert may_speak(NOON, NOON + timedelta(days=2), LONDON, quiet)


def test_it_looks_more_often_the_nearer_the_flight() -> None:
    steps = [next_look(NOON, NOON + timedelta(hours=h)) - NOON for h in (1, 10, 50)]
    assert steps == sorted(steps)
