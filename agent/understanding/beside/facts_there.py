"""What a few words ask of a field of the flight beside it: "…, retour le 6, carburant sur place ?", "fuel at Antwerp", "what's near to divert to"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.alternates import AN_ALTERNATE
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.stops_told import stop_told
from agent.protocol import Plan, ToolCall
from agent.subjects.trip.reading import FUEL_STOP
from agent.subjects.trip.stops import PURPOSE
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.tool_names import AROUND, FUEL_PLAN, TRIP, WIND_PLAN
from agent.understanding.reader.unread import CARD

_FUELS = ("fuel", "avgas", "ul91", "mogas", "jet_a")
_SUN = "sun"
_SUNSET = re.compile(r"\b(?:sunset|last light|coucher du soleil|sonnenuntergang)\b")
_PART = re.compile(r"[,;.?!:()]+|\b(?:and|et|und|plus|with|avec|mit)\b")
_MOST_WORDS = 7
_THERE = re.compile(r"\b(?:there|dort|da|vor ort|là-bas|là|sur place|y|locally|on site)\b")
_ASKED = re.compile(r"[^?]{0,3}\?|\W*$")
_OF_THE_TANKS = re.compile(
    r"\b(?:how much|enough|burn\w*|lasts?|left|aboard|on board|stops?|combien|assez|suffi\w*|à bord|escale|arrêt|wie ?viel|reich\w*|genug|an bord|stopp?|halt|verbr\w+)\b|\d"
)
""" "Fuel for 4 hours", "enough fuel", "a fuel stop": of the tanks or the way, and not what a field sells."""


def with_the_facts_there(plan: Plan, said: Said) -> Plan:
    """The plan of one flight with the fuel, or the sunset, of the field that a part of the message of its own asks for."""
    flown = [step for step in plan.steps if step.tool in (TRIP, WIND_PLAN)]
    others = [step for step in plan.steps if step.tool not in (TRIP, WIND_PLAN)]
    if not flown or plan.made_by == "followup" or len(plan.steps) >= MOST_STEPS:
        return plan
    told = any(step.tool == FUEL_PLAN or _tells_it(step) for step in others)
    asked = _asked_at(said, flown[0])
    if told or asked is None:
        return plan
    field, facts, words = asked
    day = {"date": day} if (day := flown[0].arguments.get("day")) else {}
    about: list[JsonValue] = [*facts]
    sheet = ToolCall(tool=CARD, arguments={"icao_code": field, "about": about, **day})
    left = tuple(text for text in plan.left_aside if text.lower().strip(" ?.") not in words)
    return plan.model_copy(update={"steps": (*plan.steps, sheet), "left_aside": left})


_TO_DIVERT = re.compile(AN_ALTERNATE, re.IGNORECASE)


def with_where_to_divert(plan: Plan, said: Said) -> Plan:
    """The plan of a trip with the fields around where it leads, where a part asks where one would divert to."""
    flown = [step for step in plan.steps if step.tool == TRIP]
    goal = flown[0].arguments.get("to_location") if len(flown) == 1 else None
    listed = any(step.tool.startswith("find_airports") for step in plan.steps)
    if goal is None or listed or plan.made_by == "followup" or len(plan.steps) >= MOST_STEPS:
        return plan
    if (asked := _TO_DIVERT.search(said.slots.low)) is None:
        return plan
    around = ToolCall(tool=AROUND, arguments={"location_query": goal, "but_its_own": True})
    left = tuple(text for text in plan.left_aside if text.lower() not in asked[0] and asked[0] not in text.lower())
    return plan.model_copy(update={"steps": (*plan.steps, around), "left_aside": left})


def _tells_it(step: ToolCall) -> bool:
    about = step.arguments.get("about")
    whole = step.tool == CARD and not isinstance(about, list)
    return whole or (isinstance(about, list) and bool({*map(str, about)} & {*_FUELS, _SUN})) or "fuel" in step.tool


def _asked_at(said: Said, flown: ToolCall) -> tuple[str, list[str], str] | None:
    """The field, the fuels and the words of the part that asks them."""
    low, deps = said.slots.low, said.deps
    goal = flown.arguments.get("to_location")
    stops = [*_names(flown.arguments.get("via")), *_names(flown.arguments.get("return_via"))]
    if not isinstance(goal, str) or (code := field_of(goal, deps)) is None:
        return None
    fields = {place for name in stops if (place := field_of(name, deps))} | {code}
    mentions = [m for m in said.again().all_of(*_FUELS, _SUN) if not said.denied(m)]
    cuts = [0, *(at for m in _PART.finditer(low) for at in m.span()), len(low)]
    for start, end in zip(cuts[::2], cuts[1::2], strict=True):
        facts = list(dict.fromkeys(m.concept for m in mentions if start <= m.start < end))
        part = low[start:end]
        if _SUN in facts and not (_SUNSET.search(part) and _THERE.search(part)):
            continue  # "home before dark": the plan tells it
        if not facts or len(part.split()) > _MOST_WORDS or _OF_THE_TANKS.search(part):
            continue
        if FUEL_STOP.search(part) or PURPOSE.search(part) or stop_told(part) is not None:
            continue
        spots = [spot for spot in said.slots.spots if start <= spot.start < end]
        named = {field_of(said.name(spot), deps) for spot in spots}
        if spots and (len(named) > 1 or not named <= fields):
            continue
        if not spots and not _THERE.search(part) and not _ASKED.match(low, end):
            continue
        return str(named.pop() if named else code), facts, part.strip(" ?.")
    return None


def _names(value: JsonValue) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []
