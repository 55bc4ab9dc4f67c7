"""What is sold at the goal and what its border takes, asked of one flight in few words: "Kirkwall to Le Touquet, fuel and customs"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.protocol import Plan, ToolCall
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.tool_names import BORDER, CARD, COMPARED

_ALONG = "find_airports_near_route"
_READ_AS = frozenset((CLARIFY, BORDER, _ALONG, CARD, COMPARED))
_FUELS = ("fuel", "avgas", "ul91", "mogas", "jet_a")
_BORDERS = ("customs", "immigration")
_BOTH_ENDS = 2
_BESIDE = re.compile(r"\s*(?:,|/|&|and|or|und|oder|et|ou)\s*(?:at|in|à|a)?\s*")
_LIKELY = 0.75


def with_fuel_and_border(plan: Plan, said: Said) -> Plan:
    """The border of the one flight that is named and the fuel at its goal, where a message says nothing else."""
    if len(plan.steps) != 1 or plan.steps[0].tool not in _READ_AS or plan.made_by == "followup" or plan.emergency:
        return plan
    mentions = said.again().all_of(*_FUELS, *_BORDERS)
    fuels = list(dict.fromkeys(m.concept for m in mentions if m.concept in _FUELS))
    ways = said.journey()
    if not fuels or len({m.concept for m in mentions}) == len(fuels) or len(ways) != _BOTH_ENDS:
        return plan
    if len(spots := said.slots.spots) != _BOTH_ENDS or _BESIDE.fullmatch(
        said.slots.low[spots[0].end : spots[1].start]
    ):
        return plan  # "fuel and customs at Dinard and Caen": of each of them
    start, goal = ways
    code = field_of(goal, said.deps)
    known = [(one.start, one.end) for one in (*said.slots.spots, *said.slots.days, *mentions)]
    words = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in known)]
    if code is None or any(word.key not in FUNCTION | _FLOWN for word in words):
        return plan
    day: dict[str, JsonValue] = {"date": said.slots.days[0].when.isoformat()} if len(said.slots.days) == 1 else {}
    about: list[JsonValue] = [*fuels]
    border = ToolCall(tool=BORDER, arguments={"from_location": start, "to_location": goal, **day})
    sheet = ToolCall(tool=CARD, arguments={"icao_code": code, "about": about, **day})
    sure = max(plan.confidence, _LIKELY)
    return plan.model_copy(update={"steps": (border, sheet), "others": (), "left_aside": (), "confidence": sure})


_FLOWN = frozenset(("fly", "flying", "flight", "flug", "fliegen", "vol", "there", "dort", "nach", "von", "vers"))
