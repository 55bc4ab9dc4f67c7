"""Altiports and seaplane bases are kinds of fields; a border's line and who clears flights are wishes of a list."""

from __future__ import annotations

import re
from typing import Any

import pytest

from agent.aviation.field_use import special_use
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Plan, Planned, Question


async def asked(deps: Deps, text: str) -> tuple[Plan, str]:
    plan, said = Plan(), ""
    async for event in answer(Question(text=text, at=deps.now()), Conversation(), deps):
        if isinstance(event, Planned):
            plan = event.plan
        if isinstance(event, Done):
            said = event.conversation.turns[-1].answer
    return plan, said


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("altiports in France", {"mountain": True}),
        ("Gebirgslandeplätze in der Schweiz", {"mountain": True}),
        ("seaplane bases in Italy", {"on_water": True}),
        ("hydrobases en France", {"on_water": True}),
        ("fields in Normandy that clear UK flights", {"point_of_entry": True}),
        ("airfields in Brittany which handle British arrivals", {"point_of_entry": True}),
        ("Flugplätze in Bayern die Flüge aus der Schweiz abfertigen", {"point_of_entry": True}),
    ],
)
async def test_a_kind_of_field_is_asked_for_by_its_name(deps: Deps, text: str, filters: dict[str, Any]) -> None:
    plan, _ = await asked(deps, text)
    (step,) = plan.steps
    assert (step.tool, step.arguments["filters"]) == ("search_airports", filters)


async def test_altiports_with_a_code_stand_before_bare_slopes(deps: Deps) -> None:
    _, said = await asked(deps, "altiports in France")
    known = [one for one in deps.airports.in_country("FR") if special_use(one) == "mountain strip"]
    coded = {one.ident for one in known if one.icao}
    first = [line.split()[1] for line in said.splitlines() if line[:2] in ("1.", "2.", "3.", "4.", "5.")]
    assert f"**{len(known)} fields** in France are altiports" in said
    assert len(first) == 5
    assert set(first) <= coded


@pytest.mark.parametrize(
    ("text", "wish", "country"),
    [
        ("airfields near the Swiss border", "near the Swiss border", "Switzerland"),
        ("fields in France close to the border", "close to the border", "France"),
    ],
)
async def test_near_a_border_cannot_be_taken_and_is_said_first(
    deps: Deps, text: str, wish: str, country: str
) -> None:
    plan, said = await asked(deps, text)
    assert plan.steps[0].arguments == {"query": country}
    assert f"I could not take account of “{wish}”" in said.splitlines()[0]


async def test_a_border_that_is_crossed_asks_for_customs(deps: Deps) -> None:
    plan, _ = await asked(deps, "border crossing points in Slovenia")
    assert plan.steps[0].tool == "get_border_crossing_airports" or plan.steps[0].arguments.get("filters")


async def test_a_canton_is_a_part_and_no_town_of_that_name(deps: Deps) -> None:
    plan, _ = await asked(deps, "airfields in Canton Bern")
    assert plan.steps[0].arguments == {"query": "Bern"}


@pytest.mark.parametrize(
    ("text", "query", "first"),
    [
        ("fields along the Rhine with a restaurant", "Rhine", "the Rhine valley"),
        ("airports along the Rhône valley with avgas", "Rhône valley", "the Rhône Valley"),
        ("Flugplätze entlang der Donau mit Hartbelag", "Donau", "Donau"),
    ],
)
async def test_along_a_river_is_between_its_banks(deps: Deps, text: str, query: str, first: str) -> None:
    plan, said = await asked(deps, text)
    assert (plan.steps[0].tool, plan.steps[0].arguments["query"]) == ("search_airports", query)
    assert first in said.splitlines()[0]


async def test_a_rivers_part_of_a_country_lies_in_that_country(deps: Deps) -> None:
    plan, _ = await asked(deps, "fields along the Danube in Austria")
    assert plan.steps[0].arguments == {"query": "Danube", "filters": {"country": "AT"}}


async def test_gliding_is_unknown_where_a_name_is_silent_of_it(deps: Deps) -> None:
    _, said = await asked(deps, "glider fields near Fontainebleau")
    assert said.startswith("**I do not know: for ")
    assert "do not fit: gliding" not in said


