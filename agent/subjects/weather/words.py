"""Words for reports, forecasts, the wind on runways, and density altitude."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from agent.aviation.hours import zone_of
from agent.protocol import Answer, Minima, Suggestion
from agent.subjects.offered import call, weather_at
from agent.subjects.weather.ahead_words import ahead_lines
from agent.subjects.weather.density import DensityAltitude
from agent.subjects.weather.place import clock
from agent.subjects.weather.reports import PlaceWeather, StationWeather, Weather
from agent.subjects.weather.runways import RunwayWind
from agent.weather.fold import AtTimes, HourState
from agent.weather.report import Forecast
from agent.weather.runway_wind import RunwayEnd
from agent.weather.said_wind import shown
from agent.weather.words import conditions_words, report_words
from agent.writing.write import Talk, suggest, write
from tongue import say

_COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
SHOWN_RUNWAYS = 6
AHEAD = timedelta(hours=1)
"""So far ahead a report of now answers no question about then."""


def compass(bearing: float) -> str:
    """ "NE" for 40 degrees."""
    return _COMPASS[round(bearing / 45) % 8]


# --- reports and forecasts -------------------------------------------------------------------------


@write.register
def _(result: Weather, talk: Talk) -> Answer:
    if not result.found or result.now is None:
        return Answer(text=result.message or "I have no weather for that.", choices=result.choices)
    return Answer(text="\n\n".join(_place(place, result, result.now) for place in result.places))


def _place(place: PlaceWeather, result: Weather, now: datetime) -> str:
    lines = [f"**{place.label}**"]
    kinds = {"metar": "METAR", "taf": "TAF", "any": "report"}
    if not place.stations:
        silent = f" {', '.join(place.silent)} sends none now." if place.silent else ""
        lines.append(f"No {kinds[result.kind]} for {place.label} or any station near it.{silent}")
        return "\n".join(lines)
    if result.at is not None and result.at - now > AHEAD and not any(one.forecast for one in place.stations):
        when = f"{_day(result.at, now)}{clock(result.at, zone_of(place.time_zone))}"
        lines.append(say("No TAF reaches {when}. What follows is of now; the outlook has the models.", when=when))
    for station in place.stations:
        if not station.station.own:
            reason = "has sent none" if place.silent else "has no station of its own"
            if station is place.stations[0]:
                lines[0] += f" {reason}: the nearest"
            lines.append(_whose(station))
        lines += _report_lines(station, now, result.at)
        lines += _forecast_lines(station, place, result.at, now)
    return "\n".join(lines)


def _whose(of: StationWeather) -> str:
    place = of.station
    height = ""
    if place.elevation_difference_ft is not None and abs(place.elevation_difference_ft) >= 50:
        higher = "higher" if place.elevation_difference_ft > 0 else "lower"
        height = f", {abs(place.elevation_difference_ft):,} ft {higher}"
    return f"{place.icao} {place.name}, {place.distance_nm:.0f} nm {compass(place.bearing_deg)}{height}:"


def _report_lines(of: StationWeather, now: datetime, at: datetime | None) -> list[str]:
    report = of.report
    if report is None or (at is not None and of.forecast is not None):
        return []
    age = "time unknown"
    if report.issued is not None and of.age_minutes is not None:
        age = f"{report.issued:%H:%M} UTC, {age_words(of.age_minutes)}"
    marks = {
        "stale": " **Old: over 75 minutes.**",
        "history": " **History: over 2 hours, not the weather now.**",
        "undated": " **Its time cannot be read.**",
    }
    told = report_words(report) or "nothing told"
    lines = [f"{age}: {told}.{marks.get(of.freshness or '', '')}", f"`{report.raw}`"]
    if report.trend:
        lines.insert(1, f"Trend: {_trend(of)}.")
    if report.unread:
        lines.append(f"Not read, see the raw text: {' '.join(report.unread)}")
    if of.old_copy:
        lines.append("The weather service does not answer: this is the last copy.")
    return lines


def _trend(of: StationWeather) -> str:
    report = of.report
    if report is None or not report.trends:
        return "no significant change" if report and report.trend == "NOSIG" else ""
    words = {"BECMG": "becoming", "TEMPO": "at times", "FM": "from"}
    return "; ".join(
        f"{words[group.kind]} {' '.join(group.times)} {conditions_words(group)}".replace("  ", " ")
        for group in report.trends
    )


def age_words(minutes: int) -> str:
    """ "8 min ago", "1 h 20 min ago"."""
    if minutes < 0:
        return "dated ahead of now"
    return f"{minutes} min ago" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min ago"


def _forecast_lines(of: StationWeather, place: PlaceWeather, at: datetime | None, now: datetime) -> list[str]:
    forecast = of.forecast
    if forecast is None:
        return []
    zone = zone_of(place.time_zone)
    head = _valid(forecast)
    if forecast.cancelled:
        return [f"TAF {head}: **cancelled**.", f"`{forecast.raw}`"]
    if forecast.missing:
        return ["TAF: NIL, none was made.", f"`{forecast.raw}`"]
    lines: list[str] = []
    if at is None:
        lines.append(f"TAF {head}: now {_state(of.state)}" if of.state and not of.state.beyond else f"TAF {head}")
    elif of.state is None or of.state.beyond:
        end = f"{forecast.to:%d %b %H:%M} UTC" if forecast.to else "an unread time"
        lines.append(f"At {_day(at, now)}{clock(at, zone)}: **beyond the TAF**, which ends {end}.")
    else:
        lines.append(f"At {_day(at, now)}{clock(at, zone)}: {_state(of.state)}")
        worst = of.around.prevailing if of.around else None
        if worst and worst.ceiling_ft is not None:
            lines.append(f"Lowest ceiling forecast within an hour of it: {worst.ceiling_ft:,} ft.")
        lines.append(f"TAF {head}")
    lines.append(f"`{forecast.raw}`")
    if forecast.unread:
        lines.append(f"Not read, see the raw text: {' '.join(forecast.unread)}")
    return lines


def _valid(forecast: Forecast) -> str:
    if forecast.from_ is None or forecast.to is None:
        return "with a validity that cannot be read"
    issued = f"issued {forecast.issued:%H:%M} UTC, " if forecast.issued else ""
    return f"{issued}valid {forecast.from_:%d %H:%M} to {forecast.to:%d %H:%M} UTC"


def _day(at: datetime, now: datetime) -> str:
    return "" if at.date() == now.astimezone(UTC).date() else f"{at:%a} {at.day} {at:%b} "


def _state(state: HourState | None) -> str:
    if state is None:
        return ""
    main = " **or** ".join(conditions_words(c) for c in state.prevailing)
    if len(state.prevailing) > 1:
        main += " (changing: both are possible)"
    return "; ".join([main, *map(at_times_words, state.at_times)]) + "."


def at_times_words(item: AtTimes) -> str:
    """ "at times 7 km · showers of rain", "30 % 270° 15 kt": never taken for what prevails."""
    chance = f"{item.probability} % " if item.probability else ""
    often = "at times " if item.temporary else ""
    return f"{chance}{often}{conditions_words(item.conditions)}"


@suggest.register
def _(result: Weather, talk: Talk) -> tuple[Suggestion, ...]:
    field = next((place.icao for place in result.places if place.icao), None)
    if not result.found or field is None:
        return ()
    then: tuple[Suggestion, ...] = ()
    if result.at is not None and result.now is not None and result.at - result.now > AHEAD:
        day = result.at.date().isoformat()
        outlook = call("get_outlook", places=[field], day=day)
        then = (
            Suggestion(text=f"Outlook for {field} on {day}", call=outlook, category="outlook", label="Outlook"),
        )
    return (
        *then,
        Suggestion(text=f"Crosswind at {field}", call=call("get_runway_wind", icao_code=field), category="wind"),
        Suggestion(
            text=f"Density altitude at {field}", call=call("get_density_altitude", icao_code=field), category="air"
        ),
    )


# --- the wind on the runways -----------------------------------------------------------------------


@write.register
def _(result: RunwayWind, talk: Talk) -> Answer:
    if result.found and result.ahead is not None:
        where = f"{result.icao} {result.name}"
        lines = ahead_lines(result.ahead, where, result.zone, result.minima)
        return Answer(text="\n".join(lines), choices=result.choices)
    if not result.found or result.wind is None:
        return Answer(text=result.message or "I have no wind for that.", choices=result.choices)
    where = f"{result.icao} {result.name}: " if result.icao else ""
    lines = [f"{where}{shown(result.wind)}{_told_by(result)}."]
    ends = sorted(result.runways, key=lambda end: -end.head_kt)
    if result.wind.calm:
        lines.append("**Calm**: no runway is into wind.")
    else:
        lines += [_end(end, end.runway == result.most_into_wind) for end in ends[:SHOWN_RUNWAYS]]
    if any(end.worst_case for end in ends):
        lines.append("The wind is variable: each figure is the worst in its sector, they need not come together.")
    if any(end.heading_from == "designator" for end in ends):
        lines.append("Runway direction by its number alone: ±5°, and magnetic where no field is given.")
    if result.minima is not None:
        lines += against(ends, result.minima)
    if result.wind_from is None and result.variation_deg is not None and abs(result.variation_deg) >= 3:
        side = "east" if result.variation_deg > 0 else "west"
        lines.append(
            f"Taken as true; the tower's wind is magnetic, variation here {abs(result.variation_deg):.0f}° {side}."
        )
    return Answer(text="\n".join(lines), choices=result.choices)


def _told_by(result: RunwayWind) -> str:
    told = result.wind_from
    if told is None:
        return ""
    age = age_words(told.age_minutes) if told.age_minutes is not None else "time unknown"
    whose = "" if told.station.own else f"{told.station.icao}, {told.station.distance_nm:.0f} nm away, "
    old = ", **old**" if told.freshness in ("stale", "history", "undated") else ""
    return f" ({whose}METAR {age}{old})"


def _end(end: RunwayEnd, best: bool) -> str:
    head = "head" if end.head_kt >= 0 else "tail"
    along = f"{head} {abs(end.head_kt):.0f}"
    across = f"cross {end.cross_kt:.0f}"
    if end.head_gust_kt is not None and end.cross_gust_kt is not None:
        along += f" (gust {abs(end.head_gust_kt):.0f})"
        across += f" (gust {end.cross_gust_kt:.0f})"
    side = {"left": " from the left", "right": " from the right", "either": " from either side", "none": ""}
    words = f"{end.runway} · {along} kt · {across} kt{side[end.from_]}"
    return f"**{words}** · most into wind" if best else words


def against(ends: list[RunwayEnd], minima: Minima) -> list[str]:
    """How the end with the least wind across compares with the pilot's own limits."""
    if not ends or (minima.crosswind_kt is None and minima.gust_kt is None):
        return []
    into = [end for end in ends if end.head_kt >= 0] or ends
    least = min(into, key=lambda end: end.most_across_kt)
    said: list[str] = []
    if minima.crosswind_kt is not None:
        word = "within" if least.cross_kt <= minima.crosswind_kt else "above"
        said.append(f"{least.cross_kt:.1f} kt across is {word} your {minima.crosswind_kt:g}")
    if minima.gust_kt is not None and least.cross_gust_kt is not None:
        word = "within" if least.cross_gust_kt <= minima.gust_kt else "above"
        said.append(f"{least.cross_gust_kt:.1f} in gusts is {word} your {minima.gust_kt:g}")
    return [f"On {least.runway}: {', '.join(said)}."] if said else []


