"""Reads OpenAIP's daily export of a country (`{cc}_apt.json`, CC BY-NC): permission, private fields, fuel codes.

OpenAIP numbers its fuel types, and the meaning of the numbers stands nowhere that we could read: the codes are
kept as they are and satisfy no filter.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts

LICENCE = "CC BY-NC 4.0 (openAIP)"


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


def read_openaip(file: Path, url: str, observed_on: date) -> FoundFacts:
    """The facts of one country's export. Raises `DataProblem` for another layout or an empty one."""
    try:
        rows: Any = json.loads(file.read_bytes())
        airports = _AIRPORTS.validate_python(rows)
    except (ValueError, ValidationError) as error:
        raise DataProblem(f"The OpenAIP file {file.name} has another layout. The data in use stays.") from error
    if not airports:
        raise DataProblem(f"The OpenAIP file {file.name} is empty. The data in use stays.")
    facts: list[FoundFact] = []
    for airport in airports:
        code = (airport.icao_code or "").strip().upper()
        if not code:
            continue
        if airport.ppr is not None:
            facts.append(FoundFact(code, "ppr_required", airport.ppr, "ppr"))
        if airport.private:
            facts.append(FoundFact(code, "private", True, "private"))
        if airport.services.fuel_types:
            codes = ", ".join(str(number) for number in sorted(airport.services.fuel_types))
            facts.append(FoundFact(code, "fuel_codes", f"openAIP fuel codes {codes}", "services.fuelTypes"))
    return FoundFacts("openAIP", url, LICENCE, observed_on, 0.6, tuple(facts))
