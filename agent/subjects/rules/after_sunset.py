"""Whether it is night so many minutes after sunset, for who asks if a landing then takes the night rating."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.protocol import Source
from agent.registry import ToolContext
from agent.subjects.rules.shapes import RuleEntry
from tongue import country_name, say

RATING, BEGINNING = "night-rating", "night-definition"
"""The entry that speaks of the night and leaves open when it begins, and the one that tells it."""
_MINUTES = re.compile(
    r"\b(?P<n>\d{1,3})\s*(?:min(?:ute[sn]?)?|mn|')\s*"
    r"(?:after|past|following|behind|nach|après|apres)\s*(?:the |dem |le |la )?"
    r"(?:legal )?(?:sunset|sundown|sonnenuntergang|coucher(?: du soleil)?|ss)\b"
    r"|\b(?:ss|sunset|sonnenuntergang|coucher(?: du soleil)?)\s*\+\s*(?P<m>\d{1,3})\b",
    re.IGNORECASE,
)


def of_the_rating(question: str, told: Sequence[RuleEntry], context: ToolContext) -> bool:
    """Whether the night rating is asked for, and what is told is it or when night begins."""
    if told[0].question_id == RATING:
        return True
    named = {one.id for one in context.deps.rules.corpus.all_named_in(question)}
    return told[0].question_id == BEGINNING and (RATING in named or _RATED.search(question) is not None)


_RATED = re.compile(
    r"\bnight (?:rating|qualification)|nacht(?:flug)?(?:berechtigung|qualifikation|rating)|qualif\w*\b.*\bnuit",
    re.IGNORECASE,
)


def night_by_then(
    question: str, country: str, name: str, context: ToolContext
) -> tuple[str, tuple[Source, ...]] | None:
    """The line on it by the state's own beginning of night; None where no minutes after sunset are asked about."""
    asked = _MINUTES.search(question)
    night = context.deps.nights.of(country)
    if asked is None or night is None:
        return None
    minutes = int(asked["n"] or asked["m"])
    fixed = [rule for rule in night.rules if rule.definition == "sunset_minutes" and rule.at is None]
    if not fixed:
        told = say(
            "**{country}: night begins at the end of evening civil twilight (sun 6° down), and whether "
            "{minutes} minutes after sunset is past it goes by place and day**: name me both, and I reckon it. "
            "The rating is for the night alone.",
            country=country_name(name),
            minutes=minutes,
        )
        return told, tuple(rule.source for rule in night.rules[:1])
    first = min(fixed, key=lambda one: one.minutes)
    if minutes < first.minutes:
        told = say(
            "**{country}: not yet night {minutes} minutes after sunset by the rule of {begins} minutes** "
            "({whose}); by the other, the end of civil twilight, it goes by place and day. "
            "The rating is for the night alone.",
            country=country_name(name),
            minutes=minutes,
            begins=first.minutes,
            whose=say(first.holds_for),
        )
    else:
        told = say(
            "**{country}: {minutes} minutes after sunset it is night, which begins {begins} minutes after it** "
            "({whose}): the rating is needed.",
            country=country_name(name),
            minutes=minutes,
            begins=first.minutes,
            whose=say(first.holds_for),
        )
    return told, (first.source,)
