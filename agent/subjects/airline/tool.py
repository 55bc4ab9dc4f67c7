"""Airline flights, for when the aeroplane stays: offers by price, duration or changes. Never books."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from pydantic import AliasChoices, AwareDatetime, Field, field_validator, model_validator
from pydantic.json_schema import SkipJsonSchema

from agent.errors import InvalidQuestion, NotConfigured, UpstreamError
from agent.locate import NotLocated
from agent.protocol import Choice, MissingInfo, Source, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.airline.ends import AirlineEnd, airline_end, other_airports, same_city
from agent.subjects.ground.itinerary import clock
from agent.travel.duffel import (
    SEARCHES_PER_HOUR,
    Cabin,
    Offers,
    OfferSearch,
    TimeWindow,
    Way,
    too_many,
)
from agent.travel.flights import SortBy, ranked
from agent.travel.offers import FlightOffer
from tongue import later, say, say_many

MOST_PEOPLE = 9
_ON_SALE_DAYS = 361
"""Airlines sell about a year ahead at most."""
_CHILD_AGE, _INFANT_AGE = 8, 1
_MOST_SEARCHES = 2
FIRST, LAST = "00:00", "23:59"


class TimeRange(Value):
    """Between two local times HH:MM; one of them may be missing."""

    after: str = Field(default=FIRST, validation_alias=AliasChoices("after", "from"))
    before: str = Field(default=LAST, validation_alias=AliasChoices("before", "to"))

    @field_validator("after", "before")
    @classmethod
    def _a_time(cls, value: str) -> str:
        return clock(value)

    @model_validator(mode="after")
    def _forwards(self) -> TimeRange:
        if self.before <= self.after:
            raise ValueError(say("'before' must be later than 'after'"))
        return self

    def window(self) -> TimeWindow:
        """For the search."""
        return TimeWindow(after=self.after, before=self.before)


class SearchFlights(Arguments):
    """A journey by airline. Places may be IATA or ICAO codes, cities or small fields."""

    origin: str = Field(
        min_length=2, description="IATA or ICAO code, town, or the field where the aeroplane stays"
    )
    destination: str = Field(min_length=2, description="IATA or ICAO code, or town")
    departure_date: date | None = Field(default=None, description="YYYY-MM-DD")
    return_date: date | None = None
    adults: int = Field(default=1, ge=0)
    children: int = Field(default=0, ge=0, description="under 18; give child_ages")
    infants: int = Field(default=0, ge=0, description="under 2")
    child_ages: tuple[int, ...] = ()
    cabin_class: Cabin | None = None
    max_connections: int = Field(default=2, ge=0, le=2)
    departure_time: TimeRange | None = None
    arrival_time: TimeRange | None = None
    sort: SortBy = "price"
    max_results: int = Field(default=10, ge=1, le=50)
    new_search: bool = Field(default=False, description="ask the airlines again, not the memory")
    stays: SkipJsonSchema[str | None] = Field(default=None, description="where the aeroplane is left behind")
    without: tuple[str, ...] = Field(
        default=(), max_length=30, description='offers that were turned down, by their flight numbers: "LH2 LH3"'
    )

    @model_validator(mode="after")
    def _people(self) -> SearchFlights:
        if self.adults + self.children + self.infants == 0:
            raise ValueError(say("nobody is travelling; say how many people"))
        if self.adults + self.children + self.infants > MOST_PEOPLE:
            raise ValueError(say("I can search for at most {most} people at once", most=MOST_PEOPLE))
        if self.infants > self.adults:
            raise ValueError(say("every infant needs an adult of its own"))
        if any(not 0 <= age < 18 for age in self.child_ages):
            raise ValueError(say("children are 0 to 17 years old"))
        if len(self.child_ages) > self.children:
            raise ValueError(say("there are more ages than children"))
        return self


class FlightOffersFound(ToolResult):
    """Offers, best first. `seen_at` is when the airlines were asked; `live` False: test offers, not real."""

    origin: AirlineEnd | None = None
    destination: AirlineEnd | None = None
    departure_date: date | None = None
    return_date: date | None = None
    people: int = 1
    cabin_class: Cabin | None = None
    max_connections: int = 2
    departure_time: TimeRange | None = None
    arrival_time: TimeRange | None = None
    sort: SortBy = "price"
    offers: tuple[FlightOffer, ...] = ()
    total: int = 0
    seen_at: AwareDatetime | None = None
    live: bool = True
    assumed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@tool(kind="flights", outside=True)
async def search_flights(arguments: SearchFlights, context: ToolContext) -> FlightOffersFound:
    """Search airline flights between two places on a date, with return, cabin, passengers and time limits."""
    ends: list[AirlineEnd] = []
    for argument, text in (("origin", arguments.origin), ("destination", arguments.destination)):
        end = airline_end(text, context, argument, arguments.stays)
        if isinstance(end, NotLocated):
            return FlightOffersFound(found=False, message=end.message)
        if isinstance(end, MissingInfo):
            return FlightOffersFound(found=False, missing_info=(end,))
        ends.append(end)
    origin, destination = ends
    if same_city(origin, destination, context):
        raise InvalidQuestion(
            say("Both ends are {airport}. Where do you want to go?", airport=origin.airports[0].code)
        )
    if len(origin.airports) * len(destination.airports) > _MOST_SEARCHES:
        # What is named is what is asked: the larger airport of the far end, the last in its list.
        destination = destination.model_copy(update={"airports": destination.airports[-1:]})
    if arguments.departure_date is None:
        return _undated(arguments, origin, destination, context)
    _check_dates(arguments, arguments.departure_date, origin, context)
    assumed = _assumed(arguments)
    empty = FlightOffersFound(
        found=False,
        origin=origin,
        destination=destination,
        departure_date=arguments.departure_date,
        return_date=arguments.return_date,
        people=arguments.adults + arguments.children + arguments.infants,
        cabin_class=arguments.cabin_class,
        max_connections=arguments.max_connections,
        departure_time=arguments.departure_time,
        arrival_time=arguments.arrival_time,
        sort=arguments.sort,
        assumed=assumed,
    )
    searches = [
        _search(arguments, start.code, end.code, arguments.departure_date)
        for start in origin.airports
        for end in destination.airports
    ]
    try:
        found, problems = await _ask_all(searches, arguments, context)
    except NotConfigured as error:
        return empty.model_copy(update={"message": error.user_message, "sources": (context.deps.airports.source,)})
    except UpstreamError as error:
        if not any(a.distance_nm is not None for end in ends for a in end.airports):
            raise
        # The airports are known without the airlines, and half of the way home.
        return empty.model_copy(update={"message": error.user_message, "sources": (context.deps.airports.source,)})
    every = {offer.id: offer for one in found for offer in one.offers if not _gone(offer, context)}
    wanted = tuple(offer for offer in every.values() if numbers_of(offer) not in arguments.without)
    offers = ranked(wanted, arguments.sort)
    live = all(one.live for one in found)
    seen = min(one.at for one in found)
    return empty.model_copy(
        update={
            "found": bool(offers),
            "message": None if offers else say(_NO_OTHER if every else "No airline offers this journey then."),
            "choices": () if offers else _instead(arguments, origin, destination, context),
            "offers": offers[: arguments.max_results],
            "total": len(offers),
            "seen_at": seen,
            "live": live,
            "notes": (*_left_out(len(every) - len(wanted)), *problems),
            "sources": (Source(name="Duffel" if live else "Duffel test mode", as_of=seen.date()),),
        }
    )


_NO_OTHER = later("No airline offers this journey then but what you turned down.")


def numbers_of(offer: FlightOffer) -> str:
    """What an offer is known by from one search to the next: its flights' numbers, in their order."""
    return " ".join(number for one in offer.slices for number in one.flight_numbers)


