"""Which airfields satisfy what a pilot wants: known to, known not to, or not known.

A wanted filter keeps only airfields known to satisfy it; the ones without data are counted, never kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Generic, Literal, TypeVar

from pydantic import AliasChoices, Field, JsonValue, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.airports import Airport, Airports
from agent.aviation.areas import Areas, members
from agent.aviation.fact_filters import FUELS
from agent.aviation.field_use import special_use
from agent.aviation.hours import zone_of
from agent.aviation.places import Places
from agent.aviation.published_hours import hours_fact, is_open_at, opening_of
from agent.aviation.surroundings import SURROUNDINGS
from agent.aviation.visiting import GOOD, standing
from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.registry import Arguments
from agent.subjects.finding.nations import lies_in
from tongue import later, say

NearWhat = Literal["beach", "lake", "island", "town", "mountains", "golf", "museum"]
Grade = Literal["avgas", "jet_a", "ul91", "mogas"]


Payment = Literal["credit_card", "cash", "total_card", "bp_card"]


class Filters(Arguments):
    """All must be met. Lengths in feet."""

    country: str | tuple[str, ...] | None = Field(default=None, description="ISO-2 code or list")
    not_country: str | tuple[str, ...] | None = Field(default=None, description="ISO-2 code or list, left out")
    has_avgas: bool | None = Field(default=None, description="AVGAS 100LL or unstated")
    has_jet_a: bool | None = Field(default=None, description="Jet A-1")
    has_ul91: bool | None = Field(default=None, description="UL91")
    has_mogas: bool | None = Field(default=None, description="car petrol")
    any_fuel: tuple[Grade, ...] | None = Field(default=None, description="one of these")
    has_fuel: bool | None = Field(default=None, description="any fuel")
    self_service: bool | None = Field(default=None, description="visitors' pump")
    fuel_h24: bool | None = Field(default=None, description="at any hour")
    fuel_type: str | None = Field(default=None, description="another grade")
    paid_by: SkipJsonSchema[Payment | None] = Field(default=None, description="how a visitor pays the fuel")
    point_of_entry: bool | None = Field(
        default=None,
        validation_alias=AliasChoices("point_of_entry", "customs", "has_customs"),
        description="customs available",
    )
    border_point: bool | None = Field(default=None, description="on a list, for persons")
    has_hard_runway: bool | None = Field(default=None, description="asphalt, concrete")
    has_soft_runway: bool | None = Field(default=None, description="grass, gravel")
    min_runway_length_ft: float | None = Field(default=None, description="longest, at least")
    max_runway_length_ft: float | None = Field(default=None, description="longest, at most")
    has_procedures: bool | None = Field(default=None, description="instrument approach")
    approach_type: str | None = Field(default=None, description="ILS, RNP, VOR, NDB, LOC …")
    has_lights: bool | None = None
    has_tower: bool | None = Field(default=None, description="control tower")
    no_ppr: bool | None = Field(default=None, description="no permission needed")
    open_to_visitors: bool | None = Field(default=None, description="PPR may be asked")
    has_handling: bool | None = None
    hotel: Literal["at_airport", "vicinity"] | None = None
    restaurant: Literal["at_airport", "vicinity"] | None = None
    max_landing_fee: float | None = Field(default=None, description="bare number")
    max_landing_fee_currency: str | None = Field(default=None, description="ISO code")
    military: bool | None = None
    private: bool | None = None
    gliding: bool | None = Field(default=None, description="gliding site")
    microlight: bool | None = None
    mountain: bool | None = Field(default=None, description="altiport")
    on_water: bool | None = Field(default=None, description="seaplane base")
    near_border: str | None = Field(default=None, description="ISO-2 of the other side")
    near_what: NearWhat | None = Field(default=None, description="around it")
    open_day: str | None = Field(default=None, description="hours published then: ISO")
    # of a weekend both days, by a stroke
    open_at: SkipJsonSchema[str | None] = Field(
        default=None,
        pattern=r"^(?:H24|\d{4}-\d{2}-\d{2}T\d{2}:\d{2})$",
        description="within the published hours then: ISO, the field's own clock; H24 at any hour",
    )
    closed_day: SkipJsonSchema[str | None] = Field(default=None, description="closed that day by its hours: ISO")
    not_fields: tuple[str, ...] | None = Field(default=None, description="codes left out")
    not_areas: SkipJsonSchema[tuple[str, ...] | None] = Field(
        default=None, description="counties or regions left out"
    )
    camping: SkipJsonSchema[bool | None] = Field(default=None, description="one may camp there; known of none")
    exclude_large_airports: bool | None = Field(default=None, description="leave out airline hubs")

    @field_validator("min_runway_length_ft", "max_runway_length_ft")
    @classmethod
    def _a_sane_length(cls, value: float | None) -> float | None:
        if value is not None and not 0 < value <= 25_000:
            raise ValueError(say("give a runway length between 1 and 25,000 ft"))
        return value

    @field_validator("max_landing_fee")
    @classmethod
    def _a_sane_fee(cls, value: float | None) -> float | None:
        if value is not None and not 0 <= value <= 1_000_000:
            raise ValueError(say("give a landing fee as a plain number"))
        return value

    @field_validator("open_day", "open_at", "closed_day")
    @classmethod
    def _a_date(cls, value: str | None) -> str | None:
        if value is not None and value != "H24":
            try:
                for day in value.split("/", 1):
                    datetime.fromisoformat(day)
            except ValueError:
                raise ValueError(say("give the day as an ISO date")) from None
        return value

    def countries(self) -> tuple[str, ...]:
        """The wanted countries, () for any."""
        if self.country is None:
            return ()
        return (self.country,) if isinstance(self.country, str) else tuple(self.country)

    def countries_left_out(self) -> tuple[str, ...]:
        """The countries not wanted."""
        if self.not_country is None:
            return ()
        return (self.not_country,) if isinstance(self.not_country, str) else tuple(self.not_country)

    def day_asked(self, today: date) -> date | None:
        """The day whose hours are wanted."""
        if self.open_at == "H24":
            return today
        named = self.open_at or self.open_day or self.closed_day
        return datetime.fromisoformat(named.split("/", 1)[0]).date() if named else None

    def heeded(self) -> tuple[Filters, tuple[str, ...]]:
        """What can be looked for, and what no data in hand tells of."""
        aside = dict[str, str]()
        if self.near_what is not None and self.near_what not in SURROUNDINGS:
            aside["near_what"] = self.near_what
        if self.camping:
            aside["camping"] = "camping"
        return self.model_copy(update=dict.fromkeys((*aside, "camping"))), tuple(aside.values())


DATA_WORDS: dict[str, str] = {"no_ppr": later("PPR")}
"""Of what there are no data, where the wish itself is a "no"."""
FILTER_WORDS: dict[str, str] = {
    "has_avgas": later("AVGAS"),
    "has_jet_a": later("Jet A-1"),
    "has_ul91": later("UL91"),
    "has_mogas": later("mogas"),
    "any_fuel": later("fuel"),
    "has_fuel": later("fuel"),
    "self_service": later("self-service fuel"),
    "fuel_h24": later("fuel at any hour"),
    "fuel_type": later("fuel"),
    "paid_by": later("how fuel is paid"),
    "point_of_entry": later("customs"),
    "border_point": later("border crossing point"),
    "has_hard_runway": later("hard runway"),
    "has_soft_runway": later("soft runway"),
    "min_runway_length_ft": later("runway length"),
    "max_runway_length_ft": later("runway length"),
    "has_procedures": later("instrument approach"),
    "approach_type": later("approach"),
    "has_lights": later("runway lights"),
    "has_tower": later("tower"),
    "no_ppr": later("no PPR"),
    "open_to_visitors": later("open to visitors"),
    "has_handling": later("handling"),
    "hotel": later("hotel"),
    "restaurant": later("restaurant"),
    "max_landing_fee": later("landing fee"),
    "max_hours_notice": later("prior notice"),
    "country": later("country"),
    "not_country": later("country"),
    "not_fields": later("left out"),
    "not_areas": later("left out"),
    "military": later("military"),
    "private": later("private use"),
    "gliding": later("gliding"),
    "microlight": later("microlight fields"),
    "mountain": later("mountain strips"),
    "on_water": later("water aerodromes"),
    "near_border": later("the border"),
    "near_what": later("surroundings"),
    "open_day": later("opening hours"),
    "open_at": later("opening hours"),
    "closed_day": later("opening hours"),
    "exclude_large_airports": later("airline hubs"),
}
"""How each filter is called in an answer."""

SHOWN_BY: dict[str, str] = {
    **dict.fromkeys(
        (*FUELS, "any_fuel", "has_fuel", "fuel_type", "self_service", "fuel_h24", "paid_by"),
        later("Fuel"),
    ),
    "point_of_entry": later("Customs"),
    "border_point": later("Border list"),
    **dict.fromkeys(("has_procedures", "approach_type"), later("Approaches")),
    "has_tower": later("Radio"),
    **dict.fromkeys(("no_ppr", "open_to_visitors"), later("Access")),
    "has_handling": later("Handling"),
    "hotel": later("Hotel"),
    "restaurant": later("Restaurant"),
    "max_landing_fee": later("Landing fee"),
    **dict.fromkeys(("open_day", "open_at", "closed_day"), later("Hours")),
}
"""The line of a field's card that shows what a filter asked for."""


