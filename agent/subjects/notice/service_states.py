"""For each service at an airfield: is its notice known, not needed for this flight, or unknown?

A missing row of the AIP is said aloud: what nobody has read is neither "none" nor "as the other services".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agent.aviation.facts import AirfieldFacts
from agent.aviation.formalities import EndFormalities
from agent.protocol import Value
from agent.subjects.notice.demand import SERVICE_NAMES, NoticeDemand

Told = Literal["ppr", "customs", "immigration", "police"]
_OWN = {SERVICE_NAMES["ppr"], SERVICE_NAMES["pn"]}
_POLICE = "police notice"


class ServiceState(Value):
    """One service. `asks_origin`: whether it is needed hangs on where the flight comes from, which is not told."""

    service: Told
    state: Literal["known", "not_needed", "unknown"]
    asks_origin: bool = False


def service_states(
    known: AirfieldFacts, demands: Sequence[NoticeDemand], end: EndFormalities | None
) -> tuple[ServiceState, ...]:
    """PPR, customs, immigration and police, in this order."""
    stated = {name for demand in demands if demand.kind != "silent" for name in demand.services}
    return (
        ServiceState(service="ppr", state=_permission(known, stated)),
        _at_the_border("customs", stated, end, needed=end is not None and end.customs != "no"),
        _at_the_border("immigration", stated, end, needed=end is not None and end.immigration != "no"),
        _police(stated, end),
    )


def _permission(known: AirfieldFacts, stated: set[str]) -> Literal["known", "not_needed", "unknown"]:
    if stated & _OWN or known.needs_permission:
        return "known"
    return "not_needed" if known.needs_permission is False else "unknown"


def _at_the_border(
    service: Literal["customs", "immigration"], stated: set[str], end: EndFormalities | None, *, needed: bool
) -> ServiceState:
    if SERVICE_NAMES[service] in stated:
        return ServiceState(service=service, state="known")
    if end is None:
        return ServiceState(service=service, state="unknown", asks_origin=True)
    return ServiceState(service=service, state="unknown" if needed else "not_needed")


def _police(stated: set[str], end: EndFormalities | None) -> ServiceState:
    """The police check persons: where nobody is checked and no state asks a notice of them, none is needed."""
    if SERVICE_NAMES["police"] in stated or (end and any(d.name == _POLICE for d in end.reports)):
        return ServiceState(service="police", state="known")
    if end is None:
        return ServiceState(service="police", state="unknown", asks_origin=True)
    return ServiceState(service="police", state="not_needed" if end.immigration == "no" else "unknown")
