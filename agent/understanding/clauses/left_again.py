"""Reads once more, behind what is planned, each clause that no question took: it is told already, or asked as well.

A clause that is planned all the same is no longer named as passed over: "…, how early" behind a report's deadline.
"""

from __future__ import annotations

from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.clauses.clauses import asks, questions
from agent.understanding.clauses.cuts_judged import STANDS_ALONE
from agent.understanding.clauses.facts_beside import OWN_WORDS
from agent.understanding.clauses.part_beside import is_a_sheet_for_a_question
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.each import MOST_STEPS, each
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.reading import Reading
from agent.understanding.reader.tool_names import CARD, DEADLINE, DISTANCE, ENDS, NOTICE, WEATHER
from agent.understanding.reader.unread import LISTS

_CUT_SHORT = " ..."
_FEWEST = 2
"""Words of a clause that may ask."""
_ADDED = frozenset((CARD, DEADLINE, DISTANCE, NOTICE, WEATHER, "get_notams", "get_pilot_reviews", *OWN_WORDS)) - {
    "search_pois"
}
"""What a clause may ask besides, of the field or the flight in hand."""
_IN_OTHER_WORDS = frozenset(("answer_rules_question", "explain_term", "get_aircraft_figures"))
"""Tools to which other words are another question."""
_OF_PLACES = LISTS | {"search_pois"}
"""What tells of several places: "then tell me the fee" is of one that is yet to be found."""
_WORDS = ("topic", "query")
_OF_ONE_MATTER = frozenset(
    (
        "about_flyfun",
        "build_itinerary",
        "compare_rules_between_countries",
        "get_pilot_reviews",
        "get_runway_wind",
        "get_wind_plan",
        "list_rule_categories_and_tags",
        "list_rule_countries",
        "search_pois",
    )
)
"""Tools whose answer is the whole of its matter, in whatever words it is asked again: "what do we do with ourselves"."""


def with_what_was_left(plan: Plan, said: Said, memory: Known, reader: Reader) -> Plan:
    """The plan with the clauses that it left aside asked or told, where they are understood behind its steps."""
    if not plan.steps or not plan.left_aside or plan.emergency:
        return plan
    steps, left = list(plan.steps), list[str]()
    for text in plan.left_aside:
        if _is_heard(text, steps, said, reader) or _is_the_flight(text, steps, said, reader):
            continue
        clause = _clause(text, said)
        more = _asked(clause, steps, said, memory, reader) if clause else None
        if more is None or len(steps) + len(more) > MOST_STEPS:
            left.append(text)
        else:
            steps += more
    if len(left) == len(plan.left_aside):
        return plan
    return plan.model_copy(update={"steps": tuple(steps), "left_aside": tuple(left)})


def _is_heard(text: str, steps: list[ToolCall], said: Said, reader: Reader) -> bool:
    """Whether a step tells each fact that a few words name: "Sprit" beside a sheet of the fuel."""
    part = reader.said(text, said.today, said.place, said.home)
    facts = {mention.concept for mention in part.mentions}
    spans = [(mention.start, mention.end) for mention in part.mentions]
    free = [w for w in part.slots.words if not any(a <= w.start and w.end <= b for a, b in spans)]
    return bool(facts) and not free and facts <= {fact for step in steps for fact in _about(step)}


def _is_the_flight(text: str, steps: list[ToolCall], said: Said, reader: Reader) -> bool:
    """Whether a clause only tells the place, the day and the hour that one step holds: "we'd leave Bergen at 10 on Monday"."""
    part = reader.said(text.removesuffix(_CUT_SHORT), said.today, said.place, said.home)
    if asks(text) or part.mentions or part.slots.countries or not part.slots.spots:
        return False
    if len(part.slots.quantities) > len(part.clocks()) or len(part.slots.days) > 1 or len(part.clocks()) > 1:
        return False
    named = {part.name(spot) for spot in part.slots.spots}
    named |= {day.when.isoformat() for day in part.slots.days}
    named |= {clock for one in part.clocks() if (clock := part.clock(one))}
    return any(named <= {str(value) for value in step.arguments.values()} for step in steps)


def _clause(text: str, said: Said) -> str:
    """The clause that is named, in full; "" for what is no question."""
    begins = text.removesuffix(_CUT_SHORT)
    spans = [said.slots.text[a:b] for a, b in questions(said.slots.text)]
    full = next((span for span in spans if span.strip(" .,;:?!").startswith(begins)), "") or text
    return full if len(full.split()) >= _FEWEST and asks(full) and full in said.slots.text else ""


def _asked(text: str, steps: list[ToolCall], said: Said, memory: Known, reader: Reader) -> list[ToolCall] | None:
    """What a clause asks besides, [] where a step tells it; None where it is not understood."""
    part = reader.said(text, said.today, said.place, said.home)
    elsewhere = bool(part.spots) or bool(part.slots.countries)
    for step in steps:
        reading = _read(part, memory.after(step), reader)
        if reading.call is None:
            continue
        if all(any(_tells(one, call) for one in steps) for call in each(reading.call, reader.deps)):
            return []
        if not elsewhere and reading.tool == step.tool and reading.tool in _OF_ONE_MATTER:
            return []
    for step in steps:
        memory = memory.after(step)
    reading = _read(part, memory, reader)
    if reading.call is None or reading.varied or reading.tool not in _ADDED or reading.sure < STANDS_ALONE:
        return None
    if is_a_sheet_for_a_question(reading.call, text) or (reading.tool == CARD and not _about(reading.call)):
        return None
    if _goes_nowhere(reading, reader):
        return None
    fields = {str(step.arguments.get("icao_code")) for step in steps}
    chosen = any(step.tool in _OF_PLACES or "to_location" in step.arguments for step in steps)
    if not elsewhere and (len(fields) > 1 or chosen or reading.tool == DISTANCE):
        return None  # of which of them is not said
    if reading.tool == DISTANCE and _is_nowhere(reading, reader):
        return None
    return each(reading.call, reader.deps)


def _goes_nowhere(reading: Reading, reader: Reader) -> bool:
    """Whether a way would begin where it ends: "how far to Lydd" behind the fee at Lydd is from a place unsaid."""
    ends = [reading.arguments.get(name) for name in ("from_location", "to_location")]
    fields = [field_of(end, reader.deps) or end for end in ends if isinstance(end, str)]
    return len(fields) > 1 and fields[0] == fields[1]


def _read(part: Said, memory: Known, reader: Reader) -> Reading:
    return reader.claimed(part, memory) or reader.decide(part, memory)


def _is_nowhere(reading: Reading, reader: Reader) -> bool:
    """Whether a way would begin where it ends: "how far to Lydd and the fee" tells no start."""
    ends = [reading.arguments.get(name) for name in ENDS]
    fields = {field_of(str(end), reader.deps) or str(end) for end in ends if end}
    return len(fields) < len(ends)


def _tells(step: ToolCall, call: ToolCall) -> bool:
    """Whether one call holds all that another asks."""
    if step.tool != call.tool or step.tool in _IN_OTHER_WORDS:
        return False
    rest, held = (
        {name: value for name, value in one.arguments.items() if name not in ("about", *_WORDS)}
        for one in (call, step)
    )
    return rest.items() <= held.items() and (_about(call) <= _about(step) if _about(call) else not _about(step))


def _about(call: ToolCall) -> set[str]:
    about = call.arguments.get("about")
    return {*map(str, about)} if isinstance(about, list) else {about} if isinstance(about, str) else set()
