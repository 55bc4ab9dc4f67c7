"""Words for places, fields to visit and days on the ground."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from agent.protocol import (
    Answer,
    AnswerCard,
    Choice,
    Contacts,
    Folded,
    Headline,
    Location,
    Moment,
    Part,
    Passage,
    Suggestion,
    Timeline,
)
from agent.subjects.finding.wishes_said import wanted_words
from agent.subjects.ground.guidance_words import in_english
from agent.subjects.ground.itinerary import ItineraryBuilt
from agent.subjects.ground.places import INTERESTS, FieldsToVisit, FieldToVisit, PoisFound
from agent.subjects.measures import country_of, reach, speed_source
from agent.subjects.offered import about_field, call, day_in, details, flight, notice, places, restaurants
from agent.travel.ground_stop import HOURS_UNKNOWN, GroundStop
from agent.travel.places import FROM_NOTES, NO_PRICES
from agent.travel.poi import Poi, open_windows
from agent.travel.transfer import way
from agent.travel.trip import Activity, Trip, TripDay
from agent.writing.parts import answer
from agent.writing.write import Talk, suggest, write
from tongue import later, say, say_many

SHOWN = 5
_LINES_IN_FULL = 9
"""A plan of more lines than this is told in one line a day."""


PACES = {"relaxed": later("relaxed"), "moderate": later("moderate"), "packed": later("packed")}
CATEGORIES = {
    name: name
    for name in (
        later("restaurant"), later("cafe"), later("pub"), later("bar"), later("hotel"), later("museum"),
        later("gallery"), later("castle"), later("fort"), later("palace"), later("cathedral"), later("church"),
        later("temple"), later("beach"), later("park"), later("market"), later("lighthouse"), later("viewpoint"),
        later("zoo"), later("monument"), later("ruins"), later("attraction"), later("theatre"), later("garden"),
        later("memorial"), later("marketplace"), later("bakery"), later("fast food"), later("bridge"),
    )
}  # fmt: skip
"""Kinds of places as the map names them; one that is not here stays as it is."""
WHEELCHAIR = {"yes": later("yes"), "no": later("no"), "limited": later("limited")}


# --- places ----------------------------------------------------------------------------------------


@write.register
def _(result: PoisFound, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or "", choices=result.choices)
    count = say_many("{count} place", "{count} places", result.total)
    wanted = _and(result.interests)
    lines = [say("**{places}** for {interests} around {near}:", places=count, interests=wanted, near=result.near)]
    for number, poi in enumerate(result.pois[:SHOWN], start=1):
        lines.append(f"{number} {poi.name} · {_kind(poi)} · {_far(poi)}{_hours_today(poi, result, talk)}")
    if len(result.pois) > SHOWN:
        lines.append(say("and {count} more", count=result.total - SHOWN))
    lines += _notes(result.problem, result.notes)
    return Answer(
        text="\n".join(lines),
        cards=tuple(_card(poi) for poi in result.pois[:SHOWN]),
        choices=result.choices,
    )


@suggest.register
def _(result: PoisFound, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or not result.near:
        return ()
    found = [day_in(result.near), *_why(result.pois)]
    if result.icao:
        found.append(about_field(result.icao))
    return tuple(found)


def _hours_today(poi: Poi, result: PoisFound, talk: Talk) -> str:
    if not poi.opening_hours:
        return say(" · hours unknown") if poi.note is None else ""
    zone = ZoneInfo(result.zone) if result.zone else None
    day = result.date or talk.question.at.astimezone(zone).date()
    name = say("{day:%A}", day=day) if result.date else say("today")
    windows = open_windows(poi.opening_hours, day, zone=result.zone, country=result.country, at=poi.location)
    if windows is None:
        return say(" · hours unclear, check")
    if not windows:
        return say(" · closed {day}", day=name)
    return f" · {name} " + ", ".join(f"{_clock(a)}–{_clock(b)}" for a, b in windows)


def _card(poi: Poi) -> AnswerCard:
    facts = {
        say("Kind"): _kind(poi),
        say("Hours"): poi.opening_hours or say("unknown"),
        say("Cuisine"): (poi.cuisine or "").replace(";", ", "),
        say("Wheelchair"): say(WHEELCHAIR.get(poi.wheelchair or "", poi.wheelchair or "")),
        say("Phone"): poi.phone or "",
        say("Note"): say("{note} (own note, unverified)", note=in_english(poi.note)) if poi.note else "",
    }
    links = [(say("Website"), poi.website)] if poi.website else []
    links += [("OpenStreetMap", poi.source_url)] if poi.source_url else []
    return AnswerCard(
        title=poi.name,
        facts={name: value for name, value in facts.items() if value},
        links=tuple(links),
        place=Location(lat=poi.location.lat, lon=poi.location.lon),
    )


# --- fields to visit -------------------------------------------------------------------------------


@write.register
def _(result: FieldsToVisit, talk: Talk) -> Answer:
    wished = wanted_words(result.filter_profile, talk)
    only = [_only_such(wished, result.not_known)] if wished else []
    if not result.found:
        return Answer(text=" ".join([result.message or "", *only]), choices=result.choices)
    hours = _within(result.fly_within_hours)
    count = len(result.fields)
    fields = say_many("{count} field", "{count} fields", count)
    lines = [
        say(
            "**{fields}** within {hours} of {near} with {interests} near:",
            fields=fields,
            hours=hours,
            near=result.near,
            interests=_and(result.interests),
        )
    ]
    for number, field in enumerate(result.fields[:SHOWN], start=1):
        name = f"{field.icao} {field.name}"
        lines.append(
            f"{number} {name} · {field.distance_nm:.0f} nm, {_minutes(field.flight_minutes)} · {_near(field)}"
        )
    if count > SHOWN:
        lines.append(say("and {count} more", count=count - SHOWN))
    source = result.cruise_speed_source or ""
    lines.append(
        say(
            "Still air at {knots:g} kt{source}. "
            "Looked at {seen} of {count} fields in reach; check that the field is open to you.",
            knots=result.cruise_speed_kts,
            source=f" ({speed_source(source)})" if source != "provided" else "",
            seen=result.looked_at,
            count=result.in_reach,
        )
    )
    lines += only
    lines += _notes(result.problem, result.notes)
    taps = [
        Choice(label=field.icao, text=say("Tell me about {icao}", icao=field.icao), call=details(field.icao))
        for field in result.fields[:SHOWN]
    ]
    return Answer(text="\n".join(lines), choices=tuple(taps))


def _only_such(wished: str, not_known: int) -> str:
    """ "Only fields that have a grass or gravel runway; of 12 more that is not known."."""
    only = say("Only fields that {wished}.", wished=wished)
    more = say("For {count:,} more in reach I do not know that.", count=not_known) if not_known else ""
    return f"{only} {more}".rstrip()


@suggest.register
def _(result: FieldsToVisit, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found:
        return ()
    best = result.fields[0].icao
    start = (result.near or "").split(" ")[0]
    flown = {name: talk.call.arguments.get(name) for name in ("cruise_speed_kts", "aircraft_type")}
    return (
        Suggestion(
            text=say("How long from {start} to {end}", start=start, end=best),
            call=flight(start, best).varied(**flown),
            category="route",
        ),
        Suggestion(text=say("Lunch places near {icao}", icao=best), call=places(best, "food"), category="places"),
    )


_WAYS = {
    "taxi": later("{minutes} min by taxi"),
    "walk": later("{minutes} min on foot"),
    "bike": later("{minutes} min by bike"),
}


def _near(field: FieldToVisit) -> str:
    stated = say("restaurant {where} (its AIP)", where=_of_words(field.restaurant)) if field.restaurant else ""
    if not field.pois:
        return stated
    first = field.pois[0]
    hours = "" if first.opening_hours else say(", hours unknown")
    others = say("; {count} more", count=len(field.pois) - 1) if len(field.pois) > 1 else ""
    ride = say(_WAYS[field.transfer_by or "bike"], minutes=field.transfer_minutes)
    near = f"{first.name}, {ride}{hours}{others}"
    return say("; ").join((stated, near)) if stated else near


# --- days ------------------------------------------------------------------------------------------


@write.register
def _(result: ItineraryBuilt, talk: Talk) -> Answer:
    stop = result.ground_stop
    if stop is not None and result.found and len(result.days) == 1:
        return answer(
            _stop_parts(_in_its_zone(stop), result, talk),
            cards=_stop_card(result),
            choices=(*result.choices, *_taps(result)),
        )
    lines: list[str] = []
    if result.changed:
        lines.append(f"**{result.changed}**")
    if result.ground_stop is not None:
        told = _stop_lines(_in_its_zone(result.ground_stop), talk.question.at)
        lines += told[:2] if result.changed else told  # the sum was shown before the change
    if not result.found:
        lines += [result.message or "", *(note for note in result.warnings if note != FROM_NOTES)]
        return Answer(text="\n".join(line for line in lines if line), choices=result.choices)
    if not lines:
        count = len(result.days)
        days = say_many("{count} day", "{count} days", count)
        lines.append(f"**{result.near}, {days}**, {say(PACES.get(result.pace, result.pace))}:")
    several = len(result.days) > 1
    now = talk.question.at
    full = [
        _day_lines(day, now, headed=several or bool(day.date and not result.ground_stop)) for day in result.days
    ]
    if several and sum(map(len, full)) > _LINES_IN_FULL:
        lines += [_day_line(day, now) for day in result.days if day.activities or day.free]
        lines += _hours_to_check(result)
    else:
        lines += itertools.chain.from_iterable(full)
    lines += _notes(result.problem, result.warnings)
    return Answer(text="\n".join(lines), cards=_stop_card(result), choices=(*result.choices, *_taps(result)))


@suggest.register
def _(result: ItineraryBuilt, talk: Talk) -> tuple[Suggestion, ...]:
    activities = [activity for day in result.days for activity in day.activities]
    stop = result.ground_stop
    asked: list[Suggestion] = []
    if stop is not None and stop.transfer == "walk" and talk.call.arguments.get("transfer") == "walk":
        ride, label = talk.call.varied(transfer="taxi"), say("By taxi or bus")
        asked.append(Suggestion(text=label, call=ride, category="places", label=label))
    if not result.found or not activities:
        return tuple(asked)
    if stop is not None and stop.airfield.icao:
        icao, day = stop.airfield.icao, stop.on_block.date()
        text = say("What notice does {icao} need on {day:%A}?", icao=icao, day=day)
        asked.append(
            Suggestion(
                text=text,
                call=notice(icao, day),
                category="notice",
                label=say("{icao} notice, {day:%A}", icao=icao, day=day),
            )
        )
    return (
        *asked,
        *_why([activity.poi for activity in activities]),
        restaurants(result.near or ""),
    )


def _why(pois: Sequence[Poi]) -> list[Suggestion]:
    """A question about the first sight that is known beyond its street."""
    sight = next((poi for poi in pois if poi.notable and set(poi.interests) - {"food", "stay"}), None)
    if sight is None:
        return []
    asked = f"Why is {sight.name} worth seeing?"  # the guides are in English
    text = say("Why is {sight} worth seeing?", sight=sight.name)
    return [Suggestion(text=text, call=call("retrieve_city_guidance", query=asked), category="guidance")]


def _in_its_zone(stop: GroundStop) -> GroundStop:
    """The same stop with its times in its own zone again: a stored one knows offsets only, not "CEST"."""
    zone = ZoneInfo(stop.zone)

    def local(when: datetime | None) -> datetime | None:
        return when.astimezone(zone) if when else None

    deadlines = tuple(one.model_copy(update={"at": one.at.astimezone(zone)}) for one in stop.deadlines)
    names = ("on_block", "latest_off_block", "planned_off", "sunset", "sunrise")
    times = {name: local(getattr(stop, name)) for name in names}
    return stop.model_copy(update={**times, "deadlines": deadlines})


def _ways(day: TripDay, result: ItineraryBuilt) -> list[str]:
    """How one gets to each place of a day, as its minutes are reckoned."""
    trip = Trip.model_validate(result.trip)
    spots = [trip.base, *(activity.poi.location for activity in day.activities)]
    return [way(a, b, trip.mode)[1] for a, b in itertools.pairwise(spots)]


def _stop_parts(stop: GroundStop, result: ItineraryBuilt, talk: Talk) -> list[Part | None]:
    """The time there, the day as a timeline, what holds it, the sum behind a tap."""
    head, blocks, total, *rest = _stop_lines(stop, talk.question.at)
    day = result.days[0]
    moments: list[Moment] = []
    ways = _ways(day, result)
    for activity, how in zip(day.activities, ways, strict=True):
        travel = say(_WAYS[how], minutes=activity.travel_time_minutes) if activity.travel_time_minutes else ""
        hours = "" if _hours_are_known(activity) else say("hours unknown")
        hours = say("check hours") if hours and activity.poi.opening_hours else hours
        kind = _kind(activity.poi)
        kind = "" if kind.casefold() in activity.poi.name.casefold() else kind
        note = ", ".join(part for part in (kind, travel, hours) if part)
        at = f"{activity.start_time}–{activity.end_time}"
        moments.append(Moment(at=at, what=activity.poi.name, note=note))
    moments += [Moment(at=day.back_at, what=say("back at the field"))] if day.back_at and day.activities else []
    if result.changed:  # the sum, and what holds the stop, were shown before the change
        total, rest = "", []
    whom = _whom(stop, talk) if rest else None
    rest = rest[:-1] if _hours_line(stop) and rest else rest
    told = "" if result.changed else _gaps(stop) if whom and whom.note else _hours_line(stop)
    own = [note for note in result.warnings if note == FROM_NOTES]
    behind: list[str] = [total, *([told] if told else []), *(map(say, own) if not result.problem else [])]
    beside = _notes(
        result.problem, tuple(result.warnings if result.problem else [w for w in result.warnings if w not in own])
    )
    return [
        Passage(markdown=f"**{result.changed}**" if result.changed else ""),
        Headline(markdown=head, about=blocks),
        Timeline(moments=tuple(moments)),
        whom,
        Passage(markdown=" ".join([*rest, *beside])),
        Folded(title=say("How the time is reckoned"), markdown=" ".join(line for line in behind if line)),
    ]


def _whom(stop: GroundStop, talk: Talk) -> Contacts | None:
    """The field's own number, beside its hours as published; None without the one or the other."""
    known = talk.deps.facts.of(stop.airfield.icao) if stop.airfield.icao else None
    found = known.first("phone") if known else None
    note = say("open {hours}", hours=stop.stated_hours) if stop.stated_hours else ""
    return (
        Contacts(contacts=reach(phone=str(found.value), country=country_of(stop.airfield.icao, talk)), note=note)
        if found and _hours_line(stop)
        else None
    )


