"""What there is around a place: from the map when it answers, else from our own notes, and it says which."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from agent.errors import NotConfigured, UpstreamError
from agent.protocol import Source
from agent.travel.overpass import MapPlaces, Overpass
from agent.travel.poi import OSM_CREDIT, Poi, Spot, own_note
from agent.travel.starter import Starter
from tongue import later, say

NO_PRICES = later("The map knows no prices: for budget I only go by the kind of place and its fee tag.")
FROM_NOTES = later("From my own notes, unverified; positions rough, hours unknown.")
_STEPS = {"yes": 0, "designated": 0, "limited": 1}
_CHEAP = frozenset({"fast_food", "cafe", "bakery", "marketplace", "park", "viewpoint", "beach"})
_PLAIN = frozenset({"fast_food", "bakery", "marketplace"})


@dataclass(frozen=True)
class Wishes:
    """Limits on the places wanted. `near_first`: a short walk goes before a famous place."""

    budget: str | None = None
    near_first: bool = False
    indoor_only: bool = False
    accessible: bool = False


@dataclass(frozen=True)
class Places:
    """What was found. `notes` are sentences that belong to the answer; `problem` names a service that failed."""

    pois: tuple[Poi, ...] = ()
    sources: tuple[Source, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str | None = None
    dropped: dict[str, int] = field(default_factory=dict[str, int])


async def find_places(
    overpass: Overpass,
    starter: Starter,
    centres: Sequence[Spot],
    wanted: Sequence[str],
    *,
    radius_km: float,
    wishes: Wishes,
    now: datetime,
    strict: bool = False,
) -> Places:
    """All places of these interests around the points, best first. Never raises for a service that is down.

    Our own notes reach beyond the radius, unless `strict`.
    """
    problem: str | None = None
    notes: list[str] = []
    try:
        found = await overpass.places(centres, wanted, round(radius_km * 1000), now)
        pois, sources = found.pois, (_credit(found),)
        if found.stale:
            notes.append(
                say(
                    "Map data seen {seen:%-d %b %Y}, older than usual: check before you rely on it.",
                    seen=found.fetched,
                )
            )
    except (UpstreamError, NotConfigured) as error:
        pois = tuple(poi for centre in centres for poi in starter.pois(centre, wanted))
        pois = tuple(
            {poi.id: poi for poi in reversed(pois) if not strict or poi.distance_km <= radius_km}.values()
        )
        sources = (own_note(),) if pois else ()
        problem = error.user_message
        if pois:
            notes.append(FROM_NOTES)
    kept, dropped = _limit(pois, wishes)
    if count := dropped.get("wheelchair"):
        notes.append(f"{count} more {'place has' if count == 1 else 'places have'} no wheelchair data.")
    if count := dropped.get("indoor"):
        notes.append(f"{count} more {'is' if count == 1 else 'are'} outdoors, or I do not know.")
    if wishes.budget:
        notes.append(NO_PRICES)
    return Places(_best_first(kept, wanted, wishes), sources, tuple(notes), problem, dropped)


def _credit(found: MapPlaces) -> Source:
    as_of = (found.as_of or found.fetched).date()
    return OSM_CREDIT.model_copy(update={"as_of": as_of, "stale": found.stale})


def _limit(pois: Sequence[Poi], wishes: Wishes) -> tuple[list[Poi], dict[str, int]]:
    """Places known to satisfy the wishes, and how many were left out for want of knowledge."""
    kept: list[Poi] = []
    dropped: dict[str, int] = {}
    for poi in pois:
        if wishes.accessible and poi.wheelchair not in _STEPS:
            if poi.wheelchair is None:
                dropped["wheelchair"] = dropped.get("wheelchair", 0) + 1
        elif wishes.indoor_only and poi.indoor is not True:
            dropped["indoor"] = dropped.get("indoor", 0) + 1
        else:
            kept.append(poi)
    return kept, dropped


def _costs(poi: Poi) -> int:
    """What little the map says of prices: 0 free or cheap by its kind, 1 not known, 2 for a fee."""
    if poi.fee in {"no", "donation"}:
        return 0
    return 2 if poi.fee else int(poi.category not in _CHEAP)


def _best_first(pois: Sequence[Poi], wanted: Sequence[str], wishes: Wishes) -> tuple[Poi, ...]:
    """Each interest's best in turn, so that "history and food" is not twenty forts."""

    def key(poi: Poi) -> tuple[object, ...]:
        return (
            _STEPS.get(poi.wheelchair or "", 2) if wishes.accessible else 0,
            _costs(poi) if wishes.budget == "budget" else 0,
            wishes.budget == "luxury" and poi.category in _PLAIN,
            -len(set(poi.interests) & set(wanted)),
            poi.distance_km if wishes.near_first else 0,
            not poi.notable,
            poi.opening_hours is None,
            poi.distance_km,
            poi.id,
        )

    ordered = sorted(pois, key=key)
    queues = [[poi for poi in ordered if name in poi.interests] for name in wanted]
    turns = itertools.chain.from_iterable(itertools.zip_longest(*queues))
    return tuple(dict.fromkeys(poi for poi in turns if poi is not None))
