"""What a planned trip is made of: legs, things to do in the order they are due, facts, what is not known."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, time, timedelta
from typing import Literal

from pydantic import AwareDatetime, JsonValue
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.deadlines import Standing
from agent.locate import Substitution
from agent.protocol import Endpoint, ToolResult, Value

_CLOSE = timedelta(hours=3)
"""An off-blocks time so near to the latest one that the sum is told for the way out too."""
TaskKind = Literal["border", "report", "permission", "flight_plan", "clearing_field", "off_blocks"]
Direction = Literal["out", "home"]
About = Literal[
    "everything",
    "first",
    "report",
    "border",
    "flight_plan",
    "off_blocks",
    "permission",
    "distance",
    "flights",
    "details",
    "holiday",
]
Asked = About | SkipJsonSchema[Literal["travellers", "in_time"]]
"""What of a plan may be asked first; the last two are read of a message, and told to no other program."""
WHOLE = ("everything", "in_time")
"""What is told by the whole plan; "in_time" with a yes or no before it."""


class Task(Value):
    """One thing to do. `latest` None: no lead time is stated, or the day is not known; `lead` says it in words.

    `key` is the same for the same thing after the trip was moved. `reach_by` is the last moment before `latest` at
    which the office is open, where its hours are known. `rests_on` is the moment it is counted from, in words.
    `title` is the same for the same thing on every leg ("GAR"), `part` says for which ("out", "home").
    `now`: no lead time is stated, so it is to be asked at once, whatever else is said of it.
    `counted`: that it is counted from the latest off blocks, where no time of leaving is told; behind `lead`.
    """

    key: str
    kind: TaskKind
    leg: int
    title: str
    part: str
    lead: str
    counted: str = ""
    now: bool = False
    zone: str | None = None
    earliest: AwareDatetime | None = None
    latest: AwareDatetime | None = None
    reach_by: AwareDatetime | None = None
    standing: Standing = "unknown"
    phone: str | None = None
    email: str | None = None
    country: str | None = None
    link: str | None = None
    opening: str | None = None
    rests_on: str = ""
    assumed: str | None = None
    source: str = ""
    as_of: date | None = None
    stale: bool = False


class Unknown(Value):
    """Something nobody has written down: what kind of thing, of which fields, in words, and whom to ask.

    `listed`: the list on which the field stands all the same, in few words.
    """

    kind: Literal["hours", "border", "report", "permission"]
    icaos: tuple[str, ...]
    words: str
    contact: str = ""
    listed: str = ""


class LatestOffBlocks(Value):
    """The latest off blocks by day, as a sum: `limit_at` less the flight less the margin.

    `assumed_kts`: the speed that the flight's time is of where the pilot named none.
    `stay_minutes`: the time on the ground before the flight that limits it, 0 where none does; `stay_told`: the
    pilot said it.
    """

    latest: AwareDatetime
    limit: str
    limit_at: AwareDatetime
    flight_minutes: int
    margin_minutes: int
    on_arrival: bool
    assumed_kts: float | None = None
    stay_minutes: SkipJsonSchema[int] = 0
    stay_told: SkipJsonSchema[bool] = False


class Sky(Value):
    """Sun and legal night at one end on the day of the leg. None: it does not rise, set or get dark that day."""

    icao: str
    zone: str | None
    sunrise: AwareDatetime | None = None
    sunset: AwareDatetime | None = None
    night_begins: AwareDatetime | None = None
    night_rule: str | None = None
    night_source: str | None = None


class TripLeg(Value):
    """One flight. `off_blocks` and `arrival` are None where no day, no time, or no speed is known.

    `told`: the pilot named the time or the night after which it leaves a stop on the way.
    `expected`: an hour to be there was named and none of leaving, so it is counted from the latest off blocks.
    """

    number: int
    direction: Direction
    from_: Endpoint
    to: Endpoint
    from_zone: str | None = None
    to_zone: str | None = None
    from_country: str = ""
    to_country: str = ""
    day: date | None = None
    off_blocks: AwareDatetime | None = None
    arrival: AwareDatetime | None = None
    distance_nm: float
    hours: float | None = None
    crosses: bool = False
    border: str = ""
    latest: LatestOffBlocks | None = None
    skies: tuple[Sky, ...] = ()
    opening: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    told: bool = False
    expected: bool = False


class Detour(Value):
    """A field to clear at, for a leg whose end cannot: how much further the flight is through it."""

    leg: int
    end: str
    icao: str
    name: str
    lat: float
    lon: float
    extra_nm: float
    extra_minutes: int | None = None
    says: str = ""


class TripPlan(ToolResult):
    """A trip both ways: what to do in order, what to know, what is not known. `problems` stand in the first line.
    `weather` is what the forecast tells of it in a line, "" where none was at hand.

    `arguments` are the call's own, so that a change of one keeps the rest; `flight_trip` is what the chat keeps.
    """

    icao: str | None = None
    arguments: dict[str, JsonValue] = {}
    legs: tuple[TripLeg, ...] = ()
    tasks: tuple[Task, ...] = ()
    detours: tuple[Detour, ...] = ()
    facts: tuple[str, ...] = ()
    travellers: str = ""
    """Which papers the people aboard need, of each country that is entered through passport control."""
    nationals: tuple[str, ...] = ()
    """What the passports that were told of ask for, of each country that is entered."""
    unknown: tuple[Unknown, ...] = ()
    unsure_borders: tuple[str, ...] = ()
    """Codes of the fields of which it is not known whether they can clear the flight."""
    problems: tuple[str, ...] = ()
    notes: SkipJsonSchema[tuple[str, ...]] = ()
    """What was said of it and is left open: "in the morning"."""
    holidays: tuple[str, ...] = ()
    """What is known of public holidays on its days, where that was asked."""
    weather: str = ""
    about: Asked = "everything"
    people: int | None = None
    there_by: time | None = None
    home_by: time | None = None
    cruise_speed_kts: float | None = None
    cruise_speed_source: str | None = None
    winds: tuple[float, float] = (0, 0)
    """The headwind out and home that the pilot said; negative on the tail."""
    ground_minutes: int | None = None
    """Minutes on the ground at each stop, where the pilot said them."""
    margin_minutes: int = 30
    own_time: bool = False
    """The flight lasts as long as the pilot said."""
    closed: bool = False
    substitutions: dict[str, Substitution] = {}
    flight_trip: dict[str, JsonValue] | None = None

    @property
    def turn(self) -> TripLeg | None:
        """The flight with which the way home begins; None where there is no way home."""
        return next((leg for leg in self.legs if leg.direction == "home"), None)


def is_near(task: Task, leg: TripLeg, legs: Sequence[TripLeg]) -> bool:
    """The latest off blocks are told of the last flight, and of one to be there by an hour; of one before it
    where they are near, or no time is named and none follows on that day."""
    if leg.number == legs[-1].number or leg.expected:
        return True
    if leg.number == 1 and leg.off_blocks is None and leg.latest is not None and leg.latest.stay_minutes:
        return True  # of a day there and back: when one must be away to be home in time
    if leg.off_blocks is None:
        return all(other.day != leg.day for other in legs[leg.number :])
    return task.latest is not None and leg.off_blocks > task.latest - _CLOSE
