"""One demand of an airfield as it meets one flight: for whom, until when, with whom, in which words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from typing import Literal

from agent.aviation.deadlines import Deadline, deadline
from agent.aviation.fact_records import HOURS_ROW
from agent.aviation.facts import AirfieldFacts, NoticeText
from agent.aviation.formalities import BORDER_SERVICES, EndFormalities
from agent.aviation.hours import clock_on
from agent.aviation.notice import MORE_PERIODS, NoticeRule, Service, TimeBasis, Weekday
from agent.aviation.notice_view import View
from agent.protocol import Value
from tongue import later, say

SERVICE_NAMES: dict[Service, str] = {
    "ppr": later("Permission (PPR)"),
    "pn": later("Prior notice"),
    "customs": later("Customs"),
    "immigration": later("Immigration"),
    "police": later("Police"),
    "handling": later("Handling"),
    "fuel": later("Fuel"),
}


_BASIS: dict[TimeBasis, str] = {
    "utc": "UTC",
    "local": later("local"),
    "utc_summer": later("UTC in winter, one hour earlier in summer"),
    "unknown": later("time basis not stated"),
}


class NoticeDemand(Value):
    """One demand as it applies to this flight. Times are ISO with offset; `latest` None: not stated.

    `arrival` says where the pilot's time lies to the opening hours: "unclear" where that hangs on whose clock it
    is, "other_hours" where it is outside of those read and the text names more.
    `only_for`, `only_on` and `only_in` name the flights, days and months it is limited to, where the question left
    them open; `conditions` are what it hangs on, in the words of the text. `basis` says whose clock `cut_off` is.
    The kind "silent" stands for a text whose rules are all for other flights or days; where they are of other
    days or months alone, `only_on` and `only_in` name those.
    """

    services: tuple[str, ...]
    kind: str
    hours: float | None = None
    earliest_hours: float | None = None
    business_day_offset: int | None = None
    cut_off: str | None = None
    deadline_weekday: int | None = None
    basis: str = ""
    conditions: tuple[str, ...] = ()
    latest_local: str | None = None
    latest_utc: str | None = None
    earliest_local: str | None = None
    assumed: str | None = None
    opening_local: str | None = None
    opening_utc: str | None = None
    opening_raw: str | None = None
    arrival: Literal["inside", "outside", "unclear", "other_hours"] | None = None
    phone: str | None = None
    email: str | None = None
    partial: bool = False
    only_for: tuple[str, ...] = ()
    only_on: tuple[Weekday, ...] = ()
    only_in: tuple[int, ...] = ()
    read_by_model: bool = False
    raw: str
    item: str
    source: str
    as_of: date
    dated: bool = True
    stale: bool

    @property
    def tells_of_the_day(self) -> bool:
        """Does it say anything of the day asked for, if only that it is none of those published?"""
        return self.kind != "silent" or bool(self.only_in or self.only_on)

    @property
    def states_lead(self) -> bool:
        """Does the text say how long before? A clock time without its day does not."""
        by_clock = self.business_day_offset is not None or self.deadline_weekday is not None
        return self.hours is not None or by_clock


@dataclass(frozen=True)
class Reading:
    """A text with the rules that were read in it."""

    text: NoticeText
    rules: tuple[NoticeRule, ...]

    def applying(self, wanted: Sequence[Service], view: View) -> list[NoticeRule]:
        """The rules that meet the flight; on a public holiday a rule for holidays beats one for its weekday."""
        found = [rule for rule in self.rules if rule.service in wanted and view.meets(rule)]
        if not view.holiday:
            return found
        ruled = {rule.service for rule in found if "holiday" in rule.weekdays}
        return [r for r in found if r.service not in ruled or not r.weekdays or "holiday" in r.weekdays]


def demands_of(
    readings: Sequence[Reading], wanted: Sequence[Service], view: View, today: date
) -> list[NoticeDemand]:
    """What the field asks of this flight; the demands that hang on a condition last, else the tightest first."""
    found: list[NoticeDemand] = []
    met = {rule.service for r in readings for rule in r.applying(wanted, view)}
    for reading in readings:
        of_hours = reading.text.item == HOURS_ROW
        for rule in reading.applying(wanted, view):
            if of_hours and rule.kind == "unknown":
                continue  # hours alone ask nothing
            demand = _demand(reading.text, rule, view, today)
            if (closed := _closed_then(demand)) is not None:
                found.append(closed)
        if of_hours:
            continue
        told = {rule.service for rule in reading.rules}
        for service in wanted:
            if service not in told or service in met:
                continue
            rule = NoticeRule(service=service, kind="unknown", raw=reading.text.raw)
            update = {"kind": "silent", **_holds_only(reading, service, view)}
            found.append(_demand(reading.text, rule, view, today).model_copy(update=update))
    return _merged(found)


def _holds_only(reading: Reading, service: Service, view: View) -> dict[str, tuple[Weekday, ...]]:
    """The months, or the days, that all rules of a service are for, where the flight's is none of them."""
    rules = [rule for rule in reading.rules if rule.service == service]
    if view.month is not None and all(rule.months for rule in rules):
        months = {month for rule in rules for month in rule.months}
        if view.month not in months:
            return {"only_in": tuple(sorted(months))}
    if view.weekday is not None and not view.holiday and all(rule.weekdays for rule in rules):
        days: set[Weekday] = {day for rule in rules for day in rule.weekdays}
        if view.weekday not in days:
            named: list[Weekday] = sorted(days, key=str)
            return {"only_on": tuple(named)}
    return {}


