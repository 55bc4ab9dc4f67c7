"""Reads fields of an area that lie within a time of flight from home: "vers la Méditerranée, 3 h max de vol"."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said
from agent.language.slots import Spot
from agent.subjects.finding.reading_wishes import is_notice

_LONGEST_REACH = 6
_FIELDS = re.compile(
    r"\b(?:(?:air)?(?:fields?|ports?|strips?)|aerodromes?|destinations?|flugpl[äa]tze\w*|\w*pl[äa]tze|pl[äa]tzchen|terrains?|a[ée]rodromes?|a[ée]roports?|pistes?)\b"
)
_FLOWN = re.compile(r"\b(?:flying|flight|fly|flug\w*|flieg\w*|vol|voler)\b")
_OF_THE_AREA = re.compile(r"\s*(?:of|from|off|around|about|de|du|des|d['’]|von|vom|um|rund um|ab|autour de)\b")
""" "Within an hour of Cornwall": around the area, and not from home."""
_OF_A_MOMENT = re.compile(r"\s*(?:of|before|after|vor|nach(?! hause)|avant|après)\b")


def area_in_reach(said: Said) -> tuple[Spot, int] | None:
    """The area and the minutes from home; None where home is not known, or the time is no flight to it."""
    spots = [spot for spot in said.slots.spots if spot.kind != "here"]
    times = said.slots.of("duration")
    if not said.home or len(spots) != 1 or len(times) != 1 or said.slots.countries:
        return None
    area, lasts, low = spots[0], times[0], said.slots.low
    if not area.is_area or area.role == "from" or lasts.value > _LONGEST_REACH or is_notice(said, lasts):
        return None
    lists = _FIELDS.search(low) or (said.all_of("restaurant", "hotel") and _FLOWN.search(low))
    if not lists or _OF_A_MOMENT.match(low, lasts.end):
        return None
    if area.start >= lasts.end and _OF_THE_AREA.match(low, lasts.end):
        return None
    return area, round(lasts.value * 60)
