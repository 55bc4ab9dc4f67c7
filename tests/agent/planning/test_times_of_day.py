"""Times without a colon are read where a time is expected, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from agent.language.quantities import find_quantities

TIMES: list[tuple[str, float, str]] = [
    ("what notice does LFAQ need arriving 1030 on Saturday from the UK", 10.5, "local"),
    ("landing at 0900z on Sunday", 9.0, "utc"),
    ("ETA 1030 at LFAT from the UK tomorrow", 10.5, "local"),
    ("ETD 0815z from EGTF to LFAT", 8.25, "utc"),
    ("EOBT 1015", 10.25, "local"),
    ("EGTF to LFAT off blocks 14h30 tomorrow", 14.5, "local"),
    ("off blocks at 0900 EGTF to LFAT", 9.0, "local"),
    ("depart EGTF 1000", 10.0, "local"),
    ("arrive Saturday 1100", 11.0, "local"),
    ("leaving at 0930 on 12 May", 9.5, "local"),
    ("notice for LFAQ on Monday at 9 from the UK", 9.0, "local"),
    ("customs at LFAT tomorrow at 1430", 14.5, "local"),
    ("landing at 9", 9.0, "local"),
    ("landing at 8 in the evening", 20.0, "local"),
    ("take off at 8", 8.0, "local"),
    ("départ 14h30 de LFAT", 14.5, "local"),
    ("arrivée à 9h", 9.0, "local"),
    ("Ankunft 1030 in LFAT", 10.5, "local"),
    ("Abflug morgen 0730", 7.5, "local"),
    ("LFAQ notice Saturday 1000 from UK", 10.0, "local"),
    ("EGJB notice Saturday 0900", 9.0, "local"),
    ("EGHR from LFAT 28 Nov 1400", 14.0, "local"),
    ("EGHR from LFAT 28 Nov 2026 1400", 14.0, "local"),
    ("EGHR from LFAT 28 Nov 2030", 20.5, "local"),
    ("tuesday 24 november 0930 gar window", 9.5, "local"),
    ("LFAQ 0930 saturday from UK", 9.5, "local"),
    ("EGKB sat 9am", 9.0, "local"),
    ("EGKB notice sunday noon", 12.0, "local"),
    ("EDAZ Sa. 9 Uhr", 9.0, "local"),
    ("LFAT samedi 9h", 9.0, "local"),
    ("LFAT samedi 14h30", 14.5, "local"),
    ("LFAT Saturday 0815z", 8.25, "utc"),
]


@pytest.mark.parametrize(("text", "hours", "basis"), TIMES)
def test_a_bare_time_is_read_after_a_word_of_arriving_or_leaving(text: str, hours: float, basis: str) -> None:
    clocks = [(q.value, q.unit) for q in find_quantities(text) if q.kind == "clock"]
    assert clocks == [(hours, basis)]


@pytest.mark.parametrize(
    "text",
    [
        "airports near LFAT with a runway of 1030 m",
        "landing 1200 m runway",
        "arriving at 2500 ft",
        "elevation 1030 ft arriving LSZR",
        "land at 9 nm from Paris",
        "landing at 3 airfields",
        "arriving 4 people",
        "landing fee of 25 euros",
        "cruise at 120",
        "at 1030 knots",
        "squawk 7000 arriving at LFAT",
        "call 121.5 when landing at LFAT",
        "crossing the channel at 1500 tomorrow",
        "at 1500",
        "we arrive 25 December",
        "arriving 10 May",
        "arriving 0800-0900",
        "14h30 de vol",
        "2026",
        "landing at 5",
        "28 Nov 2026",
        "Saturday 1200 m runway",
        "Saturday 1200m runway",
        "Saturday 2500 ft",
        "Saturday 118.5",
        "Saturday at 1030 knots",
        "Saturday 1200 kg",
        "Saturday 2h flight",
        "samedi 14h30 de vol",
        "Saturday overfly France 1500",
    ],
)
def test_other_numbers_are_no_times(text: str) -> None:
    assert not [q.text for q in find_quantities(text) if q.kind == "clock"]


async def test_a_bare_time_reaches_the_tool(ask: Any) -> None:
    plan = await ask("what notice does LFAQ need arriving 1030 on Saturday from the UK")
    assert plan.steps[0].arguments == {
        "icao_code": "LFAQ",
        "day_of_week": "Saturday",
        "time": "10:30",
        "from_country": "GB",
    }
    plan = await ask("EGTF to LFAT off blocks 14h30 tomorrow, do I need customs?")
    assert plan.steps[0].tool == "get_border_brief"
    assert plan.steps[0].arguments["date"] == "2026-11-22 14:30"


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ("military airfields in Italy", "search_airports", {"query": "Italy"}),
        ("list private airfields in France", "search_airports", {"query": "France"}),
        ("military bases near Lyon", "find_airports_near_location", {"location_query": "Lyon"}),
    ],
)
async def test_a_kind_of_airfield_in_a_country_is_a_list(
    ask: Any, text: str, tool: str, arguments: dict[str, Any]
) -> None:
    plan = await ask(text)
    assert [(step.tool, dict(step.arguments)) for step in plan.steps] == [(tool, arguments)]


@pytest.mark.parametrize(
    "text",
    [
        "can I land at military airfields in Italy?",
        "do military airfields in Italy accept civil aircraft?",
        "are civilians allowed to land at military airfields in France",
        "which military aerodromes in France take civil traffic",
        "are there military airfields in Italy that I may use?",
    ],
)
async def test_whether_one_may_land_on_that_kind_is_a_question_of_rules(ask: Any, text: str) -> None:
    assert [step.tool for step in (await ask(text)).steps] == ["answer_rules_question"]
