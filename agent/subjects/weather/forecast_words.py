"""Words for winds aloft and for the outlook: what may be said at each lead, and nothing beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from agent.aviation.hours import zone_of
from agent.protocol import Answer, Minima, Suggestion
from agent.subjects.measures import named_end, nm, speed_source
from agent.subjects.offered import call, weather_at
from agent.subjects.route.speed import format_hours
from agent.subjects.weather.elements import Element, dry_words, of_a_window, wind_of
from agent.subjects.weather.finding_words import compared_words
from agent.subjects.weather.hazards import of_windows
from agent.subjects.weather.minima import minima_words
from agent.subjects.weather.outlook import DayOutlook, ModelRun, Outlook, Part
from agent.subjects.weather.place import clock
from agent.subjects.weather.side_by_side import of_the_models
from agent.subjects.weather.wind_plan import ModelWinds, WindPlan
from agent.weather.models import Lead
from agent.weather.said_wind import shown
from agent.weather.windows import Window, base_words, span
from agent.writing.write import Talk, suggest, write
from tongue import figure, later, say


def models_words(count: int) -> str:
    """ "3 models", "1 model"."""
    return say("1 model") if count == 1 else say("{count} models", count=count)


def day_name(day: date) -> str:
    """ "Sat 28 Nov"."""
    return say("{day:%a} {day.day} {day:%b}", day=day)


def stamp(at: datetime) -> str:
    """ "22 Nov 06:00 UTC"."""
    return say("{at:%d %b %H:%M} UTC", at=at)


def old_copy(fetched: datetime) -> str:
    """That the forecast is an old one, and of when."""
    return say("The forecast service does not answer: this is from {when}.", when=stamp(fetched))


def between_points(apart_nm: int | None) -> str:
    """What a long way's forecast leaves out; "" where its points are near enough."""
    if apart_nm is None:
        return ""
    return say("Forecast points up to {nm} nm apart on this way: what is between them is not seen.", nm=apart_nm)


def runs_line(runs: Sequence[ModelRun]) -> str:
    """ "ICON-EU run 06 UTC, ECMWF run time not told"."""
    return ", ".join(_run(run.model, run.at, sleeping=run.sleeping) for run in runs)


def _run(model: str, at: datetime | None, *, sleeping: bool) -> str:
    if at is None:
        return say("{model} run time not told", model=model)
    old = say(" (old)") if sleeping else ""
    return say("{model} run {at:%d %b %H} UTC{old}", model=model, at=at, old=old)


# --- the wind on the way ---------------------------------------------------------------------------


@write.register
def _(result: WindPlan, talk: Talk) -> Answer:
    if result.from_ is None and result.course_deg is not None:
        return Answer(text="\n".join(_on_a_track(result)))
    if result.from_ is None or result.to is None or result.distance_nm is None:
        return Answer(text=result.message or say("I could not find both places."), choices=result.choices)
    ends = f"{named_end(result.from_.icao, result.from_.name)} → {named_end(result.to.icao, result.to.name)}"
    way = say(
        "{ends}, {distance}, true course {course:03d}°.",
        ends=ends,
        distance=nm(result.distance_nm),
        course=result.course_deg or 360,
    )
    if not result.found:
        return Answer(text=f"{result.message}\n{way}", choices=result.choices)
    if result.legs:
        return Answer(text="\n".join(legs_lines(result)), choices=result.choices)
    if result.true_airspeed_kts is None:
        unreached = [result.message] if result.message else []
        wind = _from_models(result) if result.models else unreached
        return Answer(text="\n".join([*wind, way]), choices=result.choices)
    lines: list[str] = []
    if result.winds:
        said = say(", then ").join(shown(wind) for wind in result.winds)
        lines.append(_times(result))
        lines.append(
            say("In {wind}, taken as true and the same all along.", wind=said)
            if len(result.winds) == 1
            else say("In {wind}.", wind=said)
        )
        if result.out_heading is not None and result.back_heading is not None:
            lines.append(
                say(
                    "Half-way, true heading and ground speed: out {out:03d}° {fast} kt, "
                    "back {back:03d}° {home} kt.",
                    out=result.out_heading.true_deg or 360,
                    fast=result.out_heading.ground_kt,
                    back=result.back_heading.true_deg or 360,
                    home=result.back_heading.ground_kt,
                )
            )
        if result.critical_point_nm is not None:
            lines.append(_half_way(result.critical_point_nm))
    elif result.models:
        lines += _from_models(result)
    else:
        opens = result.first_day_with_minutes
        lines.append(result.message or too_early_for_wind(_when(result), opens, result.time_zone))
        lines.append(say("Still air: {minutes:.0f} min each way.", minutes=result.still_minutes))
    lines.append(way)
    lines.append(_flown_at(result))
    return Answer(text="\n".join(lines), choices=result.choices)


