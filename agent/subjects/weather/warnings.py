"""SIGMETs near a route or a place, and the NOTAMs that can be seen from here; what cannot be seen is said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import ClassVar

from pydantic import AliasChoices, AwareDatetime, Field
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.airports import Airport
from agent.aviation.geometry import great_circle_points
from agent.aviation.hours import resolve_day
from agent.errors import InvalidQuestion, UpstreamError
from agent.language.ends import field_of
from agent.locate import NotLocated, locate
from agent.protocol import ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.offered import instead
from agent.subjects.weather.hazards import Hazards
from agent.subjects.weather.place import find_spot
from agent.subjects.weather.unreached import naming
from agent.weather.aviationweather import SOURCE
from agent.weather.briefings import EAD, OFFICIAL
from agent.weather.chart import WeatherChart, chart_of
from agent.weather.notam import Active, Notam, for_field, for_track, is_folded
from agent.weather.notam_service import SOURCE as NOTAM_SOURCE
from agent.weather.sigmet import Point, Sigmet, distance_nm, read_sigmets
from agent.weather.waters import load_waters
from tongue import say

ON_THE_WAY_NM = 10.0
NEAR_NM = 60.0
NOTAM_AHEAD = timedelta(hours=24)
BULLETIN_REACHES = timedelta(days=7)
CRUISE_FT = 3000.0
"""Of a flight whose height is not said."""


class SigmetArguments(Arguments):
    """A route, or one place."""

    from_location: str | None = Field(default=None, description="code, town or place")
    to_location: str | None = Field(default=None, description="code, town or place")
    place: str | None = Field(default=None, description='a field, town, country or "London FIR", not a route')
    hazards: Hazards = ()


class NearSigmet(Value):
    """A SIGMET and how near it comes; None where it tells no position."""

    sigmet: Sigmet
    distance_nm: float | None = None


class Sigmets(ToolResult):
    """SIGMETs on the way (within 10 nm), near it (within 60 nm), and of its regions without a position.

    `region`: those of a country's regions, or of one, were asked for; all of them are `on_the_way`.
    """

    label: str = ""
    region: bool = False
    of_ash: bool = False
    within_nm: float = ON_THE_WAY_NM
    hazards: Hazards = ()
    on_the_way: tuple[NearSigmet, ...] = ()
    near: tuple[NearSigmet, ...] = ()
    unplaced: tuple[NearSigmet, ...] = ()
    in_force: int = 0
    unread: int = 0
    fetched: AwareDatetime | None = None
    stale: bool = False
    chart: WeatherChart | None = None


@tool(kind="route", outside=True)
async def get_sigmets(arguments: SigmetArguments, context: ToolContext) -> Sigmets:
    """SIGMETs in force on the way between two places, around one place, or of a country or region."""
    home = context.question.profile.home_base
    start = arguments.from_location or (home if arguments.to_location else None)
    said = [s for s in (start, arguments.to_location, arguments.place) if s and s.strip()]
    if not said and "ash" in arguments.hazards:
        return await _of_ash(context, arguments.hazards)
    if not said:
        if not home:
            return Sigmets(found=False, message=say("SIGMETs where? Give me two places, or one."))
        said = [home]
    if len(said) == 1 and (found := await _of_region(said[0], context)) is not None:
        return found.model_copy(update={"hazards": arguments.hazards})
    ends: list[tuple[str, Point, str | None]] = []
    within = ON_THE_WAY_NM
    for name in said[:2]:
        if (water := load_waters(context.deps.settings.data).of(name)) is not None:
            ends.append((water[0], water[1:], None))
            continue
        spot = locate(name, context, snap=False)
        if isinstance(spot, NotLocated):
            choices = instead(spot, ToolCall(tool="get_sigmets", arguments={}), "place")
            return Sigmets(found=False, message=spot.message, choices=choices)
        ends.append((spot.label, (spot.lat, spot.lon), spot.airport.ident if spot.airport else None))
        if len(said) == 1 and spot.airport is None:
            within = max(within, round(spot.place.extent_nm))  # all of "the Pyrenees", not their middle
    track = [ends[0][1]] if len(ends) == 1 else great_circle_points(*ends[0][1], *ends[1][1], 13)
    label = " → ".join(end[0] for end in ends)
    with naming(lambda: say("Not seen: SIGMETs of {place}.", place=label)):
        found = await sigmets_along(track, label, [e[2] for e in ends], context, within_nm=within)
    return found.model_copy(update={"hazards": arguments.hazards})


async def _of_ash(context: ToolContext, hazards: Hazards) -> Sigmets:
    """Every SIGMET of volcanic ash in the world."""
    rows, fetched, stale = await context.deps.aviation_weather.sigmets()
    read, unread = read_sigmets(rows)
    now = context.deps.now()
    in_force = [one for one in read if one.to > now and one.from_ <= now + timedelta(hours=6)]
    return Sigmets(
        label=say("volcanic ash in the world"),
        of_ash=True,
        hazards=hazards,
        on_the_way=tuple(NearSigmet(sigmet=one) for one in in_force if one.hazard == "VA"),
        in_force=len(in_force),
        unread=unread,
        fetched=fetched,
        stale=stale,
        sources=(SOURCE.model_copy(update={"as_of": fetched.date(), "stale": stale}),),
    )


async def _of_region(name: str, context: ToolContext) -> Sigmets | None:
    """All SIGMETs of a country's flight information regions, or of one by its name; None for a smaller place."""
    plain = name.strip().upper()
    country = context.deps.countries.get(name)
    if country is None and not plain.endswith((" FIR", " UIR")):
        return None
    rows, fetched, stale = await context.deps.aviation_weather.sigmets()
    read, unread = read_sigmets(rows)
    now = context.deps.now()
    in_force = [one for one in read if one.to > now and one.from_ <= now + timedelta(hours=6)]
    words = plain.removesuffix(" FIR").removesuffix(" UIR").split()

    def is_of(one: Sigmet) -> bool:
        if country is not None:
            return one.fir.startswith(country.icao_prefixes)
        return bool(words) and all(word in f"{one.fir} {one.fir_name}".upper() for word in words)

    return Sigmets(
        label=country.name if country else plain,
        region=True,
        on_the_way=tuple(NearSigmet(sigmet=one) for one in in_force if is_of(one)),
        in_force=len(in_force),
        unread=unread,
        fetched=fetched,
        stale=stale,
        sources=(SOURCE.model_copy(update={"as_of": fetched.date(), "stale": stale}),),
    )


