"""Takes an outing's flight and tasks from the trip's plan: what the agent knows of it, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from pydantic import JsonValue

from agent.aviation.hours import zone_of
from agent.deps import Deps
from agent.errors import AgentError
from agent.protocol import Profile, Question, Source
from agent.registry import ToolContext
from agent.subjects.trip.plan import TripArguments, planned
from agent.subjects.trip.timeline import LatestOffBlocks, Task, TripLeg, TripPlan
from agent.writing.citations import dated
from bot.outings.outing import Flight, Job, day_words
from bot.outings.writing import at_zulu
from tongue import say

Asked = Literal["", "from", "day", "time"]
"""What only the pilot can say."""


@dataclass(frozen=True)
class Missing:
    """Why nothing is reckoned, in words, and what to ask for where the pilot can add it."""

    words: str
    asks: Asked = ""


CLOSES_BEFORE = timedelta(hours=1)
"""The lists of people close so long before the first report that names them must be sent."""
MOST_FACTS = 7
FARTHEST = timedelta(days=300)
"""A day of the year that is just past is read as next year's: no club's outing is that far ahead."""


async def reckoned(
    arguments: dict[str, JsonValue], deps: Deps, now: datetime, profile: Profile
) -> tuple[Flight, tuple[Job, ...]] | Missing:
    """The flight and what is to be done for it, or what is missing."""
    try:
        plan = await _planned(arguments, deps, now, profile)
        taken, notes = clocks_changed(plan, arguments)
        if taken != arguments:
            plan = await _planned(taken, deps, now, profile)
    except AgentError as error:
        return Missing(error.user_message)
    except ValueError:
        return Missing(say("I cannot read that: /flyout LFAT sat 10:00 back 15:30"))
    if not plan.found or not plan.legs:
        words = plan.message or say("I cannot plan that: where from, where to?")
        lacks = {missing.key for missing in plan.missing_info}
        nowhere = "from_location" in lacks and not (arguments.get("from_location") or profile.home_base)
        return Missing(words, "from" if nowhere else "")
    first = plan.legs[0]
    if first.day is None:
        return Missing(say("On which day?"), "day")
    if first.day > now.date() + FARTHEST:
        far = say("{day} {day_of:%Y} is more than 300 days ahead: name a nearer day.", day=day_words(first.day),
                  day_of=first.day)  # fmt: skip
        return Missing(far)
    if first.off_blocks is None:
        return Missing(say("Off blocks at what time on {day}?", day=day_words(first.day)), "time")
    flight = flight_of(plan)
    if arguments.get("return_off_block") and flight.back is None and plan.problems:
        return Missing(" ".join(plan.problems))  # the way home that was said cannot be
    facts = (*notes, *flight.facts)[:MOST_FACTS]
    return flight.model_copy(update={"facts": facts, "clocks": " ".join(notes)}), jobs_of(plan)


async def _planned(arguments: dict[str, JsonValue], deps: Deps, now: datetime, profile: Profile) -> TripPlan:
    known = TripArguments.model_validate(arguments)
    return await planned(known, ToolContext(deps, Question(text="", at=now, profile=profile)))


def clocks_changed(
    plan: TripPlan, arguments: dict[str, JsonValue]
) -> tuple[dict[str, JsonValue], tuple[str, ...]]:
    """The arguments with times that exist, and what was taken for one that does not exist, or comes twice."""
    taken, notes = dict(arguments), list[str]()
    ends = [("out", "day", "off_block"), ("home", "return_day", "return_off_block")]
    for direction, day, clock in ends:
        leg = next((leg for leg in plan.legs if leg.direction == direction), None)
        said, zone = str(arguments.get(clock) or ""), zone_of(leg.from_zone) if leg else None
        when = str(arguments.get(day) or arguments.get("day") or "") or (str(leg.day) if leg and leg.day else "")
        if leg is None or zone is None or len(said) != 5 or not when:
            continue
        wall = datetime.combine(date.fromisoformat(when), time.fromisoformat(said))
        first, second = (wall.replace(tzinfo=zone, fold=n).astimezone(UTC) for n in (0, 1))
        if first == second:
            continue
        name = leg.from_.icao or leg.from_.name
        if first.astimezone(zone).replace(tzinfo=None) == wall:
            which = "first" if leg.off_blocks in (first, None) else "second"
            moment = first if which == "first" else second
            values = {"said": said, "field": name, "zulu": at_zulu(moment)}
            notes.append(
                say("{said} comes twice that night at {field}: I took the first ({zulu})", **values)
                if which == "first"
                else say("{said} comes twice that night at {field}: I took the second ({zulu})", **values)
            )
            continue
        later = first.astimezone(zone)
        taken[clock] = f"{later:%H:%M}"
        notes.append(
            say(
                "{said} does not exist that night at {field}, the clocks go forward: I took {time:%H:%M} local"
                " ({zulu})",
                said=said, field=name, time=later, zulu=at_zulu(first),
            )
        )  # fmt: skip
    return taken, tuple(notes)


def flight_of(plan: TripPlan) -> Flight:
    """Where and when, with the sums of the latest off blocks and the draft's facts."""
    out = [leg for leg in plan.legs if leg.direction == "out"]
    home = [leg for leg in plan.legs if leg.direction == "home"]
    first, last = out[0], out[-1]
    reports = [t for t in plan.tasks if t.kind == "report" and t.latest is not None]
    earliest = min(reports, key=lambda t: t.latest or datetime.max.replace(tzinfo=UTC), default=None)
    hours = 0.0
    if earliest is not None and earliest.latest is not None:
        leg = next(leg for leg in plan.legs if leg.number == earliest.leg)
        hours = (leg.off_blocks - earliest.latest).total_seconds() / 3600 if leg.off_blocks else 0.0
    latest = home[0].latest if home else None
    return Flight(
        from_icao=first.from_.icao or first.from_.name,
        from_name=first.from_.name,
        to_icao=last.to.icao or last.to.name,
        to_name=last.to.name,
        zone=first.from_zone,
        to_zone=last.to_zone,
        off_blocks=first.off_blocks or datetime.now(UTC),
        arrival=last.arrival,
        back=home[0].off_blocks if home else None,
        home=home[-1].arrival if home else None,
        report=earliest.title if earliest else "",
        report_hours=hours,
        people_final=earliest.latest - CLOSES_BEFORE if earliest and earliest.latest else None,
        latest_back=latest.latest if latest else None,
        sums=tuple(sum_words(leg, leg.latest) for leg in plan.legs if leg.latest is not None),
        suns=_suns(out, home),
        facts=_facts(plan, out, home),
        sources=tuple(dict.fromkeys(_source(s.name, s.as_of, s.stale) for s in plan.sources))[:4],
        country=last.to_country,
        home_country=first.from_country,
        arguments=dict(plan.arguments),
    )


