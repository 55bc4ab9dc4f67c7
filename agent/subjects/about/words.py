"""Words for what FlyFun is and knows, for a type's figures, and for what is proposed to be kept."""

from __future__ import annotations

from agent.protocol import Answer
from agent.subjects.about.aircraft import AircraftFigures, Figures
from agent.subjects.about.flyfun import AboutFlyFun
from agent.subjects.about.profile import ProfileProposal
from agent.writing.write import Talk, write
from tongue import later, say


@write.register
def _(result: AboutFlyFun, talk: Talk) -> Answer:
    first, *rest = result.statements
    return Answer(text="\n".join([f"**{first}**", *rest]))


@write.register
def _(result: AircraftFigures, talk: Talk) -> Answer:
    if not result.types:
        return Answer(text=result.message or say("I don't know that type."))
    if result.crosswind_kt is not None or result.crosswind:
        return Answer(text="\n".join(_across(result, result.crosswind_kt)), choices=result.choices)
    if result.loading:
        return Answer(text="\n".join(_unweighed(result)), choices=result.choices)
    lines = [*_unheld(result), *(_figure(one) for one in result.types)]
    return Answer(
        text="\n".join(
            [
                *lines,
                say("Typical, not the handbook's: yours wins.")
                if result.unheld
                else say("Typical, not the handbook's: yours wins. Burn, tanks, range, runway needs: no data.")
                if any(one.cruise_kts for one in result.types)
                else say("Tell me yours and I reckon with it. Burn, tanks, range, runway needs: no data."),
            ]
        ),
        choices=result.choices,
    )


_CALLED = {
    "stall speed": later("stall speed"),
    "never-exceed speed": later("never-exceed speed"),
    "other speeds": later("speeds but a typical cruise"),
    "glide ratio": later("glide ratio"),
    "fuel burn": later("fuel burn"),
    "tanks": later("tanks"),
    "range": later("range"),
    "runway needs": later("take-off and landing distances"),
    "rate of climb": later("rate of climb"),
    "ceiling": later("service ceiling"),
    "engine": later("engine"),
}


def _unheld(result: AircraftFigures) -> list[str]:
    """The figures that were asked for and that no table here has, before what it has."""
    if not result.unheld:
        return []
    names = " / ".join(one.name for one in result.types)
    asked = ", ".join(say(_CALLED[one]) for one in result.unheld)
    return [say("**{names}, {asked}: no data.** The flight manual has it.", names=names, asked=asked)]


def _unweighed(result: AircraftFigures) -> list[str]:
    """Of what a type may carry nothing is held: where it stands, and how much fuel weighs."""
    names = ", ".join(one.name for one in result.types)
    return [
        "**" + say("{names}: I have no masses and no centre of gravity.", names=names) + "**",
        say("Reckon it with the weighing report and the flight manual of your own aircraft."),
        say("What I can: litres, pounds and kilograms of fuel, and how far it goes: “60 l avgas in kg”."),
    ]


def _across(result: AircraftFigures, knots: float | None) -> list[str]:
    """A wind across and a type: whose figures count, and how it stands to the pilot's own limit."""
    yours = [say("**Whether {knots:g} kt across is for you is yours to decide.**", knots=knots)] if knots else []
    lines = [
        *yours,
        say(
            "{name}: I have no crosswind figure. Your handbook has the demonstrated one.",
            name=result.types[0].name if len(result.types) == 1 else result.asked,
        ),
    ]
    if (limit := result.minima.crosswind_kt) is None:
        lines.append(say("You have set no crosswind limit; “my minima: crosswind 12” keeps one."))
    elif knots is None:
        lines.append(say("Your own limit is {limit:g} kt.", limit=limit))
    elif knots > limit:
        lines.append(say("{knots:g} kt is above your own {limit:g}.", knots=knots, limit=limit))
    else:
        lines.append(say("{knots:g} kt is within your own {limit:g}.", knots=knots, limit=limit))
    return lines


def _figure(one: Figures) -> str:
    if one.cruise_kts is None:
        return say("{name} ({designator}): I hold no cruise speed.", name=one.name, designator=one.designator)
    return say(
        "{name} ({designator}): **{cruise_kts} kt** typical cruise.",
        name=one.name,
        designator=one.designator,
        cruise_kts=one.cruise_kts,
    )


@write.register
def _(result: ProfileProposal, talk: Talk) -> Answer:
    lines = (
        [say("Shall I keep **{proposed}**? A tap keeps it.", proposed=", ".join(result.proposed))]
        if result.proposed
        else []
    )
    return Answer(text="\n".join([*lines, *([result.message] if result.message else [])]), choices=result.choices)
