"""Words for the distance and the time between two places."""

from __future__ import annotations

from datetime import datetime, timedelta

from agent.protocol import Answer, Suggestion
from agent.subjects.finding.airport_list import CLOSED_AIRSPACE
from agent.subjects.measures import contested_ends, is_closed, named_end, nm, rules_of, substituted
from agent.subjects.offered import about_field, border, call
from agent.subjects.route import in_time
from agent.subjects.route.leg_words import is_in_legs, sum_line, told_speed
from agent.subjects.route.light import latest_words, light_words
from agent.subjects.route.shown import PlacesShown
from agent.subjects.route.speed import format_hours, hours_said, on_the_nose, time_in_wind
from agent.subjects.route.tool import FlightDistance
from agent.subjects.trip.clock_words import zulu
from agent.writing.write import Talk, suggest, write
from tongue import say


def _far(result: FlightDistance, distance: float) -> str:
    """Nautical miles, and beside them the unit that was asked for."""
    if result.unit is None:
        return nm(distance)
    if result.unit == "km":
        return say("{nm} ({km:,.0f} km)", nm=nm(distance), km=distance * KM_PER_NM)
    return say("{nm} ({miles:,.0f} statute miles)", nm=nm(distance), miles=distance * KM_PER_NM / KM_PER_MILE)


KM_PER_NM, KM_PER_MILE = 1.852, 1.609344


@write.register
def _(result: FlightDistance, talk: Talk) -> Answer:
    if not result.found or result.from_ is None or result.to is None or result.distance_nm is None:
        return Answer(text=result.message or say("I could not find both places."), choices=result.choices)
    ends = f"{named_end(result.from_.icao, result.from_.name)} → {named_end(result.to.icao, result.to.name)}"
    lines: list[str] = _ways(result)
    in_legs = is_in_legs(talk.plan)
    if lines:
        lines.append(
            say(
                "{ends} straight: {value}.",
                ends=ends,
                value=_with_time(result, result.distance_nm, _hours(result)),
            )
        )
        if result.cruise_speed_kts is not None:
            lines.append(
                say(
                    "At {knots:g} kt in still air; climb, taxi and reserve not included.",
                    knots=result.cruise_speed_kts,
                )
            )
    elif result.estimated_time_formatted is None or result.cruise_speed_kts is None:
        back = say(", {nm} there and back", nm=nm(2 * result.distance_nm)) if result.both_ways else ""
        lines.append(say("{name}: {value}", name=ends, value=f"**{_far(result, result.distance_nm)}**{back}"))
        lines = (
            [*_arrival(result, talk), *lines]
            if talk.call.arguments.get("by_light")
            else [*lines, *_arrival(result, talk)]
        )
    else:
        lines += _times(result, ends, _far(result, result.distance_nm), in_legs=in_legs)
        lines = (
            [*_arrival(result, talk), *lines]
            if talk.call.arguments.get("by_light") or result.due is not None
            else [*lines, *_arrival(result, talk)]
        )
        lines += _both_ways(result)
        pause = talk.call.arguments.get("pause_hours")
        if result.with_pause_formatted is not None and isinstance(pause, int | float):
            told = say(
                "**{time}** with the {pause} on the ground.",
                time=result.with_pause_formatted,
                pause=format_hours(pause),
            )
            lines.insert(0, told)
        lines += _endurance(result)
    lines += _course(result)
    of_its_kind = [step for step in talk.plan.steps if step.tool == talk.call.tool]
    is_last = of_its_kind[-1:] == [talk.call]
    in_all = sum_line(result, on_the_nose(result.headwind_kts or 0.0)) if is_last else ""
    lines += substituted(result.substitutions, talk, far=False)
    told = [
        say("I know no airfield in {name}: this is the place itself.", name=name)
        for name in result.without_field.values()
    ]
    lines = [*substituted(result.substitutions, talk, far=True), *told, *lines]  # who stands far off comes first
    if result.border_inside:
        services = say(" and ").join(say(name) for name in result.border_inside)
        lines.append(say("A border inside the country: {services}, to be asked for.", services=services))
    codes = (result.from_.icao, result.to.icao)
    lines = [*contested_ends(codes, talk), *lines]
    if is_closed(codes, talk):
        lines.insert(0, f"**{say(CLOSED_AIRSPACE)}**")
    return Answer(text="\n".join(lines), choices=result.choices, ahead=in_all)


def _times(result: FlightDistance, ends: str, far: str, *, in_legs: bool) -> list[str]:
    """How long it takes; of a flight `in_legs` in one line, as the sum of them says how it is reckoned."""
    if in_legs:
        time = say("{time} at {knots:g} kt", time=result.estimated_time_formatted, knots=result.cruise_speed_kts)
        return [f"{ends}, {far}: {time}{_in_wind(result)}."]
    speed = told_speed(result)
    time = say("**{time}** at {speed} in still air", time=result.estimated_time_formatted, speed=speed)
    what = say("{ends}, {nm}. Climb, taxi and reserve not included.", ends=ends, nm=far)
    return [f"{time}{_in_wind(result)}.", what]


