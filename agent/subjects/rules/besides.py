"""The other matters that one question of the rules names outright: "a life jacket and a raft, and a PLB?"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent.registry import ToolContext
from agent.rules.corpus import RuleQuestion
from agent.subjects.rules.shapes import RuleEntry, entry

_JOINED = re.compile(r"[,;?:&+]|\b(?:and|or|und|oder|sowie|et|ou|plus|also|auch|aussi)\b", re.IGNORECASE)
_WORD = re.compile(r"\w{3,}")
MOST = 2
"""Matters told besides the first."""


def named_besides(
    question: str, told: Iterable[RuleEntry], countries: Sequence[str], context: ToolContext
) -> tuple[RuleEntry, ...]:
    """The entries of further matters that a joined question names, for each country that has them."""
    if not _joins_matters(question, context):
        return ()
    corpus, shown = context.deps.rules.corpus, list(told)
    ids = {item.question_id for item in shown}
    if not shown and (first := corpus.named_in(question)) is not None:
        ids.add(first.id)
    near = {name for item in shown for name in _related(corpus.questions[item.question_id])}
    found: list[RuleEntry] = []
    others = [one for one in corpus.all_named_in(question) if one.id not in ids and one.id not in near]
    for other in others[:MOST]:
        if ids & _related(other):
            continue
        for country in countries:
            answers = corpus.answers(other.id, country)
            if not all(answer.frame for answer in answers):  # none at all, or "each state decides"
                found.append(entry(other, country, context))
    return tuple(found)


def not_held(
    question: str, told: Iterable[RuleEntry], countries: Sequence[str], context: ToolContext
) -> tuple[RuleQuestion, ...]:
    """Matters that a joined question names and none of its countries has a word on."""
    if not (ids := {item.question_id for item in told}) or not _joins_matters(question, context):
        return ()
    corpus = context.deps.rules.corpus
    named = [one for one in corpus.all_named_in(question) if one.id not in ids and not ids & _related(one)]
    return tuple(one for one in named[:MOST] if not any(corpus.answering(one, code) for code in countries))


def _joins_matters(question: str, context: ToolContext) -> bool:
    """Whether more than one part of a question has words of its own, names of countries left out."""
    for start, end, _ in context.deps.countries.find_all(question):
        question = f"{question[:start]}{' ' * (end - start)}{question[end:]}"
    return sum(bool(_WORD.search(part)) for part in _JOINED.split(question)) > 1


def _related(question: RuleQuestion) -> set[str]:
    """The ids of the entries on the same subject: its regulation, what stands in for it, what states say of it."""
    return {question.law, question.instead, *question.by_state} - {""}
