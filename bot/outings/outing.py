"""What an outing is: who comes, in which aircraft, what is still to do, what it cost. Frozen, stored as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import AwareDatetime, Field, JsonValue

from agent.aviation.hours import zone_of
from agent.protocol import Value
from tongue import later, say

Status = Literal["draft", "polling", "open", "frozen", "flown", "cancelled", "expired"]
State = Literal["in", "maybe", "out"]
Progress = Literal["open", "sent", "received"]

LIVE: frozenset[Status] = frozenset({"polling", "open", "frozen"})
OVER: frozenset[Status] = frozenset({"flown", "cancelled", "expired"})
STATES: dict[Progress, str] = {"open": later("open"), "sent": later("sent"), "received": later("received")}
MOST_GUESTS = 3
MOST_NAME = 60
MOST_NOTE = 120
FORGOTTEN = "a member"
"""What stands for somebody who asked to be forgotten."""


def day_words(local: datetime | date) -> str:
    """ "Sat 13 Feb"."""
    return say("{day:%a} {number} {day:%b}", day=local, number=local.day)


def when_words(local: datetime) -> str:
    """ "Sat 13 Feb 10:00"."""
    return say("{day} {time:%H:%M}", day=day_words(local), time=local)


class Member(Value):
    """Somebody of the group. `id` is the platform's, unique inside channel and tenant."""

    id: str
    name: str


class Answer(Value):
    """What a person said. `was` names the day and time they said it for, when that was another.

    `aircraft` is the registration of their seat, "" without one; their guests sit with them.
    `not_with` are aircraft whose pilots let them wait for another seat.
    `changed` are the moments of their latest changes, to know who toggles.
    """

    member: Member
    state: State
    guests: int = Field(default=0, ge=0, le=MOST_GUESTS)
    note: str = ""
    at: AwareDatetime
    aircraft: str = ""
    wish: str = ""
    not_with: tuple[str, ...] = ()
    was: str = ""
    changed: tuple[AwareDatetime, ...] = ()

    @property
    def heads(self) -> int:
        """The person and their guests."""
        return 1 + self.guests


class Aircraft(Value):
    """An aircraft that somebody brings. `seats` are those offered, without the pilot's. `flying`: the pilot's own
    decision, None while none was made."""

    registration: str
    type: str = ""
    pilot: Member
    seats: int = Field(ge=0, le=19)
    flying: bool | None = None

    @property
    def label(self) -> str:
        """ "G-ABCD", or the type where no registration was said."""
        return self.registration

    def is_named_in(self, text: str) -> bool:
        """Whether a text names it, its type or its pilot: "in Gus's 172"."""
        names = {self.registration, self.type, self.pilot.name.split(" ")[0]} - {""}
        return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names)


class Job(Value):
    """Something to be done before the flight. `latest` None: no lead time is known, so phone.

    `reach_by` is the last moment before `latest` at which the office is open, `opening` its hours ("09:00–17:00").
    `ask_now`: no lead time is stated, so it is to be asked at once.
    `was`: what had been done for the time before the outing was moved.
    """

    key: str
    kind: str = ""
    title: str
    part: str = ""
    lead: str = ""
    latest: AwareDatetime | None = None
    earliest: AwareDatetime | None = None
    reach_by: AwareDatetime | None = None
    opening: str = ""
    ask_now: bool = False
    zone: str | None = None
    contact: str = ""
    source: str = ""
    each_pilot: bool = False
    owner: Member | None = None
    state: Progress = "open"
    reference: str = ""
    was: str = ""


class Expense(Value):
    """Money somebody paid, in minor units. `aircraft` is the registration it belongs to; "" is everybody's."""

    number: int
    by: Member
    amount: int = Field(gt=0)
    currency: str
    what: str
    aircraft: str = ""


class Option(Value):
    """A day that may be chosen, and who could come."""

    day: date
    votes: tuple[str, ...] = ()


