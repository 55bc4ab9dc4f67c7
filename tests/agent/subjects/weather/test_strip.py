"""The strip of a day: the hours and values that the models told, no more than the lead allows, and its words."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from servers.open_meteo import OpenMeteoServer, calm_day

from agent.weather.strip import strip_words

FORBIDDEN = re.compile(r"\b(go|no-go|safe|good|ok|okay|should|flyable|legal)\b", re.IGNORECASE)


async def test_an_outlook_has_a_strip_per_field_with_what_the_models_told(
    briefing: Any, meteo: OpenMeteoServer
) -> None:
    def tell(name: str, model: str, hour: datetime) -> float | None:
        if name == "precipitation":
            return 1.5 if model.startswith("icon") and hour.hour == 14 else 0.0
        return calm_day(name, model, hour)

    meteo.tell = tell
    found = await briefing.ask("get_outlook", places=["LFAT", "EGTF"], day="tomorrow")
    assert [strip.label.split()[0] for strip in found.strips] == ["LFAT", "EGTF"]
    strip = found.strips[0]
    local = [hour.astimezone(ZoneInfo("Europe/Paris")).hour for hour in strip.hours]
    assert local == list(range(6, 21))
    wet = [one for one in strip.models if max(mm or 0 for mm in one.rain_mm) > 1]
    assert len(wet) == 1 and wet[0].model.startswith("ICON")
    assert strip.hours[wet[0].rain_mm.index(1.5)].hour == 14
    words = strip_words(strip)
    assert words.startswith(strip.label)
    assert f"rain in 1 of {len(strip.models)}, between 14 and 15" in words, (
        "the sum of the hour before, local time"
    )
    assert FORBIDDEN.search(words) is None


async def test_beyond_four_days_no_cloud_base_and_no_visibility_is_shown(briefing: Any) -> None:
    found = await briefing.ask("get_outlook", places=["LFAT"], day="2026-11-28")
    (strip,) = found.strips
    assert not strip.ceilings
    assert all(not one.base and not one.visibility_m for one in strip.models)
    assert "base" not in strip_words(strip) and "visibility" not in strip_words(strip)


async def test_too_far_ahead_there_is_no_strip(briefing: Any) -> None:
    found = await briefing.ask("get_outlook", places=["LFAT"], day="2026-12-19")
    assert found.strips == ()


async def test_a_brief_shows_the_day_at_both_ends_and_hours_without_a_forecast_stay_unknown(briefing: Any) -> None:
    found = await briefing.ask("get_day_brief", from_location="EGTF", to_location="LFAT", day="tomorrow")
    assert [strip.label.split()[0] for strip in found.strips] == ["LFAT", "EGTF"]
    first = found.strips[0]
    assert first.models[0].wind_kt[0] is None, "the forecast of the flight begins two hours before it"
    assert any(kt is not None for kt in first.models[0].wind_kt)
