"""What the rules of a flight's states say of its border, for the brief: arriving, and the flight plan over it."""

from __future__ import annotations

from collections.abc import Sequence

from agent.protocol import Source, Value
from agent.registry import ToolContext
from agent.subjects.rules.shapes import entry, sources_of

ARRIVING = "non-schengen-arrival"
PLAN_OVER_BORDER = "fpl-border-crossing"
"""The questions of the corpus that speak of a flight over a border."""


class StateText(Value):
    """A state's own answer in the corpus, word for word, with what it rests on."""

    country: str
    text: str
    basis: str


def states_say(
    question: str, countries: Sequence[str | None], context: ToolContext
) -> tuple[tuple[StateText, ...], tuple[Source, ...]]:
    """Each state's own answer, the European text left out, and where that was read."""
    corpus = context.deps.rules.corpus
    held = [
        code
        for code in dict.fromkeys(countries)
        if code and any(not answer.regime for answer in corpus.answers(question, code))
    ]
    entries = [entry(corpus.questions[question], code, context) for code in held]
    told = tuple(
        StateText(country=item.country_name, text=answer.text, basis=answer.basis)
        for code, item in zip(held, entries, strict=True)
        for answer in corpus.answers(question, code)
        if not answer.regime
    )
    sources = [
        source.model_copy(update={"url": source.url or next((u for a in item.answers for u in a.links), None)})
        for item in entries
        for source in sources_of([item])
    ]
    return told, tuple(dict.fromkeys(sources))
