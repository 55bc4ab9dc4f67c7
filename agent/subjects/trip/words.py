"""Words for a planned trip: one phone screen, what is to be done first, then what is known and what is not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise

from agent.aviation.hours import zone_of
from agent.protocol import (
    Answer,
    Choice,
    Deadlines,
    Folded,
    Headline,
    Part,
    Passage,
    Suggestion,
    Timeline,
)
from agent.subjects.measures import nm, speed_source, with_article
from agent.subjects.offered import about_field, call
from agent.subjects.route.speed import ASSUMED, format_hours, hours_said, on_the_nose
from agent.subjects.trip.clock_words import clock_at, day_words, local_time, short_moment
from agent.subjects.trip.flight_words import flight_moments, last_minute, light_at_the_hour, sun_lines
from agent.subjects.trip.flown import NIGHTS_AWAY
from agent.subjects.trip.is_it_done import IN_TIME, in_time
from agent.subjects.trip.legs import STOP
from agent.subjects.trip.task_words import (
    UNSTATED,
    all_wait,
    deadline_of,
    due_in_short,
    grouped,
    in_one_line,
    lead_in_short,
    passed,
    task_line,
    waits,
)
from agent.subjects.trip.tasks import UNSURE
from agent.subjects.trip.timeline import WHOLE, Task, TripLeg, TripPlan
from agent.subjects.trip.weather import NO_FORECAST
from agent.writing.parts import answer
from agent.writing.write import Talk, suggest, write
from tongue import later, say

CLOSED, STILL = later("Closed airspace."), later("in still air")
_SCREEN = 12
"""Lines of one phone screen, the question at its end among them; the sources stand under it."""
_TASKS_SHOWN = 4
_PHONE_LETTERS = 44
"""Letters of a line of plain words on a phone."""
_UNKNOWN = {
    "hours": later("hours"),
    "border": later("border"),
    "report": later("report"),
    "permission": later("PPR"),
}
_QUICK_TURN = later(", {minutes:.0f} min on the ground at each stop (assumed; deadlines from a quick turn)")
_AS_ONE = later(
    ", {minutes:.0f} min on the ground at each stop (assumed too; deadlines from the first off blocks)"
)
_AS_SAID = later(", {minutes:.0f} min on the ground at each stop as you said")
_THERE_AND_BACK = ("out", "home")
_TOLD_IN_LINES = (
    "holiday",
    "distance",
    "report",
    "border",
    "permission",
    "flight_plan",
    "off_blocks",
    "travellers",
)
"""What is answered in a line of words where it is answered in words."""
_FORECAST = timedelta(days=7)
"""How far ahead the forecast of a flight is worth a tap."""


@write.register
def _(result: TripPlan, talk: Talk) -> Answer:
    if not result.found or not result.legs:
        return Answer(text=result.message or say("I could not plan that trip."), choices=result.choices)
    if result.closed:
        ends = " → ".join(f"{leg.from_.icao} → {leg.to.icao}" for leg in result.legs[:1])
        closed = say(result.message or CLOSED)
        return Answer(text=f"**{closed}**\n" + say("{ends}: I plan nothing there.", ends=ends))
    now = talk.question.at
    flight = [*_heading(result), *_distances(result)]
    room = _SCREEN - 1 - len(result.problems) - len(result.notes) - len(flight) - len(result.missing_info)
    shown = result.about not in (*WHOLE, "first")
    body = _about(result, now) if shown else _all(result, now, room)
    first, body = _first_line(result, body, now)
    about = flight if first else flight[:-1]
    first = first or [f"**{flight[-1]}**"]
    head = Headline(markdown=first[0], about=" · ".join(about))
    return answer(
        [head, Passage(markdown="\n".join(first[1:])), *_with_notes(result, body)],
        choices=(*result.choices, *_taps(result, now)),
    )


def _with_notes(result: TripPlan, body: list[Part]) -> list[Part]:
    """What was said and left open, behind what stands in the open."""
    if not result.notes:
        return body
    open_parts = sum(not isinstance(part, Folded) for part in body)
    return [*body[:open_parts], _passage("\n".join(result.notes)), *body[open_parts:]]


def _first_line(result: TripPlan, body: list[Part], now: datetime) -> tuple[list[str], list[Part]]:
    """What the trip comes to, with what is wrong with it before all; and the rest of the answer without it."""
    if result.problems:
        gone = passed(grouped([task for task in result.tasks if task.kind != "off_blocks"]))
        other = len(result.problems) > len(result.substitutions)  # a trip that cannot be flown as told
        judged = in_time(result, gone) if result.about == IN_TIME and not other else ""
        return [f"**{problem}**" for problem in (*result.problems, judged) if problem], body
    match body:
        case [Passage() as told, *rest] if result.about in _TOLD_IN_LINES:
            line, _, more = told.markdown.partition("\n")
            return [line], [Passage(markdown=more), *rest]
        case [Timeline() as told, *rest] if result.about == "off_blocks":
            line = say("; ").join(f"{moment.at} {moment.what}" for moment in told.moments)
            line = f"{line}. {light}" if (light := light_at_the_hour(result)) else line
            return [f"**{line}**"], body if any(moment.note for moment in told.moments) else rest
        case _:
            kinds = [
                t for t in result.tasks if t.kind != "off_blocks" and result.about in (t.kind, *WHOLE, "first")
            ]
            groups = grouped(kinds)
            due = [f"**{in_one_line(groups, now)}**"] if groups else []
            if result.about == IN_TIME and (judged := in_time(result, passed(groups))):
                return [f"**{judged}**", *([] if passed(groups) else due)], body
            return due, body


def _taps(result: TripPlan, now: datetime) -> list[Choice]:
    """The day's weather and the file for a calendar, then each way by itself where it crosses a border."""
    ways: list[Choice] = []
    for leg in result.legs:
        if leg.crosses and leg.from_.icao and leg.to.icao:
            label = say({"out": later("Border out"), "home": later("Border home")}[leg.direction])
            label = label if all(label != other.label for other in ways) else f"{leg.from_.icao} → {leg.to.icao}"
            zone = zone_of(leg.from_zone) or UTC
            at = f"{leg.off_blocks.astimezone(zone):%Y-%m-%d %H:%M}" if leg.off_blocks else None
            day = leg.day.isoformat() if leg.day else None
            brief = call("get_border_brief", from_location=leg.from_.icao, to_location=leg.to.icao, date=at or day)
            ways.append(
                Choice(
                    label=label,
                    text=say("{start} → {end}: the border", start=leg.from_.icao, end=leg.to.icao),
                    call=brief,
                )
            )
    found: list[Choice] = []
    out = [leg for leg in result.legs if leg.direction == "out"]
    if out[0].day and out[0].day <= (now + _FORECAST).date():
        zone = zone_of(out[0].from_zone) or UTC
        at = f"{out[0].off_blocks.astimezone(zone):%H:%M}" if out[0].off_blocks else None
        ends = {"from_location": out[0].from_.icao, "to_location": out[-1].to.icao}
        home = result.turn
        back = f"{local_time(home.off_blocks, home.from_zone):%H:%M}" if home and home.off_blocks else None
        day_back = home.day.isoformat() if home and home.day and home.day != out[0].day else None
        flown = {n: result.arguments.get(n) for n in ("cruise_speed_kts", "aircraft_type")}
        when = {"day": out[0].day.isoformat(), "time": at, "return_day": day_back, "return_time": back}
        brief = call("get_day_brief", **ends, **when, **flown)
        found.append(Choice(label=say("Weather"), text=say("The weather of that flight"), call=brief))
    if result.flight_trip and any(task.latest is not None for task in result.tasks):
        file = call("get_trip_calendar", flight_trip=result.flight_trip)
        found.append(Choice(label=say("Calendar"), text=say("This trip for my calendar"), call=file))
    found += ways
    if result.about in WHOLE:
        why = call("plan_trip", **{**result.arguments, "about": "details"})
        found.append(Choice(label=say("How and why"), text=say("How and why of that trip"), call=why))
    return found


