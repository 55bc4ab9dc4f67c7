"""Plans a message in its chat: an emergency, an answer to what was asked, a variation, or a new question."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from agent import routing
from agent.language.slots import Spot
from agent.language.wording import plain
from agent.planning import followups, references, replies
from agent.planning.ellipsis import MARK, SAME, leftover
from agent.planning.emergency import is_emergency
from agent.planning.reader import Reader, path_countries
from agent.planning.reading import CLARIFY, Reading, clarification
from agent.planning.steps.asked import Asked
from agent.planning.trip_words import read_edit
from agent.protocol import Conversation, Plan, Question, ToolCall

WEAK = 0.45
"""Under this a message is rather a variation of the last question than one of its own."""
ALONE = 0.75
"""From here on a whole question is taken as one, whatever was asked before."""
PENDING_LASTS = timedelta(hours=1)


def plan_in_chat(question: Question, conversation: Conversation, reader: Reader) -> Plan:
    """The plan; the conversation's memory counts only where the message leans on it."""
    text = plain(question.text)
    if is_emergency(text):
        return Plan(emergency=True)
    asked = Asked(reader.slots(text, question.at.date()), reader.deps, question.at.date(), question.place)
    plan = _in_context(question, conversation, asked, reader)
    return _routed(plan, asked, conversation, reader)


def _in_context(question: Question, conversation: Conversation, asked: Asked, reader: Reader) -> Plan:
    pending = conversation.pending.get(question.person)
    if pending is not None and question.at - pending.asked_at < PENDING_LASTS:
        completed = replies.complete(pending, question, conversation, asked, reader)
        if completed is not None:
            return completed
    named, leans = references.with_names(asked.slots.text, conversation)
    filled: Asked | None = None
    if leans:
        filled = Asked(reader.slots(named, asked.today), asked.deps, asked.today, asked.place)
        asked = filled if leans == "number" else asked
    last = conversation.last_plan if conversation.last_plan and conversation.last_plan.steps else None
    others = [item.plan for person, item in conversation.pending.items() if person != question.person]
    if last is not None and last in others:
        last = None  # it waits for its asker's answer, and is not another person's to complete
    alone = reader.read_slots(asked) if last is not None and not leans and _has_own_words(asked) else None
    if alone is not None and _stands_alone(alone, asked):
        return alone
    if last is not None and not leans:
        varied = followups.vary(last, asked, reader, answered=_last_answer(conversation))
        if varied is not None:
            return varied
    changed = _late_edit(conversation, asked)
    if changed is not None:
        return changed
    if filled is not None:
        return _with_its_place(asked, filled, last, conversation, reader)
    if SAME.match(asked.slots.text) and leftover(asked.slots, CLARIFY, SAME) == 0:
        return Plan(steps=(clarification(Reading("", 0.9, missing="same")),), confidence=0.9)
    plan = alone or reader.read_slots(asked)
    if not plan.steps and plan.reasoning:
        return plan
    if last is not None or conversation.turns:
        plan = _leaning(plan, last, conversation, asked, reader)
    return _from_home(plan, question, asked, reader) if _is_asking(plan) else plan


def _has_own_words(asked: Asked) -> bool:
    """Whether a message may be a question of its own: it does not go on ("and …"), and says more than names."""
    slots = asked.slots
    if MARK.match(slots.text):
        return False
    spans = [
        (s.start, s.end) for s in (*slots.spots, *slots.crafts, *slots.countries, *slots.quantities, *slots.days)
    ]
    said = [w for w in slots.words if not any(start <= w.start < end for start, end in spans)]
    return len(said) >= 2 or (len(said) == 1 and bool(spans))


def _stands_alone(plan: Plan, asked: Asked) -> bool:
    """A reading that lacks nothing and is sure: what was asked before does not matter to it."""
    enough = WEAK if _SEEKS.match(asked.slots.text) else ALONE
    return bool(plan.steps) and not _is_asking(plan) and plan.confidence >= enough


