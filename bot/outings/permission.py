"""Who may do what with an outing, and when it may still be done."""

from __future__ import annotations

from bot.outings.actions import Actor, Effect
from bot.outings.outing import LIVE, Member, Outing
from bot.outings.writing import names_of
from tongue import say

Result = tuple[Outing, tuple[Effect, ...]]


class Refusal(Exception):  # its words are for the person
    """Why something is not done; becomes `Refused` in `apply` alone."""


def must_lead(outing: Outing, actor: Actor, whose: Member | None = None) -> None:
    """Raises `Refusal`, which names who may: `whose` it is, and who leads."""
    if not (actor.clock or actor.admin or outing.leads(actor.id)):
        people = {one.id: one for one in (*((whose,) if whose else ()), outing.organiser, *outing.deputies)}
        leaders = names_of(tuple(people.values()), "or")
        raise Refusal(say("{leaders} can change this.", leaders=leaders))


def must_be_current(outing: Outing, version: int | None) -> None:
    if version is not None and version != outing.version:
        raise Refusal(say("The outing has changed since that button was drawn: look at the card again."))


def must_be_live(outing: Outing) -> None:
    if outing.status not in LIVE:
        raise Refusal(say("That outing is a draft: its organiser posts it first."))
