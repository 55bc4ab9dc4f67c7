"""The pictures of an answer: which are drawn, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from adapters.protocol import Block, IncomingMessage, Map
from agent.protocol import Done, Plan, RouteView, UiPayload
from agent.registry import find

if TYPE_CHECKING:
    from agent.weather.chart import WeatherChart
    from agent.weather.section import RouteSection
    from agent.weather.strip import DayStrip

STRIPS = 2
"""Pictures of days in one answer, at most; none among people, where nobody asked for them."""


class Painter(Protocol):
    """Draws what a payload shows; None when there is nothing to draw."""

    async def picture(self, payload: UiPayload, *, live: bool = False) -> Map | None: ...

    async def strip(self, strip: DayStrip, *, live: bool = False) -> Map: ...

    async def section(self, section: RouteSection, *, live: bool = False) -> Map: ...

    async def chart(self, chart: WeatherChart, *, live: bool = False) -> Map: ...


async def pictures(
    painter: Painter | None, done: Done, payload: UiPayload | None, message: IncomingMessage, plan: Plan | None
) -> list[Block]:
    """The map, then a flight from the side and the day at its fields; of the weather none among people.

    A weather map takes the place of the plain one, save on a page that draws its own.
    """
    live = message.wants_frames
    if painter is None:
        return []
    found: list[Block] = []
    # Asked by name: to import the results that have some would open their rooms for every chat.
    weather = done.results if message.private else ()
    charts: list[WeatherChart] = [chart for r in weather if (chart := getattr(r, "chart", None)) is not None]
    sections: list[RouteSection] = [one for r in weather if (one := getattr(r, "section", None)) is not None]
    strips: list[DayStrip] = [strip for r in weather for strip in getattr(r, "strips", ())]
    seen = message.private or _worth_a_picture(plan, payload)
    if seen and payload is not None and payload.visualization is not None and (live or not charts):
        picture = await painter.picture(payload, live=live)
        found += [picture] if picture is not None else []
    found += [await painter.chart(chart, live=live) for chart in charts[:1]]
    found += [await painter.section(section, live=live) for section in sections[:1]]
    found += [await painter.strip(strip, live=live) for strip in strips[:STRIPS]]
    return found


def _worth_a_picture(plan: Plan | None, payload: UiPayload | None) -> bool:
    """Whether a group is shown the picture too: not of a plain line, unless a map was asked for."""
    if plan is None or payload is None or not isinstance(payload.visualization, RouteView):
        return True
    return not any(find(step.tool).visualization == "route" for step in plan.steps)