def _closed_then(demand: NoticeDemand) -> NoticeDemand | None:
    """ "Closed from 1900 to 0700": hours that are no opening. None where the arrival lies outside of them."""
    if demand.kind != "not_available" or not demand.opening_raw:
        return demand
    if demand.arrival == "outside":
        return None
    when = demand.opening_local or demand.opening_raw
    return demand.model_copy(
        update={
            "conditions": (*demand.conditions, when),
            "opening_local": None,
            "opening_utc": None,
            "opening_raw": None,
            "arrival": None,
        }
    )


def border_demands(known: AirfieldFacts, end: EndFormalities, view: View, today: date) -> list[NoticeDemand]:
    """What the newest texts of a field ask of this flight at its border; nothing where it is free of it."""
    newest = {(n.services, n.item): n for n in reversed(known.notices) if "customs" in n.services}
    readings, wanted = concerning([Reading(text, text.rules.rules) for text in newest.values()], end)
    return demands_of(readings, wanted, view, today) if wanted else []


def concerning(readings: Sequence[Reading], end: EndFormalities) -> tuple[list[Reading], tuple[Service, ...]]:
    """The rules that concern this flight by its formalities, and the border services they are of."""
    kept = [Reading(r.text, tuple(rule for rule in r.rules if end.concerns(rule))) for r in readings]
    named = {rule.service for r in kept for rule in r.rules}
    return [r for r in kept if r.rules], tuple(s for s in BORDER_SERVICES if s in end.services or s in named)


def _demand(text: NoticeText, rule: NoticeRule, view: View, today: date) -> NoticeDemand:
    basis = _basis(rule, text)
    found = Deadline(None)
    if view.day is not None:
        found = deadline(
            rule, view.day, view.at, view.zone, view.airport.country, view.airport.region, basis=basis
        )
    opening_local, opening_utc = _opening(rule, basis, view)
    return NoticeDemand(
        services=(SERVICE_NAMES[rule.service],),
        kind=rule.kind,
        hours=rule.hours,
        earliest_hours=rule.earliest_hours,
        business_day_offset=rule.business_day_offset,
        cut_off=rule.cut_off,
        deadline_weekday=rule.deadline_weekday,
        basis=_BASIS[basis],
        conditions=view.conditions(rule),
        latest_local=_iso(found.latest, view.zone),
        latest_utc=_iso(found.latest, UTC),
        earliest_local=_iso(found.earliest, view.zone),
        assumed=found.assumed,
        opening_local=opening_local,
        opening_utc=opening_utc,
        opening_raw=_raw_opening(rule, basis),
        arrival=_arrival(rule, text, basis, view, today),
        phone=rule.phone,
        email=rule.email,
        partial=rule.kind == "not_available" and rule.confidence < 0.5,
        only_for=rule.flight_classes if view.flight_class is None and len(rule.flight_classes) < 4 else (),
        only_on=rule.weekdays if view.day is None else (),
        only_in=rule.months if view.month is None else (),
        read_by_model=rule.read_by == "model",
        raw=text.raw,
        item=text.item,
        source=text.source.name,
        as_of=text.observed_on,
        dated=not text.source.undated,
        stale=text.stale(today),
    )


def _basis(rule: NoticeRule, text: NoticeText) -> TimeBasis:
    return rule.time_basis if rule.time_basis != "unknown" else text.clock


