"""By when a report must be in: GAR, gendec, police notice, customs notice, flight plan and its closing."""

from __future__ import annotations

from datetime import UTC, date
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator, Field, field_validator

from agent.aviation.borders import GENERAL_DECLARATION, Demand
from agent.aviation.formalities import EndFormalities, FlightEnd, formalities, stays_in_uk
from agent.aviation.hours import resolve_day, resolve_time, zone_of
from agent.aviation.notice_view import View
from agent.aviation.report_times import PlanReport
from agent.aviation.territories import NOWHERE, Territory
from agent.locate import NotLocated, locate
from agent.protocol import MissingInfo, Source, ToolCall
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.border.ends import BorderPlace, country_or_territory, end_of
from agent.subjects.border.report_asked import ENTRIES, ReportMatter
from agent.subjects.border.report_time import (
    REPORT_NAMES,
    QuotedRule,
    Report,
    ReportDeadline,
    ReportTime,
    Takeoff,
    in_utc,
    report_time,
    spelled,
)
from agent.subjects.border.sending import as_moment, sending_of
from agent.subjects.border.state_says import PLAN_OVER_BORDER, states_say
from agent.subjects.border.tool import declaration_of
from agent.subjects.notice.demand import border_demands
from agent.subjects.notice.tool import day_named, territory_name
from agent.subjects.offered import instead
from agent.subjects.rules.over_border import verdict
from agent.subjects.rules.shapes import entry, sources_of
from tongue import country_name, say

_QUOTED: dict[Report, tuple[str, ...]] = {
    "GAR": ("non-schengen-arrival",),
    "gendec": ("non-schengen-arrival",),
    "flight_plan": ("flight-plan-lead-time",),
    "closing": ("fpl-closing-uncontrolled", "arrival-report"),
    "police": (),
    "customs": ("non-schengen-arrival",),
}


class DeadlineArguments(Arguments):
    """A report and the flight it is about: its ends, or a country, and the take-off."""

    report: Annotated[Report, BeforeValidator(spelled)] = Field(
        description="GAR, gendec, flight_plan, closing, police or customs"
    )
    from_location: str | None = Field(default=None, max_length=200, description="where the flight leaves")
    to_location: str | None = Field(default=None, max_length=200, description="where it lands")
    country_code: str | None = Field(
        default=None, max_length=80, description="the state asked about, code or name"
    )
    day: str | None = Field(default=None, max_length=60, description="ISO date of the take-off")
    time: str | None = Field(default=None, max_length=20, description="local time of the take-off, HH:MM")
    landing: str | None = Field(
        default=None, max_length=20, description="local time of the landing, HH:MM, where that alone is known"
    )
    sent: str | None = Field(
        default=None,
        max_length=40,
        description='when it would be sent: ISO date, also "2026-11-29 20:00", or "now"',
    )
    about: ReportMatter | None = Field(default=None, description="of a GAR: changes, sending, missing or scope")

    @field_validator("from_location", "to_location", "country_code", "day", "time", "landing", "sent")
    @classmethod
    def _tidy(cls, value: str | None) -> str | None:
        return value.strip() or None if value else None


UK = "United Kingdom"
_OF_WHERE_ONE_LEAVES: tuple[Report, ...] = ("flight_plan", "closing")
"""What is asked of the state where the flight leaves or lands; the others of both ends: no clock is known."""


