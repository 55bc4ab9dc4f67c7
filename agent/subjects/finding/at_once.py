"""The fields nearest to a pilot in distress, in as few words as can be read while flying."""

from __future__ import annotations

from agent.aviation.airports import Airport, Near
from agent.aviation.fact_records import Fact
from agent.aviation.facts import as_source
from agent.aviation.field_use import SHORTEST_FT
from agent.aviation.geometry import initial_bearing_deg
from agent.aviation.stated_runways import of_runway
from agent.deps import Deps
from agent.protocol import Source
from agent.subjects.finding.airport_list import in_closed_airspace, surface_word
from agent.subjects.measures import named_end
from tongue import say

SHOWN = 5
UNKNOWN_SHOWN = 3
FARTHEST_NM = 60.0
_WELL_NEARER = 0.75
"""A field whose runway is not known goes before every known one only where it is so much nearer than the first."""
_AERODROMES = frozenset(("small_airport", "medium_airport", "large_airport"))
_ANSWERING = ("TWR", "AFIS", "A/A", "APP")
"""Who can be called, the one that is most likely answering first."""


def fields_at_once(
    lat: float, lon: float, place: str | None, deps: Deps, *, is_reckoned: bool = False, away: str | None = None
) -> tuple[str, tuple[Source, ...]]:
    """The nearest open runways around a point, with their sources; "" when none is near.

    `place` is the name of the point. Without it, or where it `is_reckoned` from what the pilot told, the point is
    the pilot's own, and each field has a true bearing. `away` is how far the pilot is from the place, on a side
    unknown ("" for a distance unknown too): then no distance may be read as the pilot's own.
    """
    found = [
        near for near in deps.airports.nearest(lat, lon, SHOWN, keep=lambda a: _has_runway(a, deps))
        if near.distance_nm <= FARTHEST_NM
    ]  # fmt: skip
    if not found:
        return "", ()

    def how_far(near: Near) -> str:
        if place and not is_reckoned:
            return _away(near, None, from_it=away is not None)
        return _away(near, initial_bearing_deg(lat, lon, near.airport.lat, near.airport.lon))

    unknown = [
        near
        for near in deps.airports.nearest(lat, lon, UNKNOWN_SHOWN, keep=lambda a: _lacks_a_runway(a, deps))
        if near.distance_nm < found[-1].distance_nm
    ]

    def listed(fields: list[Near]) -> str:
        return ", ".join(f"{named_end(n.airport.ident, n.airport.short_name)} {how_far(n)}" for n in fields)

    nearer = [near for near in unknown if near.distance_nm < _WELL_NEARER * found[0].distance_nm]
    as_near = [near for near in unknown if near not in nearer]
    lines = ["- " + say("nearer, runway not known: {fields}", fields=listed(nearer))] if nearer else []
    sources = [deps.airports.source]
    for near in found:
        fact = _frequencies(near.airport, deps)
        lines.append(_line(near, how_far(near), fact, deps))
        sources += [as_source(told, deps.now().date()) for told in (fact, _stated(near.airport, deps)) if told]
    if as_near:
        lines.append("- " + say("as near, runway not known: {fields}", fields=listed(as_near)))
    return "\n".join([*_heading(place, is_reckoned, away), *lines]), tuple(
        {source.name: source for source in sources}.values()
    )


def _heading(place: str | None, is_reckoned: bool, away: str | None) -> list[str]:
    """From where the fields are reckoned; where that is not where the pilot is, this comes first."""
    if place and away is not None:
        first = (
            say("From {place}, not from where you are: you said {amount} from it.", place=place, amount=away)
            if away
            else say("From {place}, not from where you are.", place=place)
        )
        more = say("Say how far and on which side of it in one message and I reckon from you.")
        return [f"**{first}** {more}", say("Fields around it, NOTAM not seen:")]
    if not place:
        where = say("from your position, true bearing")
    elif is_reckoned:
        where = say("reckoned from {place}, true bearing", place=place)
    else:
        where = say("from {place}", place=place)
    return [say("Nearest known fields, {where}, NOTAM not seen:", where=where)]


def _has_runway(airport: Airport, deps: Deps) -> bool:
    """Whether an open runway is known. A private or military one counts: it is distress."""
    if airport.kind == "seaplane_base" or in_closed_airspace(airport, deps):
        return False
    lengths = [runway.length_ft for runway in deps.airports.runways(airport) if not runway.closed]
    return any(length is None or length >= SHORTEST_FT for length in lengths)


def _lacks_a_runway(airport: Airport, deps: Deps) -> bool:
    """Whether it is an aerodrome of which no runway is known, open or closed."""
    is_open = airport.kind in _AERODROMES and not in_closed_airspace(airport, deps)
    return is_open and not deps.airports.runways(airport)


def _stated(airport: Airport, deps: Deps) -> Fact | None:
    """The runway that the AIP states, of a field whose runways the table of airfields lacks."""
    if not deps.airports.runways_are_stated(airport):
        return None
    return next(iter(of_runway(deps.facts.of(airport.ident).facts)), None)


def _line(near: Near, away: str, fact: Fact | None, deps: Deps) -> str:
    airport, runway = near.airport, deps.airports.longest_runway(near.airport)
    said = [f"**{named_end(airport.ident, airport.short_name)}**", away]
    if runway is not None and runway.length_ft:
        said.append(
            say(
                "{length_ft:,} m {surface_word}",
                length_ft=round(runway.length_ft * 0.3048),
                surface_word=surface_word(runway.hard, runway.surface),
            )
        )
    else:
        said.append(say("runway length unknown"))
    return "- " + " · ".join([*said, *([_best(fact)] if fact is not None else [])])


def _away(near: Near, bearing: float | None, *, from_it: bool = False) -> str:
    """ "9 nm 310°"; "9 nm from there" of a place where the pilot is not."""
    if from_it:
        return say("{distance_nm:.0f} nm from there", distance_nm=near.distance_nm)
    way = f" {round(bearing) % 360:03d}°" if bearing is not None else ""
    return say("{distance_nm:.0f} nm{way}", distance_nm=near.distance_nm, way=way)


def _frequencies(airport: Airport, deps: Deps) -> Fact | None:
    """What the AIP states of who answers; a frequency from another list is not shown."""
    fact = deps.facts.of(airport.ident).first("frequencies")
    if fact is None or not fact.source.publication.startswith("AIP ") or not _answering(fact):
        return None
    return fact


def _answering(fact: Fact) -> list[str]:
    """ "TWR 118.450" and the like, those who answer best first."""
    stated = fact.value if isinstance(fact.value, tuple) else ()
    said = [words for text in stated if len(words := text.split()) > 1 and words[0] in _ANSWERING]
    return [f"{who} {number}" for who, number, *_ in sorted(said, key=lambda words: _ANSWERING.index(words[0]))]


def _best(fact: Fact) -> str:
    return _answering(fact)[0]
