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

CLEARS = "TAF LFAT 181700Z 1818/1903 24010KT 9999 BKN012 BECMG 1820/1822 NSC"
AT_HALF_PAST = "TAF EHAM 181100Z 1812/1918 24015G25KT 6000 RA BKN010 FM181630 28012KT CAVOK"
CLOUDS_OVER = "TAF LSZH 181125Z 1812/1918 26006KT CAVOK BECMG 1819/1821 BKN030"
TO_MIDNIGHT = "TAF EDDM 181700Z 1818/1924 09005KT 4000 BR BECMG 1822/1824 0300 FG BECMG 1908/1910 9999 NSW SCT020"
GUSTY = "TAF EGHH 181100Z 1812/1821 20012KT 9999 FEW030 TEMPO 1814/1818 22020G32KT PROB30 1815/1818 3000 BR BKN004"
SWINGS = "TAF EGNS 181100Z 1812/1912 18015KT 9999 SCT020 BECMG 1815/1817 24018KT BECMG 1817/1819 30012KT BKN009"


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
        (CLEARS, at(18, 19), [((240, 10), 10000, None, [("BKN", 1200)])]),
        (CLEARS, at(18, 21), [((240, 10), 10000, None, [("BKN", 1200)]), ((240, 10), 10000, None, [])]),
        (CLEARS, at(18, 22), [((240, 10), 10000, None, [])]),
        (AT_HALF_PAST, at(18, 16, 29), [((240, 15), 6000, ("RA",), [("BKN", 1000)])]),
        (AT_HALF_PAST, at(18, 16, 30), [((280, 12), 10000, None, "CAVOK")]),
        (CLOUDS_OVER, at(18, 18, 59), [((260, 6), 10000, None, "CAVOK")]),
        (CLOUDS_OVER, at(18, 21), [((260, 6), 10000, (), [("BKN", 3000)])]),
        (TO_MIDNIGHT, at(18, 23, 30), [((90, 5), 4000, ("BR",), []), ((90, 5), 300, ("FG",), [])]),
        (TO_MIDNIGHT, at(19, 0), [((90, 5), 300, ("FG",), [])]),
        (TO_MIDNIGHT, at(19, 9), [((90, 5), 300, ("FG",), []), ((90, 5), 10000, (), [("SCT", 2000)])]),
        (TO_MIDNIGHT, at(19, 10), [((90, 5), 10000, (), [("SCT", 2000)])]),
        (SWINGS, at(18, 14, 59), [((180, 15), 10000, None, [("SCT", 2000)])]),
        (
            SWINGS,
            at(18, 17),
            [((240, 18), 10000, None, [("SCT", 2000)]), ((300, 12), 10000, None, [("BKN", 900)])],
        ),
        (SWINGS, at(18, 19), [((300, 12), 10000, None, [("BKN", 900)])]),
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
        (GUSTY, at(18, 13, 59), 0),
        (GUSTY, at(18, 14), 1),
        (GUSTY, at(18, 15), 2),
        (GUSTY, at(18, 18), 0),
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


def test_a_change_that_ends_inside_a_longer_one_leaves_both_of_its_states() -> None:
    nested = "TAF EGNS 181100Z 1812/1912 18015KT 9999 SCT020 BECMG 1814/1820 BKN009 BECMG 1815/1817 24018KT"
    states = prevailing(state_at(taf(nested), at(18, 18)))
    assert [(one[0], one[3]) for one in states] == [
        ((240, 18), [("SCT", 2000)]),
        ((240, 18), [("BKN", 900)]),
    ]


def test_a_from_group_in_four_digits_that_are_no_clock_is_a_day_and_an_hour() -> None:
    raw = "TAF EGKB 251100Z 2512/2612 23011KT 9999 BKN018 FM2606 27015KT 9999 SCT020 FM9961 CAVOK"
    forecast = decode_taf(raw, datetime(2026, 8, 25, 11, tzinfo=UTC))
    assert [prevailing(state_at(forecast, at(26, hour)))[0][0] for hour in (5, 6)] == [(230, 11), (270, 15)]
    assert forecast.unread == ("FM9961",)


def test_a_stretch_of_hours_that_runs_beyond_is_told_as_far_as_the_forecast_goes() -> None:
    found = around(taf(EGLL), at(20, 0), timedelta(hours=3), stretch=True)
    assert not found.beyond and found.partly_beyond and found.to == at(20, 0)
    assert around(taf(EGLL), at(20, 0), timedelta(hours=3)).beyond


def test_an_arrival_near_the_end_is_partly_beyond() -> None:
    found = around(taf(EGLL), at(19, 23, 30))
    assert (found.beyond, found.partly_beyond) == (False, True)
    assert around(taf(EGLL), at(20, 0) + timedelta(hours=3)).beyond


def test_an_unmeasured_sky_is_unknown_in_the_worst_case_too() -> None:
    found = around(taf("TAF LFAT 181700Z 1818/1903 24010KT 0600 FG VV///"), at(18, 20)).prevailing
    assert found is not None
    assert found.ceiling_ft is None
    assert "ceiling" in found.unknown


def test_a_wind_that_comes_at_times_is_not_the_prevailing_one() -> None:
    found = around(taf(GUSTY), at(18, 15, 30))
    assert found.prevailing is not None
    assert (found.prevailing.wind_kt, found.prevailing.gust_kt, found.prevailing.visibility_m) == (12, None, 10000)
    gusts, mist = found.at_times
    assert (gusts[0].temporary, gusts[0].probability, gusts[1].gust_kt) == (True, None, 32)
    assert (mist[0].temporary, mist[0].probability, mist[1].ceiling_ft, mist[1].visibility_m) == (
        False,
        30,
        400,
        3000,
    )


def test_a_taf_over_the_end_of_a_month() -> None:
    forecast = decode_taf(
        "TAF LFPG 311700Z 3118/0124 22008KT 9999 FEW040 BECMG 0106/0108 BKN012",
        datetime(2026, 8, 31, 17, tzinfo=UTC),
    )
    skies = [
        [said(one)[3] for one in state_at(forecast, datetime(2026, month, day, hour, tzinfo=UTC)).prevailing]
        for month, day, hour in ((8, 31, 23), (9, 1, 7), (9, 1, 8), (9, 1, 23))
    ]
    before, after = [("FEW", 4000)], [("BKN", 1200)]
    assert skies == [[before], [before, after], [after], [after]]
