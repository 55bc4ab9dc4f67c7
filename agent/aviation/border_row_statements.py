"""The statements of a customs row, and how a lead in one line and the hours in another belong together."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agent.aviation.border_row_values import Lead, Opening
from agent.aviation.notice_rules import CLASSES, FlightClass, NoticeKind, Service, Weekday

EVERY: frozenset[FlightClass] = frozenset(CLASSES)
WEEK: tuple[Weekday, ...] = (1, 2, 3, 4, 5, 6, 7, "holiday")
YEAR = frozenset(range(1, 13))


@dataclass(frozen=True)
class Scope:
    """What holds for a line: services, flights, months, days and what it hangs on."""

    services: tuple[Service, ...]
    flights: frozenset[FlightClass] = EVERY
    months: frozenset[int] = YEAR
    days: tuple[Weekday, ...] = ()
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Statement:
    """One statement: its scope, how long before, when it is open, its state."""

    scope: Scope
    leads: tuple[Lead, ...] = ()
    opens: tuple[Opening, ...] = ()
    state: NoticeKind | None = None
    raw: str = ""
    group: int = 0
    outside: bool = False
    own_contact: bool = False
    place: int = 0


def joined(said: list[Statement]) -> list[Statement]:
    """Each lead with the hours that hold for its flights, days and months; hours of no lead stay alone."""
    openings = [s for s in said if s.opens and not s.leads and s.state is None and not s.outside]
    told: dict[int, list[Statement]] = {id(o): [] for o in openings}
    found: list[Statement] = []
    for one in said:
        if any(one is o for o in openings):
            continue
        asks = (bool(one.leads) or one.state == "on_request") and not one.opens and not one.outside
        pairs = [(o, m) for o in openings if asks and (m := _met(one, o))]
        for opening, met in pairs:
            told[id(opening)].append(met)
        left = one.scope.flights - frozenset(f for _, m in pairs for f in m.scope.flights)
        others = tuple(s for s in one.scope.services if all(s not in m.scope.services for _, m in pairs))
        found += [m for _, m in pairs]
        if not pairs:
            found.append(one)
        elif left:
            found.append(replace(one, scope=replace(one.scope, flights=left)))
        elif others:
            found.append(replace(one, scope=replace(one.scope, services=others)))
    return [*found, *(o for o in openings if not _covered(o, told[id(o)]))]


def _met(lead: Statement, opening: Statement) -> Statement | None:
    """The lead inside these hours; None where they are for other flights, days, months or services."""
    a, b = lead.scope, opening.scope
    services: tuple[Service, ...] = tuple(s for s in a.services if s in b.services)
    flights, months = a.flights & b.flights, a.months & b.months
    both: tuple[Weekday, ...] = a.days or b.days
    if a.days and b.days:
        both = tuple(d for d in a.days if d in b.days)
    if not services or not flights or not months or (a.days and b.days and not both):
        return None
    conditions = tuple(dict.fromkeys((*b.conditions, *a.conditions)))
    return replace(lead, scope=Scope(services, flights, months, both, conditions), opens=opening.opens)


def _covered(opening: Statement, leads: list[Statement]) -> bool:
    """Do the leads together speak for all its flights and days?"""
    scope = opening.scope
    wanted = set(scope.days or WEEK) - {"holiday"}
    whole = [
        m.scope for m in leads if scope.flights <= m.scope.flights and set(scope.services) <= set(m.scope.services)
    ]
    whole = [s for s in whole if scope.months <= s.months and set(s.conditions) <= set(scope.conditions)]
    return bool(whole) and wanted <= {d for s in whole for d in (s.days or WEEK)}
