"""The strip of a day: the hours and values that the models told, no more than the lead allows, and its words."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from servers.open_meteo import OpenMeteoServer, calm_day

from agent.protocol import Minima, Profile
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
    assert f"rain in 1 of {len(strip.models)} models, between 14 and 15" in words, (
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


async def test_a_brief_shows_the_day_at_both_ends_with_the_wind_across_and_the_pilots_limit(
    briefing: Any, meteo: OpenMeteoServer
) -> None:
    def tell(name: str, model: str, hour: datetime) -> float | None:
        told = {"wind_direction_10m": 223.6, "wind_gusts_10m": 30.0, "wind_speed_10m": 20.0}
        return told[name] if name in told else calm_day(name, model, hour)

    meteo.tell = tell
    briefing.profile = Profile(minima=Minima(crosswind_kt=12, gust_kt=15))
    found = await briefing.ask("get_day_brief", from_location="EGTF", to_location="LFAT", day="tomorrow")
    assert [strip.label.split()[0] for strip in found.strips] == ["LFAT", "EGTF"]
    first = found.strips[0]
    assert first.crosswind and first.limit_kt == 12
    assert first.models[0].cross_kt[5] == pytest.approx(20.0, abs=0.1), "square to 13/31, which lies 133.6 true"
    assert first.models[0].cross_gust_kt[5] == pytest.approx(30.0, abs=0.1)
    words = strip_words(first)
    assert "crosswind to 30 kt with gusts on the runway that has least, your limit 12 and 15 in gusts" in words
    assert FORBIDDEN.search(words) is None


async def test_the_wind_across_is_not_drawn_days_ahead(briefing: Any) -> None:
    found = await briefing.ask("get_outlook", places=["LFAT"], day="2026-11-25")
    (strip,) = found.strips
    assert not strip.crosswind
