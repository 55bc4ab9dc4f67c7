"""What a question says and its plan passes over, told to the pilot in one sentence.

A place, an amount or a kind of airfield that no argument took would else seem to have been answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from pydantic import JsonValue

from agent.deps import Deps
from agent.language.days import Day
from agent.language.ends import country_of, field_of
from agent.language.quantities import FT_PER_M, KM_PER_NM, Quantity
from agent.language.slots import Slots, Spot
from agent.language.wording import word_set
from agent.protocol import ToolCall

_LISTED = word_set("search_airports find_airports_near_location find_airports_near_route get_airport_statistics")
_IN_FULL = word_set("question text")
"""Arguments that carry the whole message: nothing of it is passed over."""
_READS_THE_DAY = word_set("get_airport_details")
"""Tools whose answer takes the day from the question itself: "is EGKB open on Sunday"."""
_MEASURED = word_set("wind speed distance length duration mass money level")
_NOT_IN_TABLE = re.compile(
    r"\b(?:closed|disused|abandoned|heliports?|helipads?|fermés?|désaffectés?|héliports?|hélisurfaces?|"
    r"geschlossene[nrs]?|stillgelegte[nrs]?|hubschrauberlandepl[aä]tze?)\b"
)
_NO_FILTER = re.compile(
    r"\b(?:private(?:ly owned)?|unlicen[cs]ed|licen[cs]ed|military|civil(?:ian)?|seaplane|glider|gliding|"
    r"privée?s?|militaires?|privat\w*|militär\w*|without customs|(?:no|without|free) landing (?:fees?|charges?)|"
    r"fire (?:service|cover|category)|rffs|open (?:at|by) night|sans douane|ohne zoll|nachts offen)\b|"
    r"\bifr(?= (?:airports?|airfields?|aerodromes?|fields?)\b)"
)
_BY_PRICE = re.compile(
    r"\b(?:cheap(?:est|er)|least expensive|lowest (?:\w+ )?(?:price|fee|cost|charge)\w*|best price\w*|"
    r"moins chère?s?|günstigste\w*|billigste\w*)\b"
)
_BURN = re.compile(
    r"\b\d+(?:[.,]\d+)?\s*(?:l|lit(?:re|er)s?|gal(?:lons?)?|gph|lph|usg|kg|lbs?)\s*(?:/\s*|per |an |pro |par )?"
    r"(?:h|hr|hour|stunde|heure)?\b"
)


def unheeded(calls: Sequence[ToolCall], slots: Slots, deps: Deps) -> str:
    """One sentence on what the plan leaves aside or takes for granted; "" when it took all as it was said."""
    if taken := _misspelt_country(slots, deps):
        return taken
    if calls[0].tool in _LISTED:
        if _BY_PRICE.search(slots.low):
            return "I cannot order a list by price: I know prices only from members' reports."
        if _NOT_IN_TABLE.search(slots.low):
            return "Closed fields and heliports are not in my table: these are open airfields."
        if match := _NO_FILTER.search(slots.low):
            return f'I have no filter for "{match.group()}": the list is not limited to it.'
    if any(_IN_FULL & call.arguments.keys() for call in calls):
        return ""
    values = [value for call in calls for value in _leaves(call.arguments)]
    told = " | ".join(str(value) for value in values)
    notes = [day.note for day in slots.days if day.note and _is_told(day, told)]
    left = [said for said in (*_places(slots, values, deps), *_amounts(slots, values)) if said]
    if not any(call.tool in _READS_THE_DAY for call in calls):
        left += _days(slots, told)
    left += _clocks(slots, told)
    if left:
        notes.append(f"Left aside: {', '.join(dict.fromkeys(left))}.")
    return " ".join(notes)


def _is_told(day: Day, told: str) -> bool:
    """Whether an argument holds it: a weekday also as a later date ("leave on Saturday" of next week)."""
    if day.weekday is None:
        return day.when.isoformat() in told
    dates = (date.fromisoformat(found) for found in re.findall(r"\b20\d\d-\d\d-\d\d\b", told))
    return day.weekday in told or any(one.weekday() == day.when.weekday() for one in dates)


def _hhmm(minutes: int) -> str:
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def _days(slots: Slots, told: str) -> Iterator[str]:
    """The days that no argument names; a weekend is two, and hours differ between them."""
    today = re.compile(r"to(?:day|night)|this \w+|aujourd'hui|ce(?:t)? \S+|heute.*", re.IGNORECASE)
    for day in slots.days:
        said = slots.text[day.start : day.end].strip(" ,.")
        if not _is_told(day, told) and not today.fullmatch(said):
            yield said


def _clocks(slots: Slots, told: str) -> Iterator[str]:
    """The times of day that no argument holds; one in UTC may be held as local time."""
    for clock in slots.of("clock"):
        minutes = round(clock.value * 60)
        is_held = _hhmm(minutes) in told
        if not is_held and not (clock.unit == "utc" and re.search(r"\d\d:\d\d", told)):
            yield clock.text


def _misspelt_country(slots: Slots, deps: Deps) -> str:
    for named in slots.countries:
        said = slots.text[named.start : named.end]
        if len(said) > 3 and not named.demonym and deps.countries.get(said) is None:
            return f"I know no country “{said}”: I took {named.country.name}."
    return ""


def _leaves(value: JsonValue) -> Iterator[JsonValue]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value


def _places(slots: Slots, values: Sequence[JsonValue], deps: Deps) -> Iterator[str]:
    """The places that no argument names, by name, code or country."""
    told = " | ".join(str(value).casefold() for value in values)
    countries = {value for value in values if isinstance(value, str) and len(value) == 2}

    def is_told(spot: Spot) -> bool:
        names = (spot.name, spot.country, field_of(spot.name, deps))
        if any(name and name.casefold() in told for name in names):
            return True
        return bool(countries) and country_of(spot.name, deps) in countries  # "from EGKB" is told as "from GB"

    return (
        spot.name for spot in slots.spots if spot.kind not in ("country", "here", "area") and not is_told(spot)
    )


def _amounts(slots: Slots, values: Sequence[JsonValue]) -> Iterator[str]:
    """The amounts that no argument holds, in whatever unit it holds them."""
    numbers = [float(v) for v in values if isinstance(v, int | float) and not isinstance(v, bool)]

    told = [value for value in values if isinstance(value, str)]

    def is_told(amount: Quantity) -> bool:
        minutes = round(amount.value * 60)
        if amount.kind == "duration" and {f"+{minutes}", _hhmm(minutes)} & set(told):
            return True  # "in two hours"; "départ 15h"
        km = amount.value * KM_PER_NM
        same = (amount.value, km, km * 1000 * FT_PER_M, amount.value / FT_PER_M, amount.value * 60)
        return any(abs(number - one) <= max(1, 0.01 * one) for number in numbers for one in same)

    yield from (a.text for a in slots.quantities if a.kind in _MEASURED and not is_told(a))
    yield from (a.text for a in slots.quantities if a.kind == "wind aloft")  # needs the track: no tool takes it
    taken = [(a.start, a.end) for a in slots.quantities]
    for match in _BURN.finditer(slots.low):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            yield slots.text[match.start() : match.end()].strip()
