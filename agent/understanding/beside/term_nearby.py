""" "What's a TMZ, and is there one near Dublin": where zones lie is on the chart, which is said beside the meaning."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said
from agent.protocol import Plan
from agent.understanding.reader.tool_names import EXPLAIN

_NEARBY = re.compile(
    r"\b(?:one|any|some|those|these|them|ones|eine[nrs]?|welche|solche|davon|une?|en|il y en a|ça|des)\b[^.?!,;]{0,24}?"
    r"\b(?:near|around|close to|by|over|at|in|bei|in der nähe von|nahe|um|über|près (?:de|d['’])|autour (?:de|d['’])|vers|à|sur)\s*"
    r"(?:the |la |le |l['’])?(?P<place>[^\W\d_][\w'’-]+(?: [A-ZÀ-Ý][\w'’-]+){0,2})",
    re.IGNORECASE,
)
_LIES_SOMEWHERE = re.compile(r"\b(?:zones?|areas?|airspaces?|regions?|routes?)\b", re.IGNORECASE)


def with_where_it_lies(plan: Plan, said: Said) -> Plan:
    """The plan with the place near which a zone is asked for, in place of the fields that lie there."""
    terms = [step for step in plan.steps if step.tool == EXPLAIN]
    if not terms or plan.steps[0].tool != EXPLAIN:
        return plan
    named = [str(step.arguments.get(name)) for step in terms for name in ("term", "other_term")]
    meanings = [one for name in named for one in said.deps.glossary.meanings(name)]
    asked = _NEARBY.search(said.slots.text)
    if asked is None or not any(_LIES_SOMEWHERE.search(one.says) for one in meanings):
        return plan
    place = asked["place"]
    if not any(spot.name.casefold().startswith(place.split()[0].casefold()) for spot in said.slots.spots):
        return plan
    told = [step.varied(near=place) if step is terms[-1] else step for step in terms]
    return plan.model_copy(update={"steps": tuple(told), "left_aside": (), "others": ()})