@tool(kind="airport")
async def get_report_deadline(arguments: DeadlineArguments, context: ToolContext) -> ReportDeadline:
    """By when a report must be sent: GAR, general declaration, police, customs, flight plan, closing a plan."""
    deps, report = context.deps, arguments.report
    places: list[BorderPlace | None] = []
    asked = ToolCall(tool="get_report_deadline", arguments=arguments.canonical())
    named = (("from_location", arguments.from_location), ("to_location", arguments.to_location))
    for (end, said), (_, other) in (named, named[::-1]):
        found = locate(said, context, snap=True, beside=[other] if other else []) if said else None
        if isinstance(found, NotLocated):
            choices = instead(found, asked, end, lambda name: _again(report, name))
            return ReportDeadline(found=False, report=report, message=found.message, choices=choices)
        places.append(end_of(found, context) if found else None)
    start, finish = places
    if arguments.about is not None and report == "GAR" and start is None and finish is None:
        return _told_of(arguments.about, context)
    country = _country(arguments, context) or _other_end(report, start, finish, context)
    if start is None and finish is None and country is None:
        return _which_country(report, asked)
    zone = _zone(start, country, context) if start or finish or report in _OF_WHERE_ONE_LEAVES else None
    today = context.question.at.astimezone(zone or UTC).date()
    day = resolve_day(arguments.day, today) if arguments.day else None
    takeoff = Takeoff(day, resolve_time(arguments.time) if arguments.time else None, zone)
    landing = resolve_time(arguments.landing) if arguments.landing else None
    ends = _ends(start, finish, country)
    flight = formalities(deps.borders, deps.facts, ends[0], ends[1], today, day=day)
    looked = tuple(e for e in (flight.departure, flight.arrival) if e.territory.known or e.ident)
    answer = ReportDeadline(
        report=report,
        day=day,
        takeoff_local=f"{takeoff.at:%H:%M}" if takeoff.at else None,
        landing_local=f"{landing:%H:%M}" if landing and takeoff.at is None else None,
        ends=tuple(_called(end, context) for end in looked),
        warnings=flight.warnings,
        missing_info=_when(arguments, day, today),
        told=_rule_of(arguments.about, context)[0] if arguments.about and report == "GAR" else (),
    )
    if flight.closed:
        return answer
    told = _times_of(answer, looked, (start, finish), takeoff, context)
    return _with_sending(told, arguments.sent, takeoff, context)


def _with_sending(
    answer: ReportDeadline, sent: str | None, takeoff: Takeoff, context: ToolContext
) -> ReportDeadline:
    """The answer with whether what was asked about is taken when it would be sent."""
    if sent is None or takeoff.day is None:
        return answer
    at = as_moment(sent, context.question.at, takeoff.zone)
    told = [sending_of(entry, at, takeoff) for entry in answer.times] if at else []
    return answer.model_copy(update={"sending": tuple(dict.fromkeys(one for one in told if one))})


def _times_of(
    answer: ReportDeadline,
    looked: tuple[EndFormalities, ...],
    named: tuple[BorderPlace | None, BorderPlace | None],
    takeoff: Takeoff,
    context: ToolContext,
) -> ReportDeadline:
    """The deadlines of the report asked about."""
    report = answer.report
    today = context.question.at.astimezone(takeoff.zone or UTC).date()
    match report:
        case "GAR" | "police":
            told = _of_the_state(answer, looked, takeoff, context)
            if told.times or report == "GAR" or None in named:
                return told
            customs = answer.model_copy(update={"report": "customs"})
            field = _of_the_field(customs, looked, takeoff, context, today)
            return told.model_copy(
                update={"instead": field.times, "sources": tuple(dict.fromkeys([*told.sources, *field.sources]))}
            )
        case "customs" | "gendec":
            return _of_the_field(answer, looked, takeoff, context, today)
        case "flight_plan" | "closing":
            return _of_the_plan(answer, report, looked, takeoff, context)


def _told_of(matter: ReportMatter, context: ToolContext) -> ReportDeadline:
    """What the UK's rules say of the GAR, of no flight in particular; its window beside it."""
    told, sources = _rule_of(matter, context)
    home = context.deps.borders.of_country("GB")
    of_gar = [d for d in context.deps.borders.possible_reports(home) if d.name == "GAR" and not d.conditional]
    times = [report_time(d, territory_name(home, context), Takeoff(None, None, None)) for d in of_gar]
    return ReportDeadline(
        report="GAR",
        told=told,
        times=() if matter == "scope" else tuple(times),
        sources=(*sources, *(d.source for d in of_gar if d.source and matter != "scope")),
    )


def _rule_of(matter: ReportMatter, context: ToolContext) -> tuple[tuple[QuotedRule, ...], tuple[Source, ...]]:
    """The corpus' answer on a matter of the GAR, with where it was read."""
    rule = entry(context.deps.rules.corpus.questions[ENTRIES[matter]], "GB", context)
    home = territory_name(context.deps.borders.of_country("GB"), context)
    told = tuple(QuotedRule(country=home, text=answer.text, origin="") for answer in rule.answers)
    return told, sources_of([rule])


