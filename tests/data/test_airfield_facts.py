"""The compiled tables of facts: whole, dated, and as their sources say."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
from datetime import date
from pathlib import Path

import pytest

from agent.aviation.fact_records import FactSource, NoticeText
from agent.aviation.fact_table import FactTable, table_lines
from agent.aviation.facts import Facts
from agent.config import AgentSettings
from data.build import airfield_facts

DATA = Path(__file__).resolve().parents[2] / "data"
CUTS = DATA.parents[1] / "shared" / "data"


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    return Facts.load(AgentSettings(data_dir=tmp_path_factory.mktemp("facts")))


def test_every_table_is_in_the_manifest_with_its_counts() -> None:
    files = json.loads((DATA / "manifest.json").read_text("utf-8"))["files"]
    for table in (DATA / "facts").glob("*.tsv.gz"):
        rows = [line for line in gzip.decompress(table.read_bytes()).decode().splitlines() if line[0] != "#"]
        assert files[f"facts/{table.name}"]["rows"] == len(rows)
        assert files[f"facts/{table.name}"]["licence"]


def test_a_table_comes_back_as_it_was_written() -> None:
    source = FactSource("A list", clock="utc_summer")
    text = NoticeText("LFXX", ("customs",), "PPR 24 HR\n TEL 1", "AD 2.3", source, date(2026, 9, 3), "a note")
    table = FactTable("\n".join(table_lines({"a": source}, [], [("a", text)])))
    assert table.of("LFXX")[1] == [
        NoticeText("LFXX", ("customs",), "PPR 24 HR TEL 1", "AD 2.3", source, date(2026, 9, 3), "a note")
    ]
    assert table.of("LFYY") == ([], [])
    with pytest.raises(ValueError, match="no source"):
        FactTable("LFXX\tfuel\t[]\t\t\t2026-09-03\ta\t")


@pytest.mark.thorough
def test_a_source_that_is_not_at_hand_leaves_its_table_as_it_is(tmp_path: Path) -> None:
    shutil.copytree(DATA / "facts", tmp_path / "facts")
    shutil.copyfile(DATA / "airports.tsv.gz", tmp_path / "airports.tsv.gz")
    before = {p.name: p.read_bytes() for p in (tmp_path / "facts").iterdir() if p.is_file()}
    airfield_facts.build(tmp_path, sources=tmp_path / "nowhere")
    assert {p.name: p.read_bytes() for p in (tmp_path / "facts").iterdir() if p.is_file()} == before


@pytest.mark.thorough
def test_a_source_cut_to_half_its_rows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "facts").mkdir()
    table = tmp_path / "facts" / "german_pages.tsv.gz"
    shutil.copyfile(DATA / "facts" / "german_pages.tsv.gz", table)
    shutil.copyfile(DATA / "airports.tsv.gz", tmp_path / "airports.tsv.gz")
    before = table.read_bytes()
    cut = tmp_path / "cut" / "germany-dfs"
    cut.mkdir(parents=True)
    (cut / "vfr_page_links.csv").write_text(
        "icao,ourairports_ident,url\nEDAB,EDAB,https://example.org/1\n", "utf-8"
    )
    airfield_facts.build(tmp_path, sources=tmp_path / "cut")
    assert table.read_bytes() == before


def test_no_fact_lies_ahead_and_each_names_its_terms(facts: Facts) -> None:
    for ident in facts.idents[::37]:
        for record in (*facts.of(ident).facts, *facts.of(ident).notices):
            assert record.observed_on <= date(2026, 11, 23)
            assert record.source.licence


def test_the_newest_document_is_what_a_pilot_reads_of_le_touquet(facts: Facts) -> None:
    known = facts.of("LFAT")
    (customs,) = [n for n in known.notices if "customs" in n.services]
    assert customs.observed_on == date(2026, 9, 3)
    assert "09 70 27 15 51" in customs.raw  # AIP of 2022: 03 21 06 46 13
    assert known.self_service is True
    assert known.has_tower is True


@pytest.mark.thorough
@pytest.mark.samples
def test_france_is_compiled_as_its_sources_say(facts: Facts) -> None:
    with (CUTS / "fuel-france" / "fuel_merged.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    piston = {"100LL", "AVGAS", "UL91", "UL_AERO"}
    sold = {row["icao"] for row in rows if piston & set(row["grades"].split("|"))}
    known = {
        i for i in facts.idents if {"100LL", "avgas", "UL91", "UL AERO SUPER+"} & set(facts.of(i).grades or ())
    }
    assert sold <= known
    assert len([i for i in sold if i.startswith("LF")]) >= 295
    assert len(sold) >= 305
    nil = {row["icao"] for row in rows if row["status"] == "none"}
    assert all(facts.of(icao).has_fuel is False for icao in nil)


def test_five_hundred_french_fields_are_known(facts: Facts) -> None:
    france = FactTable(gzip.decompress((DATA / "facts" / "france.tsv.gz").read_bytes()).decode())
    known = {ident for field in ("fuel", "phone", "hours") for ident in france.idents_with(field)}
    assert len(known) >= 500
    assert len(known & set(facts.idents)) == len(known)


def test_a_sheet_of_minima_or_a_second_page_is_no_approach_of_its_own(facts: Facts) -> None:
    titles = {
        table.stem: FactTable(gzip.decompress(table.read_bytes()).decode()).column("procedures")
        for table in (DATA / "facts").glob("*.tsv.gz")
    }
    sheets = [t for found in titles.values() for texts in found.values() for t in texts if "MINIMA" in t or "CONT." in t]
    assert not sheets
    assert facts.of("LFLP").procedures == ("RWY04 RNP X", "RWY04 RNP Y", "RWY04 RNP Z")
    assert len([t for t in facts.of("KSEA").procedures or () if "16C" in t and "ILS" in t]) == 1 + 2  # CAT II - III, SA CAT I


@pytest.mark.samples
def test_no_runway_loses_an_aid_with_its_sheets_of_minima(facts: Facts) -> None:
    """The words ILS, LOC, RNP … of every chart of a final approach stand in a title that is told, runway by runway."""
    with (CUTS / "sia-france" / "approach_charts.csv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["segment"] == "final" and row["ourairports_ident"]]
    aids = {"ILS", "LOC", "RNP", "VOR", "NDB"}
    for row in rows:
        runway = row["chart_title"].split(" FNA ")[0].split(" RNP")[0].split()[0]
        told = {word for t in facts.of(row["icao"]).procedures or () if t.startswith(runway) for word in t.split()}
        wanted = aids & set(row["kinds"].split("/"))
        assert wanted <= {w for word in told for w in aids if word.startswith(w)}, row
