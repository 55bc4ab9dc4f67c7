"""When to be reminded of each thing a trip asks: proposed from the plan; the bot keeps what a person agrees to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal, cast
from zoneinfo import ZoneInfo

from pydantic import AwareDatetime, Field, JsonValue

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.aviation.quiet import QuietHours
from agent.protocol import ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.trip.clock_words import full_moment
from agent.subjects.trip.plan import TripArguments, planned
from agent.subjects.trip.timeline import Task, TripLeg, TripPlan, is_near
from tongue import later, say

MORNING = time(9)
MOST = 40


class Reminder(Value):
    """One reminder. `at` is when, `latest` the deadline it is about (None: no lead time is stated).

    `key` is the same for the same reminder of a trip after it was moved. `moment` is the wish where it is of one's
    own choice, "1 18:00" (days before, local time) or "3 h", so that it moves with its trip.
    """

    key: str
    at: AwareDatetime
    latest: AwareDatetime | None = None
    zone: str | None = None
    words: str
    moment: str = ""


class RemindersArguments(Arguments):
    """The trip of the chat is meant; one moment of one's own, or what its deadlines ask."""

    days_before: int | None = Field(
        default=None, ge=-60, le=60, description="once, so many days before the flight out; negative behind it"
    )
    on: str | None = Field(default=None, max_length=10, description="once, on this day: ISO date, with `at`")
    at: str | None = Field(default=None, max_length=5, description="local time of that, HH:MM")
    hours_before: int | None = Field(
        default=None, ge=1, le=72, description="once, so many hours before off blocks"
    )
    each: bool = Field(
        default=False, description="so long before everything that is due, not once before the flight"
    )
    about: Literal["border", "report", "permission", "flight_plan"] | None = Field(
        default=None, description="of that alone: the GAR, customs, PPR, the flight plan"
    )
    kept: bool = Field(default=False, description="those that are set already: which there are, or to stop them")
    called_off: bool = Field(default=False, description="the trip is not flown: what to take back, and their end")


class TripReminders(ToolResult):
    """Reminders for the trip of the chat, as a proposal. `heading` names the trip and its day."""

    trip_id: str = ""
    version: int = 0
    heading: str = ""
    reminders: tuple[Reminder, ...] = ()
    undated: bool = False
    """What is to be reminded of has no moment yet: the hour of leaving is not named."""
    missed: tuple[str, ...] = ()
    """What is due before the one moment that was asked for."""

    @property
    def leads(self) -> bool:
        """Before the trip it is about: whether anything is remembered is what was asked."""
        return bool(self.heading)


@tool(kind="route", chat_only=True)
async def set_reminders(arguments: RemindersArguments, context: ToolContext) -> TripReminders:
    """Reminders before each deadline of the trip that was planned in this chat, for you to keep."""
    if arguments.kept:
        return TripReminders(
            found=False,
            message=say("/reminders lists those that are set here, with a button that stops them."),
        )
    kept = trip_in_hand(context)
    if not kept and any(isinstance(one, TripPlan) for one in context.earlier):
        return TripReminders(found=False, message=say("Once that is known, ask again: then I can remind you."))
    if not kept:
        return TripReminders(found=False, message=_nothing_set(arguments))
    values = cast("dict[str, Any]", kept.get("arguments") or {})
    plan = await planned(TripArguments.model_validate(values), context)
    if arguments.called_off:
        return called_off(plan)
    if arguments.on is not None and plan.legs and plan.legs[0].day is not None:  # so that it moves with its trip
        ahead = (plan.legs[0].day - date.fromisoformat(arguments.on)).days
        arguments = arguments.model_copy(update={"days_before": ahead, "on": None})
    found = proposed(plan, context.question.at, QuietHours.parse(context.deps.settings.quiet_hours))
    return _wanted(found, plan, arguments, context.question.at)


def _nothing_set(wish: RemindersArguments) -> str:
    """That no trip is planned to remind of, with the moment that was understood."""
    nothing = say(
        "Nothing is set: I remind of what a planned trip asks, of nothing else. Plan it first: "
        "from where to where, and when?"
    )
    if wish.on is None or wish.at is None:
        return nothing
    moment = datetime.combine(date.fromisoformat(wish.on), time.fromisoformat(wish.at))
    told = say("{day:%a} {day.day} {day:%b %H:%M}", day=moment)
    return say("{name}: {value}", name=told, value=nothing)


