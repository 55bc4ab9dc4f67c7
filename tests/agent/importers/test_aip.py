"""AIP documents: the rows of a page as they stand, with the page's date; bad documents give a clear message."""

from __future__ import annotations

import sqlite3
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from agent.aviation.aip_words import fuel_grades, places_of
from agent.aviation.notice import parse_notice
from agent.errors import DataProblem
from agent.importers.aip import AipDocument, read_document
from agent.importers.aip_facts import facts_file, import_folder, records_of

SAMPLES = Path(__file__).resolve().parents[3].parent / "shared" / "samples" / "aip"
needs_samples = pytest.mark.skipif(
    not SAMPLES.is_dir(), reason="the sample AIP pages are not beside the repository"
)

HEAD = "AIP TESTLAND   AD 2.XXAA-1   14 MAY 2026"
TABLES = [
    ("XXAA AD 2.2", [("1", "ARP coordinates and site at AD", "510000N 0010000E"), ("2", "AD Administration", "Field Ltd"),
                     ("3", "Types of traffic permitted (IFR/VFR)", "VFR"), ("4", "Remarks", "Email ops@field.example")]),
    ("XXAA AD 2.3", [("1", "AD Administration", "Mon-Fri 0800-1600 (0700-1500)"), ("2", "Customs and immigration", "PPR 24 HR"),
                     ("3", "Fuelling", "O/R"), ("4", "Remarks", "NIL")]),
    ("XXAA AD 2.4", [("1", "Cargo handling facilities", "NIL"), ("2", "Fuel/oil types", "AVGAS 100LL, UL91"), ("3", "Remarks", "NIL")]),
    ("XXAA AD 2.5", [("1", "Hotels", "In the vicinity"), ("2", "Restaurants", "At AD")]),
]  # fmt: skip


def pdf_of(tables: list[tuple[str, list[tuple[str, str, str]]]], head: str = HEAD) -> bytes:
    """A one-page PDF with ruled tables, written by hand: as small as the format allows."""
    draw, y = [f"BT /F1 9 Tf 40 800 Td ({head}) Tj ET"], 770
    for title, rows in tables:
        draw.append(f"BT /F1 9 Tf 40 {y} Td ({_escaped(title)}) Tj ET")
        y -= 14
        for row in rows:
            for x, width, text in zip((40, 65, 300), (25, 235, 250), row, strict=True):
                draw.append(f"{x} {y - 14} {width} 16 re S")
                draw.append(f"BT /F1 8 Tf {x + 3} {y - 9} Td ({_escaped(text)}) Tj ET")
            y -= 16
        y -= 16
    stream = "\n".join(draw).encode("latin-1")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = bytearray(b"%PDF-1.4\n"), []
    for index, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (index, body)
    xref = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, xref)
    return bytes(out)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", r"\(").replace(")", r"\)")


HTML = """<html><head><title>AIP TESTLAND AD 2 XXBB</title>
<meta name="EM.effectiveDateStart" content="2026-10-29"/></head><body><div id="AD-2.XXBB">
<h4>AD 2 XXBB.3</h4><table>
<tr><td>1</td><td>Gestionnaire de l'AD / <span>AD administration</span></td><td>HOR ATS.</td><td>ATS SKED.</td></tr>
<tr><td>2</td><td>Douanes et police / <span>Customs and immigration</span></td><td>PPR 12 HR</td><td>PPR 12 HR before ETA</td></tr>
</table><table>
<tr><td>1</td><td>Moyens de fret / Cargo handling facilities</td><td>NIL</td></tr>
<tr><td>2</td><td>Types de carburants / Fuel and oil types</td><td>Carburant : UL91</td><td>Fuel : UL91</td></tr>
</table></div></body></html>"""


def test_a_pdf_gives_its_rows_with_the_date_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "XXAA.pdf"
    path.write_bytes(pdf_of(TABLES))
    document = read_document(path)
    assert (document.icao, document.as_of) == ("XXAA", date(2026, 5, 14))
    assert [(r.section, r.item, r.name, r.text) for r in document.rows if r.section in ("2.3", "2.5")] == [
        ("2.3", 1, "ad", "Mon-Fri 0800-1600 (0700-1500)"),
        ("2.3", 2, "customs", "PPR 24 HR"),
        ("2.3", 3, "fuelling", "O/R"),
        ("2.3", 4, "remarks", "NIL"),
        ("2.5", 1, "hotel", "In the vicinity"),
        ("2.5", 2, "restaurant", "At AD"),
    ]
    facts, notices = records_of(document)
    assert {f.field: f.value for f in facts}["fuel"] == ("100LL", "UL91")
    assert [(n.services, n.raw) for n in notices] == [
        (("customs", "immigration"), "PPR 24 HR"),
        (("fuel",), "O/R"),
    ]


def test_an_eaip_page_gives_its_english_words(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(HTML, encoding="utf-8")
    document = read_document(path)
    assert (document.icao, document.as_of) == ("XXBB", date(2026, 10, 29))
    customs = document.row("2.3", "customs")
    assert customs is not None
    assert (customs.text, customs.local_text) == ("PPR 12 HR before ETA", "PPR 12 HR")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("broken.pdf", b"%PDF-1.4 nothing here", "not a PDF that can be read"),
        ("scan.pdf", pdf_of([], head=""), "holds no text"),
        ("letter.pdf", pdf_of([("Dear pilot, this letter is no AIP page but long enough to hold some text", [])]), "no AD 2 tables"),
        ("other.html", b"<html><body><table><tr><td>a</td></tr></table></body></html>", "no AD 2 tables"),
        ("empty.html", b"", "not HTML"),
        ("notes.txt", b"hello", "no aerodrome code"),
        ("sheet.xlsx", b"PK", "not a format I read"),
    ],
)  # fmt: skip
def test_a_document_that_is_no_aip_page_is_left_out_with_a_clear_message(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DataProblem) as error:
        read_document(path)
    assert message in error.value.user_message
    assert name in error.value.user_message


