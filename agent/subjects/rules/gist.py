"""What a rule comes to in the pilot's language: its short form first, the English text behind it."""

from __future__ import annotations

from agent.protocol import Folded, Part, Passage
from agent.subjects.rules.shapes import RuleText
from agent.writing.as_held import as_held, translated
from agent.writing.parts import escaped
from tongue import SOURCE, say, spoken


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
