""" "What do they charge to land?" of a list: what no list is narrowed by is told of each of the fields that were shown."""

from __future__ import annotations

from agent import regex as re
from agent import registry
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.in_hand import references
from agent.understanding.in_hand.context import FIELD, Known
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.tool_names import AROUND, CARD, FUEL_PRICE, NOTICE, RULE
from agent.understanding.reader.unread import LISTS

_OF_A_FIELD = (CARD, NOTICE, FUEL_PRICE, "get_airport_pricing")
_THEY = re.compile(
    r"\b(?:they|them|their|theirs|these|those|all|each|every one|any of|ils|elles|leurs?|eux|tous|toutes|chacun|chacune|ceux|celles|"
    r"ihnen|deren|alle[nr]?|jeweils|jede[rsm]?|diese[nr]?|sie)\b"
)
_ONE = re.compile(
    r"\b(?:it|its|that one|this one|one|der|den|dem|ihn|er|il|elle|celui-?(?:ci|là)|son|sa|seine?)\b(?! of)"
)

_LEAST_NOTICE = re.compile(
    r"\b(?:which|who|welche[rs]?|wer|lequel|laquelle|lesquels|qui)\b[^.?!]*\b(?:shortest|least|less|smallest|longest|most|kürzeste\w*|geringste\w*|wenigsten|längste\w*|"
    r"(?:le |la )?(?:plus (?:court|courte|long|longue)|moins))\b"
)
""" "Which of them has the shortest notice": told of each."""


def of_each_listed(plan: Plan, said: Said, memory: Known) -> Plan:
    """The same of each field of the list in hand, where a fact is asked that belongs to one field and none is named."""
    if memory.tool not in LISTS or len(memory.shown) < 2 or _named(said):
        return plan
    if said.all_of("notice") and _LEAST_NOTICE.search(said.slots.low):
        return _told_of_each(ToolCall(tool=NOTICE, arguments={}), plan, memory)  # by which no list is ordered
    if len(plan.steps) != 1:
        return plan
    (step,) = plan.steps
    if step.tool == CLARIFY:
        tool, given = step.arguments.get("tool"), step.arguments.get("arguments")
        if step.arguments.get("missing") != "icao_code" or tool not in _OF_A_FIELD or not isinstance(given, dict):
            return plan
        if _ONE.search(said.slots.low):
            return plan
        call = ToolCall(tool=str(tool), arguments=given)
    elif step.tool in _OF_A_FIELD and _THEY.search(said.slots.low):
        if step.arguments.get("icao_code") not in (memory.places.get(FIELD), *memory.shown[:1]):
            return plan
        call = step
    elif step.tool == RULE and _THEY.search(said.slots.low) and (fact := _fact_of_each(said)):
        call = fact  # "do they need PPR?"
    else:
        return plan
    if call.tool == CARD and not call.arguments.get("about"):
        return plan
    return _told_of_each(call, plan, memory)


_READ = 0.7
"""How sure a reading is that is not put aside."""
_DEMANDS = re.compile(
    r"\b(?:verlang\w*|forder[nt]\b|(?:brauchen|wollen|möchten) (?:die|sie)\b|demandent|exigent|veulent|réclament|"
    r"what do they (?:want|ask|need|require|expect)|(?:need|want|require|ask|expect) (?:from|of) (?:me|us|visitors?))"
)


def of_one_listed(plan: Plan, said: Said, memory: Known) -> Plan:
    """ "Und Altenrhein, was verlangen die genau?" of a list that has it: the notice of that field, no list around it."""
    spots = [s for s in said.slots.spots if s.kind not in ("country", "here")]
    if memory.tool not in LISTS or len(spots) != 1 or len(plan.steps) != 1 or not _DEMANDS.search(said.slots.low):
        return plan
    field = field_of(spots[0].name, said.deps)
    is_read = plan.steps[0].tool not in (AROUND, CLARIFY) and plan.confidence >= _READ
    if is_read or field not in memory.shown:
        return plan
    step = ToolCall(tool=NOTICE, arguments={"icao_code": field})
    return plan.model_copy(
        update={"steps": (step,), "others": (), "left_aside": (), "made_by": "followup", "confidence": 0.9}
    )


def _told_of_each(call: ToolCall, plan: Plan, memory: Known) -> Plan:
    steps = tuple(call.varied(icao_code=field) for field in memory.shown[:MOST_STEPS])
    return plan.model_copy(
        update={"steps": steps, "others": (), "made_by": "followup", "confidence": max(plan.confidence, 0.9)}
    )


def _fact_of_each(said: Said) -> ToolCall | None:
    about = registry.readings()[CARD].read(said.again()).get("about") if not said.slots.countries else None
    return ToolCall(tool=CARD, arguments={"about": about}) if about else None


def _named(said: Said) -> bool:
    named = [s for s in said.slots.spots if s.kind != "here" and s.role != "from"]
    return bool(named) or references.ORDINAL.search(said.slots.text) is not None
