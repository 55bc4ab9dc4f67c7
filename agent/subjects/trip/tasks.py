"""What one flight of a trip asks to be done: border, reports, permission, flight plan, each with its moments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from agent import regex as re
from agent.aviation.aip_words import shortened
from agent.aviation.airports import Airport
from agent.aviation.borders import GENERAL_DECLARATION, Demand
from agent.aviation.deadlines import Asked, Deadline, Place, due, last_open, tightest
from agent.aviation.fact_records import HOURS_ROW
from agent.aviation.formalities import EndFormalities, Formalities
from agent.aviation.hours import zone_of
from agent.aviation.off_blocks import Limit
from agent.aviation.surroundings import OFF_SHORE_OF_A_WAY_NM
from agent.deps import Deps
from agent.errors import AgentError
from agent.protocol import Source
from agent.subjects.border.report_time import REPORT_NAMES
from agent.subjects.border.tool import BorderBrief, BorderEnd
from agent.subjects.notice.demand import NoticeDemand
from agent.subjects.notice.tool import AirfieldNotice
from agent.subjects.notice.words import report_words, stated_lead
from agent.subjects.trip.legs import Flight, published
from agent.subjects.trip.timeline import Task, Unknown
from agent.writing.as_held import quoted, translated
from tongue import SOURCE, country_name, later, say, spoken

_OWN = frozenset({"Permission (PPR)", "Prior notice"})
ASK = later("ask")
_POLICE = "Police"
_BORDER = frozenset({"Customs", "Immigration", _POLICE})
ASK_NOW = later("ask now, no lead time is stated")
UNSURE = later("not known to clear flights")
LEAD_UNKNOWN = later("I do not know the lead time: ask")
TIME_OPEN = later("for an arrival that early it has passed: name your time")
_A_DAY = timedelta(hours=14)
"""From the earliest hour of a day to the last one that is flown."""


@dataclass
class Found:
    """What a flight asks, and what is known and not known beside it."""

    tasks: list[Task] = field(default_factory=list[Task])
    facts: list[str] = field(default_factory=list[str])
    unknown: list[Unknown] = field(default_factory=list[Unknown])
    unsure_borders: list[str] = field(default_factory=list[str])
    """Codes of the fields of which it is not known whether they can clear the flight."""
    problems: list[str] = field(default_factory=list[str])
    warnings: list[str] = field(default_factory=list[str])
    """What of the flight lies outside the hours of those who clear it."""
    sources: list[Source] = field(default_factory=list[Source])
    """Of what no other tool told for the flight."""
    closing: list[Limit] = field(default_factory=list[Limit])
    """When those who clear the flight close on its day: it is off, or there, by then."""


@dataclass(frozen=True)
class Asking:
    """One flight with what the tools found about it."""

    flight: Flight
    brief: BorderBrief
    border: Formalities
    arriving: AirfieldNotice
    leaving: AirfieldNotice
    deps: Deps
    now: datetime


def asked_of(asking: Asking) -> Found:
    """Everything that is to be done for a flight."""
    found = Found()
    _border(asking, found)
    _reports(asking, found)
    _permission(asking, found)
    _flight_plan(asking, found)
    return found


# --- the border ------------------------------------------------------------------------------------------


def _border(asking: Asking, found: Found) -> None:
    flight, brief = asking.flight, asking.brief
    if not brief.crosses or brief.departure is None or brief.arrival is None:
        return
    leaving, arriving = asking.border.departure, asking.border.arrival
    ends = (
        (brief.departure, leaving, flight.start, asking.leaving, flight.counted, later("leaving")),
        (brief.arrival, arriving, flight.end, asking.arriving, flight.reached, later("arriving")),
    )
    for end, law, airport, notice, moment, word in ends:
        asked = _asked_at(end)
        if not asked:
            continue
        if end.can_clear is False:
            named = f"{airport.ident} {airport.short_name}"
            found.problems.append(say("{field} cannot clear this flight ({asked}).", field=named, asked=asked))
            continue
        near: list[str] = []
        demands = [d for d in notice.demands if _BORDER & set(d.services) and d.kind != "silent"]
        if end.can_clear is None:
            near = [f"{f.icao} {f.name}, {f.distance_nm:.0f} nm" for f in end.nearby[:2] if f.distance_nm]
            known = say(" (known to: {fields})", fields=say("; ").join(near)) if near else ""
            ask = say(
                "whether {icao} can do {asked}: ask{whom}",
                icao=airport.ident,
                asked=asked,
                whom=_contact_words(notice),
            )
            listed = say(" (on HMRC's list for goods: {listed})", listed=end.goods_list) if end.goods_list else ""
            on_list = say("on HMRC's list for goods") if end.goods_list else ""
            whom = notice.phone or notice.email or ""
            words = f"{ask}{listed}{known}"
            found.unknown.append(
                Unknown(kind="border", icaos=(airport.ident,), words=words, contact=whom, listed=on_list)
            )
            found.unsure_borders.append(airport.ident)
        certain = "yes" in (end.customs, end.immigration)
        if (
            end.can_clear is None
            and not demands
            and law.default is None
            and (law.reports or not (certain or _on_a_list(end)))
        ):
            continue  # what is reported there goes to those who clear the flight
        unsure = say(UNSURE) if end.can_clear is None and not demands else ""
        police = [d for d in demands if {*d.services} == {_POLICE}]
        others = [d for d in demands if d not in police]
        task = _border_task(asking, law, airport, notice, others, moment, word, asked)
        if unsure:
            known_to = say("known to: {fields}", fields=near[0]) if near else ""
            rest = "; ".join(part for part in task.lead.split("; ") if part != say(ASK_NOW))
            if on_list := _on_a_list(end):
                known_to = ""
            first = ", ".join(part for part in (unsure, on_list, rest) if part)
            words = say("; ").join(part for part in (first, known_to, _of_other_days(notice)) if part)
            task = task.model_copy(update={"lead": words})
        found.tasks.append(task)
        if not unsure and (shut := _while_closed(task, asking.flight, airport)):
            found.warnings.append(shut)
        if not unsure and (end_of := _closing(task, asking.flight, airport)):
            found.closing.append(end_of)
        if police:  # "Immigration 3 hours, Special Branch 12 hours": each by its own lead
            told = _border_task(asking, law, airport, notice, police, moment, word, say("police"), by_mail=False)
            found.tasks.append(told.model_copy(update={"key": f"police:{word}:{flight.number}"}))


def _on_a_list(end: BorderEnd) -> str:
    """What a list says of a field that no text says to clear flights: a border point, or customs for goods."""
    if end.border_point and end.field_says:
        return say(
            "but a border point for persons ({listed}); whether customs is there: ask", listed=say(end.field_says)
        )
    return say("but on HMRC's list for goods ({listed})", listed=end.goods_list) if end.goods_list else ""


def _of_other_days(notice: AirfieldNotice) -> str:
    """The field's own text on its customs where all of it is for other flights or days: "May to September"."""
    silent = [d for d in notice.demands if d.kind == "silent" and _BORDER & set(d.services)]
    if not silent:
        return ""
    words = shortened(silent[0].raw, 150)
    if silent[0].only_in or silent[0].only_on:
        return say("its own text is for other days: “{words}”", words=words)
    return say("its own text is for other flights or days: “{words}”", words=words)


