"""What an answer on the rules rests on: "is that the law or advice?", "who says so?"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.rules.corpus import PILOT_SURVEY
from agent.subjects.rules.shapes import RuleEntry, RuleText
from agent.writing.as_held import as_held
from tongue import country_name, say

_MEANS = re.compile(r"^(?:AMC|GM)\d?\b")
_RETOLD = re.compile(
    r"^[^;]*\b(?:restated|summarised|told by|told in|as told|reported|described|description)\b", re.IGNORECASE
)
_MOST = 3


def rests_on(told: Iterable[RuleEntry]) -> str:
    """A line for each country's first text: law, an authority's word or what pilots report; "" for none."""
    lines: dict[str, list[str]] = {}
    for entry in told:
        if entry.answers:
            lines.setdefault(_line(entry.answers[0]), []).append(country_name(entry.country_name))
    return "\n".join(
        say("{name}: {value}", name=", ".join(dict.fromkeys(names)), value=line)
        for line, names in list(lines.items())[:_MOST]
    )


def _line(answer: RuleText) -> str:
    if answer.basis == PILOT_SURVEY:
        return say("**no text of law: it is what pilots report** (a survey).")
    reference = as_held(answer.reference)
    if _MEANS.match(answer.reference):
        return say(
            "**an accepted way to comply with the law, not the article itself:** {reference}.", reference=reference
        )
    if answer.basis == "regulation" and _RETOLD.search(answer.reference):
        return say("**law as others tell it, its text not read itself:** {reference}.", reference=reference)
    if answer.basis == "regulation":
        return say("**law, as far as I read it:** {reference}.", reference=reference)
    return say("**the word of an authority or body, not the text of a law:** {reference}.", reference=reference)
