"""What of one airfield a question can be about, by name."""

from __future__ import annotations

from typing import Literal, get_args

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
    "parking",
    "maintenance",
    "transport",
    "access",
    "notices",
]
ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)
