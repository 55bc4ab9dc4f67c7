"""Finds the fields of a trip, or says what to ask instead: of a place without one, a country, one field twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from agent.aviation.airports import Airport
from agent.aviation.field_use import special_use
from agent.aviation.spelling import place_key
from agent.locate import Located, NotLocated, locate, which_reading
from agent.protocol import Choice, MissingInfo
from agent.registry import ToolContext
from agent.subjects.border.ends import BorderPlace, border_place, fields_of, is_checked
from agent.subjects.finding.airport_list import CLOSED_AIRSPACE
from agent.subjects.finding.nations import NATIONS, lies_in
from agent.subjects.measures import with_article
from agent.subjects.notice.tool import territory_name
from agent.subjects.trip.arguments import TripArguments, call_of
from agent.subjects.trip.timeline import TripPlan
from tongue import country_name, say

_A_CITY = 100_000
"""Of so many people, a namesake elsewhere may be meant as well."""
_OWN_FIELD_NM = 10.0
"""So near to its town a field that bears its name needs no word of explanation."""


def _closed(arguments: TripArguments, context: ToolContext) -> TripPlan | None:
    """A destination in closed or war airspace: said before anything is asked."""
    there = locate(arguments.to_location, context, snap=True)
    if isinstance(there, NotLocated) or not border_place(there, context).territory.closed:
        return None
    named = context.deps.places.resolve(arguments.to_location)
    best = named.best.country if named.best else ""
    if any(p.country != best and p.population > _A_CITY for p in named.others):
        return None  # "Brest": where one flies from tells which
    return TripPlan(found=False, message=f"**{say(CLOSED_AIRSPACE)}**", arguments=arguments.canonical())


def trip_fields(arguments: TripArguments, context: ToolContext) -> list[Located] | TripPlan:
    """Every field of the way out and those that the way home leads over, or what to ask and say instead."""
    said = _where_at_home(arguments.from_location, context) or context.question.profile.home_base
    if not said and (closed := _closed(arguments, context)) is not None:
        return closed
    if not said:
        ask = MissingInfo(
            key="from_location",
            reason=say("Where the trip begins"),
            prompt=say("Where do you fly from? /home keeps it."),
            examples=("EGTF", "LFPN", "EDNY"),
            argument="from_location",
        )
        return TripPlan(found=False, message=ask.prompt, missing_info=(ask,), arguments=arguments.canonical())
    found: list[Located] = []
    standings: list[BorderPlace] = []
    along = (said, *arguments.via, arguments.to_location, *arguments.return_via)
    goal = 1 + len(arguments.via)
    for place in along:
        located = locate(place, context, snap=True, beside=[other for other in along if other != place])
        if isinstance(located, NotLocated):
            choices = tuple(_again(arguments, place, name) for name in located.suggestions)
            return TripPlan(found=False, message=located.message, choices=choices, arguments=arguments.canonical())
        if located.airport is None and not located.others:
            return TripPlan(
                found=False,
                message=say("I know no airfield near {place}: give me its code.", place=located.place.name),
                arguments=arguments.canonical(),
            )
        standing = border_place(located, context)
        if located.airport is None or standing.airport is None:
            return _no_field(arguments, place, located, standing, context)
        found.append(located)
        standings.append(standing)
    # over a border a town's entry field, as the border brief says
    if len({standing.territory.code for standing in standings}) > 1:
        if not is_checked(standings, context):
            standings = [border_place(one, context, checked=False) for one in found]
        found = [
            replace(one, airport=there.airport, others=there.others, substitution=there.substitution)
            for one, there in zip(found, standings, strict=True)
        ]
    ask = which_reading(found[0], "from_location", context, found[goal]) or which_reading(
        found[goal], "to_location", context, found[0]
    )
    if ask is not None:
        return TripPlan(found=False, message=ask.prompt, missing_info=(ask,), arguments=arguments.canonical())
    if len({located.airport.ident for located in found[: goal + 1] if located.airport}) < 2:
        prompt = say("{field} is both ends of that trip. Where do you want to go?", field=found[0].label)
        ask = MissingInfo(
            key="to_location",
            reason=say("Where the trip goes"),
            prompt=prompt,
            examples=(),
            argument="to_location",
        )
        return TripPlan(found=False, message=prompt, missing_info=(ask,), arguments=arguments.canonical())
    return found


def _where_at_home(name: str | None, context: ToolContext) -> str | None:
    """The start; "coming from Scotland" of a pilot whose home lies there is the home field."""
    home = context.question.profile.home_base
    field = context.deps.airports.get(home) if home else None
    if name is None or field is None:
        return name
    nation = next((code for own, code in NATIONS.items() if own.casefold() == name.casefold()), None)
    country = context.deps.countries.named(name)
    code = nation or (country.code if country else None)
    return home if code is not None and lies_in(field, [code]) else name


def _no_field(
    arguments: TripArguments, place: str, located: Located, standing: BorderPlace, context: ToolContext
) -> TripPlan:
    """A territory without airfield: said, with the nearest ones elsewhere; a whole country: asked for one."""
    name = territory_name(standing.territory, context)
    if standing.is_whole and fields_of(standing.territory, context.deps):
        return _which_field(
            arguments, place, located, say("Which airfield in {country}?", country=with_article(name))
        )
    fields = [airport for airport in (located.airport, *located.others) if airport is not None]
    near = [airport for airport in fields if special_use(airport) is None][:3] or fields[:1]
    choices = tuple(
        _again(arguments, place, airport.ident).model_copy(
            update={"label": f"{airport.ident} {airport.short_name}"}
        )
        for airport in near
    )
    listed = ", ".join(f"{a.ident} {a.short_name}" for a in near)
    note = standing.territory.note or ""
    note = "" if not note or "No airfield" in note else f" {say(note)}"
    known = say(" Nearest elsewhere: {fields}.", fields=listed) if listed else ""
    return TripPlan(
        found=False,
        message=say("{country}: I know no airfield there.", country=country_name(name)) + note + known,
        choices=choices,
        arguments=arguments.canonical(),
    )


def _which_field(arguments: TripArguments, place: str, located: Located, prompt: str) -> TripPlan:
    """A trip is planned between airfields: a country as its end is asked for one."""
    argument = "to_location" if place == arguments.to_location else "from_location"
    near = [a for a in (located.airport, *located.others) if a is not None and special_use(a) is None][:3]
    ask = MissingInfo(
        key=argument,
        reason=say("A trip is planned between airfields"),
        prompt=prompt,
        examples=tuple(f"{a.ident} {a.short_name}" for a in near),
        argument=argument,
    )
    return TripPlan(found=False, message=prompt, missing_info=(ask,), arguments=arguments.canonical())


def _again(arguments: TripArguments, place: str, instead: str) -> Choice:
    """The same trip with another reading of one of its places."""
    call = call_of(arguments)
    if place not in (arguments.from_location, arguments.to_location, *arguments.via, *arguments.return_via):
        call = call.varied(from_location=instead)  # the home base
    for name in ("from_location", "to_location"):
        if call.arguments.get(name) == place:
            call = call.varied(**{name: instead})
    for name, stops in (("via", arguments.via), ("return_via", arguments.return_via)):
        over: list[JsonValue] = [instead if stop == place else stop for stop in stops]
        call = call.varied(**{name: over}) if place in stops else call
    return Choice(label=instead, text=instead, call=call)


def other_fields(fields: Sequence[Located]) -> list[str]:
    """Where a field stands for something else than itself: said in the first line."""
    said: list[str] = []
    for located in fields:
        airport, swap = located.airport, located.substitution
        if airport is None or swap is None:
            continue
        if swap.distance_nm > _OWN_FIELD_NM or not _is_called(airport, swap.original):
            names = ", ".join(a.ident for a in located.others[:3])
            others = say(" Others: {fields}.", fields=names) if names else ""
            took = say(
                "{original}: I took {resolved}{name}, {nm} away.",
                original=swap.original,
                resolved=airport.ident,
                name=f" {airport.short_name}",
                nm=f"{swap.distance_nm:.0f} nm",
            )
            said.append(f"{took}{others}")
    return said


def _is_called(airport: Airport, said: str) -> bool:
    """Is the field's own name what was said, so that the heading tells it already?"""
    return place_key(said.partition(",")[0]) in place_key(f"{airport.name} {airport.municipality}")
