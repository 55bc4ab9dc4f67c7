"""Reads "an hour later?" behind weather, wind or a brief: the same question for that hour."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.clocks import OUT_AT

_HOURS = {
    "get_day_brief": ("time", "arrive_by"),
    "get_weather": ("time", "until"),
    "get_runway_wind": ("time", "until"),
    "get_wind_plan": ("time", "arrive_by"),
    "calculate_flight_distance": ("off_block",),
}
"""What of each question is a time of the day, HH:MM with a Z where it is UTC."""
_FROM_NOW = frozenset(("get_day_brief", "get_weather", "get_runway_wind"))
"""Asked without a time they are of now, or of the day's usual hour."""
_LATER = r"later|after(?: that| this)?|afterwards|on|später|spaeter|danach|darauf|plus tard|après|apres"
_EARLIER = r"earlier|sooner|before(?: that)?|früher|frueher|eher|davor|vorher|plus t[oô]t|avant"
_AROUND = re.compile(
    r"\W*(?:(?:and|und|et|or|oder|ou|ok|what|how|about|if|was|wie|wenn|ist|sieht|es|aus|si|i|we|ich|wir|je|j|on|"
    r"nous|go|going|leave|leaving|left|fly|set off|take off|pars|part|partons|partait|décolle|fliege|fliegen|starte|starten|"
    r"losfliege|losfliegen|make|mach|es|it|that|the|is|then|dann|alors|same|same thing|just|only|erst|nur|"
    r"looks?|be|would|will|à|a|de|une?|eine?|an|un|d|c|est)\W+)*"
    rf"(?:(?P<later>{_LATER})|(?P<earlier>{_EARLIER}))"
    r"(?:\W+(?:instead|then|rather|stattdessen|lieber|dann|plutôt|plutot|alors|there|dort|là-bas|please|bitte|svp|aus))*\W*"
)


def of_another_hour(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And two hours later?", "eine Stunde früher?": what was asked last, at an hour moved by so much."""
    names, long = _HOURS.get(last.tool), said.slots.of("duration")
    if names is None or len(long) != 1 or said.slots.spots or said.slots.days or said.slots.countries:
        return None
    low = said.slots.low
    moves = _AROUND.fullmatch(f"{low[: long[0].start]} {low[long[0].end :]}")
    if moves is None:
        return None
    by = timedelta(hours=long[0].value) * (1 if moves["later"] else -1)
    told = {name: value for name in names if isinstance(value := last.arguments.get(name), str)}
    day = last.arguments.get("day")
    if not told:
        if last.tool not in _FROM_NOW or (day is not None and last.tool != "get_day_brief"):
            return None
        return _moved(said, last, {"time": _usual(said, last)}, by)
    return _moved(said, last, told, by)


def _moved(said: Said, last: ToolCall, told: dict[str, str], by: timedelta) -> ToolCall | None:
    day = last.arguments.get("day")
    try:
        on = date.fromisoformat(day) if isinstance(day, str) else said.today
        at = {
            name: datetime.combine(on, time.fromisoformat(clock.removesuffix("Z"))) + by
            for name, clock in told.items()
        }
    except ValueError:  # a day or an hour in words
        return None
    moved = {name: f"{then:%H:%M}" + ("Z" if told[name].endswith("Z") else "") for name, then in at.items()}
    first = next(iter(at.values())).date()
    said.take_all()
    return last.varied(**moved, **({"day": first.isoformat()} if first != on or day is not None else {}))


def _usual(said: Said, last: ToolCall) -> str:
    """The hour that was meant where none was told: a brief's usual one, and today the time it is there now."""
    day = last.arguments.get("day")
    if last.tool == "get_day_brief" and day != said.today.isoformat():
        return f"{OUT_AT:%H:%M}"
    places = last.arguments.get("places")
    of = last.arguments.get("from_location") or last.arguments.get("icao_code")
    of = places[0] if of is None and isinstance(places, list) and places else of or said.home
    code = field_of(of, said.deps) if isinstance(of, str) else None
    airport = said.deps.airports.get(code) if code else None
    now = said.deps.now().astimezone(zone_of(airport.time_zone) if airport else None)
    return f"{now:%H:%M}"
