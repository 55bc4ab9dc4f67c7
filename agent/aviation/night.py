"""When night begins and ends by the rules of each state, and whether VFR is flown then there.

Where a state has more than one definition of night, the day is the shortest that any of them allows. A state that
is not in the table is unknown: nothing is reckoned for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal, cast

from agent.aviation.sun import civil_twilight, sun_times
from agent.aviation.territories import State
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source

Definition = Literal["civil_twilight", "sunset_minutes"]


@dataclass(frozen=True, slots=True)
class NightRule:
    """One definition of night. `minutes` before sunrise and after sunset; `at`: the place it is reckoned for."""

    definition: Definition
    holds_for: str
    source: Source
    minutes: int = 0
    latitudes: tuple[float, float] = (-90.0, 90.0)
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class NightOf:
    """A state's night. `vfr`: is VFR flown at night there? `text` tells what is known of it."""

    country: str
    rules: tuple[NightRule, ...]
    vfr: State
    text: str
    vfr_source: Source | None = None


@dataclass(frozen=True, slots=True)
class Day:
    """The day at a place: from `begins` to `ends` in UTC, each by the rule named; None: not on that day."""

    begins: datetime | None
    ends: datetime | None
    begins_by: NightRule | None
    ends_by: NightRule | None


class Nights:
    """The dated table of nights, `data/night.toml`."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.reviewed: date = table["reviewed"]
        sources = {key: _source(row) for key, row in table["sources"].items()}
        self._of: dict[str, NightOf] = {}
        for row in table["night"]:
            rules = tuple(_rule(rule, sources) for rule in row["rule"])
            for country in row["countries"]:
                self._of[country] = NightOf(country, rules, "verify", table["vfr_unknown"])
        for row in table["vfr"]:
            country = row["country"]
            known = self._of.get(country, NightOf(country, (), "verify", ""))
            self._of[country] = NightOf(
                country, known.rules, cast(State, row["state"]), row["text"], sources[row["source"]]
            )

    @classmethod
    def load(cls, settings: AgentSettings) -> Nights:
        """The table that ships. Raises `DataProblem` when it is missing or damaged."""
        path = settings.data / "night.toml"
        try:
            return cls(toml_table(path))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DataProblem("The table of nights is missing or damaged.", detail=f"{path}: {error}") from error

    @property
    def countries(self) -> tuple[str, ...]:
        """The states whose definition of night was read."""
        return tuple(sorted(c for c, night in self._of.items() if night.rules))

    def of(self, country: str) -> NightOf | None:
        """The night of a state (ISO-2); None where nothing was read."""
        return self._of.get(country.upper())


def day_of(night: NightOf, lat: float, lon: float, day: date) -> Day:
    """The shortest day that the state's definitions leave at a place."""
    begins: list[tuple[datetime, NightRule]] = []
    ends: list[tuple[datetime, NightRule]] = []
    for rule in night.rules:
        if not rule.latitudes[0] <= abs(lat) <= rule.latitudes[1]:
            continue
        first, last = _limits(rule, *(rule.at or (lat, lon)), day)
        if first is not None:
            begins.append((first, rule))
        if last is not None:
            ends.append((last, rule))
    start = max(begins, key=lambda found: found[0], default=(None, None))
    end = min(ends, key=lambda found: found[0], default=(None, None))
    return Day(start[0], end[0], start[1], end[1])


def _limits(rule: NightRule, lat: float, lon: float, day: date) -> tuple[datetime | None, datetime | None]:
    if rule.definition == "civil_twilight":
        return civil_twilight(lat, lon, day)
    sun, margin = sun_times(lat, lon, day), timedelta(minutes=rule.minutes)
    return (
        sun.sunrise - margin if sun.sunrise else None,
        sun.sunset + margin if sun.sunset else None,
    )


def _rule(row: dict[str, Any], sources: dict[str, Source]) -> NightRule:
    latitudes: list[float] = row.get("latitudes", [0.0, 90.0])
    at: list[float] | None = row.get("at")
    return NightRule(
        definition=row["definition"],
        holds_for=row["holds_for"],
        source=sources[row["source"]],
        minutes=row.get("minutes", 0),
        latitudes=(latitudes[0], latitudes[1]),
        at=(at[0], at[1]) if at else None,
    )


def _source(row: dict[str, Any]) -> Source:
    return Source(name=row["name"], url=row.get("url"), as_of=row.get("as_of") or row["read_on"])