@suggest.register
def _(result: RunwayWind, talk: Talk) -> tuple[Suggestion, ...]:
    if result.icao is None:
        return ()
    return (weather_at(result.icao),)


# --- density altitude ------------------------------------------------------------------------------


@write.register
def _(result: DensityAltitude, talk: Talk) -> Answer:
    if not result.found or result.density_altitude_ft is None or result.pressure_altitude_ft is None:
        return Answer(text=result.message or "I cannot reckon that.", choices=result.choices)
    where = f"{result.icao} {result.name}" if result.icao else f"{result.elevation_ft:,.0f} ft"
    humid = "humid" if result.dewpoint_c is not None else "dry air, no dew point known"
    lines = [
        f"{where}: **density altitude {fifty(result.density_altitude_ft):,} ft** ({humid}), "
        f"pressure altitude {fifty(result.pressure_altitude_ft):,} ft."
    ]
    dew = f", dew point {result.dewpoint_c:g} °C" if result.dewpoint_c is not None else ""
    lines.append(f"{result.elevation_ft:,.0f} ft, {_qnh(result)}, {result.temperature_c:g} °C{dew}.")
    return Answer(text="\n".join(lines), choices=result.choices)


def fifty(feet: float) -> int:
    """Rounded to 50 ft: no more is known."""
    return round(feet / 50) * 50


def _qnh(result: DensityAltitude) -> str:
    figure = f"QNH {result.qnh_hpa:.0f}"
    whose = result.station.station.icao if result.station else ""
    match result.qnh_from:
        case "standard":
            return f"{figure} assumed, since none is known"
        case "neighbour":
            return (
                f"{figure} of {whose}, {result.station.station.distance_nm if result.station else 0:.0f} nm away"
            )
        case "reported":
            return f"{figure} reported"
        case _:
            return figure


@suggest.register
def _(result: DensityAltitude, talk: Talk) -> tuple[Suggestion, ...]:
    if result.icao is None:
        return ()
    return (weather_at(result.icao),)
