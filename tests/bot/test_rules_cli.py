"""`flyfun rules …` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.errors import InvalidQuestion
from bot.rules_cli import app

RULES = {
    "questions": [
        {
            "question_id": "fpl",
            "question_text": "Is a flight plan required for VFR?",
            "category": "VFR",
            "tags": ["flight plan"],
            "answers_by_country": {
                "FR": {"answer_html": "No", "links": [], "last_reviewed": "2025-11-11"},
                "DE": {"answer_html": "No", "links": [], "last_reviewed": "2025-11-11"},
            },
        },
        {
            "question_id": "oxygen",
            "question_text": "When is oxygen required?",
            "category": "Equipment",
            "tags": [],
            "answers_by_country": {
                "FR": {"answer_html": "Above 10 000 ft", "links": [], "last_reviewed": "2025-11-11"}
            },
        },
    ]
}


@pytest.fixture
def rules_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(RULES))
    monkeypatch.setenv("FLYFUN_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("RULES_JSON", str(path))
    return path


def test_search_prints_a_json_list_best_first(rules_json: Path) -> None:
    result = CliRunner().invoke(
        app, ["search", "do I have to file a flight plan VFR?", "--country", "France", "--json"]
    )
    assert result.exit_code == 0
    (best, *_) = json.loads(result.stdout)
    assert best | {"score": 0} == {
        "question_id": "fpl",
        "question_text": "Is a flight plan required for VFR?",
        "country": "FR",
        "score": 0,
    }
    assert 0 < best["score"] <= 1.1


def test_search_prints_an_empty_list_and_succeeds_when_it_abstains(rules_json: Path) -> None:
    result = CliRunner().invoke(app, ["search", "best pizza in town", "--country", "FR", "--json"])
    assert (result.exit_code, json.loads(result.stdout)) == (0, [])


def test_search_takes_several_countries_and_a_limit(rules_json: Path) -> None:
    asked = ["search", "VFR flight plan required?", "--country", "FR,DE", "--k", "1", "--json"]
    hits = json.loads(CliRunner().invoke(app, asked).stdout)
    assert len(hits) == 1


def test_a_misspelt_country_is_named(rules_json: Path) -> None:
    result = CliRunner().invoke(app, ["search", "flight plan", "--country", "Frnace"])
    assert isinstance(result.exception, InvalidQuestion)
    assert "Did you mean France?" in result.exception.user_message


def test_build_says_what_it_indexed(rules_json: Path) -> None:
    result = CliRunner().invoke(app, ["build", "--rules-json", str(rules_json)])
    assert "2 questions, 3 answers of 2 countries indexed" in result.stdout


def test_check_reports_gaps(rules_json: Path) -> None:
    result = CliRunner().invoke(app, ["check"])
    assert result.exit_code == 0
    assert "DE: 1 of 2 questions answered" in result.stdout