def _flown_at(result: WindPlan) -> str:
    given = result.speed_source in (None, "provided")
    return say(
        "{knots:g} kt as true airspeed{source}. Climb, taxi and reserve not included.",
        knots=result.true_airspeed_kts,
        source="" if given else f" ({speed_source(result.speed_source or '')})",
    )


def legs_lines(result: WindPlan) -> list[str]:
    """The whole, then each flight: how far, how long, what is steered where one wind was said."""
    whole = {"out": format_hours((result.out_minutes or 0.0) / 60), "far": nm(result.distance_nm or 0.0)}
    still = format_hours((result.still_minutes or 0.0) / 60)
    lines = [
        say("**{out}** for {count} legs, {far}; still air {still}.", count=len(result.legs), still=still, **whole)
    ]
    for number, leg in enumerate(result.legs, 1):
        ends = f"{leg.start.icao or leg.start.name} → {leg.end.icao or leg.end.name}"
        told = {"number": number, "ends": ends, "minutes": leg.out_minutes, "far": nm(leg.distance_nm)}
        if leg.out_heading is None:
            lines.append(say("{number} {ends}: **{minutes:.0f} min**, {far}, true course {course:03d}°.",
                             course=leg.course_deg or 360, **told))  # fmt: skip
            continue
        steered = {"heading": leg.out_heading.true_deg or 360, "knots": leg.out_heading.ground_kt}
        lines.append(
            say("{number} {ends}: **{minutes:.0f} min**, {far}, true course {course:03d}°, "
                "heading {heading:03d}°, ground speed {knots} kt.",
                course=leg.course_deg or 360, **steered, **told)
        )  # fmt: skip
    lines.append(say("The same way back: {back}.", back=format_hours((result.back_minutes or 0.0) / 60)))
    if result.winds:
        said = say(", then ").join(shown(wind) for wind in result.winds)
        lines.append(
            say("In {wind}, taken as true and the same all along.", wind=said)
            if len(result.winds) == 1
            else say("In {wind}, on each leg.", wind=said)
        )
    else:
        lines.append(say("In the models' wind, each leg begun as the one before has landed."))
        lines.append(
            runs_line([ModelRun(model=one.model, at=one.run, sleeping=one.run_sleeping) for one in result.models])
        )
    return [*lines, _flown_at(result)]


def _on_a_track(result: WindPlan) -> list[str]:
    """Heading and ground speed of a track that was said, and of the way back."""
    if result.out_heading is None:
        return [result.message or ""]
    track = result.course_deg or 360
    lines = [
        say(
            "**Heading {heading:03d}°, ground speed {knots} kt** on track {track:03d}°.",
            heading=result.out_heading.true_deg or 360,
            knots=result.out_heading.ground_kt,
            track=track,
        )
    ]
    if result.back_heading is not None:
        lines.append(
            say(
                "Back on {track:03d}°: heading {heading:03d}°, ground speed {knots} kt.",
                heading=result.back_heading.true_deg or 360,
                knots=result.back_heading.ground_kt,
                track=(track + 179) % 360 + 1,
            )
        )
    wind = ", ".join(shown(one) for one in result.winds)
    air = {"wind": wind, "knots": result.true_airspeed_kts}
    return [*lines, say("In {wind}, {knots:g} kt as true airspeed; all directions true.", **air)]


