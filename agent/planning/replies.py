"""Completes the plan that asked a question back, from a short reply: "140 knots", "my SR22", "the second one"."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.aviation.names import fold
from agent.language.slots import Slots
from agent.planning.ellipsis import SAME, leftover, with_weak
from agent.planning.reader import Reader
from agent.planning.reading import CLARIFY
from agent.planning.references import ORDINAL, number_of
from agent.planning.steps.asked import Asked, said
from agent.planning.steps.routes import wind_and_endurance
from agent.planning.trip_words import day_of_trip, read_edit
from agent.planning.variations import changes, flown_alike
from agent.protocol import Conversation, Pending, Plan, Question, ToolCall

Arguments = dict[str, JsonValue]
ITS_OWN = 0.8
"""A reply that is read this surely by itself is a question of its own."""
_BEFORE_TYPE = re.compile(
    (
        r"^(?:(?:it'?s|it is|i have|i fly|we fly|we have|i'm flying|i am flying|i'm in|in|with|"
        r"say|let's say|use|take|try|probably|a|an|the|my|our|mon|ma|un|une|le|la|en|avec|mein\w*|"
        r"ein\w*|eine\w*|die|der|mit|ich fliege|je vole|j'ai)\s+)+"
    ),
    re.IGNORECASE,
)


def complete(
    pending: Pending, question: Question, conversation: Conversation, asked: Asked, reader: Reader
) -> Plan | None:
    """The plan that a short reply to a question back completes; None when the pilot asks something else."""
    tapped = _tapped(pending, asked)
    if tapped is not None and pending.missing.key == "location_clarification":
        tapped = _example_of(tapped, pending)
    elif tapped is not None and tapped not in pending.missing.examples:
        call = next((c.call for c in pending.choices if c.text == tapped), None)
        if call is not None:
            steps = (call,)
            return pending.plan.model_copy(update={"steps": steps, "made_by": "followup", "reasoning": ""})
    text = tapped or asked.slots.text
    slots = with_weak(reader.slots(text, asked.today) if tapped else asked.slots)
    call = pending.plan.steps[pending.step]
    if call.tool == "build_itinerary" and read_edit(slots) is not None:
        return None  # a change of the trip, not an answer
    if call.tool == CLARIFY:
        return _clarified(question, conversation, slots, asked, reader)
    named = pending.missing.key == "cruise_speed" and len(slots.words) <= 6 and _is_aircraft(text, asked)
    if not tapped and not named and leftover(slots, call.tool) > 0:
        return None
    arguments = dict(call.arguments)
    match pending.missing.key:
        case "cruise_speed":
            changed = _speed_reply(slots, text, asked)
            if call.tool == "calculate_flight_distance" and (more := wind_and_endurance(slots)):
                changed = {**(changed or {}), **more}
        case "from_location" | "to_location":
            changed = _place_reply(slots, text, asked, pending.missing.key)
        case "location_clarification":
            changed = _which_place(pending, arguments, text, slots, asked)
        case "country":
            changed = _country_reply(arguments, slots, call.tool)
        case "date":
            changed = _date_reply(slots, call)
        case "other":
            changed = changes(call, slots, asked)
    if changed is None:
        return None
    for gone in [name for name, value in changed.items() if value is None]:
        arguments.pop(gone, None)
        del changed[gone]
    steps = list(pending.plan.steps)
    steps[pending.step] = ToolCall(tool=call.tool, arguments={**arguments, **changed})
    return pending.plan.model_copy(
        update={
            "steps": flown_alike(steps, steps[pending.step]),
            "made_by": "followup",
            "confidence": 1.0,
            "reasoning": "",
        }
    )


def _example_of(tapped: str, pending: Pending) -> str:
    """The place that a tapped choice stands for: its label or text names one of the examples."""
    label = next((c.label for c in pending.choices if c.text == tapped), tapped)
    return next((e for e in pending.missing.examples if e == label or tapped.endswith(e)), tapped)


def _tapped(pending: Pending, asked: Asked) -> str | None:
    """The example or choice that the reply names: its label, its text, its number."""
    reply = fold(asked.slots.text)
    for choice in pending.choices:
        if reply in (fold(choice.label), fold(choice.text)):
            return choice.text
    for example in pending.missing.examples:
        if reply == fold(example):
            return example
    options = [c.text for c in pending.choices] or list(pending.missing.examples)
    match = ORDINAL.search(asked.slots.text)
    if match and len(asked.slots.words) <= 5 and (number := number_of(match, len(options))):
        return options[number - 1]
    if pending.missing.key == "location_clarification" and len(reply) > 3:
        partly = [o for o in options if reply in fold(o)]
        if len(partly) == 1:
            return partly[0]
    return None


def _is_aircraft(text: str, asked: Asked) -> bool:
    return bool(asked.deps.aircraft.resolve(_BEFORE_TYPE.sub("", text).strip(" .?!")))


def _speed_reply(slots: Slots, text: str, asked: Asked) -> Arguments | None:
    speeds = slots.of("speed")
    if speeds:
        return {"cruise_speed_kts": round(speeds[0].value), "aircraft_type": None}
    for wind in slots.of("wind"):
        text = text.replace(wind.text, " ")
    bare = re.search(r"(?<![\w.])(\d{2,3})(?![\w.])", text)
    if slots.crafts:
        return {"aircraft_type": slots.crafts[0].name, "cruise_speed_kts": None}
    if (
        bare
        and 20 <= int(bare[1]) <= 700
        and not (
            int(bare[1]) in (150, 152, 172, 182, 206, 210)
            and _is_aircraft(text, asked)
            and not re.fullmatch(r"\W*\d+\W*", text)
        )
    ):
        return {"cruise_speed_kts": int(bare[1]), "aircraft_type": None}
    if _is_aircraft(text, asked):
        return {"aircraft_type": _BEFORE_TYPE.sub("", text).strip(" .?!"), "cruise_speed_kts": None}
    return (
        {"cruise_speed_kts": int(bare[1]), "aircraft_type": None} if bare and 20 <= int(bare[1]) <= 700 else None
    )


def _place_reply(slots: Slots, text: str, asked: Asked, key: str) -> Arguments | None:
    spots = [*slots.spots, *slots.weak]
    if spots:
        return {key: said(spots[0], asked)}
    return {key: text.strip(" .?!")} if 0 < len(text.split()) <= 4 else None


def _which_place(
    pending: Pending, arguments: Arguments, text: str, slots: Slots, asked: Asked
) -> Arguments | None:
    prompt = fold(pending.missing.prompt + " " + pending.missing.reason)
    keys = [
        k
        for k in (
            "from_location",
            "to_location",
            "location_query",
            "near",
            "icao_code",
            "query",
            "city",
            "origin",
            "destination",
        )
        if isinstance(arguments.get(k), str)
    ]
    if not keys:
        return None
    named = [
        k
        for k in keys
        if fold(str(arguments[k])) in prompt or fold(str(arguments[k])).split(" ")[0] in prompt.split()
    ]
    # "St. Johann" is asked about as "Sankt Johann": then it is the first that is no code.
    key = (named or [k for k in keys if not re.fullmatch(r"[A-Z]{4}", str(arguments[k]))] or keys)[0]
    if text in pending.missing.examples:
        return {key: text}
    spots = [*slots.spots, *slots.weak]
    if not spots:
        return None
    if all(s.kind == "country" for s in spots):
        return {key: f"{arguments[key]}, {spots[0].name}"}
    return {key: said(spots[0], asked)}


def _country_reply(arguments: Arguments, slots: Slots, tool: str) -> Arguments | None:
    if not slots.countries:
        return None
    codes: list[JsonValue] = list(dict.fromkeys(n.country.code for n in slots.countries))
    if tool == "compare_rules_between_countries":
        before = arguments.get("countries")
        return {"countries": [*(before if isinstance(before, list) else []), *codes]}
    if tool == "search_airports":
        return {"query": slots.countries[0].country.name}
    return {"country_code" if tool in ("answer_rules_question", "browse_rules") else "country": codes[0]}


def _date_reply(slots: Slots, call: ToolCall) -> Arguments | None:
    edit = call.arguments.get("edit")
    if isinstance(edit, dict) and (number := day_of_trip(slots)) is not None:
        return {"edit": {**edit, "day": number}}
    if not slots.days:
        return None
    iso = slots.days[0].when.isoformat()
    match call.tool:
        case "search_flights":
            return {"departure_date": iso}
        case "build_itinerary":
            return {"dates": [iso]}
        case _:
            return {"date": iso, "day_of_week": None}


def _clarified(
    question: Question, conversation: Conversation, slots: Slots, asked: Asked, reader: Reader
) -> Plan | None:
    """The question that was too short, read again with the reply behind it."""
    turns = [turn for turn in conversation.turns if turn.person == question.person]
    if not turns or SAME.match(turns[-1].text):
        return None
    has_answer = bool(slots.spots or slots.countries or slots.ids or slots.weak or slots.crafts)
    if not has_answer or leftover(slots, CLARIFY) > 1:
        return None
    spans = (*slots.spots, *slots.countries, *slots.crafts, *slots.quantities, *slots.days)
    around = [w for w in slots.words if not any(s.start <= w.start < s.end for s in spans)]
    if len(around) > 1 and (own := reader.read_slots(asked)).steps and own.confidence > ITS_OWN:
        return None
    before = turns[-1].text.rstrip(" ?.!")
    joined = f"{before} {_joint(slots, before)}{slots.text}"
    here = [s for s in reader.slots(before, asked.today).spots if s.kind == "here" and s.name == "here"]
    if here:
        near = "near " if here[0].role == "near" else ""
        joined = f"{before[: here[0].start]}{near}{slots.text}{before[here[0].end :]}"
    plan = reader.read(joined, asked.today, asked.place)
    if not plan.steps or plan.steps[0].tool == CLARIFY:
        return plan if plan.steps else None
    return plan.model_copy(update={"made_by": "followup"})


def _joint(slots: Slots, before: str) -> str:
    first = slots.words[0].key if slots.words else ""
    return (
        ""
        if first in ("in", "at", "near", "from", "for", "to", "between")
        else ": "
        if len(slots.spots) > 1
        else "in "
    )
