"""What the forecast has for a planned trip, in a few lines: what stands against the minima, both ends, aloft."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, time, timedelta

from agent.aviation.hours import zone_of
from agent.errors import AgentError
from agent.protocol import Source
from agent.registry import ToolContext
from agent.subjects.route.speed import ASSUMED, ASSUMED_KT
from agent.subjects.trip.clocks import BACK_AT, OUT_AT
from agent.subjects.trip.plan import TripArguments, planned
from agent.subjects.trip.timeline import TripPlan
from agent.subjects.trip.times import SAME_DAY
from agent.subjects.weather.brief import briefed, usual_return
from agent.subjects.weather.brief_windows import window_note
from agent.subjects.weather.day import DayBrief, WindowAt
from agent.subjects.weather.finding_words import finding_words
from agent.subjects.weather.forecast_words import day_name
from agent.upstream import turn_budget
from agent.weather.models import FIGURES_AT
from agent.weather.sigmet import words as sigmet_words
from agent.weather.windows import span
from tongue import later, say

WAITS_SECONDS = 2.5
"""The plan of a trip does not wait longer for other people's servers; the brief of the day does."""
AHEAD = timedelta(days=10)
"""A day so far off that not even its being too early is worth a line."""

NO_FORECAST = later("Weather: no forecast seen now; [Weather] asks again.")
"""What is told where none was seen: the button beside it says the same."""


async def weather_of_trip(
    plan: TripPlan, arguments: TripArguments, context: ToolContext
) -> tuple[str, tuple[Source, ...]]:
    """The lines and their sources; "" without a day. A source that is away costs one sentence."""
    first = plan.legs[0]
    if first.day is None or first.day > (context.deps.now() + AHEAD).date():
        return "", ()
    timed = first.off_blocks is not None
    try:
        with turn_budget(WAITS_SECONDS):
            brief = await _brief(plan, arguments, context, timed=timed)
    except AgentError:
        return "", ()
    if not brief.found or brief.day is None:
        return "", ()
    return "\n".join(_lines(brief, plan, timed=timed)), brief.sources[len(plan.sources[:2]) :]


async def _brief(plan: TripPlan, arguments: TripArguments, context: ToolContext, *, timed: bool) -> DayBrief:
    """The brief of the trip; what it leaves open (times, speed, the way home) is assumed as the brief does."""
    knots = plan.cruise_speed_kts
    whole = plan
    home = plan.turn
    if not timed or knots is None or home is None or home.off_blocks is None:
        same = arguments.return_day in (None, SAME_DAY)
        out = {
            "off_block": arguments.off_block if timed else f"{_usual_start(plan):%H:%M}",
            "cruise_speed_kts": knots or ASSUMED_KT,
        }
        back = arguments.day if same else arguments.return_day
        known = home is not None and home.off_blocks is not None
        leaves = arguments.return_off_block if known else f"{_usual_return(plan, timed=timed):%H:%M}"
        values = {**out, "return_day": back, "return_off_block": leaves}
        whole = await planned(arguments.model_copy(update=values), context)
        if whole.legs and whole.legs[-1].off_blocks is None:  # back before it is there: later that evening
            values["return_off_block"] = "23:00"
            whole = await planned(arguments.model_copy(update=values), context)
    assumed = knots is None or plan.cruise_speed_source == ASSUMED
    return await briefed(whole, knots or ASSUMED_KT, context, times_assumed=not timed, speed_assumed=assumed)


