"""What is only said to us in a group: a thumb, thanks with more words, praise of the bot. It is nodded at."""

from __future__ import annotations

from agent import regex as re
from agent.language.courtesy import courtesy
from agent.language.said import Said
from bot.commands import looks_asked
from bot.murmurs import asks_of_flying, of_flying

FIRST_WORDS = 3
"""So many words in, a thanks is what a message begins with: "ok great, cheers bot, …"."""
LONGEST_THANKS = 16
_A_LETTER = re.compile(r"[^\W_]")
_THE_BOT = re.compile(r"\b(?:bot|robot|robo|flyfun|machine|maschine|assistent)\b", re.IGNORECASE)
_PRAISE = re.compile(
    r"\b(?:clever|smart|good|best|better|well done|love(?:ly)?|great|brilliant|genius|cute|nice|legend|star|wow"
    r"|amazing|useful|funny|impressive|impressed|sweet|marry"
    r"|klug|schlau\w*|super|toll\w*|beste[rn]?|brav\w*|gut\w*|klasse|stark\w*|genial\w*|lieb\w*|lustig|praktisch"
    r"|malin|bravo|intelligente?|meilleure?|top|gentil|fort|chouette|adore|aime|pratique|mignon)\b",
    re.IGNORECASE,
)
_CAN = re.compile(
    r"\b(?:what (?:can|do|else)|how (?:do|does|can)|can (?:you|it|the bot)|was kann|kannst|qu'est|que peut"
    r"|que sais|peux|sais|tell me|show me|sag mir|zeig|dis-moi|help|hilf|aide)\b",
    re.IGNORECASE,
)


def is_only_said(text: str, said: Said) -> bool:
    """Whether a message that calls us asks nothing: a sign, thanks that go on, or praise."""
    if not _A_LETTER.search(text):
        return bool(text.strip(" ?!.…"))  # "👍", and not "?"
    if _CAN.search(text) or "?" in text:
        return False
    named = said.slots.codes or asks_of_flying(said)
    if _THE_BOT.search(text) and _PRAISE.search(text) and not named:
        return True
    if of_flying(said) is not None:
        return False
    words = text.split()
    thanks = courtesy(" ".join(words[:FIRST_WORDS])) == "thanks" and len(words) <= LONGEST_THANKS
    return thanks and not looks_asked(text)
