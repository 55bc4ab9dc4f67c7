"""What a question names of the weather stands first in its answer: wind, QNH, rain, temperature."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from servers.aviationweather import AviationWeatherServer
from servers.open_meteo import OpenMeteoServer, calm_day

from agent.deps import Deps
from agent.language.limits import find_limits
from agent.protocol import Conversation, Question
from agent.understanding import make_plan

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def report(awc: AviationWeatherServer, station: str, body: str) -> None:
    at = NOON - timedelta(minutes=10)
    awc.metar(station, f"METAR {station} {at:%d%H%M}Z {body}", at.timestamp())


def forecast(awc: AviationWeatherServer, station: str, body: str) -> None:
    awc.taf(station, f"TAF {station} 221100Z 2212/2318 {body}", NOON.timestamp())


@pytest.mark.parametrize(
    ("elements", "first"),
    [
        (["wind", "qnh"], "**Wind 240° 12 kt · QNH 1012**"),
        (["gust"], "**No gusts told, wind 240° 12 kt**"),
        (["cloud", "visibility"], "**Broken 3,000 ft · visibility 10 km or more**"),
        (["rain"], "**No rain told**"),
        (["fog", "visibility"], "**No fog or mist told · visibility 10 km or more**"),
        (["temperature", "dewpoint"], "**12 °C · dew point 8 °C**"),
        (["tops"], "**Cloud tops are in no report**"),
    ],
)
async def test_two_elements_of_one_report_are_both_told_first(
    briefing: Any, awc: AviationWeatherServer, elements: list[str], first: str
) -> None:
    report(awc, "LFAT", "24012KT 9999 BKN030 12/08 Q1012")
    told = await briefing.words("get_weather", places=["LFAT"], kind="metar", elements=elements)
    assert told.splitlines()[0].endswith(f" · {first}")


async def test_a_blind_sensor_denies_no_rain(briefing: Any, awc: AviationWeatherServer) -> None:
    report(awc, "LFAT", "AUTO 24012KT 9999 // ////// 12/08 Q1012")
    told = await briefing.words("get_weather", places=["LFAT"], kind="metar", elements=["rain"])
    assert "No rain" not in told
    assert told.splitlines()[0].endswith(" · **Weather not reported (sensor)**")


async def test_an_old_report_leads_no_answer(briefing: Any, awc: AviationWeatherServer) -> None:
    at = NOON - timedelta(hours=3)
    awc.metar("LFAT", f"METAR LFAT {at:%d%H%M}Z 24012KT 9999 BKN030 12/08 Q1012", at.timestamp())
    told = await briefing.words("get_weather", places=["LFAT"], kind="metar", elements=["qnh"])
    assert "**QNH" not in told


async def test_what_may_come_at_times_stands_beside_what_prevails(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    forecast(awc, "LFAT", "24012KT 9999 BKN030 TEMPO 2214/2218 4000 RA")
    hour = {"day": "2026-11-22", "time": "1600Z"}
    told = await briefing.words("get_weather", places=["LFAT"], elements=["rain"], **hour)
    assert told.splitlines()[0].endswith(" · **No rain told, at times rain**")
    told = await briefing.words("get_weather", places=["LFAT"], elements=["wind"], **hour)
    assert told.splitlines()[0].endswith(" · **Wind 240° 12 kt**")


async def test_the_models_are_asked_for_what_no_taf_tells(briefing: Any, awc: AviationWeatherServer) -> None:
    forecast(awc, "LFAT", "24012KT 9999 BKN030")
    told = await briefing.words("get_weather", places=["LFAT"], elements=["temperature"], time="1800Z")
    assert "A TAF does not tell that; the models have:" in told
    assert "**12 °C**" in told


async def test_the_models_tell_where_the_wind_comes_from(briefing: Any, meteo: OpenMeteoServer) -> None:
    def turning(name: str, model: str, hour: datetime) -> float | None:
        if name == "wind_direction_10m":
            return 350.0 if model.startswith("ecmwf") else 20.0
        return calm_day(name, model, hour)

    meteo.tell = turning
    told = await briefing.words("get_outlook", places=["LFAT"], day="2026-11-24", elements=["wind"])
    assert "Morning: **wind 350–020° 10 kt**; all 3 models dry" in told
    week = await briefing.words("get_outlook", places=["LFAT"], day="2026-11-27", elements=["wind", "cloud"])
    assert "**wind N 10 kt, too early to tell cloud**" in week


async def test_rain_of_the_models_is_told_with_its_amount(briefing: Any, meteo: OpenMeteoServer) -> None:
    def wet(name: str, model: str, hour: datetime) -> float | None:
        return 0.5 if name == "precipitation" and model.startswith("ukmo") else calm_day(name, model, hour)

    meteo.tell = wet
    told = await briefing.words("get_outlook", places=["LFAT"], day="2026-11-24", elements=["rain"])
    assert "**rain in 1 of 3 models, 0–" in told


@pytest.mark.parametrize(
    ("text", "elements"),
    [
        ("wind and qnh at Biggin Hill please", ["wind", "qnh"]),
        ("plafond et visi à Genève maintenant", ["cloud", "visibility"]),
        ("Sicht und Wolkenuntergrenze in Genf jetzt", ["visibility", "cloud"]),
        ("regnet es in Amsterdam", ["rain"]),
        ("quel vent à Toulouse et quel QNH", ["wind", "qnh"]),
        ("wie warm wird es morgen in Locarno", ["temperature"]),
        ("y'a du brouillard à Friedrichshafen là ?", ["fog", "visibility"]),
        ("weather at Biggin Hill", None),
    ],
)
async def test_the_elements_that_are_named_are_read(deps: Deps, text: str, elements: list[str] | None) -> None:
    plan = await make_plan(Question(text=text, at=NOON), Conversation(), deps)
    assert plan.steps[0].tool == "get_weather"
    assert plan.steps[0].arguments.get("elements") == elements


async def test_on_a_saturday_the_next_weekend_is_not_the_one_that_has_begun(deps: Deps) -> None:
    saturday = datetime(2026, 11, 28, 12, tzinfo=UTC)
    for text in ("outlook for Le Touquet next weekend", "Aussichten nächstes Wochenende in Samedan"):
        plan = await make_plan(Question(text=text, at=saturday), Conversation(), deps)
        assert plan.steps[0].arguments["day"] == "2026-12-05"
        assert plan.steps[0].arguments["days"] == 2


async def test_the_airs_temperature_is_not_told_as_the_seas(briefing: Any, awc: AviationWeatherServer) -> None:
    report(awc, "LFAT", "24012KT 9999 BKN030 12/08 Q1012")
    told = await briefing.words("get_weather", places=["LFAT"], kind="metar", elements=["sea"])
    assert (
        told.splitlines()[0]
        .partition(" · ")[2]
        .startswith("**The sea's temperature, waves and tides are not told here")
    )


@pytest.mark.parametrize(
    ("text", "tool", "said"),
    [
        ("what's the sea temperature off Guernsey", "get_weather", {"elements": ["sea"]}),
        ("do my minima allow Southend right now", "get_weather", {"places": ["Southend"], "held": True}),
        ("notify me when Friedrichshafen is above 1000 ft", "watch_flight", {"ceiling_ft": 1000}),
        ("warn me when gusts at Amsterdam exceed 35 kt", "watch_flight", {"wind_gust_kt": 35}),
        ("how long is the day at Kirkwall on 21 June", "get_airport_details", {"about": ["sun"]}),
        ("shout if the wind at Sandown gets over 20", "watch_flight", {"wind_kt": 20}),
        ("is it clear at Munich", "get_weather", {"places": ["Munich"]}),
        ("blackbushe rn?", "get_weather", {"places": ["blackbushe"]}),
        ("which of Biggin and Southend has less wind", "get_weather", {"places": ["Biggin", "Southend"]}),
        ("wo ist die Sicht besser, Genf oder Zürich", "get_weather", {"places": ["Genf", "Zürich"]}),
        ("my minima 1500 and 5k", "set_minima", {"ceiling_ft": 1500, "visibility_m": 5000}),
    ],
)
async def test_plain_questions_are_of_the_weather(deps: Deps, text: str, tool: str, said: dict[str, Any]) -> None:
    plan = await make_plan(Question(text=text, at=NOON), Conversation(), deps)
    assert plan.steps[0].tool == tool
    assert said.items() <= plan.steps[0].arguments.items()


def test_a_flight_level_is_no_ceiling() -> None:
    assert find_limits("freezing level is 4000 and my route is at fl080 in cloud") == {}
    assert find_limits("my minima: ceiling 1500, vis 5km") == {"ceiling_ft": 1500, "visibility_m": 5000}


async def test_two_questions_of_one_report_are_one(deps: Deps) -> None:
    plan = await make_plan(
        Question(text="runway 13 at Le Touquet right now, how much crosswind?", at=NOON), Conversation(), deps
    )
    assert [step.tool for step in plan.steps] == ["get_runway_wind"]


def test_the_knots_behind_a_visibility_are_of_the_wind_across() -> None:
    found = find_limits("minima 1000ft ceiling and 5k vis 15 kts xwind")
    assert found == {"ceiling_ft": 1000, "visibility_m": 5000, "crosswind_kt": 15}
