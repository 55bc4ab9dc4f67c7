"""What is to be done before the flight: who does it, and how far it is."""

from __future__ import annotations

from bot.outings.actions import Actor, Own, Report, Told
from bot.outings.outing import STATES, Job, Member, Outing
from bot.outings.permission import Refusal, Result, must_be_live, must_lead
from tongue import say


def _job(outing: Outing, key: str) -> Job:
    found = next((j for j in outing.jobs if j.key == key), None)
    if found is None:
        raise Refusal(say("There is no such task any more."))
    return found


def _with_job(outing: Outing, job: Job) -> Outing:
    return outing.model_copy(update={"jobs": tuple(job if j.key == job.key else j for j in outing.jobs)})


def own(outing: Outing, action: Own, actor: Actor) -> Result:
    must_be_live(outing)
    job = _job(outing, action.key)
    owner = action.owner or Member(id=actor.id, name=actor.name)
    if owner.id != actor.id or (job.owner is not None and job.owner.id != actor.id):
        must_lead(outing, actor, job.owner)
    after = _with_job(outing, job.model_copy(update={"owner": owner}))
    return after, (Told(words=say("{name} does: {task}.", name=owner.name, task=job.title)),)


def report(outing: Outing, action: Report, actor: Actor) -> Result:
    must_be_live(outing)
    job = _job(outing, action.key)
    if job.owner is not None and job.owner.id != actor.id:
        must_lead(outing, actor, job.owner)
    if action.state == "received" and not action.reference.strip():
        raise Refusal(say("{title}: with what reference, or by phone with whom? One line.", title=job.title))
    owner = job.owner or Member(id=actor.id, name=actor.name)
    done = job.model_copy(
        update={"state": action.state, "reference": action.reference.strip(), "owner": owner, "was": ""}
    )
    words = say("{task}: {state}.", task=job.title, state=say(STATES[action.state]))
    if action.state == "open" and done.reference:
        words = say("{task}: {reference}. It is open again.", task=job.title, reference=done.reference)
    if action.state == "sent":
        words = " ".join((words, say("It is open until the answer is there.")))
    return _with_job(outing, done), (Told(words=words),)
