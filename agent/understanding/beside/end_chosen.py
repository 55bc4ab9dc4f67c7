"""One of two ends that a trip was told: "Perranporth or Land's End", "Land's End then, do we stop for customs"."""

from __future__ import annotations

from itertools import pairwise

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot
from agent.protocol import Conversation, Plan, ToolCall
from agent.understanding.in_hand.trip_changed import arguments_of
from agent.understanding.reader.tool_names import TRIP

_IN_FRONT = re.compile(
    r"\W*(?:(?:ok|okay|right|well|so|no|yes|let's|lets|we'll|i'll|go|fly|take|do|make it|say|"
    r"gut|ja|also|dann|lieber|nehmen wir|wir nehmen|"
    r"bon|oui|alors|plutôt|va pour|prenons|on prend|allons|to|for|with|nach|à|pour)\W+)*"
)
_BEHIND = re.compile(
    r"\s+(?:then|it is|instead|rather|dann|lieber|doch lieber|stattdessen|alors|plutôt|donc)\b"
    r"(?=\s*(?:[.,;:!–-]|$))"
)
_OR = re.compile(r"\W*(?:or|oder|ou)\W+(?:(?:to|maybe|perhaps|even|nach|vielleicht|à|peut-être|the|le|la|l')\W+)*")


def with_the_end_chosen(plan: Plan, said: Said, conversation: Conversation) -> Plan:
    """The trip in hand to the field that a message chooses in front of its question, before what it asks of it."""
    trip = arguments_of(conversation)
    chosen = _chosen(said)
    if not trip or chosen is None or not plan.steps or any(step.tool == TRIP for step in plan.steps):
        return plan
    flown = {_field(str(trip.get(end)), said) for end in ("from_location", "to_location")}
    if _field(said.name(chosen), said) in flown:
        return plan
    kept = {name: value for name, value in trip.items() if name not in ("about", "via", "via_off_block")}
    moved = ToolCall(tool=TRIP, arguments={**kept, "to_location": said.name(chosen)})
    return plan.model_copy(update={"steps": (moved, *plan.steps)})


def with_the_other_end_named(plan: Plan, said: Said) -> Plan:
    """A trip told with two ends is planned to the first: the other is said to be left out, and no start."""
    if len(plan.steps) != 1 or plan.steps[0].tool != TRIP:
        return plan
    (trip,) = plan.steps
    goal = _field(str(trip.arguments.get("to_location")), said)
    other = next((two for one, two in _either(said) if _field(said.name(one), said) == goal), None)
    if other is None or _field(said.name(other), said) == goal:
        return plan
    name = said.name(other)
    if trip.arguments.get("from_location") == name:
        trip = trip.varied(from_location=said.home)
    left = plan.left_aside if any(name in text for text in plan.left_aside) else (*plan.left_aside, name)
    return plan.model_copy(update={"steps": (trip,), "left_aside": left})


def _either(said: Said) -> list[tuple[Spot, Spot]]:
    """The places with nothing but an "or" between them: "Perranporth or Land's End"."""
    low = said.slots.low
    return [(one, two) for one, two in pairwise(said.slots.spots) if _OR.fullmatch(low[one.end : two.start])]


def _chosen(said: Said) -> Spot | None:
    """The field that opens the message as what was decided: "Land's End then. …"."""
    spot = next(iter(said.slots.spots), None)
    low = said.slots.low
    if spot is None or spot.is_area or spot.kind not in ("code", "iata", "place"):
        return None
    is_so = _IN_FRONT.fullmatch(low[: spot.start]) and _BEHIND.match(low, spot.end)
    return spot if is_so else None


def _field(name: str, said: Said) -> str:
    return field_of(name, said.deps) or name
