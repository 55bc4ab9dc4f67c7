"""Plans a message in its chat: its words, then what they change of what is in hand, else what they ask by themselves.

`follow_ups.py` holds the steps that lean on the chat, a call for help among the first of them; `additions.py` holds
what belongs to a plan beside what its readings say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from pydantic import JsonValue

from agent import regex as re
from agent.language.courtesy import behind_thanks
from agent.language.distress import load_distress
from agent.language.ends import field_of
from agent.language.reports import PAPERS
from agent.language.said import Said
from agent.language.wording import plain, words_of
from agent.protocol import Conversation, Pending, Plan, Question
from agent.understanding.beside.additions import with_all_it_takes
from agent.understanding.clauses.country_told import in_the_country_told
from agent.understanding.clauses.day_of_all import said_of_all, with_the_day_of_all
from agent.understanding.clauses.flight_told import flight_told
from agent.understanding.clauses.none_lost import with_none_lost
from agent.understanding.clauses.said_over import without_what_was_taken_back
from agent.understanding.clauses.told_first import profile_with, told_first, with_what_was_told
from agent.understanding.in_hand import references
from agent.understanding.in_hand.asked_before import with_its_subject
from agent.understanding.in_hand.changed_and_asked import asked_both, changed_and_asked
from agent.understanding.in_hand.context import Known, known
from agent.understanding.in_hand.follow_ups import UNSURE, followed, to_each_end
from agent.understanding.in_hand.gone_back import as_it_was_asked
from agent.understanding.in_hand.home_meant import with_home_by_its_code
from agent.understanding.in_hand.leant_on_field import of_the_one_in_hand
from agent.understanding.in_hand.not_that_one import without_the_denied_one
from agent.understanding.in_hand.rule_in_hand import with_both_countries
from agent.understanding.in_hand.stop_named import (
    is_if_the_weather,
    with_the_stop_named,
    with_the_stop_put_in,
    with_where_alternates_are,
)
from agent.understanding.in_hand.the_other import OTHER_ONE, the_other
from agent.understanding.in_hand.trip_changed import arguments_of, with_the_hour_there
from agent.understanding.reader.by_ear import by_ear
from agent.understanding.reader.each import MOST_STEPS, each
from agent.understanding.reader.plan_of_readings import CHANGES_NOTHING, plan_of_readings
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.reading import Reading
from agent.understanding.reader.tool_names import (
    AIRLINE,
    BRIEF,
    CARD,
    DISTANCE,
    EXPLAIN,
    FUEL_PLAN,
    TRIP,
    WEATHER,
    WIND_PLAN,
)
from agent.understanding.turn import Turn
from tongue import say

_ON_A_FLIGHT = frozenset((TRIP, BRIEF, DISTANCE, FUEL_PLAN, WEATHER, WIND_PLAN, "get_outlook"))
PENDING_LASTS = timedelta(hours=1)
LONGEST_READ = 400
"""Letters of a message that are read: no question of the hands has half as many."""
_SURELY = 0.8
"""How sure a message must be that goes on from an earlier question than the last."""


def plan_in_chat(question: Question, conversation: Conversation, reader: Reader) -> Plan:
    """The plan; the conversation's memory counts only where the message leans on it. A name that only sounds like
    one is asked about.
    """

    def read_as(text: str) -> Plan:
        return _plan(question.model_copy(update={"text": text}), conversation, reader)

    plan = by_ear(
        _of_an_earlier_one(_of_both(question, conversation, reader), question, conversation, reader),
        question,
        read_as,
        reader,
    )
    plan = with_the_hour_there(plan, conversation, reader.deps)
    if any("beside" in step.arguments for step in plan.steps):  # of several in hand, and changed as one
        steps = [one for step in plan.steps for one in each(step, reader.deps)]
        return plan.model_copy(update={"steps": tuple(steps[:MOST_STEPS])})
    return plan


def _of_both(question: Question, conversation: Conversation, reader: Reader) -> Plan:
    def names_a_place(words: str) -> bool:
        return bool(reader.said(words, question.at.date(), None, None).spots)

    def planned(asked: Question, chat: Conversation) -> Plan:
        return _plan(asked, chat, reader)

    whole = planned(question, conversation)
    return asked_both(whole, question, question.text, conversation, planned, names_a_place)


def _of_an_earlier_one(plan: Plan, question: Question, conversation: Conversation, reader: Reader) -> Plan:
    """What is not understood behind the last answer, and surely changes an earlier question: "and if it rains" of the
    stay, behind the way into town.
    """
    is_sure = plan.emergency or plan.talk or (plan.confidence >= UNSURE and plan.steps)
    told = plan.reasoning and not plan.steps and plan.reasoning != say(CHANGES_NOTHING)
    if is_sure or told or conversation.pending.get(question.person) is not None:
        return plan
    of_the_card = _asks_of_the_card(plan, conversation)
    for before in conversation.earlier:
        if of_the_card and before.steps[-1].tool != TRIP:
            continue  # no list that stands before takes what is asked of one field from it
        if before.steps[-1].tool == AIRLINE:
            continue  # each search costs the operator something: "refresh" behind a list is no word for it
        others = tuple(one for one in conversation.earlier if one is not before)
        chat = conversation.model_copy(update={"last_plan": before, "earlier": others})
        tried = _plan(question, chat, reader)
        same = bool(tried.steps) and {step.tool for step in tried.steps} == {before.steps[-1].tool}
        if same and tried.made_by == "followup" and tried.confidence >= _SURELY:
            return tried
    return plan.model_copy(update={"confidence": max(UNSURE, plan.confidence)}) if of_the_card else plan


def _asks_of_the_card(plan: Plan, conversation: Conversation) -> bool:
    """Whether facts are asked of the one field that the last answer was of: "which fuel?", though a list stands before."""
    steps = conversation.last_plan.steps if conversation.last_plan else ()
    if not steps or steps[-1].tool != CARD or not plan.steps:
        return False
    field = steps[-1].arguments.get("icao_code")
    return all(
        step.tool == CARD and step.arguments.get("about") and step.arguments.get("icao_code") == field
        for step in plan.steps
    )


def _plan(question: Question, conversation: Conversation, reader: Reader) -> Plan:
    text = _its_words(question, conversation, reader)
    distress = load_distress(reader.deps.settings.data / "language")
    is_call = distress.is_meant(text)
    if len(text) > LONGEST_READ:
        return Plan(emergency=True) if is_call else _of_a_long_message(text, question, conversation, reader)
    if not is_call and (plan := _of_what_is_said_of_all(text, question, conversation, reader)) is not None:
        return plan
    if not is_call and (both := _of_a_change_and_a_question(text, question, conversation, reader)) is not None:
        return both
    said = reader.said(text, question.at.date(), question.place, question.profile.home_base)
    conversation = as_it_was_asked(said, conversation)
    turn = Turn(
        question=question,
        text=text,
        said=said,
        conversation=conversation,
        memory=known(conversation, question.profile, reader.deps, person=question.person),
        ends=references.ends_in_hand(text, conversation),
        pending=_open(conversation.pending.get(question.person), question),
        reader=reader,
        plan_of=_plan,
        is_call_by_words=is_call,
    )
    left = followed(turn)
    if isinstance(left, Plan):
        plan = with_none_lost(left, said, turn.memory, reader) if left.made_by == "followup" else left
    else:
        plan = _by_itself(left)
    means_nothing_else = is_call and not (plan.steps or plan.talk or plan.emergency or plan.reasoning)
    return Plan(emergency=True) if means_nothing_else and distress.is_of_an_engine_aloft(text) else plan


def _of_a_change_and_a_question(
    text: str, question: Question, conversation: Conversation, reader: Reader
) -> Plan | None:
    return changed_and_asked(question, text, conversation, lambda asked, chat: _plan(asked, chat, reader))


def _open(pending: Pending | None, question: Question) -> Pending | None:
    """What was asked back, while it may still be answered."""
    return pending if pending is not None and question.at - pending.asked_at < PENDING_LASTS else None


def _its_words(question: Question, conversation: Conversation, reader: Reader) -> str:
    """The message without courtesy and what it takes back, and with the names of its trip's fields where it points at
    them.
    """

    def read(words: str) -> Said:
        return reader.said(words, question.at.date(), None, None)

    text = _REMIND_ME_HOW.sub("tell me", _NOT_DIRECT.sub("", behind_thanks(plain(question.text))))
    text = without_the_denied_one(text, lambda name: field_of(name, reader.deps))
    text = with_home_by_its_code(text, question.profile.home_base)
    text = without_what_was_taken_back(text, lambda words: read(words).slots)
    trip = arguments_of(conversation)
    text = with_the_stop_named(text, trip)
    last = conversation.last_plan.steps[-1].tool if conversation.last_plan and conversation.last_plan.steps else ""
    if last == TRIP:
        leg = (conversation.flight_trip or {}).get("last")
        text = with_the_stop_put_in(text, trip, leg, names=bool(read(text).fields()))
    goal = _flown_to(conversation, of_a_field=is_if_the_weather(text)) or trip.get("to_location")
    return with_where_alternates_are(
        text, goal, lambda words: any(spot.name != "home" for spot in read(words).slots.spots)
    )


def _flown_to(conversation: Conversation, *, of_a_field: bool) -> JsonValue:
    """Where the flight of the last question goes, or whose weather was told last; `of_a_field`: the field asked about."""
    last = conversation.last_plan.steps[-1] if conversation.last_plan and conversation.last_plan.steps else None
    if last is None or last.tool not in _ON_A_FLIGHT:
        first = conversation.shown[0] if conversation.shown else None
        return (last.arguments.get("icao_code") or first) if last is not None and of_a_field else None
    places = last.arguments.get("places")
    return last.arguments.get("to_location") or (places[-1] if isinstance(places, list) and places else None)


def _of_a_long_message(text: str, question: Question, conversation: Conversation, reader: Reader) -> Plan:
    """What is asked in its first words; where that is a story, what is asked at its end."""

    def planned(words: str) -> Plan:
        return _plan(question.model_copy(update={"text": words}), conversation, reader)

    first = text[:LONGEST_READ].rpartition(" ")[0] or text[:LONGEST_READ]
    plan = planned(first)
    if not plan.steps and not plan.emergency:
        last = re.split(r"(?<=[.!?\n])\s+", text[-LONGEST_READ:])[-1]
        ending = planned(last)
        if ending.steps:
            words = say("I read the last {count} words of your message.", count=len(last.split()))
            return ending.model_copy(update={"reasoning": f"{words} {ending.reasoning}".strip()})
    words = say("I read the first {count} words of your message.", count=len(first.split()))
    return plan.model_copy(update={"reasoning": f"{words} {plan.reasoning}".strip()})


def _of_what_is_said_of_all(
    text: str, question: Question, conversation: Conversation, reader: Reader
) -> Plan | None:
    """What is asked behind words about the own flying, or before a day that is meant of all of it."""
    today = question.at.date()
    if (own := told_first(text, today, reader)) is not None:
        told, rest = own
        of_the_rest = {"text": rest, "profile": profile_with(question.profile, told)}
        return with_what_was_told(_plan(question.model_copy(update=of_the_rest), conversation, reader), told)
    if (of_all := said_of_all(text, today, reader)) is not None:
        rest, day = of_all
        plan = _plan(question.model_copy(update={"text": rest}), conversation, reader)
        return with_the_day_of_all(plan, day) if len(plan.steps) > 1 else None
    return None


# --- what a message asks by itself --------------------------------------------------------------------------------


def _by_itself(turn: Turn) -> Plan:
    """The plan of the message's own questions, where what it points at is put in by name."""
    turn = _with_names_put_in(turn)
    turn, readings = _read(turn)
    plan = plan_of_readings(readings, turn.said, turn.memory, turn.conversation, turn.reader)
    if turn.points_by == "number" and plan.steps and (none := references.beyond(turn.text, turn.conversation)):
        plan = plan.model_copy(update={"left_aside": (*plan.left_aside, *none)})
    if _is_bare_sheet_of_a_question(plan, turn):
        return Plan(confidence=plan.confidence, reasoning=say(CHANGES_NOTHING))
    return with_all_it_takes(of_the_one_in_hand(plan, turn.said, turn.memory), turn)


