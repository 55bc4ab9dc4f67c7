"""Whether a question behind a flight is of where one arrives, and not of what lies along the way."""

from __future__ import annotations

from agent import regex as re
from agent.language.slots import Slots

OF_A_WAY = re.compile(
    r"\b(?:between|along|route|track|way|leg|stop|halfway|zwischen|entlang|strecke|weg|unterwegs|entre|long|trajet|route|chemin|étape|escale)\b"
)
_OF_WHERE_ONE_ARRIVES = re.compile(
    r"[:,;.?]\s*(?:and |und |et )?(?:is there|are there|have they|do they|does it|has it|can i get|gibt(?:'s| es)|haben die|hat der platz|y a-t-il|est-ce qu'il y a|il y a|ont-ils)\b"
)
_ANYWHERE = re.compile(
    r"\b(?:field|strip|airport|airfield|aerodrome|somewhere|anywhere|where|any|platz|plätze|irgendwo|wo|terrain|quelque part|où|alternates?|diversions?)\b"
)


def asks_of_the_end(slots: Slots) -> bool:
    """ "Going from Sywell to Le Touquet: is there avgas": of where one arrives, not of what lies along the way."""
    roles = {spot.role for spot in slots.spots}
    found = _OF_WHERE_ONE_ARRIVES.search(slots.low)
    if found is None or not {"from", "to"} <= roles or len(slots.spots) > 3:
        return False
    last = max(s.end for s in slots.spots if s.role == "to")
    rest = slots.low[found.start() :]
    return found.start() >= last and not OF_A_WAY.search(rest) and not _ANYWHERE.search(rest)