def _times(result: WindPlan) -> str:
    out = _minutes(result.out_range, result.out_minutes)
    back = _minutes(result.back_range, result.back_minutes)
    return say(
        "**Out {out}, back {back}**; still air {still:.0f} min each way.",
        out=out,
        back=back,
        still=result.still_minutes,
    )


def too_early_for_wind(when: str, opens: datetime | None, zone_name: str | None) -> str:
    """ "Too early for the wind on Sat 5 Dec 10:00 UTC; from Sat 28 Nov I can."."""
    if opens is None:
        return say("Too early for the wind on {when}.", when=when)
    first = day_name(opens.astimezone(zone_of(zone_name)).date())
    return say("Too early for the wind on {when}; from {opens} I can.", when=when, opens=first)


def _minutes(span_of: tuple[float, float] | None, one: float | None) -> str:
    if span_of is not None:
        return span(*span_of, " min")
    return f"{one:.0f} min" if one is not None else say("unknown")


def _when(result: WindPlan) -> str:
    if result.leaves is None:
        return say("that day")
    zone = zone_of(result.time_zone)
    return f"{day_name(result.leaves.astimezone(zone).date())} {clock(result.leaves, zone)}"


def _from_models(result: WindPlan) -> list[str]:
    assumed = say(" (assumed)")
    level = say("{value:,.0f} ft", value=result.level_ft) + (assumed if result.level_assumed else "")
    when = f"{_when(result)}{assumed if result.leaves_assumed else ''}"
    known = result.true_airspeed_kts is not None
    left = say("leaving {when}, back straight after arrival", when=when) if known else when
    lines: list[str] = []
    if result.out_minutes is not None:
        lines.append(_times(result))
        lines.append(
            say(
                "At {level}, {left}, over {models}:",
                level=level,
                left=left,
                models=models_words(len(result.models)),
            )
        )
        lines += [_one_model(one) for one in result.models]
        if result.critical_point_nm is not None:
            lines.append(_half_way(result.critical_point_nm))
    else:
        speeds = [one.middle_kt for one in result.models if one.middle_kt is not None]
        lines.append(
            say(
                "**Wind at {level}: {knots} kt** over {models}, {left}.",
                level=level,
                knots=span(min(speeds), max(speeds)),
                models=models_words(len(speeds)),
                left=left,
            )
        )
        lines += [say("{name}: {value}", name=one.model, value=_middle(one)) for one in result.models]
        if nose := [one.out_head_kt for one in result.models if one.out_head_kt is not None]:
            lines.append(_on_the_nose(nose))
        opens = result.first_day_with_minutes
        if opens:
            first = day_name(opens.astimezone(zone_of(result.time_zone)).date())
            lines.append(say("Too early for minutes; from {opens} I can.", opens=first))
    lines.append(between_points(result.points_apart_nm))
    if result.stale and result.fetched:
        lines.append(old_copy(result.fetched))
    return [line for line in lines if line]


def _on_the_nose(head: list[float]) -> str:
    """The mean along the way out; each model on either side of still is told as it is."""
    least, most = round(min(head)), round(max(head))
    if least >= 0:
        return say("On the way out: {knots} kt on the nose.", knots=span(least, most))
    if most <= 0:
        return say("On the way out: {knots} kt on the tail.", knots=span(-most, -least))
    return say("On the way out: up to {nose} kt on the nose or {tail} on the tail.", nose=most, tail=-least)


def _half_way(critical_nm: float) -> str:
    return say("Half-way in time (critical point): {nm:.0f} nm from the start.", nm=critical_nm)