def _away(conversation: Conversation, home: str | None, code_of: Callable[[str], str | None]) -> Conversation:
    """The chat with the flight home turned round: "there" behind it is where it leaves from."""
    plan = conversation.last_plan
    step = plan.steps[-1] if plan is not None and plan.steps else None
    ends = [step.arguments.get(name) for name in ("from_location", "to_location")] if step is not None else []
    start, goal = (one if isinstance(one, str) else None for one in ends or (None, None))
    if plan is None or step is None or home is None or start is None or goal is None:
        return conversation
    at_home = code_of(home)
    if at_home is None or code_of(goal) != at_home or code_of(start) in (at_home, None):
        return conversation
    turned = step.varied(from_location=goal, to_location=start)
    return conversation.model_copy(
        update={"last_plan": plan.model_copy(update={"steps": (*plan.steps[:-1], turned)})}
    )


def _with_names_put_in(turn: Turn) -> Turn:
    text, said, memory = turn.text, turn.said, turn.memory
    away = _away(turn.conversation, memory.home, lambda name: field_of(name, turn.deps))
    own = [spot.end for spot in said.slots.spots if spot.role != "from" and spot.kind != "here"]
    own += [country.end for country in said.slots.countries if not country.demonym]
    other = None if references.ORDINAL.search(text) else _with_the_other_one(turn)
    named, points_by = (
        (other, "number")
        if other
        else references.with_names(
            text,
            away,
            lambda name: field_of(name, turn.deps),
            paper_in_hand(memory, turn.reader),
            own,
        )
    )
    named = with_its_subject(with_both_countries(named, said, memory), memory, turn.conversation, turn.reader)
    named = in_the_country_told(named, turn.today, turn.reader)
    if memory.tool == EXPLAIN and memory.call is not None:
        named = _THE_ONES.sub(str(memory.call.arguments.get("term")), named)
    turn = replace(turn, points_by=points_by, has_names_put_in=named != text)
    return turn.saying(named) if named != text else turn


