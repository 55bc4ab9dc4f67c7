"""What a report or forecast tells beside the minima of visual flight: figures against figures, never a verdict.

SERA.5001 (Table S5-1) has the minima, SERA.5005(b) those for taking off and landing in a control zone: a
ceiling of 1,500 ft and a ground visibility of 5 km (as the CAA's instruction SI2017/02 to MATS Part 1 gives
them). The UK's own for classes D and G are those that its CAA announced for 20 May 2021.
"""

from __future__ import annotations

from typing import Final

from agent.deps import Deps
from agent.subjects.weather.reports import AHEAD, PlaceWeather, StationWeather, Weather
from agent.weather.fold import Worst, worst_of
from agent.weather.words import visibility_words
from tongue import say

QUESTION: Final = "vfr-minima"
"""The question of the rules whose answer says whether the European table holds in a country."""
ZONE_CEILING_FT: Final = 1500
VISIBILITY_M: Final = 5000


def against_vmc(result: Weather) -> list[str]:
    """A line for each place, what it tells beside those minima."""
    lines = [line for place in result.places if place.stations and (line := _of_place(place, result))]
    return ["\n".join(lines)] if lines else []


def minima_of_vmc(result: Weather, deps: Deps) -> str:
    """The minima once, behind the reports that they are held against; "" where none is."""
    places = [place for place in result.places if place.stations and _of_place(place, result)]
    return "\n".join(dict.fromkeys(line for place in places if (line := _minima(place, deps))))


def _of_place(place: PlaceWeather, result: Weather) -> str:
    told = ((one, found) for one in place.stations if (found := _states(one, result)) is not None)
    station, (lasting, passing) = next(told, (None, (None, ())))
    if station is None or lasting is None:
        return ""
    name = place.icao or place.label
    where = (
        name if station.station.own else say("{place} (by {station})", place=name, station=station.station.icao)
    )
    times = [one for one in passing if one.ceiling_ft is not None or one.visibility_m is not None]
    times = [one for one in passing if one.ceiling_ft is not None or one.visibility_m is not None]
    worst = min(times, key=_lowest) if times else None
    if worst is not None and _is_low(worst):  # the answer is no better than the worst of the hours asked about
        rest = _beside(lasting) if _is_low(lasting) else _figures(lasting)
        line = say("{name}: at times {worst}; otherwise {told}", name=where, worst=_beside(worst), told=rest)
        return f"**{line}**."
    told = say("{name}: {value}", name=where, value=_beside(lasting))
    line = f"**{told}**"
    return say("{told}, at times {other}", told=line, other=_figures(worst)) + "." if worst else f"{line}."


def _is_low(of: Worst) -> bool:
    return _lowest(of) < 1


def _lowest(of: Worst) -> float:
    """The share of the minima that the worse of ceiling and visibility reaches: 1 where it is just met."""
    ceiling = of.ceiling_ft / ZONE_CEILING_FT if of.ceiling_ft is not None else _FAR
    return min(ceiling, of.visibility_m / VISIBILITY_M if of.visibility_m is not None else _FAR)


_FAR = 99.0


def _states(of: StationWeather, result: Weather) -> tuple[Worst, tuple[Worst, ...]] | None:
    """What lasts and what may come at times, now or at the hour asked about; None where nothing is told."""
    if result.at is not None and result.now is not None and result.at - result.now > AHEAD:
        if of.around is None or of.around.beyond or of.around.prevailing is None:
            return None
        return of.around.prevailing, tuple(worst for _, worst in of.around.at_times)
    if of.report is not None and of.freshness in ("current", "stale"):
        return worst_of([of.report]), ()
    if of.state is not None and not of.state.beyond:
        return worst_of(of.state.prevailing), ()
    return None


def _figures(of: Worst) -> str:
    ceiling = (
        say("ceiling {feet:,} ft", feet=of.ceiling_ft)
        if of.ceiling_ft is not None
        else say("ceiling not told")
        if "ceiling" in of.unknown
        else say("no ceiling")
    )
    sight = visibility_words(of.visibility_m)
    clear = say("visibility {distance}", distance=sight) if sight else say("visibility not told")
    return f"{ceiling}, {clear}"


def _beside(of: Worst) -> str:
    told = _figures(of)
    low = of.ceiling_ft is not None and of.ceiling_ft < ZONE_CEILING_FT
    short = of.visibility_m is not None and of.visibility_m < VISIBILITY_M
    if low and short:
        return say("{told}: below the 1,500 ft of a control zone and below 5 km", told=told)
    if short:
        return say("{told}: below 5 km", told=told)
    if low:
        return say("{told}: below the 1,500 ft of a control zone", told=told)
    if of.visibility_m is None or "ceiling" in of.unknown:
        return told
    return say("{told}: not below 5 km, nor the 1,500 ft of a control zone", told=told)


def _minima(place: PlaceWeather, deps: Deps) -> str:
    codes = [place.icao, *(one.station.icao for one in place.stations)]
    country = next((field.country for code in codes if code and (field := deps.airports.get(code))), None)
    if country is None or not deps.rules.corpus.answers(QUESTION, country):
        return say("What visual flight asks for there I do not hold.")
    zone = say(
        "In a control zone no VFR take-off or landing under 1,500 ft of ceiling or 5 km, only special VFR "
        "(SERA.5005, 5010). Above 3,000 ft keep 1,500 m and 1,000 ft from cloud. You judge it in flight."
    )
    low = (
        say(
            "VMC up to 3,000 ft by day at 140 kt or less (UK): class D 5 km, class G 1,500 m, clear of cloud, "
            "surface in sight; class E 5 km, 1,500 m and 1,000 ft from cloud."
        )
        if country == "GB"
        else say(
            "VMC up to 3,000 ft (or 1,000 ft above ground): 5 km; classes F and G clear of cloud, surface in "
            "sight, classes B to E 1,500 m sideways and 1,000 ft up or down from cloud (SERA.5001)."
        )
    )
    return f"{low}\n{zone}"
