"""Airline offers as a pilot reads them: true durations, every leg, what is included, what is unknown.

`normalise_offers` turns a Duffel reply into `FlightOffer`s. Times in it are local to each airport and carry
no offset, so they are never subtracted: a duration is the airline's own, or worked out with time zones.
Weights of bags, seats left and the like are not in the replies and therefore not here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Literal, Required, cast
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from agent import regex as re
from agent.travel.offers import (
    Airport,
    Baggage,
    Condition,
    Conditions,
    FlightOffer,
    FlightSlice,
    LocalTime,
    Money,
    StopDetail,
)

_DURATION = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?")

# --- what Duffel sends (fields we do not use are ignored) -------------------------------------------


_LOOSE = ConfigDict(extra="ignore", coerce_numbers_to_str=True)


class _Wire(BaseModel):
    model_config = _LOOSE


@with_config(_LOOSE)
class _Place(TypedDict, total=False):
    iata_code: str | None
    name: str | None
    time_zone: str | None


@with_config(_LOOSE)
class _Carrier(TypedDict, total=False):
    iata_code: str | None
    name: str | None


@with_config(_LOOSE)
class _Bag(TypedDict, total=False):
    type: Required[str]
    quantity: int


@with_config(_LOOSE)
class _SegmentPassenger(TypedDict, total=False):
    passenger_id: str | None
    cabin_class: str | None
    baggages: list[_Bag] | None


@with_config(_LOOSE)
class _Aircraft(TypedDict, total=False):
    name: str | None


class _Segment(_Wire):
    origin: _Place = {}
    destination: _Place = {}
    departing_at: str
    arriving_at: str
    duration: str | None = None
    marketing_carrier: _Carrier | None = None
    operating_carrier: _Carrier | None = None
    marketing_carrier_flight_number: str | None = None
    aircraft: _Aircraft | None = None
    stops: tuple[Any, ...] | None = None
    passengers: tuple[_SegmentPassenger, ...] | None = None


class _Slice(_Wire):
    origin: _Place | None = None
    destination: _Place | None = None
    duration: str | None = None
    segments: tuple[_Segment, ...] = Field(min_length=1)


@with_config(_LOOSE)
class _Passenger(TypedDict, total=False):
    id: str | None
    type: str | None


class _WireCondition(_Wire):
    allowed: bool
    penalty_amount: str | None = None
    penalty_currency: str | None = None


class _WireConditions(_Wire):
    change_before_departure: _WireCondition | None = None
    refund_before_departure: _WireCondition | None = None


class _Offer(_Wire):
    id: str
    owner: _Carrier | None = None
    base_amount: str | None = None
    base_currency: str | None = None
    tax_amount: str | None = None
    tax_currency: str | None = None
    total_amount: str
    total_currency: str
    total_emissions_kg: str | None = None
    expires_at: datetime | None = None
    live_mode: bool | None = None
    conditions: _WireConditions | None = None
    passengers: tuple[_Passenger, ...] | None = None
    slices: tuple[_Slice, ...] = Field(min_length=1)


_OFFERS = TypeAdapter(tuple[_Offer, ...])

# --- from one to the other -------------------------------------------------------------------------


def normalise_offers(data: dict[str, Any]) -> tuple[FlightOffer, ...]:
    """Every offer of a reply's body, in its order: `{"data": {"offers": […]}}` or a page `{"data": […]}`.

    Test-mode and expired offers are kept too. Raises ValueError when the body has neither form.
    """
    inner = data.get("data")
    offers = cast(dict[str, Any], inner).get("offers") if isinstance(inner, dict) else inner
    if not isinstance(offers, list | tuple):
        raise ValueError("not a list of offers")
    return tuple(_offer(offer) for offer in _OFFERS.validate_python(offers))


def minutes_of(duration: str | None) -> int | None:
    """Minutes of an ISO 8601 duration ("PT02H26M", "P1DT3H"); None when it is absent or something else."""
    match = _DURATION.fullmatch(duration or "")
    if match is None or not any(match.groups()):
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return days * 1440 + hours * 60 + minutes + round(seconds / 60)


def _offer(offer: _Offer) -> FlightOffer:
    owner = offer.owner or {}
    first = _first_passenger(offer)
    slices = tuple(_slice(one, first) for one in offer.slices)
    return FlightOffer(
        id=offer.id,
        airline=owner.get("iata_code") or "",
        airline_name=owner.get("name") or owner.get("iata_code") or "",
        price=_money(offer.base_amount, offer.base_currency or offer.total_currency),
        tax=_money(offer.tax_amount, offer.tax_currency or offer.total_currency),
        total=Money(amount=Decimal(offer.total_amount), currency=offer.total_currency),
        emissions_kg=float(offer.total_emissions_kg) if offer.total_emissions_kg is not None else None,
        expires_at=offer.expires_at,
        direct=all(one.direct for one in slices),
        live_mode=offer.live_mode,
        conditions=_conditions(offer.conditions),
        slices=slices,
    )


def _slice(one: _Slice, passenger: str | None) -> FlightSlice:
    segments = one.segments
    first, last = segments[0], segments[-1]
    operators = [_operator(segment) for segment in segments]
    numbers = tuple(_number(segment) for segment in segments)
    departure, arrival = _local(first.departing_at), _local(last.arriving_at)
    return FlightSlice(
        origin=_airport(first.origin if first.origin.get("iata_code") else one.origin or first.origin),
        destination=_airport(last.destination if last.destination.get("iata_code") else one.destination or {}),
        departure=departure,
        arrival=arrival,
        arrival_day_offset=(_day(arrival) - _day(departure)).days,
        duration_minutes=_minutes(one),
        stops=len(segments) - 1,
        technical_stops=sum(len(segment.stops or ()) for segment in segments),
        stop_details=tuple(
            StopDetail(
                airport_code=before.destination.get("iata_code") or "",
                name=before.destination.get("name") or "",
                arrival_time=_local(before.arriving_at).time,
                departure_time=_local(after.departing_at).time,
            )
            for before, after in itertools.pairwise(segments)
        ),
        flight_number=numbers[0],
        flight_numbers=numbers,
        operated_by=", ".join(dict.fromkeys(name for name in operators if name)) or None,
        aircraft_type=first.aircraft.get("name") if first.aircraft else None,
        cabin=_cabin(first, passenger),
        baggage=Baggage(
            checked=_pieces(segments, passenger, "checked"), cabin=_pieces(segments, passenger, "carry_on")
        ),
    )


def _minutes(one: _Slice) -> int | None:
    """The airline's own duration; else the difference of the two clocks, each in its zone."""
    stated = minutes_of(one.duration)
    if stated is not None:
        return stated
    first, last = one.segments[0], one.segments[-1]
    start_zone, end_zone = first.origin.get("time_zone"), last.destination.get("time_zone")
    if not start_zone or not end_zone:
        return None
    start = datetime.fromisoformat(first.departing_at).replace(tzinfo=ZoneInfo(start_zone))
    end = datetime.fromisoformat(last.arriving_at).replace(tzinfo=ZoneInfo(end_zone))
    # In one zone Python subtracts the clocks, not the times: hence UTC.
    return round((end.astimezone(UTC) - start.astimezone(UTC)).total_seconds() / 60)


