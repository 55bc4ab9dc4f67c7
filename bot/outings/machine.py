"""What becomes of an outing when somebody does something: pure, the same in every chat app.

    outing, effects = apply(outing, action, actor, now)

A refusal changes nothing and is told to who asked. Whatever changes raises `version` by one; a change of day or
time raises `schedule`. When an outing is over nothing changes but, once it was flown, its costs.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import assert_never

from bot.outings import seats
from bot.outings.actions import (
    Actor,
    Announced,
    AnswerBy,
    Asked,
    Bring,
    Cancel,
    Decide,
    Deputy,
    Effect,
    Flying,
    Forget,
    Freeze,
    Leave,
    Move,
    OutingAction,
    Own,
    Poll,
    Post,
    Redrawn,
    Refused,
    Remove,
    Report,
    Rescheduled,
    Say,
    Seat,
    Settle,
    Silenced,
    Spend,
    Tick,
    Told,
    Unseat,
    Unspend,
    Vote,
    Withdraw,
)
from bot.outings.outing import (
    FORGOTTEN,
    LIVE,
    MOST_GUESTS,
    OVER,
    Aircraft,
    Answer,
    Expense,
    Job,
    Member,
    Option,
    Outing,
    Request,
)
from bot.outings.writing import (
    already,
    at_zulu,
    late_terms,
    moved_words,
    names_of,
    own_words,
    pilots_of,
    seat_words,
)

Result = tuple[Outing, tuple[Effect, ...]]

STALE_DRAFT = timedelta(days=7)
KEEPS_ANSWERS = timedelta(minutes=60)
"""A change of time on the same day that nobody has to answer again."""
TOGGLES, TOGGLE_TIME = 6, timedelta(minutes=10)
MOST_OPTIONS = 8
MOST_EXPENSES, MOST_AMOUNT = 100, 10_000_000
MOST_AIRCRAFT, MOST_ANSWERS, MOST_DEPUTIES = 20, 200, 5


class Refusal(Exception):  # its words are for the person
    """Why something is not done; becomes `Refused` in `apply` alone."""


def apply(outing: Outing, action: OutingAction, actor: Actor, now: datetime) -> Result:
    """The outing after an action, and what follows."""
    try:
        after, effects = _done(outing, action, actor, now)
    except Refusal as refusal:
        return outing, (Refused(words=str(refusal)),)
    if after == outing:
        return outing, tuple(e for e in effects if isinstance(e, Told | Refused | Asked))
    after = after.model_copy(update={"version": outing.version + 1})
    return after, (*effects, Redrawn())


def _done(outing: Outing, action: OutingAction, actor: Actor, now: datetime) -> Result:
    if outing.status in OVER and not _may_follow(outing, action):
        raise Refusal(f"That outing is {outing.status}: nothing changes there any more.")
    if isinstance(action, Move | Cancel | Freeze | Deputy | Remove | Post | Poll | AnswerBy):
        _must_lead(outing, actor)
    match action:
        case Post():
            return _post(outing, now)
        case Poll():
            return _poll(outing, action, now)
        case Vote():
            return _vote(outing, action, actor)
        case Move():
            return _move(outing, action, now)
        case Say():
            return _say(outing, action, actor, now)
        case Bring():
            return _bring(outing, action, actor, now)
        case Withdraw():
            return _withdraw(outing, action, actor)
        case Seat():
            return _seat(outing, action, actor)
        case Unseat():
            return _unseat(outing, action, actor)
        case Own():
            return _own(outing, action, actor)
        case Report():
            return _report(outing, action, actor)
        case Cancel():
            _current(outing, action.version)
            cancelled = outing.model_copy(update={"status": "cancelled", "why": action.why, "requests": ()})
            why = f" ({action.why})" if action.why else ""
            words = f"**Called off**{why}: {_named(outing)}. {own_words(outing)}".rstrip()
            return cancelled, (Silenced(), Announced(words=words, urgent=True))
        case Freeze():
            _current(outing, action.version)
            return _frozen(outing)
        case Deputy():
            return _deputy(outing, action)
        case Remove() | Leave():
            return _removed(outing, action.person)
        case Forget():
            return _forgotten(outing, action.person)
        case Decide():
            return _decide(outing, action, actor, now)
        case Flying():
            return _flying(outing, action, actor)
        case Spend():
            return _spend(outing, action, actor)
        case Unspend():
            return _unspend(outing, action, actor)
        case Settle():
            _must_lead(outing, actor)
            return outing.model_copy(update={"settled": True}), ()
        case AnswerBy():
            return outing.model_copy(update={"answer_by": action.at}), (Rescheduled(),)
        case Tick():
            return _tick(outing, now)
        case _:
            assert_never(action)


def _may_follow(outing: Outing, action: OutingAction) -> bool:
    """Costs come after the flight; who wants to be forgotten is, always."""
    if isinstance(action, Forget):
        return True
    return outing.status == "flown" and isinstance(action, Spend | Unspend | Settle | Leave)


def _must_lead(outing: Outing, actor: Actor) -> None:
    if not (actor.clock or actor.admin or outing.leads(actor.id)):
        leaders = names_of((outing.organiser, *outing.deputies), "or")
        raise Refusal(f"{leaders} can change this.")


def _current(outing: Outing, version: int | None) -> None:
    if version is not None and version != outing.version:
        raise Refusal("The outing has changed since that button was drawn: look at the card again.")


def _must_be_live(outing: Outing) -> None:
    if outing.status not in LIVE:
        raise Refusal("That outing is a draft: its organiser posts it first.")


def _named(outing: Outing) -> str:
    return f"{outing.flight.route}, {outing.flight.when}" if outing.flight else outing.place or "the outing"


# --- the day and the time ---------------------------------------------------------------------------------


def _post(outing: Outing, now: datetime) -> Result:
    if outing.status != "draft":
        return outing, (Told(words="It is posted already."),)
    if outing.flight is None:
        raise Refusal("It has no day yet: choose one first.")
    if outing.flight.off_blocks <= now:
        raise Refusal(f"{outing.flight.when} is past.")
    return _by_clock(outing.model_copy(update={"status": "open"}), now), (Rescheduled(),)


def _poll(outing: Outing, action: Poll, now: datetime) -> Result:
    if outing.status not in ("draft", "polling"):
        raise Refusal("The day stands: move it with /move.")
    days = tuple(dict.fromkeys(day for day in action.days if day >= now.date()))[:MOST_OPTIONS]
    if not days:
        raise Refusal("These days are past.")
    kept = {o.day: o.votes for o in outing.options}
    options = tuple(Option(day=day, votes=kept.get(day, ())) for day in sorted(days))
    return outing.model_copy(update={"status": "polling", "options": options}), ()


def _vote(outing: Outing, action: Vote, actor: Actor) -> Result:
    if outing.status != "polling":
        return outing, (Told(words="The day is chosen: late votes change nothing."),)
    options = tuple(
        o.model_copy(
            update={
                "votes": tuple(v for v in o.votes if v != actor.id) + ((actor.id,) if o.day in action.days else ())
            }
        )
        for o in outing.options
    )
    return outing.model_copy(update={"options": options}), ()


def _move(outing: Outing, action: Move, now: datetime) -> Result:
    flight, before = action.flight, outing.flight
    if flight.off_blocks <= now:
        raise Refusal(f"{flight.when} is past.")
    was_draft = outing.status in ("draft", "polling")
    status = "open" if outing.status in ("polling", "frozen") else outing.status
    update: dict[str, object] = {"flight": flight, "schedule": outing.schedule + 1, "status": status}
    if before is None or was_draft:
        moved = outing.model_copy(update={**update, "jobs": action.jobs})
        return _by_clock(moved, now), (Rescheduled(),)
    again = before.day != flight.day or abs(flight.off_blocks - before.off_blocks) > KEEPS_ANSWERS
    update |= {
        "moved": f"{before.when} → {flight.when}",
        "jobs": tuple(_carried(job, outing.jobs, before.when) for job in action.jobs),
        "requests": (),
        "answers": tuple(
            a.model_copy(update={"was": a.was or before.when}) if again and a.state == "in" else a
            for a in outing.answers
        ),
        "aircraft": tuple(c.model_copy(update={"flying": None}) for c in outing.aircraft),
    }
    moved = seats.seated(_by_clock(outing.model_copy(update=update), now))
    return moved, (Rescheduled(), Announced(words=moved_words(before, moved, again)))


def _carried(job: Job, before: tuple[Job, ...], when: str) -> Job:
    """A task of the new time with its owner; what was done was done for the old time."""
    old = next((j for j in before if j.key == job.key), None)
    if old is None:
        return job
    was = old.was if old.state == "open" else f"{old.state} for {when}"
    return job.model_copy(update={"owner": old.owner, "was": was})


def _by_clock(outing: Outing, now: datetime) -> Outing:
    """Closed where the moment for the people lists has come."""
    final = outing.flight.people_final if outing.flight else None
    if outing.status == "open" and final is not None and now >= final:
        return outing.model_copy(update={"status": "frozen"})
    return outing


def _frozen(outing: Outing) -> Result:
    if outing.status == "frozen":
        return outing, (Told(words="The people lists are closed already."),)
    if outing.status != "open":
        raise Refusal("Post it first.")
    return outing.model_copy(update={"status": "frozen"}), ()


def _tick(outing: Outing, now: datetime) -> Result:
    if outing.status in ("draft", "polling"):
        past = outing.flight is not None and outing.flight.off_blocks <= now
        over = bool(outing.options) and max(o.day for o in outing.options) < now.date()
        if past or over or now - outing.made_at > STALE_DRAFT:
            return outing.model_copy(update={"status": "expired"}), (Silenced(),)
        return outing, ()
    if outing.flight is not None and now >= outing.flight.ends:
        return outing.model_copy(update={"status": "flown", "requests": ()}), ()
    return _by_clock(outing, now), ()


# --- who comes --------------------------------------------------------------------------------------------


def _say(outing: Outing, action: Say, actor: Actor, now: datetime) -> Result:
    _must_be_live(outing)
    if action.schedule is not None and action.schedule != outing.schedule:
        raise Refusal(f"It was moved ({outing.moved}): tap on the card as it is now.")
    if action.guests is not None and not 0 <= action.guests <= MOST_GUESTS:
        raise Refusal(f"{action.guests} guests? At most {MOST_GUESTS} can come with one person.")
    before = outing.answer_of(actor.id)
    guests = action.guests if action.guests is not None else before.guests if before else 0
    flown = outing.aircraft_of(actor.id)
    if action.state == "in" and flown is not None and guests > flown.seats:
        raise Refusal(f"You offer {flown.seats} seats in {flown.label}: that is too few for {guests} guests.")
    if before is None and len(outing.answers) >= MOST_ANSWERS:
        raise Refusal(f"{MOST_ANSWERS} people answered: no more fit on one card.")
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
        wish=before.wish if before else "",
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
        return outing, (Told(words="The pilots are asked already."),)
    pilots = pilots_of(outing)
    if not pilots:
        raise Refusal("The people lists are closed, and no pilot is there to be asked.")
    request = Request(member=member, guests=guests, at=now)
    after = outing.model_copy(update={"requests": (*outing.requests, request)})
    words = f"{late_terms(outing, now, member.name)} {names_of(pilots, 'or')}, take {own_name(member, guests)}?"
    return after, (Asked(words=words, person=member.id),)


def own_name(member: Member, guests: int) -> str:
    """ "Gus" or "Gus and 2 guests"."""
    return member.name + (f" and {guests} guest{'s' if guests > 1 else ''}" if guests else "")


def _decide(outing: Outing, action: Decide, actor: Actor, now: datetime) -> Result:
    request = next((r for r in outing.requests if r.member.id == action.person), None)
    own = outing.aircraft_of(actor.id)
    if request is None:
        return outing, (Told(words="That is answered already."),)
    if own is None:
        raise Refusal(f"{names_of(pilots_of(outing), 'or')} can say that.")
    rest = tuple(r for r in outing.requests if r is not request)
    if not action.yes:
        if any(p.id != actor.id for p in pilots_of(outing)):
            return outing, (Told(words="Said. Another pilot may still say yes."),)
        after = outing.model_copy(update={"requests": rest})
        return after, (Announced(words=f"{request.member.name}: no seat this time."),)
    if outing.free(own.registration) < 1 + request.guests:
        raise Refusal(f"{own.label} has no seat left for {own_name(request.member, request.guests)}.")
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
    words = (
        f"{own.pilot.name} takes {own_name(request.member, request.guests)}. {late_terms(outing, now, alone=True)}"
    )
    return after, (Announced(words=words.strip()), Rescheduled())


def _removed(outing: Outing, person: str) -> Result:
    """Off the list, with the aircraft; the organiser's place goes to a deputy, else to a pilot."""
    answers = tuple(a for a in outing.answers if a.member.id != person)
    update: dict[str, object] = {
        "answers": answers,
        "aircraft": tuple(c for c in outing.aircraft if c.pilot.id != person),
        "requests": tuple(r for r in outing.requests if r.member.id != person),
        "deputies": tuple(d for d in outing.deputies if d.id != person),
        "options": tuple(
            o.model_copy(update={"votes": tuple(v for v in o.votes if v != person)}) for o in outing.options
        ),
        "jobs": tuple(
            j.model_copy(update={"owner": None}) if j.owner and j.owner.id == person else j for j in outing.jobs
        ),
    }
    if outing.organiser.id == person:
        heirs = [d for d in outing.deputies if d.id != person]
        heirs += [c.pilot for c in outing.aircraft if c.pilot.id != person]
        heirs += [a.member for a in answers if a.state == "in"]
        if heirs:
            update["organiser"] = heirs[0]
            update["deputies"] = tuple(d for d in outing.deputies if d.id not in (person, heirs[0].id))
    after = seats.seated(outing.model_copy(update=update))
    words = seat_words(outing, after, Actor(id=person))
    return after, ((Announced(words=words),) if words else ()) if after.status in LIVE else ()