_USES = {
    "gliding": "gliding site",
    "microlight": "ultralight field",
    "mountain": "mountain strip",
    "on_water": "water aerodrome",
}
"""What a field is for by its name, as `special_use` calls it."""
_SILENT = frozenset(("gliding", "microlight"))
"""Is done at many fields whose name is silent of it: that is no no."""


_JOINED = ("Usedom",)
"""Islands with airfields that the map joins to the mainland."""


@lru_cache(maxsize=8)
def _fields_on(island: str, places: Places, airports: Airports) -> frozenset[str]:
    """The fields within the circle of an island of the table of regions."""
    place = places.resolve(island).best
    if place is None:
        return frozenset()
    return frozenset(near.airport.ident for near in airports.within(place.lat, place.lon, place.extent_nm))


@lru_cache(maxsize=32)
def _fields_in(area: str, areas: Areas, airports: Airports) -> frozenset[str]:
    """The fields of a county or region by its name; none where nobody knows it."""
    found = areas.find(area)
    return frozenset(airport.ident for airport in members(found, airports)) if found is not None else frozenset()


def check(airport: Airport, name: str, value: JsonValue, filters: Filters, deps: Deps) -> bool | None:
    """Whether `airport` satisfies one filter; None when that is not known."""
    if name == "country":
        return lies_in(airport, filters.countries())
    if name == "not_country":
        return not lies_in(airport, filters.countries_left_out())
    if name == "not_fields":
        return airport.ident not in (filters.not_fields or ())
    if name == "not_areas":
        return not any(
            airport.ident in _fields_in(area, deps.areas, deps.airports) for area in filters.not_areas or ()
        )
    if name == "military":
        return _is_military(airport, deps) is value
    if name == "private":
        is_private = _is_private(airport, deps)
        is_silent = not is_private and deps.facts.value("access", airport.ident) is None
        return None if value and is_silent else is_private is value
    if name in _USES:
        if special_use(airport) == _USES[name]:
            return bool(value)
        return None if value and name in _SILENT else not value
    if name == "near_border":
        return deps.surroundings.is_near_country(airport, str(value))
    if name == "near_what":
        joined = [_fields_on(isle, deps.places, deps.airports) for isle in _JOINED] if value == "island" else []
        if any(airport.ident in fields for fields in joined):
            return True
        return deps.surroundings.has(airport, SURROUNDINGS[str(value)])
    if name == "open_day":
        days = [_is_open(airport, day, deps) for day in days_wanted(str(value))]
        return False if False in days else None if None in days else True
    if name == "closed_day":
        is_open = _is_open(airport, date.fromisoformat(str(value)), deps)
        return None if is_open is None else not is_open
    if name == "open_at":
        return _is_open_then(airport, str(value), deps)
    if name == "exclude_large_airports":
        return airport.kind != "large_airport" if value else True
    if name in (
        "has_hard_runway",
        "has_soft_runway",
        "min_runway_length_ft",
        "max_runway_length_ft",
        "has_lights",
    ):
        return _check_runways(airport, name, filters, deps)
    if name == "max_landing_fee":
        return deps.facts.check(airport.ident, name, [value, filters.max_landing_fee_currency])
    return deps.facts.check(airport.ident, name, value)


