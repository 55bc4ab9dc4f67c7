"""Looks a rules corpus over: what is missing, what is old, what cannot be right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from agent.rules.corpus import PILOT_SURVEY, Corpus
from agent.rules.own_files import orphaned_phrasings

OLD_DAYS = 548
"""Eighteen months."""


@dataclass(frozen=True, slots=True)
class Report:
    """`problems` must be mended; `gaps` and `old` are for the next review."""

    problems: tuple[str, ...]
    gaps: tuple[str, ...]
    old: tuple[str, ...]


def check(corpus: Corpus, today: date, folder: Path | None = None) -> Report:
    """Everything worth a look in a corpus that could be read; `folder` also checks the search's own files."""
    problems: list[str] = []
    texts: dict[str, str] = {}
    for question in corpus.questions.values():
        if not any(corpus.answers(question.id, country) for country in corpus.countries):
            problems.append(f"{question.id}: no country answers it")
        if question.law and question.law not in corpus.questions:
            problems.append(f"{question.id}: there is no question {question.law} for its law")
        if question.instead and question.instead not in corpus.questions:
            problems.append(f"{question.id}: there is no question {question.instead} to stand in for it")
        if question.part_of and question.part_of not in corpus.questions:
            problems.append(f"{question.id}: there is no question {question.part_of} of which it is a part")
        problems += [
            f"{question.id}: there is no question {other} of the states"
            for other in question.by_state
            if other not in corpus.questions
        ]
        if not question.category:
            problems.append(f"{question.id}: no category")
        if (same := texts.setdefault(question.text.casefold(), question.id)) != question.id:
            problems.append(f"{question.id}: the same text as {same}")
    for answer in corpus.all_answers:
        where = f"{answer.country}, {answer.question_id}"
        if answer.basis != PILOT_SURVEY and not (answer.reference and answer.links):
            problems.append(f"{where}: a {answer.basis} without its reference and link")
        if answer.reviewed and answer.reviewed > today:
            problems.append(f"{where}: reviewed on {answer.reviewed}, which is in the future")
        if re.search(r"\b(TODO|TBD|FIXME|lorem ipsum)\b|\[input from", answer.text, re.IGNORECASE):
            problems.append(f"{where}: unfinished text")
    if folder is not None:
        problems += [f"search/{name}: there is no question {id_}" for name, id_ in orphaned_phrasings(folder)]
    gaps = [
        f"{country}: {number} of {len(corpus.questions)} questions answered"
        for country, number in corpus.countries.items()
        if number < len(corpus.questions)
    ]
    old = [
        f"{answer.country}, {answer.question_id}: {answer.reviewed or 'not dated'}"
        for answer in corpus.all_answers
        if answer.reviewed is None or (today - answer.reviewed).days > OLD_DAYS
    ]
    return Report(tuple(problems), tuple(gaps), tuple(old))
