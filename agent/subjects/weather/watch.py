"""A watch over one flight: what it looks at, what it would tell, when it ends; the bot keeps it and looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, timedelta
from typing import ClassVar

from pydantic import AliasChoices, AwareDatetime, Field

from agent.aviation.hours import zone_of
from agent.locate import NotLocated
from agent.protocol import Answer, Minima, MissingInfo, ToolResult
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.weather.brief import BriefArguments, get_day_brief
from agent.subjects.weather.day import DayBrief
from agent.subjects.weather.finding_words import finding_words
from agent.subjects.weather.findings import Finding, of_report
from agent.subjects.weather.forecast_words import day_name, runs_line, stamp
from agent.subjects.weather.minima import minima_words
from agent.subjects.weather.place import clock, find_spot
from agent.subjects.weather.reports import SPEAKS_NM
from agent.weather.sigmet import words as sigmet_words
from agent.weather.watching import Grade, Line, Unseen
from agent.writing.as_held import quoted
from agent.writing.write import Talk, write
from tongue import say

_OF_THE_FLIGHT = (
    "time",
    "arrive_by",
    "return_day",
    "return_time",
    "return_by",
    "cruise_speed_kts",
    "aircraft_type",
)


class WatchArguments(Arguments):
    """A flight and its day."""

    to_location: str | None = Field(
        default=None,
        validation_alias=AliasChoices("to_location", "to", "destination"),
        description="code or town; asked for when left out",
    )
    from_location: str | None = Field(
        default=None,
        validation_alias=AliasChoices("from_location", "from", "departure"),
        description="code or town; the home base when left out",
    )
    day: str | None = Field(default=None, description='"Saturday", ISO date; tomorrow when left out')
    time: str | None = Field(default=None, description="local time off blocks HH:MM; 10:00 when left out")
    return_day: str | None = Field(default=None, description="ISO date of the way back; else the same day")
    return_time: str | None = Field(default=None, description="local time off blocks of the way back HH:MM")
    arrive_by: str | None = Field(default=None, description="local time by which one is there HH:MM")
    return_by: str | None = Field(default=None, description="local time by which one is home again HH:MM")
    cruise_speed_kts: float | None = Field(default=None, description="knots; else the profile's, or 100")
    aircraft_type: str | None = Field(default=None, description='"C172", "SR22" …')
    ceiling_ft: int | None = Field(default=None, ge=0, le=20000, description="tell me below so many feet")
    visibility_m: int | None = Field(default=None, ge=0, le=50000, description="tell me below so many metres")
    crosswind_kt: float | None = Field(default=None, ge=0, le=60, description="tell me above so many knots across")
    gust_kt: float | None = Field(default=None, ge=0, le=80, description="gusts across")
    wind_kt: float | None = Field(default=None, ge=0, le=80, description="tell me above so many knots of wind")
    wind_gust_kt: float | None = Field(default=None, ge=0, le=100, description="gusts from anywhere")


LIMITS = ("ceiling_ft", "visibility_m", "crosswind_kt", "gust_kt", "wind_kt", "wind_gust_kt")
"""What a watch may have of its own: said with it, they count for it alone."""


class FlightWatch(ToolResult):
    """A watch as it would be kept: nothing is watched until the pilot says so. It ends with the flight.

    `flight` are the arguments with which it is looked at again. `lines` are what stands against the minima now,
    `unseen` where none can be seen for want of a source; `seen` is False when no weather source
    answered: an old copy is not seen.
    `own_limits`: they were said with the watch. `looked_at` are the moments of a watched field that are looked at.
    `told_at`: of which time a source is, by the source that a line names.
    """

    tells_notams: ClassVar[bool] = True

    from_icao: str | None = None
    to_icao: str | None = None
    day: date | None = None
    flight: dict[str, str] = {}
    heading: str = ""
    leaves: AwareDatetime | None = None
    ends: AwareDatetime | None = None
    zone: str | None = None
    minima: Minima = Minima()
    own_limits: bool = False
    looked_at: tuple[AwareDatetime, ...] = ()
    lines: dict[str, Line] = {}
    unseen: tuple[Unseen, ...] = ()
    told_at: tuple[tuple[str, str], ...] = ()
    seen: bool = False
    why_not: str = ""


@tool(kind="route", chat_only=True, outside=True)
async def watch_flight(arguments: WatchArguments, context: ToolContext) -> FlightWatch:
    """Watch a flight on a day: a message only when a line of your own minima is crossed, until it has landed."""
    if (limits := _said_limits(arguments)) is not None:
        return await _with_limits(arguments, limits, context)
    home = arguments.from_location or context.question.profile.home_base
    if not arguments.to_location and home:  # a day is watched, and no flight is known: the one around home
        arguments = arguments.model_copy(update={"from_location": home, "to_location": home})
    if arguments.to_location and not home:  # one field, on which nobody is known to fly: its weather alone
        own = {name: getattr(context.minima, name) for name in LIMITS}
        if limits := {name: value for name, value in own.items() if value is not None}:
            return await _with_limits(arguments, limits, context)
        return FlightWatch(
            found=False,
            message=say(
                "To watch {field} I need a figure that is crossed: say one, like “tell me when the visibility is "
                "under 5 km”, or your minima.",
                field=arguments.to_location,
            ),
        )
    if not arguments.to_location:
        ask = MissingInfo(
            key="to_location",
            reason=say("A watch belongs to a flight"),
            prompt=say("Which flight shall I watch: to where?"),
            examples=("LFAT", say("{start} to {end}", start="EGKB", end="LFAT")),
            argument="to_location",
        )
        return FlightWatch(found=False, message=ask.prompt, missing_info=(ask,))
    brief = await get_day_brief(BriefArguments.model_validate(arguments.canonical()), context)
    if not brief.found or brief.from_ is None or brief.to is None or brief.day is None:
        return FlightWatch(
            found=False, message=brief.message, choices=brief.choices, missing_info=brief.missing_info
        )
    return watch_of(brief, arguments)


def _said_limits(arguments: WatchArguments) -> dict[str, float] | None:
    told = {name: value for name in LIMITS if (value := getattr(arguments, name)) is not None}
    return told or None


FIELD_LASTS = timedelta(hours=6)
"""So long a field is watched today where no hour is said."""


async def _with_limits(arguments: WatchArguments, limits: dict[str, float], context: ToolContext) -> FlightWatch:
    """ "Tell me if it drops below 1500 ft at Le Touquet": that alone; of a flight beside the others."""
    profile = context.question.profile
    of_a_flight = bool(arguments.from_location and arguments.from_location != arguments.to_location)
    field = arguments.to_location or arguments.from_location or profile.home_base
    if field is None:
        ask = MissingInfo(
            key="to_location",
            reason=say("What you named is looked at there"),
            prompt=say("At which field shall I watch that?"),
            examples=("LFAT", "EGKB"),
            argument="to_location",
        )
        return FlightWatch(found=False, message=ask.prompt, missing_info=(ask,))
    kept = (profile.minima if of_a_flight else Minima()).model_copy(update=limits)
    own = replace(
        context,
        earlier=(),
        question=context.question.model_copy(update={"profile": profile.model_copy(update={"minima": kept})}),
    )
    flight = {name: value for name, value in arguments.canonical().items() if name not in LIMITS}
    if not of_a_flight:
        flight |= {"from_location": field, "to_location": field}
        flight |= _hours_there(arguments, field, context)
    brief = await get_day_brief(BriefArguments.model_validate(flight), own)
    if not brief.found or brief.from_ is None or brief.to is None or brief.day is None:
        return FlightWatch(
            found=False, message=brief.message, choices=brief.choices, missing_info=brief.missing_info
        )
    found = watch_of(brief, arguments.model_copy(update=flight))
    if of_a_flight:
        return found.model_copy(update={"own_limits": True})
    lines, unseen, told_at = _reported(brief, kept, context)
    return found.model_copy(
        update={
            "own_limits": True,
            "heading": say("{field}, {day}", field=found.to_icao or field, day=day_name(brief.day)),
            "lines": {**lines_of(_only_weather(brief)), **lines},
            "unseen": (*found.unseen, *unseen),
            "told_at": (*found.told_at, *told_at),
            "seen": found.seen or bool(told_at),
            "looked_at": tuple(one.at for one in brief.windows),
        }
    )


def _only_weather(brief: DayBrief) -> DayBrief:
    """Without night, papers and warnings, which nobody asked to be told of at a watched field."""
    found = tuple(one for one in brief.findings if one.from_ is not None and one.kind != "night")
    return brief.model_copy(update={"findings": found, "sigmets": None, "notams": ()})


def _hours_there(arguments: WatchArguments, field: str, context: ToolContext) -> dict[str, str]:
    """From now on where neither day nor hour is said; the day's usual hours on another day."""
    if arguments.time or arguments.return_time:
        return {}
    spot = find_spot(field, context)
    zone = (None if isinstance(spot, NotLocated) else spot.zone) or UTC
    now = context.deps.now().astimezone(zone)
    if arguments.day not in (None, "today", now.date().isoformat()):
        return {}
    last = min(now + FIELD_LASTS, now.replace(hour=23, minute=45, second=0, microsecond=0))
    return {"day": now.date().isoformat(), "time": f"{now:%H:%M}", "return_time": f"{last:%H:%M}"}