def _of_the_state(
    answer: ReportDeadline, ends: tuple[EndFormalities, ...], takeoff: Takeoff, context: ToolContext
) -> ReportDeadline:
    """What a state wants by its own law: the GAR, the notice to the police."""
    # The notice to the police is given by the same form: who asks for the GAR must hear of its longer lead too.
    wanted = ("GAR", "police notice", GENERAL_DECLARATION) if answer.report == "GAR" else ("police notice", "GAR")
    times: list[ReportTime] = []
    sources: list[Source] = []
    for end in ends:
        demands = _demands(end, ends, wanted, context)
        if answer.report == "police":  # and who must tell the police must send a GAR as well
            demands = tuple(sorted(demands, key=lambda one: one.name == "GAR"))
            demands = demands if any(one.name != "GAR" for one in demands) else ()
        times += [report_time(d, territory_name(end.territory, context), takeoff) for d in demands]
        sources += [d.source for d in demands if d.source]
    free = tuple(territory_name(e.territory, context) for e in ends) if not times else ()
    spared: list[tuple[str, str]] = []
    for here, other in (ends, ends[::-1]) if len(ends) == 2 else ():
        found = context.deps.borders.spared(wanted[0], here.territory, other.territory, here.ident)
        if found is not None:
            spared.append((_called(here, context), found.text))
            sources += [found.source] if found.source else []
    quoted = () if times else _quotes(answer.report, ends, context)
    within = answer.report == "GAR" and stays_in_uk(ends)
    scope, read_in = _rule_of("scope", context) if within else ((), ())
    told = answer.told if times or not within else scope
    return answer.model_copy(
        update={
            "times": tuple(times),
            "free": free,
            "told": told,
            "within": UK if within else "",
            "spared": tuple(spared),
            "quoted": quoted,
            "sources": tuple(dict.fromkeys([*read_in, *sources])),
        }
    )


def _demands(
    end: EndFormalities, ends: tuple[EndFormalities, ...], wanted: tuple[str, ...], context: ToolContext
) -> tuple[Demand, ...]:
    """The end's reports of this name; of a lone end those it may have, wherever the other is."""
    if len(ends) > 1:
        return tuple(d for d in end.reports if d.name in wanted)
    possible = context.deps.borders.possible_reports(end.territory, end.ident)
    return tuple({d.text: d for d in possible if d.name in wanted}.values())


def _gar_instead(
    end: EndFormalities, ends: tuple[EndFormalities, ...], context: ToolContext
) -> tuple[Demand, ...]:
    """What the United Kingdom asks for in a general declaration's place."""
    return _demands(end, ends, ("GAR",), context) if end.territory.country == "GB" else ()


def _of_the_field(
    answer: ReportDeadline,
    ends: tuple[EndFormalities, ...],
    takeoff: Takeoff,
    context: ToolContext,
    today: date,
) -> ReportDeadline:
    """What the fields' own texts ask, and the country's rule where they state nothing."""
    deps = context.deps
    times: list[ReportTime] = []
    free: list[str] = []
    sources: list[Source] = []
    for end in ends:
        side = _called(end, context)
        if not end.needed and len(ends) > 1:
            free.append(side)
            continue
        if answer.report == "gendec":
            state = _demands(end, ends, (GENERAL_DECLARATION,), context) or _gar_instead(end, ends, context)
            times += [report_time(d, side, takeoff) for d in state]
            sources += [d.source for d in state if d.source]
        known = deps.facts.of(end.ident) if end.ident else None
        airport = deps.airports.get(end.ident) if end.ident else None
        if known is not None and airport is not None:
            sources += [*deps.facts.sources(end.ident, today)[:1]]
            if answer.report == "gendec" and (said := declaration_of(known)):
                times.append(ReportTime(name=REPORT_NAMES["gendec"], side=side, text=say("“{text}”", text=said)))
            if answer.report == "customs":
                view = View(airport, zone_of(airport.time_zone), takeoff.day, None, end.flight_class)
                times += [
                    ReportTime(name="Customs notice", side=side, text=d.raw, latest_hours=d.hours, demand=d)
                    for d in border_demands(known, end, view, today)
                ]
        if answer.report == "customs" and end.default is not None:
            times.append(report_time(end.default, side, takeoff))
            sources += [end.default.source] if end.default.source else []
    told = {t.side for t in times}
    if answer.report == "customs":
        for end in (e for e in ends if (e.needed or len(ends) == 1) and _called(e, context) not in told):
            gar = _gar_instead(end, ends, context)  # what Border Force is told by, where the field states nothing
            times += [report_time(d, _called(end, context), takeoff) for d in gar]
            sources += [d.source for d in gar if d.source]
    told = {t.side for t in times}
    open_ = [e for e in ends if _called(e, context) not in told and _called(e, context) not in free]
    return answer.model_copy(
        update={
            "times": tuple(times),
            "free": tuple(free),
            "quoted": _quotes(answer.report, open_, context),
            "not_covered": tuple(_called(e, context) for e in open_),
            "sources": tuple(dict.fromkeys(sources)),
        }
    )


