"""Reads a flight from one country into one of several fields of another: "from Germany into Lydd or Sandown"."""

from __future__ import annotations

from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import country_of
from agent.language.said import Said

Given = dict[str, JsonValue]
_TWO = 2


def into_each(said: Said) -> Given:
    """The country that is left, and each field, all in one other country; empty where it is another question."""
    spots = said.slots.spots
    left = [s for s in spots if s.kind == "country" and s.role == "from"]
    fields = [s for s in spots if s.kind in ("code", "iata", "place")]
    if len(left) != 1 or len(fields) < _TWO or any(s.role == "from" for s in fields):
        return {}
    there = {s.country or country_of(s.name, said.deps) for s in fields}
    if len(there) != 1 or None in there or (left[0].country or country_of(left[0].name, said.deps)) in there:
        return {}
    listed = said.beside(fields[0], spots)
    if [s for s in fields[1:] if s not in listed]:
        return {}
    said.take(spots)
    start, first, *others = said.name(left[0]), *(said.name(s) for s in fields)
    beside: list[JsonValue] = [{"from_location": start, "to_location": name} for name in others]
    return {"from_location": start, "to_location": first, "beside": beside}


def into_each_country(said: Said) -> Given:
    """ "A gendec for Germany and Croatia": each of the countries that are flown to, and no flight between them."""
    spots = said.slots.spots
    if len(spots) < _TWO or any(s.kind != "country" or s.role == "from" for s in spots) or spots[0].role != "to":
        return {}
    low = said.slots.low
    if not all(_AND.fullmatch(low[a.end : b.start]) for a, b in pairwise(spots)):
        return {}
    said.take(spots)
    said.countries()
    first, *others = (said.name(s) for s in spots)
    start: Given = {"from_location": said.home} if said.home else {}
    beside: list[JsonValue] = [{**start, "to_location": name} for name in others]
    return {**start, "to_location": first, "beside": beside}


_AND = re.compile(
    r"\s*(?:,|,?\s*(?:and|und|et|or|oder|ou|sowie|&|\+))\s*"
    r"(?:(?:to|into|nach|in|en|au|aux|vers|pour|für|for)\s+)?(?:the |die |den |la |le |l['’])?\s*"
)

_OR = re.compile(
    r"\s*,?\s*(?:or|oder|ou|bzw\.?|beziehungsweise|/)\s*"
    r"(?:(?:to|in|into|nach|auf|zu|à|vers|sur)\s+)?(?:the |die |den |la |le |l['’])?\s*"
)


def one_or_the_other(said: Said) -> Given:
    """ "Gloucester to Jersey or Guernsey, customs?": one start and the ends between which the pilot wavers."""
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place", "country")]
    if len(spots) <= _TWO or len(spots) != len(said.slots.spots):
        return {}
    low, (start, *ends) = said.slots.low, spots
    wavers = all(_OR.fullmatch(low[a.end : b.start]) for a, b in pairwise(ends))
    if not wavers or start.role == "to" or (ends[0].role != "to" and start.role != "from"):
        return {}
    said.take(spots)
    begins, first, *others = (said.name(s) for s in spots)
    beside: list[JsonValue] = [{"from_location": begins, "to_location": name} for name in others]
    return {"from_location": begins, "to_location": first, "beside": beside}
