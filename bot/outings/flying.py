"""Aircraft and seats: brought, taken, withdrawn, and each pilot's own decision."""

from __future__ import annotations

from datetime import datetime

from bot.outings import seats
from bot.outings.actions import Actor, Announced, Bring, Flying, Seat, Told, Unseat, Withdraw
from bot.outings.outing import Aircraft, Answer, Member, Outing
from bot.outings.permission import Refusal, Result, must_be_live, must_lead
from bot.outings.writing import seat_words

MOST_AIRCRAFT = 20


def bring(outing: Outing, action: Bring, actor: Actor, now: datetime) -> Result:
    must_be_live(outing)
    name = action.registration.upper()
    if not 0 <= action.seats <= 19:
        raise Refusal(f"{action.seats} seats? Say how many you offer, without your own.")
    if outing.status == "frozen" and outing.aircraft_of(actor.id) is None:
        raise Refusal(
            "The people lists are closed: no aircraft is added now. Fly beside it with a list of your own."
        )
    other = outing.craft(name)
    if other is not None and other.pilot.id != actor.id:
        raise Refusal(f"{name} is {other.pilot.name}'s here already: give a registration.")
    if other is None and len(outing.aircraft) >= MOST_AIRCRAFT:
        raise Refusal(f"At most {MOST_AIRCRAFT} aircraft.")
    before = outing.answer_of(actor.id)
    if before is not None and before.guests > action.seats:
        raise Refusal(f"You come with {before.guests} guests: offer at least as many seats.")
    pilot = Member(id=actor.id, name=actor.name)
    craft = Aircraft(registration=name, type=action.type, pilot=pilot, seats=action.seats)
    own = outing.aircraft_of(actor.id)
    aircraft = tuple(craft if c is own else c for c in outing.aircraft) if own else (*outing.aircraft, craft)
    answer = (
        before.model_copy(update={"state": "in", "aircraft": "", "was": ""})
        if before
        else Answer(member=pilot, state="in", at=now)
    )
    answers = tuple(answer if a is before else a for a in outing.answers) if before else (*outing.answers, answer)
    renamed = own is not None and own.registration != name
    if renamed:
        answers = tuple(
            a.model_copy(update={"aircraft": name}) if own and a.aircraft == own.registration else a
            for a in answers
        )
    after = seats.seated(outing.model_copy(update={"aircraft": aircraft, "answers": answers}))
    return after, (Told(words=f"{name} with {action.seats} seat{'' if action.seats == 1 else 's'}: thank you."),)


def withdraw(outing: Outing, action: Withdraw, actor: Actor) -> Result:
    craft = outing.craft(action.registration) if action.registration else outing.aircraft_of(actor.id)
    if craft is None:
        raise Refusal("There is no such aircraft in this outing.")
    if craft.pilot.id != actor.id:
        must_lead(outing, actor)
    rest = tuple(c for c in outing.aircraft if c is not craft)
    after = seats.seated(outing.model_copy(update={"aircraft": rest}))
    words = f"{craft.label} is withdrawn. {seat_words(outing, after, actor)}".strip()
    return after, (Announced(words=words),)


def take_seat(outing: Outing, action: Seat, actor: Actor) -> Result:
    answer, craft = outing.answer_of(actor.id), outing.craft(action.registration)
    if craft is None:
        raise Refusal(f"There is no {action.registration.upper()[:20]} in this outing.")
    if answer is None or answer.state != "in":
        raise Refusal("Say that you are in first.")
    if outing.aircraft_of(actor.id) is not None:
        raise Refusal("You fly yourself.")
    if outing.status == "frozen":
        raise Refusal("The people lists are closed: ask the pilots.")
    wished = tuple(a.model_copy(update={"wish": craft.registration}) if a is answer else a for a in outing.answers)
    after = outing.model_copy(update={"answers": wished})
    if answer.aircraft == craft.registration:
        return outing, (Told(words=f"You sit with {craft.pilot.name}."),)
    if craft.registration in answer.not_with:
        return outing, (Told(words=f"{craft.pilot.name} says who sits there."),)
    if outing.free(craft.registration) >= answer.heads:
        after = seats.seated(seats.given(after, actor.id, craft.registration))
        return after, (Told(words=f"You sit with {craft.pilot.name}."),)
    return after, (Told(words=f"{craft.label} is full; your wish is noted for {craft.pilot.name}."),)


def unseat(outing: Outing, action: Unseat, actor: Actor) -> Result:
    answer, own = outing.answer_of(action.person), outing.aircraft_of(actor.id)
    if answer is None or not answer.aircraft:
        return outing, (Told(words="They have no seat."),)
    if own is None or own.registration != answer.aircraft:
        craft = outing.craft(answer.aircraft)
        raise Refusal(f"{craft.pilot.name if craft else 'The pilot'} says who sits there.")
    waits = answer.model_copy(
        update={"aircraft": "", "wish": "", "not_with": (*answer.not_with, own.registration)}
    )
    answers = tuple(waits if a is answer else a for a in outing.answers)
    after = seats.seated(outing.model_copy(update={"answers": answers}))
    words = seat_words(outing, after, actor) or f"{answer.member.name} has another seat."
    return after, (Announced(words=words),)


def decide_flying(outing: Outing, action: Flying, actor: Actor) -> Result:
    must_be_live(outing)
    own = outing.aircraft_of(actor.id)
    if own is None:
        raise Refusal("That is for pilots who bring an aircraft.")
    aircraft = tuple(c.model_copy(update={"flying": action.yes}) if c is own else c for c in outing.aircraft)
    after = seats.seated(outing.model_copy(update={"aircraft": aircraft}))
    if action.yes:
        return after, (Told(words="Noted: your decision, for your aircraft."),)
    words = f"{own.pilot.name} does not fly. {seat_words(outing, after, actor)}".strip()
    return after, (Announced(words=words, urgent=True),)
