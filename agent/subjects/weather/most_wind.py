"""Words for how strong a wind may be until so much of it blows across a runway."""

from __future__ import annotations

from collections.abc import Sequence

from agent.subjects.weather.runways import MostWind
from tongue import say


def most_lines(told: Sequence[MostWind]) -> list[str]:
    """ "**15 kt across on 31 is a wind of 16 kt from 240°.**", one a runway end."""
    lines: list[str] = []
    for one in told:
        figures = {"limit": one.limit_kt, "runway": one.runway, "direction": f"{one.from_deg or 360:03d}"}
        lines.append(
            say("A wind from {direction}° blows along {runway}: hardly any of it is across.", **figures)
            if one.knots is None
            else say(
                "**{limit:g} kt across on {runway} is a wind of {knots:.0f} kt from {direction}°.**",
                knots=int(one.knots),
                **figures,
            )
        )
    return [*lines, say("Gusts count as the wind they reach; directions as you said them, no margin taken.")]
