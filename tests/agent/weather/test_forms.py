"""Sixty reports written by hand from the forms of WMO No. 306 and ICAO Annex 3: each with the fields it must give."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.weather.decode import decode

AT = datetime(2026, 11, 25, 12, tzinfo=UTC)
LINES: list[tuple[str, dict[str, object]]] = [
    (
        "METAR EGLL 251150Z AUTO 240P99KT 9999 NCD 12/08 Q0987",
        {"wind.speed_kt": 99, "wind.at_least": True, "qnh_hpa": 987, "sky": "NCD", "automatic": True},
    ),
    (
        "METAR LFRB 251150Z 24045G70KT 210V270 2000 1200NE 6000SW +SHRA BKN004 OVC008TCU 11/11 Q0979 RETS",
        {
            "wind.gust_kt": 70,
            "wind.from_deg": 210,
            "wind.to_deg": 270,
            "visibility_m": 2000,
            "minimum_visibility": ("1200NE", "6000SW"),
            "weather": ("+SHRA",),
            "clouds.1.type": "TCU",
            "clouds.0.base_ft": 400,
            "recent_weather": ("RETS",),
        },
    ),
    (
        "METAR EDDM 251150Z 00000KT 0050 R08L/M0050N R26R/0125V0250U FZFG VV/// M03/M03 Q1034 NOSIG",
        {
            "wind.speed_kt": 0,
            "visibility_m": 50,
            "rvr.0.less": True,
            "rvr.0.max_m": 50,
            "rvr.1.min_m": 125,
            "rvr.1.max_m": 250,
            "rvr.1.tendency": "U",
            "weather": ("FZFG",),
            "obscured": True,
            "unknown": ("vertical_visibility_ft",),
            "temperature_c": -3,
        },
    ),
    (
        "METAR LOWI 251150Z AUTO VRB01KT //// // ////// 02/M00 Q1022",
        {
            "wind.variable": True,
            "visibility_m": None,
            "temperature_c": 2,
            "dewpoint_c": 0,
            "unknown+": {"visibility_m", "weather", "clouds"},
        },
    ),
    (
        "METAR EHAM 251150Z AUTO 27018KT 9999 //////CB ///015 09/06 Q1001 TEMPO 27030G45KT 3000 +TSRAGR FEW010CB",
        {
            "clouds.0.type": "CB",
            "clouds.1.base_ft": 1500,
            "trends.0.weather": ("+TSRAGR",),
            "trends.0.wind.gust_kt": 45,
            "trend": "TEMPO",
        },
    ),
    (
        "METAR LSZH 251150Z 02008KT 350V060 9999 -RASN FEW005 SCT012 BKN025/// 01/00 Q1009 BECMG TL1330 SN",
        {
            "weather": ("-RASN",),
            "clouds.2.amount": "BKN",
            "clouds.2.base_ft": 2500,
            "trend": "BECMG",
            "trends.0.weather": ("SN",),
            "trends.0.times": ("TL1330",),
        },
    ),
    (
        "METAR UUEE 251130Z 16005MPS 9999 -SHSN SCT016CB M05/M07 Q1011 R06L/451293 R24R/CLRD70 NOSIG",
        {
            "wind.speed_kt": 10,
            "clouds.0.type": "CB",
            "runway_state": ("R06L/451293", "R24R/CLRD70"),
            "trend": "NOSIG",
        },
    ),
    (
        "SPECI KDEN 251153Z 35022G38KT 1/4SM R35L/1800V3500FT +SN BLSN FZFG VV002 M08/M09 A2987 RMK AO2 PK WND 35042/1130",
        {
            "visibility_m": 402,
            "weather": ("+SN", "BLSN", "FZFG"),
            "vertical_visibility_ft": 200,
            "rvr.0.min_m": 549,
            "rvr.0.max_m": 1067,
            "qnh_hpa": 1012,
            "kind": "SPECI",
        },
    ),
    (
        "METAR KJFK 251151Z 18012KT 1 1/2SM R04R/P6000FT BR OVC005 18/17 A3001",
        {"visibility_m": 2414, "rvr.0.more": True, "rvr.0.min_m": 1829, "weather": ("BR",)},
    ),
    ("METAR KORD 251151Z 27015KT M1/4SM FG OVC001 M01/M01 A3020 $", {"visibility_m": 402, "unread": ()}),
    (
        "METAR EGPD COR 251150Z 13025KT 4000 -DZ BR BKN003 09/09 Q1002",
        {"corrected": True, "visibility_m": 4000, "weather": ("-DZ", "BR")},
    ),
    (
        "METAR COR ENGM 251150Z 01003KT 0300 R01L/0550N R19L/P1500 FZDZ FG VV001 M02/M02 Q1018",
        {"station": "ENGM", "corrected": True, "rvr.1.more": True, "weather": ("FZDZ", "FG")},
    ),
    (
        "METAR LIMC 251150Z 00000KT 0100 0050NW R35L/0100 FG VV000 03/03 Q1029 BECMG FM1300 TL1400 0800",
        {
            "visibility_m": 100,
            "minimum_visibility": ("0050NW",),
            "vertical_visibility_ft": 0,
            "trends.0.visibility_m": 800,
            "trends.0.times": ("FM1300", "TL1400"),
        },
    ),
    (
        "METAR LEMD 251130Z VRB02KT CAVOK 22/ Q1025 NOSIG",
        {"cavok": True, "visibility_m": 10000, "dewpoint_c": None, "unknown+": {"dewpoint_c"}},
    ),
    ("METAR LFML 251130Z 33035G52KT CAVOK M02/M10 Q1011", {"temperature_c": -2, "dewpoint_c": -10}),
    (
        "METAR BIKF 251130Z 09045G61KT 0800 SHSNGS BLSN VV005 M01/M02 Q0961 WS ALL RWY",
        {"weather": ("SHSNGS", "BLSN"), "wind_shear": ("WS ALL RWY",), "qnh_hpa": 961},
    ),
    ("METAR GCLP 251130Z 02018KT 9999 WS R03R WS R03L FEW020 23/15 Q1017", {"wind_shear": ("WS R03R", "WS R03L")}),
    ("METAR HECA 251130Z 19025KT 0300 +SS VCPO SKC 35/M02 Q1004", {"weather": ("+SS", "VCPO"), "sky": "SKC"}),
    (
        "METAR ESSA 251150Z AUTO 26008KT 9999NDV -UP FZUP BKN006 00/M01 Q0999 REFZRA",
        {"visibility_m": 10000, "weather": ("-UP", "FZUP"), "recent_weather": ("REFZRA",)},
    ),
    (
        "METAR EKCH 251150Z AUTO /////KT //// ////// ///// Q////",
        {
            "unknown+": {"wind", "visibility_m", "clouds", "temperature_c", "dewpoint_c", "qnh_hpa"},
            "temperature_c": None,
            "qnh_hpa": None,
        },
    ),
    (
        "METAR EBBR 251150Z 24012KT 9999 FEW///CB BKN/// 10/07 Q1006",
        {"clouds.0.type": "CB", "clouds.0.base_ft": None, "clouds.1.amount": "BKN"},
    ),
    (
        "METAR LFPO 251130Z 21010KT 9999 VCSH VCTS VCFG FEW030CB 12/09 Q1003 TEMPO 4000 TSRA",
        {"weather": ("VCSH", "VCTS", "VCFG"), "trends.0.visibility_m": 4000},
    ),
    ("METAR EGNX 251150Z 30007KT 9999 VCVA VCFC +FC BKN020 07/03 Q1009", {"weather": ("VCVA", "VCFC", "+FC")}),
    (
        "METAR EDDF 251120Z 20004KT 1500 0600E R25L/1400D R18/P2000 BCFG PRFG MIFG NSC 01/01 Q1028 BECMG 0400 FG",
        {"visibility_m": 1500, "weather": ("BCFG", "PRFG", "MIFG"), "sky": "NSC", "trends.0.weather": ("FG",)},
    ),
    ("METAR EGQL 251150Z 25010KT 9999 FEW025 08/03 Q1008 BLU NOSIG", {"colour": "BLU", "trend": "NOSIG"}),
    (
        "METAR EGXC 251150Z 24015KT 2500 RA BKN006 OVC010 09/09 Q1000 YLO2 TEMPO 0800 +RA BKN002 RED",
        {"colour": "YLO2", "trends.0.colour": "RED", "trends.0.visibility_m": 800},
    ),
    ("METAR ETNG 251120Z 24010KT 9999 FEW020 10/06 Q1010 BLACKBLU", {"colour": "BLACKBLU"}),
    ("METAR ENZV 251150Z 16028KT 9999 -RA BKN011 08/06 Q0989 W11/S6", {"sea_state": "W11/S6"}),
    ("METAR ENBR 251150Z 16028KT 9999 BKN011 08/06 Q0989 W///H45", {"sea_state": "W///H45"}),
    (
        "METAR LPPT 251130Z 20012KT 170V240 9999 FEW012 SCT018TCU BKN040 17/14 Q1015 RESHRA",
        {"clouds.1.type": "TCU", "recent_weather": ("RESHRA",), "wind.from_deg": 170},
    ),
    ("METAR LGAV 251150Z 36020G35KT 9999 DRSN FEW020 04/M04 Q1018", {"weather": ("DRSN",)}),
    ("METAR ZBAA 251130Z 33008MPS 290V010 CAVOK M01/M18 Q1028 NOSIG", {"wind.speed_kt": 16, "dewpoint_c": -18}),
    ("METAR RJTT 251130Z 36015KT 9999 FEW030 BKN/// 15/05 Q1019 NOSIG", {"clouds.1.amount": "BKN"}),
    (
        "METAR YSSY 251130Z 18020G32KT 9999 -TSRA FEW020 SCT025CB 21/18 Q1008 RETS INTER 1200/1500 2000 TSRA",
        {"weather": ("-TSRA",), "trend": "TEMPO"},
    ),
    (
        "METAR CYVR 251200Z 09010KT 15SM -RA FEW008 OVC035 07/06 A2968 RMK SF2SC6 SLP052",
        {"visibility_m": 24140, "remarks": "SF2SC6 SLP052"},
    ),
    (
        "METAR CYYR 251200Z CCA 27020G30KT 3/8SM R08/2600FT/N +SN +BLSN VV003 M12/M14 A2941",
        {"corrected": True, "visibility_m": 604, "weather": ("+SN", "+BLSN"), "rvr.0.tendency": "N"},
    ),
    (
        "METAR LFSB 251130Z AUTO 26003KT 0450 R15/0800N R33/////  FG VV001 02/02 Q1027",
        {"visibility_m": 450, "rvr.1.min_m": None, "unknown+": {"rvr"}},
    ),
    (
        "METAR EPWA 251130Z 25006KT 220V290 0250 R33/0600V1200U FZFG OVC001 M04/M04 Q1031 R33/SNOCLO",
        {"runway_state": ("R33/SNOCLO",), "weather": ("FZFG",)},
    ),
    (
        "METAR LKPR 251130Z 24010KT 9000 -FZRA BKN008 M01/M02 Q1007 88//99//",
        {"weather": ("-FZRA",), "runway_state": ("88//99//",)},
    ),
    (
        "METAR EIDW 251130Z 23018G29KT 9999 -SHRAGS FEW015CB BKN022 06/03 Q0985 TEMPO SHSNRA BKN010CB",
        {"weather": ("-SHRAGS",), "trends.0.clouds.0.type": "CB"},
    ),
    ("METAR EGJJ 251150Z NIL", {"missing": True}),
    (
        "METAR LFAT 251130Z AUTO 23012KT 200V260 9999 BKN009 OVC014 ///TCU 11/10 Q1004 TEMPO BKN005",
        {"clouds.2.type": "TCU", "trends.0.clouds.0.base_ft": 500},
    ),
    (
        "METAR LIPZ 251150Z 05004KT 1200 BR FEW003 BKN/// XX/XX Q1027",
        {"temperature_c": None, "unknown+": {"temperature_c", "dewpoint_c"}},
    ),
    (
        "METAR EFHK 251150Z AUTO 17009KT 3800 -SG OVC004 M00/M01 Q1012 R04L/SNOCLO RESN",
        {"temperature_c": 0, "weather": ("-SG",)},
    ),
    (
        "METAR LFPG 251130Z 24015G27KT 9999 BKN012 12/10 Q1001 BECMG AT1330 28020G38KT TEMPO FM1330 TL1500 3000 +SHRA BKN008CB",
        {"trends.0.wind.gust_kt": 38, "trends.1.clouds.0.type": "CB"},
    ),
    (
        "TAF EGKK 251100Z 2512/2618 23015KT 9999 SCT020 TEMPO 2512/2516 6000 SHRA BKN014 PROB30 TEMPO 2513/2516 3000 +TSRA BKN008CB BECMG 2518/2520 30010KT",
        {
            "groups.2.probability": 30,
            "groups.2.weather": ("+TSRA",),
            "groups.2.clouds.0.type": "CB",
            "groups.3.kind": "BECMG",
        },
    ),
    (
        "TAF AMD LFPO 251300Z 2513/2618 21025G40KT 9999 BKN010 FM251800 27015KT CAVOK",
        {"amended": True, "groups.1.kind": "FM", "groups.1.cavok": True},
    ),
    (
        "TAF COR EDDM 251100Z 2512/2618 VRB03KT 0200 FZFG VV001 BECMG 2515/2517 2000 BR NSC PROB40 2603/2608 0100 FZFG VV///",
        {"corrected": True, "groups.2.probability": 40, "groups.2.visibility_m": 100, "groups.1.sky": "NSC"},
    ),
    (
        "TAF LSGG 251125Z 2512/2618 03008KT 9999 BKN035 TX06/2514Z TNM02/2605Z BECMG 2600/2602 4000 SN BKN010",
        {"temperatures": ("TX06/2514Z", "TNM02/2605Z"), "groups.1.weather": ("SN",)},
    ),
    (
        "TAF KBOS 251130Z 2512/2618 33018G30KT P6SM BKN025 WS010/31045KT FM251500 32020G35KT P6SM SCT040",
        {"groups.0.visibility_m": 9656, "groups.0.wind_shear": ("WS010/31045KT",)},
    ),
    (
        "TAF EGUL 251200Z 2512/2618 24015G25KT 8000 -RA BKN020 620304 540009 QNH2975INS",
        {"groups.0.icing_turbulence": ("620304", "540009"), "groups.0.qnh_hpa": 1007},
    ),
    (
        "TAF LFBO 251100Z 2512/2524 14025G40KT CAVOK BECMG 2522/2524 30010KT",
        {"to": datetime(2026, 11, 26, 0, tzinfo=UTC), "groups.0.cavok": True},
    ),
    ("TAF EGAA 251100Z CNL", {"cancelled": True}),
    ("TAF EGPE 251100Z NIL", {"missing": True}),
    ("TAF EGPF 251100Z 2512/2612 CNL", {"cancelled": True}),
    (
        "TAF LEPA 251100Z 2512/2612 24012KT 9999 FEW020TCU PROB30 2514/2518 SHRA SCT015CB TEMPO 2516/2518 25020G35KT 2000 TSGR",
        {"groups.1.probability": 30, "groups.2.weather": ("TSGR",)},
    ),
    (
        "TAF ENTC 251100Z 2512/2612 27030G45KT 9999 SHSN BKN015CB TEMPO 2512/2612 0500 +SHSNGS VV004 BLSN",
        {
            "groups.1.visibility_m": 500,
            "groups.1.weather": ("+SHSNGS", "BLSN"),
            "groups.1.vertical_visibility_ft": 400,
        },
    ),
    (
        "TAF LFRS 251100Z 2512/2618 22012KT 9999 BKN008 BECMG 2514/2516 NSW SCT020 FM252000Z 25008KT 6000 BR OVC003",
        {"groups.1.no_significant_weather": True, "groups.2.clouds.0.base_ft": 300},
    ),
    (
        "TAF YMML 251100Z 2512/2618 18015KT 9999 SCT030 INTER 2514/2517 3000 TSRA PROB30 INTER 2517/2520 1000 +TSRAGR",
        {"groups.2.weather": ("+TSRAGR",), "groups.2.probability": 30},
    ),
    (
        "TAF EDDK 251100Z 2512/2618 24010KT 9999 SCT025 PROB30 TEMPO 2515/2519 28025G50KT 1500 +SHRAGS BKN007CB=",
        {"groups.1.wind.gust_kt": 50, "groups.1.clouds.0.type": "CB"},
    ),
]


def told(report: Any, path: str) -> Any:
    for part in path.split("."):
        report = report[int(part)] if part.isdigit() else getattr(report, part)
    return report


@pytest.mark.parametrize(("line", "wanted"), LINES, ids=[line for line, _ in LINES])
def test_a_report_gives_each_field_of_its_form(line: str, wanted: dict[str, Any]) -> None:
    report: Any = decode(line, AT)
    assert report.unread == ()
    for path, value in wanted.items():
        if path == "unknown+":
            assert value <= set(report.unknown)
        else:
            assert told(report, path) == value, path
