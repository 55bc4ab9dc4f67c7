"""What crossing a border asks at both ends, and the fields of a country that can clear a flight."""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from agent import regex as re
from agent.aviation.aircraft_base import AircraftBase
from agent.aviation.airports import Airport
from agent.aviation.borders import GENERAL_DECLARATION
from agent.aviation.facts import AirfieldFacts, Fact, NoticeText, as_source
from agent.aviation.formalities import (
    EndFormalities,
    Formalities,
    entry_classes,
    entry_record,
    formalities,
    stays_in_uk,
)
from agent.aviation.hours import resolve_day, resolve_time, zone_of
from agent.aviation.notice import FlightClass
from agent.aviation.notice_view import View
from agent.aviation.places import Place
from agent.aviation.territories import Territory
from agent.aviation.visiting import barred_by_fuel
from agent.locate import NotLocated, Substitution, locate
from agent.protocol import (
    Choice,
    MissingInfo,
    RouteLine,
    RouteView,
    Source,
    ToolCall,
    ToolResult,
    Value,
)
from agent.registry import ToolContext, tool
from agent.subjects.border.ends import BorderPlace, border_place, country_or_territory, fields_of, find_border_ends
from agent.subjects.border.state_says import ARRIVING, PLAN_OVER_BORDER, StateText, states_say
from agent.subjects.notice.demand import NoticeDemand, border_demands
from agent.subjects.notice.tool import day_named, territory_name
from agent.subjects.route.tool import RouteArguments, Unfound
from agent.subjects.rules.membership import standing
from tongue import later, say

NEARBY_NM = 100.0
CLEARING = ("notice", "border_point")
"""What is stated of a field that may clear flights."""


class BorderArguments(RouteArguments):
    """Two ends of a flight over a border, and the day."""

    date: str | None = Field(default=None, description='ISO date or date and time, or "Saturday", "14 Feb"')
    about_report: Literal["GAR", "gendec"] | None = Field(
        default=None, description="the report that is asked about"
    )
    way_back: bool = Field(default=False, description="the way back too")
    registered_in: str | None = Field(
        default=None, max_length=80, description="the aircraft's State of registry, code or name"
    )
    based_at: str | None = Field(
        default=None, max_length=200, description="the aircraft's home base; else the pilot's"
    )
    overflown: SkipJsonSchema[tuple[str, ...]] = Field(
        default=(), max_length=4, description="countries flown over without a landing, code or name"
    )


class PlanDue(Value):
    """The flight plan of a flight over a state's border; without minutes no lead time was read."""

    before_minutes: int | None = None
    until_utc: str | None = None
    states_say: tuple[StateText, ...] = ()


class AircraftAdmission(Value):
    """What customs asks for the aircraft itself: its class ("own", "foreign", "unsure"), the state, and the words.

    `registry` and `base` are the territories it was judged by.
    """

    aircraft: str
    state: str
    text: str
    registry: str | None = None
    base: str | None = None


class ReportDue(Value):
    """A report and when it is accepted, before departure; moments in UTC when the departure time is known.

    `conditional`: it hangs on something its text tells.
    """

    name: str
    text: str
    earliest_hours: float | None = None
    latest_hours: float | None = None
    from_utc: str | None = None
    until_utc: str | None = None
    conditional: bool = False


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
    a `border_point` is known for persons only: whether customs is there is not known. `out_of_season`: what the
    field publishes of clearing speaks of other months than the day's. Without `icao` the end is a place or a
    territory as a whole; `has_fields` is False where no airfield is known in it, `held` where nothing was read of
    its borders. `state_says`: what the rules hold of arriving there from outside Schengen.
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
    out_of_season: bool = False
    border_point: bool = False
    goods_list: str | None = None
    declaration: str | None = None
    demands: tuple[NoticeDemand, ...] = ()
    field_says: str | None = None
    field_source: str | None = None
    field_as_of: date | None = None
    field_dated: bool = True
    field_stale: bool = False
    country_default: str | None = None
    default_hours: float | None = None
    default_until_utc: str | None = None
    nearby: tuple[EntryField, ...] = ()
    has_fields: bool = True
    held: bool = True
    state_says: tuple[StateText, ...] = ()


