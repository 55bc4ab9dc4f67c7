"""A flight that goes on from where the one in hand ends: "on to Nice from there", "und weiter nach Konstanz?", "puis Annecy"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.tool_names import DISTANCE, ENDS, FUEL_PLAN, WIND_PLAN

_ON_TO = re.compile(
    r"\b(?:on(?:ward|wards)? to|(?:and )?then(?: on)? to|(?:and|und|et) then(?: on)?|continu\w+ to|carry(?:ing)? on to|from there(?: on| onwards?)? to|"
    r"weiter (?:nach|bis|zu[mr]?|auf)|(?:und )?(?:dann|danach|anschließend) (?:noch )?(?:weiter )?(?:nach|bis|zu[mr]?|auf)|(?:von )?(?:dort|da)(?: aus)? (?:noch )?(?:weiter )?(?:nach|bis|zu[mr]?|auf)|"
    r"(?:et )?(?:ensuite|puis|après)(?: (?:à|vers|jusqu['’]à|pour|sur))?|(?:et )?de là(?:-bas)?(?: (?:à|vers|jusqu['’]à|pour|sur))?|(?:on )?(?:continue|poursuit|repart)\w* (?:à|vers|jusqu['’]à|pour|sur))"
    r"\s*(?:the |la |le |l['’]|die |der |den )?$"
)
_FROM_THERE = re.compile(
    r"\W*(?:weiter\b|(?:on(?:wards?)? )?from there\b|von (?:dort|da)(?: aus)?(?: weiter)?\b|de là\b|à partir de là\b)"
)
_PLAINLY = re.compile(r"^\W*(?:and |und |et )?(?:from there to|von dort nach|von da nach)\b")
""" "From there to Quiberon": that leg alone, as it is said."""
_RETURNS = ("reverse", "both_ways")
_BESIDE_IT = keys_of(
    "on onward onwards to then from there and continue continuing carry carrying what about how far long is it we i go going fly flying would now time far distance "
    "weiter nach bis zum zur auf dann danach anschließend noch von dort da aus und wie weit lange ist es fliegen fliege ich wir geht's "
    "ensuite puis après de là bas à vers jusqu jusqu'à pour sur on continue poursuit repart continuer combien temps distance quelle et c'est loin ça fait aller"
)


def flown_further(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """Both legs of how far it is, or the fuel and the wind over the field in between; () where more is said."""
    call, slots = memory.call, said.slots
    if call is None or memory.tool not in (DISTANCE, FUEL_PLAN, WIND_PLAN) or not call.arguments.keys() >= ENDS:
        return ()
    legs = memory.plan.steps if memory.plan is not None else ()
    if (
        not legs
        or not _is_one_way(legs)
        or len(slots.spots) != 1
        or {"return", "off_block", "about"} & call.arguments.keys()
    ):
        return ()
    (spot,), low = slots.spots, slots.low
    if spot.kind not in ("code", "iata", "place") or said.has(*_RETURNS) or not _says_no_more(said):
        return ()
    behind = _FROM_THERE.match(low, spot.end) and spot.role != "from"
    if _PLAINLY.search(low) or not (behind or _ON_TO.search(low[: spot.start])):
        return ()
    call = legs[-1]
    start, middle = (str(call.arguments[end]) for end in ("from_location", "to_location"))
    end = said.name(spot)
    fields = [field_of(name, said.deps) or name for name in (start, middle, end)]
    if len({*fields}) < len(fields):
        return ()
    said.take_all()
    if memory.tool != DISTANCE:
        via = call.arguments.get("via")
        return (call.varied(to_location=end, via=[*(via if isinstance(via, list) else []), middle]),)
    return *legs, call.varied(from_location=middle, to_location=end)


_MOST_LEGS = 5


def _is_one_way(legs: Sequence[ToolCall]) -> bool:
    """Whether a plan is one flight, in one leg or in several distances one behind the other."""
    ends = [(leg.arguments.get("from_location"), leg.arguments.get("to_location")) for leg in legs]
    joined = all(one[1] == two[0] for one, two in pairwise(ends))
    return len(legs) == 1 or (joined and len(legs) <= _MOST_LEGS and all(leg.tool == DISTANCE for leg in legs))


def _says_no_more(said: Said) -> bool:
    slots = said.slots
    if slots.countries or slots.days or slots.quantities or slots.crafts:
        return False
    rest = [w for w in slots.words if not any(s.start < w.end and w.start < s.end for s in slots.spots)]
    return all(w.key in FUNCTION or w.key in CHAT or w.key in _BESIDE_IT for w in rest)
