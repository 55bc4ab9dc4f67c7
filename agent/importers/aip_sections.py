"""Reads the running text of AD 2.20 to 2.23: local regulations, noise, flight procedures, additional information.

Pages in two languages set them side by side or one below the other: one language is kept whole, English when it
says as much. A paragraph keeps its number and the date of its page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from operator import itemgetter
from typing import Any

from agent import regex as re
from agent.aviation.aip_words import asks_or_forbids, language

_HEADING = re.compile(
    r"^\W*(?:[A-Z]{4}\s*[-–—]?\s*AD\s*2[.\s]+|AD\s*2[.\s]+[A-Z]{4}\s*\.?\s*(?:AD\s*2\.)?)(?P<number>\d{1,2})\b(?P<rest>.*)",
    re.DOTALL,
)
_WANTED: dict[int, re.Pattern[str]] = {
    20: re.compile(r"local|locaux|[öo]rtlich|regulation|traffic|r[eè]glement|reglament|regolament", re.IGNORECASE),
    21: re.compile(r"noise|bruit|l[äa]rm|ruido|rumore|antirumore", re.IGNORECASE),
    22: re.compile(r"flight|\bvol\b|flug|vuelo|volo\b|proc[ée]d", re.IGNORECASE),
    23: re.compile(r"additional|suppl[ée]ment|zus[äa]tz|erg[äa]nz|adicional|aggiuntiv", re.IGNORECASE),
}
"""Sections that are read, and a word of their heading: "AD 2.20" alone may be a reference to it."""
_FURNITURE = re.compile(
    r"©|\bAMDT\b|~~~|^\s*AIP\b|\bAIP\s+[A-Z]{4,}|^\s*\d{1,2} [A-Z]{3} 20\d\d\s*$|"
    r"^\W*AD[ -]2[-. ][A-Z]{4}[-\d]*\s*$"
)
_NUMBER = re.compile(r"^\W?\s*(?P<number>\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}[.)]|\(?[a-z]\)|[a-z]\.)(?:\s+|$)")
_BARE_NUMBER = re.compile(r"^(?P<number>\d{1,2})\s+(?=[A-ZÀ-Þ])(?!(?:HR|H|MIN|KT|KM|NM|FT|M|T|KG|MHZ|PN|PPR)\b)")
_GUTTER_POINTS = 6.0
"""How wide the white between two columns is at least: wider than a space."""
_LINE_POINTS = 4.0


@dataclass(frozen=True, slots=True)
class AipParagraph:
    """One numbered paragraph: section "2.23", number "23.1" ("" where the page has none)."""

    section: str
    number: str
    text: str
    as_of: date | None


@dataclass
class _Run:
    """The rows of one section on one page; a cell is (column, text), column -1 reaches over all of them.

    `wrapped`: a row is a line of print, which may end within a sentence.
    """

    section: str
    as_of: date | None
    wrapped: bool
    rows: list[list[tuple[int, str]]] = field(default_factory=list[list[tuple[int, str]]])


def pdf_paragraphs(pages: Sequence[tuple[Any, str, date | None]]) -> tuple[AipParagraph, ...]:
    """The paragraphs of pages of a PDF, each with its text and date."""
    runs: list[_Run] = []
    section = ""
    for page, text, as_of in pages:
        if not section and not any(_section(line) for line in text.split("\n")):
            continue
        lines: dict[str, list[list[Any]]] = {}
        for line in _lines_of(page):
            words = " ".join(str(w["text"]) for w in line)
            started = _section(words)
            if started is not None:
                section = started
            elif section and not _FURNITURE.search(words):
                lines.setdefault(section, []).append(line)
        runs.extend(_Run(name, as_of, True, _columns(found, float(page.width))) for name, found in lines.items())
    return _paragraphs(runs)


def html_paragraphs(tree: Any, as_of: date | None) -> tuple[AipParagraph, ...]:
    """The paragraphs of an eAIP page."""
    runs: list[_Run] = []
    section = ""
    for element in tree.iter("h1", "h2", "h3", "h4", "h5", "h6", "tr", "p", "li", "div"):
        if str(element.tag).startswith("h"):
            started = _section(_words(element))
            if started is not None:
                section = started
                runs.append(_Run(section, as_of, False))
            elif section:
                runs[-1].rows.append([(-1, _words(element))])
        elif section:
            runs[-1].rows.extend(_html_rows(element))
    return _paragraphs(runs)


def _section(heading: str) -> str | None:
    """The section a heading begins: "2.20"; "" for one that is not read; None for what is no heading."""
    match = _HEADING.match(heading)
    if match is None:
        return None
    titled = re.match(r"[\s.:–-]*[A-ZÀ-Þ]", match["rest"])
    wanted = _WANTED.get(int(match["number"]))
    if wanted is None:
        return "" if titled or not match["rest"].strip() else None
    return f"2.{match['number']}" if titled and wanted.search(match["rest"]) else None


# --- PDF -----------------------------------------------------------------------------------------------


def _lines_of(page: Any) -> Iterator[list[Any]]:
    """The words of a page line by line, from left to right."""
    line: list[Any] = []
    for word in sorted(page.extract_words(x_tolerance=1.5), key=itemgetter("top", "x0")):
        if line and word["top"] - line[0]["top"] > _LINE_POINTS:
            yield sorted(line, key=itemgetter("x0"))
            line = []
        line.append(word)
    if line:
        yield sorted(line, key=itemgetter("x0"))


def _columns(lines: list[list[Any]], width: float) -> list[list[tuple[int, str]]]:
    """Lines cut at the white between two columns, where there is one."""
    gutter = _gutter(lines, width)
    rows: list[list[tuple[int, str]]] = []
    for line in lines:
        if gutter is None or _crosses(line, gutter):
            rows.append([(-1, _joined(line))])
        else:
            sides = [[w for w in line if w["x1"] <= gutter], [w for w in line if w["x0"] >= gutter]]
            rows.append([(number, _joined(side)) for number, side in enumerate(sides) if side])
    return rows


def _gutter(lines: list[list[Any]], width: float) -> float | None:
    """Where hardly any line has a word and several have words on both sides."""
    best: tuple[int, float] | None = None
    for step in range(30, 71):
        at = width * step / 100
        across = sum(1 for line in lines if _crosses(line, at))
        both = sum(1 for line in lines if line[0]["x0"] < at < line[-1]["x1"] and not _crosses(line, at))
        if both > across * 4 and both >= min(2, len(lines)) and (best is None or across < best[0]):
            best = (across, at)
    return best[1] if best else None


def _crosses(line: list[Any], at: float) -> bool:
    """Does a word, or the space between two words, lie there?"""
    ends = [(w["x0"], w["x1"]) for w in line]
    if any(x0 - 1 < at < x1 + 1 for x0, x1 in ends):
        return True
    left, right = [x1 for _, x1 in ends if x1 <= at], [x0 for x0, _ in ends if x0 >= at]
    return bool(left and right) and min(right) - max(left) < _GUTTER_POINTS


def _joined(words: list[Any]) -> str:
    return " ".join(str(w["text"]) for w in words)


# --- HTML ----------------------------------------------------------------------------------------------


def _html_rows(element: Any) -> list[list[tuple[int, str]]]:
    """The cells of a table's row, or a block of text that stands in no table and holds no other block."""
    if element.tag != "tr":
        inside = next(element.iterancestors("tr"), None) is not None
        if inside or element.xpath(".//p|.//li|.//div|.//tr|.//h3|.//h4|.//h5"):
            return []
        return [[(-1, words)]] if (words := _words(element)) else []
    if element.xpath(".//tr"):
        return []
    cells: list[tuple[int, str]] = []
    column = 0
    for cell in element.xpath("./td|./th"):
        wide = int(cell.get("colspan") or 1) if (cell.get("colspan") or "1").isdecimal() else 1
        if words := _words(cell):
            cells.append((column if wide == 1 else -1, words))
        column += wide
    return [cells] if cells else []