def _all(result: TripPlan, now: datetime, room: int) -> list[Part]:
    """What to do in its order, the flights, what is not known; how and why of each behind a fold.

    What is to be done stands in the open, and of what is to be known as much as there is `room` for, in lines.
    Where to clear stands before all: it is another flight, and a narrow page folds what comes late.
    """
    groups = grouped([t for t in result.tasks if t.kind != "off_blocks"])
    if result.about == "first":
        return [
            Deadlines(title=say("First"), deadlines=tuple(deadline_of(group, now, True) for group in groups[:1]))
        ]
    title = "" if result.legs[0].day else say("Counted from a day that you name")
    alone = len(result.legs) == 1
    crowded = bool(result.travellers) and len(groups) > _TASKS_SHOWN and len(result.legs) > len(_THERE_AND_BACK)
    few = _TASKS_SHOWN - crowded
    shown, more = groups[:few], groups[few:]
    later_on: dict[str, list[Task]] = {}
    for group in more:
        later_on.setdefault(group[0].title, []).extend(group)
    titles = ", ".join(f"{title}{_each_due(tasks)}" for title, tasks in later_on.items())
    then = say("Then: {titles}.", titles=titles) if more else ""
    warnings = dict.fromkeys(warning for leg in result.legs for warning in leg.warnings)
    judged = in_time(result, "") if result.about == IN_TIME and not result.problems else ""
    warned = [f"**{warning[:1].upper()}{warning[1:]}.**" for warning in warnings if warning not in judged]
    clear = [_detour(result, place) for place in range(len(result.detours))]
    unknown = _not_known(result)
    told = [line for line in (then, *result.nationals, *warned) if line]
    wished = {say("{icao} by", icao=leg.to.icao) for leg in result.legs if leg.off_blocks is None}
    sums = {task.lead for task in result.tasks if task.kind == "off_blocks" and task.rests_on in wished}
    flights = [
        moment if moment.note in sums else moment.model_copy(update={"note": ""})
        for moment in flight_moments(result)
    ]
    weather = [line for line in result.weather.splitlines() if line != say(NO_FORECAST)]
    room -= len(shown) + len(clear) + len(told) + bool(unknown)
    latest = [moment for moment in flights if moment.what in {task.title for task in result.tasks}]
    if result.travellers:  # whatever the room: without these papers one is not let in
        told.append(result.travellers)
        room -= 1
        flights = flights if len(result.legs) > len(_THERE_AND_BACK) else latest  # the head says their hours
    if len(flights) + len(weather) > room:
        flights = latest
    due = tuple(deadline_of(group, now, False, alone=alone) for group in shown)
    room -= len(flights) + sum(bool(one.note) + bool(one.whom) for one in due)
    seen, folded = _fitting(weather, room)
    return [
        Passage(markdown="\n".join(clear)),
        Deadlines(title=title, deadlines=due),
        Passage(markdown="\n".join(told)),
        Timeline(moments=tuple(flights)),
        Passage(markdown="\n".join(line for line in (*seen, unknown) if line)),
        Folded(title=say("How and why"), markdown="\n".join(_details(result, groups, folded, now)), tapped=True),
    ]