def _stop_lines(stop: GroundStop, now: datetime) -> list[str]:
    short = stop.airfield.name.removesuffix(" Airport").removesuffix(" Airfield")
    name = f"{stop.airfield.icao} {short}" if stop.airfield.icao else stop.airfield.name
    off = _local(stop.latest_off_block, stop.on_block)
    limit = _limits(stop.limited_by)
    if stop.planned_off is not None and stop.latest_off_block < stop.planned_off:
        limit += say("; you planned {moment}", moment=_local(stop.planned_off, stop.on_block))
    lines = [
        say(
            "**{minutes}** free on the ground at {field}, {day}.",
            minutes=_minutes(stop.usable_minutes),
            field=name,
            day=_day(stop.on_block.date(), now),
        ),
        say("On blocks {on}, off blocks {off} ({limit}).", on=_local(stop.on_block), off=off, limit=limit),
        _sum(stop),
    ]
    deadlines = [
        say(
            "{what}: by {moment}{note}{passed}",
            what=say(one.label),
            moment=_local(one.at, stop.on_block),
            note=f", {_limits(one.note)}" if one.note else "",
            passed=say(", which has passed") if one.at < now else "",
        )
        for one in stop.deadlines
    ]
    lines += [f"{' · '.join(deadlines)}."] if deadlines else []
    lines += _light(stop)
    told = _hours_line(stop)
    return [*lines, told] if told else lines