def _reported(
    brief: DayBrief, limits: Minima, context: ToolContext
) -> tuple[dict[str, Line], list[Unseen], list[tuple[str, str]]]:
    """What the reports of now, at or near a watched field, have against what was named; today alone."""
    now = context.deps.now()
    if brief.leaves is None or brief.leaves - now > timedelta(hours=1):
        return {}, [], []
    airport = context.deps.airports.get(brief.to.icao) if brief.to and brief.to.icao else None
    ends = context.deps.weather_tables.runway_headings(airport, context.deps.airports) if airport else ()
    lines: dict[str, Line] = {}
    told_at: list[tuple[str, str]] = []
    for station in (one for place in brief.reports for one in place.stations):
        report = station.report
        if report is None or report.issued is None or station.freshness != "current":
            continue
        if station.station.distance_nm > SPEAKS_NM:
            continue
        told_at.append(
            ("METAR", say("METAR {station} of {when}", station=station.station.icao, when=stamp(report.issued)))
        )
        across = {} if station.station.own else {"crosswind_kt": None, "gust_kt": None}
        found = of_report(
            station.station.icao, report, limits.model_copy(update=across), ends if station.station.own else ()
        )
        for one in found:
            key = f"report {station.station.icao} {one.kind}"
            lines[key] = Line(grade="yes", words=finding_words(one), sudden=report.kind == "SPECI", source="METAR")
    return lines, ([] if told_at else [Unseen(begins="report ")]), told_at


