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
_NO_PORT = re.compile(
    r"\b(?:isn['’]?t|not|no|without being|other than|outside)\s+(?:an? |the )?"
    r"(?:official |designated |listed |approved )?"
    r"(?:ports? of entry|border crossing points?|customs (?:air)?(?:ports?|fields?|aerodromes?)|"
    r"designated(?: (?:airport|aerodrome|field))?)\b"
    r"|\b(?:kein\w*|nicht (?:als )?)\s*(?:offizielle\w* )?"
    r"(?:zoll(?:flug)?(?:platz|plätze\w*|hafen)|grenz(?:übergang\w*|flughafen)|port of entry)\b"
    r"|\b(?:pas|ni|non|sans être)\s+(?:un |d['’]|de )?"
    r"(?:points? (?:de passage|d['’]entrée)|ports? d['’]entrée|douaniers?|"
    r"(?:aérodromes?|terrains?) douaniers?|listé)\b",
    re.IGNORECASE,
)
_CLEARED = re.compile(
    r"\b(?:clear(?:ed|ance|ing)?|customs|immigration|dédouan\w+|douanes?|douaniers?|verzoll\w*|zoll\w*|"
    r"einreis\w+|abfertig\w+|abgefertigt|land(?:e|en|ing)?|arriv\w+|atterri\w+|pos(?:er|e))\b",
    re.IGNORECASE,
)
_LANDS = re.compile(
    r"\b(?:land(?:e|en|et|ing)?|fly (?:in|to|into)|(?:an|ein|hin)fliegen|"
    r"(?:me |nous |se )?pos(?:er|e|ons)|atterri\w+)\b",
    re.IGNORECASE,
)
_LEAVES = re.compile(
    r"\b(?:leav(?:e|ing)|depart(?:ing)?|tak(?:e|ing) ?off|set(?:ting)? off|start(?:e|en)?|abflieg\w*|"
    r"ab[fh]eben|losflieg\w*|décoll\w+|part(?:ir|ons|ant)|quitter|fly out|fly (?:direct|straight))\b",
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
_A_CODE = re.compile(r"\b[A-Z]{4}\b")
_EU = "EU"


def lands_uncleared(question: str) -> bool:
    """Whether it asks if a field must have customs: of no field by name, and for no list of them."""
    told = _A_CUSTOMS_FIELD.search(question) and _LANDS.search(question) and _WHETHER.search(question)
    return bool(told) and _WHICH_FIELDS.search(question) is None


def leaves_uncleared(question: str) -> bool:
    """ "Can I leave from a Swiss strip without customs": whether a field that is left must have them."""
    told = _A_CUSTOMS_FIELD.search(question) and _LEAVES.search(question) and _WHETHER.search(question)
    return bool(told) and _WHICH_FIELDS.search(question) is None


def at_no_port(question: str) -> bool:
    """ "How do I clear customs at a field that is no port of entry?": at any such, none being named."""
    return bool(_NO_PORT.search(question) and _CLEARED.search(question)) and not _A_CODE.search(question)


def on_no_port() -> str:
    """What is true of such a field, before what the country's text says."""
    return say(
        "**Not there, coming from outside Schengen or the customs territory: first land at a field that can"
        " clear you.**"
        " Whether officers come to the field by arrangement is for it and its customs to say: ask them."
    )


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
