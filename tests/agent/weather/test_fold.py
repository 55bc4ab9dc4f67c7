"""The state of a TAF at an hour, each case folded by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent.weather.decode import decode_taf
from agent.weather.fold import HourState, around, state_at
from agent.weather.report import Conditions, Forecast

EGLL = (
    "TAF EGLL 181658Z 1818/1924 28012KT 9999 SCT035 PROB30 TEMPO 1821/1901 9000 -RA TEMPO 1901/1909 8000 -RA BKN012 "
    "PROB40 TEMPO 1903/1908 4000 SHRA RADZ BKN008 PROB30 TEMPO 1909/1913 8000 -SHRA TEMPO 1913/1920 7000 SHRA "
    "PROB30 TEMPO 1915/1920 27015G25KT 4000 +SHRA"
)
EGOV = "TAF EGOV 251100Z 2512/2521 20015KT 9999 FEW022 BECMG 2516/2518 BKN018"
LIRF = "TAF LIRF 181100Z 1812/1918 23010KT CAVOK BECMG 1816/1818 29010KT BECMG 1820/1822 VRB05KT BECMG 1909/1911 24012KT"
FOG = (
    "TAF EDDF 180500Z 1806/1912 VRB02KT 0400 FG VV001 BECMG 1808/1810 3000 BR BKN005 FM181200 21008KT 9999 -RA SCT030 "
    "BECMG 1815/1817 NSW BECMG 1818/1820 CAVOK TEMPO 1903/1907 1200 BCFG"
)


def taf(text: str) -> Forecast:
    return decode_taf(text, datetime(2026, 8, 18, 12, tzinfo=UTC))


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 8, day, hour, minute, tzinfo=UTC)


def said(of: Conditions) -> tuple[object, ...]:
    wind = None if of.wind is None else ("VRB" if of.wind.variable else of.wind.direction_deg, of.wind.speed_kt)
    sky = "CAVOK" if of.cavok else [(c.amount, c.base_ft) for c in of.clouds or ()]
    return wind, of.visibility_m, of.weather, sky


def prevailing(state: HourState) -> list[tuple[object, ...]]:
    return [said(one) for one in state.prevailing]


def test_egll_at_16_on_the_19th() -> None:
    state = state_at(taf(EGLL), at(19, 16))
    assert prevailing(state) == [((280, 12), 10000, None, [("SCT", 3500)])]
    assert [
        (t.probability, t.temporary, t.conditions.visibility_m, t.conditions.weather) for t in state.at_times
    ] == [
        (None, True, 7000, ("SHRA",)),
        (30, True, 4000, ("+SHRA",)),
    ]


def test_both_states_are_possible_inside_a_becmg() -> None:
    forecast = decode_taf(EGOV, datetime(2026, 8, 25, 11, tzinfo=UTC))
    skies = [said(one)[3] for one in state_at(forecast, at(25, 17)).prevailing]
    assert skies == [[("FEW", 2200)], [("BKN", 1800)]]
    worst = around(forecast, at(25, 17)).prevailing
    assert worst is not None
    assert worst.ceiling_ft == 1800
    assert [said(one)[3] for one in state_at(forecast, at(25, 18)).prevailing] == [[("BKN", 1800)]]
    assert [said(one)[3] for one in state_at(forecast, at(25, 15, 59)).prevailing] == [[("FEW", 2200)]]


@pytest.mark.parametrize(
    ("text", "when", "expected"),
    [
        (EGLL, at(18, 18), [((280, 12), 10000, None, [("SCT", 3500)])]),
        (EGLL, at(19, 23, 59), [((280, 12), 10000, None, [("SCT", 3500)])]),
        (LIRF, at(18, 12), [((230, 10), 10000, None, "CAVOK")]),
        (LIRF, at(18, 17), [((230, 10), 10000, None, "CAVOK"), ((290, 10), 10000, None, "CAVOK")]),
        (LIRF, at(18, 18), [((290, 10), 10000, None, "CAVOK")]),
        (LIRF, at(18, 21), [((290, 10), 10000, None, "CAVOK"), (("VRB", 5), 10000, None, "CAVOK")]),
        (LIRF, at(19, 0), [(("VRB", 5), 10000, None, "CAVOK")]),
        (LIRF, at(19, 12), [((240, 12), 10000, None, "CAVOK")]),
        (FOG, at(18, 6), [(("VRB", 2), 400, ("FG",), [])]),
        (FOG, at(18, 9), [(("VRB", 2), 400, ("FG",), []), (("VRB", 2), 3000, ("BR",), [("BKN", 500)])]),
        (FOG, at(18, 11), [(("VRB", 2), 3000, ("BR",), [("BKN", 500)])]),
        (FOG, at(18, 12), [((210, 8), 10000, ("-RA",), [("SCT", 3000)])]),
        (FOG, at(18, 16), [((210, 8), 10000, ("-RA",), [("SCT", 3000)]), ((210, 8), 10000, (), [("SCT", 3000)])]),
        (FOG, at(18, 17), [((210, 8), 10000, (), [("SCT", 3000)])]),
        (FOG, at(18, 19), [((210, 8), 10000, (), [("SCT", 3000)]), ((210, 8), 10000, None, "CAVOK")]),
        (FOG, at(18, 22), [((210, 8), 10000, None, "CAVOK")]),
    ],
)
def test_what_prevails(text: str, when: datetime, expected: list[tuple[object, ...]]) -> None:
    assert [(w, v, x if s != "CAVOK" else None, s) for w, v, x, s in prevailing(state_at(taf(text), when))] == [
        (w, v, x, s) for w, v, x, s in expected
    ]


@pytest.mark.parametrize(
    ("text", "when", "groups"),
    [
        (EGLL, at(18, 20, 59), 0),
        (EGLL, at(18, 21), 1),
        (EGLL, at(19, 0, 59), 1),
        (EGLL, at(19, 1), 1),
        (EGLL, at(19, 3), 2),
        (EGLL, at(19, 8), 1),
        (EGLL, at(19, 9), 1),
        (EGLL, at(19, 12, 59), 1),
        (EGLL, at(19, 13), 1),
        (EGLL, at(19, 15), 2),
        (EGLL, at(19, 20), 0),
        (FOG, at(19, 3), 1),
        (FOG, at(19, 7), 0),
        (LIRF, at(19, 3), 0),
    ],
)
def test_what_may_come_at_times_stays_apart(text: str, when: datetime, groups: int) -> None:
    assert len(state_at(taf(text), when).at_times) == groups


@pytest.mark.parametrize(("when", "beyond"), [(at(18, 17, 59), True), (at(18, 18), False), (at(20, 0), True)])
def test_outside_its_validity_a_taf_says_nothing(when: datetime, beyond: bool) -> None:
    assert state_at(taf(EGLL), when).beyond is beyond


def test_a_cancelled_taf_is_beyond_at_any_hour() -> None:
    assert state_at(taf("TAF AMD LFPN 180500Z 1806/1815 CNL"), at(18, 10)).beyond


def test_the_worst_around_an_arrival_counts_what_overlaps_the_hour() -> None:
    found = around(taf(EGLL), at(19, 14, 30))
    assert found.prevailing is not None
    assert found.prevailing.visibility_m == 10000, "what may come at times is not what prevails"
    assert [worst.visibility_m for _, worst in found.at_times] == [7000, 4000]
    assert found.at_times[1][1].gust_kt == 25
    fog = around(taf(FOG), at(18, 10)).prevailing
    assert fog is not None
    assert (fog.ceiling_ft, fog.visibility_m) == (100, 400)


def test_an_arrival_near_the_end_is_partly_beyond() -> None:
    found = around(taf(EGLL), at(19, 23, 30))
    assert (found.beyond, found.partly_beyond) == (False, True)
    assert around(taf(EGLL), at(20, 0) + timedelta(hours=3)).beyond


def test_an_unmeasured_sky_is_unknown_in_the_worst_case_too() -> None:
    found = around(taf("TAF LFAT 181700Z 1818/1903 24010KT 0600 FG VV///"), at(18, 20)).prevailing
    assert found is not None
    assert found.ceiling_ft is None
    assert "ceiling" in found.unknown
