"""What a notice wording asks, as rules: which service, for which flights, how long before, whom to call."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Service = Literal["ppr", "pn", "customs", "immigration", "handling", "police", "fuel"]
FlightClass = Literal["schengen_eu", "schengen_only", "customs_only", "neither"]
NoticeKind = Literal[
    "hours",
    "business_day",
    "specific_time",
    "window",
    "on_request",
    "h24",
    "as_ad_hours",
    "not_available",
    "unknown",
]
TimeBasis = Literal["utc", "local", "utc_summer", "unknown"]
Weekday = int | Literal["holiday"]

CLASSES: tuple[FlightClass, ...] = ("schengen_eu", "schengen_only", "customs_only", "neither")
MORE_PERIODS = "More than one opening period"
_LEAD_KINDS = frozenset({"hours", "business_day", "specific_time", "window"})


class NoticeRule(BaseModel):
    """One demand. Times of day are "HH:MM"; an empty `weekdays` means every day (1 is Monday).

    `hours` is the latest moment before the flight, `earliest_hours` the first one accepted.
    `business_day_offset` counts working days for `business_day` and calendar days for `specific_time`, 0 being the
    day of the flight; None with a `cut_off` means that the text does not say which day.
    `deadline_weekday` is the day of the week by which notice is due ("FRI before 1500").
    `months` are those it holds in (1 is January; empty: all, or not known). `condition` is what it hangs on, in
    the text's own words ("Outside AD hours", "for training flights"): only the pilot can tell whether it is met.
    `opening_words` are hours of service that the sun decides ("HJ", "0400 - SS+15").
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    service: Service
    flight_classes: tuple[FlightClass, ...] = CLASSES
    kind: NoticeKind
    hours: float | None = None
    earliest_hours: float | None = None
    weekdays: tuple[Weekday, ...] = ()
    months: tuple[int, ...] = ()
    condition: str = ""
    business_day_offset: int | None = None
    cut_off: str | None = None
    deadline_weekday: int | None = None
    open_from: str | None = None
    open_to: str | None = None
    opening_words: str = ""
    obligatory: bool = True
    phone: str | None = None
    email: str | None = None
    time_basis: TimeBasis = "unknown"
    raw: str
    confidence: float = 0.9
    read_by: Literal["parser", "model"] = "parser"

    @property
    def has_lead(self) -> bool:
        """Does the text state how long before?"""
        return self.kind in _LEAD_KINDS

    def applies(
        self,
        flight_class: FlightClass | None,
        weekday: Weekday | None,
        holiday: bool = False,
        month: int | None = None,
    ) -> bool:
        """Is this rule about such a flight on such a day? None: not known, so every rule counts."""
        if flight_class is not None and flight_class not in self.flight_classes:
            return False
        if month is not None and self.months and month not in self.months:
            return False
        return (
            weekday is None
            or not self.weekdays
            or weekday in self.weekdays
            or (holiday and "holiday" in self.weekdays)
        )

    def worst_lead_hours(self) -> float | None:
        """The longest lead this rule can ask in hours, for comparing; None when the text does not say."""
        if self.kind in ("hours", "window"):
            return self.hours
        if self.deadline_weekday is not None:
            return 24.0 * 8
        if self.kind not in ("business_day", "specific_time") or self.business_day_offset is None:
            return None
        hour = 24.0 - (int(self.cut_off[:2]) + int(self.cut_off[3:]) / 60 if self.cut_off else 0.0)
        spare = 72 if self.kind == "business_day" else 0  # a weekend and a holiday may lie between
        return 24.0 * self.business_day_offset + hour + spare


class NoticeRules(BaseModel):
    """All that a text asks, and what in it needs a human eye. `whole`: every word of it was understood."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rules: tuple[NoticeRule, ...]
    warnings: tuple[str, ...] = ()
    whole: bool = False

    def of(self, *services: Service) -> tuple[NoticeRule, ...]:
        """The rules of these services."""
        return tuple(r for r in self.rules if r.service in services)

    def bound_as_before(self, *services: Service) -> NoticeRules:
        """The same, where a demand of these services that names no condition hangs on that of the one before it.

        So reads a row of hours: "extended hours on request. 24HR prior notice required" asks nothing inside them.
        """
        bound: list[NoticeRule] = []
        hangs_on: dict[Service, str] = {}
        for rule in self.rules:
            free = rule.service in services and not (rule.condition or rule.weekdays or rule.months)
            condition = hangs_on.get(rule.service, "") if free else rule.condition
            hangs_on[rule.service] = condition
            bound.append(rule.model_copy(update={"condition": condition}) if condition else rule)
        return self.model_copy(update={"rules": tuple(bound)})
