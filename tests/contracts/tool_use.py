"""Runs the rules' tools and templates as the pipeline does, without a plan."""

from __future__ import annotations

import agent.subjects.rules.words  # noqa: F401  # pyright: ignore[reportUnusedImport]
from agent.deps import Deps
from agent.protocol import Answer, AnswerStyle, Conversation, Plan, Question, ToolCall, ToolResult
from agent.registry import ToolContext, run
from agent.writing.write import Talk, write


async def use(deps: Deps, tool: str, **arguments: object) -> ToolResult:
    """Run one tool with arguments as a planner writes them."""
    call = ToolCall.model_validate({"tool": tool, "arguments": arguments})
    return await run(call, ToolContext(deps=deps, question=Question(text="?", at=deps.now())))


def say(deps: Deps, result: ToolResult, style: AnswerStyle = "normal") -> Answer:
    """The template's answer to a result."""
    question = Question(text="?", at=deps.now())
    return write(result, Talk(question, Conversation(), Plan(answer_style=style), ToolCall(tool="?"), deps))
