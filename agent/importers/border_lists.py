"""Reads lists of airfields where a border may be crossed: the EU's crossing points, the UK's aerodromes.

The EU's list stands in the Official Journal: countries in capitals, "Air borders", numbered names without codes.
The UK's is a table of aerodromes with a column for each kind of approval. Both may also come as a CSV. Names are
matched to airfields of their country; what is not matched for sure is listed and says nothing.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from agent import regex as re
from agent.aviation.airports import Airport, Airports
from agent.aviation.countries import Countries, Country
from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts
from agent.importers.list_page import Line, lines_of, newest_date, rows_of

EU_LIST = "EU list of border crossing points"
UK_LIST = "UK list of aerodromes for international flights"
SURE = 0.92
"""How well a name must match."""

_AIR = re.compile(
    r"air (?:borders?|border crossing|crossing|fields?)|airports\b|aerodromes\b|"
    r"(?:fronti[eè]res?|fronteras?|fronteiras?|frontiere|frontiera|valichi|granice|przejścia)\b.{0,20}\ba[ée]r(?:e|i)|"
    r"a[ée]roports\b|a[ée]rodromes\b|aeropuertos\b|aeroportos\b|aeroporti\b|aeroporturi|luftgrenz|flugh[äa]fen|"
    r"flugpl[äa]tze|luchtgrenz|luchthavens|luftgræn|luftgrän|lufthavne|flygplatser|ilmaraja|lentoasemat|εναέρια|"
    r"αεροδρόμια|αερολιμένες|przejścia lotnicze|lotnicze|vzdušné|letiště|letiská|zračne|zračni|légi|repülőterek|"
    r"õhupiir|lennujaamad|gaisa robež|lidostas|oro sien|oro uostai|въздушни|летища",
    re.IGNORECASE,
)
"""How a heading about air borders begins; in the plural, so that no airport's own name is one."""
_OTHER = re.compile(
    r"(?:land|sea|rail(?:way)?|road|river|lake|maritime|ports?|harbours?)\b|seegrenz|seehäfen|häfen|landgrenz|"
    r"(?:fronti[eè]res?|fronteras?|fronteiras?|frontiere)\b|søgræn|landgræn|θαλάσσια|χερσαία|morskie|lądowe|kolejowe",
    re.IGNORECASE,
)
"""How a heading about other borders begins. Others are told by their numbers, which begin anew."""
_CONDITION = re.compile(
    r"\*|\b(?:only|season|summer|winter|temporar|until|from|upon|request|open)|"
    r"saison|durant|seulement|uniquement|nur |auf Anfrage|\d{1,2}[./]\d{1,2}",
    re.IGNORECASE,
)
"""A mark or words after a name that limit it: seasons, a footnote."""
_TITLE = re.compile(r"(?:name|location|airports?|aerodromes?)(?: name)?|name of .*|port or airport|port/airport")
_APPROVES = re.compile(r"c|r|customs.*|designated.*|regulated.*|coa.*|certificate.*")
_YES = re.compile(r"(?:yes|y)\b|✓", re.IGNORECASE)
_CODE = re.compile(r"\b[A-Z]{4}\b")
_LONGEST_NAME = 70


@dataclass(frozen=True, slots=True)
class _Entry:
    """One name of a list: `words` as they stand there, `names` its spellings, of which one must be known."""

    country: str
    words: str
    names: tuple[str, ...]
    code: str = ""
    limited: bool = False


def read_eu_points(file: Path, url: str, airports: Airports, countries: Countries, today: date) -> FoundFacts:
    """The EU list: facts `border_point`. Raises `DataProblem` when nothing can be read."""
    text = _text(file, EU_LIST)
    entries = list(_csv_entries(text, countries)) or list(_listed_entries(text, countries))
    return _facts(entries, EU_LIST, url, airports, newest_date(text, today), today)


def read_uk_list(file: Path, url: str, airports: Airports, countries: Countries, today: date) -> FoundFacts:
    """The UK list: every aerodrome it approves. Raises `DataProblem` when nothing can be read."""
    text = _text(file, UK_LIST)
    entries = list(_csv_entries(text, countries, default="GB")) or list(_table_entries(text, "GB"))
    return _facts(entries, UK_LIST, url, airports, newest_date(text, today), today)


def _facts(
    entries: list[_Entry], source: str, url: str, airports: Airports, dated: date | None, today: date
) -> FoundFacts:
    if not entries:
        raise DataProblem(f"The {source} has another layout: no airfield found in it. The data in use stays.")
    found: dict[str, FoundFact] = {}
    unmatched: list[str] = []
    for entry in entries:
        ident = _match(entry, airports)
        if ident is None:
            unmatched.append(f"{entry.country} {entry.words}")
        elif entry.limited:
            # a season or a footnote: shown, never taken for a field that is always open to crossings
            found.setdefault(ident, FoundFact(ident, "restriction", f"{source}: “{entry.words}”", entry.words))
        else:
            found[ident] = FoundFact(ident, "border_point", source, entry.words)
    if not any(fact.field == "border_point" for fact in found.values()):
        raise DataProblem(f"The {source} names no airfield that is known. The data in use stays.")
    return FoundFacts(
        source, url, "official list", dated or today, 0.85, tuple(found.values()), tuple(unmatched), dated is None
    )


# --- names and airfields -------------------------------------------------------------------------------


def _match(entry: _Entry, airports: Airports) -> str | None:
    """The one airfield of the country that all known spellings mean."""
    by_code = airports.get(entry.code) if entry.code else None
    if by_code is not None and by_code.country == entry.country:
        return by_code.ident
    found = {ident for name in entry.names if (ident := _named(name, entry.country, airports))}
    return found.pop() if len(found) == 1 else None


