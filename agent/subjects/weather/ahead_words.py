"""Words for the wind at the runways to come: hours, who tells it, each end as a range, the pilot's own limits."""

from __future__ import annotations

from datetime import timedelta

from agent.aviation.hours import zone_of
from agent.protocol import Minima
from agent.subjects.measures import nm
from agent.subjects.runway_sizes import from_behind, held, longer, sized
from agent.subjects.weather.forecast_words import day_name, models_words, runs_line
from agent.subjects.weather.place import clock
from agent.subjects.weather.runways_ahead import EndAhead, WindAhead
from agent.weather.said_wind import shown
from agent.weather.windows import span
from tongue import later, say

SHOWN = 6
_SIDES = {
    "left": later(" from the left"),
    "right": later(" from the right"),
    "either": later(" from either side"),
    "none": "",
}


def ahead_lines(of: WindAhead, where: str, zone_name: str | None, minima: Minima | None) -> list[str]:
    """The whole answer in lines."""
    zone = zone_of(zone_name)
    day = day_name(of.from_.astimezone(zone).date())
    when = f"{day} {clock(of.from_, zone)}"
    if of.to - of.from_ >= timedelta(hours=1):
        hours = f"{of.from_.astimezone(zone):%H:%M}–{of.to.astimezone(zone):%H:%M}"
        when = say("{day} {hours} local", day=day, hours=hours)
    if of.speed is None:
        if of.opens is None:
            return [say("{where}: no wind told for {when}.", where=where, when=when)]
        opens = day_name(of.opens.astimezone(zone).date())
        return [
            say("{where}: too early for the wind of {day}; from {opens} I can.", where=where, day=day, opens=opens)
        ]
    gust = say(", gusts to {knots:.0f}", knots=of.gust) if of.gust and of.gust > of.speed[1] else ""
    by = f"TAF {of.taf}" if of.taf else models_words(len(of.models))
    if of.taf and of.taf_distance_nm:
        by = say("TAF {station}, {distance} away", station=of.taf, distance=nm(of.taf_distance_nm))
    lines = [
        say(
            "{where}, {when}, {by}: wind {knots} kt{gust}.",
            where=where,
            when=when,
            by=by,
            knots=span(*of.speed),
            gust=gust,
        )
    ]
    lines += _disagreeing(of)
    lines += [_end(end, place == 0 and len(of.ends) > 1) for place, end in enumerate(of.ends[:SHOWN])]
    if not of.ends:
        if of.opens is None:
            lines.append(say("Too early for components."))
        else:
            opens = day_name(of.opens.astimezone(zone).date())
            lines.append(say("Too early for components; from {opens} I can.", opens=opens))
    lines += [say("Beside it in the TAF: {raw}.", raw=raw) for raw in of.at_times]
    lines += [say("At times {end}.", end=_wind_words(end)) for end in _same_ends(of)]
    if minima is not None and of.ends:
        lines += _against(of, minima)
    told = [f"{name} {shown(wind)}" for name, wind in of.models if wind is not None]
    if told:
        each = say("; ").join(told)
        lines.append(f"{each}." if of.to == of.from_ else say("{each} in the middle of it.", each=each))
    lines += [f"{runs_line(of.runs)}."] if of.runs else []
    return lines


def _disagreeing(of: WindAhead) -> list[str]:
    """That TAFs near the field and the models do not agree: what tells the ends, and what the others have."""
    differ = [one for one in of.nearby if one.differs and one.station != of.taf]
    lines: list[str] = []
    if any(one.differs and one.station == of.taf for one in of.nearby):
        lines.append(say("**The models do not agree with that TAF**: theirs are below."))
    for one in differ:
        winds = ", ".join(shown(wind) for wind in one.winds)
        far = {"station": one.station, "distance": nm(one.distance_nm), "winds": winds}
        told = say("TAF {station}, {distance} away: {winds}", **far)
        if one.until is not None:
            told = say("TAF {station}, {distance} away: {winds} until {until:%H:%M} UTC", **far, until=one.until)
        into = say("into it is {runway}", runway=one.into) if one.into else ""
        if of.taf is None:
            told = say("**The models do not agree with the TAF.** {told}", told=told)
        lines.append(f"{told}; {into}." if into else f"{told}.")
    return lines


def _end(of: EndAhead, best: bool) -> str:
    return sized(_wind_words(of), [of], best=best and of.head[1] > 0)


def _wind_words(of: EndAhead) -> str:
    low, high = of.head
    along = (
        say("head") + f" {span(low, high)}" if low >= 0
        else say("tail") + f" {span(-high, -low)}" if high <= 0
        else say("tail {tail:.0f} to head {head:.0f}", tail=-low, head=high)
    )  # fmt: skip
    gust = say(" (gusts to {knots})", knots=_up(of.cross_gust_kt)) if of.cross_gust_kt is not None else ""
    across = say("cross {knots}{gust}", knots=span(*of.cross), gust=gust)
    return say(
        "{runway} · {along} kt · {across} kt{side}",
        runway=of.runway,
        along=along,
        across=across,
        side=say(_SIDES[of.from_]),
    )


def _same_ends(of: WindAhead) -> list[EndAhead]:
    """Under the winds at times: the end that is most into the wind that prevails, and with two ends both."""
    shown = [end.runway for end in of.ends[:2]]
    return [end for end in of.at_times_ends if end.runway in shown]


def _up(knots: float) -> int:
    """A half is more, not less."""
    return int(knots + 0.5)


def _against(of: WindAhead, minima: Minima) -> list[str]:
    """The end with the least across beside the pilot's own limits, by the most that is forecast."""
    into = [end for end in of.ends if end.head[1] >= 0] or list(of.ends)
    least = min(longer(into), key=_most_across)
    lines = held(into, _most_across, lambda end: _beside_limits(end, minima))
    worst = next((end for end in of.at_times_ends if end.runway == least.runway), None)
    if worst is None or not lines:
        return lines
    most, gusting = max(worst.cross[1], worst.cross_gust_kt or 0), minima.across_in_gusts_kt
    limit = gusting if worst.cross_gust_kt is not None else minima.crosswind_kt
    if limit is not None and most > limit:
        lines.append(
            say(
                "At times {knots} kt across on {runway}, above your {limit:g}.",
                knots=_up(most),
                runway=least.runway,
                limit=limit,
            )
        )
    return lines


def _most_across(end: EndAhead) -> float:
    return end.cross_gust_kt or end.cross[1]


def _beside_limits(end: EndAhead, minima: Minima) -> list[str]:
    said = from_behind(end.runway, end.head[1])
    if minima.crosswind_kt is not None:
        word = say("within") if end.cross[1] <= minima.crosswind_kt else say("above")
        said.append(
            say(
                "at most {knots:.0f} kt across is {word} your {limit:g}",
                knots=end.cross[1],
                word=word,
                limit=minima.crosswind_kt,
            )
        )
    gusting = minima.across_in_gusts_kt
    if gusting is not None and end.cross_gust_kt is not None:
        word = say("within") if end.cross_gust_kt <= gusting else say("above")
        said.append(
            say(
                "{knots} in gusts is {word} your {limit:g}",
                knots=_up(end.cross_gust_kt),
                word=word,
                limit=gusting,
            )
        )
    return said
