"""Which of several places is ahead in what: the best first, what is alike in one line, a neighbour's report named."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from servers.aviationweather import AviationWeatherServer

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def metar(awc: AviationWeatherServer, station: str, body: str) -> None:
    at = NOON - timedelta(minutes=10)
    awc.metar(station, f"METAR {station} {at:%d%H%M}Z {body}", at.timestamp())


async def test_the_best_place_of_each_element_stands_first(briefing: Any, awc: AviationWeatherServer) -> None:
    metar(awc, "LFAT", "24018G28KT 9999 BKN018 12/08 Q1009")
    metar(awc, "EGKB", "24008KT 9999 OVC008 12/08 Q1009")
    words = await briefing.words("get_weather", places=["LFAT", "EGKB"], kind="metar", weighed=True)
    assert "**Ceiling, highest first: LFAT 1,800 ft · EGKB 800 ft**" in words
    assert "**Wind, least first: EGKB 240° 8 kt · LFAT 240° 18 kt gusting 28**" in words
    assert "**Visibility alike: 10 km or more**" in words


async def test_only_the_element_asked_for_is_compared(briefing: Any, awc: AviationWeatherServer) -> None:
    metar(awc, "LFAT", "24018KT 9999 BKN018 12/08 Q1009")
    metar(awc, "EGKB", "24008KT 9999 OVC008 14/08 Q1009")
    asked = {"places": ["LFAT", "EGKB"], "kind": "metar", "weighed": True, "elements": ["temperature"]}
    words = await briefing.words("get_weather", **asked)
    assert words.startswith("**Temperature, warmest first: EGKB 14 °C · LFAT 12 °C**")
    assert "Ceiling, highest" not in words


async def test_a_blind_sensor_wins_nothing(briefing: Any, awc: AviationWeatherServer) -> None:
    metar(awc, "LFAT", "24018KT 9999 BKN018 12/08 Q1009")
    metar(awc, "EGKB", "AUTO 24008KT 9999 ////// 12/08 Q1009")
    words = await briefing.words("get_weather", places=["LFAT", "EGKB"], kind="metar", weighed=True)
    assert "Ceiling, highest" not in words
    assert "Ceiling alike" not in words
