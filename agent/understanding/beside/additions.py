"""What belongs to the plan of a message beside what its readings say, in the order in which it is put there.

Each entry of `ADDED` takes a plan and the turn it was made for, and gives the plan with what it adds or sets right.
"""

from __future__ import annotations

from collections.abc import Callable

from agent import registry
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.beside.around_home import within_of_home
from agent.understanding.beside.border_beside import with_its_border
from agent.understanding.beside.each_listed import of_each_listed, of_one_listed
from agent.understanding.beside.end_chosen import with_the_end_chosen, with_the_other_end_named
from agent.understanding.beside.facts_lacking import with_the_facts_lacking
from agent.understanding.beside.facts_of_clauses import with_facts_of_clauses
from agent.understanding.beside.facts_there import with_the_facts_there, with_where_to_divert
from agent.understanding.beside.farther_out import of_fields_farther_out
from agent.understanding.beside.fuel_and_border import with_fuel_and_border
from agent.understanding.beside.kept_beside import (
    of_the_flight_named,
    with_all_of_its_flight,
    with_its_fuel,
    with_one_speed,
    with_passports_once,
    with_the_flight_that_lands,
    with_what_is_kept,
    without_what_the_trip_tells,
)
from agent.understanding.beside.local_flight import with_a_local_flight_once
from agent.understanding.beside.of_each_field import of_each_field
from agent.understanding.beside.one_report import of_one_report
from agent.understanding.beside.one_winner import of_one_winner
from agent.understanding.beside.papers_into import with_the_border_entered
from agent.understanding.beside.rule_beside import with_its_own_rule
from agent.understanding.beside.same_field import told_whether_the_same
from agent.understanding.beside.same_wishes import with_the_wishes_in_hand
from agent.understanding.beside.term_nearby import with_where_it_lies
from agent.understanding.beside.told_whole import with_the_trip_told_whole
from agent.understanding.beside.trip_gone_on import moved_with_its_notice, over_its_stops, with_the_trip_in_hand
from agent.understanding.beside.two_goals import with_the_goals_weighed
from agent.understanding.beside.weather_beside import (
    with_the_air_beside,
    with_the_hour_of_return,
    with_the_report_beside,
)
from agent.understanding.beside.which_is_nearer import (
    with_distance_to_each,
    with_distances_of_the_compared,
    with_the_nearer,
)
from agent.understanding.beside.whole_trip import with_the_forecast_wind, with_the_trip_told
from agent.understanding.clauses.left_again import with_what_was_left
from agent.understanding.clauses.none_lost import with_none_lost
from agent.understanding.clauses.report_and_question import with_the_question_apart
from agent.understanding.clauses.told_first import without_the_flight_told
from agent.understanding.clauses.told_together import told_together, with_whether_to_fly
from agent.understanding.in_hand.countries_compared import without_a_lone_comparison
from agent.understanding.in_hand.one_of_the_list import fact_of_the_nearest
from agent.understanding.in_hand.stops import with_stops
from agent.understanding.in_hand.waiting_answer import ITS_OWN, SEARCHES
from agent.understanding.in_hand.which_of import of_each_alone
from agent.understanding.reader.tool_names import CARD, COMPARED
from agent.understanding.turn import Turn

Addition = Callable[[Plan, Turn], Plan]
_ALONG = "find_airports_near_route"


def with_all_it_takes(plan: Plan, turn: Turn) -> Plan:
    """The plan with every addition, one after the other."""
    for add in ADDED:
        plan = add(plan, turn)
    return turn.routed(plan)


def _by_words(add: Callable[[Plan, Said], Plan]) -> Addition:
    """An addition that needs the words alone."""
    return lambda plan, turn: add(plan, turn.said)


def _of_the_flight_named(plan: Plan, turn: Turn) -> Plan:
    return of_the_flight_named(plan, turn.said) if turn.conversation.flight_trip is None else plan


def _of_one_compared(plan: Plan, turn: Turn) -> Plan:
    """Of several that were compared, "the first one's phone" and "ok Benbecula, a hotel?" are of that one alone."""
    if [step.tool for step in plan.steps] != [COMPARED] or len(one := turn.said.fields()) != 1:
        return plan
    given = plan.steps[0].arguments
    call = turn.memory.call
    codes = call.arguments.get("icao_codes") if call is not None else None
    if not isinstance(codes, list) or one[0] not in codes or not given.get("about"):
        return plan
    fact = ToolCall(
        tool=CARD,
        arguments={"icao_code": one[0], **{name: value for name, value in given.items() if name == "about"}},
    )
    return plan.model_copy(update={"steps": (fact,), "others": ()})


