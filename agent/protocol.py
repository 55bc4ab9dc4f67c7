"""The agent's vocabulary: what a pilot asks, what is planned, what the tools found, what is answered.

Everything here is frozen and without logic. What is stored or sent (conversation, plan, results) is a
Pydantic model; events, which live for one answer, are dataclasses. Units: nautical miles, knots, feet,
hours, degrees WGS84, unless a name says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, computed_field

AnswerStyle = Literal["brief", "normal", "detailed"]
Kind = Literal["route", "airport", "rules", "trip", "flights"]
MissingKey = Literal[
    "cruise_speed",
    "from_location",
    "to_location",
    "location_clarification",
    "country",
    "date",
    "burn",
    "tanks",
    "other",
]
Path = Literal["rules", "database", "both"]


class Value(BaseModel):
    """Base of the stored values: frozen, strict about unknown fields, written with its aliases."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)

    def to_json(self) -> dict[str, Any]:
        """This value as JSON types, aliases applied ("from", not "from_")."""
        return self.model_dump(mode="json", by_alias=True)


# --- what is asked ---------------------------------------------------------------------------------


class Minima(Value):
    """A pilot's own limits, set by the pilot alone: FlyFun compares with them and suggests none.

    `crosswind_kt` is for the mean wind, `gust_kt` for the gust across; `wind_kt` and `wind_gust_kt` from
    wherever it blows; `light_margin_minutes` before night begins.
    """

    ceiling_ft: int | None = Field(default=None, ge=0, le=20000)
    visibility_m: int | None = Field(default=None, ge=0, le=50000)
    crosswind_kt: float | None = Field(default=None, ge=0, le=60)
    gust_kt: float | None = Field(default=None, ge=0, le=80)
    wind_kt: float | None = Field(default=None, ge=0, le=80)
    wind_gust_kt: float | None = Field(default=None, ge=0, le=100)
    light_margin_minutes: int | None = Field(default=None, ge=0, le=600)

    @property
    def any(self) -> bool:
        """Whether the pilot has set at least one."""
        return self != Minima()

    @property
    def across_in_gusts_kt(self) -> float | None:
        """What a gust across is compared with: its own limit, else that of the mean."""
        return self.gust_kt if self.gust_kt is not None else self.crosswind_kt

    @property
    def wind_in_gusts_kt(self) -> float | None:
        """The same of a gust from anywhere."""
        return self.wind_gust_kt if self.wind_gust_kt is not None else self.wind_kt


class Profile(Value):
    """What a person told us about their flying; all of it optional. `burn_lph` is litres an hour in cruise."""

    minima: Minima = Minima()

    aircraft: str | None = None
    cruise_speed_kts: float | None = None
    burn_lph: float | None = None
    home_base: str | None = None
    units: Literal["aviation", "metric"] = "aviation"
    margin_minutes: int = Field(default=30, ge=0, le=240)
    language: str | None = Field(default=None, pattern=r"^[a-z]{2}$")


class Location(Value):
    """A position shared by the pilot."""

    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)


class ToolCall(Value):
    """One step of a plan: a tool of the manifest and its canonical arguments."""

    tool: str
    arguments: dict[str, JsonValue] = {}

    def varied(self, **changed: JsonValue) -> ToolCall:
        """The same call with these arguments; None takes one out."""
        arguments = {**self.arguments, **changed}
        return ToolCall(tool=self.tool, arguments={k: v for k, v in arguments.items() if v is not None})


class Question(Value):
    """One message of a pilot. `at` is when it was sent, `person` and `chat` are opaque ids.

    `call` is what a tap stands for: it is run as it is, whatever `text` says and whatever was asked since.
    `alone`: nobody else reads the chat. `speaks` is the language of the person's own app ("fr", "de-CH").
    """

    text: str
    call: ToolCall | None = None
    at: AwareDatetime
    person: str = "me"
    chat: str = ""
    alone: bool = True
    speaks: str = ""
    profile: Profile = Profile()
    place: Location | None = None


# --- what is planned -------------------------------------------------------------------------------


class Plan(Value):
    """None to four tool calls. No steps when nothing fits, or when it is small talk (`talk`).

    `left_aside` names what was said and no tool takes: the answer says so first. `others` are calls that may
    have been meant instead, likeliest first. `verdict` is what the plan says itself, before any result.
    """

    steps: tuple[ToolCall, ...] = Field(default=(), max_length=4)
    others: tuple[ToolCall, ...] = ()
    answer_style: AnswerStyle = "normal"
    reasoning: str = ""
    verdict: str = ""
    confidence: float = Field(default=1.0, ge=0, le=1)
    made_by: Literal["reader", "model", "followup", "tap"] = "reader"
    path: Path = "database"
    countries: tuple[str, ...] = ()
    emergency: bool = False
    talk: bool = False
    left_aside: tuple[str, ...] = ()

    @property
    def selected_tool(self) -> str | None:
        """The first step's tool, as the UI of the seeds wants it."""
        return self.steps[0].tool if self.steps else None


