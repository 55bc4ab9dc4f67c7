"""Airfields side by side: what is known of each, what is not, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from pydantic import AliasChoices, Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.airports import Airport
from agent.aviation.facts import AirfieldFacts, shown
from agent.aviation.hours import resolve_day
from agent.aviation.visiting import barred_by_fuel, believed_ft, disputed, shorter_elsewhere
from agent.deps import Deps
from agent.locate import NotLocated, locate
from agent.protocol import Choice, Marker, MarkersView, Source, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.airfield.asked import Attribute
from agent.subjects.airfield.attributes import DayHours, look_up, tells_of_permission, today_at
from agent.subjects.finding.airport_list import surface_word
from agent.subjects.finding.orders import asks_of
from agent.subjects.measures import link_to, reach, tapped
from agent.subjects.offered import details
from tongue import later, say

MOST = 6
Side = Attribute | Literal["fee"]
"""What is compared: what is asked of one airfield, and its published landing fee."""
_ALWAYS: tuple[Side, ...] = (
    "runway", "elevation", "fuel", "customs", "hours", "access", "restaurant", "approaches",
)  # fmt: skip
"""What is compared when nothing is named."""
UNKNOWN = "not known"


class CompareArguments(Arguments):
    """Two to six airfields, and what of them is compared."""

    icao_codes: tuple[str, ...] = Field(
        min_length=2,
        max_length=MOST,
        validation_alias=AliasChoices("icao_codes", "airfields"),
        description="two to six ICAO codes or names",
    )
    about: tuple[Side, ...] = Field(default=(), description="the attributes compared; none for the main ones")
    date: str | None = Field(default=None, description="the day of the hours")
    weighed: SkipJsonSchema[bool] = False
    """Whether it is asked which of them is easier or better: said in the first line, with what differs alone."""

    @field_validator("icao_codes")
    @classmethod
    def _each_once(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        once = tuple(dict.fromkeys(code.strip()[:100] for code in value if code.strip()))
        if len(once) < 2:
            raise ValueError(say("give two different airfields to compare"))
        return once


class Compared(Value):
    """One line: each field's value in the order of the fields; None where nothing is known."""

    attribute: str
    values: tuple[str | None, ...]

    @property
    def differs(self) -> bool:
        """Whether two known values differ."""
        return len({value for value in self.values if value is not None}) > 1


class AirfieldComparison(ToolResult):
    """Airfields side by side. Nothing is weighed: which is better is the pilot's.

    `ask` is whom to ask, or where it stands, of each field that something is not known of; `wordings` what each
    publishes of its customs, where that is compared alone. `weighed` is whether the better one was asked for;
    `asks_less` what is said then of the one that asks less of a visitor, "" where the data do not say so.
    """

    airfields: tuple[Marker, ...] = ()
    ask: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()
    weighed: bool = False
    asks_less: str = ""
    lines: tuple[Compared, ...] = ()
    cautions: tuple[str, ...] = ()


@tool(kind="airport", visualization="markers")
async def compare_airfields(arguments: CompareArguments, context: ToolContext) -> AirfieldComparison:
    """Two to six airfields side by side: runway, fuel, customs, hours and what else is asked."""
    deps = context.deps
    airports: list[Airport] = []
    unknown: list[str] = []
    for asked in arguments.icao_codes:
        airport = deps.airports.get(asked)
        if airport is None:
            located = locate(asked, context, snap=True)
            if isinstance(located, NotLocated) and len(arguments.icao_codes) > 2:
                unknown.append(asked)  # the others stand side by side all the same
                continue
            if isinstance(located, NotLocated):
                return AirfieldComparison(found=False, message=located.message)
            airport = located.airport
        if airport is None:
            return AirfieldComparison(found=False, message=say("I know no airfield at {asked}.", asked=asked))
        if airport not in airports:
            airports.append(airport)
    if not airports or (unknown and len(airports) < 2):
        return AirfieldComparison(
            found=False, message=say("I know no airfield at {asked}.", asked=", ".join(unknown))
        )
    if len(airports) < 2:
        return AirfieldComparison(
            found=False, message=say("Both are {ident}. Give me another one.", ident=airports[0].ident)
        )
    about: tuple[Side, ...] = tuple(dict.fromkeys(_WHOLE.get(name, name) for name in arguments.about)) or _ALWAYS
    if arguments.date and "hours" not in about:
        named: tuple[Side, ...] = (*about, "hours")  # "for Sunday"
        about = named
    if about == ("elevation",):  # "which lies higher": that one first
        airports.sort(key=lambda a: -(a.elevation_ft or 0))
    if about == ("runway",):  # "which has the longer runway": that one first
        airports.sort(key=lambda a: -_longest(a, deps))
    lines = [
        Compared(attribute=_label(name), values=tuple(_value(name, a, context, arguments.date) for a in airports))
        for name in about
    ]
    open_to = [any(line.values[at] is None for line in lines) for at in range(len(airports))]
    marks = tuple(Marker(icao=a.ident, name=a.short_name, lat=a.lat, lon=a.lon) for a in airports)
    sources: list[Source] = [deps.airports.source]
    for airport in airports:
        sources += deps.facts.sources(airport.ident)
    return AirfieldComparison(
        found=bool(lines),
        message=None if lines else say("I have nothing that compares them in that."),
        airfields=marks,
        lines=tuple(lines),
        cautions=tuple(f"{a.ident}: {told}" for a in airports if (told := disputed(a, deps.facts))),
        left_aside=tuple(unknown),
        weighed=arguments.weighed,
        asks_less=_asks_less(airports, deps) if arguments.weighed else "",
        wordings=tuple(told for a in airports if (told := _printed(a, deps))) if about == ("customs",) else (),
        ask=tuple(_whom(a, deps) for a, is_open in zip(airports, open_to, strict=True) if is_open),
        choices=tuple(
            Choice(label=a.ident, text=say("Tell me about {ident}", ident=a.ident), call=details(a.ident))
            for a in airports
        ),
        sources=tuple(dict.fromkeys(sources)),
        visualization=MarkersView(data=marks),
    )


