"""A watch over one flight: what it looks at, what it would tell, when it ends; the bot keeps it and looks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import ClassVar

from pydantic import AliasChoices, AwareDatetime, Field

from agent.protocol import Answer, Minima, MissingInfo, ToolResult
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.weather.brief import BriefArguments, get_day_brief
from agent.subjects.weather.day import DayBrief
from agent.subjects.weather.finding_words import finding_words
from agent.subjects.weather.findings import Finding
from agent.subjects.weather.forecast_words import day_name, runs_line, stamp
from agent.subjects.weather.minima import minima_words
from agent.weather.sigmet import words as sigmet_words
from agent.weather.watching import Grade, Line, Unseen
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


class FlightWatch(ToolResult):
    """A watch as it would be kept: nothing is watched until the pilot says so. It ends with the flight.

    `flight` are the arguments with which it is looked at again. `lines` are what stands against the minima now,
    `unseen` where none can be seen for want of a source; `seen` is False when no weather source
    answered: an old copy is not seen.
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
    lines: dict[str, Line] = {}
    unseen: tuple[Unseen, ...] = ()
    told_at: tuple[tuple[str, str], ...] = ()
    seen: bool = False
    why_not: str = ""


@tool(kind="route", chat_only=True, outside=True)
async def watch_flight(arguments: WatchArguments, context: ToolContext) -> FlightWatch:
    """Watch a flight on a day: a message only when a line of your own minima is crossed, until it has landed."""
    home = arguments.from_location or context.question.profile.home_base
    if not arguments.to_location and home:  # a day is watched, and no flight is known: the one around home
        arguments = arguments.model_copy(update={"from_location": home, "to_location": home})
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


def watch_of(brief: DayBrief, arguments: WatchArguments) -> FlightWatch:
    """The watch over a briefed flight."""
    said = arguments.canonical()
    ends = {"from_location": brief.from_, "to_location": brief.to}
    flight = {name: end.icao for name, end in ends.items() if end and end.icao}
    flight |= {n: str(said[n]) for n in _OF_THE_FLIGHT if said.get(n)}
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
        why_not="" if told or too_far else "; ".join(brief.not_seen),
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
            words = f"NOTAM {field.icao} {one.notam.id}: “{one.notam.text[:120]}”"
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
        say("Against your minima ({minima}), SIGMETs, notice and NOTAM seen here.", minima=limits)
        if limits
        else say("You have set no minima: only night, notice, SIGMETs and NOTAM seen here can be compared.")
    )
    lines.append(
        say(
            "One message when a line is crossed and stays so, at most six, and beside them when a deadline comes "
            "near; none at night unless the flight is near. It ends {ends:%a %d %b %H:%M} UTC.",
            ends=result.ends,
        )
    )
    if result.from_icao and result.from_icao == result.to_icao:
        lines.append(say("Flying away from there? Say to where, and I watch that flight."))
    standing = [line.words for line in result.lines.values()][:3]
    lines += [say("Now:"), *standing] if standing else []
    if not result.seen:
        lines.append(say("No weather is seen now: {why}.", why=result.why_not))
    return Answer(text="\n".join(lines), choices=result.choices)
