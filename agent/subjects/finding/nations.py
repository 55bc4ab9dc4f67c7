"""The nations of the United Kingdom, which pilots name like countries: "not Wales", "only in Scotland"."""

from __future__ import annotations

from collections.abc import Collection

from agent.aviation.airports import Airport
from agent.aviation.countries import Countries
from tongue import country_name, later, say

NATIONS = {
    later("England"): "GB-ENG",
    later("Scotland"): "GB-SCT",
    later("Wales"): "GB-WLS",
    later("Northern Ireland"): "GB-NIR",
}
"""By the airport table's codes of their regions."""
_BEGIN = {
    "scot": "Scotland", "écos": "Scotland", "ecos": "Scotland", "schott": "Scotland",
    "wales": "Wales", "welsh": "Wales", "pays de g": "Wales",
    "engl": "England", "anglet": "England", "northern ir": "Northern Ireland", "irlande du": "Northern Ireland",
    "nordirl": "Northern Ireland",
}  # fmt: skip


def home_nation(name: str) -> str | None:
    """A part of the United Kingdom that is said like a country."""
    low = name.lower()
    return next((nation for begins, nation in _BEGIN.items() if low.startswith(begins)), None)


def lies_in(airport: Airport, codes: Collection[str]) -> bool:
    """Whether an airfield lies in one of these countries (FR) or nations (GB-WLS)."""
    return airport.country in codes or airport.region in codes


def name_of(code: str, countries: Countries) -> str:
    """A country or nation by its code, in the language that is spoken."""
    nation = next((name for name, region in NATIONS.items() if region == code), None)
    country = countries.get(code)
    return say(nation) if nation else country_name(country.name) if country else code


def nation_alone(name: str) -> str | None:
    """A nation by its whole name in any language: "pays de Galles", "Schottland"; None for a town like Walesby."""
    low = name.lower().strip()
    for article in ("the ", "le ", "l'", "l’", "in ", "au "):
        low = low.removeprefix(article)
    return home_nation(low) if low in _WHOLE else None


_WHOLE = frozenset((
    "scotland", "écosse", "ecosse", "schottland", "wales", "pays de galles", "england", "angleterre",
    "northern ireland", "irlande du nord", "nordirland",
))  # fmt: skip
