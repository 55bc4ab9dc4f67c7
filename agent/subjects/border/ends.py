"""Which territory each end of a flight lies in, and the airfield there: the territory first, then the field.

A field in another territory never stands for a place: the place is then told as its territory, without a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agent.aviation.airports import Airport
from agent.aviation.borders import Territory
from agent.aviation.formalities import FlightEnd, entry_classes
from agent.aviation.geometry import geodesic_nm
from agent.aviation.places import Place
from agent.aviation.stand_in import FAR_NM
from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.language.ends import BEARER_NM, bearers_of
from agent.locate import Located, NotLocated, Substitution, describe, locate, which_reading
from agent.protocol import Endpoint, ToolCall
from agent.registry import ToolContext
from agent.subjects.notice.tool import territory_name
from agent.subjects.offered import instead
from agent.subjects.route.speed import refuse_same_place
from agent.subjects.route.tool import RouteArguments, Unfound
from tongue import say

_AREAS = frozenset({"admin", "region", "mountains", "coast", "lake", "island"})
_ENTRY_NM = 15.0
"""So near to its town lies the airport that clears its flights from abroad."""
_FEW = 3
"""A territory of so few coded airfields is as good as named by one of them ("Isle of Man", "Malta")."""


@dataclass(frozen=True)
class BorderPlace:
    """One end, decided. `airport` is None where a territory as a whole was named, or where no field may stand for
    the place; `place` is then what was named. `substitution`: the field that was taken for a place.
    """

    asked: str
    territory: Territory
    place: Place
    airport: Airport | None
    others: tuple[Airport, ...] = ()
    substitution: Substitution | None = None
    is_whole: bool = False

    @property
    def end(self) -> FlightEnd:
        """This end as the formalities ask for it."""
        return FlightEnd(self.territory, self.airport)

    @property
    def is_far(self) -> bool:
        """Does a field stand for the place that is not at it?"""
        return self.substitution is not None and self.substitution.distance_nm > FAR_NM

    def is_country(self, context: ToolContext) -> bool:
        """Was a country or territory named, so that its one field needs no word?"""
        return (
            context.deps.countries.get(self.asked) is not None
            or context.deps.borders.named(self.asked) is not None
        )

    def endpoint(self, name: str) -> Endpoint:
        """This end on the map."""
        spot = self.airport or self.place
        return Endpoint(icao=self.airport.ident if self.airport else None, name=name, lat=spot.lat, lon=spot.lon)


def find_border_ends(
    arguments: RouteArguments, context: ToolContext, tool_name: str
) -> tuple[BorderPlace, BorderPlace] | Unfound:
    """Both ends of a flight over a border. Raises `InvalidQuestion` when they are one airfield or territory."""
    call = ToolCall(tool=tool_name, arguments=arguments.canonical())
    found: dict[str, Located] = {}
    names = ("from_location", "to_location")
    for argument, other_end in (names, names[::-1]):
        beside = [str(getattr(arguments, other_end))]
        located = locate(str(getattr(arguments, argument)), context, snap=True, beside=beside)
        if isinstance(located, NotLocated):
            return Unfound(located.message, instead(located, call, argument))
        if (doubtful := _another_name(located, context)) is not None:
            return Unfound(doubtful.message, instead(doubtful, call, argument))
        found[argument] = located
    start, finish = found["from_location"], found["to_location"]
    for argument, here, other in (("from_location", start, finish), ("to_location", finish, start)):
        ask = which_reading(here, argument, context, other)
        if ask is not None:
            return Unfound(ask.prompt, (), (ask,))
    for argument, here, other in (("from_location", start, finish), ("to_location", finish, start)):
        if (odd := _too_far_to_be_meant(here, other, context)) is not None:
            return Unfound(odd.message, instead(odd, call, argument))
    ends = end_of(start, context), end_of(finish, context)
    if not is_checked(ends, context):
        ends = end_of(start, context, checked=False), end_of(finish, context, checked=False)
    same_field = ends[0].airport is not None and ends[1].airport is not None
    same_field = same_field and ends[0].end.ident == ends[1].end.ident
    whole = all(end.is_whole for end in ends) and ends[0].territory.code == ends[1].territory.code
    if same_field and (bare := _without_field(ends)) and ends[0].territory.code == ends[1].territory.code:
        raise InvalidQuestion(_no_border(bare, start.label, ends[0].territory, context))
    if same_field or whole:
        refuse_same_place(start.label, finish.label, _without_field(ends))
    return ends


def _no_border(bare: str, field: str, territory: Territory, context: ToolContext) -> str:
    """That a place without an airfield lies in the territory of the flight's other end: "Malta to Gozo"."""
    return say(
        "**No border between them: {place} lies in {territory} too, so no customs and no immigration.** "
        "I know no airfield there: the nearest, {field}, is the other end of this flight.",
        place=bare,
        territory=territory_name(territory, context),
        field=field,
    )


