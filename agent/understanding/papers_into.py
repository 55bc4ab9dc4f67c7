"""Which papers a flight into a country takes: those aboard, those of the people, and the border from where one starts."""

from __future__ import annotations

import re

from agent.language.carried import ABOARD, TRAVELLERS, papers_asked
from agent.language.ends import country_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.asking import clarification
from agent.understanding.reading import Reading
from agent.understanding.tool_names import BORDER, NOTICE, RULE, TRIP

_INTO = re.compile(
    r"\b(?:in)?to\s+(?:the\s+)?$|\b(?:nach|in die|in den|ins)\s+$|\b(?:en|vers|au|aux|jusqu['’]en)\s+(?:la |le |l['’])?$"
)
_FLOWN = re.compile(
    r"\b(?:fly\w*|tak(?:e|ing)|bring\w*|go|going|ferry\w*|flieg\w*|mitnehmen|bringen?|vol(?:er|e|ons)|aller|vais|allons|"
    r"pars|partons|partir|emmen\w*|amen\w*)\b"
)


def with_the_border_entered(plan: Plan, said: Said) -> Plan:
    """ "What papers do I need to take a Cessna into Spain?": what is known there, and the border, whose start is asked."""
    countries = {named.country.code: named for named in said.slots.countries}
    asked_of = {step.tool for step in plan.steps}
    if not plan.steps or not asked_of <= {RULE, TRIP, NOTICE} or len(countries) != 1 or said.spots:
        return plan
    low = said.slots.low
    ((code, named),) = countries.items()
    asked = {name for name, _ in papers_asked(low)}
    whole = asked == {ABOARD, TRAVELLERS} and len({span for _, span in papers_asked(low)}) == 1
    if not whole or not (_INTO.search(low[: named.start]) and _FLOWN.search(low)):
        return plan
    base = said.home
    if base is not None and country_of(base, said.deps) == code:
        return plan
    held = said.deps.rules.corpus.questions
    rules = [
        ToolCall(tool=RULE, arguments={"country_code": code, "question": held[name].text})
        for name in (ABOARD, TRAVELLERS)
        if name in held
    ]
    entered = {"to_location": named.country.name}
    if base is None:
        steps = (*rules, clarification(Reading(BORDER, 0.9, arguments={**entered}, missing="from_location")))
    else:
        steps = (ToolCall(tool=BORDER, arguments={"from_location": base, **entered}), *rules)
    return plan.model_copy(update={"steps": steps, "left_aside": ()})
