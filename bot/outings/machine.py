"""What becomes of an outing when somebody does something: pure, the same in every chat app.

    outing, effects = apply(outing, action, actor, now)

A refusal changes nothing and is told to who asked. Whatever changes raises `version` by one; a change of day or
time raises `schedule`. When an outing is over nothing changes but, once it was flown, its costs.
"""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from bot.outings.actions import (
    Actor,
    Announced,
    AnswerBy,
    Asked,
    Bring,
    Cancel,
    Decide,
    Deputy,
    Flying,
    Forget,
    Freeze,
    Leave,
    Move,
    OutingAction,
    Own,
    PlanB,
    Poll,
    Post,
    Redrawn,
    Refused,
    Remove,
    Report,
    Rescheduled,
    Say,
    Seat,
    Settle,
    Silenced,
    Spend,
    Tick,
    Told,
    Unseat,
    Unspend,
    Vote,
    Withdraw,
)
from bot.outings.coming import answered, decide
from bot.outings.doing import own, report
from bot.outings.flying import bring, decide_flying, take_seat, unseat, withdraw
from bot.outings.leaving import deputy, forgotten, removed
from bot.outings.namesakes import told_apart
from bot.outings.outing import OVER, Outing
from bot.outings.permission import Refusal, Result, must_be_current, must_lead
from bot.outings.spending import spend, unspend
from bot.outings.timing import answer_by, by_clock, freeze, move, plan_b, poll, post, tick, vote
from bot.outings.writing import own_words
from tongue import later, say

ENDED = {"flown": later("flown"), "cancelled": later("called off"), "expired": later("expired")}


def apply(outing: Outing, action: OutingAction, actor: Actor, now: datetime) -> Result:
    """The outing after an action, and what follows."""
    actor = told_apart(outing, actor)
    try:
        after, effects = _done(by_clock(outing, now), action, actor, now)  # the clock's own tick may be late
    except Refusal as refusal:
        return outing, (Refused(words=str(refusal)),)
    if after == outing:
        return outing, tuple(e for e in effects if isinstance(e, Told | Refused | Asked))
    after = after.model_copy(update={"version": outing.version + 1})
    posted = (
        () if after.status in ("draft", "polling") else (Rescheduled(),)
    )  # who comes stands in the reminders, too
    return after, (*effects, *posted, Redrawn())


def _done(outing: Outing, action: OutingAction, actor: Actor, now: datetime) -> Result:
    if outing.status in OVER and not _may_follow(outing, action):
        raise Refusal(ended_words(outing))
    if isinstance(action, Move | Cancel | Freeze | Deputy | Remove | Post | Poll | AnswerBy | PlanB):
        must_lead(outing, actor)
    match action:
        case Post():
            return post(outing, now)
        case Poll():
            return poll(outing, action, now)
        case Vote():
            return vote(outing, action, actor)
        case Move():
            return move(outing, action, now)
        case Say():
            return answered(outing, action, actor, now)
        case Bring():
            return bring(outing, action, actor, now)
        case Withdraw():
            return withdraw(outing, action, actor)
        case Seat():
            return take_seat(outing, action, actor)
        case Unseat():
            return unseat(outing, action, actor)
        case Own():
            return own(outing, action, actor)
        case Report():
            return report(outing, action, actor)
        case Cancel():
            must_be_current(outing, action.version)
            cancelled = outing.model_copy(update={"status": "cancelled", "why": action.why, "requests": ()})
            if outing.status == "draft":
                return cancelled, (Silenced(), Told(words=say("The draft is dropped.")))
            why = f" ({action.why})" if action.why else ""
            said = say("**Called off**{why}: {outing}.", why=why, outing=_named(outing))
            words = f"{said} {own_words(outing)}".rstrip()
            return cancelled, (Silenced(), Announced(words=words, urgent=True))
        case Freeze():
            must_be_current(outing, action.version)
            return freeze(outing)
        case Deputy():
            return deputy(outing, action)
        case Leave() if outing.status == "flown":
            return outing, ()  # who flew has flown, and shares the costs
        case Remove() | Leave():
            return removed(outing, action.person)
        case Forget():
            return forgotten(outing, action.person)
        case Decide():
            return decide(outing, action, actor, now)
        case Flying():
            return decide_flying(outing, action, actor)
        case Spend():
            return spend(outing, action, actor)
        case Unspend():
            return unspend(outing, action, actor)
        case Settle():
            must_lead(outing, actor)
            return outing.model_copy(update={"settled": True}), ()
        case AnswerBy():
            return answer_by(outing, action, now)
        case PlanB():
            return plan_b(outing, action)
        case Tick():
            return tick(outing, now)
        case _:
            assert_never(action)


def ended_words(outing: Outing) -> str:
    """Of an outing that is over: that it is, and how it ended."""
    return say("That outing is {status}: nothing changes there any more.", status=say(ENDED[outing.status]))


def _may_follow(outing: Outing, action: OutingAction) -> bool:
    """Costs come after the flight; who wants to be forgotten is, always."""
    if isinstance(action, Forget):
        return True
    return outing.status == "flown" and isinstance(action, Spend | Unspend | Settle | Leave)


def _named(outing: Outing) -> str:
    return f"{outing.flight.route}, {outing.flight.when}" if outing.flight else outing.place or say("the outing")


__all__ = ["Refusal", "apply", "ended_words"]
