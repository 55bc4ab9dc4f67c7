"""Forty more lines by hand from the forms, nastier: what stands seldom, what is written askew, what stands twice."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import reduce
from typing import Any

import pytest

from agent.weather.decode import decode

AT = datetime(2026, 11, 25, 12, tzinfo=UTC)
NASTY: list[tuple[str, dict[str, object]]] = [
    ("METAR EGPH 251150Z 35003KT 320V040 9999 FEW001 SCT250 BKN300 M00/M01 Q1041", {
        "wind.from_deg": 320, "wind.to_deg": 40, "clouds.0.base_ft": 100, "clouds.2.base_ft": 30000,
        "temperature_c": 0, "dewpoint_c": -1, "qnh_hpa": 1041}),
    ("METAR LFPG 251200Z 00000KT CAVOK M10/M12 Q1043 NOSIG", {"wind.speed_kt": 0, "cavok": True, "temperature_c": -10}),
    ("METAR ENZV 251150Z 16055G78KT 130V190 9999 -SHRA FEW008 BKN014CB 08/06 Q0954 RMK WIND 770FT 17062G85KT", {
        "wind.gust_kt": 78, "clouds.1.type": "CB", "qnh_hpa": 954, "remarks": "WIND 770FT 17062G85KT"}),
    ("METAR UUEE 251130Z 27004MPS 240V310 9999 OVC020 M05/M07 Q1012 R06L/590230 NOSIG", {
        "wind.speed_kt": 8, "runway_state": ("R06L/590230",), "clouds.0.base_ft": 2000}),
    ("METAR ZBAA 251130Z 36010G17MPS 3000 BLDU FEW030 02/M15 Q1021", {
        "wind.speed_kt": 19, "wind.gust_kt": 33, "weather": ("BLDU",), "dewpoint_c": -15}),
    ("METAR LSZH 251150Z 24005KT 0300 R14/0650V1200D R16/0900N R28/P2000 FG BKN001 01/01 Q1026", {
        "visibility_m": 300, "rvr.0.min_m": 650, "rvr.0.max_m": 1200, "rvr.0.tendency": "D", "rvr.1.tendency": "N",
        "rvr.2.more": True, "rvr.2.max_m": 2000}),
    ("METAR EDDB 251150Z AUTO 26009KT 9999 BKN009/// OVC015/// 07/06 Q1008", {
        "clouds.0.base_ft": 900, "clouds.1.amount": "OVC", "automatic": True}),
    ("METAR LFBE 251130Z AUTO 11008KT //// R28/0800 FG VV002 06/06 Q1019", {
        "visibility_m": None, "unknown+": {"visibility_m"}, "vertical_visibility_ft": 200, "rvr.0.runway": "28"}),
    ("METAR EKCH 251150Z 22018KT 9999 VCSH SCT012 BKN018 //////TCU 09/07 Q0991", {"weather": ("VCSH",)}),
    ("METAR EGNS 251150Z 18022G34KT 9000 -DZ BKN003 OVC006 10/09 Q0996 BECMG BKN007", {
        "weather": ("-DZ",), "clouds.0.base_ft": 300, "trends.0.kind": "BECMG", "trends.0.clouds.0.base_ft": 700}),
    ("METAR LIMC 251150Z VRB02KT 0150 R35R/0275N R35L/0300U FZFG VV001 M02/M02 Q1031 BECMG FM1230 0500", {
        "visibility_m": 150, "weather": ("FZFG",), "vertical_visibility_ft": 100, "trends.0.visibility_m": 500,
        "trends.0.times": ("FM1230",)}),
    ("METAR COR EHRD 251155Z 24012KT 9999 FEW018 11/08 Q1014 BLU NOSIG", {"corrected": True, "colour": "BLU"}),
    ("METAR EHGR 251155Z AUTO 24012KT 7000 -RA BKN008 10/09 Q1010 YLO BECMG WHT", {"colour": "YLO", "trends.0.colour": "WHT"}),
    ("SPECI LOWW 251207Z 30028G45KT 1200 +TSRAGS FEW008 SCT020CB BKN030 03/02 Q1003 TEMPO 30035G55KT 0800", {
        "kind": "SPECI", "weather": ("+TSRAGS",), "trends.0.wind.gust_kt": 55, "trends.0.visibility_m": 800}),
    ("METAR LPMA 251200Z 36018G32KT 9999 FEW018 SCT030 18/12 Q1022 WS R05", {"wind_shear": ("WS R05",)}),
    ("METAR LEMD 251200Z 03005KT 9999 FEW035 08/01 Q1029 WS ALL RWY NOSIG", {"wind_shear": ("WS ALL RWY",), "trend": "NOSIG"}),
    ("METAR ENGM 251150Z 02004KT 0600 R01L/1000U R01R/1100U -SN BCFG VV003 M06/M07 Q1018 TEMPO 0300 FG", {
        "weather": ("-SN", "BCFG"), "vertical_visibility_ft": 300, "trends.0.weather": ("FG",)}),
    ("METAR BIKF 251200Z 14035G52KT 8000 -RASN DRSN SCT012 BKN022 01/M01 Q0968", {"weather": ("-RASN", "DRSN")}),
    ("METAR EGQL 251150Z 26014KT 9999 FEW022 08/03 Q1007 BLU TEMPO SCT014 WHT", {
        "colour": "BLU", "trends.0.colour": "WHT", "trends.0.clouds.0.amount": "SCT"}),
    ("METAR KJFK 251151Z 31016G27KT 290V350 1 1/2SM R04R/4500VP6000FT -SN BR OVC008 M01/M02 A2992 RMK AO2 SLP132", {
        "visibility_m": 2414, "weather": ("-SN", "BR"), "qnh_hpa": 1013, "wind.from_deg": 290}),
    ("METAR CYYZ 251200Z 24008KT 1/8SM R24L/1200FT/D FG VV001 02/02 A3010 RMK FG8 SLP198", {
        "visibility_m": 201, "weather": ("FG",), "vertical_visibility_ft": 100}),
    ("METAR KBOS 251154Z AUTO 00000KT M1/4SM FG OVC002 04/04 A3021 RMK AO2", {"visibility_m": 402, "weather": ("FG",)}),
    ("METAR LFML 251200Z 33042G61KT CAVOK 11/M03 Q1002 TEMPO 34050G75KT", {
        "wind.gust_kt": 61, "cavok": True, "trends.0.wind.gust_kt": 75}),
    ("METAR EGJA 251150Z 21015KT 4000 HZ NSC 14/10 Q1024", {"weather": ("HZ",), "sky": "NSC"}),
    ("METAR GCLP 251200Z 11022KT 2500 DU SKC 24/02 Q1018", {"weather": ("DU",), "sky": "SKC"}),
    ("METAR EGPC 251150Z 30024G37KT 270V330 9999 VCTS FEW014CB SCT025 06/02 Q0989 RERA", {
        "weather": ("VCTS",), "recent_weather": ("RERA",)}),
    ("METAR ENBR 251150Z 16012KT 9999 FEW006 SCT014 BKN024 07/06 Q0999 W08/S4", {"sea_state": "W08/S4"}),
    ("METAR LFST NIL=", {"missing": True}),
    ("METAR EDDH 251150Z 25010KT 220V280 9999 SCT008 BKN012 10/09 Q1005 R05/29//95 R15/CLRD70 TEMPO BKN008", {
        "runway_state": ("R05/29//95", "R15/CLRD70"), "trends.0.clouds.0.base_ft": 800}),
    ("METAR ESSA 251150Z /////KT 9999 BKN014 M02/M04 Q1015", {"wind.speed_kt": None, "unknown+": {"wind"}}),
    ("METAR EPWA 251200Z 09006KT 060V120 4500 BR OVC005 ///// Q1020", {
        "temperature_c": None, "dewpoint_c": None, "unknown+": {"temperature_c"}}),
    ("METAR LKPR 251200Z 26015KT 9999 -SHRA SCT030CB BKN040 09/05 Q//// NOSIG", {"qnh_hpa": None, "unknown+": {"qnh_hpa"}}),
    ("TAF EGLL 251100Z 2512/2618 20015KT 9999 SCT030 TEMPO 2512/2518 22020G32KT PROB40 TEMPO 2514/2517 4000 TSRA BKN012CB", {
        "groups.1.wind.gust_kt": 32, "groups.2.probability": 40, "groups.2.weather": ("TSRA",)}),
    ("TAF LFMN 251100Z 2512/2612 34010KT CAVOK FM251600 VRB03KT 9999 NSC", {
        "groups.1.kind": "FM", "groups.1.wind.variable": True, "groups.1.sky": "NSC"}),
    ("TAF LSZS 251125Z 2512/2521 22015G28KT 9999 FEW090 BECMG 2518/2520 VRB02KT", {
        "to": datetime(2026, 11, 25, 21, tzinfo=UTC), "groups.1.wind.speed_kt": 2}),
    ("TAF EDDS 251100Z 2512/2618 VRB02KT 0800 BCFG BKN002 PROB30 TEMPO 2602/2607 0150 FZFG VV001", {
        "groups.0.weather": ("BCFG",), "groups.1.vertical_visibility_ft": 100}),
    ("TAF EKYT 251126Z 2512/2612 25025G38KT 9999 SHRA SCT012 BKN020 TEMPO 2512/2612 3000 +SHRA BKN008TCU BECMG 2521/2523 28015KT NSW", {
        "groups.1.clouds.0.type": "TCU", "groups.2.no_significant_weather": True}),
    ("TAF LPPT 251100Z 2512/2618 20018G30KT 9999 BKN012 BECMG 2524/2602 26008KT", {
        "groups.1.from_": datetime(2026, 11, 26, 0, tzinfo=UTC)}),
    ("TAF TAF LIRF 251100Z 2512/2618 16012KT 9999 SCT025", {"groups.0.wind.direction_deg": 160}),
    ("TAF KORD 251120Z 2512/2618 25012KT P6SM FEW250 FM251800 26015G25KT 3SM -SN BR OVC009 FM260300 29010KT 1/2SM SN FZFG VV004", {
        "groups.1.visibility_m": 4828, "groups.2.weather": ("SN", "FZFG"), "groups.2.vertical_visibility_ft": 400}),
]  # fmt: skip


def _step(told: Any, part: str) -> Any:
    return told[int(part)] if part.isdigit() else getattr(told, part)


@pytest.mark.parametrize(("line", "wanted"), NASTY, ids=[line for line, _ in NASTY])
def test_a_seldom_form_gives_each_of_its_fields(line: str, wanted: dict[str, Any]) -> None:
    report: Any = decode(line, AT)
    assert report.unread == ()
    for path, value in wanted.items():
        if path == "unknown+":
            assert value <= set(report.unknown)
        else:
            assert reduce(_step, path.split("."), report) == value, path
