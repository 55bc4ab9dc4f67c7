"""What a day's brief holds: its windows at each end, the air aloft, and facts from every source. No decision."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from pydantic import AwareDatetime, Field, JsonValue
from pydantic.json_schema import SkipJsonSchema

from agent.protocol import Endpoint, Minima, ToolResult, Value
from agent.subjects.route.speed import ASSUMED_KT
from agent.subjects.trip.timeline import Sky
from agent.subjects.weather.findings import Finding
from agent.subjects.weather.hazards import Hazards
from agent.subjects.weather.outlook import ModelRun
from agent.subjects.weather.reports import PlaceWeather, Weather
from agent.subjects.weather.warnings import Notams, SeenNotam, Sigmets
from agent.weather.chart import WeatherChart
from agent.weather.fold import Around
from agent.weather.models import Lead
from agent.weather.section import RouteSection
from agent.weather.strip import DayStrip
from agent.weather.windows import Window


class WindowAt(Value):
    """One field around one arrival or departure: what TAF and models have there."""

    label: str
    icao: str
    name: str
    at: AwareDatetime
    zone: str | None = None
    window: Window | None = None
    taf: Around | None = None
    taf_station: str | None = None
    taf_distance_nm: float = 0.0
    taf_ends: AwareDatetime | None = None


class Aloft(Value):
    """Minutes both ways over the models at the planned height: least and most."""

    level_ft: float
    out: tuple[float, float]
    back: tuple[float, float]
    still: float
    models: int


class DayBrief(ToolResult):
    """Facts of a day's flight. `findings` stand against the pilot's own minima, the first to stop the day first.

    `not_seen` is what FlyFun cannot see. Nothing here is a decision.
    """

    tells_notams: ClassVar[bool] = True

    from_: Endpoint | None = Field(default=None, validation_alias="from", serialization_alias="from")
    to: Endpoint | None = None
    day: date | None = None
    lead: Lead | None = None
    opens: date | None = None
    leaves: AwareDatetime | None = None
    returns: AwareDatetime | None = None
    times_assumed: bool = False
    back_assumed: bool = False
    speed_assumed: bool = False
    true_airspeed_kts: float = ASSUMED_KT
    minima: Minima = Minima()
    findings: tuple[Finding, ...] = ()
    windows: tuple[WindowAt, ...] = ()
    pressure_change_hpa: tuple[float, float] | None = None
    wind_shift: tuple[int, int] | None = None
    aloft: Aloft | None = None
    reports: tuple[PlaceWeather, ...] = ()
    sigmets: Sigmets | None = None
    notams: tuple[Notams, ...] = ()
    way_notams: tuple[SeenNotam, ...] = ()
    skies: tuple[Sky, ...] = ()
    tasks: tuple[str, ...] = ()
    decide_at: tuple[str, ...] = ()
    not_seen: tuple[str, ...] = ()
    runs: tuple[ModelRun, ...] = ()
    fetched: AwareDatetime | None = None
    stale: bool = False
    weight: float | None = None
    hazards: Hazards = ()
    one_way: bool = False
    points_apart_nm: int | None = None
    zone: str | None = None
    icao: str | None = None
    flight_trip: dict[str, JsonValue] | None = None
    strips: tuple[DayStrip, ...] = ()
    section: RouteSection | None = None
    chart: WeatherChart | None = None
    there: SkipJsonSchema[Weather | None] = None
    """The weather at its end, where it is not known from where the flight starts."""

    @property
    def is_local(self) -> bool:
        """Whether it ends where it began, without a field between."""
        return self.from_ is not None and self.to is not None and self.from_.icao == self.to.icao
