"""The fields of a country that are known to clear flights from abroad."""

from __future__ import annotations

from pydantic import Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.visiting import by_usefulness
from agent.protocol import Choice, Marker, MarkersView, Source, ToolCall, ToolResult
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.border.tool import EntryField, entry_fields
from tongue import country_name, say


class CrossingArguments(Arguments):
    """A country, or every country."""

    country: str | None = Field(default=None, description="ISO-2 code or English name")
    not_fields: SkipJsonSchema[tuple[str, ...]] = Field(default=(), description="ICAO codes to leave out")

    @field_validator("country")
    @classmethod
    def _tidy(cls, value: str | None) -> str | None:
        return value.strip()[:60] if value and value.strip() else None


class CrossingAirports(ToolResult):
    """Fields known to clear flights from anywhere, border points last. `limited` can for some flights only.

    `by_country` holds `airports` by their country's code: the limited ones are not in it.
    """

    country: str | None = None
    airports: tuple[EntryField, ...] = ()
    limited: tuple[EntryField, ...] = ()
    by_country: dict[str, tuple[EntryField, ...]] = {}
    from_home: str | None = None

    @property
    def only_field(self) -> str | None:
        """That clears flights from anywhere, where no other clears any."""
        return self.airports[0].icao if len(self.airports) == 1 and not self.limited else None


@tool(kind="airport", visualization="markers")
async def get_border_crossing_airports(arguments: CrossingArguments, context: ToolContext) -> CrossingAirports:
    """Airfields of a country known to clear flights from abroad, and for which flights."""
    deps = context.deps
    country = deps.countries.get(arguments.country) if arguments.country else None
    if arguments.country and country is None:
        close = deps.countries.closest(arguments.country)
        asked = ToolCall(tool="get_border_crossing_airports")
        near: tuple[Choice, ...] = ()
        if close:
            text = say("Border crossing airports in {country}", country=country_name(close.name))
            near = (Choice(label=country_name(close.name), text=text, call=asked.varied(country=close.code)),)
        message = say("I don't know a country called {name}.", name=arguments.country)
        return CrossingAirports(found=False, message=message, choices=near)
    if country and deps.borders.of_country(country.code).closed:
        where = country_name(country.name)
        closed = say("{country}: closed or war airspace. I propose no field there.", country=where)
        return CrossingAirports(found=False, country=country.name, message=closed)
    today = context.question.at.date()
    fields = _useful_first(entry_fields(context, today, None, country.code if country else None), context)
    fields = [field for field in fields if field.icao not in arguments.not_fields]
    full = tuple(sorted((f for f in fields if "neither" in f.classes), key=lambda f: not f.customs_known))
    limited = tuple(f for f in fields if "neither" not in f.classes)
    name = country.name if country else None
    if not fields:
        if name is None:
            none = say("I have no border crossing airports: ask the AIP's AD 1.3 or GEN 1.2.")
        else:
            none = say(
                "I have no border crossing airports for {country}: ask the AIP's AD 1.3 or GEN 1.2.",
                country=country_name(name),
            )
        return CrossingAirports(found=False, country=name, message=none)
    records = [Source(name=f.source, as_of=f.as_of, stale=f.stale) for f in fields]
    return CrossingAirports(
        country=name,
        airports=full,
        limited=limited,
        by_country=_by_country(full, context),
        filter_profile={**({"country": country.code} if country else {}), "point_of_entry": True},
        sources=tuple(dict.fromkeys(records))[:6],
        visualization=MarkersView(
            data=tuple(Marker(icao=f.icao, name=f.name, lat=f.lat, lon=f.lon) for f in (*full, *limited)),
            style="customs",
        ),
    )


def _useful_first(fields: list[EntryField], context: ToolContext) -> list[EntryField]:
    """The more useful to a visiting light aeroplane first: no military field before an open one."""
    deps = context.deps
    airports = [airport for field in fields if (airport := deps.airports.get(field.icao)) is not None]
    places = {one.ident: n for n, one in enumerate(by_usefulness(airports, deps.airports, deps.facts))}
    return sorted(fields, key=lambda field: places.get(field.icao, len(places)))


def _by_country(fields: tuple[EntryField, ...], context: ToolContext) -> dict[str, tuple[EntryField, ...]]:
    grouped: dict[str, list[EntryField]] = {}
    for field in fields:
        airport = context.deps.airports.get(field.icao)
        if airport is not None:
            grouped.setdefault(airport.country, []).append(field)
    return {code: tuple(grouped[code]) for code in sorted(grouped)}
