"""Lets a model put a question about rules into the terms of the law, where the search finds nothing as asked."""

from __future__ import annotations

import json
import logging

from pydantic import BaseModel, ConfigDict, Field

from agent.behaviour import Behaviour, load_prompt
from agent.config import AgentSettings
from agent.errors import AgentError
from agent.llm.model import Message, Meter, Model

log = logging.getLogger(__name__)


class Reworded(BaseModel):
    """The same question in other words."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=3, max_length=200)


async def reformulated(
    asked: str, settings: AgentSettings, behaviour: Behaviour, model: Model | None, meter: Meter
) -> str | None:
    """The question for a second search; None where that is switched off, or no model helps."""
    if model is None or meter.gave_up or not behaviour.query_reformulation.enabled:
        return None
    try:
        prompt = [
            Message("system", load_prompt(settings, behaviour, "query_reformulation")),
            Message("user", json.dumps({"question": asked}, ensure_ascii=False)),
        ]
        found = await model.choose("rules", prompt, Reworded, meter)
    except AgentError as error:
        log.warning("not_reworded: %s (%s)", error.user_message, error)
        meter.failed("query_reformulation", error)
        return None
    return found.question if found.question.casefold() != asked.casefold() else None