def _fitting(told: Sequence[str], room: int) -> tuple[Sequence[str], Sequence[str]]:
    """As many as a phone shows in so many lines, the first in any case; and the others."""
    for place, line in enumerate(told):
        room -= 1 + len(line) // _PHONE_LETTERS
        if room < 0:
            return told[: max(place, 1)], told[max(place, 1) :]
    return told, ()


def _each_due(tasks: Sequence[Task]) -> str:
    """ " (out Sat 5 Dec 07:30, home Sun 6 Dec 14:00)": until when the same thing is due for each flight."""
    several, told = len(tasks) > 1, list[str]()
    if all_wait(tasks) and len({task.lead for task in tasks}) == 1:
        return f" ({lead_in_short(tasks)})"
    for task in sorted(tasks, key=lambda one: one.leg):
        due = task.reach_by or task.latest
        moment = short_moment(due, task.zone) if due else say("when its time is named") if waits(task) else ""
        unstated = not moment and task.kind == "flight_plan"
        if unstated:
            moment = say(UNSTATED)
        part = several or (unstated and task.leg > 1)
        told += [f"{task.part} {moment}" if part else moment] if moment and (due or several or unstated) else []
    between = say("; ")
    return f" ({between.join(told)})" if told else ""


def _home_first(task: Task, result: TripPlan) -> bool:
    """Sorts the latest off blocks: of a trip there and back one asks it of the way home, which is told first."""
    leg = next((one for one in result.legs if one.number == task.leg), None)
    first = result.legs[0].latest
    if first is not None and first.stay_minutes:
        return leg is not None and leg.direction == "home"  # when one must be away to be home in time
    return result.there_by is not None or leg is None or leg.direction != "home"


