"""What a term or abbreviation means, in one sentence."""

from __future__ import annotations

from pydantic import Field, field_validator

from agent.protocol import Choice, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool


class TermArguments(Arguments):
    """A term or abbreviation."""

    term: str = Field(description='"GAR", "HX", "what stands in the notice"')

    @field_validator("term")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("say which term")
        return value.strip()[:80]


class Meaning(Value):
    """One meaning of it, and where it applies."""

    term: str
    says: str
    where: str


class TermExplained(ToolResult):
    """The meanings of a term; none when the glossary does not hold it."""

    term: str
    meanings: tuple[Meaning, ...] = ()


@tool(kind="rules")
async def explain_term(arguments: TermArguments, context: ToolContext) -> TermExplained:
    """What a term or abbreviation of flying means: GAR, PPR, AFIS, ATZ, QNH, HX."""
    glossary = context.deps.glossary
    found = glossary.meanings(arguments.term)
    if not found:
        asked = ToolCall(tool="explain_term", arguments=arguments.canonical())
        close = glossary.close(arguments.term)
        return TermExplained(
            found=False,
            term=arguments.term,
            message=f"I have no meaning for {arguments.term}."
            + (f" Did you mean {', '.join(close)}?" if close else " Ask the AIP, GEN 2.2."),
            choices=tuple(Choice(label=t, text=f"What is {t}?", call=asked.varied(term=t)) for t in close),
        )
    return TermExplained(
        term=arguments.term,
        meanings=tuple(Meaning(term=t.term, says=t.says, where=t.where) for t in found),
        sources=tuple(dict.fromkeys(t.source for t in found)),
    )
