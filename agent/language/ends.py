"""Which of the places said is the start, the end, the centre, or the airfield that a question is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from agent import regex as re
from agent.aviation.airports import Airport, Point
from agent.aviation.geometry import geodesic_nm
from agent.aviation.names import distinctive, fold
from agent.aviation.place_candidates import in_europe
from agent.aviation.places import Place, Places
from agent.aviation.spelling import place_key
from agent.aviation.stand_in import FAR_NM, is_a_stray, stand_in
from agent.deps import Deps
from agent.language.slots import Slots, Spot
from tongue import spoken

_MILITARY = re.compile(
    r"\b(?:air ?base|raf|rnas|naval air station|nas|air station|army|military|fliegerhorst|base aerienne|ab)\b"
)
BEARER_NM = 10.0
"""An airfield that bears a town's name lies within this of it."""
SERVED_NM = 60.0
"""A field called "X Airport" that lies farther from X bears another's name."""
Having = Callable[[str], bool]
"""Whether an airfield, by its code, is known to have what is asked."""
KNOWN_TOWN = 2000
"""A town of fewer people is not taken for the country it lies in."""

OF_THE_WAY = re.compile(
    r"\bfar\b|\blong\b|\btime\b|\bdistance|\bweit\b|\blang|\bdauer|\bzeit\b|\bloin\b|\btemps\b|\bdurée|\bà combien\b"
)
"""Words that ask how far it is, or how long it takes."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Start and end of a route."""

    start: Spot
    end: Spot


def find_ends(slots: Slots) -> Ends | None:
    """The two ends of a route, None when fewer than two places are said.

    The last "from … to …" wins ("I mean from EGKB to LFAT"); places before countries.
    """
    told = [s for at, s in enumerate(slots.spots) if not (at and _lies_near(slots.spots[at - 1], s, slots.low))]
    places = [spot for spot in told if spot.kind != "country"]
    everything = [s for s in told if s.kind != "country" or s.role in ("from", "to", "between", "and", "")]
    named = [s for at, s in enumerate(told) if not (at and _lies_in(told[at - 1], s, slots.low))]
    for spots in (places, everything, [*named, *slots.weak]):
        if len(spots) >= 2 and (found := _pair(sorted(spots, key=lambda s: s.start))):
            return found
    return None


_IN = re.compile(r"\s*,?\s*\(?\b(?:in|en|au|aux|im)(?: (?:der|den|the))?\s+")


def _lies_in(town: Spot, country: Spot, low: str) -> bool:
    """ "Going to Spa in Belgium": the country that a town lies in is no end."""
    of_a_town = town.kind in ("place", "code", "iata") and country.kind == "country"
    return of_a_town and _IN.fullmatch(low[town.end : country.start]) is not None


_NEAR = re.compile(
    r"\s*,?\s*\(?\b(?:near(?: to)?|by|close to|(?:just )?outside(?: of)?|next to|bei|nahe|in der nähe von|neben|près d[eu'’]|pr[eè]s de la|à côté d[eu'’])\s*(?:the |la |l['’])?\s*"
)


def _lies_near(field: Spot, town: Spot, low: str) -> bool:
    """ "Off to Weston near Dublin": the town that a field lies near is no end."""
    of_a_field = field.kind in ("place", "code", "iata") and town.kind in ("place", "code", "iata")
    return of_a_field and _NEAR.fullmatch(low[field.end : town.start]) is not None


def _pair(spots: list[Spot]) -> Ends | None:
    names = [spot.name for spot in spots]
    if len({*names}) == len(("start", "end")) and len(spots) > len({*names}) and spots[-1].role == "from":
        last = names.index(names[-1])
        if last and names[-1] in names[:-1]:
            spots = spots[:-1]  # "Wellesbourne Deauville and back, leave Deauville 3pm"
    explicit: Ends | None = None
    for i, spot in enumerate(spots):
        following = spots[i + 1] if i + 1 < len(spots) else None
        if (spot.role == "from" and following is not None and following.role in ("to", "and", "in", "")) or (
            spot.role == "between" and following is not None
        ):
            explicit = Ends(spot, following)
        elif (
            spot.role == "to"
            and following is not None
            and following.role == "from"
            and following.name != spot.name
        ):
            explicit = Ends(following, spot)
    if explicit:
        return explicit
    start = next((s for s in spots if s.role == "from"), None)
    end = next((s for s in spots if s.role == "to"), None)
    if start and end and start.name == end.name:  # "leaving Cambridge to Antwerp, when do I have to leave Antwerp"
        start = next((s for s in spots if s.name != end.name and s.start < end.start), start)
    if start and end:
        return Ends(start, end)
    others = [s for s in spots if s is not start and s is not end]
    if start:
        after = [s for s in others if s.start > start.start]
        return Ends(start, after[0] if after else others[-1])
    if end and all(s.role == "to" and s.start > end.start for s in others):
        return Ends(end, others[0])  # "to Le Touquet and on to Headcorn"
    if end:
        before = [s for s in others if s.start < end.start]
        return Ends(before[-1] if before else others[0], end)
    return Ends(spots[0], spots[1])