def _details(
    result: TripPlan, groups: Sequence[Sequence[Task]], weather: Sequence[str], now: datetime
) -> list[str]:
    """Every thing to do in the words of its text, with whom, until when and from where; then what to know.

    `weather` is what of it does not stand in the open.
    """
    told = [f"{number}. {task_line(group, now)}" for number, group in enumerate(groups, start=1)]
    told += [" · ".join(p for p in (m.what, m.note) if p) for m in flight_moments(result) if m.note]
    told += weather
    told += sun_lines(result)
    told += [line for line in (*result.nationals, result.travellers) if line]
    told += [say("Know: {fact}", fact=fact) for fact in result.facts]
    told += [say("Not known: {what}", what=one.words) for one in result.unknown]
    return told


def _not_known(result: TripPlan) -> str:
    """ "Not known: EGLD hours, border; LFAT PPR": of each field, in a word, what nobody has written down."""
    fields: dict[str, dict[str, None]] = {}
    for one in result.unknown:
        for icao in one.icaos:
            on_list = f" ({one.listed})" if one.listed else ""
            fields.setdefault(icao, {})[f"{say(_UNKNOWN[one.kind])}{on_list}"] = None
    what = say("; ").join(f"{icao} {', '.join(kinds)}" for icao, kinds in fields.items())
    return say("Not known: {what}.", what=what) if what else ""


def _about(result: TripPlan, now: datetime) -> list[Part]:
    """What was asked about alone."""
    if result.about == "details":
        groups = grouped([t for t in result.tasks if t.kind != "off_blocks"])
        told = _details(result, groups, result.weather.splitlines()[1:], now)
        return [_passage("\n".join(told))]
    if result.about == "holiday":
        return [_passage("\n".join(result.holidays))]
    if result.about == "distance":
        return [_passage(_in_all(result))] if len(result.legs) == 2 else []
    if result.about == "flights":
        return [Timeline(moments=tuple(flight_moments(result)))]
    if result.about == "travellers":
        told = result.nationals or tuple(filter(None, (result.travellers,)))
        return [
            _passage("\n".join(told) or say("No passport control stands on the way of this trip, as I know it."))
        ]
    wanted = [t for t in result.tasks if t.kind == result.about]
    if result.about == "off_blocks" and wanted:
        named = [f"**{warning}.**" for leg in result.legs if leg.expected for warning in leg.warnings]
        wanted.sort(key=lambda task: _home_first(task, result))
        latest = Timeline(moments=tuple(last_minute(task) for task in wanted))
        named += [f"**{line}**" for line in _not_known_to_clear(result)]
        if result.problems and (light := light_at_the_hour(result)):  # they are the first line
            named = [f"**{light}.**", *named]
        return [latest, *map(_passage, (*named, *sun_lines(result)))]
    told = [f"**{warning[:1].upper()}{warning[1:]}.**" for leg in result.legs for warning in leg.warnings]
    told += [say("Not known: {what}", what=one.words) for one in result.unknown if one.kind == result.about]
    if result.about in ("report", "border") and any(
        "IE" in (leg.from_country, leg.to_country) for leg in result.legs
    ):
        told += [say("Know: {fact}", fact=fact) for fact in result.facts if "Garda" in fact]
    if result.about == "report" and all(leg.from_country == leg.to_country == "GB" for leg in result.legs):
        told.insert(0, say("No GAR: a flight inside the United Kingdom is not covered by it."))
    first: list[Part] = []
    dated = [task for task in wanted if result.about == "report" and not task.now]
    for title in dict.fromkeys(task.title for task in dated):
        tasks = [task for task in dated if task.title == title]
        parts_of = ", ".join(dict.fromkeys(task.part for task in tasks if task.part))
        name = title[:1].upper() + title[1:] + (f" ({parts_of})" if parts_of and len(tasks) == 1 else "")
        late = any(task.standing == "passed" for task in tasks)
        yes = say(
            "{report}: yes, {due}.",
            report=name,
            due=say("its deadline has passed") if late else due_in_short(tasks),
        )
        first.append(_passage(f"**{yes}**"))
    due = (
        [Deadlines(deadlines=tuple(deadline_of(group, now, True) for group in grouped(wanted)))] if wanted else []
    )
    parts: list[Part] = [*first, *due, *([_passage("\n".join(told))] if told else [])]
    if parts:
        return parts
    return [_passage(_nothing_due(result))]


