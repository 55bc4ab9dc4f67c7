"""What a term or abbreviation means, in one sentence."""

from __future__ import annotations

from pydantic import Field, field_validator

from agent.protocol import Choice, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from tongue import say


class TermArguments(Arguments):
    """A term or abbreviation, and another that it is to be told from."""

    term: str = Field(description='"GAR", "HX", "what stands in the notice"')
    other_term: str | None = Field(None, description='The other one of "difference between PPR and PN"')

    @field_validator("term", "other_term")
    @classmethod
    def _not_empty(cls, value: str | None) -> str | None:
        if value is None:
            return None
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
    terms = [arguments.term, *([arguments.other_term] if arguments.other_term else [])]
    found = [meaning for term in terms for meaning in glossary.meanings(term)]
    unknown = next((term for term in terms if not glossary.meanings(term)), None)
    if not found and unknown is not None:
        asked = ToolCall(tool="explain_term", arguments=arguments.canonical())
        close = glossary.close(unknown)
        return TermExplained(
            found=False,
            term=arguments.term,
            message=say("I have no meaning for {term}.", term=say(" or ").join(terms))
            + (say(" Did you mean {close}?", close=", ".join(close)) if close else say(" Ask the AIP, GEN 2.2.")),
            choices=tuple(
                Choice(label=t, text=say("What is {t}?", t=t), call=asked.varied(term=t)) for t in close
            ),
        )
    return TermExplained(
        term=arguments.term,
        message=f"I have no meaning for {unknown}." if unknown else "",
        meanings=tuple(Meaning(term=t.term, says=t.says, where=t.where) for t in found),
        sources=tuple(dict.fromkeys(t.source for t in found)),
    )
