"""What crossing a border asks at both ends, and the fields of a country that can clear a flight."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from pydantic import Field, field_validator

from agent.aviation.airports import Airport
from agent.aviation.borders import End, Territory
from agent.aviation.facts import AirfieldFacts, as_source
from agent.aviation.geometry import geodesic_nm
from agent.aviation.hours import resolve_day, resolve_time, zone_of
from agent.aviation.notice import FlightClass, Service
from agent.locate import Substitution
from agent.protocol import (
    Choice,
    Endpoint,
    Marker,
    MarkersView,
    MissingInfo,
    RouteLine,
    RouteView,
    Source,
    ToolResult,
    Value,
)
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.notice.demand import NoticeDemand, Reading, View, demands_of
from agent.subjects.notice.tool import territory_name
from agent.subjects.route.tool import RouteArguments, Unfound, find_ends

NEARBY_NM = 100.0
_CLASS_WORDS: dict[FlightClass, str] = {
    "schengen_eu": "Schengen and EU",
    "schengen_only": "Schengen, not EU customs",
    "customs_only": "EU customs, not Schengen",
    "neither": "neither Schengen nor EU customs",
}


class BorderArguments(RouteArguments):
    """Two ends of a flight over a border, and the day."""

    date: str | None = Field(default=None, description='ISO date or date and time, or "Saturday", "14 Feb"')


class ReportDue(Value):
    """A report and when it is accepted, before departure; moments in UTC when the departure time is known."""

    name: str
    text: str
    earliest_hours: float | None = None
    latest_hours: float | None = None
    from_utc: str | None = None
    until_utc: str | None = None


class EntryField(Value):
    """A field known to clear flights: its source and date. Without `customs_known` it is a border point only."""

    icao: str
    name: str
    lat: float
    lon: float
    distance_nm: float | None = None
    notice: str | None = None
    classes: tuple[str, ...] = ()
    customs_known: bool = True
    source: str
    as_of: date
    dated: bool = True
    stale: bool


class BorderEnd(Value):
    """One end: the three flags ("no", "yes", "verify") with words, what the field itself is known to do.

    `declaration` is what the field's own text says of a report; `demands` the notice it asks (on the day);
    a `border_point` is known for persons only: whether customs is there is not known. Without `icao` the end is a
    territory as a whole; `has_fields` is False where no airfield is known in it.
    """

    icao: str | None
    name: str
    territory: str
    immigration: str
    immigration_text: str
    customs: str
    customs_text: str
    report: str
    report_text: str
    reports: tuple[ReportDue, ...] = ()
    note: str | None = None
    can_clear: bool | None = None
    border_point: bool = False
    declaration: str | None = None
    demands: tuple[NoticeDemand, ...] = ()
    field_says: str | None = None
    field_source: str | None = None
    field_as_of: date | None = None
    field_dated: bool = True
    field_stale: bool = False
    country_default: str | None = None
    nearby: tuple[EntryField, ...] = ()
    has_fields: bool = True


class BorderBrief(ToolResult):
    """Both ends of a flight and what must be asked for where. `crosses` is False only inside one territory."""

    departure: BorderEnd | None = None
    arrival: BorderEnd | None = None
    crosses: bool = False
    closed: bool = False
    day: date | None = None
    warnings: tuple[str, ...] = ()
    substitutions: dict[str, Substitution] = {}


@tool(kind="route", visualization="route")
async def get_border_brief(arguments: BorderArguments, context: ToolContext) -> BorderBrief:
    """Customs, immigration and reports at both ends of a flight, with deadlines and fields that can do it."""
    ends = find_ends(arguments, context, "get_border_brief")
    if isinstance(ends, Unfound):
        return BorderBrief(found=False, message=ends.message, missing_info=ends.missing_info, choices=ends.choices)
    start, finish = ends.start.airport, ends.end.airport
    if start is None or finish is None:
        place = ends.start if start is None else ends.end
        return BorderBrief(found=False, message=f"I know no airfield near {place.label}: give me its code.")
    deps = context.deps
    named = (_named(arguments.from_location, start, context), _named(arguments.to_location, finish, context))
    zone = zone_of(start.time_zone)
    today = context.question.at.astimezone(zone or UTC).date()
    day = resolve_day(arguments.date, today) if arguments.date else None
    at = resolve_time(arguments.date) if arguments.date else None
    leaves = datetime.combine(day, at, zone).astimezone(UTC) if day and at and zone else None
    crossing = deps.borders.between(
        named[0] or deps.borders.territory(start),
        named[1] or deps.borders.territory(finish),
        "" if named[0] else start.ident,
        "" if named[1] else finish.ident,
        today,
    )
    closed = any(e.territory.closed for e in (crossing.departure, crossing.arrival))
    away = (crossing.arrival.territory, crossing.departure.territory)
    looked = (
        _end(start, crossing.departure, away[0], context, today, day, leaves, closed),
        _end(finish, crossing.arrival, away[1], context, today, day, leaves, closed),
    )
    if any(named):
        # A country as an end: the field that stands for it on the map is not what was asked about.
        ruled = zip(looked, named, (crossing.departure, crossing.arrival), strict=True)
        looked = tuple(_of_territory(end, by, context) if country else end for end, country, by in ruled)
    read = [
        as_source(n, today)
        for a, country in zip((start, finish), named, strict=True)
        if country is None
        for n in deps.facts.of(a.ident).notices
        if "customs" in n.services
    ]
    near = [source for end in looked for f in end.nearby for source in deps.facts.sources(f.icao, today)[:1]]
    ask: tuple[MissingInfo, ...] = ()
    if arguments.date and day is None:
        reason = f'"{arguments.date[:30]}" is not a day I can place'
        ask = (
            MissingInfo(key="date", reason=reason, prompt="Which day do you fly?", examples=("today", "Saturday")),
        )
    return BorderBrief(
        departure=looked[0],
        arrival=looked[1],
        crosses=not crossing.domestic,
        closed=closed,
        day=day,
        warnings=crossing.warnings,
        substitutions={
            end: found
            for end, found in ends.substitutions.items()
            if deps.countries.get(found.original) is None and named[end == "to"] is None
        },
        choices=() if any(named) else ends.choices,
        missing_info=ask,
        sources=tuple(dict.fromkeys([*crossing.sources, *read[:2], *near[:3]])),
        visualization=RouteView(
            route=RouteLine(from_=_endpoint(start, looked[0]), to=_endpoint(finish, looked[1]))
        ),
    )


def _end(
    airport: Airport,
    end: End,
    other: Territory,
    context: ToolContext,
    today: date,
    day: date | None,
    leaves: datetime | None,
    closed: bool,
) -> BorderEnd:
    deps = context.deps
    known = deps.facts.of(airport.ident)
    here = deps.borders.flight_class(end.territory, other)
    text = next((n for n in known.notices if "customs" in n.services), None)
    border = known.first("border_point")
    needs = "yes" in (end.immigration, end.customs) or "verify" in (end.immigration, end.customs)
    can = known.point_of_entry(here) if needs else None
    if known.border_point_only and end.customs != "no":
        can = None
    demands = _demands(known, View(airport, zone_of(airport.time_zone), day, None, here), today) if needs else []
    leads = tuple(d for d in demands if d.states_lead and not d.conditions)
    default = (
        None if leads or can is False or end.immigration == "no" else deps.borders.default_notice(end.territory)
    )
    said = text or border
    declaration = _declaration(known) if end.report != "no" else None
    return BorderEnd(
        icao=airport.ident,
        name=airport.short_name,
        territory=territory_name(end.territory, context),
        immigration=end.immigration,
        immigration_text=end.immigration_text,
        customs=end.customs,
        customs_text=end.customs_text,
        report="yes" if declaration else end.report,
        report_text=declaration if declaration and not end.demands else end.report_text,
        reports=tuple(
            ReportDue(
                name=d.name,
                text=d.text,
                earliest_hours=d.earliest_hours,
                latest_hours=d.latest_hours,
                from_utc=_before(leaves, d.earliest_hours),
                until_utc=_before(leaves, d.latest_hours),
            )
            for d in end.demands
        ),
        note=end.territory.note,
        can_clear=can,
        border_point=known.border_point_only,
        declaration=declaration,
        demands=leads or tuple(demands[:1]),
        field_says=text.raw if text else str(border.value) if border else None,
        field_source=said.source.name if said else None,
        field_as_of=said.observed_on if said else None,
        field_dated=said is None or not said.source.undated,
        field_stale=said.stale(today) if said else False,
        country_default=default.text if default and needs else None,
        nearby=() if can or not needs or closed else _nearby(airport, end.territory, here, context, today),
    )


_BORDER: tuple[Service, ...] = ("customs", "immigration", "police")
_DECLARATION = re.compile(
    r"\bgen(?:eral)?\.?[ -]?dec(?:laration)?s?\b|\bGAR\b|\bAPIS\b|\bd[ée]claration g[ée]n[ée]rale\b"
    r"|\b(?:passengers?'?s?|pax) (?:lists?|manifests?|names?)\b|\bliste (?:des )?(?:passagers|pax)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.;])\s+|\s*\n\s*|(?<=[,:])\s+-\s+")


def _declaration(known: AirfieldFacts) -> str | None:
    """The sentence in which a field's own text speaks of a report or a list of those on board."""
    texts = sorted(known.notices, key=lambda n: "customs" not in n.services)
    said = (sentence for text in texts for sentence in _SENTENCES.split(text.raw))
    return next((sentence.strip(" -.") for sentence in said if _DECLARATION.search(sentence)), None)


