"""Puts a call into the form its tool takes: one call a country, a field, a leg or another value."""

from __future__ import annotations

from itertools import pairwise

from pydantic import JsonValue

from agent import registry
from agent.deps import Deps
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Given

MOST_STEPS = 4
"""Calls of one plan."""


def _with_each(arguments: Given, beside: Given) -> list[Given]:
    """The arguments, and again with each of the other values."""
    values = [(name, value) for name, others in beside.items() if isinstance(others, list) for value in others]
    return [arguments, *({**arguments, name: value} for name, value in values)]


def each(call: ToolCall, deps: Deps) -> list[ToolCall]:
    """A call in the form its tool takes: a question on several countries is one call a country.

    A reading may give `beside`: an argument's other values, with each of which the same is asked, or the arguments
    of a journey's further legs.
    """
    tool = registry.known(call.tool)
    if tool is None:
        return [call]
    fields = tool.arguments.model_fields
    arguments = dict(call.arguments)
    beside = arguments.pop("beside", None)
    if isinstance(beside, list):
        legs: list[Given] = [arguments, *({**arguments, **leg} for leg in beside if isinstance(leg, dict))]
        told: list[Given] = [{n: v for n, v in leg.items() if v is not None} for leg in legs[:MOST_STEPS]]
        return [ToolCall(tool=call.tool, arguments=leg) for leg in told]
    if isinstance(beside, dict):
        same = [ToolCall(tool=call.tool, arguments=given) for given in _with_each(arguments, beside)]
        return [one for again in same[:MOST_STEPS] for one in each(again, deps)]
    countries = arguments.get("countries")
    if isinstance(countries, list) and countries and "country_code" in fields:
        del arguments["countries"]
        if "countries" in fields:
            more: Given = {"countries": countries[1:]} if len(countries) > 1 else {}
            return [ToolCall(tool=call.tool, arguments={**arguments, "country_code": countries[0], **more})]
        codes: list[JsonValue] = countries[:MOST_STEPS]
        return [ToolCall(tool=call.tool, arguments={**arguments, "country_code": code}) for code in codes]
    if isinstance(countries, list) and len(countries) > 1 and "countries" not in fields and "country" in fields:
        del arguments["countries"]
        return [
            ToolCall(tool=call.tool, arguments={**arguments, "country": code}) for code in countries[:MOST_STEPS]
        ]
    fields_asked = arguments.get("icao_codes")
    if isinstance(fields_asked, list) and "icao_codes" not in fields:
        del arguments["icao_codes"]
        return [ToolCall(tool=call.tool, arguments={**arguments, "icao_code": code}) for code in fields_asked]
    via = arguments.get("via")
    if isinstance(via, list) and "via" not in fields:
        del arguments["via"]
        stops = [arguments["from_location"], *via, arguments["to_location"]]
        if len(via) >= MOST_STEPS and arguments.keys() == {"from_location", "to_location"}:
            return [ToolCall(tool="show_map", arguments={"places": stops})]  # its legs and miles in one answer
        first, *later = pairwise(stops)
        after = {
            name: value for name, value in arguments.items() if name != "pause_hours"
        }  # one stands there once
        return [
            ToolCall(
                tool=call.tool,
                arguments={
                    **(arguments if leg is first else after),
                    "from_location": leg[0],
                    "to_location": leg[1],
                },
            )
            for leg in (first, *later)
        ]
    return [call]
