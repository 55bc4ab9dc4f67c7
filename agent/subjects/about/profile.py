"""What a pilot tells of home base, aircraft, speed and units, proposed to be kept: it is kept by a tap alone."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from agent import regex as re
from agent.locate import NotLocated, locate
from agent.protocol import Choice, ToolResult
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.route.speed import FASTEST_KTS, SLOWEST_KTS
from tongue import later, say

_KEEP_UNITS = {"metric": later("Keep metric units"), "aviation": later("Keep aviation units")}

_IN_BRACKETS = re.compile(r" \([^)]*\)")


class ProfileArguments(Arguments):
    """What is to be kept; at least one of it."""

    home_base: str | None = Field(default=None, max_length=200, description="code or name of the home airfield")
    aircraft_type: str | None = Field(default=None, max_length=60, description="the own aircraft")
    cruise_speed_kts: float | None = Field(default=None, description="its cruise speed in knots")
    burn_lph: float | None = Field(default=None, gt=0, le=2000, description="litres an hour in cruise")
    registration: str | None = Field(default=None, max_length=12, description="told beside it; it is not kept")
    units: Literal["aviation", "metric"] | None = Field(default=None, description="feet or metres first")
    fuel_in: Literal["l", "gal"] | None = Field(
        default=None, description="litres or gallons are wished: it is always litres"
    )


class ProfileProposal(ToolResult):
    """What would be kept, each with the command that its button stands for. Nothing is kept by the tool."""

    proposed: tuple[str, ...] = ()


@tool(kind="airport", chat_only=True)
async def set_profile(arguments: ProfileArguments, context: ToolContext) -> ProfileProposal:
    """Proposes to keep a pilot's home base, aircraft, cruise speed or units; a tap keeps it."""
    proposed: list[str] = []
    taps: list[Choice] = []
    problems: list[str] = []
    if arguments.home_base:
        located = locate(arguments.home_base, context, snap=True)
        airport = None if isinstance(located, NotLocated) else located.airport
        if airport is None:
            problems.append(
                located.message if isinstance(located, NotLocated) else say("I know no airfield there.")
            )
        else:
            proposed.append(
                say("home base {ident} {short_name}", ident=airport.ident, short_name=airport.short_name)
            )
            taps.append(Choice(label=say("Keep home {ident}", ident=airport.ident), text=f"/home {airport.ident}"))
    _aircraft(arguments, context, proposed, taps, problems)
    if arguments.units:
        proposed.append(say("metres first") if arguments.units == "metric" else say("feet first"))
        taps.append(Choice(label=say(_KEEP_UNITS[arguments.units]), text=f"/units {arguments.units}"))
    if arguments.units == "metric":
        problems.append(say("That is of lengths: distances stay in nautical miles, speeds in knots."))
    if arguments.registration:
        problems.append(say("I keep no registration ({registration}).", registration=arguments.registration))
    if arguments.fuel_in == "l":
        problems.append(say("Fuel is told in litres as it is."))
    elif arguments.fuel_in == "gal":
        problems.append(say("Fuel stays in litres: I keep no other unit for it."))
    if not proposed and not problems:
        problems.append(say("Tell me your home base, aircraft, cruise speed or units: “my home base is EGLM”."))
    return ProfileProposal(
        found=bool(taps), message=" ".join(problems) or None, proposed=tuple(proposed), choices=tuple(taps)
    )


def _aircraft(
    arguments: ProfileArguments, context: ToolContext, proposed: list[str], taps: list[Choice], problems: list[str]
) -> None:
    """The type and the speed go by one command; each is checked as the command would."""
    knots = arguments.cruise_speed_kts
    if knots is not None and not SLOWEST_KTS <= knots <= FASTEST_KTS:
        problems.append(say("{knots:g} kt is not a cruise speed I can use.", knots=knots))
        knots = None
    speed = " ".join(
        [
            *([say("{knots:g} kt", knots=knots)] if knots is not None else []),
            *([say("{burn:g} l/h", burn=arguments.burn_lph)] if arguments.burn_lph is not None else []),
        ]
    )
    types = context.deps.aircraft.resolve(arguments.aircraft_type or "")
    if arguments.aircraft_type and not types and not speed:
        problems.append(
            say(
                "I don't know the type {aircraft_type}: tell me its cruise speed.",
                aircraft_type=arguments.aircraft_type,
            )
        )
    if len(types) > 1:
        problems.append(
            say(
                "Which {aircraft_type} is yours? A tap keeps it, at {speed}.",
                aircraft_type=arguments.aircraft_type,
                speed=speed,
            )
            if speed
            else say("Which {aircraft_type} is yours? A tap keeps it.", aircraft_type=arguments.aircraft_type)
        )
        named = (f"{one.name} {speed}".strip() for one in types[:4])
        taps += [Choice(label=name, text=f"/aircraft {name}") for name in named]
    elif types or speed:
        name = f"{types[0].name if types else ''} {speed}".strip()
        proposed.append(_told(name, arguments, bool(types)))
        label = _IN_BRACKETS.sub("", name)  # "Mooney M20 (not turbocharged)" is too long for a button
        taps.append(Choice(label=say("Keep {name}", name=label), text=f"/aircraft {name}"))


def _told(name: str, arguments: ProfileArguments, of_a_type: bool) -> str:
    if of_a_type:
        return say("aircraft {name}", name=name)
    if arguments.cruise_speed_kts is None:
        return say("burn {burn}", burn=name)
    return say("cruise speed {speed}", speed=name)
