"""Reads how long one stays where one flies to, and for what: "two hours for lunch", "4 Stunden am Strand"."""

from __future__ import annotations

from agent import regex as re

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
STAY_TO = re.compile(
    r"\b(?:lunch\w*|eat\w*|mittag\w*|essen|déjeun\w+|mange\w*|stop\w*|bleiben|bade[nt]?|visit\w*)(?: (?:there|dort|là|sur place))?,? "
    r"(?:(?:for|about|around|für|etwa|rund|pendant|environ) )*"
    r"(?P<n>[1-9]|an|one|two|three|four|five|six|eine?|zwei|drei|vier|fünf|sechs|une|deux|trois|quatre|cinq)\s?"
    r"(?P<u>hours?|hrs?|h|std\.?|stunden?|heures?)\b(?! (?:at|in|before|vor|avant))"
)
""" "On déjeune deux heures", "lunch for an hour"."""


def stays_for(text: str) -> list[tuple[int, int]]:
    """Where it is told how long one stays, and for what: no endurance, and no hour of a day."""
    return [match.span() for said in (STAY_FOR, STAY_TO) for match in said.finditer(text)]