def _course(result: FlightDistance) -> list[str]:
    """ "True track 012°, magnetic 010°": of the straight way, where it is asked for."""
    course = result.course
    if course is None:
        return []
    if course.magnetic_deg is None or course.variation_deg is None:
        return [
            say(
                "**True track {true:03d}°** at the start, no wind; the variation there is not known.",
                true=course.true_deg or 360,
            )
        ]
    degrees = abs(round(course.variation_deg))
    variation = say("{n}° east", n=degrees) if course.variation_deg > 0 else say("{n}° west", n=degrees)
    return [
        say(
            "**True track {true:03d}°, magnetic {magnetic:03d}°** at the start, no wind (variation {variation}).",
            true=course.true_deg or 360,
            magnetic=course.magnetic_deg or 360,
            variation=variation,
        )
    ]


def _with_time(result: FlightDistance, distance: float, hours: float | None) -> str:
    """ "96 nm, 48 min"."""
    return _far(result, distance) + (f", {hours_said(hours)}" if hours is not None else "")


def _hours(result: FlightDistance) -> float | None:
    return result.distance_nm / result.cruise_speed_kts if result.distance_nm and result.cruise_speed_kts else None


def _ways(result: FlightDistance) -> list[str]:
    """Each way that was asked about, the shortest first and by how much."""
    told = [(say(" and ").join(way.over), _with_time(result, way.distance_nm, way.hours)) for way in result.ways]
    if not told:
        return []
    less = result.ways[1].distance_nm - result.ways[0].distance_nm
    if not result.ways[0].over:
        first = say("**Direct is {nm} shorter**: {value}.", nm=nm(less), value=told[0][1])
        if round(less) == 0:
            return [say("**Both are as long**: over {places} {value}.", places=told[1][0], value=told[1][1])]
        return [first, *(say("Over {places}: {value}.", places=places, value=value) for places, value in told[1:])]
    first = say("**Shorter over {places}, by {nm}**: {value}.", places=told[0][0], nm=nm(less), value=told[0][1])
    if round(less) == 0:
        first = say("**Both are as long**: over {places} {value}.", places=told[0][0], value=told[0][1])
    return [first, *(say("Over {places}: {value}.", places=places, value=value) for places, value in told[1:])]


@write.register
def _(result: PlacesShown, talk: Talk) -> Answer:
    if not result.places:
        return Answer(text=result.message or say("I don't know that place."), choices=result.choices)
    names = [named_end(place.icao, place.name) for place in result.places]
    if not result.legs_nm:
        return Answer(text=say("**{names}** on the map.", names=names[0]), choices=result.choices)
    legs = ", ".join(nm(leg) for leg in result.legs_nm)
    total = say(", {nm} in all", nm=nm(sum(result.legs_nm))) if len(result.legs_nm) > 1 else ""
    return Answer(
        text=say("**{names}** on the map: {legs} direct{total}.", names=" → ".join(names), legs=legs, total=total),
        choices=result.choices,
    )


def _in_wind(result: FlightDistance) -> str:
    """ "; 3h 01m with 15 kt on the nose": the time in the pilot's wind, or the one headwind line."""
    if result.headwind_kts is None:
        return ""
    wind = on_the_nose(result.headwind_kts)
    if result.headwind_time_formatted is None:
        return say("; {wind} leaves too little ground speed to plan with", wind=wind) if result.is_own_wind else ""
    time = result.headwind_time_formatted
    if result.is_own_wind:
        return say("; **{time}** with {wind}", time=time, wind=wind)
    return say("; {what} with {wind}", what=time, wind=wind)


def _arrival(result: FlightDistance, talk: Talk) -> list[str]:
    """When one is there, as off blocks and the time in the air say."""
    if result.off_blocks is None or result.on_blocks is None:
        return _latest(result)
    start, end = result.zones
    leaves, arrives = zulu(result.off_blocks, start), zulu(result.on_blocks, end)
    light: list[str] = []
    if result.light is not None:
        light = light_words(result.light, result.on_blocks, asked=bool(talk.call.arguments.get("by_light")))
        if light:
            light += latest_words(result.light, result.on_blocks - result.off_blocks, start)
    if result.due is not None:
        return [_verdict(result, result.off_blocks, result.on_blocks, result.due), *light]
    if talk.call.arguments.get("flight_hours"):
        time = format_hours((result.on_blocks - result.off_blocks).total_seconds() / 3600)
        told = say(
            "Off blocks {leaves}, there **{arrives}** after your {time}.",
            leaves=leaves,
            arrives=arrives,
            time=time,
        )
    elif result.is_own_wind:
        told = say("Off blocks {leaves}, there **about {arrives}** in that wind.", leaves=leaves, arrives=arrives)
    else:
        told = say("Off blocks {leaves}, there **about {arrives}** in still air.", leaves=leaves, arrives=arrives)
    return [told, *light]