def _left_out(count: int) -> tuple[str, ...]:
    if not count:
        return ()
    return (say_many("{count} you turned down is left out.", "{count} you turned down are left out.", count),)


def _gone(offer: FlightOffer, context: ToolContext) -> bool:
    """Whether it has left: times are local to the airport."""
    first = offer.slices[0]
    airport = context.deps.airports.get(first.origin.code)
    if airport is None or airport.time_zone is None:
        return False
    leaves = datetime.fromisoformat(first.departure.datetime).replace(tzinfo=ZoneInfo(airport.time_zone))
    return leaves <= context.question.at


def _instead(
    arguments: SearchFlights, origin: AirlineEnd, destination: AirlineEnd, context: ToolContext
) -> tuple[Choice, ...]:
    """What may still be found when nothing was: with changes, at any time, from larger airports."""
    taps: list[Choice] = []
    asked = ToolCall(tool="search_flights", arguments=arguments.canonical())
    if arguments.max_connections == 0:
        taps.append(
            Choice(
                label=say("With changes"), text=say("up to 2 connections"), call=asked.varied(max_connections=None)
            )
        )
    if arguments.departure_time or arguments.arrival_time:
        any_time = asked.varied(departure_time=None, arrival_time=None)
        taps.append(Choice(label=say("Any time"), text=say("any time"), call=any_time))
    to, day = destination.airports[0].code, arguments.departure_date
    for airport in other_airports(origin, context):
        text = say("Airline flights {start} to {end} on {day:%-d %B %Y}", start=airport.code, end=to, day=day)
        label = say("From {airport} ({distance:.0f} nm)", airport=airport.code, distance=airport.distance_nm)
        taps.append(Choice(label=label, text=text, call=asked.varied(origin=airport.code)))
    return tuple(taps)


