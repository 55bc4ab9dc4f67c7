"""What pilots ask and nothing here holds: trains and ferries, what is on, the moon, where an aircraft is."""

from __future__ import annotations

from typing import Literal

from agent import regex as re
from agent.language.said import Said

Beside = Literal["timetables", "events", "moon", "tracking"]

_ON_THE_SURFACE = re.compile(
    r"\b(?:(?:trains?(?! (?:rentrant|sorti|fixe|classique|tricycle|avant|principal|d['’]))|railways?|"
    r"(?<!my )(?<!our )(?<!an )(?<!mon )(?<!un )(?<!mein )(?<!meinem )(?<!einem )(?<!ein )"
    r"eurostar(?!s? (?:ev|sl|is a|ist ein|est un|micro|ul))|tgv|"
    r"ferry|ferries|"
    r"coach(?:es)?|bus(?:es)?|zug|züge|bahnverbindung\w*|fähren?|fernbus\w*|reisebus\w*|bateau|"
    r"traversée(?! maritime))\b|"
    r"(?:mit der|per|die) (?:deutschen? )?bahn\b)"
)
"""German "Bahn" alone is a runway, French "train rentrant" a gear, and "my Eurostar" a microlight."""
_EVENTS = re.compile(
    r"\b(?:what(?:['’]s| is) (?:on|happening) (?:in|at|near|around)|"
    r"(?:any|which|are there) (?:\w+ )?(?:events?|fly-?ins|air ?shows?)|"
    r"was ist los (?:in|auf|bei)|veranstaltungen|flugtage?|"
    r"quels? (?:événements?|évènements?)|meetings? aériens?)\b"
)
_MOON = re.compile(
    r"\b(?:full moon|new moon|moon ?(?:light|rise|set|phase)?|"
    r"vollmond|neumond|mond(?:aufgang|untergang|phase|schein)?|"
    r"pleine lune|lever de (?:la )?lune|la lune)\b"
)
_OVER_WATER = re.compile(
    r"\b(?:gilets?|radeaux?|canots?|life ?(?:jackets?|vests?|rafts?)|schwimmwesten?|rettungs(?:westen?|inseln?)|"
    r"finesse)\b"
)
"""Who asks for these crosses the water by air."""
_MARK = r"(?:[a-z]{1,2}|9h|2-)-[a-z]{3,4}|n\d{1,5}[a-z]{0,2}"
_WHERE_IS_IT = re.compile(
    r"\b(?:where (?:is|are|was)|where['’]?s|track(?:ing)?|locate|find|position of|who flies|who is flying|"
    r"wo (?:ist|steht|fliegt)|wo ist gerade|wer fliegt|position (?:von|der|de)|"
    rf"où (?:est|se trouve)|localise\w*|suivre|verfolge\w*)\b[^.?!]{{0,24}}(?<![\w-])(?:{_MARK})(?![\w-])"
)
""" "Where is G-ABCD": an aircraft by its marks."""
_OF_FLYING = (
    "fuel",
    "avgas",
    "customs",
    "rules",
    "notam",
    "metar",
    "taf",
    "weather",
    "airline",
    "restaurant",
    "hotel",
    "stop",
    "parking",
    "fee",
)
_FIELDS = re.compile(
    r"\b(?:air(?:fields?|ports?)|fields?|aerodromes?|strips?|terrains?|a[ée]roports?|\w*pl[aä]tze?|flugh[aä]fen)\b"
)


def beside_flying(said: Said) -> Beside | None:
    """Which of these a message asks for and nothing else; a train to town from a field is a fact of that field."""
    low = said.slots.low
    if said.all_of(*_OF_FLYING):
        return None
    if _WHERE_IS_IT.search(low):
        return "tracking"
    if _MOON.search(low):
        return "moon"
    if _EVENTS.search(low):
        return "events"
    if _OVER_WATER.search(low):
        return None
    if _ON_THE_SURFACE.search(low) and not _FIELDS.search(low) and _is_between_two_places(said):
        return "timetables"
    return None


def _is_between_two_places(said: Said) -> bool:
    return all(said.again().ends()) or (said.has("home") and len(said.spots) == 1)
