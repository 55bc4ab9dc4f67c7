"""True statements about FlyFun itself: what it can do, its data and their dates, its limits, what it keeps."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import Literal

from pydantic import Field

from agent.aviation.hours import zone_of
from agent.kept import CHAT_DAYS, PERSON_DAYS
from agent.protocol import Source, ToolResult
from agent.registry import Arguments, ToolContext, tool, tools
from agent.subjects.about.keeping import Kept
from agent.subjects.airfield.coverage import coverage_of
from agent.subjects.airfield.coverage_words import counted
from agent.subjects.weather.minima import minima_words
from tongue import country_name, say

What = Literal[
    "abilities",
    "data",
    "limits",
    "coverage",
    "privacy",
    "me",
    "airline",
    "languages",
    "closures",
    "clock",
    "clubs",
    "types",
    "timetables",
    "events",
    "moon",
    "tracking",
]
Subject = Literal["customs and immigration", "fuel", "opening hours", "landing fee", "rules"]


class AboutArguments(Arguments):
    """Which side of FlyFun, and of which country."""

    what: What = "abilities"
    country_code: str | None = Field(default=None, description="ISO-2 code, for coverage")
    introduce: bool = Field(default=False, description="who or what FlyFun is, or who made it, is asked too")
    subject: Subject | None = Field(default=None, description="of which data, where their age is asked")
    kept: Kept = Field(default="all", description="what of privacy is asked")


class AboutFlyFun(ToolResult):
    """Statements, the first the shortest answer. Counts and dates are read from the registry and the data."""

    what: What
    statements: tuple[str, ...] = ()


@tool(kind="rules")
async def about_flyfun(arguments: AboutArguments, context: ToolContext) -> AboutFlyFun:
    """What FlyFun can do and what not, its data and how old they are, what it covers, what it keeps of a chat."""
    statements = {
        "abilities": _abilities,
        "data": _data,
        "limits": _limits,
        "coverage": _coverage,
        "privacy": _privacy,
        "me": _me,
        "airline": _airline,
        "languages": _languages,
        "closures": _closures,
        "clock": _clock,
        "clubs": _clubs,
        "types": _types,
        "timetables": _timetables,
        "events": _events,
        "moon": _moon,
        "tracking": _tracking,
    }[arguments.what](arguments, context)
    if arguments.introduce:
        statements = (*_who(), *statements)
    country = context.deps.countries.get(arguments.country_code) if arguments.country_code else None
    named = coverage_of(country, context.deps).sources if country and arguments.what == "coverage" else ()
    return AboutFlyFun(what=arguments.what, statements=statements, sources=named)


def _who() -> tuple[str, ...]:
    return (say("I am FlyFun, a program for pilots by the FlyFun developers; no person writes these answers."),)


def _abilities(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    has = frozenset(tools())
    told = (
        (
            "find_airports_near_route",
            say("Airfields near a place, along a route or in a country, by what they offer."),
        ),
        ("calculate_flight_distance", say("Distances, flight times and stops.")),
        ("get_border_brief", say("Customs, prior notice and reports of a flight, with their deadlines.")),
        ("plan_trip", say("A whole trip there and back as one list of things to do.")),
        ("get_weather", say("METAR, TAF and winds, where their services answer.")),
        (
            "answer_rules_question",
            say(
                "Flying rules of {rule_countries} countries, compared.",
                rule_countries=len(context.deps.rule_countries),
            ),
        ),
        ("build_itinerary", say("The hours on the ground: places, a day's plan.")),
    )
    return tuple(words for name, words in told if name in has)


_A_YEAR = timedelta(days=366)


def _data(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    if arguments.subject:
        return _age_of(arguments.subject, context)
    deps = context.deps
    airports = deps.airports.source
    sources = [source for source in deps.all_sources() if source.as_of]
    dates = sorted(source.as_of for source in sources if source.as_of)
    today = deps.now().date()
    recent = sum(today - as_of <= _A_YEAR for as_of in dates)
    lines = [
        say(
            "{airports:,} open airfields: {name}, {as_of:%b %Y}.",
            airports=sum(1 for _ in deps.airports),
            name=airports.name,
            as_of=airports.as_of,
        )
    ]
    if dates:
        lines.append(
            say(
                "{sources:,} dated sources on airfields and maps, from {first:%b %Y} to {last:%b %Y}: {recent:,} "
                "of the last twelve months, {older:,} older.",
                sources=len(sources),
                first=dates[0],
                last=dates[-1],
                recent=recent,
                older=len(dates) - recent,
            )
        )
    lines.append(
        say(
            "Weather is asked when you ask: reports, TAF and SIGMET of aviationweather.gov, models of Open-Meteo; "
            "each answer says how old it is."
        )
    )
    lines.append(say("Every answer ends with its sources and their dates; /sources lists all of them."))
    return tuple(lines)


def _age_of(subject: Subject, context: ToolContext) -> tuple[str, ...]:
    """How old the data on one subject are: of how many fields, from which sources, each with its month."""
    every = say("Every answer ends with its sources and their dates; /sources lists all of them.")
    if subject == "rules":
        days = sorted(one.reviewed for one in context.deps.rules.corpus.all_answers if one.reviewed)
        told = say(
            "Rules: reviewed from {first:%b %Y} to {last:%b %Y}, each answer with its own day.",
            first=days[0],
            last=days[-1],
        )
        return (told, every)
    held = coverage_of(None, context.deps)
    known = next((one for one in held.known if one.subject == subject), None)
    if known is None or known.newest is None:
        return (say("I have nothing on that."), every)
    named, said = [s for s in held.sources if s.name in known.sources], say(subject)
    told = say(
        "{subject}: stated of {fields:,} airfields, the newest of {newest:%d %b %Y}. Mostly from {sources}.",
        subject=f"{said[:1].upper()}{said[1:]}",
        fields=known.fields,
        newest=known.newest,
        sources=", ".join(_dated(source) for source in named),
    )
    return (told, every)


def _dated(source: Source) -> str:
    """A source with its month, unless its name tells the year."""
    if source.as_of is None or str(source.as_of.year) in source.name:
        return source.name
    return say("{name}, {day:%b %Y}", name=source.name, day=source.as_of)


def _clubs(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    """What a club's group keeps, and this side of FlyFun does not."""
    return (
        say(
            "Who flies, which seats are free and which aircraft is in the hangar is kept in a club's group, by "
            "/flyouts and /fleet: from here I do not see it."
        ),
    )