def _verdict(result: FlightDistance, off: datetime, there: datetime, due: datetime) -> str:
    """Whether one is there in time, in the wind said or in still air and with a headwind."""
    zone = result.zones[1]
    if result.is_own_wind and result.headwind_kts is not None:
        return in_time.in_own_wind(there, due, zone, on_the_nose(result.headwind_kts))
    if result.cruise_speed_kts is None or result.distance_nm is None or result.headwind_kts is None:
        return in_time.verdict(there, None, due, zone, "")
    hours = time_in_wind(result.distance_nm, result.cruise_speed_kts, result.headwind_kts)
    against = off + timedelta(minutes=round(hours * 60)) if hours is not None else None
    return in_time.verdict(there, against, due, zone, on_the_nose(result.headwind_kts))


def _latest(result: FlightDistance) -> list[str]:
    """By when one leaves to be there in time."""
    if result.due is None or result.cruise_speed_kts is None or result.distance_nm is None:
        return []
    wind = result.headwind_kts if result.is_own_wind and result.headwind_kts is not None else 0.0
    hours = time_in_wind(result.distance_nm, result.cruise_speed_kts, wind)
    if hours is None:
        return []
    return [in_time.latest(result.due, timedelta(minutes=round(hours * 60)), result.zones)]


def _both_ways(result: FlightDistance) -> list[str]:
    """The way back and the sum, with the wind turned where it was said."""
    if not result.both_ways:
        return []
    if result.back_time_formatted is None or result.both_ways_time_formatted is None:
        return [say("In that wind one of the two ways leaves too little ground speed to plan with.")]
    if not result.is_own_wind or result.headwind_kts is None:
        return [
            say(
                "Back the same: **{both_ways_time_formatted}** both ways in still air, no stop counted.",
                both_ways_time_formatted=result.both_ways_time_formatted,
            )
        ]
    wind = -result.headwind_kts if result.back_headwind_kts is None else result.back_headwind_kts
    other = on_the_nose(wind)
    return [
        say(
            "Back: {back_time_formatted} with {other}. **{both_ways_time_formatted}** both ways in "
            "that wind, no stop counted.",
            back_time_formatted=result.back_time_formatted,
            other=other,
            both_ways_time_formatted=result.both_ways_time_formatted,
        )
    ]


def _endurance(result: FlightDistance) -> list[str]:
    """What the time the fuel lasts leaves: arithmetic, never a promise."""
    if result.endurance_hours is None or result.endurance_left_hours is None:
        return []
    has, left = format_hours(result.endurance_hours), format_hours(abs(result.endurance_left_hours))
    if result.both_ways:
        has = say("{has} (no refuelling)", has=has)
    if result.endurance_left_hours < 0:
        return [_too_short(result).format(has=has, more=left)]
    return [_enough(result).format(has=has, left=left)]


def _too_short(result: FlightDistance) -> str:
    if result.both_ways and result.is_own_wind:
        return say("**{has} of endurance is not enough**: that wind, both ways, alone takes {more} more.")
    if result.both_ways:
        return say("**{has} of endurance is not enough**: still air, both ways, alone takes {more} more.")
    if result.is_own_wind:
        return say("**{has} of endurance is not enough**: that wind alone takes {more} more.")
    return say("**{has} of endurance is not enough**: still air alone takes {more} more.")


def _enough(result: FlightDistance) -> str:
    if result.both_ways and result.is_own_wind:
        return say(
            "Of {has} endurance that wind, both ways, leaves {left} for climb, taxi, headwind, "
            "diversion and reserve."
        )
    if result.both_ways:
        return say(
            "Of {has} endurance still air, both ways, leaves {left} for climb, taxi, headwind, "
            "diversion and reserve."
        )
    if result.is_own_wind:
        return say("Of {has} endurance that wind leaves {left} for climb, taxi, headwind, diversion and reserve.")
    return say("Of {has} endurance still air leaves {left} for climb, taxi, headwind, diversion and reserve.")


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
                text=say(
                    "Where can I stop within 2h between {start} and {end} at {cruise_speed_kts:g} knots",
                    start=start,
                    end=end,
                    cruise_speed_kts=result.cruise_speed_kts,
                ),
                call=along.varied(max_leg_time_hours=2, cruise_speed_kts=result.cruise_speed_kts),
                category="stops",
                label=say("Stops within 2h"),
            )
        )
    else:
        found.append(
            Suggestion(
                text=say("Airports between {start} and {end}", start=start, end=end),
                call=along,
                category="stops",
                label=say("Stops on the way"),
            )
        )
    if result.from_.icao and result.to.icao:
        ends = [talk.deps.airports.get(code) for code in (start, end)]
        abroad = len({field.country for field in ends if field}) > 1
        found += [*([border(start, end)] if abroad else []), about_field(end)]
    found += rules_of(talk, (start, end))
    return tuple(found)
