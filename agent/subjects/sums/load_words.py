"""Words for a load: whether it is too much first, then what was added up, and what is lacking asked once."""

from __future__ import annotations

from agent.subjects.conversion.words import exact
from agent.subjects.sums.tool import SumArguments, SumLine, aboard
from tongue import say


def loaded_lines(given: SumArguments, one: SumLine) -> list[str]:
    """The load of an aircraft: its own masses decide, and where they are not told they are asked for."""
    if given.max_kg is None or given.empty_kg is None:
        return _unweighed(given, one)
    most, empty, kilos = (exact(round(mass, 1)) for mass in (given.max_kg, given.empty_kg, aboard(given)))
    figures = say("{most} kg at most, {empty} kg empty, {aboard} kg aboard.", most=most, empty=empty, aboard=kilos)
    if not aboard(given):
        return [_all_of_it(given, one, figures)]
    if one.value <= 0:
        return [
            say("**Too heavy by {kilos} kg before any fuel.** {figures}", kilos=exact(-one.value), figures=figures)
        ]
    left = say(
        "**{kilos} kg are left for fuel: about {litres:.0f} l of {fuel}.** {figures}",
        kilos=exact(round(one.value, 1)), litres=one.litres or 0.0, fuel=one.fuel, figures=figures,
    )  # fmt: skip
    told = [left, *(_added(given) if given.masses else [])]
    if one.fuel_kg is not None:
        told.insert(0, _with_the_fuel(one, one.fuel_kg))
    elif given.tanks is not None:
        told.append(say("Whether the tanks may be that full: tell me their litres."))
    return [
        *told,
        say("Reckoned with {density:g} kg a litre. Your figures alone: I check no centre of gravity, no tank "
            "size and no runway; the weighing report and the flight manual decide.",
            density=one.kg_per_litre or 0.0),
    ]  # fmt: skip


def _all_of_it(given: SumArguments, one: SumLine, figures: str) -> str:
    told = say(
        "**{kilos} kg are left for people, bags and fuel.** {figures}", kilos=exact(one.value), figures=figures
    )
    if one.fuel_kg is None:
        return told
    return (
        told
        + " "
        + say(
            "Less the fuel told, {fuel:.0f} kg: {kilos:.0f} kg.", fuel=one.fuel_kg, kilos=one.value - one.fuel_kg
        )
    )


def _with_the_fuel(one: SumLine, fuel: float) -> str:
    over = fuel - one.value
    if over > 0:
        return say(
            "**Too heavy by {kilos:.0f} kg with that fuel**, which weighs {fuel:.0f} kg.", kilos=over, fuel=fuel
        )
    return say(
        "**Within the greatest mass, {kilos:.0f} kg below it** with that fuel, which weighs {fuel:.0f} kg.",
        kilos=-over, fuel=fuel,
    )  # fmt: skip


def _added(given: SumArguments) -> list[str]:
    """The masses as they were added up, and who or what has none."""
    parts = " + ".join(exact(mass) for mass in given.masses)
    told = [say("People: {masses} kg.", masses=parts)]
    if given.bags_kg:
        told[0] = say("People: {masses} kg; bags: {bags} kg.", masses=parts, bags=exact(given.bags_kg))
    elif given.bags_kg == 0:
        told.append(say("The bags are not in it: their mass is not told."))
    if given.people and len(given.masses) < given.people:
        told.append(
            say("Of {people} people {told} have a mass here.", people=given.people, told=len(given.masses))
        )
    return told


