"""Tells the kinds of small talk apart: thanks, a greeting, a farewell."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from agent import regex as re
from agent.language.wording import word_set, words_of

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
        "afternoon g-day bonjour bonsoir salut coucou guten-tag guten-morgen guten-abend moin servus servas serwus grias-di griaß-di grüezi grüß-gott "
        "gruezi ciao buongiorno hola hoi goedemorgen how-are wie-geht geht's ça-va vas-tu"
    ),
}
"""Words of each kind; a hyphen joins two that stand side by side."""


CHAT = word_set(
    "lol rofl haha hahaha hehe hihi nice cool great ok okay okey k kk yes yep yeah yup no nope nah sure hm hmm mhm ah aha oh ooh ohh wow super "
    "awesome perfect fine right got understood sorry oops ups well done good brilliant lovely sweet top amazing whatever yay bravo "
    "d'accord oui non ouais genial parfait bien bon compris desole dommage zut chouette "
    "klasse gut prima toll genau ja nein no na klar verstanden schade spitze mist jo jawohl jup stark geil"
)
"""Words of small talk that is neither, without accents."""


_THANKS_FIRST = re.compile(
    r"^\W*(?:(?:ok|okay|great|perfect|super|parfait|prima|gut|bien)\W+)*"
    r"(?:thanks|thank you|thx|cheers|ta|merci|danke)(?:\s+(?:a lot|very much|so much|beaucoup|bien|schön|sehr|dir))?\W+"
    r"(?=(?:and|und|et|what about|how about|was ist mit)\b)",
    re.IGNORECASE,
)


def behind_thanks(text: str) -> str:
    """A message without the thanks before what it goes on to ask: "thanks, and Kortrijk?"."""
    return _THANKS_FIRST.sub("", text)


def courtesy(text: str) -> Courtesy | None:
    """Which small talk a message is; thanks before a farewell before a greeting, None for any other."""
    said = [word.text.casefold() for word in words_of(text)]
    known = {*said, *("-".join(pair) for pair in pairwise(said))}
    return next((kind for kind, words in _WORDS.items() if known & set(words.split())), None)
