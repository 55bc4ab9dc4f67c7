"""What French and German call the towns of Europe: "Genève", "Genf" for what the maps' table calls Geneva."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from agent.compiled import toml_table
from bot.render.places import Place
from tongue import spoken

FILE = "town_names.toml"
EUROPE = (34.0, -25.0, 72.0, 45.0)
"""South, west, north, east of where the table holds: London in Ontario keeps its name."""


@lru_cache(maxsize=2)
def town_names(data: Path) -> Mapping[str, Mapping[str, str]]:
    """The table of each language; empty where there is none."""
    file = data / FILE
    return toml_table(file) if file.exists() else {}


def called(town: Place, data: Path) -> str:
    """A town's name in the language that is spoken."""
    south, west, north, east = EUROPE
    if not (south <= town.lat <= north and west <= town.lon <= east):
        return town.name
    return town_names(data).get(spoken(), {}).get(town.name, town.name)
