"""One airfield in full: its record, its runways, what is known beyond them; or just what was asked of it."""

from __future__ import annotations

import re
from typing import cast

from pydantic import AliasChoices, Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.airports import Airport, Runway
from agent.aviation.facts import Fact
from agent.aviation.hours import resolve_day
from agent.aviation.visiting import believed_ft, disputed, shorter_elsewhere
from agent.deps import Deps
from agent.locate import NotLocated, one_field
from agent.protocol import DetailMarker, DetailView, Source, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.airfield.asked import ATTRIBUTES, Attribute, having
from agent.subjects.airfield.attributes import GRADES, AskedFact, Light, look_up, runway_facts, today_at
from agent.subjects.airfield.elsewhere import in_general, known_nearby, off_the_lists
from agent.subjects.airfield.runway_fit import RunwayFit, Surface, runway_fit
from agent.subjects.airfield.unheld import Unheld
from agent.subjects.finding.airport_list import caution, surface_word
from agent.subjects.offered import ASIDE, has_sheet, instead
from tongue import say


class DetailsArguments(Arguments):
    """One airfield, by code."""

    icao_code: str = Field(
        validation_alias=AliasChoices("icao_code", "icao", "code"), description="ICAO code, or a local ident"
    )
    about: tuple[Attribute, ...] = Field(
        default=(),
        validation_alias=AliasChoices("about", "asked"),
        description="what is asked; none for all of it",
    )
    date: str | None = Field(default=None, description="day of hours and sun: ISO date or weekday")
    minutes_before: int | None = Field(
        default=None, ge=1, le=600, description="so long before sunset and night too"
    )

    minutes_after: SkipJsonSchema[int | None] = Field(
        default=None, ge=1, le=120, description="so long after sunset night is taken to begin"
    )
    time: SkipJsonSchema[str | None] = Field(
        default=None, max_length=6, description="HH:MM of which the light is asked"
    )
    rise_first: SkipJsonSchema[bool] = Field(default=False, description="of the sun the morning is asked")
    further_dates: SkipJsonSchema[tuple[str, ...]] = Field(
        default=(), max_length=6, description="other days whose sun is asked"
    )
    runways: SkipJsonSchema[tuple[str, ...]] = Field(
        default=(), max_length=4, description='runways named: "07", "07/25"'
    )

    aircraft_type: SkipJsonSchema[str | None] = Field(default=None, description="asked whether it gets in and out")

    needed_m: SkipJsonSchema[int | None] = Field(default=None, ge=50, le=6000, description="runway needed")
    surface: SkipJsonSchema[Surface | None] = Field(default=None, description="asked whether it is that")
    slope: SkipJsonSchema[bool] = Field(default=False, description="the runway's slope is asked")
    state: SkipJsonSchema[bool] = Field(
        default=False, description="asked whether the ground bears, wet or in winter"
    )
    unheld: SkipJsonSchema[tuple[Unheld, ...]] = Field(default=(), description="wishes that no table holds")

    @field_validator("about", mode="before")
    @classmethod
    def _one_or_several(cls, value: object) -> object:
        if not isinstance(value, str | list | tuple):
            return value
        asked = [value] if isinstance(value, str) else list(cast("list[object]", value))
        if strange := [name for name in asked if name not in ATTRIBUTES]:
            raise ValueError(f"I know no attribute {str(strange[0])[:30]!r}; there are {', '.join(ATTRIBUTES)}")
        return asked


class RunwayRecord(Value):
    """A runway as published in the airport table. Physical length; declared distances are what counts.

    `least_ft` where a page that was read tells less than the table.
    """

    idents: str
    length_ft: int | None = None
    width_ft: int | None = None
    surface: str
    lighted: bool | None = None
    closed: bool = False
    least_ft: SkipJsonSchema[int | None] = None

    @property
    def counted_ft(self) -> int | None:
        """The length to lead with: the least where sources do not agree."""
        return self.least_ft or self.length_ft


class AirportRecord(Value):
    """What the airport table says about one airfield. `lies_in`: state or region, and country, by name."""

    icao: str
    iata: str | None = None
    name: str
    type: str
    municipality: str | None = None
    country: str
    region: str | None = None
    lies_in: tuple[str, ...] = ()
    lat: float
    lon: float
    elevation_ft: int | None = None
    scheduled_service: bool
    time_zone: str | None = None
    home_link: str | None = None
    wikipedia_link: str | None = None
    caution: str | None = None


