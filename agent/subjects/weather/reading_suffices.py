"""Reads whether the fuel of a way suffices: "is that sensible with 48 gal", "reicht der Sprit ohne Nachtanken"."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said

LITRES_PER_IMPERIAL, LITRES_PER_GALLON = 4.54609, 3.785


_SUFFICES = re.compile(
    r"\b(?:reicht|reichen|langt|langen|genügt|genügen|sinnvoll|vernünftig|schaff\w*|suffi(?:t|sent|ra|raient|rait)?|assez|raisonnable|enough|sensible|sufficient|sane|"
    r"make it|get there)\b(?: (?:das|der|die|es|mir|that|is|it|le|la|les))?"
)
_NO_STOP = re.compile(
    r"\b(?:without (?:re-?fuel\w*|a (?:fuel )?stop|stopping)|ohne (?:nach(?:zu)?tanken|tankstopp|(?:zu )?tanken|zwischenstopp|auftanken)|sans (?:ravitailler|ravitaillement|refaire le plein|refueler|remettre (?:de l['’])?essence|escale|s['’]arrêter))\b|"
    r"\b(?:on (?:one|full|a) tanks?|mit (?:einem|vollem) tank|avec un plein|sur un plein)\b"
)
_SO_MUCH = re.compile(
    r"(?:\b(?:with|w|w/|on|mit|bei|avec|having|und|and|et)\s+)?(?:ca\.?\s|about |only |just |nur |seulement )?(?<![\w.,])(?P<n>\d{1,3}(?:[.,]\d)?)\s*(?P<u>us ?gal\w*|usg|gal(?:lon\w*)?|imp ?gal\w*|l|lit(?:er|re)s?)\b(?!\s*(?:/|per|an?\b|pro|die|par|à l))"
    r"(?:\s*(?:of )?(?:fuel|avgas|sprit|essence|carburant))?(?:\s*(?:on ?board|aboard|usable|in (?:the )?tanks?|an bord|im tank|in den tanks|à bord|a bord))?"
)
_OF_A_RUNWAY = frozenset(("runway", "longest_runway", "density", "crosswind"))


def asks_whether_it_suffices(said: Said) -> bool:
    """ "Is that sensible with 48 gal", "reicht der Sprit ohne Nachtanken": the fuel of a way, whether it lasts."""
    low = said.slots.low
    if not 1 <= len({said.name(spot) for spot in said.spots}) <= _BOTH_ENDS or said.concepts & _OF_A_RUNWAY:
        return False
    if said.slots.of("duration") and not _SO_MUCH.search(low):
        return False  # "reichen 3:30 Stunden Sprit": hours, which the time of the way is held against
    of_fuel = said.has("fuel") or _NO_STOP.search(low) or _SO_MUCH.search(low)
    return bool(
        _SUFFICES.search(low) and of_fuel and (_NO_STOP.search(low) or _SO_MUCH.search(low) or "sprit" in low)
    )


_BOTH_ENDS = 2


def take_what_suffices(said: Said) -> dict[str, float]:
    """The litres that are named with it, and its words taken."""
    low = said.slots.low
    said.used.update(one.span() for words in (_SUFFICES, _NO_STOP) for one in words.finditer(low))
    found = _SO_MUCH.search(low)
    if found is None:
        return {}
    said.used.add(found.span())
    unit = found["u"]
    litres = 1.0 if unit.startswith("l") else LITRES_PER_IMPERIAL if unit.startswith("imp") else LITRES_PER_GALLON
    value = float(found["n"].replace(",", ".")) * litres
    return {"usable_l": int(value) if value == int(value) else round(value, 1)}
