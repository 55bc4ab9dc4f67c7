"""AIP documents: the rows of a page as they stand, with the page's date; bad documents give a clear message."""

from __future__ import annotations

import re
import sqlite3
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from agent.aviation.aip_words import fuel_grades, places_of
from agent.aviation.notice import parse_notice
from agent.errors import DataProblem
from agent.importers.aip import AipDocument, read_document
from agent.importers.aip_facts import facts_file, records_of
from agent.importers.aip_folder import import_folder

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


def pdf_of(
    tables: list[tuple[str, list[tuple[str, str, str]]]], head: str = HEAD, lines: tuple[tuple[str, ...], ...] = ()
) -> bytes:
    """A one-page PDF with ruled tables, written by hand: as small as the format allows.

    `lines` follow the tables: a line of one text from edge to edge, or of two set side by side.
    """
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
    for line in lines:
        for x, text in zip((40, 310), line, strict=False):
            draw.append(f"BT /F1 8 Tf {x} {y} Td ({_escaped(text)}) Tj ET")
        y -= 11
    stream = "\n".join(draw).encode("cp1252")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    out = bytearray(b"%PDF-1.4\n")
    places: list[int] = []
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


def found_in(path: Path) -> tuple[list[tuple[str, str]], list[tuple[tuple[str, ...], str, str]]]:
    """The restrictions with their item, and the wordings with services and item, of a document."""
    facts, notices = records_of(read_document(path))
    return (
        [(str(f.value), f.item) for f in facts if f.field == "restriction"],
        [(n.services, n.raw, n.item) for n in notices if n.item.startswith(("AD 2.2", "VAC"))],
    )


BRITISH = (
    ("XXAA AD 2.20 LOCAL AERODROME REGULATIONS",),
    ("1 AERODROME REGULATIONS",),
    ("a. Use of the aerodrome is strictly PPR. Non-radio aircraft and microlights are not accepted at",),
    ("weekends. Training flights by visitors need 24 HR prior notice,",),
    ("phone 01234-567890.",),
    ("b. Taxiing is prohibited on the grass. Start-up approval must be requested from ATC.",),
    ("2 CUSTOMS",),
    ("Customs are by prior arrangement, minimum 4 HR notice.",),
    ("XXAA AD 2.21 NOISE ABATEMENT PROCEDURES",),
    ("No circuits: touch and go landings are prohibited on Sundays.",),
    ("XXAA AD 2.24 CHARTS RELATED TO AN AERODROME",),
    ("Charts are not available at night for aircraft.",),
)


def test_the_local_regulations_give_what_is_asked_and_who_is_shut_out(tmp_path: Path) -> None:
    path = tmp_path / "XXAA.pdf"
    path.write_bytes(pdf_of(TABLES, lines=BRITISH))
    restrictions, wordings = found_in(path)
    assert restrictions == [
        ("Non-radio aircraft and microlights are not accepted at weekends.", "AD 2.20 (1 a)"),
        ("No circuits: touch and go landings are prohibited on Sundays.", "AD 2.21"),
    ]
    assert wordings == [
        (
            ("ppr",),
            "Use of the aerodrome is strictly PPR. Training flights by visitors need 24 HR prior notice, "
            "phone 01234-567890.",
            "AD 2.20 (1 a)",
        ),
        (("customs", "immigration"), "Customs are by prior arrangement, minimum 4 HR notice.", "AD 2.20 (2)"),
    ]


GERMAN = (
    ("XXAA AD 2.20 ÖRTLICHE FLUGPLATZ-", "XXAA AD 2.20 LOCAL AERODROME"),
    ("REGELUNGEN", "REGULATIONS"),
    ("1. Flüge bei Nacht nur nach vorheriger Geneh-", "1. Night flights only with prior permission of the"),
    ("migung durch den Flugplatzbetreiber.", "aerodrome operator."),
    ("2. Der Flugplatz ist für Ultraleichtflugzeuge ge-", "2. The aerodrome is closed to microlight"),
    ("sperrt.", "aircraft."),
)


def test_of_two_languages_side_by_side_one_is_kept_whole(tmp_path: Path) -> None:
    path = tmp_path / "XXAA.pdf"
    path.write_bytes(pdf_of(TABLES, lines=GERMAN))
    assert found_in(path) == (
        [("The aerodrome is closed to microlight aircraft.", "AD 2.20 (2)")],
        [(("ppr",), "Night flights only with prior permission of the aerodrome operator.", "AD 2.20 (1)")],
    )


