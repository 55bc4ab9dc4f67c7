"""The airfields of an answer: filtered before any cut, ranked with a reason, shown with what is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Literal, TypeVar, get_args

from pydantic import Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.airports import Airport
from agent.aviation.fact_filters import FIELDS_OF
from agent.aviation.facts import as_source
from agent.aviation.hours import zone_of
from agent.aviation.published_hours import opening_of
from agent.aviation.stated_runways import of_runway
from agent.aviation.surfaces import material
from agent.aviation.surroundings import SEA_NM, SURROUNDINGS
from agent.aviation.visiting import against, believed_ft, by_usefulness, shorter_elsewhere
from agent.deps import Deps
from agent.protocol import Marker, Source, ToolResult, Value
from agent.registry import Arguments
from agent.subjects.finding.filters import (
    FUEL_FILTERS,
    SHOWN_BY,
    Filtered,
    Filters,
    days_wanted,
    surface_of,
)
from agent.subjects.finding.orders import asks_of, cheapest, easiest, fee_of
from tongue import country_name, later, say

CLOSED_AIRSPACE = later("Closed or war airspace. I propose no flight, no stop and no field there.")
PriorityStrategy = Literal[
    "balanced",
    "distance",
    "facts",
    "longest_runway",
    "shortest_runway",
    "highest",
    "lowest",
    "cheapest",
    "easiest",
    "sea",
]
EndmostStrategy = Literal["northernmost", "southernmost", "easternmost", "westernmost"]
Order = PriorityStrategy | EndmostStrategy
ORDER_SAID = {
    "longest_runway": later("longest known runway first"),
    "shortest_runway": later("shortest known runway first"),
    "highest": later("highest first"),
    "lowest": later("lowest first"),
    "cheapest": later("lowest published landing fee first"),
    "easiest": later("those that ask least of a visitor first"),
    "sea": later("nearest to the sea first"),
    "northernmost": later("northernmost first"),
    "southernmost": later("southernmost first"),
    "easternmost": later("easternmost first"),
    "westernmost": later("westernmost first"),
}
"""Orders that a superlative asks for."""
ENDMOST = get_args(EndmostStrategy)
WITH_HUBS = ("longest_runway", "shortest_runway", "highest", "lowest", *ENDMOST)
"""Orders by one figure: airline hubs belong to them."""
MOST_RESULTS = 100
_AT_THE_SEA_NM = 0.3
"""The map is no finer than this."""


class ListArguments(Arguments):
    """What every list of airfields can be asked."""

    filters: Filters = Field(default=Filters(), description="what they must offer")
    liked: SkipJsonSchema[Filters] = Field(default=Filters(), description="those known to have it first")
    """Read from words alone: other programs pay for every word of a schema."""
    max_hours_notice: float | None = Field(default=None, description="known to need no more notice")
    max_results: int = Field(default=10, description="how many")
    offset: int = Field(default=0, ge=0, description="how many were read")
    measured_from: SkipJsonSchema[str | None] = Field(default=None, description="nearest to it first")
    """The fields of the list are told by how far they are from elsewhere."""
    reach_minutes: SkipJsonSchema[float | None] = Field(
        default=None, gt=0, le=1440, description="no further from it"
    )
    reach_nm: SkipJsonSchema[float | None] = Field(default=None, gt=0, le=1000, description="no further from it")
    priority_strategy: PriorityStrategy | SkipJsonSchema[EndmostStrategy] = "balanced"
    rank: SkipJsonSchema[int | None] = Field(default=None, ge=2, le=5, description="which place of that order")
    """Of "the second longest" the second alone is asked for."""

    @field_validator("max_results")
    @classmethod
    def _a_sane_count(cls, value: int) -> int:
        if not 1 <= value <= MOST_RESULTS:
            raise ValueError(say("ask for 1 to {most} results", most=MOST_RESULTS))
        return value

    @field_validator("max_hours_notice")
    @classmethod
    def _a_sane_notice(cls, value: float | None) -> float | None:
        if value is not None and not 0 <= value <= 24 * 60:
            raise ValueError(say("give the notice in hours, from 0 to 1440"))
        return value


class AirportSummary(Value):
    """One airfield of a list. Distances in nm, from the place asked about or along the route asked about."""

    icao: str
    name: str
    municipality: str | None = None
    country: str
    lat: float
    lon: float
    elevation_ft: int | None = None
    type: str
    longest_runway_ft: int | None = None
    longest_runway_surface: str | None = None
    distance_nm: float | None = None
    distance_from_departure_nm: float | None = None
    along_track_nm: float | None = None
    off_track_nm: float | None = None
    known: dict[str, str] = {}
    reason: str = ""
    caution: str | None = None
    ranked_by: str | None = None


class AirportList(ToolResult):
    """A list of airfields. `total` counts the fitting ones before the cut, `unknown` those without data.

    `missed` are those known not to fit. `missed_by` and `unknown_by` count per filter, the latter of the unknown;
    `nearest_miss` is the best field that misses only one, `first_unknown` the first of which it is unknown.
    `left_out_closed` counts fields that are never proposed: they lie in closed or war airspace.
    `notice_at_least` are fields left out because they ask "at least" as long as `max_hours_notice`,
    `notice_on_some_days` those that ask no more on some days (Mon-Fri) and more, or who knows what, on others.
    `based_only` counts fields that sell the fuel to based aircraft only, `ul91_only` those with AVGAS UL91 alone.
    `liked` counts of each thing that ranks the list, and is no condition, how many are known to have it.
    `hubs` are the few airline hubs that are left out though they are known to have what was asked.
    `measured` says from which other place the distances are told, how far it may be and at which speed.
    `airports` begin with the first of the whole list, so that "number 7" and the map hold; the reading goes on
    after the `offset`th.
    """

    offset: int = 0
    airports: tuple[AirportSummary, ...] = ()
    total: int = 0
    unknown: int = 0
    missed: int = 0
    missed_by: dict[str, int] = {}
    unknown_by: dict[str, int] = {}
    nearest_miss: AirportSummary | None = None
    nearest_miss_filters: tuple[str, ...] = ()
    first_unknown: AirportSummary | None = None
    nearly_known: tuple[AirportSummary, ...] = ()
    unknown_few: SkipJsonSchema[tuple[AirportSummary, ...]] = ()
    left_out_closed: int = 0
    notice_at_least: tuple[AirportSummary, ...] = ()
    notice_on_some_days: tuple[AirportSummary, ...] = ()
    based_only: int = 0
    ul91_only: int = 0
    liked: SkipJsonSchema[dict[str, int]] = {}
    measured: SkipJsonSchema[str] = ""
    hubs: SkipJsonSchema[tuple[AirportSummary, ...]] = ()


T = TypeVar("T")

_HUBS_NAMED = 3
_NAMED = 12
"""So many fields beside a list are carried by name."""


def counts(filtered: Filtered[T], summarise: Callable[[T], AirportSummary]) -> dict[str, object]:
    """The counting fields of an `AirportList`, from what the filters left."""
    miss = filtered.nearest_miss
    return {
        "total": len(filtered.kept),
        "unknown": filtered.unknown,
        "missed": filtered.missed,
        "missed_by": filtered.missed_by,
        "unknown_by": filtered.unknown_by,
        "nearest_miss": summarise(miss) if miss is not None and not filtered.kept else None,
        "first_unknown": summarise(unsure)
        if (unsure := filtered.first_unknown) is not None and not filtered.kept
        else None,
        "unknown_few": tuple(map(summarise, filtered.unknown_few)) if not filtered.kept else (),
        "nearly_known": tuple(map(summarise, filtered.nearly_known)) if not filtered.kept else (),
        "nearest_miss_filters": filtered.nearest_miss_filters if not filtered.kept else (),
        "notice_at_least": tuple(summarise(one) for one in filtered.at_least[:3]),
        "notice_on_some_days": tuple(map(summarise, filtered.on_some_days[:_NAMED])),
        "based_only": filtered.based_only,
        "ul91_only": filtered.ul91_only,
        "hubs": tuple(map(summarise, filtered.hubs)) if len(filtered.hubs) <= _HUBS_NAMED else (),
    }


def summary(
    airport: Airport, deps: Deps, filters: Filters, ranked: str | None = None, **distances: float | None
) -> AirportSummary:
    """One line about an airfield: its runway, what is known of what was asked, and why it stands here."""
    longest = deps.airports.longest_runway
    runway = longest(airport, hard=surface_of(filters)) or longest(airport)
    known = {line.label: line.value for line in deps.facts.summary(airport.ident)}
    days = days_wanted(filters.open_day) if filters.open_day else [filters.day_asked(deps.now().date())]
    hours = [_hours_of(airport, day, deps) for day in days if day is not None]
    if hours and all(hours):
        named = zip(hours, days, strict=True)
        each = "; ".join(say("{on:%a}: {hours}", on=day, hours=told) for told, day in named if day is not None)
        known["Hours"] = hours[0] if len(set(hours)) == 1 else each
    measured = {name: round(value, 1) for name, value in distances.items() if value is not None}
    return AirportSummary(
        icao=airport.ident,
        name=airport.short_name,
        municipality=airport.municipality,
        country=airport.country,
        lat=airport.lat,
        lon=airport.lon,
        elevation_ft=airport.elevation_ft,
        type=airport.kind,
        longest_runway_ft=believed_ft(runway, shorter_elsewhere(airport, deps.facts)),
        longest_runway_surface=surface_word(runway.hard, runway.surface) if runway else None,
        known=known,
        reason=_reason(measured, known, filters),
        caution=caution(airport, deps),
        ranked_by=ranked,
        **measured,
    )


def _hours_of(airport: Airport, day: date, deps: Deps) -> str:
    """The published hours of one day, local with UTC behind; "" where they are not understood to the last word."""
    fact, zone = deps.facts.of(airport.ident).first("hours"), zone_of(airport.time_zone)
    opening = opening_of(fact, airport, day) if fact is not None else None
    if opening is None or zone is None:
        return ""
    if opening.all_day:
        return "H24"
    local = ", ".join(f"{a.astimezone(zone):%H:%M}–{b.astimezone(zone):%H:%M}" for a, b in opening.spans)
    utc = ", ".join(f"{a:%H:%M}–{b:%H:%M}" for a, b in opening.spans)
    return say("{local} local ({utc} UTC)", local=local, utc=utc) if local and not opening.by_daylight else ""


def in_closed_airspace(airport: Airport, deps: Deps) -> bool:
    """Does the airfield lie where the table of borders says that nobody is to plan a flight?"""
    return deps.borders.territory(airport).closed


def caution(airport: Airport, deps: Deps) -> str | None:
    """A warning that the data gives: closed airspace, contested, military, private or gliding; else None."""
    if in_closed_airspace(airport, deps):
        return say("closed or war airspace: I plan nothing there")
    return contested(airport, deps) or against(airport, deps.facts)


def contested(airport: Airport, deps: Deps) -> str | None:
    """Who controls the airfield's territory is contested: what the table of borders says of that."""
    territory = deps.borders.territory(airport)
    if not territory.disputed or not territory.note:
        return None
    return say("{name}: {value}", name=country_name(territory.name), value=say(territory.note))


