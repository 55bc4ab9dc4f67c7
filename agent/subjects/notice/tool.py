"""What notice an airfield wants for a flight on a day from a country, and until when it must be given."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Literal

from pydantic import AliasChoices, Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.aip_words import shortened
from agent.aviation.airports import Airport
from agent.aviation.borders import GENERAL_DECLARATION, UNKNOWN, Territory
from agent.aviation.deadlines import Asked, Place, due
from agent.aviation.facts import AirfieldFacts, Fact, NoticeText, as_source, shown
from agent.aviation.formalities import BORDER_SERVICES, EndFormalities, FlightEnd, Formalities, formalities
from agent.aviation.hours import holiday_name, resolve_day, resolve_time, zone_of
from agent.aviation.notice import NoticeRules, Service
from agent.aviation.notice_model import incomplete, read_on
from agent.aviation.notice_view import View
from agent.deps import Deps
from agent.locate import NotLocated, one_field
from agent.protocol import DetailMarker, DetailView, MissingInfo, ToolCall, ToolResult
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.airfield.asked import having
from agent.subjects.airfield.attributes import fact_of_permission
from agent.subjects.airfield.elsewhere import is_off_the_lists, ppr_in_general
from agent.subjects.notice.demand import NoticeDemand, Reading, concerning, demands_of
from agent.subjects.notice.restrictions import Restriction, restrictions_of
from agent.subjects.notice.service_states import ServiceState, service_states
from agent.subjects.offered import instead
from agent.subjects.whom_to_ask import whom_to_ask
from tongue import country_name, later, say

_ALWAYS: tuple[Service, ...] = ("ppr", "pn")


class NoticeArguments(Arguments):
    """An airfield, and when and from where the flight comes; `about` is what alone is asked for."""

    icao_code: str = Field(
        validation_alias=AliasChoices("icao_code", "icao", "airport"), description="the airfield's code or name"
    )
    day_of_week: str | None = Field(
        default=None, validation_alias=AliasChoices("day_of_week", "day"), description="English name of the day"
    )
    date: str | None = Field(default=None, description='ISO date, or "today", "14 Feb"')
    month: int | None = Field(default=None, ge=1, le=12, description="where no day is said")
    time: str | None = Field(default=None, description="local time of arrival, HH:MM")
    from_country: str | None = Field(default=None, description="ISO-2 country the flight comes from")
    about: SkipJsonSchema[Literal["ppr"] | None] = None

    @field_validator("icao_code")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError(say("say which airfield"))
        return value.strip()[:100]


class AirfieldNotice(ToolResult):
    """The demands of one airfield, the tightest first.

    `country_default` is what the country asks where the field states no lead, `default_hours` how long before,
    `default_latest` until when in the field's own time, where day and time of the landing are known.
    `permission` is why to ask before where no text on notice is known: PPR, or the field's class.
    `telling` is a text of the field that speaks of asking before, where none of its notice rules was read.
    `border_free`: neither persons nor goods are checked on a flight from there.
    `in_general`: what pilots say of PPR in its country, where nothing is known of the field itself.
    `listed` is the list of border crossing points that names the field, where that list itself asks for notice.
    """

    icao: str | None = None
    about: SkipJsonSchema[Literal["ppr"] | None] = None
    name: str | None = None
    day: date | None = None
    day_name: str | None = None
    month: int | None = None
    holiday: str | None = None
    arrival_time: str | None = None
    from_country: str | None = None
    flight_class: str | None = None
    demands: tuple[NoticeDemand, ...] = ()
    services: tuple[ServiceState, ...] = ()
    other_records: tuple[str, ...] = ()
    permission: str | None = None
    listed: str | None = None
    telling: SkipJsonSchema[str | None] = None
    in_general: SkipJsonSchema[str] = ""
    restrictions: tuple[Restriction, ...] = ()
    reports: tuple[str, ...] = ()
    border: str | None = None
    border_free: SkipJsonSchema[bool] = False
    country_default: str | None = None
    default_hours: float | None = None
    default_latest: datetime | None = None
    warnings: tuple[str, ...] = ()
    phone: str | None = None
    email: str | None = None
    look: str | None = None

    @property
    def says_nothing(self) -> bool:
        """Whether neither a demand nor a reason to ask before is known."""
        return not (self.found and (self.demands or self.permission or self.listed))


@tool(kind="airport", visualization="marker_with_details")
async def get_notification_for_airport(arguments: NoticeArguments, context: ToolContext) -> AirfieldNotice:
    """Prior notice an airfield needs (PPR, customs, immigration) on a day, from a country, and the latest moment."""  # noqa: E501
    deps = context.deps
    clears = having(("customs",), deps) if arguments.from_country else None
    airport = one_field(arguments.icao_code, context, clears)
    if isinstance(airport, NotLocated):
        asked = ToolCall(tool="get_notification_for_airport", arguments=arguments.canonical())
        choices = instead(airport, asked, "icao_code", lambda s: say("What notice does {s} need?", s=s))
        return AirfieldNotice(found=False, message=airport.message, choices=choices)
    zone = zone_of(airport.time_zone)
    today = context.question.at.astimezone(zone or UTC).date()
    said = arguments.date or arguments.day_of_week
    day = resolve_day(said, today) if said else None
    ask = _ask_for_day(said, airport, today) if said and day is None else ()
    at = resolve_time(arguments.time or "") or (resolve_time(arguments.date) if arguments.date else None)
    known = deps.facts.of(airport.ident)
    here, other = deps.borders.territory(airport), _other(arguments.from_country, context)
    flight = None
    if other is not None:
        flight = formalities(deps.borders, deps.facts, FlightEnd(other), FlightEnd(here, airport), day=day)
    end = flight.arrival if flight else None
    flight_class = end.flight_class if end else None
    wanted: tuple[Service, ...] = (*_ALWAYS, *BORDER_SERVICES)
    view = View(airport, zone, day, at, flight_class, arguments.month)
    texts = _current(known, wanted)
    readings = [Reading(text, (await _read(text, wanted, context)).rules) for text in texts]
    if end is not None:
        readings, at_the_border = concerning(readings, end)
        wanted = (*_ALWAYS, *at_the_border)
        texts = [reading.text for reading in readings]
    demands = demands_of(readings, wanted, view, today)
    restrictions = restrictions_of(known, day, today, tuple(d.raw for d in demands))
    asks = None if demands else _asks_first(known)
    listed = None if demands else _listed_with_notice(known)
    telling = None if demands or asks or listed else fact_of_permission(known)
    border_free = end is not None and not end.needed and end.here.territory.code != UNKNOWN
    silent = not (demands or asks or listed or telling)
    in_general, of_pilots = ppr_in_general(airport, context) if silent else ("", ())
    return AirfieldNotice(
        icao=airport.ident,
        about=arguments.about,
        name=airport.short_name,
        day=day,
        day_name=say("{day:%A}", day=day) if day else None,
        month=None if day else arguments.month,
        holiday=holiday_name(day, airport.country, airport.region) if day else None,
        arrival_time=f"{at:%H:%M}" if at else None,
        from_country=_country_name(arguments.from_country, context),
        flight_class=flight_class,
        demands=tuple(demands),
        services=service_states(known, demands, end),
        permission=shown(asks) if asks and asks.field == "access" else say("PPR is asked") if asks else None,
        listed=shown(listed) if listed else None,
        in_general=in_general,
        telling=shown(telling) if telling else None,
        other_records=_other_records(known, texts, wanted, view),
        restrictions=restrictions,
        reports=_reports(flight, context),
        border_free=border_free,
        border=_border(end, unlisted=is_off_the_lists(airport, deps)),
        country_default=say(end.default.text) if end and end.default else None,
        default_hours=end.default.latest_hours if end and end.default else None,
        default_latest=_default_latest(end, view),
        warnings=flight.warnings if flight else _of_the_field(airport, deps),
        phone=known.contact("phone"),
        email=known.contact("email"),
        look=whom_to_ask(airport, deps),
        missing_info=ask,
        sources=tuple(
            dict.fromkeys(
                [
                    *([as_source(telling, today)] if telling else []),
                    *(
                        as_source(record, today)
                        for record in (*texts, *([asks] if asks else []), *([listed] if listed else []))
                    ),
                    *(r.source for r in restrictions[:2]),
                    *of_pilots,
                ]
            )
        ),
        visualization=DetailView(
            marker=DetailMarker(icao=airport.ident, lat=airport.lat, lon=airport.lon, name=airport.short_name)
        ),
    )


def _of_the_field(airport: Airport, deps: Deps) -> tuple[str, ...]:
    """What is to be known of the field wherever one comes from: a closed country, a sector of another state."""
    closed = deps.borders.closed(airport.country)
    return tuple(w for w in (closed[0] if closed else None, deps.borders.shared.get(airport.ident)) if w)


def _listed_with_notice(known: AirfieldFacts) -> Fact | None:
    """The list of border crossing points that names the field and says itself that notice is to be given."""
    listed = known.first("border_point")
    return listed if listed is not None and "notice" in str(listed.value) else None


def _asks_first(known: AirfieldFacts) -> Fact | None:
    """The statement by which every visitor has to ask: PPR, or restricted, private or military use."""
    if not known.needs_permission:
        return None
    stated = known.first("ppr_required")
    return stated if stated is not None and stated.value is True else known.first("access")


def _ask_for_day(said: str, airport: Airport, today: date) -> tuple[MissingInfo, ...]:
    days = (later("today"), later("Saturday"), later("14 Feb"))
    return (
        MissingInfo(
            key="date",
            reason=say('"{said}" is not a day I can place', said=said[:30]),
            prompt=say("Which day do you arrive at {ident}?", ident=airport.ident),
            examples=tuple(say(name) for name in days),
            fills=tuple({"date": day_named(name, today), "day_of_week": None} for name in days),
        ),
    )


def day_named(name: str, today: date) -> str | None:
    """The ISO date of a day by name, as of today: what a button for it means tomorrow too."""
    day = resolve_day(name, today)
    return day.isoformat() if day else None


def _other(country: str | None, context: ToolContext) -> Territory | None:
    if not country:
        return None
    borders = context.deps.borders
    if (territory := borders.named(country)) is not None:
        return territory
    found = context.deps.countries.get(country)
    return borders.of_country(found.code if found else country)


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


async def _read(text: NoticeText, wanted: tuple[Service, ...], context: ToolContext) -> NoticeRules:
    """The rules of a text; a model reads on where the parser leaves something open that this flight needs."""
    if not any(rule.service in wanted for rule in text.rules.rules):
        return text.rules
    deps = context.deps
    if not incomplete(text.rules) or deps.model is None:
        return text.rules
    return await read_on(text.rules, text.raw, deps.settings, deps.behaviour, deps.model, context.meter)


def _other_records(
    known: AirfieldFacts, current: list[NoticeText], wanted: tuple[Service, ...], view: View
) -> tuple[str, ...]:
    """Wordings of other documents that ask something else: shown, never mixed in."""
    said: list[str] = []
    for text in known.notices:
        twin = next(
            (t for t in current if t.services == text.services and t.item == text.item and t is not text), None
        )
        if twin is None:
            continue
        ours, theirs = (
            [
                r.model_dump(exclude={"raw", "phone", "email"})
                for r in Reading(t, t.rules.rules).applying(wanted, view)
            ]
            for t in (twin, text)
        )
        if ours != theirs:
            said.append(f'{text.source.name}: "{shortened(text.raw, 160)}"')
    return tuple(said)


def _default_latest(end: EndFormalities | None, view: View) -> datetime | None:
    """Until when the country's own notice is due for a landing of which day and time are known."""
    default = end.default if end else None
    if default is None or default.latest_hours is None or not view.day or not view.at or not view.zone:
        return None
    place = Place(view.zone, view.airport.country, view.airport.region)
    landing = datetime.combine(view.day, view.at, view.zone)
    latest = due(Asked(hours=default.latest_hours), landing, place).latest
    return latest.astimezone(view.zone) if latest else None


