"""The sentence of a rule's text that speaks of what was asked: "do they have to be originals?"."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from agent import regex as re
from agent.rules.same_question import carrying_words
from agent.search.words import words_of
from agent.subjects.rules.shapes import RuleEntry, RuleText
from agent.subjects.rules.unsaid import kind_named, of_microlights
from agent.writing.as_held import as_held
from agent.writing.parts import escaped
from tongue import country_name, say

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z(“])|\n+")
_ITEM = re.compile(r";\s+(?![^()]*\))")
_LEAD = re.compile(r"^(?P<lead>[^:;]{3,120}):\s+(?P<rest>.+)$", re.DOTALL)
_LIMIT = re.compile(r"\b(?:another question|(?:not|nothing) held here|this entry does not hold|was not read)\b")
"""A clause that only tells where a text ends is no answer."""
_ELSEWHERE = re.compile(r"(?:The other way round|Conversely|Elsewhere|Other states|Nationals of|Others)\b")
"""A sentence on what others ask, or of other people, which is no answer to who asks here."""
_LICENCES = re.compile(r"\b(?:nppl|lapl|spl|atpl|cpl|pmd)\b")
_OF_THAT = 10
"""What an item gains that names the very licence that is asked about, before whatever else it shares."""
_CASE = re.compile(r"(?:On|Between|In|At|For|With|Within|Inside|Outside|If|When|Where|Without)\b(?P<case>[^,:;]*)")
"""A sentence that begins with the case it holds for: "On local flights …", "Between EU states these limits …"."""
_CASE_WORDS = 3
_ANY_CASE = frozenset(
    (
        "each",
        "every",
        "all",
        "any",
        "flight",
        "flights",
        "fly",
        "state",
        "states",
        "country",
        "countries",
        "aircraft",
    )
)
"""Words that tell no case from another."""
_STEM = 4
_LIST = 3
"""Items from which on a sentence is a list: the one that was asked for is told first."""

_KIT = tuple(
    re.compile(rf"\b(?:{words})\b")
    for words in (
        r"(?:life[- ]?)?rafts?|dingh(?:y|ies)|canots?(?: de (?:sauvetage|survie))?|radeaux?"
        r"|rettungs(?:inseln?|fl(?:o(?:ß|ss)|öße))|schlauchboote?",
        r"life[- ]?(?:jackets?|vests?)|gilets?(?: de sauvetage)?|schwimmwesten?|rettungswesten?",
        r"flares?|distress signals?|signaux? de détresse|fusées?|notsignale?\w*|leuchtraketen?|seenotsignale?",
        r"plbs?|personal locator beacons?|balises?|notsender|elts?|emergency locator transmitters?",
    )
)
"""What is carried for the case of need, each by its names."""

Alike = Callable[[str, str, str], int]
"""How many conditions two texts name alike, in whatever language, that a third does not: at night, advertised."""


def passage(question: str, told: Iterable[RuleEntry], alike: Alike, *, before: str = "") -> str:
    """The part of the first entry's text that the question asks for, as its first line; "" where none is apart.

    `before`: the question to which the text was told; what that one asked already is no new word.
    """
    entry = next(iter(told), None)
    if entry is None or not entry.answers:
        return ""
    answer = entry.answers[0]
    found = _found(question, answer, alike, before or entry.question_text, opened=bool(before))
    if not found:
        return ""
    words = as_held(escaped(f"{found[:1].upper()}{found[1:]}"))
    return say("{name}: {value}", name=country_name(entry.country_name), value=f"**{words}**")


def _found(question: str, answer: RuleText, alike: Alike, known: str, *, opened: bool) -> str:
    """What speaks of the most that is asked; the first sentence only where that is a list, or was told before.

    A sentence on microlights leads where they are asked about, and nowhere else.
    """
    words, said = carrying_words(question), words_of(question)
    anew = [word for word in words if not _among(word, set(words_of(known)))]

    def score(text: str, *, told: str = known) -> int:
        own = set(words_of(text))
        return sum(_among(word, own) for word in (anew if told else words)) + alike(question, text, told)

    sentences = [one.strip() for one in _SENTENCE.split(answer.text)]
    lead = _LEAD.match(sentences[0])
    items = _ITEM.split(lead["rest"]) if lead else []
    if lead and len(items) >= _LIST:
        named = set(_LICENCES.findall(question.lower()))
        own = [score(one, told="") + _OF_THAT * bool(named & set(_LICENCES.findall(one.lower()))) for one in items]
        meant = [one for one, n in zip(items, own, strict=True) if n == max(own) > 0]
        if 0 < len(meant) < _LIST and max(own) >= max(map(score, sentences[1:]), default=0):
            return f"{lead['lead']}: {'; '.join(map(_bare, meant))}."
    asked = of_microlights(question)
    of_them = [one for one in sentences[1:] if asked and of_microlights(one)]
    if len(of_them) == 1 and not of_microlights(f"{sentences[0]} {known}"):
        return of_them[0]
    kind = kind_named(question)
    kinds = [kind] if kind is not None and not kind.search(known.lower()) else []
    if (told := _of_the_thing(question, sentences, [*_KIT, *kinds])) is not None:
        return told
    scores = [
        score(_that_says(one)) if (asked or not of_microlights(one)) and _is_in_its_case(one, said) else 0
        for one in sentences
    ]
    best = max(scores)
    if best == 0 or scores.count(best) > 1:
        return ""
    place = scores.index(best)
    if place and scores[0] and not opened:
        return ""  # the answer itself speaks of it
    return sentences[place] if len(sentences) > 1 and (place or opened) else ""


def _is_in_its_case(sentence: str, asked: Iterable[str]) -> bool:
    """Whether a sentence holds for what is asked: one that begins with a case of its own, where that is named."""
    found = _CASE.match(sentence)
    case = words_of(found["case"])[:_CASE_WORDS] if found else []
    own = {word for word in case if word not in _ANY_CASE}
    return not own or any(_among(word, own) for word in asked)


def _of_the_thing(question: str, sentences: list[str], things: list[re.Pattern[str]]) -> str | None:
    """The one sentence on the equipment or kind of aircraft asked of, where the text begins with another."""
    named = [words for words in things if words.search(question.lower())]
    if len(named) != 1 or named[0].search(sentences[0].lower()):
        return None
    on_it = [one for one in sentences[1:] if named[0].search(one.lower())]
    return on_it[0] if len(on_it) == 1 else None


def _that_says(sentence: str) -> str:
    """A sentence without the clauses that only tell where the text ends; "" where it is on others."""
    if _ELSEWHERE.match(sentence):
        return ""
    return "; ".join(clause for clause in _ITEM.split(sentence) if not _LIMIT.search(clause))


def _bare(item: str) -> str:
    return item.strip().rstrip(".;").removeprefix("and ")


def _among(word: str, own: set[str]) -> bool:
    """Whether a word stands there in any form: "originals", "advertise" and "advertised"."""
    if word in own or word.rstrip("s") in own:
        return True
    if len(word) <= _STEM:
        return False
    stem = word[: max(_STEM, len(word) - 3)]
    return any(other.startswith(stem) for other in own)
