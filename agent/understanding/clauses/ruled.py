"""Cuts a question of rules that names several subjects: "minimum fuel reserve UK and oxygen rules"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agent import regex as re
from agent.language.lexicon import Mention, load_lexicon
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import words_of

_JOINT = re.compile(
    r"\s*(?:,|;|\?|&|\b(?:and|und|et|plus|also|sowie|or|ou|oder|puis)\b)(?:\s*\b(?:and|und|et|also|auch|aussi|then|dann|about)\b)*\s*",
    re.IGNORECASE,
)
_WITH = re.compile(r"\b(?:with|w/?|on|avec|mit)\s+(?:[\w-]+\s+){0,3}$", re.IGNORECASE)
_HELD = frozenset(("subject.licence", "subject.medical"))


def _held_with(text: str, subjects: list[Mention]) -> tuple[str, ...]:
    """ "Night VFR in France with a UK licence": what is done without what one holds, and the whole of what one holds."""
    held = [subject for subject in subjects if subject.concept in _HELD]
    if len(subjects) != 2 or len(held) != 1:
        return ()
    phrase = _WITH.search(text[: held[0].start])
    one, other = subjects
    if phrase is None or _JOINT.search(text, one.end, other.start):
        return ()
    return " ".join(f"{text[: phrase.start()]}{text[held[0].end :]}".split()), text


_ADDS = frozenset(
    ("also", "too", "auch", "aussi", "same", "please", "bitte", "svp", "stp", "rules", "regeln", "règles")
)
MOST = 3
"""Subjects of one message."""


def ruled_apart(said: Said) -> tuple[str, ...]:
    """The question of each subject; () where one or none is named, or nothing joins them.

    Subjects that stand side by side share all that is said; of others each has what stands around it.
    """
    text = said.slots.text
    subjects = _subjects(said)
    if not 1 < len(subjects) <= MOST:
        return ()
    if held := _held_with(text, subjects):
        return held
    joints: list[tuple[int, int]] = []
    for one, other in pairwise(subjects):
        between = list(_JOINT.finditer(text, one.end, other.start))
        if not between:
            return ()
        joints.append(between[-1].span())
    is_held = _WITH.search(text[: subjects[0].start]) is not None and subjects[0].concept in _HELD
    if not is_held and all(_bare(said, one.end, other.start) for one, other in pairwise(subjects)):
        first, last = subjects[0].start, subjects[-1].end
        return tuple(f"{text[:first]}{text[m.start : m.end]}{text[last:]}".strip() for m in subjects)
    starts, ends = [0, *(end for _, end in joints)], [*(start for start, _ in joints), len(text)]
    parts = [text[a:b].strip(" ,;") for a, b in zip(starts, ends, strict=True)]
    head, first = parts[0], subjects[0]
    asked = [head]
    for part, subject in zip(parts[1:], subjects[1:], strict=True):
        alone = not is_held and _bare(said, *_around(subject, starts, ends))
        asked.append(
            f"{head[: first.start]}{text[subject.start : subject.end]}{head[first.end :]}"
            if alone
            else of_the_subject(part, head, said)
        )
    return tuple(asked)


_IT = re.compile(
    r"\b(?P<before>close[sd]?|file[sd]?|cancels?|open[sd]?|schlie(?:ß|ss)\w*|geht|darf|kann|ist|is|isn't|does|do|can|wear|need|carry|use|get)\s+(?P<it>it|that|das|ihn|es)\b",
    re.IGNORECASE,
)
_FOR_IT = re.compile(
    r"\b(?:for|to do|about|without) (?P<en>it|that|this)\b(?! (?:flight|trip|field|airfield|one|day)\b)|\b(?P<de>dafür|dazu|hierfür)\b|\b(?P<fr>pour (?:ça|cela))\b",
    re.IGNORECASE,
)
""" "… and do I need a rating for it?"."""
_ONE_ABOARD = re.compile(
    r"\b(?P<before>does|do|must|can|may|should|need|for|of)\s+(?:he|she|him|her|they|them)\b", re.IGNORECASE
)
""" "What papers does he need?", of a dog."""
_ANIMALS = "subject.animals"
_ALL_OF_IT = re.compile(
    r"\W*(?:and\s+|und\s+|et\s+)?(?:what (?:do|would|must) (?:i|we|you) need (?:for|to do) (?:it|that|this)|was brauche? ich (?:dafür|dazu)"
    r"|what are the conditions|under what conditions|unter welchen bedingungen|(?:il )?(?:me )?faut[- ]?(?:il )?quoi pour (?:ça|cela)"
    r"|à quelles conditions|sous quelles conditions)\W*",
    re.IGNORECASE,
)
"""What a subject is asked of as a whole: its rule says it."""


_PLAN = "subject.flight_plan"
_OF_THE_WAY = re.compile(
    r"\b(?:how (?:far|long|many miles)|what distance|wie (?:weit|lange)|welche entfernung|combien de (?:temps|milles)|quelle distance)\b",
    re.IGNORECASE,
)


def of_the_subject(text: str, first: str, said: Said) -> str:
    """A later part with the subject of the first for its "it": "who closes it?"; "" where the first one's rule tells it."""
    subjects = _named_in(first, said)
    if said.spots and _OF_THE_WAY.search(text):
        return text  # "flight plan from Lydd to Calais needed? And how far is it": the way is
    if len(subjects) != 1 or _named_in(text, said)[:1] == subjects:
        return text
    if _ALL_OF_IT.fullmatch(text):
        return ""
    own = subjects[0]
    if _OF_A_LAND.match(text) and _OF_A_LAND.match(first) is None and _LAND_ASKS.match(first):
        return text  # "does Germany require a transponder; does it need a flight plan for night VFR"
    if own.concept.endswith("night") and [m.concept for m in _named_in(text, said)] == [_PLAN]:
        return f"{text.rstrip(' ?.!')} {first[own.start : own.end]}?"  # by day another rule holds
    named = first[own.start : own.end]
    if own.concept == _ANIMALS:
        text = _ONE_ABOARD.sub(lambda m: f"{m['before']} {named}", text, count=1)
    if not said.spots or own.concept != _PLAN:
        text = _FOR_IT.sub(lambda m: f"{_FOR[str(m.lastgroup)]} {named}", text, count=1)
    return _IT.sub(lambda m: f"{m['before']} {named}", text, count=1)


