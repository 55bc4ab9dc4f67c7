"""Notice, borders, prices and reports: what the tools find and what the pilot reads."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import agent.subjects.border.crossing_words
import agent.subjects.border.words
import agent.subjects.notice.words
import agent.subjects.reports.words
from agent import registry
from agent.aviation.facts import FactSource, NoticeText
from agent.aviation.notice_view import View
from agent.config import AgentSettings
from agent.deps import Deps, MemberReport
from agent.errors import InvalidQuestion
from agent.protocol import Conversation, Plan, Question, ToolCall, ToolResult
from agent.subjects.border.crossing import CrossingAirports
from agent.subjects.border.tool import BorderBrief
from agent.subjects.notice.demand import Reading, demands_of
from agent.subjects.notice.tool import AirfieldNotice
from agent.subjects.reports.prices import AirportPricing, FuelPrices
from agent.subjects.reports.tool import PilotReviews, ReportDraft, report_day
from agent.writing.write import Talk, suggest, write

NOW = datetime(2026, 2, 10, 9, 0, tzinfo=UTC)  # a Tuesday
assert (
    agent.subjects.border.words
    and agent.subjects.border.crossing_words
    and agent.subjects.notice.words
    and agent.subjects.reports.words
)  # they register themselves


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


async def ask(deps: Deps, tool: str, said: str = "asked", **arguments: Any) -> tuple[ToolResult, str]:
    question = Question(text=said, at=NOW, chat="club")
    call = ToolCall(tool=tool, arguments=arguments)
    result = await registry.run(call, registry.ToolContext(deps=deps, question=question))
    talk = Talk(question=question, conversation=Conversation(), plan=Plan(steps=(call,)), call=call, deps=deps)
    text = write(result, talk).text
    assert "!" not in text
    assert len(text.split("\n")) <= 13
    for suggestion in suggest(result, talk):
        assert suggestion.text
    return result, text


# --- notice --------------------------------------------------------------------------------------------


async def test_le_touquet_on_saturday_from_the_uk_is_a_request_without_a_lead_time(deps: Deps) -> None:
    result, text = await ask(
        deps, "get_notification_for_airport", icao_code="LFAT", day_of_week="Saturday", from_country="GB"
    )
    assert isinstance(result, AirfieldNotice)
    assert (result.day, result.flight_class) == (date(2026, 2, 14), "neither")
    assert text.startswith(
        "**Customs and immigration: request needed, 24 h before.** The field itself states no lead"
    )
    assert "1 Notice by e-mail 24 h before take-off or landing · **Fri 13 Feb**. Where French border staff" in text
    assert "hold unless the field's own text says otherwise" in text
    assert "douane-aeroportletouquet@douane.finances.gouv.fr" in text
    assert "09 70 27 15 51" in text
    assert "open 09:00–19:00 local (08:00–18:00 UTC)" in text
    assert "2 GAR online. Accepted from 48 h to 2 h before departure" in text
    assert "(General Aviation Report)." in text
    assert "0800 - 1800; E-mail" in text


async def test_in_summer_the_same_hours_are_one_hour_earlier_in_utc(deps: Deps) -> None:
    _, text = await ask(
        deps, "get_notification_for_airport", icao_code="LFAT", date="2026-07-11", from_country="GB"
    )
    assert "open 09:00–19:00 local (07:00–17:00 UTC)" in text


async def test_albert_wants_24_hours_on_a_saturday_and_12_on_a_tuesday(deps: Deps) -> None:
    saturday, text = await ask(
        deps, "get_notification_for_airport", icao_code="LFAQ", date="2026-02-14", time="14:00", from_country="GB"
    )
    assert isinstance(saturday, AirfieldNotice)
    assert [d.hours for d in saturday.demands] == [24]
    assert "Notify by Fri 13 Feb 14:00 local (13:00 UTC)" in text
    tuesday, text = await ask(
        deps, "get_notification_for_airport", icao_code="LFAQ", date="2026-02-17", time="14:00", from_country="GB"
    )
    assert isinstance(tuesday, AirfieldNotice)
    assert [d.hours for d in tuesday.demands] == [12]
    assert "Notify by Tue 17 Feb 02:00 local (01:00 UTC)" in text


async def test_a_public_holiday_asks_what_a_holiday_asks(deps: Deps) -> None:
    result, text = await ask(
        deps, "get_notification_for_airport", icao_code="LFAQ", date="2026-07-14", time="14:00", from_country="GB"
    )
    assert isinstance(result, AirfieldNotice)
    assert [d.hours for d in result.demands] == [24]
    assert "public holiday" in text


async def test_pontoise_from_switzerland_after_a_weekend_and_never_from_the_uk(deps: Deps) -> None:
    _, text = await ask(
        deps, "get_notification_for_airport", icao_code="LFPT", date="2026-02-16", from_country="CH"
    )
    assert "Notify by Fri 13 Feb 12:00 local (11:00 UTC)" in text
    _, text = await ask(
        deps, "get_notification_for_airport", icao_code="LFPT", date="2026-02-16", from_country="GB"
    )
    assert "not available for this flight" in text


async def test_a_flight_inside_the_country_is_not_asked_about_customs(deps: Deps) -> None:
    result, text = await ask(deps, "get_notification_for_airport", icao_code="EGKB", from_country="GB")
    assert isinstance(result, AirfieldNotice)
    assert {s for d in result.demands for s in d.services} == {"Permission (PPR)"}
    assert "request needed" in text


async def test_hours_of_service_are_never_shown_as_no_notice(deps: Deps) -> None:
    _, text = await ask(deps, "get_notification_for_airport", icao_code="EBOS", from_country="GB")
    assert "says nothing of notice: ask" in text


async def test_sion_asks_by_season_and_each_row_has_its_own_hours_and_cut_off(deps: Deps) -> None:
    winter, text = await ask(deps, "get_notification_for_airport", icao_code="LSGS", date="2026-02-14")
    assert isinstance(winter, AirfieldNotice)
    assert "for 0600–0700 (time basis not stated): by 16:00 the day before." in text
    assert "“HRH - 2000”: by 11:00 (time basis not stated); the text does not say of which day" in text
    assert "“Outside AD administration hours”" in text
    assert "1800–1900" not in text
    _, summer = await ask(deps, "get_notification_for_airport", icao_code="LSGS", date="2026-07-11")
    assert "for 1800–1900 (time basis not stated): by 10:00" in summer
    assert "0600–0700" not in summer


async def test_a_day_on_which_the_field_is_closed_is_not_every_day(deps: Deps) -> None:
    _, text = await ask(deps, "get_notification_for_airport", icao_code="EGLF", date="2026-02-11")
    assert "not available" not in text
    _, text = await ask(deps, "get_notification_for_airport", icao_code="EGLF", date="2026-12-26")
    assert "“on 25 and 26 December”: not available." in text


async def test_what_is_asked_of_circuit_traffic_is_not_asked_of_all(deps: Deps) -> None:
    _, text = await ask(deps, "get_notification_for_airport", icao_code="EGTF", day_of_week="Saturday")
    assert "Permission (PPR), “All circuit traffic”: request needed." in text
    assert "PPR otherwise: nothing stated in what I have read, ask." in text


async def test_without_a_day_each_demand_says_its_days_and_whose_clock_it_means(deps: Deps) -> None:
    _, text = await ask(deps, "get_notification_for_airport", icao_code="LFPT", from_country="CH")
    assert "(Tue–Fri): by 11:00 (UTC in winter, one hour earlier in summer) the day before." in text
    assert "(Mon, Sat, Sun): by 11:00 (UTC in winter, one hour earlier in summer) on the last working day" in text
    _, text = await ask(deps, "get_notification_for_airport", icao_code="LFAQ", from_country="GB")
    assert "Customs and immigration: 12 h before." in text
    assert "(Sat, Sun, public holidays): 24 h before." in text


async def test_a_day_outside_the_months_or_days_published_says_which_are(deps: Deps) -> None:
    _, text = await ask(
        deps, "get_notification_for_airport", icao_code="LFRQ", date="2026-12-06", from_country="GB"
    )
    assert text.startswith("**Customs and immigration: published for May–Sep alone, not for that day.**")


async def test_a_text_that_is_silent_on_a_flight_is_shown_and_not_taken_for_no_notice(deps: Deps) -> None:
    _, text = await ask(
        deps, "get_notification_for_airport", icao_code="LFLX", date="2026-02-14", from_country="CH"
    )
    assert "Customs: what I can read is for other flights or days." in text


async def test_a_flight_free_of_the_border_is_asked_no_customs_notice(deps: Deps) -> None:
    for field, origin in (("LFRG", "BE"), ("LFPT", "DE"), ("LFAT", "BE")):
        _, text = await ask(deps, "get_notification_for_airport", icao_code=field, from_country=origin)
        free = ("Immigration and customs: none for this flight.", "neither customs nor immigration is due")
        assert any(words in text for words in free)
        assert "Customs and immigration" not in text
        assert "Customs:" not in text


async def test_a_field_without_a_customs_row_says_that_customs_is_needed_and_not_known(deps: Deps) -> None:
    _, text = await ask(deps, "get_notification_for_airport", icao_code="EGMD", from_country="FR")
    assert "Immigration and customs needed. No notice data on it for this field: ask." in text


@pytest.mark.parametrize(
    ("day", "at", "outside"),
    [
        ("2026-02-14", "20:30", True),
        ("2026-02-14", "10:00", False),
        ("2026-02-14", "08:30", True),  # 07:30 UTC, they come at 08:00 UTC
        ("2026-07-11", "18:30", False),  # 16:30 UTC, in summer until 17:00 UTC
        ("2026-07-11", "19:05", True),
        (None, "20:30", True),  # as of today
    ],
)
async def test_an_arrival_outside_the_hours_of_customs_is_said(
    deps: Deps, day: str | None, at: str, outside: bool
) -> None:
    _, text = await ask(deps, "get_notification_for_airport", icao_code="LFAT", date=day, time=at)
    assert (f"{at} local is outside these hours: ask whether they come." in text) is outside


@pytest.mark.parametrize(
    ("raw", "at", "place"),
    [
        ("Customs 2000-0600 UTC", time(23), "inside"),
        ("Customs 2000-0600 UTC", time(12), "outside"),
        ("Customs 0800-1600", time(10), "inside"),  # 09:00 UTC: inside by any clock
        ("Customs 0800-1600", time(16, 30), "unclear"),  # 15:30 UTC
        ("Customs 0800-1600", time(18), "outside"),
        ("Customs 0800-1200, 1400-1600 UTC", time(15, 30), "outside, inside"),
        ("Handling; customs 0800-1200, 1400-1600 UTC", time(15), "other_hours, None"),
    ],
)
def test_hours_over_midnight_or_of_an_unknown_clock_are_compared_with_care(
    deps: Deps, raw: str, at: time, place: str
) -> None:
    airport = deps.airports.get("LFAT")
    assert airport is not None
    text = NoticeText("LFAT", ("customs",), raw, "AD 2.3 (2)", FactSource("AIP"), NOW.date())
    view = View(airport, ZoneInfo("Europe/Paris"), date(2026, 2, 14), at, None)
    found = demands_of([Reading(text, text.rules.rules)], ("customs",), view, NOW.date())
    assert ", ".join(str(d.arrival) for d in found) == place


async def test_who_may_not_come_is_told_with_the_notice(deps: Deps) -> None:
    result, text = await ask(deps, "get_notification_for_airport", icao_code="LFAT", from_country="GB")
    assert "“AD reserved for radio-equipped ACFT.”" in text
    assert isinstance(result, AirfieldNotice)
    assert result.restrictions[0].source in result.sources
    _, text = await ask(deps, "get_notification_for_airport", icao_code="EGLF", date="2026-02-11")
    assert "25 and 26 December" not in text.partition("Raw (")[0]


async def test_what_the_notice_itself_says_is_not_said_twice(deps: Deps) -> None:
    _, text = await ask(deps, "get_notification_for_airport", icao_code="EGKB", from_country="FR")
    assert text.count("Operations are not permitted outside of aerodrome operating hours") == 1


async def test_a_long_wording_ends_between_two_words(deps: Deps) -> None:
    result, text = await ask(deps, "get_notification_for_airport", icao_code="LFAT", from_country="GB")
    assert isinstance(result, AirfieldNotice)
    shown = re.search(r"“(0800 - 1800; E-mail.*) …”", text)
    assert shown
    assert result.demands[0].raw.startswith((f"{shown[1]} ", f"{shown[1]},"))


@pytest.mark.parametrize("icao", ["EBOS", "EGBJ", "EGHR", "EGKA", "EGLF", "EHRD", "LFMD", "LFPT", "LOWS", "LSGS"])
async def test_the_notice_of_any_field_fits_one_screen(deps: Deps, icao: str) -> None:
    for day in ("2026-02-14", "2026-12-25"):
        await ask(deps, "get_notification_for_airport", icao_code=icao, date=day, time="20:30", from_country="GB")


async def test_a_moment_that_has_passed_is_said_to_have_passed(deps: Deps) -> None:
    _, text = await ask(
        deps, "get_notification_for_airport", icao_code="LFAQ", date="2026-02-10", time="14:00", from_country="GB"
    )
    assert "Notify by Tue 10 Feb 02:00 local (01:00 UTC). That has passed: call." in text


async def test_a_field_without_data_is_said_plainly(deps: Deps) -> None:
    _, text = await ask(deps, "get_notification_for_airport", icao_code="LFEC")
    assert "No notice data for LFEC." in text
    assert "Call the field" in text


async def test_a_day_that_cannot_be_placed_is_asked_for(deps: Deps) -> None:
    result, _ = await ask(deps, "get_notification_for_airport", icao_code="LFAT", date="whenever")
    assert [m.key for m in result.missing_info] == ["date"]


async def test_an_unknown_field_offers_close_codes(deps: Deps) -> None:
    result, text = await ask(deps, "get_notification_for_airport", icao_code="LFXX")
    assert not result.found
    assert "LFXX" in text


# --- borders -------------------------------------------------------------------------------------------


async def test_fairoaks_to_le_touquet_needs_customs_at_both_ends(deps: Deps) -> None:
    result, text = await ask(
        deps, "get_border_brief", from_location="EGTF", to_location="LFAT", date="2026-02-14T10:00"
    )
    assert isinstance(result, BorderBrief)
    assert result.departure is not None
    assert result.arrival is not None
    for end in (result.departure, result.arrival):
        assert (end.immigration, end.customs) == ("yes", "yes")
        assert end.can_clear is True
    assert text.startswith("**Immigration and customs needed.**\nEGTF Fairoaks → LFAT Le Touquet")
    assert "48 h to 2 h before departure" in text
    assert "Thu 12 Feb 10:00 to Sat 14 Feb 08:00 UTC" in text
    assert "By arrangement" in text
    assert {s.name for s in result.sources} >= {
        "UK Border Force GA guidance",
        "AIP France (SIA)",
    }


async def test_inside_schengen_and_the_union_nothing_is_needed(deps: Deps) -> None:
    _, text = await ask(deps, "get_border_brief", from_location="EBOS", to_location="LFAT")
    assert text.startswith("**No immigration or customs.**")
    assert "carry ID" in text


async def test_a_field_that_cannot_clear_names_the_nearest_that_can(deps: Deps) -> None:
    result, text = await ask(deps, "get_border_brief", from_location="EGKB", to_location="LFQA")
    assert isinstance(result, BorderBrief)
    assert result.arrival is not None
    assert result.arrival.can_clear is False
    assert "LFQA cannot clear this flight" in text
    assert [f.icao for f in result.arrival.nearby] == ["LFOK", "LFPL", "LFPB"]  # not Charles de Gaulle


async def test_a_french_field_without_text_gets_the_orders_default(deps: Deps) -> None:
    _, text = await ask(deps, "get_border_brief", from_location="EGTF", to_location="LFEC")
    assert "I don't know whether LFEC can clear you: ask the field" in text
    assert "24 h" in text


@pytest.mark.parametrize("code", ["LFAT", "LFMD"])
async def test_on_request_does_not_say_otherwise_than_the_french_order(deps: Deps, code: str) -> None:
    _, brief = await ask(deps, "get_border_brief", from_location="EGTF", to_location=code)
    _, notice = await ask(deps, "get_notification_for_airport", icao_code=code, from_country="GB")
    for text in (brief, notice):
        assert "24 h before take-off or landing" in text
        assert "no lead time" in text.lower()


async def test_a_field_that_states_its_own_lead_is_not_given_the_countrys(deps: Deps) -> None:
    for code in ("LFAQ", "LFRG"):
        _, brief = await ask(deps, "get_border_brief", from_location="EGTF", to_location=code)
        _, notice = await ask(deps, "get_notification_for_airport", icao_code=code, from_country="GB")
        assert "border staff are not always present" not in brief + notice


async def test_deauvilles_own_declaration_and_weekend_notice_stand_in_the_brief(deps: Deps) -> None:
    result, text = await ask(deps, "get_border_brief", from_location="EGKB", to_location="LFRG", date="2026-02-14")
    assert isinstance(result, BorderBrief)
    assert result.arrival is not None
    assert result.arrival.report == "yes"
    assert "LFRG says “Mandatory general declaration (GENDEC)" in text
    assert "I know of none" not in text
    assert "48 h before. Notify by Thu 12 Feb 00:00 local" in text
    _, text = await ask(deps, "get_border_brief", from_location="EGKB", to_location="LFRG", date="2026-02-17")
    assert "24 h before. Notify by Mon 16 Feb 00:00 local" in text


async def test_the_names_that_le_touquet_wants_are_quoted(deps: Deps) -> None:
    _, text = await ask(deps, "get_border_brief", from_location="EGKB", to_location="LFAT")
    assert "PAX names with passport number" in text
    assert "I know of none" not in text


@pytest.mark.parametrize(("start", "end"), [("LSGG", "LFPM"), ("LFSB", "EDTF"), ("EGKB", "LFBU")])
async def test_a_border_point_is_not_known_to_have_customs(deps: Deps, start: str, end: str) -> None:
    result, text = await ask(deps, "get_border_brief", from_location=start, to_location=end)
    assert isinstance(result, BorderBrief)
    point = next(e for e in (result.departure, result.arrival) if e is not None and e.border_point)
    assert point.can_clear is None
    assert f"{point.icao} can clear you" not in text
    assert "I don't know whether customs is there: ask" in text


async def test_a_text_on_flights_from_outside_schengen_is_silent_on_a_swiss_one(deps: Deps) -> None:
    result, text = await ask(deps, "get_border_brief", from_location="LSGS", to_location="LFLX")
    assert isinstance(result, BorderBrief)
    assert result.arrival is not None
    assert result.arrival.can_clear is None
    assert "I don't know whether LFLX can clear you" in text


async def test_without_a_day_the_brief_tells_the_weekends_notice_too(deps: Deps) -> None:
    _, text = await ask(deps, "get_border_brief", from_location="EGKB", to_location="LFRG")
    assert "24 h before (Mon–Fri)" in text
    assert "48 h before (Sat, Sun, public holidays)" in text


async def test_monaco_is_its_own_territory_and_no_field_stands_for_it(deps: Deps) -> None:
    result, text = await ask(deps, "get_border_brief", from_location="Monaco", to_location="LFMN")
    assert isinstance(result, BorderBrief)
    assert result.departure is not None
    assert (result.departure.icao, result.departure.name, result.crosses) == (None, "Monaco", True)
    assert "LFMD" not in text
    assert "I know no airfield in Monaco: this is for its territory. As France." in text
    assert "**No immigration or customs" in text
    _, text = await ask(deps, "get_border_brief", from_location="EGKB", to_location="Monaco")
    assert "**Immigration and customs needed" in text


async def test_northern_ireland_is_not_great_britain_and_not_one_of_its_fields(deps: Deps) -> None:
    for start, end in (("Northern Ireland", "Ireland"), ("Scotland", "Northern Ireland"), ("EGPK", "EGAD")):
        _, text = await ask(deps, "get_border_brief", from_location=start, to_location=end)
        assert "Police Service of Northern Ireland at least 12 h before" in text
        assert "customs not certain" in text
    _, text = await ask(deps, "get_border_brief", from_location="EGPK", to_location="EGAC")
    assert "Police Service" not in text


async def test_a_report_that_is_asked_about_stands_first(deps: Deps) -> None:
    route = {"from_location": "EGKB", "to_location": "LFRG", "date": "2026-02-14T14:00"}
    _, text = await ask(deps, "get_border_brief", about_report="GAR", **route)
    assert text.startswith(
        "**GAR: from 48 h to 2 h before departure (Thu 12 Feb 14:00 to Sat 14 Feb 12:00 UTC).**\n"
    )
    _, text = await ask(deps, "get_border_brief", about_report="gendec", **route)
    assert text.startswith("**LFRG says “Mandatory general declaration (GENDEC)")
    _, text = await ask(deps, "get_border_brief", about_report="gendec", from_location="EGKB", to_location="LFEC")
    assert text.startswith("**General declaration: I know of none, ask the fields; GAR: from 48 h")
    _, text = await ask(deps, "get_border_brief", about_report="GAR", from_location="EGPK", to_location="EGAD")
    inside = (
        "**GAR: not for this flight, which is within the United Kingdom. Police notice: at least 12 h before.**"
    )
    assert text.startswith(inside)


async def test_a_return_flight_is_told_of_its_way_back(deps: Deps) -> None:
    route = {"from_location": "EGKB", "to_location": "LFAT"}
    _, text = await ask(deps, "get_border_brief", way_back=True, **route)
    assert "Way back LFAT → EGKB: the same at both ends" in text
    assert "GAR again" in text
    _, text = await ask(deps, "get_border_brief", said="what paperwork?", **route)
    assert "Way back" not in text


async def test_where_only_customs_is_needed_an_unknown_report_is_said_too(deps: Deps) -> None:
    _, text = await ask(deps, "get_border_brief", from_location="EGJB", to_location="EGTF")
    assert "Report or general declaration: I know of none, ask the field." in text


async def test_closed_airspace_stops_the_brief(deps: Deps) -> None:
    result, text = await ask(deps, "get_border_brief", from_location="EPWA", to_location="UMMS")
    assert text.startswith("**Closed or war airspace.")
    assert isinstance(result, BorderBrief)
    assert result.arrival is not None
    assert result.arrival.nearby == ()


async def test_inside_one_country_there_is_no_border(deps: Deps) -> None:
    _, text = await ask(deps, "get_border_brief", from_location="EGTF", to_location="EGKB")
    assert text == "**No border between them.**\nEGTF Fairoaks → EGKB London Biggin Hill."


async def test_northern_ireland_is_told_of_its_police_notice(deps: Deps) -> None:
    _, text = await ask(deps, "get_border_brief", from_location="EGTF", to_location="EGAD")
    assert "at least 12 h before" in text
    assert "**Assume customs, ask" in text


async def test_border_crossing_airports_of_france_say_for_which_flights(deps: Deps) -> None:
    result, text = await ask(deps, "get_border_crossing_airports", country="FR")
    assert isinstance(result, CrossingAirports)
    assert {"LFAT", "LFAQ", "LFMD", "LFLX"} <= {f.icao for f in result.airports}
    limited = {f.icao: f.classes for f in result.limited}
    assert set(limited) == {"LFPT", "LFQA", "LFMQ", "LFOQ", "LFLD", "LFQM"}
    assert "neither" not in limited["LFQA"]
    stated = {f.icao for f in result.airports if f.customs_known}
    assert stated >= {"LFAQ", "LFAT", "LFLX", "LFMD", "LFRG", "LFRK"}
    assert "LFPT (only Schengen outside the EU)" in text
    assert "the list is not complete" in text
    assert all(f.source and f.as_of for f in (*result.airports, *result.limited))


async def test_a_country_without_data_or_at_war_has_no_list(deps: Deps) -> None:
    _, text = await ask(deps, "get_border_crossing_airports", country="AL")
    assert "I have no border crossing airports for Albania" in text
    _, text = await ask(deps, "get_border_crossing_airports", country="UA")
    assert "war airspace" in text


# --- prices and reports --------------------------------------------------------------------------------


class ClubReports:
    """Reports of one club and of another, as the store would give them."""

    def __init__(self, *reports: MemberReport) -> None:
        self._reports = reports

    async def for_airfield(self, icao: str, chat: str, person: str = "") -> tuple[MemberReport, ...]:
        return tuple(r for r in self._reports if r.icao == icao and r.chat in ("", chat))


FEE = MemberReport("LFAT", "fee", "paid 24", date(2026, 1, 3), "Ana", "club", 24.0, "EUR", None, "SR22")
FUEL = MemberReport(
    "LFAT", "fuel_price", "avgas", date(2026, 1, 4), "Ben", "club", 2.45, "EUR", "litre", None, "avgas"
)
PRAISE = MemberReport("LFAT", "review", "good lunch", date(2026, 1, 5), "Cy", "", rating=4)
OTHERS = MemberReport("LFAT", "fee", "paid 99", date(2026, 1, 6), "Eve", "another club", 99.0, "EUR")


async def test_unknown_prices_and_reviews_say_so_and_how_to_add_one(deps: Deps) -> None:
    _, text = await ask(deps, "get_fuel_prices", icao_code="LFAT")
    assert "No price known" in text
    assert "**AVGAS 100LL, Jet A-1** (self-service" in text and "(published, Aug 2026)" in text
    _, text = await ask(deps, "get_airport_pricing", icao_code="EGKB", aircraft_type="C172")
    assert "I have no landing fee for EGKB" in text
    assert "for my C172" in text
    _, text = await ask(deps, "get_pilot_reviews", icao_code="LFAT")
    assert "No member has reviewed LFAT" in text
    assert "Tell me" in text


async def test_reports_are_shown_as_reports_with_date_and_only_to_their_club(deps: Deps) -> None:
    told = replace(deps, reports=ClubReports(FEE, FUEL, PRAISE, OTHERS))
    pricing, text = await ask(told, "get_airport_pricing", icao_code="LFAT")
    assert isinstance(pricing, AirportPricing)
    assert "Member's report: €24 · SR22 · “paid 24” · Ana · 03 Jan 2026" in text
    assert "99" not in text
    fuel, text = await ask(told, "get_fuel_prices", icao_code="LFAT")
    assert isinstance(fuel, FuelPrices)
    assert "€2.45 per litre · avgas · “avgas” · Ben" in text
    reviews, text = await ask(told, "get_pilot_reviews", icao_code="LFAT")
    assert isinstance(reviews, PilotReviews)
    assert "“good lunch”" in text


def test_reports_never_satisfy_a_filter(deps: Deps) -> None:
    told = replace(deps, reports=ClubReports(FEE, FUEL))
    assert told.facts.check("EGTK", "has_avgas", True) is None
    assert told.facts.check("LFAT", "max_landing_fee", [50, "EUR"]) is None


async def test_a_paid_fee_is_drafted_and_not_saved(deps: Deps) -> None:
    result, text = await ask(
        deps, "propose_report", icao_code="LFAT", text="I paid 24 euros at LFAT today for my SR22"
    )
    assert isinstance(result, ReportDraft)
    assert (result.kind, result.amount, result.currency, result.aircraft, result.day) == (
        "fee",
        24,
        "EUR",
        "SR22",
        NOW.date(),
    )
    assert "Fee at LFAT" in text
    assert re.search(r"Keep it as your report.*\?", text)
    assert [c.text for c in result.choices] == ["yes", "no"]


async def test_a_price_a_litre_without_a_currency_is_a_fuel_price(deps: Deps) -> None:
    result, text = await ask(deps, "propose_report", icao_code="LFAT", text="avgas is 2.60 a litre at LFAT today")
    assert isinstance(result, ReportDraft)
    assert (result.kind, result.amount, result.unit, result.currency) == ("fuel_price", 2.6, "litre", None)
    assert "currency" in text.lower()


def test_a_report_is_never_dated_in_the_future() -> None:
    today = date(2026, 2, 10)
    assert report_day("yesterday", today) == date(2026, 2, 9)
    assert report_day("on Saturday", today) == date(2026, 2, 7)
    assert report_day("14 Dec", today) == date(2025, 12, 14)
    assert report_day("nothing said", today) == today


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_notification_for_airport", {"icao_code": " "}),
        ("get_airport_pricing", {"icao_code": "LFAT", "mtow_kg": -1}),
        ("get_pilot_reviews", {"icao_code": "LFAT", "limit": 0}),
        ("propose_report", {"icao_code": "LFAT", "text": ""}),
        ("get_border_brief", {"from_location": "LFAT", "to_location": "LFAT"}),
    ],
)
async def test_nonsense_is_refused_with_one_clear_sentence(
    deps: Deps, tool: str, arguments: dict[str, Any]
) -> None:
    with pytest.raises(InvalidQuestion):
        await ask(deps, tool, **arguments)


async def test_a_country_as_an_end_stands_for_no_airfield(run_tool: Any) -> None:
    brief = await run_tool("get_border_brief", {"from_location": "Norway", "to_location": "Sweden"})
    assert (brief.departure.icao, brief.departure.name, brief.arrival.name) == (None, "Norway", "Sweden")
    assert (brief.departure.customs, brief.departure.immigration) == ("yes", "no")
    assert brief.substitutions == {}


async def test_a_name_that_nobody_bears_is_asked_about_before_any_formalities(run_tool: Any) -> None:
    found = await run_tool("get_border_brief", {"from_location": "EGTF", "to_location": "Jungholtzz"})
    assert not found.found
    assert "Did you mean Jungholz, Austria?" in (found.message or "")


async def test_an_island_of_one_airfield_is_that_airfield(run_tool: Any) -> None:
    brief = await run_tool("get_border_brief", {"from_location": "Isle of Man", "to_location": "EGNH"})
    assert brief.departure.icao == "EGNS"
    assert "GAR" in {report.name for report in (*brief.departure.reports, *brief.arrival.reports)}


async def test_on_a_public_holiday_its_own_rule_beats_the_weekdays(deps: Deps) -> None:
    """14 July 2026 is a Tuesday: Caen wants 24 h on weekdays, 72 h on holidays."""
    result, _ = await ask(
        deps, "get_notification_for_airport", icao_code="LFRK", date="2026-07-14", from_country="GB"
    )
    assert isinstance(result, AirfieldNotice)
    leads = {d.hours for d in result.demands if d.kind == "hours" and not d.conditions}
    assert leads == {72.0}


async def test_a_field_that_cannot_clear_the_flight_is_said_before_any_yes(deps: Deps) -> None:
    _, text = await ask(deps, "get_border_brief", from_location="UK", to_location="Reims Prunay")
    assert text.startswith("**LFQA cannot clear this flight**")
    assert "**yes" not in text


async def test_over_a_border_a_town_is_its_field_with_customs(deps: Deps) -> None:
    result, text = await ask(deps, "get_border_brief", from_location="Switzerland", to_location="Strasbourg")
    assert isinstance(result, BorderBrief) and result.arrival is not None
    assert result.arrival.icao == "LFST"  # Neuhof lies nearer to the town and is known for no customs
    assert "**Customs needed; no" in text


async def test_a_field_of_restricted_use_asks_first_where_no_text_speaks_of_notice(run_tool: Any) -> None:
    found = await run_tool("get_notification_for_airport", {"icao_code": "LFAL", "from_country": "GB"})
    assert not found.demands and found.permission == "restricted use"
    assert "no list of border crossing points" in (found.border or "")
    assert found.sources and found.sources[0].name.startswith("AIP France")
    open_field = await run_tool("get_notification_for_airport", {"icao_code": "LFGG"})
    assert open_field.permission is None


async def test_what_the_row_of_hours_asks_outside_them_is_told_and_makes_no_field_ask_every_visitor(
    run_tool: Any, deps: Any
) -> None:
    found = await run_tool("get_notification_for_airport", {"icao_code": "LFPM", "date": "2026-11-28"})
    assert [(d.hours, d.conditions) for d in found.demands] == [(48.0, ("extension",))]
    assert deps.facts.of("LFPM").needs_permission is None
    deauville = await run_tool("get_notification_for_airport", {"icao_code": "LFRG"})
    assert {demand.source for demand in deauville.demands} == {"AIP France (SIA)"}


@pytest.mark.parametrize(("time", "closed"), [("14:00", []), ("21:00", ["20:00–08:00"]), (None, ["20:00–08:00"])])
async def test_hours_at_which_a_border_post_is_closed_are_no_opening(
    run_tool: Any, time: str | None, closed: list[str]
) -> None:
    asked = {"icao_code": "LFJR", "date": "2026-11-28", "from_country": "GB", "time": time}
    found = await run_tool("get_notification_for_airport", asked)
    assert [d.hours for d in found.demands if d.kind == "hours"] == [48.0]
    shut = [d for d in found.demands if d.kind == "not_available"]
    assert [condition for d in shut for condition in d.conditions] == closed
    assert not any(d.opening_raw for d in shut)
