"""What of one airfield a question can be about, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, get_args

from agent.deps import Deps

Attribute = Literal[
    "elevation",
    "runway",
    "lights",
    "fuel",
    "avgas",
    "jet_a",
    "ul91",
    "ul94",
    "mogas",
    "hours",
    "sun",
    "restaurant",
    "hotel",
    "approaches",
    "ils",
    "rnp",
    "vor",
    "ndb",
    "customs",
    "contact",
    "website",
    "status",
    "time_zone",
    "position",
    "iata_code",
    "handling",
    "frequency",
    "tower",
    "circuit",
    "reporting_points",
    "parking",
    "maintenance",
    "transport",
    "access",
    "notices",
    "fire_category",
    "camping",
    "variation",
    "deicing",
    "oxygen",
    "self_service",
    "payment",
    "touch_and_go",
    "radio_language",
    "non_radio",
]
ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)

WISHES: dict[Attribute, tuple[str, bool | str]] = {
    "customs": ("point_of_entry", True),
    "fuel": ("has_fuel", True),
    "avgas": ("has_avgas", True),
    "jet_a": ("has_jet_a", True),
    "ul91": ("has_ul91", True),
    "ul94": ("fuel_type", "UL94"),
    "mogas": ("has_mogas", True),
    "approaches": ("has_procedures", True),
    "ils": ("approach_type", "ILS"),
    "rnp": ("approach_type", "RNP"),
    "vor": ("approach_type", "VOR"),
    "ndb": ("approach_type", "NDB"),
}
"""What of a town's fields a visitor comes for, as the wish of a list."""


def having(asked: Iterable[str], deps: Deps) -> Callable[[str], bool] | None:
    """Whether a field is known to have all that a visitor comes for; None where nothing of the kind is asked."""
    wishes = [wish for name, wish in WISHES.items() if name in asked]
    if not wishes:
        return None
    return lambda icao: all(deps.facts.check(icao, name, value) is True for name, value in wishes)
