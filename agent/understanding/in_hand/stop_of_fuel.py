"""Where a flight whose fuel was asked is filled up: a stop on the way home, and what changes each leg of one with a stop."""

from __future__ import annotations

from itertools import pairwise

from agent import regex as re
from agent import registry
from agent.language.courtesy import CHAT
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.protocol import Plan, ToolCall
from agent.subjects.trip.reading_asked import HOMEWARD
from agent.subjects.trip.stops import over_stops
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.tool_names import CARD, ENDS, FUEL_PLAN, SPEEDS

_STOPS = re.compile(
    r"\b(?:stop\w*|via|over|land\w*|refuel\w*|call(?:ing)? (?:in )?at|halt\w*|über|zwischen(?:stop\w*|land\w*|halt)|tank\w*|escale|arrêt\w*|par|pos\w+|passer|en passant)\b"
)
_MOST_WORDS = 12


def stop_on_the_way_home(said: Said, memory: Known) -> ToolCall | None:
    """ "Stop at Caen on the way back" behind the fuel there and back: that stop on the way home alone."""
    call, slots = memory.call, said.slots
    if call is None or memory.tool != FUEL_PLAN or not call.arguments.get("return") or slots.days:
        return None
    if len(slots.words) > _MOST_WORDS or not (HOMEWARD.search(slots.low) and _STOPS.search(slots.low)):
        return None
    stops = [said.name(s) for s in slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    if len(stops) != 1 or stops[0] in (call.arguments.get("from_location"), call.arguments.get("to_location")):
        return None
    said.take_all()
    return over_stops(call, {"via": call.arguments.get("via"), "return_via": [*stops]})


_FLOWN = frozenset(
    (*SPEEDS, "true_airspeed_kts", "burn_lph", "headwind_kt", "wind", "usable_l", "contingency_percent", "taxi_l")
)
_RESERVES = ("reserve", "alternate", "contingency", "taxi", "margin")
_INSTEAD = re.compile(
    r"\b(?:instead|rather|not|stattdessen|statt|lieber|anstatt|au lieu|plutôt|what about|how about|wie wäre|was ist mit|et si|und)\b"
)
_NO_STOP = re.compile(
    r"\b(?:without|no|drop|skip|forget|leave out|ohne|sans|pas d[e'’]|kein\w*|enlève\w*|supprime\w*)\b[^.?!]{0,20}\b(?:stop\w*|escale|arrêt|halt|zwischen\w+|tankstopp)\b|\b(?:non[- ]?stop|direct(?:ly)?|direkt)\b"
)


def legs_of_fuel(plan: Plan | None) -> tuple[ToolCall, ...]:
    """The legs of a flight that is filled up on the way, each with a sum of its own; () for anything else."""
    steps = plan.steps if plan is not None else ()
    legs = tuple(step for step in steps if step.tool == FUEL_PLAN)
    if len(legs) < 2 or any(step.tool not in (FUEL_PLAN, CARD) for step in steps):
        return ()
    ends = [(leg.arguments.get("from_location"), leg.arguments.get("to_location")) for leg in legs]
    return legs if all(one[1] == two[0] for one, two in pairwise(ends)) else ()


def each_leg_filled_up(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """ "With 20 kt headwind" behind the fuel of a flight with a stop: of each leg; another stop, or none, where that is said."""
    slots = said.slots
    if not (legs := legs_of_fuel(memory.plan)) or slots.days or slots.countries or len(slots.words) > _MOST_WORDS:
        return ()
    if len(legs) == 2 and len(slots.spots) <= 1 and (moved := _stop_moved(said, legs)):
        return moved
    if slots.spots:
        return ()
    fresh = said.again()
    given = {n: v for n, v in registry.readings()[FUEL_PLAN].read(fresh).items() if n not in ENDS}
    changes = {n: v for n, v in given.items() if n in _FLOWN or n.startswith(_RESERVES)}
    if not changes or given.keys() - changes.keys():
        return ()
    said.take_all()
    unsaid = {*SPEEDS, "true_airspeed_kts"} if changes.keys() & {*SPEEDS, "true_airspeed_kts"} else set[str]()
    return tuple(
        ToolCall(
            tool=FUEL_PLAN, arguments={**{n: v for n, v in leg.arguments.items() if n not in unsaid}, **changes}
        )
        for leg in legs
    )


def _stop_moved(said: Said, legs: tuple[ToolCall, ...]) -> tuple[ToolCall, ...]:
    """ "What about Auxerre instead", "without the stop": the two legs over another field, or one flight."""
    slots, (first, second) = said.slots, legs
    end = second.arguments["to_location"]
    spots = [s for s in slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    held = [(s.start, s.end) for s in spots]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in held)]
    if not slots.spots and _NO_STOP.search(slots.low) and len(rest) <= _FEW:
        return (first.varied(to_location=end),)
    if len(spots) != 1 or not (_INSTEAD.search(slots.low) or _STOPS.search(slots.low)):
        return ()
    if not all(w.key in FUNCTION or w.key in CHAT or _OF_A_STOP.search(w.text.lower()) for w in rest):
        return ()
    stop = said.name(spots[0])
    code = field_of(stop, said.deps)
    if code in {field_of(str(leg.arguments[name]), said.deps) for leg in legs for name in ENDS}:
        return ()
    said.take_all()
    card = ToolCall(tool=CARD, arguments={"icao_code": code or stop, "about": ["fuel"]})
    return first.varied(to_location=stop), second.varied(from_location=stop), card


_OF_A_STOP = re.compile(rf"{_INSTEAD.pattern}|{_STOPS.pattern}")
_FEW = 6
