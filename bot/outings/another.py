"""Whether a message under a card is of another outing, or said in jest: then it is left to the others."""

from __future__ import annotations

from agent import regex as re
from agent.language.months import MONTH, MONTHS
from bot.outings.evidence import Evidence
from bot.outings.outing import Outing

OF_PEOPLE = (
    "say",
    "alone",
    "along",
    "seat",
    "cancel",
    "withdraw",
    "report",
    "mine",
    "guest_out",
    "flying",
    "not_flying",
)
"""What is said of this outing alone; another day or place may be what it is moved to."""
OF_ITS_STATE = ("who", "seats", "todo", "cost", "paid")
"""What is asked of this outing, or was spent on it, unless another is named: "who is in for June?"."""
_OF_A_MONTH = re.compile(
    rf"\b(?:for|in|the|next|last|für|im|den|letzten|nächsten|en|de|d'|pour)\s*({MONTH})\b", re.IGNORECASE
)
_YEAR = re.compile(
    r"(?<![\d.:,/])(?:19[5-9]\d|20[0-4]\d)(?![\d:.,/]|\s*(?:m\b|ft|feet|kg|rpm|z\b|euro|€|£|quid|pounds))",
    re.IGNORECASE,
)
_FOR = re.compile(r"\b(?:for|für|pour)\s+(?:the\s+|den\s+|die\s+|das\s+|la\s+|le\s+)?$", re.IGNORECASE)
_TRIP_TO = re.compile(
    r"\b(?:trip|outing|tour|run|ausflug|reise|sortie|voyage|balade)\s+(?:to|nach|auf|à|au|en|vers)\s+$",
    re.IGNORECASE,
)
_ITS_TRIP = re.compile(
    r"^[ -](?:trip|weekend|outing|run|do|thing|one|tour|flight|fly-?(?:in|out)|ausflug|wochenende|reise)\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:this (?:time|one|year|week|saturday|sunday)|now|but|so|diesmal|dieses mal|jetzt|aber|also|deshalb"
    r"|cette fois|maintenant|mais|donc|alors)\b",
    re.IGNORECASE,
)
""" "Last year I was ill, this time I'm in"."""


def is_of_another_outing(e: Evidence, outing: Outing) -> bool:
    """Whether another trip is named: by its month, by where it goes, or as the one that was or will be."""
    if _NOW.search(e.text):
        return False
    if e.has("other.trip") or (e.has("other.time") and not e.asks and not e.has("answer.regret")):
        return True
    years = {int(m[0]) for m in _YEAR.finditer(e.text)}
    if years and outing.days and not years & {day.year for day in outing.days}:
        return True  # "I thought about coming in 2018"
    months = {day.month for day in outing.days}
    named = {MONTHS[m[1].lower()] for m in _OF_A_MONTH.finditer(e.text)}
    return bool(named and months and not named & months) or any(
        not outing.goes_to(spot.name)
        and (
            _FOR.search(e.text[: spot.start])
            or _TRIP_TO.search(e.text[: spot.start])
            or _ITS_TRIP.match(e.text[spot.end :])
        )
        for spot in e.said.slots.spots
        if spot.kind not in ("here", "unknown")
    )


def is_of_the_last(e: Evidence) -> bool:
    """Whether what was spent was spent on the one before: "last time I paid 48"."""
    return e.has("other.before") and not _NOW.search(e.text)


def is_in_jest(e: Evidence) -> bool:
    """Whether it says the contrary of its words, laughs, or supposes: "in your dreams", "if it were up to me"."""
    if e.has("other.unreal") and not e.has("answer.out"):
        return True
    return (e.has("other.irony") and not e.has("answer.in")) or (e.has("other.laughs") and len(e.words) <= 2)
