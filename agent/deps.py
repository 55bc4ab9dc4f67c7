"""What the agent works with, as one frozen value: settings, clock, data, and the ports that `bot` implements.

Everything heavy is a property that loads on first use, so that a distance needs no embedder and a greeting
no airport table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol

from agent.aviation.aircraft import AircraftTable
from agent.aviation.airports import Airports, Runway
from agent.aviation.areas import Areas
from agent.aviation.borders import Borders
from agent.aviation.countries import Countries
from agent.aviation.facts import Facts
from agent.aviation.glossary import Glossary
from agent.aviation.night import Nights
from agent.aviation.official_pages import OfficialPages
from agent.aviation.places import Places
from agent.aviation.reference import Progress, reference_file
from agent.aviation.report_times import ReportTimes
from agent.aviation.stated_runways import stated_runways
from agent.aviation.surroundings import Surroundings
from agent.aviation.units import Units
from agent.aviation.visas import Visas
from agent.behaviour import Behaviour, load_behaviour
from agent.config import AgentSettings
from agent.protocol import Source

if TYPE_CHECKING:
    from agent.aviation.place_sounds import PlaceSounds
    from agent.llm.embeddings import Embedder
    from agent.llm.model import Budget, Model
    from agent.rules.book import Rulebook
    from agent.travel.duffel import Duffel
    from agent.travel.guidance import Guide
    from agent.travel.overpass import Overpass
    from agent.travel.starter import Starter
    from agent.troubles import Heard
    from agent.upstream import Upstream
    from agent.weather.aviationweather import AviationWeather
    from agent.weather.notam_service import NotamService
    from agent.weather.open_meteo import OpenMeteo
    from agent.weather.tables import WeatherTables


class Cache(Protocol):
    """A small text cache with expiry. Errors of the store are the store's: a miss is always allowed."""

    async def get(self, key: str) -> str | None: ...

    async def set(self, key: str, value: str, *, seconds: int) -> None: ...


@dataclass
class MemoryCache:
    """The cache of a process without a store (`python -m agent`, one-off commands, tests)."""

    _entries: dict[str, tuple[float, str]] = field(default_factory=dict[str, tuple[float, str]])

    async def get(self, key: str) -> str | None:
        expires, value = self._entries.get(key, (0.0, ""))
        return value if expires > time.monotonic() else None

    async def set(self, key: str, value: str, *, seconds: int) -> None:
        self._entries[key] = (time.monotonic() + seconds, value)


def utc_now() -> datetime:
    """The real clock."""
    return datetime.now(UTC)


ReportKind = Literal["fee", "fuel_price", "review", "note"]


@dataclass(frozen=True)
class MemberReport:
    """What a club member told of a field, as given; `amount` in `currency`, per litre for a fuel price.

    `author` is a name fit to be shown, `chat` the chat it belongs to ("" for a report shared with all).
    """

    icao: str
    kind: ReportKind
    text: str
    reported_on: date
    author: str = ""
    chat: str = ""
    amount: float | None = None
    currency: str | None = None
    unit: str | None = None
    aircraft: str | None = None
    fuel: str | None = None
    rating: int | None = None


class Reports(Protocol):
    """Members' reports, kept by `bot`."""

    async def for_airfield(self, icao: str, chat: str, person: str = "") -> tuple[MemberReport, ...]:
        """The reports that `chat` may see about a field, and those that `person` wrote anywhere, newest first."""
        ...


class NoReports:
    """No store of reports: nobody has told anything."""

    async def for_airfield(self, icao: str, chat: str, person: str = "") -> tuple[MemberReport, ...]:
        return ()


