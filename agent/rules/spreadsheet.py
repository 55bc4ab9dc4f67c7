"""Reads a spreadsheet of rules (`flyfun rules import FILE.xlsx`) and gives it as a file of the survey's format.

The first row of the first sheet names the columns, in any order: `question`, and if you like `question_id`,
`category`, `tags`, `links`, `reviewed`. Answers stand in one column for each country, headed by its two-letter
code (`FR`, `DE`), or in rows of their own with the columns `country` and `answer`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml
from zipfile import BadZipFile, ZipFile

from agent.errors import DataProblem

LARGEST = 50_000_000
"""Bytes of one part, unpacked: no table of rules is so large."""

COLUMNS = frozenset({"question_id", "question", "category", "tags", "links", "reviewed", "country", "answer"})
_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_FIRST_DAY = date(1899, 12, 30)
"""What spreadsheets count days from."""


def two_letters(text: str) -> str | None:
    """A country's code, where it is written as one."""
    return text.upper() if re.fullmatch(r"[A-Za-z]{2}", text) else None


def survey_of(file: Path, code_of: Callable[[str], str | None] = two_letters) -> dict[str, Any]:
    """The spreadsheet's questions and answers. Raises `DataProblem` that says what to mend, and where.

    `code_of` reads a country as the table writes it, by code or by name.
    """
    rows = list(_rows(file))
    if not rows:
        raise DataProblem(
            f"{file.name} has no rows. The first one names the columns; `question` must be among them."
        )
    names = {column: _plain(text) for column, text in rows[0][1].items() if text.strip()}
    heads = {c: text.strip() for c, text in rows[0][1].items() if c in names and names[c] not in COLUMNS}
    countries = {c: code for c, head in heads.items() if (code := code_of(head))}
    unknown = [name for c, name in names.items() if c not in countries and name not in COLUMNS]
    if "question" not in names.values() or unknown:
        what = f"a column {unknown[0]!r} that I do not know" if unknown else "no column `question`"
        raise DataProblem(f"{file.name} has {what}. I know: {', '.join(sorted(COLUMNS))}, and countries.")
    questions: dict[str, dict[str, Any]] = {}
    for number, cells in rows[1:]:
        said = {names[c]: text.strip() for c, text in cells.items() if c in names and c not in countries}
        text = said.get("question", "")
        answers = {code: cells.get(c, "").strip() for c, code in countries.items()}
        if said.get("answer"):
            code = code_of(said.get("country", ""))
            if not code:
                raise DataProblem(f"{file.name}, row {number}: the answer has no country that I know.")
            answers[code] = said["answer"]
        if not text:
            if any(answers.values()):
                raise DataProblem(f"{file.name}, row {number}: there is an answer and no question.")
            continue
        held = questions.setdefault(said.get("question_id") or text, _question(text, said))
        for code, answer in answers.items():
            if answer:
                held["answers_by_country"][code] = _answer(answer, said, file, number)
    return {"questions": list(questions.values())}


def _question(text: str, said: Mapping[str, str]) -> dict[str, Any]:
    return {
        "question_id": said.get("question_id") or text,
        "question_raw": text,
        "question_text": text,
        "question_prefix": "",
        "category": said.get("category", ""),
        "tags": [tag.strip() for tag in said.get("tags", "").split(",") if tag.strip()],
        "answers_by_country": {},
    }


def _answer(text: str, said: Mapping[str, str], file: Path, number: int) -> dict[str, Any]:
    links = [
        link for link in re.split(r"[\s,;]+", said.get("links", "")) if link.startswith(("http://", "https://"))
    ]
    return {
        "answer_html": escape(text, quote=False),
        "links": links,
        "last_reviewed": _day(said.get("reviewed", ""), file, number),
    }


def _day(text: str, file: Path, number: int) -> str:
    """2025-11-11, or a spreadsheet's number of days; "" where none is given."""
    if not text:
        return ""
    if re.fullmatch(r"\d{5}(?:\.\d+)?", text):
        return (_FIRST_DAY + timedelta(days=int(float(text)))).isoformat()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise DataProblem(f"{file.name}, row {number}: reviewed is {text!r}; write it as 2025-11-11.") from error


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "_", name.strip().lower())


# --- the file ----------------------------------------------------------------------------------------


def _rows(file: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row's number and its cells by column letter. Raises `DataProblem` for what is no such file."""
    try:
        with ZipFile(file) as parts:
            names = parts.namelist()
            texts = _texts(_part(parts, "xl/sharedStrings.xml")) if "xl/sharedStrings.xml" in names else []
            sheets = sorted(
                (name for name in names if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name)),
                key=lambda name: int(re.findall(r"\d+", name)[0]),
            )
            sheet = _part(parts, sheets[0])
    except FileNotFoundError as error:
        raise DataProblem(f"There is no file {file}.") from error
    except (OSError, BadZipFile, KeyError, IndexError, ValueError, Xml.ParseError) as error:
        raise DataProblem(
            f"{file} is no spreadsheet in the .xlsx format that I can read.", detail=str(error)
        ) from error
    for place, row in enumerate(sheet.iter(f"{_NAMESPACE}row"), start=1):
        cells: dict[str, str] = {}
        for cell in row.iter(f"{_NAMESPACE}c"):
            column = re.sub(r"\d", "", cell.get("r", ""))
            value = cell.findtext(f"{_NAMESPACE}v") or ""
            if cell.get("t") == "s" and value.isdecimal() and int(value) < len(texts):
                value = texts[int(value)]
            elif cell.get("t") == "inlineStr":
                value = "".join(text.text or "" for text in cell.iter(f"{_NAMESPACE}t"))
            if column and value.strip():
                cells[column] = value
        if cells:
            yield int(row.get("r") or place), cells


def _texts(shared: Xml.Element) -> list[str]:
    return [
        "".join(text.text or "" for text in entry.iter(f"{_NAMESPACE}t"))
        for entry in shared.iter(f"{_NAMESPACE}si")
    ]


def _part(parts: ZipFile, name: str) -> Xml.Element:
    if parts.getinfo(name).file_size > LARGEST:
        raise ValueError(f"{name} is too large")
    content = parts.read(name)
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise ValueError(f"{name} defines entities")  # no spreadsheet does, and they can grow without an end
    return Xml.fromstring(content)  # noqa: S314
