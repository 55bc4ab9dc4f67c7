"""`flyfun rules …`: search the rules, build their index, check the corpus."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.environ import environ

if TYPE_CHECKING:
    from agent.config import AgentSettings
    from agent.rules.book import Rulebook

app = typer.Typer(name="rules", help="Search, build and check the rules of each country.", no_args_is_help=True)

RulesJson = Annotated[
    Path | None,
    typer.Option("--rules-json", help="A rules file instead of RULES_JSON and data/rules."),
]


@app.command()
def search(
    query: Annotated[str, typer.Argument(help="What is asked, in any words.")],
    country: Annotated[
        list[str] | None, typer.Option("--country", "-c", help="Code or name; may be repeated.")
    ] = None,
    k: Annotated[int, typer.Option("--k", min=1, max=50, help="How many results at most.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON list.")] = False,
    rules_json: RulesJson = None,
) -> None:
    """Search the rules: best first. Nothing is found when the corpus does not hold it."""
    book = _open(rules_json)
    codes = [_code(part, book) for text in country or [] for part in text.split(",") if part.strip()]
    hits = asyncio.run(book.search(query, codes, k=k))
    if not as_json:
        for hit in hits:
            typer.echo(f"{hit.score:.3f}  {hit.country}  {hit.question_text}  [{hit.question_id}]")
        if not hits:
            typer.echo("Nothing on that.")
        return
    typer.echo(json.dumps([dataclasses.asdict(hit) for hit in hits], ensure_ascii=False, indent=2))


@app.command()
def build(rules_json: RulesJson = None) -> None:
    """Build the index where it is not up to date."""
    book = _open(rules_json)

    def progress(name: str, done: int, all_: int) -> None:
        end = "\n" if done == all_ else ""
        sys.stderr.write(f"\r{name}: {done} of {all_} texts read{end}")

    number = book.build(progress)
    corpus = book.corpus
    typer.echo(
        f"{len(corpus.questions)} questions, {number} answers of {len(corpus.countries)} countries indexed "
        f"from {corpus.origin}."
    )


@app.command()
def check(rules_json: RulesJson = None) -> None:
    """Look for gaps, age and mistakes. Exit code 1 when there is something to mend."""
    from agent.rules.check import check as look_over

    settings = _settings(rules_json)
    book = _open(rules_json)
    own = None if settings.rules_json else settings.data / "rules"
    report = look_over(book.corpus, datetime.now(UTC).date(), own)
    typer.echo(
        f"{len(book.corpus.questions)} questions, {len(book.corpus.all_answers)} answers: {book.corpus.origin}"
    )
    for title, lines in (("To mend", report.problems), ("Gaps", report.gaps), ("Old", report.old)):
        if lines:
            typer.echo(f"\n{title} ({len(lines)})")
            for line in lines:
                typer.echo(f"  {line}")
    if report.problems:
        raise typer.Exit(1)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A spreadsheet (.xlsx); its first row names the columns.")],
    out: Annotated[Path | None, typer.Option("--out", help="Where the rules file goes (the data folder).")] = None,
) -> None:
    """Make a rules file of a spreadsheet: columns question, category, tags, reviewed, links, one for each country.

    Instead of a column for each country (FR or France …) there may be rows with the columns country and answer.
    """
    from agent.aviation.countries import Countries
    from agent.rules.book import open_rulebook
    from agent.rules.spreadsheet import survey_of

    settings = _settings(None)
    known = Countries.load(settings)
    made = survey_of(file, lambda text: country.code if (country := known.get(text)) else None)
    target = out or settings.data_dir / "rules.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f"{target.name}.new")
    fresh.write_text(json.dumps(made, ensure_ascii=False, indent=1), encoding="utf-8")
    corpus = open_rulebook(dataclasses.replace(settings, rules_json=fresh)).corpus  # refused before it counts
    fresh.replace(target)
    read = f"{len(corpus.questions)} questions, {len(corpus.all_answers)} answers"
    typer.echo(f"{read} of {len(corpus.countries)} countries: {target}.")
    typer.echo(f"RULES_JSON={target} makes FlyFun answer from it.")


def _settings(rules_json: Path | None) -> AgentSettings:
    from agent.config import AgentSettings

    settings = AgentSettings.from_environ(environ())
    return dataclasses.replace(settings, rules_json=rules_json) if rules_json else settings


def _open(rules_json: Path | None) -> Rulebook:
    from agent.rules.book import open_rulebook

    return open_rulebook(_settings(rules_json))


def _code(text: str, book: Rulebook) -> str:
    """The ISO code of a country said in any way. Raises `InvalidQuestion` that names the nearest."""
    from agent.errors import InvalidQuestion

    known = book.countries.get(text.strip())
    if known is not None:
        return known.code
    alike = book.countries.closest(text.strip())
    hint = f" Did you mean {alike.name}?" if alike else " Use a name or a two-letter code: France or FR."
    raise InvalidQuestion(f"I don't know a country called {text.strip()}.{hint}")
