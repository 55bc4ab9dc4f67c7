"""The wind at the runways on a day to come: of the field's own TAF where it reaches, else a range over models."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from servers.aviationweather import AviationWeatherServer
from servers.open_meteo import OpenMeteoServer, calm_day

from agent.pipeline import answer
from agent.protocol import Conversation, Done, Minima, Profile, Question

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
LFAT_31 = 313.6


def across(wind: float, speed: float, runway: float = LFAT_31) -> tuple[float, float]:
    """Head and cross by the textbook."""
    angle = math.radians(wind - runway)
    return speed * math.cos(angle), abs(speed * math.sin(angle))


async def test_models_tell_a_day_as_a_range(briefing: Any, meteo: OpenMeteoServer) -> None:
    meteo.tell = lambda name, model, hour: (
        {"icon_eu": 16.0}.get(model, 10.0) if name == "wind_speed_10m" else calm_day(name, model, hour)
    )
    found = await briefing.ask("get_runway_wind", icao_code="LFAT", day="2026-11-25")
    end = next(end for end in found.ahead.ends if end.runway == "31")
    assert end.cross == pytest.approx((across(250, 10)[1], across(250, 16)[1]), abs=0.1)
    assert end.head == pytest.approx((across(250, 10)[0], across(250, 16)[0]), abs=0.1)
    assert end.cross_gust_kt == pytest.approx(across(250, 14)[1], abs=0.1)
    assert end.from_ == "left"
    assert len(meteo.asked()) == 1 and meteo.weights[0] <= 60


async def test_the_fields_own_taf_stands_before_any_model(
    briefing: Any, awc: AviationWeatherServer, meteo: OpenMeteoServer
) -> None:
    raw = "TAF LFAT 221100Z 2212/2318 20012KT 9999 SCT030 TEMPO 2214/2216 26025G38KT"
    awc.taf("LFAT", raw, NOON.timestamp())
    words = await briefing.words("get_runway_wind", icao_code="LFAT", day="2026-11-22", time="16:00")
    head, cross = across(200, 12, 133.6)
    assert f"**13 · head {head:.0f} kt · cross {cross:.0f} kt from the right** · most into wind" in words
    assert "Beside it in the TAF: TEMPO 26025G38KT, 22 14–16 UTC." in words
    assert meteo.asked() == []


async def test_beyond_the_taf_the_models_speak(briefing: Any, awc: AviationWeatherServer) -> None:
    awc.taf("LFAT", "TAF LFAT 221100Z 2212/2221 20012KT 9999 SCT030", NOON.timestamp())
    found = await briefing.ask("get_runway_wind", icao_code="LFAT", day="2026-11-23", time="10:00")
    assert found.ahead.taf is None and len(found.ahead.models) == 3


async def test_a_taf_beside_the_field_stands_before_models_that_have_it_from_the_other_side(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    awc.taf("ETSL", "TAF ETSL 221100Z 2212/2321 08011KT 9999 SCT030", NOON.timestamp())  # EDMJ: no station, 11 nm
    words = await briefing.words("get_runway_wind", icao_code="EDMJ", day="2026-11-22", time="16:00")
    assert "TAF ETSL, 11 nm away: wind 11 kt." in words and "**The models do not agree with that TAF**" in words
    assert "**07 · head 11 kt" in words


async def test_a_taf_farther_off_that_has_it_otherwise_is_told_with_its_runway(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    awc.taf("LSGG", "TAF LSGG 221100Z 2212/2321 02018KT 9999 SCT030", NOON.timestamp())  # LSGY: 37 nm
    words = await briefing.words("get_runway_wind", icao_code="LSGY", day="2026-11-22", time="16:00")
    assert "**The models do not agree with the TAF.** TAF LSGG, 37 nm away: 020° 18 kt; into it is 04." in words


async def test_no_component_is_told_beyond_four_days_and_no_wind_beyond_seven(briefing: Any) -> None:
    words = await briefing.words("get_runway_wind", icao_code="LFAT", day="2026-11-28")
    assert "Too early for components; from Tue 24 Nov I can." in words and "cross" not in words
    words = await briefing.words("get_runway_wind", icao_code="LFAT", day="2026-12-20")
    assert words == "LFAT Le Touquet-Côte d'Opale: too early for the wind of Sun 20 Dec; from Sun 13 Dec I can."


async def test_own_limits_stand_beside_the_most_that_is_forecast(briefing: Any) -> None:
    briefing.profile = Profile(minima=Minima(crosswind_kt=8, gust_kt=15))
    words = await briefing.words("get_runway_wind", icao_code="LFAT", day="2026-11-25")
    assert "On 31: at most 9 kt across is above your 8, 13 in gusts is within your 15." in words


async def test_a_wind_that_is_given_counts_whatever_the_day(briefing: Any) -> None:
    found = await briefing.ask("get_runway_wind", icao_code="LFAT", day="2026-11-25", wind="240/18")
    assert found.ahead is None and found.wind.speed_kt == 18


async def talk(briefing: Any, *said: str, **profile: str) -> Done:
    """The answer to the last message of a chat."""
    memory, last = Conversation(disclaimed=NOON.date()), None
    for text in said:
        question = Question(text=text, at=NOON, profile=Profile.model_validate(profile))
        *_, last = [event async for event in answer(question, memory, briefing.deps)]
        assert isinstance(last, Done), text
        memory = last.conversation
    assert last is not None
    return last


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        (("crosswind at LFAT on Wednesday",), "get_runway_wind", {"icao_code": "LFAT", "day": "2026-11-25"}),
        (("Seitenwind in LFAT am Mittwoch um 14 Uhr",), "get_runway_wind", {"day": "2026-11-25", "time": "14:00"}),
        (("vent de travers à LFAT mercredi ?",), "get_runway_wind", {"day": "2026-11-25", "runway": None}),
        (("crosswind at LFAT on 25 November",), "get_runway_wind", {"day": "2026-11-25", "runway": None}),
        (("260/18 on 32",), "get_runway_wind", {"wind": "260/18", "runway": "32"}),
        (("EGTF to LFAT at 110 kt", "with 240/20?"), "get_wind_plan", {"wind": "240/20", "cruise_speed_kts": 110}),
        (("which runway at EGTF with 200/15?", "and with 240/20?"), "get_runway_wind", {"wind": "240/20"}),
        (("minima",), "set_minima", {}),
        (("outlook for the weekend at Fairoaks",), "get_outlook", {"day": "weekend"}),
        (("EGTF to LFAT on Tuesday at 11, 110 kt", "watch it"), "watch_flight", {"day": "2026-11-24", "time": "11:00"}),
        (("EGTF to LFAT on Tuesday at 11, 110 kt", "weather?"), "get_day_brief", {"cruise_speed_kts": 110, "time": "11:00"}),
        (("EGTF to LFAT on Tuesday at 11, 110 kt", "crosswind there?"), "get_runway_wind", {"day": "2026-11-24"}),
        (("EGTF to LFAT on Tuesday at 11", "NOTAM on the way"), "get_notams", {"to_location": "LFAT", "from_location": "EGTF"}),
    ],
)  # fmt: skip
async def test_it_is_read(briefing: Any, said: tuple[str, ...], tool: str, arguments: dict[str, object]) -> None:
    done = await talk(briefing, *said)
    assert done.conversation.last_plan is not None
    (step,) = done.conversation.last_plan.steps
    assert (step.tool, {name: step.arguments.get(name) for name in arguments}) == (tool, arguments)


async def test_a_watch_asks_to_where_and_keeps_the_flights_hours(briefing: Any) -> None:
    asked = await talk(briefing, "watch Tuesday for me")
    assert "to where?" in asked.answer.text
    done = await talk(briefing, "watch Tuesday for me", "LFAT", home_base="EGTF")
    assert done.results[0].day == (NOON + timedelta(days=2)).date()  # type: ignore[attr-defined]
    trip = "EGTF to LFAT on Tuesday at 11, back at 16:00, 110 kt"
    flight = (await talk(briefing, trip, "watch it")).results[0].flight  # type: ignore[attr-defined]
    assert flight == {
        "from_location": "EGTF", "to_location": "LFAT", "day": "2026-11-24", "time": "11:00",
        "return_day": "2026-11-24", "return_time": "16:00", "cruise_speed_kts": "110.0",
    }  # fmt: skip


async def test_the_brief_between_changes_nothing_of_the_trip(briefing: Any) -> None:
    trip = "EGTF to LFAT on Tuesday at 11, back at 16:00, 110 kt"
    kept = (await talk(briefing, trip)).conversation.flight_trip
    assert kept is not None
    after = (await talk(briefing, trip, "weather?")).conversation.flight_trip
    assert after is not None and after["arguments"] == kept["arguments"]


async def test_the_note_denies_no_notams_beside_what_is_seen_of_them(briefing: Any) -> None:
    question = Question(text="NOTAM at EGKB", at=NOON)
    *_, last = [event async for event in answer(question, Conversation(), briefing.deps)]
    assert isinstance(last, Done)
    assert "check AIP, NOTAM and weather" in last.answer.text and "I cannot see NOTAMs" not in last.answer.text


async def test_weather_of_a_day_that_no_taf_reaches_is_what_the_models_have(briefing: Any) -> None:
    words = await briefing.words("get_weather", places=["EGHP"], day="2026-11-25", time="14:00")
    assert words.startswith("No TAF reaches Wed 25 Nov 14:00 UTC; the models have: **EGHP Popham, Wed 25 Nov** · ")
    assert "Around 14:00: all 3 models dry; wind 250° 10 kt" in words


async def test_over_the_alps_a_flight_is_looked_at_above_them(briefing: Any) -> None:
    over = {"from_location": "EDFE", "to_location": "LSZL", "day": "2026-11-24", "time": "10:00"}
    assert "Aloft at 10,000 ft (assumed)" in await briefing.words("get_day_brief", **over)
    along = {"from_location": "EGTF", "to_location": "LFAT", "day": "2026-11-24", "time": "10:00"}
    assert "Aloft at 3,000 ft (assumed)" in await briefing.words("get_day_brief", **along)
