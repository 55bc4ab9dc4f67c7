"""The indexes of airfields and places of the shipped data, built beside it so that a first start need not.

python -m agent.aviation.indexes        # in a clone, or while the wheel is built
"""

from __future__ import annotations

from dataclasses import replace

from agent.aviation import airport_index, airport_rows, place_index, place_rows
from agent.aviation.airports import Airports
from agent.aviation.countries import Countries
from agent.aviation.places import Places
from agent.config import AgentSettings


def are_ready(settings: AgentSettings) -> bool:
    """Whether airfields and places can be read without building anything. Raises `DataProblem`."""
    key, _ = airport_rows.rows_of(settings)
    if not airport_index.folder_of(settings, key).is_whole:
        return False
    key, _ = place_rows.rows_of(settings, Airports.load(settings), Countries.load(settings))
    return place_index.folder_of(settings, key).is_whole


def build_beside_the_data(settings: AgentSettings) -> None:
    """Build both into the folder `index` beside the shipped data. Raises `DataProblem`."""
    beside = replace(settings, data_dir=settings.root, airports_db=None)
    Places.load(beside, Airports.load(beside), Countries.load(beside))


if __name__ == "__main__":
    build_beside_the_data(AgentSettings())
