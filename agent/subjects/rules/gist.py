"""What a rule comes to: its short form or first sentence, and the text behind it; in the pilot's language."""

from __future__ import annotations

from agent.protocol import Folded, Part, Passage
from agent.subjects.rules.shapes import RuleText
from agent.writing.as_held import as_held, translated
from agent.writing.parts import SENTENCE, escaped, opening
from tongue import SOURCE, say, spoken

_HEADLINE = 90
"""Letters of two bold lines on a phone of 390 px."""
_FIRST_WORDS = 220
"""Characters of an answer that stand in sight, in whole sentences; the rest is folded."""


def headed(answer: RuleText, first: bool = True) -> tuple[str, str, list[Folded]]:
    """Two bold lines that carry an answer, what goes on in sight, and what is folded.

    The bold ones are its short form or its first sentences: "" where the first one alone is longer, and where it
    is not the `first` answer of its country.
    """
    if short := gist(answer):
        return short, "", [behind(as_held(escaped(answer.text)))]
    held = translated(answer.text)
    sight, more = opening(answer.text if held is None else held, _FIRST_WORDS)
    if not first or (held is None and len(sight) > _HEADLINE):  # one quotation, not two
        head, rest = "", sight
    elif held is not None and answer.short and len(held) > _HEADLINE:
        head, rest = say(answer.short), sight
    else:
        head, rest = _begun(sight)
    folded = [Folded(title=say("How it goes on"), markdown=_told(answer, more))] if more else []
    return _told(answer, head), _told(answer, rest), folded


def _begun(text: str) -> tuple[str, str]:
    """The first sentences that are two lines at most, and what is left."""
    end = max((found.start() for found in SENTENCE.finditer(f"{text}\n") if found.start() <= _HEADLINE), default=0)
    return text[:end], text[end:].strip()


def _told(answer: RuleText, text: str) -> str:
    """Words of an answer, which are English where it is not translated."""
    return escaped(text) if not text or translated(answer.text) is not None else as_held(escaped(text))


def gist(answer: RuleText) -> str:
    """The short form in the language spoken; "" where the text itself is told in it, or there is none."""
    told_whole = spoken() == SOURCE or translated(answer.text) is not None
    return escaped(say(answer.short)) if answer.short and not told_whole else ""


def in_words(answer: RuleText) -> str:
    """The short form in another language, else all of the text."""
    return gist(answer) or as_held(escaped(answer.text))


def in_parts(answer: RuleText) -> list[Part]:
    """The short form with the text folded behind it; in the text's own language the text alone."""
    short = gist(answer)
    told = as_held(escaped(answer.text))
    return [Passage(markdown=short), behind(told)] if short else [Passage(markdown=told)]


def behind(told: str) -> Folded:
    """A text behind what it comes to."""
    return Folded(title=say("In its own words"), markdown=told)