def sum_words(leg: TripLeg, latest: LatestOffBlocks) -> str:
    """ "Latest off blocks LFAT 16:57 local (15:57Z): sunset EGTF 17:13Z − 46 min − 30 margin.", and where the
    plan is later, that it is."""
    zone = zone_of(leg.from_zone) or UTC
    local = latest.latest.astimezone(zone)
    flight = f" − {latest.flight_minutes} min" if latest.on_arrival else ""
    words = say(
        "Latest off blocks {field} {time:%H:%M} local ({zulu}): {limit} {at}{flight} − {margin} margin.",
        field=leg.from_.icao, time=local, zulu=at_zulu(latest.latest), limit=latest.limit,
        at=at_zulu(latest.limit_at), flight=flight, margin=latest.margin_minutes,
    )  # fmt: skip
    if leg.off_blocks is None or leg.off_blocks <= latest.latest:
        return words
    later = say("**The plan is {time:%H:%M}: later than that.**", time=leg.off_blocks.astimezone(zone))
    return f"{words} {later}"


def jobs_of(plan: TripPlan) -> tuple[Job, ...]:
    """A task for each thing the trip asks: what is not known is to be phoned for."""
    jobs = [_job(task) for task in plan.tasks if task.kind in ("border", "report", "permission", "flight_plan")]
    told = {task.key.split(":")[1] for task in plan.tasks if task.kind == "permission"}
    last = [leg for leg in plan.legs if leg.direction == "out"][-1]
    if last.to.icao not in told:
        silent = next((u for u in plan.unknown if u.kind == "permission" and last.to.icao in u.icaos), None)
        jobs.append(
            Job(
                key=f"permission:{last.to.icao}:1:phone",
                kind="permission",
                title=f"{last.to.icao} PPR",
                part=say("out"),
                lead=say("no lead time is known: phone"),
                ask_now=True,
                zone=last.to_zone,
                contact=silent.contact if silent else "",
            )
        )
    if last.arrival is not None:
        at = last.arrival - timedelta(minutes=30)
        lunch, lead = say("{field} lunch head count", field=last.to.icao), say("tell the restaurant")
        jobs.append(Job(key="lunch", kind="lunch", title=lunch, latest=at, zone=last.to_zone, lead=lead))
    return tuple(jobs)


