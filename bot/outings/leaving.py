"""Who leaves: off the list, out of the group, or forgotten; and who leads in their place."""

from __future__ import annotations

from bot.outings import seats
from bot.outings.actions import Actor, Announced, Deputy, Told
from bot.outings.outing import FORGOTTEN, LIVE, OVER, Member, Outing
from bot.outings.permission import Refusal, Result
from bot.outings.writing import seat_words
from tongue import say

MOST_DEPUTIES = 5


def removed(outing: Outing, person: str) -> Result:
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
    return after, (Announced(words=words),) if words and after.status in LIVE else ()


def forgotten(outing: Outing, person: str) -> Result:
    """The name goes everywhere; the seat is freed. Costs stay, of "a member"."""
    if outing.status not in OVER:
        outing, _ = removed(outing, person)
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


def deputy(outing: Outing, action: Deputy) -> Result:
    if outing.leads(action.member.id):
        return outing, (Told(words=say("{name} can change it already.", name=action.member.name)),)
    if len(outing.deputies) >= MOST_DEPUTIES:
        raise Refusal(say("At most {most_deputies} deputies.", most_deputies=MOST_DEPUTIES))
    return outing.model_copy(update={"deputies": (*outing.deputies, action.member)}), ()
