"""Money that was paid, and what is taken back."""

from __future__ import annotations

from bot.outings.actions import Actor, Spend, Told, Unspend
from bot.outings.outing import Expense, Member, Outing
from bot.outings.permission import Refusal, Result, must_lead

MOST_EXPENSES, MOST_AMOUNT = 100, 10_000_000


def spend(outing: Outing, action: Spend, actor: Actor) -> Result:
    if outing.status in ("draft", "polling"):
        raise Refusal("Post it first.")
    answer = outing.answer_of(actor.id)
    if (answer is None or answer.state != "in") and not outing.leads(actor.id):
        raise Refusal("Costs are entered by those who fly.")
    if not 0 < action.amount <= MOST_AMOUNT or len(outing.expenses) >= MOST_EXPENSES:
        raise Refusal("That amount is not one I can keep.")
    if any(e.currency != action.currency for e in outing.expenses):
        raise Refusal(f"This outing counts in {outing.expenses[0].currency}: give it in that.")
    craft = action.aircraft.upper()
    if craft and outing.craft(craft) is None:
        raise Refusal(f"There is no {craft[:20]} in this outing.")
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


def unspend(outing: Outing, action: Unspend, actor: Actor) -> Result:
    found = next((e for e in outing.expenses if e.number == action.number), None)
    if found is None:
        return outing, (Told(words="That entry is gone already."),)
    if found.by.id != actor.id:
        must_lead(outing, actor)
    rest = tuple(e for e in outing.expenses if e is not found)
    return outing.model_copy(update={"expenses": rest}), (Told(words=f"Taken back: {found.what}."),)