async def test_microlight_fields_are_told_by_their_names(deps: Deps) -> None:
    plan, said = await asked(deps, "terrains ULM autour de Chartres")
    assert plan.steps[0].arguments == {"location_query": "Chartres", "filters": {"microlight": True}}
    assert "Écrosnes ULM" in said
    own, said = await asked(deps, "fields near Chartres for my ULM")
    assert own.steps[0].arguments == {"location_query": "Chartres"}
    assert "could not take account of “ULM”" in said  # who may come in one no source lists


async def test_fields_that_do_not_fit_are_counted_once(deps: Deps) -> None:
    _, said = await asked(deps, "which fields in Cornwall have a hard runway longer than 900 m and avgas?")
    assert re.search(r"(\d+) fields do not fit: runway length \(\1\), hard runway \(\d+\)\.", said)
    missed, unknown = (int(re.findall(words, said)[0]) for words in (r"(\d+) fields do not fit", r"For (\d+) I"))
    area = deps.areas.find("Cornwall")
    assert area is not None
    assert missed + unknown <= len(area.idents)


@pytest.mark.parametrize(
    ("text", "query", "filters"),
    [
        ("which Spanish airports near the French border have customs", "Spain", {"point_of_entry": True, "near_border": "FR"}),
        ("terrains en espagne avec douane pres de la frontiere francaise", "Spain", {"point_of_entry": True, "near_border": "FR"}),
        ("Flugplätze in Deutschland nahe der polnischen Grenze mit Hartbelag", "Germany", {"has_hard_runway": True, "near_border": "PL"}),
        ("welche plätze in NL nahe der grenze haben UL91", "Netherlands", {"has_ul91": True}),
    ],
)  # fmt: skip
async def test_near_the_border_of_another_country_is_a_wish_beside_the_others(
    deps: Deps, text: str, query: str, filters: dict[str, Any]
) -> None:
    plan, said = await asked(deps, text)
    assert plan.steps[0].arguments == {"query": query, "filters": filters}
    assert ("grenze" in said.splitlines()[0]) is ("near_border" not in filters)


async def test_near_the_french_border_of_spain_lies_girona_and_not_the_canaries(deps: Deps) -> None:
    _, said = await asked(deps, "which Spanish airports near the French border have customs")
    assert "LEGE" in said
    assert "GCLA" not in said


@pytest.mark.parametrize(
    "text",
    [
        "fields near Exeter, grass is no use to us",
        "Plätze bei Kassel, Gras geht nicht",
        "terrains près de Caen, l'herbe ne me convient pas",
        "airfields around Norwich, no grass",
    ],
)
async def test_who_wants_no_grass_gets_hard_runways_also_beside_grass(deps: Deps, text: str) -> None:
    plan, said = await asked(deps, text)
    assert plan.steps[0].arguments["filters"] == {"has_soft_runway": False}
    assert any(words in said.splitlines()[0] for words in ("hard runway", "befestigte Bahn", "piste en dur"))
    assert "LFRK" in said or "Caen" not in text  # grass beside its hard runway


async def test_two_areas_side_by_side_are_both_held_to_the_wishes(deps: Deps) -> None:
    plan, _ = await asked(deps, "Which airfields in Dorset and Wiltshire have a café?")
    assert [step.arguments for step in plan.steps] == [
        {"query": county, "filters": {"restaurant": "vicinity"}} for county in ("Dorset", "Wiltshire")
    ]


async def test_up_a_river_nobody_is_by_the_sea(deps: Deps) -> None:
    fields = [field for code in ("EBHN", "EBOS", "EGPN", "EBAW") if (field := deps.airports.get(code))]
    known = {field.ident: deps.surroundings.has(field, "coast") for field in fields}
    assert known == {"EBHN": None, "EBOS": True, "EGPN": True, "EBAW": False}


async def test_a_page_that_contradicts_the_table_is_said_beside_it(deps: Deps) -> None:
    _, alone = await asked(deps, "what is the runway length at Headcorn")
    assert "EGKH: runway 10/28 799 m by Wikipedia" in alone
    _, beside = await asked(deps, "runway lengths at Henstridge, Old Sarum and Thruxton please")
    assert "EGLS: reported closed since October 2019" in beside
    assert "07/25 770 m" in beside
