"""Aircraft and seats: brought, taken, withdrawn, and each pilot's own decision."""

from __future__ import annotations

from datetime import datetime

from bot.outings import seats
from bot.outings.actions import Actor, Announced, Bring, Flying, Seat, Told, Unseat, Withdraw
from bot.outings.outing import Aircraft, Answer, Member, Outing
from bot.outings.permission import Refusal, Result, must_be_live, must_lead
from bot.outings.writing import seat_words
from tongue import say, say_many

MOST_AIRCRAFT = 20


def bring(outing: Outing, action: Bring, actor: Actor, now: datetime) -> Result:
    must_be_live(outing)
    name = action.registration.upper()
    if not 0 <= action.seats <= 19:
        raise Refusal(say("{seats} seats? Say how many you offer, without your own.", seats=action.seats))
    if outing.status == "frozen" and outing.aircraft_of(actor.id) is None:
        raise Refusal(
            say("The people lists are closed: no aircraft is added now. Fly beside it with a list of your own.")
        )
    other = outing.craft(name)
    if other is not None and other.pilot.id != actor.id:
        raise Refusal(
            say("{name} is {name2}'s here already: give a registration.", name=name, name2=other.pilot.name)
        )
    if other is None and len(outing.aircraft) >= MOST_AIRCRAFT:
        raise Refusal(say("At most {most_aircraft} aircraft.", most_aircraft=MOST_AIRCRAFT))
    before = outing.answer_of(actor.id)
    if before is not None and before.guests > action.seats:
        raise Refusal(say("You come with {guests} guests: offer at least as many seats.", guests=before.guests))
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
    thanks = say_many(
        "{name} with {count} seat: thank you.", "{name} with {count} seats: thank you.", action.seats, name=name
    )
    return after, (Told(words=thanks),)


def withdraw(outing: Outing, action: Withdraw, actor: Actor) -> Result:
    craft = outing.craft(action.registration) if action.registration else outing.aircraft_of(actor.id)
    if craft is None:
        raise Refusal(say("There is no such aircraft in this outing."))
    if craft.pilot.id != actor.id:
        must_lead(outing, actor, craft.pilot)
    rest = tuple(c for c in outing.aircraft if c is not craft)
    after = seats.seated(outing.model_copy(update={"aircraft": rest}))
    said = say("{aircraft} is withdrawn.", aircraft=craft.label)
    words = f"{said} {seat_words(outing, after, actor)}".strip()
    return after, (Announced(words=words),)


def take_seat(outing: Outing, action: Seat, actor: Actor) -> Result:
    answer, craft = outing.answer_of(actor.id), outing.craft(action.registration)
    if craft is None:
        raise Refusal(say("There is no {craft} in this outing.", craft=action.registration.upper()[:20]))
    if answer is None or answer.state != "in":
        raise Refusal(say("Say that you are in first."))
    if outing.aircraft_of(actor.id) is not None:
        raise Refusal(say("You fly yourself."))
    if outing.status == "frozen":
        raise Refusal(say("The people lists are closed: ask the pilots."))
    wished = tuple(a.model_copy(update={"wish": craft.registration}) if a is answer else a for a in outing.answers)
    after = outing.model_copy(update={"answers": wished})
    if answer.aircraft == craft.registration:
        return outing, (Told(words=say("You sit with {name}.", name=craft.pilot.name)),)
    if craft.registration in answer.not_with:
        return outing, (Told(words=say("{name} says who sits there.", name=craft.pilot.name)),)
    if outing.free(craft.registration) >= answer.heads:
        after = seats.seated(seats.given(after, actor.id, craft.registration))
        return after, (Told(words=say("You sit with {name}.", name=craft.pilot.name)),)
    return after, (
        Told(
            words=say("{label} is full; your wish is noted for {name}.", label=craft.label, name=craft.pilot.name)
        ),
    )


def unseat(outing: Outing, action: Unseat, actor: Actor) -> Result:
    answer, own = outing.answer_of(action.person), outing.aircraft_of(actor.id)
    if answer is None or not answer.aircraft:
        return outing, (Told(words=say("They have no seat.")),)
    if own is None or own.registration != answer.aircraft:
        craft = outing.craft(answer.aircraft)
        raise Refusal(say("{name} says who sits there.", name=craft.pilot.name if craft else say("The pilot")))
    waits = answer.model_copy(
        update={"aircraft": "", "wish": "", "not_with": (*answer.not_with, own.registration)}
    )
    answers = tuple(waits if a is answer else a for a in outing.answers)
    after = seats.seated(outing.model_copy(update={"answers": answers}))
    words = seat_words(outing, after, actor) or say("{name} has another seat.", name=answer.member.name)
    return after, (Announced(words=words),)


def decide_flying(outing: Outing, action: Flying, actor: Actor) -> Result:
    must_be_live(outing)
    own = outing.aircraft_of(actor.id)
    if own is None:
        raise Refusal(say("That is for pilots who bring an aircraft."))
    aircraft = tuple(c.model_copy(update={"flying": action.yes}) if c is own else c for c in outing.aircraft)
    after = seats.seated(outing.model_copy(update={"aircraft": aircraft}))
    if action.yes:
        return after, (Told(words=say("Noted: your decision, for your aircraft.")),)
    said = say("{name} does not fly.", name=own.pilot.name)
    words = f"{said} {seat_words(outing, after, actor)}".strip()
    return after, (Announced(words=words, urgent=True),)
