"""Words for the distance and the time between two places."""

from __future__ import annotations

from agent.protocol import Answer, Suggestion
from agent.subjects.finding.airport_list import CLOSED_AIRSPACE
from agent.subjects.measures import is_closed, named_end, nm, rules_of, substituted
from agent.subjects.offered import about_field, border, call
from agent.subjects.route.shown import PlacesShown
from agent.subjects.route.speed import format_hours
from agent.subjects.route.tool import FlightDistance
from agent.writing.write import Talk, suggest, write


@write.register
def _(result: FlightDistance, talk: Talk) -> Answer:
    if not result.found or result.from_ is None or result.to is None or result.distance_nm is None:
        return Answer(text=result.message or "I could not find both places.", choices=result.choices)
    ends = f"{named_end(result.from_.icao, result.from_.name)} → {named_end(result.to.icao, result.to.name)}"
    lines: list[str] = []
    if result.estimated_time_formatted is None or result.cruise_speed_kts is None:
        lines.append(f"{ends}: **{nm(result.distance_nm)}**")
    else:
        source = result.cruise_speed_source or ""
        said = (
            ""
            if source == "provided"
            else f" ({source}; tell me yours)"
            if "typical" in source
            else f" ({source})"
        )
        time = f"**{result.estimated_time_formatted}** at {result.cruise_speed_kts:g} kt{said} in still air"
        lines.append(f"{time}{_in_wind(result)}.")
        lines.append(f"{ends}, {nm(result.distance_nm)}. Climb, taxi and reserve not included.")
        lines += _both_ways(result)
        lines += _endurance(result)
    lines += substituted(result.substitutions, talk, far=False)
    told = [f"I know no airfield in {name}: this is the place itself." for name in result.without_field.values()]
    lines = [*told, *substituted(result.substitutions, talk, far=True), *lines]
    if is_closed((result.from_.icao, result.to.icao), talk):
        lines.insert(0, f"**{CLOSED_AIRSPACE}**")
    return Answer(text="\n".join(lines), choices=result.choices)


@write.register
def _(result: PlacesShown, talk: Talk) -> Answer:
    if not result.places:
        return Answer(text=result.message or "I don't know that place.", choices=result.choices)
    names = [named_end(place.icao, place.name) for place in result.places]
    if not result.legs_nm:
        return Answer(text=f"**{names[0]}** on the map.", choices=result.choices)
    legs = ", ".join(nm(leg) for leg in result.legs_nm)
    total = f", {nm(sum(result.legs_nm))} in all" if len(result.legs_nm) > 1 else ""
    return Answer(text=f"**{' → '.join(names)}** on the map: {legs} direct{total}.", choices=result.choices)


def _in_wind(result: FlightDistance) -> str:
    """ "; 3h 01m with 15 kt on the nose": the time in the pilot's wind, or the one headwind line."""
    if result.headwind_kts is None:
        return ""
    wind = f"{abs(result.headwind_kts):g} kt on the {'nose' if result.headwind_kts >= 0 else 'tail'}"
    if result.headwind_time_formatted is None:
        return f"; {wind} leaves too little ground speed to plan with" if result.is_own_wind else ""
    time = result.headwind_time_formatted
    return f"; {f'**{time}**' if result.is_own_wind else time} with {wind}"


def _both_ways(result: FlightDistance) -> list[str]:
    """The way back and the sum, with the wind turned where it was said."""
    if not result.both_ways:
        return []
    if result.back_time_formatted is None or result.both_ways_time_formatted is None:
        return ["In that wind one of the two ways leaves too little ground speed to plan with."]
    if not result.is_own_wind or result.headwind_kts is None:
        return [f"Back the same: **{result.both_ways_time_formatted}** both ways in still air, no stop counted."]
    other = f"{abs(result.headwind_kts):g} kt on the {'tail' if result.headwind_kts >= 0 else 'nose'}"
    return [
        f"Back: {result.back_time_formatted} with {other}. "
        f"**{result.both_ways_time_formatted}** both ways in that wind, no stop counted."
    ]


def _endurance(result: FlightDistance) -> list[str]:
    """What the time the fuel lasts leaves: arithmetic, never a promise."""
    if result.endurance_hours is None or result.endurance_left_hours is None:
        return []
    has, left = format_hours(result.endurance_hours), result.endurance_left_hours
    air = "that wind" if result.is_own_wind else "still air"
    if result.both_ways:
        has, air = f"{has} (no refuelling)", f"{air}, both ways,"
    if left < 0:
        return [f"**{has} of endurance is not enough**: {air} alone takes {format_hours(-left)} more."]
    return [
        f"Of {has} endurance {air} leaves {format_hours(left)} for climb, taxi, headwind, diversion and reserve."
    ]


@suggest.register
def _(result: FlightDistance, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or result.from_ is None or result.to is None:
        return ()
    if is_closed((result.from_.icao, result.to.icao), talk):
        return ()
    said = talk.call.arguments
    start = result.from_.icao or str(said.get("from_location", result.from_.name))
    end = result.to.icao or str(said.get("to_location", result.to.name))
    found: list[Suggestion] = []
    along = call("find_airports_near_route", from_location=start, to_location=end)
    if result.cruise_speed_kts:
        found.append(
            Suggestion(
                text=f"Where can I stop within 2h between {start} and {end} at {result.cruise_speed_kts:g} knots",
                call=along.varied(max_leg_time_hours=2, cruise_speed_kts=result.cruise_speed_kts),
                category="stops",
                label="Stops within 2h",
            )
        )
    else:
        found.append(
            Suggestion(
                text=f"Airports between {start} and {end}", call=along, category="stops", label="Stops on the way"
            )
        )
    if result.from_.icao and result.to.icao:
        found += [border(start, end), about_field(end)]
    found += rules_of(talk, (start, end))
    return tuple(found)
