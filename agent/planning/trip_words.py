"""Reads changes to a trip: "remove day 1 morning", "more relaxed", "swap Saturday for indoors", "undo"."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.planning import leisure
from agent.planning.slots import Slots

Arguments = dict[str, JsonValue]

_UNDO = re.compile(
    r"\bundo\b|\brevert\b|\bgo back\b|\bas it was\b|\bput it back\b|\bannule\w*|\bdéfai\w+|"
    r"\brückgängig\b|\bmach(?:e)? das zurück\b|\btake that back\b|\bprevious version\b"
)
_REMOVE = re.compile(
    r"\b(?:remove|delete|drop|cancel|skip|clear|take out|leave out|no more|get rid of|free up|"
    r"keep free|enlève|supprime|retire|sans|lösche|entferne|streich\w*|weglassen|ohne)\b"
)
_SWAP = re.compile(
    r"\b(?:swap|replace|change|exchange|substitute|switch|instead|something else|indoors? "
    r"instead|remplace|échange|tausch\w*|ersetz\w*|stattdessen|wechsle)\b"
)
_MORE = re.compile(r"\b(?:more|add|another|additional|extra|include|plus de|ajoute|mehr|noch ein\w*|füge)\b")
_RELAX = re.compile(
    r"\b(?:more relaxed|relax\w*|less (?:packed|busy|stress\w*|rushed|full|hectic|walking)|"
    r"slower|slow down|easier|calmer|lighter|fewer (?:stops|places|visits|things)|too (?:busy|"
    r"packed|much|full|many|hectic|rushed)|plus (?:calme|tranquille|détendu|cool|relax\w*)|"
    r"moins (?:chargé|rempli)\w*|entspannter|ruhiger|gemütlicher|weniger (?:programm|stress|"
    r"stopps)|zu (?:viel|voll))\b"
)
_PACK = re.compile(
    r"\b(?:more packed|busier|fuller|pack(?:ed)? (?:it|more)|more (?:stops|places|visits|"
    r"things|sights)|squeeze in|faster|tighter|plus chargée?|plus de visites|voller|mehr "
    r"(?:programm|stopps|orte)|too (?:empty|slow|relaxed|little))\b"
)
_BLOCKS = (
    ("morning", re.compile(r"\bmornings?\b|\bmatin(?:ée)?\b|\bvormittags?\b|\b(?<!guten )morgens?\b")),
    ("afternoon", re.compile(r"\bafternoons?\b|\baprès-midi\b|\bnachmittags?\b")),
    ("evening", re.compile(r"\bevenings?\b|\bnights?\b(?! ?life)|\bdinner\b|\bsoir(?:ée)?\b|\babends?\b")),
)
_DAY = re.compile(
    r"\bday\s*(?P<n>\d|one|two|three|four|five|six|seven)\b|\b(?:the )?(?P<o>first|second|"
    r"third|fourth|last) day\b|\bjour\s*(?P<f>\d)\b|\b(?:premier|deuxième|troisième) jour\b|"
    r"\btag\s*(?P<g>\d)\b|\b(?P<h>erste[nr]?|zweite[nr]?|dritte[nr]?) tag\b"
)
_NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "erste": 1,
    "ersten": 1,
    "erster": 1,
    "zweite": 2,
    "zweiten": 2,
    "zweiter": 2,
    "dritte": 3,
    "dritten": 3,
}
_INDOOR = re.compile(
    r"\bindoors?\b|\binside\b|\bunder a roof\b|\bà l'intérieur\b|\bdrinnen\b|\bindoor\b|"
    r"\brain(?:s|ing|y)?\b"
)
_OUTDOOR = re.compile(r"\boutdoors?\b|\boutside\b|\bfresh air\b|\bdraußen\b|\ben plein air\b")
_PLACE = re.compile(
    r"\b(?:remove|delete|drop|skip|cancel|replace|swap|leave out|take "
    r"out)\s+(?:the\s+)?(?P<p>[^,.?!]+?)(?:\s+(?:from|on|for|with|in the|please|of day)\b.*)?$"
)


def read_edit(slots: Slots) -> Arguments | None:
    """The `edit` of a trip that a message asks for, None when it asks for none."""
    low = slots.low
    if _UNDO.search(low):
        return {"action": "undo"}
    day, block = _day(slots), _block(low)
    where: Arguments = {**({"day": day} if day is not None else {}), **({"block": block} if block else {})}
    named = bool(where) and len(slots.words) <= 12
    interests = leisure.read_interests(slots)
    if _RELAX.search(low) and not _PACK.search(low) and len(slots.words) <= 10:
        return {"action": "relax", **where}
    if _PACK.search(low) and len(slots.words) <= 10:
        return {"action": "pack", **where}
    if _SWAP.search(low) and len(slots.words) <= 14:
        edit: Arguments = {"action": "swap", **where}
        if _INDOOR.search(low):
            edit["indoor"] = True
        place = _place(low) if not where else None
        if interests and not _INDOOR.search(low):
            edit["interest"] = interests[-1]
        elif _OUTDOOR.search(low):
            edit["interest"] = "nature"
        if place:
            edit["place"] = place
        return edit if len(edit) > 1 and not (slots.of("days") and not where) else None
    if named and re.search(r"\bindoors?\b|\binside\b|\bdrinnen\b", low):
        return {"action": "swap", **where, "indoor": True}
    if _REMOVE.search(low) and len(slots.words) <= 10:
        place = _place(low) if not where else None
        return {"action": "remove", **where, **({"place": place} if place else {})} if where or place else None
    if _MORE.search(low) and interests and len(slots.words) <= 10:
        return {"action": "more", **where, "interest": interests[0]}
    return None


def _day(slots: Slots) -> JsonValue:
    if match := _DAY.search(slots.low):
        said = next((group for group in match.groups() if group), "")
        if said.isdigit():
            return int(said)
        return _NUMBERS.get(said)
    if slots.days:
        day = slots.days[0]
        return day.weekday if day.weekday else day.when.isoformat()
    return None


def _block(low: str) -> str | None:
    return next((name for name, pattern in _BLOCKS if pattern.search(low)), None)


def _place(low: str) -> str | None:
    match = _PLACE.search(low)
    if (
        match is None
        or len(match["p"]) < 3
        or re.match(r"(?:for|with|it|that|this|to|in|indoors?|something|them|day)\b", match["p"])
    ):
        return None
    return match["p"].strip()
