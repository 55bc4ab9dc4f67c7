"""Reads AIP aerodrome pages (AD 2) from PDF, eAIP HTML or chart text into numbered rows.

Only what stands on the page: a row keeps its words, its item number and the date of its page. A document
that cannot be read gives a `DataProblem` with a clear message, never half a field.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, cast

from agent import regex as re
from agent.aviation.aip_words import one_language
from agent.errors import DataProblem
from agent.importers.aip_sections import AipParagraph, html_paragraphs, pdf_paragraphs
from agent.importers.documents import library

_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_DATE = re.compile(rf"\b(\d{{1,2}})[ -]?({'|'.join(_MONTHS)})[A-Z]*[ -]?(20\d\d)\b", re.IGNORECASE)
_ICAO = re.compile(r"AD[\s-]*2[\s.]*(?:[-.]\s*)?([A-Z]{4})\b|\b([A-Z]{4})\s*(?:[-—]\s*)?AD\s*2")
_CODE = re.compile(r"[A-Z]{4}")
_SECTION_BY_FIRST_ROW: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("2.2", re.compile(r"ARP|POSITION GEO|FLUGPLATZBEZUGSPUNKT", re.IGNORECASE)),
    (
        "2.3",
        re.compile(
            r"^(?:AD|AERODROME)\s*(?:ADMIN|OPERATOR)|AD administration|FLUGPLATZBETRIEBSLEITUNG", re.IGNORECASE
        ),
    ),
    ("2.4", re.compile(r"CARGO|FRET|FRACHT", re.IGNORECASE)),
    ("2.5", re.compile(r"H[OÔ]TELS?", re.IGNORECASE)),
    ("2.6", re.compile(r"FIRE|RFFS|SSLIA|FEUER", re.IGNORECASE)),
    ("2.7", re.compile(r"CLEARING|EQUIPEMENTS|R[AÄ]UM", re.IGNORECASE)),
)
_ITEM_NAMES: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("2.3", "ad", re.compile(r"AD\s*(?:admin|operator)|aerodrome operator|AD administration", re.IGNORECASE)),
    ("2.3", "customs", re.compile(r"customs|douane|zoll", re.IGNORECASE)),
    ("2.3", "ats", re.compile(r"^\s*ATS\s*$|Air traffic services|FLUGVERKEHRSDIENSTSTELLE", re.IGNORECASE)),
    ("2.3", "fuelling", re.compile(r"fuell?ing|avitaillement|betankung", re.IGNORECASE)),
    ("2.3", "handling", re.compile(r"handling|manutention|abfertigung", re.IGNORECASE)),
    ("2.4", "fuel", re.compile(r"fuel.*types?|types? de carburants|treibstoff", re.IGNORECASE | re.DOTALL)),
    ("2.4", "fuel_facilities", re.compile(r"fuell?ing facilities|avitaillement|betankungsm", re.IGNORECASE)),
    ("2.5", "hotel", re.compile(r"h[oô]tels?", re.IGNORECASE)),
    ("2.5", "restaurant", re.compile(r"restaurants?", re.IGNORECASE)),
    ("2.2", "administration", re.compile(r"admin|operator|gestionnaire|betreiber", re.IGNORECASE)),
    ("2.2", "traffic", re.compile(r"traffic|trafic|flugverkehr", re.IGNORECASE)),
    ("*", "remarks", re.compile(r"remarks|observations|anmerkungen", re.IGNORECASE)),
)
_RUNWAY = re.compile(
    r"(?m)^\s*(?P<id>(?:0[1-9]|[12]\d|3[0-6])[LCR]?)\s+(?P<between>[^\n]{0,60}?)"
    r"(?P<length>\d{3,4})\s?[xX×]\s?(?P<width>\d{2,3})\b(?P<rest>[^\n]*)"
)  # fmt: skip
_PAGES_WITH_SERVICES = 4
_PAGES_WITH_RUNWAYS = 8
_LONGEST_AERODROME = 40
"""Pages of AD 2 text before its charts, at the largest airports."""
_CHARTS = re.compile(r"(?m)^\W*(?:[A-Z]{4}\s*AD\s*2\.24|AD\s*2[.\s]+[A-Z]{4}\s*\.\s*(?:AD\s*2\.)?24)\b")
_CHART_ITEM = re.compile(r"(?m)^\s*(?:←\s*)?(\d{1,2})\s*-\s+(?=[A-ZÉ])")
_FUEL_ITEM = "10"
_CONDITIONS = re.compile(
    r"(?:Conditions? [^\n]{0,20}d.utilisation|Consignes particulières|operating conditions)[^\n]*\n"
)
_HAZARDS = re.compile(r"\n\s*(?:Dangers à la|Air navigation hazards|Informations diverses)")
_HARD = re.compile(r"ASPH|CONC|revêtue|paved|béton|bitum", re.IGNORECASE)
_SOFT = re.compile(r"GRASS|gazon|herbe|unpaved|non revêtue|TURF", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AipRow:
    """A numbered row of AD 2: section "2.3", item 2, its English words if the page has them."""

    section: str
    item: int
    name: str
    label: str
    text: str
    local_text: str | None
    as_of: date | None


@dataclass(frozen=True, slots=True)
class AipRunway:
    """A runway strip of AD 2.12, in metres; `hard` None when the surface is not understood."""

    ident: str
    length_m: int
    width_m: int
    hard: bool | None
    as_of: date | None = None


@dataclass(frozen=True, slots=True)
class AipDocument:
    """What one document says about one aerodrome. `as_of` is the date of its newest page."""

    icao: str
    publisher: str
    amendment: str | None
    as_of: date
    rows: tuple[AipRow, ...]
    runways: tuple[AipRunway, ...] = ()
    lighted: bool | None = None
    lighted_as_of: date | None = None
    lighted_item: str = ""
    time_note: str | None = None
    paragraphs: tuple[AipParagraph, ...] = ()

    def row(self, section: str, name: str) -> AipRow | None:
        """The row of that section and name; None when the document has none, or an empty one."""
        return next((r for r in self.rows if (r.section, r.name) == (section, name) and r.text), None)


@dataclass
class _Raw:
    """A table row before it is understood."""

    number: int | None
    label: str
    values: list[str]
    as_of: date | None


def read_document(path: Path) -> AipDocument:
    """The aerodrome in a file. Raises `DataProblem` when the file is none, or not of a known layout."""
    try:
        match path.suffix.lower():
            case ".pdf":
                return _read_pdf(path)
            case ".html" | ".htm":
                return _read_html(path)
            case ".txt":
                return _read_chart_text(path)
            case other:
                raise DataProblem(f"{path.name}: {other or 'a file without ending'} is not a format I read.")
    except (OSError, UnicodeDecodeError) as error:
        raise DataProblem(f"{path.name} cannot be read.", detail=str(error)) from error


# --- PDF -----------------------------------------------------------------------------------------------


def _read_pdf(path: Path) -> AipDocument:
    library("pdfplumber")
    import pdfplumber
    from pdfminer.pdfparser import PDFSyntaxError
    from pdfplumber.utils.exceptions import PdfminerException

    raw: list[_Raw] = []
    texts: list[str] = []
    read: list[tuple[Any, str, date | None]] = []
    paragraphs: tuple[AipParagraph, ...] = ()
    try:
        with pdfplumber.open(path) as pdf:
            for page in pdf.pages[:_LONGEST_AERODROME]:
                if len(texts) >= _PAGES_WITH_RUNWAYS and any(_CHARTS.search(text) for text in texts):
                    break
                text = page.extract_text(x_tolerance=1.5) or ""
                texts.append(text)
                read.append((page, text, _page_date(text)))
                if len(texts) <= _PAGES_WITH_SERVICES:
                    raw.extend(_page_rows(page, _page_date(text)))
            paragraphs = pdf_paragraphs(read)
    except (PdfminerException, PDFSyntaxError, ValueError, KeyError, TypeError) as error:
        raise DataProblem(f"{path.name} is not a PDF that can be read.", detail=str(error)) from error
    whole = "\n".join(texts)
    if len(whole.strip()) < 50:
        raise DataProblem(f"{path.name} holds no text (scanned pages?).")
    pages = [(text, as_of) for _, text, as_of in read]
    return _document(path, pages, raw, paragraphs)


def _page_date(text: str) -> date | None:
    head = "\n".join(text.split("\n")[:6])
    return parse_date(head) or parse_date("\n".join(text.split("\n")[-4:]))


def _page_rows(page: Any, as_of: date | None) -> list[_Raw]:
    rows: list[_Raw] = []
    tables = page.find_tables()
    for table in tables:
        others = [t.bbox for t in tables if t is not table]
        edges = sorted({round(c[2]) for c in table.cells})
        right = max(edges)
        for row in table.rows:
            cells = [c for c in row.cells if c is not None]
            texts = [(_cell_text(page, c), c) for c in cells]
            texts = [(t, c) for t, c in texts if t or (c[2] - c[0]) > 40]
            numbered = next((i for i, (t, _) in enumerate(texts) if re.fullmatch(r"\d{1,2}", t)), None)
            if numbered is None or numbered > 1 or len(texts) < numbered + 2:
                if rows and len(texts) >= 2 and numbered is None and (texts[0][1][0] - table.bbox[0]) < 260:
                    rows.append(_Raw(None, texts[0][0], [t for t, _ in texts[1:]], as_of))
                continue
            number_cell, (label, label_cell) = texts[numbered][1], texts[numbered + 1]
            top, bottom = number_cell[1], number_cell[3]
            tall = bottom - top > label_cell[3] - label_cell[1] + 2 and label_cell[3] < bottom - 2
            inside = any(t[1] >= top - 3 and t[3] <= bottom + 3 for t in others)
            if tall and not inside and len(texts) > numbered + 2:
                values = [t for t, _ in texts[numbered + 2 :]]
            else:
                values = _value_columns(page, texts[numbered + 2 :], label_cell, right, (top, bottom), others)
            rows.append(_Raw(int(texts[numbered][0]), label, values, as_of))
    return rows


def _value_columns(
    page: Any, cells: list[tuple[str, Any]], label: Any, right: float, rows: tuple[float, float], others: list[Any]
) -> list[str]:
    """The texts right of the label: whole columns, since a page may break one cell into lines."""
    left, (top, bottom) = label[2], rows
    inner = [t[0] for t in others if t[1] >= top - 3 and t[3] <= bottom + 3 and t[0] > left + 60]
    first = cells[0][1] if cells else None
    split = min(inner) if inner else first[2] if first is not None and first[2] < right - 20 else None
    spans = [(left, right)] if split is None else [(left, split), (split, right)]
    return [_cell_text(page, (x0, top, x1, bottom)) for x0, x1 in spans]


def _cell_text(page: Any, box: Any) -> str:
    """The words whose letters have their middle inside a box: quicker than cropping the page for each cell."""
    from pdfplumber.utils.text import extract_text

    x0, top, x1, bottom = box
    inside = [
        c
        for c in page.chars
        if x0 <= (c["x0"] + c["x1"]) / 2 <= x1 and top <= (c["top"] + c["bottom"]) / 2 <= bottom
    ]
    return extract_text(inside, x_tolerance=1.5).strip()


# --- eAIP HTML -----------------------------------------------------------------------------------------


def _read_html(path: Path) -> AipDocument:
    parser: Any = library("lxml.html")
    wrong: Any = library("lxml.etree")
    try:
        content = path.read_bytes()
        # a page that does not name its encoding would be taken for Latin-1
        encoding = "utf-8" if _is_utf8(content) else None
        tree: Any = parser.document_fromstring(content, parser=parser.HTMLParser(encoding=encoding))
    except (wrong.ParserError, wrong.XMLSyntaxError, ValueError) as error:
        raise DataProblem(f"{path.name} is not HTML that can be read.", detail=str(error)) from error
    if content and not re.search(rb"</html>\s*(?:<!--.{0,500}-->\s*)?\Z", content, re.IGNORECASE | re.DOTALL):
        raise DataProblem(f"{path.name} is cut off: it does not end as an HTML page does.")
    effective = _first(tree.xpath('//meta[@name="EM.effectiveDateStart"]/@content')) or ""
    title = _first(tree.xpath("//title/text()")) or ""
    as_of = date.fromisoformat(effective) if re.fullmatch(r"\d{4}-\d\d-\d\d", effective) else parse_date(title)
    raw: list[_Raw] = []
    for row in cast("list[Any]", tree.xpath("//tr")):
        cells = [_html_text(c) for c in row.xpath("./td|./th")]
        if len(cells) >= 3 and re.fullmatch(r"\d{1,2}", cells[0]):
            raw.append(_Raw(int(cells[0]), cells[1], cells[2:], as_of))
        elif len(cells) >= 2 and raw:
            raw.append(_Raw(None, cells[0], cells[1:], as_of))
    text = "\n".join(
        " ".join(_html_text(c) for c in r.xpath("./td|./th")) for r in cast("list[Any]", tree.xpath("//tr"))
    )
    return _document(path, [(f"{title}\n{text}", as_of)], raw, html_paragraphs(tree, as_of))


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _first(found: Any) -> str | None:
    return str(found[0]) if found else None


def _html_text(cell: Any) -> str:
    return re.sub(r"\s+", " ", " ".join(str(t) for t in cell.xpath(".//text()"))).strip()


# --- chart text (French VAC) ---------------------------------------------------------------------------


def _read_chart_text(path: Path) -> AipDocument:
    text = path.read_text(encoding="utf-8")
    icao = _icao(text)
    as_of = parse_date(text)
    if icao is None or as_of is None:
        raise DataProblem(f"{path.name}: no aerodrome code or no date found.")
    rows: list[AipRow] = []
    fuel = re.search(r"10\s*-\s*AVT\s*:\s*(.+?)(?=\n\s*(?:←\s*)?\d{1,2}\s*-\s|\Z)", text, re.DOTALL)
    if fuel:
        words = re.sub(r"\s+", " ", fuel[1]).strip()
        rows.append(AipRow("2.4", 10, "fuel", "AVT", words, None, as_of))
    if re.search(r"Reserved government services|Réservé administrations", text):
        words = "reserved for government services"
        rows.append(AipRow("head", 0, "restriction", "VAC heading", words, None, as_of))
    return AipDocument(
        icao, "AIP France, VAC", None, as_of, tuple(rows), paragraphs=_chart_paragraphs(text, as_of)
    )


def _chart_paragraphs(text: str, as_of: date) -> tuple[AipParagraph, ...]:
    """The conditions of use and the numbered items of a chart text, but for fuel, each in one language."""
    head, *items = _CHART_ITEM.split(text)
    begin = _CONDITIONS.search(head)
    conditions = _HAZARDS.split(head[begin.end() :])[0] if begin else ""
    found = [("", conditions), *zip(items[::2], items[1::2], strict=True)]
    return tuple(
        AipParagraph("VAC", number, one_language(re.sub(r"\s+", " ", words).strip()), as_of)
        for number, words in found
        if words.strip() and number != _FUEL_ITEM
    )


# --- understanding the rows ----------------------------------------------------------------------------


def _document(
    path: Path, pages: list[tuple[str, date | None]], raw: list[_Raw], paragraphs: tuple[AipParagraph, ...]
) -> AipDocument:
    text = "\n".join(t for t, _ in pages)
    icao = _icao(text) or _icao(path.stem) or (path.stem if _CODE.fullmatch(path.stem) else None)
    rows = _rows(raw)
    if icao is None or not any(r.section == "2.3" for r in rows):
        raise DataProblem(f"{path.name}: no AD 2 tables of a known layout found.")
    dates = [r.as_of for r in rows if r.as_of] + [d for _, d in pages if d]
    if not dates:
        raise DataProblem(f"{path.name}: no date found.")
    amendment = re.search(r"AMDT\s*\d{1,3}\s*/\s*\d{2,4}|A-20\d\d-\d\d|AMDT\s*\d{1,3}(?: \d{4})?", text)
    lit = [(item, d) for t, d in pages if (item := _lighted(t))]
    note = re.search(r"UTC\s*(?:HIV|WIN)[^\n]*-\s*1\s*HR", text)
    return AipDocument(
        icao=icao,
        publisher=_publisher(text, icao),
        amendment=re.sub(r"\s+", " ", amendment[0]) if amendment else None,
        as_of=max(dates),
        rows=rows,
        runways=_runways(pages[:_PAGES_WITH_RUNWAYS]),
        lighted=True if lit else None,
        lighted_as_of=lit[0][1] if lit else None,
        lighted_item=lit[0][0] if lit else "",
        time_note="UTC in winter, one hour earlier in summer" if note else None,
        paragraphs=paragraphs,
    )


def _rows(raw: list[_Raw]) -> tuple[AipRow, ...]:
    rows: list[AipRow] = []
    section = ""
    for entry in raw:
        label = re.sub(r"\s+", " ", entry.label)
        if entry.number == 1:
            section = next((s for s, pattern in _SECTION_BY_FIRST_ROW if pattern.search(label)), "")
        if not section:
            continue
        if entry.number is None:
            _continue(rows, section, label, entry)
            continue
        name = next((n for s, n, p in _ITEM_NAMES if s in (section, "*") and p.search(label)), "other")
        local, english = _languages(entry.values)
        rows.append(AipRow(section, entry.number, name, label, english, local, entry.as_of))
    return tuple(rows)


def _continue(rows: list[AipRow], section: str, label: str, entry: _Raw) -> None:
    """A second line of the same item: its English, or another part (address, oil types)."""
    if not rows or rows[-1].section != section:
        return
    last = rows[-1]
    english = _languages(entry.values)[1]
    if section == "2.2":
        joined = f"{last.text}\n{label} {english}".strip()
        rows[-1] = AipRow(section, last.item, last.name, last.label, joined, last.local_text, last.as_of)
    elif label.isupper() and last.label.isupper() and english:
        rows[-1] = AipRow(section, last.item, last.name, f"{last.label} / {label}", english, last.text, last.as_of)
    elif label.isupper() and last.label.isupper():
        rows[-1] = AipRow(
            section, last.item, last.name, f"{last.label} / {label}", last.text, last.local_text, last.as_of
        )


def _languages(values: list[str]) -> tuple[str | None, str]:
    texts = [re.sub(r"(?<=\w)-\n(?=\w[\w.-]*@)", "-", v).strip() for v in values]
    texts = [t for t in texts if t]
    if not texts:
        return None, ""
    return (texts[0], texts[-1]) if len(texts) > 1 else (None, texts[0])


def _icao(text: str) -> str | None:
    for match in _ICAO.finditer(text[:4000]):
        code = match[1] or match[2]
        if code not in ("AIRC", "AMDT"):
            return code
    return None


_PUBLISHERS = (
    ("AIP France", "LF", r"AIP\s*FRANCE|Aéronautique, France"),
    ("AIP Belgium and Luxembourg", "EB", r"AIP Belgium"),
    ("AIP Germany", "ED", r"LUFTFAHRTHANDBUCH\s*DEUTSCHLAND|AIP\s*GERMANY"),
    ("AIP United Kingdom", "EG", r"UNITED KINGDOM AIP"),
    ("AIP Netherlands", "EH", r"AIP NETHERLANDS"),
    ("AIP Austria", "LO", r"AIP AUSTRIA|LUFTFAHRTHANDBUCH ÖSTERREICH"),
    ("AIP Switzerland", "LS", r"AIP SWITZERLAND"),
)
"""Who publishes: the words of the page, else the country of the aerodrome's code."""


