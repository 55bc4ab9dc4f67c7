"""Tells times of arriving from those of leaving: "be there for 11", "muss um 17:30 zurück sein"."""

from __future__ import annotations

from agent import regex as re
from agent.language.quantities import Quantity
from agent.language.vague_times import VagueTime
from agent.subjects.trip.clocks import At

_LANDS_HOME = re.compile(
    r"\b(?:eta|land(?:ing|ed)?|arriv\w*|on blocks?|atterr\w*|landung|ankunft)\s+(?:back |again )?(?:at |in )?"
    r"(?:home|base|daheim|zu ?hause|back|retour)\s+(?:at |um |à |by )?$|"
    r"\b(?:home|back|daheim|retour)\s+(?:eta|on blocks?|landing)\s*:?\s*$"
)
""" "ETA home 1530": when one is there, not when one leaves."""
_IS_BACK = re.compile(
    r"\b(?:must|need(?:s)? to|have to|has to|got to|want to|should|would like to|supposed to|"
    r"['’]ve to) be (?:back|home)(?: again)?"
    r"(?: (?:in|at) [\w' -]{2,20})?\s*(?:at|for|around|about)?\s*$|"
    r"\bêtre (?:rentrée?s?|de retour|revenue?s?|à la maison|de nouveau)\s*(?:à|pour|vers)?\s*$"
)
_HOME_FOR = re.compile(
    r"\b(?:home|back|daheim|zu ?hause|rentrée?s?|de retour)(?: (?:in|at) [\w' -]{2,20})?\s+(?:again )?"
    r"(?:for|pour|für)(?: about| around| environ| etwa)?\s+$|"
    r"\b(?:rentrée?s|rentré|rentrees?|revenue?s?|de retour|à la maison|a la maison|chez (?:moi|nous)|daheim|"
    r"zu ?hause|heimkommen)\s+"
    r"(?:(?:le |am |on )?\w+ )?(?:(?:impérativement|absolument|forcément|spätestens|wieder|sein|au plus tard|"
    r"dernier carat)\s+)*(?:à|a|vers|pour|um|gegen|so gegen|bis)?\s*$|"
    r"\b(?:back|home) (?:in the hangar|in (?:my|our) own bed|at the (?:club|field|strip)|on the ground|"
    r"on stand)\s+(?:by|at|for|before)?\s*$"
)
""" "Home for 4": there by then."""
_BACK_THEN = re.compile(
    r"\s*(?:uhr|h)?\s*(?:muss|müssen|soll\w*|wollen?|must|doit)\s+[\w' ]{2,30}?\b"
    r"(?:wieder (?:da|hier|daheim|zurück|zu ?hause|am platz)|zurück)\b|"
    r"\s*(?:uhr|h|local|lt)?\s*(?:wieder |spätestens )*"
    r"(?:zurück|daheim|zu ?hause|da(?:heim)?|in [\w-]+ zurück)\s+(?:sein|bin|sind)\b|"
    r"\s*(?:uhr|h|heures?|local|lokal|ortszeit|lt)?\s*(?:(?:local|lokal|ortszeit|locale)\s+)?(?:(?:maxi?|max|"
    r"au plus tard|at the latest|latest|spätestens|dernier carat)\b|"
    r"(?:wieder |dann |auch )*(?:daheim|zu ?hause|landen|gelandet|am platz|im hangar)\b|wieder in \w|(?:at |"
    r"back )home\b|à la maison\b|chez nous\b|rentrée?s?\b)"
)
""" "Muss um 17:30 zurück sein", "we have to be home at five": when one is there."""
NO_LATER = re.compile(r"\b(?:by|before|avant|vor|bis)\s+")
_ARRIVING = re.compile(
    r"(?:\b(?:(?:be|b|get|being|getting) "
    r"(?:(?:sat|sitting|parked|safely|back|settled)(?: down)? )?(?:there|in|into|to|at|over)|"
    r"reach(?:es|ing)?|make it|j?arriv\w*|"
    r"on the ground (?=by |for |at |before )|(?:on|in) (?:the )?(?:stand|chocks|blocks)|wheels down|"
    r"touch(?:ing)?[ -]?down|down (?=by |for )|am boden|aufsetzen|au sol|posée?s?|"
    r"land(?!')|landing|landung|landen?|ankunft|meet(?:ing)?|rendez-vous|treffen|treffpunkt|verabredet|rdv|appointment|termin|besprechung|réunion|"
    r"(?:y |être |sera |serons |serai |sois |soyons |soit )(?:être|là|sur place|à)|"
    r"(?:on |j'|nous )y (?:est|suis|sommes|sera|serai|serons)|sur place|"
    r"(?:we(?:'re| are| have to be|'ll be)|i(?:'m| am|'ll be)) there|there (?=by |at |for |before )|atterr\w*)\b|"
    r"\b(?:needs?|needed|wants?|wanted|required?) (?:(?:the|my|our|an?) [\w' -]{2,20}? )?(?:at|in) "
    r"(?!\d|the (?:morning|afternoon|evening))|"
    r"\bbrauch\w* [^.;!?]{2,30}? (?:in|auf) (?!\d|der )|"
    r"\bfaut (?:l['’]|le |la |mon |notre )[\w' -]{2,20}? (?:à|au|aux) (?!\d)|"
    r"(?:^|[,;.] )(?:and )?in (?=by |for ))"
    r"(?:(?:(?!\b(?:leav\w*|off|depart\w*)\b)[^.;!?,]){0,30}"
    r"|(?:(?!\b(?:leav\w*|off|depart\w*|abflug|start\w*|décoll\w*|and|und|et|then|dann|puis|back|return\w*|zurück|retour)\b)[^.;!?,\d]){31,60})$"
)
"""Far from the hour too: "arriving at Lydd from Belgium on Saturday at 14:00"."""
_THEN_THERE = re.compile(
    r"^\s*(?:uhr\s*|local\s*|h\s*)?"
    r"(?:(?:muss|müssen|soll(?:en|te|ten)?|will|wollen|möchten?)\s+(?:ich|wir|man|die \w+)\s+)?"
    r"(?:(?:schon|spätestens)\s+)?"
    r"(?:(?:dort|da|vor ort|(?:in|auf) [\w-]+(?: [\w-]+){0,2}?|drüben|am ziel)\s+)"
    r"(?:sein|sind|bin|seid|an|ankommen|landen|treffen|verabredet|stehen|aufsetzen)\b|"
    r"^\s*(?:uhr\s*)?(?:ankommen|landen|treffen|ankunft)\b(?!\W*(?:um |gegen |ca\.? |so )?\d)"
)
_AM_THERE = re.compile(
    r"\b(?:bin|sind|seid)\s+(?:(?:ich|wir|spätestens|schon|dann|so)\s+)*(?:um|gegen|bis|ab)?\s*$|"
    r"\bbrauch\w*\s+[^.;!?,\d]{2,40}?(?:um|gegen|bis)?\s*$"
)
_THERE = re.compile(
    r"^\s*(?:uhr\s*|local\s*|h\s*|z\s*)?(?:dort|da|vor ort|drüben|am ziel|in [\w-]+|on site|sur place)\b"
)
""" "Bin um 14 Uhr dort", "wir sind gegen elf in Salzburg"."""


