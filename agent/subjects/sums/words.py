"""Words for a sum: the result first, then the figures it was made of."""

from __future__ import annotations

from agent.protocol import Answer
from agent.subjects.conversion.words import exact, plain
from agent.subjects.route.speed import format_hours
from agent.subjects.sums.tool import Sum, SumArguments, SumLine
from agent.writing.write import Talk, write
from tongue import say


@write.register
def _(result: Sum, talk: Talk) -> Answer:
    if result.given is None:
        return Answer(text=result.message or "")
    several = len(result.lines) > 1
    lines = [_line(result, result.given, one, several=several) for one in result.lines]
    if result.what in ("time", "distance"):
        lines.append(
            say("Climb, taxi and reserve not included.")
            if result.given.headwind_kts
            else say("In still air; climb, taxi and reserve not included.")
        )
    return Answer(text="\n".join(lines))


def _money(value: float, given: SumArguments) -> str:
    amount = say("{value:,.2f}", value=value)
    return f"{amount} {given.currency}".strip()


def _speed(given: SumArguments) -> str:
    knots, wind = exact(round(given.speed_kts or 0.0, 1)), given.headwind_kts or 0.0
    if wind > 0:
        return say("{knots} kt with {wind:g} kt on the nose", knots=knots, wind=wind)
    if wind < 0:
        return say("{knots} kt with {wind:g} kt on the tail", knots=knots, wind=-wind)
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
    return _of_fuel(result, given, one, several=several)


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
    if given.money_per == "h":
        return say(
            "**{cost}**: {hours} at {price} an hour.",
            cost=cost,
            hours=format_hours(given.hours or 0.0),
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
            hours=format_hours(given.hours or 0.0),
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
