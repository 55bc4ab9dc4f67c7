"""Words for a sum: the result first, then the figures it was made of."""

from __future__ import annotations

from datetime import datetime

from agent.protocol import Answer
from agent.subjects.conversion.words import exact, plain
from agent.subjects.route.speed import format_hours
from agent.subjects.sums.load_words import loaded_lines
from agent.subjects.sums.tool import Sum, SumArguments, SumLine, hours_of
from agent.subjects.trip.clock_words import zulu
from agent.writing.write import Talk, write
from tongue import say


@write.register
def _(result: Sum, talk: Talk) -> Answer:
    if result.given is None:
        return Answer(text=result.message or "")
    several = len(result.lines) > 1
    if result.what in ("fill", "load", "glide"):
        return Answer(text="\n".join(line for one in result.lines for line in _OF[result.what](result.given, one)))
    lines = [_line(result, result.given, one, several=several) for one in result.lines]
    if result.off_blocks is not None and result.on_blocks is not None:
        lines.insert(0, _landing(result, result.off_blocks, result.on_blocks))
    if result.what in ("time", "distance"):
        lines.append(_not_included(result, windy=bool(result.given.headwind_kts) or result.given.over_ground))
    return Answer(text="\n".join(lines))


def _not_included(result: Sum, *, windy: bool) -> str:
    """What the time leaves out; the reserve not, where it stands in the line above."""
    if any(one.litres_kept is not None for one in result.lines):
        return say("Climb and taxi not included.") if windy else say("In still air; climb and taxi not included.")
    return (
        say("Climb, taxi and reserve not included.")
        if windy
        else say("In still air; climb, taxi and reserve not included.")
    )


def _landing(result: Sum, leaves: datetime, lands: datetime) -> str:
    if result.zone is not None:
        return say(
            "Off blocks {off}: landing about **{on}**.", off=zulu(leaves, result.zone), on=zulu(lands, result.zone)
        )
    if result.given is not None and (result.given.off_block or "").endswith("Z"):
        return say("Off blocks {off}: landing about **{on}**.", off=f"{leaves:%H:%M}Z", on=f"{lands:%H:%M}Z")
    return say(
        "Off blocks {off}: landing about **{on}** by the same clock; name the field you leave for UTC.",
        off=f"{leaves:%H:%M}",
        on=f"{lands:%H:%M}",
    )


def _filled(given: SumArguments, one: SumLine) -> list[str]:
    holds, left = exact(round(given.volume or 0.0, 1)), exact(round(given.left or 0.0, 1))
    lines = [
        say("**{missing} {unit}** to fill them: {holds} less the {left} that are left.",
            missing=plain(round(one.value, 1)), unit=one.unit, holds=holds, left=left)
    ]  # fmt: skip
    if one.unit != "L" and one.litres is not None:
        lines[0] += " " + say("That is {litres} l.", litres=plain(round(one.litres, 1)))
    if one.cost is not None:
        price = _money(given.money or 0.0, given)
        lines.append(say("**{cost}** at {price} a litre.", cost=_money(one.cost, given), price=price))
    return lines


def _glided(given: SumArguments, one: SumLine) -> list[str]:
    height, far = given.height_ft or 0.0, one.distance_nm or 0.0
    if given.glide_ratio is None:
        return [
            say("**{height:,.0f} ft are {far:.2f} nm: times the glide ratio of your flight manual.** I hold none. "
                "With 1:8 it would be {eight:.1f} nm, with 1:10 {ten:.1f} nm, in still air.",
                height=height, far=far, eight=8 * far, ten=10 * far)
        ]  # fmt: skip
    told = say(
        "**{far:.1f} nm** from {height:,.0f} ft at 1:{ratio:g}.", far=far, height=height, ratio=given.glide_ratio
    )
    if given.speed_kts:
        told += " " + say("**{time}** at {speed}.", time=format_hours(one.value), speed=_speed(given))
    else:
        told += " " + say("How long it takes, the glide speed decides: add it.")
    still = () if given.headwind_kts else (say("In still air."),)
    return [told, *still, say("Down to the height where the glide ends: take the ground and a circuit off first.")]


_OF = {"fill": _filled, "load": loaded_lines, "glide": _glided}


def _money(value: float, given: SumArguments) -> str:
    amount = say("{value:,.2f}", value=value)
    return f"{amount} {given.currency}".strip()


