"""Which filter of a list each concept of its words asks for."""

from __future__ import annotations

FLAGS = {
    "avgas": "has_avgas",
    "jet_a": "has_jet_a",
    "ul91": "has_ul91",
    "mogas": "has_mogas",
    "self_service": "self_service",
    "customs": "point_of_entry",
    "border_point": "border_point",
    "hard_runway": "has_hard_runway",
    "grass": "has_soft_runway",
    "approaches": "has_procedures",
    "lights": "has_lights",
    "tower": "has_tower",
    "no_ppr": "no_ppr",
    "military": "military",
    "private_field": "private",
    "gliding": "gliding",
    "microlight_field": "microlight",
    "altiport": "mountain",
    "seaplane": "on_water",
    "handling": "has_handling",
    "open_to_all": "open_to_visitors",
}
"""Concept → the filter of that name."""
APPROACHES = {"ils": "ILS", "rnp": "RNP", "vor": "VOR", "ndb": "NDB"}
FUELS = ("avgas", "jet_a", "ul91", "ul94", "mogas")
SURROUNDINGS = ("beach", "lake", "mountains", "golf", "island", "museum", "town")
WISHES = frozenset((*FLAGS, *APPROACHES, *FUELS, *SURROUNDINGS))
"""Concepts that say what a field shall offer, or what shall lie around it."""