def _half_weighed(given: SumArguments, one: SumLine, named: str) -> list[str]:
    """The aircraft's empty or its greatest mass is told: the sum as far as it goes; the other one is asked for."""
    kilos = aboard(given)
    fuel = say("With that fuel {fuel:.0f} kg more.", fuel=one.fuel_kg) if one.fuel_kg is not None else None
    litres = given.tanks is not None and given.volume is None
    if given.empty_kg is not None:
        all_up = exact(round(kilos + given.empty_kg, 1))
        lead = say("**{all} kg without fuel: {empty} kg empty and {kilos} kg aboard.**",
                   all=all_up, empty=exact(given.empty_kg), kilos=exact(round(kilos, 1)))  # fmt: skip
        left = say("Left for fuel: maximum − {all} kg; divided by {density:g} that is litres of {fuel}.",
                   all=all_up, density=one.kg_per_litre or 0.0, fuel=one.fuel)  # fmt: skip
        asked = (
            say("Tell me its maximum mass{named} and the litres in the tanks: “max 1100, 120 l”.", named=named)
            if litres
            else say("Tell me its maximum mass{named}: “max 1100”.", named=named)
        )
    else:
        most = given.max_kg or 0.0
        lead = say("**{left} kg are left for the empty aircraft and fuel: {most} kg at most, {kilos} kg aboard.**",
                   left=exact(round(most - kilos, 1)), most=exact(most), kilos=exact(round(kilos, 1)))  # fmt: skip
        left = say("Left for fuel: {rest} kg − empty; divided by {density:g} that is litres of {fuel}.",
                   rest=exact(round(most - kilos, 1)), density=one.kg_per_litre or 0.0, fuel=one.fuel)  # fmt: skip
        asked = (
            say("Tell me its empty mass{named} by the weighing report and the litres in the tanks: "
                "“empty 700, 120 l”.",
                named=named)
            if litres
            else say("Tell me its empty mass{named} by the weighing report: “empty 700”.", named=named)
        )  # fmt: skip
    return [
        lead,
        *_added(given),
        *([fuel] if fuel else []),
        left,
        asked,
        say("Masses of types I do not hold; the centre of gravity the flight manual has."),
    ]


def _unweighed(given: SumArguments, one: SumLine) -> list[str]:
    """What is aboard is told, the aircraft's own masses are not: what they are for, and how the sum goes on."""
    named = f" ({given.aircraft_type})" if given.aircraft_type else ""
    if not given.masses and not given.aboard_kg:
        bags = [say("Bags: {bags} kg.", bags=exact(given.bags_kg))] if given.bags_kg else []
        return [
            "**" + say("Whether {people} people are too much, I cannot say yet.", people=given.people or 0) + "**",
            *bags,
            say("Add in one message: the mass of each and of the bags, your aircraft's maximum and empty "
                "mass{named} by its weighing report, and the litres in the tanks: “75 80 62, bags 20, max 1100, "
                "empty 700, 120 l”.", named=named),
            say("Masses of types I do not hold; the centre of gravity the flight manual has."),
        ]  # fmt: skip
    if given.empty_kg is not None or given.max_kg is not None:
        return _half_weighed(given, one, named)
    kilos = exact(round(aboard(given), 1))
    lines = [
        say("**{kilos} kg aboard without fuel: whether that is too much, your aircraft's own masses decide.**",
            kilos=kilos),
        *_added(given),
    ]  # fmt: skip
    if one.fuel_kg is not None:
        lines.append(
            say("With that fuel, {fuel:.0f} kg, it is {all:.0f} kg: that much must lie between empty and maximum.",
                fuel=one.fuel_kg, all=aboard(given) + one.fuel_kg)
        )  # fmt: skip
    else:
        lines.append(
            say("Left for fuel: maximum − empty − {kilos} kg; divided by {density:g} that is litres of {fuel}.",
                kilos=kilos, density=one.kg_per_litre or 0.0, fuel=one.fuel)
        )  # fmt: skip
    asked = (
        say("Tell me its maximum and empty mass{named} by the weighing report and the litres in the tanks: "
            "“max 1100, empty 700, 120 l”.", named=named)
        if given.tanks is not None and given.volume is None
        else say("Tell me its maximum and empty mass{named} by the weighing report: “max 1100, empty 700”.",
                 named=named)
    )  # fmt: skip
    return [
        *lines,
        asked,
        say("Masses of types I do not hold; the centre of gravity the flight manual has."),
    ]