def _is_military(airport: Airport, deps: Deps) -> bool:
    """By its own publication, else by its name; a field of which neither says so counts as civil."""
    access = deps.facts.value("access", airport.ident)
    return access == "military" if access is not None else bool(airport.military_hint)


def _is_private(airport: Airport, deps: Deps) -> bool:
    """By its own publication, else by its name; a field of which neither says so counts as open."""
    access = deps.facts.value("access", airport.ident)
    return access in ("private", "restricted") if access is not None else bool(airport.private_hint)


def days_wanted(said: str) -> list[date]:
    """The days of `open_day`: one, or both of a weekend."""
    return [date.fromisoformat(day) for day in said.split("/", 1)]


def _is_open(airport: Airport, day: date, deps: Deps) -> bool | None:
    """Whether hours are published for that day; None where the text is not understood to its last word."""
    fact = hours_fact(deps.facts.of(airport.ident))
    found = opening_of(fact, airport, day) if fact is not None else None
    return None if found is None else found.all_day or bool(found.figures)


def _is_open_then(airport: Airport, then: str, deps: Deps) -> bool | None:
    """Whether hours are published for that moment by the field's clock, or for all of the day ("H24")."""
    fact = hours_fact(deps.facts.of(airport.ident))
    zone = zone_of(airport.time_zone)
    if fact is None or zone is None:
        return None
    if then == "H24":
        found = opening_of(fact, airport, deps.now().astimezone(zone).date())
        return None if found is None else found.all_day
    return is_open_at(fact, airport, datetime.fromisoformat(then).replace(tzinfo=zone))


