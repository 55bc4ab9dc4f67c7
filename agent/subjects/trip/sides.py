"""Reads what one state at an end of the trip in hand wants: "does the Irish side need anything?"."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import country_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.reading_leg import one_way

MOST_WORDS = 14
_WANTS = re.compile(
    r"\b(?:side|end|want|wants|need|needs|require|requires|ask for|asks for|expect|tell|told|notify|inform|"
    r"forms?|papers|paperwork|"
    r"formalities|documents?|authorit\w+|officials?|"
    r"seite|wollen|verlangen|brauchen|braucht|fordern|fragen|melden|anmelden|informieren|bescheid|formulare?|"
    r"papiere|formalitäten|behörden?|"
    r"côté|veulent|demandent|exigent|prévenir|avertir|informer|déclarer|formulaires?|papiers|formalités|"
    r"autorités)\b"
)
_RULES = frozenset(("flight_plan", "transponder", "licence", "medical", "night", "ppr", "notice"))


def of_one_side(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The border between the ends, where the state of one of them is asked of and no rule of the air."""
    slots = said.slots
    if (
        len(slots.countries) != 1
        or any(spot.kind != "country" for spot in slots.spots)
        or slots.days
        or slots.of("clock")
        or len(slots.words) > MOST_WORDS
    ):
        return None
    if _WANTS.search(slots.low) is None or said.concepts & _RULES:
        return None
    start, goal = trip.get("from_location") or said.home, trip.get("to_location")
    states = [country_of(end, said.deps) if isinstance(end, str) else None for end in (start, goal)]
    if not (set(said.countries()) & {*states}) or len({*states}) < 2 or start is None:
        return None
    day, hour = trip.get("day"), trip.get("off_block")
    if len(way := one_way(said, trip)) == 1:  # "what does the French side want on the way back"
        start, goal, day, hour = way[0]
    when = " ".join(str(part) for part in (day, hour) if part and day)
    arguments: dict[str, JsonValue] = {
        "from_location": start,
        "to_location": goal,
        **({"date": when} if when else {}),
    }
    return ToolCall(tool="get_border_brief", arguments=arguments)