def _forgotten(outing: Outing, person: str) -> Result:
    """The name goes everywhere; the seat is freed. Costs stay, of "a member"."""
    if outing.status not in OVER:
        outing, _ = _removed(outing, person)
    nobody = Member(id="", name=FORGOTTEN)
    return outing.model_copy(
        update={
            "organiser": nobody if outing.organiser.id == person else outing.organiser,
            "deputies": tuple(d for d in outing.deputies if d.id != person),
            "answers": tuple(
                a.model_copy(update={"member": nobody, "note": ""}) if a.member.id == person else a
                for a in outing.answers
            ),
            "aircraft": tuple(
                c.model_copy(update={"pilot": nobody}) if c.pilot.id == person else c for c in outing.aircraft
            ),
            "jobs": tuple(
                j.model_copy(update={"owner": nobody, "reference": ""}) if j.owner and j.owner.id == person else j
                for j in outing.jobs
            ),
            "expenses": tuple(
                e.model_copy(update={"by": nobody}) if e.by.id == person else e for e in outing.expenses
            ),
        }
    ), ()


def _deputy(outing: Outing, action: Deputy) -> Result:
    if outing.leads(action.member.id):
        return outing, (Told(words=f"{action.member.name} can change it already."),)
    if len(outing.deputies) >= MOST_DEPUTIES:
        raise Refusal(f"At most {MOST_DEPUTIES} deputies.")
    return outing.model_copy(update={"deputies": (*outing.deputies, action.member)}), ()


