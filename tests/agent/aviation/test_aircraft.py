"""Aircraft types by the names pilots use, and speeds in the units they use."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.aviation.aircraft import AircraftTable, parse_speed_kts
from agent.config import AgentSettings
from agent.errors import DataProblem

SEEDED = {
    "c150": 105, "c152": 110, "c172": 120, "c182": 145, "c206": 150, "pa28": 125, "pa32": 150, "pa34": 180,
    "sr20": 155, "sr22": 170, "s22t": 180, "da40": 130, "da42": 170, "tb10": 130, "tb20": 155, "dr400": 125,
}  # fmt: skip


@pytest.fixture(scope="module")
def table() -> AircraftTable:
    return AircraftTable.load(AgentSettings())


def designators(table: AircraftTable, text: str) -> list[str]:
    return [aircraft.designator for aircraft in table.resolve(text)]


def test_there_are_at_least_60_types_each_once(table: AircraftTable) -> None:
    assert len(table.all) >= 60
    assert len({aircraft.designator for aircraft in table.all}) == len(table.all)
    assert "typical" in table.source.name


@pytest.mark.parametrize(("key", "knots"), SEEDED.items())
def test_the_first_tables_keys_keep_their_speeds(table: AircraftTable, key: str, knots: int) -> None:
    assert [aircraft.cruise_kts for aircraft in table.resolve(key)] == [knots]


@pytest.mark.parametrize(
    ("said", "designator"),
    [
        ("Cessna 172", "C172"), ("C172S", "C172"), ("Skyhawk", "C172"), ("cessna skyhawk", "C172"),
        ("my 172", "C172"), ("C-172", "C172"), ("Ｃ１７２", "C172"), ("skyhwak", "C172"),
        ("a Cessna 182T", "C182"),
        ("Piper Archer", "P28A"), ("PA-28-181", "P28A"), ("P28A", "P28A"), ("PA-28-181 Archer", "P28A"),
        ("Warrior III", "P28A"), ("SR22 G6", "SR22"), ("sr22t", "S22T"), ("S22T", "S22T"), ("SR22T G5", "S22T"),
        ("DR40", "DR40"), ("Robin DR400", "DR40"), ("DR400-180 Régent", "DR40"), ("Bonanza A36", "BE36"),
        ("TBM 930", "TBM9"), ("PC-12", "PC12"), ("PC-12/47E", "PC12"), ("DA40 NG", "DA40"), ("DA42-VI", "DA42"),
        ("Mooney M20J", "M20P"), ("M20K", "M20T"), ("Beechcraft Baron 58", "BE58"), ("Van's RV-7", "RV7"),
        ("Tecnam P2006T", "P06T"), ("in a TB20", "TB20"), ("mit einer DA40", "DA40"),
    ],
)  # fmt: skip
def test_a_type_is_known_by_the_names_pilots_use(table: AircraftTable, said: str, designator: str) -> None:
    assert designators(table, said) == [designator]


@pytest.mark.parametrize(
    ("said", "designator"),
    [
        ("PA-28R", "P28R"), ("PA-28R-201", "P28R"), ("PA-32R", "P32R"), ("172RG", "C72R"), ("C172RG", "C72R"),
        ("Cessna 172RG", "C72R"), ("182RG", "C82R"), ("PA-28-236", "P28B"), ("T210", "T210"),
        ("PA-28RT-201T", "P28U"),
    ],
)  # fmt: skip
def test_a_variant_is_not_folded_into_the_basic_type(table: AircraftTable, said: str, designator: str) -> None:
    assert designators(table, said) == [designator]


@pytest.mark.parametrize(
    ("said", "among"),
    [
        ("my Mooney", {"M20P", "M20T"}), ("Bonanza", {"BE33", "BE35", "BE36"}),
        ("King Air", {"BE9L", "BE20", "B350"}),
        ("Arrow", {"P28R", "P28T"}), ("Cutlass", {"C172", "C72R"}), ("TBM", {"TBM7", "TBM8", "TBM9"}),
        ("Cirrus", {"SR20", "SR22", "S22T", "SF50"}), ("Baron", {"BE55", "BE58"}),
    ],
)  # fmt: skip
def test_a_family_alone_makes_us_ask(table: AircraftTable, said: str, among: set[str]) -> None:
    assert set(designators(table, said)) == among


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Boeing 737",
        "A320",
        "LFAT",
        "Nice",
        "Paris",
        "six hours",
        "alpha",
        "58",
        "300",
        "🛩",
        "x" * 5000,
        "my",
    ],
)
def test_what_is_no_type_of_ours_is_unknown(table: AircraftTable, said: str) -> None:
    assert table.resolve(said) == ()


def test_every_designator_and_name_resolves_to_its_own_type(table: AircraftTable) -> None:
    for aircraft in table.all:
        assert aircraft in table.resolve(aircraft.designator)
        assert aircraft in table.resolve(aircraft.name)


@pytest.mark.parametrize(
    ("said", "knots"),
    [
        ("140 knots", 140), ("140kt", 140), ("140 kts", 140), ("140-knot", 140), ("at 120 KT", 120), ("140", 140),
        ("137,5 kt", 137.5), ("１４０ kt", 140), ("120 Knoten", 120), ("120 nœuds", 120), ("160 mph", 139.04),
        ("250 km/h", 134.99), ("250kmh", 134.99), ("120 KTAS", 120),
    ],
)  # fmt: skip
def test_a_speed_is_read_in_any_unit(said: str, knots: float) -> None:
    assert parse_speed_kts(said) == pytest.approx(knots, abs=0.01)


@pytest.mark.parametrize(
    "said",
    ["", "0", "0 knots", "-120 knots", "9000 kt", "fast", "N120KT", "EGTF 3 hours", "1e3", "120 nm", "nan kt"],
)
def test_a_speed_that_is_none_is_not_used(said: str) -> None:
    assert parse_speed_kts(said) is None


@pytest.mark.parametrize("content", [None, "", "aircraft = 3", "[[aircraft]]", "not toml ["])
def test_a_damaged_table_is_a_clear_problem(tmp_path: Path, content: str | None) -> None:
    (tmp_path / "data").mkdir()
    if content is not None:
        (tmp_path / "data" / "aircraft.toml").write_text(content)
    with pytest.raises(DataProblem) as caught:
        AircraftTable.load(AgentSettings(root=tmp_path))
    assert "aircraft.toml" in caught.value.user_message


def test_a_type_whose_speed_nobody_read_is_known_by_name_alone(table: AircraftTable) -> None:
    for said, designator in (
        ("R44", "R44"),
        ("our Savannah", "SVNH"),
        ("Tiger Moth", "DH82"),
        ("JetRanger", "B06"),
    ):
        (found,) = table.resolve(said)
        assert (found.designator, found.cruise_kts) == (designator, None)
