"""The day brief of a flight there and back: facts from every source beside the pilot's own minima."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import cast
from zoneinfo import ZoneInfo

from pydantic import AliasChoices, Field, JsonValue
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.airports import Airport
from agent.aviation.hours import resolve_time, zone_of
from agent.errors import AgentError, InvalidQuestion
from agent.language.ends import field_of
from agent.protocol import Endpoint, Minima, RouteView, there_and_back
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.route.speed import ASSUMED_KT, resolve_speed
from agent.subjects.trip.clocks import BACK_AT, OUT_AT
from agent.subjects.trip.legs import DIRECTIONS, sky
from agent.subjects.trip.plan import TripArguments, planned
from agent.subjects.trip.timeline import Direction, TripLeg, TripPlan
from agent.subjects.weather.brief_sources import with_weather
from agent.subjects.weather.day import DayBrief
from agent.subjects.weather.findings import Finding, in_order, of_light
from agent.subjects.weather.hazards import Hazards
from agent.subjects.weather.place import find_moment
from agent.subjects.weather.reports import WeatherArguments, get_weather
from agent.upstream import turn_budget
from agent.weather.models import FIGURES_AT, first_told, lead_at
from tongue import say

WAITS_SECONDS = 20.0
"""For all sources of a brief together: one that is silent costs no more."""


AFTERNOON = time(13)
LAST_START = 21
"""From this hour on nobody is taken to leave on the same day."""
LOCAL_LASTS = timedelta(hours=2)
"""A flight around its field whose start alone is said."""


class BriefArguments(Arguments):
    """A flight and its day."""

    from_location: str | None = Field(
        default=None,
        validation_alias=AliasChoices("from_location", "from", "departure"),
        description="code or town; the home base when left out",
    )
    to_location: str = Field(
        validation_alias=AliasChoices("to_location", "to", "destination"), description="code or town"
    )
    day: str | None = Field(
        default=None, description='"Saturday", ISO date; tomorrow when left out, or the next such time'
    )
    time: str | None = Field(default=None, description="local time off blocks HH:MM; 10:00 when left out")
    return_day: str | None = Field(default=None, description="ISO date of the way back; else the same day")
    return_time: str | None = Field(default=None, description="local time off blocks of the way back HH:MM")
    arrive_by: str | None = Field(default=None, description="local time by which one is there HH:MM")
    return_by: str | None = Field(default=None, description="local time by which one is home again HH:MM")
    cruise_speed_kts: float | None = Field(default=None, description="knots; else the profile's, or 100")
    aircraft_type: str | None = Field(default=None, description='"C172", "SR22" …')
    verdict: bool = Field(default=False, description="a decision was asked for: the answer says whose it is")
    hazards: Hazards = ()
    one_way: bool = Field(default=False, description="only the flight there is asked about")
    by_day: SkipJsonSchema[bool] = Field(default=False, description="whether one is back by day is asked")
    opened: SkipJsonSchema[bool] = Field(default=False, description="what a phone folds is asked for alone")


@tool(kind="route", visualization="route", outside=True)
async def get_day_brief(arguments: BriefArguments, context: ToolContext) -> DayBrief:
    """The brief of a day's flight, one way or back: weather, wind, light, notice, NOTAM beside your own minima."""
    speed, _ = resolve_speed(context, arguments.cruise_speed_kts, arguments.aircraft_type, "")
    knots = speed.knots if speed else ASSUMED_KT
    if (home := _stays_at(arguments, context)) is not None:
        return await _local(arguments, home, context)
    with turn_budget(WAITS_SECONDS):
        return await _there_and_back(arguments, knots, context, speed_assumed=speed is None)


async def _there_and_back(
    arguments: BriefArguments, knots: float, context: ToolContext, *, speed_assumed: bool
) -> DayBrief:
    plan = await _plan(arguments, knots, context)
    if not plan.found and any(one.key == "from_location" for one in plan.missing_info):
        return await _without_start(arguments, plan, context)
    assumed = arguments.time is None and arguments.arrive_by is None
    brief = await briefed(plan, knots, context, times_assumed=assumed, speed_assumed=speed_assumed)
    trip = _in_hand(arguments, plan, context)
    back_assumed = arguments.return_time is None and arguments.return_by is None
    told = {"back_assumed": back_assumed, "flight_trip": trip, "hazards": arguments.hazards}
    brief = brief.model_copy(update=told)
    return out_alone(brief, plan) if arguments.one_way else brief


