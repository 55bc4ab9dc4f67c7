"""Reads a round from the home base: "Jersey on Saturday, Guernsey Sunday, then home", over fields that are none of them the start."""

from __future__ import annotations

from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot
from agent.subjects.trip.stops import Stay
from agent.subjects.trip.times import SAME_DAY

Given = dict[str, JsonValue]
_HOME = re.compile(
    r"\b(?:(?:back|go|fly|head|return(?:ing)?)\s+)?home\b|\bheim\b|\b(?:zurück )?nach hause\b|\bheimwärts\b|\bdaheim\b|\bà la maison\b|\bon rentre\b|\brentrer\b"
)
_GOES_ON = re.compile(
    r"\b(?:then|and then|after that|afterwards|next|on to|dann|danach|anschließend|weiter|puis|ensuite|après|and|und|et)\b|;"
)
_ROAD = re.compile(r"->|→|–|>|\bto\b(?<!on to)(?<!then to)|(?<!weiter )(?<!dann )\bnach\b|\s-\s")


def round_from_home(said: Said) -> Given | None:
    """The fields in the order they are told, where one ends at home and nothing says which of them one leaves."""
    low = said.slots.low
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place", "country") and s.name != "home"]
    if len(spots) < len(("over", "goal")) or any(s.role == "from" or _code(s, said) is None for s in spots):
        return None
    if said.home and field_of(said.home, said.deps) in [_code(s, said) for s in spots]:
        return None
    if len({_code(s, said) for s in spots}) < len(spots) or not _HOME.search(low, spots[-1].end):
        return None
    gaps = [(a.end, b.start) for a, b in pairwise(spots)]
    if any(_ROAD.search(low[a:b]) or not _is_joint(a, b, said) for a, b in gaps):
        return None
    *over, goal = (said.name(s) for s in spots)
    return {"to_location": goal, "return": True, "via": [*over]}


_BACK_TO = re.compile(
    r"\b(?:retour(?: (?:à|a|sur|vers))?|(?:back|home|return(?:ing)?) to|zurück nach|heim nach|(?:on )?rentre (?:à|sur))\s+(?:the |le |la )?$"
)


def round_back_to(said: Said) -> Given | None:
    """ "Annemasse puis Sion puis retour Dijon": the round begins where it comes back to, which no other word says is left."""
    low = said.slots.low
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    if (
        len(spots) < len(("over", "goal", "base"))
        or any(s.role == "from" for s in spots)
        or not _BACK_TO.search(low[: spots[-1].start])
    ):
        return None
    *flown, base = spots
    if len({_code(s, said) for s in spots} - {None}) < len(spots):
        return None
    gaps = [(a.end, b.start) for a, b in pairwise(spots)]
    if any(_ROAD.search(low[a:b]) or not _is_joint(a, b, said) for a, b in gaps[:-1]):
        return None
    *over, goal = (said.name(s) for s in flown)
    return {"from_location": said.name(base), "to_location": goal, "via": [*over], "return": True}


def home_after_the_last(given: Given) -> Given:
    """ "Jersey Saturday, Guernsey Sunday, then home": on the day on which the last of the stops is left, where none is told."""
    stays = v if isinstance(v := given.get("via_off_block"), dict) else {}
    nights = max((Stay.parse(str(stay)).nights for stay in stays.values()), default=0)
    same = given.get("return_day") == given.get("day") and not given.get("return_off_block")
    return {**given, "return_day": SAME_DAY} if nights and same and given.get("day") else given


def _is_joint(begin: int, end: int, said: Said) -> bool:
    """Whether one goes on from a field to the next: a word says so, or a day stands between them."""
    dated = any(begin <= day.start < end for day in said.slots.days)
    return bool(dated or _GOES_ON.search(said.slots.low[begin:end]))


def _code(spot: Spot, said: Said) -> str | None:
    return field_of(spot.name, said.deps) if spot.name else None
