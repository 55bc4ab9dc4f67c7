""" "List the Devon ones", "any such Norwegian field", "Litauen auch noch": another list with the wishes of the one in hand."""

from __future__ import annotations

from typing import cast

from agent import regex as re
from agent.language.said import Said
from agent.protocol import Plan
from agent.understanding.in_hand.context import Given, Known

_NEAR, _ROUTE, _AREA = "find_airports_near_location", "find_airports_near_route", "search_airports"
_COUNTED, _ENTRY = "get_airport_statistics", "get_border_crossing_airports"
_SAME = re.compile(
    r"\b(?:the (?:\w+ ){1,2}ones|those (?:in|of)|(?:any |another |one )?such\b|(?:the )?same (?:list|search|thing|again|for|in|but|question|wishes)|likewise|ditto|same again|"
    r"solche[nrs]?|derartige[nrs]?|(?:die|das) (?:gleichen?|selben?)|dieselben?|ebenso|auch noch|noch dazu|genauso|desgleichen|"
    r"(?:la |le |les )?mêmes?(?: liste| chose| question)?\b|pareil|idem|de ce genre|(?:ceux|celles|les) (?:de|du|des|d['’])\b|aussi)\b"
)
_WHICH = re.compile(
    r"^\W*(?:(?:and|ok|so|und|et|alors)\W+)*(?:which|what|list|name|show|give me|would you list|can you list|welche|zeig\w*|nenn\w*|liste\w*|lesquels|lesquelles|quels|quelles|montre\w*|cite)\b"
)
_PLACES = frozenset(("country", "not_country", "not_fields", "not_areas"))
_OF_A_PLACE = ("query", "country", "location_query")


def with_the_wishes_in_hand(plan: Plan, said: Said, memory: Known) -> Plan:
    """The plan of a list that points back at the one in hand, with what that one wished."""
    if len(plan.steps) != 1 or memory.call is None:
        return plan
    step, before = plan.steps[0], memory.call
    if step.tool not in (_NEAR, _AREA) or before.tool not in (_NEAR, _ROUTE, _AREA, _COUNTED, _ENTRY):
        return plan
    filters = before.arguments.get("filters")
    held = {**cast(Given, filters)} if isinstance(filters, dict) else Given()
    if before.tool == _ENTRY:
        held["point_of_entry"] = True
    held = {name: value for name, value in held.items() if name not in _PLACES}
    now = step.arguments.get("filters")
    new = {**cast(Given, now)} if isinstance(now, dict) else Given()
    if not held or held.keys() <= new.keys() or not _points_back(said, step.arguments, memory, bare=not new):
        return plan
    fuels = ("has_fuel", "has_avgas", "has_mogas", "has_jet_a", "has_ul91", "any_fuel")
    kept = {n: v for n, v in held.items() if not (n in fuels and {*new} & {*fuels})}
    given: Given = {"filters": {**kept, **new}}
    notice = before.arguments.get("max_hours_notice")
    if notice is not None and "max_hours_notice" not in step.arguments:
        given["max_hours_notice"] = notice
    return plan.model_copy(update={"steps": (step.varied(**given),)})


def _points_back(said: Said, arguments: Given, memory: Known, *, bare: bool) -> bool:
    low = said.slots.low
    if _SAME.search(low) is not None:
        return True
    before = memory.call.arguments if memory.call else {}
    same = any(
        _code(arguments.get(name), said) == _code(before.get(other), said) is not None
        for name in _OF_A_PLACE
        for other in _OF_A_PLACE
    )
    return bare and same and _WHICH.match(low) is not None and not said.slots.quantities


def _code(value: object, said: Said) -> str | None:
    """A country's code of its name, any other name as it is."""
    if not isinstance(value, str):
        return None
    country = said.deps.countries.named(value)
    return country.code if country else value.casefold() if len(value) > len("DK") else value