def _one_model(one: ModelWinds) -> str:
    run = say(", run time not told")
    if one.run:
        run = say(", run {at:%d %b %H} UTC{old}", at=one.run, old=say(" (old)") if one.run_sleeping else "")
    told = {"model": one.model, "wind": _middle(one), "run": run}
    if one.out_minutes is None or one.back_minutes is None:
        return say("{model}: {wind} half-way, not for the whole time{run}", **told)
    return say(
        "{model}: {out:.0f} and {back:.0f} min, {wind} half-way{run}",
        out=one.out_minutes,
        back=one.back_minutes,
        **told,
    )


def _middle(one: ModelWinds) -> str:
    if one.middle_from_deg is None or one.middle_kt is None:
        return say("no wind told")
    return f"{one.middle_from_deg or 360:03d}° {one.middle_kt} kt"


@suggest.register
def _(result: WindPlan, talk: Talk) -> tuple[Suggestion, ...]:
    if result.to is None or result.to.icao is None or result.from_ is None:
        return ()
    start = result.from_.icao or result.from_.name
    along = call("get_sigmets", from_location=start, to_location=result.to.icao)
    return (
        weather_at(result.to.icao),
        Suggestion(
            text=say("SIGMETs {start} to {end}", start=start, end=result.to.icao),
            call=along,
            category="sigmet",
            label="SIGMETs",
        ),
    )


# --- the outlook -----------------------------------------------------------------------------------


@write.register
def _(result: Outlook, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or say("I have no outlook for that."), choices=result.choices)
    return Answer(text="\n".join(outlook_lines(result)), choices=result.choices)


def outlook_lines(result: Outlook, *, headed: bool = True) -> list[str]:
    """What the models have, by days, and of which runs; a single day may go without its place and date above."""
    lines = of_the_models(result)
    if len(result.days) > SHOWN_WHOLE:
        for label in dict.fromkeys(day.label for day in result.days):
            lines.append(f"**{label}**")
            days = [day for day in result.days if day.label == label]
            early = [day for day in days if not day.parts]
            lines += [_in_a_line(day, result.elements) for day in days if day.parts]
            lines += [_too_early(early)] if early else []
    else:
        bare = not headed and len(result.days) == 1 and bool(result.days[0].parts)
        for day in result.days:
            lines += [*_day(day, result.elements, headed=not bare), *_against(day, result.minima)]
    windows = [part.window for day in result.days for part in day.parts if day.lead != "week"]
    lines += of_windows(result.hazards, windows) if windows else []
    if result.runs:
        lines.append(runs_line(result.runs))
    if result.stale and result.fetched:
        lines.append(old_copy(result.fetched))
    return lines


SHOWN_WHOLE = 2
"""More days than these are told in a line each."""


def _in_a_line(of: DayOutlook, asked: Sequence[Element]) -> str:
    """ "Tue 24 Nov · morning: all of 3 models dry; wind 8–12 kt · afternoon: …"."""
    parts = (
        say("{part}: {words}", part=_part_name(part.name), words=window_words(part.window, "week", asked))
        for part in of.parts
    )
    return " · ".join([day_name(of.day), *parts])


def _too_early(days: Sequence[DayOutlook]) -> str:
    """The days beyond the models, which are the last ones, in one line."""
    first, last = days[0], days[-1]
    if first is last:
        return _early(day_name(first.day), first)
    which = say("{since} to {to}", since=day_name(first.day), to=day_name(last.day))
    if first.opens is None or last.opens is None:
        return say("{which}: too early.", which=which)
    return say(
        "{which}: too early; from {opens} to {last} I can, a day at a time.",
        which=which,
        opens=day_name(first.opens),
        last=day_name(last.opens),
    )


def _early(which: str, of: DayOutlook) -> str:
    if of.opens is None:
        return say("{which}: too early.", which=which)
    return say("{which}: too early; from {opens} I can.", which=which, opens=day_name(of.opens))


def _day(of: DayOutlook, asked: Sequence[Element], *, headed: bool = True) -> list[str]:
    """A line for each part of a day, the first behind place and date: one that is more than a name."""
    head = f"**{of.label}, {day_name(of.day)}**"
    if not of.parts:
        return [_early(head, of)]
    first, *others = (_part(part, of.lead, asked) for part in of.parts)
    return [f"{head} · {first}" if headed else first, *others]