async def _without_start(arguments: BriefArguments, plan: TripPlan, context: ToolContext) -> DayBrief:
    """The weather where the flight goes to, beside the question for its start, on which it does not depend."""
    asked = WeatherArguments(
        places=[arguments.to_location],
        day=arguments.day,
        time=arguments.time or arguments.arrive_by,
        verdict=arguments.verdict,
        hazards=arguments.hazards,
    )
    try:
        there = await get_weather(asked, context)
    except AgentError:
        there = None
    told = there if there is not None and there.found else None
    sources = told.sources if told else ()
    return DayBrief(
        found=False,
        message=plan.message,
        choices=plan.choices,
        missing_info=plan.missing_info,
        there=told,
        sources=sources,
    )


def out_alone(brief: DayBrief, plan: TripPlan) -> DayBrief:
    """The brief without what is of the way back, which was only taken to be flown."""
    if not brief.found or brief.returns is None:
        return brief
    returns, home = brief.returns, say(DIRECTIONS["home"])
    findings = (
        of
        for of in brief.findings
        if (of.from_ is None or of.from_ < returns) and not (of.kind == "deadline" and of.place.startswith(home))
    )
    return brief.model_copy(
        update={
            "one_way": True,
            "findings": tuple(findings),
            "windows": brief.windows[:2],
            "tasks": _tasks(plan, "out"),
            "wind_shift": None,
            "pressure_change_hpa": None,
        }
    )


async def briefed(
    plan: TripPlan, knots: float, context: ToolContext, *, times_assumed: bool, speed_assumed: bool
) -> DayBrief:
    """The brief of a planned trip there and back: what every source has for its ends and hours."""
    now = context.deps.now()
    if not plan.found or len(plan.legs) < 2 or plan.legs[0].off_blocks is None:
        return DayBrief(found=False, message=plan.message, choices=plan.choices, missing_info=plan.missing_info)
    out, home = _way(plan, "out"), _way(plan, "home")
    if out.off_blocks is None or home.off_blocks is None:
        return DayBrief(found=False, message=plan.message or say("I could not place the times of that day."))
    base = _bare(out, home, out.off_blocks, home.off_blocks, context).model_copy(
        update={
            "times_assumed": times_assumed,
            "speed_assumed": speed_assumed,
            "true_airspeed_kts": knots,
            "tasks": _tasks(plan),
            "flight_trip": plan.flight_trip,
            "choices": plan.choices,
            "sources": plan.sources[:2],
        }
    )
    start, end = (context.deps.airports.get(code or "") for code in (out.from_.icao, out.to.icao))
    if start is None or end is None:
        return base.model_copy(
            update={"found": False, "message": say("I need an airfield at both ends for a brief.")}
        )
    hard = [*_closed(plan), *_late(plan, now), *_night(out, base.minima), *_night(home, base.minima)]
    return await _seen(base, out, home, (start, end), hard, context)


def _bare(out: TripLeg, home: TripLeg, leaves: datetime, returns: datetime, context: ToolContext) -> DayBrief:
    """The flight, its times and its light, before any source is asked. Raises `InvalidQuestion` for the past."""
    lead = lead_at(leaves, context.deps.now(), zone_of(out.from_zone))
    if lead == "past":
        raise InvalidQuestion(say("That time has passed. Give me a day from now on."))
    return DayBrief(
        icao=out.to.icao,
        zone=out.from_zone,
        from_=out.from_,
        to=out.to,
        day=out.day,
        lead=lead,
        leaves=leaves,
        returns=returns,
        minima=context.minima,
        skies=tuple(one for leg in (out, home) for one in leg.skies),
        visualization=RouteView(route=there_and_back(out.from_, out.to)),
    )


async def _seen(
    base: DayBrief,
    out: TripLeg,
    home: TripLeg,
    fields: tuple[Airport, Airport],
    hard: list[Finding],
    context: ToolContext,
) -> DayBrief:
    """The brief with its weather, or from which day on there is one."""
    leaves = out.off_blocks
    if base.lead not in FIGURES_AT and leaves is not None:
        return base.model_copy(
            update={
                "findings": tuple(in_order(hard)),
                "opens": first_told(leaves, "week").date(),
                "not_seen": (say("the weather that far ahead"),),
            }
        )
    return await with_weather(base, out, home, *fields, hard, context)


def _stays_at(arguments: BriefArguments, context: ToolContext) -> Airport | None:
    """The field of a flight that ends where it began."""
    start, end = (_field(name, context) for name in (arguments.from_location, arguments.to_location))
    return context.deps.airports.get(end) if end and start == end else None


