"""Whether a height that a question names over a town is what the minimum heights ask: the line it is asked for."""

from __future__ import annotations

from collections.abc import Iterable

from agent import regex as re
from agent.subjects.rules.shapes import RuleEntry
from tongue import say

QUESTION = "minimum-heights"
_FEET = re.compile(r"\b(?P<feet>\d{3}|\d{1,2}[ .,’']?\d{3}) ?(?:ft|feet|foot|fu(?:ss|ß)|pieds)\b")
_TOWN = re.compile(
    r"\b(?:cit(?:y|ies)|towns?|villages?|built[- ]up|congested|houses|crowds?"
    r"|st[aä]dt\w*|ort(?:e|en|schaft\w*)?|dörfer\w*|dorf"
    r"|menschenmenge\w*|villes?|agglomérations?|maisons)\b"
)
_TEXT = re.compile(r"congested areas?\b.*?\bat least 1 000 ft above")
_LEAST = 1000


def height_over_a_town(question: str, told: Iterable[RuleEntry]) -> str:
    """Whether so many feet are enough over a congested area; "" where none is named, or its text is not told."""
    entry = next((one for one in told if one.question_id == QUESTION), None)
    low = question.lower()
    feet = _FEET.search(low)
    if entry is None or feet is None or _TOWN.search(low) is None:
        return ""
    if not any(_TEXT.search(answer.text) for answer in entry.answers):
        return ""
    height = int(re.sub(r"\D", "", feet["feet"]))
    if height < _LEAST:
        return say(
            "**{feet:,.0f} ft is too low over a town: at least 1 000 ft above the highest obstacle there.**",
            feet=height,
        )
    return say(
        "**{feet:,.0f} ft over a town is enough where it is 1 000 ft or more above the highest obstacle there.**",
        feet=height,
    )
