"""An operator's own database is read for what its AIP tables say: fuel, hours, customs, hotels, approaches, border."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path

import pytest

from agent.aviation.database_facts import database_facts
from agent.aviation.facts import Facts
from agent.config import AgentSettings
from agent.errors import DataProblem

STAMP = "2026-11-02T23:12:44.676637"
ENTRIES = [  # of a field that the shipped data says nothing of
    ("XXAA", 402, "Fuel : 100LL- JET A1, Lubricants : all grades"),
    ("XXAA", 301, "MON-FRI 0800-1800"),
    ("XXAA", 302, "PPR 24 HR"),
    ("XXAA", 501, "In the vicinity"),
    ("XXAA", 502, "NIL"),
    ("XXBB", 402, "NIL"),
    ("XXBB", 302, "NIL"),
    ("XXBB", 301, "see NOTAM"),
]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "own.sqlite"
    with sqlite3.connect(path) as made:
        made.executescript(
            "create table aip_entries (id integer primary key, airport_icao text, std_field_id integer, value text,"
            " alt_value text, source_priority integer, updated_at text);"
            "create table procedures (id integer primary key, airport_icao text, name text, procedure_type text,"
            " updated_at text);"
            "create table border_crossing_points (id integer primary key, icao_code text, matched_airport_icao text,"
            " source text, updated_at text, is_airport integer);"
        )
        made.executemany(
            "insert into aip_entries (airport_icao, std_field_id, value, source_priority, updated_at)"
            f" values (?, ?, ?, 0, '{STAMP}')",
            ENTRIES,
        )
        made.execute(f"insert into procedures values (1, 'XXAA', 'RNP RWY 09', 'approach', '{STAMP}')")
        made.execute(f"insert into procedures values (2, 'XXAA', 'ALPHA 1 DEPARTURE', 'departure', '{STAMP}')")
        made.execute(f"insert into border_crossing_points values (1, 'XXBB', null, 'a list', '{STAMP}', 1)")
        made.execute(f"insert into border_crossing_points values (2, 'XXAA', null, 'a list', '{STAMP}', 0)")
    return path


def loaded(path: Path, tmp_path: Path) -> Facts:
    return Facts.load(AgentSettings(data_dir=tmp_path / "data", airports_db=path))


def test_the_aip_tables_of_an_own_database_are_read(database: Path, tmp_path: Path) -> None:
    facts = loaded(database, tmp_path)
    known = facts.of("XXAA")
    assert known.grades == ("100LL", "jet_a")
    assert str(known.first("hours").value) == "MON-FRI 0800-1800"  # type: ignore[union-attr]
    assert (known.hotel, known.restaurant) == (("vicinity",), ())
    assert known.procedures == ("RNP RWY 09",)
    assert [n.raw for n in known.notices] == ["PPR 24 HR"]
    assert facts.check("XXAA", "approach_type", "RNP") is True
    other = facts.of("XXBB")
    assert (other.grades, other.has_fuel, other.notices) == ((), False, ())
    assert other.first("hours") is None
    assert other.border_point_only
    assert not known.border_point_only  # a harbour's row
    assert other.procedures is None  # no row is no proof that there is none


def test_what_it_says_is_undated_and_stands_behind_a_dated_document(database: Path, tmp_path: Path) -> None:
    with sqlite3.connect(database) as made:
        made.execute(f"insert into aip_entries values (99, 'LFAT', 402, 'Fuel: 100LL', null, 0, '{STAMP}')")
    known = loaded(database, tmp_path).of("LFAT")
    fuels = known.all("fuel")
    assert fuels[0].source.undated is False and "jet_a" in fuels[0].value  # type: ignore[operator]
    assert known.first("fuel") is fuels[0]
    fact = loaded(database, tmp_path).of("XXAA").first("fuel")
    assert fact is not None and fact.stale(date(2026, 11, 3))


def test_a_database_without_these_tables_says_nothing_more_and_a_changed_one_is_named(tmp_path: Path) -> None:
    plain = tmp_path / "plain.sqlite"
    with sqlite3.connect(plain) as made:
        made.execute("create table airports (icao_code text)")
    assert len(loaded(plain, tmp_path)) == len(Facts.load(AgentSettings(data_dir=tmp_path / "data")))
    with sqlite3.connect(plain) as made:
        made.execute("create table aip_entries (something text)")
    with pytest.raises(DataProblem) as problem:
        loaded(plain, tmp_path)
    assert "AIRPORTS_DB" in problem.value.user_message
    with pytest.raises(DataProblem) as missing:
        list(database_facts(tmp_path / "nope.sqlite"))
    assert "is not there" in missing.value.user_message