def _hours_line(stop: GroundStop) -> str:
    """The field's hours in its own words, and what is not known."""
    hours = say("Hours of the field as published: {hours}. ", hours=stop.stated_hours) if stop.stated_hours else ""
    return f"{hours}{_gaps(stop)}".strip()


def _gaps(stop: GroundStop) -> str:
    """What is not known of the stop."""
    unknown = [what for what in stop.unknown if not (stop.stated_hours and what == HOURS_UNKNOWN)]
    return say("I do not know: {what}.", what=say("; ").join(map(_limits, unknown))) if unknown else ""


def _sum(stop: GroundStop) -> str:
    """170 min − 15 (shut down, fees) … = 80 min; less than nothing is said as it comes out."""
    first, *rest = stop.lines
    total = " ".join(f"− {-line.minutes} ({_label(line.label)})" for line in rest)
    left = sum(line.minutes for line in stop.lines)
    none = "" if left >= 0 else say(", so none")
    return f"{first.minutes} min {total} = {f'−{-left}' if left < 0 else left} min{none}."


def _limits(told: str) -> str:
    """What the stop names in fixed words, some of them with a field or a figure: a limit, a gap, a note."""
    if told == HOURS_UNKNOWN:
        return say(told)
    for begins, sentence in _WITH_NAME.items():
        if told.startswith(begins):
            return say(sentence, name=told.removeprefix(begins).strip())
    return say(told)


