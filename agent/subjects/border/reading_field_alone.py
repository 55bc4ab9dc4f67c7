"""Reads whether one may leave Schengen or the customs territory from one field, or enter there: no flight is told."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import country_of, field_of
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


def fields_alone(said: Said) -> list[str]:
    """The field that a message names (or home, where it names none) while it asks to cross the outer border there.

    Several where they are listed: "from Kägiswil or Triengen". The country they lie in may be named, no other.
    """
    low = said.slots.low
    if not (_OUTER_BORDER.search(low) or _STRAIGHT.search(low)) or said.has("flight_plan", "distance"):
        return []
    spots = [s for s in said.slots.spots if s.kind not in ("here", "home")]
    nations = {country_of(s.name, said.deps) for s in spots if s.kind == "country"}
    nations |= {one.country.code for one in said.slots.countries}
    spots = [s for s in spots if s.kind != "country"]
    if any(spot.is_area or spot.role == "to" for spot in spots[1:]) or any(spot.is_area for spot in spots):
        return []
    names = [spot.name for spot in spots] or ([said.home] if said.home and _OWN.search(low) else [])
    fields = list(dict.fromkeys(field_of(name, said.deps) for name in names))
    known = [field for field in fields if field]
    if len(known) < len(fields) or (
        len(known) > 1 and any(s not in said.beside(spots[0], spots) for s in spots[1:])
    ):
        return []
    lands = {country_of(field, said.deps) for field in known}
    return known if (len(lands) == 1 or len(known) == 1) and nations <= lands else []


_OWN = re.compile(
    r"\b(?:home|my (?:own )?(?:field|airfield|strip|base)|our (?:field|airfield|strip)|heimatplatz|mein\w* (?:platz|flugplatz)|unser\w* (?:platz|flugplatz)|mon terrain|notre terrain|chez (?:moi|nous))\b"
)
