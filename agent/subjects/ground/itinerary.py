"""Days on the ground: an itinerary from a field or town, with the sum of the time, and changes to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import (
    AliasChoices,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    field_validator,
    model_serializer,
    model_validator,
)

from agent import regex as re
from agent.aviation.airports import Airport
from agent.aviation.hours import holiday_name
from agent.errors import DataProblem, InvalidQuestion
from agent.locate import NotLocated
from agent.protocol import Choice, Marker, MissingInfo, PointLabel, Source, StopsView, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.ground.around import Around, of_airport
from agent.subjects.ground.places import PoiConstraints, PoisFound, any_of, look_around, no_notes, place_of
from agent.subjects.ground.stop import StopAsked, Times, airfield_of, stop_at, stop_times
from agent.travel import trip_edits
from agent.travel.ground_stop import FROM_ASSUMED, YOUR_PLAN, GroundStop
from agent.travel.interests import DEFAULT_INTERESTS, Interests
from agent.travel.places import FROM_NOTES
from agent.travel.poi import Poi, Spot, haversine_km, hhmm
from agent.travel.transfer import Mode, way
from agent.travel.trip import DAY_ENDS, Pace, Trip, TripDay, Unplaced, build, faults, minutes_at, reasons
from agent.travel.trip_edits import KINDS, DatesNeeded, Edit, Edited, NothingFits, WhichPlace
from tongue import say, say_many

_SEEN_NM = 30.0
"""So far from where one lands lies what one wants to see."""
_TRIP_KM, _STOP_KM, _FIELD_KM = 10.0, 4.0, 1.2
_APART_KM = 50.0
"""Places farther than this from their middle are not one day's."""
_NIGHT = 1440 + 240
"""A stop that ends later than this is an overnight one: minutes since the midnight before the landing."""
_TIME = re.compile(r"([01]?\d|2[0-3])[:.h]?([0-5]\d)?")


def _say_from(schema: dict[str, JsonValue]) -> None:
    """The schema's word is "from", whichever way it is made; Python does not allow it as a name."""
    for part in ("properties", "required"):
        text = json.dumps(schema.get(part, [])).replace('"from_"', '"from"')
        schema[part] = json.loads(text)


LANDS_AT = "11:00"
"""Local hour of a stop whose length alone is said."""


class TimeSpan(Value):
    """Between two times: HH:MM local, HH:MMZ in UTC, or +MINUTES from now."""

    model_config = ConfigDict(json_schema_extra=_say_from)

    from_: str = Field(alias="from")
    to: str | None = None

    @field_validator("from_", "to")
    @classmethod
    def _a_time(cls, value: str | None) -> str | None:
        return None if value is None else _time_of_stop(value)

    @model_serializer
    def _plain(self) -> dict[str, str]:
        return {"from": self.from_, **({"to": self.to} if self.to is not None else {})}


class BuildItinerary(Arguments):
    """A plan of one to seven days, or a change of the last one (`edit`)."""

    near: str | None = Field(
        default=None,
        validation_alias=AliasChoices("near", "location", "city", "place"),
        description="field or town",
    )
    candidate_pois: tuple[Poi, ...] = Field(default=(), description="places from search_pois; else it searches")
    interests: tuple[str, ...] = ()
    duration_days: int = Field(default=1, description="1 to 7")
    pace: Pace = "moderate"
    start_time: str = Field(default="09:00", description="HH:MM local, or HH:MMZ in UTC")
    dates: tuple[date, ...] = Field(default=(), description="ISO dates; the first alone is enough")
    window: TimeSpan | None = Field(default=None, description="landing and off-block times of a stop at a field")
    stay_minutes: int | None = Field(
        default=None,
        ge=30,
        le=720,
        description="how long a stop lasts, where neither its landing nor its end is said",
    )
    leave_date: date | None = Field(default=None, description="day of off-block, when it is not that of landing")
    landing_at: str | None = Field(default=None, description="the field, where `near` is seen from another")
    there_by: str | None = Field(default=None, description="HH:MM local by which to be at `going_to`")
    going_to: str | None = Field(default=None, description="the next airfield")
    coming_from: str | None = Field(default=None, description="the airfield before")
    transfer: Mode = "auto"
    people: int = 1
    cruise_speed_kts: float | None = None
    aircraft_type: str | None = None
    constraints: PoiConstraints = PoiConstraints()
    edit: Edit | None = Field(default=None, description="a change of the trip in this chat, or undo")

    @field_validator("duration_days")
    @classmethod
    def _a_sane_length(cls, value: int) -> int:
        if not 1 <= value <= 7:
            raise ValueError(say("I plan 1 to 7 days at a time"))
        return value

    @field_validator("there_by")
    @classmethod
    def _a_time(cls, value: str | None) -> str | None:
        return None if value is None else clock(value)

    @field_validator("start_time")
    @classmethod
    def _a_start(cls, value: str) -> str:
        return clock(value[:-1]) + "Z" if value.strip()[-1:] in ("Z", "z") else clock(value)

    @field_validator("people")
    @classmethod
    def _somebody(cls, value: int) -> int:
        if not 1 <= value <= 20:
            raise ValueError(say("say how many people, from 1 to 20"))
        return value

    @model_validator(mode="after")
    def _dates_in_order(self) -> BuildItinerary:
        if list(self.dates) != sorted(set(self.dates)):
            raise ValueError(say("the dates must come in order, each once"))
        return self


