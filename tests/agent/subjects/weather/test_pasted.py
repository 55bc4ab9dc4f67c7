"""A report that is pasted with a question, and a pilot's limits that are told with the flight they are for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Question, ToolCall
from agent.subjects.weather.pasted import find_pasted
from agent.understanding import make_plan
from bot.transcript import gather

FRIDAY = datetime(2026, 11, 27, 9, 40, tzinfo=UTC)
NORWICH = "METAR EGSH 270920Z 31022G34KT 4000 SHSN BKN009 OVC015 01/M01 Q0998"
BORDEAUX = "TAF LFBD 270500Z 2706/2812 25015G28KT 9999 BKN025 TEMPO 2710/2714 4000 SHRA BKN008CB BECMG 2718/2720 28008KT CAVOK"


@pytest.mark.parametrize(
    ("text", "report"),
    [
        (f"{NORWICH}. Which runway would I use there?", NORWICH),
        (f"{NORWICH}=", NORWICH),
        (f"here it is: {BORDEAUX}. what will it be like at 1300z?", BORDEAUX),
        (f"{NORWICH} - crosswind on 27?", NORWICH),
        (f"{NORWICH}, I fly a C152", NORWICH),
        ("egkb 270920z 23011kt 9000 bkn016 10/07 q1018 is it vfr", "EGKB 270920Z 23011KT 9000 BKN016 10/07 Q1018"),
        ("TAF EGGD 270455Z 2706/2806 VRB03KT 0300 FG VV001\n  BECMG 2710/2713 5000 BR\n— when?",
         "TAF EGGD 270455Z 2706/2806 VRB03KT 0300 FG VV001 BECMG 2710/2713 5000 BR"),
        ("METAR KJFK 271151Z 31016KT 10SM FEW050 02/M08 A3001 RMK AO2 SLP162 best runway?",
         "METAR KJFK 271151Z 31016KT 10SM FEW050 02/M08 A3001 RMK AO2 SLP162"),
    ],
)  # fmt: skip
def test_a_pasted_report_ends_where_its_groups_end(text: str, report: str) -> None:
    found = find_pasted(text)
    assert found is not None
    assert found.report == report


async def plan_of(text: str, deps: Deps) -> list[tuple[str, dict[str, Any]]]:
    plan = await make_plan(Question(text=text, at=FRIDAY), Conversation(), deps)
    return [(step.tool, step.arguments) for step in plan.steps]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        (f"{NORWICH}. Which runway would I use?", ("get_runway_wind", {"icao_code": "EGSH", "wind": "310/22G34"})),
        (f"{NORWICH} - crosswind on 27?",
         ("get_runway_wind", {"icao_code": "EGSH", "wind": "310/22G34", "runway": "27"})),
        ("Welche Bahn? METAR EDDS 270920Z 07014KT 9999 SCT030 08/02 Q1011=",
         ("get_runway_wind", {"icao_code": "EDDS", "wind": "070/14"})),
        ("METAR LSZS 271220Z 22015KT CAVOK 24/04 Q1020. density altitude?",
         ("get_density_altitude", {"icao_code": "LSZS", "temperature_c": 24, "dewpoint_c": 4, "qnh_hpa": 1020})),
        ("EGJJ 270920Z 26014KT 9999 SCT014 11/09 Q1015 is that within my minima",
         ("get_weather", {"report": "EGJJ 270920Z 26014KT 9999 SCT014 11/09 Q1015", "held": True})),
        ("METAR LFMN 270930Z 34008KT CAVOK 14/02 Q1016 NOSIG explain",
         ("get_weather", {"report": "METAR LFMN 270930Z 34008KT CAVOK 14/02 Q1016 NOSIG"})),
    ],
)  # fmt: skip
async def test_what_is_asked_of_a_pasted_report_is_answered_of_it(
    text: str, call: tuple[str, dict[str, Any]], deps: Deps
) -> None:
    assert await plan_of(text, deps) == [call]


async def test_nothing_of_a_pasted_report_is_left_aside(deps: Deps) -> None:
    text = "METAR LOWS 260950Z 00000KT 1500 BR BKN004 01/01 Q1028. is that above my limits?"
    plan = await make_plan(Question(text=text, at=FRIDAY), Conversation(), deps)
    assert plan.left_aside == ()


async def test_a_pasted_report_is_of_no_day_that_is_yet_to_come(deps: Deps) -> None:
    text = "metar EDDM decodieren: EDDM 121220Z 25012G24KT 9999 -SHRA BKN035CB 18/12 Q1009"
    told = await gather(answer(Question(text=text, at=FRIDAY), Conversation(), deps))
    assert "12. Nov" in told.text
    assert "Nicht berücksichtigt" not in told.text
    assert "Schauer (Regen)" in told.text


async def test_a_pasted_report_is_asked_about_later(deps: Deps) -> None:
    told = await gather(answer(Question(text=NORWICH, at=FRIDAY), Conversation(), deps))
    memory = told.conversation(Conversation())
    plan = await make_plan(Question(text="crosswind on 27?", at=FRIDAY), memory, deps)
    wind: dict[str, Any] = {"icao_code": "EGSH", "wind": "310/22G34", "runway": "27"}
    assert plan.steps == (ToolCall(tool="get_runway_wind", arguments=wind),)


@pytest.mark.parametrize(
    ("text", "limits", "tool", "asked"),
    [
        ("my limits are 15 knots crosswind and 1500 foot ceiling. Is tomorrow OK for Biggin to Le Touquet?",
         {"ceiling_ft": 1500, "crosswind_kt": 15}, "get_day_brief", {"day": "2026-11-28"}),
        ("I won't fly below 1000 ft cloud or with more than 20 kt gusts. would Saturday work Shoreham to Deauville?",
         {"ceiling_ft": 1000, "wind_gust_kt": 20}, "get_day_brief", {"day": "2026-11-28"}),
        ("Meine Minima sind Untergrenze 1500 und Sicht 8 km, passt das morgen von Egelsbach nach Straubing?",
         {"ceiling_ft": 1500, "visibility_m": 8000}, "get_day_brief",
         {"from_location": "Egelsbach", "to_location": "Straubing", "day": "2026-11-28"}),
        ("je ne vole pas avec moins de 1500 ft de plafond, est-ce que dimanche c'est bon pour Lille - Deauville ?",
         {"ceiling_ft": 1500}, "get_day_brief", {"day": "2026-11-29"}),
        ("my max crosswind is 12 knots. Elstree to Caen at 3000 ft tomorrow, ok?",
         {"crosswind_kt": 12}, "get_day_brief", {"day": "2026-11-28"}),
        ("my crosswind limit is 10 kt, can I land at Jersey this afternoon?",
         {"crosswind_kt": 10}, "get_runway_wind", {"icao_code": "EGJJ"}),
        ("I don't fly with gusts over 25. Weather Jersey now?",
         {"wind_gust_kt": 25}, "get_weather", {"places": ["Jersey"]}),
        ("max gust 22, is Shoreham ok tomorrow", {"wind_gust_kt": 22}, "get_weather", {"places": ["Shoreham"]}),
        ("max 22 Böen, kann ich in Egelsbach landen?",
         {"wind_gust_kt": 22}, "get_weather", {"places": ["Egelsbach"]}),
        ("rafales 25 max, je peux poser à Lognes ?", {"wind_gust_kt": 25}, "get_weather", {"places": ["Lognes"]}),
        ("Lydd to Le Touquet tomorrow, gusts no more than 20",
         {"wind_gust_kt": 20}, "get_day_brief", {"from_location": "Lydd", "to_location": "Le Touquet"}),
        ("my limits are 1500 ft and 5 km. weather at Gatwick?",
         {"ceiling_ft": 1500, "visibility_m": 5000}, "get_weather", {"places": ["Gatwick"]}),
    ],
)  # fmt: skip
async def test_limits_told_with_a_flight_are_kept_and_the_flight_is_answered(
    text: str, limits: dict[str, int], tool: str, asked: dict[str, Any], deps: Deps
) -> None:
    (kept, minima), (called, arguments) = await plan_of(text, deps)
    assert (kept, minima, called) == ("set_minima", limits, tool)
    assert asked.items() <= arguments.items()
    assert "time" not in arguments


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("merk dir mal: heimatplatz edln, cessna 172 mit 105 knoten, minima seitenwind 12", {"crosswind_kt": 12}),
    ],
)
async def test_limits_among_what_is_to_be_remembered_are_kept(
    text: str, limits: dict[str, int], deps: Deps
) -> None:
    (told, own), (kept, minima) = await plan_of(text, deps)
    assert (told, kept, minima) == ("set_profile", "set_minima", limits)
    assert own["home_base"] and own["cruise_speed_kts"] == 105


async def test_wenns_is_no_village_and_the_crosswind_then_is_of_the_same_field(deps: Deps) -> None:
    memory = Conversation()
    for text in ("welche bahn in texel bei 200/12", "und wenns 240 mit 25 ist, welche bahn"):
        told = await gather(answer(Question(text=text, at=FRIDAY), memory, deps))
        memory = told.conversation(memory)
    plan = await make_plan(Question(text="seitenwind für die bahn dann?", at=FRIDAY), memory, deps)
    assert plan.steps[0].tool == "get_runway_wind"
    assert plan.steps[0].arguments["wind"] == "240/25"
    assert plan.steps[0].arguments["icao_code"] in ("EHTX", "texel")


async def test_against_minima_that_are_not_set_says_so(briefing: Any) -> None:
    told = await briefing.words("get_weather", places=["LFAT"], held=True)
    assert told.startswith("You have set no minima.")


async def test_a_wind_at_an_angle_is_along_and_across(briefing: Any) -> None:
    told = await briefing.words("get_runway_wind", wind="18G30", off_deg=60)
    assert "**9 kt along it, 16 kt across**" in told  # 18 cos 60, 18 sin 60
    assert "15 kt along it, 26 kt across" in told


A_TAF = "TAF EDDS 270500Z 2706/2806 25012KT 9999 SCT030 FM271400 31020G32KT BKN015"


async def test_the_runways_are_told_by_a_pasted_taf_at_its_hour(deps: Deps) -> None:
    """Of a TAF only the weather was told, whatever runway was asked about."""
    ((tool, said),) = await plan_of(f"{A_TAF}, crosswind on 25 at 15z for my limit of 15?", deps)
    assert tool == "get_runway_wind"
    assert said == {
        "icao_code": "EDDS", "report": A_TAF, "runway": "25", "time": "1500Z", "crosswind_limit_kt": 15,
    }  # fmt: skip
    text = (
        await gather(answer(Question(text=f"{A_TAF}, crosswind on 25 at 15z?", at=FRIDAY), Conversation(), deps))
    ).text
    assert "cross 17 (gusts to 27) kt from the right" in text
    before = f"{A_TAF}, crosswind on 25 at 11z?"
    assert "cross 1 kt" in (await gather(answer(Question(text=before, at=FRIDAY), Conversation(), deps))).text
    late = await gather(
        answer(Question(text=f"{A_TAF}, crosswind on 25 on sunday at 15z", at=FRIDAY), Conversation(), deps)
    )
    assert "valid from 27 06:00 to 28 06:00 UTC" in late.text


async def test_a_pasted_taf_is_gone_on_with(deps: Deps) -> None:
    chat = Conversation()
    calls: list[tuple[str, dict[str, Any]]] = []
    for text in (A_TAF, "runway at 3pm?", "which runway at 15z?", "ceiling?"):
        found = await gather(answer(Question(text=text, at=FRIDAY), chat, deps))
        chat = found.conversation(chat)
        assert found.plan is not None
        calls.append((found.plan.steps[0].tool, found.plan.steps[0].arguments))
    assert calls[1] == ("get_runway_wind", {"icao_code": "EDDS", "report": A_TAF, "time": "15:00"})
    assert calls[2] == ("get_runway_wind", {"icao_code": "EDDS", "report": A_TAF, "time": "1500Z"})
    assert calls[3] == ("get_weather", {"report": A_TAF, "time": "1500Z"})


async def test_a_pasted_report_is_held_against_a_limit_and_is_no_call_for_help(deps: Deps) -> None:
    chat = Conversation()
    for text in ("METAR LFAT 270930Z 24018G28KT 9999 BKN014 11/07 Q1016", "is it above my minima of 1200 ft?"):
        found = await gather(answer(Question(text=text, at=FRIDAY), chat, deps))
        chat = found.conversation(chat)
    assert found.plan is not None
    assert not found.plan.emergency
    assert "ceiling 1,200 ft" in found.text


async def test_the_wind_at_times_of_a_taf_is_held_against_the_limit_too(deps: Deps) -> None:
    """What prevails alone was said to be within it."""
    taf = "TAF EGPK 270802Z 2709/2809 29018KT 9999 SCT020 TEMPO 2712/2716 34025G38KT 4000 SHRA BKN010CB"
    asked = f"{taf} - is 30 usable at 1400 for a 17 kt limit"
    text = (await gather(answer(Question(text=asked, at=FRIDAY), Conversation(), deps))).text
    assert "At times 30 · head 20 kt · cross 16 (gusts to 24) kt from the right." in text
    assert "At times 24 kt across on 30, above your 17." in text


async def test_a_metar_tells_nothing_of_later(deps: Deps) -> None:
    asked = "LIRQ 270850Z 03004KT 0400 FG VV001 04/04 Q1021, when will this lift?"
    text = (await gather(answer(Question(text=asked, at=FRIDAY), Conversation(), deps))).text
    assert "A METAR tells of now" in text
