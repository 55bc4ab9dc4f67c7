"""Pilots ask in their own words; the right entry comes first, and what the corpus does not hold is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import DataProblem
from agent.rules.book import Rulebook, open_rulebook
from agent.rules.retrieval import without_countries, written_out
from agent.understanding.reader.reader import Reader
from bench.bench_rules import labelled, quality

pytestmark = pytest.mark.thorough

REPO = Path(__file__).resolve().parents[3]
SURVEY = REPO.parent / "shared" / "samples" / "rules_survey.json"


@pytest.mark.parametrize(
    ("asked", "country", "question_id"),
    [
        ("Do I need a flight plan for VFR in France?", "FR", "vfr-flight-plan-required"),
        ("Faut-il déposer un plan de vol en VFR en France ?", "FR", "vfr-flight-plan-required"),
        ("Brauche ich in Deutschland für VFR einen Flugplan?", "DE", "vfr-flight-plan-required"),
        ("transponder in class E in Germany", "DE", "transponder-class-e"),
        ("can I land at military airfields in Italy?", "IT", "military-airfields-civil-use"),
        ("night VFR in Spain", "ES", "night-vfr"),
        ("mil airfields Italy", "IT", "military-airfields-civil-use"),
    ],
)
async def test_a_question_finds_its_entry_first(
    book: Rulebook, asked: str, country: str, question_id: str
) -> None:
    hits = await book.search(asked, [country])
    assert hits[0].question_id == question_id
    assert hits[0].country == country
    assert hits == sorted(hits, key=lambda hit: -hit.score)


@pytest.mark.parametrize(
    "asked",
    [
        "what is the weather in Paris tomorrow",
        "Wo gibt es gute Pizza?",
        "recette de la tarte aux pommes",
        "?",
        " ",
        "🙂",
    ],
)
async def test_what_the_corpus_does_not_hold_is_refused(book: Rulebook, asked: str) -> None:
    assert await book.search(asked, ["FR"]) == []


async def test_only_the_countries_asked_for_answer(book: Rulebook) -> None:
    hits = await book.search("Do I need a flight plan for VFR?", ["FR", "GB"], k=4)
    assert {hit.country for hit in hits} == {"FR", "GB"}
    for hit in hits:
        assert book.corpus.answers(hit.question_id, hit.country)


async def test_without_a_country_the_one_in_the_question_counts(book: Rulebook) -> None:
    hits = await book.search("Do I need a flight plan for VFR in Germany?", [])
    assert {hit.country for hit in hits} == {"DE"}


async def test_a_country_that_does_not_answer_the_question_gets_no_neighbouring_answer(book: Rulebook) -> None:
    silent = next(
        country
        for country in book.corpus.countries
        if not book.corpus.answers("vfr-flight-plan-required", country)
    )
    finding = await book.ask("Is a flight plan (FPL) required for a VFR flight?", [silent])
    assert "vfr-flight-plan-required" not in {hit.question_id for hit in finding.hits}


async def test_the_search_is_right_often_enough_on_questions_nothing_was_fitted_to(book: Rulebook) -> None:
    found = await quality(book, labelled("blind", survey=False))
    assert found.first >= 75
    assert found.first_five >= 95
    assert found.refused >= 95


@pytest.mark.samples
async def test_the_search_is_right_often_enough_in_the_survey_on_the_blind_half(data_dir: Path) -> None:
    book = open_rulebook(AgentSettings(data_dir=data_dir / "survey", rules_json=SURVEY))
    found = await quality(book, labelled("blind", survey=True)[::3])
    assert found.first >= 75
    assert found.first_five >= 95
    assert found.refused >= 95


def test_countries_are_taken_out_of_a_question() -> None:
    asked = "Do I need a flight plan for VFR in France?"
    start = asked.index("France")
    assert without_countries(asked, [(start, start + 6)]) == "Do I need a flight plan for VFR?"
    assert without_countries("France", [(0, 6)]) == "France"


def test_shorthand_is_written_out() -> None:
    assert written_out("mil field in golf, FPL?") == "military field in class G, flight plan?"
    assert written_out("transponder in class echo") == "transponder in class E"


def rules_file(path: Path, *rows: tuple[str, str]) -> Path:
    content: list[dict[str, object]] = [
        {
            "question_id": f"q{number}",
            "question_text": text,
            "category": "VFR",
            "tags": [],
            "answers_by_country": {"FR": {"answer_html": answer, "links": [], "last_reviewed": "2026-01-01"}},
        }
        for number, (text, answer) in enumerate(rows)
    ]
    path.write_text(json.dumps({"questions": content}))
    return path


async def test_a_rules_file_is_used_instead_and_the_index_follows_it(
    tmp_path: Path, own_deps: Callable[[Path], Deps]
) -> None:
    path = rules_file(
        tmp_path / "rules.json", ("Is a medical needed?", "Yes."), ("Must oxygen be carried?", "No.")
    )
    first = own_deps(path).rules
    assert [hit.question_id for hit in await first.search("do I need a medical certificate", ["FR"])][:1] == ["q0"]
    assert await first.search("where can I eat near the airfield", ["FR"]) == []
    rules_file(path, ("May I tow banners?", "Yes."))
    second = own_deps(path).rules
    hits = await second.search("banner towing allowed?", ["FR"])
    assert [hit.question_text for hit in hits] == ["May I tow banners?"]


async def test_a_broken_rules_file_is_one_clear_sentence(tmp_path: Path, own_deps: Callable[[Path], Deps]) -> None:
    path = tmp_path / "rules.json"
    path.write_text('{"questions": [{}]}')
    with pytest.raises(DataProblem, match=r"rules\.json cannot be used"):
        await own_deps(path).rules.search("flight plan", ["FR"])


def test_the_ready_made_vectors_cover_the_shipped_corpus(book: Rulebook) -> None:
    from agent.rules.vectors import answer_passages, read_vectors
    from agent.search import text_key

    known = read_vectors(REPO / "data" / "rules" / "search" / "vectors.npz", book.embedder.id)
    texts = answer_passages(book.corpus)
    covered = sum(text_key(p.side, p.text) in known for p in texts)
    assert covered >= 0.9 * len(texts)


@pytest.mark.parametrize(
    ("asked", "countries"),
    [
        ("UK PPL in an F-reg, legal?", ["FR"]),
        ("is my FAA licence valid to fly a D-reg?", ["DE"]),
        ("can I use my UK PPL on a G-reg in France", ["FR"]),
        ("can I fly a G-reg on my German licence", ["GB"]),
        ("my UK PPL on an N-reg, allowed?", ["GB"]),  # no rules of the United States are held
    ],
)
def test_a_licence_on_a_foreign_aircraft_is_asked_of_the_state_of_its_mark(
    asked: str, countries: list[str], deps: Deps
) -> None:
    said = Reader(deps).said(asked, date(2026, 11, 22))
    assert registry.readings()["answer_rules_question"].read(said)["countries"] == countries