_MET = (later("police or customs arriving"), later("police or customs leaving"))
_WITH_NAME = {
    "your time at ": later("your time at {name}"),
    "opening hours of ": later("opening hours of {name}"),
    "accepted from ": later("accepted from {name}"),
}


def _label(told: str) -> str:
    """A line of the sum: "transfer 2 × 15", "police or customs leaving", or fixed words."""
    if told.startswith("transfer 2 × "):
        return say("transfer 2 × {minutes}", minutes=told.removeprefix("transfer 2 × "))
    return say(told)


def _light(stop: GroundStop) -> list[str]:
    if stop.dark_all_day:
        return [say("The sun does not rise there that day: it is night throughout.")]
    if stop.light_all_day:
        return [say("The sun does not set there that day.")]
    if stop.sunrise is not None and stop.sunset is not None:
        return [
            say(
                "That is at night: sunrise {sunrise}, sunset {sunset}; legal night differs by State.",
                sunrise=_local(stop.sunrise, stop.on_block),
                sunset=_local(stop.sunset, stop.on_block),
            )
        ]
    if stop.sunset is not None and stop.sunset - stop.latest_off_block < _EVENING:
        return [say("Sunset {moment}.", moment=_local(stop.sunset, stop.on_block))]
    return []


def _day(day: date, now: datetime) -> str:
    """Tuesday 12 May; with the year when that is not this one."""
    return say("{day:%A %-d %b}", day=day) if day.year == now.year else say("{day:%A %-d %b %Y}", day=day)


