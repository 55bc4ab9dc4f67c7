"""When an outing's group is reminded of what: reckoned anew whenever its day, its time or a task changes.

Deadlines that fall into the night or outside an office's hours come earlier, news comes later. What lies behind
`now` is left out; it is not said late by being said again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.aviation.quiet import QuietHours
from agent.weather.briefings import EAD, OFFICIAL
from bot.outings.outing import OVER, Flight, Job, Outing, when_words
from bot.outings.writing import NOT_WATCHED, at_zulu
from tongue import later, say, say_many

Kind = Literal["due", "news", "say", "urgent"]

BEFORE_CLOSING = timedelta(hours=1)
MORNING, EVENING, COSTS = time(9), time(19), time(10)
LINKS = later("Official weather and NOTAM: {links}.")
FOR_HOME = later("Latest off blocks for home.")
CLOSES = later("After landing at {field}: close your flight plan where no tower does, by {moment}.")
NIGHTS = later("Night begins by each country's own rule.")
PILOTS, FLYING = "*pilots", "*flying"
"""Those who bring an aircraft; those who come in one."""

BEFORE = {"report": (22.0, 2.0), "flight_plan": (2.0,), "lunch": (0.0,)}
"""Hours before the latest moment of a task; a day and two hours for the others."""
LONGEST_WAIT = 6.0
CLOSED_BY = timedelta(minutes=30)
"""So long after an arrival a flight plan is to be closed, where no tower has."""

_HOURS = re.compile(r"(\d\d):(\d\d)\s*[–-]\s*(\d\d):(\d\d)")


@dataclass(frozen=True)
class Reminding:
    """One reminder of an outing.

    `owner` is a person's id, `PILOTS` or `FLYING` for some of those who come, "" for everybody.
    """

    key: str
    kind: Kind
    at: datetime
    latest: datetime | None
    zone: str | None
    words: str
    owner: str = ""

    def name(self, outing: Outing) -> str:
        """The id of its row: the same for the same reminder of the same day and time."""
        said = f"{outing.id} {outing.schedule} {self.key} {self.at.isoformat()}"
        return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


def remindings(outing: Outing, now: datetime, quiet: QuietHours) -> tuple[Reminding, ...]:
    """Everything that comes after `now`, the first first."""
    flight = outing.flight
    if flight is None or outing.status in OVER or outing.status in ("draft", "polling"):
        return (*_costs(outing, flight, now),) if flight and outing.status == "flown" else ()
    found = [*_answers(outing, flight, quiet), *_briefing(outing, flight, quiet), *_latest(outing, flight)]
    for job in outing.jobs:
        if job.state != "received":
            found += _job(outing, job, flight, quiet)
    found += [*_closing(outing, flight), *_costs(outing, flight, now)]
    ahead = [r for r in found if r.at > now and not (r.latest is not None and r.at > r.latest)]
    return tuple(sorted(ahead, key=lambda r: (r.at, r.key)))


def _answers(outing: Outing, flight: Flight, quiet: QuietHours) -> Iterator[Reminding]:
    if outing.answer_by is None:
        return
    for hours in (24, 2):
        at = quiet.earlier(outing.answer_by - timedelta(hours=hours), flight.clock)
        seats = outing.free_seats
        words = say_many(
            "{count} seat free. Answer by then: In, Maybe or Out on the card.",
            "{count} seats free. Answer by then: In, Maybe or Out on the card.",
            seats,
        )
        yield Reminding(f"answer {hours}", "due", at, outing.answer_by, flight.zone, words)


def _job(outing: Outing, job: Job, flight: Flight, quiet: QuietHours) -> Iterator[Reminding]:
    """The reminders of one task: a day and two hours before, inside the hours of who is asked."""
    zone = zone_of(job.zone) or ZoneInfo("UTC")
    owner = job.owner or (None if job.each_pilot else outing.organiser)
    who = say("each pilot") if job.each_pilot else owner.name if owner else outing.organiser.name
    words = say(
        "{name}: {value}", name=who, value=f"{job.title}{f' ({job.part})' if job.part else ''}: {job.lead}"
    )
    words += f" · {job.contact}" if job.contact else ""
    words += f" ({job.source})" if job.source else ""
    if job.kind == "lunch":
        heads = say_many("{count} person", "{count} people", outing.heads)
        words += f" · {heads}"
    if job.kind == "report" and flight.people_final is not None:
        words += f" · {_lists(outing, flight.people_final, flight)}"
    name = PILOTS if job.each_pilot and job.owner is None else owner.id if owner else ""
    limit = job.reach_by or job.latest
    if job.ask_now or limit is None:
        for days in (3, 1):
            day = flight.off_blocks.astimezone(zone).date() - timedelta(days=days)
            at = datetime.combine(day, MORNING, zone).astimezone(UTC)
            yield Reminding(f"{job.key} ask {days}", "due", at, limit, job.zone, words, name)
    if limit is None:
        return
    if job.kind == "report" and job.earliest is not None:
        at = quiet.later(job.earliest, zone)
        yield Reminding(f"{job.key} opens", "news", at, limit, job.zone, _open_now(words), name)
    if job.kind == "report" and (wait := _wait(limit, flight)) and not quiet.covers(limit, zone):
        task = f"{job.title}{f' ({job.part})' if job.part else ''}"
        over = say(
            "{who}: {task} is due {moment}. Sent later, you leave {hours:g} h after sending at the earliest.",
            who=who, task=task, moment=moment_words(limit, job.zone), hours=wait,
        )  # fmt: skip
        yield Reminding(f"{job.key} late", "due", limit, None, job.zone, over, name)
    for hours in BEFORE.get(job.kind, (24.0, 2.0)):
        at = in_hours(limit - timedelta(hours=hours), job.opening, zone)
        until = limit if hours else None  # what is done at its moment is not too late a second after it
        yield Reminding(f"{job.key} {hours:g}", "due", quiet.earlier(at, zone), until, job.zone, words, name)


def _lists(outing: Outing, final: datetime, flight: Flight) -> str:
    """Until when a report's people may change."""
    if outing.status == "frozen":
        return say("People lists are closed: whoever comes now, a pilot says yes first.")
    return say("People lists close {moment}.", moment=moment_words(final, flight.zone))


