""" "Is Shoreham the same as Brighton City", "sind Wevelgem und Kortrijk dasselbe": whether two names are one field."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.reader.tool_names import CARD, DISTANCE
from agent.understanding.reader.unread import is_of_its_name
from tongue import say

_THE_SAME = re.compile(
    r"\b(?:the same (?:place|field|airfield|airport|aerodrome|thing|one|strip|as)|one and the same|different (?:places|fields|airfields|airports)|same (?:place|airfield|airport|field)\b|"
    r"(?:is|are|was|were) [^.?!]{2,60}? the same\b|"
    r"dasselbe|derselbe|der gleiche|das gleiche|das selbe|der selbe|gleiche[rn]? (?:platz|flugplatz|flughafen)|identisch|"
    r"(?:le |la |un )?même (?:terrain|a[ée]rodrome|a[ée]roport|endroit|chose|lieu|piste)|pareil que|le même que|la même que)\b"
)


def told_whether_the_same(plan: Plan, said: Said) -> Plan:
    """The plan of a question that asks whether two names are one field, with yes or no in front."""
    spots = [spot for spot in said.slots.spots if spot.kind in ("code", "iata", "place") and not spot.is_area]
    if len(spots) != len(("one", "other")) or said.slots.countries or not _THE_SAME.search(said.slots.low):
        return plan
    if any(
        step.tool not in (CARD, DISTANCE, "show_map", "compare_airfields", "search_airports")
        for step in plan.steps
    ):
        return plan
    names = [said.slots.text[spot.start : spot.end] for spot in spots]
    codes = [field_of(spot.name, said.deps) for spot in spots]
    fields = [said.deps.airports.get(code) if code else None for code in codes]
    one, other = fields
    if one is None or other is None:
        return plan
    if not all(_bears(spot.name, field.ident, said) for spot, field in zip(spots, (one, other), strict=True)):
        return plan  # a town beside it, which may have another
    asked = next((step for step in plan.steps if step.tool == CARD), None)
    facts = asked.arguments.get("about") if asked is not None else None
    first, second = (f"{field.ident} {field.short_name}" for field in (one, other))
    if one.ident == other.ident:
        told = say("Yes: {one} and {other} are both {field}.", one=names[0], other=names[1], field=first)
        step = ToolCall(tool=CARD, arguments={"icao_code": one.ident, "about": facts or ["iata_code"]})
    else:
        told = say(
            "No: {one} is {field}, {other} is {second}.", one=names[0], other=names[1], field=first, second=second
        )
        step = ToolCall(tool=DISTANCE, arguments={"from_location": one.ident, "to_location": other.ident})
    return plan.model_copy(
        update={
            "steps": (step,),
            "others": (),
            "left_aside": (),
            "confidence": max(plan.confidence, 0.9),
            "made_by": "reader",
            "reasoning": told,
        }
    )


def _bears(name: str, code: str, said: Said) -> bool:
    """Whether the name is the field's: its code, in its own name, or what pilots call it."""
    place = said.deps.places.resolve(name).best
    called = place is not None and place.airport is not None and place.airport.ident == code
    return called or name.upper() == code or is_of_its_name(name, code, said)
