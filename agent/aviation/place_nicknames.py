"""Reads what pilots call fields and sights where no table does: "Booker", "Manston", "Disneyland Paris"."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from agent.config import AgentSettings
from agent.errors import DataProblem

FILE = "nicknames.toml"


@dataclass(frozen=True, slots=True)
class Sight:
    """A sight, or an airfield still said that the table no longer lists. Position in degrees."""

    name: str
    names: tuple[str, ...]
    country: str
    lat: float
    lon: float
    unlisted: bool

    @property
    def label(self) -> str:
        """Its name as an answer shows it."""
        return f"{self.name} (no airfield listed)" if self.unlisted else self.name


@dataclass(frozen=True, slots=True)
class Nicknames:
    """Names of fields by code, and sights."""

    fields: Mapping[str, tuple[str, ...]]
    sights: tuple[Sight, ...]


def nicknames_of(settings: AgentSettings) -> Nicknames:
    """The names in `data/nicknames.toml`. Raises `DataProblem` when the file is missing or damaged."""
    try:
        table: dict[str, Any] = tomllib.loads(_read(settings).decode())
        parts = [cast("dict[str, list[str]]", part) for part in table.values() if isinstance(part, dict)]
        fields = {code: tuple(names) for part in parts for code, names in part.items()}
        sights = tuple(
            Sight(
                name=row["name"],
                names=tuple(row.get("names", ())),
                country=row["country"],
                lat=float(row["lat"]),
                lon=float(row["lon"]),
                unlisted=bool(row.get("unlisted", False)),
            )
            for row in table["sights"]
        )
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged(error) from error
    return Nicknames(fields, sights)


def key_of(settings: AgentSettings) -> str:
    """What changes with the table, without reading it."""
    return hashlib.sha256(_read(settings)).hexdigest()[:16]


def _read(settings: AgentSettings) -> bytes:
    try:
        return (settings.data / FILE).read_bytes()
    except OSError as error:
        raise _damaged(error) from error


def _damaged(error: Exception) -> DataProblem:
    return DataProblem(
        f"The table of airfields' nicknames is missing or damaged. Restore data/{FILE}.", detail=str(error)
    )
