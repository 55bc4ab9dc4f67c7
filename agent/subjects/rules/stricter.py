"""Which of several countries asks more of a pilot, where their answers are yes and no; else none is ranked."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.rules.comparison import plain_yes_or_no
from agent.subjects.rules.compare import ComparedRule
from agent.subjects.rules.side_by_side import and_all
from tongue import later, say

_IS_DUE = r"is (?:an? |the )?[\w() -]*?(?:required|mandatory|needed|compulsory)"
_DUTY = re.compile(rf"^(?:must|do i need|do i have|{_IS_DUE}|does \w+ [\w ]*need)\b", re.IGNORECASE)
_IS_FREE = r"(?:is|are) (?:an? |the )?[\w() -]*?(?:allowed|permitted|accepted)"
_LEAVE = re.compile(rf"^(?:may|can|{_IS_FREE})\b", re.IGNORECASE)
_MORE = {True: later("**{countries} ask for more here.**"), False: later("**{countries} ask for less here.**")}
_MORE_ALONE = {
    True: later("**{countries} asks for more here.**"),
    False: later("**{countries} asks for less here.**"),
}


def which_asks_more(ranked: str | None, rules: Sequence[ComparedRule], names: dict[str, str]) -> str:
    """The countries that a question for the "stricter" or "easier" one means, in words; "" where none was asked.

    `names`: the names of the countries by their codes, as they stand in a sentence.
    """
    if ranked is None:
        return ""
    stricter = ranked == "stricter"
    for rule in rules:
        demands = _demands(rule)
        meant = [names[code] for code, demand in demands.items() if demand is stricter]
        if meant and len(meant) < len(demands) == len(names):
            told = _MORE_ALONE if len(meant) == 1 else _MORE
            return say(told[stricter], countries=_capital(and_all(meant)))
    return say("**I call none of them stricter or easier: how they differ stands below.**")


def _demands(rule: ComparedRule) -> dict[str, bool]:
    """Of each country whether it asks something of the pilot; nothing where its answer is no plain yes or no."""
    duty, leave = _DUTY.match(rule.question_text), _LEAVE.match(rule.question_text)
    if duty is None and leave is None:
        return {}
    told = {
        entry.country: plain_yes_or_no(entry.answers[0].short or entry.answers[0].text)
        for entry in rule.entries
        if len(entry.answers) == 1
    }
    return {country: yes if duty is not None else not yes for country, yes in told.items() if yes is not None}


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
