"""Names in a trip's sentence that are no part of its way: a field named again to ask of it, and who comes along."""

from __future__ import annotations

from agent import regex as re
from agent.language.alternates import AN_ALTERNATE
from agent.language.ends import field_of
from agent.language.people import find_people
from agent.language.said import Said
from agent.language.slots import Spot

_PART = re.compile(r"[,;.?!:]+|\b(?:and|und|et)\b")
_TO_DIVERT = re.compile(AN_ALTERNATE)
_AND = re.compile(r"\s*(?:und|and|et|&|\+)\s*(?:my |our |the |mein\w* |unser\w* |mon |ma |le |la )?")
_SO_LONG = re.compile(
    r"(?<!stop )(?<!stopping )(?<!halt )(?<!halte )(?<!stopp )\b(?:an|\w+|une|eine) (?:hours?|hrs?|minutes?|min|stunden?|minuten|heures?) (?:at|in|on|à|auf|bei) (?:the |le |la )?"
)
""" "An hour at Bembridge", which the way leads over already."""
_FUELS = ("fuel", "avgas", "ul91", "mogas", "jet_a")


def asked_of_again(said: Said) -> list[Spot]:
    """ "Lognes Deauville samedi 10h, essence à Deauville ?", "…, dégagement près de Lugano": the field is on the way once."""
    low, again = said.slots.low, list[Spot]()
    spots = [spot for spot in said.slots.spots if spot.kind in ("code", "iata", "place")]
    codes = [field_of(said.name(spot), said.deps) for spot in spots]
    asking = [m.start for m in said.again().all_of(*_FUELS)] + [m.start() for m in _TO_DIVERT.finditer(low)]
    for place, spot in enumerate(spots):
        if codes[place] is None or codes[place] not in codes[:place]:
            continue
        begin = max((m.end() for m in _PART.finditer(low, 0, spot.start)), default=0)
        if any(begin <= at < spot.start for at in asking):
            again.append(spot)
    return again


def beside_a_person(said: Said) -> list[Spot]:
    """ "Mit Frau und Enkerl von Wels nach Budweis": whoever is named behind one who comes along."""
    people = find_people(said.slots.low)
    if people is None:
        return []
    return [
        spot
        for spot in said.slots.spots
        if spot.kind in ("place", "unknown")
        and people.end <= spot.start
        and _AND.fullmatch(said.slots.low[people.end : spot.start])
    ]


def stayed_at_again(said: Said) -> list[Spot]:
    """ "Bembridge then Alderney from Popham, an hour at Bembridge": how long one is there, and no other leg."""
    spots = [spot for spot in said.slots.spots if spot.kind in ("code", "iata", "place")]
    codes = [field_of(said.name(spot), said.deps) for spot in spots]
    told = {m.end() for m in _SO_LONG.finditer(said.slots.low)}
    return [s for at, s in enumerate(spots) if s.start in told and codes[at] and codes[at] in codes[:at]]
