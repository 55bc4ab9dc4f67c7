"""The time a pilot really has on the ground, as a sum that can be read, and the deadlines beside it.

    leg        = still-air time + headwind if known (else 15 % more) + 10 min of taxi and circuit
    off-block  = the earliest of: what the pilot plans; closing, border hours and dark here, less taxi;
                 slot, closing and border hours there, less the leg; dark there, less the leg and 30 min
    usable     = off-block − on-block − 15 (shut down, fees) − 45 (pre-flight, fuel, filing)
                 − 2 × transfer − 20 each way where police or customs are needed; never below 0

Dark is sunset; legal night differs by State. Nothing here says that a field is open: closing times and
border hours are arguments, and what is not given is listed as not known.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from agent.protocol import Endpoint, Value
from agent.travel.transfer import Mode
from tongue import later

SHUT_DOWN, PRE_FLIGHT, FORMALITIES = 15, 45, 20
TAXI, LANDING_TO_BLOCK, DARK_MARGIN = 10, 10, 30
LEAST_FOR_TOWN = 45
_NO_WIND_SHARE = 1.15
_SMALL_HOURS = 4
HOURS_UNKNOWN = later("opening hours of the field")
YOUR_PLAN = later("your plan")
FROM_ASSUMED = later("the stay you named, from a landing that is assumed")


class Line(Value):
    """One line of the sum: minutes taken off (or what is left, on the last line)."""

    label: str
    minutes: int


class Deadline(Value):
    """Something to be done by a time."""

    label: str
    at: datetime
    note: str = ""


class GroundStop(Value):
    """The time on the ground. Times carry their zone; `limited_by` says what sets the latest off-block.

    `planned_off` is what the pilot planned. `sunset` is that of the day of leaving; `sunrise` is set only where
    the landing or the leaving is at night, which darkness then does not limit: it is said.
    `stated_hours` is the field's own wording of its hours with its document: shown, never computed with.
    """

    airfield: Endpoint
    zone: str
    on_block: datetime
    latest_off_block: datetime
    limited_by: str
    transfer: Mode = "auto"
    transfer_minutes: int
    people: int = 1
    formalities_in: bool | None = None
    formalities_out: bool | None = None
    lines: tuple[Line, ...]
    usable_minutes: int
    deadlines: tuple[Deadline, ...] = ()
    planned_off: datetime | None = None
    sunset: datetime | None = None
    sunrise: datetime | None = None
    dark_all_day: bool = False
    light_all_day: bool = False
    stated_hours: str | None = None
    unknown: tuple[str, ...] = ()

    @property
    def at_field_only(self) -> bool:
        """Too little time to go anywhere."""
        return self.usable_minutes < LEAST_FOR_TOWN

    @property
    def window(self) -> tuple[int, int]:
        """When one can leave the field and must be back at it, minutes since the midnight of arrival."""
        into = FORMALITIES if self.formalities_in else 0
        out = FORMALITIES if self.formalities_out else 0
        days = (self.latest_off_block.date() - self.on_block.date()).days
        start = self.on_block.hour * 60 + self.on_block.minute + SHUT_DOWN + into
        end = days * 1440 + self.latest_off_block.hour * 60 + self.latest_off_block.minute - PRE_FLIGHT - out
        return start, max(start, end)


@dataclass(frozen=True)
class NextLeg:
    """Where the pilot goes next, still-air minutes away."""

    to: Endpoint
    zone: str | None
    still_air_minutes: float
    with_headwind_minutes: float | None = None

    @property
    def minutes(self) -> int:
        """The leg as it is counted: wind known or allowed for, taxi and circuit included."""
        air = self.with_headwind_minutes or self.still_air_minutes * _NO_WIND_SHARE
        return round(air) + 10


@dataclass(frozen=True)
class Limits:
    """Times after which it is too late; None is not known."""

    closing_here: datetime | None = None
    border_here: datetime | None = None
    closing_there: datetime | None = None
    border_there: datetime | None = None
    slot_there: datetime | None = None
    wanted_there: datetime | None = None


@dataclass(frozen=True)
class Report:
    """Something to be sent before departure: accepted from `earliest` to `latest` hours before."""

    name: str
    latest_hours: float
    earliest_hours: float | None = None


@dataclass(frozen=True)
class Border:
    """What crossing a border asks on this stop. None is not known, and counts as nothing but is said."""

    formalities_in: bool | None = None
    formalities_out: bool | None = None
    reports: tuple[Report, ...] = ()


Said = Literal["landing", "on_block"]


def ground_stop(
    airfield: Endpoint,
    zone: str,
    arrival: datetime,
    *,
    said: Said = "landing",
    planned_off: datetime | None,
    transfer_minutes: int,
    transfer: Mode = "auto",
    people: int = 1,
    leg: NextLeg | None = None,
    limits: Limits = Limits(),
    border: Border = Border(),
) -> GroundStop:
    """The sum for one stop. `arrival` and all limits carry a zone; without `planned_off` dark decides."""
    local = ZoneInfo(zone)
    on_block = arrival.astimezone(UTC)  # in one zone Python adds to the clock, not to the time
    if said == "landing":
        on_block += timedelta(minutes=LANDING_TO_BLOCK)
    light = _light(airfield, zone, on_block.astimezone(local), planned_off)
    ends = _ends(planned_off, light, leg, limits)
    latest, why = min(ends) if ends else (on_block, later("nothing known"))
    lines = [Line(label=later("on blocks to off blocks"), minutes=round((latest - on_block).total_seconds() / 60))]
    lines.append(Line(label=later("shut down, fees"), minutes=-SHUT_DOWN))
    lines.append(Line(label=later("pre-flight, fuel, filing"), minutes=-PRE_FLIGHT))
    lines.append(Line(label=f"transfer 2 × {transfer_minutes}", minutes=-2 * transfer_minutes))
    for needed, label in ((border.formalities_in, "arriving"), (border.formalities_out, "leaving")):
        if needed:
            lines.append(Line(label=f"police or customs {label}", minutes=-FORMALITIES))
    return GroundStop(
        airfield=airfield,
        zone=zone,
        on_block=on_block.astimezone(local),
        latest_off_block=latest.astimezone(local),
        limited_by=why,
        transfer=transfer,
        transfer_minutes=transfer_minutes,
        people=people,
        formalities_in=border.formalities_in,
        formalities_out=border.formalities_out,
        lines=tuple(lines),
        usable_minutes=max(0, sum(line.minutes for line in lines)),
        deadlines=_deadlines(latest, local, border),
        planned_off=planned_off.astimezone(local) if planned_off else None,
        sunset=light.sunset,
        sunrise=light.sunrise if light.at_night else None,
        unknown=_unknown(limits, leg, border),
        dark_all_day=light.sunset is None and dark_all_day(airfield, light.day),
        light_all_day=light.sunset is None and not dark_all_day(airfield, light.day),
    )


@dataclass(frozen=True)
class _Light:
    """The daylight that counts: of the day on which one leaves. `at_night`: one lands or leaves outside it."""

    day: date
    sunrise: datetime | None
    sunset: datetime | None
    at_night: bool


def _light(airfield: Endpoint, zone: str, on_block: datetime, planned: datetime | None) -> _Light:
    """Leaving in the small hours belongs to the evening before; leaving in the morning to a new day."""
    local = ZoneInfo(zone)
    leaves = planned.astimezone(local) if planned else on_block
    day = leaves.date()
    if day > on_block.date() and leaves.hour < _SMALL_HOURS:
        day -= timedelta(days=1)
    rises, sets = sunrise(airfield, day, zone), sunset(airfield, day, zone)
    lands_late = sets is not None and on_block >= sets
    leaves_early = rises is not None and planned is not None and planned < rises
    return _Light(day, rises, sets, lands_late or leaves_early)


def sunrise(place: Endpoint, day: date, zone: str) -> datetime | None:
    """Sunrise on a local day; None where the sun does not rise then."""
    from astral import Observer
    from astral.sun import sunrise as rise_time

    try:
        return rise_time(Observer(place.lat, place.lon), day, tzinfo=ZoneInfo(zone))
    except ValueError:
        return None


def sunset(place: Endpoint, day: date, zone: str) -> datetime | None:
    """Sunset on a local day; None where the sun does not set then."""
    from astral import Observer
    from astral.sun import sunset as set_time

    try:
        return set_time(Observer(place.lat, place.lon), day, tzinfo=ZoneInfo(zone))
    except ValueError:
        return None


def dark_all_day(place: Endpoint, day: date) -> bool:
    """Whether the sun stays below the horizon, as in a northern winter."""
    from astral import Observer
    from astral.sun import elevation, noon

    observer = Observer(place.lat, place.lon)
    return elevation(observer, noon(observer, day)) < 0


def _ends(
    planned: datetime | None, light: _Light, leg: NextLeg | None, limits: Limits
) -> list[tuple[datetime, str]]:
    """Everything that can set the latest off-block time, with its name."""
    taxi = timedelta(minutes=TAXI)
    ends: list[tuple[datetime | None, timedelta, str]] = [
        (planned, timedelta(), YOUR_PLAN),
        (limits.closing_here, taxi, later("closing here")),
        (limits.border_here, taxi, later("border hours here")),
        (None if light.at_night else light.sunset, taxi, later("sunset here")),
    ]
    if leg is not None:
        flight = timedelta(minutes=leg.minutes)
        dark_there = None if light.at_night else sunset(leg.to, light.day, leg.zone or "UTC")
        ends += [
            (limits.slot_there, flight, later("the slot there")),
            (limits.wanted_there, flight, f"your time at {leg.to.icao or leg.to.name}"),
            (limits.closing_there, flight, later("closing there")),
            (limits.border_there, flight, later("border hours there")),
            (dark_there, flight + timedelta(minutes=DARK_MARGIN), later("sunset there")),
        ]
    return [(when.astimezone(UTC) - less, why) for when, less, why in ends if when is not None]


def _deadlines(off_block: datetime, local: ZoneInfo, border: Border) -> tuple[Deadline, ...]:
    deadlines = [
        Deadline(
            label=report.name,
            at=(off_block - timedelta(hours=report.latest_hours)).astimezone(local),
            note=f"accepted from {report.earliest_hours:g} h before" if report.earliest_hours else "",
        )
        for report in border.reports
    ]
    if border.formalities_out or border.reports:
        filed = (off_block - timedelta(minutes=60)).astimezone(local)
        deadlines.append(
            Deadline(label=later("flight plan"), at=filed, note=later("60 min before off-block at a border"))
        )
    return tuple(sorted(deadlines, key=lambda deadline: deadline.at))


def _unknown(limits: Limits, leg: NextLeg | None, border: Border) -> tuple[str, ...]:
    unknown: list[str] = []
    if limits.closing_here is None:
        unknown.append(HOURS_UNKNOWN)
    if border.formalities_in is None and border.formalities_out is None:
        unknown.append(later("border formalities (where do you come from, where next?)"))
    elif (border.formalities_in or border.formalities_out) and limits.border_here is None:
        unknown.append(later("hours of police and customs"))
    if leg is None:
        unknown.append(later("your next leg"))
    elif limits.closing_there is None:
        unknown.append(f"opening hours of {leg.to.icao or leg.to.name}")
    return tuple(unknown)
