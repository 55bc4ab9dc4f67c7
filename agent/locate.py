"""Finds what a pilot calls a place, and the airfield that stands for it on a route.

One clear place is taken and named; where the choice would change the answer, the pilot is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.airports import Airport
from agent.aviation.geometry import geodesic_nm
from agent.aviation.places import Place, Resolution
from agent.aviation.stand_in import FAR_NM, is_a_stray, stand_in
from agent.language.ends import BEARER_NM, SERVED_NM, Having, bearers_of, field_of, fields_having
from agent.protocol import Endpoint, MissingInfo, Value
from agent.registry import ToolContext
from tongue import SOURCE, say, spoken

_HERE = frozenset({"here", "my position", "me", "my location"})
_HOME = frozenset({"home", "my home", "home base", "my base"})
ASK_MARGIN = 0.10
"""Two readings of a place are asked about when they change a distance by more than this share."""
_OFFERED, _HUBS = 5, 2
"""How many fields of a town are offered, and of them how many that bear its name and stand for it in no flight."""
_CLOSE_NM = 15.0
"""A field farther from a town that does not bear its name is none of the town's."""
WIDE_NM = 400.0
"""A place that reaches farther than this does not tell where another one is."""


class GeocodedLocation(Value):
    """The place as the gazetteer knows it."""

    name: str
    kind: str
    lat: float
    lon: float
    country: str | None = None


class Substitution(Value):
    """A place that was replaced by an airfield near it. Distance in nm."""

    original: str
    resolved: str
    geocoded_location: GeocodedLocation
    distance_nm: float


@dataclass(frozen=True)
class Located:
    """One place of a question, resolved. `airport` is the field that stands for it, if one does.

    `others` are further fields of the place, or, where none stands for it, the nearest ones in other territories.
    """

    asked: str
    place: Place
    airport: Airport | None
    others: tuple[Airport, ...]
    readings: tuple[Place, ...]
    substitution: Substitution | None

    @property
    def lat(self) -> float:
        """Latitude of what stands for the place."""
        return self.airport.lat if self.airport else self.place.lat

    @property
    def lon(self) -> float:
        """Longitude of what stands for the place."""
        return self.airport.lon if self.airport else self.place.lon

    @property
    def country(self) -> str | None:
        """ISO-2 country, None where the gazetteer does not say."""
        return self.airport.country if self.airport else self.place.country

    @property
    def label(self) -> str:
        """Code and name together, or the place's name."""
        return f"{self.airport.ident} {self.airport.short_name}" if self.airport else self.place.name

    def endpoint(self) -> Endpoint:
        """This place as an end of a route."""
        name = self.airport.short_name if self.airport else self.place.name
        return Endpoint(icao=self.airport.ident if self.airport else None, name=name, lat=self.lat, lon=self.lon)


@dataclass(frozen=True)
class NotLocated:
    """No such place. `message` says what to do, `suggestions` are codes or names that exist."""

    asked: str
    message: str
    suggestions: tuple[str, ...]


_ON_A_BUTTON = 40
"""What every chat app shows whole: a place that is longer is told without its country, or no button shows it."""


def describe(place: Place, context: ToolContext) -> str:
    """A place told apart from its namesakes: "Newport, Wales", understood as written."""
    country = context.deps.countries.get(place.country) if place.country else None
    parts = [place.name]
    if place.admin and place.admin != place.name:
        parts.append(place.admin)
    if country:
        parts.append(country.name)
    told = ", ".join(parts)
    return told if len(told) <= _ON_A_BUTTON else ", ".join(parts[:2])