_LAND_ASKS = re.compile(
    r"\W*(?i:and |und |et )?(?i:does|do|will|verlangt|verlangen|braucht)\s+(?:the\s+|die\s+|der\s+)?[A-ZÀ-Ý][\w-]+(?: [A-ZÀ-Ý][\w-]+)?\s+(?:require|want|need|ask|insist|demand|have|einen?|für)\b"
)
_OF_A_LAND = re.compile(
    r"\W*(?:and |und |et )?(?:does|do) (?:it|they) (?:also )?(?:require|want|need|ask|insist|demand|have)\b",
    re.IGNORECASE,
)
""" "Does it need a flight plan" behind what a country requires: whether that country does."""


def with_one_subject(before: Sequence[str], said: Said) -> str:
    """The last of some parts that names one subject, else the first: what a later part's "it" is."""
    return next((text for text in reversed(before) if len(_named_in(text, said)) == 1), before[0])


_FOR = {"en": "for", "de": "für", "fr": "pour"}


_TERM_MEANT = re.compile(
    r"\b(?:das|so ?was|so eine?n?s?|ça|cela)(?=\s+(?:existe|s'applique|vaut|auch|denn|überhaupt|in|im|nach|für|bei|auf|aussi|en|au|aux|dans|pour|à)\b|\s*[?.!]|$)",
    re.IGNORECASE,
)
_ASKED_OF_IT = re.compile(
    r"\b(?:brauch\w*|benötig\w*|gibt'?s?|gilt|muss|faut|existe\w*|y a|besoin|obligatoire|pflicht)\b", re.IGNORECASE
)


_IT_MEANT = re.compile(r"\b(?P<before>is|does|needs?|use|have)\s+it\b", re.IGNORECASE)


def of_the_term(text: str, term: str) -> str:
    """A part behind a term's meaning with the term for its "das": "was ist ein Gendec und brauch ich das nach Holland"."""
    if _TERM_MEANT.search(text) and _ASKED_OF_IT.search(text):
        return _TERM_MEANT.sub(term, text, count=1)
    return _IT_MEANT.sub(lambda m: f"{m['before']} {term}", text, count=1)


def _named_in(text: str, said: Said) -> list[Mention]:
    lexicon = load_lexicon(said.deps.settings.data / "language", "ruled")
    return list({mention.concept: mention for mention in lexicon.mentions(words_of(text))}.values())


def names_a_subject(text: str, said: Said) -> bool:
    """Whether a text names a subject of rules."""
    return bool(_named_in(text, said))


def _around(subject: Mention, starts: list[int], ends: list[int]) -> tuple[int, int]:
    return next((a, b) for a, b in zip(starts, ends, strict=True) if a <= subject.start < b)


def _bare(said: Said, start: int, end: int) -> bool:
    """Whether between two places of a text stands nothing but subjects and words that ask nothing."""
    held = [(m.start, m.end) for m in _subjects(said)]
    words = [w for w in said.slots.words if start <= w.start and w.end <= end]
    free = [w for w in words if not any(a <= w.start and w.end <= b for a, b in held)]
    return all(w.key in FUNCTION or w.key in _ADDS for w in free)


def _subjects(said: Said) -> list[Mention]:
    """The subjects that are named, each once, in order."""
    lexicon = load_lexicon(said.deps.settings.data / "language", "ruled")
    found: dict[str, Mention] = {}
    for mention in sorted(lexicon.mentions(said.slots.words), key=lambda m: (m.start, -m.end)):
        if not any(one.start <= mention.start < one.end for one in found.values()):
            found.setdefault(mention.concept, mention)
    return list(found.values())
