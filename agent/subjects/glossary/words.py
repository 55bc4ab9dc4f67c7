"""Words for a term: what it means in a sentence, then where it applies."""

from __future__ import annotations

from agent.protocol import Answer
from agent.subjects.glossary.tool import TermExplained
from agent.writing.write import Talk, write


@write.register
def _(result: TermExplained, talk: Talk) -> Answer:
    if not result.meanings:
        return Answer(text=result.message or f"I have no meaning for {result.term}.", choices=result.choices)
    lines = [f"**{one.term}**: {one.says} Where: {one.where}." for one in result.meanings]
    return Answer(text="\n".join([*lines, *([result.message] if result.message else [])]))