# --- what was found --------------------------------------------------------------------------------


class Source(Value):
    """Where facts come from. `as_of` is the day the data speaks for; `stale` asks the pilot to check."""

    name: str
    url: str | None = None
    as_of: date | None = None
    licence: str | None = None
    stale: bool = False


class MissingInfo(Value):
    """Something the pilot can add. `examples` are replies that work as they stand (shown as buttons).

    `argument` is the argument of the call that an example is the value of. Where it is not as it stands, `fills`
    holds each example's arguments, in the same order; None takes one out.
    """

    key: MissingKey
    reason: str
    prompt: str
    examples: tuple[str, ...] = ()
    argument: str | None = None
    fills: tuple[dict[str, JsonValue], ...] = ()


class Choice(Value):
    """One tap: `label` is on it, `text` is what is quoted of it, `call` is what it does.

    Without a call it is the text, typed: the yes and no to a draft.
    """

    label: str
    text: str
    call: ToolCall | None = None


class Endpoint(Value):
    """An end of a route, or a marker: `icao` is None for a place that is not an airfield."""

    icao: str | None = None
    name: str
    lat: float
    lon: float


class RouteLine(Value):
    """Great-circle lines from one endpoint to the other, over the stops between them."""

    from_: Endpoint = Field(validation_alias="from", serialization_alias="from")
    to: Endpoint
    via: tuple[Endpoint, ...] = ()


def there_and_back(start: Endpoint, end: Endpoint) -> RouteLine:
    """The line to an end and back."""
    return RouteLine(from_=start, to=start, via=(end,))


class Marker(Value):
    """One airfield (or numbered stop) on a map."""

    icao: str | None = None
    name: str
    lat: float
    lon: float
    note: str | None = None


class MarkersView(Value):
    """Markers alone."""

    type: Literal["markers"] = "markers"
    data: tuple[Marker, ...] = ()
    style: str | None = None


class PointLabel(Value):
    """The centre of a search."""

    label: str
    lat: float
    lon: float


class PointView(Value):
    """A point, a circle around it, and the markers inside."""

    type: Literal["point_with_markers"] = "point_with_markers"
    point: PointLabel
    markers: tuple[Marker, ...] = ()
    radius_nm: float


class RouteMarkersView(Value):
    """A route, its corridor, and the markers inside."""

    type: Literal["route_with_markers"] = "route_with_markers"
    route: RouteLine
    markers: tuple[Marker, ...] = ()
    radius_nm: float


class RouteView(Value):
    """A route alone."""

    type: Literal["route"] = "route"
    route: RouteLine


class DetailMarker(Value):
    """One airfield, close up."""

    icao: str
    lat: float
    lon: float
    zoom: int = 12
    name: str


class DetailView(Value):
    """One airfield with its card."""

    type: Literal["marker_with_details"] = "marker_with_details"
    marker: DetailMarker


class StopsView(Value):
    """Numbered stops of a day on the ground, joined in walking order, start first."""

    type: Literal["stops"] = "stops"
    start: PointLabel
    stops: tuple[Marker, ...] = ()


Visualization = Annotated[
    MarkersView | PointView | RouteMarkersView | RouteView | DetailView | StopsView,
    Field(discriminator="type"),
]


class ToolResult(Value):
    """Base of every tool's result. Subclasses add the tool's own fields, named as in the contracts.

    `found` is False when there is nothing to show; `message` then says why and what to do. `choices`
    are other readings of the same question (other fields of a town), offered as buttons. `left_aside` names what
    of the arguments the tool could not heed: the answer says so first. `drawn` is False for a result of words
    alone, of which a user interface draws no card. `tells_notams`: what is seen of NOTAMs, and what not, stands in
    it.
    """

    drawn: ClassVar[bool] = True
    tells_notams: ClassVar[bool] = False

    @property
    def leads(self) -> bool:
        """Whether it stands before the others of one answer: what was asked for, made of what they found."""
        return False

    @property
    def only_field(self) -> str | None:
        """The code of the one airfield that it comes to; where there are several, None."""
        return None

    found: bool = True
    message: str | None = None
    sources: tuple[Source, ...] = ()
    missing_info: tuple[MissingInfo, ...] = ()
    filter_profile: dict[str, JsonValue] | None = None
    visualization: Visualization | None = None
    choices: tuple[Choice, ...] = ()
    left_aside: tuple[str, ...] = ()

    @property
    def only_asks(self) -> bool:
        """Whether it holds nothing but a question back: there is nothing to draw."""
        return not self.found and bool(self.missing_info) and self.visualization is None

    @property
    def says_nothing(self) -> bool:
        """Whether nothing is known of what was asked: a suggestion does not lead here."""
        return not self.found


