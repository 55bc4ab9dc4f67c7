"""What a message takes back itself: of "Wednesday, no wait, Thursday" only the Thursday stands."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Protocol, TypeVar

from agent import regex as re

_SURE = (
    r"no,? wait|wait,? no|hang on|no,? sorry|sorry,? no|sorry,? i mean|i mean|i meant|scratch that|strike that|or rather|make that|correction|"
    r"ne,? quatsch|quatsch|nein,? moment|moment|ach nee?|ach nein|nee doch|ich meine|beziehungsweise doch|"
    r"(?:just|only) (?:kidding|joking)|kidding|only kidding|joking aside|scherz(?: beiseite)?|kleiner scherz|war (?:nur )?(?:ein )?(?:scherz|spaß|spass)|spaß beiseite|"
    r"je (?:rigole|plaisante)|non je (?:rigole|plaisante)|je déconne|"
    r"non pardon|pardon non|je veux dire|enfin non|ou plutôt|oups|oops"
)
"""Words that take back what stands before them, wherever they stand."""
_BEHIND_A_PAUSE = r"no|nope|sorry|actually|rather|nein|ne|nee|non|pardon|doch"
"""Those that do so behind a comma or dots alone."""
_TAKEN_BACK = re.compile(
    rf"[^?;\n]{{0,30}}?(?:[\s,.…?!-]+(?:{_SURE})|\s*\?\s*(?:{_BEHIND_A_PAUSE})|\s*(?:[,…!?-]|\.\.+)\s*(?:{_BEHIND_A_PAUSE}))\b[\s,.:…!-]*"
    r"(?:(?:no|sorry|pardon|nein|non|it's|it is|we|i|mean|say|better|lieber|at|to|in|from|near|on|for|the|an|der|die|das|dem|den|nach|ab|von|bei|um|am|le|la|l'|"
    r"à|a|au|de|du|home|ist|jetzt|about|around|par|via|über|through|vers|mit|with)[\s,]+){0,4}",
    re.IGNORECASE,
)


_HM = r"(?:erm?|uhm?|umm?|hmm?|ähm?|öhm?|aehm?|euh|heu)"
_HESITATING = re.compile(rf"\s*[,…–-]+\s*{_HM}\b[\s,.…–-]*", re.IGNORECASE)
"""Between two names, the second of which is meant: "Manston, er, Lydd I mean"."""
_HM_BETWEEN = re.compile(
    rf"[\s,.…–-]+{_HM}\b[\s,.…–-]+(?:(?:on|am|le|the|at|um|à|no|nein|non)\s+)?", re.IGNORECASE
)
_PAUSE = re.compile(
    rf"\s*(?:[,…–-]|\.\.+)[\s,.…–-]*(?:{_HM}\b)?[\s,.…–-]*|\s+{_HM}[\s,.…–-]+(?:(?:to|nach|à|at|um|on|am|le|für|for|no|nein|non)\s+)?",
    re.IGNORECASE,
)
"""Before a name of which it is said that it is meant; a hesitation of speech needs no comma: "Calais er Le Touquet I mean"."""
_IS_MEANT = re.compile(
    r"\s*,?\s*(?:i mean|i meant|is what i mean\w*|rather|meine ich|mein ich|mein i|wollte ich sagen|je veux dire|je voulais dire|j['’]veux dire|plutôt)\b",
    re.IGNORECASE,
)
"""Behind the name that is meant."""
_AND_MORE = 3
"""Spans of which one more than a way needs is said: with two, "Manston, er, Lydd" may be the way itself."""
_NOT = re.compile(r"\b(?:not|nicht|net|ned|nöd|pas)\s+(?:on |the |den |am |le )?$", re.IGNORECASE)
_BUT = re.compile(r"\s*[,;.–-]?\s*(?:but|sondern|mais)?\s*(?:on |the |den |am |le )?", re.IGNORECASE)
"""Between what is denied and what stands in its place: "not Saturday, Friday", "nicht Samstag sondern Freitag"."""


WORDS_BEFORE = 40
"""Letters before a span in which the words that lead to it stand; a whole message is not searched for each."""


class _Span(Protocol):
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


S = TypeVar("S", bound=_Span)


def standing(spans: Iterable[S], text: str) -> list[S]:
    """The spans of one kind but for those that the next of them takes back."""
    ordered = sorted(spans, key=lambda span: span.start)
    gone = {start for start, _ in taken_back(ordered, text)}
    return [span for span in ordered if span.start not in gone]


def taken_back(spans: Iterable[_Span], text: str) -> list[tuple[int, int]]:
    """From where a span begins that the next of its kind takes back to where that one ends."""
    ordered = sorted(spans, key=lambda span: span.start)
    return [
        (a.start, b.end)
        for a, b in pairwise(ordered)
        if _TAKEN_BACK.fullmatch(text[a.end : b.start])
        or _NO.fullmatch(text[a.end : b.start])
        or _is_meant_instead(text, a, b, len(ordered))
        or (_BUT.fullmatch(text[a.end : b.start]) and _NOT.search(text[max(0, a.start - WORDS_BEFORE) : a.start]))
    ]


_NO = re.compile(
    rf"\s*(?:{_HM}\s+)?\b(?:no|nope|nein|nee|non)\b[\s,]+(?:{_HM}\s+)?(?:(?:to|on|at|nach|am|um|le|à|a|the)\s+){{0,2}}",
    re.IGNORECASE,
)
"""Between two days, hours or fields that are said without a pause: "Saturday no Sunday"."""


def _is_meant_instead(text: str, a: _Span, b: _Span, count: int) -> bool:
    """ "Manston, er, Lydd I mean", "Samstag, Sonntag meine ich": what is said last is meant."""
    between = text[a.end : b.start]
    if hasattr(a, "when") and _HM_BETWEEN.fullmatch(between):
        return True  # "Samstag, äh Sonntag": no way lies between two days
    if _HESITATING.fullmatch(between):
        return count >= _AND_MORE or _IS_MEANT.match(text, b.end) is not None
    return _PAUSE.fullmatch(between) is not None and _IS_MEANT.match(text, b.end) is not None


_FIGURE_TAKEN_BACK = re.compile(
    r"^.*\b(?:no,? sorry|sorry,? no|sorry|no wait|wait,? no|i meant?|nein|ich meine?|pardon|non|je voulais dire)\b[\s,:.]*(?=.*\d)",
    re.IGNORECASE,
)


def meant_at_last(text: str) -> str:
    """A question of figures without what it takes back: of "convert 85 imperial gallons... no sorry 25" the 25."""
    return _FIGURE_TAKEN_BACK.sub("", text)
