"""What the words of an AIP row mean: fuel grades, hotels and restaurants, customs, kinds of approach."""

from __future__ import annotations

import re
from typing import Literal

Place = Literal["at_airport", "vicinity"]

_GRADES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("100LL", re.compile(r"100\s?LL", re.IGNORECASE)),
    ("UL91", re.compile(r"UL\s?91", re.IGNORECASE)),
    ("UL94", re.compile(r"UL\s?94", re.IGNORECASE)),
    ("100UL", re.compile(r"(?:G)?100\s?UL", re.IGNORECASE)),
    ("UL AERO SUPER+", re.compile(r"UL AERO SUPER", re.IGNORECASE)),
    ("jet_a", re.compile(r"JET\s?-?A\s?-?\s?1?|AVTUR|\bTR0\b|\bTRO\b", re.IGNORECASE)),
    ("mogas", re.compile(r"MOGAS|\bSP\s?9[58]|SUPER PLUS|EUROSUPER", re.IGNORECASE)),
)
_AVGAS = re.compile(r"AVGAS(?!\s*\(?(?:100|UL))", re.IGNORECASE)
_NOTHING = re.compile(
    r"^\W*(?:NIL|N[EÉ]ANT|NONE|NOT AVBL|NOT AVAILABLE|NO|AUCUNE?|KEINE?|[-–])\W*$", re.IGNORECASE
)
_AT = re.compile(
    r"\b(?:(?:on|at|sur)\s+(?:the\s+)?(?:AD|aerodrome|airport|AP|site|l'AD)|in (?:the )?terminal|Flughafenrestaurant|AP restaurant)\b"  # noqa: E501
    r"|^\W*(?:restaurant|caf[eé]|bar|buffet|bistro|available|AVBL|yes|oui)\b",
    re.IGNORECASE | re.MULTILINE,
)
_NEAR = re.compile(
    r"vicinity|\bVCY\b|near|nearby|in (?:the )?(?:city|town)|en ville|proximit|within\s+[\d.]+|Umgebung|in \w+: unlimited",  # noqa: E501
    re.IGNORECASE,
)
_APPROACH = re.compile(r"\b(ILS|LOC|LDA|GLS|RNP|RNAV|VOR|NDB|SRA|PAR)\b")

GRADE_NAMES: dict[str, str] = {
    "100LL": "AVGAS 100LL",
    "jet_a": "Jet A-1",
    "mogas": "mogas",
    "avgas": "AVGAS, grade not stated",
}


def says_nothing(text: str) -> bool:
    """Is the row empty or "NIL"?"""
    return not text.strip() or bool(_NOTHING.match(text))


def fuel_grades(text: str) -> tuple[str, ...] | None:
    """The grades of a fuel row, () for NIL, None when no grade is recognised.

    AVGAS without its grade is "avgas": it is not taken for 100LL.
    """
    if says_nothing(text):
        return ()
    found = [name for name, pattern in _GRADES if pattern.search(text)]
    if _AVGAS.search(text):
        found.append("avgas")
    if "100LL" in found and "avgas" in found:
        found.remove("avgas")
    return tuple(found) or None


def places_of(text: str) -> tuple[Place, ...] | None:
    """Where a hotel or restaurant is: at the field, near it, () for NIL; None when the row does not say."""
    if says_nothing(text):
        return () if text.strip() else None
    found: list[Place] = []
    if _AT.search(text):
        found.append("at_airport")
    if _NEAR.search(text):
        found.append("vicinity")
    return tuple(found) or None


def approach_type(name: str) -> str | None:
    """The kind of approach a chart's name gives: its most precise aid first."""
    found = _APPROACH.findall(name.upper())
    for kind in ("ILS", "GLS", "LOC", "RNP", "RNAV", "VOR", "NDB"):
        if kind in found:
            return kind
    return found[0] if found else None


def normal_grade(name: str) -> str:
    """The canonical name of a grade as pilots say it ("avgas" is 100LL, "jet" is jet_a)."""
    key = re.sub(r"[\s_-]", "", name).lower()
    if key in ("avgas", "100ll", "avgas100ll", "100"):
        return "100LL"
    if key.startswith(("jet", "avtur", "kerosene")):
        return "jet_a"
    if key in ("ul91", "avgasul91", "91ul"):
        return "UL91"
    if key in ("ul94", "94ul"):
        return "UL94"
    return "mogas" if key in ("mogas", "sp98", "sp95", "super") else name