def locate(
    text: str,
    context: ToolContext,
    *,
    snap: bool,
    country: str | None = None,
    beside: Sequence[str] = (),
    world: bool = False,
) -> Located | NotLocated:
    """Resolve one place. With `snap`, a town on a route is replaced by the airfield that leads near it.

    `beside` are the other places of the same question: of several readings the one within a flight is meant.
    `world`: the place is flown to by airline, so that a namesake in Europe does not come first.
    """
    deps = context.deps
    asked = text.strip()
    if len(asked) == 2 and asked.isupper() and (coded := deps.countries.get(asked)) is not None:
        asked = coded.name
    home = _home(context)
    if asked.lower() in _HERE and context.question.place:
        spot = context.question.place
        place = Place(say("your position"), "coordinates", spot.lat, spot.lon, None, None, 0, 0.0, None)
        return Located(asked, place, None, (), (), None)
    if asked.lower() in _HOME:
        if context.question.profile.home_base:
            return locate(context.question.profile.home_base, context, snap=snap)
        return NotLocated(asked, say("I don't know your home base. Set it with /home and its code."), ())
    around = _positions(beside, context) if beside else ()
    resolution = deps.places.resolve(asked, country=country, near=home, beside=around, world=world)
    place = resolution.best
    if place is None and (called := deps.borders.named(asked)) is not None and called.name != asked:
        return locate(called.name, context, snap=snap, country=country, beside=beside, world=world)
    if place is None:
        return _not_found(asked, context)
    readings = (place, *resolution.others) if resolution.ambiguous else ()
    if readings and around:
        readings = _as_near(readings, around)
        place, readings = readings[0], readings if len(readings) > 1 else ()
    if place.airport is not None:
        return Located(asked, place, place.airport, (), readings, None)
    said = _as_said(place, asked, resolution)
    if not snap or place.kind == "coordinates":
        return Located(asked, said, None, (), readings, None)
    snapped = stand_in(deps.places, deps.borders, place)
    if snapped.airport is None:
        elsewhere = deps.places.snap(place)  # in another territory: named, never taken
        others = (elsewhere.airport, *elsewhere.others) if elsewhere.airport else ()
        return Located(asked, said, None, others, readings, None)
    substitution = Substitution(
        original=asked,
        resolved=snapped.airport.ident,
        geocoded_location=GeocodedLocation(
            name=place.name, kind=place.kind, lat=place.lat, lon=place.lon, country=place.country
        ),
        distance_nm=round(geodesic_nm(place.lat, place.lon, snapped.airport.lat, snapped.airport.lon), 1),
    )
    return Located(asked, said, snapped.airport, snapped.others, readings, substitution)


_NAME = re.compile(r"[^\W\d_]+(?:[ '’-]+[^\W\d_]+)*")


def _as_said(place: Place, asked: str, resolution: Resolution) -> Place:
    """The place by the name that the pilot gave it, where that is not English: Venedig, le lac Léman."""
    if spoken() == SOURCE or resolution.matched != "exact" or not _NAME.fullmatch(asked):
        return place
    return replace(place, name=asked[:1].upper() + asked[1:])


_NOT_MEANT, _FLOWN_NM = 3.0, 600.0
"""A reading so many times as far from the other places as the nearest is not meant, unless one flies that far."""


_CHIEF_TOWNS = ("JE", "GG", "IM", "MC", "LI", "AD", "SM", "GI")


def _as_spelt(readings: tuple[Place, ...], asked: str) -> tuple[Place, ...]:
    """What may be meant by a name as it is spelt: "Münster" is no Munster; "St Helier" is the island's town."""
    if not readings:
        return ()
    if not asked.isascii():
        spelt = tuple(one for one in readings if one.name.casefold() == asked.strip().casefold())
        return readings if readings[0] not in spelt else spelt if len(spelt) > 1 else ()
    return () if readings[0].country in _CHIEF_TOWNS and readings[0].kind == "town" else readings


def _as_near(readings: tuple[Place, ...], around: Sequence[tuple[float, float]]) -> tuple[Place, ...]:
    """The readings that may be meant beside the other places: Brest from Cork is in Brittany, not in Belarus."""
    away = {one: min(geodesic_nm(one.lat, one.lon, lat, lon) for lat, lon in around) for one in readings}
    far = max(_NOT_MEANT * min(away.values()), _FLOWN_NM)
    return tuple(one for one in readings if away[one] <= far)