def _day_lines(day: TripDay, now: datetime, *, headed: bool) -> list[str]:
    title = say("Day {number}", number=day.day) + (f", {_day(day.date, now)}" if day.date else "")
    lines = [f"**{title}**"] if headed else []
    if not day.activities:
        return [*lines, say("nothing planned")]
    for number, activity in enumerate(day.activities, start=1):
        lines.append(f"{number} {_activity(activity)}")
    if not headed:
        lines[-1] += say(". Back {clock}", clock=day.back_at)
    return lines


def _day_line(day: TripDay, now: datetime) -> str:
    """A day in one line, for trips of many."""
    year = f" {day.date.year}" if day.date and day.date.year != now.year else ""
    title = say("**Day {number}**", number=day.day) + (
        say(", {day:%a} {day.day} {day:%b}", day=day.date) + year if day.date else ""
    )
    visits = " · ".join(f"{a.start_time} {a.poi.name}" for a in day.activities)
    return say("{name}: {value}", name=title, value=visits or say(NOTHING))


def _hours_to_check(result: ItineraryBuilt) -> list[str]:
    """The visits whose hours are not known, which a line a day has no room for."""
    names = [a.poi.name for day in result.days for a in day.activities if not _hours_are_known(a)]
    if not names:
        return []
    more = say(" and {count} more", count=len(names) - SHOWN) if len(names) > SHOWN else ""
    return [say("Hours to check: {places}{more}.", places=", ".join(names[:SHOWN]), more=more)]