_SEEKS = re.compile(
    r"^\W*(?:find|search(?: for)?|locate|where is|look up|cherche|trouve|suche|finde|wo ist)\s+(?-i:[A-Z])",
    re.IGNORECASE,
)


def _late_edit(conversation: Conversation, asked: Asked) -> Plan | None:
    """A change of the chat's trip after other questions, where a day's number or "undo" says that it is one."""
    place = conversation.trip.get("place") if conversation.trip else None
    edit = read_edit(asked.slots) if isinstance(place, str) and not references.places_of(asked.slots) else None
    if edit is None or not (edit["action"] in ("undo", "redo") or isinstance(edit.get("day"), int)):
        return None
    step = ToolCall(tool="build_itinerary", arguments={"near": place, "edit": edit})
    return Plan(steps=(step,), confidence=0.9, made_by="followup")


def _with_its_place(
    asked: Asked, filled: Asked, last: Plan | None, conversation: Conversation, reader: Reader
) -> Plan:
    """A question that says "there" or "number 2": by its own words, else by the place they stand for."""
    plan = reader.read_slots(asked, filled)
    if not plan.steps and not plan.reasoning:
        plan = reader.read_slots(filled)
    if _is_asking(plan):
        again = reader.read_slots(filled, followups.lean_on(last, conversation, filled, reader))
        plan = plan if _is_asking(again) or not again.steps else again
    return plan.model_copy(update={"made_by": "followup"}) if plan.steps else plan


def _is_asking(plan: Plan) -> bool:
    return bool(plan.steps) and plan.steps[0].tool == CLARIFY


def _from_home(plan: Plan, question: Question, asked: Asked, reader: Reader) -> Plan:
    """A flight of which one end is said starts, or ends, at the pilot's home base."""
    home, places = question.profile.home_base, references.places_of(asked.slots)
    if home is None or len(places) != 1:
        return plan
    base = Spot(0, 0, home, "code", "to" if places[0].role == "from" else "from")
    again = reader.read_slots(asked, replace(asked, slots=replace(asked.slots, spots=(*asked.slots.spots, base))))
    return plan if _is_asking(again) or not again.steps else again


def _last_answer(conversation: Conversation) -> str:
    return conversation.turns[-1].answer if conversation.turns else ""


def _leaning(plan: Plan, last: Plan | None, conversation: Conversation, asked: Asked, reader: Reader) -> Plan:
    """A plan that lacks something, or means little by itself, read again with what was said before."""
    lacks = bool(plan.steps) and (plan.steps[0].tool == CLARIFY or _about_it(plan, asked))
    if lacks:
        again = reader.read_slots(asked, followups.lean_on(last, conversation, asked, reader))
        if again.steps and again.steps[0].tool != CLARIFY:
            steps = tuple(followups.carry_speed(step, last) for step in again.steps)
            return again.model_copy(update={"steps": steps, "made_by": "followup"})
    if last is not None and (not plan.steps or plan.steps[0].tool == CLARIFY or plan.confidence < WEAK):
        varied = followups.vary(last, asked, reader, answered=_last_answer(conversation), loose=True)
        if varied is not None:
            return varied
    return plan


def _about_it(plan: Plan, asked: Asked) -> bool:
    """A question that says "it" or "there" and names no place, for a tool that would like one."""
    step = plan.steps[0]
    return step.tool == "retrieve_city_guidance" and "city" not in step.arguments and not asked.slots.spots


def _routed(plan: Plan, asked: Asked, conversation: Conversation, reader: Reader) -> Plan:
    """The plan with its path and the countries it touches."""
    slots = asked.slots
    codes = [spot.name for spot in slots.codes]
    named = routing.countries_in(slots.text, reader.deps.countries, codes)
    needed = path_countries(plan, slots, reader.deps)
    path = routing.path_of(plan.steps) if plan.steps else routing.keyword_path(slots.text) or "database"
    return plan.model_copy(update={"path": path, "countries": tuple(dict.fromkeys([*named, *needed]))})
