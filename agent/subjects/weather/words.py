"""Words for reports, forecasts, the wind on runways, and density altitude."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from agent.aviation.hours import zone_of
from agent.protocol import Answer, Choice, Folded, Headline, Minima, Part, Passage, Suggestion
from agent.subjects.measures import nm
from agent.subjects.offered import call, weather_at
from agent.subjects.runway_sizes import from_behind, held, sized
from agent.subjects.weather.ahead_words import ahead_lines
from agent.subjects.weather.air_words import as_level, cloud_base_lines, true_airspeed_lines
from agent.subjects.weather.density import DensityAltitude
from agent.subjects.weather.elements import NOT_IN_A_TAF, of_a_report, of_an_hour
from agent.subjects.weather.finding_words import compared_words
from agent.subjects.weather.forecast_words import outlook_lines
from agent.subjects.weather.hazards import icing_first, of_reports, reports_first
from agent.subjects.weather.minima import no_minima
from agent.subjects.weather.most_wind import most_lines
from agent.subjects.weather.place import clock
from agent.subjects.weather.qfe import qfe_hpa, qfe_lines
from agent.subjects.weather.reports import AHEAD, PlaceWeather, StationWeather, Weather, reaches
from agent.subjects.weather.runways import RunwayWind
from agent.subjects.weather.side_by_side import of_the_models, of_the_reports
from agent.subjects.weather.taf_words import beside_lines, change_lines, group_lines, state_words
from agent.subjects.weather.vmc import against_vmc, minima_of_vmc
from agent.weather.air import standard_temperature_c
from agent.weather.fold import Around, HourState
from agent.weather.report import Conditions, Forecast, Report, Wind
from agent.weather.runway_wind import RunwayEnd
from agent.weather.said_wind import shown
from agent.weather.words import COMPASS, report_words, trend_words
from agent.writing.parts import answer as whole
from agent.writing.write import Talk, suggest, write
from tongue import say

SHOWN_RUNWAYS = 6
_A_SCREEN = 14
"""Lines of reports beside who is ahead; longer ones stand behind a tap."""


def compass(bearing: float) -> str:
    """ "NE" for 40 degrees."""
    return say(COMPASS[round(bearing / 45) % 8])


# --- reports and forecasts -------------------------------------------------------------------------


def whose_decision(talk: Talk) -> list[str]:
    """A decision was asked for: it is never told, only whose it is."""
    return (
        [say("**Whether you fly is yours to decide.** What is known:")]
        if talk.call.arguments.get("verdict")
        else []
    )


def _asked_for(talk: Talk, result: Weather) -> list[str]:
    """What is never told, where it was asked for: a decision, a flight category, minima that are not set."""
    beside = against_vmc(result) if talk.call.arguments.get("vmc") else []
    beside += qfe_lines(result, talk.deps) if talk.call.arguments.get("qfe") else []
    return [*result.missed, *beside, *_never_told(talk, result.minima)]


def _never_told(talk: Talk, minima: Minima) -> list[str]:
    if talk.call.arguments.get("held") and not minima.any:
        return [*whose_decision(talk), no_minima()]
    if not talk.call.arguments.get("category"):
        return whose_decision(talk)
    none = say("A flight category is a US scheme and is not told here: ceiling and visibility as reported are.")
    return [*whose_decision(talk), none]


@write.register
def _(result: Weather, talk: Talk) -> Answer:
    if not result.found or result.now is None:
        return Answer(text=result.message or say("I have no weather for that."), choices=result.choices)
    if result.given is not None:
        lines = [*_asked_for(talk, result), *_given_lines(result.given, result)]
        if talk.call.arguments.get("changes") and isinstance(result.given, Report):
            lines.append(say("A METAR tells of now; how it will be is in the TAF, where the field has one."))
        return Answer(text="\n".join(lines))
    if result.outlook is not None and result.outlook.found and result.at is None:
        nobody = [_place(place, result, result.now) for place in result.places]
        first, *others = [*_asked_for(talk, result), *nobody]
        told = outlook_lines(result.outlook, headed=len(result.places) > 1)
        models = say("The models have for today:")
        return whole([Headline(markdown=first), Passage(markdown="\n".join([*others, models, *told]))])
    if result.outlook is not None and result.outlook.found and result.at is not None:
        crossed = any(place.findings for place in result.places)
        clear = not any(day.findings for day in result.outlook.days)
        # where a TAF crosses a limit, "nothing stands against them" of the models beside it would belie it
        quiet = {"minima": Minima()} if crossed and clear else {}
        last, of_models = result.until or result.at, result.outlook.model_copy(update={"weighed": False, **quiet})
        when = f"{_day(last, result.now)}{clock(last, zone_of(result.places[0].time_zone))}"
        told = write(of_models, talk).text
        at = result.at
        told_by = [one.station for p in result.places for one in p.stations if reaches(one, at)]
        away = [station.distance_nm for station in told_by if not station.own]
        far = bool(away)
        by_models = bool(NOT_IN_A_TAF & set(result.elements)) and all(
            any(reaches(one, at) for one in p.stations) for p in result.places
        )
        lead = (
            say("A TAF does not tell that; the models have:")
            if by_models
            else say(
                "The nearest TAF for {when} is {far} away; for the place itself the models have:",
                when=when,
                far=nm(min(away)),
            )
            if far
            else say("No TAF reaches {when}; the models have:", when=when)
        )
        partly = any(one.around is not None and not one.around.beyond for p in result.places for one in p.stations)
        shown_taf = (
            by_models
            or far
            or partly
            or result.kind == "metar"
            or (result.kind == "taf" and any(one.forecast for p in result.places for one in p.stations))
        )
        tafs = [_place(place, result, result.now) for place in result.places] if shown_taf else []
        weighed = (of_the_reports(result) if shown_taf else []) or of_the_models(result.outlook)
        windows = [part.window for day in result.outlook.days for part in day.parts]
        first = [*_asked_for(talk, result), *icing_first(result.hazards, windows)]
        above = [*first, *weighed, *tafs]
        return Answer(text="\n".join([*above, lead, told] if above else [f"{lead} {told}"]))
    of_vmc = bool(talk.call.arguments.get("vmc")) and any(place.stations for place in result.places)
    shown = result.model_copy(update={"elements": ()}) if of_vmc else result  # its first line has them
    told_places = [_place(place, shown, result.now) for place in result.places]
    asked = "\n".join(of_reports(result.hazards, _states_of(result))) if result.hazards else ""
    weighed = "\n".join(of_the_reports(result))
    if weighed and not asked and sum(one.count("\n") + 1 for one in told_places) > _A_SCREEN:
        told = [one.age_minutes for p in result.places for one in p.stations if one.report and one.age_minutes]
        oldest = say("By the last reports, the oldest {age}.", age=age_words(max(told))) if told else ""
        first = Passage(markdown="\n\n".join(filter(None, [*_asked_for(talk, result), weighed, oldest])))
        reports = Folded(title=say("The reports"), markdown="\n\n".join(told_places), tapped=True)
        each = talk.call.varied(weighed=None, elements=None)
        words = say("METAR and TAF of {places}", places=", ".join(one.icao or one.label for one in result.places))
        return whole(
            [first, reports], choices=[Choice(label=reports.title, text=words, call=each), *result.choices]
        )
    leads = "\n".join(reports_first(result.hazards, _states_of(result)))
    first = [Passage(markdown=f"{part}\n") for part in (*_asked_for(talk, result), leads, weighed) if part]
    stations = [part for told in told_places for part in _headed(told)]
    minima = [Passage(markdown=minima_of_vmc(result, talk.deps))] if of_vmc else []
    return whole([*first, *stations, Passage(markdown=asked), *minima])


def _headed(told: str) -> list[Part]:
    """A place's weather with its first line in the open, so that each of several has one."""
    head, _, rest = told.partition("\n")
    return [Headline(markdown=head), Passage(markdown=f"{rest}\n")]