async def sigmets_along(
    track: list[Point],
    label: str,
    codes: list[str | None],
    context: ToolContext,
    until: datetime | None = None,
    since: datetime | None = None,
    within_nm: float = ON_THE_WAY_NM,
) -> Sigmets:
    """SIGMETs in force now, or between two times, near a track; so near as `within_nm` counts as on it."""
    rows, fetched, stale = await context.deps.aviation_weather.sigmets()
    found, unread = read_sigmets(rows)
    now = context.deps.now()
    in_force = [
        s for s in found if s.to > max(now, since or now) and s.from_ <= (until or now + timedelta(hours=6))
    ]
    placed = [NearSigmet(sigmet=s, distance_nm=_rounded(distance_nm(s.shapes, track))) for s in in_force]
    regions = tuple({code[:2] for code in codes if code} | _prefixes_along(track, context))
    on_the_way = tuple(n for n in placed if n.distance_nm is not None and n.distance_nm <= within_nm)
    near = tuple(
        n
        for n in placed
        if n.distance_nm is not None and within_nm < n.distance_nm <= within_nm + NEAR_NM - ON_THE_WAY_NM
    )
    drawn = [one.sigmet for one in (*on_the_way, *near)]
    return Sigmets(
        chart=chart_of(label, tuple(code or "" for code in codes), track, (), drawn, (), now) if drawn else None,
        label=label,
        within_nm=within_nm,
        on_the_way=on_the_way,
        near=near,
        unplaced=tuple(n for n in placed if n.distance_nm is None and n.sigmet.fir.startswith(regions)),
        in_force=len(in_force),
        unread=unread,
        fetched=fetched,
        stale=stale,
        sources=(SOURCE.model_copy(update={"as_of": fetched.date(), "stale": stale}),),
    )


def _prefixes_along(track: Sequence[Point], context: ToolContext) -> set[str]:
    """How codes begin in the countries under a track: a SIGMET without a position is of one of their regions."""
    found: set[str] = set()
    for lat, lon in track:
        for near in context.deps.airports.nearest(lat, lon, 1):
            country = context.deps.countries.get(near.airport.country or "")
            found |= set(country.icao_prefixes) if country else set()
    return found


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


