"""An answer fits one phone screen; what does not fit is a tap away, and nothing is lost on the way."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from agent.pipeline import answer
from agent.protocol import Compare, Conversation, Done, Folded, Question, ToolCall

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
LINES = 12
"""Lines of text on one phone screen, the notice of each day's first answer beside them."""


@pytest.fixture
def tap(deps: Any) -> Any:
    async def one(text: str, before: Conversation, call: ToolCall | None = None) -> Done:
        done = None
        async for event in answer(Question(text=text, call=call, at=NOW), before, deps):
            done = event if isinstance(event, Done) else done
        assert done is not None
        return done

    return one


async def _pages(tap: Any, text: str, *, typed: str = "") -> list[Done]:
    """The pages of a question: its "More" button tapped until there is none, or `typed` in its place."""
    pages: list[Done] = []
    memory = Conversation(disclaimed=NOW.date())
    call = None
    while text and len(pages) < 100:
        pages.append(await tap(text, memory, call))
        memory = pages[-1].conversation
        more = next((choice for choice in pages[-1].answer.choices if choice.label == "More"), None)
        text = "" if more is None else typed or more.text
        call = more.call if more and not typed else None
        assert more is None or typed or call
    return pages


def _shown(pages: list[Done]) -> list[str]:
    return [line for page in pages for line in page.answer.text.splitlines() if line.strip()]


@pytest.mark.parametrize("typed", ["", "more", "next page"])
async def test_every_rule_of_a_country_is_reached_page_by_page(tap: Any, deps: Any, typed: str) -> None:
    pages = await _pages(tap, "Rules for France", typed=typed)
    shown = _shown(pages)
    questions = [question.text for question in deps.rules.corpus.select("FR", None, ())]
    assert len(questions) > 50
    told = [line.partition(" **France: ")[0] for line in shown]  # in few words behind it, or below it in full
    assert sorted(line for line in told if line in questions) == sorted(questions)  # those of a visitor first
    for page in pages:
        assert len(page.answer.text.splitlines()) <= LINES, page.answer.text


_LINE = re.compile(r"^(\d+)\. (\S+) ")
_ROW = re.compile(r"^(\d+)\. (.+)")
"""A field without a published code is listed by its name alone."""


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("airports near Lyon", ""), ("airports near Lyon", "more"), ("nearest field to Chamonix", "show more"),
        ("airports in Belgium with a hard runway", "more"), ("airports between EGTF and LFAT", ""),
        ("airports in Ireland with the longest runways", "show more"), ("3 airports near Annecy", ""),
        ("3 airports near Annecy", "more"),
    ],
)  # fmt: skip
async def test_a_list_of_airfields_is_read_to_its_end_five_by_five(tap: Any, text: str, typed: str) -> None:
    pages = await _pages(tap, text, typed=typed)
    result = pages[0].results[0]
    read = [match.groups() for line in _shown(pages) if (match := _ROW.match(line))]
    assert [int(number) for number, _ in read] == list(range(1, len(read) + 1))
    assert len({field for _, field in read}) == len(read) == result.to_json()["total"]
    for page in pages:
        assert len(page.answer.text.splitlines()) <= LINES, page.answer.text
        assert all(s.text[0] == "3" or not s.text[0].isdigit() for s in page.suggestions)
        named = [choice.label for choice in page.answer.choices if re.match(r"\d", choice.label)]
        rows = [f"{match[1]} {match[2]}" for line in page.answer.text.splitlines() if (match := _ROW.match(line))]
        tapped = [label for row in rows for label in named if row.startswith(label.rstrip("…"))]
        assert tapped == named[: len(tapped)]  # a field of which nothing is known has no button


async def test_a_number_said_later_is_the_one_that_was_read(tap: Any) -> None:
    pages = await _pages(tap, "airports near Lyon", typed="more")
    lines = [match.groups() for line in _shown(pages[1:2]) if (match := _LINE.match(line))]
    number, code = lines[1]
    assert number == "7"
    said = (await tap("tell me about number 7", pages[1].conversation)).answer.text
    assert said.startswith(f"**{code}") or said.startswith(code)


async def test_after_the_last_field_more_says_that_this_was_all(tap: Any) -> None:
    memory = Conversation(disclaimed=NOW.date())
    for text in ("airports within 15 nm of Lyon", "more from 90"):
        done = await tap(text, memory)
        memory = done.conversation
    assert done.answer.text.startswith("That was all")
    assert not [choice for choice in done.answer.choices if choice.label == "More"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("compare rules for France and Germany", ""),
        ("compare rules for France and Germany", "show more"),
        ("Compare VFR flight plan rules between France, Germany and the UK", ""),
        ("Compare VFR flight plan rules between France, Germany and the UK", "more"),
    ],
)
async def test_every_question_of_a_comparison_is_reached_once(tap: Any, text: str, typed: str) -> None:
    pages = await _pages(tap, text, typed=typed)
    total = sum(pages[0].results[0].to_json()["counts"].values())
    sheets = [part for page in pages for part in page.answer.parts if isinstance(part, Compare)]
    leads = [page.answer.text.splitlines()[0].partition(" **") for page in pages]
    shown = [question for question, mark, _ in leads if mark and question.endswith("?")]
    shown += [row.name for sheet in sheets for row in sheet.rows]
    assert len(shown) == len(set(shown)) == total
    long = [page for page in pages if len(page.answer.text.splitlines()) > LINES]
    assert not long, long[0].answer.text


@pytest.mark.parametrize(
    "text",
    [
        "LFAT", "EGKB", "LSGS details", "tell me about LFOJ", "EDSB", "is EGKB open on Sunday",
        "runway at LFAQ", "find Shoreham", "airports near Lyon", "nearest field to Chamonix", "airports in Germany",
        "airports between EGTF and LFMD", "airports near Le Touquet with avgas and customs", "airports in France with UL91",
        "do I need a flight plan in France?", "can I fly at night VFR in the UK?", "can I land at military airfields in Italy?",
        "border crossing airports in France", "EGTF to LFAT: do I need customs?", "what notice does LSGS need?",
        "rule topics", "IFR rules for the UK", "VFR rules in Germany",
    ],
)  # fmt: skip
async def test_an_answer_is_one_phone_screen(tap: Any, text: str) -> None:
    said = (await tap(text, Conversation(disclaimed=NOW.date()))).answer
    folded = "\n".join(part.markdown for part in said.parts if isinstance(part, Folded))
    assert len(said.text.splitlines()) - len(folded.splitlines()) <= LINES, said.text


async def test_the_next_page_is_that_lists_whatever_was_asked_in_between(tap: Any) -> None:
    first = await tap("airports near Lyon with a hard runway", Conversation(disclaimed=NOW.date()))
    more = next(choice for choice in first.answer.choices if choice.label == "More")
    straight = (await tap(more.text, first.conversation, more.call)).answer.text
    field = await tap("Tell me about LFLY", first.conversation)
    other = await tap("airports in Belgium", field.conversation)
    assert (await tap(more.text, field.conversation, more.call)).answer.text == straight
    assert (await tap(more.text, other.conversation, more.call)).answer.text == straight
    assert straight.startswith("**6–10 of ")
