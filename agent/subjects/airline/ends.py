"""From what a pilot says to what airlines use: IATA codes, with the airports it stands for named."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from agent.aviation.airports import Airport
from agent.aviation.names import clean_code
from agent.errors import DataProblem, InvalidQuestion
from agent.locate import Located, NotLocated, locate, which_reading
from agent.protocol import MissingInfo, Value
from agent.registry import ToolContext

REACH_NM = 100.0
OWN_NM = 15.0
"""An airline airport this near is a place's own: no other is looked for."""
_LARGE_NM = 30.0
_FIELD_NM, _BESIDE_NM = 10.0, 4.0
_MOST = 2


class _City(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    name: str
    country: str
    aliases: tuple[str, ...] = ()


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    notes: str
    cities: tuple[_City, ...]


_FILE = TypeAdapter(_File)


class AirlineAirport(Value):
    """An airport or city that airlines sell. `distance_nm` is from what was asked, when that is another place."""

    code: str
    name: str
    icao: str | None = None
    distance_nm: float | None = None


class AirlineEnd(Value):
    """One end of a journey. `translated` says how a code was read; `stays` names the field that has no airline."""

    asked: str
    airports: tuple[AirlineAirport, ...]
    zone: str | None = None
    translated: str | None = None
    stays: str | None = None


def airline_end(
    text: str, context: ToolContext, argument: str, left_at: str | None = None
) -> AirlineEnd | NotLocated | MissingInfo:
    """The airline airports for a code or a place, which `argument` of the call names.

    `left_at` is where the aeroplane was left: of namesakes the one in its country is the home one goes back to.

    Raises `InvalidQuestion` for a code that nobody has.
    """
    asked = text.strip()
    city = _city(context.deps.settings.data, asked)
    if city is not None:
        return AirlineEnd(
            asked=asked, airports=(AirlineAirport(code=city.code, name=f"{city.name}, all airports"),)
        )
    if len(asked) == 3 and asked.isupper():
        # Three capitals are an airline's code here, whatever village has that name: DUB is Dublin.
        coded = context.deps.airports.get(asked)
        if coded is not None and coded.iata == asked and _sold(coded):
            return AirlineEnd(asked=asked, airports=(_own(coded),), zone=coded.time_zone)
    located = locate(asked, context, snap=False, world=True)
    if isinstance(located, NotLocated):
        code = clean_code(asked)
        if len(code) == 3 and code.isalpha() and asked.isupper():
            raise InvalidQuestion(f"Airport code {code} not found. Check the spelling, or name the town.")
        return located
    airport = located.airport
    if airport is not None and _sold(airport):
        spoken = clean_code(asked)
        translated = f"{spoken} is {airport.iata}" if spoken in (airport.icao, airport.ident) else None
        return AirlineEnd(asked=asked, airports=(_own(airport),), zone=airport.time_zone, translated=translated)
    question = which_reading(located, argument, context, None)
    if question is not None:
        closer = _of_its_country(asked, left_at, context) if left_at else None
        if closer is None:
            return question
        located = closer
    near = [n for n in context.deps.airports.within(located.lat, located.lon, REACH_NM) if _sold(n.airport)]
    # A taxi crosses no sea: airports of the same country first, others only beside the place (Basel's is
    # in France) or where there is none.
    near = [n for n in near if n.airport.country == located.country or n.distance_nm <= OWN_NM] or near
    if not near:
        return NotLocated(asked, f"I know no airport with airline service within {REACH_NM:g} nm of {asked}.", ())
    large = [n for n in near if n.airport.kind == "large_airport"]
    own = near[0].distance_nm <= OWN_NM and near[0].airport.kind != "small_airport"
    chosen = [near[0], *large[:1]] if large and large[0] is not near[0] and not own else near[:1]
    # Who names a town with an airport of its own has not said that an aeroplane stands at another field there.
    served = own or (bool(large) and large[0].distance_nm <= _LARGE_NM)
    field = airport or (None if served else _its_field(located.lat, located.lon, context))
    return AirlineEnd(
        asked=asked,
        airports=tuple(
            AirlineAirport(
                code=n.airport.iata or "",
                name=n.airport.name,
                icao=n.airport.ident,
                distance_nm=round(n.distance_nm, 0),
            )
            for n in chosen[:_MOST]
        ),
        zone=near[0].airport.time_zone,
        stays=f"{field.ident} {field.name}" if field is not None and not _sold(field) else None,
    )


def _of_its_country(asked: str, left_at: str, context: ToolContext) -> Located | None:
    """The reading of a name within a flight of a place and in its country: "home to Perth", from Kirkwall."""
    stands, found = locate(left_at, context, snap=False), locate(asked, context, snap=False, beside=[left_at])
    if isinstance(stands, NotLocated) or isinstance(found, NotLocated):
        return None
    return found if found.country == stands.country else None


def _its_field(lat: float, lon: float, context: ToolContext) -> Airport | None:
    """The airfield of a town: the one beside it, or the only one near; None where there are several."""
    near = [
        n
        for n in context.deps.airports.within(lat, lon, _FIELD_NM)
        if n.airport.kind in ("small_airport", "medium_airport") and not n.airport.private_hint
    ]
    return near[0].airport if near and (len(near) == 1 or near[0].distance_nm <= _BESIDE_NM) else None


def same_city(one: AirlineEnd, other: AirlineEnd, context: ToolContext) -> bool:
    """Whether both ends are one airport, or an airport and its own city."""
    codes, others = ({a.code for a in end.airports} for end in (one, other))
    if codes & others:
        return True
    cities = {city.code: city for city in _cities(context.deps.settings.data)}
    for here, there in ((one, other), (other, one)):
        city = cities.get(here.airports[0].code)
        fields = [context.deps.airports.get(a.icao) for a in there.airports if a.icao]
        names = {city.name.casefold(), *(n.casefold() for n in city.aliases)} if city else set[str]()
        if (
            city
            and fields
            and all(
                f is not None
                and f.country == city.country
                and f.municipality.split(",")[0].strip().casefold() in names
                for f in fields
            )
        ):
            return True
    return False


def other_airports(end: AirlineEnd, context: ToolContext) -> tuple[AirlineAirport, ...]:
    """Large airports of the same country in reach of an end that has only a small one of its own."""
    only = context.deps.airports.get(end.airports[0].icao or "") if len(end.airports) == 1 else None
    if only is None or only.kind == "large_airport":
        return ()
    near = context.deps.airports.within(only.lat, only.lon, REACH_NM)
    return tuple(
        AirlineAirport(
            code=n.airport.iata or "",
            name=n.airport.name,
            icao=n.airport.ident,
            distance_nm=round(n.distance_nm, 0),
        )
        for n in near
        if n.airport.ident != only.ident
        and _sold(n.airport)
        and n.airport.kind != "small_airport"
        and n.airport.country == only.country
    )[:_MOST]


def _sold(airport: Airport) -> bool:
    return airport.scheduled and airport.iata is not None


def _own(airport: Airport) -> AirlineAirport:
    return AirlineAirport(code=airport.iata or "", name=airport.name, icao=airport.ident)


def _city(data: Path, text: str) -> _City | None:
    plain = text.strip().casefold()
    for city in _cities(data):
        if text.strip() == city.code or plain in {n.casefold() for n in (city.name, *city.aliases)}:
            return city
    return None


@lru_cache(maxsize=4)
def _cities(data: Path) -> tuple[_City, ...]:
    path = data / "travel" / "cities.json"
    try:
        return _FILE.validate_json(path.read_bytes()).cities
    except (OSError, ValueError) as error:
        raise DataProblem(
            "The table of city codes is missing or damaged: install the data again.", detail=f"{path}: {error}"
        ) from error
