"""Reads whether one may leave Schengen or the customs territory from one field, or enter there: no flight is told."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said

_OUTER_BORDER = re.compile(
    r"\b(?:leav\w+|exit\w*|depart\w*|out of|outside|enter\w*|from outside|non|ausreise\w*|einreise\w*|verlass\w*|raus|außerhalb|ausserhalb|nicht|sort\w*|quitt\w+|entr\w+|hors)\b"
    r"[^.?!;]{0,30}\b(?:schengen\w*|eu|e\.u\.|ue|europäischen union|union européenne|customs territory|zollgebiet\w*)\b"
    r"|\b(?:schengen|eu|ue)[- ]?(?:ausreise|einreise|exit|departures?|arrivals?|flights?|flug|flüge|raum verlassen)\b"
    r"|\b(?:schengen\w*|eu)\b[^.?!;]{0,20}\b(?:verlass\w*|ausreis\w*|einreis\w*)\b"
)
_STRAIGHT = re.compile(
    r"\b(?:straight|direct(?:ly)?|direkt|directement|(?:en )?direct)\b[^.?!;]*\b(?:abroad|foreign|ausland|auslandsflug|étranger|schengen\w*|eu|ue)\b"
    r"|\b(?:abroad|foreign|ausland|étranger)\b[^.?!;]*\b(?:straight|direct(?:ly)?|direkt|directement|customs (?:airport|airfield|field)|zoll(?:flug)?pl\w+|aéroport (?:avec|de) douane|terrain douanier)\b"
)


def field_alone(said: Said) -> str | None:
    """The one field that a message names (or home, where it names none) while it asks to cross the outer border there."""
    low = said.slots.low
    if not (_OUTER_BORDER.search(low) or _STRAIGHT.search(low)) or said.slots.countries:
        return None
    if said.has("flight_plan", "distance"):
        return None
    spots = [s for s in said.slots.spots if s.kind not in ("here", "home")]
    if any(spot.is_area or spot.kind == "country" for spot in spots):
        return None
    names = [spot.name for spot in spots] or ([said.home] if said.home and _OWN.search(low) else [])
    fields = {field_of(name, said.deps) for name in names}
    return fields.pop() if len(fields) == 1 else None


_OWN = re.compile(
    r"\b(?:home|my (?:own )?(?:field|airfield|strip|base)|our (?:field|airfield|strip)|heimatplatz|mein\w* (?:platz|flugplatz)|unser\w* (?:platz|flugplatz)|mon terrain|notre terrain|chez (?:moi|nous))\b"
)
