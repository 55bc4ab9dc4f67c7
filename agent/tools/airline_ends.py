"""From what a pilot says to what airlines use: IATA codes, with the airports it stands for named."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from agent.aviation.airports import Airport
from agent.aviation.names import clean_code
from agent.errors import DataProblem, InvalidQuestion
from agent.protocol import MissingInfo, Value
from agent.tools.locate import NotLocated, locate, which_reading
from agent.tools.registry import ToolContext

REACH_NM = 100.0
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


def airline_end(text: str, context: ToolContext) -> AirlineEnd | NotLocated | MissingInfo:
    """The airline airports for a code or a place. Raises `InvalidQuestion` for a code that nobody has."""
    asked = text.strip()
    city = _city(context.deps.settings.data, asked)
    if city is not None:
        return AirlineEnd(
            asked=asked, airports=(AirlineAirport(code=city.code, name=f"{city.name}, all airports"),)
        )
    located = locate(asked, context, snap=False)
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
    question = which_reading(located, "near", context, None)
    if question is not None:
        return question
    near = [n for n in context.deps.airports.within(located.lat, located.lon, REACH_NM) if _sold(n.airport)]
    # A taxi crosses no sea: airports of the same country first, others only where there is none.
    near = [n for n in near if n.airport.country == located.country] or near
    if not near:
        return NotLocated(asked, f"I know no airport with airline service within {REACH_NM:g} nm of {asked}.", ())
    large = [n for n in near if n.airport.kind == "large_airport"]
    chosen = [near[0], *large[:1]] if large and large[0] is not near[0] else near[:1]
    field = airport or (context.deps.places.snap(located.place, max_nm=10).airport)
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
