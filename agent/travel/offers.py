"""An airline's offer as FlyFun shows it: every way there and back, what it costs, what is unknown.

Times are local to each airport and carry no offset. Nothing here is ever booked.
"""

from __future__ import annotations

from decimal import Decimal

from pydantic import AwareDatetime, Field, computed_field

from agent.protocol import Value


class Money(Value):
    """An amount in a currency (ISO 4217)."""

    amount: Decimal
    currency: str


class Airport(Value):
    """An end of a flight: IATA code and name."""

    code: str
    name: str


class LocalTime(Value):
    """A time as the clock at the airport shows it: ISO date, HH:MM, and both together, without a zone."""

    date: str
    time: str
    datetime: str


class StopDetail(Value):
    """A change of aeroplane on the way, times local to it."""

    airport_code: str
    name: str = ""
    arrival_time: str
    departure_time: str


class Baggage(Value):
    """Pieces included for one passenger on the whole leg; None: the airline does not say."""

    checked: int | None = None
    cabin: int | None = None


class Condition(Value):
    """Whether something is allowed before departure, and what it costs (None: not said)."""

    allowed: bool
    penalty: Money | None = None


class Conditions(Value):
    """What the fare allows. None is unknown, not "no"."""

    change_before_departure: Condition | None = None
    refund_before_departure: Condition | None = None


class FlightSlice(Value):
    """One way of a journey: there, or back."""

    origin: Airport
    destination: Airport
    departure: LocalTime
    arrival: LocalTime
    arrival_day_offset: int
    duration_minutes: int | None
    stops: int
    technical_stops: int
    stop_details: tuple[StopDetail, ...] = ()
    flight_number: str
    flight_numbers: tuple[str, ...] = ()
    operated_by: str | None = None
    aircraft_type: str | None = None
    cabin: str | None = None
    baggage: Baggage = Baggage()

    @property
    def direct(self) -> bool:
        """No change and no stop on the way."""
        return self.stops == 0 and self.technical_stops == 0


class FlightOffer(Value):
    """An offer of an airline. `price` is without tax, `total` with it; nothing here is booked.

    The first way's fields are also readable at the top level (`offer.departure`, `offer.stops`, …).
    """

    id: str
    airline: str
    airline_name: str
    price: Money | None
    tax: Money | None
    total: Money
    emissions_kg: float | None = None
    expires_at: AwareDatetime | None = None
    direct: bool
    live_mode: bool | None = None
    conditions: Conditions = Conditions()
    slices: tuple[FlightSlice, ...] = Field(min_length=1)

    @property
    def duration_total(self) -> int | None:
        """Minutes of all ways together; None when one of them is unknown."""
        minutes = [one.duration_minutes for one in self.slices]
        return None if None in minutes else sum(m for m in minutes if m is not None)

    @computed_field
    @property
    def offer_id(self) -> str:
        """The same as `id`, under the seed's second name."""
        return self.id

    @computed_field
    @property
    def flight_number(self) -> str:
        """Of the first flight."""
        return self.slices[0].flight_number

    @computed_field
    @property
    def origin(self) -> Airport:
        """Where the journey starts."""
        return self.slices[0].origin

    @computed_field
    @property
    def destination(self) -> Airport:
        """Where the first way ends."""
        return self.slices[0].destination

    @computed_field
    @property
    def departure(self) -> LocalTime:
        """Of the first way, local."""
        return self.slices[0].departure

    @computed_field
    @property
    def arrival(self) -> LocalTime:
        """Of the first way, local."""
        return self.slices[0].arrival

    @computed_field
    @property
    def arrival_day_offset(self) -> int:
        """Days between the local dates of departure and arrival of the first way."""
        return self.slices[0].arrival_day_offset

    @computed_field
    @property
    def duration_minutes(self) -> int | None:
        """Of the first way."""
        return self.slices[0].duration_minutes

    @computed_field
    @property
    def stops(self) -> int:
        """Changes of aeroplane on the first way."""
        return self.slices[0].stops

    @computed_field
    @property
    def technical_stops(self) -> int:
        """Landings without a change on the first way."""
        return self.slices[0].technical_stops

    @computed_field
    @property
    def stop_details(self) -> tuple[StopDetail, ...]:
        """Where the first way changes."""
        return self.slices[0].stop_details

    @computed_field
    @property
    def operated_by(self) -> str | None:
        """Who really flies the first way, when it is not who sells it."""
        return self.slices[0].operated_by

    @computed_field
    @property
    def aircraft_type(self) -> str | None:
        """Of the first flight."""
        return self.slices[0].aircraft_type

    @computed_field
    @property
    def baggage(self) -> Baggage:
        """On the first way."""
        return self.slices[0].baggage