_TAKEN_BACK = ("border", "permission", "report", "flight_plan", "police")
"""What may have been sent for a trip."""


def called_off(plan: TripPlan) -> TripReminders:
    """What to take back of a trip that is not flown: nothing was sent from here."""
    sent = dict.fromkeys(task.title for task in plan.tasks if task.kind in _TAKEN_BACK)
    told = say("**{trip}: not flown.** I sent nothing for it.", trip=heading_of(plan)) if plan.legs else ""
    back = say("What you have sent already is yours to take back: {tasks}.", tasks=", ".join(sent)) if sent else ""
    stops = say("/reminders lists those that are set here, with a button that stops them.")
    return TripReminders(found=False, message=" ".join(part for part in (told, back, stops) if part))


def trip_in_hand(context: ToolContext) -> dict[str, JsonValue] | None:
    """The trip that an earlier step of the answer planned, else the chat's."""
    plans = [one.flight_trip for one in context.earlier if isinstance(one, TripPlan) and one.flight_trip]
    return plans[-1] if plans else context.conversation.flight_trip


def _wanted(found: TripReminders, plan: TripPlan, wish: RemindersArguments, now: datetime) -> TripReminders:
    """The reminders at the moment of the wish, of the one thing it is about."""
    if wish.about is None or not found.found:
        return _once(found, plan, wish, now)
    tasks = tuple(task for task in plan.tasks if task.kind == wish.about)
    if not tasks:
        none = say("Nothing of that is due for {trip} that I know of.", trip=heading_of(plan))
        return found.model_copy(update={"found": False, "reminders": (), "message": none})
    keys = tuple(f"{task.key}:" for task in tasks)
    kept = tuple(
        one.model_copy(update={"moment": _wished(wish)}) for one in found.reminders if one.key.startswith(keys)
    )
    undated = not kept and all((task.reach_by or task.latest) is None for task in tasks)
    narrow = found.model_copy(update={"reminders": kept, "undated": undated})
    return _once(narrow, plan.model_copy(update={"tasks": tasks}), wish, now)


def _once(found: TripReminders, plan: TripPlan, wish: RemindersArguments, now: datetime) -> TripReminders:
    """One reminder at the moment that was asked for, of all that is due after it; what is due before is told."""
    if not found.found or (wish.days_before is None and wish.hours_before is None):
        return found
    if wish.each or (wish.about and wish.hours_before is not None):  # "two hours before the GAR"
        return _before_each(found, plan, wish, now)
    first = plan.legs[0]
    zone = zone_of(first.from_zone) or ZoneInfo("UTC")
    if wish.hours_before is not None:
        moment = first.off_blocks - timedelta(hours=wish.hours_before) if first.off_blocks else None
    else:
        day = first.day - timedelta(days=wish.days_before or 0) if first.day else None
        at = time.fromisoformat(wish.at) if wish.at else _AT
        moment = datetime.combine(day, at, zone).astimezone(UTC) if day else None
    if moment is None:
        return found.model_copy(
            update={
                "found": False,
                "reminders": (),
                "message": say("At what time do you leave? I count back from it."),
            }
        )
    if moment <= now:
        gone = say("That moment has passed: {moment}.", moment=full_moment(moment, first.from_zone))
        return found.model_copy(update={"found": False, "reminders": (), "message": gone})
    due = [(task.reach_by or task.latest, task) for task in plan.tasks if task.kind != "off_blocks"]
    told = [(at, task) for at, task in due if at is not None]
    ahead = [_short(task, at) for at, task in told if at > moment] + [task.title for _, task in due if task.now]
    missed = [_short(task, at) for at, task in told if now < at <= moment]
    words = (
        say("what is due for it: {tasks}", tasks=say("; ").join(dict.fromkeys(ahead)))
        if ahead
        else say("your flight")
    )
    if wish.about:
        named = ", ".join(dict.fromkeys(task.title for task in plan.tasks))
        words = say("{name}: {value}", name=named, value="; ".join(dict.fromkeys(ahead))) if ahead else named
    one = Reminder(key="own moment", at=moment, zone=first.from_zone, words=words, moment=_wished(wish))
    return found.model_copy(update={"reminders": (one,), "missed": tuple(dict.fromkeys(missed))})


