"""Which of several places it is better at: each element asked for, the best place first, nothing weighed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from agent.subjects.weather.elements import Element
from agent.subjects.weather.outlook import DayOutlook, Outlook
from agent.subjects.weather.reports import AHEAD, StationWeather, Weather
from agent.weather.fold import Worst, worst_of
from agent.weather.said_wind import shown
from agent.weather.windows import ModelSays, Window, span
from agent.weather.words import visibility_words
from tongue import figure, later, say

_NO_CEILING_FT = 1_000_000
"""Feet that stand for a sky without a ceiling: above every one that is told."""
_WEIGHED: tuple[Element, ...] = ("cloud", "visibility", "wind")
_FAR_AHEAD = frozenset(("wind", "rain", "temperature"))
"""What is told so many days ahead that ceilings and visibility are not."""
_ORDERS = {
    "cloud": later("Ceiling, highest first: {places}"),
    "visibility": later("Visibility, best first: {places}"),
    "wind": later("Wind, least first: {places}"),
    "gust": later("Gusts, least first: {places}"),
    "temperature": later("Temperature, warmest first: {places}"),
    "rain": later("Rain, least first: {places}"),
}
_ALIKE = {
    "cloud": later("Ceiling alike: {told}"),
    "visibility": later("Visibility alike: {told}"),
    "wind": later("Wind alike: {told}"),
    "gust": later("Gusts alike: {told}"),
    "temperature": later("Temperature alike: {told}"),
    "rain": later("Rain alike: {told}"),
}


@dataclass(frozen=True, slots=True)
class _Told:
    """What one place tells of an element; the less the `rank`, the better."""

    place: str
    rank: tuple[float, ...]
    words: str


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    alike: bool


def of_the_reports(result: Weather) -> list[str]:
    """The lines for reports and forecasts, those of an hour where one is asked for."""
    if result.now is None or len(result.places) < _TWO or not result.weighed:
        return []
    lines: list[_Line] = []
    for element in _asked(result.elements):
        told = [
            one
            for place in result.places
            if place.stations
            for one in [_of_station(element, place.icao or place.label, place.stations[0], result.at, result.now)]
            if one is not None
        ]
        lines += _line(element, told, len(result.places))
    return _alike_together(lines)


def of_the_models(result: Outlook) -> list[str]:
    """The lines for what the models have, of one day: the least favourable hours of each place."""
    days = [day for day in result.days if day.parts]
    if len(days) < _TWO or len({day.day for day in days}) > 1 or not result.weighed:
        return []
    lines: list[_Line] = []
    for element in _asked(result.elements):
        told = [one for day in days if (one := _of_day(element, day)) is not None]
        lines += _line(element, told, len(result.days))
    return _alike_together(lines)


_TWO = 2


def _asked(elements: Sequence[Element]) -> list[Element]:
    return [one for one in elements if one in _ORDERS] or [*_WEIGHED]


def _line(element: Element, told: list[_Told], places: int) -> list[_Line]:
    """ "Ceiling, highest first: EGKA none · EGMD 800 ft"; nothing where fewer than two tell."""
    if len(told) < _TWO:
        return []
    told = sorted(told, key=attrgetter("rank"))
    if len({one.words for one in told}) == 1 and len(told) == places:
        return [_Line(say(_ALIKE[element], told=told[0].words), alike=True)]
    groups = [[*same] for _, same in groupby(told, key=attrgetter("words"))]
    shown_places = " · ".join(f"{', '.join(one.place for one in same)} {same[0].words}" for same in groups)
    return [_Line(say(_ORDERS[element], places=shown_places), alike=False)]


def _alike_together(lines: Sequence[_Line]) -> list[str]:
    """A line for each element in which the places differ, and one for those in which they do not."""
    alike = " · ".join(line.text for line in lines if line.alike)
    return [f"**{text}**" for text in (*(line.text for line in lines if not line.alike), alike) if text]


def _of_station(
    element: Element, place: str, of: StationWeather, at: datetime | None, now: datetime
) -> _Told | None:
    """What a station tells of the hour asked for; one that speaks for a place farther off is named."""
    if not of.station.own:
        place = say("{place} (by {station})", place=place, station=of.station.icao)
    passing: list[Worst] = []
    if at is not None and at - now > AHEAD:
        if of.around is None or of.around.beyond or of.around.prevailing is None:
            return None
        lasting, passing = of.around.prevailing, [worst for _, worst in of.around.at_times]
    elif of.report is not None and of.freshness in ("current", "stale"):
        if element == "temperature":
            degrees = of.report.temperature_c
            return None if degrees is None else _Told(place, (-degrees,), say("{degrees} °C", degrees=degrees))
        lasting = worst_of([of.report])
    elif of.state is not None and not of.state.beyond:
        lasting = worst_of(of.state.prevailing)
    else:
        return None
    found = _of_worst(element, lasting)
    if found is None:
        return None
    rank, words = found
    others = [one for worst in passing if (one := _of_worst(element, worst)) is not None and one[0] > rank]
    if not others:
        return _Told(place, (rank, rank), words)
    worse = max(others)
    return _Told(place, (rank, worse[0]), say("{told}, at times {other}", told=words, other=worse[1]))


def _of_worst(element: Element, of: Worst) -> tuple[float, str] | None:
    match element:
        case "cloud":
            if of.ceiling_ft is not None:
                return -of.ceiling_ft, say("{feet} ft", feet=figure(of.ceiling_ft))
            return None if "ceiling" in of.unknown else (-_NO_CEILING_FT, say("no ceiling"))
        case "visibility":
            sight = visibility_words(of.visibility_m)
            return None if of.visibility_m is None or sight is None else (-of.visibility_m, sight)
        case "wind" | "gust":
            if not of.winds:
                return None
            wind = max(of.winds, key=lambda one: one.strongest_kt or 0)
            return wind.strongest_kt or 0, shown(wind)
        case _:
            return None


def _of_day(element: Element, of: DayOutlook) -> _Told | None:
    if of.lead == "week" and element not in _FAR_AHEAD:
        return None
    first, last = of.parts[0].window, of.parts[-1].window
    models = tuple(model for part in of.parts for model in part.window.models)
    window = Window(from_=first.from_, to=last.to, models=models)
    place = of.icao or of.label
    match element:
        case "cloud":
            bases = [base for model in models if (base := _base(model)) is not None]
            if not bases:
                return None
            base = min(bases)
            words = say("no low cloud") if base == _NO_CEILING_FT else say("{feet} ft", feet=figure(base))
            return _Told(place, (-base,), words)
        case "visibility":
            sight = window.spread("visibility_m")
            return sight and _Told(place, (-sight[0],), say("{km} km", km=span(sight[0] / 1000, sight[1] / 1000)))
        case "wind" | "gust":
            knots = window.spread("wind_kt" if element == "wind" else "gust_kt")
            return knots and _Told(place, (knots[1], knots[0]), say("{knots} kt", knots=span(*knots)))
        case "temperature":
            degrees = window.spread("temperature_c")
            return degrees and _Told(place, (-degrees[1],), say("{degrees} °C", degrees=span(*degrees)))
        case "rain":
            fallen = window.spread("rain_mm")
            return fallen and _Told(place, (fallen[1],), say("{mm} mm", mm=f"{fallen[1]:g}"))
        case _:
            return None


def _base(of: ModelSays) -> int | None:
    """Feet of the lowest cloud of a model."""
    if of.on_the_ground:
        return 0
    return of.base_ft if of.base_ft is not None else _NO_CEILING_FT if of.no_low_cloud else None
