"""Reads OpenAIP's daily export of a country (`{cc}_apt.json`, CC BY-NC): permission, private fields, fuel.

OpenAIP numbers its fuel types. Four of the numbers are known; the others are kept as they are, for no filter.
"""

from __future__ import annotations

import json
from collections.abc import Container
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts

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


_AIRPORTS = TypeAdapter(list[_Airport])


def read_openaip(file: Path, url: str, observed_on: date, ours: Container[str] | None = None) -> FoundFacts:
    """The facts of one country's export; codes that are not `ours` are named and left out.

    Raises `DataProblem` for another layout or an empty one.
    """
    try:
        rows: Any = json.loads(file.read_bytes())
        airports = _AIRPORTS.validate_python(rows)
    except (ValueError, ValidationError) as error:
        raise DataProblem(f"The OpenAIP file {file.name} has another layout. The data in use stays.") from error
    if not airports:
        raise DataProblem(f"The OpenAIP file {file.name} is empty. The data in use stays.")
    facts: list[FoundFact] = []
    unmatched: list[str] = []
    for airport in airports:
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
    return FoundFacts("openAIP", url, LICENCE, observed_on, 0.6, tuple(facts), tuple(unmatched), volunteer=True)
