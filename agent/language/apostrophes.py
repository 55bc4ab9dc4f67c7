"""The apostrophes that thumbs leave out."""

from __future__ import annotations

import re

_RUN_TOGETHER = {
    "im": "i'm", "ive": "i've", "whos": "who's", "whats": "what's", "whens": "when's", "wheres": "where's",
    "hows": "how's", "thats": "that's", "lets": "let's", "cant": "can't", "dont": "don't", "wont": "won't",
    "didnt": "didn't", "doesnt": "doesn't", "isnt": "isn't", "arent": "aren't", "havent": "haven't",
    "hasnt": "hasn't", "couldnt": "couldn't", "theyre": "they're", "theyve": "they've", "weve": "we've",
    "youre": "you're",
}  # fmt: skip
_IS_RUN_TOGETHER = re.compile(rf"(?<![\w'-])(?:{'|'.join(_RUN_TOGETHER)})(?![\w'-])", re.IGNORECASE)
_AT_A_NOUN = re.compile(r"im\s+[A-ZÄÖÜ]")
""" "im Clubheim" is German."""
_ILL = re.compile(
    r"(?:^|(?<=[,;.!] ))ill(?= (?:be|bring|call|do|come|join|phone|ring|take|sort|book|drive|pass|skip|see|check)\b)",
    re.IGNORECASE,
)


def with_apostrophes(text: str) -> str:
    """`text` with the apostrophes that thumbs leave out: "whos in", "im out", "ill ring them"."""
    text = _ILL.sub("i'll", text)

    def apart(match: re.Match[str]) -> str:
        return match[0] if _AT_A_NOUN.match(text, match.start()) else _RUN_TOGETHER[match[0].lower()]

    return _IS_RUN_TOGETHER.sub(apart, text)
