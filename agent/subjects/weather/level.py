"""At which height a flight is looked at that names none: 3,000 ft, more over high fields and main ridges."""

from __future__ import annotations

import math

from agent.aviation.airports import Airport
from agent.aviation.ridges import RIDGES, Ridge, crossing_nm

USUAL_FT, OVER_A_RIDGE_FT = 3000.0, 10_000.0
LOW_FIELD_FT, ABOVE_FIELD_FT = 1500, 2500
"""Up to such a field the usual height stands; above it so much more than the field, in whole thousands."""


def assumed_level(start: Airport, end: Airport) -> float:
    """The height in feet above the sea."""
    if any(_is_near(start, end, ridge) and _crosses(start, end, ridge) for ridge in RIDGES.values()):
        return OVER_A_RIDGE_FT
    highest = max(start.elevation_ft or 0, end.elevation_ft or 0)
    if highest <= LOW_FIELD_FT:
        return USUAL_FT
    return max(USUAL_FT, math.ceil((highest + ABOVE_FIELD_FT) / 1000) * 1000.0)


def _crosses(start: Airport, end: Airport, ridge: Ridge) -> bool:
    return crossing_nm((start.lat, start.lon), (end.lat, end.lon), ridge, 1.0) is not None


def _is_near(start: Airport, end: Airport, ridge: Ridge) -> bool:
    """Whether the boxes around both meet: most flights are far from any ridge, and to follow one takes time."""
    lats, lons = [lat for lat, _ in ridge.line], [lon for _, lon in ridge.line]
    south, north = sorted((start.lat, end.lat))
    west, east = sorted((start.lon, end.lon))
    return south <= max(lats) and north >= min(lats) and west <= max(lons) and east >= min(lons)
