""" "The nearest" of a list of an area: from home; what else is asked of the nearest of a list is asked of that field."""

from __future__ import annotations

from agent import regex as re
from agent.aviation.geometry import geodesic_nm
from agent.language.courtesy import CHAT
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.understanding.beside.which_is_nearer import where_lies
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.unread import LISTS
from tongue import later

_AREA = "search_airports"
NEAREST_TAKEN = later("Of the {count} listed, the nearest: {field}.")
_THE_NEAREST = re.compile(
    r"\b(?:(?P<to>zum|zur|vom|am|beim|au|du) )?(?:(?:the|le|la|der|die|das|den|dem) )?"
    r"(?:(?:nearest|closest)(?: (?:one|of (?:them|those|these)))?|nächste[nrms]?(?:gelegene[nrms]?)?(?: (?:davon|von (?:ihnen|denen)))?"
    r"|plus proches?(?: (?:d['’]entre eux|de ceux-là))?)\b(?! (?:to|airfield|airport|field|platz|flugplatz|woche|tag|wochenende|mal|jahr|monat|de |du |des |d['’]))"
)
_LEAD = {"zum": "nach ", "zur": "nach ", "vom": "von ", "am": "in ", "beim": "bei ", "au": "à ", "du": "de "}
_BESIDE = keys_of(
    "which one ones of them those these is are lies the to me us home from now and so ok then please "
    "welcher welche welches davon von ihnen denen ist liegt liegen am mir uns und also dann bitte zuhause "
    "lequel laquelle lesquels celui c est le la plus de chez moi nous et alors donc ceux des eux"
)


def nearest_to_home(said: Said, memory: Known) -> ToolCall | None:
    """ "Welcher davon ist am nächsten" of a list of an area: in the order of the way from home."""
    call, slots = memory.call, said.slots
    start = memory.start or memory.home
    if call is None or call.tool != _AREA or start is None or "near" in call.arguments:
        return None
    if not said.has("nearest", "closer") or slots.countries or slots.quantities or slots.days:
        return None
    if any(spot.kind not in ("home", "here") and spot.name != "home" for spot in slots.spots):
        return None
    spans = [(m.start, m.end) for m in said.all_of("nearest", "closer", "of_them", "which_of_two")]
    spans += [(s.start, s.end) for s in slots.spots]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _BESIDE for w in rest):
        return None
    said.take_all()
    return call.varied(near=start, priority_strategy=None, offset=None)


def asks_nearest_alone(said: Said) -> bool:
    """ "Which is nearest?": of what is listed, and nothing of that one."""
    match, slots = _THE_NEAREST.search(said.slots.low), said.slots
    if match is None or slots.spots or slots.countries or slots.quantities or slots.days:
        return False
    rest = [w for w in slots.words if not match.start() <= w.start < match.end()]
    return all(w.key in FUNCTION or w.key in CHAT or w.key in _BESIDE for w in rest)


def named_for_the_nearest(said: Said, memory: Known) -> tuple[str, str] | None:
    """The message with the field that is nearest of those listed in place of its words, and that field."""
    slots = said.slots
    match = _THE_NEAREST.search(slots.low)
    if memory.call is None or memory.tool not in LISTS or len(memory.shown) < 2 or match is None or slots.spots:
        return None
    given = memory.call.arguments
    names = [given.get(name) for name in ("measured_from", "near", "location_query")]
    place = next((name for name in names if isinstance(name, str)), None) or memory.start or memory.home
    here = where_lies(place, said) if place else None
    listed = [one for code in memory.shown if (one := said.deps.airports.get(code)) is not None]
    if here is None or not listed:
        return None
    field = min(listed, key=lambda one: geodesic_nm(*here, one.lat, one.lon)).ident
    lead = _LEAD.get(match["to"] or "", "")
    return f"{slots.text[: match.start()]}{lead}{field}{slots.text[match.end() :]}", field
