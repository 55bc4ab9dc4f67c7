"""What the API is asked and what it answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, model_validator

from adapters.web.shown import ErrorOut, Shown

IDENTIFIER = r"^[A-Za-z0-9_.~-]{1,64}$"


def _readable(value: object) -> object:
    """Text without the halves of characters that JSON may carry and nothing else can."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "")
    return value


SHARED_NAME = r"^[A-Za-z0-9_-]{20,64}$"
Content = Annotated[str, BeforeValidator(_readable), Field(max_length=20_000)]
Identifier = Annotated[str, BeforeValidator(_readable), Field(pattern=IDENTIFIER)]


class ChatMessage(BaseModel):
    """One message of a conversation."""

    role: Literal["user", "assistant", "system"]
    content: Content


class Place(BaseModel):
    """A shared location, degrees."""

    lat: float = Field(ge=-90, le=90, allow_inf_nan=False)
    lon: float = Field(ge=-180, le=180, allow_inf_nan=False)


class ChatRequest(BaseModel):
    """A question. With a `session_id` the server's memory counts and only the last user message is read.

    Without one a conversation begins, and earlier user messages give it its memory. `message_id` makes sending
    again safe: the same id is answered once. `token` is a tapped button's. `person_id` keeps a pilot's settings
    from one conversation to the next.
    """

    model_config = ConfigDict(extra="ignore")

    messages: list[ChatMessage] = Field(default=[], max_length=200)
    session_id: Identifier | None = None
    message_id: Identifier | None = None
    person_id: Identifier | None = None
    token: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,32}$")] | None = None
    location: Place | None = None

    @model_validator(mode="after")
    def _says_something(self) -> ChatRequest:
        if not (self.said or self.token or self.location):
            raise ValueError("Send messages, with a last user message that says something")
        return self

    @property
    def said(self) -> str:
        """The last user message."""
        texts = [message.content for message in self.messages if message.role == "user"]
        return texts[-1].strip() if texts else ""

    @property
    def earlier(self) -> list[str]:
        """The user messages before it."""
        return [message.content for message in self.messages if message.role == "user"][:-1]


class ChatAnswer(BaseModel):
    """A whole answer. `error` is there only when the question could not be answered; `answer` says why."""

    answer: str
    ui_payload: dict[str, JsonValue] | None
    plan: dict[str, JsonValue] | None
    session_id: str
    tokens: int
    timings_ms: dict[str, float]
    formatting_reasoning: str = ""
    error: ErrorOut | None = None


class Asked(BaseModel):
    """What was asked, as kept."""

    text: str
    at: datetime


class TurnOut(BaseModel):
    """One exchange. `state` is pending until it is answered."""

    id: str
    text: str
    at: datetime | None
    state: Literal["pending", "answered", "failed"]
    answer: str
    shown: Shown | None


class ConversationOut(BaseModel):
    """A conversation, oldest turn first."""

    session_id: str
    turns: list[TurnOut]


class ShareRequest(BaseModel):
    """Which answer a link shall open."""

    message_id: Identifier


class ShareName(BaseModel):
    """The name of a link: whoever has it can read that one answer."""

    name: Annotated[str, Field(pattern=SHARED_NAME)]


class Problem(BaseModel):
    """Every error of the API."""

    error: ErrorOut
