"""Reads OpenAIP's daily export of a country (`{cc}_apt.json`, CC BY-NC): permission, private fields, fuel.

OpenAIP numbers its fuel types. Four of the numbers are known; the others are kept as they are, for no filter.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts
from agent.importers.json_rows import rows_of

LICENCE = "CC BY-NC 4.0 (openAIP)"
GRADES = {0: "mogas", 1: "avgas", 3: "jet_a", 6: "UL91"}
"""Super Plus, AVGAS (of which grade is not said), Jet A-1, AVGAS UL91."""


class _Services(BaseModel):
    model_config = ConfigDict(extra="ignore")

    fuel_types: list[int] = Field(default_factory=list[int], alias="fuelTypes")


class _Airport(BaseModel):
    model_config = ConfigDict(extra="ignore")

    name: str
    icao_code: str | None = Field(default=None, alias="icaoCode")
    ppr: bool | None = None
    private: bool | None = None
    services: _Services = _Services()


def _airports(file: Path) -> Iterator[_Airport]:
    """The airports of an export, one after the other."""
    try:
        for row in rows_of(file):
            yield _Airport.model_validate(row)
    except (OSError, ValueError, ValidationError) as error:
        raise DataProblem(f"The OpenAIP file {file.name} has another layout. The data in use stays.") from error


def read_openaip(file: Path, url: str, observed_on: date, ours: Container[str] | None = None) -> FoundFacts:
    """The facts of one country's export; codes that are not `ours` are named and left out.

    Raises `DataProblem` for another layout or an empty one.
    """
    facts: list[FoundFact] = []
    unmatched: list[str] = []
    found = 0
    for airport in _airports(file):
        found += 1
        code = (airport.icao_code or "").strip().upper()
        if not code or (ours is not None and code not in ours):
            unmatched.append(f"{code} {airport.name}".strip())
            continue
        if airport.ppr is not None:
            facts.append(FoundFact(code, "ppr_required", airport.ppr, "ppr"))
        if airport.private:
            facts.append(FoundFact(code, "private", True, "private"))
        known = tuple(dict.fromkeys(GRADES[n] for n in sorted(airport.services.fuel_types) if n in GRADES))
        if known:
            facts.append(FoundFact(code, "fuel", known, "services.fuelTypes"))
        if set(airport.services.fuel_types) - set(GRADES):
            codes = ", ".join(str(number) for number in sorted(set(airport.services.fuel_types) - set(GRADES)))
            facts.append(FoundFact(code, "fuel_codes", f"openAIP fuel codes {codes}", "services.fuelTypes"))
    if not found:
        raise DataProblem(f"The OpenAIP file {file.name} is empty. The data in use stays.")
    return FoundFacts("openAIP", url, LICENCE, observed_on, 0.6, tuple(facts), tuple(unmatched), volunteer=True)