def find_place(slots: Slots) -> Spot | None:
    """The place around which to look."""
    ranked = sorted(
        (*slots.spots, *slots.weak),
        key=lambda s: (
            s in slots.weak,
            s.kind == "country" and s.role != "near",
            s.role not in ("near", "between"),
            s.role not in ("in", "to", "from"),
            s.role == "from",
            s.start,
        ),
    )
    return ranked[0] if ranked else None


def find_field(slots: Slots, deps: Deps) -> str | None:
    """The code of the airfield that is meant: a code said, else the field that stands for a place."""
    codes = slots.codes
    if codes:
        return codes[0].name
    places = [s for s in (*slots.spots, *slots.weak) if s.kind in ("place", "unknown", "iata")]
    weak = frozenset(slots.weak)
    for spot in sorted(places, key=lambda s: (s in weak, s.kind == "unknown", s.role == "from", s.start)):
        code = field_of(spot.name, deps)
        if code:
            return code
    return None


def field_of(
    name: str, deps: Deps, *, far: bool = True, having: Having | None = None, beside: Point | None = None
) -> str | None:
    """The airfield that bears a name, or that clearly leads near the place of that name.

    Not `far`: only within `FAR_NM` of the place, unless it bears its name. `having`: a town's field that has what is
    asked stands before one that has not; None where several have it. `beside`: where one comes from, so that of
    namesakes the one within a flight of it is meant.
    """
    code = _field_of(name, deps, far=far, beside=beside)
    if having is None or (code is not None and having(code)):
        return code
    others = fields_having(name, deps, having, beside)
    return others[0].ident if len(others) == 1 else None if others else code


def field_flown_to(name: str, deps: Deps) -> str | None:
    """The airfield that a flight takes for a place; None for a position, a country or a place without one."""
    place = deps.places.resolve(name).best
    if place is None or _is_a_whole_country(place, deps):
        return None
    taken = stand_in(deps.places, deps.borders, place).airport
    return taken.ident if taken is not None else None


_AT_A_TOWN_NM = 12.0


def fields_at(spot: Spot, deps: Deps) -> list[str]:
    """The field of a code, or all coded fields at a town that is said not to be meant: "apart from Warsaw"."""
    own = field_of(spot.name, deps)
    place = deps.places.resolve(spot.name).best if spot.kind == "place" else None
    if place is None or place.kind != "town":
        return [own] if own else []
    around = deps.airports.within(place.lat, place.lon, _AT_A_TOWN_NM)
    coded = [near.airport.ident for near in around if near.airport.icao]
    return list(dict.fromkeys([*([own] if own else []), *coded]))


_Asked = tuple[str, bool, Point | None, str]
_known: WeakKeyDictionary[Places, dict[_Asked, str | None]] = WeakKeyDictionary()
_MOST_KNOWN = 2048


def _field_of(name: str, deps: Deps, *, far: bool, beside: Point | None) -> str | None:
    """The same name is asked for many times within one message: each is looked up once."""
    known = _known.setdefault(deps.places, {})
    asked = (name, far, beside, spoken())
    if asked not in known:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[asked] = _looked_up(name, deps, far=far, beside=beside)
    return known[asked]


_MANY_FIELDS, _WIDE_NM = 4, 50.0


def names_a_country(name: str, deps: Deps) -> bool:
    """Whether a name is that of a country or nation, and of no field or town."""
    place = deps.places.resolve(name).best
    return place is not None and place.airport is None and _is_a_whole_country(place, deps)


