"""Tells the kinds of small talk apart: thanks, a greeting, a farewell."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from agent.language.wording import words_of

Courtesy = Literal["thanks", "greeting", "farewell"]

_WORDS: dict[Courtesy, str] = {
    "thanks": (
        "thanks thank thx thankyou ta cheers tnx ty much-obliged appreciated appreciate merci danke dank dankeschön "
        "danke-schön vielen-dank grazie gracias bedankt tak takk tack obrigado"
    ),
    "farewell": (
        "bye goodbye good-bye good-night goodnight see-you cya cheerio so-long au-revoir à-bientôt "
        "a-bientôt bonne-nuit tschüss tschuess servus-und ciao-ciao auf-wiedersehen bis-morgen "
        "bis-bald gute-nacht adieu tot-ziens"
    ),
    "greeting": (
        "hello hi hiya hey hallo howdy greetings good-morning good-afternoon good-evening good-day morning evening "
        "afternoon g-day bonjour bonsoir salut coucou guten-tag guten-morgen guten-abend moin servus grüezi grüß-gott "
        "gruezi ciao buongiorno hola hoi goedemorgen"
    ),
}
"""Words of each kind; a hyphen joins two that stand side by side."""


def courtesy(text: str) -> Courtesy | None:
    """Which small talk a message is; thanks before a farewell before a greeting, None for any other."""
    said = [word.text.casefold() for word in words_of(text)]
    known = {*said, *("-".join(pair) for pair in pairwise(said))}
    return next((kind for kind, words in _WORDS.items() if known & set(words.split())), None)
