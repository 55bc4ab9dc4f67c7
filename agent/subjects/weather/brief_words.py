"""Words of the day brief: what stands in the way first, then the day in a good instructor's order. No verdicts."""

from __future__ import annotations

from datetime import datetime

from agent.aviation.hours import zone_of
from agent.protocol import Answer, Headline, Moment, Passage, Suggestion, Timeline
from agent.subjects.measures import named_end
from agent.subjects.offered import call, weather_at
from agent.subjects.weather.brief import Aloft, DayBrief, WindowAt
from agent.subjects.weather.findings import Finding
from agent.subjects.weather.forecast_words import day_name, runs_line, span, window_words
from agent.subjects.weather.minima import minima_words
from agent.subjects.weather.place import clock
from agent.subjects.weather.words import at_times_words
from agent.weather.fold import Around, Worst
from agent.weather.models import FIGURES_AT, Lead
from agent.weather.sigmet import words as sigmet_words
from agent.weather.words import visibility_words, weather_words
from agent.writing.parts import answer
from agent.writing.write import Talk, suggest, write

SHOWN_FINDINGS = 3


@write.register
def _(result: DayBrief, talk: Talk) -> Answer:
    if not result.found or result.from_ is None or result.to is None or result.day is None:
        return Answer(text=result.message or "I could not place that flight.", choices=result.choices)
    head, *more = [*_first(result), _heading(result)]
    first = [Headline(markdown=head), Passage(markdown="\n".join(more))]
    if result.lead not in FIGURES_AT:
        opens = f"; from {day_name(result.opens)} I can" if result.opens else ""
        early = f"Too early for the weather of {day_name(result.day)}{opens}."
        rest = "\n".join([early, *_light(result), *_paper(result)])
        return answer([*first, Passage(markdown=rest)], choices=result.choices)
    aloft = [_aloft(result.aloft, result)] if result.aloft is not None else []
    news = [f"New facts: {'; '.join(result.decide_at)}"] if result.decide_at else []
    news += [runs_line(result.runs)] if result.runs else []
    beside = [f"Not seen here: {', '.join(result.not_seen)}."] if result.not_seen else []
    beside += [f"{'. '.join(news)}."] if news else []
    if result.stale and result.fetched:
        beside.append(f"The forecast service does not answer: this is from {result.fetched:%d %b %H:%M} UTC.")
    return answer(
        [
            *first,
            Passage(markdown="\n".join(_picture(result))),
            Timeline(moments=tuple(_window(one, result) for one in result.windows)),
            Passage(markdown="\n".join([*aloft, *_warnings(result), *_light(result), *_paper(result)])),
            Passage(markdown="\n".join(beside)),
        ],
        choices=result.choices,
    )


# --- what would stop the day ------------------------------------------------------------------------


def _first(result: DayBrief) -> list[str]:
    facts_only = [] if result.minima.any else ["Facts only: set your minima to see them compared."]
    if result.findings:
        lines = [f"**{finding_words(result.findings[0])}**"]
        lines += [finding_words(one) for one in result.findings[1:SHOWN_FINDINGS]]
        if len(result.findings) > SHOWN_FINDINGS:
            lines.append(f"{len(result.findings) - SHOWN_FINDINGS} more against your minima.")
        return lines + facts_only
    if result.minima.any and result.lead in FIGURES_AT:
        if all(one.window is None and (one.taf is None or one.taf.beyond) for one in result.windows):
            return ["**No forecast seen: nothing could be compared with your minima.**"]
        far = " Ceiling and visibility are not told that far ahead." if result.lead == "week" else ""
        return [f"**Nothing found against your minima in what FlyFun sees.**{far}"]
    return facts_only


def finding_words(of: Finding) -> str:
    """ "Ceiling at LFAT below your 1,500 ft in 2 of 3 models, 13:00–15:00 UTC"."""
    match of.kind:
        case "closed":
            return of.detail
        case "deadline":
            when = f" ended {of.to:%a %d %b %H:%M} UTC" if of.to else " has ended"
            return f"{of.detail} ({of.place}): its time{when}."
        case "night":
            return _night(of)
        case "thunderstorm":
            return f"{of.detail} in the {of.source} at {of.place}{_chance(of)}{_hours(of)}."
        case "ceiling" | "visibility" | "crosswind" | "gust":
            return _against(of)


