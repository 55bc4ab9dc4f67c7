"""Completes the plan that asked a question back, from the reply: "140 knots", "my SR22", "the second one", "France"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.aviation.names import fold
from agent.language.burning import find_burning
from agent.language.people import find_people
from agent.language.said import Said
from agent.language.wording import word_set
from agent.protocol import Pending, Plan, ToolCall
from agent.understanding.in_hand.home_named import is_start_alone
from agent.understanding.in_hand.references import ORDINAL, number_of
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.each import MOST_STEPS, each
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.reading import Reading
from agent.understanding.reader.tool_names import BORDER, NOTICE, TRIP

Given = dict[str, JsonValue]
_FILLS: dict[str, tuple[str, ...]] = {
    "cruise_speed": ("cruise_speed_kts", "aircraft_type"),
    "from_location": ("from_location", "origin"),
    "to_location": ("to_location", "destination"),
    "country": ("country_code", "country", "countries", "query"),
    "date": ("date", "day", "departure_date", "dates"),
    "burn": ("burn_lph",),
    "tanks": ("usable_l",),
}
"""Which arguments answer what was asked for."""
_BESIDE_A_PLACE = (
    "day", "off_block", "arrive_by", "return_day", "return_off_block", "return_by", "taken", "people", "aircraft_type",
    "cruise_speed_kts", "date",
)  # fmt: skip
"""What a reply may tell beside the place that was asked for: "from Denham at 10"."""
PLACE_ARGUMENTS = (
    "from_location", "to_location", "location_query", "near", "icao_code", "query", "city", "origin", "destination",
)  # fmt: skip
_BARE_NUMBER = re.compile(
    r"^\D{0,20}?(?<![^\W_])(?<![a-z]-)(?P<n>\d{2,3})(?!\s?(?:ll|m|met\w+|mètres?|ft|feet|nm|km|l|lit\w+|h|min\w*)\b)\D{0,12}$",
    re.IGNORECASE,
)
"""A figure that may be a speed: none within a fuel's name ("UL91", "100LL") and none of another unit."""


def answered(pending: Pending, said: Said, reader: Reader) -> Plan | None:
    """The plan that a reply completes; None when it does not answer what was asked."""
    call = pending.plan.steps[pending.step]
    tapped = _option(pending, said)
    meant = next((choice.call for choice in pending.choices if choice.label == tapped), None)
    if call.tool == CLARIFY and meant is not None:
        return Plan(steps=(meant,), confidence=1.0, made_by="followup")
    if call.tool == CLARIFY and (other := _another_country(call, said)) is not None:
        return pending.plan.model_copy(update={"steps": (other,), "made_by": "followup", "reasoning": ""})
    if call.tool == CLARIFY:
        return _resumed(call, reader.said(tapped, said.today, said.place, said.home) if tapped else said, reader)
    if tapped is not None:
        said = reader.said(tapped, said.today, said.place, said.home)
    key = pending.missing.key
    changed = _place(pending, call, said, tapped) if key == "location_clarification" else _said(call, key, said)
    if not changed:
        return None
    steps = list(pending.plan.steps)
    arguments: Given = {**call.arguments, **changed}
    if "cruise_speed_kts" in changed:
        arguments.pop("aircraft_type", None)
    elif "aircraft_type" in changed:
        arguments.pop("cruise_speed_kts", None)
    for place, step in enumerate(steps):
        if step.tool == call.tool:
            own = {k: v for k, v in changed.items() if k in ("cruise_speed_kts", "aircraft_type", "headwind_kts")}
            steps[place] = ToolCall(tool=step.tool, arguments={**step.arguments, **own})
    steps[pending.step] = ToolCall(tool=call.tool, arguments=arguments)
    if call.tool == TRIP and "from_location" in changed:
        steps = [step for step in steps if step.tool != NOTICE]  # of whom comes from anywhere: the trip tells it
    return pending.plan.model_copy(
        update={"steps": tuple(steps), "made_by": "followup", "confidence": 1.0, "reasoning": ""}
    )