_OTHER_END = {"from_location": ("to_location",), "to_location": ("from_location",)}
_PLACES = ("from_location", "to_location", "location_query", "near", "city", "origin", "destination", "icao_code")


def misspelt(arguments: Mapping[str, JsonValue], context: ToolContext) -> list[str]:
    """For each place of a call that is known by no such name: which one was taken, in a sentence."""
    said = {name: value for name in _PLACES if isinstance(value := arguments.get(name), str)}
    found: list[tuple[str, Resolution]] = []
    for name, text in said.items():
        if text.lower() in _HERE | _HOME:
            continue
        other = [said[end] for end in _OTHER_END.get(name, ()) if end in said]
        beside = _positions(other, context)
        found.append((text, context.deps.places.resolve(text, near=_home(context), beside=beside)))
    return [
        say("I know no “{text}”: I took {place}.", text=text, place=describe(resolution.best, context))
        for text, resolution in found
        if resolution.matched == "fuzzy" and resolution.best is not None
    ]


def which_reading(
    located: Located, argument: str, context: ToolContext, other: Located | None
) -> MissingInfo | None:
    """The question to ask when readings of a place differ enough to change the answer, else None.

    `argument` is the one of the call that names the place.
    """
    if len(_as_spelt(located.readings, located.asked)) < 2:
        return None
    if other is not None and not _changes_the_answer(located, other):
        return None
    names = tuple(dict.fromkeys(describe(place, context) for place in located.readings))[:5]
    if len(names) < 2:
        return None
    return MissingInfo(
        key="location_clarification",
        reason=say("Several places are called {name}", name=located.place.name),
        prompt=say("Which {name} do you mean?", name=located.place.name),
        examples=names,
        argument=argument,
    )


def _changes_the_answer(located: Located, other: Located) -> bool:
    if len({place.country for place in located.readings}) > 1:
        return True
    lengths = [geodesic_nm(p.lat, p.lon, other.lat, other.lon) for p in located.readings]
    return max(lengths) - min(lengths) > ASK_MARGIN * max(lengths[0], 1.0)


def _positions(texts: Sequence[str], context: ToolContext) -> tuple[tuple[float, float], ...]:
    """Where the other places of a question are, each read by itself; what is larger than a flight says nothing."""
    home = _home(context)
    found: list[tuple[float, float]] = []
    for text in texts:
        if text.strip().lower() in _HERE:
            spot = context.question.place
            found += [(spot.lat, spot.lon)] if spot else []
            continue
        if text.strip().lower() in _HOME:  # no town of that name
            found += [home] if home else []
            continue
        read = context.deps.places.resolve(text, near=home)
        readings = (read.best, *read.others) if read.ambiguous else (read.best,)
        found += [(place.lat, place.lon) for place in readings if place and place.extent_nm <= WIDE_NM]
    return tuple(found)


def _home(context: ToolContext) -> tuple[float, float] | None:
    code = context.question.profile.home_base
    airport = context.deps.airports.get(code) if code else None
    return (airport.lat, airport.lon) if airport else None


def one_field(said: str, context: ToolContext, having: Having | None = None) -> Airport | NotLocated:
    """The airfield that a question about one field means: that of a code, a name or a town.

    Where a town's field lies farther than `FAR_NM` and does not bear its name, no other field's facts are told for
    it: the nearest are named. `having`: which fields have what is asked; a town's field that has it is meant, and
    of several those.
    """
    airport = context.deps.airports.get(said)
    is_name = len(said.strip()) == 3 and said.strip().istitle() and not context.deps.places.is_code(said)
    if airport is not None and not is_name:  # "Rab" is an island, RAB a field of Papua
        return airport
    found = _field_of_town(said, context)
    if having is None or (isinstance(found, Airport) and having(found.ident)):
        return found
    others = fields_having(said, context.deps, having)[:_OFFERED]
    return others[0] if len(others) == 1 else _one_of(said, others) if others else found


