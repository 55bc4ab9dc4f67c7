"""What is not had where a weather service does not answer: which report of which place, and who sends one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import date, datetime

from agent.errors import UpstreamError
from agent.registry import ToolContext
from agent.subjects.weather.place import Moment, Spot, clock, neighbours
from tongue import later, say

NAMED = 4
NEAREST = 2


@contextmanager
def naming(words: Callable[[], str]) -> Generator[None]:
    """Has a failure of a service begin with what was asked of it."""
    try:
        yield
    except UpstreamError as failure:
        raise failure.naming(words()) from failure


ASKED = {
    "wind": later("wind"),
    "gust": later("gusts"),
    "visibility": later("visibility"),
    "cloud": later("cloud"),
    "tops": later("cloud tops"),
    "rain": later("rain"),
    "snow": later("snow"),
    "fog": later("fog"),
    "temperature": later("temperature"),
    "dewpoint": later("dew point"),
    "qnh": later("QNH"),
    "thunderstorm": later("thunderstorms"),
    "icing": later("icing"),
    "turbulence": later("turbulence"),
}
"""What is asked for by its name, as the answer calls it where it was not seen."""


def reports_unseen(
    spots: Sequence[Spot], kind: str, moment: Moment | None, context: ToolContext, asked: Sequence[str] = ()
) -> str:
    """ "Not seen: METAR and TAF of EGSH Norwich.", and of a field without a station whose reports tell of it."""
    what = {"metar": "METAR", "taf": "TAF"}.get(kind) or say("METAR and TAF")
    lines = [say("Not seen: {what} of {places}.", what=what, places=_named(spots) + when_of(moment))]
    named = [say(ASKED[one]) for one in dict.fromkeys(asked) if one in ASKED]
    if named:
        lines.append(say("So nothing is known here of: {asked}.", asked=", ".join(named)))
    for spot in spots[:NAMED]:
        if any(station.own for station in spot.stations):
            continue
        nearest = neighbours(spot, context, taf=kind == "taf")[:NEAREST]
        if nearest:
            stations = ", ".join(f"{one.icao} {one.name} ({one.distance_nm:.0f} nm)" for one in nearest)
            own = spot.label
            lines.append(say("{own} has no station of its own; the nearest: {near}.", own=own, near=stations))
    return "\n".join(lines)


def forecast_unseen(spots: Sequence[Spot], days: Sequence[date]) -> str:
    """ "Not seen: the forecast for EDPA Elchingen, Mon 30 Nov."."""
    when = ", ".join(say("{day:%a %d %b}", day=day) for day in days[:NAMED])
    return say(
        "Not seen: the forecast for {places}, {when}: wind, cloud, rain, freezing level.",
        places=_named(spots),
        when=when,
    )


def winds_unseen(spots: Sequence[Spot], levels_ft: Sequence[int], at: datetime) -> str:
    """ "Not seen: the wind over LSGG Geneva at 6,500 ft, Mon 30 Nov 10:00 local"."""
    heights = ", ".join(say("{feet:,}", feet=feet) for feet in levels_ft)
    zone = spots[0].zone
    return say(
        "Not seen: the wind over {places} at {heights} ft, {day} {clock}.",
        places=_named(spots),
        heights=heights,
        day=say("{day:%a %d %b}", day=at.astimezone(zone)),
        clock=clock(at, zone),
    )


def _named(spots: Sequence[Spot]) -> str:
    return ", ".join(spot.label for spot in spots[: NAMED * 2])


def when_of(moment: Moment | None) -> str:
    """ ", Mon 30 Nov 10:00 local (09:00 UTC)"; nothing for now."""
    if moment is None:
        return ""
    day = say("{day:%a %d %b}", day=moment.day)
    return f", {day}" + (f" {clock(moment.at, moment.zone)}" if moment.at else "")
