"""What FlyFun knows of a country's airfields: which facts, of how many, from when, and what would bring more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from pydantic import Field

from agent.aviation.airports import Airport, Airports
from agent.aviation.countries import Country
from agent.aviation.facts import Facts
from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.locate import NotLocated, one_field
from agent.protocol import Source, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from tongue import country_name, later, say

SUBJECTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (later("fuel"), ("fuel",)),
    (later("opening hours"), ("hours",)),
    (later("customs and immigration"), ("notice", "border_point", "uk_customs")),
    (later("phone or e-mail"), ("phone", "email")),
    (later("who may come"), ("access", "private", "ppr_required", "restriction")),
    (later("instrument approaches"), ("procedures",)),
    (later("radio: who answers"), ("services",)),
    (later("radio: numbers"), ("frequencies",)),
    (later("restaurant"), ("restaurant",)),
    (later("hotel"), ("hotel",)),
    (later("handling"), ("handling",)),
    (later("landing fee"), ("landing_fee",)),
    (later("address of the official page"), ("official_page",)),
)
"""What is counted, and the fields in which it stands; of wordings on notice, those about the border."""
_AT_THE_BORDER = frozenset({"customs", "immigration"})
_APPROACHES = ("procedures",)
"""That a field is not on a complete list of approaches is no more than the list says of all."""
IMPORTS: dict[str, str] = {
    "US": later("the FAA's NASR subscription (fuel) and its list of procedures"),
    "DE": later("the DFS' AIXM data set (hours, PPR, phones)"),
}
"""What an operator can switch on; elsewhere the same two ways are open."""
BRINGS: dict[str, frozenset[str]] = {
    "US": frozenset({"fuel", "avgas", "jet_a", "ul91", "ul94", "mogas"}),
    "DE": frozenset({"hours", "access", "contact"}),
}
"""What of a field is known once its country's import is switched on."""
ELSEWHERE = later("AIP pages, or OpenAIP for non-commercial use")


class CoverageArguments(Arguments):
    """A country, one airfield, or all."""

    country: str | None = Field(default=None, description="ISO-2 code or English name")
    icao_code: str | None = Field(default=None, description="Code or name of one airfield")


class Known(Value):
    """One kind of fact: of how many fields it is known, its newest day and where it stands."""

    subject: str
    fields: int
    newest: date | None = None
    sources: tuple[str, ...] = ()


class Coverage(ToolResult):
    """What is known of a country's fields, or of one (`icao`). `unknown` are the subjects of which nothing is."""

    icao: str | None = None
    name: str | None = None
    country: str | None = None
    country_name: str | None = None
    fields: int = 0
    with_facts: int = 0
    known: tuple[Known, ...] = ()
    unknown: tuple[str, ...] = ()
    more: str = ""
    page_name: str | None = None
    page_url: str | None = None


@tool(kind="airport")
async def get_coverage(arguments: CoverageArguments, context: ToolContext) -> Coverage:
    """What is known of a country's airfields, or of one: which facts, of how many fields, from when."""
    deps = context.deps
    if arguments.icao_code:
        airport = one_field(arguments.icao_code, context)
        if isinstance(airport, NotLocated):
            raise InvalidQuestion(airport.message)
        return coverage_of_field(airport, deps)
    country = deps.countries.get(arguments.country) if arguments.country else None
    if arguments.country and country is None:
        close = deps.countries.closest(arguments.country)
        hint = say(" Did you mean {name}?", name=country_name(close.name)) if close else ""
        raise InvalidQuestion(
            say("I don't know the country {country}.{hint}", country=arguments.country.strip()[:40], hint=hint)
        )
    return coverage_of(country, deps)


def coverage_of(country: Country | None, deps: Deps) -> Coverage:
    """The counts of one country, or of all."""
    code = country.code if country else None
    total, with_facts = _total(code, deps.airports, deps.facts)
    counted = [_known(subject, fields, code, deps) for subject, fields in SUBJECTS]
    page = deps.official_pages.of_country(country.code) if country else None
    sources: dict[str, Source] = {deps.airports.source.name: deps.airports.source}
    named = {name for one in counted for name in one.sources}
    sources |= {s.name: s for s in deps.facts.all_sources(deps.now().date()) if s.name in named}
    return Coverage(
        country=code,
        country_name=country.name if country else None,
        fields=total,
        with_facts=with_facts,
        known=tuple(one for one in counted if one.fields),
        unknown=tuple(one.subject for one in counted if not one.fields),
        more=_more(country, deps),
        page_name=page.name if page else None,
        page_url=page.url if page else None,
        sources=tuple(sources.values()),
    )


