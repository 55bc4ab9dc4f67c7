"""Whether a landing in a country needs a field with customs: "may I land in Switzerland without customs?"."""

from __future__ import annotations

from agent import regex as re
from agent.aviation.territories import Territory
from tongue import say

_A_CUSTOMS_FIELD = re.compile(
    r"\bzoll(?:flug)?(?:platz|pl[äa]tz\w*|hafen|h[äa]fen)\b|"
    r"\bcustoms (?:(?:air)?(?:port|field|strip)|aerodrome)s?\b|"
    r"\b(?:a[ée]rodrome|a[ée]roport|terrain)s? (?:douaniers?|de douane|avec (?:la )?douane)\b|"
    r"\b(?:without|no|ohne|kein\w*|sans|pas de)\s+(?:(?:any|a|the|einen?|la) )?"
    r"(?:customs|zoll|verzollung|douanes?)\b",
    re.IGNORECASE,
)
_LANDS = re.compile(
    r"\b(?:land(?:e|en|et|ing)?|fly (?:in|to|into)|(?:an|ein|hin)fliegen|"
    r"(?:me |nous |se )?pos(?:er|e|ons)|atterri\w+)\b",
    re.IGNORECASE,
)
_WHETHER = re.compile(
    r"\b(?:can|could|may|must|allowed|have to|need(?: to)?|darf|dürfen|dürfte|kann|können|könnte|"
    r"muss|müssen|erlaubt|brauch\w*|puis|peut|peux|pouvons|dois|doit|faut|autorisé|permis)\b",
    re.IGNORECASE,
)
_WHICH_FIELDS = re.compile(
    r"\b(?:[Ww]hich|[Ww]hat|[Ww]here|list|nearest|[Ww]elche\w*|[Ww]o|nächste\w*|[Qq]uels?|[Qq]uelles?|[Oo]ù|[A-Z]{4})\b"
)
_EU = "EU"


def lands_uncleared(question: str) -> bool:
    """Whether it asks if a field must have customs: of no field by name, and for no list of them."""
    told = _A_CUSTOMS_FIELD.search(question) and _LANDS.search(question) and _WHETHER.search(question)
    return bool(told) and _WHICH_FIELDS.search(question) is None


def on_landing_uncleared(territory: Territory) -> str:
    """What its customs mean for the field one lands at; "" where they are not certain."""
    if territory.customs == "verify":
        return ""
    if territory.customs == _EU:
        return say(
            "**Customs: none needed from the EU customs territory; from elsewhere needed: "
            "ask the field you choose whether it can clear you.**"
        )
    return say(
        "**Not without customs: from the EU it is needed. Ask the field you choose whether it can clear you.**"
    )