def _against(of: Finding) -> str:
    names = {
        "ceiling": "Ceiling",
        "visibility": "Visibility",
        "crosswind": "Crosswind",
        "gust": "Crosswind in gusts",
    }
    limit = _figure(of.kind, of.limit)
    side = "above" if of.kind in ("crosswind", "gust") else "below"
    if of.unmeasured:
        told = f"not told by the {of.source}{_chance(of)}{_hours(of)}"
        return f"{names[of.kind]} at {of.place} {told}: your limit is {limit}."
    where = f"{names[of.kind]} at {of.place}"
    if of.models is not None:
        return f"{where} {side} your {limit} in {of.models[0]} of {of.models[1]} models{_hours(of)}."
    return f"{where} {_figure(of.kind, of.figure)}, {side} your {limit}{_chance(of)}, {of.source}{_hours(of)}."


def _figure(kind: str, value: float | None) -> str:
    if value is None:
        return "unknown"
    if kind == "ceiling":
        return f"{value:,.0f} ft"
    if kind == "visibility":
        return visibility_words(round(value), f"{round(value)}SM") or "unknown"
    return f"{value:.0f} kt"


def _chance(of: Finding) -> str:
    chance = f" {of.probability} %" if of.probability else ""
    return f"{chance}{' at times' if of.at_times else ''}"


def _hours(of: Finding) -> str:
    return f", {of.from_:%H:%M}–{of.to:%H:%M} UTC" if of.from_ and of.to else ""


def _night(of: Finding) -> str:
    left = round(of.figure or 0)
    when = f"{of.to:%H:%M} UTC" if of.to else "an unknown time"
    rule = f" ({of.detail})" if of.detail else ""
    if left < 0:
        return f"Arrival at {of.place} {-left} min after night begins there, {when}{rule}."
    return f"Arrival at {of.place} {left} min before night, {when}{rule}: your margin is {of.limit or 0:.0f} min."


# --- the day ----------------------------------------------------------------------------------------


def _heading(result: DayBrief) -> str:
    if result.from_ is None or result.to is None or result.day is None:
        return ""
    ends = f"{named_end(result.from_.icao, result.from_.name)} – {named_end(result.to.icao, result.to.name)}"
    zone = zone_of(result.windows[0].zone) if result.windows else None
    times = ""
    if result.leaves and result.returns:
        there = zone_of(result.windows[2].zone) if len(result.windows) > 2 else zone
        back = result.returns.astimezone(there)
        day = f"{day_name(back.date())} " if back.date() != result.day else ""
        times = f", out {clock(result.leaves, zone)}{' (assumed)' if result.times_assumed else ''}"
        times += f", back {day}{clock(result.returns, there)}{' (assumed)' if result.back_assumed else ''}"
    speed = f", {result.true_airspeed_kts:g} kt{' (assumed)' if result.speed_assumed else ''}"
    limits = f" Your minima: {minima_words(result.minima)}." if result.minima.any else ""
    return f"{ends} and back, {day_name(result.day)}{times}{speed}.{limits}"


def _picture(result: DayBrief) -> list[str]:
    parts: list[str] = []
    if result.pressure_change_hpa is not None:
        low, high = result.pressure_change_hpa
        trend = (
            "falling"
            if high < -1
            else "rising"
            if low > 1
            else "steady"
            if low > -1 and high < 1
            else "not agreed"
        )
        if trend != "steady":
            parts.append(f"pressure {trend} between out and back ({low:+.0f} to {high:+.0f} hPa)")
    first, later = result.wind_shift or (0, 0)
    if abs((later - first + 180) % 360 - 180) >= 20:
        parts.append(f"surface wind half-way {first:03d}° to {later:03d}°")
    rain = [
        one for one in result.windows if one.window and one.window.dry[1] and one.window.dry[0] < one.window.dry[1]
    ]
    if rain:
        told = [f"{one.icao} {one.at:%H} UTC" for one in rain]
        parts.append(f"rain in some model at {', '.join(told)}")
    return [f"Picture: {'; '.join(parts)}."] if parts else []


def _window(one: WindowAt, result: DayBrief) -> Moment:
    """ "10:00 local (10:00Z) EGLD out": what is forecast there then."""
    zone = zone_of(one.zone)
    day = one.at.astimezone(zone).date()
    at = f"{day:%a} {clock(one.at, zone)}" if day != result.day else clock(one.at, zone)
    what = f"{one.icao} {one.label}"
    return Moment(at=at, what=what, note=f"{window_note(one, result.lead or 'days')}.")


def window_note(one: WindowAt, lead: Lead) -> str:
    """What TAF or models have at a field around a moment."""
    if one.taf is not None and not one.taf.beyond and one.taf.prevailing is not None:
        away = f", {one.taf_distance_nm:.0f} nm away" if one.taf_distance_nm else ""
        return f"TAF {one.taf_station}{away}: {_around(one.taf)}"
    early = ""
    if one.taf is not None and one.taf_ends is not None:
        early = f"beyond the TAF of {one.taf_station} (ends {one.taf_ends:%d %H} UTC); "
    told = "no forecast seen" if one.window is None else window_words(one.window, lead)
    return f"{early}{told}"


