"""Turns one tool's result into words: a template per result class, registered beside its neighbours.

Templates write numbers, codes, names and dates from results only. Register one with

    @write.register
    def _(result: FlightDistance, talk: Talk) -> Answer: ...

and the next questions worth asking with `@suggest.register`. The sources line, the missing-information
prompt and the once-per-chat notice are added by the pipeline: templates leave them out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

from agent.deps import Deps
from agent.protocol import Answer, Conversation, Plan, Question, Suggestion, ToolCall, ToolResult, Unavailable
from tongue import say


@dataclass(frozen=True)
class Talk:
    """What a template may know beside its result."""

    question: Question
    conversation: Conversation
    plan: Plan
    call: ToolCall
    deps: Deps


@singledispatch
def write(result: ToolResult, talk: Talk) -> Answer:
    """The answer for `result`. The fallback says what the result itself says."""
    return Answer(text=result.message or say("I have nothing to show for that."))


@singledispatch
def suggest(result: ToolResult, talk: Talk) -> tuple[Suggestion, ...]:
    """Next questions worth asking after `result`, best first; each with the call that a tap on it makes."""
    return ()


@write.register
def _(result: Unavailable, talk: Talk) -> Answer:
    return Answer(
        text=result.message
        or say("I understood the question, but {tool} does not work here yet.", tool=result.tool)
    )