def watch_of(brief: DayBrief, arguments: WatchArguments) -> FlightWatch:
    """The watch over a briefed flight."""
    said = arguments.canonical()
    ends = {"from_location": brief.from_, "to_location": brief.to}
    flight = {name: end.icao for name, end in ends.items() if end and end.icao}
    flight |= {n: str(said[n]) for n in (*_OF_THE_FLIGHT, *LIMITS) if said.get(n) is not None}
    flight |= {"day": brief.day.isoformat()} if brief.day else {}
    start, end = brief.from_, brief.to
    last = max((one.at for one in brief.windows), default=brief.returns)
    old = {s.station.icao for place in brief.reports for s in place.stations if s.old_copy}
    told = any(
        (one.window is not None and not brief.stale)
        or (one.taf is not None and not one.taf.beyond and one.taf_station not in old)
        for one in brief.windows
    )
    too_far = brief.opens is not None
    return FlightWatch(
        from_icao=start.icao if start else None,
        to_icao=end.icao if end else None,
        day=brief.day,
        flight=flight,
        heading=_heading(brief),
        leaves=brief.leaves,
        ends=last,
        zone=brief.windows[0].zone if brief.windows else None,
        minima=brief.minima,
        lines=lines_of(brief),
        unseen=tuple(_unseen(brief)),
        told_at=tuple(_told_at(brief)),
        seen=told or too_far,
        why_not="" if told or too_far else say("; ").join(brief.not_seen),
        sources=brief.sources,
    )


def _heading(brief: DayBrief) -> str:
    start, end = (place.icao if place else "" for place in (brief.from_, brief.to))
    day = day_name(brief.day) if brief.day else say("a day not known")
    if brief.is_local:
        return say("{field}, a local flight, {day}", field=start, day=day)
    return f"{start} – {end}, {day}"