def _asks_less(airports: Sequence[Airport], deps: Deps) -> str:
    """The one field that asks less of a visitor than every other, by the PPR known of all; "" where none does."""
    facts = deps.facts
    if any(facts.check(a.ident, "open_to_visitors", value=True) is False for a in airports):
        return ""
    ppr = {a.ident: facts.check(a.ident, "no_ppr", value=True) for a in airports}
    free = [a for a in airports if ppr[a.ident] is True]
    if len(free) != 1 or None in ppr.values():
        return ""
    others = [f"{a.ident}: {asks_of(a, deps).words}" for a in airports if a is not free[0]]
    return say(
        "**{ident} asks less of a visitor: {what}** ({others}).",
        ident=free[0].ident,
        what=asks_of(free[0], deps).words,
        others=", ".join(others),
    )


def _runway(airport: Airport, deps: Deps) -> str | None:
    runway = deps.airports.longest_runway(airport)
    if runway is None or not runway.length_ft:
        return None
    kind = say("surface not known") if runway.hard is None else surface_word(runway.hard, runway.surface)
    table = round(runway.length_ft * 0.3048)
    least = round((believed_ft(runway, shorter_elsewhere(airport, deps.facts)) or 0) * 0.3048)
    if least < table:
        return say("{least:,} m or {table:,} m {kind}: sources do not agree", least=least, table=table, kind=kind)
    return say("{length_ft:,} m {kind}", length_ft=table, kind=kind)


def _longest(airport: Airport, deps: Deps) -> float:
    runway = deps.airports.longest_runway(airport)
    return believed_ft(runway, shorter_elsewhere(airport, deps.facts)) or 0.0


def _elevation(airport: Airport, deps: Deps) -> str | None:
    return None if airport.elevation_ft is None else say("{elevation_ft:,} ft", elevation_ft=airport.elevation_ft)


def _lights(airport: Airport, deps: Deps) -> str | None:
    known = deps.facts.of(airport.ident).lights
    if known is None:
        stated = [r.lighted for r in deps.airports.runways(airport) if not r.closed and r.lighted is not None]
        known = any(stated) if stated else None
    return None if known is None else say("yes") if known else say("no")


def _access(airport: Airport, deps: Deps) -> str | None:
    known = deps.facts.of(airport.ident)
    said = [shown(fact)] if (fact := known.first("access")) else []
    if known.needs_permission is not None:
        said.append("PPR" if known.needs_permission else say("no PPR"))
    elif tells_of_permission(known):
        said.append(say("PPR in part, see its own text"))
    elif said:
        said.append(say("PPR not known"))
    return ", ".join(said) or None


def _customs(airport: Airport, deps: Deps) -> str | None:
    known = deps.facts.of(airport.ident)
    if any(n.rules.of("customs", "immigration") for n in known.notices if "customs" in n.services):
        return say("yes, see notice") if known.point_of_entry() else say("no")
    if known.first("border_point") is not None:
        return say("persons may cross, by a list; customs not known")
    return say("on a list for goods; whether for a flight is not known") if known.first("uk_customs") else None


def _printed(airport: Airport, deps: Deps) -> str | None:
    """What a field publishes of its customs, as printed."""
    known = deps.facts.of(airport.ident)
    texts = [n.raw for n in known.notices if "customs" in n.services and n.rules.of("customs", "immigration")]
    return say("{ident}: “{text}”", ident=airport.ident, text=_shorter(texts[0], 220)) if texts else None


def _tower(airport: Airport, deps: Deps) -> str | None:
    known = deps.facts.of(airport.ident).has_tower
    return None if known is None else say("yes") if known else say("no")