def _named(name: str, country: str, airports: Airports) -> str | None:
    matches = [m for m in airports.search(name, limit=5, country=country) if m.score >= SURE]
    if not matches:
        return None
    best = [m.airport for m in matches if m.score >= matches[0].score]
    if len(best) > 1:  # of several in one town, the one that bears the name
        best = [airport for airport in best if _bears(airport, name)]
    return best[0].ident if len(best) == 1 else None


def _bears(airport: Airport, name: str) -> bool:
    words = set(re.findall(r"\w+", name.casefold()))
    return words <= set(re.findall(r"\w+", airport.name.casefold()))


def _entry(country: str, cells: tuple[str, ...]) -> _Entry | None:
    """The entry of a row's cells: the name, or the name in two alphabets or languages."""
    words = " ".join(cells)
    code = _CODE.search(words)
    names: list[str] = []
    for cell in cells:
        bare = re.sub(r"\([^)]*\)|\[[^\]]*\]|\*", " ", cell)
        inside = [w for w in re.findall(r"\(([^)]*)\)", cell) if not _CONDITION.search(w)]
        names += [" ".join(n.split()).strip(" ;,.—–-") for n in (bare, *inside)]
    known = tuple(n for n in names if re.search(r"[^\W\d_]{3}", n))
    limited = bool(_CONDITION.search(words))
    return _Entry(country, words, known, code.group() if code else "", limited) if known else None


# --- the layouts ---------------------------------------------------------------------------------------


def _text(file: Path, source: str) -> str:
    try:
        text = file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataProblem(f"The {source} is no web page, text or CSV (a PDF?). The data in use stays.") from error
    if not text.strip():
        raise DataProblem(f"The {source} is empty. The data in use stays.")
    return text


def _csv_entries(text: str, countries: Countries, default: str = "") -> Iterator[_Entry]:
    """Rows with columns Name and, where there are, Country, Type and ICAO."""
    if "<" in text[:2000]:
        return
    reader = csv.DictReader(io.StringIO(text))
    columns = {name.strip().casefold(): name for name in reader.fieldnames or ()}
    if "name" not in columns:
        return
    for row in reader:
        country = countries.get(row.get(columns.get("country", ""), "") or default)
        kind = (row.get(columns.get("type", ""), "") or "airport").casefold()
        name = (row[columns["name"]] or "").strip()
        entry = _entry(country.code, (name,)) if country is not None and "airport" in kind and name else None
        if entry is not None:
            code = (row.get(columns.get("icao", ""), "") or "").strip()
            yield replace(entry, code=code or entry.code)


def _listed_entries(text: str, countries: Countries) -> Iterator[_Entry]:
    """The names under a heading about air borders, under a heading that is a country's name.

    Numbers that begin anew without such a heading belong to another kind of border in another language. A country
    that does not number its airfields has one on each line.
    """
    country: Country | None = None
    last: int | None = None  # the last number under "Air borders"; 0: none yet; None: not under it
    numbered = False
    for line in lines_of(text):
        named = _country(line, countries)
        if named is not None:
            country, last = named, None
        elif line.number is None and _heads_air(line):
            last, numbered = 0, False
        elif last is None or country is None:
            continue
        elif line.number is not None:
            if line.number <= last:
                last = None
                continue
            last, numbered = line.number, True
            if (entry := _entry(country.code, line.cells)) is not None:
                yield entry
        elif _is_heading(line):
            last = None
        elif not numbered and _may_be_name(line) and (entry := _entry(country.code, line.cells)) is not None:
            yield entry


def _country(line: Line, countries: Countries) -> Country | None:
    words = re.sub(r"\s*\(\d+\)$", "", line.cells[0])
    if line.number is not None or len(line.cells) > 1 or len(words) > 40:
        return None
    if not (words.isupper() or line.heading):
        return None
    return countries.get(words.title())


def _heads_air(line: Line) -> bool:
    words = " ".join(line.cells)
    return len(words) <= _LONGEST_NAME and any(_AIR.match(cell) for cell in line.cells)


def _is_heading(line: Line) -> bool:
    """A heading of another kind of border, as far as its words are known."""
    return len(" ".join(line.cells)) <= _LONGEST_NAME and any(_OTHER.match(cell) for cell in line.cells)


def _may_be_name(line: Line) -> bool:
    words = " ".join(line.cells)
    return len(words) <= _LONGEST_NAME and not words.isupper() and not re.search(r"\d|[.:]$|^[*(]", words)


def _table_entries(text: str, country: str) -> Iterator[_Entry]:
    """The aerodromes of tables. Where columns C (customs) and R (regulated) stand, one of them must say yes."""
    columns: tuple[str, ...] = ()
    for cells in rows_of(text):
        titles = tuple(cell.casefold() for cell in cells)
        if any(_TITLE.fullmatch(title) for title in titles):
            columns = titles
            continue
        name = next((cell for cell in cells if re.search(r"[A-Za-z]{3}", cell)), "")
        entry = _entry(country, (name,)) if name else None
        approvals = [c for t, c in zip(columns, cells, strict=False) if _APPROVES.fullmatch(t)]
        given = [c for c in approvals if _YES.match(c)]
        if entry is None or (approvals and not given):
            continue
        code = _CODE.search(" ".join(cells))
        entry = replace(entry, code=code.group() if code else "")
        if approvals:  # a plain yes is one; "Yes*" has conditions of its own, which the star of the name repeats
            marked = all("*" in mark for mark in given)
            words = f"{entry.words} (with conditions)" if marked else entry.words
            entry = replace(entry, words=words, limited=marked)
        yield entry
