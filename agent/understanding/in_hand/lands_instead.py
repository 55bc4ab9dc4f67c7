""" "What if I land at Guernsey instead" behind a sum of a flight, or a rule asked of it since: the sum, to that end."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Conversation, ToolCall
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.tool_names import DISTANCE, ENDS, FUEL_PLAN

_FLOWN = frozenset((FUEL_PLAN, DISTANCE, "get_wind_plan"))
_LANDS = re.compile(
    r"\b(?:land\w*|stop\w*|put down|halte?n?|anhalt\w*|(?:m|s)['’ ]?arr[êe]te\w*|arr[êe]t\w+|pose\w*|poser|posons|atterri\w+)\b"
)
_GOES = re.compile(
    r"\b(?:go|going|fly|flying|head|fliege\w*|fliegen|gehe|gehen|aller|va|vais|allons|pars|partons|volons|vole)\b"
)
_ON_THE_WAY = re.compile(
    r"\b(?:on (?:the|my|our) way|en route|half ?way|to refuel|for fuel|first|unterwegs|zwischen\w*|auf dem weg|zum tanken|tanken|sur la route|en chemin|"
    r"au passage|pour (?:le plein|faire le plein)|d['’]abord|en passant)\b"
)
_MOST_WORDS = 13


def lands_instead(said: Said, memory: Known, conversation: Conversation) -> ToolCall | None:
    """The flight reckoned last, to the place that is named; None where another flight or a stop on the way is meant."""
    slots, low = said.slots, said.slots.low
    named = [spot for spot in slots.spots if spot.kind in ("code", "iata", "place")]
    if len(named) != 1 or len(slots.spots) != 1 or named[0].role in ("from", "via"):
        return None
    if (
        not said.has("instead")
        or slots.countries
        or slots.quantities
        or slots.days
        or len(slots.words) > _MOST_WORDS
    ):
        return None
    lands = _LANDS.search(low) is not None
    if not (lands or _GOES.search(low)) or _ON_THE_WAY.search(low):
        return None
    plans = [plan for plan in (conversation.last_plan, *conversation.earlier) if plan is not None and plan.steps]
    flown = next((plan.steps[-1] for plan in plans if plan.steps[-1].tool in _FLOWN), None)
    if flown is None or not flown.arguments.keys() >= ENDS or "beside" in flown.arguments:
        return None
    if plans[0].steps[-1] == flown and not lands:
        return None  # another end of the last question is changed as ever
    goal = said.name(named[0])
    end = field_of(goal, said.deps)
    if end is None or end == field_of(str(flown.arguments["from_location"]), said.deps):
        return None
    said.take_all()
    return flown.varied(to_location=goal, via=None)