def _fact(field: str) -> Callable[[Airport, Deps], str | None]:
    def read(airport: Airport, deps: Deps) -> str | None:
        known: AirfieldFacts = deps.facts.of(airport.ident)
        fact = known.first(field)
        return None if fact is None else _short(shown(fact))

    return read


def _fuel(airport: Airport, deps: Deps) -> str | None:
    fact, barred = deps.facts.of(airport.ident).first("fuel"), barred_by_fuel(airport.ident, deps.facts)
    told = [*([shown(fact)] if fact else []), *barred]
    return " · ".join(told) or None


def _non_radio(airport: Airport, deps: Deps) -> str | None:
    told = [shown(f) for f in deps.facts.of(airport.ident).restrictions if "radio" in shown(f).casefold()]
    return _short(told[0]) if told else None


def _fee(airport: Airport, deps: Deps) -> str | None:
    fee = deps.facts.value("landing_fee", airport.ident)
    return _short(str(fee)) if fee else None


def _value(name: Side, airport: Airport, context: ToolContext, said: str | None) -> str | None:
    """One field's value of what is compared; the hours of the day that is named, where one is."""
    deps = context.deps
    today = today_at(airport, context.question.at)
    if name == "hours" and said is not None:
        fact, _ = look_up("hours", airport, deps, today, resolve_day(said, today))
        return _of_day(fact.hours, fact.value) if fact.hours else None
    if name == "fee":
        return _fee(airport, deps)
    if (own := _VALUES.get(name)) is not None:
        return own(airport, deps)
    fact, _ = look_up(name, airport, deps, today, None)
    if name in ("self_service", "payment") and not fact.known and fact.beside:
        return say("not stated")
    return _short(fact.value) if fact.known and fact.value else None


def _of_day(day: DayHours, printed: str | None) -> str | None:
    if day.all_day:
        return "H24"
    if day.local:
        return say("{local} local", local=", ".join(day.local))
    return _short(say("“{text}”", text=printed)) if printed else None


def _whom(airport: Airport, deps: Deps) -> str:
    """Whom to ask of one field, or where it stands."""
    known = deps.facts.of(airport.ident)
    page = deps.official_pages.of(airport, deps.facts, deps.now().date())
    site = airport.home_link if airport.home_link and airport.home_link.startswith("http") else None
    phone, email = known.contact("phone"), known.contact("email")
    at = tapped(reach(country=airport.country, phone=phone, email=email)) if phone or email else ""
    at = at or (link_to(site) if site else f"[{page.name}]({page.url})" if page else "")
    return say("{ident}: {at}", ident=airport.ident, at=at or say("its AIP page"))


def _label(name: Side) -> str:
    return _LABELS.get(name) or str(name).replace("_", " ").capitalize()


def _short(text: str) -> str:
    return _shorter(text, 90)


def _shorter(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0] + " …"


_WHOLE: dict[Side, Side] = {
    "avgas": "fuel", "jet_a": "fuel", "ul91": "fuel", "ul94": "fuel", "mogas": "fuel",
    "ils": "approaches", "rnp": "approaches", "vor": "approaches", "ndb": "approaches",
}  # fmt: skip
"""One grade or one kind of approach is read in the whole list of them."""
_VALUES: dict[Side, Callable[[Airport, Deps], str | None]] = {
    "runway": _runway,
    "elevation": _elevation,
    "lights": _lights,
    "access": _access,
    "customs": _customs,
    "tower": _tower,
    "fuel": _fuel,
    "hours": _fact("hours"),
    "restaurant": _fact("restaurant"),
    "hotel": _fact("hotel"),
    "approaches": _fact("procedures"),
    "handling": _fact("handling"),
    "notices": _fact("restriction"),
    "status": _access,
    "non_radio": _non_radio,
}
_LABELS: dict[Side, str] = {
    "runway": later("Longest runway"),
    "elevation": later("Elevation"),
    "lights": later("Runway lights"),
    "access": later("Access"),
    "status": later("Access"),
    "customs": later("Customs"),
    "tower": later("Tower"),
    "fuel": later("Fuel"),
    "hours": later("Hours"),
    "restaurant": later("Restaurant"),
    "hotel": later("Hotel"),
    "approaches": later("Approaches"),
    "handling": later("Handling"),
    "notices": later("Restriction"),
    "non_radio": later("Without radio"),
    "radio_language": later("Language of the radio"),
    "touch_and_go": later("Touch and goes"),
    "fee": later("Landing fee"),
    "self_service": later("Self-service"),
    "payment": later("Payment"),
    "contact": later("Contact"),
    "frequency": later("Frequency"),
    "circuit": later("Circuit"),
    "reporting_points": later("Visual reporting points"),
    "parking": later("Hangar space for visitors"),
    "maintenance": later("Maintenance"),
    "transport": later("Transport"),
    "fire_category": later("Fire category"),
    "camping": later("Camping"),
}