def _states_of(result: Weather) -> list[Conditions]:
    """Every state that the stations shown tell of."""
    stations = [one for place in result.places for one in place.stations]
    reports: list[Conditions] = [one.report for one in stations if one.report is not None]
    return [*reports, *(group for one in stations if one.forecast for group in one.forecast.groups)]


def _given_lines(of: Report | Forecast, result: Weather) -> list[str]:
    """A pasted report in words; the service was not asked for a newer one."""
    when = say(" of {at:%d %b %H:%M} UTC", at=of.issued) if of.issued else ""
    lines = [say("**{station}**, the report you gave{when}:", station=of.station or "????", when=when)]
    if of.missing:
        lines.append(say("NIL: none was made."))
    elif isinstance(of, Forecast) and result.given_at is not None and not of.cancelled:
        at, zone = result.given_at, zone_of(result.given_zone)
        lines += _hour_lines(of, at, result.given_around, at.at, zone, result.now or at.at)
    elif isinstance(of, Report):
        told_of = report_words(of) or say("nothing told")
        if asked := of_a_report(result.elements, of):
            lines.append(f"**{asked[:1].upper()}{asked[1:]}**")
        lines.append(f"{told_of}.")
        if trend := trend_words(of):
            lines.append(say("Trend: {words}.", words=trend))
    elif of.cancelled:
        lines.append(say("**Cancelled.**"))
    else:
        lines += group_lines(of)
    if of.unread:
        lines.append(say("Not read, see the raw text: {unread}", unread=" ".join(of.unread)))
    told = not of.missing and not (isinstance(of, Forecast) and of.cancelled)
    return lines + (compared_words(result.findings, result.minima) if told else [])


