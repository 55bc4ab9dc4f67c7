"""Reads the moment at which somebody wants to be reminded of a trip: "the evening before at six", "3 h before"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.subjects.trip.clocks import clocks_of, reminders

Given = dict[str, JsonValue]
_EVE = re.compile(
    r"\b(?:the |on the )?(?P<part>day|evening|night|afternoon|morning) before\b|\bthe eve\b|"
    r"\b(?:am |den )?(?:vortag|vorabend|tag (?:davor|vorher|zuvor)|"
    r"(?P<teil>abend|nachmittag|morgen) (?:davor|vorher|zuvor)|tags zuvor)\b|"
    r"\b(?:la veille(?: au (?P<quand>soir|matin))?|le jour (?:d'avant|précédent)|"
    r"(?P<moment>soir|matin) (?:d'avant|précédent))\b"
)
_COUNT = r"(?P<n>\d{1,2}|an|one|two|three|four|ein(?:en?)?|zwei|drei|vier|une?|deux|trois|quatre)"
_BEFORE = r"(?:before|ahead|earlier|vorher|davor|zuvor|vor|avant)\b"
_DAYS = re.compile(rf"\b{_COUNT} (?:days?|tage?|jours?) {_BEFORE}")
_SAME_DAY = re.compile(
    r"\b(?:on the (?:same )?day|that morning|the same morning|"
    r"am (?:selben |gleichen )?(?:tag selbst|flugtag|morgen)|le jour même|le matin même)\b"
)
_HOURS = re.compile(rf"\b{_COUNT}\s?(?:h|hrs?|hours?|stunden?|heures?) {_BEFORE}")
_OF_EACH = re.compile(
    r"\b(?:before|ahead of|vor|avant) (?:(?:each|every|all|jede[mnrs]?|alle[nr]?|chaque|tou(?:te)?s)\b|"
    r"(?:the |der |den |les )?(?:deadlines|fristen|terminen|échéances|délais)\b|"
    r"(?:anything|everything) (?:is|falls) due\b)"
)
""" "Two hours before each deadline", "zwei Stunden vor jeder Frist"."""
_NUMBERS = {
    **dict.fromkeys(("an", "one", "ein", "einen", "eine", "un", "une"), 1),
    **dict.fromkeys(("two", "zwei", "deux"), 2),
    **dict.fromkeys(("three", "drei", "trois"), 3),
    **dict.fromkeys(("four", "vier", "quatre"), 4),
}
_HOUR_OF = {
    **dict.fromkeys(("evening", "night", "abend", "soir"), "18:00"),
    **dict.fromkeys(("afternoon", "nachmittag"), "15:00"),
    **dict.fromkeys(("morning", "morgen", "früh", "matin"), "09:00"),
}
_NOON = "12:00"
_AT_NO_HOUR = "18:00"


_OF_ONE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("report", re.compile(r"\b(?:gars?|general aviation report|police|polizei)\b")),
    ("border", re.compile(r"\b(?:customs|immigration|zoll\w*|douanes?)\b")),
    ("permission", re.compile(r"\b(?:ppr|genehmigung)\b")),
    ("flight_plan", re.compile(r"\b(?:flight ?plans?|fpl|flugpl[aä]ne?|plans? de vol)\b")),
)
""" "Remind me to send the GAR": of that alone."""


def own_moment(said: Said) -> Given:
    """`days_before` or the day `on` with `at`, or `hours_before`; empty where the moment is left to the plan.

    `each`: so long before everything that is due, not before the flight. `about`: the one thing to be reminded of.
    """
    named: list[JsonValue] = [name for name, words in _OF_ONE if words.search(said.slots.low)]
    return {**_moment(said), **({"about": named[0]} if len(named) == 1 else {})}


def _moment(said: Said) -> Given:
    low = said.slots.low
    each: Given = {"each": True} if _OF_EACH.search(low) else {}
    if (hours := _HOURS.search(low)) is not None:
        return {"hours_before": _number(hours["n"]), **each}
    eve, days, same = _EVE.search(low), _DAYS.search(low), _SAME_DAY.search(low)
    found = eve or days or same
    if found is None:
        return _on_a_day(said)
    ahead = 1 if eve else _number(days["n"]) if days else 0
    around = range(found.start() - _NEAR, found.end() + _NEAR + 1)
    behind = [clock.at for clock in clocks_of(said.again(), {}, reminded=True) if clock.start in around]
    part = next((value for value in found.groupdict().values() if value in _HOUR_OF), None)
    at = behind[-1] if behind else _HOUR_OF.get(part or "", _AT_NO_HOUR)
    if _HOUR_OF.get(part or "", "") >= _NOON and "01:00" <= at < _NOON:
        at = f"{int(at[:2]) + 12:02d}{at[2:]}"  # "the evening before at seven"
    return {"days_before": ahead, "at": at, **each} if ahead or behind else {}


_FLOWN = re.compile(
    r"\b(?:flights?|fly\w*|trip|depart\w*|leav\w+|before|ahead|flug|flüge?|flieg\w*|reise|abflug|vor|vol|vols|voyage|départ|avant)\b"
)
_PART = re.compile(
    r"\W*(?:in the |am |au |le )?"
    r"(?P<part>evening|night|afternoon|morning|abend|nachmittag|morgen|früh|soir|matin)s?\b"
)
_BEHIND = 18
"""Letters behind a day in which its hour may stand: "Friday evening at 8"."""


def _on_a_day(said: Said) -> Given:
    """ "Remind me on Friday at 18:00", "am Freitag Abend um acht": a day with its hour, that is of no flight."""
    low = said.slots.low
    for start, end in reminders(low):
        day = next((one for one in said.slots.days if start <= one.start < end), None)
        if day is None or _FLOWN.search(low[start : day.start]):
            continue
        around = range(max(start, day.start - _NEAR), day.end + _BEHIND)
        hours = [clock.at for clock in clocks_of(said.again(), {}, reminded=True) if clock.start in around]
        part = _PART.match(low, day.end)
        usual = _HOUR_OF.get(part["part"]) if part else None
        at = hours[0] if hours else usual
        if at is None:
            continue
        if (usual or "") >= _NOON and "01:00" <= at < _NOON:
            at = f"{int(at[:2]) + 12:02d}{at[2:]}"
        said.take([day])
        return {"on": day.when.isoformat(), "at": at}
    return {}


_NEAR = 12
"""Letters around such words in which their hour may stand: "at 18:00 the day before"."""


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word]