def _one_of(town: str, fields: Sequence[Airport]) -> NotLocated:
    """Which of several fields?"""
    listed = ", ".join(f"{a.ident} {a.short_name}" for a in fields)
    asked = say("{town} has several airfields: {listed}. Which one do you mean?", town=town, listed=listed)
    return NotLocated(town, asked, tuple(a.ident for a in fields))


def _field_of_town(said: str, context: ToolContext) -> Airport | NotLocated:
    located = locate(said, context, snap=True)
    if isinstance(located, NotLocated):
        return located
    found, away = located.airport, located.substitution
    country = located.place.country
    shut = context.deps.borders.closed(country) if country else None
    if shut is not None and (found is None or (away is not None and away.distance_nm > FAR_NM)):
        return NotLocated(said, say(shut[0]), ())  # no field is named in closed airspace that was not asked for
    if found is None:
        return NotLocated(said, say("I know no airfield at {name}.", name=located.place.name), ())
    if located.readings and field_of(said, context.deps, far=False) is None:
        names = tuple(dict.fromkeys(describe(place, context) for place in located.readings))[:_OFFERED]
        return NotLocated(said, say("Which {name} do you mean?", name=located.place.name), names)
    near_by = away is None or (away.distance_nm <= FAR_NM and not is_a_stray(found, located.place))
    if near_by:
        return found
    if (own := field_of(said, context.deps, far=False)) is not None:
        return context.deps.airports.get(own) or found
    if context.deps.places.resolve(said.strip(), near=_home(context)).matched == "fuzzy":
        return _not_found(said, context)  # no field is named as near to a town that was only guessed
    near, town = [found, *located.others], located.place
    bearers = _bearing_the_town(town, said, context)
    if len(bearers) == 1 and geodesic_nm(town.lat, town.lon, bearers[0].lat, bearers[0].lon) <= BEARER_NM:
        return bearers[0]
    if bearers:
        close = [a for a in near if geodesic_nm(town.lat, town.lon, a.lat, a.lon) <= _CLOSE_NM or a in bearers]
        others = sorted(close, key=lambda a: a not in bearers)
        hubs = [a for a in bearers if a not in near][:_HUBS]
        return _one_of(town.name, [*others[: _OFFERED - len(hubs)], *hubs])
    listed = ", ".join(f"{a.ident} {a.short_name}" for a in near[:3])
    none = say(
        "No airfield of the name {said} is listed. Fields near it: {listed}.", said=said[:60], listed=listed
    )
    return NotLocated(said, none, tuple(a.ident for a in near[:3]))


def _bearing_the_town(place: Place, said: str, context: ToolContext) -> list[Airport]:
    """The coded fields around a town in whose name the town's stands: "Évreux-Fauville Air Base"."""
    around = context.deps.airports.within(place.lat, place.lon, SERVED_NM / 2)
    return bearers_of(place, [near.airport for near in around if near.airport.country == place.country], said)


def _not_found(asked: str, context: ToolContext) -> NotLocated:
    deps = context.deps
    compact = asked.replace(" ", "")
    if 3 <= len(compact) <= 4 and compact.isalnum():
        close = deps.airports.close_codes(compact)
    else:
        close = [match.airport for match in deps.airports.search(asked, limit=3)]
    names = tuple(airport.ident for airport in close)
    shown = asked if len(asked) <= 60 else asked[:57] + "…"
    if close:
        listed = ", ".join(f"{a.ident} {a.short_name}" for a in close)
        return NotLocated(
            asked, say("I don't know {shown}. Did you mean {listed}?", shown=shown, listed=listed), names
        )
    return NotLocated(
        asked,
        say("I don't know {shown}. Give me an ICAO code, a town with its country, or coordinates.", shown=shown),
        (),
    )
