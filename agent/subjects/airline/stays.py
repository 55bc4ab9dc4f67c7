"""Who goes home without the aeroplane: stuck by the weather, or because it is broken, and where it stays."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said
from agent.language.slots import Spot

STUCK = re.compile(
    r"\b(?:stuck|stranded|fogged in|weathered in|snowed in|grounded|diverted|broken down|broke down|gone tech|unserviceable|aog|häng\w*|hock\w*|en panne|cassé|kaputt|defekt|liegengeblieben|sitting|stand|stehen|sitzen|sitze|steh|gestrandet|coincée?s?|"
    r"bloquée?s?|déroutée?s?)\b[^.?!]{0,14}?\b(?:in|into|at|to|à|a|en|fest in|auf)?\s*$"
)
"""What stands before the place where one is stuck: the airline leaves from there."""
_GETS_HOME = re.compile(
    r"\b(?:how (?:do|can|could|will|would|on earth do|else do) (?:i|we)(?: \w+)? (?:get|go|travel|make it)|wie (?:komme?n?|kommt|geht es|fahren?) (?:ich|wir|man)?|"
    r"comment (?:est-ce que )?(?:je|on|nous|puis-je|peut-on|faire pour)(?: \w+)? ?(?:rentr|revien|retourn|aller|va\b)\w*|"
    r"(?:any |another )?way (?:of getting |to get )?(?:home|back))\b"
)
_PART = (
    r"(?:engine|alternator|battery|starter(?: motor)?|mags?|magnetos?|tyre|tire|brakes?|prop|propeller|vacuum pump|carb\w*|cylinder|gear|"
    r"nose ?wheel|plane|aeroplane|airplane|aircraft|motor|lichtmaschine|generator|batterie|anlasser|reifen|bremse|fahrwerk|propeller|"
    r"flugzeug|flieger|maschine|alternateur|moteur|démarreur|pneu|frein|avion|hélice|train)"
)
_GONE = (
    r"(?:gone|dead|died|fail(?:ed|ure)?|bro(?:ken?)|bust(?:ed)?|packed (?:up|in)|u/?s|won'?t start|wont start|unserviceable|crack(?:ed)?|flat|grounded|tech|"
    r"kaputt|defekt|hin|tot|ausgefallen|geplatzt|gestreikt|streikt|springt nicht an|en panne|mort\w*|cassée?|lâché|crevé|hs|foutue?|ne démarre (?:pas|plus))"
)
_BROKEN = re.compile(
    rf"\b{_PART}\b(?: \w+'?\w*){{0,3}}? {_GONE}\b|\b(?:dead|flat|broken|failed|defekte[nrs]?|kaputte[nrs]?|panne d[e'’] ?)\W?{_PART}\b"
)
_IS_LEFT = re.compile(
    r"\b(?:leav(?:e|ing)|left|laiss\w*|lass\w*)\b[^.?!,]{0,12}\b(?:plane|aeroplane|airplane|aircraft|avion|flugzeug|flieger|maschine)\b|"
    r"\b(?:flugzeug|flieger|maschine)\b[^.?!,]{0,20}\b(?:stehen ?lass\w*|(?:bleib|lass)\w*)\b|\b(?:without the|sans l'?) ?(?:plane|aeroplane|aircraft|avion)\b|"
    r"\bohne (?:das |den )?(?:flugzeug|flieger)\b|\bavion reste\b|\b(?:plane|aircraft|aeroplane) (?:stays|has to stay)\b"
)
_IMPROVES = re.compile(
    r"\b(?:when|whens|when's|how long|until when|will|is|going to|gonna|does|wann|wird|quand|est-ce|va)\b[^.?!]*"
    r"\b(?:lifts?|clear(?:s|ing)?|improv\w+|better|burn(?:s|ing)? off|break(?:s|ing)? up|last|stay|"
    r"besser|auf(?:klar\w*|reiß\w*|lös\w*)|(?:se )?l[eè]ver?|d[eé]gage\w*|dissipe\w*|s'am[eé]liore\w*|mieux)\b|"
    r"\b[çc]a (?:va )?(?:se |s')?(?:l[eè]ver?|d[eé]gager?|dissiper?|am[eé]liorer?)\b|\b(?:klart|reißt|lockert) (?:es|das)\b[^.?!]*\bauf\b"
)
_COST = re.compile(
    r"\b(?:costs?|price|fees?|charges?|how much|dear|expensive|kost\w*|preise?|gebühr\w*|teuer|co[uû]te\w*|prix|tarifs?|taxes?|combien|cher)\b"
)
_STANDS = re.compile(r"\b(?:in|at|on|into|à|au|aux|a|en|sur|auf|bei)\s+(?:the |la |le |l')?$")


def is_broken(said: Said) -> bool:
    """Whether the aeroplane cannot fly or is left: "the alternator is gone", "si je laisse l'avion"."""
    return _BROKEN.search(said.slots.low) is not None or _IS_LEFT.search(said.slots.low) is not None


def gets_home(said: Said) -> bool:
    """Whether a way home is asked for, at no speed of one's own."""
    return _GETS_HOME.search(said.slots.low) is not None and not said.slots.of("speed")


def where_it_stays(said: Said) -> Spot | None:
    """The place where one is stuck, or where a broken aeroplane stands."""
    spots = [s for s in said.spots if s.kind != "here"]
    low = said.slots.low
    stuck = next((s for s in spots if STUCK.search(low[: s.start])), None)
    if stuck is not None or not is_broken(said):
        return stuck
    return next((s for s in spots if s.role != "from" and _STANDS.search(low[: s.start])), None)


def gets_home_without_it(said: Said) -> bool:
    """ "Coincée au Touquet, le vent souffle à 40 kt, comment je rentre à Namur": the aeroplane stays there."""
    return gets_home(said) and where_it_stays(said) is not None


def improves(said: Said) -> bool:
    """Whether it is asked when the weather gets better: "when will it lift"."""
    return _IMPROVES.search(said.slots.low) is not None


def asks_cost(said: Said) -> bool:
    """Whether money is asked for."""
    return _COST.search(said.slots.low) is not None