async def _local(arguments: BriefArguments, field: Airport, context: ToolContext) -> DayBrief:
    """The brief of a flight around its field: no other end, no way, no paper."""
    zone, now = zone_of(field.time_zone), context.deps.now()
    asked = arguments.day or (None if arguments.time else "tomorrow")
    moment = find_moment(asked, arguments.time, zone, context)
    day = moment.day if moment else now.date()
    off = moment.at.astimezone(zone or UTC).time() if moment and moment.at else OUT_AT
    home_at = arguments.return_time or arguments.return_by
    said = find_moment(day.isoformat(), home_at, zone, context) if home_at else None
    leaves = datetime.combine(day, off, zone or UTC).astimezone(UTC)
    usual = datetime.combine(day, usual_return(day, off, zone), zone or UTC).astimezone(UTC)
    if arguments.time:
        usual = leaves + LOCAL_LASTS
    returns = said.at if said and said.at and said.at > leaves else usual
    if leaves < now < returns:  # "this afternoon" at one: from the next quarter on
        leaves = now.replace(minute=0, second=0, microsecond=0) + timedelta(minutes=15 * (now.minute // 15 + 1))
    end = Endpoint(icao=field.ident, name=field.short_name, lat=field.lat, lon=field.lon)
    light = sky(field, day, context.deps)

    def leg(number: int, direction: Direction, at: datetime) -> TripLeg:
        return TripLeg(
            number=number, direction=direction, from_=end, to=end, from_zone=field.time_zone,
            to_zone=field.time_zone, day=day, off_blocks=at, arrival=at, distance_nm=0, skies=(light,),
        )  # fmt: skip

    out, home = leg(1, "out", leaves), leg(2, "home", returns)
    base = _bare(out, home, leaves, returns, context).model_copy(
        update={"times_assumed": arguments.time is None, "back_assumed": said is None}
    )
    return await _seen(base, out, home, (field, field), _night(home, base.minima), context)


def _in_hand(arguments: BriefArguments, plan: TripPlan, context: ToolContext) -> dict[str, JsonValue] | None:
    """The flight as the chat keeps it: the trip that was planned, or what was said, and nothing only assumed."""
    made = plan.flight_trip
    if made is None:
        return None
    taken = cast("dict[str, JsonValue]", made.get("arguments") or {})
    kept = context.conversation.flight_trip or {}
    before = cast("dict[str, JsonValue]", kept.get("arguments") or {})
    ends = ("from_location", "to_location")
    fields = [[_field(one.get(name), context) for name in ends] for one in (before, taken)]
    if before and fields[0] == fields[1] and before.get("day") == taken.get("day"):
        return kept
    said = {name: taken[name] for name in (*ends, "day") if name in taken}
    own = {
        "off_block": arguments.time,
        "arrive_by": arguments.arrive_by,
        "return_day": arguments.return_day,
        "return_off_block": arguments.return_time,
        "return_by": arguments.return_by,
    }
    said |= {name: value for name, value in own.items() if value}
    return {**made, "arguments": said}


def _field(name: JsonValue, context: ToolContext) -> str | None:
    home = context.question.profile.home_base
    said = name if isinstance(name, str) and name.lower() != "home" else home
    return (field_of(said, context.deps) or said) if said else None


def _way(plan: TripPlan, direction: Direction) -> TripLeg:
    """From the first field to where the trip goes, or from there home, as one: without the stops on the way."""
    alone = plan.legs[0 if direction == "out" else -1]
    legs = [leg for leg in plan.legs if leg.direction == direction] or [alone]
    first, last = legs[0], legs[-1]
    if first is last:
        return first
    joined = {"to": last.to, "to_zone": last.to_zone, "to_country": last.to_country, "arrival": last.arrival}
    return first.model_copy(update={**joined, "skies": (*first.skies[:1], *last.skies[1:])})


async def _plan(arguments: BriefArguments, knots: float, context: ToolContext) -> TripPlan:
    """The trip of the day: its legs, deadlines and light, from the tool that plans trips."""
    home = arguments.from_location or context.question.profile.home_base or ""
    field = context.deps.airports.get(_field(home, context) or "")
    zone = zone_of(field.time_zone) if field else None
    moment = find_moment(arguments.day or (None if arguments.time else "tomorrow"), arguments.time, zone, context)
    day = moment.day if moment else context.deps.now().date()
    off = moment.at.astimezone(zone or UTC).time() if moment and moment.at else _still_to_come(day, zone, context)
    back = find_moment(arguments.return_day, arguments.return_time, None, context)
    home_day = max(day, back.day) if back and arguments.return_day else day
    usual = usual_return(day, off, zone) if home_day == day else BACK_AT
    there = arguments.arrive_by if arguments.time is None else None
    trip = TripArguments(
        from_location=arguments.from_location,
        to_location=arguments.to_location,
        day=day.isoformat(),
        off_block=None if there else f"{off:%H:%M}",
        arrive_by=there,
        return_day=home_day.isoformat(),
        return_off_block=arguments.return_time or f"{usual:%H:%M}",
        cruise_speed_kts=knots,
    )
    plan = await planned(trip, context)
    told_back = arguments.return_day or arguments.return_time or arguments.return_by
    if not told_back and not arguments.one_way and (light := _back_by_day(plan)) is not None:
        plan = await planned(trip.model_copy(update={"return_off_block": f"{light:%H:%M}"}), context)
    by = resolve_time(arguments.return_by or "") if arguments.return_time is None else None
    if by is not None and (off_there := _off_there(plan, by, home_day)) is not None:
        plan = await planned(trip.model_copy(update={"return_off_block": f"{off_there:%H:%M}"}), context)
    if not plan.legs or plan.legs[-1].off_blocks is not None:
        return plan
    told = arguments.return_day or arguments.return_time or arguments.return_by
    later = {"return_off_block": "23:00"}  # back before it is there: later that evening
    if not told:  # too far for one day: the way back is taken to be the next
        later = {"return_day": (home_day + timedelta(days=1)).isoformat(), "return_off_block": f"{OUT_AT:%H:%M}"}
    return await planned(trip.model_copy(update=later), context)


def _still_to_come(day: date, zone: ZoneInfo | None, context: ToolContext) -> time:
    """When one leaves where no hour is said: ten o'clock, later on the same day the next full hour."""
    now = context.deps.now().astimezone(zone or UTC)
    if day != now.date() or now.time() < OUT_AT or now.hour >= LAST_START:
        return OUT_AT
    return time(now.hour + 1)


def _back_by_day(plan: TripPlan) -> time | None:
    """When one leaves there to be home before night, where the way back was only taken to be later."""
    if not plan.found or len(plan.legs) < 2:
        return None
    out, home = plan.legs[0], plan.legs[-1]
    sky = next((one for one in home.skies if one.icao == home.to.icao), None)
    night = sky.night_begins if sky is not None else None
    if night is None or home.arrival is None or not home.hours or out.arrival is None or home.arrival <= night:
        return None
    leaves = night - timedelta(hours=home.hours) - BEFORE_NIGHT
    leaves = leaves.replace(minute=leaves.minute // 15 * 15, second=0, microsecond=0)
    return leaves.astimezone(zone_of(home.from_zone) or UTC).time() if leaves >= out.arrival + ON_GROUND else None


BEFORE_NIGHT, ON_GROUND = timedelta(minutes=15), timedelta(minutes=30)
"""So long before night one is taken to be home, and so long on the ground before the way back."""


def _off_there(plan: TripPlan, by: time, day: date) -> time | None:
    """When one leaves there to be home by a time; None where the flight's length is not known."""
    if not plan.legs or not (way := plan.legs[-1]).hours:
        return None
    home = datetime.combine(day, by, zone_of(way.to_zone) or UTC)
    return (home - timedelta(hours=way.hours)).astimezone(zone_of(way.from_zone) or UTC).time()


def usual_return(day: date, off: time, zone: ZoneInfo | None) -> time:
    """Five hours after the start, and not before three in the afternoon; two after a start in the afternoon."""
    away = timedelta(hours=2 if off >= AFTERNOON else 5)
    later = (datetime.combine(day, off, zone) + away).time()
    return max(BACK_AT, later) if later > off else time(23)


MOST_TASKS = 6


def _tasks(plan: TripPlan, direction: Direction | None = None) -> tuple[str, ...]:
    """What the trip asks for, each paper once with the ways it is for, without its small print."""
    parts: dict[tuple[str, str], dict[str, None]] = {}
    for task in plan.tasks:
        of = next((leg.direction for leg in plan.legs if leg.number == task.leg), None)
        if task.kind != "off_blocks" and direction in (None, of):
            lead = task.lead.partition(";")[0].partition(" (")[0]
            parts.setdefault((task.title, lead), {})[task.part] = None
    return tuple(f"{title} ({', '.join(ways)}): {lead}" for (title, lead), ways in parts.items())[:MOST_TASKS]


def _closed(plan: TripPlan) -> list[Finding]:
    if not plan.closed:
        return []
    return [Finding(kind="closed", place="", source="airspace", detail=plan.message or "closed airspace")]


def _late(plan: TripPlan, now: datetime) -> list[Finding]:
    """Notice that can no longer be given."""
    return [
        Finding(kind="deadline", place=task.part, source=task.source, to=task.latest, detail=task.title)
        for task in plan.tasks
        if task.standing == "passed" and task.kind != "off_blocks"
    ]


def _night(leg: TripLeg, minima: Minima) -> list[Finding]:
    sky = next((sky for sky in leg.skies if sky.icao == leg.to.icao), None)
    if leg.arrival is None or sky is None or leg.to.icao is None:
        return []
    return list(of_light(leg.to.icao, leg.arrival, sky.night_begins, sky.night_rule or "", minima))
