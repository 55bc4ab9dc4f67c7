"""Words of the day brief: what stands in the way first, then the day in a good instructor's order. No verdicts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import timedelta

from agent.aviation.hours import zone_of
from agent.protocol import Answer, Choice, Folded, Headline, Part, Passage, Suggestion, Timeline
from agent.subjects.measures import named_end
from agent.subjects.offered import call, weather_at
from agent.subjects.weather.brief_sources import NEVER_SEEN, TOO_EARLY
from agent.subjects.weather.brief_windows import (
    PHONE_LINES,
    freezing,
    headed,
    phone_lines,
    shown_windows,
    taf_ends,
)
from agent.subjects.weather.day import Aloft, DayBrief, WindowAt
from agent.subjects.weather.finding_words import in_words
from agent.subjects.weather.forecast_words import (
    between_points,
    day_name,
    models_words,
    old_copy,
    runs_line,
    stamp,
)
from agent.subjects.weather.hazards import Hazard, of_windows
from agent.subjects.weather.minima import minima_words
from agent.subjects.weather.place import clock
from agent.subjects.weather.words import whose_decision
from agent.weather.models import FIGURES_AT
from agent.weather.section import icing_words
from agent.weather.sigmet import words as sigmet_words
from agent.weather.windows import span
from agent.writing.parts import answer
from agent.writing.write import Talk, suggest, write
from tongue import later, say

SHOWN_FINDINGS = 3


@write.register
def _(result: DayBrief, talk: Talk) -> Answer:
    if not result.found and result.there is not None:
        weather = write(result.there, talk).text
        return Answer(text=f"{weather}\n\n{result.message}", choices=result.choices)
    if not result.found or result.from_ is None or result.to is None or result.day is None:
        return Answer(text=result.message or say("I could not place that flight."), choices=result.choices)
    (what, how), told = _heading(result), [*_hazards_first(result), *whose_decision(talk), *_first(result)]
    told = [*_home_by_day(result), *told] if talk.call.arguments.get("by_day") else told
    goal = None if told else _goal(result)
    told = told or [f"**{_without_findings(result, goal)}**"]
    about = f"{what}, {how}"
    first = [Headline(markdown=told[0], about=about), Passage(markdown="\n".join(told[1:]))]
    if result.lead not in FIGURES_AT:
        early = _too_early(result)
        rest = "\n".join([*([early] if f"**{early}**" not in told else []), *_light(result)])
        return _on_a_phone([*first, Passage(markdown=rest)], say("Paper"), _paper(result), about, result, talk)
    aloft = [_aloft(result.aloft, result)] if result.aloft is not None else []
    news = [say("New facts: {told}", told=say("; ").join(result.decide_at))] if result.decide_at else []
    news += [runs_line(result.runs)] if result.runs else []
    unseen = [say("Not seen here: {what}.", what=", ".join(result.not_seen))] if result.not_seen else []
    old = [old_copy(result.fetched)] if result.stale and result.fetched else []
    wide = [line] if (line := between_points(result.points_apart_nm)) else []
    band = icing_words(result.section) if result.section is not None else ""
    asked = _hazard_lines(result, band)
    open_ = [*asked, *_warnings(result), *wide, *(unseen if _failed(result) else []), *old]
    room = PHONE_LINES - phone_lines([about, *told, *_picture(result), *open_])
    moments, left = shown_windows(result, goal, room)
    behind = [
        *in_words(result.findings)[SHOWN_FINDINGS:],
        *left,
        *taf_ends(result),
        *aloft,
        *freezing(result),
        *([band] if band and band not in asked else []),
        *_light(result),
        *([] if _failed(result) else unseen),
        *([f"{'. '.join(news)}."] if news else []),
    ]
    if result.minima.any:
        behind.append(say("Your minima: {minima}.", minima=minima_words(result.minima)))
    else:
        behind.append(say("Facts only: set your minima to see them compared."))
    shown = [
        *first,
        Passage(markdown="\n".join(_picture(result))),
        Timeline(moments=moments),
        Passage(markdown="\n".join(open_)),
    ]
    title = say("More hours, light and paper") if left else say("Aloft, light and paper")
    return _on_a_phone(shown, title, [*behind, *_paper(result)], about, result, talk)


def _on_a_phone(
    shown: Sequence[Part], title: str, behind: Sequence[str], about: str, result: DayBrief, talk: Talk
) -> Answer:
    """What a phone shows; the rest behind a fold, or a tap where text alone is shown. Tapped, the rest alone."""
    rest = "\n".join(behind)
    if talk.call.arguments.get("opened"):
        return answer([Headline(markdown=about), Passage(markdown=rest)], choices=result.choices)
    tap = Choice(label=title, text=title, call=talk.call.varied(opened=True))
    folded = Folded(title=title, markdown=rest, tapped=True)
    return answer([*shown, folded], choices=[*([tap] if rest else []), *result.choices])


def _hazard_lines(result: DayBrief, band: str) -> list[str]:
    """What was asked for by its name: icing by its band where the way was seen from the side."""
    windows = [one.window for one in result.windows if one.window is not None]
    if not windows or result.lead == "week":
        return []
    if not band:
        return of_windows(result.hazards, windows)
    rest: list[Hazard] = [one for one in result.hazards if one != "icing"]
    return [*([band] if "icing" in result.hazards else []), *of_windows(rest, windows)]


_UNSEEN_OF = {
    "thunderstorm": later("**Thunderstorms on the way: not seen**: no forecast, report or SIGMET was had."),
    "icing": later(
        "**Icing on the way: not seen**: no forecast of cloud and freezing level and no SIGMET was had."
    ),
    "turbulence": later("**Turbulence on the way: not seen**: no SIGMET was had."),
    "fog": later("**Fog on the way: not seen**: no forecast and no report was had."),
}


def _hazards_first(result: DayBrief) -> list[str]:
    """Of what was asked for by its name: that nothing was had to tell it by, before all that was not asked."""
    if result.lead not in FIGURES_AT or any(one.window or one.taf for one in result.windows):
        return []
    return [say(_UNSEEN_OF[one]) for one in result.hazards if one in _UNSEEN_OF]


def _failed(result: DayBrief) -> bool:
    """Whether more was not seen than what FlyFun never sees, or nobody knows so early."""
    return bool(set(result.not_seen) - {say(NEVER_SEEN), say(TOO_EARLY)})


# --- what would stop the day ------------------------------------------------------------------------


def _first(result: DayBrief) -> list[str]:
    if result.findings:
        told = in_words(result.findings)
        lines = [f"**{told[0]}**", *told[1:SHOWN_FINDINGS]]
        if len(told) > SHOWN_FINDINGS:
            lines.append(say("{count} more against your minima.", count=len(told) - SHOWN_FINDINGS))
        if result.minima.any and result.lead in FIGURES_AT and _is_unseen(result):
            lines.append(say("No forecast seen: nothing could be compared with your minima."))
        return lines
    if result.minima.any and result.lead in FIGURES_AT:
        if _is_unseen(result):
            unseen = say("No forecast seen: nothing could be compared with your minima.")
            return [f"**{unseen}**"]
        far = say(" Ceiling and visibility are not told that far ahead.") if result.lead == "week" else ""
        nothing = say("Nothing found against your minima in what FlyFun sees.")
        return [f"**{nothing}**{far}"]
    return []


def _too_early(result: DayBrief) -> str:
    if result.day is None or not result.opens:
        return say("Too early for the weather of {day}.", day=day_name(result.day)) if result.day else ""
    return say(
        "Too early for the weather of {day}; from {opens} I can.",
        day=day_name(result.day),
        opens=day_name(result.opens),
    )


def _goal(result: DayBrief) -> WindowAt | None:
    """Where and when one arrives, with what is forecast there; None where nothing is."""
    ends = [one for one in result.windows if one.label == "arriving"] or list(result.windows[-1:])
    if result.lead not in FIGURES_AT or not ends:
        return None
    seen = ends[0].window is not None or (ends[0].taf is not None and not ends[0].taf.beyond)
    return ends[0] if seen else None


def _without_findings(result: DayBrief, goal: WindowAt | None) -> str:
    """The answer where nothing stands in the way: the weather where one arrives, or why there is none."""
    if result.lead not in FIGURES_AT:
        return _too_early(result)
    if goal is None:
        return say("No forecast seen for this flight.") if _is_unseen(result) else _heading(result)[0]
    return headed(goal, result)


def _is_unseen(result: DayBrief) -> bool:
    return all(one.window is None and (one.taf is None or one.taf.beyond) for one in result.windows)


# --- the day ----------------------------------------------------------------------------------------


def _heading(result: DayBrief) -> tuple[str, str]:
    """The flight and its day; how fast it is taken to be, and what is assumed. Its times stand below."""
    if result.from_ is None or result.to is None or result.day is None:
        return "", ""
    told = {"day": day_name(result.day)}
    if result.is_local:
        field = named_end(result.from_.icao, result.from_.name)
        return say("{field}, a local flight, {day}", field=field, **told), _hours_taken(result)
    ends = f"{named_end(result.from_.icao, result.from_.name)} – {named_end(result.to.icao, result.to.name)}"
    what = say("{ends}, {day}", ends=ends, **told)
    if not result.one_way:
        what = say("{ends} and back, {day}", ends=ends, **told)
        home = result.windows[-1] if result.windows else None
        back = result.returns.astimezone(zone_of(home.zone)).date() if home and result.returns else result.day
        what += say(", home {day}", day=day_name(back)) if back != result.day else ""
    return what, _speed_and_hours(result)


def _hours_taken(result: DayBrief) -> str:
    """When a flight around its field begins and ends, as it is taken to be."""
    zone = zone_of(result.windows[0].zone) if result.windows else None
    if result.leaves is None or result.returns is None:
        return ""
    assumed = say(" (assumed)")
    return say(
        "out {out}, back {back}.",
        out=f"{clock(result.leaves, zone)}{assumed if result.times_assumed else ''}",
        back=f"{clock(result.returns, zone)}{assumed if result.back_assumed else ''}",
    )


def _speed_and_hours(result: DayBrief) -> str:
    """ "110 kt, times assumed.": all that was not said and can be said."""
    out, back = result.times_assumed, result.back_assumed and not result.one_way
    if out and (back or result.one_way) and result.speed_assumed:
        return say("times and {knots:g} kt assumed", knots=result.true_airspeed_kts) + "."
    told = [f"{result.true_airspeed_kts:g} kt" + (say(" (assumed)") if result.speed_assumed else "")]
    if out and (back or result.one_way):
        told.append(say("times assumed"))
    elif out or back:
        told.append(say("hour out assumed") if out else say("hour back assumed"))
    return f"{', '.join(told)}."


def _picture(result: DayBrief) -> list[str]:
    parts: list[str] = []
    if result.pressure_change_hpa is not None:
        low, high = result.pressure_change_hpa
        told = {"low": low, "high": high}
        if high < -1:
            parts.append(say("pressure falling between out and back ({low:+.0f} to {high:+.0f} hPa)", **told))
        elif low > 1:
            parts.append(say("pressure rising between out and back ({low:+.0f} to {high:+.0f} hPa)", **told))
        elif (low <= -1 or high >= 1) and round(low) != round(high):
            parts.append(say("pressure not agreed between out and back ({low:+.0f} to {high:+.0f} hPa)", **told))
    first, then = result.wind_shift or (0, 0)
    if abs((then - first + 180) % 360 - 180) >= 20:
        parts.append(say("surface wind half-way {first:03d}° to {then:03d}°", first=first, then=then))
    rain = [
        one for one in result.windows if one.window and one.window.dry[1] and one.window.dry[0] < one.window.dry[1]
    ]
    if rain:
        where = ", ".join(f"{one.icao} {one.at:%H} UTC" for one in rain)
        parts.append(say("rain in some model at {where}", where=where))
    return [say("Picture: {parts}.", parts=say("; ").join(parts))] if parts else []


def _aloft(of: Aloft, result: DayBrief) -> str:
    return say(
        "Aloft at {level:,.0f} ft (assumed): out {out}, back {back}, still air {still:.0f}, over {models}.",
        level=of.level_ft,
        out=span(*of.out, " min"),
        back=span(*of.back, " min"),
        still=of.still,
        models=models_words(of.models),
    )


def _warnings(result: DayBrief) -> list[str]:
    lines: list[str] = []
    if result.sigmets is not None:
        near = [*result.sigmets.on_the_way, *result.sigmets.near][:2]
        unplaced = [
            say("SIGMET without a position: {words}.", words=sigmet_words(one.sigmet))
            for one in result.sigmets.unplaced[:2]
        ]
        if near:
            lines += [
                say("SIGMET {nm:.0f} nm off: {words}.", nm=one.distance_nm, words=sigmet_words(one.sigmet))
                if one.distance_nm
                else say("SIGMET on the way: {words}.", words=sigmet_words(one.sigmet))
                for one in near
            ]
        elif not unplaced:
            lines.append(say("No SIGMET seen near it.") if result.is_local else say("No SIGMET seen on the way."))
        lines += unplaced
        if result.sigmets.unread:
            lines.append(say("{count} SIGMETs could not be read.", count=result.sigmets.unread))
    if unseen := [one for one in result.notams if not one.seen]:
        where: dict[str, list[str]] = {}
        for one in unseen:
            where.setdefault(f"[{one.official_name}]({one.official_url})", []).append(one.icao or "")
        told = ", ".join(f"{', '.join(dict.fromkeys(icaos))} {link}" for link, icaos in where.items())
        lines.append(say("NOTAM not seen here: {where}.", where=told))
    for one in (one for one in result.notams if one.seen):
        if one.notams:
            first = one.notams[0].notam
            lines.append(
                say(
                    "NOTAM {icao}: {count} seen, first {id} “{text}”.",
                    icao=one.icao,
                    count=len(one.notams),
                    id=first.id,
                    text=first.text[:80],
                )
            )
        else:
            when = stamp(one.issued) if one.issued else say("an untold time")
            lines.append(say("NOTAM {icao}: UK bulletin of {when}: none found.", icao=one.icao, when=when))
    return lines + _on_the_way(result)


def _on_the_way(result: DayBrief) -> list[str]:
    """NOTAM circles near the track, by the numbers that the map has."""
    if not result.way_notams:
        return []
    first = result.way_notams[0].notam
    count = len(result.way_notams)
    told = {"count": count, "id": first.id, "text": first.text[:80]}
    return [say("NOTAM near the way: {count}, first {id} “{text}”.", **told)]


def _light(result: DayBrief) -> list[str]:
    """One line for night at both ends, with whose rule each is; a rule of both once."""
    told: dict[str, str] = {}
    rules = {sky.icao: say(sky.night_rule) for sky in result.skies if sky.night_begins and sky.night_rule}
    alike = len(set(rules.values())) == 1 and len(rules) == len({sky.icao for sky in result.skies})
    for sky in result.skies:
        zone = zone_of(sky.zone)
        if sky.night_begins is not None:
            begins = clock(sky.night_begins, zone)
            rule = f" ({rules[sky.icao]})" if sky.icao in rules and not alike else ""
            told[sky.icao] = say("night at {icao} begins {begins}", icao=sky.icao, begins=begins) + rule
        elif sky.sunset is not None:
            told[sky.icao] = say(
                "sunset at {icao} {sunset}, its night rule not known",
                icao=sky.icao,
                sunset=clock(sky.sunset, zone),
            )
    both = f" ({next(iter(rules.values()))})" if alike and rules else ""
    return [say("Light: {told}.", told=say("; ").join(told.values()) + both)] if told else []


def _home_by_day(result: DayBrief) -> list[str]:
    """Until when one may leave there to be home before night, in the wind that the models have and in none."""
    if result.aloft is None or result.from_ is None or result.to is None:
        return []
    night = next((sky for sky in result.skies if sky.icao == result.from_.icao and sky.night_begins), None)
    if night is None or night.night_begins is None:
        return []
    longest, out = (
        timedelta(minutes=math.ceil(max(*way, result.aloft.still)))
        for way in (result.aloft.back, result.aloft.out)
    )
    here, there = (
        zone_of(night.zone),
        next((zone_of(one.zone) for one in result.windows if one.icao == result.to.icao), None),
    )
    told = {
        "night": clock(night.night_begins, here),
        "home": result.from_.icao,
        "there": result.to.icao,
        "latest": clock(night.night_begins - longest, there),
        "back": round(longest.total_seconds() / 60),
    }
    line = say(
        "**Home before night ({night} at {home}): leave {there} by {latest}**, {back} min back at the longest.",
        **told,
    )
    if result.leaves is None:
        return [line]
    arrives = {"leaves": clock(result.leaves, here), "arrives": clock(result.leaves + out, there)}
    return [line, say("Off at {leaves} you are there by {arrives} at the slowest.", **arrives)]


def _paper(result: DayBrief) -> list[str]:
    """What is to be told to whom and by when, a line each."""
    return [f"- {task}" for task in result.tasks]


@suggest.register
def _(result: DayBrief, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or result.from_ is None or result.to is None or not (result.from_.icao and result.to.icao):
        return ()
    start, end = result.from_.icao, result.to.icao
    day = result.day.isoformat() if result.day else None
    notams = Suggestion(
        text=say("NOTAM at {end}", end=end),
        call=call("get_notams", icao_code=end),
        category="notam",
        label="NOTAM",
    )
    if result.is_local:
        return (weather_at(end), notams)
    winds = call("get_wind_plan", from_location=start, to_location=end, day=day)
    border = call("plan_trip", from_location=start, to_location=end, day=day, return_day=day)
    return (
        Suggestion(
            text=say("Wind {start} to {end}", start=start, end=end), call=winds, category="wind", label=say("Wind")
        ),
        weather_at(end),
        Suggestion(
            text=say("Plan {start} to {end} and back", start=start, end=end),
            call=border,
            category="trip",
            label=say("Border and notice"),
        ),
        notams,
    )
