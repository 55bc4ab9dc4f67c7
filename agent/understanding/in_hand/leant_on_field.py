""" "Le préavis ?", "pricey?" behind a field: the fact or the fee of it, where nothing else of the chat may be meant."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan
from agent.understanding.in_hand.context import CENTRE, END, FIELD, Known
from agent.understanding.reader.tool_names import CARD, EXPLAIN, FUEL_PRICE, NOTICE

_FEE = "get_airport_pricing"
_OF_A_FIELD = frozenset((CARD, NOTICE, _FEE, FUEL_PRICE))
_ITS_OWN = frozenset(("icao_code", "about", "date"))
_SHORT = 6
"""Words of a message that asks one thing of what is in hand."""
_COSTLY = re.compile(r"\b(?:pricey|expensive|dear|cheap|costly|ch[eè]re?s?|on[ée]reux|teuer|billig|günstig)\b")
_OF_FUEL = re.compile(r"\b(?:fuel|avgas|mogas|ul91|jet|sprit|benzin|kraftstoff|essence|carburant)\b")
_ENOUGH = 0.5
"""So sure an answer is given, with the next likeliest meaning as its first button."""


def of_the_one_in_hand(plan: Plan, said: Said, memory: Known) -> Plan:
    """The plan, sure enough to be answered where it asks a short thing of the field in hand; else as it is."""
    plan = _its_fee(plan, said)
    if plan.confidence >= _ENOUGH or len(plan.steps) != 1 or memory.call is None or plan.emergency:
        return plan
    slots = said.slots
    if slots.spots or slots.countries or slots.quantities or len(slots.words) > _SHORT:
        return plan
    step = plan.steps[0]
    known = {field_of(memory.places[role], said.deps) for role in (FIELD, END, CENTRE) if role in memory.places}
    field = step.arguments.get("icao_code")
    if not _asks_a_fact(plan) or not isinstance(field, str):
        return plan
    if field_of(field, said.deps) not in {*known, *memory.shown[:1]}:
        return plan
    if any(one.tool not in (*_OF_A_FIELD, EXPLAIN) for one in plan.others):
        return plan
    others = tuple(one for one in plan.others if one.tool != EXPLAIN)
    return plan.model_copy(update={"others": others, "confidence": _ENOUGH})


def _its_fee(plan: Plan, said: Said) -> Plan:
    """ "Pricey there?": what the field charges; the price of its fuel is the next meaning."""
    if [step.tool for step in plan.steps] != [FUEL_PRICE] or len(said.slots.words) > _SHORT:
        return plan
    if not _COSTLY.search(said.slots.low) or _OF_FUEL.search(said.slots.low):
        return plan
    (price,) = plan.steps
    if (field := price.arguments.get("icao_code")) is None:
        return plan
    fee = price.model_copy(update={"tool": _FEE, "arguments": {"icao_code": field}})
    return plan.model_copy(update={"steps": (fee,), "others": (price,), "confidence": min(plan.confidence, 0.69)})


def _asks_a_fact(plan: Plan) -> bool:
    step = plan.steps[0]
    if step.tool not in _OF_A_FIELD or step.arguments.keys() - _ITS_OWN:
        return False
    return step.tool != CARD or bool(step.arguments.get("about"))
