"""Money that was paid, and what is taken back."""

from __future__ import annotations

from bot.outings.actions import Actor, Announced, Spend, Told, Unspend
from bot.outings.costs import money, spent_on
from bot.outings.outing import Expense, Member, Outing
from bot.outings.permission import Refusal, Result, must_lead
from tongue import say

MOST_EXPENSES, MOST_AMOUNT = 100, 10_000_000


def spend(outing: Outing, action: Spend, actor: Actor) -> Result:
    if outing.status in ("draft", "polling"):
        raise Refusal(say("Post it first."))
    if action.instead:
        return _corrected(outing, action, actor)
    answer = outing.answer_of(actor.id)
    if (answer is None or answer.state != "in") and not outing.leads(actor.id):
        raise Refusal(say("Costs are entered by those who fly."))
    if not 0 < action.amount <= MOST_AMOUNT or len(outing.expenses) >= MOST_EXPENSES:
        raise Refusal(say("That amount is not one I can keep."))
    craft = action.aircraft.upper()
    if craft and outing.craft(craft) is None:
        raise Refusal(say("There is no {craft} in this outing.", craft=craft[:20]))
    expense = Expense(
        number=outing.spent + 1,
        by=Member(id=actor.id, name=actor.name),
        amount=action.amount,
        currency=action.currency,
        what=action.what,
        aircraft=craft,
    )
    update = {"expenses": (*outing.expenses, expense), "spent": expense.number, "settled": False}
    return outing.model_copy(update=update), ()


def _corrected(outing: Outing, action: Spend, actor: Actor) -> Result:
    found = next((e for e in outing.expenses if e.number == action.instead), None)
    if found is None:
        return outing, (Told(words=say("That entry is gone already.")),)
    if found.by.id != actor.id:
        must_lead(outing, actor, found.by)
    if not 0 < action.amount <= MOST_AMOUNT:
        raise Refusal(say("That amount is not one I can keep."))
    right = found.model_copy(update={"amount": action.amount, "currency": action.currency})
    entries = tuple(right if e is found else e for e in outing.expenses)
    words = say(
        "Corrected, {what}: {before} → {after}.",
        what=spent_on(found.what),
        before=money(found.amount, found.currency),
        after=money(right.amount, found.currency),
    )
    return outing.model_copy(update={"expenses": entries, "settled": False}), (Announced(words=words),)


def unspend(outing: Outing, action: Unspend, actor: Actor) -> Result:
    found = next((e for e in outing.expenses if e.number == action.number), None)
    if found is None:
        return outing, (Told(words=say("That entry is gone already.")),)
    if found.by.id != actor.id:
        must_lead(outing, actor, found.by)
    rest = tuple(e for e in outing.expenses if e is not found)
    return outing.model_copy(update={"expenses": rest}), (Told(words=say("Taken back: {what}.", what=found.what)),)