# --- NOTAM -----------------------------------------------------------------------------------------


class NotamArguments(Arguments):
    """A field, or a flight between two; `areas` are danger areas and the like that are named beside: "D138"."""

    icao_code: str | None = Field(
        default=None,
        validation_alias=AliasChoices("icao_code", "icao", "airport"),
        description="the field's code or name",
    )
    from_location: str | None = Field(default=None, description="code or town, for a flight")
    to_location: str | None = Field(default=None, description="code or town, for a flight")
    day: str | None = Field(default=None, description='"Saturday", ISO date; the next 24 hours when left out')
    level_ft: float = Field(default=CRUISE_FT, ge=0, le=60000, description="cruising height of a flight in feet")
    areas: SkipJsonSchema[list[str]] = Field(default=[], max_length=6)


class SeenNotam(Value):
    """A NOTAM in force, and whether its schedule could be read."""

    notam: Notam
    active: Active


class Notams(ToolResult):
    """NOTAMs of a field for the next 24 hours. `seen` False: not visible from here, which is never "none"."""

    tells_notams: ClassVar[bool] = True

    icao: str | None = None
    name: str | None = None
    country: str = ""
    seen: bool = False
    why_not: str | None = None
    issued: AwareDatetime | None = None
    notams: tuple[SeenNotam, ...] = ()
    folded: int = 0
    official_name: str = EAD[0]
    official_url: str = EAD[1]
    stale: bool = False
    from_: AwareDatetime | None = None
    until: AwareDatetime | None = None


class RouteNotams(ToolResult):
    """NOTAMs of a flight in the next 24 hours: of both ends, and of the way where the British bulletin has them.

    `seen` False: no bulletin was read, which is never "none". On the way: circles within 10 nm, floor not more
    than 1,000 ft above the cruise.
    """

    tells_notams: ClassVar[bool] = True

    label: str = ""
    ends: tuple[Notams, ...] = ()
    on_the_way: tuple[SeenNotam, ...] = ()
    folded: int = 0
    seen: bool = False
    why_not: str | None = None
    issued: AwareDatetime | None = None
    stale: bool = False
    from_: AwareDatetime | None = None
    until: AwareDatetime | None = None


@tool(kind="airport", outside=True, quotes=True)
async def get_notams(arguments: NotamArguments, context: ToolContext) -> Notams | RouteNotams:
    """NOTAMs of an airfield or on a way, where the British bulletin has them, else where the official ones are."""
    start, end = arguments.from_location, arguments.to_location
    if arguments.areas and not (arguments.icao_code or start or end):
        return _of_areas(arguments.areas)
    first, last = _asked(arguments.day, context)
    if start and end:
        return await _of_route(start, end, arguments.level_ft, first, last, context)
    code = arguments.icao_code or start or end or context.question.profile.home_base
    if not code:
        raise InvalidQuestion(say("NOTAM of which field? Give me a code, or two for a flight."))
    found = _field(code, context)
    if isinstance(found, Notams):
        return found
    return await notams_of(found, first, last, context)


_STATE_OF = {"EG": "GB", "LF": "FR", "ED": "DE", "LS": "CH", "LO": "AT", "EN": "NO", "LE": "ES"}


def _of_areas(areas: list[str]) -> Notams:
    """Danger and restricted areas by themselves: when they are active is seen nowhere here."""
    state = _STATE_OF.get(re.sub(r"\W", "", areas[0])[:2].upper(), "")
    name, url = OFFICIAL.get(state, EAD)
    message = say(
        "**Whether {areas} is active is not seen here**, which does not mean that it is not: NOTAM and the "
        "state's AIP (ENR 5.1) tell its hours. Read them at {link}, "
        "and ask the flight information service in flight.",
        areas=", ".join(areas),
        link=f"[{name}]({url})",
    )
    return Notams(found=False, message=message)


def _asked(day: str | None, context: ToolContext) -> tuple[datetime, datetime]:
    """From when to when: the UTC day that was said, else the next 24 hours."""
    now = context.deps.now()
    if not (day or "").strip():
        return now, now + NOTAM_AHEAD
    found = resolve_day(day or "", now.date())
    if found is None:
        raise InvalidQuestion(
            say("“{said}” is not a day I can place. Say today, Saturday or 2026-11-28.", said=(day or "")[:30])
        )
    start = datetime.combine(found, datetime.min.time(), UTC)
    if start + NOTAM_AHEAD <= now:
        raise InvalidQuestion(say("That day has passed. Give me one from today on."))
    if start > now + BULLETIN_REACHES:
        raise InvalidQuestion(say("The bulletin reaches seven days. Ask again nearer to it."))
    return max(start, now), start + NOTAM_AHEAD