def surface_of(filters: Filters) -> bool | None:
    """Whether hard runways are asked for, or soft ones; None for either. Who wants no grass wants a hard one."""
    if filters.has_hard_runway or filters.has_soft_runway is False:
        return True
    return False if filters.has_soft_runway else None


def _check_runways(airport: Airport, name: str, filters: Filters, deps: Deps) -> bool | None:
    runways = [r for r in deps.airports.runways(airport) if not r.closed]
    if name == "has_lights":
        wanted = bool(filters.has_lights)
        surface = surface_of(filters)
        of_it = [
            r.lighted for r in runways if surface is not None and r.is_of(hard=surface) and r.lighted is not None
        ]
        if of_it:
            return any(of_it) is wanted  # lights beside the grass light no asphalt
        if (stated := deps.facts.check(airport.ident, name, value=True)) is not None:
            return stated is wanted
        known = [r.lighted for r in runways if r.lighted is not None]
        return None if not known else any(known) is wanted
    if name in ("has_hard_runway", "has_soft_runway"):
        wanted = bool(getattr(filters, name))
        is_hard = name == "has_hard_runway"
        if not is_hard and not wanted:
            is_hard = wanted = True  # "no grass": a hard runway beside it will do
        known = [r.is_of(hard=is_hard) for r in runways if r.hard is not None]
        if any(known):
            return wanted
        unsure = not runways or len(known) < len(runways)
        return None if unsure else not wanted
    # A length counts on the wanted surface, when one is wanted.
    surface = surface_of(filters)
    fitting = [r for r in runways if surface is None or r.is_of(hard=surface)]
    lengths = [r.length_ft for r in fitting if r.length_ft]
    if not lengths:
        unsure = not runways or any(r.hard is None or not r.length_ft for r in runways)
        return None if unsure else False
    if name == "min_runway_length_ft":
        return max(lengths) >= round(filters.min_runway_length_ft or 0)
    return max(lengths) <= round(filters.max_runway_length_ft or 0)