def _usual_start(plan: TripPlan) -> time:
    """When the brief takes the trip to begin: at ten, earlier where the way home that is named asks for it."""
    first, home = plan.legs[0], plan.turn
    if home is None or home.off_blocks is None or home.day != first.day:
        return OUT_AT
    hours = sum(leg.hours or leg.distance_nm / ASSUMED_KT for leg in plan.legs if leg.direction == "out")
    there = home.off_blocks - timedelta(hours=hours + 1)
    start = there.astimezone(zone_of(first.from_zone) or UTC)
    return min(OUT_AT, time(start.hour, start.minute // 10 * 10)) if start.date() == first.day else OUT_AT


def _usual_return(plan: TripPlan, *, timed: bool) -> time:
    """When the brief takes the way home to begin: some hours after the start; in the afternoon of another day."""
    first, home = plan.legs[0], plan.turn
    if first.day is None or (home is not None and home.day not in (None, first.day)):
        return BACK_AT
    zone = zone_of(first.from_zone)
    off = first.off_blocks.astimezone(zone or UTC).time() if timed and first.off_blocks else OUT_AT
    return usual_return(first.day, off, zone)


def _lines(brief: DayBrief, plan: TripPlan, *, timed: bool) -> list[str]:
    if brief.lead not in FIGURES_AT:
        if not brief.day:
            return []
        early = day_name(brief.day)
        if not brief.opens:
            return [say("Too early for the weather of {day}.", day=early)]
        return [
            say("Too early for the weather of {day}; from {opens} I can.", day=early, opens=day_name(brief.opens))
        ]
    wanted = [one for one in brief.windows if one.label in _labels(plan)]
    seen = [one for one in wanted if one.window is not None or (one.taf is not None and not one.taf.beyond)]
    if not seen:
        return [say(NO_FORECAST)]
    lines = _against(brief, wanted)
    if brief.sigmets is not None and brief.sigmets.on_the_way:
        lines.append(say("SIGMET on the way: {words}.", words=sigmet_words(brief.sigmets.on_the_way[0].sigmet)))
    lines += (f"{_end(one, brief)}." for one in wanted)
    assumed = _assumed(brief, plan)
    if brief.aloft is not None:
        aloft = brief.aloft
        back = say(", back {minutes}", minutes=span(*aloft.back, " min")) if plan.turn is not None else ""
        lines.append(
            say(
                "Wind at {level:,.0f} ft (assumed): out {minutes}{back}; still air {still:.0f}.",
                level=aloft.level_ft,
                minutes=span(*aloft.out, " min"),
                back=back,
                still=aloft.still,
            )
            + assumed
        )
    else:
        lines[-1] += assumed
    return lines


def _labels(plan: TripPlan) -> tuple[str, ...]:
    return ("arriving", "coming home") if plan.turn is not None else ("leaving", "arriving")


def _assumed(brief: DayBrief, plan: TripPlan) -> str:
    """What of the flight was not said, so that the weather is of what was taken for it."""
    home = plan.turn
    told: list[str] = []
    if brief.times_assumed and brief.leaves is not None:
        start = brief.leaves.astimezone(zone_of(plan.legs[0].from_zone) or UTC)
        told.append(say("off blocks {clock:%H:%M}", clock=start))
    if home is not None and home.off_blocks is None and brief.returns is not None:
        told.append(say("back {clock:%H:%M}", clock=brief.returns.astimezone(zone_of(home.from_zone) or UTC)))
    told += [f"{brief.true_airspeed_kts:g} kt"] if plan.cruise_speed_kts is None else []
    return say(" Taken for it: {what}.", what=", ".join(told)) if told else ""


def _end(one: WindowAt, brief: DayBrief) -> str:
    local, utc = f"{one.at.astimezone(zone_of(one.zone) or UTC):%H:%M}", f"{one.at.astimezone(UTC):%H:%M}Z"
    at = utc if local == utc[:-1] else say("{clock} local ({utc})", clock=local, utc=utc)
    return say("{name}: {value}", name=f"{one.icao} {at}", value=window_note(one, brief.lead or "days"))


def _against(brief: DayBrief, wanted: Sequence[WindowAt]) -> list[str]:
    """What stands first against the pilot's minima; closed fields and passed deadlines stand above already."""
    found = [one for one in brief.findings if one.kind not in ("closed", "deadline", "night")]
    if found:
        more = say(" {count} more against your minima.", count=len(found) - 1) if len(found) > 1 else ""
        return [f"**{finding_words(found[0])}**{more}"]
    if brief.minima.any and wanted:
        far = say(" Ceiling and visibility are not told that far ahead.") if brief.lead == "week" else ""
        return [say("Nothing found against your minima in what FlyFun sees.") + far]
    return []