def _demands(known: AirfieldFacts, view: View, today: date) -> list[NoticeDemand]:
    """What the newest texts on customs ask of this flight; the hour of the flight at this field is not known."""
    newest = {(n.services, n.item): n for n in reversed(known.notices) if "customs" in n.services}
    readings = [Reading(text, text.rules.rules) for text in newest.values()]
    return demands_of(readings, _BORDER, view, today)


_FEW = 3
"""A country of so few coded airfields is as good as named by one of them ("Isle of Man", "Malta")."""


def _named(said: str, stands_for: Airport, context: ToolContext) -> Territory | None:
    """The territory that an end names as a whole; None for an airfield, a town, or where a field speaks for it."""
    deps, country = context.deps, context.deps.countries.get(said)
    territory = deps.borders.named(said) or (deps.borders.of_country(country.code) if country else None)
    if territory is None:
        return None
    fields = _fields_of(territory, stands_for, context)
    if country is None and not fields:
        return None  # a town without a field (Ceuta): the field that stands for it is told
    here = deps.borders.territory(stands_for).code == territory.code
    return None if here and len(fields) <= _FEW else territory


def _fields_of(territory: Territory, stands_for: Airport, context: ToolContext) -> list[str]:
    """The coded airfields of a territory."""
    deps = context.deps
    countries = dict.fromkeys((territory.code, territory.country, stands_for.country))
    return [
        airport.ident
        for code in countries
        if len(code) == 2
        for airport in deps.airports.in_country(code)
        if airport.icao and deps.borders.territory(airport).code == territory.code
    ]