def _pieces(segments: tuple[_Segment, ...], passenger: str | None, kind: str) -> int | None:
    """The fewest pieces on any flight of the way; None when a flight says nothing about them."""
    fewest: int | None = None
    for segment in segments:
        bags = _bags(segment, passenger)
        if bags is None:
            return None
        pieces = sum(bag.get("quantity", 0) for bag in bags if bag["type"] == kind)
        fewest = pieces if fewest is None else min(fewest, pieces)
    return fewest


def _bags(segment: _Segment, passenger: str | None) -> Sequence[_Bag] | None:
    person = _person(segment, passenger)
    return person.get("baggages") if person else None


def _person(segment: _Segment, passenger: str | None) -> _SegmentPassenger | None:
    people = segment.passengers or ()
    return next((p for p in people if p.get("passenger_id") == passenger), people[0] if people else None)


def _cabin(segment: _Segment, passenger: str | None) -> str | None:
    person = _person(segment, passenger)
    return person.get("cabin_class") if person else None


def _first_passenger(offer: _Offer) -> str | None:
    people = offer.passengers or ()
    adult = next((person for person in people if person.get("type") == "adult"), None)
    return (adult or people[0]).get("id") if people else None


def _operator(segment: _Segment) -> str | None:
    seller, flyer = segment.marketing_carrier, segment.operating_carrier
    if seller is None or flyer is None or not flyer.get("name"):
        return None
    same = bool(seller.get("iata_code")) and seller.get("iata_code") == flyer.get("iata_code")
    return None if same or seller.get("name") == flyer.get("name") else flyer.get("name")


