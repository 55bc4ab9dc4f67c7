"""Reads the weather of several places side by side, and of other places behind a report."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.language.winds import find_wind
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.weather.beside import are_all_beside
from agent.subjects.weather.reading_elements import asks_which, is_of_the_weather

_PLACES_TO_GO = frozenset(
    (
        "rules",
        "fuel",
        "food",
        "fee",
        "customs",
        "hours",
        "crosswind",
        "runway",
        "notam",
        "licence",
        "flight_plan",
        "watch",
        "hotel",
        "surface",
        "sigmet",
        "sun",
    )
)


def is_weather_side_by_side(said: Said) -> bool:
    """ "Which is best of Calais, Abbeville, Deauville for weather", "wind at Wick and Oban compared": of each, no way."""
    spots, low = [s for s in said.spots if s.kind != "here"], said.slots.low
    named = {said.name(s) for s in spots}
    if len(named) < 2 or said.slots.of("level") or said.concepts & _PLACES_TO_GO:
        return False
    if any(s.role in ("from", "via", "between") for s in spots) or find_wind(said.slots.text) is not None:
        return False
    of_air = said.has("weather", "metar", "taf") or is_of_the_weather(low)
    return of_air and asks_which(said, len(named))


_OTHER_PLACE = re.compile(
    r"\W*(?:and|or|und|oder|et|ou|so|ok|then|also|sonst|sinon|alternatively|what about|how about|what's with|was ist mit|wie (?:sieht|ist) es (?:in|mit)|qu'en est-il de|et pour)\b"
)
_AS_AN_ALTERNATE = keys_of(
    "as a an my our bolt hole bolthole alternate alternative alternatives diversion backup back up instead then there at in for or and what about how the please "
    "als ausweichplatz ausweich alternative ersatz stattdessen dann dort in bei mit was ist und oder "
    "comme dégagement terrain de secours solution repli sinon plutôt alors et ou à pour le la"
)
_REPORTED = frozenset(("get_weather", "get_outlook"))


def of_other_places(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "What about Waterford or Shannon as a bolt hole" behind the weather of Cork: the same of those."""
    spots = [s for s in said.spots if s.kind != "here"]
    if last.tool not in _REPORTED or not spots or said.slots.days or said.slots.quantities or said.slots.countries:
        return None
    if last.arguments.get("report") or _OTHER_PLACE.match(said.slots.low) is None or said.concepts & _PLACES_TO_GO:
        return None
    known = [(s.start, s.end) for s in said.spots]
    if not are_all_beside(said, known, _AS_AN_ALTERNATE):
        return None
    places: list[JsonValue] = [*dict.fromkeys(said.name(s) for s in spots)]
    said.take_all()
    return last.varied(places=places, weighed=None, verdict=None)
