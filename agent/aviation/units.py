"""Units of measure that pilots convert: their spellings, their sizes and the density of fuels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source
from agent.regex import longest_first

FREEZING_F, FAHRENHEIT_PER_C = 32.0, 1.8
CELSIUS, FAHRENHEIT = "°C", "°F"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: `factor` is its size in the first unit of its kind."""

    name: str
    kind: str
    factor: float
    usual: tuple[str, ...]


class Units:
    """The units and fuels of `data/units.toml`, by their spellings in small letters."""

    def __init__(self, table: dict[str, Any]) -> None:
        sources = {key: Source(**row) for key, row in table["sources"].items()}
        self.source, self.fuel_source = sources["units"], sources["fuels"]
        self.by_name = {
            name: Unit(name, row["kind"], float(row["factor"]), tuple(row["usual"]))
            for name, row in table["unit"].items()
        }
        self.spelt: dict[str, tuple[Unit, ...]] = {}
        for name, row in table["unit"].items():
            for said in dict.fromkeys(row["names"]):
                self.spelt[said] = (*self.spelt.get(said, ()), self.by_name[name])
        self.densities: dict[str, float] = {name: row["kg_per_litre"] for name, row in table["fuel"].items()}
        self.fuels = {
            said: name for name, row in table["fuel"].items() for said in (name.casefold(), *row["names"])
        }
        words = table["words"]
        self.may_stand = frozenset(words["may_stand"].split())
        self.articles = frozenset(words["articles"].split())
        self.weighs = frozenset(words["weighs"].split())
        self.may_be_reckoned = frozenset(words["may_be_reckoned"].split())

    @classmethod
    def load(cls, settings: AgentSettings) -> Units:
        """The units that ship. Raises `DataProblem` when the file is missing or damaged."""
        path = settings.data / "units.toml"
        try:
            return cls(toml_table(path))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DataProblem("The units are missing or damaged.", detail=f"{path}: {error}") from error

    def pairs(self, of: str, to: str | None, *, weighed: bool = False) -> tuple[tuple[Unit, Unit], ...]:
        """What a spelling may mean with what it is turned into: of one kind, or, `weighed`, volume and mass."""
        sources = self.spelt.get(of.casefold(), ())
        if to is None:
            return tuple((unit, self.by_name[one]) for unit in sources for one in unit.usual)
        targets = self.spelt.get(to.casefold(), ())
        return tuple(
            (unit, one)
            for unit in sources
            for one in targets
            if unit != one and (unit.kind == one.kind or (weighed and {unit.kind, one.kind} == {"volume", "mass"}))
        )

    def converted(self, value: float, of: Unit, to: Unit, kg_per_litre: float | None = None) -> float:
        """A figure in another unit; from volume to mass or back by the density."""
        if of.kind == "temperature":
            return (
                value * FAHRENHEIT_PER_C + FREEZING_F
                if of.name == CELSIUS
                else (value - FREEZING_F) / FAHRENHEIT_PER_C
            )
        if of.kind != to.kind and kg_per_litre is not None:
            by = kg_per_litre if of.kind == "volume" else 1 / kg_per_litre
            return value * of.factor * by / to.factor
        return value * of.factor / to.factor

    def longest_first(self) -> Sequence[str]:
        """Every spelling of a unit or a fuel, the longest first."""
        return longest_first({*self.spelt, *self.fuels})