class BorderBrief(ToolResult):
    """Both ends of a flight and what must be asked for where. `crosses` is False only inside one territory."""

    departure: BorderEnd | None = None
    arrival: BorderEnd | None = None
    crosses: bool = False
    closed: bool = False
    day: date | None = None
    warnings: tuple[str, ...] = ()
    substitutions: dict[str, Substitution] = {}
    aircraft: AircraftAdmission | None = None
    flight_plan: PlanDue | None = None
    overflown: SkipJsonSchema[tuple[str, ...]] = ()
    """How each country that is only flown over stands to Schengen and the customs union, in words."""
    inside_uk: bool = False
    """The flight stays in the United Kingdom, for which its law asks no GAR."""


@tool(kind="route", visualization="route")
async def get_border_brief(arguments: BorderArguments, context: ToolContext) -> BorderBrief:
    """Customs, immigration and reports at both ends of a flight, with deadlines and fields that can do it."""
    ends = find_border_ends(arguments, context, "get_border_brief")
    if isinstance(ends, Unfound):
        return BorderBrief(found=False, message=ends.message, missing_info=ends.missing_info, choices=ends.choices)
    deps = context.deps
    zone = zone_of(ends[0].airport.time_zone) if ends[0].airport else None
    today = context.question.at.astimezone(zone or UTC).date()
    day = resolve_day(arguments.date, today) if arguments.date else None
    at = resolve_time(arguments.date) if arguments.date else None
    leaves = datetime.combine(day, at, zone).astimezone(UTC) if day and at and zone else None
    craft = _aircraft(arguments, context)
    asked = formalities(deps.borders, deps.facts, ends[0].end, ends[1].end, today, craft, day)
    looked = tuple(
        _end(place, end, asked, context, today, day, leaves)
        for place, end in zip(ends, (asked.departure, asked.arrival), strict=True)
    )
    read = [
        as_source(n, today)
        for place in ends
        if place.airport
        for n in deps.facts.of(place.airport.ident).notices
        if "customs" in n.services
    ]
    read += [
        as_source(fact, today)
        for place in ends
        if place.airport
        for fact in deps.facts.of(place.airport.ident).barred_by_fuel
    ]
    near = [source for end in looked for f in end.nearby for source in deps.facts.sources(f.icao, today)[:1]]
    ask: tuple[MissingInfo, ...] = ()
    if arguments.date and day is None:
        reason = say('"{said}" is not a day I can place', said=arguments.date[:30])
        ask = (
            MissingInfo(
                key="date",
                reason=reason,
                prompt=say("Which day do you fly?"),
                examples=(say("today"), say("Saturday")),
                fills=tuple({"date": day_named(name, today)} for name in ("today", "Saturday")),
            ),
        )
    over = _overflown(arguments, asked, context)
    plan, plan_source = _flight_plan(asked, leaves, context, tuple(one.country for one in over))
    inside_uk = stays_in_uk((asked.departure, asked.arrival))
    gar_law = (deps.borders.gar_law,) if inside_uk and arguments.about_report == "GAR" else ()
    return BorderBrief(
        flight_plan=plan,
        departure=looked[0],
        arrival=looked[1],
        crosses=asked.crosses,
        inside_uk=inside_uk,
        overflown=tuple(standing(one, territory_name(one, context), deps) for one in over),
        closed=asked.closed,
        day=day,
        warnings=(
            *asked.warnings,
            *(
                say("{name}: {value}", name=place.airport.ident, value=words)
                for place in ends
                if place.airport is not None
                for words in barred_by_fuel(place.airport.ident, deps.facts)
            ),
        ),
        substitutions={
            name: place.substitution
            for name, place in (("from", ends[0]), ("to", ends[1]))
            if place.substitution is not None and not place.is_country(context)
        },
        aircraft=_admitted(asked, craft, context),
        choices=_other_fields(arguments, ends, context),
        missing_info=ask,
        sources=tuple(
            dict.fromkeys(
                [
                    *gar_law,
                    *(asked.sources if _any_held(looked) else ()),
                    *_law(asked),
                    *plan_source,
                    *(deps.borders.membership_sources if over else ()),
                    *_on_arrival(asked.departure, context, leaving=True)[1],
                    *_on_arrival(asked.arrival, context)[1],
                    *read[:2],
                    *near[:3],
                ]
            )
        ),
        visualization=RouteView(
            route=RouteLine(from_=ends[0].endpoint(looked[0].name), to=ends[1].endpoint(looked[1].name))
        ),
    )


