"""How long before departure a flight plan over a border is due, by the country of departure."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source


@dataclass(frozen=True, slots=True)
class FlightPlanLead:
    """Hours before departure, in the words of the text it was read in."""

    hours: float
    text: str
    source: Source


def flight_plan_lead(settings: AgentSettings, country: str) -> FlightPlanLead | None:
    """The lead in a country; None where none was read. Raises `DataProblem` when the table is damaged."""
    return _table(settings.data / "flight_plans.toml").get(country.upper())


@lru_cache(maxsize=4)
def _table(path: Path) -> dict[str, FlightPlanLead]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return {
            country: FlightPlanLead(
                float(row["hours"]),
                row["text"],
                Source(name=row["source"], url=row["url"], as_of=table["reviewed"]),
            )
            for row in table["lead"]
            for country in row["countries"]
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataProblem("The table of flight plans is missing or damaged.", detail=f"{path}: {error}") from error