def _of_territory(end: BorderEnd, by: End, context: ToolContext) -> BorderEnd:
    """What holds for a whole territory, nothing of the field that stood for it."""
    default = context.deps.borders.default_notice(by.territory) if by.immigration != "no" else None
    stands_for = context.deps.airports.get(end.icao or "")
    return BorderEnd(
        icao=None,
        name=end.territory,
        territory=end.territory,
        immigration=end.immigration,
        immigration_text=end.immigration_text,
        customs=end.customs,
        customs_text=end.customs_text,
        report=by.report,
        report_text=by.report_text,
        reports=end.reports,
        note=end.note,
        country_default=default.text if default else None,
        has_fields=stands_for is None or bool(_fields_of(by.territory, stands_for, context)),
    )


def _nearby(
    airport: Airport, territory: Territory, flight_class: FlightClass | None, context: ToolContext, today: date
) -> tuple[EntryField, ...]:
    fields = [f for f in entry_fields(context, today, flight_class) if f.icao != airport.ident]
    found: list[EntryField] = []
    for field in fields:
        other = context.deps.airports.get(field.icao)
        if other is None or context.deps.borders.territory(other).code != territory.code:
            continue
        distance = geodesic_nm(airport.lat, airport.lon, field.lat, field.lon)
        if distance <= NEARBY_NM:
            found.append(field.model_copy(update={"distance_nm": round(distance, 1)}))
    return tuple(sorted(found, key=lambda f: f.distance_nm or 0.0)[:3])