class FactRecord(Value):
    """One known fact about the field, with its source and date in words."""

    label: str
    value: str
    source: str
    as_of: str
    stale: bool = False


class AirportDetails(ToolResult):
    """One airfield: its record, runways, and the facts known about it.

    `answers` is about what was asked for one by one; () for the airfield as a whole. `runway_facts` is what
    documents say of its runways, `contact` whom to ask, `page_url` where its official publication is read.
    `gets_in` is the aircraft of which it is asked whether it gets in and out.
    `fit` is whether its runways are as one asked.
    `lacking` are the runways that were named and the table does not have. `elsewhere` says where near by it is
    known what is not known here.
    """

    airport: AirportRecord | None = None
    runways: tuple[RunwayRecord, ...] = ()
    facts: tuple[FactRecord, ...] = ()
    answers: tuple[AskedFact, ...] = ()
    lacking: tuple[str, ...] = ()
    unheld: tuple[Unheld, ...] = ()
    runway_facts: tuple[str, ...] = ()
    contact: str | None = None
    page_name: str | None = None
    page_url: str | None = None
    notice_known: bool = False
    sheet_known: bool = False
    gets_in: SkipJsonSchema[str | None] = None
    elsewhere: tuple[str, ...] = ()
    fit: SkipJsonSchema[RunwayFit | None] = None
    slope_asked: SkipJsonSchema[bool] = False
    state_asked: SkipJsonSchema[bool] = False

    @property
    def says_nothing(self) -> bool:
        """Whether none of what was asked for one by one is known; of a whole sheet, whether it is empty."""
        if self.answers:
            return not any(a.known or a.beside for a in self.answers)
        return not self.sheet_known


@tool(kind="airport", visualization="marker_with_details")
async def get_airport_details(arguments: DetailsArguments, context: ToolContext) -> AirportDetails:
    """One airfield in full: runways, elevation, facts known and where they come from."""
    deps = context.deps
    airport = one_field(arguments.icao_code, context, having(arguments.about, deps))
    if isinstance(airport, NotLocated) and arguments.about == ("sun",):
        codes = (deps.airports.get(code) for code in airport.suggestions)
        airport = next((field for field in codes if field is not None), airport)  # it sets alike at all of them
    if isinstance(airport, NotLocated):
        asked = ToolCall(tool="get_airport_details", arguments=arguments.canonical())
        choices = instead(airport, asked, "icao_code", lambda code: say("{code} details", code=code))
        gone = say("Fields closed for good are not in my list.") if "status" in arguments.about else ""
        return AirportDetails(found=False, message=f"{airport.message} {gone}".strip(), choices=choices)
    lines = deps.facts.summary(airport.ident)
    elsewhere = shorter_elsewhere(airport, deps.facts)
    answers, sources = _answers(arguments, airport, context)
    known, page = deps.facts.of(airport.ident), deps.official_pages.of(airport, deps.facts, deps.now().date())
    generally, of_pilots = in_general(airport, answers, context)
    sources = tuple(dict.fromkeys((*sources, *of_pilots)))
    stated = tuple(_runway_fact(fact) for fact in runway_facts(airport.ident, deps))
    return AirportDetails(
        airport=_record(airport, deps),
        runways=tuple(_runway_record(r, elsewhere) for r in deps.airports.runways(airport)),
        facts=tuple(
            FactRecord(
                label=line.label,
                value=line.value,
                source=line.source,
                as_of=line.as_of.isoformat(),
                stale=line.stale,
            )
            for line in lines
        ),
        answers=answers,
        lacking=_lacking(arguments.runways, airport, deps),
        unheld=arguments.unheld,
        runway_facts=stated,
        contact=known.contact("phone") or known.contact("email"),
        page_name=page.name if page else None,
        page_url=page.url if page else None,
        notice_known=any(set(text.services) - ASIDE for text in known.notices),
        sheet_known=has_sheet(airport.ident, deps),
        fit=runway_fit(
            deps.airports.runways(airport),
            stated,
            arguments.needed_m,
            arguments.surface,
            disputed(airport, deps.facts),
            arguments.runways,
        ),
        slope_asked=arguments.slope,
        state_asked=arguments.state,
        gets_in=_craft(arguments.aircraft_type, deps),
        elsewhere=(
            *generally,
            *off_the_lists(airport, answers, deps),
            *known_nearby(airport, answers, deps),
        ),
        sources=sources
        if answers
        else (deps.airports.source, *(deps.facts.sources(airport.ident) if lines else ())),
        visualization=DetailView(
            marker=DetailMarker(icao=airport.ident, lat=airport.lat, lon=airport.lon, name=airport.short_name)
        ),
    )


