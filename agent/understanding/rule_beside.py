"""The rule that a flight asks for besides what is filed: of the dog aboard, of a homebuilt or a microlight, of the papers aboard."""

from __future__ import annotations

import re

from agent.deps import Deps
from agent.language.carried import ABOARD, ANIMALS, TRAVELLERS, own_rules
from agent.language.ends import country_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.trip.reading_takes import without_asking

_RULE = "answer_rules_question"
_OVER_BORDERS = ("get_border_brief", "plan_trip")
_WITH_A_PET = (*_OVER_BORDERS, "calculate_flight_distance")


def with_its_own_rule(plan: Plan, said: Said, deps: Deps) -> Plan:
    """The plan with the country's rule on what is carried or flown; what the rule answers is not left aside."""
    plan = _not_left_aside(_without_what_the_trip_tells(plan))
    if not (carried := own_rules(said.slots.low)):
        return plan
    held = deps.rules.corpus.questions
    if len(plan.steps) == 1 and plan.steps[0].arguments.get("question") == held[ABOARD].text:
        asked = {name for name, _ in carried}
        beside = plan.steps[0].varied(question=held[TRAVELLERS].text)
        return plan.model_copy(update={"steps": (*plan.steps, beside)}) if TRAVELLERS in asked else plan
    if len(plan.steps) != 1 or plan.steps[0].tool not in _WITH_A_PET:
        return plan
    call = plan.steps[0]
    start, end = call.arguments.get("from_location"), call.arguments.get("to_location")
    if not isinstance(start, str) or not isinstance(end, str):
        return plan
    left, entered = country_of(start, deps), country_of(end, deps)
    if left is None or entered is None:
        return plan
    rules = [
        rule
        for rule in carried
        if (rule[0] == ANIMALS or call.tool in _OVER_BORDERS) and (rule[0] == ABOARD or left != entered)
    ]
    if not rules:
        return plan
    asked = [
        ToolCall(tool=_RULE, arguments={"country_code": entered, "question": held[name].text})
        for name, _ in rules
        if name in held
    ]
    words = [word for _, word in rules]
    aside = tuple(text for text in plan.left_aside if not any(word in text.lower() for word in words))
    return plan.model_copy(update={"steps": (call, *asked[:2]), "left_aside": aside})


_TELL_WHAT_IT_TAKES = frozenset(
    ("plan_trip", "get_border_brief", "get_notification_for_airport", "get_report_deadline")
)


def _not_left_aside(plan: Plan) -> Plan:
    """Without a note on words that ask what such an answer tells: "wie früh anmelden", "was muss ich wann melden"."""
    if not any(step.tool in _TELL_WHAT_IT_TAKES for step in plan.steps):
        return plan
    kept = tuple(text for text in plan.left_aside if re.search(r"\w", without_asking(text.lower())))
    return plan.model_copy(update={"left_aside": kept}) if len(kept) < len(plan.left_aside) else plan


def _without_what_the_trip_tells(plan: Plan) -> Plan:
    """Without a second reckoning of one report's deadline, which stands in the plan of the same flight with its moment."""
    first, *more = plan.steps or (None,)
    if (
        first is None
        or first.tool != "plan_trip"
        or not {"from_location", "to_location"} <= first.arguments.keys()
    ):
        return plan
    goal = first.arguments["to_location"]
    kept = [
        step
        for step in more
        if step.tool != "get_report_deadline" or step.arguments.get("to_location", goal) != goal
    ]
    return plan.model_copy(update={"steps": (first, *kept)}) if len(kept) < len(more) else plan
