"""A called-off outing that is on again: a new one like it, with who was in; the old card stays called off."""

from __future__ import annotations

from datetime import datetime

from bot.outings.outing import Outing


def like(outing: Outing, new_id: str, now: datetime) -> Outing:
    """A draft of the same flight, people, aircraft, tasks and plan B."""
    return Outing(
        id=new_id, number=0, language=outing.language, organiser=outing.organiser, deputies=outing.deputies,
        flight=outing.flight, place=outing.place, plan_b=outing.plan_b, answers=outing.answers,
        aircraft=outing.aircraft, jobs=outing.jobs, made_at=now,
    )  # fmt: skip


def may_be_again(outing: Outing, now: datetime) -> bool:
    """Whether it was called off and its hour has not come."""
    return outing.status == "cancelled" and outing.flight is not None and outing.flight.off_blocks > now
