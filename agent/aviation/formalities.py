"""What one flight is asked at its border, both ends: the one function that every tool asks.

A function of territories first, then of fields. The border brief, the notice of a field, the list of entry
fields, the deadlines of reports and the trip all read it, so that none can say otherwise than another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from agent.aviation.aircraft_base import Admission, AircraftBase
from agent.aviation.borders import Borders, Crossing, Demand, End, FlightClass
from agent.aviation.facts import AirfieldFacts, Fact, Facts, NoticeText
from agent.aviation.hours import zone_of
from agent.aviation.notice_rules import CLASSES, NoticeRule, Service
from agent.aviation.notice_view import View
from agent.aviation.territories import Located, State, Territory
from agent.protocol import Source

_A_YEAR = tuple(date(2026, month, day) for month in range(1, 13) for day in range(22, 29))
"""A week of every month, clocks on summer time and not."""
BORDER_SERVICES: tuple[Service, ...] = ("customs", "immigration", "police")


@dataclass(frozen=True, slots=True)
class FlightEnd:
    """One end as it is asked about: a territory, and the airfield in it where one is named (None: the whole)."""

    territory: Territory
    airport: Located | None = None

    @property
    def ident(self) -> str:
        """The airfield's code, "" for a territory as a whole."""
        return self.airport.ident if self.airport else ""


@dataclass(frozen=True, slots=True)
class EndFormalities:
    """What holds at one end. `can_clear`: is the field known to clear this flight? None: not known, or no field.
    `stated`: does any text of the field's own speak of customs or immigration? `default`: what the country asks
    where the field states no lead of its own for this flight on its day: it stands beside what the field asks on
    conditions, for other days, or of goods alone. `flight_class` is the class its text puts the flight in, None
    where that is not certain.
    """

    here: FlightEnd
    border: End
    flight_class: FlightClass | None
    can_clear: bool | None
    border_point_only: bool
    stated: bool
    default: Demand | None

    @property
    def territory(self) -> Territory:
        return self.here.territory

    @property
    def ident(self) -> str:
        return self.here.ident

    @property
    def immigration(self) -> State:
        return self.border.immigration

    @property
    def customs(self) -> State:
        return self.border.customs

    @property
    def report(self) -> State:
        return self.border.report

    @property
    def reports(self) -> tuple[Demand, ...]:
        """What the state itself wants reported from this end, with its deadlines."""
        return self.border.demands

    @property
    def needed(self) -> bool:
        """Is anything asked of persons or goods here, or not certain to be free?"""
        return (self.immigration, self.customs) != ("no", "no")

    @property
    def services(self) -> tuple[Service, ...]:
        """The border services whose notice concerns this flight; customs officers check persons in many places."""
        if not self.needed:
            return ()
        return ("customs",) if self.immigration == "no" else BORDER_SERVICES

    def concerns(self, rule: NoticeRule) -> bool:
        """Is a rule of the field's text about this flight: by its service, or because it names flights like it?"""
        if rule.service not in BORDER_SERVICES or rule.service in self.services:
            return True
        names_it = len(rule.flight_classes) < len(CLASSES) and self.flight_class in rule.flight_classes
        return names_it and rule.kind != "not_available"

    def rules_of(self, texts: Iterable[NoticeText]) -> tuple[tuple[NoticeText, tuple[NoticeRule, ...]], ...]:
        """The rules of each text that concern this flight, texts without any left out."""
        found = ((text, tuple(r for r in text.rules.rules if self.concerns(r))) for text in texts)
        return tuple((text, rules) for text, rules in found if rules)


@dataclass(frozen=True, slots=True)
class Formalities:
    """Both ends of a flight, what is true of the whole, and where that was read.

    `admission` is what is asked for the aircraft itself where it lands; None where nothing is known of it.
    """

    departure: EndFormalities
    arrival: EndFormalities
    crossing: Crossing
    admission: Admission | None = None

    @property
    def crosses(self) -> bool:
        """Does the flight leave its territory, or is that not certain?"""
        return not self.crossing.domestic

    @property
    def closed(self) -> bool:
        """Does an end lie in closed or war airspace, or is no flight let through between the two?"""
        return self.departure.territory.closed or self.arrival.territory.closed or self.crossing.barred

    @property
    def warnings(self) -> tuple[str, ...]:
        """What stands first: closed airspace, disputed territory, shared airfields, an old table."""
        return self.crossing.warnings

    @property
    def sources(self) -> tuple[Source, ...]:
        """Where the table was read."""
        return self.crossing.sources