_AND_WHAT_OF = re.compile(
    r"\W*(?:and|und|et|what about|how about|was ist mit|wie ist es mit)\s+(?:what about |for |für |to |nach |in |pour |en |au )?"
    r"(?:(?:the|die|der|den|das|dem|la|le|les)\s+|l['’])?$"
)


def _another_country(call: ToolCall, said: Said) -> ToolCall | None:
    """ "And Switzerland?" where the start of a flight into England is asked: a flight into there."""
    waiting, named = call.arguments.get("arguments"), said.slots.countries
    lacks_start = (call.arguments.get("tool"), call.arguments.get("missing")) == (BORDER, "from_location")
    if not lacks_start or not isinstance(waiting, dict) or len(named) != 1 or len(said.slots.spots) > 1:
        return None
    one, low = named[0], said.slots.low
    into = waiting.get("to_location")
    if not isinstance(into, str) or said.deps.countries.get(into) is None:
        return None
    if not _AND_WHAT_OF.fullmatch(low[: one.start]) or low[one.end :].strip() != "?":
        return None
    return call.varied(arguments={**waiting, "to_location": one.country.name})


_BESIDE_AN_ORDINAL = word_set(
    "the one of that it is i mean meant please pls ok yes take pick option number no nr le la l un celui celle s il vous te plait oui "
    "der die das den bitte ja nehme ich nummer option please thanks then"
)
"""What may stand beside "first": "the first one please"; not "cheapest first"."""
_BESIDE_COUNTRIES = word_set(
    "both the and in for of please pls thanks i mean meant or all three two und et beide les deux en au aux dans pour fur bitte svp in "
    "der die das la le l"
)
"""What may stand beside the countries of a reply: "both France and Germany please"."""
_LONGEST_REPLY = 6
"""Words of a reply to a question back."""


def names_countries_alone(said: Said) -> bool:
    """Whether a reply is countries and nothing else: "both France and Germany"."""
    named = said.slots.countries
    outside = [
        word.key
        for word in said.slots.words
        if not any(country.start <= word.start < country.end for country in named)
    ]
    return bool(named) and set(outside) <= _BESIDE_COUNTRIES


def _resumed(asked: ToolCall, said: Said, reader: Reader) -> Plan | None:
    """The call that waited for an answer, with the answer; None when the message gives none."""
    tool, missing = asked.arguments.get("tool"), asked.arguments.get("missing")
    known = registry.readings().get(tool) if isinstance(tool, str) else None
    if known is None or not isinstance(missing, str):
        return None
    if len(said.slots.words) > _LONGEST_REPLY and not is_start_alone(said):
        return None
    before = asked.arguments.get("arguments")
    waiting: Given = dict(before) if isinstance(before, dict) else {}
    given = {
        n: v
        for n, v in known.read(said.again()).items()
        if v not in (None, [], {}) and n not in ("question", "text")
    }
    places = [*said.spots, *said.slots.spots]
    if missing == "here":
        here = said.name(places[0]) if places else "here"
        there: Given = {"here": here, "places": [here]}
        given = {
            n: there["places" if v == ["here"] else "here"] for n, v in waiting.items() if v in ("here", ["here"])
        }
        given = given if here != "here" else {}
    elif (missing not in given and places and missing in PLACE_ARGUMENTS) or (
        missing in ("from_location", "to_location") and len(places) == 1
    ):
        beside = {n: given[n] for n in _BESIDE_A_PLACE if n in given and n not in waiting}
        given = {**beside, missing: said.name(places[0])}
    if not given if missing == "here" else missing not in given:
        return None
    call = ToolCall(tool=known.tool, arguments={**waiting, **given})
    for need in known.needs:
        if not any(call.arguments.get(n) for n in ((need,) if isinstance(need, str) else need)):
            return None
    steps = tuple(reader.fit(step).call for step in each(call, reader.deps))
    return Plan(steps=steps[:MOST_STEPS], confidence=1.0, made_by="followup")


_FLOWN = {"calculate_flight_distance": "headwind_kts", "get_fuel_plan": "headwind_kt"}
"""The reckonings of one flight that wait for its start, and how each calls a wind along it."""
_OF_A_FLIGHT = (
    "cruise_speed_kts",
    "true_airspeed_kts",
    "aircraft_type",
    "burn_lph",
    "reserve_minutes",
    "usable_l",
    "people",
)
_LONGEST_TOLD = 18
"""Words of what is told of a flight whose start is asked: "how much fuel would that be with an hour's reserve"."""


