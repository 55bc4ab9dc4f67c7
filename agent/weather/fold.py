"""The state of a forecast at an hour: what prevails, what may come at times, and the worst around an arrival.

Inside a BECMG window the state before it and the state after it are both possible. TEMPO and PROB stay apart:
they are never taken for what prevails. The end of a forecast, and of each group, is exclusive.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from pydantic import AwareDatetime

from agent.protocol import Value
from agent.weather.report import Conditions, Forecast, Group, Wind, ceiling

_ELEMENTS = ("wind", "visibility_m", "visibility_text", "weather", "no_significant_weather", "cavok")
_SKY = ("clouds", "sky", "vertical_visibility_ft", "obscured")


class AtTimes(Value):
    """What may come for less than half of the time, or with 30 or 40 % probability: only what it names."""

    conditions: Conditions
    whole: Conditions
    from_: AwareDatetime
    to: AwareDatetime
    probability: int | None = None
    temporary: bool = False
    raw: str = ""


class HourState(Value):
    """A forecast at one moment. Two `prevailing` states inside a BECMG window: both are possible."""

    at: AwareDatetime
    prevailing: tuple[Conditions, ...] = ()
    at_times: tuple[AtTimes, ...] = ()
    beyond: bool = False


def state_at(forecast: Forecast, at: datetime) -> HourState:
    """The forecast's state at a moment; `beyond` outside its validity, or where it is cancelled or missing."""
    if (
        forecast.cancelled
        or forecast.missing
        or not forecast.groups
        or forecast.from_ is None
        or forecast.to is None
        or not forecast.from_ <= at < forecast.to
    ):
        return HourState(at=at, beyond=True)
    states = _prevailing(forecast.groups, at)
    at_times: list[AtTimes] = []
    for group in forecast.groups:
        if group.kind not in ("TEMPO", "PROB") or group.from_ is None or group.to is None:
            continue
        if group.from_ <= at < group.to:
            at_times.append(
                AtTimes(
                    conditions=Conditions(**_shared(group)),
                    whole=merged(states[-1], group),
                    from_=group.from_,
                    to=group.to,
                    probability=group.probability,
                    temporary=group.kind == "TEMPO",
                    raw=group.raw,
                )
            )
    return HourState(at=at, prevailing=tuple(states), at_times=tuple(at_times))


def _prevailing(groups: Iterable[Group], at: datetime) -> list[Conditions]:
    changes = sorted(
        (g for g in groups if g.kind in ("BASE", "FM", "BECMG") and g.from_ is not None),
        key=lambda g: (g.kind != "BASE", g.from_),
    )
    states: list[Conditions] = [Conditions()]
    for group in changes:
        if group.from_ is None or group.from_ > at:
            continue
        if group.kind in ("BASE", "FM"):
            states = [Conditions(**_shared(group))]
        elif group.to is not None and group.to <= at:
            states = list(dict.fromkeys(merged(state, group) for state in states))
        else:
            states = list(dict.fromkeys([*states, merged(states[-1], group)]))
    return states


def merged(before: Conditions, change: Conditions) -> Conditions:
    """The state after a change: what it names replaces, everything else stays."""
    new = _shared(before)
    if change.wind is not None:
        new["wind"] = change.wind
    if change.wind_shear:
        new["wind_shear"] = change.wind_shear
    if change.icing_turbulence:
        new["icing_turbulence"] = change.icing_turbulence
    if change.cavok:
        new |= {name: getattr(change, name) for name in (*_ELEMENTS[1:], *_SKY)}
    else:
        if change.visibility_m is not None:
            new |= {"visibility_m": change.visibility_m, "visibility_text": change.visibility_text, "cavok": False}
        if change.weather is not None:
            new |= {"weather": change.weather, "no_significant_weather": change.no_significant_weather}
            new["cavok"] = new["cavok"] and not change.weather
        if change.clouds is not None or change.obscured or "clouds" in change.unknown:
            new |= {name: getattr(change, name) for name in _SKY}
            new["cavok"] = False
    old = [name for name in before.unknown if not _replaced(name, change)]
    new["unknown"] = tuple(dict.fromkeys([*old, *change.unknown]))
    new["unread"] = tuple(dict.fromkeys([*before.unread, *change.unread]))
    return Conditions(**new)


def _replaced(name: str, change: Conditions) -> bool:
    if name.startswith("wind"):
        return change.wind is not None
    if name.startswith(("clouds", "vertical")):
        return change.clouds is not None or change.obscured or change.cavok
    return name == "visibility_m" and change.visibility_m is not None