def _words(element: Any) -> str:
    return re.sub(r"\s+", " ", " ".join(str(t) for t in element.itertext())).strip()


# --- one language, and paragraphs ----------------------------------------------------------------------


def _paragraphs(runs: list[_Run]) -> tuple[AipParagraph, ...]:
    found: list[AipParagraph] = []
    for run in runs:
        for paragraph in _numbered(run, _one_column(run.rows)):
            last = found[-1] if found else None
            if last is not None and not paragraph.number and last.section == run.section:
                # the page ended within a paragraph
                text = _continued(last.text, paragraph.text, wrapped=run.wrapped)
                found[-1] = AipParagraph(last.section, last.number, text, last.as_of)
            else:
                found.append(paragraph)
    return _one_of_each(found)


def _one_column(rows: list[list[tuple[int, str]]]) -> list[str]:
    """Each row's words in the language that is kept."""
    by_column: dict[int, str] = {}
    for row in rows:
        for column, text in row:
            if column >= 0:
                by_column[column] = f"{by_column.get(column, '')} {text}"
    spoken = {column: language(text) for column, text in by_column.items()}
    dropped = _dropped([(spoken[c], text) for c, text in by_column.items()])
    lines: list[str] = []
    for row in rows:
        kept: list[str] = []
        for column, text in row:
            if text not in kept and (column < 0 or spoken[column] is None or spoken[column] not in dropped):
                kept.append(text)
        if kept:
            lines.append(" ".join(kept))
    return lines