# --- aircraft and seats -----------------------------------------------------------------------------------


def _bring(outing: Outing, action: Bring, actor: Actor, now: datetime) -> Result:
    _must_be_live(outing)
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


def _withdraw(outing: Outing, action: Withdraw, actor: Actor) -> Result:
    craft = outing.craft(action.registration) if action.registration else outing.aircraft_of(actor.id)
    if craft is None:
        raise Refusal("There is no such aircraft in this outing.")
    if craft.pilot.id != actor.id:
        _must_lead(outing, actor)
    rest = tuple(c for c in outing.aircraft if c is not craft)
    after = seats.seated(outing.model_copy(update={"aircraft": rest}))
    words = f"{craft.label} is withdrawn. {seat_words(outing, after, actor)}".strip()
    return after, (Announced(words=words),)


def _seat(outing: Outing, action: Seat, actor: Actor) -> Result:
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


def _unseat(outing: Outing, action: Unseat, actor: Actor) -> Result:
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


def _flying(outing: Outing, action: Flying, actor: Actor) -> Result:
    _must_be_live(outing)
    own = outing.aircraft_of(actor.id)
    if own is None:
        raise Refusal("That is for pilots who bring an aircraft.")
    aircraft = tuple(c.model_copy(update={"flying": action.yes}) if c is own else c for c in outing.aircraft)
    after = seats.seated(outing.model_copy(update={"aircraft": aircraft}))
    if action.yes:
        return after, (Told(words="Noted: your decision, for your aircraft."),)
    words = f"{own.pilot.name} does not fly. {seat_words(outing, after, actor)}".strip()
    return after, (Announced(words=words, urgent=True),)