def test_where_only_the_local_language_asks_it_is_the_one_that_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    text = """<h4>AD 2 XXBB.AD 2.23 Renseignements supplémentaires</h4><table>
    <tr><td>23.1</td><td>AD réservé aux ACFT munis de radio, avec un préavis de 24 HR pour les ULM.</td><td>23.1</td>
    <td>See the operator of the AD.</td></tr></table>"""
    path.write_text(HTML.replace("</div></body>", f"{text}</div></body>"), encoding="utf-8")
    _, wordings = found_in(path)
    assert [raw for _, raw, _ in wordings] == [
        "AD réservé aux ACFT munis de radio, avec un préavis de 24 HR pour les ULM."
    ]


def test_the_local_regulations_of_an_eaip_page_are_read_in_english(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    text = """<h4><span>AD 2 XXBB.AD 2.20</span> Règlements de circulation locaux <span>Local traffic regulations</span></h4>
    <table><tr><td>20.1</td><td>Roulage interdit hors RWY et TWY</td><td></td><td>20.1</td>
    <td>Taxiing prohibited except on RWY and TWY</td></tr></table>
    <h4>AD 2 XXBB.AD 2.23 Renseignements supplémentaires / Additional information</h4><table>
    <tr><td>23.1</td><td>GENERALITES</td><td></td><td>23.1</td><td>GENERAL</td></tr>
    <tr><td></td><td>AD réservé aux ACFT munis de radio.</td><td></td><td></td><td>AD reserved for radio-equipped ACFT.</td></tr>
    <tr><td></td><td>PPR 48 HR pour les planeurs.</td><td></td><td></td><td>PPR 48 HR for gliders.</td></tr></table>
    <h4>AD 2 XXBB.AD 2.24 Cartes</h4><p>AD closed for the charts.</p>"""
    path.write_text(HTML.replace("</div></body>", f"{text}</div></body>"), encoding="utf-8")
    assert found_in(path) == (
        [("AD reserved for radio-equipped ACFT.", "AD 2.23 (23.1)")],
        [(("ppr",), "PPR 48 HR for gliders.", "AD 2.23 (23.1)")],
    )


def test_a_british_eaip_page_is_known_by_its_file_and_read_to_its_regulations(tmp_path: Path) -> None:
    path = tmp_path / "EG-AD-2.EGXX-en-GB.html"
    path.write_text(
        """<html><head><title>eAIP</title><meta name="EM.effectiveDateStart" content="2026-10-29"/></head><body>
        <h4>EGXX AD 2.3  OPERATIONAL HOURS</h4><table>
        <tr><td>1</td><td>AD Administration</td><td>0900-1700 (0800-1700)</td></tr>
        <tr><td>2</td><td>Customs and immigration</td><td>By arrangement.</td></tr></table>
        <h4>EGXX AD 2.20  LOCAL AERODROME REGULATIONS</h4><table>
        <tr><td>1</td><td>AIRPORT REGULATIONS</td></tr>
        <tr><td>a.</td><td>The aerodrome is not available to microlights.</td></tr>
        <tr><td>b.</td><td>Visiting aircraft require PPR by telephone, minimum 2 HR notice.</td></tr></table>
        <h4>EGXX AD 2.24  CHARTS</h4></body></html>""",
        encoding="utf-8",
    )
    document = read_document(path)
    assert (document.icao, document.publisher) == ("EGXX", "AIP United Kingdom")
    assert found_in(path) == (
        [("The aerodrome is not available to microlights.", "AD 2.20 (1 a)")],
        [(("ppr",), "Visiting aircraft require PPR by telephone, minimum 2 HR notice.", "AD 2.20 (1 b)")],
    )


def test_a_reference_to_a_section_does_not_begin_it(tmp_path: Path) -> None:
    path = tmp_path / "XXAA.pdf"
    path.write_bytes(
        pdf_of(TABLES, lines=(("XXAA AD 2.20 and AD 2.23. The AD is closed for visiting flights.",),))
    )
    assert found_in(path) == ([], [])


CHART = """APPROCHE A VUE          USSEL
Visual approach         AD 2 XXCC APP 01
                        16 APR 2026
Conditions d'utilisation de l'AD / AD operating conditions
AD réservé aux ACFT munis de radio. / AD reserved for radio-equipped ACFT.
Dangers à la navigation aérienne / Air navigation hazards
AD interdit aux vaches. / AD prohibited to cows.

7 - DOUANES / CUSTOMS : Sur préavis PPR 24 HR auprès de l'exploitant de l'AD.

10 - AVT : Carburant / Fuel 100 LL. Sur demande / On request.
"""


def test_a_chart_text_gives_its_conditions_and_items_in_one_language(tmp_path: Path) -> None:
    path = tmp_path / "AD-2.XXCC.txt"
    path.write_text(CHART, encoding="utf-8")
    restrictions, wordings = found_in(path)
    assert restrictions == [("AD reserved for radio-equipped ACFT.", "VAC, conditions of use")]
    assert sorted(wordings) == [
        (
            ("customs", "immigration"),
            "DOUANES : Sur préavis PPR 24 HR auprès de l'exploitant de l'AD.",
            "VAC item 7",
        ),
        (("fuel",), "Fuel 100 LL. On request.", "VAC item 10"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("broken.pdf", b"%PDF-1.4 nothing here", "not a PDF that can be read"),
        ("scan.pdf", pdf_of([], head=""), "holds no text"),
        ("letter.pdf", pdf_of([("Dear pilot, this letter is no AIP page but long enough to hold some text", [])]), "no AD 2 tables"),
        ("other.html", b"<html><body><table><tr><td>a</td></tr></table></body></html>", "no AD 2 tables"),
        ("empty.html", b"", "not HTML"),
        ("cut.html", HTML.encode()[:-200], "is cut off"),
        ("cut.pdf", pdf_of(TABLES)[:-900], "not a PDF that can be read"),
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
    done = import_folder(folder, into)
    assert done.read == ("XXAA",)
    assert done.left_out == ("b.pdf is not a PDF that can be read.",)
    assert 'raw = "PPR 24 HR"' in (into / "XXAA.toml").read_text()


def test_of_two_documents_of_a_field_the_newer_counts(tmp_path: Path) -> None:
    folder, into = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(pdf_of(TABLES))
    (folder / "z_old.pdf").write_bytes(pdf_of(TABLES, head=HEAD.replace("2026", "2021")))
    import_folder(folder, into)
    assert "observed_on = 2026-05-14" in (into / "XXAA.toml").read_text()


def test_the_facts_of_a_document_that_can_no_longer_be_read_stay(tmp_path: Path) -> None:
    folder, first, second = tmp_path / "in", tmp_path / "first", tmp_path / "second"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(pdf_of(TABLES))
    (folder / "b.html").write_text(HTML, encoding="utf-8")
    import_folder(folder, first)
    (folder / "a.pdf").write_bytes(pdf_of([], head=""))
    done = import_folder(folder, second, first)
    assert (done.read, done.kept) == (("XXBB",), ("XXAA",))
    assert (second / "XXAA.toml").read_bytes() == (first / "XXAA.toml").read_bytes()
    (folder / "a.pdf").unlink()  # taken away by the operator: its facts go
    third = tmp_path / "third"
    assert import_folder(folder, third, second).kept == ()
    assert not (third / "XXAA.toml").exists()


def test_a_folder_without_anything_to_read_changes_nothing(tmp_path: Path) -> None:
    into = tmp_path / "out"
    with pytest.raises(DataProblem, match=r"does not exist.*data in use stays"):
        import_folder(tmp_path / "nowhere", into)
    (tmp_path / "in").mkdir()
    with pytest.raises(DataProblem, match=r"No \.pdf, \.html, \.htm, \.txt is in it"):
        import_folder(tmp_path / "in", into)
    (tmp_path / "in" / "scan.pdf").write_bytes(pdf_of([], head=""))
    with pytest.raises(DataProblem, match=r"holds no text.*data in use stays"):
        import_folder(tmp_path / "in", into)
    assert not into.exists()


_ONLY_IN = (
    r" (?:the|and|for|is|are|with|from|only) ",
    r" (?:le|les|du|est|sont|aux|sur|pour|avec|ou) ",
    r" (?:der|und|ist|nicht|für|mit|nur|werden) ",
)

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


def parsed_set() -> sqlite3.Connection:
    return sqlite3.connect(f"file:{SAMPLES / 'aip_twelve_airfields.sqlite'}?mode=ro&immutable=1", uri=True)


def documents_in_both() -> list[AipDocument]:
    known = {icao for (icao,) in parsed_set().execute("select icao_code from airports")}
    read = [sample(p.name) for p in sorted(SAMPLES.iterdir()) if p.suffix in (".pdf", ".html", ".txt")]
    return [document for document in read if document.icao in known]


OTHER_AMENDMENT = {("LFAT", 301), ("LFAT", 307), ("EGKB", 407), ("EGKB", 501)}
"""Rows that the parsed set has from a later amendment: read by eye on the page, where they are empty or shorter."""


@needs_samples
@pytest.mark.samples
def test_every_row_of_the_real_pages_equals_the_parsed_set_where_both_have_it() -> None:
    documents = documents_in_both()
    assert [d.icao for d in documents] == ["EGKB", "LFAQ", "LFAT"]
    query = (
        "select std_field_id, coalesce(nullif(value, ''), alt_value) from aip_entries"
        " where airport_icao = ? and std_field_id >= 300"
    )
    differing: set[tuple[str, int]] = set()
    compared = 0
    for document in documents:
        rows = {(r.section, r.item): r.text for r in document.rows}
        for field, value in parsed_set().execute(query, (document.icao,)):
            compared += 1
            if _letters(rows.get((f"2.{field // 100}", field % 100), "")) != _letters(value):
                differing.add((document.icao, field))
    assert compared == 64
    assert differing == OTHER_AMENDMENT


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


@needs_samples
@pytest.mark.samples
def test_the_facts_of_the_real_pages_equal_those_of_the_parsed_set() -> None:
    rows = {302: ("2.3", "customs"), 402: ("2.4", "fuel"), 501: ("2.5", "hotel"), 502: ("2.5", "restaurant")}
    query = (
        "select std_field_id, coalesce(nullif(value, ''), alt_value) from aip_entries"
        " where airport_icao = ? and std_field_id in (302, 402, 501, 502)"
    )
    compared = 0
    for document in documents_in_both():
        for field, parsed in parsed_set().execute(query, (document.icao,)).fetchall():
            row = document.row(*rows[field])
            assert row is not None
            if (document.icao, field) in OTHER_AMENDMENT:
                continue
            if field == 402:
                assert fuel_grades(row.text) == fuel_grades(parsed)
            elif field == 302:
                services = ("customs", "immigration")
                ours = [
                    r.model_dump(exclude={"raw"}) for r in parse_notice(" ".join(row.text.split()), services).rules
                ]
                assert ours == [r.model_dump(exclude={"raw"}) for r in parse_notice(parsed, services).rules]
            else:
                assert places_of(row.text) == places_of(parsed)
            compared += 1
    assert compared == 11


@needs_samples
@pytest.mark.samples
def test_the_runways_of_the_real_pages_equal_the_parsed_set() -> None:
    query = (
        "select le_ident, he_ident, length_ft, width_ft, surface, lighted from runways"
        " where airport_icao = ? and not closed"
    )
    compared: list[str] = []
    for document in documents_in_both():
        ours = {r.ident: r for r in document.runways}
        for *ends, length, width, surface, lighted in parsed_set().execute(query, (document.icao,)).fetchall():
            if lighted:
                assert document.lighted
            for ident in ends if ours else ():  # the sample of EGKB ends before AD 2.12
                assert abs(ours[ident].length_m / 0.3048 - length) < 2
                assert abs(ours[ident].width_m / 0.3048 - width) < 2
                assert ours[ident].hard is surface.upper().startswith(("ASP", "CON"))
                compared.append(f"{document.icao} {ident}")
    assert compared == ["LFAQ 08", "LFAQ 26", "LFAQ 08R", "LFAQ 26L", "LFAT 13", "LFAT 31"]


@needs_samples
@pytest.mark.samples
@pytest.mark.parametrize(("name", "as_of"), [("LFAT.pdf", date(2023, 6, 15)), ("LFAQ.html", date(2025, 10, 2))])
def test_the_real_pages_say_in_their_additional_information_who_may_come(name: str, as_of: date) -> None:
    facts, _ = records_of(sample(name))
    found = [(f.value, f.item, f.observed_on) for f in facts if f.field == "restriction"]
    assert found == [("AD reserved for radio-equipped ACFT.", "AD 2.23 (23.1)", as_of)]


@needs_samples
@pytest.mark.samples
def test_no_sentence_of_the_real_pages_is_cut_or_in_two_languages() -> None:
    for path in sorted(SAMPLES.glob("*.*")):
        if path.suffix == ".sqlite":
            continue
        facts, notices = records_of(sample(path.name))
        for text in [n.raw for n in notices] + [str(f.value) for f in facts if f.field == "restriction"]:
            assert "…" not in text
            assert not text.endswith("-")
            english, french, german = (len(re.findall(words, f" {text.lower()} ")) for words in _ONLY_IN)
            assert sum(bool(n) for n in (english, french, german)) <= 1, text


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
    text = facts_file(sample("LFAT.pdf"), "LFAT.pdf")
    assert 'amendment = "A-2022-05"' in text
    assert "observed_on = 2022-05-19" in text