def _field(code: str, context: ToolContext) -> Airport | Notams:
    """The airfield, or why there is none."""
    spot = find_spot(code, context)
    if isinstance(spot, NotLocated):
        choices = instead(spot, ToolCall(tool="get_notams", arguments={}), "icao_code")
        return Notams(found=False, message=spot.message, choices=choices)
    if spot.airport is None:
        own = context.deps.airports.get(field_of(code, context.deps) or "")  # "Deauville": the field of the town
        if own is not None:
            return own
        return Notams(
            found=False, message=say("{label} is no airfield I know. Give me its code.", label=spot.label)
        )
    return spot.airport


async def _of_route(
    start: str, end: str, level_ft: float, first: datetime, last: datetime, context: ToolContext
) -> Notams | RouteNotams:
    fields: list[Airport] = []
    for code in (start, end):
        found = _field(code, context)
        if isinstance(found, Notams):
            return found
        fields.append(found)
    return await notams_along(fields[0], fields[1], level_ft, first, last, context)


async def notams_along(
    start: Airport, end: Airport, level_ft: float, first: datetime, last: datetime, context: ToolContext
) -> RouteNotams:
    """The NOTAMs of both ends and of the way between, in force between two times."""
    ends = tuple([await notams_of(field, first, last, context) for field in (start, end)])
    sources = tuple(dict.fromkeys(source for one in ends for source in one.sources))
    base = RouteNotams(
        label=f"{start.ident} → {end.ident}" if start.ident != end.ident else start.ident,
        ends=ends,
        sources=sources,
        from_=first,
        until=last,
    )
    service = context.deps.notam_service
    if not service.is_set_up:
        return base.model_copy(update={"why_not": say("the British bulletin is not switched on here")})
    try:
        told = await service.latest()
    except UpstreamError as error:
        return base.model_copy(update={"why_not": error.user_message.rstrip(".")})
    track = great_circle_points(start.lat, start.lon, end.lat, end.lon, 13)
    found = for_track(told.bulletin.notams, track, level_ft, first, last, {start.ident, end.ident})
    shown = [pair for pair in found if not is_folded(pair[0])]
    return base.model_copy(
        update={
            "seen": True,
            "issued": told.bulletin.issued,
            "stale": told.stale,
            "on_the_way": tuple(SeenNotam(notam=notam, active=state) for notam, state in shown),
            "folded": len(found) - len(shown),
            "sources": (NOTAM_SOURCE.model_copy(update={"as_of": told.fetched.date(), "stale": told.stale}),),
        }
    )


async def notams_of(airport: Airport, start: datetime, end: datetime, context: ToolContext) -> Notams:
    """The NOTAMs of a field in force between two times, or why they are not seen."""
    official = OFFICIAL.get(airport.country, EAD)
    base = Notams(
        icao=airport.ident,
        name=airport.short_name,
        country=airport.country,
        official_name=official[0],
        official_url=official[1],
        from_=start,
        until=end,
    )
    service = context.deps.notam_service
    if airport.country not in ("GB", "IM", "JE", "GG"):
        return base.model_copy(update={"why_not": say("only the British bulletin is open to FlyFun")})
    if not service.is_set_up:
        return base.model_copy(update={"why_not": say("the British bulletin is not switched on here")})
    try:
        told = await service.latest()
    except UpstreamError as error:
        return base.model_copy(update={"why_not": error.user_message.rstrip(".")})
    found = for_field(told.bulletin.notams, airport.ident, start, end)
    shown: list[tuple[Notam, Active]] = [pair for pair in found if not is_folded(pair[0])]
    return base.model_copy(
        update={
            "seen": True,
            "issued": told.bulletin.issued,
            "notams": tuple(SeenNotam(notam=notam, active=state) for notam, state in shown),
            "folded": len(found) - len(shown),
            "stale": told.stale,
            "sources": (NOTAM_SOURCE.model_copy(update={"as_of": told.fetched.date(), "stale": told.stale}),),
        }
    )