_FLOWN_TO_FROM_THE_UK = ("JE", "GG", "IM")
"""The islands most of whose flights come from the United Kingdom: its time is told where no start is named."""


def _of_the_plan(
    answer: ReportDeadline,
    report: PlanReport,
    ends: tuple[EndFormalities, ...],
    takeoff: Takeoff,
    context: ToolContext,
) -> ReportDeadline:
    """A flight plan is filed where the flight leaves and closed where it lands; both states' figures are told."""
    abroad = ends[0].territory.country != ends[1].territory.country if len(ends) > 1 else None
    concerned = ends[-1:] if report == "closing" else ends[:1]
    codes = [end.territory.country for end in ends]
    needed = verdict("", codes, context, into=codes[-1]) if abroad and report == "flight_plan" else ""
    read_in = states_say(PLAN_OVER_BORDER, codes, context)[1] if needed else ()
    times: list[ReportTime] = []
    silent: list[EndFormalities] = []
    sources: list[Source] = []
    plans = context.deps.report_times
    asked_of: list[tuple[str, str, EndFormalities | None]] = [
        (end.territory.country, territory_name(end.territory, context), end) for end in concerned
    ]
    lone = [country for country, _, _ in asked_of if abroad is None and country in _FLOWN_TO_FROM_THE_UK]
    if report == "flight_plan" and lone:
        asked_of.append(("GB", country_name("United Kingdom"), None))  # due where one leaves, which is not said
    for country, side, end in asked_of:
        rows = plans.of(report, country, abroad if end else True)
        for row in rows:
            hours = row.before_minutes / 60 if row.before_minutes is not None else None
            after = -row.after_minutes / 60 if row.after_minutes is not None else None
            times.append(
                ReportTime(
                    name=REPORT_NAMES[report],
                    side=side,
                    text=row.text,
                    latest_hours=hours if hours is not None else after,
                    until_local=takeoff.before(hours),
                    until_utc=in_utc(takeoff.before(hours)),
                    clock=takeoff.clock(None, hours),
                )
            )
            sources.append(row.source)
        silent += [end] if end and not rows else []
    return answer.model_copy(
        update={
            "conclusion": needed,
            "times": tuple(times),
            "quoted": _quotes(report, silent if times else list(concerned), context),
            "not_covered": tuple(territory_name(e.territory, context) for e in silent),
            "sources": tuple(dict.fromkeys([*sources, *read_in])),
        }
    )


def _quotes(
    report: Report, ends: tuple[EndFormalities, ...] | list[EndFormalities], context: ToolContext
) -> tuple[QuotedRule, ...]:
    """What the rules of these ends' countries say of the report, where they hold anything."""
    if not _QUOTED[report] or not ends:
        return ()
    countries = dict.fromkeys(e.territory.country for e in ends if e.territory.country)
    held = [c for c in countries if c in context.deps.rule_countries]
    if not held:
        return ()
    corpus = context.deps.rules.corpus
    return tuple(
        QuotedRule(
            country=territory_name(context.deps.borders.of_country(country), context),
            text=answer.text,
            origin=", ".join(filter(None, (answer.reference or answer.basis, _reviewed(answer.reviewed)))),
        )
        for country in held
        for question in _QUOTED[report]
        for answer in corpus.answers(question, country)
        if not answer.regime and (report != "GAR" or (country != "GB" and "GAR" in answer.text))
    )


