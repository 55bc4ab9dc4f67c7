"""Writes the opening of a rules answer, a comparison, a guide or a long list with a model, checked as it comes.

The template's text always follows it: what the prose rests on stays on the page, and stays complete when the model
breaks off or says more than its material.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing

from agent.behaviour import Behaviour, PromptName, load_prompt
from agent.deps import Deps
from agent.errors import AgentError
from agent.llm.model import Component, Message, Meter, Model
from agent.protocol import Answer, Question, ToolResult
from agent.registry import find
from agent.writing.grounding import Gate, Material
from agent.writing.sentences import SentenceGate

log = logging.getLogger(__name__)

LONG_RESULT = 900
"""Characters of a template's text from which a list or trip gets an opening."""

LONGEST_MATERIAL = 6000
LONGEST_COMPARISON = 24_000
LONGEST_OPENING = 1200
"""Characters; a model that goes on is stopped: the answer itself still follows."""


def wants_prose(tool: str, result: ToolResult, answer: Answer) -> tuple[Component, PromptName] | None:
    """Which component opens this answer, and with which prompt; None when the template says it best."""
    if not result.found or not answer.text:
        return None
    registered = find(tool)
    if registered.name == "compare_rules_between_countries":
        return "rules", "comparison_synthesis"
    if registered.name == "answer_rules_question":
        return "rules", "rules_agent"
    if registered.name == "retrieve_city_guidance" or len(answer.text) >= LONG_RESULT:
        return "formatter", "formatter"
    return None


def material_of(result: ToolResult, answer: Answer) -> str:
    """What prose may rest on: the template's text; of a comparison all its differences, not its first screen."""
    evidence = str(result.to_json().get("rules_context") or "")
    if not evidence:
        return answer.text[:LONGEST_MATERIAL]
    counted = answer.text.partition("\n\n")[0]
    return f"{counted}\n\n{evidence}"[:LONGEST_COMPARISON]


class Check:
    """Both gates, one behind the other: words, then sentences. After `refused` nothing more is shown; `cut`:
    something was not."""

    def __init__(self, material: str, question: str, private: str = "") -> None:
        self._words = Gate(Material(material), private, compared=True)
        self._sentences = SentenceGate(material, question)

    @property
    def refused(self) -> bool:
        """Whether a word or sentence was."""
        return self._words.refused is not None or self._sentences.refused

    @property
    def cut(self) -> bool:
        """Whether anything was left out."""
        return self.refused or self._sentences.left_out > 0

    def push(self, piece: str) -> str:
        """The whole sentences that may be shown by now."""
        return self._sentences.push(self._words.push(piece))

    def close(self) -> str:
        """The last sentences; one whose last word is refused is not among them."""
        if self.refused:
            return ""
        told = self._sentences.push(self._words.close())
        return told if self.refused else told + self._sentences.close()


async def opening(
    wanted: tuple[Component, PromptName],
    question: Question,
    material: str,
    deps: Deps,
    model: Model,
    behaviour: Behaviour,
    meter: Meter,
) -> AsyncGenerator[str]:
    """Checked sentences of prose. A model that fails or claims too much ends it after one; it never raises."""
    component, prompt_name = wanted
    if meter.gave_up:
        return
    broken = False
    length = 0
    try:
        system = load_prompt(deps.settings, behaviour, prompt_name)
        check = Check(material, question.text, system)
        said = json.dumps({"question": question.text, "material": material}, ensure_ascii=False)
        prompt = [Message("system", system), Message("user", said)]
        async with aclosing(model.write(component, prompt, meter)) as pieces:
            async for piece in pieces:
                shown = check.push(piece)
                length += len(shown)
                if length > LONGEST_OPENING:
                    meter.cut(f"{component}, too long")
                    broken = True
                    break
                if shown:
                    yield shown
                if check.refused:
                    break
        last = "" if broken else check.close()
        if last:
            yield last
        if check.cut:
            log.warning("prose_cut: %s", component)
            meter.cut(component)
    except AgentError as error:
        log.info("prose_failed: %s (%s)", error.user_message, error)
        meter.failed(component, error)
