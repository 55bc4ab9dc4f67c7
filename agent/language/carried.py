"""What flies over a border beside people, or what the aircraft is, so that a rule of its own is asked for: a dog, a homebuilt."""

from __future__ import annotations

import re

PET = re.compile(
    r"\b(?:dogs?|doggy|pupp(?:y|ies)|cats?|kittens?|ferrets?|pets?|terriers?|labradors?|spaniels?|jack russells?|collies?|dachshunds?|retrievers?"
    r"|chiens?|chats?|chiots?|hunde?n?|hündin|katzen?|kater|welpen?|dackel|haustiere?)\b"
)

_IS_A_PLACE = re.compile(
    r"\b(?:isle of dogs|dog (?:beach|friendly)|dog-friendly|hot ?dogs?|cat (?:a|b|c|i+|[123])\b|pet ?friendly)"
)
_HOMEBUILT = re.compile(
    r"\b(?:home-?built|self-?built|kit-?(?:plane|built)|amateur-?built|permit(?: aircraft| plane| machine|-to-fly| to fly)|on an? (?:laa )?permit|experimental"
    r"|vintage (?:aircraft|aeroplane|plane)|selbstbau\w*|eigenbau\w*|construction amateur|cnra|cnsk|cdnr|cnrac)\b",
    re.IGNORECASE,
)
_MICROLIGHT = re.compile(
    r"\b(?:micro-?lights?|ultra-?lights?|ultraleicht\w*|luftsportger[äa]t\w*|ulm|flex-?wing|3[- ]axis|paramotor|(?:im|mit (?:dem|einem|meinem|unserem)|mein|das|ein|per|mit) ul|ul-flugzeug)\b"
)

ANIMALS, PERMIT, MICROLIGHTS = "pets-aboard", "visiting-permit-aircraft", "visiting-microlights"
"""The entries of the rules on them."""


def own_rules(low: str) -> list[tuple[str, str]]:
    """Which entries of the rules a flight over a border asks for besides, each with the words that say so."""
    found: list[tuple[str, str]] = []
    if not _IS_A_PLACE.search(low) and (pet := PET.search(low)) is not None:
        found.append((ANIMALS, pet[0]))
    for name, words in ((MICROLIGHTS, _MICROLIGHT), (PERMIT, _HOMEBUILT)):
        if (craft := words.search(low)) is not None:
            found.append((name, craft[0]))
    return found
