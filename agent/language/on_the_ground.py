"""Knows words of distress that are told from the ground: a stranded aeroplane, last century's failure, a headset.

"Stuck at Guernsey, gear collapsed, how do we get home" is no call for help; "prop damaged, vibrating" is one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent import regex as re
from agent.language.distress_signs import Sign

_IN_THE_AIR = frozenset(
    {"now.land", "now.takeoff", "urgent.help", "urgent.here"}
    | {f"call.{call}" for call in ("mayday", "pan", "emergency")}
)
"""Words of who flies, or calls."""
_STANDS = "ground.stands"
_AT_ITS_PLACE = re.compile(
    r"\b(?:at|[àa]|in|am|auf|on)\s+(?:the |la |le |l['’]|der |dem )?(?-i:[A-ZÀ-Ü])", re.IGNORECASE
)
""" "At Le Touquet": what flies is over it, or near it."""
_ALOFT = re.compile(r"\b(?:wolken\w*|nebel\w*|clouds?|fog|imc|nuages?|brouillard|couche)\b", re.IGNORECASE)
"""What one is stuck in up there."""
_STUCK_AT = re.compile(
    r"^\W*(?:we(?:['’]re| are)? |i(?:['’]m| am)? )?(?:stuck|stranded) (?:(?:at|in|on) (?-i:[A-Z][a-zà-ü])|at (?-i:[A-Z]{4}\b))"
    r"|^\W*(?:on est |je suis |nous sommes )?(?:en panne|bloqu\w+|coinc\w+) (?:à|au|aux|en|sur) (?:l[ae] )?(?-i:[A-Z])",
    re.IGNORECASE,
)
""" "Stuck at Guernsey", which begins with nothing that may be stuck."""
_YEAR = re.compile(
    r"\b(?:in|back in|since|of|summer|winter|en|depuis|im jahr|jahr|seit|sommer|winter)\s+(?:19[4-9]\d|20[0-2]\d)\b(?!\s*(?:ft|feet|fuss|fuß|pieds|m\b|rpm|hpa|l\b|kg))"
    r"|^\W*(?:19[4-9]\d|20[0-2]\d)\s+(?:hatte|had|my|bei)\b",
    re.IGNORECASE,
)
""" "In 1998 my engine failed"."""
_OUT = re.compile(
    r"^\W*(?:sorry\W+)?(?:i\s?['’]?m|i am|we\s?['’]?re|we are|count me|ich bin|bin|wir sind|je suis|on est)\s+(?:out|raus|hors du coup|dehors)\s*(?:[.,;:!–-]|because|as\b|this time)",
    re.IGNORECASE,
)
""" "I'm out. Fuel leak": of who does not come along."""
_DEW = re.compile(r"\b(?:dew ?points?|point de rosée|taupunkt\w*)\b", re.IGNORECASE)
"""Figures of the air, from which a worry is reckoned: "dew point 7, temp 8, carb ice or fog?"."""
_NEEDS_NONE = re.compile(
    r"\b(?:brauche?n? (?:ich |wir )?kein\w*|(?:don['’]?t|do not) need|no need (?:for|of)|pas besoin d[e'’])\s*(?:any )?(?=fuel|avgas|petrol|sprit|benzin|kraftstoff|avgas|essence|carburant)",
    re.IGNORECASE,
)
""" "Brauche keinen Sprit": a wish that is let go."""
_CANNOT = re.compile(
    r"\b(?:can['’]?t|cannot|can not|won['’]?t|still|nicht|ne (?:peu|veu|ren)\w+|n['’]arriv\w+)\b", re.IGNORECASE
)
""" "Gear damaged at Lydd, cannot lower it": who flies still."""
_SINCE = re.compile(
    r"\b(?:since|for|ever since|depuis|seit)\s+(?:(?:early|late|about|the|my|its|our|le|la|les?|der|dem|den|unserem) )*"
    r"(?:this (?:morning|afternoon|week)|yesterday|(?:last|next) (?:week|month|night|flight|time|weekend|summer|winter)|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|annual|service|days|weeks|months|(?:a|two|three|some|several|\d+) (?:days?|weeks?|months?)"
    r"|ce matin|hier|avant-hier|la semaine|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|(?:un|deux|trois|quelques|plusieurs|\d+) (?:jours?|semaines?|mois)|dernier vol|dernière (?:visite|révision)|visite|révision|semaine dernière|mois dernier"
    r"|heute (?:morgen|früh|vormittag|mittag)|gestern|vorgestern|letzte[rnm]? (?:woche|monat|wartung|flug|mal|sommer|winter)"
    r"|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|tagen|wochen|monaten|(?:ein|zwei|drei|einigen|ein paar|\d+) (?:tag|woche|monat)(?:en)?|wartung|jahresnachprüfung)\b",
    re.IGNORECASE,
)
""" "The engine has been coughing since this morning": longer than one flies."""
_ASIDE = frozenset({"thing.myself", "thing.pilot", "thing.passenger"})
_OF_AN_AIRCRAFT = ("thing", "hint", "state", "urgent", "call")
_IDLE = ("idle.joke", "logic.hurry")
""" "We're running out of beer", "on manque de temps"."""
_BROKEN_THERE = {"fault.damaged"}
"""What is seen when one walks round; what stops, shakes or leaks is felt up there."""


def is_told_from_the_ground(text: str, said: Collection[str], signs: Sequence[Sign]) -> bool:
    """Whether nobody flies in it, by the concepts that it mentions and its signs of distress."""
    if _IN_THE_AIR & set(said):
        return False
    if signs and _YEAR.search(text):
        return True
    if signs and _NEEDS_NONE.search(text) and all("thing.fuel" in sign.said for sign in signs):
        return True
    if "now.place" in said or _ALOFT.search(text):
        return not signs and _DEW.search(text) is not None
    if signs and "now.nearest" not in said and _SINCE.search(text):
        return True
    if _STANDS in said or _STUCK_AT.search(text) or _OUT.match(text):
        return True
    if not signs:
        return "ground.aside" in said or _DEW.search(text) is not None or _names_only_what_is_no_aircrafts(said)
    faults = {concept for sign in signs for concept in sign.said if concept.startswith("fault.")}
    there = _AT_ITS_PLACE.search(text) is not None and _CANNOT.search(text) is None
    return there and faults == _BROKEN_THERE


def _names_only_what_is_no_aircrafts(said: Collection[str]) -> bool:
    """Whether beer, coffee or time is all that is named besides people."""
    of_an_aircraft = {concept for concept in said if concept.partition(".")[0] in _OF_AN_AIRCRAFT}
    return of_an_aircraft <= _ASIDE and any(idle in said for idle in _IDLE)