def _not_known_to_clear(result: TripPlan) -> list[str]:
    """The fields over a border that nobody says can clear the flight: how late one may leave is not all of it."""
    unsure = [t for t in result.tasks if t.kind == "border" and t.lead.startswith(say(UNSURE))]
    told = dict.fromkeys((t.title, t.lead.split(say("; "))[-1]) for t in unsure)
    known = say("known to: {fields}", fields="")
    return [
        say("{field}: not known to clear flights", field=title) + (f"; {rest}." if rest.startswith(known) else ".")
        for title, rest in told
    ]


def _nothing_due(result: TripPlan) -> str:
    """That nothing of what was asked about has a deadline; where a border is crossed, no more than that."""
    borders = [leg.border for leg in result.legs if leg.crosses and leg.border]
    crossed = next(iter(borders), "")
    free = result.about == "border" and {*borders} == {say("no customs, no immigration")}
    if crossed and not free and result.about in ("border", "flight_plan"):
        return say("{what}; I know of no time to ask by: ask the fields.", what=crossed[:1].upper() + crossed[1:])
    said = {
        "report": later("I know of no report with a deadline for this trip."),
        "border": later("No customs or immigration is asked for on this trip."),
        "flight_plan": later("No border is crossed: no flight plan for that reason."),
        "permission": later("I know of no PPR or notice at these fields: phone them."),
        "off_blocks": later("For the latest off blocks I need a day and your speed."),
    }
    return say(said.get(result.about, later("Nothing known.")))


def _passage(line: str) -> Passage:
    return Passage(markdown=line)


# --- the head --------------------------------------------------------------------------------------------


def _heading(result: TripPlan) -> tuple[str, str]:
    """When it is flown, which a phone shows of it, and where."""
    out = [leg for leg in result.legs if leg.direction == "out"]
    home = [leg for leg in result.legs if leg.direction == "home"]
    fields = [f"{leg.from_.icao} {leg.from_.name}" for leg in out] + [f"{out[-1].to.icao} {out[-1].to.name}"]
    if home:
        fields += [f"{leg.to.icao} {leg.to.name}" for leg in home[:-1]]
        fields.append(home[-1].to.icao or home[-1].to.name)
    when = _when(out[0], result.there_by)
    back = ""
    if home and home[0].day:
        same = home[0].day == out[0].day
        at = f" {clock_at(home[0].off_blocks, home[0].from_zone)}" if home[0].off_blocks else ""
        again = at.strip() if same else day_words(home[0].day) + at
        back = say(", back the same day") if same and not at else say(", back {when}", when=again)
    elif home and (away := NIGHTS_AWAY.fullmatch(str(result.arguments.get("return_day")))):
        later_on = int(away[1])
        back = say(", back the next day") if later_on == 1 else say(", back {days} days later", days=later_on)
    elif home:
        back = say(", and back")
    if result.ground_minutes and len(result.legs) == len(_THERE_AND_BACK) and home and not home[0].off_blocks:
        back += say(", after {hours} there", hours=format_hours(result.ground_minutes / 60))
    if result.home_by is not None:
        back += say(", home by {clock:%H:%M}", clock=result.home_by)
    people = say(", {count} aboard", count=result.people) if result.people else ""
    back = "".join(_left(leg, result) for leg in out[1:]) + back + "".join(_left(leg, result) for leg in home[1:])
    return f"{when}{back}{people}", " → ".join(fields)


def _left(leg: TripLeg, result: TripPlan) -> str:
    """When a stop on the way is left, where that was told: ", from LFRD Sun 29 Nov 09:00"."""
    if not leg.told:
        return ""
    day = day_words(leg.day) if leg.day and leg.day != result.legs[0].day else ""
    when = " ".join(part for part in (day, clock_at(leg.off_blocks, leg.from_zone)) if part)
    return say(", from {icao} {when}", icao=leg.from_.icao, when=when) if when else ""


def _when(leg: TripLeg, there_by: time | None) -> str:
    if leg.day is None:
        return say("no day named")
    if not leg.off_blocks and there_by is not None:
        return say("{day}, there by {clock:%H:%M}", day=day_words(leg.day), clock=there_by)
    if not leg.off_blocks:
        return say("{day}, no time named", day=day_words(leg.day))
    return say("{day}, off blocks {clock}", day=day_words(leg.day), clock=clock_at(leg.off_blocks, leg.from_zone))


