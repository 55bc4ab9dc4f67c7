"""The SIA's AIXM 4.5 snapshot: what it says is read, what it does not say stays unknown, a cut file is refused."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from agent.errors import DataProblem
from agent.importers.aixm45 import read_aixm45

OURS = frozenset({"LFAC", "LFBE"})
AERODROME = """<Ahp><AhpUid mid="1"><codeId>LFAC</codeId></AhpUid><txtName>CALAIS</txtName><codeIcao>LFAC</codeIcao>
<codeType>AD</codeType><geoLat>505739N</geoLat><geoLong>0015717E</geoLong>
<Aht><codeWorkHr>OTHER</codeWorkHr><txtRmkWorkHr>LUN-VEN : 0700-1800\\\\MON-FRI : 0700-1800</txtRmkWorkHr></Aht></Ahp>"""
FICTIVE = """<Ahp><AhpUid mid="2"><codeId>LFBE</codeId></AhpUid><codeIcao>LFBE</codeIcao>
<txtDescrRefPt>Fictive airport only used for AFS addressing</txtDescrRefPt><Aht><codeWorkHr>H24</codeWorkHr></Aht></Ahp>"""


def service(kind: str, words: str) -> str:
    return (
        f'<Ahs><AhsUid mid="3"><AhpUid mid="1"><codeId>LFAC</codeId></AhpUid><codeType>{kind}</codeType></AhsUid>'
        f"<txtDescrFac>{words}</txtDescrFac></Ahs>"
    )


def address(kind: str, words: str) -> str:
    return (
        f'<Aha><AhaUid mid="4"><AhpUid mid="1"><codeId>LFAC</codeId></AhpUid><codeType>{kind}</codeType><noSeq>1</noSeq>'
        f"</AhaUid><txtAddress>{words}</txtAddress></Aha>"
    )


def snapshot(*elements: str) -> str:
    head = '<?xml version="1.0" encoding="UTF-8"?><AIXM-Snapshot effective="2026-10-01T00:00:00.000+02:00" version="4.5">'
    return head + "".join(elements) + "</AIXM-Snapshot>"


def written(folder: Path, text: str) -> Path:
    file = folder / "sia.xml"
    file.write_text(text, "utf-8")
    return file


def test_what_the_snapshot_says_is_read(tmp_path: Path) -> None:
    restaurant = (
        '<Pfy><PfyUid mid="5"><AhpUid mid="1"><codeId>LFAC</codeId></AhpUid><codeType>REST</codeType><noSeq>1</noSeq>'
        "</PfyUid><txtDescr>Sur AD.\\\\At the AD.</txtDescr></Pfy>"
    )
    text = snapshot(
        AERODROME, FICTIVE, service("FUEL", "Carburant : 100LL\\\\Fuel : 100LL, JET A1"),
        service("CUST", "PPR 24 HR\\\\PPR 24 HR"), restaurant, address("PHONE", "+33 3 21 00 00 00"),
        address("EMAIL", "ops@aero.example"), "<Ase><txtName>a TMA</txtName></Ase>",
    )  # fmt: skip
    found = read_aixm45(written(tmp_path, text), "https://example.org/sia.xml", OURS)
    assert {(f.icao, f.field): f.value for f in found.facts} == {
        ("LFAC", "hours"): "MON-FRI : 0700-1800",
        ("LFAC", "fuel"): ("100LL", "jet_a"),
        ("LFAC", "restaurant"): ("at_airport",),
        ("LFAC", "phone"): "+33 3 21 00 00 00",
        ("LFAC", "email"): "ops@aero.example",
    }
    assert [(n.icao, n.services, n.raw) for n in found.notices] == [
        ("LFAC", ("customs", "immigration"), "PPR 24 HR")
    ]
    assert found.observed_on.isoformat() == "2026-10-01"


def test_a_code_that_is_not_ours_is_named(tmp_path: Path) -> None:
    text = snapshot(AERODROME, AERODROME.replace("LFAC", "LFXX"))
    assert read_aixm45(written(tmp_path, text), "u", OURS).unmatched == ("LFXX",)


@pytest.mark.parametrize(
    "text", [snapshot(AERODROME)[:-30], "<other/>", snapshot(), snapshot(AERODROME).replace("2026-10-01T", "soon")]
)
def test_a_file_that_is_cut_off_or_laid_out_otherwise_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataProblem) as refused:
        read_aixm45(written(tmp_path, text), "u", OURS)
    assert "The data in use stays" in refused.value.user_message


def test_a_large_file_needs_little_memory(tmp_path: Path) -> None:
    file = written(tmp_path, snapshot(AERODROME, *["<Ase><txtName>x</txtName></Ase>" * 100] * 200, AERODROME))
    tracemalloc.start()
    read_aixm45(file, "u", OURS)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000
