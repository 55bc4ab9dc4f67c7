"""The glossary: 150 terms, each in a sentence with a source; unknown ones are said to be unknown."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, cast

import pytest

import agent.subjects.glossary.words
from agent import registry
from agent.aviation.glossary import Glossary
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.subjects.glossary.tool import TermExplained
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.reader import Reader
from agent.writing.write import Talk, write

GLOSSARY = Glossary.load(AgentSettings())
assert agent.subjects.glossary.words
DATA = AgentSettings().data


SUNDAY = date(2026, 11, 22)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


async def ask(data_dir: Path, term: str, **more: Any) -> tuple[TermExplained, str]:
    deps = Deps(settings=AgentSettings(data_dir=data_dir))
    question = Question(text="", at=datetime(2026, 11, 22, tzinfo=UTC))
    call = ToolCall(tool="explain_term", arguments={"term": term, **more})
    result = await registry.run(call, registry.ToolContext(deps=deps, question=question))
    assert isinstance(result, TermExplained)
    talk = Talk(question=question, conversation=Conversation(), plan=Plan(steps=(call,)), call=call, deps=deps)
    return result, write(result, talk).text


def test_there_are_150_terms_each_with_a_source_and_a_place() -> None:
    assert len(GLOSSARY.terms) >= 150
    for term in GLOSSARY.terms:
        assert term.says.endswith("."), term
        assert term.where
        assert term.source.name
        assert term.source.as_of


WITHOUT_ADDRESS = ("survey", "Table of NOTAM Q codes", "public software", "FlyFun's rules")
"""Sources that have no page: pilots' answers, tables of software, our own corpus."""


@pytest.mark.parametrize("table", ["glossary", "borders", "report_times", "night"])
def test_every_source_that_has_an_address_is_linked(table: str) -> None:
    sources = tomllib.loads((DATA / f"{table}.toml").read_text(encoding="utf-8")).get("sources", {})
    bare = [s["name"] for s in sources.values() if "url" not in s]
    assert [name for name in bare if not any(part in name for part in WITHOUT_ADDRESS)] == []


def _listed(held: Any) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", held) if isinstance(held, list) else [held]


@pytest.mark.parametrize("file", sorted((DATA / "rules").glob("??.toml")), ids=lambda f: f.stem)
def test_every_rule_that_was_read_has_a_link(file: Path) -> None:
    answers: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))["answers"]
    each = [(key, one) for key, held in answers.items() for one in _listed(held)]
    assert [key for key, one in each if one["basis"] != "pilot survey" and not one["links"]] == []


NAMED = ["GAR", "PPR", "PN", "AFIS", "ATZ", "TMZ", "RMZ", "SERA", "QNH", "VAC", "O/R", "HX", "H24", "HJ", "AIRAC"]


@pytest.mark.parametrize("term", NAMED)
def test_the_terms_pilots_meet_first_are_there(term: str) -> None:
    assert GLOSSARY.meanings(term)


@pytest.mark.parametrize("said", ["gar", "a GAR", "General Aviation Report", "GARs", "G.A.R.", "the gar"])
def test_a_term_is_known_however_it_is_written(said: str) -> None:
    assert [t.term for t in GLOSSARY.meanings(said)] == ["GAR"]


def test_a_term_with_two_meanings_has_both() -> None:
    assert len(GLOSSARY.meanings("CTA")) == 2


async def test_a_gar_is_told_in_one_sentence_with_where_it_applies(data_dir: Path) -> None:
    result, text = await ask(data_dir, "GAR")
    assert text.startswith("**GAR**: General Aviation Report:")
    assert "United Kingdom" in text
    assert result.sources[0].url


async def test_h24_is_not_proof_that_no_notice_is_needed(data_dir: Path) -> None:
    _, text = await ask(data_dir, "H24")
    assert "not proof that no notice is needed" in text


@pytest.mark.parametrize("term", ["XQZ", "blorb", "zz"])
async def test_a_term_that_is_not_held_is_said_to_be_unknown(data_dir: Path, term: str) -> None:
    result, text = await ask(data_dir, term)
    assert not result.found
    assert "I have no meaning for" in text


