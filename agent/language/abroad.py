"""Whether a message asks what a flight into a country takes: "England by private plane, what do I need"."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of

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


_CROSSES = re.compile(
    r"\b(?:cross\w*|enter(?:ing)?|entry|einflug|einfliegen|einreise|grenz(?:ü|ue)ber\w*|entrer|entrée|franchi\w*)\b"
)
_RULED = re.compile(
    r"\b(?:rules?|regulations?|regs|what applies|regeln?|vorschriften|was gilt|règles?|regles?|réglementations?)\b"
)
_OF_CROSSING = keys_of(
    "rule rules regulation regulations regs applies apply what which there airspace border vfr flight flights flying fly by aircraft plane light "
    "cross crossing crosses crossed enter entering entry into coming from when if any all main tell know need "
    "regeln regel vorschriften gilt gelten einflug einfliegen einreise grenze grenzüberflug grenzuberflug luftraum flug kommend komme wenn welche "
    "regles regle reglementation reglementations entrer entree franchir franchissement frontiere espace aerien avion vol venant depuis vers quelles"
)


def is_of_a_crossing(said: Said) -> bool:
    """ "What are the rules for crossing into Dutch airspace from the UK": all of the border, no one rule of either state."""
    low, named = said.slots.low, said.slots.countries
    if len({one.country.code for one in named}) != 2 or not (_CROSSES.search(low) and _RULED.search(low)):
        return False
    if any(spot.kind != "country" for spot in said.slots.spots):
        return False
    inside = [(one.start, one.end) for one in named]
    rest = [w for w in said.slots.words if not any(a <= w.start < b for a, b in inside)]
    return all(word.key in FUNCTION or word.key in _OF_CROSSING for word in rest)


BORDER_LINE = re.compile(
    r"\b(?:near|close to|next to|along|by|beside|just over|nahe|nah an|an|bei|entlang|nähe|naehe|pr[eè]s|proches?|long|c[oô]t[eé]|[àa] c[oô]t[eé])\b[^.?!,;]{0,24}?"
    r"\b(?:\w+ (?:border|frontier)s?|border (?:to|with) (?:the )?\w+|(?:la )?fronti[eè]re (?:\w+ )?\w+|\w+ (?:staats)?grenze|(?:staats)?grenze (?:zu[mr]?|nach|mit) (?:der |den )?\w+)\b"
    r"(?!\s*(?:cross\w*|control|police|point\w*|guard\w*|force|agency|posts?))"
)
""" "Near the Swiss border": a line, and no border that is crossed."""
