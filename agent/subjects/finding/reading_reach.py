"""Reads fields of an area that lie within a time of flight from home: "vers la Méditerranée, 3 h max de vol"."""

from __future__ import annotations

from agent import regex as re
from agent.language.quantities import Quantity
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


def area_in_reach(said: Said) -> tuple[Spot, int, str] | None:
    """The area, the minutes and from where; None where home is not known, or the time is no flight to it."""
    spots = [spot for spot in said.slots.spots if spot.kind != "here"]
    times = said.slots.of("duration")
    if len(spots) == 2 and len(times) == 1 and (centred := _of_a_place(spots, times[0], said)) is not None:
        return centred
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
    return area, round(lasts.value * 60), said.home


def _of_a_place(spots: list[Spot], lasts: Quantity, said: Said) -> tuple[Spot, int, str] | None:
    """ "Fields in Kent within 20 minutes of Biggin Hill": of the area, and so far from the place."""
    area = next((spot for spot in spots if spot.is_area and spot.role == "in"), None)
    centre = next((spot for spot in spots if not spot.is_area and spot.kind != "country"), None)
    low = said.slots.low
    if area is None or centre is None or lasts.value > _LONGEST_REACH or is_notice(said, lasts):
        return None
    between = low[lasts.end : centre.start] if lasts.end <= centre.start else ""
    if not _FIELDS.search(low) or not _OF_THE_AREA.fullmatch(between.rstrip()):
        return None
    return area, round(lasts.value * 60), said.name(centre)


_WHICH = re.compile(r"\b(?:which|what|any|welche\w*|quelles?|quels?)\b")
_ISLANDS = re.compile(r"\b(?:\w*inseln|islands?|isles?|[iî]les?|eilanden|halligen)\b")
_GONE_TO = re.compile(
    r"\b(?:fly (?:to|into)|land (?:on|at|in)|reach|get to|go to|visit|anfliegen|angeflogen|landen|hinfliegen|hin|erreichen|anfliegbar|rejoindre|aller|atterrir|se poser|me poser|poser|accessibles?|reachable)\b"
)


def islands_flown_to(said: Said) -> Spot | None:
    """ "Welche ostfriesischen Inseln kann ich anfliegen": the islands whose fields are listed; None for any other."""
    spots = [spot for spot in said.slots.spots if spot.kind != "here"]
    low = said.slots.low
    if len(spots) != 1 or said.slots.days or said.slots.of("duration"):
        return None
    named = low[spots[0].start : spots[0].end]
    asks = _WHICH.search(low) and _GONE_TO.search(low)
    return spots[0] if asks and _ISLANDS.search(named) else None


def take_islands_flown_to(said: Said) -> None:
    """What asks for them is no wish of its own, nor is the aircraft one goes in."""
    for words in (_WHICH, _GONE_TO):
        said.used.update(found.span() for found in words.finditer(said.slots.low))
    said.used.update((craft.start, craft.end) for craft in said.slots.crafts)
