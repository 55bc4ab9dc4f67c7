"""What is told of the own flying and of the own limits in one message: "base EDLN, C172, crosswind limit 12"."""

from __future__ import annotations

from datetime import date

from agent import regex as re
from agent.language.limits import named_limits
from agent.protocol import Plan, ToolCall
from agent.understanding.clauses.clauses import is_within_a_number
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.asking import clarification
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.reading import Reading

PROFILE, MINIMA, BRIEF = "set_profile", "set_minima", "get_day_brief"
WEATHER = "get_weather"
RUNWAY_WIND, ACROSS = "get_runway_wind", "crosswind_limit_kt"
_BETWEEN = re.compile(r"\s*[,;.]\s+|\s+(?:and|und|et)\s+", re.IGNORECASE)
_HOME = re.compile(r"\b(?:home ?)?base(?:d|e)?\b")
"""Where one is at home, and no base of a cloud."""
_AMOUNT = re.compile(r"\d")
_MOST_PARTS = 6


def told_together(text: str, today: date, plan: Plan, reader: Reader) -> Plan:
    """The plan with both, where one part of the message tells the one and the rest the other."""
    cuts = [cut for cut in _BETWEEN.finditer(text) if not is_within_a_number(text[: cut.start()])]
    tools = [step.tool for step in plan.steps]
    # "Home field to Popham" looks like a flight, "my home is Weston … minima" like the weather there.
    told = tools in ([PROFILE], [MINIMA], [MINIMA, BRIEF], [MINIMA, WEATHER])
    if not told or not 0 < len(cuts) <= _MOST_PARTS:
        return plan
    both = [calls for cut in cuts if (calls := _both(text[: cut.start()], text[cut.end() :], today, reader))]
    steps = max(both, key=lambda calls: sum(len(call.arguments) for call in calls), default=plan.steps)
    if steps == plan.steps:
        return plan
    left = tuple(words for words in plan.left_aside if not _AMOUNT.search(words))  # each part was read anew
    return plan.model_copy(update={"steps": steps, "others": (), "left_aside": left})


_MAY_I_FLY = re.compile(
    r"(?:[:.;,!?]\s+|\b(?:and|und|et)\s+)(?P<asked>(?:so |also |dann |alors )?(?:(?:can|could|may) (?:i|we) (?:fly|go)\b|"
    r"(?:kann|darf|können|dürfen) (?:ich|wir|man)\b[^.?!:]{0,40}\bfliegen\b|"
    r"(?:puis-je|peut-on|pouvons-nous|(?:est-ce que )?(?:je peux|on peut)) (?:voler|partir|décoller|y aller)\b)[^.?!:]*\??)\s*$",
    re.IGNORECASE,
)


def with_whether_to_fly(text: str, today: date, plan: Plan, reader: Reader) -> Plan:
    """ "Max crosswind 12: can I fly today?": the limits are kept, and the day is looked at or asked back for."""
    asked = _MAY_I_FLY.search(text)
    if [step.tool for step in plan.steps] != [MINIMA] or not plan.steps[0].arguments or asked is None:
        return plan
    reading = reader.decide(reader.said(asked["asked"], today), Known())
    if reading.tool not in (BRIEF, WEATHER):
        return plan
    steps = (*plan.steps, reading.call or clarification(reading))
    left = tuple(words for words in plan.left_aside if words.casefold() not in asked["asked"].casefold())
    return plan.model_copy(update={"steps": steps, "others": (), "left_aside": left})


def _is_a_limit(reading: Reading) -> bool:
    """ "Max crosswind 15", and no field whose wind is asked about."""
    return reading.tool == RUNWAY_WIND and reading.arguments.keys() == {ACROSS}


def _both(one: str, other: str, today: date, reader: Reader) -> tuple[ToolCall, ...]:
    """What the two parts tell, the flying first; () where they do not tell one each."""
    parts = [reader.said(part, today) for part in (one, other)]
    found = [(reader.decide(part, Known()), part) for part in parts]
    calls = {reading.tool: reading.call for reading, _ in found if reading.call is not None}
    if (across := next((r.arguments.get(ACROSS) for r, _ in found if _is_a_limit(r)), None)) is not None:
        calls[MINIMA] = ToolCall(tool=MINIMA, arguments={"crosswind_kt": across})
        calls.pop(RUNWAY_WIND, None)
    if any(reading.tool == PROFILE and named_limits(_HOME.sub("", part.slots.low)) for reading, part in found):
        return ()  # "12 Knoten quer" behind a comma is a limit like those before it
    if calls.keys() != {PROFILE, MINIMA} or any(call.arguments.get("unplaced") for call in calls.values()):
        return ()
    if not calls[PROFILE].arguments:
        return ()  # "Note them, please" tells nothing of the flying
    return calls[PROFILE], calls[MINIMA]
