"""Questions that settle themselves: a code alone, a town alone, two places alone, and what no tool answers."""

from __future__ import annotations

import re

from agent.planning.reading import Reading
from agent.planning.steps import build_call
from agent.planning.steps.asked import Asked
from agent.planning.steps.routes import legs
from agent.planning.steps.rules import PAGE
from agent.protocol import ToolCall

_FILLER = re.compile(
    (
        r"\b(?:please|pls|plz|bitte|svp|s'il vous plaît|s'il te plaît|airport|airfield|aerodrome|"
        r"to|and|the|my|our|hi|hello|hey|hallo|bonjour|thanks|thank you)\b|[-/>,]"
    ),
    re.IGNORECASE,
)
_BRIEFING = re.compile(
    r"\b(?:rain|snow)(?:ing|y)?\b|\b(?:thunder)?storms?\b|\bpleuvoir\b|\bpluie\b|\bregnen\b|"
    r"\bweather\b|\bmetars?\b|\btafs?\b|\bnotams?\b|\bforecasts?\b|\bsigmets?\b|\bwinds?\b|\bcloud ?base\b|"
    r"\bceiling\b|\bvisibility\b|\bfoggy?\b|\bicing\b|\bmétéo\b|\bwetter\b|\bqnh\b|\bis it (?:vfr|vmc|safe|ok)\b|"
    r"\bshould (?:i|we) (?:fly|go|cancel|wait)\b|\bsafe to (?:fly|go)\b|\bgood (?:day|idea) to fly\b|"
    r"\bcan (?:i|we) (?:fly|go) (?:today|tonight|tomorrow|now)\b"
)
_THANKS = re.compile(r"^\W*(?:many )?(?:thanks?|thx|cheers|ta|merci|danke)\b(?:\W+\w+){0,4}\W*$")
_ABOUT_ME = re.compile(
    r"\bmy (?:home(?: base| field| airfield)?|base|aircraft|aeroplane|airplane|plane) is\b|"
    r"\b(?:i am|i'm|we are|we're) based (?:at|in)\b|^\W*i (?:fly|own|have) an? \w+"
)
_UNDO = re.compile(r"^\W*(?:please )?(?:undo|revert|annule\w*|rückgängig)\b(?:\W+\w+){0,3}\W*$")


_CANNOT = (
    (
        re.compile(r"\b(?:file|submit|send|close|activate|delay)\b.{0,20}\b(?:flight ?plans?|fpl|gar)\b"),
        "I cannot file, change or close flight plans and reports: use your usual service.",
    ),
    (re.compile(r"\bbook(?:ing)?\b|\breserve (?:a|me|us)\b|\breservation\b"), "I cannot book anything."),
    (
        re.compile(r"\b(?:mass|weight) (?:and|&) balance\b|\btake ?-?off (?:distance|performance|roll)\b|\bm&b\b"),
        "I do not compute mass, balance or performance: use your aircraft's manual.",
    ),
    (re.compile(r"\bfuel (?:plan|calculation|consumption)\w*"), "I do not plan fuel: use your aircraft's manual."),
)


_CODE_ALONE = re.compile(r"^\s*[A-Z]{4,6}\d?[\s?!.]*$")


def settled(asked: Asked) -> Reading | None:
    """What needs no classifier: a page of the rules, or nothing but places."""
    slots = asked.slots
    if _UNDO.match(slots.low):
        return Reading("nothing", 0.9)
    if _CODE_ALONE.match(slots.text) and not slots.spots:
        code = slots.text.strip(" ?!.")
        return Reading("search_airports", 0.8, ToolCall(tool="search_airports", arguments={"query": code}))
    if PAGE.match(slots.text) and slots.countries:
        return Reading("browse_rules", 1.0, build_call("browse_rules", asked))
    if _FILLER.sub(" ", slots.outside).strip(" ?!.,") or not slots.spots:
        return None
    if len(slots.spots) == 1 and not slots.quantities and not slots.days and not slots.crafts:
        found = _one_place(asked)
        if found is not None:
            return found
    if (len(slots.spots) == 2 or legs(slots)) and not slots.days:
        return Reading("calculate_flight_distance", 0.8, build_call("calculate_flight_distance", asked))
    return None


def _one_place(asked: Asked) -> Reading | None:
    """One place and nothing else: an airfield is told of, a country or region lists its airfields."""
    spot = asked.slots.spots[0]
    if spot.kind == "code":
        return Reading(
            "get_airport_details", 1.0, ToolCall(tool="get_airport_details", arguments={"icao_code": spot.name})
        )
    if spot.kind == "country":
        return Reading("search_airports", 0.7, build_call("search_airports", asked))
    if spot.kind == "iata" or (len(spot.name) == 3 and asked.deps.airports.get(spot.name)):
        return Reading(
            "search_airports", 1.0, ToolCall(tool="search_airports", arguments={"query": spot.name.upper()})
        )
    if spot.kind == "place":
        place = asked.deps.places.resolve(spot.name).best
        tool = "get_airport_details" if place is not None and place.airport is not None else "search_airports"
        return Reading(tool, 0.7, build_call(tool, asked))
    return None


def cannot(low: str) -> str:
    """Why nothing fits, in one sentence, where that is known."""
    if _BRIEFING.search(low):
        return "I cannot see weather or NOTAMs: use your official briefing."
    if _ABOUT_ME.search(low):
        return "Tell me once with /aircraft (“/aircraft C172 105 kt”) and /home (“/home EGTF”): then I use them."
    for pattern, why in _CANNOT:
        if pattern.search(low):
            return why
    if _UNDO.match(low):
        return "There is no trip here whose last change I could undo."
    return "You are welcome." if _THANKS.match(low) else ""
