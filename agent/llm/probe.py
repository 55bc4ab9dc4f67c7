"""Asks each configured model one word, to tell the operator whether it works and why not."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from agent.behaviour import load_behaviour
from agent.config import AgentSettings
from agent.errors import AgentError
from agent.llm.model import COMPONENTS, Component, Message, Meter
from agent.llm.openai_model import OpenAIModel

PATIENCE_SECONDS = 15.0


async def probe(settings: AgentSettings) -> str:
    """ "" when every model answers, else what is wrong with the first that does not."""
    name = ""
    try:
        model = OpenAIModel(settings, load_behaviour(settings))
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                for component in _each_model(model):
                    name = model.model_of(component)
                    await _ask(model, component)
        finally:
            await model.aclose()
    except AgentError as error:
        told = "" if str(error) == error.user_message else f" {error}"
        return f"{name}: {error.user_message}{told}" if name else error.user_message
    except TimeoutError:
        return f"{name}: The language model does not answer within {PATIENCE_SECONDS:.0f} s."
    return ""


def _each_model(model: OpenAIModel) -> list[Component]:
    """One component for every model."""
    found: dict[str, Component] = {model.model_of(component): component for component in COMPONENTS}
    return list(found.values())


async def _ask(model: OpenAIModel, component: Component) -> None:
    async with aclosing(model.write(component, [Message("user", "Say: ready")], Meter())) as pieces:
        async for _ in pieces:
            return
