"""Gives the trip of the chat as a file for a calendar."""

from __future__ import annotations

from typing import Any, cast

from pydantic import Field, JsonValue

from agent.protocol import Conversation, ToolResult
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.trip.calendar import NAME, calendar_of
from agent.subjects.trip.plan import TripArguments, planned
from agent.subjects.trip.reminding import heading_of, trip_in_hand
from tongue import say


class CalendarArguments(Arguments):
    """The trip of the chat, or the one that a button was put under."""

    flight_trip: dict[str, JsonValue] | None = Field(
        default=None, description="a trip as the chat keeps it: id, version, arguments; without it the chat's own"
    )


class TripCalendar(ToolResult):
    """A calendar file: its name and its text. `events`: how many flights and deadlines are in it."""

    name: str = NAME
    text: str = ""
    heading: str = ""
    events: int = 0


@tool(kind="route", chat_only=True)
async def get_trip_calendar(arguments: CalendarArguments, context: ToolContext) -> TripCalendar:
    """The planned trip as a calendar file (.ics): the flights and every deadline."""
    kept = arguments.flight_trip or trip_in_hand(context)
    if not kept:
        return TripCalendar(found=False, message=say("Plan a trip first: from where to where, and when?"))
    values = cast("dict[str, Any]", kept.get("arguments") or {})
    about = ToolContext(context.deps, context.question, Conversation(flight_trip=kept))
    plan = await planned(TripArguments.model_validate(values), about)
    if not plan.found or not plan.legs:
        return TripCalendar(found=False, message=plan.message, choices=plan.choices)
    dated = sum(leg.off_blocks is not None for leg in plan.legs) + sum(t.latest is not None for t in plan.tasks)
    if not dated:
        return TripCalendar(
            found=False, message=say("On which day do you fly? A calendar needs one."), choices=plan.choices
        )
    return TripCalendar(
        text=calendar_of(plan, context.question.at).decode(), heading=heading_of(plan), events=dated
    )