def _place(place: PlaceWeather, result: Weather, now: datetime) -> str:
    kinds = {"metar": "METAR", "taf": "TAF", "any": say("report")}
    if not place.stations:
        silent = say(" {silent} sends none now.", silent=", ".join(place.silent)) if place.silent else ""
        told = say(
            "No {kind} for {label} or any station near it.{silent}",
            kind=kinds[result.kind],
            label=place.label,
            silent="",
        )
        return f"**{told.strip()}**{silent}"
    lines = [f"**{place.label}**"]
    if result.at is not None and result.at - now > AHEAD and not any(one.forecast for one in place.stations):
        when = f"{_day(result.at, now)}{clock(result.at, zone_of(place.time_zone))}"
        lines.append(say("No TAF reaches {when}. What follows is of now; the outlook has the models.", when=when))
    stations = _of_the_hour(place, result, now)
    beside = len(lines) > 1
    for station in stations:
        if not station.station.own:
            reason = _why_others(place)
            if station is stations[0] and place.icao is not None:
                lines[0] += say(" {reason}: the nearest", reason=reason)
            elif station is stations[0]:
                lines[0] += say(": the nearest stations")
            lines.append(_whose(station))
        lines += _asked_of(station, result, now)
        lines += _report_lines(station, now, result.at if result.kind != "metar" else None)
        lines += _forecast_lines(station, place, result.at, now)
    if any(_is_compared(station) for station in stations):
        own = any(_is_compared(station) for station in stations if station.station.own)
        across = {} if own else {"crosswind_kt": None, "gust_kt": None}
        lines += compared_words(place.findings, result.minima.model_copy(update=across))
    if len(lines) > 1 and lines[0] == f"**{place.label}**":  # a first line that is more than a name
        lines[:2] = [" · ".join(lines[:2])]
    elif stations and not stations[0].station.own and not beside:  # of the nearest station: whose, and what it has
        lines[:3] = [" ".join(lines[:3])]
    return "\n".join(lines)


def _asked_of(of: StationWeather, result: Weather, now: datetime) -> list[str]:
    """What was asked for by name, at the hour in question, before all that the station tells."""
    if result.at is not None and result.at - now > AHEAD:
        told = of_an_hour(result.elements, of.state) if of.state is not None else ""
    elif of.report is not None and of.freshness in ("current", "stale"):
        told = of_a_report(result.elements, of.report)
    else:
        told = of_an_hour(result.elements, of.state) if of.state is not None else ""
    return [f"**{told[:1].upper()}{told[1:]}**"] if told else []