class ItineraryBuilt(ToolResult):
    """A plan by days. `changed` says what an edit did; `trip` is the whole value that the chat keeps."""

    near: str | None = None
    pace: Pace = "moderate"
    interests: tuple[str, ...] = ()
    days: tuple[TripDay, ...] = ()
    zone: str | None = None
    ground_stop: GroundStop | None = None
    changed: str | None = None
    can_undo: bool = False
    warnings: tuple[str, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()
    problem: str | None = None
    trip: dict[str, JsonValue] | None = None


def clock(text: str) -> str:
    """ "9", "9:30", "0930", "11h" as HH:MM. Raises ValueError for anything else."""
    match = _TIME.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(say("“{text}” is not a time; give HH:MM", text=text))
    return f"{int(match[1]):02d}:{match[2] or '00'}"


def _time_of_stop(text: str) -> str:
    """A time as `clock` reads it, "0900Z" in UTC, "+120" from now. Raises ValueError for anything else."""
    plain = text.strip()
    if re.fullmatch(r"\+\d{1,4}", plain):
        return plain
    if match := re.fullmatch(r"(.*?)\s*(?:z|utc)", plain, re.IGNORECASE):
        return clock(match[1]) + "Z"
    return clock(plain)


@tool(kind="trip", visualization="stops", outside=True, quotes=True)
async def build_itinerary(arguments: BuildItinerary, context: ToolContext) -> ItineraryBuilt:
    """Plan days on the ground in blocks from places of interest, or change the plan of this chat."""
    stored = _stored(context)
    if arguments.edit is not None:
        return await _edited(arguments, arguments.edit, stored, context)
    slower = _only_the_pace(arguments, stored, context)
    if slower is not None and stored is not None:
        return await _edited(arguments, slower, stored, context)
    dated = _only_the_dates(arguments, stored, context)
    if dated is not None:
        place = place_of(arguments.near, context)
        if isinstance(place, Around):
            _days(arguments, place, context)  # refuses dates in the past
        return _result(dated.trip, (), (), None, context).model_copy(update={"changed": dated.said})
    return await _built(arguments, context)


# --- a new plan ------------------------------------------------------------------------------------


async def _built(arguments: BuildItinerary, context: ToolContext) -> ItineraryBuilt:
    earlier = next((r for r in reversed(context.earlier) if isinstance(r, PoisFound)), None)
    named = arguments.near or (earlier.near if earlier else None)
    middle = None if named else _middle(arguments)
    field = airfield_of(arguments.landing_at, context)
    here = (_seen_from(field, named or "", context) if field else None) or place_of(named or middle, context)
    if isinstance(here, NotLocated):
        return ItineraryBuilt(found=False, message=here.message)
    if isinstance(here, MissingInfo):
        return ItineraryBuilt(found=False, missing_info=(here,))
    if field is not None:
        here = replace(here, airfield=field, zone=field.time_zone or here.zone)
    wanted, unknown = Interests.load(context.deps.settings.data).read(arguments.interests)
    wanted = wanted or (earlier.interests if earlier else DEFAULT_INTERESTS)
    warnings = [say("I have no category for {words}.", words=", ".join(unknown))] if unknown else []
    if middle is not None:
        warnings.append(say("No place was named: I start in the middle of the places given."))
    if (span := _stay(arguments)) is not None:
        arguments = arguments.model_copy(update={"window": span})
        warnings.append(say("Landing at {start} is assumed: tell me yours.", start=span.from_))
    times = _times(arguments, here, context)
    stop = stop_at(_asked(arguments, times), here, context) if times else None
    if isinstance(stop, MissingInfo):
        return ItineraryBuilt(found=False, near=here.name, missing_info=(_leaving(stop, arguments),))
    if times and stop and stop.at_field_only and arguments.transfer == "walk":
        ridden = arguments.model_copy(update={"transfer": "auto"})
        sooner = stop_at(_asked(ridden, times), here, context)
        if isinstance(sooner, GroundStop) and not sooner.at_field_only:
            minutes = stop.transfer_minutes
            warnings.append(say("On foot it is {minutes} min each way: I took bus or taxi.", minutes=minutes))
            arguments, stop = ridden, sooner
    if span is not None and stop is not None and stop.limited_by == YOUR_PLAN:
        stop = stop.model_copy(update={"limited_by": FROM_ASSUMED})
    days = [times.landing.date()] if times else _days(arguments, here, context)
    warnings += [times.assumed] if times and times.assumed else []
    if stop is not None and stop.usable_minutes == 0 and stop.window[1] <= stop.window[0]:
        return ItineraryBuilt(
            found=False,
            message=say("There is no time to leave the aeroplane."),
            near=here.name,
            ground_stop=stop,
            warnings=tuple(warnings),
        )
    pois: Sequence[Poi] = arguments.candidate_pois or (earlier.pois if earlier else ())
    sources: tuple[Source, ...] = tuple(dict.fromkeys(poi.credit for poi in pois))
    problem = None
    base = Spot(lat=here.airfield.lat, lon=here.airfield.lon) if stop and here.airfield else here.centre
    if not pois:
        centre, radius = (base, _FIELD_KM) if stop and stop.at_field_only else (here.centre, _TRIP_KM)
        radius = min(radius, _STOP_KM) if stop else radius
        alone = (
            not stop or stop.at_field_only or field is not None
        )  # a town named beside the field is what is seen
        centres = [centre] if alone else [centre, base]
        found = await look_around(context, centres, wanted, arguments.constraints, radius)
        pois, sources, problem = found.pois, found.sources, found.problem
        warnings += found.notes
    if stop and stop.at_field_only:
        pois = [p for p in pois if haversine_km(base.lat, base.lon, p.location.lat, p.location.lon) <= _FIELD_KM]
        warnings.append(say("Under 45 minutes: places at the field only."))
    elif stop and not arguments.candidate_pois:
        pois = [poi for poi in pois if _is_in_time(stop, base, poi, arguments.transfer)]
    if (
        problem and not pois
    ):  # the notes that stood in for the service are too far: it is away, nothing else is known
        sources, warnings = (), [warning for warning in warnings if warning != FROM_NOTES]
    elif stop and not arguments.interests and earlier is None:
        problem = None  # the times were asked for: where the places beside them are from is enough
    window = stop.window if stop else _window(arguments, times, here, days[0], context)
    if window[1] > _NIGHT and times and times.off_block:
        warnings.append(_overnight(stop, times.off_block))
        window = (window[0], max(DAY_ENDS, min(window[0] + 180, 1440)))
    draft = Trip(
        place=here.name,
        base_name=f"{here.airfield.ident} {here.airfield.name}" if stop and here.airfield else here.name,
        base=base,
        country=here.country,
        zone=here.zone,
        pace=arguments.pace,
        interests=wanted,
        window=window,
        mode=arguments.transfer,
        quick=stop is not None,
        days=(),
        pool=tuple({poi.id: poi for poi in pois}.values()),
        ground_stop=stop,
    )
    trip = build(draft, days)
    if arguments.interests or not arguments.candidate_pois:
        warnings += _without(wanted, trip.pool)
    warnings += _holidays(trip)
    stored = _stored(context)
    if stored is not None and stored.history and stored.place == trip.place:
        warnings.append(say("I planned it anew: your earlier changes are not in it."))
    return _result(trip, sources, tuple(warnings), problem, context)


def _seen_from(field: Airport, near: str, context: ToolContext) -> Around | None:
    """The town of that name in reach of the field, before a larger one elsewhere."""
    town = context.deps.places.town(near, (field.lat, field.lon), _SEEN_NM)
    return of_airport(field, context, town) if town is not None else None


def _is_in_time(stop: GroundStop, base: Spot, poi: Poi, mode: Mode) -> bool:
    """Whether the ride there and back takes no more than half of the time between the field's own work."""
    free = stop.usable_minutes + 2 * stop.transfer_minutes
    return 4 * way(base, poi.location, mode)[0] <= free


def _middle(arguments: BuildItinerary) -> str | None:
    """Where a day among the given places starts when nobody said; a stop is at a field, which must be named."""
    spots = [poi.location for poi in arguments.candidate_pois]
    if not spots or arguments.window is not None:
        return None
    lat, lon = sum(s.lat for s in spots) / len(spots), sum(s.lon for s in spots) / len(spots)
    if any(haversine_km(lat, lon, s.lat, s.lon) > _APART_KM for s in spots):
        return None
    return f"{lat:.4f}, {lon:.4f}"


def _without(wanted: Sequence[str], pool: Sequence[Poi]) -> list[str]:
    """Interests for which nothing at all was found, in one sentence."""
    there = {name for poi in pool for name in poi.interests}
    none = [name for name in wanted if name not in there]
    return [say("I found nothing for {wanted}.", wanted=any_of(none))] if pool and none else []


def _holidays(trip: Trip) -> list[str]:
    """Public holidays among the days: hours are often others then."""
    found: list[str] = []
    for day in trip.days:
        name = holiday_name(day.date, trip.country) if day.date and trip.country else None
        if name and day.date:
            found.append(
                say("{date:%A %-d %b} is a public holiday ({name}): check hours.", date=day.date, name=name)
            )
    return found


def _stay(arguments: BuildItinerary) -> TimeSpan | None:
    """ "Three hours at Le Touquet": from the hour that is said for it, else around noon."""
    if arguments.stay_minutes is None or arguments.window is not None:
        return None
    start = arguments.start_time if "start_time" in arguments.model_fields_set else LANDS_AT
    hour, minute = (int(part) for part in start.removesuffix("Z").split(":"))
    ends = min(hour * 60 + minute + arguments.stay_minutes, 23 * 60 + 59)
    span = {"from": start, "to": f"{ends // 60:02d}:{ends % 60:02d}{'Z' if start.endswith('Z') else ''}"}
    return TimeSpan.model_validate(span)


def _times(arguments: BuildItinerary, here: Around, context: ToolContext) -> Times | None:
    """The times of a stop, when the plan is for one."""
    span = arguments.window
    if span is None or not (arguments.duration_days == 1 or arguments.leave_date):
        return None
    day = arguments.dates[0] if arguments.dates else None
    at = context.question.at
    return stop_times(span.from_, span.to, day, arguments.leave_date, here.zone or "UTC", at)


def _asked(arguments: BuildItinerary, times: Times) -> StopAsked:
    return StopAsked(
        landing=times.landing,
        off_block=times.off_block,
        there_by=arguments.there_by,
        going_to=arguments.going_to,
        coming_from=arguments.coming_from,
        transfer=arguments.transfer,
        people=arguments.people,
        cruise_speed_kts=arguments.cruise_speed_kts,
        aircraft_type=arguments.aircraft_type,
    )


def _leaving(question: MissingInfo, arguments: BuildItinerary) -> MissingInfo:
    """The question for a time of off blocks, with what each example makes of the times of the stop."""
    if question.fills or arguments.window is None:
        return question
    start = arguments.window.from_
    fills = tuple({"window": {"from": start, "to": example}} for example in question.examples)
    return question.model_copy(update={"fills": fills})


def _overnight(stop: GroundStop | None, off: datetime) -> str:
    """When one has to be back at the field on a later day: the plan is for the first one."""
    if stop is None:
        return say("I planned the first day only; you leave on {off:%A}.", off=off)
    back = stop.window[1] % 1440
    return say(
        "I planned the first day only; be back at the field by {back} on {latest_off_block:%A}.",
        back=hhmm(back),
        latest_off_block=stop.latest_off_block,
    )


def _days(arguments: BuildItinerary, here: Around, context: ToolContext) -> list[date | None]:
    """The dates of the days; unknown ones are None. Raises `InvalidQuestion` for dates in the past."""
    given = list(arguments.dates)
    now = context.question.at.astimezone(ZoneInfo(here.zone)) if here.zone else context.question.at
    if given and given[0] < now.date():
        raise InvalidQuestion(say("{value:%-d %b %Y} is in the past. Which day do you mean?", value=given[0]))
    if len(given) > 7:
        raise InvalidQuestion(say("I plan 1 to 7 days at a time."))
    count = max(arguments.duration_days, len(given))
    if not given:
        return [None] * count
    while len(given) < count:
        given.append(given[-1] + timedelta(days=1))
    return list(given)


def _window(
    arguments: BuildItinerary, times: Times | None, here: Around, day: date | None, context: ToolContext
) -> tuple[int, int]:
    if times is None:
        clock_text = arguments.start_time
        if clock_text.endswith("Z"):
            at = context.question.at
            first = stop_times(
                clock_text, None, day or at.date() + timedelta(days=1), None, here.zone or "UTC", at
            )
            clock_text = f"{first.landing:%H:%M}"
        start = minutes_at(clock_text)
        return start, max(DAY_ENDS, min(start + 180, 1440))
    start = times.landing.hour * 60 + times.landing.minute
    if times.off_block is None:
        return start, max(DAY_ENDS, min(start + 180, 1440))
    later = (times.off_block.date() - times.landing.date()).days
    return start, later * 1440 + times.off_block.hour * 60 + times.off_block.minute


# --- changes ---------------------------------------------------------------------------------------


def _stored(context: ToolContext) -> Trip | None:
    """The trip of this chat; one that an older version wrote is as good as none."""
    if context.conversation.trip is None:
        return None
    try:
        return Trip.model_validate(context.conversation.trip)
    except ValidationError:
        return None


def _only_the_pace(arguments: BuildItinerary, stored: Trip | None, context: ToolContext) -> Edit | None:
    """ "More relaxed" arrives as the last plan with another pace: that is a change, not a new trip."""
    if stored is None or "pace" not in arguments.model_fields_set or not _varies(arguments, stored, context):
        return None
    if arguments.pace == stored.pace or len(stored.days) != max(arguments.duration_days, len(arguments.dates)):
        return None
    order = ("relaxed", "moderate", "packed")
    action: Literal["relax", "pack"] = (
        "relax" if order.index(arguments.pace) < order.index(stored.pace) else "pack"
    )
    return Edit(action=action)


def _varies(arguments: BuildItinerary, stored: Trip, context: ToolContext) -> bool:
    """Whether a plan is asked for the place and the interests of the trip of this chat."""
    if stored.ground_stop is not None or not arguments.near or arguments.candidate_pois or arguments.window:
        return False
    wanted, _ = Interests.load(context.deps.settings.data).read(arguments.interests)
    here = place_of(arguments.near, context)
    same_place = isinstance(here, Around) and here.name == stored.place
    return same_place and (wanted or DEFAULT_INTERESTS) == stored.interests


def _only_the_dates(arguments: BuildItinerary, stored: Trip | None, context: ToolContext) -> Edited | None:
    """ "What about Sunday?" of a trip with changes: the same trip on other days, its changes kept."""
    if stored is None or not stored.history or not arguments.dates or arguments.edit is not None:
        return None
    first = arguments.dates[0]
    same_length = len(stored.days) == max(arguments.duration_days, len(arguments.dates))
    if not same_length or first == stored.days[0].date or not _varies(arguments, stored, context):
        return None
    dated = trip_edits.with_dates(stored, first)
    history = (*stored.history, stored.version)
    said = say("Day 1 is {first:%A %-d %b}; the places stay.", first=first)
    return Edited(dated.model_copy(update={"history": history, "undone": ()}), said)


async def _edited(
    arguments: BuildItinerary, edit: Edit, stored: Trip | None, context: ToolContext
) -> ItineraryBuilt:
    if stored is None:
        return ItineraryBuilt(
            found=False,
            message=say("There is no trip in this chat to change. Tell me where and for how long."),
        )
    if not _same_place(arguments, stored, context):
        return ItineraryBuilt(
            found=False,
            message=say(
                "I have no plan for {near} to change; the last one is for {place}.",
                near=arguments.near,
                place=stored.place,
            ),
        )
    table = Interests.load(context.deps.settings.data)
    if edit.interest is not None:
        known, _ = table.read([edit.interest])
        if not known:
            raise InvalidQuestion(
                say(
                    "I have no category for {interest}. Try food, culture, history or nature.",
                    interest=edit.interest,
                )
            )
        edit = edit.model_copy(update={"interest": known[0]})
    trip = trip_edits.with_dates(stored, arguments.dates[0]) if arguments.dates else stored
    fresh: tuple[Poi, ...] = ()
    sources: tuple[Source, ...] = ()
    warnings: tuple[str, ...] = ()
    problem = None
    if edit.action in ("swap", "more"):
        wanted = _wanted(edit, trip, table)
        limits = arguments.constraints.model_copy(update={"indoor_only": edit.indoor})
        found = await look_around(context, [trip.base], wanted, limits, _TRIP_KM)
        fresh, sources, problem = found.pois, found.sources, found.problem
    try:
        changed = trip_edits.apply(trip, edit, fresh)
    except WhichPlace as several:
        return _which_of(trip, edit, several)
    except DatesNeeded:
        first = trip_edits.first_day_for(trip, str(edit.day), context.question.at.date())
        if first is None or len(trip.days) > 1:
            return _undated(trip, edit, is_weekday=first is not None)
        dated = trip_edits.apply(trip_edits.with_dates(trip, first), edit, fresh)
        changed = trip_edits.remembering(trip, dated)
        warnings = (say("I took day 1 as {first:%A %-d %b}; give me another date if it is not.", first=first),)
    except InvalidQuestion as nothing:
        if problem is None or not isinstance(nothing, NothingFits):
            raise
        raise InvalidQuestion(f"{problem} {nothing.user_message}") from nothing
    result = _result(changed.trip, sources, warnings, problem, context)
    return result.model_copy(update={"changed": changed.said})


def _same_place(arguments: BuildItinerary, stored: Trip, context: ToolContext) -> bool:
    """Whether the trip of this chat is the one that the last question was about."""
    if not arguments.near:
        return True
    here = place_of(arguments.near, context)
    return not isinstance(here, Around) or here.name == stored.place


def _wanted(edit: Edit, trip: Trip, table: Interests) -> tuple[str, ...]:
    """The interests under which the map is searched for what an edit wants."""
    if edit.kind is not None:
        names = (name for kind in KINDS.get(edit.kind, (edit.kind,)) for name in table.of_kind(kind))
        return tuple(dict.fromkeys(names)) or DEFAULT_INTERESTS
    if edit.interest is not None:
        return (edit.interest,)
    return tuple(dict.fromkeys((*trip.interests, *DEFAULT_INTERESTS)))


def _which_of(trip: Trip, edit: Edit, several: WhichPlace) -> ItineraryBuilt:
    """Several places may be meant: their names as taps, nothing changed."""
    asked = ToolCall(tool="build_itinerary", arguments={"near": trip.place})
    verb = {"remove": "remove {}", "swap": "swap {} for something else"}.get(edit.action, "{}")
    if edit.indoor:
        verb = "swap {} for indoors"
    elif edit.kind or edit.interest:
        verb = f"swap {{}} for {edit.kind or edit.interest}"
    return ItineraryBuilt(
        found=False,
        near=trip.place,
        message=say("Which one: {names}?", names=", ".join(several.names)),
        choices=tuple(
            Choice(
                label=name,
                text=verb.format(name),
                call=asked.varied(edit=edit.model_copy(update={"place": name}).to_json()),
            )
            for name in several.names
        ),
    )


def _undated(trip: Trip, edit: Edit, *, is_weekday: bool) -> ItineraryBuilt:
    numbers = tuple(f"day {day.day}" for day in trip.days)
    try:
        named = f"{date.fromisoformat(str(edit.day)):%A %-d %b}"
    except ValueError:
        named = str(edit.day)
    prompt = (
        say("The trip has no dates yet. Which of its days is {named}?", named=named)
        if is_weekday
        else say(
            "The trip has no dates yet, so I cannot tell which day is {named}. Which one do you mean?", named=named
        )
    )
    days: tuple[dict[str, JsonValue], ...] = tuple(
        {"edit": edit.model_copy(update={"day": day.day}).to_json()} for day in trip.days
    )
    question = MissingInfo(
        key="date", reason=say("The trip has no dates yet"), prompt=prompt, examples=numbers, fills=days
    )
    return ItineraryBuilt(found=False, near=trip.place, days=trip.days, pace=trip.pace, missing_info=(question,))


# --- what is shown ---------------------------------------------------------------------------------


def _result(
    trip: Trip, sources: tuple[Source, ...], warnings: tuple[str, ...], problem: str | None, context: ToolContext
) -> ItineraryBuilt:
    wrong = faults(trip)
    # A trip that gets its dates late may hold a place that is closed then: that is said, not hidden.
    closed = tuple(fault for fault in wrong if fault.endswith(": closed"))
    if len(closed) < len(wrong):
        raise DataProblem("I could not make a plan that holds. Ask for fewer days or places.", detail=str(wrong))
    warnings = (*warnings, *(say("{fault} at that time, by its hours.", fault=fault) for fault in closed))
    used = [activity.poi for day in trip.days for activity in day.activities]
    credited = sources or tuple(dict.fromkeys(poi.credit for poi in used))
    empty = [day.day for day in trip.days if not day.activities]
    more = _emptied(trip, empty) if used else ()
    found = bool(used) or bool(trip.history)
    return ItineraryBuilt(
        found=found,
        message=None if found else _nothing(trip, problem, context),
        near=trip.place,
        pace=trip.pace,
        interests=trip.interests,
        days=trip.days,
        zone=trip.zone,
        ground_stop=trip.ground_stop,
        can_undo=bool(trip.history),
        warnings=(*warnings, *more),
        unplaced=reasons(trip)[:20],
        problem=problem,
        sources=credited,
        visualization=_map(trip) if used else None,
        trip=trip.to_json() if found else None,
    )


def _emptied(trip: Trip, empty: list[int]) -> tuple[str, ...]:
    """Days without a visit that the pilot did not empty, in one sentence."""
    short = [str(number) for number in empty if not trip.days[number - 1].free]
    if not short:
        return ()
    days = ", ".join(short)
    return (
        say_many(
            "I know nothing more for day {days}.", "I know nothing more for days {days}.", len(short), days=days
        ),
    )


def _nothing(trip: Trip, problem: str | None, context: ToolContext) -> str:
    if trip.ground_stop is not None and trip.ground_stop.at_field_only and not trip.pool:
        none = say("I know of no place at the field itself.")
        return f"{problem} {none}" if problem else none
    if problem and not trip.pool:
        if trip.ground_stop is not None and context.deps.starter.pois(trip.base, trip.interests):
            far = say("What my own notes have is too far from {place} for that time.", place=trip.place)
            return f"{problem} {far}"
        return f"{problem} {no_notes(context, trip.base, trip.place, trip.interests)}"
    if not trip.pool:
        return say("I found no {wanted} around {place}.", wanted=any_of(trip.interests), place=trip.place)
    return say(
        "Nothing around {place} fits between {start} and {end}.",
        place=trip.place,
        start=hhmm(trip.window[0]),
        end=hhmm(trip.window[1]),
    )


def _map(trip: Trip) -> StopsView:
    stops = [activity for day in trip.days for activity in day.activities]
    return StopsView(
        start=PointLabel(label=trip.base_name, lat=trip.base.lat, lon=trip.base.lon),
        stops=tuple(
            Marker(
                name=a.poi.name,
                lat=a.poi.location.lat,
                lon=a.poi.location.lon,
                note=f"{a.start_time}–{a.end_time}",
            )
            for a in stops
        ),
    )
