"""Fields by the wind on their runways: "a runway into a 240 wind", "less than 10 kt across in 270/22"."""

from __future__ import annotations

from agent import regex as re
from agent.aviation.airports import Airport
from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.subjects.runway_sizes import longer, runway_size
from agent.weather.report import Wind
from agent.weather.runway_wind import RunwayEnd, at_runways
from agent.weather.said_wind import parse_wind, shown
from agent.weather.tables import opposite
from tongue import say

INTO_WIND_DEG = 30
"""A runway so near to the wind's direction is called into wind where no limit is said."""
_A_DIRECTION = re.compile(r"\s*(\d{1,3})\s*°?\s*")


def read_blown(text: str) -> tuple[Wind, bool]:
    """The wind, and whether its strength was said. Raises `InvalidQuestion` for one without a direction."""
    alone = _A_DIRECTION.fullmatch(text)
    wind = Wind(direction_deg=int(alone[1]) % 360, speed_kt=10) if alone else parse_wind(text)
    if wind.direction_deg is None or wind.speed_kt is None:
        raise InvalidQuestion(say("A variable wind is into no runway. Give me one like 240/20."))
    return wind, alone is None


def end_in(wind: Wind, limit_kt: float | None, airport: Airport, deps: Deps) -> RunwayEnd | None:
    """The end into the wind of a field that has one; with a limit the one with the least across, within it."""
    ends = at_runways(deps.weather_tables.runway_headings(airport, deps.airports), wind)
    into = longer([end for end in ends if end.head_kt >= 0])
    if not into:
        return None
    best = min(into, key=lambda end: (end.most_across_kt, -end.head_kt))
    if limit_kt is not None:
        return best if best.most_across_kt <= limit_kt else None
    off = abs((best.heading_deg - (wind.direction_deg or 0) + 180) % 360 - 180)
    return best if off <= INTO_WIND_DEG else None


def end_words(end: RunwayEnd, airport: Airport, deps: Deps, *, with_strength: bool) -> str:
    """ "24: 6 kt across (846 m hard)" of a row; the runway alone where the wind's strength was not said.

    The longest runway's size stands in the row anyway.
    """
    longest = deps.airports.longest_runway(airport)
    size = "" if longest and longest.le_ident in (end.runway, opposite(end.runway)) else runway_size(end)
    told = (
        say("{runway}: {knots} kt across", runway=end.runway, knots=round(end.most_across_kt))
        if with_strength
        else say("runway {runway}", runway=end.runway)
    )
    return f"{told} ({size})" if size else told


def wish_words(wind: Wind, limit_kt: float | None, *, with_strength: bool) -> str:
    """What a list was narrowed to: ", with a runway within 30° of a 240° wind"."""
    if limit_kt is not None:
        return say(", with no more than {limit:g} kt across in {wind}", limit=limit_kt, wind=shown(wind))
    told = shown(wind) if with_strength else f"{wind.direction_deg or 360:03d}°"
    return say(", with a runway within {degrees}° of a wind from {wind}", degrees=INTO_WIND_DEG, wind=told)
