"""How an answer comes along: what is said while a tool works, and each event as the web's stream names it."""

from __future__ import annotations

from typing import assert_never

from adapters.protocol import ChatRef, Frame
from agent.protocol import Done, Event, Failed, Planned, TextDelta, Thinking, ToolFinished, ToolStarted, UiReady
from agent.understanding.understood import understood
from agent.writing.presented import presented

WORKING = {
    "calculate_flight_distance": "Measuring the route",
    "find_airports_near_route": "Looking along the route",
    "search_flights": "Searching airline flights",
    "answer_rules_question": "Reading the rules",
    "compare_rules_between_countries": "Comparing the rules",
    "build_itinerary": "Planning the day",
    "search_pois": "Looking around",
}
"""What is said while a tool works, where "Looking it up" is too little."""


def working(tool: str) -> str:
    """What is said while a tool works."""
    return WORKING.get(tool, "Looking it up")


def frame(event: Event, chat: ChatRef) -> Frame:
    """One event as the web's event stream names it."""
    match event:
        case Planned():
            steps = [step.to_json() for step in event.plan.steps]
            plan = event.plan
            read: dict[str, object] = {
                "steps": steps,
                "confidence": plan.confidence,
                "made_by": plan.made_by,
                "path": plan.path,
                "countries": list(plan.countries),
                "category": next((c for s in plan.steps if (c := s.arguments.get("category"))), None),
                "reasoning": understood(plan),
            }
            return Frame("plan", read)
        case Thinking():
            return Frame("thinking", {"text": event.text})
        case ToolStarted():
            return Frame("tool_call_start", {"name": event.name, "arguments": dict(event.arguments)})
        case ToolFinished():
            return Frame("tool_call_end", {"name": event.name, "ok": event.ok, "ms": round(event.ms, 2)})
        case TextDelta():
            return Frame("message", {"delta": event.delta})
        case UiReady():
            return Frame("ui_payload", event.payload.to_json())
        case Failed():
            return Frame("error", {"message": event.message, "ref": None})
        case Done():
            timings = dict(event.timings_ms or {})
            end = {"session_id": chat.chat, "tokens": event.tokens, "timings_ms": timings}
            return Frame("done", {**end, "formatting_reasoning": presented(event)})
        case _:
            assert_never(event)
