"""The rule that a flight over a border asks for besides its papers: of the dog aboard, of a homebuilt or a microlight."""

from __future__ import annotations

from agent.deps import Deps
from agent.language.carried import ANIMALS, own_rules
from agent.language.ends import country_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall

_RULE = "answer_rules_question"
_OVER_BORDERS = ("get_border_brief", "plan_trip")
_WITH_A_PET = (*_OVER_BORDERS, "calculate_flight_distance")


def with_its_own_rule(plan: Plan, said: Said, deps: Deps) -> Plan:
    """The plan with the country's rule on what is carried or flown; what the rule answers is not left aside."""
    if len(plan.steps) != 1 or plan.steps[0].tool not in _WITH_A_PET:
        return plan
    call = plan.steps[0]
    start, end = call.arguments.get("from_location"), call.arguments.get("to_location")
    if not isinstance(start, str) or not isinstance(end, str):
        return plan
    left, entered = country_of(start, deps), country_of(end, deps)
    if left is None or entered is None or left == entered:
        return plan
    rules = [rule for rule in own_rules(said.slots.low) if rule[0] == ANIMALS or call.tool in _OVER_BORDERS]
    if not rules:
        return plan
    held = deps.rules.corpus.questions
    asked = [
        ToolCall(tool=_RULE, arguments={"country_code": entered, "question": held[name].text})
        for name, _ in rules
        if name in held
    ]
    words = [word for _, word in rules]
    aside = tuple(text for text in plan.left_aside if not any(word in text.lower() for word in words))
    return plan.model_copy(update={"steps": (call, *asked[:2]), "left_aside": aside})
