"""All that is known of one airfield, beyond its runways: fuel, customs, notice, hours, approaches, who may come.

Unknown is the default and neither yes nor no.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cached_property

from agent import regex as re
from agent.aviation.aip_words import normal_grade
from agent.aviation.editions import current_facts, current_notices
from agent.aviation.fact_records import HOURS_ROW, Fact, NoticeText
from agent.aviation.notice_rules import FlightClass, NoticeRule, Service

MILITARY_FUEL = "mil"
"""Fuel for the military alone: no grade that a visitor can buy."""
_NAMES_A_FUEL = re.compile(r"\bAVGAS\b|\b100 ?LL\b", re.IGNORECASE)
_BESIDE_A_TOWER = frozenset({"approach", "ground", "delivery"})
"""Services that stand beside a tower: where a list has them and no tower, the list may have lost it (Toulouse)."""


class AirfieldFacts:
    """All that is known of one airfield. Every answer may be None: unknown."""

    def __init__(self, icao: str, facts: Iterable[Fact] = (), notices: Iterable[NoticeText] = ()) -> None:
        self.icao = icao
        self.facts = current_facts(facts)
        self.notices = current_notices(notices)
        self._clears: dict[FlightClass | None, bool | None] = {}

    def all(self, field: str) -> tuple[Fact, ...]:
        """Every statement on a field, official before reported, newest first."""
        return tuple(f for f in self.facts if f.field == field)

    def first(self, field: str) -> Fact | None:
        """The statement that counts."""
        return next(iter(self.all(field)), None)

    def conflicts(self, field: str) -> tuple[Fact, ...]:
        """The statements of a field when they differ, else (). Restrictions add up: they never conflict."""
        found = () if field == "restriction" else self.all(field)
        return found if len({f.value for f in found}) > 1 else ()

    def fuel(self, grade: str) -> bool | None:
        """Is this grade known to be sold? Exact grades: UL91 never stands in for 100LL."""
        fact = self._official("fuel")
        if fact is None or not isinstance(fact.value, tuple):
            return None
        wanted = normal_grade(grade)
        if wanted in fact.value:
            return True
        return None if "avgas" in fact.value and wanted not in ("jet_a", "mogas") else False

    @property
    def avgas(self) -> bool | None:
        """Is AVGAS known to be sold: 100LL, or a grade that the document does not state? UL91 alone is none."""
        return True if "avgas" in (self.grades or ()) else self.fuel("100LL")

    @property
    def grades(self) -> tuple[str, ...] | None:
        """The grades sold; None when unknown."""
        fact = self._official("fuel")
        return fact.value if fact and isinstance(fact.value, tuple) else None

    def point_of_entry(self, flight_class: FlightClass | None = None) -> bool | None:
        """Can a flight of this class clear the border here? None as class: can every class?

        A text that is silent on a class says nothing of it; a border point answers for persons, not for customs.
        """
        if flight_class not in self._clears:
            self._clears[flight_class] = self._point_of_entry(flight_class)
        return self._clears[flight_class]

    def _point_of_entry(self, flight_class: FlightClass | None) -> bool | None:
        rules = [r for n in self.notices if "customs" in n.services for r in n.rules.of("customs", "immigration")]
        if rules:
            always = [r for r in rules if not (r.weekdays or r.months or r.condition or r.open_from)]
            shut = [r for r in always if r.kind == "not_available" and r.confidence >= 0.5]
            if any(flight_class is None or flight_class in r.flight_classes for r in shut):
                return False
            return True if flight_class is None or any(flight_class in r.flight_classes for r in rules) else None
        if self.border_point_only and flight_class in (None, "customs_only"):
            return True
        return True if flight_class is None and self.first("uk_customs") else None

    @cached_property
    def border_point_only(self) -> bool:
        """Is all that is known that persons may cross the border here, and nothing of customs?"""
        stated = any(n.rules.of("customs", "immigration") for n in self.notices if "customs" in n.services)
        return not stated and self.first("border_point") is not None

    @cached_property
    def goods_list_only(self) -> bool:
        """Is all that is known that the field is on a list for goods, and nothing of who clears a flight?"""
        stated = any(n.rules.of("customs", "immigration") for n in self.notices if "customs" in n.services)
        return not stated and self.first("border_point") is None and self.first("uk_customs") is not None

    @property
    def customs(self) -> bool | None:
        """Are customs and immigration stated to be available for any flight?"""
        rules = [r for n in self.notices if "customs" in n.services for r in n.rules.of("customs")]
        if not rules:
            return True if self.first("border_point") else None
        return any(r.kind != "not_available" for r in rules)

    def notice(self, *services: Service) -> tuple[tuple[NoticeText, NoticeRule], ...]:
        """Each rule of these services with the text it was read from, newest text first."""
        return tuple((n, r) for n in self.notices for r in n.rules.rules if r.service in services)

    def places(self, field: str) -> tuple[str, ...] | None:
        """Where the hotel or restaurant is: at_airport, vicinity, () for none, None for unknown."""
        fact = self.first(field)
        return fact.value if fact and isinstance(fact.value, tuple) else None

    @property
    def has_fuel(self) -> bool | None:
        """Is any fuel sold to civil aircraft?"""
        return None if self.grades is None else any(grade != MILITARY_FUEL for grade in self.grades)

    @property
    def fuel_service(self) -> tuple[str, ...] | None:
        """How fuel is sold: self_service, h24, based_only, cards … as far as the document says."""
        fact = self._official("fuel_service")
        return fact.value if fact and isinstance(fact.value, tuple) else None

    @property
    def self_service(self) -> bool | None:
        """Is there a pump that a visitor works himself? No where no fuel is sold."""
        if self.has_fuel is False:
            return False
        service = self.fuel_service or ()
        return True if "self_service" in service and "based_only" not in service else None

    @property
    def fuel_h24(self) -> bool | None:
        """Can a visitor refuel at any hour? No where no fuel is sold; hours that are not stated are unknown."""
        if self.has_fuel is False:
            return False
        service = self.fuel_service or ()
        return True if "h24" in service and "based_only" not in service else None

    def fuel_paid_by(self, means: str) -> bool | None:
        """Can a visitor pay the fuel so (credit_card, cash …)? No where none is sold; silence is unknown."""
        if self.has_fuel is False:
            return False
        service = self.fuel_service or ()
        return True if means in service and "based_only" not in service else None

    @property
    def services(self) -> tuple[str, ...] | None:
        """Who answers on the radio: tower, afis, radio, atis, ground …"""
        fact = self.first("services")
        return fact.value if fact and isinstance(fact.value, tuple) else None

    @property
    def has_tower(self) -> bool | None:
        """Is there a tower? No list proves its absence that does not name all, or names what stands beside one."""
        fact = self.first("services")
        if fact is None or not isinstance(fact.value, tuple):
            return None
        if "tower" in fact.value:
            return True
        return False if fact.source.complete and _BESIDE_A_TOWER.isdisjoint(fact.value) else None

    @property
    def access(self) -> str | None:
        """Who may come: public, restricted, private, military."""
        fact = self._official("access")
        return str(fact.value) if fact else None

    @property
    def open_to_visitors(self) -> bool | None:
        """Is the field open to all comers, as its own publication classes it? PPR may still be asked."""
        if self.access is not None:
            return self.access == "public"
        return False if self.first("private") else None

    @property
    def needs_permission(self) -> bool | None:
        """Must every visitor ask before coming (PPR)? None: neither asked nor ruled out by what is known."""
        stated = self._official("ppr_required")
        if stated is not None and isinstance(stated.value, bool):
            return stated.value
        if self.access in ("restricted", "private", "military"):
            return True
        of_visits = [(n, r) for n, r in self.notice("ppr") if n.item != HOURS_ROW]
        always = [r for _, r in of_visits if not (r.weekdays or r.months or r.condition)]
        return True if any(r.kind in ("hours", "on_request", "business_day", "window") for r in always) else None

    @property
    def handling(self) -> bool | None:
        """Is ground handling offered?"""
        fact = self._official("handling")
        if fact is not None:
            return fact.value if isinstance(fact.value, bool) else True
        return True if any("handling" in n.services for n in self.notices) else None

    @property
    def hotel(self) -> tuple[str, ...] | None:
        """Where a hotel is."""
        return self.places("hotel")

    @property
    def restaurant(self) -> tuple[str, ...] | None:
        """Where a restaurant is."""
        return self.places("restaurant")

    @property
    def procedures(self) -> tuple[str, ...] | None:
        """The published instrument approaches by name; None when unknown."""
        fact = self._official("procedures")
        return fact.value if fact and isinstance(fact.value, tuple) else None

    @property
    def lights(self) -> bool | None:
        """Runway lights."""
        fact = self._official("lights")
        return fact.value if fact and isinstance(fact.value, bool) else None

    @property
    def landing_fees(self) -> tuple[Fact, ...]:
        """What official pages say of landing fees, as given."""
        return self.all("landing_fee")

    @property
    def restrictions(self) -> tuple[Fact, ...]:
        """Who may not come, or only under a condition: sentences as they stand, the same one once."""
        return tuple({str(f.value).casefold(): f for f in reversed(self.all("restriction"))}.values())[::-1]

    @property
    def barred_by_fuel(self) -> tuple[Fact, ...]:
        """The restrictions that hang on the fuel an aircraft uses: they belong beside that fuel everywhere."""
        return tuple(f for f in self.restrictions if _NAMES_A_FUEL.search(str(f.value)))

    @property
    def as_of(self) -> date | None:
        """The newest date any of it speaks for."""
        dates = [f.observed_on for f in self.facts] + [n.observed_on for n in self.notices]
        return max(dates, default=None)

    def contact(self, kind: str) -> str | None:
        """The operator's phone or e-mail address."""
        fact = self.first(kind)
        return str(fact.value) if fact else None

    def _official(self, field: str) -> Fact | None:
        return next((f for f in self.all(field) if f.source.official), None)