MADE_OF: dict[str, str] = {
    "grass": later("grass"),
    "gravel": later("gravel"),
    "hardcore": later("hardcore"),
    "sand": later("sand"),
    "water": later("water"),
    "snow": later("snow or ice"),
}


def surface_word(hard: bool | None, raw: str) -> str:
    """A surface in a pilot's words; the raw code where it is not understood."""
    if hard is True:
        return say("hard")
    if hard is False:
        made = material(raw)
        return say(MADE_OF[made]) if made else say("soft")
    said = raw.strip().lower()
    return say("surface unknown") if len(said) < 3 or said in {"unk", "unknown", "n/a"} else said


_LISTS = frozenset({"Border list", "Customs list"})
"""What tells of a border where no wording on customs is known: a list is no proof of staff."""


def _reason(distances: dict[str, float], known: dict[str, str], filters: Filters) -> str:
    parts: list[str] = []
    if "off_track_nm" in distances:
        parts.append(say("{distance:.0f} nm off track", distance=distances["off_track_nm"]))
    elif "distance_nm" in distances:
        parts.append(say("{distance:.0f} nm", distance=distances["distance_nm"]))
    wanted = {SHOWN_BY[name] for name in filters.canonical() if name in SHOWN_BY}
    if "Customs" in wanted and "Customs" not in known:
        wanted |= _LISTS
    parts += [
        say("{name}: {value}", name=say(label), value=value) for label, value in known.items() if label in wanted
    ]
    return ", ".join(parts)