@pytest.mark.parametrize(
    ("text", "term", "other"),
    [
        ("pan pan vs mayday difference", "pan pan", "mayday"),
        ("difference between PPR and PN", "PPR", "PN"),
        ("Unterschied zwischen RMZ und TMZ", "RMZ", "TMZ"),
        ("is H24 different from HJ", "H24", "HJ"),
    ],
)
def test_two_terms_are_told_apart(text: str, term: str, other: str) -> None:
    reader = Reader(Deps(settings=AgentSettings()))
    said = reader.said(text, datetime(2026, 11, 22, tzinfo=UTC).date())
    assert registry.readings()["explain_term"].read(said.again()) == {"term": term, "other_term": other}


async def test_both_terms_are_explained_and_an_unknown_one_is_said(data_dir: Path) -> None:
    deps = Deps(settings=AgentSettings(data_dir=data_dir))
    context = registry.ToolContext(deps=deps, question=Question(text="", at=datetime(2026, 11, 22, tzinfo=UTC)))
    both = await registry.run(
        ToolCall(tool="explain_term", arguments={"term": "PAN PAN", "other_term": "mayday"}), context
    )
    assert isinstance(both, TermExplained)
    assert [one.term for one in both.meanings] == ["PAN PAN", "MAYDAY"]
    one = await registry.run(
        ToolCall(tool="explain_term", arguments={"term": "PPR", "other_term": "zxqw"}), context
    )
    assert isinstance(one, TermExplained)
    assert one.meanings
    assert one.message is not None and "zxqw" in one.message


@pytest.mark.parametrize(
    "term",
    [
        "AZBA",
        "QFU",
        "Flugleiter",
        "ED-R",
        "FLARM",
        "PIB",
        "SIGMET",
        "TODA",
        "TORA",
        "LDA",
        "ASDA",
        "SNOWTAM",
        "RVR",
    ],
)
def test_what_club_pilots_ask_is_there(term: str) -> None:
    assert GLOSSARY.meanings(term)


@pytest.mark.parametrize(
    ("asked", "document"),
    [
        ("What does JAR-FCL say about revalidation?", "JAR-FCL"),
        ("is my JAR licence still valid", "JAR-FCL"),
        ("What did the ANO 2009 say about rule 5?", "ANO 2009"),
        ("CAP 804 medical requirements", "CAP 804"),
        ("LASORS currency requirements", "LASORS"),
        ("Was stand in der alten LuftVO zur Nacht?", "LuftVO before 2015"),
        ("que disait l'arrêté du 24 juillet 1991 sur le carburant", "Order of 24 July 1991"),
    ],
)
async def test_what_is_asked_of_a_document_of_the_past_is_not_answered_from_what_holds_now(
    data_dir: Path, reader: Reader, asked: str, document: str
) -> None:
    """It is said to be of the past, and what followed it as far as that was read."""
    (reading,) = reader.readings(reader.said(asked, SUNDAY), Known())
    assert (reading.tool, reading.arguments) == ("explain_term", {"term": document})
    result, text = await ask(data_dir, document)
    assert [meaning.past != "" for meaning in result.meanings] == [True]
    assert text.startswith(f"**{document} is of the past, and I do not hold its text.**")


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("What did SERA.5005 say in 2011", {"term": "SERA", "as_of": 2011}),
        ("ASDA?", {"term": "ASDA"}),
        ("snowtam?", {"term": "snowtam"}),
        ("what is TODA", {"term": "TODA"}),
        ("ED-R was ist das", {"term": "ED-R"}),
    ],
)
def test_a_term_is_read_as_one(reader: Reader, asked: str, expected: dict[str, Any]) -> None:
    said = reader.said(asked, SUNDAY)
    assert registry.readings()["explain_term"].read(said.again()) == expected
    assert not said.spots  # Toda is a town, too


@pytest.mark.parametrize(("year", "says"), [(2011, "In 2011 there was no SERA"), (2015, "not those of 2015")])
async def test_sera_of_another_year_is_not_todays(data_dir: Path, year: int, says: str) -> None:
    assert says in (await ask(data_dir, "SERA", as_of=year))[1]
