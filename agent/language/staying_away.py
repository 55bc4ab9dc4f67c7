"""Knows who does not come to something: "Tom can't make it", "we can't make it to the briefing".

The same words are a call of who will not reach the field ("we can't make it to the field", "not going to make it"), so
only what is said of another person, or of what a club meets for, is taken for none, and nothing of the aircraft or of
a place to land may stand beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent import regex as re
from agent.language.distress_signs import Sign
from agent.language.lexicon import Mention
from agent.language.wording import Word, word_set

_SHORT = "state.short"
_OF_PEOPLE = frozenset({"thing.myself", "thing.pilot", "thing.passenger"})
_NOT_THERE = frozenset({"now.land", "now.nearest", "now.place", "now.takeoff"})
_KINDS_OF_A_CALL = frozenset({"thing", "hint", "urgent", "call", "fault"})
_WORRIES = frozenset({"hint", "urgent", "call"})
_BETWEEN = word_set(
    "s is isn are aren will won am not just also probably prob sadly unfortunately definitely really still likely"
    " maybe now apparently either again going ll"
)
"""Words between who is meant and what is said of them."""
_PERSONS = word_set(
    "he they wife husband partner dad mum mother father brother sister son daughter friend mate girlfriend boyfriend"
    " instructor student passenger secretary chairman"
)
_NO_NAMES = word_set(
    "i we it this that she you m re ve d t the a an my our me us plane aircraft aeroplane airplane ship bird glider"
    " cessna piper cirrus robin archer warrior cherokee cub katana one both sorry yes no ok okay hi hello well oh god"
    " damn but and so then think guess afraid possibly almost nearly currently clearly help please"
)
"""What is no person's name before "can't make it": who speaks, an aircraft, a word that begins a sentence."""
_LATE = re.compile(
    r"\b(?:(?:before|by|until|till|at|avant|vor|bis|um|pour)\s+(?:noon|lunch|midi|mittags?|\d{1,2}(?!\d)|six|seven|eight|nine|ten|eleven|twelve"
    r"|sechs|sieben|acht|neun|zehn|elf|zwolf|zwölf|sept|huit|neuf|dix|onze|demain|tomorrow|morgen)"
    r"|tonight|this evening|today|tomorrow|ce soir|aujourd hui|demain|heute|morgen|on time|a l heure|punktlich|pünktlich)\b(?! (?:ft|feet|miles?|nm|minutes?))"
)
"""When one would have been there, which nobody tells who is in trouble."""
_NAME = re.compile(r"[A-ZÀ-Þ][a-zà-ÿ]+")


def is_of_who_stays_away(
    words: Sequence[Word], mentions: Sequence[Mention], signs: Sequence[Sign], first_names: Collection[str]
) -> bool:
    """Whether all that sounds like distress is that somebody else, or some gathering, is not made."""
    if not signs or any(sign.said != frozenset({_SHORT}) for sign in signs):
        return False
    said = {mention.concept for mention in mentions}
    if said & _NOT_THERE:
        return False
    if _LATE.search(" ".join(word.key for word in words)):
        return not any(concept.partition(".")[0] in _WORRIES for concept in said)
    if any(concept not in _OF_PEOPLE and concept.partition(".")[0] in _KINDS_OF_A_CALL for concept in said):
        return False
    if "excuse.gathering" in said:
        return True
    firsts = [mention.first for mention in mentions if mention.concept == _SHORT]
    return "now.reach" not in said and all(_is_of_another(words, first, first_names) for first in firsts)


def is_of_who_is_not_there_yet(mentions: Sequence[Mention], signs: Sequence[Sign]) -> bool:
    """Whether a field is not made and nothing else is wrong: among people under a card, of who comes late or not at all."""
    if not signs or any(sign.said != frozenset({_SHORT}) for sign in signs):
        return False
    others = {mention.concept for mention in mentions} - _OF_PEOPLE - {"thing.ground"}
    return not any(concept.partition(".")[0] in _KINDS_OF_A_CALL for concept in others)


def _is_of_another(words: Sequence[Word], first: int, first_names: Collection[str]) -> bool:
    """Whether a person who is not the writer stands before the word with this number."""
    at = first - 1
    while at >= 0 and words[at].key in _BETWEEN:
        at -= 1
    if at < 0:
        return False
    who = words[at]
    if who.key in _PERSONS or who.key in first_names:
        return True
    return who.key not in _NO_NAMES and _NAME.fullmatch(who.text) is not None