def rank_by_facts(airports: Iterable[Airport], deps: Deps, filters: Filters | None = None) -> list[Airport]:
    """A country's fields, the more useful to a visiting light aeroplane first; of altiports those with a code."""
    found = by_usefulness(airports, deps.airports, deps.facts)
    special = filters is not None and (filters.mountain or filters.on_water)
    return sorted(found, key=lambda one: one.icao is None) if special else found


def by_figure(
    found: Sequence[T],
    strategy: Order,
    airport_of: Callable[[T], Airport],
    deps: Deps,
    from_countries: Sequence[str] = (),
    hard: bool | None = None,
) -> list[T]:
    """In the order that a superlative asks for; a field whose figure is not known comes last.

    `hard`: of which surface the runway is that is measured, as `surface_of` says.
    `from_countries` are those that the pilot may come from: who crosses no border needs no customs.
    """
    if strategy not in ORDER_SAID:
        return list(found)
    if strategy in ENDMOST:
        return sorted(found, key=lambda one: _towards(strategy, airport_of(one)))
    if strategy == "cheapest":
        return cheapest(found, airport_of, deps)
    if strategy == "easiest":
        return easiest(found, airport_of, deps, from_countries)
    most_first = strategy in ("longest_runway", "highest")

    def key(one: T) -> tuple[bool, float]:
        airport = airport_of(one)
        if strategy == "sea":
            away = deps.surroundings.sea_nm(airport)
            return away is None, away or 0.0
        runway = deps.airports.longest_runway(airport, hard=hard)
        length = believed_ft(runway, shorter_elsewhere(airport, deps.facts))
        figure = length if "runway" in strategy else airport.elevation_ft
        return figure is None, -(figure or 0) if most_first else figure or 0

    return sorted(found, key=key)


