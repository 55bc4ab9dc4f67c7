"""Weather asked at home, of a local flight, of an hour ahead; what is never told is said so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from servers.aviationweather import AviationWeatherServer

from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Minima, Plan, Profile, Question, ToolCall
from agent.understanding import make_plan

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
HOME = Profile(home_base="EGTF")


async def planned(text: str, deps: Deps, last: ToolCall | None = None, profile: Profile = HOME) -> ToolCall:
    chat = Conversation(last_plan=Plan(steps=(last,))) if last else Conversation()
    (step,) = (await make_plan(Question(text=text, at=NOON, profile=profile), chat, deps)).steps
    return step


@pytest.mark.parametrize(
    ("text", "tool", "said"),
    [
        ("weather?", "get_weather", {"places": ["EGTF"]}),
        ("taf", "get_weather", {"places": ["EGTF"], "kind": "taf"}),
        ("crosswind now", "get_runway_wind", {"icao_code": "EGTF"}),
        ("density altitude", "get_density_altitude", {"icao_code": "EGTF"}),
        ("last light", "get_airport_details", {"icao_code": "EGTF", "about": ["sun"]}),
        ("notam", "get_notams", {"icao_code": "EGTF"}),
        ("crosswind at LFAT", "get_runway_wind", {"icao_code": "LFAT"}),
        ("flight category EGKK", "get_weather", {"places": ["EGKK"], "category": True}),
        ("Startstrecke in Samedan bei 25 Grad?", "get_density_altitude", {"icao_code": "LSZS", "distances": True}),
        ("weather at LFAT in 3 hours", "get_weather", {"places": ["LFAT"], "time": "+180min"}),
        ("brief me for Old Warden to Beccles on Wednesday, back by 4", "get_day_brief", {"return_by": "16:00"}),
        ("turbulence sigmet over France?", "get_sigmets", {"place": "France"}),
        ("any sigmets in the London FIR", "get_sigmets", {"place": "London FIR"}),
        ("weather in three weeks at EGTF", "get_outlook", {"day": "2026-12-13"}),
        ("I've 240/25 gusting 38 at Barton, how much across 27L", "get_runway_wind", {"runway": "27L"}),
        (
            "can I make Dinard and back on 100 l at 30 l/h, 105 kt, 20 kt headwind home",
            "get_fuel_plan",
            {"headwind_kt": -20, "return": True},
        ),
        (
            "winds over Dover at 2000 3000 and 5000 tomorrow noon",
            "get_winds_aloft",
            {"levels_ft": [2000, 3000, 5000], "time": "12:00"},
        ),
        ("is the crosswind at Sandown within my limits", "get_runway_wind", {"icao_code": "EGHN"}),
        ("weather at Faro", "get_weather", {"places": ["Faro"]}),
        ("is it flyable at home tomorrow", "get_day_brief", {"to_location": "home"}),
        (
            "brief me on a local tomorrow 14:00 to 16:00",
            "get_day_brief",
            {"from_location": "EGTF", "to_location": "EGTF", "time": "14:00", "return_time": "16:00"},
        ),
        (
            "vol local à Lognes samedi matin ?",
            "get_day_brief",
            {"from_location": "Lognes", "to_location": "Lognes"},
        ),
        ("map of sigmets on my way to Cannes", "get_sigmets", {"to_location": "Cannes"}),
        (
            "is METAR EGKK 221150Z 24016G27KT 8000 RA BKN011 10/09 Q1008 within my minima",
            "get_weather",
            {"report": "METAR EGKK 221150Z 24016G27KT 8000 RA BKN011 10/09 Q1008"},
        ),
        ("météo à Lille dans une heure et demie", "get_weather", {"time": "+90min"}),
    ],
)
async def test_what_is_asked_without_a_place_is_asked_at_home(
    text: str, tool: str, said: dict[str, Any], shared: Deps
) -> None:
    step = await planned(text, shared)
    assert step.tool == tool
    assert said.items() <= step.arguments.items()


async def test_a_word_that_may_be_a_place_is_not_taken_for_home(shared: Deps) -> None:
    assert (await planned("crosswind at Qwertzuiop", shared)).arguments.get("icao_code") != "EGTF"
    assert (await planned("crosswind now", shared, profile=Profile())).tool == "ask_clarifying_question"


@pytest.mark.parametrize(
    ("text", "last", "tool"),
    [
        (
            "still air?",
            ToolCall(tool="get_wind_plan", arguments={"from_location": "EGTF", "to_location": "LFAT"}),
            "calculate_flight_distance",
        ),
        ("EGKB to LFAT", ToolCall(tool="watch_flight", arguments={"day": "2026-11-28"}), "watch_flight"),
        (
            "take-off roll?",
            ToolCall(tool="get_density_altitude", arguments={"icao_code": "LSZS"}),
            "get_density_altitude",
        ),
    ],
)
async def test_what_follows_a_reckoning(text: str, last: ToolCall, tool: str, shared: Deps) -> None:
    step = await planned(text, shared, last)
    assert step.tool == tool
    assert last.arguments.items() <= step.arguments.items()


async def test_a_local_flight_is_briefed_and_watched(briefing: Any) -> None:
    briefing.profile = HOME.model_copy(update={"minima": Minima(ceiling_ft=1500, wind_kt=5)})
    words = await briefing.words("get_day_brief", from_location="EGTF", to_location="EGTF", day="tomorrow")
    assert "EGTF Fairoaks, a local flight" in words
    assert "Aloft" not in words and "GAR" not in words and "arriving" not in words
    assert words.count("NOTAM not seen here: EGTF") == 1
    watch = await briefing.ask("watch_flight", day="2026-11-28")
    assert (watch.from_icao, watch.to_icao) == ("EGTF", "EGTF")
    assert watch.lines, "10 kt are above 5"
    assert "Say to where" in await briefing.words("watch_flight", day="2026-11-28")


async def test_an_hour_ahead_is_not_answered_with_the_report_of_now(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    briefing.profile = Profile(minima=Minima(ceiling_ft=1500, crosswind_kt=5))
    awc.metar(
        "LFAT", "METAR LFAT 221150Z 24018KT 9999 BKN009 12/08 Q1009", (clock() - timedelta(minutes=10)).timestamp()
    )
    awc.taf("LFAQ", "TAF LFAQ 221100Z 2212/2318 24015KT 9999 BKN020", clock().timestamp())
    words = await briefing.words("get_weather", places=["LFAT"], day="2026-11-23", time="14:00")
    assert "METAR" not in words
    assert "has sent no TAF: the nearest" in words and "broken 2,000 ft" in words
    assert "53 nm away; for the place itself the models have" in words, "the models are told beside Albert's TAF"
    assert "900 ft" not in words
    assert "crosswind" not in words, "nothing is told of the wind across at the field itself"
    now = await briefing.words("get_weather", places=["LFAT"])
    assert "METAR LFAT" in now and "Crosswind at LFAT 17 kt, above your 5 kt" in now


async def test_so_many_minutes_from_now(briefing: Any, awc: AviationWeatherServer, clock: Any) -> None:
    taf = "TAF EGKB 221100Z 2212/2221 24012KT 9999 BKN020 FM221400 24012KT 4000 BKN006"
    awc.taf("EGKB", taf, clock().timestamp())
    assert "broken 600 ft" in (await briefing.words("get_weather", places=["EGKB"], kind="taf", time="+150min"))


async def test_two_figures_for_one_limit_keep_nothing(briefing: Any, shared: Deps) -> None:
    step = await planned("my minima: ceiling 1500 over the sea 2000, vis 5 km", shared)
    assert step.arguments == {"ceiling_ft": 1500, "visibility_m": 5000, "unplaced": [2000]}
    found = await briefing.ask("set_minima", **step.arguments)
    assert not found.changed and "nothing is changed" in found.message
    assert [choice.call.arguments["ceiling_ft"] for choice in found.choices] == [1500, 2000]


async def test_what_is_never_told_is_said(briefing: Any, awc: AviationWeatherServer, clock: Any) -> None:
    awc.metar(
        "EGKK", "METAR EGKK 221150Z 24018KT 9999 BKN009 12/08 Q1009", (clock() - timedelta(minutes=10)).timestamp()
    )
    category = await briefing.words("get_weather", places=["EGKK"], kind="metar", category=True)
    assert category.startswith("A flight category is a US scheme")
    assert "VFR" not in category
    assert "no take-off or landing distance" in await briefing.words(
        "get_density_altitude", elevation_ft=5600, temperature_c=25, distances=True
    )
    cold = await briefing.words("get_density_altitude", elevation_ft=2500, qnh_hpa=990)
    assert cold.startswith("2,500 ft: **pressure altitude 3,150 ft** at QNH 990. No density altitude without")


async def test_a_sigmet_of_today_is_not_on_the_way_tomorrow(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    start = int(clock().timestamp())
    corners = [{"lat": lat, "lon": lon} for lat, lon in ((52, -2), (52, 2), (50, 2), (50, -2))]
    row = {"icaoId": "EGRR", "firId": "EGTT", "firName": "EGTT LONDON", "seriesId": "02", "hazard": "TURB"}
    row |= {"qualifier": "SEV", "base": 0, "top": 6000, "geom": "AREA", "coords": corners, "rawSigmet": "WSUK31"}
    awc.sigmets = [{**row, "validTimeFrom": start, "validTimeTo": start + 4 * 3600}]
    flight = {"from_location": "EGTF", "to_location": "LFAT"}
    tomorrow = await briefing.words("get_day_brief", **flight, day="tomorrow")
    assert "SEV" not in tomorrow and "SIGMETs (they reach hours, not days)" in tomorrow
    assert "SIGMET on the way" in await briefing.words("get_day_brief", **flight, day="today", time="14:00")


async def test_home_by_a_time_is_home_by_then(briefing: Any) -> None:
    found = await briefing.ask(
        "get_day_brief", from_location="EGTH", to_location="EGSM", day="tomorrow", return_by="16:00"
    )
    leaving, home = found.windows[2].at, found.windows[3].at
    assert timedelta(0) <= datetime(2026, 11, 23, 16, tzinfo=UTC) - home < timedelta(minutes=2)
    assert leaving == found.returns < home


async def test_the_sigmets_of_a_country_are_those_of_its_regions(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    start = int(clock().timestamp())
    row: dict[str, Any] = {
        "icaoId": "LFPW",
        "seriesId": "1",
        "hazard": "TS",
        "qualifier": "EMBD",
        "geom": "UNK",
        "coords": [],
    }
    row |= {"validTimeFrom": start, "validTimeTo": start + 4 * 3600, "rawSigmet": "WSFR31"}
    awc.sigmets = [
        {**row, "firId": "LFMM", "firName": "LFMM MARSEILLE"},
        {**row, "firId": "LECM", "firName": "LECM MADRID"},
    ]
    france = await briefing.words("get_sigmets", place="France")
    assert "1 SIGMET on France" in france and "MARSEILLE" in france and "MADRID" not in france
    assert "MADRID" in await briefing.words("get_sigmets", place="Madrid FIR")
    assert "No SIGMET seen of the regions of Germany" in await briefing.words("get_sigmets", place="Germany")
    way = {"from_location": "EGTF", "to_location": "LEZL"}
    assert "position not told: LFMM MARSEILLE" in await briefing.words("get_sigmets", **way), "it lies between"
    brief = await briefing.words(
        "get_day_brief", from_location="EGTF", to_location="LFAT", time="13:00", day="today"
    )
    assert "SIGMET without a position: LFMM MARSEILLE" in brief and "No SIGMET seen" not in brief


async def test_a_town_beside_its_station_has_that_alone(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    for station in ("EGMD", "LFAT"):
        raw = f"METAR {station} 221150Z 24018KT 9999 BKN009 12/08 Q1009"
        awc.metar(station, raw, (clock() - timedelta(minutes=10)).timestamp())
    words = await briefing.words("get_weather", places=["Lydd"], kind="metar")
    assert words.startswith("**EGMD Lydd London Ashford**") and "LFAT" not in words


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        (("metar EGKK", "any CB?"), {"places": ["EGKK"], "kind": "metar"}),
        (("météo de Lognes", "et le plafond ?"), {"places": ["Lognes"], "elements": ["cloud"]}),
        (("metar EGKK", "what does BKN011 mean", "taf"), {"places": ["EGKK"], "kind": "taf"}),
        (("metar EGKK", "8000?"), {"term": "8000", "reports_of": ["EGKK"]}),
        (("crosswind at LFAT", "what if it backs to 200?"), {"icao_code": "LFAT", "wind": "200/18G28"}),
        (("crosswind at LFAT", "and with gusts of 35?"), {"icao_code": "LFAT", "wind": "240/18G35"}),
        (("my minima: ceiling 1500", "clear all"), {"clear": True}),
    ],
)
async def test_what_leans_on_a_report_or_a_wind(
    said: tuple[str, ...], arguments: dict[str, Any], briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    issued = (clock() - timedelta(minutes=10)).timestamp()
    awc.metar("EGKK", "METAR EGKK 221150Z 24016KT 8000 RA BKN011 10/09 Q1008", issued)
    awc.metar("LFAT", "METAR LFAT 221150Z 24018G28KT 9999 BKN011 10/09 Q1008", issued)
    chat = Conversation()
    for text in said:
        question = Question(text=text, at=NOON, profile=HOME)
        *_, done = [event async for event in answer(question, chat, briefing.deps)]
        assert isinstance(done, Done)
        chat = done.conversation
    assert chat.last_plan is not None
    assert chat.last_plan.steps[-1].arguments == arguments


async def test_the_outlook_is_held_against_the_minima(briefing: Any) -> None:
    briefing.profile = Profile(minima=Minima(wind_kt=5, ceiling_ft=1500))
    words = await briefing.words("get_outlook", places=["LFAT"], day="2026-11-25")
    assert "Wind at LFAT above your 5 kt in 3 of 3 models" in words
    briefing.profile = Profile(minima=Minima(wind_kt=40))
    assert "Nothing told here stands against" in await briefing.words(
        "get_outlook", places=["LFAT"], day="2026-11-25"
    )


async def test_an_hour_that_is_none_is_said_to_be_none(shared: Deps, briefing: Any) -> None:
    step = await planned("taf for EGKB at 25:00", shared)
    assert step.arguments["time"] == "25:00"
    with pytest.raises(InvalidQuestion, match="25:00"):
        await briefing.ask("get_weather", **step.arguments)


async def test_a_pasted_report_is_read_and_none_is_fetched(briefing: Any, awc: AviationWeatherServer) -> None:
    briefing.profile = Profile(minima=Minima(ceiling_ft=1500, crosswind_kt=12))
    raw = "METAR LFAT 221150Z 24018G28KT 9999 -RA BKN010 12/08 Q1009 TEMPO 3000 RA BKN006"
    words = await briefing.words("get_weather", report=raw)
    assert words.startswith("**LFAT**, the report you gave of 22 Nov 11:50 UTC:")
    assert "Trend: at times 3 km" in words
    assert "Ceiling at LFAT 1,000 ft, below your 1,500 ft" in words and "Crosswind at LFAT 17 kt" in words
    taf = await briefing.words(
        "get_weather", report="TAF EGKB 221100Z 2212/2221 23011KT 9999 BKN016 BECMG 2218/2220 CAVOK"
    )
    assert "22 12:00 to 22 21:00 UTC: wind 230° 11 kt" in taf and "18:00–20:00 UTC: becoming CAVOK" in taf
    cancelled = await briefing.words("get_weather", report="TAF AMD EGKB 221640Z 2216/2224 CNL")
    assert "**Cancelled.**" in cancelled and "minima" not in cancelled
    assert not awc.requests


async def test_a_town_is_no_code_in_small_letters(briefing: Any) -> None:
    assert "Sulaiman" not in await briefing.words("get_weather", places=["Wick"])
    assert "Rooiberg" not in await briefing.words("get_weather", places=["Faro"])


async def test_a_flight_at_home_begins_when_it_still_can(briefing: Any) -> None:
    local = {"from_location": "EGTF", "to_location": "home"}
    briefing.profile = HOME
    found = await briefing.ask("get_day_brief", **local, day="today", time="11:00", return_time="15:00")
    assert found.leaves == datetime(2026, 11, 22, 12, 15, tzinfo=UTC)
    found = await briefing.ask("get_day_brief", **local, time="13:00")
    assert (found.leaves.day, found.returns.hour) == (22, 15)


async def test_a_name_behind_a_preposition_is_never_home(shared: Deps) -> None:
    assert (await planned("weather in Ulm tomorrow at 10", shared)).arguments.get("places") != ["EGTF"]
