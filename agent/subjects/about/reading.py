"""Reads questions about FlyFun itself, about aircraft types, and what a pilot tells of the own flying."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.language.said import Said
from agent.registry import reads
from tongue import later

Given = dict[str, JsonValue]


@reads("about_flyfun", called=later("About FlyFun"))
def about(said: Said) -> Given:
    """Of which country; which side of FlyFun is asked about the classifier says."""
    said.take(said.mentions)
    countries = said.countries()
    return {"country_code": countries[0]} if countries else {}


@reads("get_aircraft_figures", "aircraft_type", called=later("Figures of a type"))
def aircraft(said: Said) -> Given:
    """The type."""
    craft = said.aircraft()
    others: list[JsonValue] = [c.name for c in said.slots.crafts[1:] if c.name != craft]
    said.used.update((c.start, c.end) for c in said.slots.crafts)
    return {"aircraft_type": craft, **({"beside": {"aircraft_type": others}} if others else {})} if craft else {}


@reads("set_profile", called=later("Remember this about you"))
def profile(said: Said) -> Given:
    """Home base, aircraft, speed and units, as far as they are told."""
    given: Given = {}
    if (field := said.field()) is not None and field != said.home:
        given["home_base"] = field
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    if (knots := said.amount("speed")) is not None:
        given["cruise_speed_kts"] = round(knots)
    elif craft and (
        bare := re.search(
            r"\b(?:at|@|about|around|cruise|cruises|with|mit|à)\s*(?:at |about |around )?([6-9]\d|[12]\d\d)\b",
            said.slots.low,
        )
    ):
        given["cruise_speed_kts"] = int(bare[1])
    if re.search(r"\b(?:metric|metres|meters|kilomet\w+|metrisch|métrique|km)\b", said.slots.low):
        given["units"] = "metric"
    elif re.search(r"\b(?:feet|nautical|knots and feet|aviation units|in knots)\b", said.slots.low) and not given:
        given["units"] = "aviation"
    return given
