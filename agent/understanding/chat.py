"""Plans a message in its chat: distress first, an answer to what was asked, else the readings of its questions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.courtesy import CHAT, behind_thanks
from agent.language.distress import load_distress
from agent.language.ends import OF_THE_WAY, field_of
from agent.language.reports import PAPERS
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import plain, word_set, words_of
from agent.protocol import Conversation, Pending, Plan, Question, ToolCall
from agent.subjects.trip.reading_end import is_called_off
from agent.subjects.weather.reading_report import at_the_hour_said
from agent.understanding import references, routing
from agent.understanding.about_the_trip import about_the_trip, edit_of
from agent.understanding.answered import answered, names_countries_alone, told_meanwhile
from agent.understanding.around_home import within_of_home
from agent.understanding.asked_before import asked_before, not_of_that_country, with_its_subject
from agent.understanding.asking import CLARIFY
from agent.understanding.border_beside import to_each_country, with_its_border
from agent.understanding.by_ear import by_ear
from agent.understanding.calls_for_help import is_call_for_help
from agent.understanding.clauses import asks, questions
from agent.understanding.context import Given, Known, known, with_days_in_hand
from agent.understanding.countries_compared import (
    for_fuel_alone,
    of_countries_flown_to,
    where_to_read,
    with_people_aboard,
    without_a_lone_comparison,
)
from agent.understanding.countries_in_hand import of_the_countries
from agent.understanding.country_told import in_the_country_told
from agent.understanding.day_of_all import said_of_all, with_the_day_of_all
from agent.understanding.each import MOST_STEPS, each
from agent.understanding.each_listed import of_each_listed, of_one_listed
from agent.understanding.end_chosen import with_the_end_chosen, with_the_other_end_named
from agent.understanding.facts_lacking import with_the_facts_lacking
from agent.understanding.facts_of_clauses import with_facts_of_clauses
from agent.understanding.farther_out import of_fields_farther_out
from agent.understanding.field_in_hand import of_the_field_in_hand
from agent.understanding.flight_in_hand import fuel_of_the_distance, of_the_flight_in_hand, of_the_fuel_in_hand
from agent.understanding.flight_in_legs import in_legs
from agent.understanding.flight_told import flight_told
from agent.understanding.gone_back import as_it_was_asked
from agent.understanding.home_meant import with_home_by_its_code
from agent.understanding.home_named import from_the_home_named
from agent.understanding.journey_in_hand import asked_of_the_journey
from agent.understanding.kept_beside import (
    of_the_flight_named,
    with_all_of_its_flight,
    with_its_fuel,
    with_one_speed,
    with_passports_once,
    with_the_flight_that_lands,
    with_what_is_kept,
    without_what_the_trip_tells,
)
from agent.understanding.leaning import CONTINUES, names_alone
from agent.understanding.left_again import with_what_was_left
from agent.understanding.list_changed import in_another_order
from agent.understanding.list_in_hand import of_the_list_in_hand, without_the_last_wish
from agent.understanding.none_lost import with_none_lost
from agent.understanding.not_that_one import of_the_others, without_the_denied_one
from agent.understanding.of_each_field import of_each_field
from agent.understanding.one_of_the_list import fact_of_the_nearest, the_one_meant
from agent.understanding.one_report import of_one_report
from agent.understanding.one_winner import of_one_winner
from agent.understanding.papers_in_hand import of_its_report, of_the_animal, of_the_flight
from agent.understanding.papers_into import with_the_border_entered
from agent.understanding.plan_of_readings import CHANGES_NOTHING, ERRAND, plan_of_readings
from agent.understanding.reader import Reader
from agent.understanding.report_and_question import with_the_question_apart
from agent.understanding.rule_beside import with_its_own_rule
from agent.understanding.rule_in_hand import (
    closing_of_the_plan,
    of_the_rule,
    of_the_rule_waiting,
    with_both_countries,
)
from agent.understanding.said_over import without_what_was_taken_back
from agent.understanding.same_field import told_whether_the_same
from agent.understanding.same_wishes import with_the_wishes_in_hand
from agent.understanding.stands_at import of_where_one_stands
from agent.understanding.start_waiting import (
    flight_waiting,
    is_open_still,
    start_and_more,
    waits_for_start,
    with_waiting_trip,
)
from agent.understanding.stop_named import with_the_stop_named, with_the_stop_put_in, with_where_alternates_are
from agent.understanding.stops import one_of_the_legs, with_stops
from agent.understanding.term_nearby import with_where_it_lies
from agent.understanding.told_first import profile_with, told_first, with_what_was_told, without_the_flight_told
from agent.understanding.told_together import told_together, with_whether_to_fly
from agent.understanding.tool_names import (
    AIRLINE,
    BRIEF,
    CARD,
    COMPARED,
    DISTANCE,
    EXPLAIN,
    MINIMA,
    RULE,
    RUNWAY_WIND,
    TRIP,
)
from agent.understanding.trip_changed import (
    arguments_of,
    changed_at_once,
    tells_more,
    with_the_hour_there,
    without_back_to_it,
)
from agent.understanding.trip_gone_on import moved_with_its_notice, over_its_stops, with_the_trip_in_hand
from agent.understanding.turning import (
    asks_a_source,
    asks_again_surely,
    asks_another_clock,
    asks_its_basis,
    asks_why,
    clock_of_a_country,
    in_detail,
    speaks_of_deadlines,
)
from agent.understanding.weather_beside import with_the_air_beside, with_the_hour_of_return, with_the_report_beside
from agent.understanding.which_is_nearer import (
    with_distance_to_each,
    with_distances_of_the_compared,
    with_the_nearer,
)
from agent.understanding.which_of import (
    nearest_named,
    of_each_alone,
    of_the_few_listed,
    of_the_listed,
    of_those,
)
from agent.understanding.whole_trip import with_the_fuel_asked, with_the_trip_told
from agent.understanding.wishes_let_go import let_go, says_more
from tongue import later, say

PENDING_LASTS = timedelta(hours=1)
ITS_OWN = 0.6
"""A message that is read this surely as a whole question of its own answers nothing that was asked."""
ASKED = 0.3
"""The same of a message that begins as a question does: "which strips on Mull or Skye"."""
LONGEST_READ = 400
"""Letters of a message that are read: no question of the hands has half as many."""
NO_SUCH_ONE = later("No airfield of that number is in hand: name what you mean.")
DECLINED = later("Left open, then.")


def plan_in_chat(question: Question, conversation: Conversation, reader: Reader) -> Plan:
    """The plan; the conversation's memory counts only where the message leans on it. A name that only sounds like
    one is asked about.
    """

    def read_as(text: str) -> Plan:
        return _plan(question.model_copy(update={"text": text}), conversation, reader)

    plan = by_ear(
        _of_an_earlier_one(_plan(question, conversation, reader), question, conversation, reader),
        question,
        read_as,
        reader,
    )
    plan = with_the_hour_there(plan, conversation, reader.deps)
    if any("beside" in step.arguments for step in plan.steps):  # of several in hand, and changed as one
        steps = [one for step in plan.steps for one in each(step, reader.deps)]
        return plan.model_copy(update={"steps": tuple(steps[:MOST_STEPS])})
    return plan


UNSURE, SURELY = 0.5, 0.8


def _is_its_fact(plan: Plan, conversation: Conversation) -> bool:
    """ "Which fuel?" of the field whose sheet was shown last, behind the list that it stood in."""
    last = conversation.last_plan.steps[-1] if conversation.last_plan and conversation.last_plan.steps else None
    if last is None or last.tool != CARD or len(plan.steps) != 1 or not plan.steps[0].arguments.get("about"):
        return False
    step = plan.steps[0]
    return step.tool == CARD and step.arguments.get("icao_code") == last.arguments.get("icao_code")


def _of_an_earlier_one(plan: Plan, question: Question, conversation: Conversation, reader: Reader) -> Plan:
    """What is not understood behind the last answer, and surely changes an earlier question: "and if it rains" of the
    stay, behind the way into town.
    """
    is_sure = plan.emergency or plan.talk or (plan.confidence >= UNSURE and plan.steps)
    told = plan.reasoning and not plan.steps and plan.reasoning != say(CHANGES_NOTHING)
    if (
        is_sure
        or told
        or _is_its_fact(plan, conversation)
        or conversation.pending.get(question.person) is not None
    ):
        return plan
    if _asks_of_the_card(plan, conversation):
        return plan.model_copy(update={"confidence": UNSURE})
    for before in conversation.earlier:
        if before.steps[-1].tool == AIRLINE:
            continue  # each search costs the operator something: "refresh" behind a list is no word for it
        others = tuple(one for one in conversation.earlier if one is not before)
        chat = conversation.model_copy(update={"last_plan": before, "earlier": others})
        tried = _plan(question, chat, reader)
        same = bool(tried.steps) and {step.tool for step in tried.steps} == {before.steps[-1].tool}
        if same and tried.made_by == "followup" and tried.confidence >= SURELY:
            return tried
    return plan


def _asks_of_the_card(plan: Plan, conversation: Conversation) -> bool:
    """Whether facts are asked of the one field that the last answer was of: "which fuel?", though a list stands before."""
    steps = conversation.last_plan.steps if conversation.last_plan else ()
    if len(steps) != 1 or steps[0].tool != CARD or plan.made_by != "followup":
        return False
    field = steps[0].arguments.get("icao_code")
    return bool(plan.steps) and all(
        step.tool == CARD and step.arguments.get("about") and step.arguments.get("icao_code") == field
        for step in plan.steps
    )


_REMIND_ME_HOW = re.compile(r"\bremind me\b(?= (?:how|what|which|where|why|who|whether)\b)", re.IGNORECASE)
""" "Remind me how your headings are sorted": no reminder that is sent later."""
_CALL_NAMED = re.compile(
    r"\W*(?:(?:and|what about|how about|or|vs|versus|und|was ist mit|oder|et|ou)\W+)+(?:an? |the |un |une |ein |eine )?(?P<term>pan[- ]?pan|mayday|squawk 7[567]00|7[567]00)\W*",
    re.IGNORECASE,
)
""" "And pan pan?" behind what mayday means: a term, and no call."""


def _plan(question: Question, conversation: Conversation, reader: Reader) -> Plan:
    text = _REMIND_ME_HOW.sub("tell me", _NOT_DIRECT.sub("", behind_thanks(plain(question.text))))
    text = without_the_denied_one(text, lambda name: field_of(name, reader.deps))
    text = with_home_by_its_code(text, question.profile.home_base)
    text = without_what_was_taken_back(
        text, lambda words: reader.said(words, question.at.date(), None, None).slots
    )
    trip = arguments_of(conversation)
    text = with_the_stop_named(text, trip)
    last = conversation.last_plan.steps[-1].tool if conversation.last_plan and conversation.last_plan.steps else ""
    if last == TRIP:
        named = bool(reader.said(text, question.at.date(), None, None).fields())
        text = with_the_stop_put_in(text, trip, (conversation.flight_trip or {}).get("last"), names=named)
    text = with_where_alternates_are(
        text, trip, lambda words: bool(reader.said(words, question.at.date(), None, None).slots.spots)
    )
    by_words = load_distress(reader.deps.settings.data / "language").is_meant(text)
    if len(text) > LONGEST_READ:
        if by_words:
            return Plan(emergency=True)
        first = text[:LONGEST_READ].rpartition(" ")[0] or text[:LONGEST_READ]
        plan = _plan(question.model_copy(update={"text": first}), conversation, reader)
        if not plan.steps and not plan.emergency:  # a story first, and what is asked at its end
            last = re.split(r"(?<=[.!?\n])\s+", text[-LONGEST_READ:])[-1]
            ending = _plan(question.model_copy(update={"text": last}), conversation, reader)
            words = say("I read the last {count} words of your message.", count=len(last.split()))
            if ending.steps:
                return ending.model_copy(update={"reasoning": f"{words} {ending.reasoning}".strip()})
        words = say("I read the first {count} words of your message.", count=len(first.split()))
        return plan.model_copy(update={"reasoning": f"{words} {plan.reasoning}".strip()})
    today = question.at.date()
    if not by_words and (own := told_first(text, today, reader)) is not None:
        told, rest = own
        profile = profile_with(question.profile, told)
        plan = _plan(question.model_copy(update={"text": rest, "profile": profile}), conversation, reader)
        return with_what_was_told(plan, told)
    if not by_words and (of_all := said_of_all(text, today, reader)) is not None:
        rest, day = of_all
        plan = _plan(question.model_copy(update={"text": rest}), conversation, reader)
        if len(plan.steps) > 1:
            return with_the_day_of_all(plan, day)
    said = reader.said(text, today, question.place, question.profile.home_base)
    conversation = as_it_was_asked(said, conversation)
    memory = known(conversation, question.profile, reader.deps, person=question.person)
    if memory.tool == EXPLAIN and (called := _CALL_NAMED.fullmatch(text)):
        step = ToolCall(tool=EXPLAIN, arguments={"term": called["term"]})
        return routing.routed(Plan(steps=(step,), confidence=0.95, made_by="followup"), said, reader.deps)
    others = of_the_others(text, memory, lambda name: field_of(name, reader.deps))
    if isinstance(others, ToolCall):
        return routing.routed(Plan(steps=(others,), confidence=0.9, made_by="followup"), said, reader.deps)
    if others is not None:
        of_them = question.model_copy(update={"text": others})
        return (
            _plan(of_them, conversation, reader)
            if others
            else Plan(confidence=0.9, reasoning=say(CHANGES_NOTHING))
        )
    sure = by_words and load_distress(reader.deps.settings.data / "language").is_beyond_doubt(text)
    if sure or is_call_for_help(said, memory.tool, reader, by_words=by_words):
        return Plan(emergency=True)
    if memory.trip and memory.day is None and (day := _day_of_trip(conversation)):
        memory = replace(memory, day=day)  # "sunset at Caen?" behind the rules of both ends
    said = with_days_in_hand(said, memory)
    stop = conversation.trip.get("place") if conversation.trip else None
    if isinstance(stop, str) and (edit := edit_of(said, memory, stop)) is not None:
        return routing.routed(Plan(steps=(edit,), confidence=0.9, made_by="followup"), said, reader.deps)
    if conversation.flight_trip and is_called_off(said.slots.low) and len(said.slots.words) > _UNDONE:
        off = ToolCall(tool="set_reminders", arguments={"called_off": True})
        return routing.routed(Plan(steps=(off,), confidence=0.9, made_by="followup"), said, reader.deps)
    if conversation.flight_trip and (behind := without_back_to_it(text)):
        of_it = Plan(steps=(ToolCall(tool=TRIP, arguments=arguments_of(conversation)),))
        then = conversation.model_copy(update={"last_plan": of_it, "pending": {}})
        return _plan(question.model_copy(update={"text": behind}), then, reader)
    if (report := of_its_report(said, memory)) is not None:
        return routing.routed(Plan(steps=(report,), confidence=0.9, made_by="followup"), said, reader.deps)
    about = about_the_trip(said, memory, conversation)
    if memory.trip and memory.tool != BRIEF and (kept := arguments_of(conversation)):
        changed = changed_at_once(
            text,
            kept,
            lambda part: reader.said(part, today, question.place, question.profile.home_base),
            lambda part, trip: registry.of_the_trip(part, trip, {}),
        )
        about = changed if changed is not None and tells_more(changed, about, kept) else about
    if about is not None:
        plan = Plan(steps=tuple(each(about, reader.deps)), confidence=0.9, made_by="followup")
        plan = with_what_is_kept(plan, said) if about.tool == TRIP and said.has("calendar") else plan
        plan = with_the_fuel_asked(plan, said)
        return routing.routed(with_its_own_rule(plan, said, reader.deps), said, reader.deps)
    if (asked_of_it := asked_of_the_journey(said, conversation)) is not None:
        return routing.routed(Plan(steps=(asked_of_it,), confidence=0.9, made_by="followup"), said, reader.deps)
    if memory.tool == RUNWAY_WIND and (winds := of_those(text, said, memory)):
        return routing.routed(Plan(steps=winds, confidence=0.9, made_by="followup"), said, reader.deps)
    told = conversation.turns[-1].answer if conversation.turns else ""
    ends = references.ends_in_hand(text, conversation)
    pending = conversation.pending.get(question.person)
    if pending is not None and question.at - pending.asked_at >= PENDING_LASTS:
        pending = None
    if pending is not None and pending.missing.key == "burn" and (burnt := answered(pending, said, reader)):
        return routing.routed(burnt, said, reader.deps)  # "24 litres" is no more what is in the tanks
    if memory.call is not None and (goes_on := registry.after_call(said, memory.call, told)) is not None:
        steps = tuple(
            each(ToolCall(tool=goes_on.tool, arguments=_to_each_end(goes_on.arguments, ends)), reader.deps)
        )
        if goes_on.tool == MINIMA and memory.tool != MINIMA:
            steps = (
                *steps,
                at_the_hour_said(memory.call, said),
            )  # what was told, compared with the limit just set
        plan = with_its_own_rule(Plan(steps=steps, confidence=0.9, made_by="followup"), said, reader.deps)
        plan = told_together(text, today, plan, reader)
        return routing.routed(plan, said, reader.deps)
    if stands := of_where_one_stands(said, conversation, reader):
        return routing.routed(Plan(steps=stands, confidence=0.9, made_by="followup"), said, reader.deps)
    if pending is not None and (ruled := of_the_rule_waiting(pending.plan.steps[pending.step], said)) is not None:
        return routing.routed(Plan(steps=(ruled,), confidence=0.9, made_by="followup"), said, reader.deps)
    if pending is not None and (burnt_too := fuel_of_the_distance(said, memory)) is not None:
        return routing.routed(Plan(steps=(burnt_too,), confidence=0.9, made_by="followup"), said, reader.deps)
    waiting = pending if waits_for_start(pending) else None
    if waiting is not None:
        if (told_too := start_and_more(waiting, question, text, conversation, reader, _plan)) is not None:
            return routing.routed(told_too, said, reader.deps)
        pending = waiting if is_open_still(waiting, said) else None
    if pending is not None:
        plan = _answer(pending, said, memory, reader)
        if plan is not None:
            return routing.routed(plan, said, reader.deps)
        if _DECLINES.fullmatch(text):
            return Plan(confidence=0.9, reasoning=say(DECLINED))
        if (
            told_of_it := told_meanwhile(pending, said, reader, reader.decide(said, Known(home=memory.home)))
        ) is not None:
            return routing.routed(told_of_it, said, reader.deps)
    if waiting is not None and waiting.plan.steps[waiting.step].tool == TRIP:
        changed = about_the_trip(said, memory, with_waiting_trip(conversation, waiting.plan))
        if changed is not None:
            return routing.routed(Plan(steps=(changed,), confidence=0.9, made_by="followup"), said, reader.deps)
    if waiting is not None and (flight := flight_waiting(waiting)) is not None:
        conversation = conversation.model_copy(update={"last_plan": Plan(steps=(flight,))})
        memory = known(conversation, question.profile, reader.deps, person=question.person)
    if (based := from_the_home_named(said, memory)) is not None:
        return routing.routed(Plan(steps=(based,), confidence=0.9, made_by="followup"), said, reader.deps)
    if (without := let_go(said, memory.call)) is not None:
        call, parts = without
        if not says_more(said, parts):
            return routing.routed(Plan(steps=(call,), confidence=0.9, made_by="followup"), said, reader.deps)
        said, memory = said.without_parts(parts), replace(memory, call=call)
        text = said.slots.text
    if (meant := the_one_meant(said, memory)) is not None:
        return routing.routed(of_each_alone(meant), said, reader.deps)
    if (before := without_the_last_wish(text, memory)) is not None:
        return routing.routed(Plan(steps=(before,), confidence=0.9, made_by="followup"), said, reader.deps)
    if (ordered := in_another_order(said, memory.call)) is not None:
        return routing.routed(Plan(steps=(ordered,), confidence=0.9, made_by="followup"), said, reader.deps)
    field = references.is_ordinal_alone(text, conversation, _adds_nothing)
    if field is not None:
        sheet = ToolCall(tool=CARD, arguments={"icao_code": field})
        return routing.routed(Plan(steps=(sheet,), confidence=0.95, made_by="followup"), said, reader.deps)
    named_too = any(
        spot.role != "from" for spot in said.slots.spots
    )  # "the second: how far from Lydd" names none of it
    if references.points_nowhere(text, conversation, _adds_nothing, named_too):
        return Plan(confidence=0.9, reasoning=say(NO_SUCH_ONE))
    if memory.plan is not None and _ONCE_MORE.fullmatch(text):
        return memory.plan.model_copy(update={"made_by": "followup"})
    if (read := where_to_read(said, memory, reader.deps)) is not None:
        return routing.routed(Plan(steps=(read,), confidence=0.9, made_by="followup"), said, reader.deps)
    if (again := for_fuel_alone(said, memory)) is not None:
        return again
    if (aboard := with_people_aboard(said, memory)) is not None:
        return routing.routed(Plan(steps=(aboard,), confidence=0.9, made_by="followup"), said, reader.deps)
    if (beside := of_countries_flown_to(said, memory, reader.deps)) is not None:
        return routing.routed(Plan(steps=(beside,), confidence=0.9, made_by="followup"), said, reader.deps)
    if memory.tool == RULE and memory.plan is not None and asks_its_basis(said):
        rests = tuple(s.varied(asks_basis=True) if s.tool == RULE else s for s in memory.plan.steps)
        return memory.plan.model_copy(update={"steps": rests, "made_by": "followup", "reasoning": ""})
    if memory.plan is not None and (asks_why(said) or asks_again_surely(said)):
        return in_detail(memory.plan, said)
    if memory.plan is not None and asks_a_source(said):
        return in_detail(memory.plan)
    if memory.plan is not None and asks_another_clock(said, told):
        return memory.plan.model_copy(update={"made_by": "followup"})
    last = memory.call.arguments if memory.call else {}
    day_told = str(last.get("date") or last.get("day") or arguments_of(conversation).get("day") or "")
    day_told = day_told if _ISO.fullmatch(day_told) else today.isoformat()
    clock = clock_of_a_country(said, told, date.fromisoformat(day_told)) if memory.plan is not None else None
    if memory.plan is not None and clock is not None:
        if speaks_of_deadlines(said) and (trip := arguments_of(conversation)):
            whole = ToolCall(tool=TRIP, arguments={name: v for name, v in trip.items() if name != "about"})
            return routing.routed(
                Plan(steps=(whole,), confidence=0.9, made_by="reader", reasoning=clock), said, reader.deps
            )
        return memory.plan.model_copy(update={"made_by": "reader", "reasoning": clock})
    if legs := in_legs(said, memory.plan):
        return routing.routed(Plan(steps=legs, confidence=0.95, made_by="followup"), said, reader.deps)
    if (leg := one_of_the_legs(said, memory.plan)) is not None:
        return routing.routed(Plan(steps=(leg,), confidence=0.95, made_by="followup"), said, reader.deps)
    if (ruled := of_the_countries(text, said, memory)) is not None:
        return routing.routed(Plan(steps=(ruled,), confidence=0.9, made_by="followup"), said, reader.deps)
    if (changed := closing_of_the_plan(said, memory) or of_the_rule(text, said, memory)) is not None:
        return routing.routed(Plan(steps=(changed,), confidence=0.9, made_by="followup"), said, reader.deps)
    if flown := to_each_country(said, memory):
        return routing.routed(Plan(steps=flown, confidence=0.9, made_by="followup"), said, reader.deps)
    if (corrected := not_of_that_country(said, memory)) is not None:
        return routing.routed(Plan(steps=(corrected,), confidence=0.9, made_by="followup"), said, reader.deps)
    if again := asked_before(said, memory, conversation, reader):
        return routing.routed(Plan(steps=again, confidence=0.9, made_by="followup"), said, reader.deps)
    if (in_two := _of_those_and_more(question, text, said, memory, conversation, reader)) is not None:
        return routing.routed(in_two, said, reader.deps)
    if asked := of_those(text, said, memory) or of_the_few_listed(text, said, memory):
        nearest = nearest_named(asked, said)
        made_by = "reader" if nearest else "followup"
        plan = Plan(steps=asked, confidence=0.9, made_by=made_by, reasoning=nearest)
        return routing.routed(plan, said, reader.deps)
    if (told_of := of_the_listed(text, said, memory)) is not None:
        if said.has("errand"):
            told_of = told_of.model_copy(update={"made_by": "reader", "reasoning": say(ERRAND)})
        return routing.routed(told_of, said, reader.deps)
    beside = of_the_field_in_hand(said, memory) or of_the_flight_in_hand(said, memory, conversation)
    beside = beside or of_the_fuel_in_hand(said, memory) or fuel_of_the_distance(said, memory)
    if beside is not None:
        return routing.routed(Plan(steps=(beside,), confidence=0.9, made_by="followup"), said, reader.deps)
    if (listed := of_the_list_in_hand(said, memory)) is not None:
        flown = "cruise_speed_kts" in listed.arguments
        speeds = tuple(text[q.start : q.end] for q in said.slots.quantities if q.kind == "speed" and not flown)
        plan = Plan(steps=tuple(each(listed, reader.deps)), confidence=0.9, made_by="followup", left_aside=speeds)
        return routing.routed(plan, said, reader.deps)
    if (papers := of_the_flight(said, memory, reader) or of_the_animal(said, memory, reader)) is not None:
        return routing.routed(Plan(steps=(papers,), confidence=0.9, made_by="followup"), said, reader.deps)
    paper = paper_in_hand(memory, reader)
    own = [spot.end for spot in said.slots.spots if spot.role != "from" and spot.kind != "here"]
    own += [country.end for country in said.slots.countries if not country.demonym]
    named, pointed = references.with_names(
        text, conversation, lambda name: field_of(name, reader.deps), paper, own
    )
    named = with_its_subject(with_both_countries(named, said, memory), memory, conversation, reader)
    named = in_the_country_told(named, today, reader)
    if memory.tool == EXPLAIN and memory.call is not None:
        named = _THE_ONES.sub(str(memory.call.arguments.get("term")), named)
    if named != text:
        said = with_days_in_hand(reader.said(named, today, question.place, question.profile.home_base), memory)
    if (in_front := flight_told(said, memory, reader)) is not None:
        said, memory, readings = in_front.said, in_front.memory, in_front.readings
    else:
        readings = reader.readings(said, memory)
    if ends and named == text:
        readings = [replace(reading, arguments=_to_each_end(reading.arguments, ends)) for reading in readings]
    plan = plan_of_readings(readings, said, memory, conversation, reader)
    if pointed == "number" and plan.steps and (none := references.beyond(text, conversation)):
        plan = plan.model_copy(update={"left_aside": (*plan.left_aside, *none)})
    if is_bare_sheet_of_a_question(plan, said, memory):
        return Plan(confidence=plan.confidence, reasoning=say(CHANGES_NOTHING))
    plan = of_one_listed(of_each_listed(plan, said, memory), said, memory)
    plan = with_the_wishes_in_hand(within_of_home(plan, said), said, memory)
    plan = with_facts_of_clauses(of_each_field(plan, said, reader.deps), said, reader)
    plan = with_the_facts_lacking(plan, said)
    plan = with_none_lost(with_what_was_left(plan, said, memory, reader), said, memory, reader)
    if conversation.flight_trip is None:
        plan = of_the_flight_named(plan, said)
    plan = with_all_of_its_flight(without_what_the_trip_tells(with_the_flight_that_lands(plan, said), said), said)
    plan = with_its_fuel(
        with_what_is_kept(
            with_one_speed(with_the_trip_told(plan, said, fresh=conversation.flight_trip is None)), said
        ),
        said,
    )
    plan = with_the_trip_in_hand(plan, conversation, reader.deps)
    plan = moved_with_its_notice(plan, said, conversation, reader.deps)
    plan = with_the_other_end_named(with_the_end_chosen(plan, said, conversation), said)
    plan = _of_one_compared(plan, said, memory)
    plan = of_each_alone(_of_the_one_named(plan, said, bool(pointed)) if named != text else plan)
    plan = with_stops(plan, said, conversation, memory.legs)
    plan = of_one_report(told_together(text, today, with_its_own_rule(plan, said, reader.deps), reader), text)
    plan = of_fields_farther_out(with_the_report_beside(with_the_air_beside(plan, said), said), said)
    plan = with_the_border_entered(with_its_border(plan, said), said)
    plan = of_one_winner(with_whether_to_fly(text, today, without_the_flight_told(plan, said), reader))
    plan = over_its_stops(plan, said, conversation, reader.deps)
    plan = told_whether_the_same(fact_of_the_nearest(plan, said), said)
    plan = with_the_nearer(with_distances_of_the_compared(with_distance_to_each(plan, said), said), said)
    plan = with_the_question_apart(with_passports_once(with_the_hour_of_return(plan, said), said), today, reader)
    return routing.routed(without_a_lone_comparison(with_where_it_lies(plan, said)), said, reader.deps)


def _of_those_and_more(
    question: Question, text: str, said: Said, memory: Known, conversation: Conversation, reader: Reader
) -> Plan | None:
    """ "Which of the two is closer to Bruges, and has either got avgas?": each clause, the second in the chat of the first."""
    start = next((a for a, b in reversed(questions(text)) if a and asks(text[a:b])), 0)
    first = reader.said(text[:start].rstrip(" ,;"), said.today, said.place, said.home) if start else None
    steps = of_those(first.slots.text, first, memory) if first is not None and first.slots.words else ()
    if not steps:
        return None
    then = conversation.model_copy(update={"last_plan": Plan(steps=steps)})
    more = _plan(question.model_copy(update={"text": text[start:]}), then, reader)
    both = (*steps, *(step for step in more.steps if step not in steps))
    if not more.steps or more.confidence < UNSURE or not len(steps) < len(both) <= MOST_STEPS:
        return None
    return Plan(steps=both, confidence=0.9, made_by="followup", reasoning=nearest_named(steps, said) or "")


_ASKS_HOW = re.compile(
    r"\b(?:how (?:do|does|can|would|could|should|will|did)|why|when|what time|which way|how come|wie (?:komme?n?|kann|können|geht|viel|lange|weit)|warum|wieso|wann|"
    r"comment|pourquoi|quand|combien|à quelle heure)\b"
)


def is_bare_sheet_of_a_question(plan: Plan, said: Said, memory: Known) -> bool:
    """Whether a question that asks how, why or when of what is in hand would get the whole sheet of a field."""
    if memory.call is None or [step.tool for step in plan.steps] != [CARD]:
        return False
    return plan.steps[0].arguments.keys() == {"icao_code"} and _ASKS_HOW.search(said.slots.low) is not None


_ISO = re.compile(r"\d{4}-\d\d-\d\d")


def _of_one_compared(plan: Plan, said: Said, memory: Known) -> Plan:
    """Of several that were compared, "the first one's phone" and "ok Benbecula, a hotel?" are of that one alone."""
    if [step.tool for step in plan.steps] != [COMPARED] or len(one := said.fields()) != 1:
        return plan
    given = plan.steps[0].arguments
    codes = memory.call.arguments.get("icao_codes") if memory.call is not None else None
    if not isinstance(codes, list) or one[0] not in codes or not given.get("about"):
        return plan
    fact = ToolCall(tool=CARD, arguments={"icao_code": one[0], **_but_codes(given)})
    return plan.model_copy(update={"steps": (fact,), "others": ()})


def _of_the_one_named(plan: Plan, said: Said, pointed: bool) -> Plan:
    """A fact of "the first one", where a list around it was as likely: what is listed is in hand already."""
    likely = (*plan.steps, *plan.others)
    if len(plan.steps) != 1 or plan.steps[0].tool not in (*_SEARCHES, _ALONG, CARD):
        return plan
    if pointed and plan.steps[0].tool in (*_SEARCHES, _ALONG) and (fact := _fact_of_it(said)) is not None:
        return Plan(steps=(fact,), confidence=ITS_OWN + 0.1)  # "ring the first": no list around it
    if plan.confidence > ITS_OWN:
        return plan
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


def _but_codes(given: Given) -> Given:
    return {name: value for name, value in given.items() if name == "about"}


def _day_of_trip(conversation: Conversation) -> str | None:
    kept = (conversation.flight_trip or {}).get("arguments")
    day = kept.get("day") if isinstance(kept, dict) else None
    return day if isinstance(day, str) else None


def _to_each_end(arguments: Given, ends: tuple[str, ...]) -> Given:
    """A flight to the last of several ends spoken of is asked of each: "which of them could I do with 150 litres"."""
    if not ends or arguments.get("to_location") != ends[-1]:
        return arguments
    beside: list[JsonValue] = [{"to_location": end} for end in ends[1:]]
    return {**arguments, "to_location": ends[0], "beside": beside}


def _adds_nothing(word: str) -> bool:
    """Whether a word beside "the first one" asks nothing of its own."""
    key = word.casefold()
    return key in FUNCTION or key in CHAT or key in _BESIDE_A_NUMBER


_BESIDE_A_NUMBER = word_set(
    "ok okay one field airfield then please pls plz thanks show me tell more about svp stp s il vous te plait bitte danke take prends nehme zeig"
)


def paper_in_hand(memory: Known, reader: Reader) -> str | None:
    """The one report or permission that the last question was about: "and who closes it?"."""
    report = memory.call.arguments.get("report") if memory.call else None
    about = report.replace("_", " ") if isinstance(report, str) else memory.topic or ""
    named = {m.concept: m for m in reader.lexicon.mentions(words_of(about)) if m.concept in PAPERS}
    if len(named) != 1:
        return None
    (only,) = named.values()
    return about[only.start : only.end]


def _answer(pending: Pending, said: Said, memory: Known, reader: Reader) -> Plan | None:
    """The pending plan with what the message answers; None when it is a question of its own, or answers nothing.

    A name alone answers.
    """
    if pending.missing.key in _PLACES_ASKED and _is_a_flight(said):
        return None
    if pending.missing.key == "cruise_speed" and said.concepts & {"reverse", "both_ways"}:
        return None  # "and back at 100 kt": the other way, at that speed
    if pending.missing.key == "cruise_speed" and (said.slots.of("speed") and _names_an_end(said)):
        return None  # "depuis Nantes à 110 kt": from there, at that speed
    asked = pending.plan.steps[pending.step]
    wanted = asked.arguments.get("missing") if asked.tool == CLARIFY else pending.missing.key
    if (
        memory.call is not None
        and wanted in _WORDS_ASKED
        and names_alone(said)
        and CONTINUES.match(said.slots.text)
    ):
        return None  # "and for Guernsey": of the last answer, no term
    completed = answered(pending, said, reader)
    if completed is None:
        return None
    if names_countries_alone(said):
        return completed
    countries, field = bool(said.slots.countries), wanted == "icao_code" and not said.spots
    if not names_alone(said) and ((field and countries) or (wanted in _COUNTRIES_ASKED and not countries)):
        return None  # "flight plan Belgium" names no field, "fuel at Lyon" no country
    fact, few = _asks_a_fact(said, completed.steps[0].tool), len(said.slots.words) <= _FEW
    if fact or (said.bare_words > 1 and len(said.slots.words) >= _FEW):
        own = reader.decide(said, Known(home=memory.home))
        least = ASKED if asks(said.slots.text) else ITS_OWN
        is_whole = own.call is not None or own.tool == DISTANCE  # "how far is it from Lydd?" has the place in hand
        if own.tool == _OF_ONESELF or (few and not fact and own.tool not in _SEARCHES):
            return completed  # "speed is 100 kt", "from Lydd please"
        of_the_way = own.tool == DISTANCE and OF_THE_WAY.search(said.slots.low) is not None
        if is_whole and (own.sure > least or of_the_way) and own.tool != completed.steps[0].tool:
            return None
    return completed


_ONCE_MORE = re.compile(
    r"\W*(?:(?:say|tell me|show me|do) (?:that|it)(?: one)? (?:once more|again)|(?:once more|again),?(?: please)?|(?:please )?repeat(?: that| it)?"
    r"|come again|(?:sag (?:das )?)?(?:bitte )?noch (?:ein)?mal(?: bitte)?|wiederhol\w*(?: (?:das|es))?"
    r"|encore une fois(?: s'il (?:te|vous) pla[iî]t)?|répète\w*|redis(?:-le| ça)?)(?:,? please|,? bitte|,? stp|,? svp)?\W*",
    re.IGNORECASE,
)
"""The last answer, told again."""
_UNDONE = 2
"""Words of "cancel that", which takes back the last change where there was one."""
_FEW = 3
_OF_ONESELF = "set_profile"
_ALONG = "find_airports_near_route"
_SEARCHES = ("find_airports_near_location", "search_airports", "search_pois")
"""What three words ask in full: "airports near Annecy"."""
_DECLINES = re.compile(
    r"\W*(?:no+|nope|nah|no thanks|no thank you|never ?mind|leave it|forget it|skip (?:it|that)|drop it|not now"
    r"|non|non merci|laisse(?:z)?(?: tomber)?|tant pis|peu importe|nein|nee|nö|nein danke|egal|vergiss es|lass es|lass mal)\W*",
    re.IGNORECASE,
)
"""What was asked back is not answered: "no"."""
_WORDS_ASKED = ("term", "topic", "question")
"""What any words would answer."""
_COUNTRIES_ASKED = ("country", "country_code", "countries")
_PLACES_ASKED = ("from_location", "to_location", "location_clarification")


def _names_an_end(said: Said) -> bool:
    return any(spot.role in ("from", "to") and spot.kind in ("place", "code", "iata") for spot in said.slots.spots)


def _is_a_flight(said: Said) -> bool:
    """ "Lydd to Calais Saturday at 9": a flight with both its ends is no answer where one place was asked for."""
    fields = {said.name(s) for s in said.slots.spots if s.kind in ("code", "iata", "place")}
    claims = (known.claims for known in registry.readings().values())
    return len(fields) > 1 and any(claim(said) for claim in claims if claim is not None)


def _asks_a_fact(said: Said, waiting: str) -> bool:
    """ "NOTAM at EGKB", "customs at Dinard?": a fact of a place is no answer where a place was asked for."""
    others = (known for known in registry.readings().values() if known.tool != waiting)
    return bool(said.spots) and any(said.concepts & set(known.named) for known in others)


_THE_ONES = re.compile(
    r"\b(?:the |any )?(?:ones|those)(?= (?:for|at|of|in|from)\b)|\b(?:die|welche)(?= (?:für|von|in|bei) [A-ZÄÖÜ])|\b(?:celles|ceux)(?= (?:de|pour|à)\b)"
)
""" "What is a NOTAM?", then "get me the ones for Leeds"."""
_NOT_DIRECT = re.compile(
    r"\s*,?\s*\b(?:instead of|rather than|not) (?:going |flying )?(?:direct(?:ly)?|straight(?: there)?)\b|\s*\b(?:statt|nicht) (?:direkt|geradeaus)\b|"
    r"\s*\bau lieu d['’](?:y )?aller (?:tout )?(?:droit|direct(?:ement)?)\b",
    re.IGNORECASE,
)
""" "Via EDAZ instead of direct": the stop says it."""