_TYPES_SHOWN = 20


def _types(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    """The aircraft types of the table, by name."""
    known = context.deps.aircraft.all
    with_cruise = [one for one in known if one.cruise_kts]
    named = ", ".join(one.name for one in with_cruise[:_TYPES_SHOWN])
    return (
        say(
            "{types} aircraft types by name, {figures} with a typical cruise speed.",
            types=len(known),
            figures=len(with_cruise),
        ),
        say("{names} and others: name yours.", names=named),
        say("Of one I do not know tell me the cruise speed: “at 105 kt”."),
    )


def _timetables(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    airline = say("A flight by airline I look for where you say so: “airline from Jersey to London tonight”.")
    return (
        say("I have no timetables of trains, buses or ferries: ask the carrier."),
        *((airline,) if "search_flights" in tools() else ()),
    )


def _events(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    return (
        say("I hold no events, fly-ins or air shows: ask the field or the town, and look for NOTAM of the day."),
    )


def _moon(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    return (say("I do not reckon the moon: sunrise, sunset, twilight and legal night only."),)


def _tracking(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    return (
        say("I follow no aircraft: where one is now, or who flies it, I cannot tell."),
        say("Ask its club or its pilot; where it is overdue, the ATS unit or the rescue service."),
    )


def _closures(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    """How one would know that a field has closed."""
    table = context.deps.airports.source
    return (
        say(
            "That a field has closed for good I know only where {name}, {as_of:%b %Y}, says so: such fields I "
            "leave out of lists.",
            name=table.name,
            as_of=table.as_of,
        ),
        say(
            "One that closed since then, or is closed for a day, I cannot see: that stands in NOTAM and in the "
            "AIP."
        ),
        say("Where a field gives no hours here, phone it before you go."),
    )


def _limits(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    has = frozenset(tools())
    sees = "get_notams" in has
    notams = say("I see NOTAMs only where an open bulletin has them") if sees else say("I cannot see NOTAMs")
    return (
        say("I file, book and ring nothing for you: no flight plan, no GAR, no customs notice, no room."),
        say("Not for operational use. {notams}: check AIP, NOTAM and weather.", notams=notams),
        say("I know no obstacles, terrain or airspace along a route; lines are direct."),
        say("What no source in hand states I call unknown; I decide no go for you."),
    )


def _airline(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    return (say("Seats, luggage, gates and delays of airlines are the airline's to tell: I know none of them."),)


def _languages(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    return (
        say("I read and answer in English, French and German; no other language yet."),
        say(
            "The answer comes in the language of the question; "
            "“in English”, “en français” or “auf Deutsch” keeps one."
        ),
    )


def _coverage(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    deps = context.deps
    country = deps.countries.get(arguments.country_code) if arguments.country_code else None
    if country is None:
        names = sorted(c.name for code in deps.rule_countries if (c := deps.countries.get(code)))
        return (
            say(
                "{airports:,} open airfields of the whole world by position and runway.",
                airports=sum(1 for _ in deps.airports),
            ),
            say(
                "Rules of {count} countries: {names}.", count=len(names), names=", ".join(map(country_name, names))
            ),
            say("Fuel, customs and hours depend on what each country publishes: ask me for one country."),
        )
    has_rules = country.code in deps.rule_countries
    return (
        *counted(coverage_of(country, deps)),
        say(
            "Rules of {name}: {what}.",
            name=country_name(country.name),
            what=say("yes") if has_rules else say("none in hand"),
        ),
    )


def _me(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    """What the pilot has told of the own flying."""
    own = context.question.profile
    told: list[str] = []
    if own.home_base:
        airport = context.deps.airports.get(own.home_base)
        told.append(
            say("Home: {base}", base=f"{own.home_base} {airport.short_name}" if airport else own.home_base)
        )
    figures = [
        *([own.aircraft] if own.aircraft else []),
        *([say("{knots:g} kt", knots=own.cruise_speed_kts)] if own.cruise_speed_kts is not None else []),
        *([say("{burn:g} l/h", burn=own.burn_lph)] if own.burn_lph is not None else []),
    ]
    if figures:
        told.append(say("Aircraft: {figures}", figures=", ".join(figures)))
    if minima := minima_words(own.minima):
        told.append(say("Your minima: {minima}", minima=minima))
    if not told:
        return (
            say("You have told me nothing about your flying yet."),
            say("Tell me your home base, aircraft, cruise speed or units: “my home base is EGLM”."),
        )
    return (
        say("What you told me about your flying:"),
        *told,
        say("To change one of it, say it anew; /mydata shows all that is kept, /forget deletes it."),
    )


def _privacy(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    """What is kept, how long, who sees it and how it goes: first what was asked."""
    kept = say(
        "I keep your settings (home, aircraft, units, minima), this conversation, and what you ask me to save."
    )
    until = say(
        "A conversation goes {chat} days after its last word, settings after {person}; what you saved stays until "
        "you delete it, a reminder until it is past.",
        chat=CHAT_DAYS,
        person=PERSON_DAYS,
    )
    where = say("Where it is stored, and for how long copies are kept, depends on who runs this FlyFun: ask them.")
    gone = say("/reset forgets this conversation; /forget deletes everything about you or this chat.")
    shown = say(
        "What is said in private is shown to no other member and no club admin; what stands in a group, "
        "the group reads."
    )
    outside = say(
        "Map, weather and airline services get places and dates, never who asks; a language model, where one is "
        "set up, gets the question."
    )
    papers = say(
        "Passport, birth date, weight, card or phone number: I ask for none of them. What you type of them stays "
        "in this conversation as any words do."
    )
    dates = say(
        "Dates of a medical, licence or rating I keep only where you agree, in a private chat, encrypted, for you "
        "alone: /currency shows them, /currency off deletes them."
    )
    reports = say(
        "A report that is saved in a private chat is shown to you alone, one that is saved in a group to that "
        "group."
    )
    position = say("Where you are I know only where you send me your position; I follow no aircraft.")
    sent = say("A position that you send counts for that message and the buttons under its answer.")
    told = {
        "all": (kept, shown, until, gone, where),
        "long": (until, gone, where),
        "papers": (papers, until, gone, where),
        "dates": (dates, gone, where),
        "seen": (shown, outside, where),
        "reports": (reports, shown, where),
        "where": (position, sent, shown, outside, until, gone),
        "deleting": (gone, say("/mydata, in a private chat, shows first what is kept about you."), where),
    }
    return told[arguments.kept]


def _clock(arguments: AboutArguments, context: ToolContext) -> tuple[str, ...]:
    """The time now in UTC, and at the home base, where one is kept."""
    now = context.deps.now().astimezone(UTC)
    home = context.deps.airports.get(context.question.profile.home_base or "")
    zone = zone_of(home.time_zone) if home is not None else None
    told = say("{now:%H:%M} UTC (Zulu).", now=now)
    if home is None or zone is None:
        return (told,)
    return (told, say("At {ident} it is {local:%H:%M}.", ident=home.ident, local=now.astimezone(zone)))
