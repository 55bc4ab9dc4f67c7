"""Who comes: in, maybe or out with guests, and a pilot's word once the lists are closed."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.outings import seats
from bot.outings.actions import Actor, Announced, Asked, Decide, Effect, Say, Told
from bot.outings.outing import MOST_GUESTS, Answer, Member, Outing, Request
from bot.outings.permission import Refusal, Result, must_be_live
from bot.outings.writing import already, late_terms, names_of, pilots_of, seat_words
from tongue import say, say_many

TOGGLES, TOGGLE_TIME = 6, timedelta(minutes=10)
MOST_ANSWERS = 200


def too_many(guests: int) -> str:
    """Said to who brings more than may come with one person."""
    return say(
        "{guests} guests? At most {most_guests} can come with one person.", guests=guests, most_guests=MOST_GUESTS
    )


def answered(outing: Outing, action: Say, actor: Actor, now: datetime) -> Result:
    must_be_live(outing)
    if action.schedule is not None and action.schedule != outing.schedule:
        raise Refusal(say("It was moved ({moved}): tap on the card as it is now.", moved=outing.moved))
    if action.guests is not None and not 0 <= action.guests <= MOST_GUESTS:
        raise Refusal(too_many(action.guests))
    before = outing.answer_of(actor.id)
    guests = action.guests if action.guests is not None else before.guests if before else 0
    flown = outing.aircraft_of(actor.id)
    if action.state == "in" and flown is not None and guests > flown.seats:
        raise Refusal(
            say(
                "You offer {seats} seats in {label}: that is too few for {guests} guests.",
                seats=flown.seats,
                label=flown.label,
                guests=guests,
            )
        )
    if before is None and len(outing.answers) >= MOST_ANSWERS:
        raise Refusal(say("{most_answers} people answered: no more fit on one card.", most_answers=MOST_ANSWERS))
    recent = tuple(at for at in (before.changed if before else ()) if now - at < TOGGLE_TIME)
    same = before is not None and (before.state, before.guests, before.note, before.was) == (
        action.state,
        guests,
        action.note or before.note,
        "",
    )
    if same:
        return outing, (Told(words=already(outing, actor.id)),)
    if outing.status == "frozen" and action.state == "in" and not _was_counted(before, guests):
        return _asks_late(outing, Member(id=actor.id, name=actor.name), guests, now)
    answer = Answer(
        member=Member(id=actor.id, name=actor.name or (before.member.name if before else "")),
        state=action.state,
        guests=guests if action.state != "out" else 0,
        note=action.note or (before.note if before else ""),
        at=before.at if before and before.state == action.state and before.guests >= guests else now,
        aircraft=before.aircraft if before and action.state == "in" else "",
        wish=action.wish or (before.wish if before else ""),
        not_with=before.not_with if before else (),
        changed=(*recent, now)[-TOGGLES - 1 :],
    )
    rest = tuple(a for a in outing.answers if a.member.id != actor.id)
    answers = (*rest, answer) if before is None else tuple(answer if a is before else a for a in outing.answers)
    after = outing.model_copy(
        update={
            "answers": tuple(sorted(answers, key=lambda a: a.at)),
            "requests": tuple(r for r in outing.requests if r.member.id != actor.id),
        }
    )
    effects: list[Effect] = []
    if action.state == "out" and (own := outing.aircraft_of(actor.id)) is not None:
        after = after.model_copy(update={"aircraft": tuple(c for c in after.aircraft if c is not own)})
    after = seats.seated(after)
    quiet = len(recent) >= TOGGLES
    words = seat_words(outing, after, actor)
    if words and not quiet:
        effects.append(Announced(words=words))
    return after, (*effects, Told(words=already(after, actor.id)))


def _was_counted(before: Answer | None, guests: int) -> bool:
    """Whether no more people than before would fly."""
    return before is not None and before.state == "in" and guests <= before.guests


def _asks_late(outing: Outing, member: Member, guests: int, now: datetime) -> Result:
    """After the lists were closed a pilot says yes or no; nothing is said for them."""
    if any(r.member.id == member.id for r in outing.requests):
        return outing, (Told(words=say("The pilots are asked already.")),)
    pilots = pilots_of(outing)
    if not pilots:
        raise Refusal(say("The people lists are closed, and no pilot is there to be asked."))
    if not any(outing.free(c.registration) > guests for c in outing.aircraft):
        raise Refusal(say("The people lists are closed, and no seat is free."))
    request = Request(member=member, guests=guests, at=now)
    after = outing.model_copy(update={"requests": (*outing.requests, request)})
    asks = say("{pilots}, take {who}?", pilots=names_of(pilots, "or"), who=own_name(member, guests))
    words = f"{late_terms(outing, now, member.name)} {asks}"
    return after, (Asked(words=words, person=member.id),)


def own_name(member: Member, guests: int) -> str:
    """ "Gus" or "Gus and 2 guests"."""
    if not guests:
        return member.name
    return say_many("{name} and {count} guest", "{name} and {count} guests", guests, name=member.name)


def decide(outing: Outing, action: Decide, actor: Actor, now: datetime) -> Result:
    request = next((r for r in outing.requests if r.member.id == action.person), None)
    own = outing.aircraft_of(actor.id)
    if request is None:
        return outing, (Told(words=say("That is answered already.")),)
    if own is None:
        raise Refusal(say("{names} can say that.", names=names_of(pilots_of(outing), "or")))
    rest = tuple(r for r in outing.requests if r is not request)
    if outing.aircraft_of(request.member.id) is not None:  # brings the own aircraft since
        return outing.model_copy(update={"requests": rest}), (Told(words=say("That is answered already.")),)
    if not action.yes:
        if any(p.id != actor.id for p in pilots_of(outing)):
            return outing, (Told(words=say("Said. Another pilot may still say yes.")),)
        after = outing.model_copy(update={"requests": rest})
        return after, (Announced(words=say("{name}: no seat this time.", name=request.member.name)),)
    if outing.free(own.registration) < 1 + request.guests:
        raise Refusal(
            say(
                "{label} has no seat left for {who}.",
                label=own.label,
                who=own_name(request.member, request.guests),
            )
        )
    before = outing.answer_of(request.member.id)
    answer = Answer(
        member=request.member,
        state="in",
        guests=request.guests,
        at=now,
        aircraft=own.registration,
        changed=before.changed if before else (),
    )
    answers = (*(a for a in outing.answers if a.member.id != request.member.id), answer)
    after = outing.model_copy(update={"answers": answers, "requests": rest})
    words = say(
        "{name} takes {who}. {terms}", name=own.pilot.name, who=own_name(request.member, request.guests),
        terms=late_terms(outing, now, alone=True),
    )  # fmt: skip
    return after, (Announced(words=words.strip()),)