def _towards(strategy: Order, airport: Airport) -> float:
    """How far from that end of the map a field lies, in degrees: the least is the endmost."""
    along = airport.lat if strategy in ("northernmost", "southernmost") else airport.lon
    return -along if strategy in ("northernmost", "easternmost") else along


def without_hubs(filters: Filters, strategy: Order) -> Filters:
    """Lists leave airline hubs out, unless the pilot speaks of them or asks for the largest, longest, highest.

    Where fuel or food is wanted beside that, a visit is meant, and no record.
    """
    is_visited = not (FUEL_FILTERS | {"restaurant", "hotel", "open_day", "open_at", "closed_day"}).isdisjoint(
        filters.canonical()
    )
    if filters.exclude_large_airports is not None or (strategy in WITH_HUBS and not is_visited):
        return filters
    return filters.model_copy(update={"exclude_large_airports": True})


def ranked_by(airport: Airport, strategy: Order, deps: Deps, from_countries: Sequence[str] = ()) -> str | None:
    """What the order by fee, by ease or by the sea rests on, for one line of the list."""
    if strategy == "sea":
        away = deps.surroundings.sea_nm(airport)
        if away is None:
            return say("no sea within {most:.0f} nm on my map", most=SEA_NM)
        return say("at the sea") if away < _AT_THE_SEA_NM else say("{away:.1f} nm from the sea", away=away)
    if strategy == "cheapest":
        fee = fee_of(airport, deps)
        return say("landing {fee:g} {currency}", fee=fee[0], currency=fee[1]) if fee else say("fee not known")
    return asks_of(airport, deps, frozenset(from_countries)).words if strategy == "easiest" else None


