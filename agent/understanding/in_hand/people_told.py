""" "On est 4" behind a flight's fuel or distance: the same again, with what so many aboard change of it and what not."""

from __future__ import annotations

from agent.language.courtesy import CHAT
from agent.language.people import find_people
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import Plan
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.tool_names import DISTANCE, ENDURANCE, FUEL_PLAN
from tongue import later, say

_RECKONED = frozenset((DISTANCE, FUEL_PLAN, ENDURANCE))
SAME_FOR_SO_MANY = later(
    "With {people} aboard the sum stays as it is. Whether their weight goes: give me empty and maximum mass, and what each weighs."
)
_BESIDE = keys_of(
    "make that it say now actually rather sorry we are will be there would us and but so then with of "
    "mach machs mach's daraus doch jetzt wir sind waren wären und aber also dann mit leit "
    "mets met disons plutôt maintenant on est sera serait nous sommes serons et mais alors avec"
)


def people_told(said: Said, memory: Known) -> Plan | None:
    """What was reckoned, once more, with who is aboard told of it; None where anything else is said."""
    plan, slots = memory.plan, said.slots
    people = find_people(slots.low) if plan is not None and memory.tool in _RECKONED else None
    if plan is None or people is None or slots.spots or slots.countries or slots.days:
        return None
    rest = [w for w in slots.words if not people.start <= w.start < people.end]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _BESIDE for w in rest):
        return None
    said.take_all()
    told = say(SAME_FOR_SO_MANY, people=people.number)
    return plan.model_copy(update={"made_by": "followup", "verdict": told, "reasoning": ""})