def _number(segment: _Segment) -> str:
    carrier = segment.marketing_carrier.get("iata_code") if segment.marketing_carrier else None
    return f"{carrier or ''}{segment.marketing_carrier_flight_number or ''}"


def _local(text: str) -> LocalTime:
    when = datetime.fromisoformat(text).isoformat()
    return LocalTime(date=when[:10], time=when[11:16], datetime=text)


def _day(time: LocalTime) -> datetime:
    return datetime.fromisoformat(time.date)


def _airport(place: _Place) -> Airport:
    code = place.get("iata_code") or ""
    return Airport(code=code, name=place.get("name") or code)


def _money(amount: str | None, currency: str) -> Money | None:
    return Money(amount=Decimal(amount), currency=currency) if amount is not None else None


def _conditions(wire: _WireConditions | None) -> Conditions:
    if wire is None:
        return Conditions()
    return Conditions(
        change_before_departure=_condition(wire.change_before_departure),
        refund_before_departure=_condition(wire.refund_before_departure),
    )


def _condition(wire: _WireCondition | None) -> Condition | None:
    if wire is None:
        return None
    penalty = _money(wire.penalty_amount, wire.penalty_currency) if wire.penalty_currency else None
    return Condition(allowed=wire.allowed, penalty=penalty)


SortBy = Literal["price", "duration", "stops", "earliest", "latest"]


def ranked(offers: tuple[FlightOffer, ...], by: SortBy = "price") -> tuple[FlightOffer, ...]:
    """Offers by total price, total time, changes or hour of departure; the others settle what is equal."""

    def price(offer: FlightOffer) -> tuple[str, Decimal]:
        return offer.total.currency, offer.total.amount

    def time(offer: FlightOffer) -> float:
        return offer.duration_total if offer.duration_total is not None else float("inf")

    def changes(offer: FlightOffer) -> int:
        return sum(one.stops + one.technical_stops for one in offer.slices)

    def cheapest(offer: FlightOffer) -> tuple[object, ...]:
        return *price(offer), time(offer), changes(offer)

    def fastest(offer: FlightOffer) -> tuple[object, ...]:
        return time(offer), *price(offer)

    def straightest(offer: FlightOffer) -> tuple[object, ...]:
        return changes(offer), *price(offer), time(offer)

    def leaves(offer: FlightOffer) -> tuple[object, ...]:
        return offer.slices[0].departure.datetime, *cheapest(offer)

    if by == "latest":  # sorted twice: the cheaper of two that leave together stays first
        cheap = sorted(offers, key=cheapest)
        return tuple(sorted(cheap, key=lambda offer: offer.slices[0].departure.datetime, reverse=True))
    keys: dict[SortBy, Callable[[FlightOffer], Any]] = {
        "earliest": leaves,
        "price": cheapest,
        "duration": fastest,
        "stops": straightest,
    }
    return tuple(sorted(offers, key=keys[by]))
