"""Reads an official list, a web page or plain text, as lines: headings, numbered rows, cells, and its date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from agent import regex as re
from agent.errors import DataProblem
from agent.importers.documents import library

_NUMBER = re.compile(r"\(?(?P<number>\d{1,3})(?:[.)]\)?)(?P<rest>.*)", re.DOTALL)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATES = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:\.(?P<month>\d{{1,2}})\.|\s+(?P<name>{'|'.join(_MONTHS)})[a-z]*\s+)(?P<year>20\d\d)\b",
    re.IGNORECASE,
)
_HEAD_LETTERS = 8000
"""A list says its date before it begins."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list: its number, if it has one, and its cells without the number."""

    cells: tuple[str, ...]
    number: int | None = None
    heading: bool = False


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a page or text in their order. Raises `DataProblem` for what is no page."""
    waiting: int | None = None  # a number that stands alone on its line
    star = ""  # beside a number it speaks of the name
    for cells, heading in _page_lines(text) if _is_page(text) else _text_lines(text):
        match = _NUMBER.fullmatch(cells[0])
        if match is None:
            yield Line((*cells[:-1], cells[-1] + star), waiting, heading)
            waiting, star = None, ""
            continue
        star = " *" if match["rest"].strip().startswith("*") else ""
        named = tuple(cell for cell in (match["rest"].strip(" *\t"), *cells[1:]) if cell)
        waiting = int(match["number"])
        if named:
            yield Line((*named[:-1], named[-1] + star), waiting, heading)
            waiting, star = None, ""


def rows_of(text: str) -> Iterator[tuple[str, ...]]:
    """The cells of every row of every table."""
    if not _is_page(text):
        return
    for row in _page(text).iter("tr"):
        cells = tuple(" ".join(cell.text_content().split()) for cell in row.iter("td", "th"))
        if any(cells):
            yield cells


def newest_date(text: str, today: date) -> date | None:
    """The newest day, up to today, that the beginning of a list names: its own. None when it names none."""
    found: list[date] = []
    for match in _DATES.finditer(plain_text(text)[:_HEAD_LETTERS]):
        month = int(match["month"]) if match["month"] else _MONTHS.index(str(match["name"]).lower()) + 1
        try:
            found.append(date(int(match["year"]), month, int(match["day"])))
        except ValueError:
            continue
    return max((day for day in found if day <= today), default=None)


def plain_text(text: str) -> str:
    """The words of a page."""
    return " ".join(str(words) for words in _page(text).itertext()) if _is_page(text) else text


def _is_page(text: str) -> bool:
    return "<" in text[:2000]


def _text_lines(text: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    for line in text.splitlines():
        if clean := " ".join(line.split()):
            yield (clean,), False


def _page_lines(text: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Rows of tables, and blocks that stand in no table and hold no other block."""
    blocks = ("h1", "h2", "h3", "h4", "h5", "p", "li", "div", "tr", "dt", "dd")
    for element in _page(text).iter(*blocks):
        if element.tag == "tr":
            if element.xpath(".//tr"):
                continue
            cells = tuple(" ".join(c.text_content().split()) for c in element.xpath("./td|./th"))
            if filled := tuple(cell for cell in cells if cell):
                yield filled, False
            continue
        inside = next(element.iterancestors("tr"), None) is not None
        if inside and not element.xpath("ancestor::tr[1]//tr"):
            continue
        if element.xpath("|".join(f".//{block}" for block in blocks)):
            continue
        for piece in _broken(element):
            if clean := " ".join(piece.split()):
                yield (clean,), str(element.tag).startswith("h")


def _broken(element: Any) -> list[str]:
    for mark in element.iter("br"):
        mark.tail = f"\n{mark.tail or ''}"
    return str(element.text_content()).split("\n") if element.xpath(".//br") else [str(element.text_content())]


def _page(text: str) -> Any:
    """A page's tree. Raises `DataProblem` when there is none."""
    html: Any = library("lxml.html")
    broken: Any = library("lxml.etree").ParserError
    try:
        return html.document_fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))
    except (broken, ValueError) as error:
        raise DataProblem("The list has another layout. The data in use stays.") from error
