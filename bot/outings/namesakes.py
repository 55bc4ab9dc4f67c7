"""Two of an outing who are called the same are told apart: the second is "Dave (2)" wherever a name stands."""

from __future__ import annotations

from collections.abc import Iterator

from agent.aviation.names import fold
from bot.outings.actions import Actor
from bot.outings.outing import Member, Outing

MOST_ALIKE = 99


def told_apart(outing: Outing, actor: Actor) -> Actor:
    """Who acts, under the name that only they have in this outing; who has one keeps it."""
    known = list(_members(outing))
    own = next((member.name for member in known if member.id == actor.id), "")
    if not actor.name or actor.clock or (own.startswith(f"{actor.name} (") and own.endswith(")")):
        return actor.model_copy(update={"name": own}) if own and actor.name else actor
    taken = {fold(member.name) for member in known if member.id != actor.id}
    if fold(actor.name) not in taken:
        return actor
    names = (f"{actor.name} ({number})" for number in range(2, MOST_ALIKE))
    return actor.model_copy(update={"name": next((n for n in names if fold(n) not in taken), actor.name)})


def _members(outing: Outing) -> Iterator[Member]:
    yield outing.organiser
    yield from outing.deputies
    yield from (answer.member for answer in outing.answers)
    yield from (craft.pilot for craft in outing.aircraft)
    yield from (request.member for request in outing.requests)
    yield from (job.owner for job in outing.jobs if job.owner)
    yield from (expense.by for expense in outing.expenses)
