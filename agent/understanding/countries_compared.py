"""Rules asked of the countries that a thread of flights spoke of: which is stricter, what differs, where it is written."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.deps import Deps
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.understanding.context import END, START, Known
from agent.understanding.tool_names import BORDER, RULE
from agent.understanding.turning import asks_where_to_read

COMPARED = "compare_rules_between_countries"
OF_RULES = frozenset((RULE, COMPARED, "browse_rules"))
_OVER_A_BORDER = "flight plan, customs"
"""What most differs between two states that one flies into, where nothing else is named."""
_CROSSING = "Is a flight plan required to cross the international border?"
_STRICTER = re.compile(
    r"\b(?:strict\w*|easi(?:er|est)|simpler|streng\w*|einfacher\w*|lockerer\w*|sévères?|souples?|anders|différente?s?|differen(?:t|ces?)|différences?"
    r"|unterschiede?|compar\w*|vergleich\w*)\b"
)
_ON = re.compile(
    r"\b(?:about|on|regarding|for|with|when it comes to|beim?|bei der|zum|zur|für|hinsichtlich|sur|pour|concernant|question)\s+(?:the |a |den |das |die |dem |der |le |la |les |l['’])?"
    r"(?P<what>[^?.!,;]{3,40})"
)


def of_countries_flown_to(said: Said, memory: Known, deps: Deps) -> ToolCall | None:
    """ "Which one is stricter about the flight plan?" behind flights into two countries: those beside each other."""
    low = said.slots.low
    if memory.tool not in (BORDER, COMPARED) or not _STRICTER.search(low):
        return None
    if any(spot.kind != "country" for spot in said.spots):
        return None
    named = [*dict.fromkeys(said.countries())]
    if memory.tool == COMPARED:
        held = memory.call.arguments.get("countries") if memory.call else None
        if len(named) != 1 or not isinstance(held, list) or len(held) != 1 or held == named:
            return None
        before = [str(code) for code in held]
    else:
        before = [found.code for place in memory.mentioned if (found := deps.countries.get(place)) is not None]
    before = [code for code in before if code not in named]
    codes: list[JsonValue] = [*before[-1:], *named] if len(named) == 1 else [*(named or before[-2:])]
    if len(codes) < 2:
        return None
    on = _ON.search(low) if not named else None
    topic = on["what"].strip() if on is not None else _OVER_A_BORDER
    said.take_all()
    return ToolCall(tool=COMPARED, arguments={"countries": codes, "topic": topic})


def where_to_read(said: Said, memory: Known, deps: Deps) -> ToolCall | None:
    """ "Where can I read that officially?": of each country that was asked or flown to, what its answer rests on."""
    call = memory.call
    if call is None or call.tool not in (*OF_RULES, BORDER) or not asks_where_to_read(said):
        return None
    asked = call.arguments
    if call.tool == BORDER:
        ends = [deps.countries.get(str(memory.places.get(end, ""))) for end in (END, START)]
        codes: list[JsonValue] = [*dict.fromkeys(country.code for country in ends if country is not None)]
        question: JsonValue = _CROSSING
    else:
        code, several = asked.get("country_code"), asked.get("countries")
        codes = [code] if isinstance(code, str) else []
        codes += [one for one in several if one not in codes] if isinstance(several, list) else []
        question = asked.get("question") or asked.get("topic") or memory.topic
    if not codes or not isinstance(question, str):
        return None
    said.take_all()
    beside = {"countries": codes[1:]} if codes[1:] else {}
    return ToolCall(
        tool=RULE, arguments={"question": question, "country_code": codes[0], **beside, "asks_source": True}
    )
