"""What a button means: stored with its token, read back when it is tapped."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, JsonValue, TypeAdapter, ValidationError

from agent.protocol import Choice, Location, Profile, Question, ToolCall, Value
from agent.subjects.trip.reminding import Reminder
from agent.weather.watching import Memory
from bot.outings.taps import OutingTap


class Ask(Value):
    """Ask this. With a call it is done as it stands, with the flying and the place of who was answered.

    Without one it is the text, as if it had been typed.
    """

    kind: Literal["ask"] = "ask"
    text: str
    call: ToolCall | None = None
    profile: Profile = Profile()
    place: Location | None = None


def ask(choice: Choice, question: Question | None = None) -> Ask:
    """What a tap under an answer means; `question` is what was answered."""
    if question is None or choice.call is None:
        return Ask(text=choice.text, call=choice.call)
    return Ask(text=choice.text, call=choice.call, profile=question.profile, place=question.place)


class Forget(Value):
    """Delete everything about the person who taps, or of the chat."""

    kind: Literal["forget"] = "forget"
    scope: Literal["person", "chat"]


class TakeBack(Value):
    """Bring back what was set aside of the chat under this name."""

    kind: Literal["take_back"] = "take_back"
    name: str


class SaveReport(Value):
    """Save the drafted member's report."""

    kind: Literal["save_report"] = "save_report"
    draft: dict[str, JsonValue]


class UndoReport(Value):
    """Take a saved report back."""

    kind: Literal["undo_report"] = "undo_report"
    report_id: str


class Saved(Value):
    """A report saved a while ago. `version` is the chat's memory then: another one means that more was said."""

    report_id: str
    version: int
    icao: str = ""


class Feedback(Value):
    """Thumbs up or down for an answer."""

    kind: Literal["feedback"] = "feedback"
    good: bool
    question: str = ""


class Proposal(Value):
    """Reminders for a trip that a person may keep, as the agent proposed them; `own`: one of the person's own.

    `language`: in which they are said, where the person has chosen none.
    """

    trip: str
    version: int
    heading: str
    reminders: tuple[Reminder, ...]
    own: bool = False
    language: str = ""


class KeepReminders(Value):
    """Keep the proposed reminders for the person who taps, in this chat or, from a group, `privately`."""

    kind: Literal["keep_reminders"] = "keep_reminders"
    proposal: Proposal
    privately: bool = False


class StopReminders(Value):
    """Stop a trip's reminders; without a trip all of the person's in this chat."""

    kind: Literal["stop_reminders"] = "stop_reminders"
    trip: str = ""
    language: str = ""


class WatchProposal(Value):
    """A watch over a flight that a person may keep: which flight, when it is over, what stands against it now."""

    flight: dict[str, str]
    heading: str
    zone: str | None = None
    leaves: AwareDatetime
    ends: AwareDatetime
    memory: Memory = Memory()


class KeepWatch(Value):
    """Watch the flight for the person who taps, in this chat."""

    kind: Literal["keep_watch"] = "keep_watch"
    proposal: WatchProposal


class StopWatches(Value):
    """Stop one watch; without an id all of the person's in this chat."""

    kind: Literal["stop_watches"] = "stop_watches"
    watch: str = ""


class CloseNote(Value):
    """A note about an aircraft is seen to."""

    kind: Literal["close_note"] = "close_note"
    note: str


class KeepDate(Value):
    """Keep a private date for the person who taps, in the language it was asked in; the day itself is sealed."""

    kind: Literal["keep_date"] = "keep_date"
    what: str
    sealed: str
    language: str = ""


class DropDates(Value):
    """Forget all private dates of the person who taps."""

    kind: Literal["drop_dates"] = "drop_dates"
    language: str = ""


Action = (
    Ask
    | Forget
    | TakeBack
    | SaveReport
    | UndoReport
    | Feedback
    | KeepReminders
    | StopReminders
    | KeepWatch
    | StopWatches
    | CloseNote
    | KeepDate
    | DropDates
    | OutingTap
)

_ACTIONS: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="kind")])


def read_action(text: str) -> Action | None:
    """The action behind a token; None for one of an older version."""
    try:
        return _ACTIONS.validate_json(text)
    except ValidationError:
        return None