def _why_others(place: PlaceWeather) -> str:
    if any(one.station.own for one in place.stations):
        return say("has sent no TAF")
    return say("has sent none") if place.silent else say("has no station of its own")


def _of_the_hour(place: PlaceWeather, result: Weather, now: datetime) -> tuple[StationWeather, ...]:
    """The stations that tell of the hour asked about: a report of now is left out where a TAF has it.

    A METAR that is asked for by its name is that of the nearest station, whatever is asked of later.
    """
    at = result.at
    if at is None or at - now <= AHEAD or not any(_tells_of(one, at) for one in place.stations):
        return place.stations
    nearest = next((one for one in place.stations if one.report is not None), None)
    named = nearest if result.kind == "metar" else None
    return tuple(one for one in place.stations if one.forecast is not None or one is named)


def _tells_of(of: StationWeather, at: datetime) -> bool:
    """Whether a TAF tells of the hour, or of a part of the hours, asked about."""
    return reaches(of, at) or (of.around is not None and not of.around.beyond)


def _is_compared(of: StationWeather) -> bool:
    """Whether the station tells something of the hour in question that limits can be held against."""
    if of.around is not None:
        return not of.around.beyond
    told = of.report is not None and of.freshness in ("current", "stale")
    return told or (of.state is not None and not of.state.beyond)


def _whose(of: StationWeather) -> str:
    place = of.station
    height = ""
    if place.elevation_difference_ft is not None and abs(place.elevation_difference_ft) >= 50:
        higher = say("higher") if place.elevation_difference_ft > 0 else say("lower")
        height = say(
            ", {elevation_difference_ft:,} ft {higher}",
            elevation_difference_ft=abs(place.elevation_difference_ft),
            higher=higher,
        )
    return say(
        "{icao} {name}, {distance_nm:.0f} nm {bearing_deg}{height}:",
        icao=place.icao,
        name=place.name,
        distance_nm=place.distance_nm,
        bearing_deg=compass(place.bearing_deg),
        height=height,
    )


def _report_lines(of: StationWeather, now: datetime, at: datetime | None) -> list[str]:
    report = of.report
    if report is None or (at is not None and of.forecast is not None):
        return []
    age = say("time unknown")
    if report.issued is not None and of.age_minutes is not None:
        age = f"{report.issued:%H:%M} UTC, {age_words(of.age_minutes)}"
    marks = {
        "stale": say(" **Old: over 75 minutes.**"),
        "history": say(" **History: over 2 hours, not the weather now.**"),
        "undated": say(" **Its time cannot be read.**"),
    }
    told = report_words(report) or say("nothing told")
    lines = [
        say("{name}: {value}", name=age, value=f"{told}.{marks.get(of.freshness or '', '')}"),
        f"`{report.raw}`",
    ]
    if report.trend:
        lines.insert(1, say("Trend: {words}.", words=trend_words(report)))
    if report.unread:
        lines.append(say("Not read, see the raw text: {unread}", unread=" ".join(report.unread)))
    if of.old_copy:
        lines.append(say("The weather service does not answer: this is the last copy."))
    return lines


