"""Reads a rules file of the pilot survey's format (`RULES_JSON`): questions, each with answers by country."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from agent.errors import why_unreadable
from agent.rules.corpus import Corpus, RuleAnswer, RuleQuestion
from agent.rules.own_files import IGNORED, Wordings, parse, unreadable
from agent.rules.safe_text import plain_text, safe_links

MEND = "Mend it, set RULES_JSON to another file, or leave that unset for FlyFun's own rules."
"""What an operator can do about a file that cannot be used."""


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _Answer(_Shape):
    answer_html: str = ""
    links: tuple[str, ...] = ()
    last_reviewed: date | None = None

    @field_validator("answer_html", "links", mode="before")
    @classmethod
    def _null_is_empty(cls, value: Any, info: Any) -> Any:
        return ("" if info.field_name == "answer_html" else ()) if value is None else value

    @field_validator("last_reviewed", mode="before")
    @classmethod
    def _only_the_day(cls, value: Any) -> Any:
        if isinstance(value, str):
            return value.strip()[:10] or None
        return value


class _Question(_Shape):
    question_id: str = Field(min_length=1)
    question_text: str = Field(min_length=1)
    question_raw: str | None = None
    category: str | None = None
    tags: tuple[str, ...] | None = None
    answers_by_country: dict[str, _Answer]

    @field_validator("answers_by_country")
    @classmethod
    def _iso_codes(cls, value: dict[str, _Answer]) -> dict[str, _Answer]:
        for code in value:
            if not re.fullmatch("[A-Za-z]{2}", code.strip()):
                raise ValueError(f'"{code}" is not a two-letter country code')
        return {_iso(code): answer for code, answer in value.items()}


class _File(_Shape):
    questions: tuple[_Question, ...]


def read_survey(path: Path, wordings: Wordings) -> Corpus:
    """The file's corpus, with the phrasings known for its questions. Raises `DataProblem` with the place."""
    content = _content(path)
    if not isinstance(content, dict):
        raise unreadable(str(path), 'it must be an object with a list "questions"', MEND)
    questions: list[RuleQuestion] = []
    answers: list[RuleAnswer] = []
    for row in parse(TypeAdapter(_File), cast(object, content), str(path), MEND).questions:
        if (row.category or "").casefold() == IGNORED:
            continue
        if any(question.id == row.question_id for question in questions):
            raise unreadable(str(path), f'the question_id "{row.question_id}" is there twice', MEND)
        text, _ = plain_text(row.question_text)
        phrasings = wordings.of_survey_question(row.question_id, row.question_text)
        questions.append(RuleQuestion(row.question_id, text, row.category or "", row.tags or (), phrasings))
        answers += [found for code, a in row.answers_by_country.items() if (found := _answer(row, code, a))]
    if not answers:
        raise unreadable(str(path), "no country answers any question in it", MEND)
    return Corpus(questions, answers, origin=str(path))


def _content(path: Path) -> object:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise unreadable(str(path), why_unreadable(error), MEND) from error
    except UnicodeDecodeError as error:
        raise unreadable(str(path), "it is not text in UTF-8", MEND) from error
    if not text.strip():
        raise unreadable(str(path), "it is empty", MEND)
    try:
        return cast(object, json.loads(text))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise unreadable(str(path), f"it is not JSON, from {where} on", MEND) from error
    except RecursionError as error:
        raise unreadable(str(path), "its JSON is nested too deep", MEND) from error


def _answer(row: _Question, country: str, answer: _Answer) -> RuleAnswer | None:
    text, found = plain_text(answer.answer_html)
    if not re.search(r"\w", text):
        return None
    links = safe_links([*answer.links, *found])
    return RuleAnswer(row.question_id, country, text, reviewed=answer.last_reviewed, links=links)


def _iso(code: str) -> str:
    upper = code.strip().upper()
    return "GB" if upper == "UK" else upper