def _reports(flight: Formalities | None, context: ToolContext) -> tuple[str, ...]:
    """What both ends of the flight report, when the other end is known."""
    if flight is None:
        return ()
    found = [
        say(
            "{country} side: {text}",
            country=country_name(territory_name(end.territory, context)),
            text=say(demand.text),
        )
        for end in (flight.departure, flight.arrival)
        for demand in end.reports
        if demand.latest_hours is not None or demand.name == GENERAL_DECLARATION
    ]
    return tuple(dict.fromkeys(found))


def _border(end: EndFormalities | None, *, unlisted: bool = False) -> str | None:
    """What the border asks here of a flight from there, in a sentence; None where its origin is not known."""
    if end is None or (end.here.territory.code, end.needed) == (UNKNOWN, False):
        return None
    if not end.needed:
        return say("Immigration and customs: none for this flight.")
    names = {say("immigration"): end.immigration, say("customs"): end.customs}
    both = say(" and ")
    needed = both.join(name for name, state in names.items() if state == "yes")
    ask = both.join(name for name, state in names.items() if state == "verify")
    free = [name for name, state in names.items() if state == "no"]
    told = [say("{what} needed", what=needed)] if needed else []
    told += [say("{what} not certain, assume needed and ask", what=ask)] if ask else []
    told += [say("no {what}", what=free[0])] if free else []
    sentence = say("; ").join(told)
    unknown = "" if end.stated or end.can_clear is False else say(" No notice data on it for this field: ask.")
    if unknown and unlisted and end.immigration == "yes":
        unknown = say(" It is on no list of border crossing points that I have: cross at one that is, or ask.")
    return f"{sentence[0].upper()}{sentence[1:]}.{unknown}"


def territory_name(territory: Territory, context: ToolContext) -> str:
    """A territory as pilots call it: the country's name, or its own."""
    country = context.deps.countries.get(territory.code) if len(territory.code) == 2 else None
    return country.name if country else territory.name