def stays_in_uk(ends: Sequence[EndFormalities]) -> bool:
    """Does a flight stay in the United Kingdom (Great Britain, Northern Ireland), so that its law asks no GAR?"""
    owed = any(demand.name == "GAR" for end in ends for demand in end.reports)
    return len(ends) == 2 and all(end.territory.country == "GB" for end in ends) and not owed


def formalities(
    borders: Borders,
    facts: Facts,
    departure: FlightEnd,
    arrival: FlightEnd,
    today: date | None = None,
    aircraft: AircraftBase | None = None,
    day: date | None = None,
) -> Formalities:
    """What a flight is asked at its border on its day, if that is known; `aircraft`: its registry and base."""
    crossing = borders.between(departure.territory, arrival.territory, departure.ident, arrival.ident, today)
    return Formalities(
        departure=_end(borders, facts, departure, arrival, crossing.departure, day),
        arrival=_end(borders, facts, arrival, departure, crossing.arrival, day),
        crossing=crossing,
        admission=borders.admission(arrival.territory, crossing.arrival.customs, aircraft or AircraftBase()),
    )


def entry_classes(known: AirfieldFacts) -> tuple[FlightClass, ...]:
    """For which flights a field is known to clear the border; a border point says nothing of customs."""
    if known.border_point_only:
        return ("customs_only", "neither")
    return tuple(c for c in CLASSES if known.point_of_entry(c))


def entry_record(known: AirfieldFacts) -> NoticeText | Fact | None:
    """The newest record that says a field clears flights."""
    text = next((n for n in known.notices if "customs" in n.services), None)
    return text or known.first("border_point")


def _end(
    borders: Borders, facts: Facts, here: FlightEnd, other: FlightEnd, border: End, day: date | None
) -> EndFormalities:
    flight_class = borders.flight_class(here.territory, other.territory)
    known = facts.of(here.ident) if here.ident else AirfieldFacts("")
    needed = (border.immigration, border.customs) != ("no", "no")
    end = EndFormalities(
        here=here,
        border=border,
        flight_class=flight_class,
        can_clear=_can_clear(known, flight_class, border) if needed else None,
        border_point_only=known.border_point_only,
        stated=any(n.rules.of("customs", "immigration") for n in known.notices),
        default=None,
    )
    if border.immigration == "no" or end.can_clear is False or _states_its_own_lead(known, end, day):
        return end
    return replace(end, default=borders.default_notice(here.territory))


def _can_clear(known: AirfieldFacts, flight_class: FlightClass | None, border: End) -> bool | None:
    """A border point clears persons: where customs is asked too it is not known whether the field can.

    Nor does a list for goods say that anybody clears a flight.
    """
    if (known.border_point_only and border.customs != "no") or known.goods_list_only:
        return None
    return known.point_of_entry(flight_class)


def _states_its_own_lead(known: AirfieldFacts, end: EndFormalities, day: date | None) -> bool:
    """Does the field's text tell who wants to see persons how long before, or refuse the flight, on its day?

    Where the day is not known, on every day of the year. A lead on a condition leaves the other cases open.
    """
    airport = end.here.airport
    if airport is None:
        return False
    texts = {(n.services, n.item): n for n in reversed(known.notices) if "customs" in n.services}
    told = [
        rule
        for _, rules in end.rules_of(texts.values())
        for rule in rules
        if rule.service in ("immigration", "police")
        and (rule.kind == "not_available" or rule.hours is not None or _by_clock(rule))
    ]
    zone = zone_of(airport.time_zone)
    views = (View(airport, zone, on, None, end.flight_class) for on in ((day,) if day else _A_YEAR))
    return bool(told) and all(
        any(view.meets(rule) and not view.conditions(rule) for rule in told) for view in views
    )


def _by_clock(rule: NoticeRule) -> bool:
    return rule.business_day_offset is not None or rule.deadline_weekday is not None
