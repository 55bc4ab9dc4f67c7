"""The day brief: what stands against own minima first, every gap said, and no verdict in any words."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from servers.aviationweather import AviationWeatherServer
from servers.http import Response
from servers.open_meteo import OpenMeteoServer, calm_day

from agent.errors import InvalidQuestion
from agent.protocol import Minima, Profile
from agent.subjects.weather.brief_windows import phone_lines
from tongue import speaking

FORBIDDEN = re.compile(
    r"\b(go|no-go|safe|good to fly|ok|okay|should|flyable|legal|sicher|unbedenklich|sûr|autorisé)\b", re.IGNORECASE
)
SLOW = 0.4
FLIGHT = {"from_location": "EGTF", "to_location": "LFAT"}
OWN = Minima(ceiling_ft=1500, visibility_m=5000, crosswind_kt=12, gust_kt=15, light_margin_minutes=60)


def no_verdict(words: str) -> None:
    found = FORBIDDEN.search(words)
    assert found is None, f"{found and found[0]} in: {words}"


async def test_without_minima_it_tells_facts_only(briefing: Any) -> None:
    words = await briefing.words("get_day_brief", **FLIGHT, day="tomorrow")
    assert "Facts only: set your minima" in words
    assert words.startswith("**")
    assert "NOTAM not seen here: EGTF [NATS AIS]" in words
    assert "LFAT [SOFIA-Briefing]" in words
    assert "AIRMET" in words
    assert "night at EGTF begins" in words
    no_verdict(words)


async def test_models_below_the_minima_stand_first(briefing: Any, meteo: OpenMeteoServer) -> None:
    briefing.profile = Profile(minima=OWN)

    def told(name: str, model: str, hour: datetime) -> float | None:
        return 240.0 if name == "cloud_base" and model.startswith("ukmo") else calm_day(name, model, hour)

    meteo.tell = told
    words = await briefing.words("get_day_brief", **FLIGHT, day="tomorrow")
    assert words.startswith("**LFAT customs"), "a day's notice that ended this morning stands before all weather"
    assert re.search(r"Ceiling at (EGTF|LFAT) below your 1,500 ft in the one model that tells it", words)
    assert "787 ft" not in words, "a model's base is a band"
    no_verdict(words)


async def test_nothing_found_is_said_with_what_is_not_seen(briefing: Any) -> None:
    briefing.profile = Profile(minima=OWN.model_copy(update={"light_margin_minutes": None}))
    words = await briefing.words("get_day_brief", **FLIGHT, day="2026-11-28")
    found = await briefing.ask("get_day_brief", **FLIGHT, day="2026-11-28")
    if not found.findings:
        assert "Nothing found against your minima in what FlyFun sees" in words
    assert "Not seen here:" in words
    assert " ft (" not in words.split("Light:")[0].split("Picture")[-1], "no ceilings beyond four days"
    no_verdict(words)


async def test_an_arrival_near_night_is_told_before_the_weather(briefing: Any) -> None:
    briefing.profile = Profile(minima=OWN)
    found = await briefing.ask("get_day_brief", **FLIGHT, day="tomorrow", time="11:00")
    assert found.findings, "an hour before night is more than is left after 16:00 in November"
    assert found.findings[0].kind in ("night", "deadline")
    words = await briefing.words("get_day_brief", **FLIGHT, day="tomorrow", time="11:00")
    assert "before night" in words or "after night begins" in words or "its time" in words
    no_verdict(words)


async def test_a_taf_of_the_field_is_not_overridden_and_prob_is_never_a_yes(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    briefing.profile = Profile(minima=Minima(ceiling_ft=1500))
    start = datetime(2026, 11, 22, 12, tzinfo=UTC)
    awc.taf(
        "LFAT",
        "TAF LFAT 221100Z 2212/2318 24010KT 9999 BKN030 PROB30 TEMPO 2309/2318 3000 RA BKN008",
        start.timestamp(),
    )
    found = await briefing.ask("get_day_brief", **FLIGHT, day="tomorrow")
    at_lfat = [f for f in found.findings if f.place == "LFAT"]
    assert {(f.source, f.probability, f.at_times, f.figure) for f in at_lfat} == {("TAF LFAT", 30, True, 800.0)}
    words = await briefing.words("get_day_brief", **FLIGHT, day="tomorrow")
    assert "Ceiling at LFAT 800 ft, below your 1,500 ft 30 % at times, TAF LFAT" in words
    no_verdict(words)


async def test_far_days_tell_no_weather(briefing: Any, meteo: OpenMeteoServer) -> None:
    words = await briefing.words("get_day_brief", **FLIGHT, day="2026-12-19")
    assert "Too early for the weather of Sat 19 Dec; from Sat 12 Dec I can" in words
    assert not meteo.asked()
    assert not re.search(r"\d kt (?!\(assumed\)|\.)", words.split("\n")[-1])
    no_verdict(words)


async def test_a_source_that_fails_costs_only_itself(
    briefing: Any, awc: AviationWeatherServer, meteo: OpenMeteoServer
) -> None:
    awc.down = meteo.down = True
    words = await briefing.words("get_day_brief", **FLIGHT, day="tomorrow")
    assert "forecast models (the service does not answer)" in words
    assert "reports and TAF" in words
    assert "night at LFAT begins" in words
    briefing.profile = Profile(minima=OWN.model_copy(update={"light_margin_minutes": None}))
    blind = await briefing.words("get_day_brief", **FLIGHT, day="2026-11-25")
    assert "No forecast seen: nothing could be compared with your minima" in blind
    no_verdict(words + blind)


async def test_a_long_way_is_seen_every_25_nm_too(briefing: Any, meteo: OpenMeteoServer) -> None:
    found = await briefing.ask(
        "get_day_brief", from_location="EGTF", to_location="LFMD", day="tomorrow", time="08:00"
    )
    assert found.aloft is not None and found.aloft.models == 3
    assert found.points_apart_nm is None
    assert max(meteo.weights) <= 60
    assert len(meteo.weights) <= 3
    plan = await briefing.ask(
        "get_wind_plan",
        from_location="EGTF",
        to_location="LFMD",
        true_airspeed_kts=found.true_airspeed_kts,
        level_ft=found.aloft.level_ft,
        day="tomorrow",
        time="08:00",
    )
    assert found.aloft.out == pytest.approx(plan.out_range, abs=0.1)


@pytest.mark.parametrize(("end", "middle"), [("LFAT", (-0.3, 1.3)), ("LFMD", (0.0, 5.0))])
async def test_the_wind_half_way_is_of_the_middle(
    briefing: Any, meteo: OpenMeteoServer, end: str, middle: tuple[float, float]
) -> None:
    row = meteo.row

    def here(lat: float, lon: float, *rest: Any) -> dict[str, Any]:
        turned = 90.0 if middle[0] < lon < middle[1] else 200.0
        meteo.tell = lambda name, model, hour: (
            turned if name == "wind_direction_10m" else calm_day(name, model, hour)
        )
        return row(lat, lon, *rest)

    meteo.row = here  # pyright: ignore[reportAttributeAccessIssue]
    found = await briefing.ask(
        "get_day_brief", from_location="EGTF", to_location=end, day="tomorrow", time="08:00"
    )
    assert found.wind_shift == (90, 90)


async def test_winds_on_a_long_way_that_fail_are_named_and_cost_only_themselves(
    briefing: Any, meteo: OpenMeteoServer
) -> None:
    meteo.allowance = 60.0
    words = await briefing.words(
        "get_day_brief", from_location="EGTF", to_location="LFMD", day="tomorrow", time="08:00"
    )
    assert "the wind on the way (the service does not answer)" in words
    assert "forecast models (the" not in words


async def test_it_is_light_on_its_sources_and_quick_when_warm(
    briefing: Any, awc: AviationWeatherServer, meteo: OpenMeteoServer
) -> None:
    await briefing.ask("get_day_brief", **FLIGHT, day="tomorrow")
    assert len(awc.asked("metar")) == len(awc.asked("taf")) == len(awc.asked("isigmet")) == 1
    assert len(meteo.asked()) == 1
    assert max(meteo.weights) <= 60
    asked = len(awc.requests) + len(meteo.requests)
    took: list[float] = []
    for _ in range(8):
        begun = time.process_time()
        await briefing.ask("get_day_brief", **FLIGHT, day="tomorrow")
        took.append(time.process_time() - begun)
    assert min(took) < 0.1, "from warm caches, whatever else the machine does in most of the eight"
    assert len(awc.requests) + len(meteo.requests) == asked


async def test_cold_it_asks_its_sources_side_by_side(
    briefing: Any, awc: AviationWeatherServer, meteo: OpenMeteoServer
) -> None:
    await briefing.ask(
        "get_day_brief", from_location="EGKB", to_location="LFAC", day="tomorrow"
    )  # reads the tables
    briefing.clock.forward(hours=7)
    for server in (awc, meteo):
        answer = server.handle
        server.handle = lambda request, answer=answer: replace(answer(request), delay=SLOW)
    begun = time.perf_counter()
    await briefing.ask("get_day_brief", **FLIGHT, day="tomorrow")
    assert time.perf_counter() - begun < 3 * SLOW + 0.5, "no more than three waits, one after the other"


async def test_bad_days_and_places_are_one_sentence(briefing: Any) -> None:
    with pytest.raises(InvalidQuestion):
        await briefing.ask("get_day_brief", **FLIGHT, day="someday")
    found = await briefing.ask("get_day_brief", from_location="EGTF", to_location="QQQQ", day="tomorrow")
    assert not found.found
    assert found.message


# --- minima and fuel ------------------------------------------------------------------------------------


async def test_minima_are_kept_and_told(briefing: Any) -> None:
    words = await briefing.words(
        "set_minima", ceiling_ft=1500, visibility_m=5000, crosswind_kt=12, gust_kt=15, light_margin_minutes=60
    )
    assert "ceiling 1,500 ft, visibility 5 km, crosswind 12 kt gusting 15, 60 min before night" in words
    briefing.profile = Profile(minima=Minima(ceiling_ft=1500))
    merged = await briefing.ask("set_minima", crosswind_kt=10)
    assert (merged.minima.ceiling_ft, merged.minima.crosswind_kt) == (1500, 10)
    assert "You have set no minima" not in await briefing.words("set_minima")
    with pytest.raises(InvalidQuestion) as error:
        await briefing.ask("set_minima", crosswind_kt=20, gust_kt=10)
    assert "lies under" in error.value.user_message
    no_verdict(words)


async def test_fuel_is_the_sum_of_its_parts(briefing: Any) -> None:
    found = await briefing.ask(
        "get_fuel_plan", **FLIGHT, burn_lph=34, usable_l=140, **{"return": True},
        true_airspeed_kts=110, wind="240/18, 245/20, 250/24, 255/26",
    )  # fmt: skip
    litres = {part.name: round(part.litres, 1) for part in found.parts}
    assert litres == {
        "out": 27.0, "back": 34.5, "contingency": 6.1, "alternate": 17.0, "final reserve": 17.0, "taxi": 4.0,
    }  # fmt: skip
    assert (found.total_l, found.left_l) == (pytest.approx(105.6, abs=0.1), pytest.approx(34.4, abs=0.1))
    short = await briefing.words(
        "get_fuel_plan", **FLIGHT, burn_lph=34, usable_l=60, **{"return": True}, true_airspeed_kts=110
    )
    assert re.search(r"\d+\.\d l short", short)
    no_verdict(short)
    ask = await briefing.ask("get_fuel_plan", **FLIGHT, true_airspeed_kts=110)
    assert [missing.key for missing in ask.missing_info] == ["burn"]


@pytest.mark.parametrize("language", ["fr", "de"])
async def test_every_answer_of_the_weather_is_whole_in_another_language(
    briefing: Any, awc: AviationWeatherServer, language: str
) -> None:
    briefing.profile = Profile(minima=Minima(ceiling_ft=2500, visibility_m=8000, crosswind_kt=1, gust_kt=2))
    taf = "TAF LFAT 221100Z 2212/2318 24018G28KT 9999 BKN010 TEMPO 2212/2318 3000 TSRA BKN005CB"
    awc.taf("LFAT", taf, datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp())
    flight = {"from_location": "EGTF", "to_location": "LFAT", "day": "2026-11-23"}
    said: list[str] = []
    with speaking(language):
        said.append(await briefing.words("get_day_brief", **flight))
        said.append(await briefing.words("watch_flight", **flight))
        said.append(await briefing.words("get_wind_plan", **flight, true_airspeed_kts=110))
        said.append(await briefing.words("get_outlook", places=["EGTF"], days=7))
        said.append(await briefing.words("get_winds_aloft", places=["LSZS"], levels_ft=[3000, 9000]))
        said.append(await briefing.words("get_runway_wind", icao_code="LFAT", day="2026-11-24"))
        said.append(await briefing.words("get_sigmets", place="LFAT"))
        said.append(await briefing.words("get_notams", icao_code="LFAT"))
        said.append(await briefing.words("get_density_altitude", icao_code="LSZS", day="2026-11-24"))
        said.append(await briefing.words("set_minima", ceiling_ft=1500, crosswind_kt=12, gust_kt=15))
    english = r"\b(?:the|of|and|at|wind|with|from|your|for|not|models?|above|below|seen|out|back|night|in the)\b"
    for answer in said:
        own = re.sub(r"\[[^\]]*\]\([^)]*\)|`[^`]*`|Air Navigation Order|UK Met Office", "", answer)
        own = re.sub(r"\bWind\b", "", own) if language == "de" else own
        assert not re.search(english, own), own


async def test_one_limit_is_forgotten_and_the_others_stay(briefing: Any) -> None:
    briefing.profile = Profile(minima=OWN)
    kept = await briefing.ask("set_minima", forget=["crosswind_kt", "gust_kt"])
    assert kept.minima == OWN.model_copy(update={"crosswind_kt": None, "gust_kt": None})
    assert kept.changed and not kept.cleared
    again = await briefing.ask("set_minima", gust_kt=15, forget=["gust_kt"])
    assert again.minima.gust_kt is None, "what is forgotten is not set by the sentence before"


async def test_own_reserve_and_a_headwind_are_in_the_sum(briefing: Any) -> None:
    route = {"from_location": "EGBG", "to_location": "EGSU", "burn_lph": 30, "true_airspeed_kts": 100}
    plan = await briefing.ask(
        "get_fuel_plan", **route, headwind_kt=20, reserve_minutes=45, alternate_minutes=0, contingency_percent=0, taxi_l=3
    )  # fmt: skip
    trip = plan.distance_nm / 80 * 30
    assert abs(plan.total_l - (trip + 0.75 * 30 + 3)) < 0.1
    assert plan.assumed == ()
    with pytest.raises(InvalidQuestion):
        await briefing.ask("get_fuel_plan", **route, headwind_kt=90)


async def test_silent_services_cost_a_brief_no_more_than_its_budget(
    briefing: Any, awc: AviationWeatherServer, meteo: OpenMeteoServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.subjects.weather.brief.WAITS_SECONDS", 0.5)
    silence = Response(204, delay=30)
    awc.faults.extend([silence] * 20)
    meteo.faults.extend([silence] * 20)
    begun = time.monotonic()
    words = await briefing.words("get_day_brief", from_location="EGTF", to_location="LFAT", day="2026-11-23")
    assert time.monotonic() - begun < 10
    assert "no forecast seen" in words


@pytest.mark.parametrize(
    "taf", ["", "TAF {at} 221100Z 2212/2318 24010G22KT 8000 -RA BKN030 TEMPO 2309/2318 3000 RA BKN008"]
)
async def test_a_phone_shows_it_on_twelve_lines_and_the_rest_behind_one_tap(
    briefing: Any, awc: AviationWeatherServer, taf: str
) -> None:
    for at in ("EGLL", "LFAT") if taf else ():
        awc.taf(at, taf.format(at=at), datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp())
    shown = await briefing.answer("get_day_brief", **FLIGHT, day="tomorrow")
    assert phone_lines(shown.text.splitlines()) <= 12
    tap = shown.choices[0]
    assert tap.call is not None and tap.call.arguments["opened"] is True
    opened = await briefing.answer("get_day_brief", **FLIGHT, day="tomorrow", opened=True)
    assert all(
        of in shown.text + opened.text for of in ("EGTF coming home", "LFAT leaving there", "GAR", "Light: ")
    )
    assert not set(opened.text.splitlines()[1:]) & set(shown.text.splitlines()), "nothing stands twice"


async def test_a_wind_on_the_nose_counts_on_each_leg_of_a_flight_with_stops(briefing: Any) -> None:
    over = {
        "from_location": "EGMD",
        "to_location": "LFRK",
        "via": ["LFAT"],
        "burn_lph": 30,
        "true_airspeed_kts": 100,
    }
    still, windy = (
        await briefing.ask("get_fuel_plan", **over),
        await briefing.ask("get_fuel_plan", **over, headwind_kt=20),
    )
    legs = [(one.litres, other.litres) for one, other in zip(still.parts[:2], windy.parts[:2], strict=True)]
    assert all(other == pytest.approx(one * 100 / 80, abs=0.1) for one, other in legs)
    assert windy.total_l == pytest.approx(sum(part.litres for part in windy.parts), abs=0.1)
