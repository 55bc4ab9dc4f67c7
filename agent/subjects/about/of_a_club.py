"""Whether a message is of what a club's group keeps: who flies, which seats are free, what is in the hangar."""

from __future__ import annotations

from agent import regex as re
from agent.language.lexicon import load_lexicon
from agent.language.said import Said

_WHO_FLIES = re.compile(
    r"\W*(?:(?:and|und|et|hi|salut|hallo|moin|so|alors|dis)\W+)*"
    r"(?:qui (?:est-ce qui )?(?:vole|va voler)|wer fliegt|who(?:'s| is| else is)? (?:flies|flying))\b"
)
_SEATS = re.compile(
    r"\b(?:(?:combien de|des|encore des|les) places?\b[^.?!]{0,12}\b(?:rest\w+|libres?|dispo\w*)|"
    r"(?:il )?reste(?:-t-il)? (?:\w+ )?(?:des |de la )?places?|(?:spare|free) seats?|"
    r"(?:how many|any|a) seats?\b[^.?!]{0,12}\b(?:left|free|going|spare)|freie (?:plätze|sitze|sitzplätze)|"
    r"(?:wie viele|noch|ein|freie?r?) (?:plätze|platz|sitze?|sitzplätze)\b[^.?!]{0,16}\b(?:frei|übrig))\b"
)
_AN_AIRCRAFT = re.compile(
    r"\W*(?:[Ll]['’]|(?:[Ll]e|[Ll]a|[Nn]otre|[Dd]ie|[Dd]er|[Uu]nsere?|[Tt]he|[Oo]ur) )[A-ZÄÖÜ0-9]"
)
""" "L'Archer …", "die Katana …": one that is called by its name."""
_NO_CLUB = frozenset(("distance", "weather", "metar", "customs", "fuel", "fee", "self_service"))


def is_of_a_club(said: Said) -> bool:
    """ "L'Archer est en révision jusqu'à vendredi", "wer fliegt am Wochenende?": nothing that is known here."""
    slots = said.slots
    if slots.spots or slots.countries or said.concepts & _NO_CLUB:
        return False
    if _WHO_FLIES.match(slots.low) or (slots.crafts and _SEATS.search(slots.low)):
        return True
    if not (slots.crafts or _AN_AIRCRAFT.match(slots.text)) or "?" in slots.text:
        return False
    words = load_lexicon(said.deps.settings.data / "language", "club")
    return any(mention.concept == "aircraft.gone" for mention in words.mentions(slots.words))
