"""SIGMETs by their geometry: points, lines, areas, areas of areas, and how near a route they lie."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, cast

from pydantic import AwareDatetime

from agent.protocol import Value
from tongue import figure, later, say

Point = tuple[float, float]
HAZARDS = {
    "TS": later("thunderstorms"),
    "TSGR": later("thunderstorms with hail"),
    "TURB": later("turbulence"),
    "ICE": later("icing"),
    "VA": later("volcanic ash"),
    "TC": later("tropical cyclone"),
    "MTW": later("mountain wave"),
    "DS": later("duststorm"),
    "SS": later("sandstorm"),
    "CB": later("cumulonimbus"),
    "RDOACT CLD": later("radioactive cloud"),
}
_CHANGES = {"WKN": later(", weakening"), "INTSF": later(", intensifying"), "NC": later(", no change")}
_DEGREES_NM = 60.0


class Sigmet(Value):
    """One SIGMET. `shapes` are points, lines or closed areas (latitude, longitude); none: no position is told.

    `forecast_position` marks the twin of a cyclone or ash cloud that tells where it will be. Heights in ft.
    """

    fir: str
    fir_name: str
    series: str
    office: str = ""
    hazard: str
    qualifier: str | None = None
    base_ft: int | None = None
    top_ft: int | None = None
    from_: AwareDatetime
    to: AwareDatetime
    shapes: tuple[tuple[Point, ...], ...] = ()
    movement: str | None = None
    change: str | None = None
    forecast_position: bool = False
    raw: str | None = None


def read_sigmets(rows: Iterable[Mapping[str, Any]]) -> tuple[list[Sigmet], int]:
    """The SIGMETs of the service's rows, each once, and how many rows could not be read."""
    found: dict[tuple[object, ...], Sigmet] = {}
    unread = 0
    for row in rows:
        sigmet = _read(row)
        if sigmet is None:
            unread += 1
            continue
        key = (sigmet.fir, sigmet.series, sigmet.hazard, sigmet.from_, sigmet.to, sigmet.shapes)
        found.setdefault(key, sigmet)
    return list(found.values()), unread


def _read(row: Mapping[str, Any]) -> Sigmet | None:
    start, end = _moment(row.get("validTimeFrom")), _moment(row.get("validTimeTo"))
    hazard = row.get("hazard")
    if start is None or end is None or not isinstance(hazard, str) or not hazard:
        return None
    series = str(row.get("seriesId") or "")
    qualifier = row.get("qualifier")
    return Sigmet(
        fir=str(row.get("firId") or ""),
        fir_name=str(row.get("firName") or row.get("firId") or "an unnamed region"),
        series=series,
        office=str(row.get("icaoId") or ""),
        hazard=hazard,
        qualifier=qualifier if isinstance(qualifier, str) and qualifier else None,
        base_ft=_feet(row.get("base")),
        top_ft=_feet(row.get("top")),
        from_=start,
        to=end,
        shapes=tuple(_shapes(row.get("coords"))),
        movement=_movement(row.get("dir"), row.get("spd")),
        change=row.get("chng") if isinstance(row.get("chng"), str) else None,
        forecast_position=series.endswith("F") and hazard in ("VA", "TC"),
        raw=row.get("rawSigmet") if isinstance(row.get("rawSigmet"), str) else None,
    )


def _moment(value: object) -> datetime | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 4e9:
        return None
    return datetime.fromtimestamp(value, UTC)


def _feet(value: object) -> int | None:
    return round(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _movement(direction: object, speed: object) -> str | None:
    where = str(direction).strip() if direction not in (None, "-", "") else ""
    fast = str(speed).strip() if speed not in (None, "-", "", "0") else ""
    if not where and not fast:
        return "stationary" if str(speed) == "0" else None
    return f"{where} {fast} kt".strip() if fast else where


def _shapes(value: object) -> Iterator[tuple[Point, ...]]:
    """One shape, or a list of shapes; what is no position is passed over."""
    if not isinstance(value, list):
        return
    items = cast("list[object]", value)
    if any(isinstance(item, list) for item in items):
        for item in items:
            yield from _shapes(item)
        return
    points = tuple(point for item in items if (point := _point(item)) is not None)
    if points:
        yield points


def _point(value: object) -> Point | None:
    if not isinstance(value, dict):
        return None
    row = cast("dict[str, object]", value)
    lat, lon = row.get("lat"), row.get("lon")
    if not isinstance(lat, int | float) or not isinstance(lon, int | float):
        return None
    return (float(lat), float(lon)) if abs(lat) <= 90 and abs(lon) <= 360 else None


# --- where it lies ---------------------------------------------------------------------------------


def distance_nm(shapes: Sequence[Sequence[Point]], track: Sequence[Point]) -> float | None:
    """How near a track (or a single point) comes to shapes, 0 where it crosses; None where there are none.

    On a plane around the middle of the track: good to a few nm within some hundred, which is what is asked.
    """
    if not shapes or not track:
        return None
    middle = track[len(track) // 2]
    line = [_flat(point, middle) for point in track]
    return min(_apart([_flat(point, middle) for point in shape], line) for shape in shapes)


def _flat(point: Point, middle: Point) -> Point:
    """Nm north and east of the middle, the short way round the earth."""
    east = (point[1] - middle[1] + 180) % 360 - 180
    return (point[0] - middle[0]) * _DEGREES_NM, east * _DEGREES_NM * math.cos(math.radians(middle[0]))


def _apart(shape: Sequence[Point], line: Sequence[Point]) -> float:
    if len(shape) >= 3 and any(_inside(point, shape) for point in line):
        return 0.0
    closed = [*shape, shape[0]] if len(shape) >= 3 else list(shape)
    sides = list(pairwise(closed)) or [(closed[0], closed[0])]
    legs = list(pairwise(line)) or [(line[0], line[0])]
    return min(_between(a, b, c, d) for a, b in sides for c, d in legs)


def _inside(point: Point, area: Sequence[Point]) -> bool:
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(area, [*area[1:], area[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def _between(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance between two straight pieces, 0 where they cross."""
    if _cross(a, b, c) * _cross(a, b, d) < 0 and _cross(c, d, a) * _cross(c, d, b) < 0:
        return 0.0
    return min(_to_piece(a, c, d), _to_piece(b, c, d), _to_piece(c, a, b), _to_piece(d, a, b))


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _to_piece(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = 0.0 if length == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return math.hypot(p[0] - a[0] - share * dx, p[1] - a[1] - share * dy)


def words(of: Sigmet) -> str:
    """ "London: severe turbulence (mountain wave) 6,000–16,000 ft, 21:00–01:00 UTC, weakening"."""
    kind = say(HAZARDS.get(of.hazard, of.hazard))
    qualifier = f"{of.qualifier} " if of.qualifier else ""
    heights = ""
    if of.base_ft is not None or of.top_ft is not None:
        low = figure(of.base_ft) if of.base_ft else say("ground") if of.base_ft == 0 else say("base not told")
        high = f"{figure(of.top_ft)} ft" if of.top_ft is not None else say("top not told")
        heights = say(", {low} to {high}", low=low, high=high)
    moving = (
        say(", moving {movement}", movement=of.movement) if of.movement and of.movement != "stationary" else ""
    )
    change = say(_CHANGES[of.change]) if of.change in _CHANGES else ""
    after = say(", its forecast position") if of.forecast_position else ""
    times = f"{of.from_:%d %H:%M}–{of.to:%d %H:%M} UTC"
    return f"{of.fir_name} {of.series}: {qualifier}{kind}{heights}, {times}{moving}{change}{after}"
