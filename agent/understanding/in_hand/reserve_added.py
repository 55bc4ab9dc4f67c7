""" "Add that then" behind what reserve is due: the fuel of the flight that was reckoned before, with it in the sum."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said
from agent.protocol import Conversation, ToolCall
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.tool_names import FUEL_PLAN, RULE
from tongue import later, say

ADDED = later("The final reserve is part of this sum: {minutes} min.")
_RESERVE = re.compile(r"\b(?:\w*reserven?\w*|réserves?)\b", re.IGNORECASE)
_ADDS = re.compile(
    r"\b(?:add|include|including|plus|put|on top|rajoute\w*|ajoute\w*|inclu\w*|rechne\w*|addier\w*|dazu|drauf|inklusive)\b|^\W*(?:and |und |et )?(?:with|mit|avec)\b"
)
_IT = re.compile(r"\b(?:that|it|this|das|die|sie|ça|ca|cela|la)\b|^\W*(?:add|include|rajoute|ajoute)\b")
_ASKS = re.compile(
    r"\b(?:what|which|how|who|why|rules?|required|wie|was|welche\w*|vorschrift\w*|regel\w*|warum|quel\w*|quoi|combien|règles?|comment|faut)\b"
)
""" "What's the rule on reserves": asked, and nothing is to be added."""
_NIGHT = re.compile(r"\b(?:night|nacht|nachts|nuit|ifr)\b", re.IGNORECASE)
_BY_DAY, _BY_NIGHT = 30, 45
"""Minutes; by day as the sum takes it where none is told."""
_MOST_WORDS = 9


def reserve_added(said: Said, memory: Known, conversation: Conversation) -> tuple[ToolCall, str] | None:
    """The fuel again with its final reserve told; None where no fuel was reckoned before or something else is said."""
    slots, low = said.slots, said.slots.low
    if slots.spots or slots.countries or slots.quantities or slots.days or len(slots.words) > _MOST_WORDS:
        return None
    topic = memory.topic or "" if memory.tool == RULE else ""
    of_it = _RESERVE.search(low) or (_RESERVE.search(topic) and _IT.search(low))
    if not _ADDS.search(low) or _ASKS.search(low) or not of_it or any(c.isdigit() for c in low):
        return None
    plans = [plan for plan in (conversation.last_plan, *conversation.earlier) if plan is not None and plan.steps]
    fuel = next((plan.steps[-1] for plan in plans if plan.steps[-1].tool == FUEL_PLAN), None)
    if fuel is None or not (memory.tool == FUEL_PLAN or topic):
        return None
    told = fuel.arguments.get("reserve_minutes")
    due = _BY_NIGHT if _NIGHT.search(f"{low} {topic}") else _BY_DAY
    minutes = told if isinstance(told, int | float) and told >= due else due
    said.take_all()
    again = fuel if told is None and minutes == _BY_DAY else fuel.varied(reserve_minutes=minutes)
    return again, say(ADDED, minutes=round(minutes))
