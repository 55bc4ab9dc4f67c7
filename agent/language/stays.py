"""Reads how long one stays where one flies to, and for what: "two hours for lunch", "4 Stunden am Strand"."""

from __future__ import annotations

import re

STAY_FOR = re.compile(
    r"(?:\b(?:with|mit|avec|for|für|pour|pendant)\s+)?(?:\b(?:about|around|some|etwa|ca\.?|rund|gut|environ|good|a good)\s+)?"
    r"\b(?P<n>[1-9]|an|one|two|three|four|five|six|eine?|zwei|drei|vier|fünf|sechs|une|deux|trois|quatre|cinq)\s?"
    r"(?P<u>hours?|hrs?|h|std\.?|stunden?|heures?)\s+"
    r"(?:(?:for|to|at|on|in|am|im|an|auf|beim|zum|zur|fürs?|de|d['’]|à|a|au|pour|sur|en|dans)\s+)?"
    r"(?:(?:the|a|some|der|dem|den|das|ein|einen|la|le|les|l['’]|un|une|our|have)\s*)*"
    r"(?:lunch|brunch|breakfast|coffee|cake|beach|ashore|town|city|village|museum|shopping|sightseeing|swim\w*|bath\w*|meeting|island|"
    r"look(?:ing)? (?:a)?round|walk\w*|strand\w*|stadt\w*|ort|mittag\w*|essen|kaffee\w*|baden|schwimmen|museum|besprechung|termin|"
    r"insel|spazier\w*|bummel\w*|plage|ville|déjeuner|manger|repas|café|musée|visite\w*|réunion|île|baignade|promenade)\b"
)
""" "Two hours for lunch", "4 Stunden am Strand": on the ground where one flies to."""


def stays_for(text: str) -> list[tuple[int, int]]:
    """Where it is told how long one stays, and for what: no endurance, and no hour of a day."""
    return [match.span() for match in STAY_FOR.finditer(text)]
