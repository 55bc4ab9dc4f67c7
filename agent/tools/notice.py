"""What notice an airfield wants for a flight on a day from a country, and until when it must be given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from zoneinfo import ZoneInfo

from pydantic import AliasChoices, Field, field_validator

from agent.aviation.airports import Airport
from agent.aviation.borders import Territory
from agent.aviation.facts import AirfieldFacts, NoticeText, as_source
from agent.aviation.hours import Deadline, clock_on, deadline, holiday_name, resolve_day, resolve_time, zone_of
from agent.aviation.notice import FlightClass, NoticeRule, Service, TimeBasis, Weekday
from agent.protocol import Choice, DetailMarker, DetailView, MissingInfo, ToolResult, Value
from agent.tools.locate import NotLocated, locate
from agent.tools.registry import Arguments, ToolContext, tool

_BORDER: tuple[Service, ...] = ("customs", "immigration", "police")
_ALWAYS: tuple[Service, ...] = ("ppr", "pn")
_SERVICE_NAMES: dict[Service, str] = {
    "ppr": "Permission (PPR)",
    "pn": "Prior notice",
    "customs": "Customs",
    "immigration": "Immigration",
    "police": "Police",
    "handling": "Handling",
    "fuel": "Fuel",
}


class NoticeArguments(Arguments):
    """An airfield, and when and from where the flight comes."""

    icao_code: str = Field(
        validation_alias=AliasChoices("icao_code", "icao", "airport"), description="the airfield's code or name"
    )
    day_of_week: str | None = Field(
        default=None, validation_alias=AliasChoices("day_of_week", "day"), description="English name of the day"
    )
    date: str | None = Field(default=None, description='ISO date, or "today", "14 Feb"')
    time: str | None = Field(default=None, description="local time of arrival, HH:MM")
    from_country: str | None = Field(default=None, description="ISO-2 country the flight comes from")

    @field_validator("icao_code")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("say which airfield")
        return value.strip()[:100]


class NoticeDemand(Value):
    """One demand as it applies to this flight. Times are ISO with offset; `latest` None: not stated.

    `only_for` and `only_on` name the flights and days it is limited to, where the question left them open.
    """

    services: tuple[str, ...]
    kind: str
    hours: float | None = None
    earliest_hours: float | None = None
    business_day_offset: int | None = None
    cut_off: str | None = None
    latest_local: str | None = None
    latest_utc: str | None = None
    earliest_local: str | None = None
    assumed: str | None = None
    opening_local: str | None = None
    opening_utc: str | None = None
    opening_raw: str | None = None
    phone: str | None = None
    email: str | None = None
    partial: bool = False
    only_for: tuple[str, ...] = ()
    only_on: tuple[Weekday, ...] = ()
    raw: str
    item: str
    source: str
    as_of: date
    dated: bool = True
    stale: bool


class AirfieldNotice(ToolResult):
    """The demands of one airfield, those of permission first, then of the border."""

    icao: str | None = None
    name: str | None = None
    day: date | None = None
    day_name: str | None = None
    holiday: str | None = None
    arrival_time: str | None = None
    from_country: str | None = None
    flight_class: str | None = None
    demands: tuple[NoticeDemand, ...] = ()
    other_records: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    country_default: str | None = None
    warnings: tuple[str, ...] = ()
    phone: str | None = None
    email: str | None = None


@tool(kind="airport", visualization="marker_with_details")
async def get_notification_for_airport(arguments: NoticeArguments, context: ToolContext) -> AirfieldNotice:
    """Prior notice an airfield needs (PPR, customs, immigration) on a day, from a country, and the latest moment."""  # noqa: E501
    deps = context.deps
    airport = find_airport(arguments.icao_code, context)
    if isinstance(airport, NotLocated):
        return AirfieldNotice(
            found=False,
            message=airport.message,
            choices=tuple(Choice(label=s, text=f"What notice does {s} need") for s in airport.suggestions),
        )
    zone = zone_of(airport.time_zone)
    today = context.question.at.astimezone(zone or UTC).date()
    said = arguments.date or arguments.day_of_week
    day = resolve_day(said, today) if said else None
    ask = _ask_for_day(said, airport) if said and day is None else ()
    at = resolve_time(arguments.time or "") or (resolve_time(arguments.date) if arguments.date else None)
    known = deps.facts.of(airport.ident)
    here, other = deps.borders.territory(airport), _other(arguments.from_country, context)
    flight_class = deps.borders.flight_class(here, other) if other else None
    crossing = other is None or other.code != here.code
    wanted: tuple[Service, ...] = (*_ALWAYS, *_BORDER) if crossing else _ALWAYS
    view = _View(airport, zone, day, at, flight_class)
    texts = _current(known, wanted)
    demands = _merged([_demand(text, rule, view, today) for text, rule in _applying(texts, wanted, view)])
    return AirfieldNotice(
        icao=airport.ident,
        name=airport.short_name,
        day=day,
        day_name=f"{day:%A}" if day else None,
        holiday=holiday_name(day, airport.country, airport.region) if day else None,
        arrival_time=f"{at:%H:%M}" if at else None,
        from_country=_country_name(arguments.from_country, context),
        flight_class=flight_class,
        demands=tuple(demands),
        other_records=_other_records(known, texts, wanted, view),
        reports=_reports(airport, other, context),
        country_default=_country_default(here, other, demands, context),
        warnings=tuple(w for w in (deps.borders.shared.get(airport.ident),) if w),
        phone=known.contact("phone"),
        email=known.contact("email"),
        missing_info=ask,
        sources=tuple(dict.fromkeys(as_source(text, today) for text in texts)),
        visualization=DetailView(
            marker=DetailMarker(icao=airport.ident, lat=airport.lat, lon=airport.lon, name=airport.short_name)
        ),
    )


def find_airport(said: str, context: ToolContext) -> Airport | NotLocated:
    """The airfield of a code, a name or a town; what to say instead when there is none."""
    airport = context.deps.airports.get(said)
    if airport is not None:
        return airport
    located = locate(said, context, snap=True)
    if isinstance(located, NotLocated):
        return located
    return located.airport or NotLocated(said, f"I know no airfield at {located.place.name}.", ())


@dataclass(frozen=True)
class _View:
    """The flight as the field sees it; `at` is local time."""

    airport: Airport
    zone: ZoneInfo | None
    day: date | None
    at: time | None
    flight_class: FlightClass | None

    @property
    def weekday(self) -> Weekday | None:
        return self.day.isoweekday() if self.day else None

    @property
    def holiday(self) -> bool:
        airport = self.airport
        return self.day is not None and holiday_name(self.day, airport.country, airport.region) is not None


def _ask_for_day(said: str, airport: Airport) -> tuple[MissingInfo, ...]:
    return (
        MissingInfo(
            key="date",
            reason=f'"{said[:30]}" is not a day I can place',
            prompt=f"Which day do you arrive at {airport.ident}?",
            examples=("today", "Saturday", "14 Feb"),
        ),
    )


def _other(country: str | None, context: ToolContext) -> Territory | None:
    if not country:
        return None
    found = context.deps.countries.get(country)
    return context.deps.borders.of_country(found.code if found else country)


def _country_name(country: str | None, context: ToolContext) -> str | None:
    found = context.deps.countries.get(country) if country else None
    return found.name if found else country


def _current(known: AirfieldFacts, wanted: tuple[Service, ...]) -> list[NoticeText]:
    """For each service the newest dated text; older ones are shown as other records."""
    texts: list[NoticeText] = []
    for text in known.notices:
        item = (text.services, text.item)
        served = set(text.services) & set(wanted) or any(r.service in wanted for r in text.rules.rules)
        if served and item not in {(t.services, t.item) for t in texts}:
            texts.append(text)
    return texts


def _applying(
    texts: list[NoticeText], wanted: tuple[Service, ...], view: _View
) -> list[tuple[NoticeText, NoticeRule]]:
    return [
        (text, rule)
        for text in texts
        for rule in text.rules.rules
        if rule.service in wanted and rule.applies(view.flight_class, view.weekday, view.holiday)
    ]


def _demand(text: NoticeText, rule: NoticeRule, view: _View, today: date) -> NoticeDemand:
    basis = _basis(rule, text)
    found = Deadline(None)
    if view.day is not None:
        found = deadline(
            rule, view.day, view.at, view.zone, view.airport.country, view.airport.region, basis=basis
        )
    opening_local, opening_utc = _opening(rule, basis, view)
    return NoticeDemand(
        services=(_SERVICE_NAMES[rule.service],),
        kind=rule.kind,
        hours=rule.hours,
        earliest_hours=rule.earliest_hours,
        business_day_offset=rule.business_day_offset,
        cut_off=rule.cut_off,
        latest_local=_iso(found.latest, view.zone),
        latest_utc=_iso(found.latest, UTC),
        earliest_local=_iso(found.earliest, view.zone),
        assumed=found.assumed,
        opening_local=opening_local,
        opening_utc=opening_utc,
        opening_raw=_raw_opening(rule, basis),
        phone=rule.phone,
        email=rule.email,
        partial=rule.kind == "not_available" and rule.confidence < 0.5,
        only_for=rule.flight_classes if view.flight_class is None and len(rule.flight_classes) < 4 else (),
        only_on=rule.weekdays if view.day is None else (),
        raw=text.raw,
        item=text.item,
        source=text.source.name,
        as_of=text.observed_on,
        dated=not text.source.undated,
        stale=text.stale(today),
    )


def _basis(rule: NoticeRule, text: NoticeText) -> TimeBasis:
    if rule.time_basis != "unknown":
        return rule.time_basis
    return "utc_summer" if text.time_note else "unknown"


def _opening(rule: NoticeRule, basis: TimeBasis, view: _View) -> tuple[str | None, str | None]:
    if not rule.open_from or not rule.open_to or view.day is None or view.zone is None:
        return None, None
    ends = [clock_on(text, view.day, basis, view.zone) for text in (rule.open_from, rule.open_to)]
    if ends[0] is None or ends[1] is None:
        return None, None
    start, end = ends[0], ends[1]
    local = f"{start.astimezone(view.zone):%H:%M}–{end.astimezone(view.zone):%H:%M}"
    return local, f"{start:%H:%M}–{end:%H:%M}"


def _raw_opening(rule: NoticeRule, basis: TimeBasis) -> str | None:
    if not rule.open_from or not rule.open_to:
        return None
    words = {
        "utc": "UTC",
        "local": "local",
        "utc_summer": "UTC in winter, one hour earlier in summer",
        "unknown": "time basis not stated",
    }
    return f"{rule.open_from.replace(':', '')}–{rule.open_to.replace(':', '')} ({words[basis]})"


def _iso(moment: datetime | None, zone: tzinfo | None) -> str | None:
    return moment.astimezone(zone).isoformat(timespec="minutes") if moment and zone else None


def _merged(demands: list[NoticeDemand]) -> list[NoticeDemand]:
    """The same demand of several services is one demand; the tightest first."""
    merged: dict[str, NoticeDemand] = {}
    for demand in demands:
        key = demand.model_copy(update={"services": ()}).model_dump_json()
        if key in merged:
            both = (*merged[key].services, *demand.services)
            merged[key] = merged[key].model_copy(update={"services": tuple(dict.fromkeys(both))})
        else:
            merged[key] = demand
    longest = {d.services: d for d in sorted(merged.values(), key=lambda d: d.hours or 0) if d.kind == "hours"}
    kept = [d for d in merged.values() if d.kind != "hours" or longest[d.services] is d]
    return sorted(kept, key=lambda d: d.latest_utc or "9999")


def _other_records(
    known: AirfieldFacts, current: list[NoticeText], wanted: tuple[Service, ...], view: _View
) -> tuple[str, ...]:
    """Wordings of other documents that ask something else: shown, never mixed in."""
    said: list[str] = []
    for text in known.notices:
        twin = next(
            (t for t in current if t.services == text.services and t.item == text.item and t is not text), None
        )
        if twin is None:
            continue
        ours = [r.model_dump(exclude={"raw", "phone", "email"}) for _, r in _applying([twin], wanted, view)]
        theirs = [r.model_dump(exclude={"raw", "phone", "email"}) for _, r in _applying([text], wanted, view)]
        if ours != theirs:
            said.append(f'{text.source.name}: "{text.raw[:160]}"')
    return tuple(said)


def _reports(airport: Airport, other: Territory | None, context: ToolContext) -> tuple[str, ...]:
    """What both ends of the flight report, when the other end is known."""
    if other is None:
        return ()
    crossing = context.deps.borders.between(other, context.deps.borders.territory(airport), "", airport.ident)
    found = [
        f"{territory_name(end.territory, context)} side: {demand.text}"
        for end in (crossing.departure, crossing.arrival)
        for demand in end.demands
        if demand.latest_hours is not None
    ]
    return tuple(dict.fromkeys([*crossing.warnings[:1], *found]))


def territory_name(territory: Territory, context: ToolContext) -> str:
    """A territory as pilots call it: the country's name, or its own."""
    country = context.deps.countries.get(territory.code) if len(territory.code) == 2 else None
    return country.name if country else territory.name


def _country_default(
    here: Territory, other: Territory | None, demands: list[NoticeDemand], context: ToolContext
) -> str | None:
    """The country's own rule, told only where the field itself has no text about its border."""
    if other is None or context.deps.borders.immigration(here, other) == "no":
        return None
    if any({"Customs", "Immigration"} & set(d.services) for d in demands):
        return None
    default = context.deps.borders.default_notice(here)
    return default.text if default else None
