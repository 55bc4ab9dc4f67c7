"""The apostrophes that thumbs leave out."""

from __future__ import annotations

from collections.abc import Callable

from agent import regex as re
from agent.language.slot_words import FRENCH, GERMAN
from agent.language.wording import word_set, words_of

_RUN_TOGETHER = {
    "im": "i'm", "ive": "i've", "whos": "who's", "whats": "what's", "whens": "when's", "wheres": "where's",
    "hows": "how's", "thats": "that's", "lets": "let's", "cant": "can't", "dont": "don't", "wont": "won't",
    "didnt": "didn't", "doesnt": "doesn't", "isnt": "isn't", "arent": "aren't", "havent": "haven't",
    "hasnt": "hasn't", "couldnt": "couldn't", "theyre": "they're", "theyve": "they've", "weve": "we've",
    "youre": "you're", "youve": "you've", "wouldnt": "wouldn't", "shouldnt": "shouldn't", "wasnt": "wasn't",
    "werent": "weren't", "hes": "he's", "shes": "she's", "theres": "there's", "oclock": "o'clock",
}  # fmt: skip
_IS_RUN_TOGETHER = re.compile(rf"(?<![\w'-])(?:{'|'.join(_RUN_TOGETHER)})(?![\w'-])", re.IGNORECASE)
_AT_A_NOUN = re.compile(r"im\s+[A-ZÄÖÜ]")
""" "im Clubheim" is German."""
_ILL = re.compile(
    r"(?:^|(?<=[,;.!] ))ill(?= (?:be|bring|call|do|come|join|phone|ring|take|sort|book|drive|pass|skip|see|check)\b)",
    re.IGNORECASE,
)


_ENGLISH = word_set(
    "the is are and to at what how for of my i we you have any there with on it do does can could need get go back"
)
_OTHERS = (GERMAN | FRENCH) - word_set("was die im wo des")
"""Words of German and French that English has not."""


def with_apostrophes_if_english(text: str, is_word: Callable[[str], bool]) -> str:
    """`text` with its apostrophes where more of its words are English than German or French: "ive an hour to spare".

    What is known as a word as it stands is left.
    """
    words = [word.key for word in words_of(text)]
    english, others = (sum(word in own for word in words) for own in (_ENGLISH, _OTHERS))
    return with_apostrophes(text, is_word) if english > others else text


def with_apostrophes(text: str, is_word: Callable[[str], bool] = lambda word: False) -> str:
    """`text` with the apostrophes that thumbs leave out: "whos in", "im out", "ill ring them"."""
    text = _ILL.sub("i'll", text)

    def apart(match: re.Match[str]) -> str:
        stays = _AT_A_NOUN.match(text, match.start()) or is_word(match[0].lower())
        return match[0] if stays else _RUN_TOGETHER[match[0].lower()]

    return _IS_RUN_TOGETHER.sub(apart, text)
