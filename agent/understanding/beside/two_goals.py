"""Two fields that are weighed against each other as where to fly: the day of both, and which is nearer before them.

"Samstag nach Danzig oder lieber Stettin", "Deauville ou Le Touquet, lequel".
"""

from __future__ import annotations

from agent.aviation.geometry import geodesic_nm
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.measures import nm
from agent.subjects.trip.reading import trip
from agent.subjects.trip.reading_goals import weighed, with_the_weighed
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.tool_names import BRIEF, ITINERARY, TRIP
from tongue import say

_MOST = 3
_SURE = 0.75


def with_the_goals_weighed(plan: Plan, said: Said, *, fresh: bool) -> Plan:
    """The plan of the goals that an "or" weighs, from one start on one day, with how far each is."""
    if not fresh or not plan.steps or plan.emergency or plan.verdict or plan.made_by == "followup":
        return plan
    tools = {step.tool for step in plan.steps}
    if not (tools <= {BRIEF} or tools <= {CLARIFY, ITINERARY} or tools == {TRIP}):
        return plan
    told = with_the_weighed(said.again())
    names = list(dict.fromkeys(told.name(one) for pair in weighed(told) for one in (pair.goal, pair.other)))
    codes = {name: code for name in names if name and (code := field_of(name, said.deps))}
    begun = next((told.name(s) for s in told.slots.spots if s.role == "from" and told.name(s) not in codes), None)
    start = field_of(begun or said.home or "", said.deps)
    if not 2 <= len(set(codes.values())) == len(names) <= _MOST or start is None or start in codes.values():
        return plan
    far = _how_far(start, list(codes.values()), said)
    if not far:
        return plan
    first = say("Nearest to {start} first: {each}.", start=start, each=say("; ").join(far))
    verdict = f"**{first}**"
    day = said.day()
    if tools == {TRIP} or (tools <= {BRIEF} and _are_of_each(plan, codes, said)):
        left = tuple(words for words in plan.left_aside if words.lower() not in {n.lower() for n in codes})
        return plan.model_copy(update={"verdict": verdict, "left_aside": left})
    if day is None or (tools <= {CLARIFY, ITINERARY} and plan.confidence >= _SURE and CLARIFY not in tools):
        return plan
    back = trip(said.again()).get("return_day")
    when = {"day": day, **({"return_day": back} if back and back != day else {})}
    begins = {"from_location": begun} if begun else {}
    steps = tuple(ToolCall(tool=BRIEF, arguments={**begins, "to_location": name, **when}) for name in codes)
    return plan.model_copy(
        update={"steps": steps, "verdict": verdict, "others": (), "confidence": max(plan.confidence, _SURE)}
    )


def _are_of_each(plan: Plan, codes: dict[str, str], said: Said) -> bool:
    """Whether the plan flies to each of them already."""
    ends = {field_of(str(step.arguments.get("to_location")), said.deps) for step in plan.steps}
    return ends == {*codes.values()}


def _how_far(start: str, codes: list[str], said: Said) -> list[str]:
    """ "LFAT Le Touquet 97 nm", the nearest first; none where one is not known."""
    here = said.deps.airports.get(start)
    fields = [field for code in codes if (field := said.deps.airports.get(code)) is not None]
    if here is None or len(fields) != len(codes):
        return []
    away = sorted((geodesic_nm(here.lat, here.lon, one.lat, one.lon), one.ident, one.short_name) for one in fields)
    return [f"{ident} {name} {nm(far)}" for far, ident, name in away]
