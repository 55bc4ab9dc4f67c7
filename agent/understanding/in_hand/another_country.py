""" "Wie ist es mit der Slowakei", "portugal c pareil ?" behind a rule: the same question, of that country."""

from __future__ import annotations

from agent import regex as re
from agent.protocol import Plan
from agent.understanding.reader.tool_names import RULE
from agent.understanding.turn import Turn

_LEAD = re.compile(
    r"\W*(?:(?:and|und|et|ok|so|also|alors|then|now|aber|but|mais)\W+)*"
    r"(?:(?:what|how) about|what(?: is|['’]?s) it like|how (?:is|does) (?:it|that)(?: work| look)?|(?:is it |is that )?(?:the )?same|quid"
    r"|wie(?: (?:ist|is|sieht|schaut)(?: ?['’]?s)?|sieht['’]?s|schaut['’]?s)(?: (?:es|das|des))?(?: denn| dann)?|wie (?:siehts|schauts|ists|steht['’]?s|steht es)|was (?:ist|is)"
    r"|qu['’]en est[- ]il|c['’ ]?(?:est )?(?:la )?(?:pareil|m[eê]me chose|idem)|pareil|idem|comment c['’]est|(?:das )?(?:gleiche?|selbe)|gilt das(?: auch)?|genauso)?\W*"
    r"(?:(?:in|for|with|mit|für|bei|um|en|au|aux|pour|de|d['’]|du|à|of)\s*)?(?:(?:the|der|die|das|dem|den|la|le|les)\s+|l['’])?$"
)
_TAIL = re.compile(
    r"\W*(?:(?:aus|auch|c['’ ]?est|c|the|same|too|as well|then|now|denn|dann|genauso|gleich|so|alors|aussi|pareil|pareille|idem|la même chose|ist das|dasselbe|das gleiche|please|bitte|stp|svp)\W*)*"
)


def same_of_another_country(turn: Turn) -> Plan | None:
    """The rule of the last answer, asked of the one country named; None where the message asks more of it."""
    slots, plan = turn.said.slots, turn.memory.plan
    rule = next((step for step in reversed(plan.steps) if step.tool == RULE), None) if plan is not None else None
    if rule is None or plan is None or len(slots.countries) != 1 or slots.days or slots.quantities:
        return None
    one = slots.countries[0]
    if one.demonym or any(spot.kind != "country" for spot in slots.spots):
        return None
    if not _LEAD.fullmatch(slots.low[: one.start]) or not _TAIL.fullmatch(slots.low[one.end :]):
        return None
    if one.country.code == rule.arguments.get("country_code") or "countries" in rule.arguments:
        return None  # of a flight between two, where it starts is kept
    again = {name: value for name, value in rule.arguments.items() if name == "question"}
    turn.said.take_all()
    return turn.planned(
        rule.varied(**{**dict.fromkeys(rule.arguments), **again, "country_code": one.country.code})
    )