def _around(of: Around) -> str:
    parts = [_worst(of.prevailing)] if of.prevailing else []
    parts += [at_times_words(item) for item, _ in of.at_times]
    return "; ".join(part for part in parts if part)


def _worst(of: Worst) -> str:
    parts: list[str] = []
    if of.ceiling_ft is not None:
        parts.append(f"ceiling {of.ceiling_ft:,} ft")
    elif "ceiling" in of.unknown:
        parts.append("ceiling not told")
    else:
        parts.append("no ceiling")
    sight = visibility_words(of.visibility_m)
    parts.append(f"visibility {sight}" if sight else "visibility not told")
    if of.wind_kt is not None:
        gust = f" gusting {of.gust_kt}" if of.gust_kt else ""
        parts.append(f"wind to {of.wind_kt} kt{gust}")
    if of.weather:
        parts.append(", ".join(map(weather_words, of.weather)))
    return " · ".join(parts)


def _aloft(of: Aloft, result: DayBrief) -> str:
    return (
        f"Aloft at {of.level_ft:,.0f} ft (assumed): out {span(*of.out, ' min')}, back {span(*of.back, ' min')}, "
        f"still air {of.still:.0f}, over {of.models} models."
    )


def _warnings(result: DayBrief) -> list[str]:
    lines: list[str] = []
    if result.sigmets is not None:
        near = [*result.sigmets.on_the_way, *result.sigmets.near][:2]
        if near:
            lines += [f"SIGMET {one.distance_nm:.0f} nm off: {sigmet_words(one.sigmet)}." for one in near]
        else:
            lines.append("No SIGMET seen on the way.")
    unseen = [f"{one.icao} [{one.official_name}]({one.official_url})" for one in result.notams if not one.seen]
    if unseen:
        lines.append(f"NOTAM not seen here: {', '.join(unseen)}.")
    for one in (one for one in result.notams if one.seen):
        if one.notams:
            first = one.notams[0].notam
            lines.append(f"NOTAM {one.icao}: {len(one.notams)} seen, first {first.id} “{first.text[:80]}”.")
        else:
            when = f"{one.issued:%d %b %H:%M} UTC" if one.issued else "an untold time"
            lines.append(f"NOTAM {one.icao}: UK bulletin of {when}: none found.")
    return lines + _on_the_way(result)


def _on_the_way(result: DayBrief) -> list[str]:
    """NOTAM circles near the track, by the numbers that the map has."""
    if not result.way_notams:
        return []
    first = result.way_notams[0].notam
    return [f"NOTAM near the way: {len(result.way_notams)}, first {first.id} “{first.text[:80]}”."]


def _light(result: DayBrief) -> list[str]:
    told: dict[str, str] = {}
    for sky in result.skies:
        zone = zone_of(sky.zone)
        if sky.night_begins is not None:
            rule = f" ({sky.night_rule})" if sky.night_rule else ""
            told[sky.icao] = f"night at {sky.icao} begins {clock(sky.night_begins, zone)}{rule}"
        elif sky.sunset is not None:
            told[sky.icao] = f"sunset at {sky.icao} {clock(sky.sunset, zone)}, its night rule not known"
    return [f"Light: {'; '.join(told.values())}."] if told else []


def _paper(result: DayBrief) -> list[str]:
    return [f"Paper: {'; '.join(result.tasks)}."] if result.tasks else []


def at_hour(at: datetime) -> str:
    """ "14 UTC"."""
    return f"{at:%H} UTC"


@suggest.register
def _(result: DayBrief, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or result.from_ is None or result.to is None or not (result.from_.icao and result.to.icao):
        return ()
    start, end = result.from_.icao, result.to.icao
    day = result.day.isoformat() if result.day else None
    winds = call("get_wind_plan", from_location=start, to_location=end, day=day)
    border = call("plan_trip", from_location=start, to_location=end, day=day, return_day=day)
    return (
        Suggestion(text=f"Wind {start} to {end}", call=winds, category="wind", label="Wind"),
        weather_at(end),
        Suggestion(
            text=f"Plan {start} to {end} and back", call=border, category="trip", label="Border and notice"
        ),
        Suggestion(
            text=f"NOTAM at {end}", call=call("get_notams", icao_code=end), category="notam", label="NOTAM"
        ),
    )
