""" "OK to go VFR from Sumburgh then, or wait": the brief of the flight at the day and hour whose weather was told."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.tool_names import BRIEF, WEATHER

_TOLD = frozenset((WEATHER, "get_outlook"))
_FLIES = re.compile(
    r"\b(?:go|going|fly|flying|flight|set off|leave|depart|flieg\w*|losfliegen|los|hin|rüber|vol(?:er|e|ons)|aller|partir|pars|partons|y va|décoller|passe|passer)\b"
    r"|\bvfr (?:nach|ab|von|to|from|vers|à|depuis)\b"
)
_MAY_ONE = re.compile(
    r"\b(?:ok|okay|can|could|should|safe|doable|possible|wise|sensible|good|fine|alright|worth|wait|better|"
    r"kann|könnte|können|könnten|soll|sollte|sollen|geht|ginge|klappt|möglich|sinnvoll|warten|lieber|besser|"
    r"peux|peut|puis|pourra|pourrait|pouvons|possible|faisable|jouable|volable|passe|attendre|vaut mieux)\b"
)
_THEN = re.compile(
    r"\b(?:then|at that time|or wait|dann|da|zu der zeit|oder warten|alors|là|à ce moment|ou attendre)\b"
)
_OF_RULES = re.compile(
    r"\b(?:licen[cs]e|rating|legal(?:ly)?|allowed|permitted|plan|erlaubt|darf|lizenz|autoris\w+|légal|droit|in (?:that|this|it)|customs|zoll|douane)\b"
)
_MOST_WORDS = 14
_PLACES = ("code", "iata", "place")


def fly_or_wait(said: Said, memory: Known) -> ToolCall | None:
    """The brief from where one starts, at the day and hour in hand; None where no flight is weighed."""
    call, slots, low = memory.call, said.slots, said.slots.low
    if call is None or call.tool not in _TOLD or slots.countries or len(slots.words) > _MOST_WORDS:
        return None
    if not _FLIES.search(low) or not _MAY_ONE.search(low) or _OF_RULES.search(low):
        return None
    named = [
        s for s in slots.spots if (s.kind in _PLACES and not s.is_area) or s.name == "home" or s.kind == "here"
    ]
    if len(named) != len(slots.spots) or not (named or _THEN.search(low)):
        return None
    told = call.arguments.get("places")
    there = str(told[-1]) if isinstance(told, list) and told else None
    start = next((said.name(s) for s in named if s.role == "from"), None)
    goal = next((said.name(s) for s in named if s.role != "from"), None)
    if start is None and goal == "home":  # "at home then": no flight there
        return None
    start = memory.home if start in (None, "here") else start
    goal = goal or there
    if start is None or goal is None or len(named) > 1 + (goal != there):
        return None
    ends = [field_of(memory.home if one == "home" and memory.home else one, said.deps) for one in (start, goal)]
    if None in ends or ends[0] == ends[1]:
        return None
    given = {**registry.readings()[BRIEF].read(said.again()), "from_location": start, "to_location": goal}
    kept: dict[str, JsonValue] = {
        name: value for name in ("day", "time") if (value := call.arguments.get(name)) and name not in given
    }
    if "day" in given and given["day"] != call.arguments.get("day"):
        kept.pop("time", None)  # another day, of which no hour was spoken
    said.take_all()
    return ToolCall(tool=BRIEF, arguments={**given, **kept})