def _wished(wish: RemindersArguments) -> str:
    """ "3 h", "1 18:00", "2 h each of report": the wish as a reminder keeps it."""
    told = ""
    if wish.hours_before is not None:
        told = f"{wish.hours_before} h"
    elif wish.days_before is not None:
        told = f"{wish.days_before} {wish.at or ''}"
    about = f"{_OF}{wish.about}" if wish.about else ""
    return f"{told.strip()}{EACH if wish.each else ''}{about}".strip()


EACH, _OF = " each", " of "


def _before_each(found: TripReminders, plan: TripPlan, wish: RemindersArguments, now: datetime) -> TripReminders:
    """A reminder so long before each thing that is due; of what has no deadline those that the plan proposes."""
    told, reminders, missed = _wished(wish), list[Reminder](), list[str]()
    for task in plan.tasks:
        latest = task.reach_by or task.latest
        if task.kind == "off_blocks":
            continue
        if latest is None:
            reminders += [one for one in found.reminders if one.key.startswith(f"{task.key}:")]
            continue
        if wish.hours_before is not None:
            at = latest - timedelta(hours=wish.hours_before)
        else:
            zone = zone_of(task.zone) or ZoneInfo("UTC")
            day = latest.astimezone(zone).date() - timedelta(days=wish.days_before or 0)
            at = datetime.combine(day, time.fromisoformat(wish.at) if wish.at else _AT, zone).astimezone(UTC)
        if now < at < latest:
            key = f"{task.key}:own moment"
            reminders.append(Reminder(key=key, at=at, latest=latest, zone=task.zone, words=_words(task, key)))
        elif latest > now:
            missed.append(_short(task, latest))
    kept = sorted(
        (one.model_copy(update={"moment": told}) for one in reminders), key=lambda one: (one.at, one.key)
    )
    return found.model_copy(update={"reminders": tuple(kept[:MOST]), "missed": tuple(dict.fromkeys(missed))})


def at_own_moment(plan: TripPlan, moment: str, now: datetime, quiet: QuietHours | None = None) -> TripReminders:
    """The one reminder at a moment of one's own choice, of a trip that was moved."""
    told, _, about = f" {moment}".partition(_OF)
    each = told.endswith(EACH)
    number, _, at = told.removesuffix(EACH).strip().partition(" ")
    asked: dict[str, Any] = {"each": each, "about": about or None}
    if number:
        asked |= {"hours_before": int(number)} if at == "h" else {"days_before": int(number), "at": at or None}
    return _wanted(proposed(plan, now, quiet), plan, RemindersArguments.model_validate(asked), now)


_AT = time(18)


def _short(task: Task, at: datetime) -> str:
    return f"{task.title} {full_moment(at, task.zone)}"


def proposed(plan: TripPlan, now: datetime, quiet: QuietHours | None = None) -> TripReminders:
    """The reminders of a plan that still lie ahead."""
    trip = plan.flight_trip or {}
    if not plan.found or not plan.legs:
        return TripReminders(found=False, message=plan.message)
    if plan.legs[0].day is None:
        return TripReminders(
            found=False,
            message=say("On which day do you fly? I can remind you when I know it."),
            choices=plan.choices,
        )
    return TripReminders(
        trip_id=str(trip.get("id", "")),
        version=int(str(trip.get("version", 0))),
        heading=heading_of(plan),
        reminders=reminders_of(plan, now, quiet),
    )


def heading_of(plan: TripPlan) -> str:
    """ "EGLD → LFAT, Sun 29 Nov 10:00": which trip a reminder belongs to, wherever it is read."""
    first, last = plan.legs[0], [leg for leg in plan.legs if leg.direction == "out"][-1]
    day = say(", {day:%a} {day.day} {day:%b}", day=first.day) if first.day else ""
    zone = zone_of(first.from_zone) or UTC
    at = f" {first.off_blocks.astimezone(zone):%H:%M}" if first.off_blocks else ""
    return f"{first.from_.icao} → {last.to.icao}{day}{at}"