def _distances(result: TripPlan) -> list[str]:
    """ "103 nm each way: 1h 02m at 100 kt in still air"."""
    first, *rest = result.legs
    each = len(result.legs) == 2 and result.legs[1].direction == "home"
    knots = say(" at {knots:g} kt", knots=result.cruise_speed_kts) if result.cruise_speed_kts else ""
    source = result.cruise_speed_source or ""
    typical = f" ({speed_source(source)})" if knots and source != "provided" else ""
    if each or not rest:
        time = f"{_hours_each(result)}{knots}{typical} {_air(result)}" if first.hours else ""
        time = (
            say("{time}, as you said", time=hours_said(first.hours)) if result.own_time and first.hours else time
        )
        way = say("{distance:,.0f} nm each way", distance=first.distance_nm)
        way = way if each else nm(first.distance_nm)
        told = any(task.kind == "border" for task in result.tasks)  # with its field and deadline
        way = say("{name}: {value}", name=way, value=time) if time else way
        return [way if told else say("; ").join((way, first.border))]
    legs = [f"{leg.from_.icao}–{leg.to.icao} {leg.distance_nm:.0f} nm{_takes(leg)}" for leg in result.legs]
    hours = [leg.hours for leg in result.legs if leg.hours is not None]
    whole = say("in all {nm:,.0f} nm", nm=sum(leg.distance_nm for leg in result.legs))
    whole += f" {hours_said(sum(hours))}" if len(hours) == len(result.legs) else ""
    stops = sum(1 for before, leg in pairwise(result.legs) if before.direction == leg.direction and not leg.told)
    turn = _AS_ONE if source == ASSUMED else _QUICK_TURN
    told = result.ground_minutes
    turn = _AS_SAID if told else turn
    stay = say(turn, minutes=told or STOP.total_seconds() / 60) if stops else ""
    air = f"{knots.strip()}{typical} {_air(result)}{stay}" if knots else ""
    return [say("{name}: {value}", name=f"{whole} {air}".rstrip(), value=" · ".join(legs))]


def _hours_each(result: TripPlan) -> str:
    """ "1h 02m", or of two ways in another wind "1h 02m out, 1h 17m home"."""
    hours = [leg.hours for leg in result.legs if leg.hours is not None]
    if len(set(result.winds)) == 1 or len(hours) == 1:
        return hours_said(hours[0])
    return say("{out} out, {home} home", out=format_hours(hours[0]), home=format_hours(hours[-1]))


def _air(result: TripPlan) -> str:
    """ "in still air", "with 20 kt on the nose home": the wind as the pilot said it."""
    out, home = result.winds
    if result.turn is None or out == home:
        return say("with {wind}", wind=on_the_nose(out)) if out else say(STILL)
    told = [say("{wind} out", wind=on_the_nose(out))] if out else []
    told += [say("{wind} home", wind=on_the_nose(home))] if home else []
    return say("with {wind}", wind=", ".join(told))


def _in_all(result: TripPlan) -> str:
    """There and back together: "206 nm in all, 2h 04m"."""
    hours = [leg.hours for leg in result.legs if leg.hours is not None]
    time = f", {hours_said(sum(hours))}" if len(hours) == len(result.legs) else ""
    return "**" + say("{nm} in all", nm=nm(sum(leg.distance_nm for leg in result.legs))) + f"{time}**"


def _takes(leg: TripLeg) -> str:
    return f" {hours_said(leg.hours)}" if leg.hours else ""


def _detour(result: TripPlan, place: int) -> str:
    found = result.detours[place]
    minutes = f", +{found.extra_minutes} min" if found.extra_minutes is not None else ""
    return say(
        "Clear at {field} instead of {end}: +{nm:.0f} nm{minutes}.",
        field=f"{found.icao} {found.name}",
        end=found.end,
        nm=found.extra_nm,
        minutes=minutes,
    )


@suggest.register
def _(result: TripPlan, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or result.closed or not result.legs:
        return ()
    end = result.legs[0].to
    code = next(leg.to.icao for leg in reversed(result.legs) if leg.direction == "out")
    fuel = call("get_airport_details", icao_code=code or end.name, asked=["fuel"])
    found = [Suggestion(text=say("Fuel at {place}", place=code or end.name), call=fuel, category="fuel")]
    if result.detours or result.unsure_borders:
        country = talk.deps.countries.get(result.legs[0].to_country)
        if country:
            found.append(
                Suggestion(
                    text=say("Border crossing airports in {country}", country=with_article(country.name)),
                    call=call("get_border_crossing_airports", country=country.code),
                    category="fields",
                    label=say("Fields with customs"),
                )
            )
    found.append(about_field(code or end.name))
    return tuple(found)
