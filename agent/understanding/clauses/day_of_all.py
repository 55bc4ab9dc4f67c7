"""A day that is said once, behind several questions, of all of them: "the TAF, the wind at 3000 and the sunset. All for tomorrow"."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from agent import regex as re
from agent import registry
from agent.protocol import Plan

if TYPE_CHECKING:
    from agent.understanding.reader.reader import Reader

_OF_ALL = re.compile(
    r"(?P<rest>.{12,}?)(?P<mark>[?!]?)[\s,.;–—-]+(?:and |und |et |please |bitte )*"
    r"(?:(?:all|everything|(?:the )?(?:whole )?lot|both|each)(?: (?:of )?(?:it|this|that|them|these|those|three|four|two))*|"
    r"(?:das |dies )?alles|beides|jeweils|(?:le )?tout(?: (?:ça|cela|ceci))?|(?:toutes |tous )?les (?:deux|trois|quatre))"
    r"(?: (?:is|are|ist|c'est|est))?,? (?:(?:for|on|für|am|pour) )?(?P<day>[^,;?!]{3,30}?)[\s.,!?]*(?:please|thanks|bitte|danke|merci|stp|svp)?[\s.!?]*",
    re.IGNORECASE | re.DOTALL,
)
_A_DAY = ("day", "date")


def said_of_all(text: str, today: date, reader: Reader) -> tuple[str, str] | None:
    """The questions without the day that is said of all of them, and that day; None where none is."""
    match = _OF_ALL.fullmatch(text)
    if match is None:
        return None
    told = reader.said(match["day"], today)
    rest = f"{match['rest']}{match['mark']}"
    if told.bare_words or told.spots or (day := told.day()) is None or reader.said(rest, today).slots.days:
        return None
    return rest, day


def with_the_day_of_all(plan: Plan, day: str) -> Plan:
    """The plan with the day in each step that may have one and says none."""
    steps = [
        step.varied(**{name: day})
        if (name := next((one for one in _A_DAY if one in registry.find(step.tool).optional), None))
        and name not in step.arguments
        else step
        for step in plan.steps
    ]
    return plan.model_copy(update={"steps": tuple(steps)})