_MEANT_NM, _WELL_KNOWN = 2000.0, 20_000
"""A smaller town across an ocean from the other end is hardly meant by its bare name."""


def _too_far_to_be_meant(here: Located, other: Located, context: ToolContext) -> NotLocated | None:
    """A little-known town of another continent, of which nobody said the country: "the republic", in Missouri."""
    place = here.place
    if place.kind != "town" or place.population >= _WELL_KNOWN or "," in here.asked:
        return None
    if geodesic_nm(here.lat, here.lon, other.lat, other.lon) <= _MEANT_NM:
        return None
    named = describe(place, context)
    message = say("I know no “{text}” near the other place. Did you mean {place}?", text=here.asked, place=named)
    return NotLocated(here.asked, message, (named,))


def _another_name(located: Located, context: ToolContext) -> NotLocated | None:
    """A name that nobody bears and that was taken for a place without an airfield of its own, which is a guess of
    the territory too; None where the name is known or an airfield lies there.
    """
    away = located.substitution
    own = located.place.airport is not None or (away is not None and away.distance_nm <= FAR_NM)
    if own or context.deps.borders.named(located.asked) or context.deps.countries.get(located.asked):
        return None
    if context.deps.places.resolve(located.asked).matched != "fuzzy":
        return None
    message = say(
        "I know no “{text}”. Did you mean {place}?", text=located.asked, place=describe(located.place, context)
    )
    return NotLocated(located.asked, message, (describe(located.place, context),))


def _without_field(ends: tuple[BorderPlace, BorderPlace]) -> str:
    """The place that has no airfield of its own, where two places come to one field: "Sark"."""
    return next((end.place.name for end in ends if end.is_far), "")


def is_checked(ends: Sequence[BorderPlace], context: ToolContext) -> bool:
    """Are customs or persons checked on one of these flights, so that it matters which field clears them?"""
    borders = context.deps.borders
    ways = [(a.territory, b.territory) for a, b in pairwise(ends) if a.territory.code != b.territory.code]
    return any(borders.flight_class(a, b) != "schengen_eu" for a, b in ways)


def end_of(located: Located, context: ToolContext, *, checked: bool = True) -> BorderPlace:
    """The place as one asks about its border: a county, a region or a range is its territory, and no field."""
    found = border_place(located, context, checked=checked)
    if found.airport is None or found.substitution is None or not found.territory.known:
        return found
    if found.place.kind not in _AREAS or _is_its_only_field(found.airport, found, context):
        return found
    return replace(found, airport=None, others=(found.airport, *found.others), substitution=None)


def _is_its_only_field(airport: Airport, found: BorderPlace, context: ToolContext) -> bool:
    """Is it the one field of an island that a stranger would come to (Sylt's, Ibiza's), or has the island none?"""
    place = found.place
    if place.kind != "island":
        return False
    if not found.is_far:
        return True
    around = context.deps.airports.within(place.lat, place.lon, place.extent_nm)
    coded = [near.airport for near in around if near.airport.icao]
    lined = [field for field in coded if field.scheduled]
    return len(coded) < 2 or lined == [airport]


