"""Which airfields a visiting light aeroplane can hope to use, as far as names and runway data say."""

from __future__ import annotations

from agent import regex as re
from agent.aviation.airports import Airport
from tongue import later

_WORDS = {
    later("paragliding site"): r"\bparagli\w*|\bparapente\w*|\bhang ?glid\w*|\bvol libre\b",
    later("gliding site"): r"\bglid(?:er|ing)\w*|\bsegelflug\w*|\bvol à voile\b|\bplaneurs?\b|\balianti\b",
    later("ultralight field"): r"\bultra-?l(?:ight|eicht|eger|éger)\w*|\bultralig\w+|\bmicrolight\w*|\bulm?\b",
    later(
        "mountain strip"
    ): r"\baltisurfaces?\b|\baltiport[os]?\b|\b(?:glacier|ghiacciaio)\b|\bmountain landing site\b",
    later("water aerodrome"): r"\bseaplanes?\b|\bhydro(?:base|surface|-ulm)?\b|\bwater (?:aerodrome|ad|landing)\b",
    later("drop zone"): r"\bdrop ?zone\b|\bparachut\w*|\bfallschirm\w*",
    later("model airfield"): r"\bmodel (?:airfield|club|airport|aircraft)\b|\bmodellflug\w*",
}
FARM_STRIP = later("farm strip")
STRIP = later("airstrip")
_FARM = re.compile(r"\bfarm\b", re.IGNORECASE)
_STRIP = re.compile(r"\b(?:air)?strip\b", re.IGNORECASE)
SHORTEST_FT = 1000
"""A shorter runway is an ultralight's, or a slip in the table: such a field is shown behind the others."""
_SPECIAL = {use: re.compile(pattern, re.IGNORECASE) for use, pattern in _WORDS.items()}


def special_use(airport: Airport) -> str | None:
    """What else than aeroplanes a field is for, by its name; None when the name is silent."""
    if airport.kind == "seaplane_base":
        return "water aerodrome"
    if (use := next((use for use, pattern in _SPECIAL.items() if pattern.search(airport.name)), None)) is not None:
        return use
    if airport.icao is not None:
        return None
    return FARM_STRIP if _FARM.search(airport.name) else STRIP if _STRIP.search(airport.name) else None