def entry_fields(
    context: ToolContext, today: date, flight_class: FlightClass | None = None, country: str | None = None
) -> list[EntryField]:
    """Every field known to clear flights of a class (None: of every class), with what it says of notice."""
    deps = context.deps
    fields: list[EntryField] = []
    for ident in deps.facts.idents:
        known, airport = deps.facts.of(ident), deps.airports.get(ident)
        if airport is None or (country is not None and airport.country != country):
            continue
        classes = tuple(c for c in _CLASS_WORDS if known.point_of_entry(c))
        if known.border_point_only:
            classes = ("customs_only", "neither")
        if (flight_class is not None and flight_class not in classes) or not classes:
            continue
        text = next((n for n in known.notices if "customs" in n.services), None)
        record = text or known.first("border_point")
        if record is None:
            continue
        fields.append(
            EntryField(
                icao=ident,
                name=airport.short_name,
                lat=airport.lat,
                lon=airport.lon,
                notice=text.raw if text else None,
                classes=classes,
                customs_known=not known.border_point_only,
                source=record.source.name,
                as_of=record.observed_on,
                dated=not record.source.undated,
                stale=record.stale(today),
            )
        )
    return fields


def _before(leaves: datetime | None, hours: float | None) -> str | None:
    if leaves is None or hours is None:
        return None
    return (leaves - timedelta(hours=hours)).isoformat(timespec="minutes")


def _endpoint(airport: Airport, end: BorderEnd) -> Endpoint:
    return Endpoint(icao=end.icao, name=end.name, lat=airport.lat, lon=airport.lon)


# --- get_border_crossing_airports ----------------------------------------------------------------------


class CrossingArguments(Arguments):
    """A country, or every country."""

    country: str | None = Field(default=None, description="ISO-2 code or English name")

    @field_validator("country")
    @classmethod
    def _tidy(cls, value: str | None) -> str | None:
        return value.strip()[:60] if value and value.strip() else None


class CrossingAirports(ToolResult):
    """Fields known to clear flights from anywhere, border points last. `limited` can for some flights only.

    `by_country` holds `airports` by their country's code: the limited ones are not in it.
    """

    country: str | None = None
    airports: tuple[EntryField, ...] = ()
    limited: tuple[EntryField, ...] = ()
    by_country: dict[str, tuple[EntryField, ...]] = {}
    from_home: str | None = None


@tool(kind="airport", visualization="markers")
async def get_border_crossing_airports(arguments: CrossingArguments, context: ToolContext) -> CrossingAirports:
    """Airfields of a country known to clear flights from abroad, and for which flights."""
    deps = context.deps
    country = deps.countries.get(arguments.country) if arguments.country else None
    if arguments.country and country is None:
        close = deps.countries.closest(arguments.country)
        choices = (Choice(label=close.name, text=f"Border crossing airports in {close.name}"),) if close else ()
        return CrossingAirports(
            found=False, message=f"I don't know a country called {arguments.country}.", choices=choices
        )
    if country and deps.borders.of_country(country.code).closed:
        return CrossingAirports(
            found=False,
            country=country.name,
            message=f"{country.name}: closed or war airspace. I propose no field there.",
        )
    today = context.question.at.date()
    fields = entry_fields(context, today, None, country.code if country else None)
    full = tuple(sorted((f for f in fields if "neither" in f.classes), key=lambda f: not f.customs_known))
    limited = tuple(f for f in fields if "neither" not in f.classes)
    name = country.name if country else None
    if not fields:
        return CrossingAirports(
            found=False, country=name, message=f"I have no border crossing airports for {name or 'anywhere'}: ask the AIP's AD 1.3 or GEN 1.2."  # noqa: E501
        )  # fmt: skip
    records = [Source(name=f.source, as_of=f.as_of, stale=f.stale) for f in fields]
    return CrossingAirports(
        country=name,
        airports=full,
        limited=limited,
        by_country=_by_country(full, context),
        filter_profile={**({"country": country.code} if country else {}), "point_of_entry": True},
        sources=tuple(dict.fromkeys(records))[:6],
        visualization=MarkersView(
            data=tuple(Marker(icao=f.icao, name=f.name, lat=f.lat, lon=f.lon) for f in (*full, *limited)),
            style="customs",
        ),
    )


def _by_country(fields: tuple[EntryField, ...], context: ToolContext) -> dict[str, tuple[EntryField, ...]]:
    grouped: dict[str, list[EntryField]] = {}
    for field in fields:
        airport = context.deps.airports.get(field.icao)
        if airport is not None:
            grouped.setdefault(airport.country, []).append(field)
    return {code: tuple(grouped[code]) for code in sorted(grouped)}
