"""The way home told after something else was asked goes on with the trip in hand: "back Sunday evening before dark"."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.deps import Deps
from agent.language.ends import country_of, field_of
from agent.language.said import Said
from agent.language.vague_times import TOLD_ONCE
from agent.protocol import Conversation, Plan, ToolCall
from agent.understanding.reader.tool_names import BORDER, ENDS, NOTICE, TRIP


def with_the_trip_in_hand(plan: Plan, conversation: Conversation, deps: Deps) -> Plan:
    """The plan with the day, hour and people that the trip was told, where a step only says how it comes home."""
    told = (conversation.flight_trip or {}).get("arguments")
    last = conversation.last_plan
    if not isinstance(told, dict) or last is None or any(step.tool == TRIP for step in last.steps):
        return plan

    def gone_on(step: ToolCall) -> ToolCall:
        given = step.arguments
        comes_home = step.tool == TRIP and any(name.startswith("return_") for name in given)
        if not comes_home or "day" in given or not all(same(end, given) for end in ENDS):
            return step
        once = {other for name, other in TOLD_ONCE if name in given}
        left = {"about", "taken", *once, *(name for name in told if name.startswith("return_"))}
        return step.varied(**{**{name: value for name, value in told.items() if name not in left}, **given})

    def same(end: str, given: Mapping[str, JsonValue]) -> bool:
        names = (str(told.get(end)), str(given.get(end)))
        one, other = (field_of(name, deps) or name for name in names)
        return one == other

    return plan.model_copy(update={"steps": tuple(map(gone_on, plan.steps))})


_MOVES = re.compile(
    r"\b(?:make (?:it|that)|let['’]?s|same (?:times?|hours?)|go|fly|change|move|push|lieber|verschieb\w*|dann doch|gleiche zeiten|"
    r"plutôt|mêmes (?:heures|horaires)|on (?:part|vole|décale)|finalement)\b"
)


def moved_with_its_notice(plan: Plan, said: Said, conversation: Conversation, deps: Deps) -> Plan:
    """ "Ok make it Sunday then, same times" behind the notice of a trip's goal: the trip of that day, and not its notice alone."""
    told = (conversation.flight_trip or {}).get("arguments")
    last = conversation.last_plan
    if not isinstance(told, dict) or last is None or said.spots or said.all_of("notice", "customs", "immigration"):
        return plan
    if [step.tool for step in plan.steps] != [NOTICE] or [step.tool for step in last.steps] != [NOTICE]:
        return plan
    (new,), (old,) = plan.steps, last.steps
    goal = field_of(str(told.get("to_location")), deps)
    if _MOVES.search(said.slots.low) is None:
        return plan  # "and on Sunday?": the notice of that day
    codes = {field_of(str(step.arguments.get("icao_code")), deps) for step in (new, old)}
    day, out = new.arguments.get("date"), told.get("day")
    if codes != {goal} or old.arguments.get("date") != out or day in (None, out) or not said.slots.days:
        return plan
    home = {"return_day": day} if told.get("return_day") == out else {}
    kept = {name: value for name, value in told.items() if name != "about"}
    return plan.model_copy(update={"steps": (ToolCall(tool=TRIP, arguments={**kept, "day": day, **home}),)})


def over_its_stops(plan: Plan, said: Said, conversation: Conversation, deps: Deps) -> Plan:
    """The plan with the borders of the whole trip, where one end of a trip over stops was asked as if flown directly:
    "notice at Dinard?" of Redhill, Cherbourg, Dinard is none for a flight from the United Kingdom.
    """
    told = (conversation.flight_trip or {}).get("arguments")
    if not isinstance(told, dict):
        return plan
    over = [str(stop) for way in ("via", "return_via") if isinstance(v := told.get(way), list) for stop in v]
    if not over:
        return plan
    start, *others = [
        str(told.get("from_location") or said.home or ""),
        str(told.get("to_location")),
        *map(str, over),
    ]
    fields = {field_of(name, deps) or name for name in others}
    named = [spot for spot in said.spots if (field_of(spot.name, deps) or spot.name) not in fields]

    def whole(step: ToolCall) -> ToolCall:
        given = step.arguments
        asked = "permission" if given.get("about") == "ppr" else "border"
        ends = [str(given.get(name)) for name in ("from_location", "to_location")]
        if step.tool == NOTICE:
            whence = given.get("from_country")
            code = str(given.get("icao_code"))
            direct = (field_of(code, deps) or code) in fields and whence in (None, country_of(start, deps))
        else:
            direct = step.tool == BORDER and ends == [start, others[0]]
        return ToolCall(tool=TRIP, arguments={**told, "about": asked}) if direct else step

    if named or any(country_of(start, deps) == one.country.code for one in said.slots.countries):
        return plan
    steps = [whole(step) for step in plan.steps]
    once = tuple(step for at, step in enumerate(steps) if step not in steps[:at])
    return plan.model_copy(update={"steps": once}) if once != plan.steps else plan
