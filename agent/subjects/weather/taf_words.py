"""A forecast in words: its state at an hour, what stands beside that hour, and every change that is ahead."""

from __future__ import annotations

from datetime import datetime

from agent.weather.fold import Around, AtTimes, HourState, Worst, worst_of
from agent.weather.report import Forecast, Group
from agent.weather.words import conditions_words, visibility_words, weather_words
from tongue import later, say


def state_words(state: HourState | None) -> str:
    """What prevails, both states inside a change, and what may come at times."""
    if state is None:
        return ""
    ended = {"no_significant_weather": False}  # what a change has ended is over here, and not said again
    main = say(" **or** ").join(conditions_words(c.model_copy(update=ended)) for c in state.prevailing)
    if len(state.prevailing) > 1:
        main += say(" (changing: both are possible)")
    return say("; ").join([main, *map(at_times_words, state.at_times)]) + "."


def at_times_words(item: AtTimes) -> str:
    """ "at times 7 km · showers of rain", "30 % 270° 15 kt": never taken for what prevails."""
    return f"{_passing(item)}{conditions_words(item.conditions)}"


def _passing(of: AtTimes) -> str:
    chance = f"{of.probability} % " if of.probability else ""
    return chance + (say("at times ") if of.temporary else "")


def change_lines(forecast: Forecast, now: datetime) -> list[str]:
    """Each group of a forecast that has not begun yet, one a line."""
    return [
        _change(group, group.from_, group.to, now)
        for group in forecast.groups
        if group.kind != "BASE" and group.from_ is not None and group.to is not None and group.from_ > now
    ]


def group_lines(forecast: Forecast) -> list[str]:
    """Every group of a forecast, one a line, the first with its whole validity."""
    lines: list[str] = []
    for group in forecast.groups:
        if group.from_ is None or group.to is None:
            lines.append(say("{name}: {value}", name=group.kind, value=f"{conditions_words(group)}."))
        elif group.kind == "BASE":
            span = say("{since:%d %H:%M} to {to:%d %H:%M} UTC", since=group.from_, to=forecast.to or group.to)
            lines.append(say("{name}: {value}", name=span, value=f"{conditions_words(group)}."))
        else:
            lines.append(_change(group, group.from_, group.to, forecast.from_ or group.from_))
    return lines


_KINDS = {"BECMG": later("becoming"), "TEMPO": later("at times")}


def _change(group: Group, since: datetime, to: datetime, now: datetime) -> str:
    words = conditions_words(group)
    if group.kind == "FM":
        return say("From {since} UTC: {words}.", since=_hour(since, now), words=words)
    chance = f"{group.probability} % " if group.probability else ""
    kind = say(_KINDS[group.kind]) if group.kind in _KINDS else ""
    until = f"{to:%H:%M}" if to.date() == since.date() else _hour(to, now)
    told = f"{chance}{kind} {words}".replace("  ", " ").strip()
    return say("{since}–{until} UTC: {told}.", since=_hour(since, now), until=until, told=told)


def _hour(at: datetime, now: datetime) -> str:
    return (
        f"{at:%H:%M}" if at.date() == now.date() else say("{day:%a} {day.day} {day:%b}", day=at) + f" {at:%H:%M}"
    )


def beside_lines(state: HourState, beside: Around) -> list[str]:
    """What the time around an hour has and the hour itself has not: a lower ceiling, worse sight, rain."""
    lines: list[str] = []
    since, to, worst = beside.from_, beside.to, beside.prevailing
    if lowest := _ceilings(beside):
        lines.append(
            say(
                "Lowest ceiling forecast from {since:%H:%M} to {to:%H:%M} UTC: {lowest}.",
                lowest=lowest,
                since=since,
                to=to,
            )
        )
    told = _worse(worst, worst_of(state.prevailing)) if worst is not None else []
    shown = {(item.raw, item.from_) for item in state.at_times}
    told += [
        f"{at_times_words(item)} ({item.from_:%H:%M}–{item.to:%H:%M})"
        for item, _ in beside.at_times
        if (item.raw, item.from_) not in shown
    ]
    if told:
        lines.append(
            say(
                "Also from {since:%H:%M} to {to:%H:%M} UTC: {told}.", since=since, to=to, told=say("; ").join(told)
            )
        )
    if beside.partly_beyond:
        lines.append(say("The TAF covers {since:%H:%M}–{to:%H:%M} UTC only.", since=since, to=to))
    return lines


def _ceilings(of: Around) -> str:
    """ "1,400 ft; 30 % at times 600 ft": what prevails, and each lower one that may come."""
    lasting = of.prevailing.ceiling_ft if of.prevailing else None
    lower = [
        (item, worst.ceiling_ft)
        for item, worst in of.at_times
        if worst.ceiling_ft is not None and (lasting is None or worst.ceiling_ft < lasting)
    ]
    if lasting is None and not lower:
        return ""
    told = [say("{feet:,} ft", feet=lasting)] if lasting is not None else [say("none that prevails")]
    told += [_passing(item) + say("{feet:,} ft", feet=feet) for item, feet in lower]
    return say("; ").join(told)


def _worse(worst: Worst, here: Worst) -> list[str]:
    told: list[str] = []
    if worst.visibility_m is not None and worst.visibility_m < (here.visibility_m or 0):
        told.append(say("visibility {distance}", distance=visibility_words(worst.visibility_m)))
    strongest = max((w.strongest_kt or 0 for w in worst.winds), default=0)
    if strongest > max((w.strongest_kt or 0 for w in here.winds), default=0):
        gust = say(" gusting {knots}", knots=worst.gust_kt) if worst.gust_kt is not None else ""
        told.append(say("wind to {knots} kt{gust}", knots=worst.wind_kt, gust=gust))
    told += [weather_words(code) for code in worst.weather if code not in here.weather]
    layers = [code for code in worst.hazards if code not in here.hazards and code not in worst.weather]
    return [*told, *layers]
