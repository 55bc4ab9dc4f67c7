"""Words for airline offers: price, times, changes, what is included, and how long it holds."""

from __future__ import annotations

from datetime import UTC, datetime

from agent.protocol import Answer, AnswerCard, Choice, Suggestion, ToolCall
from agent.subjects.airline.ends import AirlineEnd
from agent.subjects.airline.tool import FIRST, LAST, FlightOffersFound, TimeRange
from agent.subjects.offered import about_field
from agent.travel.offers import Condition, FlightOffer, FlightSlice, Money
from agent.writing.write import Talk, suggest, write
from tongue import later, say, say_many

SHOWN = 3


@write.register
def _(result: FlightOffersFound, talk: Talk) -> Answer:
    lines: list[str] = []
    if result.found:
        count = say_many("{count} offer", "{count} offers", result.total)
        mode = "" if result.live else say(" in test mode: not real flights")
        lines.append(f"**{count}{mode}**, {_journey(result)}:")
        for number, offer in enumerate(result.offers[:SHOWN], start=1):
            lines += _offer_lines(number, offer)
        more = say("and {count} more. ", count=result.total - SHOWN) if result.total > SHOWN else ""
        lines.append(f"{more}{_how_long(result)}")
    else:
        if result.message:
            lines.append(result.message)
        if result.departure_date:
            lines.append(say("You asked for {journey}.", journey=_journey(result)))
    lines += _ends(result)
    if result.assumed:
        lines.append(say("I took {what}.", what=", ".join(result.assumed)))
    lines += result.notes
    return Answer(
        text="\n".join(lines),
        cards=tuple(_card(offer) for offer in result.offers[:SHOWN]),
        choices=(*result.choices, *_taps(result, talk.call)),
    )


@suggest.register
def _(result: FlightOffersFound, talk: Talk) -> tuple[Suggestion, ...]:
    if result.origin is None or result.origin.stays is None:
        return ()
    field = result.origin.stays.split(" ")[0]
    return (about_field(field),)


def _journey(result: FlightOffersFound) -> str:
    ends = f"{_codes(result.origin)} → {_codes(result.destination)}"
    when = say("{day:%-d %b %Y}", day=result.departure_date) if result.departure_date else ""
    back = say(", back {day:%-d %b %Y}", day=result.return_date) if result.return_date else ""
    people = say(", {count} people", count=result.people) if result.people > 1 else ""
    cabin = f", {result.cabin_class.replace('_', ' ')}" if result.cabin_class else ""
    limits = say(", direct only") if result.max_connections == 0 else ""
    limits += _times(
        later(", leaving after {start}"),
        later(", leaving before {end}"),
        later(", leaving {start}–{end}"),
        result.departure_time,
    ) + _times(
        later(", arriving after {start}"),
        later(", arriving before {end}"),
        later(", arriving {start}–{end}"),
        result.arrival_time,
    )
    return f"{ends} {when}{back}{cabin}{people}{limits}"


def _times(after: str, before: str, between: str, limit: TimeRange | None) -> str:
    if limit is None:
        return ""
    if limit.before == LAST:
        return say(after, start=limit.after)
    if limit.after == FIRST:
        return say(before, end=limit.before)
    return say(between, start=limit.after, end=limit.before)


def _codes(end: AirlineEnd | None) -> str:
    return "/".join(airport.code for airport in end.airports) if end else "?"


def _offer_lines(number: int, offer: FlightOffer) -> list[str]:
    first, *back = offer.slices
    lines = [f"{number} **{_money(offer.total)}** {offer.airline_name} {_slice(first)}"]
    lines += [f"   {_slice(one)}" for one in back]
    return lines


def _slice(one: FlightSlice) -> str:
    days = f" +{one.arrival_day_offset}" if one.arrival_day_offset > 0 else ""
    days = f" {one.arrival_day_offset}" if one.arrival_day_offset < 0 else days
    long = _duration(one.duration_minutes)
    seller = say(" (flown by {airline})", airline=one.operated_by) if one.operated_by else ""
    way = (
        f"{' '.join(one.flight_numbers)}{seller} {one.origin.code} {one.departure.time} → "
        f"{one.destination.code} {one.arrival.time}{days}"
    )
    return say("{way} local, {duration}, {changes}", way=way, duration=long, changes=_changes(one))