def age_words(minutes: int) -> str:
    """ "8 min ago", "1 h 20 min ago"."""
    if minutes < 0:
        return say("dated ahead of now")
    return (
        say("{minutes} min ago", minutes=minutes)
        if minutes < 60
        else say("{hours} h {minutes:02d} min ago", hours=minutes // 60, minutes=minutes % 60)
    )


def _forecast_lines(of: StationWeather, place: PlaceWeather, at: datetime | None, now: datetime) -> list[str]:
    forecast = of.forecast
    if forecast is None:
        return []
    zone = zone_of(place.time_zone)
    head = _valid(forecast)
    if forecast.cancelled:
        return [say("TAF {head}: **cancelled**.", head=head), f"`{forecast.raw}`"]
    if forecast.missing:
        return [say("TAF: NIL, none was made."), f"`{forecast.raw}`"]
    lines: list[str] = []
    if at is None:
        lines.append(
            say("TAF {head}: now {state}", head=head, state=state_words(of.state))
            if of.state and not of.state.beyond
            else say("TAF {head}", head=head)
        )
    else:
        lines += _hour_lines(forecast, of.state, of.around, at, zone, now)
        if of.state is not None and not of.state.beyond:
            lines.append(say("TAF {head}", head=head))
    if at is None and (of.state is None or not of.state.beyond):
        lines += change_lines(forecast, now)
    lines.append(f"`{forecast.raw}`")
    if forecast.unread:
        lines.append(say("Not read, see the raw text: {unread}", unread=" ".join(forecast.unread)))
    return lines


def _hour_lines(
    forecast: Forecast,
    state: HourState | None,
    beside: Around | None,
    at: datetime,
    zone: ZoneInfo | None,
    now: datetime,
) -> list[str]:
    """A forecast at an hour and what stands around it, or that it does not tell of then."""
    if state is not None and not state.beyond:
        told = say(
            "At {day}{clock}: {state}",
            day=_day(state.at, now),
            clock=clock(state.at, zone),
            state=state_words(state),
        )
        return [told, *(beside_lines(state, beside) if beside is not None else [])]
    when = {"day": _day(at, now), "clock": clock(at, zone)}
    if forecast.from_ is not None and at < forecast.from_:
        begins = say("{to:%d %b %H:%M} UTC", to=forecast.from_)
        return [say("At {day}{clock}: **before the TAF**, which begins {begins}.", begins=begins, **when)]
    end = say("{to:%d %b %H:%M} UTC", to=forecast.to) if forecast.to else say("an unread time")
    return [say("At {day}{clock}: **beyond the TAF**, which ends {end}.", end=end, **when)]


def _valid(forecast: Forecast) -> str:
    if forecast.from_ is None or forecast.to is None:
        return say("with a validity that cannot be read")
    issued = say("issued {issued:%H:%M} UTC, ", issued=forecast.issued) if forecast.issued else ""
    return say(
        "{issued}valid {since:%d %H:%M} to {to:%d %H:%M} UTC", issued=issued, since=forecast.from_, to=forecast.to
    )


def _day(at: datetime, now: datetime) -> str:
    return "" if at.date() == now.astimezone(UTC).date() else say("{day:%a} {day.day} {day:%b}", day=at) + " "


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
            Suggestion(
                text=say("Outlook for {field} on {day:%a} {day.day} {day:%b}", field=field, day=result.at),
                call=outlook,
                category="outlook",
                label=say("Outlook"),
            ),
        )
    if result.hazards:
        then = (
            *then,
            Suggestion(
                text=say("SIGMETs around {field}", field=field),
                call=call("get_sigmets", place=field),
                category="sigmet",
                label="SIGMETs",
            ),
        )
    return (
        *then,
        Suggestion(
            text=say("Crosswind at {field}", field=field),
            call=call("get_runway_wind", icao_code=field),
            category="wind",
        ),
        Suggestion(
            text=say("Density altitude at {field}", field=field),
            call=call("get_density_altitude", icao_code=field),
            category="air",
        ),
    )


# --- the wind on the runways -----------------------------------------------------------------------