class Request(Value):
    """Somebody who wants to come after the people lists were closed; a pilot says yes or no."""

    member: Member
    guests: int = 0
    at: AwareDatetime


class Flight(Value):
    """Where and when, and what was reckoned from it. Times are aware; `zone` is the departure field's.

    `people_final` is when the lists of people must stand; `report` names what is sent with them ("GAR"), to be
    sent `report_hours` before `off_blocks`. `sums` are the latest off blocks as sums, `suns` the sunsets of its
    fields, `clocks` what was taken on a night of the clock change, `facts` the lines of the draft with their
    sources.
    """

    from_icao: str
    from_name: str
    to_icao: str
    to_name: str
    zone: str | None = None
    to_zone: str | None = None
    off_blocks: AwareDatetime
    arrival: AwareDatetime | None = None
    back: AwareDatetime | None = None
    home: AwareDatetime | None = None
    report: str = ""
    report_hours: float = 0.0
    people_final: AwareDatetime | None = None
    latest_back: AwareDatetime | None = None
    sums: tuple[str, ...] = ()
    suns: str = ""
    clocks: str = ""
    facts: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    country: str = ""
    home_country: str = ""
    arguments: dict[str, JsonValue] = {}

    @property
    def clock(self) -> ZoneInfo:
        """The departure field's."""
        return zone_of(self.zone) or ZoneInfo("UTC")

    @property
    def day(self) -> date:
        """The day of the flight out, at the field it leaves from."""
        return self.off_blocks.astimezone(self.clock).date()

    @property
    def route(self) -> str:
        """ "EGTF → LFAT"."""
        return f"{self.from_icao} → {self.to_icao}"

    @property
    def when(self) -> str:
        """ "Sat 13 Feb 10:00"."""
        return when_words(self.off_blocks.astimezone(self.clock))

    @property
    def ends(self) -> datetime:
        """When it is surely over."""
        last = self.home or self.back or self.arrival or self.off_blocks
        return last + timedelta(hours=3)

    @property
    def left(self) -> datetime:
        """When the last have surely left: no task of it is ahead."""
        return (self.back or self.off_blocks) + timedelta(hours=1)