def _speed(given: SumArguments) -> str:
    knots, wind = exact(round(given.speed_kts or 0.0, 1)), given.headwind_kts or 0.0
    if wind > 0:
        return say("{knots} kt with {wind:g} kt on the nose", knots=knots, wind=wind)
    if wind < 0:
        return say("{knots} kt with {wind:g} kt on the tail", knots=knots, wind=-wind)
    if given.over_ground:
        return say("{knots} kt over the ground", knots=knots)
    return say("{knots} kt", knots=knots)


def _line(result: Sum, given: SumArguments, one: SumLine, *, several: bool) -> str:
    time = format_hours(one.value)
    far = exact(round(given.distance_nm or 0.0, 1))
    if result.what == "time":
        flown = say("**{time}** for {far} nm at {speed}.", time=time, far=far, speed=_speed(given))
        return " ".join((flown, *_burnt(given, one)))
    if result.what == "distance":
        hours = format_hours(given.hours or 0.0)
        return say(
            "**{far} nm** in {hours} at {speed}.", far=plain(round(one.value, 1)), hours=hours, speed=_speed(given)
        )
    if result.what == "speed":
        hours = format_hours(given.hours or 0.0)
        return say(
            "**{knots} kt** over the ground: {far} nm in {hours}.", knots=plain(one.value), far=far, hours=hours
        )
    if result.what == "descent":
        told = say(
            "**{time}** for {height:,.0f} ft at {rate:,.0f} ft/min.",
            time=time, height=given.height_ft or 0.0, rate=given.rate_fpm or 0.0,
        )  # fmt: skip
        if one.distance_nm is not None:
            told += " " + say(
                "That is **{far} nm** at {speed}.", far=plain(round(one.distance_nm, 1)), speed=_speed(given)
            )
        return told
    told = _of_fuel(result, given, one, several=several)
    if given.people is not None and result.what == "cost" and given.money_per is not None:
        each = _money(one.value / given.people, given)
        told += " " + say("**{each} each** between {people}.", each=each, people=given.people)
    return told


def _burnt(given: SumArguments, one: SumLine) -> list[str]:
    """The fuel of the time, and with what is kept."""
    if one.litres is None:
        return []
    burn = exact(given.burn_lph or 0.0)
    told = [say("**{litres} l** burnt at {burn} l/h.", litres=plain(round(one.litres, 1)), burn=burn)]
    if one.litres_kept is not None:
        told.append(
            say(
                "**{litres} l** with {kept:g} minutes kept.",
                litres=plain(round(one.litres + one.litres_kept, 1)),
                kept=given.reserve_minutes,
            )
        )
    return told


def _of_fuel(result: Sum, given: SumArguments, one: SumLine, *, several: bool) -> str:
    amount = (
        f"{exact(given.volume or 0.0)} {one.unit if several or len(given.volume_unit) < 2 else given.volume_unit}"
    )
    if result.what == "burn":
        hours = format_hours(given.hours or 0.0)
        return say("**{litres} l/h**: {amount} in {hours}.", litres=plain(one.value), amount=amount, hours=hours)
    if result.what == "price":
        return say(
            "**{price} a litre**: {money} for {amount}.",
            price=_money(one.value, given),
            money=_money(given.money or 0.0, given),
            amount=amount,
        )
    price = _money(given.money or 0.0, given)
    cost = _money(one.value, given)
    if given.money_per is None and given.people is not None:
        each = _money(one.value / given.people, given)
        return say("**{each} each**: {cost} between {people}.", each=each, cost=cost, people=given.people)
    if given.money_per == "h":
        return say(
            "**{cost}**: {hours} at {price} an hour.",
            cost=cost,
            hours=format_hours(hours_of(given) or 0.0),
            price=price,
        )
    per = one.unit if several else given.money_per or ""
    if result.what == "cost_an_hour":
        return say(
            "**{cost} an hour**: {burn} l/h at {price} per {per}.",
            cost=cost,
            burn=exact(given.burn_lph or 0.0),
            price=price,
            per=per,
        )
    if given.volume is None:
        return say(
            "**{cost}**: {hours} at {burn} l/h and {price} per {per}.",
            cost=cost,
            hours=format_hours(hours_of(given) or 0.0),
            burn=exact(given.burn_lph or 0.0),
            price=price,
            per=per,
        )
    return say(
        "**{cost}**: {amount} at {price} per {per}.",
        cost=cost,
        amount=amount,
        price=price,
        per=given.money_per or "",
    )