def _while_closed(task: Task, flight: Flight, airport: Airport) -> str:
    """That the flight leaves, or arrives, outside the hours of its customs; at their end it is late."""
    leaves = airport == flight.start
    moment, zone = flight.off_blocks if leaves else flight.on_blocks, zone_of(airport.time_zone)
    opens, _, shuts = (task.opening or "").partition("–")
    if moment is None or zone is None or not shuts or opens >= shuts:
        return ""
    clock = f"{moment.astimezone(zone):%H:%M}"
    if opens <= clock < shuts:
        return ""
    what = say(later("off blocks")) if leaves else say(later("arrival"))
    return say(
        "{what}: open {hours} local by its text, and {at} is not within it",
        what=task.title,
        hours=task.opening,
        at=f"{what} {airport.ident} {clock}",
    )


def _closing(task: Task, flight: Flight, airport: Airport) -> Limit | None:
    """The end of the hours in which those who clear the flight are there, as a limit like sunset."""
    zone = zone_of(airport.time_zone)
    opens, _, shuts = (task.opening or "").partition("–")
    if zone is None or flight.day is None or not shuts or opens >= shuts:
        return None
    at = datetime.combine(flight.day, time.fromisoformat(shuts), zone).astimezone(UTC)
    return Limit(say("hours of {what} end", what=task.title), at, on_arrival=airport != flight.start)


