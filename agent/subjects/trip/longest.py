"""How long the pilot wants no leg to be ("max 2 h legs"): which flights are longer, and stops as near as that."""

from __future__ import annotations

from collections.abc import Sequence

from agent.protocol import Choice, ToolCall
from agent.registry import ToolContext
from agent.subjects.finding.filters import Filters
from agent.subjects.finding.route import RouteSearchArguments, find_airports_near_route
from agent.subjects.measures import nm
from agent.subjects.route.speed import CruiseSpeed, format_hours
from agent.subjects.trip.arguments import TripArguments
from agent.subjects.trip.legs import Flight
from tongue import say


def too_long(arguments: TripArguments, flights: Sequence[Flight]) -> list[str]:
    """What is to be said of the flights that last longer than wanted."""
    longest = arguments.longest_leg_minutes
    if longest is None:
        return []
    return [
        say(
            "{start} → {end} takes {flown}, longer than the {longest} wanted: a stop between is needed.",
            start=flight.start.ident,
            end=flight.end.ident,
            flown=format_hours(flight.hours),
            longest=format_hours(longest / 60),
        )
        for flight in flights
        if flight.hours is not None and flight.hours * 60 > longest
    ]


def within(arguments: TripArguments, flights: Sequence[Flight]) -> list[str]:
    """That every flight is as short as wanted, where that was said."""
    longest = arguments.longest_leg_minutes
    if longest is None or too_long(arguments, flights):
        return []
    return [say("No leg is longer than {longest}.", longest=format_hours(longest / 60))]


async def stops_named(
    arguments: TripArguments, flights: Sequence[Flight], speed: CruiseSpeed, context: ToolContext
) -> list[str]:
    """The fewest stops by which no leg of the first flight that is too long is longer than wanted."""
    longest = arguments.longest_leg_minutes
    flight = next((f for f in flights if longest and f.hours is not None and f.hours * 60 > longest), None)
    if flight is None or longest is None:
        return []
    searched = RouteSearchArguments(
        from_location=flight.start.ident,
        to_location=flight.end.ident,
        longest_leg_minutes=longest,
        cruise_speed_kts=speed.knots,
        filters=Filters(has_fuel=True),
    )
    found = await find_airports_near_route(searched, context)
    if len(found.legs_nm) < len(("to the stop", "on from it")):
        return []
    ends = [*(field.icao or field.name for field in found.airports), flight.end.ident]
    legs = zip(found.legs_nm, ends, strict=True)
    told = flight.start.ident + "".join(f" – {nm(leg)} – {end}" for leg, end in legs)
    return [say("Such stops, known to have fuel: {told}. Ask each for hours and customs.", told=told)]


def stops_within(arguments: TripArguments, flights: Sequence[Flight], speed: CruiseSpeed | None) -> list[Choice]:
    """The stops of the first flight that is too long, none farther apart than is flown in that time."""
    longest = arguments.longest_leg_minutes
    if longest is None or speed is None:
        return []
    for flight in flights:
        if flight.hours is not None and flight.hours * 60 > longest:
            start, end = flight.start.ident, flight.end.ident
            call = ToolCall(
                tool="find_airports_near_route",
                arguments={
                    "from_location": start,
                    "to_location": end,
                    "longest_leg_minutes": longest,
                    "cruise_speed_kts": round(speed.knots),
                    "filters": {"has_fuel": True},
                },
            )
            label = say("Stops on the way")
            return [Choice(label=label, text=f"{label}: {start} → {end}", call=call)]
    return []
