"""The glossary: 150 terms, each in a sentence with a source; unknown ones are said to be unknown."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

import agent.subjects.glossary.words
from agent import registry
from agent.aviation.glossary import Glossary
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.subjects.glossary.tool import TermExplained
from agent.understanding.reader import Reader
from agent.writing.write import Talk, write

GLOSSARY = Glossary.load(AgentSettings())
assert agent.subjects.glossary.words


async def ask(data_dir: Path, term: str) -> tuple[TermExplained, str]:
    deps = Deps(settings=AgentSettings(data_dir=data_dir))
    question = Question(text="", at=datetime(2026, 11, 22, tzinfo=UTC))
    call = ToolCall(tool="explain_term", arguments={"term": term})
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
    assert "zxqw" in one.message