def _asked_at(end: BorderEnd) -> str:
    """ "customs and immigration", "immigration (assume needed)"; "" where the border is open."""
    parts: list[str] = []
    for name, state in ((later("customs"), end.customs), (later("immigration"), end.immigration)):
        if state == "yes":
            parts.append(say(name))
        elif state == "verify":
            parts.append(say("{service} (not certain: assume it)", service=say(name)))
    return say("{first} and {last}", first=parts[0], last=parts[1]) if len(parts) > 1 else "".join(parts)


def _border_task(
    asking: Asking,
    law: EndFormalities,
    airport: Airport,
    notice: AirfieldNotice,
    demands: list[NoticeDemand],
    moment: datetime | None,
    word: str,
    asked: str,
    *,
    by_mail: bool = True,
) -> Task:
    flight = asking.flight
    zone = zone_of(airport.time_zone)
    sure = [d for d in demands if not d.conditions]
    either = [] if sure else [_of(d) for d in demands]  # "with passengers", "without": one of them holds
    leads = [lead for lead in map(stated_lead, sure) if lead]
    each = [stated_lead(d) for d in demands] if not sure else []
    fixed = bool(each) and all(each)  # "SUM 0800-1600 / WIN 0800-1500, 2 h before": whichever holds, it states one
    leads += each[:1] if fixed and len(set(each)) == 1 else []
    moments = [_of(d) for d in sure] or ([tightest(either)] if all(d.latest for d in either) and either else [])
    contact = next((d for d in sure or demands if d.email or d.phone), None)
    said = list(dict.fromkeys(leads))
    if not leads and not fixed:
        said.append(say(ASK_NOW))
    default = law.default if by_mail else None
    if default is not None and default.latest_hours is not None and zone is not None:
        written = say("by e-mail {hours:g} h before where staff are not always there", hours=default.latest_hours)
        counted = _counted(default.latest_hours, moment, flight.day, Place(zone, airport.country, airport.region))
        first_due = leads and tightest([*moments, counted]) == counted
        said.insert(0 if first_due else len(said), written)
        moments.append(counted)
    apart = [] if fixed and leads else [d for d in demands if d.conditions]
    said += [
        say("{name}: {value}", name=quoted(d.conditions[0]), value=stated_lead(d) or say(ASK)) for d in apart
    ][:2]
    first = sure[0] if sure else None
    source = first.source if first else default.source.name if default and default.source else ""
    return _task(
        asking,
        Task(
            key=f"border:{word}:{flight.number}",
            kind="border",
            leg=flight.number,
            title=f"{airport.ident} {asked}",
            part=f"{flight.part}, {say(word)}",
            lead=say("; ").join(said),
            counted=_counted_from(flight) if moments else "",
            now=not leads and not fixed,
            zone=airport.time_zone,
            phone=(contact.phone if contact else None) or notice.phone,
            email=contact.email if contact else None,
            country=airport.country,
            opening=first.opening_local if first else None,
            rests_on=f"{word} {airport.ident}",
            source=source,
            as_of=first.as_of if first else None,
            stale=first.stale if first else False,
        ),
        tightest(moments),
        airport if first is not None and _IN_FIELD_HOURS.search(first.raw) else None,
    )


_IN_FIELD_HOURS = re.compile(
    r"\b(?:AD|aerodrome|airport|airfield)\W+(?:OPR|OPS|operating|operational|opening)\W+(?:HR|HRS|HOURS?)\b|"
    r"\bwithin (?:the )?(?:AD|aerodrome) hours\b|\bHOR(?:AIRES)? (?:de l'?)?AD\b",
    re.IGNORECASE,
)
"""The office is open when the airfield is: "AD OPR HR, 3 HR PN"."""


def _counted(hours: float, moment: datetime | None, day: date | None, place: Place) -> Deadline:
    """So many hours before a flight; before the first minute of its day where its time is not named."""
    if moment is not None:
        return due(Asked(hours=hours), moment, place)
    if day is None:
        return Deadline(None)
    begins = due(Asked(hours=hours), datetime.combine(day, time(0), place.zone), place)
    return replace(begins, assumed=later("counted from the start of the day"))