def _hours_are_known(activity: Activity) -> bool:
    """A note of our own is marked as such for all of them."""
    return activity.hours_known or activity.poi.note is not None


def _activity(activity: Activity) -> str:
    travel = (
        say(", {minutes} min travel", minutes=activity.travel_time_minutes) if activity.travel_time_minutes else ""
    )
    known = _hours_are_known(activity)
    hours = "" if known else say(" · check hours") if activity.poi.opening_hours else say(" · hours unknown")
    return f"{activity.start_time}–{activity.end_time} {activity.poi.name} ({_kind(activity.poi)}{travel}){hours}"


def _stop_card(result: ItineraryBuilt) -> tuple[AnswerCard, ...]:
    return tuple(_card(a.poi) for day in result.days for a in day.activities)[:SHOWN]


def _taps(result: ItineraryBuilt) -> tuple[Choice, ...]:
    """Changes of this trip."""

    def change(label: str, text: str, **edit: JsonValue) -> Choice:
        return Choice(label=label, text=text, call=call("build_itinerary", near=result.near, edit=edit))

    taps = [
        change(say("Relax"), say("more relaxed"), action="relax"),
        change(say("Swap indoors"), say("swap for indoors"), action="swap", indoor=True),
        change(say("More food"), say("more food"), action="more", interest="food"),
    ]
    if result.can_undo:
        taps.append(change(say("Undo"), say("undo"), action="undo"))
    return tuple(taps)


# --- small words -----------------------------------------------------------------------------------

NOTHING = later("nothing planned")
_EVENING = timedelta(hours=3)


def _notes(problem: str | None, notes: tuple[str, ...]) -> list[str]:
    """A service that is away and what stands in for it are one line; other notes follow."""
    if problem and notes and notes[0] == FROM_NOTES:
        return [f"{problem} {say(FROM_NOTES)}", *map(_note, notes[1:])]
    return [*([problem] if problem else []), *map(_note, notes)]


def _note(note: str) -> str:
    return say(note) if note in (FROM_NOTES, NO_PRICES) else note


def _within(hours: float) -> str:
    """ "45 min", "an hour", "1 h 30", as the pilot's language writes it."""
    whole, minutes = divmod(round(hours * 60), 60)
    if not whole:
        return say("{minutes} min", minutes=minutes)
    if minutes:
        return say("{hours} h {minutes:02d}", hours=whole, minutes=minutes)
    return say("an hour") if whole == 1 else say("{hours} h", hours=whole)


def _kind(poi: Poi) -> str:
    named = poi.category.replace("_", " ")
    return say(CATEGORIES.get(named, named))


def _far(poi: Poi) -> str:
    return (
        say("{km:,.1f} km", km=poi.distance_km)
        if poi.distance_km >= 1
        else f"{round(poi.distance_km * 1000, -1):.0f} m"
    )


def _clock(minutes: int) -> str:
    return "24:00" if minutes == 1440 else f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def _local(when: datetime, beside: datetime | None = None) -> str:
    """11:10 CEST (0910 UTC); with its day when that is not the day of what stands beside it."""
    utc = when.astimezone(ZoneInfo("UTC"))
    day = say("{day:%A} ", day=when) if beside is not None and when.date() != beside.date() else ""
    return f"{day}{when:%H:%M %Z} ({utc:%H%M} UTC)"


def _minutes(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return say("{time}", time=f"{hours}h {rest:02d}m" if hours else f"{rest}m")


def _of_words(joined: str) -> str:
    """ "On the field and nearby", each part in the pilot's language."""
    parts = [say(part) for part in joined.split(" and ")]
    return parts[0] if len(parts) == 1 else say("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])


def _and(words: tuple[str, ...]) -> str:
    told = [say(INTERESTS.get(word, word)) for word in words]
    return told[0] if len(told) == 1 else say("{first} and {last}", first=", ".join(told[:-1]), last=told[-1])
