""" "Am Freitag wieder heim" behind a search for an airline home: the same search on that day."""

from __future__ import annotations

from agent.language.courtesy import CHAT
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.tool_names import AIRLINE

_MOST_WORDS = 8
_HOMEWARD = keys_of(
    "back home return returning again rather instead wieder zurück heim hause nach dahoam lieber dann doch retour rentrer rentre rentrons maison plutôt chez moi nous alors"
)


def airline_on_a_day(said: Said, memory: Known) -> ToolCall | None:
    """The flight home in hand, on the day named; None where another place or anything else is named."""
    call, slots = memory.call, said.slots
    if call is None or call.tool != AIRLINE or call.arguments.get("destination") != "home" or not slots.days:
        return None
    others = [spot for spot in slots.spots if spot.name != "home" and spot.kind not in ("home", "here")]
    if others or slots.countries or slots.quantities or len(slots.words) > _MOST_WORDS:
        return None
    rest = [w for w in slots.words if not any(d.start <= w.start < d.end for d in (*slots.days, *slots.spots))]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _HOMEWARD for w in rest):
        return None
    day = said.day()
    said.take_all()
    return call.varied(departure_date=day, new_search=None)