def unheeded(
    strategy: Order, airports: Iterable[Airport], deps: Deps, filters: Filters | None = None
) -> tuple[str, ...]:
    """The order by price where no landing fee is known of any; of those with a fuel that of the fuel."""
    if strategy == "cheapest" and filters is not None and not FUEL_FILTERS.isdisjoint(filters.canonical()):
        return ("fuel prices",)
    if strategy != "cheapest" or any(fee_of(airport, deps) for airport in airports):
        return ()
    return ("cheapest",)


ON_A_PAGE, ON_A_MAP = 5, 10


def markers(airports: Sequence[AirportSummary], offset: int = 0) -> tuple[Marker, ...]:
    """The airfields as markers, in their order. Two pages have one map: a page turns beneath it."""
    shown = airports[: -(-(offset + ON_A_PAGE) // ON_A_MAP) * ON_A_MAP] if offset else airports
    return tuple(Marker(icao=a.icao, name=a.name, lat=a.lat, lon=a.lon, note=a.reason or None) for a in shown)


def nearly(filtered: Filtered[T], summarise: Callable[[T], AirportSummary]) -> tuple[AirportSummary, ...]:
    """The field that nearly fits, where none fits: of it as well a source is owed."""
    return () if filtered.nearest_miss is None else (summarise(filtered.nearest_miss),)


_ALSO = {
    "open_day": ("hours",),
    "open_at": ("hours",),
    "closed_day": ("hours",),
    "military": ("access",),
    "private": ("access",),
    "has_lights": ("lights",),
}
"""Fields that settle a wish which does not hang on facts alone."""


def sources_for(airports: Sequence[AirportSummary], filters: Filters, deps: Deps) -> tuple[Source, ...]:
    """Where the list's data comes from: the airport table, and the documents on which each wish was settled."""
    found: list[Source] = [deps.airports.source]
    fields = {field for name in filters.canonical() for field in (*FIELDS_OF.get(name, ()), *_ALSO.get(name, ()))}
    day = deps.now().date()
    for airport in airports:
        if (record := deps.airports.get(airport.icao)) is not None and deps.airports.runways_are_stated(record):
            found += [as_source(fact, day) for fact in of_runway(deps.facts.of(airport.icao).facts)[:1]]
    for airport in airports if fields else ():
        known = deps.facts.of(airport.icao)
        first = [fact for field in sorted(fields) if (fact := known.first(field))]
        texts = [text for text in known.notices if "notice" in fields and "customs" in text.services]
        found += [as_source(record, day) for record in (*first, *texts[:1])]
    barring = [fact for airport in airports for fact in deps.facts.of(airport.icao).barred_by_fuel]
    found += [as_source(fact, day) for fact in barring]
    return tuple(dict.fromkeys(found))


def map_sources(filters: Filters, deps: Deps, strategy: Order = "balanced") -> tuple[Source, ...]:
    """The map that told what lies around the fields, when that was asked for."""
    if strategy == "sea":
        return deps.surroundings.sources("coast")
    return deps.surroundings.sources(SURROUNDINGS[filters.near_what]) if filters.near_what in SURROUNDINGS else ()
