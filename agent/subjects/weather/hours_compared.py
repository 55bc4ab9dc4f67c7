"""Reads two hours that are weighed against each other: "um 14 oder 11 Uhr", "at 11 or at 3", "à 10h ou 16h"."""

from __future__ import annotations

from datetime import timedelta

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.weather.beside import are_all_beside
from agent.subjects.weather.moments import Given

_AT = r"(?:at|by|around|um|gegen|ab|à|vers)\s+"
_UNIT = r"(?P<{0}>am|pm|z|utc|h|uhr|heures?|o'clock|local|lt)?"
_HOURS = re.compile(
    rf"(?<![\w:.,/])(?P<at>{_AT})?(?P<a>[01]?\d|2[0-3])(?:[:h.]?(?P<am>[0-5]\d))?\s*"
    + _UNIT.format("x")
    + r"\s*,?\s*(?:or|oder|ou|vs\.?|versus|gegenüber)\s+(?:(?:rather|lieber|eher|plutôt|doch|erst|better)\s+)?"
    + rf"(?P<again>{_AT})?(?P<b>[01]?\d|2[0-3])(?:[:h.]?(?P<bm>[0-5]\d))?\s*"
    + _UNIT.format("y")
    + r"(?![\w:/°%]|\s*(?:kts?|kn|knots?|ft|feet|nm|km|m|°|l|degrees|grad|minutes?|min|people|personen)\b)"
)
_FORENOON_FROM = 8


def two_hours(said: Said) -> tuple[str, str] | None:
    """Both hours as HH:MM, the clock's at the place or with a Z; None where no two hours are set side by side."""
    match = _HOURS.search(said.slots.low)
    if match is None or not (match["at"] or match["again"] or match["x"] or match["y"] or said.clocks()):
        return None
    unit = match["x"] or match["y"]
    told = [
        (match["a"], match["am"], match["x"] or match["y"]),
        (match["b"], match["bm"], match["y"] or match["x"]),
    ]
    hours: list[str] = []
    for hour, minute, half in told:
        at = int(hour)
        small = at < _FORENOON_FROM and not hour.startswith("0") and half in (None, "o'clock", "local", "lt")
        at += 12 if (half == "pm" and at < 12) or small else 0
        hours.append(
            f"{at:02d}{'' if unit in ('z', 'utc') else ':'}{minute or '00'}{'Z' if unit in ('z', 'utc') else ''}"
        )
    said.used.add(match.span())
    said.take(one for one in said.slots.quantities if one.start < match.end() and match.start() < one.end)
    return hours[0], hours[1]


def each_hour(said: Said, of: str | None, day: str | None) -> Given:
    """The first hour and, as `beside`, the other; of tomorrow where no day is told and one of them is over."""
    if (both := two_hours(said)) is None:
        return {}
    given: Given = {"time": both[0], "beside": {"time": [both[1]]}}
    if day is None:
        code = field_of(of, said.deps) if of else None
        airport = said.deps.airports.get(code) if code else None
        zone = None if both[0].endswith("Z") else zone_of(airport.time_zone) if airport else None
        now = said.deps.now().astimezone(zone)
        over = min(one.replace(":", "") for one in both) < f"{now - timedelta(hours=1):%H%M}"
        given["day"] = (now.date() + timedelta(days=over)).isoformat()
    return given


_OF_A_TIME = frozenset(("get_weather", "get_runway_wind", "get_day_brief"))
_ALONE = keys_of(
    "and or what about is it better at by then rather best which wind weather the would be than how "
    "und lieber besser um oder eher dann ist es was wie "
    "wetter der das et ou plutôt mieux à le vent météo la c'est vaut vaut-il quoi"
)


def of_two_hours(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Lieber um 14 Uhr oder um 11?" behind weather or wind: the same at each of the two."""
    if last.tool not in _OF_A_TIME or said.slots.spots or said.slots.countries or last.arguments.get("report"):
        return None
    match = _HOURS.search(said.slots.low)
    if match is None or not are_all_beside(
        said, [match.span(), *((d.start, d.end) for d in said.slots.days)], _ALONE
    ):
        return None
    places = last.arguments.get("places")
    of = places[0] if isinstance(places, list) and places else last.arguments.get("icao_code")
    told = said.day() if said.slots.days else last.arguments.get("day")
    day = told if isinstance(told, str) else None
    compared = each_hour(said, of if isinstance(of, str) else None, day)
    if not compared:
        return None
    said.take_all()
    return last.varied(**{**({"day": day} if day else {}), "until": None, **compared})