@dataclass(frozen=True)
class Deps:
    """The agent's dependencies. `now` is the clock (tests freeze it)."""

    settings: AgentSettings = field(default_factory=AgentSettings)
    now: Callable[[], datetime] = utc_now
    cache: Cache = field(default_factory=MemoryCache)
    progress: Progress | None = None
    reports: Reports = field(default_factory=NoReports)
    budget: Budget | None = None
    given_model: Model | None = None
    heard: Heard | None = None

    @cached_property
    def behaviour(self) -> Behaviour:
        """Models, prompts and features, as configured."""
        return load_behaviour(self.settings)

    @cached_property
    def model(self) -> Model | None:
        """The language model: the one that was given, else the configured server, else none."""
        if self.given_model is not None:
            return self.given_model
        if not (self.settings.openai_api_key or self.settings.openai_base_url):
            return None
        from agent.llm.openai_model import OpenAIModel

        return OpenAIModel(self.settings, self.behaviour, self.budget, heard=self.heard)

    @cached_property
    def airports(self) -> Airports:
        """Every airfield with its runways."""
        return Airports.load(self.settings, self.progress, self._stated_runways)

    def _stated_runways(self, ident: str) -> tuple[Runway, ...]:
        return stated_runways(self.facts.of(ident).facts) if ident in self.facts.with_runways else ()

    @cached_property
    def countries(self) -> Countries:
        """Names, demonyms and ICAO prefixes of countries."""
        return Countries.load(self.settings)

    @cached_property
    def places(self) -> Places:
        """The gazetteer: towns, regions, lakes, islands, countries, airfields by name."""
        return Places.load(
            self.settings,
            self.airports,
            self.countries,
            self.progress,
            lambda code: self.borders.closed(code) is not None,
        )

    @cached_property
    def place_sounds(self) -> PlaceSounds:
        """Airfields by what is heard of their names: made when a dictated name is first looked for (0.7 s)."""
        from agent.aviation.place_nicknames import nicknames_of
        from agent.aviation.place_sounds import load_sounds

        return load_sounds(self.settings, self.airports, nicknames_of(self.settings))

    @cached_property
    def areas(self) -> Areas:
        """States, Länder, counties: which airfields lie in them."""
        return Areas.load(self.settings)

    @cached_property
    def official_pages(self) -> OfficialPages:
        """Where each country's publication is read."""
        return OfficialPages.load(self.settings)

    @cached_property
    def facts(self) -> Facts:
        """Fuel, customs, notice, hours and the rest, each with source and date."""
        return Facts.load(self.settings)

    @cached_property
    def surroundings(self) -> Surroundings:
        """Sea, lakes, islands and towns around airfields."""
        return Surroundings(self.settings)

    @cached_property
    def borders(self) -> Borders:
        """Which territory asks what at its border."""
        return Borders.load(self.settings)

    @cached_property
    def visas(self) -> Visas:
        """Whose nationals need a visa to visit the United Kingdom, and whose an ETA."""
        return Visas.load(self.settings)

    @cached_property
    def nights(self) -> Nights:
        """When night begins in each state, and whether VFR is flown then."""
        return Nights.load(self.settings)

    @cached_property
    def glossary(self) -> Glossary:
        """What terms and abbreviations mean."""
        return Glossary.load(self.settings)

    @cached_property
    def units(self) -> Units:
        """The units of measure that pilots convert, and the density of fuels."""
        return Units.load(self.settings)

    @cached_property
    def report_times(self) -> ReportTimes:
        """By when flight plans are filed and closed."""
        return ReportTimes.load(self.settings)

    @cached_property
    def aircraft(self) -> AircraftTable:
        """Types with their typical cruise speeds."""
        return AircraftTable.load(self.settings)

    @cached_property
    def rule_countries(self) -> frozenset[str]:
        """ISO-2 codes of the countries whose rules are in the corpus; cheap unless `RULES_JSON` is set."""
        if self.settings.rules_json is not None:
            return frozenset(self.rules.corpus.countries)
        from agent.rules.own_files import countries_held

        return countries_held(self.settings.data / "rules")

    def rules_answer(self, question_id: str, country: str) -> bool:
        """Whether the rules answer one of our own questions there; one file is read where that settles it."""
        if country not in self.rule_countries:
            return False
        if self.settings.rules_json is None:
            from agent.rules.own_files import says

            if says(self.settings.data / "rules", question_id, country):
                return True
        return self.rules.can_answer(question_id, country)

    def all_sources(self) -> tuple[Source, ...]:
        """Every source of the data in use, with its date."""
        shipped = ("gazetteer.tsv.gz", "basemap.npz")
        found = [self.airports.source, *(reference_file(self.settings, name).as_source() for name in shipped)]
        found += self.facts.all_sources(self.now().date())
        return tuple({source.name: source for source in found}.values())

    # --- the time on the ground (imported late: most questions never leave the machine) -----------------

    @cached_property
    def upstream(self) -> Upstream:
        """The one client for other people's servers; close it with `aclose` when the program ends."""
        from agent.upstream import Upstream

        return Upstream(
            self.settings.services, self.cache, contact=self.settings.contact, now=self.now, heard=self.heard
        )

    @cached_property
    def starter(self) -> Starter:
        """Our own notes on some destinations."""
        from agent.travel.starter import Starter

        return Starter.load(self.settings.data)

    @cached_property
    def overpass(self) -> Overpass:
        """Places from OpenStreetMap."""
        from agent.travel.interests import Interests
        from agent.travel.overpass import Overpass

        return Overpass(self.settings, self.upstream, Interests.load(self.settings.data))

    @cached_property
    def weather_tables(self) -> WeatherTables:
        """Stations that report, magnetic variation, true directions of runways."""
        from agent.weather.tables import WeatherTables

        return WeatherTables(self.settings)

    @cached_property
    def aviation_weather(self) -> AviationWeather:
        """METAR, TAF and SIGMET."""
        from agent.weather.aviationweather import AviationWeather

        return AviationWeather(self.settings.awc_url, self.upstream, self.cache, self.now)

    @cached_property
    def notam_service(self) -> NotamService:
        """The open British NOTAM bulletin, if the operator has switched it on."""
        from agent.weather.notam_service import NotamService

        return NotamService(self.settings.notam_uk_url, self.upstream)

    @cached_property
    def open_meteo(self) -> OpenMeteo:
        """Forecast models."""
        from agent.weather.open_meteo import OpenMeteo

        return OpenMeteo(self.settings.open_meteo_url, self.settings.open_meteo_api_key, self.upstream, self.now)

    @cached_property
    def duffel(self) -> Duffel:
        """The airline search."""
        from agent.travel.duffel import Duffel

        return Duffel(self.settings, self.upstream)

    @cached_property
    def embedder(self) -> Embedder:
        """Turns texts into vectors for the search in rules and guides."""
        from agent.llm.embeddings import embedder_for

        return embedder_for(self.behaviour.rag.embedding_model, self.settings, self.heard)

    @cached_property
    def rules(self) -> Rulebook:
        """The rules of each country: asked, paged through, compared."""
        from agent.rules.book import Rulebook

        return Rulebook(self.settings, self.embedder, self.behaviour, self.countries, self.heard)

    @cached_property
    def guide(self) -> Guide:
        """Cited guidance on towns and sights, from Wikivoyage and Wikipedia."""
        from agent.search import Library
        from agent.travel.guidance import Guide, Wikis
        from agent.travel.mediawiki import MediaWiki

        wikis = Wikis(
            voyage=MediaWiki("Wikivoyage", self.settings.wikivoyage_api_url, self.upstream),
            pedia=MediaWiki("Wikipedia", self.settings.wikipedia_api_url, self.upstream),
        )
        return Guide(wikis, Library(self.settings, self.embedder), self.upstream)

    async def aclose(self) -> None:
        """Close what holds connections; for the end of a program."""
        if "upstream" in vars(self):
            await self.upstream.aclose()
        model = vars(self).get("model")
        if model is not None:
            await model.aclose()
