"""Where what is not known of an airfield is read: its page in the official publication, else the publication."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from agent.aviation.airports import Airport
from agent.aviation.facts import Facts
from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem

_A_CYCLE = date(2026, 9, 3)
_STAFFED = frozenset({"tower", "afis"})
"""Who answers at fields that have a page of their own in an AIP."""


@dataclass(frozen=True, slots=True)
class OfficialPage:
    """A publication, or one field's own page in it."""

    name: str
    url: str
    of_field: bool = False


class OfficialPages:
    """The publications by country."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._by_country = {
            country: OfficialPage(row["name"], row["url"]) for row in rows for country in row["countries"]
        }
        self._patterns = {
            country: str(row["field"]) for row in rows if "field" in row for country in row["field_countries"]
        }

    @classmethod
    def load(cls, settings: AgentSettings) -> OfficialPages:
        """The table that ships. Raises `DataProblem` when it is missing or damaged."""
        try:
            return cls(toml_table(settings.data / "official_pages.toml")["page"])
        except (OSError, ValueError, KeyError) as error:
            raise DataProblem("The table of official pages is missing or damaged.", detail=str(error)) from error

    def of_country(self, country: str) -> OfficialPage | None:
        """The publication of a country."""
        return self._by_country.get(country)

    def of(self, airport: Airport, facts: Facts, today: date) -> OfficialPage | None:
        """The field's own page where its address is known or follows a pattern, else the publication."""
        publication = self.of_country(airport.country)
        own = facts.of(airport.ident).first("official_page")
        if own is not None and publication is not None:
            return OfficialPage(publication.name, str(own.value), of_field=True)
        pattern, services = self._patterns.get(airport.country), facts.value("services", airport.ident)
        staffed = isinstance(services, tuple) and not _STAFFED.isdisjoint(services)
        if publication is not None and pattern and airport.icao and staffed and not airport.military_hint:
            url = pattern.format(cycle=airac_cycle(today).isoformat(), icao=airport.icao)
            return OfficialPage(publication.name, url, of_field=True)
        return publication


def airac_cycle(day: date) -> date:
    """The day from which the AIRAC cycle in force on `day` holds: every 28 days."""
    return day - timedelta(days=(day - _A_CYCLE).days % 28)