FUEL_FILTERS = frozenset(name for name, label in SHOWN_BY.items() if label == "Fuel")
"""Wishes for fuel: a field that sells to based aircraft only satisfies none of them for a visitor."""

_HUBS = "exclude_large_airports"

T = TypeVar("T")


@dataclass(frozen=True)
class Filtered(Generic[T]):
    """What is left, and why the rest is not: counts of known misses and of missing data per filter.

    `missed` are the fields known not to fit, but for the hubs and those of other countries than are asked for; of
    missing data, what the others lack, and
    `first_unknown` is the first of those that a visitor may use, `nearly_known` those known to have some,
    `unknown_few` all of them where they are few, else the first that a visitor may use. `hubs` are the first of
    those that were left out for nothing but being one.
    """

    kept: tuple[T, ...]
    unknown: int
    missed_by: dict[str, int]
    unknown_by: dict[str, int]
    nearest_miss: T | None
    nearest_miss_filters: tuple[str, ...]
    missed: int = 0
    at_least: tuple[T, ...] = ()
    on_some_days: tuple[T, ...] = ()
    based_only: int = 0
    ul91_only: int = 0
    first_unknown: T | None = None
    nearly_known: tuple[T, ...] = ()
    unknown_few: tuple[T, ...] = ()
    hubs: tuple[T, ...] = ()


_WHERE = frozenset(
    {
        "country",
        "not_country",
        "near_border",
        "not_fields",
        "not_areas",
        "near_what",
        "exclude_large_airports",
        "military",
    }
)
"""What of a list's filters is no wish for something at the field."""
_ELSEWHERE = frozenset({"country", "not_country"})
_FEW, _SOME, _FEW_ENOUGH_TO_NAME = 3, 5, 10