def _is_a_whole_country(place: Place, deps: Deps) -> bool:
    """Whether a place is a country, whose middle nobody named as a field; Luxembourg or Malta may stand for theirs."""
    wide = place.kind == "country" or (place.kind == "region" and place.extent_nm >= _WIDE_NM)
    return wide and deps.airports.has_coded_in(place.country or "", _MANY_FIELDS)


def _looked_up(name: str, deps: Deps, *, far: bool, beside: Point | None) -> str | None:
    resolved = deps.places.resolve(name, beside=(beside,) if beside else ())
    place = resolved.best
    if place is None:
        return None
    if place.airport is not None:
        return place.airport.ident
    if _is_a_whole_country(place, deps):
        return None
    if resolved.ambiguous and not far:
        return _beginning_with(name, deps)  # of several towns of one name that of a field, else one asks
    if (bearer := _bearer(name, place, deps)) is not None:
        return bearer
    if (called := deps.places.field_called(name)) is not None and (
        _bears(called, place, deps) or fold(called.municipality) == fold(place.name)
    ):
        return called.ident
    snapped = stand_in(deps.places, deps.borders, place)
    if not far and snapped.airport is not None:
        away = geodesic_nm(place.lat, place.lon, snapped.airport.lat, snapped.airport.lon)
        around = (near.airport for near in deps.airports.within(place.lat, place.lon, SERVED_NM / 2))
        bearers = bearers_of(place, around, name)
        if len(bearers) == 1 and bearers != [snapped.airport] and _is_its_own(bearers[0], place):
            return bearers[0].ident
        if (only := _only_one_on(place, deps)) is not None:
            return only.ident
        if (away > FAR_NM and bearers != [snapped.airport]) or is_a_stray(snapped.airport, place):
            return None if bearers else _beginning_with(name, deps)
    if snapped.airport is not None and snapped.clear:
        return snapped.airport.ident
    called = deps.places.resolve(f"{name} airport", country=place.country)
    named = called.best.airport if called.best is not None and called.matched == "exact" else None
    if named is not None and _serves(named, place):
        return named.ident
    return snapped.airport.ident if snapped.airport is not None else None


def _is_its_own(bearer: Airport, place: Place) -> bool:
    """Whether the one field that bears a town's name is the town's: Málaga's, and not the club's beside another town."""
    near = geodesic_nm(place.lat, place.lon, bearer.lat, bearer.lon) < BEARER_NM
    return place.kind == "town" and near and bearer.scheduled


def _only_one_on(place: Place, deps: Deps) -> Airport | None:
    """The one coded field of an island, however it is called: Diagoras on Rhodes, Rijeka on Krk."""
    if place.kind != "island":
        return None
    around = deps.airports.within(place.lat, place.lon, min(place.extent_nm, SERVED_NM))
    coded = [
        near.airport
        for near in around
        if near.airport.icao
        and near.airport.country == place.country
        and (near.airport.scheduled or not near.airport.military_hint)
    ]
    return coded[0] if len(coded) == 1 else None


def fields_having(name: str, deps: Deps, having: Having, beside: Point | None = None) -> list[Airport]:
    """The civil fields of a town, by its name or as the place they serve, that have what is asked; the nearest first.

    Of an island, those on it.
    """
    place = deps.places.resolve(name, beside=(beside,) if beside else ()).best
    if place is None or place.airport is not None or place.kind not in ("town", "island"):
        return []
    is_town = place.kind == "town"
    town = re.compile(rf"\b{re.escape(fold(place.name))}\b")
    reach = SERVED_NM / 2 if is_town else min(place.extent_nm, SERVED_NM)
    return [
        field
        for field in (near.airport for near in deps.airports.within(place.lat, place.lon, reach))
        if field.icao
        and field.country == place.country
        and (field.scheduled or not field.military_hint)
        and (not is_town or town.search(fold(f"{field.name} {field.municipality}")))
        and having(field.ident)
    ]


def bearers_of(place: Place, fields: Iterable[Airport], said: str = "") -> list[Airport]:
    """Those of some fields in whose name the place's stands: Biggin Hill, City and Gatwick for London.

    `said` is what it was called: of "Brive", for Brive-la-Gaillarde, the field is Brive Souillac. A field's other
    names count: "Köln" of Cologne Bonn.
    """
    names = {fold(place.name), fold(said.split(",", maxsplit=1)[0])} - {""}
    town = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\b")
    return [field for field in fields if field.icao and town.search(fold(" ".join(_called(field))))]


