"""Puts the name of a trip's stop where a message only says "the stop": "do I need PPR for the stop on the way"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import JsonValue

_ARTICLE = r"(?:the|our|my|that|unser\w*|de[rnm]|die|das|dies\w*|notre|cette|la|l['’])"
_STOP = re.compile(
    rf"(?P<lead>\b(?:at|for|of|in|from|about|on|does|do|is|has|will|für|an|auf|von|bei|in|über|braucht|hat|ist|verlangt|pour|à|de|sur)\s+){_ARTICLE}\s*"
    r"(?:(?P<which>first|second|last|erste[nrm]?|zweite[nrm]?|letzte[nrm]?|première|premier|deuxième|dernière)\s+)?(?:fuel[- ]?|lunch |tank-?|mittags)?"
    r"(?:stop(?:over)?|zwischenstopp?|zwischenlandung|zwischenhalt|stopp?|halt|escale|étape)\b"
    r"(?:\s+(?:on the way|en route|in between|unterwegs|auf dem weg|en chemin|sur le chemin|en route))?"
    r"|(?P<fused>\b(?:beim|vom|zum|am)\s+)(?:tank-?|mittags)?(?:zwischenstopp?|zwischenlandung|zwischenhalt|stopp?|halt)\b(?:\s+(?:unterwegs|auf dem weg))?",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:skip\w*|drop\w*|without|cancel\w*|leave out|add\w*|move\w*|change\w*|instead|longer|shorter|minutes?|hours?|min|long|stay\w*|"
    r"ohne|streich\w*|lass\w*|verschieb\w*|länger|kürzer|stunden?|minuten?|statt|sans|annul\w*|supprim\w*|déplac\w*|plus long\w*|heures?|"
    r"far|distance|weit|loin|which|where|what (?:is|are) the|welche\w*|wo|où|quel\w*)\b",
    re.IGNORECASE,
)
_PLACES = (
    ("first", 0),
    ("erste", 0),
    ("premi", 0),
    ("second", 1),
    ("zweite", 1),
    ("deuxi", 1),
    ("l", -1),
    ("derni", -1),
)


def with_the_stop_named(text: str, trip: Mapping[str, JsonValue]) -> str:
    """The message with the stop's name; as it is where it may be of another one, or where the stop is changed."""
    over = [v for name in ("via", "return_via") if isinstance(v := trip.get(name), list)]
    stops = list(dict.fromkeys(str(one) for way in over for one in way))
    match = _STOP.search(text)
    if match is None or not stops or _CHANGES.search(text):
        return text
    which = (match["which"] or "").lower()
    place = next((at for begins, at in _PLACES if which.startswith(begins)), None) if which else 0
    if place is None or (not which and len(stops) > 1) or not -len(stops) <= place < len(stops):
        return text
    lead = match["lead"] or _ALONE.get((match["fused"] or "").strip().lower(), "at ")
    return f"{text[: match.start()]}{lead}{stops[place]}{text[match.end() :]}"


_ALONE = {"beim": "bei ", "vom": "von ", "zum": "für ", "am": "in "}