def told_meanwhile(pending: Pending, said: Said, reader: Reader, own: Reading) -> Plan | None:
    """The question for a flight's start, with what is told of the flight instead of it: "with 20 kt on the nose".

    `own` is the message as a question of its own: the fuel of that flight is asked with the end that is in hand.
    """
    asked = pending.plan.steps[pending.step]
    tool, missing = str(asked.arguments.get("tool")), asked.arguments.get("missing")
    waiting = asked.arguments.get("arguments")
    if asked.tool != CLARIFY or tool not in _FLOWN or missing not in ("from_location", "to_location"):
        return None
    named = [*said.spots, *said.slots.spots]
    if named or not isinstance(waiting, dict) or len(said.slots.words) > _LONGEST_TOLD or said.slots.countries:
        return None
    flown = own.tool if own.tool in _FLOWN else tool
    known = registry.readings().get(flown)
    if known is None:
        return None
    given = {n: v for n, v in known.read(said.again()).items() if n in _OF_A_FLIGHT and v not in (None, [], {})}
    if (wind := said.amount("wind")) is not None:
        given[_FLOWN[flown]] = round(wind)
    if not given:
        return None
    held = {_FLOWN[flown] if n in _FLOWN.values() else n: v for n, v in waiting.items()}
    arguments: Given = {**asked.arguments, "tool": flown, "arguments": {**held, **given}}
    step = ToolCall(tool=CLARIFY, arguments=arguments)
    return Plan(steps=(step,), confidence=0.9, made_by="followup")


def _said(call: ToolCall, key: str, said: Said) -> Given | None:
    """What the reply says of the argument that was asked for."""
    known = registry.readings().get(call.tool)
    if known is None:
        return None
    fresh = said.again()
    given = known.read(fresh)
    wanted = _FILLS.get(key, ())
    if key == "cruise_speed":
        if {"from_location", "to_location"} <= given.keys() and said.slots.spots:
            return None  # another flight, with its aircraft
        found = {name: given[name] for name in wanted if name in given}
        if not found and (bare := _BARE_NUMBER.match(_without_crafts(said))) and 30 <= int(bare["n"]) <= 500:
            found = {"cruise_speed_kts": int(bare["n"])}
        if not found and (types := said.deps.aircraft.resolve(said.slots.text.strip(" .?!"))):
            found = (
                {"aircraft_type": types[0].designator} if len(types) == 1 else {"aircraft_type": said.slots.text}
            )
        more = {name: given[name] for name in ("headwind_kts", "endurance_hours", "people") if name in given}
        return {**found, **more} if found and len(said.slots.words) <= 9 else None
    if key == "burn":
        return _burn(given, said)
    if key == "tanks":
        return _tanks(given, said)
    if key in ("from_location", "to_location"):
        places = [*said.spots, *said.slots.spots]
        if not places or (len(said.slots.words) > _LONGEST_REPLY and not is_start_alone(said)):
            return None
        name = next((n for n in wanted if n in call.arguments or n == key), key)
        ends = ("from_location", "to_location")
        if name in ends and len(said.slots.spots) == 1 and places[0].role in ("from", "to"):
            name = f"{places[0].role}_location"  # "my destination is Duxford" tells the other end
        beside = {n: given[n] for n in _BESIDE_A_PLACE if n in given and n not in call.arguments}
        return {**beside, name: said.name(places[0])}
    if key == "country":
        codes = said.countries()
        if not codes:
            return None
        name = next((n for n in wanted if n in _fields(call.tool)), "country")
        values: list[JsonValue] = list(codes)
        country = said.deps.countries.get(codes[0])
        return {
            name: values if name == "countries" else (country.name if name == "query" and country else codes[0])
        }
    edit = call.arguments.get("edit")
    if key == "date" and isinstance(edit, dict) and (number := re.search(r"\d+", said.slots.text)):
        return {"edit": {**edit, "day": int(number[0])}}
    if key == "date":
        return {n: given[n] for n in wanted if n in given} or None
    return {n: v for n, v in given.items() if n not in ("text", "question") and v not in (None, [], {})} or None


