"""What is to be done before the flight: who does it, and how far it is."""

from __future__ import annotations

from bot.outings.actions import Actor, Own, Report, Told
from bot.outings.outing import STATES, Job, Member, Outing
from bot.outings.permission import Refusal, Result, must_be_live, must_lead
from tongue import say


def _jobs(outing: Outing, action: Own | Report) -> tuple[Job, ...]:
    keys = (action.key, *action.also)
    found = tuple(j for j in outing.jobs if j.key in keys)
    if len(found) < len(set(keys)):
        raise Refusal(say("There is no such task any more."))
    return found


def _with_jobs(outing: Outing, jobs: tuple[Job, ...]) -> Outing:
    changed = {j.key: j for j in jobs}
    return outing.model_copy(update={"jobs": tuple(changed.get(j.key, j) for j in outing.jobs)})


def own(outing: Outing, action: Own, actor: Actor) -> Result:
    must_be_live(outing)
    jobs = _jobs(outing, action)
    owner = action.owner or Member(id=actor.id, name=actor.name)
    for job in jobs:
        if owner.id != actor.id or (job.owner is not None and job.owner.id != actor.id):
            must_lead(outing, actor, job.owner)
    after = _with_jobs(outing, tuple(j.model_copy(update={"owner": owner}) for j in jobs))
    return after, (Told(words=say("{name} does: {task}.", name=owner.name, task=titles_of(jobs))),)


def report(outing: Outing, action: Report, actor: Actor) -> Result:
    must_be_live(outing)
    jobs = _jobs(outing, action)
    title, reference = titles_of(jobs), action.reference.strip()
    for job in jobs:
        if job.owner is not None and job.owner.id != actor.id:
            must_lead(outing, actor, job.owner)
    if action.state == "received" and not reference and any(job.kind != "lunch" for job in jobs):
        raise Refusal(say("{title}: with what reference, or by phone with whom? One line.", title=title))
    here = Member(id=actor.id, name=actor.name)
    done = {"state": action.state, "reference": reference, "was": ""}
    after = _with_jobs(outing, tuple(j.model_copy(update={**done, "owner": j.owner or here}) for j in jobs))
    words = say("{task}: {state}.", task=title, state=say(STATES[action.state]))
    if action.state == "open" and reference:
        words = say("{task}: {reference}. It is open again.", task=title, reference=reference)
    if action.state == "sent":
        words = " ".join((words, say("It is open until the answer is there.")))
    return after, (Told(words=words),)


def titles_of(jobs: tuple[Job, ...]) -> str:
    """Their titles, each once."""
    return ", ".join(dict.fromkeys(j.title for j in jobs))