def _wait(limit: datetime, flight: Flight) -> float:
    """The hours between a report's latest moment and the departure it is for; 0 where neither fits."""
    waits = [(end - limit) / timedelta(hours=1) for end in (flight.off_blocks, flight.back) if end is not None]
    return next((wait for wait in waits if 0 < wait <= LONGEST_WAIT), 0.0)


def _open_now(words: str) -> str:
    opened = say("The window is open now.")
    return f"{words} {opened}"


def in_hours(moment: datetime, opening: str, zone: ZoneInfo) -> datetime:
    """The moment, or an hour before the office closes where it would be closed or about to close."""
    match = _HOURS.search(opening)
    if match is None:
        return moment
    opens, closes = time(int(match[1]), int(match[2])), time(int(match[3]) % 24, int(match[4]))
    local = moment.astimezone(zone)
    if opens <= local.time() and local.time() < closes:
        return moment
    day = local.date() if local.time() >= closes else local.date() - timedelta(days=1)
    return datetime.combine(day, closes, zone).astimezone(UTC) - BEFORE_CLOSING


def _briefing(outing: Outing, flight: Flight, quiet: QuietHours) -> Iterator[Reminding]:
    eve = flight.off_blocks.astimezone(flight.clock).date() - timedelta(days=1)
    words = " ".join((
        say(LINKS, links=_links(flight)), *flight.sums,
        say("Whether you fly is your own decision: say so on the card."),
        *((say("Plan B: {plan}.", plan=outing.plan_b),) if outing.plan_b else ()),
    ))  # fmt: skip
    at = datetime.combine(eve, EVENING, flight.clock).astimezone(UTC)
    yield Reminding("briefing eve", "news", at, flight.off_blocks, flight.zone, words)
    morning = quiet.later(flight.off_blocks - timedelta(hours=3), flight.clock)
    if morning < flight.off_blocks - timedelta(hours=1):
        yield Reminding("briefing day", "news", morning, flight.off_blocks, flight.zone, words)


def _links(flight: Flight) -> str:
    """The briefing of each country of the flight."""
    pages = dict.fromkeys(OFFICIAL.get(country, EAD) for country in (flight.home_country, flight.country))
    return " · ".join(f"[{name}]({address})" for name, address in pages)


def _latest(outing: Outing, flight: Flight) -> Iterator[Reminding]:
    """Before the latest moment to leave for home by day."""
    if flight.latest_back is None:
        return
    night = f"{flight.suns}. {say(NIGHTS)}" if flight.suns else ""
    words = " ".join(filter(None, (flight.sums[-1] if flight.sums else say(FOR_HOME), night, say(NOT_WATCHED))))
    for minutes in (60, 20):
        at = flight.latest_back - timedelta(minutes=minutes)
        key = f"off blocks {minutes}"
        yield Reminding(key, "due", at, flight.latest_back, flight.to_zone, words, FLYING)


def _closing(outing: Outing, flight: Flight) -> Iterator[Reminding]:
    """After each landing: the flight plan."""
    if not any(job.kind == "flight_plan" for job in outing.jobs):
        return
    out = ("out", flight.arrival, flight.to_icao, flight.to_zone)
    home = ("home", flight.home, flight.from_icao, flight.zone)
    for name, at, field, zone in (out, home):
        if at is not None:  # it may be told beside another hours before
            closes = say(CLOSES, field=field, moment=moment_words(at + CLOSED_BY, zone))
            words = f"{closes} {say(NOT_WATCHED)}"
            yield Reminding(f"close {name}", "due", at + CLOSED_BY, None, zone, words, PILOTS)


def _costs(outing: Outing, flight: Flight, now: datetime) -> Iterator[Reminding]:
    day = flight.ends.astimezone(flight.clock).date() + timedelta(days=1)
    at = datetime.combine(day, COSTS, flight.clock).astimezone(UTC)
    if at > now and not outing.settled:
        entered = say_many("{count} entry so far.", "{count} entries so far.", len(outing.expenses))
        words = say("Costs: enter yours (“I paid 48 for landing”), then /settle.")
        words = f"{words} {entered}"
        yield Reminding("costs", "news", at, None, flight.zone, words)


def moment_words(moment: datetime, zone: str | None) -> str:
    """ "Fri 12 Feb 17:00 local (16:00Z)"."""
    local = moment.astimezone(zone_of(zone) or UTC)
    return say("{moment} local ({zulu})", moment=when_words(local), zulu=at_zulu(moment))
