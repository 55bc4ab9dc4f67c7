"""Who owes what after an outing: an aircraft's costs shared by all aboard, the pilot too; fewest transfers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.outings.outing import Expense, Outing
from tongue import later, say

MOST_SHARERS = 6
"""Shared flights may have this many people aboard, the pilot included; see the rules of the country."""
EXACT_UP_TO = 12
"""So many people are settled with the fewest transfers there are; more with few."""
WHAT: dict[str, str] = {
    "fuel": later("fuel"), "landing": later("landing"), "parking": later("parking"), "hire": later("hire"),
    "lunch": later("lunch"), "taxi": later("taxi ride"), "costs": later("costs"),
}  # fmt: skip
SIGNS = {"GBP": "£", "EUR": "€", "USD": "$"}


@dataclass(frozen=True)
class Share:
    """What somebody has paid and owes, minor units. Guests are paid for by who brings them."""

    person: str
    name: str
    paid: int
    owes: int

    @property
    def balance(self) -> int:
        """Positive: gets money back."""
        return self.paid - self.owes


@dataclass(frozen=True)
class Transfer:
    """Money from one to another."""

    payer: str
    to: str
    amount: int


def shares(outing: Outing) -> tuple[Share, ...]:
    """Everybody who has paid or owes. Odd cents stay with who paid."""
    paid: dict[str, int] = {}
    owes: dict[str, int] = {}
    names = {a.member.id: a.member.name for a in outing.answers} | {e.by.id: e.by.name for e in outing.expenses}
    for expense in outing.expenses:
        paid[expense.by.id] = paid.get(expense.by.id, 0) + expense.amount
        for person, part in _split(outing, expense).items():
            owes[person] = owes.get(person, 0) + part
    people = list(dict.fromkeys((*paid, *owes)))
    return tuple(Share(p, names.get(p, ""), paid.get(p, 0), owes.get(p, 0)) for p in people)


def heads(outing: Outing, expense: Expense) -> Mapping[str, int]:
    """Who shares an expense, and for how many: all aboard its aircraft, or all who fly."""
    on = expense.aircraft or aircraft_of(outing, expense.by.id)
    if on:
        craft = outing.craft(on)
        aboard = {a.member.id: a.heads for a in outing.aboard(on)}
        if craft is not None:
            own = outing.answer_of(craft.pilot.id)
            return {craft.pilot.id: 1 + (own.guests if own else 0), **aboard}
    everybody = {a.member.id: a.heads for a in outing.coming}
    return everybody or {expense.by.id: 1}


def aircraft_of(outing: Outing, person: str) -> str:
    """The aircraft somebody flies or sits in; "" for none."""
    own = outing.aircraft_of(person)
    answer = outing.answer_of(person)
    return own.registration if own else answer.aircraft if answer else ""


def _split(outing: Outing, expense: Expense) -> dict[str, int]:
    sharing = heads(outing, expense)
    count = sum(sharing.values())
    each = expense.amount // count
    parts = {person: each * n for person, n in sharing.items()}
    rest = expense.amount - each * count
    keeper = expense.by.id if expense.by.id in parts else next(iter(parts))
    parts[keeper] += rest
    return parts


def transfers(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Who pays whom so that all are even, with the fewest transfers (exact for twelve people)."""
    open_ = {person: amount for person, amount in balances.items() if amount}
    done: list[Transfer] = []
    for group in _groups(open_):
        done += _paid_off({person: open_[person] for person in group})
    return tuple(done)


def _groups(balances: Mapping[str, int]) -> list[tuple[str, ...]]:
    """As many groups that are even among themselves as there can be: each saves a transfer."""
    left = list(balances)
    if len(left) > EXACT_UP_TO:
        return [tuple(left)]
    groups: list[tuple[str, ...]] = []
    size = 2
    while left and size <= len(left) // 2:
        found = _even(left, balances, size)
        if found:
            groups.append(found)
            left = [person for person in left if person not in found]
        else:
            size += 1
    return [*groups, tuple(left)] if left else groups


def _even(people: list[str], balances: Mapping[str, int], size: int) -> tuple[str, ...]:
    """So many people who are even among themselves; nobody where there are none."""
    for group in combinations(people, size):
        if sum(balances[person] for person in group) == 0:
            return group
    return ()