class Outing(Value):
    """One outing. `version` rises with every change, `schedule` with every change of its day or time.

    `language` is the one in which its group is told of it: that of who drafted it.
    """

    id: str
    number: int
    language: str = "en"
    organiser: Member
    deputies: tuple[Member, ...] = ()
    status: Status = "draft"
    version: int = 0
    schedule: int = 0
    flight: Flight | None = None
    place: str = ""
    plan_b: str = ""
    answer_by: AwareDatetime | None = None
    options: tuple[Option, ...] = ()
    answers: tuple[Answer, ...] = ()
    aircraft: tuple[Aircraft, ...] = ()
    jobs: tuple[Job, ...] = ()
    requests: tuple[Request, ...] = ()
    expenses: tuple[Expense, ...] = ()
    spent: int = 0
    settled: bool = False
    why: str = ""
    moved: str = ""
    made_at: AwareDatetime

    # --- looking ------------------------------------------------------------------------------------

    @property
    def clock(self) -> ZoneInfo:
        """That of the field it leaves from; UTC before a flight is known."""
        return self.flight.clock if self.flight else ZoneInfo("UTC")

    def is_of(self, name: str) -> bool:
        """Whether its field or somebody who answered is called so; "" is everything's."""
        ends = (self.flight.to_icao, self.flight.to_name) if self.flight else (self.place,)
        people = (self.organiser.name, *(a.member.name for a in self.answers))
        return any(name.lower() in known.lower() for known in (*ends, *people))

    def goes_to(self, name: str) -> bool:
        """Whether a place that is named is its destination."""
        ends = (self.flight.to_icao, self.flight.to_name) if self.flight else (self.place,)
        return len(name) > 2 and any(  # "Biggin Hill" is "London Biggin Hill"
            re.search(rf"\b{re.escape(name)}\b", known, re.IGNORECASE) for known in ends
        )

    def names_alone(self, names: Iterable[str]) -> bool:
        """Whether there are names, each that of somebody who answered or flies."""
        known = [self.organiser, *(a.member for a in self.answers), *(craft.pilot for craft in self.aircraft)]
        first = {member.name.split()[0].lower() for member in known if member.name.strip()}
        told = [name.lower() for name in names]
        return bool(told) and first.issuperset(told)

    def craft_of(self, pilot: str, registration: str) -> Aircraft | None:
        """The aircraft of a registration, or of the pilot that is named."""
        named = pilot.lower()
        found = (c for c in self.aircraft if named and named in c.pilot.name.lower())
        return self.craft(registration or pilot) or next(found, None)

    def craft_like(self, name: str) -> Aircraft | None:
        """The aircraft of a registration, or the one whose type begins so: "the Cessna" is the Cessna 172."""
        alike = [c for c in self.aircraft if f"{c.registration} {c.type}".upper().startswith(name.upper())]
        alike = alike or [c for c in self.aircraft if name.upper() in c.type.upper()]
        return self.craft(name) or (alike[0] if len(alike) == 1 else None)

    def answer_of(self, person: str) -> Answer | None:
        """What a person said."""
        return next((a for a in self.answers if a.member.id == person), None)

    def aircraft_of(self, person: str) -> Aircraft | None:
        """The aircraft a person brings."""
        return next((a for a in self.aircraft if a.pilot.id == person), None)

    def craft(self, registration: str) -> Aircraft | None:
        """The aircraft of a registration."""
        wanted = registration.upper()
        return next((a for a in self.aircraft if a.registration == wanted), None)

    def aboard(self, registration: str) -> tuple[Answer, ...]:
        """Who sits in an aircraft beside its pilot."""
        return tuple(
            a for a in self.answers if a.aircraft == registration and not self._flies(a.member.id, registration)
        )

    def taken(self, registration: str) -> int:
        """Seats that are not free: passengers, their guests, and the pilot's own guests."""
        mine = next((a for a in self.aircraft if a.registration == registration), None)
        own = self.answer_of(mine.pilot.id) if mine else None
        return sum(a.heads for a in self.aboard(registration)) + (own.guests if own and own.state == "in" else 0)

    def free(self, registration: str) -> int:
        """Seats that somebody may still take."""
        craft = self.craft(registration)
        if craft is None or craft.flying is False:
            return 0
        return max(0, craft.seats - self.taken(registration))

    @property
    def days(self) -> tuple[date, ...]:
        """The day of the flight, or those that may be chosen."""
        return (self.flight.day,) if self.flight else tuple(option.day for option in self.options)

    @property
    def free_seats(self) -> int:
        """All free seats."""
        return sum(self.free(a.registration) for a in self.aircraft)

    @property
    def coming(self) -> tuple[Answer, ...]:
        """Who is in, in the order of their answers."""
        return tuple(a for a in self.answers if a.state == "in")

    @property
    def waiting(self) -> tuple[Answer, ...]:
        """Who is in and has no seat, in the order of their answers."""
        return tuple(a for a in self.coming if not a.aircraft and self.aircraft_of(a.member.id) is None)

    def leads(self, person: str) -> bool:
        """Whether somebody is the organiser or a deputy."""
        return person == self.organiser.id or any(person == d.id for d in self.deputies)

    def has(self, person: str) -> bool:
        """Whether somebody has a part in it: leads, answered, flies, does something or asks to come."""
        members = (
            *(a.member for a in self.answers), *(c.pilot for c in self.aircraft),
            *(r.member for r in self.requests), *(j.owner for j in self.jobs if j.owner),
            *(e.by for e in self.expenses),
        )  # fmt: skip
        return self.leads(person) or any(m.id == person for m in members)

    @property
    def heads(self) -> int:
        """People who come, guests too."""
        return sum(a.heads for a in self.coming if not a.was)

    def _flies(self, person: str, registration: str) -> bool:
        return any(a.pilot.id == person and a.registration == registration for a in self.aircraft)
