"""What can go wrong while answering, named for what the reader does next.

AgentError                 carries a `user_message`: what happened and what to do, in a pilot's words
├── InvalidQuestion        the question cannot be answered as put: change it
├── NotConfigured          a service has no key or address here: the operator sets it
├── DataProblem            reference data or an index is missing or damaged: rebuild it
├── UnreadableSetting      a setting cannot be read at all: correct it
├── UpstreamError          somebody else's server failed
│   ├── UpstreamUnavailable    it does not answer, or answers nonsense: try later
│   ├── UpstreamBusy           it asks us to wait (`retry_after` seconds)
│   └── UpstreamRefused        it refuses this request or this key: trying again does not help
└── ModelError             the language model failed: the template answers instead

Information that is merely missing is not an error: see `MissingInfo` in `agent.protocol`.
"""

from __future__ import annotations

from typing import Self


class AgentError(Exception):
    """An expected failure. `user_message` is shown to the pilot as it stands."""

    def __init__(self, user_message: str, *, detail: str = "") -> None:
        super().__init__(detail or user_message)
        self.user_message = user_message

    def naming(self, words: str) -> Self:
        """The same failure, told with what was asked for and is not had."""
        named = type(self).__new__(type(self), *self.args)
        named.__dict__.update(self.__dict__)
        named.user_message = f"{words}\n{self.user_message}"
        return named


def why_unreadable(error: OSError) -> str:
    """What is wrong with a file or folder, in an operator's words."""
    match error:
        case FileNotFoundError():
            return "it does not exist"
        case IsADirectoryError():
            return "it is a folder, not a file"
        case NotADirectoryError() | FileExistsError():
            return "it is a file, or lies under one, where a folder should be"
        case PermissionError():
            return "this user has no right to it"
        case _:
            return error.strerror or "it cannot be read"


class InvalidQuestion(AgentError):
    """The question cannot be answered as put."""


class NotConfigured(AgentError):
    """A service that the question needs has no key or address here."""


class DataProblem(AgentError):
    """Reference data or an index is missing or damaged."""


class UnreadableSetting(AgentError):
    """`setting` has a value that is none of its kind: what it `says`, and what to `do`."""

    def __init__(self, setting: str, says: str, do: str) -> None:
        super().__init__(f"{setting} {says}; {do}.")
        self.setting = setting
        self.says = says
        self.do = do


class UpstreamError(AgentError):
    """Somebody else's server failed. `service` is its name as the pilot knows it."""

    def __init__(self, user_message: str, *, service: str, detail: str = "") -> None:
        super().__init__(user_message, detail=detail)
        self.service = service


class UpstreamUnavailable(UpstreamError):
    """The server does not answer in time, or what it answers cannot be read."""


class UpstreamBusy(UpstreamError):
    """The server asks us to wait. `retry_after` is in seconds, None when it did not say."""

    def __init__(
        self,
        user_message: str,
        *,
        service: str,
        retry_after: float | None = None,
        detail: str = "",
    ) -> None:
        super().__init__(user_message, service=service, detail=detail)
        self.retry_after = retry_after


class UpstreamRefused(UpstreamError):
    """The server refuses this request or this key."""


class ModelError(AgentError):
    """The language model failed or its reply cannot be used."""
