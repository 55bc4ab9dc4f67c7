""" "Which of them has an ILS?", "which of the two has more grass ones?": asked of what was spoken of one by one."""

from __future__ import annotations

from agent import registry
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.understanding import references
from agent.understanding.context import Known
from agent.understanding.reading import COUNTED
from agent.understanding.unread import CARD

COMPARED = "compare_airfields"
_TWO = 2


def of_those(text: str, said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """The question asked of each of the fields or countries in hand; () where it is none of that kind."""
    many = references.which_of(text)
    if not many or said.spots or said.slots.countries:
        return ()
    if memory.tool == CARD:
        fields = list(dict.fromkeys(memory.mentioned))[-many:]
        about = registry.readings()[CARD].read(said.again()).get("about")
        if len(fields) < _TWO or not about:
            return ()
        return (ToolCall(tool=COMPARED, arguments={"icao_codes": [*fields], "about": about}),)
    if memory.tool == COUNTED:
        filters = registry.readings()[COUNTED].read(said.again()).get("filters")
        countries = memory.of_late[-many:]
        if len(countries) < _TWO or not filters:
            return ()
        return tuple(ToolCall(tool=COUNTED, arguments={"country": c, "filters": filters}) for c in countries)
    return ()
