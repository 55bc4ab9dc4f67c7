"""Reports are read group by group: labels made by hand from the code tables of WMO No. 306, FM 15 and FM 51."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.weather.decode import decode, decode_metar, decode_taf, moment
from agent.weather.plain import as_plain
from agent.weather.report import Forecast, Report, ceiling
from agent.weather.words import report_words, trend_words

SAMPLES = Path(__file__).parents[4] / "shared" / "samples"
"""Beside the repository, as in the conftest."""
AT = datetime(2026, 11, 22, 12, tzinfo=UTC)


def metar(body: str) -> Report:
    return decode_metar(f"METAR LFAT 221200Z {body}", AT)


def test_a_whole_report_is_read() -> None:
    told = decode_metar(
        "METAR LFAT 221130Z 24018G28KT 210V280 4000 -SHRA FEW008 BKN012CB 12/M01 Q0998 RETS NOSIG=", AT
    )
    assert (told.station, told.issued) == ("LFAT", datetime(2026, 11, 22, 11, 30, tzinfo=UTC))
    assert told.wind is not None
    assert (told.wind.direction_deg, told.wind.speed_kt, told.wind.gust_kt) == (240, 18, 28)
    assert (told.wind.from_deg, told.wind.to_deg) == (210, 280)
    assert told.visibility_m == 4000
    assert told.weather == ("-SHRA",)
    assert [(c.amount, c.base_ft, c.type) for c in told.clouds or ()] == [("FEW", 800, None), ("BKN", 1200, "CB")]
    assert (told.temperature_c, told.dewpoint_c, told.qnh_hpa) == (12, -1, 998)
    assert (told.recent_weather, told.trend, told.unread, told.unknown) == (("RETS",), "NOSIG", (), ())


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ("/////KT 9999 FEW030 12/08 Q1009", "wind"),
        ("24010KT //// FEW030 12/08 Q1009", "visibility_m"),
        ("24010KT 9999 // FEW030 12/08 Q1009", "weather"),
        ("24010KT 9999 ////// 12/08 Q1009", "clouds"),
        ("24010KT 9999 ///////// 12/08 Q1009", "clouds"),
        ("24010KT 9999 BKN/// 12/08 Q1009", "clouds"),
        ("24010KT 9999 ///015 12/08 Q1009", "clouds"),
        ("24010KT 0200 FG VV/// 12/08 Q1009", "vertical_visibility_ft"),
        ("24010KT 9999 FEW030 ///// Q1009", "temperature_c"),
        ("24010KT 9999 FEW030 12/// Q1009", "dewpoint_c"),
        ("24010KT 9999 FEW030 12/08 Q////", "qnh_hpa"),
        ("24010KT 9999 R31///// FEW030 12/08 Q1009", "rvr"),
        ("24010KT 2SM RVRNO BR FEW030 12/08 A2992", "rvr"),
        ("///// 9999 FEW030 12/08 Q1009", "wind"),
        ("//////KT 9999 FEW030 12/08 Q1009", "wind"),
        ("24010KT 9999 FEW030 12/08 Q1009 R01///////", "runway_state"),
    ],
)
def test_a_blind_sensor_is_unknown_never_clear(body: str, field: str) -> None:
    told = metar(body)
    assert field in told.unknown
    assert told.unread == ()
    if field in ("clouds", "vertical_visibility_ft"):
        assert ceiling(told).known is False


def test_a_clear_sky_is_no_ceiling_and_known() -> None:
    for sky in ("NSC", "NCD", "SKC", "CLR", "FEW030 SCT040"):
        found = ceiling(metar(f"24010KT 9999 {sky} 12/08 Q1009"))
        assert (found.feet, found.known) == (None, True), sky
    assert ceiling(metar("24010KT CAVOK 12/08 Q1009")).known
    assert ceiling(metar("24010KT 9999 SCT010 BKN018 12/08 Q1009")).feet == 1800
    assert ceiling(metar("24010KT 0400 FG VV002 08/08 Q1009")).feet == 200


@pytest.mark.parametrize("token", ["//////CB", "//////TCU", "///TCU", "FEW///CB", "SCT030TCU"])
def test_convective_cloud_is_never_lost(token: str) -> None:
    told = metar(f"24010KT 9999 {token} 12/08 Q1009")
    assert any(layer.type in ("CB", "TCU") for layer in told.clouds or ())


@pytest.mark.parametrize(
    ("wind", "speed", "gust"),
    [
        ("12012MPS", 23, None),
        ("23002MPS", 4, None),
        ("24010G20MPS", 19, 39),
        ("VRB05G16KT", 5, 16),
        ("240P99KT", 99, None),
    ],
)
def test_winds_are_knots(wind: str, speed: int, gust: int | None) -> None:
    told = metar(f"{wind} 9999 NSC 12/08 Q1009").wind
    assert told is not None
    assert (told.speed_kt, told.gust_kt) == (speed, gust)


def test_calm_is_not_unknown() -> None:
    calm = metar("00000KT 9999 NSC 12/08 Q1009").wind
    assert calm is not None
    assert calm.calm
    blind = metar("/////KT 9999 NSC 12/08 Q1009").wind
    assert blind is None or not blind.calm


@pytest.mark.parametrize(
    ("text", "metres"),
    [
        ("9999", 10000),
        ("9999NDV", 10000),
        ("0050", 50),
        ("10SM", 16093),
        ("1 1/4SM", 2012),
        ("1/2SM", 805),
        ("P6SM", 9656),
    ],
)
def test_visibility_in_metres(text: str, metres: int) -> None:
    assert metar(f"24010KT {text} FEW030 12/08 Q1009").visibility_m == metres


@pytest.mark.parametrize(
    ("text", "runway", "low", "high"),
    [
        ("R31/0600", "31", 600, 600),
        ("R04R/0500D", "04R", 500, 500),
        ("R15/0600VP1500D", "15", 600, 1500),
        ("R27L/P1500N", "27L", 1500, 1500),
        ("R09/M0050V0300U", "09", 50, 300),
        ("R06/2000FT", "06", 610, 610),
    ],
)
def test_runway_visual_range(text: str, runway: str, low: int, high: int) -> None:
    (told,) = metar(f"24010KT 0800 {text} FG VV002 08/08 Q1009").rvr
    assert (told.runway, told.min_m, told.max_m) == (runway, low, high)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("24010KT 1500 0800NE BR FEW030 12/08 Q1009", "visibility to the NE 800 m"),
        ("24010KT 4000 1200 BR FEW030 12/08 Q1009", "least visibility 1.2 km"),
        ("24010KT 9999 FEW030 M02/M05 Q1009 R88/290592", "runway state R88/290592"),
        ("24010KT 2SM RVRNO BR FEW030 12/08 A2992", "RVR not reported"),
        ("24050GP99KT 9999 FEW030 12/08 Q1009", "50 kt gusting over 99"),
        ("240P99KT 9999 FEW030 12/08 Q1009", "over 99 kt"),
    ],
)
def test_what_is_read_is_also_said(body: str, words: str) -> None:
    assert words in report_words(metar(body))


def test_what_is_not_read_is_kept() -> None:
    told = metar("24010KT 9999 XYZZY FEW030 12/08 Q1009")
    assert told.unread == ("XYZZY",)
    assert "XYZZY" in told.raw


def test_a_correction_before_the_station_hour_24_and_nil() -> None:
    assert decode_metar("METAR COR EGLL 111920Z AUTO 22010KT 9999 BKN011 20/17 Q1019", AT).station == "EGLL"
    midnight = decode_metar("METAR EFHK 212400Z 00000KT 4500 BR FEW003 14/13 Q1008", AT)
    assert midnight.issued == datetime(2026, 11, 22, 0, 0, tzinfo=UTC)
    nil = decode_taf("TAF EGKB 182000Z NIL", AT)
    assert (nil.missing, nil.groups) == (True, ())
    assert decode_metar("METAR EGTF 221200Z NIL", AT).missing
    assert decode_metar("METAR KJFK 329999Z 10SM 20/10", AT).unread == ("329999Z",)


def test_what_a_forecast_has_no_place_for_is_not_lost() -> None:
    taf = decode_taf("TAF LFAT 221100Z 2212/2221 24010KT 9999 FEW030 TEMPO 2214/2216 4000 1200SW RETS BR", AT)
    assert taf.unread == ("1200SW", "RETS")
    trend = decode_metar("METAR EGQL 221150Z 24010KT 9999 FEW030 12/08 Q1009 WHT TEMPO 4000 1200SW AMB", AT)
    assert trend.unread == ("TEMPO 1200SW",)
    assert (trend.colour, trend.trends[0].colour) == ("WHT", "AMB")
    assert trend_words(trend) == "at times 4 km AMB"


def test_trends_keep_their_times() -> None:
    told = decode_metar("METAR ZLLL 221100Z 13010MPS 5000 BKN046 21/11 Q1014 BECMG TL1240 04004MPS NSW", AT)
    (group,) = told.trends
    assert (told.trend, group.kind, group.times) == ("BECMG", "BECMG", ("TL1240",))
    assert group.no_significant_weather
    spaced = decode_metar(
        "METAR OIII 221300Z 27048KT 4000 SCT025CB 23/11 Q1014 TEMPO FM 1300 1500 SA TEMPO 1000 TSRA", AT
    )
    assert [group.times for group in spaced.trends] == [("FM1300",), ()]


def test_a_taf_with_its_groups() -> None:
    told = decode_taf(
        "TAF AMD EGLL 181658Z 1818/1924 28012KT 9999 SCT035 BECMG 1820/1822 BKN012 "
        "PROB30 TEMPO 1821/1901 0600 FG VV/// TEMPO 1901/1903 NSW PROB40 1903/1905 4000 +SHRA FM191000 CAVOK TX15/1913Z",
        datetime(2026, 8, 18, 17, tzinfo=UTC),
    )
    assert told.amended
    assert told.to == datetime(2026, 8, 20, 0, tzinfo=UTC), "hour 24 is the next day's 00"
    kinds = [(g.kind, g.probability) for g in told.groups]
    assert kinds == [("BASE", None), ("BECMG", None), ("TEMPO", 30), ("TEMPO", None), ("PROB", 40), ("FM", None)]
    assert told.groups[0].to == datetime(2026, 8, 19, 10, tzinfo=UTC), "the base holds until FM"
    assert told.groups[2].obscured
    assert told.groups[3].weather == ()
    assert told.groups[3].no_significant_weather
    assert told.groups[1].weather is None, "not spoken of is not the same as none"
    assert told.temperatures == ("TX15/1913Z",)
    assert told.unread == ()


def test_a_cancelled_taf_and_an_old_one() -> None:
    assert decode_taf("TAF AMD LFPN 220500Z 2206/2215 CNL", AT).cancelled
    early = decode_taf("TAF EDDM 180500Z 1806/1824 24008KT 9999 BKN012 FM1812 26015KT 9999 SCT040", AT)
    assert early.groups[1].from_ == datetime(2026, 11, 18, 18, 12, tzinfo=UTC), "a time of the day where it is one"
    dated = decode_taf("TAF EDDM 240500Z 2406/2424 24008KT 9999 BKN012 FM2412 26015KT 9999 SCT040", AT)
    assert dated.groups[1].from_ is not None and dated.groups[1].from_.hour == 12, "24:12 is none: the 24th at 12"
    late = decode_taf("TAF EDDM 180500Z 1806/1818 24008KT 9999 BKN012 FM1900 26015KT 9999 SCT040", AT)
    assert "FM1900" in late.unread, "past the end it counts in no state, and is named"
    old = decode_taf("TAF KAGS 220528Z 220606 00000KT 6SM BR SKC TEMPO 0610 3SM BR FM1000 VRB04KT P6SM SKC", AT)
    assert old.to == datetime(2026, 11, 23, 6, tzinfo=UTC)
    assert [g.from_ for g in old.groups] == [datetime(2026, 11, 22, hour, tzinfo=UTC) for hour in (6, 6, 10)]


def test_the_plain_form_has_its_keys() -> None:
    plain = as_plain(metar("/////KT 9999 ////// 12/08 Q1009"))
    assert plain["wind"] == {
        "direction_deg": None, "variable": False, "from_deg": None, "to_deg": None,
        "speed_kt": None, "gust_kt": None, "at_least": False,
    }  # fmt: skip
    assert (plain["clouds"], plain["unknown"], plain["visibility_m"]) == ([], ["wind", "clouds"], 10000)
    group = as_plain(decode_taf("TAF LFAT 221100Z 2212/2221 24010KT 9999 FEW030 BECMG 2214/2216 27010KT", AT))
    assert group["groups"][1]["clouds"] is None
    assert group["groups"][1]["from"] == "2026-11-22T14:00:00Z"


@given(st.text(max_size=120))
def test_no_text_makes_it_fail(text: str) -> None:
    as_plain(decode(text, AT))


@given(
    st.lists(
        st.sampled_from(
            [
                "METAR",
                "TAF",
                "LFAT",
                "221200Z",
                "2212/2318",
                "24018G28KT",
                "//////",
                "BECMG",
                "TEMPO",
                "PROB30",
                "FM221500",
                "FM1500",
                "CNL",
                "NIL",
                "RMK",
                "9999",
                "R31/////",
                "TX15/2213Z",
                "2214/2216",
                "24/24",
                "VV///",
                "BKN012",
                "NSW",
                "AUTO",
                "COR",
                "991299Z",
                "3012/3136",
            ]
        ),
        max_size=14,
    )
)
def test_groups_in_any_order_do_not_fail_nor_vanish(groups: list[str]) -> None:
    found = decode(" ".join(groups), AT)
    json.dumps(as_plain(found))
    text = found.raw.split()
    assert text == groups


@given(
    st.integers(1, 31),
    st.integers(0, 23),
    st.integers(0, 59),
    st.integers(0, 5000).map(lambda days: datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=days, hours=7)),
)
def test_a_day_of_the_month_is_the_nearest_one(day: int, hour: int, minute: int, near: datetime) -> None:
    found = moment(day, hour, minute, near)
    assert found is not None
    assert (found.day, found.hour, found.minute) == (day, hour, minute)
    assert abs((found - near).days) <= 32


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("TAF EGTE 302300Z 3100/0109 27010KT 9999 FEW020", (2026, 10, 31, 0), (2026, 11, 1, 9)),
        ("TAF EGTE 312300Z 0100/0206 27010KT 9999 FEW020", (2026, 11, 1, 0), (2026, 11, 2, 6)),
        ("TAF EGTE 302300Z 0100/0124 27010KT 9999 FEW020", (2026, 12, 1, 0), (2026, 12, 2, 0)),
        ("TAF EGTE 221100Z 2212/2324 27010KT 9999 FEW020", (2026, 11, 22, 12), (2026, 11, 24, 0)),
    ],
)
def test_a_forecast_over_the_end_of_a_month_is_of_a_month_that_has_its_days(
    text: str, start: tuple[int, int, int, int], end: tuple[int, int, int, int]
) -> None:
    told = decode_taf(text, AT)
    assert (told.from_, told.to) == (datetime(*start, tzinfo=UTC), datetime(*end, tzinfo=UTC))


def test_without_a_time_a_report_is_not_of_the_days_to_come() -> None:
    now = datetime.now(UTC)
    told = decode_metar(f"METAR LFAT {(now + timedelta(days=3)).day:02d}1200Z 24010KT CAVOK 12/08 Q1009")
    assert told.issued is not None and told.issued < now + timedelta(days=1)


HAZARD = re.compile(
    r"(?:TS|FZ|GR(?!N)|GS|FC|SQ|VA|SS|DS|PL|FG|SN)|^[+]|(?:CB|TCU)$|^VV|^/{6}|^WS$|^WS\d|^R\d\d.*[/P M]\d{4}|G\d{2,3}(?:KT|MPS)$"
)
"""Groups whose loss would be dangerous: each must leave a trace in what is read."""


@pytest.mark.samples
def test_no_hazard_of_the_raw_reports_is_lost_in_silence_and_none_fails() -> None:
    """Each report is read with and without each of its hazards: what is read must differ."""
    lines = (SAMPLES / "weather" / "metar_taf_raw.tsv").read_text("utf-8").splitlines()[1:]
    assert len(lines) > 1400
    lost: list[str] = []
    hazards = 0
    for line in lines:
        raw = line.split("\t", 2)[2]
        whole = _read(raw)
        groups = raw.split()
        body = groups[: groups.index("RMK")] if "RMK" in groups else groups
        for number, group in enumerate(body):
            if number == 0 or not HAZARD.search(group.upper().rstrip("=")) or re.fullmatch("[A-Z]{4}", group):
                continue
            if group.startswith("//////") and "///" in (*body[:number], *body[number + 1 :]):
                continue  # the same blind sky told twice
            hazards += 1
            if _read(" ".join(groups[:number] + groups[number + 1 :])) == whole:
                lost.append(f"{group} in {raw}")
    assert hazards > 1000
    assert not lost, "\n".join(lost[:20])


def _read(raw: str) -> str:
    return json.dumps({k: v for k, v in as_plain(decode(raw, AT)).items() if k != "raw"})


@pytest.mark.samples
def test_the_labelled_reports_of_the_samples_are_right() -> None:
    labelled = json.loads((SAMPLES / "weather" / "metar_labelled_13.json").read_text("utf-8"))
    assert len(labelled) == 13
    for truth in labelled:
        assert _as_labelled(decode_metar(truth["raw"], AT)) == {k: v for k, v in truth.items() if k != "raw"}, (
            truth["raw"]
        )


def _as_labelled(told: Report) -> dict[str, Any]:
    wind = told.wind
    return {
        "wind": [("VRB" if wind.variable else wind.direction_deg), wind.speed_kt, wind.gust_kt] if wind else None,
        "vis": told.visibility_m,
        "clouds": [[c.amount, c.base_ft, c.type] for c in told.clouds or ()],
        "temp": told.temperature_c,
        "dew": told.dewpoint_c,
        "qnh": told.qnh_hpa,
        "wx": list(told.weather or ()),
        "var": [wind.from_deg, wind.to_deg] if wind and wind.from_deg is not None else None,
        "vv": told.vertical_visibility_ft,
        "rvr": [[r.runway, r.min_m] for r in told.rvr],
        "trend": told.trend,
    }


def test_the_kind_of_a_report_is_seen_without_its_name() -> None:
    assert isinstance(decode("EGLL 082257Z 0900/1006 20006KT 9999 FEW045", AT), Forecast)
    assert isinstance(decode("EGLL 082250Z 20006KT 9999 FEW045 12/08 Q1009", AT), Report)
    assert isinstance(decode("SPECI EGLL 082250Z 20006KT 9999 FEW045 12/08 Q1009", AT), Report)