def _of(demand: NoticeDemand) -> Deadline:
    """The moments of a demand, as the notice of the field tells them."""
    latest = datetime.fromisoformat(demand.latest_utc) if demand.latest_utc else None
    earliest = datetime.fromisoformat(demand.earliest_local).astimezone(UTC) if demand.earliest_local else None
    return Deadline(latest, earliest, demand.assumed)


# --- reports ---------------------------------------------------------------------------------------------


def _reports(asking: Asking, found: Found) -> None:
    flight, brief = asking.flight, asking.brief
    if brief.departure is None or brief.arrival is None:
        return
    zone = zone_of(flight.start.time_zone)
    told: set[str] = set()
    ends = (
        (brief.departure, asking.border.departure, flight.start),
        (brief.arrival, asking.border.arrival, flight.end),
    )
    for end, law, airport in ends:
        for report in law.reports:
            if report.name in told:
                continue
            told.add(report.name)
            if report.latest_hours is None and report.name == GENERAL_DECLARATION:
                found.tasks.append(_undated(report, flight, airport))
                continue
            if report.latest_hours is None:
                found.facts.append(
                    say("{name}: {value}", name=country_name(end.territory), value=say(report.text))
                )
                continue
            leaves = flight.counted
            asked = Asked(hours=report.latest_hours, not_before=report.earliest_hours)
            place = Place(zone or ZoneInfo("UTC"), flight.start.country)
            only = f" ({say(report.text)})" if report.conditional else ""
            task = Task(
                key=f"report:{report.name}:{flight.number}",
                kind="report",
                leg=flight.number,
                title=say(report.name),
                part=flight.part,
                lead=_window(report) + only,
                counted=_counted_from(flight),
                zone=flight.start.time_zone,
                rests_on=f"departure {flight.start.ident}",
                source=report.source.name if report.source else "",
                as_of=report.source.as_of if report.source else None,
            )
            found.tasks.append(_task(asking, task, due(asked, leaves, place) if leaves else Deadline(None)))
        if end.note and brief.crosses:
            found.facts.append(say("{name}: {value}", name=country_name(end.territory), value=say(end.note)))
        if end.declaration and _DECLARED.search(end.declaration) and law.needed:
            found.tasks.append(_declared(end.declaration, flight, airport))
        elif end.declaration:
            words = shortened(end.declaration, 110)
            found.facts.append(say("{icao} asks: “{words}”", icao=airport.ident, words=words))
        declares = any(t.kind == "report" and t.title.startswith(airport.ident) for t in found.tasks)
        if law.report == "verify" and not law.reports and not declares and not end.declaration and law.needed:
            words = say("report or general declaration at {icao}: I know of none, ask", icao=airport.ident)
            found.unknown.append(Unknown(kind="report", icaos=(airport.ident,), words=words))


def _counted_from(flight: Flight) -> str:
    """Where the time of leaving is the latest one for an hour of arriving: who leaves earlier sends earlier."""
    zone = zone_of(flight.start.time_zone)
    if flight.leaves is not None or flight.expected is None or zone is None:
        return ""
    at = flight.expected.astimezone(zone)
    if flight.assumed_kts is not None:
        return say(
            ", counted from the latest off blocks {at:%H:%M} at {knots:g} kt (assumed): leaving earlier or slower "
            "it is earlier",
            at=at,
            knots=flight.assumed_kts,
        )
    return say(", counted from the latest off blocks {at:%H:%M}: leaving earlier it is earlier", at=at)


def _undated(report: Demand, flight: Flight, airport: Airport) -> Task:
    """A report that is due by a time that was not read."""
    _, note = report_words(say(report.text))
    return Task(
        key=f"report:{report.name}:{airport.ident}:{flight.number}",
        kind="report",
        leg=flight.number,
        title=f"{airport.ident} {say(REPORT_NAMES['gendec'])}",
        part=flight.part,
        lead=note,
        now=True,
        zone=airport.time_zone,
        source=report.source.name if report.source else "",
        as_of=report.source.as_of if report.source else None,
    )


_DECLARED = re.compile(
    r"\bgen(?:eral)?\.?[ -]?dec(?:laration)?s?\b|\bd[ée]claration g[ée]n[ée]rale\b", re.IGNORECASE
)
"""A general declaration that the field's own text asks for: something to do, and no mere fact."""