def _of_the_one_named(plan: Plan, turn: Turn) -> Plan:
    """A fact of "the first one", where a list around it was as likely: what is listed is in hand already."""
    lists = (*SEARCHES, _ALONG)
    if not turn.has_names_put_in or len(plan.steps) != 1 or plan.steps[0].tool not in (*lists, CARD):
        return plan
    if turn.points_by and plan.steps[0].tool in lists and (fact := _fact_of_it(turn.said)) is not None:
        return Plan(steps=(fact,), confidence=ITS_OWN + 0.1)  # "ring the first": no list around it
    if plan.confidence > ITS_OWN:
        return plan
    likely = (*plan.steps, *plan.others)
    fact = next((call for call in likely if call.tool == CARD and call.arguments.get("about")), None)
    if fact is None:
        return plan
    return plan.model_copy(update={"steps": (fact,), "others": (), "confidence": ITS_OWN + 0.1})


def _fact_of_it(said: Said) -> ToolCall | None:
    """What is asked of the one field of a message, which nothing says to lie around something."""
    spots = said.spots
    if len(spots) != 1 or spots[0].role == "near" or said.slots.of("distance"):
        return None
    given = registry.readings()[CARD].read(said.again())
    return ToolCall(tool=CARD, arguments=given) if given.get("about") and "icao_code" in given else None


ADDED: tuple[Addition, ...] = (
    lambda plan, turn: of_each_listed(plan, turn.said, turn.memory),
    lambda plan, turn: of_one_listed(plan, turn.said, turn.memory),
    _by_words(within_of_home),
    lambda plan, turn: with_the_trip_told_whole(plan, turn.said, fresh=turn.conversation.flight_trip is None),
    lambda plan, turn: with_the_wishes_in_hand(plan, turn.said, turn.memory),
    lambda plan, turn: of_each_field(plan, turn.said, turn.deps),
    lambda plan, turn: with_facts_of_clauses(plan, turn.said, turn.reader),
    _by_words(with_the_facts_lacking),
    lambda plan, turn: with_what_was_left(plan, turn.said, turn.memory, turn.reader),
    lambda plan, turn: with_none_lost(plan, turn.said, turn.memory, turn.reader),
    _of_the_flight_named,
    _by_words(with_the_flight_that_lands),
    _by_words(without_what_the_trip_tells),
    _by_words(with_all_of_its_flight),
    lambda plan, turn: with_the_trip_told(plan, turn.said, fresh=turn.conversation.flight_trip is None),
    _by_words(with_the_forecast_wind),
    lambda plan, turn: with_one_speed(plan),
    _by_words(with_what_is_kept),
    _by_words(with_its_fuel),
    _by_words(with_the_facts_there),
    _by_words(with_where_to_divert),
    lambda plan, turn: with_the_trip_in_hand(plan, turn.conversation, turn.deps),
    lambda plan, turn: moved_with_its_notice(plan, turn.said, turn.conversation, turn.deps),
    lambda plan, turn: with_the_end_chosen(plan, turn.said, turn.conversation),
    _by_words(with_the_other_end_named),
    _of_one_compared,
    _of_the_one_named,
    lambda plan, turn: of_each_alone(plan),
    lambda plan, turn: with_stops(plan, turn.said, turn.conversation, turn.memory.legs),
    lambda plan, turn: with_its_own_rule(plan, turn.said, turn.deps),
    lambda plan, turn: told_together(turn.text, turn.today, plan, turn.reader),
    lambda plan, turn: of_one_report(plan, turn.text),
    _by_words(with_the_air_beside),
    _by_words(with_the_report_beside),
    _by_words(of_fields_farther_out),
    _by_words(with_its_border),
    _by_words(with_fuel_and_border),
    _by_words(with_a_local_flight_once),
    _by_words(with_the_border_entered),
    _by_words(without_the_flight_told),
    lambda plan, turn: with_whether_to_fly(turn.text, turn.today, plan, turn.reader),
    lambda plan, turn: of_one_winner(plan),
    lambda plan, turn: over_its_stops(plan, turn.said, turn.conversation, turn.deps),
    _by_words(fact_of_the_nearest),
    _by_words(told_whether_the_same),
    _by_words(with_distance_to_each),
    _by_words(with_distances_of_the_compared),
    _by_words(with_the_nearer),
    lambda plan, turn: with_the_goals_weighed(plan, turn.said, fresh=turn.conversation.flight_trip is None),
    _by_words(with_the_hour_of_return),
    _by_words(with_passports_once),
    lambda plan, turn: with_the_question_apart(plan, turn.today, turn.reader),
    _by_words(with_where_it_lies),
    lambda plan, turn: without_a_lone_comparison(plan),
)