@write.register
def _(result: RunwayWind, talk: Talk) -> Answer:
    if result.found and result.ahead is not None:
        where = f"{result.icao} {result.name}"
        lines = [f"**{result.message}**"] if result.message else []
        lines += [*ahead_lines(result.ahead, where, result.zone, result.minima), *_whose_limit(result, talk)]
        return Answer(text="\n".join(lines), choices=result.choices)
    if result.most:
        return Answer(text="\n".join(most_lines(result.most)))
    if not result.found or result.wind is None:
        return Answer(text=result.message or say("I have no wind for that."), choices=result.choices)
    if result.off_deg is not None:
        return Answer(text="\n".join(_off_the_runway(result, result.wind, result.off_deg)))
    where = say("{name}: {value}", name=f"{result.icao} {result.name}", value="") if result.icao else ""
    lines = [] if _said_before(talk) else [f"{where}{shown(result.wind)}{_told_by(result)}."]
    lines = [f"**{result.message}**", *lines] if result.message else lines
    asked = str(talk.call.arguments.get("runway") or "").strip().upper().lstrip("0")
    named = [end for end in result.runways if asked and end.runway.lstrip("0") == asked]
    ends = [*named, *sorted((end for end in result.runways if end not in named), key=lambda end: -end.head_kt)]
    if result.wind.speed_kt is None:
        lines.append(say("The mean wind is not told: each figure is in the gust."))
    if result.wind.calm:
        lines.append(say("**Calm**: no runway is into wind."))
    else:
        alike: dict[str, list[RunwayEnd]] = {}
        ended: list[str] = []
        for end in ends:
            alike.setdefault(_end_words("", end), []).append(end)
        for same in [*alike.values()][:SHOWN_RUNWAYS]:
            asked_for = not result.most_into_wind and any(end in named for end in same)
            ended.append(_end(same, any(end.runway == result.most_into_wind for end in same), asked_for))
        if len(lines) == 1 and ended and where and result.wind.speed_kt is not None:
            lines.insert(0, f"{result.icao} {ended.pop(0)}")  # the answer, then the wind it is for
        lines += ended
    if any(end.worst_case for end in ends):
        lines.append(
            say("The wind is variable: each figure is the worst in its sector, they need not come together.")
        )
    if any(end.heading_from == "designator" for end in ends):
        lines.append(say("Runway direction by its number alone: ±5°, and magnetic where no field is given."))
    if result.minima is not None:
        lines += against(ends, result.minima)
    lines += _whose_limit(result, talk)
    if result.wind_from is None and result.variation_deg is not None and abs(result.variation_deg) >= 3:
        side = say("east") if result.variation_deg > 0 else say("west")
        lines.append(
            say(
                "Taken as true; the tower's wind is magnetic, variation here {variation_deg:.0f}° {side}.",
                variation_deg=abs(result.variation_deg),
                side=side,
            )
        )
    return Answer(text="\n".join(lines), choices=result.choices)


def _off_the_runway(result: RunwayWind, wind: Wind, off_deg: float) -> list[str]:
    """Head and across of a wind whose angle to the runway is said."""
    (end,) = result.runways
    lines = [
        say(
            "{knots} kt at {degrees:.0f}° to the runway: **{head:.0f} kt along it, {cross:.0f} kt across**.",
            knots=wind.speed_kt,
            degrees=off_deg,
            head=abs(end.head_kt),
            cross=end.cross_kt,
        )
    ]
    if wind.gust_kt is not None and end.head_gust_kt is not None and end.cross_gust_kt is not None:
        lines.append(
            say(
                "In the gust of {knots} kt: {head:.0f} kt along it, {cross:.0f} kt across.",
                knots=wind.gust_kt,
                head=abs(end.head_gust_kt),
                cross=end.cross_gust_kt,
            )
        )
    return lines


def _told_by(result: RunwayWind) -> str:
    told = result.wind_from
    if told is None:
        return ""
    age = age_words(told.age_minutes) if told.age_minutes is not None else say("time unknown")
    whose = (
        ""
        if told.station.own
        else say(
            "{icao}, {distance_nm:.0f} nm away, ", icao=told.station.icao, distance_nm=told.station.distance_nm
        )
    )
    old = say(", **old**") if told.freshness in ("stale", "history", "undated") else ""
    return say(" ({whose}METAR {age}{old})", whose=whose, age=age, old=old)


def _said_before(talk: Talk) -> bool:
    """Whether another runway of the same question has told this wind."""
    mine = talk.call.varied(runway=None)
    alike = [step for step in talk.plan.steps if step.tool == mine.tool and step.varied(runway=None) == mine]
    return bool(alike) and alike[0] != talk.call


