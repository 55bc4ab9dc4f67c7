"""What a message asks of its one airfield and no call of the plan tells: "fuel and fees at Sligo", "Wick: weather, fuel"."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.airfield.asked import ATTRIBUTES
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.reading import PLACE_NAMES, field_in
from agent.understanding.reader.unread import CARD

_FEE, _PRICE, _WEATHER, _NOTICE, _NOTAM = (
    "get_airport_pricing",
    "get_fuel_prices",
    "get_weather",
    "get_notification_for_airport",
    "get_notams",
)
_OF_ONE_FIELD = frozenset((CARD, _FEE, _PRICE, _WEATHER, _NOTICE, _NOTAM, "get_outlook", "get_runway_wind"))
_TOLD_BY: dict[str, frozenset[str]] = {
    "fuel": frozenset((_PRICE,)),
    "fee": frozenset((_FEE,)),
    "customs": frozenset((_NOTICE,)),
    "weather": frozenset((_WEATHER, "get_outlook", "get_runway_wind")),
    "notam": frozenset((_NOTAM,)),
}
"""Facts whose words say nothing else where one airfield is named, and the tools that tell them beside its sheet."""
_CALLED = {"fee": _FEE, "weather": _WEATHER, "notam": _NOTAM}
_FUELS = frozenset(("fuel", "avgas", "jet_a", "ul91", "mogas", "self_service", "payment"))


def with_the_facts_lacking(plan: Plan, said: Said) -> Plan:
    """The plan with a call for each such fact that is asked of its one airfield, or of one in a part of its own."""
    spots = [spot for spot in said.slots.spots if spot.kind in ("code", "iata", "place")]
    if not plan.steps or len(spots) != len(said.slots.spots):
        return plan
    if len(spots) == 1:
        return _of_its_field(plan, said, (0, len(said.slots.low)), plan.steps)
    of_one: list[tuple[tuple[int, int], str]] = []
    for span in _parts(said):
        own = [spot for spot in spots if span[0] <= spot.start < span[1]]
        if len(own) == 1 and (field := field_in(own[0].name, said.deps)) is not None:
            of_one.append((span, field))
    plan = _without_anothers(plan, said, of_one)
    for span, field in of_one:
        steps = tuple(step for step in plan.steps if _field(step, said) == field)
        plan = _of_its_field(plan, said, span, steps) if steps else plan
    return plan


def _without_anothers(plan: Plan, said: Said, of_one: Sequence[tuple[tuple[int, int], str]]) -> Plan:
    """The plan without a fact of one field that is asked of another: of "weather at Cork, fuel at Kerry" Cork's fuel.

    Of "jet A at Connaught, same for Kerry" Kerry's part asks nothing else: it is of both.
    """

    def is_anothers(step: ToolCall) -> bool:
        field, facts = _field(step, said), _about(step)
        own = [span for span, of in of_one if of == field]
        others = [m.start for m in said.all_of(*_TOLD_BY, *ATTRIBUTES) if m.concept not in facts]
        if not any(a <= at < b for at in others for a, b in own):
            return False
        asked = [m.start for m in said.all_of(*facts)]
        whose = [next((of for (a, b), of in of_one if a <= at < b), None) for at in asked]
        return bool(asked) and None not in whose and field not in whose

    kept = tuple(step for step in plan.steps if step.tool != CARD or not is_anothers(step))
    return plan.model_copy(update={"steps": kept}) if kept and len(kept) < len(plan.steps) else plan


def _parts(said: Said) -> list[tuple[int, int]]:
    """The letters between the marks of a message: "fuel and fees at Sligo", "weather at Donegal"."""
    cuts = [match.span() for match in _MARK.finditer(said.slots.low)]
    return [
        *zip([0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(said.slots.low)], strict=True)
    ]


_MARK = re.compile(r"[,;.?!]+(?!\d)")


def _of_its_field(plan: Plan, said: Said, span: tuple[int, int], steps: Sequence[ToolCall]) -> Plan:
    """The plan with what a part of the message asks of the field that `steps` are about; as it is where one is not."""
    field = _field(steps[0], said)
    if field is None or any(step.tool not in _OF_ONE_FIELD or _field(step, said) != field for step in steps):
        return plan
    tools = {step.tool for step in steps}
    told = {fact for step in steps if step.tool == CARD for fact in _about(step)}
    if any(step.tool == CARD and not _about(step) for step in steps):
        return plan  # the whole sheet
    asked = [
        fact
        for fact in _TOLD_BY
        if any(span[0] <= m.start < span[1] and not said.denied(m) for m in said.all_of(fact))
    ]
    lacking = [
        fact
        for fact in asked
        if not (tools & _TOLD_BY[fact] or fact in told or (fact == "fuel" and told & _FUELS))
    ]
    if len(asked) < 2 or not lacking:
        return plan
    day = said.day()
    calls: list[ToolCall] = []
    for fact in (one for one in lacking if one in _CALLED):
        if fact == "weather":
            when: dict[str, JsonValue] = {"day": day} if day else {}
            calls.append(ToolCall(tool=_WEATHER, arguments={"places": [field], **when}))
        else:
            calls.append(ToolCall(tool=_CALLED[fact], arguments={"icao_code": field}))
    facts: list[JsonValue] = [fact for fact in lacking if fact not in _CALLED]
    if facts:
        dated: dict[str, JsonValue] = {"date": day} if day else {}
        calls.append(ToolCall(tool=CARD, arguments={"icao_code": field, "about": facts, **dated}))
    if len(plan.steps) + len(calls) > MOST_STEPS:
        return plan
    words = [said.slots.low[m.start : m.end] for m in said.all_of(*lacking) if span[0] <= m.start < span[1]]
    left = tuple(text for text in plan.left_aside if not any(word in text.lower() for word in words))
    return plan.model_copy(update={"steps": (*plan.steps, *calls), "left_aside": left})


def _field(step: ToolCall, said: Said) -> str | None:
    """The one airfield that a call is about."""
    named = next((step.arguments[name] for name in PLACE_NAMES if name in step.arguments), None)
    return field_in(named, said.deps)


def _about(step: ToolCall) -> list[str]:
    about = step.arguments.get("about")
    return [str(fact) for fact in about] if isinstance(about, list) else []
