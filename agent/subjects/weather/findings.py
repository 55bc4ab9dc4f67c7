"""What stands against a pilot's own minima in a window at a field: each finding with figure, limit and source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Literal

from pydantic import AwareDatetime

from agent.protocol import Minima, Value
from agent.weather.fold import Around, Worst, state_at, worst_of
from agent.weather.models import Lead
from agent.weather.report import Forecast, Report, Wind
from agent.weather.runway_wind import at_runways
from agent.weather.tables import RunwayHeading, long_enough
from agent.weather.windows import Window

Kind = Literal[
    "closed", "deadline", "night", "ceiling", "visibility", "crosswind", "gust", "wind", "wind_gust",
    "thunderstorm",
]  # fmt: skip
HARD: frozenset[Kind] = frozenset({"closed", "deadline", "night"})


class Finding(Value):
    """One thing that stands in the way. `figure` and `limit` in the unit of its kind (ft, m, kt, minutes).

    `models`: so many, of so many that tell. `probability` and `at_times` as the TAF has them: never a yes.
    """

    kind: Kind
    place: str
    source: str
    from_: AwareDatetime | None = None
    to: AwareDatetime | None = None
    figure: float | None = None
    limit: float | None = None
    models: tuple[int, int] | None = None
    probability: int | None = None
    at_times: bool = False
    unmeasured: bool = False
    detail: str = ""


def of_taf(
    place: str, station: str, around: Around, minima: Minima, ends: Sequence[RunwayHeading]
) -> Iterator[Finding]:
    """What a TAF has below the minima around an hour; PROB and TEMPO keep their names."""
    told: list[Finding] = []
    if around.prevailing is not None:
        told += _of_worst(place, f"TAF {station}", around, around.prevailing, minima, ends, None, False)
    yield from told
    always = {(one.kind, one.figure, one.detail) for one in told}
    for item, worst in around.at_times:
        passing = _of_worst(place, f"TAF {station}", around, worst, minima, ends, item.probability, item.temporary)
        yield from (one for one in passing if (one.kind, one.figure, one.detail) not in always)


def of_taf_ahead(
    place: str, forecast: Forecast, now: datetime, minima: Minima, ends: Sequence[RunwayHeading]
) -> list[Finding]:
    """What a TAF has below the minima from now to its end: the worst of each kind, and from when to when."""
    if forecast.from_ is None or forecast.to is None:
        return []
    start = max(now, forecast.from_)
    inside = {time for group in forecast.groups for time in (group.from_, group.to) if time is not None}
    cuts = sorted({start, forecast.to, *(time for time in inside if start < time < forecast.to)})
    found: dict[tuple[Kind, int | None, bool, bool], Finding] = {}
    for since, until in pairwise(cuts):
        state = state_at(forecast, since)
        if state.beyond:
            continue
        extra = tuple((item, worst_of([item.whole])) for item in state.at_times)
        stretch = Around(from_=since, to=until, prevailing=worst_of(state.prevailing), at_times=extra)
        for one in of_taf(place, forecast.station or place, stretch, minima, ends):
            key = (one.kind, one.probability, one.at_times, one.unmeasured)
            found[key] = _joined(found[key], one) if key in found else one
    return list(found.values())


def _joined(before: Finding, after: Finding) -> Finding:
    """One finding over both stretches, with the worse figure."""
    figures = [one.figure for one in (before, after) if one.figure is not None]
    worse = min if before.kind in ("ceiling", "visibility") else max
    detail = ", ".join(dict.fromkeys([*before.detail.split(", "), *after.detail.split(", ")])).strip(", ")
    return before.model_copy(
        update={"to": after.to, "figure": worse(figures) if figures else None, "detail": detail}
    )


def of_report(place: str, report: Report, minima: Minima, ends: Sequence[RunwayHeading]) -> Iterator[Finding]:
    """What a METAR has against the minima; what its sensors do not tell is a finding too."""
    yield from _of_worst(place, f"METAR {report.station}", None, worst_of([report]), minima, ends, None, False)


def _of_worst(
    place: str,
    source: str,
    around: Around | None,
    worst: Worst,
    minima: Minima,
    ends: Sequence[RunwayHeading],
    probability: int | None,
    at_times: bool,
) -> Iterator[Finding]:
    def found(kind: Kind, figure: float | None, limit: float | None, detail: str = "") -> Finding:
        return Finding(
            kind=kind, place=place, source=source, from_=around.from_ if around else None,
            to=around.to if around else None, figure=figure, limit=limit,
            probability=probability, at_times=at_times, unmeasured=figure is None and not detail, detail=detail,
        )  # fmt: skip

    if minima.ceiling_ft is not None:
        if worst.ceiling_ft is not None and worst.ceiling_ft < minima.ceiling_ft:
            yield found("ceiling", worst.ceiling_ft, minima.ceiling_ft)
        elif "ceiling" in worst.unknown:
            yield found("ceiling", None, minima.ceiling_ft)
    sight = minima.visibility_m
    if sight is not None and worst.visibility_m is not None and worst.visibility_m < sight:
        yield found("visibility", worst.visibility_m, sight)
    elif sight is not None and "visibility" in worst.unknown:
        yield found("visibility", None, sight)
    if "wind" in worst.unknown and (limit := minima.crosswind_kt or minima.wind_kt) is not None:
        yield found("crosswind" if minima.crosswind_kt is not None else "wind", None, limit)
    elif not ends and minima.crosswind_kt is not None:
        yield found("crosswind", None, minima.crosswind_kt)
    for kind, figure, limit in _across(worst.winds, ends, minima):
        yield found(kind, figure, limit)
    storms = [code for code in worst.hazards if "TS" in code or "CB" in code]
    if storms:
        yield found("thunderstorm", None, None, ", ".join(storms))


def _across(
    winds: Sequence[Wind], ends: Sequence[RunwayHeading], minima: Minima
) -> Iterator[tuple[Kind, float, float]]:
    """The wind, and that across the runway that has the least of it and is not short, where above a limit."""
    for wind in winds:
        if minima.wind_kt is not None and wind.speed_kt is not None and wind.speed_kt > minima.wind_kt:
            yield "wind", wind.speed_kt, minima.wind_kt
        blows = wind.strongest_kt
        if wind.gust_kt is None and minima.wind_gust_kt is None:
            blows = None  # a steady wind, told by its own limit
        if (most := minima.wind_in_gusts_kt) is not None and blows is not None and blows > most:
            yield "wind_gust", blows, most
        parts = at_runways(long_enough(ends), wind)
        if not parts:
            continue
        mean = min(part.cross_kt for part in parts)
        gust = min((part.cross_gust_kt for part in parts if part.cross_gust_kt is not None), default=None)
        if minima.crosswind_kt is None and gust is None:
            gust = mean  # a limit for gusts alone is one for a steady wind too
        if minima.crosswind_kt is not None and mean > minima.crosswind_kt:
            yield "crosswind", mean, minima.crosswind_kt
        if (most := minima.across_in_gusts_kt) is not None and gust is not None and gust > most:
            yield "gust", gust, most


def of_models(
    place: str, window: Window, minima: Minima, ends: Sequence[RunwayHeading], lead: Lead
) -> Iterator[Finding]:
    """In how many models a window is below the minima; nothing of ceilings and visibility beyond four days."""

    def found(kind: Kind, hits: int, told: int, limit: float | None) -> Finding:
        return Finding(
            kind=kind,
            place=place,
            source="models",
            from_=window.from_,
            to=window.to,
            limit=limit,
            models=(hits, told),
        )

    if lead != "week" and minima.ceiling_ft is not None:
        told = [m for m in window.models if m.base_ft is not None or m.on_the_ground or m.no_low_cloud]
        hits = sum(m.on_the_ground or (m.base_ft or minima.ceiling_ft) < minima.ceiling_ft for m in told)
        if hits:
            yield found("ceiling", hits, len(told), minima.ceiling_ft)
    if lead in ("now", "day", "next") and minima.visibility_m is not None:
        sights = window.numbers("visibility_m")
        if low := sum(sight < minima.visibility_m for sight in sights):
            yield found("visibility", low, len(sights), minima.visibility_m)
    across: list[tuple[float, float | None]] = []
    for model in window.models:
        if model.wind_from_deg is None or model.wind_kt is None:
            continue
        wind = Wind(direction_deg=model.wind_from_deg, speed_kt=model.wind_kt, gust_kt=model.gust_kt)
        parts = at_runways(long_enough(ends), wind)
        if parts:
            best = min(parts, key=lambda part: part.cross_kt)
            across.append((best.cross_kt, best.cross_gust_kt))
    if minima.crosswind_kt is not None and (hits := sum(mean > minima.crosswind_kt for mean, _ in across)):
        yield found("crosswind", hits, len(across), minima.crosswind_kt)
    winds = [model.wind_kt for model in window.models if model.wind_kt is not None]
    if minima.wind_kt is not None and (hits := sum(kt > minima.wind_kt for kt in winds)):
        yield found("wind", hits, len(winds), minima.wind_kt)
    blows = [model.gust_kt for model in window.models if model.gust_kt is not None]
    most = minima.wind_in_gusts_kt
    if most is not None and (hits := sum(kt > most for kt in blows)):
        yield found("wind_gust", hits, len(blows), most)
    gusts = [gust for _, gust in across if gust is not None]
    most = minima.across_in_gusts_kt
    if most is not None and (hits := sum(gust > most for gust in gusts)):
        yield found("gust", hits, len(gusts), most)


def of_light(
    place: str, arrives: datetime, night: datetime | None, rule: str, minima: Minima
) -> Iterator[Finding]:
    """An arrival in the night, or nearer to it than the pilot wants."""
    if night is None:
        return
    left = (night - arrives) / timedelta(minutes=1)
    limit = minima.light_margin_minutes
    if left < 0 or (limit is not None and left < limit):
        yield Finding(
            kind="night",
            place=place,
            source="sun",
            from_=arrives,
            to=night,
            figure=round(left),
            limit=limit,
            detail=rule,
        )


def in_order(findings: Sequence[Finding]) -> list[Finding]:
    """Closed fields, passed deadlines and night first, then the weather as it comes."""
    far = datetime(9999, 1, 1, tzinfo=UTC)

    def key(one: Finding) -> tuple[int, int, datetime]:
        soft = 0 if one.kind in HARD else 2 if one.at_times or one.probability else 1
        fewest = 0 if one.models is None else -one.models[0]
        return soft, fewest, one.from_ or far

    return sorted(findings, key=key)
