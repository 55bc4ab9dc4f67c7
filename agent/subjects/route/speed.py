"""Cruise speed in hand: said, from a type's table, or from the pilot's profile; and times from it."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from agent.errors import InvalidQuestion
from agent.protocol import MissingInfo, Profile
from agent.registry import ToolContext
from tongue import say

SLOWEST_KTS, FASTEST_KTS = 30.0, 700.0
ASSUMED_KT, ASSUMED = 100.0, "assumed"
"""What a trip and its weather are reckoned with where no speed is known, and its source: always said."""
HEADWIND_KTS = 20
"""The headwind of the one line that warns how much still air flatters."""


@dataclass(frozen=True)
class CruiseSpeed:
    """Knots, and where they come from: "provided", "typical Cessna 172 book cruise", "your profile"."""

    knots: float
    source: str
    aircraft: str | None = None


def resolve_speed(
    context: ToolContext, cruise_speed_kts: float | None, aircraft_type: str | None, why: str
) -> tuple[CruiseSpeed | None, MissingInfo | None]:
    """The speed in hand, or what to ask for. An explicit speed wins, then the type, then the profile.

    A speed no aeroplane cruises at is not used: the question says so and asks for another.
    """
    if cruise_speed_kts is not None and not SLOWEST_KTS <= cruise_speed_kts <= FASTEST_KTS:
        shown = f"{cruise_speed_kts:g}"
        return None, _ask(
            say("{shown} kt is not a cruise speed I can use", shown=shown),
            say(
                "{shown} kt is not a cruise speed I can use. What is yours, from {slowest_kts:g} to "
                "{fastest_kts:g} kt?",
                shown=shown,
                slowest_kts=SLOWEST_KTS,
                fastest_kts=FASTEST_KTS,
            ),
            _examples(),
        )
    if cruise_speed_kts is not None:
        return CruiseSpeed(cruise_speed_kts, "provided", aircraft_type), None
    profile = context.question.profile
    if aircraft_type:
        return _of_type(context, aircraft_type, profile, why)
    if profile.cruise_speed_kts:
        return CruiseSpeed(profile.cruise_speed_kts, "your profile", profile.aircraft), None
    if profile.aircraft:
        speed, _ = _of_type(context, profile.aircraft, Profile(), why)
        if speed:
            return speed, None
    return None, _ask(why, say("What is your cruise speed or aircraft?"), _examples())


def speed_or_assumed(
    context: ToolContext, cruise_speed_kts: float | None, aircraft_type: str | None, why: str
) -> tuple[CruiseSpeed | None, MissingInfo | None]:
    """The speed in hand, an assumed one where the pilot has told none, or what to ask for."""
    profile = context.question.profile
    if not (cruise_speed_kts or aircraft_type or profile.cruise_speed_kts or profile.aircraft):
        return CruiseSpeed(ASSUMED_KT, ASSUMED), None
    return resolve_speed(context, cruise_speed_kts, aircraft_type, why)


def _of_type(
    context: ToolContext, aircraft_type: str, profile: Profile, why: str
) -> tuple[CruiseSpeed | None, MissingInfo | None]:
    types = context.deps.aircraft.resolve(aircraft_type)
    own = context.deps.aircraft.resolve(profile.aircraft) if profile.aircraft else ()
    if len(types) > 1 and len(own) == 1 and own[0] in types:
        types = own  # "the Cessna", of whom has one
    if len(types) == 1:
        found = types[0]
        if profile.cruise_speed_kts and own == types:
            return CruiseSpeed(float(profile.cruise_speed_kts or 0), "your profile", found.name), None
        if found.cruise_kts is None:
            return None, _ask(
                why,
                say("I have no cruise speed for the {name}. What does yours cruise at?", name=found.name),
                {say("120 knots"): {"cruise_speed_kts": 120, "aircraft_type": found.name}},
            )
        return CruiseSpeed(float(found.cruise_kts), f"typical {found.name} book cruise", found.name), None
    if types:
        names: dict[str, dict[str, JsonValue]] = {t.name: {"aircraft_type": t.name} for t in types[:4]}
        return None, _ask(why, say("Which {aircraft_type} is it?", aircraft_type=aircraft_type.strip()), names)
    shown = aircraft_type.strip()[:40]
    return None, _ask(
        why, say("I don't know the type {shown}. What speed does it cruise at?", shown=shown), _examples()
    )


def _examples() -> dict[str, dict[str, JsonValue]]:
    """Answers to the question for the speed, and the arguments each stands for."""
    told: dict[str, dict[str, JsonValue]] = {say("120 knots"): {"cruise_speed_kts": 120, "aircraft_type": None}}
    for name in ("Cessna 172", "SR22"):
        told[name] = {"aircraft_type": name, "cruise_speed_kts": None}
    return told


def _ask(why: str, prompt: str, examples: dict[str, dict[str, JsonValue]]) -> MissingInfo:
    return MissingInfo(
        key="cruise_speed", reason=why, prompt=prompt, examples=tuple(examples), fills=tuple(examples.values())
    )


def format_hours(hours: float) -> str:
    """4.65 → "4h 39m", 3.0 → "3h", 0.75 → "45m"; rounded to the minute."""
    minutes = round(hours * 60)
    whole, rest = divmod(minutes, 60)
    if not whole:
        return f"{rest}m"
    return f"{whole}h {rest:02d}m" if rest else f"{whole}h"


def hours_said(hours: float) -> str:
    """The same, as the language writes it: "4 h 39 min"."""
    return say("{time}", time=format_hours(hours))


def time_in_wind(distance_nm: float, knots: float, headwind_kts: float = HEADWIND_KTS) -> float | None:
    """Hours with a wind on the nose (negative: on the tail), None where the aeroplane would hardly move."""
    ground_speed = knots - headwind_kts
    return distance_nm / ground_speed if ground_speed > SLOWEST_KTS else None


def on_the_nose(headwind_kts: float) -> str:
    """ "15 kt on the nose" """
    if headwind_kts >= 0:
        return say("{knots:g} kt on the nose", knots=headwind_kts)
    return say("{knots:g} kt on the tail", knots=-headwind_kts)


def refuse_same_place(a: str, b: str, without_field: str = "") -> None:
    """Raise when a route starts where it ends. `without_field`: a place of the two that has no field near it."""
    if without_field:
        raise InvalidQuestion(
            say(
                "I know no airfield at {place}: the nearest, {field}, is the other end of this flight. "
                "Give me two different ones.",
                place=without_field,
                field=a,
            )
        )
    raise InvalidQuestion(say("{a} and {b} are the same place. Give me two different ones.", a=a, b=b))
