"""Reads when each flight is flown where every one is told by its two fields: "A to B Friday 9:00, B to C Saturday 14:00"."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot
from agent.subjects.trip.clocks import TURN, At, clocks_of
from agent.subjects.trip.day_parts import parts_of_day
from agent.subjects.trip.stops import Stay, is_field
from agent.subjects.trip.times import is_one_hour_of_each

Given = dict[str, JsonValue]
_HOME_FROM = re.compile(rf"\b(?:{TURN})\s+(?:\w+\s+){{0,4}}?(?:from|von|ab|aus|de|depuis)\s+$", re.IGNORECASE)
_JOINT = re.compile(r"[,;.](?=\s|$)|\b(?:and then|then|and|dann|und|puis|ensuite|et)\b", re.IGNORECASE)


def legs_named(said: Said) -> list[tuple[Spot, Spot]]:
    """The flights that are each told by their two fields, where one begins at the field at which the last ended."""
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and is_field(s, said)]
    if len(spots) > 4 and len(spots) % 2 and _HOME_FROM.search(said.slots.text[spots[-2].end : spots[-1].start]):
        spots.append(spots[0])  # "… to Ostend at 11. Home from Ostend Sunday at 2"
    if len(spots) < 4 or len(spots) % 2:
        return []
    legs = list(zip(spots[::2], spots[1::2], strict=True))
    codes = [tuple(field_of(said.name(one), said.deps) or said.name(one) for one in leg) for leg in legs]
    joined = all(before[1] == leg[0] for before, leg in pairwise(codes))
    return legs if joined else []


def legs_flown(said: Said, way: Given, *, returns: bool) -> Given | None:
    """The trip's days and times by its flights; None where they are not told one by one. `returns`: the last is home."""
    legs, text = legs_named(said), said.slots.text
    if not legs or any(parts_of_day(said)) or is_one_hour_of_each(text):
        return None
    clocks = clocks_of(said.again(), way)
    days = [(d.start, d.end, d.when) for d in said.slots.days]
    if not days:
        return None
    if _is_hour_of_the_first(legs, clocks, days, text):
        return None
    moments = [(c.start, c.end) for c in clocks] + [day[:2] for day in days]
    starts = [0]
    for (_, end), (begin, _) in pairwise(legs):
        joints = [end.end + m.end() for m in _JOINT.finditer(text[end.end : begin.start])]
        within = [at for at in joints if not any(a < at <= b for a, b in moments)]
        leads = any(a < legs[0][0].start for a, _ in moments)
        starts.append(within[-1] if within else end.end if leads else begin.start)
    ends = [*starts[1:], len(text)]
    flown: list[tuple[date | None, str | None]] = []
    for number, (a, b) in enumerate(zip(starts, ends, strict=True)):
        on = [when for start, _, when in days if a <= start < b]
        told = [clock for clock in clocks if a <= clock.start < b]
        at = [_of_the_field(said.name(legs[number][0]), clock, way) for clock in told]
        if len(on) > 1 or len(at) > 1 or None in at:
            return None
        flown.append((on[0] if on else None, at[0] if at else None))
    return _as_a_trip(said, way, flown, returns=returns)


_LEAVES = re.compile(
    r"\b(?:off|leav\w*|dep(?:art\w*)?|start\w*|set(?:ting)? off|take[- ]?off|wheels up|airborne|abflug|los|abheben|ab|"
    r"décoll\w*|départ|part\w*)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.;!?]\s")


def _is_hour_of_the_first(
    legs: list[tuple[Spot, Spot]], clocks: list[At], days: list[tuple[int, int, date]], text: str
) -> bool:
    """ "A to B, B to C, C to A on Sunday, off at 9": the only hour, told behind them all, is that of leaving."""
    last = legs[-1][1].end
    if len(clocks) != 1 or clocks[0].start < last or len({when for *_, when in days}) > 1:
        return False
    between = text[last : clocks[0].end]
    dated = any(last <= start < clocks[0].start for start, *_ in days)
    turned = re.search(rf"\b(?:{TURN})\b", between, re.IGNORECASE)
    return turned is None and (dated or bool(_LEAVES.search(between) or _ENDS.search(between)))


def _of_the_field(field: str, clock: At, way: Given) -> str | None:
    """A time by the clocks of the field that is left; None where they are of neither end and it was said in UTC."""
    if clock.at == clock.back or field == way.get("from_location"):
        return clock.at
    return clock.back if field == way.get("to_location") else None


def _as_a_trip(
    said: Said, way: Given, flown: list[tuple[date | None, str | None]], *, returns: bool
) -> Given | None:
    said_days = [day for day, _ in flown if day is not None]
    first = flown[0][0] or (said_days[0] if len(set(said_days)) == 1 else None)
    stops = [str(stop) for stop in v] if isinstance(v := way.get("via"), list) else []
    if first is None or len(flown) != len(stops) + 1 + returns:
        return None
    clocks_of(said, way)
    said.take(said.slots.days)
    given: Given = {"day": first.isoformat()}
    if flown[0][1]:
        given["off_block"] = flown[0][1]
    latest, stays = first, dict[str, JsonValue]()
    for stop, (day, at) in zip(stops, flown[1:], strict=False):
        latest = _not_before(latest, day, said)
        stay = Stay((latest - first).days, at or "")
        stays |= {stop: stay.text} if stay.text else {}
    if stays:
        given["via_off_block"] = stays
    if returns:
        day, at = flown[-1]
        given |= {
            "return_day": _not_before(latest, day, said).isoformat(),
            **({"return_off_block": at} if at else {}),
        }
    return given


def _not_before(latest: date, day: date | None, said: Said) -> date:
    """The day of a flight: of a weekday the first one that is not before the flight before it."""
    if day is None:
        return latest
    weekday = any(one.when == day and one.weekday is not None for one in said.slots.days)
    return day + timedelta(weeks=max(0, -(-(latest - day).days // 7))) if weekday else day