def reminders_of(plan: TripPlan, now: datetime, quiet: QuietHours | None = None) -> tuple[Reminder, ...]:
    """Every reminder ahead, the first first; out of the quiet hours a deadline's goes earlier, news later."""
    quiet = quiet or QuietHours()
    found: dict[str, Reminder] = {}
    parts: dict[str, Task] = {}
    legs = {leg.number: leg for leg in plan.legs}
    for task in plan.tasks:
        if task.kind == "off_blocks" and not is_near(task, legs[task.leg], plan.legs):
            continue
        zone = zone_of(task.zone) or ZoneInfo("UTC")
        for name, moment, is_news in _moments(task, plan, zone):
            latest = task.reach_by or task.latest
            at = quiet.later(moment, zone) if is_news else _in_time(moment, latest, now, zone, quiet)
            if at <= now or (latest is not None and at > latest) or _has_left(task, legs[task.leg], at):
                continue
            key = f"{task.key}:{name}"
            if any(other.at == at and other.key.startswith(f"{task.key}:") for other in found.values()):
                continue  # moved out of the quiet hours, or asked for twice: one is enough
            alike = [
                k
                for k, other in parts.items()
                if found[k].at == at and _alike(other, task) and k.endswith(f":{name}")
            ]
            told = task
            if alike:  # the same of both ways at the same moment: said once
                key, first = alike[0], parts[alike[0]]
                told = first.model_copy(update={"part": f"{first.part}; {task.part}"})
                latest = min((end for end in (found[key].latest, latest) if end is not None), default=None)
            parts[key] = told
            found[key] = Reminder(key=key, at=at, latest=latest, zone=task.zone, words=_words(told, name))
    return tuple(sorted(found.values(), key=lambda r: (r.at, r.key))[:MOST])


def _has_left(task: Task, leg: TripLeg, at: datetime) -> bool:
    """Whether the flight whose latest off blocks it is has left by then, as it is planned."""
    return task.kind == "off_blocks" and leg.off_blocks is not None and at >= leg.off_blocks


def _alike(one: Task, other: Task) -> bool:
    """Whether two things to do differ by the flight alone that they are done for."""
    return one.kind != "off_blocks" and all(
        getattr(one, name) == getattr(other, name)
        for name in ("title", "lead", "zone", "phone", "email", "source")
    )


def _in_time(
    moment: datetime, latest: datetime | None, now: datetime, zone: ZoneInfo, quiet: QuietHours
) -> datetime:
    """Before the quiet hours; where that is over, behind them if it is early enough; else at the moment itself."""
    before, after = quiet.earlier(moment, zone), quiet.later(moment, zone)
    if before > now:
        return before
    return after if moment > now and (latest is None or after < latest) else moment


def _moments(task: Task, plan: TripPlan, zone: ZoneInfo) -> Iterator[tuple[str, datetime, bool]]:
    """The moments of one thing: name, when, and whether it is news (a window opens) rather than a deadline."""
    latest = task.reach_by or task.latest
    if task.now:
        day = next((leg.day for leg in plan.legs if leg.number == task.leg and leg.day), None)
        if day is not None:
            for ahead in (3, 1):
                yield (
                    f"ask {ahead}",
                    datetime.combine(day - timedelta(days=ahead), MORNING, zone).astimezone(UTC),
                    False,
                )
    if latest is None:
        return
    match task.kind:
        case "off_blocks":
            hours = (1.0, 1 / 3)
        case "flight_plan":
            hours = (2.0,)
        case "report":
            if task.earliest is not None:
                yield "opens", task.earliest, True
            hours = (22.0, 2.0)
        case _:
            hours = (24.0, 2.0)
    for ahead in hours:
        yield f"{ahead:g} h", latest - timedelta(hours=ahead), False


OLD = later(", old: check")
_IN_BRACKETS = re.compile(r"\(([^():]*?)\s?: ")
"""A colon inside brackets, "(not certain: assume it)", which ends nothing."""


def _words(task: Task, name: str) -> str:
    """What the reminder says, but for its time: whom, how, and where it is read."""
    whom = " · ".join(part for part in (task.email, task.phone) if part)
    contact = f" · {whom}" if whom else ""
    source = f" ({task.source}{f' {task.as_of:%b %Y}' if task.as_of else ''}{say(OLD) if task.stale else ''})"
    opens = say(" is open now") if name == "opens" else ""
    part = f" ({task.part})" if task.part and task.kind != "off_blocks" else ""
    named = _IN_BRACKETS.sub(r"(\1, ", task.title)
    name, colon, rest = named.partition(":")
    title = f"{name.rstrip()}{part}{colon}{rest}"  # what is listed ends at the first colon
    return f"{title}{opens}: {task.lead}{task.counted}{contact}{source if task.source else ''}"