# --- tasks ------------------------------------------------------------------------------------------------


def _job(outing: Outing, key: str) -> Job:
    found = next((j for j in outing.jobs if j.key == key), None)
    if found is None:
        raise Refusal("There is no such task any more.")
    return found


def _with_job(outing: Outing, job: Job) -> Outing:
    return outing.model_copy(update={"jobs": tuple(job if j.key == job.key else j for j in outing.jobs)})


def _own(outing: Outing, action: Own, actor: Actor) -> Result:
    _must_be_live(outing)
    job = _job(outing, action.key)
    owner = action.owner or Member(id=actor.id, name=actor.name)
    if owner.id != actor.id or (job.owner is not None and job.owner.id != actor.id):
        _must_lead(outing, actor)
    after = _with_job(outing, job.model_copy(update={"owner": owner}))
    return after, (Told(words=f"{owner.name} does: {job.title}."), Rescheduled())


def _report(outing: Outing, action: Report, actor: Actor) -> Result:
    _must_be_live(outing)
    job = _job(outing, action.key)
    if job.owner is not None and job.owner.id != actor.id:
        _must_lead(outing, actor)
    if action.state == "received" and not action.reference.strip():
        raise Refusal(f"{job.title}: with what reference, or by phone with whom? One line.")
    owner = job.owner or Member(id=actor.id, name=actor.name)
    done = job.model_copy(
        update={"state": action.state, "reference": action.reference.strip(), "owner": owner, "was": ""}
    )
    still = " It is open until the answer is there." if action.state == "sent" else ""
    return _with_job(outing, done), (Told(words=f"{job.title}: {action.state}.{still}"), Rescheduled())


# --- money ------------------------------------------------------------------------------------------------


def _spend(outing: Outing, action: Spend, actor: Actor) -> Result:
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


def _unspend(outing: Outing, action: Unspend, actor: Actor) -> Result:
    found = next((e for e in outing.expenses if e.number == action.number), None)
    if found is None:
        return outing, (Told(words="That entry is gone already."),)
    if found.by.id != actor.id:
        _must_lead(outing, actor)
    rest = tuple(e for e in outing.expenses if e is not found)
    return outing.model_copy(update={"expenses": rest}), (Told(words=f"Taken back: {found.what}."),)


__all__ = ["Refusal", "apply", "at_zulu", "own_name"]
