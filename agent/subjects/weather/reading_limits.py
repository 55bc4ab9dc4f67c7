"""Whether what was told is set beside a limit of the pilot's own."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said

_ASKED_OF_A_LIMIT = re.compile(
    r"\W*(?:(?:and|so|then|but|und|also|et|donc|alors)\W+)*(?:is|are|would|will|does|ist|sind|liegt|liegen|wäre|c'est|ce sera|est-ce)\b[^.?!]{0,30}"
    r"\b(?:above|below|within|inside|under|over|beyond|unter|über|innerhalb|sous|au-dessus|en dessous|au-dessous|dans|supérieure?|inférieure?)\b[^.?!]{0,12}"
    r"\b(?:my|our|mein\w*|unser\w*|mes|mon|ma|notre)\b[^.?!]{0,20}\b(?:limit\w*|max(?:imum)?|minim\w+|grenz\w+)\b"
)


def is_asked_of_an_own_limit(said: Said) -> bool:
    """ "Is it above my minima of 1200 ft?": what was told, set beside a limit; nobody who is in trouble asks so."""
    return _ASKED_OF_A_LIMIT.match(said.slots.low) is not None