def _opening(rule: NoticeRule, basis: TimeBasis, view: View) -> tuple[str | None, str | None]:
    if not rule.open_from or not rule.open_to or view.day is None or view.zone is None:
        return None, None
    ends = [clock_on(text, view.day, basis, view.zone) for text in (rule.open_from, rule.open_to)]
    if ends[0] is None or ends[1] is None:
        return None, None
    start, end = ends[0], ends[1]
    local = f"{start.astimezone(view.zone):%H:%M}–{end.astimezone(view.zone):%H:%M}"
    return local, f"{start:%H:%M}–{end:%H:%M}"


def _arrival(
    rule: NoticeRule, text: NoticeText, basis: TimeBasis, view: View, today: date
) -> Literal["inside", "outside", "unclear", "other_hours"] | None:
    """Does the flight arrive while the service is open? Without a day, its clocks are taken as of today."""
    if not rule.open_from or not rule.open_to or view.at is None or view.zone is None:
        return None
    day = view.day or today
    arrives = datetime.combine(day, view.at, view.zone).astimezone(UTC)
    clocks: tuple[TimeBasis, ...] = ("utc", "local", "utc_summer") if basis == "unknown" else (basis,)
    inside: set[bool] = set()
    for clock in clocks:
        opens, shuts = (clock_on(t, day, clock, view.zone) for t in (rule.open_from, rule.open_to))
        if opens is None or shuts is None:
            return None
        if opens <= shuts:
            inside.add(opens <= arrives <= shuts)
        else:  # "2000-0600"
            inside.add(arrives >= opens or arrives <= shuts)
    if inside == {True}:
        return "inside"
    if any(w.startswith(MORE_PERIODS) for w in text.rules.warnings):
        return "other_hours"
    return "outside" if inside == {False} else "unclear"


def _raw_opening(rule: NoticeRule, basis: TimeBasis) -> str | None:
    if rule.opening_words:
        return rule.opening_words
    if not rule.open_from or not rule.open_to:
        return None
    return f"{rule.open_from.replace(':', '')}–{rule.open_to.replace(':', '')} ({say(_BASIS[basis])})"


def _iso(moment: datetime | None, zone: tzinfo | None) -> str | None:
    return moment.astimezone(zone).isoformat(timespec="minutes") if moment and zone else None


def _merged(demands: list[NoticeDemand]) -> list[NoticeDemand]:
    """The same demand of several services, or on several conditions, is one demand; the tightest first."""
    told = {
        (_case(d.model_copy(update={"kind": "on_request"})), d.raw)
        for d in demands
        if d.hours and not d.conditions
    }
    demands = [d for d in demands if d.kind != "on_request" or (_case(d), d.raw) not in told]
    always = {_case(d) for d in demands if not d.conditions and d.kind == "on_request"}
    needed = [d for d in demands if not (d.conditions and d.kind == "on_request" and _case(d) in always)]
    merged = _joined(_joined(needed, "services"), "conditions")
    longest = {_case(d): d for d in sorted(merged, key=lambda d: d.hours or 0) if d.kind == "hours"}
    kept = [d for d in merged if d.kind != "hours" or longest[_case(d)] is d]
    return sorted(kept, key=_gravity)


_MILD = ("on_request", "unknown", "silent", "as_ad_hours", "h24")
"""What asks less and less of a flight; everything else asks more."""


def _gravity(demand: NoticeDemand) -> tuple[bool, str, int, float]:
    """What holds without a condition first, then the earliest moment, then what asks most."""
    mild = _MILD.index(demand.kind) + 1 if demand.kind in _MILD else 0
    return bool(demand.conditions), demand.latest_utc or "9999", mild, -(demand.hours or 0)


def _joined(demands: list[NoticeDemand], field: Literal["services", "conditions"]) -> list[NoticeDemand]:
    """Demands that differ in this one field alone as one, if all of them have it."""
    joined: dict[str, NoticeDemand] = {}
    for demand in demands:
        key = f"{bool(getattr(demand, field))} {demand.model_copy(update={field: ()}).model_dump_json()}"
        if key in joined:
            both = (*getattr(joined[key], field), *getattr(demand, field))
            joined[key] = joined[key].model_copy(update={field: tuple(dict.fromkeys(both))})
        else:
            joined[key] = demand
    return list(joined.values())


def _case(demand: NoticeDemand) -> tuple[object, ...]:
    """Demands of one case differ in length only, and the longest counts."""
    about = (demand.services, demand.only_for, demand.only_on, demand.only_in)
    return about if demand.kind == "on_request" else (*about, demand.conditions, demand.opening_raw)