def test_a_folder_is_imported_and_bad_documents_do_not_stop_it(tmp_path: Path) -> None:
    folder, into = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(pdf_of(TABLES))
    (folder / "b.pdf").write_bytes(b"%PDF-1.4 broken")
    read, left_out = import_folder(folder, into)
    assert read == ["XXAA"]
    assert len(left_out) == 1
    assert 'raw = "PPR 24 HR"' in (into / "XXAA.toml").read_text()


# --- the real pages ------------------------------------------------------------------------------------


@cache
def sample(name: str) -> AipDocument:
    return read_document(SAMPLES / name)


@needs_samples
@pytest.mark.samples
@pytest.mark.parametrize(
    ("name", "as_of", "customs", "fuel"),
    [
        ("EBOS.pdf", date(2022, 12, 29), "H24", ("100LL", "jet_a")),
        ("EDSB.pdf", date(2020, 10, 8), "Mon – Sat 0500 (0400)", ("100LL", "jet_a")),
        ("EGKB.pdf", date(2023, 4, 20), "UK Border Force", ("100LL", "jet_a")),
        ("EHRD.pdf", date(2023, 6, 15), "H24", ("100LL", "jet_a")),
        ("LFAQ.html", date(2025, 10, 2), "For all INTL flights", ("100LL", "jet_a")),
        ("LFAT.pdf", date(2022, 5, 19), "0800 - 1800", ("100LL", "jet_a")),
        ("LOWS.pdf", date(2024, 7, 11), "0500-2200 (0400-2100) on request", ("100LL", "jet_a")),
        ("LSGS.pdf", date(2023, 1, 26), "AD OPR HR", ("100LL", "UL91", "jet_a")),
    ],
)
def test_the_real_pages_give_customs_and_fuel_with_their_date(
    name: str, as_of: date, customs: str, fuel: tuple[str, ...]
) -> None:
    document = sample(name)
    row, types = document.row("2.3", "customs"), document.row("2.4", "fuel")
    assert row is not None
    assert row.text.startswith(customs)
    assert row.as_of == as_of
    assert types is not None
    assert fuel_grades(types.text) == fuel


@needs_samples
@pytest.mark.samples
def test_the_real_pages_equal_the_parsed_set_where_both_have_the_field() -> None:
    store = sqlite3.connect(f"file:{SAMPLES / 'aip_twelve_airfields.sqlite'}?mode=ro&immutable=1", uri=True)
    compared = 0
    for name in ("LFAT.pdf", "LFAQ.html", "EGKB.pdf"):
        document = sample(name)
        query = "select std_field_id, coalesce(nullif(value, ''), alt_value) from aip_entries where airport_icao = ? and std_field_id in (302, 402, 501, 502)"
        parsed = dict(store.execute(query, (document.icao,)).fetchall())
        rows = {302: ("2.3", "customs"), 402: ("2.4", "fuel"), 501: ("2.5", "hotel"), 502: ("2.5", "restaurant")}
        for field, where in rows.items():
            row = document.row(*where)
            assert row is not None
            if field == 402:
                assert fuel_grades(row.text) == fuel_grades(parsed[field])
            elif field == 302:
                services = ("customs", "immigration")
                ours = [
                    r.model_dump(exclude={"raw"}) for r in parse_notice(" ".join(row.text.split()), services).rules
                ]
                assert ours == [r.model_dump(exclude={"raw"}) for r in parse_notice(parsed[field], services).rules]
            elif (document.icao, field) != ("EGKB", 501):  # another amendment of the page: the conflict is shown
                assert places_of(row.text) == places_of(parsed[field])
            compared += 1
    assert compared == 12


@needs_samples
@pytest.mark.samples
@pytest.mark.parametrize("name", ["LFAT.pdf", "LFAQ.html"])
def test_the_real_runways_equal_the_parsed_set(name: str) -> None:
    store = sqlite3.connect(f"file:{SAMPLES / 'aip_twelve_airfields.sqlite'}?mode=ro&immutable=1", uri=True)
    document = sample(name)
    ours = {r.ident: r for r in document.runways}
    query = "select le_ident, length_ft, width_ft, surface from runways where airport_icao = ? and length_ft is not null"
    for ident, length, width, surface in store.execute(query, (document.icao,)).fetchall():
        assert abs(ours[ident].length_m / 0.3048 - length) < 2
        assert abs(ours[ident].width_m / 0.3048 - width) < 2
        assert ours[ident].hard is (surface.upper().startswith(("ASP", "CON")))


@needs_samples
@pytest.mark.samples
def test_the_chart_texts_give_their_fuel() -> None:
    grades = {}
    for path in sorted(SAMPLES.glob("AD-2.*.txt")):
        document = sample(path.name)
        row = document.row("2.4", "fuel")
        grades[document.icao] = fuel_grades(row.text) if row else None
    assert grades == {
        "LFCU": ("100LL", "mogas"),
        "LFDA": ("UL91",),
        "LFJB": (),
        "LFLY": ("100LL", "UL AERO SUPER+", "jet_a"),
        "LFOJ": None,
        "LFOU": ("100LL", "jet_a"),
    }


@needs_samples
@pytest.mark.samples
def test_a_facts_file_keeps_the_amendment() -> None:
    text = facts_file(sample("LFAT.pdf"))
    assert 'amendment = "A-2022-05"' in text
    assert "observed_on = 2022-05-19" in text
