""" "The other one", "the nearest": what is asked of one of a list, told with the field that was taken."""

from __future__ import annotations

from agent import registry
from agent.language.ends import field_of
from agent.protocol import Plan, ToolCall
from agent.understanding.in_hand import references
from agent.understanding.in_hand.nearest_listed import NEAREST_TAKEN, asks_nearest_alone, named_for_the_nearest
from agent.understanding.in_hand.the_other import NEXT_OF_LIST, OTHER_ONE, the_other
from agent.understanding.reader.tool_names import CARD
from agent.understanding.reader.unread import LISTS
from agent.understanding.turn import Turn
from tongue import say

_UNSURE = 0.5


def the_other_of_the_list(turn: Turn) -> Plan | None:
    """ "What about the other one, hard runway?" behind a list, or one of it: asked of the next, and said which."""
    match = OTHER_ONE.search(turn.text)
    if match is None or references.ORDINAL.search(turn.text) or turn.said.spots:
        return None
    other = the_other(match, turn.conversation, lambda name: field_of(name, turn.deps))
    if other is None or (turn.memory.tool not in LISTS and not other.is_next):
        return None
    text = f"{turn.text[: match.start()]} {other.place} {turn.text[match.end() :]}"
    asks_a_fact = bool(registry.readings()[CARD].read(turn.said.again()).get("about"))
    last = other.chat if asks_a_fact or turn.memory.tool in LISTS else turn.memory.plan
    plan = turn.plan_for(text, turn.conversation.model_copy(update={"last_plan": last, "pending": {}}))
    return _told_which(plan, say(NEXT_OF_LIST, field=_by_name(other.place, turn)) if other.is_next else "")


def of_the_nearest(turn: Turn) -> Plan | None:
    """ "Was kostet die Landung auf der nächsten" of a list: asked of that field, and said which."""
    if (found := named_for_the_nearest(turn.said, turn.memory)) is None:
        return None
    text, field = found
    card = Plan(steps=(ToolCall(tool=CARD, arguments={"icao_code": field}),))
    told = say(NEAREST_TAKEN, count=len(turn.memory.shown), field=_by_name(field, turn))
    if asks_nearest_alone(turn.said):
        return turn.planned(*card.steps, verdict=told)
    plan = turn.plan_for(text, turn.conversation.model_copy(update={"last_plan": card, "pending": {}}))
    bare = [step.tool for step in plan.steps] == [CARD] and "about" not in plan.steps[0].arguments
    of_it = all(field in step.arguments.values() or [field] in step.arguments.values() for step in plan.steps)
    if bare or not of_it:
        return None
    return _told_which(plan, told)


def _told_which(plan: Plan, told: str) -> Plan | None:
    """A plan that is sure enough, with which field was taken in its first line."""
    if not plan.steps or plan.confidence < _UNSURE or any(step.tool in LISTS for step in plan.steps):
        return None
    return plan.model_copy(update={"verdict": told}) if told and not plan.verdict else plan


def _by_name(code: str, turn: Turn) -> str:
    one = turn.deps.airports.get(code)
    return f"{code} {one.short_name}" if one is not None else code
