"""The table of nicknames: codes and countries that exist, one field to a name, each name leading there."""

from __future__ import annotations

import dataclasses
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from agent.aviation.airports import Airports
from agent.aviation.countries import Countries
from agent.aviation.geometry import geodesic_nm
from agent.aviation.place_nicknames import nicknames_of
from agent.aviation.places import Places
from agent.aviation.spelling import place_key
from agent.config import AgentSettings
from agent.errors import DataProblem

SETTINGS = AgentSettings()


@pytest.fixture(scope="module")
def airports(data_dir: Path) -> Airports:
    return Airports.load(dataclasses.replace(SETTINGS, data_dir=data_dir))


@pytest.fixture(scope="module")
def places(data_dir: Path, airports: Airports) -> Places:
    settings = dataclasses.replace(SETTINGS, data_dir=data_dir)
    return Places.load(settings, airports, Countries.load(settings))


def test_every_code_is_a_field_of_its_country(airports: Airports) -> None:
    table = tomllib.loads((SETTINGS.data / "nicknames.toml").read_text(encoding="utf-8"))
    parts: dict[str, dict[str, list[str]]] = {name: p for name, p in table.items() if isinstance(p, dict)}
    wrong = [
        f"{country} {code}"
        for country, part in parts.items()
        for code in part
        if (airport := airports.get(code)) is None
        or airport.ident != code
        or (country != "elsewhere" and airport.country != country)
    ]
    assert not wrong


def test_at_least_four_hundred_fields_are_named() -> None:
    assert len(nicknames_of(SETTINGS).fields) >= 400


def test_no_name_is_said_of_two_fields() -> None:
    nicknames = nicknames_of(SETTINGS)
    said = [place_key(name) for names in nicknames.fields.values() for name in {place_key(n) for n in names}]
    said += [place_key(name) for sight in nicknames.sights for name in (sight.name, *sight.names)]
    assert [name for name, count in Counter(said).items() if count > 1] == []


def test_every_name_leads_to_its_field(places: Places) -> None:
    lost: list[str] = []
    for code, names in nicknames_of(SETTINGS).fields.items():
        for name in names:
            best = places.resolve(name).best
            field = places.snap(best).airport if best is not None else None
            if field is None or field.ident != code:
                lost.append(f"{code} {name}: {field.ident if field else best}")
    assert not lost


def test_every_sight_is_found_where_it_lies(places: Places) -> None:
    for sight in nicknames_of(SETTINGS).sights:
        for name in (sight.name, *sight.names):
            best = places.resolve(name).best
            assert best is not None, name
            assert geodesic_nm(best.lat, best.lon, sight.lat, sight.lon) < 3, name


def test_a_field_that_the_table_lost_says_so(places: Places) -> None:
    best = places.resolve("Manston").best
    assert best is not None and best.name == "Manston (no airfield listed)" and best.airport is None


@pytest.mark.parametrize("content", ["", "[GB]\nEGTB = 3", "not toml", '[[sights]]\nname = "X"'])
def test_a_damaged_table_says_what_to_do(tmp_path: Path, content: str) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "nicknames.toml").write_text(content, encoding="utf-8")
    with pytest.raises(DataProblem) as problem:
        nicknames_of(dataclasses.replace(SETTINGS, root=tmp_path))
    assert "nicknames.toml" in problem.value.user_message