def figures_of(said: At | VagueTime | Quantity, low: str) -> int:
    """Where the figures of a time begin, behind its own word: "arriving 14:00", "bis 15 Uhr"."""
    return next((at for at in range(said.start, said.end) if low[at].isdigit()), said.start)


def is_arrival(low: str, said: At | VagueTime) -> bool:
    """ "Be there for 11", "um 11 dort sein": a time of arriving, not of leaving."""
    return (
        _ARRIVING.search(low[: figures_of(said, low)]) is not None
        or _THEN_THERE.search(low[said.end :]) is not None
        or (_AM_THERE.search(low[: said.start]) is not None and _THERE.search(low[said.end :]) is not None)
    )


_AT_HOME = re.compile(
    r"\s*(?:uhr|h|local|lt)?\s*(?:(?:lokal|local|ortszeit|locale|lt)\s+)?(?:spätestens |wieder |landen |"
    r"landung )*(?:daheim|zu ?hause|back home|at home|à la maison)\b"
)
_HOME_AT = re.compile(
    r"\b(?:daheim|zu ?hause|at home|à la maison|chez (?:moi|nous))\s+(?:(?:sein|wieder|spätestens|again)\s+)*"
    r"(?:um|gegen|bis|vor|spätestens|at|by|for|around|before|à|a|pour|vers|avant)\s+$"
)
""" "Um 17 Uhr daheim", "daheim um 17 Uhr": by when one is home."""


_HOME_IS = re.compile(
    r"(?:^|[,;.(–-]|\b(?:and|be|are|am|is|being|safely|back|then))\s*home(?: again)?\s+(?:at|around|about|by|"
    r"before)\s*$"
)
""" "Home at 5": one is there; "back at 5" may be either."""
_ARRIVES_THERE = re.compile(
    r"\b(?:arriv\w+|land(?:ing|e[nt]?)?|ankunft|ankomm\w+|atterri\w+|posés?|being|be|sein)\s+(?:(?:là[- ]bas|là|"
    r"la[- ]bas|sur place|there|over there|out there|dort|drüben|vor ort)\s+)"
    r"(?:(?:vers|à|a|at|by|around|about|for|um|gegen|so|bis|pour)\s+)*$"
)


def is_there_at(low: str, clock: At) -> bool:
    """ "Arrivée là-bas vers 14h", whatever was told of the way home before it."""
    return _ARRIVES_THERE.search(low[: figures_of(clock, low)]) is not None


_AWAY_AGAIN = re.compile(
    r"\b(?:away|off|leav\w+|airborne|out of there|(?:wieder|von dort) (?:los|weg|ab)|repart\w*|redécoll\w*)\b"
    r"(?: again| there)?\s+(?:by|before|avant|vor|bis)(?: \w+)?\s*$"
)
""" "Away again by half two": the field flown to is left by then."""


def is_home_by(low: str, clock: At, *, of_legs: bool = False) -> bool:
    """Whether a time of the way home is when one is home, and not when one leaves.

    `of_legs`: each of several legs is told with the time at which it begins.
    """
    if _AWAY_AGAIN.search(low[: figures_of(clock, low)]):
        return False
    return bool(
        _LANDS_HOME.search(low[: figures_of(clock, low)])
        or _IS_BACK.search(low[: clock.start])
        or _HOME_FOR.search(low[: figures_of(clock, low)])
        or (not of_legs and _HOME_IS.search(low[: figures_of(clock, low)]))
        or _BACK_THEN.match(low, clock.end)
        or NO_LATER.search(low[max(0, clock.start - 8) : clock.end])
    )


def is_at_home(low: str, clock: At) -> bool:
    """ "Um 17 Uhr daheim", "daheim um 17 Uhr"."""
    return bool(_AT_HOME.match(low, clock.end) or _HOME_AT.search(low[: figures_of(clock, low)]))
