"""The day and the time of an outing: posted, voted on, moved, closed, over."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.outings import seats
from bot.outings.actions import (
    Actor,
    Announced,
    AnswerBy,
    Move,
    PlanB,
    Poll,
    Silenced,
    Told,
    Vote,
)
from bot.outings.harmless import harmless
from bot.outings.outing import MOST_NOTE, STATES, Flight, Job, Option, Outing, when_words
from bot.outings.permission import Refusal, Result
from bot.outings.way_back import back_words
from bot.outings.writing import moved_words
from tongue import say

STALE_DRAFT = timedelta(days=7)
KEEPS_ANSWERS = timedelta(minutes=60)
"""A change of time on the same day that nobody has to answer again."""
MOST_OPTIONS = 8


def post(outing: Outing, now: datetime) -> Result:
    if outing.status != "draft":
        return outing, (Told(words=say("It is posted already.")),)
    if outing.flight is None:
        raise Refusal(say("It has no day yet: choose one first."))
    if outing.flight.off_blocks <= now:
        raise Refusal(say("{when} is past.", when=outing.flight.when))
    return by_clock(outing.model_copy(update={"status": "open"}), now), ()


def poll(outing: Outing, action: Poll, now: datetime) -> Result:
    if outing.status not in ("draft", "polling"):
        raise Refusal(say("The day stands: move it with /move."))
    days = tuple(dict.fromkeys(day for day in action.days if day >= now.date()))[:MOST_OPTIONS]
    if not days:
        raise Refusal(say("These days are past."))
    kept = {o.day: o.votes for o in outing.options}
    options = tuple(Option(day=day, votes=kept.get(day, ())) for day in sorted(days))
    return outing.model_copy(update={"status": "polling", "options": options}), ()


def vote(outing: Outing, action: Vote, actor: Actor) -> Result:
    if outing.status != "polling":
        return outing, (Told(words=say("The day is chosen: late votes change nothing.")),)
    options = tuple(
        o.model_copy(
            update={
                "votes": tuple(v for v in o.votes if v != actor.id) + ((actor.id,) if o.day in action.days else ())
            }
        )
        for o in outing.options
    )
    return outing.model_copy(update={"options": options}), ()


def move(outing: Outing, action: Move, now: datetime) -> Result:
    flight, before = action.flight, outing.flight
    if flight.off_blocks <= now:
        raise Refusal(say("{when} is past.", when=flight.when))
    was_draft = outing.status in ("draft", "polling")
    status = "open" if outing.status in ("polling", "frozen") else outing.status
    update: dict[str, object] = {"flight": flight, "schedule": outing.schedule + 1, "status": status}
    if before is None or was_draft:
        moved = outing.model_copy(update={**update, "jobs": action.jobs, "place": flight.to_icao})
        return by_clock(moved, now), ()
    if (flight.off_blocks, flight.back) == (before.off_blocks, before.back):
        back = say("back {moment}", moment=back_words(before)) if before.back else ""
        when = f"{before.when}, {back}" if back else before.when
        return outing, (Told(words=say("It is {when} already.", when=when)),)
    again = before.day != flight.day or abs(flight.off_blocks - before.off_blocks) > KEEPS_ANSWERS
    asked_by = outing.answer_by
    if asked_by is not None and asked_by >= flight.off_blocks:
        asked_by = None
    update |= {
        "answer_by": asked_by,
        "moved": _from_to(before, flight),
        "jobs": tuple(_carried(job, outing.jobs, before.when) for job in action.jobs),
        "requests": (),
        "answers": tuple(
            a.model_copy(update={"was": a.was or before.when}) if again and a.state == "in" else a
            for a in outing.answers
        ),
        "aircraft": tuple(c.model_copy(update={"flying": None}) for c in outing.aircraft),
    }
    moved = seats.seated(by_clock(outing.model_copy(update=update), now))
    return moved, (Announced(words=moved_words(before, moved, again)),)


def _from_to(before: Flight, after: Flight) -> str:
    """The times that changed, as the card shows them: those of the way home where it alone is another."""
    if after.off_blocks != before.off_blocks or not after.back:
        return f"{before.when} → {after.when}"
    was = f"{back_words(before)} → " if before.back else ""
    return say("back {moment}", moment=f"{was}{back_words(after)}")


def answer_by(outing: Outing, action: AnswerBy, now: datetime) -> Result:
    """Until when answers are asked for: ahead, and before the flight."""
    if outing.flight is None:
        raise Refusal(say("It has no day yet: choose one first."))
    if action.at <= now:
        raise Refusal(say("{moment} is past.", moment=_moment(action.at, outing.flight)))
    if action.at >= outing.flight.off_blocks:
        raise Refusal(say("You fly {when}: answers are due before that.", when=outing.flight.when))
    after = outing.model_copy(update={"answer_by": action.at})
    return after, (
        Told(words=say("Answers are asked for by {moment}.", moment=_moment(action.at, outing.flight))),
    )


def _moment(at: datetime, flight: Flight) -> str:
    return when_words(at.astimezone(flight.clock))


def plan_b(outing: Outing, action: PlanB) -> Result:
    """What is done on the ground instead: it stands in the reminders before the flight."""
    words = harmless(action.text, MOST_NOTE).rstrip(".")
    said = say("Plan B: {plan}.", plan=words) if words else say("There is no plan B any more.")
    return outing.model_copy(update={"plan_b": words}), (Told(words=said),)


def _carried(job: Job, before: tuple[Job, ...], when: str) -> Job:
    """A task of the new time with its owner; what was done was done for the old time."""
    old = next((j for j in before if j.key == job.key), None)
    if old is None:
        return job
    was = old.was if old.state == "open" else say("{state} for {when}", state=say(STATES[old.state]), when=when)
    return job.model_copy(update={"owner": old.owner, "was": was})


def by_clock(outing: Outing, now: datetime) -> Outing:
    """Closed where the moment for the people lists has come."""
    final = outing.flight.people_final if outing.flight else None
    if outing.status == "open" and final is not None and now >= final:
        return outing.model_copy(update={"status": "frozen"})
    return outing


def freeze(outing: Outing) -> Result:
    if outing.status == "frozen":
        return outing, (Told(words=say("The people lists are closed already.")),)
    if outing.status != "open":
        raise Refusal(say("Post it first."))
    return outing.model_copy(update={"status": "frozen"}), ()


def tick(outing: Outing, now: datetime) -> Result:
    if outing.status in ("draft", "polling"):
        polled = outing.status == "polling"
        past = not polled and outing.flight is not None and outing.flight.off_blocks <= now
        over = polled and bool(outing.options) and max(o.day for o in outing.options) < now.date()
        if past or over or now - outing.made_at > STALE_DRAFT:
            return outing.model_copy(update={"status": "expired"}), (Silenced(),)
        return outing, ()
    if outing.flight is not None and now >= outing.flight.ends:
        return outing.model_copy(update={"status": "flown", "requests": ()}), ()
    return by_clock(outing, now), ()