def _dropped(said: list[tuple[str | None, str]]) -> set[str]:
    """The languages to leave out: all but English where it asks as much as the others do, else English."""
    others = {spoken for spoken, _ in said if spoken not in (None, "en")}
    english = [text for spoken, text in said if spoken == "en"]
    if not others or not english:
        return set()
    asked = sum(asks_or_forbids(text) for text in english)
    most = max(sum(asks_or_forbids(t) for s, t in said if s == other) for other in others)
    return others if asked >= most else {"en"}


def _numbered(run: _Run, lines: list[str]) -> list[AipParagraph]:
    found: list[AipParagraph] = []
    top, wanted = "", 1
    for line in lines:
        match = _NUMBER.match(line)
        bare = _BARE_NUMBER.match(line)
        if bare is not None and int(bare["number"]) == wanted:
            match, wanted = bare, wanted + 1
        if match is None:
            if found:
                last = found[-1]
                text = _continued(last.text, line, wrapped=run.wrapped)
                found[-1] = AipParagraph(run.section, last.number, text, run.as_of)
            else:
                found.append(AipParagraph(run.section, "", line, run.as_of))
            continue
        number = match["number"].strip("().")
        if not number.isalpha():
            top = number
            wanted = int(number) + 1 if number.isdecimal() else wanted
        label = f"{top} {number}".strip() if number.isalpha() else number
        found.append(AipParagraph(run.section, label, line[match.end() :], run.as_of))
    return found


def _continued(before: str, line: str, *, wrapped: bool) -> str:
    """A line of print goes on with the next one, unless a list item begins or a heading ended."""
    last = before.rsplit("\n", 1)[-1]
    heading = last.isupper() and not asks_or_forbids(last) and not last.endswith((",", "-"))
    if not before or not wrapped or heading or re.match(r"[-–•*·]\s", line) or last.endswith(":"):
        return f"{before}\n{line}".strip()
    if last.endswith("-") and re.match(r"[a-zß-ÿ]", line):
        return f"{before[:-1]}{line}"
    return f"{before} {line}"


def unwrapped(text: str) -> str:
    """Lines of print joined to sentences; list items stay lines."""
    joined = ""
    for line in text.split("\n"):
        joined = _continued(joined, line.strip(), wrapped=True)
    return joined


def _one_of_each(paragraphs: list[AipParagraph]) -> tuple[AipParagraph, ...]:
    """Languages below each other: one is kept; then one paragraph for each number."""
    dropped = _dropped([(language(p.text), p.text) for p in paragraphs])
    kept: dict[tuple[str, str], AipParagraph] = {}
    for paragraph in paragraphs:
        if not paragraph.text or language(paragraph.text) in dropped:
            continue
        key = (paragraph.section, paragraph.number)
        before = kept.get(key)
        text = f"{before.text}\n{paragraph.text}" if before else paragraph.text
        kept[key] = AipParagraph(*key, text, before.as_of if before else paragraph.as_of)
    return tuple(kept.values())
