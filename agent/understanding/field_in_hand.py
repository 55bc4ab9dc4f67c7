""" "Is there something similar nearby", "the nearest with a longer runway", "and after six?" of the field in hand."""

from __future__ import annotations

import re

from agent.language.courtesy import CHAT
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.trip.following import LATEST, OFF
from agent.understanding.context import FIELD, Given, Known
from agent.understanding.unread import CARD
from agent.understanding.varying import AS_A_WISH

_NEAR = "find_airports_near_location"
_NEARBY = re.compile(
    r"\b(?:near|nearby|close|close by|nearest|closest|around|in the (?:area|vicinity)|next door|not far|in der (?:nähe|umgebung|gegend)|nahe|nächste[rns]?|nahebei|"
    r"près|proches?|à côté|aux? alentours?|dans le coin|pas loin|plus proche)\b"
)
_ANOTHER = re.compile(
    r"\b(?:similar|alike|alternatives?|others?|another|any(?:thing|where)? else|some(?:thing|where) else|ähnlich\w*|andere[nrs]?|alternativen?|autres?|similaires?|"
    r"(?:long|short)er (?:runway|strip|one|rwy)|(?:länger|kürzer)e[nrs]? (?:bahn|piste)|pistes? plus (?:longues?|courtes?))\b"
)
_LONGER = re.compile(r"\b(?:longer (?:runway|strip|one|rwy)|längere[nrs]? (?:bahn|piste)|pistes? plus longues?)\b")
_SHORTER = re.compile(
    r"\b(?:shorter (?:runway|strip|one|rwy)|kürzere[nrs]? (?:bahn|piste)|pistes? plus courtes?)\b"
)
_ALIKE = re.compile(r"\b(?:similar|alike|ähnlich\w*|similaires?)\b")
_THE_NEAREST = re.compile(r"\b(?:nearest|closest|nächste[rns]?|plus proche)\b")
_MAY_STAND = keys_of(
    "is are there any some something anything somewhere anywhere what else other others another similar alternative alternatives one ones near nearby close by nearest "
    "closest around in the area vicinity next door not far with a longer shorter runway strip rwy field fields airfield airfields place aerodrome like it that this "
    "gibt es was etwas ähnliches ähnlicher ähnlichen andere anderen anderer anderes alternative alternativen in der nähe umgebung gegend nahe nächste nächster nächsten mit längerer längere längeren kürzerer längerem "
    "kürzere kürzeren bahn piste platz plätze flugplatz "
    "y a-t-il il autre autres similaire similaires quelque chose près proche proches à côté d'ici un une terrain terrains avec piste pistes plus longue longues courte courtes le la dans coin pas loin de"
)
_AFTER = re.compile(
    r"^\W*(?:(?:and|or|so|what about|how about|und|oder|et|ou)\W+)*(?:after|before|at|until|till|later than|past|by|nach|vor|um|bis|après|avant|à|jusqu'à)\s+"
    r"(?:\d{1,2}(?:[:.h]\d\d|h)?\s*(?:am|pm|a\.m\.|p\.m\.|uhr|h|heures|z|utc|local|o'clock)?|one|two|three|four|five|six|seven|eight|nine|ten|noon|midday|dark|"
    r"sieben|acht|neun|zehn|fünf|sechs|mittag|midi|sunset|sonnenuntergang)"
    r"(?:\W+(?:then|local|please|denn|alors|in the (?:morning|evening|afternoon)|abends|morgens|du soir|du matin))*\W*$"
)
""" "And after 6 pm?" of the hours of a field: its hours stand with the day."""
_OF_HOURS = frozenset(("hours", "access"))


def of_the_field_in_hand(said: Said, memory: Known) -> ToolCall | None:
    """What a message asks of the field in hand and of nothing else; None where it is none of that kind."""
    field = memory.places.get(FIELD)
    if memory.call is None or memory.tool != CARD or field is None or said.slots.countries:
        return None
    if (off := _latest_off(said, memory.call, field)) is not None or said.spots:
        return off
    return _at_that_hour(said, memory.call) or _another_nearby(said, memory.call, field)


_TAKE_OFF = re.compile(r"\b(?:take ?off|off[- ]blocks?|departure|start|abflug|décollage)\b")


def _latest_off(said: Said, call: ToolCall, field: str) -> ToolCall | None:
    """ "So latest take-off from Exeter at 105 kt" behind a sunset: to that field, in its light on that day."""
    low, flown = said.slots.low, said.slots.of("speed")
    bare = _AT_BARE.search(low)
    if "sun" not in str(call.arguments.get("about")) or not LATEST.search(low):
        return None
    if (
        not (OFF.search(low) or _TAKE_OFF.search(low))
        or len(said.spots) != 1
        or not (flown or bare or said.slots.crafts)
    ):
        return None
    start = said.name(said.spots[0])
    if field_of(start, said.deps) == field:
        return None
    given: Given = {"from_location": start, "to_location": field, "about": "off_blocks"}
    if flown or bare:
        given["cruise_speed_kts"] = flown[0].value if flown else int(bare["n"]) if bare else None
    elif (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    day = call.arguments.get("date")
    return ToolCall(tool="plan_trip", arguments={**given, **({"day": day} if day else {})})


_AT_BARE = re.compile(r"\b(?:at|mit|à)\s+(?P<n>[4-9]\d|[12]\d\d)\b(?!\s*(?:[:%€£$]|nm|km|ft|min|h\b|l\b|uhr))")


def _at_that_hour(said: Said, call: ToolCall) -> ToolCall | None:
    asked = call.arguments.get("about")
    if not isinstance(asked, list) or not {*map(str, asked)} & _OF_HOURS or said.slots.days:
        return None
    if not _AFTER.match(said.slots.low):
        return None
    return call.varied(about=[*asked, *(["hours"] if "hours" not in asked else [])])


def _another_nearby(said: Said, call: ToolCall, field: str) -> ToolCall | None:
    """Fields around the one in hand; with a longer runway than its own where that is said."""
    low = said.slots.low
    longer, shorter = _LONGER.search(low), _SHORTER.search(low)
    if not _NEARBY.search(low) or not _ANOTHER.search(low) or said.slots.quantities or said.slots.days:
        return None
    wished: Given = {}
    spans: list[tuple[int, int]] = []
    for concept, filters in AS_A_WISH.items():
        for mention in said.all_of(concept):
            wished |= filters
            spans.append((mention.start, mention.end))
    own = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _MAY_STAND for w in own):
        return None
    airport = said.deps.airports.get(field)
    if airport is None:
        return None
    runway = said.deps.airports.longest_runway(airport)
    if (longer or shorter) and (runway is None or not runway.length_ft):
        return None
    if longer and runway and runway.length_ft:
        wished["min_runway_length_ft"] = runway.length_ft + 1
    elif shorter and runway and runway.length_ft:
        wished["max_runway_length_ft"] = runway.length_ft - 1
    asked = call.arguments.get("about")
    if not (longer or shorter or wished):
        for fact in asked if isinstance(asked, list) else []:
            wished |= AS_A_WISH.get(str(fact), {})  # "any others nearby?" of its fuel
    if _ALIKE.search(low) and runway is not None and runway.hard is not None:
        wished["has_hard_runway" if runway.hard else "has_soft_runway"] = True
    given: Given = {"location_query": field}
    if longer or shorter or _THE_NEAREST.search(low):
        given["priority_strategy"] = "distance"
    return ToolCall(tool=_NEAR, arguments={**given, **({"filters": wished} if wished else {})})
