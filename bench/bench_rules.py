"""The search in rules: how often it is right, and what a question costs."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agent.config import AgentSettings
from agent.rules.book import Rulebook, open_rulebook
from agent.rules.own_files import read_questions, survey_key
from bench.rows import Row, cpu_median_ms

HERE = Path(__file__).resolve().parent
SURVEY = HERE.parent.parent / "shared" / "samples" / "rules_survey.json"


@dataclass(frozen=True)
class LabelledQuery:
    """What a pilot asks, and the ids that answer it; none when it must be refused."""

    text: str
    language: str
    wanted: frozenset[str]


@dataclass(frozen=True)
class Quality:
    """Shares: right answer first, among the first five (a refusal counts as wrong), off-topic refused."""

    first: float
    first_five: float
    refused: float
    by_language: dict[str, float]


def labelled(part: str, *, survey: bool, folder: Path | None = None) -> list[LabelledQuery]:
    """A part ("open", "blind", "fresh") of the labelled queries, with the ids of our corpus or of the survey."""
    content = tomllib.loads((HERE / "rules_queries.toml").read_text(encoding="utf-8"))[part]
    rows = {row.id: row for row in read_questions(folder or AgentSettings().data / "rules")}
    theirs = _survey_ids() if survey else {}

    def ids(wanted: list[str]) -> Iterator[str]:
        for name in wanted:
            id_, _, number = name.partition("/")
            if not survey:
                yield id_
            elif number:
                yield theirs[rows[id_].survey_id[int(number) - 1]]
            else:
                yield from (theirs[key] for key in rows[id_].survey_id)

    return [
        LabelledQuery(text, language, frozenset(ids(wanted)))
        for language, queries in content.items()
        for text, wanted in queries.items()
    ]


def _survey_ids() -> dict[str, str]:
    """The survey's question ids by the key our files know them by."""
    questions = json.loads(SURVEY.read_text(encoding="utf-8"))["questions"]
    return {survey_key(row["question_id"]): row["question_id"] for row in questions}


async def quality(book: Rulebook, queries: list[LabelledQuery]) -> Quality:
    """Ask every query over all questions of the corpus."""
    first: list[bool] = []
    five: list[bool] = []
    refused: list[bool] = []
    by_language: dict[str, list[bool]] = {}
    for query in queries:
        found = [question.id for question in await book.about(query.text)][:5]
        if not query.wanted:
            refused.append(not found)
            continue
        right = bool(found) and found[0] in query.wanted
        first.append(right)
        five.append(bool(query.wanted & set(found)))
        by_language.setdefault(query.language, []).append(right)
    return Quality(
        _share(first), _share(five), _share(refused), {name: _share(v) for name, v in by_language.items()}
    )


def _share(values: list[bool]) -> float:
    return 100 * sum(values) / max(1, len(values))


def run() -> list[Row]:
    """Quality on the labelled queries, cost of a question and of building the index."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        plain = AgentSettings(data_dir=Path(folder))
        corpora = [("own corpus", plain)]
        if SURVEY.is_file():
            corpora.append(("survey", dataclasses.replace(plain, rules_json=SURVEY)))
        for name, settings in corpora:
            book = open_rulebook(settings)
            started = time.process_time()
            answers = book.build()
            rows.append(
                Row(
                    f"rules: build the index of the {name} ({answers} answers), CPU",
                    time.process_time() - started,
                    "s",
                    60,
                )
            )
            for part in ("open", "blind", "fresh"):
                found = asyncio.run(quality(book, labelled(part, survey=settings.rules_json is not None)))
                title = f"rules: {name}, {part} queries"
                rows += [
                    Row(f"{title}, right first", found.first, "%", 75),
                    Row(f"{title}, in the first five", found.first_five, "%", 95),
                    Row(f"{title}, off-topic refused", found.refused, "%", 95),
                ]
            loop = asyncio.new_event_loop()
            ask = book.search
            rows.append(
                Row(
                    f"rules: one question in the {name}, embedding included",
                    cpu_median_ms(
                        lambda ask=ask, loop=loop: loop.run_until_complete(
                            ask("Do I need a flight plan for VFR in France?", ["FR"])
                        ),
                        repeat=15,
                    ),
                    "ms CPU",
                    60,
                )
            )
            loop.close()
    return rows
