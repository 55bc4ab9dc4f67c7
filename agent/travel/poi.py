"""A place worth a visit, and when it is open on a given day.

Hours come from OpenStreetMap's `opening_hours` and are read with opening-hours-py. What cannot be read, or
says "on call", is unknown: not closed, and not open either.
"""

from __future__ import annotations

import math
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, cast
from zoneinfo import ZoneInfo

from agent.protocol import Source, Value
from agent.travel.itinerary import Window
from tongue import say

if TYPE_CHECKING:
    from opening_hours import OpeningHours

OSM_CREDIT = Source(
    name="© OpenStreetMap contributors", url="https://www.openstreetmap.org/copyright", licence="ODbL 1.0"
)


def own_note() -> Source:
    """Our own notes as a source, named in the language that is spoken."""
    return Source(name=say("FlyFun's own notes, unverified"), licence="MIT")


VISITS: dict[str, tuple[int, int]] = {
    "museum": (90, 60), "gallery": (60, 40), "attraction": (60, 30), "artwork": (15, 10),
    "theatre": (120, 120), "arts_centre": (60, 40), "aviation": (120, 75),
    "restaurant": (75, 50), "cafe": (40, 30), "pub": (60, 45), "fast_food": (30, 25), "ice_cream": (20, 15),
    "bakery": (20, 15), "bar": (60, 45), "nightclub": (120, 120), "casino": (90, 60),
    "castle": (120, 60), "fort": (120, 60), "palace": (90, 60), "manor": (60, 40), "monument": (20, 15),
    "memorial": (20, 15), "ruins": (40, 30), "archaeological_site": (60, 40), "city_gate": (15, 10),
    "cathedral": (45, 30), "church": (30, 20), "temple": (40, 25), "place_of_worship": (40, 25),
    "lighthouse": (30, 20), "mall": (60, 40), "department_store": (60, 40), "gift": (20, 15),
    "clothes": (30, 20), "marketplace": (45, 30), "park": (45, 30), "garden": (45, 30),
    "nature_reserve": (90, 60), "peak": (60, 45), "wood": (60, 40), "viewpoint": (20, 15),
    "beach": (90, 40), "beach_resort": (90, 60), "zoo": (150, 90), "aquarium": (90, 60),
    "theme_park": (240, 150), "playground": (45, 30), "water_park": (150, 90), "miniature_golf": (60, 45),
    "golf_course": (240, 240), "bicycle_rental": (15, 10), "hotel": (15, 15), "guest_house": (15, 15),
    "camp_site": (15, 15),
    "aircraft": (30, 20),
}  # fmt: skip
"""Minutes of a visit by kind: with time, and on a stop of a few hours."""
_USUAL_VISIT = (60, 40)
MEALS = frozenset({"restaurant", "fast_food", "pub"})
"""Kinds where one has lunch or dinner: at most one of them a meal."""
_INDOOR = frozenset({
    "museum", "gallery", "theatre", "arts_centre", "restaurant", "cafe", "pub", "fast_food", "bakery", "bar",
    "nightclub", "casino", "cathedral", "church", "mall", "department_store", "gift", "clothes", "aquarium",
})  # fmt: skip


class Spot(Value):
    """A position, degrees WGS84."""

    lat: float
    lon: float


class Poi(Value):
    """A point of interest. `distance_km` is from the point that was asked about; None means nobody said."""

    id: str
    name: str
    location: Spot
    category: str
    visit_duration_minutes: int
    distance_km: float
    source: str = "openstreetmap"
    source_url: str | None = None
    interests: tuple[str, ...] = ()
    opening_hours: str | None = None
    wheelchair: str | None = None
    indoor: bool | None = None
    fee: str | None = None
    website: str | None = None
    cuisine: str | None = None
    phone: str | None = None
    note: str | None = None
    notable: bool = False

    @property
    def credit(self) -> Source:
        """Whom to name for it."""
        return OSM_CREDIT if self.source == "openstreetmap" else own_note()


def visit_minutes(kind: str, *, quick: bool = False) -> int:
    """How long one stays at a place of this kind."""
    return VISITS.get(kind, _USUAL_VISIT)[1 if quick else 0]


def indoor_by_nature(kind: str) -> bool | None:
    """True for kinds that are always under a roof, None for the rest: a castle may be either."""
    return True if kind in _INDOOR else None


def haversine_km(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    """Distance on the sphere; at town scale as good as any."""
    p1, p2 = math.radians(lat1), math.radians(lat2)
    half = math.sin((p2 - p1) / 2) ** 2
    half += math.cos(p1) * math.cos(p2) * math.sin(math.radians(lon2 - lon1) / 2) ** 2
    return 2 * 6371.0088 * math.asin(min(1.0, math.sqrt(half)))


def open_windows(
    hours: str | None, day: date, *, zone: str | None, country: str | None, at: Spot
) -> tuple[Window, ...] | None:
    """When a place is open on a day, in minutes since its midnight; () is closed all day, None is unknown."""
    if not hours:
        return None
    from opening_hours import State

    parsed = _parsed(hours, zone, country, at)
    if parsed is None:
        return None
    start = datetime.combine(day, time(), ZoneInfo(zone) if zone else None)
    windows: list[Window] = []
    for begins, ends, state, comment in parsed.intervals(start, start + timedelta(hours=30)):
        if begins.date() > day:
            break
        if state == State.UNKNOWN or (state == State.OPEN and comment):
            return None
        if state == State.OPEN:
            windows.append((_minutes(begins, start), _minutes(ends, start) if ends else 1800))
    return tuple(windows)


def _parsed(hours: str, zone: str | None, country: str | None, at: Spot) -> OpeningHours | None:
    import opening_hours

    no_calendar, unreadable = (
        cast(type[Exception], vars(opening_hours)[name]) for name in ("UnknownCountryError", "ParserError")
    )
    for known_country in (country, None):
        try:
            return opening_hours.OpeningHours(
                hours,
                timezone=ZoneInfo(zone) if zone else None,
                country=known_country,
                coords=(at.lat, at.lon),
                auto_country=False,
                auto_timezone=False,
            )
        except no_calendar:
            continue  # no calendar of public holidays for it: the weekdays still hold
        except unreadable:
            return None
    return None


def _minutes(when: datetime, midnight: datetime) -> int:
    """Minutes since local midnight as clocks show them, on the days they change too."""
    days = (when.date() - midnight.date()).days
    return days * 1440 + when.hour * 60 + when.minute


def hhmm(minutes: int) -> str:
    """12:05 of 725; a time after midnight keeps counting in its own day ("00:30" of 1470)."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