def _end(ends: Sequence[RunwayEnd], best: bool, asked_for: bool) -> str:
    """One line for the ends of parallel runways, of which the same is told."""
    words = _end_words(", ".join(end.runway for end in ends), ends[0])
    return sized(words, ends, best=best, asked_for=asked_for)


def _end_words(runway: str, end: RunwayEnd) -> str:
    head = say("head") if end.head_kt >= 0 else say("tail")
    along = f"{head} {abs(end.head_kt):.0f}"
    across = say("cross {cross_kt:.0f}", cross_kt=end.cross_kt)
    if end.head_gust_kt is not None and end.cross_gust_kt is not None:
        along += say(" (gust {head_gust_kt:.0f})", head_gust_kt=abs(end.head_gust_kt))
        across += say(" (gust {cross_gust_kt:.0f})", cross_gust_kt=end.cross_gust_kt)
    side = {
        "left": say(" from the left"),
        "right": say(" from the right"),
        "either": say(" from either side"),
        "none": "",
    }
    return say(
        "{runway} · {along} kt · {across} kt{side}",
        runway=runway,
        along=along,
        across=across,
        side=side[end.from_],
    )


def against(ends: list[RunwayEnd], minima: Minima) -> list[str]:
    """How the end with the least wind across compares with the pilot's own limits."""
    if not ends or (minima.crosswind_kt is None and minima.gust_kt is None):
        return []
    into = [end for end in ends if end.head_kt >= 0] or ends
    return held(into, lambda end: end.most_across_kt, lambda end: _beside_limits(end, minima))


def _beside_limits(end: RunwayEnd, minima: Minima) -> list[str]:
    """The mean across beside the limit, and the gust beside that for gusts; what comes from behind first."""
    said = from_behind(end.runway, end.head_kt)
    if minima.crosswind_kt is not None:
        word = say("within") if end.cross_kt <= minima.crosswind_kt else say("above")
        said.append(
            say(
                "{cross_kt:.1f} kt across is {word} your {crosswind_kt:g}",
                cross_kt=end.cross_kt,
                word=word,
                crosswind_kt=minima.crosswind_kt,
            )
        )
    gusting = minima.across_in_gusts_kt
    if gusting is not None and end.cross_gust_kt is not None:
        word = say("within") if end.cross_gust_kt <= gusting else say("above")
        said.append(
            say(
                "{cross_gust_kt:.1f} in gusts is {word} your {gust_kt:g}",
                cross_gust_kt=end.cross_gust_kt,
                word=word,
                gust_kt=gusting,
            )
        )
    return said


@suggest.register
def _(result: RunwayWind, talk: Talk) -> tuple[Suggestion, ...]:
    if result.icao is None:
        return ()
    return (weather_at(result.icao),)


def _whose_limit(result: RunwayWind, talk: Talk) -> list[str]:
    """What comes from behind on the end asked about, and that no limit is known where it is asked for too much."""
    limits = result.minima
    if limits is not None and (limits.crosswind_kt is not None or limits.gust_kt is not None):
        return []
    behind = from_behind(result.runways[0].runway, result.runways[0].head_kt) if len(result.runways) == 1 else []
    tail = [say("On {runway}: {said}.", runway=result.runways[0].runway, said=one) for one in behind]
    if not talk.call.arguments.get("verdict"):
        return tail
    return [
        *tail,
        say(
            "Whether that is too much is yours to decide: the handbook has the demonstrated crosswind, which I do "
            "not hold. Tell me your limit, like “my limit is 12”, to see it compared."
        ),
    ]


# --- density altitude ------------------------------------------------------------------------------


