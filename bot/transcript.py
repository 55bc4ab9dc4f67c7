"""Gathers the events of one answer into one value: what `--json` prints and what the API answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, assert_never

from adapters.protocol import Reply, Text
from agent.protocol import (
    Conversation,
    Done,
    Event,
    Failed,
    Plan,
    Planned,
    TextDelta,
    Thinking,
    ToolFinished,
    ToolStarted,
    UiPayload,
    UiReady,
)
from bot.render.buttons import labels


@dataclass(frozen=True)
class Transcript:
    """One answer, whole. `failure` is set instead of `done` when the question could not be answered.

    `spent` says what the language model was used today, where that is counted; `asked` is the chat's memory with
    what was asked and could not be answered.
    """

    plan: Plan | None
    thinking: tuple[str, ...]
    payload: UiPayload | None
    done: Done | None
    failure: str | None
    spent: str = ""
    asked: Conversation | None = None

    @property
    def text(self) -> str:
        """What the pilot reads."""
        return self.done.answer.text if self.done else self.failure or ""

    def conversation(self, before: Conversation) -> Conversation:
        """The chat's memory afterwards; after a failure with what was asked."""
        return self.done.conversation if self.done else self.asked or before

    def to_json(self, identifier: str) -> dict[str, Any]:
        """The stable shape of `flyfun ask --json`."""
        done, plan = self.done, self.plan or Plan()
        return {
            "id": identifier,
            "plan": {
                "steps": [step.to_json() for step in plan.steps],
                "answer_style": plan.answer_style,
                "confidence": plan.confidence,
                "made_by": plan.made_by,
                "reasoning": plan.reasoning or " ".join(self.thinking),
                "path": plan.path,
                "countries": list(plan.countries),
                "emergency": plan.emergency,
            },
            "tool_results": [result.to_json() for result in done.results] if done else [],
            "missing_info": [
                item.to_json() for result in (done.results if done else ()) for item in result.missing_info
            ],
            "ui_payload": self.payload.to_json() if self.payload else None,
            "reply": {
                "text": self.text,
                "buttons": [{"label": label} for label in labels(done)] if done else [],
                "cards": [
                    {"title": card.title, "facts": card.facts} for card in (done.answer.cards if done else ())
                ],
            },
            "sources": [
                {"name": s.name, "url": s.url, "as_of": s.as_of.isoformat() if s.as_of else None}
                for s in (done.sources if done else ())
            ],
            "suggested_queries": [s.to_json() for s in (done.suggestions if done else ())],
            "model_calls": done.model_calls if done else 0,
            "timings_ms": dict(done.timings_ms or {}) if done else {},
            "error": self.failure,
        }


def reply_text(reply: Reply) -> str:
    """The words of a reply that no question led to."""
    return "\n".join(block.markdown for block in reply.blocks if isinstance(block, Text))


async def gather(events: AsyncIterator[Event]) -> Transcript:
    """Read the events to their end."""
    plan: Plan | None = None
    thinking: list[str] = []
    payload: UiPayload | None = None
    done: Done | None = None
    failure: str | None = None
    asked: Conversation | None = None
    async for event in events:
        match event:
            case Planned():
                plan = event.plan
            case Thinking():
                thinking.append(event.text)
            case UiReady():
                payload = event.payload
            case Done():
                done = event
            case Failed():
                failure, asked = event.message, event.conversation
            case TextDelta() | ToolStarted() | ToolFinished():
                pass
            case _:
                assert_never(event)
    return Transcript(plan, tuple(thinking), payload, done, failure, asked=asked)
