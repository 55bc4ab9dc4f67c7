"""Next questions that more than one room offers: their words, and the call that a tap on them makes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from pydantic import JsonValue

from agent.deps import Deps
from agent.locate import NotLocated
from agent.protocol import Choice, Suggestion, ToolCall
from tongue import say


def call(tool: str, **arguments: JsonValue) -> ToolCall:
    """A call with these arguments; None leaves one out."""
    return ToolCall(tool=tool).varied(**arguments)


def instead(
    lost: NotLocated, asked: ToolCall, argument: str, words: Callable[[str], str] = str
) -> tuple[Choice, ...]:
    """The same call with each field or place that may have been meant instead of the one that is not found.

    `argument` names the place (of a list of places only the lost one is replaced), `words` say what a tap asks.
    """
    said = asked.arguments.get(argument)

    def again(name: str) -> ToolCall:
        if not isinstance(said, list):
            return asked.varied(**{argument: name})
        return asked.varied(**{argument: [name if one == lost.asked else one for one in said]})

    return tuple(Choice(label=name, text=words(name), call=again(name)) for name in lost.suggestions)


def details(icao: str) -> ToolCall:
    """The whole sheet of a field."""
    return call("get_airport_details", icao_code=icao)


def about_field(icao: str) -> Suggestion:
    """The whole sheet of a field."""
    text, label = say("Tell me about {icao}", icao=icao), say("{icao} details", icao=icao)
    return Suggestion(text=text, call=details(icao), category="airfield", label=label)


def has_sheet(icao: str, deps: Deps) -> bool:
    """Whether a field's sheet says more than its name and place: a runway, or anything stated of it."""
    airport = deps.airports.get(icao)
    return airport is not None and bool(deps.airports.runways(airport) or deps.facts.tells(airport.ident))


def sheet_of(icao: str, deps: Deps) -> tuple[Suggestion, ...]:
    """The whole sheet of a field, where there is something on it."""
    return (about_field(icao),) if has_sheet(icao, deps) else ()


def asks_notice(icao: str, deps: Deps) -> bool:
    """Whether a wording of a field asks for notice; one about its fuel or handling alone does not."""
    return any(set(text.services) - ASIDE for text in deps.facts.of(icao).notices)


def notice(icao: str, day: date | None = None, from_country: str | None = None) -> ToolCall:
    """The notice that a field wants, of a flight on a day, from a country by its code."""
    return call(
        "get_notification_for_airport",
        icao_code=icao,
        date=day.isoformat() if day else None,
        from_country=from_country,
    )


def notice_of(icao: str) -> Suggestion:
    """The notice that a field wants."""
    return Suggestion(
        text=say("What notice does {icao} need?", icao=icao),
        call=notice(icao),
        category="notice",
        label=say("{icao} notice", icao=icao),
    )


ASIDE = frozenset({"fuel", "handling"})
"""Services whose notice is told with them, not where the notice of a visit is asked."""
_AROUND_NM = 50.0
"""How far around a list looks when nothing is said."""


def airports_near(icao: str, deps: Deps) -> tuple[Suggestion, ...]:
    """The fields around a field, where there are any to fly to."""
    airport = deps.airports.get(icao)
    if airport is None or deps.borders.territory(airport).closed:
        return ()
    others = (n.airport for n in deps.airports.within(airport.lat, airport.lon, _AROUND_NM))
    if not any(o.ident != airport.ident and o.kind != "large_airport" for o in others):
        return ()
    around = call("find_airports_near_location", location_query=icao)
    name = airport.name if "-" in icao else icao  # "FR-0276" is a list's number
    return (Suggestion(text=say("Airports near {icao}", icao=name), call=around, category="around"),)


def flight(start: str, end: str) -> ToolCall:
    """How far it is from one place to another, and how long it takes."""
    return call("calculate_flight_distance", from_location=start, to_location=end)


def how_far(start: str, end: str) -> Suggestion:
    """The distance between two places."""
    return Suggestion(
        text=say("How far from {start} to {end}", start=start, end=end),
        call=flight(start, end),
        category="distance",
    )


def border(start: str, end: str) -> Suggestion:
    """What crossing the border asks at both ends of a flight."""
    return Suggestion(
        text=say("{start} to {end}: do I need customs?", start=start, end=end),
        call=call("get_border_brief", from_location=start, to_location=end),
        category="border",
        label=say("Customs and notice"),
    )


def places(near: str, interest: str) -> ToolCall:
    """Places of one interest around a field or town."""
    return call("search_pois", near=near, interests=[interest])


def restaurants(town: str) -> Suggestion:
    """Where to eat in a town."""
    return Suggestion(text=say("Restaurants in {town}", town=town), call=places(town, "food"), category="places")


def day_in(town: str) -> Suggestion:
    """A day on the ground."""
    return Suggestion(
        text=say("Plan a day in {town}", town=town), call=call("build_itinerary", near=town), category="trip"
    )


def weather_at(icao: str) -> Suggestion:
    """Report and forecast at a field."""
    return Suggestion(
        text=say("Weather at {icao}", icao=icao), call=call("get_weather", places=[icao]), category="weather"
    )
