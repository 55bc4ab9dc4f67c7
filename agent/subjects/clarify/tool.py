"""A question back to the pilot, where a known task lacks something that no tool can report."""

from __future__ import annotations

from agent.protocol import MissingInfo, ToolResult
from agent.registry import Arguments, ToolContext, tool


class ClarifyArguments(Arguments):
    """A question back to the pilot."""

    question: str
    context: str | None = None
    options: tuple[str, ...] = ()


class Clarification(ToolResult):
    """What FlyFun needs to know first."""

    question: str
    context: str | None = None
    options: tuple[str, ...] = ()


@tool(kind="airport")
async def ask_clarifying_question(arguments: ClarifyArguments, context: ToolContext) -> Clarification:
    """Ask the pilot one question when a known task lacks something that no tool can report."""
    return Clarification(
        question=arguments.question,
        context=arguments.context,
        options=arguments.options,
        missing_info=(
            MissingInfo(
                key="other",
                reason=arguments.context or "Needed to answer",
                prompt=arguments.question,
                examples=arguments.options,
            ),
        ),
    )