def _is_held(territory: Territory, context: ToolContext) -> bool:
    """Was anything read of a territory's borders: is it in the table, or its state in the rules?"""
    deps = context.deps
    named = {t.code for t in deps.borders.territories()} | deps.rules.corpus.countries.keys()
    return territory.code in named or territory.country in named


def _any_held(ends: Sequence[BorderEnd]) -> bool:
    return any(end.held for end in ends)


def _overflown(arguments: BorderArguments, asked: Formalities, context: ToolContext) -> tuple[Territory, ...]:
    """The territories said to be flown over, none of them at an end of the flight."""
    ends = {asked.departure.territory.code, asked.arrival.territory.code}
    found = [country_or_territory(name, context) for name in arguments.overflown]
    return tuple(dict.fromkeys(one for one in found if one is not None and one.known and one.code not in ends))


def _flight_plan(
    asked: Formalities, leaves: datetime | None, context: ToolContext, over: tuple[str, ...] = ()
) -> tuple[PlanDue | None, tuple[Source, ...]]:
    """The plan that a flight from one state to another is filed for."""
    start, end = asked.departure.territory.country, asked.arrival.territory.country
    if asked.closed or not asked.crosses or start == end:
        return None, ()
    contested = asked.departure.territory.disputed
    row = None if contested else context.deps.report_times.plan_over_border(start)
    minutes = row.before_minutes if row else None
    until = _before(leaves, minutes / 60) if minutes is not None else None
    told, sources = states_say(PLAN_OVER_BORDER, (start, *over, end), context)
    plan = PlanDue(before_minutes=minutes, until_utc=until, states_say=told)
    return plan, ((row.source,) if row else ()) + (() if contested else sources)


def _aircraft(arguments: BorderArguments, context: ToolContext) -> AircraftBase:
    """Where the aircraft is registered and based: as it was said, else the base of the pilot's profile."""
    registry = country_or_territory(arguments.registered_in, context) if arguments.registered_in else None
    said = arguments.based_at or context.question.profile.home_base
    base = country_or_territory(said, context) if said else None
    if said and base is None:
        found = locate(said, context, snap=True)
        if not isinstance(found, NotLocated):
            base = border_place(found, context).territory
    return AircraftBase(registry, base if base is None or base.known else None)


def _admitted(asked: Formalities, craft: AircraftBase, context: ToolContext) -> AircraftAdmission | None:
    found = asked.admission
    if found is None:
        return None
    return AircraftAdmission(
        aircraft=found.aircraft,
        state=found.state,
        text=found.text,
        registry=territory_name(craft.registry, context) if craft.registry else None,
        base=territory_name(craft.base, context) if craft.base else None,
    )


def _law(asked: Formalities) -> tuple[Source, ...]:
    return (asked.admission.source,) if asked.admission and asked.admission.source else ()


def _other_fields(
    arguments: BorderArguments, ends: tuple[BorderPlace, BorderPlace], context: ToolContext
) -> tuple[Choice, ...]:
    """The fields one could take for a place instead, all of them in its own territory."""
    if any(place.is_whole for place in ends):
        return ()
    asked = ToolCall(tool="get_border_brief", arguments=arguments.canonical())
    return tuple(
        Choice(
            label=(
                say("to {field}", field=f"{airport.ident} {airport.short_name}")
                if name == "to_location"
                else f"{airport.ident} {airport.short_name}"
            ),
            text=say(
                later("to {field}") if name == "to_location" else later("from {field}"),
                field=f"{airport.ident} {airport.short_name}",
            ),
            call=asked.varied(**{name: airport.ident}),
        )
        for name, place in (("from_location", ends[0]), ("to_location", ends[1]))
        for airport in place.others[:3]
    )


