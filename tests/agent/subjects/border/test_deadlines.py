"""By when a report must be in: from the leg or from a stated time, and named as not covered where nothing was read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import agent.subjects.border.deadline_words
from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.subjects.border.report_time import ReportDeadline
from agent.understanding import make_plan
from agent.writing.write import Talk, suggest, write

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
assert agent.subjects.border.deadline_words


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


async def ask(deps: Deps, report: str, **arguments: Any) -> tuple[ReportDeadline, str]:
    question = Question(text="asked", at=NOW)
    call = ToolCall(tool="get_report_deadline", arguments={"report": report, **arguments})
    result = await registry.run(call, registry.ToolContext(deps=deps, question=question))
    assert isinstance(result, ReportDeadline)
    talk = Talk(question=question, conversation=Conversation(), plan=Plan(steps=(call,)), call=call, deps=deps)
    text = write(result, talk).text
    assert len(text.split("\n")) <= 12
    suggest(result, talk)
    return result, text


async def test_the_gar_of_a_flight_with_a_time_opens_48_h_and_closes_2_h_before(deps: Deps) -> None:
    result, text = await ask(deps, "GAR", from_location="EGLD", to_location="LFAT", day="2026-11-29", time="10:00")
    assert "from Fri 27 Nov 10:00 to Sun 29 Nov 08:00 local (08:00 UTC)" in text
    takeoff = datetime(2026, 11, 29, 10, tzinfo=ZoneInfo("Europe/London"))
    until = datetime.fromisoformat(result.times[0].until_utc or "")
    assert until == takeoff - timedelta(hours=2)


async def test_a_stated_time_alone_is_told_by_the_clock(deps: Deps) -> None:
    _, text = await ask(deps, "GAR", time="10:00")
    assert "between 10:00 two days before and 08:00 on the day local" in text
    _, text = await ask(deps, "GAR", time="01:00")
    assert "between 01:00 two days before and 23:00 the day before local" in text


async def test_whose_clock_an_hour_without_a_place_is_by_is_said_and_no_utc_reckoned(deps: Deps) -> None:
    result, text = await ask(deps, "GAR", day="2026-12-14", time="10:00")
    assert "from Sat 12 Dec 10:00 to Mon 14 Dec 08:00 by the clock of the field you leave." in text
    assert "UTC" not in text and {one.until_utc for one in result.times} == {None}
    # British clocks change in the night before, others' do not: never later than either asks.
    result, _ = await ask(deps, "police", day="2026-10-25", time="10:00")
    assert result.times[0].until_local == "2026-10-24T22:00"
    result, _ = await ask(deps, "police", day="2027-03-28", time="10:00")
    assert result.times[0].until_local == "2027-03-27T21:00"


async def test_without_a_route_the_police_notice_says_for_which_flights(deps: Deps) -> None:
    _, text = await ask(deps, "GAR", time="10:00")
    assert "Between here and Guernsey, Ireland, Isle of Man, Jersey and Northern Ireland:" in text


async def test_a_departure_alone_is_enough_for_the_gar(deps: Deps) -> None:
    _, text = await ask(deps, "GAR", from_location="Fairoaks", day="tomorrow", time="10:00")
    assert "from Sat 21 Nov 10:00 to Mon 23 Nov 08:00 local" in text


async def test_the_deadline_over_a_clock_change_counts_real_hours(deps: Deps) -> None:
    # British clocks go back at 02:00 BST on 25 October 2026: 48 h before 10:00 GMT is 11:00 BST two days earlier.
    result, _ = await ask(deps, "GAR", from_location="EGTF", to_location="LFAT", day="2026-10-25", time="10:00")
    first, last = result.times[0].from_local, result.times[0].until_local
    assert first == "2026-10-23T11:00+01:00"
    assert last == "2026-10-25T08:00+00:00"


async def test_who_asks_for_the_gar_to_the_channel_islands_hears_of_the_police_too(deps: Deps) -> None:
    for report in ("GAR", "police"):
        _, text = await ask(
            deps, report, from_location="Popham", to_location="Alderney", day="2026-11-28", time="09:00"
        )
        assert "police notice: by Fri 27 Nov 21:00 local" in text
        assert "unless the field is a designated port" in text


async def test_between_great_britain_and_northern_ireland_it_is_the_police_not_the_gar(deps: Deps) -> None:
    result, text = await ask(deps, "GAR", from_location="EGTF", to_location="EGAD")
    assert {t.name for t in result.times} == {"police notice"}
    assert "12 h" in text
    result, text = await ask(deps, "police", from_location="EGTF", to_location="EGAA")
    assert [t.side for t in result.times] == ["United Kingdom"]


async def test_a_field_that_is_spared_the_police_notice_is_told_the_rule(deps: Deps) -> None:
    result, text = await ask(deps, "police", from_location="EGAC", to_location="EIWT")
    assert result.times == ()
    assert "EGAC: Written notice" in text and "unless the field is EGAA, EGAC or EGAE" in text
    result, text = await ask(deps, "police", from_location="EGAD", to_location="EIWT")
    assert [entry.latest_hours for entry in result.times] == [12, 2], "the notice, and the GAR that goes with it"


async def test_a_flight_that_does_not_touch_the_uk_has_no_gar(deps: Deps) -> None:
    result, text = await ask(deps, "GAR", from_location="LFAT", to_location="EDNY")
    assert result.times == ()
    assert "I know of none here" in text


async def test_none_known_never_stands_above_a_text_that_says_compulsory(deps: Deps) -> None:
    _, text = await ask(deps, "GAR", from_location="Guernsey", to_location="France")
    assert "compulsory" in text and "none known" not in text
    assert "I have no figure for Guernsey and France" in text


async def test_irelands_own_form_is_quoted(deps: Deps) -> None:
    _, text = await ask(deps, "GAR", country_code="IE")
    assert "The Irish GAR form" in text and "flyinginireland.com" in text


async def test_a_flight_plan_from_france_over_the_border_and_inside(deps: Deps) -> None:
    _, text = await ask(
        deps, "flight_plan", from_location="LFAT", to_location="EGKB", day="2026-11-29", time="15:00"
    )
    assert "by Sun 29 Nov 14:00 local (13:00 UTC)" in text
    _, text = await ask(
        deps, "flight plan", from_location="LFAT", to_location="LFRG", day="2026-11-29", time="15:00"
    )
    assert "by Sun 29 Nov 14:30 local (13:30 UTC)" in text


@pytest.mark.parametrize("report", ["flight_plan", "closing", "gendec"])
@pytest.mark.parametrize("country", ["TR", "AL"])
async def test_a_state_of_which_nothing_was_read_is_named_as_not_covered(
    deps: Deps, report: str, country: str
) -> None:
    result, text = await ask(deps, report, country_code=country)
    assert result.times == ()
    assert result.not_covered
    assert "I know no time limit" in text or "I have no figure" in text


async def test_closing_a_plan_within_ireland_s_half_hour(deps: Deps) -> None:
    _, text = await ask(deps, "closing", to_location="EIWT")
    assert "within 30 min of landing" in text
    assert "take-off" not in text


async def test_the_customs_notice_of_a_free_flight_is_none_and_of_another_the_fields_own(deps: Deps) -> None:
    result, _ = await ask(deps, "customs", from_location="EBOS", to_location="LFRG")
    assert result.times == ()
    assert result.free == ("EBOS", "LFRG")
    _, text = await ask(deps, "customs", from_location="EGKB", to_location="LFRG", day="2026-11-28")
    assert "48 h before. Notify by Thu 26 Nov 00:00 local" in text


async def test_a_passed_deadline_is_said(deps: Deps) -> None:
    _, text = await ask(deps, "GAR", from_location="EGTF", to_location="LFAT", day="2026-11-22", time="13:00")
    assert "That has passed" in text


async def test_closed_airspace_has_no_deadline(deps: Deps) -> None:
    result, text = await ask(deps, "GAR", from_location="EPWA", to_location="UMMS")
    assert result.times == ()
    assert "war airspace" in text


async def test_a_general_declaration_without_a_country_asks_where(deps: Deps) -> None:
    result, _ = await ask(deps, "gendec")
    assert [m.key for m in result.missing_info] == ["country"]


async def test_a_report_that_is_none_is_refused(deps: Deps) -> None:
    with pytest.raises(InvalidQuestion):
        await ask(deps, "NOTAM")


@pytest.mark.parametrize(("end", "place"), [("from_location", "LFRG"), ("to_location", "EBOS")])
async def test_the_gar_of_a_flight_of_which_only_the_end_abroad_is_said_is_the_uks(
    deps: Deps, end: str, place: str
) -> None:
    result, text = await ask(deps, "GAR", **{end: place}, day="2026-11-29", time="17:00")
    declared = ["Belgium"] if place == "EBOS" else []  # its own declaration stands beside
    assert [time.side for time in result.times] == ["United Kingdom", *declared]
    assert "to Sun 29 Nov 15:00 local" in text


async def test_a_landing_time_is_no_take_off_to_count_from(deps: Deps) -> None:
    _, text = await ask(
        deps, "GAR", from_location="Rotterdam", to_location="Southend", day="2026-11-25", landing="16:00"
    )
    assert "14:00" not in text
    assert "from 48 h to 2 h before departure" in text
    assert "not from the landing at 16:00" in text


@pytest.mark.parametrize(
    ("asked", "time", "landing"),
    [
        ("landing in Southend at 16:00 local tomorrow from Rotterdam, when's the GAR due?", None, "16:00"),
        ("Wann muss die GAR raus, wenn ich um 16 Uhr in Southend lande, aus Rotterdam?", None, "16:00"),
        ("GAR deadline Rotterdam to Southend, 16:00 ETA", None, "16:00"),
        ("GAR for EHRD to EGMC off blocks 14:30, landing 15:40", "14:30", "15:40"),
        ("wann muss ich die GAR schicken wenn ich um 14 Uhr in Aachen abfliege", "14:00", None),
    ],
)
async def test_a_time_is_read_as_that_of_the_landing_or_the_take_off(
    deps: Deps, asked: str, time: str | None, landing: str | None
) -> None:
    plan = await make_plan(Question(text=asked, at=NOW), Conversation(), deps)
    (step,) = plan.steps
    assert step.tool == "get_report_deadline"
    assert (step.arguments.get("time"), step.arguments.get("landing")) == (time, landing)


async def test_in_a_general_declarations_place_the_united_kingdom_wants_the_gar(deps: Deps) -> None:
    _, text = await ask(deps, "gendec", to_location="EGMD")
    assert "GAR" in text
    assert "48 h" in text
    assert "no figure" not in text


@pytest.mark.parametrize(
    "text",
    [
        "Wie lange vorher gendec nach England schicken, ich flieg vom Festland nach Lydd",
        "how long before the gendec from the Continent to Lydd",
        "Wie lange vorher das gendec vom Kontinent nach Lydd",
    ],
)
async def test_the_continent_is_no_place(deps: Deps, text: str) -> None:
    (step,) = (await make_plan(Question(text=text, at=NOW), Conversation(), deps)).steps
    assert step.tool == "get_report_deadline"
    assert step.arguments == {"report": "gendec", "to_location": "Lydd"}


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        (
            "Can I file the GAR tonight for a flight on Tuesday at noon?",
            {"day": "2026-12-01", "time": "12:00", "sent": "2026-11-29 20:00"},
        ),
        ("is it too early to send the GAR today for Thursday 10:00?", {"day": "2026-12-03", "sent": "2026-11-29"}),
        (
            "Kann ich den GAR heute schon abschicken für Mittwoch 9 Uhr?",
            {"day": "2026-12-02", "sent": "2026-11-29"},
        ),
        (
            "Puis-je envoyer le GAR ce soir pour un vol mardi à 14h ?",
            {"day": "2026-12-01", "sent": "2026-11-29 20:00"},
        ),
        (
            "Kann ich heute Abend noch den GAR für morgen 9 Uhr ab Damyns Hall abschicken?",
            {"day": "2026-11-30", "time": "09:00", "sent": "2026-11-29 20:00"},
        ),
        (
            "pour le vol de mercredi 10h Lognes-Shoreham, je peux envoyer le GAR lundi ?",
            {"day": "2026-12-02", "time": "10:00", "sent": "2026-11-30"},
        ),
        ("GAR for Friday 10:00 out Denham to Le Touquet and Sunday back, when do I send them?", {"sent": None}),
        ("can I send the GAR now for Saturday's flight at 10?", {"day": "2026-12-05", "sent": "now"}),
        (
            "if I send the GAR at 21:00 on Monday, is that ok for the flight on Tuesday at 7:00?",
            {"day": "2026-12-01", "time": "07:00", "sent": "2026-11-30 21:00"},
        ),
    ],
)
async def test_the_day_of_sending_is_no_day_of_the_flight(
    deps: Deps, said: str, arguments: dict[str, object]
) -> None:
    sunday = Question(text=said, at=datetime(2026, 11, 29, 12, 0, tzinfo=UTC))
    step = (await make_plan(sunday, Conversation(), deps)).steps[0]
    assert step.tool == "get_report_deadline"
    assert {name: step.arguments.get(name) for name in arguments} == arguments


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ("2026-11-29", "GAR on Sun 29 Nov: too early."),
        ("2026-11-30 09:00", "GAR on Mon 30 Nov 09:00: too early."),
        ("2026-11-30 20:00", "GAR on Mon 30 Nov 20:00: yes, in time."),
        ("2026-11-30", "GAR on Mon 30 Nov: in a part of that day, see the hours."),
        ("2026-12-02 09:00", "GAR on Wed 2 Dec 09:00: too late."),
    ],
)
async def test_whether_the_gar_is_taken_when_it_would_be_sent_is_said_first(
    deps: Deps, sent: str, told: str
) -> None:
    _, text = await ask(
        deps, "GAR", from_location="EGTF", to_location="LFAT", day="2026-12-02", time="10:00", sent=sent
    )
    assert text.splitlines()[0] == f"**{told}**"


async def test_without_the_hour_of_take_off_only_what_holds_for_all_of_the_day_is_said(deps: Deps) -> None:
    _, text = await ask(deps, "GAR", from_location="EGTF", to_location="LFAT", day="2026-12-04", sent="2026-11-30")
    assert "too early" in text
    _, text = await ask(deps, "GAR", from_location="EGTF", to_location="LFAT", day="2026-12-04", sent="2026-12-02")
    assert "that hangs on the hour of take-off" in text