def _paid_off(balances: dict[str, int]) -> list[Transfer]:
    done: list[Transfer] = []
    while any(balances.values()):
        payer = min(balances, key=lambda p: (balances[p], p))
        to = max(balances, key=lambda p: (balances[p], p))
        amount = min(-balances[payer], balances[to])
        done.append(Transfer(payer, to, amount))
        balances[payer] += amount
        balances[to] -= amount
    return done


def money(amount: int, currency: str) -> str:
    """ "£52.60", "52.60 CHF"."""
    text = f"{amount / 100:.2f}"
    return f"{SIGNS[currency]}{text}" if currency in SIGNS else f"{text} {currency}"


def currencies(outing: Outing) -> tuple[str, ...]:
    """Those that were paid in, in the order in which they came."""
    return tuple(dict.fromkeys(e.currency for e in outing.expenses))


def in_each_currency(outing: Outing) -> tuple[Outing, ...]:
    """The outing once for each currency that was paid in, with what was paid in it alone: none is converted."""
    return tuple(
        outing.model_copy(update={"expenses": tuple(e for e in outing.expenses if e.currency == currency)})
        for currency in currencies(outing)
    )


def cost_words(outing: Outing) -> str:
    """What it costs each, and who pays whom; in each currency by itself."""
    if not outing.expenses:
        return say("No costs are entered. Say “I paid 48 for landing”, or /cost 186.40 fuel.")
    counted = in_each_currency(outing)
    lines = [f"**{_each(one)}**" for one in counted]
    lines += _of_aircraft(outing)
    lines += [f"- {_paid_line(e)}" for e in outing.expenses]
    moves = [line for one in counted for line in _transfer_lines(one)]
    lines += [say("To be even:"), *moves] if moves else []
    if counted[1:]:
        apart = ", ".join(currencies(outing))
        lines.append(say("{currencies} are kept apart: I convert none.", currencies=apart))
    if any(sum(heads(outing, e).values()) > MOST_SHARERS for e in outing.expenses if e.aircraft):
        lines.append(say("More than {most} share one aircraft: look at the cost-sharing rule.", most=MOST_SHARERS))
    return "\n".join(lines)


def _paid_line(entry: Expense) -> str:
    """ "Ben paid £24.00, landing (G-ABCD)"."""
    amount, what = money(entry.amount, entry.currency), spent_on(entry.what)
    of = f" ({entry.aircraft})" if entry.aircraft else ""
    return say("{name} paid {amount}, {what}", name=entry.by.name, amount=amount, what=what) + of


def _transfer_lines(outing: Outing) -> list[str]:
    """Who pays whom in the one currency of an outing."""
    found = shares(outing)
    names = {s.person: s.name for s in found}
    currency = outing.expenses[0].currency
    moves = transfers({s.person: s.balance for s in found})
    return [f"- {names[t.payer]} → {names[t.to]}: {money(t.amount, currency)}" for t in moves]


def spent_on(what: str) -> str:
    """What money was spent on, in the language spoken."""
    return ", ".join(say(WHAT[one]) if one in WHAT else one for one in what.split("+"))


def _each(outing: Outing) -> str:
    """ "£52.60 each, the pilot included", or each aircraft's."""
    currency = outing.expenses[0].currency
    by_group: dict[tuple[tuple[str, int], ...], list[Expense]] = {}
    for expense in outing.expenses:
        by_group.setdefault(tuple(sorted(heads(outing, expense).items())), []).append(expense)
    said: list[str] = []
    for group, found in by_group.items():
        count = sum(n for _, n in group)
        total = sum(e.amount for e in found)
        each = money(round(total / count), currency)
        said.append(say("{each} each, {count} aboard, the pilot included", each=each, count=count))
    return "; ".join(said)


def _of_aircraft(outing: Outing) -> list[str]:
    """What each aircraft comes to; nothing where one payment of one aircraft says it."""
    by_craft: dict[str, list[Expense]] = {}
    for expense in outing.expenses:
        by_craft.setdefault(expense.aircraft or aircraft_of(outing, expense.by.id), []).append(expense)
    if len(outing.aircraft) < len(("one", "other")) and len(outing.expenses) == 1:
        return []
    everybody = say("all together")
    return [f"- {craft or everybody}: {_sums(found)}" for craft, found in by_craft.items()]


def _sums(expenses: Sequence[Expense]) -> str:
    """ "£186.40 + €24.00": the sum in each currency."""
    sums: dict[str, int] = {}
    for expense in expenses:
        sums[expense.currency] = sums.get(expense.currency, 0) + expense.amount
    return " + ".join(money(amount, currency) for currency, amount in sums.items())
