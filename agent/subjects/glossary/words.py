"""Words for a term: what it means in a sentence, then where it applies."""

from __future__ import annotations

from agent.protocol import Answer
from agent.subjects.glossary.tool import TermExplained
from agent.writing.write import Talk, write
from tongue import say


@write.register
def _(result: TermExplained, talk: Talk) -> Answer:
    if not result.meanings:
        return Answer(
            text=result.message or say("I have no meaning for {term}.", term=result.term), choices=result.choices
        )
    lines = [
        say("**{term}**: {says} Where: {where}.", term=one.term, says=one.says, where=one.where)
        for one in result.meanings
    ]
    return Answer(text="\n".join([*lines, *([result.message] if result.message else [])]))
