"""Plans a trip there and back, its weather beside it where a forecast is at hand."""

from __future__ import annotations

from agent.registry import ToolContext, tool
from agent.subjects.trip.plan import TripArguments, planned
from agent.subjects.trip.timeline import WHOLE, TripPlan
from agent.subjects.trip.weather import weather_of_trip


@tool(kind="route", visualization="route_with_markers", outside=True)
async def plan_trip(arguments: TripArguments, context: ToolContext) -> TripPlan:
    """A whole trip there and back: customs, notice, reports, flight plans, latest off blocks, in order of time."""
    plan = await planned(arguments, context)
    if not plan.found or plan.closed or not plan.legs or arguments.about not in WHOLE:
        return plan
    weather, sources = await weather_of_trip(plan, arguments, context)
    return plan.model_copy(update={"weather": weather, "sources": tuple(dict.fromkeys([*plan.sources, *sources]))})
