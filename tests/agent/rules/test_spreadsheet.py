"""A spreadsheet of rules becomes a rules file that is asked like any other."""

from __future__ import annotations

import json
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZipFile

import pytest

from agent.aviation.countries import Countries
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.rules.book import open_rulebook
from agent.rules.spreadsheet import survey_of

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def spreadsheet(file: Path, *rows: list[str], shared: bool = True) -> Path:
    """A workbook as office programs write it: texts in a table of their own, or in the cells."""
    texts: list[str] = []
    lines: list[str] = []
    for number, row in enumerate(rows, start=1):
        cells = ""
        for column, text in zip("ABCDEFGHIJ", row, strict=False):
            if not text:
                continue
            if text.isdecimal():
                cells += f'<c r="{column}{number}"><v>{text}</v></c>'
            elif shared:
                texts.append(text)
                cells += f'<c r="{column}{number}" t="s"><v>{len(texts) - 1}</v></c>'
            else:
                cells += f'<c r="{column}{number}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'
        lines.append(f'<row r="{number}">{cells}</row>')
    with ZipFile(file, "w") as parts:
        parts.writestr(
            "xl/worksheets/sheet1.xml",
            f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>',
        )
        if shared:
            strings = "".join(f"<si><t>{escape(text)}</t></si>" for text in texts)
            parts.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">{strings}</sst>')
    return file


def test_countries_are_read_by_name_too(tmp_path: Path) -> None:
    known = Countries.load(AgentSettings())
    file = spreadsheet(
        tmp_path / "r.xlsx", ["question", "France", "United Kingdom"], ["May I land on a beach?", "No.", "Yes."]
    )

    def code_of(text: str) -> str | None:
        return country.code if (country := known.get(text)) else None

    (read,) = survey_of(file, code_of)["questions"]
    assert {code: a["answer_html"] for code, a in read["answers_by_country"].items()} == {
        "FR": "No.",
        "GB": "Yes.",
    }
    with pytest.raises(DataProblem, match="atlantis"):
        survey_of(spreadsheet(tmp_path / "b.xlsx", ["question", "Atlantis"], ["May I?", "No."]), code_of)


@pytest.mark.parametrize("shared", [True, False])
def test_a_column_for_each_country_is_read(tmp_path: Path, shared: bool) -> None:
    file = spreadsheet(
        tmp_path / "rules.xlsx",
        ["Question", "Category", "Tags", "FR", "DE", "Reviewed"],
        ["Is a hi-vis vest needed & worn?", "Airfields", "clothing, apron", "Yes <always>.", "", "45972"],
        [],
        ["May I fly at night?", "VFR", "night", "No.", "Yes.", "2025-11-11"],
        shared=shared,
    )
    first, second = survey_of(file)["questions"]
    assert first["question_text"] == "Is a hi-vis vest needed & worn?" and first["tags"] == ["clothing", "apron"]
    assert {c: a["answer_html"] for c, a in first["answers_by_country"].items()} == {"FR": "Yes &lt;always&gt;."}
    assert first["answers_by_country"]["FR"]["last_reviewed"] == "2025-11-11"  # 45,972 days after 30 December 1899
    assert set(second["answers_by_country"]) == {"FR", "DE"}


async def test_a_row_for_each_answer_is_read_and_asked(tmp_path: Path, data_dir: Path) -> None:
    file = spreadsheet(
        tmp_path / "rules.xlsx",
        ["question_id", "question", "country", "answer", "links", "category"],
        ["vest", "Is a hi-vis vest required on the apron?", "fr", "Yes.", "https://x.example/a", "Airfields"],
        ["vest", "Is a hi-vis vest required on the apron?", "DE", "Mostly.", "", "Airfields"],
    )
    made = tmp_path / "rules.json"
    made.write_text(json.dumps(survey_of(file)))
    book = open_rulebook(AgentSettings(data_dir=tmp_path / "d", rules_json=made))
    assert [book.corpus.answers("vest", code)[0].text for code in ("FR", "DE")] == ["Yes.", "Mostly."]


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([["question", "colour"], ["a", "b"]], "'colour'"),
        ([["FR"], ["yes"]], "no column `question`"),
        ([["question", "country", "answer"], ["a?", "France", "yes"]], "row 2"),
        ([["question", "FR"], ["", "yes"]], "no question"),
        ([["question", "FR", "reviewed"], ["a?", "yes", "last year"]], "2025-11-11"),
        ([], "no rows"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(tmp_path: Path, rows: list[list[str]], says: str) -> None:
    with pytest.raises(DataProblem) as refused:
        survey_of(spreadsheet(tmp_path / "r.xlsx", *rows))
    assert says in refused.value.user_message


def test_what_is_no_spreadsheet_or_would_grow_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_text("hello")
    with ZipFile(tmp_path / "b.xlsx", "w") as parts:
        parts.writestr("xl/worksheets/sheet1.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    for name, says in (
        ("a.xlsx", "no spreadsheet"),
        ("b.xlsx", "no spreadsheet"),
        ("absent.xlsx", "There is no file"),
    ):
        with pytest.raises(DataProblem) as refused:
            survey_of(tmp_path / name)
        assert says in refused.value.user_message
