"""Reads the project's own rules: the questions, one file per country, and the words pilots use for them."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from agent import regex as re
from agent.aviation.names import fold
from agent.compiled import toml_table
from agent.errors import DataProblem, why_unreadable
from agent.rules.corpus import Corpus, OverBorder, RuleAnswer, RuleQuestion
from agent.rules.safe_text import plain_text, safe_links

T = TypeVar("T")

OWN_REGIMES = frozenset({"GB", "GG", "JE", "IM", "TR"})
"""Countries whose pilots the EU's text must never be shown for."""

IGNORED = "ignore"
_COUNTRY_FILE = re.compile(r"[A-Z]{2}\.toml")


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class QuestionRow(_Shape):
    """One `[[question]]` of questions.toml; `survey_id` holds the `survey_key` of each survey question in it.

    `law` names the question under which the regulation on the same subject stands, `instead` one that answers
    this one too. `only_with` lists words without one of which nobody means this question. `named` lists what means
    this question and no other: each the beginnings of words that are all said; `beside` what means it where it is
    said with another matter. `short` is its name on a button. `by_state` names the questions under which states
    say of it what the common text leaves to them, `part_of` the wider question of which it is one case.
    """

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    survey_id: tuple[str, ...] = ()
    text: str = Field(min_length=1)
    category: str
    tags: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    law: str = ""
    instead: str = ""
    only_with: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    short: str = Field(default="", max_length=27)
    by_state: tuple[str, ...] = ()
    part_of: str = ""


class _Questions(_Shape):
    question: tuple[QuestionRow, ...]


class _AnswerRow(_Shape):
    text: str
    basis: Literal["pilot survey", "regulation", "authority"]
    reviewed: date
    reference: str = ""
    links: tuple[str, ...] = ()
    not_in: tuple[str, ...] = ()
    """States of `applies_to` for which this answer does not hold: Schengen's rules not for Ireland."""
    frame: bool = False
    """Whether it leaves the very thing to each state, as SERA does VFR at night."""
    short: str = Field(default="", max_length=90)
    """The answer in a few words, for a line of several countries; the catalogues hold it in other languages."""
    over_border: OverBorder | None = None
    """With which neighbours the text asks for a flight plan: a flight between two states gets one answer."""


class _CountryFile(_Shape):
    country: str = Field(pattern="^[A-Z]{2}$")
    applies_to: tuple[str, ...] = ()
    authority: str = ""
    authority_link: str = ""
    answers: dict[str, _AnswerRow] = {}


def read_corpus(folder: Path) -> Corpus:
    """Everything in `folder`. Raises `DataProblem` that names the file and the place."""
    wordings = Wordings.read(folder)
    questions = [
        RuleQuestion(
            row.id,
            row.text,
            row.category,
            row.tags,
            wordings.of_question(row),
            row.law,
            row.instead,
            tuple(word.casefold() for word in row.only_with),
            row.short,
            _wanted(row.named),
            row.by_state,
            _wanted(row.beside),
            row.part_of,
        )
        for row in wordings.rows
        if row.category != IGNORED
    ]
    known = {question.id for question in questions}
    answers = [answer for path in _country_files(folder) for answer in _answers(path, known)]
    return Corpus(questions, answers, origin="data/rules")