def _with_the_other_one(turn: Turn) -> str | None:
    """The message with the field that "the other one" stands for; None where none is meant."""
    if (match := OTHER_ONE.search(turn.text)) is None:
        return None
    other = the_other(match, turn.conversation, lambda name: field_of(name, turn.deps))
    return plain(f"{turn.text[: match.start()]} {other.place} {turn.text[match.end() :]}") if other else None


def _read(turn: Turn) -> tuple[Turn, list[Reading]]:
    """The readings of the message; of the questions behind a flight that it tells, those in the hand of that flight."""
    if (in_front := flight_told(turn.said, turn.memory, turn.reader)) is not None:
        turn, readings = replace(turn, said=in_front.said, memory=in_front.memory), in_front.readings
    else:
        readings = turn.reader.readings(turn.said, turn.memory)
    if turn.ends and not turn.has_names_put_in:
        readings = [replace(one, arguments=to_each_end(one.arguments, turn.ends)) for one in readings]
    return turn, readings


_ASKS_HOW = re.compile(
    r"\b(?:how (?:do|does|can|would|could|should|will|did)|why|when|what time|which way|how come|wie (?:komme?n?|kann|können|geht|viel|lange|weit)|warum|wieso|wann|"
    r"comment|pourquoi|quand|combien|à quelle heure)\b"
)


def _is_bare_sheet_of_a_question(plan: Plan, turn: Turn) -> bool:
    """Whether a question that asks how, why or when of what is in hand would get the whole sheet of a field."""
    if turn.memory.call is None or [step.tool for step in plan.steps] != [CARD]:
        return False
    return plan.steps[0].arguments.keys() == {"icao_code"} and _ASKS_HOW.search(turn.said.slots.low) is not None


def paper_in_hand(memory: Known, reader: Reader) -> str | None:
    """The one report or permission that the last question was about: "and who closes it?"."""
    report = memory.call.arguments.get("report") if memory.call else None
    about = report.replace("_", " ") if isinstance(report, str) else memory.topic or ""
    named = {m.concept: m for m in reader.lexicon.mentions(words_of(about)) if m.concept in PAPERS}
    if len(named) != 1:
        return None
    (only,) = named.values()
    return about[only.start : only.end]


_REMIND_ME_HOW = re.compile(r"\bremind me\b(?= (?:how|what|which|where|why|who|whether)\b)", re.IGNORECASE)
""" "Remind me how your headings are sorted": no reminder that is sent later."""
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
