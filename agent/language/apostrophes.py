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
_ILL = re.compile(
    r"(?:^|(?<=[,;.!] ))ill(?= (?:be|bring|call|do|come|join|phone|ring|take|sort|book|drive|pass|skip|see|check)\b)",
    re.IGNORECASE,
)


def with_apostrophes(text: str) -> str:
    """`text` with the apostrophes that thumbs leave out: "whos in", "im out", "ill ring them"."""
    text = _ILL.sub("i'll", text)
    return _IS_RUN_TOGETHER.sub(lambda m: _RUN_TOGETHER[m[0].lower()], text)
