"""What a message changes of the rule asked last: where the flight goes, which of them, what it is narrowed to."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.language.courtesy import CHAT
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.understanding import references
from agent.understanding.context import Known
from agent.understanding.leaning import continued, names_alone

_RULE, _COMPARED = "answer_rules_question", "compare_rules_between_countries"
_TO = re.compile(
    r"\b(?:to|into|towards|nach|vers|en|au|aux|à|pour|for|in die|ins)\s+(?:the |la |le |les |l['’]|die )?$"
)
_FROM = re.compile(
    r"\b(?:from|out of|coming from|leaving|aus|von|depuis|venant d[eu]|en provenance d[eu]|de|d['’])\s+(?:the |la |le |les |l['’]|der |den )?$"
)
_NARROWS = keys_of(
    "below above under over beneath up feet foot ft knots knot kt kts i mean meant only by day class at the minimum limit "
    "unter über unterhalb oberhalb fuss fuß knoten meine meinte nur bei "
    "sous dessous dessus au-dessous au-dessus pieds noeuds nœuds veux dire seulement moins"
)


def of_the_rule(text: str, said: Said, memory: Known) -> ToolCall | None:
    """The rule asked last with what a message changes of it; None where it asks something else."""
    if memory.call is None or memory.tool != _RULE or not memory.topic or said.spots:
        return None
    return _which_of_them(text, said, memory) or _flown_elsewhere(said, memory.call) or _narrowed(said, memory)


def _which_of_them(text: str, said: Said, memory: Known) -> ToolCall | None:
    """ "Which of them needs a flight plan when coming from Germany?": of the countries asked one by one."""
    many, named = references.which_of(text), said.slots.countries
    if not many or not named or not all(_FROM.search(said.slots.low[: c.start]) for c in named):
        return None
    start = {*said.countries()}
    asked = [code for code in memory.of_late if code not in start][-many:]
    countries: list[JsonValue] = [*asked]
    if len(countries) < 2:
        return None
    return ToolCall(tool=_COMPARED, arguments={"countries": countries, "topic": text})


def _flown_elsewhere(said: Said, call: ToolCall) -> ToolCall | None:
    """ "And to the Isle of Man?" of a rule for a flight from one country to another: from the same one."""
    named, other = said.slots.countries, call.arguments.get("countries")
    start, asked = call.arguments.get("country_code"), call.arguments.get("question")
    if not isinstance(other, list) or len(other) != 1 or len(named) != 1 or not isinstance(asked, str):
        return None
    (new,) = said.countries()
    if not _TO.search(said.slots.low[: named[0].start]) or not names_alone(said) or new in (start, other[0]):
        return None
    names = said.deps.countries
    for a, b, country in reversed([*names.find_all(asked)]):
        if country.code == other[0]:
            asked = f"{asked[:a]}{named[0].country.name}{asked[b:]}"
    return call.varied(countries=[new], question=asked)


def _narrowed(said: Said, memory: Known) -> ToolCall | None:
    """ "Below 3000 feet I meant, at 100 knots": the rule asked last, whose text says what holds there."""
    slots = said.slots
    if not slots.quantities or slots.countries or slots.spots or slots.days or memory.call is None:
        return None
    held = [(q.start, q.end) for q in slots.quantities]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in held)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _NARROWS or w.key.isdigit() for w in rest):
        return None
    if len(slots.quantities) > 1 or len(rest) > 1:
        return memory.call
    return memory.call.varied(
        question=continued(str(memory.call.arguments.get("question")), said)
    )  # "above FL100?"