def _without_crafts(said: Said) -> str:
    """The words without the aircraft: the 28 of "PA-28" is no figure of its own."""
    text = said.slots.text
    for craft in sorted(said.slots.crafts, key=lambda one: -one.start):
        text = f"{text[: craft.start]}it{text[craft.end :]}"
    return text


def _tanks(given: Given, said: Said) -> Given | None:
    """What is usable: "180 litres", "48 gallons", and behind that question "180" too."""
    told: Given = {name: value for name, value in given.items() if value not in (None, [], {})}
    if told.get("usable_l") is not None:
        return told
    if (litres := find_burning(said.slots.low).usable_l) is not None:
        return {"usable_l": litres}
    if len(said.slots.words) > _A_FIGURE or said.spots or find_people(said.slots.low):
        return None
    bare = _BARE_NUMBER.match(_without_crafts(said))
    return {"usable_l": int(bare["n"])} if bare else None


def _burn(given: Given, said: Said) -> Given | None:
    """What the engine burns an hour: "24 l/h", and behind that question "24 litres" and "24" too."""
    if given.get("burn_lph") is not None:
        return {name: value for name, value in given.items() if value not in (None, [], {})}
    if len(said.slots.words) > _A_FIGURE or said.spots or find_people(said.slots.low):
        return None  # "wir sind 4" are no litres
    if (litres := given.get("usable_l")) is not None:
        return {"burn_lph": litres}
    if (other := given.get("aircraft_type")) is not None:
        return {"aircraft_type": other}  # "in a PA-28 instead": another aircraft, whose burn is asked then
    bare = _BARE_NUMBER.match(_without_crafts(said)) or re.fullmatch(r"\D*(?P<n>\d)\D*", _without_crafts(said))
    return {"burn_lph": int(bare["n"])} if bare else None


_A_FIGURE = 6
"""Words within which a figure is the answer and no question of its own."""


def _fields(tool: str) -> tuple[str, ...]:
    known = registry.known(tool)
    return tuple(known.arguments.model_fields) if known else ()


def _option(pending: Pending, said: Said) -> str | None:
    """The example or choice that the reply names: its label, its text, its number, or a part only it has."""
    reply = fold(said.slots.text)
    options = [c.text for c in pending.choices] or list(pending.missing.examples)
    for choice in pending.choices:
        if reply in (fold(choice.label), fold(choice.text)):
            return choice.label
    for example in pending.missing.examples:
        if reply == fold(example):
            return example
    match = ORDINAL.search(said.slots.text)
    beside = {w.key for w in said.slots.words if match and not match.start() <= w.start < match.end()}
    if match and beside <= _BESIDE_AN_ORDINAL and (number := number_of(match, len(options))):
        return pending.choices[number - 1].label if pending.choices else options[number - 1]
    if pending.missing.key == "location_clarification" and len(reply) > 3:
        partly = [e for e in pending.missing.examples if reply in fold(e)]
        return partly[0] if len(partly) == 1 else None
    return None


def _place(pending: Pending, call: ToolCall, said: Said, tapped: str | None) -> Given | None:
    """The place that was ambiguous, as the reply makes it clear: an option, or its country."""
    prompt = fold(f"{pending.missing.prompt} {pending.missing.reason}")
    keys = [k for k in PLACE_ARGUMENTS if isinstance(call.arguments.get(k), str)]
    named = [k for k in keys if fold(str(call.arguments[k])).split(" ")[0] in prompt.split()]
    if not keys:
        return None
    key = (named or [k for k in keys if not re.fullmatch(r"[A-Z]{4}", str(call.arguments[k]))] or keys)[0]
    if tapped is not None:
        example = next((e for e in pending.missing.examples if e == tapped or tapped.endswith(e)), tapped)
        return {key: example}
    if len(said.slots.words) > 4:
        return None
    if said.slots.countries and not said.spots:
        return {key: f"{call.arguments[key]}, {said.slots.countries[0].country.name}"}
    return {key: said.name(said.spots[0])} if said.spots else None