def border_place(located: Located, context: ToolContext, *, checked: bool = True) -> BorderPlace:
    """The territory of a place that was found, and the field that may stand for it there. A flight that nobody
    checks (`checked` is False) needs none that clears it, and so none far from the town.
    """
    borders, place = context.deps.borders, located.place
    if place.airport is not None:
        return BorderPlace(located.asked, borders.territory(place.airport), place, place.airport)
    whole = _whole_territory(located, context)
    if whole is not None:
        inside = located.airport is not None and borders.territory(located.airport).code == whole.code
        stands = located.airport if inside and _names_a_field(whole, located, context) else None
        return BorderPlace(located.asked, whole, place, stands, is_whole=stands is None)
    territory = borders.of_place(place.lat, place.lon, place.country, place.admins)
    if not territory.known and located.airport is not None:
        territory = borders.territory(located.airport)  # a lake or range of several states: its field's
    territory = _of_the_islands_field(territory, located, context)
    served = (
        place.country if territory.code == place.country else None
    )  # an enclave is served by its own fields alone
    inside = [
        a
        for a in (located.airport, *located.others)
        if a and (borders.territory(a).code == territory.code or served in borders.sectors(a.ident))
    ]
    if not inside:
        return BorderPlace(located.asked, territory, place, None)
    inside = _clearing_first(inside, place, context, None if checked else BEARER_NM)
    substitution = located.substitution
    if inside[0] is not located.airport and substitution is not None:
        distance = geodesic_nm(place.lat, place.lon, inside[0].lat, inside[0].lon)
        substitution = substitution.model_copy(
            update={"resolved": inside[0].ident, "distance_nm": round(distance, 1)}
        )
    return BorderPlace(located.asked, territory, place, inside[0], tuple(inside[1:]), substitution)


def _names_a_field(whole: Territory, located: Located, context: ToolContext) -> bool:
    """Is a territory as good as a field: few fields, and this bears its name or no other one has airlines?"""
    deps, fields, airport = context.deps, fields_of(whole, context.deps), located.airport
    lined = [ident for ident in fields if (field := deps.airports.get(ident)) is not None and field.scheduled]
    few = 0 < len(fields) <= _FEW and not whole.disputed
    if not few or airport is None:
        return False
    if whole.name.casefold() == airport.short_name.casefold():  # "Guernesey" is called Guernsey where it is
        return True
    return located.place.name.casefold() in airport.name.casefold() or lined in ([], [airport.ident])


def _clearing_first(
    fields: list[Airport], place: Place, context: ToolContext, within: float | None
) -> list[Airport]:
    """A town's entry field before its others: over a border Strasbourg is LFST, not the club's field nearer by.

    Where no entry field is known, the airport with airlines that bears its name: Zürich is LSZH, not Hausen.
    """
    deps = context.deps
    if place.kind != "town" or entry_classes(deps.facts.of(fields[0].ident)):
        return fields
    clearing = [a for a in bearers_of(place, fields) if entry_classes(deps.facts.of(a.ident))]
    if within is not None:
        clearing = [a for a in clearing if geodesic_nm(place.lat, place.lon, a.lat, a.lon) <= within]
    if not clearing and not fields[0].scheduled:
        own = deps.borders.territory(fields[0]).code
        around = [near.airport for near in deps.airports.within(place.lat, place.lon, _ENTRY_NM)]
        clearing = [a for a in bearers_of(place, around) if a.scheduled and deps.borders.territory(a).code == own]
    return [*clearing[:1], *(a for a in fields if a not in clearing[:1])]


def _of_the_islands_field(territory: Territory, located: Located, context: ToolContext) -> Territory:
    """An island, a province or a coast whose own field lies in a territory of its country: it lies there too."""
    airport, place = located.airport, located.place
    if airport is None or territory.code != territory.country or place.kind in ("town", "coordinates", "airport"):
        return territory
    own = context.deps.borders.territory(airport)
    away = geodesic_nm(place.lat, place.lon, airport.lat, airport.lon)
    return own if own.country == territory.country and away <= max(place.extent_nm, FAR_NM) else territory


def fields_of(territory: Territory, deps: Deps) -> list[str]:
    """The coded airfields of a territory."""
    codes = dict.fromkeys(code for code in (territory.code, territory.country) if len(code) == 2)
    return [
        airport.ident
        for code in codes
        for airport in deps.airports.in_country(code)
        if airport.icao and deps.borders.territory(airport).code == territory.code
    ]


def country_or_territory(name: str, context: ToolContext) -> Territory | None:
    """The territory that a name or code means as such; None where it is a town's, a region's or a field's."""
    deps = context.deps
    if (named := deps.borders.named(name)) is not None:
        return named
    country = deps.countries.get(name)
    return deps.borders.of_country(country.code) if country else None


def _whole_territory(located: Located, context: ToolContext) -> Territory | None:
    """The territory that a pilot names as such; None where the words name a town, a region or a field in it."""
    return country_or_territory(located.asked, context)
