"""Whether a message asks what a flight into a country takes: "England by private plane, what do I need"."""

from __future__ import annotations

import re

from agent.language.said import Said

_BY_PLANE = re.compile(
    r"\b(?:by|in|with|on|im|mit|per|en|avec)\s+(?:(?:an?|my|our|own|the|dem|einem|unserem|meinem|eigenen|un|mon|notre)\s+)*"
    r"(?:(?:private|light|small|little|ga|kleinen?|privaten?|eigenen|petit)\s+)*"
    r"(?:plane|aircraft|aeroplane|airplane|\w*flugzeug|\w*flieger|avion(?: privé| léger| de tourisme)?)\b"
)
_WHAT_PAPERS = re.compile(
    r"\b(?:what (?:do|will|would) (?:i|we) need|what(?:'s| is) needed|(?:what|which) (?:papers|paperwork|documents|forms)|"
    r"(?:what|which) formalities|paperwork|was brauche\w*|welche (?:papiere|formalitäten|dokumente)|que faut-il|"
    r"qu'est-ce qu'il (?:me |nous )?faut|quel(?:le)?s (?:papiers|formalités|documents|démarches))\b"
)
_OF_SOMETHING = re.compile(
    r"\b(?:carry|carried|aboard|on board|licen[cs]e|medical|insurance|dog|cat|pet|visa|passport|mitführen|an bord|schein|hund|"
    r"à bord|licence|chien)\b"
)


def into_a_country(said: Said) -> bool:
    """ "France by light aircraft, what papers": those of the border, no rule, where one country alone is said."""
    low, countries = said.slots.low, {named.country.code for named in said.slots.countries}
    asks = _BY_PLANE.search(low) and _WHAT_PAPERS.search(low) and not _OF_SOMETHING.search(low)
    return bool(asks) and len(countries) == 1


BORDER_LINE = re.compile(
    r"\b(?:near|close to|next to|along|by|beside|just over|nahe|nah an|an|bei|entlang|nähe|naehe|pr[eè]s|proches?|long|c[oô]t[eé]|[àa] c[oô]t[eé])\b[^.?!,;]{0,24}?"
    r"\b(?:\w+ (?:border|frontier)s?|border (?:to|with) (?:the )?\w+|(?:la )?fronti[eè]re (?:\w+ )?\w+|\w+ (?:staats)?grenze|(?:staats)?grenze (?:zu[mr]?|nach|mit) (?:der |den )?\w+)\b"
    r"(?!\s*(?:cross\w*|control|police|point\w*|guard\w*|force|agency|posts?))"
)
""" "Near the Swiss border": a line, and no border that is crossed."""
