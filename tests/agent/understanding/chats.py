"""Plays a chat without its tools: each message is read in the memory that the calls before it leave."""

from __future__ import annotations

from datetime import UTC, datetime

from agent.protocol import Conversation, Plan, Profile, Question, ToolCall, Turn
from agent.told import with_told
from agent.understanding.chat import plan_in_chat
from agent.understanding.in_hand import references
from agent.understanding.in_hand.gone_back import earlier
from agent.understanding.reader.reader import Reader

MONDAY = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


def plans(reader: Reader, *texts: str, shown: tuple[str, ...] = ()) -> list[Plan]:
    """The plan of each message; `shown` is what the answers listed."""
    chat, made = Conversation(), list[Plan]()
    for text in texts:
        question = Question(text=text, at=MONDAY, person="a")
        made.append(plan_in_chat(question, chat, reader))
        chat = after(chat, question, made[-1], shown)
    return made


def last(reader: Reader, *texts: str, shown: tuple[str, ...] = ()) -> ToolCall:
    """The only call of the last of these messages."""
    return only(plans(reader, *texts, shown=shown)[-1])


def only(plan: Plan) -> ToolCall:
    assert len(plan.steps) == 1, plan
    return plan.steps[0]


def after(chat: Conversation, question: Question, plan: Plan, shown: tuple[str, ...] = ()) -> Conversation:
    """The chat's memory once a plan is answered."""
    trip = next((dict(s.arguments) for s in plan.steps if s.tool == "plan_trip"), None)
    return Conversation(
        last_plan=plan,
        earlier=earlier(plan, chat) if plan.steps else chat.earlier,
        shown=shown or chat.shown,
        mentioned=references.mentioned(plan, chat.mentioned),
        countries=references.countries_of(plan, chat.countries),
        flight_trip={"arguments": trip} if trip else chat.flight_trip,
        told=with_told(chat, question, plan, Profile()),
        turns=(*chat.turns, Turn(text=question.text, answer="", at=question.at, person=question.person)),
    )
