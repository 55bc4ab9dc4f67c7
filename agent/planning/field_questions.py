"""Whether a question is about one airfield, or about the airfields in an area or around a place."""

from __future__ import annotations

import re

from agent.deps import Deps
from agent.language.ends import field_of
from agent.language.slot_words import FUNCTION
from agent.language.slots import Slots, Spot
from agent.language.wording import word_set, words_of
from agent.planning import leisure
from agent.planning.hard_words import HAVING
from agent.planning.settled import cannot
from agent.planning.steps.asked import Asked
from agent.planning.steps.superlatives import superlative
from agent.subjects.airfield.asked import ATTRIBUTES, Attribute, asked_in, rest_of

_OF_A_FIELD = frozenset(ATTRIBUTES) - {"position", "transport", "restaurant", "hotel", "parking"}
_OF_A_NAMED_FIELD = frozenset[Attribute](
    {"elevation", "runway", "hours", "contact", "frequency", "tower", "circuit", "ils", "rnp", "approaches"}
)
"""Asked of a town, the others may be about the town."""
_LIVE = re.compile(r"\b(?:in use|active|current(?:ly)?|at the moment|right now|landing direction|en service)\b")
_FIELD_NOUNS = word_set("airport airfield aerodrome field terrain aeroport flugplatz flughafen platz please")
_SEVERAL = re.compile(
    r"\b(?:airports|airfields|fields|aerodromes|strips|aérodromes|aéroports|terrains|flugplätze|flughäfen|rules?|"
    r"regulations?|règles?|regeln?)\b"
)


def asks_of_a_field(asked: Asked, best: str) -> bool:
    """Whether one attribute of one airfield is wanted, whatever else the words sound like."""
    slots = asked.slots
    places = _places(slots)
    if len(places) != 1 or places[0].role in ("near", "from", "between") or slots.quantities or slots.countries:
        return False
    if _SEVERAL.search(slots.low) or leisure.read_interests(slots):
        return False
    if superlative(slots.low) and is_area(places[0], asked.deps):
        return False
    if best in ("search_airports", "find_airports_near_location") and HAVING.search(slots.low):
        return False
    if _LIVE.search(slots.low) or cannot(slots.low):
        return False
    attributes = set(asked_in(slots.outside))
    if places[0].kind == "code":
        return bool(attributes & _OF_A_FIELD)
    return (
        bool(attributes & _OF_A_NAMED_FIELD)
        and len(_other_words(slots)) <= 1
        and field_of(places[0].name, asked.deps) is not None
    )


def _other_words(slots: Slots) -> list[str]:
    """The words beside the place, the day and the attribute."""
    said = slots.outside
    for day in slots.days:
        said = said[: day.start] + " " * (day.end - day.start) + said[day.end :]
    return [word.key for word in words_of(rest_of(said)) if word.key not in FUNCTION | _FIELD_NOUNS]


def list_wanted(asked: Asked) -> str | None:
    """Whether airfields are wanted in an area or around a place; None when the words do not say."""
    slots = asked.slots
    places = _places(slots)
    if len(places) != 1 or places[0].kind != "place":
        return None
    if places[0].role == "near" or slots.of("distance"):
        return "find_airports_near_location"
    if slots.countries:
        return None
    if places[0].role != "in" or asked.deps.places.resolve(places[0].name).best is None:
        return None
    return "search_airports" if is_area(places[0], asked.deps) else "find_airports_near_location"


def is_area(spot: Spot, deps: Deps) -> bool:
    """Whether a place is a region, an island, a range: airfields lie in it, not around it."""
    place = deps.places.resolve(spot.name).best
    return place is not None and place.kind in ("admin", "region", "island", "mountains", "coast")


def _places(slots: Slots) -> list[Spot]:
    return [spot for spot in slots.spots if spot.kind != "country"]