def _changes(one: FlightSlice) -> str:
    if one.direct:
        return say("direct")
    codes = ", ".join(stop.airport_code for stop in one.stop_details)
    parts = [say("change at {airports}", airports=codes)] if one.stops else []
    if one.technical_stops:
        parts.append(say("stops on the way: {count}", count=one.technical_stops))
    return ", ".join(parts)


def _duration(minutes: int | None) -> str:
    if minutes is None:
        return say("duration unknown")
    return say("{time}", time=f"{minutes // 60}h {minutes % 60:02d}m")


def _how_long(result: FlightOffersFound) -> str:
    seen = say("seen just now")
    if result.seen_at:
        seen = say("seen at {clock:%H:%M} UTC", clock=result.seen_at.astimezone(UTC))
    ends = [offer.expires_at for offer in result.offers[:SHOWN] if offer.expires_at]
    until = say(", valid until {clock}", clock=_clock(min(ends), result)) if ends else ""
    what = say("Prices are totals for all {count},", count=result.people) if result.people > 1 else say("Prices")
    return say("{what} {seen}, may change{until}. I never book.", what=what, seen=seen, until=until)


def _clock(when: datetime, result: FlightOffersFound) -> str:
    """08:20 UTC; with its day when the price was seen on another."""
    at = when.astimezone(UTC)
    today = result.seen_at is not None and result.seen_at.astimezone(UTC).date() == at.date()
    return f"{at:%H:%M} UTC" if today else say("{day:%-d %b %H:%M} UTC", day=at)


def _ends(result: FlightOffersFound) -> list[str]:
    """Which airports stand for what was asked, and that the aeroplane stays."""
    said: list[str] = []
    for end in (result.origin, result.destination):
        if end is None:
            continue
        if end.translated:
            said.append(f"{end.translated}.")
        far = [airport for airport in end.airports if airport.distance_nm is not None]
        if far:
            listed = ", ".join(f"{a.code} {a.name} ({a.distance_nm:.0f} nm)" for a in far)
            said.append(say("Airline airports for {place}: {airports}.", place=end.asked, airports=listed))
    lines = [" ".join(said)] if said else []
    if result.origin and result.origin.stays:
        lines.append(say("The aeroplane stays at {field}.", field=result.origin.stays))
    return lines


def _card(offer: FlightOffer) -> AnswerCard:
    first = offer.slices[0]
    facts = {
        say("Total"): _money(offer.total),
        say("Taxes in it"): _money(offer.tax) if offer.tax else say("not said"),
        say("Bags included"): _bags(first),
        say("Change"): _condition(offer.conditions.change_before_departure),
        say("Refund"): _condition(offer.conditions.refund_before_departure),
        "CO₂": f"{offer.emissions_kg:g} kg" if offer.emissions_kg is not None else "",
        say("Valid until"): f"{offer.expires_at.astimezone(UTC):%H:%M} UTC" if offer.expires_at else "",
        say("Mode"): say("test offer, not real") if offer.live_mode is False else "",
    }
    title = f"{offer.airline_name} {first.flight_number} {first.origin.code}–{first.destination.code}"
    return AnswerCard(title=title, facts={name: value for name, value in facts.items() if value})


def _bags(one: FlightSlice) -> str:
    def pieces(count: int | None) -> str:
        return say("unknown") if count is None else say("none") if count == 0 else str(count)

    return say("checked {hold}, cabin {cabin}", hold=pieces(one.baggage.checked), cabin=pieces(one.baggage.cabin))


def _condition(condition: Condition | None) -> str:
    if condition is None:
        return say("unknown, ask the airline")
    if not condition.allowed:
        return say("no")
    if condition.penalty is None:
        return say("yes, fee not said")
    free = condition.penalty.amount == 0
    return say("yes, free") if free else say("yes, {fee}", fee=_money(condition.penalty))


def _money(money: Money) -> str:
    return f"{money.amount} {money.currency}"


def _taps(result: FlightOffersFound, asked: ToolCall) -> tuple[Choice, ...]:
    """The same search in another order, or without changes."""
    if not result.found:
        return ()
    taps: list[Choice] = []
    if result.sort != "price":
        taps.append(Choice(label=say("By price"), text=say("cheapest first"), call=asked.varied(sort="price")))
    if result.sort != "duration":
        taps.append(
            Choice(label=say("By duration"), text=say("shortest first"), call=asked.varied(sort="duration"))
        )
    if result.max_connections:
        taps.append(
            Choice(label=say("Direct only"), text=say("direct only"), call=asked.varied(max_connections=0))
        )
    return tuple(taps)
