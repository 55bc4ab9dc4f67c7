"""Many pictures at once are drawn by a second process, the same as by the first, and without it where it fails."""

from __future__ import annotations

import asyncio

import pytest
from contracts.path import until

from agent.config import AgentSettings
from agent.protocol import RouteView, UiPayload
from bot.render.painter import MapPainter
from bot.render.spare_pen import PenBroken
from bot.settings import Settings

from .test_maps import CANNES, FAIROAKS, _route  # pyright: ignore[reportPrivateUsage]


@pytest.mark.thorough
async def test_it_is_fetched_for_a_crowd_draws_the_same_and_its_death_costs_no_picture() -> None:
    painter = MapPainter(Settings(agent=AgentSettings()))
    ends = [CANNES.model_copy(update={"lat": 43.5 + n}) for n in range(5)]
    ways = [UiPayload(kind="route", visualization=RouteView(route=_route(FAIROAKS, end))) for end in ends]
    spare, kept = painter._spare, painter._kept  # pyright: ignore[reportPrivateUsage]
    by_own = await painter.picture(ways[0])
    with pytest.raises(PenBroken):
        await spare.draw("map", ways[0].visualization, 0, "k", "light")  # nobody waits: it is not there
    assert all(await asyncio.gather(*(painter.picture(way) for way in ways)))
    await until(lambda: spare.ready, 60)
    kept.clear()
    by_spare = await painter.picture(ways[0])
    assert by_spare == by_own
    with pytest.raises(PenBroken, match="nobody draws"):
        await spare.draw("sheet", ways[0].visualization, "light")
    assert spare.ready
    child = spare._child  # pyright: ignore[reportPrivateUsage]
    assert child is not None
    child.kill()
    kept.clear()
    assert await painter.picture(ways[0]) == by_own
    await painter.aclose()