def _reviewed(on: date | None) -> str:
    return f"reviewed {on:%b %Y}" if on else ""


def _ends(
    start: BorderPlace | None, finish: BorderPlace | None, country: Territory | None
) -> tuple[FlightEnd, FlightEnd]:
    """Both ends as far as they are known; a country that is asked about stands for the end that was not said."""
    nowhere = FlightEnd(NOWHERE)
    first = start.end if start else None
    last = finish.end if finish else None
    if country is not None and first is None:
        first = FlightEnd(country)
    elif country is not None and last is None and first is not None and first.territory.code != country.code:
        last = FlightEnd(country)
    return first or nowhere, last or nowhere


def _country(arguments: DeadlineArguments, context: ToolContext) -> Territory | None:
    """The state asked about; the GAR and the notice to the police are the United Kingdom's."""
    borders = context.deps.borders
    if arguments.country_code:
        return country_or_territory(arguments.country_code, context)
    own = arguments.report in ("GAR", "police") and not (arguments.from_location or arguments.to_location)
    return borders.of_country("GB") if own else None


def _other_end(
    report: Report, start: BorderPlace | None, finish: BorderPlace | None, context: ToolContext
) -> Territory | None:
    """The GAR of a flight of which only the end abroad is said is that of one to or from the United Kingdom."""
    alone = start if finish is None else finish if start is None else None
    if report not in ("GAR", "police") or alone is None or alone.territory.country == "GB":
        return None
    base = context.question.profile.home_base
    home = context.deps.airports.get(base) if base else None
    if home is not None and home.country and alone.territory.country in _OWN_DECLARATION:
        based = context.deps.borders.territory(home)
        if based.country not in ("GB", alone.territory.country):
            return based
    return context.deps.borders.of_country("GB")


_OWN_DECLARATION = ("GG", "JE", "IM")
"""Islands with a declaration of their own: to whom flies there from France, the United Kingdom's is nothing."""


def _zone(start: BorderPlace | None, country: Territory | None, context: ToolContext) -> ZoneInfo | None:
    """The clock of the take-off: its field's, else the one that all fields of its country share."""
    airport = start.airport if start else None
    if airport is not None:
        return zone_of(airport.time_zone)
    territory = start.territory if start else country
    if territory is None or len(territory.country) != 2:
        return None
    fields = [a for a in context.deps.airports.in_country(territory.country) if a.icao]
    zones = {a.time_zone for a in fields if context.deps.borders.territory(a).code == territory.code}
    return zone_of(zones.pop()) if len(zones) == 1 else None


def _when(arguments: DeadlineArguments, day: date | None, today: date) -> tuple[MissingInfo, ...]:
    if arguments.day and day is None:
        return (
            MissingInfo(
                key="date",
                reason=say('"{said}" is not a day I can place', said=arguments.day[:30]),
                prompt=say("Which day do you fly?"),
                examples=(say("today"), say("Saturday")),
                fills=tuple({"day": day_named(name, today)} for name in ("today", "Saturday")),
            ),
        )
    return ()


def _called(end: EndFormalities, context: ToolContext) -> str:
    return end.ident or territory_name(end.territory, context)


def _which_country(report: Report, asked: ToolCall) -> ReportDeadline:
    ask = MissingInfo(
        key="country",
        reason=say("Each state has its own time limits"),
        prompt=say("From where to where, or for which country?"),
        examples=tuple(country_name(c) for c in ("France", "United Kingdom", "Germany")),
        argument="country_code",
    )
    return ReportDeadline(
        found=False,
        report=report,
        message=say("From where to where, or for which country?"),
        missing_info=(ask,),
    )


def _again(report: Report, where: str) -> str:
    return say("{report}: by when is it due for {place}?", report=say(REPORT_NAMES[report]), place=where)
