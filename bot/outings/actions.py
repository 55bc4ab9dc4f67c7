"""What may be done with an outing, and what follows from it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, TypeAdapter

from agent.protocol import Value
from bot.outings.outing import Flight, Job, Member, Progress, State


class Actor(Value):
    """Who does it. `admin` of the chat; the `clock` is nobody."""

    id: str
    name: str = ""
    admin: bool = False
    clock: bool = False


CLOCK = Actor(id="", clock=True)


class Post(Value):
    """Show the draft to the group."""

    kind: Literal["post"] = "post"


class Poll(Value):
    """Ask the group which day."""

    kind: Literal["poll"] = "poll"
    days: tuple[date, ...]


class Vote(Value):
    """The days somebody could come."""

    kind: Literal["vote"] = "vote"
    days: tuple[date, ...]


class Move(Value):
    """Another day or time, or the day that was chosen, with all that was reckoned from it."""

    kind: Literal["move"] = "move"
    flight: Flight
    jobs: tuple[Job, ...] = ()


class Say(Value):
    """In, maybe or out. `schedule` is that of the card that was answered, None for a word; `wish` the aircraft in
    which somebody would like to sit."""

    kind: Literal["say"] = "say"
    state: State
    guests: int | None = None
    note: str = ""
    schedule: int | None = None
    wish: str = ""


class Bring(Value):
    """An aircraft with seats to offer."""

    kind: Literal["bring"] = "bring"
    registration: str
    type: str = ""
    seats: int


class Withdraw(Value):
    """Take an aircraft out; without a registration one's own."""

    kind: Literal["withdraw"] = "withdraw"
    registration: str = ""


class Seat(Value):
    """The seat somebody would like: in this aircraft, or beside this person."""

    kind: Literal["seat"] = "seat"
    registration: str


class Unseat(Value):
    """A pilot lets somebody wait for another seat."""

    kind: Literal["unseat"] = "unseat"
    person: str


class Own(Value):
    """Take a task (and `also` others), or give it to somebody."""

    kind: Literal["own"] = "own"
    key: str
    also: tuple[str, ...] = ()
    owner: Member | None = None


class Report(Value):
    """How far a task is (and `also` others). `reference` is the number, or "by phone, name"."""

    kind: Literal["report"] = "report"
    key: str
    also: tuple[str, ...] = ()
    state: Progress
    reference: str = ""


class Cancel(Value):
    """Call it off."""

    kind: Literal["cancel"] = "cancel"
    why: str = ""
    version: int | None = None


class Freeze(Value):
    """The people lists are closed now."""

    kind: Literal["freeze"] = "freeze"
    version: int | None = None


class Deputy(Value):
    """Somebody who may do what the organiser may."""

    kind: Literal["deputy"] = "deputy"
    member: Member


class Remove(Value):
    """Take a person off the list."""

    kind: Literal["remove"] = "remove"
    person: str


class Decide(Value):
    """A pilot's word on somebody who came after the lists were closed."""

    kind: Literal["decide"] = "decide"
    person: str
    yes: bool


class Flying(Value):
    """A pilot's own decision."""

    kind: Literal["flying"] = "flying"
    yes: bool


class Spend(Value):
    """Money paid, in minor units. `instead`: the number of the entry that it corrects; 0 for a new one."""

    kind: Literal["spend"] = "spend"
    amount: int
    currency: str
    what: str
    aircraft: str = ""
    instead: int = 0


class Unspend(Value):
    """Take an entry back."""

    kind: Literal["unspend"] = "unspend"
    number: int


class Settle(Value):
    """All is paid."""

    kind: Literal["settle"] = "settle"


class Leave(Value):
    """Somebody left the group: seats and buttons are lost."""

    kind: Literal["leave"] = "leave"
    person: str


class Forget(Value):
    """Somebody wants to be forgotten: the name goes, seats are freed."""

    kind: Literal["forget"] = "forget"
    person: str


class AnswerBy(Value):
    """Until when answers are asked for."""

    kind: Literal["answer_by"] = "answer_by"
    at: AwareDatetime


class PlanB(Value):
    """What is done on the ground where nobody flies; "" for nothing."""

    kind: Literal["plan_b"] = "plan_b"
    text: str


class Tick(Value):
    """Time passes: lists close, a flight is over, a draft is stale."""

    kind: Literal["tick"] = "tick"


OutingAction = (
    Post | Poll | Vote | Move | Say | Bring | Withdraw | Seat | Unseat | Own | Report | Cancel | Freeze | Deputy
    | Remove | Decide | Flying | Spend | Unspend | Settle | Leave | Forget | AnswerBy | PlanB | Tick
)  # fmt: skip

ACTION: TypeAdapter[OutingAction] = TypeAdapter(Annotated[OutingAction, Field(discriminator="kind")])


# --- what follows -------------------------------------------------------------------------------------


class Refused(Value):
    """Nothing was done, and why."""

    effect: Literal["refused"] = "refused"
    words: str


class Told(Value):
    """A word to who did it, and to nobody else."""

    effect: Literal["told"] = "told"
    words: str


class Announced(Value):
    """A word to the group. `urgent` is said at night too, without a sound."""

    effect: Literal["announced"] = "announced"
    words: str
    urgent: bool = False


class Asked(Value):
    """A question to a pilot, with yes and no: take this person?"""

    effect: Literal["asked"] = "asked"
    words: str
    person: str


class Redrawn(Value):
    """The card shows something else now."""

    effect: Literal["redrawn"] = "redrawn"


class Rescheduled(Value):
    """Reminders are to be reckoned anew."""

    effect: Literal["rescheduled"] = "rescheduled"


class Silenced(Value):
    """No reminder is sent any more."""

    effect: Literal["silenced"] = "silenced"


Effect = Annotated[
    Refused | Told | Announced | Asked | Redrawn | Rescheduled | Silenced, Field(discriminator="effect")
]