def lines_of(brief: DayBrief) -> dict[str, Line]:
    """Every line that is crossed now, under a key that stays the same while figures and models move."""
    found: dict[str, Line] = {}
    for one in brief.findings:
        key = (
            f"{_when(one, brief)} {one.place} {one.kind}"
            if one.from_
            else f"{one.kind} {one.source} {one.to:%d%H%M}"  # nothing that is said in a language
            if one.to
            else f"{one.kind} {one.detail}"
        )
        source = one.source.split()[0] if one.from_ else ""
        line = Line(
            grade=_grade(one), words=finding_words(one), sudden=one.kind in ("deadline", "closed"), source=source
        )
        if key not in found or _rank(line.grade) > _rank(found[key].grade):
            found[key] = line
    for near in brief.sigmets.on_the_way if brief.sigmets else ():
        sigmet = near.sigmet
        words = say("SIGMET on the way: {words}.", words=sigmet_words(sigmet))
        found[f"sigmet {sigmet.fir} {sigmet.series} {sigmet.from_:%d%H%M}"] = Line(
            grade="yes", words=words, sudden=True
        )
    for field in brief.notams:
        for one in field.notams:
            words = f"NOTAM {field.icao} {one.notam.id}: {quoted(one.notam.text[:120])}"
            found[f"notam {field.icao} {one.notam.id}"] = Line(grade="yes", words=words, sudden=True)
    return found


def _when(of: Finding, brief: DayBrief) -> str:
    """Which moment of the flight a finding is of: it stays the same while sources and hours move."""
    for one in brief.windows:
        if one.icao == of.place and of.from_ is not None and of.to is not None and of.from_ <= one.at <= of.to:
            return one.label
    return f"{of.from_:%H}" if of.from_ else ""


def _unseen(brief: DayBrief) -> Iterator[Unseen]:
    """What this brief could not see: moments without TAF or models, SIGMETs and NOTAM of a silent service."""
    for one in brief.windows:
        by_taf = one.taf is not None and not one.taf.beyond
        begins = f"{one.label} {one.icao} "
        if not by_taf:
            yield Unseen(begins=begins, source="TAF")
        if one.window is None and not (by_taf and one.taf_distance_nm == 0):
            yield Unseen(begins=begins, source="models")
    if brief.sigmets is None:
        yield Unseen(begins="sigmet ")
    for field in brief.notams:
        if not field.seen:
            yield Unseen(begins=f"notam {field.icao} ")


def _told_at(brief: DayBrief) -> Iterator[tuple[str, str]]:
    """ "TAF LFAT of 22 Nov 11:00 UTC", "ICON-EU run 22 Nov 06 UTC"."""
    used = {one.taf_station for one in brief.windows}
    stations = {s.station.icao: s.forecast for place in brief.reports for s in place.stations if s.forecast}
    for code, forecast in stations.items():
        if code in used and forecast.issued is not None:
            yield "TAF", say("TAF {station} of {when}", station=code, when=stamp(forecast.issued))
    if brief.runs:
        yield "models", runs_line(brief.runs)


def _grade(of: Finding) -> Grade:
    if of.models is not None:
        hits, told = of.models
        return "most" if 2 * hits > told else "some"
    return "at times" if of.at_times or of.probability else "yes"


def _rank(grade: Grade) -> int:
    return ("none", "at times", "some", "most", "yes").index(grade)


@write.register
def _(result: FlightWatch, talk: Talk) -> Answer:
    if not result.found or result.ends is None:
        return Answer(text=result.message or say("I could not place that flight."), choices=result.choices)
    limits = minima_words(result.minima)
    lines = [say("**Watch {flight}?** Nothing is watched until you keep it.", flight=result.heading)]
    lines.append(
        say("Against what you named, and nothing else: {minima}.", minima=limits)
        if result.own_limits and result.looked_at
        else say("Against your minima ({minima}), SIGMETs, notice and NOTAM seen here.", minima=limits)
        if limits
        else say("You have set no minima: only night, notice, SIGMETs and NOTAM seen here can be compared.")
    )
    lines.append(
        say(
            "One message when a line is crossed, to the worse or to the better, and stays so, at most six, and "
            "beside them when a deadline comes near; none at night unless the flight is near. "
            "It ends {ends:%a %d %b %H:%M} UTC.",
            ends=result.ends,
        )
    )
    if result.looked_at:
        zone = zone_of(result.zone)
        hours = say(" and ").join(clock(at, zone) for at in dict.fromkeys(result.looked_at))
        lines.append(say("Looked at: the forecast about {hours}, and the reports as they come.", hours=hours))
    elif result.from_icao and result.from_icao == result.to_icao:
        lines.append(say("Flying away from there? Say to where, and I watch that flight."))
    standing = [line.words for line in result.lines.values()][:3]
    lines += [say("Now:"), *standing] if standing else []
    if not result.seen:
        lines.append(say("No weather is seen now: {why}.", why=result.why_not))
    return Answer(text="\n".join(lines), choices=result.choices)
