"""Costs: shared by all aboard, the pilot included, and settled with the fewest transfers."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from bot.outings.costs import EXACT_UP_TO, cost_words, money, shares, transfers
from bot.outings.outing import Aircraft, Answer, Expense, Member, Outing

NOW = datetime(2027, 2, 13, 20, tzinfo=UTC)
BEN, CY, DEE, EVE = (Member(id=n.lower(), name=n) for n in ("Ben", "Cy", "Dee", "Eve"))


def outing(*expenses: Expense) -> Outing:
    """Four aboard one aircraft: Ben flies, Cy, Dee and Eve sit in it."""
    answers = [
        Answer(member=m, state="in", at=NOW, aircraft="" if m is BEN else "G-ABCD") for m in (BEN, CY, DEE, EVE)
    ]
    return Outing(
        id="o",
        number=1,
        organiser=BEN,
        status="flown",
        made_at=NOW,
        aircraft=(Aircraft(registration="G-ABCD", pilot=BEN, seats=3),),
        answers=tuple(answers),
        expenses=expenses,
    )


def spent(by: Member, amount: int, what: str = "fuel", aircraft: str = "G-ABCD") -> Expense:
    return Expense(number=amount, by=by, amount=amount, currency="GBP", what=what, aircraft=aircraft)


def test_fuel_and_landing_come_to_5260_each() -> None:
    text = cost_words(outing(spent(BEN, 18640), spent(CY, 2400, "landing")))
    assert text.startswith("**£52.60 each, 4 aboard, the pilot included**")
    assert "- Dee → Ben: £52.60" in text and "- Cy → Ben: £28.60" in text


def test_odd_pennies_stay_with_who_paid() -> None:
    found = {s.name: s.owes for s in shares(outing(spent(BEN, 1001)))}
    assert found == {"Ben": 251, "Cy": 250, "Dee": 250, "Eve": 250}


@given(st.lists(st.tuples(st.sampled_from([BEN, CY, DEE, EVE]), st.integers(1, 100_000)), max_size=8))
def test_what_is_owed_is_what_was_paid(entries: list[tuple[Member, int]]) -> None:
    found = shares(outing(*(spent(by, amount) for by, amount in entries)))
    assert sum(s.balance for s in found) == 0


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=9))
def test_transfers_make_everybody_even(amounts: list[int]) -> None:
    balances = {f"p{n}": a for n, a in enumerate([*amounts, -sum(amounts)])}
    after = dict(balances)
    moves = transfers(balances)
    for move in moves:
        assert move.amount > 0
        after[move.payer] += move.amount
        after[move.to] -= move.amount
    assert not any(after.values())
    assert len(moves) < max(1, len([b for b in balances.values() if b])) or not moves


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=5))
def test_there_are_no_fewer_transfers(amounts: list[int]) -> None:
    balances = [b for b in [*amounts, -sum(amounts)] if b]
    assert len(balances) <= EXACT_UP_TO
    best = len(balances)
    for order in permutations(balances):  # every even group among them saves one transfer
        groups = total = 0
        for amount in order:
            total += amount
            groups += total == 0
        best = min(best, len(order) - groups)
    assert len(transfers({f"p{n}": b for n, b in enumerate(balances)})) == best


def test_money_is_written_with_its_sign() -> None:
    assert (money(5260, "GBP"), money(100, "CHF")) == ("£52.60", "1.00 CHF")
