"""What is known of a country is said with its numbers, and what is not with where it stands."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Question, ToolCall
from agent.subjects.airfield.coverage import Coverage
from agent.understanding.in_hand.context import Known as Memory
from agent.understanding.reader.reader import Reader

NOW = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


async def covered(deps: Deps, country: str) -> Coverage:
    call = ToolCall(tool="get_coverage", arguments={"country": country})
    found = await registry.run(call, registry.ToolContext(deps=deps, question=Question(text="", at=NOW)))
    assert isinstance(found, Coverage)
    return found


async def test_france_is_known_and_germany_says_what_would_bring_more(deps: Deps) -> None:
    france = {one.subject: one for one in (await covered(deps, "FR")).known}
    assert france["fuel"].fields > 400
    assert france["fuel"].newest is not None
    germany = await covered(deps, "Germany")
    counted = {one.subject: one.fields for one in germany.known}
    assert counted["address of the official page"] > 400
    assert counted.get("opening hours", 0) < 10
    assert "AIXM" in germany.more
    assert germany.page_url == "https://aip.dfs.de/"
    stated = sum(bool(deps.facts.weight(a.ident)) for a in deps.airports.in_country("DE"))
    assert germany.with_facts == stated


async def test_nothing_known_of_a_country_is_said(deps: Deps) -> None:
    mongolia = await covered(deps, "MN")
    assert "fuel" in mongolia.unknown
    assert mongolia.page_url is None


async def ask(deps: Deps, icao: str, *asked: str) -> Any:
    call = ToolCall(tool="get_airport_details", arguments={"icao_code": icao, "asked": list(asked)})
    return await registry.run(call, registry.ToolContext(deps=deps, question=Question(text="", at=NOW)))


async def test_numbers_are_given_where_an_official_list_has_them(deps: Deps) -> None:
    (touquet,) = (await ask(deps, "LFAT", "frequency")).answers
    assert touquet.listed is True
    assert "TWR 118.455" in touquet.value
    (biggin,) = (await ask(deps, "EGKB", "frequency")).answers
    assert biggin.listed is False
    assert not any(character.isdigit() for character in biggin.value)


async def test_a_tower_is_yes_no_or_not_named(deps: Deps) -> None:
    for icao, listed in (("LFAT", True), ("LFAC", False), ("EGKB", True)):
        (tower,) = (await ask(deps, icao, "tower")).answers
        assert tower.listed is listed, icao
    (unnamed,) = (await ask(deps, "EDAZ", "tower")).answers
    assert unnamed.listed is None


async def test_what_is_not_known_leads_to_the_official_page(deps: Deps) -> None:
    germany = await ask(deps, "EDAZ", "hours")
    assert not germany.answers[0].known
    assert germany.page_url.startswith("https://aip.dfs.de/BasicVFR/pages/")
    assert germany.notice_known is False


async def test_a_list_says_of_which_day_it_is_and_what_it_means(deps: Deps) -> None:
    (lydd,) = (await ask(deps, "EGMC", "customs")).answers
    assert "HMRC" in " ".join(lydd.beside) or lydd.value
    (lahr,) = (await ask(deps, "EDTF", "customs")).answers
    assert "2023" in " ".join(lahr.beside)
    assert "no proof" in " ".join(lahr.beside)


async def test_of_one_field_the_day_of_each_fact_is_told_and_what_is_not_held(deps: Deps) -> None:
    call = ToolCall(tool="get_coverage", arguments={"icao_code": "Dinard"})
    found = await registry.run(call, registry.ToolContext(deps=deps, question=Question(text="", at=NOW)))
    assert isinstance(found, Coverage)
    assert found.icao == "LFRD" and found.fields == 1
    held = {one.subject: one for one in found.known}
    assert held["fuel"].newest is not None and held["fuel"].sources == ("VAC France (SIA)",)
    assert "landing fee" in found.unknown and not held.keys() & {*found.unknown}


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("how old is your data on Dinard", {"icao_code": "LFRD"}),
        ("where is your information about Lyon Bron from?", {"icao_code": "LFLY"}),
        ("de quand datent vos données sur Dinard ?", {"icao_code": "LFRD"}),
        ("Wie alt sind die Daten zu Speyer?", {"icao_code": "EDRY"}),
        ("coverage of phone numbers in the UK", {"country": "GB"}),
        ("Abdeckung Öffnungszeiten Schweiz", {"country": "CH"}),
    ],
)
def test_what_is_held_of_a_field_or_a_country_is_asked_in_many_words(
    text: str, arguments: dict[str, str], deps: Deps
) -> None:
    reader = Reader(deps)
    (reading,) = reader.readings(reader.said(text, NOW.date()), Memory())
    assert (reading.tool, reading.arguments) == ("get_coverage", arguments)


@pytest.mark.thorough
def test_the_same_sources_are_named_each_time(tmp_path: Path) -> None:
    """Sets of words stand in another order in each process: of two sources as new the same is named."""
    ask = [sys.executable, "-m", "bot.cli", "ask", "how old is your customs data"]
    told = {
        subprocess.run(
            ask,
            env={**os.environ, "PYTHONHASHSEED": str(seed), "FLYFUN_DATA_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        ).stdout
        for seed in range(1, 9)
    }
    assert len(told) == 1
