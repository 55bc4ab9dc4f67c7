"""Lets a model put suggested questions into a pilot's words, kept only where they still mean the same."""

from __future__ import annotations

import json
import logging

from pydantic import BaseModel, ConfigDict, Field

from agent.behaviour import Behaviour, load_prompt
from agent.deps import Deps
from agent.errors import AgentError
from agent.llm.model import Message, Meter, Model
from agent.protocol import Conversation, Question, Suggestion, ToolCall
from agent.understanding import make_plan
from agent.writing.grounding import quotes, unsupported

log = logging.getLogger(__name__)

LONGEST, PATIENCE_SECONDS = 80, 3.0
"""Characters of a suggestion, and how long an answer that is already there waits for better words."""


class Worded(BaseModel):
    """The suggestions, in their order."""

    model_config = ConfigDict(extra="forbid")

    questions: list[str] = Field(max_length=8)


async def well_worded(
    suggestions: tuple[Suggestion, ...],
    question: Question,
    deps: Deps,
    model: Model,
    behaviour: Behaviour,
    meter: Meter,
) -> tuple[Suggestion, ...]:
    """The suggestions in a model's words, each checked; as they are where that fails."""
    if not suggestions or meter.gave_up:
        return suggestions
    try:
        prompt = load_prompt(deps.settings, behaviour, "next_query")
        said = json.dumps({"questions": [s.text for s in suggestions]}, ensure_ascii=False)
        messages = [Message("system", prompt), Message("user", said)]
        worded = await model.choose("formatter", messages, Worded, meter, within=PATIENCE_SECONDS)
    except AgentError as error:
        log.warning("not_worded: %s (%s)", error.user_message, error)
        meter.failed("next_query", error)
        return suggestions
    if len(worded.questions) != len(suggestions):
        return suggestions
    kept: list[Suggestion] = []
    for suggestion, text in zip(suggestions, worded.questions, strict=True):
        new = " ".join(text.split())
        is_fit = (
            0 < len(new) <= LONGEST
            and new not in {s.text for s in kept}
            and unsupported(new, suggestion.text) is None
            and not quotes(new, prompt)
            and await _means(new, question, deps) == await _means(suggestion.text, question, deps) != ()
        )
        kept.append(suggestion.model_copy(update={"text": new, "label": ""}) if is_fit else suggestion)
    return tuple(kept)


async def _means(text: str, question: Question, deps: Deps) -> tuple[ToolCall, ...]:
    """What the reader makes of it."""
    asked = question.model_copy(update={"text": text})
    return (await make_plan(asked, Conversation(), deps)).steps