SHOWN_AGAINST = 4


def _against(of: DayOutlook, minima: Minima) -> list[str]:
    """What the models of a day have against the pilot's minima; across a runway only where there is one."""
    if not of.parts:
        return []
    across = {} if of.icao else {"crosswind_kt": None, "gust_kt": None}
    far = {"ceiling_ft": None} if of.lead == "week" else {}
    near = {} if of.lead in ("now", "day", "next") else {"visibility_m": None}
    lines = compared_words(of.findings, minima.model_copy(update={**across, **far, **near}))[:SHOWN_AGAINST]
    untold = minima_words(Minima(**{name: getattr(minima, name) for name in {**far, **near}}))
    return [*lines, say("Not told this far ahead, so not compared: {limits}.", limits=untold)] if untold else lines


def _part(of: Part, lead: Lead, asked: Sequence[Element]) -> str:
    name = _part_name(of.name)
    return (
        say("{part}: {words}", part=name[:1].upper() + name[1:], words=window_words(of.window, lead, asked)) + "."
    )


_PART_NAMES = {"morning": later("morning"), "afternoon": later("afternoon")}


def _part_name(name: str) -> str:
    """ "morning", "around 15:00"."""
    if name.startswith("around "):
        return say("around {clock}", clock=name.removeprefix("around "))
    return say(_PART_NAMES.get(name, name))


def window_words(of: Window, lead: Lead, asked: Sequence[Element] = (), *, freezing: bool = True) -> str:
    """A window in the words its lead allows: no ceilings and no visibility beyond four days; the asked first.

    Without `freezing` the freezing level is told elsewhere.
    """
    first = of_a_window(asked, of, lead)
    rain = {dry_words(*of.dry)} if {"rain", "snow"} & set(asked) else set[str]()
    told = [words for words in _all_words(of, lead) if words not in first and words not in rain]
    told = [words for words in told if freezing or words != freezing_words(of)]
    return say("; ").join([f"**{', '.join(first)}**", *told] if first else told) or say("no model tells anything")


def _all_words(of: Window, lead: Lead) -> list[str]:
    parts: list[str] = []
    dry, told = of.dry
    if told:
        parts.append(dry_words(dry, told))
    if wind := wind_of(of, lead):
        gust, mean = of.spread("gust_kt"), of.spread("wind_kt")
        parts.append(wind)
        if gust and mean and lead != "week" and gust[1] >= mean[1] + 5:
            parts.append(say("gusts to {knots} kt", knots=span(*gust)))
    if lead == "week":
        return parts
    showers, of_all = of.showers
    if showers:
        parts.append(say("showers possible in {count} of {all}", count=showers, all=of_all))
    bases = [(m.model, words) for m in of.models if (words := base_words(m))]
    if bases:
        parts.append(say("; ").join(f"{words} ({model})" for model, words in bases))
    else:
        parts.append(say("cloud base not told by these models"))
    if (sight := of.spread("visibility_m")) and lead in ("next", "day", "now") and sight[0] < 8000:
        parts.append(say("least visibility {km} km by the models", km=span(sight[0] / 1000, sight[1] / 1000)))
    if level := freezing_words(of):
        parts.append(level)
    return parts


def freezing_words(of: Window) -> str:
    """The freezing level over the models, in steps of 500 ft; "" where none tells it."""
    told = of.spread("freezing_ft")
    if told is None:
        return ""
    low, high = (round(value / 500) * 500 for value in told)
    heights = figure(low) if low == high else f"{figure(low)}–{figure(high)}"
    return say("0 °C at {heights} ft", heights=heights)


@suggest.register
def _(result: Outlook, talk: Talk) -> tuple[Suggestion, ...]:
    field = next((day.icao for day in result.days if day.icao), None)
    return (weather_at(field),) if field else ()


def local_day(at: datetime, zone_name: str | None) -> date:
    """The calendar day at the place."""
    return at.astimezone(zone_of(zone_name)).date()