def _craft(said: str | None, deps: Deps) -> str | None:
    """The aircraft's name, as its table has it, or as it was said."""
    found = deps.aircraft.resolve(said) if said else ()
    return found[0].name if len(found) == 1 else said


def _answers(
    arguments: DetailsArguments, airport: Airport, context: ToolContext
) -> tuple[tuple[AskedFact, ...], tuple[Source, ...]]:
    """What was asked for one by one, and the sources of just that."""
    today = today_at(airport, context.question.at)
    day = resolve_day(arguments.date, today) if arguments.date else None
    asked: list[Attribute] = list(dict.fromkeys(arguments.about))
    if "tower" in asked:  # its line has the frequencies
        asked = [one for one in asked if one != "frequency"]
    if day is not None and {"fuel", *GRADES} & set(asked) and "hours" not in asked:
        asked.append("hours")  # whether somebody sells it on that day
    light = Light(
        minutes_before=arguments.minutes_before,
        minutes_after=arguments.minutes_after,
        at=arguments.time,
        rise_first=arguments.rise_first,
        further=tuple(d for other in arguments.further_dates if (d := resolve_day(other, today)) is not None),
    )
    found = [look_up(name, airport, context.deps, today, day, light) for name in asked]
    sources = dict.fromkeys(source for _, of_one in found for source in of_one)
    return tuple(answer for answer, _ in found), tuple(sources)


def _lacking(named: tuple[str, ...], airport: Airport, deps: Deps) -> tuple[str, ...]:
    """The runways that were named of which the table of a field with runways has no end: "07/25"."""
    ends = {end for r in deps.airports.runways(airport) if not r.closed for end in (r.le_ident, r.he_ident) if end}
    stated = {fact.field.removeprefix("runway_") for fact in runway_facts(airport.ident, deps)}
    numbers = {re.sub(r"\D", "", end).zfill(2) for end in ends | stated}
    return tuple(
        one
        for one in named
        if ends and not any(end[:2].zfill(2) in numbers for end in re.findall(r"\d{1,2}", one))
    )


def _runway_fact(fact: Fact) -> str:
    """ "13: 1850 x 40 m, hard (AD 2.12, Nov 2020)" """
    when = say("not dated") if fact.source.undated else say("{observed_on:%b %Y}", observed_on=fact.observed_on)
    return say(
        "{name}: {value}", name=fact.field.removeprefix("runway_"), value=f"{fact.value} ({fact.item}, {when})"
    )


def _record(airport: Airport, deps: Deps) -> AirportRecord:
    return AirportRecord(
        icao=airport.ident,
        iata=airport.iata,
        name=airport.short_name,
        type=airport.kind,
        municipality=airport.municipality,
        country=airport.country,
        region=airport.region,
        lies_in=_lies_in(airport, deps),
        lat=airport.lat,
        lon=airport.lon,
        elevation_ft=airport.elevation_ft,
        scheduled_service=airport.scheduled,
        time_zone=airport.time_zone,
        home_link=airport.home_link,
        wikipedia_link=airport.wikipedia_link,
        caution=caution(airport, deps),
    )


def _lies_in(airport: Airport, deps: Deps) -> tuple[str, ...]:
    """The state or region, and the country, by name."""
    country = deps.countries.get(airport.country)
    state = deps.areas.state_of(airport.region)
    return tuple(name for name in (state, country.name if country else airport.country) if name)


def _runway_record(runway: Runway, elsewhere: dict[str, tuple[int, str]]) -> RunwayRecord:
    idents = "/".join(ident for ident in (runway.le_ident, runway.he_ident) if ident) or "?"
    least = believed_ft(runway, elsewhere)
    return RunwayRecord(
        idents=idents,
        least_ft=least if least != runway.length_ft else None,
        length_ft=runway.length_ft,
        width_ft=runway.width_ft,
        surface=surface_word(runway.hard, runway.surface),
        lighted=runway.lighted,
        closed=runway.closed,
    )