def _wanted(said: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The folded words of each phrase."""
    return tuple(tuple((fold(one) or one).split()) for one in said)


def says(folder: Path, question_id: str, country: str) -> bool:
    """Whether the country's own file answers a question: one file read once, for an offer that must be cheap."""
    path = folder / f"{country}.toml"
    return path.is_file() and question_id in _answered(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _answered(path: Path, changed: int) -> frozenset[str]:
    return frozenset(_read(path).get("answers", {}))


def read_questions(folder: Path) -> tuple[QuestionRow, ...]:
    """The rows of questions.toml, whose ids must differ."""
    rows = parse(TypeAdapter(_Questions), _read(folder / "questions.toml"), "questions.toml").question
    seen: set[str] = set()
    for row in rows:
        if row.id in seen:
            raise unreadable("questions.toml", f"the id {row.id} is there twice")
        seen.add(row.id)
    return rows


def read_authorities(folder: Path) -> dict[str, tuple[str, str]]:
    """By country: who publishes its rules, and where. Only what the files name."""
    found: dict[str, tuple[str, str]] = {}
    for path in _country_files(folder):
        content = parse(TypeAdapter(_CountryFile), _read(path), path.name)
        if link := next(iter(safe_links([content.authority_link])), ""):
            found[content.country] = content.authority or link, link
    return found


def orphaned_phrasings(folder: Path) -> list[tuple[str, str]]:
    """Ids in search/phrasings.toml for which there is no question: (file, id)."""
    path = folder / "search" / "phrasings.toml"
    known = {row.id for row in read_questions(folder)}
    return [(path.name, id_) for id_ in _read(path) if id_ not in known] if path.is_file() else []


class Wordings:
    """Other ways in which pilots put the questions: `also` of questions.toml, and search/phrasings.toml.

    `elsewhere` are subjects that a corpus may not hold, in pilots' words (search/elsewhere.toml): of flying,
    and others.
    """

    def __init__(
        self,
        rows: tuple[QuestionRow, ...],
        phrasings: Mapping[str, Mapping[str, list[str]]],
        elsewhere: Mapping[str, Mapping[str, list[str]]],
    ) -> None:
        self.rows = rows
        self._phrasings = phrasings
        self.elsewhere = elsewhere
        self._survey = {key: (row, n) for row in rows for n, key in enumerate(row.survey_id, 1)}

    @classmethod
    def read(cls, folder: Path) -> Wordings:
        """All three files; those of the search may be missing."""
        adapter = TypeAdapter(dict[str, dict[str, list[str]]])
        phrasings, groups = (
            parse(adapter, _read(path), path.name) if path.is_file() else {}
            for path in (folder / "search" / "phrasings.toml", folder / "search" / "elsewhere.toml")
        )
        return cls(read_questions(folder), phrasings, groups)

    def of_question(self, row: QuestionRow) -> tuple[str, ...]:
        """Every phrasing of one of the project's own questions."""
        parts = [*self._phrasings.get(row.id, {}).values(), self.elsewhere.get("flying", {}).get(row.id, [])]
        return tuple(dict.fromkeys([*row.also, *(text for part in parts for text in part)]))

    def of_survey_question(self, *names: str) -> tuple[str, ...]:
        """The phrasings of a survey's question, by its id or text; none when it is not known.

        Where several survey questions were merged into one, only the phrasings that name the part count.
        """
        found = next((self._survey[key] for key in map(survey_key, names) if key in self._survey), None)
        if found is None:
            return ()
        row, number = found
        parts = self._phrasings.get(row.id, {})
        if str(number) in parts:
            return tuple(parts[str(number)])
        merged = len(row.survey_id) > 1
        return tuple(dict.fromkeys([*parts.get("all", []), *(() if merged else (row.text, *row.also))]))


def survey_key(question_id: str) -> str:
    """The name under which our files know a survey's question: its words are the survey's, not ours."""
    return hashlib.sha256(question_id.encode()).hexdigest()[:12]


def countries_held(folder: Path) -> frozenset[str]:
    """ISO-2 codes of the countries that have a file and of those whose rules are the EU's; no answer is read."""
    own = frozenset(path.stem for path in _country_files(folder)) - {"EU"}
    path = folder / "EU.toml"
    if not path.exists():
        return own
    head = tomllib.loads(path.read_text(encoding="utf-8").partition("\n[answers")[0])
    return own | frozenset(map(str, head["applies_to"]))


def _country_files(folder: Path) -> list[Path]:
    """The files in the order in which their answers are told: a country's own text before the EU's."""
    found = (path for path in folder.iterdir() if _COUNTRY_FILE.fullmatch(path.name))
    return sorted(found, key=lambda path: (path.stem == "EU", path.name))


def _answers(path: Path, known: set[str]) -> Iterator[RuleAnswer]:
    content = parse(TypeAdapter(_CountryFile), _read(path), path.name)
    if content.country != path.stem:
        raise unreadable(path.name, f"country is {content.country}")
    if content.country == "EU" and (refused := OWN_REGIMES & set(content.applies_to)):
        raise unreadable(path.name, f"applies_to names {', '.join(sorted(refused))}, which has its own rules")
    regime = "EU" if content.country == "EU" else ""
    for question_id, row in content.answers.items():
        if question_id not in known:
            raise unreadable(path.name, f"answers.{question_id}: there is no such question")
        text, found = plain_text(row.text)
        if not text:
            continue
        links = safe_links([*row.links, *found])
        for country in content.applies_to or (content.country,):
            if country in row.not_in:
                continue
            yield RuleAnswer(
                question_id,
                country,
                text,
                row.basis,
                row.reviewed,
                row.reference,
                links,
                regime,
                row.frame,
                row.short,
                row.over_border,
            )


def parse(adapter: TypeAdapter[T], content: object, name: str, mend: str = "") -> T:
    """`content` in the wanted shape, else a sentence that names the place, and `mend`: what to do."""
    try:
        return adapter.validate_python(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        more = f" ({error.error_count() - 1} more)" if error.error_count() > 1 else ""
        problem = first["msg"].removeprefix("Value error, ").rstrip(".")
        says = _SHAPES.get(first["type"], f"{problem[:1].lower()}{problem[1:]}")
        raise unreadable(name, f"{place}: {says}{more}", mend) from error


_SHAPES = {
    "missing": "this is missing",
    "extra_forbidden": "this is not known here",
    "tuple_type": "this must be a list",
    "list_type": "this must be a list",
    "dict_type": "this must be an object with names and values",
    "model_type": "this must be an object with names and values",
    "string_type": "this must be text",
    "string_too_short": "this must not be empty",
    "date_type": "this must be a date, as 2026-02-14",
    "date_parsing": "this must be a date, as 2026-02-14",
    "date_from_datetime_parsing": "this must be a date, as 2026-02-14",
}
"""What should stand where a value does not fit, by pydantic's name of the misfit."""


def unreadable(name: str, problem: str, mend: str = "") -> DataProblem:
    """The rules file cannot be used, where, and what to do."""
    return DataProblem(
        f"The rules file {name} cannot be used: {problem}. {mend or 'Mend it, or restore it from the release.'}"
        " Airports, distances and notice still work."
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        return toml_table(path)
    except OSError as error:
        raise unreadable(path.name, why_unreadable(error)) from error
    except UnicodeDecodeError as error:
        raise unreadable(path.name, "it is not text in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise unreadable(path.name, f"it is not TOML: {str(error).rstrip('.')}") from error