async def _ask_all(
    searches: list[OfferSearch], arguments: SearchFlights, context: ToolContext
) -> tuple[list[Offers], list[str]]:
    """All searches at once; a failed one is a note as long as another answered."""
    from agent.upstream import turn_budget

    deps = context.deps
    refuse = _limit(context)
    with turn_budget():
        answers = await asyncio.gather(
            *(
                deps.duffel.search(search, deps.now(), again=arguments.new_search, before_asking=refuse)
                for search in searches
            ),
            return_exceptions=True,
        )
    found = [answer for answer in answers if isinstance(answer, Offers)]
    failed = [answer for answer in answers if isinstance(answer, BaseException)]
    serious = [error for error in failed if not isinstance(error, UpstreamError)]
    if failed and (not found or serious):
        raise (serious or failed)[0]
    return found, [error.user_message for error in failed if isinstance(error, UpstreamError)]


def _limit(context: ToolContext) -> Callable[[], Awaitable[None]]:
    """Counts a person's searches of this hour, and refuses one too many."""
    now = context.deps.now()
    key = f"flight-searches:{context.question.person}:{now:%Y%m%d%H}"

    async def count() -> None:
        so_far = int(await context.deps.cache.get(key) or 0)
        if so_far >= SEARCHES_PER_HOUR:
            raise too_many(now)
        await context.deps.cache.set(key, str(so_far + 1), seconds=3600)

    return count


def _search(arguments: SearchFlights, start: str, end: str, day: date) -> OfferSearch:
    departure = arguments.departure_time.window() if arguments.departure_time else None
    arrival = arguments.arrival_time.window() if arguments.arrival_time else None
    ways = [Way(origin=start, destination=end, day=day, departure=departure, arrival=arrival)]
    if arguments.return_date is not None:
        ways.append(Way(origin=end, destination=start, day=arguments.return_date))
    missing = arguments.children - len(arguments.child_ages)
    ages = (*arguments.child_ages, *([_CHILD_AGE] * missing), *([_INFANT_AGE] * arguments.infants))
    return OfferSearch(
        ways=tuple(ways),
        adults=arguments.adults,
        ages=ages,
        cabin=arguments.cabin_class,
        max_connections=arguments.max_connections,
    )


def _assumed(arguments: SearchFlights) -> tuple[str, ...]:
    """What was taken for granted, to be shown."""
    said: list[str] = []
    if arguments.children > len(arguments.child_ages):
        said.append(say("children without an age as {years} years old", years=_CHILD_AGE))
    if arguments.infants:
        said.append(say("infants as {years} year old, without a seat of their own", years=_INFANT_AGE))
    return tuple(said)


def _check_dates(arguments: SearchFlights, day: date, origin: AirlineEnd, context: ToolContext) -> None:
    now: datetime = context.question.at
    today = now.astimezone(ZoneInfo(origin.zone)).date() if origin.zone else now.date()
    if day < today:
        raise InvalidQuestion(say("{day:%-d %b %Y} is in the past. Which day do you want to fly?", day=day))
    last = arguments.return_date or day
    if (last - today).days > _ON_SALE_DAYS:
        raise InvalidQuestion(
            say("Airlines sell about a year ahead at most: {day:%-d %b %Y} is not on sale yet.", day=last)
        )
    if arguments.return_date is not None and arguments.return_date < day:
        raise InvalidQuestion(
            say(
                "The return on {back:%-d %b %Y} is before the departure on {day:%-d %b %Y}.",
                back=arguments.return_date,
                day=day,
            )
        )


def _undated(
    arguments: SearchFlights, origin: AirlineEnd, destination: AirlineEnd, context: ToolContext
) -> FlightOffersFound:
    at = context.question.at
    today = at.astimezone(ZoneInfo(origin.zone)).date() if origin.zone else at.date()
    question = MissingInfo(
        key="date",
        reason=say("Required to search airline flights"),
        prompt=say("On which day?"),
        examples=(say("today"), say("tomorrow")),
        fills=tuple({"departure_date": day.isoformat()} for day in (today, today + timedelta(days=1))),
    )
    return FlightOffersFound(
        found=False,
        origin=origin,
        destination=destination,
        cabin_class=arguments.cabin_class,
        missing_info=(question,),
    )