def _declared(words: str, flight: Flight, airport: Airport) -> Task:
    """The declaration that a field's own text asks for, in its words: no time is stated for it."""
    return Task(
        key=f"report:{GENERAL_DECLARATION}:{airport.ident}:{flight.number}",
        kind="report",
        leg=flight.number,
        title=f"{airport.ident} {say(REPORT_NAMES['gendec'])}",
        part=flight.part,
        lead=say("“{text}”", text=shortened(words, 90)),
        now=True,
        zone=airport.time_zone,
    )


# --- permission of the field -----------------------------------------------------------------------------


def _permission(asking: Asking, found: Found) -> None:
    flight, notice = asking.flight, asking.arriving
    airport = flight.end
    own = [d for d in notice.demands if _OWN & set(d.services)]
    told = 0
    for demand in own:
        if demand.kind == "silent":
            continue
        if demand.kind == "not_available" and not demand.partial and not demand.conditions:
            words = shortened(demand.raw, 90)
            found.problems.append(
                say("{icao}: not available for this flight: “{words}”", icao=airport.ident, words=words)
            )
            continue
        stated = stated_lead(demand)
        if demand.conditions:
            asked = say("asked")
            found.facts.append(
                say(
                    "{name}: {value}",
                    name=f"{airport.ident}, {quoted(demand.conditions[0])}",
                    value=f"{_services(demand)} {stated or asked}",
                )
            )
            told += demand.item != HOURS_ROW  # what is asked outside the hours says nothing of a visit in them
            continue
        on_request = demand.kind == "on_request"
        lead = stated or (say(ASK_NOW) if on_request else say("I cannot read a notice time: ask"))
        contact = demand.phone or notice.phone, demand.email or notice.email
        task = Task(
            key=f"permission:{airport.ident}:{flight.number}:{told}",
            kind="permission",
            leg=flight.number,
            title=f"{airport.ident} {_services(demand)}",
            part=flight.part,
            lead=lead,
            now=not stated,
            zone=airport.time_zone,
            phone=contact[0],
            email=contact[1],
            country=airport.country,
            rests_on=f"arrival {airport.ident}",
            source=demand.source,
            as_of=demand.as_of,
            stale=demand.stale,
        )
        found.tasks.append(_task(asking, task, _of(demand), airport))
        told += 1
    if not told:
        words = say("PPR at {icao}: phone{whom}", icao=airport.ident, whom=_contact_words(notice))
        whom = notice.phone or notice.email or ""
        found.unknown.append(Unknown(kind="permission", icaos=(airport.ident,), words=words, contact=whom))
    found.facts += [
        say("{name}: {value}", name=airport.ident, value=say("“{text}”", text=shortened(r.words, 110)))
        for r in notice.restrictions[:2]
    ]


def _services(demand: NoticeDemand) -> str:
    """ "Customs and immigration": all but the first in small letters, in English."""
    told = [say(service) for service in demand.services]
    told = [one.lower() if place and spoken() == SOURCE else one for place, one in enumerate(told)]
    return say("{first} and {last}", first=", ".join(told[:-1]), last=told[-1]) if len(told) > 1 else told[0]


def _window(report: Demand) -> str:
    """When a report is taken, in hours before the departure."""
    if report.earliest_hours:
        return say(
            "{first:g} h to {last:g} h before departure",
            first=report.earliest_hours,
            last=report.latest_hours,
        )
    return say("at least {last:g} h before departure", last=report.latest_hours)


def _contact_words(notice: AirfieldNotice) -> str:
    whom = notice.phone or notice.email
    return f" {whom}" if whom else ""


# --- the flight plan -------------------------------------------------------------------------------------

_QUESTIONS = ("fpl-border-crossing", "flight-plan-by-regulation")
_PLAIN_YES = frozenset({"yes.", "yes"})