def _publisher(text: str, icao: str) -> str:
    by_words = (name for name, _, words in _PUBLISHERS if re.search(words, text))
    by_code = (name for name, prefix, _ in _PUBLISHERS if icao.startswith(prefix))
    return next(by_words, None) or next(by_code, None) or f"AIP of {icao[:2]}"


def _runways(pages: list[tuple[str, date | None]]) -> tuple[AipRunway, ...]:
    found: dict[str, AipRunway] = {}
    for text, as_of in pages:
        rows = list(_RUNWAY.finditer(text))
        for number, row in enumerate(rows):
            # the surface stands in the row or below it, never in the row of the next runway
            below = text[row.end() : rows[number + 1].start() if number + 1 < len(rows) else len(text)][:60]
            words = row["rest"] + " " + below.split("\n\n")[0]
            hard = False if _SOFT.search(words) else True if _HARD.search(words) else None
            runway = AipRunway(row["id"], int(row["length"]), int(row["width"]), hard, as_of)
            found.setdefault(row["id"], runway)
    return tuple(_with_surface(runway, found) for runway in found.values())


def _with_surface(runway: AipRunway, known: dict[str, AipRunway]) -> AipRunway:
    """A strip has one surface: an end whose row does not say has that of the other end."""
    other = known.get(_other_end(runway.ident))
    return replace(runway, hard=other.hard) if runway.hard is None and other is not None else runway


def _other_end(ident: str) -> str:
    sides = {"L": "R", "R": "L", "C": "C", "": ""}
    return f"{(int(ident[:2]) + 17) % 36 + 1:02d}{sides[ident[2:]]}"


def _lighted(text: str) -> str | None:
    """Where the page names runway edge lights: the rows of AD 2.9, or the table of AD 2.14."""
    if re.search(r"Runway light\(s\):\s*\S+\s*Runway edge", text):
        return "AD 2.9"
    return "AD 2.14" if re.search(r"\b\d{3,4} m\s+\d{2} m\s+W\b.{0,15}LI[LH]", text) else None


def parse_date(text: str) -> date | None:
    """The first date like "19 MAY 2022", "29-DEC-2022" or "08OCT2020"."""
    match = _DATE.search(text)
    if not match:
        return None
    try:
        return date(int(match[3]), _MONTHS.index(match[2].upper()[:3]) + 1, int(match[1]))
    except ValueError:
        return None
