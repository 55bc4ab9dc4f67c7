"""What a pilot tells of the own flying before a question: "Based at Cumbernauld, a Warrior, 105 kt. What can I reach in …?".

The question is read with what was told, and what was told is offered to be kept behind its answer.
"""

from __future__ import annotations

from datetime import date

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.said import Said
from agent.protocol import Plan, Profile, ToolCall
from agent.understanding.clauses.clauses import asks
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.tool_names import AIRLINE

PROFILE = "set_profile"
SURE = 0.7
"""How surely the sentences before the question tell of the own flying."""
TOLD = 0.8
_SENTENCE = re.compile(r"(?<=[.!;])\s+|\n+")
_MOST_SENTENCES = 4
_JOINED = re.compile(
    r"\s*[,;–-]\s+(?:(?:so|and|und|et|also|alors|donc|then|dann)\s+)?|\s+(?:so|and|und|et|alors|donc)\s+",
    re.IGNORECASE,
)
"""What stands between what is told and a question in the same sentence: ", so"."""
_OF_A_TANK = re.compile(
    r"\b(?:lit(?:re|er)s?|gal(?:lons?)?|usable|endurance|sprit|carburant|autonomie)\b", re.IGNORECASE
)


def told_first(text: str, today: date, reader: Reader) -> tuple[ToolCall, str] | None:
    """What is told of the own flying, and the question behind it; None where a message does not begin so."""
    cuts = [cut.span() for cut in _SENTENCE.finditer(text)][:_MOST_SENTENCES]
    asked = next((cut.span() for cut in _JOINED.finditer(text) if _is_asked(text[cut.end() :])), None)
    if asked is not None:  # "I'm based at Popham and fly a C150 at 85 knots, how long to Sandown?"
        cuts.append(asked)
    for start, end in sorted(set(cuts), reverse=True):
        first, rest = text[:start], text[end:]
        if asks(first) or "?" in first or not rest.strip():
            continue
        said = reader.said(first, today)
        if (
            _OF_A_TANK.search(first)
            or said.slots.days
            or any(quantity.kind != "speed" for quantity in said.slots.quantities)
        ):
            continue  # "a PA28 with 90 litres" tells of one flight
        told = reader.decide(said, Known())
        if told.tool == PROFILE and told.sure >= SURE and told.call and not told.arguments.get("unplaced"):
            return (told.call, rest) if told.arguments else None
    return None


_FEWEST_WORDS = 3


def _is_asked(rest: str) -> bool:
    """Whether a question begins there, and not "… and does 90"."""
    return asks(rest.rstrip(" ?")) and ("?" in rest or len(rest.split()) >= _FEWEST_WORDS)


def profile_with(profile: Profile, told: ToolCall) -> Profile:
    """The profile as the question is read with."""
    given = told.arguments
    changed = {
        "home_base": given.get("home_base"),
        "aircraft": given.get("aircraft_type"),
        "cruise_speed_kts": given.get("cruise_speed_kts"),
    }
    return profile.model_copy(update={name: value for name, value in changed.items() if value})


def with_what_was_told(plan: Plan, told: ToolCall) -> Plan:
    """The plan of the question with the base, the type and the speed that were told, and these to be kept."""
    if [step.tool for step in plan.steps] == [PROFILE]:  # "Based at EBAW, an M20J. Use metres": one thing to keep
        more = {name: value for name, value in plan.steps[0].arguments.items() if name != "unplaced"}
        if more.get("units") == "aviation":
            del more["units"]  # they are what is shown, unless another is chosen
        return plan.model_copy(update={"steps": (told.varied(**more),)})
    if not plan.steps and not plan.emergency:  # "Base EKRK, an M20J. Please note it."
        return Plan(steps=(told,), confidence=TOLD, left_aside=() if plan.talk else plan.left_aside)
    if not plan.steps or plan.steps[0].tool in (CLARIFY, PROFILE):
        return plan
    base = told.arguments.get("home_base")
    steps = [step.model_copy(update={"arguments": _filled(step, base, told)}) for step in plan.steps]
    return plan.model_copy(update={"steps": (*steps, told)})


def _filled(step: ToolCall, base: JsonValue, told: ToolCall) -> dict[str, JsonValue]:
    given = {name: base if value == "home" and base else value for name, value in step.arguments.items()}
    known = registry.known(step.tool)
    takes = (*known.required, *known.optional) if known else ()
    own = {name: told.arguments.get(name) for name in ("aircraft_type", "cruise_speed_kts") if name in takes}
    if base and "from_location" in takes and "to_location" in given:
        own["from_location"] = base  # a trip begins at home where nothing else is said
    return {**{name: value for name, value in own.items() if value}, **given}


_FLOWN = re.compile(r"\b(?:fly|flying|fliegen?|vole|volons|on part|je pars|nous partons)\b")
_TICKETED = re.compile(r"\b(?:flights?|flüge?n?|linienflug\w*|vols?|tickets?|airlines?)\b")


def without_the_flight_told(plan: Plan, said: Said) -> Plan:
    """ "Flying from Bern to Calvi with two kids, is there customs there?": the own flight, no airline is looked for."""
    others = tuple(step for step in plan.steps if step.tool != AIRLINE)
    own = said.slots.crafts or said.slots.of("speed") or _FLOWN.search(said.slots.low)
    if not others or len(others) == len(plan.steps) or not own:
        return plan
    if "airline" in said.concepts or _TICKETED.search(said.slots.low):
        return plan
    return plan.model_copy(update={"steps": others})
