""" "Where else near there would do" behind whether the end of a flight has customs: others near it that have."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Given, Known
from agent.understanding.reader.tool_names import BORDER, CARD, NOTICE, TRIP
from agent.understanding.reader.varying import AS_A_WISH

_NEAR = "find_airports_near_location"
_MOST_WORDS = 12
_ELSE = re.compile(
    r"\b(?:(?:where|what|which|anything|anywhere|somewhere|something) else|(?:which|any|what) others?|another (?:one|field|airfield)"
    r"|(?:an )?alternatives?|wo sonst|sonst (?:wo|noch)|woanders|andere[rn]? (?:platz|plätze|flugplatz)"
    r"|was (?:sonst|anderes)"
    r"|ailleurs|(?:un |d['’])autres? (?:terrains?|a[ée]rodromes?|a[ée]roports?)|quel(?:le)?s? autres?"
    r"|où (?:d['’]autre|sinon))\b"
)
_NEARBY = re.compile(
    r"\b(?:near|nearby|close|close by|around|in the area|in der (?:nähe|gegend)|nahe|près|proches?|à côté|aux? alentours?"
    r"|dans le coin|pas loin)\b"
)


def else_near_the_end(said: Said, memory: Known) -> ToolCall | None:
    """Fields near the one whose customs was asked, with customs and without itself; None where neither was asked."""
    low = said.slots.low
    end = _whose_customs(memory)
    if end is None or len(said.slots.words) > _MOST_WORDS or not (_ELSE.search(low) and _NEARBY.search(low)):
        return None
    slots = said.slots
    if any(spot.kind != "here" for spot in slots.spots) or slots.countries or slots.days or slots.quantities:
        return None
    filters: Given = {**AS_A_WISH["customs"]}
    for concept, wish in AS_A_WISH.items():
        filters |= wish if said.has(concept) else {}
    code = field_of(end, said.deps)
    filters |= {"not_fields": [code]} if code else {}
    said.take_all()
    return ToolCall(tool=_NEAR, arguments={"location_query": end, "filters": filters})


def _whose_customs(memory: Known) -> str | None:
    """The field of which the last answer told whether one can clear there."""
    given = memory.call.arguments if memory.call else {}
    about = given.get("about")
    asked = {*map(str, about)} if isinstance(about, list) else {str(about)}
    if memory.tool == BORDER or (memory.tool == TRIP and "border" in asked):
        end = given.get("to_location")
    elif memory.tool == NOTICE or (memory.tool == CARD and "customs" in asked):
        end = given.get("icao_code")
    else:
        end = None
    return end if isinstance(end, str) else None
