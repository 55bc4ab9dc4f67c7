"""Which forecast models speak for a place and a day, how far each reaches, and what may be said at which lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal

from tongue import later

Lead = Literal["past", "now", "day", "next", "days", "week", "too early"]
"""Up to 3 h, 24 h, 36 h, then by the calendar: 4 days, 7 days; beyond that nothing is said in numbers."""


@dataclass(frozen=True, slots=True)
class ForecastModel:
    """A model: its key at the service, its name for pilots, the folder of its run times, its reach and area.

    `area` is south, north, west, east in degrees; None for the whole world.
    """

    key: str
    name: str
    runs: str
    reach_hours: int
    area: tuple[float, float, float, float] | None = None


# From the Open-Meteo documentation of each model and its list of updates, read 2026-11; reach cut to whole runs.
MODELS: tuple[ForecastModel, ...] = (
    ForecastModel(
        "meteofrance_arome_france", "AROME", "meteofrance_arome_france0025", 42, (38.0, 53.0, -8.0, 12.0)
    ),
    ForecastModel("ukmo_uk_deterministic_2km", "UKV", "ukmo_uk_deterministic_2km", 42, (49.0, 59.5, -10.0, 2.5)),
    ForecastModel("icon_d2", "ICON-D2", "dwd_icon_d2", 42, (44.0, 57.5, -3.0, 19.0)),
    ForecastModel("icon_eu", "ICON-EU", "dwd_icon_eu", 114, (29.5, 70.5, -23.5, 45.0)),
    ForecastModel("ukmo_global_deterministic_10km", "UK Met Office", "ukmo_global_deterministic_10km", 156),
    ForecastModel("ecmwf_ifs025", "ECMWF", "ecmwf_ifs025", 234),
    ForecastModel("gfs_global", "GFS", "ncep_gfs025", 372),
)
COUNT = 3


def models_for(points: Sequence[tuple[float, float]], lead: timedelta) -> tuple[ForecastModel, ...]:
    """Three models that cover every point and reach that far, the finest first, no two of one family's scale."""
    hours = lead.total_seconds() / 3600
    fitting = [
        model
        for model in MODELS
        if hours <= model.reach_hours
        and (
            model.area is None
            or all(
                model.area[0] <= lat <= model.area[1] and model.area[2] <= lon <= model.area[3]
                for lat, lon in points
            )
        )
    ]
    families: dict[str, ForecastModel] = {}
    for model in fitting:
        families.setdefault(model.key.split("_")[0], model)
    return tuple(families.values())[:COUNT]


_STEPS: tuple[tuple[float, Lead], ...] = ((3, "now"), (24, "day"), (36, "next"), (96, "days"), (168, "week"))


def lead_of(ahead: timedelta) -> Lead:
    """Which of the steps of confidence a time ahead lies in."""
    hours = ahead.total_seconds() / 3600
    if hours < -1:
        return "past"
    for limit, lead in _STEPS:
        if hours <= limit:
            return lead
    return "too early"


DAYS_OF: dict[Lead, int] = {"days": 4, "week": 7}
"""How many days of the calendar these leads reach: from their first day on, whatever the hour, they hold."""


def lead_at(at: datetime, now: datetime, zone: tzinfo | None) -> Lead:
    """The lead of a moment. Where days count, they are the calendar's there: so "from Saturday I can" is kept."""
    lead = lead_of(at - now)
    if lead not in (*DAYS_OF, "too early"):
        return lead
    here = zone or UTC
    days = (at.astimezone(here).date() - now.astimezone(here).date()).days
    for name, reach in DAYS_OF.items():
        if days <= reach:
            return name
    return "too early"


def first_told(at: datetime, lead: Lead) -> datetime:
    """From when on a moment has that lead."""
    return at - timedelta(days=DAYS_OF[lead])


MINUTES_AT: frozenset[Lead] = frozenset({"now", "day", "next", "days"})
"""Leads at which flight times are told."""
FIGURES_AT: frozenset[Lead] = frozenset({"now", "day", "next", "days", "week"})
"""Leads at which any number is told."""

_BANDS = (
    (1000, later("below 1,000 ft")),
    (2000, later("1,000–2,000 ft")),
    (4000, later("2,000–4,000 ft")),
)
_HIGH = later("above 4,000 ft")


def ceiling_band(feet: float) -> str:
    """A model's cloud base as a band: no more is known of it."""
    return next((name for limit, name in _BANDS if feet < limit), _HIGH)


# --- agreement -------------------------------------------------------------------------------------

SPREADS: dict[str, tuple[float, float]] = {
    "wind": (5, 15),
    "direction": (20, 60),
    "cloud": (15, 40),
    "freezing": (200, 600),
}
"""Up to the first they agree, above the second they differ: knots, degrees, percent, metres."""


def agreement(kind: str, values: Sequence[float]) -> Literal["agree", "partly", "differ"]:
    """How far several models' values lie apart; directions around the circle."""
    if len(values) < 2:
        return "agree"
    spread = circular_spread(values) if kind == "direction" else max(values) - min(values)
    near, far = SPREADS[kind]
    return "agree" if spread <= near else "differ" if spread > far else "partly"


def circular_spread(degrees: Sequence[float]) -> float:
    """The smallest arc that holds all directions: 350 and 010 are 20 apart."""
    if len(degrees) < 2:
        return 0.0
    turned = sorted(d % 360 for d in degrees)
    gaps = [b - a for a, b in zip(turned, [*turned[1:], turned[0] + 360], strict=True)]
    return 360.0 - max(gaps)