def apply(
    filters: Filters,
    candidates: Iterable[T],
    airport_of: Callable[[T], Airport],
    deps: Deps,
    *,
    max_hours_notice: float | None = None,
    liked: Filters | None = None,
) -> Filtered[T]:
    """Keep the candidates (best first) known to satisfy every filter.

    An airfield that is known to miss one filter is a miss, whatever else is unknown about it. One that asks "at
    least" as long as the limit of notice is not known to need no more: it is kept aside, to be named; so is one
    that needs no more on some days only. One that sells its fuel to based aircraft only is no field with fuel for
    a visitor: it is counted.
    """
    at_least: list[T] = []
    on_some_days: list[T] = []
    based_only = ul91_only = 0
    wanted = {name: value for name, value in filters if value is not None and name != "max_landing_fee_currency"}
    kept: list[T] = []
    unknown = 0
    missed = 0
    missed_by: dict[str, int] = {}
    unknown_by: dict[str, int] = {}
    nearly_known: list[T] = []
    open_to_all: list[T] = []
    unsure: list[T] = []
    hubs: list[T] = []
    near_miss: T | None = None
    near_miss_filters: tuple[str, ...] = ()
    elsewhere = Counter[str]()
    for candidate in candidates:
        airport = airport_of(candidate)
        misses: list[str] = []
        gaps: list[str] = []
        for name, value in wanted.items():
            verdict = check(airport, name, value, filters, deps)
            if verdict is None:
                gaps.append(name)
            elif not verdict:
                misses.append(name)
        if max_hours_notice is not None:
            others_fit = not misses and not gaps
            hours = deps.facts.notice_hours(airport.ident)
            if hours is None:
                gaps.append("max_hours_notice")
            elif hours > max_hours_notice:
                misses.append("max_hours_notice")
            elif hours == max_hours_notice and deps.facts.notice_at_least(airport.ident):
                if others_fit:
                    at_least.append(candidate)
                misses.append("max_hours_notice")
            longer = hours is None or hours > max_hours_notice
            if others_fit and longer and deps.facts.notice_on_some_days(airport.ident, max_hours_notice):
                on_some_days.append(candidate)
        if (
            not misses
            and not gaps
            and not FUEL_FILTERS.isdisjoint(wanted)
            and deps.facts.sells_to_based_only(airport.ident)
        ):
            based_only += 1
            continue
        if not misses and not gaps:
            kept.append(candidate)
            continue
        if misses == ["has_avgas"] and not gaps and filters.has_avgas and _sells_ul91(airport, deps):
            ul91_only += 1
        if misses:
            if not _ELSEWHERE.isdisjoint(misses):  # of another country: no field that was looked at
                elsewhere.update(name for name in misses if name in _ELSEWHERE)
                continue
            missed += misses != [_HUBS]
            hubs += [candidate] if misses == [_HUBS] and not gaps else []
            for name in misses if len(misses) == 1 else [name for name in misses if name != _HUBS]:
                missed_by[name] = missed_by.get(name, 0) + 1
        else:
            unknown += 1
            unsure += [candidate] if unknown <= _FEW_ENOUGH_TO_NAME else []
            if len(open_to_all) < _SOME and standing(airport, deps.airports, deps.facts) == GOOD:
                open_to_all.append(candidate)
            some = len(gaps) < len([name for name in wanted if name not in _WHERE])
            if (some or (liked and _has_all(airport, liked, deps))) and len(nearly_known) < _FEW:
                nearly_known.append(candidate)
            for name in gaps:
                unknown_by[name] = unknown_by.get(name, 0) + 1
        hard_no = {
            "near_border",
            "country",
            "not_country",
            "not_fields",
            "not_areas",
            "exclude_large_airports",
        } & set(misses)
        if near_miss is None and len(misses) == 1 and not gaps and not hard_no:
            near_miss, near_miss_filters = candidate, tuple(misses)
    if hubs and kept and all(airport_of(one).military_hint for one in kept):
        kept, hubs = [*hubs, *kept], []  # the airport that a visitor may use, before air bases alone
        missed_by.pop(_HUBS, None)
    if not (kept or unknown or missed_by):
        missed, missed_by = max(elsewhere.values(), default=0), dict(elsewhere)
    return Filtered(
        tuple(kept),
        unknown,
        missed_by,
        unknown_by,
        near_miss,
        near_miss_filters,
        missed,
        tuple(at_least),
        tuple(on_some_days),
        based_only,
        ul91_only,
        open_to_all[0] if open_to_all else None,
        tuple(nearly_known),
        tuple(unsure if unknown <= _FEW_ENOUGH_TO_NAME else open_to_all),
        tuple(hubs),
    )


def _has_all(airport: Airport, liked: Filters, deps: Deps) -> bool:
    """Whether a field is known to have all that is liked; False where nothing is."""
    wanted = [(name, value) for name, value in liked if value is not None]
    return bool(wanted) and all(check(airport, name, value, liked, deps) is True for name, value in wanted)


def _sells_ul91(airport: Airport, deps: Deps) -> bool:
    """Is AVGAS UL91 known to be sold there to visitors?"""
    grades = deps.facts.value("fuel", airport.ident)
    if not isinstance(grades, tuple) or "UL91" not in grades:
        return False
    return deps.facts.of(airport.ident).fuel("UL91") is True and not deps.facts.sells_to_based_only(airport.ident)


def profile(filters: Filters, **more: JsonValue) -> dict[str, JsonValue]:
    """The `filter_profile` of a result: what was applied, canonical names."""
    said: dict[str, Any] = filters.canonical()
    return {**said, **{name: value for name, value in more.items() if value is not None}}


def contradiction(filters: Filters) -> None:
    """Raise `InvalidQuestion` for limits that no airfield can satisfy at once."""
    low, high = filters.min_runway_length_ft, filters.max_runway_length_ft
    if low is not None and high is not None and low > high:
        raise InvalidQuestion(
            say(
                "A runway cannot be at least {low:,.0f} ft and at most {high:,.0f} ft. Give me one of the two.",
                low=low,
                high=high,
            )
        )
