""" "From Headcorn", "sorry, Old Sarum" behind what was asked from a home that is not known: from there."""

from __future__ import annotations

from agent.language.courtesy import CHAT
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Known

_BASED = keys_of(
    "from at out of based i'm im am we're we'd i'd we'll i'll would will be going go coming set setting departing depart off takeoff "
    "are is it's base home sorry fly flying start starting leaving leave make it that say oops ah right if instead could what about "
    "von ab aus in bei ich wir bin sind starte starten heimat entschuldigung na also wenn stattdessen depuis de au à je suis nous sommes pars partons si plutot base pardon basé basés"
)


def is_start_alone(said: Said) -> bool:
    """Whether nothing is told but where one starts, when, and in what: "from Denham at 10"."""
    slots = said.slots
    if len(said.spots) != 1 or slots.countries or said.spots[0].role not in ("from", "at", "near", "in", ""):
        return False
    told = [(s.start, s.end) for s in (said.spots[0], *slots.days, *slots.quantities, *slots.crafts)]
    own = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in told)]
    return all(w.key in FUNCTION or w.key in CHAT or w.key in _BASED or w.key.isdigit() for w in own)


def from_the_home_named(said: Said, memory: Known) -> ToolCall | None:
    """The call in hand from the only place that is named, where its home was not known."""
    call, slots = memory.call, said.slots
    if call is None or memory.home is not None or len(said.spots) != 1 or slots.countries or slots.quantities:
        return None
    spot = said.spots[0]
    held = [name for name, value in call.arguments.items() if value == "home"]
    if len(held) != 1 or spot.name == "home" or spot.role not in ("from", "at", "near", "in", ""):
        return None
    own = [w for w in slots.words if not spot.start <= w.start < spot.end]
    if slots.days or not all(w.key in FUNCTION or w.key in CHAT or w.key in _BASED for w in own):
        return None
    return call.varied(**{held[0]: said.name(spot)}, offset=None)
