"""Words for the wind at the runways to come: hours, who tells it, each end as a range, the pilot's own limits."""

from __future__ import annotations

from datetime import timedelta

from agent.aviation.hours import zone_of
from agent.protocol import Minima
from agent.subjects.weather.forecast_words import day_name, runs_line, span
from agent.subjects.weather.place import clock
from agent.subjects.weather.runways_ahead import EndAhead, WindAhead
from agent.weather.said_wind import shown

SHOWN = 6
_SIDES = {"left": " from the left", "right": " from the right", "either": " from either side", "none": ""}


def ahead_lines(of: WindAhead, where: str, zone_name: str | None, minima: Minima | None) -> list[str]:
    """The whole answer in lines."""
    zone = zone_of(zone_name)
    day = day_name(of.from_.astimezone(zone).date())
    when = f"{day} {clock(of.from_, zone)}"
    if of.to - of.from_ >= timedelta(hours=1):
        when = f"{day} {of.from_.astimezone(zone):%H:%M}–{of.to.astimezone(zone):%H:%M} local"
    if of.speed is None:
        opens = f"; from {day_name(of.opens.astimezone(zone).date())} I can" if of.opens else ""
        return [
            f"{where}: too early for the wind of {day}{opens}."
            if of.opens
            else f"{where}: no wind told for {when}."
        ]
    gust = f", gusts to {of.gust:.0f}" if of.gust and of.gust > of.speed[1] else ""
    by = f"TAF {of.taf}" if of.taf else f"{len(of.models)} models"
    lines = [f"{where}, {when}, {by}: wind {span(*of.speed)} kt{gust}."]
    lines += [_end(end, place == 0) for place, end in enumerate(of.ends[:SHOWN])]
    if not of.ends:
        opens = f"; from {day_name(of.opens.astimezone(zone).date())} I can" if of.opens else ""
        lines.append(f"Too early for components{opens}.")
    lines += [f"Beside it in the TAF: {raw}." for raw in of.at_times]
    if minima is not None and of.ends:
        lines += _against(of, minima)
    told = [f"{name} {shown(wind)}" for name, wind in of.models if wind is not None]
    if told:
        middle = "" if of.to == of.from_ else " in the middle of it"
        lines.append(f"{'; '.join(told)}{middle}.")
    lines += [f"{runs_line(of.runs)}."] if of.runs else []
    return lines


def _end(of: EndAhead, best: bool) -> str:
    low, high = of.head
    along = (
        f"head {span(low, high)}" if low >= 0
        else f"tail {span(-high, -low)}" if high <= 0
        else f"tail {-low:.0f} to head {high:.0f}"
    )  # fmt: skip
    gust = f" (gusts to {_up(of.cross_gust_kt)})" if of.cross_gust_kt is not None else ""
    words = f"{of.runway} · {along} kt · cross {span(*of.cross)}{gust} kt{_SIDES[of.from_]}"
    return f"**{words}** · most into wind" if best and high > 0 else words


def _up(knots: float) -> int:
    """A half is more, not less."""
    return int(knots + 0.5)


def _against(of: WindAhead, minima: Minima) -> list[str]:
    """The end with the least across beside the pilot's own limits, by the most that is forecast."""
    into = [end for end in of.ends if end.head[1] >= 0] or list(of.ends)
    least = min(into, key=lambda end: end.cross_gust_kt or end.cross[1])
    said: list[str] = []
    if minima.crosswind_kt is not None:
        word = "within" if least.cross[1] <= minima.crosswind_kt else "above"
        said.append(f"at most {least.cross[1]:.0f} kt across is {word} your {minima.crosswind_kt:g}")
    if minima.gust_kt is not None and least.cross_gust_kt is not None:
        word = "within" if least.cross_gust_kt <= minima.gust_kt else "above"
        said.append(f"{_up(least.cross_gust_kt)} in gusts is {word} your {minima.gust_kt:g}")
    return [f"On {least.runway}: {', '.join(said)}."] if said else []
