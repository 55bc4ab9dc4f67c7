"""Holds each question of a message against what is planned: one that no step answers, and that says its place, is asked as well.

"Wie weit ist es nach Sylt und brauche ich PPR dort?" is the way and the permission, whichever claimed the whole.
"""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.clauses.clauses import asks, questions
from agent.understanding.clauses.cuts_judged import STANDS_ALONE
from agent.understanding.clauses.part_beside import is_a_sheet_for_a_question
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.each import MOST_STEPS, each
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.reading import Reading
from agent.understanding.reader.tool_names import CARD, DEADLINE, DISTANCE, ENDS, NOTICE, RULE, WEATHER
from agent.understanding.reader.unread import LISTS

_FEWEST_WORDS = 3
_ASKED = {
    CARD: frozenset((CARD, NOTICE, "compare_airfields", "get_pilot_reviews")),
    DISTANCE: frozenset((DISTANCE, "get_wind_plan", "plan_trip", "get_fuel_plan", "show_map", "get_day_brief")),
    WEATHER: frozenset(
        (WEATHER, "get_outlook", "get_day_brief", "watch_flight", "get_wind_plan", "get_winds_aloft")
    ),
    NOTICE: frozenset((NOTICE, CARD, "get_border_brief", "plan_trip", DEADLINE)),
    "get_airport_pricing": frozenset(("get_airport_pricing", CARD, "get_fuel_prices")),
    "get_runway_wind": frozenset(("get_runway_wind", WEATHER)),
    "search_pois": frozenset(("search_pois", "build_itinerary", "retrieve_city_guidance", CARD)),
    "get_border_crossing_airports": frozenset((*LISTS, "get_airport_statistics")),
    "get_airport_statistics": frozenset(("get_airport_statistics",)),
    "get_border_brief": frozenset(("get_border_brief", "plan_trip", NOTICE, DEADLINE, RULE)),
    DEADLINE: frozenset((DEADLINE, "get_border_brief", "plan_trip", NOTICE, RULE)),
    "get_notams": frozenset(("get_notams",)),
    RULE: frozenset(
        (RULE, "get_border_brief", "plan_trip", "browse_rules", DEADLINE, "compare_rules_between_countries")
    ),
}
"""What a clause may ask besides, and the tools that answer it too."""


_OF_ONE_FIELD = frozenset((CARD, WEATHER, NOTICE, "get_airport_pricing", "get_runway_wind"))
_ALSO = re.compile(
    r"(?<=[.?!;])\s+(?:and )?(?:also|besides|plus|außerdem|ausserdem|auch|aussi|en plus|et aussi)\b[\s,]+(?P<asked>[^.?!;]+)",
    re.IGNORECASE,
)
_MARKED = re.compile(r"(?:^|(?<=[.?!;\n]))\s*(?P<asked>(?:[^\s.?!;]+\s+){2,}[^\s?!;]+\s*\?)")
"""A sentence with its question mark: "customs fields in Iceland?" asks without a word that does."""
_THERE = re.compile(
    r"\b(?:there|nearby|near(?:by)? it|they|dort|die (?:am|um|auch|noch|offen)|ils|là-?bas|sur place|in der nähe|vor ort|à proximité)\b"
)


def with_none_lost(plan: Plan, said: Said, memory: Known, reader: Reader) -> Plan:
    """The plan and the calls of the clauses of its message that none of its steps answers."""
    clauses, more_of_them = _asked_for(said.slots.text)
    if plan.emergency or not plan.steps or plan.steps[0].tool == CLARIFY:
        return plan
    if len(plan.steps) >= max(len(clauses) - more_of_them, 1) + more_of_them:
        return plan
    steps, taken = list(plan.steps), list[str]()
    for start, end in clauses:
        part = reader.said(said.slots.text[start:end].strip(), said.today, said.place, said.home)
        there = _THERE.search(part.slots.low) is not None
        named = bool(part.spots or part.slots.countries)
        if len(part.slots.words) < _FEWEST_WORDS or not (named or there):
            continue
        then = memory if named else memory.after(steps[0])
        reading = reader.claimed(part, then) or reader.decide(part, then)
        if not _is_another(reading, steps, part, reader):
            continue
        more = each(reading.call, reader.deps) if reading.call is not None else []
        if len(steps) + len(more) > MOST_STEPS:
            break
        steps += more
        taken.append(part.slots.text)
    if len(steps) == len(plan.steps):
        return plan
    left = tuple(words for words in plan.left_aside if not any(words in clause for clause in taken))
    return plan.model_copy(update={"steps": tuple(steps), "left_aside": left, "others": ()})


def _asked_for(text: str) -> tuple[list[tuple[int, int]], int]:
    """The spans of the clauses that ask something, the last of which are sentences that go on, and how many do so.

    "Also find us a hotel there" goes on.
    """
    found = questions(text)
    marked = [match.span("asked") for match in _MARKED.finditer(text)]
    if len(marked) > 1:
        found = sorted(
            [*found, *(span for span in marked if not any(a < span[1] and span[0] < b for a, b in found))]
        )
    more = [match.span("asked") for match in _ALSO.finditer(text) if asks(match["asked"])]
    more = [span for span in more if not any(a < span[1] and span[0] < b for a, b in found)]
    return [*found, *more], len(more)


def _names_another_field(part: Said, steps: list[ToolCall], reader: Reader) -> bool:
    """Whether a clause names one field, of which no step speaks."""
    if len(named := part.fields()) != 1:
        return False
    values = [value for step in steps for value in step.arguments.values()]
    said = {str(one) for value in values for one in (value if isinstance(value, list) else [value])}
    return not {*named} & {field_of(one, reader.deps) or one for one in said}


def _is_another(reading: Reading, steps: list[ToolCall], part: Said, reader: Reader) -> bool:
    """Whether a clause is read surely and whole, and asks what no step tells."""
    same = _ASKED.get(reading.tool)
    if same is None or reading.call is None or reading.varied or reading.missing or reading.sure < STANDS_ALONE:
        return False
    if is_a_sheet_for_a_question(reading.call, part.slots.text):
        return False
    if reading.tool == RULE and not part.slots.countries:
        return False  # "do I make it to Le Touquet" is no rule, whatever is like it
    elsewhere = reading.tool in _OF_ONE_FIELD and _names_another_field(part, steps, reader)
    if any(step.tool in same for step in steps) and not elsewhere:
        return False
    if reading.tool == CARD and not reading.arguments.get("about"):
        return False
    ends = [reading.arguments.get(name) for name in ENDS]
    fields = {field_of(str(end), reader.deps) or str(end) for end in ends if end}
    return len(fields) == sum(1 for end in ends if end)
