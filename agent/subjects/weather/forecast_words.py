"""Words for winds aloft and for the outlook: what may be said at each lead, and nothing beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from agent.aviation.hours import zone_of
from agent.protocol import Answer, Suggestion
from agent.subjects.measures import named_end, nm
from agent.subjects.offered import call, weather_at
from agent.subjects.weather.outlook import DayOutlook, ModelRun, Outlook, Part
from agent.subjects.weather.place import clock
from agent.subjects.weather.wind_plan import ModelWinds, WindPlan
from agent.weather.models import Lead
from agent.weather.said_wind import shown
from agent.weather.windows import Window, base_words
from agent.writing.write import Talk, suggest, write


def span(low: float, high: float, unit: str = "") -> str:
    """ "8–22 kt", or one figure where both are the same."""
    a, b = round(low), round(high)
    return f"{a}{unit}" if a == b else f"{a}–{b}{unit}"


def day_name(day: date) -> str:
    """ "Sat 28 Nov"."""
    return f"{day:%a} {day.day} {day:%b}"


def runs_line(runs: Sequence[ModelRun]) -> str:
    """ "ICON-EU run 06 UTC, ECMWF run time not told"."""
    return ", ".join(
        f"{run.model} run {run.at:%d %b %H} UTC{' (old)' if run.sleeping else ''}"
        if run.at
        else f"{run.model} run time not told"
        for run in runs
    )


# --- the wind on the way ---------------------------------------------------------------------------


@write.register
def _(result: WindPlan, talk: Talk) -> Answer:
    if result.from_ is None or result.to is None or result.distance_nm is None:
        return Answer(text=result.message or "I could not find both places.", choices=result.choices)
    ends = f"{named_end(result.from_.icao, result.from_.name)} → {named_end(result.to.icao, result.to.name)}"
    way = f"{ends}, {nm(result.distance_nm)}, true course {result.course_deg or 360:03d}°."
    if not result.found:
        return Answer(text=f"{result.message}\n{way}", choices=result.choices)
    if result.true_airspeed_kts is None:
        return Answer(text=way, choices=result.choices)
    lines: list[str] = []
    if result.winds:
        said = ", then ".join(shown(wind) for wind in result.winds)
        lines.append(_times(result))
        lines.append(
            f"In {said}, taken as true and the same all along." if len(result.winds) == 1 else f"In {said}."
        )
    elif result.models:
        lines += _from_models(result)
    else:
        opens = result.first_day_with_minutes
        when = f"; from {day_name(opens.date())} I can" if opens else ""
        lines.append(f"Too early for the wind on {_when(result)}{when}.")
        lines.append(f"Still air: {result.still_minutes:.0f} min each way.")
    lines.append(way)
    source = f" ({result.speed_source})" if result.speed_source not in (None, "provided") else ""
    lines.append(
        f"{result.true_airspeed_kts:g} kt as true airspeed{source}. Climb, taxi and reserve not included."
    )
    return Answer(text="\n".join(lines), choices=result.choices)


def _times(result: WindPlan) -> str:
    out = _minutes(result.out_range, result.out_minutes)
    back = _minutes(result.back_range, result.back_minutes)
    return f"**Out {out}, back {back}**; still air {result.still_minutes:.0f} min each way."


def _minutes(span_of: tuple[float, float] | None, one: float | None) -> str:
    if span_of is not None:
        return span(*span_of, " min")
    return f"{one:.0f} min" if one is not None else "unknown"


def _when(result: WindPlan) -> str:
    if result.leaves is None:
        return "that day"
    zone = zone_of(result.time_zone)
    return f"{day_name(result.leaves.astimezone(zone).date())} {clock(result.leaves, zone)}"


def _from_models(result: WindPlan) -> list[str]:
    level = f"{result.level_ft:,.0f} ft{' (assumed)' if result.level_assumed else ''}"
    left = f"leaving {_when(result)}{' (assumed)' if result.leaves_assumed else ''}, back straight after arrival"
    lines: list[str] = []
    if result.out_minutes is not None:
        lines.append(_times(result))
        lines.append(f"At {level}, {left}, over {len(result.models)} models:")
        lines += [_one_model(one) for one in result.models]
        if result.critical_point_nm is not None:
            lines.append(f"Half-way in time: {result.critical_point_nm:.0f} nm from the start.")
    else:
        speeds = [one.middle_kt for one in result.models if one.middle_kt is not None]
        lines.append(
            f"**Wind at {level}: {span(min(speeds), max(speeds))} kt** over {len(speeds)} models, {left}."
        )
        lines += [f"{one.model}: {_middle(one)}" for one in result.models]
        opens = result.first_day_with_minutes
        lines.append(f"Too early for minutes; from {day_name(opens.date())} I can." if opens else "")
    if result.stale:
        lines.append(f"The forecast service does not answer: this is from {result.fetched:%d %b %H:%M} UTC.")
    return [line for line in lines if line]


def _one_model(one: ModelWinds) -> str:
    run = (
        f", run {one.run:%d %b %H} UTC{' (old)' if one.run_sleeping else ''}" if one.run else ", run time not told"
    )
    if one.out_minutes is None or one.back_minutes is None:
        return f"{one.model}: {_middle(one)} half-way, not for the whole time{run}"
    return f"{one.model}: {one.out_minutes:.0f} and {one.back_minutes:.0f} min, {_middle(one)} half-way{run}"


def _middle(one: ModelWinds) -> str:
    if one.middle_from_deg is None or one.middle_kt is None:
        return "no wind told"
    return f"{one.middle_from_deg or 360:03d}° {one.middle_kt} kt"


@suggest.register
def _(result: WindPlan, talk: Talk) -> tuple[Suggestion, ...]:
    if result.to is None or result.to.icao is None or result.from_ is None:
        return ()
    start = result.from_.icao or result.from_.name
    along = call("get_sigmets", from_location=start, to_location=result.to.icao)
    return (
        weather_at(result.to.icao),
        Suggestion(text=f"SIGMETs {start} to {result.to.icao}", call=along, category="sigmet", label="SIGMETs"),
    )


# --- the outlook -----------------------------------------------------------------------------------


@write.register
def _(result: Outlook, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or "I have no outlook for that.", choices=result.choices)
    lines: list[str] = []
    if len(result.days) > SHOWN_WHOLE:
        for label in dict.fromkeys(day.label for day in result.days):
            lines.append(f"**{label}**")
            lines += [_in_a_line(day) for day in result.days if day.label == label]
    else:
        lines += [line for day in result.days for line in _day(day)]
    if result.runs:
        lines.append(runs_line(result.runs))
    if result.stale and result.fetched:
        lines.append(f"The forecast service does not answer: this is from {result.fetched:%d %b %H:%M} UTC.")
    return Answer(text="\n".join(lines), choices=result.choices)


SHOWN_WHOLE = 2
"""More days than these are told in a line each."""


def _in_a_line(of: DayOutlook) -> str:
    """ "Tue 24 Nov · morning: all of 3 models dry; wind 8–12 kt · afternoon: …"."""
    if not of.parts:
        opens = f"; from {day_name(of.opens)} I can" if of.opens else ""
        return f"{day_name(of.day)}: too early{opens}."
    parts = (f"{part.name}: {window_words(part.window, 'week')}" for part in of.parts)
    return " · ".join([day_name(of.day), *parts])


def _day(of: DayOutlook) -> list[str]:
    head = f"**{of.label}, {day_name(of.day)}**"
    if not of.parts:
        opens = f"; from {day_name(of.opens)} I can" if of.opens else ""
        return [f"{head}: too early{opens}."]
    return [head, *(_part(part, of.lead) for part in of.parts)]


def _part(of: Part, lead: Lead) -> str:
    return f"{of.name.capitalize()}: {window_words(of.window, lead)}."


def window_words(of: Window, lead: Lead) -> str:
    """A window in the words its lead allows: no ceilings and no visibility beyond four days."""
    parts: list[str] = []
    dry, told = of.dry
    if told:
        parts.append(f"{'all' if dry == told else dry or 'none'} of {told} models dry")
    if wind := of.spread("wind_kt"):
        gust = of.spread("gust_kt")
        differ = of.wind_agreement == "differ"
        parts.append(f"wind {span(*wind)} kt{', they disagree' if differ else ''}")
        if gust and lead != "week" and gust[1] >= wind[1] + 5:
            parts.append(f"gusts to {span(*gust)} kt")
    if lead == "week":
        return "; ".join(parts) or "no model tells anything"
    showers, of_all = of.showers
    if showers:
        parts.append(f"showers possible in {showers} of {of_all}")
    bases = [(m.model, words) for m in of.models if (words := base_words(m))]
    if bases:
        parts.append("; ".join(f"{_cloud(words)} ({model})" for model, words in bases))
    else:
        parts.append("cloud base not told by these models")
    if (sight := of.spread("visibility_m")) and lead in ("next", "day", "now") and sight[0] < 8000:
        parts.append(f"least visibility {span(sight[0] / 1000, sight[1] / 1000)} km by the models")
    if freezing := of.spread("freezing_ft"):
        low, high = (round(value / 500) * 500 for value in freezing)
        parts.append(f"0 °C at {f'{low:,}' if low == high else f'{low:,}–{high:,}'} ft")
    return "; ".join(parts)


def _cloud(words: str) -> str:
    """ "cloud 1,000–2,000 ft", "no low cloud", "cloud on the ground"."""
    return words if "cloud" in words else f"cloud {words}"


@suggest.register
def _(result: Outlook, talk: Talk) -> tuple[Suggestion, ...]:
    field = next((day.icao for day in result.days if day.icao), None)
    return (weather_at(field),) if field else ()


def local_day(at: datetime, zone_name: str | None) -> date:
    """The calendar day at the place."""
    return at.astimezone(zone_of(zone_name)).date()
