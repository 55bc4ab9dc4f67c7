"""The facts of the field flown to that a clause of its own asks beside the flight: "from Redhill to Sandown: is it open, how long?"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.deps import Deps
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.clauses.clauses import questions
from agent.understanding.clauses.facts_beside import OWN_WORDS, PRICE, PRICED
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.tool_names import DISTANCE
from agent.understanding.reader.unread import CARD

if TYPE_CHECKING:
    from agent.understanding.reader.reader import Reader

_COMPARED = "compare_airfields"
_OF_THE_FIELD = frozenset(
    ("hours", "fuel", "avgas", "ul91", "mogas", "jet_a", "restaurant", "hotel", "parking", "camping")
)
"""Facts that are asked of where one lands, in words that mean nothing of a flight."""
_FUELS = frozenset(("fuel", "avgas", "ul91", "mogas", "jet_a"))
_HOURS_FLOWN = re.compile(r"\b(?:how many|combien d['’]|wie ?viele?) ?(?:hours|heures|(?:flug)?stunden)\b")
_LASTS = re.compile(
    r"\b(?:tanks?|fuel|juice|endurance|petrol|essence|carburant|autonomie|réservoirs?|sprit|benzin|tankinhalt)\b[^.?!]{0,30}"
    r"\b(?:lasts?|do|does|enough|suffi\w*|reich\w*|lang(?:t|en)|make it|get me|see me|see us|left|remaining|ok|tient|passe)\b"
    r"|\b(?:lasts?|enough|suffi\w*|reich\w*|lang(?:t|en)|hours? (?:of|in)|heures? de|stunden|without (?:filling|refuel\w*|uplift\w*|stopping)|"
    r"sans (?:ravitailler|refaire)|ohne (?:zu )?(?:tanken|nachzutanken))\b[^.?!]{0,20}"
    r"\b(?:tanks?|fuel|juice|endurance|petrol|up|essence|carburant|autonomie|réservoirs?|plein|sprit|benzin|tankinhalt)\b"
)
"""Whether what is in the tanks lasts: no fuel of the field flown to is asked for."""
_SOLD_THERE = re.compile(r"\b(?:sell|sells|there|have they|do they|verkauf\w*|dort|vendent|sur place|là-bas)\b")
_OF_EACH = re.compile(
    r"\b(?:either|both|each|all of them|which of (?:the two|them|these)|which (?:one )?(?:has|is|sells)|"
    r"beide\w*|jeweils|welche[rs]? (?:von )?(?:hat|ist)|les deux|chacun\w*|l(?:e|a)quel(?:le)? (?:des deux )?(?:a|est))\b"
)


def with_facts_of_clauses(plan: Plan, said: Said, reader: Reader) -> Plan:
    """The plan with the facts of the field at the end of the flight, or of each one, that no step of it tells."""
    if (priced := _prices_of_each(plan, said)) is not None:
        return priced
    flown = [step for step in plan.steps if step.tool == DISTANCE]
    goals = [field_of(str(step.arguments.get("to_location")), reader.deps) for step in flown]
    if not goals or None in goals or any(step.tool not in (DISTANCE, CARD, *OWN_WORDS) for step in plan.steps):
        return plan
    asked: dict[str, list[JsonValue]] = {}
    priced = said.has("cheapest") or PRICED.search(said.slots.low) is not None
    for start, end in questions(said.slots.text.replace(": ", ". ")):
        part = reader.said(said.slots.text[start:end], said.today, said.place, said.home)
        if part.spots:
            continue
        about = registry.readings()[CARD].read(part.again()).get("about")
        facts = [fact for fact in about if fact in _OF_THE_FIELD] if isinstance(about, list) else []
        if part.slots.of("duration") or _HOURS_FLOWN.search(part.slots.low):
            facts = [fact for fact in facts if fact != "hours"]  # "will five hours of fuel do"
        if _LASTS.search(part.slots.low) and not _SOLD_THERE.search(part.slots.low):
            facts = [fact for fact in facts if fact not in _FUELS]
        if any(step.arguments.get("by_light") for step in flown):
            facts = [fact for fact in facts if fact != "hours"]  # "do I land before night"
        for goal in goals if _OF_EACH.search(part.slots.low) else goals[-1:]:
            held = asked.setdefault(str(goal), [])
            held += [fact for fact in facts if fact not in held]
    more = [
        ToolCall(tool=PRICE, arguments={"icao_code": goal}) if priced and _FUELS.issuperset(map(str, facts))
        else _sheet(goal, facts, said)
        for goal, all_ in asked.items()
        if (facts := _untold(goal, all_, plan, reader.deps))
    ]  # fmt: skip
    if not more or len(plan.steps) + len(more) > MOST_STEPS:
        return plan
    return plan.model_copy(update={"steps": (*plan.steps, *more)})


def _sheet(goal: str, facts: list[JsonValue], said: Said) -> ToolCall:
    day = said.day() if "hours" in facts else None
    return ToolCall(tool=CARD, arguments={"icao_code": goal, "about": facts, **({"date": day} if day else {})})


def _untold(goal: str, facts: list[JsonValue], plan: Plan, deps: Deps) -> list[JsonValue]:
    """The facts that no step tells of that field."""
    heard: set[str] = set()
    for step in plan.steps:
        about = step.arguments.get("about")
        if step.tool in OWN_WORDS:
            heard |= OWN_WORDS[step.tool]
        elif step.tool == CARD and field_of(str(step.arguments.get("icao_code")), deps) == goal:
            heard |= {*map(str, about)} if isinstance(about, list) else set()
    return [fact for fact in facts if fact not in heard]


def _prices_of_each(plan: Plan, said: Said) -> Plan | None:
    """ "Compare Enstone and Turweston for fuel price and food": which fuel is sold is no price."""
    fields = plan.steps[0].arguments.get("icao_codes") if [s.tool for s in plan.steps] == [_COMPARED] else None
    if not isinstance(fields, list) or len(fields) >= MOST_STEPS or PRICED.search(said.slots.low) is None:
        return None
    prices = (ToolCall(tool=PRICE, arguments={"icao_code": field}) for field in fields)
    return plan.model_copy(update={"steps": (*plan.steps, *prices)})