def _shared(of: Conditions) -> dict[str, Any]:
    return {name: getattr(of, name) for name in Conditions.model_fields}


# --- the worst around an arrival -------------------------------------------------------------------


class Worst(Value):
    """The least favourable figures of several states. A figure None with its name in `unknown` was not told.

    `hazards` are TS, CB, TCU, FZ, GR, FC, SQ, VA, SS, DS, and "+" weather, as found.
    """

    ceiling_ft: int | None = None
    visibility_m: int | None = None
    wind_kt: int | None = None
    gust_kt: int | None = None
    winds: tuple[Wind, ...] = ()
    weather: tuple[str, ...] = ()
    hazards: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


class Around(Value):
    """The worst of what prevails, and of what may come at times, in the time around an arrival.

    `from_` and `to` end where the forecast does; `partly_beyond` says that more of that time was asked for.
    """

    from_: AwareDatetime
    to: AwareDatetime
    prevailing: Worst | None = None
    at_times: tuple[tuple[AtTimes, Worst], ...] = ()
    beyond: bool = False
    partly_beyond: bool = False


_LITTLE = timedelta(minutes=15)
"""So much of the time around an arrival may lie beyond the forecast without a word of it."""


def around(
    forecast: Forecast, at: datetime, margin: timedelta = timedelta(hours=1), *, stretch: bool = False
) -> Around:
    """The worst case over everything that overlaps the time from `at` − margin to `at` + margin.

    It is beyond the forecast where `at` is; of a `stretch` of hours only where all of it is.
    """
    start, end = at - margin, at + margin
    if forecast.from_ is None or forecast.to is None:
        return Around(from_=start, to=end, beyond=True)
    moments = {start, end, at} | {
        time
        for group in forecast.groups
        for time in (group.from_, group.to)
        if time is not None and start < time < end
    }
    states = [state_at(forecast, moment) for moment in sorted(moments)]
    seen = [state for state in states if not state.beyond]
    if not seen or (not stretch and state_at(forecast, at).beyond):
        return Around(from_=start, to=end, beyond=True)
    extra = {(item.raw, item.from_): item for state in seen for item in state.at_times}
    return Around(
        from_=max(start, forecast.from_),
        to=min(end, forecast.to),
        prevailing=worst_of([found for state in seen for found in state.prevailing]),
        at_times=tuple((item, worst_of([item.whole])) for item in extra.values()),
        partly_beyond=forecast.to < end - _LITTLE or forecast.from_ > start + _LITTLE,
    )


def worst_of(states: Iterable[Conditions]) -> Worst:
    """The least favourable figures over these states."""
    ceilings: list[int] = []
    sights: list[int] = []
    winds: list[Wind] = []
    weather: dict[str, None] = {}
    hazards: dict[str, None] = {}
    unknown: dict[str, None] = {}
    for state in states:
        found = ceiling(state)
        if found.feet is not None:
            ceilings.append(found.feet)
        if not found.known:
            unknown["ceiling"] = None
        if state.visibility_m is None:
            unknown["visibility"] = None
        else:
            sights.append(state.visibility_m)
        if state.wind is None or state.wind.speed_kt is None:
            unknown["wind"] = None
        else:
            winds.append(state.wind)
        weather |= dict.fromkeys(state.weather or ())
        hazards |= dict.fromkeys(hazards_of(state))
    return Worst(
        ceiling_ft=min(ceilings, default=None),
        visibility_m=min(sights, default=None),
        wind_kt=max((wind.speed_kt or 0 for wind in winds), default=None),
        gust_kt=max((wind.gust_kt for wind in winds if wind.gust_kt is not None), default=None),
        winds=tuple(dict.fromkeys(winds)),
        weather=tuple(weather),
        hazards=tuple(hazards),
        unknown=tuple(unknown),
    )


_HAZARDS = ("TS", "FZ", "GR", "GS", "FC", "SQ", "VA", "SS", "DS")


def hazards_of(state: Conditions) -> list[str]:
    """Thunderstorm, hail, icing rain, convective cloud and the like, each as the report wrote it."""
    found = [
        code
        for code in state.weather or ()
        if code.startswith("+") or any(hazard in code.removeprefix("VC") for hazard in _HAZARDS)
    ]
    found += [
        layer.type for layer in state.clouds or () if layer.type and ("CB" in layer.type or layer.type == "TCU")
    ]
    return [*found, *state.wind_shear, *state.icing_turbulence]