class Unavailable(ToolResult):
    """A tool that is known but cannot work here yet: the reply says so, and invents nothing."""

    found: bool = False
    tool: str


# --- what is answered ------------------------------------------------------------------------------


class Suggestion(Value):
    """A next question: `text` as it can be typed, `call` as a tap does it, `label` where there is less room.

    Where nothing shorter is given, the label is the text.
    """

    text: str
    call: ToolCall
    category: str
    label: str = Field(default_factory=lambda given: str(given.get("text", "")))

    @computed_field
    @property
    def tool(self) -> str:
        """The tool it calls."""
        return self.call.tool


class AnswerCard(Value):
    """A fact sheet: an airfield, a flight offer, a stop. Facts are label → value, in reading order."""

    title: str
    facts: dict[str, str] = {}
    links: tuple[tuple[str, str], ...] = ()
    icao: str | None = None
    place: Location | None = None


class AnswerTable(Value):
    """A small table. Channels without tables show it as a list."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Reach(Value):
    """Whom to call or write, or where to read; `dialled` is how a number is called from any country."""

    kind: Literal["phone", "email", "page"]
    value: str
    label: str = ""
    dialled: str = ""


class Passage(Value):
    """Words that have no other form; Markdown."""

    type: Literal["passage"] = "passage"
    markdown: str


class Headline(Value):
    """The answer in one line, Markdown; `about` is what it is about."""

    type: Literal["headline"] = "headline"
    markdown: str
    about: str = ""


class Contacts(Value):
    """Ways to reach somebody; `note` says when they answer."""

    type: Literal["contacts"] = "contacts"
    contacts: tuple[Reach, ...]
    title: str = ""
    note: str = ""


class Deadline(Value):
    """One thing to do, until when, whom to tell."""

    what: str
    latest: str = ""
    note: str = ""
    whom: tuple[Reach, ...] = ()
    passed: bool = False


class Deadlines(Value):
    """What to do, in its order."""

    type: Literal["deadlines"] = "deadlines"
    deadlines: tuple[Deadline, ...]
    title: str = ""


class Moment(Value):
    """One time of a day and what happens then."""

    at: str
    what: str
    note: str = ""


class Timeline(Value):
    """Moments in their order."""

    type: Literal["timeline"] = "timeline"
    moments: tuple[Moment, ...]
    title: str = ""


class ComparedValue(Value):
    """One attribute of things side by side; None is not known."""

    name: str
    values: tuple[str | None, ...]
    differs: bool = False


class Compare(Value):
    """Things side by side."""

    type: Literal["compare"] = "compare"
    columns: tuple[str, ...]
    rows: tuple[ComparedValue, ...]


class StatedFact(Value):
    """A fact of three values: it is so, it is known not to be so, or it is not known."""

    name: str
    value: str
    known: Literal["yes", "no", "unknown"] = "yes"


class Facts(Value):
    """Facts of one thing; `numbers` are the telephone numbers in them, each with what is dialled for it."""

    type: Literal["facts"] = "facts"
    facts: tuple[StatedFact, ...]
    title: str = ""
    numbers: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    icao: str | None = None
    place: Location | None = None


class Row(Value):
    """One line of a list, and what a tap on it does."""

    title: str
    lead: str = ""
    note: str = ""
    number: int = 0
    opens: Choice | None = None


class Rows(Value):
    """A list whose rows open what they name."""

    type: Literal["rows"] = "rows"
    rows: tuple[Row, ...]


class Folded(Value):
    """What stands behind a tap, under its title; Markdown.

    `tapped`: a choice of the answer tells the same, so it is left out where text alone is shown.
    """

    type: Literal["folded"] = "folded"
    title: str
    markdown: str
    tapped: bool = False


class SourceList(Value):
    """The last lines of an answer: `markdown` in short, `documents` all of them, `note` what stands under them."""

    type: Literal["sources"] = "sources"
    markdown: str
    documents: tuple[Source, ...] = ()
    note: str = ""


Part = Annotated[
    Passage | Headline | Contacts | Deadlines | Timeline | Compare | Facts | Rows | Folded | SourceList,
    Field(discriminator="type"),
]
"""A piece of an answer that says what it is, so that each channel draws it in its best form."""


class Answer(Value):
    """One whole reply: Markdown text that stands alone, and what a richer channel adds to it.

    `parts` say the same as the text, each in a form of its own; cards and tables are then not drawn beside them.
    `ahead` stands before the answers of all steps: what they come to.
    """

    text: str
    ahead: str = ""
    parts: tuple[Part, ...] = ()
    cards: tuple[AnswerCard, ...] = ()
    tables: tuple[AnswerTable, ...] = ()
    choices: tuple[Choice, ...] = ()


class UiPayload(Value):
    """The stable payload for user interfaces: a few top-level keys, and the whole result in `mcp_raw`."""

    kind: Kind
    departure: str | None = None
    destination: str | None = None
    icao: str | None = None
    region: str | None = None
    topic: str | None = None
    show_rules: dict[str, JsonValue] | None = None
    filters: dict[str, JsonValue] | None = None
    visualization: Visualization | None = None
    airports: tuple[dict[str, JsonValue], ...] = ()
    suggested_queries: tuple[Suggestion, ...] = ()
    mcp_raw: dict[str, JsonValue] = {}


# --- what a chat remembers -------------------------------------------------------------------------


class Turn(Value):
    """One exchange. `text` and `answer` are shortened when stored. `whole`: the question means the same alone."""

    text: str
    answer: str
    at: AwareDatetime
    person: str = ""
    whole: bool = True


class Pending(Value):
    """A question FlyFun asked a person, and the plan its answer completes.

    `meanwhile`: something else was answered since, so that a bare word may be of that.
    """

    plan: Plan
    meanwhile: bool = False
    step: int = 0
    missing: MissingInfo
    choices: tuple[Choice, ...] = ()
    asked_at: AwareDatetime


class Told(Value):
    """What one person told a chat of the own flying and did not keep yet.

    `profile` was told as one's own while `kept` was kept; `beside` was said beside a question; `start` is where
    the last flight spoken of begins, `ends` where flights from there went, the latest last. `minima` are the own
    limits as the chat knows them, where they were told while `minima_kept` were kept.
    """

    profile: Profile = Profile()
    kept: Profile = Profile()
    beside: Profile = Profile()
    start: str | None = None
    ends: tuple[str, ...] = ()
    minima: Minima | None = None
    minima_kept: Minima = Minima()


def _no_day_yet(value: object) -> object:
    """Older memories kept whether, not when."""
    return None if isinstance(value, bool) else value


class Conversation(Value):
    """A chat's memory; stored as JSON, never changed in place.

    `disclaimed` is the UTC day on which it was last said what FlyFun is not for.
    `tongue` is the language of the last answer.
    `mentioned` are the places and `countries` the countries of the last questions, the latest last ("both").
    `told` is what each person told of the own flying (`agent/told.py`).
    `earlier` are the questions before the last, of each tool the latest: what is asked of one field of a list
    leaves the list in hand, and the flight.
    `trip` is the plan of a stay on the ground, `flight_trip` the flight there and back: id, version, arguments.
    """

    turns: tuple[Turn, ...] = ()
    last_plan: Plan | None = None
    earlier: tuple[Plan, ...] = ()
    shown: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    pending: dict[str, Pending] = {}
    disclaimed: Annotated[date | None, BeforeValidator(_no_day_yet)] = None
    trip: dict[str, JsonValue] | None = None
    flight_trip: dict[str, JsonValue] | None = None
    told: dict[str, Told] = {}
    tongue: str = "en"


# --- events of one answer --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Planned:
    """The plan is made."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Thinking:
    """Why this plan, in a sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A tool begins."""

    name: str
    arguments: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """A tool is done; `ok` is False when it failed or found nothing; `ms` is wall time."""

    name: str
    ok: bool
    ms: float


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the answer's text, to be appended."""

    delta: str


@dataclass(frozen=True, slots=True)
class UiReady:
    """The payload for the user interface."""

    payload: UiPayload


@dataclass(frozen=True, slots=True)
class Failed:
    """An expected failure, in words for the pilot; `conversation` is the chat's memory with what was asked."""

    message: str
    conversation: Conversation | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The end: the whole answer (it replaces the streamed pieces) and the chat's new memory.

    `helped`: something of it, its plan or its words, is a model's.
    """

    conversation: Conversation
    answer: Answer
    results: tuple[ToolResult, ...] = ()
    sources: tuple[Source, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    model_calls: int = 0
    tokens: int = 0
    cost_usd: float = 0.0
    notes: tuple[str, ...] = ()
    helped: bool = False
    timings_ms: Mapping[str, float] | None = None


Event = Planned | Thinking | ToolStarted | ToolFinished | TextDelta | UiReady | Failed | Done
"""Everything `answer` can yield; consumers match it exhaustively (`assert_never`)."""
