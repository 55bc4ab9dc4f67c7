"""Whose papers a question is about, and whose dog: what people and animals aboard need to enter a country."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.language.carried import PET
from agent.language.nationality import peoples
from agent.language.slots import Named

_VISA = r"visas?(?![\s-](?:credit |debit |bank )?(?:cards?|karten?)\b)"
"""None that one pays with."""
_THEIR_PAPERS = re.compile(
    rf"\b(?:{_VISA}|visum|passports?|passeports?|reisep[aä]ss\w*|id cards?|identity cards?|(?:personal)?ausweis\w*|perso|cartes? d['’]identité|(?:permis|titre|carte) de séjour|permis [bcgl]\b|permit [bcgl]\b|[bcgl][- ]permits?|residence (?:card|permit)s?|aufenthalts(?:titel|bewilligung|erlaubnis)|niederlassungs\w*|(?:ausweis|bewilligung) [bcgl]|[bcgl][- ](?:ausweis|bewilligung)"
    r"|etias|ees|papers|papiere?s?|documents?|dokumente?|nationalit\w*)\b"
)
_A_PROBLEM = re.compile(
    r"\b(?:problems?|issues?|matters?|trouble|probleme?|problèmes?|macht (?:das |es )?(?:et)?was(?: aus)?|ça passe|ça joue|geht das)\b"
)
"""Whether somebody can come along at all."""
_PILOTS_PAPERS = re.compile(
    r"\b(?:lapl|n?ppl|bpl|spl|licen[cs]es?|lizenz|pilotenschein|flugschein|ratings?|qualifications?|medicals?|tauglichkeit\w*)\b"
)
"""What a pilot flies on, whoever issued it: no matter of the border."""
_TO_ENTER = re.compile(
    r"\b(?:needs?|required?|requires|show|stamp\w*|get in|let in|refused|bring|enough|suffic\w*|allowed|can|may|enter|in order|what about|reicht|reichen|genügt|brauch\w*"
    r"|benötig\w*|darf|dürfen|mitnehmen|einreis\w*|faut|besoin|suffit|(?:ça|ca) (?:passe|va|marche)|peu(?:t|vent)|doi(?:t|vent)|entrer|emmener)\b"
)
_HOLDS = re.compile(
    rf"\b(?:has|have|holds?|holding|with|on|hat|haben|mit|an?t|ont|avec) (?:only )?(?:an? |einen |une? )?\w+ (?:passports?|passeports?|(?:reise)?p[aä]ss(?:en?)?|{_VISA}|nationality)\b"
)
"""A passport by whose it is: "she has a Filipino passport"."""
_COMPANY = re.compile(
    r"\b(?:on board|aboard|in the back|along|with us|with me|pass?engers?|pax|friends?|guests?|mates?|living)\b"
)
_WHAT_THEY_NEED = re.compile(
    r"\bwhat (?:(?:papers|documents|do|does|will|would|must|should) )*(?:they|she|he|my (?:pass?engers?|guests?|friends?)) (?:needs?|shows?|brings?|have to (?:show|bring))\b"
    r"|\b(?:does|do|will|would) (?:she|he|they|my (?:pass?engers?|guests?|friends?)) get (?:stamped|in|a stamp)\b"
)
_BROUGHT = re.compile(
    r"\b(?:bring\w*|tak(?:e|ing)|fly\w*|come|coming|back (?:home|in|into|to)|allowed|ok|okay|darf|mit|needs?|braucht|brauchen|papers|papiere|papiers|carry|travel\w*|import\w*|enter|with me|aboard|on board|emm[eè]n\w*|am[eè]n\w*|ram[eè]n\w*|prendre|prends|prenons|venir|voyager"
    r"|nehm\w*|mitnehmen|mitbringen|mitfliegen|fliegen|einreisen|mitkommen|dabei)\b"
)
_ASHORE = re.compile(
    r"\b(?:caf[eé]s?|hotels?|pubs?|restaurants?|beach\w*|plage|strand|walks?|walkies|airfields?|clubhouse|terrain|flugplatz\w*|friendly|b&b)\b"
)
"""Where a dog is taken when it is there: no matter of the border."""


def of_pets(low: str) -> bool:
    """Whether an animal is to come along in the aircraft."""
    return bool(PET.search(low) and _BROUGHT.search(low) and not _ASHORE.search(low))


def asks_what_they_need(low: str) -> bool:
    """Whether it is asked what somebody needs, and not only told whose passports are aboard."""
    return "?" in low or _TO_ENTER.search(low) is not None or _WHAT_THEY_NEED.search(low) is not None


def of_people_aboard(low: str, named: Sequence[Named]) -> bool:
    """Whether it is asked what people of a nationality need to enter where one flies."""
    if _PILOTS_PAPERS.search(low) and not _THEIR_PAPERS.search(low):
        return False
    if _HOLDS.search(low) or (_COMPANY.search(low) and _WHAT_THEY_NEED.search(low)):
        return True
    return bool(
        peoples(named, low) and (_TO_ENTER.search(low) or _THEIR_PAPERS.search(low) or _A_PROBLEM.search(low))
    )


def asks_of_them(low: str, named: Sequence[Named]) -> bool:
    """Whether it is asked if the nationality of somebody aboard is in the way."""
    return bool(peoples(named, low) and _A_PROBLEM.search(low))


def has_papers(low: str) -> bool:
    """Whether passports, visas or the like are named."""
    return bool(_THEIR_PAPERS.search(low) or _HOLDS.search(low))