@write.register
def _(result: DensityAltitude, talk: Talk) -> Answer:
    handbook = (
        [say("I reckon no take-off or landing distance: your aircraft's handbook has it for this air.")]
        if talk.call.arguments.get("distances")
        else []
    )
    if result.true_airspeed_kts is not None:
        return Answer(text="\n".join(true_airspeed_lines(result)))
    if result.cloud_base_ft is not None:
        return Answer(text="\n".join(cloud_base_lines(result)))
    if result.flight_level is not None and result.level_height_ft is not None:
        return Answer(
            text=say(
                "FL{level:03.0f} is **{feet:,} ft** above the sea at QNH {qnh:.0f}.",
                level=result.flight_level,
                feet=round(result.level_height_ft / 10) * 10,
                qnh=result.qnh_hpa,
            )
        )
    if not result.found or result.pressure_altitude_ft is None:
        lost = result.message or say("I cannot reckon that.")
        return Answer(text="\n".join([*handbook, lost]), choices=result.choices)
    where = (
        f"{result.icao} {result.name}"
        if result.icao
        else say("{elevation_ft:,.0f} ft", elevation_ft=result.elevation_ft)
    )
    if result.as_level:
        return Answer(text=as_level(where, result))
    if result.density_altitude_ft is None:
        told = say(
            "{where}: **pressure altitude {feet:,} ft** at {qnh}. No density altitude without a temperature: "
            "give me one, like 30 °C.",
            where=where,
            feet=fifty(result.pressure_altitude_ft),
            qnh=_qnh(result),
        )
        return Answer(text="\n".join([told, *handbook]), choices=result.choices)
    humid = say("humid") if result.dewpoint_c is not None else say("dry air, no dew point known")
    lines = [
        say(
            "{where}: **density altitude {density_altitude_ft:,} ft** ({humid}), "
            "pressure altitude {pressure_altitude_ft:,} ft.",
            where=where,
            density_altitude_ft=fifty(result.density_altitude_ft),
            humid=humid,
            pressure_altitude_ft=fifty(result.pressure_altitude_ft),
        )
    ]
    dew = (
        say(", dew point {dewpoint_c:g} °C", dewpoint_c=result.dewpoint_c) if result.dewpoint_c is not None else ""
    )
    lines.append(
        say(
            "{elevation_ft:,.0f} ft, {qnh}, {temperature_c:g} °C (ISA {deviation:+d}){dew}.",
            elevation_ft=result.elevation_ft,
            qnh=_qnh(result),
            temperature_c=result.temperature_c,
            deviation=round((result.temperature_c or 0.0) - standard_temperature_c(result.pressure_altitude_ft)),
            dew=dew,
        )
    )
    if result.at is not None:
        lines.append(_air_ahead(result, result.at))
    if talk.call.arguments.get("qfe") and result.qnh_hpa is not None and result.elevation_ft is not None:
        lines.insert(1, say("**QFE about {qfe:.0f} hPa.**", qfe=qfe_hpa(result.qnh_hpa, result.elevation_ft)))
    return Answer(text="\n".join([*lines, *handbook]), choices=result.choices)


def _air_ahead(result: DensityAltitude, at: datetime) -> str:
    zone = zone_of(result.time_zone)
    low, high = result.density_range_ft or (0, 0)
    return say(
        "The air is forecast for {day} {when}{assumed} by {models}: {low:,} to {high:,} ft.",
        day=say("{day:%a} {day.day} {day:%b}", day=at.astimezone(zone)),
        when=clock(at, zone),
        assumed=say(" (assumed)") if result.at_assumed else "",
        models=", ".join(result.models),
        low=fifty(low),
        high=fifty(high),
    )


def fifty(feet: float) -> int:
    """Rounded to 50 ft: no more is known."""
    return round(feet / 50) * 50


def _qnh(result: DensityAltitude) -> str:
    figure = f"QNH {result.qnh_hpa:.0f}"
    whose = result.station.station.icao if result.station else ""
    match result.qnh_from:
        case "standard":
            return say("{qnh} assumed, since none is known", qnh=figure)
        case "neighbour":
            away = result.station.station.distance_nm if result.station else 0
            return say("{qnh} of {station}, {nm:.0f} nm away", qnh=figure, station=whose, nm=away)
        case "reported":
            return say("{qnh} reported", qnh=figure)
        case "forecast":
            return say("{qnh} forecast", qnh=figure)
        case _:
            return figure


@suggest.register
def _(result: DensityAltitude, talk: Talk) -> tuple[Suggestion, ...]:
    if result.icao is None:
        return ()
    return (weather_at(result.icao),)
