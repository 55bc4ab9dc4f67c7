"""What a message changes or asks of what its chat has in hand, in the order in which it is tried.

A step of `FOLLOW_UPS` ends the planning with a plan, goes on with the turn as it is read now, or passes. What no step
takes is read as a question of its own (`chat.py`). A step stands before those that would read its words as less.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.courtesy import CHAT
from agent.language.distress import load_distress
from agent.language.ends import field_of
from agent.language.slot_words import FUNCTION
from agent.language.wording import word_set
from agent.protocol import Conversation, Plan, ToolCall
from agent.subjects.trip.reading_end import is_called_off
from agent.subjects.weather.reading_report import at_the_hour_said
from agent.understanding.beside.border_beside import to_each_country
from agent.understanding.beside.kept_beside import with_what_is_kept
from agent.understanding.beside.rule_beside import with_its_own_rule
from agent.understanding.beside.whole_trip import with_the_fuel_asked
from agent.understanding.clauses.clauses import asks, questions
from agent.understanding.clauses.told_together import told_together
from agent.understanding.in_hand import references
from agent.understanding.in_hand.about_the_trip import about_the_trip, edit_of
from agent.understanding.in_hand.airline_on_a_day import airline_on_a_day
from agent.understanding.in_hand.another_country import same_of_another_country
from agent.understanding.in_hand.answered import answered, told_meanwhile
from agent.understanding.in_hand.asked_before import asked_before, not_of_that_country
from agent.understanding.in_hand.context import Given, Known, with_days_in_hand
from agent.understanding.in_hand.countries_compared import (
    for_fuel_alone,
    of_countries_flown_to,
    where_to_read,
    with_people_aboard,
)
from agent.understanding.in_hand.countries_in_hand import of_the_countries
from agent.understanding.in_hand.else_near_the_end import else_near_the_end
from agent.understanding.in_hand.field_in_hand import of_the_field_in_hand
from agent.understanding.in_hand.flight_in_hand import (
    filled_up_on_the_way,
    fuel_of_the_distance,
    of_the_flight_in_hand,
    of_the_fuel_in_hand,
    where_to_refuel,
)
from agent.understanding.in_hand.flight_in_legs import in_legs
from agent.understanding.in_hand.fly_or_wait import fly_or_wait
from agent.understanding.in_hand.home_by_dark import home_by_dark
from agent.understanding.in_hand.home_named import from_the_home_named
from agent.understanding.in_hand.journey_in_hand import asked_of_the_journey
from agent.understanding.in_hand.lands_instead import lands_instead
from agent.understanding.in_hand.licence_there import licence_there
from agent.understanding.in_hand.list_changed import in_another_order
from agent.understanding.in_hand.list_in_hand import of_the_list_in_hand, without_the_last_wish
from agent.understanding.in_hand.nearest_listed import nearest_to_home
from agent.understanding.in_hand.not_that_one import of_the_others, without_that_one
from agent.understanding.in_hand.one_of_the_list import the_one_meant
from agent.understanding.in_hand.one_taken import of_the_nearest, the_other_of_the_list
from agent.understanding.in_hand.onward import flown_further
from agent.understanding.in_hand.out_and_back import out_and_back
from agent.understanding.in_hand.papers_going_in import papers_going_in
from agent.understanding.in_hand.papers_in_hand import (
    of_its_report,
    of_the_animal,
    of_the_flight,
    of_the_pilot,
    of_who_is_told,
)
from agent.understanding.in_hand.people_told import people_told
from agent.understanding.in_hand.reserve_added import reserve_added
from agent.understanding.in_hand.rule_at_a_field import of_the_rule_at_a_field
from agent.understanding.in_hand.rule_in_hand import closing_of_the_plan, of_the_rule, of_the_rule_waiting
from agent.understanding.in_hand.stands_at import of_where_one_stands
from agent.understanding.in_hand.start_waiting import (
    flight_waiting,
    is_open_still,
    start_and_more,
    waits_for_start,
    with_waiting_trip,
)
from agent.understanding.in_hand.stop_in_a_country import stop_in_a_country
from agent.understanding.in_hand.stop_of_fuel import each_leg_filled_up, stop_on_the_way_home
from agent.understanding.in_hand.stops import one_of_the_legs
from agent.understanding.in_hand.trip_changed import arguments_of, changed_at_once, tells_more, without_back_to_it
from agent.understanding.in_hand.turning import (
    asks_a_source,
    asks_again_surely,
    asks_another_clock,
    asks_its_basis,
    asks_why,
    clock_of_a_country,
    in_detail,
    speaks_of_deadlines,
)
from agent.understanding.in_hand.two_in_hand import (
    behind_neither,
    closer_of_two,
    crosswind_of_two,
    its_of_the_first,
    list_on_another_day,
    which_end,
    without_those,
)
from agent.understanding.in_hand.waiting_answer import answer_to, declines
from agent.understanding.in_hand.weather_on_the_way import weather_on_the_way
from agent.understanding.in_hand.weighed import better_than_it, weighed
from agent.understanding.in_hand.which_of import (
    nearest_named,
    of_each_alone,
    of_the_few_listed,
    of_the_listed,
    of_those,
)
from agent.understanding.in_hand.wishes_let_go import let_go, says_more
from agent.understanding.reader.calls_for_help import is_call_for_help
from agent.understanding.reader.each import MOST_STEPS, each
from agent.understanding.reader.plan_of_readings import CHANGES_NOTHING, ERRAND
from agent.understanding.reader.tool_names import BRIEF, CARD, EXPLAIN, MINIMA, RULE, RUNWAY_WIND, TRIP, WEATHER
from agent.understanding.turn import SURELY, Turn
from tongue import later, say

Step = Callable[[Turn], Plan | Turn | None]
UNSURE = 0.5
NO_SUCH_ONE = later("No airfield of that number is in hand: name what you mean.")
DECLINED = later("Left open, then.")


def followed(turn: Turn) -> Plan | Turn:
    """The plan of what the message changes or asks of what is in hand, else the turn as it is to be read by itself."""
    for step in FOLLOW_UPS:
        found = step(turn)
        if isinstance(found, Plan):
            return found
        turn = found or turn
    return turn


def _call(found: Callable[[Turn], ToolCall | None], confidence: float = SURELY) -> Step:
    """A step that ends with the one call it finds."""

    def step(turn: Turn) -> Plan | None:
        call = found(turn)
        return turn.planned(call, confidence=confidence) if call is not None else None

    return step


def _calls(found: Callable[[Turn], Sequence[ToolCall]], confidence: float = SURELY) -> Step:
    """A step that ends with the calls it finds."""

    def step(turn: Turn) -> Plan | None:
        calls = found(turn)
        return turn.planned(*calls, confidence=confidence) if calls else None

    return step


# --- a call for help, and what is no question of its own ----------------------------------------------------------

_CALL_NAMED = re.compile(
    r"\W*(?:(?:and|what about|how about|or|vs|versus|und|was ist mit|oder|et|ou)\W+)+(?:an? |the |un |une |ein |eine )?(?P<term>pan[- ]?pan|mayday|squawk 7[567]00|7[567]00)\W*",
    re.IGNORECASE,
)
""" "And pan pan?" behind what mayday means: a term, and no call."""


def _term_of_a_call(turn: Turn) -> Plan | None:
    if turn.memory.tool != EXPLAIN or (called := _CALL_NAMED.fullmatch(turn.text)) is None:
        return None
    return turn.planned(ToolCall(tool=EXPLAIN, arguments={"term": called["term"]}), confidence=0.95)


def _the_others(turn: Turn) -> Plan | None:
    others = of_the_others(turn.text, turn.memory, lambda name: field_of(name, turn.deps))
    if others is None:
        return None
    if isinstance(others, ToolCall):
        return turn.planned(others)
    return turn.plan_for(others) if others else Plan(confidence=SURELY, reasoning=say(CHANGES_NOTHING))


def _without_that_one(turn: Turn) -> Plan | None:
    """ "Not Glasgow, too dear. Smaller": the list without it, with what else is wished of it."""

    if (without := without_that_one(turn.text, turn.memory, lambda name: field_of(name, turn.deps))) is None:
        return None
    call, rest = without
    plan = turn.planned(call)
    if all(adds_nothing(word) for word in rest.split()):
        return plan
    more = turn.plan_for(rest, turn.conversation.model_copy(update={"last_plan": plan, "pending": {}}))
    goes_on = more.confidence >= UNSURE and any(step.tool == call.tool for step in more.steps)
    return more if goes_on else plan


def _neither(turn: Turn) -> Plan | None:
    """ "Neither, what else is near there": what is asked behind it, without the two."""
    if not (rest := behind_neither(turn.text)):
        return None
    return without_those(turn.plan_for(rest), turn.said, turn.memory)


def _closer_of_two(turn: Turn) -> Plan | None:
    if (found := closer_of_two(turn.said, turn.memory)) is None:
        return None
    steps, nearest = found
    return turn.planned(*steps, made_by="reader", reasoning=nearest)


def _call_for_help(turn: Turn) -> Plan | None:
    distress = load_distress(turn.deps.settings.data / "language")
    by_words = turn.is_call_by_words
    sure = by_words and (distress.is_beyond_doubt(turn.text) or distress.is_short_of_the_field(turn.text))
    if sure or is_call_for_help(turn.said, turn.memory.tool, turn.reader, by_words=by_words):
        return Plan(emergency=True)
    return None


# --- the trip in hand ---------------------------------------------------------------------------------------------

_UNDONE = 2
"""Words of "cancel that", which takes back the last change where there was one."""


def _with_its_days(turn: Turn) -> Turn:
    memory = turn.memory
    if memory.trip and memory.day is None and (day := _day_of_trip(turn.conversation)):
        memory = replace(memory, day=day)  # "sunset at Caen?" behind the rules of both ends
    return replace(turn, memory=memory, said=with_days_in_hand(turn.said, memory))


def _day_of_trip(conversation: Conversation) -> str | None:
    kept = (conversation.flight_trip or {}).get("arguments")
    day = kept.get("day") if isinstance(kept, dict) else None
    return day if isinstance(day, str) else None


def _edit_of_the_stay(turn: Turn) -> ToolCall | None:
    stop = turn.conversation.trip.get("place") if turn.conversation.trip else None
    return edit_of(turn.said, turn.memory, stop) if isinstance(stop, str) else None


def _called_off(turn: Turn) -> ToolCall | None:
    slots = turn.said.slots
    if not turn.conversation.flight_trip or not is_called_off(slots.low) or len(slots.words) <= _UNDONE:
        return None
    return ToolCall(tool="set_reminders", arguments={"called_off": True})


def _back_to_it(turn: Turn) -> Plan | None:
    if not turn.conversation.flight_trip or not (behind := without_back_to_it(turn.text)):
        return None
    of_it = Plan(steps=(ToolCall(tool=TRIP, arguments=arguments_of(turn.conversation)),))
    return turn.plan_for(behind, turn.conversation.model_copy(update={"last_plan": of_it, "pending": {}}))


def _trip(turn: Turn) -> Plan | None:
    said, memory, conversation = turn.said, turn.memory, turn.conversation
    about = about_the_trip(said, memory, conversation)
    if memory.trip and memory.tool != BRIEF and (kept := arguments_of(conversation)):
        changed = changed_at_once(
            turn.text, kept, turn.read, lambda part, trip: registry.of_the_trip(part, trip, {})
        )
        about = changed if changed is not None and tells_more(changed, about, kept) else about
    if about is None:
        return None
    plan = Plan(steps=tuple(each(about, turn.deps)), confidence=SURELY, made_by="followup")
    plan = with_what_is_kept(plan, said) if about.tool == TRIP and said.has("calendar") else plan
    return turn.routed(with_its_own_rule(with_the_fuel_asked(plan, said), said, turn.deps))


def _back_by_light(turn: Turn) -> Plan | None:
    if (found := out_and_back(turn.said, turn.memory)) is None:
        return None
    card, told = found
    return turn.planned(card, made_by="reader", reasoning=told)


def _winds_of_those(turn: Turn) -> Sequence[ToolCall]:
    weighs = turn.memory.tool in (RUNWAY_WIND, WEATHER)
    return of_those(turn.text, turn.said, turn.memory) if weighs else ()


# --- what was asked back ------------------------------------------------------------------------------------------


def _burn_told(turn: Turn) -> Plan | None:
    """ "24 litres", where the burn was asked for, is no more what is in the tanks."""
    pending = turn.pending
    if pending is None or pending.missing.key != "burn":
        return None
    burnt = answered(pending, turn.said, turn.reader)
    return turn.routed(burnt) if burnt else None


def _goes_on(turn: Turn) -> Plan | None:
    said, memory = turn.said, turn.memory
    if memory.call is None or (goes_on := registry.after_call(said, memory.call, turn.told)) is None:
        return None
    call = ToolCall(tool=goes_on.tool, arguments=to_each_end(goes_on.arguments, turn.ends))
    steps = tuple(each(call, turn.deps))
    if goes_on.tool == MINIMA and memory.tool != MINIMA:  # what was told, compared with the limit just set
        steps = (*steps, *_sky_beside(memory.call, goes_on), at_the_hour_said(memory.call, said))
    plan = with_its_own_rule(Plan(steps=steps, confidence=SURELY, made_by="followup"), said, turn.deps)
    return turn.routed(told_together(turn.text, turn.today, plan, turn.reader))


def _sky_beside(wind: ToolCall, limits: ToolCall) -> tuple[ToolCall, ...]:
    """The weather of the field whose crosswind was told, where a ceiling or a visibility is set too."""
    field = wind.arguments.get("icao_code")
    if wind.tool != RUNWAY_WIND or field is None or not {"ceiling_ft", "visibility_m"} & limits.arguments.keys():
        return ()
    when = {name: wind.arguments[name] for name in ("day", "time", "until") if name in wind.arguments}
    return (ToolCall(tool=WEATHER, arguments={"places": [field], **when}),)


def _rule_waiting(turn: Turn) -> ToolCall | None:
    pending = turn.pending
    return of_the_rule_waiting(pending.plan.steps[pending.step], turn.said) if pending else None


def _fuel_while_asked(turn: Turn) -> ToolCall | None:
    return fuel_of_the_distance(turn.said, turn.memory) if turn.pending else None


def _start_waiting(turn: Turn) -> Plan | Turn | None:
    if (waiting := turn.pending) is None or not waits_for_start(waiting):
        return None
    told = start_and_more(waiting, turn.question, turn.text, turn.conversation, turn.reader, turn.plan_of)
    if told is not None:
        return turn.routed(told)
    return replace(turn, waiting=waiting, pending=waiting if is_open_still(waiting, turn.said) else None)


def _asked_back(turn: Turn) -> Plan | None:
    if (pending := turn.pending) is None:
        return None
    if (plan := answer_to(pending, turn.said, turn.memory, turn.reader)) is not None:
        return turn.routed(plan)
    if declines(turn.text):
        return Plan(confidence=SURELY, reasoning=say(DECLINED))
    own = turn.reader.decide(turn.said, Known(home=turn.memory.home))
    meanwhile = told_meanwhile(pending, turn.said, turn.reader, own)
    return turn.routed(meanwhile) if meanwhile is not None else None


def _trip_that_waits(turn: Turn) -> ToolCall | None:
    waiting = turn.waiting
    if waiting is None or waiting.plan.steps[waiting.step].tool != TRIP:
        return None
    return about_the_trip(turn.said, turn.memory, with_waiting_trip(turn.conversation, waiting.plan))


def _with_the_flight_that_waits(turn: Turn) -> Turn | None:
    if turn.waiting is None or (flight := flight_waiting(turn.waiting)) is None:
        return None
    return turn.in_chat(turn.conversation.model_copy(update={"last_plan": Plan(steps=(flight,))}))


# --- the list in hand, and one of it ------------------------------------------------------------------------------


def _wishes_let_go(turn: Turn) -> Plan | Turn | None:
    if (without := let_go(turn.said, turn.memory.call)) is None:
        return None
    call, parts = without
    if not says_more(turn.said, parts):
        return turn.planned(call)
    said = turn.said.without_parts(parts)
    return replace(turn, said=said, memory=replace(turn.memory, call=call), text=said.slots.text)


def _the_one_meant(turn: Turn) -> Plan | None:
    meant = the_one_meant(turn.said, turn.memory)
    return turn.routed(of_each_alone(meant)) if meant is not None else None


def _reserve_added(turn: Turn) -> Plan | None:
    if (found := reserve_added(turn.said, turn.memory, turn.conversation)) is None:
        return None
    fuel, told = found
    return turn.planned(fuel, verdict=told)


def _its_number_alone(turn: Turn) -> ToolCall | None:
    field = references.is_ordinal_alone(turn.text, turn.conversation, adds_nothing)
    return ToolCall(tool=CARD, arguments={"icao_code": field}) if field is not None else None


def _no_such_number(turn: Turn) -> Plan | None:
    """ "The second: how far from Lydd" names none of the list."""
    named_too = any(spot.role != "from" for spot in turn.said.slots.spots)
    if not references.points_nowhere(turn.text, turn.conversation, adds_nothing, named_too):
        return None
    return Plan(confidence=SURELY, reasoning=say(NO_SUCH_ONE))


_BESIDE_A_NUMBER = word_set(
    "ok okay one field airfield then please pls plz thanks show me tell more about svp stp s il vous te plait bitte danke take prends nehme zeig"
)


def adds_nothing(word: str) -> bool:
    """Whether a word beside "the first one" asks nothing of its own."""
    key = word.casefold()
    return key in FUNCTION or key in CHAT or key in _BESIDE_A_NUMBER


# --- the last answer, told otherwise ------------------------------------------------------------------------------

_ONCE_MORE = re.compile(
    r"\W*(?:(?:say|tell me|show me|do) (?:that|it)(?: one)? (?:once more|again)|(?:once more|again),?(?: please)?|(?:please )?repeat(?: that| it)?"
    r"|come again|(?:sag (?:das )?)?(?:bitte )?noch (?:ein)?mal(?: bitte)?|wiederhol\w*(?: (?:das|es))?"
    r"|encore une fois(?: s'il (?:te|vous) pla[iî]t)?|répète\w*|redis(?:-le| ça)?)(?:,? please|,? bitte|,? stp|,? svp)?\W*",
    re.IGNORECASE,
)
"""The last answer, told again."""
_ISO = re.compile(r"\d{4}-\d\d-\d\d")


def _once_more(turn: Turn) -> Plan | None:
    if turn.memory.plan is None or not _ONCE_MORE.fullmatch(turn.text):
        return None
    return turn.memory.plan.model_copy(update={"made_by": "followup"})


def _its_basis(turn: Turn) -> Plan | None:
    memory = turn.memory
    if memory.tool != RULE or memory.plan is None or not asks_its_basis(turn.said):
        return None
    steps = tuple(s.varied(asks_basis=True) if s.tool == RULE else s for s in memory.plan.steps)
    return memory.plan.model_copy(update={"steps": steps, "made_by": "followup", "reasoning": ""})


def _in_detail(turn: Turn) -> Plan | None:
    plan, said = turn.memory.plan, turn.said
    if plan is None:
        return None
    if asks_why(said) or asks_again_surely(said):
        return in_detail(plan, said)
    return in_detail(plan) if asks_a_source(said) else None


def _by_another_clock(turn: Turn) -> Plan | None:
    said, memory, conversation = turn.said, turn.memory, turn.conversation
    if memory.plan is None:
        return None
    if asks_another_clock(said, turn.told):
        return memory.plan.model_copy(update={"made_by": "followup"})
    last = memory.call.arguments if memory.call else {}
    day = str(last.get("date") or last.get("day") or arguments_of(conversation).get("day") or "")
    day = day if _ISO.fullmatch(day) else turn.today.isoformat()
    if (clock := clock_of_a_country(said, turn.told, date.fromisoformat(day))) is None:
        return None
    if speaks_of_deadlines(said) and (trip := arguments_of(conversation)):
        whole = ToolCall(tool=TRIP, arguments={name: v for name, v in trip.items() if name != "about"})
        return turn.planned(whole, made_by="reader", reasoning=clock)
    return memory.plan.model_copy(update={"made_by": "reader", "reasoning": clock})


# --- the fields, the flight and the list that were spoken of ------------------------------------------------------


def _of_those_and_more(turn: Turn) -> Plan | None:
    """ "Which of the two is closer to Bruges, and has either got avgas?": each clause, the second in the chat of the first."""
    text, said = turn.text, turn.said
    start = next((a for a, b in reversed(questions(text)) if a and asks(text[a:b])), 0)
    first = turn.reader.said(text[:start].rstrip(" ,;"), said.today, said.place, said.home) if start else None
    steps = of_those(first.slots.text, first, turn.memory) if first is not None and first.slots.words else ()
    if not steps:
        return None
    more = turn.plan_for(text[start:], turn.conversation.model_copy(update={"last_plan": Plan(steps=steps)}))
    both = (*steps, *(step for step in more.steps if step not in steps))
    if not more.steps or more.confidence < UNSURE or not len(steps) < len(both) <= MOST_STEPS:
        return None
    return turn.planned(*both, verdict=nearest_named(steps, said))


def _of_those(turn: Turn) -> Plan | None:
    text, said, memory = turn.text, turn.said, turn.memory
    if not (asked := of_those(text, said, memory) or of_the_few_listed(text, said, memory)):
        return None
    return turn.planned(*asked, verdict=nearest_named(asked, said))


def _of_the_listed(turn: Turn) -> Plan | None:
    if (plan := of_the_listed(turn.text, turn.said, turn.memory)) is None:
        return None
    if turn.said.has("errand"):
        plan = plan.model_copy(update={"made_by": "reader", "reasoning": say(ERRAND)})
    return turn.routed(plan)


def _of_the_list(turn: Turn) -> Plan | None:
    if (listed := of_the_list_in_hand(turn.said, turn.memory)) is None:
        return None
    flown = "cruise_speed_kts" in listed.arguments
    quantities = turn.said.slots.quantities
    speeds = tuple(turn.text[q.start : q.end] for q in quantities if q.kind == "speed" and not flown)
    return turn.planned(*each(listed, turn.deps), left_aside=speeds)


def to_each_end(arguments: Given, ends: tuple[str, ...]) -> Given:
    """A flight to the last of several ends spoken of is asked of each: "which of them could I do with 150 litres"."""
    if not ends or arguments.get("to_location") != ends[-1]:
        return arguments
    beside: list[JsonValue] = [{"to_location": end} for end in ends[1:]]
    return {**arguments, "to_location": ends[0], "beside": beside}


FOLLOW_UPS: tuple[Step, ...] = (
    _term_of_a_call,
    _the_others,
    _without_that_one,
    _call_for_help,
    _neither,
    _with_its_days,
    _call(_edit_of_the_stay),
    _call(_called_off),
    _back_to_it,
    _back_by_light,
    _call(lambda turn: else_near_the_end(turn.said, turn.memory)),
    _call(lambda turn: of_its_report(turn.said, turn.memory)),
    _call(lambda turn: which_end(turn.said, turn.memory)),
    _call(lambda turn: weighed(turn.said, turn.memory) or better_than_it(turn.said, turn.memory)),
    _calls(lambda turn: each_leg_filled_up(turn.said, turn.memory)),
    _calls(lambda turn: filled_up_on_the_way(turn.said, turn.memory)),
    _call(lambda turn: airline_on_a_day(turn.said, turn.memory)),
    _trip,
    _call(lambda turn: asked_of_the_journey(turn.said, turn.conversation)),
    _calls(_winds_of_those),
    lambda turn: people_told(turn.said, turn.memory),
    _burn_told,
    _call(lambda turn: fly_or_wait(turn.said, turn.memory)),
    _call(lambda turn: lands_instead(turn.said, turn.memory, turn.conversation)),
    _call(lambda turn: home_by_dark(turn.said, turn.memory, turn.conversation, bare=True)),
    _goes_on,
    _call(lambda turn: stop_in_a_country(turn.said, turn.conversation)),
    _call(lambda turn: home_by_dark(turn.said, turn.memory, turn.conversation)),
    _call(lambda turn: licence_there(turn.said, turn.memory)),
    _calls(lambda turn: papers_going_in(turn.said, turn.memory)),
    _reserve_added,
    same_of_another_country,
    _calls(lambda turn: of_where_one_stands(turn.said, turn.conversation, turn.reader)),
    _call(_rule_waiting),
    _call(lambda turn: of_the_pilot(turn.said, turn.memory)),
    _call(lambda turn: stop_on_the_way_home(turn.said, turn.memory)),
    _call(_fuel_while_asked),
    _start_waiting,
    _asked_back,
    _call(_trip_that_waits),
    _with_the_flight_that_waits,
    _call(lambda turn: from_the_home_named(turn.said, turn.memory)),
    _call(lambda turn: list_on_another_day(turn.said, turn.memory)),
    _call(lambda turn: its_of_the_first(turn.said, turn.memory)),
    the_other_of_the_list,
    _wishes_let_go,
    _the_one_meant,
    _call(lambda turn: nearest_to_home(turn.said, turn.memory)),
    of_the_nearest,
    _call(lambda turn: without_the_last_wish(turn.text, turn.memory)),
    _call(lambda turn: in_another_order(turn.said, turn.memory.call)),
    _call(_its_number_alone, confidence=0.95),
    _no_such_number,
    _once_more,
    _call(lambda turn: where_to_read(turn.said, turn.memory, turn.deps)),
    lambda turn: for_fuel_alone(turn.said, turn.memory),
    _call(lambda turn: with_people_aboard(turn.said, turn.memory)),
    _call(lambda turn: of_countries_flown_to(turn.said, turn.memory, turn.deps)),
    _its_basis,
    _in_detail,
    _by_another_clock,
    _calls(lambda turn: flown_further(turn.said, turn.memory)),
    _calls(lambda turn: in_legs(turn.said, turn.memory.plan), confidence=0.95),
    _call(lambda turn: one_of_the_legs(turn.said, turn.memory.plan), confidence=0.95),
    _call(lambda turn: of_the_countries(turn.text, turn.said, turn.memory)),
    _call(
        lambda turn: closing_of_the_plan(turn.said, turn.memory) or of_the_rule(turn.text, turn.said, turn.memory)
    ),
    _calls(lambda turn: to_each_country(turn.said, turn.memory)),
    _call(lambda turn: not_of_that_country(turn.said, turn.memory)),
    _calls(lambda turn: asked_before(turn.said, turn.memory, turn.conversation, turn.reader)),
    _call(lambda turn: of_the_rule_at_a_field(turn.said, turn.memory)),
    _call(lambda turn: weather_on_the_way(turn.said, turn.memory)),
    _calls(lambda turn: crosswind_of_two(turn.text, turn.said, turn.memory)),
    _of_those_and_more,
    _closer_of_two,
    _of_those,
    _of_the_listed,
    _call(lambda turn: of_the_field_in_hand(turn.said, turn.memory)),
    _call(lambda turn: of_the_flight_in_hand(turn.said, turn.memory, turn.conversation)),
    _call(lambda turn: of_the_fuel_in_hand(turn.said, turn.memory)),
    _call(lambda turn: where_to_refuel(turn.said, turn.memory)),
    _call(lambda turn: fuel_of_the_distance(turn.said, turn.memory)),
    _of_the_list,
    _call(lambda turn: of_who_is_told(turn.said, turn.memory, turn.reader)),
    _call(lambda turn: of_the_flight(turn.said, turn.memory, turn.reader)),
    _call(lambda turn: of_the_animal(turn.said, turn.memory, turn.reader)),
)