def coverage_of_field(airport: Airport, deps: Deps) -> Coverage:
    """What is stated of one airfield and of which day; what the table of airfields tells has the table's."""
    within = frozenset((airport.ident,))
    counted = [
        Known(subject=subject, fields=number, newest=newest, sources=sources)
        for subject, fields in SUBJECTS
        for number, newest, sources in [_stated_within(fields, within, deps.facts)]
    ]
    known = tuple(one for one in counted if one.fields and (one.subject != "instrument approaches" or one.sources))
    country = deps.countries.get(airport.country)
    page = deps.official_pages.of_country(airport.country)
    named = {name for one in known for name in one.sources}
    return Coverage(
        icao=airport.ident,
        name=airport.short_name,
        country=airport.country,
        fields=1,
        with_facts=int(bool(known)),
        known=known,
        unknown=tuple(one.subject for one in counted if one not in known),
        more=_more(country, deps),
        page_name=page.name if page else None,
        page_url=page.url if page else None,
        sources=(deps.airports.source, *(s for s in deps.facts.all_sources(deps.now().date()) if s.name in named)),
    )


def import_that_brings(airport: Airport, unknown: Iterable[str], deps: Deps) -> str:
    """The import that tells what is asked of a field and not known; "" for none, or where it is switched on."""
    brings = BRINGS.get(airport.country, frozenset[str]()) & {*unknown}
    if not brings or (airport.country == "DE" and deps.settings.dfs_aixm_url):
        return ""
    return IMPORTS[airport.country]


def _more(country: Country | None, deps: Deps) -> str:
    """What an operator can switch on and has not."""
    if country is None or (country.code == "DE" and deps.settings.dfs_aixm_url):
        return ELSEWHERE
    return IMPORTS.get(country.code, ELSEWHERE)


def _known(subject: str, fields: tuple[str, ...], country: str | None, deps: Deps) -> Known:
    number, newest, sources = _stated(fields, country, deps.airports, deps.facts)
    return Known(subject=subject, fields=number, newest=newest, sources=sources)


@lru_cache(maxsize=16)
def _total(country: str | None, airports: Airports, facts: Facts) -> tuple[int, int]:
    """How many fields there are, and of how many anything is stated. Counted once for each data set."""
    told = {ident for _, fields in SUBJECTS if fields != _APPROACHES for ident in facts.idents_with(*fields)}
    told |= {ident for ident, names in facts.values("procedures").items() if names}
    every = len(airports.in_country(country)) if country else len(airports)
    return every, len(_idents(country, airports, facts) & told)


@lru_cache(maxsize=2)
def _idents(country: str | None, airports: Airports, facts: Facts) -> frozenset[str]:
    """Fields of which anything is stated: the names of all there are would be 10 MB."""
    told = frozenset(facts.idents)
    every = airports.in_country(country) if country else airports
    return frozenset(airport.ident for airport in every if airport.ident in told)


@lru_cache(maxsize=256)
def _stated(
    fields: tuple[str, ...], country: str | None, airports: Airports, facts: Facts
) -> tuple[int, date | None, tuple[str, ...]]:
    """Of how many fields one of these is stated, the newest day with its source, and where it mostly stands."""
    return _stated_within(fields, _idents(country, airports, facts), facts)


def _stated_within(
    fields: tuple[str, ...], within: frozenset[str], facts: Facts
) -> tuple[int, date | None, tuple[str, ...]]:
    newest: dict[str, date] = {}
    names: Counter[str] = Counter()
    stated = 0
    for ident in within.intersection(facts.idents_with(*fields)):
        known = facts.about(ident, fields)
        asked = [n for n in known.notices if "notice" in fields and not _AT_THE_BORDER.isdisjoint(n.services)]
        records = [*(f for f in known.facts if f.field in fields), *asked]
        stated += bool(records)
        for record in records:
            names[record.source.name] += 1
            if not record.source.undated:
                name = record.source.name
                newest[name] = max(record.observed_on, newest.get(name, record.observed_on))
    first = max(newest, key=lambda name: (newest[name], names[name], name), default=None)
    most = sorted(names, key=lambda name: (-names[name], name))[:3]
    ordered = [*([first] if first else []), *(name for name in most if name != first)]
    return stated, newest[first] if first else None, tuple(ordered[:3])
