"""A list of airfields told by how far each is from elsewhere: "which is nearest Popham"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from agent.aviation.airports import Airport
from agent.aviation.geometry import geodesic_nm
from agent.locate import Located, NotLocated, locate
from agent.protocol import MissingInfo
from agent.registry import ToolContext
from agent.subjects.finding.airport_list import ListArguments
from agent.subjects.measures import nm
from agent.subjects.route.speed import CruiseSpeed, format_hours, hours_said, resolve_speed, speed_or_assumed
from tongue import say

T = TypeVar("T")


@dataclass(frozen=True)
class Measured:
    """The place, how far from it a field may be, and the speed of the flights there."""

    place: Located
    reach_nm: float | None
    speed: CruiseSpeed | None
    within: str = ""

    def far(self, airport: Airport) -> float:
        """Nautical miles from the place."""
        return geodesic_nm(self.place.lat, self.place.lon, airport.lat, airport.lon)

    def kept(self, found: Sequence[T], airport_of: Callable[[T], Airport]) -> list[T]:
        """What is in reach, nearest first."""
        away = [(self.far(airport_of(one)), one) for one in found]
        return [
            one
            for far, one in sorted(away, key=lambda each: each[0])
            if self.reach_nm is None or far <= self.reach_nm
        ]

    def time(self, airport: Airport) -> str | None:
        """The time of a flight from the place in still air, where the speed is known."""
        return hours_said(self.far(airport) / self.speed.knots) if self.speed else None

    @property
    def words(self) -> str:
        """What the head of the list says of it."""
        said = [say("nearest to {place} first", place=self.place.label)]
        if self.reach_nm is not None:
            said.append(say("no more than {far} from there{within}", far=nm(self.reach_nm), within=self.within))
        if self.speed is not None:
            said.append(say("times at {knots:.0f} kt in still air", knots=self.speed.knots))
        return ", ".join(said)


def measured(
    arguments: ListArguments, name: str | None, context: ToolContext, knots: float | None, craft: str | None
) -> Measured | NotLocated | MissingInfo | None:
    """How the fields are told by their distance from `name`; None where it is not asked."""
    if name is None:
        return None
    place = locate(name, context, snap=False)
    if isinstance(place, NotLocated):
        return place
    minutes, speed = arguments.reach_minutes, None
    if minutes is not None or knots is not None or craft is not None:
        length = format_hours((minutes or 0) / 60)
        why = say("Required to find what is within {format_hours}", format_hours=length) if minutes else ""
        speed, ask = (speed_or_assumed if minutes else resolve_speed)(context, knots, craft, why)
        if minutes is not None and ask is not None:
            return ask
    if minutes is not None and speed is not None:
        return Measured(place, minutes / 60 * speed.knots, speed, f" ({format_hours(minutes / 60)})")
    return Measured(place, arguments.reach_nm, speed)
