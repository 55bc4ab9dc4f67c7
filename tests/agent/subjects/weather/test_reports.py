"""Reports at fields: what is told, what is silent, what is old, and how often the service is asked."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from servers.aviationweather import AviationWeatherServer
from servers.http import Response

from agent.errors import InvalidQuestion, UpstreamBusy, UpstreamUnavailable

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
TAF = "TAF EGKB 221100Z 2212/2221 24012KT 9999 BKN020 BECMG 2214/2216 BKN012 TEMPO 2216/2220 4000 SHRA BKN008"


def metar(awc: AviationWeatherServer, station: str, body: str, minutes_ago: int = 10) -> None:
    at = NOON - timedelta(minutes=minutes_ago)
    awc.metar(station, f"METAR {station} {at:%d%H%M}Z {body}", at.timestamp())


async def test_a_field_with_a_station_tells_its_own_report(briefing: Any, awc: AviationWeatherServer) -> None:
    metar(awc, "LFAT", "24018G28KT 9999 BKN018 12/08 Q1009 NOSIG")
    found = await briefing.ask("get_weather", places=["LFAT"], kind="metar")
    (station,) = found.places[0].stations
    assert (station.station.own, station.age_minutes, station.freshness) == (True, 10, "current")
    words = await briefing.words("get_weather", places=["LFAT"], kind="metar")
    assert "240° 18 kt gusting 28" in words
    assert "10 km or more" in words
    assert "11:50 UTC, 10 min ago" in words
    assert "METAR LFAT 221150Z 24018G28KT" in words, "the raw text is always shown"


async def test_fairoaks_has_no_station_so_the_nearest_two_speak_and_are_named(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    metar(awc, "EGLL", "24010KT 9999 FEW030 12/08 Q1012")
    metar(awc, "EGLF", "23009KT 9999 FEW028 12/07 Q1012")
    metar(awc, "EGKK", "22008KT 9999 FEW028 12/07 Q1012")
    found = await briefing.ask("get_weather", places=["EGTF"], kind="metar")
    stations = [s.station for s in found.places[0].stations]
    assert [s.icao for s in stations] == ["EGLL", "EGLF"], "8.6 and 9.0 nm away"
    assert all(not s.own and 5 < s.distance_nm < 15 for s in stations)
    assert all(s.elevation_difference_ft is not None for s in stations)
    words = await briefing.words("get_weather", places=["EGTF"], kind="metar")
    first = words.splitlines()[0]
    assert "EGTF Fairoaks" in first and " nm " in first and "240° 10 kt" in first, "and what it reports"
    assert len(awc.asked("metar")) == 1


async def test_silence_is_no_report_and_no_error(briefing: Any, awc: AviationWeatherServer) -> None:
    words = await briefing.words("get_weather", places=["LFAT"])
    assert words.splitlines()[0].startswith("**No report for LFAT"), "more than the field's name"
    assert len(awc.asked("metar")) == 1


async def test_an_old_report_is_said_to_be_old(briefing: Any, awc: AviationWeatherServer) -> None:
    metar(awc, "LFAT", "24010KT 9999 FEW030 12/08 Q1012", minutes_ago=80)
    assert "Old: over 75 minutes" in await briefing.words("get_weather", places=["LFAT"], kind="metar")


async def test_a_blind_sensor_reads_as_not_reported(briefing: Any, awc: AviationWeatherServer) -> None:
    metar(awc, "LFAT", "AUTO /////KT //// // ////// ///// Q////")
    words = await briefing.words("get_weather", places=["LFAT"], kind="metar")
    for said in ("wind not reported", "visibility not reported", "cloud not reported", "QNH not reported"):
        assert said in words
    assert "clear" not in words.lower()


async def test_a_forecast_at_an_hour_is_folded(briefing: Any, awc: AviationWeatherServer) -> None:
    awc.taf("EGKB", TAF, datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp())
    words = await briefing.words("get_weather", places=["EGKB"], kind="taf", day="today", time="15:00")
    assert "broken 2,000 ft" in words
    assert "**or**" in words
    assert "broken 1,200 ft" in words
    assert "Lowest ceiling forecast from 14:00 to 16:00 UTC: 1,200 ft" in words
    after = await briefing.words("get_weather", places=["EGKB"], kind="taf", day="today", time="20:30")
    assert "Lowest ceiling forecast from 19:30 to 21:00 UTC: 1,200 ft; at times 800 ft." in after
    assert "The TAF covers 19:30–21:00 UTC only." in after
    assert "Also from 19:30 to 21:00 UTC: at times 4 km · showers of rain · broken 800 ft (16:00–20:00)" in after
    whole = await briefing.words("get_weather", places=["EGKB"], kind="taf")
    assert "14:00–16:00 UTC: becoming broken 1,200 ft." in whole
    assert "16:00–20:00 UTC: at times 4 km · showers of rain · broken 800 ft." in whole
    later = await briefing.words("get_weather", places=["EGKB"], kind="taf", day="tomorrow", time="15:00")
    assert "beyond the TAF" in later
    evening = await briefing.words("get_weather", places=["EGKB"], kind="taf", day="today", time="1730Z")
    assert "at times 4 km · showers of rain · broken 800 ft" in evening


async def test_a_cancelled_forecast_is_said_to_be_cancelled(briefing: Any, awc: AviationWeatherServer) -> None:
    awc.taf("EGKB", "TAF AMD EGKB 221100Z 2212/2221 CNL", NOON.timestamp())
    assert "cancelled" in await briefing.words("get_weather", places=["EGKB"], kind="taf")


async def test_fifty_fields_cost_one_request_in_five_minutes(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    stations = list(briefing.deps.weather_tables.stations)
    club = [code for code in stations if code.startswith(("LF", "EG"))][:50]
    for code in club:
        metar(awc, code, "24010KT 9999 FEW030 12/08 Q1012")
    service = briefing.deps.aviation_weather
    for code in club:
        await service.metars([code])
    clock.forward(minutes=6)
    before = len(awc.asked("metar"))
    for code in club:
        (told,) = (await service.metars([code])).values()
        assert told.report is not None
    assert len(awc.asked("metar")) == before + 1


async def test_when_the_service_fails_the_last_copy_is_told_with_its_age(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    metar(awc, "LFAT", "24010KT 9999 FEW030 12/08 Q1012")
    await briefing.ask("get_weather", places=["LFAT"], kind="metar")
    clock.forward(minutes=20)
    for fault in (
        Response(429, b"slow down"),
        Response.html("<h1>Service Unavailable</h1>"),
        Response(
            200, gzip.compress(b"[]" * 9000)[:40], {"content-encoding": "gzip", "content-type": "application/json"}
        ),
        Response(200, b"", {"content-type": "application/json"}),
    ):
        awc.faults.extend([fault] * 3)
        deps = briefing.deps
        deps.__dict__.pop("upstream", None)
        deps.__dict__.pop("aviation_weather", None)
        words = await briefing.words("get_weather", places=["LFAT"], kind="metar")
        assert "30 min ago" in words
        assert "this is the last copy" in words
        awc.faults.clear()


async def test_without_a_copy_a_failing_service_is_one_sentence(briefing: Any, awc: AviationWeatherServer) -> None:
    awc.faults.append(Response(429, b""))
    with pytest.raises(UpstreamBusy):
        await briefing.ask("get_weather", places=["LFAT"], kind="metar")
    awc.down = True
    briefing.deps.__dict__.pop("upstream")
    briefing.deps.__dict__.pop("aviation_weather")
    with pytest.raises(UpstreamUnavailable) as error:
        await briefing.ask("get_weather", places=["LFAT"], kind="metar")
    assert "still works" in error.value.user_message


@pytest.mark.parametrize("page", [b"", b'["EGKB"]', b'{"data": []}'])
async def test_a_page_without_anything_on_it_is_no_sign_that_there_is_none(
    page: bytes, briefing: Any, awc: AviationWeatherServer
) -> None:
    awc.faults.extend([Response(200, page, {"content-type": "application/json"})] * 6)
    with pytest.raises(UpstreamUnavailable):
        await briefing.ask("get_sigmets", from_location="EGTF", to_location="LFAT")
    with pytest.raises(UpstreamUnavailable):
        await briefing.ask("get_weather", places=["EGKB"], kind="metar")


async def test_rows_that_hold_no_report_are_no_sign_that_a_station_sends_none(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    rows = Response(200, b'[{"icaoId": "EGKB", "text": "EGKB 221150Z"}]', {"content-type": "application/json"})
    awc.faults.extend([rows] * 3)
    with pytest.raises(UpstreamUnavailable):
        await briefing.ask("get_weather", places=["EGKB"], kind="metar")


async def test_a_station_that_does_not_exist_and_a_day_that_is_none(briefing: Any) -> None:
    found = await briefing.ask("get_weather", places=["QQQQ"])
    assert not found.found
    assert found.message
    with pytest.raises(InvalidQuestion):
        await briefing.ask("get_weather", places=["LFAT"], day="someday")
    with pytest.raises(InvalidQuestion):
        await briefing.ask("get_weather", places=["LFAT"], time="25:99")


async def test_the_reported_wind_is_taken_for_the_runways(briefing: Any, awc: AviationWeatherServer) -> None:
    metar(awc, "LFAT", "24018G28KT 9999 FEW030 12/08 Q1012")
    found = await briefing.ask("get_runway_wind", icao_code="LFAT")
    ends = {end.runway: end for end in found.runways}
    assert (ends["31"].head_kt, ends["31"].cross_gust_kt) == (
        pytest.approx(5.1, abs=0.1),
        pytest.approx(26.9, abs=0.1),
    )
    words = await briefing.words("get_runway_wind", icao_code="LFAT")
    assert "METAR 10 min ago" in words
    assert "most into wind" in words


async def test_parallel_runways_are_told_in_one_line(briefing: Any) -> None:
    words = await briefing.words("get_runway_wind", icao_code="LFPN", wind="220/15")
    assert "**25L, 25R · head 13 kt · cross 8 kt from the left** · most into wind" in words
    assert words.count("kt from the left") == 1


async def test_a_runway_that_is_not_there_and_a_wind_without_a_field(briefing: Any) -> None:
    words = await briefing.words("get_runway_wind", icao_code="LFAT", wind="240/18", runway="07")
    assert "has no runway 07. It has 13, 31" in words and "most into wind" in words
    words = await briefing.words("get_runway_wind", wind="260/18", runway="32")
    assert "cross 16 kt from the left" in words
    assert "±5°" in words


async def test_a_runway_points_where_its_thresholds_say(briefing: Any) -> None:
    found = await briefing.ask("get_runway_wind", icao_code="BIKF", wind="050/30", runway="01")
    assert found.runways[0].heading_deg == pytest.approx(0.1, abs=0.1)
    assert found.runways[0].cross_kt == pytest.approx(22.9, abs=0.1)


async def test_own_limits_are_compared_and_nothing_is_judged(briefing: Any) -> None:
    from agent.protocol import Minima, Profile

    briefing.profile = Profile(minima=Minima(crosswind_kt=12, gust_kt=15))
    words = await briefing.words("get_runway_wind", icao_code="EGTF", wind="200/15G25KT")
    assert "9.2 kt across is within your 12" in words
    assert "15.4 in gusts is above your 15" in words


async def test_density_altitude_at_samedan_takes_the_reported_qnh(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    metar(awc, "LSZS", "24010KT 9999 FEW080 22/09 Q1020")
    found = await briefing.ask("get_density_altitude", icao_code="LSZS", temperature_c=30)
    assert (found.qnh_hpa, found.qnh_from, found.temperature_c) == (1020, "reported", 30)
    words = await briefing.words("get_density_altitude", icao_code="LSZS", temperature_c=30)
    assert "density altitude" in words
    assert "QNH 1020 reported" in words


async def test_density_altitude_without_a_service_says_what_is_assumed(briefing_with: Any) -> None:
    briefing = briefing_with(awc_url="")
    words = await briefing.words("get_density_altitude", icao_code="LSZS", temperature_c=30)
    assert "QNH 1013 assumed" in words
    with pytest.raises(InvalidQuestion):
        await briefing.ask("get_density_altitude", elevation_ft=80, temperature_c=10, dewpoint_c=20, qnh_hpa=1013)


async def test_an_hour_before_the_forecast_is_not_beyond_it(briefing: Any, awc: AviationWeatherServer) -> None:
    awc.taf("EGKB", TAF.replace("2212/2221", "2218/2303"), datetime(2026, 11, 22, 18, tzinfo=UTC).timestamp())
    words = await briefing.words("get_weather", places=["EGKB"], kind="taf", time="1400Z")
    assert "before the TAF" in words and "22 Nov 18:00 UTC" in words


async def test_a_pasted_forecast_is_told_at_the_hour_that_is_asked(briefing: Any) -> None:
    words = await briefing.words("get_weather", report=TAF, time="1500Z")
    assert "broken 2,000 ft" in words and "**or**" in words, "inside the window both are possible"
    later = await briefing.words("get_weather", report=TAF, time="1700Z")
    assert "broken 1,200 ft; at times 4 km" in later
    assert "**beyond the TAF**" in await briefing.words("get_weather", report=TAF, time="2200Z")


async def test_of_a_day_without_an_hour_the_whole_day_is_told(briefing: Any, awc: AviationWeatherServer) -> None:
    long = "TAF EGLL 221100Z 2212/2318 24012KT 9999 SCT030 TEMPO 2315/2317 2000 RA BKN006"
    awc.taf("EGLL", long, datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp())
    words = await briefing.words("get_weather", places=["EGLL"], day="2026-11-23")
    assert "from 08:00 to 18:00 UTC" in words and "at times 600 ft" in words


async def test_a_gust_is_held_against_the_one_limit_across_that_is_set(briefing: Any) -> None:
    from agent.protocol import Minima, Profile

    briefing.profile = Profile(minima=Minima(crosswind_kt=15))
    words = await briefing.words("get_runway_wind", icao_code="LFEQ", wind="320/18G38")
    assert "8.5 kt across is within your 15, 17.8 in gusts is above your 15" in words
    elsewhere = await briefing.words("get_runway_wind", icao_code="LFRO", wind="320/18G38")
    assert "in gusts is above your 15" in elsewhere
    steady = await briefing.words("get_runway_wind", icao_code="LFEQ", wind="320/18")
    assert "within your 15." in steady and "gusts" not in steady