def _called(field: Airport) -> tuple[str, ...]:
    """A field's names: of a military one its own alone, since the table puts the next town among its others."""
    return (field.name,) if field.military_hint else (field.name, *field.keywords)


def bearer_of(name: str, deps: Deps) -> str | None:
    """The one airfield whose name is this one, but for "RAF", "Air Base" and the like ("Brize Norton"), or whose
    town's: "Pagosa Springs"."""
    wanted = distinctive(fold(name))
    found = [m.airport.ident for m in deps.airports.search(name, 3) if _bare(m.airport.name) == wanted]
    if found:
        return found[0] if len(found) == 1 else None
    called = deps.places.resolve(name)
    is_one = called.matched == "exact" and not called.ambiguous and called.best is not None
    if is_one and called.best and called.best.airport:
        return called.best.airport.ident
    return _beginning_with(name, deps) if len(re.findall(r"\w+", wanted)) > 1 else None  # "Mont-Dauphin"


def _bare(name: str) -> str:
    return distinctive(_MILITARY.sub(" ", fold(name)).strip())


def _bearer(name: str, place: Place, deps: Deps) -> str | None:
    """The one airfield near a town that bears its whole name and no other: "Ramstein Air Base"."""
    wanted = {fold(place.name), fold(name.split(",", maxsplit=1)[0])}
    bearers = [
        match.airport
        for match in deps.airports.search(name.split(",", maxsplit=1)[0], 10, place.country)
        if _bare(match.airport.name) in wanted
        and geodesic_nm(match.airport.lat, match.airport.lon, place.lat, place.lon) < BEARER_NM
    ]
    if len(bearers) != 1:
        return None
    if bearers[0].icao is None:  # a strip of the town's name stands behind its coded fields: Gießen's are three
        around = deps.airports.within(place.lat, place.lon, BEARER_NM)
        if bearers_of(place, (near.airport for near in around), name):
            return None
    return bearers[0].ident


def _beginning_with(name: str, deps: Deps) -> str | None:
    """The one coded field of Europe whose name begins so, where no namesake has a field: "Reichenbach", "Santiago"."""
    key = f"{place_key(name)} "
    found = [
        match.airport
        for match in deps.airports.search(name, 10)
        if match.airport.icao
        and f"{place_key(match.airport.name)} ".startswith(key)
        and (name.isascii() or not match.airport.name.isascii())  # Fanø is no Fano
    ]
    return found[0].ident if len(found) == 1 and in_europe(found[0].lat, found[0].lon) else None


_SHORT = 3
"""Letters of a word of a field's name that is not tried as a town's: "Les", "Air"."""


def _bears(airport: Airport, place: Place, deps: Deps) -> bool:
    """Whether a word of a field's name is the place's in any language: "Dunkirk" in Dunkerque-Les Moëres."""
    words = re.split(r"[\s/–-]+", airport.name)
    return any(deps.places.resolve(word).best == place for word in words if len(word) > _SHORT)


def _serves(airport: Airport, place: Place) -> bool:
    """Whether a field of that name is the place's: "London Airport" on Eday in Orkney is not London's."""
    return geodesic_nm(airport.lat, airport.lon, place.lat, place.lon) <= SERVED_NM + place.extent_nm


def speaks_for_country(name: str, deps: Deps) -> bool:
    """Whether a place is known well enough that its name means its country: never a hamlet ("Mars")."""
    place = deps.places.resolve(name).best
    return place is not None and (place.kind != "town" or place.population >= KNOWN_TOWN or "," in name)


def country_of(name: str, deps: Deps, beside: str | None = None) -> str | None:
    """The country in which a place or airfield lies; of namesakes the one within a flight of the field `beside`."""
    is_code = len(name) == 4 and not name[1:].islower()  # "Faro" is a town, FARO a strip in South Africa
    airport = deps.airports.get(name) if is_code else None
    if airport is not None:
        return airport.country
    other = deps.airports.get(beside) if beside else None
    place = deps.places.resolve(name, beside=((other.lat, other.lon),) if other else ()).best
    if place is None:
        return None
    return place.airport.country if place.airport else place.country
