"""Reads what an engine burns and what a tank holds: "34 l/h", "9 gph", "35 litres heure", "140 usable"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FIGURE = r"(?P<n>\d+(?:[.,]\d+)?)"
_VOLUME = r"(?:l|lit(?:er|re)s?|ltrs?|gal(?:lons?|s)?|usg)"
_AN_HOUR = r"(?:(?:/|per|an|a|pro|die|in der|the|à l'|de l'|par|each|l')\s*(?:h\b|hr|hour|stunde|std|heure))"
_BURN = re.compile(rf"{_FIGURE}\s*(?:{_VOLUME}\s*(?:{_AN_HOUR}|heure|stunde|h\b)|lph\b|l/h\b|gph\b|{_AN_HOUR})")
_BURN_BARE = re.compile(
    rf"\b(?:burn(?:s|ing)?|drinks?|uses?|consum\w+|nimmt|braucht|verbraucht|verbrauch|schluckt|boit|consomme|brûle|conso(?:mmation)?)"
    rf"\s*(?:is |of |:|= ?|von |de )?\s*(?:about |around |rund |etwa |environ )?{_FIGURE}\b(?!\s*(?:nm|kt|min))"
)
_USABLE = re.compile(
    rf"{_FIGURE}\s*{_VOLUME}(?![\w/])|(?P<n2>\d+(?:[.,]\d+)?)\s*(?:usable|ausfliegbar|utilisables?|on board|aboard|an bord)|"
    r"\b(?:usable(?: fuel)?|usable's|ausfliegbar|nutzbar|utilisables?|tanks?|tank hat|hold|holds)\s*"
    r"(?:is|are|:|=|sind|of|about|'s)?\s*(?P<n3>\d+(?:[.,]\d+)?)\b"
)
_GALLONS = re.compile(r"\bgal(?:lons?|s)?\b|\bgph\b|\busg\b")
_LITRES = re.compile(r"\bl(?:it|tr|/|ph|\b)")
LITRES_PER_GALLON = 3.785


@dataclass(frozen=True)
class Burning:
    """Litres an hour and litres on board; None is what was not said."""

    burn_lph: float | None = None
    usable_l: float | None = None


def find_burning(low: str) -> Burning:
    """The figures of a text in small letters; US gallons are turned into litres."""
    burn = _BURN.search(low) or _BURN_BARE.search(low)
    rest = low if burn is None else low[: burn.start()] + " " * len(burn[0]) + low[burn.end() :]
    usable = _USABLE.search(rest)
    in_gallons = _GALLONS.search(low) is not None
    return Burning(
        burn_lph=_litres(burn["n"], in_gallons and not _LITRES.search(burn[0])) if burn else None,
        usable_l=_litres(
            usable["n"] or usable["n2"] or usable["n3"], in_gallons and not re.search(r"\bl(?:it|\b)", usable[0])
        )
        if usable
        else None,
    )


def _litres(figure: str, in_gallons: bool) -> float:
    value = float(figure.replace(",", ".")) * (LITRES_PER_GALLON if in_gallons else 1)
    return int(value) if value == int(value) else round(value, 1)
