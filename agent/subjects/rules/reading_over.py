"""Whether what a message asks of a town or park is how low, or if at all, one may fly over it."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said

_OVER = re.compile(
    r"\b(?:(?:fly(?:ing)?|flight|pass|go|transit\w*|cross\w*|overflight|overfly(?:ing)?|height|altitude|low|high|feet|ft|minimum) (?:\w+ ){0,3}?(?:over|above)"
    r"|overfl(?:y|ying|ight)(?: of)?|over|above|surv[oô]l\w*(?: de| du| d['’])?|(?:au[- ])?dessus (?:de|du|des|d['’])"
    r"|überfl(?:iegen|ug)(?: von)?|über|oberhalb von)\s*(?:the |le |la |les |l['’]|der |die |dem |den |das )?"
)
_HOW_LOW = re.compile(
    r"\b(?:how (?:low|high)|min(?:i|imum|imale?s?)? ?(?:height|altitude)|(?:height|altitude)s? min\w*|lowest|minim\w+ (?:height|altitude)"
    r"|hauteur|altitude (?:mini\w*|de survol)|quelle altitude|trop bas|wie (?:tief|hoch)|mindest\w*|min(?:dest)?höhe|höhe|tief)\b"
)
_MAY_ONE = re.compile(
    r"\b(?:can (?:i|we|you|one)|may (?:i|we|one)|am i allowed|are we allowed|allowed|legal|permitted|forbidden|prohibited|is it ok"
    r"|(?:peux|peut|puis|pouvons|droit|autorisé|interdit|permis)|darf|dürfen|erlaubt|verboten)\b"
)
_PARK = re.compile(
    r"\b(?:parcs? nationa(?:l|ux)|parc de (?:la |l['’])?\w+|national parks?|nature reserves?|réserves? naturelles?|naturschutzgebiete?|nationalparks?|waddenzee|wattenmeer|vanoise|[ée]crins)\b"
)
_OF_THE_AIR = (
    "weather",
    "metar",
    "taf",
    "wind",
    "winds_aloft",
    "cloud",
    "runway_wind",
    "distance",
    "flight_time",
    "notam",
    "sun",
)


def is_flown_over(said: Said) -> bool:
    """ "Hauteur mini au-dessus de Paris", "can I fly over Lyon": a rule of its country, and no sheet of a field."""
    low = said.slots.low
    if said.all_of(*_OF_THE_AIR) or said.slots.days or {"from", "to"} <= {s.role for s in said.slots.spots}:
        return False
    places = [s.start for s in said.slots.spots if s.kind == "place"]
    places += [m.start() for m in _PARK.finditer(low)]
    over = any(m.end() in places for m in _OVER.finditer(low))
    return over and (_HOW_LOW.search(low) is not None or _MAY_ONE.search(low) is not None)