def _job(task: Task) -> Job:
    contact = " · ".join(part for part in (task.email, task.phone) if part)
    return Job(
        key=task.key[:60],
        kind=task.kind,
        title=task.title,
        part=task.part,
        lead=f"{task.lead}{task.counted}"[:200],
        latest=task.latest,
        earliest=task.earliest,
        reach_by=task.reach_by,
        opening=task.opening or "",
        ask_now=task.now,
        zone=task.zone,
        contact=contact,
        source=_source(task.source, task.as_of, task.stale) if task.source else "",
        each_pilot=task.kind in ("report", "flight_plan"),
    )


def _source(name: str, as_of: date | None, stale: bool) -> str:
    """ "AIP France (SIA) Sep 2026 (old: check)", as the language says it."""
    said, month = dated(Source(name=name, as_of=as_of))
    old = say(" (old: check)") if stale else ""
    return f"{said}{f' {month}' if month else ''}{old}"


def _joints(lead: str) -> str:
    """A lead's parts with the mark between them as the language sets it."""
    return say("; ").join(lead.split("; ")) if say("; ") not in lead else lead


def _suns(out: list[TripLeg], home: list[TripLeg]) -> str:
    """ "Sunset LFAT 16:57Z, EGTF 17:13Z"; "" where it does not set."""
    skies = [sky for leg in (*out, *home) for sky in leg.skies]
    suns = dict.fromkeys(f"{sky.icao} {at_zulu(sky.sunset)}" for sky in skies if sky.sunset is not None)
    return say("Sunset {fields}", fields=", ".join(suns)) if suns else ""


def _facts(plan: TripPlan, out: list[TripLeg], home: list[TripLeg]) -> tuple[str, ...]:
    """The draft's lines: distance and time, the border, notice, what is sent, the sun, the latest off blocks."""
    facts: list[str] = []
    distance = sum(leg.distance_nm for leg in out)
    hours = [leg.hours for leg in out]
    flown = sum(h for h in hours if h is not None)
    hours_, minutes = divmod(round(flown * 60), 60)
    speed = (
        say(", {hours}h {minutes:02d}m at {kt:g} kt", hours=hours_, minutes=minutes, kt=plan.cruise_speed_kts)
        if plan.cruise_speed_kts
        else ""
    )
    facts.append(say("{distance:.0f} nm{speed}, still air", distance=distance, speed=speed))
    for kind in ("permission", "border", "report", "flight_plan"):
        tasks = [t for t in plan.tasks if t.kind == kind]
        if tasks:
            first = tasks[0]
            contact = first.phone or first.email
            facts.append(
                say(
                    "{name}: {value}",
                    name=first.title,
                    value=f"{_joints(first.lead)}{first.counted}{f' · {contact}' if contact else ''}",
                )
            )
    if not any(t.kind == "permission" for t in plan.tasks):
        facts += [f"{u.words[0].upper()}{u.words[1:]}" for u in plan.unknown if u.kind == "permission"][:1]
    if suns := _suns(out, home):
        facts.append(suns)
    last = home[0] if home else out[-1]
    if last.latest is not None:
        facts.append(sum_words(last, last.latest))
    return tuple([*plan.problems, *facts][:MOST_FACTS])