def _end(
    place: BorderPlace,
    end: EndFormalities,
    flight: Formalities,
    context: ToolContext,
    today: date,
    day: date | None,
    leaves: datetime | None,
) -> BorderEnd:
    airport, border = place.airport, end.border
    territory = territory_name(end.territory, context)
    reports = tuple(
        ReportDue(
            name=d.name,
            text=d.text,
            earliest_hours=d.earliest_hours,
            latest_hours=d.latest_hours,
            from_utc=_before(leaves, d.earliest_hours),
            until_utc=_before(leaves, d.latest_hours),
            conditional=d.conditional,
        )
        for d in end.reports
    )
    flags = BorderEnd(
        icao=None,
        name=territory if place.is_whole else place.place.name,
        territory=territory,
        immigration=border.immigration,
        immigration_text=border.immigration_text,
        customs=border.customs,
        customs_text=border.customs_text,
        report=border.report,
        report_text=border.report_text,
        reports=reports,
        note=end.territory.note,
        held=_is_held(end.territory, context),
        state_says=_on_arrival(end, context, leaving=end is flight.departure)[0],
        country_default=end.default.text if end.default else None,
        default_hours=end.default.latest_hours if end.default else None,
        default_until_utc=_before(leaves, end.default.latest_hours) if end.default else None,
    )
    if airport is None:
        near = (
            () if place.is_whole or not end.needed or flight.closed else _nearby(place.place, end, context, today)
        )
        return flags.model_copy(
            update={"has_fields": bool(fields_of(end.territory, context.deps)), "nearby": near}
        )
    known = context.deps.facts.of(airport.ident)
    view = View(airport, zone_of(airport.time_zone), day, None, end.flight_class)
    demands = border_demands(known, end, view, today)
    firm = [d for d in demands if d.states_lead and not d.conditions]
    longest = max((d.hours or 0 for d in firm), default=0)
    # What hangs on a condition and asks for more is told too: a deadline is never later than the text.
    leads = (*firm, *(d for d in demands if d.states_lead and d.conditions and (d.hours or 0) > longest))
    text = next((n for n in known.notices if "customs" in n.services), None)
    said = text or known.first("border_point")
    seasonal = _of_other_months(known, day or today, end) if end.can_clear else None
    elsewhen = seasonal is not None
    declaration = declaration_of(known) if border.report != "no" and end.needed else None
    return flags.model_copy(
        update={
            "icao": airport.ident,
            "name": airport.short_name,
            "report": "yes" if declaration else border.report,
            "report_text": declaration if declaration and not reports else border.report_text,
            "can_clear": None if elsewhen else end.can_clear,
            "out_of_season": elsewhen,
            "border_point": end.border_point_only,
            "goods_list": _goods_list(known) if end.can_clear is None else None,
            "declaration": declaration,
            "demands": leads or tuple(demands[:1]),
            "field_says": seasonal or _quoted(said),
            "field_source": said.source.name if said else None,
            "field_as_of": said.observed_on if said else None,
            "field_dated": said is None or not said.source.undated,
            "field_stale": said.stale(today) if said else False,
            "nearby": ()
            if (end.can_clear and not elsewhen) or not end.needed or flight.closed
            else _nearby(airport, end, context, today),
        }
    )


def _on_arrival(
    end: EndFormalities, context: ToolContext, *, leaving: bool = False
) -> tuple[tuple[StateText, ...], tuple[Source, ...]]:
    """What the rules hold of arriving from outside Schengen, where the flight is checked.

    On leaving, none of a state whose arrivals alone are declared.
    """
    if not end.needed or end.territory.disputed or any(report.name == "GAR" for report in end.reports):
        return (), ()
    if leaving and any(
        d.name == GENERAL_DECLARATION for d in context.deps.borders.possible_reports(end.territory)
    ):
        return (), ()
    told, read = states_say(ARRIVING, (end.territory.country,), context)
    told = tuple(one for one in told if _is_of_this_end(one.text, end, leaving=leaving))
    return told, read if told else ()


_LEFT_TOO = re.compile(
    r"\b(?:leave|leaves|depart|both directions|before you depart|every arrival|from or to)\b", re.I
)
_OF_CUSTOMS = re.compile(
    r"\bcustoms (?:air|authorit|aerodrome|territory|:)|\b(?:by|with|notify) customs\b|^customs\b", re.I
)


def _is_of_this_end(text: str, end: EndFormalities, *, leaving: bool) -> bool:
    """Whether a state's word on arrivals is one on this end.

    On leaving it speaks of that too, and where nobody checks persons of customs.
    """
    if leaving and not _LEFT_TOO.search(text):
        return False
    return end.border.immigration != "no" or _OF_CUSTOMS.search(text) is not None


def _goods_list(known: AirfieldFacts) -> str | None:
    """The list of HMRC that names the field for goods, with its month: no proof that anybody clears persons."""
    fact = known.first("uk_customs")
    return say("{value}, {day:%b %Y}", value=say(str(fact.value)), day=fact.observed_on) if fact else None


