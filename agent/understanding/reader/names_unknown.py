"""Says which name nobody knows, where a question is asked back for its place: "I do not know “wolvey”."

A pilot who wrote a place and is asked "Which airfield?" was not heard. What stands where a place does and means
nothing is said again before the question; nothing is made of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.aviation.place_words import is_common_word
from agent.language.courtesy import CHAT
from agent.language.number_words import spelt
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import Word, word_set
from agent.protocol import Plan
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.unread import carriers
from tongue import say, spoken

LONGEST = 3
"""Words of a name that is repeated."""
_LEAST = 3
"""Letters of a name."""
BEFORE_A_PLACE = word_set(
    "at to from near in around between into visit visiting via round by for of over"
    " de pour vers depuis entre pres sur"
    " nach von bei zwischen uber ab aus bis um"
)
"""Words behind which a place stands."""
_TO_IN_FRENCH = "a"
"""French "à", folded; "a" is an article in English: "with a spaniel"."""
_BEHIND = word_set("to nach bis vers")
"""Words before which a place stands: "hwest to Dinard"."""


def said_unknown(plan: Plan, said: Said, places: frozenset[str]) -> Plan:
    """The question back with the name that nobody knows before it; else the plan."""
    if len(plan.steps) != 1 or plan.steps[0].tool != CLARIFY:
        return plan
    asked = plan.steps[0]
    if asked.arguments.get("missing") not in places or (name := _name(said)) is None:
        return plan
    question = say("I do not know “{name}”. {question}", name=name, question=asked.arguments.get("question"))
    again = asked.model_copy(update={"arguments": {**asked.arguments, "question": question}})
    return plan.model_copy(update={"steps": (again,)})


def _name(said: Said) -> str | None:
    """The words that stand where a name does and mean nothing."""
    words = said.slots.words
    slots = said.slots
    spans = (
        *slots.spots,
        *slots.weak,
        *slots.countries,
        *slots.crafts,
        *slots.quantities,
        *slots.days,
        *said.mentions,
    )
    held = [(span.start, span.end) for span in spans] + [*said.used, *slots.taken_back]
    plain = carriers(said.deps.settings.data / "language")
    unknown = [_is_unknown(word, held, plain) for word in words]
    ways = [(way, at) for at, word in enumerate(unknown) if word and (way := _standing(at, said)) is not None]
    if not ways:
        return None
    first = last = min(ways)[1]
    while last + 1 < min(first + LONGEST, len(words)):
        between = slots.text[words[last].end : words[last + 1].start]
        if between != "-" and (not unknown[last + 1] or between.strip(" '’")):
            break
        last += 1
    return slots.text[words[first].start : words[last].end]


def _standing(at: int, said: Said) -> int | None:
    """How a word stands as a name does, the surest way 0; None where it does not."""
    words = said.slots.words
    word = words[at]
    begins = said.slots.text[: word.start].rstrip().endswith((".", "!", "?"))
    ways = (
        at > 0 and _leads_to_a_place(words[at - 1]),
        at + 1 < len(words) and words[at + 1].key in _BEHIND,
        at > 0 and word.text[:1].isupper() and not begins,
        at == 0,
    )
    return next((way for way, holds in enumerate(ways) if holds), None)


def _leads_to_a_place(word: Word) -> bool:
    return word.key in BEFORE_A_PLACE or (word.key == _TO_IN_FRENCH and spoken() == "fr")


def _is_unknown(word: Word, held: Sequence[tuple[int, int]], plain: frozenset[str]) -> bool:
    if (
        len(word.key) < _LEAST
        or word.key.isdigit()
        or spelt(word.key) is not None
        or any(a < word.end and word.start < b for a, b in held)
    ):
        return False
    if not word.text.isascii() and word.text[:1].isupper():
        return True  # "Säve" is no "save"
    return not (
        word.key in FUNCTION or word.key in CHAT or word.key in plain or is_common_word(word.key, word.key)
    )