def _flight_plan(asking: Asking, found: Found) -> None:
    flight, deps = asking.flight, asking.deps
    if not asking.brief.crosses or flight.start.country == flight.end.country:
        _plan_over_the_sea(asking, found)
        return  # from Northern Ireland to Scotland no state's border is crossed
    lead = deps.report_times.plan_over_border(flight.start.country)
    zone = zone_of(flight.start.time_zone)
    moments = Deadline(None)
    leaves = flight.counted
    if lead is not None and lead.before_minutes is not None and zone is not None and leaves is not None:
        asked = Asked(hours=lead.before_minutes / 60)
        moments = due(asked, leaves, Place(zone, flight.start.country))
    said = [
        say("{minutes} min before departure", minutes=lead.before_minutes) if lead else say(LEAD_UNKNOWN),
        say("a border is crossed"),
    ]
    said += _rule_words((flight.start.country, flight.end.country), deps)
    task = Task(
        key=f"flight_plan:{flight.number}",
        kind="flight_plan",
        leg=flight.number,
        title=say("flight plan"),
        part=flight.part,
        lead="; ".join(said),
        counted=_counted_from(flight),
        zone=flight.start.time_zone,
        rests_on=f"departure {flight.start.ident}",
        source=lead.source.name if lead else "",
        as_of=lead.source.as_of if lead else None,
    )
    found.tasks.append(_task(asking, task, moments))


def _plan_over_the_sea(asking: Asking, found: Found) -> None:
    """Within one state: the plan that some ask for far from the shore, or that of this one nothing is known."""
    flight, deps = asking.flight, asking.deps
    start, end = flight.start, flight.end
    away = deps.surroundings.off_shore_nm((start.lat, start.lon), (end.lat, end.lon))
    if away < _FAR_OFF_SHORE_NM:
        return
    try:
        own = deps.rules.corpus.answers("fpl-over-sea", start.country)
    except AgentError:
        own = ()
    words = own[0].short or own[0].text if own else ""
    said = [
        say(words)
        if words
        else say("whether {country} asks for one over the sea I do not know: ask", country=start.country),
        say(
            "{away:.0f} nm of the way lie more than {off:.0f} nm off shore",
            away=away,
            off=OFF_SHORE_OF_A_WAY_NM,
        ),
    ]
    task = Task(
        key=f"flight_plan:{flight.number}",
        kind="flight_plan",
        leg=flight.number,
        title=say("flight plan"),
        part=flight.part,
        lead="; ".join(said),
        zone=start.time_zone,
        source=own[0].reference if own else "",
        as_of=own[0].reviewed if own else None,
    )
    found.tasks.append(_task(asking, task, Deadline(None)))
    if own:
        link = next(iter(own[0].links), None)
        found.sources.append(Source(name=own[0].reference, url=link, as_of=own[0].reviewed))


_FAR_OFF_SHORE_NM = 10.0


def _rule_words(countries: Iterable[str], deps: Deps) -> list[str]:
    """What each country's own rule adds to a plain yes, in its words."""
    said: list[str] = []
    try:
        corpus = deps.rules.corpus
    except AgentError:
        return []
    for country in dict.fromkeys(countries):
        own = corpus.answers(_QUESTIONS[0], country)
        words = own[0].text if own else ""
        if words and words.casefold() not in _PLAIN_YES:
            told = translated(words) if spoken() != SOURCE else None
            held = quoted(shortened(words, 130)) if told is None else shortened(told, 130)
            said.append(say("{name}: {value}", name=country, value=f"{held} ({say(own[0].basis)})"))
    return said


# --- moments ---------------------------------------------------------------------------------------------


def _task(asking: Asking, task: Task, moments: Deadline, office: Airport | None = None) -> Task:
    """The task with its moments; `office`: the field whose published hours are those of who takes the notice."""
    reach_by = None
    standing, assumed = moments.standing(asking.now), moments.assumed
    late = asking.now - moments.latest if moments.latest else None
    if standing == "passed" and asking.flight.leaves is None and late is not None and late < _A_DAY:
        standing = "open"  # of the earliest hour of a day whose hour is not named
        assumed = "; ".join(one for one in (assumed, TIME_OPEN) if one)
    zone = zone_of(office.time_zone) if office else None
    if office is not None and zone is not None and moments.latest is not None and not task.email:
        reach_by = last_open(moments.latest, zone, lambda day: _open_on(office, day, asking.deps))
    return task.model_copy(
        update={
            "earliest": moments.earliest + asking.flight.stay + asking.flight.delay if moments.earliest else None,
            "latest": moments.latest,
            "reach_by": reach_by if reach_by != moments.latest else None,
            "assumed": assumed,
            "standing": standing,
        }
    )


def _open_on(airport: Airport, day: date, deps: Deps) -> tuple[tuple[datetime, datetime], ...] | None:
    opening = published(airport, day, deps)
    if opening is None or opening.all_day or (opening.figures and not opening.spans):
        return None
    return opening.spans
