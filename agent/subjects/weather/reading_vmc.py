"""Reads whether a place is asked to be VMC: "is Cork VMC", "on est VMC à Quimper ?", "ist in Kassel VFR möglich heute"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said

_STATE = re.compile(r"\b(?:vmc|imc|svfr)\b")
_VFR = re.compile(r"\b(?:vfr|sichtflug\w*|vol à vue)\b")
_IS = re.compile(
    r"\b(?:is|are|was|isn['’]?t|still|remain\w*|stay\w*|ist|sind|bleibt|bleiben|noch|est|c['’]est|sera|reste|encore|toujours|wird|wäre|haben|hat|have|has|got|avons|avez|herrscht|"
    r"be|today|tomorrow|now|jetzt|heute|morgen|gerade|maintenant|aujourd['’]hui|demain|weather|wetter|météo|meteo|wx)\b"
)
_POSSIBLE = re.compile(
    r"\b(?:flyable|doable|possible|any good|conditions?|ok|okay|möglich|machbar|fliegbar|geht|klappt|passt|drin|faisable|volable|passe|praticable|jouable|"
    r"(?:can|could|may) (?:i|we|you|one) (?:\w+ )?(?:go|fly|get|land|come)|(?:kommt|komme?|kann|können|kommen) (?:man|ich|wir)|(?:peut|puis)[- ](?:on|je)|on peut|je peux|reicht|assez bon)\b"
)
_NOW = re.compile(
    r"\b(?:now|currently|at the moment|today|tomorrow|tonight|this (?:morning|afternoon|evening)|jetzt|gerade|momentan|heute|morgen|"
    r"maintenant|actuellement|en ce moment|aujourd['’]hui|demain|cet après-midi|ce (?:matin|soir)|weather|wetter|météo|meteo|wx|metar|taf)\b"
)
_IS_VFR = re.compile(
    r"\b(?:is it|are (?:we|they|things)|it['’]?s|is|are|will (?:it|\w+) be|ist(?: es| das)?|isses|haben wir|on est|c['’]est|est-ce|est)\b[^.?!]{0,24}\bvfr\b"
    r"(?! (?:only|allowed|permitted|traffic|field|airport|airfield|route|plan|flight plan|approach\w*|pilot\w*|charts?|rules|zone|corridor|erlaubt|verboten|autorisé|seulement))"
)
_A_RULE = re.compile(
    r"\b(?:rules?|regel\w*|règle\w*|allowed|permitted|legal\w*|erlaubt|zulässig|autoris\w+|minim\w+|mindest\w*|class\w*|klasse|classe|"
    r"night|nacht\w*|nuit|special|sonder\w*|spécial|only|nur|seulement|plan|squawk|transponder|charts?|karten?|routes?|what is|what does|was ist|"
    r"was heißt|qu['’]est-ce|définition|definition|mean\w*|bedeutet|required|pflicht|obligat\w+|airspace|luftraum|espace aérien|points?)\b"
)


def is_of_vmc(said: Said) -> bool:
    """One place or two, and whether it is VMC there: what is reported, beside the minima of visual flight."""
    low = said.slots.low
    told = {"brief"} if said.concepts & {"metar", "taf", "weather"} else set[str]()
    places = {said.name(spot) for spot in said.spots}
    whole = [c for c in said.slots.countries if not any(s.start < c.end and c.start < s.end for s in said.spots)]
    if not 1 <= len(places) <= _FEW or whole or _A_RULE.search(low) or said.concepts & _OF_ANOTHER - told:
        return False
    if said.spots[0].role in ("from", "between") and len(places) > 1:
        return False
    if _STATE.search(low):
        return _IS.search(low) is not None or len(said.slots.words) <= _SHORT
    if _VFR.search(low) is None:
        return False
    possible = _POSSIBLE.search(low) is not None and _NOW.search(low) is not None
    return len(places) == 1 and (_IS_VFR.search(low) is not None or possible) and not _TO_A_PLACE.search(low)


_BY_SIGHT_TO = re.compile(
    r"\b(?:vfr|vmc|nach sicht|à vue)\s+(?:(?:flight|flug|flüge|vol|possible|möglich|doable|ok|today|tomorrow|heute|morgen|demain)\s+)?(?:to|into|nach|vers|pour|bis|jusqu['’]à|à)\s+$"
)
_WORDS_OF_IT = 8


def is_by_sight_to(said: Said) -> bool:
    """ "VFR to Campbeltown", "vfr nach Sylt morgen?": whether the day is one to fly there, and no rule."""
    low, spots = said.slots.low, said.spots
    if len(spots) != 1 or spots[0].is_area or said.slots.countries or _A_RULE.search(low):
        return False
    if said.concepts & (_OF_ANOTHER - {"brief"}) or len(said.slots.words) > _WORDS_OF_IT or said.home is None:
        return False
    return _BY_SIGHT_TO.search(low[: spots[0].start]) is not None


_BY_SIGHT = re.compile(r"\b(?:vfr|vmc|sicht|sichtflug\w*|vol à vue|vue)\b")
_STILL_TODAY = re.compile(
    r"\bheute (?:noch|durchgehend)\b|\bnoch heute\b|\b(?:for )?the rest of (?:today|the day)\b|\b(?:all|later|still) today\b|\btoday still\b"
    r"|\b(?:encore|toujours) aujourd['’]hui\b|\baujourd['’]hui encore\b|\b(?:pour )?le reste de la journée\b|\bden rest des tages\b|\bden ganzen tag\b"
)
_EVENING = "18:00"
"""The end of the hours that are flown by day, local."""


def rest_of_today(said: Said) -> dict[str, JsonValue]:
    """ "Reicht's heute noch für Sicht?": the minima of visual flight against all that is told until the evening."""
    low = said.slots.low
    if not (_BY_SIGHT.search(low) and _STILL_TODAY.search(low)) or said.slots.of("clock"):
        return {}
    return {"vmc": True, "until": _EVENING}


_FEW = 4
_SHORT = 6
_TO_A_PLACE = re.compile(r"\b(?:to|from|nach|von|vers|depuis|jusqu'à|between|zwischen|entre)\s+[^\W\d_]")
_OF_ANOTHER = frozenset(
    ("rules", "notam", "watch", "flight_plan", "customs", "licence", "fuel", "brief", "sun", "reminder")
)