def _of_other_months(known: AirfieldFacts, day: date, end: EndFormalities) -> str | None:
    """What the field's text says of other months, where it clears no flight like this one in the day's."""
    rules = [
        rule
        for text in known.notices
        if "customs" in text.services
        for rule in text.rules.rules
        if rule.service in ("customs", "immigration")
        and (end.flight_class is None or end.flight_class in rule.flight_classes)
    ]
    some = [rule for rule in rules if rule.kind != "not_available"]
    shut = [rule for rule in rules if rule.kind == "not_available" and rule.months and day.month in rule.months]
    shut = [rule for rule in shut if rule.service in end.services]
    outside = some if some and all(rule.months and day.month not in rule.months for rule in some) else shut
    return outside[0].raw if outside else None


def _quoted(said: NoticeText | Fact | None) -> str | None:
    if said is None:
        return None
    return said.raw if isinstance(said, NoticeText) else str(said.value)


_DECLARATION = re.compile(
    r"\bgen(?:eral)?\.?[ -]?dec(?:laration)?s?\b|\bGAR\b|\bAPIS\b|\bd[ée]claration g[ée]n[ée]rale\b"
    r"|\b(?:passengers?'?s?|pax) (?:lists?|manifests?|names?)\b|\bliste (?:des )?(?:passagers|pax)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.;])\s+|\s*\n\s*|(?<=[,:])\s+-\s+")


def declaration_of(known: AirfieldFacts) -> str | None:
    """The sentence in which a field's own text speaks of a report or a list of those on board."""
    texts = sorted(known.notices, key=lambda n: "customs" not in n.services)
    said = (sentence for text in texts for sentence in _SENTENCES.split(text.raw))
    return next((sentence.strip(" -.") for sentence in said if _DECLARATION.search(sentence)), None)


def _nearby(
    spot: Airport | Place, end: EndFormalities, context: ToolContext, today: date
) -> tuple[EntryField, ...]:
    """The nearest fields known to do what the border asks; else border points, where the field is none itself."""
    deps = context.deps
    around = {
        near.airport.ident: near.distance_nm
        for near in deps.airports.within(spot.lat, spot.lon, NEARBY_NM, deps.facts.idents_with(*CLEARING))
        if near.airport.ident != end.ident and deps.borders.territory(near.airport).code == end.territory.code
    }
    found = [
        field.model_copy(update={"distance_nm": round(around[field.icao], 1)})
        for field in entry_fields(context, today, end.flight_class, among=around)
        if _may_come(field.icao, context)
    ]
    light = [field for field in found if not _is_hub(field.icao, context)]
    near = sorted(light or found, key=lambda f: f.distance_nm or 0.0)
    known = tuple(field for field in near if field.customs_known or end.customs == "no")[:3]
    return known or (() if end.border_point_only else tuple(near[:3]))


def _is_hub(icao: str, context: ToolContext) -> bool:
    """Is it an airline hub (Charles de Gaulle)? A light aeroplane is sent there only where nothing else clears."""
    airport = context.deps.airports.get(icao)
    return airport is not None and airport.kind == "large_airport"


def _may_come(icao: str, context: ToolContext) -> bool:
    """Is the field one to send a visitor to: none that says it is military or private?"""
    airport, access = context.deps.airports.get(icao), context.deps.facts.of(icao).first("access")
    if airport is None or airport.military_hint:
        return False
    return access is None or str(access.value) not in ("military", "private")


def entry_fields(
    context: ToolContext,
    today: date,
    flight_class: FlightClass | None = None,
    country: str | None = None,
    among: Container[str] | None = None,
) -> list[EntryField]:
    """Every field known to clear flights of a class (None: of every class), with what it says of notice.

    `among`: only these codes are looked at.
    """
    deps = context.deps
    fields: list[EntryField] = []
    for ident in deps.facts.idents_with(*CLEARING):
        if among is not None and ident not in among:
            continue
        airport = deps.airports.get(ident)
        if airport is None or (country is not None and airport.country != country):
            continue
        known = deps.facts.of(ident)
        classes = entry_classes(known)
        if (flight_class is not None and flight_class not in classes) or not classes:
            continue
        record = entry_record(known)
        if record is None:
            continue
        fields.append(
            EntryField(
                icao=ident,
                name=airport.short_name,
                lat=airport.lat,
                lon=airport.lon,
                notice=record.raw if isinstance(record, NoticeText) else None,
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
